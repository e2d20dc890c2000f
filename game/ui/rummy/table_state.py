"""Model of a rummy table: where everything is drawn, and which cards are chosen, carried or moving.

All changes go through `TableState.show_draft`. It takes the piles, the hand and the carried cards to show,
places the piles where they were before if possible (`pile_layout`), and moves every card and pile from its
present position, so that nothing jumps (`PoseAnimator`). The `DragController` calls `lift`,
`set_drop_target`, `drag_to` (for a pointer), `drop` and `cancel`, and each step of the turn is shown, saved
and undone here. Moves of others come from `EventPlayback`. The table knows no device: it answers which card
is under a point, where something would be dropped, and where the focus can move.

`table_history` keeps the past of the table: the changes that each seat has not seen yet, and the layouts of
the last tables.
"""

from __future__ import annotations

import math
from collections import Counter, deque
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
from game.ui.art.cards import CARD_ASPECT
from game.ui.cards.fan import (
    LEFT_SHIFT,
    RAISED_HEIGHT,
    CardPose,
    back_row_count,
    covers,
    drawing_order,
    fan,
    is_deep,
    place_at,
)
from game.ui.core.canvas import (
    PACE,
    Box,
    ease_in,
    ease_in_out,
    ease_out,
    ease_out_back,
    lerp_point,
    sway,
    wobble,
)
from game.ui.core.verbs import (
    CARRY,
    DRAW,
    DROP,
    GLIDE,
    LAY,
    LIFT,
    LONG_FLIGHT_DISTANCE,
    NEW_PLACE,
    REFUSAL,
    REFUSAL_DROP,
    SEND,
    Flight,
)
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.press_motion import strike_refusal
from game.ui.match.replay_controls import MAX_TAG_TEXT_SCALE
from game.ui.match.view import teacher_column
from game.ui.rummy.pile_layout import (
    SINGLE_GRIP_SHARE,
    LayoutArea,
    PileFlow,
    PileLayoutMemory,
    PilePlacement,
    PileSpec,
    PlacedFlow,
    area_of,
    flow_piles,
    loosen_piles,
)
from game.ui.rummy.table_history import PastTable, TableHistory, UnseenChanges
from game.ui.rummy.theme import (
    BASE_CARD_WIDTH,
    LESSON_WIDTHS,
    LayoutRequirements,
    PileMetrics,
    ReservedArea,
    TableBoxes,
    TableTheme,
    table_boxes,
)

CONTACT_SHRINK, CONTACT_TURN = 0.09, 2.0
"""Share by which a card is smaller as it touches, and degrees by which it is turned. It springs back."""
STALE_CONTACT_MS = 250.0  # ms after which a contact is no longer heard
FLASH_FADE_MS = 60.0  # ms at the end of a refusal in which its colour fades
SHAKE_WIDTH = 12.0  # units by which a refused card shakes its head


def _height(progress: float) -> float:
    """Height (0 to 1) on a flight at a progress of 0 to 1: rises fast and falls steeply, like a slam."""
    return math.sin(math.pi * progress**0.75)


def flown(start: CardPose, end: CardPose, flight: Flight, progress: float) -> CardPose:
    """Pose on the way from ``start`` to ``end`` at a progress of 0 to 1, where it touches.

    Short flights are flatter.
    """
    far = min(1.0, math.dist((start.x, start.y), (end.x, end.y)) / LONG_FLIGHT_DISTANCE)
    pose, top = start.towards(end, flight.ease(progress)), far * _height(progress)
    lean = far * math.copysign(flight.lean, end.x - start.x) * math.sin(math.pi * progress)
    return replace(
        pose,
        angle=pose.angle + lean,
        lift=pose.lift + flight.height * top,
        grow=pose.grow * (1 + flight.swells * top),
    )


@dataclass(frozen=True, slots=True)
class _Tween:
    start: CardPose
    end: CardPose
    begun: float
    flight: Flight = GLIDE
    pace: float = 0.0  # factor on the duration of the flight

    @property
    def contact(self) -> float:
        """Time in ms at which it touches."""
        return self.begun + self.flight.contact * self.pace

    @property
    def over(self) -> float:
        """Time in ms at which it rests."""
        return self.begun + self.flight.length * self.pace

    def progress(self, now: float) -> float:
        """Progress (0 to 1) of the way to the contact at a time in ms."""
        if now >= self.contact or self.start == self.end:
            return 1.0
        return max(0.0, (now - self.begun) / (self.contact - self.begun))

    def settling(self, now: float) -> float | None:
        """Progress (0 to 1) from the contact to the end; None before the one and after the other."""
        return (now - self.contact) / (self.over - self.contact) if self.contact <= now < self.over else None

    def at(self, now: float) -> CardPose:
        """Pose at a time in ms."""
        if not self.moves(now):
            return self.end
        if (settled := self.settling(now)) is None:
            return flown(self.start, self.end, self.flight, self.progress(now))
        swing = wobble(settled, 1.0)
        return replace(self.end, angle=self.end.angle + CONTACT_TURN * swing, grow=1 - CONTACT_SHRINK * swing)

    def moves(self, now: float) -> bool:
        """True if it has a way to go and is not over at a time in ms."""
        return now < self.over and self.start != self.end

    def turned_to(self, pose: CardPose, now: float) -> _Tween:
        """Copy that ends at another pose, with the same present pose, contact and end."""
        k = self.flight.ease(self.progress(now))
        if k > 0.9:  # too late for a turn
            return replace(self, end=pose)
        # The start moves against the end, so that nothing jumps.
        return replace(self, start=self.start.towards(self.end, k).towards(pose, -k / (1 - k)), end=pose)


class PoseAnimator:
    """Present and final poses of cards and piles, by key.

    Each movement is a `Flight`. Its contact is returned by `contacts` at its time. With reduced motion
    everything is drawn at its final pose, fades in there, and touches at once.
    """

    def __init__(self, is_still: Callable[[], bool]) -> None:
        self._still = is_still
        self._ways: dict[int, _Tween] = {}
        self._contacts: list[tuple[float, int, Flight]] = []  # time in ms, key and kind of each to come
        self._shaken = self._faults = frozenset[int]()
        self._shaken_at = -math.inf  # ms

    def aim(
        self,
        key: int,
        pose: CardPose,
        now: float,
        pace: float,
        *,
        start: CardPose | None = None,
        flight: Flight = GLIDE,
    ) -> None:
        """Move an item to ``pose``, from ``now`` (ms) on. A new item appears there, or moves from ``start``.

        ``pace`` is the factor on the duration of the flight.
        """
        tween = self._ways.get(key)
        if not flight.touches and tween is not None and start is None:
            if tween.end == pose:  # otherwise each call would restart the movement
                return
            if tween.flight.touches and now < tween.contact:
                self._ways[key] = tween.turned_to(pose, now)
                return
        # Start from the present pose: a card with a new destination turns without a jump.
        if start is None:
            start = pose if tween is None else tween.at(now)
        self._ways[key] = tween = _Tween(start, pose, now, flight, pace)
        if flight.touches:
            self._contacts.append((now if self._still() else tween.contact, key, flight))

    def place_at_once(self, key: int, pose: CardPose) -> None:
        """Place an item at once."""
        self._ways[key] = _Tween(pose, pose, 0.0)

    def push(self, key: int, dx: float, now: float, pace: float) -> None:
        """Displace a known item by ``dx`` units, from where it glides back. Not with reduced motion."""
        if (end := self.end(key)) is not None and not self._still():
            self.aim(key, end, now, pace, start=replace(end, x=end.x + dx))

    def contacts(self, now: float) -> list[tuple[int, Flight]]:
        """Keys and kinds of the contacts up to a time in ms, in their order. Returns each of them once.

        Those that another screen has covered for a while are left out.
        """
        due = sorted((entry for entry in self._contacts if entry[0] <= now), key=lambda entry: entry[0])
        self._contacts = [entry for entry in self._contacts if entry[0] > now]
        return [(key, verb) for ms, key, verb in due if now - ms < STALE_CONTACT_MS]

    def shake(self, keys: Iterable[int], faults: Iterable[int], now: float) -> None:
        """Let only these items shake their heads, because of a refusal; its ``faults`` jump out of them."""
        self._shaken, self._faults, self._shaken_at = frozenset(keys), frozenset(faults), now

    def shaking(self, key: int, now: float) -> float | None:
        """Progress (0 to 1) of an item's shake at a time in ms; None if it does not shake."""
        progress = (now - self._shaken_at) / REFUSAL.length
        return progress if key in self._shaken and 0 <= progress < 1 else None

    def flash(self, key: int, now: float) -> float:
        """Opacity (0 to 1) of the colour by which an item shows a refusal."""
        progress = self.shaking(key, now)
        return 0.0 if progress is None else min(1.0, (1 - progress) * REFUSAL.length / FLASH_FADE_MS)

    def shake_offset(self, key: int, now: float) -> float:
        """Present distance in units by which an item is right of its place because it shakes."""
        progress = None if self._still() else self.shaking(key, now)
        return 0.0 if progress is None else SHAKE_WIDTH * sway(progress, 2.0)

    def jump_height(self, key: int, now: float) -> float:
        """Present height in units to which an item jumps because it is what a refusal is about."""
        progress = None if self._still() or key not in self._faults else self.shaking(key, now)
        ms, up, down = (progress or 0.0) * REFUSAL.length, REFUSAL.contact, REFUSAL_DROP.contact
        fall = min(1.0, max(0.0, ms - up) / (down - up))
        return RAISED_HEIGHT * (ease_out(min(1.0, ms / up)) - ease_in(fall))

    def shaken(self, key: int, pose: CardPose, now: float) -> CardPose:
        """Present pose of an item, as a shake shows it."""
        aside, up = self.shake_offset(key, now), self.jump_height(key, now)
        return replace(pose, x=pose.x + aside, lift=pose.lift + up) if aside or up else pose

    def at(self, key: int, now: float) -> CardPose | None:
        """Present pose of an item, with reduced motion its final one; None for an unknown key.

        A shake leaves it where a pointer finds it; see `shaken`.
        """
        tween = self._ways.get(key)
        if tween is None or self._still():
            return None if tween is None else tween.end
        return tween.at(now)

    def end(self, key: int) -> CardPose | None:
        """Final pose of an item; None for an unknown key."""
        tween = self._ways.get(key)
        return tween.end if tween is not None else None

    def flying(self, key: int, now: float) -> tuple[Flight, float] | None:
        """Flight of an item that has yet to touch, and its progress (0 to 1). None for all others."""
        tween = self._ways.get(key)
        if tween is None or now >= tween.contact or self._still() or not tween.flight.touches:
            return None
        return tween.flight, tween.progress(now)

    def landing(self, key: int, now: float) -> float | None:
        """Progress (0 to 1) of an item from its contact to its rest; None at other times."""
        tween = self._ways.get(key)
        return None if tween is None or self._still() or not tween.moves(now) else tween.settling(now)

    def opacity(self, key: int, now: float) -> float:
        """Opacity (0 to 1) of an item: below 1 only while it fades in with reduced motion."""
        tween = self._ways.get(key)
        if tween is None or not self._still() or not tween.moves(now):
            return 1.0
        return max(0.0, (now - tween.begun) / (tween.over - tween.begun))

    def moves(self, key: int, now: float) -> bool:
        """True if the item is moving at a time in ms."""
        tween = self._ways.get(key)
        return tween is not None and (tween.moves(now) or self.shaking(key, now) is not None)

    def moving(self, now: float) -> bool:
        """True if any item is moving, or has yet to touch, at a time in ms."""
        return bool(self._contacts) or any(self.moves(key, now) for key in self._ways)

    def rest(self) -> None:
        """Complete all movements."""
        for key, tween in self._ways.items():
            self.place_at_once(key, tween.end)
        self._contacts = []

    def retain(self, keys: Iterable[int]) -> None:
        """Forget all items but these."""
        live_keys = set(keys)
        self._ways = {key: tween for key, tween in self._ways.items() if key in live_keys}


@dataclass(frozen=True, slots=True)
class VisibleCards:
    """All visible cards, by place."""

    piles: tuple[DraftPile, ...] = ()
    hand: tuple[Piece, ...] = ()
    carried: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, draft: Draft) -> VisibleCards:
        """Cards of a draft; its lifted ones are carried."""
        return cls(draft.piles, draft.hand, draft.lifted_pieces)

    def pieces(self) -> list[Piece]:
        """All cards: those of the piles, then the hand, then the carried ones."""
        return [*(piece for pile in self.piles for piece in pile.pieces), *self.hand, *self.carried]

    def pile(self, key: int) -> DraftPile | None:
        """Pile with this key; None for none."""
        return next((pile for pile in self.piles if pile.key == key), None)

    def holder(self, key: int) -> DraftPile | None:
        """Pile with the card of this key; None for none."""
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)


NEW_PILE = -1  # key of the place for a new pile
HAND_PLACE = "hand"
"""Name of the drop place above the hand. Cards and piles are named by their keys."""
Point: TypeAlias = tuple[float, float]
Rows: TypeAlias = list[list[tuple[str, Box]]]
"""Names and boxes of the places that the focus can reach, row by row."""
MIN_NEW_PILE_CARDS = 3  # minimum number of cards that fit in the place for a new pile


@dataclass(frozen=True, slots=True)
class DropTarget:
    """Place where carried cards would be dropped."""

    pile: int | None = None  # key of a pile, `NEW_PILE`, or `None` for the hand
    index: int = 0  # index in the pile or hand before which the cards are inserted
    row: int | None = None
    """For a new pile, its wanted row, with the wanted ``x`` from the left edge of the piles."""
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class PointerGrip:
    """Grip of a pointer on the carried cards."""

    at: Point  # position of the pointer, in units
    grip: tuple[float, float] = (0.0, 0.0)
    """Offset of the middle of the gripped card from the pointer, right and down, in card widths."""
    key: int | None = None  # the gripped card


@dataclass(frozen=True, slots=True)
class DragState:
    """Carried cards, and where they would be dropped."""

    draft: Draft  # draft without the carried cards; `Draft.lifted_pieces` are these cards
    home: DropTarget  # original place of the first of them
    target: DropTarget
    hold: PointerGrip | None  # `None` if keys or a controller carry the cards


def spec_of(pile: DraftPile, shape: PileMetrics, extra: int = 0) -> PileSpec:
    """Pile's key and number of cards to reserve space for: ``extra`` more, at least the theme's slots."""
    return PileSpec(pile.key, max(1, shape.slots, len(pile.pieces) + extra))


def layout_with_gap(
    base: PileFlow,
    piles: Sequence[DraftPile],
    carried: tuple[int, DropTarget] | None,
    area: LayoutArea,
    shape: PileMetrics,
) -> PileFlow:
    """Layout of the piles with a gap for cards carried over one of them, or for a new pile.

    Args:
        base: layout at rest.
        piles: all piles.
        carried: number of carried cards and their target; `None` if none are carried.
        area: space for the piles.
        shape: dimensions of the piles.
    """
    count, target = carried or (0, None)
    key = target.pile if target is not None else None
    wishes = [spec_of(pile, shape, count if pile.key == key else 0) for pile in piles]
    if target is None or key != NEW_PILE:
        return flow_piles(base, wishes, area, shape)
    least = MIN_NEW_PILE_CARDS
    if target.row is not None and target.row < len(base.rows):
        unit = base.card / BASE_CARD_WIDTH
        first = shape.left * unit + base.card / 2
        # The slot is empty and only reserves the position, so that the first card is placed where it is held.
        slot = PilePlacement(NEW_PILE, 0, target.x - first, 2 * first, shape.step * base.card)
        base, least = base.with_slot(target.row, slot), count
    return flow_piles(base, [*wishes, PileSpec(NEW_PILE, max(least, count))], area, shape)


STAGGER_MS, MAX_STAGGER_MS = 100.0, 240.0
"""Time in ms from the start of a flying card to that of the next, and maximum from the first to the last."""
STOCK_RISE = 24.0  # height in units to which the top card of the stock rises before it leaves
DRAW_GAP = 30.0  # units by which a hand parts wider for a drawn card, whose right neighbour would cover it
MAX_FALL_DISTANCE = 160.0  # maximum distance in units that an own card falls; from further away it flies
LIFT_SCALE, LIFT_TILT, HELD_HEIGHT = 1.06, -3.0, 10.0
"""Factor on the size of cards that a pointer carries, their degrees at rest, and height in units."""
LEAN_PER_SPEED, BACKSWING_PER_SPEED, MAX_LEAN = 11.0, 5.0, 16.0
"""Degrees by which carried cards lean for each unit per ms of the pointer, and back after it has stopped, and
their maximum."""
RECENT_SPEED_MS, EARLIER_SPEED_MS = (
    70.0,
    110.0,
)  # ms over which that speed is measured: at last, and before that
TRAIL_MS, MAX_TRAIL_SHARE = 10.0, 0.12
"""Time in ms by which each carried card follows the one beside it, and maximum for that in card widths."""
MAX_TRAIL_LENGTH = 6.0  # maximum distance between the first and the last carried card, in card widths
SCROLL_MARGIN, SCROLL_STEP = 26.0, 14.0
"""Distance from the edge, in units, at which a full table scrolls during a drag, and units per pointer step.
"""
HAND_REACH = 24.0
"""Units above the hand in which cards can still be dropped into it: the height by which its cards protrude.
"""


class TableState:
    """Positions of all cards and piles, and the chosen or carried ones.

    Draws nothing and handles no input.
    """

    def __init__(
        self,
        context: ViewContext,
        turns: StagedTurns,
        theme: TableTheme,
        prompt_bar_height: Callable[[], float],
    ) -> None:
        """Create an empty table.

        Args:
            context: the match and its display.
            turns: the drafts of the seats, one of which is shown here.
            theme: theme of the table.
            prompt_bar_height: returns the maximum height of the prompt bar below.
        """
        self._context = context
        self._turns = turns
        self._foot = prompt_bar_height
        self.room = theme
        self.book = turns.book
        self.lay = VisibleCards()
        self.verdicts: Mapping[int, MeldVerdict] = {}
        is_still = lambda: context.app.reduced_motion  # noqa: E731
        self.cards, self.heaps = PoseAnimator(is_still), PoseAnimator(is_still)
        self.carry: DragState | None = None
        self._lifted: dict[int, tuple[float, CardPose]] = {}
        """When each carried card was lifted, in ms, and its pose then."""
        self._trail: deque[tuple[float, Point]] = deque(maxlen=48)
        """Last positions of the pointer that carries cards, and their times in ms."""
        self._falling: Sequence[int] = ()  # keys of the cards that are dropped just now
        self.parted: int | None = None  # card around which the fan is parted
        self.gap: tuple[int, Mapping[int, float]] = NEW_PILE, {}
        """Card that was drawn last, and units by which each card of the hand moves right for it."""
        self._judged: tuple[Draft, bool] | None = None
        """Draft that was last checked for `can_end_turn`, and the result."""
        self._gripped: tuple[int, float] | None = None
        """Card that a pointer rests on, and the x of its left edge when the pointer came to rest."""
        self.relaid: Callable[[], None] = lambda: None
        """Called when other cards are shown, before they move to their places. Set by the owner of the focus.
        """
        self._listeners: list[Callable[[], None]] = []
        self.picked: frozenset[int] = frozenset()
        self.advised: frozenset[int] = frozenset()
        """Picked cards that a hint has picked. They may belong to several piles."""
        self.aims: frozenset[int] = frozenset()
        """Cards on the table that belong to the pile of the current hint."""
        self.news = UnseenChanges()  # changes that each seat has not seen yet
        self.drawn: frozenset[int] = frozenset()  # cards that the viewer has drawn in this turn
        self.scroll = 0.0
        self.aside: Callable[[], ReservedArea] = ReservedArea
        """Returns the space of the table that piles must leave free. After a change the provider calls
        `make_way`."""
        self.seen = table_observed(context.session.observe(None))
        self._places: TableBoxes | None = None
        self._saved_layout = PileLayoutMemory()
        self._lately = TableHistory()  # layouts of the last tables, for replaying moves
        self._retold: TableHistory | None = None  # layouts that this table replays; None if it is no replay
        self.flow: PileFlow | None = None  # layout of the piles at rest; `None` before the first `layout`
        self.shown: PileFlow | None = None  # layout with the gap for carried cards
        self._bottom = 0
        self.counts: list[int] = [0] * len(context.seats)
        """Number of cards of each seat as shown up to now. The match may be ahead; also true of `stock` and
        `totals`."""
        self.stock = 0
        self.totals: list[int] = [0] * len(context.seats)

    # State.

    @property
    def is_laid(self) -> bool:
        """True after the first `layout`. Before it nothing has a position."""
        return self._places is not None

    @property
    def boxes(self) -> TableBoxes:
        """Boxes of all parts of the table. Raises `AssertionError` before the first `layout`."""
        assert self._places is not None
        return self._places

    @property
    def new_card_keys(self) -> frozenset[int]:
        """Keys of the cards that others have laid since the viewer's last turn."""
        return self.news.cards(self.owner)

    @property
    def changed_piles(self) -> frozenset[int]:
        """Keys of the piles that others have changed since the viewer's last turn."""
        return self.news.piles(self.owner)

    @property
    def owner(self) -> int | None:
        """Seat whose hand and draft are shown; `None` if only the table is."""
        return self._turns.shown_seat

    @property
    def turn(self) -> StagedTurn:
        """Draft, history and card order of the shown seat; for spectators, the table alone."""
        return self._turns.on_screen

    @property
    def has_saved_draft(self) -> bool:
        """True if a restored draft has not been looked at yet."""
        return self._turns.has_saved_draft

    @property
    def draft(self) -> Draft:
        """Draft of the shown seat's turn."""
        return self.turn.draft

    @property
    def near_seat(self) -> int:
        """Seat at the lower edge: the one whose hand is shown, or would be."""
        if self._context.viewer.seat is not None:
            return self._context.viewer.seat
        if len(self._context.match.local_seats) == 1:
            return self._context.match.local_seats[0]
        # While bots play, the last local player stays there: the table does not turn for each bot.
        return self._context.local_to_move if self._context.local_to_move is not None else self._bottom

    def is_mine(self) -> bool:
        """True if the shown draft belongs to the local player to move."""
        person = self._context.local_to_move
        return person is not None and person == self.owner

    @property
    def can_end_turn(self) -> bool:
        """True if the turn can end with this draft (`game.core.rummy.assistance.in_order`)."""
        draft = self.draft
        if self._judged is None or self._judged[0] is not draft:
            self._judged = draft, in_order(draft, self._context.session.options)
        return self._judged[1]

    def others(self) -> list[int]:
        """Seats other than the near one, in turn order, which is also their order from left to right."""
        count = len(self._context.seats)
        return [(self.near_seat + step) % count for step in range(1, count)]

    def placed_piles(self) -> PlacedFlow:
        """Piles at their present positions, including the gap for carried cards."""
        flow = self.shown or self.flow
        assert flow is not None
        return PlacedFlow(self.boxes, self.room.shape, flow, self.scroll)

    def sync(self, raw_observation: Observation) -> None:
        """Show an observation; new cards of the hand come from the stock. A draft of this turn is kept."""
        self.seen = observation = table_observed(raw_observation)
        self.counts, self.stock = list(observation["counts"]), observation["stock"]
        self.totals = totals_of(raw_observation) or self.totals
        self._copy_source_layout()
        owner, before = observation["seat"], self.draft
        is_same_owner = owner is not None and owner == self.owner
        if not is_same_owner:
            # Another hand is shown now, so its predecessor's highlights are void.
            self.drawn = self.picked = frozenset()
        self._bottom, self.carry = self.near_seat, None
        self._turns.set_observation(raw_observation)
        draft = self.draft
        # Nothing was added: no new cards to highlight, and no changed table that would be news.
        if draft is before:
            self.show_draft(VisibleCards.of(before))
            return
        old_keys = {piece.key for piece in before.order}
        # Only in the same hand: cards that are shown for the first time were not drawn just now.
        new_keys = (
            {piece.key for piece in draft.order if piece.key not in old_keys}
            if is_same_owner and old_keys
            else set()
        )
        new_keys -= _returned_cards(before, draft)
        self.picked -= self.advised  # the hint was about another table
        self.aims = frozenset()
        self.drawn |= new_keys
        self.news.set_known(draft.start)
        stock = self.stock_pose()
        self.show_draft(VisibleCards.of(draft), start=dict.fromkeys(new_keys, stock) if stock else {})

    def lie_as(self, live: TableState) -> None:
        """Replay moves that ``live`` has shown: each table uses the layout that it had there."""
        self._retold, self.scroll = live._lately, live.scroll
        self._turns.order_as(live._turns)

    @property
    def retells(self) -> bool:
        """True if this table replays what another table has shown."""
        return self._retold is not None

    def _copy_source_layout(self) -> None:
        """In a replay, use the pieces, draft order and news that the other table had for the observed table.

        A table that is older than the recorded ones is based on the newest, so that piles that did not change
        keep their positions.
        """
        source_history = self._retold
        if source_history is None or (last := source_history.last) is None:
            return
        seat, past_table = self.seen["seat"], source_history.of(self.seen["table"])
        if past_table is not None:
            self._turns.set_table(seat, past_table.seen_by(seat))
            self.news = past_table.news.copy()
        elif self.owner != seat or not self.draft.start:
            self._turns.set_table(seat, last.seen_by(seat))
            self._saved_layout.dump_state(last.flow, last.area)

    def stock_pose(self) -> CardPose | None:
        """Pose from which drawn cards come; None before the first `layout`."""
        if not self.is_laid:
            return None
        box = self.boxes.stock
        return CardPose(box.x + 40, box.centre[1], lift=STOCK_RISE)

    def show_draft(
        self,
        cards: VisibleCards,
        *,
        refits: bool = False,
        start: Mapping[int, CardPose | None] | None = None,
        stagger: float = MAX_STAGGER_MS,
    ) -> None:
        """Show ``cards``: everything moves to its place.

        Args:
            cards: the cards to show, by place.
            refits: True if the available space has changed, and the piles must be fitted again.
            start: poses from which cards fly to their places, by key; None for their present pose. New cards
                that are not in it appear in place.
            stagger: maximum time in ms from the start of the first of them to that of the last.
        """
        is_emptied = bool(self.lay.piles) and not cards.piles
        self.lay = cards
        verdicts = self.draft.verdicts() if cards.piles == self.draft.piles else {}
        self.verdicts = {
            pile.key: verdicts.get(pile.key) or check_pile(self.book, pile.texts) for pile in cards.piles
        }
        keys = {piece.key for piece in cards.pieces()}
        self.relaid()
        # Carried cards stay picked, so that putting them back restores the hand.
        self.picked &= {piece.key for piece in (*cards.hand, *cards.carried)}
        self._context.redraw()
        if not self.is_laid:
            return
        # The hand changes to two rows or back to one, which changes the space of the piles.
        if is_deep(len(cards.hand) + len(cards.carried), self.boxes.hand.w) != self.deep:
            self._update_boxes()
            refits = True
        shape, area = self.room.shape, area_of(self.boxes)
        wishes = [spec_of(pile, shape) for pile in cards.piles]
        past_layout = (
            self._retold.flow_of(cards.piles) if self._retold is not None and not cards.carried else None
        )
        if past_layout is not None:
            self._saved_layout.dump_state(*past_layout)
        # A draft was laid out here before it was hidden, for example behind a curtain.
        is_known = past_layout is not None or self._saved_layout.has_newer_piles(cards.piles, self.flow)
        before = self._saved_layout.scaled_to(area, shape) if refits or is_known else self.flow
        earlier_flow = None if refits else self._saved_layout.again(cards.piles, area)
        if past_layout is not None and past_layout[1] == area:
            earlier_flow = past_layout[0]
        # After an empty table no pile must keep its place: the cards may be large again.
        self.flow = earlier_flow or flow_piles(
            None if is_emptied else before, wishes, area, shape, fitted=refits
        )
        if earlier_flow is None and not refits and not cards.carried:
            self.flow = loosen_piles(self.flow, area, shape)
        self._saved_layout.lay(cards.piles, area, self.flow)
        # Piles that were only fitted into another space have not been moved. The first space restores them as
        # they were.
        if refits and before is not None:
            self._saved_layout.record(self.flow)
        else:
            self._saved_layout.dump_state(self.flow, area)
        self._record_layout()
        self.make_room(start=start, stagger=stagger)
        self.cards.retain(keys)

    def _record_layout(self) -> None:
        """Record the layout of the table if the draft has not changed it."""
        if self.flow is not None and self.is_laid and self.lay.piles == self.draft.start:
            past_table = PastTable(self.draft, self.owner, self.flow, area_of(self.boxes), self.news.copy())
            self._lately.note(past_table)

    # The turn in the making, step by step.

    def push_draft(self, draft: Draft) -> None:
        """Make a draft the next step of the turn; show and save it."""
        self.turn.push_draft(draft)
        self._on_draft_changed()

    def undo(self) -> None:
        """Undo the last step of the draft; show and save the result."""
        self.turn.undo()
        self._on_draft_changed()

    def redo(self) -> None:
        """Redo the last undone step of the draft; show and save the result."""
        self.turn.redo()
        self._on_draft_changed()

    def sort(self) -> None:
        """Switch the hand to its next order; show and save it."""
        self.turn.sort()
        self._on_draft_changed()

    def _on_draft_changed(self) -> None:
        """Stop carrying, show and save the new draft, and call the listeners."""
        self._context.messages.clear()
        self.aims = frozenset()
        self.cancel()
        self._context.host.save()
        for on_change in self._listeners:
            on_change()

    def listen(self, on_change: Callable[[], None]) -> None:
        """Call ``on_change`` whenever the player changes the draft."""
        self._listeners.append(on_change)

    # Carried cards, for the `DragController`.

    def lift(self, keys: Sequence[int], at: Point | None = None, gripped: int | None = None) -> None:
        """Carry the cards ``keys`` instead of any others; a pointer ``at`` (units) grips one of them.

        If other cards were carried, these take over their target and grip.
        """
        pile = self.draft.holder(keys[0])
        row = [piece.key for piece in (pile.pieces if pile else self.draft.hand)]
        home = DropTarget(pile.key if pile else None, row.index(keys[0]))
        before, lifted = self.carry, self.draft.lift(keys)
        now, carried = self._context.app.now, {piece.key for piece in self.lay.carried}
        poses = {key: self.cards.at(key, now) for key in keys}
        self._lifted = {
            key: self._lifted[key] if key in carried else (now, pose)
            for key, pose in poses.items()
            if pose is not None
        }
        if before is not None:
            self.carry = replace(before, draft=lifted, home=home)
        else:
            self._trail.clear()
            self.carry = DragState(
                lifted, home, home, self._make_grip(at, gripped) if at is not None else None
            )
        self.show_draft(VisibleCards.of(self.carry.draft))

    def _make_grip(self, at: Point, gripped: int | None) -> PointerGrip:
        """Grip of a pointer at ``at`` on a card at its present pose."""
        pose = self.cards.at(gripped, self._context.app.now) if gripped is not None else None
        if pose is None:
            return PointerGrip(at, key=gripped)
        right, below = (pose.x - at[0]) / pose.card, (pose.y - at[1]) / pose.card
        grip = max(-0.5, min(0.5, right)), max(-CARD_ASPECT / 2, min(CARD_ASPECT / 2, below))
        return PointerGrip(at, grip, gripped)

    def set_drop_target(self, target: DropTarget) -> None:
        """Set the target of the carried cards; the piles make room there."""
        assert self.carry is not None
        if target != self.carry.target:
            self.carry = replace(self.carry, target=target)
            self.make_room()

    def drag_to(self, at: Point) -> None:
        """Move the carried cards to the pointer; a full table scrolls near its edges."""
        assert self.carry is not None
        self.carry = replace(self.carry, hold=replace(self.carry.hold or PointerGrip(at), at=at))
        self._trail.append((self._context.app.now, at))
        area, over = self.boxes.piles, self.placed_piles().overflow
        step = SCROLL_STEP * ((at[1] > area.bottom - SCROLL_MARGIN) - (at[1] < area.y + SCROLL_MARGIN))
        if over and step and area.x <= at[0] <= area.right and area.y <= at[1] <= area.bottom:
            self.scroll = max(0.0, min(over, self.scroll + step))
        self._aim_carried()
        self._context.redraw()

    def drop(self) -> None:
        """Drop the carried cards at their target, as a step of the turn."""
        carry = self.carry
        assert carry is not None
        self._falling = [piece.key for piece in carry.draft.lifted_pieces]
        self.push_draft(
            self._draft_after_hand_drop(carry) if carry.target.pile is None else self._draft_after_drop(carry)
        )

    def _draft_after_drop(self, carry: DragState) -> Draft:
        """Draft with the carried cards on the table; the gap made for them becomes part of the layout."""
        lifted, target = carry.draft, carry.target
        flow = self.placed_piles().flow
        order = flow.order()
        if target.pile == NEW_PILE:
            draft = lifted.drop_new(
                min(len(lifted.piles), order.index(NEW_PILE) if NEW_PILE in order else len(order))
            )
            new = next(pile.key for pile in draft.piles if pile.key not in {p.key for p in lifted.piles})
            names = {key: key for key in order if key != NEW_PILE} | {NEW_PILE: new}
        else:
            assert target.pile is not None
            # The index counts the carried cards in their pile, so it may be beyond the end.
            index = min(target.index, len(lifted.pile(target.pile).pieces))
            # A pile that now is two melds is split automatically: players need not pull them apart.
            draft = split_if_valid(lifted.drop_on(target.pile, index), target.pile)
            names = {key: key for key in order}
        self.flow = flow.with_keys(names)
        self._saved_layout.dump_state(self.flow, area_of(self.boxes))
        self._record_layout()
        return draft

    def _draft_after_hand_drop(self, carry: DragState) -> Draft:
        """Draft with the carried cards back in the hand at the target, which may set a custom order."""
        index, rest = carry.target.index, [piece.key for piece in carry.draft.hand]
        order = [*rest[:index], *(piece.key for piece in carry.draft.lifted_pieces), *rest[index:]]
        draft = carry.draft.drop_in_hand()
        # Dropped where they were lifted, the hand keeps its sort order.
        if order != [piece.key for piece in draft.hand]:
            self.turn.reorder(order)
        return self.turn.sort_hand(draft)

    def cancel(self) -> None:
        """Stop carrying cards, and show the draft."""
        self.carry = None
        self.show_draft(VisibleCards.of(self.draft))

    # Picked cards of the hand.

    @property
    def chosen_cards(self) -> frozenset[int]:
        """Keys of the cards that the player has picked, without those picked by a hint."""
        return self.picked - self.advised

    def pick(self, card: int) -> None:
        """Pick or unpick a card of the hand. A card that a hint has picked becomes the player's choice."""
        self.picked ^= {card} - (self.picked & self.advised)
        self.advised -= {card}
        self.make_room()

    def unpick(self) -> None:
        """Unpick all cards of the hand."""
        self.picked = frozenset()
        self.make_room()

    def mark(self, keys: Iterable[int], aims: Iterable[int] = ()) -> None:
        """Pick only these cards of the hand, for a hint. They and the ``aims`` on the table get a star."""
        self.picked = self.advised = frozenset(keys)
        self.aims = frozenset(aims)
        self.make_room()

    def part(self, key: int | None, *, stays: bool = False) -> None:
        """Part the fan around a card; None for none.

        With ``stays`` its left edge is fixed, because a pointer rests on it.
        """
        pose = self.cards.at(key, self._context.app.now) if stays and key is not None else None
        if key is not None and pose is not None:
            self._gripped = key, pose.x - pose.card / 2
        self.parted = key
        self.make_room()

    # Scrolling.

    def scroll_by(self, units: float) -> None:
        """Scroll an overfull table down by ``units`` (up if negative), within its limits."""
        self.scroll = max(0.0, min(self.placed_piles().overflow, self.scroll + units))
        self.make_room()

    def reveal(self, key: int) -> None:
        """Scroll an overfull table until the pile of a card is visible. Takes effect with the next frame."""
        pile = self.lay.holder(key)
        box = self.placed_piles().boxes().get(pile.key) if pile is not None and self.is_laid else None
        if box is not None:
            area = self.boxes.piles
            below, above = max(0.0, box.bottom - area.bottom), max(0.0, area.y - box.y)
            self.scroll = max(0.0, min(self.placed_piles().overflow, self.scroll + below - above))

    # Positions.

    def make_room(
        self, *, start: Mapping[int, CardPose | None] | None = None, stagger: float = MAX_STAGGER_MS
    ) -> None:
        """Make room for the carried cards, and move everything to its place; see `show_draft`."""
        if not self.is_laid or self.flow is None:
            return
        start = start or {}
        carried_gap = (len(self.lay.carried), self.carry.target) if self.carry is not None else None
        area = area_of(self.boxes)
        self.shown = layout_with_gap(self.flow, self.lay.piles, carried_gap, area, self.room.shape)
        self.scroll = max(0.0, min(self.scroll, self.placed_piles().overflow))
        now, pace = self._context.app.now, self.pace
        ground = self.placed_piles()
        boxes = ground.boxes()
        if self.carry is not None and NEW_PILE not in boxes:
            spare = self.new_box()
            # The spare place is shown only if it is free without moving piles.
            if not any(spare.overlaps(box) for box in boxes.values()):
                boxes[NEW_PILE] = spare
        for key, box in boxes.items():
            flight = NEW_PLACE if key == NEW_PILE else GLIDE
            self.heaps.aim(key, CardPose(box.x, box.y, 0.0, box.w), now, pace, flight=flight)
        self.heaps.retain(boxes)
        target = self.carry.target if self.carry else None
        count, places = len(self.lay.carried), dict[int, tuple[CardPose, Flight]]()
        for pile in self.lay.piles:
            position = ground.slot(pile.key)
            if position is None:
                continue
            gap = target.index if target is not None and target.pile == pile.key else None
            for index, piece in enumerate(pile.pieces):
                place = index + (count if gap is not None and index >= gap else 0)
                places[piece.key] = ground.pose(*position, place), LAY
        hand = [piece.key for piece in self.lay.hand]
        places |= {key: (pose, DRAW) for key, pose in zip(hand, self.hand_poses(), strict=True)}
        flying = [key for key in (*start, *self._falling) if key in places]
        step = (
            0.0 if self._context.app.reduced_motion else min(STAGGER_MS, stagger / max(1, len(flying))) * pace
        )
        if flying:
            self.gap = NEW_PILE, {}
            if len(drawn := [number for number, key in enumerate(hand) if key in start]) == 1:
                parted = self.fan(len(hand), drawn[0])
                asides = ((key, wide.x - places[key][0].x) for key, wide in zip(hand, parted, strict=True))
                self.gap = hand[drawn[0]], {key: x + DRAW_GAP * (x > 0) for key, x in asides}
        for key, (pose, flight) in places.items():
            begins = now + flying.index(key) * step if key in flying else now
            if key in self._falling:
                here = self.cards.at(key, now)
                is_near = here is None or math.dist((here.x, here.y), (pose.x, pose.y)) <= MAX_FALL_DISTANCE
                self.cards.aim(key, pose, begins, pace, flight=DROP if is_near else SEND)
            elif key in start:
                self.cards.aim(key, pose, begins, pace, start=start[key], flight=flight)
            else:
                self.cards.aim(key, pose, now, pace)
        self._falling = ()
        self._aim_carried()
        self._context.redraw()

    def hand_poses(self) -> list[CardPose]:
        """Poses of the hand's cards without the carried ones, for which their target leaves a gap."""
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

    def held_boxes(self) -> list[Box]:
        """Boxes of the cards of the hand, then of the carried cards."""
        carried = [self.carried_pose(number) for number in range(len(self.lay.carried))]
        return [
            Box(
                pose.x - pose.card / 2,
                pose.y - pose.card * CARD_ASPECT / 2,
                pose.card,
                pose.card * CARD_ASPECT,
            )
            for pose in (*self.hand_poses(), *carried)
        ]

    def whole_fan(self) -> list[CardPose]:
        """Poses of the hand including the carried cards."""
        return self.fan(len(self.lay.hand) + len(self.lay.carried))

    def fan(
        self, count: int, focus: int | None = None, picked: Sequence[int] = (), left: float | None = None
    ) -> list[CardPose]:
        """Poses of ``count`` cards in the hand; ``focus`` and ``picked`` are indices, ``left`` in units."""
        hand, text = self.boxes.hand, self.boxes.text
        return fan(hand, count, focus=focus, picked=picked, deep=self.deep, text=text, left=left)

    def _aim_carried(self) -> None:
        """Move the carried cards to the pointer, or above their target."""
        carry = self.carry
        if carry is None:
            return
        for number, piece in enumerate(self.lay.carried):
            pose = self.carried_pose(number)
            if carry.hold is not None:
                self.cards.place_at_once(piece.key, pose)  # at once: the card must not lag behind the pointer
            else:
                self.cards.aim(piece.key, pose, self._context.app.now, self.pace, flight=CARRY)

    def carried_pose(self, number: int) -> CardPose:
        """Pose of the carried card with this index: at the pointer, or above the target."""
        carry = self.carry
        assert carry is not None
        ground = self.placed_piles()
        card = ground.flow.card
        if carry.hold is not None:
            return self._held_pose(number, carry.hold)
        target = carry.target
        if target.pile is None:
            poses = self.whole_fan()
            pose = poses[min(target.index + number, len(poses) - 1)]
            return CardPose(pose.x, pose.y - 34, 0.0, pose.card)
        position = ground.slot(target.pile)
        if position is None:
            return CardPose(*self.boxes.piles.centre, -5.0, card, grow=LIFT_SCALE)
        pose = ground.pose(*position, target.index + number)
        return CardPose(pose.x + 5, pose.y - 18 + HELD_HEIGHT, -5.0, card, HELD_HEIGHT, LIFT_SCALE)

    def _held_pose(self, number: int, grip: PointerGrip) -> CardPose:
        """Pose of the carried card with this index at the pointer.

        The gripped card is exactly there. It leans into the way of the pointer, and the cards beside it
        follow one after the other.
        """
        now, card, key = self._context.app.now, self.placed_piles().flow.card, self.lay.carried[number].key
        x, y = self.held_middle(number, grip)
        since, before = self._lifted.get(key, (-math.inf, None))
        if self._context.app.reduced_motion or not self.pace:
            return CardPose(x, y, -5.0, card, grow=LIFT_SCALE)
        start, time = before or CardPose(x, y, card=card), (now - since) / self.pace
        progress, settled = min(1.0, time / LIFT.length), max(0.0, min(1.0, (time - LIFT.tail) / LIFT.length))
        up, old = ease_out_back(progress), start.card * start.grow / card
        # It swells, and from the middle on settles to its size on the table, about the gripped point.
        grow = (old + (1 - old) * ease_in_out(settled)) * (1 + (LIFT_SCALE - 1) * up)
        x, y = x + grip.grip[0] * card * (grow - 1), y + grip.grip[1] * card * (grow - 1)
        gripped = next((n for n, piece in enumerate(self.lay.carried) if piece.key == grip.key), 0)
        behind = self._trail_at(now - TRAIL_MS * abs(number - gripped)) or grip.at
        lag = math.dist(behind, grip.at)
        # Not so far that one hides the rank of the next.
        share = min(1.0, MAX_TRAIL_SHARE * card * abs(number - gripped) / lag) if lag else 0.0
        x, y = x + (behind[0] - grip.at[0]) * share, y + (behind[1] - grip.at[1]) * share
        pose = CardPose(
            x,
            y + HELD_HEIGHT * up,
            start.angle + (LIFT_TILT - start.angle) * up + self._swing(now),
            card,
            HELD_HEIGHT * up,
            grow,
        )
        if before is None or number == gripped:
            return pose
        # The others join it from where they were.
        away = replace(before, card=card, grow=before.card / card)
        return away.towards(pose, ease_out(progress))

    def _trail_at(self, then: float) -> Point | None:
        """Position of the pointer at a time in ms, None before it carried cards."""
        later: tuple[float, Point] | None = None
        for at, point in reversed(self._trail):
            if at <= then:
                return point if later is None else lerp_point(point, later[1], (then - at) / (later[0] - at))
            later = at, point
        return later and later[1]

    def _swing(self, now: float) -> float:
        """Degrees by which carried cards lean: into their way, and once back as it ends."""
        here, recent, earlier = map(
            self._trail_at, (now, now - RECENT_SPEED_MS, now - RECENT_SPEED_MS - EARLIER_SPEED_MS)
        )
        if here is None or recent is None or earlier is None:
            return 0.0
        lean = (
            LEAN_PER_SPEED * (here[0] - recent[0]) / RECENT_SPEED_MS
            - BACKSWING_PER_SPEED * (recent[0] - earlier[0]) / EARLIER_SPEED_MS
        )
        return max(-MAX_LEAN, min(MAX_LEAN, lean))

    def swing(self) -> bool:
        """Move the cards that a pointer carries to their present pose. True while they move by themselves."""
        now, carry = self._context.app.now, self.carry
        if carry is None or carry.hold is None or self._context.app.reduced_motion or not self.pace:
            return False
        last = max([since for since, _pose in self._lifted.values()], default=-math.inf)
        moved = self._trail[-1][0] if self._trail else -math.inf
        self._aim_carried()
        return (
            now - last < (LIFT.length + LIFT.tail) * self.pace + 20
            or now - moved < RECENT_SPEED_MS + EARLIER_SPEED_MS + 20
        )

    def shake(self, keys: Iterable[int], faults: Iterable[int]) -> None:
        """Let cards shake their heads, because a refusal is about them; piles shake with their first card.

        The ``faults`` among them jump.
        """
        self.cards.shake(keys, faults, self._context.app.now)
        strike_refusal(self._context.playback.player, self.owner)
        if faults and not self._context.app.reduced_motion:
            self._context.playback.player.strike_later(REFUSAL_DROP.contact, REFUSAL_DROP.hit, self.owner)
        self._context.redraw()

    def held_middle(self, number: int, grip: PointerGrip) -> tuple[float, float]:
        """Middle in units of the carried card with this index, held by a pointer.

        Cards are spaced as they will be on the table, within `MAX_TRAIL_LENGTH`.
        """
        card, keys = self.placed_piles().flow.card, [piece.key for piece in self.lay.carried]
        gripped = keys.index(grip.key) if grip.key in keys else 0
        step = card * min(self.room.shape.step, MAX_TRAIL_LENGTH / max(1, len(keys) - 1))
        (x, y), (right, below) = grip.at, grip.grip
        return x + right * card + (number - gripped) * step, y + below * card

    # Places that the focus can reach, and hit tests.

    def resting(self) -> PlacedFlow:
        """Piles at rest, without gaps. Navigation uses these positions because they do not change."""
        assert self.flow is not None
        return PlacedFlow(self.boxes, self.room.shape, self.flow, self.scroll)

    def new_box(self) -> Box:
        """Box of a new pile for the carried cards, without a wanted position."""
        resting, carried_gap = self.resting(), (len(self.lay.carried), DropTarget(NEW_PILE))
        flow = layout_with_gap(
            resting.flow, self.lay.piles, carried_gap, area_of(self.boxes), self.room.shape
        )
        return replace(resting, flow=flow).boxes()[NEW_PILE]

    def hand_boxes(self, *, resting: bool = False) -> list[tuple[Piece, Box]]:
        """Each card of the hand with its visible part, left to right; ``resting`` as if none were raised."""
        hand = self.lay.hand
        poses = self.fan(len(hand)) if resting else self.hand_poses()
        # The front row covers the back row; a focused card does not change that.
        front = self.fan(len(hand))[-1] if self.deep and hand else None
        split = front.y - front.card * CARD_ASPECT / 2 if front is not None else 0.0
        boxes = []
        for number, (piece, pose) in enumerate(zip(hand, poses, strict=True)):
            beside = poses[number + 1] if number + 1 < len(hand) and poses[number + 1].x > pose.x else None
            x, top = pose.x - pose.card / 2, pose.y - pose.card * CARD_ASPECT / 2
            right = beside.x - beside.card / 2 if beside is not None else pose.x + pose.card / 2
            floor = self.boxes.wood.y
            if front is not None and number < back_row_count(len(hand), deep=True):
                floor = min(floor, split)
            elif front is not None:
                top = max(top, split)
            boxes.append((piece, Box(x, top, max(8.0, right - x), max(24.0, floor - top))))
        return boxes

    def rows(self) -> Rows:
        """Places that the focus can reach, row by row from the top: cards, or during a carry drop places."""
        resting, lay = self.resting(), self.lay
        rows: Rows = []
        if self.carry is not None:
            boxes = {**resting.boxes(), NEW_PILE: self.new_box()}
            new = resting.row_at(boxes[NEW_PILE].centre[1])
            for number, row in enumerate(resting.flow.rows):
                keys = [slot.key for slot in row] + ([NEW_PILE] if number == new else [])
                rows.append([(str(key), boxes[key]) for key in sorted(keys, key=lambda k: boxes[k].x)])
            # Cards from the table cannot go to a hand, so the focus skips it.
            hand = all(piece.is_from_hand for piece in lay.carried)
            return [*filter(None, rows), *([[(HAND_PLACE, self.boxes.hand)]] if hand else [])]
        piles = {pile.key: pile for pile in lay.piles}
        for row in resting.flow.rows:
            row_piles = (piles[slot.key] for slot in row if slot.key in piles)
            rows.append(
                [(str(piece.key), box) for pile in row_piles for piece, box in resting.visible_parts(pile)]
            )
        hand_cards = [(str(piece.key), box) for piece, box in self.hand_boxes(resting=True)]
        back = back_row_count(len(hand_cards), deep=self.deep)
        return [*filter(None, (*rows, hand_cards[:back], hand_cards[back:]))]

    def spots(self) -> dict[str, Box]:
        """Boxes of the places that the focus can reach, by name."""
        return {name: box for row in self.rows() for name, box in row}

    def card_at(self, at: Point) -> tuple[int, bool] | None:
        """Key of the card under a point, and True if a lift also takes those to its right. None for none."""
        hand_card = self._hand_card_at(at) if at[1] < self.boxes.wood.y else None
        if hand_card is not None:
            return hand_card, False
        if not self.boxes.piles.inflated(14).contains(at):
            return None
        ground = self.placed_piles()
        for pile in self.lay.piles:
            for piece, box in ground.visible_parts(pile):
                if box.contains(at):
                    return piece.key, piece != pile.pieces[-1] and at[1] > box.y + box.h * SINGLE_GRIP_SHARE
        return None

    def _hand_card_at(self, at: Point) -> int | None:
        """Key of the card of the hand visible under a point, also during a movement. None for none."""
        now = self._context.app.now
        keys = [piece.key for piece in self.lay.hand]
        where = [self.cards.at(key, now) for key in keys]
        poses = [pose for pose in where if pose is not None]
        apart = keys.index(self.parted) if self.carry is None and self.parted in keys else None
        for place in reversed(drawing_order(poses, back_row_count(len(poses), deep=self.deep), apart)):
            if covers(poses[place], at, margin=LEFT_SHIFT if place == apart else 0.0):
                return keys[place]
        return None

    def target_at(self, at: Point) -> DropTarget:
        """Target of the carried cards if the pointer dropped them at ``at`` (units)."""
        carry, places = self.carry, self.boxes
        assert carry is not None
        beyond = at[0] > places.table.right + 12 or at[1] < places.table.y - 24
        # Dropped outside the table, cards go back to where they were.
        if beyond or at[1] > places.wood.y:
            return carry.home
        if at[1] > places.hand.y - HAND_REACH and at[0] < places.hand.right + 30:
            place = place_at(self.whole_fan(), deep=self.deep, x=at[0], y=at[1])
            return DropTarget(None, min(place, len(self.lay.hand)))
        resting = self.resting()
        # Between two piles, the place for a new one takes precedence over a near pile.
        key = resting.pile_at(at, beside=False)
        if key is None and not self.new_box().contains(at):
            key = resting.pile_at(at)
        if key is not None:
            return DropTarget(key, self._landing_index(carry.draft, key, resting.index_at(key, at[0])))
        # Measured from the middle of the first carried card, not from the pointer.
        x, y = self.held_middle(0, replace(carry.hold or PointerGrip(at), at=at))
        return DropTarget(NEW_PILE, 0, resting.row_at(y), x - places.piles.x)

    def _landing_index(self, lifted: Draft, key: int, index: int) -> int:
        """Index of the carried cards in a pile. A pile that becomes valid is put in reading order."""
        pile = lifted.pile(key)
        index = min(index, len(pile.pieces))
        pieces = (*pile.pieces[:index], *lifted.lifted_pieces, *pile.pieces[index:])
        if not self.book.is_meld([piece.text for piece in pieces]):
            return index
        return reading_order(self.book, pieces).index(lifted.lifted_pieces[0])

    def push_pile(self, key: int, dx: float) -> None:
        """Push a pile with its cards sideways by ``dx`` units; see `PoseAnimator.push`."""
        now = self._context.app.now
        self.heaps.push(key, dx, now, self.pace)
        pile = self.lay.pile(key)
        for piece in pile.pieces if pile is not None else ():
            self.cards.push(piece.key, dx, now, self.pace)

    @property
    def pace(self) -> float:
        """Factor on the duration of movements; 0 for no animation."""
        return PACE[self._context.app.settings.animation_speed]

    # Layout.

    def layout(self) -> None:
        """Compute all boxes again, and place everything at once."""
        self._update_boxes()
        self.shown = self._gripped = None
        self.show_draft(self.lay, refits=True)
        # After a resize nothing moves from its old position.
        self.cards.rest()
        self.heaps.rest()

    def make_way(self) -> None:
        """Fit the piles again after another element has taken or returned space of the table."""
        before = self._places
        if before is None:
            return
        self._update_boxes()
        if self.boxes != before:
            self.show_draft(self.lay, refits=True)
            if self._context.app.reduced_motion:
                self.cards.rest()
                self.heaps.rest()

    @property
    def deep(self) -> bool:
        """True if the hand has two rows."""
        return self.boxes.hand.h > 130

    def _update_boxes(self) -> None:
        """Compute the boxes for window, text size, hand and reserved space."""
        others = len(self._context.seats) - 1
        context = self._context
        text = context.app.text_scale
        teacher = teacher_column(text, LESSON_WIDTHS) + 20 if context.mode is ViewMode.LESSON else 0.0
        # A replay shows only one button, for its next highlight. With large text the labels need more height.
        knobs = 2 if context.mode is ViewMode.FILM and text > MAX_TAG_TEXT_SCALE else 3
        requirements = LayoutRequirements(
            text, self._foot(), others, buttons=knobs, above=context.top_inset, teacher=teacher,
            whole=context.mode is ViewMode.FILM,
        )  # fmt: skip
        # Puzzles have no stock to draw from.
        shape = self.room.shape if context.task is None else replace(self.room.shape, stock=0.0)
        self._places = table_boxes(context.app.view, requirements, shape)
        # Second pass: the width of the hand decides if it needs two rows; reserved space likewise.
        deep = is_deep(len(self.lay.hand) + len(self.lay.carried), self.boxes.hand.w)
        aside = self.aside()
        final_requirements = replace(
            requirements, deep=deep, aside=aside, whole=requirements.whole or aside.above > 0
        )
        if final_requirements != requirements:
            self._places = table_boxes(context.app.view, final_requirements, shape)

    def seat_box(self, seat: int) -> Box:
        """Box of a seat's puppet and plate."""
        others = self.others()
        return self.boxes.seats[others.index(seat)] if seat in others else self.boxes.own

    # The save.

    def dump_state(self) -> dict[str, Any]:
        """Positions of the piles and unseen changes, as JSON."""
        return {"places": self._saved_layout.plain(), "news": self.news.plain()}

    def restore_state(self, saved: Mapping[str, Any]) -> None:
        """Restore the result of `dump_state`. Piles with invalid data are laid out afresh."""
        with suppress(ValueError):  # an older or damaged save: the piles are laid out from scratch
            self._saved_layout.read(saved.get("places"))
        self.news.read(saved.get("news"), len(self._context.seats))


def _returned_cards(before: Draft, draft: Draft) -> set[int]:
    """Keys of the hand's cards that an undone move returned from the table, so they were not drawn."""
    missing = Counter(piece.card for pile in before.start for piece in pile.pieces)
    missing -= Counter(piece.card for pile in draft.start for piece in pile.pieces)
    old_hand = Counter(piece.card for piece in before.order)
    keys = set()
    for piece in draft.order:
        if old_hand[piece.card]:
            old_hand[piece.card] -= 1
        elif missing[piece.card]:
            missing[piece.card] -= 1
            keys.add(piece.key)
    return keys
