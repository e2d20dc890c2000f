"""A moment of a match is kept as a puzzle of one's own: solved in the background, refused with a reason."""

from __future__ import annotations

import pygame
import pytest

from game.core.session import Session
from game.match.puzzle import NoPuzzleError, Puzzle
from game.match.puzzle.pack import Pack
from game.match.seats import Seat
from game.scenes.resume import film_of
from game.ui.match.opening import match_scene
from game.ui.match.puzzle import PuzzleScene
from tests.scenes.harness import LateWorker, Window
from tests.scenes.puzzles import Made, use_puzzles


@pytest.fixture
def puzzles(monkeypatch: pytest.MonkeyPatch) -> dict[str, Puzzle]:
    found = use_puzzles(monkeypatch)
    # Not the real packs, which a puzzler of tests would read, and keep.
    monkeypatch.setattr("game.match.puzzle.grading.read_pack", lambda _slug: Pack({}))
    return found


def at_the_menu(window: Window, puzzles: dict[str, Puzzle]) -> None:
    """A match of SOCKI in which it is Mia's turn, behind its menu."""
    session = puzzles["k1"].session(["Mia", "Bo"])
    seats = [Seat("Mia", 0), Seat("Bo", 1, "easy")]
    scene = match_scene(window.stage, session, seats)
    scene.context.viewer.seat = 0
    window.stage.scenes.push(scene)
    window.settle()
    window.key(pygame.K_p)


def test_it_is_kept_under_the_name_and_found_among_practice(
    window: Window, puzzles: dict[str, Puzzle]
) -> None:
    at_the_menu(window, puzzles)
    window.take("Keep this as a puzzle")
    window.wait(100)
    assert window.shown == "Tell"
    assert "Mia" in window.top.form.widgets[1].text
    window.key(pygame.K_RETURN)
    assert window.shown == "Pause"
    (own,) = window.stage.stores.days.of("Mia").kept
    assert own["game"] == "socki"
    assert own["grade"] == 3
    assert own["position"] == window.stage.scenes.scenes[1].match.session.position()  # type: ignore[attr-defined]
    window.stage.open("practice", "Mia")
    window.take("Lay two cards")
    window.take("Solve it")
    assert isinstance(window.top, PuzzleScene)
    assert window.top.match.session.position() == own["position"]


def test_it_is_refused_with_the_reason(
    window: Window, puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_given: object) -> None:
        raise NoPuzzleError("Anybody would find it.")

    monkeypatch.setattr(Made, "prove", refuses)
    at_the_menu(window, puzzles)
    window.stage.scenes.push(film_of(window.stage.scenes.scenes[1].match))  # type: ignore[attr-defined]
    window.wait(500)
    window.key(pygame.K_y)
    window.take("Keep this as a puzzle")
    window.wait(100)
    assert "This moment makes no puzzle." in window.top.form.widgets[0].text
    assert window.top.form.widgets[1].text == "Anybody would find it."
    assert not window.stage.stores.days.of("Mia").kept


def test_while_the_match_goes_on_the_reason_is_no_advice(
    window: Window, puzzles: dict[str, Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_given: object) -> None:
        raise NoPuzzleError("A pair can be joined in this turn.")

    monkeypatch.setattr(Made, "prove", refuses)
    at_the_menu(window, puzzles)
    window.take("Keep this as a puzzle")
    window.wait(100)
    told = [getattr(widget, "text", "") for widget in window.top.form.widgets]
    assert told[0] == "This moment makes no puzzle."
    assert not any("joined" in words for words in told)
    assert not window.stage.stores.days.of("Mia").kept


@pytest.mark.parametrize("game", ["sociable", "socki", "socker"])
def test_nobody_makes_a_puzzle_of_hands_that_are_hidden_yet(window: Window, game: str) -> None:
    """All hands lie open in a puzzle of SOCiable; in one of SOCKI only that of whoever solves it does."""
    session = Session.new(game, seed=4)
    for _ply in range(200):
        if session.to_move == 0 and (game == "sociable") == session.moves()[0].startswith("play"):
            break
        session.play(session.moves()[0])
    seats = [Seat(f"Ann {n}", n, "easy" if n else "") for n in range(session.players)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    window.settle()
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    window.take("More")
    offered = any("puzzle" in label for label in window.offered)
    assert offered == (game != "sociable")


def test_whoever_has_no_patience_leaves_it(window: Window, puzzles: dict[str, Puzzle]) -> None:
    window.stage.worker = lambda: LateWorker(window, 120_000)  # type: ignore[method-assign,assignment,return-value]
    at_the_menu(window, puzzles)
    window.take("Keep this as a puzzle")
    window.live(60_000)
    assert window.shown == "Keeping"
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Pause"
    window.wait(1000)
    assert not window.stage.stores.days.of("Mia").kept


def test_a_moment_of_a_film_is_kept_too(window: Window, puzzles: dict[str, Puzzle]) -> None:
    at_the_menu(window, puzzles)
    scene = window.stage.scenes.scenes[1]
    window.stage.stores.days.look("Ann")
    window.stage.scenes.push(film_of(scene.match))  # type: ignore[attr-defined]
    window.wait(500)
    window.key(pygame.K_y)
    window.take("Keep this as a puzzle")
    window.wait(100)
    assert len(window.stage.stores.days.of("Ann").kept) == 1
