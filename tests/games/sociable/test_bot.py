"""The computer players: always legal, the same for the same chance, and the better one plays better."""

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session
from game.games.sociable.bot import CARELESS
from game.games.sociable.bot.weighing import Table
from game.games.sociable.rules.events import observed
from tests.games.sociable.helpers import at
from tests.matches import fields

BOT = find("sociable").bot


def chosen(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    assert session.to_move is not None
    return BOT.choose(session.observe(session.to_move), session.options, level, Chance(seed), budget)


REST = "9D,9S/10D,10S/JD,JS/QD,QS"


def test_normal_wins_a_sure_run_against_any_answer() -> None:
    """Nobody has three cards, so the eights hold, and so do an ace and a joker; the king goes last."""
    for seed in range(20):
        session = at(f"hands=8D,8S,8H,KC,AC,JK/{REST}")
        for step in range(40):
            if fields(session)["out"] != "-":
                break
            moves = session.moves()
            session.play(
                chosen(session, "normal") if session.to_move == 0 else Chance(seed, step).pick(moves)
            )
        assert fields(session)["out"] == "0"


def test_table_knows_when_nobody_can_top() -> None:
    session = at("hands=8S,KC,AC/9D/9S,10S,10H,10D/JD,JS/QD,QS gone=AD,AH,JK,JK")
    table = Table.seen_by(observed(session.observe(0)))
    assert table.holds(1, 6) == 1
    assert table.holds(1, 5) < 1
    assert table.holds(2, 6) == 1
    assert 0 < table.holds(2, 3) < 1
    assert table.holds(5, 0) == 1
    assert table.holds(1, 4) > table.holds(1, 2)


def test_easy_lays_low_cards_and_is_careless_now_and_then() -> None:
    session = at(f"hands=8D,8S,8H,KC,AC,JK/{REST}")
    moves = [chosen(session, "easy", seed) for seed in range(300)]
    low = moves.count("play 8D") / len(moves)
    assert 1 - CARELESS - 0.1 < low < 1
    assert len(set(moves)) > 4


def lays(level: str) -> int:
    """How often it lays something where it could pass, in the same positions."""
    found = 0
    for seed in range(30):
        session = Session.new("sociable", 5, seed)
        for _ in range(1 + seed % 6):
            session.play(chosen(session, "normal"))
        while not session.observe(None)["lead"]:
            session.play(chosen(session, "normal"))
        found += chosen(session, level, seed) != "pass"
    return found


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_the_climber_rather_lays_than_passes(level: str) -> None:
    assert lays(f"{level}/climber") > lays(level)
