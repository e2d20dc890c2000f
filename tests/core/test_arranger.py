"""The worked examples of the rule book, and the promises to callers (SOCKI 1.4, ROCKIT 4.4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy import best_play, can_play, good_play
from game.core.rummy.melds import book_for
from tests.core.rummy_oracle import exhaustive, faults, position, program
from tests.sampling import sample, sample_size
from tools.bench import recorded

NO_OPTIONS: dict[str, object] = {}
ANY_MISSING: dict[str, object] = {"joker_in_kind": "any_missing"}


def piles(text: str) -> list[list[str]]:
    return [pile.split(",") for pile in text.split("/")] if text != "-" else []


def check(
    game: str, table: str, hand: str, value: int, options: Mapping[str, object] = NO_OPTIONS
) -> list[str]:
    """Play the best arrangement, check everything about it, and return the new piles as text."""
    found = best_play(game, piles(table), hand.split(), options)
    assert found.value == len(found.cards) == value
    assert can_play(game, piles(table), hand.split(), options) == (value > 0)
    assert found.table == book_for(game, options).ordered_table(found.table)
    assert not faults(game, piles(table), hand.split(), options, (found.cards, found.table))
    return [",".join(pile) for pile in found.table]


@pytest.mark.parametrize(
    ("table", "hand", "value", "new"),
    [
        ("-", "1P 2P 3P", 3, "1P,2P,3P"),
        ("1P,2P,3P", "4P 7F 7B 7B", 4, "1P,2P,3P,4P/7F,7B,7B"),
        ("7F,7B,7B", "7F", 1, "7F,7F,7B,7B"),
        (
            "1P,2P,3P,4P/5P,5L,5B/7F,7F,7B,7B",
            "4P 1B 4B 3L 9L 10L",
            2,
            "1P,2P,3P/4P,4P,4B/5P,5B,5L/7F,7F,7B,7B",
        ),
        ("8P,9P,10P,11P", "7P 9P 12P", 3, None),
        ("1P,2P,3P", "3L 3B", 0, "1P,2P,3P"),
        ("1P,2P,3P,4P/4B,4L,4F", "1L 9F", 0, "1P,2P,3P,4P/4F,4B,4L"),
        ("-", "-", 0, None),
    ],
)
def test_socki_examples_are_solved(table: str, hand: str, value: int, new: str | None) -> None:
    found = check("socki", table, hand.replace("-", ""), value)
    assert new is None or found == new.split("/")


@pytest.mark.parametrize(
    ("mode", "middle", "high", "low"),
    [("wrap", 1, 1, 1), ("both", 0, 1, 1), ("high", 0, 1, 0), ("low", 0, 0, 1)],
)
def test_happy_counts_where_its_mode_allows(mode: str, middle: int, high: int, low: int) -> None:
    options: dict[str, object] = {"happy_mode": mode}
    check("socki", "-", "11L 12L HL", 3 * high, options)
    check("socki", "-", "HL 1L 2L", 3 * low, options)
    check("socki", "-", "12L HL 1L", 3 * middle, options)
    check("socki", "10L,11L,12L", "HL", high, options)
    check("socki", "1L,2L,3L", "HL", low, options)
    check("socki", "-", "2L 1L HL 12L 11L", 5 if middle else 3, options)


@pytest.mark.parametrize(
    ("table", "hand", "value"),
    [
        ("7C,8C,9C", "10C", 1),
        ("7C,8C,9C", "6C", 1),
        ("7C,8C,9C", "5C 6C", 2),
        ("5H,6H,7H,8H,9H", "7H", 1),
        ("7S,7H,7D/6S,6H,6D", "8S 5H 5D", 3),
        ("9D,10D,JD,QD,KD", "9S 9H", 2),
        ("9D,10D,JD,QD,KD", "KS KH", 2),
        ("9D,10D,JD,QD,KD", "JS JH", 0),
        ("AD,2D,JK=3D,4D", "3D 9S 9H", 3),
        ("AD,2D,JK=3D,4D/9H,9C,9D", "3D 9S", 1),
        ("AD,2D,JK=3D,4D/9H,10H,JH,QH", "3D 9S", 0),
        ("QS,QH,JK=QD", "QD 5C 6C", 3),
        ("QS,QH,JK=QD", "QC 5C 6C", 1),
        ("QS,QH,JK=QD", "QS 5C 6C", 0),
        ("AD,2D,JK=3D,4D,5D,6D", "AS AH", 2),
        ("AD,2D,JK=3D,4D,5D,6D", "3S 3H", 0),
        ("AD,2D,JK=3D,4D,5D,6D", "3D", 1),
        ("4D,5D,6D,JK=7D", "7D AD 2D 3D", 4),
        ("QS,QH,QD,QC", "JK", 0),
        ("QS,QH,QD,QC", "JK JK", 2),
        ("-", "JK JK JK JK", 4),
        ("-", "JK JK 5D", 3),
        ("-", "JK 5D 6H", 0),
        ("2D,3D,4D", "JK KD", 2),
    ],
)
def test_rockit_examples_are_solved(table: str, hand: str, value: int) -> None:
    check("rockit", table, hand, value)


def test_joker_in_a_set_of_three_may_be_either_missing_suit() -> None:
    check("rockit", "QS,QH,JK=QD", "QC 5C 6C", 3, ANY_MISSING)
    check("rockit", "QS,QH,JK=QD", "QD 5C 6C", 3, ANY_MISSING)
    check("rockit", "QS,QH,JK=QD", "QS 5C 6C", 0, ANY_MISSING)
    check("rockit", "QS,QH,JK=QD", "QD", 1, ANY_MISSING)
    check("rockit", "QS,QH,QC,JK=QD", "QD 5C 6C", 3, ANY_MISSING)


def test_taken_jokers_may_share_a_trick() -> None:
    check("rockit", "AD,2D,JK=3D/JK=KS,KH,KC", "3D KS 9H", 3)
    check("rockit", "AD,2D,JK=3D/JK=KS,KH,KC", "3D KS", 0)
    check("rockit", "AD,2D,JK=3D/JK=KS,KH,KC", "3D KS JK", 3)


def test_piles_are_not_moved_unnecessarily() -> None:
    table = "1P,2P,3P,4P,5P,6P/4B,4L,4F/9P,9B,9L/10F,11F,12F"
    added = {"1P,2P,3P,4P,5P,6P,7P", "4F,4B,4L", "9P,9F,9B,9L", "10F,11F,12F"}
    assert added == {*check("socki", table, "7P 9F", 2)}
    assert {"10F,11F,12F", "9P,9B,9L", "4F,4B,4L"} <= {*check("socki", table, "3F 3L 6B 6F", 2)}


@pytest.mark.parametrize(
    ("game", "table", "hand", "options"),
    [
        ("chess", "-", "1P", {}),
        ("socki", "1P,2P", "3P", {}),
        ("socki", "1P,2P,3F", "3P", {}),
        ("socki", "-", "13P", {}),
        ("socki", "-", "JK", {}),
        ("socki", "12P,HP,1P", "2P", {"happy_mode": "high"}),
        ("socki", "-", "1P", {"happy_mode": "middle"}),
        ("rockit", "-", "1D", {}),
        ("rockit", "2D,3D,JK", "4D", {}),
        ("rockit", "-", "JK=4D", {}),
        ("rockit", "7H,7H,7S", "4D", {}),
        ("rockit", "-", "4D", {"joker_in_kind": "all"}),
        ("rockit", "-", "4D " * 8, {}),
    ],
)
def test_broken_input_is_refused_with_a_sentence(
    game: str, table: str, hand: str, options: dict[str, object]
) -> None:
    for ask in (best_play, can_play):
        with pytest.raises(ValueError, match=r"^.+ .+ .+\.$"):
            ask(game, piles(table), hand.split(), options)


def test_input_is_not_changed_and_may_be_tuples() -> None:
    table, hand, options = (
        piles("7S,7H,7D/6S,6H,6D/2D,JK=3D,4D"),
        ["8S", "5H", "5D", "JK", "3D", "KS", "KH"],
        {"x": 1},
    )
    before = deepcopy((table, hand, options))
    first = best_play("rockit", table, hand, options)
    assert (table, hand, options) == before
    assert best_play("rockit", tuple(map(tuple, table)), tuple(hand), options) == first


# two jokers in the hand, two that can be taken; 16 of 17 cards can be laid
HEAVY = (
    "2D,JK=2H,2S,2C/4D,4H,4C/5D,6D,7D,8D,9D/QD,QH,QS/7H,7S,7C/10H,JH,QH,KH,AH,2H/10H,10S,10C/3S,4S,5S/JK=5D,5H,5C",
    "5D 6D 7D 10D KD 2H 8H 4S 6S 6S 7S 10S JS 9C KC JK JK",
)


@pytest.mark.parametrize("work", [0, 100, 1000, 6000])
def test_good_play_is_legal_with_any_work_limit(work: int) -> None:
    table, hand = piles(HEAVY[0]), HEAVY[1].split()
    found = good_play("rockit", table, hand, NO_OPTIONS, work)
    assert found == good_play("rockit", table, hand, NO_OPTIONS, work)
    assert 10 <= found.value == len(found.cards) <= 16
    assert not faults("rockit", table, hand, NO_OPTIONS, (found.cards, found.table))


def test_good_play_is_the_best_with_enough_work() -> None:
    table, hand = piles(HEAVY[0]), HEAVY[1].split()
    assert good_play("rockit", table, hand, NO_OPTIONS, 10**6).value == 16
    light = ("socki", piles("8P,9P,10P,11P"), ["7P", "9P", "12P"], NO_OPTIONS)
    assert good_play(*light) == best_play(*light)
    nothing = ("rockit", piles("8D,9D,10D"), ["2C"], NO_OPTIONS)
    assert good_play(*nothing) == best_play(*nothing)


# two suits nearly go round the circle, so runs may cross its cut in hundreds of ways
ROUND = (
    "AS,2S,3S,4S,5S,6S,7S,8S,9S,10S,JS,QS,KS/3H,4H,5H,6H,7H/QD,KD,JK=AD,2D,3D/JS,JK=JH,JD/"
    "2C,3C,4C,5C,6C,7C,8C,9C,10C,JC,QC,KC/4C,5C,6C,7C,8C/5H,6H,7H,8H,9H,10H,JH/4D,JK=5D,6D/7D,8D,9D/"
    "KD,AD,2D/4S,5S,6S,7S,8S/KH,JK=AH,2H/9S,9D,9C/10S,10D,10C/QS,QH,QC/3S,3D,3C/KH,AH,2H/AS,AD,AC/"
    "9H,10H,JH",
    "5D JC KS",
)


def test_hundreds_of_ways_across_the_cut_are_not_all_enumerated() -> None:
    found = good_play("rockit", piles(ROUND[0]), ROUND[1].split(), NO_OPTIONS)
    assert found.proved
    assert found.value == 3


# from a match; took minutes to search before H had a place at both ends of a suit
BOTH_ENDS = (
    "2P,2B,2B/3P,3P,3B,3L/4P,4P,4F,4L/5P,5F,5F,5L,5L/6P,6F,6F,6L,6L/7P,7F,7B,7B,7L/8P,8F,8B,8B,8L/"
    "9P,9P,9F,9F,9B/10P,10F,10F,10B,10L/11P,11F,11B,11B,11L/12P,12F,12F/1F,2F,3F/3B,4B,5B",
    "HP 6B",
)


def test_full_table_with_happy_at_both_ends_is_solved_soon() -> None:
    found = good_play("socki", piles(BOTH_ENDS[0]), BOTH_ENDS[1].split(), {"happy_mode": "both"}, 1000)
    assert found.proved
    assert found.value == 1


def test_best_opening_of_exactly_three_has_three_cards() -> None:
    three: dict[str, object] = {"opening": "exactly_three"}
    hand = ["4P", "5P", "6P", "7P", "7F", "7B", "2L"]
    check("socki", "-", " ".join(hand), 3, three)
    assert good_play("socki", [], hand, three).value == 3
    check("socki", "-", "4P 5P 7P 7F", 0, three)
    check("socki", "1L,2L,3L", " ".join(hand), 6, three)
    check("socki", "-", " ".join(hand), 6)


# Reference solvers that share no code with it: exhaustive search, and an integer program. In a soak the
# program checks the 200 positions of ``positions/``, 20,000 of bot games and 1,800 random ones, and
# exhaustive search 20,400 random ones; `test_solver` checks 20,000 positions with piles that have to stay.


SOCKI: list[dict[str, object]] = [{"happy_mode": mode} for mode in ("wrap", "both", "high", "low")]
ROCKIT: list[dict[str, object]] = [{"joker_in_kind": mode} for mode in ("declared", "any_missing")]
GAMES = [("socki", options) for options in SOCKI] + [("rockit", options) for options in ROCKIT]


def judge(
    game: str, options: Mapping[str, object], table: Sequence[Sequence[str]], hand: Sequence[str], value: int
) -> None:
    found = best_play(game, table, hand, options)
    assert found.value == len(found.cards) == value
    assert not faults(game, table, hand, options, (found.cards, found.table))
    assert can_play(game, table, hand, options) == (value > 0)


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(derandomize=True, max_examples=sample_size(3, 3400), deadline=None)
@given(seed=st.integers(0, 2**40))
def test_small_positions_match_exhaustive_search(game: str, options: dict[str, object], seed: int) -> None:
    table, hand = position(game, Random(seed), options, 3, 5)
    hand = sorted(hand, key=lambda card: card == "JK")[:7]
    judge(game, options, table, hand, exhaustive(game, table, hand, options))


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(derandomize=True, max_examples=sample_size(2, 300), deadline=None)
@given(seed=st.integers(0, 2**40))
def test_large_positions_match_an_integer_program(game: str, options: dict[str, object], seed: int) -> None:
    pytest.importorskip("highspy")
    table, hand = position(game, Random(seed), options, 14, 16)
    judge(game, options, table, hand, program(game, table, hand, options))


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_stored_positions_match_an_integer_program(game: str) -> None:
    lines = (Path(__file__).parent / "positions" / f"{game}.jsonl").read_text().splitlines()
    kept = [json.loads(line) for line in lines]
    assert len(kept) == 100
    for one in kept[:: sample_size(2, 1)]:
        judge(game, one["options"], one["table"], one["hand"], one["most"])
    pytest.importorskip("highspy")
    for one in kept[:: sample_size(20, 1)]:
        assert program(game, one["table"], one["hand"], one["options"]) == one["most"]


@pytest.mark.parametrize("game", ["socki", "rockit"])
@pytest.mark.parametrize("part", sample(range(20), 0))
def test_positions_from_matches_match_an_integer_program(game: str, part: int) -> None:
    pytest.importorskip("highspy")
    positions = recorded(game, sample_size(60, 1000), largest=110, seed=100 * part)[:: sample_size(20, 2)]
    for one in positions:
        judge(game, one.options, one.table, one.hand, program(game, one.table, one.hand, one.options))
