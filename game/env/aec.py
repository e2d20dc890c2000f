"""The PettingZoo environments: turn by turn (`MatchEnv`), and all at once (`AtOnceEnv`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from game.core.chance import Chance, drawn_seed
from game.core.session import Session
from game.env.codec import MOST, Array, Mask
from game.env.play import Plan, Play

VERSION = 1
"""Of actions and observations: raised when what was learnt does not fit any more."""


class Spaces:
    """The spaces of all agents of an environment, which are alike."""

    def __init__(self, plan: Plan, actions: int) -> None:
        self.agents = [f"player_{seat}" for seat in range(plan.players)]
        self._actions = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._observations = {agent: _observations(plan, actions) for agent in self.agents}

    def actions(self, agent: str) -> spaces.Discrete:
        """The numbers of actions."""
        return self._actions[agent]

    def observations(self, agent: str) -> spaces.Dict:
        """``observation`` and ``action_mask``."""
        return self._observations[agent]


def _observations(plan: Plan, actions: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0, MOST, plan.codec.shape, np.int16),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class Matches:
    """The matches of an environment, one after the other, and their seeds.

    Either any seed begins a match of its own, or all are out of a list: then each of those is set up once and
    kept, and whoever asks for a seed gets the one that stands there, counted round.
    """

    def __init__(self, plan: Plan, seed: int | Sequence[int] | None) -> None:
        self._plan = plan
        self._chance: Chance | None = None
        self._few = seed if isinstance(seed, Sequence) else None
        self._next = None if isinstance(seed, Sequence) else seed
        self._begun: dict[int, Session] = {}
        if self._few is not None and not self._few:
            raise ValueError("There is no seed to begin a match with; an empty list was given.")

    def begin(self, seed: int | None) -> Play:
        """The next match: of the seed that is given, or of the next in the stream that the last one fixed."""
        drawn = self._draw(seed)
        if self._few is None:
            return self._plan.begin(drawn)
        which = drawn % len(self._few)
        if which not in self._begun:
            self._begun[which] = self._plan.begin(self._few[which]).session
        return Play(self._plan, self._begun[which].restarted())

    def _draw(self, seed: int | None) -> int:
        given = self._next if seed is None else seed
        self._next = None
        if given is None and self._chance is None:
            given = drawn_seed()
        if given is not None:
            self._chance = Chance(given, "environment")
            return given
        assert self._chance is not None
        return self._chance.seed()


class MatchEnv(AECEnv[str, dict[str, Any], "int | None"]):
    """A match, turn by turn; made by `game.env.make`.

    Attributes:
        play: the match that is played; its session knows everything, so it is not for agents.
    """

    play: Play

    def __init__(
        self,
        plan: Plan,
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
        self._plan = plan
        self._matches = Matches(plan, seed)
        self._max_cycles = max_cycles
        self._spaces = Spaces(plan, plan.codec.actions)
        self.possible_agents = self._spaces.agents
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Dict:
        """``observation`` and ``action_mask``."""
        return self._spaces.observations(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the game's actions; `label` says what they mean."""
        return self._spaces.actions(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; ``options`` are not looked at: house rules are an argument of `game.env.make`.

        Args:
            seed: fixes all chance in this match and in those that follow without one.
            options: as PettingZoo has it.
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
        """Make an action for the agent to move; `None` for one whose match is over.

        Raises:
            ValueError: the action is not legal; nothing has changed.
        """
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
        """Whose turn it is, or the end of the match."""
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
        """What an agent may know, and what it may do: nothing while it is not to move."""
        return observation(self.play, self._seat[agent], self.play.plan.codec.actions)

    def record(self) -> str:
        """The match so far as the text of a record, which ``main.py`` replays; it tells everything."""
        return self.play.session.record()

    def label(self, action: int) -> str:
        """What an action means, for people."""
        return self._plan.codec.label(action)

    def render(self) -> str | None:
        """The whole position as text, with ``render_mode="ansi"``."""
        return self.play.session.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is to be given back."""


class AtOnceEnv(ParallelEnv[str, dict[str, Any], int]):
    """The same match for those who want everybody to act in every cycle; made by `game.env.parallel`.

    Of all actions only that of the agent to move counts. There is one action more, the last, which is to
    *wait*: the only one of everybody else's masks. Who is to move and chooses it, or what is not legal, lets
    a cycle go by.
    """

    play: Play

    def __init__(
        self, plan: Plan, seed: int | Sequence[int] | None = None, max_cycles: int | None = None
    ) -> None:
        self.metadata = {"name": f"sock_drawer_{plan.game}_at_once_v{VERSION}", "render_modes": []}
        self.render_mode = None
        self._plan = plan
        self._matches = Matches(plan, seed)
        self._max_cycles = max_cycles
        self._wait = plan.codec.actions
        self._spaces = Spaces(plan, plan.codec.actions + 1)
        self.possible_agents = self._spaces.agents

    def observation_space(self, agent: str) -> spaces.Dict:
        """``observation`` and ``action_mask``."""
        return self._spaces.observations(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of the game's actions, and one to wait."""
        return self._spaces.actions(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a new match, as `MatchEnv.reset`."""
        del options
        self.play = self._matches.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, dict[str, Any]]:
        found = {}
        for seat, agent in enumerate(self.agents):
            found[agent] = seen = observation(self.play, seat, self._wait + 1)
            seen["action_mask"][self._wait] = seat != self.play.seat
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the action of whoever is to move, if it is legal; a cycle has gone by in any case."""
        agents, seat = self.agents, self.play.seat
        if seat is not None and agents:
            action = int(actions[agents[seat]])
            if action < self._wait and self.play.mask()[action]:
                self.play.step(action)
        self._cycles += 1
        over = self.play.seat is None
        cut = not over and self._max_cycles is not None and self._cycles >= self._max_cycles
        seen = self._seen()
        rewards = dict(zip(agents, self._plan.rewards(self.play.session.outcome), strict=True))
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if over or cut:
            infos = {agent: {"record": self.record()} for agent in agents}
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def record(self) -> str:
        """The match so far, as `MatchEnv.record`."""
        return self.play.session.record()

    def render(self) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing is to be given back."""


def observation(play: Play, seat: int, actions: int) -> dict[str, Any]:
    """What a seat may know and do, in arrays of its own."""
    mask: Mask
    if seat != play.seat:
        mask = np.zeros(actions, np.int8)
    elif actions == play.plan.codec.actions:
        mask = play.mask().copy()
    else:
        mask = np.zeros(actions, np.int8)
        mask[: play.plan.codec.actions] = play.mask()
    array: Array = play.array(seat)
    return {"observation": array, "action_mask": mask}
