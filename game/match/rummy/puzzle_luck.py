"""How hard a puzzle of a rummy is, from what its solutions take apart.

Somebody who *plays anything* takes up to `PLUCKED` piles apart by chance, and lays what is loose then by
chance too. A level of computer player has a counted number of looks, each at some piles that it takes apart
together while the others stay whole, and with some skill in laying what is loose then. That is how its
arranger works, with so little to think with that it overlooks things as people do: at a table with all its
time every level but the first would find each of these puzzles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from random import Random

from game.core.cards import JOKER
from game.core.rummy.advice import Position
from game.core.rummy.melds import RANKS, MeldBook, Pile
from game.core.rummy.table import Table
from game.match.rummy.puzzle_solver import moved

PLUCKED = 3
"""Somebody who plays anything takes 0 to so many piles apart, each number equally likely."""
TRIES = 40
"""So often what is loose is laid by chance once the right piles are apart."""


UNLIKELY = 1 / (2 * TRIES)
"""How likely that is taken to be where none of these came out."""


NEAR = 0.5
"""How often somebody looks where a card of the hand might go, and nowhere else."""
BESIDE = 2
"""So many ranks away in its suit a card is near: between the two there is room for one."""


FORM = 30
"""A level has its days: up to so many times more looks than usual, or fewer."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a level looks at a puzzle.

    Attributes:
        often: so many looks it has, in the middle of `FORM`.
        piles: so many piles it takes apart together.
        skill: it lays what is loose as well as the best of so many who lay it by chance.
    """

    often: int
    piles: int
    skill: int


LOOKS = {"easy": Look(2, 1, 1), "normal": Look(6, 3, 3), "hard": Look(20, 4, 5), "master": Look(150, 5, 8)}


@dataclass(frozen=True, slots=True)
class Key:
    """What a solution takes: the piles that have to be taken apart, and how likely all is laid right then."""

    opened: frozenset[int]
    laid_right: float


def keys_of(position: Position, tables: Sequence[Table], lay: int, card: str, chance: Random) -> list[Key]:
    """What each of the solutions takes.

    Args:
        position: where they begin.
        tables: how they end.
        lay: how many cards they lay.
        card: the one that is laid, where it is one that was asked for.
        chance: what is loose is laid by it.
    """
    found = []
    for table in tables:
        opened = taken_apart(position.table, table)
        most = moved(position.table, table) if card else None
        hits = sum(_laid_by_chance(position, opened, lay, card, most, chance) for _time in range(TRIES))
        found.append(Key(opened, max(hits / TRIES, UNLIKELY)))
    return found


@dataclass(frozen=True, slots=True)
class Piles:
    """Where somebody looks: half of the time wherever, half of the time where a card of the hand might go."""

    all: Sequence[int]
    near: Sequence[int]

    @classmethod
    def of(cls, position: Position, hand: Sequence[str]) -> Piles:
        """The piles of a table for whoever lays these cards."""
        face = position.book.face
        own = [face[card] for card in hand if card in face]
        near = [
            number
            for number, pile in enumerate(position.table)
            if any(_close(face[card], other) for card in pile for other in own)
        ]
        everywhere = range(len(position.table))
        return cls(everywhere, near or everywhere)


def _close(one: int, other: int) -> bool:
    """Whether two faces may lie next but one in a run, or in a set."""
    apart = (one - other) % RANKS
    return not apart or (one // RANKS == other // RANKS and min(apart, RANKS - apart) <= BESIDE)


def sees(look: Look, keys: Sequence[Key], piles: Piles, chance: Random) -> bool:
    """Whether a level comes upon one of the solutions."""
    for _time in range(round(look.often * FORM ** chance.uniform(-1, 1))):
        where = piles.near if chance.random() < NEAR else piles.all
        apart = set(chance.sample(where, min(look.piles, len(where))))
        for key in keys:
            if key.opened <= apart and chance.random() < 1 - (1 - key.laid_right) ** look.skill:
                return True
    return False


def lucky(keys: Sequence[Key], piles: Piles) -> int:
    """In how many of a thousand tries somebody who plays anything comes upon a solution."""
    missed = 1.0
    for key in keys:
        right = (1 - NEAR) * _plucked(key.opened, piles.all) + NEAR * _plucked(key.opened, piles.near)
        missed *= 1 - right * key.laid_right
    return round(1000 * (1 - missed))


def _plucked(opened: frozenset[int], where: Sequence[int]) -> float:
    """How likely certain piles are among those that somebody takes apart there."""
    if not opened <= set(where):
        return 0.0
    right = sum(_within(len(opened), apart, len(where)) for apart in range(PLUCKED + 1))
    return right / (PLUCKED + 1)


def _within(opened: int, apart: int, piles: int) -> float:
    """How likely certain piles are among so many that are taken apart by chance."""
    apart = min(apart, piles)
    return comb(piles - opened, apart - opened) / comb(piles, apart) if opened <= apart else 0.0


def _laid_by_chance(
    position: Position, opened: frozenset[int], lay: int, card: str, most: int | None, chance: Random
) -> bool:
    """Whether so many cards come to lie when certain piles are taken apart and all that is loose is laid."""
    # A joker of the table is the card that it stands for.
    table = tuple(tuple(text.removeprefix(f"{JOKER}=") for text in pile) for pile in position.table)
    loose = [text for number in sorted(opened) for text in table[number]]
    hand = [card] if card else position.hand
    piles: list[Pile] = [pile for number, pile in enumerate(table) if number not in opened]
    if _scattered(position.book, piles, [*loose, *hand], chance) < len(loose) + lay:
        return False
    if Counter(loose) - Counter(text for pile in piles for text in pile):
        return False
    return most is None or moved(table, tuple(piles)) <= most


def _scattered(book: MeldBook, piles: list[Pile], pool: list[str], chance: Random) -> int:
    """Lay cards in new piles and on others, at random, until none goes; how many were laid."""
    at_first = len(pool)
    while True:
        steps: list[tuple[int, Pile]] = [(-1, meld) for meld in book.melds_from(pool)]
        for card in dict.fromkeys(pool):
            for number, pile in enumerate(piles):
                steps += [(number, (face,)) for face in book.fits(card, pile)]
        if not steps:
            return at_first - len(pool)
        number, cards = chance.choice(steps)
        for card in cards:
            pool.remove(JOKER if card.startswith(JOKER) else card)
        if number < 0:
            piles.append(cards)
        else:
            piles[number] += cards


def taken_apart(before: Table, after: Table) -> frozenset[int]:
    """The piles of a table that do not lie whole in one of another."""
    left = [Counter(pile) for pile in after]
    gone = set()
    # The long ones first, each in the smallest pile that holds it.
    for number in sorted(range(len(before)), key=lambda number: -len(before[number])):
        pile = Counter(before[number])
        homes = [other for other in left if pile <= other]
        if homes:
            left.remove(min(homes, key=Counter.total))
        else:
            gone.add(number)
    return frozenset(gone)
