"""The lobby where this computer has several addresses: a choice, and a server that moves along."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.party import server
from game.party import server as network
from game.scenes.phone_door import AddressRow
from game.ui.widgets import Ask
from tests.party.phones import Phone
from tests.scale import PATIENCE
from tests.scenes.harness import CROSS, Window

FIRST, SECOND = "127.0.0.2", "127.0.0.3"
"""Every address of the loopback is this machine."""


class Hall:
    """A lobby whose party listens at whatever addresses there are."""

    def __init__(self, home: Path) -> None:
        self.found: tuple[str, ...] = (FIRST, SECOND)
        self.window = Window(home)
        self.hub = self.window.stage.phones

    def enter(self) -> None:
        self.hub.open(port=0, host=None)
        self.until(lambda: self.hub.is_open)
        self.window.stage.open("lobby", "socki")
        self.lobby: Any = self.window.top
        self.window.turn()
        self.lobby.focus = "phones"

    def until(self, done: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"not in time: {self.hub.front.door}"
            self.window.turn()

    @property
    def rows(self) -> list[AddressRow]:
        return [row for row in self.window.top.form.widgets if isinstance(row, AddressRow)]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    made = Hall(tmp_path)
    monkeypatch.setattr(network, "local_addresses", lambda: made.found)
    monkeypatch.setattr(server, "LOOK", 0.02)
    yield made
    made.window.close()


def test_another_address_is_chosen_with_keys_and_phones_come_to_it(hall: Hall) -> None:
    hall.enter()
    window, party = hall.window, hall.hub.party
    assert party is not None
    assert "Other address" in [words for _act, words in hall.lobby.help()]
    window.key(pygame.K_RETURN)
    assert [row.value for row in hall.rows] == [FIRST]
    window.key(pygame.K_RIGHT)
    hall.until(lambda: party.door.address.startswith(SECOND))
    window.turn()
    assert hall.lobby.front.door.address == party.door.address, "the lobby below shows where phones come"
    assert [row.value for row in hall.rows] == [SECOND]
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.top is hall.lobby
    phone = Phone(party).call().join(1)
    hall.until(lambda: hall.lobby.seats[1].device == "phone")
    phone.close()


@pytest.mark.parametrize("device", ["keys", "mouse", "pad"])
def test_the_party_is_ended_there_after_a_question(hall: Hall, device: str) -> None:
    hall.enter()
    window = hall.window
    if device == "pad":
        window.stage.devices.pads.plugged(0, "guid", "Pad")
        window.button("a")
        hall.lobby.host = window.stage.devices.last
        hall.lobby.focus = "phones"
    press = {"keys": lambda: window.key(pygame.K_RETURN), "pad": lambda: window.button("a")}
    down = {"keys": lambda: window.key(pygame.K_DOWN), "pad": lambda: window.button_number(CROSS[0, 1])}

    def take(words: str, steps: int) -> None:
        if device == "mouse":
            window.take(words)
            return
        for _ in range(steps):
            down[device]()
        press[device]()

    if device == "mouse":
        window.click_box(hall.lobby.frame.boxes["phones"])
    elif window.top is hall.lobby:
        press[device]()
    assert hall.rows
    take("End the party", 2)
    assert isinstance(window.top, Ask)
    assert hall.hub.is_open
    take("End the party", 1)
    hall.until(lambda: not hall.hub.is_open)
    assert window.top is hall.lobby


@pytest.mark.usefixtures("watched")
@pytest.mark.parametrize("covered", [False, True])
def test_the_lobby_moves_along_when_the_address_changes(hall: Hall, *, covered: bool) -> None:
    hall.enter()
    if covered:
        hall.window.key(pygame.K_RETURN)
        assert hall.rows
    before, high = hall.lobby.front.door, hall.lobby.frame.boxes["phones"].h
    hall.found = (SECOND,)
    hall.until(lambda: hall.lobby.front.door.address.startswith(SECOND))
    hall.window.turn()
    assert hall.lobby.front.door.qr != before.qr
    assert hall.lobby.frame.boxes["phones"].h <= high
    assert not covered or not hall.rows, "one address is no choice"
    hall.found = (FIRST, SECOND)
    hall.until(lambda: len(hall.lobby.front.door.addresses) == 2)
    hall.window.turn()
    assert not covered or [row.value for row in hall.rows] == [SECOND], "nobody is sent elsewhere"
    # The party may find out more between a picture and a look at it; what is drawn follows.
    hall.until(hall.window.is_whole)


def test_with_one_address_the_panel_ends_the_party_as_ever(hall: Hall) -> None:
    hall.found = (FIRST,)
    hall.enter()
    assert "Close to phones" in [words for _act, words in hall.lobby.help()]
    hall.window.key(pygame.K_RETURN)
    assert isinstance(hall.window.top, Ask)
    assert not hall.rows
