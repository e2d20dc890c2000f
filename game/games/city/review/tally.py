"""What a match of Socks in the City has come to: pairs, the longest line home, and what is left."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.session import Session
from game.games.city.rules.events import PairJoined, read
from game.games.city.rules.observed import observed


@dataclass(frozen=True, slots=True)
class Tally:
    """Figures of both sides."""

    pairs: tuple[int, int]
    line: tuple[int, int]
    """The most links from sock to sock of a pair."""
    left: tuple[int, int]
    """Pieces of track that were not laid."""


def tally(session: Session) -> Tally:
    """Count what happened in a match, from its moves."""
    pairs, line = [0, 0], [0, 0]
    for ply in range(len(session.log)):
        for event in session.events_of(ply):
            match read(event):
                case PairJoined(seat=seat, way=way):
                    pairs[seat] += 1
                    line[seat] = max(line[seat], len(way) - 1)
    left = observed(session.observe(None))["supply"]
    return Tally((pairs[0], pairs[1]), (line[0], line[1]), (left[0], left[1]))
