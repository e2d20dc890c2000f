"""What is said of plays of SOCiable: each sentence on hands where it is certain."""

import numpy as np
import pytest

from game.games.sociable.review import wins, worth_of_places
from tests.games.sociable.helpers import at
from tests.match.understanding import analyst, played, sentences

REST = "9D,9H,9S/10D,10H/10S,10C,JD/JH"


@pytest.mark.parametrize(
    ("hand", "lead", "made", "better", "said"),
    [
        ("8D,JK", "-", "play 8D", "play JK", ["Nobody could have beaten it, so Ann would have led next."]),
        (
            "8D,KS,KC", "-", "play KS", "play KS KC",
            [
                "Ann broke a group: one king stayed behind.",
                "Eva had one card left, and could not have followed.",
            ],
        ),
        (
            "JC,JS,QS,AS", "9C", "play JC", "play QS", ["Ann broke a group: one jack stayed behind."],
        ),
        ("JC,QS,AS,JK", "9C", "play AS", "play JC", ["The ace would have stayed for later."]),
        ("JC,QS,AS,JK", "9C", "play JK", "play AS", ["The joker would have stayed for later."]),
        ("8D,8S,QS", "9C", "pass", "play QS", ["Ann passed, and could have laid one queen."]),
        ("QC,QS,KS", "9C", "play QC", "play KS", ["Ann broke a group: one queen stayed behind."]),
        (
            "8C,8S,QC,QS", "-", "play 8C", "play 8C 8S",
            [
                "Ann broke a group: one eight stayed behind.",
                "Eva had one card left, and could not have followed.",
            ],
        ),
        ("8C,8S,AC,AS", "KC", "play AC", "pass", ["Ann broke a group: one ace stayed behind."]),
    ],
    ids=["holds", "broke", "whole", "keeps", "joker", "passed", "kept", "both lowest", "pass"],
)  # fmt: skip
def test_what_is_said_is_so_with_these_cards(
    hand: str, lead: str, made: str, better: str, said: list[str]
) -> None:
    by = "" if lead == "-" else " by=4"
    session = played(at(f"hands={hand}/{REST} lead={lead} turn=0{by}"), made)
    assert sentences(session, better) == said


def test_a_good_play_says_what_was_laid_and_what_came_of_it() -> None:
    session = played(at("hands=8D/9D/10D/10S,QS/JH,KH turn=0"), "play 8D")
    assert sentences(session) == ["Ann laid one eight."]
    session = played(at(f"hands=8C,QS,AC/{REST} lead=9C turn=0 by=4"), "pass")
    assert sentences(session) == ["Ann passed, and could have laid one queen."]
    session = played(at(f"hands=8D,JK/{REST} order=0,1,2,3,4 give=0>4:1 turn=0"), "give JK")
    assert sentences(session) == ["Ann gave one joker away."]
    session = played(at("hands=8D/-/-/-/JH out=1,2,3 turn=0"), "play 8D")
    assert sentences(session)[:2] == ["Ann laid one eight.", "With that the hand was over."]


def test_a_play_that_gives_a_place_away_is_found() -> None:
    text = "hands=8D,JK/9D/10D/10S/JH turn=0"
    session = played(at(text), "play 8D")
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    assert weighed.better == ("play 8D JK",)


def test_the_chance_goes_with_points_and_places() -> None:
    options = at(f"hands=8D,JK/{REST} turn=0").options
    random = np.random.default_rng(0)
    order = np.array([[0, 1, 2, 3, 4]] * 200)
    found = wins(order, (9, 0, 0, 0, 0), options, random).mean(0)
    assert found[0] == 1.0  # five more points are enough
    even = wins(order, (0, 0, 0, 0, 0), options, random).mean(0)
    assert even.sum() == pytest.approx(1)
    assert even[0] > even[4]
    worth = worth_of_places(2, (3, 3, 3, 3, 3), options, random)
    assert worth[0] > worth[2] > worth[4]


def test_whoever_holds_the_last_winner_has_the_better_chance() -> None:
    session = at("hands=JK/9D,9H,9S/10D,10H/10S,10C,JD/JH,QH turn=0 scores=9/0/0/0/0")
    assert analyst(session).chances(session)[0] > 0.9
