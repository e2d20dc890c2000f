"""Which font draws which letters, and in which direction: names may be written in any alphabet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pygame
from font_fredoka_one import FredokaOne
from font_manrope import ManropeBold, ManropeSemiBold

NAMES, READ, STRONG = "names", "read", "strong"
"""The faces: names, numbers and big moments; everything read; words that carry weight."""
_FILES = {NAMES: FredokaOne, READ: ManropeSemiBold, STRONG: ManropeBold}
_ELSEWHERE = (
    "notosans,notosanscjksc,notosanscjkjp,notosansarabic,notosanshebrew,notosansdevanagari,notosansthai,"
    "dejavusans,arialunicodems,segoeui,msgothic,malgungothic,applesdgothicneo,hiraginosans,arial"
)
"""System fonts that are asked for letters which the two packages lack."""
_NOBODY = "\U0010fffd"
"""A letter that no font has."""
_MISSING = "\N{BULLET}"
"""Stands for a letter that none of the fonts here has."""
_SCRIPTS = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "DEVANAGARI": "Deva",
    "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "TAMIL": "Taml", "TELUGU": "Telu",
    "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "KHMER": "Khmr",
}  # fmt: skip
"""The scripts whose letters change with their neighbours, by the first word of a letter's name."""
_SKINS = range(0x1F3FB, 0x1F400)
"""Emoji that colour the one before them."""


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text that one font draws in one direction."""

    text: str
    font: pygame.font.Font


def runs(text: str, face: str, pixels: int) -> list[Run]:
    """The text in pieces that one font can draw, from left to right as they are seen."""
    if not text or (text.isascii() and text.isprintable()):
        # Nearly every text of the window; no letter of it has to be looked for.
        return [Run(text or " ", _font(face, pixels))]
    found: list[Run] = []
    for words, leftwards in _spans(unicodedata.normalize("NFC", text)):
        pieces: list[Run] = []
        for letter in _letters(words):
            source = _source(letter[0], face)
            font = _font(source or face, pixels, leftwards=leftwards, script=_script(letter[0]))
            if pieces and letter == " ":
                # A space has no script: in a font of its own it would cut a
                # line of Arabic or Thai into words.
                font = pieces[-1].font
            marks = "".join(mark for mark in letter[1:] if source and _has(source, mark))
            shown = letter[0] + marks if source else _MISSING
            if pieces and pieces[-1].font is font:
                pieces[-1] = Run(pieces[-1].text + shown, font)
            else:
                pieces.append(Run(shown, font))
        found += reversed(pieces) if leftwards else pieces
    return found or [Run(" ", _font(face, pixels))]


def _spans(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces of one direction, and whether it is to the left."""
    start = 0
    while start < len(text):
        leftwards = _is_leftwards(text[start])
        end = start + 1
        for place in range(end, len(text)):
            kind = unicodedata.bidirectional(text[place])
            # Spaces and points have no direction: they belong to a leftward
            # span only between two of its letters.
            if _is_leftwards(text[place]) != leftwards and (not leftwards or kind in ("L", "EN")):
                break
            if not leftwards or _is_leftwards(text[place]) or (kind == "NSM" and place == end):
                end = place + 1
        yield text[start:end], leftwards
        start = end


def _is_leftwards(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


@cache
def _script(letter: str) -> str:
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")


def _letters(text: str) -> Iterator[str]:
    """Letters with the marks that belong to them; what is never seen is left out."""
    letter = ""
    for sign in text:
        kind = "Z" if sign.isspace() else unicodedata.category(sign)[0]
        # Selectors and joiners of emoji have no picture; a font asked for them draws its box, or raises.
        if kind == "C" or "\ufe00" <= sign <= "\ufe0f" or ord(sign) in _SKINS:
            continue
        if kind == "M":
            letter += sign if letter else ""
            continue
        if letter:
            yield letter
        letter = " " if kind == "Z" else sign
    if letter:
        yield letter


@cache
def _source(letter: str, face: str) -> str:
    """The face, or the file, that has the letter; empty where none has it.

    The fonts of the system come last: to look for them takes longer than a frame.
    """
    own = next((name for name in (face, STRONG) if _draws(name, letter)), "")
    return own or next((name for name in _system() if _draws(name, letter)), "")


def _draws(name: str, letter: str) -> bool:
    """Whether a font has a letter: what it draws is neither nothing nor its box for what it lacks.

    Its metrics do not tell: they are those of the box.
    """
    if letter.isspace():
        return True
    font = _font(name, 20)
    if not font.size(letter)[0]:
        return False
    drawn = pygame.image.tobytes(
        font.render(letter, antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
    )
    blank = not any(part != 255 for part in drawn)
    return not blank and drawn != _box(name)


@cache
def _has(name: str, mark: str) -> bool:
    """Whether a font has a mark, which it may not be asked to draw alone."""
    font = _font(name, 97)
    return font.metrics(mark) != font.metrics(_NOBODY)


@cache
def _box(name: str) -> bytes:
    """What a font draws for a letter that no font has."""
    return pygame.image.tobytes(
        _font(name, 20).render(_NOBODY, antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
    )


@cache
def _system() -> tuple[str, ...]:
    found = (pygame.font.match_font(name) for name in _ELSEWHERE.split(","))
    return tuple(dict.fromkeys(path for path in found if path))


@cache
def _font(name: str, pixels: int, *, leftwards: bool = False, script: str = "") -> pygame.font.Font:
    font = pygame.font.Font(_FILES.get(name, name), pixels)
    if leftwards:
        font.set_direction(pygame.DIRECTION_RTL)
    if script:
        font.set_script(script)
    return font
