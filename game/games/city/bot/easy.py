"""The easy player: follows the shortest way of a pair it fancies, and never looks at the other one."""

from __future__ import annotations

from game.core.chance import Chance
from game.games.city.rules.graph import FREE, own
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.state import NOBODY

_DRIFTS = 0.1
"""How often it forgets what it fancied and lays a piece anywhere."""


def fancied(view: BoardReading, seat: int, open_links: list[int], manner: str, chance: Chance) -> int:
    """A piece on the way of an open pair, the near ones the likelier; now and then a piece anywhere.

    Of these pieces a blocker rather lays one that is on the other's way too, a hauler one that goes on from
    its own track.

    A piece that joins a pair is laid at once.
    """
    found = ways(view, seat)
    if found and len(found[0]) == 1:
        return found[0][0]
    if not found or chance.happens(_DRIFTS):
        return chance.pick(open_links)
    way = found[min(chance.below(len(found)), chance.below(len(found)))]  # of two draws the nearer
    return chance.pick(_liked(view, seat, way, manner) or way)


def _liked(view: BoardReading, seat: int, way: list[int], manner: str) -> list[int]:
    """The pieces of a way that a manner likes."""
    if manner == "blocker":
        theirs = {link for other in ways(view, 1 - seat) for link in other}
        return [link for link in way if link in theirs]
    if manner == "hauler":
        links, mine = view.board.links, own(seat)
        reached = {at for link, owner in enumerate(view.track) if owner == mine for at in links[link]}
        return [link for link in way if not reached.isdisjoint(links[link])]
    return []


def ways(view: BoardReading, seat: int) -> list[list[int]]:
    """The free links on a shortest way of each open pair, the shortest first."""
    found: list[list[int]] = []
    for pair, owner in zip(view.socks, view.claimed, strict=True):
        if pair and owner == NOBODY:
            stations = view.board.way(pair, view.track, seat, view.stops, limit=view.supply[seat])
            free = [link for link in view.board.along(stations or ()) if view.track[link] == FREE]
            if free:
                found.append(free)
    return sorted(found, key=len)
