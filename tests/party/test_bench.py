"""Whoever has no seat in a game for two keeps place and name, also when the evening goes on another day."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.party.party import Party
from game.party.registry import BENCH
from game.ui.match.opening import match_scene
from tests.party.crowd import Crowd, crowded
from tests.scale import PATIENCE


def _on_to_socker(crowd: Crowd) -> None:
    """Four phones played cards; the next game is for two, and is saved in the middle."""
    crowd.calm()
    crowd.window.stage.scenes.pop()
    crowd.window.stage.open("lobby", "socker")
    crowd.until(lambda: all("bench" in phone.told for phone in crowd.phones[2:]))
    crowd.window.top.begin()
    crowd.until(lambda: not crowd.phones[0].state["lobby"])
    assert crowd.window.stage.stores.autosave.settle()


def _reopened(crowd: Crowd, slug: str) -> Any:
    """The program was closed, and starts anew: nothing is known but what was saved."""
    crowd.hub.close(PATIENCE)
    crowd.until(lambda: all("bye" in phone.told for phone in crowd.phones))
    crowd.window.stage.scenes.pop()
    crowd.resume(slug)
    return crowd.window.top


def test_the_bench_is_saved_and_sits_down_in_the_game_after_a_resumed_one(tmp_path: Path) -> None:
    with crowded(tmp_path, Session.new("sociable", 4, seed=4)) as crowd:
        _on_to_socker(crowd)
        crowd.scene = _reopened(crowd, "socker")
        crowd.until(lambda: crowd.hub.is_open)
        party = crowd.hub.party
        assert party is not None
        crowd.address = party.door.address
        # Those with seats are known by name once the window has taken the match up.
        crowd.until(lambda: sorted(party.names.values()) == ["Ann", "Bo", "Ida", "Kofi"])
        assert {number: name for number, name in party.names.items() if number >= BENCH} == {
            BENCH: "Ida", BENCH + 1: "Kofi",
        }  # fmt: skip
        for phone in crowd.phones:
            phone.token, phone.told = phone.token, []
            phone.call()
            phone.send("back", token=phone.token)
        crowd.until(lambda: all("bench" in phone.told for phone in crowd.phones[2:]))
        assert party.held == [0, 1]
        crowd.window.stage.scenes.pop()
        crowd.window.stage.open("lobby", "sociable")
        crowd.until(lambda: all(phone.state.get("lobby") for phone in crowd.phones))
        seats = [seat.name for seat in crowd.window.top.seats if seat.device == PHONE]
        assert sorted(seats) == ["Ann", "Bo", "Ida", "Kofi"]


def test_the_party_opens_for_the_bench_alone(tmp_path: Path) -> None:
    """Both who play sit at the computer; the others wait on their phones."""
    with crowded(tmp_path, Session.new("sociable", 4, seed=4), phones=1) as crowd:
        crowd.calm()
        assert crowd.hub.party is not None
        crowd.window.stage.scenes.pop()
        crowd.hub.party.reseat({})
        session = Session.new("socker", 2, seed=3)
        scene = match_scene(crowd.window.stage, session, [Seat("Mia", 0), Seat("Tom", 1)])
        crowd.window.stage.stores.autosave.begin("socker")
        crowd.window.stage.scenes.push(scene)
        scene.save()
        assert crowd.window.stage.stores.autosave.settle()
        _reopened(crowd, "socker")
        crowd.until(lambda: crowd.hub.is_open)
        assert crowd.hub.party.names == {BENCH: "Ann"}


@pytest.mark.parametrize(
    "bench",
    [3, {}, [3], [{}], [{"token": 4, "name": "Ann"}], [{"token": "short"}], [{"token": "ä" * 32}]],
    ids=str,
)
def test_a_broken_bench_is_none(bench: object) -> None:
    party = Party()
    party.recall({"tokens": {"0": "t" * 32}, "bench": bench})
    assert party.names == {0: ""}


def test_a_name_from_a_save_is_one_that_every_screen_can_show() -> None:
    party = Party()
    party.recall(
        {"tokens": {}, "bench": [{"token": "t" * 32, "name": "A\nnn" + "x" * 99}, {"token": "u" * 32}]}
    )
    assert party.names == {BENCH: "A nn" + "x" * 16, BENCH + 1: ""}
    assert party.kept()["tokens"] == {}
