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
from game.scenes.bindings import ACTION_LABELS
from game.scenes.lobby import LobbyScene
from game.scenes.seat_dialog import SeatDialog
from game.ui.core.input import KEYBOARD, InputAction, InputEvent
from game.ui.core.scene import AppContext
from game.ui.match.match_flow import match_scene

HOLDERS = (
    ("", "pad:1"), ("", "pad:2"), ("", KEYBOARD), ("", PHONE), ("easy", ""), ("normal", ""),
)  # fmt: skip
"""Level and device of the taken seats. The other two are free."""


def seat_shots(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take all pictures of seats."""
    for instance in (101, 102):
        context.devices.pads.connect(instance, "shots")
    previous_device, context.devices.last = context.devices.last, "pad:1"
    _shoot_lobby(context, app, time, shot)
    context.open_scene("already_running")
    shot("already")
    context.scenes.pop()
    context.devices.last = KEYBOARD
    context.open_scene("bindings")
    scene: Any = context.scenes.top
    for _row in range(list(ACTION_LABELS).index(InputAction.END_TURN)):
        scene.on_input(InputEvent(InputAction.NAVIGATE, KEYBOARD, dy=1))
    scene.on_input(InputEvent(InputAction.CONFIRM, KEYBOARD))
    shot("capture")
    context.scenes.pop(None)
    context.scenes.pop()
    context.devices.last = "pad:1"
    _shoot_match(context, app, shot)
    context.devices.last = previous_device
    for instance in (101, 102):
        context.devices.pads.disconnect(instance)


def _shoot_lobby(context: AppContext, app: App, time: list[float], shot: Callable[[str], None]) -> None:
    """Take the lobby with taken seats, and a seat's dialog."""
    context.open_scene("lobby", "socki")
    lobby = context.scenes.top
    assert isinstance(lobby, LobbyScene)
    for number in range(8):
        level, device = HOLDERS[number] if number < len(HOLDERS) else ("", "")
        lobby.joining.set(number, level, device, empty=number >= len(HOLDERS))
    party = context.phones.open(port=0, host="127.0.0.1")
    while party.state is PartyState.OPENING:
        real_time.sleep(0.01)
    lobby.house_rules.chosen_rules["target"] = 200
    lobby.house_rules.needs_redraw = True
    lobby.on_layout()
    app.step_frame([])
    time[0] += 1000.0  # the puppets have joined
    shot("lobby-alone")  # a loopback address reaches no phone
    party.door = replace(party.door, address="192.168.0.14:8080")
    app.step_frame([])
    shot("lobby-full")
    context.scenes.push(SeatDialog(lobby.table, 1))
    shot("lobby-seat")
    context.scenes.pop()
    context.phones.close(1.0)
    context.scenes.pop()


def _shoot_match(context: AppContext, app: App, shot: Callable[[str], None]) -> None:
    """Take the seats of a match, and the dialog after a controller is lost."""
    seats = [Seat("Annabella", 0, "", "pad:1"), Seat("Bo", 1, "", "pad:2")]
    match = match_scene(context, Session.new("socker", seed=0, names=[seat.name for seat in seats]), seats)
    context.scenes.push(match)
    match.skip()
    context.open_scene("seats", match)
    shot("match-seats")
    context.scenes.pop()
    context.open_scene("device_lost", match, 1 - (match.match.session.to_move or 0))
    shot("match-away")
    context.scenes.pop()
    context.scenes.pop()
