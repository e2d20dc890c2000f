"""What lessons ask of the office: where something lies."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.ui.kit.canvas import Box


def next_first(hand: Hand, names: Sequence[str]) -> Sequence[str]:
    """The same names; once cards are picked, first those that still have to be, or else the button."""
    picked = hand.picking.cards
    if not picked:
        return names
    missing = [name for name in names if name in hand.picking.hand and name not in picked]
    first = missing or [name for name in names if name == "play"]
    return [*first, *(name for name in names if name not in first)]


def where(floor: Floor, hand: Hand, name: str) -> Box | None:
    """Where something lies.

    Args:
        floor: the office.
        hand: the cards that are held.
        name: a card of the hand, ``lead`` for the cards to beat, ``play`` or ``pass`` for a button, or
            ``seat`` with a number.
    """
    places, picture = floor.places, floor.picture
    match name.split():
        case ["lead"]:
            x, y, card = *places.lead, places.lead_card
            wide = card * (0.7 + 0.4 * len(picture.lead))
            return Box(x - wide / 2, y - card * 0.72, wide, card * 1.44)
        case ["play"]:
            return places.play
        case ["pass"]:
            return places.passing
        case ["seat", number]:
            seat = int(number)
            return floor.spot(seat).around(picture.rank(seat) or 0)
    if name not in picture.hand:
        return None
    box = hand.card_box(picture.hand.index(name))
    # The wooden front hides the lower part.
    return Box(box.x, box.y, box.w, min(box.h, places.bottom - box.y))
