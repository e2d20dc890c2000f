"""What players do in playouts: one glance into a table, for every hand, lead and phase of a hand.

The table is made of what was learnt in self-play (`tools.train_sociable`): what a hand is worth to whoever
leads a round, what it is worth to the others, and how often a play wins its round. A play is worth what it
leaves behind, either way; it is laid if that is more than the hand is worth as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.games.sociable.bot.hands import LONE, PASS, PLAYS, POWERS, Floats, Hands, Ints, Leads
from game.games.sociable.rules.plays import MOST

TIMES = 9
"""How far a hand has come: the cards of the shortest hand and the players who are in, three steps each."""
_ACES = 5
PHASES = 3 * _ACES * TIMES
"""Phases of a hand: jokers and aces that the others hold, and how far it has come."""
OUT = 32
"""Stands for the number of cards of a seat that has none, which the shortest hand has not."""
_SHORTEST = np.array([0, 0, 3] + [6] * (OUT - 2), dtype=np.int32)
_PLAYERS = np.array([0, 0, 0, 1, 2, 2], dtype=np.int32)
_SIZES = 5 * LONE + 3
FEATURES = _SIZES + 9


START = (2 * _ACES + 4) * TIMES + TIMES - 1
"""The phase in which a hand begins for one who has neither aces nor jokers."""


def times(shortest: Ints, players: Ints) -> Ints:
    """How far hands have come: by the cards of the shortest hand and the number of players who are in."""
    return _SHORTEST[shortest] + _PLAYERS[players]


@dataclass(frozen=True)
class Learnt:
    """What self-play has taught."""

    leader: Floats
    """By phase and feature of a hand: what it adds to the share of the others that are left behind."""
    other: Floats
    """The same for everybody else."""
    holds: Floats
    """By phase and play: how often it wins its round."""
    waits: Floats
    """By how far it has come, size and power of the lead: what a pass adds where one could have laid."""
    leans: Floats
    """By seat from the Boss on, its number of cards and power: how much likelier a card is there."""
    more: Floats
    """For leader and others, by phase and hand: what is to be added to the sum of its features."""


def features(hands: Hands) -> Floats:
    """By hand: its cards of each rank, its jokers and all its cards, each as a row of zeros and a one."""
    found = np.zeros((len(hands), FEATURES), dtype=np.float32)
    rows = np.arange(len(hands))
    for power in range(POWERS):
        found[rows, 5 * power + hands.counts[:, power]] = 1
    found[rows, _SIZES + np.minimum(hands.sizes, FEATURES - _SIZES - 1)] = 1
    return found


def worth_of_cards(row: Floats) -> Floats:
    """By power and number of cards: what they add to a hand, by the features of a phase."""
    found = np.full((POWERS, 12), -9.0)
    for power in range(LONE):
        found[power, :5] = row[5 * power : 5 * power + 5]
    found[LONE, :3] = row[5 * LONE : _SIZES]
    return found


class Policy:
    """The play of every hand on every lead.

    Attributes:
        table: by phase, lead and hand, one after the other: the number of the play, 0 for a pass.
        shift: by code of a hand, what its place there adds to the place of a phase without it and a lead.
    """

    def __init__(
        self, learnt: Learnt, hands: Hands, noise: Floats | None = None, *, joker_tops: bool
    ) -> None:
        self.hands, self.leads = hands, Leads(joker_tops=joker_tops)
        self.step = self.leads.count * len(hands)
        own = hands.counts[:, LONE] * _ACES + hands.counts[:, LONE - 1]
        self.shift = np.zeros(len(hands.index), dtype=np.int32)
        self.shift[hands.codes] = np.arange(len(hands)) - own.astype(np.int32) * (TIMES * self.step)
        known = features(hands)
        self.leader = (known @ learnt.leader.T.astype(np.float32)).T
        self.other = (known @ learnt.other.T.astype(np.float32)).T
        self.leader += learnt.more[0]
        self.other += learnt.more[1]
        self.leader[:, 0] = self.other[:, 0] = 1.0
        self.table = self._table(learnt, noise).reshape(-1)

    def places(self, jokers: Ints, aces: Ints, time: Ints, lead: Ints | int) -> Ints:
        """Where tables of so many jokers and aces laid, at this time and lead, find themselves."""
        phase = ((2 - jokers) * _ACES + 4 - aces) * TIMES + time
        return phase * self.step + lead * len(self.hands)

    def _table(self, learnt: Learnt, noise: Floats | None) -> Ints:
        """By phase, lead and hand the best play.

        From the highest plays down, so that whatever has been looked at beats the leads that follow.
        """
        hands, leads = self.hands, self.leads
        table = np.zeros((PHASES, leads.count, len(hands)), dtype=np.int8)
        best = np.full((MOST + 1, PHASES, len(hands)), -9.0, dtype=np.float32)
        choice = np.zeros((MOST + 1, PHASES, len(hands)), dtype=np.int8)
        holds = learnt.holds.astype(np.float32)
        waits = np.tile(learnt.waits.astype(np.float32), (PHASES // TIMES, 1, 1))
        order = sorted(range(1, len(PLAYS)), key=lambda number: leads.height(PLAYS[number]), reverse=True)
        at = leads.heights - 1
        for number in [*order, 0]:
            high = leads.height(PLAYS[number])
            while at >= high:
                for size in range(1, MOST + 1):
                    bar = self.other + waits[:, size, at * LONE // (leads.heights - 1)][:, None]
                    table[:, leads.number(size, at)] = np.where(best[size] > bar, choice[size], PASS)
                at -= 1
            if not number:
                break
            fits = np.flatnonzero(hands.after[number] >= 0)
            left, hold = hands.after[number, fits], holds[:, number, None]
            worth = hold * self.leader[:, left] + (1 - hold) * self.other[:, left]
            if noise is not None:
                worth += noise[number]
            for row in (0, PLAYS[number].size):
                old = best[row][:, fits]
                better = worth > old
                best[row][:, fits] = np.where(better, worth, old)
                choice[row][:, fits] = np.where(better, number, choice[row][:, fits])
        table[:, 0] = choice[0]
        table[:, :, 0] = PASS
        return table
