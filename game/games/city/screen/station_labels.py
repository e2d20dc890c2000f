"""Station names on the zoomed map: each below its station, or above it."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from enum import Enum, auto

import pygame

from game.games.city.screen import art_track
from game.games.city.screen.board import MapContents
from game.games.city.screen.map_geometry import CityMap, MapProjection, StationView
from game.games.city.screen.map_marks import meets_disc
from game.ui.art.layers import INK, WOOL
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import NAMES
from game.ui.core.layer import render_key
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL

# top of a name below the middle of its station, in cell radii; a name above ends at that height
BELOW_STATION, BELOW_SIGN, ABOVE_STATION = 0.36, 0.66, -0.3
SOCK_RADIUS = 0.56  # radius of a sock, in cell radii
_QUIET_CLOTH, _QUIET_INK = "#453A66", "#DCD6EE"


class NamePlacer:
    """Finds the position of each name on the zoomed map. Scrolling compares no boxes again."""

    def __init__(self) -> None:
        self._of: Hashable = None
        self._points: dict[str, tuple[float, float]] = {}  # of stations, with cell (0, 0) in the corner
        self._boxes: dict[tuple[str, float], Box] = {}
        """Box in units by station and side, with cell (0, 0) in the corner; none if it meets a sock."""
        self._neighbours: dict[tuple[str, float], set[tuple[str, float]]] = {}  # names that it overlaps

    def sides(
        self,
        painter: Painter,
        city_map: CityMap,
        contents: MapContents,
        area: tuple[float, float],
        chosen: Sequence[str],
        seat: int,
    ) -> dict[str, float]:
        """Position of each name to draw, in cell radii below its station, by station text.

        A name that meets a sock, another name or an edge is above its station instead, and left out if that
        is no better. Stations in ``chosen`` come first, then those with a sock, then the ends of ``seat``'s
        track.

        Args:
            painter: painter for the size of the names.
            city_map: zoomed map.
            contents: socks and track.
            area: right and lower edge that names must not cross, in units; the others are those of the
                window.
            chosen: stations of the cursor, which come first.
            seat: seat whose track counts.
        """
        signs = frozenset({*dict(contents.socks), *contents.blockers})
        own = {text for link in contents.tracks[seat] for text in link}
        self._update(painter, city_map, signs)
        left, top, edge, sides = -city_map.x, -city_map.y, _TAG_PADDING / 2, dict[str, float]()
        right, bottom = left + area[0], top + area[1]
        seen = [text for text, (x, y) in self._points.items() if left < x < right and top < y < bottom]
        for text in sorted(seen, key=lambda text: (text not in chosen, text not in signs, text not in own)):
            for side in _sides(text in signs):
                box = self._boxes.get((text, side))
                if box is None or not self._neighbours[text, side].isdisjoint(sides.items()):
                    continue
                box = box.translated(city_map.x, city_map.y)
                if box.x >= edge and box.y >= edge and box.right <= area[0] and box.bottom <= area[1]:
                    sides[text] = side
                    break
        return sides

    def _update(self, painter: Painter, city_map: CityMap, signs: frozenset[str]) -> None:
        """Measure all names again if the city, the socks or the look has changed."""
        of = city_map.city, city_map.size, signs, render_key(painter)
        if of == self._of:
            return
        flat, self._of = replace(city_map, x=0.0, y=0.0), of
        self._points = {text: flat.station_point(text) for text in city_map.city.stops}
        discs, reach = [flat.station_point(text) for text in signs], SOCK_RADIUS * city_map.size
        boxes = {
            (text, side): name_box(painter, flat, stop, side)
            for text, stop in city_map.city.stops.items()
            for side in _sides(text in signs)
        }
        self._boxes = {
            name: box
            for name, box in boxes.items()
            if not any(meets_disc(box, disc, reach) for disc in discs)
        }
        self._neighbours = {
            name: {other for other, other_box in self._boxes.items() if overlaps(box, other_box)}
            for name, box in self._boxes.items()
        }


def _sides(has_sign: bool) -> tuple[float, float]:  # noqa: FBT001
    """Positions to try for a name, in cell radii below a station with or without a sock."""
    return (BELOW_SIGN, -BELOW_SIGN) if has_sign else (BELOW_STATION, ABOVE_STATION)


class NameTone(Enum):
    """Look of a name: how much it stands out from the map."""

    QUIET = auto()
    LOUD = auto()
    CHOSEN = auto()  # the cursor is there


def draw_name(
    painter: Painter, projection: MapProjection, stop_: StationView, side: float, tone: NameTone
) -> None:
    """Draw the name of a station below or above it on the zoomed map, with a pointer unless it is quiet."""
    box, (cloth, ink) = name_box(painter, projection, stop_, side), _tag_colours(painter, tone)
    painter.blit(_name_image(painter, projection, stop_, tone), box.centre[0], box.y, "midtop")
    if tone is not NameTone.QUIET:
        edge = ink if tone is NameTone.CHOSEN else cloth
        image = art_track.pointer(painter.assets, cloth, edge, down=side < 0)
        at = (box.bottom - 3, "midtop") if side < 0 else (box.y + 3, "midbottom")
        painter.blit(image, box.centre[0], *at)


def _tag_colours(painter: Painter, tone: NameTone) -> tuple[str, str]:
    """Colours of cloth and letters: many light tags would hide the map."""
    if tone is NameTone.CHOSEN:
        return painter.theme.panel, painter.theme.ink
    if tone is NameTone.LOUD or painter.theme.name == "contrast":
        return INK, WOOL
    return _QUIET_CLOTH, _QUIET_INK


def name_box(painter: Painter, projection: MapProjection, stop_: StationView, side: float) -> Box:
    """Box of a station's name below or above it, in units."""
    (x, y), scale = projection.point(stop_.cell), painter.view.scale
    w, h = (length / scale for length in _name_image(painter, projection, stop_).get_size())
    return Box(x - w / 2, y + projection.size * side - (h if side < 0 else 0.0), w, h)


def _name_image(
    painter: Painter, projection: MapProjection, stop_: StationView, tone: NameTone = NameTone.LOUD
) -> pygame.Surface:
    """Picture of a station's name on its tag. Cached."""
    width = projection.size * math.sqrt(3) - _TAG_PADDING
    key = ("game.games.city.name", stop_.name, width, tone, painter.text_scale, painter.theme.name)
    return painter.assets.get(key, lambda: tag_image(painter, stop_.name, width, tone))


TAG_GROWTH = 0.6  # growth of the tags with the text size, in two lines if needed
_TAG_PADDING = 14.0  # padding of a tag and gap to the next one, in units
# text scale above which names have two lines, and how far the letters may shrink for that
_LARGE, _SHRINKS = 1.4, 0.8
_MAX_JOINED_WORD = (
    3  # a last word up to this length, such as a number, stays on the line of the word before it
)


def _name_lines(painter: Painter, name: str, available_width: float) -> tuple[float, list[str]]:
    """Font size and the one or more lines of a name that fit the width."""
    start, _space, end = name.rpartition(" ")
    text = f"{start}\N{NO-BREAK SPACE}{end}" if start and len(end) <= _MAX_JOINED_WORD else name
    if painter.text_scale > _LARGE:
        breaks = [match.end() for match in re.finditer("[ -]", text)]
        layouts = [[text[:cut].rstrip(), text[cut:]] for cut in breaks] or [[text]]
        widths = [max(painter.width(line, SMALL, NAMES) for line in lines) for lines in layouts]
        if min(widths) * _SHRINKS <= available_width:
            return SMALL * min(1.0, available_width / min(widths)), layouts[widths.index(min(widths))]
    # No word is broken or covers the next name: a long one gets smaller letters, down to the minimum.
    longest = max(text.split(" "), key=lambda word: painter.width(word, SMALL, NAMES))
    if painter.width(longest, SMALL, NAMES) * _SHRINKS > available_width:  # its number needs another line
        longest = max(name.split(), key=lambda word: painter.width(word, SMALL, NAMES))
    size = SMALL * min(1.0, available_width / (painter.width(longest, SMALL, NAMES) + 1))
    available_width = max(available_width, painter.width(longest, size, NAMES))
    lines = painter.wrapped(text, available_width, size, NAMES)
    return size, lines if " ".join(lines) == text else painter.wrapped(name, available_width, size, NAMES)


def tag_image(
    painter: Painter, name: str, available_width: float, tone: NameTone = NameTone.LOUD
) -> pygame.Surface:
    """Picture of a name on a tag of cloth."""
    painter = painter.with_text_scale(1 + TAG_GROWTH * (painter.text_scale - 1))
    size, lines = _name_lines(painter, name, available_width)
    step, edge = 20 * painter.text_scale * size / SMALL, 2.0
    width = max(painter.width(line, size, NAMES) for line in lines) + _TAG_PADDING - 2
    box = Box(0, 0, width, step * len(lines) + 6)
    whole = pygame.Surface(painter.view.rect(box).size, pygame.SRCALPHA)
    brush, (cloth, ink) = painter.for_surface(whole), _tag_colours(painter, tone)
    brush.fill(box, ink if tone is NameTone.CHOSEN else cloth, 8)
    brush.fill(box.inflated(-edge), cloth, 8 - edge)
    for number, line in enumerate(lines):
        middle = 3 + step * (number + 0.5)
        brush.text(line, width / 2, middle, size, TextStyle(NAMES, ink), anchor="center")
    return whole
