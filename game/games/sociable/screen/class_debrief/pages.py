"""The pages about a class: who moved where, how often the Boss stayed Boss, the vote, every table, and more.

Wall, line, matrix, chart of strengths and question are those of the debrief of a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame

from game.games.sociable.debrief.pooled import CLASSES, NONE, UP, Side, Table, bosses_kept, strengths
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.words import ClassFacts
from game.games.sociable.screen.debrief.charts import (
    DEALT,
    HELD,
    flag,
    matrix,
    run_box,
    strength_rows,
    strength_span,
)
from game.games.sociable.screen.debrief.export import page_painter
from game.games.sociable.screen.debrief.page import (
    BUTTON,
    GAP,
    backdrop,
    count,
    fitting,
    page_number,
    paper_bubble,
    sock_box,
    sock_line,
)
from game.games.sociable.screen.debrief.words import (
    CREAM,
    LARGE_TYPE,
    PAD,
    QUESTIONS,
    SAND,
    TITLE,
    WITH,
    WITHOUT,
    draw_seated,
    edge_of,
    framed,
    glow,
    put,
    question,
    sign,
    strength_meant,
    tell,
)
from game.games.sociable.screen.places import BOSS, TEMP
from game.ui.art.charts import bar, graph, rule
from game.ui.art.icons import icon
from game.ui.art.layers import INK, WOOL, mix
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import circle, group, line, path, rect, rounded, seam
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets import sheet
from game.words import _

TURNED = "#B8651B"
"""The tables whose exchange is turned round."""
VOTED = "#E8A317"
OPEN = "\N{HORIZONTAL ELLIPSIS}"
"""In the place of what a round that is still open comes to."""
ICONS = ("star", "dice", "")
"""Skill and luck; structure has the throne."""


def colour_of(way: str) -> str:
    """The wool of the tables with a kind of exchange."""
    return WITH if way == UP else WITHOUT if way == NONE else TURNED


def ink_of(painter: Painter, way: str) -> str:
    """The same for large figures on a panel."""
    theme = painter.theme.name
    return painter.theme.ink if theme != "linen" else mix(colour_of(way), "#000000", 0.25)


def mark_of(way: str, x: float, y: float, r: float, edge: str) -> str:
    """The mark of a kind of exchange: a ball, a square, a diamond."""
    fill, stroke = colour_of(way), {"stroke": edge, "stroke_width": 3}
    if way == UP:
        return circle(x, y, r, fill, **stroke)
    if way == NONE:
        return rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, 3, fill=fill, **stroke)
    return path(
        f"M{x} {y - r * 1.25}L{x + r * 1.25} {y}L{x} {y + r * 1.25}L{x - r * 1.25} {y}Z", fill, **stroke
    )


def aside(painter: Painter, box: Box, text: str) -> None:
    """A soft line at the right of a panel's title."""
    if painter.text_scale >= LARGE_TYPE:
        return
    at = box.right - PAD - 2, box.y + 13 + painter.line_height(TITLE) / 2
    painter.text(text, *at, SMALL, TextStyle(STRONG, painter.theme.soft), anchor="midright", room=box.w * 0.4)


def moved_where(painter: Painter, box: Box, told: ClassFacts) -> None:
    """From which chair to which people went."""
    inner = framed(painter, box, _("Who moved where"))
    moves, ranks = told.story.mobility, told.story.ranks
    shown = [[moves.moves[start][to] for to in ranks] for start in ranks]
    matrix(painter, inner, ranks, shown, (words.kept_short(told), words.by_chance(told)))


def stayed(painter: Painter, box: Box, told: ClassFacts) -> None:
    """With and without the exchange: a share, where the true one can lie, and the line of chance."""
    inner, sides = framed(painter, box, _("The Boss stayed Boss")), told.story.sides
    aside(painter, box, words.tables_each(told))
    small, meant = painter.line_height(SMALL), words.bar_meant()
    # A row per kind at its own height: in a panel of its own, the rest stays below.
    foot = small + painter.height(meant, inner.w, SMALL, STRONG)
    row = min((inner.h - foot + 6) / max(1, len(sides)), 90.0)
    place = _Axis.of(painter, inner, told, row)
    edge, theme, bottom = edge_of(painter), painter.theme, inner.y + row * len(sides) - 4
    body = ""
    for number, side in enumerate(sides):
        y = inner.y + row * number - 4
        body += rect(box.x + 13, y + 2, box.w - 26, row - 4, 12, fill=theme.sunk)
        body += _stayed_bar(place, side, y + row / 2, min(row * 0.5, 34.0), (theme.stitch, edge))
    chance = place.at(words.fair(sides))
    body += rule((chance, inner.y - 2), (chance, bottom + 4), theme.panel, 6)
    body += rule((chance, inner.y - 2), (chance, bottom + 4), theme.ink, 2.6, (6, 5))
    put(painter, box, body)
    for number, side in enumerate(sides):
        _stayed_words(painter, place, side, inner.y + row * (number + 0.5) - 4, row)
    y, soft = bottom + small / 2, TextStyle(STRONG, theme.soft)
    fair, all_ = _("chance: {share}").format(share=words.percent(words.fair(sides))), words.percent(1)
    half = painter.width(fair, SMALL, STRONG) / 2
    middle = max(chance, place.left + painter.width("0", SMALL, STRONG) / 2 + 12 + half)
    painter.text(fair, middle, y, SMALL, TextStyle(STRONG), anchor="center")
    painter.text("0", place.left, y, SMALL, soft, anchor="center")
    if middle + half + 12 < place.right - painter.width(all_, SMALL, STRONG) / 2:
        painter.text(all_, place.right, y, SMALL, soft, anchor="center")
    painter.paragraph(meant, inner.x, bottom + small, inner.w, SMALL, soft)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Where the shares of `stayed` lie."""

    x: float
    """Where the names begin."""
    left: float
    """Nothing."""
    right: float
    """Everything."""
    counts: float
    """The right edge of the counts."""
    end: float
    """The right edge of the shares."""

    @classmethod
    def of(cls, painter: Painter, inner: Box, told: ClassFacts, row: float) -> _Axis:
        sides = told.story.sides
        name = max((painter.width(words.way_row(side.way), BODY, STRONG) for side in sides), default=0.0)
        count = max((painter.width(words.of(side.stayed), SMALL, STRONG) for side in sides), default=0.0)
        share = painter.width(words.percent(1), 30 if row < 60 else 34, NAMES)
        name, end = min(name, inner.w * 0.3), inner.right
        return cls(inner.x, inner.x + name + 28, end - share - count - 40, end - share - 16, end)

    def at(self, share: float) -> float:
        return self.left + (self.right - self.left) * share


def _stayed_bar(place: _Axis, side: Side, y: float, tall: float, inks: tuple[str, str]) -> str:
    stitch, edge = inks
    body = rule((place.left, y), (place.right, y), stitch, 3)
    if not side.stayed.of:
        return body
    low, high = (place.at(share) for share in side.stayed.interval)
    colour = colour_of(side.way)
    sewn = side.way == NONE
    fill = colour if sewn else mix(colour, WOOL, 0.45)
    body += bar(low, y - tall / 2, max(8.0, high - low), tall, fill, edge, sewn=sewn)
    return body + mark_of(side.way, place.at(side.stayed.value), y, min(12.0, tall / 2 + 1), edge)


def _stayed_words(painter: Painter, place: _Axis, side: Side, y: float, row: float) -> None:
    room = place.left - place.x - 14
    painter.text(words.way_row(side.way), place.x, y, BODY, TextStyle(STRONG), room=room)
    style = TextStyle(STRONG, painter.theme.soft)
    painter.text(words.of(side.stayed), place.counts, y, SMALL, style, anchor="midright")
    share = words.percent(side.stayed.value) if side.stayed.of else "?"
    style = TextStyle(NAMES, ink_of(painter, side.way))
    size = min(30.0, row * 1.15 / painter.text_scale)
    painter.text(share, place.end, y, size, style, anchor="midright")


def voted(painter: Painter, box: Box, told: ClassFacts) -> None:
    """Before the charts and after them, how many gave skill, luck and structure the most."""
    inner, theme = framed(painter, box, words.votes_title(told)), painter.theme
    large = painter.text_scale >= LARGE_TYPE
    line, small = painter.line_height(LARGE), painter.line_height(SMALL)
    wide = 2 * 34 + sum(painter.width(name, SMALL, STRONG) for name in _rounds()) + 22
    if large or painter.width(words.votes_title(told), TITLE, NAMES) + wide > inner.w - 12:
        key = Box(inner.x, inner.bottom - small + 4, inner.w, small)
        inner = Box(inner.x, inner.y, inner.w, inner.h - small)
    else:
        key = Box(inner.right - wide, box.y + 13 + (painter.line_height(TITLE) - small) / 2, wide, small)
    _key(painter, key)
    shown = words.columns(told)
    foot, step = inner.bottom - line - 2, inner.w / len(shown)
    top = inner.y + painter.line_height(BODY) * 0.8
    most = max((max(vote.columns) for vote in told.votes if vote), default=1) or 1
    wide = min(58.0 if not large else 90.0, step * 0.26)
    body, edge = rule((inner.x - 4, foot), (inner.right + 4, foot), theme.ink, 3), edge_of(painter)
    for place in range(len(shown)):
        middle = inner.x + step * (place + 0.5)
        for number, vote in enumerate(told.votes):
            tall = (foot - top) * vote.columns[place] / most if vote else 0.0
            x = middle - wide - 3 if number == 0 else middle + 3
            body += bar(x, foot - tall, wide, tall, VOTED, edge, sewn=number == 0)
    put(painter, box, body)
    for place, name in enumerate(shown):
        middle = inner.x + step * (place + 0.5)
        for number, vote in enumerate(told.votes):
            x = middle + (wide / 2 + 3) * (-1, 1)[number]
            unknown = OPEN if told.poll is not None and told.poll.open == number else "?"
            shown_count = str(vote.columns[place]) if vote else unknown
            y = foot - ((foot - top) / most * vote.columns[place] if vote else 0.0)
            at = x, y - painter.line_height(BODY) * 0.46
            painter.text(shown_count, *at, 22, TextStyle(NAMES), anchor="center")
        _thing(painter, place, name, (middle, foot + line / 2 + 3), step - 12)


def _rounds() -> tuple[str, str]:
    return _("before"), _("after")


def _thing(painter: Painter, place: int, name: str, at: tuple[float, float], room: float) -> None:
    """Skill, luck or the chair, with its picture; a tie has none."""
    if place >= len(ICONS):
        painter.text(name, *at, LARGE, TextStyle(NAMES, painter.theme.soft), anchor="center", room=room)
        return
    size = 30.0
    wide = min(painter.width(name, LARGE, NAMES), room - size - 8)
    x = at[0] - (wide + size + 8) / 2
    image = icon(painter.assets, ICONS[place], size) if ICONS[place] else sign(painter, BOSS, size + 2)
    painter.blit(image, x + size / 2, at[1], "center")
    painter.text(name, x + size + 8, at[1], LARGE, TextStyle(NAMES), room=room - size - 8)


def _key(painter: Painter, box: Box) -> None:
    """What the two kinds of columns are."""
    x, y = box.x, box.centre[1]
    for number, name in enumerate(_rounds()):
        put(
            painter,
            Box(x - 4, y - 20, 40, 40),
            bar(x, y - 10, 26, 20, VOTED, edge_of(painter), sewn=number == 0),
        )
        x += 34 + painter.text(name, x + 34, y, SMALL, TextStyle(STRONG, painter.theme.soft)) + 22


def meaning(painter: Painter, box: Box, told: ClassFacts) -> None:
    """What the figures say, in sentences."""
    inner = framed(painter, box, _("Is that chance?"))
    parts = [*words.differences(told), words.kept(told)]
    # A page of its own says what finds no room here, in large type.
    tell(painter, inner, parts, (26.0, 24.0, 22.0, 20.0, 19.0, 18.0), 12, end=inner.bottom + 8)


Panel = Callable[[Painter, Box, ClassFacts], None]
APART = 14.0
"""Between the panels of two tables."""


MOST = 8
"""So many tables are shown at once at most."""


def table_pages(count: int) -> list[SomeTables]:
    """So many tables on as few pages as can be, with as many on each: none is left nearly empty."""
    if not count:
        return []
    pages = -(-count // MOST)
    ends = [-(-count * number // pages) for number in range(pages + 1)]
    most = -(-count // pages)
    return [SomeTables(first, end - first, most) for first, end in pairwise(ends)]


@dataclass(frozen=True, slots=True)
class SomeTables:
    """Some of the tables, each in a panel of its own, side by side."""

    first: int
    count: int
    """How many."""
    most: int
    """For how many there is room: on all pages tables are of one size."""

    def __call__(self, painter: Painter, box: Box, told: ClassFacts) -> None:
        """Draw them."""
        tables, count = told.story.played[self.first : self.first + self.count], self.most
        across = 1 if count < 2 else 2 if count < 5 else 3 if count < 7 else 4
        down = max(1, -(-count // across))
        w, h = (box.w - APART * (across - 1)) / across, (box.h - APART * (down - 1)) / down
        for number, table in enumerate(tables):
            x, y = box.x + (w + APART) * (number % across), box.y + (h + APART) * (number // across)
            _table(painter, Box(x, y, w, h), told, table)


@dataclass(frozen=True, slots=True)
class OneTable:
    """One table, as large as can be."""

    place: int

    def __call__(self, painter: Painter, box: Box, told: ClassFacts) -> None:
        """Draw it."""
        _table(painter, box, told, told.story.played[self.place])


def _table(painter: Painter, box: Box, told: ClassFacts, table: Table) -> None:
    """Who sat where at a table, hand by hand: a line with its mark for everybody."""
    sheet(painter, box)
    large = painter.text_scale >= LARGE_TYPE
    title = TITLE if large else 21.0
    head, story, theme = painter.line_height(title), table.story, painter.theme
    room = box.w - 40 - (140 if large else 0)
    painter.text(
        words.table_title(table), box.x + 20, box.y + 10 + head / 2, title, TextStyle(NAMES), room=room
    )
    top, bottom = box.y + 12 + head, box.bottom - 14
    pitch = (bottom - top) / table.players
    stages = len(story.orders)
    chairs, names = box.x + 16 + min(pitch, 60.0), box.right - 18 - (box.w * (0.33 if not large else 0.36))
    left, right = chairs + 14, names - 16
    step = (right - left) / max(1, stages - 1)
    body = ""
    for chair in range(table.players):
        tone = theme.chosen if chair == 0 else theme.sunk if chair % 2 else mix(theme.sunk, theme.panel, 0.6)
        body += rect(box.x + 12, top + chair * pitch + 1.5, box.w - 24, pitch - 3, 8, fill=tone)
    for seat in reversed(story.standing):
        points = [
            (left + step * n, top + (chair + 0.5) * pitch) for n, chair in enumerate(story.chairs(seat))
        ]
        tail = [(right + 6, points[-1][1])] if stages == 1 else []
        body += graph([*points, *tail], seat, theme.panel, min(7.0, max(4.0, pitch / 7)))
    put(painter, box, body)
    for chair, rank in enumerate(table.ranks):
        y, seat = top + (chair + 0.5) * pitch, story.orders[-1][chair]
        image = sign(painter, rank, min(pitch * 0.92, 64.0))
        painter.blit(image, (box.x + 16 + chairs) / 2, y + min(pitch, 64.0) * 0.46, "midbottom")
        ink = theme.ink if theme.name != "linen" else SEATS[seat].text
        score = str(story.totals[-1][seat])
        wide = painter.text(score, box.right - 20, y, SMALL, TextStyle(STRONG), anchor="midright")
        room = box.right - 28 - wide - names
        name = told.name(table, seat)
        if painter.width(name, 20, NAMES) > room:  # "Pupil 15" without its end would be nobody
            name = painter.shortened(told.name(table, seat, short=True), 20, room, NAMES)
        painter.text(name, names, y, 20, TextStyle(NAMES, ink), room=room)


@dataclass(frozen=True, slots=True)
class SideStrength:
    """How strong the hands were at the tables with one kind of exchange."""

    place: int

    def __call__(self, painter: Painter, box: Box, told: ClassFacts) -> None:
        """Draw it."""
        sides = told.story.sides
        side = sides[self.place]
        inner = framed(painter, box, _("Hands: {way}").format(way=words.way_row(side.way)))
        found = {rank: (one.dealt, one.held) for rank, one in strengths(side.rows).items()}
        every = [(one.dealt, one.held) for each in sides for one in strengths(each.rows).values()]
        if not found:
            return
        edge, ink = edge_of(painter), painter.theme.ink
        # Without an exchange nothing comes after it.
        balls = [circle(12, 0, 9, HELD, stroke=edge, stroke_width=3)] if side.way != NONE else []
        entries = [
            (rect(3, -8, 16, 16, 3, fill=DEALT, stroke=edge, stroke_width=3), _("as dealt")),
            *((ball, _("after the exchange")) for ball in balls),
            (rule((0, 0), (24, 0), ink, 2.5, (7, 6)), _("an average hand")),
        ]
        how = strength_meant()
        under = painter.height(how, inner.w, SMALL, READ)
        rest = Box(inner.x, inner.y, inner.w, inner.h - under)
        foot = keyed(painter, rest, entries)
        rows = Box(inner.x, inner.y, inner.w, rest.h - foot)
        strength_rows(painter, rows, found, strength_span(every), changes=bool(balls))
        soft = TextStyle(colour=painter.theme.soft)
        painter.paragraph(how, inner.x, inner.bottom - under + 4, inner.w, SMALL, soft)


def equal_players(painter: Painter, box: Box, told: ClassFacts) -> None:
    """What the chair does where all players are equal: a column for each kind of exchange."""
    inner, theme = framed(painter, box, _("If all were equally good")), painter.theme
    small = painter.line_height(SMALL)
    ways = [one.way for one in told.parallel] or [UP, NONE]
    edge, dashed = edge_of(painter), rule((0, 0), (24, 0), theme.ink, 2.5, (7, 6))
    bars = [(bar(0, -9, 24, 18, colour_of(way), edge, sewn=way == NONE), words.way_row(way)) for way in ways]
    key = keyed(painter, inner, [*bars, (dashed, _("if chairs did not matter"))])
    names = (_("First Boss won"), _("Boss stayed Boss"), _("Settled by the first chair"))
    step = inner.w / 3
    foot = inner.bottom - key - max(painter.height(name, step - 16, SMALL, STRONG) for name in names) - 8
    top = inner.y + small + 4
    rows = [(one.boss_won.value, one.boss_stayed.value, one.explained) for one in told.parallel]
    wide = min(54.0, (step - 24) / len(ways))
    fair = sum(1 / table.players for table in told.story.tables) / max(1, len(told.story.tables))
    body = ""
    for place in range(3):
        start = inner.x + step * (place + 0.5) - wide * len(ways) / 2
        for number, way in enumerate(ways):
            if not rows:
                hole = rounded(
                    start + wide * number + 3, top + (foot - top) * 0.4, wide - 6, (foot - top) * 0.6, 8
                )
                body += line(seam(hole), theme.stitch, 2.5)
                continue
            tall = (foot - top) * rows[number][place]
            body += bar(
                start + wide * number + 3,
                foot - tall,
                wide - 6,
                tall,
                colour_of(way),
                edge,
                sewn=way == NONE,
            )
    y = foot - (foot - top) * fair
    body += rule((inner.x, y), (inner.x + step * 2 - 10, y), theme.ink, 2.5, (7, 6))
    put(painter, box, body + rule((inner.x, foot), (inner.right, foot), theme.ink, 3))
    for place, name in enumerate(names):
        x, start = inner.x + step * (place + 0.5), inner.x + step * (place + 0.5) - wide * len(ways) / 2
        painter.paragraph(name, x - step / 2 + 8, foot + 4, step - 16, SMALL, TextStyle(STRONG), centred=True)
        for number in range(len(ways)):
            share = rows[number][place] if rows else 0.7
            at = start + wide * (number + 0.5), foot - (foot - top) * share - small * 0.5
            shown = str(round(100 * share)) if rows else "?"
            half = painter.width(shown, BODY, NAMES) / 2 + 3
            painter.fill(Box(at[0] - half, at[1] - small * 0.4, 2 * half, small * 0.8), theme.panel, 4)
            painter.text(shown, *at, BODY, TextStyle(NAMES), anchor="center")


def keyed(painter: Painter, inner: Box, entries: list[tuple[str, str]]) -> float:
    """Marks (drawn around the height 0) with their words along the foot of a panel; returns how high."""
    small, soft = painter.line_height(SMALL), TextStyle(STRONG, painter.theme.soft)
    rows: list[list[tuple[str, str, float]]] = [[]]
    x = 0.0
    for mark, name in entries:
        wide = painter.width(name, SMALL, STRONG) + 46
        if rows[-1] and x + wide > inner.w + 24:
            rows.append([])
            x = 0.0
        rows[-1].append((mark, name, x))
        x += wide
    for number, row in enumerate(rows):
        y = inner.bottom - small * (len(rows) - number - 0.5) + 4
        for mark, name, place in row:
            at = inner.x + place
            put(painter, Box(at - 4, y - 20, 40, 40), group(mark, f"translate({at} {y})"))
            painter.text(name, at + 32, y, SMALL, soft, room=inner.right - at - 32)
    return small * len(rows) + 6


def other_classes(painter: Painter, box: Box, told: ClassFacts) -> None:
    """In how many hands the Boss stayed Boss, in every parallel class and here."""
    inner, theme = framed(painter, box, _("Boss stayed Boss: other classes")), painter.theme
    found = bosses_kept(told.story, told.parallel) if told.parallel else ()
    own = sum(row.rank == row.next == BOSS for row in told.story.rows)
    small = painter.line_height(SMALL)
    foot, top = inner.bottom - small * 2 - 12, inner.y + 34
    low, high = min((*found, own)), max((*found, own))
    low, high = max(0, low - 1), max(high + 1, low + 8)
    step, counts = inner.w / (high - low + 1), Counter(found)
    most = max(counts.values(), default=1)
    body, edge = "", edge_of(painter)
    for number in range(low, high + 1):
        x = inner.x + step * (number - low)
        if number == own:
            body += rect(x, inner.y + 2, step, foot - inner.y - 2, 8, fill=theme.chosen) + flag(
                x + step / 2, inner.y + 4
            )
        tall = (foot - top) * counts[number] / most
        body += bar(x + step * 0.12, foot - tall, step * 0.76, tall, theme.stitch, edge)
    if not found:
        body += line(
            seam(rounded(inner.x + 8, top + 20, inner.w - 16, foot - top - 24, 10)), theme.stitch, 2.5
        )
    put(painter, box, body + rule((inner.x, foot), (inner.right, foot), theme.ink, 3))
    if not found:
        painter.text(
            "?", inner.centre[0], (top + foot) / 2, 40, TextStyle(NAMES, theme.stitch), anchor="center"
        )
    every = max(1, -(-round(painter.width("88", SMALL, STRONG) + 8) // max(1, round(step))))
    for number in range(low, high + 1):
        if (number - own) % every == 0:
            x = inner.x + step * (number - low + 0.5)
            painter.text(str(number), x, foot + small / 2 + 2, SMALL, TextStyle(STRONG), anchor="center")
    count = _("{n} classes of equal players").format(n=len(found) or CLASSES)
    keyed(painter, inner, [(flag(13, -11), _("your class")), (bar(0, -9, 24, 18, theme.stitch, edge), count)])


def verdict(painter: Painter, box: Box, told: ClassFacts) -> None:
    """What became of the parallel classes, in sentences."""
    inner = framed(painter, box, _("Parallel classes"))
    sentences = words.structure(told) or [words.guess(CLASSES)]
    room = inner.h if told.parallel else inner.h - painter.line_height(24) - 54
    tell(painter, Box(inner.x, inner.y, inner.w, room), sentences, (36, 32, 28, 24, 22, 20, 18), 14)


TOP = 130.0
Share = tuple[float, float, float, float]
"""Left, top, width and height as shares of the field."""
WHOLE: Share = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class ClassPage:
    """What is on a page."""

    name: str
    panels: tuple[tuple[Panel, Share], ...] = ()
    talks: bool = False
    """Whether there is one question and nothing else, as large as can be."""
    parallel: bool = False
    """Whether the parallel classes are started and stopped here."""


TALK = ClassPage("talk", talks=True)


def class_pages(text_scale: float, told: ClassFacts) -> tuple[ClassPage, ...]:
    """The pages at a text size: from a large one on, every panel has a page of its own."""
    sides = range(len(told.story.sides))
    if text_scale >= LARGE_TYPE:
        found = [("moves", moved_where), ("boss", stayed), ("meaning", meaning)]
        found += [("vote", voted)] if told.shows_votes else []
        found += [(f"table-{number + 1}", OneTable(number)) for number in range(len(told.story.played))]
        found += [(f"strength-{number + 1}", SideStrength(number)) for number in sides]
        found += [("verdict", verdict), ("equal", equal_players), ("classes", other_classes)]
        single = (ClassPage(name, ((panel, WHOLE),), parallel=panel is verdict) for name, panel in found)
        return (*single, TALK)
    low = voted if told.shows_votes else meaning
    first = (
        (moved_where, (0, 0, 0.418, 1)),
        (stayed, (0.437, 0, 0.563, 0.49)),
        (low, (0.437, 0.535, 0.563, 0.465)),
    )
    wide = 0.68 if told.shows_votes else 1.0
    each = (wide - 0.018 * (len(sides) - (not told.shows_votes))) / max(1, len(sides))
    strong = [(SideStrength(n), (n * (each + 0.018), 0.0, each, 1.0)) for n in sides]
    more = [(meaning, (wide, 0.0, 1 - wide, 1.0))] if told.shows_votes else []
    both = ((equal_players, (0, 0, 0.5, 1)), (other_classes, (0.518, 0, 0.482, 1)))
    return (
        ClassPage("overview", first),
        *(
            ClassPage(f"tables-{some.first + 1}" if some.first else "tables", ((some, WHOLE),))
            for some in table_pages(len(told.story.played))
        ),
        ClassPage("strength", (*strong, *more)),
        ClassPage("parallel", both, parallel=True),
        TALK,
    )


@dataclass(frozen=True, slots=True)
class ClassMoment:
    """What somebody looks at."""

    page: ClassPage
    number: int
    of: int
    question: int = 0
    bottom: float = 0.0
    """Where the page ends."""
    wood: bool = True


@dataclass(frozen=True, slots=True)
class ClassBoxes:
    """Where everything of a page lies."""

    field: Box
    """What the panels share."""
    bubble: Box | None
    socks: tuple[Box, ...]
    roomy: bool
    """Whether there is room for figures, and for more than one panel."""

    @classmethod
    def of(cls, painter: Painter, moment: ClassMoment) -> ClassBoxes:
        view, safe = painter.view, painter.view.safe
        if painter.text_scale >= LARGE_TYPE:
            return cls(Box(safe.x, safe.y, safe.w, moment.bottom - safe.y), None, (), roomy=False)
        socks = tuple(sock_box(view, number, moment.of) for number in range(moment.of))
        if moment.page.talks:
            return cls(Box(safe.x, TOP, safe.w, moment.bottom - TOP), None, socks, roomy=True)
        tall = max(90.0, painter.line_height(30) + painter.line_height(BODY) + 26)
        say = Box(safe.x + 122, moment.bottom - tall, safe.w - 122, tall)
        return cls(Box(safe.x, TOP, safe.w, say.y - GAP - TOP), say, socks, roomy=True)

    def panel(self, share: Share) -> Box:
        x, y, w, h = share
        field = self.field
        return Box(field.x + field.w * x, field.y + field.h * y, field.w * w, field.h * h)

    def run(self, painter: Painter) -> Box:
        """Where the parallel classes are started and stopped."""
        return run_box(painter, self.bubble, self.field)


def page_pieces(painter: Painter, told: ClassFacts, moment: ClassMoment) -> Iterator[None]:
    """A page without what moves, one piece at a time."""
    view, page = painter.view, moment.page
    places = ClassBoxes.of(painter, moment)
    yield from backdrop(painter, wood=moment.wood)
    if places.roomy:
        _head(painter, told)
        sock_line(painter, places.socks, moment.number)
        yield
    for panel, share in page.panels:
        panel(painter, places.panel(share), told)
        yield
    if page.talks:
        _talk(painter, told, places, moment)
        yield
    if places.bubble is not None:
        _asker(painter, (view.safe.x + 58, moment.bottom + 14), TEMP, 4, 92)
        _say(painter, places.bubble, told, moment)
        yield
    if not places.roomy:
        page_number(painter, places.field, moment.number + 1, moment.of, on_paper=page.talks)


def _head(painter: Painter, told: ClassFacts) -> None:
    """Three of the class, the headline, and how many they are."""
    safe = painter.view.safe
    glow(painter, (safe.x + 56, 70), 220)
    for x, look, hat in ((20, 0, ""), (74, 4, ""), (46, 3, "crown")):
        dress = Dress(wears=hat, rim=2.0, ground=False)
        image = puppet(painter.assets, look, "happy", 0, 62, dress, look=(0.8, 0.1))
        painter.blit(image, safe.x + x, 112 + puppet_foot(62), "midbottom")
    room = painter.view.w - 580 - safe.x - 118
    painter.text(words.headline(), safe.x + 118, 62, 42, TextStyle(NAMES, CREAM), room=room)
    painter.text(words.counts(told), safe.x + 118, 102, 21, TextStyle(colour=SAND), room=room)


def _asker(
    painter: Painter, at: tuple[float, float], rank: int, look: int, tall: float, state: str = "idle"
) -> None:
    """Somebody on a chair: nobody of the class, so that no pupil has to be the Temp on the screen."""
    image = puppet(painter.assets, look, state, 0, tall, Dress(rim=2.5, ground=False), look=(0.9, -0.1))
    draw_seated(painter, rank, at, 0.42 * tall / 92, image, tall)


def _say(painter: Painter, box: Box, told: ClassFacts, moment: ClassMoment) -> None:
    """The question and what this class has to say to it, or what the parallel classes are."""
    tail = (12.0, box.h * 0.42, -26.0, box.h * 0.29)
    paper_bubble(painter, box, tail)
    x, style = box.x + 26, TextStyle(STRONG, "#4A3A18")
    if moment.page.parallel:
        sentences = words.structure(told)
        text = " ".join(sentences) if sentences else words.guess(CLASSES)
        room = box.w - 56 - (0 if sentences else BUTTON)
        size = fitting(painter, text, room, box.h - 12, 24, STRONG)
        tall = painter.height(text, room, size, STRONG)
        painter.paragraph(text, x, box.centre[1] - tall / 2, room, size, style)
        return
    ask, more = question(moment.question), words.evidence_told(told, moment.question)
    room = box.w - 52
    # One line, else two smaller ones; the question gives way to them.
    small = next((size for size in (21.0, 20.0, 19.0) if painter.width(more, size, STRONG) <= room), 18.0)
    lines, line = painter.wrapped(more, room, small, STRONG), small * painter.text_scale * 1.24
    large = 30.0 if len(lines) < 2 else 26.0
    head = large * painter.text_scale * 1.2
    y = box.y + max(5.0, (box.h - head - line * len(lines)) / 2)
    painter.text(ask, x, y + head / 2, large, TextStyle(NAMES, INK), room=room - 110)
    for number, told_line in enumerate(lines):
        painter.text(told_line, x, y + head + line * (number + 0.5), small, style, room=room)
    count(painter, (box.right - 24, box.y + 28), moment.question)


def _talk(painter: Painter, told: ClassFacts, places: ClassBoxes, moment: ClassMoment) -> None:
    """One question, as large as can be, what this class has to say to it, and five on their chairs below."""
    box, roomy = places.field, places.roomy
    foot = 178.0 * min(1.4, box.h / 508) if roomy else 0.0
    cloud = Box(box.x, box.y, box.w, box.h - foot)
    step = min(200.0, cloud.w / 5)
    temp = cloud.w / 2 + 2 * step
    tail = (temp + 40, cloud.h - 2, temp + 24, cloud.h + 34) if roomy else (40.0, 20.0, 60.0, 30.0)
    paper_bubble(painter, cloud, tail)
    ask, more = question(moment.question), words.evidence_told(told, moment.question)
    room, pill = cloud.w - 96, painter.line_height(BODY) + 28
    small = fitting(painter, more, room, cloud.h * 0.42, 30, STRONG)
    under = painter.height(more, room, small, STRONG)
    size = fitting(painter, ask, room, cloud.h - under - pill - 36, 52, NAMES)
    tall = painter.height(ask, room, size, NAMES)
    y = cloud.y + pill + max(0.0, (cloud.h - pill - under - tall - 30) / 2)
    painter.paragraph(ask, cloud.x + 48, y, room, size, TextStyle(NAMES, INK), centred=True)
    style = TextStyle(STRONG, "#4A3A18")
    painter.paragraph(more, cloud.x + 48, y + tall + 10, room, small, style, centred=True)
    across = cloud.right - 30 if roomy else cloud.centre[0]
    count(painter, (across, cloud.y + 24 + painter.line_height(BODY) / 2), moment.question)
    moods = ("happy", "happy", "idle", "thinking", "sad")
    for rank, (look, mood) in enumerate(zip((3, 1, 4, 2, 0), moods, strict=True)):
        if roomy:
            _asker(
                painter, (box.centre[0] + step * (rank - 2), box.bottom + 12), rank, look, foot * 0.58, mood
            )


def pictures(told: ClassFacts) -> Iterable[tuple[str, pygame.Surface]]:
    """Every page as a picture, each question one; the same surface is drawn on again and again."""
    painter = page_painter()
    shown = tuple(page for page in class_pages(1.0, told) if told.parallel or not page.parallel)
    for number, page in enumerate(shown):
        moment = ClassMoment(page, number, len(shown), bottom=painter.view.h - 52, wood=False)
        name = f"{number + 1}-{page.name}"
        for asked in range(QUESTIONS if page.talks else 1):
            for _piece in page_pieces(painter, told, replace(moment, question=asked)):
                pass
            yield (f"{name}-{asked + 1}" if page.talks else name), painter.surface
