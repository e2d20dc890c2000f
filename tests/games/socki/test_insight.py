"""What is said of turns of SOCKI: each sentence on a table where it can be laid out."""

import pytest

from game.core.chance import Chance
from game.core.session import Session
from game.games.socki.review import stake, wins
from tests.match.understanding import analyst, played, sentences

TABLE = "table=8P,9P,10P/3F,4F,5F"
STOCK = "stock=5B,7B,1L,3L"
BOTH = "play 8P 9P 10P 11P | 3F 4F 5F 6F"


def at(hands: str, *moves: str, options: dict[str, object] | None = None) -> Session:
    text = f"{TABLE} hands={hands} {STOCK} turn=0"
    return played(Session.from_position("socki", text, options=options), *moves)


def test_a_hand_that_could_have_gone_as_a_whole() -> None:
    session = at("11P,6F/4L,6B", "play 8P 9P 10P 11P | 3F 4F 5F")
    assert sentences(session, BOTH) == ["Ann could have laid the whole hand."]
    looks = analyst(session)
    weighed = looks.weigh(session, looks.turns(session)[0])
    assert weighed is not None
    assert not weighed.good
    assert weighed.better == (BOTH,)
    assert [looks.said(fact, session, ["Ann", "Bo"]) for fact in weighed.facts] == [
        "Ann laid 1, and 2 cards could have gone."
    ]


def test_a_turn_is_seen_with_the_cards_that_had_to_be_drawn() -> None:
    session = at("1B,9L/4L,6B", "draw", "draw")
    (turn,) = analyst(session).turns(session)
    assert (turn.first, turn.choice(session.log)) == (0, 1)


def test_a_turn_without_a_choice_is_none() -> None:
    session = at("1B,9L/4L,6B", "draw", "draw")
    looks = analyst(session)
    assert all(looks.weigh(session, turn) is None for turn in looks.turns(session))


def test_the_chance_goes_with_the_totals() -> None:
    options = at("11P/4L,6B").options
    assert wins([99, 0], [10, 0], options, Chance(1)) == [0.0, 1.0]
    assert stake(0, (0, 0), options) > 0.1
    one_round = at("11P/4L,6B", options={"target": 0}).options
    assert stake(0, (0, 0), one_round) == pytest.approx(1.0)


def test_whoever_goes_out_next_has_the_better_chance() -> None:
    session = at("11P/4L,6B", options={"target": 0})
    ann, bo = analyst(session).chances(session)
    assert ann > 0.9
    assert ann + bo == pytest.approx(1)
