"""Advice in Socker: what a move is good for, from positions where that is certain, and the sentence."""

from typing import get_args

import pytest

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.socker.bot import BOT
from game.games.socker.bot.advice import Advice, Effect, EffectKind, advised
from game.games.socker.words import advice_words
from tests.games.socker.boards import start

NODES = 4


def told(session: Session, nodes: int = NODES) -> Advice:
    seat = session.to_move
    assert seat is not None
    advice = advised(session.observe(seat), session.options, ("test",), nodes)
    assert advice["move"] in session.moves()
    return advice


@pytest.mark.parametrize(
    ("pieces", "rest", "words"),
    [
        ("R d9 o d10 B c5", "", "Kick from d9: that is a goal."),
        ("R d8 o d9 B c5", "", "Kick from d8: it leads to a goal in this very turn"),
        ("R d9 B d10 f10 o e10", "left=1 acts=3", "Kick from d9: that is a goal."),
    ],
    ids=["now", "later", "aside"],
)
def test_a_goal_is_told(pieces: str, rest: str, words: str) -> None:
    assert advice_words(told(start(pieces, rest)), "Bo").startswith(words)


LAST = "left=1 acts=3"


@pytest.mark.parametrize(
    ("pieces", "rest", "sentence"),
    [
        ("R e1 d4 B e4 c9 o e3", "", "Step from e1 to e2: this stops Bo scoring next turn; "),
        ("R d3 B e4 c9 o e3", LAST, "Sock e4 from d3: this stops Bo scoring next turn; so the ball"),
        ("R g6 c3 B e4 c9 o e3", "", "Step from c3 to d2: so begins what stops Bo scoring next turn; "),
        ("R a5 B e4 c9 o e3", "", "Step from a5 to b4: no sure way was found to stop Bo scoring next turn; "),
        ("R c9 B b2 i3 o e9", LAST, "Step from c9 to d8: then one way to the goal; from there it can"),
        ("R e8 B a5 o e9", LAST, "Kick from e8: then 3 ways to the goal; the ball comes one space forward"),
        ("R e6 d7 f7 B a10 i10 o e7", "", "Kick from e6: it leads to one way to the goal by the end of"),
        ("R a9 i2 B b2 i3 o e6", LAST, "Step from a9 to b8: it comes back onto the field; the puppet"),
        ("R e7 f8 B e9 o e8", LAST, "Sock e9 from f8: so the ball is free: none of Bo's is beside it; it"),
    ],
    ids=["stops", "sock", "begins", "lost", "one way", "ways", "later", "back", "free"],
)  # fmt: skip
def test_a_sentence_says_what_a_move_is_good_for(pieces: str, rest: str, sentence: str) -> None:
    assert advice_words(told(start(pieces, rest), nodes=8), "Bo").startswith(sentence)


def test_the_second_seat_is_advised_as_the_first() -> None:
    """The same position turned upside down, and the sides changed."""
    session = start("B e4 R i7 a7 o e3", "turn=1 left=1 acts=3")
    assert advice_words(told(session), "Ann").startswith(
        "Kick from e4: then 3 ways to the goal; the ball comes"
    )


def test_a_ball_that_goes_out_is_told() -> None:
    advice: Advice = {"move": "kick c6 b6", "effects": [{"kind": "out"}]}
    assert advice_words(advice, "Bo") == "Kick from c6: the ball goes out, and comes back level with it."


def test_a_set_up_and_a_spot_have_a_sentence() -> None:
    session = Session.new("socker", seed=1)
    assert advice_words(told(session), "Bo").startswith("A good place to begin")
    spot = Session.from_position("socker", "field=9/9/9/9/9/1oR1B4/9/9/9/9/4B4")
    spot.play("kick c6 b6")
    assert spot.observe(None)["phase"] == "spot"
    assert advice_words(told(spot), "Ann") == "Here the ball lies best for you."


@pytest.mark.parametrize("kind", get_args(EffectKind))
def test_every_kind_of_effect_has_words(kind: EffectKind) -> None:
    known: Effect = {"kind": kind, "now": True, "first": True, "later": True, "count": 2}
    plain: Advice = {"move": "move a1 a2", "effects": []}
    assert advice_words({**plain, "effects": [known]}, "Bo") != advice_words(plain, "Bo")


def test_a_move_for_which_nothing_speaks_alone() -> None:
    advice: Advice = {"move": "move a1 a2", "effects": []}
    assert advice_words(advice, "Bo") == "Step from a1 to a2: of all that was looked at, this leads on best."


def test_the_hint_is_the_move_of_the_best_player() -> None:
    session = start("R e4 d5 f4 c3 B e8 d7 f7 c9 o e6")
    move = BOT.choose(session.observe(0), session.options, "master", Chance("test"), Budget(nodes=NODES))
    assert told(session)["move"] == move
