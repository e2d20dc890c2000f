"""The first page of the debrief: who sat where hand by hand, who moved where, and the points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.games.sociable.rules.ending import SOME_HANDS
from game.games.sociable.screen.debrief.parts import (
    PAD,
    TITLE,
    DebriefFacts,
    draw_head,
    edge_of,
    framed,
    hat_of,
    name_ink,
    put,
    sign,
    title_of,
)
from game.ui.art.charts import cell, graph, heat, knot, rule, thread
from game.ui.art.palette import WOOL, mix
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import line, rect
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import SMALL
from game.ui.kit.widgets import sheet
from game.words import _

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
        """The middle of a row."""
        return self.top + (chair + 0.5) * self.pitch

    def column(self, place: int) -> float:
        """The middle of a column."""
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

    Args:
        painter: where to.
        inner: what the panel leaves for it.
        ranks: of the chairs.
        moves: by chair and chair.
        legend: lines below; the first says what the cells with a dark frame are.
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
    body += cell(_parts(key), empty, theme.ink, 3.0)
    put(painter, inner.grown(20), body + _arrows(left, top, head, theme.soft))
    _matrix_words(painter, (left, top, cw, ch), (wide - 8, head), ranks, moves)
    for number, words in enumerate(legend):
        x, y = key.right + 10 if number == 0 else inner.x, key.centre[1] + line_high * number
        style = TextStyle(STRONG, theme.soft)
        painter.text(words, x, y, SMALL, style, room=inner.right + 4 - x)


def _arrows(left: float, top: float, head: float, colour: str) -> str:
    """An arrow to the right beside "to", and one down beside "from"."""
    arrows = f"M{left - 24} {top - head * 0.7} h14 m-6 -6 l6 6 l-6 6"
    arrows += f"M{left - 17} {top - head * 0.42} v14 m-6 -6 l6 6 l6 -6"
    return line(arrows, colour, 3)


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


def _parts(box: Box) -> tuple[float, float, float, float]:
    return box.x, box.y, box.w, box.h


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
    """What stands beside an axis: the points that win, and round ones that leave each other room.

    Args:
        room: how many lines of words are as high as the axis.
        most: the points at its end.
        goals: the points that win, where there are some.
    """
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
