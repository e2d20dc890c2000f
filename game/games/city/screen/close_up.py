"""The closer look: the enlarged map is one large picture that is scrolled, made patch by patch."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import replace

import pygame

from game.games.city.screen import art_map
from game.games.city.screen.ground import MapProjection
from game.games.city.screen.night_map import draw_city, draw_names, peeking
from game.games.city.screen.panel_words import draw_beside
from game.games.city.screen.parts import CityParts
from game.ui.art.fabric import ROOM
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.kit.strip import StripOwner, draw_strip, strip_top

_ACROSS, _DOWN = 5, 3
"""How many patches cover the window."""
_KEPT = 64
"""Patches that are kept: some four windows full."""
_EDGE = 2.0
"""How far a name may look out from under the panel."""
_EVERYWHERE = Box(-1e6, -1e6, 2e6, 2e6)

Place = tuple[int, int]
"""Column and row of a patch; patch (0, 0) has the middle of cell (0, 0) in its upper left corner."""
Put = tuple[pygame.Surface, tuple[int, int], pygame.Rect]
"""An image, where on the large picture, and the part of it that can be seen at all."""


class _Lister(Painter):
    """A painter that writes down what is put where."""

    def __init__(self, painter: Painter) -> None:
        super().__init__(
            painter.surface, painter.view, painter.theme, painter.assets, painter.type, painter.text_scale
        )
        self.puts: list[Put] = []
        self._parts: dict[pygame.Surface, pygame.Rect] = {}

    def blit(self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        rect = image.get_rect()
        setattr(rect, anchor, (round(x * self.view.scale), round(y * self.view.scale)))
        part = self._parts.get(image)
        if part is None:
            # Only what can be seen of an image: with its empty margin it would touch more patches.
            part = self._parts[image] = image.get_bounding_rect()
        self.puts.append((image, (rect.x + part.x, rect.y + part.y), part))


class Scrolled:
    """A picture larger than the window: what lies still, and what lies on it and changes now and then.

    A patch is drawn when it comes into view, and anew only where something else lies on it.
    """

    def __init__(self) -> None:
        self._key: Hashable = None
        self._upper_key: Hashable = None
        self._edge = 1, 1
        self._sky: pygame.Surface | None = None
        self._lower: dict[Place, list[Put]] = {}
        self._upper: dict[Place, list[Put]] = {}
        self._patches: OrderedDict[Place, pygame.Surface] = OrderedDict()

    def lower(
        self, painter: Painter, key: Hashable, sky: pygame.Surface, draw: Callable[[Painter], None]
    ) -> None:
        """List what lies still, unless it is that of the last time.

        Args:
            painter: where to.
            key: all that is drawn, the sky included.
            sky: a picture as large as the window that lies below, again and again, side by side with itself.
            draw: draws everything with `Painter.blit` alone.
        """
        if key == self._key:
            return
        # Without the key of what lies on it: on another ground that is listed anew as well.
        self._key, self._upper_key, self._sky = key, None, sky
        self._edge = sky.get_width() // _ACROSS, sky.get_height() // _DOWN
        self._lower, self._upper = self._listed(painter, draw), {}
        self._patches.clear()

    def upper(self, painter: Painter, key: Hashable, draw: Callable[[Painter], None]) -> None:
        """List what lies on it, unless it is that of the last time; forget the patches that it changes."""
        if key == self._upper_key:
            return
        before, self._upper_key, self._upper = self._upper, key, self._listed(painter, draw)
        # Images are the same ones from the cache, so equal lists mean equal pictures.
        for place in [place for place in self._patches if before.get(place) != self._upper.get(place)]:
            del self._patches[place]

    def put(self, painter: Painter, x: int, y: int) -> None:
        """Show the picture, with the corner of its patch (0, 0) at a pixel of the window."""
        (w, h), surface = self._edge, painter.surface
        # Within the clip alone: in a breath no more than a puppet's box is drawn.
        for place in self.places(surface.get_clip(), x, y):
            surface.blit(self.patch(place), (x + place[0] * w, y + place[1] * h))
        while len(self._patches) > _KEPT:
            self._patches.popitem(last=False)

    def places(self, seen: pygame.Rect, x: int, y: int) -> list[Place]:
        """The patches that lie in a part of the window."""
        w, h = self._edge
        columns = range((seen.left - x) // w, (seen.right - 1 - x) // w + 1)
        rows = range((seen.top - y) // h, (seen.bottom - 1 - y) // h + 1)
        return [(column, row) for row in rows for column in columns]

    def patch(self, place: Place) -> pygame.Surface:
        """A patch, drawn now if it is not there."""
        found = self._patches.get(place)
        if found is not None:
            self._patches.move_to_end(place)
            return found
        found = self._patches[place] = self._sky_of(place)
        x, y = place[0] * self._edge[0], place[1] * self._edge[1]
        puts = *self._lower.get(place, ()), *self._upper.get(place, ())
        found.blits([(image, (at[0] - x, at[1] - y), part) for image, at, part in puts], doreturn=False)
        return found

    def _sky_of(self, place: Place) -> pygame.Surface:
        """The part of the sky below a patch; each sky is the mirror image of the one beside it."""
        assert self._sky is not None
        (across, column), (down, row) = divmod(place[0], _ACROSS), divmod(place[1], _DOWN)
        # Every second sky is mirrored: its edges meet themselves, so that nobody sees where one ends.
        column, row = _ACROSS - 1 - column if across % 2 else column, _DOWN - 1 - row if down % 2 else row
        w, h = self._edge
        part = self._sky.subsurface((column * w, row * h, w, h))
        return pygame.transform.flip(part, bool(across % 2), bool(down % 2))

    def _listed(self, painter: Painter, draw: Callable[[Painter], None]) -> dict[Place, list[Put]]:
        lister = _Lister(painter)
        draw(lister)
        found: dict[Place, list[Put]] = {}
        for put in lister.puts:
            for place in self.places(pygame.Rect(put[1], put[2].size), 0, 0):
                found.setdefault(place, []).append(put)
        return found


class CloseUp:
    """The scrolled map of a match, and the panel and the strip that stand over it."""

    def __init__(self) -> None:
        self._map = Scrolled()
        self._over_key: Hashable = None
        self._over = pygame.Surface((1, 1))
        self._parts: tuple[pygame.Rect, ...] = ()
        """Where something stands on it."""

    def put(self, painter: Painter, shown: CityParts) -> None:
        """Show the map."""
        ground = shown.map.ground
        self._list(painter, shown, ground)
        self._map.put(painter, *_corner(painter, ground))

    def cover(self, painter: Painter, shown: CityParts, owner: StripOwner, key: Hashable) -> None:
        """Put the panel and the strip over it; the key is of all that they show."""
        size = painter.surface.get_size()
        whole = key, size, painter.theme.name, painter.text_scale
        if whole != self._over_key:
            if self._over.get_size() != size:
                self._over = pygame.Surface(size, pygame.SRCALPHA).convert_alpha()
            self._over_key = whole
            self._over.fill((0, 0, 0, 0))
            over = painter.onto(self._over)
            draw_beside(over, shown)
            draw_strip(over, shown.table.stage, owner)
            low = painter.view.px(strip_top(shown.table.stage, owner) - ROOM)
            beside = painter.view.rect(shown.map.places.panel.grown(ROOM))
            # Where the panel reaches into the strip nothing is put twice, or shadows would be darker there.
            beside.h = min(beside.h, low - beside.y)
            self._parts = beside, pygame.Rect(0, low, size[0], size[1] - low)
        for part in self._parts:
            painter.surface.blit(self._over, part, part)

    def warm(self, painter: Painter, shown: CityParts) -> Iterator[None]:
        """Make its pictures, a few a step, then the patches that are seen first."""
        ground = shown.map.closer()
        for cell in (*shown.map.city.cells, *shown.map.city.vacant):
            around = replace(ground, area=Box(*ground.point(cell), 1, 1))
            self._draw_lower(_Lister(painter), shown, around)
            yield
            self._draw_upper(_Lister(painter), shown, around)
            yield
        self._list(painter, shown, ground := shown.map.closer())  # anew: the cursor may have gone on since
        for place in self._map.places(painter.view.rect(painter.view.box), *_corner(painter, ground)):
            yield
            self._map.patch(place)

    def _list(self, painter: Painter, shown: CityParts, ground: MapProjection) -> None:
        """Bring the picture up to date."""
        view, city, look = painter.view, shown.map.city, shown.look()
        flat = replace(ground, area=_EVERYWHERE, x=0.0, y=0.0)
        sky = art_map.country(painter.assets, view.w, view.h, look.sky, plain=look is art_map.PLAIN)
        key = city.key, tuple(shown.empty()), flat.size, look, view, painter.text_scale
        self._map.lower(painter, key, sky, lambda lister: self._draw_lower(lister, shown, flat))
        laid = shown.map.picture.laid(shown.map.focus)
        # Where the map lies now: which names look out from under the panel changes as it is scrolled.
        hidden = peeking(painter, ground, city, laid, shown.map.places.panel.grown(_EDGE))
        whole = laid.key, shown.map.way, hidden
        self._map.upper(painter, whole, lambda lister: self._draw_upper(lister, shown, flat, hidden))

    @staticmethod
    def _draw_lower(painter: Painter, shown: CityParts, ground: MapProjection) -> None:
        draw_city(painter, ground, shown.map.city, shown.look(), shown.empty())

    @staticmethod
    def _draw_upper(
        painter: Painter, shown: CityParts, ground: MapProjection, hidden: Collection[str] = ()
    ) -> None:
        shown.draw_laid(painter, ground)
        draw_names(painter, ground, shown.map.city, shown.map.picture.laid(shown.map.focus), hidden)


def _corner(painter: Painter, ground: MapProjection) -> tuple[int, int]:
    """The pixel where a map has its middle of cell (0, 0)."""
    return round(ground.x * painter.view.scale), round(ground.y * painter.view.scale)
