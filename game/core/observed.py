"""What observations of different games call the same, for code that knows none of the games.

A game's own bots and screen read an `Observation` through the type in its ``rules/observed.py``.
"""

from __future__ import annotations

from typing import TypedDict, cast

from game.core.contract import Observation


class CommonObserved(TypedDict, total=False):
    """What a game may let everybody know under these names, and a seat of its own hand."""

    counts: list[int]
    """Cards in each hand."""
    hand: list[str]
    """Not for spectators, and not in games that hide nothing."""
    scores: list[int]
    """Points, by seat."""
    score: list[int]
    """Goals, by seat."""
    wins: list[int]
    """Games won, by seat."""


def common_observed(observation: Observation) -> CommonObserved:
    """An observation of any game, read through what several have."""
    return cast(CommonObserved, observation)


def totals_of(observation: Observation) -> list[int]:
    """How the match stands, by seat: points, goals or games won; empty where a game counts none."""
    seen = common_observed(observation)
    return list(seen.get("scores") or seen.get("score") or seen.get("wins") or ())
