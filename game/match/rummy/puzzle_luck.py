"""How hard a puzzle of a rummy is, from what its solutions take apart.

Somebody who *plays anything* takes up to `PLUCKED` piles apart by chance, and lays what is loose then by
chance too. A level of computer player has a counted number of looks, each at some piles that it takes apart
together while the others stay whole; what can be made of these it sees. That is the arranger, which all
levels lay cards by, with so little to think with that it overlooks things as people do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from random import Random

from game.core.cards import JOKER
from game.core.rummy.asking import Position
from game.core.rummy.melds import MeldBook, Pile
from game.core.rummy.table import Table
from game.match.rummy.puzzle_solver import Solution, Solved, moved

PLUCKED = 3
"""Somebody who plays anything takes 0 to so many piles apart, each number equally likely."""
TRIES = 40
"""So often what is loose is laid by chance once the right piles are apart."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a level looks at a puzzle: so often, at so many piles taken apart together."""

    often: int
    piles: int


LOOKS = {"easy": Look(3, 1), "normal": Look(8, 2), "hard": Look(40, 3), "master": Look(200, 4)}


def sees(look: Look, ways: Sequence[frozenset[int]], piles: int, chance: Random) -> bool:
    """Whether a level comes upon one of the ways, each the piles that have to be taken apart."""
    for _time in range(look.often):
        apart = set(chance.sample(range(piles), min(look.piles, piles)))
        if any(way <= apart for way in ways):
            return True
    return False


def lucky(position: Position, solved: Solved, card: str, chance: Random) -> int:
    """In how many of a thousand tries somebody who plays anything comes upon a solution."""
    piles = len(position.table)
    missed = 1.0
    for solution in solved.solutions:
        opened = len(solution.opened)
        right = sum(_within(opened, apart, piles) for apart in range(PLUCKED + 1)) / (PLUCKED + 1)
        if right:
            hits = sum(_laid_by_chance(position, solved, solution, card, chance) for _time in range(TRIES))
            missed *= 1 - right * hits / TRIES
    return round(1000 * (1 - missed))


def _within(opened: int, apart: int, piles: int) -> float:
    """How likely certain piles are among so many that are taken apart by chance."""
    apart = min(apart, piles)
    return comb(piles - opened, apart - opened) / comb(piles, apart) if opened <= apart else 0.0


def _laid_by_chance(position: Position, solved: Solved, way: Solution, card: str, chance: Random) -> bool:
    """Whether a solution comes of laying at random what is loose when its piles are taken apart."""
    book = position.book
    # A joker of the table is the card that it stands for.
    table = tuple(tuple(text.removeprefix(f"{JOKER}=") for text in pile) for pile in position.table)
    loose = [text for number in sorted(way.opened) for text in table[number]]
    hand = [card] if card else [text for text in position.hand if text != JOKER]
    piles: list[Pile] = [pile for number, pile in enumerate(table) if number not in way.opened]
    wanted = len(loose) + solved.lay - min(solved.lay, position.hand.count(JOKER))
    pool = [*loose, *hand]
    laid = _scattered(book, piles, pool, chance)
    if laid < wanted or Counter(loose) - Counter(text for pile in piles for text in pile):
        return False
    return not card or moved(table, tuple(piles)) <= way.moved


def _scattered(book: MeldBook, piles: list[Pile], pool: list[str], chance: Random) -> int:
    """Lay cards in new piles and on others, at random, until none goes; how many were laid."""
    at_first = len(pool)
    while True:
        steps: list[tuple[int, Pile]] = [(-1, meld) for meld in book.melds_from(pool)]
        for card in dict.fromkeys(pool):
            steps += [(number, (card,)) for number, pile in enumerate(piles) if book.fits(card, pile)]
        if not steps:
            return at_first - len(pool)
        number, cards = chance.choice(steps)
        for card in cards:
            pool.remove(card)
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
