"""A picture of all that stands still, drawn once and put down whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import pygame

from game.ui.kit.paint import Painter


class Layer:
    """The lowest layer of a scene, kept until what it shows has changed."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._surface: pygame.Surface | None = None

    def put(
        self,
        painter: Painter,
        key: Hashable,
        draw: Callable[[Painter], None],
        shift: tuple[float, float] = (0, 0),
    ) -> None:
        """Blit the layer, drawn anew where the key, the window or its look is another than the last time.

        Args:
            painter: where to.
            key: all that the layer shows.
            draw: draws the whole layer.
            shift: in units, for a shaken camera.
        """
        whole = _whole(painter, key)
        if self._surface is None or whole != self._key:
            self._surface = self._emptied(painter)
            draw(painter.onto(self._surface))
            self._key = whole
        painter.blit(self._surface, *shift)

    def pieces(
        self, painter: Painter, key: Hashable, draw: Callable[[Painter], Iterator[None]]
    ) -> Iterator[None]:
        """Draw the layer piece by piece, between frames, so that `put` with the same key finds it done."""
        whole = _whole(painter, key)
        if whole == self._key:
            return
        # Until it is whole: `put` must not take a half-drawn layer for done.
        self._key = None
        self._surface = surface = self._emptied(painter)
        for _piece in draw(painter.onto(surface)):
            yield
            if self._key is not None or self._surface is not surface:
                return  # somebody could not wait, and it was drawn at once
        self._key = whole

    def _emptied(self, painter: Painter) -> pygame.Surface:
        size = painter.surface.get_size()
        if self._surface is None or self._surface.get_size() != size:
            return pygame.Surface(size).convert()
        self._surface.fill(0)
        return self._surface


def _whole(painter: Painter, key: Hashable) -> Hashable:
    """The key, and what else a picture depends on."""
    return key, painter.surface.get_size(), painter.theme.name, painter.text_scale
