"""A phone's line written byte by byte: what is said together arrives together."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from tests.scale import PATIENCE

HELLO = (
    "GET /line HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c29ja3Nzb2Nrc3NvY2tzIQ==\r\n\r\n"
)


class Wire:
    """One connection; it hears only when it is asked to, and never answers by itself."""

    def __init__(self, address: str, *texts: str) -> None:
        """Call, and say this in the same breath."""
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), PATIENCE)
        self.heard = b""
        self._socket.sendall(HELLO.format(at=address).encode() + _frames(texts))

    def send(self, *texts: str) -> None:
        """Send short messages in one piece."""
        self._socket.sendall(_frames(texts))

    def hear(self, what: bytes, count: int) -> bytes:
        """Listen until this was heard so often; all of it."""
        while self.heard.count(what) < count:
            more = self._socket.recv(65536)
            assert more, f"the line is dead after {self.heard.count(what)} of {count}"
            self.heard += more
        return self.heard

    def close(self) -> None:
        self._socket.close()


def _frames(texts: Iterable[str]) -> bytes:
    return b"".join(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode() for text in texts)
