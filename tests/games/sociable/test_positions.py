"""Positions: defaults, what is refused, and that a match goes on from one like the original."""

from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from tests.games.sociable.helpers import at
from tests.matches import random_plies, varied
from tests.scale import scaled

seeds = st.integers(0, 10**6)
@settings(max_examples=scaled(20, 800), deadline=None)
@given(seed=seeds, plies=st.integers(0, 200))
def test_a_match_goes_on_from_its_position(seed: int, plies: int) -> None:
    session = varied("sociable", seed)
    for _ in random_plies(session, seed, plies):
        pass
    again = at(session.position(), seed, options=session.options)
    for step in range(25):
        assert again.position() == session.position()
        assert again.moves() == session.moves()
        assert again.outcome == session.outcome
        if session.to_move is None:
            return
        move = Chance(seed, step).pick(session.moves())
        ours, theirs = session.play(move), again.play(move)
        if any(event.kind in ("deal", "blind_draw") for event in ours):
            return
        assert ours == theirs
