"""How a play is thought through: unseen cards dealt again, the next plays made, what then is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

from game.core.chance import Chance
from game.core.rummy.solver import Counting, Counts, joined, less
from game.core.search import Budget
from game.games.socki.bot.guesses import Guess, Unseen
from game.games.socki.bot.worth import Worth, points

ROUND = 8
"""After so many guesses it is asked which plays are still in question."""
FEWEST = 60
"""Nodes that a decision has at any table."""
SURE = 2.5
"""How many standard errors a play may lie behind and still be looked at."""
POINT = 0.01
"""What each point left in the own hand costs where another goes out.

In the long run some 35 points are a round won, so this is about a third of what it could be: it decides where
plays win nearly as often, as before somebody with one card left.
"""
CLEAR = 0.02
"""A play that is by so much likelier to win than any other is no question."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How far a level sees.

    Attributes:
        nodes: plays that it plays on from, each in one guess, a decision; among more players fewer, who all
            have to be waited for.
        turns: how many turns it plays on, at least until its own comes again.
        worth: what it makes of the moment that comes of it.
    """

    nodes: int
    turns: int
    worth: Worth

    def nodes_with(self, others: int) -> int:
        """How many nodes it has at a table with so many others."""
        return max(FEWEST, self.nodes // others)

    def turns_with(self, others: int) -> int:
        """How many turns it plays on at a table with so many others, so that its own is next."""
        return self.turns if others == 1 else others


@dataclass(slots=True, eq=False)
class Judged:
    """A play and what came of it in each guess."""

    play: Counts
    bonus: float
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """What it is worth, its bonus included."""
        return fsum(self.values) / len(self.values) + self.bonus

    def behind(self, best: Judged) -> bool:
        """Whether it is clearly worse, the same guesses compared."""
        gaps = [one - other for one, other in zip(best.values, self.values, strict=True)]
        mean = fsum(gaps) / len(gaps)
        spread = fsum((gap - mean) ** 2 for gap in gaps) / len(gaps) / (len(gaps) - 1)
        return bool(best.value - self.value > SURE * spread**0.5)


class Thought:
    """One decision."""

    def __init__(
        self, counting: Counting, table: Counts, hand: Counts, unseen: Unseen, sight: Sight, budget: Budget
    ) -> None:
        self.counting, self.table, self.hand = counting, table, hand
        self.unseen, self.sight, self.budget = unseen, sight, budget
        self.turns = sight.turns_with(len(unseen.held))

    def best(self, plays: Sequence[Counts], bonuses: Sequence[float], chance: Chance) -> Counts:
        """The best of the plays; of equals the first.

        Args:
            plays: which cards might be laid.
            bonuses: what each play is worth beside what comes of it.
            chance: deals the unseen cards.
        """
        judged = [Judged(play, bonus) for play, bonus in zip(plays, bonuses, strict=True)]
        limit = self.budget.limit
        nodes = self.sight.nodes_with(len(self.unseen.held)) if limit is None else limit
        while True:
            # One for all plays, so that a lucky deal favours none of them.
            guess = self.unseen.dealt(chance)
            for one in judged:
                one.values.append(self.value(one.play, guess))
            self.budget.spend(len(judged))
            nodes -= len(judged)
            number = len(judged[0].values)
            if number % ROUND == 0:
                best = max(judged, key=lambda one: one.value)
                judged = [one for one in judged if one is best or not one.behind(best)]
            if len(judged) == 1 or nodes < len(judged) or self.budget.late:
                self.budget.doubt = _doubt([one.value for one in judged])
                return max(judged, key=lambda one: one.value).play

    def value(self, play: Counts, guess: Guess) -> float:
        """What a play is worth if the cards lie so: everybody plays the most until it is our turn again.

        From 1 for a round won to 0 for one lost, and less by the points that are left.
        """
        table, hands = joined(self.table, play), [less(self.hand, play), *guess.hands]
        seat, drawn = 1, 0
        for _ in range(self.turns):
            laid = self.counting.most(table, hands[seat])
            while laid is None and drawn < len(guess.stock):
                hands[seat], laid = self.counting.drawn(table, hands[seat], guess.stock[drawn])
                drawn += 1
            if laid is not None:
                table, hands[seat] = joined(table, laid), less(hands[seat], laid)
                if not any(hands[seat]):
                    return 1.0 if seat == 0 else -POINT * points(hands[0])
            seat = (seat + 1) % len(hands)
        laid = self.counting.most(table, hands[0])
        stuck, left = laid is None, hands[0]
        if laid is not None:
            table, left = joined(table, laid), less(left, laid)
        others = [self.sight.worth(left, hand, table, stuck=stuck) for hand in hands[1:]]
        return fsum(others) / len(others)


def _doubt(values: Sequence[float]) -> float:
    """How close the choice among plays of these values is."""
    best, *others = sorted(values, reverse=True)
    return max(0.0, 1 - (best - others[0]) / CLEAR) if others else 0.0
