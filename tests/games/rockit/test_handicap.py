"""A handicap in RockIt: one player is dealt more or fewer cards than the others, in every game."""

import pytest

from game.bots.arena import bot_move
from game.core.search import Allowance
from game.core.session import Session
from tests.scale import some

SEATS = ("first", "second", "third", "fourth", "fifth")
OTHERWISE = {"2_fewer": -2, "4_fewer": -4, "2_more": 2, "4_more": 4}


def counts(session: Session) -> list[int]:
    return list(session.observe(None)["counts"])


@pytest.mark.parametrize(("word", "change"), OTHERWISE.items())
@pytest.mark.parametrize(("players", "decks"), [(2, 1), (2, 2), (3, 2), (5, 2)])
def test_cards_of_the_first_game(word: str, change: int, players: int, decks: int) -> None:
    for seat in (0, players - 1):
        rules = {"handicap": SEATS[seat], "handicap_is": word, "decks": decks}
        session = Session.new("rockit", players, 3, rules)
        expected = [14 + (change if other == seat else 0) for other in range(players)]
        assert counts(session) == expected
        assert session.observe(None)["stock"] == 54 * decks - sum(expected)


def test_by_default_all_have_the_same_and_the_same_cards_as_ever() -> None:
    session = Session.new("rockit", 3, 3)
    assert (session.options["handicap"], counts(session)) == ("none", [14] * 3)
    assert Session.new("rockit", 3, 3, {"handicap_is": "4_more"}).position() == session.position()


def test_the_next_game_of_the_match_is_dealt_the_same_way() -> None:
    rules = {"handicap": "first", "handicap_is": "4_fewer", "best_of": 3}
    text = "table=7S,7D,7C hands=4D/7H stock=2H,2C turn=1 in=1/1"
    session = Session.from_position("rockit", text, 1, rules)
    session.play("play 7S 7D 7C 7H")
    assert counts(session) == [10, 14]


def test_a_game_ahead() -> None:
    """It counts like any other: one more win takes a match to two."""
    rules = {"handicap": "second", "handicap_is": "game_ahead", "best_of": 3}
    session = Session.new("rockit", 3, 3, rules)
    assert (session.observe(None)["wins"], counts(session)) == ([0, 1, 0], [14] * 3)
    text = "table=7S,7D,7C hands=4D/7H stock=2H,2C turn=1 in=1/1 wins=0/1"
    session = Session.from_position("rockit", text, 1, rules)
    session.play("play 7S 7D 7C 7H")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.scores) == ((1,), (0, 2))


def test_a_match_of_one_game_would_be_won_before_it_begins() -> None:
    with pytest.raises(ValueError, match=r"a match of one game; play to two wins or three\.$"):
        Session.new("rockit", 2, 3, {"handicap": "second", "handicap_is": "game_ahead"})
    assert Session.new("rockit", 2, 3, {"handicap": "second"}).outcome is None


def test_when_all_pass_the_cards_left_are_counted_as_they_are() -> None:
    """Whoever was dealt fewer has fewer: that is the help."""
    rules = {"handicap": "second", "handicap_is": "4_fewer"}
    session = Session.from_position("rockit", "hands=2D,3D,5C/2H,3H stock=- passes=1 turn=0", 1, rules)
    session.play("pass")
    assert session.outcome is not None
    assert session.outcome.winners == (1,)


def test_nobody_else_sees_the_cards_dealt() -> None:
    session = Session.new("rockit", 3, 3, {"handicap": "second", "handicap_is": "4_more"})
    (deal,) = [event for event in session.opening if event.kind == "deal"]
    for viewer in (None, 0, 1, 2):
        hands = session.redact(deal, viewer).data["hands"]
        assert [isinstance(hand, list) for hand in hands] == [seat == viewer for seat in range(3)]


@pytest.mark.parametrize("word", some(["4_fewer", "4_more", "game_ahead"], "4_more"))
def test_bots_play_a_match_with_one_to_the_end_and_it_replays(word: str) -> None:
    session = Session.new("rockit", 3, 2, {"handicap": "second", "handicap_is": word, "best_of": 3})
    while session.to_move is not None:
        level = ("normal", "easy", "hard")[session.to_move]
        session.play(bot_move(session, level, 2, Allowance(nodes=4)))
        if len(session.log) == 12:
            session = Session.from_record(session.record())
    record = session.record()
    assert f"handicap=second handicap_is={word}" in record
    assert Session.from_record(record).outcome == session.outcome
