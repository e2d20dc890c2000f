"""Stations and links as a graph of hexagons: distances, paths and joined stations. Pure functions.

A link is an unordered pair of neighbouring stations and has a number. The *track* of a match has one byte per
link with its owner: `FREE_LINK`, `PUBLIC_TRACK`, or the byte of a seat.

See rules.md, The city.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from game.core.hexgrid import DIRECTIONS, Cell, offset

FREE_LINK = 0  # link without track
PUBLIC_TRACK = 3  # printed track, open to both players


def owner_byte(seat: int) -> int:
    """Byte of a link with this seat's track, 1 or 2."""
    return seat + 1


# hexagonal area: minimum and maximum of q, r and q + r
Bounds: TypeAlias = tuple[int, int, int, int, int, int]


class Graph:
    """Stations of a board, numbered by column, then row, and the links between them.

    Attributes:
        cells: the cell of each station.
        index: station number by cell.
        near: for each station, pairs (neighbouring station, link).
        links: for each link its two stations, the lower number first.
        link_of: link number by its two stations, the lower number first.
        partner: for each station its partner on a printed link, -1 for none.
        track: owners at the start of play: `PUBLIC_TRACK` or `FREE_LINK` for each link.
    """

    __slots__ = ("_apart", "_beside", "cells", "index", "link_of", "links", "near", "partner", "track")

    def __init__(self, cells: Iterable[Cell], printed: Iterable[tuple[Cell, Cell]]) -> None:
        self.cells: tuple[Cell, ...] = tuple(sorted(cells, key=offset))
        self.index: dict[Cell, int] = {cell: number for number, cell in enumerate(self.cells)}
        index_of = self.index.get
        pairs = [
            (number, neighbour)
            for number, (q, r) in enumerate(self.cells)
            for dq, dr in DIRECTIONS
            if (neighbour := index_of((q + dq, r + dr), -1)) > number
        ]
        self.links: tuple[tuple[int, int], ...] = tuple(sorted(pairs))
        self.link_of: dict[tuple[int, int], int] = {pair: link for link, pair in enumerate(self.links)}
        near: list[list[tuple[int, int]]] = [[] for _ in self.cells]
        for link, (station, neighbour) in enumerate(self.links):
            near[station].append((neighbour, link))
            near[neighbour].append((station, link))
        self.near: tuple[tuple[tuple[int, int], ...], ...] = tuple(map(tuple, near))
        self._beside = [[neighbour for neighbour, _ in pairs] for pairs in near]
        partner = [-1] * len(self.cells)
        track = bytearray(len(self.links))
        for first, second in printed:
            station, neighbour = sorted((self.index[first], self.index[second]))
            partner[station], partner[neighbour] = neighbour, station
            track[self.link_of[station, neighbour]] = PUBLIC_TRACK
        self.partner: tuple[int, ...] = tuple(partner)
        self.track = bytes(track)
        self._apart: dict[int, tuple[int, ...]] = {}

    def link(self, first: int, second: int) -> int | None:
        """Number of the link between two stations. None if they are not neighbours."""
        return self.link_of.get((first, second) if first < second else (second, first))

    def apart(self, first: int, second: int) -> int | None:
        """Number of stations between on a shortest path. None without a path, -1 for the same station."""
        steps = self.steps(first)[second]
        return None if steps < 0 else steps - 1

    def steps(self, start: int) -> tuple[int, ...]:
        """Number of links from ``start`` to each station, -1 if unreachable. Cached.

        Socks and track are ignored.
        """
        cached = self._apart.get(start)
        if cached is None:
            steps = [-1] * len(self.cells)
            distance, visited, reached = 0, {start}, {start}
            while reached:
                for station in reached:
                    steps[station] = distance
                reached = set().union(*[self._beside[station] for station in reached]) - visited
                visited |= reached
                distance += 1
            cached = self._apart[start] = tuple(steps)
        return cached

    @property
    def is_connected(self) -> bool:
        """True if every station can be reached from every other."""
        return not self.cells or min(self.steps(0)) >= 0

    def room(self, station: int, occupied: Collection[int]) -> int:
        """Number of sockless neighbours of ``station`` and, if sockless, of its partner, not counting those.

        If the partner half is free, its neighbours count too, but not the partner itself. If the partner half
        has a sock, only the neighbours of ``station`` count.

        Args:
            station: the station with the sock.
            occupied: all stations with a sock.
        """
        partner = self.partner[station]
        sides = (station,) if partner < 0 or partner in occupied else (station, partner)
        around = {neighbour for side in sides for neighbour, _ in self.near[side]}
        return len(around.difference(occupied, sides, () if partner < 0 else (partner,)))

    def reach(self, start: int, track: bytes, seat: int, stops: Collection[int]) -> set[int]:
        """Numbers of stations that own and printed track joins to ``start``, itself included.

        Stations in ``stops`` (socks, blockers) can be reached, but not passed, not even ``start``.
        """
        mine = owner_byte(seat)
        reached = {start}
        if start in stops:
            return reached
        queue = [start]
        for station in queue:
            for neighbour, link in self.near[station]:
                if neighbour not in reached and track[link] in (mine, PUBLIC_TRACK):
                    reached.add(neighbour)
                    if neighbour not in stops:
                        queue.append(neighbour)
        return reached

    def is_joined(self, pair: tuple[int, int], track: bytes, seat: int, stops: Collection[int]) -> bool:
        """True if own and printed track join the pair without passing ``stops`` (rules.md, Joining socks)."""
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
        """Station numbers of the sock-to-sock path lacking fewest pieces. None if none is within ``limit``.

        Own and printed links cost nothing, a free link costs a piece, the other player's links are closed.
        Stations in ``stops`` cannot be passed.

        Args:
            pair: the stations of the two socks.
            track: one byte per link.
            seat: the player who joins the pair.
            stops: the stations with socks and blockers, with or without the pair.
            limit: maximum number of pieces that the path may need; `None` for no limit.
        """
        start, goal = pair
        mine = owner_byte(seat)
        previous: dict[int, int] = {start: start}
        # Breadth-first by number of pieces: a link that costs nothing stays on this level, a link that costs
        # a piece leads to the next.
        level, missing = [start], 0
        while level:
            later: list[tuple[int, int]] = []
            for station in level:
                if station in stops and station != start:
                    continue
                for neighbour, link in self.near[station]:
                    if neighbour in previous:
                        continue
                    owner = track[link]
                    if owner == FREE_LINK:
                        later.append((neighbour, station))
                    elif owner in (mine, PUBLIC_TRACK):
                        previous[neighbour] = station
                        level.append(neighbour)
            if goal in previous:
                path = [goal]
                while path[-1] != start:
                    path.append(previous[path[-1]])
                return tuple(reversed(path))
            missing += 1
            if limit is not None and missing > limit:
                return None
            level = []
            for neighbour, station in later:
                if neighbour not in previous:
                    previous[neighbour] = station
                    level.append(neighbour)
        return None

    def along(self, stations: Sequence[int]) -> tuple[int, ...]:
        """Numbers of the links between consecutive stations of a path."""
        return tuple(
            self.link_of[min(first, second), max(first, second)] for first, second in pairwise(stations)
        )


@lru_cache(maxsize=16)
def hull(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Play area: the smallest hexagonal area with all cells, row by row (rules.md, Before the game)."""
    return tuple(cells_within(bounds(cells)))


def cells_within(bounds: Bounds) -> Iterator[Cell]:
    """Yield the cells of a hexagonal area, row by row."""
    low, high, top, bottom, first, last = bounds
    for r in range(top, bottom + 1):
        for q in range(max(low, first - r), min(high, last - r) + 1):
            yield q, r


def bounds(cells: Iterable[Cell]) -> Bounds:
    """Minimum and maximum (inclusive) of q, of r and of q + r over the cells."""
    places = tuple(cells)
    qs = [q for q, _ in places]
    rs = [r for _, r in places]
    ss = [q + r for q, r in places]
    return min(qs), max(qs), min(rs), max(rs), min(ss), max(ss)
