"""What threatens in the city: the pieces that both sides need for every pair, and their ways to one of them.

That is the pair which the other side is nearest to, else the one that somebody points at or looks at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS
from game.games.city.screen.art_track import lane
from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.map_state import MapState
from game.games.city.screen.night_map import MapContents, draw_sign
from game.games.city.words.sentences import Need
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext

Link = tuple[str, str]


@dataclass(frozen=True, slots=True)
class PairWays:
    """The ways to a pair that is still open."""

    colour: str
    missing: tuple[int | None, int | None]
    """How many pieces each seat needs; `None` where it has no way left."""
    gaps: tuple[tuple[Link, ...], tuple[Link, ...]]
    """The links where each seat lacks a piece."""


@dataclass(frozen=True, slots=True)
class AllWays:
    """Those of all open pairs."""

    pairs: tuple[PairWays, ...]
    routed: str = ""
    """The pair of which the ways are drawn: all at once nobody could tell apart."""

    def needs(self, colour: str) -> tuple[int | None, int | None] | None:
        """How many pieces each seat needs for a pair; `None` for one that is not open."""
        return next((pair.missing for pair in self.pairs if pair.colour == colour), None)

    def lanes(self) -> dict[tuple[Link, int], tuple[str, ...]]:
        """The colours that wait for a piece on each link of the ways that are drawn, for each seat."""
        found: dict[tuple[Link, int], tuple[str, ...]] = {}
        for pair in self.pairs:
            if pair.colour != self.routed:
                continue
            for seat, gaps in enumerate(pair.gaps):
                for link in gaps:
                    found[link, seat] = (*found.get((link, seat), ()), pair.colour)
        return found

    def nearest_lost(self, seat: int) -> str:
        """The pair for which the other side needs the fewest pieces; empty where it has no way left."""
        foe = [(pair.missing[1 - seat], number) for number, pair in enumerate(self.pairs)]
        least = min(((count, number) for count, number in foe if count is not None), default=None)
        return self.pairs[least[1]].colour if least is not None else ""


def all_ways(view: BoardReading, city: City, laid: MapContents) -> AllWays:
    """The shortest ways of both seats to every pair that nobody has joined."""
    owned, pairs = dict(laid.owners), []
    for colour in COLOURS:
        if colour in owned or view.pair(colour) is None:
            continue
        first, second = (view.shortest_way(colour, seat) for seat in (0, 1))
        pairs.append(
            PairWays(
                colour,
                (first[1] if first else None, second[1] if second else None),
                (_gaps(city, first, laid.tracks[0]), _gaps(city, second, laid.tracks[1])),
            )
        )
    return AllWays(tuple(pairs))


def _gaps(city: City, way: tuple[tuple[str, ...], int] | None, track: tuple[Link, ...]) -> tuple[Link, ...]:
    return tuple(city.gaps(way[0], track)) if way is not None else ()


class CityThreats:
    """Knows the ways of both sides, where they are to be shown."""

    def __init__(self, table: ViewContext, map_state: MapState) -> None:
        self._table = table
        self._map = map_state
        self._known: tuple[BoardReading, City, AllWays] | None = None
        table.threats.is_empty = self._is_empty

    def shown(self, contents: MapContents) -> AllWays | None:
        """The ways to be shown now; none while something moves, or is set out."""
        table, shown = self._table, self._map
        if not table.threats.shown or table.show is not None or shown.phase != "play":
            return None
        # Twelve ways are looked for: once for each position, not in every frame.
        if self._known is None or self._known[:2] != (shown.view, shown.city):
            self._known = shown.view, shown.city, all_ways(shown.view, shown.city, contents)
        ways, pointed = self._known[2], shown.pointed or shown.focus
        if all(pair.colour != pointed for pair in ways.pairs):
            pointed = ways.nearest_lost(shown.own_seat)
        if pointed != ways.routed:
            ways = replace(ways, routed=pointed)
            self._known = *self._known[:2], ways
        return ways

    def need(self) -> Need | None:
        """What both sides need for the pair of which the ways are drawn, in words; `None` while none are."""
        ways, seats = self.shown(self._map.contents()), self._table.seats
        found = ways.needs(ways.routed) if ways is not None else None
        if ways is None or found is None:
            return None
        return Need(ways.routed, tuple((seats[seat].name, found[seat]) for seat in (0, 1)))

    def _is_empty(self) -> bool:
        """Whether the other side has no way left to any pair that is open."""
        foe = 1 - self._map.own_seat
        return self._known is not None and all(pair.missing[foe] is None for pair in self._known[2].pairs)


def draw_all_ways(
    painter: Painter, ground: MapProjection, city: City, ways: AllWays, laid: MapContents
) -> None:
    """A lane along every link where a piece is wanted, a side of it for each seat."""
    for (link, seat), colours in ways.lanes().items():
        one, other = city.cell(link[0]), city.cell(link[1])
        middle = ground.middle(one, other)
        if ground.sees(middle):
            image = lane(painter.assets, ground.size, ground.turn(one, other), seat, colours)
            painter.blit(image, *middle, "center")
    signs = dict(laid.socks)
    for text in _ends(ways, signs):
        draw_sign(painter, ground, city, text, signs[text], laid)


def _ends(ways: AllWays, signs: dict[str, str]) -> Iterable[str]:
    """The stations with socks at which lanes end: what lies in their middle is drawn over."""
    touched = {text for pair in ways.pairs for gaps in pair.gaps for link in gaps for text in link}
    return sorted(touched.intersection(signs))
