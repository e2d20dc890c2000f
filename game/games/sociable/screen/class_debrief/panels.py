"""The first page about a class: who moved where, how often the Boss stayed Boss, and the vote."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.sociable.review.pooled.figures import Side
from game.games.sociable.review.pooled.tables import NONE, UP
from game.games.sociable.screen.chairs import BOSS
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.debrief.charts import matrix
from game.games.sociable.screen.debrief.parts import (
    LARGE_TYPE,
    PAD,
    TITLE,
    WITH,
    WITHOUT,
    edge_of,
    framed,
    put,
    sign,
)
from game.ui.art.charts import bar, rule
from game.ui.art.icons import icon
from game.ui.art.palette import WOOL, mix
from game.ui.art.svg import circle, path, rect
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, LARGE, SMALL
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
        """Where a share lies."""
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

    def high(size: float) -> float:
        return sum(painter.height(part, inner.w, size, STRONG) + 12 for part in parts)

    size = next((size for size in (26.0, 24.0, 22.0, 20.0, 19.0) if high(size) <= inner.h), 18.0)
    y = inner.y
    for part in parts:
        if y + painter.height(part, inner.w, size, STRONG) > inner.bottom + 8:
            return  # a page of its own says the rest, in large type
        y += painter.paragraph(part, inner.x, y, inner.w, size, TextStyle(STRONG)) + 12
