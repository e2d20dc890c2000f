"""What lessons ask of a rummy's table: where something lies, and how the turn in the making stands."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rummy.pieces import DraftPile
from game.ui.kit.canvas import Box
from game.ui.table.context import ViewContext
from game.ui.table.rummy.pointing import Pointer
from game.ui.table.rummy.room import Status, TableBoxes
from game.ui.table.rummy.tabletop import Tabletop

BUTTONS = {"draw": 0, "back": 1, "end": 2}
"""Names of the buttons beside the table."""

SIGN = 130.0
"""About how high the sign at the foot of the column is, in units."""
TAG = 26.0
"""How far the tag of whoever is next may hang below a plate, in units."""


def making(top: Tabletop) -> str:
    """The piles of the turn as they lie, with ``|`` between them; empty where nobody here is to move."""
    if not top.is_mine():
        return ""
    return " | ".join(" ".join(pile.texts) for pile in top.draft.piles)


def start_at(top: Tabletop, table: ViewContext, names: Sequence[str]) -> None:
    """With keys or a pad the focus is at the first card of these in the hand, where it is nowhere yet."""
    if top.focus is None and table.stage.devices.last != "mouse":
        held = {piece.text: piece.key for piece in top.lay.hand}
        top.focus = next((held[name] for name in names if name in held), None)


def next_first(top: Tabletop, names: Sequence[str]) -> Sequence[str]:
    """The same names; what is still to be done comes first.

    While a card lies there that should not, that is the button that puts back. Where nothing is to be put
    back the button is left out: its key means something else then.
    """
    laid = {piece.card for piece in top.draft.laid} if top.is_mine() else set()
    if "back" in names and laid - set(names):
        return ["back", *(name for name in names if name != "back")]
    names = [name for name in names if name != "back"]
    done = [name for name in names if name in laid]
    missing = {piece.text for piece in top.lay.hand} & set(names)
    first = [name for name in names if name == "end" and done and not missing]
    return [*first, *(name for name in names if name not in (*first, *done)), *done]


def plates(places: TableBoxes) -> list[Box]:
    """The plates of the other seats, with the tag of whoever comes next."""
    return [Box(box.x, box.y, box.w, box.h + TAG) for box in places.seats]


def puppets(top: Tabletop) -> list[Box]:
    """Where the puppet of each seat breathes."""
    others = len(top.others())
    return [
        top.room.puppet_box(top.seat_box(seat), others, own=seat == top.bottom) for seat in range(others + 1)
    ]


def needed(top: Tabletop, status: Status) -> list[Box]:
    """What has to be seen: plates, all cards, buttons, and what the column tells."""
    places = top.places
    assert places is not None
    box = places.status
    # Without a meter the column tells something only at its foot.
    told = box if status.meter is not None else Box(box.x, box.bottom - SIGN, box.w, SIGN)
    cards = [*top.held(), *top.ground().boxes().values()]
    return [*plates(places), places.own, *cards, *places.buttons, *([told] if status.words else [])]


def where(top: Tabletop, pointer: Pointer, name: str) -> Box | None:
    """Where something lies.

    Args:
        top: the table.
        pointer: knows where its cards can be taken.
        name: a card, ``hand`` with a card that is held, ``pile`` with some of its cards, ``mat`` for an empty
            place, ``stock``, ``lamp``, a button (``draw``, ``back`` or ``end``), or ``seat`` with a number.
    """
    places = top.places
    if places is None:
        return None
    match name.split():
        case ["pile", *cards]:
            pile = _pile(top, cards)
            return top.ground().boxes().get(pile.key) if pile is not None else None
        case ["mat"]:
            return pointer.new_box()
        case ["stock"]:
            return places.stock
        case ["lamp"]:
            box = places.status
            return Box(box.x + box.w * 0.2, box.y, box.w * 0.6, min(box.h, 170.0))
        case ["hand", card]:
            held = next((piece.key for piece in top.lay.hand if piece.text == card), None)
            return pointer.spots().get(str(held))
        case ["seat", number]:
            return top.seat_box(int(number))
        case [button] if button in BUTTONS:
            return places.buttons[BUTTONS[button]]
    found = next((piece.key for piece in top.lay.pieces() if piece.text == name), None)
    return pointer.spots().get(str(found))


def _pile(top: Tabletop, cards: list[str]) -> DraftPile | None:
    """The first pile that holds all these cards."""
    return next((pile for pile in top.lay.piles if set(cards) <= set(pile.texts)), None)
