"""Benchmark of the environments against RLCard's gin rummy and PettingZoo's classics, in steps per second.

``PYTHONPATH=extras python -m sockdrawer_research.tools.bench_env [socker city]``. Every environment plays
random legal actions with observations, in alternating slices. The result is the ratio.
"""

from __future__ import annotations

import importlib
import random
import statistics
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from game.resources import LEVELS
from tools.command import command

MAP = LEVELS / "city" / "sample.tmx"
SLICE = 0.4  # processor seconds of a slice
ROUNDS = 7
CLASSICS = ("chess_v6", "go_v5", "texas_holdem_v4", "leduc_holdem_v4", "connect_four_v3", "tictactoe_v3")
GIN = "RLCard gin rummy"
ONE_MAP = "city, always one map"
CITIES = 200
OUT_OF_MANY = f"city, out of {CITIES}"


def main(games: list[str]) -> None:
    """Measure these games, or all if the list is empty."""
    try:
        from sockdrawer_research import environments
    except ImportError as error:
        print(f"Steps of the environments: not measured, {error}")
        return
    makers: dict[str, Callable[[], Iterator[None]]] = {GIN: gin_rummy}
    makers |= {f"PettingZoo {name}": partial(classic, name) for name in CLASSICS}
    for slug in games or environments.GAMES:
        makers[slug] = partial(ours, slug)
        if slug == "city":
            makers |= {OUT_OF_MANY: out_of_many, ONE_MAP: one_map}
    players: dict[str, Iterator[None]] = {}
    for name, maker in makers.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                player = maker()
                for _ in range(200):  # set-up work is not counted
                    next(player)
                players[name] = player
        except ImportError as error:
            print(f"  {name} is not measured: {error}")
    tell(measured(players))


def measured(players: dict[str, Iterator[None]]) -> dict[str, list[float]]:
    """Return the steps per second of each player, slice by slice."""
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, player in players.items():
            start, count = process_time(), 0
            while (elapsed := process_time() - start) < SLICE:
                for _ in range(10):
                    next(player)
                count += 10
            rates[name].append(count / elapsed)
    return rates


def tell(rates: dict[str, list[float]]) -> None:
    """Print each rate with its ratios to gin rummy and to the median of the classics in the same round."""
    print(f"Steps a second, {ROUNDS} slices of {SLICE} s each, alternating; medians, and ratios to peers")
    classics = [name for name in rates if name.startswith("PettingZoo")]
    for name, own_rates in rates.items():
        line = f"  {name:28} {statistics.median(own_rates):8.0f}"
        if GIN in rates:
            line += f"   to gin rummy {ratio(own_rates, rates[GIN]):5.2f}"
        if classics:
            medians = [
                statistics.median(round_rates)
                for round_rates in zip(*(rates[peer] for peer in classics), strict=True)
            ]
            line += f"   to the classics' median {ratio(own_rates, medians):5.2f}"
        print(line + ("" if name in classics or name == GIN else "   (bar: 1)"))


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Return the median of the ratios, round by round."""
    return statistics.median(our_rate / their_rate for our_rate, their_rate in zip(ours, theirs, strict=True))


def gin_rummy() -> Iterator[None]:
    """Play RLCard's gin rummy, one step per item."""
    import rlcard

    rng = random.Random(1)
    env = rlcard.make("gin-rummy")
    while True:
        state, _player = env.reset()
        while not env.is_over():
            state, _player = env.step(rng.choice(list(state["legal_actions"])))
            yield


def classic(name: str) -> Iterator[None]:
    """Play an environment of PettingZoo, one step per item."""
    return turns(importlib.import_module(f"pettingzoo.classic.{name}").env())


def ours(slug: str) -> Iterator[None]:
    """Play an environment of this project, one step per item."""
    from sockdrawer_research import environments

    return turns(environments.make(slug))


def one_map() -> Iterator[None]:
    """Play Socks in the City on a given map, so that no match builds a new one."""
    from game.levels import load
    from sockdrawer_research import environments

    return turns(environments.make("city", layout=load(MAP)))


def out_of_many() -> Iterator[None]:
    """Play ``CITIES`` maps that are built before the measurement. Prints how long building took."""
    from sockdrawer_research import environments

    env = environments.make("city", seed=range(CITIES))
    start = process_time()
    for seed in range(CITIES):
        env.reset(seed=seed)
    print(f"{CITIES} cities were made in {process_time() - start:.2f} s, once.")
    return turns(env)


def turns(env: Any) -> Iterator[None]:
    """Play matches of random legal actions, one step per item."""
    rng, seed = random.Random(1), 0
    while True:
        seed += 1
        env.reset(seed=seed)
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                env.step(int(rng.choice(np.flatnonzero(mask))))
            yield


if __name__ == "__main__":
    parser = command(__doc__)
    parser.add_argument("games", nargs="*", help="which games; default: all")
    main(parser.parse_args().games)
