"""What is said of turns of RockIt: each sentence on a table where it is certain, or was tried out."""

import pytest

from game.core.rummy.table import write_piles
from game.core.session import Session
from game.games.rockit.review import match_chances, stake, to_win
from game.games.rockit.rules.state import HouseRules
from tests.games.rockit.test_advice import HOLD, JUST_IN
from tests.match.understanding import analyst, played, sentences


def most(text: str) -> str:
    """The play that lays the most."""
    session = Session.from_position("rockit", text)
    seen = session.observe(0)
    table = HouseRules.of(session.options).best_play(tuple(map(tuple, seen["table"])), tuple(seen["hand"]))
    assert table is not None
    return f"play {write_piles(table)}"


OUT = "table=10D,JD,QD hands=KD/4D,7S stock=5D,6S turn=0 in=1/1"
MORE = "table=10D,JD,QD/3H,4H,5H hands=KD,6H,2S/4D,7S stock=5D,6S turn=0 in=1/1"
def test_a_hand_that_could_have_gone_as_a_whole() -> None:
    session = played(Session.from_position("rockit", OUT), "draw")
    assert sentences(session, "play 10D JD QD KD") == ["Ann could have laid the whole hand."]
    weighed = analyst(session).weigh(session, analyst(session).turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    assert weighed.better == ("play 10D JD QD KD",)


def test_cards_that_could_have_gone_too_are_named() -> None:
    session = played(Session.from_position("rockit", MORE), "play 10D JD QD KD | 3H 4H 5H")
    both = "play 10D JD QD KD | 3H 4H 5H 6H"
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert [looks.said(fact, session, ["Ann", "Bo"]) for fact in weighed.facts] == [
        "Ann laid 1, and 2 cards could have gone."
    ]
    assert sentences(session, both) == ["Ann laid 1, and could have laid 2: the 6 of hearts too."]


def test_laying_where_holding_wins_is_found() -> None:
    session = played(Session.from_position("rockit", HOLD), most(HOLD))
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    assert weighed.better == ("draw",)
    assert sentences(session, "draw")[0] == "Holding the cards back won more of the games that were tried."


@pytest.mark.parametrize("turn", [0, 1])
def test_whoever_can_lay_the_whole_hand_wins_though_quick_players_overlook_it(turn: int) -> None:
    text = f"table=2H,2S,JK=2C/3C,4C,5C/3C,JK=4C,5C hands=9D,JS/2C,2C turn={turn} in=1/1"
    session = Session.from_position("rockit", text, options={"decks": 2})
    assert analyst(session).chances(session) == (0.0, 1.0)


def test_a_turn_is_told_by_its_cards() -> None:
    session = played(Session.from_position("rockit", MORE), "draw", "draw")
    looks = analyst(session)
    turn = looks.turns(session)[0]
    assert looks.move_said(["draw"], session, turn) == "draw"
    assert looks.move_said(["play 10D JD QD KD | 3H 4H 5H"], session, turn) == "lay the king of diamonds"
    assert looks.spots(session, turn, ["play 10D JD QD KD | 3H 4H 5H"]) == [["hand KD"]]


def test_where_nothing_can_be_laid_nothing_was_chosen() -> None:
    session = played(Session.from_position("rockit", JUST_IN), "draw")
    looks = analyst(session)
    assert looks.weigh(session, looks.turns(session)[0]) is None


def test_coming_in_and_going_on_is_one_turn() -> None:
    text = "table=4C,5C,6C hands=10H,JH,QH,7C,2S/4D,7S stock=5D,6S turn=0 in=0/1"
    session = played(Session.from_position("rockit", text), "come 10H JH QH", "rockit", "draw")
    assert [(turn.first, turn.last) for turn in analyst(session).turns(session)] == [(0, 2), (2, 3)]


def test_the_chance_in_the_match_goes_with_the_games() -> None:
    assert to_win((1, 0), 2) == pytest.approx((0.75, 0.25))
    assert match_chances([1.0, 0.0], [1, 0], 2) == (1.0, 0.0)
    assert stake(0, (0, 0), 1) == 1.0
    assert stake(0, (0, 0), 2) == pytest.approx(0.5)


def test_whoever_goes_out_next_has_the_better_chance() -> None:
    session = Session.from_position("rockit", OUT)
    assert analyst(session).chances(session)[0] > 0.9
