"""How the music follows a match: its stems come and go, in time with each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mood(Enum):
    """What the music has to say."""

    LOBBY = "lobby"
    """People talk: only the room and its chords."""
    CALM = "calm"
    CLOSE = "close"
    LAST = "last"
    """The last cards, the goal that decides."""


STEMS = ("base", "tune", "drive")
"""The room with its chords, the melody, and what moves under it."""
LEVELS: dict[Mood, tuple[float, float, float]] = {
    Mood.LOBBY: (0.95, 0.0, 0.0),
    Mood.CALM: (1.0, 1.0, 0.0),
    Mood.CLOSE: (0.9, 0.9, 0.7),
    Mood.LAST: (0.7, 0.9, 1.0),
}
"""How loud each stem is in a mood, 0 to 1."""
NEAR_END, FROM_NOW_ON, TOGETHER = 0.2, 0.5, 0.34


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands, as a view tells it."""

    left: float = 1.0
    """The share of it, or of its hand, that is still to come: 1 at the start."""
    gap: float = 1.0
    """How far the first is ahead of the second: 0 for level, 1 for as far as can be."""


def mood_of(standing: Standing) -> Mood:
    """The mood of a match that stands so."""
    if standing.left <= NEAR_END:
        return Mood.LAST
    if standing.left <= FROM_NOW_ON and standing.gap <= TOGETHER:
        return Mood.CLOSE
    return Mood.CALM
