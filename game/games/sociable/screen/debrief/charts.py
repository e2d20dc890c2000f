"""The charts of the debrief: the chairs hand by hand, hands, exchanges and points, the parallel societies.

Each is a function of a painter, a box and what is told; those that a class is shown too take its figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.games.sociable.debrief import MEAN, worth
from game.games.sociable.debrief.societies import MATCHES
from game.games.sociable.rules.state import SOME_HANDS
from game.games.sociable.screen.debrief.words import (
    PAD,
    TITLE,
    WITH,
    WITHOUT,
    DebriefFacts,
    compared,
    draw_head,
    edge_of,
    figure,
    framed,
    gift_told,
    hat_of,
    kept_pairs,
    name_ink,
    percent,
    put,
    sign,
    stayed,
    strength_meant,
    structure,
    tell,
    title_of,
    way_of,
)
from game.ui.art.cards import card, card_size
from game.ui.art.charts import arrow, bar, cell, graph, heat, knot, rule, thread
from game.ui.art.fabric import NORMAL, slider
from game.ui.art.layers import GOLD, INK, WOOL, mix
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import group, line, path, rect, rounded, seam
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import draw_button, glyph, sheet
from game.words import _, counted

NAME, POINTS_SIZE, COLUMN = 23.0, 22.0, 21.0
"""Sizes of the words in the chart of chairs."""
MOST_HIGH = 92.0
"""How high chairs and puppets grow, however high the rows are."""
STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Points from one figure of an axis to the next."""
HEAD = 0.42
"""How far a head reaches above the place at which it is drawn, as a share of its height."""
FACES = ("happy", "happy", "idle", "thinking", "sad")
"""How whoever ends on each chair looks."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Where everything of the chart of chairs lies."""

    box: Box
    top: float
    """Where the rows begin."""
    pitch: float
    """From row to row."""
    titles: float
    """The left edge of the titles of the chairs."""
    left: float
    """The first column."""
    step: float
    """From column to column."""
    end: float
    """The last column."""
    names: float
    """The left edge of the names."""
    first: int
    """The stage of the first column."""
    count: int
    """How many columns there are."""
    flat: bool
    """Whether name and points stand on one line, for want of height."""

    @classmethod
    def of(cls, painter: Painter, box: Box, told: DebriefFacts, first: int) -> Chart:
        """The chart in a panel, from a stage on or from the last one that still fills it."""
        players, stages = told.story.players, len(told.story.orders)
        line = painter.line_height(COLUMN)
        rows = 1 if painter.text_scale < 1.4 else 2
        top = box.y + 16 + painter.line_height(TITLE) + (line if rows == 2 else 4)
        pitch = (box.bottom - 16 - top) / players
        icon = min(pitch, MOST_HIGH)
        titles = box.x + 22 + icon * 0.86
        wide = max(painter.width(title_of(rank), NAME, NAMES) for rank in told.ranks)
        left = titles + min(wide, box.w * 0.22) + 62
        longest = max(painter.width(seat.name, NAME, NAMES) for seat in told.seats)
        flat = pitch < painter.line_height(NAME) * 1.75
        names = box.right - PAD - min(max(longest, 60.0), box.w * 0.17)
        names -= painter.width("88", POINTS_SIZE, STRONG) + 14 if flat else 0
        end = names - icon * 0.5 - 60
        least = max(33.0, painter.width("88", COLUMN, STRONG) + 10)
        # Two at the least: in one column nobody could be seen to move.
        count = min(stages, max(2, int((end - left) / least) + 1))
        step = (end - left) / max(1, count - 1)
        return cls(
            box,
            top,
            pitch,
            titles,
            left,
            step,
            left + step * (count - 1),
            names,
            min(first, stages - count),
            count,
            flat,
        )

    def row(self, chair: int) -> float:
        return self.top + (chair + 0.5) * self.pitch

    def column(self, place: int) -> float:
        return self.left + place * self.step


def stages_shown(painter: Painter, box: Box, told: DebriefFacts) -> int:
    """How many stages the chart of chairs shows at once."""
    return Chart.of(painter, box, told, 0).count


def knitted_span(painter: Painter, box: Box, told: DebriefFacts, first: int) -> tuple[float, float]:
    """From where to where there is something to be knitted."""
    chart = Chart.of(painter, box, told, first)
    return chart.left - 60, box.right


def chairs_held(painter: Painter, box: Box, told: DebriefFacts, first: int) -> Iterator[None]:
    """The chart of chairs without its threads, piece by piece."""
    sheet(painter, box)
    yield
    _rows(painter, Chart.of(painter, box, told, first), told)
    yield


def threads_knitted(painter: Painter, box: Box, told: DebriefFacts, first: int) -> Iterator[None]:
    """The way of every player from chair to chair as a thread that ends in a puppet, piece by piece."""
    chart = Chart.of(painter, box, told, first)
    # The winner's thread last, over all others.
    for seat in reversed(told.story.standing):
        _thread(painter, chart, told, seat)
        yield
    for chair in range(told.story.players):
        _ends(painter, chart, told, chair)
        yield


def _rows(painter: Painter, chart: Chart, told: DebriefFacts) -> None:
    box, theme = chart.box, painter.theme
    line = painter.line_height(TITLE)
    last = chart.first + chart.count - 1
    title = _("Hand by hand")
    if chart.count < len(told.story.orders):
        title = _("Hands {first} to {last}") if chart.first else _("To hand {last}")
        title = title.format(first=chart.first, last=last)
    room, beside, aside = box.w - 2 * PAD, chart.top < box.y + line + 24, chart.step < 60
    if beside:
        wide = painter.width(_("Draw"), COLUMN, STRONG)
        room = chart.left - box.x - PAD - 14 + (chart.step * 0.35 - wide if aside else -wide / 2)
    painter.text(title, box.x + PAD, box.y + 13 + line / 2, TITLE, TextStyle(NAMES), room=room)
    body = ""
    for chair in range(told.story.players):
        # None of them golden: gold is the winner's, whatever chair that is.
        tone = theme.sunk if chair % 2 else mix(theme.sunk, theme.panel, 0.6)
        y = chart.row(chair) - chart.pitch / 2
        body += rect(box.x + 14, y + 3, box.w - 28, chart.pitch - 6, 12, fill=tone)
    for place in range(chart.count):
        x = chart.column(place)
        body += rule((x, chart.top - 2), (x, box.bottom - 16), theme.stitch, 2, (3, 7))
    put(painter, box, body)
    middle = box.y + 13 + line / 2 if beside else chart.top - 4 - painter.line_height(COLUMN) / 2
    for place in range(chart.count):
        stage, x = chart.first + place, chart.column(place)
        draw = stage == 0 and aside
        painter.text(
            str(stage) if stage else _("Draw"),
            x + (chart.step * 0.35 if draw else 0),
            middle,
            COLUMN,
            TextStyle(STRONG, theme.soft),
            anchor="midright" if draw else "center",
        )
    at, anchor = (box.right - 22, "midright") if chart.flat else (chart.names, "midleft")
    room = box.right - 20 - chart.names
    painter.text(_("Points"), at, middle, COLUMN, TextStyle(STRONG, theme.soft), anchor=anchor, room=room)
    icon = min(chart.pitch, MOST_HIGH)
    for chair, rank in enumerate(told.ranks):
        y = chart.row(chair)
        painter.blit(
            sign(painter, rank, icon * 0.86),
            box.x + 22 + icon * 0.38,
            y + icon * 0.42,
            "midbottom",
        )  # fmt: skip
        room = chart.left - 58 - chart.titles
        painter.text(title_of(rank), chart.titles, y, NAME, TextStyle(NAMES), room=room)


def _thread(painter: Painter, chart: Chart, told: DebriefFacts, seat: int) -> None:
    """The thread of a seat; the winner's is the widest, and lies on top."""
    edge, fill = edge_of(painter), painter.theme.panel if painter.theme.name == "dark" else WOOL
    wide, won, chairs = min(1.5, chart.pitch / 60), seat in told.winners, told.story.chairs(seat)
    stages = range(chart.first, chart.first + chart.count)
    points = [(chart.column(place), chart.row(chairs[stage])) for place, stage in enumerate(stages)]
    tail = (chart.end + 34, points[-1][1])
    body = thread([*points, tail], told.seats[seat].look, (17 if won else 12) * wide, edge)
    radius = (9.0 if won else 7.5) * min(1.0, chart.step / 40) * wide
    put(painter, chart.box, body + "".join(knot(point, radius, edge, fill) for point in points))


def _ends(painter: Painter, chart: Chart, told: DebriefFacts, chair: int) -> None:
    """A small head where the thread sets off from a chair; puppet, name and points where one ends on it."""
    story, last = told.story, chart.first + chart.count - 1
    small, tall = min(56.0, chart.pitch * 0.74), min(MOST_HIGH, chart.pitch * 0.94)
    y = chart.row(chair)
    seat = told.seats[story.orders[chart.first][chair]]
    draw_head(painter, seat, (chart.left - 31, y), small)
    number = story.orders[last][chair]
    held, rank = told.seats[number], told.ranks[chair]
    if number in told.winners and last == len(story.orders) - 1:
        start, top = chart.end + 30, y - chart.pitch / 2 + 3
        ground = Box(start, top, chart.box.right - 14 - start, chart.pitch - 6)
        painter.fill(ground, painter.theme.chosen, 12)
    image = puppet(
        painter.assets,
        held.look,
        FACES[rank],
        0,
        tall,
        Dress(wears=hat_of(told, number), rim=2.0, ground=False, flip=True),
        look=(0.9, 0.2),
    )
    x = chart.end + 34 + tall * 0.36
    painter.blit(image, x, y + tall * 0.5 + puppet_foot(tall), "midbottom")
    room = chart.box.right - 20 - chart.names
    half = min(13.0 * painter.text_scale, chart.pitch * 0.23)
    points, ink = str(story.totals[last][number]), name_ink(painter, held)
    if chart.flat:
        wide = painter.text(
            points, chart.box.right - 22, y, POINTS_SIZE, TextStyle(STRONG), anchor="midright"
        )
        painter.text(held.name, chart.names, y, NAME, TextStyle(NAMES, ink), room=room - wide - 12)
    else:
        painter.text(held.name, chart.names, y - half, NAME, TextStyle(NAMES, ink), room=room)
        painter.text(points, chart.names, y + half, POINTS_SIZE, TextStyle(STRONG), room=room)


def who_moved_where(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How often somebody went from one chair to another."""
    inner = framed(painter, box, _("Who moved where"))
    matrix(painter, inner, told.ranks, told.story.moves, (_("kept the chair"),))


def matrix(
    painter: Painter,
    inner: Box,
    ranks: Sequence[int],
    moves: Sequence[Sequence[int]],
    legend: Sequence[str],
) -> None:
    """How often somebody went from one chair (row) to another (column), within a panel.

    The first line of the ``legend`` says what the cells with a dark frame are.
    """
    theme, players = painter.theme, len(ranks)
    wide = max(painter.width(title_of(rank), 20, NAMES) for rank in ranks)
    wide = max(min(wide, inner.w * 0.34), painter.width(_("from"), SMALL, STRONG) + 26) + 10
    line_high = painter.line_height(SMALL)
    below, head = line_high * len(legend) + 6, max(48.0, line_high * 2)
    left, top = inner.x - 8 + wide, inner.y + head
    cw, ch = (inner.right + 8 - left) / players, (inner.bottom + 4 - below - top) / players
    empty = theme.sunk if theme.name == "dark" else heat(0, 1)[0]
    most = max(max(row) for row in moves)
    body = ""
    for chair, row in enumerate(moves):
        for to, value in enumerate(row):
            kept = chair == to
            place = left + to * cw + 2, top + chair * ch + 2, cw - 4, ch - 4
            fill = heat(value, most)[0] if value else empty
            edge, thick = (theme.ink, 3.0) if kept else (theme.stitch, 1.5)
            body += cell(place, fill, edge, thick)
    key = Box(inner.x + 2, inner.bottom + 5 - below + line_high / 2 - 11, 26, 22)
    body += cell((key.x, key.y, key.w, key.h), empty, theme.ink, 3.0)
    # An arrow to the right beside "to", and one down beside "from".
    arrows = f"M{left - 24} {top - head * 0.7} h14 m-6 -6 l6 6 l-6 6"
    arrows += f"M{left - 17} {top - head * 0.42} v14 m-6 -6 l6 6 l6 -6"
    put(painter, inner.grown(20), body + line(arrows, theme.soft, 3))
    _matrix_words(painter, (left, top, cw, ch), (wide - 8, head), ranks, moves)
    for number, words in enumerate(legend):
        x, y = key.right + 10 if number == 0 else inner.x, key.centre[1] + line_high * number
        style = TextStyle(STRONG, theme.soft)
        painter.text(words, x, y, SMALL, style, room=inner.right + 4 - x)


def _matrix_words(
    painter: Painter,
    grid: tuple[float, float, float, float],
    rooms: tuple[float, float],
    ranks: Sequence[int],
    moves: Sequence[Sequence[int]],
) -> None:
    """What stands beside, above and in the cells."""
    (left, top, cw, ch), (wide, head), soft = grid, rooms, painter.theme.soft
    most = max(max(row) for row in moves)
    for words, share in ((_("to"), 0.7), (_("from"), 0.26)):
        style = TextStyle(STRONG, soft)
        painter.text(words, left - 32, top - head * share, SMALL, style, anchor="midright")
    for chair, rank in enumerate(ranks):
        middle = top + (chair + 0.5) * ch
        image = sign(painter, rank, min(head * 0.94, cw))
        painter.blit(image, left + (chair + 0.5) * cw, top - 3, "midbottom")
        painter.text(title_of(rank), left - 8, middle, 20, TextStyle(NAMES), anchor="midright", room=wide)
        for to, value in enumerate(moves[chair]):
            if value:
                at, ink = (left + (to + 0.5) * cw, middle), heat(value, most)[1]
                painter.text(str(value), *at, NAME, TextStyle(NAMES, ink), anchor="center", room=cw - 8)


def points_after_each(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """The points of every player, hand by hand, beside an axis of points, and the line that wins."""
    inner = framed(painter, box, _("Points after each hand"))
    story, target = told.story, told.story.options.number("target")
    goals = () if target == SOME_HANDS else (target,)
    most = max(target, *story.totals[-1]) * 1.06  # whoever wins may go beyond it
    axis = painter.width("88", 20, STRONG) + 10
    heads = min(124.0, max(78.0, inner.h * 0.3))
    tall = min(80.0, max(44.0, inner.h / 4.6))
    top = inner.y + tall * HEAD  # the head of whoever has the most is as high as the line
    field = Box(inner.x + axis - 8, top, inner.w - axis - heads + 8, inner.bottom - 4 - top)
    count = max(1, len(story.hands))

    def at(stage: int, value: float) -> tuple[float, float]:
        return field.x + field.w * stage / count, field.bottom - field.h * value / most

    soft = painter.theme.stitch
    body = rule((field.x, field.y - 4), (field.x, field.bottom), soft, 3)
    body += rule((field.x, field.bottom), (field.right + 18, field.bottom), soft, 3)
    for goal in goals:
        y = at(0, goal)[1]
        body += rule((field.x, y), (field.right + 18, y), painter.theme.ink, 2.5, (7, 6))
    width = min(8.0, max(5.0, box.h / 40))
    every = 1 if field.w / count > 16 else 3  # or the marks of a long match would cover its line
    for seat in reversed(story.standing):
        points = [at(stage, row[seat]) for stage, row in enumerate(story.totals)]
        body += graph(points, told.seats[seat].look, painter.theme.panel, width, every)
    put(painter, box, body)
    for value in _figures(field.h / painter.line_height(20), most, goals):
        style = TextStyle(STRONG, "" if value in goals else painter.theme.soft)
        painter.text(str(value), field.x - 10, at(0, value)[1], 20, style, anchor="midright")
    ys = _spread([at(0, story.totals[-1][seat])[1] for seat in story.standing], tall * 0.42, field)
    column = 0
    for place, (seat, y) in enumerate(zip(story.standing, ys, strict=True)):
        # Heads of nearly equal points stand side by side: one below the other they would hide each other.
        near = place > 0 and y - ys[place - 1] < tall * 0.6
        column = 1 - column if near else 0
        draw_head(painter, told.seats[seat], (field.right + 26 + column * tall * 0.72, y), tall, flip=True)


def _figures(room: float, most: float, goals: Sequence[int]) -> list[int]:
    """What stands beside an axis as high as ``room`` lines: the points that win, and round ones with room."""
    step = next((step for step in STEPS if most / step <= room / 1.05), STEPS[-1])
    apart = most / room * 1.1
    round_ones = [
        value for value in range(0, int(most) + 1, step) if all(goal - value >= apart for goal in goals)
    ]
    return [*goals, *reversed(round_ones)]


def _spread(ys: list[float], gap: float, within: Box) -> list[float]:
    """Places from the top down moved apart, and kept within a box as well as they fit."""
    gap = min(gap, (within.h - gap) / max(1, len(ys) - 1))
    found: list[float] = []
    for y in ys:
        found.append(max(y, found[-1] + gap) if found else y)
    # Moved down they may have left the box: pushed up again from the last one on, and no further than needed.
    lowest = within.bottom - gap
    for place in reversed(range(len(found))):
        found[place] = min(found[place], lowest - (len(found) - 1 - place) * gap)
    return found


DEALT, HELD = "#3E8EDE", "#D9482B"
"""Hands as they were dealt and after the exchange."""
NUMBER = 30.0
CHAIR_COLOURS = ("#8A4E2E", "#2F4C82", "#5E7F86", "#C98A5A", "#A8713F")
"""The colours of the chairs, by rank."""


def hands_held(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How strong the hands of each chair were when they were dealt, and after the exchange."""
    inner = framed(painter, box, _("How strong the hands were, chair by chair"))
    strengths = dict(zip(told.ranks, told.story.strengths, strict=True))
    foot = painter.line_height(SMALL) * 2 + 8
    rows = Box(inner.x, inner.y, inner.w, inner.h - foot)
    strength_rows(painter, rows, strengths, strength_span(told.story.strengths))
    _key(painter, inner, rows.bottom + painter.line_height(SMALL) / 2 + 10)


def strength_rows(
    painter: Painter,
    inner: Box,
    strengths: Mapping[int, tuple[float, float]],
    span: tuple[float, float],
    *,
    changes: bool = True,
) -> None:
    """A row for each rank within a panel: a square for hands as dealt, a ball for what was played with.

    Where no card ``changes`` hands there is no ball.
    """
    theme = painter.theme
    row = inner.h / len(strengths)
    number = min(NUMBER, row * 0.72 / painter.text_scale)
    wide = max(painter.width(title_of(rank), 23, NAMES) for rank in strengths)
    left = inner.x + row * 0.86 + min(wide, max(inner.w * 0.24, 116.0)) + 26
    right = inner.right - painter.width("0.0", number, NAMES) - 26
    least, most = span

    def at(value: float) -> float:
        return left + (right - left) * (value - least) / (most - least)

    body, edge = "", edge_of(painter)
    for place, rank in enumerate(strengths):
        tone = theme.chosen if rank == 0 else theme.sunk if place % 2 else mix(theme.sunk, theme.panel, 0.6)
        y = inner.y + place * row
        body += rect(inner.x - 10, y + 3, inner.w + 20, row - 6, 12, fill=tone)
    body += rule((at(MEAN), inner.y + 2), (at(MEAN), inner.bottom), theme.ink, 2.5, (7, 6))
    for place, (dealt, held) in enumerate(strengths.values()):
        y = inner.y + (place + 0.5) * row
        body += rule((left, y), (right, y), theme.stitch, 3)
        thick = min(16.0, row * 0.24)
        if abs(at(held) - at(dealt)) > 26:
            side = 10 if held > dealt else -10
            body += arrow((at(dealt), y), (at(held) - side, y), mix(HELD, "#FFFFFF", 0.45), thick, edge)
        body += rect(at(dealt) - 9, y - 9, 18, 18, 3, fill=DEALT, stroke=edge, stroke_width=3.4)
        if changes:
            body += knot((at(held), y), 10, edge, HELD)
    put(painter, inner.grown(12), body)
    for place, (rank, (_dealt, held)) in enumerate(strengths.items()):
        y, name = inner.y + (place + 0.5) * row, inner.x + row * 0.86
        painter.blit(sign(painter, rank, row * 0.84), inner.x + row * 0.36, y + row * 0.42, "midbottom")
        painter.text(title_of(rank), name, y, 23, TextStyle(NAMES), room=left - name - 18)
        painter.text(figure(held), inner.right, y, number, TextStyle(NAMES), anchor="midright")


def _key(painter: Painter, inner: Box, y: float) -> None:
    """What the marks of `strength_rows` are, and how strength is counted."""
    theme, x = painter.theme, inner.x
    entries = (
        (rect(x, y - 8, 16, 16, 3, fill=DEALT, stroke=INK, stroke_width=3), _("as dealt"), 24.0),
        (knot((9, y), 9, INK, HELD), _("after the exchange"), 24.0),
        (rule((0, y), (26, y), theme.ink, 2.5, (7, 6)), _("an average hand"), 34.0),
    )
    for number, (body, words, indent) in enumerate(entries):
        put(painter, Box(inner.x - 4, y - 14, inner.w, 28), group(body, f"translate({x if number else 0} 0)"))
        room = inner.right - x - indent
        x += indent + 26 + painter.text(words, x + indent, y, SMALL, TextStyle(STRONG, theme.soft), room=room)
    under = y + painter.line_height(SMALL)
    painter.text(strength_meant(), inner.x, under, SMALL, TextStyle(colour=theme.soft), room=inner.w)


def strength_span(pairs: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The strengths from edge to edge of the chart: room for all of them, the average in between."""
    values = [value for pair in pairs for value in pair if value] or [MEAN]
    # One card more or less at the least: tiny differences should not fill the chart.
    return min(*values, MEAN - 1) - 0.4, max(*values, MEAN + 1) + 0.4


def stayed_boss(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How often the Boss stayed Boss, and the others what they were, against what chance would give."""
    inner = framed(painter, box, _("Who kept the chair"))
    story, theme = told.story, painter.theme
    hands, line = len(story.hands), painter.line_height(LARGE)
    told_boss = stayed(told)
    y = inner.y + painter.paragraph(told_boss, inner.x, inner.y, inner.w, LARGE, TextStyle(STRONG))
    step, icon = inner.w / story.players, min(52.0, inner.w / story.players - 8)
    legend = painter.line_height(SMALL) + 8
    top, foot = y + line + 6, inner.bottom - icon - legend - 8

    def high(share: float) -> float:
        return foot - (foot - top) * share

    chance = high(1 / story.players)
    body = rule((inner.x, foot), (inner.right, foot), theme.ink, 3)
    for chair, kept in enumerate(story.kept):
        y, colour = high(kept / max(1, hands)), CHAIR_COLOURS[told.ranks[chair]]
        wide = step * 0.72
        body += bar(inner.x + step * (chair + 0.5) - wide / 2, y, wide, foot - y, colour, edge_of(painter))
    # Laid in the panel's colour first, or the dashes would be lost on dark bars.
    body += rule((inner.x, chance), (inner.right, chance), theme.panel, 6)
    body += rule((inner.x, chance), (inner.right, chance), theme.ink, 2.5, (7, 6))
    middle = inner.bottom - legend / 2 + 2
    body += rule((inner.x, middle), (inner.x + 26, middle), theme.ink, 2.5, (7, 6))
    put(painter, box, body)
    by_chance = _("by chance: {share} %").format(share=round(100 / story.players))
    painter.text(by_chance, inner.x + 36, middle, SMALL, TextStyle(STRONG, theme.soft), room=inner.w - 36)
    for chair, kept in enumerate(story.kept):
        x, y = inner.x + step * (chair + 0.5), high(kept / max(1, hands)) - line / 2
        half = painter.width(str(kept), LARGE, NAMES) / 2 + 3
        # A patch under the number, for the line of chance may pass there.
        painter.fill(Box(x - half, y - line * 0.4, 2 * half, line * 0.8), theme.panel, 4)
        painter.text(str(kept), x, y, LARGE, TextStyle(NAMES), anchor="center", room=step - 4)
        painter.blit(sign(painter, told.ranks[chair], icon), x, foot + icon + 6, "midbottom")


def gains(told: DebriefFacts) -> list[int]:
    """What each seat got in exchanges less what it gave."""
    net = [0] * told.story.players
    for hand in told.story.hands:
        for given in hand.given:
            net[given.receiver] += worth(given.cards)
            net[given.giver] -= worth(given.cards)
    return net


def balance(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """What each player got in exchanges less what he gave, in the power of cards."""
    inner = framed(painter, box, _("Who gained, who paid"))
    story, theme = told.story, painter.theme
    net = gains(told)
    row, most = inner.h / story.players, max(1, *map(abs, net))
    label = painter.width("+88", LARGE, NAMES) + 8
    tall = min(96.0, row * 1.05)
    left = inner.x + tall * 0.7 + 8
    half = (inner.right - left - 2 * label) / 2
    zero = left + label + half
    body = rule((zero, inner.y), (zero, inner.bottom), theme.ink, 3)
    for place, seat in enumerate(story.standing):
        y, wide, look = inner.y + (place + 0.5) * row, half * abs(net[seat]) / most, told.seats[seat].look
        x = zero if net[seat] > 0 else zero - wide
        body += bar(x, y - row * 0.3, wide, row * 0.6, SEATS[look].colour, edge_of(painter))
    put(painter, box, body)
    for place, seat in enumerate(story.standing):
        y, wide = inner.y + (place + 0.5) * row, half * abs(net[seat]) / most
        draw_head(painter, told.seats[seat], (inner.x + tall * 0.3, y), tall)
        side = 1 if net[seat] > 0 else -1
        painter.text(
            f"{net[seat]:+d}".replace("-", "\N{MINUS SIGN}"),
            zero + side * (wide + 8),
            y,
            LARGE,
            TextStyle(NAMES),
            anchor="midleft" if side > 0 else "midright",
            room=label,
        )


def went_where(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """What went up and down between the chairs in all exchanges."""
    inner = framed(painter, box, _("What the exchange moved"))
    story, theme = told.story, painter.theme
    pairs = chair_pairs(told)
    foot = painter.line_height(SMALL) + 4
    if not story.flows:
        painter.paragraph(
            _("Nobody had to give anything: there was no exchange in this match."),
            inner.x,
            inner.y + 20,
            inner.w,
            LARGE,
            TextStyle(STRONG),
        )
        return
    row = (inner.h - foot) / len(pairs)
    side = min(row * 1.05, inner.w * 0.16)
    most = max(worth(cards) / max(1, len(cards)) for pair in pairs for cards in pair[2:])
    for number, (high, low, up, down) in enumerate(pairs):
        y = inner.y + (number + 0.5) * row
        tone = theme.sunk if number % 2 else mix(theme.sunk, theme.panel, 0.5)
        put(painter, box, rect(box.x + 14, y - row / 2 + 4, box.w - 28, row - 8, 12, fill=tone))
        for chair, x in ((low, inner.x + side / 2), (high, inner.right - side / 2)):
            name, tall = painter.line_height(BODY), min(92.0, row - painter.line_height(BODY) - 20)
            if tall > 24:
                image = sign(painter, told.ranks[chair], tall)
                painter.blit(image, x, y + (tall - name) / 2 + 1, "midbottom")
            painter.text(
                title_of(told.ranks[chair]),
                x,
                y + (tall / 2 + 2 if tall > 24 else 0),
                BODY,
                TextStyle(NAMES),
                anchor="center",
                room=side + 10,
            )
        left, right = inner.x + side + 12, inner.right - side - 12
        for cards, dy, start, end in ((up, -0.24, left, right), (down, 0.24, right, left)):
            _flow(painter, box, (start, end, y + dy * row, row * 0.44), cards, most)
    painter.text(
        _("Mean of the cards that were given: an eight counts 0, an ace 6, a joker 7."),
        inner.x,
        inner.bottom - foot / 2 + 2,
        SMALL,
        TextStyle(colour=theme.soft),
        room=inner.w,
    )


def chair_pairs(told: DebriefFacts) -> list[tuple[int, int, list[str], list[str]]]:
    """Every two chairs between which cards went, with those that went up and those that went down."""
    players = told.story.players
    middle = [(0, 2)] if players == 5 else []
    found = []
    for high, low in ((0, players - 1), (1, players - 2), *middle):
        up = [card for giver, to, cards in told.story.flows if (giver, to) == (low, high) for card in cards]
        down = [card for giver, to, cards in told.story.flows if (giver, to) == (high, low) for card in cards]
        found.append((high, low, up, down))
    return found


def _flow(
    painter: Painter, box: Box, place: tuple[float, float, float, float], cards: list[str], most: float
) -> None:
    """An arrow as thick as the cards were good, with the best of them and their mean."""
    start, end, y, room = place
    mean = worth(cards) / max(1, len(cards))
    up = end > start
    colour = "#E8A317" if up else "#8FA9C9"
    thick = 5 + (room * 0.62 - 5) * (mean / most if most else 0)
    put(painter, box, arrow((start, y), (end, y), colour, thick))
    best = sorted(cards, key=lambda name: -worth([name]))[:4]
    w = min(48.0, room * 0.74)
    middle, step = (start + end) / 2, w * 0.8
    first = middle - step * (len(best) - 1) / 2 - 30
    for number, name in enumerate(best):
        image = card(painter.assets, name, round(w))
        painter.blit(image, first + number * step, y, "center")
    words, size = figure(mean), min(LARGE, room * 0.7 / painter.text_scale)
    wide, tall = painter.width(words, size, NAMES) + 20, painter.line_height(size) + 2
    x = first + step * max(0, len(best) - 1) + w / 2 + 2 + wide / 2
    tag = rect(x - wide / 2, y - tall / 2, wide, tall, tall / 2, fill="#FFFAF2", stroke=INK, stroke_width=3)
    put(painter, box, tag)
    painter.text(words, x, y, size, TextStyle(NAMES, INK), anchor="center")


def gave_up(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """The powerful cards that somebody gave away of his own will."""
    inner = framed(painter, box, _("Given of free will"))
    gifts = told.story.gave_up
    if not gifts:
        none = _("Nobody gave away an ace or a joker without having to.")
        colour = painter.theme.soft
        painter.paragraph(none, inner.x, inner.y + 6, inner.w, LARGE, TextStyle(STRONG, colour))
        return
    y, w = inner.y + 4, 46.0 * min(1.6, painter.text_scale)
    left, room, more = inner.x + w + 12, inner.w - w - 16, painter.line_height(BODY)
    for number, entry in enumerate(gifts):
        words = gift_told(told, entry)
        high = painter.height(words, room, BODY, STRONG)
        tall, rest = max(card_size(w)[1], high) + 10, len(gifts) - number
        # The room for "and so many more" is kept only while there could be more.
        if y + tall > inner.bottom - (more if rest > 1 else 0):
            others = counted("and {n} more", "and {n} more", rest).format(n=rest)
            painter.text(others, inner.x, inner.bottom - more / 2, BODY, TextStyle(STRONG))
            return
        best = max(entry[2].cards, key=lambda name: worth([name]))
        painter.blit(card(painter.assets, best, w), inner.x - 4 + w / 2, y + tall / 2, "center")
        painter.paragraph(words, left, y + (tall - high) / 2, room, BODY, TextStyle(STRONG))
        y += tall


SCARF = 3
"""The knitting of the scarf that grows while the societies are lived."""
MARK = 26.0
"""How high the flag is that says what happened."""


def who_won(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """From which first chair the matches were won, with the exchange and without it."""
    inner = framed(painter, box, _("Who won, by first chair"))
    # Of a win that is shared there is no one chair to put the flag on.
    happened = told.story.first.index(told.winners[0]) if len(told.winners) == 1 else None
    key = _key_rows(painter, inner, _entries(told, happened=happened is not None, fair=True))
    foot = 50.0 + painter.line_height(BODY)
    field = Box(inner.x, inner.y, inner.w, inner.h - foot - _key_height(painter, key))
    shares = [society.wins for society in told.societies]
    _bars(painter, box, field, shares, told, happened, fair=1 / told.story.players)
    step = field.w / told.story.players
    for chair, rank in enumerate(told.ranks):
        x = field.x + (chair + 0.5) * step
        painter.blit(sign(painter, rank, 46), x, field.bottom + 50, "midbottom")
        y = field.bottom + 48 + painter.line_height(BODY) / 2
        painter.text(title_of(rank), x, y, BODY, TextStyle(NAMES), anchor="center", room=step - 8)
    _draw_key(painter, Box(inner.x, field.bottom + foot, inner.w, 0), key)


def final_order(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How many pairs of players ended in the order they began in, in every match of the two societies."""
    inner = framed(painter, box, _("Pairs that kept their order"))
    pairs, most = kept_pairs(told)
    row, compare = painter.line_height(BODY), compared(told)
    key = _key_rows(painter, inner, _entries(told, happened=True, fair=False))
    under = painter.height(compare, inner.w, SMALL, STRONG)
    field = Box(inner.x, inner.y, inner.w, inner.h - row * 2 - 4 - _key_height(painter, key) - under)
    shares = [society.pairs for society in told.societies]
    _bars(painter, box, field, shares, told, pairs)
    step = field.w / (most + 1)
    for number in range(most + 1):
        x = field.x + (number + 0.5) * step
        y = field.bottom + row / 2 + 2
        painter.text(str(number), x, y, BODY, TextStyle(STRONG), anchor="center", room=step)
    y, soft, half = field.bottom + row * 1.5 + 2, painter.theme.soft, inner.w / 2 - 10
    for words, x, anchor in (
        (_("all turned round"), inner.x, "midleft"),
        (_("all as it began"), inner.right, "midright"),
    ):
        painter.text(words, x, y, SMALL, TextStyle(STRONG, soft), anchor=anchor, room=half)
    _draw_key(painter, Box(inner.x, field.bottom + row * 2 + 4, inner.w, 0), key)
    painter.paragraph(compare, inner.x, inner.bottom - under, inner.w, SMALL, TextStyle(STRONG, soft))


def _bars(
    painter: Painter,
    box: Box,
    field: Box,
    shares: list[tuple[float, ...]],
    told: DebriefFacts,
    happened: int | None,
    *,
    fair: float = 0.0,
) -> None:
    """Pairs of bars, or the dashed places for them; over the place where the match itself stands, a flag."""
    theme = painter.theme
    count = len(shares[0]) if shares else (told.story.players if fair else kept_pairs(told)[1] + 1)
    step = field.w / count
    number_line = painter.line_height(SMALL) if step > 70 * painter.text_scale and field.h > 150 else 0.0
    top = field.y + MARK + 10 + number_line
    most = max(max(row) for row in shares) if shares else 1.0
    body = ""
    if happened is not None:
        x = field.x + happened * step
        body += rect(x + 3, field.y + 2, step - 6, field.h - 2, 10, fill=theme.chosen)
        body += flag(x + step / 2, field.y + 6)
    wide = min(56.0, step * 0.4)
    if fair and shares:
        y = field.bottom - (field.bottom - top) * fair / most
        body += rule((field.x, y), (field.right, y), theme.ink, 2.5, (7, 6))
    for place in range(count):
        middle = field.x + (place + 0.5) * step
        if not shares:
            hole = middle - wide, top + (field.bottom - top) * 0.45, 2 * wide, (field.bottom - top) * 0.55
            body += line(seam(rounded(*hole, 8)), theme.stitch, 2.5)
        for society, row in enumerate(shares):
            tall = (field.bottom - top) * row[place] / most
            x = middle - wide - 1 if society == 0 else middle + 1
            colour, sewn = (WITH, WITHOUT)[society], society == 1
            body += bar(x, field.bottom - tall, wide, tall, colour, edge_of(painter), sewn=sewn)
    body += rule((field.x, field.bottom), (field.right, field.bottom), theme.ink, 3)
    put(painter, box, body)
    for society, row in enumerate(shares if number_line else []):
        for place, share in enumerate(row):
            x = field.x + (place + 0.5) * step + (-1, 1)[society] * (wide / 2 + 1)
            y = field.bottom - (field.bottom - top) * share / most - number_line / 2
            text = str(percent(share))
            ground = theme.chosen if place == happened else theme.panel
            half = painter.width(text, SMALL, STRONG) / 2 + 3
            painter.fill(Box(x - half, y - number_line * 0.4, 2 * half, number_line * 0.8), ground, 4)
            painter.text(text, x, y, SMALL, TextStyle(STRONG), anchor="center", room=wide + 8)
    for place in range(0 if shares else count):
        at = field.x + (place + 0.5) * step, field.bottom - (field.bottom - top) * 0.27
        painter.text("?", *at, 34, TextStyle(NAMES, theme.stitch), anchor="center", room=wide)


def flag(x: float, y: float) -> str:
    """A small golden arrow that points down: here stands what was played."""
    d = f"M{x - 13} {y}H{x + 13}V{y + 8}L{x} {y + 22}L{x - 13} {y + 8}Z"
    return path(d, GOLD, stroke=INK, stroke_width=3, stroke_linejoin="round")


def _entries(told: DebriefFacts, *, happened: bool, fair: bool) -> list[tuple[str, str]]:
    """What has to be explained: the kind of mark, and its words."""
    found = [("bar", way_of(told)), ("sewn", _("without it"))]
    found += [("flag", _("your match"))] if happened else []
    return found + ([("rule", _("if chairs did not matter"))] if fair else [])


def _key_rows(painter: Painter, inner: Box, entries: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Which entries stand in which row."""
    rows: list[list[tuple[str, str]]] = []
    x = inner.w + 1  # as if a row were full: the first entry opens one
    for kind, words in entries:
        wide = painter.width(words, SMALL, STRONG) + 32
        if x + wide > inner.w:
            rows.append([])
            x = 0
        rows[-1].append((kind, words))
        x += wide + 22
    return rows


def _key_height(painter: Painter, rows: list[list[tuple[str, str]]]) -> float:
    return len(rows) * (painter.line_height(SMALL) + 2) + 4


def _draw_key(painter: Painter, inner: Box, rows: list[list[tuple[str, str]]]) -> None:
    """What the bars, the flag and the dashed line are."""
    step = painter.line_height(SMALL) + 2
    for number, row in enumerate(rows):
        x, y = inner.x, inner.y + 4 + (number + 0.5) * step
        for kind, words in row:
            body = {
                "bar": bar(x, y - 9, 22, 18, WITH, edge_of(painter)),
                "sewn": bar(x, y - 9, 22, 18, WITHOUT, edge_of(painter), sewn=True),
                "flag": flag(x + 13, y - 11),
                "rule": rule((x, y), (x + 22, y), painter.theme.ink, 2.5, (7, 6)),
            }[kind]
            put(painter, Box(x - 4, y - 20, 40, 40), body)
            room = inner.right - x - 30
            wide = painter.text(words, x + 30, y, SMALL, TextStyle(STRONG, painter.theme.soft), room=room)
            x += wide + 54


def verdict(painter: Painter, box: Box, told: DebriefFacts) -> None:
    """How much was structure, as a page of its own."""
    inner = framed(painter, box, _("How much was structure?"))
    sentences = structure(told) or [guess()]
    room = inner.h - 20 if told.societies else run_box(painter, None, box).y - inner.y - 10
    sizes = 44, 40, 36, 32, 28, 24, 22, 20, 18
    tell(painter, Box(inner.x, inner.y, inner.w, room), sentences, sizes, 16, sinks=room)


def run_box(painter: Painter, bubble: Box | None, panel: Box) -> Box:
    """Where what starts and stops the societies stands: in the bubble, or at the foot of a large panel."""
    if bubble is not None:
        return Box(bubble.right - 304, bubble.centre[1] - 31, 280, 62)
    tall = painter.line_height(LARGE) + 24
    return Box(panel.centre[0] - panel.w * 0.3, panel.bottom - tall - 20, panel.w * 0.6, tall)


def draw_run(painter: Painter, box: Box, stage: AppContext, share: float | None) -> None:
    """The button that starts the societies, or how far they are and how to stop them."""
    if share is None:
        draw_button(painter, box, _("Live it again"), NORMAL, go=True)
        _glyph(painter, box, stage)
        return
    # In twentieths: each length of the scarf is a picture of its own.
    image = slider(painter.assets, round(box.w - 128), round(share * 20) / 20, SCARF)
    painter.blit(image, box.x, box.centre[1], "midleft")
    in_bubble = box.h < 70
    colour = INK if in_bubble else painter.theme.ink
    painter.text(
        _("Stop"), box.right, box.centre[1], LARGE, TextStyle(STRONG, colour), anchor="midright", room=64
    )
    _glyph(painter, Box(box.x, box.y, box.w - 66, box.h), stage)


def _glyph(painter: Painter, box: Box, stage: AppContext) -> None:
    image = glyph(stage, Act.END_TURN, 28)
    if image is not None:
        painter.blit(image, box.right - 14, box.centre[1] - 3, "midright")


def guess() -> str:
    """What is asked before the societies are lived."""
    return _(
        "Guess first: how often does the first Boss win? Then let equal players live it {n} times with the"
        " exchange, {n} times without."
    ).format(n=MATCHES)
