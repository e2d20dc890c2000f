"""What is heard when and from where, and how the music follows; all of it is told in words too."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.core.audio import WIDTH, Mood, pan_of
from game.ui.match.opening import match_scene
from tests.matches import GAMES, record_of
from tests.scenes.harness import Window

Heard = list[tuple[str, float]]


def sat_down(window: Window, session: Session, people: int = 1) -> Any:
    seats = [Seat(name, n, "" if n < people else "easy") for n, name in enumerate(session.names)]
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    return scene


def listen(window: Window) -> Heard:
    """What sounds from now on, and from where."""
    heard: Heard = []
    window.stage.audio.play = lambda name, pan=0.0: heard.append((name, pan))  # type: ignore[method-assign]
    return heard


def moods(window: Window) -> list[Mood]:
    told: list[Mood] = []
    window.stage.audio.mood = told.append  # type: ignore[assignment,method-assign]
    return told


def at(text: str, game: str, **options: int | str) -> Session:
    return Session.from_position(game, text, 3, options)


@pytest.mark.parametrize("game", GAMES)
def test_you_are_called_when_your_turn_comes_and_not_at_every_move(window: Window, game: str) -> None:
    heard = listen(window)
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    session = scene.match.session
    window.settle()
    calls, known = 1, len(session.log)
    for _ in range(6):
        if scene.match.person is None:
            break
        assert [name for name, _ in heard].count("your_turn") == calls
        scene.context.play(session.moves()[0])
        window.settle()
        calls += any(seat != 0 for seat, _ in session.log[known:])
        known = len(session.log)
    assert session.log


def test_a_blow_is_heard_where_it_falls_and_so_are_its_stars(window: Window) -> None:
    scene = sat_down(window, at("field=9/9/4oB3/4R4/9/9/9/9/9/9/9", "socker"), 2)
    window.settle()
    heard = listen(window)
    scene.context.play("sock e8 f9")
    window.settle()
    x = scene.view.carpet.places.ground.middle("f9")[0]
    assert ("sock", pan_of(x, window.stage.view.w)) in heard
    assert ("stars", pan_of(x, window.stage.view.w)) in heard
    assert 0.1 < pan_of(x, window.stage.view.w) < WIDTH


def test_cards_are_heard_from_the_seat_that_lays_them(window: Window) -> None:
    heard = listen(window)
    scene = sat_down(window, Session.new("sociable", seed=4, options={"exchange": "off"}), 0)
    for _ in range(400):
        window.turn(ms=50)
        if len({pan for name, pan in heard if name == "card_lay"}) > 2:
            break
    assert len({pan for name, pan in heard if name == "card_lay"}) > 2
    assert scene.match.session.log


def test_pause_is_heard_and_read_and_the_music_waits_with_the_match(window: Window) -> None:
    scene = sat_down(window, Session.new("socker", seed=3), 2)
    window.settle()
    heard, told = listen(window), moods(window)
    window.key(pygame.K_p)
    assert window.shown == "Pause"
    assert ("pause", 0.0) in heard
    assert told == [Mood.LOBBY]
    window.key(pygame.K_ESCAPE)
    assert window.top is scene
    assert told == [Mood.LOBBY, Mood.CALM]


def test_phones_that_go_and_come_are_heard_and_read(window: Window) -> None:
    scene = sat_down(window, Session.new("socki", seed=3), 2)
    window.settle()
    heard = listen(window)
    scene.attendance.phone_gone(1)
    assert heard == [("leave", 0.0)]
    assert scene.context.messages.text
    scene.match.hand_over(1, "easy", "phone", "")
    heard.clear()
    scene.attendance.phone_there(1, "Ida")
    assert ("join", 0.0) in heard
    assert "Ida" in scene.context.messages.text


@pytest.mark.parametrize(
    ("session", "mood"),
    [
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9", "socker", goals=3), Mood.CALM),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 score=1/1", "socker", goals=3), Mood.CLOSE),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 score=2/0", "socker", goals=3), Mood.LAST),
        (at("field=9/9/9/9/9/4oB3/4R4/9/9/9/9 turns=30", "socker", win="turns"), Mood.CLOSE),
        (at("hands=1P,5B/9L,10L table=1F,2F,3F stock=2B,3B", "socki"), Mood.LAST),
        (at("hands=1P,5B,7B,8L/9L,10L,11P,12F,4P table=1F,2F,3F stock=2B", "socki"), Mood.CLOSE),
        (at("hands=8H,9C/QH,QD,8C/10D,10S,KD/KH,KS order=0,1,2,3", "sociable"), Mood.CLOSE),
        (at("hands=8H/QH,QD,8C/10D,10S,KD/KH,KS order=0,1,2,3", "sociable"), Mood.LAST),
    ],
)  # fmt: skip
def test_the_music_follows_the_match(window: Window, session: Session, mood: Mood) -> None:
    told = moods(window)
    scene = sat_down(window, Session.from_record(session.record()), session.players)
    assert told[-1] is mood
    assert scene.mood is mood


@pytest.mark.parametrize(("ply", "mood"), [(32, Mood.CALM), (33, Mood.CLOSE), (43, Mood.LAST)])
def test_the_music_follows_the_pairs_of_a_city(window: Window, ply: int, mood: Mood) -> None:
    """Two of six are home, three of them, all but one."""
    scene = sat_down(window, Session.from_record(record_of("city")).before(ply), 2)
    window.settle()
    assert scene.mood is mood


@pytest.mark.parametrize("game", GAMES)
def test_every_match_begins_calmly(window: Window, game: str) -> None:
    scene = sat_down(window, Session.new(game, seed=6, players=2 if game == "rockit" else None))
    window.settle()
    assert scene.mood is Mood.CALM
