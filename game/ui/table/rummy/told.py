"""Where a rummy tells what others did: numbers on the piles that they changed, and the room for the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.events import TypedEvent
from game.core.game import Event
from game.core.rummy.table import CardDrawn, CardsLaying, Dealing, HandClosing, TurnPassed
from game.ui.core.canvas import Box
from game.ui.table.rummy.tabletop import Tabletop
from game.words import _


def told_place(
    top: Tabletop, happened: TypedEvent, seat: int | None, piece: str
) -> tuple[float, float] | None:
    """The upper right corner of the pile to which a card, or most of a play, came; else of who did it."""
    cards = [piece] if piece else happened.cards if isinstance(happened, CardsLaying) else []
    laid = _changed(top, cards)
    box = laid or (None if seat is None else top.seat_box(seat))
    return None if box is None else (box.right - 4, box.y + 4)


def _changed(top: Tabletop, cards: Sequence[str]) -> Box | None:
    """The pile to which most of these cards came, where they still lie together."""
    boxes = top.ground().boxes()
    counts = {
        pile.key: sum(card in pile.texts for card in cards) for pile in top.lay.piles if pile.key in boxes
    }
    # Of two with the same cards the one that was changed.
    best = max(counts, key=lambda key: (counts[key], key in top.touched), default=None)
    return boxes[best] if best is not None and counts[best] else None


def did(read: Callable[[Event], TypedEvent], events: Sequence[Event], seat: int) -> tuple[str, ...]:
    """What a seat did in its last turn of this hand, in a word or two for each.

    Args:
        read: reads events of the game.
        events: what happened from that turn on.
        seat: whose turn it was.
    """
    drawn, laid, passed = 0, 0, False
    for event in events:
        match read(event):
            case Dealing() | HandClosing():
                drawn, laid, passed = 0, 0, False
            case CardDrawn(seat=one) if one == seat:
                drawn += 1
            case CardsLaying(seat=one, cards=cards) if one == seat:
                laid += len(cards)
            case TurnPassed(seat=one) if one == seat:
                passed = True
    told = (drawn, _("drew {n}")), (laid, _("laid {n}"))
    found = tuple(words.format(n=count) for count, words in told if count)
    return found or ((_("passed"),) if passed else ())


def log_room(top: Tabletop) -> Box:
    """The column on the right above the buttons; with their room where moves are seen again."""
    assert top.places is not None
    first, last, y = top.places.buttons[0], top.places.buttons[-1], top.places.canvas.h * 0.05
    return Box(first.x, y, first.w, (last.bottom if top.retells else first.y - 12) - y)
