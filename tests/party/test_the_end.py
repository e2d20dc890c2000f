"""The party ends only where that is meant, and phones are told what is true."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.session import Session
from game.match.seats import PHONE
from tests.party.crowd import Crowd, crowded


def in_lobby(crowd: Crowd) -> None:
    crowd.calm()
    crowd.window.stage.scenes.pop()
    crowd.window.stage.open("lobby", "sociable")
    crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))


@pytest.mark.parametrize("way", ["code", "escape"])
def test_a_slip_does_not_end_the_party(tmp_path: Path, way: str) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4), phones=2) as crowd:
        in_lobby(crowd)
        window, lobby, one = crowd.window, crowd.window.top, crowd.phones[0]

        def slip() -> None:
            if way == "code":
                window.click_box(lobby.frame.boxes["phones"])
            else:
                window.key(pygame.K_ESCAPE)
            assert window.shown == "Ask"

        slip()
        window.key(pygame.K_RETURN)  # the first answer loses nothing
        assert window.top is lobby
        assert crowd.hub.is_open
        slip()
        window.key(pygame.K_DOWN)
        window.key(pygame.K_RETURN)
        crowd.until(lambda: one.heard[-1] == '{"type":"bye","why":"over"}')
        crowd.until(lambda: not crowd.hub.is_open)
        assert (window.shown == "Title") == (way == "escape")
        assert way == "escape" or not any(seat.device == PHONE for seat in lobby.seats)
