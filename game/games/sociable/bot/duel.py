"""The end of a hand between two: each knows what the other holds, so that it can be worked out who wins."""

from __future__ import annotations

from game.core.search import Budget
from game.games.sociable.bot.hands import LONE, PLAYS, Laid, Leads

Held = tuple[int, ...]
"""How many cards of each power."""


class TooMuchError(Exception):
    """There was more to look into than was allowed."""


class Duel:
    """Works out who goes out first of two players who see each other's cards."""

    def __init__(self, leads: Leads, budget: Budget, most: int) -> None:
        self._leads = leads
        self._budget = budget
        self._left = most
        self._known: dict[tuple[Held, Held, int, int], bool] = {}

    def wins(self, mine: Held, theirs: Held, size: int, high: int) -> bool:
        """Whether the one to move can go out first.

        Args:
            mine: the cards of the one to move.
            theirs: the cards of the other.
            size: how many cards the other has laid; 0 where the one to move leads.
            high: how high they are.

        Raises:
            TooMuchError: it takes too long to work out.
        """
        key = (mine, theirs, size, high)
        found = self._known.get(key)
        if found is None:
            self._left -= 1
            if self._left < 0 or self._budget.late:
                raise TooMuchError
            self._budget.spend()
            found = self._known[key] = self._wins(*key)
        return found

    def _wins(self, mine: Held, theirs: Held, size: int, high: int) -> bool:
        for laid in PLAYS[:0:-1]:  # the largest first, which end a hand soonest: one way to win is enough
            if size and (laid.size != size or self._leads.height(laid) <= high):
                continue
            if fits(mine, laid) and self.after(mine, theirs, laid):
                return True
        return size > 0 and not self.wins(theirs, mine, 0, 0)  # a pass gives the lead away; a leader has none

    def after(self, mine: Held, theirs: Held, laid: Laid) -> bool:
        """Whether the one who lays this can go out first."""
        left = without(mine, laid)
        if not any(left):
            return True
        return not self.wins(theirs, left, laid.size, self._leads.height(laid))


def fits(held: Held, laid: Laid) -> bool:
    """Whether a hand has the cards of a play."""
    return held[LONE] >= laid.jokers and (laid.power == LONE or held[laid.power] >= laid.size - laid.jokers)


def without(held: Held, laid: Laid) -> Held:
    """What a play leaves of a hand."""
    left = list(held)
    left[LONE] -= laid.jokers
    left[laid.power] -= laid.size - laid.jokers
    return tuple(left)
