"""Complete matches between bots, for the simulator, the benchmarks and the tests of strength.

Matches are played in this process, in others, or on a cluster: everything can be pickled.
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
from game.core.search import DEFAULT_BUDGET, BudgetPolicy, read_level
from game.core.session import Session

BEGINNER = "beginner"  # level name of a game's scripted beginner


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to play: the game, a level for each seat, and everything that fixes it."""

    game: str
    levels: tuple[str, ...]
    seed: int
    options: Options
    layout: Layout | None = None
    allowance: BudgetPolicy = DEFAULT_BUDGET
    one_hand: bool = False  # ends as soon as a score has changed


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Result of a match between bots."""

    levels: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    plies: int
    times: tuple[tuple[float, ...], ...]
    """Processor seconds of each move, by seat. The only part that differs from run to run."""
    record: str


def open_session(pairing: Pairing) -> Session:
    """Create the session of a pairing, before its first move."""
    return Session.new(
        pairing.game,
        len(pairing.levels),
        pairing.seed,
        pairing.options,
        pairing.layout,
        [f"{level.capitalize()} {seat + 1}" for seat, level in enumerate(pairing.levels)],
    )


def bot_move(session: Session, level: str, seed: int, allowance: BudgetPolicy = DEFAULT_BUDGET) -> str:
    """Text of the move of a bot of this level, or of the beginner, for the seat to move. Does not play it.

    The same seed and log give the same move, if ``allowance`` has no time share.
    """
    # Seeded with the length of the log, so that any position can be repeated alone with the same move.
    rng = SeededRng(seed, "bot", len(session.log))
    game = find_game(session.game)
    observation = session.observe(session.to_move)
    if level == BEGINNER:
        return game.beginner(observation, session.options, rng)
    return game.bot.choose(observation, session.options, level, rng, allowance.budget(level))


def play_match(
    pairing: Pairing, move_of: Callable[[Session, str, int, BudgetPolicy], str] = bot_move
) -> MatchReport:
    """Play a match to its end, or with ``one_hand`` until a score changes, and return its report.

    ``move_of`` gets the session, level, seed and budget policy.
    """
    session = open_session(pairing)
    times: list[list[float]] = [[] for _ in range(session.players)]
    at_first = _scores(session)
    while (seat := session.to_move) is not None:
        if pairing.one_hand and _scores(session) != at_first:
            break
        start = thread_time()  # processor time, because the clock includes other processes
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
    """Points by seat that spectators see; empty in games that count goals or games won instead."""
    return tuple(common_observed(session.observe(None)).get("scores", ()))


def play_matches(pairings: Sequence[Pairing]) -> list[MatchReport]:
    """Play several matches in sequence: one task for an executor."""
    return [play_match(pairing) for pairing in pairings]


def check_levels(bot: Bot, texts: Sequence[str]) -> tuple[str, ...]:
    """Levels in typed texts, see `read_level`; raises ValueError if the bot lacks one."""
    return tuple(read_level(text, bot.levels) for text in texts)


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Settings of the matches as typed on the command line.

    Attributes:
        players: number of seats; None for the default.
        options: house rules, ``NAME=VALUE`` each.
        layout: the board; None for the standard one.
    """

    players: int | None = None
    options: Sequence[str] = ()
    layout: Layout | None = None

    def read(self, info: GameInfo, usual: BenchmarkSetup | None = None) -> tuple[int, Options]:
        """(number of seats, house rules), with ``usual`` for missing settings; ValueError if one is wrong."""
        usual = usual or BenchmarkSetup()
        seats = info.read_players(usual.players if self.players is None else self.players)
        requested: dict[str, object] = dict(usual.options)
        for text in self.options:
            name, equals, value = text.partition("=")
            if not equals:
                raise ValueError(f"A house rule is written as NAME=VALUE, not {text!r}.")
            requested[name] = value
        return seats, info.read_options(requested, seats)


DEFAULT_SETTINGS: Final = MatchSettings()


def run_matches(
    pairings: Sequence[Pairing], pool: Executor | None, workers: int
) -> Iterator[tuple[int, MatchReport]]:
    """Play all matches; yield (index, report) as they finish."""
    if pool is None:
        for number, pairing in enumerate(pairings):
            yield number, play_match(pairing)
        return
    # Eight tasks a worker, so that none waits long for the last; not single matches, because sending costs.
    size = max(1, min(20, len(pairings) // (8 * workers)))
    tasks = {
        pool.submit(play_matches, pairings[first : first + size]): first
        for first in range(0, len(pairings), size)
    }
    for task in as_completed(tasks):
        yield from enumerate(task.result(), start=tasks[task])


@contextmanager
def executor(workers: int, cluster: str | None) -> Iterator[Executor | None]:
    """Context manager: executor for matches, `None` for this process; ValueError for no worker or cluster."""
    if workers < 1:
        raise ValueError(f"--workers must be at least 1, not {workers}.")
    if cluster is not None:
        from game.bots.dask_executor import cluster_executor

        with cluster_executor(cluster) as pool:
            yield pool
    elif workers > 1:
        processes = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
        try:
            yield processes
        finally:
            processes.shutdown(cancel_futures=True)  # Ctrl+C must not wait for tasks that have not begun
    else:
        yield None
