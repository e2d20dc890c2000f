"""What the lobby says of phones: that none can come without a network, and who of them is there."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from game.party import server
from game.party.party import is_nowhere
from game.scenes import lobby
from game.ui.art.icons import tick
from game.ui.widgets import Text
from tests.party.phones import Phone
from tests.scale import PATIENCE
from tests.scenes.harness import Window


def until(window: Window, done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "not in time"
        window.turn()


def said(window: Window) -> list[tuple[str, str]]:
    """All words that are seen now, with their colour."""
    elements = [part.element for part in window.top.frame.parts]
    return [(one.words, one.letters.colour) for one in elements if isinstance(one, Text)]


@pytest.mark.parametrize(
    "found", [(), ("127.0.0.2",), ("192.0.2.1",)], ids=["none", "loopback", "one that is not ours"]
)
def test_without_a_network_the_lobby_says_that_no_phone_can_come(
    window: Window, monkeypatch: pytest.MonkeyPatch, found: tuple[str, ...]
) -> None:
    """Where this computer has no private address, or only its own, people would type it in vain."""
    monkeypatch.setattr(server, "local_addresses", lambda: found)
    window.stage.phones.open(port=0, host=None)
    party = window.stage.phones.party
    assert party is not None
    window.stage.open("lobby", "socki")
    if found == ("192.0.2.1",):
        # Nobody can listen there: the party says so instead of showing an address that leads nowhere.
        until(window, lambda: party.trouble)
        window.turn()
        assert any("No phone can join" in words for words, _colour in said(window))
        return
    until(window, lambda: party.is_open)
    window.turn()
    assert is_nowhere(party.door.address)
    told = [entry for entry in said(window) if entry[0] == "No network: phones cannot come"]
    assert [colour for _words, colour in told] == [window.stage.painter(window.app.screen).theme.bad]


def test_an_address_of_the_wide_world_is_none_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    def adapters() -> list[Any]:
        told = ("8.8.8.8", "127.0.0.1")
        ips = [SimpleNamespace(ip=address, is_IPv4=True) for address in told]
        return [SimpleNamespace(ips=ips)]

    monkeypatch.setattr("ifaddr.get_adapters", adapters)
    monkeypatch.setattr(server, "local_address", lambda: server.LOOPBACK)
    assert server.local_addresses() == ()


@pytest.mark.usefixtures("watched")
def test_a_phone_that_is_away_has_no_green_tick_and_one_that_is_back_has(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[float] = []
    drawn = tick

    def noted(*given: Any) -> Any:
        ticks.append(given[1])
        return drawn(*given)

    monkeypatch.setattr(lobby, "tick", noted)

    def count() -> int:
        ticks.clear()
        window.picture()
        return len(ticks)

    window.stage.phones.open()
    party = window.stage.phones.party
    assert party is not None
    until(window, lambda: party.is_open)
    window.stage.open("lobby", "socki")
    window.turn()
    before = count()
    phone = Phone(party).call().join(1)
    until(window, lambda: window.top.seats[1].device == "phone")
    assert count() == before + 1
    phone.drop()
    until(window, lambda: not window.stage.phones.is_there(1))
    window.turn()
    # Nobody asked for it: the loop itself has found out, and the picture has followed.
    assert count() == before
    assert window.is_whole()
    phone.back()
    until(window, lambda: window.stage.phones.is_there(1))
    window.turn()
    assert count() == before + 1
    assert window.is_whole()
    phone.close()
