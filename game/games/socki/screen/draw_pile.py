"""The draw pile on SOCKI's mat: its cards, how many they are, and what it is called."""

from __future__ import annotations

from game.games.socki.screen import art_felt as felts
from game.ui.art.cards import RATIO, card_shadow, card_stack
from game.ui.art.palette import GOLD, INK, WOOL
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import HEADING, SMALL
from game.ui.table.rummy.plates import card_shade, stock_card
from game.words import _

DEEPEST = 3
"""How many cards are seen below the top one, at most."""
GROWN, TIGHT = 1.4, 0.86
"""How much larger than usual the name is at least at large text, and how close its lines lie."""
LEFT, APART = 8.0, 6.0
"""How far the cards keep from the edge of their box, and the words from the cards."""


def draw_pile(painter: Painter, box: Box, count: int, back: tuple[str, str], *, lit: bool) -> None:
    """The cards with their number beside them; the name below that or, where it is too long, below both."""
    words, wide, large = _("draw pile"), stock_card(box), HEADING * min(1.5, painter.text_scale)
    head = large
    size, lines = _beside(painter, words, box.w - LEFT - wide - 2 * DEEPEST - APART, box.h - head)
    beside, line = bool(lines), painter.line_height(size) * TIGHT
    if not beside:
        wide, lines = min(wide, (box.h - line - 2 * DEEPEST) / RATIO), [words]
    tall = wide * RATIO
    cards = Box(box.x + LEFT, box.centre[1] - tall / 2 if beside else box.y, wide, tall)
    edge = _draw_cards(painter, cards, count, back, lit=lit)
    middle, room = (edge + box.right) / 2, box.right - edge - APART
    number = cards.centre[1] - (line * len(lines) / 2 if beside else 0.0)
    first = number + (head + line) / 2
    across, down, most = middle, first, room
    if not beside:
        # Below the middle of cards and number, so that it belongs to both.
        half = min(box.w, painter.width(words, size, STRONG)) / 2
        end = middle + painter.width(str(count), large, NAMES, fixed=True) / 2
        across = min(max((cards.x + end) / 2, box.x + half), box.right - half)
        down, most = box.bottom - line / 2, box.w
    for dy, ink in ((2, INK), (0, WOOL)):
        style = TextStyle(NAMES, ink, fixed=True)
        painter.text(str(count), middle, number + dy, large, style, anchor="center", room=room)
        for place, told in enumerate(lines):
            at, style = down + line * place + dy, TextStyle(STRONG, ink)
            painter.text(told, across, at, size, style, anchor="center", room=most)


def _beside(painter: Painter, words: str, room: float, tall: float) -> tuple[float, list[str]]:
    """The size and the lines of the name where it has room beside whole cards; no lines where it has none.

    At large text rather in smaller letters than below smaller cards, but never near the usual size.
    """
    least = min(SMALL, SMALL * GROWN / painter.text_scale)
    size = SMALL
    while True:
        lines = painter.wrapped(words, room, size, STRONG)
        whole = " ".join(lines) == words and max(painter.width(one, size, STRONG) for one in lines) <= room
        if whole and painter.line_height(size) * TIGHT * len(lines) <= tall:
            return size, lines
        if size <= least:
            return least, []
        size = max(least, size - 0.5)


def _draw_cards(painter: Painter, place: Box, count: int, back: tuple[str, str], *, lit: bool) -> float:
    """The cards, or their empty place; where they end to the right."""
    assets, deep = painter.assets, min(DEEPEST, (count + 9) // 10)
    if not count:
        painter.blit(felts.new_place(assets, round(place.w), round(place.h)), place.x, place.y)
        return place.right
    card_shade(painter, card_shadow(assets, place.w, 120), place.x + 2 * deep, place.y)
    painter.blit(card_stack(assets, place.w, *back, deep), place.x, place.y)
    if lit:
        top = Box(place.x + 2 * deep, place.y, place.w, place.h)
        painter.frame(top.grown(3), GOLD, 3, 11)
    return place.right + 2 * deep
