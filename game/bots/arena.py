"""Whole matches between bots: what the simulator, the benchmarks and the tests of strength run.

Everything here can be pickled, so that matches can be played in other processes and on other machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from game.core.chance import Chance
from game.core.contract import Layout, Options
from game.core.discovery import find
from game.core.session import Session


@dataclass(frozen=True, slots=True)
class Pairing:
    """One match to be played: the game, a level a seat, and all that fixes it."""

    game: str
    levels: tuple[str, ...]
    seed: int
    options: Options
    layout: Layout | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """How a match between bots went."""

    levels: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    plies: int
    decisions: tuple[int, ...]
    """Moves chosen, a seat."""
    thinking: tuple[float, ...]
    """Seconds spent on choosing them, a seat; the one part that differs from run to run."""
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


def bot_move(session: Session, level: str, seed: int) -> str:
    """The move that a bot of this level makes for the seat to move; the same for the same seed and log."""
    chance = Chance(seed, "bot", len(session.log))
    bot = find(session.game).bot
    return bot.choose(session.observe(session.to_move), session.options, level, chance)


def play_match(pairing: Pairing) -> Report:
    """Play a match to its end."""
    session = opened(pairing)
    decisions = [0] * session.players
    thinking = [0.0] * session.players
    while (seat := session.to_move) is not None:
        start = perf_counter()
        move = bot_move(session, pairing.levels[seat], pairing.seed)
        thinking[seat] += perf_counter() - start
        decisions[seat] += 1
        session.play(move)
    outcome = session.outcome
    assert outcome is not None
    return Report(
        pairing.levels,
        outcome.winners,
        outcome.scores,
        str(outcome.reason),
        len(session.log),
        tuple(decisions),
        tuple(thinking),
        session.record(),
    )


def play_matches(pairings: Sequence[Pairing]) -> list[Report]:
    """Play several matches one after the other: one piece of work for an executor."""
    return [play_match(pairing) for pairing in pairings]
