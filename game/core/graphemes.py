"""Grapheme clusters ("letters" here): a character with its marks, or an emoji of several code points."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice

JOINER = "\u200d"  # joins two emoji into one, such as a family
_ELLIPSIS = "…"
_KEYCAP = "\u20e3"
_SKIN_TONES = range(0x1F3FB, 0x1F400)  # skin tones of the emoji before them
_FLAGS = range(0x1F1E6, 0x1F200)  # letters that form a flag in pairs
_TAGS = range(0xE0020, 0xE0080)  # select the country of a flag
_SINGLE_PICTURES = (0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x3030, 0x303D)
_PICTURES = (range(0x1F000, 0x1FB00), range(0x2190, 0x2C00), _SINGLE_PICTURES)


_IGNORABLE = frozenset({0xAD, 0x34F, 0x61C, 0x3164, 0xFEFF, 0xFFA0}).union(
    range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010),
    range(0x202A, 0x202F), range(0x2060, 0x2070), range(0xFE00, 0xFE10), range(0xFFF0, 0xFFF9),
    range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000),
)  # fmt: skip
"""Default_Ignorable_Code_Point of DerivedCoreProperties.txt, Unicode 16."""


def is_ignorable(sign: str) -> bool:
    """True if a code point is invisible when a font does not have it."""
    return ord(sign) in _IGNORABLE


def printable(text: str) -> str:
    """Return the text with all unprintable characters escaped, except newlines and spaces."""
    return "".join(
        sign if sign.isprintable() or sign == "\n" or unicodedata.category(sign) == "Zs"
        else sign.encode("unicode_escape").decode()
        for sign in text
    )  # fmt: skip


def is_picture(letter: str) -> bool:
    """True if a letter is an emoji, or a symbol that some fonts draw as one."""
    return any(ord(letter[0]) in signs for signs in _PICTURES) or _KEYCAP in letter


def letters(text: str) -> Iterator[str]:
    """Yields the letters (grapheme clusters) of a text, in order."""
    letter = ""
    for sign in text:
        if letter and _continues_letter(letter, sign):
            letter += sign
            continue
        if letter:
            yield letter
        letter = sign
    if letter:
        yield letter


def _continues_letter(letter: str, sign: str) -> bool:
    """True if a code point continues the letter before it."""
    code = ord(sign)
    if unicodedata.category(sign)[0] == "M":  # variation selectors are marks too
        return True
    if not is_picture(letter):
        return False
    if sign == JOINER or code in _SKIN_TONES or code in _TAGS:
        return True
    if code in _FLAGS:
        return len(letter) == 1 and ord(letter) in _FLAGS
    return letter[-1] == JOINER and is_picture(sign)


def first_letters(text: str, max_letters: int) -> str:
    """Return the first ``max_letters`` letters of the text."""
    return "".join(islice(letters(text), max_letters))


def fit_name(name: str, max_width: int) -> str:
    """Return the name, shortened with an ellipsis if it is wider than ``max_width`` ordinary letters."""
    ends = [*accumulate(map(_width, letters(name)), initial=0)]
    if ends[-1] <= max_width:
        return name
    return first_letters(name, bisect_right(ends, max_width - _width(_ELLIPSIS)) - 1) + _ELLIPSIS


def _width(letter: str) -> int:
    """Width of a letter in ordinary letters: 2 for pictures and wide ones, more for ligatures, else 1."""
    if is_picture(letter) or unicodedata.east_asian_width(letter[0]) in "WF":
        return 2
    # A ligature is as wide as its letters; for the longest one Unicode has no decomposition.
    return (
        18
        if letter[0] == "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}"
        else len(unicodedata.normalize("NFKC", letter[0]))
    )


def without_last_letter(text: str) -> str:
    """Return the text without its last letter."""
    return "".join([*letters(text)][:-1])
