"""From a found walk to piles: the runs and sets that it stands for, as face numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from game.core.rummy.framing import NO_CARDS, Frame, Walk
from game.core.rummy.lanes import PEAK, THREE, WALL, Spot, crossing, steps, taken_in
from game.core.rummy.melds import MIN_MELD, RANKS, SUITS
from game.core.rummy.spread import Four, sets_hold

Faces = list[int]


@dataclass(slots=True, eq=False)
class _Run:
    """A run in the making, a kept one, or one that came over the cut."""

    cards: Faces = field(default_factory=list)
    size: int = 0
    """Its length, at most three; for one that came over the cut, what was guessed."""
    first: int = -1
    last: int = -1
    """Of a kept run that may still be extended: its ends as they lay."""
    then: _Run | None = None
    """The run that it goes on as: a kept one, or one that came over the cut."""


def is_run(pile: Sequence[int]) -> bool:
    """Whether a legal pile is a run."""
    return pile[0] % RANKS != pile[1] % RANKS


def lay_out(frame: Frame, walk: Walk, kept: Sequence[Sequence[int]]) -> list[Faces]:
    """The piles of a walk, kept ones among them, longer where cards were added.

    Args:
        frame: the search that found the walk.
        walk: what it found.
        kept: the kept piles in reading order; the task's ``ends``, ``starts`` and ``room`` tell of them.
    """
    piles: list[Faces] = []
    for suit in range(SUITS):
        runs = [pile for pile in kept if is_run(pile) and pile[0] // RANKS == suit]
        piles += _Suit(frame, walk, suit, runs).piles()
    sets = [list(pile) for pile in kept if not is_run(pile)]
    for rank, four in zip(frame.ranks, walk.sets, strict=True):
        if not any(four):
            continue
        at_rank = [pile for pile in sets if pile[0] % RANKS == rank]
        piles += _sets(rank, four, at_rank, kinds=frame.task.kinds)
    return [*piles, *sets]


class _Suit:
    """The runs of one suit, followed round the circle."""

    def __init__(self, frame: Frame, walk: Walk, suit: int, kept: Sequence[Sequence[int]]) -> None:
        self.kept = [
            _Run(list(pile), MIN_MELD, pile[0], pile[-1]) if len(pile) < RANKS else _Run(list(pile), MIN_MELD)
            for pile in kept
        ]
        guess = walk.guesses[suit]
        spots = frame.spots(suit, NO_CARDS)
        sizes = [size + 1 for size in range(3) for _ in range(guess >> 4 * size & 15)]
        self.guessed = [_Run(size=size) for size in sizes]
        self.made = [*self.kept, *self.guessed]
        self.open = list(self.guessed)
        state = guess
        for rank, spot, runs, states in zip(frame.ranks, spots, walk.runs, walk.states, strict=True):
            if runs[suit] or state:
                self._pass(Spot(*spot), suit * RANKS + rank, (state, runs[suit], states[suit]))
            state = states[suit]
        for run, size in zip(self.guessed, sizes, strict=True):
            end = next(other for other in self.open if other.size == size)
            self.open.remove(end)
            end.then = run

    def piles(self) -> Iterator[Faces]:
        """All runs, each no longer than the circle."""
        led = {id(run.then) for run in self.made}
        todo = sorted(self.made, key=lambda run: id(run) in led)  # those that nothing leads to come first
        seen: set[int] = set()
        for head in todo:
            cards: Faces = []
            run: _Run | None = head
            while run and id(run) not in seen:
                seen.add(id(run))
                cards += run.cards
                run = run.then
            parts = -(-len(cards) // RANKS)  # cut evenly: one or two cards beyond the circle would be no run
            for part in range(parts):
                yield cards[len(cards) * part // parts : len(cards) * (part + 1) // parts]

    def _pass(self, spot: Spot, face: int, change: tuple[int, int, int]) -> None:
        """Go over one rank from one state with so many cards in runs to the next."""
        state, cards, end = change
        if spot.kind == WALL:
            self.open, state = [], 0
        self._close_long(state)
        if spot.kind != WALL and spot.ends:
            below = face // RANKS * RANKS + (face % RANKS - 1) % RANKS
            self.open += [run for run in self.kept if run.last == below]
            state += spot.ends * THREE
        new = -1
        if spot.starts or spot.kind == PEAK:
            new = self._take_in(spot, face, (state, cards, end))
        if spot.kind != PEAK:
            new = max(0, cards - len(self.open))
        if len(self.open) > 1:
            self.open.sort(key=lambda run: (run.size, len(run.cards)))
        self.open = self.open[: cards - new]
        for run in self.open:
            run.cards.append(face)
            run.size = min(run.size + 1, MIN_MELD)
        begun = [_Run([face], 1) for _ in range(new)]
        self.made += begun
        self.open = begun if spot.kind == PEAK else [*begun, *self.open]
        self._close_long(end)

    def _take_in(self, spot: Spot, face: int, change: tuple[int, int, int]) -> int:
        """Let kept runs take in short ones until the cards lead to the wanted state; the state untrimmed."""
        state, cards, end = change
        for taken in taken_in(spot, state):
            for fresh in steps(spot, taken, cards):
                if crossing(spot, fresh) == end:
                    return fresh
            shortest = min(self.open, key=lambda run: run.size)
            self.open.remove(shortest)
            shortest.then = next(run for run in self.kept if run.first == face)
            shortest.then.first = -1
        raise AssertionError("the walk does not follow from its states")

    def _close_long(self, state: int) -> None:
        """Close long runs, the longest first, until as many are open as the state says."""
        longest = [run for run in self.open if run.size == MIN_MELD]
        surplus = len(longest) - (state >> 8)
        if surplus:
            longest.sort(key=lambda run: -len(run.cards))
            for run in longest[:surplus]:
                self.open.remove(run)


def _sets(rank: int, four: Four, kept: list[Faces], *, kinds: bool) -> list[Faces]:
    """The new sets of one rank: what can be a set of its own is; the rest joins kept sets."""
    joined = min(_joins(rank, four, kept, kinds=kinds), key=sum)
    for suit, count in enumerate(joined):
        face = suit * RANKS + rank
        open_sets = [pile for pile in kept if not kinds or (face not in pile and len(pile) == MIN_MELD)]
        for number in range(count):
            open_sets[number if kinds else 0].append(face)
    rest = [count - joint for count, joint in zip(four, joined, strict=True)]
    if not any(rest):
        return []
    if not kinds:
        return [[suit * RANKS + rank for suit in range(SUITS) for _ in range(rest[suit])]]
    new: list[Faces] = [[] for _ in range(max(*rest, -(-sum(rest) // SUITS)))]
    # The commonest suit first, each card to the emptiest kinds: so all of these come to three at least.
    for suit in sorted(range(SUITS), key=lambda suit: -rest[suit]):
        for pile in sorted(new, key=len)[: rest[suit]]:
            pile.append(suit * RANKS + rank)
    return new


def _joins(rank: int, four: Four, kept: list[Faces], *, kinds: bool) -> Iterator[Four]:
    """How many cards of each suit may join kept sets, so that the rest fills sets of its own."""
    room = [
        sum(not kinds or (len(pile) == MIN_MELD and suit * RANKS + rank not in pile) for pile in kept)
        for suit in range(SUITS)
    ]
    spans = [
        range((count if not kinds and free else min(count, free)) + 1)
        for count, free in zip(four, room, strict=True)
    ]
    for a, b, c, d in product(*spans):
        if sets_hold((four[0] - a, four[1] - b, four[2] - c, four[3] - d), kinds=kinds):
            yield a, b, c, d
