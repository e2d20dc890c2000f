"""Cards taken up, carried and put down, with any device: what the next press takes, where it would put that.

With keys or a pad the focus goes card by card in space, and from pile to pile with next and previous; confirm
lifts the card, or all that are picked with it; next and previous then take along the cards to its right or
left, directions carry it from pile to pile, confirm puts it down, back puts it back; secondary puts it down
and lifts the next card at once, look lays it down as a new pile. With the mouse a card is dragged, or clicked
and clicked down again; its lower part takes the cards to its right along, the wheel one more or one less
while they are carried. Pressed twice, a card goes to the one place where it fits.

The `DragController` alone decides; the `TableState`, which is told what is lifted, where it is aimed and that
it has gone down or back, knows from that where every card and pile lies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from game.core.rummy.draft import Draft, DraftPile, Piece, in_order, parted
from game.core.rummy.verdict import MeldStatus, judge
from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.match.context import ViewContext
from game.ui.rummy.hand_fan import PART_LEFT, covers, cut, place_at, stacked
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.pile_layout import WHOLE_GRIP, PileArea, area_of
from game.ui.rummy.table_state import NEW, Carry, DropTarget, TableState, layout_with_gap
from game.words import _

DRAG = 9.0
"""How far the mouse moves before a press is a drag, in units."""
DOUBLE = 400.0
"""Within how many ms two presses are one double press."""
MARGIN, SCROLLED = 26.0, 14.0
"""How near its edge a full table scrolls under what is carried, and how far for each step of the pointer."""
HAND_REACH = 24.0
"""How far above the hand its cards can be let fall into it: as far as they stand out of it."""
NOTHING = 9
"""The worth of a pile on which what is carried does not fit."""
HAND = "hand"
Rows: TypeAlias = list[list[tuple[str, Box]]]
"""Names and boxes of what the focus can go to, row by row."""


class DragController:
    """Focus, hover and what is carried; each card put down makes another draft."""

    def __init__(self, context: ViewContext, table: TableState, hooks: RummyHooks) -> None:
        self._context = context
        self._table = table
        self._hooks = hooks
        self._other: tuple[int, tuple[float, float]] | None = None
        """The card of the hand that is pressed while another is carried, and where: dragged, it is meant."""
        self._last_pile: int | None = None
        """The pile on which cards were put down last."""
        self._listeners: list[Callable[[], None]] = []

    # Steps of the draft.

    def do(self, draft: Draft) -> None:
        """Go on to another draft, and keep it."""
        self._table.turn.do(draft)
        self.changed()

    def changed(self) -> None:
        """The draft is another one: show it, keep it, tell of it."""
        self._context.messages.clear()
        self._table.put_down()
        self._context.ports.save()
        for tell in self._listeners:
            tell()

    def listen(self, tell: Callable[[], None]) -> None:
        """Call this whenever the draft has become another one."""
        self._listeners.append(tell)

    def step_back(self) -> bool:
        """Take back a step of the turn in the making; whether there was one."""
        if self._context.person is not None and self._table.carry is not None:
            self.put_back()
        elif self._context.person is not None and self._table.turn.history.before and self._table.is_mine():
            self._table.turn.undo()
            self._context.stage.audio.play("undo")
            self.changed()
        else:
            return False
        return True

    def redo(self) -> None:
        if self._table.carry is None and self._table.turn.history.after:
            self._table.turn.redo()
            self._context.stage.audio.play("undo")
            self.changed()
        else:
            self._context.refuse(_("There is nothing to do again."))

    def put_back(self) -> None:
        """Back: what is carried goes where it was; else everything goes where it lay; else none is picked."""
        carry = self._table.carry
        if carry is not None:
            keys = [piece.key for piece in self._table.lay.carried]
            self._table.focus = keys[0] if keys else None
            self._table.put_down()
            self._context.stage.audio.play("back")
        elif self._table.draft.changed:
            self.do(self._table.draft.put_back())
            self._context.stage.audio.play("undo")
        elif self._table.picked:
            self._table.picked = frozenset()
            self._table.make_room()
            self._context.stage.audio.play("back")

    @property
    def has_begun(self) -> bool:
        """Whether somebody has picked or moved something that `put_back` puts back."""
        return self._table.draft.changed or bool(self._table.picked - self._table.advised)

    # The focus.

    def focus_on(self, key: int | None, *, rest: bool = False) -> None:
        """Let the focus be on a card."""
        if key != self._table.parted or (key, rest) != (self._table.focus, self._table.rest):
            if key != self._table.focus:
                self._context.stage.audio.play("focus")
            self._table.focus, self._table.rest, self._table.sweep = key, rest, None
            # A full table scrolls so far that the focus can be seen.
            pile = self._table.lay.holder(key) if key is not None else None
            if pile is not None and self._table.is_laid:
                box, area = self._table.ground().boxes().get(pile.key), self._table.places.piles
                if box is not None:
                    low, high = max(0.0, box.bottom - area.bottom), max(0.0, area.y - box.y)
                    scroll = self._table.scroll + low - high
                    self._table.scroll = max(0.0, min(self._table.ground().overflow, scroll))
            self._table.make_room()

    # Lifting and putting down.

    def lift(self, keys: Sequence[int], at: tuple[float, float] | None = None) -> None:
        """Take cards up, at the pointer where the mouse does it."""
        sentence = self._hooks.refuse_lift(self._table, keys)
        if sentence:
            self._context.refuse(sentence)
            return
        pile = self._table.draft.holder(keys[0])
        draft = self._table.draft.lift(keys)
        place = [piece.key for piece in (pile.pieces if pile else self._table.draft.hand)].index(keys[0])
        source = pile.key if pile else None
        home = DropTarget(source, place)
        now = self._context.stage.now
        # The card that was gripped is the one in focus: it stays under the pointer.
        key = self._table.focus if self._table.focus in keys else keys[0]
        assert key is not None
        pose, beside = self._table.cards.at(key, now), (0.0, 0.0)
        if at is not None and pose is not None:
            right, below = (pose.x - at[0]) / pose.card, (pose.y - at[1]) / pose.card
            beside = max(-0.5, min(0.5, right)), max(-RATIO / 2, min(RATIO / 2, below))
        self._table.focus, self._table.rest, self._table.sweep = keys[0], False, None
        self._context.messages.clear()
        self._context.stage.audio.play("lift")
        gripped = key if at is not None else None
        self._table.lift(draft, Carry(source, home, home, at, at, at, now, beside, gripped))
        # Only now: the guess looks at what is in the air, and at the pile without it.
        if at is None:
            self._table.aim(self.likely_target(source))

    def likely_target(self, source: int | None) -> DropTarget:
        """Where what was lifted from a pile or the hand most likely goes: what it mends, completes or joins.

        So that a person with keys or a pad often only has to confirm it.
        """
        best: tuple[int, bool, int, DraftPile] | None = None
        for number, pile in enumerate(self._table.lay.piles):
            worth = self._worth(pile, source)
            # Among equals the pile that was laid on last: whoever builds one lays card after card on it.
            rank = worth, pile.key != self._last_pile, number
            if worth < NOTHING and (best is None or rank < best[:3]):
                best = *rank, pile
        if best is None:
            return DropTarget(NEW)
        return DropTarget(best[3].key, self.natural_index(best[3]))

    def _worth(self, pile: DraftPile, source: int | None) -> int:
        """How well what is carried fits a pile: it makes it whole, joins it, goes on with it, or does not."""
        cards = tuple(piece.text for piece in self._table.lay.carried)
        # Piles of others are closed to whoever has not come in.
        closed = not self._table.draft.inside and not all(piece.own for piece in pile.pieces)
        if pile.key == source or not pile.pieces or closed:
            return NOTHING
        book = self._table.book
        was, then = judge(book, pile.texts).status, judge(book, (*pile.texts, *cards)).status
        if then is MeldStatus.WHOLE:
            return 0 if was is not MeldStatus.WHOLE else 1
        begun = then is was is MeldStatus.SHORT and self._can_be_finished(pile.texts, cards)
        return 2 if begun else NOTHING

    def send(self) -> None:
        """Put what is carried where it fits, if there is but one such place; else back, and say why."""
        carry = self._table.carry
        if carry is None:
            return
        worth = [(self._worth(pile, carry.pile), pile) for pile in self._table.lay.piles]
        found = [pile for much, pile in worth if much < 2] or [pile for much, pile in worth if much == 2]
        alone = self._table.book.is_meld([piece.text for piece in self._table.lay.carried])
        if len(found) == 1 or (alone and not found):
            pile = found[0] if found else None
            target = DropTarget(pile.key, self.natural_index(pile)) if pile is not None else DropTarget(NEW)
            self._table.aim(target)
            self.drop()
            return
        self.put_back()
        self._context.refuse(
            _("It fits in {n} places: carry it to one of them.").format(n=len(found)) if found else
            _("There is no pile yet where it fits.")
        )  # fmt: skip

    def _can_be_finished(self, pile: Sequence[str], cards: Sequence[str]) -> bool:
        """Whether a card that the player sees would make a pile of two or more whole with what is carried."""
        there = [
            piece.text
            for piece in (
                *self._table.draft.hand,
                *(p for pile in self._table.lay.piles for p in pile.pieces),
            )
        ]
        # Each card once: what lies in this pile cannot complete it a second time.
        for text in (*pile, *cards):
            if text in there:
                there.remove(text)
        # A joker completes whatever is begun.
        if any(piece.joker for piece in self._table.draft.hand):
            return True
        return any(
            judge(self._table.book, (*pile, *cards, text)).status is MeldStatus.WHOLE
            for text in sorted(set(there))
        )

    def natural_index(self, pile: DraftPile) -> int:
        """Where what is carried belongs in a pile: by rank in a run, by suit in a set, else at its end."""
        pack = self._table.book.pack
        faces = [piece.face or piece.card for piece in pile.pieces]
        first = self._table.lay.carried[0].face or self._table.lay.carried[0].card
        known = [face for face in (first, *faces) if face in pack.rank]
        if (
            first not in known
            or min(len({pack.suit[f] for f in known}), len({pack.rank[f] for f in known})) > 1
        ):
            return len(faces)
        return sum(pack.place.get(face, len(pack.place)) <= pack.place[first] for face in faces)

    def landing(self, key: int, index: int) -> int:
        """Where in a pile what is carried comes to lie: one that is whole then is put in reading order."""
        pile, carried = self._table.lay.pile(key), self._table.lay.carried
        if pile is None or not carried:
            return index
        pieces = (*pile.pieces[:index], *carried, *pile.pieces[index:])
        if not self._table.book.is_meld([piece.text for piece in pieces]):
            return index
        return in_order(self._table.book, pieces).index(carried[0])

    def drop(self) -> None:
        """Put down what is carried, where it would go."""
        carry = self._table.carry
        if carry is None:
            return
        if carry.target == carry.home and carry.pile is None and len(self._table.lay.carried) > 1:
            # Put down where they were taken, picked cards lie apart as before.
            self.put_back()
            return
        paid = self._hooks.paid(self._table)
        if paid is not None:
            draft, joker = paid
            self._context.stage.audio.play("joker")
            self.do(draft)
            self.focus_on(joker)
            return
        lifted, target = (
            self._table.draft.lift([piece.key for piece in self._table.lay.carried]),
            carry.target,
        )
        if target.pile is None:
            self._drop_in_hand(lifted, target)
            return
        laid = self._table.ground().flow
        order = laid.order()
        if target.pile == NEW:
            draft = lifted.drop_new(min(len(lifted.piles), order.index(NEW) if NEW in order else len(order)))
            new = next(pile.key for pile in draft.piles if pile.key not in {p.key for p in lifted.piles})
            names = {key: key for key in order if key != NEW} | {NEW: new}
        else:
            # Counted with the carried card still in its pile, the place may lie beyond the end.
            index = min(target.index, len(lifted.pile(target.pile).pieces))
            # What is two piles by now parts by itself: nobody should have to pull them apart.
            draft = parted(lifted.drop_on(target.pile, index), target.pile)
            names = {key: key for key in order}
        held = draft.holder(lifted.lifted[0].key)
        self._last_pile = held.key if held else None
        # The room that was made for the cards is theirs now, so that nothing jumps.
        self._table.place(laid.renamed(names))
        self._table.focus = self._next_focus(carry, draft, lifted.lifted[0].key)
        self._context.stage.audio.play("card_lay")
        self.do(draft)

    def _next_focus(self, carry: Carry, draft: Draft, card: int) -> int:
        """Where the focus goes after a card was put down: with keys to the next card of where it was.

        Where none is left there, to the first pile that is not in order.
        """
        # A pointer has the focus wherever it points next.
        if carry.at is not None:
            return card
        if carry.pile is None:
            before, rest = self._table.draft.hand, draft.hand
        else:
            before = self._table.draft.pile(carry.pile).pieces
            rest = next((pile.pieces for pile in draft.piles if pile.key == carry.pile), ())
        place = [piece.key for piece in before].index(card)
        if rest:
            return rest[min(place, len(rest) - 1)].key
        verdicts = draft.verdicts()
        torn = (
            pile
            for pile in draft.piles
            if pile.key != self._last_pile and verdicts[pile.key].status is not MeldStatus.WHOLE
        )
        pile = next(torn, None)
        return pile.pieces[0].key if pile and pile.pieces else card

    def _drop_in_hand(self, lifted: Draft, target: DropTarget) -> None:
        """Back into the hand, and where it is pointed at: that makes it the owner's own order."""
        if not all(piece.own for piece in lifted.lifted):
            self._context.refuse(_("Cards that lay on the table stay there."))
            return
        keys = [piece.key for piece in lifted.lifted]
        draft = lifted.drop_in_hand()
        rest = [piece.key for piece in lifted.hand]
        shown = [*rest[: target.index], *keys, *rest[target.index :]]
        # Put down where it was taken, the hand keeps its sort.
        if shown != [piece.key for piece in draft.hand]:
            self._table.turn.reorder(shown)
        self._context.stage.audio.play("card_lay")
        self.do(self._table.turn.ordered(draft))
        self._table.focus = keys[0]

    def take_along(self, step: int) -> None:
        """Lift the cards to the right (1) or left (-1) as well; once more puts them back."""
        carry = self._table.carry
        if carry is None:
            return
        held = [piece.key for piece in self._table.lay.carried]
        home = self._table.draft.pile(carry.pile).pieces if carry.pile is not None else self._table.draft.hand
        row = [piece.key for piece in home]
        first, last = row.index(held[0]), row.index(held[-1])
        if carry.pile is None:
            # In a hand card by card, for any may go together; on the table the
            # whole rest, to split a pile there.
            wanted = row[max(0, first + min(0, step)) : last + 1 + max(0, step)]
        elif step > 0:
            wanted = row[first:] if last < len(row) - 1 else row[first : first + 1]
        else:
            wanted = row[: last + 1] if first > 0 else row[last : last + 1]
        self._hold(carry, wanted)

    def take(self, more: int) -> None:
        """Have one card more (1) in the air, the next beside it, or one less (-1), that which came last."""
        carry = self._table.carry
        if carry is None:
            return
        home = self._table.draft.pile(carry.pile).pieces if carry.pile is not None else self._table.draft.hand
        row, held = [piece.key for piece in home], [piece.key for piece in self._table.lay.carried]
        right = [key for key in row[row.index(held[-1]) + 1 :] if key not in held]
        left = row[: row.index(held[0])]
        if more > 0 and right:
            self._hold(carry, [*held, right[0]])
        elif more > 0 and left:
            # One more in front: what is carried begins a place earlier, and goes back to there.
            before = replace(carry, home=DropTarget(carry.pile, len(left) - 1), ahead=carry.ahead + 1)
            self._hold(before, [left[-1], *held])
        elif more < 0 and carry.ahead and len(held) > 1:
            after = replace(carry, home=DropTarget(carry.pile, len(left) + 1), ahead=carry.ahead - 1)
            self._hold(after, held[1:])
        elif more < 0 and len(held) > 1:
            self._hold(carry, held[:-1])

    def _hold(self, carry: Carry, wanted: Sequence[int]) -> None:
        """Have these cards in the air instead."""
        sentence = self._hooks.refuse_lift(self._table, wanted)
        if sentence:
            self._context.refuse(sentence)
            return
        # A place that somebody has chosen stays; a guess is made anew for what is carried now.
        guessed = carry.at is None and carry.target == self.likely_target(carry.pile)
        self._table.lift(self._table.draft.lift(wanted), carry)
        if guessed:
            self._table.aim(self.likely_target(carry.pile))
        self._context.stage.audio.play("lift")

    # Where the focus is.

    def rows(self) -> Rows:
        """What the focus can go to, row by row: cards, or places to put down what is carried."""
        resting = self.resting()
        found: Rows = []
        if self._table.carry is not None:
            boxes = {**resting.boxes(), NEW: self.new_box()}
            new = resting.row_at(boxes[NEW].centre[1])
            for number, row in enumerate(resting.flow.rows):
                keys = [slot.key for slot in row] + ([NEW] if number == new else [])
                found.append([(str(key), boxes[key]) for key in sorted(keys, key=lambda k: boxes[k].x)])
            # What lay on the table can never go to a hand, so the focus does not go there either.
            hand = all(piece.own for piece in self._table.lay.carried)
            return [*filter(None, found), *([[(HAND, self._table.places.hand)]] if hand else [])]
        pieces = {pile.key: pile.pieces for pile in self._table.lay.piles}
        for number, row in enumerate(resting.flow.rows):
            y = resting.flow.top + number * resting.flow.pitch
            cards = []
            for slot in row:
                there = pieces.get(slot.key, ())
                for index, piece in enumerate(there):
                    last = index == len(there) - 1
                    cards.append((str(piece.key), resting.seen(slot, y, index, last=last)))
            found.append(cards)
        held = [(str(piece.key), box) for piece, box in self.hand_boxes(resting=True)]
        back = cut(len(held), deep=self._table.deep)
        return [*filter(None, (*found, held[:back], held[back:]))]

    def spots(self) -> dict[str, Box]:
        return {name: box for row in self.rows() for name, box in row}

    def resting(self) -> PileArea:
        """The piles as they lie when nothing makes them give way; steps go by it, so they are certain."""
        assert self._table.flow is not None
        return PileArea(self._table.places, self._table.room.shape, self._table.flow, self._table.scroll)

    def hand_boxes(self, *, resting: bool = False) -> list[tuple[Piece, Box]]:
        """The visible part of each card of the hand, from left to right; resting: none lifted."""
        hand = self._table.lay.hand
        poses = self._table.fan(len(hand)) if resting else self._table.hand_poses()
        # The front row covers the one behind it, and a card in focus takes none of that from it.
        front = self._table.fan(len(hand))[-1] if self._table.deep and hand else None
        split = front.y - front.card * RATIO / 2 if front is not None else 0.0
        lefts = [pose.x - pose.card / 2 for pose in poses]
        found = []
        for number, (piece, pose) in enumerate(zip(hand, poses, strict=True)):
            x = lefts[number]
            same = number + 1 < len(hand) and poses[number + 1].x > pose.x
            right = lefts[number + 1] if same else pose.x + pose.card / 2
            top = pose.y - pose.card * RATIO / 2
            floor = self._table.places.wood.y
            if front is not None and number < cut(len(hand), deep=True):
                floor = min(floor, split)
            elif front is not None:
                top = max(top, split)
            found.append((piece, Box(x, top, max(8.0, right - x), max(24.0, floor - top))))
        return found

    def new_box(self) -> Box:
        """Where a new pile would lie if nobody said where."""
        table, resting = self._table, self.resting()
        held = len(table.lay.carried), DropTarget(NEW)
        shown = layout_with_gap(resting.flow, table.lay.piles, held, area_of(table.places), table.room.shape)
        return replace(resting, flow=shown).boxes()[NEW]

    def navigate(self, dx: int, dy: int) -> None:
        carry = self._table.carry
        if carry is None and self._table.focus is None:
            first = self.first_spot()
            if first is not None:
                self.focus_on(int(first))
            return
        name = str(self._table.focus)
        if carry is not None:
            name = HAND if carry.target.pile is None else str(carry.target.pile)
            # A step to the side within the hand, while a card of the hand is carried over it.
            index = carry.target.index + dx
            if name == HAND and dx and 0 <= index <= len(self._table.lay.hand):
                self._table.aim(DropTarget(None, index))
                return
        found = self.neighbour(name, dx, dy)
        if found is not None and carry is not None:
            self.carry_to(found)
        elif found is not None:
            self.focus_on(int(found))

    def neighbour(self, name: str, dx: int, dy: int, rows: Rows | None = None) -> str | None:
        """What lies beside a place: the next in its row, or the nearest in the row above or below."""
        rows = rows or self.rows()
        number = next((n for n, row in enumerate(rows) if name in [other for other, _box in row]), None)
        if number is None:
            return self.first_spot() if self._table.carry is None else rows[0][0][0]
        row = rows[number]
        place = [other for other, _box in row].index(name)
        if dy:
            there = rows[number + dy] if 0 <= number + dy < len(rows) else []
            x = row[place][1].centre[0]
            if self._table.carry is not None and name == HAND:
                # From where the card hangs, not from the middle of the whole hand.
                x = self._table.carried_pose(0).x
            return min(there, key=lambda one: abs(one[1].centre[0] - x))[0] if there else None
        return row[place + dx][0] if 0 <= place + dx < len(row) else None

    def first_spot(self) -> str | None:
        """Where the focus starts: the first card of the hand."""
        if self._table.lay.hand:
            return str(self._table.lay.hand[0].key)
        return next(iter(self.spots()), None)

    def carry_to(self, name: str) -> None:
        """Carry what is lifted to a place of `spots`."""
        if name == HAND:
            self._table.aim(DropTarget(None, len(self._table.lay.hand)))
            return
        key = int(name)
        pile = self._table.lay.pile(key)
        self._table.aim(DropTarget(key, self.natural_index(pile) if pile else 0))

    def drop_new(self) -> None:
        """Put down what is carried as a pile of its own."""
        self._table.aim(DropTarget(NEW))
        self.drop()

    def drop_and_next(self) -> None:
        """Put down what is carried, and lift the next card of where it was: row after row in few presses."""
        held = {piece.key for piece in self._table.lay.carried}
        in_hand = self._table.carry is not None and self._table.carry.target.pile is None
        self.drop()
        focus = self._table.focus
        if self._table.carry is None and not in_hand and focus is not None and focus not in held:
            self.lift([focus])

    def start_at(self, names: Sequence[str]) -> None:
        """With keys or a pad the focus is at the first card of these in the hand, where it is nowhere yet."""
        if self._table.focus is None and self._context.stage.devices.last != MOUSE:
            held = {piece.text: piece.key for piece in reversed(self._table.lay.hand)}
            self._table.focus = next((held[name] for name in names if name in held), None)
            self._table.make_room()

    def next_group(self, step: int) -> None:
        """Let the focus go to the next pile, or the hand."""
        groups: list[Sequence[Piece]] = [self._table.lay.hand] if self._table.lay.hand else []
        by_key = {pile.key: pile.pieces for pile in self._table.lay.piles}
        groups += [by_key[key] for key in self._table.ground().flow.order() if by_key.get(key)]
        if not groups:
            return
        here = next(
            (n for n, group in enumerate(groups) if self._table.focus in [p.key for p in group]), None
        )
        place = 0 if here is None else (here + step) % len(groups)
        self.focus_on(groups[place][0].key)

    # The mouse.

    def pointed(self, at: tuple[float, float]) -> None:
        """The pointer is here, in units; what keys or a pad carry is not torn from them by a touch of it."""
        if self._other is not None and _apart(at, self._other[1]) > DRAG:
            (key, pressed), self._other = self._other, None
            self.put_back()
            self._table.focus, self._table.rest = key, False
            self.lift(self.grip(), pressed)
        carry = self._table.carry
        if carry is None:
            self._table.swept(at)
            # Beside all cards none is meant: one that was pointed at would stay large for good.
            found = self.card_at(at) or (None, False)
            if found != (self._table.focus, self._table.rest):
                self._table.focus, self._table.rest = found
                self._context.redraw()
            return
        if carry.at is None:
            return
        dragged = carry.dragged or (carry.pressed is not None and _apart(at, carry.pressed) > DRAG)
        self._table.hold(replace(carry, at=at, dragged=dragged))
        # A table that is too full scrolls at its edges: the wheel is taken by what is carried.
        area, over = self._table.places.piles, self._table.ground().overflow
        step = SCROLLED * ((at[1] > area.bottom - MARGIN) - (at[1] < area.y + MARGIN))
        if over and step and area.x <= at[0] <= area.right and area.y <= at[1] <= area.bottom:
            self._table.scroll = max(0.0, min(over, self._table.scroll + step))
        self._table.aim(self.target_at(at))
        self._table.aim_carried()
        self._context.redraw()

    def card_at(self, at: tuple[float, float]) -> tuple[int, bool] | None:
        """The card under a point, and whether the cards to its right come along."""
        held = self._held_at(at) if at[1] < self._table.places.wood.y else None
        if held is not None:
            return held, False
        if not self._table.places.piles.grown(14).holds(at):
            return None
        ground = self._table.ground()
        for pile in self._table.lay.piles:
            found = ground.slot(pile.key)
            if found is None:
                continue
            last = len(pile.pieces) - 1
            for index, piece in enumerate(pile.pieces):
                box = ground.seen(*found, index, last=index == last)
                if box.holds(at):
                    return piece.key, index < last and at[1] > box.y + box.h * WHOLE_GRIP
        return None

    def _held_at(self, at: tuple[float, float]) -> int | None:
        """The card of the hand that is seen under a point, wherever it is on its way."""
        table, now = self._table, self._context.stage.now
        keys = [piece.key for piece in table.lay.hand]
        where = [table.cards.at(key, now) for key in keys]
        poses = [pose for pose in where if pose is not None]
        apart = keys.index(table.parted) if table.carry is None and table.parted in keys else None
        for place in reversed(stacked(poses, cut(len(poses), deep=table.deep), apart)):
            if covers(poses[place], at, own=PART_LEFT if place == apart else 0.0):
                return keys[place]
        return None

    def target_at(self, at: tuple[float, float]) -> DropTarget:
        """Where what is carried at a point would go down."""
        assert self._table.carry is not None
        if self._just_taken(at):
            return self._table.carry.home
        beyond = at[0] > self._table.places.table.right + 12 or at[1] < self._table.places.table.y - 24
        # Let go outside the table it goes back to where it was.
        if beyond or at[1] > self._table.places.wood.y:
            return self._table.carry.home
        if at[1] > self._table.places.hand.y - HAND_REACH and at[0] < self._table.places.hand.right + 30:
            place = place_at(self._table.whole_fan(), deep=self._table.deep, x=at[0], y=at[1])
            return DropTarget(None, min(place, len(self._table.lay.hand)))
        resting = self.resting()
        # Between two piles the place for a new one comes first, then whichever pile is near.
        key = resting.pile_at(at, beside=False)
        if key is None and not self.new_box().holds(at):
            key = resting.pile_at(at)
        if key is not None:
            pile = self._table.lay.pile(key)
            last = len(pile.pieces) if pile else 0
            return DropTarget(key, self.landing(key, min(resting.index_at(key, at[0]), last)))
        # There where they are held, and not where the pointer holds them.
        x, y = self._table.held_middle(0, at)
        return DropTarget(NEW, 0, resting.row_at(y), x - self._table.places.piles.x)

    def _just_taken(self, at: tuple[float, float]) -> bool:
        """Whether a point is where the pointer took up what it carries: there it is put back."""
        taken = self._table.carry.taken if self._table.carry is not None else None
        return taken is not None and _apart(at, taken) <= DRAG

    def pressed(self, at: tuple[float, float]) -> None:
        """The button of the mouse went down here."""
        carry = self._table.carry
        if carry is not None:
            if self._just_taken(at) and self._context.stage.now - carry.since <= DOUBLE:
                self.send()
                return
            self._table.hold(replace(carry, at=at))
            self.pointed(at)
            found = None if self._just_taken(at) else self.card_at(at)
            if found is not None and found[0] in {piece.key for piece in self._table.lay.hand}:
                self._other = found[0], at  # a click puts down here, a drag takes that card instead
                return
            self.drop()
            return
        found = self.card_at(at)
        if found is None:
            return
        self._table.focus, self._table.rest = found
        self.lift(self.grip(), at)

    def released(self, at: tuple[float, float]) -> None:
        """It came up again: a drag ends here, a click goes on."""
        carry, other, self._other = self._table.carry, self._other, None
        if carry is None or (carry.pressed is None and other is None):
            return
        if carry.pressed is None or carry.dragged or _apart(at, carry.pressed) > DRAG:
            self.pointed(at)
            self.drop()
        else:
            # Short, so it was a click: the card stays in hand until the next one.
            self._table.hold(replace(carry, pressed=None))

    def grip(self) -> list[int]:
        """The cards that a lift takes now: with one that somebody has picked all that are."""
        if self._table.focus is None:
            return []
        own = self._table.picked - self._table.advised
        if self._table.focus in own:
            return [piece.key for piece in self._table.lay.hand if piece.key in own]
        pile = self._table.lay.holder(self._table.focus)
        if pile is None or not self._table.rest:
            return [self._table.focus]
        keys = [piece.key for piece in pile.pieces]
        return keys[keys.index(self._table.focus) :]

    def intent(self, intent: Intent) -> None:
        """Use an intent that has to do with cards."""
        at = self._context.stage.view.units(intent.at)
        match intent.act:
            case Act.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case Act.CONFIRM if self._table.carry is not None:
                self.drop()
            case Act.CONFIRM if self._table.focus is not None:
                self.lift(self.grip())
            case Act.CONFIRM:
                self.navigate(0, 0)  # the first press of a turn shows where one is
            case Act.PREVIOUS | Act.NEXT if self._table.carry is not None:
                self.take_along(1 if intent.act is Act.NEXT else -1)
            case Act.POINT:
                self.pointed(at)
            case Act.PRESS:
                self.pressed(at)
            case Act.RELEASE:
                self.released(at)
            case Act.SCROLL if self._table.carry is not None:
                if intent.dy:
                    self.take(1 if intent.dy > 0 else -1)
            case Act.SCROLL:
                self.scroll_by(-60.0 * intent.dy)

    def scroll_by(self, units: float) -> None:
        """Move the piles of a table that is too full to be seen whole."""
        self._table.scroll = max(0.0, min(self._table.ground().overflow, self._table.scroll + units))
        self._table.make_room()


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two points lie apart, along the axis on which it is more."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
