"""Phones and bots play, and nobody touches the computer: the loop turns only when it wakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.app import REST
from game.core.session import Session
from tests.matches import GAMES
from tests.party.pocket import at_home, play
from tests.scale import crossed

MINUTE = 60_000.0


@crossed
@pytest.mark.parametrize(
    "look", [{}, {"reduced_motion": True, "animation_speed": "brisk"}], ids=["", "still"]
)
@pytest.mark.parametrize("game", GAMES)
def test_phones_and_bots_play_on_after_a_rest(tmp_path: Path, game: str, look: dict[str, object]) -> None:
    with at_home(tmp_path, **look) as (window, house):
        session = play(window, house, Session.new(game, seed=4), 1, takes=REST + 5000).match.session
        window.live(MINUTE)
        phone = house.phones[0]
        phone.takes = 3000
        window.live(MINUTE)
        assert phone.said > 3, phone.state
        assert not phone.refused
        assert phone.state["ply"] >= len(session.log) - 1
        assert [drawn.ply for drawn in window.drawn if drawn.ply is not None][-1] >= len(session.log) - 1


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_that_slept_on_its_turn_goes_on(tmp_path: Path, game: str) -> None:
    """The big screen waits while it sleeps; once it is back nobody is told any more that it does.

    Under reduced motion: else the idle life that a phone wakes turns the loop as well.
    """
    with at_home(tmp_path, reduced_motion=True) as (window, house):
        session = play(window, house, Session.new(game, seed=4), 2, takes=REST + 5000).match.session
        for phone in house.phones.values():
            phone.naps = [40_000.0]
        window.live(MINUTE)
        assert "Away" in [drawn.shown for drawn in window.drawn]
        for phone in house.phones.values():
            phone.takes = 3000
        window.live(2.5 * MINUTE)
        assert window.drawn[-1].shown != "Away"
        for phone in house.phones.values():
            assert not phone.state["waiting"]
            assert not phone.naps
            assert phone.longest < 45_000
            assert phone.said > 1
            assert not phone.refused
        assert len(session.log) > 4
