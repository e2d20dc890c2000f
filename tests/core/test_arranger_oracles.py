"""The arranger against judges that share no code with it: everything tried, and an integer program."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.rummy import best_play, can_play
from tests.core.rummy_oracle import exhaustive, faults, position, program
from tests.scale import scaled

SOCKI: list[dict[str, object]] = [{"happy_mode": mode} for mode in ("wrap", "both", "high", "low")]
ROCKIT: list[dict[str, object]] = [{"joker_in_kind": mode} for mode in ("declared", "any_missing")]
GAMES = [("socki", options) for options in SOCKI] + [("rockit", options) for options in ROCKIT]


def judge(game: str, options: dict[str, object], table: list[list[str]], hand: list[str], value: int) -> None:
    found = best_play(game, table, hand, options)
    assert found.value == len(found.cards) == value
    assert not faults(game, table, hand, options, (found.cards, found.table))
    assert can_play(game, table, hand, options) == (value > 0)


@pytest.mark.parametrize(("game", "options"), GAMES)
@settings(derandomize=True, max_examples=scaled(3, 600), deadline=None)
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
