"""Where bots meet: matches are played here, in processes, or on a cluster, and what was typed is read."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from game.bots.arena import Pairing, Report, play_match, play_matches
from game.core.game import Bot, GameInfo, Layout, Measure
from game.core.options import Options
from game.core.search import read_level


def known_levels(bot: Bot, levels: Sequence[str]) -> None:
    """Make sure that a bot has these levels, as in ``hard`` or ``hard/keeper``.

    Raises:
        ValueError: it has not; a sentence that names those that it has.
    """
    for level in levels:
        read_level(level, bot.levels, bot.manners)


@dataclass(frozen=True, slots=True)
class Terms:
    """By what the matches are played, as a person typed it.

    Attributes:
        players: how many sit down; the usual number when None.
        options: house rules, ``NAME=VALUE`` each.
        layout: the board, where it is not the usual one.
    """

    players: int | None = None
    options: Sequence[str] = ()
    layout: Layout | None = None

    def read(self, info: GameInfo, usual: Measure | None = None) -> tuple[int, Options]:
        """How many seats a match has, and its house rules, which are the usual ones where nothing is said.

        Raises:
            ValueError: a sentence that says what is wrong and what would be right.
        """
        usual = usual or Measure()
        seats = info.read_players(usual.players if self.players is None else self.players)
        given: dict[str, object] = dict(usual.options)
        for text in self.options:
            name, equals, value = text.partition("=")
            if not equals:
                raise ValueError(f"A house rule is written NAME=VALUE; {text!r} is not.")
            given[name] = value
        return seats, info.read_options(given, seats)


AS_USUAL: Final = Terms()


def played(pairings: Sequence[Pairing], pool: Executor | None, workers: int) -> Iterator[tuple[int, Report]]:
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
        from game.bots.cluster import cluster_executor

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
