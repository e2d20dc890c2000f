"""Computer players of RockIt: legal under every house rule, the same for the same chance, of strengths."""

import json

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.session import Session
from tests.games.rockit.test_rules import at
from tests.scale import scaled

BOT = find("rockit").bot


def choice(session: Session, level: str, seed: int = 0) -> str:
    seat = session.to_move
    assert seat is not None
    seen = json.loads(json.dumps(session.observe(seat)))
    return BOT.choose(seen, session.options, level, Chance(seed, len(session.log)))


HOUSES: list[dict[str, object]] = [
    {},
    {"must_play": True, "joker_in_kind": "any_missing"},
    {"continue_after_coming_in": False, "keep_rearranged_board": True, "decks": 2},
    {"coming_in_points": 50, "pile_empty": "draw_game", "must_play": True},
    {"best_of": 3, "coming_in_points": 10},
]


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: "-".join(house) or "usual")
@pytest.mark.parametrize("level", BOT.levels)
def test_a_whole_match(house: dict[str, object], level: str) -> None:
    for seed in range(scaled(2)):
        session = Session.new("rockit", 2 + seed % 4, seed, house if seed % 4 == 0 else {**house, "decks": 2})
        while session.to_move is not None:
            move = choice(session, level, seed)
            assert move == choice(session, level, seed)
            session.play(move)
        assert session.outcome is not None


def test_normal_comes_in_with_the_trick_that_leaves_the_least() -> None:
    session = at("table=7C,8C,9C hands=JD,QD,KD,JH,JS,2C/4D in=0/1 stock=5D")
    assert choice(session, "normal") in ("come JD QD KD", "come JD JH JS")
    both = at("table=JC,QC,KC/QH,QS,QC hands=10D,JD,QD,KD,10H,10S,2C/4D in=0/1 stock=5D", decks=2)
    assert choice(both, "normal") == "come 10D JD QD KD"


def test_normal_ends_its_turn_when_nothing_is_left_to_lay() -> None:
    session = at("table=10D,JD,QD hands=2C,4H/4D in=1/0 came=1 stock=5D")
    for level in BOT.levels:
        assert choice(session, level) == "rockit"


def test_normal_rearranges_and_easy_does_not() -> None:
    position = "table=AD,2D,3D,4D,5D hands=3D,9S/9C,10C in=1/1 stock=5S"
    assert choice(at(position, decks=2), "normal") == "play AD 2D 3D | 3D 4D 5D"
    assert {choice(at(position, decks=2), "easy", seed) for seed in range(10)} == {"draw"}
    assert choice(at(position, decks=2, must_play=True), "easy") == "play AD 2D 3D | 3D 4D 5D"


def test_easy_overlooks_things() -> None:
    session = at("hands=2D,2H,2S,9C/9D stock=5D")
    assert {choice(session, "easy", seed) for seed in range(30)} == {"draw", "come 2D 2H 2S"}
    assert {choice(session, "normal", seed) for seed in range(5)} == {"come 2D 2H 2S"}


def test_passing_when_the_stock_is_empty() -> None:
    for level in BOT.levels:
        assert choice(at("hands=2D,2H,9C/9D"), level) == "pass"


def test_unknown_level() -> None:
    with pytest.raises(ValueError, match="the levels are: easy, normal"):
        choice(at("hands=2D,2H,9C/9D"), "grandmaster")


def test_normal_beats_easy() -> None:
    """Games of two: normal wins at least 65 % of them."""
    games = scaled(16)
    wins = 0
    for seed in range(games):
        session = Session.new("rockit", 2, seed)
        normal = seed % 2
        while (seat := session.to_move) is not None:
            session.play(choice(session, "normal" if seat == normal else "easy", seed))
        assert session.outcome is not None
        wins += session.outcome.winners == (normal,)
    assert wins >= 0.65 * games, wins
