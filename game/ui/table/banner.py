"""Where the banner about storage hangs over a match: over nothing that has to be seen, or over the strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.paint import Painter
from game.ui.core.storage import Banner, Playing
from game.ui.core.theme import SMALL
from game.ui.table.bubbles import FAR, nearest, rect_of


def mind(stage: Stage, scene: Playing, seen: Callable[[], Iterable[Box]]) -> None:
    """See how the last save of a match went, and hang the banner beside all that is to be seen of it now."""
    stage.banner.watch(scene)
    if not stage.banner.shut and hang(stage.ruler, stage.banner, seen()):
        scene.stale = True


def hang(painter: Painter, banner: Banner, seen: Iterable[Box]) -> bool:
    """Hang the banner clear of these boxes; where there is no place for it, over the strip.

    Returns:
        Whether it hangs elsewhere than before.
    """
    before, whole = banner.place, rect_of(painter.view.box)
    taken, look = [rect_of(box) for box in seen], (banner.words, painter.view, painter.text_scale)
    if any(rect.contains(whole) for rect in taken):
        # Something is read, or flies over everything: it comes back when that is over.
        banner.put(None, SMALL, (look, taken))
    elif not _stays(banner, look, taken):
        banner.put(*_place(painter, banner, taken), (look, taken))
    return banner.place != before


def _stays(banner: Banner, look: object, taken: list[pygame.Rect]) -> bool:
    """Whether it may stay where it is: nothing comes there, or no other place would be better."""
    if banner.place is None or banner.cause[0] != look:
        return False
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
