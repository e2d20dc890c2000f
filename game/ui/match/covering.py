"""How much of what is seen something would cover, at many places at once.

How much of a box lies below something is how wide it lies there, which depends on the column, times how high,
which depends on the row.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.ui.core.canvas import Box

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class Rects:
    """Some boxes that are seen.

    Attributes:
        ones: weights by which their areas count.
        shares: weights by which parts of them count, each box as much as another.
    """

    def __init__(self, boxes: Sequence[Box]) -> None:
        boxes = [box for box in boxes if box.w > 0 and box.h > 0]  # nothing lies over one that has no room
        edges = np.array([(box.x, box.right, box.y, box.bottom) for box in boxes])
        self._left, self._right, self._top, self._bottom = edges.reshape(-1, 4).T
        self.ones: Numbers = np.ones(len(boxes))
        self.shares: Numbers = 1 / np.array([box.w * box.h for box in boxes])

    def under(
        self, weights: Numbers, lefts: Sequence[float], wide: float, tops: Sequence[float], tall: float
    ) -> Numbers:
        """How much lies below something so wide and tall, by upper edges and by left ones."""
        x, y = np.array(lefts)[:, None], np.array(tops)[:, None]
        across: Numbers = np.minimum(x + wide, self._right) - np.maximum(x, self._left)
        down: Numbers = np.minimum(y + tall, self._bottom) - np.maximum(y, self._top)
        found: Numbers = (down.clip(0) * weights) @ across.clip(0).T
        return found

    def most(self, boxes: Sequence[Box]) -> Numbers:
        """How large a part of the one of them that is hidden most lies below each of these boxes."""
        x, y, w, h = np.array([(box.x, box.y, box.w, box.h) for box in boxes]).T[:, :, None]
        across: Numbers = np.minimum(x + w, self._right) - np.maximum(x, self._left)
        down: Numbers = np.minimum(y + h, self._bottom) - np.maximum(y, self._top)
        found: Numbers = (across.clip(0) * down.clip(0) * self.shares).max(axis=1, initial=0.0)
        return found

    def below(self, weights: Numbers, boxes: Sequence[Box]) -> Numbers:
        """How much lies below each of these boxes."""
        x, y, w, h = np.array([(box.x, box.y, box.w, box.h) for box in boxes]).T[:, :, None]
        across: Numbers = np.minimum(x + w, self._right) - np.maximum(x, self._left)
        down: Numbers = np.minimum(y + h, self._bottom) - np.maximum(y, self._top)
        found: Numbers = (across.clip(0) * down.clip(0)) @ weights
        return found
