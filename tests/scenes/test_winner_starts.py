"""RockIt: the winner of a match starts the next one, however the players go on."""

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.store.settings import SeatChoice
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import RockItScene, rockit_scene
from tests.scenes.test_window_seeds import started

NAMES = ("Ann", "Bo", "Ida")
LAST_CARD = "table=7S,7D,7C hands=4D/7H/4C stock=2H,2C turn=1 in=1/1/1"
SHARED = "hands=4D/5D/4C,6D stock=- turn=2 passes=2 in=1/1/1"


def ended(window: Window, position: str, move: str) -> RockItScene:
    """The results of a match that this move ended."""
    session = Session.from_position("rockit", position, seed=8, names=NAMES)
    scene = rockit_scene(window, session, [Seat(name, number) for number, name in enumerate(NAMES)])
    window.stage.scenes.push(scene)
    session.play(move)
    assert session.outcome is not None
    window.stage.open("results", scene)
    for _ in range(12):
        window.turn(ms=100)
    return scene


def rematch(window: Window, scene: Any) -> Any:
    window.take("Rematch")
    assert window.top is not scene
    return window.top


@pytest.mark.parametrize("_again", range(4))
def test_the_winner_starts_the_rematch(window: Window, _again: int) -> None:
    """Every time, which chance would not do; and the record says so."""
    scene = ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    session = rematch(window, scene).match.session
    assert session.to_move == 1
    assert session.options["start_player"] == "second"
    assert Session.from_record(session.record()).to_move == 1


def test_whoever_the_others_gave_up_to_starts(window: Window) -> None:
    session = Session.new("rockit", 2, seed=8, names=NAMES[:2])
    scene = rockit_scene(window, session, [Seat(name, number) for number, name in enumerate(NAMES[:2])])
    window.stage.scenes.push(scene)
    scene.match.concede(0)
    window.stage.open("results", scene)
    for _ in range(12):
        window.turn(ms=100)
    assert rematch(window, scene).match.session.to_move == 1


def test_after_a_shared_match_chance_decides(window: Window) -> None:
    scene = ended(window, SHARED, "pass")
    assert len(scene.match.result().winners) == 2
    assert rematch(window, scene).match.session.options["start_player"] == "random"


def seated(window: Window, *, between: bool = True) -> None:
    """The lobby remembers Ann, Bo and Ida, with a free seat between them."""
    seats = [SeatChoice("Ann", "red"), SeatChoice("Bo", "teal"), SeatChoice("Ida", "amber")]
    free = [SeatChoice("Kofi", "plum", "normal", empty=True), SeatChoice("Pip", "sky", "normal", empty=True)]
    seats = [seats[0], free[0], seats[1], seats[2], free[1]] if between else [*seats, *free]
    window.stage.apply(window.stage.settings.with_seats("rockit", seats))


def test_the_winner_starts_with_other_rules_too(window: Window) -> None:
    seated(window)
    ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    window.take("Other rules")
    scene = window.top
    assert scene.house.rules["start_player"] == "second"
    assert scene.house.changed == 0, "that is how it is played, not a house rule that somebody changed"
    scene.house.choose("coming_in_points", 20)
    assert started(window).match.session.to_move == 1
    assert "start_player" not in window.stage.settings.house_rules["rockit"]


def test_the_winner_is_followed_when_somebody_sits_down_before_them(window: Window) -> None:
    seated(window)
    ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    window.take("Other rules")
    window.top.add_bot(1)
    assert window.top.house.rules["start_player"] == "third"
    assert started(window).match.session.names[window.top.match.session.to_move] == "Bo"


def test_a_winner_who_has_left_does_not_start(window: Window) -> None:
    seated(window)
    ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    window.take("Other rules")
    scene = window.top
    scene.joining.leave_seat(2)
    scene.seats_changed()
    assert scene.house.rules["start_player"] == "random"
    assert started(window).match.session.options["start_player"] == "random"


def test_an_evening_later_chance_decides_again(window: Window) -> None:
    seated(window)
    ended(window, LAST_CARD, "play 7S 7D 7C 7H")
    window.stage.scenes.reset(window.stage.screens["title"]())
    window.stage.open("lobby", "rockit")
    window.turn()
    assert window.top.house.rules["start_player"] == "random"


def test_a_lobby_offers_only_the_seats_that_are_taken(window: Window) -> None:
    seated(window)
    window.stage.open("lobby", "rockit")
    window.turn()
    row = next(row for row in window.top.house.form.widgets if getattr(row, "label", "") == "Who begins")
    assert [value for value, _words in row.values] == ["random", "first", "second", "third"]


def test_a_seat_that_is_given_up_does_not_start_until_it_is_taken_again(window: Window) -> None:
    seated(window)
    window.stage.open("lobby", "rockit")
    window.turn()
    scene = window.top
    scene.house.choose("start_player", "third")
    scene.joining.leave_seat(3)
    scene.seats_changed()
    assert scene.house.rules["start_player"] == "random"
    scene.add_bot(3)
    assert scene.house.rules["start_player"] == "third"
    scene.joining.leave_seat(3)
    scene.seats_changed()
    assert started(window).match.session.options["start_player"] == "random"


def test_beginning_again_has_the_same_start(window: Window) -> None:
    session = Session.new("rockit", 3, seed=8, options={"start_player": "third"}, names=NAMES)
    scene = rockit_scene(window, session, [Seat(name, number) for number, name in enumerate(NAMES)])
    window.stage.scenes.push(scene)
    window.stage.open("pause", scene)
    for _ in range(12):
        window.turn(ms=100)
    window.take("Start again")
    for _ in range(12):
        window.turn(ms=100)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.top is not scene
    assert window.top.match.session.options["start_player"] == "third"
