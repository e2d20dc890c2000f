"""Seeds in the window: drawn for every match, typed by whoever wants to, shown on no screen of a match."""

import json
import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from game.ui.widgets import Field, Words
from tests.matches import GAMES
from tests.scenes.harness import Keys, Window

SEARCHED = 2**64
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn."""
    told: list[str] = []
    for name in ("text", "paragraph"):
        before = getattr(Painter, name)

        def drawn(self: Painter, words: str, *args: Any, before: Any = before, **kwargs: Any) -> Any:
            told.append(words)
            return before(self, words, *args, **kwargs)

        monkeypatch.setattr(Painter, name, drawn)
    return told


def lobby(window: Window, game: str) -> Any:
    window.stage.open("lobby", game)
    window.turn()
    return window.top


def pass_by(window: Window, ms: int) -> None:
    """Let time go by in few turns of the loop."""
    for _ in range(ms // 100):
        window.turn(ms=100)


def started(window: Window) -> Any:
    """The match that the lobby on top starts."""
    if window.top.focus == "form":
        window.key(pygame.K_ESCAPE)
    window.key(pygame.K_RETURN)
    for _ in range(20):
        if window.top.is_match:
            return window.top
        window.turn()
    raise AssertionError(f"no match, but {window.shown}")


def seed_field(scene: Any) -> Field:
    return next(row for row in scene.house.form.widgets if isinstance(row, Field) and row.label == "Seed")


def to_field(window: Window, scene: Any) -> None:
    """Down to the row with the number."""
    scene.focus = "form"
    for _ in range(60):
        if scene.house.form.widget is seed_field(scene):
            return
        window.key(pygame.K_DOWN)
    raise AssertionError("there is no row for a number")


@every_game
def test_each_match_from_the_lobby_has_a_seed_of_its_own(window: Window, game: str) -> None:
    seeds = []
    for _ in range(2):
        lobby(window, game)
        seeds.append(started(window).match.session.seed)
        window.stage.scenes.reset(window.stage.screens["title"]())
    assert seeds[0] != seeds[1]
    assert min(seeds) > SEARCHED


@every_game
def test_a_rematch_has_a_seed_of_its_own(window: Window, game: str) -> None:
    session = Session.new(game, seed=3)
    scene = match_scene(
        window.stage, session, [Seat(name, number, "easy") for number, name in enumerate(session.names)]
    )
    window.stage.scenes.push(scene)
    scene.match.concede(0)
    window.stage.open("results", scene)
    pass_by(window, 1500)
    window.take("Rematch")
    assert window.top is not scene
    assert window.top.match.session.seed > SEARCHED


@pytest.mark.parametrize("game", ["socki", "sociable"])
def test_starting_again_does_not_deal_hands_that_were_seen(window: Window, game: str) -> None:
    lobby(window, game)
    scene = started(window)
    pass_by(window, 1500)
    window.stage.open("pause", scene)
    window.turn()
    window.take("Start again")
    pass_by(window, 1500)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.top is not scene
    assert window.top.is_match
    assert window.top.match.session.seed != scene.match.session.seed
    assert window.top.match.session.seed > SEARCHED


def test_a_number_can_be_typed_and_what_that_means_is_told(window: Window, shown: list[str]) -> None:
    scene = lobby(window, "socki")
    field = seed_field(scene)
    assert field.value == "", "what is drawn is not told, not even here"
    to_field(window, scene)
    window.write("77")
    window.turn()
    rows = [row.text for row in scene.house.form.widgets if isinstance(row, Words)]
    assert any("whoever knows it knows the cards" in text for text in rows)
    assert started(window).match.session.seed == 77
    assert (
        window.top.match.session.opening
        == Session.new(
            "socki", window.top.match.session.players, 77, window.top.match.session.options
        ).opening
    )


def test_letters_and_nothing_are_no_number(window: Window) -> None:
    scene = lobby(window, "socker")
    to_field(window, scene)
    window.write("x")
    assert seed_field(scene).value == ""
    window.write("4")
    window.key(pygame.K_BACKSPACE)
    assert started(window).match.session.seed > SEARCHED


@every_game
def test_no_screen_of_a_match_shows_its_seed(window: Window, game: str, shown: list[str]) -> None:
    """The table, all that its menu opens, the results, and the title where it waits."""
    window.stage.phones.open()
    lobby(window, game)
    scene = started(window)
    seed = str(scene.match.session.seed)
    pass_by(window, 3000)
    for screen, arguments in (
        ("pause", (scene,)), ("promise", (scene.match,)),
        ("seats", (scene,)), ("rules", (game,)), ("settings", ()), ("statistics", ()),
        ("results", (scene,)), ("look", (scene.view, "")),
    ):  # fmt: skip
        if screen == "results":
            scene.match.concede(0)
        window.stage.open(screen, *arguments)
        window.turn()
        window.picture()
    window.stage.scenes.reset(window.stage.screens["title"](), window.stage.screens["lobby"](game))
    window.turn()
    window.picture()
    everything = " ".join(map(str, shown))
    assert len(shown) > 40
    assert seed not in everything
    assert not re.search(r"[0-9]{12,}", everything)


def test_no_file_name_tells_the_seed_and_a_kept_board_does_not_either(window: Window, tmp_path: Path) -> None:
    Keys(window).start_from_title("city")
    for _ in range(20):
        window.turn()
    scene = window.top
    seed = str(scene.match.session.seed)
    pass_by(window, 3000)
    for _ in range(2):
        window.stage.open("pause", scene)
        window.turn()
        window.take("Keep this board")
        window.stage.scenes.pop()
        window.stage.scenes.pop()
    window.stage.stores.autosave.settle()
    assert not [path for path in tmp_path.rglob("*") if seed in path.name]
    (first, second) = sorted(path for path in tmp_path.rglob("*.tmx"))
    assert (first.stem, second.stem) == ("board", "board_2")
    assert seed not in first.read_text(encoding="utf-8")
    assert not [path for path in tmp_path.rglob("*.json") if seed in json.dumps(path.read_text("utf-8"))]
