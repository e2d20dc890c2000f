"""The manners of computer players at a table: which one a puppet has that sits down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def with_manner(
    level: str, manners: Sequence[str], look: int, others: Iterable[str], before: str = ""
) -> str:
    """The level of a puppet that sits down as a computer player, with a manner of its own.

    It goes by the look, so that a puppet is mostly the one that people know; where others at the table have
    that manner already, it is the next one that fewest of them have.

    Args:
        level: how well it plays.
        manners: those of the game.
        look: which of the eight looks the puppet has.
        others: the levels of the others at the table, empty for people.
        before: the level of the computer player that sits there already, which keeps its manner or none.
    """
    if before:
        return level + "".join(before.partition("/")[1:])
    if not manners:
        return level
    taken = Counter(other.partition("/")[2] for other in others)
    order = [manners[(look + step) % len(manners)] for step in range(len(manners))]
    return f"{level}/{min(order, key=lambda manner: taken[manner])}"
