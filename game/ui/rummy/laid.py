"""The state of a rummy's screen: the draft, what is shown of it, and where everything lies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.contract import Observation
from game.core.rummy import book_for
from game.core.rummy.draft import Draft
from game.core.rummy.judging import Verdict, judge
from game.core.rummy.keeping import DraftHistory, from_json, table_from_json, table_to_json, to_json
from game.core.rummy.pieces import DraftPile
from game.core.rummy.table import canonical
from game.core.session import Session
from game.ui.match import MatchScene, Seat
from game.ui.rummy.fan import Pose, fan, is_deep
from game.ui.rummy.flow import Flow, Slot, Wish, flow
from game.ui.rummy.ground import Ground, area_of
from game.ui.rummy.hand import HandOrder
from game.ui.rummy.lay import Lay
from game.ui.rummy.mover import Mover
from game.ui.rummy.news import News
from game.ui.rummy.places import Need, places
from game.ui.rummy.room import Places, Room
from game.ui.rummy.stead import Stead
from game.ui.scene import Help
from game.ui.strip import strip_rows
from game.ui.view import Box

NEW = -1
"""The key of the place for a new pile."""
NEW_WIDE = 3
"""For how many cards that place has room at least."""
MOVE = 180.0
"""How long cards take to a new place, in ms."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where what is carried would be put down."""

    pile: int | None = None
    """The key of a pile, `NEW`, or `None` for the hand."""
    index: int = 0
    """Before which card of the pile or the hand."""
    row: int | None = None
    """For a new pile: the row and the x, from the corner of the piles, where it is wanted."""
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Carry:
    """What is carried, and where it came from."""

    pile: int | None
    """The pile it comes from, `None` for the hand."""
    home: Target
    """Just where it was."""
    target: Target
    at: tuple[float, float] | None = None
    """Where the pointer holds it, in units; `None` when it is carried from place to place."""
    pressed: tuple[float, float] | None = None
    """Where the button went down, while it is down."""
    taken: tuple[float, float] | None = None
    """Where the pointer took it up: there it is put back just where it was."""
    grip: float = 0.0
    """How far to the right of the pointer the middle of the first card is held, in widths of a card."""


class Laid(MatchScene):
    """The half of a rummy's scene that knows what lies where; it draws nothing and takes no input."""

    room: Room
    """How the table looks; each game sets its own."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self.book = book_for(session.game, session.options)
        self.history = DraftHistory(Draft.begin(self.book, (), ()))
        self.lay = Lay()
        self.verdicts: Mapping[int, Verdict] = {}
        """What is to be said of each pile that is shown."""
        self.cards, self.heaps = Mover(), Mover()
        self.carry: Carry | None = None
        self.focus: int | None = None
        """The card that the next confirm takes; with `rest` those to its right too."""
        self.rest = False
        self.picked: frozenset[int] = frozenset()
        """Cards of the hand that are chosen for something."""
        self.news = News()
        """What each seat has not seen change yet."""
        self.drawn: frozenset[int] = frozenset()
        """Cards that the viewer has drawn in this turn."""
        self.orders: dict[int, HandOrder] = {}
        self.last_pile: int | None = None
        """The pile on which cards were put down last."""
        self.scroll = 0.0
        self.seen: Observation = session.observe(None)
        self.places: Places | None = None
        self._stead = Stead()
        self._flow: Flow | None = None
        self._shown: Flow | None = None
        self._owner: int | None = None
        self._bottom = 0
        self._kept: Mapping[str, Any] | None = None

    # What a game fills in.

    def inside(self, seen: Observation) -> bool:
        """Whether the one who sees has come in; always so where nobody has to."""
        return True

    # What is shown.

    @property
    def fresh(self) -> frozenset[int]:
        """Cards that others have laid since the viewer's last turn."""
        return self.news.cards(self._owner)

    @property
    def touched(self) -> frozenset[int]:
        """Piles that others have changed since then."""
        return self.news.piles(self._owner)

    @property
    def draft(self) -> Draft:
        """The turn in the making; of a spectator, the table alone."""
        return self.history.now

    @property
    def bottom(self) -> int:
        """The seat at the lower edge: the one whose hand is shown, or would be."""
        if self.eyes is not None:
            return self.eyes
        if len(self.people) == 1:
            return self.people[0]
        return self.person if self.person is not None else self._bottom

    def others(self) -> list[int]:
        """The other seats in turn order, as they sit from left to right."""
        count = len(self.seats)
        return [(self.bottom + step) % count for step in range(1, count)]

    def ground(self) -> Ground:
        """The piles where they lie now, with the room that is made for what is carried."""
        assert self.places is not None
        shown = self._shown or self._flow
        assert shown is not None
        return Ground(self.places, self.room.shape, shown, self.scroll)

    def sync(self, seen: Observation) -> None:
        self.seen = seen
        owner, before = seen["seat"], self.draft
        same = owner is not None and owner == self._owner
        if not same:
            self.drawn = self.picked = frozenset()
        self._bottom, self.carry, self._owner = self.bottom, None, owner
        if same and self._is_of_now(seen):
            self.lay_out(Lay.of(before))
            return
        inside = owner is None or self.inside(seen)
        draft = before.rebase(seen["table"], seen.get("hand", ()), inside=inside, same_owner=same)
        old = {piece.key for piece in before.order}
        come = {piece.key for piece in draft.order if piece.key not in old} if same and old else set()
        self.drawn |= come
        self.history = DraftHistory(self.ordered(draft))
        self._take_up_kept()
        self.news.known(self.draft.start)
        stock = self.stock_pose()
        self.lay_out(Lay.of(self.draft), start=dict.fromkeys(come, stock) if stock else {})

    def _is_of_now(self, seen: Observation) -> bool:
        """Whether the draft is of the very turn that is seen, so that what has been built stays."""
        start = [pile.texts for pile in self.draft.start]
        held = sorted(piece.card for piece in self.draft.order)
        return (
            held == sorted(seen["hand"])
            and self.draft.inside == self.inside(seen)
            and canonical(self.book.game, start) == canonical(self.book.game, seen["table"])
        )

    def stock_pose(self) -> Pose | None:
        """Where cards come from that are drawn."""
        if self.places is None:
            return None
        box = self.places.stock
        return Pose(box.x + 40, box.centre[1], 0.0, 64.0)

    def ordered(self, draft: Draft) -> Draft:
        """The draft with its hand as the owner wants it."""
        if self._owner is None:
            return draft
        wanted = self.orders.get(self._owner, HandOrder())
        left = list(draft.order)
        keys = []
        for card in wanted.arranged(self.book.pack, [piece.card for piece in left]):
            piece = next(piece for piece in left if piece.card == card)
            left.remove(piece)
            keys.append(piece.key)
        return draft.order_hand(keys)

    def lay_out(self, lay: Lay, *, anew: bool = False, start: Mapping[int, Pose] | None = None) -> None:
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
        self.picked &= {piece.key for piece in lay.hand}
        self.stale = True
        if self.places is None:
            return
        if is_deep(len(lay.hand) + len(lay.carried), self.places.hand.w) != self._deep:
            self._place()
            anew = True
        wishes = [self.wish(pile) for pile in lay.piles]
        shape, area = self.room.shape, area_of(self.places)
        before = self._stead.fitted(area, shape) if anew else self._flow
        self._flow = flow(None if emptied else before, wishes, area, shape)
        if anew and before is not None:
            self._stead.showed(self._flow)
        else:
            self._stead.keep(self._flow, area)
        self.make_room(start=start)
        self.cards.keep(keys)
        self.heaps.keep([NEW, *(pile.key for pile in lay.piles)])

    def place(self, made: Flow) -> None:
        """Let the piles lie like this, as somebody has put them down."""
        assert self.places is not None
        self._flow = made
        self._stead.keep(made, area_of(self.places))

    def wish(self, pile: DraftPile, extra: int = 0) -> Wish:
        """The room that a pile wants, with so many cards more."""
        return Wish(pile.key, max(1, self.room.shape.slots, len(pile.pieces) + extra))

    def make_room(self, *, start: Mapping[int, Pose] | None = None) -> None:
        """Let the piles give way for what is carried, and everything go where it belongs now."""
        if self.places is None or self._flow is None:
            return
        carry = self.carry
        base, wishes = self._flow, []
        target = carry.target if carry else None
        count = len(self.lay.carried)
        for pile in self.lay.piles:
            extra = count if target is not None and target.pile == pile.key else 0
            wishes.append(self.wish(pile, extra))
        if target is not None and target.pile == NEW:
            if target.row is not None and target.row < len(base.rows):
                wide = self.width_of(max(NEW_WIDE, count))
                slot = Slot(NEW, count, target.x - wide / 2, wide, base.card)
                base = base.with_slot(target.row, slot)
            wishes.append(Wish(NEW, max(NEW_WIDE, count)))
        self._shown = flow(base, wishes, area_of(self.places), self.room.shape)
        self.scroll = max(0.0, min(self.scroll, self.ground().overflow))
        self._aim(start or {})
        self.stale = True

    def width_of(self, count: int) -> float:
        """How wide a pile of so many cards is now."""
        assert self._flow is not None
        shape, card = self.room.shape, self._flow.card
        return (shape.left + shape.right) * card / 64 + card + (count - 1) * shape.step * card

    def _aim(self, start: Mapping[int, Pose]) -> None:
        """Send everything to where it belongs."""
        now, ms = self.stage.now, self.pace
        ground = self.ground()
        for key, box in ground.boxes().items():
            self.heaps.aim(key, Pose(box.x, box.y, 0.0, box.w), now, ms)
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
        self._aim_carried()

    def hand_poses(self) -> list[Pose]:
        """Where the cards of the hand lie, with a gap where something would be put down."""
        assert self.places is not None
        hand, carry = self.lay.hand, self.carry
        keys = [piece.key for piece in hand]
        focus = keys.index(self.focus) if self.focus in keys and carry is None else None
        picked = [n for n, key in enumerate(keys) if key in self.picked]
        if carry is None or carry.target.pile is not None:
            return fan(self.places.hand, len(hand), focus=focus, picked=picked, deep=self._deep)
        gap, extra = min(carry.target.index, len(hand)), len(self.lay.carried)
        picked = [n + (extra if n >= gap else 0) for n in picked]
        poses = fan(self.places.hand, len(hand) + extra, picked=picked, deep=self._deep)
        return [pose for n, pose in enumerate(poses) if not gap <= n < gap + extra]

    def whole_fan(self) -> list[Pose]:
        """Where the cards of the hand lie with what is carried among them."""
        assert self.places is not None
        return fan(self.places.hand, len(self.lay.hand) + len(self.lay.carried), deep=self._deep)

    def _aim_carried(self) -> None:
        """What is carried hangs at the pointer, or over the place where it would be put down."""
        carry = self.carry
        if carry is None:
            return
        for number, piece in enumerate(self.lay.carried):
            pose = self.carried_pose(number)
            if carry.at is not None:
                self.cards.put(piece.key, pose)
            else:
                self.cards.aim(piece.key, pose, self.stage.now, self.pace)

    def carried_pose(self, number: int) -> Pose:
        """Where a carried card hangs."""
        carry = self.carry
        assert carry is not None
        assert self.places is not None
        ground = self.ground()
        card, step = ground.flow.card * 1.06, ground.flow.card * 0.5
        if carry.at is not None:
            return Pose(carry.at[0] + carry.grip * card + number * step, carry.at[1] + 8, -5.0, card)
        target = carry.target
        if target.pile is None:
            poses = self.whole_fan()
            pose = poses[min(target.index + number, len(poses) - 1)]
            return Pose(pose.x, pose.y - 34, 0.0, pose.card)
        found = ground.slot(target.pile)
        if found is None:
            return Pose(*self.places.piles.centre, -5.0, card)
        pose = ground.pose(*found, target.index + number)
        return Pose(pose.x + 5, pose.y - 18, -5.0, card)

    @property
    def pace(self) -> float:
        """How long things take to their places, in ms."""
        return 0.0 if self.stage.settings.animation_speed == "instant" else MOVE

    # Layout.

    def layout(self) -> None:
        self._place()
        self._shown = None
        self.lay_out(self.lay, anew=True)
        self.cards.rest()
        self.heaps.rest()

    @property
    def _deep(self) -> bool:
        assert self.places is not None
        return self.places.hand.h > 130

    def _place(self) -> None:
        strip = self.strip + strip_rows(self.stage, self.most_help())
        need = Need(self.stage.text_scale, strip, len(self.seats) - 1)
        self.places = places(self.stage.view, need, self.room.shape)
        if is_deep(len(self.lay.hand) + len(self.lay.carried), self.places.hand.w):
            self.places = places(self.stage.view, replace(need, deep=True), self.room.shape)

    def most_help(self) -> Help:
        """The longest strip that may stand here, so that the table keeps its size."""
        return self.help()

    def seat_box(self, seat: int) -> Box:
        """The box of a seat."""
        assert self.places is not None
        others = self.others()
        return self.places.seats[others.index(seat)] if seat in others else self.places.own

    # The save.

    def keep(self) -> dict[str, Any]:
        kept: dict[str, Any] = {
            "orders": {str(n): order.plain() for n, order in self.orders.items()},
            "table": table_to_json(self.draft.start),
            "places": self._stead.plain(),
        }
        if self._owner is not None and self.draft.changed:
            kept["draft"], kept["owner"] = to_json(self.draft), self._owner
        return kept

    def recall(self, kept: Mapping[str, Any]) -> None:
        orders = kept.get("orders")
        for number, order in orders.items() if isinstance(orders, dict) else ():
            if str(number).isdecimal() and int(number) < len(self.seats):
                self.orders[int(number)] = HandOrder.read(order)
        try:
            self.history = DraftHistory(table_from_json(kept.get("table"), self.book))
            self._stead.read(kept.get("places"))
        except ValueError:
            pass  # an older save, or a broken one: the piles are laid out anew
        if "draft" in kept:
            self._kept = kept

    def _take_up_kept(self) -> None:
        """Go on with the half-built turn of the save, once its owner looks at the table again."""
        kept, owner = self._kept, self._owner
        if kept is None or owner is None or kept.get("owner") != owner or owner != self.person:
            return
        self._kept = None
        start = self.draft
        try:
            draft = from_json(
                kept["draft"], self.book, self.seen["table"], self.seen["hand"], inside=start.inside
            )
        except ValueError:
            return
        self.history = DraftHistory(draft, (draft.put_back(),))

    def faces(self, keys: Iterable[int]) -> list[str]:
        """The texts of some cards that are shown."""
        there = {piece.key: piece.text for piece in self.lay.pieces()}
        return [there[key] for key in keys if key in there]
