"""All randomness: seeded streams that give the same values on every machine and Python version.

Everything is built on `random.Random.random`, the one stream that Python promises to keep. A state holds its
seed and a counter of the draws made so far; ``SeededRng(seed, counter)`` is the stream for the next one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

BITS = 128
"""How long a drawn seed is. One that can be searched gives every hand away to whoever knows a single hand."""
_WORD = 32
"""Bits that are taken of one draw; it has 53."""


def random_seed() -> int:
    """A new seed that nobody can guess or find by trying; with `random_salt` all that is not repeatable."""
    return secrets.randbits(BITS)


def random_salt() -> str:
    """As many bits as a seed has, in hexadecimal digits: they hide what is promised of a match."""
    return secrets.token_hex(BITS // 8)


class SeededRng:
    """A stream of random choices, fixed by the numbers and words it is made from."""

    __slots__ = ("_random",)

    def __init__(self, *seed: int | str) -> None:
        # From text: then Python seeds by a digest of it, never by a hash that is another at each start.
        self._random = Random("/".join(map(str, seed)))

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``."""
        return int(self._random.random() * limit)

    def seed(self) -> int:
        """A seed as long as a drawn one, for a stream of its own."""
        seed = 0
        for _ in range(BITS // _WORD):
            seed = seed << _WORD | self.below(1 << _WORD)
        return seed

    def happens(self, probability: float) -> bool:
        """Whether an event of this probability (0 to 1) happens."""
        return self._random.random() < probability

    def skip(self, count: int) -> None:
        """Let so many draws go by: to pick one takes one, to shuffle one less than there are items."""
        for _ in range(count):
            self._random.random()

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely; there must be one."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in random order; pass a sequence, never a set."""
        # Written out: `random.shuffle` may draw otherwise in another version of Python.
        cards, draw = list(items), self._random.random
        for last in range(len(cards) - 1, 0, -1):
            other = int(draw() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)
