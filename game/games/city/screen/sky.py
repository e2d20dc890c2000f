"""The night around the map: the moon, the title, and windows that twinkle."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.city.screen import art_map
from game.games.city.screen.ground import MapProjection, free_corner
from game.games.city.screen.map_state import MapState
from game.games.city.screen.night_map import WindowLight, lights
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, Painter, TextStyle
from game.ui.kit.stage import Stage
from game.words import _

DARK, LIT = pygame.Color("#3B3670"), pygame.Color("#FFE9A8")
"""What a window turns to."""
Pane = tuple[tuple[int, int, int, int], pygame.Color]


class Sky:
    """What lives around the map."""

    def __init__(self, stage: Stage, map_state: MapState) -> None:
        self._stage = stage
        self._map = map_state
        self._lights: list[WindowLight] = []
        self._panes: tuple[object, list[Pane]] = None, []
        """The pixels of each of them and the colour that it turns to, and what those follow from."""
        self.moon: Box | None = None
        self.title: Box | None = None
        """Where they are, if there is room for them."""

    def lay(self, cells: Sequence[tuple[int, int]]) -> None:
        """Find corners for the moon and the title beside the cells that are shown."""
        taken: list[Box] = []
        self.moon = free_corner(self._map.far, cells, (art_map.MOON, art_map.MOON - 12), taken)
        if self.moon is not None:
            taken.append(self.moon)
        wide = max(self._stage.ruler.width(_("in the City"), 26, NAMES, fixed=True), 120.0) + 12
        self.title = free_corner(self._map.far, cells, (wide, 78), taken)

    @property
    def corners(self) -> list[Box]:
        """Where the moon and the title are."""
        return [box for box in (self.moon, self.title) if box is not None]

    def kindle(self, often: float) -> None:
        """Choose the windows that twinkle; ``often``: how many houses the look of the city has."""
        self._lights = lights(self._map.city, often, self._map.picture.socks) if often else []

    def draw_lights(self, painter: Painter) -> None:
        """The moon, and windows that are on or off just now, over those of the map."""
        if self.moon is not None:
            painter.blit(art_map.moon(painter.assets, self._moon_frame()), self.moon.x, self.moon.y - 6)
        if self._map.picture.phase == "tiles":
            return
        turned = self._turned()
        panes = self._panes_on(self._map.ground, painter.view.scale) if turned else []
        fill = painter.surface.fill
        for number in turned:
            box, colour = panes[number]
            fill(colour, box)

    def _panes_on(self, ground: MapProjection, scale: float) -> list[Pane]:
        lit, k = (self._lights, ground, scale), ground.size / 42
        if self._panes[0] != lit:
            size = max(2, round(3 * k * scale)), max(2, round(3.2 * k * scale))
            found = []
            for light in self._lights:
                x, y = ground.point(light.cell)
                corner = round((x + light.x * k) * scale), round((y + light.y * k) * scale)
                found.append(((*corner, *size), DARK if pygame.Color(light.lit) != DARK else LIT))
            self._panes = lit, found
        return self._panes[1]

    def _turned(self) -> list[int]:
        """The windows that are the other way than on the map; each changes in a time of its own."""
        if self._stage.rests:
            return []
        now = self._stage.now
        return [n for n in range(len(self._lights)) if int(now / (3100 + n * 173) + n * 0.37) % 2]

    def _moon_frame(self) -> int:
        """The moon breathes slowly."""
        return 0 if self._stage.rests else int(self._stage.now / 1700) % 2

    def living(self) -> list[tuple[object, object, Box]]:
        """The moon and the windows, with the frames that they show now."""
        living: list[tuple[object, object, Box]] = []
        ground, turned = self._map.ground, set(self._turned())
        k = ground.size / 42
        if self.moon is not None:
            living.append(("moon", self._moon_frame(), self.moon.moved(0, -6).grown(4)))
        for number, light in enumerate(self._lights):
            x, y = ground.point(light.cell)
            box = Box(x + light.x * k - 1, y + light.y * k - 1, 6, 6)
            living.append((("light", number), number in turned, box))
        return living


def draw_corners(painter: Painter, moon: Box | None, title: Box | None) -> None:
    """The moon's light and the title, where the map leaves room."""
    if moon is not None:
        halo = art_map.halo(painter.assets, 190, "#FFE9A8", 0.35)
        painter.blit(halo, moon.centre[0] - 4, moon.centre[1] + 4, "center")
    if title is None:
        return
    for dy, colours in ((2, ("#0D0B20", "#0D0B20")), (0, ("#FFFAF2", "#FFD972"))):
        x, y = title.x + 6, title.y + dy
        painter.text(_("Socks"), x, y + 22, 34, TextStyle(NAMES, colours[0], fixed=True))
        painter.text(_("in the City"), x, y + 56, 26, TextStyle(NAMES, colours[1], fixed=True))
