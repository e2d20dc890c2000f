"""Advice in Socks in the City: what a piece is good for, and the sentence that says so."""

import pytest

from game.core.session import Session
from game.games.city.bot import Advice, Effect, advised
from game.games.city.words import advice_words, called
from tests.games.city.test_bot import STRIP


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ("tracks=a1-b1,b1-c1,d1-e1/- left=2", "it brings red home."),
        ("tracks=a1-b1/- supply=3/40 left=2", "then 2 pieces join red."),
        ("tracks=-/a1-b1,b1-c1,c1-d1 supply=1/1 left=1", "Bo needs 1 piece more for red."),
    ],
    ids=["home", "nearer", "farther"],
)
def test_a_sentence_says_what_a_piece_does(fields: str, words: str) -> None:
    session = Session.from_position("city", f"{STRIP} socks=red:a1/e1 {fields}")
    advice = advised(session.observe(0), session.options, ("test",), nodes=4)
    assert advice["move"] in session.moves()
    names = called(session.observe(None)["stations"])
    one, other = advice["move"].split()[1:]
    sentence = advice_words(advice, names, "Bo")
    assert sentence.startswith(f"{names[one]} to {names[other]}: ")
    assert sentence.endswith(words)


def test_a_way_that_is_closed_is_told() -> None:
    effects: list[Effect] = [{"colour": "green", "mine": 4, "theirs": None, "nearer": 1, "longer": None}]
    advice: Advice = {"move": "lay a1 b1", "effects": effects}
    words = "East to West: then 4 pieces join green; Bo can no longer join green."
    assert advice_words(advice, {"a1": "East", "b1": "West"}, "Bo") == words


def test_a_piece_that_changes_nothing_by_itself() -> None:
    advice: Advice = {"move": "lay a1 b1", "effects": []}
    assert "next pieces" in advice_words(advice, {"a1": "East", "b1": "West"}, "Bo")


def test_advice_of_a_set_up_has_no_effects() -> None:
    session = Session.new("city", seed=1, options={"blockers": 2})
    advice = advised(session.observe(session.to_move), session.options, ("test",), nodes=2)
    assert advice["move"].startswith("block")
    assert advice["effects"] == []
