"""Robot that plays Socks in the City in the window."""

from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import PanelHead
from game.games.city.screen.view import CityView
from game.games.city.screen.view_model import panel_head
from game.ui.core.input import InputAction
from tests.robot.game import GameRobot, SwitchHands, by_device
from tests.scenes.city_hands import CityKeys, CityMouse, CityPad


class CitySwitch(SwitchHands):
    def play(self, move: str) -> None:
        verb, *stations = move.split()
        if verb == "lay":
            self.take("-".join(stations))
        else:
            self.act(InputAction.CONFIRM)


class CityRobot(GameRobot[CityView]):
    slug = "city"
    devices = by_device(CityKeys, CityPad, CityMouse, CitySwitch)
    people, seed = (0, 1), 4

    @property
    def map(self) -> MapState:
        return self.view.map

    def jump(self, station: str, came: str = "") -> None:
        """Put the cursor on a station, as if it came from another one."""
        self.map.cursor.jump(station, came)

    def point(self, station: str) -> tuple[float, float]:
        """Middle of a station on the screen."""
        return self.map.city_map.station_point(station)

    def link_middle(self, link: tuple[str, str]) -> tuple[float, float]:
        """Middle of a link on the screen."""
        return self.map.city_map.link_middle(link)

    @property
    def head(self) -> PanelHead:
        """Head of the panel, which names the station in focus."""
        return panel_head(self.view.parts)
