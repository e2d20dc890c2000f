"""Pictures for SOCiable's rules: the chairs, the exchange, and plays that beat each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.cards import JOKER
from game.games.sociable.screen.board import flow, laid_faces, mini_card
from game.games.sociable.screen.places import BOSS, CLERK, MANAGER, TEMP, VEEP, chair, chair_part, chair_size
from game.games.sociable.words import chair_name
from game.ui.art.cards import RATIO, card
from game.ui.art.icons import tick
from game.ui.art.marks import mark_refused
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from game.ui.widgets import GAP

CARD, STEP = 52.0, 22.0
"""Width of a card, and from card to card of a play."""
ARROW, APART = 46.0, 14.0
"""The room for the arrow between two plays, and from example to example."""


def chairs(painter: Painter, box: Box) -> None:
    """The five chairs with their names and points."""
    step = min(170.0, box.w / 5)
    scale, floor = 0.5, box.bottom - 44
    for rank, points in enumerate((5, 3, 2, 1, 0)):
        x = box.centre[0] + (rank - 2) * step
        w, _h = chair_size(rank, scale)
        for part in ("back", "front"):
            painter.blit(chair_part(painter.assets, rank, scale, part), x - w / 2, floor - _h)
        words = f"{chair_name(rank)} +{points}"
        painter.text(words, x, floor + 22, SMALL, TextStyle(NAMES), anchor="center", room=step - 12)


def exchange(painter: Painter, box: Box) -> None:
    """Who gives what to whom, and what comes back."""
    ways = (TEMP, BOSS, 2, "best"), (CLERK, VEEP, 1, "best"), (MANAGER, BOSS, 1, "blind")
    step = min(260.0, box.w / 3)
    for number, (low, high, count, kind) in enumerate(ways):
        middle = box.centre[0] + (number - 1) * step
        for row, (giver, taker, cards) in enumerate(((low, high, kind), (high, low, "any"))):
            y = box.y + box.h * (0.3 + 0.42 * row)
            for rank, x in ((giver, middle - 84), (taker, middle + 84)):
                painter.blit(chair(painter.assets, rank, 36 if rank == TEMP else 54), x, y, "center")
            for place in range(count):
                painter.blit(mini_card(painter.assets, 44, cards), middle - 46 + place * 26, y, "midleft")
            colour = "#D9482B" if row == 0 else "#2E8B57"
            painter.blit(flow(painter.assets, 36, 24, colour), middle + 12, y, "midleft")


def _against(
    painter: Painter, box: Box, pairs: Sequence[tuple[tuple[str, ...], tuple[str, ...], bool]]
) -> None:
    """Plays laid on plays, each example on a ground of its own, with a tick or a barrier."""
    wide = (box.w - 2 * GAP - APART * (len(pairs) - 1)) / len(pairs)
    for number, (below, above, good) in enumerate(pairs):
        tile = Box(box.x + GAP + (wide + APART) * number, box.y + 8, wide, box.h - 16)
        painter.fill(tile, painter.theme.sunk, 14)
        first, second = _wide(below), _wide(above)
        left, middle = tile.centre[0] - (first + ARROW + second) / 2, tile.centre[1]
        _row(painter, below, left, middle)
        painter.blit(flow(painter.assets, 34, 24, "#FFFAF2"), left + first + ARROW / 2, middle, "center")
        _row(painter, above, left + first + ARROW, middle)
        sign = tick(painter.assets, 32) if good else mark_refused(painter.assets, 0.58)
        painter.blit(sign, left + first + ARROW + second - 6, middle - CARD * RATIO / 2 + 2, "center")


def _wide(cards: Sequence[str]) -> float:
    """How wide a play lies."""
    return CARD + STEP * (len(cards) - 1)


def _row(painter: Painter, cards: tuple[str, ...], left: float, middle: float) -> None:
    """The cards of a play, each over the one before."""
    for place, face in enumerate(laid_faces(cards)):
        painter.blit(card(painter.assets, face, CARD), left + STEP * place, middle - CARD * RATIO / 2)


def beats(painter: Painter, box: Box) -> None:
    """A pair on a pair; a joker that stands in; three on a pair."""
    _against(
        painter, box,
        ((("10H", "10S"), ("QH", "QD"), True), (("10H", "10S"), ("KS", JOKER), True),
         (("10H", "10S"), ("QH", "QD", "QC"), False)),
    )  # fmt: skip


def jokers(painter: Painter, box: Box) -> None:
    """A joker on an ace; an ace and a joker on two aces; two jokers."""
    aces, nines = ("AS", "AH"), ("9D", "9C")
    pairs = (("AS",), (JOKER,), True), (aces, ("AD", JOKER), False), (nines, (JOKER, JOKER), False)
    _against(painter, box, pairs)


PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "chairs": (230.0, chairs),
    "exchange": (180.0, exchange),
    "beats": (124.0, beats),
    "jokers": (124.0, jokers),
}
"""The height and the drawing of every picture that ``rules.md`` names."""
