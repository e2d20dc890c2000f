"""Positions, records and moves as text, whole and broken."""


from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.session import Session
from tests.games.city.common import SAMPLE, SAMPLE_SOCKS, layout
from tests.scale import scaled

OPTIONS: list[dict[str, object]] = [
    {},
    {"blockers": 4},
    {"sock_setup": "alternate", "blockers": 1},
    {"sock_setup": "free", "build_over_printed": "on"},
    {"board_build": "manual", "sock_setup": "alternate"},
]


def played(seed: int, options: dict[str, object], plies: int) -> Session:
    session = Session.new("city", seed=seed, options=options)
    chance = Chance("position", seed)
    for _ in range(plies):
        if session.to_move is not None:
            session.play(chance.pick(session.moves()))
    return session


def test_defaults_come_from_the_layout() -> None:
    session = Session.from_position("city", "turn=1", layout=layout(board=SAMPLE, socks=SAMPLE_SOCKS))
    assert session.position().startswith(f"board={SAMPLE} socks=red:g1/i9,")


@settings(max_examples=scaled(6, 240), deadline=None)
@given(seed=st.integers(0, 10**6), options=st.sampled_from(OPTIONS), plies=st.integers(0, 60))
def test_positions_are_fixed_points_and_go_on_alike(
    seed: int, options: dict[str, object], plies: int
) -> None:
    session = played(seed, options, plies)
    again = Session.from_position("city", session.position(), seed, options)
    assert again.position() == session.position()
    chance = Chance("on", seed)
    for _ in range(40):
        assert again.to_move == session.to_move
        assert again.moves() == session.moves()
        if session.to_move is None:
            assert again.outcome == session.outcome
            break
        move = chance.pick(session.moves())
        again.play(move)
        session.play(move)
        assert again.position() == session.position()
