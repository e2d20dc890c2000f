"""A handicap in Socks in the City: one player has more or fewer pieces of track than the other."""

from typing import Any

import pytest

from game.core.session import Session

STRIP = "board=2.0@a1,2.0@c1,2.0@e1,2.0@g1"
"""Stations a1 to h1 over a2 to h2, printed b1-a2, d1-c2, f1-e2 and h1-g2."""


def track(pieces: int, seat: str = "first", **more: object) -> dict[str, object]:
    return {"handicap": seat, "handicap_track": pieces, **more}


def start(rest: str, options: dict[str, Any]) -> Session:
    return Session.from_position("city", f"{STRIP} {rest}", options=options)


@pytest.mark.parametrize("pieces", [10, 15])
@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("seed", range(2))
def test_a_position_knows_who_began_though_somebody_has_run_out(pieces: int, seat: str, seed: int) -> None:
    """Which decides where equal points are for whoever did not start."""
    options = track(pieces, seat, tie="second_player", sock_setup="auto")
    session = Session.new("city", seed=seed, options=options)
    began = session.to_move
    chance = seed
    while session.to_move is not None and min(session.observe(None)["supply"]) > 2:
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37
    for _ in range(9):
        if session.to_move is None:
            break
        again = Session.from_position("city", session.position(), options=options)
        assert again._state.match.start == began
        assert again.moves() == session.moves()
        session.play(session.moves()[chance % len(session.moves())])
        chance += 37
