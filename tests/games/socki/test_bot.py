"""Computer players of SOCKI: legal under every house rule, the same for the same chance, and of strengths."""

import json

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from tests.games.socki.test_rules import at
from tests.scale import scaled

BOT = find("socki").bot


def choice(session: Session, level: str, seed: int = 0) -> str:
    seat = session.to_move
    assert seat is not None
    seen = json.loads(json.dumps(session.observe(seat)))
    return BOT.choose(seen, session.options, level, Chance(seed, len(session.log)))


HOUSES: list[dict[str, object]] = [
    {},
    {"must_play": "strict", "happy_mode": "both"},
    {"play_all": "strict", "happy_mode": "high"},
    {"must_play": "strict", "play_all": "strict", "opening": "exactly_three", "happy_mode": "low"},
    {"opening": "exactly_three", "tie": "playoff_hand", "deck_empty": "lowest_wins"},
]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house) or "usual")
@pytest.mark.parametrize("level", BOT.levels)
def test_a_whole_match(house: dict[str, object], level: str) -> None:
    for seed in range(scaled(1)):
        session = Session.new("socki", 2 + seed % 4, seed, {"target": 50, **house})
        while session.to_move is not None:
            move = choice(session, level, seed)
            assert move == choice(session, level, seed)
            session.play(move)
        assert session.outcome is not None


def test_normal_plays_all_it_can_and_easy_one_pile_or_card() -> None:
    session = at("table=1P,2P,3P,4P,5P hands=3P,9L,9B,9F,1L/2B stock=1F", must_play="honour")
    assert choice(session, "normal") == "play 1P 2P 3P | 3P 4P 5P | 9F 9B 9L"
    moves = {choice(session, "easy", seed) for seed in range(30)}
    assert moves == {"draw", "play 1P 2P 3P 4P 5P | 9F 9B 9L"}


def test_easy_finds_the_rearrangement_only_where_it_must() -> None:
    position = "table=1P,2P,3P,4P,5P hands=3P,1L/2B stock=1F"
    on_honour = at(position, must_play="honour")
    assert {choice(on_honour, "easy", seed) for seed in range(10)} == {"draw"}
    assert choice(at(position), "easy") == "play 1P 2P 3P | 3P 4P 5P"


def test_easy_lays_one_card_at_a_time_where_it_must_play() -> None:
    """It sees a single card that fits, not what several would come to; a pile only where it must."""
    both = at("table=1P,2P,3P,4P,5P/7L,7F,7B hands=3P,6P,9L,9B,9F/2B stock=1F")
    assert {choice(both, "easy", seed) for seed in range(20)} == {"play 1P 2P 3P 4P 5P 6P | 7F 7B 7L"}
    hidden = at("table=1P,2P,3P,4P,5P/7P,8P,9P,10P,11P hands=3P,9P,1L/2B stock=1F")
    move = choice(hidden, "easy")
    assert hidden.refusal(move) is None
    assert len(move.replace("|", "").split()) == 1 + 11
    limited = at("table=1P,2P,3P,4P,5P hands=3P,9L,9B,9F/2B stock=1F", play_all="strict")
    assert choice(limited, "easy") == "play 1P 2P 3P | 3P 4P 5P | 9F 9B 9L"


def test_passing_when_the_stock_is_empty() -> None:
    for level in BOT.levels:
        assert choice(at("hands=3P,1L/2B"), level) == "pass"


def test_unknown_level() -> None:
    with pytest.raises(ValueError, match="the levels are: easy, normal"):
        choice(at("hands=3P,1L/2B"), "grandmaster")


@pytest.mark.parametrize(("must_play", "matches", "least"), [("honour", 6, 0.65), ("strict", 2, 0.52)])
def test_normal_beats_easy(must_play: str, matches: int, least: float) -> None:
    """Hands of two, counted by who is better off; where both have to play, the cards decide more."""
    wins = hands = 0
    for seed in range(scaled(matches)):
        session = Session.new("socki", 2, seed, {"must_play": must_play})
        normal = seed % 2
        while (seat := session.to_move) is not None:
            for event in session.play(choice(session, "normal" if seat == normal else "easy", seed)):
                if event.kind == "hand_end":
                    hands += 1
                    wins += event.data["points"][normal] < event.data["points"][1 - normal]
    assert wins >= least * hands, (wins, hands)
