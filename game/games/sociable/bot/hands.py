"""Hands and plays as numbers, and what each play leaves of each hand, for playouts by the thousand.

A hand is how many cards it has of each power; its *code* reads these as digits to base five. Hands of up to
so many cards are numbered from 0, the empty hand, fewest cards first. Plays are numbered from 1, the lone
joker last; 0 is a pass. A *lead* is numbered too: 0 where a round is to be led, else by the number of cards
and how high they are.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from game.core.cards import JOKER
from game.games.sociable.rules.plays import MOST
from game.games.sociable.rules.state import POWER, RANKS, Move, Play

Ints: TypeAlias = npt.NDArray[np.integer[Any]]
Floats: TypeAlias = npt.NDArray[np.floating[Any]]

LONE = POWER[JOKER]
"""The power of a joker."""
POWERS = LONE + 1
PASS = 0
DIGITS = np.array([5**power for power in range(POWERS)], dtype=np.int32)
"""What one card of each power adds to the code of a hand."""
_CODES = 3 * 5**LONE  # two jokers at most


class Laid(NamedTuple):
    """A play, but for suits."""

    size: int
    power: int
    jokers: int

    @property
    def code(self) -> int:
        """What it takes off the code of a hand."""
        return int((self.size - self.jokers) * 5**self.power + self.jokers * 5**LONE)


PLAYS = (
    Laid(0, 0, 0),
    *(
        Laid(size, power, jokers)
        for size in range(1, MOST + 1)
        for power in range(LONE)
        for jokers in (0, 1)
        if size - jokers in range(1, 5)
    ),
    Laid(1, LONE, 1),
)
NUMBER = {laid: number for number, laid in enumerate(PLAYS)}
TAKEN = np.array([laid.code for laid in PLAYS], dtype=np.int32)
SIZES = np.array([laid.size for laid in PLAYS], dtype=np.int16)
JOKERS = np.array([laid.jokers for laid in PLAYS], dtype=np.int16)
ACES = np.array([(laid.size - laid.jokers) * (laid.power == LONE - 1) for laid in PLAYS], dtype=np.int16)


def number_of(move: Move) -> int:
    """The number of a move that is no gift."""
    if not isinstance(move, Play):
        return PASS
    return NUMBER[Laid(len(move.cards), POWER[move.cards[0]], move.cards.count(JOKER))]


class Leads:
    """The numbers of the leads under a house rule.

    Attributes:
        count: how many there are.
        of: by play, the lead that it is to those who come after.
    """

    def __init__(self, *, joker_tops: bool) -> None:
        self._tops = joker_tops
        self.heights = 2 * LONE + 1 if joker_tops else LONE + 1
        self.count = 1 + MOST * self.heights
        self.of = np.array(
            [0] + [self.number(laid.size, self.height(laid)) for laid in PLAYS[1:]], dtype=np.int32
        )

    def height(self, laid: Laid) -> int:
        """How high a play is: a play beats another of its size that is less high."""
        if not self._tops:
            return laid.power
        return 2 * laid.power + (laid.size > 1 and laid.jokers)

    def number(self, size: int, height: int) -> int:
        """The number of a lead of so many cards, so high."""
        return 1 + (size - 1) * self.heights + height


def answers(hands: Hands, leads: Leads) -> npt.NDArray[np.bool_]:
    """By lead and hand: whether it has a play that goes on the lead."""
    found = np.zeros((leads.count, len(hands)), dtype=np.bool_)
    for number, laid in enumerate(PLAYS[1:], start=1):
        for lower in range(leads.height(laid)):
            found[leads.number(laid.size, lower)] |= hands.after[number] >= 0
    return found


class Hands:
    """All hands of up to so many cards."""

    def __init__(self, most: int) -> None:
        found = [
            (*ranks, jokers)
            for ranks in product(range(5), repeat=len(RANKS))
            if sum(ranks) <= most
            for jokers in range(3)
            if sum(ranks) + jokers <= most
        ]
        found.sort(key=lambda counts: (sum(counts), counts[::-1]))
        self.most = most
        self.counts = np.array(found, dtype=np.int16)
        self.sizes = self.counts.sum(1)
        self.codes = self.counts @ DIGITS
        self.index = np.zeros(_CODES, dtype=np.int16)
        self.index[self.codes] = np.arange(len(found))
        self.after = np.full((len(PLAYS), len(found)), -1, dtype=np.int16)
        for number, laid in enumerate(PLAYS[1:], start=1):
            fits = self.counts[:, LONE] >= laid.jokers
            if laid.power < LONE:
                fits &= self.counts[:, laid.power] >= laid.size - laid.jokers
            self.after[number, fits] = self.index[self.codes[fits] - TAKEN[number]]

    def __len__(self) -> int:
        return len(self.sizes)


@cache
def hands_up_to(most: int) -> Hands:
    """The hands of up to so many cards, made once in a process."""
    return Hands(most)
