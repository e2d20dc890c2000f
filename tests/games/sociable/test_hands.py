"""SOCiable for three hands (rules.md, House rules: Points to win)."""

from __future__ import annotations

import pytest

from game.core.chance import Chance
from game.core.session import Session


def played(players: int, seed: int, **house: object) -> Session:
    """A match of any first moves, to its end."""
    session, chance = Session.new("sociable", players, seed, house), Chance("hands", seed)
    while session.to_move is not None:
        session.play(chance.pick(session.moves()))
    return session


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("points", ["5-3-1-0", "5-3-2-0"])
def test_it_ends_after_three_hands(players: int, points: str) -> None:
    session = played(players, 3, target=0, four_player_points=points)
    assert session.outcome is not None
    each = 11 if players == 5 else sum(map(int, points.split("-")))
    assert sum(session.outcome.scores) == 3 * each
    assert session.outcome.reason in ("hands", "better_place")
    best = max(session.outcome.scores)
    assert all(session.outcome.scores[seat] == best for seat in session.outcome.winners)


def test_equal_totals_after_the_third_hand_are_judged_as_ever() -> None:
    seed, shared = next(
        (seed, session.outcome)
        for seed in range(60)
        for session in [played(4, seed, target=0, tie="shared")]
        if session.outcome and len(session.outcome.winners) > 1
    )
    assert shared.reason == "shared"
    assert sum(shared.scores) == 3 * 9
    on = played(4, seed, target=0, tie="play_on").outcome
    assert on is not None
    assert len(on.winners) == 1
    assert sum(on.scores) > 3 * 9
