"""Socker, Socks in the City and SOCiable as games of OpenSpiel; importing this module registers them.

``pyspiel.load_game("sock_drawer_socker")``, ``sock_drawer_city`` and ``sock_drawer_sociable`` take

- ``players``, if the game has a choice;
- ``options``, house rules that differ from the defaults: ``goals:1;sockers:3``;
- ``deals``: the first node is chance and draws one of this number of seeds, which fixes all chance in the
  match: cards, coins, the city. In SOCiable no player knows it; on the boards nothing is hidden, so all do;
- ``max_length``: number of actions after which a match ends with 0 for all players.

Returns go by rank, as the rewards of `environments.make`; actions and observation tensors are the same, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from game.core.discovery import find_game
from game.core.game import Event
from sockdrawer_research.match_stepper import EnvConfig, MatchStepper

DEALS = 1000
# far longer than matches of beginners; only random players of Socker reach it
MAX_LENGTH = {"socker": 20_000, "city": 400, "sociable": 5_000}


def _game_type(slug: str) -> pyspiel.GameType:
    """OpenSpiel's description of a game, with its defaults."""
    info = find_game(slug).info
    kinds = pyspiel.GameType
    open_board = slug != "sociable"
    return kinds(
        short_name=f"sock_drawer_{slug}",
        long_name=info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.PERFECT_INFORMATION if open_board else kinds.Information.IMPERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=info.players[1],
        min_num_players=info.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(slug),
    )


def _defaults(slug: str) -> dict[str, Any]:
    """Defaults of a game's parameters by name: ``players``, ``options``, ``deals`` and ``max_length``."""
    players = find_game(slug).info.default_players
    return {"players": players, "options": "", "deals": DEALS, "max_length": MAX_LENGTH[slug]}


def read_options(text: str) -> dict[str, object]:
    """House rules in ``goals:1;sockers:3`` as texts by name; ValueError if a part is not ``name:value``."""
    options: dict[str, object] = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise ValueError(
                f"Options are name:value with ';' between two, as in goals:1, not {part[:40]!r}."
            )
        options[name] = value
    return options


class MatchGame(pyspiel.Game):
    """Base of the games, with their parameters."""

    slug: str
    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        settings = {**_defaults(self.slug), **(params or {})}
        self.plan = EnvConfig.of(self.slug, settings["players"], read_options(settings["options"]))
        self.deals, self.most = settings["deals"], settings["max_length"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.plan.codec.actions,
            max_chance_outcomes=self.deals,
            num_players=self.plan.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(self.kind, info, dict(params or {}))

    def new_initial_state(self) -> MatchState:
        """State before the deal, which is a chance node."""
        return MatchState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Observer of a seat's present, or with perfect recall its history. ValueError for any ``params``."""
        if params:
            raise ValueError(f"There are no parameters of observers, so {params} cannot be read.")
        return Observer(self.plan, iig_obs_type)


class SockerGame(MatchGame):
    """Socker."""

    slug, kind = "socker", _game_type("socker")


class CityGame(MatchGame):
    """Socks in the City."""

    slug, kind = "city", _game_type("city")


class SociableGame(MatchGame):
    """SOCiable."""

    slug, kind = "sociable", _game_type("sociable")


class MatchLine:
    """A match with its history; OpenSpiel copies it with the state."""

    def __init__(self, plan: EnvConfig, deals: int, max_length: int) -> None:
        self.plan, self.deals, self.most = plan, deals, max_length
        self.play: MatchStepper | None = None
        self.events: tuple[Event, ...] = ()
        self.choices: tuple[int, ...] = ()  # actions since the last complete move
        self.count = 0

    def __deepcopy__(self, memo: dict[int, Any]) -> MatchLine:
        """Copy that can be continued independently; only the settings are shared."""
        copy = MatchLine(self.plan, self.deals, self.most)
        copy.play = self.play and self.play.copy()
        copy.events, copy.choices, copy.count = self.events, self.choices, self.count
        return copy

    def deal(self, seed: int) -> None:
        """Start the match with this seed."""
        self.play = self.plan.begin(seed)
        self.events = self.play.session.opening

    def act(self, action: int) -> None:
        """Apply an action of the seat to move, and note the events of the move if it is complete."""
        assert self.play is not None
        moves = len(self.play.session.log)
        self.play.step(action)
        self.count += 1
        if len(self.play.session.log) > moves:
            self.events, self.choices = self.events + self.play.session.last_events(), ()
        else:
            self.choices = (*self.choices, action)

    def is_over(self) -> bool:
        """True if the match is over or has reached the maximum number of actions."""
        return self.play is not None and (self.play.seat is None or self.count >= self.most)

    def history_text(self, seat: int) -> str:
        """All events as a seat saw them, a JSON line each, and its partial move; empty before the deal."""
        if self.play is None:
            return ""
        session = self.play.session
        lines = [
            json.dumps([event.kind, event.seat, event.data])
            for event in (session.redact(event, seat) for event in self.events)
        ]
        return "\n".join([*lines, *(map(str, self.choices) if seat == self.play.seat else ())])

    def observation_text(self, seat: int) -> str:
        """JSON of a seat's observation, its partial move under ``choices``; empty before the deal."""
        if self.play is None:
            return ""
        choices = self.choices if seat == self.play.seat else ()
        return json.dumps({**self.play.session.observe(seat), "choices": choices})


class MatchState(pyspiel.State):
    """State of a match between two actions."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.line = MatchLine(game.plan, game.deals, game.most)

    def current_player(self) -> int:
        """Seat to move, or the id of chance or of a terminal state."""
        if self.line.play is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.line.play.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None or self.line.is_over() else seat

    def _legal_actions(self, player: int) -> list[int]:
        """Legal actions if this player is to move; empty for others and for chance."""
        return self.line.play.legal() if self.line.play and player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals as pairs (seed from 0, probability), equally likely."""
        return [(deal, 1 / self.line.deals) for deal in range(self.line.deals)]

    def _apply_action(self, action: int) -> None:
        """Deal with this number as the seed, or apply an action of the seat to move."""
        if self.line.play is None:
            self.line.deal(action)
        else:
            self.line.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Label of an action in English, or ``deal SEED`` if the player is chance."""
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.line.plan.codec.label(action)

    def is_terminal(self) -> bool:
        """True if the match is over or has reached the maximum number of actions."""
        return self.line.is_over()

    def returns(self) -> list[float]:
        """Reward of each seat by its rank, 1 to -1; all 0 without an outcome."""
        play = self.line.play
        return list(self.line.plan.rewards(None if play is None else play.session.outcome))

    def record(self) -> str:
        """Record of the match as text; empty before the deal."""
        return "" if self.line.play is None else self.line.play.session.record()

    def __str__(self) -> str:
        """Full position and the present partial move as text, or ``before the deal``."""
        if self.line.play is None:
            return "before the deal"
        return " ".join((self.line.play.session.position(), *map(str, self.line.choices)))


class Observer:
    """OpenSpiel observer with the array of a codec as its tensor."""

    def __init__(self, plan: EnvConfig, kind: Any) -> None:
        self._recalls = kind is not None and kind.perfect_recall
        size = int(np.prod(plan.codec.shape))
        self.tensor = np.zeros(0 if self._recalls else size, np.float32)
        self.dict = {} if self._recalls else {"observation": self.tensor.reshape(plan.codec.shape)}

    def set_from(self, state: MatchState, player: int) -> None:
        """Fill the tensor with a player's observation, 0 before the deal. No effect with perfect recall."""
        if self.dict:
            play = state.line.play
            self.dict["observation"][:] = 0 if play is None else play.array(player)

    def string_from(self, state: MatchState, player: int) -> str:
        """Observation as JSON, or the full history with perfect recall; empty before the deal."""
        return state.line.history_text(player) if self._recalls else state.line.observation_text(player)


for _game in (SockerGame, CityGame, SociableGame):
    pyspiel.register_game(_game.kind, _game)
