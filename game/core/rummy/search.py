"""The exact search: which cards go to runs and which to sets, so that the fewest hand cards are left.

The four lanes (see `lanes`) walk round the circle together; at each rank their leftovers must fill sets. A
lane knows the least loss it still has to expect, so the search asks for an arrangement of the least loss that
the lanes allow, and raises the budget only after proving that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from game.core.rummy.lanes import (
    NEVER,
    OPEN,
    PEAK,
    WALL,
    Cell,
    Lane,
    Layer,
    Option,
    Spot,
    cell_for,
    crossings,
    walk,
)
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, TOP
from game.core.rummy.spread import Four, Spread, spread_for

FACES = RANKS * SUITS
NO_CARDS = (0,) * FACES

Step = tuple[Option, Option, Option, Option]
_Place = tuple[Layer, Layer, Layer, Layer, Spread, dict[Four, int]]


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


class Frame:
    """A task, the cut of its circle, and the choices of its suits."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.count = [must + may for must, may in zip(task.must, task.may, strict=True)]
        self.cut = self._choose_cut()
        self.ranks = [(self.cut + step) % RANKS for step in range(RANKS)]

    def _choose_cut(self) -> int:
        """Where the fewest states can cross the circle."""
        mode = self.task.happy_mode
        if mode != "wrap":
            return TOP if mode == "low" else 0
        best, chosen = 1 << 60, 0
        for cut in range(RANKS):
            ways = 1
            for base in range(0, FACES, RANKS):
                ways *= len(self.crossings(base, cut))
            if ways == 1:
                return cut
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

    def cells(self, suit: int, lossy: Sequence[bool]) -> list[Cell]:
        """The choices of a suit, rank by rank from the cut."""
        task = self.task
        span = slice(suit * RANKS, (suit + 1) * RANKS)
        if task.happy_mode != "wrap" or any(task.starts[span]) or any(task.ends[span]):
            faces = [suit * RANKS + rank for rank in self.ranks]
            return [cell_for(self.spot(face, lossy[face])) for face in faces]
        must, lost, wild = task.must[span], lossy[span], task.wild
        count = self.count[span] * 2
        more = [cards + wild for cards in count] if wild else count
        return [
            cell_for(
                (count[r], must[r], must[r] if lost[r] else 0, 0, 0, OPEN, more[r + 1], more[r + 2], wild)
            )
            for r in self.ranks
        ]

    def spot(self, face: int, lossy: bool = False) -> Spot:
        """What decides the moves at a face, given whether no set can take it."""
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
        least = must if lossy else 0
        return Spot(self.count[face], must, least, ends, task.starts[face], kinds[0], near, far, task.wild)

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
        self.spreads = [spread_for(task.kinds, self.room(rank)) for rank in self.ranks]
        fours = product(*self._lay_lanes())
        self.starts = sorted(((sum(lane.least for lane in four), n, four) for n, four in enumerate(fours)))
        self.least = self.starts[0][0] if self.starts else NEVER
        self._failed: dict[int, list[dict[Four, int]]] = {}

    def find(self, budget: int) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none."""
        for least, number, (a, b, c, d) in self.starts:
            if least > budget:
                break
            failed = self._failed.setdefault(number, [{} for _ in range(RANKS)])
            layers = list(zip(a.layers, b.layers, c.layers, d.layers, self.spreads, failed, strict=True))
            steps: list[Step] = []
            guesses = (a.guess, b.guess, c.guess, d.guess)
            if _descend(0, guesses, budget, layers, steps):
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

    def _lay_lanes(self) -> list[list[Lane]]:
        """The lanes of each suit, laid again where they show that a set is out of reach."""
        over = list(self.count)
        lossy = [False] * FACES
        lanes: list[list[Lane]] = [[] for _ in range(SUITS)]
        self._mark_lossy(over, lossy)
        todo = list(range(SUITS))
        while todo:
            for suit in todo:
                lanes[suit] = list(self._lanes_of(suit, lossy))
                for place, rank in enumerate(self.ranks):
                    face = suit * RANKS + rank
                    if over[face]:
                        over[face] = max((_most_over(lane.layers[place]) for lane in lanes[suit]), default=0)
            todo = self._mark_lossy(over, lossy)
        return lanes

    def _mark_lossy(self, over: list[int], lossy: list[bool]) -> list[int]:
        """Mark the faces that no set can take; the suits for which that is news."""
        news = set()
        room, kinds = self.task.room, self.task.kinds
        for rank in range(RANKS):
            four = over[rank::RANKS]
            if (SUITS - four.count(0) if kinds else sum(four)) >= MIN_MELD:
                continue
            for face in range(rank, FACES, RANKS):
                if not lossy[face] and not room[face]:
                    lossy[face] = True
                    if over[face]:
                        news.add(face // RANKS)
        return sorted(news)

    def _lanes_of(self, suit: int, lossy: Sequence[bool]) -> Iterator[Lane]:
        base = suit * RANKS
        if not any(self.count[base : base + RANKS]):
            yield BARE_LANE
            return
        faces = [base + rank for rank in self.ranks]
        cells = self.cells(suit, lossy)
        lost, home = [lossy[face] for face in faces], [self.task.home[face] for face in faces]
        for guess in self.crossings(base, self.cut):
            lane = walk(cells, lost, guess, home)
            if lane:
                yield lane


BARE_LANE = Lane(0, ({0: [(0, 0, 0, 0)]},) * RANKS, 0)
"""The lane of a suit without cards."""


def _descend(place: int, states: Four, budget: int, layers: Sequence[_Place], steps: list[Step]) -> bool:
    """Whether the rest of the circle can be walked within the budget; the steps come out last first."""
    if place == RANKS:
        return True
    a, b, c, d, spread, failed = layers[place]
    if failed.get(states, -1) >= budget:
        return False
    s, t, u, v = states
    for step in product(a[s], b[t], c[u], d[v]):
        w, x, y, z = step
        rest = budget - spread[w[1] | x[1] << 6 | y[1] << 12 | z[1] << 18]
        if w[0] + x[0] + y[0] + z[0] <= rest and _descend(
            place + 1, (w[2], x[2], y[2], z[2]), rest, layers, steps
        ):
            steps.append(step)
            return True
    failed[states] = budget
    return False


def _most_over(layer: Layer) -> int:
    return max(option[1] & 7 for options in layer.values() for option in options)
