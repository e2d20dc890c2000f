"""The moves that a phone offers, a few at a time where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ROOM = 6000
"""Letters of moves that are sent at once; a message for a phone stays small."""


def narrowed(moves: Sequence[str], prefix: Sequence[str]) -> dict[str, Any]:
    """What a phone is offered when it has chosen the first words of a move.

    Returns:
        ``moves``: those that begin so, empty where they are too many; ``prefix``: the chosen words, without
        those that lead nowhere; ``next``: what can be chosen after them, empty where ``moves`` says it all.
    """
    words = [move.split() for move in moves]
    chosen = list(prefix)
    while chosen and not any(move[: len(chosen)] == chosen for move in words):
        chosen.pop()
    while True:
        place = len(chosen)
        fitting = [move for move in words if move[:place] == chosen]
        if sum(len(" ".join(move)) for move in fitting) <= ROOM:
            return {"moves": [" ".join(move) for move in fitting], "prefix": chosen, "next": []}
        following = list(dict.fromkeys(move[place] for move in fitting if len(move) > place))
        if len(following) > 1:
            return {"moves": [], "prefix": chosen, "next": following}
        chosen += following  # there is nothing to choose here
