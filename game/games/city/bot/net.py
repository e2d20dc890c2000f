"""The links of a city as bits, so that a whole front of stations is spread in a few operations.

A station is a bit at ``row * width + column`` of its axial cell, so that each of the three directions of
links is one shift. A link is the bit of its lower end, plus one whole map for each direction before its own.
A set of stations or of links is one whole number.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TypeAlias

from game.games.city.rules.board import Board
from game.games.city.rules.graph import FREE, PRINTED, own

Bits: TypeAlias = int
"""A set of stations, or of links."""
Sides: TypeAlias = tuple[int, int, int]
"""A set of links as three, one for each direction, each by the lower ends."""
FAR = 99
"""Pieces missing where there is no way."""


class Net:
    """The stations and links of a board.

    Attributes:
        shifts: how far apart in bits the two ends of a link are, for each direction.
        station: the bit of each station.
        link: the bit of each link.
        number: the link of a bit.
    """

    __slots__ = ("board", "link", "number", "shifts", "size", "station")

    def __init__(self, board: Board) -> None:
        qs = [q for q, _ in board.cells]
        rs = [r for _, r in board.cells]
        # Three columns at least, or two directions would be the same shift.
        width = max(max(qs) - min(qs) + 1, 3)
        places = [(r - min(rs)) * width + q - min(qs) for q, r in board.cells]
        self.board = board
        self.shifts = (1, width - 1, width)
        self.size = max(places) + 1
        self.station: tuple[Bits, ...] = tuple(1 << place for place in places)
        links: list[Bits] = []
        for one, other in board.links:
            low, high = sorted((places[one], places[other]))
            links.append(1 << self.shifts.index(high - low) * self.size + low)
        self.link: tuple[Bits, ...] = tuple(links)
        self.number: dict[Bits, int] = {bit: number for number, bit in enumerate(links)}

    def sides(self, links: Bits) -> Sides:
        """A set of links as three, one for each direction."""
        size, whole = self.size, (1 << self.size) - 1
        return links & whole, links >> size & whole, links >> 2 * size

    def between(self, ones: Bits, others: Bits, links: Sides) -> Bits:
        """The links, out of some, that lead from one of these stations to one of those."""
        by0, by1, by2 = self.shifts
        links0, links1, links2 = links
        return (
            links0 & (ones & others >> by0 | others & ones >> by0)
            | (links1 & (ones & others >> by1 | others & ones >> by1)) << self.size
            | (links2 & (ones & others >> by2 | others & ones >> by2)) << 2 * self.size
        )

    def free(self, track: bytes) -> Bits:
        """The links without track."""
        return sum(bit for bit, owner in zip(self.link, track, strict=True) if owner == FREE)

    def easy(self, track: bytes, seat: int) -> Bits:
        """The links that cost a seat nothing: its own and the printed ones."""
        kinds = own(seat), PRINTED
        return sum(bit for bit, owner in zip(self.link, track, strict=True) if owner in kinds)

    def stations(self, numbers: frozenset[int] | tuple[int, ...]) -> Bits:
        """A set of stations."""
        return sum(self.station[number] for number in numbers)


@lru_cache(maxsize=8)
def net_of(board: Board) -> Net:
    """The net of a board, made once."""
    return Net(board)


class Ways:
    """What one seat still misses from sock to sock of one pair, and over which links the shortest ways lead.

    The missing pieces may be told beforehand; the rest is worked out when it is first asked for.
    """

    __slots__ = (
        "_cuts", "_easy", "_free", "_lent", "_levels", "_links", "_near", "_net", "_open", "_pair", "missing",
    )  # fmt: skip

    def __init__(
        self, net: Net, pair: tuple[Bits, Bits], open_: Bits, free: Bits, easy: Bits, missing: int = -1
    ) -> None:
        """Ways of a pair, past no station but those in ``open_``; ``missing`` where it is known."""
        self._net, self._pair, self._open = net, pair, open_
        self._free, self._easy = free, easy
        self._levels: tuple[Bits, ...] | None = None
        self._links = self._near = self._lent = -1  # not worked out yet: 0 is a set too, the empty one
        self._cuts: dict[Bits, tuple[Bits, int]] = {}
        self.missing = self._count(free, easy) if missing < 0 else missing

    def after(self, free: Bits, easy: Bits, missing: int = -1) -> Ways:
        """The same pair with other track."""
        return Ways(self._net, self._pair, self._open, free, easy, missing)

    @property
    def levels(self) -> tuple[Bits, ...]:
        """For each missing piece, counted from the first sock, the links it may lie on in a shortest way."""
        if self._levels is None:
            self._fill()
        assert self._levels is not None
        return self._levels

    @property
    def links(self) -> Bits:
        """Every free link on some shortest way."""
        if self._links < 0:
            self._fill()
        return self._links

    def seeming(self) -> Bits:
        """Every free link on what looks like a shortest way to whoever takes the socks of others for open."""
        if self.missing >= FAR:
            return 0
        start, goal = self._pair
        there = spread(self._net, start, goal, self._open, self._free, self._easy)
        back = spread(self._net, goal, start, self._open, self._free, self._easy)
        sides = self._net.sides(self._free)
        steps = zip(there, reversed(back[:-1]), strict=False)
        return reduce(or_, (self._net.between(one, other, sides) for one, other in steps), 0)

    @property
    def near(self) -> Bits:
        """Every free link on some way of at most one piece more."""
        if self._near < 0:
            self._fill()
        return self._near

    @property
    def lent(self) -> Bits:
        """Every link on some shortest way that costs nothing."""
        if self._lent < 0:
            self._fill()
        return self._lent

    def cut(self, link: Bits, free: Bits, easy: Bits) -> int:
        """The missing pieces when the other seat takes a link, on the track as it is now."""
        known = self._cuts.get(link)
        # Ways stay as they are while pieces are laid far off, but what a cut costs may have changed.
        if known is not None and known[0] == free:
            return known[1]
        # Every way has one piece of each level: another link of the level is another way as short.
        spared = all(level != link for level in self.levels) and not link & easy
        missing = self.missing if spared else self._count(free & ~link, easy & ~link)
        self._cuts[link] = free, missing
        return missing

    def _count(self, free: Bits, easy: Bits) -> int:
        layers = spread(self._net, *self._pair, self._open, free, easy)
        return len(layers) - 1 if layers and layers[-1] & self._pair[1] else FAR

    def _fill(self) -> None:
        net, free = self._net, self._free
        start, goal = self._pair
        if self.missing >= FAR:
            self._levels, self._links, self._near, self._lent = (), 0, 0, 0
            return
        there = spread(net, start, goal, self._open, free, self._easy)
        back = spread(net, goal, start, self._open, free, self._easy)
        # Pieces too far off to be looked at when they were laid may have made a way shorter after all.
        self.missing = len(there) - 1
        there = [layer & (self._open | start) for layer in there]
        back = [layer & (self._open | goal) for layer in reversed(back)]
        sides = net.sides(free)
        self._levels = tuple(
            net.between(one, other, sides) for one, other in zip(there, back[1:], strict=False)
        )
        self._links = reduce(or_, self._levels, 0)
        self._near, self._lent = self._links, 0
        easy = net.sides(self._easy)
        for one, other in zip(there, back, strict=True):
            self._near |= net.between(one, other, sides)
            self._lent |= net.between(one, other, easy)


def spread(net: Net, start: Bits, goal: Bits, open_: Bits, free: Bits, easy: Bits) -> list[Bits]:
    """The stations that cost 0, 1, 2 ... pieces from a start, up to those that cost as much as the goal.

    Without any way to the goal the last layer does not hold it.
    """
    free0, free1, free2 = net.sides(free)
    easy0, easy1, easy2 = net.sides(easy)
    by0, by1, by2 = net.shifts
    layers: list[Bits] = []
    seen = front = start
    while True:
        # A sock's station is closed to all ways, and yet its own begin there.
        new = front & open_ | start if not layers else front & open_
        while new:
            new = (
                (new & easy0) << by0 | new >> by0 & easy0
                | (new & easy1) << by1 | new >> by1 & easy1
                | (new & easy2) << by2 | new >> by2 & easy2
            ) & ~seen  # fmt: skip
            seen |= new
            front |= new
            new &= open_
        layers.append(front)
        if seen & goal:
            return layers
        new = front & open_ | start if len(layers) == 1 else front & open_
        front = (
            (new & free0) << by0 | new >> by0 & free0
            | (new & free1) << by1 | new >> by1 & free1
            | (new & free2) << by2 | new >> by2 & free2
        ) & ~seen  # fmt: skip
        if not front:
            return layers
        seen |= front
