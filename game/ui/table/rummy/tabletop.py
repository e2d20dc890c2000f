"""The tabletop of a rummy: the draft, what is shown of it, and where everything lies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from game.core.game import Observation, totals_of
from game.core.rummy.draft import Draft
from game.core.rummy.table import table_observed
from game.core.rummy.turn import Turn
from game.core.rummy.verdict import Verdict, judge
from game.match.rummy.phone import Turns
from game.store.settings import Speed
from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.table.context import ViewContext
from game.ui.table.rummy.fan import CardPose, fan, is_deep
from game.ui.table.rummy.flow import flow, loosened
from game.ui.table.rummy.giving_way import giving_way, wish
from game.ui.table.rummy.lain import Lain, Lately
from game.ui.table.rummy.mover import Mover
from game.ui.table.rummy.news import TurnNews
from game.ui.table.rummy.pile_area import PileArea, area_of
from game.ui.table.rummy.places import Aside, Need, places
from game.ui.table.rummy.room import Room, TableBoxes
from game.ui.table.rummy.shown_cards import ShownCards
from game.ui.table.rummy.spots import Flow
from game.ui.table.rummy.stead import Stead
from game.ui.table.rummy.target import NEW, Carry

MOVE = 180.0
"""How long cards take to a new place, in ms."""
MANY = 6.0
"""How far apart the first and the last of many carried cards hang at most, in widths of one."""
STILL, RESTS = 4.0, 90.0
"""A pointer that has gone no farther than so many units for so many ms rests."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A pointer goes over the hand: until it rests all cards stay, so that it comes to where it was sent."""

    parted: int | None
    """The card around which they lie apart meanwhile."""
    at: tuple[float, float]
    """Where the pointer was seen last, but for a tremble."""
    since: float
    """When it came there, in ms."""


class Tabletop:
    """What lies where, and what of it is chosen or carried; it draws nothing and takes no input."""

    def __init__(self, table: ViewContext, turns: Turns, room: Room, foot: Callable[[], float]) -> None:
        """Set up an empty table.

        Args:
            table: the match, and what is shown of it.
            turns: the turns in the making, one of which lies here.
            room: how the table looks.
            foot: gives the room that the help strip takes below, at its longest.
        """
        self._table = table
        self._turns = turns
        self._foot = foot
        self.room = room
        """How the table looks now."""
        self.book = turns.book
        self.lay = ShownCards()
        self.verdicts: Mapping[int, Verdict] = {}
        """What is to be said of each pile that is shown."""
        self.cards, self.heaps = Mover(), Mover()
        self.carry: Carry | None = None
        self.focus: int | None = None
        """The card that the next confirm takes; with `rest` those to its right too."""
        self.rest = False
        self.sweep: Sweep | None = None
        self._gripped: tuple[int, float] | None = None
        """The card that a pointer rests on, and where its left edge was when it came to rest."""
        self.picked: frozenset[int] = frozenset()
        """Cards of the hand that are chosen for something."""
        self.advised: frozenset[int] = frozenset()
        """Those that a hint has chosen: they may belong to several piles."""
        self.aims: frozenset[int] = frozenset()
        """Cards on the table that belong to the pile of which a hint speaks."""
        self.news = TurnNews()
        """What each seat has not seen change yet."""
        self.drawn: frozenset[int] = frozenset()
        """Cards that the viewer has drawn in this turn."""
        self.last_pile: int | None = None
        """The pile on which cards were put down last."""
        self.scroll = 0.0
        self.aside: Callable[[], Aside] = Aside
        """What of the table lies free of piles; set by whoever needs it, who says so by `make_way`."""
        self.seen = table_observed(table.session.observe(None))
        self.places: TableBoxes | None = None
        self._stead = Stead()
        self._lately = Lately()
        """How the last tables lay, for moves that are seen again."""
        self._retold: Lately | None = None
        """Where those lie that this table shows again."""
        self.flow: Flow | None = None
        self.shown: Flow | None = None
        self._bottom = 0
        self.counts: list[int] = [0] * len(table.seats)
        """How many cards each seat holds, as far as it has been shown; in the same way:"""
        self.stock = 0
        self.totals: list[int] = [0] * len(table.seats)

    # What is shown.

    @property
    def parted(self) -> int | None:
        """The card around which the hand lies apart: the one in focus, unless a pointer is on its way."""
        return self.sweep.parted if self.sweep is not None else self.focus

    def swept(self, at: tuple[float, float]) -> None:
        """A pointer is at a point, and carries nothing."""
        sweep = self.sweep
        if sweep is None or math.dist(at, sweep.at) > STILL:
            self.sweep = Sweep(self.parted, at, self._table.stage.now)

    def part(self, now: float) -> None:
        """Let the neighbours of the card in focus part, once the pointer rests on it."""
        if self.sweep is None or now < self.sweep.since + RESTS:
            return
        pose = self.cards.at(self.focus, now) if self.focus is not None else None
        if self.focus is not None and pose is not None and self.focus != self.sweep.parted:
            self._gripped = self.focus, pose.x - pose.card / 2
        self.sweep = None
        self.make_room()

    @property
    def fresh(self) -> frozenset[int]:
        """Cards that others have laid since the viewer's last turn."""
        return self.news.cards(self.owner)

    @property
    def touched(self) -> frozenset[int]:
        """Piles that others have changed since then."""
        return self.news.piles(self.owner)

    @property
    def owner(self) -> int | None:
        """The seat whose hand and draft lie here; `None` where the table lies alone."""
        return self._turns.shown

    @property
    def turn(self) -> Turn:
        """The turn in the making; of a spectator, the table alone."""
        return self._turns.on_screen

    @property
    def draft(self) -> Draft:
        """The turn as it lies now."""
        return self.turn.draft

    @property
    def bottom(self) -> int:
        """The seat at the lower edge: the one whose hand is shown, or would be."""
        if self._table.gaze.seat is not None:
            return self._table.gaze.seat
        if len(self._table.match.people) == 1:
            return self._table.match.people[0]
        # While bots play, whoever sat there last: the table is not turned for each of them.
        return self._table.person if self._table.person is not None else self._bottom

    def is_mine(self) -> bool:
        """Whether the draft is that of the person to move."""
        person = self._table.person
        return person is not None and person == self.owner

    def others(self) -> list[int]:
        """The other seats in turn order, as they sit from left to right."""
        count = len(self._table.seats)
        return [(self.bottom + step) % count for step in range(1, count)]

    def ground(self) -> PileArea:
        """The piles where they lie now, with the room that is made for what is carried."""
        assert self.places is not None
        shown = self.shown or self.flow
        assert shown is not None
        return PileArea(self.places, self.room.shape, shown, self.scroll)

    def sync(self, seen: Observation) -> None:
        """Show just what is observed; what has been built of this very turn stays."""
        self.seen = known = table_observed(seen)
        self.counts, self.stock = list(known["counts"]), known["stock"]
        self.totals = totals_of(seen) or self.totals
        self._lie_as_then()
        owner, before = known["seat"], self.draft
        same = owner is not None and owner == self.owner
        if not same:
            # Another hand lies here now; what was marked in the one before is nothing to it.
            self.drawn = self.picked = frozenset()
        self._bottom, self.carry = self.bottom, None
        self._turns.look(seen)
        draft = self.draft
        # Nothing has come: no new cards to mark, and no other table that would be news.
        if draft is before:
            self.lay_out(ShownCards.of(before))
            return
        old = {piece.key for piece in before.order}
        # Only in one's own hand: cards that lie here for the first time were not drawn just now.
        come = {piece.key for piece in draft.order if piece.key not in old} if same and old else set()
        come -= _taken_back(before, draft)
        self.picked -= self.advised  # what a hint said was said of another table
        self.aims = frozenset()
        self.drawn |= come
        self.news.known(draft.start)
        stock = self.stock_pose()
        self.lay_out(ShownCards.of(draft), start=dict.fromkeys(come, stock) if stock else {})

    def lie_as(self, live: Tabletop) -> None:
        """Show moves again that another table has shown: each table lies just where it lay there."""
        self._retold, self.scroll = live._lately, live.scroll
        self._turns.order_as(live._turns)

    @property
    def retells(self) -> bool:
        """Whether it shows again what another table has shown."""
        return self._retold is not None

    def _lie_as_then(self) -> None:
        """The table that is seen lay here before: the same pieces, with the pegs of that time.

        One that is older than what is known is made of the newest, so that what has not moved lies there too.
        """
        retold = self._retold
        if retold is None or (last := retold.last) is None:
            return
        seat, lain = self.seen["seat"], retold.of(self.seen["table"])
        if lain is not None:
            self._turns.lie(seat, lain.seen_by(seat))
            self.news = lain.news.copy()
        elif self.owner != seat or not self.draft.start:
            self._turns.lie(seat, last.seen_by(seat))
            self._stead.keep(last.flow, last.area)

    def stock_pose(self) -> CardPose | None:
        """Where cards come from that are drawn."""
        if self.places is None:
            return None
        box = self.places.stock
        return CardPose(box.x + 40, box.centre[1], 0.0, 64.0)

    def lay_out(
        self, lay: ShownCards, *, anew: bool = False, start: Mapping[int, CardPose] | None = None
    ) -> None:
        """Show this: everything goes to its place; new cards come from ``start``, else they are there.

        Args:
            lay: what lies where.
            anew: whether the places themselves have changed, and the piles are fitted in.
            start: where cards come from, by their keys.
        """
        emptied = bool(self.lay.piles) and not lay.piles
        self.lay = lay
        told = self.draft.verdicts() if lay.piles == self.draft.piles else {}
        self.verdicts = {pile.key: told.get(pile.key) or judge(self.book, pile.texts) for pile in lay.piles}
        keys = {piece.key for piece in lay.pieces()}
        if self.focus not in keys:
            self.focus, self.rest = None, False
        # What is carried stays picked, so that put back it is as it was.
        self.picked &= {piece.key for piece in (*lay.hand, *lay.carried)}
        self._table.redraw()
        if self.places is None:
            return
        # The hand goes into two rows, or back into one, and leaves the piles another room.
        if is_deep(len(lay.hand) + len(lay.carried), self.places.hand.w) != self.deep:
            self._place()
            anew = True
        shape, area = self.room.shape, area_of(self.places)
        wishes = [wish(pile, shape) for pile in lay.piles]
        then = self._retold.flow_of(lay.piles) if self._retold is not None and not lay.carried else None
        if then is not None:
            self._stead.keep(*then)
        # What was being built lay there before it was out of sight, as behind a curtain.
        known = then is not None or self._stead.knows(lay.piles, self.flow)
        before = self._stead.fitted(area, shape) if anew or known else self.flow
        again = None if anew else self._stead.again(lay.piles, area)
        if then is not None and then[1] == area:
            again = then[0]
        # After an empty table nothing has to keep its place: the cards may be large again.
        self.flow = again or flow(None if emptied else before, wishes, area, shape, fitted=anew)
        if again is None and not anew and not lay.carried:
            self.flow = loosened(self.flow, area, shape)
        self._stead.lay(lay.piles, area, self.flow)
        # Piles that were only fitted into another room have not been moved: the first room gets them back as
        # they were.
        if anew and before is not None:
            self._stead.showed(self.flow)
        else:
            self._stead.keep(self.flow, area)
        self._note()
        self.make_room(start=start)
        self.cards.keep(keys)
        self.heaps.keep([NEW, *(pile.key for pile in lay.piles)])

    def place(self, made: Flow) -> None:
        """Let the piles lie like this, as somebody has put them down."""
        assert self.places is not None
        self.flow = made
        self._stead.keep(made, area_of(self.places))
        self._note()

    def _note(self) -> None:
        """Remember how the table lies, where nothing is built on it."""
        if self.flow is not None and self.places is not None and self.lay.piles == self.draft.start:
            lain = Lain(self.draft, self.owner, self.flow, area_of(self.places), self.news.copy())
            self._lately.note(lain)

    def make_room(self, *, start: Mapping[int, CardPose] | None = None) -> None:
        """Let the piles give way for what is carried, and everything go where it belongs now."""
        if self.places is None or self.flow is None:
            return
        held = (len(self.lay.carried), self.carry.target) if self.carry is not None else None
        area = area_of(self.places)
        self.shown = giving_way(self.flow, self.lay.piles, held, area, self.room.shape)
        self.scroll = max(0.0, min(self.scroll, self.ground().overflow))
        self._aim(start or {})
        self._table.redraw()

    def _aim(self, start: Mapping[int, CardPose]) -> None:
        """Send everything to where it belongs."""
        now, ms = self._table.stage.now, self.pace
        ground = self.ground()
        for key, box in ground.boxes().items():
            self.heaps.aim(key, CardPose(box.x, box.y, 0.0, box.w), now, ms)
        target = self.carry.target if self.carry else None
        count = len(self.lay.carried)
        for pile in self.lay.piles:
            found = ground.slot(pile.key)
            if found is None:
                continue
            gap = target.index if target is not None and target.pile == pile.key else None
            for index, piece in enumerate(pile.pieces):
                place = index + (count if gap is not None and index >= gap else 0)
                self.cards.aim(piece.key, ground.pose(*found, place), now, ms, start=start.get(piece.key))
        for piece, pose in zip(self.lay.hand, self.hand_poses(), strict=True):
            self.cards.aim(piece.key, pose, now, ms, start=start.get(piece.key))
        self.aim_carried()

    def hand_poses(self) -> list[CardPose]:
        """Where the cards of the hand lie, with a gap where something would be put down."""
        hand, carry = self.lay.hand, self.carry
        keys = [piece.key for piece in hand]
        focus = keys.index(self.parted) if self.parted in keys and carry is None else None
        picked = [n for n, key in enumerate(keys) if key in self.picked]
        if carry is None or carry.target.pile is not None:
            gripped = self._gripped if self._gripped is not None and self._gripped[0] == self.parted else None
            return self.fan(len(hand), focus, picked, gripped[1] if gripped is not None else None)
        gap, extra = min(carry.target.index, len(hand)), len(self.lay.carried)
        picked = [n + (extra if n >= gap else 0) for n in picked]
        poses = self.fan(len(hand) + extra, None, picked)
        return [pose for n, pose in enumerate(poses) if not gap <= n < gap + extra]

    def held(self) -> list[Box]:
        """Where the cards of the hand are, and those that are carried."""
        carried = [self.carried_pose(number) for number in range(len(self.lay.carried))]
        return [
            Box(pose.x - pose.card / 2, pose.y - pose.card * RATIO / 2, pose.card, pose.card * RATIO)
            for pose in (*self.hand_poses(), *carried)
        ]

    def whole_fan(self) -> list[CardPose]:
        """Where the cards of the hand lie with what is carried among them."""
        return self.fan(len(self.lay.hand) + len(self.lay.carried))

    def fan(
        self, count: int, focus: int | None = None, picked: Sequence[int] = (), left: float | None = None
    ) -> list[CardPose]:
        """Where so many cards lie in the hand, by the numbers of those in focus and picked."""
        assert self.places is not None
        hand, text = self.places.hand, self.places.text
        return fan(hand, count, focus=focus, picked=picked, deep=self.deep, text=text, left=left)

    def aim_carried(self) -> None:
        """What is carried hangs at the pointer, or over the place where it would be put down."""
        carry = self.carry
        if carry is None:
            return
        for number, piece in enumerate(self.lay.carried):
            pose = self.carried_pose(number)
            if carry.at is not None:
                self.cards.put(piece.key, pose)  # at once: it must not lag behind the pointer
            else:
                self.cards.aim(piece.key, pose, self._table.stage.now, self.pace)

    def carried_pose(self, number: int) -> CardPose:
        """Where a carried card hangs."""
        carry = self.carry
        assert carry is not None
        assert self.places is not None
        ground = self.ground()
        card = ground.flow.card * 1.06
        if carry.at is not None:
            x, y = self.held_middle(number, carry.at)
            return CardPose(x, y, -5.0, card)
        target = carry.target
        if target.pile is None:
            poses = self.whole_fan()
            pose = poses[min(target.index + number, len(poses) - 1)]
            return CardPose(pose.x, pose.y - 34, 0.0, pose.card)
        found = ground.slot(target.pile)
        if found is None:
            return CardPose(*self.places.piles.centre, -5.0, card)
        pose = ground.pose(*found, target.index + number)
        return CardPose(pose.x + 5, pose.y - 18, -5.0, card)

    def held_middle(self, number: int, at: tuple[float, float]) -> tuple[float, float]:
        """The middle of a carried card while a pointer is at a point: as far apart as they will lie there."""
        assert self.carry is not None
        card = self.ground().flow.card
        (right, below), keys = self.carry.grip, [piece.key for piece in self.lay.carried]
        gripped = keys.index(self.carry.key) if self.carry.key in keys else 0
        step = card * min(self.room.shape.step, MANY / max(1, len(keys) - 1))
        return at[0] + right * card + (number - gripped) * step, at[1] + below * card

    @property
    def pace(self) -> float:
        """How long things take to their places, in ms."""
        return 0.0 if self._table.stage.settings.animation_speed == Speed.INSTANT else MOVE

    # Layout.

    def layout(self) -> None:
        """Fit everything into the window as it is now."""
        self._place()
        self.shown = self._gripped = None
        self.lay_out(self.lay, anew=True)
        # Another window: nothing travels there from where it lay in the old one.
        self.cards.rest()
        self.heaps.rest()

    def make_way(self) -> None:
        """Something else takes a part of the table, or gives it back: piles lie in what is left of it."""
        before = self.places
        if before is not None:
            self._place()
            if self.places != before:
                self.lay_out(self.lay, anew=True)
                if self._table.stage.still:
                    self.cards.rest()
                    self.heaps.rest()

    @property
    def deep(self) -> bool:
        """Whether the hand may lie in two rows."""
        assert self.places is not None
        return self.places.hand.h > 130

    def _place(self) -> None:
        others = len(self._table.seats) - 1
        table = self._table
        need = Need(table.stage.text_scale, self._foot(), others, above=table.above, whole=table.is_film)
        self.places = places(self._table.stage.view, need, self.room.shape)
        # Again, for whether a hand needs two rows is known only once its width is; what lies aside likewise.
        deep = is_deep(len(self.lay.hand) + len(self.lay.carried), self.places.hand.w)
        whole = replace(need, deep=deep, aside=self.aside())
        if whole != need:
            self.places = places(self._table.stage.view, whole, self.room.shape)

    def seat_box(self, seat: int) -> Box:
        """The box of a seat."""
        assert self.places is not None
        others = self.others()
        return self.places.seats[others.index(seat)] if seat in others else self.places.own

    # The save.

    def keep(self) -> dict[str, Any]:
        """What is saved of it: where the piles lie, and what of them is news to whom."""
        return {"places": self._stead.plain(), "news": self.news.plain()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take up what was saved; it may be anything."""
        with suppress(ValueError):  # an older save, or a broken one: the piles are laid out anew
            self._stead.read(kept.get("places"))
        self.news.read(kept.get("news"), len(self._table.seats))


def _taken_back(before: Draft, draft: Draft) -> set[int]:
    """The cards of the hand that lay on the table until a move was taken back: nobody has drawn them."""
    gone = Counter(piece.card for pile in before.start for piece in pile.pieces)
    gone -= Counter(piece.card for pile in draft.start for piece in pile.pieces)
    held = Counter(piece.card for piece in before.order)
    found = set()
    for piece in draft.order:
        if held[piece.card]:
            held[piece.card] -= 1
        elif gone[piece.card]:
            gone[piece.card] -= 1
            found.add(piece.key)
    return found
