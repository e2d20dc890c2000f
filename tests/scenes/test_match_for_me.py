"""A match for somebody, from the lobby to the rematch: the level is shown, and goes with the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.game import Outcome
from game.match.adaptive_level import FOR_ME
from game.match.match import MatchEnd
from game.match.seats import Seat
from game.ui.widgets import Choice, Words
from tests.languages import in_languages
from tests.scenes.harness import USUAL, Window


def lobby(window: Window, slug: str = "socker") -> Any:
    """The lobby of a game, a person called Ann and a computer player in it."""
    window.stage.open("lobby", slug)
    return window.top


def chosen(window: Window, scene: Any) -> Any:
    """The dialog of the second seat, a match for me chosen there by keys."""
    scene.focus = "seat 1"
    window.key(pygame.K_RETURN)
    dialog = window.top
    rows = dialog.form.widgets
    dialog.form.focus = next(n for n, row in enumerate(rows) if getattr(row, "label", "") == "Who plays")
    row = rows[dialog.form.focus]
    while row.values[row.place][1] != "A match for me":
        window.key(pygame.K_RIGHT)
    window.key(pygame.K_DOWN)
    return dialog


def told(scene: Any) -> list[str]:
    """The sentences of a form."""
    return [row.text for row in scene.form.widgets if type(row) is Words]


def won(window: Window, *, times: int, level: str = "normal") -> None:
    """Ann has won so often against a level of Socker."""
    from game.core.session import Session
    from game.match.adaptive_level import count
    from game.match.match import Match

    for _ in range(times):
        match = Match(Session.new("socker", names=["Ann", "Bo"]), [Seat("Ann", 0), Seat("Bo", 1, level)])
        match.concede(1)
        count(match, window.stage.stores.statistics)


def test_it_is_chosen_in_the_dialog_and_says_its_level(window: Window) -> None:
    scene = lobby(window)
    dialog = chosen(window, scene)
    assert told(dialog) == ["Normal to begin with; Ann's results move it."]
    assert any(isinstance(row, Choice) and row.label == "Manner" for row in dialog.form.widgets)
    window.key(pygame.K_ESCAPE)
    assert scene.seats[1].level == FOR_ME
    window.key(pygame.K_p)
    window.settle()
    assert window.top.match.seats[1] == Seat("Bo", 1, "normal", fits=True)


def test_the_lobby_tells_why_it_is_that_level(window: Window) -> None:
    won(window, times=2)
    won(window, times=1, level="hard")
    scene = lobby(window)
    dialog = chosen(window, scene)
    assert told(dialog) == ["Hard, as Ann has won 1 of 1 against it so far."]
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_p)
    window.settle()
    assert window.top.match.seats[1].level == "hard"


def test_the_choice_is_there_again_the_next_time(window: Window, tmp_path: Path) -> None:
    scene = lobby(window)
    scene.joining.set(1, f"{FOR_ME}/keeper")
    window.key(pygame.K_p)
    window.settle()
    assert window.top.match.seats[1].level == "normal/keeper"
    window.close()
    again = Window(tmp_path)
    assert lobby(again).seats[1].level == f"{FOR_ME}/keeper"
    again.close()


def test_a_rematch_and_a_resumed_match_know_whose_they_are(window: Window, tmp_path: Path) -> None:
    won(window, times=1)
    lobby(window).joining.set(1, FOR_ME)
    window.key(pygame.K_p)
    window.settle()
    window.top.save()
    window.stage.stores.autosave.settle()
    window.close()
    again = Window(tmp_path)
    again.stage.game = "socker"
    from game.scenes.resume import resume

    saved = again.stage.stores.saves.load("socker")
    assert saved is not None
    resume(again.stage, saved)
    scene = again.top
    assert scene.match.seats[1] == Seat("Bo", 1, "normal", fits=True)
    scene.match.concede(1)
    again.settle()
    again.wait(200)
    assert again.shown == "Results"
    assert "The next match for you: hard, as Ann won 2 of 2 against normal." in told(again.top)
    next(row for row in again.top.form.widgets if getattr(row, "label", "") == "Rematch").press()
    again.settle()
    assert again.top.match.seats[1] == Seat("Bo", 1, "hard", fits=True)
    again.close()


def test_person_or_bot_comes_to_it_too(window: Window) -> None:
    scene = lobby(window)
    scene.focus = "seat 1"
    seen = set()
    for _ in range(8):
        window.key(pygame.K_x)
        seen.add(scene.seats[1].level)
    assert FOR_ME in seen
    assert "" in seen


@pytest.mark.parametrize("size", [100, 200])
def test_its_sentence_is_whole_in_german(window: Window, size: int) -> None:
    window.stage.change(language="de", text_size=size)
    won(window, times=2)
    scene = lobby(window)
    scene.joining.set(1, FOR_ME)
    scene.focus = "seat 1"
    window.key(pygame.K_RETURN)
    assert told(window.top) == ["Schwer, weil Ann 2 von 2 gegen mittel gewonnen hat."]


def test_of_a_looked_up_match_it_says_nothing(window: Window) -> None:
    from game.core.session import Session
    from game.ui.match.opening import match_scene

    session = Session.new("socker", names=["Ann", "Bo"])
    scene = match_scene(window.stage, session, [Seat("Ann", 0), Seat("Bo", 1, "normal", fits=True)])
    scene.look_up(1)
    window.stage.scenes.push(scene)
    scene.finish()
    assert scene.match.result() == Outcome((0,), (0, 0), MatchEnd.CONCEDED)
    assert not any("next match" in words for words in told(window.top))


@in_languages
@USUAL
def test_eight_seats_still_hang_on_lines(window: Window, language: str) -> None:
    window.stage.change(language=language)
    scene = lobby(window, "socki")
    for number in range(1, 8):
        scene.joining.set(number, FOR_ME)
    window.turn()
    assert not scene.is_listed
