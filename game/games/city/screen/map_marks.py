"""Marks on the map: the bubble of a refusal, and light and numbers on the pieces of a recap."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import pygame

from game.core.game import Event
from game.games.city.match_text import non_breaking
from game.games.city.rules.board import PlacedTile
from game.games.city.rules.events import BlockerPut, PairJoined, PairSetOut, TileLaid, TrackLaid, as_event
from game.games.city.screen import art_map
from game.games.city.screen.board import MapContents, draw_badges, draw_link
from game.games.city.screen.map_geometry import CityMap
from game.games.city.screen.map_state import MapState
from game.match.recap import RecapStep
from game.ui.art.fabric import BUBBLE_ROOM, REFUSED, bubble
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY
from game.ui.widgets import FontSpec, LayoutTree, MeasureContext, Padding, ScaledLength, Text, column

# maximum width of a bubble, distance of its tail from the middle of the red sign, and length of the tail
_MOST, _TIP, _TAIL = ScaledLength(124.0, 0.5), 16.0, 34.0
_CORNER = 24.0  # minimum distance of the tail from the ends of an edge, in units
Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]
STATION, SIGN, TRACK = 0.34, 0.84, 0.17  # radius of a station, of a sock, half width of track; cell radii


@dataclass(frozen=True, slots=True)
class RefusalBubble:
    """A bubble with the short reason of a refusal. Units."""

    words: LayoutTree
    root: tuple[float, float]  # point of its edge where the tail starts
    tip: tuple[float, float]

    @property
    def box(self) -> Box:
        """Box of the bubble without its tail."""
        return self.words.box


def refusal_bubble(ruler: Painter, map_state: MapState) -> RefusalBubble | None:
    """Bubble of the current refusal: right of its sign, else left, above or below.

    None without a refusal, or if the bubble would cover a station, a sock, track, the title or the moon on
    each side, or leave the free area.
    """
    text, city_map = map_state.refusal, map_state.city_map
    if not text:
        return None
    words = column(
        Text(non_breaking(text), FontSpec(BODY, STRONG, growth=0.5), 0.5, step=0.95, is_balanced=True),
        pad=Padding(14, 9),
    )
    room = MeasureContext(ruler)
    width = math.ceil(room.size(words, room.units(_MOST))[0])
    height = math.ceil(room.size(words, width)[1])
    link, at = map_state.link, map_state.cursor.at
    middle = city_map.station_point(at) if link is None else city_map.link_middle(link)
    reach = _TIP if link is not None else 42 * (SIGN if at in map_state.signs else STATION)
    reach *= city_map.size / 42
    area, taken = map_state.free_area, map_state.corners
    for box in _places_at(middle, (width, height), reach + _TAIL):
        root = _clamp(middle[0], box.x, box.right), _clamp(middle[1], box.y, box.bottom)
        distance = math.dist(middle, root)
        tip = tuple(start + (end - start) * reach / distance for start, end in zip(middle, root, strict=True))
        inside = box.x >= area.x and box.y >= area.y and box.right <= area.right and box.bottom <= area.bottom
        if not inside or any(overlaps(box, corner) for corner in taken):
            continue
        if not _covers(city_map, map_state.contents(), box, (root, (tip[0], tip[1]))):
            return RefusalBubble(LayoutTree(words, box, ruler), root, (tip[0], tip[1]))
    return None


def _clamp(value: float, start: float, end: float) -> float:
    """Point of an edge nearest to ``value``, away from the corners."""
    corner = min(_CORNER, (end - start) / 2)
    return (
        max(start + corner, min(value, end - corner)) if start < value < end else max(start, min(value, end))
    )


def _places_at(at: tuple[float, float], size: tuple[float, float], off: float) -> Iterator[Box]:
    """Boxes at a distance from a point: right, left, above and below, each level with it or moved aside."""
    (x, y), (w, h) = at, size
    for left in (x + off, x - off - w):
        for top in (y - h / 2, y - h - off, y + off):
            yield Box(left, top, w, h)
    for top in (y - h - off, y + off):
        for left in (x - w / 2, x - _CORNER, x - w + _CORNER):
            yield Box(left, top, w, h)


def _covers(city_map: CityMap, contents: MapContents, box: Box, tail: Line) -> bool:
    """True if a bubble with its tail meets a station, a sock, or track."""
    size, signs = city_map.size, {*dict(contents.socks), *contents.blockers}
    for text in city_map.city.stops:
        at, radius = city_map.station_point(text), size * (SIGN if text in signs else STATION)
        near = Box(*at, 0, 0).inflated(radius * 0.7)
        if meets_disc(box, at, radius) or _crosses(near, tail):
            return True
    around = box.inflated(size * TRACK)
    pieces = {*city_map.city.printed_links, *chain(*contents.tracks)}
    lines = ((city_map.station_point(first), city_map.station_point(second)) for first, second in pieces)
    return any(_crosses(around, line) for line in lines)


def _crosses(box: Box, line: Line) -> bool:
    """True if a line crosses a box."""
    return bool(pygame.FRect(box.x, box.y, box.w, box.h).clipline(*line))


def meets_disc(box: Box, at: tuple[float, float], radius: float) -> bool:
    """True if a box overlaps a disc."""
    x, y = max(box.x, min(at[0], box.right)), max(box.y, min(at[1], box.bottom))
    return math.dist((x, y), at) < radius


def draw_refusal(painter: Painter, props: RefusalBubble) -> None:
    """Draw the bubble of a refusal."""
    box = props.box
    (x, y), (to_x, to_y) = ((round(x - box.x), round(y - box.y)) for x, y in (props.root, props.tip))
    tail, theme = (x, y, to_x, to_y), painter.theme
    image = bubble(painter.assets, round(box.w), round(box.h), tail, theme.panel, REFUSED.edge)
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    props.words.paint(painter)


_LIGHT = 116.0  # width of the light on a piece, in units, for a hexagon radius of 42


# positions of a piece's number relative to its middle, in hexagon radii, preferred ones first
_CORNERS = (0.62, -0.58), (-0.62, -0.58), (0.62, 0.58), (-0.62, 0.58)
_CLEAR = 1.1  # distance from a sock, in hexagon radii, at which a number hides none of it


def told_place(city_map: CityMap, event: Event, contents: MapContents) -> tuple[float, float] | None:
    """Position in units of the recap number of an event, beside its change. None for events off the map."""
    size = city_map.size
    match as_event(event):
        case TrackLaid(link=[one, other]) if city_map.city.stops.keys() >= {one, other}:
            x, y = city_map.link_middle((one, other))
            signs = [city_map.station_point(text) for text in (*dict(contents.socks), *contents.blockers)]

            def clear(at: tuple[float, float]) -> float:
                """Distance in units from a point to the nearest sock or blocker; at most 1.1 radii."""
                return min(_CLEAR * size, *(math.dist(at, sign) for sign in signs), math.inf)

            return max(((x + size * dx, y + size * dy) for dx, dy in _CORNERS), key=clear)
        case PairJoined(way=[*_, end]) | PairSetOut(stations=[end, *_]) | BlockerPut(station=end):
            if end in city_map.city.stops:
                x, y = city_map.station_point(end)
                return x - size * 0.74, y - size * 0.7
        case TileLaid(tile=text) if (tile := PlacedTile.from_text(text)) in city_map.city.tiles:
            x, y = city_map.point(tile.cells[0])
            return x - size * 0.55, y - size * 0.5
    return None


def draw_light(painter: Painter, city_map: CityMap, link: tuple[str, str]) -> None:
    """Draw the light on a highlighted link."""
    light = art_map.halo(painter.assets, round(_LIGHT * city_map.size / 42), "#FFE08A", 0.75)
    painter.blit(light, *city_map.link_middle(link), "center")


def draw_told(painter: Painter, city_map: CityMap, steps: Sequence[RecapStep], contents: MapContents) -> None:
    """Draws light and the piece again for each laid piece of a recap, below the socks at its ends."""
    for step in steps:
        match as_event(step.event):
            case TrackLaid(seat=seat, link=[one, other]) if city_map.city.stops.keys() >= {one, other}:
                draw_light(painter, city_map, (one, other))
                draw_link(painter, city_map, (one, other), "track", seat)
                draw_link(painter, city_map, (one, other), "there")
                draw_link(painter, city_map, (one, other), "sparkle")
                draw_badges(painter, city_map, (one, other), contents)
