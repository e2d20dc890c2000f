"""How the moves of a game become numbers, and what a seat may know becomes an array.

A move can be more than one action: a pair of socks is a colour and two stations, a rummy turn as many as it
takes. What the seat to move has chosen so far is a *turn in the making*, a value of the codec's own; nobody
else sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.core.session import Session

Array: TypeAlias = NDArray[np.int16]
"""What a seat may know; whole numbers from 0 to `MOST`."""
Mask: TypeAlias = NDArray[np.int8]
"""1 for every action that is legal, 0 for the others."""
MOST = 9999


class CompleteMove(NamedTuple):
    """A legal move that is chosen to its end, as the game's rules have it."""

    move: Any


class Codec(Protocol):
    """One game under its options, for a number of players; it keeps nothing of a match."""

    @property
    def actions(self) -> int:
        """How many actions there are; they count from 0."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""

    def begin(self, session: Session) -> Any:
        """The turn in the making of the seat to move, before its first action."""

    def mask(self, making: Any) -> Mask:
        """Which actions go on from there, a fresh array; always one at least."""

    def choose(self, making: Any, action: int) -> Any:
        """What a legal action makes of it: a `CompleteMove` move, or the next turn in the making."""

    def spell(self, making: Any, text: str) -> list[int]:
        """The actions that make a whole legal move, as from a record, at the beginning of a turn."""

    def array(self, session: Session, seat: int, making: Any) -> Array:
        """What a seat may know as an array.

        Open games read the state itself; where something is hidden, what the seat does not see is not read.

        Args:
            session: the match.
            seat: whose array.
            making: that seat's turn in the making, `None` for all who are not to move.
        """

    def label(self, action: int) -> str:
        """What an action means, for people; it need not be legal now."""


Tree: TypeAlias = dict[int, Any]
"""Action -> a whole move, or the tree of what may follow; the turn in the making of listed moves."""


class PartialMove(NamedTuple):
    """The turn in the making of listed moves: what may follow, and the actions that were chosen."""

    tree: Tree
    chosen: tuple[int, ...] = ()


class ListedCodec:
    """What codecs of games do alike that list all their moves: a move's text is spelt by actions, once."""

    actions: int

    def __init__(self, spelt: Callable[[str], tuple[int, ...]], text: Callable[[Any], str]) -> None:
        self._spelt = cache(spelt)
        self._text = text
        self._single: dict[str, int] = {}
        """The moves of one action."""

    def begin(self, session: Session) -> Any:
        """The moves by the actions that spell them; of those spelt alike the last one stands."""
        moves = session.listed()
        texts = list(map(self._text, moves))
        try:
            # Nearly always; it takes a tenth of the time.
            return PartialMove(dict(zip(map(self._single.__getitem__, texts), moves, strict=True)))
        except KeyError:
            pass
        root: Tree = {}
        for text, move in zip(texts, moves, strict=True):
            *path, last = self._spelt(text)
            if not path:
                self._single[text] = last
            node = root
            for action in path:
                node = node.setdefault(action, {})
            node[last] = move
        return PartialMove(root)

    def mask(self, making: Any) -> Mask:
        mask = np.zeros(self.actions, np.int8)
        mask[list(making.tree)] = 1
        return mask

    def choose(self, making: Any, action: int) -> CompleteMove | PartialMove:
        after = making.tree[action]
        return (
            PartialMove(after, (*making.chosen, action)) if isinstance(after, dict) else CompleteMove(after)
        )

    def spell(self, _making: Any, text: str) -> list[int]:
        return list(self._spelt(text))


def clipped(value: int) -> int:
    """A number that an array has room for."""
    return min(value, MOST)
