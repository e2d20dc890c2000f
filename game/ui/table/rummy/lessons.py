"""What lessons ask of a rummy's table: where something lies, and how the turn in the making stands."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rummy.draft import DraftPile
from game.match.lesson import Step
from game.ui.core.canvas import Box
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
        held = {piece.text: piece.key for piece in reversed(top.lay.hand)}
        top.focus = next((held[name] for name in names if name in held), None)
        top.make_room()


def next_first(top: Tabletop, step: Step) -> Sequence[str]:
    """What a step names, what is still to be done first: a card, then the place it goes to, then the button.

    While a card lies there that should not, that is the button that puts back. Where nothing is to be put
    back the button is left out: its key means something else then.
    """
    laid = {piece.card for piece in top.draft.laid} if top.is_mine() else set()
    names = [name for name in step.point if name != "back"]
    if "back" in step.point and laid - set(names):
        return ["back", *names]
    if laid and names[:1] == ["draw"]:
        return ["back", *names]
    groups = _groups(step)
    homes = [_home(top, group, groups) for group in groups]
    if top.carry is not None:
        return [_place(top, homes, groups)]
    lacking = [_lacking(group, home) for group, home in zip(groups, homes, strict=True)]
    missing = [name for name in names if any(name in cards for cards in lacking)]
    if step.moves:  # what was ready to be played, and does not lie there any more
        missing += [card for cards in lacking for card in cards if card not in missing]
    to_lay = [home for home, cards in zip(homes, lacking, strict=True) if set(missing) & set(cards)]
    rest = [name for name in names if name not in missing and (name != "mat" or None in to_lay)]
    first = missing or [name for name in rest if name == "end"]
    return [*first, *(name for name in rest if name not in first)]


def _lacking(group: list[str], home: DraftPile | None) -> list[str]:
    """The cards of a group that do not lie with the others."""
    there = {_card(text) for text in home.texts} if home is not None else set()
    return [card for card in group if card not in there]


def _groups(step: Step) -> list[list[str]]:
    """The cards that lie together once the step is done."""
    last = step.solution[-1] if step.solution else ""
    _word, _space, text = last.partition(" ")
    return [[_card(word) for word in group.split()] for group in text.split("|")]


def _card(text: str) -> str:
    """A card of a pile, a joker without what it stands for."""
    return text.partition("=")[0]


def _home(top: Tabletop, group: list[str], groups: list[list[str]]) -> DraftPile | None:
    """The pile that this group grows on: it has more of it than of any other group, and no pile has more."""

    def common(pile: DraftPile, other: list[str]) -> int:
        return len({_card(text) for text in pile.texts} & set(other))

    own = [
        pile
        for pile in top.lay.piles
        if 0 < common(pile, group) == max(common(pile, other) for other in groups)
    ]
    return max(own, key=lambda pile: common(pile, group), default=None)


def _place(top: Tabletop, homes: list[DraftPile | None], groups: list[list[str]]) -> str:
    """Where what is carried has to go; back into the hand with what is not asked for."""
    carried = {piece.card for piece in top.lay.carried}
    for home, group in zip(homes, groups, strict=True):
        if carried & set(group):
            return f"pile {' '.join(home.texts)}" if home is not None else "mat"
    return "hand"


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
        name: a card, ``hand``, also with a card that is held, ``pile`` with some of its cards, ``mat`` for an
            empty place, ``stock``, ``lamp``, a button (``draw``, ``back`` or ``end``), or ``seat`` with a
            number.
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
        case ["hand"]:
            return places.hand
        case ["hand", card]:
            held = next((piece.key for piece in top.lay.hand if piece.text == card), None)
            return pointer.spots().get(str(held))
        case ["seat", number]:
            return top.seat_box(int(number))
        case [button] if button in BUTTONS:
            return places.buttons[BUTTONS[button]]
    found = next((piece.key for piece in top.lay.pieces() if name in {piece.text, piece.card}), None)
    # While something is carried the spots are places, and their keys those of piles.
    return pointer.spots().get(str(found)) if top.carry is None else None


def _pile(top: Tabletop, cards: list[str]) -> DraftPile | None:
    """The first pile that holds all these cards."""
    return next((pile for pile in top.lay.piles if set(cards) <= set(pile.texts)), None)
