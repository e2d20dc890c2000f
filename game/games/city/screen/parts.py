"""What the picture of the city is drawn from: the match, the map, the set-up, the news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.games.city.screen import art_map
from game.games.city.screen.map_state import MapState
from game.games.city.screen.news import CityNews
from game.games.city.screen.night_map import style_of
from game.games.city.screen.setting_up import SettingUp
from game.games.city.screen.threats import CityThreats
from game.games.city.screen.told_log import LogStep, log_steps
from game.match.recap import ToldStep
from game.store.settings import Theme
from game.ui.table.context import ViewContext
from game.words import tongue


class CityParts:
    """The parts of the view, for the functions that draw and tell of them."""

    def __init__(self, table: ViewContext) -> None:
        self.table = table
        self.map = MapState(table)
        self.setup = SettingUp(table, self.map)
        self.recent = CityNews(table, self.map)
        self.threats = CityThreats(table, self.map)
        self._log: tuple[object, tuple[LogStep, ...]] = None, ()
        """The log, and what it follows from."""
        self._kept: tuple[int, Sequence[ToldStep]] = 0, ()
        """What was told last, and after how many moves."""

    def look_back(self) -> None:
        """Moves were made or taken back: keep what was told, and a room for it once there is a move."""
        steps, made = self.table.told(), len(self.table.session.log)
        if steps or made < self._kept[0]:
            self._kept = made, steps
        # In a film nothing is told.
        self.map.places = replace(self.map.places, has_log=made > 0 and not self.table.is_film)

    def log(self) -> tuple[LogStep, ...]:
        """What the other player did, in the words of the board; kept, as every frame asks for it.

        While nothing is told, as the computer thinks, it stays: an empty panel would flicker between turns.
        """
        steps, city = self.table.told() or self._kept[1], self.map.city
        told = steps, city, tongue()
        if told != self._log[0]:
            self._log = told, log_steps(steps, city)
        return self._log[1]

    @property
    def news(self) -> str:
        """What has just happened."""
        return self.recent.text

    def look(self) -> art_map.Style:
        """How the city looks: its board says it, or the theme."""
        layout = self.table.session.layout
        word = layout.get("look", "city") if layout is not None else "city"
        plain = self.table.stage.settings.theme == Theme.CONTRAST
        return style_of(word, plain=plain)
