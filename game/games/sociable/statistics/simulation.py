"""Parallel societies: the match that was played, lived again and again by players who are all alike.

The house rules and the number of seats stay, cards and first draw are new each time, and equally good bots
play. Every match is lived twice, with the exchange and without it, from the same draws. What the chair of the
first draw then still tells about the end is structure, for nothing else tells the players apart.

Processes of their own live the matches, a batch at a time, while the window goes on (`SimulationRun`).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from game.bots.worker import TaskPool, Worker
from game.core.options import Options
from game.core.rng import SeededRng
from game.games.sociable.bot import BOT
from game.games.sociable.rules import RULES
from game.games.sociable.rules.text import read_move
from game.games.sociable.statistics import standing

MATCHES = 1000
"""How many matches each society lives through."""
LEVEL = "normal"
"""How good everybody is; the cheaper level is careless at random, which would pass for luck."""


class SimulatedMatch(NamedTuple):
    """What became of one match."""

    ended: tuple[int, ...]
    """The first chairs of the players from the winner down."""
    hands: int
    kept: int
    """In how many of the hands the Boss stayed Boss."""


@dataclass(frozen=True, slots=True)
class SimulationBatch:
    """Some matches of one society, to be played anywhere."""

    players: int
    options: Options
    seed: int
    first: int
    count: int
    hands: int = 0
    """After so many hands a match is over, if it is not by itself; 0 for no such end."""

    def played(self) -> list[SimulatedMatch]:
        """Play them; the same batch gives the same lives everywhere."""
        return [self._lived(number) for number in range(self.first, self.first + self.count)]

    def _lived(self, number: int) -> SimulatedMatch:
        # By the number alone: both societies draw alike, however they are parted into batches.
        seed = SeededRng(self.seed, "society", number).below(10**9)
        chance = SeededRng(seed, "bot")
        state = RULES.new(self.players, seed, self.options, None).state
        first = order = state.order
        hands = kept = 0
        while state.turn is not None:
            seen = RULES.observe(state, state.turn)
            move, before = BOT.choose(seen, self.options, LEVEL, chance), state
            state = RULES.apply(state, read_move(move)).state
            if state.scores != before.scores:  # points come at the end of a hand, and only there
                hands += 1
                kept += state.order[0] == order[0]
                order = state.order
                if hands == self.hands:
                    break
        ended = standing(state.scores, state.order)
        return SimulatedMatch(tuple(first.index(seat) for seat in ended), hands, kept)


def played(batch: SimulationBatch) -> list[SimulatedMatch]:
    """`SimulationBatch.played`, as a question for a worker process."""
    return batch.played()


def batches(
    options: Options, players: int, seed: int, matches: int, size: int
) -> tuple[list[SimulationBatch], ...]:
    """The work of both societies: with the exchange as the match had it (or as usual), and without.

    Args:
        options: the house rules of the match.
        players: how many sit there.
        seed: fixes everything.
        matches: how many each society plays.
        size: the most matches in a batch.
    """
    word = options.word("exchange")
    rules = [Options({**options, "exchange": way}) for way in ("on" if word == "off" else word, "off")]
    firsts = range(0, matches, size)
    return tuple(
        [SimulationBatch(players, own, seed, first, min(size, matches - first)) for first in firsts]
        for own in rules
    )


@dataclass(frozen=True, slots=True)
class SimulatedPopulation:
    """What became of one society."""

    players: int
    lives: tuple[SimulatedMatch, ...]

    @property
    def wins(self) -> tuple[float, ...]:
        """By first chair: the share of the matches that were won from there."""
        return tuple(
            sum(life.ended[0] == chair for life in self.lives) / len(self.lives)
            for chair in range(self.players)
        )

    @property
    def pairs(self) -> tuple[float, ...]:
        """By number of pairs of players who ended in the order they began in: the share of the matches."""
        found = [in_order(life.ended) for life in self.lives]
        most = self.players * (self.players - 1) // 2
        return tuple(found.count(number) / len(found) for number in range(most + 1))

    @property
    def boss_stayed(self) -> float:
        """The share of the hands after which the Boss was Boss again."""
        return sum(life.kept for life in self.lives) / sum(life.hands for life in self.lives)

    @property
    def explained(self) -> float:
        """How much of who ends where the first chair settles, from 0 for nothing to 1 for everything.

        The variance of the mean final place of each first chair, as a share of the variance of all places.
        """
        middle = (self.players - 1) / 2
        means = [
            sum(life.ended.index(chair) for life in self.lives) / len(self.lives)
            for chair in range(self.players)
        ]
        between = sum((mean - middle) ** 2 for mean in means) / self.players
        return between / ((self.players**2 - 1) / 12)

    def at_least(self, pairs: int) -> float:
        """The share of the matches in which at least so many pairs ended in the order they began in."""
        return sum(self.pairs[pairs:])


def in_order(ended: Sequence[int]) -> int:
    """How many pairs of first chairs, given from the winner down, stand in the order they began in."""
    return sum(first < second for first, second in combinations(ended, 2))


PLAYED = "game.games.sociable.statistics.simulation:played"
SIZE = 50
"""Matches in a batch: about a fifth of a second of work."""
MOST_WORKERS = 4


class SimulationRun(TaskPool[tuple[int, SimulationBatch]]):
    """One run of many lives, in several queues of batches."""

    def __init__(self, work: Sequence[Sequence[SimulationBatch]], worker: Callable[[], Worker]) -> None:
        self._left = deque((number, batch) for number, own in enumerate(work) for batch in own)
        self._all = max(1, len(self._left))
        self._lives: list[dict[int, list[SimulatedMatch]]] = [{} for _ in work]
        # One core stays with the window.
        super().__init__(worker, min(MOST_WORKERS, max(2, (os.cpu_count() or 2) - 1)))

    @property
    def share(self) -> float:
        """How much is done, 0 to 1."""
        return sum(map(len, self._lives)) / self._all

    @property
    def lives(self) -> tuple[tuple[SimulatedMatch, ...], ...]:
        """What was lived, queue by queue; empty until all is done."""
        if not self.is_done:
            return ()
        # In the order of the batches, whichever was answered first.
        return tuple(tuple(life for first in sorted(lives) for life in lives[first]) for lives in self._lives)

    @property
    def is_done(self) -> bool:
        return sum(map(len, self._lives)) == self._all

    def task(self) -> tuple[int, SimulationBatch] | None:
        return self._left.popleft() if self._left else None

    def question(self, task: tuple[int, SimulationBatch]) -> tuple[Any, ...]:
        return PLAYED, task[1]

    def take(self, task: tuple[int, SimulationBatch], value: Any) -> None:
        society, batch = task
        self._lives[society][batch.first] = value


class MatchSimulationRun(SimulationRun):
    """One run of both societies of a match."""

    def __init__(
        self,
        options: Options,
        players: int,
        seed: int,
        worker: Callable[[], Worker],
        matches: int = MATCHES,
    ) -> None:
        self._players = players
        super().__init__(batches(options, players, seed, matches, SIZE), worker)

    @property
    def societies(self) -> tuple[SimulatedPopulation, ...]:
        return tuple(SimulatedPopulation(self._players, lives) for lives in self.lives)
