"""Which font draws which letters, and in which direction: names may be written in any alphabet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import manimgx_fonts
import pygame
from font_fredoka_one import FredokaOne
from font_manrope import ManropeBold, ManropeSemiBold

from game.core.text import is_picture, letters
from game.ui.kit.bidi import ISOLATING, ordered

NAMES, READ, STRONG = "names", "read", "strong"
"""The faces: names, numbers and big moments; everything read; words that carry weight."""
_FILES = {NAMES: FredokaOne, READ: ManropeSemiBold, STRONG: ManropeBold}
_NOTO = Path(manimgx_fonts.__file__).parent
_OTHERS = ("Sans", "SansSymbols", "Emoji")
"""Which of the Noto fonts are asked for letters of no script that has a font of its own."""
_ELSEWHERE = (
    "notosanscjksc,notosanscjkjp,dejavusans,arialunicodems,segoeui,msgothic,malgungothic,applesdgothicneo,"
    "hiraginosans,arial"
)
"""System fonts that are asked for letters which the packages lack."""
_RIGHTWARDS = frozenset({"L", "EN", "ES", "ET", "CS", "ON"})
"""What never turns the order of its neighbours, where nothing else on its line does."""
_UNSEEN = dict.fromkeys(map(ord, ISOLATING))
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


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of text that one font draws in one direction."""

    text: str
    font: pygame.font.Font


def runs(text: str, face: str, pixels: int) -> list[Run]:
    """The text in pieces that one font can draw, from left to right as they are seen."""
    if not text or (text.isascii() and text.isprintable()):
        # Nearly every text of the window; no letter of it has to be looked for.
        return [Run(text or " ", base(face, pixels))]
    if all(_is_plain(letter, face) for letter in text):
        return [Run(text.translate(_UNSEEN) or " ", base(face, pixels))]
    found: list[Run] = []
    for words, leftwards in ordered(unicodedata.normalize("NFC", text)):
        pieces: list[Run] = []
        after_picture = False  # the gap of their font is wide
        for letter in _letters(words):
            source = source_of(letter, face)
            font = _font(source or face, pixels, leftwards=leftwards, script=_script(letter[0]))
            if pieces and letter == " " and not after_picture:
                # A space has no script: in a font of its own it would cut a
                # line of Arabic or Thai into words.
                font = pieces[-1].font
            after_picture = is_picture(letter)
            shown = _shown(letter, source)
            if pieces and pieces[-1].font is font:
                pieces[-1] = Run(pieces[-1].text + shown, font)
            else:
                pieces.append(Run(shown, font))
        found += reversed(pieces) if leftwards else pieces
    return found or [Run(" ", _font(face, pixels))]


@cache
def _is_plain(letter: str, face: str) -> bool:
    """Whether a letter stands for itself beside others like it, in the font of the face."""
    if letter.isascii() or letter in ISOLATING:
        return letter.isprintable() or letter in ISOLATING
    return (
        (letter < "\u0590" or "\u2010" <= letter < "\u2200")
        and unicodedata.category(letter)[0] in "LNPS"
        and unicodedata.bidirectional(letter) in _RIGHTWARDS
        and unicodedata.normalize("NFC", letter) == letter
        and not is_picture(letter)
        and source_of(letter, face) == face
    )


def _shown(letter: str, source: str) -> str:
    """What is drawn of a letter: with the marks that its font has, and all that makes a picture."""
    if not source:
        return _MISSING
    if is_picture(letter):
        return letter if source == _noto("Emoji") else letter[0]
    return letter[0] + "".join(mark for mark in letter[1:] if _has(source, mark))


@cache
def _script(letter: str) -> str:
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")


def _letters(text: str) -> Iterator[str]:
    """Letters with the marks that belong to them; what is never seen is left out."""
    for letter in letters(text):
        kind = "Z" if letter[0].isspace() else unicodedata.category(letter[0])[0]
        if kind == "Z":
            yield " "
        elif is_picture(letter):
            yield letter
        elif kind not in "CM":
            yield letter[0] + "".join(mark for mark in letter[1:] if not "\ufe00" <= mark <= "\ufe0f")


@cache
def source_of(letter: str, face: str) -> str:
    """The face, or the file, that has the letter; empty where none has it.

    The fonts of the system come last: to look for them takes longer than a frame.
    """
    first = letter[0]
    # The face of names has Latin letters only; the strong one has Greek and Cyrillic ones too.
    own = [_noto("Emoji"), face, STRONG] if _is_drawn(letter) else [face, STRONG]
    found = next((name for name in own if _draws(name, first)), "")
    script = unicodedata.name(first, "").partition(" ")[0].title()
    others = [_noto(name) for name in (f"Sans{script}", *_OTHERS)]
    return found or next((name for name in (*filter(None, others), *_system()) if _draws(name, first)), "")


def _is_drawn(letter: str) -> bool:
    """Whether a letter is meant as a picture, not as a sign of the text."""
    return is_picture(letter) and (len(letter) > 1 or ord(letter) >= 0x1F000)


@cache
def _noto(name: str) -> str:
    """The file of a Noto font; empty where there is none of this name."""
    path = _NOTO / f"Noto{name}[wght].ttf"
    return str(path) if path.is_file() else ""


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


def base(face: str, pixels: int) -> pygame.font.Font:
    """The font of a face itself, on whose line others stand."""
    return _font(face, pixels)


@cache
def _font(name: str, pixels: int, *, leftwards: bool = False, script: str = "") -> pygame.font.Font:
    # One for each direction and script: both are set on the font itself, for everything that it draws.
    font = pygame.font.Font(_FILES.get(name, name), pixels)
    if leftwards:
        font.set_direction(pygame.DIRECTION_RTL)
    if script:
        font.set_script(script)
    return font
