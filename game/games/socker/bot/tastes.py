"""What the players of each level and manner make of a position: their weights."""

from __future__ import annotations

from functools import cache

from game.games.socker.bot import worth as at
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


def leaning(
    weights: tuple[float, ...], *, home: float = 0.0, ahead: float = 0.0, fallen: float = 0.0
) -> tuple[float, ...]:
    """The same weights with a manner.

    Args:
        weights: the plain ones.
        home: more for one of ours three rows or more behind the ball, while that is in our own third.
        ahead: more for one of ours on the other side of the ball.
        fallen: more for one of theirs that lies.
    """
    new = list(weights)
    for number in range(at.PLACES):
        along = number % at.ALONG - 5
        new[at.FALLEN + number] += fallen
        # Where it leans home wherever the ball is, it is pressed back, tires there, and hardly ever wins.
        new[at.OURS + number] += home * (along <= -3)
        for zone in range(at.ZONES):
            new[at.OURS + zone * at.PLACES + number] += ahead * (along > 0)
    return tuple(new)


_PLAIN = {"normal": eager(), "hard": eager(), "master": between(0.5)}
_LEANINGS = {
    "keeper": {"home": 1.2},
    "striker": {"ahead": 0.6},
    "brawler": {"fallen": 0.6},
}
MANNERS = tuple(_LEANINGS)


@cache
def weights_of(level: str, manner: str) -> tuple[float, ...]:
    """The weights of a level with a manner, empty for the plain one."""
    return leaning(_PLAIN[level], **_LEANINGS[manner]) if manner else _PLAIN[level]
