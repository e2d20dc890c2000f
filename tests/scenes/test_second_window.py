"""A second window says that there is one, and goes on when that is closed."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.launch import has_place
from game.store.stores import Stores
from tests.scenes.harness import Window


def press(key: int) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, mod=0, unicode=""))


def test_a_second_window_waits_for_the_first(window: Window, tmp_path: Path) -> None:
    first, second = Stores(tmp_path / "home"), Stores(tmp_path / "home")
    assert first.instance.acquire()
    pygame.event.clear()
    press(pygame.K_ESCAPE)
    assert not has_place(second)
    first.close()
    press(pygame.K_RETURN)
    assert has_place(second)
    assert not first.instance.acquire()
    second.close()


def test_a_second_window_can_be_closed(window: Window, tmp_path: Path) -> None:
    first, second = Stores(tmp_path / "home"), Stores(tmp_path / "home")
    assert first.instance.acquire()
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert not has_place(second)
    first.close()
    second.close()
