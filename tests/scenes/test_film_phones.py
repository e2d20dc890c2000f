"""Phones of a party while a film is shown: they see it from their own side, and can do nothing but cheer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.phone_seats import PhonePost
from tests.matches import GAMES, record_of
from tests.scenes.harness import Window
from tests.scenes.test_film import film
from tests.scenes.test_matches import begun, play


class Post(PhonePost):
    """What phones were told."""

    watchers: Sequence[str] = ("eve",)

    def __init__(self) -> None:
        self.seats: dict[int, Mapping[str, Any]] = {}
        self.public: Mapping[str, Any] = {}

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.seats[seat] = state

    def show(self, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        self.public = state


def told(scene: Any) -> Post:
    post = Post()
    scene.phones.tell(post, list(range(8)), lambda _seat: False)
    return post


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_the_moment_and_has_nothing_to_do(window: Window, game: str) -> None:
    scene = film(window, game, at=15)
    session = Session.from_record(record_of(game)).before(15)
    post = told(scene)
    assert sorted(post.seats) == list(range(session.players)), (
        "a party may have more phones than this match had"
    )
    for seat, state in post.seats.items():
        assert (state["showing"], state["over"], state["moves"]) == ("film", None, [])
        assert state["seen"] == session.observe(seat)
        assert not state["undo"]
    assert post.public["seat"] is None
    assert "hand" not in post.public["seen"]
    window.key(pygame.K_END)
    assert told(scene).seats[0]["over"] is None
    window.key(pygame.K_LEFT)
    last = Session.from_record(record_of(game))
    assert told(scene).seats[1]["seen"] == last.before(len(last.log) - 1).observe(1)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_moves_anything_by_phone(window: Window, game: str) -> None:
    scene = film(window, game, at=15)
    session = scene.match.session
    mover, before = session.to_move, session.record()
    for words in ({"do": "move", "move": session.moves()[0], "ply": 15}, {"do": "undo"}, {"do": "hint"},
                  {"do": "name", "name": "Eve"}):  # fmt: skip
        assert scene.phones.do(mover, words) != ""
    assert scene.match.session.record() == before
    assert scene.moment == 15
    assert scene.phones.do(mover, {"do": "react", "sign": "ha"}) == ""
    assert scene.phones.audience.thrown


def test_phones_watch_the_film_in_the_place_of_the_match_and_come_back(window: Window) -> None:
    phones = window.stage.phones
    window.let_phones_in()
    session, moves = begun("socker")
    match = play(window, session, moves)
    match.skip()
    window.wait(1500)
    assert phones.playing is match
    window.take("Film")
    assert phones.playing is window.top
    window.wait(500)
    window.key(pygame.K_ESCAPE)
    window.turn()
    assert phones.playing is match
    phones.close()
