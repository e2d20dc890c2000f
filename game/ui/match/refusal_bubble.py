"""Bubble that says in two or three words why a place was refused, beside the red sign on that place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.art.fabric import BUBBLE_ROOM, REFUSED, bubble
from game.ui.art.layers import INK
from game.ui.core.canvas import Box, overlaps
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY

TIP, TAIL = 16.0, 30.0  # units from the middle of the sign to the tail's tip, and length of the tail
PADDING = (18.0, 8.0)  # units beside and above the words
DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1))  # right, left, above, below


@dataclass(frozen=True, slots=True)
class RefusalBubble:
    """A bubble beside a sign.

    Attributes:
        lines: its words, in one or two lines.
        box: its box without the tail, in units.
        sign: middle of the sign, in units.
        direction: unit vector from the sign to the bubble.
    """

    lines: tuple[str, ...]
    box: Box
    sign: tuple[float, float]
    direction: tuple[int, int]

    @classmethod
    def beside(
        cls, ruler: Painter, words: str, sign: tuple[float, float], room: Box, taken: Sequence[Box]
    ) -> RefusalBubble | None:
        """Bubble right of a sign, else left, above or below.

        None if it would leave ``room`` or meet one of the boxes ``taken`` on each side.
        """
        lines = _two_lines(ruler, words)
        width = math.ceil(max(ruler.width(line, BODY, STRONG) for line in lines)) + 2 * PADDING[0]
        height = math.ceil(len(lines) * ruler.line_height(BODY)) + 2 * PADDING[1]
        for dx, dy in DIRECTIONS:
            x = sign[0] + dx * (TIP + TAIL + width / 2)
            y = sign[1] + dy * (TIP + TAIL + height / 2)
            box = Box(x - width / 2, y - height / 2, width, height)
            is_inside = room.x <= box.x and box.right <= room.right
            is_inside = is_inside and room.y <= box.y and box.bottom <= room.bottom
            if is_inside and not any(overlaps(box, other) for other in taken):
                return cls(lines, box, sign, (dx, dy))
        return None

    def draw(self, painter: Painter) -> None:
        """Draw the bubble with its tail, which ends on the sign."""
        box, (dx, dy) = self.box, self.direction
        root = box.w / 2 * (1 - dx), box.h / 2 * (1 - dy)
        tail = *root, root[0] - dx * TAIL, root[1] - dy * TAIL
        image = bubble(painter.assets, box.w, box.h, tail, REFUSED.fill, REFUSED.edge)
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        text_box = Box(box.x, box.y + PADDING[1], box.w, box.h - 2 * PADDING[1])
        style = TextStyle(STRONG, INK)
        painter.put_lines(" ".join(self.lines), self.lines, text_box, BODY, style, align=0.5)


def _two_lines(ruler: Painter, words: str) -> tuple[str, ...]:
    """The words in two lines, as narrow as possible; a single word in one."""
    parts = words.split()
    splits = [(" ".join(parts[:count]), " ".join(parts[count:])) for count in range(1, len(parts))]
    if not splits:
        return (words,)
    return min(splits, key=lambda lines: max(ruler.width(line, BODY, STRONG) for line in lines))
