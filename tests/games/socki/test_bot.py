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
    session = at("table=1P,2P,3P,4P,5P hands=3P,9L,9B,9F,1L/2B stock=1F")
    assert choice(session, "normal") == "play 1P 2P 3P | 3P 4P 5P | 9F 9B 9L"
    moves = {choice(session, "easy", seed) for seed in range(30)}
    assert moves == {"draw", "play 1P 2P 3P 4P 5P | 9F 9B 9L"}


def test_easy_finds_the_rearrangement_only_where_it_must() -> None:
    position = "table=1P,2P,3P,4P,5P hands=3P,1L/2B stock=1F"
    assert {choice(at(position), "easy", seed) for seed in range(10)} == {"draw"}
    assert choice(at(position, must_play="strict"), "easy") == "play 1P 2P 3P | 3P 4P 5P"


def test_passing_when_the_stock_is_empty() -> None:
    for level in BOT.levels:
        assert choice(at("hands=3P,1L/2B"), level) == "pass"


def test_unknown_level() -> None:
    with pytest.raises(ValueError, match="the levels are: easy, normal"):
        choice(at("hands=3P,1L/2B"), "grandmaster")


def test_normal_beats_easy() -> None:
    """Hands of two: normal goes out first in at least 65 % of them."""
    wins = hands = 0
    for seed in range(scaled(6)):
        session = Session.new("socki", 2, seed)
        normal = seed % 2
        while (seat := session.to_move) is not None:
            for event in session.play(choice(session, "normal" if seat == normal else "easy", seed)):
                if event.kind == "hand_end":
                    hands += 1
                    wins += event.data["points"][normal] < event.data["points"][1 - normal]
    assert wins >= 0.65 * hands, (wins, hands)
