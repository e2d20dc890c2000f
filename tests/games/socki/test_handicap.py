"""A handicap in SOCKI: one player is dealt more or fewer cards than the others, in every round."""

import pytest

from game.bots.arena import bot_move
from game.core.search import Allowance
from game.core.session import Session
from tests.scale import some

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
OTHERWISE = {"2_fewer": -2, "4_fewer": -4, "2_more": 2, "4_more": 4}


def counts(session: Session) -> list[int]:
    return list(session.observe(None)["counts"])


@pytest.mark.parametrize(("word", "change"), OTHERWISE.items())
@pytest.mark.parametrize(("players", "usual"), [(2, 11), (4, 11), (7, 11), (8, 7)])
def test_cards_of_the_first_round(word: str, change: int, players: int, usual: int) -> None:
    for seat in (0, players - 1):
        rules = {"handicap": SEATS[seat], "handicap_is": word}
        session = Session.new("socki", players, 3, rules)
        expected = [usual + (change if other == seat else 0) for other in range(players)]
        assert counts(session) == expected
        assert session.observe(None)["stock"] == 104 - sum(expected)


def test_by_default_all_have_the_same_and_the_same_cards_as_ever() -> None:
    session = Session.new("socki", 4, 3)
    assert (session.options["handicap"], counts(session)) == ("none", [11] * 4)
    assert Session.new("socki", 4, 3, {"handicap_is": "4_more"}).position() == session.position()


def test_the_next_round_is_dealt_the_same_way() -> None:
    rules = {"handicap": "third", "handicap_is": "4_fewer"}
    session = Session.from_position("socki", "hands=1P,2P,3P/9B/9L stock=7F,8F turn=0", 1, rules)
    session.play("play 1P 2P 3P")
    assert counts(session) == [11, 11, 7]


def test_in_a_play_off_it_holds_for_whoever_is_in_it() -> None:
    rules = {"handicap": "third", "handicap_is": "2_more", "tie": "playoff_hand"}
    text = "hands=1P,2P,3P/12B/1L stock=7F,8F turn=0 scores=60/95/59"
    session = Session.from_position("socki", text, 1, rules)
    session.play("play 1P 2P 3P")
    assert counts(session) == [11, 0, 13]


def test_points_to_start_with() -> None:
    """They count like any others: here with the round's nine they end the match."""
    rules = {"handicap": "second", "handicap_is": "points_30"}
    session = Session.new("socki", 3, 3, rules)
    assert (session.observe(None)["scores"], counts(session)) == ([0, 30, 0], [11] * 3)
    session = Session.from_position("socki", "hands=1P,2P,3P/9B/9L stock=7F turn=0 scores=0/95/0", 1, rules)
    session.play("play 1P 2P 3P")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.scores) == ((0,), (0, 104, 9))
    assert Session.new("socki", 8, 3, rules | {"target": 50}).to_move is not None


def test_nobody_else_sees_the_cards_dealt() -> None:
    session = Session.new("socki", 3, 3, {"handicap": "second", "handicap_is": "4_more"})
    (deal,) = [event for event in session.opening if event.kind == "deal"]
    for viewer in (None, 0, 1, 2):
        hands = session.redact(deal, viewer).data["hands"]
        assert [isinstance(hand, list) for hand in hands] == [seat == viewer for seat in range(3)]


@pytest.mark.parametrize("word", some(["4_fewer", "points_30"], "points_30"))
def test_bots_play_a_match_with_one_to_the_end_and_it_replays(word: str) -> None:
    session = Session.new("socki", 3, 2, {"handicap": "second", "handicap_is": word, "target": 50})
    while session.to_move is not None:
        level = ("normal", "easy", "hard")[session.to_move]
        session.play(bot_move(session, level, 2, Allowance(nodes=4)))
        if len(session.log) == 20:
            session = Session.from_record(session.record())
    record = session.record()
    assert f"handicap=second handicap_is={word}" in record
    assert Session.from_record(record).outcome == session.outcome
