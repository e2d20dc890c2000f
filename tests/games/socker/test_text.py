"""Moves, positions and records of Socker as text, right and wrong."""


from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.session import Session
from game.games.socker.rules.pitch import neighbours, read_space, space_text
from tests.games.socker.boards import fields
from tests.scale import scaled


def test_spaces() -> None:
    assert [space_text(0, 1), space_text(8, 11)] == ["a1", "i11"]
    assert read_space("i11") == (8, 11)
    assert set(neighbours(0, 1, 9, 11)) == {(0, 2), (1, 1), (1, 2)}
    assert len(list(neighbours(4, 5, 9, 11))) == 8


@settings(max_examples=scaled(8, 300), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_position_goes_on_like_its_match(seed: int) -> None:
    chance = Chance(seed, "positions")
    options = {
        "actions": 2 + chance.below(3),
        "goals": 1,
        "ball_recentre": chance.pick(["auto", "owner_chooses"]),
        "dawdle": 100,
    }
    session = Session.new("socker", seed=seed, options=options)
    for _ in range(120):
        if session.to_move is None:
            break
        copy = Session.from_position("socker", session.position(), options=options)
        assert copy.position() == session.position()
        assert copy.moves() == session.moves()
        move = chance.pick(session.moves())
        session.play(move)
        copy.play(move)
        if fields(session)["acts"] == fields(copy)["acts"]:
            assert copy.position() == session.position()
