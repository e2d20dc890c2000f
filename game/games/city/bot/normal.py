"""The normal player: both pieces of its turn together, by the sum of all races.

It weighs every piece that shortens a way of its own or lengthens one of the other player's, by worth and by
who is ahead in the race. It does not look at the reply.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh

from game.core.chance import Chance
from game.games.city.bot.net import FAR
from game.games.city.rules.graph import FREE, PRINTED, own
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import Pair
from game.games.city.rules.state import NOBODY

_TEMPO = 2.5
"""Pieces of a lead that the next turn of the other player takes away."""
_BREADTH = 5
"""First pieces for which it looks for the best second one."""


@dataclass(frozen=True, slots=True)
class _Race:
    """One open pair: what each seat misses, and over which links the shortest ways lead."""

    pair: Pair
    worth: int
    missing: tuple[int, int]
    on_ways: tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True, slots=True)
class Spot:
    """A moment of a turn: the track, the pieces of both seats, and how many of them this turn has left."""

    view: BoardReading
    seat: int
    track: bytes
    supply: tuple[int, int]
    left: int

    def after(self, link: int) -> Spot:
        """The moment after a piece of the seat to move."""
        supply = (self.supply[0] - (self.seat == 0), self.supply[1] - (self.seat == 1))
        track = self.track[:link] + bytes([own(self.seat)]) + self.track[link + 1 :]
        return Spot(self.view, self.seat, track, supply, self.left - 1)

    def costs(self, seat: int, start: int) -> list[int]:
        """The pieces that a seat misses from a sock to every station, `FAR` where there is no way."""
        near, stops, mine, track = self.view.board.near, self.view.stops, own(seat), self.track
        costs = [FAR] * len(near)
        costs[start] = 0
        level, cost = [start], 0
        while level:
            later: list[int] = []
            for station in level:
                if costs[station] < cost or (station in stops and station != start):
                    continue
                for other, link in near[station]:
                    if costs[other] <= cost:
                        continue
                    owner = track[link]
                    if owner == FREE:
                        if costs[other] > cost + 1:
                            costs[other] = cost + 1
                            later.append(other)
                    elif owner in (mine, PRINTED):
                        costs[other] = cost
                        level.append(other)
            level, cost = later, cost + 1
        return costs

    def missing(self, seat: int, pair: Pair) -> int:
        """The pieces that a seat misses, `FAR` where there is no way or too few are left."""
        least = self.costs(seat, pair[0])[pair[1]]
        return least if least <= self.supply[seat] else FAR

    def races(self) -> list[_Race]:
        """Every pair that nobody has taken."""
        return [
            self._race(pair)
            for pair, owner in zip(self.view.socks, self.view.claimed, strict=True)
            if pair and owner == NOBODY
        ]

    def _race(self, pair: Pair) -> _Race:
        first, second = self._shortest(0, pair), self._shortest(1, pair)
        worth = self.view.board.apart(*pair) or 0
        return _Race(pair, worth, (first[0], second[0]), (first[1], second[1]))

    def _shortest(self, seat: int, pair: Pair) -> tuple[int, frozenset[int]]:
        """The pieces that a seat misses, and every free link on some shortest way."""
        there = self.costs(seat, pair[0])
        least = there[pair[1]]
        if least > self.supply[seat]:
            return FAR, frozenset()
        back = self.costs(seat, pair[1])
        return least, frozenset(
            link
            for link, (one, other) in enumerate(self.view.board.links)
            if self.track[link] == FREE
            and (there[one] + back[other] + 1 == least or there[other] + back[one] + 1 == least)
        )

    def ranked(self) -> list[tuple[float, int]]:
        """The pieces that change a race, each with the sum of all races after it, best first."""
        races = self.races()
        links = sorted({link for race in races for ways in race.on_ways for link in ways})
        return sorted(((self._sum(races, link), link) for link in links), reverse=True)

    def _sum(self, races: list[_Race], link: int) -> float:
        total, seat, other = 0.0, self.seat, 1 - self.seat
        laid: Spot | None = None
        for race in races:
            mine, theirs = race.missing[seat], race.missing[other]
            if link in race.on_ways[seat]:
                mine -= 1
            if link in race.on_ways[other]:
                laid = laid or self.after(link)
                theirs = laid.missing(other, race.pair)
            total += _value(race.worth, mine, theirs, self.left - 1)
        return total


def _value(worth: int, mine: int, theirs: int, left: int) -> float:
    """What a pair is worth to a seat that misses so much and has so many pieces left in this turn.

    The figures come from matches of this bot against itself with others.
    """
    if mine == 0:
        return float(worth)
    if mine >= FAR:
        return 0.0 if theirs >= FAR else -_safe(worth, theirs)
    mine = max(mine - left, 0)
    if theirs >= FAR:
        return _safe(worth, mine)
    lead = theirs - mine - _TEMPO
    return 0.97 * worth * tanh(lead / (1.0 + 0.45 * min(mine, theirs)))


def _safe(worth: int, missing: int) -> float:
    """A pair that only one seat can join still takes pieces, and can be cut off."""
    return 0.8 * worth / (1.0 + 0.15 * missing)


def weighed(spot: Spot, open_links: list[int], chance: Chance) -> int:
    """The piece that leaves the races best, with the best second piece after it."""
    plans = spot.ranked()
    if not plans:
        return chance.pick(open_links)
    if spot.left > 1:
        plans = [
            (later[0][0] if later else value, link)
            for value, link in plans[:_BREADTH]
            for later in (spot.after(link).ranked(),)
        ]
    best = max(plans)[0]
    return chance.pick([link for value, link in plans if value > best - 1e-9])
