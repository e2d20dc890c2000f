"""One suit of a rummy table as an automaton over the ranks.

Walking up the ranks of a suit, all that matters about its runs is how many are open with one card, with two,
and with three or more. Given how many cards of a rank go to runs, the best next state is known: open runs
are extended, the longest are closed first (a run of three may close at any time), what is over starts new
runs. That is the dynamic program of van Rijn, Takes and Vis, "The Complexity of Rummikub Problems".

The circle of ranks is cut somewhere; the state in which a run crosses the cut is guessed, and the walk must
come back to it. A `Lane` holds the walks that can, and from each state the least loss still to come when
the other suits are assumed to help wherever they possibly could.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from game.core.rummy.melds import RANKS

ONE, TWO, THREE = 1, 1 << 4, 1 << 8
"""An open run of one, two, and three or more cards in the code of a state."""
NEVER = 1 << 10
"""More than any loss."""

OPEN, WALL, PEAK = 0, 1, 2
"""How a rank follows the one below: freely; not at all; or as an end, where runs stop and new ones start."""

Option = tuple[int, int, int, int]
"""Least loss after it, leftover code, next state, cards in runs."""
Layer = dict[int, list[Option]]


class Spot(NamedTuple):
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


class Cell(dict[int, tuple[tuple[int, int, int], ...]]):
    """State below -> the choices at a spot: (cards in runs, leftover code, state above), found when asked."""

    __slots__ = ("spot",)

    def __init__(self, spot: Spot) -> None:
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
def cell_for(spot: tuple[int, ...]) -> Cell:
    """The choices at a spot, shared by all searches."""
    return Cell(Spot(*spot))


class Moves(dict[int, list[tuple[int, int, int, int]]]):
    """State below -> the choices in the order to try them: (leftover code, state above, cards, jokers)."""

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


@lru_cache(maxsize=1 << 13)
def moves_for(spot: tuple[int, ...], near: int) -> Moves:
    """The choices at a spot where so many cards lie in runs now, shared by all searches."""
    return Moves(cell_for(spot), near)


def opened(spot: Spot, state: int) -> int:
    """The state with the kept runs that end just below added to it."""
    return 0 if spot.kind == WALL else state + spot.ends * THREE


def successors(spot: Spot, state: int, cards: int) -> list[int]:
    """The states after giving ``cards`` of this rank to runs; `taken_in` tells them apart."""
    # Runs of one or two cards would have to go on, and over a wall none can.
    if spot.kind == WALL and state & 0xFF:
        return []
    state = opened(spot, state)
    return [end for taken in taken_in(spot, state) for end in steps(spot, taken, cards)]


def taken_in(spot: Spot, state: int) -> list[int]:
    """The state after kept runs that start here took in none, one, ... of the short runs, shortest first."""
    found = [state]
    if spot.kind == OPEN:
        for _ in range(min(spot.starts, (state & 15) + (state >> 4 & 15))):
            state -= ONE if state & 15 else TWO
            found.append(state)
    return found


def steps(spot: Spot, state: int, cards: int) -> Sequence[int]:
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


def crossing(spot: Spot, state: int) -> int:
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
class Lane:
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
) -> tuple[Lane, ...]:
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


def _walk(moves: Sequence[Moves], caps: Sequence[int], guess: int, limit: int) -> Lane | None:
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
    return Lane(guess, tuple(layers[::-1]), ahead[guess], tuple(caps), tuple(over[::-1]))
