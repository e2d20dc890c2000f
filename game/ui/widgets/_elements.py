"""Elements with a cloth: buttons that say what they do, and what lies behind panels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.ui.art.fabric import FOCUSED, NORMAL, button_drop, divider
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE
from game.ui.widgets._layout import READ_LEAST, Element, Letters, Picture, Ruler, Text
from game.ui.widgets._widgets import GO, GO_INK, draw_cap, sheet

_PLAIN = Letters()
_GO_WORDS = Letters(LARGE, STRONG, GO_INK)
SHEET = Picture(sheet)
"""A panel of the theme, behind a container."""


@dataclass(frozen=True, slots=True)
class Cap(Element):
    """A sewn button with its words; its ring is drawn where it has the focus."""

    words: str
    fill: str = GO
    letters: Letters = _GO_WORDS
    least: float = 58.0
    """It is at least so high."""
    aside: float = 32.0
    """What of its width words leave free."""
    badge: Picture | None = None
    """Something small at its right end."""

    @property
    def label(self) -> str:
        return self.words

    def measured(self, ruler: Ruler, room: float) -> tuple[float, float]:
        wide, high = ruler.size(self._text, max(1.0, room - self.aside))
        return wide + self.aside, max(self.least, high + 18)

    @property
    def _text(self) -> Text:
        return Text(self.words, self.letters, 0.5)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        draw_cap(painter, box, self.fill, focused=focused)
        drop = button_drop(FOCUSED if focused else NORMAL)
        inner = Box(box.x + self.aside / 2, box.y + drop, box.w - self.aside, box.h)
        self._text.paint(painter, inner, focused=focused)
        if self.badge is not None:
            self.badge.paint(painter, box.moved(0, drop), focused=focused)


@dataclass(frozen=True, slots=True)
class Line(Element):
    """A name or a headline: words that are never broken, in one line or a few.

    Of a few sizes the largest is taken at which it and those beside it have room, so that all of them stay
    alike; where even the smallest is too wide, the end goes.
    """

    words: str
    letters: Letters = _PLAIN
    beside: tuple[str, ...] = ()
    """What else is to have the same size in as much room."""
    align: float = 0.5
    lines: int = 1
    """In so many lines at most."""
    step: float = 1.0
    """How far these stand apart, in usual line heights."""

    @property
    def label(self) -> str:
        return self.words

    def _sized(self, ruler: Ruler, room: float) -> Letters:
        whole, face = self.letters.at(ruler.scale), self.letters.face

        def fits(words: str, size: float) -> bool:
            pieces = [words] if self.lines == 1 else words.split()
            wide = max(ruler.painter.width(piece, size, face) for piece in pieces)
            return wide <= room and len(ruler.painter.wrapped(words, room, size, face)) <= self.lines

        for share in (1.0, 0.88, 0.76, 0.64, 0.56):
            size = max(READ_LEAST, whole * share)
            if all(fits(words, size) for words in (self.words, *self.beside)):
                break
        return replace(self.letters, size=size, grows=0.0)

    def _text(self, ruler: Ruler, room: float) -> Text:
        letters = self._sized(ruler, room)
        pieces = [self.words] if self.lines == 1 else self.words.split()
        short = (ruler.painter.shortened(piece, letters.size, room, letters.face) for piece in pieces)
        words = " ".join(short)
        return Text(words, letters, self.align, self.step)

    def measured(self, ruler: Ruler, room: float) -> tuple[float, float]:
        wide, high = self._text(ruler, room).measured(ruler, room)
        return (min(room, wide) if self.lines == 1 else wide), high

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        self._text(Ruler(painter), box.w + 0.01).paint(painter, box, focused=focused)


def stitched(gap: float = 8.0) -> Picture:
    """A stitched line across a column, with so much room."""
    return Picture(_draw_stitches, h=gap)


def _draw_stitches(painter: Painter, box: Box) -> None:
    image = divider(painter.assets, round(box.w), painter.theme.stitch)
    painter.blit(image, *box.centre, "center")
