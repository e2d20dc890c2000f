"""How hard and master think: each choice is played out on hands dealt again, the best ones more often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.core.chance import Chance
from game.core.options import Options
from game.core.search import Budget
from game.games.sociable.bot.hands import Floats, Ints
from game.games.sociable.bot.judged import JudgedPlayouts
from game.games.sociable.bot.learnt import MOST, policy_for
from game.games.sociable.bot.manners import Manner
from game.games.sociable.bot.playouts import Playouts
from game.games.sociable.bot.prospect import Prospect
from game.games.sociable.bot.sights import Sight
from game.games.sociable.rules.observed import Observed
from game.games.sociable.rules.state import Move

FIRST = 64
"""Hands that are dealt again in the first round of playouts; each further round has twice as many."""
BATCH = 1024
"""The most in a round, so that time that is up is seen."""
SURE = 3.0
"""By how many standard errors a choice must lag to be looked into no more."""
CLOSE = 0.05
"""A choice is close where the next best one is less than this behind; from last to first it is 1."""


def can_think(seen: Observed) -> bool:
    """Whether the hands are no larger than those that are dealt; a made-up position may have others."""
    if seen["give"]:
        return sum(seen["counts"]) == 30
    return max(seen["counts"]) <= MOST[seen["players"]]


class Thought:
    """One decision."""

    def __init__(
        self,
        seen: Observed,
        options: Options,
        sight: Sight,
        manner: Manner,
        chance: Chance,
        budget: Budget,
    ) -> None:
        self.manner, self.budget = manner, budget
        random = np.random.default_rng(chance.seed())
        tops = options.flag("joker_pair_beats_same_rank")
        policy = policy_for(seen["players"], joker_tops=tops)
        playouts = (
            JudgedPlayouts(policy, seen["players"], options, random)
            if sight.judges
            else Playouts(policy, seen["players"], options)
        )
        self.prospect = Prospect(
            seen, options, playouts, random, remembers=sight.remembers, infers=sight.infers
        )
        self._nodes = sight.nodes if budget.limit is None else budget.limit
        self._duels = min(sight.duels, self._nodes // 2)  # the other half stays for playouts

    def best(self, found: Sequence[Move]) -> Move | None:
        """The best of these moves; `None` where the budget allows of no playout of each."""
        return self.prospect.won(found, self.budget, self._duels) or self._likeliest(found)

    def _likeliest(self, found: Sequence[Move]) -> Move | None:
        """The move of which most comes in playouts."""
        alive = list(found)
        values: list[Floats] = []
        batch = FIRST
        while len(alive) > 1:
            batch = min(batch, BATCH, (self._nodes - self.budget.spent) // len(alive))
            if batch < 1 or (values and self.budget.late):  # late or not, each is played out once
                break
            self.budget.spend(batch * len(alive))
            values.append(self.values(alive, batch))
            keep = _hopeful(np.concatenate(values))
            alive = [alive[number] for number in keep]
            values = [part[:, keep] for part in values]
            batch *= 2
        if not values:
            return None
        means = np.concatenate(values).mean(0)
        ranked = np.sort(means)[::-1]
        self.budget.doubt = 0.0 if len(ranked) < 2 else float(max(0.0, 1 - (ranked[0] - ranked[1]) / CLOSE))
        return alive[int(means.argmax())]

    def values(self, found: Sequence[Move], count: int) -> Floats:
        """By deal and move: what came of it, from 0 for the last place to 1 for the first."""
        places = self.prospect.places(found, count)
        worth = np.array(self.manner.places(self.prospect.players))[places]
        return worth.T + np.array([self.manner.taste(move) for move in found])  # type: ignore[no-any-return]


def _hopeful(values: Floats) -> Ints:
    """The columns that may yet be the best."""
    # Deal by deal: they are the same for all, so what luck does to all of them falls out.
    behind = values[:, [int(values.mean(0).argmax())]] - values
    error = behind.std(0) / np.sqrt(len(values))
    return np.flatnonzero(behind.mean(0) <= SURE * error)
