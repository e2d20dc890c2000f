"""What a screen is: a frozen tree of elements, and where each of them lies.

A screen says in one expression what it is made of: rows, columns, grids and stacks, with words, pictures and
buttons in them. The tree is a plain value, so whoever keeps a picture of it compares trees. `lay` gives each
element its box, as a pure function of tree, box and ruler (text size, language and pixels of the window are
the ruler's), in two passes: an element is asked how large it wants to be in a width, then told its box. It
costs one measuring of each text in each width, on change only; `LayoutCache` keeps the last frame.

The laws of text stand here, once. No words shrink to fit: they wrap, or all that is `ShrinkToFit` grows less
with the text size, leaves out what says least, or takes a shorter form. None are smaller than `READ_LEAST`,
and a style never gives smaller letters at a larger text size: its growth may end (`FontSpec.most`), not turn.

Boards (a pitch, a map, a table of piles) have a geometry of their own: to a tree they are one `Picture`.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias, TypedDict, Unpack

from game.i18n import language_tag
from game.ui.art.fabric import focus_ring
from game.ui.core.canvas import Box
from game.ui.core.fonts import READ
from game.ui.core.paint import FADE, EdgeFade, Painter, TextStyle
from game.ui.core.theme import BODY

READ_LEAST = 18.0
"""No words that are read are smaller, in units of the canvas, whatever the text size."""


class ElementKey(StrEnum):
    """What elements and controls of a screen are called; each screen has an enumeration of its own."""

    def of(self, number: int) -> str:
        """The name of one of many of this kind."""
        return f"{self} {number}"

    def number(self, key: str) -> int | None:
        """Which one of this kind a key is; `None` for a key of another kind."""
        kind, _space, number = key.rpartition(" ")
        return int(number) if kind == self.value else None


@dataclass(frozen=True, slots=True)
class ScaledLength:
    """A length in units, and how it grows with the text size."""

    base: float
    """At a text size of 100 %."""
    grows: float = 1.0
    """What of the text's growth it takes part in."""
    most: float = math.inf
    """It grows to so many units at most."""

    def at(self, scale: float) -> float:
        return max(self.base, min(self.base * (1 + self.grows * (scale - 1)), self.most))


Size: TypeAlias = float | ScaledLength


@dataclass(frozen=True, slots=True)
class FontSpec:
    """How words look, and how they grow."""

    size: float = BODY
    face: str = READ
    colour: str = ""
    """That of the theme's ink when empty."""
    growth: float = 1.0
    most: float = math.inf
    """They grow to so many units at most: for what is large already."""

    def at(self, scale: float) -> float:
        """Their size in units at a text size."""
        # As `ScaledLength.at`, without one made for each of the thousand times that a tree asks.
        return max(READ_LEAST, self.size, min(self.size * (1 + self.growth * (scale - 1)), self.most))

    def with_growth(self, grows: float) -> FontSpec:
        """The same, growing otherwise."""
        return replace(self, growth=grows)

    def with_colour(self, colour: str) -> FontSpec:
        """The same in another colour."""
        return replace(self, colour=colour)


class MeasureContext:
    """Measures the elements of one tree; asked twice, it remembers."""

    def __init__(self, painter: Painter, rank: int = sys.maxsize) -> None:
        self.scale, self.rank = painter.text_scale, rank
        """By how much letters and lengths grow, and up to which rank elements are seen."""
        self.view = painter.view
        self.painter = painter.with_text_scale(1.0)
        """Letters of a style have grown already."""
        self._sizes: dict[tuple[int, float], tuple[Element, tuple[float, float]]] = {}
        """With the elements: one that was thrown away would leave its number to another."""
        self._others: dict[tuple[float, int], MeasureContext] = {}

    def tighter(self, share: float, rank: int) -> MeasureContext:
        """One by which all grows by that share of the text's growth, without what is of a higher rank."""
        scale = 1 + share * (self.scale - 1)
        if (scale, rank) not in self._others:
            self._others[scale, rank] = MeasureContext(self.painter.with_text_scale(scale), rank)
        return self._others[scale, rank]

    def units(self, size: Size) -> float:
        return size.at(self.scale) if isinstance(size, ScaledLength) else size

    def size(self, element: Element, room: float) -> tuple[float, float]:
        """How wide and high an element wants to be where it has so much width."""
        known = self._sizes.get(key := (id(element), room))
        if known is None:
            w = None if element.w is None else self.units(element.w)
            h = None if element.h is None else self.units(element.h)
            if w is None or h is None:
                wide, high = element.measure(self, room if w is None else w)
                w, h = wide if w is None else w, high if h is None else h
            known = self._sizes[key] = element, (w, h)
        return known[1]

    def lines(self, words: str, letters: FontSpec, room: float) -> list[str]:
        return self.painter.wrapped(words, room, letters.at(self.scale), letters.face)

    def line_height(self, letters: FontSpec) -> float:
        return self.painter.line_height(letters.at(self.scale))


@dataclass(frozen=True, slots=True)
class Element(ABC):
    """Something that has a box. ``w`` and ``h`` fix its size; ``flex`` is its share of what is left."""

    key: str = field(default="", kw_only=True)
    """Name for looking up its box: an `ElementKey` of the screen, or one of many of a kind."""
    w: Size | None = field(default=None, kw_only=True)
    h: Size | None = field(default=None, kw_only=True)
    flex: float = field(default=0.0, kw_only=True)
    narrow: Size = field(default=0.0, kw_only=True)
    """What shares in what is left of a row wants to be at least so wide."""
    drop_rank: int = field(default=0, kw_only=True)
    """Order in which children of `ShrinkToFit` are left out, highest first; 0 always stays."""
    ring: float = field(default=0.0, kw_only=True)
    """How round its ring is where it has the focus, over all beside it; 0 for none, or one of its own."""

    @abstractmethod
    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """The width and height that it wants in so much width; asked through `MeasureContext.size`."""

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """What lies in it, and where, from the lowest to the highest."""
        return iter(())

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw what is seen of it alone; what lies in it draws itself afterwards."""

    @property
    def accessible_text(self) -> str:
        """The words that it says."""
        return ""


@dataclass(frozen=True, slots=True)
class Spacer(Element):
    """Nothing, of a size; with ``flex`` all that is left."""

    long: Size = 0.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.units(self.long), ruler.units(self.long)


@dataclass(frozen=True, slots=True)
class Text(Element):
    """Words, broken into lines where they have to be; it wants to be as wide as its longest word."""

    words: str
    font: FontSpec = FontSpec()
    align: float = 0.0
    """Where its lines stand in its width, 0 for left and 1 for right."""
    step: float = 1.0
    """How far its lines stand apart, in usual line heights."""
    lines: int = 0
    """It wants no more lines, and says so by its width; 0 for any number."""
    is_balanced: bool = False
    """Whether it wants to be only so wide that its lines are of about one length."""
    ends: bool = False
    """Whether its end goes where its box is too low, after all that could be tried."""

    @property
    def accessible_text(self) -> str:
        return self.words

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        letters, painter = self.font, ruler.painter
        lines = ruler.lines(self.words, letters, room)
        if self.is_balanced and len(lines) > 1:
            lines = ruler.lines(self.words, letters, self._evened(ruler, room))
        size = letters.at(ruler.scale)
        wide = max(painter.width(line, size, letters.face) for line in lines) + 0.01
        if len(lines) > 1:
            wide = max(wide, *(painter.width(word, size, letters.face) for word in self.words.split(" ")))
        if self.lines and len(lines) > self.lines:
            wide = max(room + 1, painter.width(self.words, size, letters.face) / self.lines)
        return wide, len(lines) * ruler.line_height(letters) * self.step

    def _evened(self, ruler: MeasureContext, room: float) -> float:
        """The least width, to four units, in which it has no more lines than in this one."""
        count, least = len(ruler.lines(self.words, self.font, room)), 0.0
        while room - least > 4:
            half = (least + room) / 2
            if len(ruler.lines(self.words, self.font, half)) > count:
                least = half
            else:
                room = half
        return room

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        ruler, letters = MeasureContext(painter), self.font
        size = letters.at(ruler.scale)
        step, style = ruler.painter.line_height(size) * self.step, TextStyle(letters.face, letters.colour)
        lines = ruler.painter.wrapped(self.words, box.w, size, letters.face)
        if self.ends and step * len(lines) > box.h + 1:
            lines = lines[: max(1, int((box.h + 1) / step))]
            lines[-1] = ruler.painter.shortened(lines[-1] + "…", size, box.w, letters.face, min_size=size)
        tall = step * len(lines)
        at = Box(box.x, box.centre[1] - tall / 2, box.w, tall)
        ruler.painter.put_lines(self.words, lines, at, size, style, align=self.align)


Draw: TypeAlias = Callable[..., object]
Values: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Picture(Element):
    """Something that a function draws into its box, from values that can be compared."""

    draw: Draw
    """Called with painter, box and the values; with ``focused`` too where the picture shows that itself."""
    values: Values = ()
    shows_focus: bool = False
    words: str = ""

    @property
    def accessible_text(self) -> str:
        return self.words

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return (room, 0.0) if self.w is None else (0.0, 0.0)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        more: dict[str, Any] = {"focused": focused} if self.shows_focus else {}
        self.draw(painter, box, *self.values, **more)


@dataclass(frozen=True, slots=True)
class Padding:
    """Room between the edge of a container and what lies in it."""

    x: Size = 0.0
    y: Size = 0.0
    bottom: Size | None = None
    """Where it differs from that above."""

    def edges(self, ruler: MeasureContext) -> tuple[float, float, float]:
        x, y = ruler.units(self.x), ruler.units(self.y)
        return x, y, y if self.bottom is None else ruler.units(self.bottom)


@dataclass(frozen=True, slots=True)
class Container(Element):
    children: tuple[Element, ...]
    gap: Size = field(default=0.0, kw_only=True)
    pad: Padding = field(default=Padding(), kw_only=True)
    align: float | None = field(default=None, kw_only=True)
    """Where children lie across it, 0 to 1; `None` for those that fill it."""
    behind: Picture | None = field(default=None, kw_only=True)
    """What is drawn below all of it."""
    least: Size = field(default=0.0, kw_only=True)
    """It is at least so high."""

    @property
    def accessible_text(self) -> str:
        return "" if self.behind is None else self.behind.words

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if self.behind is not None:
            self.behind.paint(painter, box, focused=focused)

    def _in(self, ruler: MeasureContext, box: Box) -> Box:
        x, top, bottom = self.pad.edges(ruler)
        return Box(box.x + x, box.y + top, box.w - 2 * x, box.h - top - bottom)

    def _around(self, ruler: MeasureContext, size: tuple[float, float]) -> tuple[float, float]:
        x, top, bottom = self.pad.edges(ruler)
        return size[0] + 2 * x, max(ruler.units(self.least), size[1] + top + bottom)

    def _seen(self, ruler: MeasureContext) -> Sequence[Element]:
        if ruler.rank == sys.maxsize:
            return self.children
        return [child for child in self.children if child.drop_rank <= ruler.rank]

    def _gaps(self, ruler: MeasureContext) -> float:
        return ruler.units(self.gap) * max(0, len(self._seen(ruler)) - 1)


@dataclass(frozen=True, slots=True)
class RowLayout(Container):
    """Side by side."""

    apart: bool = field(default=False, kw_only=True)
    """Whether what is left of it stands between its children."""

    def _widths(self, ruler: MeasureContext, room: float) -> list[float]:
        """How wide each child wants to be, those that share what is left aside."""
        seen = self._seen(ruler)
        left, flex = room - self._gaps(ruler), sum(child.flex for child in seen)
        # What has a width of its own leaves the others what is left.
        own = (child.w for child in seen if not child.flex)
        room = max(0.0, left - sum(ruler.units(w) for w in own if w is not None))
        wide = [0.0 if child.flex else ruler.size(child, room)[0] for child in seen]
        rest = max(0.0, left - sum(wide))
        both = zip(seen, wide, strict=True)
        return [
            max(ruler.units(child.narrow), rest * child.flex / flex) if child.flex else width
            for child, width in both
        ]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        widths = self._widths(ruler, room - 2 * x)
        sizes = [ruler.size(child, wide) for child, wide in zip(self._seen(ruler), widths, strict=True)]
        # What shares the rest may need more than its share: then the row does not fit.
        wide = sum(max(share, want) for share, (want, _high) in zip(widths, sizes, strict=True))
        return self._around(ruler, (wide + self._gaps(ruler), max((high for _w, high in sizes), default=0.0)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        inner, x = self._in(ruler, box), 0.0
        widths = self._widths(ruler, inner.w)
        # Nothing reaches beyond the row: each child gives up its share of what is missing.
        share = min(1.0, (inner.w - self._gaps(ruler)) / max(1e-6, sum(widths)))
        left = max(0.0, inner.w - self._gaps(ruler) - sum(widths))
        gap = ruler.units(self.gap) + (left / max(1, len(widths) - 1) if self.apart else 0.0)
        for child, wanted in zip(self._seen(ruler), widths, strict=True):
            wide, high = wanted * share, inner.h
            if self.align is not None:
                high = min(inner.h, ruler.size(child, wide)[1])
            yield child, Box(inner.x + x, inner.y + (self.align or 0.0) * (inner.h - high), wide, high)
            x += wide + gap


@dataclass(frozen=True, slots=True)
class ColumnLayout(Container):
    """One below the other."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        sizes = [ruler.size(child, room - 2 * x) for child in self._seen(ruler)]
        wide, high = max((w for w, _h in sizes), default=0.0), sum(h for _w, h in sizes)
        return self._around(ruler, (wide, high + self._gaps(ruler)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        inner = self._in(ruler, box)
        seen = self._seen(ruler)
        flex, sizes = sum(child.flex for child in seen), [ruler.size(child, inner.w) for child in seen]
        fixed = sum(h for child, (_w, h) in zip(seen, sizes, strict=True) if not child.flex)
        rest, y = max(0.0, inner.h - fixed - self._gaps(ruler)), inner.y
        for child, (w, h) in zip(seen, sizes, strict=True):
            # Nothing reaches below the column: what comes last has to make do with what is left.
            high = rest * child.flex / flex if child.flex else min(h, max(0.0, inner.bottom - y))
            wide = inner.w if self.align is None else min(inner.w, w)
            yield child, Box(inner.x + (self.align or 0.0) * (inner.w - wide), y, wide, high)
            y += high + ruler.units(self.gap)


@dataclass(frozen=True, slots=True)
class StackLayout(Container):
    """One over the other, each as large as all of it."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        sizes = [ruler.size(child, room - 2 * x) for child in self._seen(ruler)]
        wide, high = max((w for w, _h in sizes), default=0.0), max((h for _w, h in sizes), default=0.0)
        return self._around(ruler, (wide, high))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        inner = self._in(ruler, box)
        for child in self._seen(ruler):
            yield child, inner


@dataclass(frozen=True, slots=True)
class GridLayout(Container):
    """Cells of one size, row by row, in the middle of its box."""

    columns: int = field(kw_only=True)
    down: int = field(default=0, kw_only=True)
    """How many rows it has at least."""
    shape: tuple[float, float] = field(default=(0.0, math.inf), kw_only=True)
    """How wide a cell is for its height, at least and at most; the widest of all cells that fit is taken."""

    def cell(self, ruler: MeasureContext, box: Box) -> tuple[float, float]:
        """How wide and high its cells are."""
        inner, gap = self._in(ruler, box), ruler.units(self.gap)
        rows = max(self.down, math.ceil(len(self.children) / self.columns), 1)
        wide, high = (inner.w + gap) / self.columns - gap, (inner.h + gap) / rows - gap
        least, most = self.shape
        wide = min(wide, high * most)
        return wide, min(high, wide / least) if least else high

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        gap = ruler.units(self.gap)
        wide = (room - 2 * x + gap) / self.columns - gap
        sizes = [ruler.size(child, wide) for child in self.children]
        tall, needs = max((h for _w, h in sizes), default=0.0), max((w for w, _h in sizes), default=0.0)
        rows = max(self.down, math.ceil(len(self.children) / self.columns), 1)
        across = max(room - 2 * x, self.columns * (needs + gap) - gap)
        return self._around(ruler, (across, rows * (tall + gap) - gap))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        inner, gap = self._in(ruler, box), ruler.units(self.gap)
        w, h = self.cell(ruler, box)
        rows = max(self.down, math.ceil(len(self.children) / self.columns), 1)
        left = inner.x + (inner.w - self.columns * (w + gap) + gap) / 2
        top = inner.y + (inner.h - rows * (h + gap) + gap) / 2
        for number, child in enumerate(self.children):
            line, place = divmod(number, self.columns)
            yield child, Box(left + place * (w + gap), top + line * (h + gap), w, h)


@dataclass(frozen=True, slots=True)
class WrapLayout(Container):
    """Side by side as far as there is room, then on in another line."""

    apart: bool = field(default=False, kw_only=True)
    """Whether what is left of a line stands between those in it."""

    def _lines(self, ruler: MeasureContext, room: float) -> list[list[tuple[Element, float, float]]]:
        """Each child with its width and height, line by line."""
        lines: list[list[tuple[Element, float, float]]] = []
        left, gap = -1.0, ruler.units(self.gap)
        for child in self.children:
            wide = min(room, ruler.size(child, room)[0])
            if wide > left + 0.01 or not lines:
                lines.append([])
                left = room
            lines[-1].append((child, wide, ruler.size(child, wide)[1]))
            left -= wide + gap
        return lines

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        lines, gap = self._lines(ruler, room - 2 * x), ruler.units(self.gap)
        wide = max((sum(w for _child, w, _h in line) + gap * (len(line) - 1) for line in lines), default=0.0)
        return self._around(ruler, (wide, sum(max(h for _child, _w, h in line) for line in lines)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        inner = self._in(ruler, box)
        y, gap = inner.y, ruler.units(self.gap)
        for line in self._lines(ruler, inner.w):
            x, high = inner.x, max(h for _child, _w, h in line)
            left = inner.w - sum(w for _child, w, _h in line) - gap * (len(line) - 1)
            more = left / (len(line) - 1) if self.apart and len(line) > 1 else 0.0
            for child, wide, _h in line:
                yield child, Box(x, y, wide, high)
                x += wide + gap + more
            y += high


@dataclass(frozen=True, slots=True)
class Align(Element):
    """A child of its own size at a place of the box, 0 to 1 in each direction."""

    child: Element
    x: float = 0.5
    y: float = 0.5

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.size(self.child, room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        w, h = ruler.size(self.child, box.w)
        w, h = min(w, box.w), min(h, box.h)
        yield self.child, Box(box.x + self.x * (box.w - w), box.y + self.y * (box.h - h), w, h)


@dataclass(frozen=True, slots=True)
class Positioned(Element):
    """A child of its own size at a point of the canvas, whatever box it is given itself: words on a board."""

    child: Element
    at: tuple[float, float]
    within: Box
    """It lies in there; where that is too small for it, it does not fit."""
    x: float = 0.5
    y: float = 0.5
    """Which point of the child lies there, 0 to 1 in each direction."""
    least: float = 0.0
    """It is at least so wide."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        wide, high = ruler.size(self.child, self.within.w)
        fits = wide <= self.within.w + 0.01 and high <= self.within.h + 0.01
        return (0.0, 0.0) if fits else (math.inf, math.inf)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        wide, high = ruler.size(self.child, self.within.w)
        w, h, within = min(max(wide, self.least), self.within.w), min(high, self.within.h), self.within
        left = max(within.x, min(self.at[0] - self.x * w, within.right - w))
        yield self.child, Box(left, max(within.y, min(self.at[1] - self.y * h, within.bottom - h)), w, h)


@dataclass(frozen=True, slots=True)
class Badged(Element):
    """A child with something small at its edge that takes no room of its own: a tag, a tab."""

    child: Element
    tag: Element
    at: tuple[float, float]
    """At which point of the child it hangs, 0 to 1 in each direction."""
    by: tuple[float, float] = (0.0, 0.0)
    """So many units beside that point."""
    x: float = 0.0
    y: float = 0.0
    """Which point of the tag lies there, likewise."""
    less: float = 0.0
    """It is at least so much narrower than the child."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.size(self.child, room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self.child, box
        wide, high = ruler.size(self.tag, box.w - self.less)
        wide = min(wide, box.w - self.less)
        left, top = box.x + self.at[0] * box.w + self.by[0], box.y + self.at[1] * box.h + self.by[1]
        yield self.tag, Box(left - self.x * wide, top - self.y * high, wide, high)


@dataclass(frozen=True, slots=True)
class FirstThatFits(Element):
    """The first of several forms of the same that its box has room for; the last where there is none."""

    forms: tuple[Element, ...]

    def _fit(self, ruler: MeasureContext, room: float, tall: float = math.inf) -> Element:
        for form in self.forms:
            wide, high = ruler.size(form, room)
            if wide <= room + 0.01 and high <= tall + 0.01:
                break
        return form

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.size(self._fit(ruler, room), room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self._fit(ruler, box.w, box.h), box


GROWTHS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, 0.0)
"""What of the text's growth is tried, in turn."""


@dataclass(frozen=True, slots=True)
class ShrinkToFit(Element):
    """It makes do with its box: all letters in it grow less with the text size, ranks go, forms change.

    Whatever stands in it grows alike, so words beside each other keep the same size.
    """

    forms: tuple[Element, ...]
    """The same said in other ways, the roomiest first."""
    ranks: int = 0
    """The highest rank there is in them."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        form, tight = self.fit(ruler, Box(0, 0, room, math.inf))
        return tight.size(form, room)

    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        """The first form that has room, and the ruler by which it has."""
        for rank in range(self.ranks, -1, -1):
            # Words at their full size say more than what is of no rank; some of it rather than tiny growth.
            for share in GROWTHS[: 1 if ruler.scale == 1 else None if rank == 0 else 4]:
                tight = ruler.tighter(share, rank)
                for form in self.forms:
                    wide, high = tight.size(form, box.w)
                    if wide <= box.w + 0.01 and high <= box.h + 0.01:
                        return form, tight
        return form, tight


@dataclass(frozen=True, slots=True)
class SizedToLargest(Element):
    """One of several, as large as the largest: nothing moves where another of them is shown."""

    forms: tuple[Element, ...]
    place: int
    """Which one is shown."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        sizes = [ruler.size(form, room) for form in self.forms]
        return max(w for w, _h in sizes), max(h for _w, h in sizes)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self.forms[self.place], box


BEYOND = 160.0
"""No picture reaches farther beyond its box, in units."""
BAR, BESIDE = 6.0, 18.0
"""How wide the bar of what scrolls is, and by how much that is narrower beside it."""


@dataclass(frozen=True, slots=True)
class ScrollView(Element):
    """Child that may be higher than its box: scrolled (`ControlScene.scroll`), with a scroll bar."""

    child: Element
    offset: float = 0.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.size(self.child, room)

    def area(self, ruler: MeasureContext, box: Box) -> ScrollArea:
        hidden = ruler.size(self.child, box.w)[1] - box.h
        if hidden <= 1:  # less is a rounding
            return ScrollArea(box, 0.0, 0.0)
        hidden = max(hidden, ruler.size(self.child, box.w - BESIDE)[1] - box.h)
        return ScrollArea(box, hidden, max(0.0, min(self.offset, hidden)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        area = self.area(ruler, box)
        wide = box.w - BESIDE * (area.hidden > 0)
        yield self.child, Box(box.x, box.y - area.offset, wide, box.h + area.hidden)
        if area.hidden:
            yield Picture(_draw_bar, (area.bar,)), area.track


@dataclass(frozen=True, slots=True)
class ScrollArea:
    """Where something scrolls, how much of it is hidden, and how far it is scrolled, in units."""

    box: Box
    hidden: float
    offset: float

    @property
    def track(self) -> Box:
        return Box(self.box.right - 2 * BAR, self.box.y + 4, BAR, self.box.h - 8)

    @property
    def bar(self) -> Box:
        """The part of its track that stands for what is seen."""
        track = self.track
        tall = max(40.0, track.h * track.h / (track.h + self.hidden))
        return Box(track.x, track.y + (track.h - tall) * self.offset / max(1.0, self.hidden), BAR, tall)

    def fade(self, painter: Painter) -> EdgeFade:
        """What has its rows fade at the edges beyond which more is hidden; beside the bar."""
        rows = Box(self.box.x, self.box.y, self.box.w - BESIDE * (self.hidden > 0), self.box.h)
        return EdgeFade(painter, rows, above=self.offset > 1, below=self.offset < self.hidden - 1)

    def at(self, y: float) -> float:
        """How far it is scrolled with the middle of its bar there."""
        track, tall = self.track, self.bar.h
        return self.hidden * (y - track.y - tall / 2) / max(1.0, track.h - tall)


def _draw_bar(painter: Painter, box: Box, bar: Box) -> None:
    painter.fill(box, painter.theme.sunk, BAR / 2)
    painter.fill(bar, painter.theme.soft, BAR / 2)


class ContainerOptions(TypedDict, total=False):
    """What can be said of a container besides its children."""

    key: str
    w: Size | None
    h: Size | None
    flex: float
    narrow: Size
    drop_rank: int
    ring: float
    gap: Size
    pad: Padding
    align: float | None
    behind: Picture | None
    least: Size


def row(*children: Element, apart: bool = False, **more: Unpack[ContainerOptions]) -> RowLayout:
    return RowLayout(children, apart=apart, **more)


def column(*children: Element, **more: Unpack[ContainerOptions]) -> ColumnLayout:
    return ColumnLayout(children, **more)


def stack(*children: Element, **more: Unpack[ContainerOptions]) -> StackLayout:
    return StackLayout(children, **more)


def first_that_fits(*forms: Element, key: str = "", flex: float = 0.0) -> FirstThatFits:
    return FirstThatFits(forms, key=key, flex=flex)


def fits(painter: Painter, element: Element, wide: float, high: float) -> bool:
    """Whether a whole screen has room, where making each of its forms would be dear."""
    w, h = MeasureContext(painter).size(element, wide)
    return w <= wide + 0.01 and h <= high + 0.01


def folded(
    painter: Painter, content: list[Element], wide: float, high: float, gap: float = 0.0
) -> list[Element]:
    """The same parts of what scrolls, the first in so much room; one its end would cut in two comes below it.

    Those above it spread over the room that it leaves.
    """
    content = [replace(part, flex=0.0) for part in content]  # what scrolls has no end to fill
    count = len(content)
    while count and not fits(painter, column(*content[:count], gap=gap), wide, high):
        count -= 1
    if count in (0, len(content)) or not fits(painter, content[count], wide, high / 2):
        return content
    spread = [part for one in content[:count] for part in (one, Spacer(flex=1))][:-1]
    # Where it ends all fades: that far nothing need lie.
    clear = min(FADE, high - MeasureContext(painter).size(column(*content[:count], gap=gap), wide)[1])
    return [column(column(*spread, gap=gap / 2, flex=1), Spacer(clear), h=high), *content[count:]]


def shrink_to_fit(
    *forms: Element, ranks: int = 0, key: str = "", h: Size | None = None, flex: float = 0.0
) -> ShrinkToFit:
    return ShrinkToFit(forms, ranks, key=key, h=h, flex=flex)


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element in its box."""

    element: Element
    box: Box
    deep: int
    """In how many others it lies."""
    clip: Box | None
    """What of the canvas can be seen of it, where it lies in something that scrolls."""
    scale: float
    """By how much its letters grow."""

    @property
    def can_be_read(self) -> bool:
        """Whether it shows more than what fades at the edge of something that scrolls."""
        box, clip = self.box, self.clip
        seen = box.h if clip is None else min(box.bottom, clip.bottom) - max(box.y, clip.y)
        return seen >= min(FADE, box.h)


class LayoutTree:
    """A tree whose elements have their boxes."""

    def __init__(
        self, tree: Element, box: Box, painter: Painter, ruler: MeasureContext | None = None
    ) -> None:
        """``ruler``: one that has measured elements of this tree before, with this painter."""
        self.parts: list[PlacedElement] = []
        """From the lowest to the highest."""
        self.boxes: dict[str, Box] = {}
        """Of all that have a key."""
        self.scroll: ScrollArea | None = None
        """Where it scrolls; there is one such place at most."""
        self._some: dict[frozenset[str], LayoutTree] = {}
        self._lay(tree, box, ruler or MeasureContext(painter), 0, None)

    def _lay(self, element: Element, box: Box, ruler: MeasureContext, deep: int, clip: Box | None) -> None:
        self.parts.append(PlacedElement(element, box, deep, clip, ruler.scale))
        if element.key:
            self.boxes[element.key] = box
        if isinstance(element, ShrinkToFit):
            form, ruler = element.fit(ruler, box)
            self._lay(form, box, ruler, deep + 1, clip)
        if isinstance(element, ScrollView):
            self.scroll, clip = element.area(ruler, box), box
        for child, at in element.place_children(ruler, box):
            self._lay(child, at, ruler, deep + 1, clip)

    def visible_box(self, key: str) -> Box:
        """What can be seen of the box of this key: of no height where it is scrolled away."""
        box, clip = next((one.box, one.clip) for one in self.parts if one.element.key == key)
        if clip is None:
            return box
        top, bottom = max(box.y, clip.y), min(box.bottom, clip.bottom)
        return box if (top, bottom) == (box.y, box.bottom) else Box(box.x, top, box.w, max(0.0, bottom - top))

    def unrolled(self, key: str) -> Box:
        """Where the box of this key would be if all that scrolls could be seen at once."""
        box, clip = next((one.box, one.clip) for one in self.parts if one.element.key == key)
        if self.scroll is None:
            return box
        below = box.y >= self.scroll.box.bottom - 1
        return box.translated(0, self.scroll.offset if clip is not None else self.scroll.hidden * below)

    def subset(self, keys: frozenset[str]) -> LayoutTree:
        """What of it has one of these keys, with all that lies in that: to be painted by itself."""
        if keys not in self._some:
            some, inside = copy(self), -1
            some.parts = []
            for part in self.parts:
                inside = -1 if part.deep <= inside else inside
                inside = part.deep if inside < 0 and part.element.key in keys else inside
                some.parts += [part] if inside >= 0 else []
            self._some[keys] = some
        return self._some[keys]

    @property
    def box(self) -> Box:
        """Where all of it lies."""
        return self.parts[0].box

    def paint(
        self, painter: Painter, focus: str = "", live: Mapping[str, Values] = MappingProxyType({})
    ) -> None:
        """Draw all of it; ``live`` has further values of pictures by their keys, as `ControlScene.live`."""
        whole, scale = painter.surface.get_clip(), painter.text_scale
        clipped = whole != painter.surface.get_rect()
        fade: EdgeFade | None = None
        for part in self.parts:
            if part.clip is not None and fade is None and self.scroll is not None:
                fade = self.scroll.fade(painter)
            elif part.clip is None and fade is not None:
                fade.close(painter)
                fade = None
            if not part.can_be_read:
                continue
            # Where only a breath is drawn anew, what lies far from it need not be.
            if clipped and not painter.is_visible(part.box.inflated(BEYOND)):
                continue
            if part.scale != scale:
                painter, scale = painter.with_text_scale(part.scale), part.scale
            if part.clip is not None:
                painter.surface.set_clip(painter.view.rect(part.clip).clip(whole))
            element = part.element
            if isinstance(element, Picture) and element.key in live:
                element = replace(element, values=(*element.values, *live[element.key]))
            element.paint(painter, part.box, focused=bool(focus) and element.key == focus)
            if part.clip is not None:
                painter.surface.set_clip(whole)
        if fade is not None:
            fade.close(painter)
        for part in self.parts:
            if focus and part.element.ring and part.element.key == focus:
                at, radius = part.box, part.element.ring
                image = focus_ring(painter.assets, round(at.w), round(at.h), radius, painter.theme.focus)
                painter.blit(image, *at.centre, "center")

    def pieces(self, painter: Painter) -> Iterator[None]:
        """Draw all of it, of what scrolls too, with a pause wherever a picture was drawn."""
        for part in self.parts:
            element = part.element
            element.paint(painter, part.box, focused=False)
            frames = isinstance(element, Container) and element.behind is None
            if not isinstance(element, Text) and not frames and type(element).paint is not Element.paint:
                yield

    def describe(self, focus: str = "") -> str:
        """The tree as text: kind, key, words and box of each element, a line each."""
        lines = []
        for part in self.parts:
            element, box = part.element, part.box
            label = f'"{element.accessible_text}"' if element.accessible_text else ""
            at = f"{box.x:.0f},{box.y:.0f} {box.w:.0f}x{box.h:.0f}"
            mark = "*" if focus and element.key == focus else ""
            words = filter(None, (type(element).__name__.lower(), element.key, label, at, mark))
            lines.append("  " * part.deep + " ".join(words))
        return "\n".join(lines)


class CachedBuild:
    """The frame of what is built from values, built and laid anew only where they or the look are others.

    For what stands over a board that moves: whoever draws a frame of it compares a few values, and no tree.
    """

    def __init__(self, build: Callable[..., Element]) -> None:
        self._build = build
        self._of: Hashable = None
        self._last: LayoutTree | None = None

    def frame(self, painter: Painter, box: Box, *values: Hashable) -> LayoutTree:
        """Where all that these values say lies in a box."""
        of = values, box, painter.text_scale, painter.view, language_tag()
        if self._last is None or of != self._of:
            self._of, self._last = of, LayoutTree(self._build(*values), box, painter)
        return self._last


class LayoutCache:
    """The frame of a tree, laid anew only where tree, box, text size, language or window are others."""

    def __init__(self) -> None:
        self._of: tuple[Hashable, ...] = ()
        self.last: LayoutTree | None = None

    def frame(self, tree: Element, box: Box, painter: Painter) -> LayoutTree:
        # Words in another language are another tree.
        of = tree, box, painter.text_scale, painter.view
        if self.last is None or of != self._of:
            self._of, self.last = of, LayoutTree(tree, box, painter)
        return self.last
