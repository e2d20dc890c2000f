"""Seeded random streams that give the same values on every machine and Python version.

Everything is built on `random.Random.random`, the one stream that Python promises to keep. A state holds its
seed and a counter of the draws made; ``SeededRng(seed, counter)`` is the stream for the next draw.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

SEED_BITS = 128  # of a drawn seed; a seed short enough to search could be found from one known hand
_WORD_BITS = 32  # bits taken from one draw, which has 53


def random_seed() -> int:
    """New unpredictable seed of 128 bits. It and `random_salt` are all that is not repeatable."""
    return secrets.randbits(SEED_BITS)


def random_salt() -> str:
    """New random salt of 128 bits in hexadecimal digits, which keeps a commitment from being searched."""
    return secrets.token_hex(SEED_BITS // 8)


class SeededRng:
    """Stream of random choices, fixed by the numbers and words that it is made from."""

    __slots__ = ("_random",)

    def __init__(self, *seed: int | str) -> None:
        # From text: Python seeds with a digest of it, not with a hash that changes at each start.
        self._random = Random("/".join(map(str, seed)))

    def below(self, limit: int) -> int:
        """Random whole number from 0 to ``limit - 1``."""
        return int(self._random.random() * limit)

    def seed(self) -> int:
        """Draw a 128-bit seed for a separate stream."""
        seed = 0
        for _ in range(SEED_BITS // _WORD_BITS):
            seed = seed << _WORD_BITS | self.below(1 << _WORD_BITS)
        return seed

    def with_probability(self, probability: float) -> bool:
        """True with this probability (0 to 1)."""
        return self._random.random() < probability

    def advance(self, count: int) -> None:
        """Discard ``count`` draws. `pick` uses one draw, `shuffled` uses ``len(items) - 1``."""
        for _ in range(count):
            self._random.random()

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely. There must be at least one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return the items in random order. Pass a sequence, never a set."""
        # Written out because `random.shuffle` may draw differently in another version of Python.
        cards, draw = list(items), self._random.random
        for last in range(len(cards) - 1, 0, -1):
            index = int(draw() * (last + 1))
            cards[last], cards[index] = cards[index], cards[last]
        return tuple(cards)
