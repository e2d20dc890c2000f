"""What the exact search is asked, and the two halves of its answer: the runs of a suit, the sets of a rank.

Walking up the ranks of a suit, all that matters about its runs is how many are open with one card, with two,
and with three or more. Given how many cards of a rank go to runs, the best next state is known: open runs
are extended, the longest are closed first (a run of three may close at any time), what is over starts new
runs. That is the dynamic program of van Rijn, Takes and Vis, "The Complexity of Rummikub Problems".

The circle of ranks is cut somewhere; the state in which a run crosses the cut is guessed, and the walk must
come back to it. `SuitPaths` holds the walks that can, and from each state the least loss still to come when
the other suits are assumed to help wherever they possibly could.

What becomes of the cards of a rank that are in no run, sets or a loss, is told by a leftover code for each
suit: how many cards are over, and (times eight) how many of them must stay on the table. Four codes make a
key, six bits a suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, TOP

FACES = RANKS * SUITS
FULL = (1 << FACES) - 1
"""Every face, one bit each: suit times 13 plus rank."""
LANE = (1 << RANKS) - 1
"""The ranks of the first suit."""
BOTTOM = sum(1 << RANKS * suit for suit in range(SUITS))
"""The first rank of each suit."""
BASES = range(0, FACES, RANKS)
"""The same as faces."""
NO_CARDS = (0,) * FACES

ONE, TWO, THREE = 1, 1 << 4, 1 << 8
"""An open run of one, two, and three or more cards in the code of a state."""
NEVER = 1 << 10
"""More than any loss."""

OPEN, WALL, PEAK = 0, 1, 2
"""How a rank follows the one below: freely; not at all; or as an end, where runs stop and new ones start."""

Option = tuple[int, int, int, int]
"""Least loss after it, leftover code, next state, cards in runs."""
Layer = dict[int, list[Option]]


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask, the lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


class Column(NamedTuple):
    """What decides the moves at one rank of a suit."""

    size: int
    """Cards there are."""
    must: int
    """Cards that have to end on the table."""
    least: int
    """Cards that have to go to runs, because no set can take them."""
    ends: int = 0
    """Kept runs that end one rank below and may be extended here."""
    starts: int = 0
    """Kept runs that start here and may take in open runs from below."""
    kind: int = OPEN
    above: int = 0
    """How many runs can go on at the next rank."""
    beyond: int = 0
    """The same one rank further."""
    wild: int = 0
    """Jokers that may be added."""


class Transitions(dict[int, tuple[tuple[int, int, int], ...]]):
    """State below -> the choices at a spot: (cards in runs, leftover code, state above), found when asked."""

    __slots__ = ("spot",)

    def __init__(self, spot: Column) -> None:
        super().__init__()
        self.spot = spot

    def __missing__(self, state: int) -> tuple[tuple[int, int, int], ...]:
        spot = self.spot
        found = []
        for cards in range(spot.least, spot.size + spot.wild + 1):
            leftover = max(0, spot.size - cards) | max(0, spot.must - cards) << 3
            above = {crossing(spot, end) for end in successors(spot, state, cards)}
            found += [(cards, leftover, end) for end in sorted(above) if end >= 0]
        self[state] = choices = tuple(found)
        return choices


@lru_cache(maxsize=1 << 14)
def cell_for(spot: tuple[int, ...]) -> Transitions:
    """The choices at a spot, shared by all searches."""
    return Transitions(Column(*spot))


class Moves(dict[int, list[tuple[int, int, int, int]]]):
    """State below -> the choices in the order to try them: (leftover code, state above, cards, jokers)."""

    __slots__ = ("cell", "near")

    def __init__(self, cell: Transitions, near: int) -> None:
        super().__init__()
        self.cell = cell
        self.near = near

    def __missing__(self, state: int) -> list[tuple[int, int, int, int]]:
        size, near = self.cell.spot.size, self.near
        found = [(leftover, end, cards, max(0, cards - size)) for cards, leftover, end in self.cell[state]]
        # Few jokers first, then near to how the cards lie now, so that few of them move.
        found.sort(key=lambda move: (move[3], abs(move[2] - near)))
        self[state] = found
        return found


@lru_cache(maxsize=1 << 13)
def moves_for(spot: tuple[int, ...], near: int) -> Moves:
    """The choices at a spot where so many cards lie in runs now, shared by all searches."""
    return Moves(cell_for(spot), near)


def successors(spot: Column, state: int, cards: int) -> list[int]:
    """The states after giving ``cards`` of this rank to runs; `taken_in` tells them apart."""
    # Runs of one or two cards would have to go on, and over a wall none can.
    if spot.kind == WALL and state & 0xFF:
        return []
    state = 0 if spot.kind == WALL else state + spot.ends * THREE  # with kept runs that end just below
    return [end for taken in taken_in(spot, state) for end in steps(spot, taken, cards)]


def taken_in(spot: Column, state: int) -> list[int]:
    """The state after kept runs that start here took in none, one, ... of the short runs, shortest first."""
    found = [state]
    if spot.kind == OPEN:
        for _ in range(min(spot.starts, (state & 15) + (state >> 4 & 15))):
            state -= ONE if state & 15 else TWO
            found.append(state)
    return found


def steps(spot: Column, state: int, cards: int) -> Sequence[int]:
    """The states after extending, closing and starting runs; several only at a peak."""
    one, two, three = state & 15, state >> 4 & 15, state >> 8
    # Short runs are no melds yet: each of them needs a card of this rank.
    if cards < one + two:
        return ()
    if spot.kind == PEAK:  # runs from below end here, and only what starts here goes on
        return () if one else range(max(0, cards - two - three), cards - two + 1)
    total = one + two + three
    if cards >= total:
        return ((cards - total) * ONE + one * TWO + (two + three) * THREE,)
    # Too few for all: the long ones close, for they may.
    return (one * TWO + (cards - one) * THREE,)


def crossing(spot: Column, state: int) -> int:
    """The state without long runs that must close anyway, or -1 if a short run is cut off above."""
    one, two, three = state & 15, state >> 4 & 15, state >> 8
    if one + two > spot.above or one > spot.beyond:
        return -1
    return one + two * TWO + min(three, spot.above - one - two) * THREE


@lru_cache(maxsize=1 << 14)
def crossings(below: tuple[int, int, int], above: tuple[int, int], wild: int) -> tuple[int, ...]:
    """The states in which runs may cross between two ranks.

    Args:
        below: how many runs can pass the three ranks below, the furthest first, without a joker.
        above: the same for the two ranks above.
        wild: how many jokers may help.
    """
    found = []
    third, second, first = below
    nearest, further = above
    most = min(first, nearest) + wild
    for one, two, three in product(range(most + 1), repeat=3):
        if one + two + three <= most:
            wanted = (three, two + three, one + two + three, one + two, one)
            jokers = sum(
                max(0, n - m) for n, m in zip(wanted, (third, second, first, nearest, further), strict=True)
            )
            if jokers <= wild and (not three or one + two + three - nearest <= wild):
                found.append(one * ONE + two * TWO + three * THREE)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class SuitPaths:
    """The walks of one suit once round the circle, from one guessed crossing back to it."""

    guess: int
    layers: tuple[Layer, ...]
    least: int
    """No walk loses less."""
    caps: tuple[int, ...]
    """For each rank, how many cards sets can take at best; more are lost."""
    over: tuple[int, ...]
    """For each rank, the most cards that a walk leaves over."""


def lanes_for(
    spots: Sequence[tuple[int, ...]],
    caps: Sequence[int],
    home: Sequence[int],
    guesses: Sequence[int],
    most: int = NEVER,
) -> tuple[SuitPaths, ...]:
    """The lanes of a suit, one for each guess that can be come back to.

    Args:
        spots: what decides the moves, rank by rank from the cut.
        caps: for each rank, how many cards sets can take at best.
        home: for each rank, the cards in runs as they lie now; choices near to it come first.
        guesses: the states in which runs may cross the cut.
        most: how many cards a walk may lose.
    """
    moves = [moves_for(spot, near) for spot, near in zip(spots, home, strict=True)]
    lanes = (_walk(moves, caps, guess, most) for guess in guesses)
    return tuple(lane for lane in lanes if lane)


def reach(moves: Sequence[Moves], guess: int) -> list[set[int]]:
    """The states that can be reached below each rank and at the end."""
    states = {guess}
    reached = [states]
    for move in moves:
        states = {choice[1] for state in states for choice in move[state]}
        reached.append(states)
    return reached


def _walk(moves: Sequence[Moves], caps: Sequence[int], guess: int, limit: int) -> SuitPaths | None:
    """All walks from a guessed crossing back to it that lose no more than the limit, or None."""
    reached = reach(moves, guess)
    if guess not in reached[RANKS]:
        return None
    ahead = {guess: 0}
    layers: list[Layer] = []
    over = []
    # From the end back, so that each state knows the least loss still to come.
    for place in range(RANKS - 1, -1, -1):
        move, cap = moves[place], caps[place]
        layer: Layer = {}
        best: dict[int, int] = {}
        most = 0
        for state in reached[place]:
            options = []
            least = NEVER
            for leftover, end, cards, _ in move[state]:
                if end in ahead:
                    after = loss = ahead[end]
                    if leftover:
                        spare = leftover & 7
                        if spare > cap:
                            loss += spare - cap
                            if loss > limit:
                                continue
                        if spare > most:  # noqa: PLR1730 - a call of max costs more, and this is the hot spot
                            most = spare
                    options.append((after, leftover, end, cards))
                    if loss < least:  # noqa: PLR1730
                        least = loss
            if options:
                layer[state] = options
                best[state] = least
        layers.append(layer)
        over.append(most)
        ahead = best
    if guess not in ahead:
        return None
    return SuitPaths(guess, tuple(layers[::-1]), ahead[guess], tuple(caps), tuple(over[::-1]))


Four = tuple[int, int, int, int]
Way = tuple[int, int, Four]
"""How a rank's leftovers may lie: loss, jokers among them, cards of each suit in sets."""


class Spread(dict[int, int]):
    """Key -> how many optional cards are lost at best, `NEVER` if the rest cannot lie; filled when asked."""

    __slots__ = ("fours", "kinds", "room")

    def __init__(self, room: Four, *, kinds: bool) -> None:
        super().__init__()
        self.fours: dict[int, Four | None] = {}
        self.kinds = kinds
        self.room = room

    def __missing__(self, key: int) -> int:
        chosen = self.placed(key)
        total = sum(key >> 6 * suit & 7 for suit in range(SUITS))
        self[key] = loss = NEVER if chosen is None else total - sum(chosen)
        return loss

    def placed(self, key: int) -> Four | None:
        """How many cards of each suit lie in sets at best, or None."""
        if key not in self.fours:
            legal = (four for four in product(*spans(key)) if lies(four, self.room, kinds=self.kinds))
            self.fours[key] = max(legal, key=sum, default=None)
        return self.fours[key]


def spans(key: int, wild: int = 0) -> tuple[range, range, range, range]:
    """For each suit, how many cards may lie in sets, jokers included."""
    a, b, c, d = (range(key >> 6 * s + 3 & 7, (key >> 6 * s & 7) + wild + 1) for s in range(SUITS))
    return a, b, c, d


def lies(four: Four, room: Four, *, kinds: bool) -> bool:
    """Whether so many cards of each suit can all lie in sets, new ones and kept ones with room."""
    if not any(room):
        return sets_hold(four, kinds=kinds)
    joins = product(*(range(min(count, free) + 1) for count, free in zip(four, room, strict=True)))
    rests = ((four[0] - a, four[1] - b, four[2] - c, four[3] - d) for a, b, c, d in joins)
    return any(sets_hold(rest, kinds=kinds) for rest in rests)


def sets_hold(four: Four, *, kinds: bool) -> bool:
    """Whether so many cards of each suit fill sets, or kinds where a suit may not repeat, with none over.

    Kinds: ``g`` of them hold the cards when no suit has more than ``g`` and each gets three.
    """
    total = sum(four)
    if not kinds:
        return total == 0 or total >= MIN_MELD
    return max(four) <= total // MIN_MELD


class Ways(dict[int, tuple[Way, ...]]):
    """Leftover key -> the ways worth trying, fewest jokers first; filled when asked."""

    __slots__ = ("every", "kinds", "room", "wild")

    def __init__(self, room: Four, wild: int, *, kinds: bool, every: bool) -> None:
        super().__init__()
        self.kinds = kinds
        self.room = room
        self.wild = wild
        self.every = every

    def __missing__(self, key: int) -> tuple[Way, ...]:
        over = sum(key >> 6 * suit & 7 for suit in range(SUITS))
        best: dict[int, Way] = {}
        for jokers, four in _placings(key, self.wild):
            loss = over + jokers - sum(four)
            if (jokers not in best or loss < best[jokers][0]) and lies(four, self.room, kinds=self.kinds):
                best[jokers] = (loss, jokers, four)
        ways: list[Way] = []
        for jokers in sorted(best):
            # More jokers only where they lose less: those that are not needed help elsewhere.
            if self.every or not ways or best[jokers][0] < ways[-1][0]:
                ways.append(best[jokers])
        self[key] = found = tuple(ways)
        return found


def _placings(key: int, wild: int) -> Iterator[tuple[int, Four]]:
    """How many cards of each suit may lie in sets, after how many of them are jokers."""
    w, x, y, z = (key >> 6 * suit & 7 for suit in range(SUITS))
    one, two, three, four = spans(key, wild)
    for a in one:
        first = max(0, a - w)
        for b in two[: x - two.start + wild - first + 1]:
            second = first + max(0, b - x)
            for c in three[: y - three.start + wild - second + 1]:
                third = second + max(0, c - y)
                for d in four[: z - four.start + wild - third + 1]:
                    yield third + max(0, d - z), (a, b, c, d)


@lru_cache(maxsize=1 << 10)
def ways_for(room: Four, wild: int, *, kinds: bool, every: bool) -> Ways:
    """The table of one rank with jokers, shared by all searches.

    Args:
        room: how many cards of each suit may be added to kept sets.
        wild: how many jokers there are.
        kinds: whether a set may hold each suit only once.
        every: whether jokers may be put where they help no other card.
    """
    return Ways(room, wild, kinds=kinds, every=every)


@lru_cache(maxsize=1 << 10)
def spread_for(room: Four, *, kinds: bool) -> Spread:
    """The table of one rank without jokers, shared by all searches."""
    return Spread(room, kinds=kinds)


@lru_cache(maxsize=1 << 12)
def caps_for(over: Four, room: Four, wild: int = 0, *, kinds: bool) -> Four:
    """How many cards of each suit sets of a rank can take at best, each suit asked alone.

    Args:
        over: how many cards of each suit can be over.
        room: how many may be added to kept sets.
        wild: how many jokers may help.
        kinds: whether a set may hold each suit only once.
    """
    if not kinds:
        a, b, c, d = (max(free, sum(over) if sum(over) >= MIN_MELD else 0) for free in room)
        return a, b, c, d
    a, b, c, d = (_kinds_with(over, suit, wild) + room[suit] for suit in range(SUITS))
    return a, b, c, d


def _kinds_with(over: Four, suit: int, wild: int) -> int:
    """How many kinds can hold a card of the suit: each takes two cards of different other suits."""
    others = [count for other, count in enumerate(over) if other != suit]
    number = 0
    while wild + sum(min(count, number + 1) for count in others) >= 2 * (number + 1):
        number += 1
    return number


LANES_WORK = 60
"""What preparing the lanes of a search counts as, in states looked at; jokers make it much more."""


class Exhausted(Exception):  # noqa: N818 - nothing is wrong, the work allowed is done
    """A search has done all the work that its meter allows."""


@dataclass(slots=True, eq=False)
class WorkLimit:
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
class Problem:
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
    meter: WorkLimit | None = None
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


class Frame:
    """A task, the cut of its circle, and the choices of its suits."""

    def __init__(self, task: Problem) -> None:
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

    def spot(self, face: int, cap: int = 0) -> Column:
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
        least = max(0, must - cap)
        return Column(self.count[face], must, least, ends, task.starts[face], kinds[0], near, far, task.wild)

    def home_crossings(self) -> tuple[int, ...]:
        """For each suit, the state in which the runs of the table cross the cut now."""
        found = [0] * SUITS
        for run in self.task.runs:
            before = (self.cut - run[0]) % RANKS
            if before < len(run) and before:
                found[run[0] // RANKS] += ONE << 4 * (min(before, 3) - 1)
        return tuple(found)

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
