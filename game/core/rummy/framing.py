"""The task of the exact search, the meter of its work, and the circle of ranks cut open for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.core.rummy.lanes import (
    ONE,
    OPEN,
    PEAK,
    WALL,
    Spot,
    crossings,
)
from game.core.rummy.melds import RANKS, SUITS, TOP
from game.core.rummy.spread import Four

FACES = RANKS * SUITS

NO_CARDS = (0,) * FACES

BASES = range(0, FACES, RANKS)

LANES_WORK = 60
"""What preparing the lanes of a search counts as, in states looked at; jokers make it much more."""


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
    kept: Sequence[int] = NO_CARDS
    """Cards in kept runs."""
    room: Sequence[int] = NO_CARDS
    """How many copies may be added to kept sets."""
    wild: int = 0
    """Jokers of the hand, each good for any face."""
    meter: Meter | None = None
    """What the work is charged to, `None` where it is not limited."""

    def charge(self, work: int) -> None:
        """Tell the meter of some work, if there is one.

        Raises:
            Exhausted: the meter does not allow it.
        """
        if self.meter:
            self.meter.spend(work)


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

    def _choose_cut(self) -> int:
        """Where the fewest states can cross the circle."""
        mode = self.task.happy_mode
        if mode != "wrap":
            return TOP if mode == "low" else 0
        if not self.task.wild:
            count, there = self.count, list(map(int.__or__, self.count, self.task.starts))
            for cut in range(RANKS):
                # Below the first rank of a suit lies its own top, not the suit before.
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
        # What `spot` says, for a whole suit of the usual circle; twice round,
        # so that no rank above needs a modulo.
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
