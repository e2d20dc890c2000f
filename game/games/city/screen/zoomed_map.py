"""The zoomed map: one large picture that is scrolled, drawn patch by patch."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import pygame

from game.games.city.screen.board import MapContents
from game.games.city.screen.map_geometry import CityMap, MapProjection
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import SidePanelProps, draw_beside
from game.games.city.screen.static_layers import (
    BoardProps,
    StaticMapReader,
    TrackProps,
    dawn,
    draw_lower_board,
    draw_on_board,
    draw_sky,
    draw_upper_board,
)
from game.games.city.screen.station_labels import BELOW_STATION, NamePlacer, NameTone, draw_name
from game.ui.art.layers import STITCH
from game.ui.core.assets import seen_part
from game.ui.core.canvas import Box
from game.ui.core.layer import CachedLayer, around, render_key
from game.ui.core.paint import Painter

V = TypeVar("V", bound=Hashable)

_PATCH_COLUMNS, _PATCH_ROWS = 5, 3  # patches that cover the window: columns, rows
_MAX_PATCHES = 64  # cached patches, about four windows
_HEM_WIDTH = 3.0  # units of the hem around the map
_EVERYWHERE = Box(-1e6, -1e6, 2e6, 2e6)

# column and row of a patch; patch (0, 0) has the middle of cell (0, 0) in its upper left corner
Place = tuple[int, int]
Light = tuple[int, int, int]
# image, its position on the large picture, and its part that is not transparent
Put = tuple[pygame.Surface, tuple[int, int], pygame.Rect]


class _BlitRecorder(Painter):
    """Painter that records images and positions instead of drawing."""

    def __init__(self, painter: Painter) -> None:
        super().__init__(
            painter.surface, painter.view, painter.theme, painter.assets, painter.type, painter.text_scale
        )
        self.puts: list[Put] = []

    def blit(
        self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft", opacity: float = 1.0
    ) -> None:
        """Record the opaque part of an image and its position in px instead of drawing it."""
        rect = image.get_rect()
        setattr(rect, anchor, (round(x * self.view.scale), round(y * self.view.scale)))
        # Only the opaque part of an image, as its empty margin would touch more patches.
        part = seen_part(image) or image.get_bounding_rect()
        self.puts.append((image, (rect.x + part.x, rect.y + part.y), part))


class _PatchList(Generic[V]):
    """Images that one function draws on the large picture, by patch.

    Args:
        draw: draws a value with `Painter.blit` alone.
    """

    def __init__(self, draw: Callable[[Painter, V], None]) -> None:
        self._draw = draw
        self._value: V | None = None
        self._puts: dict[Place, list[Put]] = {}

    def hold(self, painter: Painter, value: V, places: Callable[[pygame.Rect], list[Place]]) -> set[Place]:
        """Record the images if the value changed. Returns the patches with other contents than before."""
        if value == self._value:
            return set()
        before, self._value, self._puts = self._puts, value, {}
        lister = _BlitRecorder(painter)
        self._draw(lister, value)
        for blit in lister.puts:
            for place in places(pygame.Rect(blit[1], blit[2].size)):
                self._puts.setdefault(place, []).append(blit)
        # Images come from the cache, so equal lists mean equal pictures.
        return {place for place in before | self._puts if before.get(place) != self._puts.get(place)}

    def at(self, place: Place) -> list[Put]:
        """Images on a patch."""
        return self._puts.get(place, [])

    def forget(self) -> None:
        """Discard the record, so that the next `hold` records again."""
        self._value = None
        self._puts.clear()


class ScrolledPicture:
    """A picture larger than the window: a printed layer, and a layer above it that changes sometimes.

    The values shown are frozen. The functions that draw them depend on a painter and a value only, and draw
    with `Painter.blit` alone, as for `game.ui.core.layer.CachedLayer`. A patch is drawn when it comes into
    view, and again when its contents change. The sky below is as large as the window and is tiled.
    """

    def __init__(self) -> None:
        self._light: Light = (0, 0, 0)
        self._printed = _PatchList(draw_lower_board), _PatchList(draw_upper_board)
        self._upper = _PatchList(draw_on_board)
        self._ground: Hashable = None
        self._edge = 1, 1
        self._sky: pygame.Surface | None = None
        self._patches: OrderedDict[Place, pygame.Surface] = OrderedDict()

    def update(self, painter: Painter, lower: BoardProps, upper: TrackProps) -> Iterator[None]:
        """Update the records of the layers, one per step, and discard the patches that changed."""
        city_map = lower, render_key(painter)
        if city_map != self._ground:
            self._ground = city_map
            self._sky = sky = draw_sky(painter, lower)
            self._edge = sky.get_width() // _PATCH_COLUMNS, sky.get_height() // _PATCH_ROWS
            # On another board everything is recorded again.
            for layer in (*self._printed, self._upper):
                layer.forget()
            self._patches.clear()

        def places(box: pygame.Rect) -> list[Place]:
            """Patches that a box of the large picture touches."""
            return self.places(box, 0, 0)

        def discard(changes: set[Place]) -> None:
            """Discards the cached patches that are in ``changes``."""
            for place in changes.intersection(self._patches):
                del self._patches[place]

        yield
        for listing in self._printed:
            discard(listing.hold(painter, lower, places))
            yield
        discard(self._upper.hold(painter, upper, places))
        if (light := dawn(painter, upper)) != self._light:
            self._light = light
            self._patches.clear()

    def forget(self) -> None:
        """Discard the picture, so that it is drawn again next time."""
        self._ground = None

    def draw_at(
        self,
        painter: Painter,
        lower: BoardProps,
        upper: TrackProps,
        at: tuple[int, int],
        area: pygame.Rect,
    ) -> None:
        """Draw the updated picture on an area, with the corner of its patch (0, 0) at pixel ``at``."""
        for _step in self.update(painter, lower, upper):
            pass
        (w, h), (x, y), surface = self._edge, at, painter.surface
        # Only within the clip, as idle animation redraws just the boxes of puppets.
        clip = surface.get_clip()
        if part := area.clip(clip):
            surface.set_clip(part)
            for place in self.places(part, *at):
                surface.blit(self.patch(place), (x + place[0] * w, y + place[1] * h))
        surface.set_clip(clip)
        while len(self._patches) > _MAX_PATCHES:
            self._patches.popitem(last=False)

    def places(self, visible: pygame.Rect, x: int, y: int) -> list[Place]:
        """Patches in a part of the window, if patch (0, 0) has its corner at pixel (x, y)."""
        w, h = self._edge
        columns = range((visible.left - x) // w, (visible.right - 1 - x) // w + 1)
        rows = range((visible.top - y) // h, (visible.bottom - 1 - y) // h + 1)
        return [(column, row) for row in rows for column in columns]

    def patch(self, place: Place) -> pygame.Surface:
        """Return a patch, drawing it if it is not cached."""
        patch = self._patches.get(place)
        if patch is not None:
            self._patches.move_to_end(place)
            return patch
        patch = self._patches[place] = self._sky_of(place)
        x, y = self._corner_of(place)

        def put(puts: Sequence[Put]) -> None:
            """Draw recorded images on the patch."""
            patch.blits([(image, (at[0] - x, at[1] - y), part) for image, at, part in puts], doreturn=False)

        for listing in self._printed:
            put(listing.at(place))
        if any(self._light):
            patch.fill(self._light, special_flags=pygame.BLEND_RGB_ADD)
        put(self._upper.at(place))
        return patch

    def _corner_of(self, place: Place) -> tuple[int, int]:
        """Position of a patch on the large picture, in px."""
        return place[0] * self._edge[0], place[1] * self._edge[1]

    def _sky_of(self, place: Place) -> pygame.Surface:
        """Sky below a patch. Each sky is the mirror image of its neighbours."""
        assert self._sky is not None
        (across, column), (down, row) = divmod(place[0], _PATCH_COLUMNS), divmod(place[1], _PATCH_ROWS)
        # Every second sky is mirrored, so that its edges match and no border is visible.
        mirrored = bool(across % 2), bool(down % 2)
        column = _PATCH_COLUMNS - 1 - column if mirrored[0] else column
        row = _PATCH_ROWS - 1 - row if mirrored[1] else row
        w, h = self._edge
        return pygame.transform.flip(self._sky.subsurface((column * w, row * h, w, h)), *mirrored)


@dataclass(frozen=True, slots=True)
class SurroundProps:
    """Props of what is around the zoomed map."""

    board: BoardProps
    area: Box  # of the map
    beside: SidePanelProps


def draw_surround(painter: Painter, props: SurroundProps) -> None:
    """Draw the night around the zoomed map, a hem between them, and the panel and the prompt bar."""
    painter.blit(draw_sky(painter, props.board), 0, 0)
    painter.frame(props.area.inflated(_HEM_WIDTH), STITCH, _HEM_WIDTH)
    draw_beside(painter, props.beside)


class ZoomedMap:
    """Scrolled map of a match, with the panel and the prompt bar around it."""

    def __init__(self) -> None:
        self._map = ScrolledPicture()
        self._surround = CachedLayer(draw_surround)
        self._area = pygame.Rect(0, 0, 0, 0)  # part of the window with the map, in px
        # names to draw and their sides, with the key that they depend on
        self._placer = NamePlacer()
        self._names: tuple[Hashable, dict[str, float]] = None, {}

    def draw_map(
        self,
        painter: Painter,
        still: StaticMapReader,
        city_map: CityMap,
        contents: MapContents,
        beside: SidePanelProps,
    ) -> None:
        """Draw the map at its current position. Call `cover` later."""
        lower, upper = self._map_props(still, city_map, contents)
        map_state = still.parts.map
        area = map_state.boxes.close_up
        self._surround.update(painter, SurroundProps(lower, area, beside))
        chosen = tuple(map_state.named_stations(city_map))
        cause = city_map, contents, chosen, map_state.own_seat, painter.text_scale, painter.view
        if self._names[0] != cause:
            self._names = (
                cause, self._placer.sides(
                    painter, city_map, contents, (area.right, area.bottom), chosen, map_state.own_seat
                ),
            )  # fmt: skip
        self._area = painter.view.rect(area)
        self._map.draw_at(painter, lower, upper, _origin_pixel(painter, city_map), self._area)

    def write_names(self, painter: Painter, map_state: MapState, city_map: CityMap) -> None:
        """Write station names above the choice; those away from the cursor and from socks are quieter."""
        chosen, loud = map_state.named_stations(city_map), map_state.signs | map_state.near_stations
        for text, side in self._names[1].items():
            tone = NameTone.CHOSEN if text in chosen else NameTone.LOUD if text in loud else NameTone.QUIET
            draw_name(painter, city_map, city_map.city.stops[text], side, tone)

    def cover(self, painter: Painter) -> None:
        """Draw what is around the map."""
        for part in around(painter.surface.get_rect(), self._area):
            painter.surface.blit(self._surround.picture, part, part)

    def warm(self, painter: Painter, still: StaticMapReader) -> Iterator[None]:
        """Preload its pictures, a few each step, then the patches that are visible first."""
        map_state = still.parts.map
        city_map = map_state.close_up()
        board, track = self._map_props(still, city_map, map_state.contents())
        for cell in (*map_state.city.cells, *map_state.city.vacant):
            ground = replace(city_map, area=Box(*city_map.point(cell), 1, 1))
            draw_lower_board(_BlitRecorder(painter), replace(board, ground=ground))
            draw_upper_board(_BlitRecorder(painter), replace(board, ground=ground))
            yield
            draw_on_board(_BlitRecorder(painter), replace(track, ground=ground))
            for tone in NameTone if cell in map_state.city.at else ():
                draw_name(_BlitRecorder(painter), ground, map_state.city.at[cell], BELOW_STATION, tone)
            yield
        city_map = map_state.close_up()  # again, as the cursor may have moved
        yield from self._map.update(painter, *self._map_props(still, city_map, map_state.contents()))
        for place in self._map.places(painter.view.rect(painter.view.box), *_origin_pixel(painter, city_map)):
            yield
            self._map.patch(place)

    def _map_props(
        self, still: StaticMapReader, city_map: CityMap, contents: MapContents
    ) -> tuple[BoardProps, TrackProps]:
        """Props of the zoomed map with cell (0, 0) in the corner."""
        flat = CityMap(_EVERYWHERE, city_map.size, 0.0, 0.0, city_map.city)
        return still.board(flat), still.track_props(flat, contents)


def _origin_pixel(painter: Painter, projection: MapProjection) -> tuple[int, int]:
    """Pixel of the middle of cell (0, 0) of a map."""
    return round(projection.x * painter.view.scale), round(projection.y * painter.view.scale)
