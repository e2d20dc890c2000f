"""An opponent for measuring: information-set tree search with random playouts, for any card game.

Before each playout the cards that its seat does not see are dealt again, as many to each hand and the stock
as before; the tree knows moves only, so that it plays the same whatever the others hold. It knows nothing of
the game it plays.

    python -m tools.ismcts rockit --level master --matches 20 --seconds 1 --option decks=1
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from game.bots.arena import bot_move
from game.core.chance import Chance
from game.core.contract import Outcome, Rules
from game.core.discovery import find
from game.core.search import Budget
from game.core.session import Session

_CURIOSITY = 0.7
_LONGEST = 400
"""Moves of a playout before it counts as undecided."""

Mover = Callable[[Session, int], str]


@dataclass(slots=True)
class Node:
    """The moves made so far: who made the last one, how often, and how often it was there to be made."""

    mover: int | None
    visits: int = 0
    offers: int = 0
    wins: float = 0.0
    children: dict[Any, Node] = field(default_factory=dict)

    def worth(self) -> float:
        """Won often, or seldom looked at though it was there."""
        return self.wins / self.visits + _CURIOSITY * math.sqrt(math.log(self.offers) / self.visits)


def dealt_again(position: str, seat: int, chance: Chance) -> str:
    """The position with all cards that the seat does not see dealt again: the other hands and the stock."""
    fields = dict(part.split("=", 1) for part in position.split(" "))
    hands = [[] if hand == "-" else hand.split(",") for hand in fields["hands"].split("/")]
    stock = fields.get("stock", "-")
    piles = [cards for number, cards in enumerate(hands) if number != seat]
    piles.append([] if stock == "-" else stock.split(","))
    cards = iter(chance.shuffled([card for pile in piles for card in pile]))
    for pile in piles:
        pile[:] = [next(cards) for _ in pile]
    fields["hands"] = "/".join(",".join(hand) or "-" for hand in hands)
    if "stock" in fields:
        fields["stock"] = ",".join(piles[-1]) or "-"
    return " ".join(f"{name}={text}" for name, text in fields.items())


def chosen(session: Session, chance: Chance, budget: Budget) -> Any:
    """The move most often tried for the seat to move, after so many playouts or so much time."""
    rules, seat = find(session.game).rules, session.to_move
    assert seat is not None
    moves = session.moves()
    if len(moves) == 1:
        return rules.parse_move(moves[0])
    position, root = session.position(), Node(None)
    while budget.spent < 2 or not (budget.late or budget.spent == budget.limit):
        budget.spend()
        text = dealt_again(position, seat, chance)
        state = rules.parse_position(text, session.players, chance.seed(), session.options, session.layout)
        _playout(rules, root, state, chance)
    return max(root.children, key=lambda move: root.children[move].visits)


def _playout(rules: Rules[Any, Any], root: Node, state: Any, chance: Chance) -> None:
    path, node = [root], root
    while (mover := rules.to_move(state)) is not None:
        moves = rules.moves(state)
        for move in moves:
            if move in node.children:
                node.children[move].offers += 1
        untried = [move for move in moves if move not in node.children]
        if untried:
            move = chance.pick(untried)
            node.children[move] = Node(mover, offers=1)
        else:
            move = max(moves, key=lambda move, there=node: there.children[move].worth())  # type: ignore[misc]
        node = node.children[move]
        path.append(node)
        state = rules.apply(state, move).state
        if untried:
            break
    result = _played_out(rules, state, chance)
    for node in path:
        node.visits += 1
        if result is None:
            node.wins += 0.5
        elif node.mover in result.winners:
            node.wins += 1 / len(result.winners)


def _played_out(rules: Rules[Any, Any], state: Any, chance: Chance) -> Outcome | None:
    for _ in range(_LONGEST):
        if rules.to_move(state) is None:
            break
        state = rules.apply(state, chance.pick(rules.moves(state))).state
    return rules.outcome(state)


def ismcts_move(session: Session, seed: int, budget: Budget) -> str:
    """Its move for the seat to move."""
    move = chosen(session, Chance(seed, "ismcts", len(session.log)), budget)
    return find(session.game).rules.format_move(move)


def won(game: str, level: str, number: int, opponent: Mover, options: dict[str, object]) -> float:
    """The share of one match of two that a bot of this level wins, seats swapped from match to match."""
    session = Session.new(game, 2, number // 2, options)
    seat = number % 2
    while session.to_move is not None:
        ours = session.to_move == seat
        session.play(bot_move(session, level, number) if ours else opponent(session, number))
    assert session.outcome is not None
    winners = session.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def main() -> None:
    """Play the matches of the command line and print how many were won."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", default="master")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--seconds", type=float, help="its time for a decision")
    parser.add_argument("--playouts", type=int, help="its playouts for a decision, instead of time")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    given = parser.parse_args()
    options: dict[str, object] = dict(text.split("=", 1) for text in given.option)
    seconds = 1.0 if given.seconds is None and given.playouts is None else given.seconds

    def opponent(session: Session, seed: int) -> str:
        return ismcts_move(session, seed, Budget(given.playouts, seconds))

    wins = 0.0
    for number in range(given.first, given.first + given.matches):
        wins += won(given.game, given.level, number, opponent, options)
        print(f"{given.level} won {wins:g} of {number + 1 - given.first}", flush=True)


if __name__ == "__main__":
    main()
