"""Environments pass PettingZoo's own tests and return the record of a finished match."""

import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the environments need PettingZoo: pip install pettingzoo")

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # raised by environments that its tests import
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
    from pettingzoo.utils.conversions import parallel_to_aec

from game.core.rng import SeededRng
from game.core.session import Session
from sockdrawer_research import environments
from sockdrawer_research.aec import MatchEnv
from sockdrawer_research.sociable import ALONE, GIFT, PASS
from sockdrawer_research.tools.learn import by_chance, cards_of, compared, trained
from tests.sampling import in_soak, sample_size

SHORTEST: dict[str, dict[str, object]] = {
    "socki": {"target": 0},
    "sociable": {"target": 0},
    "socker": {"goals": 1, "dawdle": 0},
}
FEW = range(70, 73)


def played(env: MatchEnv, seed: int | None = None, most: int = 20_000) -> dict[str, float]:
    """Total rewards of each agent in a match of random actions."""
    env.reset(seed=seed)
    chance, got = SeededRng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        seen, reward, terminated, truncated, _info = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            assert seen is not None
            env.step(chance.pick(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


@pytest.fixture(autouse=True)
def _its_warnings() -> None:
    """Silence PettingZoo's warnings about dictionary observations and their spaces."""
    for told in ("Observation is not a NumPy array", "Observation space for each agent probably"):
        warnings.filterwarnings("ignore", message=told)


EVERY = pytest.mark.parametrize(
    ("slug", "seed"), [*((slug, None) for slug in environments.GAMES), ("city", FEW)]
)


@EVERY
def test_environment_passes_the_api_test(slug: str, seed: range | None) -> None:
    api_test(environments.make(slug, seed=seed, render_mode="ansi"), num_cycles=sample_size(60))
    parallel_api_test(environments.parallel(slug, seed=seed, max_cycles=50), sample_size(60))


@EVERY
def test_environment_passes_the_seed_test(slug: str, seed: range | None) -> None:
    seed_test(partial(environments.make, slug, seed=seed), num_cycles=sample_size(40))
    parallel_seed_test(
        partial(environments.parallel, slug, seed=seed, max_cycles=40), num_cycles=sample_size(40)
    )


@EVERY
def test_environment_passes_the_max_cycles_test(slug: str, seed: range | None) -> None:
    """PettingZoo's test asks each agent once per cycle, so it gets the parallel environment in its own
    wrapper."""
    parallel = partial(environments.parallel, slug, seed=seed)
    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles=max_cycles))
        )
    )


@pytest.mark.parametrize("slug", environments.GAMES)
def test_match_runs_to_its_end(slug: str) -> None:
    env = environments.make(slug, options=SHORTEST.get(slug))
    got = played(env, seed=4, most=200_000 if slug in ("socki", "socker") else 20_000)
    assert not env.agents
    assert sum(got.values()) == pytest.approx(0)
    assert max(got.values()) == 1 or set(got.values()) == {0}
    session = Session.from_record(env.record())
    assert session.outcome is not None
    assert {agent for agent, reward in got.items() if reward == max(got.values())} >= {
        f"player_{seat}" for seat in session.outcome.winners
    }


def test_finished_match_returns_its_record() -> None:
    env = environments.make("city", seed=3)
    env.reset()
    assert env.infos == {"player_0": {}, "player_1": {}}
    while not any(env.terminations.values()):
        seen = env.last()[0]
        assert seen is not None
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    told = env.infos["player_1"]["record"]
    assert told == env.record()
    assert Session.from_record(told).outcome is not None
    assert '[Seed "3"]' in told


def test_truncated_match_has_no_rewards() -> None:
    env = environments.make("socker", max_cycles=25)
    got = played(env, seed=1)
    assert set(got.values()) == {0}
    assert len(env.play.session.log) == 25
    env.reset(seed=1)
    for _ in range(25):
        seen = env.last()[0]
        assert seen is not None
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert not any(env.terminations.values())


def test_seed_fixes_a_match_and_its_successors() -> None:
    first, second = environments.make("sociable", seed=9), environments.make("sociable", seed=9)
    told = []
    for _ in range(3):
        first.reset()
        second.reset()
        assert first.play.session.seed == second.play.session.seed
        told.append(first.play.session.seed)
    assert told[0] == 9
    assert len(set(told)) == 3
    other = environments.make("sociable")
    other.reset()
    assert other.play.session.seed not in told


def test_seed_pool_repeats_its_matches() -> None:
    few, any_ = environments.make("city", seed=FEW), environments.make("city")
    begun = []
    for seed in range(2 * len(FEW)):
        few.reset(seed=seed)
        any_.reset(seed=FEW[seed % len(FEW)])
        assert few.record() == any_.record()
        begun.append(few.play.session.position())
        for _ in range(2):  # moves do not change the stored start
            few.step(few.play.legal()[0])
        assert few.play.session.position() != begun[-1]
    assert begun[:3] == begun[3:]
    assert len(set(begun)) == len(FEW)


def test_unseeded_matches_are_drawn_from_the_pool() -> None:
    env = environments.make("city", seed=FEW)
    drawn = []
    for first in (5, None, None, None, None, 5, None, None, None, None):
        env.reset(seed=first)
        drawn.append(env.play.session.seed)
    assert drawn[:5] == drawn[5:]
    assert len(set(drawn)) > 1
    assert set(drawn) <= set(FEW)
    with pytest.raises(ValueError, match="no seed to begin"):
        environments.make("city", seed=[])


def test_players_and_options_are_arguments() -> None:
    env = environments.make("sociable", 4, {"exchange": "off", "target": 16})
    env.reset(seed=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert env.play.session.options["target"] == 16
    assert not env.play.session.observe(0)["give"]
    with pytest.raises(ValueError, match="has no option"):
        environments.make("socker", options={"gaols": 1})
    with pytest.raises(ValueError, match="is for 4 to 5 players"):
        environments.make("sociable", 6)


def test_only_the_agent_to_move_may_act() -> None:
    env = environments.make("socki", 3)
    env.reset(seed=2)
    for agent in env.possible_agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)
    with pytest.raises(ValueError, match="has to choose"):
        env.step(None)
    with pytest.raises(ValueError, match="not legal"):
        env.step(2)


def test_parallel_step_uses_only_the_action_to_move() -> None:
    env = environments.parallel("socker", seed=5)
    seen, _infos = env.reset()
    wait = env.action_space("player_0").n - 1
    assert [bool(seen[agent]["action_mask"][wait]) for agent in env.agents].count(True) == 1
    before = env.play.session.position()
    env.step(dict.fromkeys(env.agents, wait))
    assert env.play.session.position() == before
    seat = env.play.seat
    assert seat is not None
    legal = int(np.flatnonzero(seen[f"player_{seat}"]["action_mask"])[0])
    env.step({f"player_{seat}": legal, f"player_{1 - seat}": legal})
    assert len(env.play.session.log) == 1


def test_position_is_rendered_as_text() -> None:
    env = environments.make("socker", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.play.session.position()
    env.close()


# Example of a learning player: a slice of its one-minute run.


def test_actions_list_the_cards_they_use() -> None:
    assert cards_of(PASS).sum() == 0
    assert cards_of(ALONE)[-1] == 1
    assert list(cards_of(8 * 4 + 4)) == [0, 0, 0, 0, 2, 0, 0, 1]  # two queens and a joker
    assert list(np.flatnonzero(cards_of(GIFT + 3))) == [3]


@in_soak
def test_learner_beats_random_players() -> None:
    learnt = compared(trained(40).choose, 25)
    assert learnt > 0.15
    assert learnt > compared(by_chance, 25)
