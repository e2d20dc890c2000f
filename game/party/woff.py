"""A font as browsers fetch it: the same tables, each packed (https://www.w3.org/TR/WOFF/)."""

from __future__ import annotations

import struct
import zlib

_HEAD = struct.Struct(">4s4sLHHLHHLLLLL")
_ENTRY = struct.Struct(">4sLLLL")
_TABLE = struct.Struct(">4sLLL")
_FIRST = 12
"""Bytes before the list of tables of a font."""


def woff(font: bytes) -> bytes:
    """The font in half as many bytes."""
    count = int.from_bytes(font[4:6], "big")
    tables = [_TABLE.unpack_from(font, _FIRST + number * _TABLE.size) for number in range(count)]
    at = _HEAD.size + count * _ENTRY.size
    entries, body, whole = b"", b"", _FIRST + count * _TABLE.size
    for tag, checksum, begin, length in tables:
        plain = font[begin : begin + length]
        # A table that does not become smaller stays as it is.
        packed = min(zlib.compress(plain, 9), plain, key=len)
        entries += _ENTRY.pack(tag, at + len(body), len(packed), length, checksum)
        body += _padded(packed)
        whole += -(-length // 4) * 4
    head = _HEAD.pack(b"wOFF", font[:4], at + len(body), count, 0, whole, 0, 0, 0, 0, 0, 0, 0)
    return head + entries + body


def _padded(table: bytes) -> bytes:
    """Each table begins at a whole word."""
    return table + bytes(-len(table) % 4)
