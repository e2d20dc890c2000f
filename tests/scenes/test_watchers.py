"""Watchers beside the table: how many they are, and what they throw, which can be switched off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party
from game.ui.match.opening import match_scene
from game.ui.match.side import FLIGHT
from tests.scenes.harness import Window


class Stand:
    """A match that phones watch."""

    def __init__(self, patch: pytest.MonkeyPatch, home: Path, **settings: Any) -> None:
        self.patch = patch
        self.window = Window(home, **settings)
        self.window.let_phones_in()
        seats = [Seat("Ann", 0), Seat("Bo", 1, "", PHONE)]
        self.scene: Any = match_scene(self.window.stage, Session.new("socker", seed=3), seats)
        self.window.stage.scenes.push(self.scene)
        self.window.wait(100)

    def come(self, *names: str) -> None:
        self.patch.setattr(Party, "watchers", list(names))
        self.window.turn()

    def throw(self, who: str) -> None:
        assert self.scene.phones.audience.do(who, {"do": "react", "sign": "aww"}, self.window.time) == ""

    def column(self) -> bytes:
        """What is seen beside the table."""
        screen, view = self.window.app.screen, self.window.stage.view
        left = round(view.w * view.scale)
        part = screen.subsurface((left, 0, screen.get_width() - left, screen.get_height()))
        return pygame.image.tobytes(part, "RGB")

    def table(self) -> bytes:
        """What is seen of the game."""
        screen, view = self.window.app.screen, self.window.stage.view
        part = screen.subsurface((0, 0, round(view.w * view.scale), screen.get_height()))
        return pygame.image.tobytes(part, "RGB")


def test_watchers_are_seen_and_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand = Stand(monkeypatch, tmp_path)
    alone = stand.column()
    stand.come("eve")
    one = stand.column()
    stand.come("eve", "adam")
    assert len({alone, one, stand.column()}) == 3
    stand.come()
    assert stand.column() == alone
    stand.window.close()


def test_what_they_throw_rises_beside_the_table_and_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand = Stand(monkeypatch, tmp_path, reduced_motion=False)
    stand.come("eve")
    calm, table = stand.column(), stand.table()
    stand.throw("eve")
    seen = set()
    for _turn in range(10):
        stand.window.turn(ms=FLIGHT / 12)
        seen.add(stand.column())
    assert len(seen - {calm}) > 5
    assert stand.table() == table
    stand.window.wait(FLIGHT)
    assert stand.column() == calm
    assert not stand.window.app.side.moving
    stand.window.close()


def test_with_reduced_motion_it_only_fades(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stand = Stand(monkeypatch, tmp_path, reduced_motion=True)
    stand.come("eve")
    calm = stand.column()
    stand.throw("eve")
    stand.window.turn()
    stand.window.turn(ms=FLIGHT * 0.3)
    first = stand.column()
    stand.window.turn(ms=FLIGHT * 0.3)
    assert stand.column() == first != calm
    stand.window.close()


@pytest.mark.parametrize("shown", [True, False])
def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shown: bool) -> None:  # noqa: FBT001 - a parameter of the test
    stand = Stand(monkeypatch, tmp_path)
    stand.window.stage.change(reactions=shown)
    stand.come("eve")
    stand.throw("eve")
    stand.window.turn()
    assert stand.window.app.side.moving is shown
    stand.window.close()


def test_nobody_needs_to_touch_the_computer_to_see_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stand = Stand(monkeypatch, tmp_path)
    stand.come("eve")
    stand.window.wait(60_000)
    drawn: list[float] = []
    draw = stand.window.app.side.draw

    def drew(screen: pygame.Surface) -> None:
        drawn.append(stand.window.time)
        draw(screen)

    stand.window.app.side.draw = drew  # type: ignore[method-assign]
    stand.window.later(500, lambda: stand.throw("eve"))
    stand.window.live(2000)
    assert len(drawn) > 20
    stand.window.close()
