"""Motion of menus and the lobby: the act is at once, contacts sound when they are seen, and all rests."""

from __future__ import annotations

from typing import TypeAlias

import pygame
import pytest

from game.scenes.lobby import LobbyScene
from game.ui.core.input import MOUSE
from game.ui.core.verbs import FOCUS, JOIN, LEAVE, LET_DOWN, PRESS, TOGGLE_TONES, tone
from game.ui.widgets import QuestionDialog
from tests.scenes.harness import WindowRobot

Sounds: TypeAlias = list[tuple[float, str, int | None]]
REST = 800.0  # ms after which all motions are over
CORNER = 300  # bytes of the lower right corner of the screen


@pytest.fixture
def brisk(window: WindowRobot, watched: None) -> WindowRobot:
    window.context.update_settings(animation_speed="brisk", scenery=False)
    window.run_for(REST)
    return window


def listen(window: WindowRobot) -> Sounds:
    """Return a list that receives the time of each sound from now on in ms, its name and its tone."""
    sounds, start = Sounds(), window.time
    play = lambda name, _pan=0.0, tone=None: sounds.append((window.time - start, name, tone))  # noqa: E731
    window.context.audio.play = play  # type: ignore[method-assign]
    return sounds


def shown(window: WindowRobot) -> bytes:
    """Return the screen as it is, without drawing it again."""
    return window.pixels()


class OpenQuestion(QuestionDialog):
    """A question that stays open after an answer."""

    def __init__(self) -> None:
        super().__init__("Now?", ["Yes", "No", "Later"])
        self.given: list[int] = []

    def answer(self, number: int) -> None:
        self.given.append(number)


def ask(window: WindowRobot) -> list[int]:
    """Open a question, and return a list that receives its answers."""
    window.context.scenes.push(dialog := OpenQuestion())
    window.run_for(REST)
    return dialog.given


def lobby(window: WindowRobot) -> LobbyScene:
    window.context.scenes.push(scene := LobbyScene("socki"))
    window.run_for(2 * REST)
    return scene


def test_focus_hops_and_ends_where_it_is_drawn_without_motion(brisk: WindowRobot) -> None:
    ask(brisk)
    sounds = listen(brisk)
    brisk.press_key(pygame.K_DOWN)
    assert [name for _ms, name, _tone in sounds] == ["focus"]
    brisk.step(ms=20)
    moving = shown(brisk)
    brisk.run_for(FOCUS.tail + 50)
    assert not brisk.top.needs_redraw
    assert shown(brisk) != moving
    at_rest = shown(brisk)
    brisk.context.update_settings(reduced_motion=True)
    assert brisk.picture() == at_rest


def test_press_acts_and_sounds_before_its_button_moves(brisk: WindowRobot) -> None:
    answers = ask(brisk)
    brisk.press_keys(pygame.K_DOWN, pygame.K_UP)  # the prompt bar then shows keys
    brisk.run_for(REST)
    before, sounds = shown(brisk), listen(brisk)
    brisk.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""), ms=0)
    assert answers == [0]
    assert sounds == [(0.0, "confirm", None)]
    brisk.step(ms=PRESS.length)
    assert shown(brisk) != before
    brisk.run_for(PRESS.tail + 50)
    assert not brisk.top.needs_redraw
    assert shown(brisk) == before


def test_button_springs_back_until_its_screen_is_let_down_over_it(brisk: WindowRobot) -> None:
    title = brisk.top
    title.set_focus("settings")
    brisk.run_for(REST)
    corner = shown(brisk)[-CORNER:]
    sounds = listen(brisk)
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown == "SettingsScene"
    brisk.step(ms=40)
    assert shown(brisk)[-CORNER:] == corner
    while len(sounds) < 2:
        brisk.step()
    assert [(name, tone) for _ms, name, tone in sounds] == [
        ("confirm", None),
        (LET_DOWN.hit.sound, LET_DOWN.hit.tone),
    ]
    assert 0 <= sounds[1][0] - LET_DOWN.contact < 40
    brisk.run_for(LET_DOWN.length)
    assert not title.needs_redraw
    swaying = shown(brisk)
    assert swaying[-CORNER:] != corner
    brisk.run_for(LET_DOWN.tail)
    settings = shown(brisk)
    assert settings != swaying
    brisk.app.draw()
    assert shown(brisk) == settings


@pytest.mark.parametrize("settings", [{"animation_speed": "instant"}, {"reduced_motion": True}])
def test_nothing_moves_without_animation(brisk: WindowRobot, settings: dict[str, object]) -> None:
    brisk.context.update_settings(**settings)
    brisk.top.set_focus("settings")
    sounds = listen(brisk)
    brisk.press_key(pygame.K_RETURN)
    assert (brisk.shown, [name for _ms, name, _tone in sounds]) == ("SettingsScene", ["confirm"])
    brisk.step()
    assert not brisk.top.needs_redraw
    ask(brisk)
    brisk.step(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
    assert not brisk.top.needs_redraw
    scene = lobby(brisk)
    sounds = listen(brisk)
    scene.table.add_bot()
    assert sounds == [(0.0, "join", tone(4))]
    brisk.step()
    assert not scene.needs_redraw


def test_passing_pointer_makes_no_sound(brisk: WindowRobot) -> None:
    ask(brisk)
    sounds = listen(brisk)
    brisk.point(*dict(brisk.top.focusable())["2"].centre)
    assert brisk.top.focus == "2"
    assert brisk.context.devices.last == MOUSE
    assert not sounds


def test_switch_ticks_higher_when_it_goes_on(brisk: WindowRobot) -> None:
    brisk.context.open_scene("settings")
    brisk.top.set_focus("mono" if "mono" in dict(brisk.top.focusable()) else "outlines")
    brisk.run_for(REST)
    sounds = listen(brisk)
    brisk.press_key(pygame.K_RETURN)
    sliding = shown(brisk)
    brisk.run_for(REST)
    assert shown(brisk) != sliding
    brisk.press_key(pygame.K_RETURN)
    assert [(name, tone) for _ms, name, tone in sounds] == [
        ("tick", TOGGLE_TONES[1]),
        ("tick", TOGGLE_TONES[0]),
    ]


def test_puppet_sounds_as_it_drops_onto_its_seat(brisk: WindowRobot) -> None:
    scene = lobby(brisk)
    number = next(n for n, seat in enumerate(scene.seats) if seat.empty)
    sounds = listen(brisk)
    scene.table.take(number, "")
    assert not scene.seats[number].empty
    brisk.run_for(JOIN.contact + JOIN.tail + 50)
    ((ms, name, semitones),) = sounds
    assert (name, semitones) == ("join", tone(number))
    assert JOIN.contact <= ms <= JOIN.contact + 20
    assert not scene.motions.are_running
    assert scene.live_values()[f"puppet {number}"][2] == scene.live_values()["puppet 0"][2]


def test_line_closes_up_after_a_puppet_has_fallen_off_it(brisk: WindowRobot) -> None:
    scene = lobby(brisk)
    places = [scene.frame.boxes[f"puppet {number}"] for number in range(4)]
    scene.joining.set(1, "", empty=True)
    scene.table.seats_changed()
    brisk.step()
    assert [scene.frame.boxes[f"puppet {number}"] for number in range(4)] == places
    falling = brisk.pixels(places[1])
    brisk.step(ms=LEAVE.contact + LEAVE.tail / 2)
    assert brisk.pixels(places[1]) != falling
    brisk.run_for(REST)
    assert not scene.needs_redraw
    assert "puppet 1" not in scene.frame.boxes
    assert scene.frame.boxes["puppet 0"].h > places[0].h, "there is more room for each"


def test_seat_that_changes_under_its_dialog_keeps_moving(brisk: WindowRobot) -> None:
    scene = lobby(brisk)
    scene.set_focus("seat 1")
    brisk.press_key(pygame.K_RETURN)
    assert brisk.shown == "SeatDialog"
    scene.joining.set(1, "", empty=True)
    scene.table.seats_changed()
    assert scene.needs_redraw
    brisk.run_for(REST)
    assert not scene.needs_redraw


def test_frames_drawn_in_parts_equal_whole_ones(brisk: WindowRobot) -> None:
    scene = lobby(brisk)
    brisk.press_keys(pygame.K_DOWN, pygame.K_UP)
    for is_focus in (True, False):
        if is_focus:
            brisk.press_key(pygame.K_DOWN)
        else:
            scene.table.take(next(n for n, seat in enumerate(scene.seats) if seat.empty), "")
        for _ in range(6):
            brisk.step(ms=40)
            assert brisk.is_fully_drawn()


def test_screen_opens_over_a_button_that_its_press_removed(brisk: WindowRobot) -> None:
    brisk.context.open_scene("lobby", "socker")
    brisk.press_key(pygame.K_p)
    brisk.finish_animations()
    brisk.press_key(pygame.K_p)
    brisk.top.set_focus("more")
    brisk.press_key(pygame.K_RETURN)
    assert "more" not in brisk.top.control_boxes()
    brisk.context.open_scene("settings")
    brisk.step()
    assert brisk.shown == "SettingsScene"
