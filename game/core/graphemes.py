"""Letters as people count them: with their marks, and little pictures that are made of several signs."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice

JOINER = "\u200d"
"""Makes one picture of two, as a family of people."""
_LEFT_OUT = "…"
_KEYCAP = "\u20e3"
_SKINS = range(0x1F3FB, 0x1F400)
"""Colour the picture before them."""
_FLAGS = range(0x1F1E6, 0x1F200)
"""Letters of which two are a flag."""
_TAGS = range(0xE0020, 0xE0080)
"""Say of which country a flag is."""
_SINGLE = (0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x3030, 0x303D)
_PICTURES = (range(0x1F000, 0x1FB00), range(0x2190, 0x2C00), _SINGLE)


_IGNORABLE = frozenset({0xAD, 0x34F, 0x61C, 0x3164, 0xFEFF, 0xFFA0}).union(
    range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010),
    range(0x202A, 0x202F), range(0x2060, 0x2070), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9),
    range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000),
)  # fmt: skip
"""Default_Ignorable_Code_Point of DerivedCoreProperties.txt, Unicode 16."""


def is_ignorable(sign: str) -> bool:
    """Whether a code point shows nothing where a font does not know it."""
    return ord(sign) in _IGNORABLE


def printable(text: str) -> str:
    """A text for a terminal: control characters and what turns the direction of writing are escaped."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" or unicodedata.category(sign) == "Zs"
        else sign.encode("unicode_escape").decode()
        for sign in text
    )  # fmt: skip


def is_picture(letter: str) -> bool:
    """Whether a letter is a little picture, or a sign that some draw as one."""
    return any(ord(letter[0]) in signs for signs in _PICTURES) or _KEYCAP in letter


def letters(text: str) -> Iterator[str]:
    """The letters of a text, each with all that belongs to it."""
    letter = ""
    for sign in text:
        if letter and _belongs(letter, sign):
            letter += sign
            continue
        if letter:
            yield letter
        letter = sign
    if letter:
        yield letter


def _belongs(letter: str, sign: str) -> bool:
    """Whether a sign is a part of the letter before it."""
    code = ord(sign)
    if unicodedata.category(sign)[0] == "M":  # those that choose between text and picture are marks too
        return True
    if not is_picture(letter):
        return False
    if sign == JOINER or code in _SKINS or code in _TAGS:
        return True
    if code in _FLAGS:
        return len(letter) == 1 and ord(letter) in _FLAGS
    return letter[-1] == JOINER and is_picture(sign)


def cut(text: str, most: int) -> str:
    """The text, or so many letters of it."""
    return "".join(islice(letters(text), most))


def narrowed(name: str, most: int) -> str:
    """The name, or its beginning if it is drawn wider than `most` ordinary letters."""
    ends = [*accumulate(map(_width, letters(name)), initial=0)]
    if ends[-1] <= most:
        return name
    return cut(name, bisect_right(ends, most - _width(_LEFT_OUT)) - 1) + _LEFT_OUT


def _width(letter: str) -> int:
    """The number of ordinary letters that are as wide as this one."""
    if is_picture(letter) or unicodedata.east_asian_width(letter[0]) in "WF":
        return 2
    # A sign that is several letters is as wide as they are; of the longest one Unicode does not say which.
    return (
        18
        if letter[0] == "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}"
        else len(unicodedata.normalize("NFKC", letter[0]))
    )


def erased(text: str) -> str:
    """The text without its last letter."""
    return "".join([*letters(text)][:-1])
