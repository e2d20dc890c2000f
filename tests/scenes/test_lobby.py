"""The lobby at ease: names that stay, bots only where they can sit, a title that remembers the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.match.fitting import FOR_ME
from tests.scenes.harness import Window


def lobby(window: Window, slug: str) -> Any:
    window.stage.open("lobby", slug)
    return window.top


def offered(scene: Any) -> list[str]:
    return [words for _act, words in scene.help()]


@pytest.mark.parametrize("focus", ["start", "phones"])
def test_a_bot_is_offered_only_where_a_seat_is_free(window: Window, focus: str) -> None:
    scene = lobby(window, "sociable")
    scene.seats[-1] = replace(scene.seats[-1], empty=True)
    scene.focus = focus
    assert "Add a bot" in offered(scene)
    window.key(pygame.K_x)
    assert not any(seat.empty for seat in scene.seats)
    assert "Add a bot" not in offered(scene)


def test_person_or_bot_never_empties_a_seat(window: Window) -> None:
    scene = lobby(window, "socki")
    scene.focus = "1"
    seen = []
    levels = scene.game.bot.levels
    for _ in range(len(levels) + 3):
        seen.append(scene.seats[1].level)
        assert not scene.seats[1].empty
        window.key(pygame.K_x)
    normal = levels.index("normal")
    assert seen == [*levels[normal:], FOR_ME, "", *levels[: normal + 1]]


def named(window: Window, number: int, name: str) -> None:
    """Give a seat of the lobby on top a name."""
    window.top.focus = str(number)
    window.key(pygame.K_RETURN)
    assert window.shown == "SeatDialog"
    window.point(5, 5)
    window.write(name)
    window.key(pygame.K_ESCAPE)


def test_the_first_letter_takes_the_place_of_the_name_that_stands_there(window: Window) -> None:
    scene = lobby(window, "socker")
    named(window, 0, "Maria")
    assert scene.seats[0].name == "Maria"
    named(window, 0, "Tom")
    assert scene.seats[0].name == "Tom"


def test_backspace_empties_a_name_and_goes_on_letter_by_letter(window: Window) -> None:
    scene = lobby(window, "socker")
    scene.focus = "0"
    window.key(pygame.K_RETURN)
    window.point(5, 5)
    window.key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == ""
    window.write("Tomm")
    window.key(pygame.K_BACKSPACE)
    assert scene.seats[0].name == "Tom"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_UP)
    window.write("Ida")
    assert scene.seats[0].name == "Ida", "the row was left and came back"


def test_a_name_goes_along_to_the_next_game(window: Window) -> None:
    lobby(window, "socki")
    named(window, 0, "Maria")
    named(window, 2, "Tom")
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert [seat.name for seat in lobby(window, "socker").seats] == ["Maria", "Bo"]
    named(window, 1, "Kim")
    window.key(pygame.K_p)
    window.stage.scenes.reset(window.stage.screens["title"]())
    assert [seat.name for seat in lobby(window, "sociable").seats[:4]] == ["Maria", "Kim", "Tom", "Kofi"]


def test_a_name_is_there_at_the_next_start(window: Window, tmp_path: Path) -> None:
    lobby(window, "rockit")
    named(window, 0, "Maria")
    window.key(pygame.K_ESCAPE)
    window.close()
    again = Window(tmp_path)
    assert lobby(again, "city").seats[0].name == "Maria"
    again.close()


def test_the_title_stays_at_the_game_that_was_played(window: Window) -> None:
    lobby(window, "city")
    window.key(pygame.K_p)
    window.settle()
    assert window.stage.game == "city"
    match = window.top
    match.match.concede(0)
    window.settle()
    window.wait(200)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Title"
    assert window.top.focus == "city"
