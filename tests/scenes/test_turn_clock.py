"""The turn clock at the computer, in the status bar, and the loop that wakes for it without input."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.scenes.resume import resume
from tests.scenes.harness import WindowRobot


@pytest.fixture
def seated(window: WindowRobot) -> WindowRobot:
    window.context.update_settings(turn_clock=30)
    window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.step()
    return window


def test_bot_plays_the_turn_when_time_is_up(seated: WindowRobot) -> None:
    scene, mover = seated.top, seated.top.match.to_move
    seated.play_bots(29_000)
    assert not scene.match.session.log
    seated.play_bots(10_000, until=lambda: scene.match.session.log)
    assert {seat for seat, _move in scene.match.session.log} == {mover}
    assert not scene.match.seats[mover].is_bot
    assert scene.context.messages.text == f"Time's up: a bot is playing for {scene.match.seats[mover].name}."


def test_clock_shows_each_of_the_last_seconds(seated: WindowRobot) -> None:
    turn = f"Your turn, {seated.top.match.seats[seated.top.match.to_move].name}"
    seen = []
    for _second in range(29):
        seated.play_bots(1_000)
        assert turn in seated.bar_text
        seen.append(seated.bar_text.removeprefix(turn).strip())
    counted = [int(left) for left in seen if left]
    assert counted == list(range(max(counted), min(counted) - 1, -1))
    assert max(counted) in (9, 10)


def test_menu_pauses_the_turn_clock(seated: WindowRobot) -> None:
    scene = seated.top
    seated.play_bots(25_000)
    seated.press_key(pygame.K_p)
    assert seated.shown == "PauseMenu"
    seated.play_bots(60_000)
    seated.press_key(pygame.K_p)
    left = scene.patience.turn_ms_left
    assert left is not None
    assert 3_000 < left < 6_000
    assert not scene.match.session.log


def test_clock_set_during_a_match_applies_at_once(window: WindowRobot) -> None:
    scene = window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.play_bots(40_000)
    assert scene.patience is not None
    assert scene.patience.turn_ms_left is None
    window.context.update_settings(turn_clock=60)
    window.play_bots(1_000)
    assert scene.patience.turn_ms_left is not None


def test_bot_takes_over_for_the_only_lost_phone_after_30_s(window: WindowRobot) -> None:
    seats = [Seat("Ann", 0, "", PHONE), Seat("Bo", 1, "easy")]
    scene = window.open_match(Session.new("socker", 2, seed=3), seats)
    window.play_bots(90_000, until=lambda: len(scene.match.session.log) > 2)
    assert scene.match.seats[0].is_reserved
    assert window.top is scene
    assert 30_000 < window.time < 60_000


def test_resumed_match_keeps_its_clock(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, turn_clock=60)
    scene = window.open_match(Session.new("socker", 2, seed=3), people=2)
    window.step()
    scene.context.play(scene.match.session.moves()[0])
    assert window.context.stores.autosave.flush()
    window.context.update_settings(turn_clock=0)
    window.context.scenes.pop()
    saved = window.context.stores.saves.load("socker")
    assert saved is not None
    resume(window.context, saved)
    assert window.top.patience.clock == 60
    window.step()
    assert window.top.patience.clock == 60
    window.close()
