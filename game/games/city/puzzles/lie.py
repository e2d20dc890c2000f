"""How the track of a city lies, and what both seats miss: all counted anew, nothing carried on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from game.core.session import Session
from game.games.city.bot.net import FAR, Bits, Net, Ways, net_of
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.state import NOBODY

KEPT = 1 << 15
"""How many ways are remembered."""


class Lie(NamedTuple):
    """What pieces change."""

    free: Bits
    """The links without track."""
    easy: tuple[Bits, Bits]
    """For each seat the links that cost it nothing."""
    supply: tuple[int, int]
    claimed: frozenset[int]
    """The colours that somebody has taken."""

    def laid(self, seat: int, link: Bits) -> Lie:
        """The same with a piece of a seat, before anybody looks what it joins."""
        one, other = self.easy
        first, second = self.supply
        easy = (one | link, other) if seat == 0 else (one, other | link)
        supply = (first - 1, second) if seat == 0 else (first, second - 1)
        return Lie(self.free & ~link, easy, supply, self.claimed)


@dataclass(slots=True)
class City:
    """A board with its socks."""

    net: Net
    open: Bits
    """The stations without sock or blocker."""
    pairs: dict[int, tuple[Bits, Bits]]
    """The socks of each colour."""
    _known: dict[tuple[int, Bits, Bits], Ways] = field(default_factory=dict)

    def ways(self, lie: Lie, seat: int, colour: int) -> Ways:
        """What a seat misses for a colour."""
        key = (colour, lie.free, lie.easy[seat])
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            found = Ways(self.net, self.pairs[colour], self.open, lie.free, lie.easy[seat])
            self._known[key] = found
        return found

    def missing(self, lie: Lie, seat: int, colour: int) -> int:
        """How many pieces a seat misses; `FAR` where it can never join them any more."""
        few = self.ways(lie, seat, colour).missing
        return few if few <= lie.supply[seat] else FAR

    def rest(self, lie: Lie) -> list[int]:
        """The colours that nobody has taken."""
        return [colour for colour in self.pairs if colour not in lie.claimed]

    def lay(self, lie: Lie, seat: int, link: Bits) -> Lie:
        """The lie after a piece, with what it joins taken."""
        then = lie.laid(seat, link)
        near = [colour for colour in self.rest(lie) if self.ways(lie, seat, colour).missing == 1]
        joined = {colour for colour in near if not self.ways(then, seat, colour).missing}
        return then._replace(claimed=then.claimed | joined) if joined else then

    def one_way(self, lie: Lie, seat: int, colour: int) -> list[Bits]:
        """The pieces that one shortest way misses."""
        found: list[Bits] = []
        while (ways := self.ways(lie, seat, colour)).missing:
            link = next(each(ways.levels[0]))
            found.append(link)
            lie = lie.laid(seat, link)
        return found

    def text(self, link: Bits) -> str:
        """The move that lays a piece there."""
        return f"lay {' '.join(self.net.board.link_names[self.net.number[link]])}"

    def link(self, move: str) -> Bits:
        """The link of a move."""
        board = self.net.board
        one, other = sorted(board.number[station] for station in move.split()[1:])
        return self.net.link[board.link_of[one, other]]


def each(links: Bits) -> Iterator[Bits]:
    """The links of a set, one by one."""
    while links:
        link = links & -links
        yield link
        links ^= link


def read_city(session: Session) -> tuple[City, Lie]:
    """The city of a match in play, and how its track lies."""
    view = BoardReading.of(observed(session.observe(None)))
    net = net_of(view.board)
    stations = net.stations(tuple(range(len(view.board.cells))))
    pairs = {
        colour: (net.station[pair[0]], net.station[pair[1]])
        for colour, pair in enumerate(view.socks)
        if pair is not None
    }
    claimed = frozenset(colour for colour in pairs if view.claimed[colour] != NOBODY)
    easy = (net.easy(view.track, 0), net.easy(view.track, 1))
    return City(net, stations & ~net.stations(view.stops), pairs), Lie(
        net.free(view.track), easy, view.supply, claimed
    )
