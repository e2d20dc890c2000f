"""The pages of the debrief about the chairs: what they were dealt, who kept them, and what they gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.games.sociable.review.story import MEAN, worth
from game.games.sociable.screen.debrief.parts import (
    DebriefFacts,
    draw_head,
    edge_of,
    framed,
    put,
    sign,
    title_of,
)
from game.games.sociable.screen.debrief.words import figure, gift_told, stayed
from game.ui.art.cards import card, card_size
from game.ui.art.charts import arrow, bar, knot, rule
from game.ui.art.palette import INK, mix
from game.ui.art.patterns import SEATS
from game.ui.art.svg import group, rect
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, LARGE, SMALL
from game.words import _, counted

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
    told_how = _("The mean of the cards: an eight counts 0, an ace 6, a joker 7.")
    under = y + painter.line_height(SMALL)
    painter.text(told_how, inner.x, under, SMALL, TextStyle(colour=theme.soft), room=inner.w)


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
