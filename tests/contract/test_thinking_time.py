"""No bot exceeds its time for a decision, on a clock that only its work advances.

The positions are the hardest from matches of bots. Each is so large that the time ends in the middle of a
search.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.core.discovery import find_game, import_object
from game.core.game import HintLevel
from game.core.rng import SeededRng
from game.core.rummy._solver import Solver
from game.core.search import BEST_LEVEL, LEVEL_SECONDS, Budget
from game.core.session import Session
from game.games.city.bot.search import CitySearchNode
from game.games.rockit.bot.mask_solver import MaskSolver
from game.games.rockit.bot.search import RolloutGame
from game.games.sociable.bot.endgame import Endgame
from game.games.sociable.bot.playouts import EvaluatedRollouts, RolloutEngine
from game.games.socker.bot.search import grounds
from game.games.socker.bot.turn_generator import TurnGenerator, goals_of
from tests.contract.test_bots import hinting

BAR = 1.5  # maximum duration of a decision, as a share of its time


@dataclass(frozen=True)
class Hard:
    """A position that is too large for the time.

    Attributes:
        rate: units of work that take a second.
        levels: levels that run out of time.
        hint: True if the reasons of a hint run out of time too.
    """

    game: str
    position: str
    rate: int
    levels: tuple[str, ...]
    options: dict[str, object] = field(default_factory=dict)
    hint: bool = False


HARD = {
    "socker with seven actions": Hard(
        "socker",
        "field=9/2B2B3/7R1/4o4/4RB3/5B3/2BR5/2R6/2R6/9/9 phase=play turn=1 acts=7 left=7 limit=3 mover=1"
        " row=- score=0/0 turns=33 near=3/6 leg=33",
        400,
        ("hard", "master"),
        {"goals": 1, "extra_time": 8, "extra_most": 7},
    ),
    "city, where a blocker is placed on a large board": Hard(
        "city",
        "board=1.1@a8,0.5@b6,0.0@b11,2.5@c4,3.2@d7,4.2@d9,1.0@e2,4.4@e9,4.2@e10,4.2@e12,2.0@f4,0.2@f5,"
        "3.5@f7,2.5@f9,2.5@f13,3.0@g1,1.0@h3,3.5@h8,1.2@i9,0.3@j6 socks=red:d11/j6,yellow:g13/h4,"
        "green:f12/h2,blue:b12/h1,violet:b10/j5,orange:d4/d12 tracks=-/- phase=blockers turn=0 left=1"
        " supply=40/10 claimed=-/- blockers=c6",
        250,
        ("hard", "master"),
        {"blockers": 6, "board_build": "manual", "sock_setup": "free", "apart_min": 7, "apart_max": 10,
         "vacant_min": 5, "vacant_max": 13, "handicap": "second", "handicap_track": 10},
    ),
    "socki with many piles and six hands": Hard(
        "socki",
        "table=2P,2P,2F,2F,2B/5P,5F,5B/10P,10B,10L/9F,10F,11F/10F,11F,12F/2B,3B,4B/6B,7B,8B/2L,3L,4L"
        " hands=1P,4P,3F,7F,8F,9B,6L/1P,6P,HP,4F,12F,1B,11B,1L,11L/5P,6F,12B,8L/4P,7P,12B,9L/"
        "6P,9P,11P,12P,7F,7B,11B,HB,5L,8L/3P,8P,HP,1F,6F,9B,HB,7L stock=3L,5F,HL,9P,5B,9L,7L,HL,10P,HF,12P,"
        "HF,10L,4F,12L,11P,1L,3P,12L,11L,1B,8F,3B,4B,8P,5L,6L,6B,4L,3F,8B,9F,10B,1F,7P,2L turn=4 dealer=5"
        " drawn=0 passes=0 scores=0/42/23/31/29/30",
        300,
        (),
        hint=True,
    ),
    "socki, where one play takes thousands of looks": Hard(
        "socki",
        "table=1P,1P,1L/2P,3P,4P/3P,3F,3B,3B/4P,4F,4B/HF,HB,HL/1L,2L,3L,4L,5L,6L"
        " hands=HP,6F,7F,4B,7B,4L/5P,2F,9F,11F,8B,7L,9L,11L/"
        "11P,10F,6B,6B,9B,12B/9P,12P,12F,HL/9P,10F,12B,8L/"
        "10P,12P,2B,7B,9B,10B,11B,10L/6P,8P,8F,9F,5B,11B/10P,2F,HF,10B,6L,7L"
        " stock=HB,7F,4F,11F,1B,12F,11L,5L,8P,8B,5B,7P,5F,HP,1B,"
        "2P,3L,1F,3F,9L,10L,5F,1F,12L,6F,7P,11P,2B,8L,8F,12L,5P,2L,6P"
        " turn=5 dealer=0 drawn=0 passes=0 scores=22/48/10/50/48/43/61/29",
        2000,
        ("master",),
        {"happy_mode": "wrap", "must_play": "strict"},
    ),
    "rockit with eighteen cards in hand": Hard(
        "rockit",
        "table=3D,3H,3S/4D,4H,4S,4C/6D,6S,6C/9D,10D,JD/6H,7H,8H,9H/3C,JK=4C,5C,JK=6C/JK=6C,7C,8C,9C,JK=10C"
        " hands=2D,3D,4D,5D,7D,JD,6H,JH,JH,QH,KH,KH,AS,6S,3C,4C,5C,QC/"
        "AD,2D,9D,10D,AH,7H,8H,2S,3S,8S,10S,QS,AC,AC/"
        "AD,5D,2H,3H,5H,5H,10H,5S,7S,9S,2C,10C,JC,QC,KC/"
        "6D,8D,QD,AH,2H,10H,QH,9S,JS,KS,2C,6C,9C,10C,KC stock=4H,4S,JC,QS,8C,KD,KS,9H,KD,7D,2S,7S,QD,8D,5S,"
        "10S,7C,JS,8S,AS turn=0 in=1/1/1/1 came=0 passes=0 wins=0/0/0/0",
        300,
        (),
        {"decks": 2, "coming_in_points": 20},
        hint=True,
    ),
    "sociable with hands of seven cards": Hard(
        "sociable",
        "hands=8D,8S,9H,9C,10H,10S,QH/8H,8C,9D,QD,QS,QC,KS/9S,10D,10C,KD,KC,AH,AC,JK/KH,JK order=3,2,1,0"
        " give=- lead=AD,AS by=3 passes=0 turn=2 out=- scores=5/1/4/8 gone=JD,JH,JS,JC laid=3 quit=-"
        " given=0>3:JC,AS,JK/3>0:8S,10S,QH/1>2:AH,AC/2>1:8H,QD rounds=3:4/3:2",
        8000,
        ("master",),
        {"joker_pair_beats_same_rank": True},
    ),
}  # fmt: skip


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the work of every search, in a list of one number."""
    done = [0]

    def count(owner: type, name: str, much: Callable[..., int] = lambda *_given: 1) -> None:
        original = getattr(owner, name)

        def counting(*given: Any) -> object:
            done[0] += much(*given)
            return original(*given)

        monkeypatch.setattr(owner, name, counting)

    for owner, name in (
        (TurnGenerator, "nexts"),
        (CitySearchNode, "after_laying"),
        (Solver, "_narrow"),
        (RolloutGame, "play"),
        (MaskSolver, "ask"),
        (Endgame, "leads_to"),
    ):
        count(owner, name)
    count(RolloutEngine, "step", lambda _playouts, tables: len(tables.lead))
    count(EvaluatedRollouts, "step", lambda _playouts, tables: len(tables.lead))
    grounds.cache_clear()
    goals_of.cache_clear()
    return done


@pytest.mark.parametrize("name", HARD)
def test_deadline_interrupts_a_search(name: str, counted: list[int]) -> None:
    hard = HARD[name]
    session = Session.from_position(hard.game, hard.position, options=hard.options)
    seen = session.observe(session.to_move)
    for level in find_game(hard.game).bot.levels:
        begun = counted[0]
        budget = Budget(seconds=1, clock=lambda: counted[0] / hard.rate)
        move = find_game(hard.game).bot.choose(seen, session.options, level, SeededRng(1), budget)
        assert session.refusal(move) is None
        share = (counted[0] - begun) / hard.rate
        assert share <= BAR, level
        assert level not in hard.levels or share >= 1, f"{level} is in no hurry: the position tests nothing"


@pytest.mark.parametrize("name", HARD)
def test_deadline_interrupts_the_reasons_of_a_hint(
    name: str, counted: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    hard = HARD[name]
    monkeypatch.setattr(Budget.__init__, "__defaults__", (None, None, lambda: counted[0] / hard.rate))
    session = Session.from_position(hard.game, hard.position, options=hard.options)
    assert session.to_move is not None
    where, *arguments = hinting(session).hint_request(session.to_move, HintLevel.MOVE, "full")
    advise = import_object(where)
    assert callable(advise)
    advise(*arguments)
    share = counted[0] / hard.rate / LEVEL_SECONDS[BEST_LEVEL]
    assert share <= BAR
    assert not hard.hint or share >= 1, "the hint is in no hurry: the position tests nothing"
