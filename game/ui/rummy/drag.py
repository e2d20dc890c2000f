"""Lifting, carrying and dropping cards with any device, and the focus that this starts from.

With keys or a controller the focus moves from card to card in space, and from pile to pile with next and
previous. Confirm lifts the card, or all picked cards if it is one of them. While cards are carried, next and
previous lift more cards to their right or left, directions carry them from pile to pile, confirm drops them
and back puts them back. Secondary drops them and lifts the next card that fits, look drops them as a new
pile. With the mouse a card is dragged, or clicked and clicked down again. Gripping its lower part also takes
the cards to its right; the wheel adds or removes one card during a drag. A double click sends a card to the
only place where it fits.

The `DragController` interprets the device: which card has the focus or is hovered, what a press takes, and if
it was a click, a double click or a drag. It calls `TableState` to lift, aim, drop or cancel. The table alone
knows where everything is drawn, and holds the draft of the turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.core.rummy.draft import Draft, DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus, check_pile
from game.i18n import _
from game.ui.core.input import DOUBLE_PRESS_MS, MOUSE, InputAction, InputEvent, PointerPress
from game.ui.core.verbs import LIFT
from game.ui.match.context import ViewContext
from game.ui.match.view import MatchDraft
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.table_state import HAND_PLACE, NEW_PILE, DragState, DropTarget, Point, Rows, TableState

REST_DISTANCE, REST_MS = (
    4.0,
    90.0,
)  # a pointer rests if it moved at most `REST_DISTANCE` units within `REST_MS` ms
MISFIT_SCORE = 9  # score of a pile on which the carried cards do not fit


@dataclass(frozen=True, slots=True)
class HoverSweep:
    """State of a pointer that moves over the hand.

    The fan does not part again before the pointer rests, so that it reaches the card it was aimed at.
    """

    parted: int | None  # card around which the fan is parted meanwhile
    at: Point  # last position of the pointer, ignoring movements of up to `REST_DISTANCE` units
    since: float  # when the pointer arrived at ``at``, in ms


class DragController(MatchDraft):
    """Focus, hover and presses, and the cards that they carry."""

    def __init__(self, context: ViewContext, table: TableState, hooks: RummyHooks) -> None:
        """Become the owner of the focus on ``table``, called when other cards are shown."""
        self._context = context
        self._table = table
        self._hooks = hooks
        self.focus: int | None = None
        """Card that the next confirm lifts. With `rest` the cards to its right are lifted too."""
        self.rest = False
        self._sweep: HoverSweep | None = None
        self._press: PointerPress | None = None  # press that lifted the carried cards; None if no pointer did
        self._ahead = 0
        """Number of cards that the wheel added in front of the gripped one. They are the first that it
        removes."""
        self._other: tuple[int, PointerPress] | None = None
        """Card of the hand that was pressed while others are carried. A drag from there lifts it."""
        self._last_pile: int | None = None  # key of the pile on which cards were dropped last
        table.relaid = self._drop_stale_focus

    # Steps of the turn.

    @property
    def is_open(self) -> bool:
        """True if a card is carried, or the viewer's turn has changes or picked cards."""
        has_begun = self._table.draft.is_changed or bool(self._table.chosen_cards)
        return self._table.carry is not None or (self._table.is_mine() and has_begun)

    @property
    def is_disposable(self) -> bool:
        """True if the unfinished turn has no changes, no picked cards and no undone steps."""
        return not self.is_open and not self._table.turn.history.after

    @property
    def text(self) -> str:
        """Piles on the table joined by `` | `` in the viewer's turn, else empty."""
        piles = self._table.draft.piles if self._table.is_mine() else ()
        return " | ".join(" ".join(pile.texts) for pile in piles)

    @property
    def may_end(self) -> bool:
        """True if the viewer is to move and their draft is valid."""
        return self._table.is_mine() and self._table.draft.is_valid

    @property
    def is_saved(self) -> bool:
        """True if a restored draft has not been looked at yet."""
        return self._table.has_saved_draft

    def load(self, text: str) -> None:
        """Lay out the piles of a draft text as a step of the turn; empty resets the draft."""
        draft, piles = self._table.draft, [pile.split() for pile in text.split(" | ")]
        self._table.push_draft(draft.arrange(piles) if text else draft.reset())

    def undo_step(self) -> bool:
        """Put carried cards back, or else undo a step of the draft. Returns False if neither is possible."""
        if self._context.local_to_move is not None and self._table.carry is not None:
            self.put_back()
        elif (
            self._context.local_to_move is not None
            and self._table.turn.history.before
            and self._table.is_mine()
        ):
            self._table.undo()
            self._context.app.audio.play("undo")
        else:
            return False
        return True

    def _redo(self) -> None:
        """Redo the last undone step of the draft; refuse if there is none, or cards are carried."""
        if self._table.carry is None and self._table.turn.history.after:
            self._table.redo()
            self._context.app.audio.play("undo")
        else:
            self.refuse(_("There's nothing to redo."))

    def put_back(self) -> None:
        """Put carried cards back; without any, reset a changed draft, or else unpick all cards."""
        if (carry := self._table.carry) is not None:
            self._focus_at(carry.draft.lifted_pieces[0].key)
            self._table.cancel()
            self._context.app.audio.play("back")
        elif self._table.draft.is_changed:
            self._table.push_draft(self._table.draft.reset())
            self._context.app.audio.play("undo")
        elif self._table.picked:
            self._table.unpick()
            self._context.app.audio.play("back")

    # The focus.

    def focus_on(self, key: int | None, *, rest: bool = False, silent: bool = False) -> None:
        """Focus a card (None: none), by default with a sound; part the fan there, and scroll a full table."""
        if key == self._table.parted and (key, rest) == (self.focus, self.rest):
            return
        if key != self.focus and not silent:
            self._context.app.audio.play("focus")
        self.focus, self.rest, self._sweep = key, rest, None
        if key is not None:
            self._table.reveal(key)
        self._table.part(key)

    def _focus_at(self, key: int | None) -> None:
        """Set the focus, without a sound and without scrolling.

        The fan parts around it at the next layout, unless a pointer sweeps over the hand.
        """
        self.focus, self.rest = key, False
        if self._sweep is None:
            self._table.parted = key

    def look_nowhere(self) -> None:
        """Remove the focus."""
        self._focus_at(None)

    def _drop_stale_focus(self) -> None:
        """Remove the focus if its card is no longer shown."""
        if self.focus not in {piece.key for piece in self._table.lay.pieces()}:
            self._focus_at(None)

    @property
    def is_in_hand(self) -> bool:
        """True if the focus is on a card of the hand, or on none."""
        return self.focus is None or self._table.lay.holder(self.focus) is None

    def start_at(self, names: Sequence[str]) -> None:
        """Without a mouse, focus the first of the ``names`` in the hand, if nothing has the focus yet.

        A joker on the table is assigned a card through the focus. If ``names`` contains the joker and one was
        laid in this turn, it gets the focus.
        """
        if self._context.app.devices.last == MOUSE:
            return
        table = self._table
        laid_keys = {piece.card: piece.key for piece in table.draft.laid_pieces} if table.is_mine() else {}
        if JOKER in names and JOKER in laid_keys:
            self._focus_at(laid_keys[JOKER])
        elif self.focus is None:
            hand_keys = {piece.text: piece.key for piece in reversed(table.lay.hand)}
            self._focus_at(next((hand_keys[name] for name in names if name in hand_keys), None))
            table.make_room()

    def _next_group(self, step: int) -> None:
        """Focus the first card of the next (1) or previous (-1) group: the hand and the piles, cyclically."""
        lay, order = self._table.lay, self._table.placed_piles().flow.order()
        by_key = {pile.key: pile.pieces for pile in lay.piles}
        groups = [group for group in (lay.hand, *(by_key.get(key) for key in order)) if group]
        if not groups:
            return
        current = next((n for n, group in enumerate(groups) if self.focus in [p.key for p in group]), None)
        self.focus_on(groups[0 if current is None else (current + step) % len(groups)][0].key)

    # A pointer that carries nothing.

    def _hover(self, at: Point) -> None:
        """Focus the card under the pointer, or none. The fan does not part again while the pointer moves."""
        if self._sweep is None or math.dist(at, self._sweep.at) > REST_DISTANCE:
            self._sweep = HoverSweep(self._table.parted, at, self._context.app.now)
            self._context.wake_times.add(self._sweep.since + REST_MS)
        target = self._table.card_at(at) or (None, False)
        if target != (self.focus, self.rest):
            self.focus, self.rest = target
            self._context.redraw()

    def tick(self, now: float) -> None:
        """Part the fan around the focused card once the pointer rests on it."""
        if self._sweep is not None and now >= self._sweep.since + REST_MS:
            before, self._sweep = self._sweep, None
            self._table.part(self.focus, stays=self.focus != before.parted)

    def refuse(self, sentence: str, keys: Sequence[int] = (), faults: Sequence[int] = ()) -> None:
        """Explain a refused action; the cards ``keys`` that it is about shake their heads, or the focus.

        The ``faults`` among them jump out of their pile.
        """
        self._table.shake(keys or self.grip(), faults)
        self._context.refuse(sentence)

    # Lifting and putting down.

    def lift(self, keys: Sequence[int], at: Point | None = None) -> None:
        """Lift cards, at the pointer position ``at`` (units) for a mouse; the game may refuse that."""
        if sentence := self._hooks.refuse_lift(self._table, keys):
            self.refuse(sentence, keys)
            return
        # The gripped card is the focused one. It stays under the pointer.
        gripped = self.focus if self.focus is not None and self.focus in keys else keys[0]
        self._press = PointerPress(at, self._context.app.now) if at is not None else None
        self._ahead, self._sweep = 0, None
        self._focus_at(keys[0])
        self._context.messages.clear()
        self._table.lift(keys, at, gripped)
        self._context.playback.player.strike(LIFT.hit, at[0] if at else None, self._table.owner)
        # Must come after the lift: the guess needs the carried cards, and their pile without them.
        if at is None:
            self._table.set_drop_target(self._likely_target())

    def _likely_target(self) -> DropTarget:
        """Most likely target of the carried cards: their best pile, a joker that they free, or a new pile."""
        carry = self._table.carry
        assert carry is not None
        target = likely_target(carry.draft, carry.home.pile, self._last_pile)
        # Freeing a joker takes precedence over starting a meld, because the card is the one that the joker
        # represents.
        if (
            target.pile != NEW_PILE
            and fit_score(carry.draft, carry.draft.pile(target.pile or 0), carry.home.pile) < 2
        ):
            return target
        pile = self._hooks.payable(self._table)
        return target if pile is None else on_pile(carry.draft, pile)

    def send(self) -> None:
        """Drop the carried cards where they fit if there is exactly one such place, or put them back."""
        if (carry := self._table.carry) is None:
            return
        draft = carry.draft
        ranked = [(fit_score(draft, pile, carry.home.pile), pile) for pile in draft.piles]
        matches = [pile for much, pile in ranked if much < 2] or [pile for much, pile in ranked if much == 2]
        alone = draft.book.is_meld([piece.text for piece in draft.lifted_pieces])
        if len(matches) == 1 or (alone and not matches):
            self._table.set_drop_target(on_pile(draft, matches[0]) if matches else DropTarget(NEW_PILE))
            self.drop()
            return
        keys = [piece.key for piece in draft.lifted_pieces]
        self.put_back()
        self.refuse(
            _("It fits in {n} places. Move it to one of them.").format(n=len(matches)) if matches else
            _("It doesn't fit anywhere yet."), keys,
        )  # fmt: skip

    def drop(self) -> None:
        """Drop the carried cards at their target, or free the joker that they pay for, and move the focus."""
        if (carry := self._table.carry) is None:
            return
        lifted, in_hand = carry.draft.lifted_pieces, carry.target.pile is None
        if carry.target == carry.home and in_hand and len(lifted) > 1:
            # Picked cards that are dropped where they were lifted stay apart in the hand.
            self.put_back()
            return
        if (payment := self._hooks.paid(self._table)) is not None:
            draft, joker = payment
            self._context.app.audio.play("joker")
            self._table.push_draft(draft)
            self.focus_on(joker)
            return
        if in_hand and not all(piece.is_from_hand for piece in lifted):
            self.refuse(_("Cards that were on the table stay there."), [piece.key for piece in lifted])
            return
        before = self._table.draft
        self._table.drop()
        if in_hand:
            self._focus_at(lifted[0].key)
            return
        new_draft = self._table.draft
        pile = new_draft.holder(lifted[0].key)
        self._last_pile = pile.key if pile else None
        # With a pointer the next movement decides the focus.
        by_keys = carry.hold is None
        key = (
            self._next_focus(before, new_draft, carry.home.pile, lifted[0].key) if by_keys else lifted[0].key
        )
        self._focus_at(key)
        self._table.make_room()

    def _next_focus(self, before: Draft, draft: Draft, source: int | None, card: int) -> int:
        """Key of the card to focus after a drop with keys: the best fit left at the source, nearest first.

        If the source is empty, the first card of a pile that is not valid. If there is none, the dropped
        card.
        """
        row, rest = before.hand, draft.hand
        if source is not None:
            row = before.pile(source).pieces
            rest = next((pile.pieces for pile in draft.piles if pile.key == source), ())
        if rest:
            start = [piece.key for piece in row].index(card)
            near = sorted(range(len(rest)), key=lambda number: abs(number - start))
            return best_fit(draft, [rest[number].key for number in near], card)
        verdicts = draft.verdicts()
        invalid_cards = (
            pile.pieces[0].key
            for pile in draft.piles
            if pile.key != self._last_pile and verdicts[pile.key].status is not MeldStatus.VALID
        )
        return next(invalid_cards, card)

    def drop_new(self) -> None:
        """Drop the carried cards as a new pile."""
        self._table.set_drop_target(DropTarget(NEW_PILE))
        self.drop()

    def _drop_and_next(self) -> None:
        """Drop the carried cards, and lift the best fitting card that is left at their source.

        If cards of the hand are picked, by a player or a hint, lift the nearest of these instead.
        """
        if (carry := self._table.carry) is None:
            return
        self.drop()
        if self._table.carry is not None or carry.target.pile is None or self.focus is None:
            return
        row = self._source_row()
        if carry.home.pile is None and self.focus in row and (picked := self._table.picked & {*row}):
            start = row.index(self.focus)
            self._focus_at(min(picked, key=lambda key: abs(row.index(key) - start)))
        if self.focus not in {piece.key for piece in carry.draft.lifted_pieces}:
            self.lift([self.focus])

    def take_along(self, step: int) -> None:
        """From the hand, lift one more card right (1) or left (-1); on the table the rest, or put it back."""
        if (carry := self._table.carry) is None:
            return
        row, carried_keys = self._source_row(), [piece.key for piece in carry.draft.lifted_pieces]
        if carry.home.pile is None:
            # One card at a time from the hand, because any cards may be combined. On the table the whole
            # rest, to split the pile there.
            if beside := self._nearest_cards(step):
                more = self._best_fit(beside)
                self._carry_cards([*carried_keys, more] if step > 0 else [more, *carried_keys])
            return
        first, last = row.index(carried_keys[0]), row.index(carried_keys[-1])
        if step > 0:
            new_keys = row[first:] if last < len(row) - 1 else row[first : first + 1]
        else:
            new_keys = row[: last + 1] if first > 0 else row[last : last + 1]
        self._carry_cards(new_keys)

    def take(self, step: int) -> None:
        """Lift one more card that fits (1), or return the last added one (-1)."""
        if (carry := self._table.carry) is None:
            return
        carried_keys = [piece.key for piece in carry.draft.lifted_pieces]
        right = self._nearest_cards(1)
        if step > 0 and (beside := [*right, *self._nearest_cards(-1)]):
            best_key = self._best_fit(beside)
            self._carry_cards(
                [*carried_keys, best_key] if best_key in right else [best_key, *carried_keys],
                ahead=best_key not in right,
            )
        elif step < 0 and self._ahead and len(carried_keys) > 1:
            self._carry_cards(carried_keys[1:], ahead=-1)
        elif step < 0 and len(carried_keys) > 1:
            self._carry_cards(carried_keys[:-1])

    @property
    def takes_beside(self) -> InputAction | None:
        """Button that lifts more cards next to the carried ones; `None` if there are none."""
        carry = self._table.carry
        assert carry is not None
        # On the table, where the whole rest is lifted, the same button also puts it back.
        if self._nearest_cards(1) or (carry.home.pile is not None and len(carry.draft.lifted_pieces) > 1):
            return InputAction.NEXT
        return InputAction.PREVIOUS if self._nearest_cards(-1) else None

    def _nearest_cards(self, step: int) -> list[int]:
        """Keys of the source's cards to the right (1) or left (-1) of the carried ones, nearest first."""
        carry = self._table.carry
        assert carry is not None
        row, carried_keys = self._source_row(), [piece.key for piece in carry.draft.lifted_pieces]
        places = [row.index(key) for key in carried_keys]
        side = range(min(places) + 1, len(row)) if step > 0 else range(max(places))
        near = sorted(side, key=lambda place: min(abs(place - carried_place) for carried_place in places))
        return [row[place] for place in near if row[place] not in carried_keys]

    def _best_fit(self, keys: Sequence[int]) -> int:
        """Key of the best fit for the carried cards among ``keys``, which are sorted by distance."""
        carry = self._table.carry
        assert carry is not None
        return best_fit(carry.draft.drop_new(0), keys, carry.draft.lifted_pieces[0].key)

    def _source_row(self) -> list[int]:
        """Keys of the pile or hand from which the carried cards were lifted, including theirs."""
        carry, draft = self._table.carry, self._table.draft
        source = carry.home.pile if carry is not None else None
        return [piece.key for piece in (draft.hand if source is None else draft.pile(source).pieces)]

    def _carry_cards(self, keys: Sequence[int], ahead: int = 0) -> None:
        """Carry the cards ``keys`` instead. ``ahead`` is added to the number of cards added in front."""
        if sentence := self._hooks.refuse_lift(self._table, keys):
            self.refuse(sentence, keys)
            return
        carry = self._table.carry
        assert carry is not None
        # Keep a target that the player has chosen; repeat a guess for the cards carried now.
        follows_guess = carry.hold is None and carry.target == self._likely_target()
        self._ahead += ahead
        self._table.lift(keys)
        if follows_guess:
            self._table.set_drop_target(self._likely_target())
        self._context.playback.player.strike(LIFT.hit, seat=self._table.owner)

    # Navigation, and carrying cards with keys or a controller.

    def navigate(self, dx: int, dy: int) -> None:
        """Move the focus, or the carried cards, to the neighbour in a direction (each -1, 0 or 1)."""
        carry = self._table.carry
        name = str(self.focus)
        if carry is not None:
            name = HAND_PLACE if carry.target.pile is None else str(carry.target.pile)
            # Step sideways within the hand while one of its cards is carried over it.
            index = carry.target.index + dx
            if name == HAND_PLACE and dx and 0 <= index <= len(carry.draft.hand):
                self._table.set_drop_target(DropTarget(None, index))
                return
        target = self.neighbour(name, dx, dy)
        if target is not None and carry is not None:
            self.carry_to(target)
        elif target is not None:
            self.focus_on(int(target))

    def neighbour(self, name: str, dx: int, dy: int, rows: Rows | None = None) -> str | None:
        """Name of the next place in the row, or of the nearest in the row above or below. None at the edge.

        If ``name`` is not on the screen, the place where the focus starts: the first card of the hand.
        """
        rows, carries = rows or self._table.rows(), self._table.carry is not None
        number = next((n for n, row in enumerate(rows) if name in [key for key, _box in row]), None)
        if number is None:
            hand = () if carries else self._table.lay.hand
            return str(hand[0].key) if hand else next((key for row in rows for key, _box in row), None)
        row = rows[number]
        place = [key for key, _box in row].index(name)
        if dy:
            next_row = rows[number + dy] if 0 <= number + dy < len(rows) else []
            # Measured from the carried card, not from the middle of the whole hand.
            x = self._table.carried_pose(0).x if carries and name == HAND_PLACE else row[place][1].centre[0]
            return min(next_row, key=lambda entry: abs(entry[1].centre[0] - x))[0] if next_row else None
        return row[place + dx][0] if 0 <= place + dx < len(row) else None

    def carry_to(self, name: str) -> None:
        """Aim the carried cards at a place, by its name in `TableState.spots`."""
        carry = self._table.carry
        assert carry is not None
        draft = carry.draft
        pile = next((pile for pile in draft.piles if str(pile.key) == name), None)
        if name == HAND_PLACE:
            self._table.set_drop_target(DropTarget(None, len(draft.hand)))
        else:
            self._table.set_drop_target(on_pile(draft, pile) if pile is not None else DropTarget(int(name)))

    # The mouse.

    def on_move(self, at: Point) -> None:
        """Focus the card under the pointer ``at`` (units), or move the cards that the pointer carries there.

        It does not affect cards that keys or a controller carry.
        """
        if self._other is not None and not self._other[1].is_near(at):
            (key, press), self._other = self._other, None
            self.put_back()
            self._focus_at(key)
            self.lift(self.grip(), press.at)
        carry = self._table.carry
        if carry is None:
            self._hover(at)
        elif carry.hold is not None:
            self._carry_at(carry, at)

    def _carry_at(self, carry: DragState, at: Point) -> None:
        """Move the carried cards to the pointer, and aim them there."""
        self._press = self._press and self._press.moved_to(at)
        self._table.drag_to(at)
        self._table.set_drop_target(carry.home if self._is_just_taken(at) else self._table.target_at(at))

    def _is_just_taken(self, at: Point) -> bool:
        """True if ``at`` is within `DRAG` of the press that lifted the cards. A drop there puts them back."""
        return self._press is not None and self._press.is_near(at)

    def on_press(self, at: Point) -> None:
        """Lift the card at ``at`` (units). During a carry drop the cards, or on a double click send them."""
        carry, hit = self._table.carry, self._table.card_at(at)
        if carry is None:
            if hit is not None:
                self.focus, self.rest = hit
                self.lift(self.grip(), at)
            return
        just_taken, press = self._is_just_taken(at), self._press
        if just_taken and press is not None and self._context.app.now - press.since <= DOUBLE_PRESS_MS:
            self.send()
            return
        self._carry_at(carry, at)
        hit = None if just_taken else self._table.card_at(at)
        if hit is not None and hit[0] in {piece.key for piece in carry.draft.hand}:
            # A click drops the cards here, a drag takes that card instead.
            self._other = hit[0], PointerPress(at, self._context.app.now)
        else:
            self.drop()

    def on_release(self, at: Point) -> None:
        """End a drag with a drop; after a click the cards stay lifted."""
        carry, press, other_press, self._other = self._table.carry, self._press, self._other, None
        presses = press is not None and press.down
        if carry is None or not (presses or other_press is not None):
            return
        if press is not None and press.down and not press.moved_to(at).dragged:
            # A short press was a click. The card stays lifted until the next one.
            self._press = replace(press, down=False)
        else:
            self.on_move(at)
            self.drop()

    def grip(self) -> list[int]:
        """Keys that a lift takes: the focused card, with all picked or all to its right. [] without focus."""
        if self.focus is None:
            return []
        lay, chosen = self._table.lay, self._table.chosen_cards
        if self.focus in chosen:
            return [piece.key for piece in lay.hand if piece.key in chosen]
        pile = lay.holder(self.focus)
        if pile is None or not self.rest:
            return [self.focus]
        keys = [piece.key for piece in pile.pieces]
        return keys[keys.index(self.focus) :]

    def steps(self, intent: InputEvent) -> bool:
        """True if cards are carried with keys or a controller, and ``intent`` comes from these."""
        carry = self._table.carry
        return carry is not None and carry.hold is None and intent.device != MOUSE

    def intent(self, intent: InputEvent) -> None:
        """Handle an input event: focus, lift, carry, drop, redo or scroll."""
        at, carries = self._context.app.view.units(intent.position), self._table.carry is not None
        match intent.act:
            case InputAction.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case InputAction.CONFIRM if carries:
                self.drop()
            case InputAction.CONFIRM if self.focus is not None:
                self.lift(self.grip())
            case InputAction.CONFIRM:
                self.navigate(0, 0)  # the first press of a turn shows the focus
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
                self.on_move(at)
            case InputAction.PRESS:
                self.on_press(at)
            case InputAction.RELEASE:
                self.on_release(at)
            case InputAction.SCROLL if carries:
                if intent.dy:
                    self.take(1 if intent.dy > 0 else -1)
            case InputAction.SCROLL:
                self._table.scroll_by(-60.0 * intent.dy)


# Fit of cards. ``draft`` is always the one from which they are lifted.


def likely_target(draft: Draft, source: int | None, last: int | None) -> DropTarget:
    """Most likely target of the lifted cards: the pile they fit best, or `NEW_PILE` if they fit none.

    Among equals, the pile ``last`` that was laid on last, because players build a pile card by card.
    """
    ranked = [(fit_score(draft, pile, source), pile.key != last, n) for n, pile in enumerate(draft.piles)]
    best = min(ranked, default=(MISFIT_SCORE, True, 0))
    return on_pile(draft, draft.piles[best[2]]) if best[0] < MISFIT_SCORE else DropTarget(NEW_PILE)


def fit_score(draft: Draft, pile: DraftPile, source: int | None) -> int:
    """Score of the lifted cards on a pile, 0 to 2 or `MISFIT_SCORE`; lower is better.

    0 if they make it valid, 1 if they extend a valid one, 2 if they extend an incomplete one that can be
    completed, `MISFIT_SCORE` if they do not fit.
    """
    cards = tuple(piece.text for piece in draft.lifted_pieces)
    # Players who have not come in cannot use the piles of others.
    is_closed = not draft.has_come_in and not all(piece.is_from_hand for piece in pile.pieces)
    if pile.key == source or not pile.pieces or is_closed:
        return MISFIT_SCORE
    old_status, new_status = (
        check_pile(draft.book, pile.texts).status,
        check_pile(draft.book, (*pile.texts, *cards)).status,
    )
    if any(
        piece.joker for piece in (*pile.pieces, *draft.lifted_pieces)
    ):  # A joker may become another card then.
        new_status = draft.drop_on(pile.key, len(pile.pieces)).verdicts()[pile.key].status
    if new_status is MeldStatus.VALID:
        return 0 if old_status is not MeldStatus.VALID else 1
    hand = (*draft.hand, *(draft.lifted_pieces if source is None else ()))
    is_completable = new_status is old_status is MeldStatus.INCOMPLETE and _can_be_finished(
        draft, hand, (*pile.texts, *cards)
    )
    return 2 if is_completable else MISFIT_SCORE


def best_fit(draft: Draft, keys: Sequence[int], card: int) -> int:
    """Key from ``keys`` that fits the pile of ``card`` best; among equals no joker, then the first one."""
    pile = draft.holder(card)
    assert pile is not None

    def misfit(key: int) -> tuple[int, bool, bool]:
        """Sort key, lower is better: score, True if the pile becomes invalid, True for a joker."""
        lifted = draft.lift([key])
        piece = lifted.lifted_pieces[0]
        broken = check_pile(draft.book, (*pile.texts, piece.text)).status is MeldStatus.INVALID
        return fit_score(lifted, pile, None), broken, piece.joker

    return min(keys, key=misfit)


def _can_be_finished(draft: Draft, hand: Sequence[Piece], cards: Sequence[str]) -> bool:
    """True if a card that the player sees would make a pile of these ``cards`` valid."""
    bare = [text for text in cards if text != JOKER]
    if len(bare) < len(cards) and not any(piece.joker for piece in hand):
        # A joker that is paid for also needs cards of the hand.
        others = {piece.text for piece in hand} - set(bare)
        return any(check_pile(draft.book, (*bare, text)).status is MeldStatus.INCOMPLETE for text in others)
    visible = [piece.text for piece in (*hand, *(piece for pile in draft.piles for piece in pile.pieces))]
    # A joker without an assigned card completes any pile.
    if JOKER in visible:
        return True
    # Each card counts once: the cards of this pile cannot complete it.
    for text in cards:
        if text in visible:
            visible.remove(text)
    return any(check_pile(draft.book, (*cards, text)).status is MeldStatus.VALID for text in set(visible))


def on_pile(draft: Draft, pile: DraftPile) -> DropTarget:
    """Target of the lifted cards in a pile: in a run by rank, in a set by suit, otherwise at the end."""
    pack = draft.book.pack
    faces = [piece.face or piece.card for piece in pile.pieces]
    first = draft.lifted_pieces[0].face or draft.lifted_pieces[0].card
    ranked_faces = [face for face in (first, *faces) if face in pack.rank]
    index = len(faces)
    if (
        first in ranked_faces
        and min(len({pack.suit[f] for f in ranked_faces}), len({pack.rank[f] for f in ranked_faces})) == 1
    ):
        index = sum(pack.place.get(face, len(pack.place)) <= pack.place[first] for face in faces)
    return DropTarget(pile.key, index)
