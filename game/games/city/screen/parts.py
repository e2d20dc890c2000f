"""What the picture of the city is drawn from: the match, the map, the set-up, the news."""

from __future__ import annotations

from game.core.hexgrid import Cell
from game.games.city.screen import art_map
from game.games.city.screen.ground import MapProjection
from game.games.city.screen.map_state import MapState
from game.games.city.screen.news import CityNews
from game.games.city.screen.night_map import draw_laid, draw_link, draw_sign, style_of
from game.games.city.screen.setting_up import SettingUp
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext


class CityParts:
    """The parts of the view, for the functions that draw and tell of them."""

    def __init__(self, table: ViewContext) -> None:
        self.table = table
        self.map = MapState(table)
        self.setup = SettingUp(table, self.map)
        self.recent = CityNews(table, self.map)

    @property
    def news(self) -> str:
        """What has just happened."""
        return self.recent.text

    def look(self) -> art_map.Style:
        """How the city looks: its board says it, or the theme."""
        layout = self.table.session.layout
        word = layout.get("look", "city") if layout is not None else "city"
        plain = self.table.stage.settings.theme == "contrast"
        return style_of(word, plain=plain)

    def empty(self) -> list[Cell]:
        """The places of the table that no tile covers while the city is built."""
        if self.map.picture.phase != "tiles":
            return []
        return [cell for cell in self.setup.tile.table() if cell not in self.map.city.at]

    def draw_laid(self, painter: Painter, ground: MapProjection) -> None:
        """What lies on the map, and the way of the pair in focus."""
        laid, gaps = self.map.picture.laid(self.map.focus), self.map.gaps()
        draw_laid(painter, ground, self.map.city, laid)
        for one, other in zip(self.map.way, self.map.way[1:], strict=False):
            link = self.map.city.link(one, other)
            if link is not None:
                draw_link(painter, ground, self.map.city, link, "missing" if link in gaps else "there")
        # Once more over the way, which begins and ends in their middle.
        for text in (*self.map.way[:1], *self.map.way[-1:]):
            draw_sign(painter, ground, self.map.city, text, self.map.focus, laid)
