"""Who can be out first when all hands lie open: worked out wholly, through all that anybody can do.

`Endgame` remembers every moment (`EndgameNode`). It stands behind the best computer players, once only two
are left and each can tell what the other holds, and behind the puzzles, where several play together against
one. Suits mean nothing, so a hand is how many cards it has of each power. numpy is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.core.search import Budget
from game.games.sociable.bot.heuristics import LONE, PLAYS, Held, PlayShape, fits, without

Choice: TypeAlias = PlayShape | None
"""A play, or `None` for a pass."""


class NodeLimitError(Exception):
    """There was more to look into than was allowed."""


class EndgameNode(NamedTuple):
    """A moment of the hand; seats are numbered by how they sit, those without cards left out."""

    hands: tuple[Held, ...]
    size: int
    """How many cards have to be beaten; 0 where a round is led."""
    high: int
    """How high these are."""
    by: int
    """Who laid them."""
    turn: int
    quit: int
    """Who may not come back in this round, as bits."""


LAID = sorted(PLAYS[1:], key=lambda laid: (laid.power != LONE, -laid.size, -laid.power, laid.jokers))
"""Every play, the lone joker first, then the largest and highest: these end a hand soonest."""


@lru_cache(maxsize=1 << 14)
def plays_of(held: Held) -> tuple[tuple[PlayShape, Held], ...]:
    """Every play of a hand with what it leaves, in the order of `LAID`."""
    return tuple((laid, without(held, laid)) for laid in LAID if fits(held, laid))


@dataclass(frozen=True, slots=True)
class EndgameOptions:
    """The house rules that bear on it."""

    tops: bool
    """Whether a group with a joker is higher than the same rank without one."""
    final: bool
    """Whether a pass is final for its round."""

    def height(self, laid: PlayShape) -> int:
        """How high a play is: it beats another of its size that is less high."""
        return 2 * laid.power + (self.tops and laid.size > 1 and laid.jokers > 0)


class Endgame:
    """Works out one hand for one seat.

    Attributes:
        looked: how many moments were looked into.
        most: how many may be.
    """

    def __init__(self, house: EndgameOptions, me: int, most: int, budget: Budget | None = None) -> None:
        """For a seat by the house rules; a budget is spent moment by moment, and ends it when it is late."""
        self.house, self.me, self.most = house, me, most
        self.looked = 0
        self._budget = budget or Budget()
        self._known: dict[EndgameNode, bool] = {}

    def choices(self, spot: EndgameNode) -> Iterator[tuple[Choice, Held]]:
        """What the one to move can do, a pass last; with the hand that it leaves."""
        height = self.house.height
        held = spot.hands[spot.turn]
        for laid, left in plays_of(held):
            if not spot.size or (laid.size == spot.size and height(laid) > spot.high):
                yield laid, left
        if spot.size:
            yield None, held

    def after(self, spot: EndgameNode, choice: Choice, left: Held) -> EndgameNode:
        """The moment that follows; the one who moved still has cards."""
        me = spot.turn
        if choice is None:
            quit = spot.quit | 1 << me if self.house.final else 0
            return self._next(spot._replace(quit=quit), me)
        hands = (*spot.hands[:me], left, *spot.hands[me + 1 :])
        high = self.house.height(choice)
        return self._next(EndgameNode(hands, choice.size, high, me, me, spot.quit), me)

    def _next(self, spot: EndgameNode, after: int) -> EndgameNode:
        count = len(spot.hands)
        for step in range(1, count):
            seat = (after + step) % count
            if seat == spot.by:
                break
            if not spot.quit >> seat & 1:
                return spot._replace(turn=seat)
        return EndgameNode(spot.hands, 0, 0, spot.by, spot.by, 0)

    def wins(self, spot: EndgameNode) -> bool:
        """Whether our seat goes out first, whatever the others do from here on.

        Raises:
            NodeLimitError: there is too much to look into.
        """
        found = self._known.get(spot)
        if found is None:
            self.looked += 1
            if self.looked > self.most or self._budget.late:
                raise NodeLimitError
            self._budget.spend()
            mine = spot.turn == self.me
            found = not mine
            for choice, left in self.choices(spot):
                if self.leads_to(spot, choice, left) == mine:
                    found = mine
                    break
            self._known[spot] = found
        return found

    def leads_to(self, spot: EndgameNode, choice: Choice, left: Held) -> bool:
        """Whether our seat still goes out first after a choice of whoever is to move."""
        if not any(left):
            return spot.turn == self.me
        return self.wins(self.after(spot, choice, left))
