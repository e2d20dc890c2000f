"""Positions: defaults, what is refused, and that a match goes on from one like the original."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.chance import Chance
from game.core.session import Session
from tests.games.sociable.helpers import FINAL, PACK, all_cards, at, fields, hands
from tests.matches import random_plies, varied
from tests.scale import scaled

seeds = st.integers(0, 10**6)
REST = "9D/9H/9S"


def test_all_fields_in_their_order() -> None:
    assert list(fields(at(f"hands=8D/8H/{REST}"))) == [
        "hands",
        "order",
        "give",
        "lead",
        "by",
        "passes",
        "turn",
        "out",
        "scores",
        "gone",
        "laid",
        "quit",
    ]


def test_defaults_when_a_round_is_to_be_led() -> None:
    assert at(f"hands=8D,JK/8H/{REST}").position() == (
        f"hands=8D,JK/8H/{REST} order=0,1,2,3,4 give=- lead=- by=- passes=0 turn=0 out=- scores=0/0/0/0/0"
        " gone=- laid=- quit=-"
    )


@pytest.mark.parametrize(
    ("text", "by", "turn", "passes"),
    [
        (f"hands=8D/8H/{REST} lead=QD", "4", "0", "0"),
        (f"hands=8D/8H/{REST} lead=QD by=1", "1", "2", "0"),
        (f"hands=8D/8H/{REST} lead=QD by=1 passes=2", "1", "4", "2"),
        (f"hands=8D/8H/{REST} lead=QD by=1 turn=4", "1", "4", "2"),
        (f"hands=8D/8H/{REST} lead=QD turn=3", "2", "3", "0"),
        (f"hands=8D/-/{REST} lead=QD turn=2", "0", "2", "0"),
        (f"hands=8D/8H/{REST} lead=QD laid=2,1 turn=0", "1", "0", "3"),
        (f"hands=8D/8H/{REST} lead=QD by=2 order=2,0,1,4,3", "2", "0", "0"),
        (f"hands=8D/8H/{REST} lead=QD by=2 order=2,0,1,4,3 turn=3", "2", "3", "3"),
        (f"hands=-/8H/{REST} lead=QD by=0", "0", "1", "0"),
        (f"hands=-/8H/{REST}", "-", "1", "0"),
        ("hands=-/8H/-/-/- lead=QD", "0", "1", "0"),
        ("hands=8D/-/9D/-/9H order=2,0,1,4,3 lead=QD,QH by=2 passes=1 turn=0 out=1,3", "2", "0", "1"),
    ],
)
def test_who_is_to_move_follows_from_the_lead(text: str, by: str, turn: str, passes: str) -> None:
    found = fields(at(text))
    assert (found["by"], found["turn"], found["passes"]) == (by, turn, passes)


def test_who_has_no_cards_is_out_the_one_who_laid_last() -> None:
    assert fields(at("hands=-/-/9D/9H/- lead=QD by=1 out=4"))["out"] == "4,0,1"
    assert fields(at("hands=8D/-/9D/9H/- order=4,3,2,1,0"))["out"] == "4,1"


def test_a_hand_alone_is_a_table_to_try_plays_on() -> None:
    session = at("hands=QD,QH,8S/-/-/-/- lead=10D,10H turn=0")
    assert session.moves() == ["play QD QH", "pass"]
    session.play("pass")
    assert session.to_move == 0
    assert "hand_end" in [event.kind for event in session.play("play 8S")]


def test_hands_are_put_in_order() -> None:
    session = at(f"hands=JK,AS,8S,AD,10C,8H/8D/{REST}")
    assert hands(session)[0] == ["8H", "8S", "10C", "AD", "AS", "JK"]


def test_a_finished_match() -> None:
    text = "hands=-/-/-/-/8D,9D order=0,1,2,3,4 lead=AD by=3 turn=- out=0,1,2,3 scores=11/3/2/1/0"
    session = at(text)
    assert session.to_move is None
    assert session.moves() == []
    assert session.outcome is not None
    assert session.outcome.winners == (0,)
    assert at(session.position()).position() == session.position()


REFUSED = [
    ("", "one hand a seat"),
    ("lead=QD", "one hand a seat"),
    ("hands=8D/8H", "4 to 5 players"),
    ("hands=8D/8H/9D/9H/9S/9C", "4 to 5 players"),
    ("hands=8D/8H/9D/9H order=0,1,2,3,4", "same number"),
    ("hands=8D/8H/9D/9H scores=0/0/0", "same number"),
    ("hands=8D/8H/9D/9H order=0,1,2,2", "every seat once"),
    ("hands=8D/8H/9D/9H order=0,1,2,4", "from 0 to 3"),
    ("hands=8D/8H/9D/9H scores=-1/0/0/0", "from 0"),
    ("hands=8D/8H/9D/9H colour=red", "Unknown position field"),
    ("hands=8D/8H/9D/9H turn=0 turn=1", "twice"),
    ("hands=8D/8H/9D/9h", "not a card"),
    ("hands=8D/8H/9D/7H", "no card of SOCiable"),
    ("hands=8D/8H/9D/JK=8S", "no card of SOCiable"),
    ("hands=8D/8H/9D/9H lead=2D", "no card of SOCiable"),
    ("hands=8D/8H/9D/8D", "The pack has 1 8D, not 2"),
    ("hands=8D/8H/9D/9H lead=8D", "The pack has"),
    ("hands=8D/8H/9D/9H gone=8D", "The pack has"),
    ("hands=8D,JK/8H,JK/9D/9H gone=JK", "The pack has 2 JK, not 3"),
    ("hands=8D/8H/9D/9H lead=QD,KD", "one rank"),
    ("hands=8D/8H/9D/9H lead=JK,JK", "one rank"),
    ("hands=-/-/-/-", "Somebody holds cards"),
    ("order=0,1,2,3", "Somebody holds cards"),
    ("hands=8D/8H/9D/9H turn=-", "one seat at most"),
    ("hands=8D/-/-/- turn=-", "do not end it"),
    ("hands=8D/8H/9D/9H scores=11/0/0/0", "ended the match for seat 0"),
    ("hands=8D/8H/9D/9H scores=11/11/0/0", "ended the match"),
    ("hands=8D/8H/9D/9H turn=4", "from 0 to 3"),
    ("hands=8D/8H/9D/- turn=3", "cannot be to move"),
    ("hands=8D/8H/9D/9H lead=QD by=1 turn=1", "cannot be to move"),
    ("hands=8D/8H/9D/9H by=1", "without a lead"),
    ("hands=8D/8H/9D/9H laid=1", "without a lead"),
    ("hands=8D/8H/9D/9H passes=1", "no lead to beat"),
    ("hands=8D/8H/9D/9H lead=QD by=1 laid=1,2", "last in laid"),
    ("hands=8D/8H/9D/9H lead=QD by=1 passes=3", "round is over"),
    ("hands=8D/8H/9D/9H lead=QD by=1 passes=4", "from 0 to 3"),
    ("hands=8D/8H/9D/9H lead=QD by=x", "whole number"),
    ("hands=8D/8H/9D/9H lead=QD by=1 turn=3 quit=2", "pass=final"),
    ("hands=8D/8H/9D/9H out=1", "without cards"),
    ("hands=8D/8H/-/- out=2,2", "once"),
    ("hands=8D,8C/8H/9D/9H give=0>1:1", "does not fit"),
    ("hands=8D,8C/8H/9D/9H give=3>0:1", "does not fit"),
    ("hands=8D,8C/8H/9D/9H give=0>3:4", "does not fit"),
    ("hands=8D,8C/8H/9D/9H give=0>3:0", "does not fit"),
    ("hands=8D,8C/8H/9D/9H give=1>2:1,0>3:2", "does not fit"),
    ("hands=8D,8C/8H/9D/9H give=0-3", "from>to:count"),
    ("hands=8D,8C/8H/9D/9H give=0>3:3", "does not have so many"),
    ("hands=8D,8C/8H/9D/9H give=0>3:2 turn=1", "turn is 0"),
    ("hands=8D,8C/8H/9D/9H give=0>3:2 lead=QD", "no card has been played"),
    ("hands=8D,8C/8H/9D/9H give=0>3:2 gone=QD", "no card has been played"),
    ("hands=8D,8C/8H/9D/9H give=0>3:2 by=0", "no card has been played"),
    ("hands=8D,8C/8H/9D/- give=0>3:2 out=3", "no card has been played"),
    ("hands=8D,8C/8H/9D/9H give=0>3:2 passes=1", "no card has been played"),
]


@pytest.mark.parametrize(("text", "told"), REFUSED)
def test_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as error:
        at(text)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lead=QD by=1 turn=3 quit=3", "cannot be to move"),
        ("lead=QD by=1 turn=3 quit=1", "did not lay the lead"),
        ("lead=QD by=1 turn=3 quit=2,2", "once"),
        ("quit=2", "no lead to beat"),
    ],
)
def test_refused_where_a_pass_is_final(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        at(f"hands=8D/8H/9D/9H {text}", options=FINAL)


def test_gifts_need_an_exchange() -> None:
    text = "hands=8D,8C/8H/9D/9H give=0>3:2"
    assert at(text).to_move == 0
    with pytest.raises(ValueError, match="does not fit"):
        at(text, exchange="off")
    with pytest.raises(ValueError, match="does not fit"):
        at(text, exchange="reversed")
    assert at(text.replace("0>3", "3>0").replace("9H", "9H,9S"), exchange="reversed").to_move == 3


def test_gifts_of_hands_that_are_too_small_are_what_is_there() -> None:
    session = at("hands=8D,8C/10D/-/-/9H give=0>4:2,1>3:1,0>2:1")
    events = session.play("give 8D 8C")
    assert [event.kind for event in events] == ["gift"]
    assert fields(session)["give"] == "-"
    assert (session.to_move, fields(session)["out"]) == (1, "0,2,3")
    session = at("hands=AD,AH,AS,8C/10D/9D/9H give=0>3:3,1>2:2")
    session.play("give AD AH AS")
    assert fields(session)["give"] == "1>2:1"
    session.play("give 9D")
    assert session.to_move == 0


def test_gifts_that_leave_one_player_with_cards_end_the_hand() -> None:
    session = at("hands=8D,8C/-/-/-/9H give=0>4:2")
    events = session.play("give 8D 8C")
    assert [event.kind for event in events][:3] == ["gift", "hand_end", "deal"]
    assert fields(session)["scores"] == "5/3/2/1/0"


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


@settings(max_examples=scaled(12, 500), deadline=None)
@given(seed=seeds)
def test_thirty_cards_all_the_time(seed: int) -> None:
    session = varied("sociable", seed)
    assert all_cards(session) == PACK
    for _ in random_plies(session, seed, 300):
        assert all_cards(session) == PACK


WORDS = st.sampled_from(
    [
        "play",
        "give",
        "pass",
        "8D",
        "QH",
        "JK",
        "AS",
        "99X",
        "JK=8D",
        "8d",
        ",",
        "-",
        "",
        "10C",
        "🃏",
        "play8D",
    ]
)


@settings(max_examples=scaled(60, 3000), deadline=None)
@given(words=st.lists(WORDS, max_size=6), seed=st.integers(0, 20))
def test_any_text_is_a_move_a_refusal_or_a_value_error(words: list[str], seed: int) -> None:
    session = Session.new("sociable", seed=seed)
    for _ in random_plies(session, seed, seed * 3):
        pass
    before = session.position()
    text = " ".join(words)
    try:
        refused = session.refusal(text)
    except ValueError:
        refused = None
    assert session.position() == before
    if refused is not None:
        with pytest.raises(ValueError, match=r"against the rules"):
            session.play(text)
        assert session.position() == before


VALUES = st.sampled_from(
    [
        "-", "0", "1", "4", "5", "-1", "0,1,2,3,4", "4,3,2,1,0", "0/0/0/0/0", "9/9/9/9/9", "11/11/0/0/0",
        "8D", "8D,8H", "8D,JK", "JK,JK", "8D/8H/9D/9H/9S", "8D,8C/-/-/-/9S", "-/-/-/-/8C", "0>4:2",
        "0>4:2,1>3:1", "4>0:1", "1>3:1,0>2:1", "x", "//", ",", "²",
    ]
)  # fmt: skip
NAMES = st.sampled_from(
    ["order", "give", "lead", "by", "passes", "turn", "out", "scores", "gone", "laid", "quit", "stock"]
)


@settings(max_examples=scaled(100, 6000), deadline=None)
@given(
    extra=st.dictionaries(NAMES, VALUES, max_size=5),
    held=st.sampled_from(["8S,KS/9C/10D/JD/QD", "8S,KS,AS/9C,AC/-/JD/QD", "-/9C,AC/-/-/QD", "-/-/-/-/QD"]),
    final=st.booleans(),
)
def test_any_fields_are_a_position_or_a_value_error(extra: dict[str, str], held: str, *, final: bool) -> None:
    text = " ".join(f"{name}={value}" for name, value in {"hands": held, **extra}.items())
    options = {"pass": "final" if final else "reenter"}
    try:
        session = at(text, options=options)
    except ValueError as error:
        assert str(error).endswith(".")
        return
    assert at(session.position(), options=options).position() == session.position()
    for _ in random_plies(session, 1, 30):
        now = session.position()
        assert at(now, options=options).position() == now


def test_a_position_tells_who_laid_how_many_cards() -> None:
    session = at("hands=8D,8S,JD/KH,8C,9D/9H,9C,QD,KD/10D turn=0")
    assert "rounds" not in session.observe(1)
    for move in ("play 8D 8S", "pass", "play 9H 9C", "pass", "pass", "pass"):
        session.play(move)
    assert session.observe(1)["rounds"] == [["0:2", "2:2"]]
    again = Session.from_position("sociable", session.position())
    assert again.position() == session.position()
    again.play("play QD")
    assert fields(again)["rounds"] == "0:2,2:2/2:1"


@pytest.mark.parametrize("rounds", ["0:2", "0:1,2:2", "5:1", "0:0", "0:1/", "x"])
def test_broken_rounds_are_refused(rounds: str) -> None:
    with pytest.raises(ValueError, match="round"):
        at(f"hands=8D,8S/KH,8C/9H,9C/9S lead=QD by=2 gone=10D,10C rounds={rounds}")
