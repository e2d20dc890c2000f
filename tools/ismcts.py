"""An opponent for measuring: information-set tree search with random playouts, for any card game.

Before each playout the cards that its seat does not see are dealt again, as many to each hand and the stock
as before; the tree knows moves only, so that it plays the same whatever the others hold. It knows nothing of
the game it plays.

    python -m tools.ismcts rockit --level master --matches 20 --seconds 1 --option decks=1
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.bots.arena import bot_move
from game.core.chance import Chance
from game.core.contract import Rules, Step
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
        _playout(rules, root, state, chance, session.players)
    return max(root.children, key=lambda move: root.children[move].visits)


def _playout(rules: Rules[Any, Any], root: Node, state: Any, chance: Chance, players: int) -> None:
    path, node, result = [root], root, None
    while result is None and (mover := rules.to_move(state)) is not None:
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
        step = rules.apply(state, move)
        state, result = step.state, _result(rules, step, players)
        if untried:
            break
    for _ in range(_LONGEST):
        if result is not None or rules.to_move(state) is None:
            break
        step = rules.apply(state, chance.pick(rules.moves(state)))
        state, result = step.state, _result(rules, step, players)
    for node in path:
        node.visits += 1
        node.wins += 0.5 if result is None or node.mover is None else result[node.mover]


def _result(rules: Rules[Any, Any], step: Step[Any], players: int) -> list[float] | None:
    """What each seat has of a match, or of a hand at a table of more than two; `None` while it goes on."""
    if players > 2:
        ends = [event.data["points"] for event in step.events if event.kind == "hand_end"]
        return placed(ends[0]) if ends else None
    outcome = rules.outcome(step.state)
    if outcome is None:
        return None
    return [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]


def placed(points: Sequence[int]) -> list[float]:
    """By seat, the share of the others that have fewer points."""
    return [sum(other < mine for other in points) / (len(points) - 1) for mine in points]


def ismcts_move(session: Session, seed: int, budget: Budget) -> str:
    """Its move for the seat to move."""
    move = chosen(session, Chance(seed, "ismcts", len(session.log)), budget)
    return find(session.game).rules.format_move(move)


def won(game: str, level: str, number: int, opponent: Mover, options: dict[str, object]) -> float:
    """What a bot of this level had of one match of two, seats swapped from match to match.

    At a table of more than two both sit in turn, and what counts are the places of one hand.
    """
    session = Session.new(game, find(game).info.measure.players, number // 2, options)
    seat, table = number % 2, session.players > 2
    while session.to_move is not None and not (table and any(session.observe(None)["scores"])):
        ours = session.to_move % 2 == seat
        session.play(bot_move(session, level, number) if ours else opponent(session, number))
    if table:
        points: list[int] = session.observe(None)["scores"]
        pairs = [(points[one], points[other]) for one in range(seat, session.players, 2)
                 for other in range(1 - seat, session.players, 2)]  # fmt: skip
        return sum(mine > theirs for mine, theirs in pairs) / len(pairs)
    assert session.outcome is not None
    winners = session.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def main() -> None:
    """Play the matches of the command line and print what the level had of them."""
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

    had: list[float] = []
    for number in range(given.first, given.first + given.matches):
        had.append(won(given.game, given.level, number, opponent, options))
        print(f"{given.level} had {sum(had):g} of {len(had)}", flush=True)


if __name__ == "__main__":
    main()
