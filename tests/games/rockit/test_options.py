"""Every house rule of RockIt, each value where it makes the difference.

`joker_in_kind` is in test_rules and test_jokers too; `card_backs` changes nothing but the look.
"""

import pytest

from tests.games.rockit.test_rules import at


@pytest.mark.parametrize(("wins", "games", "winners"), [("0/0", 3, ()), ("1/0", 2, (0,)), ("0/1", 2, (1,))])
def test_a_match_with_drawn_games_has_no_more_games_than_agreed(
    wins: str, games: int, winners: tuple[int, ...]
) -> None:
    session = at(f"hands=2D/2H wins={wins}", best_of=3, pile_empty="draw_game")
    ends = []
    while session.to_move is not None:
        events = session.play("draw" if session.observe(None)["stock"] else "pass")
        ends += [event.data["reason"] for event in events if event.kind == "game_end"]
    assert ends == ["drawn"] * games
    assert session.outcome is not None
    assert session.outcome.winners == winners
    assert session.outcome.scores == tuple(map(int, wins.split("/")))
    assert session.outcome.reason == ("most_games" if winners else "drawn")
