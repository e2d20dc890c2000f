"""Cached layers: pictures of still content, drawn once and blitted as a whole.

The content of a layer is one frozen value, and its draw function uses only a painter and this value. So
everything that is drawn is part of the cache key. The key also has the window size, theme, text size and
language (`render_key`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from game.i18n import language_tag
from game.ui.core.paint import Painter

V = TypeVar("V", bound=Hashable)
Drawing: TypeAlias = Callable[[Painter, V], Iterator[None] | None]
"""Draws a value, at once or step by step. Must be a module-level function: no method and no closure."""


def render_key(painter: Painter) -> Hashable:
    """Cache key of all but the value: (size in px, canvas, theme, text scale, assets, language tag)."""
    size = painter.surface.get_size()
    return size, painter.view, painter.theme, painter.text_scale, painter.assets, language_tag()


class CachedLayer(Generic[V]):
    """A still picture of a scene, cached until its value changes.

    Args:
        draw: draws the whole picture.
        over: the layer below, which is part of the picture. Call its `update` first.
        clear: True to keep the parts transparent where nothing is drawn.
    """

    def __init__(
        self, draw: Drawing[V], over: CachedLayer[Any] | None = None, *, clear: bool = False
    ) -> None:
        self._draw = draw
        self._over = over
        self._clear = clear
        self._drawn_key: Hashable = None
        self.redraw_count = 0  # number of redraws; layers above are redrawn when it changes
        self._surface: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """Current surface of the layer. Never draw on it. AssertionError before the first `update`."""
        assert self._surface is not None
        return self._surface

    def update(self, painter: Painter, value: V) -> None:
        """Redraw the layer if the value, the window or the look has changed."""
        if painter.only_reads:
            for _piece in self._draw(painter, value) or ():
                pass
            if self._surface is None:  # a caller may read `picture` before the first painting
                self._surface = pygame.Surface((1, 1))
            return
        whole = self._whole(painter, value)
        if self._surface is None or whole != self._drawn_key:
            self._surface = self._empty_surface(painter)
            for _piece in self._draw(painter.for_surface(self._surface), value) or ():
                pass
            self.redraw_count += 1
            self._drawn_key = whole

    def invalidate(self) -> None:
        """Force a redraw the next time."""
        self._drawn_key = self._surface = None

    def draw(self, painter: Painter, value: V) -> None:
        """Update the layer and blit it."""
        self.update(painter, value)
        if not painter.only_reads:
            painter.blit(self.picture, 0, 0)

    def draw_incrementally(self, painter: Painter, value: V) -> Iterator[None]:
        """Draw the layer, with a yield after each step to pause; `draw` of the same value finds it done."""
        whole = self._whole(painter, value)
        if whole == self._drawn_key:
            return
        # Cleared until the end, because `draw` must not use a half-drawn layer.
        self._drawn_key = None
        self._surface = surface = self._empty_surface(painter)
        for _piece in self._draw(painter.for_surface(surface), value) or ():
            yield
            if self._drawn_key is not None or self._surface is not surface:
                return  # it was needed earlier and drawn at once
        self.redraw_count += 1
        self._drawn_key = whole

    def _whole(self, painter: Painter, value: V) -> Hashable:
        """Cache key: (value, redraw count of the layer below, look)."""
        below = self._over.redraw_count if self._over is not None else 0
        return value, below, render_key(painter)

    def _empty_surface(self, painter: Painter) -> pygame.Surface:
        """Surface in window size, reused if possible, with a copy of the layer below, or blank."""
        size, surface = painter.surface.get_size(), self._surface
        if surface is None or surface.get_size() != size:
            whole = pygame.Surface(size, pygame.SRCALPHA if self._clear else 0)
            surface = whole.convert_alpha() if self._clear else whole.convert()
        if self._over is not None:
            surface.blit(self._over.picture, (0, 0))
        else:
            surface.fill((0, 0, 0, 0))
        return surface


def around(box: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """Four rectangles, maybe empty: above, below, left, right of ``inner``, covering the rest of ``box``."""
    return [
        pygame.Rect(box.x, box.y, box.w, inner.y - box.y),
        pygame.Rect(box.x, inner.bottom, box.w, box.bottom - inner.bottom),
        pygame.Rect(box.x, inner.y, inner.x - box.x, inner.h),
        pygame.Rect(inner.right, inner.y, box.right - inner.right, inner.h),
    ]
