"""What the engine of the rummies finds best, in matches of both some moves in, in which tables are rich."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.rummy import best_play
from game.core.session import Session
from tests.scale import scaled

SOON: dict[str, dict[str, object]] = {"socki": {}, "rockit": {"coming_in_points": 10, "best_of": 5}}
"""House rules by which a match is soon one of many piles."""
LEAST = {"socki": 10, "rockit": 20}
"""Moves in it."""


def reached(game: str, seed: int, **options: object) -> Session:
    """A match some moves in, in which most plays are best plays, so that the table is rich."""
    chance = Chance(seed, "reached")
    session = Session.new(game, 2 + chance.below(3), seed, SOON[game] | options)
    for _ in range(LEAST[game] + chance.below(60)):
        if chance.happens(0.6) and (move := best_move(session)):
            session.play(move)
        else:
            session.play(chance.pick(session.moves()))
        if session.to_move is None:
            return reached(game, seed + 10_000, **options)
    return session


def best_move(session: Session) -> str | None:
    """The best play as text, if the seat to move may lay and has one."""
    assert session.to_move is not None
    seen = session.observe(session.to_move)
    if not seen.get("in", {session.to_move: True})[session.to_move]:
        return None
    best = best_play(session.game, seen["table"], seen["hand"], session.options)
    return "play " + " | ".join(map(" ".join, best.table)) if best.value else None


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *(("socki", {"happy_mode": mode}) for mode in ("wrap", "both", "high", "low")),
        *(("rockit", {"joker_in_kind": rule}) for rule in ("declared", "any_missing")),
    ],
)
@settings(max_examples=scaled(5, 400), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_best_play_is_legal_and_no_move_lays_more(
    game: str, options: dict[str, object], seed: int
) -> None:
    session = reached(game, seed, **options)
    move, others = best_move(session), [move for move in session.moves() if move.startswith("play")]
    if move is None:
        assert not others
        return
    assert session.refusal(move) is None
    hand = session.observe(session.to_move)["hand"]
    longest = max(len(text.replace("|", "").split()) for text in [move, *others])
    assert len(move.replace("|", "").split()) == longest
    laid = session.play(move)[0].data["cards"]
    assert laid
    assert not Counter(laid) - Counter(hand)
