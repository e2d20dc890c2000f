"""OpenSpiel games pass OpenSpiel's own random simulations and playthroughs."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="make research installs OpenSpiel")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyspiel
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

from game.core.session import Session
from sockdrawer_research import openspiel
from sockdrawer_research.match_stepper import EnvConfig
from tests.sampling import sample_size

flags.FLAGS.mark_as_parsed()

SHORT = {
    "sock_drawer_socker": "options=goals:1,max_length=120",
    "sock_drawer_city": "max_length=30",
    "sock_drawer_sociable": "options=target:0,max_length=150",
}


def loaded(name: str, more: str = "") -> pyspiel.Game:
    return pyspiel.load_game(f"{name}({more or SHORT[name]})")


def random_state(name: str, more: str, actions: int, seed: int = 1) -> pyspiel.State:
    chance, state = np.random.RandomState(seed), loaded(name, more).new_initial_state()
    for _ in range(actions):
        if not state.is_terminal():
            state.apply_action(int(chance.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("name", SHORT)
def test_random_simulations_pass(name: str) -> None:
    """Every state is copied, written as text, read again and observed by all seats."""
    pyspiel.random_sim_test(loaded(name), num_sims=sample_size(1), serialize=True, verbose=False)


def test_random_simulations_of_four_players_pass() -> None:
    game_of_four = loaded("sock_drawer_sociable", "players=4,options=target:0,max_length=100")
    assert game_of_four.num_players() == 4
    pyspiel.random_sim_test(game_of_four, num_sims=sample_size(1), serialize=False, verbose=False)


@pytest.mark.parametrize("name", SHORT)
def test_playthroughs_replay_identically(name: str, tmp_path: Path) -> None:
    few = {"sock_drawer_city": "max_length=2"}.get(name, "max_length=12")
    file = tmp_path / f"{name}.txt"
    file.write_text(generate_playthrough.playthrough(f"{name}({few})", None, seed=3), encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual


@pytest.mark.parametrize("name", SHORT)
def test_state_corresponds_to_a_match(name: str) -> None:
    """Actions, arrays, results and record equal those of the environments."""
    slug = name.removeprefix("sock_drawer_")
    state = random_state(name, SHORT[name], 25)
    session = Session.from_record(state.record())
    assert session.game == slug
    assert session.to_move == state.current_player()
    plan = EnvConfig.of(slug, options=session.options)
    assert state.get_game().num_distinct_actions() == plan.codec.actions
    assert tuple(state.get_game().observation_tensor_shape()) == plan.codec.shape
    if not state.line.choices:
        array = plan.codec.array(session, 1, None)
        if state.current_player() != 1:
            assert np.array_equal(np.array(state.observation_tensor(1)).reshape(array.shape), array)


def test_city_match_ends_with_a_ranking() -> None:
    state = random_state("sock_drawer_city", "max_length=400", 400)
    assert state.is_terminal()
    assert sum(state.returns()) == 0
    outcome = Session.from_record(state.record()).outcome
    assert outcome is not None
    assert state.returns()[outcome.winners[0]] == (1 if len(outcome.winners) == 1 else 0)


def test_overlong_match_returns_zero() -> None:
    state = random_state("sock_drawer_socker", "max_length=20", 30)
    assert state.is_terminal()
    assert state.returns() == [0, 0]


def test_information_state_hides_cards() -> None:
    """Each seat sees only its own dealt hand; the cards drawn for chairs are open."""
    state = random_state("sock_drawer_sociable", "options=exchange:off", 1)
    session = Session.from_record(state.record())
    for seat in range(5):
        dealt = json.loads(state.information_state_string(seat).splitlines()[-1])
        hands = dealt[-1]["hands"]
        assert hands[seat] == session.observe(seat)["hand"]
        assert [hand for other, hand in enumerate(hands) if other != seat] == [{"hidden": 6}] * 4


def test_options_are_parsed_and_invalid_ones_refused() -> None:
    assert openspiel.read_options("goals:1;sockers:3") == {"goals": "1", "sockers": "3"}
    with pytest.raises(ValueError, match="name:value"):
        openspiel.read_options("goals")
