"""Painting in units: shapes, images and text at its final size.

`sentence` sets images of buttons among words ("Press (A) to join"), wrapped and centred. A `TextCollector`
paints nothing and records every text with its place, so that the screen reader reads the screen.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import pygame

from game.core.graphemes import first_letters
from game.ui.core.assets import seen_part
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import READ, STRONG, font_of, runs
from game.ui.core.theme import BODY, Palette

if TYPE_CHECKING:
    from game.ui.core.assets import Assets


MIN_NAME_SIZE = 18.0  # minimum size of names in units, at any text size

_TEXT_CACHE_SIZE: Final = 600  # cached texts, about 8 MB at one pixel per unit; a table shows fifty at once
_OVERSAMPLING, _CORNER_CACHE_SIZE = 4, 300  # oversampling of round corners; cached corners, 3 KB each
_WIDTH_CACHE_SIZE = 4_000  # cached text widths; an idle screen measures the same few hundred again and again


class TextRenderer:
    """Renders text and caches the ``max_count`` most recently used surfaces."""

    def __init__(self, max_count: int = _TEXT_CACHE_SIZE) -> None:
        self._max_count = max_count
        self._texts: OrderedDict[tuple[str, str, int, str], pygame.Surface] = OrderedDict()

    def render(self, text: str, face: str, pixels: int, colour: str) -> pygame.Surface:
        """Surface with a line of text, cached. Letters that the face lacks come from other fonts."""
        key = (text, face, pixels, colour)
        if key in self._texts:
            self._texts.move_to_end(key)
            return self._texts[key]
        surface = _render_line(text, face, pixels, colour)
        self._texts[key] = surface
        if len(self._texts) > self._max_count:
            self._texts.popitem(last=False)
        return surface

    @staticmethod
    @functools.lru_cache(maxsize=_WIDTH_CACHE_SIZE)
    def width(text: str, face: str, pixels: int) -> int:
        """Width of a line of text in pixels."""
        return sum(run.font.size(run.text)[0] for run in runs(text, face, pixels))


def _render_line(text: str, face: str, pixels: int, colour: str) -> pygame.Surface:
    """New surface with a line of text, as high as its face, or higher for letters of other fonts."""
    text_runs = runs(text, face, pixels)
    face_font = font_of(face, pixels)
    parts = [run.font.render(run.text, antialias=True, color=colour) for run in text_runs]
    if len(text_runs) == 1 and text_runs[0].font is face_font:
        return parts[0]
    # Letters of other fonts share the baseline of this one. Their overhang above or below is added on both
    # sides, so that the middle stays in place.
    tops = [face_font.get_ascent() - run.font.get_ascent() for run in text_runs]
    ink = [part.get_bounding_rect().move(0, top) for part, top in zip(parts, tops, strict=True)]
    overhang = max(0, -min(box.top for box in ink), max(box.bottom for box in ink) - face_font.get_height())
    size = sum(part.get_width() for part in parts), face_font.get_height() + 2 * overhang
    whole = pygame.Surface(size, pygame.SRCALPHA)
    x = 0
    for part, top in zip(parts, tops, strict=True):
        whole.blit(part, (x, top + overhang))
        x += part.get_width()
    return whole


@functools.lru_cache(maxsize=_CORNER_CACHE_SIZE)
def _corners(colour: str, radius: int, width: int) -> pygame.Surface:
    """Square of 2 * max(radius, width) px with round corners, filled if ``width`` is 0, else outlined."""
    side = 2 * _OVERSAMPLING * max(radius, width)
    fine = pygame.Surface((side, side), pygame.SRCALPHA)
    ink = pygame.Color(colour)
    clear = (ink.r, ink.g, ink.b, 0)
    fine.fill(clear)  # scaling mixes in the colour of transparent pixels
    pygame.draw.rect(fine, ink, fine.get_rect(), border_radius=_OVERSAMPLING * radius)
    if width:
        inner = fine.get_rect().inflate(-2 * _OVERSAMPLING * width, -2 * _OVERSAMPLING * width)
        pygame.draw.rect(fine, clear, inner, border_radius=_OVERSAMPLING * max(0, radius - width))
    return pygame.transform.smoothscale(fine, (side // _OVERSAMPLING, side // _OVERSAMPLING))


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Look of letters.

    Attributes:
        face: one of NAMES, READ, STRONG.
        colour: the theme's ink if empty.
        is_fixed_size: True to ignore the text size of the settings (card faces, boards).
    """

    face: str = READ
    colour: str = ""
    is_fixed_size: bool = False


PLAIN_STYLE: Final = TextStyle()


class FittedLine(NamedTuple):
    """A line of text at the size at which it fits its room."""

    text: str
    face: str
    pixels: int
    colour: str


_MAX_LINE_LETTERS = 300  # letters of the longest line that fits anywhere; a name can be of any length


class Painter:
    """Argument of `draw`: a surface, and methods that paint on it in units."""

    # True if nothing is painted and only texts are collected, so caches must call their draw functions
    only_reads = False

    def __init__(
        self,
        surface: pygame.Surface,
        canvas: Canvas,
        theme: Palette,
        assets: Assets,
        type_: TextRenderer,
        text_scale: float,
    ) -> None:
        self.surface = surface
        self.view = canvas
        self.theme = theme
        self.assets = assets
        self.type = type_
        self.text_scale = text_scale

    def for_surface(self, surface: pygame.Surface) -> Painter:
        """Painter like this one for another surface."""
        return Painter(surface, self.view, self.theme, self.assets, self.type, self.text_scale)

    def with_text_scale(self, text_scale: float) -> Painter:
        """Copy of this painter with another text scale instead of that of the settings.

        For pictures whose letters grow differently from all others.
        """
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, text_scale=text_scale)
        return copy

    def blit(
        self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft", opacity: float = 1.0
    ) -> None:
        """Blit an image with its anchor (a `pygame.Rect` name, such as ``center``) at a place in units.

        The image is opaque afterwards, because it may be cached.
        """
        if opacity < 1:
            image.set_alpha(round(255 * max(0.0, opacity)))
            self.blit(image, x, y, anchor)
            image.set_alpha(255)
            return
        scale = self.view.scale
        at = round(x * scale), round(y * scale)
        left, top = at if anchor == "topleft" else image.get_rect(**{anchor: at}).topleft
        part = seen_part(image)
        if part is None:
            self.surface.blit(image, (left, top))
        else:
            self.surface.blit(image, (left + part.x, top + part.y), part)

    def blit_row(self, images: Iterable[pygame.Surface], x: float, y: float) -> None:
        """Blit images side by side without a gap; (x, y) is the upper left corner, in units."""
        left, top = round(x * self.view.scale), round(y * self.view.scale)
        for image in images:
            self.surface.blit(image, (left, top))
            left += image.get_width()

    def fill(self, box: Box, colour: str, radius: float = 0) -> None:
        """Fill a box; ``radius`` of its corners is in units."""
        self._draw_rounded(box, colour, self.view.px(radius), 0)

    def shade(self) -> None:
        """Darken everything drawn before, behind a dialog."""
        veil = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        veil.fill(self.theme.shade)
        self.surface.blit(veil, (0, 0))

    def frame(self, box: Box, colour: str, width: float, radius: float = 0) -> None:
        """Draw the outline of a box, inside its edges. ``width`` and ``radius`` are in units."""
        self._draw_rounded(box, colour, self.view.px(radius), max(1, self.view.px(width)))

    def _draw_rounded(self, box: Box, colour: str, radius: int, width: int) -> None:
        """Draw a box with round corners (radius and width in px), filled if ``width`` is 0."""
        rect = self.view.rect(box)
        half = min(rect.size) // 2
        radius, width = min(radius, half), min(width, max(1, half))
        side = max(radius, width)
        across, along = max(0, rect.w - 2 * side), max(0, rect.h - 2 * side)
        for right, bottom in ((0, 0), (0, 1), (1, 0), (1, 1)) if side else ():
            at = rect.x + right * (rect.w - side), rect.y + bottom * (rect.h - side)
            corner = right * side, bottom * side, side, side
            self.surface.blit(_corners(colour, radius, width), at, corner)
        if width:
            for top in (rect.y, rect.bottom - width):
                self.surface.fill(colour, (rect.x + side, top, across, width))
        else:
            self.surface.fill(colour, (rect.x + side, rect.y, across, rect.h))
        for left in (rect.x, rect.right - (width or side)):
            self.surface.fill(colour, (left, rect.y + side, width or side, along))

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: float = BODY,
        style: TextStyle = PLAIN_STYLE,
        *,
        anchor: str = "midleft",
        room: float = 0,
    ) -> float:
        """Draw a line of text and return its width in units.

        Args:
            text: the line.
            x: position of the anchor.
            y: position of the anchor.
            size: in units, before the text size of the settings.
            style: look of the letters.
            anchor: a `pygame.Rect` name.
            room: maximum width in units, to which the text is shrunk; 0 for no limit.
        """
        face, pixels = style.face, self.letter_pixels(size, fixed=style.is_fixed_size)
        if room:
            width = self.type.width(text, face, pixels) / self.view.scale
            if width > room:
                pixels = max(8, int(pixels * room / width))
                # Widths are not exactly proportional to the size of the letters.
                while pixels > 8 and self.type.width(text, face, pixels) / self.view.scale > room:
                    pixels -= 1
        return self.put_line(FittedLine(text, face, pixels, style.colour or self.theme.ink), x, y, anchor)

    def put_line(self, line: FittedLine, x: float, y: float, anchor: str) -> float:
        """Draw a fitted line at its anchor and return its width in units."""
        image = self.type.render(line.text, line.face, line.pixels, line.colour)
        self.blit(image, x, y, anchor)
        return image.get_width() / self.view.scale

    def width(self, text: str, size: float = BODY, face: str = READ, *, fixed: bool = False) -> float:
        """Width of a line in units. The text size of the settings counts unless ``fixed``."""
        return self.type.width(text, face, self.letter_pixels(size, fixed=fixed)) / self.view.scale

    def shortened(
        self, text: str, size: float, room: float, face: str = READ, *, min_size: float = MIN_NAME_SIZE
    ) -> str:
        """The text, or its start and "…" if it does not fit ``room`` units in letters ``min_size`` high."""
        # Shortened before it is shrunk: a name in tiny letters cannot be read.
        min_size = min(size, min_size / self.text_scale)
        if self.width(text, min_size, face) <= room:
            return text
        text = text[:_MAX_LINE_LETTERS]

        def short(end: int) -> str:
            """First ``end`` letters and an ellipsis."""
            return first_letters(text, end).rstrip("- ") + "…"

        ends = range(1, len(text))
        fit = bisect_right(ends, room, key=lambda end: self.width(short(end), min_size, face))
        first = (first_letters(text, 1), "…")  # a single letter can be wider than a whole name
        return short(ends[fit - 1]) if fit else min(first, key=lambda name: self.width(name, min_size, face))

    def line_height(self, size: float = BODY) -> float:
        """Distance between lines in units, for a size before the text size of the settings."""
        return size * self.text_scale * 1.36

    def wrapped(self, text: str, width: float, size: float = BODY, face: str = READ) -> list[str]:
        """Lines of at most ``width`` units, at least one. Breaks at newlines, spaces, in words if needed.

        No word is alone in the last line of a paragraph if the line before can spare one.
        """
        pixels, max_width = self.letter_pixels(size, fixed=False), width * self.view.scale
        lines: list[str] = []
        for paragraph in text.split("\n"):
            first, line = len(lines), ""
            for word in paragraph.split(" "):
                whole = f"{line} {word}" if line else word
                if self.type.width(whole, face, pixels) <= max_width:
                    line = whole
                    continue
                if line:
                    lines.append(line)
                line = word
                while self.type.width(line, face, pixels) > max_width and len(line) > 1:
                    cut = next(n for n in range(len(line) - 1, 0, -1)
                               if n == 1 or self.type.width(line[:n], face, pixels) <= max_width)  # fmt: skip
                    # Break addresses and compounds at slashes and hyphens, other words anywhere.
                    slash = max(line.rfind("/", 1, cut), line.rfind("\\", 1, cut))
                    cut = slash + 1 or line.rfind("-", 1, cut) + 1 or cut
                    lines.append(line[:cut])
                    line = line[cut:]
            lines.append(line)
            if len(lines) > first + 1 and " " not in line and lines[-2].count(" ") > 1:
                rest, word = lines[-2].rsplit(" ", 1)
                if self.type.width(f"{word} {line}", face, pixels) <= max_width:
                    lines[-2:] = rest, f"{word} {line}"
        return lines

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float = BODY,
        style: TextStyle = PLAIN_STYLE,
        *,
        centred: bool = False,
    ) -> float:
        """Draw a wrapped text below and right of (x, y) units, and return its height in units."""
        lines = self.wrapped(text, width, size, style.face)
        box = Box(x, y, width, len(lines) * self.line_height(size))
        self.put_lines(text, lines, box, size, style, align=0.5 if centred else 0.0)
        return box.h

    def put_lines(
        self, text: str, lines: Sequence[str], box: Box, size: float, style: TextStyle, *, align: float
    ) -> None:
        """Draw lines evenly in a box; ``align``: 0.0 (left), 0.5 or 1.0 (right). ``text`` is ignored here."""
        step, anchor = box.h / len(lines), {0.0: "midleft", 0.5: "center", 1.0: "midright"}[align]
        x = box.x + align * box.w
        for number, line in enumerate(lines):
            self.text(line, x, box.y + (number + 0.5) * step, size, style, anchor=anchor)

    def height(self, text: str, width: float, size: float = BODY, face: str = READ) -> float:
        """Height of `paragraph` in units."""
        return len(self.wrapped(text, width, size, face)) * self.line_height(size)

    def letter_pixels(self, size: float, *, fixed: bool) -> int:
        """Size of letters in pixels, at least 8. The text size of the settings counts unless ``fixed``."""
        return max(8, round(size * self.view.scale * (1 if fixed else self.text_scale)))


FADE_LENGTH = 24.0  # units over which scrolled content fades at an edge with more content beyond it


class EdgeFade:
    """Fade at the edges of scrolled content.

    Copies the background before the content is drawn, and blits it over the content in `close`.
    """

    def __init__(self, painter: Painter, box: Box, *, above: bool, below: bool) -> None:
        """Copy the upper and the lower edge of a box, each if content is hidden beyond it."""
        height = min(FADE_LENGTH, box.h / 4)
        self._strips: list[tuple[pygame.Surface, pygame.Rect]] = []
        for is_hidden, top in ((above, box.y), (below, box.bottom - height)):
            if not is_hidden:
                continue
            place = painter.view.rect(Box(box.x, top, box.w, height)).clip(painter.surface.get_rect())
            strip = pygame.Surface(place.size, pygame.SRCALPHA)
            strip.blit(painter.surface, (0, 0), place)
            for y in range(place.h):
                near = (place.h - y if top == box.y else y + 1) / place.h
                strip.fill((255, 255, 255, round(255 * near)), (0, y, place.w, 1), pygame.BLEND_RGBA_MULT)
            self._strips.append((strip, place))

    def close(self, painter: Painter) -> None:
        """Blit the copied background over the edges of the content."""
        for strip, place in self._strips:
            painter.surface.blit(strip, place)


def largest(size: float, fits: Callable[[float], bool], *, min_size: float = 8.0, step: float = 1.0) -> float:
    """First size from ``size`` down for which ``fits`` is true; if none, the first not above ``min_size``."""
    while size > min_size and not fits(size):
        size -= step
    return size


_PARTS = re.compile(r"\{(\w+)\}")
_WORD_GAP = 7.0


def sentence_height(painter: Painter, text: str, width: float, size: float = BODY) -> float:
    """Height of `sentence` in units if every image is a square of the line height."""
    square = pygame.Surface((painter.view.px(painter.line_height(size)), 1))
    pictures = dict.fromkeys(_PARTS.findall(text), square)
    return len(_lines(painter, text, pictures, width, size)) * painter.line_height(size)


def sentence(
    painter: Painter,
    text: str,
    pictures: Mapping[str, pygame.Surface | None],
    centre: tuple[float, float],
    width: float,
    size: float = BODY,
    *,
    colour: str = "",
) -> None:
    """Draw a centred text of at most ``width`` units per line, with images at their names in braces.

    A name without an image is left out.
    """
    lines = _lines(painter, text, pictures, width, size)
    step = painter.line_height(size)
    y = centre[1] - step * (len(lines) - 1) / 2
    for line in lines:
        x = centre[0] - _inline_width(painter, line, size) / 2
        for part in line:
            if isinstance(part, str):
                painter.text(part, x, y, size, TextStyle(STRONG, colour))
            else:
                painter.blit(part, x, y, "midleft")
            x += _part_width(painter, part, size) + _WORD_GAP
        y += step


Part = str | pygame.Surface


def _lines(
    painter: Painter, text: str, pictures: Mapping[str, pygame.Surface | None], width: float, size: float
) -> list[list[Part]]:
    """Lines of a sentence, each a list of texts and images; only a single part may exceed ``width``."""
    parts: list[Part] = []
    for number, piece in enumerate(_PARTS.split(text)):
        if number % 2:
            picture = pictures.get(piece)
            parts += [picture] if picture is not None else []
        else:
            parts += filter(None, piece.split(" "))  # a no-break space does not break
    lines: list[list[Part]] = [[]]
    for part in parts:
        if lines[-1] and _inline_width(painter, [*lines[-1], part], size) > width:
            lines.append([])
        if lines[-1] and isinstance(part, str) and isinstance(lines[-1][-1], str):
            lines[-1][-1] += f" {part}"
        else:
            lines[-1].append(part)
    return lines


def _inline_width(painter: Painter, line: list[Part], size: float) -> float:
    """Width of a line's parts, with the spaces in between, in units."""
    return sum(_part_width(painter, part, size) for part in line) + _WORD_GAP * (len(line) - 1)


def _part_width(painter: Painter, part: Part, size: float) -> float:
    """Width of a text or an image in units."""
    if isinstance(part, str):
        return painter.width(part, size, STRONG)
    return part.get_width() / painter.view.scale


MAX_ROW_OFFSET = 22.0
"""Texts whose middles are at most this far apart vertically (units) count as one row, read left to right."""


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A text and the centre of its place, in units."""

    words: str
    x: float
    y: float


class TextCollector(Painter):
    """Painter that paints nothing and records all texts."""

    only_reads = True

    def __init__(self, like: Painter) -> None:
        """Measure text like another painter."""
        blank = pygame.Surface((1, 1))
        super().__init__(blank, like.view, like.theme, like.assets, like.type, like.text_scale)
        self.painted_texts: list[PaintedText] = []
        self.clip: Box | None = None  # area outside of which nothing is recorded

    def for_surface(self, surface: pygame.Surface) -> Painter:
        """This painter itself, which collects the texts of all surfaces."""
        return self

    def blit(
        self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft", opacity: float = 1.0
    ) -> None:
        """Ignore images."""

    def shade(self) -> None:
        """Do nothing."""

    def put_line(self, line: FittedLine, x: float, y: float, anchor: str) -> float:
        """Record a line, and return the width in units that it would have."""
        width = self.type.width(line.text, line.face, line.pixels) / self.view.scale
        middle = (
            x - width / 2 if anchor.endswith("right") else x + width / 2 if anchor.endswith("left") else x
        )
        self._collect(line.text, middle, y)
        return width

    def put_lines(
        self, text: str, lines: Sequence[str], box: Box, size: float, style: TextStyle, *, align: float
    ) -> None:
        """Record the whole ``text`` at the middle of its first line, ignoring ``lines``."""
        self._collect(text, box.centre[0], box.y + min(box.h, self.line_height(size)) / 2)

    def _collect(self, text: str, x: float, y: float) -> None:
        """Record a text and its centre in units, unless it has only symbols or is outside ``clip``."""
        if (self.clip is None or self.clip.contains((x, y))) and any(
            letter.isalnum() for letter in text
        ):  # symbols and dots alone are not read
            self.painted_texts.append(PaintedText(" ".join(text.split()), x, y))


def collect_text(like: Painter, draw: Callable[[Painter], object]) -> list[PaintedText]:
    """Texts that a function draws, in reading order, without duplicates (same words and place)."""
    listener = TextCollector(like)
    draw(listener)
    return in_order(listener.painted_texts)


def in_order(texts: Iterable[PaintedText]) -> list[PaintedText]:
    """Sort texts into rows from the top, each from left to right. Drops equal texts at the same place."""
    rows: list[list[PaintedText]] = []
    for text in sorted(dict.fromkeys(texts), key=lambda text: (text.y, text.x)):
        if rows and text.y - rows[-1][0].y <= MAX_ROW_OFFSET:
            rows[-1].append(text)
        else:
            rows.append([text])
    return [text for row in rows for text in sorted(row, key=lambda text: text.x)]


def within(texts: Sequence[PaintedText], box: Box) -> str:
    """Texts whose centres are in a box, without duplicates, joined by commas."""
    return ", ".join(dict.fromkeys(text.words for text in texts if box.contains((text.x, text.y))))
