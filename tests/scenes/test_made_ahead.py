"""Pictures that a scene will need are made in the time that frames leave."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.kit.assets import Assets
from game.ui.table.opening import match_scene
from tests.scale import some
from tests.scenes.harness import Window


class Pencil:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.count = 0
        self._draw = pygame.image.load_sized_svg

    def draw(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """In the place of `pygame.image.load_sized_svg`."""
        self.count += 1
        return self._draw(file, size)


@pytest.mark.parametrize(
    "game", some(["socki", "rockit", "sociable", "socker", "city"], "socki", "socker", "city")
)
def test_a_match_finds_its_pictures_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    window, pencil = Window(tmp_path), Pencil()
    session = Session.new(game, None, seed=8)
    seats = [Seat(name, number, "easy" if number else "") for number, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.wait(3000)
    window.stage.assets = Assets(window.stage.view.scale)
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)
    monkeypatch.setattr("game.app.SPARE", math.inf)
    window.wait(20_000)
    made = pencil.count
    assert made > 20
    for _picture in scene.warm(window.stage.ruler):
        pass
    assert pencil.count == made
    window.close()
