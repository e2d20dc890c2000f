"""Cards taken up, carried and put down, with any device: what the next press takes, where it would put that.

With keys or a pad the focus goes card by card in space, and from pile to pile with next and previous; confirm
lifts the card, or all that are picked with it; next and previous then take along cards to its right or left,
directions carry it from pile to pile, confirm puts it down, back puts it back; secondary puts it down and
lifts the next card that fits at once, look lays it down as a new pile. With the mouse a card is dragged, or
clicked and clicked down again; its lower part takes the cards to its right along, the wheel one more or one
less while they are carried. Pressed twice, a card goes to the one place where it fits.

The `DragController` decides what a device means: which card has the focus, what is hovered, what a press
takes and whether it was one, two or a drag. It tells the `TableState` what is lifted, where that is aimed,
that it is dropped or goes back; the table alone knows where everything lies, and what becomes of the turn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.core.rummy.draft import Draft, DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus, check_pile
from game.i18n import _
from game.ui.core.input import DOUBLE, MOUSE, InputAction, InputEvent
from game.ui.match.context import ViewContext
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import HAND, NEW, DragState, DropTarget, Point, Rows, TableState

DRAG = 9.0
"""How far the mouse moves before a press is a drag, in units."""
STILL, RESTS = 4.0, 90.0
"""A pointer that has gone no farther than so many units for so many ms rests."""
MISFIT = 9
"""The worth of a pile on which what is carried does not fit."""


@dataclass(frozen=True, slots=True)
class DragPress:
    """The press of the pointer that took up what it carries."""

    at: Point
    """Where: there it is put back just where it was."""
    since: float
    """When, in ms."""
    down: bool = True
    """Whether the button has not come up yet."""
    dragged: bool = False
    """Whether the pointer has been elsewhere meanwhile: back at that place it is no click."""


@dataclass(frozen=True, slots=True)
class HoverSweep:
    """A pointer goes over the hand: until it rests all cards stay, so that it comes to where it was sent."""

    parted: int | None
    """The card around which they lie apart meanwhile."""
    at: Point
    """Where the pointer was seen last, but for a tremble."""
    since: float
    """When it came there, in ms."""


class DragController:
    """Focus, hover, presses, and what is carried by them."""

    def __init__(self, context: ViewContext, table: TableState, hooks: RummyHooks) -> None:
        self._context = context
        self._table = table
        self._hooks = hooks
        self.focus: int | None = None
        """The card that the next confirm takes; with `rest` those to its right too."""
        self.rest = False
        self._sweep: HoverSweep | None = None
        self._press: DragPress | None = None
        """Of what is carried, where a pointer took it up."""
        self._ahead = 0
        """How many cards in front of it the wheel has taken as well; they are the first to go back."""
        self._other: tuple[int, Point] | None = None
        """The card of the hand that is pressed while another is carried, and where: dragged, it is meant."""
        self._last_pile: int | None = None
        """The pile on which cards were put down last."""
        table.relaid = self._relaid

    # Steps of the turn.

    def step_back(self) -> bool:
        """Take back a step of the turn in the making; whether there was one."""
        if self._context.person is not None and self._table.carry is not None:
            self.put_back()
        elif self._context.person is not None and self._table.turn.history.before and self._table.is_mine():
            self._table.undo()
            self._context.stage.audio.play("undo")
        else:
            return False
        return True

    def _redo(self) -> None:
        if self._table.carry is None and self._table.turn.history.after:
            self._table.redo()
            self._context.stage.audio.play("undo")
        else:
            self._context.refuse(_("There is nothing to do again."))

    def put_back(self) -> None:
        """Back: what is carried goes where it was; else everything goes where it lay; else none is picked."""
        if (carry := self._table.carry) is not None:
            self._focus_at(carry.draft.lifted[0].key)
            self._table.cancel()
            self._context.stage.audio.play("back")
        elif self._table.draft.changed:
            self._table.do(self._table.draft.put_back())
            self._context.stage.audio.play("undo")
        elif self._table.picked:
            self._table.unpick()
            self._context.stage.audio.play("back")

    # The focus.

    def focus_on(self, key: int | None, *, rest: bool = False) -> None:
        """Let the focus be on a card; a full table scrolls until it can be seen."""
        if key == self._table.parted and (key, rest) == (self.focus, self.rest):
            return
        if key != self.focus:
            self._context.stage.audio.play("focus")
        self.focus, self.rest, self._sweep = key, rest, None
        if key is not None:
            self._table.reveal(key)
        self._table.part(key)

    def _focus_at(self, key: int | None) -> None:
        """The focus is there; the next time that the hand is laid it parts there, but under a sweep."""
        self.focus, self.rest = key, False
        if self._sweep is None:
            self._table.parted = key

    def look_nowhere(self) -> None:
        """The focus is on no card."""
        self._focus_at(None)

    def _relaid(self) -> None:
        """Other cards lie there: a focus on one that is gone is on none."""
        if self.focus not in {piece.key for piece in self._table.lay.pieces()}:
            self._focus_at(None)

    @property
    def is_in_hand(self) -> bool:
        """Whether the focus is on a card of the hand, or nowhere."""
        return self.focus is None or self._table.lay.holder(self.focus) is None

    def start_at(self, names: Sequence[str]) -> None:
        """With keys or a pad the focus is at the first of these in the hand, where it is nowhere yet.

        A joker that was laid is named anew where the focus is, so that goes there if it is one of these.
        """
        if self._context.stage.devices.last == MOUSE:
            return
        table = self._table
        laid = {piece.card: piece.key for piece in table.draft.laid} if table.is_mine() else {}
        if JOKER in names and JOKER in laid:
            self._focus_at(laid[JOKER])
        elif self.focus is None:
            held = {piece.text: piece.key for piece in reversed(table.lay.hand)}
            self._focus_at(next((held[name] for name in names if name in held), None))
            table.make_room()

    def _next_group(self, step: int) -> None:
        """Let the focus go to the next pile, or the hand."""
        lay, order = self._table.lay, self._table.ground().flow.order()
        by_key = {pile.key: pile.pieces for pile in lay.piles}
        groups = [group for group in (lay.hand, *(by_key.get(key) for key in order)) if group]
        if not groups:
            return
        here = next((n for n, group in enumerate(groups) if self.focus in [p.key for p in group]), None)
        self.focus_on(groups[0 if here is None else (here + step) % len(groups)][0].key)

    # A pointer that carries nothing.

    def _hover(self, at: Point) -> None:
        """The focus is where it points; beside all cards none is meant, or one would stay large for good."""
        if self._sweep is None or math.dist(at, self._sweep.at) > STILL:
            self._sweep = HoverSweep(self._table.parted, at, self._context.stage.now)
        found = self._table.card_at(at) or (None, False)
        if found != (self.focus, self.rest):
            self.focus, self.rest = found
            self._context.redraw()

    def due(self) -> Iterator[float]:
        """When a pointer that goes over the hand will rest, in ms."""
        if self._sweep is not None:
            yield self._sweep.since + RESTS

    def tick(self, now: float) -> None:
        """Let the neighbours of the card in focus part, once the pointer rests on it."""
        if self._sweep is not None and now >= self._sweep.since + RESTS:
            before, self._sweep = self._sweep, None
            self._table.part(self.focus, stays=self.focus != before.parted)

    # Lifting and putting down.

    def lift(self, keys: Sequence[int], at: Point | None = None) -> None:
        """Take cards up, at the pointer where the mouse does it."""
        if sentence := self._hooks.refuse_lift(self._table, keys):
            self._context.refuse(sentence)
            return
        # The card that was gripped is the one in focus: it stays under the pointer.
        gripped = self.focus if self.focus is not None and self.focus in keys else keys[0]
        self._press = DragPress(at, self._context.stage.now) if at is not None else None
        self._ahead, self._sweep = 0, None
        self._focus_at(keys[0])
        self._context.messages.clear()
        self._context.stage.audio.play("lift")
        self._table.lift(keys, at, gripped)
        # Only now: the guess looks at what is in the air, and at the pile without it.
        if at is None:
            self._table.aim(self._likely_target())

    def _likely_target(self) -> DropTarget:
        """Where what is carried most likely goes, so that keys or a pad often only have to confirm it."""
        carry = self._table.carry
        assert carry is not None
        found = likely_target(carry.draft, carry.home.pile, self._last_pile)
        # A joker is paid for rather than a trick begun: the card is what it stands for.
        if (
            found.pile != NEW
            and fit_score(carry.draft, carry.draft.pile(found.pile or 0), carry.home.pile) < 2
        ):
            return found
        pile = self._hooks.payable(self._table)
        return found if pile is None else on_pile(carry.draft, pile)

    def send(self) -> None:
        """Put what is carried where it fits, if there is but one such place; else back, and say why."""
        if (carry := self._table.carry) is None:
            return
        draft = carry.draft
        ranked = [(fit_score(draft, pile, carry.home.pile), pile) for pile in draft.piles]
        found = [pile for much, pile in ranked if much < 2] or [pile for much, pile in ranked if much == 2]
        alone = draft.book.is_meld([piece.text for piece in draft.lifted])
        if len(found) == 1 or (alone and not found):
            self._table.aim(on_pile(draft, found[0]) if found else DropTarget(NEW))
            self.drop()
            return
        self.put_back()
        self._context.refuse(
            _("It fits in {n} places: carry it to one of them.").format(n=len(found)) if found else
            _("It fits nowhere on the table yet.")
        )  # fmt: skip

    def drop(self) -> None:
        """Put down what is carried, where it would go."""
        if (carry := self._table.carry) is None:
            return
        lifted, in_hand = carry.draft.lifted, carry.target.pile is None
        if carry.target == carry.home and in_hand and len(lifted) > 1:
            # Put down where they were taken, picked cards lie apart as before.
            self.put_back()
            return
        if (paid := self._hooks.paid(self._table)) is not None:
            draft, joker = paid
            self._context.stage.audio.play("joker")
            self._table.do(draft)
            self.focus_on(joker)
            return
        if in_hand and not all(piece.own for piece in lifted):
            self._context.refuse(_("Cards that lay on the table stay there."))
            return
        before = self._table.draft
        self._context.stage.audio.play("card_lay")
        self._table.drop()
        if in_hand:
            self._focus_at(lifted[0].key)
            return
        made = self._table.draft
        held = made.holder(lifted[0].key)
        self._last_pile = held.key if held else None
        # A pointer has the focus wherever it points next.
        by_keys = carry.hold is None
        key = self._next_focus(before, made, carry.home.pile, lifted[0].key) if by_keys else lifted[0].key
        self._focus_at(key)
        self._table.make_room()

    def _next_focus(self, before: Draft, made: Draft, source: int | None, card: int) -> int:
        """After a card was put down with keys: the card of where it was that fits there, else the next one.

        Where none is left there, the first of a pile that is not in order.
        """
        row, rest = before.hand, made.hand
        if source is not None:
            row = before.pile(source).pieces
            rest = next((pile.pieces for pile in made.piles if pile.key == source), ())
        if rest:
            here = [piece.key for piece in row].index(card)
            near = sorted(range(len(rest)), key=lambda number: abs(number - here))
            return best_fit(made, [rest[number].key for number in near], card)
        verdicts = made.verdicts()
        torn = (
            pile.pieces[0].key
            for pile in made.piles
            if pile.key != self._last_pile and verdicts[pile.key].status is not MeldStatus.WHOLE
        )
        return next(torn, card)

    def drop_new(self) -> None:
        """Put down what is carried as a pile of its own."""
        self._table.aim(DropTarget(NEW))
        self.drop()

    def _drop_and_next(self) -> None:
        """Put down what is carried, and lift the card of where it was that fits there, else the next one.

        While cards of the hand are picked, by somebody or by a hint, it is the nearest of these.
        """
        if (carry := self._table.carry) is None:
            return
        self.drop()
        if self._table.carry is not None or carry.target.pile is None or self.focus is None:
            return
        row = self._row()
        if carry.home.pile is None and self.focus in row and (picked := self._table.picked & {*row}):
            here = row.index(self.focus)
            self._focus_at(min(picked, key=lambda key: abs(row.index(key) - here)))
        if self.focus not in {piece.key for piece in carry.draft.lifted}:
            self.lift([self.focus])

    def take_along(self, step: int) -> None:
        """Lift cards to the right (1) or left (-1) as well; on the table once more puts them back."""
        if (carry := self._table.carry) is None:
            return
        row, held = self._row(), [piece.key for piece in carry.draft.lifted]
        if carry.home.pile is None:
            # In a hand card by card, for any may go together; on the table the
            # whole rest, to split a pile there.
            if beside := self._beside(step):
                more = self._more(beside)
                self._have([*held, more] if step > 0 else [more, *held])
            return
        first, last = row.index(held[0]), row.index(held[-1])
        if step > 0:
            wanted = row[first:] if last < len(row) - 1 else row[first : first + 1]
        else:
            wanted = row[: last + 1] if first > 0 else row[last : last + 1]
        self._have(wanted)

    def take(self, more: int) -> None:
        """Have one card more (1) in the air, one that fits, or one less (-1), that which came last."""
        if (carry := self._table.carry) is None:
            return
        held = [piece.key for piece in carry.draft.lifted]
        right = self._beside(1)
        if more > 0 and (beside := [*right, *self._beside(-1)]):
            found = self._more(beside)
            self._have([*held, found] if found in right else [found, *held], ahead=found not in right)
        elif more < 0 and self._ahead and len(held) > 1:
            self._have(held[1:], ahead=-1)
        elif more < 0 and len(held) > 1:
            self._have(held[:-1])

    @property
    def takes_beside(self) -> InputAction | None:
        """The button that takes more cards along with those in the air; `None` where none lie beside them."""
        carry = self._table.carry
        assert carry is not None
        # On the table, where the whole rest comes along, it also lets go of it again.
        if self._beside(1) or (carry.home.pile is not None and len(carry.draft.lifted) > 1):
            return InputAction.NEXT
        return InputAction.PREVIOUS if self._beside(-1) else None

    def _beside(self, step: int) -> list[int]:
        """The cards to the right (1) or left (-1) of one that is carried, the nearest first."""
        carry = self._table.carry
        assert carry is not None
        row, held = self._row(), [piece.key for piece in carry.draft.lifted]
        places = [row.index(key) for key in held]
        side = range(min(places) + 1, len(row)) if step > 0 else range(max(places))
        near = sorted(side, key=lambda place: min(abs(place - other) for other in places))
        return [row[place] for place in near if row[place] not in held]

    def _more(self, keys: Sequence[int]) -> int:
        """Of these cards, nearest first, the one that fits what is carried best."""
        carry = self._table.carry
        assert carry is not None
        return best_fit(carry.draft.drop_new(0), keys, carry.draft.lifted[0].key)

    def _row(self) -> list[int]:
        """The cards among which those in the air lay, and they themselves."""
        carry, draft = self._table.carry, self._table.draft
        source = carry.home.pile if carry is not None else None
        return [piece.key for piece in (draft.hand if source is None else draft.pile(source).pieces)]

    def _have(self, wanted: Sequence[int], ahead: int = 0) -> None:
        """Have these cards in the air instead, with so many more of them in front."""
        if sentence := self._hooks.refuse_lift(self._table, wanted):
            self._context.refuse(sentence)
            return
        carry = self._table.carry
        assert carry is not None
        # A place that somebody has chosen stays; a guess is made anew for what is carried now.
        guessed = carry.hold is None and carry.target == self._likely_target()
        self._ahead += ahead
        self._table.lift(wanted)
        if guessed:
            self._table.aim(self._likely_target())
        self._context.stage.audio.play("lift")

    # Where the focus can go, and what is carried with keys or a pad.

    def navigate(self, dx: int, dy: int) -> None:
        carry = self._table.carry
        name = str(self.focus)
        if carry is not None:
            name = HAND if carry.target.pile is None else str(carry.target.pile)
            # A step to the side within the hand, while a card of the hand is carried over it.
            index = carry.target.index + dx
            if name == HAND and dx and 0 <= index <= len(carry.draft.hand):
                self._table.aim(DropTarget(None, index))
                return
        found = self.neighbour(name, dx, dy)
        if found is not None and carry is not None:
            self.carry_to(found)
        elif found is not None:
            self.focus_on(int(found))

    def neighbour(self, name: str, dx: int, dy: int, rows: Rows | None = None) -> str | None:
        """What lies beside a place: the next in its row, or the nearest in the row above or below.

        Beside none is where the focus starts: the first card of the hand.
        """
        rows, carries = rows or self._table.rows(), self._table.carry is not None
        number = next((n for n, row in enumerate(rows) if name in [other for other, _box in row]), None)
        if number is None:
            hand = () if carries else self._table.lay.hand
            return str(hand[0].key) if hand else next((other for row in rows for other, _box in row), None)
        row = rows[number]
        place = [other for other, _box in row].index(name)
        if dy:
            there = rows[number + dy] if 0 <= number + dy < len(rows) else []
            # From where a card hangs, not from the middle of the whole hand.
            x = self._table.carried_pose(0).x if carries and name == HAND else row[place][1].centre[0]
            return min(there, key=lambda one: abs(one[1].centre[0] - x))[0] if there else None
        return row[place + dx][0] if 0 <= place + dx < len(row) else None

    def carry_to(self, name: str) -> None:
        """Carry what is lifted to a place of `TableState.spots`."""
        carry = self._table.carry
        assert carry is not None
        draft = carry.draft
        pile = next((pile for pile in draft.piles if str(pile.key) == name), None)
        if name == HAND:
            self._table.aim(DropTarget(None, len(draft.hand)))
        else:
            self._table.aim(on_pile(draft, pile) if pile is not None else DropTarget(int(name)))

    # The mouse.

    def pointed(self, at: Point) -> None:
        """The pointer is here, in units; what keys or a pad carry is not torn from them by a touch of it."""
        if self._other is not None and _apart(at, self._other[1]) > DRAG:
            (key, pressed), self._other = self._other, None
            self.put_back()
            self._focus_at(key)
            self.lift(self.grip(), pressed)
        carry = self._table.carry
        if carry is None:
            self._hover(at)
        elif carry.hold is not None:
            self._carry_at(carry, at)

    def _carry_at(self, carry: DragState, at: Point) -> None:
        """What is carried hangs at the pointer, and would go down where that is."""
        if self._press is not None and self._press.down and _apart(at, self._press.at) > DRAG:
            self._press = replace(self._press, dragged=True)
        self._table.hang(at)
        self._table.aim(carry.home if self._is_just_taken(at) else self._table.target_at(at))

    def _is_just_taken(self, at: Point) -> bool:
        """Whether a point is where the pointer took up what it carries: there it is put back."""
        return self._press is not None and _apart(at, self._press.at) <= DRAG

    def pressed(self, at: Point) -> None:
        """The button of the mouse went down here."""
        carry, found = self._table.carry, self._table.card_at(at)
        if carry is None:
            if found is not None:
                self.focus, self.rest = found
                self.lift(self.grip(), at)
            return
        here, press = self._is_just_taken(at), self._press
        if here and press is not None and self._context.stage.now - press.since <= DOUBLE:
            self.send()
            return
        self._carry_at(carry, at)
        found = None if here else self._table.card_at(at)
        if found is not None and found[0] in {piece.key for piece in carry.draft.hand}:
            self._other = found[0], at  # a click puts down here, a drag takes that card instead
        else:
            self.drop()

    def released(self, at: Point) -> None:
        """It came up again: a drag ends here, a click goes on."""
        carry, press, other, self._other = self._table.carry, self._press, self._other, None
        presses = press is not None and press.down
        if carry is None or not (presses or other is not None):
            return
        if press is not None and press.down and not press.dragged and _apart(at, press.at) <= DRAG:
            # Short, so it was a click: the card stays in hand until the next one.
            self._press = replace(press, down=False)
        else:
            self.pointed(at)
            self.drop()

    def grip(self) -> list[int]:
        """The cards that a lift takes now: with one that somebody has picked all that are."""
        if self.focus is None:
            return []
        lay, chosen = self._table.lay, self._table.chosen
        if self.focus in chosen:
            return [piece.key for piece in lay.hand if piece.key in chosen]
        pile = lay.holder(self.focus)
        if pile is None or not self.rest:
            return [self.focus]
        keys = [piece.key for piece in pile.pieces]
        return keys[keys.index(self.focus) :]

    def steps(self, intent: InputEvent) -> bool:
        """Whether something is carried from place to place with keys or a pad, and this comes from them."""
        carry = self._table.carry
        return carry is not None and carry.hold is None and intent.device != MOUSE

    def intent(self, intent: InputEvent) -> None:
        """Use an intent that has to do with cards."""
        at, carries = self._context.stage.view.units(intent.at), self._table.carry is not None
        match intent.act:
            case InputAction.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case InputAction.CONFIRM if carries:
                self.drop()
            case InputAction.CONFIRM if self.focus is not None:
                self.lift(self.grip())
            case InputAction.CONFIRM:
                self.navigate(0, 0)  # the first press of a turn shows where one is
            case InputAction.PREVIOUS | InputAction.NEXT if carries:
                self.take_along(1 if intent.act is InputAction.NEXT else -1)
            case InputAction.PREVIOUS | InputAction.NEXT:
                self._next_group(1 if intent.act is InputAction.NEXT else -1)
            case InputAction.SECONDARY if self.steps(intent):
                self._drop_and_next()
            case InputAction.LOOK if carries:
                self.drop_new()
            case InputAction.ALTERNATE if carries:
                self.put_back()
            case InputAction.BACK:
                self.put_back()
            case InputAction.REDO:
                self._redo()
            case InputAction.POINT:
                self.pointed(at)
            case InputAction.PRESS:
                self.pressed(at)
            case InputAction.RELEASE:
                self.released(at)
            case InputAction.SCROLL if carries:
                if intent.dy:
                    self.take(1 if intent.dy > 0 else -1)
            case InputAction.SCROLL:
                self._table.scroll_by(-60.0 * intent.dy)


def _apart(one: Point, other: Point) -> float:
    """How far two points lie apart, along the axis on which it is more."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


# Where cards fit, given the draft from which they were lifted.


def likely_target(draft: Draft, source: int | None, last: int | None) -> DropTarget:
    """Where what was lifted from a pile or the hand most likely goes: what it mends, completes or joins.

    Among equals that is the pile that was laid on last: whoever builds one lays card after card on it.
    """
    ranked = [(fit_score(draft, pile, source), pile.key != last, n) for n, pile in enumerate(draft.piles)]
    best = min(ranked, default=(MISFIT, True, 0))
    return on_pile(draft, draft.piles[best[2]]) if best[0] < MISFIT else DropTarget(NEW)


def fit_score(draft: Draft, pile: DraftPile, source: int | None) -> int:
    """How well what is lifted fits a pile: it makes it whole, joins it, goes on with it, or does not."""
    cards = tuple(piece.text for piece in draft.lifted)
    # Piles of others are closed to whoever has not come in.
    closed = not draft.inside and not all(piece.own for piece in pile.pieces)
    if pile.key == source or not pile.pieces or closed:
        return MISFIT
    was, then = (
        check_pile(draft.book, pile.texts).status,
        check_pile(draft.book, (*pile.texts, *cards)).status,
    )
    if any(piece.joker for piece in (*pile.pieces, *draft.lifted)):  # it may be another card then
        then = draft.drop_on(pile.key, len(pile.pieces)).verdicts()[pile.key].status
    if then is MeldStatus.WHOLE:
        return 0 if was is not MeldStatus.WHOLE else 1
    hand = (*draft.hand, *(draft.lifted if source is None else ()))
    begun = then is was is MeldStatus.SHORT and _can_be_finished(draft, hand, (*pile.texts, *cards))
    return 2 if begun else MISFIT


def best_fit(draft: Draft, keys: Sequence[int], card: int) -> int:
    """Of these keys, nearest first: what fits the pile of a card best, a joker last; else the nearest."""
    pile = draft.holder(card)
    assert pile is not None

    def misfit(key: int) -> tuple[int, bool, bool]:
        lifted = draft.lift([key])
        piece = lifted.lifted[0]
        broken = check_pile(draft.book, (*pile.texts, piece.text)).status is MeldStatus.BROKEN
        return fit_score(lifted, pile, None), broken, piece.joker

    return min(keys, key=misfit)


def _can_be_finished(draft: Draft, hand: Sequence[Piece], begun: Sequence[str]) -> bool:
    """Whether a card that the player sees would make a pile whole that is begun like this."""
    bare = [text for text in begun if text != JOKER]
    if len(bare) < len(begun) and not any(piece.joker for piece in hand):
        # One that was paid for wants cards of the hand besides.
        others = {piece.text for piece in hand} - set(bare)
        return any(check_pile(draft.book, (*bare, text)).status is MeldStatus.SHORT for text in others)
    there = [piece.text for piece in (*hand, *(piece for pile in draft.piles for piece in pile.pieces))]
    # A joker that is no card yet completes whatever is begun.
    if JOKER in there:
        return True
    # Each card once: what lies in this pile cannot complete it a second time.
    for text in begun:
        if text in there:
            there.remove(text)
    return any(check_pile(draft.book, (*begun, text)).status is MeldStatus.WHOLE for text in set(there))


def on_pile(draft: Draft, pile: DraftPile) -> DropTarget:
    """Where what is lifted belongs in a pile: by rank in a run, by suit in a set, else at its end."""
    pack = draft.book.pack
    faces = [piece.face or piece.card for piece in pile.pieces]
    first = draft.lifted[0].face or draft.lifted[0].card
    known = [face for face in (first, *faces) if face in pack.rank]
    index = len(faces)
    if first in known and min(len({pack.suit[f] for f in known}), len({pack.rank[f] for f in known})) == 1:
        index = sum(pack.place.get(face, len(pack.place)) <= pack.place[first] for face in faces)
    return DropTarget(pile.key, index)
