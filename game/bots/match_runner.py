"""Whole matches between bots: what the simulator, the benchmarks and the tests of strength run.

Matches are played here, in processes, or on a cluster: everything can be pickled.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from time import thread_time
from typing import Final

from game.core.discovery import find_game
from game.core.game import BenchmarkSetup, Bot, GameInfo, Layout, common_observed
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import AS_IT_LIKES, BudgetPolicy, read_level
from game.core.session import Session

BEGINNER = "beginner"
"""What a game's scripted beginner is called among the levels of a match."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played: the game, a level a seat, and all that fixes it."""

    game: str
    levels: tuple[str, ...]
    seed: int
    options: Options
    layout: Layout | None = None
    allowance: BudgetPolicy = AS_IT_LIKES
    one_hand: bool = False
    """Whether it is over as soon as anybody's score has changed."""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """How a match between bots went."""

    levels: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    plies: int
    times: tuple[tuple[float, ...], ...]
    """Seconds of the processor for each move chosen, a seat; the one part that differs from run to run."""
    record: str


def opened(pairing: Pairing) -> Session:
    """The match, before its first move."""
    return Session.new(
        pairing.game,
        len(pairing.levels),
        pairing.seed,
        pairing.options,
        pairing.layout,
        [f"{level.capitalize()} {seat + 1}" for seat, level in enumerate(pairing.levels)],
    )


def bot_move(session: Session, level: str, seed: int, allowance: BudgetPolicy = AS_IT_LIKES) -> str:
    """The move that a bot of this level, or the beginner, makes for the seat to move.

    It is the same for the same seed and log.
    """
    # By the length of the log: any position can be asked again on its own, and gives the same move.
    chance = SeededRng(seed, "bot", len(session.log))
    game = find_game(session.game)
    seen = session.observe(session.to_move)
    if level == BEGINNER:
        return game.beginner(seen, session.options, chance)
    return game.bot.choose(seen, session.options, level, chance, allowance.budget(level))


def play_match(
    pairing: Pairing, move_of: Callable[[Session, str, int, BudgetPolicy], str] = bot_move
) -> MatchReport:
    """Play a match to its end; moves are asked for by level, seed and what they may cost."""
    session = opened(pairing)
    times: list[list[float]] = [[] for _ in range(session.players)]
    at_first = _scores(session)
    while (seat := session.to_move) is not None:
        if pairing.one_hand and _scores(session) != at_first:
            break
        start = thread_time()  # of the processor: on a busy machine the clock tells what others do
        move = move_of(session, pairing.levels[seat], pairing.seed, pairing.allowance)
        times[seat].append(thread_time() - start)
        session.play(move)
    outcome = session.outcome
    return MatchReport(
        pairing.levels,
        outcome.winners if outcome else (),
        outcome.scores if outcome else _scores(session),
        str(outcome.reason) if outcome else "",
        len(session.log),
        tuple(map(tuple, times)),
        session.record(),
    )


def _scores(session: Session) -> tuple[int, ...]:
    return tuple(common_observed(session.observe(None)).get("scores", ()))


def play_matches(pairings: Sequence[Pairing]) -> list[MatchReport]:
    """Play several matches one after the other: one piece of work for an executor."""
    return [play_match(pairing) for pairing in pairings]


def known_levels(bot: Bot, levels: Sequence[str]) -> None:
    """Make sure that a bot has these levels, as in ``hard`` or ``hard/keeper``.

    Raises:
        ValueError: it has not; a sentence that names those that it has.
    """
    for level in levels:
        read_level(level, bot.levels, bot.manners)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """By what the matches are played, as a person typed it.

    Attributes:
        players: how many sit down; the usual number when None.
        options: house rules, ``NAME=VALUE`` each.
        layout: the board, where it is not the usual one.
    """

    players: int | None = None
    options: Sequence[str] = ()
    layout: Layout | None = None

    def read(self, info: GameInfo, usual: BenchmarkSetup | None = None) -> tuple[int, Options]:
        """How many seats a match has, and its house rules, which are the usual ones where nothing is said.

        Raises:
            ValueError: a sentence that says what is wrong and what would be right.
        """
        usual = usual or BenchmarkSetup()
        seats = info.read_players(usual.players if self.players is None else self.players)
        given: dict[str, object] = dict(usual.options)
        for text in self.options:
            name, equals, value = text.partition("=")
            if not equals:
                raise ValueError(f"A house rule is written NAME=VALUE; {text!r} is not.")
            given[name] = value
        return seats, info.read_options(given, seats)


AS_USUAL: Final = MatchSettings()


def played(
    pairings: Sequence[Pairing], pool: Executor | None, workers: int
) -> Iterator[tuple[int, MatchReport]]:
    """The reports with their numbers, as they come in."""
    if pool is None:
        for number, pairing in enumerate(pairings):
            yield number, play_match(pairing)
        return
    # Eight pieces a worker, so that none waits long for the last; not single matches, as sending costs.
    size = max(1, min(20, len(pairings) // (8 * workers)))
    tasks = {
        pool.submit(play_matches, pairings[first : first + size]): first
        for first in range(0, len(pairings), size)
    }
    for task in as_completed(tasks):
        yield from enumerate(task.result(), start=tasks[task])


@contextmanager
def executor(workers: int, cluster: str | None) -> Iterator[Executor | None]:
    """Where the matches are played: `None` is here, in this process.

    Raises:
        ValueError: there are no workers, or no cluster at that address.
    """
    if workers < 1:
        raise ValueError(f"The number of workers is at least 1, not {workers}.")
    if cluster is not None:
        from game.bots.dask_executor import cluster_executor

        with cluster_executor(cluster) as pool:
            yield pool
    elif workers > 1:
        processes = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        try:
            yield processes
        finally:
            processes.shutdown(cancel_futures=True)  # Ctrl+C must not wait for what nobody has begun
    else:
        yield None
