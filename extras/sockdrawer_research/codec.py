"""Codecs: convert the moves of a game to action numbers, and observations to arrays.

A move can be more than one action: a pair of socks is a colour and two stations, a rummy turn any number. The
actions of the seat to move until now are a *partial move*, a value that only the codec interprets; other
seats never see it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.core.session import Session

Array: TypeAlias = NDArray[np.int16]  # observation of a seat; whole numbers from 0 to MOST
Mask: TypeAlias = NDArray[np.int8]  # 1 for every legal action, 0 for the others
MAX_VALUE = 9999


class CompleteMove(NamedTuple):
    """A complete legal move, as the game's rules represent it."""

    move: Any


class Codec(Protocol):
    """Codec of one game under its options, for a number of players. It has no state of a match."""

    @property
    def actions(self) -> int:
        """Number of actions; they count from 0."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of an observation."""

    def begin(self, session: Session) -> Any:
        """Partial move of the seat to move, before its first action."""

    def mask(self, making: Any) -> Mask:
        """New array over all actions: 1 if legal after this partial move, else 0; at least one is."""

    def choose(self, making: Any, action: int) -> Any:
        """Apply a legal action: returns a `CompleteMove`, or the next partial move."""

    def spell(self, making: Any, text: str) -> list[int]:
        """Actions of a complete legal move, given as text, from the beginning of a turn."""

    def array(self, session: Session, seat: int, making: Any) -> Array:
        """Observation of a seat: array of `shape`, its values from 0 to `MAX_VALUE`.

        Codecs of open games read the full state; others read only what the seat may see.

        Args:
            session: the match.
            seat: the observing seat.
            making: that seat's partial move, `None` for seats that are not to move.
        """

    def label(self, action: int) -> str:
        """Meaning of an action, for people. The action need not be legal now."""


Tree: TypeAlias = dict[int, Any]  # action -> a complete move, or the tree of the next actions


class PartialMove(NamedTuple):
    """Partial move of a `ListedCodec`: the tree of next actions, and the actions chosen."""

    tree: Tree
    chosen: tuple[int, ...] = ()


class ListedCodec:
    """Base of codecs for games that list all their moves; each move's text maps to its actions."""

    actions: int

    def __init__(self, spelt: Callable[[str], tuple[int, ...]], text: Callable[[Any], str]) -> None:
        self._spelt = cache(spelt)
        self._text = text
        self._single: dict[str, int] = {}  # action by text, for moves of one action

    def begin(self, session: Session) -> Any:
        """Partial move at the start of a turn: all moves as a tree by their actions.

        If two have the same actions, the last one wins.
        """
        moves = session.listed()
        texts = list(map(self._text, moves))
        try:
            # The usual case, in a tenth of the time.
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
        """New array over all actions: 1 if legal after this partial move, else 0."""
        mask = np.zeros(self.actions, np.int8)
        mask[list(making.tree)] = 1
        return mask

    def choose(self, making: Any, action: int) -> CompleteMove | PartialMove:
        """Apply a legal action: returns the complete move, or the next partial move."""
        after = making.tree[action]
        return (
            PartialMove(after, (*making.chosen, action)) if isinstance(after, dict) else CompleteMove(after)
        )

    def spell(self, _making: Any, text: str) -> list[int]:
        """Actions of a move given as text."""
        return list(self._spelt(text))


def clipped(value: int) -> int:
    """The number, or `MAX_VALUE` if it is larger."""
    return min(value, MAX_VALUE)
