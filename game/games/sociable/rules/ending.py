"""How a match of SOCiable ends: the points of the places, and what they come to (rules.md, The end)."""

from __future__ import annotations

from enum import StrEnum

from game.core.game import Outcome
from game.core.options import Options

_POINTS = {"5": (5, 3, 2, 1, 0), "5-3-1-0": (5, 3, 1, 0), "5-3-2-0": (5, 3, 2, 0)}
"""Points of the places from first out to last; with five players they are always the same."""
SOME_HANDS, HANDS = 0, 3
"""The points to win of a match that is over after so many hands, and how many those are."""


class Reason(StrEnum):
    """How a match ends."""

    TARGET = "target"
    HANDS = "hands"
    BETTER_PLACE = "better_place"
    SHARED = "shared"


def verdict(scores: tuple[int, ...], places: tuple[int, ...], options: Options) -> Outcome | None:
    """How the match ends after a hand, `None` if another one follows (rules.md, The end).

    Args:
        scores: points of each seat.
        places: the seats in the order in which they went out in the last hand.
        options: the house rules.
    """
    best, target = max(scores), options.number("target")
    if best < target or (target == SOME_HANDS and hands_of(scores, options) < HANDS):
        return None
    top = tuple(seat for seat, score in enumerate(scores) if score == best)
    if len(top) == 1:
        return Outcome(top, scores, Reason.HANDS if target == SOME_HANDS else Reason.TARGET)
    match options.word("tie"):
        case "play_on":
            return None
        case "shared":
            return Outcome(top, scores, Reason.SHARED)
    return Outcome((min(top, key=places.index),), scores, Reason.BETTER_PLACE)


def points_of(players: int, options: Options) -> tuple[int, ...]:
    """The points of the places from first out to last (rules.md, A hand)."""
    return _POINTS["5" if players == 5 else options.word("four_player_points")]


def hands_of(scores: tuple[int, ...], options: Options) -> int:
    """How many hands have brought so many points: each brings those of all places."""
    return sum(scores) // sum(points_of(len(scores), options))
