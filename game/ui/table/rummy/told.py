"""Where a rummy tells what others did: numbers on the piles that they changed, and the room for the log."""

from __future__ import annotations

from game.core.happenings import Happening
from game.core.rummy.events import CardsLaying
from game.ui.kit.canvas import Box
from game.ui.table.rummy.tabletop import Tabletop


def told_place(top: Tabletop, happened: Happening, seat: int | None) -> tuple[float, float] | None:
    """The upper right corner of the pile to which most of the cards of a play came; else of who did it."""
    laid = _changed(top, happened) if isinstance(happened, CardsLaying) else None
    box = laid or (None if seat is None else top.seat_box(seat))
    return None if box is None else (box.right - 4, box.y + 4)


def _changed(top: Tabletop, happened: CardsLaying) -> Box | None:
    """The pile to which most of the cards of a play came, where they still lie together."""
    boxes = top.ground().boxes()
    counts = {
        pile.key: sum(card in pile.texts for card in happened.cards)
        for pile in top.lay.piles
        if pile.key in boxes
    }
    best = max(counts, key=lambda key: counts[key], default=None)
    return boxes[best] if best is not None and counts[best] else None


def log_room(top: Tabletop) -> Box:
    """The column on the right, above the buttons."""
    assert top.places is not None
    first, y = top.places.buttons[0], top.places.canvas.h * 0.05
    return Box(first.x, y, first.w, first.y - 12 - y)
