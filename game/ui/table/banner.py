"""Where the banner about storage hangs over a match: over nothing that has to be seen, or over the strip."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.kit.storage import Banner
from game.ui.kit.theme import SMALL
from game.ui.table.bubbles import FAR, nearest, rect_of


def draw_banner(painter: Painter, banner: Banner, seen: Sequence[Box]) -> None:
    """Draw the banner clear of these boxes; where there is no place for it, over the strip."""
    if banner.shut:
        return
    taken, look = [rect_of(box) for box in seen], (banner.words, painter.view, painter.text_scale)
    if not _stays(banner, look, taken, rect_of(painter.view.box)):
        banner.put(*_place(painter, banner, taken), (look, taken))
    banner.draw(painter)


def _stays(banner: Banner, look: object, taken: list[pygame.Rect], whole: pygame.Rect) -> bool:
    """Whether it may stay where it is: nothing comes there, or no other place would be better."""
    if banner.place is None or banner.cause[0] != look:
        return False
    # Where all is taken any place is as good, and that over the strip may hide what is read just now.
    if any(rect.contains(whole) for rect in taken):
        return True
    return banner.cause[1] == taken or rect_of(banner.place).collidelist(taken) < 0


def _place(painter: Painter, banner: Banner, taken: list[pygame.Rect]) -> tuple[Box, float]:
    """The free place nearest to the middle of the upper edge, and the size of type that it is for.

    At large text rather in smaller letters, as bubbles, than over what has to be seen.
    """
    top = painter.view.w / 2, 0.0
    for size in dict.fromkeys((SMALL, SMALL * (1 + 1 / painter.text_scale) / 2, SMALL / painter.text_scale)):
        for lines in (1, 2, 3, 4):
            found = nearest(painter.view, top, banner.measured(painter, lines, size), FAR, taken)
            if found is not None:
                return found[1], size
    # The strip alone says nothing that is not known by then.
    wide, tall = banner.measured(painter, 1, SMALL)
    return Box(painter.view.w / 2 - wide / 2, painter.view.h - tall - 6, wide, tall), SMALL
