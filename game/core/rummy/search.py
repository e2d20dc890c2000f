"""The exact search: which cards go to runs and which to sets, so that the fewest hand cards are left.

The four lanes (see `lanes`) walk round the circle together; at each rank their leftovers must fill sets. A
lane knows the least loss it still has to expect, so the search asks for an arrangement of the least loss that
the lanes allow, and raises the budget only after proving that there is none. It begins with the starts one by
one; what is not settled soon is walked by all of them `abreast`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from game.core.rummy.abreast import Abreast
from game.core.rummy.framing import FACES, LANES_WORK, Frame, Task
from game.core.rummy.lanes import (
    NEVER,
    Lane,
    Layer,
    Option,
    lanes_for,
)
from game.core.rummy.melds import RANKS, SUITS
from game.core.rummy.spread import Four, Spread, caps_for, spread_for, ways_for

EASY = 300
"""States that a search may look at before its lanes are narrowed."""
HARD = 600
"""States that it may look at then before all starts are walked abreast."""


Step = tuple[Option, Option, Option, Option]
Start = tuple[int, int, int, tuple[Lane, Lane, Lane, Lane]]
"""Least loss, suits that cross the cut otherwise than on the table, a number, and the lanes."""
_Place = tuple[Layer, Layer, Layer, Layer, Spread, dict[Four, int]]


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
        # What lanes leave over limits what sets can take, which makes other
        # lanes dearer, until nothing changes.
        while todo:
            for suit in todo:
                self._lanes[suit] = self._lanes_of(suit, self._caps)
            todo = self._lower(self._caps, over, self._lanes, todo)
        self.least = _least(self._lanes)
        self._starts = _starts(self._lanes, self.home_crossings())
        self._failed: dict[int, list[dict[Four, int]]] = {}

    def find(self, budget: int) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none."""
        fuel = [EASY]  # in a list, for all depths of the walk count the same down
        walk = self._try(self._starts, self._failed, budget, fuel)
        self.charge(EASY - fuel[0])
        # Most are found so; narrowing the lanes pays only for the others.
        if fuel[0] >= 0:
            return walk
        starts = _starts(self._narrow(budget), self.home_crossings())
        starts = [start for start in starts if start[0] <= budget]
        # A memory of its own: what fails in narrowed lanes fails for this budget alone.
        memory: dict[int, list[dict[Four, int]]] = {}
        fuel = [HARD]
        walk = self._try(starts, memory, budget, fuel)
        self.charge(HARD - fuel[0])
        if fuel[0] >= 0:
            return walk
        ways = [ways_for(self.room(rank), 0, kinds=self.task.kinds, every=False) for rank in self.ranks]
        first = Abreast(starts, ways, self.charge).first(budget, 0, every=False)
        return None if first is None else self._try(starts[first : first + 1], memory, budget, [NEVER**3])

    def _try(
        self,
        starts: Sequence[Start],
        memory: dict[int, list[dict[Four, int]]],
        budget: int,
        fuel: list[int],
    ) -> Walk | None:
        for least, _, number, (a, b, c, d) in starts:
            if least > budget:  # sorted: all that follow lose even more
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
                    if cap < over[face]:  # else no lane has so many over
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
        # With a number, which sorts before the lanes: these cannot be compared.
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
    # Nothing to be found from here within this budget, nor within a smaller one.
    failed[states] = budget
    return False
