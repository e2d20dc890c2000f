"""How people point at cards and places, with any device.

With keys or a pad the focus goes card by card in space, and from pile to pile with next and previous; confirm
lifts the card, next and previous then take along the cards to its right or left, directions carry it from
pile to pile, confirm puts it down, back puts it back; secondary puts it down and lifts the next card at once,
look lays it down as a new pile. With the mouse a card is dragged, or clicked and
clicked down again; its lower part takes the cards to its right along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from game.core.rummy.pieces import Piece
from game.ui.input import Act, Intent
from game.ui.rummy.carrying import Carrying
from game.ui.rummy.fan import RATIO, cut, fan, place_at
from game.ui.rummy.flow import Wish, flow
from game.ui.rummy.ground import WHOLE_GRIP, Ground, area_of
from game.ui.rummy.laid import NEW, NEW_WIDE, Target
from game.ui.view import Box

DRAG = 9.0
"""How far the mouse moves before a press is a drag, in units."""
HAND_REACH = 24.0
"""How far above the hand its cards can be let fall into it: as far as they stand out of it."""
HAND = "hand"
Rows: TypeAlias = list[list[tuple[str, Box]]]
"""Names and boxes of what the focus can go to, row by row."""


class Pointing(Carrying):
    """The part of a rummy's scene that knows what the next press would take, or where it would put it."""

    # Where the focus is.

    def rows(self) -> Rows:
        """What the focus can go to, row by row: cards, or places to put down what is carried."""
        assert self.places is not None
        resting = self.resting()
        found: Rows = []
        if self.carry is not None:
            boxes = {**resting.boxes(), NEW: self.new_box()}
            new = resting.row_at(boxes[NEW].centre[1])
            for number, row in enumerate(resting.flow.rows):
                keys = [slot.key for slot in row] + ([NEW] if number == new else [])
                found.append([(str(key), boxes[key]) for key in sorted(keys, key=lambda k: boxes[k].x)])
            hand = all(piece.own for piece in self.lay.carried)
            return [*filter(None, found), *([[(HAND, self.places.hand)]] if hand else [])]
        pieces = {pile.key: pile.pieces for pile in self.lay.piles}
        for number, row in enumerate(resting.flow.rows):
            y = resting.flow.top + number * resting.flow.pitch
            cards = []
            for slot in row:
                there = pieces.get(slot.key, ())
                for index, piece in enumerate(there):
                    last = index == len(there) - 1
                    cards.append((str(piece.key), resting.seen(slot, y, index, last)))
            found.append(cards)
        held = [(str(piece.key), box) for piece, box in self.hand_boxes(resting=True)]
        back = cut(len(held), self._deep)
        return [*filter(None, (*found, held[:back], held[back:]))]

    def spots(self) -> dict[str, Box]:
        """The same by name."""
        return {name: box for row in self.rows() for name, box in row}

    def resting(self) -> Ground:
        """The piles as they lie when nothing makes them give way; steps go by it, so they are certain."""
        assert self.places is not None
        assert self._flow is not None
        return Ground(self.places, self.room.shape, self._flow, self.scroll)

    def hand_boxes(self, *, resting: bool = False) -> list[tuple[Piece, Box]]:
        """The visible part of each card of the hand, from left to right; resting: none lifted."""
        assert self.places is not None
        hand = self.lay.hand
        poses = fan(self.places.hand, len(hand), deep=self._deep) if resting else self.hand_poses()
        found = []
        for number, (piece, pose) in enumerate(zip(hand, poses, strict=True)):
            x = pose.x - pose.card / 2
            same = number + 1 < len(hand) and poses[number + 1].x > pose.x
            right = poses[number + 1].x - poses[number + 1].card / 2 if same else x + pose.card
            top = pose.y - pose.card * RATIO / 2
            floor = self.places.wood.y
            if self._deep and number < cut(len(hand), True):
                floor = min(floor, poses[-1].y - poses[-1].card * RATIO / 2)
            found.append((piece, Box(x, top, max(8.0, right - x), max(24.0, floor - top))))
        return found

    def new_box(self) -> Box:
        """Where a new pile would lie if nobody said where."""
        assert self.places is not None
        assert self._flow is not None
        wishes = [self.wish(pile) for pile in self.lay.piles]
        wishes.append(Wish(NEW, max(NEW_WIDE, len(self.lay.carried))))
        shown = flow(self._flow, wishes, area_of(self.places), self.room.shape)
        ground = Ground(self.places, self.room.shape, shown, self.scroll)
        return ground.boxes()[NEW]

    def navigate(self, dx: int, dy: int) -> None:
        """The next card, or the next place, in a direction."""
        carry = self.carry
        if carry is None and self.focus is None:
            first = self.first_spot()
            if first is not None:
                self.focus_on(int(first))
            return
        name = str(self.focus)
        if carry is not None:
            name = HAND if carry.target.pile is None else str(carry.target.pile)
            if name == HAND and dx and self._along_hand(dx):
                return
        found = self.beside(name, dx, dy)
        if found is not None and carry is not None:
            self.carry_to(found)
        elif found is not None:
            self.focus_on(int(found))

    def beside(self, name: str, dx: int, dy: int, rows: Rows | None = None) -> str | None:
        """What lies beside a place: the next in its row, or the nearest in the row above or below."""
        rows = rows or self.rows()
        number = next((n for n, row in enumerate(rows) if name in [other for other, _box in row]), None)
        if number is None:
            return self.first_spot() if self.carry is None else rows[0][0][0]
        row = rows[number]
        place = [other for other, _box in row].index(name)
        if dy:
            there = rows[number + dy] if 0 <= number + dy < len(rows) else []
            x = row[place][1].centre[0]
            if self.carry is not None and name == HAND:
                x = self.carried_pose(0).x
            return min(there, key=lambda one: abs(one[1].centre[0] - x))[0] if there else None
        return row[place + dx][0] if 0 <= place + dx < len(row) else None

    def _along_hand(self, dx: int) -> bool:
        """A step to the side within the hand while a card of the hand is carried over it."""
        assert self.carry is not None
        index = self.carry.target.index + dx
        if not 0 <= index <= len(self.lay.hand):
            return False
        self.aim_at(Target(None, index))
        return True

    def first_spot(self) -> str | None:
        """Where the focus starts: the first card of the hand."""
        if self.lay.hand:
            return str(self.lay.hand[0].key)
        return next(iter(self.spots()), None)

    def focus_on(self, key: int | None, *, rest: bool = False) -> None:
        """Let the focus be on a card."""
        if key != self.focus or rest != self.rest:
            if key != self.focus:
                self.stage.audio.play("focus")
            self.focus, self.rest = key, rest
            self._show_focus()
            self.make_room()

    def _show_focus(self) -> None:
        """Scroll a full table so far that the focus can be seen."""
        if self.focus is None or self.places is None:
            return
        pile = self.lay.holder(self.focus)
        box = self.ground().boxes().get(pile.key) if pile else None
        if box is not None:
            area = self.places.piles
            low, high = max(0.0, box.bottom - area.bottom), max(0.0, area.y - box.y)
            self.scroll = max(0.0, min(self.ground().overflow, self.scroll + low - high))

    def carry_to(self, name: str) -> None:
        """Carry what is lifted to a place of `spots`."""
        if name == HAND:
            self.aim_at(Target(None, len(self.lay.hand)))
            return
        key = int(name)
        pile = self.lay.pile(key)
        self.aim_at(Target(key, self.natural_index(pile) if pile else 0))

    def aim_at(self, target: Target) -> None:
        """Let what is carried go down here."""
        assert self.carry is not None
        if target != self.carry.target:
            self.carry = replace(self.carry, target=target)
            self.make_room()

    def drop_new(self) -> None:
        """Put down what is carried as a pile of its own."""
        self.aim_at(Target(NEW))
        self.drop()

    def drop_and_next(self) -> None:
        """Put down what is carried, and lift the next card of where it was: row after row in few presses."""
        held = {piece.key for piece in self.lay.carried}
        in_hand = self.carry is not None and self.carry.target.pile is None
        self.drop()
        if self.carry is None and not in_hand and self.focus is not None and self.focus not in held:
            self.lift([self.focus])

    def next_group(self, step: int) -> None:
        """Let the focus go to the next pile, or the hand."""
        groups: list[Sequence[Piece]] = [self.lay.hand] if self.lay.hand else []
        by_key = {pile.key: pile.pieces for pile in self.lay.piles}
        groups += [by_key[key] for key in self.ground().flow.order() if by_key.get(key)]
        if not groups:
            return
        here = next((n for n, group in enumerate(groups) if self.focus in [p.key for p in group]), None)
        place = 0 if here is None else (here + step) % len(groups)
        self.focus_on(groups[place][0].key)

    # The mouse.

    def pointed(self, at: tuple[float, float]) -> None:
        """The pointer is here, in units; what keys or a pad carry is not torn from them by a touch of it."""
        carry = self.carry
        if carry is None:
            self._hover_card(at)
        if carry is None or carry.at is None:
            return
        self.carry = replace(carry, at=at)
        self.aim_at(self.target_at(at))
        self._aim_carried()
        self.stale = True

    def _hover_card(self, at: tuple[float, float]) -> None:
        found = self.card_at(at)
        if found is not None:
            key, rest = found
            if key != self.focus or rest != self.rest:
                self.focus, self.rest = key, rest
                self.make_room()

    def card_at(self, at: tuple[float, float]) -> tuple[int, bool] | None:
        """The card under a point, and whether the cards to its right come along."""
        for piece, box in reversed(self.hand_boxes()):
            if box.holds(at):
                return piece.key, False
        assert self.places is not None
        if not self.places.piles.grown(14).holds(at):
            return None
        ground = self.ground()
        for pile in self.lay.piles:
            found = ground.slot(pile.key)
            if found is None:
                continue
            last = len(pile.pieces) - 1
            for index, piece in enumerate(pile.pieces):
                box = ground.seen(*found, index, index == last)
                if box.holds(at):
                    return piece.key, index < last and at[1] > box.y + box.h * WHOLE_GRIP
        return None

    def target_at(self, at: tuple[float, float]) -> Target:
        """Where what is carried at a point would go down."""
        assert self.places is not None
        assert self.carry is not None
        if self._just_taken(at):
            return self.carry.home
        beyond = at[0] > self.places.table.right + 12 or at[1] < self.places.table.y - 24
        if beyond or at[1] > self.places.wood.y:
            return self.carry.home
        if at[1] > self.places.hand.y - HAND_REACH and at[0] < self.places.hand.right + 30:
            place = place_at(self.whole_fan(), self._deep, at[0], at[1])
            return Target(None, min(place, len(self.lay.hand)))
        resting = self.resting()
        key = resting.pile_at(at, beside=False)
        if key is None and not self.new_box().holds(at):
            key = resting.pile_at(at)
        if key is not None:
            return Target(key, min(resting.index_at(key, at[0]), len(self.lay_pile(key))))
        return Target(NEW, 0, resting.row_at(at[1]), at[0] - self.places.piles.x)

    def _just_taken(self, at: tuple[float, float]) -> bool:
        """Whether a point is where the pointer took up what it carries: there it is put back."""
        taken = self.carry.taken if self.carry is not None else None
        return taken is not None and max(abs(at[0] - taken[0]), abs(at[1] - taken[1])) <= DRAG

    def lay_pile(self, key: int) -> tuple[Piece, ...]:
        """The cards of a pile that is shown."""
        pile = self.lay.pile(key)
        return pile.pieces if pile else ()

    def pressed(self, at: tuple[float, float]) -> None:
        """The button of the mouse went down here."""
        if self.carry is not None:
            self.carry = replace(self.carry, at=at)
            self.pointed(at)
            self.drop()
            return
        found = self.card_at(at)
        if found is None:
            return
        self.focus, self.rest = found
        self.lift(self.grip(), at)

    def released(self, at: tuple[float, float]) -> None:
        """It came up again: a drag ends here, a click goes on."""
        carry = self.carry
        if carry is None or carry.pressed is None:
            return
        far = max(abs(at[0] - carry.pressed[0]), abs(at[1] - carry.pressed[1]))
        if far > DRAG:
            self.pointed(at)
            self.drop()
        else:
            self.carry = replace(carry, pressed=None)

    def grip(self) -> list[int]:
        """The cards that a lift takes now."""
        if self.focus is None:
            return []
        pile = self.lay.holder(self.focus)
        if pile is None or not self.rest:
            return [self.focus]
        keys = [piece.key for piece in pile.pieces]
        return keys[keys.index(self.focus) :]

    # Intents.

    def move_about(self, intent: Intent) -> bool:
        """Use an intent that has to do with cards; whether it was one."""
        at = self.stage.view.units(intent.at)
        match intent.act:
            case Act.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case Act.CONFIRM if self.carry is not None:
                self.drop()
            case Act.CONFIRM if self.focus is not None:
                self.lift(self.grip())
            case Act.PREVIOUS | Act.NEXT if self.carry is not None:
                self.take_along(1 if intent.act is Act.NEXT else -1)
            case Act.POINT:
                self.pointed(at)
            case Act.PRESS:
                self.pressed(at)
            case Act.RELEASE:
                self.released(at)
            case Act.SCROLL:
                self.scroll_by(-60.0 * intent.dy)
            case _:
                return False
        self.stale = True
        return True

    def scroll_by(self, units: float) -> None:
        """Move the piles of a table that is too full to be seen whole."""
        self.scroll = max(0.0, min(self.ground().overflow, self.scroll + units))
        self.make_room()
