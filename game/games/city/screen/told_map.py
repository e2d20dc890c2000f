"""Where the map tells what the other player did: light and a number on each piece that was laid."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event
from game.games.city.rules.events import BlockerPut, PairJoined, PairSetOut, TrackLaid, read
from game.games.city.screen import art_map
from game.games.city.screen.ground import City, MapProjection
from game.games.city.screen.night_map import draw_link
from game.match.recap import ToldStep
from game.ui.kit.paint import Painter

_LIGHT = 116.0
"""How wide the light on a piece is, in units, where a hexagon has the usual size."""


def told_place(ground: MapProjection, city: City, event: Event) -> tuple[float, float] | None:
    """Where the number of an event lies, beside what it has changed; `None` for nothing on the map."""
    size = ground.size
    match read(event):
        case TrackLaid(link=[one, other]) if one in city.stops and other in city.stops:
            x, y = ground.middle(city.cell(one), city.cell(other))
            return x + size * 0.62, y - size * 0.58
        case PairJoined(way=[*_, end]) | PairSetOut(stations=[end, *_]) | BlockerPut(station=end):
            if end in city.stops:
                x, y = ground.point(city.cell(end))
                return x - size * 0.74, y - size * 0.7
    return None


def draw_light(painter: Painter, ground: MapProjection, city: City, link: tuple[str, str]) -> None:
    """The light on a link of which something is told."""
    light = art_map.halo(painter.assets, round(_LIGHT * ground.size / 42), "#FFE08A", 0.75)
    painter.blit(light, *ground.middle(city.cell(link[0]), city.cell(link[1])), "center")


def draw_told(painter: Painter, ground: MapProjection, city: City, steps: Sequence[ToldStep]) -> None:
    """The light on pieces of which the numbers lie on the map."""
    for step in steps:
        match read(step.event):
            case TrackLaid(seat=seat, link=[one, other]) if one in city.stops and other in city.stops:
                draw_light(painter, ground, city, (one, other))
                draw_link(painter, ground, city, (one, other), "track", seat)
                draw_link(painter, ground, city, (one, other), "there")
                draw_link(painter, ground, city, (one, other), "sparkle")
