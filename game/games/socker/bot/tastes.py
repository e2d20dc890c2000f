"""What the players of each level and manner make of a position: their weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from game.games.socker.bot import worth as at
from game.games.socker.bot.turf import Turf
from game.games.socker.bot.weights import TRAINED


def eager() -> tuple[float, ...]:
    """Weights of a player that wants the ball forward above all, and runs ahead of it.

    They open up the play. The trained ones know how to keep a wall, which two of a kind do for long.
    """
    weights = [0.0] * at.COUNT
    for across in range(at.ACROSS):
        for along in range(-5, 6):
            value = 0.6 * (along > 0) - 0.3 * max(across, abs(along + 1))
            for zone in range(at.ZONES):
                weights[at.OURS + zone * at.PLACES + at.place(across, along)] = value
    for line in range(at.LINES):
        for wide in range(at.WIDE):
            weights[at.BALL + line * at.WIDE + wide] = 4.0 * (line - at.LINES // 2) + 0.1 * wide
    weights[at.OFF] = -0.3
    weights[at.THREAT : at.THREAT + 3] = 1.3, 1.15, 1.0
    for actions in range(at.RUNS):
        weights[at.RUN + actions] = -0.5 * actions
        weights[at.THEIR_RUN + actions] = 0.25 * actions
    return tuple(weights)


def between(eagerness: float) -> tuple[float, ...]:
    """Weights between the trained ones, for 0, and the eager ones, for 1."""
    pairs = zip(TRAINED, eager(), strict=True)
    return tuple((1 - eagerness) * trained + eagerness * open_play for trained, open_play in pairs)


Liking: TypeAlias = Callable[[Turf, int, int], float]
"""What the end of a turn is worth to a manner: by our sockers, and by theirs that lie."""
WEIGHTS = {"normal": eager(), "hard": eager(), "master": between(0.5)}
"""The weights of each level."""


def _at_home(turf: Turf, ours: int, _fallen: int) -> float:
    """The rows by which the hindmost of ours is too far from its goal for a keeper."""
    # By one row it need not go back, which would cost an action that the others lack.
    return -max(1, ((ours & -ours).bit_length() - 1) // turf.columns)


def _in_front(turf: Turf, ours: int, _fallen: int) -> float:
    """The row of the foremost of ours, for a striker."""
    return (ours.bit_length() - 1) // turf.columns


def _on_the_ground(_turf: Turf, _ours: int, fallen: int) -> float:
    """How many of theirs lie, for a brawler."""
    return fallen.bit_count()


_LIKED: dict[str, Liking] = {"keeper": _at_home, "striker": _in_front, "brawler": _on_the_ground}
MANNERS = tuple(_LIKED)
_PRICES = {
    "normal": {"keeper": 0.7, "striker": 2.0, "brawler": 1.2},
    "hard": {"keeper": 0.3, "striker": 0.2, "brawler": 1.0},
    "master": {"keeper": 0.05, "striker": 0.1, "brawler": 1.1},
}
"""What each of these is worth, in points of value: as much as shows, and costs few matches."""


def liking_of(level: str, manner: str) -> Liking | None:
    """What a manner likes at a level; `None` for the plain one."""
    if not manner:
        return None
    liked, price = _LIKED[manner], _PRICES[level][manner]
    return lambda turf, ours, fallen: price * liked(turf, ours, fallen)
