"""The search with jokers in the hand: `search` with wild cards.

A joker may stand for any card, so every rank of a lane offers a few cards more, and what a lane loses depends
on how many jokers it gets. Kinds cost jokers too: where only two suits have a card to give, at least half a
joker a card, where one has, two. So lanes count in halves, and the least loss of the four together is
the least over all ways to deal the jokers out to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from game.core.rummy.framing import FACES, LANES_WORK, Frame, Task, Walk
from game.core.rummy.lanes import NEVER, Moves, moves_for
from game.core.rummy.melds import RANKS, SUITS
from game.core.rummy.proving import LOOKS, Proof
from game.core.rummy.spread import Four, Ways, caps_for, ways_for
from game.core.rummy.starts import Starts

Losses = tuple[int, ...]
"""The least loss still to come with 0, 1, 2, ... half jokers."""
SOON = 100
"""States that a search may look at before a proof is asked for."""

WildOption = tuple[Losses, int, int, int, int]
"""Losses after it, leftover code, next state, cards in runs, jokers among them."""
WildLayer = dict[int, list[WildOption]]
WildStep = tuple[WildOption, WildOption, WildOption, WildOption]
Pair = tuple[Losses, int, int, WildOption, WildOption]
"""What two suits do at a rank: their losses after it together, jokers in runs, leftover key, and how."""
Terms = tuple[int, int]
"""Of a face: how many cards sets can take at best, and how many half jokers each costs at least."""


@dataclass(frozen=True, slots=True)
class WildLane:
    """The walks of one suit from a guessed crossing back to it."""

    guess: int
    layers: tuple[WildLayer, ...]
    least: Losses


Start = tuple[WildLane, WildLane, WildLane, WildLane]


class WildSearch(Frame):
    """The search of a task with jokers.

    Args:
        task: the task, with one joker at least.
        most: no budget is larger; what would lose more is not prepared.
        every: count jokers that are not placed as losses, like cards. Without it they are left over for
            whoever has room for them.
    """

    def __init__(self, task: Task, most: int, *, every: bool = False) -> None:
        super().__init__(task)
        self._most = most
        task.charge(LANES_WORK * (1 + task.wild) ** 2)
        self.every = every
        self.ways = [
            ways_for(self.room(rank), task.wild, kinds=task.kinds, every=every) for rank in self.ranks
        ]
        self._terms: list[Terms] = [(0, 0)] * FACES
        for rank in range(RANKS):
            self._terms[rank::RANKS] = self._rank_terms(self.count, rank)
        # By suit and guess: the way home is asked for first, and again among all starts.
        self._made: dict[tuple[int, int], WildLane | None] = {}
        self._home = self.home_crossings()
        # All other starts are made when they are asked for: full tables have very many, and seldom need them.
        self._first = self._home_start()
        self.least = 0 if self._first else self._starts.least
        self._failed: dict[Four, list[dict[tuple[Four, int], int]]] = {}

    def find(self, budget: int, proof: Proof | None = None) -> Walk | None:
        """An arrangement that leaves at most ``budget`` wanted cards, or None: there is none.

        Args:
            budget: how many may be left.
            proof: what has been asked just this already, if anything.
        """
        if self.every:  # then hardly anything but kinds lies on the table, which is soon walked
            return self._fuelled(budget, NEVER**3)
        proof = proof or Proof(self.task, budget)
        fuel, looks = SOON, LOOKS
        # By turns, each time longer: walking is quick where much may be lost, proving where little may.
        while True:
            walk = self._fuelled(budget, fuel)
            if walk or self._fuel >= 0:
                return walk
            if proof.refutes(looks):
                return None
            if fuel > SOON and proof.known:
                return proof.known
            fuel, looks = 4 * fuel, 4 * looks

    def _fuelled(self, budget: int, fuel: int) -> Walk | None:
        """What is found by looking at so many states; nothing with fuel below zero: that was too little."""
        self._fuel = fuel
        walk = self._try(budget)
        self.task.charge(fuel - self._fuel)
        return walk

    @cached_property
    def _starts(self) -> Starts[WildLane]:
        lanes = [self._lanes_of(suit, self.crossings(suit * RANKS, self.cut)) for suit in range(SUITS)]
        return Starts(lanes, self._home, _joint)

    def _home_start(self) -> Start | None:
        """The start that crosses the cut as the table does, if it need not lose anything: none is better."""
        lanes: list[WildLane] = []
        for suit, guess in enumerate(self._home):
            if guess in self.crossings(suit * RANKS, self.cut):
                lanes += self._lanes_of(suit, (guess,))
        if len(lanes) < SUITS or _joint([lane.least for lane in lanes]):
            return None
        a, b, c, d = lanes
        return a, b, c, d

    def _within(self, budget: int) -> Iterator[Start]:
        """The starts in their order."""
        if self._first:
            yield self._first
        yield from self._starts.within(budget)

    def _try(self, budget: int) -> Walk | None:
        for a, b, c, d in self._within(budget):
            guesses = (a.guess, b.guess, c.guess, d.guess)
            failed = self._failed.setdefault(guesses, [{} for _ in range(RANKS)])
            early = [_Pairs(*layers) for layers in zip(a.layers, b.layers, strict=True)]
            late = [_Pairs(*layers) for layers in zip(c.layers, d.layers, strict=True)]
            places = list(zip(early, late, self.ways, failed, strict=True))
            steps: list[tuple[WildStep, Four]] = []
            if self._descend(0, guesses, (budget, self.task.wild), places, steps):
                steps.reverse()
                runs = tuple((w[3], x[3], y[3], z[3]) for (w, x, y, z), _ in steps)
                states = tuple((w[2], x[2], y[2], z[2]) for (w, x, y, z), _ in steps)
                return Walk(guesses, runs, states, tuple(four for _, four in steps))
            if self._fuel < 0:
                return None
        return None

    def _descend(
        self,
        place: int,
        states: Four,
        purse: tuple[int, int],
        places: Sequence[_Place],
        steps: list[tuple[WildStep, Four]],
    ) -> bool:
        """Whether the rest can be walked with the purse, losses and jokers; the steps come out last first."""
        budget, wild = purse
        if place == RANKS:
            return not self.every or wild <= budget
        early, late, ways, failed = places[place]
        if failed.get((states, wild), -1) >= budget:
            return False
        self._fuel -= 1
        s, t, u, v = states
        second = late[u, v]
        for one, used, low, w, x in early[s, t]:
            spare = wild - used
            if spare < 0 or one[2 * spare] > budget:
                continue
            for other, more, high, y, z in second:
                left = spare - more
                if left < 0 or one[2 * left] + other[2 * left] > budget:
                    continue
                losses = dealt(one, other)
                for loss, jokers, four in ways[low | high << 12]:
                    if jokers > left:  # those that follow need even more
                        break
                    if losses[2 * (left - jokers)] <= budget - loss and self._descend(
                        place + 1, (w[2], x[2], y[2], z[2]), (budget - loss, left - jokers), places, steps
                    ):
                        steps.append(((w, x, y, z), four))
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

    def _lanes_of(self, suit: int, guesses: Sequence[int]) -> Sequence[WildLane]:
        base = suit * RANKS
        if not self.every and not any(self.count[base : base + RANKS]):
            return [_bare_lane(self.task.wild)]  # runs of nothing but jokers help no card
        terms = self._terms[base : base + RANKS]
        home = self.task.home[base : base + RANKS]
        spots = self.spots(suit, [cap for cap, _ in self._terms])
        moves = [moves_for(spot, home[rank]) for spot, rank in zip(spots, self.ranks, strict=True)]
        ranked = [terms[rank] for rank in self.ranks]
        made = self._made
        for guess in guesses:
            if (suit, guess) not in made:
                made[suit, guess] = walk_wild(moves, ranked, guess, self._most)
        return [lane for guess in guesses if (lane := made[suit, guess])]


class _Pairs(dict[tuple[int, int], list[Pair]]):
    """What two suits can do together at one rank: the states of both -> all choices; filled when asked."""

    __slots__ = ("one", "other")

    def __init__(self, one: WildLayer, other: WildLayer) -> None:
        super().__init__()
        self.one = one
        self.other = other

    def __missing__(self, states: tuple[int, int]) -> list[Pair]:
        self[states] = found = [
            (dealt(a[0], b[0]), a[4] + b[4], a[1] | b[1] << 6, a, b)
            for a, b in product(self.one[states[0]], self.other[states[1]])
        ]
        return found


_Place = tuple[_Pairs, _Pairs, Ways, dict[tuple[Four, int], int]]


@lru_cache
def _bare_lane(wild: int) -> WildLane:
    """The lane of a suit without cards."""
    nothing = (0,) * (2 * wild + 1)
    layer: WildLayer = {0: [(nothing, 0, 0, 0, 0)]}
    return WildLane(0, (layer,) * RANKS, nothing)


def walk_wild(moves: Sequence[Moves], terms: Sequence[Terms], guess: int, most: int) -> WildLane | None:
    """All walks from a guessed crossing back to it that lose no more than so many cards, or None.

    Args:
        moves: the choices, rank by rank from the cut.
        terms: for each rank, what sets can take and at what price.
        guess: the state at the cut.
        most: how many cards a walk may lose.
    """
    wild = moves[0].cell.spot.wild
    reached = _reached(moves, [cap + most for cap, _ in terms], guess, wild)
    ahead: dict[int, Losses] = {guess: (0,) * (2 * wild + 1)}
    layers: list[WildLayer] = []
    for place in range(RANKS - 1, -1, -1):
        here, move = terms[place], moves[place]
        layer: WildLayer = {}
        best = {}
        for state, used in reached[place].items():
            options = []
            paid = []
            for leftover, end, cards, jokers in move[state]:
                after = ahead.get(end)
                if after is None:
                    continue
                losses = after
                if leftover or jokers:
                    losses = _before(after, leftover, jokers, here)
                    if losses[2 * (wild - used)] > most:
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
    return WildLane(guess, tuple(layers), ahead[guess])


def _reached(moves: Sequence[Moves], spare: Sequence[int], guess: int, wild: int) -> list[dict[int, int]]:
    """The states that can be reached from a guess below each rank, and the fewest jokers on the way.

    Args:
        moves: the choices, rank by rank from the cut.
        spare: for each rank, how many cards may be over.
        guess: the state at the cut.
        wild: how many jokers there are.
    """
    fewest = {guess: 0}
    reached = []
    for move, limit in zip(moves, spare, strict=True):
        reached.append(fewest)
        above: dict[int, int] = {}
        for state, used in fewest.items():
            for leftover, end, _, jokers in move[state]:
                now = used + jokers
                if now > wild:  # those that follow need no fewer
                    break
                if leftover & 7 <= limit and above.get(end, NEVER) > now:
                    above[end] = now
        fewest = above
    return reached


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


def _joint(four: Iterable[Losses]) -> int:
    """The least loss of four suits together."""
    a, b, c, d = four
    return dealt(dealt(a, b), dealt(c, d))[-1]


@lru_cache(maxsize=1 << 16)
def dealt(a: Losses, b: Losses) -> Losses:
    """The least loss of two lanes together, for each number of half jokers."""
    return tuple(min(a[i] + b[total - i] for i in range(total + 1)) for total in range(len(a)))


def least_of(many: Sequence[Losses]) -> Losses:
    """The least of several losses, for each number of half jokers."""
    return many[0] if len(many) == 1 else tuple(map(min, zip(*many, strict=True)))
