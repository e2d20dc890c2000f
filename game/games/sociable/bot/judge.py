"""What normal thinks of its plays, for thousands of hands at once.

It is `weighing` again, in arrays with a row for each hand: master plays hands to their end so, and asks so
whether a hand goes with what a player has laid and passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from game.games.sociable.bot.hands import LONE, PLAYS, Floats, Ints, Leads
from game.games.sociable.bot.weighing import GROUP_TOPPED, LEAD, LOW, SHED, TOPPED, WASTE, WIN
from game.games.sociable.bot.weighing import OUT as SURE
from game.games.sociable.rules.plays import MOST

NEVER = -1e6
"""The value of a play that cannot be laid."""
_COUNTS = 5
_SHED = (SHED * np.arange(LONE) / LONE).astype(np.float32)
_MANY = np.arange(1, _COUNTS, dtype=np.float32)
_SINGLE = ((1 - TOPPED) ** np.arange(32)).astype(np.float32)
_JOKER = 1 - WIN - SHED
_WAYS = np.array(
    [
        [comb(count, size) + jokers * comb(count, size - 1) for size in range(2, MOST + 1)]
        for count in range(_COUNTS)
        for jokers in range(3)
    ],
    dtype=np.float32,
)
"""By cards of a rank and jokers that are unseen: in how many ways they make so many of a kind."""


class Asked(NamedTuple):
    """Hands that are to choose, each a row.

    Attributes:
        held: cards of each power.
        unseen: cards of each power that others hold.
        others: by other seat how many cards it holds; columns of zeros do no harm.
        lead: numbers of the leads.
    """

    held: Ints
    unseen: Ints
    others: Ints
    lead: Ints

    def rows(self, which: Ints) -> Asked:
        """Some of them."""
        return Asked(self.held[which], self.unseen[which], self.others[which], self.lead[which])


@dataclass(frozen=True)
class _Plays:
    """The plays of a size, or all of them to lead with, as columns."""

    numbers: Ints
    power: Ints
    cards: Ints
    """How many cards of the rank."""
    jokers: Ints
    sizes: Ints
    heights: Ints
    held: Ints
    """Where in what is known of a hand it stands whether they hold."""

    @classmethod
    def of(cls, leads: Leads, size: int) -> _Plays:
        """The plays that go on a lead of this size; 0 stands for none to go on."""
        numbers = [number for number in range(1, len(PLAYS)) if size in (0, PLAYS[number].size)]
        found = [PLAYS[number] for number in numbers]
        lone = [laid.power == LONE for laid in found]
        return cls(
            np.array(numbers),
            np.array([0 if alone else laid.power for laid, alone in zip(found, lone, strict=True)]),
            np.array(
                [0 if alone else laid.size - laid.jokers for laid, alone in zip(found, lone, strict=True)]
            ),
            np.array([laid.jokers for laid in found]),
            np.array([laid.size for laid in found]),
            np.array([leads.height(laid) for laid in found]),
            np.array([laid.power * MOST + laid.size - 1 for laid in found]),
        )


class Judge:
    """Values plays as normal does."""

    def __init__(self, leads: Leads) -> None:
        self._plays = [_Plays.of(leads, size) for size in range(MOST + 1)]
        numbers = np.arange(leads.count) - 1
        self.sizes = np.where(numbers < 0, 0, numbers // leads.heights + 1)
        """By lead, how many cards it has."""
        self._heights = np.where(numbers < 0, -1, numbers % leads.heights)
        tops = leads.heights > LONE + 1
        self._low = self._heights <= (2 * LOW + 1 if tops else LOW)

    def numbers(self, size: int) -> Ints:
        """The numbers of the plays whose `values` are told for a lead of this size; a pass is the last."""
        return np.append(self._plays[size].numbers, 0)

    def values(self, asked: Asked, size: int) -> Floats:
        """What each play is worth to each hand, all being asked on leads of this size."""
        plays, lead = self._plays[size], asked.lead
        holds = _holds(asked)
        held, jokers = asked.held[:, :LONE], asked.held[:, LONE]
        costs, unsure = _costs(holds)
        at = np.arange(LONE) * _COUNTS + held
        own, doubts = np.take_along_axis(costs, at, 1), np.take_along_axis(unsure, at, 1)
        base = own.sum(1) + np.float32(_JOKER) * jokers
        left = held[:, plays.power] - plays.cards
        at = plays.power * _COUNTS + np.maximum(left, 0)
        cost = (
            base[:, None]
            - own[:, plays.power]
            + np.take_along_axis(costs, at, 1)
            - np.float32(_JOKER) * plays.jokers.astype(np.float32)
        )
        open_ = doubts.sum(1)[:, None] - doubts[:, plays.power] + np.take_along_axis(unsure, at, 1)
        hold = holds[:, plays.held]
        value = LEAD * hold - cost
        few = open_ <= 1
        value += np.float32(SURE) * (few & (hold == 1))
        if size > 1:
            high = (plays.jokers > 0) | (plays.power == LONE - 1)
            value -= np.float32(WASTE) * (~few & high & self._low[lead][:, None])
        value[asked.held.sum(1)[:, None] == plays.sizes] = 2 * SURE  # the whole hand goes
        legal = (left >= 0) & (jokers[:, None] >= plays.jokers)
        if size:
            legal &= plays.heights > self._heights[lead][:, None]
        value[~legal] = NEVER
        idle = -base if size else np.full(len(base), NEVER / 2)  # a leader cannot pass
        return np.concatenate([value, idle[:, None]], axis=1, dtype=np.float32)


def _holds(asked: Asked) -> Floats:
    """By hand, and by power and size: how likely it is that nobody tops a play."""
    unseen = asked.unseen.astype(np.int64)
    found = np.ones((len(unseen), LONE + 1, MOST), dtype=np.float32)
    above = unseen[:, ::-1].cumsum(1)[:, ::-1] - unseen
    found[:, :, 0] = _SINGLE[above]
    others = asked.others.astype(np.float32)
    part = others / np.maximum(1, others.sum(1, keepdims=True))
    together = np.stack(
        [((others >= size) * part**size).sum(1) for size in range(2, MOST + 1)], axis=1, dtype=np.float32
    )
    ways = _WAYS[unseen[:, :LONE] * 3 + unseen[:, LONE:]]
    higher = ways[:, ::-1].cumsum(1)[:, ::-1] - ways
    found[:, :LONE, 1:] = np.exp(higher * np.log1p(-GROUP_TOPPED * together)[:, None, :])  # (1 - p) ** ways
    return found.reshape(len(unseen), -1)


def _costs(holds: Floats) -> tuple[Floats, Ints]:
    """By hand, and by power and number of cards: what a group costs, and whether it could be topped."""
    known = holds.reshape(len(holds), LONE + 1, MOST)[:, :LONE, : _COUNTS - 1]
    whole = 1 - WIN * known - _SHED[:, None] / _MANY
    single = (1 - WIN * known[:, :, 0] - _SHED)[:, :, None]
    costs = np.zeros((len(holds), LONE, _COUNTS), dtype=np.float32)
    costs[:, :, 1:] = np.where(single > 0, np.minimum(whole, single * _MANY), whole)
    unsure = np.zeros(costs.shape, dtype=np.int8)
    unsure[:, :, 1:] = known < 1
    return costs.reshape(len(holds), -1), unsure.reshape(len(holds), -1)
