"""A column of words and pictures that fits its panel, however large the words are.

Where there is no room, words and gaps shrink by a quarter first, then the parts that say least go, and only
then words become smaller than the smallest size of type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.ui.kit.canvas import Box
from game.ui.kit.paint import READ, Painter, TextStyle
from game.ui.kit.theme import SMALL

_SHARES = (1.0, 0.94, 0.88, 0.81, 0.75)
"""The shares of the usual size that are tried."""
_SMALLER = (SMALL - 1.5, SMALL - 3, SMALL - 4.5, SMALL - 6)
"""Sizes of type below the smallest that are tried where nothing else helps, in units."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One thing in a column."""

    rank: int
    """0 always stays; the others go where there is no room, the highest first."""
    height: Callable[[float], float]
    """How high it is at a share of its usual size, in units."""
    draw: Callable[[float, float], object]
    """Draws it from its upper edge, at that share."""


class PanelColumn:
    """What stands in a panel, from top to bottom."""

    def __init__(self, painter: Painter, box: Box, ink: str) -> None:
        self._painter = painter
        self._box = box
        self._ink = ink
        self._parts: list[_Part] = []
        self._least = SMALL

    @property
    def room(self) -> float:
        """How wide words may be, in units."""
        return self._box.w - 28

    def add(
        self, height: Callable[[float], float], draw: Callable[[float, float], object], rank: int = 0
    ) -> None:
        """A part of any kind: how high it is at a share of its size, and how it is drawn from its top."""
        self._parts.append(_Part(rank, height, draw))

    def line(self, words: str, size: float, face: str, ink: str, rank: int = 0) -> None:
        """One line that is never broken, a name: made smaller where it is too wide."""
        painter, x = self._painter, self._box.centre[0]

        def height(share: float) -> float:
            wide = painter.width(words, size * share, face)
            return painter.line_height(size * share * min(1.0, self.room / wide)) * 0.95

        def draw(y: float, share: float) -> None:
            middle = y + height(share) / 2
            painter.text(
                words, x, middle, size * share, TextStyle(face, ink), anchor="center", room=self.room
            )

        self.add(height, draw, rank)

    def words(self, words: str, size: float = SMALL, *, face: str = READ, rank: int = 0) -> None:
        """Words that are broken into lines, unless they nearly fit in one."""
        painter = self._painter
        # Rather a little smaller than one word alone on a second line.
        if self.room < painter.width(words, size, face) < self.room * 1.1:
            self.line(words, size, face, self._ink, rank)
            return

        def height(share: float) -> float:
            return painter.height(words, self.room, self.size(size, share), face)

        def draw(y: float, share: float) -> None:
            painter.paragraph(
                words,
                self._box.x + 14,
                y,
                self.room,
                self.size(size, share),
                TextStyle(face, self._ink),
                centred=True,
            )

        self.add(height, draw, rank)

    def gap(self, height: float) -> None:
        """Nothing, of a certain height."""
        self.add(lambda share: height * share, lambda y, share: None)

    def size(self, size: float, share: float) -> float:
        """A size of type at a share, not below the smallest."""
        return min(size, max(size * share, self._least / self._painter.text_scale))

    def put(self, y: float) -> None:
        """Draw the column from here to the panel's lower edge."""
        parts, share = self._fitted(self._box.bottom - 16 - y)
        for part in parts:
            part.draw(y, share)
            y += part.height(share)

    def _fitted(self, room: float) -> tuple[list[_Part], float]:
        """The parts that stay, and the share of their size at which they fit."""
        ranks = sorted({0, *(part.rank for part in self._parts)}, reverse=True)
        kept = self._parts
        for rank in ranks:
            kept = [part for part in self._parts if part.rank <= rank]
            for share in _SHARES:
                if _height(kept, share) <= room:
                    return kept, share
        for least in _SMALLER:
            self._least = least
            if _height(kept, _SHARES[-1]) <= room:
                break
        return kept, _SHARES[-1]


def _height(parts: list[_Part], share: float) -> float:
    return sum(part.height(share) for part in parts)
