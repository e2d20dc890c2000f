"""How people point at cards and places, with any device.

With keys or a pad the focus goes card by card in space, and from pile to pile with next and previous; confirm
lifts the card, or all that are picked with it; next and previous then take along the cards to its right or
left, directions carry it from pile to pile, confirm puts it down, back puts it back; secondary puts it down
and lifts the next card at once, look lays it down as a new pile. With the mouse a card is dragged, or clicked
and clicked down again; its lower part takes the cards to its right along, the wheel one more or one less
while they are carried. Pressed twice, a card goes to the one place where it fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from game.core.rummy.draft import Piece
from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.core.input import Act, Intent
from game.ui.table.context import ViewContext
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.fan import PART_LEFT, covers, cut, place_at, stacked
from game.ui.table.rummy.giving_way import giving_way
from game.ui.table.rummy.pile_area import WHOLE_GRIP, PileArea, area_of
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.target import NEW, DropTarget

DRAG = 9.0
"""How far the mouse moves before a press is a drag, in units."""
DOUBLE = 400.0
"""Within how many ms two presses are one double press."""
MARGIN, SCROLLED = 26.0, 14.0
"""How near its edge a full table scrolls under what is carried, and how far for each step of the pointer."""
HAND_REACH = 24.0
"""How far above the hand its cards can be let fall into it: as far as they stand out of it."""
HAND = "hand"
Rows: TypeAlias = list[list[tuple[str, Box]]]
"""Names and boxes of what the focus can go to, row by row."""


class Pointer:
    """Knows what the next press would take, or where it would put it."""

    def __init__(self, table: ViewContext, top: Tabletop, grip: Grip) -> None:
        self._table = table
        self._top = top
        self._grip = grip
        self._other: tuple[int, tuple[float, float]] | None = None
        """The card of the hand that is pressed while another is carried, and where: dragged, it is meant."""

    # Where the focus is.

    def rows(self) -> Rows:
        """What the focus can go to, row by row: cards, or places to put down what is carried."""
        assert self._top.places is not None
        resting = self.resting()
        found: Rows = []
        if self._top.carry is not None:
            boxes = {**resting.boxes(), NEW: self.new_box()}
            new = resting.row_at(boxes[NEW].centre[1])
            for number, row in enumerate(resting.flow.rows):
                keys = [slot.key for slot in row] + ([NEW] if number == new else [])
                found.append([(str(key), boxes[key]) for key in sorted(keys, key=lambda k: boxes[k].x)])
            # What lay on the table can never go to a hand, so the focus does not go there either.
            hand = all(piece.own for piece in self._top.lay.carried)
            return [*filter(None, found), *([[(HAND, self._top.places.hand)]] if hand else [])]
        pieces = {pile.key: pile.pieces for pile in self._top.lay.piles}
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
        back = cut(len(held), deep=self._top.deep)
        return [*filter(None, (*found, held[:back], held[back:]))]

    def spots(self) -> dict[str, Box]:
        """The same by name."""
        return {name: box for row in self.rows() for name, box in row}

    def resting(self) -> PileArea:
        """The piles as they lie when nothing makes them give way; steps go by it, so they are certain."""
        assert self._top.places is not None
        assert self._top.flow is not None
        return PileArea(self._top.places, self._top.room.shape, self._top.flow, self._top.scroll)

    def hand_boxes(self, *, resting: bool = False) -> list[tuple[Piece, Box]]:
        """The visible part of each card of the hand, from left to right; resting: none lifted."""
        assert self._top.places is not None
        hand = self._top.lay.hand
        poses = self._top.fan(len(hand)) if resting else self._top.hand_poses()
        # The front row covers the one behind it, and a card in focus takes none of that from it.
        front = self._top.fan(len(hand))[-1] if self._top.deep and hand else None
        split = front.y - front.card * RATIO / 2 if front is not None else 0.0
        lefts = [pose.x - pose.card / 2 for pose in poses]
        found = []
        for number, (piece, pose) in enumerate(zip(hand, poses, strict=True)):
            x = lefts[number]
            same = number + 1 < len(hand) and poses[number + 1].x > pose.x
            right = lefts[number + 1] if same else pose.x + pose.card / 2
            top = pose.y - pose.card * RATIO / 2
            floor = self._top.places.wood.y
            if front is not None and number < cut(len(hand), deep=True):
                floor = min(floor, split)
            elif front is not None:
                top = max(top, split)
            found.append((piece, Box(x, top, max(8.0, right - x), max(24.0, floor - top))))
        return found

    def new_box(self) -> Box:
        """Where a new pile would lie if nobody said where."""
        assert self._top.places is not None
        assert self._top.flow is not None
        held = len(self._top.lay.carried), DropTarget(NEW)
        area, shape = area_of(self._top.places), self._top.room.shape
        shown = giving_way(self._top.flow, self._top.lay.piles, held, area, shape)
        ground = PileArea(self._top.places, self._top.room.shape, shown, self._top.scroll)
        return ground.boxes()[NEW]

    def navigate(self, dx: int, dy: int) -> None:
        """The next card, or the next place, in a direction."""
        carry = self._top.carry
        if carry is None and self._top.focus is None:
            first = self.first_spot()
            if first is not None:
                self._grip.focus_on(int(first))
            return
        name = str(self._top.focus)
        if carry is not None:
            name = HAND if carry.target.pile is None else str(carry.target.pile)
            if name == HAND and dx and self._along_hand(dx):
                return
        found = self.neighbour(name, dx, dy)
        if found is not None and carry is not None:
            self.carry_to(found)
        elif found is not None:
            self._grip.focus_on(int(found))

    def neighbour(self, name: str, dx: int, dy: int, rows: Rows | None = None) -> str | None:
        """What lies beside a place: the next in its row, or the nearest in the row above or below."""
        rows = rows or self.rows()
        number = next((n for n, row in enumerate(rows) if name in [other for other, _box in row]), None)
        if number is None:
            return self.first_spot() if self._top.carry is None else rows[0][0][0]
        row = rows[number]
        place = [other for other, _box in row].index(name)
        if dy:
            there = rows[number + dy] if 0 <= number + dy < len(rows) else []
            x = row[place][1].centre[0]
            if self._top.carry is not None and name == HAND:
                # From where the card hangs, not from the middle of the whole hand.
                x = self._top.carried_pose(0).x
            return min(there, key=lambda one: abs(one[1].centre[0] - x))[0] if there else None
        return row[place + dx][0] if 0 <= place + dx < len(row) else None

    def _along_hand(self, dx: int) -> bool:
        """A step to the side within the hand while a card of the hand is carried over it."""
        assert self._top.carry is not None
        index = self._top.carry.target.index + dx
        if not 0 <= index <= len(self._top.lay.hand):
            return False
        self.aim_at(DropTarget(None, index))
        return True

    def first_spot(self) -> str | None:
        """Where the focus starts: the first card of the hand."""
        if self._top.lay.hand:
            return str(self._top.lay.hand[0].key)
        return next(iter(self.spots()), None)

    def carry_to(self, name: str) -> None:
        """Carry what is lifted to a place of `spots`."""
        if name == HAND:
            self.aim_at(DropTarget(None, len(self._top.lay.hand)))
            return
        key = int(name)
        pile = self._top.lay.pile(key)
        self.aim_at(DropTarget(key, self._grip.natural_index(pile) if pile else 0))

    def aim_at(self, target: DropTarget) -> None:
        """Let what is carried go down here."""
        assert self._top.carry is not None
        if target != self._top.carry.target:
            self._top.carry = replace(self._top.carry, target=target)
            self._top.make_room()

    def drop_new(self) -> None:
        """Put down what is carried as a pile of its own."""
        self.aim_at(DropTarget(NEW))
        self._grip.drop()

    def drop_and_next(self) -> None:
        """Put down what is carried, and lift the next card of where it was: row after row in few presses."""
        held = {piece.key for piece in self._top.lay.carried}
        in_hand = self._top.carry is not None and self._top.carry.target.pile is None
        self._grip.drop()
        focus = self._top.focus
        if self._top.carry is None and not in_hand and focus is not None and focus not in held:
            self._grip.lift([focus])

    def next_group(self, step: int) -> None:
        """Let the focus go to the next pile, or the hand."""
        groups: list[Sequence[Piece]] = [self._top.lay.hand] if self._top.lay.hand else []
        by_key = {pile.key: pile.pieces for pile in self._top.lay.piles}
        groups += [by_key[key] for key in self._top.ground().flow.order() if by_key.get(key)]
        if not groups:
            return
        here = next((n for n, group in enumerate(groups) if self._top.focus in [p.key for p in group]), None)
        place = 0 if here is None else (here + step) % len(groups)
        self._grip.focus_on(groups[place][0].key)

    # The mouse.

    def pointed(self, at: tuple[float, float]) -> None:
        """The pointer is here, in units; what keys or a pad carry is not torn from them by a touch of it."""
        if self._other is not None and _apart(at, self._other[1]) > DRAG:
            (key, pressed), self._other = self._other, None
            self._grip.put_back()
            self._top.focus, self._top.rest = key, False
            self._grip.lift(self.grip(), pressed)
        carry = self._top.carry
        if carry is None:
            self._hover_card(at)
        if carry is None or carry.at is None:
            return
        dragged = carry.dragged or (carry.pressed is not None and _apart(at, carry.pressed) > DRAG)
        self._top.carry = replace(carry, at=at, dragged=dragged)
        self._scroll_at_edge(at)
        self.aim_at(self.target_at(at))
        self._top.aim_carried()
        self._table.redraw()

    def _scroll_at_edge(self, at: tuple[float, float]) -> None:
        """Scroll a table that is too full: the wheel is taken by what is carried."""
        assert self._top.places is not None
        area, over = self._top.places.piles, self._top.ground().overflow
        step = SCROLLED * ((at[1] > area.bottom - MARGIN) - (at[1] < area.y + MARGIN))
        if over and step and area.x <= at[0] <= area.right and area.y <= at[1] <= area.bottom:
            self._top.scroll = max(0.0, min(over, self._top.scroll + step))

    def _hover_card(self, at: tuple[float, float]) -> None:
        self._top.swept(at)
        # Beside all cards none is meant: one that was pointed at would stay large for good.
        key, rest = self.card_at(at) or (None, False)
        if key != self._top.focus or rest != self._top.rest:
            self._top.focus, self._top.rest = key, rest
            self._table.redraw()

    def card_at(self, at: tuple[float, float]) -> tuple[int, bool] | None:
        """The card under a point, and whether the cards to its right come along."""
        assert self._top.places is not None
        held = self._held_at(at) if at[1] < self._top.places.wood.y else None
        if held is not None:
            return held, False
        if not self._top.places.piles.grown(14).holds(at):
            return None
        ground = self._top.ground()
        for pile in self._top.lay.piles:
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
        top, now = self._top, self._table.stage.now
        keys = [piece.key for piece in top.lay.hand]
        where = [top.cards.end(key) if self._table.stage.still else top.cards.at(key, now) for key in keys]
        poses = [pose for pose in where if pose is not None]
        apart = keys.index(top.parted) if top.carry is None and top.parted in keys else None
        for place in reversed(stacked(poses, cut(len(poses), deep=top.deep), apart)):
            if covers(poses[place], at, own=PART_LEFT if place == apart else 0.0):
                return keys[place]
        return None

    def target_at(self, at: tuple[float, float]) -> DropTarget:
        """Where what is carried at a point would go down."""
        assert self._top.places is not None
        assert self._top.carry is not None
        if self._just_taken(at):
            return self._top.carry.home
        beyond = at[0] > self._top.places.table.right + 12 or at[1] < self._top.places.table.y - 24
        # Let go outside the table it goes back to where it was.
        if beyond or at[1] > self._top.places.wood.y:
            return self._top.carry.home
        if at[1] > self._top.places.hand.y - HAND_REACH and at[0] < self._top.places.hand.right + 30:
            place = place_at(self._top.whole_fan(), deep=self._top.deep, x=at[0], y=at[1])
            return DropTarget(None, min(place, len(self._top.lay.hand)))
        resting = self.resting()
        # Between two piles the place for a new one comes first, then whichever pile is near.
        key = resting.pile_at(at, beside=False)
        if key is None and not self.new_box().holds(at):
            key = resting.pile_at(at)
        if key is not None:
            return DropTarget(
                key, self._grip.landing(key, min(resting.index_at(key, at[0]), len(self.lay_pile(key))))
            )
        # There where they are held, and not where the pointer holds them.
        x, y = self._top.held_middle(0, at)
        return DropTarget(NEW, 0, resting.row_at(y), x - self._top.places.piles.x)

    def _just_taken(self, at: tuple[float, float]) -> bool:
        """Whether a point is where the pointer took up what it carries: there it is put back."""
        taken = self._top.carry.taken if self._top.carry is not None else None
        return taken is not None and _apart(at, taken) <= DRAG

    def lay_pile(self, key: int) -> tuple[Piece, ...]:
        """The cards of a pile that is shown."""
        pile = self._top.lay.pile(key)
        return pile.pieces if pile else ()

    def pressed(self, at: tuple[float, float]) -> None:
        """The button of the mouse went down here."""
        carry = self._top.carry
        if carry is not None:
            if self._just_taken(at) and self._table.stage.now - carry.since <= DOUBLE:
                self._grip.send()
                return
            self._top.carry = replace(carry, at=at)
            self.pointed(at)
            found = None if self._just_taken(at) else self.card_at(at)
            if found is not None and found[0] in {piece.key for piece in self._top.lay.hand}:
                self._other = found[0], at  # a click puts down here, a drag takes that card instead
                return
            self._grip.drop()
            return
        found = self.card_at(at)
        if found is None:
            return
        self._top.focus, self._top.rest = found
        self._grip.lift(self.grip(), at)

    def released(self, at: tuple[float, float]) -> None:
        """It came up again: a drag ends here, a click goes on."""
        carry, other, self._other = self._top.carry, self._other, None
        if carry is None or (carry.pressed is None and other is None):
            return
        if carry.pressed is None or carry.dragged or _apart(at, carry.pressed) > DRAG:
            self.pointed(at)
            self._grip.drop()
        else:
            # Short, so it was a click: the card stays in hand until the next one.
            self._top.carry = replace(carry, pressed=None)

    def grip(self) -> list[int]:
        """The cards that a lift takes now: with one that somebody has picked all that are."""
        if self._top.focus is None:
            return []
        own = self._top.picked - self._top.advised
        if self._top.focus in own:
            return [piece.key for piece in self._top.lay.hand if piece.key in own]
        pile = self._top.lay.holder(self._top.focus)
        if pile is None or not self._top.rest:
            return [self._top.focus]
        keys = [piece.key for piece in pile.pieces]
        return keys[keys.index(self._top.focus) :]

    # Intents.

    def move_about(self, intent: Intent) -> bool:
        """Use an intent that has to do with cards; whether it was one."""
        at = self._table.stage.view.units(intent.at)
        match intent.act:
            case Act.NAVIGATE:
                self.navigate(intent.dx, intent.dy)
            case Act.CONFIRM if self._top.carry is not None:
                self._grip.drop()
            case Act.CONFIRM if self._top.focus is not None:
                self._grip.lift(self.grip())
            case Act.CONFIRM:
                self.navigate(0, 0)  # the first press of a turn shows where one is
            case Act.PREVIOUS | Act.NEXT if self._top.carry is not None:
                self._grip.take_along(1 if intent.act is Act.NEXT else -1)
            case Act.POINT:
                self.pointed(at)
            case Act.PRESS:
                self.pressed(at)
            case Act.RELEASE:
                self.released(at)
            case Act.SCROLL if self._top.carry is not None:
                if intent.dy:
                    self._grip.take(1 if intent.dy > 0 else -1)
            case Act.SCROLL:
                self.scroll_by(-60.0 * intent.dy)
            case _:
                return False
        self._table.redraw()
        return True

    def scroll_by(self, units: float) -> None:
        """Move the piles of a table that is too full to be seen whole."""
        self._top.scroll = max(0.0, min(self._top.ground().overflow, self._top.scroll + units))
        self._top.make_room()


def _apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far two points lie apart, along the axis on which it is more."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
