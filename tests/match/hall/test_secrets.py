"""What phones hear of other tables and other hands: nothing, byte by byte.

A lesson is played twice. The second time all is another at the other tables: the cards, the rules, who sits
there and what they do. Whatever a phone of the first table was told, in whatever order, has to be the same.
"""

from __future__ import annotations

import json

import pytest

from game.core.session import Session
from game.match.hall import HallPlan, TablePlan
from game.match.hall._table import RandomSource
from tests.match.hall.phones_room import Lesson
from tests.matches import GAMES
from tests.scale import scaled


def lesson(game: str, seeds: list[int], players: int, options: list[dict[str, object]]) -> Lesson:
    made = HallPlan(game, tuple(TablePlan(players, dict(one)) for one in options))  # type: ignore[arg-type]
    drawn = iter([*seeds, *range(10_000, 10_100)])
    return Lesson(made, seeds=RandomSource(lambda: next(drawn), lambda: "5a" * 16))


def heard_at_the_first_table(
    game: str, seeds: list[int], others: dict[str, object], rounds: int
) -> list[list[str]]:
    """All that its phones heard, by person."""
    players = 5 if game == "sociable" else 2
    found = lesson(game, seeds, players, [{}, others, others])
    for person in range(players):
        found.join(person, f"P{person}")
    for person in range(players, players * 3):
        found.join(person, f"{others}{seeds[1]} {person}"[-20:])
    found.turn()
    found.hall.seating.by_list()
    found.hall.begin(found.now)
    found.turn()
    first = found.table(1)
    for number in range(rounds):
        # The other tables are played at another pace, and somebody goes from one of them to the other.
        for table in (1, *((2,) if seeds[1] % 2 or number % 3 else ()), 3):
            found.move(table)
        if number == 20 and seeds[1] % 2:
            found.hall.seating.swap(found.table(2).people[0], found.table(3).people[0])
        found.tick()
        if first.hands and first.pages:
            break
    assert sum(len(Session.from_record(page.record).log) for page in first.all_pages) > 20
    return [list(filter(is_of_first_match, found.party.heard_by[person])) for person in range(players)]


def is_of_first_match(text: str) -> bool:
    """The next one is dealt from whatever seed is drawn next, and counted among those of all tables."""
    state = json.loads(text)["state"]
    return bool(state["lobby"]) or state["match"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_hears_nothing_of_another_table(game: str) -> None:
    rounds = scaled(24, 1500)
    others: dict[str, object] = {"exchange": "reversed"} if game == "sociable" else {}
    one = heard_at_the_first_table(game, [7, 1, 2], {}, rounds)
    other = heard_at_the_first_table(game, [7, 5, 4], others, rounds)
    third = heard_at_the_first_table(game, [7, 8, 9], others, rounds)
    assert one == other == third


def test_the_comparison_would_catch_a_leak() -> None:
    """Another seed at the first table itself changes what is heard there."""
    one, other = (heard_at_the_first_table("sociable", [seed, 1, 2], {}, 24) for seed in (7, 8))
    assert one != other


def test_two_hands_of_one_table_are_told_apart() -> None:
    """A phone is told the cards of its own chair, and dealt anew they are others."""
    told = []
    for deal in (3, 4):
        found = lesson("sociable", [deal, 50], 5, [{}, {}])
        for person in range(10):
            found.join(person)
        found.turn()
        found.hall.begin(found.now)
        found.turn()
        play = found.table(1).play
        assert play is not None
        session: Session = play.match.session
        for seat, chair in enumerate(found.table(1).chairs):
            assert chair is not None
            seen = found.state(chair.person)["seen"]
            hands = [set(session.observe(other).get("hand", ())) for other in range(5)]
            assert set(seen["hand"]) == hands[seat]
        told.append([found.state(person)["seen"]["hand"] for person in range(10)])
    assert told[0] != told[1]
