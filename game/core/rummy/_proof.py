"""A proof whether so few cards can be left: what may lie in runs and sets is narrowed until it is plain.

Runs of three or more fill a suit just where no rank has more cards than its two neighbours together, nor than
one neighbour and the card beyond the other: whatever begins at a rank has to go on for two more. So for each
face it is enough to know how few and how many of its cards lie in runs and in sets; as `Levels` these are
four numbers, and one step narrows every face of the board. What stays open is tried both ways.

The counts of all 52 faces are one number, a thermometer: level ``k`` is a mask of the faces that have more
than ``k``, and all levels stand one above the other.

Jokers come last. Where none is enough, some of the few faces without which it still fails must have one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import compress, product

from game.core.rummy._problem import (
    BOTTOM,
    FACES,
    FULL,
    LANE,
    Four,
    Frame,
    Problem,
    Walk,
    bits,
    crossing,
    sets_hold,
    successors,
)
from game.core.rummy.melds import RANKS, SUITS, TOP

REMEMBERED = 4_000
"""Answers that one table keeps, some 300 bytes each."""


class Levels:
    """Thermometers of all faces, so many levels high, on the circle of a mode."""

    def __init__(self, height: int, happy_mode: str) -> None:
        self.height = height
        self.each = sum(1 << FACES * level for level in range(height))
        """One face on all levels; a mask times this is the mask on all levels."""
        self._high = [self.each & (1 << FACES * level) - 1 for level in range(height + 1)]
        self.all = FULL * self.each
        self.bottom = BOTTOM * self.each
        self._rest = self.all ^ self.bottom
        self._tops = self.bottom << TOP
        self._below = self.all ^ self._tops
        # Over a wall nothing is a neighbour: the last rank of the line has none above it.
        last = {"high": TOP, "low": TOP - 1}.get(happy_mode)
        self._rising = self.all if last is None else self.all ^ (self.bottom << last)
        self._falling = self.all if last is None else self.all ^ (self.bottom << (last + 1) % RANKS)

    def up(self, mask: int) -> int:
        """Everything a rank higher."""
        mask &= self._rising
        return mask << 1 & self._rest | mask >> TOP & self.bottom

    def down(self, mask: int) -> int:
        """Everything a rank lower."""
        mask &= self._falling
        return mask >> 1 & self._below | mask << TOP & self._tops

    def stacked(self, counts: Sequence[int]) -> int:
        """Counts of the faces as thermometers, as far as the levels go."""
        high = self._high
        mask = 0
        for face in compress(range(FACES), counts):
            mask |= high[min(counts[face], self.height)] << face
        return mask

    def counts(self, mask: int) -> list[int]:
        return [(mask >> face & self.each).bit_count() for face in range(FACES)]

    def total(self, one: int, other: int) -> int:
        """The sums of two, as far as the levels go."""
        found = one | other
        for level in range(1, self.height):
            some = one >> FACES * (level - 1) & FULL
            if not some:
                break
            found |= some * self.each & other << FACES * level
        return found & self.all

    def rest(self, one: int, other: int) -> int:
        """How many are left of the first when the second is taken away."""
        found = one
        for level in range(self.height):
            some = other >> FACES * level & FULL
            if not some:
                break
            found &= one >> FACES * (level + 1) | ~(some * self.each)
        return found

    def excess(self, one: int, other: int) -> int:
        """By how much the first is more than the second."""
        found = one & ~((other & FULL) * self.each)
        for level in range(1, self.height):
            one >>= FACES
            if not one:
                break
            found |= one & ~((other >> FACES * level & FULL) * self.each)
        return found


@lru_cache(maxsize=64)
def levels_for(height: int, happy_mode: str) -> Levels:
    """The levels, shared by all proofs."""
    return Levels(height, happy_mode)


class Kinds(dict[tuple[int, int], "tuple[int, int] | None"]):
    """What fits in the sets of one rank: (at least, at most) -> the same narrowed, None where nothing fits.

    Masks are those of `Levels`, moved down to the first rank.
    """

    def __init__(self, room: Four, height: int, *, kinds: bool) -> None:
        super().__init__()
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
                1 << FACES * level + RANKS * suit,
                sum(1 << number for number, four in enumerate(fours) if four[suit] > level),
            )
            for level in range(height)
            for suit in range(SUITS)
        ]

    def __missing__(self, key: tuple[int, int]) -> tuple[int, int] | None:
        least, most = key
        left = self._all
        for bit, those in self._bits:
            if least & bit:
                left &= those
            if not most & bit:
                left &= ~those
        found = None
        if left:
            found = (
                sum(bit for bit, those in self._bits if not left & ~those),
                sum(bit for bit, those in self._bits if left & those),
            )
        if len(self) >= REMEMBERED:
            self.clear()
        self[key] = found
        return found


@lru_cache(maxsize=64)
def _fours(height: int, *, kinds: bool) -> list[Four]:
    """How many cards of each suit can lie in new sets of one rank."""
    counts = range(height + 1)
    return [four for four in product(counts, counts, counts, counts) if sets_hold(four, kinds=kinds)]


@lru_cache(maxsize=1 << 8)
def kinds_for(room: Four, height: int, *, kinds: bool) -> Kinds:
    """The table of one rank, shared by all proofs."""
    return Kinds(room, height, kinds=kinds)


def folded(mask: int) -> int:
    """The faces that a mask has on any level."""
    faces = 0
    while mask:
        faces |= mask & FULL
        mask >>= FACES
    return faces


LOOKS = 20
"""How often a proof may look at the board before a search with jokers is prepared, which takes longer."""

NO_END = 1 << 60

NODE_WORK = 5
"""What looking once at the board counts as, in states looked at."""

Room = tuple[int, int, int, int]
"""At least and at most so many cards in runs, at least and at most so many in sets."""


class TooHard(Exception):  # noqa: N818 - nothing is wrong, there are no looks left
    """A proof is not as short as it should be."""


class Proof:
    """The question whether a task can be done leaving at most so many wanted cards, its budget."""

    def __init__(self, task: Problem, budget: int) -> None:
        self.task = task
        self.budget = budget
        count = list(map(int.__add__, task.must, task.may))
        most = max(map(int.__add__, count, task.kept))
        self.levels = levels = levels_for(max(1, most + task.wild), task.happy_mode)
        self._held, self._must = levels.stacked(count), levels.stacked(task.must)
        self._kept = levels.stacked(task.kept) if any(task.kept) else 0
        self._more = self._given() if self._kept or task.happy_mode == "both" else None
        self._scales: dict[int, tuple[Levels, list[Kinds]]] = {}
        self._failing = FULL
        self._looks = NO_END
        self._vain = 1
        """So many looks are too few."""

    def _scale(self, held: int) -> tuple[Levels, list[Kinds]]:
        """No more levels than there are cards of a face, and the tables of all ranks."""
        if self._kept:
            held = self.levels.total(held, self._kept)
        height = max(1, -(-held.bit_length() // FACES))
        scale = self._scales.get(height)
        if scale is None:
            task = self.task
            if any(task.room):
                tables = [
                    kinds_for(_four(task.room, rank), height, kinds=task.kinds) for rank in range(RANKS)
                ]
            else:
                tables = [kinds_for((0, 0, 0, 0), height, kinds=task.kinds)] * RANKS
            scale = self._scales[height] = levels_for(height, task.happy_mode), tables
        return scale

    def refutes(self, looks: int) -> bool:
        """Whether so many looks at the board, each of which narrows it, show that there is no way."""
        if not self.task.wild and self._first is None:
            return True
        if looks <= self._vain:
            return False
        self._looks = looks
        try:
            return self.way is None
        except TooHard:
            self._vain = looks
            return False
        finally:
            self._looks = NO_END

    @property
    def least(self) -> int:
        """How many wanted cards every way leaves plainly; only for a task without jokers that has one."""
        assert self._first
        (_, high, _, most), _ = self._first
        return (self._held & ~self.levels.total(high, most)).bit_count()

    @cached_property
    def way(self) -> Walk | None:
        return self._dealt(self._held, self._must, self.task.wild, 0)

    @property
    def known(self) -> Walk | None:
        """The way, if it has been found already."""
        return self.__dict__.get("way")

    @cached_property
    def _first(self) -> tuple[Room, int] | None:
        """What can be at first sight, jokers apart."""
        return self._narrowed((0, self._held, 0, self._held), self._held, self._must)

    def _given(self) -> tuple[int, int, int]:
        """What kept runs may add to each of the three rules of runs; where runs end at a peak, anything."""
        levels, task = self.levels, self.task
        up, down, total = levels.up, levels.down, levels.total
        ends, starts = up(levels.stacked(task.ends)), levels.stacked(task.starts)
        before = down(starts)
        peak = BOTTOM << TOP if task.happy_mode == "both" else 0
        peak = (peak | up(peak) | up(up(peak)) | down(peak) | down(down(peak))) * levels.each
        near = total(before, ends)
        return (
            near | peak,
            total(near, down(before)) | peak,
            total(near, total(starts, up(ends))) | peak,
        )

    def _dealt(self, held: int, must: int, wild: int, never: int) -> Walk | None:
        """A way to lay so many cards with jokers; each goes where not all faces can do without."""
        same = held == self._held and must == self._must
        narrow = self._first if same else self._narrowed((0, held, 0, held), held, must)
        if narrow is not None:
            way = self._tried(narrow, held, must)
            if way is not None:
                return way
        if not wild:
            return None
        for bit in bits(self._core(held, must, wild, never, plain=narrow is None)):
            more, bound = self.levels.total(held, bit), self.levels.total(must, bit)
            way = self._dealt(more, bound, wild - 1, never)
            if way is not None:
                return way
            never |= bit
        return None

    def _core(self, held: int, must: int, wild: int, never: int, *, plain: bool) -> int:
        """Faces one of which needs a joker, as jokers anywhere else are not enough.

        Args:
            held: how many cards of each face may lie.
            must: how many have to.
            wild: how many jokers there are.
            never: faces that none of them goes to.
            plain: whether it is plain that jokers are needed.
        """
        levels = self.levels
        near = self._around(self._failing)
        raised = (held << FACES * wild | (1 << FACES * wild) - 1) & levels.all
        most = held | raised & (FULL & ~never) * levels.each
        widest = self._narrowed((0, most, 0, most), most, must, held, wild)
        if widest is None:
            return 0
        low, high, least, sets = widest[0]
        able = folded(levels.total(high, sets) & ~held)
        if not plain:
            return able

        def vain(some: int) -> bool:
            """Whether jokers at these faces, as many as there are at each, help nothing."""
            now = held | most & some * levels.each
            return self._narrowed((low, high & now, least, sets & now), now, must, held, wild) is None

        core, sizes = (near & able, (4,)) if vain(able & ~near) else (able, (13, 4))
        for size in sizes if wild == 1 else (*sizes, 1):
            parts = list(bits(core))
            for first in range(0, len(parts), size):
                part = sum(parts[first : first + size])
                # A single joker is in the part or in the rest; several may be in both.
                if vain(part if wild == 1 else able & ~core | part):
                    core &= ~part
        return core

    def _around(self, faces: int) -> int:
        """These faces, their ranks, and what runs through them may hold."""
        near = faces
        for suits in range(1, SUITS):
            near |= faces << RANKS * suits | faces >> RANKS * suits
        for _ in range(3):
            faces |= self.levels.up(faces) | self.levels.down(faces)
        return (near | faces) & FULL

    def _tried(self, narrow: tuple[Room, int], held: int, must: int) -> Walk | None:
        """A way within a room that is narrowed already, what is open tried both ways."""
        (low, high, least, most), bound = narrow
        open_runs, open_sets = high & ~low, most & ~least
        if not open_runs and not open_sets:
            return self._laid(low, least)
        lost = bound & ~low & ~least & FULL  # they have to lie, and nobody knows where yet
        if lost or open_runs:
            some = lost or open_runs
            bit = some & -some
            above = bit * self.levels.each  # this level and those over it
            ways: list[Room] = [(low | bit, high, least, most), (low, high & ~above, least, most)]
            if lost and not self.task.home[bit.bit_length() - 1]:
                ways.reverse()
        else:
            bit = open_sets & -open_sets
            above = bit * self.levels.each
            ways = [(low, high, least | bit, most), (low, high, least, most & ~above)]
        for way in ways:
            less = self._narrowed(way, held, must)
            found = self._tried(less, held, must) if less else None
            if found is not None:
                return found
        return None

    def _laid(self, low: int, least: int) -> Walk | None:
        """What is found as a walk, None where kept runs or a peak do not allow it after all."""
        frame = Frame(self.task)
        runs, sets = self.levels.counts(low), self.levels.counts(least)
        suits = []
        for suit in range(SUITS):
            followed = _followed(frame, suit, runs)
            if followed is None:
                return None
            suits.append(followed)
        a, b, c, d = suits
        return Walk(
            (a[0], b[0], c[0], d[0]),
            tuple(_four(runs, rank) for rank in frame.ranks),
            tuple(zip(a[1], b[1], c[1], d[1], strict=True)),
            tuple(_four(sets, rank) for rank in frame.ranks),
        )

    def _narrowed(
        self, room: Room, held: int, must: int, sure: int | None = None, wild: int = 0
    ) -> tuple[Room, int] | None:
        """The room without what cannot be, and how many cards of each face have to lie; None: nothing can be.

        Args:
            room: what it was.
            held: how many cards of each face may lie.
            must: how many have to.
            sure: the same as ``held``, but for jokers.
            wild: how many jokers there are.
        """
        self._looks -= 1
        if self._looks < 0:
            raise TooHard
        self.task.charge(NODE_WORK)
        levels, tables = self._scale(held)
        total = levels.total
        natural = held if sure is None else sure
        low, high, least, most = room
        seen = 0, 0  # as if nothing could lie in sets: where nothing can, there is nothing to narrow
        while True:
            before = low, high, least, most
            # Cards in runs and in sets together.
            possible, needed = total(high, most), total(low, least) | must
            lost, used = natural & ~possible, needed & ~natural
            left = self.budget - lost.bit_count()
            if needed & ~(possible & held) or left < 0 or used.bit_count() > wild:
                self._failing = folded(needed & ~possible or lost | used)
                return None
            bound = needed | (natural & possible) >> FACES * left
            upper = held if used.bit_count() < wild else natural | needed
            high, most = high & levels.rest(upper, least), most & levels.rest(upper, low)
            low, least = low | levels.excess(bound, most), least | levels.excess(bound, high)
            low, high = self._runs(levels, low, high)
            if (least, most) != seen:
                sets = self._sets(tables, (least, most), seen)
                if sets is None:
                    return None
                least, most = seen = sets
            if low & ~high or least & ~most:
                self._failing = folded(low & ~high | least & ~most)
                return None
            if before == (low, high, least, most):
                return before, bound

    def _runs(self, levels: Levels, low: int, high: int) -> tuple[int, int]:
        """The cards in runs after one look at all neighbours."""
        if self._more:
            low, high = self._beside_kept(levels, low, high)
            kept = self._kept
            if kept:
                # If kept runs might be cut like others, it would be no harder.
                total, rest = levels.total, levels.rest
                low, high = self._in_line(levels, total(low, kept), total(high, kept))
                return rest(low, kept), rest(high, kept)
            return low, high
        return self._in_line(levels, low, high)

    @staticmethod
    def _in_line(levels: Levels, low: int, high: int) -> tuple[int, int]:
        up, down, excess, total = levels.up, levels.down, levels.excess, levels.total
        below, above = up(high), down(high)
        further, beyond = up(below), down(above)
        high &= total(below, above) & total(below, beyond) & total(further, above)
        if not low:
            return low, high
        # What the neighbours on one side cannot give, those on the other have to.
        lift, drop = excess(low, below), excess(low, above)
        lift |= excess(low, further) | up(lift)
        drop |= excess(low, beyond) | down(drop)
        return low | up(lift) | down(drop), high

    def _beside_kept(self, levels: Levels, low: int, high: int) -> tuple[int, int]:
        """The same for runs that may go on in kept runs, or in which kept runs go on."""
        assert self._more
        one, two, three = self._more
        up, down, excess, total = levels.up, levels.down, levels.excess, levels.total
        below, above = up(high), down(high)
        further, beyond = up(below), down(above)
        high &= total(total(below, above), one)
        high &= total(total(below, beyond), two)
        high &= total(total(further, above), three)
        lift = excess(low, total(below, one)) | excess(low, total(further, three))
        drop = excess(low, total(above, one)) | excess(low, total(beyond, two))
        lift |= up(excess(low, total(below, two)))
        drop |= down(excess(low, total(above, three)))
        return low | up(lift) | down(drop), high

    def _sets(
        self, tables: Sequence[Kinds], now: tuple[int, int], seen: tuple[int, int]
    ) -> tuple[int, int] | None:
        """The cards in sets, each rank narrowed for itself that has changed; None where nothing fits."""
        least, most = now
        bottom = self.levels.bottom
        changed = folded(least ^ seen[0] | most ^ seen[1])
        for rank in bits((changed | changed >> RANKS | changed >> 2 * RANKS | changed >> 3 * RANKS) & LANE):
            place = rank.bit_length() - 1
            here = least >> place & bottom, most >> place & bottom
            there = tables[place][here]
            if there is None:
                self._failing = BOTTOM << place
                return None
            if there != here:
                least |= there[0] << place
                most &= ~((here[1] & ~there[1]) << place)
        return least, most


def _followed(frame: Frame, suit: int, runs: Sequence[int]) -> tuple[int, tuple[int, ...]] | None:
    """The state at the cut and above each rank where just so many cards of a suit lie in runs, or None."""
    spots = [frame.spot(suit * RANKS + rank) for rank in frame.ranks]
    for guess in frame.crossings(suit * RANKS, frame.cut):
        paths: dict[int, tuple[int, ...]] = {guess: ()}
        for spot, rank in zip(spots, frame.ranks, strict=True):
            paths = {
                end: (*path, end)
                for state, path in paths.items()
                for above in successors(spot, state, runs[suit * RANKS + rank])
                if (end := crossing(spot, above)) >= 0
            }
        if guess in paths:
            return guess, paths[guess]
    return None


def _four(counts: Sequence[int], rank: int) -> Four:
    a, b, c, d = counts[rank::RANKS]
    return a, b, c, d
