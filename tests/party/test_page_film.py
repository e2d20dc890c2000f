"""A film on the big screen, on the page of a phone: what its seat could see, and nothing to be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.core.session import Session
from tests.matches import GAMES, record_of
from tests.party.room import Room
from tests.scale import some


@pytest.mark.parametrize("game", some(GAMES, "city", "socki"))
def test_a_page_follows_the_film_and_comes_back_to_the_match(room: Callable[..., Room], game: str) -> None:
    session = Session.from_record(record_of(game))
    made = room(session.before(len(session.log) - 1), 1)
    page, stage = made.pages[0], made.window.stage
    stage.open("film", made.scene.match)
    scene: Any = stage.scenes.top
    scene.is_match = True  # as it is once the match is over
    made.until(lambda: page.sees("A film on the big screen"))
    for key in (pygame.K_SPACE, pygame.K_TAB, pygame.K_END, pygame.K_LEFT, pygame.K_HOME, pygame.K_RIGHT):
        made.window.key(key)
        made.window.wait(400)
        assert page.sees("A film on the big screen")
        assert not page.sees("Your turn")
    made.window.key(pygame.K_ESCAPE)
    made.until(lambda: not page.sees("A film on the big screen"))
