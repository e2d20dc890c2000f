"""The computer players: always legal, the same for the same chance, and the better one plays better."""

from collections.abc import Callable

import pytest

from game.core.chance import Chance
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session
from game.games.sociable.bot import CARELESS
from game.games.sociable.bot.weighing import Table
from game.games.sociable.rules.events import observed
from tests.games.sociable.helpers import at, fields
from tests.scale import scaled

BOT = find("sociable").bot


def chosen(session: Session, level: str, seed: int = 0, budget: Budget | None = None) -> str:
    assert session.to_move is not None
    return BOT.choose(session.observe(session.to_move), session.options, level, Chance(seed), budget)


def places_of_hands(levels: tuple[str, ...], seed: int, *, most: int) -> list[list[int]]:
    """The places of the seats, 0 for the Boss, in each hand of a match."""
    session = Session.new("sociable", len(levels), seed)
    found: list[list[int]] = []
    while session.to_move is not None and len(found) < most:
        events = session.play(chosen(session, levels[session.to_move], seed + len(session.log)))
        orders = [event.data["order"] for event in events if event.kind == "hand_end"]
        found += [[order.index(seat) for seat in range(len(levels))] for order in orders]
    return found


@pytest.mark.parametrize("players", [4, 5])
def test_normal_is_placed_better_than_easy(players: int, figure: Callable[[str], None]) -> None:
    """By half a place at the least, at mixed tables whose seats are rotated."""
    wanted = scaled(120, 5000)
    places: dict[str, list[int]] = {"easy": [], "normal": []}
    hands = match = 0
    while hands < wanted:
        first = ("normal", "easy")[match % 2]
        other = ("easy", "normal")[match % 2]
        table = [first if seat % 2 == 0 else other for seat in range(players)]
        turned = match // 2 % players
        levels = tuple(table[turned:] + table[:turned])
        for row in places_of_hands(levels, 1000 + match, most=wanted - hands):
            hands += 1
            for level, place in zip(levels, row, strict=True):
                places[level].append(place)
        match += 1
    means = {level: sum(found) / len(found) for level, found in places.items()}
    assert hands == wanted
    figure(
        f"SOCiable, {players} players, {hands} hands: mean place of easy {means['easy'] + 1:.2f},"
        f" of normal {means['normal'] + 1:.2f}"
    )
    assert means["easy"] - means["normal"] >= 0.5


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


def test_normal_keeps_groups_together() -> None:
    session = at("hands=8S,9C,9H,9D,AC,JK/8D,8C/10D,10S/JD,JS/QD,QS lead=8H turn=0")
    assert chosen(session, "normal") != "play 9D"


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
