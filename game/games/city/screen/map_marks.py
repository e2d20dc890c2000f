"""Marks on the map: the previewed piece, refusals, and light and numbers on the pieces of a recap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import chain

import pygame

from game.core.game import Event
from game.games.city.rules.board import PlacedTile
from game.games.city.rules.events import BlockerPut, PairJoined, PairSetOut, TileLaid, TrackLaid, as_event
from game.games.city.screen import art_map, art_track
from game.games.city.screen.art_map import RADIUS
from game.games.city.screen.art_track import HOP_HEIGHT, PREVIEW_LENGTH
from game.games.city.screen.board import MapContents, draw_badges, draw_link, draw_sign
from game.games.city.screen.map_geometry import CityMap
from game.games.city.screen.map_state import MapState
from game.match.recap import RecapStep
from game.ui.core.canvas import Box, crosses, ease_in, ease_out, hop_height, lerp_point, overlaps, wobble
from game.ui.core.paint import Painter
from game.ui.core.verbs import REFUSED_TRACK, WALK
from game.ui.match.refusal_bubble import RefusalBubble, Tail

STATION_RADIUS, SOCK_RADIUS, TRACK_HALF_WIDTH = (
    0.34,
    0.84,
    0.17,
)  # radius of a station, of a sock, half width of track; cell radii
_WAVE_LENGTH = 0.5  # length of the wave along a preview as a share of it
_LEAN = 0.2  # share of a link by which the light of the preview leans into it
_REFUSED_HEIGHT, _REFUSED_WAY, _REFUSED_BEND = 20.0, 26.0, 18.0
"""Height at which a refused piece bumps, its way there and back, and its bend. Drawing units."""


def draw_preview(painter: Painter, map_state: MapState, seat: int) -> None:
    """Draw the piece that ``seat`` would lay: it unrolls from where the cursor came, below a lamp."""
    assets, city_map, walk, walker = painter.assets, map_state.city_map, map_state.walk, map_state.cursor
    k, link = city_map.size / RADIUS, (walker.came, walker.at)
    start, end = map(city_map.station_point, link)
    lean = _LEAN * (1 - walk.progress(WALK.length)) ** 2
    light = art_map.halo(assets, round(104 * k), "#5AA0FF", 0.6)
    painter.blit(light, *lerp_point(start, end, 0.5 + lean), "center")
    if walk.is_over:
        draw_link(painter, city_map, link, "preview", seat)
        return
    unrolled = ease_out(walk.progress(WALK.contact))
    # The part of the level picture that has unrolled is turned, as a turned picture cannot be cut straight.
    whole = art_track.preview(assets, city_map.size, 0, seat)
    w, h = whole.get_size()
    width = round(painter.view.scale * PREVIEW_LENGTH * k)
    part = whole.subsurface(((w - width) // 2, 0, max(1, round(unrolled * width)), h))
    if unrolled == 1:
        high = round(HOP_HEIGHT * k * painter.view.scale) * (1 if start[0] <= end[0] else -1)
        part = art_track.bent(part, partial(_wave_height, walk.settled(WALK), high))
    angle = math.degrees(math.atan2(start[1] - end[1], end[0] - start[0]))
    far, turned = PREVIEW_LENGTH * k / math.dist(start, end), pygame.transform.rotozoom(part, angle, 1.0)
    painter.blit(turned, *lerp_point(start, end, 0.5 + far * (unrolled - 1) / 2), "center")
    if unrolled < 1:
        head = lerp_point(start, end, 0.5 + far * (unrolled - 0.5))
        painter.blit(art_track.roll(assets, city_map.size), *head, "center")


def _wave_height(progress: float, high: int, place: float) -> float:
    """Height of a wave at a place, which has run along a piece by ``progress``, ``high`` at its top."""
    hop = (progress * (1 + _WAVE_LENGTH) - place) / _WAVE_LENGTH
    return high * hop_height(hop) if 0 < hop < 1 else 0.0


def draw_shaken(painter: Painter, map_state: MapState, contents: MapContents) -> None:
    """Draw the sock that shakes its head."""
    signs = {**dict(contents.socks), **dict.fromkeys(contents.blockers, "")}
    for station in signs.keys() & {*map_state.shaken}:
        draw_sign(painter, map_state.shaken_map, station, signs[station], contents)


def draw_refused(painter: Painter, map_state: MapState) -> None:
    """Draw the piece that was refused at the cursor.

    It bumps into the side of what is on the link, bends, springs back and shrinks. Without motion it lies
    on the link as long as the reason is shown.
    """
    link, shake, city_map = map_state.link, map_state.shake, map_state.city_map
    if link is None or not map_state.is_refused:
        return
    if shake.is_over:
        if shake.is_still and map_state.refusal:
            draw_link(painter, city_map, link, "refused")
        return
    size, turn = city_map.size, city_map.link_turn(link)
    fallen, settled = shake.progress(REFUSED_TRACK.contact), shake.settled(REFUSED_TRACK)
    if settled == 1:
        return
    bend = _REFUSED_BEND * wobble(round(settled, 1)) if fallen == 1 else 0.0  # cached in steps
    image = art_track.refused(painter.assets, size, turn, bend)
    if settled:
        image = pygame.transform.smoothscale_by(image, 1 - ease_in(settled))
    height = _REFUSED_HEIGHT + _REFUSED_WAY * (1 - fallen + settled)
    painter.blit(image, *city_map.above_link(link, height * size / RADIUS), "center")


def draw_bumped(painter: Painter, map_state: MapState, contents: MapContents) -> None:
    """Draw what is on the link at the cursor again, as the bump of a refused piece swells and lights it."""
    link, shake = map_state.link, map_state.shake
    if link is None or not map_state.is_refused or shake.progress(REFUSED_TRACK.contact) < 1 or shake.is_over:
        return
    ways, bumped = {link, link[::-1]}, wobble(shake.settled(REFUSED_TRACK), 0.5)
    for seat, side in enumerate((*contents.tracks, map_state.city.printed_links)):
        if not ways.isdisjoint(side):
            kind = "track" if seat < len(contents.tracks) else "printed"
            draw_link(painter, map_state.city_map, link, kind, seat, bumped)
            draw_badges(painter, map_state.city_map, link, contents)


def refusal_bubble(ruler: Painter, map_state: MapState) -> RefusalBubble | None:
    """Bubble of the current refusal, beside its link or station.

    None without a refusal, or if the bubble would cover a station, a sock, track, the title or the moon in
    each place, or leave the free area.
    """
    if not map_state.refusal:
        return None
    city_map, link, at = map_state.city_map, map_state.link, map_state.cursor.at
    cause = (
        map_state.refusal, link, at, city_map, map_state.contents(), map_state.free_area,
        *map_state.corners, ruler.view, ruler.text_scale,
    )  # fmt: skip
    # Kept, as every frame asks for it while the refused thing shakes its head.
    if map_state.bubble[0] == cause:
        return map_state.bubble[1]
    if link is not None:
        sign, radius = city_map.link_middle(link), TRACK_HALF_WIDTH
    else:
        sign, radius = city_map.station_point(at), SOCK_RADIUS if at in map_state.signs else STATION_RADIUS
    is_free, radius = partial(_is_free, map_state), radius * city_map.size
    bubble = RefusalBubble.beside(ruler, map_state.refusal, sign, radius, map_state.free_area, is_free)
    map_state.bubble = cause, bubble
    return bubble


def _is_free(map_state: MapState, box: Box, tail: Tail) -> bool:
    """True if a bubble with its tail meets no station, sock or track, and not the title or the moon."""
    city_map, signs = map_state.city_map, map_state.signs
    size = city_map.size
    for text in city_map.city.stops:
        at, radius = city_map.station_point(text), size * (SOCK_RADIUS if text in signs else STATION_RADIUS)
        near = Box(*at, 0, 0).inflated(radius * 0.7)
        if meets_disc(box, at, radius) or crosses(near, *tail):
            return False
    around = box.inflated(size * TRACK_HALF_WIDTH)
    pieces = {*city_map.city.printed_links, *chain(*map_state.contents().tracks)}
    return not any(overlaps(box, corner) for corner in map_state.corners) and not any(
        crosses(around, *map(city_map.station_point, piece)) for piece in pieces
    )


def meets_disc(box: Box, at: tuple[float, float], radius: float) -> bool:
    """True if a box overlaps a disc."""
    x, y = max(box.x, min(at[0], box.right)), max(box.y, min(at[1], box.bottom))
    return math.dist((x, y), at) < radius


_LIGHT_WIDTH = 116.0  # width of the light on a piece, in units, for a hexagon radius of 42


# positions of a piece's number relative to its middle, in hexagon radii, preferred ones first
_CORNERS = (0.62, -0.58), (-0.62, -0.58), (0.62, 0.58), (-0.62, 0.58)
_NUMBER_DISTANCE = 1.1  # distance from a sock, in hexagon radii, at which a number hides none of it


def told_place(city_map: CityMap, event: Event, contents: MapContents) -> tuple[float, float] | None:
    """Position in units of the recap number of an event, beside its change. None for events off the map."""
    size = city_map.size
    match as_event(event):
        case TrackLaid(link=[one, other]) if city_map.city.stops.keys() >= {one, other}:
            x, y = city_map.link_middle((one, other))
            signs = [city_map.station_point(text) for text in (*dict(contents.socks), *contents.blockers)]

            def clear(at: tuple[float, float]) -> float:
                """Distance in units from a point to the nearest sock or blocker; at most 1.1 radii."""
                return min(_NUMBER_DISTANCE * size, *(math.dist(at, sign) for sign in signs), math.inf)

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
    light = art_map.halo(painter.assets, round(_LIGHT_WIDTH * city_map.size / 42), "#FFE08A", 0.75)
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
