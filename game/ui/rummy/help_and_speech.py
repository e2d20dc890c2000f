"""What of a rummy's table is told and reached without a look at it: speech, one switch, places of lessons.

Speech says the card in focus or in the air, every pile, the hand that lies open here. One switch goes through
the cards pile by pile, the hand and the buttons beside; while a card is in the air, through the places where
it can be put down. A lesson asks where something lies (`where`), and what of a step is still to be done
first (`next_first`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.verdict import MeldStatus
from game.match.lesson import Step
from game.match.rummy.words import card_name, why_not
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.scanning import Group, Item, Target, bearable
from game.ui.match.context import ViewContext
from game.ui.match.view import Reach, Spoken
from game.ui.rummy.drag import DragController
from game.ui.rummy.hints import Captions
from game.ui.rummy.table_state import NEW, TableState
from game.ui.rummy.theme import Status, TableBoxes
from game.words import _, counted


class RummySpoken(Spoken):
    """The table in words."""

    def __init__(self, context: ViewContext, table: TableState, drag: DragController) -> None:
        self._context, self._table, self._drag = context, table, drag

    def focus(self) -> str:
        table, focus = self._table, self._drag.focus
        if not table.is_mine():
            return ""
        if table.carry is not None:
            return f"{_names(table.lay.carried)}, {self._target_words()}"
        if focus is None:
            return ""
        pile = table.lay.holder(focus)
        pieces = table.lay.hand if pile is None else pile.pieces
        place = next((n for n, piece in enumerate(pieces) if piece.key == focus), None)
        if place is None:
            return ""
        told = [piece_words(pieces[place])]
        if pile is None:
            told.append(_("in the hand, {n} of {all}").format(n=place + 1, all=len(pieces)))
            if focus in table.chosen:
                told.append(_("picked up"))
        else:
            told.append(_("in pile {n}: {cards}").format(n=self._number(pile.key), cards=_names(pieces)))
            verdict = table.verdicts.get(pile.key)
            if verdict is not None and verdict.health is not MeldStatus.WHOLE:
                told.append(why_not(verdict, len(pieces)))
        return ", ".join(told)

    def _target_words(self) -> str:
        assert self._table.carry is not None
        target = self._table.carry.target
        if target.pile is None:
            return _("to the hand")
        pile = self._table.lay.pile(target.pile)
        if target.pile == NEW or pile is None:
            return _("to a new pile")
        words = _("to pile {n}: {cards}")
        return words.format(n=self._number(target.pile), cards=_names(pile.pieces))

    def _number(self, key: int) -> int:
        """Which pile of the table it is, as they are counted when all are told."""
        return next((n for n, pile in enumerate(self._table.lay.piles, 1) if pile.key == key), 0)

    def board(self) -> list[str]:
        """The hand that lies open here, every pile, and how many cards the others hold."""
        table = self._table
        told = (
            [f"{_('Your hand')}: {_names(table.lay.hand)}"]
            if table.owner is not None and table.lay.hand
            else []
        )
        for number, pile in enumerate(table.lay.piles, 1):
            words = _("Pile {n}: {cards}").format(n=number, cards=_names(pile.pieces))
            verdict = table.verdicts.get(pile.key)
            wrong = verdict is not None and verdict.health is not MeldStatus.WHOLE
            told.append(f"{words}. {why_not(verdict, len(pile.pieces))}" if wrong and verdict else words)
        if not table.lay.piles:
            told.append(_("Nothing lies on the table yet."))
        for seat in table.others():
            cards = counted("{n} card", "{n} cards", table.counts[seat]).format(n=table.counts[seat])
            told.append(f"{self._context.seats[seat].name}: {cards}")
        told.append(_("Draw pile: {cards}").format(cards=table.stock))
        return told


def piece_words(piece: Piece) -> str:
    """A card; of a joker, what it stands for."""
    if piece.joker and piece.face:
        return _("joker as {card}").format(card=card_name(piece.face))
    return card_name(piece.card)


def _names(pieces: Iterable[Piece]) -> str:
    return ", ".join(map(piece_words, pieces))


BUTTONS = {"draw": 0, "back": 1, "end": 2}
"""Names of the buttons beside the table."""
SIGN = 130.0
"""About how high the sign at the foot of the column is, in units."""
TAG = 26.0
"""How far the tag of whoever is next may hang below a plate, in units."""


def next_first(table: TableState, step: Step) -> Sequence[str]:
    """What a step names, what is still to be done first: a card, then the place it goes to, then the button.

    While a card lies there that should not, that is the button that puts back. Where nothing is to be put
    back the button is left out: its key means something else then.
    """
    laid = {piece.card for piece in table.draft.laid} if table.is_mine() else set()
    names = [name for name in step.point if name != "back"]
    if "back" in step.point and laid - set(names):
        return ["back", *names]
    if laid and names[:1] == ["draw"]:
        return ["back", *names]
    # The cards that lie together once the step is done.
    _word, _space, text = (step.solution[-1] if step.solution else "").partition(" ")
    groups = [[_card(word) for word in group.split()] for group in text.split("|")]
    homes = [_home(table, group, groups) for group in groups]
    if table.carry is not None:
        return [_place(table, homes, groups)]
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


def _card(text: str) -> str:
    """A card of a pile, a joker without what it stands for."""
    return text.partition("=")[0]


def _home(table: TableState, group: list[str], groups: list[list[str]]) -> DraftPile | None:
    """The pile that this group grows on: it has more of it than of any other group, and no pile has more."""

    def common(pile: DraftPile, other: list[str]) -> int:
        return len({_card(text) for text in pile.texts} & set(other))

    own = [
        pile
        for pile in table.lay.piles
        if 0 < common(pile, group) == max(common(pile, other) for other in groups)
    ]
    return max(own, key=lambda pile: common(pile, group), default=None)


def _place(table: TableState, homes: list[DraftPile | None], groups: list[list[str]]) -> str:
    """Where what is carried has to go; back into the hand with what is not asked for."""
    carried = {piece.card for piece in table.lay.carried}
    for home, group in zip(homes, groups, strict=True):
        if carried & set(group):
            return f"pile {' '.join(home.texts)}" if home is not None else "mat"
    return "hand"


def plates(places: TableBoxes) -> list[Box]:
    """The plates of the other seats, with the tag of whoever comes next."""
    return [Box(box.x, box.y, box.w, box.h + TAG) for box in places.seats]


def puppets(table: TableState) -> list[Box]:
    """Where the puppet of each seat breathes."""
    others = len(table.others())
    return [
        table.room.puppet_box(table.seat_box(seat), others, own=seat == table.bottom)
        for seat in range(others + 1)
    ]


def needed(table: TableState, status: Status) -> list[Box]:
    """What has to be seen: plates, all cards, buttons, and what the column tells."""
    places = table.places
    box = places.status
    # Without a meter the column tells something only at its foot.
    told = box if status.meter is not None else Box(box.x, box.bottom - SIGN, box.w, SIGN)
    cards = [*table.held(), *table.ground().boxes().values()]
    return [*plates(places), places.own, *cards, *places.buttons, *([told] if status.words else [])]


def where(table: TableState, drag: DragController, name: str) -> Box | None:
    """Where something lies, in units; `None` where it does not.

    A name is a card, ``hand``, also with a card that is held, ``pile`` with some of its cards, ``mat`` for an
    empty place, ``stock``, ``lamp``, a button (``draw``, ``back`` or ``end``), or ``seat`` with a number.
    """
    if not table.is_laid:
        return None
    places = table.places
    match name.split():
        case ["pile", *cards]:
            pile = next((pile for pile in table.lay.piles if set(cards) <= set(pile.texts)), None)
            return table.ground().boxes().get(pile.key) if pile is not None else None
        case ["mat"]:
            return table.new_box()
        case ["stock"]:
            return places.stock
        case ["lamp"]:
            box = places.status
            return Box(box.x + box.w * 0.2, box.y, box.w * 0.6, min(box.h, 170.0))
        case ["hand"]:
            return places.hand
        case ["hand", card]:
            held = next((piece.key for piece in table.lay.hand if piece.text == card), None)
            return drag.spots().get(str(held))
        case ["seat", number]:
            return table.seat_box(int(number))
        case [button] if button in BUTTONS:
            return places.buttons[BUTTONS[button]]
    found = next((piece.key for piece in table.lay.pieces() if name in {piece.text, piece.card}), None)
    # While something is carried the spots are places, and their keys those of piles.
    return drag.spots().get(str(found)) if table.carry is None else None


class RummyReach(Reach):
    """The cards and places of the table."""

    def __init__(self, table: TableState, drag: DragController, captions: Captions) -> None:
        self._table, self._drag, self._captions = table, drag, captions

    def items(self) -> Sequence[Item]:
        if not self._table.is_mine() or not self._table.is_laid:
            return []
        if self._table.carry is not None:
            return bearable(
                [
                    Target(box, Act.CONFIRM, f"to {name}", come=partial(self._drag.carry_to, name))
                    for name, box in self._drag.spots().items()
                ]
            )
        boxes = self._drag.spots()
        hand = [self._card(piece.key, boxes) for piece in self._table.lay.hand]
        piles = [
            _one([self._card(piece.key, boxes) for piece in pile.pieces]) for pile in self._table.lay.piles
        ]
        found = [_one(hand)] if hand else []
        found += [_one(list(bearable(piles)))] if piles else []
        pairs = zip(self._table.places.buttons, self._captions.knobs(), strict=False)
        buttons: list[Item] = [
            Target(box, knob.act, "knob", words=knob.words) for box, knob in pairs if knob.enabled
        ]
        return [*found[:1], *([_one(buttons)] if buttons else []), *found[1:]]

    def _card(self, key: int, boxes: dict[str, Box]) -> Target:
        box = boxes.get(str(key), Box(0, 0, 1, 1))
        return Target(box, Act.CONFIRM, f"{key}", come=lambda: self._drag.focus_on(key))


def _one(items: Sequence[Item]) -> Item:
    return items[0] if len(items) == 1 else Group(bearable(items))
