"""The city as drawn: the printed board, then track, stations and socks above it.

The picture on the screen is a `CityPicture`, which follows the rules event by event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from typing import Final, assert_never

import pygame

from game.core.game import Event
from game.core.hexgrid import Cell, neighbours
from game.games.city.match_text import out_of_reach
from game.games.city.rules.board import COLOURS, PlacedTile, board_of
from game.games.city.rules.events import (
    BlockerPut,
    BoardBuilt,
    CityCoinTossed,
    CityObservation,
    CityTurnPassed,
    PairJoined,
    PairSetOut,
    PhaseBegun,
    SetupRescued,
    SocksSetOut,
    TileLaid,
    TrackLaid,
    as_event,
)
from game.games.city.rules.text import BoardReading
from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_map import HOUSE_VARIANTS, PLAIN_STYLE, STYLES, CityStyle, houses_of
from game.games.city.screen.art_track import sign, stop
from game.games.city.screen.art_vacant import QUIET_VARIANTS, VARIANT_COUNT
from game.games.city.screen.art_vacant import vacant as vacant_hexagon
from game.games.city.screen.map_geometry import SIDES, BoardView, CityMap, Link, MapProjection
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter


@cache
def style_of(word: str, *, plain: bool) -> CityStyle:
    """City style of a look, unknown ones ``city``. If ``plain``, high contrast with its vacant places."""
    style = STYLES.get(word, STYLES["city"])
    return replace(PLAIN_STYLE, vacant=style.vacant) if plain else style


def draw_city(painter: Painter, city_map: CityMap, style: CityStyle, empty: Sequence[Cell] = ()) -> None:
    """Draws the printed board, with the ``empty`` cells, if there are any, instead of the vacant places."""
    draw_blocks(painter, city_map, style, empty)
    draw_buildings(painter, city_map, style, empty)


def draw_blocks(painter: Painter, city_map: CityMap, style: CityStyle, empty: Sequence[Cell]) -> None:
    """Draw the lower half of a printed board: empty cells, base, cloth and streets."""
    city = city_map.city
    assets, size = painter.assets, city_map.size
    cells, vacant = _visible_cells(city_map, empty)
    for cell in empty:
        painter.blit(art_map.empty(assets, size), *city_map.point(cell), "center")
    covered_cells = {*city.at, *city.vacant} if not empty else set(city.at)
    # Only along the rim, as the other cells hide it.
    edge = [cell for cell in (*cells, *vacant) if not covered_cells.issuperset(neighbours(cell))]
    _draw_base(painter, city_map, edge, shaded=style.houses > 0)
    for cell in cells:
        colour = style.fabrics[city.fabric[city.at[cell].tile]]
        painter.blit(art_map.cloth(assets, size, colour), *city_map.point(cell), "center")
    for link in city.links:
        middle = city_map.link_middle(link)
        if city_map.sees(middle):
            image = art_map.street(assets, size, city_map.link_turn(link), plain=style.plain)
            painter.blit(image, *middle, "center")


def draw_buildings(painter: Painter, city_map: CityMap, style: CityStyle, empty: Sequence[Cell]) -> None:
    """Draw the upper half of a printed board: houses, seams, and vacant places unless cells are ``empty``."""
    city, assets, size = city_map.city, painter.assets, city_map.size
    cells, vacant = _visible_cells(city_map, empty)
    if style.houses:
        for cell in cells:
            image = art_map.houses(
                assets, size, variant_of(cell), _printed_side(city, cell), style.houses, style.roofs
            )
            painter.blit(image, *city_map.point(cell), "center")
    for cell in cells:
        _draw_seams(painter, city_map, cell, plain=style.plain)
    for cell in vacant:
        kind = style.vacant[city.ponds[cell] % len(style.vacant)]
        image = vacant_hexagon(
            assets, size, kind, picture_of(city, cell, len(style.vacant)), joined_sides(city, cell)
        )
        painter.blit(image, *city_map.point(cell), "center")


def _visible_cells(city_map: CityMap, empty: Sequence[Cell]) -> tuple[list[Cell], list[Cell]]:
    """Visible cells with a hexagon, and visible vacant cells (none while cells are ``empty``)."""
    cells, vacant = city_map.city.cells, () if empty else city_map.city.vacant
    return [cell for cell in cells if city_map.is_visible(cell)], [
        cell for cell in vacant if city_map.is_visible(cell)
    ]


def picture_of(city: BoardView, cell: Cell, kinds: int) -> int:
    """Picture number (0 to 4) of a vacant hexagon, from 3 a quiet one: every second of a large place."""
    group = [vacant for vacant, number in city.ponds.items() if number == city.ponds[cell]]
    place, before = group.index(cell), city.ponds[cell] // kinds
    if len(group) > 2 and place % 2:
        return VARIANT_COUNT + place // 2 % QUIET_VARIANTS
    return (before + (place // 2 if len(group) > 2 else place)) % VARIANT_COUNT


def joined_sides(city: BoardView, cell: Cell) -> tuple[int, ...]:
    """Sides of a cell, as indices in `SIDES`, across which its vacant place continues."""
    q, r = cell
    return tuple(side for side, (dq, dr) in enumerate(SIDES) if (q + dq, r + dr) in city.ponds)


def _draw_base(painter: Painter, projection: MapProjection, cells: Iterable[Cell], *, shaded: bool) -> None:
    """Draw dark rims below the hexagons of these cells, with a shadow if ``shaded``."""
    assets, size = painter.assets, projection.size
    points = [projection.point(cell) for cell in cells]
    for x, y in points if shaded else ():
        painter.blit(art_map.shade(assets, size), x, y + 9, "center")
    for grow, colour, drop in ((7, art_map.NIGHT_COLOUR, 2), (5, "#5B5390", 0), (2.6, "#1A1738", 0)):
        image = art_map.base(assets, size, grow, colour)
        for x, y in points:
            painter.blit(image, x, y + drop, "center")


def _draw_seams(painter: Painter, city_map: CityMap, cell: Cell, *, plain: bool) -> None:
    """Draw the stitched edges of a cell's tile on its sides at the rim or towards other tiles."""
    q, r = cell
    tile = city_map.city.at[cell].tile
    for side, (dq, dr) in enumerate(SIDES):
        neighbour = city_map.city.at.get((q + dq, r + dr))
        # Three of the six sides, so that a seam between two tiles is drawn once.
        if neighbour is None or (neighbour.tile != tile and side < 3):
            painter.blit(
                art_map.seam(painter.assets, city_map.size, side, plain=plain),
                *city_map.point(cell),
                "center",
            )


def variant_of(cell: Cell) -> int:
    """Variant of the houses on a cell, 0 to 8."""
    return (cell[0] * 5 + cell[1] * 11) % HOUSE_VARIANTS


def _printed_side(city: BoardView, cell: Cell) -> int:
    """Side of a cell that printed track crosses, as an index in `SIDES`. -1 without printed track."""
    stop_ = city.at[cell]
    return city.side(stop_.text, stop_.partner) if stop_.partner else -1


@dataclass(frozen=True, slots=True)
class MapContents:
    """Contents of the board at one moment."""

    tracks: tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
    socks: tuple[tuple[str, str], ...] = ()  # station and colour of each sock
    blockers: tuple[str, ...] = ()
    owners: tuple[tuple[str, int], ...] = ()  # each claimed colour and its seat
    out: frozenset[str] = frozenset()  # colours that neither player can join any more
    ways: tuple[tuple[str, ...], ...] = ()  # paths between joined socks
    focus: str = ""  # colour in focus, empty for none
    is_setup: bool = False  # True while socks and blockers are placed, so the printed track is faded

    def owner(self, colour: str) -> int:
        """Seat that claimed a colour, -1 for none."""
        return dict(self.owners).get(colour, -1)


def links_of(way: Sequence[str]) -> list[tuple[str, str]]:
    """Links of a path, in its direction."""
    return list(pairwise(way))


def draw_laid(
    painter: Painter,
    city_map: CityMap,
    contents: MapContents,
    without: Iterable[str] = (),
    route: Sequence[Link] = (),
) -> None:
    """Draw lit paths, track, stations and socks.

    Only the ``route`` of the pair in focus is lit, if it has one, its gaps less; else other socks get a stop
    sign. Socks on stations ``without`` are left out.
    """
    laid = {*city_map.city.printed_links, *chain(*contents.tracks)}.intersection(route)
    for link in route or [link for way in contents.ways for link in links_of(way)]:
        draw_link(painter, city_map, link, "route" if link in laid else "warmth")
    for link in city_map.city.printed_links:
        draw_link(painter, city_map, link, "faded" if contents.is_setup else "printed")
    for seat, side in enumerate(contents.tracks):
        for link in side:
            draw_link(painter, city_map, link, "track", seat)
    signs = {**dict(contents.socks), **dict.fromkeys(contents.blockers, "")}
    for text in without:
        signs.pop(text, None)
    visible = [stop_ for stop_ in city_map.city.stops.values() if city_map.is_visible(stop_.cell)]
    for stop_ in visible:
        _draw_stop(painter, city_map, stop_.text, signs, contents)
    for stop_ in visible if contents.focus and not route else ():
        if stop_.text in signs and signs[stop_.text] != contents.focus:
            x, y = city_map.point(stop_.cell)
            image = stop(painter.assets, 20 * city_map.size / 42)
            painter.blit(image, x + city_map.size * 0.56, y - city_map.size * 0.44, "center")


def draw_sign(painter: Painter, city_map: CityMap, text: str, colour: str, contents: MapContents) -> None:
    """Draw a sock on its station, or a spare one for an empty colour."""
    _draw_stop(painter, city_map, text, {text: colour}, contents)


def _draw_stop(
    painter: Painter,
    city_map: CityMap,
    text: str,
    signs: Mapping[str, str],
    contents: MapContents,
    grown: float = 1.0,
) -> None:
    """Draw a station, or what is on it according to ``signs``, ``grown`` times as large."""
    if text in signs:
        colour = signs[text]
        state = "focus" if colour and colour == contents.focus else "out" if colour in contents.out else ""
        image = sign(painter.assets, colour, city_map.size, contents.owner(colour), state)
    else:
        joined = bool(city_map.city.stops[text].partner)
        image = art_track.station(painter.assets, city_map.size, joined=joined)
    if grown != 1:
        image = pygame.transform.smoothscale_by(image, grown)
    painter.blit(image, *city_map.station_point(text), "center")


def draw_badges(
    painter: Painter, city_map: CityMap, link: tuple[str, str], contents: MapContents, grown: float = 1.0
) -> None:
    """Draw the stations, socks or blockers at both ends of a link again, above what was drawn on it."""
    signs = {**dict(contents.socks), **dict.fromkeys(contents.blockers, "")}
    for text in link:
        _draw_stop(painter, city_map, text, signs, contents, grown)


_BUMP_SWELL, _BUMP_LIGHT = (
    0.1,
    (210, 150, 50),
)  # share by which a bump makes a piece larger, and light it adds

# drawing of a link, by kind
_LINKS: Final[dict[str, Callable[[Assets, float, int, int], pygame.Surface]]] = {
    "track": art_track.track,
    "printed": lambda assets, size, turn, _seat: art_track.printed_track(assets, size, turn),
    "faded": lambda assets, size, turn, _seat: art_track.printed_track(assets, size, turn, faded=True),
    "warmth": lambda assets, size, turn, _seat: art_track.warmth(assets, size, turn),
    "route": lambda assets, size, turn, _seat: art_track.warmth(assets, size, turn, is_full=True),
    "preview": art_track.preview,
    "refused": lambda assets, size, turn, _seat: art_track.refused(assets, size, turn),
    "missing": lambda assets, size, turn, _seat: art_track.path_link(assets, size, turn, missing=True),
    "there": lambda assets, size, turn, _seat: art_track.path_link(assets, size, turn, missing=False),
    "sparkle": lambda assets, size, turn, _seat: art_track.sparkle(assets, size, turn),
}


def draw_link(
    painter: Painter, city_map: CityMap, link: tuple[str, str], kind: str, seat: int = 0, bumped: float = 0.0
) -> None:
    """Draw a piece of track, printed track, warm light or a mark on a link. ``kind`` is a key of `_LINKS`.

    It is as large and light as a bump of 0 to 1 makes it.
    """
    middle = city_map.link_middle(link)
    if city_map.sees(middle):
        image = _LINKS[kind](painter.assets, city_map.size, city_map.link_turn(link), seat)
        if bumped:
            image = pygame.transform.smoothscale_by(image, 1 + _BUMP_SWELL * bumped)
            image.fill(
                [round(light * max(0.0, bumped)) for light in _BUMP_LIGHT], special_flags=pygame.BLEND_RGB_ADD
            )
        painter.blit(image, *middle, "center")


@dataclass(frozen=True, slots=True)
class WindowLight:
    """A window that twinkles."""

    cell: Cell
    x: float
    y: float
    lit: str  # its colour on the map


def lights(city: BoardView, often: float, socks: Iterable[str]) -> list[WindowLight]:
    """Windows that twinkle, at most 51: one a cell without a sock, spread, never where track can be."""
    busy = set(socks)
    window_lights = []
    for cell in city.cells:
        if city.at[cell].text in busy:
            continue
        for house in houses_of(variant_of(cell), _printed_side(city, cell), often):
            if house.windows and abs(house.x) > 20:
                x, y, light = house.windows[(cell[0] + cell[1]) % len(house.windows)]
                window_lights.append(WindowLight(cell, x, y, light))
                break
    step = max(1, len(window_lights) // 26)
    return window_lights[::step]


PIECES_PER_TURN = 2  # pieces of track in a turn; the first turn has one


@dataclass(slots=True)
class CityPicture:
    """Board as shown on the screen. The rules may be some events ahead."""

    tiles: list[str] = field(default_factory=list)
    tracks: tuple[list[Link], list[Link]] = field(default_factory=lambda: ([], []))
    socks: dict[str, str] = field(default_factory=dict)  # station -> colour
    blockers: list[str] = field(default_factory=list)
    owners: dict[str, int] = field(default_factory=dict)
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)  # colour -> path between its joined socks
    # colours that neither player can join any more; True if only pieces are lacking
    out: dict[str, bool] = field(default_factory=dict)
    scores: list[int] = field(default_factory=lambda: [0, 0])
    supply: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0
    left: int = 1
    phase: str = "play"

    @classmethod
    def of(cls, observation: CityObservation, reading: BoardReading) -> CityPicture:
        """Picture of an observation, with paths of joined pairs and colours out of reach."""
        picture = cls(
            tiles=list(observation["board"]),
            tracks=(track_links(observation["tracks"][0]), track_links(observation["tracks"][1])),
            socks={station: colour for colour, pair in observation["socks"].items() for station in pair},
            blockers=list(observation["blockers"]),
            owners={colour: seat for seat in (0, 1) for colour in observation["claimed"][seat]},
            scores=list(observation["scores"]),
            supply=list(observation["supply"]),
            turn=observation["turn"],
            left=observation["left"],
            phase=observation["phase"],
        )
        for colour, seat in picture.owners.items():
            pair = reading.socks[COLOURS.index(colour)]
            way = reading.board.way(pair, reading.track, seat, reading.stops, limit=0) if pair else None
            if way:
                picture.ways[colour] = tuple(reading.board.names[station] for station in way)
        if picture.phase == "play":
            picture.out = out_of_reach(reading)
        return picture

    def map_contents(self, focus: str) -> MapContents:
        """Frozen copy of the contents for drawing, with the colour in focus."""
        return MapContents(
            (tuple(self.tracks[0]), tuple(self.tracks[1])),
            tuple(self.socks.items()),
            tuple(self.blockers),
            tuple(self.owners.items()),
            frozenset(self.out),
            tuple(self.ways.values()),
            focus,
            self.phase in ("socks", "blockers"),
        )

    def begin_lay(self, seat: int) -> None:
        """Prepare for a piece of ``seat``. If the turn was the other seat's, a new one begins."""
        if seat != self.turn:
            self.turn, self.left = seat, PIECES_PER_TURN if any(self.tracks) else 1

    def take_in(self, event: Event) -> None:
        """Applies an event to the picture in place. A toss, rescue or pass changes nothing."""
        match as_event(event):
            case BoardBuilt(tiles=tiles):
                self.tiles = list(tiles)
                self.phase = "socks" if self.phase == "tiles" else self.phase
            case TileLaid(tile=tile):
                self.tiles.append(tile)
            case SocksSetOut(socks=socks):
                self.socks = {station: colour for colour, pair in socks.items() for station in pair}
            case PairSetOut(stations=stations, colour=colour):
                self.socks.update(dict.fromkeys(stations, colour))
            case BlockerPut(station=station):
                self.blockers.append(station)
            case PhaseBegun(phase=phase):
                self.phase = phase
            case TrackLaid(seat=seat, link=link):
                start, end = link
                for side in self.tracks:
                    if (start, end) in side:
                        side.remove((start, end))
                self.tracks[seat].append((start, end))
                self.supply[seat] -= 1
                self.left -= 1
            case PairJoined(seat=seat, colour=colour) as joined:
                self.owners[colour] = seat
                self.ways[colour] = tuple(joined.way)
                self.scores[seat] += joined.worth
            case CityCoinTossed() | SetupRescued() | CityTurnPassed():
                pass
            case unknown:
                assert_never(unknown)


def track_links(texts: list[str]) -> list[Link]:
    """Links, as pairs of station texts, of pieces such as ``c7-d7``."""
    return [(start, end) for start, _dash, end in (text.partition("-") for text in texts)]


_FAR_CELL = (12, 12)  # cell that keeps small boards on the map for all rotations


# style of a tile too small for houses, light enough for a dark panel
_BARE_STYLE = replace(
    art_map.STYLES["city"], fabrics=("#6A70C4", "#4F8BA2", "#8668B4", "#6E80BC"), houses=0.0
)


def _single_tile_map(design: int, rotation: int, box: Box, size: float) -> CityMap:
    """Map of a single tile in the middle of a box."""
    city = BoardView.on(board_of((PlacedTile(design, rotation, _FAR_CELL),)))
    plain = MapProjection(box, size, 0, 0)
    points = [plain.point(cell) for cell in city.cells]
    x = box.centre[0] - sum(x for x, _y in points) / 4
    y = box.centre[1] - sum(y for _x, y in points) / 4
    return CityMap(box.inflated(200), size, x, y, city)


def draw_tile(painter: Painter, box: Box, design: int, rotation: int, size: float) -> None:
    """Draw one tile with its stations and its printed track, for hexagons of radius ``size`` units."""
    city_map = _single_tile_map(design, rotation, box, size)
    plain = painter.theme.name == "contrast"
    draw_city(painter, city_map, _BARE_STYLE if size < 20 and not plain else style_of("city", plain=plain))
    draw_laid(painter, city_map, MapContents(((), ())))
