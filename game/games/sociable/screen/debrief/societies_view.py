"""Parallel societies on the screen: two distributions, and what happened among them."""

from __future__ import annotations

from game.games.sociable.review.societies import MATCHES
from game.games.sociable.screen.debrief.parts import (
    WITH,
    WITHOUT,
    DebriefFacts,
    edge_of,
    framed,
    put,
    sign,
    title_of,
)
from game.games.sociable.screen.debrief.words import compared, kept_pairs, percent, structure, way_of
from game.ui.art.charts import bar, rule
from game.ui.art.controls import slider
from game.ui.art.fabric import NORMAL
from game.ui.art.palette import GOLD, INK
from game.ui.art.svg import line, path, rect, rounded, seam
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.stage import Stage
from game.ui.kit.strip import glyph
from game.ui.kit.theme import BODY, LARGE, SMALL
from game.ui.kit.widgets import draw_button
from game.words import _

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
        body += _flag(x + step / 2, field.y + 6)
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


def _flag(x: float, y: float) -> str:
    """A small golden arrow that points down: here stands the match that was played."""
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
                "flag": _flag(x + 13, y - 11),
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

    def high(size: float) -> float:
        return sum(painter.height(sentence, inner.w, size, STRONG) + 16 for sentence in sentences)

    size = next((size for size in (44, 40, 36, 32, 28, 24, 22, 20) if high(size) <= room), 18)
    y = inner.y + max(0.0, (room - high(size)) / 2)
    for sentence in sentences:
        y += painter.paragraph(sentence, inner.x, y, inner.w, size, TextStyle(STRONG)) + 16


def run_box(painter: Painter, bubble: Box | None, panel: Box) -> Box:
    """Where what starts and stops the societies stands: in the bubble, or at the foot of a large panel."""
    if bubble is not None:
        return Box(bubble.right - 304, bubble.centre[1] - 31, 280, 62)
    tall = painter.line_height(LARGE) + 24
    return Box(panel.centre[0] - panel.w * 0.3, panel.bottom - tall - 20, panel.w * 0.6, tall)


def draw_run(painter: Painter, box: Box, stage: Stage, share: float | None) -> None:
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


def _glyph(painter: Painter, box: Box, stage: Stage) -> None:
    image = glyph(stage, Act.END_TURN, 28)
    if image is not None:
        painter.blit(image, box.right - 14, box.centre[1] - 3, "midright")


def guess() -> str:
    """What is asked before the societies are lived."""
    return _(
        "Guess first: how often does the first Boss win? Then let equal players live it {n} times with the"
        " exchange, {n} times without."
    ).format(n=MATCHES)
