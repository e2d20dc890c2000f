"""Opponent for measurements: information-set tree search with random playouts, for any card game.

Before each playout, the cards that the seat does not see are dealt again, as many to each hand and the stock
as before. Nodes of the tree are moves only, so its play does not depend on the real hidden cards. It knows
nothing of the game. `tools.bench_strength_uct` plays it against the levels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.discovery import find_game
from game.core.game import GameInfo, Rules, Transition
from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session

_CURIOSITY = 0.7
_LONGEST = 400  # moves of a playout before it counts as undecided


@dataclass(slots=True)
class Node:
    """Node of the tree: the last mover, its visits, and how often its move was available."""

    mover: int | None
    visits: int = 0
    offers: int = 0
    wins: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def worth(self) -> float:
        """UCB value: win rate plus a bonus for a rarely visited move that was often available."""
        return self.wins / self.visits + _CURIOSITY * math.sqrt(math.log(self.offers) / self.visits)


def dealt_again(position: str, seat: int, rng: SeededRng) -> str:
    """Return the position with all cards that the seat does not see dealt again."""
    fields = dict(part.split("=", 1) for part in position.split(" "))
    hands = [[] if hand == "-" else hand.split(",") for hand in fields["hands"].split("/")]
    stock = fields.get("stock", "-")
    piles = [cards for number, cards in enumerate(hands) if number != seat]
    piles.append([] if stock == "-" else stock.split(","))
    cards = iter(rng.shuffled([card for pile in piles for card in pile]))
    for pile in piles:
        pile[:] = [next(cards) for _ in pile]
    fields["hands"] = "/".join(",".join(hand) or "-" for hand in hands)
    if "stock" in fields:
        fields["stock"] = ",".join(piles[-1]) or "-"
    return " ".join(f"{name}={text}" for name, text in fields.items())


def chosen(session: Session, rng: SeededRng, budget: Budget) -> Any:
    """Return the most visited move for the seat to move, within the budget."""
    package, seat = find_game(session.game), session.to_move
    rules = package.rules
    assert seat is not None
    moves = session.moves()
    if len(moves) == 1:
        return rules.parse_move(moves[0])
    position, root = session.position(), Node(None)
    while budget.spent < 2 or not (budget.is_over or budget.spent == budget.limit):
        budget.spend()
        text = dealt_again(position, seat, rng)
        state = rules.parse_position(text, session.players, rng.seed(), session.options, session.layout)
        _playout(rules, root, state, rng, package.info)
    return max(root.children, key=lambda move: root.children[move].visits)


def _playout(rules: Rules[Any, Any], root: Node, state: Any, rng: SeededRng, info: GameInfo) -> None:
    path, node, result = [root], root, None
    while result is None and (mover := rules.to_move(state)) is not None:
        moves = rules.moves(state)
        for move in moves:
            if move in node.children:
                node.children[move].offers += 1
        untried = [move for move in moves if move not in node.children]
        if untried:
            move = rng.pick(untried)
            node.children[move] = Node(mover, offers=1)
        else:
            move = max(moves, key=lambda move, parent=node: parent.children[move].worth())  # type: ignore[misc]
        node = node.children[move]
        path.append(node)
        step = rules.apply(state, move)
        state, result = step.state, _result(rules, step, info)
        if untried:
            break
    for _ in range(_LONGEST):
        if result is not None or rules.to_move(state) is None:
            break
        step = rules.apply(state, rng.pick(rules.moves(state)))
        state, result = step.state, _result(rules, step, info)
    for node in path:
        node.visits += 1
        node.wins += 0.5 if result is None or node.mover is None else result[node.mover]


def _result(rules: Rules[Any, Any], step: Transition[Any], info: GameInfo) -> list[float] | None:
    """Return each seat's result of a match, or of a hand if hands count. None before the end."""
    if info.measure.one_hand:
        ends = [event.data["points"] for event in step.events if event.kind == "hand_end"]
        return placed(ends[0], lowest=info.lowest_score_wins) if ends else None
    outcome = rules.outcome(step.state)
    if outcome is None:
        return None
    return [(seat in outcome.winners) / len(outcome.winners) for seat in range(len(outcome.scores))]


def placed(points: Sequence[int], *, lowest: bool = False) -> list[float]:
    """Return for each seat the share of the others that are worse; a tie counts half."""
    worth = [-each if lowest else each for each in points]
    return [
        (sum((other < mine) + (other == mine) / 2 for other in worth) - 0.5) / (len(worth) - 1)
        for mine in worth
    ]


def ismcts_move(session: Session, seed: int, budget: Budget) -> str:
    """Return the move of the search for the seat to move, as text."""
    move = chosen(session, SeededRng(seed, "ismcts", len(session.log)), budget)
    return find_game(session.game).rules.format_move(move)
