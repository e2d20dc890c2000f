"""Where bots meet: matches are played here, in processes, or on a cluster, and what was typed is read."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager

from game.bots.arena import Pairing, Report, play_match, play_matches
from game.core.contract import Bot, GameInfo, Options, Value, manners_of
from game.core.search import read_level


def known_levels(bot: Bot, levels: Sequence[str]) -> None:
    """Make sure that a bot has these levels, as in ``hard`` or ``hard/keeper``.

    Raises:
        ValueError: it has not; a sentence that names those that it has.
    """
    manners = manners_of(bot)
    for level in levels:
        if read_level(level, manners)[0] not in bot.levels:
            raise ValueError(f"There is no bot level {level!r}; the levels are: {', '.join(bot.levels)}.")


def read_rules(
    info: GameInfo, options: Sequence[str], seats: int, usual: Mapping[str, Value] | None = None
) -> Options:
    """The house rules of a match, from ``NAME=VALUE`` each, and what they are where nothing is said.

    Raises:
        ValueError: one of them is not written so, or the game does not take it.
    """
    given: dict[str, object] = dict(usual or {})
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"A house rule is written NAME=VALUE; {text!r} is not.")
        given[name] = value
    return info.read_options(given, seats)


def played(pairings: Sequence[Pairing], pool: Executor | None, workers: int) -> Iterator[tuple[int, Report]]:
    """The reports with their numbers, as they come in."""
    if pool is None:
        for number, pairing in enumerate(pairings):
            yield number, play_match(pairing)
        return
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
            processes.shutdown(cancel_futures=True)
    else:
        yield None
