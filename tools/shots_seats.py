"""Screenshots of seats: a full lobby with phones, the dialogs, a second window."""

from __future__ import annotations

import time as real_time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.app import App
from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import PartyState
from game.scenes.bindings import ACTS
from game.scenes.lobby import LobbyScene
from game.scenes.lobby_seats import SeatDialog
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

HOLDERS = (
    ("", "pad:1"), ("", "pad:2"), ("", KEYBOARD), ("", PHONE), ("easy", ""), ("normal", ""),
)  # fmt: skip
"""Level and device of the taken seats. The other two are free."""


def seat_shots(stage: AppContext, app: App, shot: Callable[[str], None]) -> None:
    """Take all pictures of seats."""
    for instance in (101, 102):
        stage.devices.pads.plugged(instance, "shots")
    last, stage.devices.last = stage.devices.last, "pad:1"
    _lobby(stage, app, shot)
    stage.open_scene("already_running")
    shot("already")
    stage.scenes.pop()
    stage.devices.last = KEYBOARD
    stage.open_scene("bindings")
    sheet: Any = stage.scenes.top
    for _row in range(list(ACTS).index(InputAction.END_TURN)):
        sheet.on_input(InputEvent(InputAction.NAVIGATE, KEYBOARD, dy=1))
    sheet.on_input(InputEvent(InputAction.CONFIRM, KEYBOARD))
    shot("capture")
    stage.scenes.pop(None)
    stage.scenes.pop()
    stage.devices.last = "pad:1"
    _match(stage, app, shot)
    stage.devices.last = last
    for instance in (101, 102):
        stage.devices.pads.unplugged(instance)


def _lobby(stage: AppContext, app: App, shot: Callable[[str], None]) -> None:
    stage.open_scene("lobby", "socki")
    lobby = stage.scenes.top
    assert isinstance(lobby, LobbyScene)
    for number in range(8):
        level, device = HOLDERS[number] if number < len(HOLDERS) else ("", "")
        lobby.joining.set(number, level, device, empty=number >= len(HOLDERS))
    party = stage.phones.open(port=0, host="127.0.0.1")
    while party.state is PartyState.OPENING:
        real_time.sleep(0.01)
    lobby.house_rules.chosen["target"] = 200
    lobby.house_rules.fill()
    lobby.on_layout()
    app.step_frame([])
    shot("lobby-alone")  # a loopback address reaches no phone
    party.door = replace(party.door, address="192.168.0.14:8080")
    app.step_frame([])
    shot("lobby-full")
    stage.scenes.push(SeatDialog(lobby, 1))
    shot("lobby-seat")
    stage.scenes.pop()
    stage.phones.close(1.0)
    stage.scenes.pop()


def _match(stage: AppContext, app: App, shot: Callable[[str], None]) -> None:
    seats = [Seat("Annabella", 0, "", "pad:1"), Seat("Bo", 1, "", "pad:2")]
    match = match_scene(stage, Session.new("socker", seed=0, names=[seat.name for seat in seats]), seats)
    stage.scenes.push(match)
    match.skip()
    stage.open_scene("seats", match)
    shot("match-seats")
    stage.scenes.pop()
    stage.open_scene("device_lost", match, 1 - (match.match.session.to_move or 0))
    shot("match-away")
    stage.scenes.pop()
    stage.scenes.pop()
