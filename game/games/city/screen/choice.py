"""What the person to move is about to do in the city, drawn on the map."""

from __future__ import annotations

from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_socks import city_sock
from game.games.city.screen.ground import MapProjection
from game.games.city.screen.night_map import MapContents, draw_badges, draw_link, draw_name
from game.games.city.screen.parts import CityParts
from game.games.city.screen.tile_view import draw_ghost
from game.ui.kit.paint import Painter


def draw_choice(painter: Painter, parts: CityParts, ground: MapProjection, contents: MapContents) -> None:
    """What the person to move is about to do."""
    chosen, setup = parts.map, parts.setup
    city, at = chosen.city, chosen.walker.at
    phase, assets = chosen.picture.phase, painter.assets
    if phase == "tiles":
        draw_ghost(painter, parts)
        return
    if phase != "play":
        for text in setup.open:
            stop = city.stops[text]
            image = art_track.station(assets, ground.size, joined=bool(stop.partner), state="open")
            painter.blit(image, *ground.point(stop.cell), "center")
        if setup.first:
            sock = city_sock(assets, setup.colour, round(48 * ground.size / 42))
            painter.blit(sock, *ground.point(city.cell(setup.first)), "center")
    link = chosen.link if phase == "play" else None
    if link is not None and link in chosen.legal:
        x, y = ground.middle(city.cell(link[0]), city.cell(link[1]))
        light = art_map.halo(assets, round(104 * ground.size / 42), "#5AA0FF", 0.6)
        painter.blit(light, x, y, "center")
        draw_link(painter, ground, city, link, "preview", parts.table.person or 0)
        draw_badges(painter, ground, city, link, contents)
    if at in city.stops:
        x, y = ground.point(city.cell(at))
        if at in chosen.picture.socks or at in chosen.picture.blockers or at == setup.first:
            painter.blit(art_track.focus(assets, ground.size), x, y, "center")
        else:
            image = art_track.station(assets, ground.size, joined=bool(city.stops[at].partner), state="focus")
            painter.blit(image, x, y, "center")
            if phase == "socks":
                sock = city_sock(assets, setup.colour, round(40 * ground.size / 42))
                painter.blit(sock, x, y - 34 * ground.size / 42, "center")
    for text in chosen.named(ground) if chosen.is_closer else ():
        low = text in chosen.picture.socks or text in chosen.picture.blockers
        draw_name(painter, ground, city.stops[text], low=low, right=chosen.places.names)
