"""The arranger against judges that share no code with it: everything tried, and an integer program.

In a soak: the 200 positions of ``positions/``, 20,000 of games of bots and 1,800 made up ones against the
program, 20,400 made up ones against everything tried; `test_solver` asks the program 20,000 times about piles
that have to stay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy import best_play, can_play
from tests.core.rummy_oracle import exhaustive, faults, position, program
from tests.scale import scaled, some
from tools.bench import recorded

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
@settings(derandomize=True, max_examples=scaled(3, 3400), deadline=None)
@given(seed=st.integers(0, 2**40))
def test_small_positions_against_trying_everything(game: str, options: dict[str, object], seed: int) -> None:
    table, hand = position(game, Random(seed), options, 3, 5)
    hand = sorted(hand, key=lambda card: card == "JK")[:7]
    judge(game, options, table, hand, exhaustive(game, table, hand, options))


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(derandomize=True, max_examples=scaled(2, 300), deadline=None)
@given(seed=st.integers(0, 2**40))
def test_large_positions_against_an_integer_program(game: str, options: dict[str, object], seed: int) -> None:
    pytest.importorskip("highspy")
    table, hand = position(game, Random(seed), options, 14, 16)
    judge(game, options, table, hand, program(game, table, hand, options))


@pytest.mark.parametrize("game", ["socki", "rockit"])
def test_kept_positions_against_an_integer_program(game: str) -> None:
    lines = (Path(__file__).parent / "positions" / f"{game}.jsonl").read_text().splitlines()
    kept = [json.loads(line) for line in lines]
    assert len(kept) == 100
    for one in kept[:: scaled(2, 1)]:
        judge(game, one["options"], one["table"], one["hand"], one["most"])
    pytest.importorskip("highspy")
    for one in kept[:: scaled(20, 1)]:
        assert program(game, one["table"], one["hand"], one["options"]) == one["most"]


@pytest.mark.parametrize("game", ["socki", "rockit"])
@pytest.mark.parametrize("part", some(range(20), 0))
def test_positions_of_games_against_an_integer_program(game: str, part: int) -> None:
    pytest.importorskip("highspy")
    positions = recorded(game, scaled(60, 1000), largest=110, seed=100 * part)[:: scaled(10, 2)]
    for one in positions:
        judge(game, one.options, one.table, one.hand, program(game, one.table, one.hand, one.options))
