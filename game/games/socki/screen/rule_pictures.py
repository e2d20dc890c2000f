"""Pictures for SOCKI's rules: small mats with piles on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.games.socki.screen.art_mat import MAT_ROOM, mat
from game.games.socki.screen.theme import ROOM_OF_SOCKI, Beach
from game.ui.art.cards import RATIO
from game.ui.art.layers import GOLD
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.rummy.table_painter import draw_laid
from game.ui.rummy.theme import CARD, Backing, Seam

_SMALL = 50.0
_UNIT = _SMALL / CARD
_HIGH = _SMALL * RATIO + (Beach.shape.top + Beach.shape.bottom) * _UNIT
_GAP = 22.0
_EDGE = 34.0


def _width(cards: Sequence[str]) -> float:
    shape = Beach.shape
    return (shape.left + shape.right) * _UNIT + _SMALL * (1 + (len(cards) - 1) * shape.step)


def _pile(
    painter: Painter,
    x: float,
    y: float,
    text: str,
    seam: Seam = Seam.WHOLE,
    new: str = "",
    *,
    sewn: bool = True,
) -> float:
    """A pile with its upper left corner at (x, y); new cards bear a peg. Returns how wide it is."""
    shape, cards = Beach.shape, text.split()
    wide = _width(cards)
    if sewn:
        box = Box(x, y, wide, _HIGH)
        ROOM_OF_SOCKI.draw_pile(painter, box, Backing(seam, 0, len(cards), card=_SMALL))
    left = x + shape.left * _UNIT + _SMALL / 2
    middle = y + shape.top * _UNIT + _SMALL * RATIO / 2
    for number, card in enumerate(cards):
        draw_laid(painter, card, CardPose(left + number * shape.step * _SMALL, middle), _SMALL)
    for number, card in enumerate(cards):
        if card in new.split():
            seen = _SMALL if number == len(cards) - 1 else shape.step * _SMALL
            at = left + number * shape.step * _SMALL - _SMALL / 2 + seen / 2, middle + _SMALL * RATIO / 2 - 4
            ROOM_OF_SOCKI.draw_mark(painter, at, _SMALL, own=True)
    return wide


def _mat(painter: Painter, box: Box, wide: float, rows: int = 1) -> tuple[float, float]:
    """A mat in the middle of a box; returns where its first pile goes."""
    w, h = round(wide + 2 * _EDGE), round(rows * (_HIGH + 12) - 12 + 2 * _EDGE)
    x, y = box.centre[0] - w / 2, box.centre[1] - h / 2
    painter.blit(mat(painter.assets, w, h, (w // 2, -20), "warm"), x - MAT_ROOM, y - MAT_ROOM)
    return x + _EDGE, y + _EDGE


def _row(painter: Painter, box: Box, piles: Sequence[tuple[str, Seam]]) -> None:
    """A mat with piles side by side."""
    x, y = _mat(painter, box, sum(_width(text.split()) for text, _ in piles) + _GAP * (len(piles) - 1))
    for text, seam in piles:
        x += _pile(painter, x, y, text, seam) + _GAP


def piles(painter: Painter, box: Box) -> None:
    """A set, a run, and two seams that have come undone."""
    _row(painter, box, (("7F 7B 7B", Seam.WHOLE), ("3P 4P 5P 6P", Seam.WHOLE), ("5L 5B 6B", Seam.OPEN)))


def happy(painter: Painter, box: Box) -> None:
    """The happy card closing the circle, and a set of happy cards."""
    _row(painter, box, (("11L 12L HL", Seam.WHOLE), ("HF 1F 2F", Seam.WHOLE), ("HP HF HB", Seam.WHOLE)))


def rearranged(painter: Painter, box: Box) -> None:
    """A run and three cards of the hand become two runs."""
    first, hand, after = "8P 9P 10P 11P", "7P 9P 12P", ("7P 8P 9P", "9P 10P 11P 12P")
    left = max(_width(first.split()), _width(hand.split()))
    right = max(_width(text.split()) for text in after)
    x, y = _mat(painter, box, left + 70 + right, 2)
    _pile(painter, x, y, first)
    _pile(painter, x, y + _HIGH + 12, hand, sewn=False)
    image = arrow(painter.assets, 44, 0, GOLD, 7, 16)
    painter.blit(image, x + left + 12 - ARROW_ROOM, y + _HIGH + 6 - ARROW_ROOM)
    _pile(painter, x + left + 70, y, after[0], new="7P 9P")
    _pile(painter, x + left + 70, y + _HIGH + 12, after[1], new="12P")


PICTURES: dict[str, tuple[float, Callable[[Painter, Box], None]]] = {
    "piles": (_HIGH + 2 * _EDGE + 30, piles),
    "happy": (_HIGH + 2 * _EDGE + 30, happy),
    "rearranged": (2 * _HIGH + 12 + 2 * _EDGE + 30, rearranged),
}
"""The height and the drawing of every picture that ``rules.md`` names."""
