"""The easy player: follows the shortest way of a pair it fancies, and never looks at the other one."""

from __future__ import annotations

from game.core.chance import Chance
from game.games.city.rules.graph import FREE
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.state import NOBODY

_DRIFTS = 0.3
"""How often it lays a piece anywhere."""


def fancied(view: BoardReading, seat: int, open_links: list[int], chance: Chance) -> int:
    """A piece on the way of an open pair, the near ones the likelier; often enough a piece anywhere.

    A piece that joins a pair is laid at once.
    """
    ways = _ways(view, seat)
    if ways and len(ways[0]) == 1:
        return ways[0][0]
    if not ways or chance.happens(_DRIFTS):
        return chance.pick(open_links)
    return chance.pick(ways[min(chance.below(len(ways)), chance.below(len(ways)))])  # of two draws the nearer


def _ways(view: BoardReading, seat: int) -> list[list[int]]:
    """The free links on a shortest way of each open pair, the shortest first."""
    ways: list[list[int]] = []
    for pair, owner in zip(view.socks, view.claimed, strict=True):
        if pair and owner == NOBODY:
            stations = view.board.way(pair, view.track, seat, view.stops, limit=view.supply[seat])
            free = [link for link in view.board.along(stations or ()) if view.track[link] == FREE]
            if free:
                ways.append(free)
    return sorted(ways, key=len)
