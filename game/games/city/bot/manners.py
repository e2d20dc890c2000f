"""The manners of the computer players: what one of them likes better than another of its level."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.games.city.bot.net import Bits
from game.games.city.bot.stand import Stand

Liking: TypeAlias = Callable[[Sequence[Bits]], float]
"""What the pieces of a turn are worth to a manner, in hope."""
_IN_THE_WAY = 0.04
_IN_LINE = 0.015  # with as much as the other it liked its lines more than a win
"""What one piece to its liking may cost it."""


def in_the_way(stand: Stand) -> Liking:
    """The blocker: pieces on the shortest ways of the other seat."""
    other = 1 - stand.turn
    ways = 0
    for race in stand.races:
        if race is not None and race[other].missing <= stand.supply[other]:
            ways |= race[other].links
    return lambda links: _IN_THE_WAY * sum(bool(link & ways) for link in links)


def in_line(stand: Stand) -> Liking:
    """The long-hauler: pieces that carry its own track on."""
    net, seat = stand.net, stand.turn
    own = stand.easy[seat] & ~stand.easy[1 - seat]  # printed track is easy to both, and nobody's own
    ends = {bit: frozenset(net.board.links[number]) for bit, number in net.number.items()}
    reached = {station for bit, pair in ends.items() if bit & own for station in pair}

    def liking(links: Sequence[Bits]) -> float:
        touched, count = set(reached), 0
        for link in links:
            count += not touched.isdisjoint(ends[link])
            touched |= ends[link]
        return _IN_LINE * count

    return liking


_MANNERS: dict[str, Callable[[Stand], Liking]] = {"blocker": in_the_way, "hauler": in_line}
MANNERS = tuple(_MANNERS)


def liking_of(manner: str, stand: Stand) -> Liking:
    """What a manner likes in this position; the plain one likes nothing better."""
    return _MANNERS[manner](stand) if manner else lambda _links: 0.0
