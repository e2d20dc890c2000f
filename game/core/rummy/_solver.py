"""The exact search: which cards go to runs and which to sets, so that the fewest hand cards are left.

Four lanes, one a suit (see `SuitPaths`), walk round the circle together; at each rank their leftovers must
fill sets. A lane knows the least loss it still has to expect, so the search asks for an arrangement of the
least loss that the lanes allow, and raises the budget only after proving that there is none. It tries the
ways to cross the cut one by one (`Starts`); what is not settled so soon is left to a `Proof`.

With jokers in the hand (`WildSearch`) every rank of a lane offers a few cards more, and what a lane loses
depends on how many jokers it gets. Kinds cost jokers too: where only two suits have a card to give, at least
half a joker a card, where one has, two. So lanes count in halves, and the least loss of the four together is
the least over all ways to deal the jokers out to them.

`solve` searches for the most cards of a hand, without taking jokers; what it finds is not tidied yet. Who
plays on in his head need not know how the piles lie: `Counting` is the same search asked hundreds of times,
with cards as numbers of copies, a byte for each of the 52 faces of `MeldBook.face`. There no pile is laid
out, what was found is remembered, and so is what the searches prepare for a suit; jokers have no place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import merge
from itertools import product
from typing import Any, Generic, TypeVar

from game.core.cards import JOKER
from game.core.rummy._layout import Board, Faces, lay_out
from game.core.rummy._problem import (
    FACES,
    LANES_WORK,
    NEVER,
    NO_CARDS,
    Exhausted,
    Four,
    Frame,
    Layer,
    Moves,
    Option,
    Problem,
    Spread,
    SuitPaths,
    Walk,
    Ways,
    caps_for,
    lanes_for,
    moves_for,
    spread_for,
    ways_for,
)
from game.core.rummy._proof import LOOKS, Proof
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS, MeldBook

Way = TypeVar("Way", SuitPaths, "WildLane")


class Starts(Generic[Way]):
    """The choices of one lane a suit, and so of one way to cross the cut, in the order to try them.

    First come those that must lose the least, then those that cross as the table does. A full table has
    millions, and the first few are mostly enough, so they are gathered by what decides the order and listed
    when asked.

    Args:
        lanes: those of each suit.
        home: for each suit, the state in which the runs of the table cross the cut now.
        joint: the least loss of four lanes together.
    """

    def __init__(
        self, lanes: Sequence[Sequence[Way]], home: Sequence[int], joint: Callable[[Iterable[Any]], int]
    ) -> None:
        self._lanes: Sequence[Sequence[Way]] = lanes
        suits: list[dict[tuple[Any, bool], list[int]]] = []
        for four, at_home in zip(lanes, home, strict=True):
            alike: dict[tuple[Any, bool], list[int]] = {}
            for number, lane in enumerate(four):
                alike.setdefault((lane.least, lane.guess != at_home), []).append(number)
            suits.append(alike)
        found: dict[tuple[int, int], list[tuple[list[int], ...]]] = {}
        for chosen in product(*(alike.items() for alike in suits)):
            least = joint([losses for (losses, _), _ in chosen])
            if least < NEVER:
                strange = sum(away for (_, away), _ in chosen)
                found.setdefault((least, strange), []).append(tuple(numbers for _, numbers in chosen))
        self._classes = sorted(found.items(), key=lambda alike: alike[0])
        self.least = self._classes[0][0][0] if self._classes else NEVER

    def within(self, budget: int) -> Iterator[tuple[Way, Way, Way, Way]]:
        """The starts that need not lose more."""
        one, two, three, four = self._lanes
        for (least, _), alike in self._classes:
            if least > budget:
                break
            for a, b, c, d in merge(*(product(*numbers) for numbers in alike)):
                yield one[a], two[b], three[c], four[d]


EASY = 300
"""States that a search may look at before it is proved whether there is anything to find."""


Step = tuple[Option, Option, Option, Option]
_Place = tuple[Layer, Layer, Layer, Layer, Spread, dict[Four, int]]


class Search(Frame):
    """The search of a task without jokers; `find` may be asked for several budgets, the smallest first.

    No budget is larger than ``most``: what would lose more is not prepared.
    """

    def __init__(self, task: Problem, most: int = NEVER) -> None:
        super().__init__(task)
        self._most = most
        task.charge(LANES_WORK * (1 + task.wild) ** 2)
        self.spreads = [spread_for(self.room(rank), kinds=task.kinds) for rank in self.ranks]
        self._caps = [0] * FACES
        over = list(self.count)
        for rank in range(RANKS):
            self._caps[rank::RANKS] = self._rank_caps(over, rank)
        self._lanes: list[Sequence[SuitPaths]] = [()] * SUITS
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

        What has been asked just this already is taken from its ``proof``.
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
        self, caps: list[int], over: list[int], lanes: Sequence[Sequence[SuitPaths]], todo: Iterable[int]
    ) -> list[int]:
        """Lower the caps to what the lanes really leave over; the suits for which that is news."""
        shrunk = set()
        for suit in todo:
            for place, rank in enumerate(self.ranks):
                face = suit * RANKS + rank
                if over[face]:
                    most = max([lane.over[place] for lane in lanes[suit]], default=0)
                    if most < over[face]:
                        over[face] = most
                        shrunk.add(rank)
        news = set()
        for rank in shrunk:
            for face, cap in zip(range(rank, FACES, RANKS), self._rank_caps(over, rank), strict=True):
                if cap < caps[face]:
                    if cap < over[face]:  # else no lane has so many over
                        news.add(face // RANKS)
                    caps[face] = cap
        return sorted(news)

    def _rank_caps(self, over: Sequence[int], rank: int) -> Four:
        a, b, c, d = over[rank::RANKS]
        return caps_for((a, b, c, d), self.room(rank), kinds=self.task.kinds)

    def _lanes_of(self, suit: int, caps: Sequence[int]) -> Sequence[SuitPaths]:
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


BARE_LANE = SuitPaths(0, ({0: [(0, 0, 0, 0)]},) * RANKS, 0, (0,) * RANKS, (0,) * RANKS)
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
    """The search of a task with jokers; budgets as for `Search`.

    With ``every``, jokers that are not placed count as losses, like cards. Without it they are left over for
    whoever has room for them.
    """

    def __init__(self, task: Problem, most: int, *, every: bool = False) -> None:
        super().__init__(task)
        self._most = most
        task.charge(LANES_WORK * (1 + task.wild) ** 2)
        self.every = every
        self.ways = [
            ways_for(self.room(rank), task.wild, kinds=task.kinds, every=every) for rank in self.ranks
        ]
        self._terms: list[Terms] = [(0, 0)] * FACES
        for rank in range(RANKS):
            room, (a, b, c, d) = self.room(rank), self.count[rank::RANKS]
            caps = caps_for((a, b, c, d), room, task.wild, kinds=task.kinds)
            # Kinds of a rank at which fewer than three suits have a card to give cost jokers.
            suits = SUITS - (a, b, c, d).count(0)
            price = 0 if suits > 2 else 1 if suits == 2 else 4
            self._terms[rank::RANKS] = [
                (cap, 0 if free else price) for cap, free in zip(caps, room, strict=True)
            ]
        # By suit and guess: the way home is asked for first, and again among all starts.
        self._made: dict[tuple[int, int], WildLane | None] = {}
        self._home = self.home_crossings()
        # All other starts are made when they are asked for: full tables have very many, and seldom need them.
        self._first = self._home_start()
        self.least = 0 if self._first else self._starts.least
        self._failed: dict[Four, list[dict[tuple[Four, int], int]]] = {}

    def find(self, budget: int, proof: Proof | None = None) -> Walk | None:
        """As `Search.find`."""
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
        places: Sequence[_WildPlace],
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


_WildPlace = tuple[_Pairs, _Pairs, Ways, dict[tuple[Four, int], int]]


@lru_cache
def _bare_lane(wild: int) -> WildLane:
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
                best[state] = paid[0] if len(paid) == 1 else tuple(map(min, zip(*paid, strict=True)))
        layers.append(layer)
        ahead = best
    if guess not in ahead:
        return None
    layers.reverse()
    return WildLane(guess, tuple(layers), ahead[guess])


def _reached(moves: Sequence[Moves], spare: Sequence[int], guess: int, wild: int) -> list[dict[int, int]]:
    """The states that can be reached from a guess below each rank, and the fewest jokers on the way.

    At each rank so many cards as ``spare`` says may be over; the other arguments are those of `walk_wild`.
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


Piles = list[list[str]]

NEAR = 2
"""A search with jokers is prepared to leave so many cards first: for any number it takes much longer."""


@dataclass(frozen=True, slots=True)
class Found:
    """A way to lay cards, not yet tidied."""

    board: Board
    """The board, after taking jokers where some are taken."""
    value: int
    """How many hand cards it lays in all."""
    budget: int
    """How many cards it may leave, jokers apart."""
    piles: Piles
    """Its piles as the search left them, without the new tricks of taken jokers."""
    whole: bool
    """Whether it stands as it is, because jokers have no room elsewhere."""
    tricks: Piles
    """New tricks of taken jokers."""
    moved: bool = False
    """Whether it is known that not every old pile can stay as it is."""


def solve(board: Board, floor: int, *, hasty: bool) -> Found | None:
    """A way to lay more than ``floor`` cards of the hand, and the most there can be, or None."""
    if floor < 0:
        found = solve(board, 0, hasty=hasty)
        if found or board.need_jokers or any(board.need):
            return found
        return Found(board, 0, board.size, [list(pile) for pile in board.piles], whole=True, tricks=[])
    most = most_left(board, floor)
    task = board.task()
    proof = Proof(task, most)
    if proof.refutes(LOOKS if floor else 1):
        return None
    least = -1 if hasty or board.jokers else proof.least
    if least >= 0:
        # Often every old pile can stay as it is, and all be laid that can be laid at all.
        faces = attempt(board, range(len(board.piles)), least)
        if faces is not None:
            laid = board.size - least
            return Found(board, laid, least, board.dressed(faces), whole=True, tricks=[])
    # Hasty, as generous as can be: any way will do.
    low = most if hasty else max(0, least)
    near = min(most, low + NEAR) if board.jokers and not floor else most
    walked = _walked(proof, low, near) or _walked(proof, near + 1, most)
    if not walked:
        return None
    search, walk, budget = walked
    piles = board.dressed(lay_out(search, walk, ()))
    if not board.jokers:
        laid = size_of(piles) - size_of(board.piles)
        return Found(board, laid, budget, piles, whole=False, tricks=[], moved=budget == least)
    unplaced = place_jokers(board, piles)
    if unplaced:
        piles = _with_every_joker(board, budget, unplaced) or piles
    value = size_of(piles) - size_of(board.piles)
    if value <= floor:
        return None
    if _jokers(piles) - _jokers(board.piles) < board.need_jokers:
        raise Exhausted  # there may be a way that leaves other cards instead, but this search does not tell
    return Found(board, value, budget, piles, unplaced > 0, [])


def _walked(proof: Proof, low: int, most: int) -> tuple[Frame, Walk, int] | None:
    """A way that leaves as few cards as can be, and how many; None: every way leaves more than ``most``.

    It is known that no way leaves fewer than ``low``. The smaller ``most`` is, the less is prepared.
    """
    if low > most:
        return None
    search = _search(proof.task, most)
    # One card more at a time, so that the first way found leaves the fewest.
    for budget in range(max(search.least, low), most + 1):
        walk = search.find(budget, proof if budget == proof.budget else None)
        if walk:
            return search, walk, budget
    return None


def _search(task: Problem, most: int) -> Search | WildSearch:
    return WildSearch(task, most) if task.wild else Search(task, most)


def most_left(board: Board, floor: int) -> int:
    """How many cards may be left, jokers apart, where more than ``floor`` are to be laid."""
    return min(sum(board.hand) - sum(board.need), board.size - floor - 1)


def attempt(board: Board, kept: Collection[int], budget: int) -> list[Faces] | None:
    """An arrangement within the budget that leaves the kept piles whole, or None."""
    way = way_to_leave(board.task(kept), budget)
    return laid_out(board, kept, way) if way else None


def laid_out(board: Board, kept: Collection[int], way: tuple[Frame, Walk]) -> list[Faces]:
    """The piles of a way, the kept ones among them, longer where cards were added."""
    return lay_out(*way, [board.faces[number] for number in sorted(kept)])


def way_to_leave(task: Problem, budget: int) -> tuple[Frame, Walk] | None:
    """A way to leave no more cards, or None: there is none."""
    proof = Proof(task, budget)
    if proof.refutes(LOOKS if task.wild else 1):
        return None
    search = _search(task, budget)
    walk = search.find(budget, proof)
    return (search, walk) if walk else None


def place_jokers(board: Board, piles: Piles) -> int:
    """Add the jokers that the hand still has where there is room, changing the piles; how many find none."""
    jokers = board.jokers and board.jokers - _jokers(piles) + _jokers(board.piles)
    while jokers:
        for pile in piles:
            faces = board.book.fits(JOKER, pile)
            if faces:
                pile.append(faces[0])
                jokers -= 1
                break
        else:
            if jokers < MIN_MELD:
                break
            # A trick of jokers alone, which may show cards that lie elsewhere too.
            piles.append([f"{JOKER}={face}" for face in ("AD", "AH", "AS")])
            jokers -= MIN_MELD
    return jokers


def _with_every_joker(board: Board, budget: int, unplaced: int) -> Piles | None:
    """A table that counts jokers like cards and leaves fewer than the budget and the unplaced, or None.

    Only needed where nothing but complete kinds would lie on the table.
    """
    search = WildSearch(board.task(), budget + unplaced - 1, every=True)
    for losses in range(budget, budget + unplaced):
        walk = search.find(losses)
        if walk:
            return board.dressed(lay_out(search, walk, ()))
    return None


def size_of(piles: Sequence[Sequence[str]]) -> int:
    """How many cards some piles hold."""
    return sum(map(len, piles))


def _jokers(piles: Sequence[Sequence[str]]) -> int:
    return sum(card.startswith(JOKER) for pile in piles for card in pile)


Counts = bytes
"""How many copies of each face."""

NOTHING = bytes(FACES)
REMEMBERED = 20_000
"""Answers that a process keeps, some 300 bytes each."""
SUITS_KEPT = 1_500
"""Prepared suits that a process keeps, some 10 kB each."""

_suits: dict[tuple[bytes, bytes, bytes, int, str], Sequence[SuitPaths]] = {}


def counted(book: MeldBook, cards: Iterable[str]) -> Counts:
    """Cards as numbers of copies."""
    return of_faces(book.face[card] for card in cards)


def faces(counts: Counts) -> Iterator[int]:
    """The faces of the cards, each as often as it is there."""
    for face, copies in enumerate(counts):
        for _ in range(copies):
            yield face


def of_faces(cards: Iterable[int]) -> Counts:
    """Faces as numbers of copies."""
    counts = bytearray(FACES)
    for face in cards:
        counts[face] += 1
    return bytes(counts)


def plus(some: Counts, more: Counts) -> Counts:
    """All cards of both."""
    return bytes(map(int.__add__, some, more))


def minus(cards: Counts, gone: Counts) -> Counts:
    """The cards without others, which must be among them."""
    return bytes(map(int.__sub__, cards, gone))


class Counting:
    """What can lie in one game under its options."""

    def __init__(self, *, kinds: bool, happy_mode: str) -> None:
        self.kinds, self.happy_mode = kinds, happy_mode
        self._most: dict[tuple[Counts, Counts], Counts | None] = {}
        self._fits: dict[Counts, frozenset[int]] = {}

    def lies(self, cards: Counts) -> bool:
        """Whether all these cards can lie on a table together."""
        return self._search(cards, NOTHING).find(0) is not None

    def most(self, table: Counts, hand: Counts) -> Counts | None:
        """The cards of one play of as many of the hand as can be laid, `None` where there is no play."""
        key = (table, hand)
        if key in self._most:
            return self._most[key]
        if len(self._most) >= REMEMBERED:
            self._most.clear()
        search = self._search(table, hand)
        walks = (search.find(budget) for budget in range(search.least, sum(hand)))
        walk = next((walk for walk in walks if walk), None)
        self._most[key] = found = None if walk is None else _laid(search, walk, table)
        return found

    def drawn(self, table: Counts, hand: Counts, face: int) -> tuple[Counts, Counts | None]:
        """A hand that had no play after it drew a card, and what it may lay now, as `most` says."""
        new = plus(hand, of_faces((face,)))
        # Any play has to lay the card that was drawn.
        return new, self.most(table, new) if _near(plus(table, hand), face) else None

    def fits(self, table: Counts) -> frozenset[int]:
        """The faces of which one card more can lie on this table."""
        if table not in self._fits:
            if len(self._fits) >= SUITS_KEPT:
                self._fits.clear()
            self._fits[table] = frozenset(
                face
                for face in range(FACES)
                if _near(table, face) and self.lies(plus(table, of_faces((face,))))
            )
        return self._fits[table]

    def _search(self, table: Counts, hand: Counts) -> _Count:
        return _Count(Problem(kinds=self.kinds, happy_mode=self.happy_mode, must=table, may=hand))


class _Count(Search):
    """A search that knows the suits which other searches have met."""

    def _lanes_of(self, suit: int, caps: Sequence[int]) -> Sequence[SuitPaths]:
        span = slice(suit * RANKS, (suit + 1) * RANKS)
        count = bytes(self.count[span])
        if not any(count):
            return (BARE_LANE,)
        cap, task = caps[span], self.task
        key = (count, bytes(task.must[span]), bytes(cap), self.cut, task.happy_mode)
        lanes = _suits.get(key)
        if lanes is None:
            if len(_suits) >= SUITS_KEPT:
                _suits.clear()
            # Without a home: nothing is laid out here, so it does not matter where the cards lie now.
            lanes = _suits[key] = lanes_for(
                self.spots(suit, caps),
                tuple([cap[rank] for rank in self.ranks]),
                NO_CARDS[:RANKS],
                self.crossings(suit * RANKS, self.cut),
            )
        return lanes


def _near(table: Counts, face: int) -> bool:
    """Whether a pile could hold the card at all: two more of its rank lie there, or two that run with it."""
    suit, rank = face - face % RANKS, face % RANKS
    two_below, below, above, two_above = (table[suit + (rank + step) % RANKS] for step in (-2, -1, 1, 2))
    runs = (below and above) or (below and two_below) or (above and two_above)
    return bool(runs) or sum(table[rank::RANKS]) > 1


def _laid(search: Search, walk: Walk, table: Counts) -> Counts:
    laid = bytearray(FACES)
    for rank, runs, sets in zip(search.ranks, walk.runs, walk.sets, strict=True):
        for suit in range(SUITS):
            face = suit * RANKS + rank
            laid[face] = runs[suit] + sets[suit] - table[face]
    return bytes(laid)


@lru_cache
def counting_for(*, kinds: bool, happy_mode: str) -> Counting:
    """The one that a process has for these rules."""
    return Counting(kinds=kinds, happy_mode=happy_mode)
