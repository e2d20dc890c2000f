"""The search with jokers in the hand: `search` with wild cards.

A joker may stand for any card, so every rank of a lane offers a few cards more, and what a lane loses depends
on how many jokers it gets. Kinds cost jokers too: where only two suits have a card to give, at least half a
joker a card, where one has, two. So lanes count in halves, and the least loss of the four together is
the least over all ways to deal the jokers out to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from game.core.rummy.abreast import Abreast, Losses, dealt, least_of
from game.core.rummy.framing import FACES, LANES_WORK, Frame, Task
from game.core.rummy.lanes import NEVER, Cell, cell_for, most_over, reach
from game.core.rummy.melds import RANKS, SUITS
from game.core.rummy.search import EASY, HARD, Walk
from game.core.rummy.spread import Four, Ways, caps_for, ways_for

WildOption = tuple[Losses, int, int, int, int]
"""Losses after it, leftover code, next state, cards in runs, jokers among them."""
WildLayer = dict[int, list[WildOption]]
WildStep = tuple[WildOption, WildOption, WildOption, WildOption]
Terms = tuple[int, int]
"""Of a face: how many cards sets can take at best, and how many half jokers each costs at least."""


@dataclass(frozen=True, slots=True)
class WildLane:
    """The walks of one suit from a guessed crossing back to it."""

    guess: int
    layers: tuple[WildLayer, ...]
    least: Losses
    terms: tuple[Terms, ...]
    over: tuple[int, ...]

    def within(self, others: Losses, limit: int) -> WildLane | None:
        """The lane with only those walks that, with what the others lose, keep to the limit, or None."""
        if dealt(self.least, others)[-1] > limit:
            return None
        nothing = (0,) * len(others)
        behind = {self.guess: nothing}
        layers: list[WildLayer] = []
        for layer, terms in zip(self.layers, self.terms, strict=True):
            narrow: WildLayer = {}
            reached: dict[int, Losses] = {}
            for state, lost in behind.items():
                far = dealt(lost, others)
                options = [
                    option
                    for option in layer[state]
                    if dealt(far, _before(option[0], option[1], option[4], terms))[-1] <= limit
                ]
                narrow[state] = options
                for _, leftover, end, _, jokers in options:
                    here = dealt(lost, _before(nothing, leftover, jokers, terms))
                    reached[end] = least_of([reached[end], here]) if end in reached else here
            layers.append(narrow)
            behind = reached
        return WildLane(self.guess, tuple(layers), self.least, self.terms, most_over(layers))


Start = tuple[int, int, int, tuple[WildLane, WildLane, WildLane, WildLane]]
Memory = dict[int, list[dict[tuple[Four, int], int]]]


class WildSearch(Frame):
    """The search of a task with jokers.

    Args:
        task: the task, with one joker at least.
        every: count jokers that are not placed as losses, like cards. Without it they are left over for
            whoever has room for them.
    """

    def __init__(self, task: Task, *, every: bool = False) -> None:
        super().__init__(task)
        self.every = every
        self.ways = [
            ways_for(self.room(rank), task.wild, kinds=task.kinds, every=every) for rank in self.ranks
        ]
        self._terms: list[Terms] = [(0, 0)] * FACES
        for rank in range(RANKS):
            self._terms[rank::RANKS] = self._rank_terms(self.count, rank)
        self._lanes = [self._lanes_of(suit, self._terms) for suit in range(SUITS)]
        self._starts = _starts(self._lanes, self.home_crossings())
        self.least = self._starts[0][0] if self._starts else NEVER
        self._failed: Memory = {}

    def find(self, budget: int) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none."""
        self._fuel = EASY
        walk = self._try(self._starts, self._failed, budget)
        self.charge(EASY - self._fuel)
        if self._fuel >= 0:
            return walk
        starts = _starts(self._narrow(budget), self.home_crossings())
        starts = [start for start in starts if start[0] <= budget]
        memory: Memory = {}
        self._fuel = HARD
        walk = self._try(starts, memory, budget)
        self.charge(HARD - self._fuel)
        if self._fuel >= 0:
            return walk
        first = Abreast(starts, self.ways, self.charge).first(budget, self.task.wild, every=self.every)
        if first is None:
            return None
        self._fuel = NEVER**3
        return self._try(starts[first : first + 1], memory, budget)

    def _try(self, starts: Sequence[Start], memory: Memory, budget: int) -> Walk | None:
        for least, _, number, (a, b, c, d) in starts:
            if least > budget:
                break
            failed = memory.setdefault(number, [{} for _ in range(RANKS)])
            layers = list(zip(a.layers, b.layers, c.layers, d.layers, self.ways, failed, strict=True))
            steps: list[tuple[WildStep, Four]] = []
            guesses = (a.guess, b.guess, c.guess, d.guess)
            if self._descend(0, guesses, (budget, self.task.wild), layers, steps):
                steps.reverse()
                runs = tuple((w[3], x[3], y[3], z[3]) for (w, x, y, z), _ in steps)
                states = tuple((w[2], x[2], y[2], z[2]) for (w, x, y, z), _ in steps)
                return Walk(guesses, runs, states, tuple(four for _, four in steps))
        return None

    def _narrow(self, budget: int) -> list[Sequence[WildLane]]:
        """As `Search._narrow`."""
        terms, lanes = list(self._terms), list(self._lanes)
        over = list(self.count)
        while True:
            self.charge(LANES_WORK * (1 + self.task.wild) ** 2)
            a, b, c, d = (least_of([lane.least for lane in four]) if four else () for four in lanes)
            if not (a and b and c and d) or dealt(dealt(a, b), dealt(c, d))[-1] > budget:
                return [()] * SUITS
            others = (
                dealt(b, dealt(c, d)),
                dealt(a, dealt(c, d)),
                dealt(d, dealt(a, b)),
                dealt(c, dealt(a, b)),
            )
            for suit, four in enumerate(lanes):
                lanes[suit] = [narrow for lane in four if (narrow := lane.within(others[suit], budget))]
            todo = set()
            for rank in self.shrunk(over, lanes, range(SUITS)):
                for face, (cap, price) in zip(
                    range(rank, FACES, RANKS), self._rank_terms(over, rank), strict=True
                ):
                    if over[face] and (price > terms[face][1] or cap < min(terms[face][0], over[face])):
                        todo.add(face // RANKS)
                    terms[face] = (cap, price)
            if not todo:
                return lanes
            for suit in todo:
                lanes[suit] = self._lanes_of(suit, terms)

    def _descend(
        self,
        place: int,
        states: Four,
        purse: tuple[int, int],
        layers: Sequence[
            tuple[WildLayer, WildLayer, WildLayer, WildLayer, Ways, dict[tuple[Four, int], int]]
        ],
        steps: list[tuple[WildStep, Four]],
    ) -> bool:
        """Whether the rest can be walked with the purse, losses and jokers; the steps come out last first."""
        budget, wild = purse
        if place == RANKS:
            return not self.every or wild <= budget
        a, b, c, d, ways, failed = layers[place]
        if failed.get((states, wild), -1) >= budget:
            return False
        self._fuel -= 1
        s, t, u, v = states
        for step in product(a[s], b[t], c[u], d[v]):
            w, x, y, z = step
            left = wild - w[4] - x[4] - y[4] - z[4]
            if left < 0 or w[0][2 * left] + x[0][2 * left] + y[0][2 * left] + z[0][2 * left] > budget:
                continue
            losses = dealt(dealt(w[0], x[0]), dealt(y[0], z[0]))
            for loss, jokers, four in ways[w[1] | x[1] << 6 | y[1] << 12 | z[1] << 18]:
                if jokers > left:  # those that follow need even more
                    break
                if losses[2 * (left - jokers)] <= budget - loss and self._descend(
                    place + 1, (w[2], x[2], y[2], z[2]), (budget - loss, left - jokers), layers, steps
                ):
                    steps.append((step, four))
                    return True
                if self._fuel < 0:  # given up, not proved: nothing is to be remembered of it
                    return False
        failed[states, wild] = budget
        return False

    def _rank_terms(self, over: Sequence[int], rank: int) -> list[Terms]:
        """The terms of a rank where so many cards of each face can be over."""
        room, wild, kinds = self.room(rank), self.task.wild, self.task.kinds
        a, b, c, d = over[rank::RANKS]
        suits = SUITS - (a, b, c, d).count(0)
        caps = caps_for((a, b, c, d), room, wild, kinds=kinds)
        price = 0 if suits > 2 else 1 if suits == 2 else 4
        return [(cap, 0 if free else price) for cap, free in zip(caps, room, strict=True)]

    def _lanes_of(self, suit: int, terms: Sequence[Terms]) -> Sequence[WildLane]:
        base = suit * RANKS
        if not self.every and not any(self.count[base : base + RANKS]):
            return [_bare_lane(self.task.wild)]  # runs of nothing but jokers help no card
        return wild_lanes_for(
            self.spots(suit, [cap for cap, _ in terms]),
            tuple([terms[base + rank] for rank in self.ranks]),
            tuple([self.task.home[base + rank] for rank in self.ranks]),
            self.crossings(base, self.cut),
        )


def _starts(lanes: Sequence[Sequence[WildLane]], home: Sequence[int]) -> list[Start]:
    """The choices that the jokers are enough for, ordered as those of `search`."""
    starts: list[Start] = []
    for a, b in product(lanes[0], lanes[1]):
        both = dealt(a.least, b.least)
        if both[-1] < NEVER:
            for c, d in product(lanes[2], lanes[3]):
                least = dealt(both, dealt(c.least, d.least))[-1]
                if least < NEVER:
                    strange = sum(map(int.__ne__, (a.guess, b.guess, c.guess, d.guess), home))
                    starts.append((least, strange, len(starts), (a, b, c, d)))
    return sorted(starts)


@lru_cache
def _bare_lane(wild: int) -> WildLane:
    """The lane of a suit without cards."""
    nothing = (0,) * (2 * wild + 1)
    layer: WildLayer = {0: [(nothing, 0, 0, 0, 0)]}
    return WildLane(0, (layer,) * RANKS, nothing, ((0, 0),) * RANKS, (0,) * RANKS)


def wild_lanes_for(
    spots: tuple[tuple[int, ...], ...],
    terms: tuple[Terms, ...],
    home: tuple[int, ...],
    guesses: tuple[int, ...],
) -> tuple[WildLane, ...]:
    """As `lanes_for`."""
    cells = [cell_for(spot) for spot in spots]
    moves = [_Moves(cell, near) for cell, near in zip(cells, home, strict=True)]
    lanes = (walk_wild(moves, terms, guess, reach(cells, guess)) for guess in guesses)
    return tuple(lane for lane in lanes if lane)


class _Moves(dict[int, list[tuple[int, int, int, int]]]):
    """The choices of a cell in the order to try them, with the jokers among the cards; filled when asked."""

    __slots__ = ("cell", "near")

    def __init__(self, cell: Cell, near: int) -> None:
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


def walk_wild(
    moves: Sequence[_Moves], terms: Sequence[Terms], guess: int, reached: Sequence[set[int]]
) -> WildLane | None:
    """All walks from a guessed crossing back to it, or None.

    Args:
        moves: the choices, rank by rank from the cut.
        terms: for each rank, what sets can take and at what price.
        guess: the state at the cut.
        reached: the states that can be reached from it below each rank and at the end.
    """
    if guess not in reached[RANKS]:
        return None
    wild = moves[0].cell.spot.wild
    ahead: dict[int, Losses] = {guess: (0,) * (2 * wild + 1)}
    layers: list[WildLayer] = []
    for place in range(RANKS - 1, -1, -1):
        here, move = terms[place], moves[place]
        layer: WildLayer = {}
        best = {}
        for state in reached[place]:
            options = []
            paid = []
            for leftover, end, cards, jokers in move[state]:
                after = ahead.get(end)
                if after is None:
                    continue
                losses = after
                if leftover or jokers:
                    losses = _before(after, leftover, jokers, here)
                    if losses[-1] >= NEVER:
                        continue
                options.append((after, leftover, end, cards, jokers))
                paid.append(losses)
            if options:
                layer[state] = options
                best[state] = least_of(paid)
        layers.append(layer)
        ahead = best
    if guess not in ahead:
        return None
    layers.reverse()
    return WildLane(guess, tuple(layers), ahead[guess], tuple(terms), most_over(layers))


@lru_cache(maxsize=1 << 16)
def _before(after: Losses, leftover: int, jokers: int, terms: Terms) -> Losses:
    """The least losses before an option, for each number of half jokers; cards over are paid for or lost."""
    over, must = leftover & 7, leftover >> 3
    cap, price = terms
    losses = []
    for halves in range(len(after)):
        found = [
            after[halves - 2 * jokers - price * laid] + over - laid
            for laid in range(must, min(over, cap) + 1)
            if halves >= 2 * jokers + price * laid
        ]
        losses.append(min(found, default=NEVER))
    return tuple(losses)
