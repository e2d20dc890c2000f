"""What is heard and what is held: all sound at once, pads that stay still, keys that need not be held."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.scenes.harness import Keys, Mouse, Pad, Window
from tests.scenes.socki_table import match
from tests.scenes.test_seats import FakePad, plug, ports

__all__ = ["ports"]


def to_row(window: Window, words: str) -> Any:
    """The row of the settings with these words, in focus."""
    form = window.top.form
    form.show(next(n for n, row in enumerate(form.widgets) if getattr(row, "label", "") == words))
    return form.widget


@pytest.mark.parametrize("hands", [Keys, Pad, Mouse])
def test_they_are_settings_for_every_device(window: Window, hands: type[Keys | Pad | Mouse]) -> None:
    window.stage.open("settings")
    for words, name in (("Mono sound", "mono"), ("Pads shake", "rumble"), ("Keys can be held", "hold")):
        before = getattr(window.stage.settings, name)
        to_row(window, words)
        hands(window).confirm()
        assert getattr(window.stage.settings, name) is not before
    assert window.stage.stores.settings.load().mono


def test_all_sound_is_turned_down_at_once(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    volumes: list[tuple[int, int]] = []
    monkeypatch.setattr(window.stage.audio, "set_volumes", lambda *heard: volumes.append(heard))
    window.stage.change(effects=80, music=60)
    window.stage.open("settings")
    to_row(window, "All sound")
    for _step in range(5):
        window.key(pygame.K_LEFT)
    assert (volumes[0], volumes[-1]) == ((80, 60), (40, 30))
    assert (window.stage.settings.effects, window.stage.settings.music) == (80, 60), "they are shares of it"
    for _step in range(5):
        window.key(pygame.K_LEFT)
    assert volumes[-1] == (0, 0)


@pytest.mark.parametrize("shakes", [True, False])
def test_a_pad_shakes_only_where_it_may(
    window: Window, ports: dict[int, tuple[int, str]], *, shakes: bool
) -> None:
    window.stage.change(rumble=shakes)
    plug(window, ports, 0, 5, "model")
    window.stage.devices.pads.rumble(window.stage.devices.pads.device(5))
    assert bool(FakePad.shaken) is shakes


@pytest.mark.parametrize("hold", [True, False])
def test_what_threatens_stays_after_a_long_press_where_nothing_is_held(window: Window, *, hold: bool) -> None:
    window.stage.change(hold=hold)
    session = Session.new("socker", 2, 3, names=["Ann", "Bo"])
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0, ""), Seat("Bo", 1, "")])
    window.stage.scenes.push(scene)
    window.settle()
    window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode=""))
    assert scene.context.threats.shown
    window.wait(1000)
    window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_t, mod=0))
    window.wait(50)
    assert scene.context.threats.shown is not hold


@pytest.mark.parametrize("hold", [True, False])
def test_the_table_behind_the_curtain_stays_after_a_long_press(window: Window, *, hold: bool) -> None:
    window.stage.change(hold=hold)
    session = Session.new("sociable", 4, 3, names=["Ann", "Bo", "Cem", "Di"])
    seats = [Seat(name, number, "") for number, name in enumerate(session.names)]
    window.stage.scenes.push(match_scene(window.stage, session, seats))
    for _ in range(2000):
        if window.shown == "Curtain":
            break
        window.turn(ms=50)
    window.read()
    window.turn(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode=""))
    assert window.top.peeking
    window.wait(1000)
    window.turn(pygame.event.Event(pygame.KEYUP, key=pygame.K_x, mod=0))
    window.wait(50)
    assert window.top.peeking is not hold


@pytest.mark.parametrize("hands", [Keys, Pad, Mouse])
def test_what_stays_is_asked_about_first(window: Window, hands: type[Keys | Pad | Mouse]) -> None:
    window.stage.change(ask_first=True)
    scene = match(window)
    window.key(pygame.K_x)  # draws
    assert (window.shown, len(scene.match.session.log)) == ("Ask", 0)
    hands(window).confirm()  # the answer in focus loses nothing
    assert (window.shown, len(scene.match.session.log)) == ("SockiView", 0)
    window.key(pygame.K_x)
    window.take("Do it")
    assert scene.match.session.log[0][1] == "draw"


def test_what_can_be_taken_back_is_not_asked_about(window: Window) -> None:
    window.stage.change(ask_first=True)
    session = Session.from_position("socker", "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9")
    scene: Any = match_scene(window.stage, session, [Seat("Ann", 0, ""), Seat("Bo", 1, "")])
    window.stage.scenes.push(scene)
    window.settle()
    move = next(move for move in session.moves() if move.startswith("move"))
    assert scene.context.play(move)
    assert window.shown == "SockerView"


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("moves", [True, False])
def test_scenery_can_rest_while_what_is_done_moves(window: Window, *, moves: bool) -> None:
    window.stage.change(scenery=moves)
    session = Session.new("socker", 2, 3, names=["Ann", "Bo"])
    window.stage.scenes.push(match_scene(window.stage, session, [Seat("Ann", 0, ""), Seat("Bo", 1, "")]))
    window.settle()
    pictures = set()
    for _ in range(12):
        window.pass_time(300)
        window.turn()
        pictures.add(window.picture())
    assert (len(pictures) > 1) is moves
    assert not window.stage.still
