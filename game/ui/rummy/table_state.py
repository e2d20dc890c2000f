"""The tabletop of a rummy: what lies where, and what of it is chosen, carried or on its way.

Every change goes through one door: `TableState.lay_out` is told what is shown (the piles, the hand, what is
carried), lays the piles (`pile_layout`) where they lay before wherever that can be, and sends every card and
pile from where it is to where it belongs, so that nothing jumps (`PoseTweens`). What a hand on the table does
comes from the `DragController`, which tells it what is lifted, aimed, put down; what others do from
`EventPlayback`.

Beside the draft it knows what each seat has not seen change yet (`TurnNews`: the pegs on the table), and how
the last tables lay (`Lately`), for moves that are seen again must lie as they lay then.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from game.core.game import Observation, totals_of
from game.core.rummy.advice import in_order
from game.core.rummy.draft import Draft, DraftPile, Piece, PieceMove, piece_moves
from game.core.rummy.table import Table, table_observed
from game.core.rummy.turn import Turn
from game.core.rummy.verdict import Verdict, judge
from game.match.rummy.phone import Turns
from game.store.settings import Speed
from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box, Canvas, ease_out
from game.ui.match.context import ViewContext
from game.ui.match.view import teacher_column
from game.ui.rummy.hand_fan import CardPose, fan, is_deep
from game.ui.rummy.pile_layout import (
    Area,
    Flow,
    PileArea,
    PilePlace,
    PileWish,
    SavedPileLayout,
    area_of,
    flow,
    loosened,
)
from game.ui.rummy.theme import CARD, Shape, TableBoxes, TableTheme


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


class PoseTweens:
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


NOTHING: frozenset[int] = frozenset()


class TurnNews:
    """For every seat, and for everybody (`None`), what others have done since its last turn."""

    def __init__(self) -> None:
        self._cards: dict[int | None, frozenset[int]] = {}
        self._piles: dict[int | None, frozenset[int]] = {}
        self._table: Sequence[DraftPile] = ()

    def cards(self, seat: int | None) -> frozenset[int]:
        """The keys of cards that others have laid."""
        return self._cards.get(seat, NOTHING)

    def piles(self, seat: int | None) -> frozenset[int]:
        """The keys of piles that others have changed."""
        return self._piles.get(seat, NOTHING)

    def known(self, table: Sequence[DraftPile]) -> None:
        """This is the table on which the next one plays."""
        self._table = table

    def happened(self, seat: int, table: Sequence[DraftPile], seats: Iterable[int]) -> None:
        """A seat has made this table of it, which is news for all the others."""
        moves = piece_moves(self._table, table)
        laid = frozenset(move.piece.key for move in moves if move.source is None)
        changed = {move.target for move in moves} | {move.source for move in moves}
        for other in (None, *seats):
            if other != seat:
                self._cards[other] = self.cards(other) | laid
                self._piles[other] = self.piles(other) | {key for key in changed if key is not None}
        self._table = table

    def told(self, seat: int, *, person: bool) -> None:
        """A seat acts: it has seen the table; where a person at the screen does, so has everybody."""
        for one in (seat, None) if person else (seat,):
            self._cards.pop(one, None)
            self._piles.pop(one, None)

    def copy(self) -> TurnNews:
        """The same, which no longer changes with it."""
        again = TurnNews()
        again._cards, again._piles, again._table = dict(self._cards), dict(self._piles), self._table
        return again

    def forget(self) -> None:
        self._cards.clear()
        self._piles.clear()

    # The save.

    def plain(self) -> dict[str, Any]:
        return {
            name: [[seat, sorted(keys)] for seat, keys in known.items() if keys]
            for name, known in (("cards", self._cards), ("piles", self._piles))
        }

    def read(self, kept: object, seats: int) -> None:
        """What `plain` gave; anything else is no news."""
        given = kept if isinstance(kept, Mapping) else {}
        for name, known in (("cards", self._cards), ("piles", self._piles)):
            known.clear()
            rows = given.get(name)
            for row in rows if isinstance(rows, list) else []:
                match row:
                    case [None | int() as seat, [*keys]] if seat is None or 0 <= seat < seats:
                        known[seat] = frozenset(key for key in keys if type(key) is int)


KEPT = 120
"""So many tables are kept, the last ones: more than any round of turns comes to."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A table that lay still, with nothing built on it."""

    draft: Draft
    owner: int | None
    """Whose hand lay beside it."""
    flow: Flow
    area: Area
    news: TurnNews

    def seen_by(self, seat: int | None) -> Draft:
        """The draft as a seat may go on with it: nobody else's hand lies there."""
        return self.draft if seat == self.owner else replace(self.draft, order=())


class Lately:
    """The last tables of a match, by what lay on them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Table, Lain] = OrderedDict()

    def note(self, lain: Lain) -> None:
        key = lain.draft.book.ordered_table([pile.texts for pile in lain.draft.start])
        self._kept.pop(key, None)
        self._kept[key] = lain
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    @property
    def last(self) -> Lain | None:
        return next(reversed(self._kept.values()), None)

    def of(self, table: Sequence[Sequence[str]]) -> Lain | None:
        """How these piles lay when they lay there last; `None` if they never did."""
        last = self.last
        return None if last is None else self._kept.get(last.draft.book.ordered_table(table))

    def flow_of(self, piles: Sequence[DraftPile]) -> tuple[Flow, Area] | None:
        """Where piles with just these cards lay, by the keys that they have here."""
        lain = self.of([pile.texts for pile in piles])
        if lain is None:
            return None
        return lain.flow.renamed(_names(lain.draft.start, piles)), lain.area


def _names(there: Sequence[DraftPile], here: Sequence[DraftPile]) -> dict[int, int]:
    """The keys of piles here by those of the same cards there; of equal ones those with equal keys first."""
    left = list(here)
    names = {}
    for by_key in (True, False):
        for pile in there:
            if pile.key in names:
                continue
            found = next(
                (one for one in left if sorted(one.texts) == sorted(pile.texts)
                 and (one.key == pile.key or not by_key)), None
            )  # fmt: skip
            if found is not None:
                left.remove(found)
                names[pile.key] = found.key
    return names


LIP, SLIM_LIP = 14.0, 6.0
"""How far the ledge of wood begins above the help strip, at the usual and at the largest text."""
STOCK_W, STOCK_H = 150.0, 108.0
BUTTON, BUTTON_GAP = 66.0, 16.0
ONE_ROW, TWO_ROWS = 114.0, 168.0
"""How much of the hand can be seen above the ledge: of two rows ranks and suits of both."""

SEATS_GAP, HAND_GAP = 2.0, 4.0
"""Between the other seats and the table, and between the table and the hand."""


WIDE = 330.0, 440.0
"""How wide a teacher's column is beside the table, for usual text and for text of 200 %."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What of the table is kept free of piles for something that lies there for a while."""

    above: float = 0.0
    """From the foot of the other seats on, in units."""
    below: float = 0.0
    """From the room for the hand on, upwards."""


@dataclass(frozen=True, slots=True)
class Need:
    """What the places depend on beside the canvas."""

    text: float
    """The text size of the settings, 1 to 2."""
    strip: float
    """How much of the lower edge the help strip takes, in units."""
    others: int
    """How many other seats there are."""
    deep: bool = False
    """Whether the hand needs two rows."""
    buttons: int = 3
    aside: Aside = Aside()
    above: float = 0.0
    """What stands over the table in the place of the other seats ends there; 0 for nothing."""
    whole: bool = False
    """Whether all piles have to be seen at once."""
    teacher: float = 0.0
    """How wide a column left of the table and of the other seats is kept free; 0 for none."""


def places(view: Canvas, need: Need, shape: Shape) -> TableBoxes:
    """Where everything lies on a canvas, for every text size and number of seats."""
    more = need.text - 1
    # Large text takes its room from the sky, the ledge and both sides: the cards on the table stay as large.
    given = min(1.0, 4.0 * more)
    left, right = view.w * (0.045 - 0.037 * given), view.w * (0.952 + 0.031 * given)
    lip = LIP - (LIP - SLIM_LIP) * given
    wood = Box(0, view.h - need.strip - lip, view.w, need.strip + lip)
    wide = 204.0 + 86.0 * more
    column = right - wide
    seats_y, seats_h = view.h * (0.047 - 0.04 * given), 100.0 + 16.0 * more
    hand_h = TWO_ROWS if need.deep else ONE_ROW
    table_y = need.above + 6 if need.above else seats_y + seats_h + SEATS_GAP
    table_x = left + need.teacher
    table = Box(table_x, table_y, column - 14 - table_x, wood.y - hand_h - HAND_GAP - table_y)
    inset_l, inset_t, inset_r, inset_b = shape.edge
    # Between the table and those rooms some units are left.
    inset_t = max(inset_t, need.aside.above - SEATS_GAP)
    inset_b = max(inset_b, need.aside.below - HAND_GAP)
    piles = Box(
        table.x + inset_l, table.y + inset_t, table.w - inset_l - inset_r, table.h - inset_t - inset_b
    )
    tall = min(STOCK_H, piles.h)
    stock = Box(piles.right - STOCK_W, piles.bottom - tall, STOCK_W, tall)
    own_w = 158.0 + 50.0 * more
    own = Box(left + 6, wood.y - ONE_ROW, own_w, ONE_ROW)
    hand = Box(own.right + 6, wood.y - hand_h, column - 16 - own.right - 6, hand_h)
    size = BUTTON + 10.0 * more
    gap = BUTTON_GAP - 6 * more
    buttons_h = need.buttons * size + (need.buttons - 1) * gap
    buttons_y = wood.y - 22 - buttons_h
    buttons = tuple(Box(column, buttons_y + n * (size + gap), wide, size) for n in range(need.buttons))
    status_y = view.h * 0.04
    status = Box(column, status_y, wide, buttons_y - gap - status_y)
    return TableBoxes(
        canvas=view.box,
        table=table,
        piles=piles,
        stock=stock,
        seats=_seats(Box(table_x + 8, seats_y, table.w - 8, seats_h), need.others),
        own=own,
        hand=hand,
        status=status,
        buttons=buttons,
        wood=wood,
        text=need.text,
        whole=need.whole,
    )


def _seats(row: Box, others: int) -> tuple[Box, ...]:
    """The boxes of the other seats, none wider than looks well."""
    gap = 8.0
    wide = min(316.0, (row.w - gap * (others - 1)) / max(1, others))
    spare = row.w - wide * others - gap * (others - 1)
    between = gap + min(24.0, spare / max(1, others - 1)) if others > 1 else 0.0
    start = row.x + max(0.0, row.w - wide * others - between * (others - 1)) * 0.5
    return tuple(Box(start + n * (wide + between), row.y, wide, row.h) for n in range(others))


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Every card that is shown, and where."""

    piles: tuple[DraftPile, ...] = ()
    hand: tuple[Piece, ...] = ()
    carried: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, draft: Draft) -> ShownCards:
        return cls(draft.piles, draft.hand, draft.lifted)

    def pieces(self) -> list[Piece]:
        """All cards, those of the piles first."""
        return [*(piece for pile in self.piles for piece in pile.pieces), *self.hand, *self.carried]

    def pile(self, key: int) -> DraftPile | None:
        return next((pile for pile in self.piles if pile.key == key), None)

    def holder(self, key: int) -> DraftPile | None:
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)


@dataclass(frozen=True, slots=True)
class MoveStep:
    """One card that is moved, and what lies there afterwards."""

    move: PieceMove
    lay: ShownCards


def steps(before: Draft, after: Draft) -> list[MoveStep]:
    """The way from what lies there to a table that somebody made of it, card by card.

    ``after`` is `Draft.rebase` of ``before``. What only lies in another order, or only changed its face, is
    no step of its own: it is there with the last one.
    """
    moves = piece_moves(before.piles, after.piles)
    keys = [pile.key for pile in before.piles]
    keys += [pile.key for pile in after.piles if pile.key not in keys]
    goal = {pile.key: {piece.key: n for n, piece in enumerate(pile.pieces)} for pile in after.piles}
    now = {pile.key: list(pile.pieces) for pile in before.piles}
    hand = before.hand
    found: list[MoveStep] = []
    for move in moves:
        for pieces in now.values():
            pieces[:] = [piece for piece in pieces if piece.key != move.piece.key]
        there, rank = now.setdefault(move.target, []), goal[move.target]
        # Cards that have still to leave this pile have no rank in it; they stay on the left until they go.
        place = sum(rank.get(piece.key, -1) < rank[move.piece.key] for piece in there)
        there.insert(place, move.piece)
        piles = tuple(DraftPile(key, tuple(now[key])) for key in keys if now.get(key))
        hand = tuple(piece for piece in hand if piece.key != move.piece.key)
        found.append(MoveStep(move, ShownCards(piles, hand)))
    if found:
        found[-1] = MoveStep(found[-1].move, ShownCards.of(after))
    return found


NEW = -1
"""The key of the place for a new pile."""
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
class Carry:
    """What is carried, and where it came from."""

    pile: int | None
    """The pile it comes from, `None` for the hand."""
    home: DropTarget
    """Just where it was."""
    target: DropTarget
    at: tuple[float, float] | None = None
    """Where the pointer holds it, in units; `None` when it is carried from place to place."""
    pressed: tuple[float, float] | None = None
    """Where the button went down, while it is down."""
    taken: tuple[float, float] | None = None
    """Where the pointer took it up: there it is put back just where it was."""
    since: float = 0.0
    """When it was taken up, in ms."""
    grip: tuple[float, float] = (0.0, 0.0)
    """How far right of the pointer the middle of the gripped card is held, and below it, in its widths."""
    key: int | None = None
    """The card that was gripped."""
    ahead: int = 0
    """How many cards in front of it were taken as well by the wheel; they are the first to go back."""
    dragged: bool = False
    """Whether the pointer has been elsewhere while the button is down: back at that place it is no click."""


def wish(pile: DraftPile, shape: Shape, extra: int = 0) -> PileWish:
    """The room that a pile wants, with so many cards more."""
    return PileWish(pile.key, max(1, shape.slots, len(pile.pieces) + extra))


def layout_with_gap(
    base: Flow, piles: Sequence[DraftPile], held: tuple[int, DropTarget] | None, area: Area, shape: Shape
) -> Flow:
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
        return flow(base, wishes, area, shape)
    if target.row is not None and target.row < len(base.rows):
        unit = base.card / CARD
        first = shape.left * unit + base.card / 2
        # Without a card yet, it is only wanted there. The first card comes to lie where it is held.
        slot = PilePlace(NEW, 0, target.x - first, 2 * first, shape.step * base.card)
        base = base.with_slot(target.row, slot)
    return flow(base, [*wishes, PileWish(NEW, max(NEW_WIDE, count))], area, shape)


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


class TableState:
    """What lies where, and what of it is chosen or carried; it draws nothing and takes no input."""

    def __init__(
        self, context: ViewContext, turns: Turns, room: TableTheme, foot: Callable[[], float]
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
        self.lay = ShownCards()
        self.verdicts: Mapping[int, Verdict] = {}
        """What is to be said of each pile that is shown."""
        still = lambda: context.stage.still  # noqa: E731
        self.cards, self.heaps = PoseTweens(still), PoseTweens(still)
        self.carry: Carry | None = None
        self.focus: int | None = None
        """The card that the next confirm takes; with `rest` those to its right too."""
        self.rest = False
        self.sweep: Sweep | None = None
        self._judged: tuple[Draft, bool] | None = None
        """The draft that `in_order` was last asked about, and the answer."""
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
        self.scroll = 0.0
        self.aside: Callable[[], Aside] = Aside
        """What of the table lies free of piles; set by whoever needs it, who says so by `make_way`."""
        self.seen = table_observed(context.session.observe(None))
        self._places: TableBoxes | None = None
        self._stead = SavedPileLayout()
        self._lately = Lately()
        """How the last tables lay, for moves that are seen again."""
        self._retold: Lately | None = None
        """Where those lie that this table shows again."""
        self.flow: Flow | None = None
        self.shown: Flow | None = None
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
    def parted(self) -> int | None:
        """The card around which the hand lies apart: the one in focus, unless a pointer is on its way."""
        return self.sweep.parted if self.sweep is not None else self.focus

    def swept(self, at: tuple[float, float]) -> None:
        """A pointer is at a point, and carries nothing."""
        sweep = self.sweep
        if sweep is None or math.dist(at, sweep.at) > STILL:
            self.sweep = Sweep(self.parted, at, self._context.stage.now)

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
        """Whether the turn can end as the table lies (`game.core.rummy.advice.in_order`)."""
        draft = self.draft
        if self._judged is None or self._judged[0] is not draft:
            self._judged = draft, in_order(draft, self._context.session.options)
        return self._judged[1]

    def others(self) -> list[int]:
        """The other seats in turn order, as they sit from left to right."""
        count = len(self._context.seats)
        return [(self.bottom + step) % count for step in range(1, count)]

    def ground(self) -> PileArea:
        """The piles where they lie now, with the room that is made for what is carried."""
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
            self._stead.keep(last.flow, last.area)

    def stock_pose(self) -> CardPose | None:
        """Where cards come from that are drawn."""
        if not self.is_laid:
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
        self.flow = made
        self._stead.keep(made, area_of(self.places))
        self._note()

    def _note(self) -> None:
        """Remember how the table lies, where nothing is built on it."""
        if self.flow is not None and self.is_laid and self.lay.piles == self.draft.start:
            lain = Lain(self.draft, self.owner, self.flow, area_of(self.places), self.news.copy())
            self._lately.note(lain)

    # What is carried, as the `DragController` tells it.

    def lift(self, draft: Draft, carry: Carry) -> None:
        """Show these cards in the air; the draft is the turn without them."""
        self.carry = carry
        self.lay_out(ShownCards.of(draft))

    def aim(self, target: DropTarget) -> None:
        """Let what is carried go down here: the piles give way for it."""
        assert self.carry is not None
        if target != self.carry.target:
            self.carry = replace(self.carry, target=target)
            self.make_room()

    def hold(self, carry: Carry) -> None:
        """The pointer holds what is carried otherwise, or lets it hang there."""
        self.carry = carry

    def put_down(self) -> None:
        """Nothing is in the air any more, whether it was put down or back: show the draft as it is now."""
        self.carry = None
        self.lay_out(ShownCards.of(self.draft))

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
        self.aim_carried()
        self._context.redraw()

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
                self.cards.aim(piece.key, pose, self._context.stage.now, self.pace)

    def carried_pose(self, number: int) -> CardPose:
        carry = self.carry
        assert carry is not None
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
        need = Need(text, self._foot(), others, above=context.above, whole=context.is_film, teacher=teacher)
        self._places = places(self._context.stage.view, need, self.room.shape)
        # Again, for whether a hand needs two rows is known only once its width is; what lies aside likewise.
        deep = is_deep(len(self.lay.hand) + len(self.lay.carried), self.places.hand.w)
        whole = replace(need, deep=deep, aside=self.aside())
        if whole != need:
            self._places = places(self._context.stage.view, whole, self.room.shape)

    def seat_box(self, seat: int) -> Box:
        others = self.others()
        return self.places.seats[others.index(seat)] if seat in others else self.places.own

    # The save.

    def keep(self) -> dict[str, Any]:
        return {"places": self._stead.plain(), "news": self.news.plain()}

    def recall(self, kept: Mapping[str, Any]) -> None:
        with suppress(ValueError):  # an older save, or a broken one: the piles are laid out anew
            self._stead.read(kept.get("places"))
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
