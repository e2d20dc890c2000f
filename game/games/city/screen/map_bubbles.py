"""Bubbles on the map: the name of the station in focus, and the message that a sock is home.

A bubble is placed where it covers least, and never over its subject. When a recap shows the other player's
turn, light and a number are drawn on each new piece.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import merge
from itertools import chain

import pygame

from game.core.game import Event
from game.core.hexgrid import neighbours
from game.games.city.match_text import colour_name, non_breaking
from game.games.city.rules.board import PlacedTile
from game.games.city.rules.events import BlockerPut, PairJoined, PairSetOut, TileLaid, TrackLaid, as_event
from game.games.city.screen import art_map
from game.games.city.screen.board import MapContents, draw_badges, draw_link
from game.games.city.screen.map_geometry import NAMES_GROW, CityMap, free_corner
from game.games.city.screen.view_model import CityModel
from game.i18n import _
from game.match.recap import RecapStep
from game.ui.art.fabric import SHADOW_MARGIN, TAIL_ROOM, ClothColours, panel, tail
from game.ui.art.layers import FOCUS, INK, WOOL
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.placement import Candidate, Obstacle, around, over, place, rect_of
from game.ui.core.theme import SMALL
from game.ui.match.context import ViewMode
from game.ui.widgets import (
    Element,
    FontSpec,
    LayoutTree,
    MeasureContext,
    Padding,
    ScaledLength,
    Text,
    column,
    shrink_to_fit,
)

SPOKEN_OF, ITS_PAIR, SOCK, ON_THE_WAY, TRACK, OPEN = 10_000.0, 2000.0, 800.0, 300.0, 24.0, 20.0
"""Cost of covering something: the subject of the bubble, a sock of the pair in focus, any other sock, a link
of a shown path, laid track, and a station where something may be set out."""
# the same for stations next to the subject, printed track, parks and lakes, and any station
_NEXT, _PRINTED, _SIGHT, _STOP = 20.0, 16.0, 8.0, 8.0
_FAR_OFF, _FARTHER, _THREAD, _CROSSED = 24.0, 0.45, 400.0, 14.0
"""Cost of a bubble with a thread instead of a tail, of each unit of its distance, of a sock below its thread,
and of track below it. A distant bubble is better than one over a shown path, and a thread over a sock better
than a bubble over it."""
# offsets of the start of a thread from the straight position, in units
_ROOTS = 0.0, -24.0, 24.0, -48.0, 48.0
_TAILS = 14.0, 34.0, 54.0  # possible lengths of a tail, in units; a longer distance needs a thread
_GRID = 26.0  # distance between the positions tried for a distant bubble, in units
_LONGER = 0.3  # cost of each unit of a tail
_ASIDE = 26.0  # minimum distance of the tail from the ends of an edge, in units
_LEAN = 32.0  # maximum sideways reach of a tail, in units
# shares of the bubble on one side of its target, preferred ones first
_SHARES = 0.08, 0.92, 0.5, 0.0, 1.0, 0.3, 0.7
_EDGE = 3.0


@dataclass(frozen=True, slots=True)
class BubblePlace:
    """Position of a bubble and its tail, in units."""

    box: Box
    root: tuple[float, float]  # point of the bubble's edge where the tail starts
    tip: tuple[float, float]

    @property
    def is_far(self) -> bool:
        """True if it has a thread instead of a tail."""
        return math.dist(self.root, self.tip) > _TAILS[-1] + _LEAN / 2


def nearby(
    room: Box, at: tuple[float, float], reach: float, size: tuple[float, float], obstacles: Sequence[Obstacle]
) -> Candidate[BubblePlace] | None:
    """Cheapest place of a bubble with a tail. None if ``at`` is outside ``room`` or all places cover it.

    Args:
        room: the box that must contain the bubble.
        at: the centre of the target.
        reach: radius around the target that stays free.
        size: width and height of the bubble.
        obstacles: obstacles with their costs.
    """
    if not room.contains(at):
        return None
    spots = (_near_places(room, at, number, reach, size) for number in range(len(_TAILS)))
    best = place(merge(*spots, key=lambda spot: spot.cost), over(obstacles, _EDGE))
    return None if best is None or best.cost >= SPOKEN_OF else best


def far_off(
    room: Box,
    at: tuple[float, float],
    reach: float,
    size: tuple[float, float],
    obstacles: Sequence[Obstacle],
    tracks: Sequence[Obstacle],
    below: float,
) -> BubblePlace | None:
    """Cheapest place of a bubble with a thread. None if ``at`` is outside ``room`` or none costs < ``below``.

    ``tracks`` are further obstacles for the thread only.
    """
    if not room.contains(at):
        return None
    hindrances = [
        obstacle
        for obstacle in (*obstacles, *tracks)
        if obstacle.worth >= TRACK and not obstacle.box.contains(at)
    ]
    weighted_rects = [
        (rect_of(obstacle.box), _THREAD if obstacle.worth >= SOCK else _CROSSED) for obstacle in hindrances
    ]
    cost_of, min_cost = over(obstacles, _EDGE), below

    def thread(box: Box) -> tuple[float, BubblePlace]:
        """Pair (cost, place) of the cheapest thread from a bubble."""
        best = _THREAD, _thread_place(box, at, reach, 0.0)
        for aside in _ROOTS:
            if abs(aside) / 4 >= best[0]:
                break
            bubble = _thread_place(box, at, reach, aside)
            penalties = (worth for rect, worth in weighted_rects if rect.clipline(bubble.root, bubble.tip))
            worth = abs(aside) / 4 + sum(penalties)
            if worth < best[0]:
                best = worth, bubble
        return best

    def costs(spot: Candidate[None]) -> float:
        """Cost of what a spot covers and, if that is below the minimum so far, of its thread."""
        nonlocal min_cost
        cost = cost_of(spot)
        # Threads are slow to compute, so none is tried from a place that is too expensive already.
        if spot.cost + cost < min_cost:
            cost += thread(spot.box)[0]
            min_cost = min(min_cost, spot.cost + cost)
        return cost

    spots = around(
        room, at, size, min(math.hypot(room.w, room.h), (below - _FAR_OFF) / _FARTHER), _GRID, None
    )
    beyond = (spot for spot in spots if spot.cost >= reach + _TAILS[-1])
    best = place((replace(spot, cost=_FAR_OFF + _FARTHER * spot.cost) for spot in beyond), costs)
    return None if best is None or best.cost >= below else thread(best.box)[1]


def _near_places(
    room: Box, at: tuple[float, float], number: int, reach: float, size: tuple[float, float]
) -> Iterator[Candidate[BubblePlace]]:
    """Yields places with the tail of length index ``number``, in order of increasing cost."""
    longer = _TAILS[number] - _TAILS[0]
    for order, bubble in enumerate(_places_at(room, at, reach + _TAILS[number], reach, size)):
        yield Candidate((order + number) / 4 + _LONGER * longer, bubble.box, bubble)


def _thread_place(box: Box, at: tuple[float, float], reach: float, aside: float) -> BubblePlace:
    """Distant bubble with a thread from the nearest point of its edge, shifted by ``aside`` units."""
    x, y = at
    root = (
        min(max(x + aside, box.x + _ASIDE), box.right - _ASIDE),
        min(max(y, box.y + 4), box.bottom - 4),
    )
    distance = math.dist(root, at) or 1.0
    return BubblePlace(
        box, root, (x + (root[0] - x) * reach / distance, y + (root[1] - y) * reach / distance)
    )


def _places_at(
    room: Box, at: tuple[float, float], max_distance: float, reach: float, size: tuple[float, float]
) -> Iterator[BubblePlace]:
    """Yields places of a bubble above, below, to the right and to the left, at one distance if it fits."""
    (x, y), (w, h) = at, size
    min_distance = reach + _TAILS[0]
    for way in (-1, 1):
        # Up to the edge of the room, if that is nearer.
        top = max(room.y, min(y + way * max_distance - h * (way < 0), room.bottom - h))
        off = top - y if way > 0 else y - top - h
        if min_distance - 0.1 < off < max_distance + 0.1:
            for left in (x - _LEAN / 2 - (w - _LEAN) * fraction for fraction in _SHARES):
                box = Box(min(max(left, room.x), room.right - w), top, w, h)
                root = min(max(x, box.x + _ASIDE), box.right - _ASIDE)
                if abs(root - x) <= _LEAN:
                    yield BubblePlace(box, (root, y + way * off), (x, y + way * reach))
    for way in (1, -1):
        left = max(room.x, min(x + way * max_distance - w * (way < 0), room.right - w))
        off = left - x if way > 0 else x - left - w
        if min_distance - 0.1 < off < max_distance + 0.1:
            for upper in (y - _LEAN / 2 - (h - _LEAN) * fraction for fraction in _SHARES):
                box = Box(left, min(max(upper, room.y), room.bottom - h), w, h)
                root = min(max(y, box.y + _ASIDE), box.bottom - _ASIDE)
                if abs(root - y) <= _LEAN:
                    yield BubblePlace(box, (x + way * off, root), (x + way * reach, y))


def taken_on(city_map: CityMap, contents: MapContents) -> list[Obstacle]:
    """Obstacles on the map with the cost of covering them."""
    size = city_map.size
    obstacles = [
        Obstacle.around(
            city_map.station_point(text), size * 0.66, ITS_PAIR if own_links == contents.focus else SOCK
        )
        for text, own_links in contents.socks
    ]
    obstacles += [
        Obstacle.around(city_map.station_point(text), size * 0.66, SOCK) for text in contents.blockers
    ]
    worth = dict.fromkeys(city_map.city.printed_links, _PRINTED) | dict.fromkeys(
        chain(*contents.tracks), TRACK
    )
    obstacles += [
        Obstacle.around(city_map.link_middle(link), size * 0.4, cost) for link, cost in worth.items()
    ]
    obstacles += [Obstacle.around(city_map.point(cell), size * 0.5, _SIGHT) for cell in city_map.city.vacant]
    return obstacles + [
        Obstacle.around(city_map.station_point(at), size * 0.3, _STOP) for at in city_map.city.stops
    ]


def tracks_on(city_map: CityMap, contents: MapContents) -> list[Obstacle]:
    """Obstacles for threads: the middle of each piece of track, printed or laid, and its stations."""
    pieces = {*city_map.city.printed_links, *(piece for side in contents.tracks for piece in side)}
    points = [
        *map(city_map.link_middle, sorted(pieces)),
        *map(city_map.station_point, sorted(set(chain(*pieces)))),
    ]
    return [Obstacle.around(point, city_map.size * 0.3, TRACK) for point in points]


def spoken_of(
    city_map: CityMap, contents: MapContents, stations: Sequence[str], colour: str
) -> list[Obstacle]:
    """Obstacles: the subject (a station, or two with their link), stations beside it, socks of a colour."""
    points = [city_map.station_point(text) for text in stations]
    obstacles = [Obstacle.around(point, city_map.size * 0.62, SPOKEN_OF) for point in points]
    if len(stations) > 1:
        middle = city_map.link_middle((stations[0], stations[1]))
        obstacles.append(Obstacle.around(middle, city_map.size * 0.4, SPOKEN_OF))
    cells = {cell for text in stations for cell in neighbours(city_map.city.cell(text))}
    beside = (city_map.city.at[cell].text for cell in cells & city_map.city.at.keys())
    obstacles += [
        Obstacle.around(city_map.station_point(text), city_map.size * 0.3, _NEXT) for text in beside
    ]
    socks = [city_map.station_point(text) for text, own_socks in contents.socks if own_socks == colour]
    return [*obstacles, *(Obstacle.around(point, city_map.size * 0.66, ITS_PAIR) for point in socks)]


def way_taken(city_map: CityMap, way: Sequence[str], worth: float = ON_THE_WAY) -> list[Obstacle]:
    """Obstacles for the links of a path that is shown."""
    size = city_map.size * 0.4
    return [Obstacle.around(city_map.link_middle(link), size, worth) for link in city_map.city.along(way)]


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


_SIDE, _ABOVE = 14.0, 9.0  # padding of the bubble: horizontal, vertical
_HOME = 22.0  # font size of the message that a sock is home
_MOST = ScaledLength(296, 0.2)  # maximum width of a bubble, rounded up to a multiple of `_STEP`
_DOTS = 17.0  # distance between the dots of a thread
# per layout: share of `_MOST`, lines for the name, further rows for the text below
_SHAPES = (1.0, 1, 0), (0.95, 1, 0), (0.75, 2, 1)
_LARGE = 1.5  # text scale above which the partner station is not mentioned, as it is visible on the map
# minimum scale of the letters, cost of going below it, cost at which the search stops
_SMALLEST, _SMALL, _FREE = 0.7, 60.0, 30.0
_NUMBER = 18.0  # radius of a number on the map
_STEP = 12.0  # width step of bubbles, so that a few pictures suffice for all names


@dataclass(frozen=True, slots=True)
class BubbleText:
    """Text of a bubble and its subject."""

    station: str
    name: str
    more: str = ""
    link: tuple[str, str] | None = None  # link that is its subject
    colour: str = ""  # pair that is its subject


def label_of(model: CityModel) -> BubbleText | None:
    """Name of the station in focus, with a remark on it, its pair or the chosen link. None for no bubble."""
    chosen = model.map
    at, city = chosen.cursor.at, chosen.city
    if chosen.picture.phase == "tiles":
        return None
    if model.context.current_animation is not None:
        match as_event(model.context.current_animation.event):
            case TrackLaid(link=[one, other]):
                return _joined_text(model, other, one, link=(one, other))
            case PairJoined(way=[one, *_rest, other], colour=colour):
                return _joined_text(model, other, one, colour=colour)
    # During a recap there may be no local person, and the cursor has no owner.
    if at not in city.stops or not model.context.match.local_seats:
        return None
    name, link, need = city.name(at), chosen.link, chosen.need()
    # While no person chooses, no ring marks the subject.
    if model.context.local_to_move is None and model.context.current_animation is None and need is None:
        return None
    if not chosen.panel.has_words:
        text = (
            need.words()
            if need is not None
            else model.recent.text
            if model.context.current_animation is not None
            else ""
        )
        if text:
            return BubbleText(at, name, text, link, chosen.focus)
    if at in chosen.picture.socks and (link is None or link not in chosen.legal):
        colour = chosen.picture.socks[at]
        worth = chosen.seen["worth"][colour]
        remark = _("{colour}, worth {worth}").format(colour=colour_name(colour), worth=worth)
        if (owner := chosen.picture.owners.get(colour)) is not None:
            owner_name = model.context.seats[owner].name
            remark = _("{colour}: {name}").format(colour=colour_name(colour), name=owner_name)
        return BubbleText(at, name, remark, link, colour)
    if link is None:
        # Large text would cover half of the map, and the printed track is visible there.
        partner = city.stops[at].partner if model.context.app.text_scale <= _LARGE else None
        return BubbleText(
            at, name, _("joined to {station}").format(station=city.name(partner)) if partner else ""
        )
    origin = chosen.cursor.came
    if link not in chosen.legal and model.context.local_to_move is not None:
        for number, side in enumerate(chosen.picture.tracks):
            if link in side:
                track_text = _("{name}'s track").format(name=model.context.seats[number].name)
                return BubbleText(at, name, track_text, link)
        return BubbleText(at, name, _("printed track from {station}").format(station=city.name(origin)), link)
    return _joined_text(model, at, origin, link=link)


def _joined_text(
    model: CityModel, at: str, came: str, *, link: tuple[str, str] | None = None, colour: str = ""
) -> BubbleText:
    """Bubble text: the name of ``at`` with the remark that the link or path comes from ``came``."""
    city = model.map.city
    return BubbleText(at, city.name(at), _("from {station}").format(station=city.name(came)), link, colour)


@dataclass(frozen=True, slots=True)
class BubbleProps:
    """A bubble with its text laid out."""

    place: BubblePlace
    words: LayoutTree


class BubblePlacer:
    """Finds places for the bubbles, and caches the last ones as each frame asks for them."""

    def __init__(self, parts: CityModel) -> None:
        self._parts = parts
        # obstacles on the map, with the key that they depend on
        self._map: tuple[object, list[Obstacle]] = None, []
        self._tracks: list[Obstacle] = []  # track, printed or laid, as obstacles for threads
        self._known: dict[BubbleText, BubbleProps | None] = {}  # cache of the bubbles for the current map
        self._home: tuple[object, tuple[Box, BubblePlace | None] | None] = None, None

    def shown(self) -> BubbleProps | None:
        """Bubble of the station in focus, cached. None if zoomed, not wanted, pointed at or without room."""
        parts = self._parts
        # The zoomed map shows the name of each station already.
        label = None if parts.map.is_closer else label_of(parts)
        if label is not None and parts.context.mode is ViewMode.LESSON:
            # A station that a lesson points at must be visible; its name would cover it.
            targets = {word for name in parts.context.host.target_names for word in name.split()}
            label = None if label.station in targets else label
        if label is None:
            return None
        app, city_map, contents = parts.context.app, parts.map.city_map, parts.map.contents()
        step_marks, threats = (
            tuple(parts.context.host.recap.numbered_steps),
            parts.threats.visible_paths(contents),
        )
        look = (
            app.view,
            app.text_scale,
            _free_area(parts),
            tuple(parts.context.host.target_names),
            tuple(parts.context.host.covered_boxes),
            parts.setup.open,
            app.measuring_painter.theme,
        )
        key = city_map, contents, parts.map.way, step_marks, threats, look
        if key != self._map[0]:
            self._map, self._known = (key, self._obstacles(city_map, contents)), {}
            self._tracks = tracks_on(city_map, contents)
        if label not in self._known:
            self._known[label] = self._place_label(app.measuring_painter, label, city_map, contents)
        return self._known[label]

    def _place_label(
        self, ruler: Painter, label: BubbleText, city_map: CityMap, contents: MapContents
    ) -> BubbleProps | None:
        """Cheapest bubble of all text layouts, near or with a thread. None if each covers its subject."""
        parts = self._parts
        stations = label.link if label.link is not None else (label.station,)
        obstacles = [*self._map[1], *spoken_of(city_map, contents, stations, label.colour)]
        picture, at = parts.map.picture, label.station
        signs = at in picture.socks or at in picture.blockers
        # In the set-up of the socks, one is held above the station.
        reach = city_map.size * (1.3 if picture.phase == "socks" else 0.78 if signs else 0.5)

        rows, area, point = (
            1 if parts.map.panel.has_words else 2,
            _free_area(parts),
            city_map.station_point(at),
        )
        layouts = (
            _measure_text(ruler, label, rows + extra_rows, max_fraction, lines)
            for max_fraction, lines, extra_rows in _SHAPES
        )
        usual, min_cost, props = next(layouts), SPOKEN_OF, None
        for text, scale, size in chain([usual], layouts):  # try all layouts before distance or small letters
            near = nearby(area, point, reach, size, obstacles)
            small = _SMALL * (scale < _SMALLEST * ruler.text_scale)
            if near is not None and near.cost + small < min_cost:
                min_cost = near.cost + small
                props = BubbleProps(near.payload, LayoutTree(text, near.box, ruler.with_text_scale(scale)))
            if min_cost < _FREE:
                return props
        text, scale, size = usual
        distant = far_off(area, point, reach, size, obstacles, self._tracks, min_cost)
        return (
            props
            if distant is None
            else BubbleProps(distant, LayoutTree(text, distant.box, ruler.with_text_scale(scale)))
        )

    def _obstacles(self, city_map: CityMap, contents: MapContents) -> list[Obstacle]:
        """Obstacles for all bubbles: map, shown paths, open stations, recap numbers, lesson targets."""
        map_state = self._parts.map
        obstacles = [*taken_on(city_map, contents), *way_taken(city_map, map_state.way)]
        size = city_map.size * 0.3
        obstacles += [
            Obstacle.around(city_map.station_point(at), size, OPEN) for at in self._parts.setup.open
        ]
        places = (
            told_place(city_map, step.event, contents)
            for step in self._parts.context.host.recap.numbered_steps
        )
        obstacles += [Obstacle.around(place, _NUMBER, SOCK) for place in places if place is not None]
        targets = (map_state.where(name) for name in self._parts.context.host.target_names)
        obstacles += [
            Obstacle(box, ITS_PAIR)
            for box in (*targets, *self._parts.context.host.covered_boxes)
            if box is not None
        ]
        ways = self._parts.threats.visible_paths(contents)
        for link in {link for link, _seat in ways.lanes()} if ways is not None else ():
            obstacles += way_taken(city_map, link)
        return obstacles

    def home(self, joined: PairJoined, corners: Sequence[Box]) -> tuple[Box, BubblePlace | None] | None:
        """Box for the message that a sock is home, and its bubble (None in a corner). None if no place.

        ``corners`` are occupied. The last one is the shout, which is never covered.
        """
        app, map_state = self._parts.context.app, self._parts.map
        key = joined, map_state.city_map, tuple(corners), app.view, app.text_scale
        if key != self._home[0]:
            self._home = key, self._home_place(joined, corners)
        return self._home[1]

    def _home_place(
        self, joined: PairJoined, corners: Sequence[Box]
    ) -> tuple[Box, BubblePlace | None] | None:
        """Result of `home`, computed."""
        parts, map_state = self._parts, self._parts.map
        ruler, name = parts.context.app.measuring_painter, parts.context.seats[joined.seat].name
        width = max(ruler.width(text, _HOME, NAMES) for text in (_("Home!"), f"{name} +{joined.worth}"))
        size = min(90 + width, 240 + 90 * (ruler.text_scale - 1)), 20 + 54 * ruler.text_scale
        corner = (
            free_corner(map_state.overview, map_state.city.area, size, corners)
            if not map_state.is_closer
            else None
        )
        if corner is not None:
            return corner, None
        city_map, way = map_state.city_map, joined.way
        obstacles = [
            *taken_on(city_map, map_state.contents()),
            *spoken_of(city_map, map_state.contents(), way[-1:], joined.colour),
            *way_taken(city_map, way, SOCK),
            *(Obstacle(box, SOCK) for box in corners[:-1]),
            Obstacle(corners[-1], SPOKEN_OF),
        ]
        place = nearby(
            _free_area(parts), city_map.station_point(way[-1]), city_map.size * 0.8, size, obstacles
        )
        return None if place is None else (place.box, place.payload)


def _free_area(parts: CityModel) -> Box:
    """Box for bubbles: beside the panel and a lesson, above the prompt bar and below a task."""
    places, edge = parts.map.boxes, 6.0
    left, top = (
        places.map.x if parts.context.mode is ViewMode.LESSON else edge,
        parts.context.top_inset + edge,
    )
    return Box(left, top, places.map.right + 12 - SHADOW_MARGIN / 2 - left, places.map.bottom + 2 - top)


def _measure_text(
    ruler: Painter, label: BubbleText, rows: int, max_fraction: float = 1.0, lines: int = 1
) -> tuple[Element, float, tuple[float, float]]:
    """Element of a bubble's text, its text scale, and its (width, height) in units.

    The text below the name gets at most ``rows`` rows if possible; large text shrinks for that.
    """
    small = FontSpec(SMALL, STRONG, ruler.theme.soft, NAMES_GROW)
    name = FontSpec(23, NAMES, growth=NAMES_GROW)
    parts = [Text(non_breaking(label.name), name, 0.5, step=0.9, lines=lines, is_balanced=lines > 1)]
    # Large text would cover too much of the map.
    parts += (
        [Text(non_breaking(label.more), small, 0.5, lines=rows + (ruler.text_scale == 1))]
        if label.more
        else []
    )
    max_width = _rounded_width(_MOST.at(ruler.text_scale) * max_fraction)
    text, tight = shrink_to_fit(column(*parts, pad=Padding(_SIDE, _ABOVE))).fit(
        MeasureContext(ruler), Box(0, 0, max_width, math.inf)
    )
    width, height = tight.size(text, max_width)
    return text, tight.scale, (_rounded_width(min(width, max_width)), height)


def _rounded_width(width: float) -> float:
    """Width in units, rounded up to a multiple of `_STEP`."""
    return math.ceil(width / _STEP) * _STEP


def draw_label(painter: Painter, props: BubbleProps) -> None:
    """Draws a bubble with its text."""
    draw_bubble(painter, props.place)
    props.words.paint(painter)


def draw_bubble(painter: Painter, place: BubblePlace) -> None:
    """Draw a bubble without its text: cloth, and a tail over its edge."""
    theme, box = painter.theme, place.box
    draw_thread(painter, place)
    fabric = ClothColours(theme.panel, theme.ink, "")
    # A distant bubble is close to what it leaves visible, so it must not cast a shadow.
    cloth = panel(painter.assets, round(box.w), round(box.h), fabric, shadow=not place.is_far)
    painter.blit(cloth, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    draw_tail(painter, place)


def draw_tail(painter: Painter, place: BubblePlace) -> None:
    """Draw the tail of a bubble, unless it has a thread."""
    if place.is_far:
        return
    (x, y), (tip_x, tip_y) = place.root, place.tip
    beak = tail(painter.assets, round(tip_x - x), round(tip_y - y), painter.theme.panel, painter.theme.ink)
    painter.blit(beak, x - TAIL_ROOM, y - TAIL_ROOM)


def draw_thread(painter: Painter, place: BubblePlace) -> None:
    """Draw the thread from a distant bubble to its station, below the bubble."""
    if not place.is_far:
        return
    view, surface = painter.view, painter.surface
    root, tip = [(view.px(x), view.px(y)) for x, y in (place.root, place.tip)]
    # Dotted like the ring at its end, and unlike any track.
    count = max(1, round(math.dist(root, tip) / view.px(_DOTS)))
    for colour, width in ((INK, 6.0), (WOOL, 5.0), (FOCUS, 3.2)):
        for number in range(count + 1):
            at = tuple(start + (end - start) * number / count for start, end in zip(root, tip, strict=True))
            pygame.draw.circle(surface, colour, at, view.px(width))


def warm(painter: Painter) -> Iterator[None]:
    """Preload the pictures of the bubbles, one each step."""
    max_width = _MOST.at(painter.text_scale)
    for number in range(math.ceil(120 / _STEP), math.ceil(max_width / _STEP) + 1):
        for text in ("", "."):
            _words, _scale, (_wide, height) = _measure_text(painter, BubbleText("", ".", text), 1)
            draw_bubble(
                painter, BubblePlace(Box(0, 0, _STEP * number, height), (40, height), (40, height + 14))
            )
            yield
