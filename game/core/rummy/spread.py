"""What becomes of the cards of one rank that are in no run: sets, or a loss.

A suit's part is a leftover code: how many cards are over, and (times eight) how many of them must stay on
the table. Four codes make a key, six bits a suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from game.core.rummy.lanes import NEVER
from game.core.rummy.melds import MIN_MELD, SUITS

Four = tuple[int, int, int, int]
Way = tuple[int, int, Four]
"""How a rank's leftovers may lie: loss, jokers among them, cards of each suit in sets."""


class Spread(dict[int, int]):
    """Key -> how many optional cards are lost at best, `NEVER` if the rest cannot lie; filled when asked."""

    __slots__ = ("fours", "kinds", "room")

    def __init__(self, room: Four, *, kinds: bool) -> None:
        super().__init__()
        self.fours: dict[int, Four | None] = {}
        self.kinds = kinds
        self.room = room

    def __missing__(self, key: int) -> int:
        chosen = self.placed(key)
        total = sum(key >> 6 * suit & 7 for suit in range(SUITS))
        self[key] = loss = NEVER if chosen is None else total - sum(chosen)
        return loss

    def placed(self, key: int) -> Four | None:
        """How many cards of each suit lie in sets at best, or None."""
        if key not in self.fours:
            legal = (four for four in product(*spans(key)) if lies(four, self.room, kinds=self.kinds))
            self.fours[key] = max(legal, key=sum, default=None)
        return self.fours[key]


def spans(key: int, wild: int = 0) -> tuple[range, range, range, range]:
    """For each suit, how many cards may lie in sets, jokers included."""
    a, b, c, d = (range(key >> 6 * s + 3 & 7, (key >> 6 * s & 7) + wild + 1) for s in range(SUITS))
    return a, b, c, d


def lies(four: Four, room: Four, *, kinds: bool) -> bool:
    """Whether so many cards of each suit can all lie in sets, new ones and kept ones with room."""
    if not any(room):
        return sets_hold(four, kinds=kinds)
    joins = product(*(range(min(count, free) + 1) for count, free in zip(four, room, strict=True)))
    rests = ((four[0] - a, four[1] - b, four[2] - c, four[3] - d) for a, b, c, d in joins)
    return any(sets_hold(rest, kinds=kinds) for rest in rests)


def sets_hold(four: Four, *, kinds: bool) -> bool:
    """Whether so many cards of each suit fill sets, or kinds where a suit may not repeat, with none over.

    Kinds: ``g`` of them hold the cards when no suit has more than ``g`` and each gets three.
    """
    total = sum(four)
    if not kinds:
        return total == 0 or total >= MIN_MELD
    return max(four) <= total // MIN_MELD


class Ways(dict[int, tuple[Way, ...]]):
    """Leftover key -> the ways worth trying, fewest jokers first; filled when asked."""

    __slots__ = ("every", "kinds", "room", "wild")

    def __init__(self, room: Four, wild: int, *, kinds: bool, every: bool) -> None:
        super().__init__()
        self.kinds = kinds
        self.room = room
        self.wild = wild
        self.every = every

    def __missing__(self, key: int) -> tuple[Way, ...]:
        over = sum(key >> 6 * suit & 7 for suit in range(SUITS))
        best: dict[int, Way] = {}
        for jokers, four in _placings(key, self.wild):
            loss = over + jokers - sum(four)
            if (jokers not in best or loss < best[jokers][0]) and lies(four, self.room, kinds=self.kinds):
                best[jokers] = (loss, jokers, four)
        ways: list[Way] = []
        for jokers in sorted(best):
            # More jokers only where they lose less: those that are not needed help elsewhere.
            if self.every or not ways or best[jokers][0] < ways[-1][0]:
                ways.append(best[jokers])
        self[key] = found = tuple(ways)
        return found


def _placings(key: int, wild: int) -> Iterator[tuple[int, Four]]:
    """How many cards of each suit may lie in sets, after how many of them are jokers."""
    w, x, y, z = (key >> 6 * suit & 7 for suit in range(SUITS))
    one, two, three, four = spans(key, wild)
    for a in one:
        first = max(0, a - w)
        for b in two[: x - two.start + wild - first + 1]:
            second = first + max(0, b - x)
            for c in three[: y - three.start + wild - second + 1]:
                third = second + max(0, c - y)
                for d in four[: z - four.start + wild - third + 1]:
                    yield third + max(0, d - z), (a, b, c, d)


@lru_cache(maxsize=1 << 10)
def ways_for(room: Four, wild: int, *, kinds: bool, every: bool) -> Ways:
    """The table of one rank, shared by all searches.

    Args:
        room: how many cards of each suit may be added to kept sets.
        wild: how many jokers there are.
        kinds: whether a set may hold each suit only once.
        every: whether jokers may be put where they help no other card.
    """
    return Ways(room, wild, kinds=kinds, every=every)


@lru_cache(maxsize=1 << 10)
def spread_for(room: Four, *, kinds: bool) -> Spread:
    """The table of one rank, shared by all searches.

    Args:
        room: how many cards of each suit may be added to kept sets.
        kinds: whether a set may hold each suit only once.
    """
    return Spread(room, kinds=kinds)


@lru_cache(maxsize=1 << 12)
def caps_for(over: Four, room: Four, wild: int = 0, *, kinds: bool) -> Four:
    """How many cards of each suit sets of a rank can take at best, each suit asked alone.

    Args:
        over: how many cards of each suit can be over.
        room: how many may be added to kept sets.
        wild: how many jokers may help.
        kinds: whether a set may hold each suit only once.
    """
    if not kinds:
        a, b, c, d = (max(free, sum(over) if sum(over) >= MIN_MELD else 0) for free in room)
        return a, b, c, d
    a, b, c, d = (_kinds_with(over, suit, wild) + room[suit] for suit in range(SUITS))
    return a, b, c, d


def _kinds_with(over: Four, suit: int, wild: int) -> int:
    """How many kinds can hold a card of the suit: each takes two cards of different other suits."""
    others = [count for other, count in enumerate(over) if other != suit]
    number = 0
    while wild + sum(min(count, number + 1) for count in others) >= 2 * (number + 1):
        number += 1
    return number
