"""Pictures that a scene will need are made in the time that frames leave."""

from __future__ import annotations

import gc
import math
from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from game.app import UNTIDY
from game.core.session import Session
from game.match.puzzle.pack import FIRST, puzzle_of
from game.match.seats import Seat
from game.ui.art.cards import begin, card, card_turned
from game.ui.core.assets import Assets
from game.ui.match.opening import match_scene
from tests.scale import some
from tests.scenes.harness import Window
from tests.scenes.puzzles import TODAY, use_puzzles


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
    window.app.spare = math.inf
    window.wait(20_000)
    made = pencil.count
    assert made > 20
    for _picture in scene.warm(window.stage.ruler):
        pass
    assert pencil.count == made
    window.close()


def test_no_puppet_is_drawn_for_a_card_that_is_made(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names, pencil = ("KD", "KH", "KC", "QD", "QH", "QC"), Pencil()  # more than the puppets that are kept
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)

    def make(assets: Assets) -> None:
        for name in names:
            begin(assets, name, 20)
            card(assets, name, 20)
            begin(assets, name, 20, dim=True)
            card(assets, name, 20, dim=True)
            begin(assets, name, 20, turned=True)
            card_turned(assets, name, 20, 0)

    assets = Assets(1.0, tmp_path)
    make(assets)
    made = pencil.count
    make(assets)
    assert pencil.count == made
    while assets.save_some():
        pass
    make(Assets(1.0, tmp_path))  # those of an earlier start
    assert pencil.count == made


def test_the_days_table_is_made_ready_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    use_puzzles(monkeypatch, "s1")
    window.stage.stores.days.today = lambda: TODAY
    window.app.spare = math.inf
    window.stage.open("daily")
    window.wait(800)
    calendar = window.top
    window.key(pygame.K_x)
    assert window.shown == "Practice"
    window.key(pygame.K_ESCAPE)
    assert window.top is calendar
    assert not list(calendar.warm(window.stage.ruler))
    window.stage.change(text_size=150)
    assert list(calendar.warm(window.stage.ruler))


def test_the_days_table_is_made_ready_piece_by_piece(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    day = next(day for n in range(60) if puzzle_of(day := FIRST + timedelta(days=n)).game == "rockit")
    window.stage.stores.days.today = lambda: day
    window.stage.open("daily")
    window.wait(600)
    window.stage.assets, pencil = Assets(window.stage.view.scale), Pencil()
    monkeypatch.setattr("pygame.image.load_sized_svg", pencil.draw)
    steps, before = [], 0
    for _step in window.top.warm(window.stage.ruler):
        steps.append(pencil.count - before)
        before = pencil.count
    assert sum(made > 0 for made in steps) > 6


def test_garbage_is_looked_for_while_nothing_is_drawn(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    window.wait(1000)
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10 * UNTIDY))  # as the program is settled
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, UNTIDY))
    monkeypatch.setattr(gc, "collect", lambda: looks.append(window.top.stale))
    window.top.stale = True
    window.turn(ms=1)
    assert not looks, "a frame was drawn"
    window.turn(ms=1)
    assert looks == [False]
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, UNTIDY - 1))
    window.turn(ms=1)
    assert len(looks) == 1
