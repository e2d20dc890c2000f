"""Where everything in the album hangs, for any window and text size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.theme import BODY, SMALL

TITLE = 40.0
HIGHEST = 62.0
"""Of the title, whatever the text size."""
CARD, PICTURE = 188.0, 92.0
"""How wide a card is at the usual text size, and how high the photo on it, at the least."""
BETWEEN, INSIDE = 12.0, 10.0
GROWS = 1.5
"""How much wider a card becomes where that fills a line."""
PEGS = 8.0
"""How far the upper edge of a card hangs below its line."""
ROOM = 36.0
"""Between the rows, for pegs and tilted corners."""
CHEVRON = 23.0
PANEL = 348.0
LIFT = 22.0
"""How high the wood ends above the help strip."""


@dataclass(frozen=True, slots=True)
class Chip:
    """Something to choose by, beside the title."""

    name: str
    label: str
    """What it is about, before the value; empty for a sign alone."""
    value: str
    sign: str
    """An icon; empty for none."""
    on: bool = False

    def width(self, ruler: Painter, high: float) -> float:
        """How wide it is."""
        if not self.label:
            return high
        words = ruler.width(self.label, SMALL, STRONG) + ruler.width(self.value, BODY, NAMES)
        return min(words + 8 + CHEVRON + 34, 250.0 * ruler.text_scale)


@dataclass(frozen=True, slots=True)
class AlbumBoxes:
    """The boxes of the album."""

    title: Box
    title_size: float
    chips: tuple[Box, ...]
    count: Box
    """The words that say which matches hang there; a press turns the page."""
    lines: tuple[float, ...]
    """How high each line hangs at its ends."""
    reach: float
    """How far the lines reach to the right."""
    columns: int
    cards: tuple[Box, ...]
    panel: Box

    @classmethod
    def of(cls, ruler: Painter, bottom: float, chips: Sequence[Chip], title: str, count: str) -> AlbumBoxes:
        """The boxes for what is said there; ``bottom`` is where the help strip begins."""
        view, scale = ruler.view, ruler.text_scale
        safe = view.safe
        wide = min(PANEL * (0.6 + 0.4 * scale), view.w * 0.37)
        panel = Box(safe.right - wide, 46.0, wide, bottom - 14.0 - 46.0)
        size = min(TITLE, HIGHEST / scale)
        head = Box(safe.x, 40.0, ruler.width(title, size, NAMES) + 56, 72.0)
        tall = max(54.0, ruler.line_height(BODY) + 18)
        counted = ruler.width(count, SMALL, STRONG) + CHEVRON
        places = _in_rows(ruler, chips, counted, head, panel.x - 14, tall)
        first = places[-1].bottom + 36
        grid = _Grid.of(ruler, panel.x - 16 - safe.x, bottom - LIFT - 14 - first)
        lines = tuple(first + row * grid.pitch for row in range(grid.rows))
        cards = tuple(
            Box(safe.x + column * grid.step, line + PEGS, *grid.size)
            for line in lines
            for column in range(grid.columns)
        )
        return cls(head, size, places[:-1], places[-1], lines, panel.x + 8, grid.columns, cards, panel)


@dataclass(frozen=True, slots=True)
class _Grid:
    """How many cards hang side by side and below each other, and how large they are."""

    columns: int
    rows: int
    size: tuple[float, float]
    step: float
    """From card to card."""
    pitch: float
    """From line to line."""

    @classmethod
    def of(cls, ruler: Painter, wide: float, high: float) -> _Grid:
        """As many as have room, and as large as that leaves them."""
        least = CARD * (0.5 + 0.5 * ruler.text_scale)
        columns = max(1, int((wide + BETWEEN) / (least + BETWEEN)))
        width = min(least * GROWS, (wide + BETWEEN) / columns - BETWEEN)
        words = words_height(ruler)
        rows = max(1, int((high + 26) / (words + PICTURE + ROOM)))
        picture = max(PICTURE, min(width * 0.6, high / rows - words - ROOM + 8))
        tall = words + picture
        spare = wide - columns * (width + BETWEEN) + BETWEEN
        step = width + BETWEEN + (spare / (columns - 1) if columns > 1 else 0.0)
        return cls(columns, rows, (width, tall), step, max(high / rows, tall + ROOM - 8))


def words_height(ruler: Painter) -> float:
    """How high a card is without its photo."""
    return 2 * INSIDE + 6 + 2 * ruler.line_height(BODY) + faces_height(ruler)


def faces_height(ruler: Painter) -> float:
    """How high the row of heads on a card is."""
    return max(36.0, ruler.line_height(SMALL))


def _in_rows(
    ruler: Painter, chips: Sequence[Chip], counted: float, head: Box, right: float, tall: float
) -> tuple[Box, ...]:
    """The chips and what is counted, beside the title, else below it."""
    widths = [*(chip.width(ruler, tall) for chip in chips), counted]
    left, top = head.right + 18, head.y + 16
    if left + sum(widths) + 6 * (len(widths) - 1) > right:
        left, top = head.x, head.bottom + 10
    places, x = [], left
    for wide in widths:
        if x + wide > right and x > left:
            x, top = left, top + tall + 6
        places.append(Box(x, top, wide, tall))
        x += wide + 6
    last = places[-1]
    places[-1] = Box(max(last.x, right - last.w), last.y, last.w, last.h)
    return tuple(places)
