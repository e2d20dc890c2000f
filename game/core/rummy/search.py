"""The exact search: which cards go to runs and which to sets, so that the fewest hand cards are left.

The four lanes (see `lanes`) walk round the circle together; at each rank their leftovers must fill sets. A
lane knows the least loss it still has to expect, so the search asks for an arrangement of the least loss that
the lanes allow, and raises the budget only after proving that there is none. It tries the starts one by one;
what is not settled so soon is left to a `Proof`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from game.core.rummy.framing import FACES, LANES_WORK, Frame, Task, Walk
from game.core.rummy.lanes import NEVER, Lane, Layer, Option, lanes_for
from game.core.rummy.melds import RANKS, SUITS
from game.core.rummy.proving import Proof
from game.core.rummy.spread import Four, Spread, caps_for, spread_for
from game.core.rummy.starts import Starts

EASY = 300
"""States that a search may look at before it is proved whether there is anything to find."""


Step = tuple[Option, Option, Option, Option]
_Place = tuple[Layer, Layer, Layer, Layer, Spread, dict[Four, int]]


class Search(Frame):
    """The search of a task without jokers; `find` may be asked for several budgets, the smallest first.

    Args:
        task: the task.
        most: no budget is larger; what would lose more is not prepared.
    """

    def __init__(self, task: Task, most: int = NEVER) -> None:
        super().__init__(task)
        self._most = most
        task.charge(LANES_WORK * (1 + task.wild) ** 2)
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
        self._starts = Starts(self._lanes, self.home_crossings(), sum)
        self.least = self._starts.least
        self._failed: dict[Four, list[dict[Four, int]]] = {}

    def find(self, budget: int, proof: Proof | None = None) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none.

        Args:
            budget: how many may be left.
            proof: what has been asked just this already, if anything.
        """
        fuel = [EASY]  # in a list, for all depths of the walk count the same down
        walk = self._try(budget, fuel)
        self.task.charge(EASY - fuel[0])
        # Most are found so. For the others it is proved first whether there is one at all.
        return walk if walk or fuel[0] >= 0 else (proof or Proof(self.task, budget)).way

    def _try(self, budget: int, fuel: list[int]) -> Walk | None:
        for a, b, c, d in self._starts.within(budget):
            guesses = (a.guess, b.guess, c.guess, d.guess)
            failed = self._failed.setdefault(guesses, [{} for _ in range(RANKS)])
            layers = list(zip(a.layers, b.layers, c.layers, d.layers, self.spreads, failed, strict=True))
            steps: list[Step] = []
            if _descend(0, guesses, budget, layers, (steps, fuel)):
                steps.reverse()
                return self._walk(guesses, steps)
            if fuel[0] < 0:
                return None
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
            self._most,
        )


BARE_LANE = Lane(0, ({0: [(0, 0, 0, 0)]},) * RANKS, 0, (0,) * RANKS, (0,) * RANKS)
"""The lane of a suit without cards."""


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
