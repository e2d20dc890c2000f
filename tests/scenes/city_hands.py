"""Robots that play Socks in the City by keyboard, pad and mouse, and matches to start from."""

import copy
from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pygame

from game.core.discovery import find_game
from game.core.hexgrid import read_cell
from game.core.rng import SeededRng
from game.core.session import Session
from game.games.city.rules.events import CityEventKind, as_observation
from game.games.city.rules.text import BoardReading
from game.games.city.screen.map_geometry import MapCursor
from game.games.city.screen.map_state import MapState
from game.games.city.screen.panels import CityPanelKey
from game.ui.match.match_scene import MatchScene
from tests.scenes.harness import ARROWS, GamepadRobot, KeyboardRobot, MatchRobot, MouseRobot


class CitySteps(MatchRobot):
    """City moves shared by the keyboard and the pad."""

    def press(self, dx: int, dy: int) -> None:
        """Press a direction 200 ms after the press before, so that it starts a new move."""
        self.window.step(ms=200)
        self.step(dx, dy)

    def choose(self, first: str, second: str) -> int:
        """Move the cursor onto a link by the fewest presses. Returns the number of presses."""
        scene = self.window.top
        for presses, ways in walks(scene.view.map):
            if presses == {first, second}:
                for way in ways:
                    self.press(*way)
                assert scene.view.map.link is not None
                assert set(scene.view.map.link) == {first, second}
                return len(ways)
        raise AssertionError(f"{first}-{second} cannot be chosen")

    def stand(self, station: str) -> None:
        """Move the cursor to a station."""
        scene = self.window.top
        if scene.view.map.cursor.at == station:
            return
        for link, ways in walks(scene.view.map):
            if station in link:
                for way in ways:
                    self.press(*way)
                if scene.view.map.cursor.at == station:
                    return
                break
        self.choose(*next(link for link in scene.view.map.city.links if station in link))
        if scene.view.map.cursor.at != station:
            self.stand(station)

    def play(self, move: str) -> None:
        verb, *rest = move.split()
        scene = self.window.top
        if verb == "lay":
            self.choose(*rest)
            self.confirm()
        elif verb == "block":
            self.stand(rest[0])
            self.confirm()
        elif verb == "sock":
            for _ in range(6):
                if scene.view.setup.colour == rest[0]:
                    break
                self.next_piece()
            for station in rest[1:]:
                self.stand(station)
                self.confirm()
        elif verb == "tile":
            self.play_tile(int(rest[0]), int(rest[1]), rest[2])
        else:
            self.confirm()

    def play_tile(self, design: int, rotation: int, at: str) -> None:
        setting = self.window.top.view.setup
        for _ in range(5):
            if setting.tile.design == design:
                break
            self.next_piece()
        for _ in range(6):
            if setting.tile.rotation == rotation:
                break
            self.second()
        q, r = read_cell(at)
        for _ in range(60):
            if setting.tile.at == (q, r):
                break
            if setting.tile.at[1] != r:
                self.press(0, 1 if r > setting.tile.at[1] else -1)
            else:
                self.press(1 if q > setting.tile.at[0] else -1, 0)
        self.confirm()


def walks(chosen: MapState) -> Iterator[tuple[set[str], tuple[tuple[int, int], ...]]]:
    """Yield each link (two stations) with the fewest presses, as directions, that choose it."""
    first = copy.copy(chosen.cursor)
    visited = {(first.at, first.came, first.way, first.lean)}
    links: set[frozenset[str]] = set()
    queue: deque[tuple[MapCursor, tuple[tuple[int, int], ...]]] = deque([(first, ())])
    time = 1e9  # later than all presses
    while queue:
        walker, ways = queue.popleft()
        for way in ARROWS:
            after = copy.copy(walker)
            is_legal = lambda start, end: chosen.city.link(start, end) in chosen.legal  # noqa: E731
            time += 1000
            if not after.step(chosen.overview, way, time, is_legal):
                continue
            key = (after.at, after.came, after.way, after.lean)
            if key in visited:
                continue
            visited.add(key)
            path = (*ways, way)
            link = frozenset((after.at, after.came))
            if after.came and link not in links and chosen.city.link(after.at, after.came):
                links.add(link)
                yield set(link), path
            queue.append((after, path))


class CityKeys(CitySteps, KeyboardRobot):
    """Keyboard alone."""


class CityPad(CitySteps, GamepadRobot):
    """One pad alone."""


class CityMouse(MouseRobot):
    def play(self, move: str) -> None:
        scene = self.window.top
        verb, *rest = move.split()

        def point(text: str) -> tuple[float, float]:
            x, y = scene.view.map.city_map.point(scene.view.map.city.cell(text))
            return x, y

        if verb == "lay":
            (x0, y0), (x1, y1) = map(point, rest)
            self.window.click((x0 + x1) / 2, (y0 + y1) / 2)
        elif verb == "block":
            self.window.click(*point(rest[0]))
        elif verb == "sock":
            self.window.click_box(scene.view.map.panel.rows[rest[0]])
            for station in rest[1:]:
                self.window.click(*point(station))
        elif verb == "tile":
            self._tile(int(rest[0]), int(rest[1]), rest[2])
        else:
            self.window.click_strip("confirm")

    def _tile(self, design: int, rotation: int, at: str) -> None:
        scene = self.window.top
        self.window.click_box(scene.view.map.panel.rows[CityPanelKey.TILE.of(design)])
        while scene.view.setup.tile.rotation != rotation:
            self.window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
        x, y = scene.view.map.city_map.point(read_cell(at))
        dx, dy = scene.view.setup.tile.middle(rotation)
        self.window.point(5, 5)
        self.window.click(x + dx, y + dy)


HANDS: list[type[MatchRobot]] = [CityKeys, CityPad, CityMouse]


def bot_move(session: Session, level: str = "normal", number: int = 0) -> str:
    bot = find_game("city").bot
    return str(bot.choose(session.observe(session.to_move), session.options, level, SeededRng(number)))


def is_joining(scene: MatchScene) -> bool:
    """True while the animation of a joined pair is shown."""
    show = scene.context.current_animation
    return show is not None and show.event.kind == CityEventKind.JOIN


@cache
def near_join(seat: int = 0) -> tuple[str, str]:
    """Return a position where one piece joins a pair, and that move."""
    session = Session.new("city", seed=3, options={"start_player": "first"})
    for number in range(300):
        view = BoardReading.of(as_observation(session.observe(None)))
        me = session.to_move
        ways = [(way[1], way[0]) for colour in session.observe(None)["socks"] if me == seat
                and (way := view.shortest_way(colour, seat)) is not None]  # fmt: skip
        if ways and min(ways)[0] == 1:
            stations = min(ways)[1]
            for start, end in pairwise(stations):
                for move in (f"lay {start} {end}", f"lay {end} {start}"):
                    if session.refusal(move) is None:
                        return session.position(), move
        session.play(bot_move(session, "normal", number))
    raise AssertionError("nobody came near")
