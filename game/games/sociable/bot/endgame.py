"""Exhaustive search for the seat that can go out first, with all hands known.

`Endgame` caches the result of every position (`EndgameNode`), with any number of plays or within a limit, so
that the shortest win can be found. The best bots use it when only two seats are
left, because each knows the other's hand, and puzzles use it with all other seats against the solver. Suits
mean nothing, so a hand is a number of cards by power. numpy is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import NamedTuple, TypeAlias

from game.core.search import Budget
from game.games.sociable.bot.heuristics import JOKER_POWER, PLAYS, Held, PlayShape, fits, least_plays, without

Choice: TypeAlias = PlayShape | None  # a play, or `None` for a pass


class NodeLimitError(Exception):
    """The search needs more positions than allowed."""


class EndgameNode(NamedTuple):
    """A position of the hand. Seats are numbered in playing order, without those that are out."""

    hands: tuple[Held, ...]
    size: int  # cards that have to be beaten; 0 if a round is led
    high: int  # height of the cards that have to be beaten
    by: int  # seat that laid them
    turn: int
    quit: int  # bit set of the seats that may not play again in this round


# every play, the lone joker first, then the largest and highest: these end a hand soonest
PLAYS_BY_ORDER = sorted(
    PLAYS[1:], key=lambda play: (play.power != JOKER_POWER, -play.size, -play.power, play.jokers)
)


@lru_cache(maxsize=1 << 14)
def plays_of(hand: Held) -> tuple[tuple[PlayShape, Held], ...]:
    """Return every play of a hand with the hand that it leaves, in the order of `PLAYS_BY_ORDER`."""
    return tuple((play, without(hand, play)) for play in PLAYS_BY_ORDER if fits(hand, play))


@dataclass(frozen=True, slots=True)
class EndgameOptions:
    """House rules that matter to the search."""

    tops: bool  # True if a group with a joker is higher than the same rank without one
    final: bool  # True if a pass is final for its round

    def height(self, play: PlayShape) -> int:
        """Return the height of a play: twice its power, plus 1 for a joker in a group with ``tops``.

        A play beats any lower play of its size.
        """
        return 2 * play.power + (self.tops and play.size > 1 and play.jokers > 0)


class Endgame:
    """Search of one hand for one seat.

    Attributes:
        node_count: positions searched so far.
        most: maximum of them.
    """

    def __init__(
        self, options: EndgameOptions, me: int, max_nodes: int, budget: Budget | None = None
    ) -> None:
        """Prepare a search for seat ``me``.

        Each position spends one node of ``budget``; a late budget ends the search.
        """
        self.house, self.me, self.most = options, me, max_nodes
        self.node_count = 0
        self._budget = budget or Budget()
        self._results: dict[tuple[EndgameNode, float], bool] = {}

    def choices(self, node: EndgameNode) -> Iterator[tuple[Choice, Held]]:
        """Yield (move, hand left) for the seat to move: `PLAYS_BY_ORDER`, then a pass unless it leads."""
        height = self.house.height
        hand = node.hands[node.turn]
        for play, left in plays_of(hand):
            if not node.size or (play.size == node.size and height(play) > node.high):
                yield play, left
        if node.size:
            yield None, hand

    def after(self, node: EndgameNode, choice: Choice, remaining: Held) -> EndgameNode:
        """Return the position after a move that leaves the seat with ``remaining``, at least one card."""
        me = node.turn
        if choice is None:
            quit = node.quit | 1 << me if self.house.final else 0
            return self._next_node(node._replace(quit=quit), me)
        hands = (*node.hands[:me], remaining, *node.hands[me + 1 :])
        height = self.house.height(choice)
        return self._next_node(EndgameNode(hands, choice.size, height, me, me, node.quit), me)

    def _next_node(self, node: EndgameNode, after: int) -> EndgameNode:
        """Return the position with the next seat after ``after`` to move or, if none may, ``by`` to lead."""
        count = len(node.hands)
        for step in range(1, count):
            seat = (after + step) % count
            if seat == node.by:
                break
            if not node.quit >> seat & 1:
                return node._replace(turn=seat)
        return EndgameNode(node.hands, 0, 0, node.by, node.by, 0)

    def wins(self, node: EndgameNode, plays: float = inf) -> bool:
        """True if seat ``me`` can force going out first, with at most ``plays`` plays of its own.

        Raises:
            NodeLimitError: beyond limit or budget.
        """
        if plays < least_plays(node.hands[self.me]):
            return False
        is_won = self._results.get((node, plays))
        if is_won is None:
            self.node_count += 1
            if self.node_count > self.most or self._budget.is_over:
                raise NodeLimitError
            self._budget.spend()
            mine = node.turn == self.me
            is_won = not mine
            for choice, left in self.choices(node):
                if self.leads_to(node, choice, left, plays) == mine:
                    is_won = mine
                    break
            self._results[node, plays] = is_won
        return is_won

    def leads_to(self, node: EndgameNode, choice: Choice, remaining: Held, plays: float = inf) -> bool:
        """True if seat ``me`` can still force going out first after ``choice``, which counts in ``plays``.

        Raises:
            NodeLimitError: beyond limit or budget.
        """
        if not any(remaining):
            return node.turn == self.me
        is_own_play = choice is not None and node.turn == self.me
        return self.wins(self.after(node, choice, remaining), plays - is_own_play)
