"""Whose turn the table says it is: that of what is shown, in words that are for whoever reads them."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.game import Outcome
from game.core.session import Session
from game.match.match import MatchEnd
from game.match.seats import Seat
from game.ui.core.input import Act
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.match.opening import match_scene
from tests.matches import GAMES
from tests.scenes.harness import Window

YOURS = "Your turn"
CARDS = ["socki", "rockit", "sociable"]


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the last picture that `texts` has drawn."""
    told: list[str] = []
    for name in ("text", "paragraph"):
        before = getattr(Painter, name)

        def drawn(self: Painter, words: str, *args: Any, before: Any = before, **kwargs: Any) -> Any:
            told.append(words)
            return before(self, words, *args, **kwargs)

        monkeypatch.setattr(Painter, name, drawn)
    return told


def texts(window: Window, words: list[str]) -> list[str]:
    """What can be read on the screen now, on layers too that were drawn before."""
    words.clear()
    hold = Layer.hold

    def anew(layer: Layer[Any], painter: Painter, value: Any) -> None:
        layer.forget()
        hold(layer, painter, value)

    with patch.object(Layer, "hold", anew):
        window.picture()
    return list(words)


def sat_down(window: Window, session: Session, people: int = 1) -> Any:
    seats = [Seat(name, n, "" if n < people else "easy") for n, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def test_it_is_nobodys_turn_while_cards_are_dealt(window: Window, words: list[str]) -> None:
    """Whoever deals does not begin."""
    window.stage.change(animation_speed="relaxed")
    dealt = (Session.new("socki", 4, seed=seed) for seed in range(40))
    scene = sat_down(window, next(session for session in dealt if session.to_move == 1))
    window.turn(ms=10)  # the table is laid out
    told: list[str] = []
    while scene.context.show is not None and scene.context.show.event.kind == "deal":
        told += texts(window, words)
        lit = [seat for seat in range(4) if scene.view.captions.sitter(seat, alive=True).turns]
        assert lit == [1], "the plate of whoever begins"
        window.turn(ms=60)
    assert "Waiting" not in told, "whoever takes cards, as at RockIt, does not wait"
    assert YOURS not in told


def test_whoever_begins_here_waits_until_all_are_dealt(window: Window) -> None:
    window.stage.change(animation_speed="relaxed")
    dealt = (Session.new("socki", 4, seed=seed) for seed in range(40))
    scene = sat_down(window, next(session for session in dealt if session.to_move == 0))
    window.turn(ms=10)
    assert scene.context.show.event.kind == "deal"
    assert not any(scene.view.captions.sitter(seat, alive=True).turns for seat in range(4))


@pytest.mark.parametrize("game", CARDS)
def test_it_is_not_your_turn_while_another_play_is_still_to_be_shown(
    window: Window, words: list[str], game: str
) -> None:
    """In no picture, from the first one after the move on."""
    options = {"exchange": "off"} if game == "sociable" else {}
    scene = sat_down(window, Session.new(game, 4 if game != "rockit" else 2, seed=4, options=options))
    session = scene.match.session
    window.settle()
    assert any(YOURS in told for told in texts(window, words))
    window.stage.change(animation_speed="relaxed")
    while session.to_move == 0:
        scene.context.play(
            next((move for move in session.moves() if move in ("draw", "pass")), session.moves()[-1])
        )
    for _ in range(400):
        if session.to_move == 0:
            break
        window.turn(ms=50)
    assert session.log[-1][0] != 0
    for number in range(4):
        assert scene.playback.show is not None, (
            "the last move is on its way" if number else "it begins at once"
        )
        assert not any(YOURS in told for told in texts(window, words))
        window.turn(ms=30)
    window.settle()
    assert any(YOURS in told for told in texts(window, words))


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_tells_of_a_move_that_was_taken_back(window: Window, words: list[str], game: str) -> None:
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    window.settle()
    before = texts(window, words)
    session = scene.match.session
    while not can_be_taken_back(scene):
        window.settle()
        move = next(
            (m for m in session.moves() if m.startswith(("play", "come", "lay", "place"))), session.moves()[0]
        )
        before = texts(window, words)
        scene.context.play(move)
        window.settle()
    after = [told for told in texts(window, words) if told not in before]
    scene.undo()
    window.settle()
    left = [told for told in texts(window, words) if told in after and len(told.split()) > 2]
    assert not left


def can_be_taken_back(scene: Any) -> bool:
    """Whether somebody has made a move, and it can be taken back."""
    copy = Session.from_record(scene.match.session.record())
    try:
        while copy.log:
            seat = copy.log[-1][0]
            copy.undo()
            if seat == 0:
                return True
    except ValueError:
        return False
    return False


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_bots_speaks_to_nobody(window: Window, words: list[str], game: str) -> None:
    scene = sat_down(window, Session.new(game, seed=4), people=0)
    for number in range(40):
        window.turn(ms=50)
        assert number % 8 or not any(YOURS in told for told in texts(window, words))
        assert all(act is not Act.UNDO for act, _word in scene.help())
    assert scene.match.session.log


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_bots_ends_with_the_jingle_of_a_win(
    window: Window, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[str] = []
    scene = sat_down(window, Session.new(game, seed=4), people=0)
    outcome = Outcome((0,), (0,) * len(scene.match.seats), MatchEnd.CONCEDED)
    monkeypatch.setattr(scene.match, "result", lambda: outcome)
    monkeypatch.setattr(scene.view.words, "ending", lambda _outcome: "")
    monkeypatch.setattr(window.stage.audio, "play", played.append)
    window.stage.open("results", scene)
    assert played == ["win"]


def test_a_person_who_loses_hears_so(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    scene = sat_down(window, Session.new("socker", seed=4))
    window.settle()
    monkeypatch.setattr(window.stage.audio, "play", played.append)
    scene.match.concede(0)
    window.wait(200)
    assert window.shown == "Results"
    assert "lose" in played
    window.key(pygame.K_ESCAPE)
