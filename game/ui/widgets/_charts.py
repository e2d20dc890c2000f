"""Charts as elements of a tree: bars, marks on lanes, a matrix, lines, and legends.

Their contents are plain values, and their words are `Text`, which does not shrink to fit. Bars and lines
differ in shape, hatching or marks as well as in colour.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from game.ui.art.charts import arrow, bar, cell, flag, graph, heat, mark_of, rule
from game.ui.art.layers import INK, WOOL, mix, rasterize_units
from game.ui.art.svg import circle, group, line, path, rect, rounded_rect_path, seam
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets._layout import (
    Element,
    FontSpec,
    MeasureContext,
    Picture,
    ScaledLength,
    Text,
    WrapLayout,
    column,
    first_that_fits,
    row,
)

DOT_STEP = 7.5  # units between the dots of a line for an expected value
HALO_WIDTH = 7.0  # units; width of the panel's colour below these dots
FLAG_HEIGHT = 34.0  # units kept free above a flagged group
UNKNOWN_BAR_SHARE = 0.55  # height of an unknown bar's place, as a share of the plot
LEGEND_MARK_WIDTH = 26.0  # units; width of a mark of a legend
UNKNOWN_FONT = FontSpec(96, NAMES, growth=0.4)  # question mark over unknown bars
SMALL_FONT, WORDS_FONT, VALUES_FONT = (
    FontSpec(SMALL, STRONG),
    FontSpec(BODY, STRONG),
    FontSpec(LARGE, NAMES, growth=0.6),
)


def put_drawing(painter: Painter, box: Box, body: str) -> None:
    """Draw SVG text in canvas units, clipped to a box. Nothing if the box is under 1 x 1 unit."""
    if body and box.w >= 1 and box.h >= 1:
        image = rasterize_units(painter.assets, body, box.w, box.h, (box.x, box.y, box.w, box.h))
        painter.blit(image, box.x, box.y)


def edge_of(painter: Painter) -> str:
    """Outline colour on panels: the theme's ink in the dark theme, else `INK`."""
    return painter.theme.ink if painter.theme.name == "dark" else INK


def draw_mark(painter: Painter, box: Box, body: str) -> None:
    """Draw a legend's mark: SVG text `LEGEND_MARK_WIDTH` wide, with (0, 0) in the middle of its left edge."""
    at = f"translate({box.x:.1f} {box.centre[1]:.1f}) scale({box.w / LEGEND_MARK_WIDTH:.3f})"
    put_drawing(painter, Box(box.x - 4, box.centre[1] - box.w, box.w + 8, 2 * box.w), group(body, at))


def legend(entries: Sequence[tuple[str, str]], colour: str, size: float = SMALL) -> Element:
    """Element with a mark (SVG text around (0, 0)) and words per entry: in a row, two by two, or wrapped."""
    letters, wide = FontSpec(size, STRONG, colour), ScaledLength(LEGEND_MARK_WIDTH, 0.7)
    found = [
        row(Picture(draw_mark, (body,), w=wide, h=24), Text(words, letters), gap=10, align=0.5)
        for body, words in entries
    ]
    pairs = [row(*found[n : n + 2], gap=18) for n in range(0, len(found), 2)]
    fair = [column(*pairs)] if len(found) == 4 else []  # rather than one alone below three
    return first_that_fits(row(*found, gap=18), *fair, WrapLayout(tuple(found), gap=18))


def dotted(painter: Painter) -> str:
    """SVG text of a dotted line, the legend's mark for an expected value."""
    return rule((2, 0), (24, 0), painter.theme.ink, 4, DOT_STEP)


def draw_stripes(painter: Painter, box: Box, count: int, golden: bool = False) -> None:  # noqa: FBT001, FBT002
    """Draw ``count`` rows of two alternating tones into a box, the first one golden if ``golden``."""
    theme, high = painter.theme, box.h / max(1, count)
    body = ""
    for number in range(count):
        tone = theme.sunk if number % 2 else mix(theme.sunk, theme.panel, 0.55)
        tone = theme.chosen if golden and not number else tone
        body += rect(box.x, box.y + number * high + 2.5, box.w, high - 5, min(12.0, high / 4), fill=tone)
    put_drawing(painter, box, body)


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A vertical bar."""

    value: float
    fill: str
    words: str = ""  # drawn above it if the words of all bars fit
    sewn: bool = False  # pale and hatched, recognisable without its colour
    has_face: bool = False  # a sock puppet that smiles


@dataclass(frozen=True, slots=True)
class BarChart(Element):
    """Bars in groups on a line, each group with its label below."""

    groups: tuple[tuple[ChartBar, ...], ...]
    labels: tuple[Element, ...]
    most: float  # value of the highest possible bar
    expected: float | None = None  # value of a dotted line
    reaches: int = 0  # number of groups that this line crosses, 0 for all
    marked: int | None = None  # index of the group with a flag and golden ground
    known: bool = True  # False for an empty place per group
    thin: bool = False  # True if labels that don't fit may be left out, except the flag's
    letters: FontSpec = SMALL_FONT
    widest: float = 58.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units: the whole ``room``, and a minimum height with the labels."""
        return room, 120 * ruler.scale**0.5 + self._foot(ruler, room / len(self.groups))

    def _foot(self, ruler: MeasureContext, step: float) -> float:
        """Height in units that the labels need below the bars, for groups of a width."""
        wide = 1000.0 if self.thin else max(1.0, step - 8)
        return max((ruler.size(label, wide)[1] for label in self.labels), default=0.0) + 4

    def field(self, ruler: MeasureContext, box: Box) -> Box:
        """Box of the plot, from the base line to the top of a bar of ``most``; without labels and flag."""
        above = ruler.line_height(self.letters) if self._told(ruler, box) else 6.0
        above += FLAG_HEIGHT if self.marked is not None else 0.0
        foot = self._foot(ruler, box.w / len(self.groups))
        return Box(box.x, box.y + above, box.w, max(1.0, box.h - above - foot))

    def _wide(self, box: Box) -> float:
        """Width in units of each bar and the gap beside it."""
        return min(self.widest, box.w / len(self.groups) * 0.8 / max(map(len, self.groups)))

    def _told(self, ruler: MeasureContext, box: Box) -> bool:
        """True if some bars have words and all of them fit above. False for an unknown chart."""
        many = max(map(len, self.groups)) > 1
        room = self._wide(box) + 2 if many else box.w / len(self.groups) - 4
        size, face = self.letters.at(ruler.scale), self.letters.face
        wide = [ruler.painter.width(one.words, size, face) for bars in self.groups for one in bars]
        return self.known and 0 < max(wide) <= room

    def placed(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[ChartBar, Box]]:
        """Yield each bar with its box, by groups from left to right."""
        plot, wide, step = self.field(ruler, box), self._wide(box), box.w / len(self.groups)
        for place, bars in enumerate(self.groups):
            left = box.x + step * (place + 0.5) - wide * len(bars) / 2
            for number, one in enumerate(bars):
                tall = plot.h * one.value / (self.most or 1.0)
                gap = max(4.0, wide / 8)  # clear of the cuffs
                yield one, Box(left + wide * number + gap / 2, plot.bottom - tall, wide - gap, tall)

    def _holes(self, ruler: MeasureContext, box: Box) -> Iterator[Box]:
        """Yield the box of the empty place of each group of an unknown chart."""
        plot, step = self.field(ruler, box), box.w / len(self.groups)
        wide, high = min(step * 0.82, 2 * self.widest), plot.h * UNKNOWN_BAR_SHARE
        for place in range(len(self.groups)):
            yield Box(box.x + step * (place + 0.5) - wide / 2, plot.bottom - high, wide, high)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Labels below the groups, some left out if `thin`; then a question mark, or words above bars."""
        step, foot = box.w / len(self.groups), self.field(ruler, box).bottom + 4
        every = 1
        if self.thin:
            widest = max(ruler.size(label, 1000.0)[0] for label in self.labels)
            every = max(1, -(-round(widest + 8) // max(1, round(step))))
        for place, label in enumerate(self.labels):
            if (place - (self.marked or 0)) % every == 0:
                aside = (every - 1) * step / 2
                at = Box(box.x + step * place + 4 - aside, foot, step - 8 + 2 * aside, box.bottom - foot)
                yield label, Box(at.x, at.y, at.w, min(at.h, ruler.size(label, at.w)[1]))
        if not self.known:
            yield Text("?", UNKNOWN_FONT, 0.5), self.field(ruler, box)
        elif self._told(ruler, box):
            high = ruler.line_height(self.letters)
            for one, at in self.placed(ruler, box):
                wide = ruler.painter.width(one.words, self.letters.at(ruler.scale), self.letters.face) + 4
                above = Box(at.centre[0] - wide / 2, at.y - high, wide, high)
                yield Text(one.words, self.letters, 0.5), above

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        ruler, theme = MeasureContext(painter), painter.theme
        plot, step = self.field(ruler, box), box.w / len(self.groups)
        body = ""
        if self.marked is not None:
            x = box.x + self.marked * step
            body += rect(x + 2, box.y + 2, step - 4, plot.bottom - box.y - 2, 10, fill=theme.chosen)
            body += flag(x + step / 2, box.y + 6)
        for one, at in self.placed(ruler, box) if self.known else ():
            body += bar(at.x, at.y, at.w, at.h, one.fill, edge_of(painter), sewn=one.sewn)
            body += _cuff(at, edge_of(painter)) if at.h > at.w / 2 else ""
            body += _face(at) if one.has_face and at.h > at.w else ""
        for hole in () if self.known else self._holes(ruler, box):
            body += line(seam(rounded_rect_path(hole.x, hole.y, hole.w, hole.h, 8)), theme.stitch, 2.5)
        if not self.known:
            (x, y), r = plot.centre, min(UNKNOWN_FONT.at(ruler.scale) * 0.64, plot.h / 2)
            body += circle(x, y, r, theme.panel, stroke=edge_of(painter), stroke_width=3.4)
            body += line(
                seam(rounded_rect_path(x - r + 8, y - r + 8, 2 * r - 16, 2 * r - 16, r - 8)),
                theme.stitch,
                2.5,
            )
        if self.expected is not None:
            y = plot.bottom - plot.h * self.expected / (self.most or 1.0)
            right = box.x + step * (self.reaches or len(self.groups))
            for _bar, at in self.placed(ruler, box) if self.known else ():
                if at.y < y - HALO_WIDTH and at.x < right:  # through a bar it would be lost
                    body += rule((at.x, y), (at.right, y), theme.panel, HALO_WIDTH)
            body += rule((box.x, y), (right, y), theme.ink, 4, DOT_STEP)
        body += rule((box.x, plot.bottom), (box.right, plot.bottom), theme.ink, 3)
        put_drawing(painter, box, body)
        if self.expected is not None and self._told(ruler, box):
            high = self.letters.at(ruler.scale)
            for _bar, at in self.placed(ruler, box):
                if at.y - high < y < at.y:  # the dotted line passes there
                    marked = int((at.centre[0] - box.x) / step) == self.marked
                    painter.fill(
                        Box(at.x, at.y - high, at.w, high - 3), theme.chosen if marked else theme.panel, 4
                    )


def _cuff(at: Box, edge: str) -> str:
    """Ribbed cuff at the top of a bar, which makes it the leg of a sock."""
    high, over, ribs = at.w / 4, at.w / 40, 5
    body = rect(
        at.x - over, at.y, at.w + 2 * over, high, high / 3, fill="#F7EBDD", stroke=edge, stroke_width=3
    )
    for number in range(1, ribs + 1):
        x = at.x + at.w * number / (ribs + 1)
        body += rule((x, at.y + high * 0.3), (x, at.y + high * 0.7), edge, 2)
    return body


def _face(at: Box) -> str:
    """Button eyes and an open mouth below the cuff of a bar."""
    body = path("M-16 22Q0 28 16 22Q14 44 0 44Q-14 44 -16 22Z", "#7A1F2B", stroke=INK, stroke_width=3)
    for x in (-17, 17):
        body += circle(x, 0, 15, WOOL, stroke=INK, stroke_width=3) + circle(x + 3, 2, 6.5, INK)
        body += circle(x + 5, -1, 2.2, WOOL)
    return group(body, f"translate({at.centre[0]:.1f} {at.y + at.w * 0.46:.1f}) scale({at.w / 100:.3f})")


@dataclass(frozen=True, slots=True)
class LaneMark:
    """A mark on a lane: at one value, or from one to another."""

    kind: Literal["bar", "span", "arrow", "square", "ball", "diamond", "dot"]
    """A span is a thin bar, a dot one of many that are summed up above it."""
    fill: str
    at: float
    to: float = 0.0  # value at which a bar, span or arrow ends
    words: str = ""  # drawn beyond that end
    sewn: bool = False
    drop: float = 0.0  # distance below the middle of its lane, as a share of the lane's height


@dataclass(frozen=True, slots=True)
class LaneChart(Element):
    """Marks on lanes below each other, on one scale."""

    rows: tuple[tuple[LaneMark, ...], ...]
    least: float
    most: float
    expected: float | None = None  # value of a dotted line
    base: float | None = None  # value at which bars begin, drawn as a line; None for a thread per lane
    letters: FontSpec = WORDS_FONT

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units: the whole ``room``, and a minimum height per lane."""
        told = any(mark.words for lane in self.rows for mark in lane)
        return room, len(self.rows) * max(36.0, ruler.line_height(self.letters) if told else 0.0)

    def field(self, ruler: MeasureContext, box: Box) -> Box:
        """Box of the plot from ``least`` to ``most``, without the room for words beyond its marks."""
        left = right = 12.0
        for one in (one for lane in self.rows for one in lane if one.words):
            wide = ruler.painter.width(one.words, self.letters.at(ruler.scale), self.letters.face) + 12
            left, right = (max(left, wide), right) if one.to < one.at else (left, max(right, wide))
        return Box(box.x + left, box.y, max(1.0, box.w - left - right), box.h)

    def x(self, field_: Box, value: float) -> float:
        """X in units of a value in the plot."""
        return field_.x + field_.w * (value - self.least) / ((self.most - self.least) or 1.0)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Words of the marks, each beyond the end of its mark, by lanes."""
        plot, high = self.field(ruler, box), box.h / len(self.rows)
        for place, lane in enumerate(self.rows):
            for one in lane:
                if one.words:
                    x, back = self.x(plot, one.to), one.to < one.at
                    at = (box.x, x - 8 - box.x) if back else (x + 8, box.right - x - 8)
                    words = Text(one.words, self.letters, 1.0 if back else 0.0)
                    yield words, Box(at[0], box.y + high * place, at[1], high)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        plot, theme, high = self.field(MeasureContext(painter), box), painter.theme, box.h / len(self.rows)
        body = ""
        for place in range(len(self.rows) if self.base is None else 0):
            y = box.y + (place + 0.5) * high
            body += rule((plot.x - 10, y), (plot.right + 10, y), theme.stitch, 3)
        if self.expected is not None and self.base is None:
            x = self.x(plot, self.expected)
            ends = (x, box.y + 2), (x, box.bottom - 2)
            body += rule(*ends, theme.panel, HALO_WIDTH) + rule(*ends, theme.ink, 4, DOT_STEP)
        for place, lane in enumerate(self.rows):
            for one in lane:
                body += self._mark(one, plot, box.y + (place + 0.5 + one.drop) * high, high, edge_of(painter))
        if self.base is not None:
            x = self.x(plot, self.base)
            body += rule((x, box.y + 2), (x, box.bottom - 2), theme.ink, 3)
        put_drawing(painter, box, body)

    def _mark(self, one: LaneMark, plot: Box, y: float, high: float, edge: str) -> str:
        """SVG text of a mark on the lane at ``y``. Empty for an arrow of at most 26 units."""
        x, end = self.x(plot, one.at), self.x(plot, one.to)
        if one.kind == "bar":
            tall, left = min(36.0, high * 0.62), min(x, end)
            wide = max(2.0 if self.base is not None else 8.0, abs(end - x))
            return bar(left, y - tall / 2, wide, tall, one.fill, edge, sewn=one.sewn)
        if one.kind == "span":
            return rule((x, y), (end, y), one.fill, max(3.0, min(6.0, high * 0.09)))
        if one.kind == "dot":
            return mark_of("ball", one.fill, (x, y), max(3.5, min(5.0, high * 0.09)), edge)
        if one.kind == "arrow":
            side = 10 if end > x else -10
            near = abs(end - x) <= 26
            return "" if near else arrow((x, y), (end - side, y), one.fill, min(16.0, high * 0.24), edge)
        return mark_of(one.kind, one.fill, (x, y), min(10.0, high * 0.3), edge)


@dataclass(frozen=True, slots=True)
class MatrixChart(Element):
    """Counts of transitions from one thing (row) to another (column); the diagonal has a dark frame."""

    values: tuple[tuple[int, ...], ...]
    sides: tuple[Text, ...]  # labels of the rows
    heads: tuple[Element, ...]  # labels of the columns
    corner: tuple[Text, Text]  # what leads across, and what down
    letters: FontSpec = VALUES_FONT

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units: the whole ``room``, and a minimum height per row."""
        _wide, head = self._aside(ruler)
        return room, head + len(self.values) * 1.1 * ruler.line_height(self.letters)

    def _aside(self, ruler: MeasureContext) -> tuple[float, float]:
        """(width of the row labels, height of the column labels), in units."""
        across, down = (ruler.size(words, 1000.0) for words in self.corner)
        wide = max(ruler.size(words, 1000.0)[0] for words in self.sides)
        return max(wide + 10, across[0] + 34, down[0] + 34), max(48.0, across[1] + down[1])

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Corner words, then by row and column the labels, then all values but zeros."""
        (wide, head), count = self._aside(ruler), len(self.values)
        w, h = (box.w - wide) / count, (box.h - head) / count
        for number, words in enumerate(self.corner):
            yield words, Box(box.x, box.y + head * number / 2, wide - 30, head / 2)
        for place, (side, above) in enumerate(zip(self.sides, self.heads, strict=True)):
            yield above, Box(box.x + wide + w * place, box.y, w, head - 3)
            yield side, Box(box.x, box.y + head + h * place, wide - 8, h)
        most = max(map(max, self.values))
        for down, values in enumerate(self.values):
            for across, value in enumerate(values):
                if value:
                    words = Text(str(value), self.letters.with_colour(heat(value, most)[1]), 0.5)
                    yield words, Box(box.x + wide + w * across, box.y + head + h * down, w, h)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        (wide, head), count, theme = self._aside(MeasureContext(painter)), len(self.values), painter.theme
        w, h, most = (box.w - wide) / count, (box.h - head) / count, max(map(max, self.values))
        body = ""
        for down, values in enumerate(self.values):
            for across, value in enumerate(values):
                place = box.x + wide + w * across + 2, box.y + head + h * down + 2, w - 4, h - 4
                fill = heat(value, most)[0] if value or theme.name != "dark" else theme.sunk
                edge, thick = (theme.ink, 3.0) if down == across else (theme.stitch, 1.5)
                body += cell(place, fill, edge, thick)
        x, y = box.x + wide - 24, box.y
        arrows = f"M{x} {y + head * 0.27} h14 m-6 -6 l6 6 l-6 6"
        arrows += f"M{x + 7} {y + head * 0.63} v14 m-6 -6 l6 6 l6 -6"
        put_drawing(painter, box.inflated(3), body + line(arrows, theme.soft, 3))


THIN_LINE_CURVES = 5  # from this number of curves on, lines are thin


@dataclass(frozen=True, slots=True)
class LineChart(Element):
    """A curve with marks for each seat, over lines at some values. The first curve is on top."""

    curves: tuple[tuple[int, ...], ...]
    looks: tuple[int, ...]
    least: float
    most: float
    figures: tuple[int, ...]  # values to label if there is room; earlier ones take precedence
    goals: tuple[int, ...] = ()  # those of ``figures`` with a dotted line, worth reaching
    ends: tuple[Picture, ...] = field(default=(), kw_only=True)  # at the end of each curve, all of one size
    apart: float = field(default=0.0, kw_only=True)  # minimum distance of curves, in units
    colour: str = field(default="", kw_only=True)
    letters: FontSpec = WORDS_FONT

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height) in units: the whole ``room``, and three lines of text."""
        return room, 3 * ruler.line_height(self.letters)

    def _end(self, box: Box) -> float:
        """Side in units of the pictures at the ends of the lines, 0 without pictures."""
        least = 44.0 if len(self.ends) <= THIN_LINE_CURVES else 34.0
        return min(80.0, max(least, box.h / 4.6)) if self.ends else 0.0

    def field(self, ruler: MeasureContext, box: Box) -> Box:
        """Box of the plot, from ``least`` to ``most`` and from the first values to the last."""
        size, tall = self.letters.at(ruler.scale), self._end(box)
        left = max(ruler.painter.width(str(value), size, self.letters.face) for value in self.figures) + 18
        half = max(size / 2, tall * 0.42)
        right = 1.75 * tall if self.ends else 24.0
        return Box(box.x + left, box.y + half, box.w - left - right, box.h - half - size / 2)

    def y(self, field_: Box, value: float) -> float:
        """Y in units of a value in the plot."""
        return field_.bottom - field_.h * (value - self.least) / ((self.most - self.least) or 1.0)

    def shown(self, ruler: MeasureContext, box: Box) -> list[int]:
        """The ``figures`` whose labels don't overlap; earlier ones take precedence."""
        plot, found = self.field(ruler, box), list[int]()
        room = ruler.line_height(self.letters) * 0.8
        for value in self.figures:
            if all(abs(self.y(plot, value) - self.y(plot, other)) >= room for other in found):
                found.append(value)
        return found

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Labels of the values shown, then the pictures at the ends, moved apart."""
        plot, high = self.field(ruler, box), ruler.line_height(self.letters)
        for value in self.shown(ruler, box):
            letters = self.letters if value in self.goals else self.letters.with_colour(self.colour)
            y = self.y(plot, value)
            # The first and last labels extend half beyond the plot.
            yield Text(str(value), letters, 1.0), Box(box.x, y - high / 2, plot.x - 16 - box.x, high)
        tall = self._end(box)
        order = sorted(range(len(self.ends)), key=lambda number: -self.curves[number][-1])
        ys = spread([self.y(plot, self.curves[number][-1]) for number in order], tall * 0.42, plot)
        column = 0
        for place, number in enumerate(order):
            # Pictures at nearly equal values go side by side, because they would overlap.
            column = 1 - column if place and ys[place] - ys[place - 1] < tall * 0.6 else 0
            at = plot.right + 12 + tall * (0.36 + column * 0.72), ys[place]
            yield self.ends[number], Box(at[0] - tall / 2, at[1] - tall / 2, tall, tall)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        ruler, theme = MeasureContext(painter), painter.theme
        plot, right = self.field(ruler, box), 18.0 if self.ends else 0.0
        body = rule((plot.x, plot.y - 4), (plot.x, plot.bottom), theme.stitch, 3)
        for value in self.shown(ruler, box):
            ends = (plot.x, self.y(plot, value)), (plot.right + right, self.y(plot, value))
            body += (
                rule(*ends, theme.ink, 4, DOT_STEP) if value in self.goals else rule(*ends, theme.stitch, 2)
            )
        count = max(1, max(map(len, self.curves)) - 1)
        width = min(8.0, max(6.5 if len(self.curves) < THIN_LINE_CURVES else 5.0, box.h / 40))
        step = plot.w / count
        every = 1 if step > 16 else math.ceil(32 / step)  # or the marks of a long match would cover its line
        ways: list[list[tuple[float, float]]] = [[] for _curve in self.curves]
        for place in range(count + 1):
            there = [number for number, curve in enumerate(self.curves) if place < len(curve)]
            there.sort(key=lambda number: -self.curves[number][place])
            ys = [self.y(plot, self.curves[number][place]) for number in there]
            if self.apart:
                ys = spread(ys, self.apart, Box(plot.x, plot.y, plot.w, plot.h + self.apart))
            for number, y in zip(there, ys, strict=True):
                ways[number].append((plot.x + plot.w * place / count, y))
        for way, look in reversed(list(zip(ways, self.looks, strict=True))):
            body += graph(way, look, theme.panel, width, every)
        put_drawing(painter, box.inflated(8), body)


def spread(ys: list[float], gap: float, within: Box) -> list[float]:
    """Ascending ``ys`` moved at least ``gap`` apart (less if ``within`` is too low), above its lower edge."""
    gap = min(gap, (within.h - gap) / max(1, len(ys) - 1))
    found: list[float] = []
    for y in ys:
        found.append(max(y, found[-1] + gap) if found else y)
    # Positions pushed below the box move back up, from the last one on, no further than needed.
    lowest = within.bottom - gap
    for place in reversed(range(len(found))):
        found[place] = min(found[place], lowest - (len(found) - 1 - place) * gap)
    return found
