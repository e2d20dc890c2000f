"""A pile of a rummy that lies still, as a picture of its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from game.core.rummy.draft import DraftPile
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.table.rummy.drawing import FADE, Pegs, draw_heap
from game.ui.table.rummy.fan import CardPose
from game.ui.table.rummy.room import Backing, Room

AROUND = 56.0
"""Units around a pile for what sticks out of its backing."""
KEPT = 96
"""How many pictures of piles are kept."""
Picture = tuple[pygame.Surface, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Heap:
    """A pile: not where it lies, only how. One that has moved is the same picture elsewhere."""

    room: Room
    pile: DraftPile
    backing: Backing
    pegs: Pegs
    size: tuple[float, float]
    """Of its backing, in units."""
    across: tuple[float, ...]
    """The middle of each card, from the left edge of the backing."""
    down: float
    """The middle of all of them, from its upper edge."""


def _drawn(painter: Painter, heap: Heap) -> Picture:
    """The picture of a pile without its empty margin, and where its corner lies from that of the pile."""
    px, (w, h) = painter.view.px, heap.size
    whole = pygame.Surface((px(w + 2 * AROUND), px(h + 2 * AROUND)), pygame.SRCALPHA)
    poses = [
        (piece, CardPose(AROUND + x, AROUND + heap.down, 0.0, heap.backing.card), FADE)
        for piece, x in zip(heap.pile.pieces, heap.across, strict=True)
    ]
    box = Box(AROUND, AROUND, w, h)
    draw_heap(painter.onto(whole), heap.room, box, heap.pile, heap.backing, poses, pegs=heap.pegs)
    used = whole.get_bounding_rect()
    image = whole.subsurface(used).copy()
    # Without a window there is no format to convert to.
    if pygame.display.get_surface():
        image = image.convert_alpha()
    return image, (used.x - px(AROUND), used.y - px(AROUND))


class Heaps:
    """Pictures of piles, each by all that it shows."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()

    def put(self, painter: Painter, heap: Heap, box: Box) -> None:
        """Blit the picture of a pile with its corner at that of its box."""
        # Not kept with the assets: those go to disk as well, and no such pile lies there at the next start.
        key = heap, painter.view.scale, painter.theme.name, painter.text_scale
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = _drawn(painter, heap)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        image, (dx, dy) = found
        painter.surface.blit(image, (painter.view.px(box.x) + dx, painter.view.px(box.y) + dy))


HEAPS = Heaps()
"""Those of every table: a pile looks the same wherever it lies."""
