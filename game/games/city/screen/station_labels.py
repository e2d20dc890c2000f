"""Station names on the zoomed map, each on the side of its station where it hides least."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import pygame

from game.core.hexgrid import Cell, neighbours
from game.games.city.screen import art_track
from game.games.city.screen.board import MapContents
from game.games.city.screen.map_geometry import BoardView, CityMap, Link, MapProjection, StationView
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL

# top of a name below the middle of its station, in cell radii; a name above ends at that height
BELOW, BELOW_SIGN, ABOVE = 0.36, 0.66, -0.3
# sideways step of names at an edge, in cell radii, and of the names at the cursor
_STEP, _PIXEL = 0.06, 0.001
_SIDES = 6  # preferred sides of a name; the others are tried after them
_ROUNDS = 2  # passes in which names without room get priority
_SPOKEN = 3  # weight of a link of a shown path, in pieces of track
SIGN, TRACK = 0.56, 0.13  # radius of a sock and half width of track, in cell radii
# position of a name relative to its station, in cell radii: down (as `BELOW`), and sideways
Spot: TypeAlias = tuple[float, float]


class _LabelSide(NamedTuple):
    """A side of a station for its name."""

    spot: Spot
    box: Box


class StationNames:
    """Positions of station names on a map with its contents.

    Args:
        city_map: any projection of the map; positions are measured in cell radii.
        way: links of a path that count more than others.
    """

    def __init__(
        self,
        painter: Painter,
        city_map: CityMap,
        contents: MapContents,
        way: Collection[Link] = (),
    ) -> None:
        city = city_map.city
        self._signs = {*dict(contents.socks), *contents.blockers}
        self._near = {text: _near(city, stop_.cell) for text, stop_ in city.stops.items()}
        ends: dict[str, list[Link]] = {}
        for piece in {*city.printed_links, *contents.tracks[0], *contents.tracks[1], *way}:
            for text in piece:
                ends.setdefault(text, []).append(piece)

        def ranked(stop_: StationView) -> list[_LabelSide]:
            """Possible sides of a station's name: the preferred six, then the others, by track hidden."""
            next_to = (city.at[cell].text for cell in neighbours(stop_.cell) if cell in city.at)
            pieces = {piece for text in (stop_.text, *next_to) for piece in ends.get(text, ())}
            worth = {piece: _SPOKEN if piece in way else 1 for piece in pieces}

            def hides(side: _LabelSide) -> int:
                """Weight of the links that the name covers on this side."""
                return sum(count for piece, count in worth.items() if _covers_piece(city_map, side, piece))

            sides = self._sides_around(painter, city_map, stop_)
            return [*sorted(sides[:_SIDES], key=hides), *sorted(sides[_SIDES:], key=hides)]

        # possible sides of each name, the one over least track first
        self._sides = {text: ranked(stop_) for text, stop_ in city.stops.items()}
        # Stations with much track have few places, so they choose first.
        self._order = sorted(city.stops, key=lambda text: -len(ends.get(text, ())))

    def name_spots(
        self,
        painter: Painter,
        city_map: CityMap,
        right: float,
        bottom: float,
        chosen: Sequence[str],
        link: Link | None = None,
    ) -> dict[str, Spot]:
        """Position of each name to draw now (down, sideways; cell radii), by station text; ``chosen`` last.

        Names may extend to ``right`` and ``bottom`` and to the other edges of the window. A name that would
        be cut off moves to another side of its station, and others make room if they can. Names of the
        stations in ``chosen`` are moved over others if necessary, and hide them. Only names of its ends may
        cover the chosen ``link``.
        """
        stops, edge = city_map.city.stops, _TAG / 2

        def fits(side: _LabelSide) -> bool:
            """True if the name is not cut off on this side."""
            box = side.box
            return box.x >= edge and box.y >= edge and box.right <= right and box.bottom <= bottom

        def here(text: str) -> list[_LabelSide]:
            """Sides of a station. Sides over the chosen link come last, and only for its ends."""
            spots = (side.spot for side in self._sides[text])
            sides = [_LabelSide(spot, name_box(painter, city_map, stops[text], spot)) for spot in spots]
            if link is None:
                return sides
            covering = [side for side in sides if _covers_piece(city_map, side, link)]
            return [side for side in sides if side not in covering] + covering * (text in link)

        def aside(side: _LabelSide, step: float) -> _LabelSide:
            """Side moved left or right in whole steps until the name is not cut off."""
            shift = max(edge - side.box.x, min(0.0, right - side.box.right)) / city_map.size
            shift = math.copysign(math.ceil(abs(shift) / step) * step, shift)
            return _LabelSide(
                (side.spot[0], side.spot[1] + shift), side.box.translated(shift * city_map.size, 0.0)
            )

        candidates = {}
        for text in stops:
            x, y = city_map.station_point(text)
            if 0 < x < right and 0 < y < bottom:
                sides = here(text)
                # Also slightly moved sides, but in steps, so that a name does not slide with each frame of
                # scrolling.
                moved_sides = (aside(side, _STEP) for side in sides if not side.spot[1])
                sides += [side for side in moved_sides if abs(side.spot[1]) * city_map.size <= side.box.w / 2]
                candidates[text] = [side for side in sides if fits(side)]
        placement = self._place_names(city_map, chosen, candidates)
        for text in chosen:
            if text not in placement:
                sides = [aside(side, _PIXEL) for side in here(text)]
                placement[text] = chosen_side = next(filter(fits, sides), sides[0])
                for neighbour in self._near[text]:
                    if (
                        neighbour in placement
                        and neighbour not in chosen
                        and overlaps(chosen_side.box, placement[neighbour].box)
                    ):
                        del placement[neighbour]
        return {text: placement[text].spot for text in sorted(placement, key=lambda text: text in chosen)}

    def _place_names(
        self, city_map: CityMap, first: Sequence[str], sides: Mapping[str, Sequence[_LabelSide]]
    ) -> dict[str, _LabelSide]:
        """First side of each name free of other names and socks, if any. ``first`` choose first."""
        order = [text for text in self._order if text not in first]
        reach, obstacles = SIGN * city_map.size, {}
        for text in sides:
            points = (
                city_map.station_point(neighbour)
                for neighbour in self._near[text]
                if neighbour in self._signs
            )
            obstacles[text] = [Box(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in points]
        placement: dict[str, _LabelSide] = {}
        for _round in range(_ROUNDS):
            placement = {}
            for text in (*first, *order):
                if sides.get(text):
                    others = [
                        *obstacles[text],
                        *(
                            placement[neighbour].box
                            for neighbour in self._near[text]
                            if neighbour in placement
                        ),
                    ]
                    free = (
                        side for side in sides[text] if not any(overlaps(side.box, box) for box in others)
                    )
                    if (side := next(free, None)) is not None:
                        placement[text] = side
            if all(text in placement for text, options in sides.items() if options):
                break
            # Names without room choose first in the next pass.
            order.sort(key=lambda text: text in placement)
        return placement

    def _sides_around(self, painter: Painter, city_map: CityMap, stop_: StationView) -> list[_LabelSide]:
        """All sides: below, above, and left and right of both; then the positions halfway between."""
        middle, spots = name_box(painter, city_map, stop_, (0.0, 0.0)), []
        for dy in (BELOW_SIGN, -BELOW_SIGN) if stop_.text in self._signs else (BELOW, ABOVE):
            # Beside a slanting piece the name ends where the piece begins.
            aside = middle.w / 2 / city_map.size - max(0.0, (abs(dy) - TRACK) / math.sqrt(3) - TRACK)
            spots += [(dy, 0.0), (dy, -aside), (dy, aside)]
        halves = [(dy, aside / 2) for dy, aside in spots if aside]
        return [_LabelSide(spot, _box_at(middle, city_map, spot)) for spot in (*spots, *halves)]


def _covers_piece(city_map: CityMap, side: _LabelSide, piece: Link) -> bool:
    """True if a name on this side covers a piece of track."""
    box = side.box.inflated(TRACK * city_map.size * 0.8)
    area = pygame.FRect(box.x, box.y, box.w, box.h)
    return bool(area.clipline(*map(city_map.station_point, piece)))


def _near(city: BoardView, cell: Cell) -> list[str]:
    """Texts of the stations whose names can overlap the name of the station on a cell."""
    cells = {near_cell for neighbour in neighbours(cell) for near_cell in neighbours(neighbour)} - {cell}
    return [city.at[near_cell].text for near_cell in sorted(cells) if near_cell in city.at]


def draw_name(painter: Painter, projection: MapProjection, stop_: StationView, spot: Spot) -> None:
    """Draw the name of a station beside it on the zoomed map."""
    box, theme = name_box(painter, projection, stop_, spot), painter.theme
    painter.blit(_name_image(painter, projection, stop_), box.centre[0], box.y, "midtop")
    x, above = projection.point(stop_.cell)[0], spot[0] < 0
    x = max(box.x + 18, min(box.right - 18, x))
    image = art_track.pointer(painter.assets, theme.panel, theme.ink, down=above)
    painter.blit(image, x, box.bottom - 3 if above else box.y + 3, "midtop" if above else "midbottom")


def name_box(painter: Painter, projection: MapProjection, stop_: StationView, spot: Spot) -> Box:
    """Box of a station's name at a position beside it, in units."""
    (x, y), scale = projection.point(stop_.cell), painter.view.scale
    w, h = (side / scale for side in _name_image(painter, projection, stop_).get_size())
    return _box_at(Box(x - w / 2, y, w, h), projection, spot)


def _box_at(middle: Box, projection: MapProjection, spot: Spot) -> Box:
    """Box of a name, moved from the middle of its station to a position."""
    dy, aside = spot
    return middle.translated(projection.size * aside, projection.size * dy - (middle.h if dy < 0 else 0.0))


def _name_image(painter: Painter, projection: MapProjection, stop_: StationView) -> pygame.Surface:
    """Picture of a station's name on its tag. Cached."""
    key = ("game.games.city.name", stop_.name, projection.size, painter.text_scale, painter.theme.name)
    tag_painter = painter.with_text_scale(1 + TAGS_GROW * (painter.text_scale - 1))
    return painter.assets.get(
        key, lambda: _tag_image(tag_painter, stop_.name, projection.size * math.sqrt(3) - _TAG)
    )


TAGS_GROW = 0.6  # growth of the tags with the text size, in two lines if needed
_TAG = 14.0  # padding of a tag and gap to the next one, in units
# text scale above which names have two lines, and how far the letters may shrink for that
_LARGE, _SHRINKS = 1.4, 0.8
_SHORT_WORD = 3  # a last word up to this length, such as a number, stays on the line of the word before it


def _name_lines(painter: Painter, name: str, available_width: float) -> tuple[float, list[str]]:
    """Font size and the one or more lines of a name that fit the width."""
    start, _space, end = name.rpartition(" ")
    text = f"{start}\N{NO-BREAK SPACE}{end}" if start and len(end) <= _SHORT_WORD else name
    if painter.text_scale > _LARGE:
        breaks = [match.end() for match in re.finditer("[ -]", text)]
        layouts = [[text[:cut].rstrip(), text[cut:]] for cut in breaks] or [[text]]
        widths = [max(painter.width(line, SMALL, NAMES) for line in lines) for lines in layouts]
        if min(widths) * _SHRINKS <= available_width:
            return SMALL * min(1.0, available_width / min(widths)), layouts[widths.index(min(widths))]
    # No word is broken or covers the next name: a long one gets smaller letters, down to the minimum.
    longest = max(name.split(), key=lambda word: painter.width(word, SMALL, NAMES))
    size = SMALL * min(1.0, available_width / (painter.width(longest, SMALL, NAMES) + 1))
    available_width = max(available_width, painter.width(longest, size, NAMES))
    lines = painter.wrapped(text, available_width, size, NAMES)
    return size, lines if " ".join(lines) == text else painter.wrapped(name, available_width, size, NAMES)


def _tag_image(painter: Painter, name: str, available_width: float) -> pygame.Surface:
    """Picture of a name on a tag of cloth."""
    size, lines = _name_lines(painter, name, available_width)
    step, edge = 20 * painter.text_scale * size / SMALL, 2.0
    width = max(painter.width(line, size, NAMES) for line in lines) + _TAG - 2
    box = Box(0, 0, width, step * len(lines) + 6)
    whole = pygame.Surface(painter.view.rect(box).size, pygame.SRCALPHA)
    brush, theme = painter.for_surface(whole), painter.theme
    brush.fill(box, theme.ink, 8)
    brush.fill(box.inflated(-edge), theme.panel, 8 - edge)
    for number, line in enumerate(lines):
        middle = 3 + step * (number + 0.5)
        brush.text(line, width / 2, middle, size, TextStyle(NAMES, theme.ink), anchor="center")
    return whole
