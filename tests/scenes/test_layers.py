"""What stands still is drawn once and kept: whatever is done, it is what it would be drawn anew.

A layer is drawn from one value alone. Here every layer is proved after each deed of somebody who tries
everything: drawn anew it is the same, and its value is frozen all the way down.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import FunctionType
from typing import Any

import pygame
import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.games.city.screen.close_up import Scrolled
from game.games.rockit.screen.theme import MissionControl
from game.games.socki.screen.theme import Beach
from game.match.seats import Seat
from game.party.party import PartyState
from game.scenes.lobby import Part
from game.ui.core.layer import Layer, pieces
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from tests.matches import GAMES
from tests.scale import crossed, scaled
from tests.scenes.harness import Window

KEYS = (
    pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_x, pygame.K_e,
    pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_u,
)  # fmt: skip
SIZE = 960, 540


BUILTIN = (str, int, float, bytes, Enum, type(None), FunctionType)


ROOMS = Beach, MissionControl
"""They draw, and nothing of them is ever set."""


def is_frozen(value: object) -> bool:
    """Whether nothing of it can change behind the back of a layer."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_frozen, value))
    if is_dataclass(value) and not isinstance(value, type):
        frozen = type(value).__dataclass_params__.frozen  # type: ignore[attr-defined]  # dataclasses keep it there
        return frozen and all(is_frozen(getattr(value, field.name)) for field in fields(value))
    return isinstance(value, BUILTIN + ROOMS)


class Proof:
    """Has every layer that is brought up to date drawn anew, and compares."""

    def __init__(self, hold: Callable[..., None], put: Callable[..., None]) -> None:
        self.count = 0
        self.scrolled = 0
        self._hold = hold
        self._put = put

    def hold(self, layer: Layer[Any], painter: Painter, value: Hashable) -> None:
        """In the place of `Layer.hold`."""
        self._hold(layer, painter, value)
        kept = layer.picture.get_buffer().raw
        # With nothing to be found, it is drawn now.
        layer.forget()
        self._hold(layer, painter, value)
        self.count += 1
        assert kept == layer.picture.get_buffer().raw, "a layer shows what is not in its value"
        assert is_frozen(value), value

    def put(
        self,
        picture: Scrolled,
        painter: Painter,
        lower: Hashable,
        upper: tuple[Hashable, tuple[Hashable, ...]],
        at: tuple[int, int],
        hidden: pygame.Rect,
    ) -> None:
        """In the place of `Scrolled.put`."""
        self._put(picture, painter, lower, upper, at, hidden)
        kept = painter.surface.get_buffer().raw
        picture.forget()
        self._put(picture, painter, lower, upper, at, hidden)
        self.scrolled += 1
        assert kept == painter.surface.get_buffer().raw, "a scrolled picture shows what is not in its values"
        assert is_frozen((lower, upper)), (lower, upper)


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proof]:
    made = Proof(Layer.hold, Scrolled.put)
    monkeypatch.setattr(Layer, "hold", lambda *given: made.hold(*given))  # noqa: PLW0108 - it becomes a method
    monkeypatch.setattr(Scrolled, "put", lambda *given: made.put(*given))  # noqa: PLW0108 - likewise
    yield made
    assert made.count > 10


def rummage(window: Window, chance: Chance, deeds: int) -> None:
    """Press this and that, and leave whatever opens."""
    scene = window.top
    for _ in range(deeds):
        window.key(chance.pick(KEYS))
        window.app.draw()
        while window.top is not scene:
            window.key(pygame.K_ESCAPE)
            window.app.draw()


@pytest.mark.usefixtures("watched")
def test_the_lobby(tmp_path: Path) -> None:
    """The code once lay cut off beside a panel that had grown, as the key lacked where things lie."""
    window = Window(tmp_path, SIZE)
    window.stage.open("lobby", "socki")
    lobby, chance = window.top, Chance("layers", "lobby")
    rummage(window, chance, scaled(4))
    window.stage.phones.open()
    while window.stage.phones.state is not PartyState.OPEN:
        window.turn()
        window.app.draw()
    for change in ({"text_size": 150}, {"theme": "dark"}, {"language": "de"}, {"text_size": 100}):
        window.stage.change(**change)
        window.turn()
        window.app.draw()
    assert window.top is lobby
    rummage(window, chance, scaled(4))
    window.close()


@crossed
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("game", GAMES)
def test_the_house_rules_of_a_lobby(tmp_path: Path, game: str, text_size: int) -> None:
    """Every row in focus, each changed, folded or not."""
    window = Window(tmp_path, SIZE)
    window.stage.change(text_size=text_size)
    window.stage.open("lobby", game)
    lobby = window.top
    lobby.look_at(Part.FORM)
    window.app.draw()
    assert lobby.house.folded == (text_size == 200)
    if lobby.house.folded:
        window.key(pygame.K_RETURN)
        window.app.draw()
    assert lobby.unfolded == (text_size == 200)
    usual, form = lobby.house.rules, lobby.house.form
    rows = [number for number, row in enumerate(form.widgets) if row.focusable]
    for number in rows:
        assert lobby.house.form.focus == number
        window.key(pygame.K_RIGHT)
        window.app.draw()
        if number != rows[-1]:
            window.key(pygame.K_DOWN)
            window.app.draw()
    window.write("7")
    window.app.draw()
    assert lobby.house.rules != usual
    assert lobby.house.seed == 7
    window.key(pygame.K_ESCAPE)
    window.app.draw()
    assert not lobby.unfolded
    window.close()


@pytest.mark.parametrize("game", ["socki", "rockit", "sociable", "socker", "city"])
def test_a_match(tmp_path: Path, proof: Proof, game: str) -> None:
    window = Window(tmp_path, SIZE)
    session = Session.new(game, None, seed=8)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    chance = Chance("layers", game)
    rummage(window, chance, scaled(5))
    scene.match.hand_over(1, "", "phone", "Wilhelmina")
    window.turn()
    window.app.draw()
    scene.match.hand_over(1, "normal")
    window.picture()
    window.stage.change(keys={"pause": ["z"]})
    window.picture()
    window.stage.change(text_size=150, hints="off")
    window.turn()
    window.app.draw()
    rummage(window, chance, scaled(3))
    window.close()


@pytest.mark.parametrize("build", ["auto", "manual"])
def test_the_city_seen_closer(tmp_path: Path, proof: Proof, build: str) -> None:
    """What is drawn of it is kept in patches, of which only those that have changed are drawn anew."""
    window = Window(tmp_path, SIZE)
    session = Session.new("city", seed=8, options={"board_build": build})
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1)])
    window.stage.scenes.push(scene)
    window.settle()
    chance = Chance("layers", "closer", build)
    scene.match.play(chance.pick(scene.match.session.moves()))
    window.settle()
    window.key(pygame.K_l)
    for number in range(scaled(6)):
        scene.match.play(chance.pick(scene.match.session.moves()))
        window.settle()
        window.key(chance.pick([pygame.K_TAB, pygame.K_RIGHT, pygame.K_UP, pygame.K_x]))
        window.picture()
        window.point(chance.below(900), chance.below(600))
        window.picture()
        if number == 3:
            window.stage.change(theme="contrast", text_size=150)
            window.picture()
    assert scene.view.map.is_closer
    assert proof.scrolled > 10
    window.close()


def test_the_pieces_of_a_panel_look_as_the_whole_of_it() -> None:
    panel = pygame.Surface((300, 200), pygame.SRCALPHA)
    for rim, alpha in ((4, 90), (12, 255)):
        pygame.draw.rect(panel, (90, 160, 60, alpha), panel.get_rect().inflate(-2 * rim, -2 * rim), 0, 20)
    found = pieces(panel, pygame.Rect(0, 0, 300, 180))
    solid = [place for piece, place in found if not piece.get_flags() & pygame.SRCALPHA]
    assert [place.w * place.h > 0.6 * 300 * 180 for place in solid] == [True], "most of it is solid"
    pictures = []
    for parts in ([(panel, pygame.Rect(0, 0, 300, 180))], found):
        below = pygame.Surface((300, 200))
        below.fill("#2C2A5C")
        for piece, place in parts:
            below.blit(piece, place, pygame.Rect(0, 0, *place.size))
        pictures.append(pygame.image.tobytes(below, "RGB"))
    assert pictures[0] == pictures[1]


def test_a_part_through_which_all_is_seen_is_one_piece() -> None:
    glass = pygame.Surface((100, 100), pygame.SRCALPHA)
    glass.fill((10, 20, 30, 120), pygame.Rect(10, 20, 50, 60))
    (_piece, place), *more = pieces(glass, glass.get_rect())
    assert (place, more) == (pygame.Rect(10, 20, 50, 60), [])
    [(_piece, place)] = pieces(glass, pygame.Rect(-30, -30, 130, 130))
    assert place == pygame.Rect(10, 20, 50, 60), "what lies beyond the picture moves nothing"
