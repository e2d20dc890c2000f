"""Elements with a cloth: buttons that say what they do, and what lies behind panels."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.fabric import FOCUSED, NORMAL, button_drop, divider
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE
from game.ui.widgets._layout import Element, Letters, Pad, Picture, Row, Ruler, Text, row
from game.ui.widgets._widgets import GO, GO_INK, draw_cap, sheet

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


def stitched(gap: float = 8.0) -> Picture:
    """A stitched line across a column, with so much room."""
    return Picture(_draw_stitches, h=gap)


def _draw_stitches(painter: Painter, box: Box) -> None:
    image = divider(painter.assets, round(box.w), painter.theme.stitch)
    painter.blit(image, *box.centre, "center")


def capped(
    *children: Element,
    fill: str = "",
    key: str = "",
    least: float = 44.0,
    flex: float = 0.0,
    pad: float = 18.0,
) -> Row:
    """A sewn button with more in it than words; its cloth is the theme's where none is given."""
    cloth = Picture(_draw_cloth, (fill,), shows_focus=True)
    edge = Pad(pad, 5, 10)  # its lower edge is thicker
    return row(*children, key=key, flex=flex, least=least, gap=8, pad=edge, align=0.5, behind=cloth)


def _draw_cloth(painter: Painter, box: Box, fill: str, *, focused: bool) -> None:
    draw_cap(painter, box, fill or painter.theme.sunk, focused=focused, radius=min(24, round(box.h) / 2))
