"""Devices join, leave and hand over seats in the lobby and during a match."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pygame
import pytest

from game.core.discovery import find_game
from game.core.session import Session
from game.games.city.screen.view import CityView
from game.match.seats import PHONE, Seat
from game.party.messages import News, PhoneJoined, PhoneLeft
from game.party.party import PartyState
from game.scenes.lobby import LobbyScene
from game.scenes.seat_dialog import FREE
from game.scenes.seats import DeviceLostDialog
from game.ui.core.input import PAD_BUTTONS, GamepadRegistry, InputAction
from game.ui.match.match_scene import MatchScene
from game.ui.widgets import ButtonRow, ChoiceRow, Heading, key_map_for
from tests.matches import GAMES
from tests.sampling import PATIENCE, thinned
from tests.scenes.harness import CROSS, WindowRobot
from tests.scenes.layout_checks import prompt_labels
from tests.scenes.rummy_hands import opened, rummy_scene
from tests.scenes.test_lobby import lobby
from tests.scenes.test_secrets import PlainScene, until_curtain
from tests.scenes.test_socki import TABLE, half_built

XBOX, SONY = "030000005e0400008e02000014010000", "050000004c050000cc09000000810000"


class FakePad:
    """Replaces SDL's controller: reports its model and records each vibration."""

    plugs: ClassVar[dict[int, tuple[int, str]]] = {}
    shaken: ClassVar[list[int]] = []

    def __init__(self, index: int) -> None:
        if index not in self.plugs:
            raise pygame.error("no such pad")
        self.instance, self.guid = self.plugs[index]
        self.name = "DualSense" if self.guid == SONY else "Xbox"

    def as_joystick(self) -> FakePad:
        return self

    def get_instance_id(self) -> int:
        return self.instance

    def get_guid(self) -> str:
        return self.guid

    def rumble(self, low: float, high: float, ms: int) -> bool:
        self.shaken.append(self.instance)
        return True

    def set_led(self, colour: str) -> bool:
        return True


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[int, tuple[int, str]]]:
    """Ports for fake pads: port -> (SDL's instance number, model)."""
    monkeypatch.setattr("pygame._sdl2.controller.Controller", FakePad)
    FakePad.plugs, FakePad.shaken = {}, []
    yield FakePad.plugs
    FakePad.plugs, FakePad.shaken = {}, []


def plug(
    window: WindowRobot, ports: dict[int, tuple[int, str]], port: int, instance: int, model: str
) -> None:
    ports[port] = instance, model
    window.step(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=port))


def pull(window: WindowRobot, instance: int) -> None:
    window.step(pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=instance))


def hold(window: WindowRobot, name: str, pad: int, ms: float) -> None:
    window.step(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=PAD_BUTTONS[name], instance_id=pad))
    window.run_for(ms)
    window.step(pygame.event.Event(pygame.CONTROLLERBUTTONUP, button=PAD_BUTTONS[name], instance_id=pad))


def match_of(window: WindowRobot) -> MatchScene:
    return next(scene for scene in window.context.scenes.scenes if isinstance(scene, MatchScene))


def devices(scene: LobbyScene) -> list[str]:
    return [seat.device for seat in scene.seats]


def test_eight_pads_join_eight_seats(window: WindowRobot, ports: dict[int, tuple[int, str]]) -> None:
    scene = lobby(window, "socki")
    for port in range(8):
        plug(window, ports, port, 20 + port, XBOX)
    for port in (3, 0, 7, 1, 2, 6, 5, 4):
        window.press_button("a", pad=20 + port)
    assert sorted(devices(scene)) == [f"pad:{number}" for number in range(1, 9)]
    assert scene.joining.players == 8
    assert not any(seat.level or seat.empty for seat in scene.seats)
    assert set(FakePad.shaken) == set(range(20, 28))
    window.press_button("a", pad=99)
    assert scene.table.status_text() == "All seats are taken."
    window.press_key(pygame.K_p)
    assert [seat.device for seat in match_of(window).match.seats] == devices(scene)


def test_lobby_says_that_all_seats_are_taken(window: WindowRobot) -> None:
    scene = lobby(window, "sociable")
    scene.table.add_bot()
    assert scene.table.status_text() == "All seats are taken."
    scene.joining.set(4, "", empty=True)
    window.step()
    assert scene.table.status_text() == "4 at the table"


def test_lobby_names_the_last_pad_until_its_seat_changes(window: WindowRobot) -> None:
    scene = lobby(window, "sociable")
    window.press_button("a", pad=5)
    window.step()
    assert scene.table.status_text() == "Controller 1: Bo"
    scene.joining.set(1, "easy", "")
    window.step()
    assert scene.table.status_text() == "5 at the table"


def test_each_pad_gets_exactly_one_seat(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    for pad in (1, 1, 2, 1, 2, 3):
        window.press_button("a", pad=pad)
    assert sorted(devices(scene)) == ["pad:1", "pad:2"]
    scene = window.top
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "TitleScene"


def test_mouse_and_keyboard_join_free_seats(window: WindowRobot) -> None:
    window.point(5, 5)
    scene = lobby(window, "socki")
    window.click_box(scene.frame.boxes["seat 4"])
    assert (scene.seats[4].empty, scene.seats[4].device) == (False, "")
    scene.focus = "seat 5"
    window.press_key(pygame.K_RETURN)
    assert scene.seats[5].device == "keyboard"
    scene.focus = "seat 6"
    window.press_key(pygame.K_RETURN)
    assert scene.seats[6].device == ""
    x, y = scene.frame.boxes["seat 7"].centre
    window.click(x, y, button=3)
    assert scene.seats[7].level == "normal"
    window.click_box(scene.frame.boxes["seat 5"])
    assert window.shown == "SeatDialog"


def test_only_holding_back_leaves_a_seat(window: WindowRobot) -> None:
    scene = lobby(window, "socki")
    window.press_button("a", pad=4)
    (seat_number,) = [n for n, seat in enumerate(scene.seats) if seat.device == "pad:1"]
    window.press_button("b", pad=4)
    assert window.top is scene
    assert scene.seats[seat_number].device == "pad:1"
    hold(window, "b", 4, 900)
    assert scene.seats[seat_number].empty
    assert "pad:1" not in devices(scene)
    assert window.top is scene


def test_joined_pad_changes_only_its_own_colour(window: WindowRobot) -> None:
    scene = lobby(window, "socki")
    window.press_button("a", pad=4)
    (seat_number,) = [n for n, seat in enumerate(scene.seats) if seat.device == "pad:1"]
    others = [seat.colour for n, seat in enumerate(scene.seats) if n != seat_number and not seat.empty]
    focus, before = scene.focus, scene.seats[seat_number].colour
    window.button_number(CROSS[(1, 0)], 4)
    assert scene.focus == focus
    assert scene.seats[seat_number].colour != before
    assert [s.colour for n, s in enumerate(scene.seats) if n != seat_number and not s.empty] == others
    assert sorted(seat.colour for seat in scene.seats) == sorted({seat.colour for seat in scene.seats})


def test_pad_can_control_the_whole_lobby(window: WindowRobot) -> None:
    window.top.focus = "socki"
    window.press_button("a", pad=2)
    scene = window.top
    assert (window.shown, scene.table.host) == ("LobbyScene", "pad:1")
    scene.focus = "seat 4"
    window.press_button("a", pad=2)
    assert (scene.seats[4].empty, scene.seats[4].device) == (False, "")
    window.press_button("x", pad=2)
    assert scene.seats[4].level.partition("/")[0] == "normal"
    window.press_button("a", pad=2)
    assert window.shown == "SeatDialog"
    window.press_button("b", pad=2)
    window.press_button("a", pad=6)
    assert "pad:2" in devices(scene)
    scene.focus = f"seat {devices(scene).index('pad:2')}"
    window.press_button("x", pad=2)
    assert "pad:2" in devices(scene), "whose seat that is gives it up"
    assert "Person or bot" not in prompt_labels(scene)
    window.press_button("start", pad=2)
    device_seats = [seat for seat in match_of(window).match.seats if seat.device]
    assert [seat.device for seat in device_seats] == ["pad:1", "pad:2"]


def test_people_without_a_device_share_the_first_pad(window: WindowRobot) -> None:
    window.top.focus = "sociable"
    for pad in (2, 6):
        window.press_button("a", pad=pad)
    window.top.focus = "seat 2"
    for button in ("x", "start"):
        window.press_button(button, pad=2)
    assert [seat.device for seat in match_of(window).match.seats[:3]] == ["", "pad:2", ""]


def test_unplugged_pad_finds_its_lobby_seat_again(
    window: WindowRobot, ports: dict[int, tuple[int, str]]
) -> None:
    scene = lobby(window, "socki")
    plug(window, ports, 0, 3, XBOX)
    plug(window, ports, 1, 4, SONY)
    window.press_button("a", pad=3)
    window.press_button("a", pad=4)
    before = devices(scene)
    pull(window, 4)
    window.step()
    assert devices(scene) == [device.replace("pad:2", "") for device in before]
    plug(window, ports, 5, 17, SONY)
    window.step()
    assert devices(scene) == before


def test_seat_dialog_assigns_a_device(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    scene.focus = "seat 0"
    window.press_key(pygame.K_RETURN)
    window.press_keys(pygame.K_UP, pygame.K_RIGHT)
    assert scene.seats[0].device == "", "it counts when the rows of the holder are left"
    window.press_keys(pygame.K_DOWN, pygame.K_DOWN)
    assert scene.seats[0].device == "mouse"
    colour = scene.seats[0].colour
    window.press_key(pygame.K_RIGHT)
    assert scene.seats[0].colour != colour


def held(window: WindowRobot, *devices: str) -> LobbyScene:
    """Open a lobby with people in its first seats, and the first seat's dialog at its device row."""
    scene = lobby(window, "socki")
    for number, device in enumerate(devices):
        scene.joining.set(number, "", device)
    scene.focus = "seat 0"
    window.press_keys(pygame.K_RETURN, pygame.K_UP)
    return scene


@pytest.mark.parametrize("leave", [(pygame.K_ESCAPE,), (pygame.K_DOWN, pygame.K_DOWN), (pygame.K_UP,)])
def test_stepping_past_a_device_leaves_it_to_its_seat(window: WindowRobot, leave: tuple[int, ...]) -> None:
    scene = held(window, "", "mouse", "keyboard")
    window.press_keys(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_RIGHT, *leave)
    assert [seat.device for seat in scene.seats[:3]] == ["", "mouse", "keyboard"]
    assert scene.seats[0].level == "normal"


def test_confirmed_device_moves_to_the_seat(window: WindowRobot) -> None:
    scene = held(window, "", "mouse", "keyboard")
    window.press_keys(pygame.K_RIGHT, pygame.K_RETURN, pygame.K_LEFT, pygame.K_ESCAPE)
    assert window.top is scene
    assert [seat.device for seat in scene.seats[:3]] == ["mouse", "", "keyboard"]


def test_free_seat_dialog_has_no_further_rows(window: WindowRobot) -> None:
    held(window, "")
    dialog = window.top
    row_count = len(window.rows)
    window.press_keys(pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT)
    assert dialog.chosen(dialog.number) == FREE
    assert [type(row.widget) for row in window.rows] == [Heading, ChoiceRow, ButtonRow]
    window.press_key(pygame.K_LEFT)
    window.press_key(pygame.K_LEFT)
    assert len(window.rows) == row_count


def test_chosen_holder_applies_if_the_focus_jumps_to_done(window: WindowRobot) -> None:
    """As one-switch scanning does it: Done gets the focus without an arrow key."""
    scene = held(window, "", "mouse", "keyboard")
    window.press_keys(pygame.K_UP, pygame.K_RIGHT)
    dialog = window.top
    chosen = dialog.chosen(dialog.number)
    assert dialog.holder(dialog.number) != chosen
    window.focus_on("Done")
    window.press_key(pygame.K_RETURN)
    assert window.top is scene
    assert dialog.holder(dialog.number) == chosen


def table(window: WindowRobot, game: str, *holders: tuple[str, str], seed: int = 4) -> PlainScene:
    session = Session.new(game, len(holders), seed=seed)
    seats = [
        Seat(name, number, level, device)
        for number, (name, (level, device)) in enumerate(zip(session.names, holders, strict=True))
    ]
    scene = PlainScene(window.context, session, seats)
    scene.view.pace = 0.0
    window.context.scenes.push(scene)
    for _ in range(4):
        window.step()
    return scene


def two_pads(window: WindowRobot, *devices: str) -> PlainScene:
    """Start a match of two people after pressing two controllers, by default their seats' devices."""
    for pad in (5, 6):
        window.press_button("leftstick", pad=pad)
    first, second = devices or ("pad:1", "pad:2")
    return table(window, "city", ("", first), ("", second))


def test_only_the_seats_own_device_can_move(window: WindowRobot) -> None:
    scene = two_pads(window)
    for _ in range(6):
        turn = scene.match.session.to_move
        assert turn is not None
        own_pad, other_pad = (5, 6) if turn == 0 else (6, 5)
        before = scene.match.session.log
        assert not before or window.context.devices.last == f"pad:{turn + 1}", "its strip, from the start"
        window.press_button("a", pad=other_pad)
        window.press_key(pygame.K_RETURN)
        window.click(640, 360)
        assert scene.match.session.log == before
        assert window.context.devices.last == f"pad:{turn + 1}", (
            "not the buttons of a device that may not act"
        )
        assert scene.match.seats[turn].name in scene.context.messages.text
        assert f"Controller {turn + 1}" in scene.context.messages.text
        window.press_button("a", pad=own_pad)
        assert len(scene.match.session.log) == len(before) + 1
        window.step()
    window.press_button("start", pad=5 if scene.match.session.to_move == 1 else 6)
    assert window.shown == "PauseMenu"


def test_menu_names_the_player_who_gives_up(window: WindowRobot) -> None:
    scene = two_pads(window)
    turn = scene.match.session.to_move
    assert turn is not None
    window.press_button("start", pad=5 if turn == 1 else 6)
    waiting = scene.match.seats[1 - turn].name
    window.choose(f"{waiting} gives up")
    assert window.rows[1].text == f"Is {waiting} really giving up?"
    puppet, panel = window.rows[0].box, window.top.frame.boxes["cloth"]
    assert puppet.y < panel.y - puppet.h / 2, "it looks over the panel"
    assert puppet.bottom > panel.y
    assert all(panel.contains(row.box.centre) for row in window.rows[1:])
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    window.run_for(2000)
    assert scene.match.conceded_by == 1 - turn


@pytest.mark.parametrize("mouse", [0, 1])
def test_mouse_player_gives_up_with_the_keyboard(window: WindowRobot, mouse: int) -> None:
    devices = ["pad:1", "pad:1"]
    devices[mouse] = "mouse"
    scene = table(window, "city", *(("", device) for device in devices))
    window.press_key(pygame.K_p)
    gives_up = [label for label in window.choices if "gives up" in label]
    assert gives_up == [f"{scene.match.seats[mouse].name} gives up"]


def test_unplugged_pad_keeps_its_seat_in_a_match(
    window: WindowRobot, ports: dict[int, tuple[int, str]]
) -> None:
    plug(window, ports, 0, 1, XBOX)
    plug(window, ports, 1, 2, XBOX)
    scene = table(window, "city", ("", "pad:1"), ("", "pad:2"))
    turn = scene.match.session.to_move
    assert turn is not None
    pull(window, turn + 1)
    assert window.shown == "DeviceLostDialog"
    assert window.top.number == turn
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "PauseMenu"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "DeviceLostDialog"
    plug(window, ports, 7, 40, XBOX)
    assert window.top is scene
    assert "back" in scene.context.messages.text
    before = len(scene.match.session.log)
    window.press_button("a", pad=40)
    assert len(scene.match.session.log) == before + 1


def test_match_continues_until_the_missing_pads_turn(window: WindowRobot) -> None:
    scene = two_pads(window)
    turn = scene.match.session.to_move
    assert turn is not None
    own_pad, other_pad = (5, 6) if turn == 0 else (6, 5)
    pull(window, other_pad)
    assert window.shown == "DeviceLostDialog"
    window.press_button("a", pad=own_pad)
    assert window.top is scene
    for _ in range(8):
        if scene.match.session.to_move != turn:
            break
        window.press_button("a", pad=own_pad)
        window.step()
    away = window.context.scenes.top
    assert isinstance(away, DeviceLostDialog)
    assert away.number == 1 - turn
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert window.top is scene
    assert scene.match.seats[1 - turn].device == "keyboard"
    window.press_key(pygame.K_RETURN)
    assert scene.match.session.log[-1][0] == 1 - turn
    # The returned pad may have its seat again.
    window.press_button("a", pad=77)
    window.choose("Yes")
    assert window.top is scene
    assert scene.match.seats[1 - turn].device in ("pad:1", "pad:2")


def test_message_reports_the_lost_pad_in_use(window: WindowRobot) -> None:
    scene = two_pads(window, "", "")
    pull(window, 5)
    assert "gone" not in scene.context.messages.text
    pull(window, 6)
    assert window.top is scene
    assert "Controller 2 disconnected. Any other device can continue." in scene.context.messages.text


def test_lost_pad_with_a_seat_opens_the_dialog_only(window: WindowRobot) -> None:
    scene = two_pads(window, "", "pad:2")
    pull(window, 6)
    assert window.shown == "DeviceLostDialog"
    assert not scene.context.messages.text


def test_bot_reserves_a_seat_and_returns_it(window: WindowRobot) -> None:
    window.press_button("leftstick", pad=5)
    scene = table(window, "city", ("", "pad:1"), ("", "keyboard"))
    if scene.match.session.to_move != 0:
        while scene.match.session.to_move == 1:
            window.press_key(pygame.K_RETURN)
            window.step()
    pull(window, 5)
    window.press_keys(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert window.top is scene
    assert scene.match.seats[0].is_bot
    played = len(scene.match.session.log)
    window.run_until(lambda: scene.match.session.to_move == 1, ms=50)
    assert len(scene.match.session.log) > played
    window.press_button("leftstick", pad=77)
    window.step()
    assert (scene.match.seats[0].level, scene.match.seats[0].device) == ("", "pad:1")


def test_pause_menu_hands_seats_over(window: WindowRobot) -> None:
    window.press_button("leftstick", pad=5)
    scene = table(window, "city", ("", ""), ("", ""))
    turn = scene.match.session.to_move
    assert turn is not None
    draft = scene.seen
    window.press_keys(pygame.K_p, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_RETURN)
    assert window.shown == "SeatsDialog"
    assert window.focused == window.rows[1 + turn]
    window.press_button("y", pad=5)
    assert scene.match.seats[turn].device == "pad:1"
    for _ in range(2):
        window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.top is scene
    assert scene.seen is draft
    before = scene.match.session.log
    window.press_key(pygame.K_RETURN)
    assert scene.match.session.log == before
    window.press_button("a", pad=5)
    assert len(scene.match.session.log) == len(before) + 1
    window.press_key(pygame.K_p)
    window.context.open_scene("seats", scene)
    window.set_row(scene.match.seats[0].name, "Bot")
    assert not scene.match.seats[0].is_bot, "it counts when the row is left"
    window.press_key(pygame.K_DOWN)
    assert scene.match.seats[0].is_bot


def test_seats_dialog_shows_and_sets_bot_levels(window: WindowRobot) -> None:
    scene = table(window, "socki", ("", ""), ("hard", ""), ("normal", ""))
    window.context.open_scene("seats", scene)
    assert [row.value for row in window.rows[2:4]] == ["Bot, hard", "Bot, normal"]
    window.set_row(scene.match.seats[0].name, "Bot")
    assert window.focused.value == "Bot, easy"
    window.press_key(pygame.K_DOWN)
    assert scene.match.seats[0].level == "easy"
    window.press_key(pygame.K_RIGHT)
    assert window.rows[2].value == "Bot, master"
    window.press_key(pygame.K_DOWN)
    assert scene.match.seats[1].level == "master"


def test_host_can_rename_a_player(window: WindowRobot) -> None:
    """A name from a phone may be one that the others do not want to read."""
    scene = table(window, "city", ("", ""), ("", ""))
    window.context.open_scene("seats", scene)
    window.focus_on(scene.match.seats[1].name)
    window.press_key(pygame.K_x)
    assert window.shown == "ScreenKeyboard"
    for _ in scene.match.seats[1].name:
        window.press_key(pygame.K_BACKSPACE)
    window.type_text("  Ida ")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "SeatsDialog"
    assert [seat.name for seat in scene.match.seats][1] == scene.match.session.names[1] == "Ida"
    window.press_button("x")
    window.press_key(pygame.K_ESCAPE)
    assert (window.shown, scene.match.seats[1].name) == ("SeatsDialog", "Ida")


def test_hand_is_hidden_when_its_seat_is_handed_over(window: WindowRobot) -> None:
    people = [("", ""), ("", ""), ("easy", ""), ("easy", ""), ("easy", "")]
    scene = table(window, "sociable", *people)
    until_curtain(window)
    window.press_key(pygame.K_RETURN)
    turn = scene.match.session.to_move
    assert turn is not None
    assert "hand" in scene.seen
    scene.match.assign_seat(turn, "easy")
    assert scene.seen["seat"] is None
    assert "hand" not in scene.seen
    scene.match.assign_seat(turn, "")
    window.step()
    assert window.shown == "HandoverScene"


def test_curtain_opens_only_for_its_seats_device(window: WindowRobot) -> None:
    for pad in (5, 6):
        window.press_button("leftstick", pad=pad)
    people = [("", "pad:1"), ("", "pad:2"), ("easy", ""), ("easy", ""), ("easy", "")]
    scene = table(window, "sociable", *people)
    until_curtain(window)
    seat = window.top.seat
    own_pad, other_pad = (5, 6) if seat == 0 else (6, 5)
    window.press_button("a", pad=other_pad)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "HandoverScene"
    assert "hand" not in scene.seen
    window.press_button("a", pad=own_pad)
    assert window.top is scene
    assert scene.seen["seat"] == seat


def test_curtain_ignores_a_pad_that_owns_another_seat(window: WindowRobot) -> None:
    for pad in (5, 6):
        window.press_button("leftstick", pad=pad)
    scene = table(window, "sociable", ("", ""), ("", "pad:2"), *[("easy", "")] * 3)
    until_curtain(window)
    while window.top.seat != 0:
        window.press_button("a", pad=6)
        scene.context.play(scene.match.session.moves()[0])
        until_curtain(window)
    curtain = window.top
    for _ in range(3):
        window.press_button("a", pad=6)
        window.run_for(1300)
        assert window.top is curtain
    assert curtain.narration().status == "Player 2 plays with: Controller 2"
    assert window.context.devices.last == "mouse", "the strip names no button that does not open it"
    window.press_button("a", pad=5)
    assert window.top is scene
    window.press_button("x", pad=6)
    assert window.context.devices.last == "pad:1", "still of what has opened it"


def test_pad_cannot_move_for_a_seat_without_a_device(window: WindowRobot) -> None:
    scene = two_pads(window, "", "pad:2")
    while scene.match.session.to_move == 1:
        window.press_button("a", pad=6)
        window.step()
    before = scene.match.session.log
    window.press_button("a", pad=6)
    assert scene.match.session.log == before
    assert scene.context.messages.text == "Player 2 plays with: Controller 2"
    window.press_button("a", pad=5)
    assert scene.match.session.log != before


def test_one_pad_can_be_passed_around(window: WindowRobot) -> None:
    people = [("", ""), ("", ""), ("", ""), ("easy", ""), ("easy", "")]
    scene = table(window, "sociable", *people)
    met = set()
    for _ in range(9):
        until_curtain(window)
        met.add(window.top.seat)
        window.press_button("a", pad=3)
        assert window.top is scene
        for _ in range(400):
            if window.shown == "HandoverScene":
                break
            if scene.match.local_to_move is not None:
                window.press_button("a", pad=3)
            window.step(ms=50)
    assert met == {0, 1, 2}


def test_undo_needs_consent_from_the_asked_player(window: WindowRobot) -> None:
    scene = two_pads(window)
    first = scene.match.session.to_move
    assert first is not None
    while scene.match.session.to_move == first:
        window.press_button("a", pad=5 + first)
        window.step()
    played = len(scene.match.session.log)
    window.press_button("back", pad=5 + first)
    assert window.shown == "ConsentDialog"
    window.step(*(pygame.event.Event(kind, button=0, instance_id=6 - first)
                  for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP)))  # fmt: skip
    assert window.shown == "ConsentDialog", "what was pressed just when it came was meant for the board"
    window.press_button("a", pad=5 + first)
    assert window.shown == "ConsentDialog"
    window.press_button("a", pad=6 - first)
    assert window.top is scene
    assert len(scene.match.session.log) == played - 1


def test_match_resumes_with_a_missing_pad(tmp_path: Path, ports: dict[int, tuple[int, str]]) -> None:
    window = WindowRobot(tmp_path)
    plug(window, ports, 0, 1, XBOX)
    plug(window, ports, 1, 2, SONY)
    lobby(window, "socker")
    window.press_button("a", pad=1)
    window.press_button("a", pad=2)
    window.press_key(pygame.K_p)
    scene = window.top
    scene.context.play(scene.match.session.moves()[0])
    held = [seat.device for seat in scene.match.seats]
    window.context.stores.autosave.flush()
    window.close()
    again = WindowRobot(tmp_path)
    plug(again, ports, 4, 31, SONY)
    again.press_key(pygame.K_x)
    again.step()
    assert again.shown == "DeviceLostDialog"
    absent = again.top.match.seats[again.top.number]
    assert held[again.top.number] == "pad:1"
    present = next(seat for seat in again.top.match.seats if seat != absent)
    assert again.context.devices.pads.is_here(present.device)
    plug(again, ports, 2, 77, XBOX)
    assert again.shown == "SockerView"


def test_save_keeps_the_devices_of_seats(window: WindowRobot) -> None:
    scene = lobby(window, "socker")
    scene.joining.set(0, "", "keyboard")
    window.press_key(pygame.K_p)
    scene = window.top
    scene.context.play(scene.match.session.moves()[0])
    window.context.stores.autosave.flush()
    window.context.scenes.reset(window.context.screens["title"]())
    window.press_key(pygame.K_x)
    assert [seat.device for seat in window.top.match.seats] == [seat.device for seat in scene.match.seats]
    assert window.top.match.seats[0].device == "keyboard"


def test_pads_keep_their_numbers_by_model_and_order() -> None:
    pads = GamepadRegistry()
    numbers = [pads.connect(instance, model).number for instance, model in ((3, XBOX), (4, SONY), (5, XBOX))]
    assert numbers == [1, 2, 3]
    for instance in (5, 3, 4):
        pads.disconnect(instance)
    assert pads.connected_devices == []
    assert pads.connect(11, SONY).number == 2
    assert pads.connect(12, XBOX).number == 1
    assert pads.connect(13, "other").number == 4
    assert pads.connect(14, XBOX).number == 3
    assert pads.connected_devices == ["pad:1", "pad:2", "pad:3", "pad:4"]
    assert pads.expect(XBOX, set(), "pad:3") == "pad:3", "of two that are alike each person finds their own"
    assert pads.expect(XBOX, {"pad:3"}, "pad:3") == "pad:1"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_identical_pads_find_their_own_seats_again(
    window: WindowRobot,
    ports: dict[int, tuple[int, str]],
    monkeypatch: pytest.MonkeyPatch,
    order: tuple[int, int],
) -> None:
    units = {20: "a", 21: "b", 30: "a", 31: "b"}
    monkeypatch.setattr("game.app.unit_of", units.__getitem__)
    pads = window.context.devices.pads
    for number in range(2):
        plug(window, ports, number, 20 + number, XBOX)
    before = [pads.device(20), pads.device(21)]
    for number in range(2):
        pull(window, 20 + number)
    for port, number in enumerate(order):
        plug(window, ports, port, 30 + number, XBOX)
    assert [pads.device(30), pads.device(31)] == before


def test_pad_keeps_its_number_by_cable_and_wireless() -> None:
    pads = GamepadRegistry()
    pads.connect(1, "030000004c050000cc09000011810000")
    pads.disconnect(1)
    assert pads.connect(2, "050000004c050000cc09000000810000").number == 1


def test_pad_numbers_stay_small_over_an_evening() -> None:
    pads = GamepadRegistry()
    for instance in range(40):
        assert 1 <= pads.connect(instance, f"model {instance}").number <= 8
        pads.disconnect(instance)


def test_prompts_use_the_button_names_of_the_pad(
    window: WindowRobot, ports: dict[int, tuple[int, str]]
) -> None:
    plug(window, ports, 0, 1, XBOX)
    window.press_button("leftstick", pad=1)
    plug(window, ports, 1, 2, SONY)
    window.press_button("leftstick", pad=2)
    names = [key_map_for(window.context, f"pad:{number}").of(InputAction.LOOK) for number in (1, 2)]
    assert [press.name for press in names if press is not None] == ["RT", "R2"]


# Phones and the rest of the lobby.


def test_phone_takes_and_leaves_a_lobby_seat(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    news: list[News] = []
    monkeypatch.setattr(window.context.phones, "poll", lambda: [news.pop()] if news else [])
    scene = lobby(window, "socki")
    news.append(PhoneJoined(5, "Kofi"))
    window.step()
    assert (scene.seats[5].name, scene.seats[5].device, scene.seats[5].empty) == ("Kofi", "phone", False)
    news.append(PhoneLeft(5))
    window.step()
    assert scene.seats[5].empty


def test_party_opens_and_closes_in_the_lobby(window: WindowRobot) -> None:
    """Party on the loopback: its address is shown while it is open, and no socket listens afterwards."""
    scene = lobby(window, "socki")
    scene.focus = "phones"
    closed = scene.frame.boxes["phones"].h
    window.press_key(pygame.K_RETURN)
    party = window.context.phones.party
    assert party is not None
    while party.state is PartyState.OPENING:
        window.step()
    window.step()
    assert party.door.address.startswith("127.0.0.1:")
    assert scene.frame.boxes["phones"].h > closed
    host, port = party.door.address.split(":")
    with urllib.request.urlopen(f"http://{party.door.address}/", timeout=PATIENCE) as page:
        assert page.status == 200
    window.press_keys(pygame.K_RETURN, pygame.K_RETURN)
    window.step()
    assert party.is_open  # two presses alone end nothing
    assert window.top is scene
    window.press_key(pygame.K_RETURN)
    window.choose("End the party")
    assert party.is_open  # it asks first
    window.choose("End the party")
    party.close(PATIENCE)
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((host, int(port)), PATIENCE)
    window.step()
    assert scene.frame.boxes["phones"].h < 100


def test_house_rules_keep_their_scroll_position(window: WindowRobot) -> None:
    """Also after a seat was opened and changed."""
    scene = lobby(window, "sociable")
    window.point(*window.scroll.box.centre)
    window.focus_on(window.rows[0])
    for _ in range(6):
        window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    scrolled = window.scroll.at
    assert scrolled > 200
    window.click_box(scene.frame.boxes["seat 1"])
    assert window.shown == "SeatDialog"
    window.press_keys(pygame.K_DOWN, pygame.K_RIGHT, pygame.K_ESCAPE)
    assert window.top is scene
    assert window.scroll.at == scrolled


@thinned()
@pytest.mark.parametrize("text_size", [100, 200])
@pytest.mark.parametrize("slug", ["socki", "socker"])
def test_arrow_keys_reach_every_lobby_seat(tmp_path: Path, slug: str, text_size: int) -> None:
    """By arrow keys alone, on lines and in the list; the focused seat is on the screen."""
    window = WindowRobot(tmp_path, text_size=text_size)
    scene = lobby(window, slug)
    reached, new = {"start"}, ["start"]
    while new:
        place = new.pop()
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            scene.set_focus(place)
            window.press_key(pygame.K_ESCAPE if place == "form" else key)
            if scene.focus.startswith("seat"):
                box = scene.frame.boxes[scene.focus]
                assert box.y > 0
                assert box.bottom < window.context.view.h - 40
            if scene.focus not in reached:
                reached.add(scene.focus)
                new.append(scene.focus)
    assert reached == {*(f"seat {number}" for number in scene.table.shown_seats), "start", "phones", "form"}
    window.press_key(pygame.K_PAGEDOWN)
    assert window.top is scene


def test_staged_turn_follows_its_seat(window: WindowRobot) -> None:
    """From the mouse to a pad that disappears and returns as another: the cards stay as staged."""
    session = Session.from_position("socki", f"{TABLE} hands=6F,9L,1B,7F/4L,5L stock=5B", 3)
    scene = rummy_scene(window, session, [Seat("Ann", 0), Seat("Bo", 1, "easy")])
    opened(window, scene)
    if window.shown == "HandoverScene":
        window.press_key(pygame.K_RETURN)
    half_built(window, scene)
    piles, laid = [pile.texts for pile in scene.view.table.draft.piles], scene.view.table.draft.laid_pieces

    def kept() -> bool:
        return [
            pile.texts for pile in scene.view.table.draft.piles
        ] == piles and scene.view.table.draft.laid_pieces == laid

    window.press_key(pygame.K_p)
    window.choose("Seats")
    window.press_button("y", pad=5)
    for _ in range(2):
        window.press_key(pygame.K_ESCAPE)
    window.step()
    assert window.top is scene
    assert scene.match.seats[0].device == "pad:1"
    assert kept()
    pull(window, 5)
    assert window.shown == "DeviceLostDialog"
    window.press_button("leftstick", pad=40)
    assert window.top is scene
    assert kept()
    window.press_key(pygame.K_e)
    assert not scene.match.session.log
    assert "Controller 1" in scene.context.messages.text
    assert kept()
    window.press_button("back", pad=40)
    assert not kept()
    assert window.top is scene


# A phone's player changes name and look during a match: no trace of the old ones is left.


def shown(home: Path, game: str, seats: list[Seat]) -> tuple[WindowRobot, MatchScene]:
    window = WindowRobot(home, (960, 540), reduced_motion=True)
    scene = window.open_match(Session.new(game, len(seats), seed=2), seats)
    window.step()
    scene.skip()
    window.run_for(3000)
    scene.bubbles.clear()
    scene.context.messages.clear()
    window.step()
    return window, scene


@pytest.mark.parametrize("game", GAMES)
def test_phone_rename_updates_the_screen_at_once(tmp_path: Path, game: str) -> None:
    names, (fewest, max_players) = (
        [("Zoe", 6), ("Bo", 1), ("Ida", 2), ("Mo", 3)],
        find_game(game).info.players,
    )
    new = [Seat(name, look, device=PHONE) for name, look in names[: min(max(3, fewest), max_players)]]
    window, scene = shown(tmp_path / "a", game, [Seat("Ann", 0, device=PHONE), *new[1:]])
    assert (InputAction.CONFIRM, "Speed up") not in scene.prompts(), (
        "nobody hurries who thinks with a phone in hand"
    )
    before = window.picture()
    assert scene.phone_seats.handle_phone(0, {"do": "rename", "name": "Zoe"}) == ""
    assert scene.phone_seats.handle_phone(0, {"do": "set_look", "look": 6}) == ""
    window.run_for(100)
    after = window.picture()
    assert after != before
    fresh, _scene = shown(tmp_path / "b", game, new)
    fresh.run_for(100)
    assert (after == fresh.picture()) is True, "something of the old picture is left"


@pytest.mark.parametrize("game", GAMES)
def test_keys_explain_the_turn_while_all_play_on_phones(tmp_path: Path, game: str) -> None:
    names = ["Ann", "Bo", "Ida", "Mo"][: find_game(game).info.players[0]]
    seats = [Seat(name, look, device=PHONE) for look, name in enumerate(names)]
    window, scene = shown(tmp_path, game, seats)
    scenes, messages = window.context.scenes, scene.context.messages
    name = scene.match.seats[scene.match.to_move or 0].name
    sentence = f"It's {name}'s turn, with: Phone. You can pass the seat on in the menu."
    for key in (pygame.K_RETURN, pygame.K_h, pygame.K_e):
        messages.clear()
        window.press_key(key)
        window.step()
        assert messages.text == sentence
    messages.clear()
    window.click(480, 270)
    window.step()
    assert messages.text == sentence
    messages.clear()
    window.press_key(pygame.K_l)
    window.step()
    assert not messages.text, "a key that only looks is refused nothing"
    if scene.view.draft.is_open:
        window.press_key(pygame.K_ESCAPE)
        window.step()
        assert not scene.view.draft.is_open
        assert scenes.top is scene
    for key, scene_name in ((pygame.K_ESCAPE, "PauseMenu"), (pygame.K_QUESTION, "HelpPanel")):
        window.press_key(key)
        window.step()
        assert type(scenes.top).__name__ == scene_name
        scenes.pop()
        window.step()
    assert scenes.top is scene


def test_city_panel_can_be_inspected_in_a_phones_turn(tmp_path: Path) -> None:
    window, scene = shown(tmp_path, "city", [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE)])
    assert isinstance(scene.view, CityView)
    window.click(*scene.view.map.boxes.panel.centre)
    window.step()
    assert not scene.context.messages.text, "a look is no move, and nothing is refused"


def test_save_contains_the_new_name(tmp_path: Path) -> None:
    window, scene = shown(tmp_path, "socker", [Seat("Ann", 0, device=PHONE), Seat("Bo", 1, device=PHONE)])
    scene.phone_seats.handle_phone(0, {"do": "rename", "name": "Zoe"})
    assert window.context.stores.autosave.flush()
    saved = window.context.stores.saves.load("socker")
    assert "Zoe" in str(saved)
    scene.match.concede(1)
    assert scene.phone_seats.handle_phone(0, {"do": "rename", "name": "Pip"}) == "The match is over."
