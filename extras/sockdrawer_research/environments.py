"""The five games as learning environments: PettingZoo environments, and games for OpenSpiel.

They need PettingZoo (``pip install 'sock-drawer[env]'``); see docs/research.md::

    from sockdrawer_research import environments

    env = environments.make("socker", seed=7)
    env.reset()
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else env.action_space(agent).sample(seen["action_mask"]))
    print(env.record())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.core.game import Layout
from sockdrawer_research.match_stepper import CODECS, EnvConfig, MatchStepper

if TYPE_CHECKING:
    from sockdrawer_research.aec import MatchEnv, ParallelMatchEnv

__all__ = ["GAMES", "EnvConfig", "MatchStepper", "make", "parallel"]

GAMES = tuple(CODECS)  # slugs of the games that have an environment


def make(
    game: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    layout: Layout | None = None,
    *,
    seed: int | Sequence[int] | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> MatchEnv:
    """Make a PettingZoo environment of a game, in which agents act in turn (AEC).

    Args:
        game: its slug, as in ``socker``.
        players: number of agents; `None` for the game's default.
        options: house rules by name, as in ``{"goals": 1}``; the others get their defaults.
        layout: the board, as `game.levels.load` makes it; `None` for the standard one.
        seed: of the first match, and of the stream of those that follow; `None` draws one. A list, as in
            ``range(200)``, limits the matches to these seeds: each is set up once and kept, and a seed given
            to `reset` is an index into the list, modulo its length.
        max_cycles: number of actions after which a match is truncated; `None` for never.
        render_mode: ``ansi``, or `None`.

    Raises:
        ValueError: an argument is wrong; the message names it and a correct form.
        ModuleNotFoundError: PettingZoo is not installed.
    """
    from sockdrawer_research.aec import MatchEnv

    return MatchEnv(EnvConfig.of(game, players, options, layout), seed, max_cycles, render_mode)


def parallel(
    game: str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    layout: Layout | None = None,
    *,
    seed: int | Sequence[int] | None = None,
    max_cycles: int | None = None,
) -> ParallelMatchEnv:
    """Make a parallel PettingZoo environment, in which all agents act in every cycle.

    See `sockdrawer_research.aec.ParallelMatchEnv`. The arguments are those of `make`; ``max_cycles`` counts
    cycles, including those without effect.
    """
    from sockdrawer_research.aec import ParallelMatchEnv

    return ParallelMatchEnv(EnvConfig.of(game, players, options, layout), seed, max_cycles)
