"""Panels of the class report: moves, how often the Boss stayed Boss, the vote, every table, and more.

Pages, matrix, chart of strengths and question are shared with the report of a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Literal

import pygame

from game.games.sociable.screen.match_report.charts import (
    draw_sign,
    kept_mark,
    lives_panel,
    matrix,
    strength_chart,
    strength_span,
)
from game.games.sociable.screen.match_report.export import page_painter, saved_page
from game.games.sociable.screen.match_report.match_text import (
    QUESTION_COUNT,
    SAND,
    WITH_COLOUR,
    WITHOUT_COLOUR,
    draw_seated,
    question,
)
from game.games.sociable.screen.match_report.page import (
    PANEL_PADDING,
    SINGLE_PANEL_TEXT_SCALE,
    PageTexts,
    Panel,
    ReportKey,
    ReportPage,
    ReportStyle,
    seats_apart,
    single,
)
from game.games.sociable.screen.office_layout import BOSS, TEMP
from game.games.sociable.statistics import MEAN_POWER
from game.i18n import _
from game.ui.art.charts import bar, flag, graph, knot, mark_of, rule, thread
from game.ui.art.icons import icon
from game.ui.art.layers import WOOL, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import circle, rect
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import (
    PANEL_PICTURE,
    BarChart,
    ChartBar,
    Element,
    FontSpec,
    GridLayout,
    LaneChart,
    LaneMark,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    Spacer,
    Text,
    column,
    dotted,
    draw_stripes,
    edge_of,
    first_that_fits,
    legend,
    put_drawing,
    row,
    shrink_to_fit,
    stack,
)
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData
from sockdrawer_classroom.sociable.class_statistics import (
    NONE,
    SIMULATED_CLASSES,
    UP,
    ExchangeGroup,
    TableMatchStatistics,
    bosses_kept,
    strengths,
)

REVERSED_COLOUR = "#B8651B"  # tables with the exchange reversed
VOTED_COLOUR, CALM_COLOUR = "#E8A317", "#B4ACBF"  # of the option that leads after the charts, of the others
OPEN_RESULT = "\N{HORIZONTAL ELLIPSIS}"  # in place of the results of an open round
ICONS = ("star", "dice", "")  # icons of skill and luck; structure has the throne


def colour_of(way: str) -> str:
    """Return the colour, as hex text, of the tables with a kind of exchange."""
    return WITH_COLOUR if way == UP else WITHOUT_COLOUR if way == NONE else REVERSED_COLOUR


def _is_light(style: ReportStyle) -> bool:
    """True if the theme is the light one, linen."""
    return style.ruler.theme.name == "linen"


def moved_where(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel of moves from chair to chair."""
    moves, ranks = report.story.mobility, report.story.ranks
    counts = [[moves.moves[start][to] for to in ranks] for start in ranks]
    kept_text = f"{match_text.kept_short(report)} · {match_text.kept_by_chance(report)}"
    key = legend([kept_mark(style, kept_text)], style.ruler.theme.soft)
    return style.panel(_("Who moved where"), matrix(style, ranks, counts), key)


def stayed_panel(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel with the share of Bosses who stayed by exchange, intervals, and the line of chance."""
    sides, title, fair = report.story.sides, _("The Boss stayed Boss"), match_text.fair(report.story.sides)
    lanes = tuple(tuple(_share_marks(report, side)) for side in sides)

    def form(size: float, larger: float, grows: float) -> Element:
        """Rows of labels, intervals, counts and shares in letters of this size."""
        name, number = FontSpec(size, STRONG, growth=grows), FontSpec(size * larger, NAMES, growth=grows)
        count = style.soft(max(18.0, size * 0.9)).with_growth(grows)

        def inked(side: ExchangeGroup) -> FontSpec:
            """Font of a share, in a dark tone of its group if the theme is light."""
            return (
                number.with_colour(mix(colour_of(side.way), "#000000", 0.25)) if _is_light(style) else number
            )

        columns = (
            [Text(match_text.way_row(side.way), name, lines=1) for side in sides],
            [Text(match_text.of(side.stayed), count, 1.0, lines=1) for side in sides],
            [
                Text(
                    match_text.percent(side.stayed.value) if side.stayed.of else "?",
                    inked(side),
                    1.0,
                    lines=1,
                )
                for side in sides
            ],
        )
        names, counts, shares = (column(*(stack(cell, flex=1) for cell in cells)) for cells in columns)
        chart = LaneChart(lanes, 0.0, 1.0, expected=fair, flex=1)
        return row(
            names, chart, counts, shares, gap=14, behind=Picture(draw_stripes, (len(sides),)), pad=Padding(8)
        )

    rows = first_that_fits(
        *(form(*sizes) for sizes in ((20, 1.5, 1), (20, 1.5, 0.6), (20, 1.2, 0.3), (18, 1.3, 0), (18, 1, 0))),
        flex=1,
    )
    edge = edge_of(style.ruler)
    dots = [(mark_of("ball", WITH_COLOUR, (13, 0), 5, edge), _("a class"))] if report.lessons else []
    bar_mark = bar(0, -8, 26, 16, style.ruler.theme.sunk, edge)
    key = legend(
        [
            (dotted(style.ruler), _("by chance: {share}").format(share=match_text.percent(fair))),
            *dots,
            (bar_mark, _("where the true share could be")),
        ],
        style.ruler.theme.soft,
    )
    return style.panel(title, rows, key, aside=Text(match_text.tables_each(report), style.soft()))


def _share_marks(report: ClassReportData, side: ExchangeGroup) -> Iterator[LaneMark]:
    """Yield interval and share of a group, and a dot for each of several classes; nothing without a hand."""
    if side.stayed.of:
        colour, sewn = colour_of(side.way), side.way == NONE
        low, high = report.interval(side)
        yield LaneMark("bar", colour if sewn else mix(colour, WOOL, 0.45), low, high, sewn=sewn)
        yield LaneMark(_mark_kind(side.way), colour, side.stayed.value)
        for value, count in Counter(round(share, 2) for share in report.dots(side.way)).items():
            yield from (LaneMark("dot", colour, value, drop=0.36 + 0.12 * place) for place in range(count))


CHANCE_COLOUR = "#B9B2C4"  # band of chance


@dataclass(frozen=True, slots=True)
class DotPlot(Element):
    """Dots for all people on a scale, the mean with its interval below, and the band of chance behind."""

    dots: tuple[float, ...]
    mean: float
    low: float
    high: float  # ``low`` to ``high`` is the interval of the true mean
    band: float  # half the width of the band of chance, around 0
    letters: FontSpec

    @property
    def reach(self) -> float:
        """Half the range of the scale, in units of the values, rounded up to a multiple of 0.5."""
        return ceil(2 * max(map(abs, (*self.dots, self.low, self.high, self.band, 0.5)))) / 2

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All the room in width; in height enough for dots, interval and numbers."""
        return room, 96 + ruler.line_height(self.letters)

    def field(self, ruler: MeasureContext, box: Box) -> Box:
        """Box of the plot, without the numbers below it."""
        foot, aside = ruler.line_height(self.letters) + 6, self._label_width(ruler) / 2
        return Box(box.x + aside, box.y + 4, max(1.0, box.w - 2 * aside), max(1.0, box.h - foot - 4))

    def _label_width(self, ruler: MeasureContext) -> float:
        """Return the width of a number on the scale, in units."""
        label = match_text.hundredths(self.reach, signed=True)
        return ruler.painter.width(label, self.letters.at(ruler.scale), self.letters.face) + 16

    def x(self, plot: Box, value: float) -> float:
        """X of a value in the plot."""
        return plot.centre[0] + plot.w / 2 * value / self.reach

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the numbers at both ends and the middle of the scale, each with its box."""
        plot, line_height, width = (
            self.field(ruler, box),
            ruler.line_height(self.letters),
            self._label_width(ruler),
        )
        for value in (-self.reach, 0.0, self.reach):
            label = match_text.hundredths(value, signed=True) if value else "0"
            place = Box(self.x(plot, value) - width / 2, plot.bottom + 4, width, line_height)
            yield Text(label, self.letters, 0.5, lines=1), place

    def place_dots(self, plot: Box) -> tuple[float, list[tuple[float, float]]]:
        """Return the radius of the dots, in units, and their middles; equal values are stacked upwards."""
        height, radius = plot.h * 0.62, 9.0
        while True:
            positions: list[tuple[float, float]] = []
            for value in sorted(self.dots):
                x, row_ = self.x(plot, value), 0
                while any(abs(x - a) < 2 * radius and row_ == b for a, b in positions):
                    row_ += 1
                positions.append((x, row_))
            max_rows = 1 + max((row_ for _x, row_ in positions), default=0)
            if max_rows * 2 * radius <= height or radius <= 3:
                return radius, [(x, plot.y + height - (2 * row_ + 1) * radius) for x, row_ in positions]
            radius -= 1

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        plot, theme, edge = self.field(MeasureContext(painter), box), painter.theme, edge_of(painter)
        left, right = self.x(plot, -self.band), self.x(plot, self.band)
        body = rect(left, plot.y, right - left, plot.h, 8, fill=mix(CHANCE_COLOUR, theme.panel, 0.45))
        body += rule((plot.x - 16, plot.bottom), (plot.right + 16, plot.bottom), theme.ink, 3)
        middle = self.x(plot, 0.0)
        body += rule((middle, plot.y), (middle, plot.bottom), theme.ink, 4, 7.5)
        radius, dots = self.place_dots(plot)
        body += "".join(circle(x, y, radius, WITH_COLOUR, stroke=edge, stroke_width=2) for x, y in dots)
        y = plot.y + plot.h * 0.81
        low_x, high_x, height = self.x(plot, self.low), self.x(plot, self.high), min(34.0, plot.h * 0.22)
        body += bar(
            low_x, y - height / 2, max(8.0, high_x - low_x), height, mix(WITH_COLOUR, WOOL, 0.45), edge
        )
        body += mark_of("diamond", WITH_COLOUR, (self.x(plot, self.mean), y), height * 0.36, edge)
        put_drawing(painter, box, body)


def crossover_panel(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel with each person's difference, their mean, and the band of chance."""
    both, title = report.both, _("Each compared with themselves")
    assert both is not None
    if not both.people:
        return style.panel(title, style.sentences(match_text.rounds_told(both)))
    edge, soft = edge_of(style.ruler), style.ruler.theme.soft
    low, high = both.interval or (both.mean, both.mean)
    dots = tuple(person.difference for person in both.people)
    chart = DotPlot(dots, both.mean, low, high, both.band, FontSpec(SMALL, STRONG))
    key = legend(
        [
            (circle(13, 0, 8, WITH_COLOUR, stroke=edge, stroke_width=2), _("a pupil")),
            (mark_of("diamond", WITH_COLOUR, (13, 0), 9, edge), _("mean, with its interval")),
            (rect(0, -9, 26, 18, 4, fill=mix(CHANCE_COLOUR, style.ruler.theme.panel, 0.45)), _("by chance")),
        ],
        soft,
    )
    return style.panel(title, stack(chart, flex=1), key, Text(match_text.moved_meant(), style.soft()))


@dataclass(frozen=True, slots=True)
class SlopeChart(Element):
    """Lines from the first round to the second with their values; a ball marks the exchange."""

    lines: tuple[tuple[str, tuple[float, float]], ...]  # exchange of the first round, and the values
    letters: FontSpec

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All the room in width; in height enough for lines and labels."""
        return room, 40 + 3 * ruler.line_height(self.letters)

    def field(self, ruler: MeasureContext, box: Box) -> Box:
        """Box of the lines, without the labels around them."""
        line_height, aside = ruler.line_height(self.letters), 84 * ruler.scale
        return Box(
            box.x + aside,
            box.y + line_height,
            max(1.0, box.w - 2 * aside),
            max(1.0, box.h - 2.7 * line_height),
        )

    def y(self, plot: Box, value: float) -> float:
        """Y of a value in the plot, the highest of all at the top."""
        values = [mean for _way, both in self.lines for mean in both]
        min_value, max_value = min(values), max(values)
        return (
            plot.centre[1]
            if max_value == min_value
            else plot.bottom - plot.h * (value - min_value) / (max_value - min_value)
        )

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the names of the rounds and the values beside the lines, each with its box."""
        plot, line_height = self.field(ruler, box), ruler.line_height(self.letters)
        for lap, x in enumerate((plot.x, plot.right)):
            label = _("Round {n}").format(n=lap + 1)
            width = min(plot.w / 2, 2 * (plot.x - box.x)) or 1.0
            yield (
                Text(label, self.letters, 0.5, lines=1),
                Box(x - width / 2, box.bottom - line_height, width, line_height),
            )
            values = sorted((both[lap] for _way, both in self.lines), reverse=True)
            tops = [self.y(plot, value) - line_height / 2 for value in values]
            if len(tops) > 1 and (lack := line_height - (tops[1] - tops[0])) > 0:  # they would overlap
                tops = [tops[0] - lack / 2, tops[1] + lack / 2]
            available_width, left = plot.x - box.x - 18, box.x if not lap else plot.right + 18
            for value, top in zip(values, tops, strict=True):
                yield (
                    Text(match_text.hundredths(value), self.letters, 1.0 - lap, lines=1),
                    Box(left, top, available_width, line_height),
                )

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        plot, edge, body = self.field(MeasureContext(painter), box), edge_of(painter), ""
        for x in (plot.x, plot.right):
            body += rule((x, plot.y), (x, plot.bottom), painter.theme.stitch, 2)
        for way, both in self.lines:
            ends = [(x, self.y(plot, value)) for x, value in zip((plot.x, plot.right), both, strict=True)]
            body += rule(ends[0], ends[1], colour_of(way), 6, 0.0 if way == UP else 9)
            for place, at in enumerate(ends):
                with_it = (way == UP) == (place == 0)
                kind, fill = ("ball", WITH_COLOUR) if with_it else ("square", WITHOUT_COLOUR)
                body += mark_of(kind, fill, at, 11, edge)
        put_drawing(painter, box, body)


def by_order(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel of chairs moved in a hand in both rounds, a line for each order of the rules."""
    both = report.both
    assert both is not None
    edge = edge_of(style.ruler)
    entries = [
        (mark_of("ball", WITH_COLOUR, (13, 0), 9, edge), match_text.way_place(UP)),
        (mark_of("square", WITHOUT_COLOUR, (13, 0), 9, edge), match_text.way_place(NONE)),
    ]
    lines = tuple((order.way, order.means) for order in both.orders)
    chart = [stack(SlopeChart(lines, FontSpec(BODY, STRONG)), flex=1)] if lines else [Spacer(flex=1)]
    key = legend(entries, style.ruler.theme.soft)
    # If the page has its number beside the title, the legend goes below.
    return style.panel(_("Chairs moved per hand"), *chart, *([key] if style.is_single else []), aside=key)


def rounds_meant(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel that explains both rounds in sentences."""
    assert report.both is not None
    return style.panel(
        _("What both rounds show"), style.sentences(match_text.rounds_told(report.both), 26, 10)
    )


def votes_panel(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel of the votes for skill, luck and structure, before and after the charts."""
    edge, soft = edge_of(style.ruler), style.ruler.theme.soft
    names, max_count = (
        match_text.columns(report),
        max((max(vote.columns) for vote in report.votes if vote), default=1) or 1,
    )
    last = report.votes[1]
    most = max(last.columns[: len(ICONS)], default=0) if last else 0
    winner = last.columns.index(most) if last and list(last.columns).count(most) == 1 else None

    def counted_bar(number: int, place: int) -> ChartBar:
        """Bar of a column in round ``number``; without a count if votes are not shown."""
        vote, unknown = (
            report.votes[number],
            OPEN_RESULT if report.poll and report.poll.open == number else "?",
        )
        value, is_first = vote.columns[place] if vote else 0, place == winner
        fill = VOTED_COLOUR if is_first else CALM_COLOUR
        words = str(value) if vote else unknown
        return ChartBar(value, fill, words, sewn=number == 0, has_face=is_first and number == 1)

    bars = tuple((counted_bar(0, place), counted_bar(1, place)) for place in range(len(names)))
    labels = tuple(_vote_label(style, place, name) for place, name in enumerate(names))
    rounds = ((_("before"), True), (_("after"), False))
    marks = [(bar(0, -10, 26, 20, VOTED_COLOUR, edge, sewn=sewn), name) for name, sewn in rounds]
    key = legend(marks, soft, LARGE)
    chart = BarChart(bars, labels, max_count, letters=FontSpec(44, NAMES, growth=0.4), widest=120, flex=1)
    # If the page has its number beside the title, the legend goes below.
    below = [key] if style.is_single else []
    # Quieter than the headline, which asks the same.
    title = Text(match_text.votes_title(report), style.soft(LARGE))
    return style.panel(title, *below, chart, aside=key)


def _vote_label(style: ReportStyle, place: int, name: str) -> Element:
    """Return the label of a column of votes, with its picture; a tie has none."""
    ink = "" if place < len(ICONS) else style.ruler.theme.soft
    image = [Picture(draw_thing, (place,), w=44, h=44)] if place < len(ICONS) else []

    def form(size: float, grows: float) -> Element:
        """Picture and name in letters of this size."""
        label = Text(name, FontSpec(size, NAMES, ink, growth=grows), lines=1)
        return row(Spacer(flex=1), *image, label, Spacer(flex=1), gap=6, align=0.5)

    alone = shrink_to_fit(Text(name, FontSpec(18, NAMES, ink), 0.5))
    forms = (form(36, 0.3), *(form(LARGE, grows) for grows in (1, 0.6, 0.2, 0)), form(18, 0))
    return first_that_fits(*forms, alone)


def draw_thing(painter: Painter, box: Box, place: int) -> None:
    """Draw a star for skill (0), a die for luck (1), or the throne for the chair (2)."""
    if ICONS[place]:
        painter.blit(icon(painter.assets, ICONS[place], box.w), *box.centre, "center")
    else:
        draw_sign(painter, box, BOSS)


def meaning(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel on whether the figures are chance; with large text also 100 classes as bars."""
    parts, story = [*match_text.differences(report), match_text.kept_chairs_text(report)], report.story
    below: list[Element] = []
    if style.is_single and not report.lessons:
        # If both shares are equal the sentence names no classes.
        unequal = [first.stayed.value != second.stayed.value for first, second, _chance in story.differences]
        chances = [*(chance for _first, _second, chance in story.differences), story.mobility.kept_chance]
        pictures = (Picture(draw_hundred, (round(100 * chance),), h=24) for chance in chances)
        below = [
            picture if differs else Spacer()
            for picture, differs in zip(pictures, [*unequal, True], strict=True)
        ]
    return style.panel(_("Could it be chance?"), style.sentences(parts, 28, 12, below=below))


def draw_hundred(painter: Painter, box: Box, count: int) -> None:
    """Draw a hundred classes side by side, ``count`` of them coloured."""
    step = box.w / 100
    body = "".join(
        bar(x, box.y, step - 2, box.h, VOTED_COLOUR, edge_of(painter))
        if n < count
        else rect(x, box.y, step - 3, box.h, 3, fill=painter.theme.stitch, fill_opacity=0.5)
        for n in range(100)
        for x in (box.x + n * step + 1,)
    )
    put_drawing(painter, box.inflated(3), body)


MAX_TABLES = 8  # maximum of tables on a page


def table_pages(count: int) -> list[SomeTables]:
    """Panel builder for each page, the tables spread evenly over as few as possible; empty for no tables."""
    if not count:
        return []
    pages = -(-count // MAX_TABLES)
    ends = [-(-count * number // pages) for number in range(pages + 1)]
    page_size = -(-count // pages)
    return [SomeTables(first, end - first, page_size) for first, end in pairwise(ends)]


@dataclass(frozen=True, slots=True)
class SomeTables:
    """Panel builder for some of the tables side by side, or for one as large as possible."""

    first: int
    count: int = 1  # number of tables
    most: int = 1  # number of places, so that tables have one size on all pages

    def __call__(self, style: ReportStyle, report: ClassReportData) -> Element:
        """Return a grid with a panel for each of these tables."""
        tables, count = report.story.finished_matches[self.first : self.first + self.count], self.most
        across = 1 if count < 2 else 2 if count < 5 else 3 if count < 7 else 4
        panels = [_table_panel(style, report, table) for table in tables]
        panels += [Spacer()] * (-(-count // across) * across - len(panels))
        return GridLayout(tuple(panels), columns=across, gap=14)


def _table_panel(style: ReportStyle, report: ClassReportData, table: TableMatchStatistics) -> Element:
    """Return the panel of a table's chairs hand by hand, a line for each player."""
    large, story = style.is_single, table.story
    order = story.orders[-1]
    corner = [Text(style.corner, style.soft(BODY), 1.0)] if large else []
    signs = column(*(Picture(draw_sign, (rank,), flex=1) for rank in table.ranks), w=54 if large else 40)
    chart = Picture(draw_table, (table,), flex=1.0 if large else 1.15)
    totals = [Text(str(story.totals[-1][seat]), FontSpec(SMALL, STRONG), 1.0) for seat in order]
    points = column(*(stack(total, flex=1) for total in totals))

    def form(size: float, *, short: bool) -> Element:
        """Names of the players in the order of their last chairs, or only numbers if ``short``."""
        names = (
            Text(
                report.name(table, seat, short=short),
                FontSpec(
                    size,
                    NAMES,
                    SEAT_LOOKS[seat].text if _is_light(style) else "",
                    growth=0.7 if size > 18 else 0.3,
                ),
                lines=1,
                step=0.8,
            )
            for seat in order
        )
        return column(*(stack(name, flex=1) for name in names))

    forms = [form(size, short=short) for short in (False, True) for size in (20.0, 18.0)]
    names = first_that_fits(*forms, flex=1)
    behind = Picture(draw_stripes, (table.players, True))
    rows = row(signs, chart, names, points, gap=10, behind=behind, pad=Padding(6), flex=1)
    title = Text(match_text.table_title(table), FontSpec(26 if large else 21, NAMES), flex=1)
    edge = Padding(PANEL_PADDING, 12, 16) if large else Padding(14, 10, 14)
    return column(row(title, *corner), rows, gap=4, pad=edge, behind=PANEL_PICTURE)


MIN_KNITTED_HEIGHT = 60.0  # minimum row height for knitted threads, units


def draw_table(painter: Painter, box: Box, table: TableMatchStatistics) -> None:
    """Draw the lines of all players at a table, from chair to chair."""
    pitch, stages = box.h / table.players, len(table.story.orders)
    step = (box.w - 12) / max(1, stages - 1)
    body = ""
    for seat in reversed(table.story.standing):
        chairs = table.story.chairs(seat)
        points = [(box.x + 6 + step * n, box.y + (chair + 0.5) * pitch) for n, chair in enumerate(chairs)]
        tail = [(box.right, points[-1][1])] if stages == 1 else []
        if pitch > MIN_KNITTED_HEIGHT:
            body += thread([*points, *tail], seat, 13.0, edge_of(painter))
            body += "".join(knot(point, 7.5, edge_of(painter), WOOL) for point in points)
        else:
            body += graph([*points, *tail], seat, painter.theme.panel, min(7.0, max(4.0, pitch / 7)))
    put_drawing(painter, box.inflated(6), body)


@dataclass(frozen=True, slots=True)
class SideStrength:
    """Panel builder for the strength of hands at the tables with one kind of exchange."""

    place: int

    def __call__(self, style: ReportStyle, report: ClassReportData) -> Element:
        """Return the panel of hand strengths by rank with this kind of exchange."""
        side = report.story.sides[self.place]
        by_rank = {rank: (strength.dealt, strength.held) for rank, strength in strengths(side.rows).items()}
        pairs = [
            (strength.dealt, strength.held)
            for group in report.story.sides
            for strength in strengths(group.rows).values()
        ]
        # Without an exchange nothing comes after it.
        dots: dict[int, list[float]] = {}
        for class_stats in report.lessons.classes if report.lessons else ():
            own_group = next((group for group in class_stats.sides if group.way == side.way), None)
            for rank, mean_strength in strengths(own_group.rows if own_group else ()).items():
                dots.setdefault(rank, []).append(mean_strength.held)
        pairs += [(MEAN_POWER, value) for values in dots.values() for value in values]
        span = strength_span(pairs)
        chart = strength_chart(style, by_rank, span, changes=side.way != NONE, dots=dots) if by_rank else []
        return style.panel(_("{way}: hands").format(way=match_text.way_row(side.way)), *chart)


MAX_CLASSES = 8  # maximum of classes below each other


def _mark_kind(way: str) -> Literal["ball", "square", "diamond"]:
    """Return the shape of the mark for tables with a kind of exchange."""
    return "ball" if way == UP else "square" if way == NONE else "diamond"


@dataclass(frozen=True, slots=True)
class SomeClasses:
    """Panel builder for several classes below each other, with their shares of Bosses who stayed."""

    first: int
    count: int

    def __call__(self, style: ReportStyle, report: ClassReportData) -> Element:
        """Return the panel of these classes' shares of Bosses who stayed, with their intervals."""
        assert report.lessons is not None
        places = range(self.first, min(self.first + self.count, len(report.lessons.classes)))
        sides = report.lessons.sides
        lanes = []
        for place in places:
            marks: list[LaneMark] = []
            for number, side in enumerate(sides):
                share = report.lessons.boss_stayed_by_class(side.way)[place]
                if share.of:
                    kind = _mark_kind(side.way)
                    drop = 0.26 * (number - (len(sides) - 1) / 2)
                    low, high = share.interval
                    colour = colour_of(side.way)
                    thin = colour if _is_light(style) else mix(colour, WOOL, 0.45)
                    marks.append(LaneMark("span", thin, low, high, drop=drop))
                    marks.append(LaneMark(kind, colour, share.value, drop=drop))
            lanes.append(tuple(marks))
        fair = match_text.fair(sides)

        def form(size: float, grows: float) -> Element:
            """Names, chart and counts of these classes in letters of this size."""
            name, soft = (
                FontSpec(size, STRONG, growth=grows),
                style.soft(max(18.0, size * 0.9)).with_growth(grows),
            )
            names = (
                Text(match_text.class_title(report, place), name, lines=1, step=0.85) for place in places
            )
            counts = (
                Text(
                    " · ".join(
                        match_text.of(report.lessons.boss_stayed_by_class(side.way)[place]) for side in sides
                    ),
                    soft,
                    1.0,
                    lines=1,
                )
                for place in places
                if report.lessons
            )
            left, right = (column(*(stack(cell, flex=1) for cell in texts)) for texts in (names, counts))
            chart = LaneChart(tuple(lanes), 0.0, 1.0, expected=fair, flex=1.4)
            return row(
                stack(left, flex=0.5),
                chart,
                right,
                gap=14,
                behind=Picture(draw_stripes, (len(places),)),
                pad=Padding(8),
            )

        rows = first_that_fits(*(form(*sizes) for sizes in ((22, 1), (20, 0.6), (18, 0.3), (18, 0))), flex=1)
        edge = edge_of(style.ruler)
        entries = [
            (
                mark_of(_mark_kind(side.way), colour_of(side.way), (13, 0), 9, edge),
                match_text.way_row(side.way),
            )
            for side in sides
        ]
        chance_entry = (dotted(style.ruler), _("by chance: {share}").format(share=match_text.percent(fair)))
        key = legend([*entries, chance_entry], style.ruler.theme.soft)
        return style.panel(_("The Boss stayed Boss, class by class"), rows, key)


def lessons_pages(text_scale: float, report: ClassReportData) -> tuple[ReportPage, ...]:
    """Return the pages about several classes at a text size."""
    assert report.lessons is not None
    sides, count = range(len(report.story.sides)), len(report.lessons.classes)
    class_panels = [SomeClasses(first, MAX_CLASSES) for first in range(0, count, MAX_CLASSES)]
    if text_scale >= SINGLE_PANEL_TEXT_SCALE:
        class_panels = [SomeClasses(first, 3) for first in range(0, count, 3)]
        panels: list[tuple[str, Panel]] = [
            ("moves", moved_where),
            ("boss", stayed_panel),
            ("meaning", meaning),
        ]
        panels += [(f"classes-{panel.first + 1}", panel) for panel in class_panels]
        panels += [(f"strength-{number + 1}", SideStrength(number)) for number in sides]
        return (*(single(name, panel) for name, panel in panels), TALK)
    overview = ((0.418, ((moved_where, 1.0),)), (0.563, ((stayed_panel, 1.0),)))
    # The explanation is beside the first of them.
    explanations = [((0.36, ((meaning, 1.0),)),), *[()] * (len(class_panels) - 1)]
    strong = tuple((1.0, ((SideStrength(number), 1.0),)) for number in sides)
    return (
        ReportPage("overview", overview, is_wide=True),
        *(
            ReportPage(f"classes-{panel.first + 1}", ((0.64, ((panel, 1.0),)), *beside), is_wide=True)
            for panel, beside in zip(class_panels, explanations, strict=True)
        ),
        ReportPage("strength", strong, is_wide=True),
        TALK,
    )


def equal_players(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel of the chair's effect among equal players, a column for each kind of exchange."""
    ways, edge = [classes.way for classes in report.parallel] or [UP, NONE], edge_of(style.ruler)
    entries = [
        (bar(0, -9, 24, 18, colour_of(way), edge, sewn=way == NONE), match_text.way_place(way))
        for way in ways
    ]
    key = legend([*entries, (dotted(style.ruler), _("if chairs didn't matter"))], style.ruler.theme.soft)
    names = (_("First Boss won"), _("Boss stayed Boss"), _("Effect of the first chair"))
    labels = tuple(shrink_to_fit(Text(name, FontSpec(SMALL, STRONG), 0.5)) for name in names)
    shares = [
        (classes.boss_won.value, classes.boss_stayed.value, classes.explained) for classes in report.parallel
    ]
    bars = tuple(
        tuple(
            ChartBar(row_[place], colour_of(way), str(round(100 * row_[place])), sewn=way == NONE)
            for way, row_ in zip(ways, shares, strict=False)
        )
        for place in range(3)
    )
    fair = sum(1 / table.players for table in report.story.tables) / max(1, len(report.story.tables))
    has_data, letters = bool(shares), FontSpec(BODY, NAMES)
    bars = bars if has_data else ((ChartBar(0.0, WITH_COLOUR),),) * 3
    chart = BarChart(bars, labels, 1.0, fair, reaches=2, known=has_data, letters=letters, flex=1)
    return style.panel(_("If everyone were equally good"), chart, key)


def other_classes(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel of how often the Boss stayed Boss in each simulated class and in this one."""
    kept_counts = bosses_kept(report.story, report.parallel) if report.parallel else ()
    own_count = sum(row_.rank == row_.next == BOSS for row_ in report.story.rows)
    low, high = min((*kept_counts, own_count)), max((*kept_counts, own_count))
    low, high = max(0, low - 1), max(high + 1, low + 8)
    counts, theme = Counter(kept_counts), style.ruler.theme
    bars = tuple((ChartBar(counts[number], theme.stitch),) for number in range(low, high + 1))
    labels = tuple(Text(str(number), FontSpec(SMALL, STRONG), 0.5) for number in range(low, high + 1))
    max_count = max(counts.values(), default=1)
    chart = BarChart(
        bars, labels, max_count, marked=own_count - low, known=bool(kept_counts), thin=True, flex=1
    )
    count = _("{n} classes of equal players").format(n=len(kept_counts) or SIMULATED_CLASSES)
    entries = [
        (flag(13, -11), _("your class")),
        (bar(0, -9, 24, 18, theme.stitch, edge_of(style.ruler)), count),
    ]
    unit = Text(_("hands in which the Boss stayed Boss"), style.soft(), 0.5)
    return style.panel(_("Boss stayed Boss: simulated classes"), chart, unit, legend(entries, theme.soft))


def verdict(style: ReportStyle, report: ClassReportData) -> Element:
    """Return the panel with the results of the simulated classes, in sentences."""
    shares = [(classes.way, classes.boss_won.value) for classes in report.parallel]
    won = [
        (ChartBar(share, colour_of(way), str(round(100 * share)), sewn=way == NONE), match_text.way_row(way))
        for way, share in shares
    ]
    sentences = match_text.structure(report, is_brief=True)
    return lives_panel(style, _("Simulated classes"), sentences, match_text.guess(SIMULATED_CLASSES), won)


TALK = ReportPage("talk", talks=True)


def class_pages(text_scale: float, report: ClassReportData) -> tuple[ReportPage, ...]:
    """Return the pages at a text size; with large text every panel has its own page."""
    sides, votes = range(len(report.story.sides)), report.shows_votes
    if text_scale >= SINGLE_PANEL_TEXT_SCALE:
        panels: list[tuple[str, Panel]] = [
            ("moves", moved_where),
            ("boss", stayed_panel),
            ("meaning", meaning),
        ]
        if report.both is not None:
            panels += [("rounds", crossover_panel), ("orders", by_order), ("rounds-told", rounds_meant)]
        panels += [("vote", votes_panel)] if votes else []
        panels += [
            (f"table-{number + 1}", SomeTables(number))
            for number in range(len(report.story.finished_matches))
        ]
        panels += [(f"strength-{number + 1}", SideStrength(number)) for number in sides]
        panels += [("verdict", verdict), ("equal", equal_players), ("classes", other_classes)]
        return (*(single(name, panel, lives=panel is verdict) for name, panel in panels), TALK)
    below = () if votes else ((meaning, 1.0),)
    overview = ((0.418, ((moved_where, 1.0),)), (0.563, ((stayed_panel, 1.0), *below)))
    strong = tuple((1.0, ((SideStrength(number), 1.0),)) for number in sides)
    more = ((max(1, len(sides)) * 0.4, ((meaning, 1.0),)),) if votes else ()  # charts need the width
    lived = ((0.5, ((equal_players, 1.0),)), (0.5, ((other_classes, 1.0),)))
    rounds = ((0.5, ((crossover_panel, 0.63), (by_order, 0.37))), (0.5, ((rounds_meant, 1.0),)))
    return (
        *([single("vote", votes_panel)] if votes else []),
        ReportPage("overview", overview, is_wide=True),
        *([ReportPage("rounds", rounds, is_wide=True)] if report.both is not None else []),
        *(
            ReportPage(f"tables-{tables.first + 1}" if tables.first else "tables", ((1.0, ((tables, 1.0),)),))
            for tables in table_pages(len(report.story.finished_matches))
        ),
        ReportPage("strength", (*strong, *more), is_wide=True),
        ReportPage("parallel", lived, is_wide=True, lives=True),
        TALK,
    )


def headline(report: ClassReportData, page: ReportPage) -> str:
    """Return the headline of a page: the question that the votes answer, or that of the whole report."""
    return question(0) if votes_panel in page.panels else match_text.headline(report)


def said_of(report: ClassReportData, page: ReportPage, question_number: int) -> PageTexts:
    """Return the texts of a page outside its panels."""
    evidence = match_text.evidence_told(report, question_number)
    asks = not page.lives and not {crossover_panel, votes_panel}.intersection(page.panels)
    return PageTexts(
        headline(report, page),
        ((match_text.counts(report), SAND),),
        " ".join(match_text.structure(report, is_brief=True)) or match_text.guess(SIMULATED_CLASSES),
        question(question_number) if asks else "",
        evidence,
        evidence,
        question_number,
        is_simulated=bool(report.parallel) or not report.story.hands,
    )


# look and state of the puppets below the page of questions, the throne first
CROWD = ((3, "happy"), (1, "happy"), (4, "idle"), (2, "thinking"), (0, "sad"))


def draw_figures(painter: Painter, frame: LayoutTree) -> None:
    """Draw three puppets beside the headline, the Temp who asks, and five on their chairs.

    The puppets are not people of the class, so that no pupil has to be the Temp on the screen.
    """
    if (box := frame.boxes.get(ReportKey.WON)) is not None:
        for x, look, hat in ((20, 0, ""), (74, 4, ""), (46, 3, "crown")):
            dress = PuppetOutfit(wears=hat, rim=2.0, ground=False)
            image = puppet(painter.assets, look, "happy", 0, 62, dress, look=(0.8, 0.1))
            painter.blit(image, box.x + x, 112 + puppet_foot(62), "midbottom")
    if (box := frame.boxes.get(ReportKey.ASKER)) is not None:
        _draw_sitting(painter, (box.x + 58, box.bottom + 14), TEMP, (4, "idle"), 92)
    if (box := frame.boxes.get(ReportKey.CROWD)) is not None:
        step = seats_apart(box.w, 5, box.h / 190)
        for rank, pose in enumerate(CROWD):
            at = box.centre[0] + step * (rank - 2), box.bottom + 12
            _draw_sitting(painter, at, rank, pose, box.h * 0.54)


def _draw_sitting(
    painter: Painter, at: tuple[float, float], rank: int, pose: tuple[int, str], height: float
) -> None:
    """Draw a puppet, its ``pose`` a look and a state, on the chair of a rank at a floor point."""
    image = puppet(painter.assets, *pose, 0, height, PuppetOutfit(rim=2.5, ground=False), look=(0.9, -0.1))
    draw_seated(painter, rank, at, 0.42 * height / 92, image, height)


def pictures(report: ClassReportData) -> Iterable[tuple[str, pygame.Surface]]:
    """Yield (name, reused surface) of each page, one for each question; simulation pages only after one."""
    painter = page_painter()
    pages = tuple(page for page in class_pages(1.0, report) if report.parallel or not page.lives)
    for number, page in enumerate(pages):
        name = f"{number + 1}-{page.name}"
        for question_number in range(QUESTION_COUNT if page.talks else 1):
            texts = said_of(report, page, question_number)
            draw_figures(painter, saved_page(painter, page, number, len(pages), report, texts))
            yield (f"{name}-{question_number + 1}" if page.talks else name), painter.surface
