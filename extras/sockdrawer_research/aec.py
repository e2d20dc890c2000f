"""The PettingZoo environments: turn by turn (`MatchEnv`), and parallel (`ParallelMatchEnv`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from game.core.rng import SeededRng, random_seed
from game.core.session import Session
from sockdrawer_research.codec import MAX_VALUE
from sockdrawer_research.match_stepper import EnvConfig, MatchStepper

VERSION = 1  # of actions and observations; raised when trained models do not fit any more


class MatchSequence:
    """Sequence of the matches of an environment, and their seeds.

    Either any seed starts its own match, or all seeds are from a list: then each of those is set up once and
    kept, and a requested seed is an index into the list, modulo its length.
    """

    def __init__(self, plan: EnvConfig, seed: int | Sequence[int] | None) -> None:
        self._plan = plan
        self._chance: SeededRng | None = None
        self._few = seed if isinstance(seed, Sequence) else None
        self._next = None if isinstance(seed, Sequence) else seed
        self._sessions: dict[int, Session] = {}
        if self._few is not None and not self._few:
            raise ValueError("There is no seed to begin a match with; an empty list was given.")

    def begin(self, seed: int | None) -> MatchStepper:
        """Start the next match, by a given seed (an index if seeds are listed) or the next of the stream.

        A given seed also starts a new stream.
        """
        requested = self._next if seed is None else seed
        self._next = None
        if requested is None and self._chance is None:
            requested = random_seed()
        if requested is not None:
            self._chance = SeededRng(requested, "environment")
            match_seed = requested
        else:
            assert self._chance is not None
            match_seed = self._chance.seed()
        if self._few is None:
            return self._plan.begin(match_seed)
        index = match_seed % len(self._few)
        if index not in self._sessions:
            self._sessions[index] = self._plan.begin(self._few[index]).session
        return MatchStepper(self._plan, self._sessions[index].restarted())


class BaseMatchEnv:
    """Common part of both environments: the agents, their equal spaces, and the match.

    Attributes:
        play: the match; its session contains hidden information, so agents must not use it.
    """

    play: MatchStepper

    def _set_up(
        self, plan: EnvConfig, actions: int, seed: int | Sequence[int] | None, max_cycles: int | None
    ) -> None:
        """Set settings, matches and agents, and for each agent its spaces, with this number of actions."""
        self._plan, self._actions, self._max_cycles = plan, actions, max_cycles
        self._matches = MatchSequence(plan, seed)
        self.possible_agents = [f"player_{seat}" for seat in range(plan.players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        # Always the same object for an agent, because learners seed its spaces.
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MAX_VALUE, plan.codec.shape, np.int16),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Dict space, always the same: ``observation`` (int16, 0 to `MAX_VALUE`), ``action_mask`` (int8)."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of the action numbers, always the same; the last one of a parallel environment is *wait*."""
        return self._action_spaces[agent]

    def _seen_by(self, agent: str) -> dict[str, Any]:
        """Dict with an agent's ``observation`` and ``action_mask``, which is all 0 unless it is to move."""
        seat, mask = self._seat[agent], np.zeros(self._actions, np.int8)
        if seat == self.play.seat:
            mask[: self._plan.codec.actions] = self.play.mask()
        return {"observation": self.play.array(seat), "action_mask": mask}

    def record(self) -> str:
        """Record of the match as text, which ``main.py`` can replay. It reveals everything."""
        return self.play.session.record()

    def label(self, action: int) -> str:
        """Meaning of an action of the game, for people; not of *wait*."""
        return self._plan.codec.label(action)

    def close(self) -> None:
        """Do nothing; there are no resources to release."""


class MatchEnv(BaseMatchEnv, AECEnv[str, dict[str, Any], "int | None"]):
    """A match, turn by turn; created by `environments.make`."""

    def __init__(
        self,
        plan: EnvConfig,
        seed: int | Sequence[int] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"sock_drawer_{plan.game}_v{VERSION}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._set_up(plan, plan.codec.actions, seed, max_cycles)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. A seed fixes all chance in it and in those that follow without one.

        PettingZoo's ``options`` are ignored: house rules are an argument of `environments.make`.
        """
        del options
        self.play = self._matches.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next()

    def step(self, action: int | None) -> None:
        """Make an action for the agent to move, None after its match is over; ValueError if not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move and has to choose an action.")
        self.play.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        self._next()

    def _next(self) -> None:
        """Select the agent to move, or after the end or a cut set all agents' rewards, flags and records."""
        seat = self.play.seat
        cut = self._max_cycles is not None and self._cycles >= self._max_cycles
        if seat is not None and not cut:
            self.agent_selection = self.possible_agents[seat]
            return
        record = self.record()
        for agent, reward in zip(self.agents, self._plan.rewards(self.play.session.outcome), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = seat is None, seat is not None
            self.infos[agent] = {"record": record}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> dict[str, Any]:
        """Dict with an agent's ``observation`` and ``action_mask``, which is all 0 unless it is to move."""
        return self._seen_by(agent)

    def render(self) -> str | None:
        """Full position as text with ``render_mode="ansi"``, or None."""
        return self.play.session.position() if self.render_mode == "ansi" else None


class ParallelMatchEnv(BaseMatchEnv, ParallelEnv[str, dict[str, Any], int]):
    """The match for learners in which all agents act in every cycle; created by `environments.parallel`.

    Only the action of the agent to move has an effect. One more action, the last one, is *wait*: the only
    legal one for all other agents. If the agent to move waits, or its action is not legal, the cycle has no
    effect.
    """

    def __init__(
        self, plan: EnvConfig, seed: int | Sequence[int] | None = None, max_cycles: int | None = None
    ) -> None:
        self.metadata = {"name": f"sock_drawer_{plan.game}_at_once_v{VERSION}", "render_modes": []}
        self.render_mode = None
        self._wait = plan.codec.actions
        self._set_up(plan, self._wait + 1, seed, max_cycles)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Start a new match, as `MatchEnv.reset`; returns (observations, empty infos), each by agent."""
        del options
        self.play = self._matches.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, dict[str, Any]]:
        """``observation`` and ``action_mask`` by agent; all except the agent to move may only wait."""
        observations = {agent: self._seen_by(agent) for agent in self.agents}
        for agent, observation in observations.items():
            observation["action_mask"][self._wait] = self._seat[agent] != self.play.seat
        return observations

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the mover's action if legal: observations, rewards, terminations, truncations, infos by agent.

        Counts a cycle in any case. Rewards are 0 until the match has an outcome.
        """
        agents, seat = self.agents, self.play.seat
        if seat is not None and agents:
            action = int(actions[agents[seat]])
            if action < self._wait and self.play.mask()[action]:
                self.play.step(action)
        self._cycles += 1
        over = self.play.seat is None
        cut = not over and self._max_cycles is not None and self._cycles >= self._max_cycles
        observations = self._observations()
        rewards = dict(zip(agents, self._plan.rewards(self.play.session.outcome), strict=True))
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over or cut:
            infos = {agent: {"record": self.record()} for agent in agents}
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> None:
        """Do nothing; there is no render mode."""
