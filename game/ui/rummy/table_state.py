"""The tabletop of a rummy: what lies where, and what of it is chosen, carried or on its way.

Every change goes through one door: `TableState.lay_out` is told what is shown (the piles, the hand, what is
carried), lays the piles (`pile_layout`) where they lay before wherever that can be, and sends every card and
pile from where it is to where it belongs, so that nothing jumps (`PoseAnimator`). What a hand on the table
does the `DragController` tells it (`lift`, `aim`, `hang` at a pointer, `drop`, `cancel`), and each step of
the turn is shown, kept and undone here; what others do comes from `EventPlayback`. It knows no device: what
lies under a point, where something would go down, and what a focus can go to, are its answers.

What has been on it before is kept by `table_memory`: what each seat has not seen change yet, and how the last
tables lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from game.core.game import Observation, totals_of
from game.core.rummy.assistance import in_order
from game.core.rummy.draft import Draft, DraftPile, Piece, split_if_valid
from game.core.rummy.draft import in_order as reading_order
from game.core.rummy.meld_check import MeldVerdict, check_pile
from game.core.rummy.table import table_observed
from game.core.rummy.turn import StagedTurn
from game.match.rummy.phone_adapter import StagedTurns
from game.store.settings import Speed
from game.ui.art.cards import RATIO
from game.ui.cards.fan import PART_LEFT, CardPose, covers, cut, fan, is_deep, place_at, stacked
from game.ui.core.canvas import Box, ease_out
from game.ui.match.context import ViewContext
from game.ui.match.replay_controls import TAG_TEXT
from game.ui.match.view import teacher_column
from game.ui.rummy.pile_layout import (
    WHOLE_GRIP,
    LayoutArea,
    PileFlow,
    PileLayoutMemory,
    PilePlacement,
    PileSpec,
    PlacedFlow,
    area_of,
    flow_piles,
    loosened,
)
from game.ui.rummy.table_history import PastTable, TableHistory, UnseenChanges
from game.ui.rummy.theme import (
    CARD,
    WIDE,
    LayoutRequirements,
    PileMetrics,
    ReservedArea,
    TableBoxes,
    TableTheme,
    table_boxes,
)


@dataclass(frozen=True, slots=True)
class _Tween:
    start: CardPose
    end: CardPose
    begun: float
    ms: float

    def share(self, now: float) -> float:
        """How much of the way lies behind, 0 to 1."""
        if self.ms <= 0 or self.start == self.end:
            return 1.0
        return min(1.0, max(0.0, (now - self.begun) / self.ms))

    def at(self, now: float) -> CardPose:
        share = self.share(now)
        if share >= 1.0:
            return self.end
        k, a, b = ease_out(share), self.start, self.end
        return CardPose(
            a.x + (b.x - a.x) * k,
            a.y + (b.y - a.y) * k,
            a.angle + (b.angle - a.angle) * k,
            a.card + (b.card - a.card) * k,
        )

    def moves(self, now: float) -> bool:
        return now - self.begun < self.ms and self.start != self.end


class PoseAnimator:
    """Where everything is seen, by its key, and where it goes.

    Where nothing may move, all is seen where it goes, and fades in there.
    """

    def __init__(self, still: Callable[[], bool]) -> None:
        self._still = still
        self._ways: dict[int, _Tween] = {}

    def aim(self, key: int, pose: CardPose, now: float, ms: float, *, start: CardPose | None = None) -> None:
        """Let something go to a pose in so many ms; what is new appears there, or at ``start`` first."""
        way = self._ways.get(key)
        if way is None:
            self._ways[key] = _Tween(start or pose, pose, now, ms if start else 0.0)
        elif start is not None:
            self._ways[key] = _Tween(start, pose, now, ms)
        elif way.end != pose:  # else each call would set it out anew
            # From where it is by now: a card that is sent elsewhere on its way turns, and does not jump.
            self._ways[key] = _Tween(way.at(now), pose, now, ms)

    def put(self, key: int, pose: CardPose) -> None:
        """Have something lie at a pose at once."""
        self._ways[key] = _Tween(pose, pose, 0.0, 0.0)

    def at(self, key: int, now: float) -> CardPose | None:
        way = self._ways.get(key)
        return None if way is None else way.end if self._still() else way.at(now)

    def end(self, key: int) -> CardPose | None:
        way = self._ways.get(key)
        return way.end if way is not None else None

    def opacity(self, key: int, now: float) -> float:
        way = self._ways.get(key)
        return way.share(now) if way is not None and self._still() and way.moves(now) else 1.0

    def moves(self, key: int, now: float) -> bool:
        way = self._ways.get(key)
        return way is not None and way.moves(now)

    def moving(self, now: float) -> bool:
        return any(way.moves(now) for way in self._ways.values())

    def rest(self) -> None:
        """Have everything arrive."""
        for key, way in self._ways.items():
            self.put(key, way.end)

    def keep(self, keys: Iterable[int]) -> None:
        wanted = set(keys)
        self._ways = {key: way for key, way in self._ways.items() if key in wanted}


@dataclass(frozen=True, slots=True)
class VisibleCards:
    """Every card that is shown, and where."""

    piles: tuple[DraftPile, ...] = ()
    hand: tuple[Piece, ...] = ()
    carried: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, draft: Draft) -> VisibleCards:
        return cls(draft.piles, draft.hand, draft.lifted)

    def pieces(self) -> list[Piece]:
        """All cards, those of the piles first."""
        return [*(piece for pile in self.piles for piece in pile.pieces), *self.hand, *self.carried]

    def pile(self, key: int) -> DraftPile | None:
        return next((pile for pile in self.piles if pile.key == key), None)

    def holder(self, key: int) -> DraftPile | None:
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)


NEW = -1
"""The key of the place for a new pile."""
HAND = "hand"
"""The name of the place over the hand; cards and piles are named by their keys."""
Point: TypeAlias = tuple[float, float]
Rows: TypeAlias = list[list[tuple[str, Box]]]
"""Names and boxes of what the focus can go to, row by row."""
NEW_WIDE = 3
"""For how many cards that place has room at least."""


@dataclass(frozen=True, slots=True)
class DropTarget:
    """Where what is carried would be put down."""

    pile: int | None = None
    """The key of a pile, `NEW`, or `None` for the hand."""
    index: int = 0
    """Before which card of the pile or the hand."""
    row: int | None = None
    """For a new pile: the row and the x, from the corner of the piles, where it is wanted."""
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class PointerGrip:
    """How a pointer holds what is carried."""

    at: Point
    """Where it is, in units."""
    grip: tuple[float, float] = (0.0, 0.0)
    """How far right of it the middle of the gripped card is held, and below it, in widths of that card."""
    key: int | None = None
    """The card that was gripped."""


@dataclass(frozen=True, slots=True)
class DragState:
    """What is in the air, and where it would go down."""

    draft: Draft
    """The turn without it; `Draft.lifted` are its cards."""
    home: DropTarget
    """Just where the first of them was."""
    target: DropTarget
    hold: PointerGrip | None
    """`None` where it is carried from place to place."""


def wish(pile: DraftPile, shape: PileMetrics, extra: int = 0) -> PileSpec:
    """The room that a pile wants, with so many cards more."""
    return PileSpec(pile.key, max(1, shape.slots, len(pile.pieces) + extra))


def layout_with_gap(
    base: PileFlow,
    piles: Sequence[DraftPile],
    held: tuple[int, DropTarget] | None,
    area: LayoutArea,
    shape: PileMetrics,
) -> PileFlow:
    """Where piles lie while cards are held over one of them, or where a new one may come.

    Args:
        base: where they lie at rest.
        piles: all of them.
        held: how many cards, and where they would be put down; `None` for nothing.
        area: what there is for the piles.
        shape: how they are built.
    """
    count, target = held or (0, None)
    key = target.pile if target is not None else None
    wishes = [wish(pile, shape, count if pile.key == key else 0) for pile in piles]
    if target is None or key != NEW:
        return flow_piles(base, wishes, area, shape)
    if target.row is not None and target.row < len(base.rows):
        unit = base.card / CARD
        first = shape.left * unit + base.card / 2
        # Without a card yet, it is only wanted there. The first card comes to lie where it is held.
        slot = PilePlacement(NEW, 0, target.x - first, 2 * first, shape.step * base.card)
        base = base.with_slot(target.row, slot)
    return flow_piles(base, [*wishes, PileSpec(NEW, max(NEW_WIDE, count))], area, shape)


MOVE = 180.0
"""How long cards take to a new place, in ms."""
MANY = 6.0
"""How far apart the first and the last of many carried cards hang at most, in widths of one."""
MARGIN, SCROLLED = 26.0, 14.0
"""How near its edge a full table scrolls under what is carried, and how far for each step of the pointer."""
HAND_REACH = 24.0
"""How far above the hand its cards can be let fall into it: as far as they stand out of it."""


class TableState:
    """What lies where, and what of it is chosen or carried; it draws nothing and takes no input."""

    def __init__(
        self, context: ViewContext, turns: StagedTurns, room: TableTheme, foot: Callable[[], float]
    ) -> None:
        """Set up an empty table.

        Args:
            context: the match, and what is shown of it.
            turns: the turns in the making, one of which lies here.
            room: how the table looks.
            foot: gives the room that the help strip takes below, at its longest.
        """
        self._context = context
        self._turns = turns
        self._foot = foot
        self.room = room
        """How the table looks now."""
        self.book = turns.book
        self.lay = VisibleCards()
        self.verdicts: Mapping[int, MeldVerdict] = {}
        """What is to be said of each pile that is shown."""
        still = lambda: context.stage.still  # noqa: E731
        self.cards, self.heaps = PoseAnimator(still), PoseAnimator(still)
        self.carry: DragState | None = None
        self.parted: int | None = None
        """The card around which the hand lies apart."""
        self._judged: tuple[Draft, bool] | None = None
        """The draft that `in_order` was last asked about, and the answer."""
        self._gripped: tuple[int, float] | None = None
        """The card that a pointer rests on, and where its left edge was when it came to rest there."""
        self.relaid: Callable[[], None] = lambda: None
        """Called when other cards are shown, before they go to their places; set by whoever has a focus."""
        self._listeners: list[Callable[[], None]] = []
        self.picked: frozenset[int] = frozenset()
        """Cards of the hand that are chosen for something."""
        self.advised: frozenset[int] = frozenset()
        """Those that a hint has chosen: they may belong to several piles."""
        self.aims: frozenset[int] = frozenset()
        """Cards on the table that belong to the pile of which a hint speaks."""
        self.news = UnseenChanges()
        """What each seat has not seen change yet."""
        self.drawn: frozenset[int] = frozenset()
        """Cards that the viewer has drawn in this turn."""
        self.scroll = 0.0
        self.aside: Callable[[], ReservedArea] = ReservedArea
        """What of the table lies free of piles; set by whoever needs it, who says so by `make_way`."""
        self.seen = table_observed(context.session.observe(None))
        self._places: TableBoxes | None = None
        self._saved_layout = PileLayoutMemory()
        self._lately = TableHistory()
        """How the last tables lay, for moves that are seen again."""
        self._retold: TableHistory | None = None
        """Where those lie that this table shows again."""
        self.flow: PileFlow | None = None
        """How the piles lie at rest; `None` before the first `layout`."""
        self.shown: PileFlow | None = None
        """How they lie with the room that is made for what is carried."""
        self._bottom = 0
        self.counts: list[int] = [0] * len(context.seats)
        """How many cards each seat holds, as far as it has been shown; in the same way:"""
        self.stock = 0
        self.totals: list[int] = [0] * len(context.seats)

    # What is shown.

    @property
    def is_laid(self) -> bool:
        """Whether everything has its place: before the first `layout` nothing has."""
        return self._places is not None

    @property
    def places(self) -> TableBoxes:
        assert self._places is not None
        return self._places

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
    def turn(self) -> StagedTurn:
        """The turn in the making; of a spectator, the table alone."""
        return self._turns.on_screen

    @property
    def draft(self) -> Draft:
        return self.turn.draft

    @property
    def bottom(self) -> int:
        """The seat at the lower edge: the one whose hand is shown, or would be."""
        if self._context.viewer.seat is not None:
            return self._context.viewer.seat
        if len(self._context.match.people) == 1:
            return self._context.match.people[0]
        # While bots play, whoever sat there last: the table is not turned for each of them.
        return self._context.person if self._context.person is not None else self._bottom

    def is_mine(self) -> bool:
        """Whether the draft is that of the person to move."""
        person = self._context.person
        return person is not None and person == self.owner

    @property
    def in_order(self) -> bool:
        """Whether the turn can end as the table lies (`game.core.rummy.assistance.in_order`)."""
        draft = self.draft
        if self._judged is None or self._judged[0] is not draft:
            self._judged = draft, in_order(draft, self._context.session.options)
        return self._judged[1]

    def others(self) -> list[int]:
        """The other seats in turn order, as they sit from left to right."""
        count = len(self._context.seats)
        return [(self.bottom + step) % count for step in range(1, count)]

    def ground(self) -> PlacedFlow:
        """The piles where they lie now, with the room that is made for what is carried."""
        shown = self.shown or self.flow
        assert shown is not None
        return PlacedFlow(self.places, self.room.shape, shown, self.scroll)

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
            self.lay_out(VisibleCards.of(before))
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
        self.lay_out(VisibleCards.of(draft), start=dict.fromkeys(come, stock) if stock else {})

    def lie_as(self, live: TableState) -> None:
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
            self._saved_layout.keep(last.flow, last.area)

    def stock_pose(self) -> CardPose | None:
        """Where cards come from that are drawn."""
        if not self.is_laid:
            return None
        box = self.places.stock
        return CardPose(box.x + 40, box.centre[1], 0.0, 64.0)

    def lay_out(
        self, lay: VisibleCards, *, anew: bool = False, start: Mapping[int, CardPose] | None = None
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
        self.verdicts = {
            pile.key: told.get(pile.key) or check_pile(self.book, pile.texts) for pile in lay.piles
        }
        keys = {piece.key for piece in lay.pieces()}
        self.relaid()
        # What is carried stays picked, so that put back it is as it was.
        self.picked &= {piece.key for piece in (*lay.hand, *lay.carried)}
        self._context.redraw()
        if not self.is_laid:
            return
        # The hand goes into two rows, or back into one, and leaves the piles another room.
        if is_deep(len(lay.hand) + len(lay.carried), self.places.hand.w) != self.deep:
            self._place()
            anew = True
        shape, area = self.room.shape, area_of(self.places)
        wishes = [wish(pile, shape) for pile in lay.piles]
        then = self._retold.flow_of(lay.piles) if self._retold is not None and not lay.carried else None
        if then is not None:
            self._saved_layout.keep(*then)
        # What was being built lay there before it was out of sight, as behind a curtain.
        known = then is not None or self._saved_layout.knows(lay.piles, self.flow)
        before = self._saved_layout.fitted(area, shape) if anew or known else self.flow
        again = None if anew else self._saved_layout.again(lay.piles, area)
        if then is not None and then[1] == area:
            again = then[0]
        # After an empty table nothing has to keep its place: the cards may be large again.
        self.flow = again or flow_piles(None if emptied else before, wishes, area, shape, fitted=anew)
        if again is None and not anew and not lay.carried:
            self.flow = loosened(self.flow, area, shape)
        self._saved_layout.lay(lay.piles, area, self.flow)
        # Piles that were only fitted into another room have not been moved: the first room gets them back as
        # they were.
        if anew and before is not None:
            self._saved_layout.showed(self.flow)
        else:
            self._saved_layout.keep(self.flow, area)
        self._note()
        self.make_room(start=start)
        self.cards.keep(keys)
        self.heaps.keep([NEW, *(pile.key for pile in lay.piles)])

    def _note(self) -> None:
        """Remember how the table lies, where nothing is built on it."""
        if self.flow is not None and self.is_laid and self.lay.piles == self.draft.start:
            lain = PastTable(self.draft, self.owner, self.flow, area_of(self.places), self.news.copy())
            self._lately.note(lain)

    # The turn in the making, step by step.

    def do(self, draft: Draft) -> None:
        """Go on to another draft."""
        self.turn.do(draft)
        self._changed()

    def undo(self) -> None:
        self.turn.undo()
        self._changed()

    def redo(self) -> None:
        self.turn.redo()
        self._changed()

    def sort(self) -> None:
        """Put the hand in its next order."""
        self.turn.sort()
        self._changed()

    def _changed(self) -> None:
        """The draft is another one: show it, keep it, tell of it."""
        self._context.messages.clear()
        self.aims = frozenset()
        self.cancel()
        self._context.ports.save()
        for tell in self._listeners:
            tell()

    def listen(self, tell: Callable[[], None]) -> None:
        """Call this whenever somebody has made another draft."""
        self._listeners.append(tell)

    # What is carried, as the `DragController` tells it.

    def lift(self, keys: Sequence[int], at: Point | None = None, gripped: int | None = None) -> None:
        """Have these cards in the air, at a pointer that has gripped one of them.

        Where others were in the air, these are aimed and held as they were.
        """
        pile = self.draft.holder(keys[0])
        row = [piece.key for piece in (pile.pieces if pile else self.draft.hand)]
        home = DropTarget(pile.key if pile else None, row.index(keys[0]))
        before, lifted = self.carry, self.draft.lift(keys)
        if before is not None:
            self.carry = replace(before, draft=lifted, home=home)
        else:
            self.carry = DragState(lifted, home, home, self._hold(at, gripped) if at is not None else None)
        self.lay_out(VisibleCards.of(self.carry.draft))

    def _hold(self, at: Point, gripped: int | None) -> PointerGrip:
        """How a pointer holds a card there that it has gripped where it is."""
        pose = self.cards.at(gripped, self._context.stage.now) if gripped is not None else None
        if pose is None:
            return PointerGrip(at, key=gripped)
        right, below = (pose.x - at[0]) / pose.card, (pose.y - at[1]) / pose.card
        grip = max(-0.5, min(0.5, right)), max(-RATIO / 2, min(RATIO / 2, below))
        return PointerGrip(at, grip, gripped)

    def aim(self, target: DropTarget) -> None:
        """Let what is carried go down here: the piles give way for it."""
        assert self.carry is not None
        if target != self.carry.target:
            self.carry = replace(self.carry, target=target)
            self.make_room()

    def hang(self, at: Point) -> None:
        """Let what is carried hang at the pointer; a full table scrolls near its edges."""
        assert self.carry is not None
        self.carry = replace(self.carry, hold=replace(self.carry.hold or PointerGrip(at), at=at))
        area, over = self.places.piles, self.ground().overflow
        step = SCROLLED * ((at[1] > area.bottom - MARGIN) - (at[1] < area.y + MARGIN))
        if over and step and area.x <= at[0] <= area.right and area.y <= at[1] <= area.bottom:
            self.scroll = max(0.0, min(over, self.scroll + step))
        self._aim_carried()
        self._context.redraw()

    def drop(self) -> None:
        """Put down what is carried, where it is aimed."""
        carry = self.carry
        assert carry is not None
        self.do(self._dropped_in_hand(carry) if carry.target.pile is None else self._dropped(carry))

    def _dropped(self, carry: DragState) -> Draft:
        """The draft with what is carried on the table; the room that was made for it is its own now."""
        lifted, target = carry.draft, carry.target
        laid = self.ground().flow
        order = laid.order()
        if target.pile == NEW:
            draft = lifted.drop_new(min(len(lifted.piles), order.index(NEW) if NEW in order else len(order)))
            new = next(pile.key for pile in draft.piles if pile.key not in {p.key for p in lifted.piles})
            names = {key: key for key in order if key != NEW} | {NEW: new}
        else:
            assert target.pile is not None
            # Counted with the carried card still in its pile, the place may lie beyond the end.
            index = min(target.index, len(lifted.pile(target.pile).pieces))
            # What is two piles by now parts by itself: nobody should have to pull them apart.
            draft = split_if_valid(lifted.drop_on(target.pile, index), target.pile)
            names = {key: key for key in order}
        self.flow = laid.renamed(names)
        self._saved_layout.keep(self.flow, area_of(self.places))
        self._note()
        return draft

    def _dropped_in_hand(self, carry: DragState) -> Draft:
        """The draft with it back in the hand where it is pointed at: that makes it the owner's own order."""
        index, rest = carry.target.index, [piece.key for piece in carry.draft.hand]
        shown = [*rest[:index], *(piece.key for piece in carry.draft.lifted), *rest[index:]]
        draft = carry.draft.drop_in_hand()
        # Put down where it was taken, the hand keeps its sort.
        if shown != [piece.key for piece in draft.hand]:
            self.turn.reorder(shown)
        return self.turn.ordered(draft)

    def cancel(self) -> None:
        """Nothing is in the air any more: show the draft as it is."""
        self.carry = None
        self.lay_out(VisibleCards.of(self.draft))

    # What is chosen of the hand.

    @property
    def chosen(self) -> frozenset[int]:
        """The picked cards that somebody has picked, and no hint."""
        return self.picked - self.advised

    def pick(self, card: int) -> None:
        """Choose a card of the hand, or leave it again; one that a hint has picked is chosen by that."""
        self.picked ^= {card} - (self.picked & self.advised)
        self.advised -= {card}
        self.make_room()

    def unpick(self) -> None:
        self.picked = frozenset()
        self.make_room()

    def mark(self, keys: Iterable[int], aims: Iterable[int] = ()) -> None:
        """Pick these cards of the hand, as a hint does: a star stands on each, and on those it aims at."""
        self.picked = self.advised = frozenset(keys)
        self.aims = frozenset(aims)
        self.make_room()

    def part(self, key: int | None, *, stays: bool = False) -> None:
        """Let the hand lie apart around a card; it ``stays`` where it is where a pointer rests on it."""
        pose = self.cards.at(key, self._context.stage.now) if stays and key is not None else None
        if key is not None and pose is not None:
            self._gripped = key, pose.x - pose.card / 2
        self.parted = key
        self.make_room()

    # Scrolling.

    def scroll_by(self, units: float) -> None:
        """Move the piles of a table that is too full to be seen whole."""
        self.scroll = max(0.0, min(self.ground().overflow, self.scroll + units))
        self.make_room()

    def reveal(self, key: int) -> None:
        """Scroll a full table so far that the pile with a card can be seen; the next picture shows it."""
        pile = self.lay.holder(key)
        box = self.ground().boxes().get(pile.key) if pile is not None and self.is_laid else None
        if box is not None:
            area = self.places.piles
            low, high = max(0.0, box.bottom - area.bottom), max(0.0, area.y - box.y)
            self.scroll = max(0.0, min(self.ground().overflow, self.scroll + low - high))

    # Where things go.

    def make_room(self, *, start: Mapping[int, CardPose] | None = None) -> None:
        """Let the piles give way for what is carried, and everything go where it belongs now."""
        if not self.is_laid or self.flow is None:
            return
        start = start or {}
        held = (len(self.lay.carried), self.carry.target) if self.carry is not None else None
        area = area_of(self.places)
        self.shown = layout_with_gap(self.flow, self.lay.piles, held, area, self.room.shape)
        self.scroll = max(0.0, min(self.scroll, self.ground().overflow))
        now, ms = self._context.stage.now, self.pace
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
        self._aim_carried()
        self._context.redraw()

    def hand_poses(self) -> list[CardPose]:
        """Where the cards of the hand lie, with a gap where something would be put down."""
        hand, carry = self.lay.hand, self.carry
        keys = [piece.key for piece in hand]
        focus = keys.index(self.parted) if self.parted in keys and carry is None else None
        picked = [n for n, key in enumerate(keys) if key in self.picked]
        if carry is None or carry.target.pile is not None:
            key, left = self._gripped or (None, None)
            return self.fan(len(hand), focus, picked, left if key == self.parted else None)
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
        hand, text = self.places.hand, self.places.text
        return fan(hand, count, focus=focus, picked=picked, deep=self.deep, text=text, left=left)

    def _aim_carried(self) -> None:
        """What is carried hangs at the pointer, or over the place where it would be put down."""
        carry = self.carry
        if carry is None:
            return
        for number, piece in enumerate(self.lay.carried):
            pose = self.carried_pose(number)
            if carry.hold is not None:
                self.cards.put(piece.key, pose)  # at once: it must not lag behind the pointer
            else:
                self.cards.aim(piece.key, pose, self._context.stage.now, self.pace)

    def carried_pose(self, number: int) -> CardPose:
        carry = self.carry
        assert carry is not None
        ground = self.ground()
        card = ground.flow.card * 1.06
        if carry.hold is not None:
            x, y = self.held_middle(number, carry.hold)
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

    def held_middle(self, number: int, hold: PointerGrip) -> tuple[float, float]:
        """The middle of a carried card while a pointer holds it so: as far apart as they will lie there."""
        card, keys = self.ground().flow.card, [piece.key for piece in self.lay.carried]
        gripped = keys.index(hold.key) if hold.key in keys else 0
        step = card * min(self.room.shape.step, MANY / max(1, len(keys) - 1))
        (x, y), (right, below) = hold.at, hold.grip
        return x + right * card + (number - gripped) * step, y + below * card

    # What lies where: for a focus, and under a point.

    def resting(self) -> PlacedFlow:
        """The piles as they lie when nothing makes them give way; steps go by it, so they are certain."""
        assert self.flow is not None
        return PlacedFlow(self.places, self.room.shape, self.flow, self.scroll)

    def new_box(self) -> Box:
        """Where a new pile would lie if nobody said where."""
        resting, held = self.resting(), (len(self.lay.carried), DropTarget(NEW))
        shown = layout_with_gap(resting.flow, self.lay.piles, held, area_of(self.places), self.room.shape)
        return replace(resting, flow=shown).boxes()[NEW]

    def hand_boxes(self, *, resting: bool = False) -> list[tuple[Piece, Box]]:
        """The visible part of each card of the hand, from left to right; resting: none lifted."""
        hand = self.lay.hand
        poses = self.fan(len(hand)) if resting else self.hand_poses()
        # The front row covers the one behind it, and a card in focus takes none of that from it.
        front = self.fan(len(hand))[-1] if self.deep and hand else None
        split = front.y - front.card * RATIO / 2 if front is not None else 0.0
        found = []
        for number, (piece, pose) in enumerate(zip(hand, poses, strict=True)):
            beside = poses[number + 1] if number + 1 < len(hand) and poses[number + 1].x > pose.x else None
            x, top = pose.x - pose.card / 2, pose.y - pose.card * RATIO / 2
            right = beside.x - beside.card / 2 if beside is not None else pose.x + pose.card / 2
            floor = self.places.wood.y
            if front is not None and number < cut(len(hand), deep=True):
                floor = min(floor, split)
            elif front is not None:
                top = max(top, split)
            found.append((piece, Box(x, top, max(8.0, right - x), max(24.0, floor - top))))
        return found

    def rows(self) -> Rows:
        """What the focus can go to, row by row: cards, or places to put down what is carried."""
        resting, lay = self.resting(), self.lay
        found: Rows = []
        if self.carry is not None:
            boxes = {**resting.boxes(), NEW: self.new_box()}
            new = resting.row_at(boxes[NEW].centre[1])
            for number, row in enumerate(resting.flow.rows):
                keys = [slot.key for slot in row] + ([NEW] if number == new else [])
                found.append([(str(key), boxes[key]) for key in sorted(keys, key=lambda k: boxes[k].x)])
            # What lay on the table can never go to a hand, so the focus does not go there either.
            hand = all(piece.own for piece in lay.carried)
            return [*filter(None, found), *([[(HAND, self.places.hand)]] if hand else [])]
        piles = {pile.key: pile for pile in lay.piles}
        for row in resting.flow.rows:
            there = (piles[slot.key] for slot in row if slot.key in piles)
            found.append([(str(piece.key), box) for pile in there for piece, box in resting.seen(pile)])
        held = [(str(piece.key), box) for piece, box in self.hand_boxes(resting=True)]
        back = cut(len(held), deep=self.deep)
        return [*filter(None, (*found, held[:back], held[back:]))]

    def spots(self) -> dict[str, Box]:
        return {name: box for row in self.rows() for name, box in row}

    def card_at(self, at: Point) -> tuple[int, bool] | None:
        """The card under a point, and whether the cards to its right come along."""
        held = self._held_at(at) if at[1] < self.places.wood.y else None
        if held is not None:
            return held, False
        if not self.places.piles.grown(14).holds(at):
            return None
        ground = self.ground()
        for pile in self.lay.piles:
            for piece, box in ground.seen(pile):
                if box.holds(at):
                    return piece.key, piece != pile.pieces[-1] and at[1] > box.y + box.h * WHOLE_GRIP
        return None

    def _held_at(self, at: Point) -> int | None:
        """The card of the hand that is seen under a point, wherever it is on its way."""
        now = self._context.stage.now
        keys = [piece.key for piece in self.lay.hand]
        where = [self.cards.at(key, now) for key in keys]
        poses = [pose for pose in where if pose is not None]
        apart = keys.index(self.parted) if self.carry is None and self.parted in keys else None
        for place in reversed(stacked(poses, cut(len(poses), deep=self.deep), apart)):
            if covers(poses[place], at, own=PART_LEFT if place == apart else 0.0):
                return keys[place]
        return None

    def target_at(self, at: Point) -> DropTarget:
        """Where what is carried would go down if the pointer let go of it at a point."""
        carry, places = self.carry, self.places
        assert carry is not None
        beyond = at[0] > places.table.right + 12 or at[1] < places.table.y - 24
        # Let go outside the table it goes back to where it was.
        if beyond or at[1] > places.wood.y:
            return carry.home
        if at[1] > places.hand.y - HAND_REACH and at[0] < places.hand.right + 30:
            place = place_at(self.whole_fan(), deep=self.deep, x=at[0], y=at[1])
            return DropTarget(None, min(place, len(self.lay.hand)))
        resting = self.resting()
        # Between two piles the place for a new one comes first, then whichever pile is near.
        key = resting.pile_at(at, beside=False)
        if key is None and not self.new_box().holds(at):
            key = resting.pile_at(at)
        if key is not None:
            return DropTarget(key, self._landing(carry.draft, key, resting.index_at(key, at[0])))
        # There where they are held, and not where the pointer holds them.
        x, y = self.held_middle(0, replace(carry.hold or PointerGrip(at), at=at))
        return DropTarget(NEW, 0, resting.row_at(y), x - places.piles.x)

    def _landing(self, lifted: Draft, key: int, index: int) -> int:
        """Where in a pile what is carried comes to lie: one that is whole then is put in reading order."""
        pile = lifted.pile(key)
        index = min(index, len(pile.pieces))
        pieces = (*pile.pieces[:index], *lifted.lifted, *pile.pieces[index:])
        if not self.book.is_meld([piece.text for piece in pieces]):
            return index
        return reading_order(self.book, pieces).index(lifted.lifted[0])

    @property
    def pace(self) -> float:
        """How long things take to their places, in ms."""
        return 0.0 if self._context.stage.settings.animation_speed == Speed.INSTANT else MOVE

    # Layout.

    def layout(self) -> None:
        self._place()
        self.shown = self._gripped = None
        self.lay_out(self.lay, anew=True)
        # Another window: nothing travels there from where it lay in the old one.
        self.cards.rest()
        self.heaps.rest()

    def make_way(self) -> None:
        """Something else takes a part of the table, or gives it back: piles lie in what is left of it."""
        before = self._places
        if before is None:
            return
        self._place()
        if self.places != before:
            self.lay_out(self.lay, anew=True)
            if self._context.stage.still:
                self.cards.rest()
                self.heaps.rest()

    @property
    def deep(self) -> bool:
        return self.places.hand.h > 130

    def _place(self) -> None:
        others = len(self._context.seats) - 1
        context = self._context
        text = context.stage.text_scale
        teacher = teacher_column(text, WIDE) + 20 if context.learns else 0.0
        # Of a film nothing but its next mark stands there: large words have the room of a button besides.
        knobs = 2 if context.is_film and text > TAG_TEXT else 3
        need = LayoutRequirements(
            text, self._foot(), others, buttons=knobs, above=context.above, whole=context.is_film,
            teacher=teacher,
        )  # fmt: skip
        self._places = table_boxes(self._context.stage.view, need, self.room.shape)
        # Again, for whether a hand needs two rows is known only once its width is; what lies aside likewise.
        deep = is_deep(len(self.lay.hand) + len(self.lay.carried), self.places.hand.w)
        aside = self.aside()
        more = replace(need, deep=deep, aside=aside, whole=need.whole or aside.above > 0)
        if more != need:
            self._places = table_boxes(self._context.stage.view, more, self.room.shape)

    def seat_box(self, seat: int) -> Box:
        others = self.others()
        return self.places.seats[others.index(seat)] if seat in others else self.places.own

    # The save.

    def keep(self) -> dict[str, Any]:
        return {"places": self._saved_layout.plain(), "news": self.news.plain()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        with suppress(ValueError):  # an older save, or a broken one: the piles are laid out anew
            self._saved_layout.read(kept.get("places"))
        self.news.read(kept.get("news"), len(self._context.seats))


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
