"""The helper's caption: that it looks, and what it has found, in one label over the board of any game.

It lies where it hides least: never over the help strip, and over panels, plates, pieces and cards only where
there is no other room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame

from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.icons import icon
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.table.context import ViewContext
from game.ui.table.view import View
from game.ui.widgets.strip import strip_top
from game.words import _

LINES = 2
"""So many lines it has at most at the usual size of text."""
LARGE_LINES = 5
"""So many with large text."""
WIDTHS = 640.0, 520.0, 400.0, 800.0, 1000.0, 1600.0
"""How wide its lines may be, in units, the usual width first."""
SIDE, ABOVE, LAMP = 18.0, 9.0, 34.0
"""Between the words and the edge, and the room for the lamp before them."""
PLACES = 9, 14.0
"""How many places beside each other are tried, and how far one row of them is from the next."""


@dataclass(frozen=True, slots=True)
class CaptionShown:
    """The caption as it is drawn."""

    words: str
    box: Box
    lines: tuple[str, ...]
    size: float
    looks: bool
    """Whether it says that something is looked for."""


class Caption:
    """Says what the helper does for whoever asked it at this screen."""

    def __init__(
        self,
        table: ViewContext,
        view: View,
        taken: Callable[[], Iterable[Box]] = tuple,
        foot: Callable[[], float] | None = None,
    ) -> None:
        """Make it.

        Args:
            table: what is played.
            view: the picture that it lies over.
            taken: what else lies there, as a speech bubble.
            foot: where its room ends below, in units; without it that is the strip of the view.
        """
        self._table, self._view, self._taken = table, view, taken
        self._foot = foot or (lambda: strip_top(table.stage, view))
        self._known: tuple[object, CaptionShown | None] = None, None

    def shown(self) -> CaptionShown | None:
        """What it says now, and where."""
        table, stage = self._table, self._table.stage
        looks = table.looks
        words = _("Looking …") if looks else table.helped
        if not words:
            return None
        key = words, stage.view, stage.text_scale, table.hints.moment, table.hints.asked, table.above
        # Found once: a caption that moved about while the eyes are on it could not be read.
        if self._known[0] != key:
            self._known = key, self._placed(words, looks=looks)
        return self._known[1]

    def _placed(self, words: str, *, looks: bool) -> CaptionShown:
        """Of all shapes of the words the one that hides least, and of those the one of fewest lines."""
        ruler = self._table.stage.ruler
        low = self._foot()
        needed = [
            pygame.Rect(round(box.x) - 6, round(box.y) - 6, round(box.w) + 12, round(box.h) + 12)
            for box in (*self._view.caption_clear(), *self._taken())
        ]
        found: list[tuple[float, int, float, CaptionShown]] = []
        for number, (lines, size) in enumerate(shapes(ruler, words)):
            inside = max(ruler.width(line, size, STRONG) for line in lines)
            wide = round(inside + LAMP * ruler.text_scale + 2 * SIDE)
            tall = round(len(lines) * ruler.line_height(size) + 2 * ABOVE)
            hidden, off, box = self._room(wide, tall, low, needed)
            found.append(
                (hidden, len(lines), number + off / 10_000, CaptionShown(words, box, lines, size, looks))
            )
        return min(found, key=lambda one: one[:3])[3]

    def _room(
        self, wide: float, tall: float, low: float, needed: list[pygame.Rect]
    ) -> tuple[float, float, Box]:
        """How much is hidden at the best place above the strip, how far off that is, and the place."""
        view, safe = self._table.stage.view, self._table.stage.view.safe
        across, step = PLACES
        top, room = max(safe.y, self._table.above + 6), max(0.0, safe.w - wide)
        found: list[tuple[float, float, Box]] = []
        for row in range(max(1, int((low - 4 - tall - top) / step) + 1)):
            y = low - 4 - tall - row * step
            for column in range(across):
                box = Box(safe.x + room * column / (across - 1), y, wide, tall)
                rect = pygame.Rect(round(box.x), round(box.y), round(wide), round(tall))
                hidden = sum(_common(rect, one) for one in needed)
                found.append((hidden, row * step + abs(box.centre[0] - view.w / 2) / 4, box))
        return min(found, key=lambda one: one[:2])

    def draw(self, painter: Painter) -> None:
        """The label, its lamp and its words."""
        shown = self.shown()
        if shown is None:
            return
        box, size, scale = shown.box, shown.size, painter.text_scale
        cloth = Fabric("#FFEFC2", "#B03526", "#D98A6A")
        painter.blit(panel(painter.assets, round(box.w), round(box.h), cloth), box.x - ROOM, box.y - ROOM)
        lamp = icon(painter.assets, "lamp", round(26 * scale))
        painter.blit(lamp, box.x + SIDE + 13 * scale, box.centre[1], "center")
        line, left = painter.line_height(size), box.x + SIDE + LAMP * scale
        for number, words in enumerate(shown.lines):
            y = box.y + ABOVE + (number + 0.5) * line
            painter.text(words, left, y, size, TextStyle(STRONG, "#2B2440"), room=box.right - SIDE - left + 4)


def _common(one: pygame.Rect, other: pygame.Rect) -> int:
    both = one.clip(other)
    return both.w * both.h


def shapes(ruler: Painter, words: str) -> list[tuple[tuple[str, ...], float]]:
    """The lines that a sentence may have, and the size of their letters, the usual shape first.

    At the usual size of text it has two lines at most, be its letters smaller; large text may have more.
    """
    most = ruler.view.safe.w - LAMP * ruler.text_scale - 2 * SIDE
    lines = LINES if ruler.text_scale <= 1 else LARGE_LINES
    size = BODY
    while True:
        found = [tuple(ruler.wrapped(words, min(wide, most), size, STRONG)) for wide in WIDTHS]
        good = [one for one in dict.fromkeys(found) if len(one) <= lines]
        if good:
            return [(one, size) for one in good]
        size -= 1
