"""Linear player of SOCiable that learns by self-play: an example for docs/research.md.

``PYTHONPATH=extras python -m sockdrawer_research.tools.learn`` plays 1,000 matches, which takes about a
minute, and prints its result against four random players. The value of an action is a linear function of the
hand that it leaves and of the kind of action. The weights are fitted by least squares to the points of the
hands it has played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.core.rng import SeededRng
from sockdrawer_research import environments
from sockdrawer_research.sociable import ALONE, CARDS, GIFT, PASS, PLAYS
from tools.command import command

MATCH: dict[str, object] = {"target": 0}  # three hands
RANKS = 8  # from the eight to the joker
FEATURES = 2 * RANKS + 5
CURIOUS = 0.2  # probability of a random action while it learns
DOUBT = 20.0  # ridge regularisation

Seen = dict[str, NDArray[Any]]
Player = Callable[[Seen, SeededRng], int]


def cards_of(action: int) -> NDArray[np.float64]:
    """Return the cards that leave the hand with an action, by rank."""
    cards = np.zeros(RANKS)
    if action >= GIFT:
        cards[action - GIFT] = 1
    elif action == ALONE:
        cards[-1] = 1
    elif action != PASS:
        cards[action // len(PLAYS)], cards[-1] = PLAYS[action % len(PLAYS)]
    return cards


CARDS_OF = np.array([cards_of(action) for action in range(GIFT + RANKS)])


def features(observation: Seen, actions: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return a row of features per action: the hand that it leaves by rank and in groups, and its kind."""
    lines = observation["observation"]
    left = lines[0] - CARDS_OF[actions]
    rows = np.zeros((len(actions), FEATURES))
    rows[:, :RANKS] = left
    rows[:, RANKS : 2 * RANKS] = left > 0
    rows[:, -5] = left.sum(axis=1) == 0
    rows[:, -4] = actions == PASS
    rows[:, -3] = left.sum(axis=1)
    rows[:, -2] = lines[len(CARDS) + 5 :: 3, 0][:4].min()  # smallest hand of the others
    rows[:, -1] = 1
    return rows


class Linear:
    """Linear value function of actions."""

    def __init__(self) -> None:
        self._weights: NDArray[np.floating[Any]] = np.zeros(FEATURES)
        self._squares = DOUBT * np.eye(FEATURES)
        self._sums = np.zeros(FEATURES)

    def choose(self, observation: Seen, rng: SeededRng) -> int:
        """Return the legal action with the largest value. ``rng`` is not used."""
        del rng
        actions = np.flatnonzero(observation["action_mask"])
        return int(actions[np.argmax(features(observation, actions) @ self._weights)])

    def learn(self, lines: list[NDArray[np.float64]], points: float) -> None:
        """Add the result of a hand to the data.

        Args:
            lines: features of the seat's actions in the hand.
            points: points for its place.
        """
        if lines:
            rows = np.array(lines)
            self._squares += rows.T @ rows
            self._sums += points * rows.sum(axis=0)

    def think(self) -> None:
        """Fit the weights to all data."""
        self._weights = np.linalg.solve(self._squares, self._sums)


def by_chance(observation: Seen, rng: SeededRng) -> int:
    """Return a random legal action."""
    return int(rng.pick(np.flatnonzero(observation["action_mask"]).tolist()))


class Notes:
    """Actions of a seat in the present hand."""

    def __init__(self, linear: Linear) -> None:
        self._linear = linear
        self._lines: list[NDArray[np.float64]] = []
        self._points = 0

    def look(self, points: int, *, last: bool = False) -> None:
        """Learn from the hand if it is over, that is if the seat's points have changed."""
        if points != self._points or last:
            self._linear.learn(self._lines, points - self._points)
            self._lines, self._points = [], points

    def write(self, observation: Seen, action: int) -> None:
        self._lines.append(features(observation, np.array([action]))[0])


def points_in(observation: Seen) -> int:
    """Return the viewer's points."""
    return int(observation["observation"][len(CARDS) + 2, 2])


def trained(matches: int, seed: int = 1) -> Linear:
    """Return a player trained on ``matches`` matches in all five seats."""
    env = environments.make("sociable", options=MATCH, seed=seed)
    linear, rng = Linear(), SeededRng(seed, "learner")
    for number in range(matches):
        env.reset()
        notes = {agent: Notes(linear) for agent in env.possible_agents}
        for agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            assert observation is not None
            if terminated or truncated:
                notes[agent].look(points_in(observation), last=True)
                env.step(None)
                continue
            notes[agent].look(points_in(observation))
            is_guess = number < 10 or rng.with_probability(CURIOUS)
            action = by_chance(observation, rng) if is_guess else linear.choose(observation, rng)
            notes[agent].write(observation, action)
            env.step(action)
        linear.think()
    return linear


def compared(player: Player, matches: int, seed: int = 2) -> float:
    """Return a player's average result against random players, in each seat in turn."""
    env, rng = environments.make("sociable", options=MATCH, seed=seed), SeededRng(seed, "compared")
    total = 0.0
    for number in range(matches):
        env.reset()
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _info = env.last()
            is_player = agent == f"player_{number % 5}"
            if terminated or truncated:
                total += reward if is_player else 0
                env.step(None)
            else:
                assert observation is not None
                env.step((player if is_player else by_chance)(observation, rng))
    return total / matches


def main() -> None:
    """Train and compare."""
    parser = command(__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="to learn from")
    parser.add_argument("--against", type=int, default=100, help="matches against players by chance")
    arguments = parser.parse_args()
    linear = trained(arguments.matches)
    print(
        f"{arguments.against} matches against four players by chance, after "
        f"{arguments.matches} to learn from."
    )
    print(
        f"It gets {compared(linear.choose, arguments.against):+.2f} on average; "
        "the first gets +1, the last -1."
    )
    print(f"One more by chance gets {compared(by_chance, arguments.against):+.2f}.")


if __name__ == "__main__":
    main()
