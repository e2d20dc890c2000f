"""Setting up a city by hand on phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.core.session import Session
from tests.party.crowd import Crowd, crowded

BY_HAND = {"board_build": "manual", "sock_setup": "alternate", "blockers": 2}


def mover(crowd: Crowd) -> Any:
    """The phone whose turn it is, once it knows how things stand."""
    crowd.calm()
    return crowd.phones[crowd.scene.match.session.to_move]


def offered(phone: Any) -> set[str]:
    """All moves that a phone makes of what it is told of the set-up."""
    view, phase = phone.state["view"], phone.state["seen"]["phase"]
    if phase == "tiles":
        return {
            f"tile {design} {rotation} {cell}"
            for design, left in enumerate(view["left"])
            if left
            for rotation, cells in enumerate(view["spots"])
            for cell in cells
        }
    names = list(phone.state["seen"]["stations"])
    return {
        f"sock red {one} {names[other]}"
        for one, others in view["pairs"].items()
        for other in others
    }  # fmt: skip


def test_a_phone_is_told_of_every_place_for_a_tile(tmp_path: Path) -> None:
    session = Session.new("city", 2, seed=3, options=BY_HAND)
    with crowded(tmp_path, session) as crowd:
        while session.observe(None)["phase"] == "tiles":
            phone = mover(crowd)
            moves = session.moves()
            assert offered(phone) == {move for move in moves if int(move.split()[2]) < 3}
            assert phone.state["moves"] == phone.state["next"] == []
            assert phone.play(moves[len(moves) // 3]) == ""
        assert len(session.log) > 12


def test_a_phone_is_told_of_every_pair_of_stations(tmp_path: Path) -> None:
    session = Session.new("city", 2, seed=3, options={"sock_setup": "alternate"})
    with crowded(tmp_path, session) as crowd:
        phone = mover(crowd)
        there = {move for move in session.moves() if move.startswith("sock red")}
        back = {" ".join([*move.split()[:2], *move.split()[:1:-1]]) for move in there}
        assert offered(phone) == there | back
        assert phone.play(min(back)) == ""
        assert offered(mover(crowd))
        assert "pairs" not in phone.state["view"]


@pytest.mark.parametrize("phase", ["tiles", "socks", "blockers"])
def test_the_rest_can_be_left_to_the_program(tmp_path: Path, phase: str) -> None:
    """One seat leaves it to the program, which then plays for that seat alone, and for this phase alone."""
    session = Session.new("city", 2, seed=3, options=BY_HAND)
    while session.observe(None)["phase"] != phase:
        session.play(session.moves()[0])
    with crowded(tmp_path, session) as crowd:
        lazy = mover(crowd)
        begun = len(session.log)
        assert lazy.do("rest") == ""
        while session.observe(None)["phase"] == phase:
            crowd.until(lambda: session.to_move != lazy.seat or session.observe(None)["phase"] != phase)
            if session.observe(None)["phase"] == phase:
                assert mover(crowd).play(session.moves()[0]) == ""
        count = len(session.log)
        assert {seat for seat, _move in session.log[begun:]} == {0, 1}
        crowd.until(lambda: not crowd.scene.playback.is_busy)
        for _turn in range(5):
            crowd.window.turn()
        assert len(session.log) == count, "the program plays on in the next phase"
        assert not lazy.state["view"].get("rest") or lazy.state["seen"]["phase"] == phase
