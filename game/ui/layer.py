"""A picture of all that stands still, drawn once and put down whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from game.ui.paint import Painter


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
        whole = (key, painter.surface.get_size(), painter.theme.name, painter.text_scale)
        if self._surface is None or whole != self._key:
            if self._surface is None or self._surface.get_size() != painter.surface.get_size():
                self._surface = pygame.Surface(painter.surface.get_size()).convert()
            self._surface.fill(0)
            draw(painter.onto(self._surface))
            self._key = whole
        painter.blit(self._surface, *shift)
