"""The contract tests run over a game that somebody brings, as they run over the five."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests import test_contract as contract
from tests.sixth import sixth_game


@pytest.fixture(autouse=True)
def four() -> Iterator[str]:
    with sixth_game() as slug:
        yield slug


@pytest.mark.parametrize(
    "check",
    [
        contract.test_random_play_ends,
        contract.test_every_listed_move_is_legal_and_canonical,
        contract.test_same_seed_same_match,
        contract.test_record_replays,
        contract.test_position_is_a_fixed_point,
        contract.test_undo_gives_back_what_was_or_says_why_not,
        contract.test_nothing_to_undo,
        contract.test_observations_and_events_are_plain_data,
        contract.test_observation_is_the_position_in_json,
        contract.test_broken_moves_are_refused_and_change_nothing,
        contract.test_bad_calls_are_one_sentence,
        contract.test_every_option_takes_its_values_as_words_too,
        contract.test_house_rules_are_told_in_the_words_of_people,
    ],
    ids=lambda check: check.__name__[5:],
)
def test_the_sixth_game_keeps_the_contract(check: Callable[..., None]) -> None:
    check(game="four")


def test_its_bots_play_to_the_end() -> None:
    contract.test_bots_of_every_level_play_to_the_end("four", 0)
