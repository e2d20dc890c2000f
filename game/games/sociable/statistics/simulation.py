"""Simulated societies: a played match is simulated many times by equally strong bots.

House rules and number of seats stay; cards and first draw are new each time. Each match is played twice, with
the exchange and without it, from the same draws. Only the first chair distinguishes the players, so its
effect on the result is structure.

Worker processes play the matches in batches while the window keeps running (`SimulationRun`).
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

MATCH_COUNT = 1000  # matches in each society
LEVEL = "normal"  # level of all players; easy is careless at random, which would look like luck


class SimulatedMatch(NamedTuple):
    """Result of one simulated match."""

    ended: tuple[int, ...]  # first chairs of the players, winner first
    hands: int
    kept: int  # hands in which the Boss stayed Boss


@dataclass(frozen=True, slots=True)
class SimulationBatch:
    """Matches of one society, to be played in any process."""

    players: int
    options: Options
    seed: int
    first: int
    count: int
    hands: int = 0  # hands after which a match is cut off; 0 for no limit

    def play(self) -> list[SimulatedMatch]:
        """Return the results of all matches; equal batches give equal results in every process."""
        return [self._simulate(number) for number in range(self.first, self.first + self.count)]

    def _simulate(self, number: int) -> SimulatedMatch:
        """Result of match ``number``, played by bots of `LEVEL` to its end or for ``hands`` hands."""
        # Seeded by number only, so both societies draw alike however they are split into batches.
        seed = SeededRng(self.seed, "society", number).below(10**9)
        rng = SeededRng(seed, "bot")
        state = RULES.new(self.players, seed, self.options, None).state
        first = order = state.order
        hands = boss_stays = 0
        while state.turn is not None:
            observation = RULES.observe(state, state.turn)
            move, before = BOT.choose(observation, self.options, LEVEL, rng), state
            state = RULES.apply(state, read_move(move)).state
            if state.scores != before.scores:  # points come only at the end of a hand
                hands += 1
                boss_stays += state.order[0] == order[0]
                order = state.order
                if hands == self.hands:
                    break
        ended = standing(state.scores, state.order)
        return SimulatedMatch(tuple(first.index(seat) for seat in ended), hands, boss_stays)


def play_batch(batch: SimulationBatch) -> list[SimulatedMatch]:
    """Return the results of a batch; the task of a worker process."""
    return batch.play()


def batches(
    options: Options, players: int, seed: int, matches: int, size: int
) -> tuple[list[SimulationBatch], ...]:
    """Return the batches of both societies, the first with an exchange, the second without.

    Args:
        options: the house rules of the match. Without an exchange, the first society has the standard one.
        players: number of players.
        seed: seed of all matches.
        matches: number of matches of each society.
        size: maximum of matches in a batch.
    """
    word = options.get_str("exchange")
    rules = [Options({**options, "exchange": way}) for way in ("on" if word == "off" else word, "off")]
    firsts = range(0, matches, size)
    return tuple(
        [SimulationBatch(players, variant, seed, first, min(size, matches - first)) for first in firsts]
        for variant in rules
    )


@dataclass(frozen=True, slots=True)
class SimulatedPopulation:
    """Results of one society."""

    players: int
    lives: tuple[SimulatedMatch, ...]

    @property
    def wins(self) -> tuple[float, ...]:
        """By first chair, Boss first, the share (0 to 1) of the matches won from it."""
        return tuple(
            sum(life.ended[0] == chair for life in self.lives) / len(self.lives)
            for chair in range(self.players)
        )

    @property
    def pairs(self) -> tuple[float, ...]:
        """Shares of the matches in which exactly 0, 1, 2 ... pairs of players ended in starting order."""
        counts = [in_order(life.ended) for life in self.lives]
        max_pairs = self.players * (self.players - 1) // 2
        return tuple(counts.count(number) / len(counts) for number in range(max_pairs + 1))

    @property
    def boss_stayed(self) -> float:
        """Share of the hands after which the Boss stayed Boss."""
        return sum(life.kept for life in self.lives) / sum(life.hands for life in self.lives)

    @property
    def explained(self) -> float:
        """Share of the final placing that the first chair explains, 0 to 1.

        The variance of the mean final place of each first chair, divided by the variance of all places.
        """
        middle = (self.players - 1) / 2
        means = [
            sum(life.ended.index(chair) for life in self.lives) / len(self.lives)
            for chair in range(self.players)
        ]
        between = sum((mean - middle) ** 2 for mean in means) / self.players
        return between / ((self.players**2 - 1) / 12)

    def at_least(self, pairs: int) -> float:
        """Return the share of the matches, 0 to 1, in which at least ``pairs`` pairs kept their order."""
        return sum(self.pairs[pairs:])


def in_order(ended: Sequence[int]) -> int:
    """Return the number of pairs of first chairs, winner first, that ended in their starting order."""
    return sum(first < second for first, second in combinations(ended, 2))


PLAY_REQUEST = "game.games.sociable.statistics.simulation:play_batch"
BATCH_SIZE = 50  # matches in a batch, about 0.2 s of work
MAX_WORKERS = 4


class SimulationRun(TaskPool[tuple[int, SimulationBatch]]):
    """A run of simulated matches, in several queues of batches."""

    def __init__(self, work: Sequence[Sequence[SimulationBatch]], worker: Callable[[], Worker]) -> None:
        """Start to play the batches, one queue a list, with two to `MAX_WORKERS` workers by cores."""
        self._left = deque((number, batch) for number, queue in enumerate(work) for batch in queue)
        self._all = max(1, len(self._left))
        self._lives: list[dict[int, list[SimulatedMatch]]] = [{} for _ in work]
        # Leave one core to the window.
        super().__init__(worker, min(MAX_WORKERS, max(2, (os.cpu_count() or 2) - 1)))

    @property
    def fraction_done(self) -> float:
        """Share of the batches that are done, 0 to 1."""
        return sum(map(len, self._lives)) / self._all

    @property
    def lives(self) -> tuple[tuple[SimulatedMatch, ...], ...]:
        """Results by queue, in the order of the batches; empty until all are done."""
        if not self.is_done:
            return ()
        # In the order of the batches, not of their completion.
        return tuple(tuple(life for first in sorted(lives) for life in lives[first]) for lives in self._lives)

    @property
    def is_done(self) -> bool:
        """True if all batches have results; never if there are no batches."""
        return sum(map(len, self._lives)) == self._all

    def task(self) -> tuple[int, SimulationBatch] | None:
        """Next batch with the number of its queue, or `None` if all are taken; removes it."""
        return self._left.popleft() if self._left else None

    def request_for(self, task: tuple[int, SimulationBatch]) -> tuple[Any, ...]:
        """Return (dotted name of `play_batch`, the task's batch) for a worker."""
        return PLAY_REQUEST, task[1]

    def accept_result(self, task: tuple[int, SimulationBatch], value: Any) -> None:
        """Store the results of a batch."""
        society, batch = task
        self._lives[society][batch.first] = value


class MatchSimulationRun(SimulationRun):
    """A run of both societies of a match."""

    def __init__(
        self,
        options: Options,
        players: int,
        seed: int,
        worker: Callable[[], Worker],
        matches: int = MATCH_COUNT,
    ) -> None:
        self._players = players
        super().__init__(batches(options, players, seed, matches, BATCH_SIZE), worker)

    @property
    def societies(self) -> tuple[SimulatedPopulation, ...]:
        """Results of both societies, the first with an exchange; empty until all batches are done."""
        return tuple(SimulatedPopulation(self._players, lives) for lives in self.lives)
