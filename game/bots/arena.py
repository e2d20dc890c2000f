"""Whole matches between bots: what the simulator, the benchmarks and the tests of strength run.

Everything here can be pickled, so that matches can be played in other processes and on other machines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import thread_time

from game.core.chance import Chance
from game.core.discovery import find
from game.core.game import Layout, common_observed
from game.core.options import Options
from game.core.search import AS_IT_LIKES, Allowance
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
    allowance: Allowance = AS_IT_LIKES
    one_hand: bool = False
    """Whether it is over as soon as anybody's score has changed."""


@dataclass(frozen=True, slots=True)
class Report:
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


def bot_move(session: Session, level: str, seed: int, allowance: Allowance = AS_IT_LIKES) -> str:
    """The move that a bot of this level, or the beginner, makes for the seat to move.

    It is the same for the same seed and log.
    """
    # By the length of the log: any position can be asked again on its own, and gives the same move.
    chance = Chance(seed, "bot", len(session.log))
    game = find(session.game)
    seen = session.observe(session.to_move)
    if level == BEGINNER:
        return game.beginner(seen, session.options, chance)
    return game.bot.choose(seen, session.options, level, chance, allowance.budget(level))


def play_match(pairing: Pairing, move_of: Callable[[Session, str, int, Allowance], str] = bot_move) -> Report:
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
    return Report(
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


def play_matches(pairings: Sequence[Pairing]) -> list[Report]:
    """Play several matches one after the other: one piece of work for an executor."""
    return [play_match(pairing) for pairing in pairings]
