"""The bubble that names the station in focus, and the one that says that a sock has come home."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.games.city.rules.events import PairJoined, TrackLaid, read
from game.games.city.screen.ground import MapProjection, free_corner
from game.games.city.screen.label_place import (
    ITS_PAIR,
    SOCK,
    BubblePlace,
    Obstacle,
    beside,
    spoken_of,
    taken_on,
    way_taken,
)
from game.games.city.screen.lessons import where
from game.games.city.screen.night_map import MapContents
from game.games.city.screen.parts import CityParts
from game.games.city.screen.told_map import told_place
from game.games.city.words.sentences import colour_name
from game.ui.art.fabric import ROOM, TAIL_ROOM, Fabric, panel, tail
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import SMALL
from game.words import _

_LINE, _HEAD = 24.0, 28.0
"""From line to line in the small print of the label, and the height of its name."""
_NAME = 23.0
_SIDE, _ABOVE = 14.0, 9.0
"""Between the words and the edge."""
_HOME = 22.0
"""The size of what says that a sock is home."""
_MOST = 284.0
"""How wide a bubble may be at the usual size of text."""
_NUMBER = 18.0
"""How far a number on the map reaches."""
_STEP = 12.0
"""Bubbles are as wide as a whole number of these, so that a few pictures do for all names."""


@dataclass(frozen=True, slots=True)
class Label:
    """What the bubble says, and of what."""

    station: str
    name: str
    more: str = ""
    link: tuple[str, str] | None = None
    """The link that it speaks of."""
    colour: str = ""
    """The pair that it speaks of."""


def label_of(shown: CityParts) -> Label | None:
    """The name of the station in focus, and what there is to say of it or of the chosen link."""
    chosen = shown.map
    at, city = chosen.walker.at, chosen.city
    if chosen.picture.phase == "tiles":
        return None
    if shown.table.show is not None:
        match read(shown.table.show.event):
            case TrackLaid(link=[one, other]):
                return _joined(shown, other, one, link=(one, other))
            case PairJoined(way=[one, *_rest, other], colour=colour):
                return _joined(shown, other, one, colour=colour)
    # Where nobody sits at this screen, as while a turn is seen again, the cursor is nobody's.
    if at not in city.stops or not shown.table.match.people:
        return None
    name, link = city.name(at), chosen.link
    if not chosen.places.told.h:
        need = chosen.need()
        words = need.words() if need is not None else shown.news if shown.table.show is not None else ""
        if words:
            return Label(at, name, words, link, chosen.focus)
    if at in chosen.picture.socks and (link is None or link not in chosen.legal):
        colour = chosen.picture.socks[at]
        worth = chosen.seen["worth"][colour]
        told = _("{colour}, worth {worth}").format(colour=colour_name(colour), worth=worth)
        return Label(at, name, told, link, colour)
    if link is None:
        partner = city.stops[at].partner
        return Label(at, name, _("joined to {station}").format(station=city.name(partner)) if partner else "")
    came = chosen.walker.came
    if link not in chosen.legal and shown.table.person is not None:
        for number, side in enumerate(chosen.picture.tracks):
            if link in side:
                whose = _("{name}'s track").format(name=shown.table.seats[number].name)
                return Label(at, name, whose, link)
        return Label(at, name, _("printed track from {station}").format(station=city.name(came)), link)
    return _joined(shown, at, came, link=link)


def _joined(
    shown: CityParts, at: str, came: str, *, link: tuple[str, str] | None = None, colour: str = ""
) -> Label:
    city = shown.map.city
    return Label(at, city.name(at), _("from {station}").format(station=city.name(came)), link, colour)


@dataclass(frozen=True, slots=True)
class LabelShown:
    """A bubble with its words."""

    place: BubblePlace
    name: str
    lines: tuple[str, ...]
    size: float
    """Of the lines below the name."""


class Labels:
    """Finds places for the bubbles; the last one is kept, as every frame asks for it."""

    def __init__(self, parts: CityParts) -> None:
        self._parts = parts
        self._map: tuple[object, list[Obstacle]] = None, []
        """What lies on the map, and a value that tells when it is no longer so."""
        self._known: dict[Label, LabelShown | None] = {}
        """The bubbles that were asked for while it is."""
        self._home: tuple[object, tuple[Box, BubblePlace | None] | None] = None, None

    def shown(self) -> LabelShown | None:
        """The bubble of the station in focus, as it is now."""
        parts = self._parts
        # Seen closer, every station has its name below it.
        label = label_of(parts) if not parts.map.is_closer else None
        if label is None:
            return None
        stage, ground, contents = parts.table.stage, parts.map.ground, parts.map.contents()
        marked, threats = tuple(parts.table.marked()), parts.threats.shown(contents)
        look = (
            stage.view,
            stage.text_scale,
            _room(parts),
            tuple(parts.table.pointed()),
            tuple(parts.table.covers()),
        )
        key = parts.map.city, ground, contents, parts.map.way, marked, threats, look
        if key != self._map[0]:
            self._map, self._known = (key, self._taken(ground, contents)), {}
        if label not in self._known:
            self._known[label] = self._placed(stage.ruler, label, ground, contents)
        return self._known[label]

    def _placed(
        self, ruler: Painter, label: Label, ground: MapProjection, contents: MapContents
    ) -> LabelShown | None:
        parts, city = self._parts, self._parts.map.city
        lines, size, wide, tall = _measured(ruler, label, 1 if parts.map.places.told.h else 2)
        spoken = label.link if label.link is not None else (label.station,)
        taken = [*self._map[1], *spoken_of(ground, city, contents, spoken, label.colour)]
        point, reach = ground.point(city.cell(label.station)), _reach(parts, label, ground)
        place = beside(_room(parts), point, reach, (wide, tall), taken)
        return LabelShown(place, label.name, lines, size) if place is not None else None

    def _taken(self, ground: MapProjection, contents: MapContents) -> list[Obstacle]:
        shown, city = self._parts.map, self._parts.map.city
        taken = [*taken_on(ground, city, contents), *way_taken(ground, city, shown.way)]
        places = (told_place(ground, city, step.event) for step in self._parts.table.marked())
        taken += [Obstacle.around(place, _NUMBER) for place in places if place is not None]
        targets = (where(shown, name) for name in self._parts.table.pointed())
        taken += [
            Obstacle.of(box, ITS_PAIR) for box in (*targets, *self._parts.table.covers()) if box is not None
        ]
        ways = self._parts.threats.shown(contents)
        for link in {link for link, _seat in ways.lanes()} if ways is not None else ():
            taken += way_taken(ground, city, link)
        return taken

    def home(self, joined: PairJoined, free: Sequence[Box]) -> tuple[Box, BubblePlace | None]:
        """Where it says that a sock is home: in a corner of the map, else beside its station.

        Args:
            joined: the pair.
            free: what lies in corners already.
        """
        stage, shown = self._parts.table.stage, self._parts.map
        key = joined, shown.ground, tuple(free), stage.view, stage.text_scale
        found = self._home[1] if key == self._home[0] else None
        if found is None:
            found = self._home_place(joined, free)
            self._home = key, found
        return found

    def _home_place(self, joined: PairJoined, free: Sequence[Box]) -> tuple[Box, BubblePlace | None]:
        parts, shown = self._parts, self._parts.map
        size = _home_size(parts.table.stage.ruler, parts.table.seats[joined.seat].name, joined.worth)
        corner = free_corner(shown.far, shown.city.area, size, free) if not shown.is_closer else None
        if corner is not None:
            return corner, None
        ground, way = shown.ground, joined.way
        taken = [
            *taken_on(ground, shown.city, shown.contents()),
            *spoken_of(ground, shown.city, shown.contents(), way[-1:], joined.colour),
            *way_taken(ground, shown.city, way, SOCK),
        ]
        point = ground.point(shown.city.cell(way[-1]))
        place = beside(_room(parts), point, ground.size * 0.8, size, taken)
        if place is not None:
            return place.box, place
        area = shown.places.map
        return Box(area.right - size[0], area.bottom - size[1], *size), None


def _home_size(ruler: Painter, name: str, worth: int) -> tuple[float, float]:
    """The size of what says that a sock is home."""
    scale = ruler.text_scale
    wide = max(ruler.width(words, _HOME, NAMES) for words in (_("Home!"), f"{name} +{worth}"))
    return min(90 + wide, 190 + 90 * (scale - 1)), 20 + 54 * scale


def _reach(parts: CityParts, label: Label, ground: MapProjection) -> float:
    """How far around its station nothing may be covered."""
    picture, at = parts.map.picture, label.station
    signs = at in picture.socks or at in picture.blockers
    # While socks are set out one is held above the station.
    return ground.size * (1.3 if picture.phase == "socks" else 0.78 if signs else 0.5)


def _room(parts: CityParts) -> Box:
    """Beside the panel, above the strip and below a task."""
    places, edge = parts.map.places, 10.0
    top = parts.table.above + edge
    return Box(edge, top, places.panel.x - ROOM / 2 - edge, places.map.bottom + 2 - top)


def _measured(ruler: Painter, label: Label, rows: int) -> tuple[tuple[str, ...], float, float, float]:
    """The lines below the name, their size, and the width and height of the bubble."""
    scale, more = ruler.text_scale, label.more
    most = _MOST + 97 * (scale - 1) - 2 * _SIDE
    size = SMALL
    while size > SMALL / 2 and len(ruler.wrapped(more, most, size, STRONG)) > rows:
        size -= 0.5
    lines = tuple(ruler.wrapped(more, most, size, STRONG)[:rows]) if more else ()
    wide = max(ruler.width(label.name, _NAME, NAMES), *(ruler.width(line, size, STRONG) for line in lines), 0)
    wide = math.ceil((min(wide, most) + 2 * _SIDE) / _STEP) * _STEP
    return lines, size, wide, 2 * _ABOVE + (_HEAD + _LINE * len(lines)) * scale


def draw_label(painter: Painter, shown: LabelShown) -> None:
    """The name of the station in focus, beside it."""
    box, scale = shown.place.box, painter.text_scale
    draw_bubble(painter, shown.place)
    x, y, room = box.centre[0], box.y + _ABOVE + _HEAD * scale / 2, box.w - 2 * _SIDE + 4
    painter.text(shown.name, x, y, _NAME, TextStyle(NAMES), anchor="center", room=room)
    for number, words in enumerate(shown.lines):
        middle = box.y + _ABOVE + (_HEAD + _LINE * (number + 0.5)) * scale
        style = TextStyle(STRONG, painter.theme.soft)
        painter.text(words, x, middle, shown.size, style, anchor="center", room=room)


def draw_bubble(painter: Painter, place: BubblePlace) -> None:
    """A bubble without its words: a label, and a tail over its edge."""
    theme, box = painter.theme, place.box
    draw_thread(painter, place)
    fabric = Fabric(theme.panel, theme.ink, theme.stitch)
    # Far off it lies close to what it leaves in view, on which no shadow should fall.
    cloth = panel(painter.assets, round(box.w), round(box.h), fabric, shadow=not place.is_far)
    painter.blit(cloth, box.x - ROOM, box.y - ROOM)
    draw_tail(painter, place)


def draw_tail(painter: Painter, place: BubblePlace) -> None:
    """The beak that makes a bubble of a label."""
    if place.is_far:
        return
    (x, y), (tip_x, tip_y) = place.root, place.tip
    beak = tail(painter.assets, round(tip_x - x), round(tip_y - y), painter.theme.panel, painter.theme.ink)
    painter.blit(beak, x - TAIL_ROOM, y - TAIL_ROOM)


def draw_thread(painter: Painter, place: BubblePlace) -> None:
    """What leads from a bubble far off to its station, below the bubble."""
    if not place.is_far:
        return
    view, surface = painter.view, painter.surface
    root, tip = [(view.px(x), view.px(y)) for x, y in (place.root, place.tip)]
    for colour, wide in ((painter.theme.ink, 9), (painter.theme.panel, 5)):
        pygame.draw.line(surface, colour, root, tip, view.px(wide))
        pygame.draw.circle(surface, colour, tip, view.px(wide / 2))


def warm(painter: Painter) -> Iterator[None]:
    """Make the pictures of the bubbles, one a step."""
    most = _MOST + 97 * (painter.text_scale - 1)
    for number in range(math.ceil(120 / _STEP), math.ceil(most / _STEP) + 1):
        for lines in (0, 1):
            tall = 2 * _ABOVE + (_HEAD + _LINE * lines) * painter.text_scale
            draw_bubble(painter, BubblePlace(Box(0, 0, _STEP * number, tall), (40, tall), (40, tall + 14)))
            yield
