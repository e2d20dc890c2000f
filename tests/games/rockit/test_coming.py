"""How far a trick to come in with has got: RULES.md, ROCKIT 4.1, 4.3 A4 and A7, 4.4 T2 to T4."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.game import Refusal
from game.core.rummy import advice
from game.core.rummy.advice import Position
from game.core.session import Session
from game.games.rockit.rules.state import Code, Coming, Progress, progress
from game.games.rockit.words import RockItWords, coming_in, how_to_come_in
from game.match.match import Match
from game.match.seats import Seat

BOOK = Position("rockit", Session.new("rockit", seed=1).options, (), (), ()).book


@pytest.mark.parametrize(
    ("piles", "stage", "points"),
    [
        ("", Coming.NOTHING, 0),
        ("6H", Coming.ONE, 6),
        ("6H 6S", Coming.PAIR, 20),
        ("6H 6S 6D", Coming.ENOUGH, 30),
        ("6H 6S 6D 6C", Coming.ENOUGH, 30),
        ("KD KH", Coming.PAIR, 20),
        ("10H JH", Coming.RUN, 20),
        ("9H 10H JH", Coming.RUN, 29),
        ("QH KH AH", Coming.RUN, 21),
        ("10H JH QH", Coming.ENOUGH, 30),
        ("4H 5H 6H 7H 8H", Coming.ENOUGH, 30),
        ("6H 6H", Coming.BROKEN, 0),
        ("10H JS", Coming.BROKEN, 0),
        ("10H JH KH", Coming.BROKEN, 0),
        ("KH KD QS KS", Coming.BROKEN, 0),
        ("KD KH JK=KS", Coming.JOKER, 0),
        ("JK", Coming.JOKER, 0),
        ("2H 3H 4H / 5S 6S 7S", Coming.SEVERAL, 18),
    ],
)
def test_only_a_legal_trick_and_what_may_become_one_is_counted(
    piles: str, stage: Coming, points: int
) -> None:
    own = [tuple(pile.split()) for pile in piles.split(" / ") if pile]
    assert progress(BOOK, own, 30) == Progress(stage, points)


def test_a_third_of_a_rank_makes_just_thirty_and_is_told_so() -> None:
    told = coming_in(progress(BOOK, [("6H", "6S")], 30), 30)
    assert told == "One more of this rank, and the trick is worth 30."
    assert "18" not in told


def test_where_more_is_asked_than_a_kind_is_worth_it_takes_a_run() -> None:
    assert coming_in(progress(BOOK, [("6H",)], 40), 40) == (
        "A trick worth 40: a run that counts 40. A kind counts only 30."
    )
    for cards in ("6H 6S", "6H 6S 6D"):
        told = coming_in(progress(BOOK, [tuple(cards.split())], 40), 40)
        assert told == "Only a run can be worth 40 here."
    assert progress(BOOK, [("6H", "6S", "6D")], 40).stage is Coming.KIND


ANY = "A trick worth 30: any three or four of a kind, or a run that counts 30."


def test_what_it_takes_to_come_in_is_one_sentence_wherever_it_is_said() -> None:
    """The sign, the bare board, a refusal, and the rules; with the figures of the house."""
    assert coming_in(Progress(Coming.NOTHING), 30) == ANY
    assert coming_in(progress(BOOK, [("6H",)], 30), 30) == ANY
    assert how_to_come_in(30).startswith(ANY)
    session = Session.new("rockit", seed=1)
    words = RockItWords(Match(session, [Seat(name, 0) for name in session.names]))
    assert words.refused(Refusal(Code.NOT_IN)).endswith(ANY)
    rules = " ".join(Path("game/games/rockit/rules.md").read_text(encoding="utf-8").split())
    assert ANY in rules
    assert how_to_come_in(20).startswith(ANY.replace("30", "20"))
    assert "three or four" not in how_to_come_in(31)


def test_the_lamp_counts_the_same() -> None:
    options = Session.new("rockit", seed=1).options
    for now, points in ((("6H", "6S"), 20), (("6H", "10S"), 0), (("6H", "6S", "6D"), 30)):
        hand = ("6H", "6S", "6D", "10S")
        assert advice.lamp(Position("rockit", options, (), hand, (now,), inside=False)).points == (points, 30)
    board = (("7H", "8H", "9H"),)
    added = (("6H", "7H", "8H", "9H"),)
    assert advice.lamp(Position("rockit", options, board, ("6H",), added, inside=False)).points == (0, 30)
