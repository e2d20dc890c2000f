"""Where the unseen cards may lie: dealt again, as whoever plays what fits would hold them.

The seat that played last would have laid what fits the table that it left; so what it holds mostly does not.
That is all a table tells of a hand, and it tells much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.chance import Chance
from game.core.rummy.solver import Counting, Counts, faces, of_faces

KEPT = 0.1
"""How likely a card that would have fitted is in that hand, against one that did not."""
BELIEVED = 0.15
"""How often a hand is believed that could have been played from."""
TRIES = 6
"""So many hands are dealt to find one that could not."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One way in which the unseen cards may lie."""

    hands: tuple[Counts, ...]
    """Of the other seats, the next to play first."""
    stock: tuple[int, ...]
    """Faces, the top one first."""


class Unseen:
    """What one seat does not see."""

    def __init__(
        self, counting: Counting, table: Counts, unseen: Counts, held: Sequence[int], stock: int
    ) -> None:
        """Take what is public.

        Args:
            counting: what can lie.
            table: the cards on the table.
            unseen: all cards that are neither there nor in the own hand.
            held: how many cards the other seats hold, the next to play first.
            stock: how many cards the stock has.
        """
        self.counting, self.table, self.held, self.stock = counting, table, tuple(held), stock
        self.cards = tuple(faces(unseen))
        self.fitting = counting.fits(table) if any(table) else frozenset()

    def dealt(self, chance: Chance) -> Guess:
        """One guess; the same chance and the same public knowledge give the same."""
        last, rest = self._last(chance)
        hands, used = [], 0
        for count in self.held[:-1]:
            hands.append(of_faces(rest[used : used + count]))
            used += count
        return Guess((*hands, last), tuple(rest[used : used + self.stock]))

    def _last(self, chance: Chance) -> tuple[Counts, tuple[int, ...]]:
        """The hand of the seat that played last, and the other cards shuffled."""
        count = self.held[-1]
        for _ in range(TRIES):
            cards = chance.shuffled(self.cards)
            if self.fitting:
                # Cards that would have been laid go to the back, so the hand is filled from the others first.
                kept = [face not in self.fitting or chance.happens(KEPT) for face in cards]
                marked = list(zip(cards, kept, strict=True))
                cards = tuple(
                    [face for face, keep in marked if keep] + [face for face, keep in marked if not keep]
                )
            hand = of_faces(cards[:count])
            if not self.fitting or self.counting.most(self.table, hand) is None or chance.happens(BELIEVED):
                break
        return hand, chance.shuffled(cards[count:])
