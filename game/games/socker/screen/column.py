"""A column of words and pictures that fits its panel, however large the words are.

Where there is no room, words and gaps shrink by a quarter first, then the parts that say least go, and only
then words become smaller than the smallest size of type.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, READ, STRONG, Painter, TextStyle
from game.ui.kit.theme import SMALL
from game.ui.table.messages import Note

_SHARES = (1.0, 0.94, 0.88, 0.81, 0.75)
"""The shares of the usual size that are tried."""
_TOLD, _REFUSED, _NOTE_INK = Fabric("#FFEFC2", "#237048", ""), Fabric("#FFEFC2", "#B03526", ""), "#2B2440"
"""The cloths of what a player is told and of what cannot be done, and the ink of their words."""
_SMALLER = (SMALL - 1.5, SMALL - 3, SMALL - 4.5, SMALL - 6)
"""Sizes of type below the smallest that are tried where nothing else helps, in units."""


@dataclass(frozen=True, slots=True)
class _ColumnPart:
    """One thing in a column."""

    rank: int
    """0 always stays; the others go where there is no room, the highest first."""
    height: Callable[[float], float]
    """How high it is at a share of its usual size, in units."""
    draw: Callable[[float, float], object]
    """Draws it from its upper edge, at that share."""
    tag: str = ""
    """What it belongs to, for who asks where that lies."""


class PanelColumn:
    """What stands in a panel, from top to bottom."""

    def __init__(self, painter: Painter, box: Box, ink: str) -> None:
        self._painter = painter
        self._box = box
        self._ink = ink
        self._parts: list[_ColumnPart] = []
        self._least = SMALL

    @property
    def room(self) -> float:
        """How wide words may be, in units."""
        return self._box.w - 28

    def add(
        self,
        height: Callable[[float], float],
        draw: Callable[[float, float], object],
        rank: int = 0,
        tag: str = "",
    ) -> None:
        """A part of any kind: how high it is at a share of its size, and how it is drawn from its top."""
        self._parts.append(_ColumnPart(rank, height, draw, tag))

    def line(self, words: str, size: float, face: str, ink: str, rank: int = 0, tag: str = "") -> None:
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

        self.add(height, draw, rank, tag)

    def words(
        self, words: str, size: float = SMALL, *, face: str = READ, rank: int = 0, tag: str = ""
    ) -> None:
        """Words that are broken into lines, unless they nearly fit in one."""
        painter = self._painter
        # Rather a little smaller than one word alone on a second line.
        if self.room < painter.width(words, size, face) < self.room * 1.1:
            self.line(words, size, face, self._ink, rank, tag)
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

        self.add(height, draw, rank, tag)

    def title(self, words: str, size: float) -> None:
        """A headline in as many lines as it needs, close together, none of its words broken."""
        painter, style = self._painter, TextStyle(NAMES, self._ink)

        def most(share: float) -> float:
            return self._unbroken(words, size * share, math.inf, NAMES)

        def step(share: float) -> float:
            return painter.line_height(most(share)) * 0.84

        def lines(share: float) -> list[str]:
            return painter.wrapped(words, self.room, most(share), NAMES)

        def draw(y: float, share: float) -> None:
            for number, line in enumerate(lines(share)):
                middle = self._box.centre[0], y + step(share) * (number + 0.5)
                painter.text(line, *middle, most(share), style, anchor="center", room=self.room)

        self.add(lambda share: len(lines(share)) * step(share) + 3, draw)

    def note(self, note: Note, size: float, tall: float) -> None:
        """What a player is told, on a cloth of its own, as large as the rest leaves room.

        Args:
            note: all of its words are seen, and none is broken.
            size: of type, where they have room.
            tall: how high the whole column may be.
        """
        painter, box, side, above = self._painter, self._box, 7.0, 8.0
        words, cloth = note.words, _REFUSED if note.refuses else _TOLD
        rest = _height(self._parts, 1.0)
        type_ = self._unbroken(words, size, tall - rest - 2 * above)
        if type_ < SMALL:
            # The others make room first: what is told has to be read now.
            rest = _height([part for part in self._parts if part.rank == 0], _SHARES[-1])
            type_ = self._unbroken(words, size, tall - rest - 2 * above)
        high = painter.height(words, self.room, type_, STRONG) + 2 * above

        def draw(y: float, _share: float) -> None:
            image = panel(painter.assets, round(self.room + 2 * side), round(high), cloth, shadow=False)
            painter.blit(image, box.x + 14 - side - ROOM, y - ROOM)
            style = TextStyle(STRONG, _NOTE_INK)
            painter.paragraph(words, box.x + 14, y + above, self.room, type_, style, centred=True)

        self.add(lambda _share: high, draw)

    def _unbroken(self, words: str, size: float, tall: float, face: str = STRONG) -> float:
        """The size of type at which words fit into a height, none of them broken."""
        painter, whole = self._painter, words.split()
        while size > 8 and (
            painter.height(words, self.room, size, face) > tall
            or max(painter.width(word, size, face) for word in whole) > self.room
        ):
            size -= 0.5
        return size

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

    def place(self, tag: str, y: float) -> Box | None:
        """Where that lies which belongs to it, in a column drawn from here; `None` where it has no room."""
        edges: list[float] = []
        parts, share = self._fitted(self._box.bottom - 16 - y)
        for part in parts:
            high = part.height(share)
            if part.tag == tag:
                edges += (y, y + high)
            y += high
        return Box(self._box.x, edges[0], self._box.w, edges[-1] - edges[0]) if edges else None

    def _fitted(self, room: float) -> tuple[list[_ColumnPart], float]:
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


def _height(parts: list[_ColumnPart], share: float) -> float:
    return sum(part.height(share) for part in parts)
