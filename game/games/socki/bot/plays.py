"""The plays that are worth a thought: which cards to lay, and how they come to lie.

As a table may be rearranged freely, only which cards a play lays matters to what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from game.core.rummy.melds import MIN_MELD
from game.core.rummy.solver import Counting, Counts, counted, faces, joined, less, of_faces
from game.games.socki.rules.plays import HouseRules

SMALL = 4
"""All parts of a play of so many cards are looked at."""


class Choices:
    """What one hand may lay on one table."""

    def __init__(self, house: HouseRules, counting: Counting, table: Counts, hand: Counts) -> None:
        self.house, self.counting, self.table, self.hand = house, counting, table, hand

    def all(self, most: Counts) -> list[Counts]:
        """The plays worth a thought, the one of the most cards first, each once.

        They lay all of it, parts of it, single cards, and the most with one card changed for another.
        """
        # A dict keeps the order they were found in: of plays that are as good the first is made.
        found = {most: None} if self.legal(most) else {}
        for play in self._parts(most):
            if play not in found and self.legal(play):
                found[play] = None
        return list(found)

    def legal(self, play: Counts) -> bool:
        """Whether the house allows a play of these cards."""
        size = sum(play)
        if not any(self.table):
            if self.house.opening_three and size != MIN_MELD:
                return False
            if size < MIN_MELD:
                return False
        table = joined(self.table, play)
        if not self.counting.lies(table):
            return False
        if not self.house.play_all or (self.house.opening_three and not any(self.table)):
            return True
        return self.counting.most(table, less(self.hand, play)) is None

    def _parts(self, most: Counts) -> Iterator[Counts]:
        cards = list(faces(most))
        if not any(self.table):
            for meld in self.house.book.melds_from(self._held()):
                yield counted(self.house.book, meld)
        sizes = range(1, len(cards)) if len(cards) <= SMALL else (len(cards) - 1,)
        for size in sizes:
            yield from map(of_faces, combinations(cards, size))
        for face in dict.fromkeys(faces(self.hand)):
            yield of_faces((face,))
        for face in dict.fromkeys(cards):
            rest = less(most, of_faces((face,)))
            for other in dict.fromkeys(faces(less(self.hand, most))):
                if other != face:
                    yield joined(rest, of_faces((other,)))

    def _held(self) -> list[str]:
        cards = self.house.book.pack.cards
        return [cards[face] for face in faces(self.hand)]
