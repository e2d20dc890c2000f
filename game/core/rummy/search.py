"""The exact search: which cards go to runs and which to sets, so that the fewest hand cards are left.

The four lanes (see `lanes`) walk round the circle together; at each rank their leftovers must fill sets. A
lane knows the least loss it still has to expect, so the search asks for an arrangement of the least loss that
the lanes allow, and raises the budget only after proving that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from game.core.rummy.lanes import (
    NEVER,
    ONE,
    OPEN,
    PEAK,
    WALL,
    Lane,
    Layer,
    Option,
    Spot,
    crossings,
    lanes_for,
)
from game.core.rummy.melds import RANKS, SUITS, TOP
from game.core.rummy.spread import Four, Spread, caps_for, spread_for

FACES = RANKS * SUITS
NO_CARDS = (0,) * FACES
BASES = range(0, FACES, RANKS)

EASY = 300
"""States that a search may look at before its lanes are narrowed."""

LANES_WORK = 60
"""What preparing the lanes of a search counts as, in states looked at; jokers make it much more."""

Step = tuple[Option, Option, Option, Option]
Start = tuple[int, int, int, tuple[Lane, Lane, Lane, Lane]]
"""Least loss, suits that cross the cut otherwise than on the table, a number, and the lanes."""
_Place = tuple[Layer, Layer, Layer, Layer, Spread, dict[Four, int]]


class Exhausted(Exception):  # noqa: N818 - nothing is wrong, the work allowed is done
    """A search has done all the work that its meter allows."""


@dataclass(slots=True, eq=False)
class Meter:
    """How many more states the searches that share it may look at; the same on every machine."""

    left: int

    def spend(self, work: int) -> None:
        """Count some work.

        Raises:
            Exhausted: that was more than is left.
        """
        self.left -= work
        if self.left < 0:
            raise Exhausted


@dataclass(frozen=True, slots=True)
class Task:
    """Cards to arrange, as numbers of copies for each of the 52 faces."""

    kinds: bool
    """Whether sets hold each suit only once (RockIt)."""
    happy_mode: str
    must: Sequence[int]
    """Cards that have to be on the table."""
    may: Sequence[int]
    """Cards that are wanted on the table."""
    runs: Sequence[Sequence[int]] = ()
    """The runs of the table that are not kept, in reading order."""
    home: Sequence[int] = NO_CARDS
    """Of ``must``, those that lie in runs now."""
    ends: Sequence[int] = NO_CARDS
    """Kept runs whose last card this is."""
    starts: Sequence[int] = NO_CARDS
    """Kept runs whose first card this is."""
    room: Sequence[int] = NO_CARDS
    """How many copies may be added to kept sets."""
    wild: int = 0
    """Jokers of the hand, each good for any face."""
    meter: Meter | None = None
    """What the work is charged to, `None` where it is not limited."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A found arrangement: for each rank from the cut, what each suit does and what lies in sets."""

    guesses: Four
    """For each suit, the state in which its runs cross the cut."""
    runs: tuple[Four, ...]
    """For each rank and suit, how many cards lie in runs."""
    states: tuple[Four, ...]
    """For each rank and suit, the state above it."""
    sets: tuple[Four, ...]
    """For each rank and suit, how many cards lie in sets."""


class HasOver(Protocol):
    """A lane, whatever its losses are."""

    @property
    def over(self) -> Sequence[int]:
        """For each rank from the cut, the most cards that a walk leaves over."""


class Frame:
    """A task, the cut of its circle, and the choices of its suits."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.count = [must + may for must, may in zip(task.must, task.may, strict=True)]
        self.cut = self._choose_cut()
        self.ranks = [(self.cut + step) % RANKS for step in range(RANKS)]
        self.charge(LANES_WORK * (1 + task.wild) ** 2)

    def charge(self, work: int) -> None:
        """Tell the meter of some work, if there is one.

        Raises:
            Exhausted: the meter does not allow it.
        """
        if self.task.meter:
            self.task.meter.spend(work)

    def allowance(self) -> int:
        """How many states the meter still allows; more than there are where nothing is limited."""
        return self.task.meter.left if self.task.meter else NEVER**3

    def _choose_cut(self) -> int:
        """Where the fewest states can cross the circle."""
        mode = self.task.happy_mode
        if mode != "wrap":
            return TOP if mode == "low" else 0
        if not self.task.wild:
            count, there = self.count, list(map(int.__or__, self.count, self.task.starts))
            for cut in range(RANKS):
                if not any(there[base + cut] and count[base + (cut or RANKS) - 1] for base in BASES):
                    return cut
        best, chosen = 1 << 60, 0
        for cut in range(RANKS):
            ways = 1
            for base in BASES:
                ways *= len(self.crossings(base, cut))
            if ways < best:
                best, chosen = ways, cut
        return chosen

    def crossings(self, base: int, cut: int) -> tuple[int, ...]:
        """The states in which runs of the suit that starts at face ``base`` may cross a cut."""
        mode, wild = self.task.happy_mode, self.task.wild
        if mode in ("high", "low"):
            return (0,)
        count, starts, ends = self.count, self.task.starts, self.task.ends
        first, second, third = base + (cut - 1) % RANKS, base + (cut - 2) % RANKS, base + (cut - 3) % RANKS
        here, above = base + cut, base + (cut + 1) % RANKS
        if not wild and not (count[first] and count[here] + starts[here]):
            return (0,)
        if mode == "both":
            return tuple(range(min(count[first], count[here] + starts[here]) + 1))
        kept = ends[second] + ends[third] + ends[base + (cut - 4) % RANKS]
        return crossings(
            (count[third] + kept, count[second] + kept, count[first]),
            (count[here] + starts[here], count[above] + starts[above] + starts[here]),
            wild,
        )

    def spots(self, suit: int, caps: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The spots of a suit, rank by rank from the cut; sets can take so many cards of each face."""
        task = self.task
        span = slice(suit * RANKS, (suit + 1) * RANKS)
        if task.happy_mode != "wrap":
            faces = [suit * RANKS + rank for rank in self.ranks]
            return tuple([self.spot(face, caps[face]) for face in faces])
        count, must, cap, wild = self.count[span], task.must[span], caps[span], task.wild
        ends, starts = task.ends[span], task.starts[span]
        near = [cards + more + wild for cards, more in zip(count, starts, strict=True)] * 2
        return tuple(
            [
                (
                    count[r],
                    must[r],
                    must[r] - cap[r] if must[r] > cap[r] else 0,
                    ends[r - 1],
                    starts[r],
                    OPEN,
                    near[r + 1],
                    near[r + 2] + starts[r - TOP],
                    wild,
                )
                for r in self.ranks
            ]
        )

    def spot(self, face: int, cap: int = 0) -> Spot:
        """What decides the moves at a face, given how many cards sets can take there."""
        task, base, rank = self.task, face // RANKS * RANKS, face % RANKS
        below, above, beyond = (base + (rank + step) % RANKS for step in (-1, 1, 2))
        kinds = [_kind(task.happy_mode, (rank + step) % RANKS) for step in range(3)]
        near = far = 0
        if kinds[1] != WALL:
            taken_in = task.starts[above] * (kinds[1] == OPEN)
            near = self.count[above] + task.wild + taken_in
            far = taken_in
            if kinds[1] == OPEN and kinds[2] != WALL:
                far += self.count[beyond] + task.wild + task.starts[beyond] * (kinds[2] == OPEN)
        must = task.must[face]
        ends = 0 if _kind(task.happy_mode, (rank - 1) % RANKS) == PEAK else task.ends[below]
        return Spot(
            self.count[face],
            must,
            max(0, must - cap),
            ends,
            task.starts[face],
            kinds[0],
            near,
            far,
            task.wild,
        )

    def home_crossings(self) -> tuple[int, ...]:
        """For each suit, the state in which the runs of the table cross the cut now."""
        found = [0] * SUITS
        for run in self.task.runs:
            before = (self.cut - run[0]) % RANKS
            if before < len(run) and before:
                found[run[0] // RANKS] += ONE << 4 * (min(before, 3) - 1)
        return tuple(found)

    def shrunk(self, over: list[int], lanes: Sequence[Sequence[HasOver]], todo: Iterable[int]) -> set[int]:
        """Lower ``over`` to what the lanes of some suits leave over at most; the ranks where that is less."""
        ranks = set()
        for suit in todo:
            for place, rank in enumerate(self.ranks):
                face = suit * RANKS + rank
                if over[face]:
                    most = max([lane.over[place] for lane in lanes[suit]], default=0)
                    if most < over[face]:
                        over[face] = most
                        ranks.add(rank)
        return ranks

    def room(self, rank: int) -> Four:
        """How many cards of each suit may be added to kept sets of a rank."""
        a, b, c, d = self.task.room[rank::RANKS]
        return a, b, c, d


def _kind(happy_mode: str, rank: int) -> int:
    if happy_mode == "high":
        return WALL if rank == 0 else OPEN
    if happy_mode == "low":
        return WALL if rank == TOP else OPEN
    return PEAK if happy_mode == "both" and rank == TOP else OPEN


class Search(Frame):
    """The search of a task without jokers; `find` may be asked for several budgets, the smallest first."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        self.spreads = [spread_for(self.room(rank), kinds=task.kinds) for rank in self.ranks]
        self._caps = [0] * FACES
        over = list(self.count)
        for rank in range(RANKS):
            self._caps[rank::RANKS] = self._rank_caps(over, rank)
        self._lanes: list[Sequence[Lane]] = [()] * SUITS
        todo = list(range(SUITS))
        while todo:
            for suit in todo:
                self._lanes[suit] = self._lanes_of(suit, self._caps)
            todo = self._lower(self._caps, over, self._lanes, todo)
        self.least = _least(self._lanes)
        self._starts = _starts(self._lanes, self.home_crossings())
        self._failed: dict[int, list[dict[Four, int]]] = {}

    def find(self, budget: int) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none."""
        fuel = [EASY]
        walk = self._try(self._starts, self._failed, budget, fuel)
        self.charge(EASY - fuel[0])
        if fuel[0] >= 0:
            return walk
        lanes = self._narrow(budget)
        allowed = self.allowance()
        fuel = [allowed]
        walk = self._try(_starts(lanes, self.home_crossings()), {}, budget, fuel)
        self.charge(allowed - fuel[0])
        return walk

    def _try(
        self,
        starts: Sequence[Start],
        memory: dict[int, list[dict[Four, int]]],
        budget: int,
        fuel: list[int],
    ) -> Walk | None:
        for least, _, number, (a, b, c, d) in starts:
            if least > budget:
                break
            failed = memory.setdefault(number, [{} for _ in range(RANKS)])
            layers = list(zip(a.layers, b.layers, c.layers, d.layers, self.spreads, failed, strict=True))
            steps: list[Step] = []
            guesses = (a.guess, b.guess, c.guess, d.guess)
            if _descend(0, guesses, budget, layers, (steps, fuel)):
                steps.reverse()
                return self._walk(guesses, steps)
        return None

    def _walk(self, guesses: Four, steps: Sequence[Step]) -> Walk:
        sets = []
        for spread, (w, x, y, z) in zip(self.spreads, steps, strict=True):
            placed = spread.placed(w[1] | x[1] << 6 | y[1] << 12 | z[1] << 18)
            assert placed is not None
            sets.append(placed)
        runs = tuple((w[3], x[3], y[3], z[3]) for w, x, y, z in steps)
        states = tuple((w[2], x[2], y[2], z[2]) for w, x, y, z in steps)
        return Walk(guesses, runs, states, tuple(sets))

    def _narrow(self, budget: int) -> list[Sequence[Lane]]:
        """The lanes with only those walks that the budget allows while the other suits do their best.

        What no such walk leaves over is not there for sets, which may make other walks dearer, and so on.
        """
        caps, lanes = list(self._caps), list(self._lanes)
        over = list(self.count)
        while True:
            self.charge(LANES_WORK)
            slack = budget - _least(lanes)
            if slack < 0:
                return [()] * SUITS
            for suit, four in enumerate(lanes):
                limit = slack + min(lane.least for lane in four)
                lanes[suit] = [narrow for lane in four if (narrow := lane.within(limit))]
            todo = self._lower(caps, over, lanes, range(SUITS))
            if not todo:
                return lanes
            for suit in todo:
                lanes[suit] = self._lanes_of(suit, caps)

    def _lower(
        self, caps: list[int], over: list[int], lanes: Sequence[Sequence[Lane]], todo: Iterable[int]
    ) -> list[int]:
        """Lower the caps to what the lanes really leave over; the suits for which that is news."""
        news = set()
        for rank in self.shrunk(over, lanes, todo):
            for face, cap in zip(range(rank, FACES, RANKS), self._rank_caps(over, rank), strict=True):
                if cap < caps[face]:
                    if cap < over[face]:
                        news.add(face // RANKS)
                    caps[face] = cap
        return sorted(news)

    def _rank_caps(self, over: Sequence[int], rank: int) -> Four:
        a, b, c, d = over[rank::RANKS]
        return caps_for((a, b, c, d), self.room(rank), kinds=self.task.kinds)

    def _lanes_of(self, suit: int, caps: Sequence[int]) -> Sequence[Lane]:
        span = slice(suit * RANKS, (suit + 1) * RANKS)
        if not any(self.count[span]):
            return (BARE_LANE,)
        cap, home = caps[span], self.task.home[span]
        return lanes_for(
            self.spots(suit, caps),
            tuple([cap[rank] for rank in self.ranks]),
            tuple([home[rank] for rank in self.ranks]),
            self.crossings(suit * RANKS, self.cut),
        )


BARE_LANE = Lane(0, ({0: [(0, 0, 0, 0)]},) * RANKS, 0, (0,) * RANKS, (0,) * RANKS)
"""The lane of a suit without cards."""


def _least(lanes: Sequence[Sequence[Lane]]) -> int:
    """No choice of lanes loses less."""
    return sum(min((lane.least for lane in suit), default=NEVER) for suit in lanes)


def _starts(lanes: Sequence[Sequence[Lane]], home: Sequence[int]) -> list[Start]:
    """The choices of one lane a suit, the least loss first, then those that cross as the table does."""
    starts = []
    for n, (a, b, c, d) in enumerate(product(*lanes)):
        strange = sum(map(int.__ne__, (a.guess, b.guess, c.guess, d.guess), home))
        starts.append((a.least + b.least + c.least + d.least, strange, n, (a, b, c, d)))
    return sorted(starts)


def _descend(
    place: int, states: Four, budget: int, layers: Sequence[_Place], record: tuple[list[Step], list[int]]
) -> bool:
    """Whether the rest of the circle can be walked within the budget.

    The steps are recorded last first. When the fuel beside them runs out the answer is no, and means nothing.
    """
    if place == RANKS:
        return True
    a, b, c, d, spread, failed = layers[place]
    if failed.get(states, -1) >= budget:
        return False
    steps, fuel = record
    fuel[0] -= 1
    s, t, u, v = states
    for step in product(a[s], b[t], c[u], d[v]):
        w, x, y, z = step
        rest = budget - spread[w[1] | x[1] << 6 | y[1] << 12 | z[1] << 18]
        if w[0] + x[0] + y[0] + z[0] <= rest and _descend(
            place + 1, (w[2], x[2], y[2], z[2]), rest, layers, record
        ):
            steps.append(step)
            return True
        if fuel[0] < 0:
            return False
    failed[states] = budget
    return False
