"""Panels of a match's debrief: chairs hand by hand, hands, exchanges, points, simulated societies.

Each builds its elements from a `ReportStyle` and the data. Those that class reports share take plain figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.games.sociable.rules.state import SOME_HANDS
from game.games.sociable.screen.match_report.match_text import (
    CREAM,
    SAND,
    WITH_COLOUR,
    WITHOUT_COLOUR,
    MatchReportData,
    as_boss,
    boss_stayed_text,
    draw_head,
    draw_seated,
    figure,
    figure_of,
    gift_sentence,
    hat_of,
    headline,
    kept_pairs,
    name_ink,
    percent,
    question,
    sign,
    societies_text,
    strength_meant,
    structure,
    thought,
    tie_sentences,
    title_of,
    way,
    way_of,
)
from game.games.sociable.screen.match_report.page import (
    SINGLE_PANEL_TEXT_SCALE,
    PageTexts,
    ReportKey,
    ReportPage,
    ReportStyle,
    seats_apart,
    single,
)
from game.games.sociable.screen.match_report.voting import vote_options
from game.games.sociable.screen.office_layout import BOSS, TEMP, chair_size
from game.games.sociable.screen.office_layout import chair as chair_picture
from game.games.sociable.statistics import MEAN_POWER, worth
from game.games.sociable.statistics.simulation import MATCH_COUNT
from game.i18n import _, plural
from game.match.seats import Seat
from game.match.share_vote import QUORUM, VoteShift, top_choices
from game.ui.art.album import head_disc
from game.ui.art.cards import card, card_size
from game.ui.art.charts import arrow, bar, cell, flag, knot, mark_of, rule, thread
from game.ui.art.daily import ROPE_ROOM, peg, rope, sag
from game.ui.art.knits import knit_sock
from game.ui.art.layers import INK, WOOL, flipped, mix
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.svg import rect
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.match_end import EarnedSock, earned_count, earned_words
from game.ui.widgets import (
    PANEL_PICTURE,
    BarChart,
    ChartBar,
    Element,
    FontSpec,
    LaneChart,
    LaneMark,
    LayoutTree,
    LineChart,
    MatrixChart,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    SingleLineText,
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

# fonts of the chart of chairs: names, heads above columns, points
NAME_FONT, HEADS_FONT, POINTS_FONT = (
    FontSpec(23, NAMES, growth=0.6),
    FontSpec(21, STRONG),
    FontSpec(22, STRONG, growth=0.6),
)
TITLE_FONT = FontSpec(26, NAMES)
MAX_FIGURE_HEIGHT = 92.0  # maximum height of chairs and puppets, units
ROUND_NUMBERS = (0, 1, 2, 5, 10, 20, 50, 100)
RANK_FACES = ("happy", "happy", "idle", "thinking", "sad")  # by final rank, the face of the puppet


@dataclass(frozen=True, slots=True)
class ChairChartLayout:
    """Layout of the chart of chairs, in units."""

    top: float  # y of the rows
    pitch: float  # from row to row
    titles: float  # left edge of the chairs' titles
    left: float  # x of the first column
    step: float  # from column to column
    names: float  # left edge of the names
    first: int  # stage of the first column
    count: int  # number of columns

    @classmethod
    def of(cls, ruler: MeasureContext, box: Box, report: MatchReportData) -> ChairChartLayout:
        """Return the layout in a panel, from stage ``report.first``, or the last one that still fills it."""

        def wide(text: str, letters: FontSpec) -> float:
            """Width of a text in units."""
            return ruler.painter.width(text, letters.at(ruler.scale), letters.face)

        players, stages = report.story.players, len(report.story.orders)
        lines = 1 if ruler.scale < SINGLE_PANEL_TEXT_SCALE else 2
        top = (
            box.y + 16 + ruler.line_height(TITLE_FONT) + (ruler.line_height(HEADS_FONT) if lines == 2 else 4)
        )
        pitch = (box.bottom - 16 - top) / players
        icon = min(pitch, MAX_FIGURE_HEIGHT)
        titles = box.x + 22 + icon * 0.86
        left = titles + max(wide(title_of(rank), NAME_FONT) for rank in report.ranks) + 62
        longest = max(wide(seat.name, NAME_FONT) for seat in report.seats)
        names = box.right - 24 - min(max(longest, wide(_("Points"), HEADS_FONT), 60.0), box.w * 0.17)
        min_step = max(33.0, wide("88", HEADS_FONT) + 10)
        end = names - icon * 0.5 - 60
        if stages > (end - left) / min_step + 1:
            # Some are out of view anyway, and fewer threads are easier to follow.
            min_step = max(min_step, pitch * 0.85)
        # At least two: one column would show no moves.
        count = min(stages, max(2, int((end - left) / min_step) + 1))
        step = (end - left) / max(1, count - 1)
        return cls(top, pitch, titles, left, step, names, min(report.first, stages - count), count)

    @property
    def end(self) -> float:
        """X of the last column."""
        return self.column(self.count - 1)

    def row(self, chair: int) -> float:
        """Y of the middle of a chair's row."""
        return self.top + (chair + 0.5) * self.pitch

    def column(self, place: int) -> float:
        """X of a column; the first one is 0."""
        return self.left + place * self.step


@dataclass(frozen=True, slots=True)
class ChairChart(Element):
    """The chart of chairs without its threads."""

    report: MatchReportData

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All the room in width; no minimum height."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield panel, rows of chairs, title, stage numbers and chair titles, each with its box."""
        chart, data = ChairChartLayout.of(ruler, box, self.report), self.report
        yield PANEL_PICTURE, box
        yield Picture(draw_chairs, (data,)), box
        soft, height, line = (
            HEADS_FONT.with_colour(ruler.painter.theme.soft),
            20.0,
            ruler.line_height(HEADS_FONT),
        )
        last, title = chart.first + chart.count - 1, _("Hand by hand")
        if chart.count < len(data.story.orders):
            title = _("Hands {first} to {last}") if chart.first else _("Up to hand {last}")
            title = title.format(first=chart.first, last=last)
        beside, height = ruler.scale < SINGLE_PANEL_TEXT_SCALE, ruler.line_height(TITLE_FONT)
        above = box.y + 13 + (height - line) / 2 if beside else chart.top - 4 - line
        draw_width = ruler.painter.width(_("The draw"), HEADS_FONT.at(ruler.scale), HEADS_FONT.face)
        aside = min(0.0, chart.step * 0.35 - draw_width / 2)
        available_width = chart.left + aside - draw_width / 2 - box.x - 24 - 12 if beside else box.w - 48
        yield growing_title(title), Box(box.x + 24, box.y + 13, available_width, height)
        for place in range(chart.count):
            stage, half = chart.first + place, (draw_width if chart.first + place == 0 else chart.step) / 2
            x = chart.column(place) + (aside if stage == 0 else 0.0)
            label = Text(str(stage) if stage else _("The draw"), soft, 0.5)
            yield label, Box(x - half - 1, above, 2 * half + 2, line)
        heads = [_("Points")]
        if last + 1 < len(data.story.orders):  # later points only appear in the page's headline
            heads = [template.format(n=last) for template in (_("Points after {n}"), _("After {n}"))]
        head = first_that_fits(*(Text(text, soft, lines=1) for text in heads))
        yield head, Box(chart.names, above, box.right - 16 - chart.names, line)
        for chair, rank in enumerate(data.ranks):
            at = Box(
                chart.titles, chart.row(chair) - chart.pitch / 2, chart.left - 58 - chart.titles, chart.pitch
            )
            yield Text(title_of(rank), NAME_FONT), at


def growing_title(text: str) -> Element:
    """Return the title of the chart of chairs, which shrinks because numbers are beside it."""
    sizes = (26.0, 23.0, 20.0, 18.0)
    return first_that_fits(*(Text(text, FontSpec(size, NAMES), lines=1) for size in sizes))


def draw_chairs(painter: Painter, box: Box, report: MatchReportData) -> None:
    """Draw the rows with their chairs, and the columns."""
    chart, theme = ChairChartLayout.of(MeasureContext(painter), box, report), painter.theme
    body, icon = "", min(chart.pitch, MAX_FIGURE_HEIGHT)
    for chair in range(report.story.players):
        # None of them golden: gold is the winner's, in any chair.
        tone = theme.sunk if chair % 2 else mix(theme.sunk, theme.panel, 0.6)
        y = chart.row(chair) - chart.pitch / 2
        body += rect(box.x + 14, y + 3, box.w - 28, chart.pitch - 6, 12, fill=tone)
    for place in range(chart.count):
        x = chart.column(place)
        body += rule((x, chart.top - 2), (x, box.bottom - 16), theme.stitch, 2)
    put_drawing(painter, box, body)
    for chair, rank in enumerate(report.ranks):
        at = box.x + 22 + icon * 0.38, chart.row(chair) + icon * 0.42
        painter.blit(sign(painter, rank, icon * 0.86), *at, "midbottom")


@dataclass(frozen=True, slots=True)
class PlayerLines(Element):
    """Each player's way from chair to chair as a thread that ends in a puppet with name and points."""

    report: MatchReportData

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All the room in width; no minimum height."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield threads, the winner's last, then ends, names and points, each with its box."""
        chart, data = ChairChartLayout.of(ruler, box, self.report), self.report
        # The winner's thread last, over all others.
        for seat in reversed(data.story.standing):
            yield Picture(draw_thread, (data, seat)), box
        last = chart.first + chart.count - 1
        order, available_width = data.story.orders[last], box.right - 18 - chart.names
        names = tuple(data.seats[seat].name for seat in order)
        for chair, seat in enumerate(order):
            yield Picture(draw_ends, (data, chair)), box
            letters = NAME_FONT.with_colour(name_ink(ruler.painter, data.seats[seat]))
            name = SingleLineText(data.seats[seat].name, letters, shrinks=True, beside=names)
            parts = name, Text(str(data.story.totals[last][seat]), POINTS_FONT)
            heights = [ruler.size(part, available_width)[1] for part in parts]
            # Set close: descenders of the name have room beside the figure.
            tight = min(1.0, (chart.pitch - 4) / sum(heights))
            y = chart.row(chair) - sum(heights) * tight / 2
            for part, height in zip(parts, heights, strict=True):
                yield part, Box(chart.names, y - height * (1 - tight) / 2, available_width, height)
                y += height * tight


def draw_thread(painter: Painter, box: Box, report: MatchReportData, seat: int) -> None:
    """Draw the thread of a seat; a winner's is wider."""
    chart = ChairChartLayout.of(MeasureContext(painter), box, report)
    edge, fill = edge_of(painter), painter.theme.panel if painter.theme.name == "dark" else WOOL
    scale, won, chairs = min(1.5, chart.pitch / 60), seat in report.winners, report.story.chairs(seat)
    stages = range(chart.first, chart.first + chart.count)
    points = [(chart.column(place), chart.row(chairs[stage])) for place, stage in enumerate(stages)]
    tail = (chart.end + 34, points[-1][1])
    body = thread([*points, tail], report.seats[seat].look, (17 if won else 12) * scale, edge)
    radius = (9.0 if won else 7.5) * min(1.0, chart.step / 40) * scale
    put_drawing(painter, box, body + "".join(knot(point, radius, edge, fill) for point in points))


def draw_ends(painter: Painter, box: Box, report: MatchReportData, chair: int) -> None:
    """Draw the head where the thread of a chair starts, and the puppet where one ends on that chair."""
    chart, story = ChairChartLayout.of(MeasureContext(painter), box, report), report.story
    last, y, height = (
        chart.first + chart.count - 1,
        chart.row(chair),
        min(MAX_FIGURE_HEIGHT, chart.pitch * 0.94),
    )
    seat = report.seats[story.orders[chart.first][chair]]
    draw_head(painter, seat, (chart.left - 31, y), min(56.0, chart.pitch * 0.74))
    number = story.orders[last][chair]
    if number in report.winners and last == len(story.orders) - 1:
        start, top = chart.end + 30, y - chart.pitch / 2 + 3
        painter.fill(Box(start, top, box.right - 14 - start, chart.pitch - 6), painter.theme.chosen, 12)
    dress = PuppetOutfit(wears=hat_of(report, number), rim=2.0, ground=False, flip=True)
    face, look = RANK_FACES[report.ranks[chair]], report.seats[number].look
    image = puppet(painter.assets, look, face, 0, height, dress, look=(0.9, 0.2))
    painter.blit(image, chart.end + 34 + height * 0.36, y + height * 0.5 + puppet_foot(height), "midbottom")


def stages_shown(painter: Painter, box: Box, report: MatchReportData) -> int:
    """Return the number of stages that the chart of chairs shows at once."""
    return ChairChartLayout.of(MeasureContext(painter), box, report).count


def knitted_span(painter: Painter, box: Box, report: MatchReportData) -> tuple[float, float]:
    """Return the x range, in units, that the knitting animation covers."""
    return ChairChartLayout.of(MeasureContext(painter), box, report).left - 60, box.right


def draw_sign(painter: Painter, box: Box, rank: int) -> None:
    """Draw the chair of a rank in the middle of the box; all ranks have one floor line."""
    height = min(MAX_FIGURE_HEIGHT, box.h * 0.9, box.w)
    painter.blit(sign(painter, rank, height), box.centre[0], box.centre[1] + height / 2, "midbottom")


def draw_seat(painter: Painter, box: Box, seat: Seat, fraction: float = 0.74) -> None:
    """Draw a puppet's head in a round frame, a ``fraction`` of the box's height but at most 60 units high."""
    ground = mix(SEAT_LOOKS[seat.look].light, WOOL, 0.62)
    image = head_disc(painter.assets, seat.look, round(min(box.h * fraction, 60.0)), ground)
    painter.blit(flipped(image), *box.centre, "center")


def chair_label(rank: int, letters: FontSpec) -> Element:
    """Return a chair with its title below."""
    title = SingleLineText(title_of(rank), letters, 0.5, shrinks=True)
    return column(Picture(draw_sign, (rank,), h=48), title)


def who_moved_where(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of moves from chair to chair."""
    key = legend([kept_mark(style)], style.ruler.theme.soft)
    return style.panel(_("Who moved where"), matrix(style, report.ranks, report.story.moves), key)


def kept_mark(style: ReportStyle, text: str = "") -> tuple[str, str]:
    """Return the legend entry, as (SVG, text), of the cells with a dark frame."""
    return cell((0, -11, 26, 22), style.ruler.theme.sunk, style.ruler.theme.ink, 3.0), text or _(
        "kept their chair"
    )


def matrix(style: ReportStyle, ranks: Sequence[int], moves: Sequence[Sequence[int]]) -> Element:
    """Return the matrix of moves from one chair (row) to another (column)."""
    sides = tuple(Text(title_of(rank), FontSpec(BODY, NAMES, growth=0.8), 1.0) for rank in ranks)
    heads = tuple(Picture(draw_sign, (rank,)) for rank in ranks)
    corner = Text(_("to"), style.soft(), 1.0), Text(_("from"), style.soft(), 1.0)
    return MatrixChart(tuple(map(tuple, moves)), sides, heads, corner, flex=1)


def points_after_each(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel with each player's points hand by hand, and the line of the target."""
    story, target = report.story, report.story.options.get_int("target")
    goals = () if target == SOME_HANDS else (target,)
    max_points = max(target, *story.totals[-1]) * 1.06  # the winner may go beyond the target
    step = next((step for step in ROUND_NUMBERS[1:] if max_points / step <= 6), ROUND_NUMBERS[-1])
    # The target and the ends get their labels first, then the halves between them.
    values = range(0, int(max_points) + 1, step)
    curves = tuple(tuple(total[seat] for total in story.totals) for seat in story.standing)
    looks = tuple(report.seats[seat].look for seat in story.standing)
    ends = tuple(Picture(draw_seat, (report.seats[seat],)) for seat in story.standing)
    figures = tuple(dict.fromkeys((*goals, *((values[-1],) if not goals else ()), 0, *reversed(values))))
    soft = style.ruler.theme.soft
    chart = LineChart(curves, looks, 0, max_points, figures, goals, ends=ends, colour=soft, flex=1)
    return style.panel(_("Points after each hand"), chart)


DEALT_COLOUR, HELD_COLOUR = "#3E8EDE", "#D9482B"  # hands as dealt and after the exchange
CHAIR_COLOURS = ("#8A4E2E", "#2F4C82", "#5E7F86", "#C98A5A", "#A8713F")  # by rank


def hands_held(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel with the strength of each chair's hands, as dealt and after the exchange."""
    strengths = dict(zip(report.ranks, report.story.strengths, strict=True))
    title = _("Strength of hands, chair by chair")
    return style.panel(title, *strength_chart(style, strengths, strength_span(report.story.strengths)))


def strength_chart(
    style: ReportStyle,
    strengths: Mapping[int, tuple[float, float]],
    span: tuple[float, float],
    *,
    changes: bool = True,
    dots: Mapping[int, Sequence[float]] | None = None,
) -> list[Element]:
    """Return [a lane by rank (square: as dealt, ball: as played), the legend, how strength is counted].

    Without ``changes`` there is no ball. For several classes ``dots`` has their values by rank, drawn below.
    """
    edge, lanes = edge_of(style.ruler), []
    for rank, (dealt, after) in strengths.items():
        class_marks = [
            LaneMark("dot", HELD_COLOUR if changes else DEALT_COLOUR, value, drop=0.4)
            for value in (dots or {}).get(rank, ())
        ]
        ball = [
            LaneMark("arrow", mix(HELD_COLOUR, "#FFFFFF", 0.45), dealt, after),
            LaneMark("ball", HELD_COLOUR, after),
        ]
        square = LaneMark("square", DEALT_COLOUR, dealt)
        lanes.append((ball[0], square, ball[1], *class_marks) if changes else (square, *class_marks))

    def form(size: float, larger: float, grows: float, *, named: bool = True) -> Element:
        """Lanes beside chairs, their names if ``named``, and figures, in letters of this size."""
        name, number = FontSpec(size, NAMES, growth=grows), FontSpec(size * larger, NAMES, growth=grows)
        titles = (Text(title_of(rank), name, lines=1, step=0.85) for rank in strengths)
        numbers = (
            Text(figure(after), number, 1.0, lines=1, step=0.8) for _dealt, after in strengths.values()
        )
        names, figures = (
            column(*(stack(element, flex=1) for element in cells)) for cells in (titles, numbers)
        )
        signs = column(*(Picture(draw_sign, (rank,), flex=1) for rank in strengths), w=44 if named else 36)
        # If names would leave the chart no room, the signs of the chairs are enough.
        labels = row(signs, *([names] if named else []), gap=8)
        chart = LaneChart(tuple(lanes), *span, expected=MEAN_POWER, narrow=90 if named else 50, flex=1)
        behind = Picture(draw_stripes, (len(strengths), 0 in strengths))
        return row(labels, chart, figures, gap=10, behind=behind, pad=Padding(8))

    entries = [(mark_of("square", DEALT_COLOUR, (13, 0), 9, edge), _("as dealt"))]
    entries += [(mark_of("ball", HELD_COLOUR, (13, 0), 9, edge), _("after the exchange"))] if changes else []
    entries += (
        [(mark_of("ball", HELD_COLOUR if changes else DEALT_COLOUR, (13, 0), 5, edge), _("a class"))]
        if dots
        else []
    )
    entries += [(dotted(style.ruler), _("an average hand"))]
    sizes = ((23, 1.3, 0.8), (20, 1.3, 0.8), (18, 1.3, 0.6), (18, 1, 0.4), (18, 1, 0))
    rows = first_that_fits(*(form(*size) for size in sizes), form(18, 1, 0, named=False), flex=1)
    # The average on a separate line, so that charts side by side have their rows at the same heights.
    soft = style.ruler.theme.soft
    keys = column(legend(entries[:-1], soft), legend(entries[-1:], soft))
    return [rows, keys, Text(strength_meant(), style.soft(face=READ))]


def strength_span(pairs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Chart's (lowest, highest) value: all strengths but 0, and 1 around `MEAN_POWER`, with a margin."""
    values = [value for pair in pairs for value in pair if value] or [MEAN_POWER]
    # At least one power to both sides, so that tiny differences don't fill the chart.
    return min(*values, MEAN_POWER - 1) - 0.4, max(*values, MEAN_POWER + 1) + 0.4


def stayed_boss(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of how often each chair was kept, compared with chance."""
    story = report.story
    bars = tuple(
        (ChartBar(count / max(1, len(story.hands)), CHAIR_COLOURS[rank], str(count)),)
        for rank, count in zip(report.ranks, story.chair_holds, strict=True)
    )
    signs = tuple(Picture(draw_sign, (rank,), h=52) for rank in report.ranks)
    highest = max(bar_.value for (bar_,) in bars)
    max_value, fair = max(highest, 1.5 / story.players), 1 / story.players
    chart = BarChart(bars, signs, max_value, fair, letters=FontSpec(LARGE, NAMES), flex=1)
    unit = Text(_("hands out of {n}").format(n=len(story.hands)), style.soft(), 0.5)
    chance_text = _("by chance: {share}%").format(share=round(100 / story.players))
    key = legend([(dotted(style.ruler), chance_text)], style.ruler.theme.soft)
    return style.panel(
        _("Who kept their chair"),
        Text(boss_stayed_text(report), FontSpec(LARGE, STRONG, growth=0.8)),
        chart,
        unit,
        key,
    )


def gains(report: MatchReportData) -> list[int]:
    """Return, by seat, the power received in exchanges minus the power given."""
    net = [0] * report.story.players
    for hand in report.story.hands:
        for gift in hand.given:
            net[gift.receiver] += worth(gift.cards)
            net[gift.giver] -= worth(gift.cards)
    return net


def balance(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of each player's net power from exchanges."""
    net = gains(report)
    lanes = tuple(
        (LaneMark("bar", SEAT_LOOKS[report.seats[seat].look].colour, 0, net[seat], gain_words(net[seat])),)
        for seat in report.story.standing
    )
    min_value, max_value = min(0, *net), max(0, *net)
    if min_value == max_value:
        min_value, max_value = -1, 1
    names = tuple(seat.name for seat in report.seats)
    letters, size, width = FontSpec(18, NAMES, growth=0.0), 30, 138.0
    if style.is_single:
        letters, size, width = FontSpec(24, NAMES, growth=0.6), 60, 310.0
    heads = [
        row(
            Picture(draw_seat, (report.seats[seat], 0.94), w=size, h=size),
            SingleLineText(names[seat], letters, shrinks=True, beside=names, flex=1),
            gap=6, align=0.5, flex=1,
        )
        for seat in report.story.standing
    ]  # fmt: skip
    chart = LaneChart(lanes, min_value, max_value, base=0, letters=FontSpec(LARGE, NAMES, growth=0.7), flex=1)
    return style.panel(_("Who gained, who paid"), row(column(*heads, w=width), chart, gap=6, flex=1))


def gain_words(value: int) -> str:
    """Return a gain or loss as text, always with its sign."""
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}")


def went_where(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of the cards that went up and down between the chairs in all exchanges."""
    title = _("What the exchange moved")
    if not report.story.flows:
        none = _("Nobody had to give anything: there was no exchange in this match.")
        return style.panel(title, Text(none, FontSpec(LARGE, STRONG)))
    pairs = chair_pairs(report)
    max_mean = max(worth(cards) / max(1, len(cards)) for pair in pairs for cards in pair[2:])

    def flow(cards: list[str], *, up: bool) -> Element:
        """Row of the best four cards and the mean of all, on an arrow as thick as that is high."""
        mean, best = worth(cards) / max(1, len(cards)), sorted(cards, key=lambda name: -worth([name]))[:4]
        text = Text(figure(mean), FontSpec(LARGE, NAMES, INK, growth=0.4), 0.5, lines=1)
        told_mean = row(text, pad=Padding(10, 0), behind=Picture(draw_patch))
        # The cards keep to the left of the middle, and their mean to the right of it.
        parts = (
            Picture(draw_cards, (tuple(best),), flex=1.25),
            stack(row(told_mean, Spacer(flex=1), align=0.5), flex=1),
        )
        return row(
            *parts, gap=8, flex=1, behind=Picture(draw_flow, (mean / max_mean if max_mean else 0.0, up))
        )

    def place(chair: int) -> Element:
        """Chair with its title."""
        rank = report.ranks[chair]
        text = SingleLineText(title_of(rank), FontSpec(BODY, NAMES, growth=0.6), 0.5, shrinks=True)
        return column(
            Picture(draw_sign, (rank,), flex=1), text, w=ScaledLength(112, 0.6), pad=Padding(0, 5, 3)
        )

    rows = [
        row(
            place(lower), column(flow(up, up=True), flow(down, up=False), flex=1), place(upper), gap=6, flex=1
        )
        for upper, lower, up, down in pairs
    ]
    behind = Picture(draw_stripes, (len(pairs),))
    mean = _("Average value given: an eight counts 0, an ace 6, a joker 7.")
    return style.panel(title, column(*rows, behind=behind, flex=1), Text(mean, style.soft(face=READ)))


def chair_pairs(report: MatchReportData) -> list[tuple[int, int, list[str], list[str]]]:
    """Return the pairs of chairs that exchange, by number, as (high, low, cards up, cards down)."""
    players = report.story.players
    middle = [(0, 2)] if players == 5 else []
    pairs = []
    for upper, lower in ((0, players - 1), (1, players - 2), *middle):
        up = [
            card for giver, to, cards in report.story.flows if (giver, to) == (lower, upper) for card in cards
        ]
        down = [
            card for giver, to, cards in report.story.flows if (giver, to) == (upper, lower) for card in cards
        ]
        pairs.append((upper, lower, up, down))
    return pairs


def draw_flow(painter: Painter, box: Box, fraction: float, up: bool) -> None:  # noqa: FBT001
    """Draw an arrow, to the right if ``up``, the thicker the better the cards were: ``fraction``, 0 to 1."""
    thick, y = 5 + (box.h * 0.56 - 5) * fraction, box.centre[1]
    ends = (box.x, y), (box.right, y)
    body = arrow(*(ends if up else ends[::-1]), "#E8A317" if up else "#8FA9C9", thick)
    put_drawing(painter, box.inflated(8), body)


def draw_cards(painter: Painter, box: Box, cards: tuple[str, ...]) -> None:
    """Draw the cards side by side, overlapping, at the right end of the box."""
    w = min(48.0, box.h * 0.62)
    for number, name in enumerate(cards):  # from the left, so that each shows its rank
        x = box.right - w / 2 - (len(cards) - 1 - number) * w * 0.8
        painter.blit(card(painter.assets, name, round(w)), x, box.centre[1], "center")


def draw_patch(painter: Painter, box: Box) -> None:
    """Draw the pale patch behind a figure on an arrow."""
    at = Box(box.x + 2, box.y + 2, box.w - 4, box.h - 4)
    body = rect(at.x, at.y, at.w, at.h, at.h / 2, fill="#FFFAF2", stroke=INK, stroke_width=3)
    put_drawing(painter, box, body)


KEPT_CARDS = "AC", "AD", "AH", "AS", "JK"  # cards shown when no strong card was given away, to fill the page


def gave_up(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of powerful cards that were given away by choice."""
    gifts, title = report.story.gave_up, _("Given freely")
    if not gifts:
        none = _("Nobody gave away an ace or a joker by choice.")
        text = Text(none, style.soft(LARGE))
        hands = (
            row(
                Spacer(flex=1),
                *(Picture(draw_card, (name,), w=width, h=card_size(width)[1]) for name in KEPT_CARDS),
                Spacer(flex=1),
                gap=10,
            )
            for width in (130.0, 96.0, 66.0, 42.0)
        )
        forms = (column(text, Spacer(flex=1), cards, Spacer(flex=1), gap=10, flex=1) for cards in hands)
        return style.panel(title, first_that_fits(*forms, text, flex=1))
    w = 46.0 * min(1.6, style.ruler.text_scale)

    def shown(count: int) -> Element:
        """Rows of the first ``count`` gifts, and the number of all others."""
        rows: list[Element] = []
        for entry in gifts[:count]:
            best = max(entry[2].cards, key=lambda name: worth([name]))
            image = Picture(draw_card, (best,), w=w, h=card_size(w)[1])
            rows.append(
                row(
                    image,
                    Text(gift_sentence(report, entry), FontSpec(BODY, STRONG), flex=1),
                    gap=12,
                    align=0.5,
                )
            )
        rest = len(gifts) - count
        if rest:
            text = plural("and {n} more", "and {n} more", rest).format(n=rest)
            rows.append(Text(text, FontSpec(BODY, STRONG)))
        return column(*rows, gap=10)

    return style.panel(title, first_that_fits(*(shown(count) for count in range(len(gifts), -1, -1)), flex=1))


def draw_card(painter: Painter, box: Box, name: str) -> None:
    """Draw one card, as wide as the box."""
    painter.blit(card(painter.assets, name, box.w), *box.centre, "center")


def _bar_legend(style: ReportStyle, report: MatchReportData, *, happened: bool, fair: bool) -> Element:
    """Legend: both bars if simulated, the flag if ``happened``, the dotted line if ``fair`` and simulated."""
    edge, entries = edge_of(style.ruler), []
    if report.societies:
        entries += [(bar(0, -9, 22, 18, WITH_COLOUR, edge), way_of(report))]
        entries += [(bar(0, -9, 22, 18, WITHOUT_COLOUR, edge, sewn=True), _("without it"))]
    entries += [(flag(13, -11), _("your match"))] if happened else []
    fair = fair and bool(report.societies)
    entries += [(dotted(style.ruler), _("if chairs didn't matter"))] if fair else []
    return legend(entries, style.ruler.theme.soft)


def _paired_bars(shares: Sequence[Sequence[float]], count: int) -> tuple[tuple[ChartBar, ...], ...]:
    """Return both societies' bars for each share, labelled in per cent; empty ones before a simulation."""
    if not shares:
        return ((ChartBar(0.0, WITH_COLOUR),),) * count
    return tuple(
        (
            ChartBar(share_with, WITH_COLOUR, str(percent(share_with))),
            ChartBar(share_without, WITHOUT_COLOUR, str(percent(share_without)), sewn=True),
        )
        for share_with, share_without in zip(*shares, strict=True)
    )


def who_won(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of wins by first chair, with the exchange and without it."""
    # A shared win has no single chair to put the flag on.
    happened = report.story.first.index(report.winners[0]) if len(report.winners) == 1 else None
    shares = [society.wins for society in report.societies]
    labels = tuple(chair_label(rank, FontSpec(BODY, NAMES)) for rank in report.ranks)
    max_share = max(map(max, shares)) if shares else 1.0
    fair = 1 / report.story.players if shares else None
    chart = BarChart(
        _paired_bars(shares, report.story.players),
        labels,
        max_share,
        fair,
        marked=happened,
        known=bool(shares),
        flex=1,
    )
    return style.panel(
        _("Who won, by first chair"),
        chart,
        _bar_legend(style, report, happened=happened is not None, fair=True),
    )


def final_order(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of how many pairs of players kept their order, in all simulated matches."""
    pairs, max_pairs = kept_pairs(report)
    shares = [society.pairs for society in report.societies]
    labels = tuple(Text(str(number), FontSpec(BODY, STRONG), 0.5) for number in range(max_pairs + 1))
    highest = max(map(max, shares)) if shares else 1.0
    chart = BarChart(
        _paired_bars(shares, max_pairs + 1),
        labels,
        highest,
        marked=pairs,
        known=bool(shares),
        thin=True,
        flex=1,
    )
    ends = row(
        Text(_("all reversed"), style.soft(), flex=1),
        Text(_("all unchanged"), style.soft(), 1.0, flex=1),
    )
    # After a simulation the words below the bars call it "yours".
    key = _bar_legend(style, report, happened=style.is_single or not report.societies, fair=False)
    return style.panel(
        _("Pairs still in starting order"), chart, ends, key, Text(societies_text(report), style.soft())
    )


def verdict(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel on how much was structure; before a simulation a guess and the button to start it."""
    bars = [(bars[0], way) for bars, way in zip(
        zip(*_paired_bars([society.wins[:1] for society in report.societies], 1), strict=True),
        (way_of(report), _("without it")), strict=True,
    )] if report.societies else []  # fmt: skip
    return lives_panel(style, _("How much was structure?"), structure(report), guess(), bars)


def lives_panel(
    style: ReportStyle,
    title: str,
    results: Sequence[str],
    guess_text: str,
    first_boss_bars: Sequence[tuple[ChartBar, str]],
) -> Element:
    """Return the panel of a simulation: its results, or a guess and the button to start it.

    Beside the results, ``first_boss_bars`` shows how often the first Boss won, as bars with their labels.
    """
    content = style.sentences(results or [guess_text], 44, 16, middle=True)
    if first_boss_bars:
        names = tuple(
            shrink_to_fit(Text(label, FontSpec(18, STRONG, growth=0.4), 0.5))
            for _bar, label in first_boss_bars
        )
        max_value = max(bar_.value for bar_, _words in first_boss_bars)
        bars = BarChart(
            tuple((bar_,) for bar_, _words in first_boss_bars),
            names,
            max_value,
            letters=FontSpec(26, NAMES),
            flex=1,
        )
        throne = Picture(draw_sign, (BOSS,), h=104)
        picture = column(throne, bars, gap=4, w=ScaledLength(max(270, 120 * len(first_boss_bars)), 0.6))

        def beside(size: float) -> Element:
            """Bars of the first Boss beside the results, in letters of this size."""
            texts = (Text(part, FontSpec(size, STRONG)) for part in results)
            return row(
                picture, column(Spacer(flex=1), *texts, Spacer(flex=1), gap=16, flex=1), gap=24, flex=1
            )

        # The text must not become small for the bars.
        content = first_that_fits(*map(beside, (33.0, 28.0, 26.0, 24.0, 22.0, 20.0)), *content.forms, flex=1)
    run = (
        []
        if results
        else [row(Spacer(flex=1), Spacer(flex=3, key=ReportKey.RUN), Spacer(flex=1), h=ScaledLength(58, 0.6))]
    )
    return style.panel(title, content, *run)


def _draw_throne(painter: Painter, box: Box) -> None:
    """Draw the Boss's chair, as high as the box."""
    painter.blit(chair_picture(painter.assets, BOSS, round(box.h)), *box.centre, "center")


def guess() -> str:
    """Return the text that asks for a guess before the simulation."""
    return _(
        "Take a guess: how often does the first Boss win? Then let equal players play it out "
        "{n} times with the exchange and {n} times without."
    ).format(n=MATCH_COUNT)


SHIFT_LOOKS = (0, 2, 1)  # wool of skill, luck and structure
MIN_FULL_WIDTH = 60  # hundredths that the full width shows at least


def vote_shift_panel(style: ReportStyle, report: MatchReportData) -> Element:
    """Panel of the vote: by share, bars before (pale) and after, shift; a sentence if too few voted."""
    title, shift = _("What decided your place?"), report.vote or VoteShift()
    if report.vote is not None and shift.is_over and not shift.is_known:
        return style.panel(title, style.sentences([_quorum_sentence()]))
    max_share = max((MIN_FULL_WIDTH, *shift.before, *shift.after))
    bars = column(*(_share_bars(shift, place, max_share) for place in range(3)), gap=6)
    edge, soft = edge_of(style.ruler), style.ruler.theme.soft
    entries = [
        (bar(0, -9, 22, 18, soft, edge, sewn=sewn), label)
        for label, sewn in ((_("before the charts"), True), (_("afterwards"), False))
    ]
    return style.panel(title, shrink_to_fit(bars, flex=1), legend(entries, soft, BODY))


def _share_bars(shift: VoteShift, place: int, max_share: int) -> Element:
    """Return the bars of share number ``place``, before and after, with its name and shift."""
    colour, lanes = SEAT_LOOKS[SHIFT_LOOKS[place]].colour, []
    for sewn, shares in ((True, shift.before), (False, shift.after)):
        value = shares[place] if shares else 0
        label = _("{n}%").format(n=value) if shares else "?"
        lanes.append((LaneMark("bar", colour, 0, value, label, sewn=sewn),))
    by = shift.after[place] - shift.before[place] if shift.before and shift.after else None
    label = "" if by is None else f"+{by}" if by > 0 else f"\u2212{-by}" if by else "="
    chart = LaneChart(tuple(lanes), 0, max_share, base=0, letters=FontSpec(BODY, STRONG), flex=1)
    shift_words = Text(label, FontSpec(32, NAMES), 1.0, lines=1)
    title = Text(vote_options()[place], FontSpec(LARGE, NAMES), lines=1)
    return column(title, row(chart, shift_words, gap=12, flex=1), flex=1)


def votes_told(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel with the numbers of votes, and sentences about secrecy and ties."""
    shift = report.vote or VoteShift()
    before, after = shift.votes
    sentences = [
        plural("{n} vote before the charts.", "{n} votes before the charts.", before).format(n=before),
        plural("{n} vote after the charts.", "{n} votes after the charts.", after).format(n=after),
    ]
    if not shift.is_over:
        sentences = [sentences[0], _("Now vote again and see what has changed.")]
    elif bool(shift.before) != bool(shift.after):
        sentences.append(_quorum_sentence())
    sentences += tie_sentences(
        [top_choices(shares) if shares else () for shares in (shift.before, shift.after)], vote_options()
    )
    sentences.append(_("These are averages of all votes. Individual votes aren't kept."))
    return style.panel(_("The votes"), style.sentences(sentences))


def _quorum_sentence() -> str:
    """Return a sentence that says why a mean is not shown."""
    return _(
        "With fewer than {n} votes, everyone could work out how the others voted, so the "
        "result isn't shown. Tell each other if you like!"
    ).format(n=QUORUM)


MAX_SOCKS = 6  # socks on the rope; more are earned only in a person's very first match
MAX_HEIGHT = 170.0


@dataclass(frozen=True, slots=True)
class NewSocks(Element):
    """Socks on a rope, each with its title, and its owner if several people played."""

    socks: tuple[EarnedSock, ...]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """All the room in width; no minimum height."""
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the rope with its socks, then titles and owners, each with its box."""
        step, shares = box.w / len(self.socks), (1.0, 0.7, 0.4, 0.0)
        soft = ruler.painter.theme.soft

        def words(sock: EarnedSock, grows: float) -> Element:
            """Title and owner of a sock, in letters that grow with the text size."""
            title = Text(sock.title, FontSpec(LARGE, NAMES, growth=grows), 0.5)
            owners = (
                [Text(sock.owner_name, FontSpec(BODY, STRONG, soft, growth=grows), 0.5)]
                if sock.owner_name
                else []
            )
            return column(title, *owners)

        forms = [[words(sock, grows) for sock in self.socks] for grows in shares]
        heights = [max(ruler.size(element, step - 16)[1] for element in form) for form in forms]
        # One size for all, as large as leaves room for the socks.
        form, height = next((both for both in zip(forms, heights, strict=True) if box.h - both[1] > 120),
                          (forms[-1], heights[-1]))  # fmt: skip
        hung = min(MAX_HEIGHT, box.h - height - 50, step * 0.9)
        top = box.y + max(10.0, (box.h - hung - height - 50) / 3)
        yield Picture(draw_new_socks, (self.socks,)), Box(box.x, top, box.w, hung + 40)
        for number, element in enumerate(form):
            y = top + hung + 42
            yield element, Box(box.x + step * number + 8, y, step - 16, min(height, box.bottom - y))


def draw_new_socks(painter: Painter, box: Box, socks: tuple[EarnedSock, ...]) -> None:
    """Draw the rope with its socks."""
    step, depth, height = box.w / len(socks), 14.0, box.h - 40
    painter.blit(rope(painter.assets, round(box.w), depth, shade=False), box.x, box.y - ROPE_ROOM)
    for number, sock in enumerate(socks):
        across = step * (number + 0.5)
        hangs = box.y + sag(across, box.w, 0.0, depth)
        image = knit_sock(painter.assets, sock.knit, height, turn=(-3.0, 2.0, 3.0, -2.0)[number % 4])
        painter.blit(image, box.x + across + height * 0.12, hangs - 4, "midtop")
        painter.blit(peg(painter.assets, 0.7), box.x + across, hangs, "center")


def new_socks(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of new socks."""
    return style.panel(_("New in the drawer"), NewSocks(report.earned[:MAX_SOCKS], flex=1))


WINNER_RISE, THRONE_SCALE = (
    74.0,
    0.34,
)  # height of the winner above the other pages, units; scale of the chair
WINNER_HEIGHT_FACTOR = 1.7  # height of both together, as a share of the winner's


def match_panel(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the panel of the winner on the last chair, with the path there, and who was Boss most often."""
    sentences = style.sentences([way(report), as_boss(report)], middle=True)
    throne = Picture(draw_winner, (report,), w=300)
    return style.panel(headline(report), row(throne, sentences, gap=30, flex=1))


def draw_winner(painter: Painter, box: Box, report: MatchReportData) -> None:
    """Draw the winner, or who leads an abandoned match, on the last chair, as large as there is room."""
    width, _high = chair_size(BOSS, THRONE_SCALE / WINNER_RISE)  # room for the largest
    height = min(box.h / WINNER_HEIGHT_FACTOR, box.w / width)
    winner = report.winners[0] if report.winners else report.story.standing[0]
    image = figure_of(painter, report, winner, ("happy", 0), height)
    draw_seated(
        painter,
        report.last_chair(winner),
        (box.centre[0], box.bottom),
        THRONE_SCALE * height / WINNER_RISE,
        image,
        height,
    )


def hand_by_hand(style: ReportStyle, report: MatchReportData) -> Element:
    """Return the chart of chairs without its threads and, with large text, the page number."""
    corner = [Text(style.corner, style.soft(BODY), 1.0)] if style.is_single else []
    return stack(ChairChart(report, key=ReportKey.CHAIRS), column(*corner, pad=Padding(24, 18)))


_EXCHANGES = (went_where, balance, gave_up)
PAGES = (
    ReportPage(
        "hands", ((1.0, ((hand_by_hand, 1.0),)), (0, ((who_moved_where, 0.65), (points_after_each, 0.35))))
    ),
    ReportPage("chairs", ((1.0, ((hands_held, 1.0),)), (0, ((stayed_boss, 1.0),)))),
    ReportPage("exchange", ((1.0, ((went_where, 1.0),)), (0, ((balance, 0.46), (gave_up, 0.54))))),
    ReportPage(
        "societies", ((0.53, ((who_won, 1.0),)), (0.47, ((final_order, 1.0),))), is_wide=True, lives=True
    ),
)
SINGLE_PAGES = (
    single("story", match_panel), single("hands", hand_by_hand), single("moves", who_moved_where),
    single("points", points_after_each), single("strength", hands_held), single("boss", stayed_boss),
    single("exchange", went_where), single("balance", balance), single("gifts", gave_up),
    single("structure", verdict, lives=True), single("won", who_won), single("order", final_order),
)  # fmt: skip


def pages_of(text_scale: float, report: MatchReportData, *, asks: bool) -> tuple[ReportPage, ...]:
    """Return the pages with something to show at a text size; ``asks`` adds the page of questions."""
    large = text_scale >= SINGLE_PANEL_TEXT_SCALE
    charts: tuple[ReportPage, ...] = SINGLE_PAGES if large else PAGES
    if not report.story.flows:
        # Without an exchange they have nothing to show.
        charts = tuple(page for page in charts if page.panels[0] not in _EXCHANGES)
    if report.vote is not None and large:
        charts += single("vote", vote_shift_panel, votes=True), single("votes", votes_told)
    elif report.vote is not None:
        charts += (
            ReportPage("vote", ((1.0, ((vote_shift_panel, 1.0),)), (0, ((votes_told, 1.0),))), votes=True),
        )
    charts += (single("socks", new_socks),) if report.earned else ()
    return (*charts, ReportPage("talk", talks=True)) if asks else charts


def said_of(
    style: ReportStyle, report: MatchReportData, page: ReportPage, question_number: int, *, asks: bool
) -> PageTexts:
    """Return the texts of a page outside its panels."""
    # The first page announces new socks; another page has them with their names.
    boss, colour = as_boss(report), SAND
    if report.earned and hand_by_hand in page.panels:
        boss, colour = earned_words(report.earned), CREAM
        available_width = style.ruler.view.w - 700
        boss = boss if style.ruler.width(boss, SMALL) <= available_width else earned_count(report.earned)
    return PageTexts(
        headline(report),
        ((way(report), SAND), (boss, colour)),
        " ".join(structure(report)) or guess(),
        question(question_number) if asks and not page.lives else "",
        thought=thought(report, question_number) if page.talks else "",
        question_number=question_number,
        sitting=report.story.players,
        is_simulated=bool(report.societies),
    )


def draw_figures(
    painter: Painter, report: MatchReportData, frame: LayoutTree, frames: tuple[int, int]
) -> None:
    """Draw the winner on the last chair, the Temp who asks, and all puppets on the page of questions.

    ``frames`` are those of the happy winner and of the others.
    """
    if (box := frame.boxes.get(ReportKey.WON)) is not None:
        winner = report.winners[0] if report.winners else report.story.standing[0]
        image = figure_of(painter, report, winner, ("happy", frames[0]), WINNER_RISE)
        draw_seated(painter, report.last_chair(winner), (box.x + 54, 126), THRONE_SCALE, image, WINNER_RISE)
    if (box := frame.boxes.get(ReportKey.ASKER)) is not None:
        asker = report.story.orders[-1][-1]
        image = figure_of(painter, report, asker, ("idle", frames[1]), 92, look=(1.0, -0.1))
        draw_seated(painter, TEMP, (box.x + 48, box.bottom + 16), 0.42, image, 92)
    if (box := frame.boxes.get(ReportKey.CROWD)) is not None:
        players, grow = report.story.players, box.h / 190
        step = seats_apart(box.w, players, grow)
        for chair, (rank, seat) in enumerate(zip(report.ranks, report.story.orders[-1], strict=True)):
            x = box.centre[0] + (chair - (players - 1) / 2) * step
            state = "happy" if rank == BOSS else "sad" if rank == TEMP else "idle"
            pose, aside = (state, frames[1]), chair > (players - 1) / 2
            image = figure_of(painter, report, seat, pose, 108 * grow, look=(0.2, -0.9), flip=aside)
            draw_seated(painter, rank, (x, box.bottom + 14), 0.5 * grow, image, 108 * grow)


def figure_boxes(frame: LayoutTree) -> list[Box]:
    """Return the boxes that `draw_figures` may touch, the winner's first."""
    boxes = []
    if (box := frame.boxes.get(ReportKey.WON)) is not None:
        boxes.append(Box(box.x - 10, 0, 132, 128))
    if (box := frame.boxes.get(ReportKey.ASKER)) is not None:
        boxes.append(Box(box.x - 20, box.bottom - 130, 140, 150))
    if (box := frame.boxes.get(ReportKey.CROWD)) is not None:
        boxes.append(Box(box.x, box.y, box.w, box.h + 20))
    return boxes
