"""The exact solver: split cards into runs and sets so that the fewest of a hand are left over.

The formula. For each of the 52 faces, ``run`` copies are in runs and ``set`` copies in sets::

    must <= run + set <= must + may + jokers there      for each face; the jokers are no more than there are
    may - laid <= lost                                  in all: cards left in the hand
    run[r] <= run[r-1] + run[r+1]                       for each suit, round the circle of its ranks: a run
    run[r] <= run[r-1] + run[r+2]                       that begins or ends at a rank has two more cards, and
    run[r] <= run[r-2] + run[r+1]                       beyond the ends of a line there are no neighbours
    set sums to 0, or to 3 and more                     for each rank; if no suit may repeat, no suit has
                                                        more than a third of all

The cards can be laid as piles exactly if these hold: only the number of cards in runs matters, not which runs
(van Rijn, Takes, Vis, "The Complexity of Rummikub Problems", 2015; their dynamic program walks up the ranks,
this search narrows all of them at once).

The method. Lower and upper bounds for the copies of each face in runs, and in sets: four `CardSet`s, a bit a
copy. One pass narrows all faces at once, by shifts and masks, until nothing changes; undecided bits are tried
both ways. *Frozen* piles stay intact and may grow: runs at their ends, sets by missing cards. If H is the
last or the first of a run (``both``), it has two columns with a wall between. Jokers come last: if the search
fails without, some of the few faces that still cause the failure must get one.

The cost. A pass takes 50 to 200 microseconds, a board without jokers mostly one to thirty passes, each joker
ten times as many. `Solver.feasible` is complete: a split, or the proof that there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product

from game.core.rummy._card_sets import (
    EACH_PLANE_MASK,
    FACE_COUNT,
    FIRST_RANKS_MASK,
    FULL_SET,
    RANK_COUNT,
    RUN_END_COLUMNS,
    SUIT_COUNT,
    TOP_RANK,
    BitPlanes,
    CardSet,
    bits,
    circle_for,
    is_run,
    minus,
    of_faces,
    plus,
    threes,
)
from game.core.rummy.melds import MIN_MELD, MeldBook

Four = tuple[int, int, int, int]  # one number for each suit
Charge = Callable[[int], object]  # called with the work just done; raises to abort the search
Faces = list[int]  # a pile as faces, in reading order

TABLE_SIZE = 4_000  # entries of one table of sets, some 300 bytes each

NO_FIT = -1  # entry of a table of sets if nothing fits
MAX_SINGLE_JOKER_FACES = 3  # maximum faces that get a joker tried one by one, without joint checks
PASS_WORK = 5  # cost of a pass, in the states that limit work


class BudgetExceeded(Exception):  # noqa: N818 - nothing is wrong, the work allowed is done
    """Raised when a search has used up its work limit."""


@dataclass(slots=True, eq=False)
class WorkLimit:
    """Remaining states for the searches that share it; the same on every machine."""

    left: int

    def spend(self, work: int) -> None:
        """Subtract work from the states that are left; raises BudgetExceeded if they become negative."""
        self.left -= work
        if self.left < 0:
            raise BudgetExceeded


@lru_cache(maxsize=1 << 13)
def joining(pile: Sequence[int], *, kinds: bool) -> CardSet:
    """Card set that could extend a legal pile: a run's neighbours on the circle, or a set's allowed suits."""
    rank, base = pile[0] % RANK_COUNT, pile[0] - pile[0] % RANK_COUNT
    if is_run(pile):
        return 1 << base + (rank - 1) % RANK_COUNT | 1 << base + (pile[-1] + 1) % RANK_COUNT
    rank_faces = FIRST_RANKS_MASK << rank
    return rank_faces & ~of_faces(pile) if kinds else rank_faces


@dataclass(frozen=True, slots=True)
class MeldProblem:
    """Cards to lay; piles are faces in reading order."""

    book: MeldBook
    must: CardSet  # cards that must be on the table, without the frozen piles
    may: CardSet  # cards that are wanted on the table
    jokers: int = 0  # jokers of the hand, each good for any face
    frozen: Sequence[Sequence[int]] = ()  # piles of the table that stay intact and may grow
    loose: Sequence[Sequence[int]] = ()
    """Other piles, whose cards are part of ``must``. Of equal solutions, one close to them is preferred."""
    charge: Charge | None = None
    """Called with the work of each pass; an exception ends the search."""


@dataclass(frozen=True, slots=True)
class MeldSplit:
    """Distribution of the cards without frozen piles, as planes of the `Solver`'s circle."""

    runs: int
    sets: int


# Sets


def sets_hold(four: Sequence[int], *, kinds: bool) -> bool:
    """True if these numbers of cards by suit fill sets exactly; with ``kinds`` no suit repeats in a set.

    With kinds: ``g`` of them hold the cards if no suit has more than ``g`` and each gets three.
    """
    total = sum(four)
    if not kinds:
        return total == 0 or total >= MIN_MELD
    return max(four) <= total // MIN_MELD


class RankSetTable(dict[int, int]):
    """Sets of one rank: maps lower and upper bounds of the cards in sets to narrowed bounds.

    Keys and values hold both bounds in one number, masks of a `BitPlanes` shifted to the first rank, the
    lower bound in the high half. The value is `NO_FIT` if nothing fits. Entries are computed on first use.
    """

    def __init__(self, room: Four, circle: BitPlanes, *, kinds: bool) -> None:
        super().__init__()
        height = circle.height
        fours = _fours(height, kinds=kinds)
        if any(room):
            joins = list(product(*(range(min(free, height) + 1) for free in room)))
            sums = {
                (four[0] + a, four[1] + b, four[2] + c, four[3] + d) for four in fours for a, b, c, d in joins
            }
            fours = [four for four in sums if max(four) <= height]
        self._all = (1 << len(fours)) - 1
        self._bits = [
            (
                1 << circle.width * level + circle.columns * suit,
                1 << circle.size + circle.width * level + circle.columns * suit,
                sum(1 << number for number, four in enumerate(fours) if four[suit] > level),
            )
            for level in range(height)
            for suit in range(SUIT_COUNT)
        ]

    def __missing__(self, key: int) -> int:
        """Compute, store and return the narrowed bounds, or `NO_FIT`; empties a full table first."""
        left = self._all
        for high_bit, low_bit, ways in self._bits:
            if key & low_bit:
                left &= ways
            if not key & high_bit:
                left &= ~ways
        bounds = NO_FIT
        if left:
            bounds = sum(low_bit for _, low_bit, ways in self._bits if not left & ~ways)
            bounds |= sum(high_bit for high_bit, _, ways in self._bits if left & ways)
        if len(self) >= TABLE_SIZE:
            self.clear()
        self[key] = bounds
        return bounds


@lru_cache(maxsize=64)
def _fours(height: int, *, kinds: bool) -> list[Four]:
    """Numbers of cards by suit that new sets of one rank can hold."""
    counts = range(height + 1)
    return [four for four in product(counts, counts, counts, counts) if sets_hold(four, kinds=kinds)]


@lru_cache(maxsize=1 << 8)
def rank_sets(room: Four, circle: BitPlanes, *, kinds: bool) -> RankSetTable:
    """Table of the sets of one rank, shared by all searches.

    Args:
        room: number of cards of each suit that may be added to frozen sets.
        circle: the planes.
        kinds: True if a set may contain each suit only once.
    """
    return RankSetTable(room, circle, kinds=kinds)


@lru_cache(maxsize=64)
def plain_sets(circle: BitPlanes, *, kinds: bool) -> list[RankSetTable]:
    """List with the same table for each rank, without frozen sets. Shared, so copy it before a change."""
    return [rank_sets((0, 0, 0, 0), circle, kinds=kinds)] * RANK_COUNT


# The search

Room = tuple[int, int, int, int]  # lower and upper bounds of the cards in runs, then in sets


@dataclass(frozen=True, slots=True)
class _Frozen:
    """Effect of frozen piles on the other cards, as planes of a circle."""

    cards: int = 0  # the cards of frozen runs
    near: int = 0
    """For each of the three rules of runs, the cards that a frozen run nearby may support."""
    beyond: int = 0
    further: int = 0


class Solver:
    """Solver for one problem, for one or more limits of cards left in the hand."""

    def __init__(self, problem: MeldProblem) -> None:
        self.problem = problem
        self.kinds = not problem.book.variety.sets_repeat_suits
        self.mode = mode = problem.book.happy_mode
        available = plus(problem.must, problem.may)
        self._runs: list[Sequence[int]] = []
        self._sets: list[Sequence[int]] = []
        self._idle: list[Sequence[int]] = []
        for pile in problem.frozen:
            # Without jokers, most frozen piles can get no card.
            grows = problem.jokers or joining(tuple(pile), kinds=self.kinds) & available
            (self._idle if not grows else self._runs if is_run(pile) else self._sets).append(pile)
        in_runs = of_faces(face for pile in self._runs for face in pile)
        height = -(-plus(available, in_runs).bit_length() // FACE_COUNT) + problem.jokers
        self.circle = circle = circle_for(max(1, height), mode)
        self._held, self._must = circle.planes(available), circle.planes(problem.must)
        self._frozen = self._of_frozen_runs() if self._runs else None
        self._room = _free_places(self._sets, circle.height, kinds=self.kinds)
        self._scales: dict[int, tuple[BitPlanes, list[RankSetTable]]] = {}
        self._failing = FULL_SET
        self._lost = 0
        self._plain: dict[int, tuple[Room, int] | None] = {}

    # Questions

    def feasible(self, lost: int) -> MeldSplit | None:
        """Split that leaves at most ``lost`` wanted cards without jokers; None proves that there is none."""
        if lost < 0:
            return None
        self._lost = lost
        available, must, jokers = self._held, self._must, self.problem.jokers
        narrow = self._first_bounds(lost)
        split = self._dive(narrow, available, must) if narrow else None
        if split is not None or not (narrow or jokers):
            return split
        room = (
            self._widest_bounds(self._with_jokers(available, jokers)) if jokers or not narrow else narrow[0]
        )
        return self._search(room, available, must, jokers, 0)

    def best(self, max_lost: int) -> tuple[MeldSplit, int] | None:
        """Split that leaves the fewest wanted cards, and their number; None if more than ``max_lost``."""
        low = self.lower_bound(max_lost)
        if not self.problem.jokers:  # mostly the lower bound is exact then
            ways = ((self.feasible(lost), lost) for lost in range(low, max_lost + 1))
            return next(((split, lost) for split, lost in ways if split), None)
        best = None
        while low <= max_lost:
            lost = max_lost if best is None else (low + max_lost) // 2
            split = self.feasible(lost)
            if split is not None:
                lost = minus(plus(self.problem.must, self.problem.may), self.cards(split)).bit_count()
                best, max_lost = (split, lost), lost - 1
            elif best is None:
                return None
            else:
                low = lost + 1
        return best

    def lower_bound(self, max_lost: int) -> int:
        """Lower bound on the wanted cards left over; above ``max_lost`` if that cannot be reached."""
        if max_lost < 0:
            return max_lost + 1
        self._lost = max_lost
        available, jokers = self._held, self.problem.jokers
        if jokers:
            widest = self._with_jokers(available, jokers)
            room = self._narrow(self._widest_bounds(widest), widest, self._must, available, jokers)
        else:
            room = self._first_bounds(max_lost)
        if room is None:
            return max_lost + 1
        (_, high, _, upper), _ = room
        circle = self._scale(self._with_jokers(available, jokers) if jokers else available)[0]
        return (available & ~circle.total(circle.as_cards(high), upper)).bit_count()

    # Branching

    def _search(self, room: Room, available: int, must: int, jokers: int, never: int) -> MeldSplit | None:
        """Split within bounds, or None: try undecided bits both ways; on failure, jokers at other faces.

        Args:
            room: the bounds, jokers included.
            available: number of available cards of each face.
            must: number of required cards of each face.
            jokers: number of further jokers.
            never: faces that get no joker.
        """
        low, high, low_sets, high_sets = room
        within = low, high & self.circle.of_both(available), low_sets, high_sets & available
        narrow = self._narrow(within, available, must)
        if narrow is not None:
            ways = self._branches(narrow, room if jokers else narrow[0])
            if ways is None and (split := self._split(narrow[0][0], narrow[0][2])) is not None:
                return split
            for way in ways or ():
                split = self._search(way, available, must, jokers, never)
                if split is not None:
                    return split
            if ways is not None:
                return None
        if not jokers:
            return None
        for bit in self._core(room, available, must, jokers, never, plain=narrow is None):
            more, bound = self.circle.total(available, bit), self.circle.total(must, bit)
            split = self._search(room, more, bound, jokers - 1, never)
            if split is not None:
                return split
            never |= bit
        return None

    def _branches(self, narrow: tuple[Room, int], room: Room) -> tuple[Room, Room] | None:
        """Two parts of ``room``, split at an undecided bit, the likelier first; None if all is decided."""
        (low, high, low_sets, high_sets), bound = narrow
        open_runs, open_sets = high & ~low, high_sets & ~low_sets
        circle = self.circle
        if open_runs:
            # First the required cards whose place is not yet known.
            lost = bound & ~circle.as_cards(low) & ~low_sets & circle.full
            candidates = lost & open_runs or open_runs
            bit = candidates & -candidates
            above = bit * circle.each  # this plane and the higher ones
            low, high, low_sets, high_sets = room
            yes, no = (low | bit, high, low_sets, high_sets), (low, high & ~above, low_sets, high_sets)
            return (no, yes) if lost & bit and not self._loose_run_cards & bit else (yes, no)
        if open_sets:
            bit = open_sets & -open_sets
            low, high, low_sets, high_sets = room
            return (low, high, low_sets | bit, high_sets), (
                low,
                high,
                low_sets,
                high_sets & ~(bit * circle.each),
            )
        return None

    def _dive(self, narrow: tuple[Room, int], available: int, must: int) -> MeldSplit | None:
        """Quick split that decides as much as it can as on the present table; None proves nothing."""
        circle = self.circle
        while True:
            low, high, low_sets, high_sets = narrow[0]
            open_runs, open_sets = high & ~low, high_sets & ~low_sets
            if not open_runs and not open_sets:
                return self._split(low, low_sets)
            columns = circle.columns_of(open_runs or open_sets)
            while True:
                mask = columns * circle.each
                if open_runs:
                    home_runs = open_runs & self._loose_run_cards
                    room = (
                        low | home_runs & mask,
                        high & ~(open_runs & ~home_runs & mask),
                        low_sets,
                        high_sets,
                    )
                else:
                    room = low, high, high_sets & mask | low_sets, high_sets
                less = self._narrow(room, available, must)
                if less is not None:
                    narrow = less
                    break
                if not columns & columns - 1:
                    return None
                half = columns.bit_count() // 2
                while columns.bit_count() > half:
                    columns &= columns - 1

    # Jokers

    def _with_jokers(self, available: int, jokers: int) -> int:
        """Planes of these available cards with ``jokers`` copies more of each face."""
        shift = self.circle.width * jokers
        return (available << shift | (1 << shift) - 1) & self.circle.all

    def _core(
        self, room: Room, available: int, must: int, jokers: int, never: int, *, plain: bool
    ) -> Iterator[int]:
        """Yields, as one-bit masks, faces of which one needs a joker, as jokers elsewhere are not enough.

        Args:
            room: the bounds, jokers included.
            available: number of available cards of each face.
            must: number of required cards of each face.
            jokers: number of jokers.
            never: faces that get no joker.
            plain: True if narrowing proved that jokers are needed.
        """
        circle = self.circle
        near = self._neighbourhood(self._failing)
        max_cards = available | self._with_jokers(available, jokers) & (circle.full & ~never) * circle.each
        low, high, low_sets, high_sets = room
        within = low, high & circle.of_both(max_cards), low_sets, high_sets & max_cards
        widest = self._narrow(within, max_cards, must, available, jokers)
        if widest is None:
            return
        low, high, low_sets, sets = widest[0]
        possible = circle.columns_of(circle.total(high, sets) & ~available)
        if not plain:
            yield from bits(possible)
            return

        def vain(faces: int) -> bool:
            """True if jokers at these faces, any number at each, cannot help."""
            cards = available | max_cards & faces * circle.each
            return (
                self._narrow((low, high & cards, low_sets, sets & cards), cards, must, available, jokers)
                is None
            )

        def helpful(faces: int) -> Iterator[int]:
            """Yields these faces as one-bit masks, lowest first, but those where one joker is no help."""
            if not faces or vain(faces):
                return
            if faces.bit_count() <= MAX_SINGLE_JOKER_FACES:
                yield from bits(faces)
                return
            half = faces
            for _ in range(faces.bit_count() // 2):
                half &= half - 1
            yield from helpful(faces ^ half)
            yield from helpful(half)

        core = near & possible if vain(possible & ~near) else possible
        if jokers == 1:
            yield from helpful(core)
            return
        for size in (13, 4, 1):
            parts = list(bits(core))
            for first in range(0, len(parts), size):
                part = sum(parts[first : first + size])
                if vain(possible & ~core | part):
                    core &= ~part
        yield from bits(core)

    def _neighbourhood(self, faces: int) -> int:
        """Mask of these faces, the other suits of their ranks, and faces within three steps in the suit."""
        near, columns = faces, self.circle.columns
        for suits in range(1, SUIT_COUNT):
            near |= faces << columns * suits | faces >> columns * suits
        for _ in range(3):
            faces |= self.circle.up(faces) | self.circle.down(faces)
        return (near | faces) & self.circle.full

    @cached_property
    def _loose_run_cards(self) -> int:
        """Cards that are in loose runs now, as planes; all cards if there is no table."""
        loose, home = self.problem.loose, 0
        if not loose and not self.problem.frozen:
            return self.circle.all
        for pile in loose:
            if is_run(pile):
                home = self.circle.total(home, self._as_planes(pile))
        return home

    def _as_planes(self, run: Sequence[int]) -> int:
        """Mask of a run's cards, each in its column, on the lowest plane."""
        base = run[0] // RANK_COUNT * self.circle.columns
        return sum(1 << base + column for column in self._columns(run))

    def _columns(self, run: Sequence[int]) -> list[int]:
        """Columns of a run in its suit, in reading order; 13 for H as first card if it has two columns."""
        columns = [face % RANK_COUNT for face in run]
        if self.circle.happy and columns[0] == TOP_RANK and len(columns) < RANK_COUNT:
            columns[0] = RANK_COUNT
        return columns

    def _split(self, runs: int, sets: int) -> MeldSplit | None:
        """Return the split, or None if it does not fit the frozen runs."""
        if self._runs and any(
            self._grow_runs(suit, counts) is None for suit, counts in self._columns_of(runs)
        ):
            return None
        return MeldSplit(runs, sets)

    def _columns_of(self, runs: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield each suit with the number of cards in runs for each of its columns."""
        for suit in range(SUIT_COUNT):
            yield suit, self.circle.counts(runs, suit)

    # Narrowing

    def _first_bounds(self, lost: int) -> tuple[Room, int] | None:
        """(narrowed bounds, required cards) without jokers for ``lost`` cards left, or None; cached."""
        if lost not in self._plain:
            self._lost = lost
            available = self._held
            more = [loss for loss in self._plain if loss > lost]
            wider = self._plain[min(more)] if more else (self._widest_bounds(available), 0)
            # Start from the bounds for a larger number: they hold for fewer cards too.
            self._plain[lost] = self._narrow(wider[0], available, self._must) if wider else None
        return self._plain[lost]

    def _widest_bounds(self, available: int) -> Room:
        """Bounds that allow each of these cards anywhere."""
        return 0, self.circle.of_both(available), 0, available

    def _scale(self, available: int) -> tuple[BitPlanes, list[RankSetTable]]:
        """Return planes no higher than the most copies of a face, and the tables of all ranks for them."""
        circle = self.circle
        if self._frozen:
            available = circle.total(available, self._frozen.cards)
        height = max(1, -(-available.bit_length() // circle.width))
        scale = self._scales.get(height)
        if scale is None:
            circle = circle_for(height, self.mode)
            tables = list(plain_sets(circle, kinds=self.kinds))
            for rank, four in self._room.items():
                tables[rank] = rank_sets(four, circle, kinds=self.kinds)
            scale = circle, tables
            self._scales[height] = scale
        return scale

    def _narrow(
        self, room: Room, available: int, must: int, natural_cards: int | None = None, jokers: int = 0
    ) -> tuple[Room, int] | None:
        """Narrowed bounds and the required number of each face; None if nothing is possible.

        Args:
            room: the bounds.
            available: number of available cards of each face.
            must: number of required cards of each face.
            natural_cards: like ``available``, without jokers.
            jokers: number of jokers.
        """
        if self.problem.charge:
            self.problem.charge(PASS_WORK)
        circle, tables = self._scale(available)
        total, rest, excess, width = circle.total, circle.rest, circle.excess, circle.width
        natural, happy = available if natural_cards is None else natural_cards, circle.happy
        low, high, low_sets, high_sets = room
        frozen = self._frozen
        old_sets = 0, 0  # as if sets were impossible, because then there is nothing to narrow
        while True:
            before = low, high, low_sets, high_sets
            in_runs, needs_runs = (circle.as_cards(high), circle.as_cards(low)) if happy else (high, low)
            # Sum of runs and sets.
            possible, needed = total(in_runs, high_sets), total(needs_runs, low_sets) | must
            lost, used = natural & ~possible, needed & ~natural
            left = self._lost - lost.bit_count()
            if needed & ~(possible & available) or left < 0 or used.bit_count() > jokers:
                self._failing = circle.columns_of(needed & ~possible or lost | used)
                return None
            bound = needed | (natural & possible) >> width * left
            upper = available if used.bit_count() < jokers else natural | needed
            if happy:
                others, more = circle.other_happy(low), circle.other_happy(high)
                new = high & rest(circle.of_both(upper), total(circle.of_both(low_sets), others))
                low |= excess(circle.of_both(bound), total(circle.of_both(high_sets), more))
                low_sets, high_sets = low_sets | excess(bound, in_runs), high_sets & rest(upper, needs_runs)
                high = new
            else:
                high, high_sets = high & rest(upper, low_sets), high_sets & rest(upper, low)
                low, low_sets = low | excess(bound, high_sets), low_sets | excess(bound, high)
            shared = low, high, low_sets, high_sets
            low, high = (
                self._narrow_runs(circle, low, high) if frozen else _apply_run_rules(circle, low, high)
            )
            if (low_sets, high_sets) != old_sets:
                sets = self._narrow_sets(circle, tables, (low_sets, high_sets), old_sets)
                if sets is None:
                    return None
                low_sets, high_sets = old_sets = sets
            if low & ~high or low_sets & ~high_sets:
                self._failing = circle.columns_of(low & ~high | low_sets & ~high_sets)
                return None
            after = low, high, low_sets, high_sets
            # Once everything is decided, one more pass is needed to confirm it.
            if after == before or (after == shared and (low != high or low_sets != high_sets)):
                return after, bound

    def _narrow_runs(self, circle: BitPlanes, low: int, high: int) -> tuple[int, int]:
        """Narrowed bounds (low, high) of the cards in runs, if some runs are frozen."""
        frozen = self._frozen
        assert frozen is not None
        low, high = _apply_rules_beside_frozen(circle, frozen, low, high)
        # If frozen runs could be cut like others, it would be no harder.
        low, high = _apply_run_rules(
            circle, circle.total(low, frozen.cards), circle.total(high, frozen.cards)
        )
        return circle.rest(low, frozen.cards), circle.rest(high, frozen.cards)

    def _narrow_sets(
        self,
        circle: BitPlanes,
        tables: Sequence[RankSetTable],
        bounds: tuple[int, int],
        old_bounds: tuple[int, int],
    ) -> tuple[int, int] | None:
        """(lower, upper) bounds of the cards in sets, narrowed for changed ranks; None if nothing fits."""
        both, size = bounds[0] << circle.size | bounds[1], circle.size
        for place in _places(circle.ranks(bounds[0] ^ old_bounds[0] | bounds[1] ^ old_bounds[1])):
            rank_bounds = both >> place & circle.ranked
            tighter = tables[place][rank_bounds]
            if tighter == NO_FIT:
                self._failing = circle.first << place
                return None
            both ^= (rank_bounds ^ tighter) << place
        return both >> size, both & circle.all

    # Piles

    def _of_frozen_runs(self) -> _Frozen:
        """Cards of the frozen runs, and what those may add to each of the three rules of runs."""
        circle = self.circle
        up, down, total = circle.up, circle.down, circle.total
        ends = starts = cards = 0
        for run in self._runs:
            base, columns = run[0] // RANK_COUNT * circle.columns, self._columns(run)
            cards = total(cards, self._as_planes(run))
            if len(run) < RANK_COUNT:  # the full circle cannot grow
                starts, ends = total(starts, 1 << base + columns[0]), total(ends, 1 << base + columns[-1])
        after, before = up(ends), down(starts)
        near = total(before, after)
        return _Frozen(cards, near, total(near, down(before)), total(near, total(starts, up(after))))

    def cards(self, split: MeldSplit) -> CardSet:
        """All cards that a split lays, without frozen piles."""
        return self.circle.cards(self.circle.total(self.circle.as_cards(split.runs), split.sets))

    def melds(self, split: MeldSplit) -> list[Faces]:
        """Piles of a split: frozen ones with their additions, loose ones as before if possible."""
        piles: list[Faces] = []
        for suit, counts in self._columns_of(split.runs):
            grown, rest = self._grow_runs(suit, counts) or ([], counts)
            old = [
                tuple(self._columns(pile))
                for pile in self.problem.loose
                if is_run(pile) and pile[0] // RANK_COUNT == suit
            ]
            runs = (*grown, *_split_runs(rest, self.circle.columns, self.mode, old))
            piles += [
                [suit * RANK_COUNT + (TOP_RANK if col == RANK_COUNT else col) for col in run] for run in runs
            ]
        sets = [list(pile) for pile in self._sets]
        columns = self.circle.columns
        for rank in _places(self.circle.ranks(split.sets)):
            four = [
                (split.sets >> suit * columns + rank & self.circle.each).bit_count()
                for suit in range(SUIT_COUNT)
            ]
            old_sets = [p for p in self.problem.loose if not is_run(p) and p[0] % RANK_COUNT == rank]
            frozen = [pile for pile in sets if pile[0] % RANK_COUNT == rank]
            piles += _split_sets(rank, four, frozen, old_sets, kinds=self.kinds)
        return [*piles, *sets, *map(list, self._idle)]

    def _grow_runs(
        self, suit: int, counts: tuple[int, ...]
    ) -> tuple[list[list[int]], tuple[int, ...]] | None:
        """(grown frozen runs of a suit as columns, counts left by column), or None if impossible.

        Three more cards at one end are a separate run, so that one or two at either end are enough.
        """
        frozen = [self._columns(run) for run in self._runs if run[0] // RANK_COUNT == suit]
        return _grown_runs(tuple(map(tuple, frozen)), counts, self.mode)


@cache
def _places(ranks: int) -> tuple[int, ...]:
    """Indices of the set bits of 13 ranks."""
    return tuple(rank for rank in range(RANK_COUNT) if ranks >> rank & 1)


def _apply_run_rules(circle: BitPlanes, low: int, high: int) -> tuple[int, int]:
    """Bounds (low, high) of the cards in runs, narrowed by the rules of runs once."""
    up, down, excess, total = circle.up, circle.down, circle.excess, circle.total
    below, above = up(high), down(high)
    further, beyond = up(below), down(above)
    if circle.low:  # inlined `total`
        width, carry = circle.width, circle.carry
        high &= below | above | (below & above & carry) << width
        high &= below | beyond | (below & beyond & carry) << width
        high &= further | above | (further & above & carry) << width
    else:
        high &= total(below, above) & total(below, beyond) & total(further, above)
    if not low & ~(below & above & further & beyond):
        return low, high
    # Cards that neighbours on one side cannot support must be supported by the other.
    lift, drop = excess(low, below), excess(low, above)
    lift |= excess(low, further) | up(lift)
    drop |= excess(low, beyond) | down(drop)
    return low | up(lift) | down(drop), high


def _apply_rules_beside_frozen(circle: BitPlanes, frozen: _Frozen, low: int, high: int) -> tuple[int, int]:
    """Bounds (low, high), narrowed once by rules of runs that may continue in frozen runs."""
    up, down, excess, total = circle.up, circle.down, circle.excess, circle.total
    below, above = up(high), down(high)
    further, beyond = up(below), down(above)
    high &= total(total(below, above), frozen.near)
    high &= total(total(below, beyond), frozen.beyond)
    high &= total(total(further, above), frozen.further)
    if not low & ~(below & above & further & beyond):
        return low, high
    lift = excess(low, total(below, frozen.near)) | excess(low, total(further, frozen.further))
    drop = excess(low, total(above, frozen.near)) | excess(low, total(beyond, frozen.beyond))
    lift |= up(excess(low, total(below, frozen.beyond)))
    drop |= down(excess(low, total(above, frozen.further)))
    return low | up(lift) | down(drop), high


def _free_places(frozen: Sequence[Sequence[int]], max_count: int, *, kinds: bool) -> dict[int, Four]:
    """For the ranks of frozen sets, the number of cards of each suit that may be added."""
    capacity: dict[int, list[int]] = {}
    for pile in frozen:
        rank = pile[0] % RANK_COUNT
        suits = capacity.setdefault(rank, [0] * SUIT_COUNT)
        for suit in range(SUIT_COUNT):
            if not kinds:
                suits[suit] = max_count
            elif len(pile) < SUIT_COUNT and suit * RANK_COUNT + rank not in pile:
                suits[suit] += 1
    return {rank: (a, b, c, d) for rank, (a, b, c, d) in capacity.items()}


# Piles


@lru_cache(maxsize=1 << 14)
def _fills_runs(counts: tuple[int, ...], mode: str) -> bool:
    """True if these numbers of cards by column fill runs: the rules of runs for one suit."""
    if not any(counts):
        return True
    wall = RUN_END_COLUMNS.get(mode)
    if wall is None:
        line = (*counts[-2:], *counts, *counts[:2])
    else:
        line = (0, 0, *counts[wall + 1 :], *counts[: wall + 1], 0, 0)
    return all(
        count <= below + above and count <= below + beyond and count <= further + above
        for further, below, count, above, beyond in zip(
            line, line[1:], line[2:], line[3:], line[4:], strict=False
        )
        if count
    )


def _run_from(start: int, length: int, columns: int, mode: str) -> tuple[int, ...] | None:
    """Columns of a run, None if it would cross a wall."""
    wall = RUN_END_COLUMNS.get(mode)
    if wall is not None and (wall - start) % columns < length - 1:
        return None
    return tuple([(start + step) % columns for step in range(length)])


def _without(counts: Sequence[int], run: Sequence[int]) -> tuple[int, ...] | None:
    """Counts less the cards of a run, None if one is missing."""
    rest = list(counts)
    for column in run:
        rest[column] -= 1
        if rest[column] < 0:
            return None
    return tuple(rest)


@lru_cache(maxsize=1 << 12)
def _grown_runs(
    frozen: tuple[tuple[int, ...], ...], counts: tuple[int, ...], mode: str
) -> tuple[list[list[int]], tuple[int, ...]] | None:
    """(frozen runs with their additions, counts by column left for others), or None if impossible."""
    if _fills_runs(counts, mode):
        return [list(run) for run in frozen], counts
    if not frozen:
        return None
    run, others = frozen[0], frozen[1:]
    columns = len(counts)
    for below, above in _RUN_ENDS:
        if len(run) + below + above > RANK_COUNT:
            continue
        longer = _run_from((run[0] - below) % columns, len(run) + below + above, columns, mode)
        if longer is None:
            continue
        rest = _without(counts, (*longer[:below], *longer[below + len(run) :]))
        if rest is not None:
            result = _grown_runs(others, rest, mode)
            if result is not None:
                return [list(longer), *result[0]], result[1]
    return None


_RUN_ENDS = sorted(product(range(3), repeat=2), key=sum)


def _split_runs(
    counts: tuple[int, ...], columns: int, mode: str, old: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Runs, as columns, that hold a suit's cards: old ones first, then parts of them, then the longest."""
    runs: list[tuple[int, ...]] = []
    for size in range(max(map(len, old), default=0), MIN_MELD - 1, -1):
        for run in old:
            for first in range(len(run) - size + 1):
                part = run[first : first + size]
                rest = _without(counts, part)
                if rest is not None and _fills_runs(rest, mode):
                    runs.append(part)
                    counts = rest
    while any(counts):
        run, counts = _longest(counts, columns, mode)
        runs.append(run)
    return runs


@lru_cache(maxsize=1 << 12)
def _longest(counts: tuple[int, ...], columns: int, mode: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(columns of the longest run without which the rest fills runs, counts left); AssertionError if none."""
    for length in range(RANK_COUNT, MIN_MELD - 1, -1):
        for start in range(columns):
            run = _run_from(start, length, columns, mode)
            if run is None:
                continue
            rest = _without(counts, run)
            if rest is not None and _fills_runs(rest, mode):
                return run, rest
    raise AssertionError("these cards fill no runs")


def _split_sets(
    rank: int, four: list[int], frozen: Sequence[Faces], old: Sequence[Sequence[int]], *, kinds: bool
) -> list[Faces]:
    """New sets of one rank. Cards that can form new sets do; the rest joins ``frozen``, in place."""
    joints = min(_joins(rank, four, frozen, kinds=kinds), key=sum) if frozen else (0, 0, 0, 0)
    for suit, joint in enumerate(joints if any(joints) else ()):
        face = suit * RANK_COUNT + rank
        open_sets = [pile for pile in frozen if not kinds or (face not in pile and len(pile) == MIN_MELD)]
        for number in range(joint):
            open_sets[number if kinds else 0].append(face)
    rest = [count - joint for count, joint in zip(four, joints, strict=True)]
    sets: list[Faces] = []
    for pile in sorted(old, key=len, reverse=True):
        suit_counts = Counter(face // RANK_COUNT for face in pile)
        less = [rest[suit] - suit_counts[suit] for suit in range(SUIT_COUNT)]
        if min(less) >= 0 and sets_hold(less, kinds=kinds):
            sets.append(list(pile))
            rest = less
    if not any(rest):
        return sets
    if not kinds:
        return [*sets, [suit * RANK_COUNT + rank for suit in range(SUIT_COUNT) for _ in range(rest[suit])]]
    new: list[Faces] = [[] for _ in range(max(*rest, -(-sum(rest) // SUIT_COUNT)))]
    # Commonest suit first, each card to the smallest kinds, so that each gets at least three.
    for suit in sorted(range(SUIT_COUNT), key=lambda suit: -rest[suit]):
        for emptiest in sorted(new, key=len)[: rest[suit]]:
            emptiest.append(suit * RANK_COUNT + rank)
    return [*sets, *new]


def _joins(rank: int, four: Sequence[int], frozen: Sequence[Faces], *, kinds: bool) -> Iterator[Four]:
    """Numbers of cards by suit that may join frozen sets so that the rest fills new sets."""
    capacity = [
        sum(not kinds or (len(pile) == MIN_MELD and suit * RANK_COUNT + rank not in pile) for pile in frozen)
        for suit in range(SUIT_COUNT)
    ]
    spans = [
        range((count if not kinds and free else min(count, free)) + 1)
        for count, free in zip(four, capacity, strict=True)
    ]
    for a, b, c, d in product(*spans):
        if sets_hold((four[0] - a, four[1] - b, four[2] - c, four[3] - d), kinds=kinds):
            yield a, b, c, d


# For callers that ask hundreds of times

ANSWER_CACHE_SIZE = 20_000  # cached answers in a process, some 300 bytes each


def has_company(book: MeldBook, cards: CardSet, face: int) -> bool:
    """True if a card could make a pile of three with two of these."""
    if threes(cards, face):
        return True
    return (
        book.variety.sets_repeat_suits
        and (cards >> face % RANK_COUNT & FIRST_RANKS_MASK * EACH_PLANE_MASK).bit_count() > 1
    )


class MeldFeasibility:
    """Cached questions of simulated games under one game's options. Jokers are not supported.

    An answer may take seconds; an exception from ``charge``, as in a `MeldProblem`, aborts the search.
    """

    def __init__(self, book: MeldBook) -> None:
        self.book = book
        self._largest_plays: dict[tuple[CardSet, CardSet], CardSet] = {}
        self._fits: dict[CardSet, CardSet] = {}

    def can_lie(self, cards: CardSet, charge: Charge | None = None) -> bool:
        """True if all these cards together can form a table."""
        return self._solver(cards, 0, charge).feasible(0) is not None

    def largest_play(self, table: CardSet, hand: CardSet, charge: Charge | None = None) -> CardSet:
        """Cards of a play of as many hand cards as can be laid; empty if there is no play."""
        key = (table, hand)
        if key not in self._largest_plays:
            if len(self._largest_plays) >= ANSWER_CACHE_SIZE:
                self._largest_plays.clear()
            solver = self._solver(table, hand, charge)
            best = solver.best(hand.bit_count() - 1)
            self._largest_plays[key] = minus(solver.cards(best[0]), table) if best else 0
        return self._largest_plays[key]

    def after_draw(
        self, table: CardSet, hand: CardSet, face: int, charge: Charge | None = None
    ) -> tuple[CardSet, CardSet]:
        """(hand after drawing ``face``, cards that it may lay now, 0 if none), without a play before."""
        new = plus(hand, 1 << face)
        # Any play must lay the drawn card.
        is_useful = has_company(self.book, plus(table, hand), face)
        return new, self.largest_play(table, new, charge) if is_useful else 0

    def fitting_faces(self, table: CardSet, charge: Charge | None = None) -> CardSet:
        """Faces of which one more card can be on this table."""
        if table not in self._fits:
            if len(self._fits) >= ANSWER_CACHE_SIZE:
                self._fits.clear()
            self._fits[table] = sum(
                1 << face
                for face in range(FACE_COUNT)
                if has_company(self.book, table, face) and self.can_lie(plus(table, 1 << face), charge)
            )
        return self._fits[table]

    def _solver(self, table: CardSet, hand: CardSet, charge: Charge | None) -> Solver:
        """Solver for a table and the hand cards that may be added to it."""
        return Solver(MeldProblem(self.book, table, hand, charge=charge))


@lru_cache
def counting_for(book: MeldBook) -> MeldFeasibility:
    """Shared `MeldFeasibility` for these rules in this process."""
    return MeldFeasibility(book)
