"""Computer players for Socks in the City.

*easy* follows the shortest way of a pair that it fancies, often drifts off, and never looks at the other
player. *normal* weighs every piece that shortens a way of its own or lengthens one of the other player's, by
worth and by who is ahead in the race, and plans both pieces of its turn together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import tanh

from game.core.chance import Chance
from game.core.contract import Bot, Observation, Options
from game.core.hexgrid import cell_text, from_offset, neighbours
from game.core.search import Budget
from game.games.city.rules import manual
from game.games.city.rules.graph import FREE, PRINTED, hull, own
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS, Pair, SockRules, pairs
from game.games.city.rules.state import NOBODY
from game.games.city.rules.tablebits import TABLE
from game.games.city.rules.tiles import SHAPE, Placed

FAR = 99
"""Pieces missing where there is no way."""
_DRIFTS = 0.3
"""How often easy lays a piece anywhere."""
_TEMPO = 2.5
"""Pieces of a lead that the next turn of the other player takes away."""
_BREADTH = 5
"""First pieces for which normal looks for the best second one."""


class CityBot:
    """The `Bot` of the game."""

    @property
    def levels(self) -> tuple[str, ...]:
        """Weakest first."""
        return ("easy", "normal")

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes."""
        seen = observed(observation)
        view = BoardReading.of(seen)
        match seen["phase"]:
            case "tiles":
                return _tile(view, options, level, chance)
            case "socks":
                return _socks(view, options, chance)
            case "blockers":
                return _blocker(view, level, chance)
        seat = seen["turn"]
        open_links = _open(view, over_printed=options.flag("build_over_printed"))
        if not view.supply[seat] or not open_links:
            return "pass"
        if level == "easy":
            link = _fancy(view, seat, open_links, chance)
        else:
            left = min(seen["left"], view.supply[seat])
            link = _weigh(_Spot(view, seat, view.track, view.supply, left), open_links, chance)
        one, other = view.board.link_names[link]
        return f"lay {one} {other}"


def _open(view: BoardReading, *, over_printed: bool) -> list[int]:
    kinds = (FREE, PRINTED) if over_printed else (FREE,)
    return [link for link, owner in enumerate(view.track) if owner in kinds]


def _fancy(view: BoardReading, seat: int, open_links: list[int], chance: Chance) -> int:
    """A piece on the way of an open pair, the near ones the likelier; often enough a piece anywhere."""
    if chance.happens(_DRIFTS):
        return chance.pick(open_links)
    ways: list[tuple[int, list[int]]] = []
    for pair, owner in zip(view.socks, view.claimed, strict=True):
        if pair and owner == NOBODY:
            stations = view.board.way(pair, view.track, seat, view.stops, limit=view.supply[seat])
            free = [link for link in view.board.along(stations or ()) if view.track[link] == FREE]
            if free:
                ways.append((len(free), free))
    if not ways:
        return chance.pick(open_links)
    ways.sort(key=lambda way: way[0])
    return chance.pick(ways[min(chance.below(len(ways)), chance.below(len(ways)))][1])


@dataclass(frozen=True, slots=True)
class _Race:
    """One open pair: what each seat misses, and over which links the shortest ways lead."""

    pair: Pair
    worth: int
    missing: tuple[int, int]
    on_ways: tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A moment of a turn: the track, the pieces of both seats, and how many of them this turn has left."""

    view: BoardReading
    seat: int
    track: bytes
    supply: tuple[int, int]
    left: int

    def after(self, link: int) -> _Spot:
        """The moment after a piece of the seat to move."""
        supply = (self.supply[0] - (self.seat == 0), self.supply[1] - (self.seat == 1))
        track = self.track[:link] + bytes([own(self.seat)]) + self.track[link + 1 :]
        return _Spot(self.view, self.seat, track, supply, self.left - 1)

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
        laid: _Spot | None = None
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


def _weigh(spot: _Spot, open_links: list[int], chance: Chance) -> int:
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


def _tile(view: BoardReading, options: Options, level: str, chance: Chance) -> str:
    """A tile: easy lays it anywhere, normal where it touches most and spreads the city least."""
    limits = options.number("vacant_min"), options.number("vacant_max")
    tiles = view.board.tiles
    if not tiles:
        middle = cell_text(from_offset(TABLE // 2, TABLE // 2))
        return f"tile {chance.below(5)} {chance.below(6)} {middle}"
    fitting = list(manual.fitting(tiles, limits))
    if level != "easy":
        values = [_snug(view, tile) for tile in fitting]
        fitting = [tile for tile, value in zip(fitting, values, strict=True) if value == max(values)]
    tile = chance.pick(fitting)
    return f"tile {tile.design} {tile.rotation} {cell_text(tile.at)}"


def _snug(view: BoardReading, tile: Placed) -> int:
    """How many edges of a tile touch stations, less what it adds to the play area beyond its own cells."""
    touching = sum(other in view.board.index for cell in tile.cells for other in neighbours(cell))
    whole = hull((*view.board.cells, *tile.cells))
    return 2 * touching - (len(whole) - len(hull(view.board.cells)) - len(SHAPE))


def _socks(view: BoardReading, options: Options, chance: Chance) -> str:
    one, other = chance.pick(list(pairs(view.board, view.socks, SockRules.of(options))))
    colour = chance.pick([name for name, pair in zip(COLOURS, view.socks, strict=True) if pair is None])
    return f"sock {colour} {view.board.names[one]} {view.board.names[other]}"


def _blocker(view: BoardReading, level: str, chance: Chance) -> str:
    """A free station; normal takes one that most of the others can be reached from."""
    free = [station for station in range(len(view.board.cells)) if station not in view.stops]
    if level != "easy":
        most = max(len(view.board.near[station]) for station in free)
        free = [station for station in free if len(view.board.near[station]) == most]
    return f"block {view.board.names[chance.pick(free)]}"


BOT: Bot = CityBot()
