"""An opponent for measuring: UCT with random playouts, over the rules of any game in which all is public.

It knows nothing of the game it plays, and is no better than what a weekend would make of it.

    python -m tools.uct socker --level master --matches 20 --seconds 1 --option goals=1
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from game.bots.arena import bot_move
from game.core.chance import Chance
from game.core.contract import Outcome, Rules
from game.core.discovery import find
from game.core.session import Session

_CURIOSITY = 1.4
_LONGEST = 400
"""Moves of a playout before it counts as undecided."""


@dataclass(slots=True)
class Node:
    """A state that was visited: by whose move it came about, and what came of it."""

    state: Any
    mover: int | None
    move: Any = None
    visits: int = 0
    wins: float = 0.0
    untried: list[Any] | None = None
    children: list[Node] = field(default_factory=list)

    def child(self) -> Node:
        """The child to be followed: won often, or seldom looked at."""
        looked = math.log(self.visits)
        return max(
            self.children,
            key=lambda one: one.wins / one.visits + _CURIOSITY * math.sqrt(looked / one.visits),
        )


def chosen(rules: Rules[Any, Any], state: Any, chance: Chance, seconds: float) -> tuple[Any, int]:
    """The most visited move of a state after so many seconds, and how many playouts there were."""
    root = Node(state, None)
    end, count = perf_counter() + seconds, 0
    while count < 2 or perf_counter() < end:
        _playout(rules, root, chance)
        count += 1
    return max(root.children, key=lambda node: node.visits).move, count


def _playout(rules: Rules[Any, Any], root: Node, chance: Chance) -> None:
    path, node = [root], root
    while True:
        if node.untried is None:
            node.untried = list(chance.shuffled(rules.moves(node.state)))
        if node.untried:
            move, mover = node.untried.pop(), rules.to_move(node.state)
            node.children.append(Node(rules.apply(node.state, move).state, mover, move))
            path.append(node.children[-1])
            break
        if not node.children:
            break
        node = node.child()
        path.append(node)
    result = _played_out(rules, path[-1].state, chance)
    for node in path:
        node.visits += 1
        if result is None:
            node.wins += 0.5
        elif node.mover in result.winners:
            node.wins += 1 / len(result.winners)


def _played_out(rules: Rules[Any, Any], state: Any, chance: Chance) -> Outcome | None:
    for _ in range(_LONGEST):
        moves = rules.moves(state)
        if not moves:
            break
        state = rules.apply(state, chance.pick(moves)).state
    return rules.outcome(state)


def uct_move(session: Session, seed: int, seconds: float) -> str:
    """Its move in a match whose position text says everything."""
    rules = find(session.game).rules
    position, options = session.position(), session.options
    state = rules.parse_position(position, session.players, seed, options, session.layout)
    move, _ = chosen(rules, state, Chance(seed, "uct", len(session.log)), seconds)
    return rules.format_move(move)


def won(game: str, level: str, number: int, seconds: float, options: dict[str, object]) -> bool:
    """Whether a bot of this level beats it in one match of two, the seats swapped from match to match."""
    session = Session.new(game, 2, number // 2, options)
    seat = number % 2
    while session.to_move is not None:
        ours = session.to_move == seat
        session.play(bot_move(session, level, number) if ours else uct_move(session, number, seconds))
    assert session.outcome is not None
    return session.outcome.winners == (seat,)


def main() -> None:
    """Play the matches of the command line and print how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0, help="its time for a decision")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    options: dict[str, object] = dict(text.split("=", 1) for text in given.option)
    wins = 0
    for number in range(given.matches):
        wins += won(given.game, given.level, number, given.seconds, options)
        print(f"{given.level} won {wins} of {number + 1}", flush=True)


if __name__ == "__main__":
    main()
