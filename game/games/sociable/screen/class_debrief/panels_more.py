"""The other pages about a class: every table hand by hand, how strong hands were, parallel classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from game.games.sociable.review.pooled.classes import CLASSES, bosses_kept
from game.games.sociable.review.pooled.figures import strengths
from game.games.sociable.review.pooled.tables import BOSS, NONE, UP, Table
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.panels import colour_of
from game.games.sociable.screen.debrief.chairs import DEALT, HELD, strength_rows, strength_span
from game.games.sociable.screen.debrief.parts import LARGE_TYPE, TITLE, edge_of, framed, put, sign
from game.ui.art.charts import bar, graph, rule
from game.ui.art.palette import GOLD, INK, mix
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, group, line, path, rect, rounded, seam
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, READ, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, SMALL
from game.ui.kit.widgets import sheet
from game.words import _

Panel = Callable[[Painter, Box, ClassFacts], None]
GAP = 14.0


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
        w, h = (box.w - GAP * (across - 1)) / across, (box.h - GAP * (down - 1)) / down
        for number, table in enumerate(tables):
            x, y = box.x + (w + GAP) * (number % across), box.y + (h + GAP) * (number // across)
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
        how = words.strength_meant()
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
    key = keyed(painter, inner, _legend(painter, ways))
    names = (_("First Boss won"), _("Boss stayed Boss"), _("Settled by the first chair"))
    step = inner.w / 3
    foot = inner.bottom - key - max(painter.height(name, step - 16, SMALL, STRONG) for name in names) - 8
    top = inner.y + small + 4
    rows = [(one.boss_won.value, one.boss_stayed.value, one.explained) for one in told.parallel]
    wide = min(54.0, (step - 24) / len(ways))
    fair = sum(1 / table.players for table in told.story.tables) / max(1, len(told.story.tables))
    body, edge = "", edge_of(painter)
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


def _legend(painter: Painter, ways: list[str]) -> list[tuple[str, str]]:
    """What the columns are, and the dashed line."""
    edge, ink = edge_of(painter), painter.theme.ink
    bars = [(bar(0, -9, 24, 18, colour_of(way), edge, sewn=way == NONE), words.way_row(way)) for way in ways]
    return [*bars, (rule((0, 0), (24, 0), ink, 2.5, (7, 6)), _("if chairs did not matter"))]


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
            body += rect(x, inner.y + 2, step, foot - inner.y - 2, 8, fill=theme.chosen) + _flag(
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
    keyed(
        painter, inner, [(_flag(13, -11), _("your class")), (bar(0, -9, 24, 18, theme.stitch, edge), count)]
    )


def _flag(x: float, y: float) -> str:
    """A small golden arrow that points down: here stands this class."""
    d = f"M{x - 13} {y}H{x + 13}V{y + 8}L{x} {y + 22}L{x - 13} {y + 8}Z"
    return path(d, GOLD, stroke=INK, stroke_width=3, stroke_linejoin="round")


def verdict(painter: Painter, box: Box, told: ClassFacts) -> None:
    """What became of the parallel classes, in sentences."""
    inner = framed(painter, box, _("Parallel classes"))
    sentences = words.structure(told) or [words.guess(CLASSES)]

    def high(size: float) -> float:
        return sum(painter.height(sentence, inner.w, size, STRONG) + 14 for sentence in sentences)

    room = inner.h if told.parallel else inner.h - painter.line_height(24) - 54
    size = next((size for size in (36, 32, 28, 24, 22, 20) if high(size) <= room), 18)
    y = inner.y
    for sentence in sentences:
        y += painter.paragraph(sentence, inner.x, y, inner.w, size, TextStyle(STRONG)) + 14
