"""All starts of a search walked abreast: which is the first that comes round within the budget?

One after the other, starts that differ in one suit alone would look at nearly the same states again. Here
every state is looked at once a rank, with a mask of the starts that have come to it, a bit each. How the
cards then lie is found by walking the one start that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Protocol

from game.core.rummy.melds import RANKS, SUITS
from game.core.rummy.spread import Four, Way

Losses = tuple[int, ...]
"""The least loss still to come with 0, 1, 2, ... half jokers."""
Joint = tuple[Losses, int, int, int, int]
"""Losses after it, leftover code, next state, jokers among the cards, and the starts that it is open to."""
Pair = tuple[Losses, int, tuple[int, int], int, int]
"""The same of two suits together."""
Layers = list[dict[int, list[Joint]]]
Front = dict[tuple[Four, int, int], int]
"""States, jokers and losses left -> the starts that came so far."""


class Walks(Protocol):
    """A lane, whatever its losses are."""

    @property
    def guess(self) -> int:
        """The state at the cut."""

    @property
    def layers(self) -> Sequence[Mapping[int, Sequence[tuple[Any, ...]]]]:
        """The options of each state, rank by rank."""


Start = tuple[int, int, int, tuple[Walks, Walks, Walks, Walks]]


class Abreast:
    """The starts that a budget allows, in their order.

    Args:
        starts: least loss, two more numbers, and the lanes.
        ways: for each rank, what can become of the cards left over.
        charge: is told after each rank how many states were looked at.
    """

    def __init__(
        self,
        starts: Sequence[Start],
        ways: Sequence[Mapping[int, Sequence[Way]]],
        charge: Callable[[int], None],
    ) -> None:
        self._goals = {_guesses(start): 1 << number for number, start in enumerate(starts)}
        self._layers = [_gathered(starts, suit) for suit in range(SUITS)]
        self._ways = ways
        self._charge = charge

    def first(self, budget: int, wild: int, *, every: bool) -> int | None:
        """The number of the first start that can be walked with so many losses and jokers, or None."""
        front: Front = {(guesses, wild, budget): bit for guesses, bit in self._goals.items()}
        for place in range(RANKS):
            front = self._step(place, front)
        home = 0
        for (states, left, rest), mask in front.items():
            if not every or left <= rest:
                home |= mask & self._goals.get(states, 0)
        return (home & -home).bit_length() - 1 if home else None

    def _step(self, place: int, front: Front) -> Front:
        a, b, c, d = (layers[place] for layers in self._layers)
        low, high = _Pairs(a, b), _Pairs(c, d)
        ways = self._ways[place]
        ahead: Front = {}
        seen: dict[tuple[Four, int], int] = {}
        work = 0
        # What may lose more does all that what may lose less does.
        for states, wild, budget in sorted(front, key=lambda key: -key[2]):
            mask = front[states, wild, budget] & ~seen.get((states, wild), 0)
            if not mask:
                continue
            seen[states, wild] = seen.get((states, wild), 0) | mask
            work += 1
            for losses, leftover, ends, jokers, starts in low[states[:2]]:
                some = mask & starts
                if not some or jokers > wild or losses[2 * (wild - jokers)] > budget:
                    continue
                for more, beside, others, used, too in high[states[2:]]:
                    left = wild - jokers - used
                    both = some & too
                    if not both or left < 0 or losses[2 * left] + more[2 * left] > budget:
                        continue
                    for loss, laid, _ in ways[leftover | beside << 12]:
                        if laid > left:  # those that follow need even more
                            break
                        rest = budget - loss
                        if rest >= 0 and dealt(losses, more)[2 * (left - laid)] <= rest:
                            key = (ends + others, left - laid, rest)
                            ahead[key] = ahead.get(key, 0) | both
        self._charge(work)
        return ahead


class _Pairs(dict[tuple[int, ...], list[Pair]]):
    """The options of two suits together for their states at one rank; filled when asked."""

    __slots__ = ("first", "second")

    def __init__(self, first: Mapping[int, Sequence[Joint]], second: Mapping[int, Sequence[Joint]]) -> None:
        super().__init__()
        self.first = first
        self.second = second

    def __missing__(self, states: tuple[int, ...]) -> list[Pair]:
        s, t = states
        self[states] = found = [
            (dealt(w[0], x[0]), w[1] | x[1] << 6, (w[2], x[2]), w[3] + x[3], w[4] & x[4])
            for w, x in product(self.first[s], self.second[t])
            if w[4] & x[4]
        ]
        return found


def _guesses(start: Start) -> Four:
    a, b, c, d = start[3]
    return a.guess, b.guess, c.guess, d.guess


def _gathered(starts: Sequence[Start], suit: int) -> Layers:
    """The lanes of a suit as one: each option with the starts that it is open to, and the least it loses."""
    lanes: dict[int, tuple[Walks, int]] = {}
    for number, start in enumerate(starts):
        lane = start[3][suit]
        lanes[lane.guess] = (lane, lanes.get(lane.guess, (lane, 0))[1] | 1 << number)
    layers: Layers = []
    for place in range(RANKS):
        found: dict[int, dict[tuple[int, int, int], tuple[Losses, int]]] = {}
        for lane, mask in lanes.values():
            for state, options in lane.layers[place].items():
                here = found.setdefault(state, {})
                for losses, leftover, end, _, *wild in options:
                    after = losses if wild else (losses,)
                    key = (leftover, end, wild[0] if wild else 0)
                    least, open_to = here.get(key, (after, 0))
                    here[key] = (least if least == after else least_of([least, after]), open_to | mask)
        layers.append(
            {
                state: [(losses, *key, mask) for key, (losses, mask) in options.items()]
                for state, options in found.items()
            }
        )
    return layers


@lru_cache(maxsize=1 << 16)
def dealt(a: Losses, b: Losses) -> Losses:
    """The least loss of two lanes together, for each number of half jokers."""
    return tuple(min(a[i] + b[total - i] for i in range(total + 1)) for total in range(len(a)))


def least_of(many: Sequence[Losses]) -> Losses:
    """The least of several losses, for each number of half jokers."""
    return many[0] if len(many) == 1 else tuple(map(min, zip(*many, strict=True)))
