"""Fonts and text direction: find the font for every letter, because names may be in any script.

With right-to-left letters, `ordered` puts the pieces of a line in visual order. It follows UAX 9 without
embeddings; comments name its rules (P2, W1 to W7, N0 to N2, L1, L2).

Names in sentences are isolated by characters that `game.i18n` puts around them, so that a name in Hebrew does
not reorder the sentence.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from unicodedata import bidirectional

import manimgx_fonts
import pygame
from font_fredoka_one import FredokaOne
from font_manrope import ManropeBold, ManropeSemiBold

from game.core.graphemes import is_picture, letters

ISOLATING = "\u2066\u2067\u2068\u2069"
_WITHOUT_ISOLATES = dict.fromkeys(map(ord, ISOLATING))
_OPENERS, _END = {"LRI": 0, "RLI": 1, "FSI": -1}, "PDI"
"""Characters that start an isolate, and its direction: 1 for right to left, -1 for that of its first letter.
"""
_STRONG = {"L": 0, "R": 1, "AL": 1}
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"})
_INVISIBLE = frozenset({"BN", "LRE", "RLE", "LRO", "RLO", "PDF"})
_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">", "«": "»"}


def split_directions(text: str) -> list[tuple[str, bool]]:
    """Pieces of one direction in visual order, as (text in reading order, True if right to left).

    Isolating characters are removed.
    """
    levels = _levels(text)
    pieces: list[tuple[str, int]] = []
    for letter, level in zip(text, levels, strict=True):
        if pieces and pieces[-1][1] == level:
            pieces[-1] = pieces[-1][0] + letter, level
        else:
            pieces.append((letter, level))
    for min_level in range(max((level for _text, level in pieces), default=0), 0, -1):
        pieces = list(_reversed_pieces(pieces, min_level))
    ordered_runs: list[tuple[str, bool]] = []
    for piece, level in pieces:
        visible, leftwards = piece.translate(_WITHOUT_ISOLATES), bool(level % 2)
        if ordered_runs and visible and not leftwards and not ordered_runs[-1][1]:
            ordered_runs[-1] = ordered_runs[-1][0] + visible, False
        elif visible:
            ordered_runs.append((visible, leftwards))
    return ordered_runs


def _reversed_pieces(pieces: Sequence[tuple[str, int]], min_level: int) -> Iterator[tuple[str, int]]:
    """Yield all pieces, each run of pieces of at least ``min_level`` in reverse order (L2)."""
    waiting: list[tuple[str, int]] = []
    for piece in pieces:
        if piece[1] >= min_level:
            waiting.append(piece)
            continue
        yield from reversed(waiting)
        waiting.clear()
        yield piece
    yield from reversed(waiting)


def _levels(text: str) -> list[int]:
    """Embedding level of each letter, by index. Odd levels are read from right to left."""
    kinds = [bidirectional(letter) or "L" for letter in text]
    base = _first(kinds, 0, len(text))
    levels = [base] * len(text)
    _resolve(text, kinds, levels, (0, len(text)), base)
    for place in reversed(range(len(text))):  # white space at the end of a line stays there (L1)
        if kinds[place] not in _NEUTRAL - {"ON"} | _INVISIBLE:
            break
        levels[place] = base
    return levels


def _first(kinds: Sequence[str], start: int, end: int) -> int:
    """Direction of the first strong letter outside of isolates: 1 for right to left, else 0 (P2, P3)."""
    deep = 0
    for kind in kinds[start:end]:
        if kind in _OPENERS:
            deep += 1
        elif kind == _END:
            deep = max(0, deep - 1)
        elif not deep and kind in _STRONG:
            return _STRONG[kind]
    return 0


def _resolve(text: str, kinds: Sequence[str], levels: list[int], within: tuple[int, int], level: int) -> None:
    """Set the levels in a range of the text, and of the isolates in it. Changes ``levels``."""
    places: list[int] = []
    place, end = within
    while place < end:
        kind = kinds[place]
        if kind not in _INVISIBLE:
            places.append(place)
        if kind in _OPENERS:
            close = _isolate_end(kinds, place, end)
            direction = _OPENERS[kind] if _OPENERS[kind] >= 0 else _first(kinds, place + 1, close)
            inner = level + 1 if (level + 1) % 2 == direction else level + 2
            levels[place] = level
            _resolve(text, kinds, levels, (place + 1, close), inner)
            place = close
        else:
            place += 1
    original = [kinds[place] for place in places]
    resolved = _resolve_weak(original, level)
    _resolve_brackets([text[place] for place in places], original, resolved, level)
    _resolve_neutral(resolved, level)
    for place, kind in zip(places, resolved, strict=True):
        up = (kind == "R") if level % 2 == 0 else (kind == "L")
        levels[place] = level + (up if kind in ("L", "R") else 1 if level % 2 else 2)
    for place in range(*within):
        if kinds[place] in _INVISIBLE and place > within[0] and place - 1 in places:
            levels[place] = levels[place - 1]


def _isolate_end(kinds: Sequence[str], place: int, end: int) -> int:
    """Index at which the isolate at ``place`` ends: its closing character, or ``end``."""
    deep = 0
    for position in range(place, end):
        deep += (kinds[position] in _OPENERS) - (kinds[position] == _END)
        if not deep:
            return position
    return end


def _resolve_weak(original_kinds: Sequence[str], level: int) -> list[str]:
    """Bidirectional classes of the letters after W1 to W7, which resolve numbers and marks."""
    side = "R" if level % 2 else "L"
    kinds: list[str] = []
    strong = side
    for kind in original_kinds:  # W1, W2
        before = kinds[-1] if kinds else side
        if kind == "NSM":
            kinds.append("ON" if before in _OPENERS or before == _END else before)
            continue
        strong = kind if kind in _STRONG else strong
        kinds.append("AN" if kind == "EN" and strong == "AL" else kind)
    kinds = ["R" if kind == "AL" else kind for kind in kinds]  # W3
    for place in range(1, len(kinds) - 1):  # W4
        before, kind, after = kinds[place - 1 : place + 2]
        if before == after and ((kind in ("ES", "CS") and after == "EN") or (kind == "CS" and after == "AN")):
            kinds[place] = after
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):  # W5
        near = ""
        for place in order:
            kinds[place] = "EN" if kinds[place] == "ET" and near == "EN" else kinds[place]
            near = kinds[place]
    strong = side
    for place, kind in enumerate(kinds):  # W6, W7
        if kind in ("L", "R"):
            strong = kind
        elif kind in ("ES", "ET", "CS"):
            kinds[place] = "ON"
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"
    return kinds


def _resolve_brackets(
    letters: Sequence[str], original_kinds: Sequence[str], kinds: list[str], level: int
) -> None:
    """Give bracket pairs the direction of their content, and their marks too (N0). Changes ``kinds``."""
    side, opposite = ("R", "L") if level % 2 else ("L", "R")
    for start, end in _pairs(letters, kinds):
        inside = {"R" if kind in ("EN", "AN") else kind for kind in kinds[start + 1 : end]}
        before = next((_direction_of(kind) for kind in reversed(kinds[:start]) if _direction_of(kind)), side)
        if side not in inside and opposite not in inside:
            continue
        direction = opposite if side not in inside and before == opposite else side
        for bracket in (start, end):
            marks = takewhile(lambda kind: kind == "NSM", original_kinds[bracket + 1 :])
            last = bracket + 1 + len(list(marks))
            kinds[bracket:last] = [direction] * (last - bracket)


def _direction_of(kind: str) -> str:
    """Returns "R" for class R and all numbers (EN, AN), "L" for class L, else empty."""
    return "R" if kind in ("R", "EN", "AN") else "L" if kind == "L" else ""


def _pairs(letters: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Index pairs (opening, closing) of matching brackets, sorted by the opening one."""
    pairs: list[tuple[int, int]] = []
    waiting: list[tuple[str, int]] = []
    for place, letter in enumerate(letters):
        if kinds[place] != "ON":
            continue
        if letter in _CLOSERS:
            waiting.append((_CLOSERS[letter], place))
            continue
        for deep in reversed(range(len(waiting))):
            if waiting[deep][0] == letter:
                pairs.append((waiting[deep][1], place))
                del waiting[deep:]
                break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], level: int) -> None:
    """Give neutral letters the direction of both neighbours, else of the text (N1, N2). Changes ``kinds``."""
    side = "R" if level % 2 else "L"
    place = 0
    while place < len(kinds):
        end = place
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > place:
            before = _direction_of(kinds[place - 1]) if place else side
            after = _direction_of(kinds[end]) if end < len(kinds) else side
            kinds[place:end] = [before if before == after else side] * (end - place)
        place = max(end, place + 1)


NAMES, READ, STRONG = "names", "read", "strong"
"""Faces: names, numbers and big moments; running text; bold words."""
_FILES = {NAMES: FredokaOne, READ: ManropeSemiBold, STRONG: ManropeBold}
_NOTO = Path(manimgx_fonts.__file__).parent
_FALLBACK_NOTO = ("Sans", "SansSymbols", "Emoji")  # Noto fonts to try if the letter's script has no font
# system fonts to try for letters that the packages lack
_SYSTEM_FONTS = (
    "notosanscjksc,notosanscjkjp,dejavusans,arialunicodems,segoeui,msgothic,malgungothic,applesdgothicneo,"
    "hiraginosans,arial"
)
_RIGHTWARDS = frozenset({"L", "EN", "ES", "ET", "CS", "ON"})
"""Kinds that leave a line in left-to-right order if it contains no others."""
_NARROW, _HAIR = "\N{NARROW NO-BREAK SPACE}", "\N{HAIR SPACE}"
_NARROW_SPACE_PX, _HAIR_SPACE_PX = 16, 24
"""Below ``_NARROW_SPACE_PX`` px a narrow space widens the gap between words, below ``_HAIR_SPACE_PX`` px a
hair space.
"""
_UNASSIGNED = "\U0010fffd"  # no font has this letter
_MISSING = "\N{BULLET}"  # drawn for a letter that no font here has
_SCRIPTS = {
    "ARABIC": "Arab", "HEBREW": "Hebr", "SYRIAC": "Syrc", "THAANA": "Thaa", "DEVANAGARI": "Deva",
    "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "TAMIL": "Taml", "TELUGU": "Telu",
    "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "KHMER": "Khmr",
}  # fmt: skip
"""OpenType tags of scripts with contextual letter forms, by the first word of the letters' Unicode names."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text that one font draws in one direction."""

    text: str
    font: pygame.font.Font


def runs(text: str, face: str, pixels: int) -> list[TextRun]:
    """Pieces of a text for one font each, left to right, at least a space. Small text gets wider spaces."""
    text_runs = _runs(text.replace("'", "’"), face, pixels)
    if pixels >= _HAIR_SPACE_PX or not _is_tight(face):
        return text_runs
    font, space = font_of(face, pixels), f" {_NARROW if pixels < _NARROW_SPACE_PX else _HAIR}"
    return [TextRun(run.text.replace(" ", space), font) if run.font is font else run for run in text_runs]


def _runs(text: str, face: str, pixels: int) -> list[TextRun]:
    """Pieces of a text for one font each, left to right on the screen; a single space for an empty text."""
    if not text or (text.isascii() and text.isprintable()):
        # The fast path for nearly every text of the window.
        return [TextRun(text or " ", font_of(face, pixels))]
    if all(_is_plain(letter, face) for letter in text):
        return [TextRun(text.translate(_WITHOUT_ISOLATES) or " ", font_of(face, pixels))]
    text_runs: list[TextRun] = []
    for piece, leftwards in split_directions(unicodedata.normalize("NFC", text)):
        pieces: list[TextRun] = []
        after_picture = False  # the gap of their font is wide
        for letter in _letters(piece):
            source = source_of(letter, face)
            font = font_of(source or face, pixels, leftwards=leftwards, script=_script(letter[0]))
            if pieces and letter == " " and not after_picture:
                # A space has no script. In a separate font it would cut a line of Arabic or Thai into words.
                font = pieces[-1].font
            after_picture = is_picture(letter)
            glyph = _visible_text(letter, source)
            if pieces and pieces[-1].font is font:
                pieces[-1] = TextRun(pieces[-1].text + glyph, font)
            else:
                pieces.append(TextRun(glyph, font))
        text_runs += reversed(pieces) if leftwards else pieces
    return text_runs or [TextRun(" ", font_of(face, pixels))]


@cache
def _is_tight(face: str) -> bool:
    """True if the face needs wider spaces when small: not NAMES, and the hair space can be drawn."""
    # SDL without HarfBuzz draws a box for the hair space.
    hair = font_of(face, 20).render(_HAIR, antialias=True, color="#000000")
    return face != NAMES and not hair.get_bounding_rect()


@cache
def _is_plain(letter: str, face: str) -> bool:
    """True if the face itself has the letter and draws it left to right, or it is an isolating character."""
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


def _visible_text(letter: str, source: str) -> str:
    """Text to draw for a letter: with those of its marks that its font has. A bullet without a font."""
    if not source:
        return _MISSING
    if is_picture(letter):
        return letter if source == _noto("Emoji") else letter[0]
    return letter[0] + "".join(mark for mark in letter[1:] if _has_mark(source, mark))


@cache
def _script(letter: str) -> str:
    """OpenType tag of a letter's script, empty unless its letter forms depend on the context."""
    return _SCRIPTS.get(unicodedata.name(letter, "").partition(" ")[0], "")


def _letters(text: str) -> Iterator[str]:
    """Yield letters with combining marks, but no invisible ones; white space as " "."""
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
    """Name of the face, or path of the font file, that has the letter; empty if none has it.

    System fonts come last, because searching for them takes longer than a frame.
    """
    first = letter[0]
    # The face of names has Latin letters only; the bold one also has Greek and Cyrillic.
    names = [_noto("Emoji"), face, STRONG] if _is_drawn(letter) else [face, STRONG]
    source = next((name for name in names if _has_glyph(name, first)), "")
    script = unicodedata.name(first, "").partition(" ")[0].title()
    others = [_noto(name) for name in (f"Sans{script}", *_FALLBACK_NOTO)]
    return source or next(
        (name for name in (*filter(None, others), *_system()) if _has_glyph(name, first)), ""
    )


def _is_drawn(letter: str) -> bool:
    """True if a letter is shown as a colour picture, not as a text symbol."""
    return is_picture(letter) and (len(letter) > 1 or ord(letter) >= 0x1F000)


@cache
def _noto(name: str) -> str:
    """Path of a Noto font's file, empty if there is no font of this name."""
    path = _NOTO / f"Noto{name}[wght].ttf"
    return str(path) if path.is_file() else ""


def _has_glyph(name: str, letter: str) -> bool:
    """True if a font draws a letter, and not its box for missing letters. Always True for white space.

    The metrics cannot tell, because for a missing letter they are those of the box.
    """
    if letter.isspace():
        return True
    font = font_of(name, 20)
    if not font.size(letter)[0]:
        return False
    pixels = pygame.image.tobytes(
        font.render(letter, antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
    )
    blank = not any(part != 255 for part in pixels)
    return not blank and pixels != _missing_glyph(name)


@cache
def _has_mark(name: str, mark: str) -> bool:
    """True if a font has a combining mark. Compares metrics, because a mark cannot be drawn alone."""
    font = font_of(name, 97)
    return font.metrics(mark) != font.metrics(_UNASSIGNED)


@cache
def _missing_glyph(name: str) -> bytes:
    """RGB pixels that a font draws at 20 px for a missing letter."""
    return pygame.image.tobytes(
        font_of(name, 20).render(_UNASSIGNED, antialias=True, color="#000000", bgcolor="#FFFFFF"), "RGB"
    )


@cache
def _system() -> tuple[str, ...]:
    """Paths of the system fonts of `_SYSTEM_FONTS` that exist."""
    paths = (pygame.font.match_font(name) for name in _SYSTEM_FONTS.split(","))
    return tuple(dict.fromkeys(path for path in paths if path))


@cache
def font_of(name: str, pixels: int, *, leftwards: bool = False, script: str = "") -> pygame.font.Font:
    """Cached font of a face, or of a font file by path, at a size in px, for a direction and script tag."""
    # Cached for each direction and script, because both are set on the font itself.
    font = pygame.font.Font(_FILES.get(name, name), pixels)
    if leftwards:
        font.set_direction(pygame.DIRECTION_RTL)
    if script:
        font.set_script(script)
    return font
