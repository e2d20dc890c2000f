"""Bubble that says in two or three words why a move was refused, beside the red sign at that place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.ui.art.fabric import BUBBLE_ROOM, REFUSAL_CLOTH, bubble
from game.ui.core.canvas import Box, lerp_point
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.match.bubbles import MIN_CORNER_DISTANCE, tail_root

Point: TypeAlias = tuple[float, float]
Tail: TypeAlias = tuple[Point, Point]  # (root on the edge of the bubble, tip)

TAIL_LENGTH = 34.0  # length of a straight tail in units
PADDING = (14.0, 8.0)  # units beside and above the words


@dataclass(frozen=True, slots=True)
class RefusalBubble:
    """A bubble beside a sign. All lengths in units.

    Attributes:
        lines: its words, in one or two lines.
        box: its box without the tail.
        tail: from its edge to the sign.
    """

    lines: tuple[str, ...]
    box: Box
    tail: Tail

    @classmethod
    def beside(
        cls,
        ruler: Painter,
        words: str,
        sign: Point,
        radius: float,
        room: Box,
        is_free: Callable[[Box, Tail], bool],
    ) -> RefusalBubble | None:
        """Bubble right of a sign, else left, above or below, level with it or moved aside.

        Its words are in two lines, as narrow as possible, or in one where that has no room.

        Args:
            ruler: measures the words.
            words: at most three.
            sign: middle of the sign.
            radius: distance of the tail from there.
            room: area that the bubble must not leave.
            is_free: returns whether a bubble with this box and tail covers nothing that must stay visible.

        Returns:
            None if no place is free.
        """
        parts = words.split()
        splits = [(" ".join(parts[:count]), " ".join(parts[count:])) for count in range(1, len(parts))]
        layouts = [(_width(ruler, lines), lines) for lines in (*splits, (words,))]
        for width, lines in min(layouts), layouts[-1]:
            size = width + 2 * PADDING[0], math.ceil(len(lines) * ruler.line_height(BODY)) + 2 * PADDING[1]
            for box in _places(sign, size, radius + TAIL_LENGTH):
                root = tail_root(box, sign)
                tail = root, lerp_point(sign, root, radius / math.dist(sign, root))
                if room.encloses(box) and is_free(box, tail):
                    return cls(lines, box, tail)
        return None

    def draw(self, painter: Painter) -> None:
        """Draw the bubble with its tail."""
        box, ((x, y), (to_x, to_y)) = self.box, self.tail
        tail = round(x - box.x), round(y - box.y), round(to_x - box.x), round(to_y - box.y)
        image = bubble(painter.assets, box.w, box.h, tail, painter.theme.panel, REFUSAL_CLOTH.edge)
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        text_box = Box(box.x, box.y + PADDING[1], box.w, box.h - 2 * PADDING[1])
        painter.put_lines(" ".join(self.lines), self.lines, text_box, BODY, TextStyle(STRONG), align=0.5)


def _width(ruler: Painter, lines: Sequence[str]) -> int:
    """Width of the longest line in whole units."""
    return math.ceil(max(ruler.width(line, BODY, STRONG) for line in lines))


def _places(sign: Point, size: tuple[float, float], off: float) -> Iterator[Box]:
    """Yield boxes right, left, above and below a sign, each level with it or moved aside."""
    (x, y), (w, h) = sign, size
    for left in (x + off, x - off - w):
        for top in (y - h / 2, y - h - off, y + off):
            yield Box(left, top, w, h)
    for top in (y - h - off, y + off):
        for left in (x - w / 2, x - MIN_CORNER_DISTANCE, x - w + MIN_CORNER_DISTANCE):
            yield Box(left, top, w, h)
