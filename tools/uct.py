"""Opponent for measurements: UCT with random playouts, for any game without hidden information.

It knows nothing of the game and is a simple implementation. `tools.bench_strength_uct` plays it against the
levels.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from game.core.discovery import find_game
from game.core.game import Outcome, Rules
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session

_CURIOSITY = 1.4
_LONGEST = 400  # moves of a playout before it counts as undecided


@dataclass(slots=True)
class Node:
    """Visited state, with the player of the last move and the results."""

    state: Any
    mover: int | None
    move: Any = None
    visits: int = 0
    wins: float = 0.0
    untried: list[Any] | None = None
    children: list[Node] = field(default_factory=list)

    def child(self) -> Node:
        """Return the child with the largest UCB value."""
        log_visits = math.log(self.visits)
        return max(
            self.children,
            key=lambda node: node.wins / node.visits + _CURIOSITY * math.sqrt(log_visits / node.visits),
        )


def chosen(rules: Rules[Any, Any], state: Any, rng: SeededRng, budget: Budget) -> Any:
    """Return the most visited move of a state, within the budget."""
    root = Node(state, None)
    while budget.spent < 2 or not (budget.is_over or budget.spent == budget.limit):
        budget.spend()
        _add_playout(rules, root, rng)
    return max(root.children, key=lambda node: node.visits).move


def _add_playout(rules: Rules[Any, Any], root: Node, rng: SeededRng) -> None:
    """Add a node and the result of a playout from it to the tree."""
    path, node = [root], root
    while True:
        if node.untried is None:
            node.untried = list(rng.shuffled(rules.moves(node.state)))
        if node.untried:
            move, mover = node.untried.pop(), rules.to_move(node.state)
            node.children.append(Node(rules.apply(node.state, move).state, mover, move))
            path.append(node.children[-1])
            break
        if not node.children:
            break
        node = node.child()
        path.append(node)
    result = _random_outcome(rules, path[-1].state, rng)
    for node in path:
        node.visits += 1
        if result is None:
            node.wins += 0.5
        elif node.mover in result.winners:
            node.wins += 1 / len(result.winners)


def _random_outcome(rules: Rules[Any, Any], state: Any, rng: SeededRng) -> Outcome | None:
    """Play random moves and return the outcome, None if undecided."""
    for _ in range(_LONGEST):
        moves = rules.moves(state)
        if not moves:
            break
        state = rules.apply(state, rng.pick(moves)).state
    return rules.outcome(state)


def uct_move(session: Session, seed: int, budget: Budget) -> str:
    """Return the move of the search for a match whose position text is complete."""
    rules = find_game(session.game).rules
    position, options = session.position(), session.options
    state = rules.parse_position(position, session.players, seed, options, session.layout)
    return rules.format_move(chosen(rules, state, SeededRng(seed, "uct", len(session.log)), budget))
