"""Layout: a frozen tree of elements, and the box of each.

A screen is one expression: rows, columns, grids and stacks, with text, pictures and buttons in them. The tree
is a plain value, so caches compare trees. `LayoutTree` gives each element its box, as a pure function of
tree, box and `MeasureContext` (text size, language, pixels), in two passes: an element returns the size that
it wants in a width, then it gets its box. Each text is measured once per width.

Text never shrinks to fit. It wraps, or everything in a `ShrinkToFit` grows less with the text size, leaves
out the least important elements, or takes a shorter form. No text is smaller than `MIN_TEXT_SIZE`, and a
larger text size never gives smaller letters: growth may end (`FontSpec.most`), but not reverse.

Boards (a pitch, a map, a table of piles) have their own geometry. In a tree they are one `Picture`.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, TypedDict, Unpack

from game.i18n import language_tag
from game.ui.art.fabric import focus_ring
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import READ
from game.ui.core.paint import FADE_LENGTH, EdgeFade, Painter, TextCollector, TextStyle
from game.ui.core.theme import BODY
from game.ui.widgets._motion import MAX_MOVING_AREA, ControlMotions, ControlPose

MIN_TEXT_SIZE = 18.0  # units; minimum size of text at any text size


class ElementKey(StrEnum):
    """Base of the enumeration in which a screen names its elements and controls."""

    def of(self, number: int) -> str:
        """Key "{kind} {number}" of one of many elements of this kind."""
        return f"{self} {number}"

    def number(self, key: str) -> int | None:
        """Number in a key of this kind, None for a key of another kind."""
        kind, _space, number = key.rpartition(" ")
        return int(number) if kind == self.value else None


@dataclass(frozen=True, slots=True)
class ScaledLength:
    """A length in units that grows with the text size."""

    base: float  # units at a text size of 100%
    grows: float = 1.0  # share of the text's growth
    most: float = math.inf  # maximum in units

    def at(self, scale: float) -> float:
        """Length in units at a text scale, at least ``base``."""
        return max(self.base, min(self.base * (1 + self.grows * (scale - 1)), self.most))


Size: TypeAlias = float | ScaledLength


@dataclass(frozen=True, slots=True)
class FontSpec:
    """Look of text, and its growth with the text size."""

    size: float = BODY
    face: str = READ
    colour: str = ""  # the theme's ink if empty
    growth: float = 1.0
    most: float = math.inf  # maximum in units

    def at(self, scale: float) -> float:
        """Size of letters in units at a text scale, at least ``size`` and `MIN_TEXT_SIZE`."""
        # Like `ScaledLength.at`, without creating an object at each of a thousand calls per tree.
        return max(MIN_TEXT_SIZE, self.size, min(self.size * (1 + self.growth * (scale - 1)), self.most))

    def with_growth(self, grows: float) -> FontSpec:
        """Copy with another growth."""
        return replace(self, growth=grows)

    def with_colour(self, colour: str) -> FontSpec:
        """Copy with another colour."""
        return replace(self, colour=colour)


@dataclass(frozen=True, slots=True)
class Action:
    """Actions of an element: on a press, and on left, right, a letter or one of its points."""

    press: Callable[[], object]
    verb: str = ""  # prompt of CONFIRM while it has the focus; empty for none
    picked: bool | None = None
    """True if this is the one of several that is described next to them. None without a description.

    It is picked by a press and taken by another. The pointer crosses it without picking it.
    """
    adjust: Callable[[int], object] | None = None  # for left (-1) and right (1), instead of moving the focus
    choose: Callable[[int], object] | None = None  # for a press at one of its parts (`Element.part_at`)
    types: Callable[[str], object] | None = None  # for typed text; empty text erases the last letter
    label: str = ""  # description for speech, for screens with their own `Scene.narration`


class MeasureContext:
    """Measures the elements of one tree and caches their sizes."""

    def __init__(
        self, painter: Painter, rank: int = sys.maxsize, before: MeasureContext | None = None
    ) -> None:
        """``before``: one for the same look, whose sizes hold for elements that are still the same object."""
        self.scale, self.rank = painter.text_scale, rank
        """Text scale, and highest `drop_rank` that is visible."""
        self.view = painter.view
        self.ruler = painter  # for sizes before the text size
        self.painter = painter.with_text_scale(1.0)  # fonts have grown already
        self._sizes: dict[tuple[int, float], tuple[Element, tuple[float, float]]] = {}
        """Sizes with their elements, so that their ids stay in use."""
        self._before = {} if before is None else before._sizes
        self._others: dict[tuple[float, int], MeasureContext] = {}

    def tighter(self, share: float, rank: int) -> MeasureContext:
        """Context at ``share`` of the text's growth that leaves out higher ranks than ``rank``. Cached."""
        scale = 1 + share * (self.scale - 1)
        if (scale, rank) not in self._others:
            self._others[scale, rank] = MeasureContext(self.painter.with_text_scale(scale), rank)
        return self._others[scale, rank]

    def units(self, size: Size) -> float:
        """Length in units at the text scale."""
        return size.at(self.scale) if isinstance(size, ScaledLength) else size

    def size(self, element: Element, room: float) -> tuple[float, float]:
        """Wanted (width, height) of an element in units in a width of ``room``, cached; fixed ones apply."""
        known = self._sizes.get(key := (id(element), room)) or self._before.get(key)
        if known is None:
            w = None if element.w is None else self.units(element.w)
            h = None if element.h is None else self.units(element.h)
            if w is None or h is None:
                wide, high = element.measure(self, room if w is None else w)
                w, h = wide if w is None else w, high if h is None else h
            known = element, (w, h)
        self._sizes[key] = known
        return known[1]

    def lines(self, words: str, letters: FontSpec, room: float) -> list[str]:
        """Words broken into lines of at most ``room`` units."""
        return self.painter.wrapped(words, room, letters.at(self.scale), letters.face)

    def line_height(self, letters: FontSpec) -> float:
        """Distance of lines in units at the text scale."""
        return self.painter.line_height(letters.at(self.scale))


@dataclass(frozen=True, slots=True)
class Element(ABC):
    """A part of a screen with a box. ``w`` and ``h`` fix its size; ``flex`` is its share of the rest."""

    key: str = field(default="", kw_only=True)
    """Name for looking up its box: an `ElementKey` of the screen, or one of many of a kind."""
    w: Size | None = field(default=None, kw_only=True)
    h: Size | None = field(default=None, kw_only=True)
    flex: float = field(default=0.0, kw_only=True)
    narrow: Size = field(default=0.0, kw_only=True)  # minimum width of a child with ``flex``
    drop_rank: int = field(default=0, kw_only=True)
    """Order in which children of `ShrinkToFit` are left out, highest first; 0 always stays."""
    ring: float = field(default=0.0, kw_only=True)  # radius of a focus ring drawn over everything; 0 for none
    action: Action | None = field(default=None, kw_only=True, compare=False)
    """Not compared, so that equal trees keep their layout. A screen takes it from the newest tree."""

    @abstractmethod
    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units in a width of ``room``. Call `MeasureContext.size` instead."""

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Children with their boxes in units, the lowest first. Empty by default."""
        return iter(())

    def inner(self) -> Sequence[Element]:
        """All elements that it may show, in the order of focus. Empty by default."""
        return ()

    @property
    def drags(self) -> bool:
        """True if a held pointer keeps choosing its parts, as on a slider. False by default."""
        return False

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Number of its part at a point in units, for `Action.choose`. None beside what can be pressed."""
        return 0

    @property
    def bursts(self) -> bool:
        """True if curls of yarn fly off when it is pressed. False by default."""
        return False

    @property
    def change_sound(self) -> tuple[str, int] | None:
        """Sound and semitones after its value has changed. None (the default) for that of a press."""
        return None

    def posed(self, pose: ControlPose) -> Element:
        """Element to draw in a pose, apart from place and size. By default itself."""
        return self

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the element without its children. Does nothing by default."""

    @property
    def accessible_text(self) -> str:
        """Text that the element shows itself. Empty by default."""
        return ""


@dataclass(frozen=True, slots=True)
class Spacer(Element):
    """Empty space of a size, or with ``flex`` a share of the rest."""

    long: Size = 0.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """``long`` units in both directions."""
        return ruler.units(self.long), ruler.units(self.long)


@dataclass(frozen=True, slots=True)
class Text(Element):
    """Words, wrapped into lines. It wants to be at least as wide as its longest word."""

    words: str
    font: FontSpec = FontSpec()
    align: float = 0.0  # position of its lines in its width, 0 (left) to 1 (right)
    step: float = 1.0  # distance of lines, in usual line heights
    lines: int = 0  # maximum number of lines, otherwise it doesn't fit; 0 for any number
    is_balanced: bool = False  # True for lines of about the same length
    ends: bool = False  # True to cut off its end if the box is too low

    @property
    def accessible_text(self) -> str:
        return self.words

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height): of the longest line or word. Wider than ``room`` if it exceeds `lines`."""
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
        """Least width, within 4 units, in which the words need no more lines than in ``room``."""
        count, least = len(ruler.lines(self.words, self.font, room)), 0.0
        while room - least > 4:
            half = (least + room) / 2
            if len(ruler.lines(self.words, self.font, half)) > count:
                least = half
            else:
                room = half
        return room

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        letters, size = self.font, self.font.at(painter.text_scale)
        painter = painter.with_text_scale(1.0)  # the letters have grown already
        step, style = painter.line_height(size) * self.step, TextStyle(letters.face, letters.colour)
        lines = painter.wrapped(self.words, box.w, size, letters.face)
        if self.ends and step * len(lines) > box.h + 1:
            lines = lines[: max(1, int((box.h + 1) / step))]
            lines[-1] = painter.shortened(lines[-1] + "…", size, box.w, letters.face, min_size=size)
        tall = step * len(lines)
        at = Box(box.x, box.centre[1] - tall / 2, box.w, tall)
        painter.put_lines(self.words, lines, at, size, style, align=self.align)


Draw: TypeAlias = Callable[..., object]
Values: TypeAlias = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Picture(Element):
    """A drawing by a function from comparable values."""

    draw: Draw
    """Called with painter, box and the values, and with ``focused`` if `shows_focus`."""
    values: Values = ()
    shows_focus: bool = False
    words: str = ""

    @property
    def accessible_text(self) -> str:
        return self.words

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """(room, 0), or (0, 0) if its width is fixed."""
        return (room, 0.0) if self.w is None else (0.0, 0.0)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        more: dict[str, Any] = {"focused": focused} if self.shows_focus else {}
        self.draw(painter, box, *self.values, **more)


@dataclass(frozen=True, slots=True)
class Padding:
    """Space between the edge of a container and its content."""

    x: Size = 0.0
    y: Size = 0.0
    bottom: Size | None = None  # None for ``y``

    def edges(self, ruler: MeasureContext) -> tuple[float, float, float]:
        """(each side, top, bottom) in units."""
        x, y = ruler.units(self.x), ruler.units(self.y)
        return x, y, y if self.bottom is None else ruler.units(self.bottom)


@dataclass(frozen=True, slots=True)
class Container(Element):
    children: tuple[Element, ...]
    gap: Size = field(default=0.0, kw_only=True)
    pad: Padding = field(default=Padding(), kw_only=True)
    align: float | None = field(default=None, kw_only=True)  # across it, 0 to 1; None to fill it
    behind: Picture | None = field(default=None, kw_only=True)  # drawn below everything
    least: Size = field(default=0.0, kw_only=True)  # minimum height

    def inner(self) -> Sequence[Element]:
        return self.children

    @property
    def accessible_text(self) -> str:
        """Words of the picture behind it, empty without one."""
        return "" if self.behind is None else self.behind.words

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the picture behind the children, if there is one."""
        if self.behind is not None:
            self.behind.paint(painter, box, focused=focused)

    def _in(self, ruler: MeasureContext, box: Box) -> Box:
        """Part of a box inside the padding."""
        x, top, bottom = self.pad.edges(ruler)
        return Box(box.x + x, box.y + top, box.w - 2 * x, box.h - top - bottom)

    def _around(self, ruler: MeasureContext, size: tuple[float, float]) -> tuple[float, float]:
        """Size with the padding, at least `least` high, in units."""
        x, top, bottom = self.pad.edges(ruler)
        return size[0] + 2 * x, max(ruler.units(self.least), size[1] + top + bottom)

    def _seen(self, ruler: MeasureContext) -> Sequence[Element]:
        """Children that the context doesn't leave out for their rank."""
        if ruler.rank == sys.maxsize:
            return self.children
        return [child for child in self.children if child.drop_rank <= ruler.rank]

    def _gaps(self, ruler: MeasureContext) -> float:
        """Sum of the gaps between these children, in units."""
        return ruler.units(self.gap) * max(0, len(self._seen(ruler)) - 1)


@dataclass(frozen=True, slots=True)
class RowLayout(Container):
    """Children side by side."""

    apart: bool = field(default=False, kw_only=True)  # True to spread the rest between the children

    def _widths(self, ruler: MeasureContext, room: float) -> list[float]:
        """Width of each visible child in units: the wanted one, or its ``flex`` share of the rest."""
        seen = self._seen(ruler)
        left, flex = room - self._gaps(ruler), sum(child.flex for child in seen)
        # Children with a fixed width are subtracted before the others share the rest.
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
        """Wanted (width, height) with gaps and padding. Wider than ``room`` if the children need that."""
        x, _top, _bottom = self.pad.edges(ruler)
        widths = self._widths(ruler, room - 2 * x)
        sizes = [ruler.size(child, wide) for child, wide in zip(self._seen(ruler), widths, strict=True)]
        # A child that shares the rest may need more than its share. Then the row does not fit.
        wide = sum(max(share, want) for share, (want, _high) in zip(widths, sizes, strict=True))
        return self._around(ruler, (wide + self._gaps(ruler), max((high for _w, high in sizes), default=0.0)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Children from left to right, all made narrower if the box is too narrow."""
        inner, x = self._in(ruler, box), 0.0
        widths = self._widths(ruler, inner.w)
        # If there is too little room, all children shrink in proportion.
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
    """Children one below the other."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        sizes = [ruler.size(child, room - 2 * x) for child in self._seen(ruler)]
        wide, high = max((w for w, _h in sizes), default=0.0), sum(h for _w, h in sizes)
        return self._around(ruler, (wide, high + self._gaps(ruler)))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Children from top to bottom. The last ones are cut if the box is too low."""
        inner = self._in(ruler, box)
        seen = self._seen(ruler)
        flex, sizes = sum(child.flex for child in seen), [ruler.size(child, inner.w) for child in seen]
        fixed = sum(h for child, (_w, h) in zip(seen, sizes, strict=True) if not child.flex)
        rest, y = max(0.0, inner.h - fixed - self._gaps(ruler)), inner.y
        for child, (w, h) in zip(seen, sizes, strict=True):
            # No child extends below the column: the last ones get the remaining height.
            high = rest * child.flex / flex if child.flex else min(h, max(0.0, inner.bottom - y))
            wide = inner.w if self.align is None else min(inner.w, w)
            yield child, Box(inner.x + (self.align or 0.0) * (inner.w - wide), y, wide, high)
            y += high + ruler.units(self.gap)


@dataclass(frozen=True, slots=True)
class StackLayout(Container):
    """Children on top of each other, each as large as the stack."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        x, _top, _bottom = self.pad.edges(ruler)
        sizes = [ruler.size(child, room - 2 * x) for child in self._seen(ruler)]
        wide, high = max((w for w, _h in sizes), default=0.0), max((h for _w, h in sizes), default=0.0)
        return self._around(ruler, (wide, high))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Children, the lowest first, each in the whole box inside the padding."""
        inner = self._in(ruler, box)
        for child in self._seen(ruler):
            yield child, inner


@dataclass(frozen=True, slots=True)
class GridLayout(Container):
    """Cells of one size, row by row, centred in its box."""

    columns: int = field(kw_only=True)
    down: int = field(default=0, kw_only=True)  # minimum number of rows
    shape: tuple[float, float] = field(default=(0.0, math.inf), kw_only=True)  # least, most width / height

    def cell(self, ruler: MeasureContext, box: Box) -> tuple[float, float]:
        """(width, height) of each cell in units."""
        inner, gap = self._in(ruler, box), ruler.units(self.gap)
        rows = max(self.down, math.ceil(len(self.children) / self.columns), 1)
        wide, high = (inner.w + gap) / self.columns - gap, (inner.h + gap) / rows - gap
        least, most = self.shape
        wide = min(wide, high * most)
        return wide, min(high, wide / least) if least else high

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units, at least the whole ``room`` wide."""
        x, _top, _bottom = self.pad.edges(ruler)
        gap = ruler.units(self.gap)
        wide = (room - 2 * x + gap) / self.columns - gap
        sizes = [ruler.size(child, wide) for child in self.children]
        tall, needs = max((h for _w, h in sizes), default=0.0), max((w for w, _h in sizes), default=0.0)
        rows = max(self.down, math.ceil(len(self.children) / self.columns), 1)
        across = max(room - 2 * x, self.columns * (needs + gap) - gap)
        return self._around(ruler, (across, rows * (tall + gap) - gap))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Children row by row in cells of one size, the grid centred in the box."""
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
    """Children side by side, continued in another line if there is no room."""

    apart: bool = field(default=False, kw_only=True)  # True to spread the rest of a line

    def _lines(self, ruler: MeasureContext, room: float) -> list[list[tuple[Element, float, float]]]:
        """(child, width, height) of each child, by lines."""
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
        """Wanted (width, height) with padding: of the widest line, and the sum of the lines' heights."""
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
    """A child of its wanted size at a position in the box, 0 to 1 in each direction."""

    child: Element
    x: float = 0.5
    y: float = 0.5

    def inner(self) -> Sequence[Element]:
        return (self.child,)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return ruler.size(self.child, room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        w, h = ruler.size(self.child, box.w)
        w, h = min(w, box.w), min(h, box.h)
        yield self.child, Box(box.x + self.x * (box.w - w), box.y + self.y * (box.h - h), w, h)


@dataclass(frozen=True, slots=True)
class Positioned(Element):
    """A child of its wanted size at a point of the canvas, regardless of its own box: text on a board."""

    child: Element
    at: tuple[float, float]
    within: Box  # the child must fit in here
    x: float = 0.5
    y: float = 0.5  # (x, y): point of the child that is at ``at``, 0 to 1
    least: float = 0.0  # minimum width in units

    def inner(self) -> Sequence[Element]:
        return (self.child,)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """(0, 0) if the child fits ``within``, else infinite, so that a parent finds no room."""
        wide, high = ruler.size(self.child, self.within.w)
        fits = wide <= self.within.w + 0.01 and high <= self.within.h + 0.01
        return (0.0, 0.0) if fits else (math.inf, math.inf)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """The child at its point, moved into ``within``. Ignores the box."""
        wide, high = ruler.size(self.child, self.within.w)
        w, h, within = min(max(wide, self.least), self.within.w), min(high, self.within.h), self.within
        left = max(within.x, min(self.at[0] - self.x * w, within.right - w))
        yield self.child, Box(left, max(within.y, min(self.at[1] - self.y * h, within.bottom - h)), w, h)


@dataclass(frozen=True, slots=True)
class Fixed(Element):
    """Children in boxes of their own on the canvas, regardless of its box."""

    places: tuple[tuple[Element, Box], ...]

    def inner(self) -> Sequence[Element]:
        return [child for child, _box in self.places]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        return iter(self.places)


@dataclass(frozen=True, slots=True)
class Badged(Element):
    """A child with a small element at its edge that takes no space: a tag, a tab."""

    child: Element
    tag: Element
    at: tuple[float, float]  # point of the child, 0 to 1
    by: tuple[float, float] = (0.0, 0.0)  # offset in units from there
    x: float = 0.0
    y: float = 0.0  # (x, y): point of the tag that is there, 0 to 1
    less: float = 0.0  # units by which the tag is narrower than the child at least

    def inner(self) -> Sequence[Element]:
        return self.child, self.tag

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted size of the child. The tag takes no space."""
        return ruler.size(self.child, room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """The child in the whole box, then the tag at its point, maybe outside."""
        yield self.child, box
        wide, high = ruler.size(self.tag, box.w - self.less)
        wide = min(wide, box.w - self.less)
        left, top = box.x + self.at[0] * box.w + self.by[0], box.y + self.at[1] * box.h + self.by[1]
        yield self.tag, Box(left - self.x * wide, top - self.y * high, wide, high)


@dataclass(frozen=True, slots=True)
class FirstThatFits(Element):
    """The first of several forms that fits its box, else the last."""

    forms: tuple[Element, ...]

    def inner(self) -> Sequence[Element]:
        return self.forms

    def _fit(self, ruler: MeasureContext, room: float, tall: float = math.inf) -> Element:
        """First form that fits ``room`` and ``tall``, else the last one."""
        for form in self.forms:
            wide, high = ruler.size(form, room)
            if wide <= room + 0.01 and high <= tall + 0.01:
                break
        return form

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted size of the first form that fits ``room`` in width."""
        return ruler.size(self._fit(ruler, room), room)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self._fit(ruler, box.w, box.h), box


GROWTHS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, 0.0)  # shares of the text's growth to try, in order


@dataclass(frozen=True, slots=True)
class Fitted(Element):
    """An element that shows another one, chosen for its box, perhaps with less growth of text."""

    @abstractmethod
    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        """(element that fills the box, context to lay it out with)."""


@dataclass(frozen=True, slots=True)
class ShrinkToFit(Fitted):
    """The first of several forms that fits, with less growth of text and fewer ranks if needed.

    All text in it grows equally, so that neighbouring words have the same size.
    """

    forms: tuple[Element, ...]  # alternatives, the roomiest first
    ranks: int = 0  # highest `drop_rank` in them

    def inner(self) -> Sequence[Element]:
        return self.forms

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted size of the form that fits ``room`` in width, as reduced for that."""
        form, tight = self.fit(ruler, Box(0, 0, room, math.inf))
        return tight.size(form, room)

    def fit(self, ruler: MeasureContext, box: Box) -> tuple[Element, MeasureContext]:
        """(form, context) of the first form that fits, with least reduction; else the last of each."""
        for rank in range(self.ranks, -1, -1):
            # Prefer full-size words to parts without a rank, but such parts to a tiny growth.
            for share in GROWTHS[: 1 if ruler.scale == 1 else None if rank == 0 else 4]:
                tight = ruler.tighter(share, rank)
                for form in self.forms:
                    wide, high = tight.size(form, box.w)
                    if wide <= box.w + 0.01 and high <= box.h + 0.01:
                        return form, tight
        return form, tight


@dataclass(frozen=True, slots=True)
class SizedToLargest(Element):
    """One of several forms, as large as the largest, so that nothing moves if another is shown."""

    forms: tuple[Element, ...]
    place: int  # index of the visible form

    def inner(self) -> Sequence[Element]:
        return (self.forms[self.place],)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """(greatest width, greatest height) that any of the forms wants."""
        sizes = [ruler.size(form, room) for form in self.forms]
        return max(w for w, _h in sizes), max(h for _w, h in sizes)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        yield self.forms[self.place], box


MAX_PICTURE_OVERHANG = 160.0  # units by which pictures may extend beyond their box
SCROLL_BAR_WIDTH, SCROLL_BAR_ROOM = 6.0, 18.0
"""Units: width of a scroll bar, and by how much scrolled content is narrower beside it."""


@dataclass(frozen=True, slots=True)
class ScrollEdge:
    """Units at the edges of scrolled content."""

    beside: float = SCROLL_BAR_ROOM  # by which it is narrower beside a scroll bar
    bar: float = 2 * SCROLL_BAR_WIDTH  # from the right edge to the left edge of the bar
    inset: float = 4.0  # above and below the bar
    margin: float = 0.0  # around its box, where rings and shadows are visible


@dataclass(frozen=True, slots=True)
class ScrollView(Element):
    """A child that may be higher than its box: scrolled (`Screen.scroll`), with a scroll bar."""

    child: Element
    offset: float = 0.0
    edge: ScrollEdge = ScrollEdge()

    def inner(self) -> Sequence[Element]:
        return (self.child,)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted size of the whole child."""
        return ruler.size(self.child, room)

    def area(self, ruler: MeasureContext, box: Box) -> ScrollArea:
        """Scrolled area for a box. Nothing is hidden if the child fits."""
        hidden = ruler.size(self.child, box.w)[1] - box.h
        if hidden <= 1:  # less is a rounding
            return ScrollArea(box, 0.0, 0.0, self.edge)
        hidden = max(hidden, ruler.size(self.child, box.w - self.edge.beside)[1] - box.h)
        return ScrollArea(box, hidden, max(0.0, min(self.offset, hidden)), self.edge)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """The child at its full height, scrolled; then a scroll bar if some of it is hidden."""
        area = self.area(ruler, box)
        wide = box.w - self.edge.beside * (area.hidden > 0)
        yield self.child, Box(box.x, box.y - area.offset, wide, box.h + area.hidden)
        if area.hidden:
            yield Picture(_draw_bar, (area.bar,)), area.track


@dataclass(frozen=True, slots=True)
class ScrollArea:
    """Box of scrolled content, its hidden height, and the scroll offset, in units."""

    box: Box
    hidden: float
    offset: float
    edge: ScrollEdge = ScrollEdge()

    @property
    def track(self) -> Box:
        """Box of the track of the scroll bar."""
        inset = self.edge.inset
        return Box(
            self.box.right - self.edge.bar, self.box.y + inset, SCROLL_BAR_WIDTH, self.box.h - 2 * inset
        )

    @property
    def bar(self) -> Box:
        """Box of the handle of the scroll bar."""
        track = self.track
        tall = max(40.0, track.h * track.h / (track.h + self.hidden))
        return Box(
            track.x, track.y + (track.h - tall) * self.offset / max(1.0, self.hidden), SCROLL_BAR_WIDTH, tall
        )

    @property
    def seen(self) -> Box:
        """Box in which the content is visible, with its margin."""
        return self.box.inflated(self.edge.margin)

    def fade(self, painter: Painter) -> EdgeFade:
        """Fade for the edges with hidden content beyond. Copies the background now."""
        return EdgeFade(painter, self.seen, above=self.offset > 1, below=self.offset < self.hidden - 1)

    def at(self, y: float, grip: float | None = None) -> float:
        """Scroll offset in units with the handle held at ``y``, ``grip`` below its top. Not limited.

        By default it is held in the middle.
        """
        track, tall = self.track, self.bar.h
        return self.hidden * (y - track.y - (tall / 2 if grip is None else grip)) / max(1.0, track.h - tall)


def _draw_bar(painter: Painter, box: Box, bar: Box) -> None:
    painter.fill(box, painter.theme.sunk, SCROLL_BAR_WIDTH / 2)
    painter.fill(bar, painter.theme.soft, SCROLL_BAR_WIDTH / 2)


class ContainerOptions(TypedDict, total=False):
    """Keyword arguments of a container."""

    key: str
    action: Action | None
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
    """True if an element has room in a width and height."""
    w, h = MeasureContext(painter).size(element, wide)
    return w <= wide + 0.01 and h <= high + 0.01


def folded(
    painter: Painter, content: list[Element], wide: float, high: float, gap: float = 0.0
) -> list[Element]:
    """Parts of scrolled content in which the first page ends between two parts, spread over its height.

    Unchanged if all or none of them fit, or if the first that doesn't is higher than half a page.
    """
    content = [replace(part, flex=0.0) for part in content]  # what scrolls has no end to fill
    count = len(content)
    while count and not fits(painter, column(*content[:count], gap=gap), wide, high):
        count -= 1
    if count in (0, len(content)) or not fits(painter, content[count], wide, high / 2):
        return content
    spread = [part for one in content[:count] for part in (one, Spacer(flex=1))][:-1]
    # The end fades out, so leave that part empty.
    clear = min(FADE_LENGTH, high - MeasureContext(painter).size(column(*content[:count], gap=gap), wide)[1])
    return [column(column(*spread, gap=gap / 2, flex=1), Spacer(clear), h=high), *content[count:]]


def shrink_to_fit(
    *forms: Element, ranks: int = 0, key: str = "", h: Size | None = None, flex: float = 0.0
) -> ShrinkToFit:
    return ShrinkToFit(forms, ranks, key=key, h=h, flex=flex)


@dataclass(frozen=True, slots=True)
class PlacedElement:
    """An element with its box."""

    element: Element
    box: Box
    deep: int  # number of elements that contain it
    clip: Box | None  # visible area of the canvas, if it is in a `ScrollView`
    scale: float  # text scale

    @property
    def can_be_read(self) -> bool:
        """True if at least `FADE_LENGTH` units of its height, or all of it, are visible."""
        box, clip = self.box, self.clip
        if clip is None:
            return True
        seen = min(box.bottom, clip.bottom) - max(box.y, clip.y)
        return seen >= min(FADE_LENGTH, box.h) - 0.01  # a rounding must not hide a thin line


def _paint_part(painter: Painter, part: PlacedElement, focus: str, live: Mapping[str, Values]) -> None:
    """Draw an element in its box, with its ``live`` values and its focus."""
    element = part.element
    if element.key in live and isinstance(element, Picture):
        element = replace(element, values=(*element.values, *live[element.key]))
    element.paint(painter, part.box, focused=bool(focus) and element.key == focus)


def _paint_ring(painter: Painter, part: PlacedElement) -> None:
    """Draw the focus ring of an element."""
    at, radius = part.box, part.element.ring
    image = focus_ring(painter.assets, round(at.w), round(at.h), radius, painter.theme.focus)
    painter.blit(image, *at.centre, "center")


def _paint_control(
    painter: Painter, parts: Sequence[PlacedElement], focus: str, live: Mapping[str, Values]
) -> None:
    """Draw a control and all that it contains."""
    for number, part in enumerate(parts):
        if not number or part.can_be_read:
            _paint_part(painter.with_text_scale(part.scale), part, focus, live)


class LayoutTree:
    """Elements of a tree with their boxes."""

    def __init__(
        self, tree: Element, box: Box, painter: Painter, ruler: MeasureContext | None = None
    ) -> None:
        """``ruler``: one that has measured elements of this tree before, with this painter."""
        self.parts: list[PlacedElement] = []  # lowest first
        self.boxes: dict[str, Box] = {}  # by key
        self._parts: dict[str, PlacedElement] = {}  # by key
        self.scroll: ScrollArea | None = None  # None if nothing scrolls; at most one
        self._some: dict[frozenset[str], LayoutTree] = {}
        self._lay(tree, box, ruler or MeasureContext(painter), 0, None)

    def _lay(self, element: Element, box: Box, ruler: MeasureContext, deep: int, clip: Box | None) -> None:
        """Append an element in its box and all its descendants to the parts."""
        self.parts.append(PlacedElement(element, box, deep, clip, ruler.scale))
        if element.key:
            self.boxes[element.key] = box
            self._parts.setdefault(element.key, self.parts[-1])
        if isinstance(element, Fitted):
            form, ruler = element.fit(ruler, box)
            self._lay(form, box, ruler, deep + 1, clip)
        if isinstance(element, ScrollView):
            self.scroll = element.area(ruler, box)
        for child, at in element.place_children(ruler, box):
            scrolls = isinstance(element, ScrollView) and child is element.child
            self._lay(child, at, ruler, deep + 1, box if scrolls else clip)

    def visible_box(self, key: str) -> Box:
        """Visible part of the box of a key, height 0 if scrolled away. `KeyError` for an unknown key."""
        box, clip = self._parts[key].box, self._parts[key].clip
        if clip is None:
            return box
        top, bottom = max(box.y, clip.y), min(box.bottom, clip.bottom)
        return box if (top, bottom) == (box.y, box.bottom) else Box(box.x, top, box.w, max(0.0, bottom - top))

    def unrolled(self, key: str) -> Box:
        """Box of a key as if all scrolled content were visible. `KeyError` for an unknown key."""
        box, clip = self._parts[key].box, self._parts[key].clip
        if self.scroll is None:
            return box
        below = box.y >= self.scroll.box.bottom - 1
        return box.translated(0, self.scroll.offset if clip is not None else self.scroll.hidden * below)

    def part(self, key: str) -> PlacedElement | None:
        """Element of a key with its box. None for an unknown key."""
        return self._parts.get(key)

    def subset(self, keys: frozenset[str]) -> LayoutTree:
        """Copy with only the parts of these keys and their descendants, but with all `boxes`. Cached."""
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
        """Box of the whole tree."""
        return self.parts[0].box

    def paint(
        self,
        painter: Painter,
        focus: str = "",
        live: Mapping[str, Values] = MappingProxyType({}),
        motions: ControlMotions | None = None,
    ) -> None:
        """Draw visible elements, with ``live`` values appended to pictures of these keys, and focus ring.

        Controls in ``motions`` are drawn in their pose, with all that they contain.
        """
        whole, scale = painter.surface.get_clip(), painter.text_scale
        near = (
            None
            if whole == painter.surface.get_rect()
            else painter.view.box_of(whole).inflated(MAX_PICTURE_OVERHANG)
        )
        fade: EdgeFade | None = None
        moving = self._moving(painter, motions)
        inside = -1  # depth of the control in motion whose parts are drawn already
        for number, part in enumerate(self.parts):
            if part.deep > inside >= 0:
                continue
            inside = -1
            if part.clip is not None and fade is None and self.scroll is not None:
                fade = self.scroll.fade(painter)
            elif part.clip is None and fade is not None:
                fade.close(painter)
                fade = None
            if not part.can_be_read:
                continue
            # If only a part of the screen is redrawn, skip what is far from it.
            if near is not None and not overlaps(part.box, near, -1):
                continue
            if part.scale != scale:
                painter, scale = painter.with_text_scale(part.scale), part.scale
            if part.clip is not None and self.scroll is not None:
                painter.surface.set_clip(painter.view.rect(self.scroll.seen).clip(whole))
            if isinstance(painter, TextCollector):
                painter.clip = self.scroll.seen if part.clip is not None and self.scroll is not None else None
            pose = moving.get(part.element.key)
            if pose is not None and motions is not None:
                inside = part.deep
                control = replace(part, element=part.element.posed(pose))
                held = self.parts[number + 1 : self._end(number)]
                values = tuple(live.get(inner.element.key) for inner in (part, *held))
                paint = partial(_paint_control, parts=(control, *held), focus=focus, live=live)
                shown = number, self, control.element, values, focus
                motions.paint(painter, pose, part.box, paint, shown, bursts=part.element.bursts)
            else:
                _paint_part(painter, part, focus, live)
            if part.clip is not None:
                painter.surface.set_clip(whole)
        if fade is not None:
            fade.close(painter)
        for part in self.parts:
            if focus and part.element.ring and part.element.key == focus:
                ring = partial(_paint_ring, part=part)
                pose = moving.get(focus)
                if pose is not None and motions is not None:
                    motions.paint(painter, pose, part.box, ring, ("ring", self, focus))
                else:
                    ring(painter)

    def _moving(self, painter: Painter, motions: ControlMotions | None) -> Mapping[str, ControlPose]:
        """Poses of the controls in motion by key, none while texts are only read."""
        if motions is None or not motions.are_running or painter.only_reads:
            return {}
        poses = {
            key: motions.pose(key) for key, box in self.boxes.items() if box.w * box.h <= MAX_MOVING_AREA
        }
        return {key: pose for key, pose in poses.items() if pose is not None}

    def _end(self, number: int) -> int:
        """Number of the first part after all that the part with this number contains."""
        deep, end = self.parts[number].deep, number + 1
        while end < len(self.parts) and self.parts[end].deep > deep:
            end += 1
        return end

    def pieces(self, painter: Painter) -> Iterator[None]:
        """Draw all elements, hidden ones too, with a yield after each picture or cloth to pause."""
        for part in self.parts:
            element = part.element
            element.paint(painter, part.box, focused=False)
            frames = isinstance(element, Container) and element.behind is None
            if not isinstance(element, Text) and not frames and type(element).paint is not Element.paint:
                yield


def actions_in(tree: Element) -> dict[str, Action]:
    """Actions of all elements in a tree by key, in the order of focus. Of equal keys the first counts."""
    found: dict[str, Action] = {}
    waiting = [tree]
    while waiting:
        element = waiting.pop()
        if element.key and element.action is not None:
            found.setdefault(element.key, element.action)
        waiting += reversed(element.inner())
    return found


class CachedBuild:
    """Layout of a tree built from values, cached until they or the look change.

    For text over a moving board: each frame compares a few values instead of a tree.
    """

    def __init__(self, build: Callable[..., Element]) -> None:
        self._build = build
        self._of: Hashable = None
        self._last: LayoutTree | None = None

    def frame(self, painter: Painter, box: Box, *values: Hashable) -> LayoutTree:
        """Layout of the tree built from ``values``, cached until values, box or look change."""
        of = values, box, painter.text_scale, painter.view, language_tag()
        if self._last is None or of != self._of:
            self._of, self._last = of, LayoutTree(self._build(*values), box, painter)
        return self._last


class LayoutCache:
    """Layout of a tree, cached until tree, box, text size or window change."""

    def __init__(self) -> None:
        self._of: tuple[Hashable, ...] = ()
        self.last: LayoutTree | None = None
        self._ruler: MeasureContext | None = None

    def frame(self, tree: Element, box: Box, painter: Painter) -> LayoutTree:
        """Layout of a tree, cached until tree, box, text size or window changes."""
        # Texts in another language make another tree.
        of = tree, box, painter.text_scale, painter.view
        if self.last is None or of != self._of:
            # Long texts are measured once, not whenever they scroll.
            before = self._ruler if self._of[2:] == of[2:] else None
            self._ruler = MeasureContext(painter, before=before)
            self._of, self.last = of, LayoutTree(tree, box, painter, self._ruler)
        return self.last
