"""The exchange as players make it in playouts: what is due goes by itself, what comes back costs least."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np

from game.games.sociable.bot.hands import POWERS, Floats, Ints


@cache
def _combinations(count: int) -> Ints:
    """All choices of so many cards, each as a number of cards a power; the weakest first."""
    found = combinations_with_replacement(range(POWERS), count)
    return np.array([[cards.count(power) for power in range(POWERS)] for cards in found], dtype=np.int16)


def strongest(counts: Ints, count: int) -> Ints:
    """The strongest cards of each hand."""
    above = counts[:, ::-1].cumsum(1)[:, ::-1]
    return np.clip(count - (above - counts), 0, counts)  # of each power what the stronger ones leave to give


def cheapest(counts: Ints, count: int, worth: Floats) -> Ints:
    """Of each hand the cards whose loss costs least; ``worth`` is by power and number of cards."""
    choices = _combinations(count)
    left = counts[:, None, :] - choices[None, :, :]
    values = worth[np.arange(POWERS), np.maximum(left, 0)].sum(2)  # -1 would be read as the last column
    values[(left < 0).any(2)] = -np.inf  # the hand has not so many of them
    best: Ints = choices[values.argmax(1)]
    return best


def drawn(counts: Ints, random: np.random.Generator) -> Ints:
    """One card of each hand, blindly."""
    upto = counts.cumsum(1)
    number = random.random(len(counts)) * upto[:, -1]
    power = (upto <= number[:, None]).sum(1)
    card: Ints = (np.arange(POWERS)[None, :] == power[:, None]).astype(counts.dtype)
    return card
