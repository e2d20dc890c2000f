"""Which pile of a new table goes on which pile of the old one, so that the fewest cards have to move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.core.cards import JOKER
from game.core.rummy.melds import Pile

_STAYS = 1000
"""What a card that stays is weighed as, against a joker that stays but stands for another card then."""
_FAR = 1 << 40


def pairs(old: Sequence[Pile], new: Sequence[Pile]) -> list[int | None]:
    """For each new pile the old one that it goes on, `None` for one that starts from nothing.

    As many cards as possible stay where they lie; equal choices are settled by the order of the piles.
    """
    found: list[int | None] = [None] * len(new)
    equal: dict[Pile, list[int]] = {}
    for number, pile in enumerate(old):
        equal.setdefault(tuple(sorted(pile)), []).append(number)
    for place, pile in enumerate(new):
        if same := equal.get(tuple(sorted(pile))):  # to leave such a pile alone is never worse
            found[place] = same.pop(0)
    places = [place for place, number in enumerate(found) if number is None]
    rest = sorted(number for same in equal.values() for number in same)
    weights = [[_weight(old[number], new[place]) for number in rest] for place in places]
    for place, row, column in zip(places, weights, heaviest(weights), strict=True):
        if column is not None and row[column]:
            found[place] = rest[column]
    return found


def _weight(old: Pile, new: Pile) -> int:
    stay = Counter(new) & Counter(old)
    settled = sum(times for card, times in stay.items() if card.startswith(JOKER))
    jokers = min(sum(card.startswith(JOKER) for card in pile) for pile in (new, old))
    return _STAYS * stay.total() + jokers - settled


def heaviest(weights: Sequence[Sequence[int]]) -> list[int | None]:
    """For each row the column that it gets, at most one row a column, so that the total weight is greatest.

    The Hungarian method with potentials on the square that holds the weights, empty cells weighing nothing.
    """
    rows = len(weights)
    size = max(rows, len(weights[0]) if weights else 0)
    cost = [[-weight for weight in row] + [0] * (size - len(row)) for row in weights]
    cost += [[0] * size for _ in range(size - rows)]
    row_of = [size] * (size + 1)  # the last column is where a row that seeks its place begins
    of_row, of_column = [0] * (size + 1), [0] * (size + 1)
    for row in range(size):
        least, back, seen = [_FAR] * size, [size] * size, [False] * (size + 1)
        column, row_of[size] = size, row
        while row_of[column] != size:
            seen[column] = True
            here = row_of[column]
            for other in range(size):
                if not seen[other]:
                    slack = cost[here][other] - of_row[here] - of_column[other]
                    if slack < least[other]:
                        least[other], back[other] = slack, column
            nearest = min((other for other in range(size) if not seen[other]), key=least.__getitem__)
            step = least[nearest]
            for other in range(size):
                if seen[other]:
                    of_row[row_of[other]] += step
                    of_column[other] -= step
                else:
                    least[other] -= step
            of_row[row] += step
            column = nearest
        while column != size:
            row_of[column], column = row_of[back[column]], back[column]
        row_of[size] = size
    found: list[int | None] = [None] * rows
    columns = len(weights[0]) if weights else 0
    for column, row in enumerate(row_of[:columns]):
        if row < rows:
            found[row] = column
    return found
