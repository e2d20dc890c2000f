"""Plays in positions of real matches: the arranger and the rules agree, strictness means what it says."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.rummy import best_play
from game.core.session import Session
from tests.scale import scaled

RULES = ("declared", "any_missing")


def reached(seed: int, **options: object) -> Session:
    """A match some moves in, in which most plays are best plays, so that the board is rich."""
    chance = Chance(seed, "reached")
    players = 2 + chance.below(3)
    session = Session.new("rockit", players, seed, {"coming_in_points": 10, "best_of": 5, **options})
    for _ in range(20 + chance.below(60)):
        if chance.happens(0.6) and (move := best_move(session)):
            session.play(move)
        else:
            session.play(chance.pick(session.moves()))
        if session.to_move is None:
            return reached(seed + 10_000, **options)
    return session


def best_move(session: Session) -> str | None:
    """The best play as text, if the seat to move is in and has one."""
    assert session.to_move is not None
    seen = session.observe(session.to_move)
    if not seen["in"][session.to_move]:
        return None
    best = best_play("rockit", seen["table"], seen["hand"], session.options)
    return "play " + " | ".join(map(" ".join, best.table)) if best.value else None


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=scaled(5, 400), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_best_play_is_legal(rule: str, seed: int) -> None:
    session = reached(seed, joker_in_kind=rule)
    move = best_move(session)
    if move is None:
        assert not [move for move in session.moves() if move.startswith("play")]
        return
    seat = session.to_move
    assert seat is not None
    hand = session.observe(seat)["hand"]
    assert session.refusal(move) is None
    longest = max(len(text.replace("|", "").split()) for text in [move, *session.moves()])
    assert len(move.replace("|", "").split()) == longest
    laid = session.play(move)[0].data["cards"]
    assert laid
    assert not Counter(laid) - Counter(hand)


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=scaled(4, 160), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_must_play_refuses_exactly_where_something_can_be_laid(rule: str, seed: int) -> None:
    relaxed = reached(seed, joker_in_kind=rule)
    options = {**relaxed.options, "must_play": True}
    bound = Session.from_position("rockit", relaxed.position(), options=options)
    seen = relaxed.observe(None)
    can = best_move(relaxed) is not None or any(move.startswith("come") for move in relaxed.moves())
    if not seen["came"]:
        plain = "draw" if seen["stock"] else "pass"
        assert (bound.refusal(plain) is None) == (not can)
        assert (plain in bound.moves()) == (not can)
    assert bound.moves()
    for move in bound.moves():
        assert bound.refusal(move) is None
