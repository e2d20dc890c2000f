"""What stands still is drawn once and kept: whatever is done, it is what it would be drawn anew.

The key of a layer is a list of all that the layer shows, and such a list can lack something. Here every
layer is proved after each deed of somebody who tries everything.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.match.seats import Seat
from game.party.party import PartyState
from game.ui.kit.layer import Layer
from game.ui.kit.paint import Painter
from game.ui.table.opening import match_scene
from tests.scale import scaled
from tests.scenes.harness import Window

KEYS = (
    pygame.K_RIGHT, pygame.K_LEFT, pygame.K_UP, pygame.K_DOWN, pygame.K_RETURN, pygame.K_x, pygame.K_e,
    pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_u,
)  # fmt: skip
SIZE = 960, 540


class Proof:
    """Has every layer that is put down drawn anew, and compares."""

    def __init__(self, put: Callable[..., None]) -> None:
        self.count = 0
        self._put = put

    def __call__(
        self,
        layer: Layer,
        painter: Painter,
        key: Hashable,
        draw: Callable[[Painter], None],
        shift: tuple[float, float] = (0, 0),
    ) -> None:
        self._put(layer, painter, key, draw, shift)
        kept, anew = (pygame.Surface(painter.surface.get_size()) for _ in range(2))
        self._put(layer, painter.onto(kept), key, draw)
        self._put(Layer(), painter.onto(anew), key, draw)
        self.count += 1
        assert kept.get_buffer().raw == anew.get_buffer().raw, "the key of a layer lacks something"


@pytest.fixture
def proof(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proof]:
    made = Proof(Layer.put)
    monkeypatch.setattr(Layer, "put", lambda *given: made(*given))  # noqa: PLW0108 - it has to become a method
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


def test_the_lobby(tmp_path: Path, proof: Proof) -> None:
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
    window.stage.change(text_size=150, hints="off")
    window.turn()
    window.app.draw()
    rummage(window, chance, scaled(3))
    window.close()
