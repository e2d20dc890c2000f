"""A cup: nobody is met twice while that can be avoided, byes are fair, points make the order."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.chance import Chance
from game.match.hall import Cup, Game, Mode


def people(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(count))


def played(cup: Cup, chance: Chance, rounds: int = 99) -> Cup:
    """All rounds, decided by chance."""
    while cup.may_pair and len(cup.rounds) < rounds:
        cup = cup.paired()
        for number, game in enumerate(cup.rounds[-1]):
            if not game.is_bye:
                cup = cup.decided(number, chance.pick((0.0, 0.5, 1.0)))
    return cup


@pytest.mark.parametrize("count", range(3, 17))
def test_everyone_meets_everyone_once(count: int) -> None:
    cup = played(Cup(people(count), Mode.ALL), Chance("cup", count))
    games = [game for games in cup.rounds for game in games]
    pairs = [tuple(sorted((game.one, game.other))) for game in games if game.other is not None]
    assert sorted(pairs) == list(combinations(range(count), 2))
    assert {cup.byes(person) for person in cup.people} == ({1} if count % 2 else {0})


@given(count=st.integers(3, 24), seed=st.integers(0, 10**6))
def test_swiss_pairs_everybody_once_a_round_and_nobody_twice(count: int, seed: int) -> None:
    cup = played(Cup(people(count)), Chance("cup", seed))
    seen: set[frozenset[int | None]] = set()
    for games in cup.rounds:
        there = [person for game in games for person in (game.one, game.other) if person is not None]
        assert sorted(there) == list(range(count))
        for game in games:
            pair = frozenset((game.one, game.other))
            assert pair not in seen, "they have met before"
            seen.add(pair)
    assert max(map(cup.byes, cup.people)) <= 1


@given(count=st.integers(4, 16), seed=st.integers(0, 10**6))
def test_the_order_is_by_points_then_by_those_of_the_opponents(count: int, seed: int) -> None:
    cup = played(Cup(people(count)), Chance("cup", seed))
    order = cup.standings()
    for one, other in pairwise(order):
        assert (one.points, one.buchholz) >= (other.points, other.buchholz)
    games = sum(len(games) for games in cup.rounds)
    assert sum(one.points for one in order) == games


def test_the_winners_of_the_first_round_meet_in_the_second() -> None:
    cup = Cup(people(8)).paired()
    for number in range(4):
        cup = cup.decided(number, 1.0)
    winners = {game.one for game in cup.rounds[0]}
    second = cup.paired().rounds[1]
    assert all((game.one in winners) == (game.other in winners) for game in second)


def test_a_bye_goes_to_the_last_who_has_had_none() -> None:
    cup = Cup(("A", "B", "C", "D", "E")).paired()
    assert cup.rounds[0][-1] == Game(4)
    cup = cup.decided(0, 1.0).decided(1, 1.0).paired()
    [bye] = [game for game in cup.rounds[1] if game.is_bye]
    assert bye.one != 4


def test_the_first_two_meet_in_the_final_and_a_draw_goes_to_the_first() -> None:
    cup = played(Cup(people(6), length=2), Chance("cup", 1))
    first, second = (one.person for one in cup.standings()[:2])
    final = cup.with_final()
    assert final.final == Game(first, second)
    assert final.winner is None
    assert final.with_final(0.0).winner == second
    assert final.with_final(0.5).winner == first


def test_rounds_come_in_their_order() -> None:
    cup = Cup(people(4)).paired()
    with pytest.raises(ValueError, match="No further round"):
        cup.paired()
    with pytest.raises(ValueError, match="still to be played"):
        cup.with_final()
    with pytest.raises(ValueError, match="won, lost or drawn"):
        cup.decided(0, 0.7)


def test_no_cup_of_two_and_none_of_namesakes() -> None:
    with pytest.raises(ValueError, match="not 2"):
        Cup(people(2))
    with pytest.raises(ValueError, match="same name"):
        Cup(("A", "A", "B"))


@given(count=st.integers(3, 12), seed=st.integers(0, 99), mode=st.sampled_from(Mode))
def test_it_is_kept_and_recalled(count: int, seed: int, mode: Mode) -> None:
    cup = played(Cup(people(count), mode), Chance("cup", seed), 2)
    assert Cup.recalled(cup.kept()) == cup
