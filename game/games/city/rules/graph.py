"""Stations and links: distances, ways, and who has joined what. Pure functions on a graph of hexagons.

A link is an unordered pair of neighbouring stations and has a number. Who owns which link is one byte a link
(`FREE`, `PRINTED`, or the seat's own): the *track* of a match.

See rules.md, The city.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from game.core.hexgrid import DIRECTIONS, Cell, offset

FREE = 0
"""Nobody's link, without track."""
PRINTED = 3
"""Printed track, open to both players."""


def owner_byte(seat: int) -> int:
    """The byte of a link with this seat's track: 1 or 2."""
    return seat + 1


Bounds: TypeAlias = tuple[int, int, int, int, int, int]
"""A hexagonal area: the least and the greatest q, r and q + r."""


class Graph:
    """The stations of a board and the links between them, numbered by column, then row.

    Attributes:
        cells: the cell of each station.
        index: the number of the station on a cell.
        near: for each station, pairs (neighbouring station, link).
        links: for each link its two stations, the lower number first.
        link_of: the number of the link between two stations, lower number first.
        partner: for each station its partner on a printed link, -1 for none.
        track: the ownership at the start of play: `PRINTED` or `FREE` for each link.
    """

    __slots__ = ("_apart", "_beside", "cells", "index", "link_of", "links", "near", "partner", "track")

    def __init__(self, cells: Iterable[Cell], printed: Iterable[tuple[Cell, Cell]]) -> None:
        self.cells: tuple[Cell, ...] = tuple(sorted(cells, key=offset))
        self.index: dict[Cell, int] = {cell: number for number, cell in enumerate(self.cells)}
        on = self.index.get
        pairs = [
            (number, other)
            for number, (q, r) in enumerate(self.cells)
            for dq, dr in DIRECTIONS
            if (other := on((q + dq, r + dr), -1)) > number
        ]
        self.links: tuple[tuple[int, int], ...] = tuple(sorted(pairs))
        self.link_of: dict[tuple[int, int], int] = {pair: link for link, pair in enumerate(self.links)}
        near: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for link, (one, other) in enumerate(self.links):
            near[one].append((other, link))
            near[other].append((one, link))
        self.near: tuple[tuple[tuple[int, int], ...], ...] = tuple(map(tuple, near))
        self._beside = [[other for other, _ in pairs] for pairs in near]
        partner = [-1] * len(self.cells)
        track = bytearray(len(self.links))
        for first, second in printed:
            one, other = sorted((self.index[first], self.index[second]))
            partner[one], partner[other] = other, one
            track[self.link_of[one, other]] = PRINTED
        self.partner: tuple[int, ...] = tuple(partner)
        self.track = bytes(track)
        self._apart: dict[int, tuple[int, ...]] = {}

    def link(self, one: int, other: int) -> int | None:
        """The number of the link between two stations, `None` where they are not neighbours."""
        return self.link_of.get((one, other) if one < other else (other, one))

    def apart(self, one: int, other: int) -> int | None:
        """The stations between on a shortest way; `None` without any way, -1 for the same station."""
        steps = self.steps(one)[other]
        return None if steps < 0 else steps - 1

    def steps(self, start: int) -> tuple[int, ...]:
        """The links to go from a station to each other one, -1 for no way; socks and track do not matter."""
        known = self._apart.get(start)
        if known is None:
            steps = [-1] * len(self.cells)
            far, gone, reached = 0, {start}, {start}
            while reached:
                for station in reached:
                    steps[station] = far
                reached = set().union(*[self._beside[station] for station in reached]) - gone
                gone |= reached
                far += 1
            known = self._apart[start] = tuple(steps)
        return known

    @property
    def connected(self) -> bool:
        """Whether every station can be reached from every other."""
        return not self.cells or min(self.steps(0)) >= 0

    def room(self, station: int, taken: Collection[int]) -> int:
        """How many vacant neighbours the sock on a station has (rules.md, Before the game).

        Neighbours of a free partner half count too, the partner itself does not. A partner half with a sock
        leaves the own side alone.

        Args:
            station: where the sock is.
            taken: every station with a sock.
        """
        partner = self.partner[station]
        sides = (station,) if partner < 0 or partner in taken else (station, partner)
        around = {other for side in sides for other, _ in self.near[side]}
        return len(around.difference(taken, sides, () if partner < 0 else (partner,)))

    def reach(self, start: int, track: bytes, seat: int, stops: Collection[int]) -> set[int]:
        """The stations that a seat's own and printed track links to a station, which is itself one of them.

        Stations in ``stops`` (socks, blockers) can be reached, but not passed; ``start`` likewise.
        """
        mine = owner_byte(seat)
        seen = {start}
        if start in stops:
            return seen
        queue = [start]
        for station in queue:
            for other, link in self.near[station]:
                if other not in seen and track[link] in (mine, PRINTED):
                    seen.add(other)
                    if other not in stops:
                        queue.append(other)
        return seen

    def joined(self, pair: tuple[int, int], track: bytes, seat: int, stops: Collection[int]) -> bool:
        """Whether own and printed track leads from sock to sock, past no station in ``stops``.

        See rules.md, Joining socks.
        """
        return self.way(pair, track, seat, stops, limit=0) is not None

    def way(
        self,
        pair: tuple[int, int],
        track: bytes,
        seat: int,
        stops: Collection[int],
        *,
        limit: int | None = None,
    ) -> tuple[int, ...] | None:
        """The stations of a way from sock to sock that needs the fewest further pieces of track.

        Own and printed links cost nothing, free ones a piece each, the other player's are closed; stations in
        ``stops`` cannot be passed.

        Args:
            pair: the stations of the two socks.
            track: one byte a link.
            seat: whose way.
            stops: the stations with socks and blockers, the pair among them or not.
            limit: the most pieces that the way may need; `None` for any number.

        Returns:
            The stations from the first sock to the second, `None` if there is no such way.
        """
        start, goal = pair
        mine = owner_byte(seat)
        came: dict[int, int] = {start: start}
        # Piece by piece: what costs nothing joins the level it is reached from, what costs a piece the next.
        level, missing = [start], 0
        while level:
            later: list[tuple[int, int]] = []
            for station in level:
                if station in stops and station != start:
                    continue
                for other, link in self.near[station]:
                    if other in came:
                        continue
                    owner = track[link]
                    if owner == FREE:
                        later.append((other, station))
                    elif owner in (mine, PRINTED):
                        came[other] = station
                        level.append(other)
            if goal in came:
                back = [goal]
                while back[-1] != start:
                    back.append(came[back[-1]])
                return tuple(reversed(back))
            missing += 1
            if limit is not None and missing > limit:
                return None
            level = []
            for other, station in later:
                if other not in came:
                    came[other] = station
                    level.append(other)
        return None

    def along(self, stations: Sequence[int]) -> tuple[int, ...]:
        """The links of a way."""
        return tuple(self.link_of[min(one, other), max(one, other)] for one, other in pairwise(stations))


@lru_cache(maxsize=16)
def hull(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The play area: the smallest hexagonal area that holds all cells, row by row.

    See rules.md, Before the game.
    """
    return tuple(cells_within(bounds(cells)))


def cells_within(bounds: Bounds) -> Iterator[Cell]:
    """The cells of a hexagonal area, row by row."""
    low, high, top, bottom, first, last = bounds
    for r in range(top, bottom + 1):
        for q in range(max(low, first - r), min(high, last - r) + 1):
            yield q, r


def bounds(cells: Iterable[Cell]) -> Bounds:
    """The smallest hexagonal area that holds some cells."""
    places = tuple(cells)
    qs = [q for q, _ in places]
    rs = [r for _, r in places]
    ss = [q + r for q, r in places]
    return min(qs), max(qs), min(rs), max(rs), min(ss), max(ss)
