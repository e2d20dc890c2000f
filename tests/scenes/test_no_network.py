"""Nobody is called and nobody can call, unless somebody has opened a party."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from game.core.discovery import slugs
from game.core.session import Session
from game.match.seats import Seat
from game.ui.match.opening import match_scene
from tests.scale import scaled
from tests.scenes.harness import Window

NETWORK = {"socket.bind", "socket.connect", "socket.sendto", "socket.getaddrinfo", "urllib.Request"}
_heard: list[str] | None = None


def _listen(event: str, _details: tuple[Any, ...]) -> None:
    if _heard is not None and event in NETWORK:
        _heard.append(event)


sys.addaudithook(_listen)  # Python has no way to take one away again


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Every use of the network from now on."""
    global _heard  # noqa: PLW0603
    _heard = []
    yield _heard
    _heard = None


@pytest.mark.parametrize("game", slugs())
def test_a_match_needs_no_network(window: Window, game: str, heard: list[str]) -> None:
    window.turn()
    players = Session.new(game, seed=1).players
    seats = [Seat(f"Bot {n}", n, "easy") for n in range(players)]
    scene = match_scene(window.stage, Session.new(game, seed=1), seats)
    window.stage.scenes.push(scene)
    window.live(scaled(2_000, 20_000))
    assert scene.match.session.log
    assert not heard


def test_a_party_is_heard(window: Window, heard: list[str]) -> None:
    window.stage.phones.open(port=0, host="127.0.0.1")
    while not window.stage.phones.is_open:
        window.turn()
    assert "socket.bind" in heard
