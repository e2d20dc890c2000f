"""Cached pictures of many parts, each redrawn alone when it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Generic, TypeAlias

import pygame

from game.ui.core.canvas import Box
from game.ui.core.layer import CachedLayer, Drawing, V, render_key
from game.ui.core.paint import Painter

Ahead: TypeAlias = Callable[[Painter, V], Iterator[None]]
"""Prepares the images for a value, with a painter that paints nowhere."""

IMAGES_PER_FRAME = 1  # images that a `TiledLayer` may make per frame; a large one takes several ms


class TiledPicture(Generic[V]):
    """A picture made of parts.

    Attributes:
        surface: the picture. Never draw on it.
        places: rectangle of each part, in pixels.
        visible_values: value that each part shows; None if it is not drawn yet.
    """

    def __init__(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        self.surface, self.places = surface, places
        self.visible_values: list[V | None] = [None] * len(places)


class TiledLayer(Generic[V]):
    """A cached picture of many parts. A changed part is redrawn alone.

    Parts may overlap, later ones on top. The first picture appears part by part. If the places change, the
    old picture is shown until the new one is complete.

    Args:
        draw: draws a part. It is clipped to the part's box.
        over: the layer below; call `CachedLayer.update` on it first.
        max_parts: maximum number of changed parts drawn per frame. `owes` is True while some are left.
        ahead: prepares the images of a part, one per step, a few per frame. A part shows its old picture
            until all its images are there.
    """

    def __init__(
        self,
        draw: Drawing[V],
        over: CachedLayer[Any],
        max_parts: int | None = None,
        ahead: Ahead[V] | None = None,
    ) -> None:
        self._draw = draw
        self._over = over
        self._max_parts = max_parts
        self._ahead = ahead
        self.owes = False  # True while a part still shows its old picture
        self._behind = False
        """True if all parts were drawn at once and the images of their animations are not all made yet."""
        self._look: Hashable = None
        self._visible_picture: TiledPicture[V] | None = None
        self._making: TiledPicture[V] | None = None  # replaces the shown picture once it is complete

    def draw_parts(
        self, painter: Painter, parts: Sequence[tuple[Box, V]], *, whole: bool = False
    ) -> Sequence[V]:
        """Update the picture within the limits of one frame, blit it, and return the values it now shows.

        Args:
            painter: paints on the screen.
            parts: box and value of each part.
            whole: update everything at once, because no frame may follow.
        """
        values = [value for _box, value in parts]
        if painter.only_reads:
            for value in values:
                self._finish(painter, value)
            return values
        places = [painter.view.rect(box) for box, _value in parts]
        look = self._over.redraw_count, render_key(painter)
        if self._visible_picture is None and not whole:
            # The layers below are enough work for one frame.
            self._visible_picture, self._look, self.owes = self._blank(places), look, True
            painter.blit(self._visible_picture.surface, 0, 0)
            return []
        # In a window of another size nothing of the old picture can be shown.
        at_once = whole or look != self._look
        if self._visible_picture is None or look != self._look:
            self._visible_picture, self._look = self._blank(places), look
        if places == self._visible_picture.places:
            self._making = None
        elif self._making is None or places != self._making.places:
            self._making = self._blank(places)
        is_left = self._update_picture(
            painter, self._making or self._visible_picture, values, at_once=at_once
        )
        self.owes = not whole and (is_left or self._behind)
        if self._making is not None and None not in self._making.visible_values:
            self._visible_picture, self._making = self._making, None
        painter.blit(self._visible_picture.surface, 0, 0)
        return [value for value in self._visible_picture.visible_values if value is not None]

    def _blank(self, places: Sequence[pygame.Rect]) -> TiledPicture[V]:
        """New picture with these places that shows only the layer below."""
        return TiledPicture(self._over.picture.copy(), places)

    def _update_picture(
        self, painter: Painter, patched: TiledPicture[V], values: Sequence[V], *, at_once: bool
    ) -> bool:
        """Redraw changed parts within the limits of one frame. True if any still shows its old picture."""
        is_blank = all(value is None for value in patched.visible_values)
        pairs = enumerate(zip(values, patched.visible_values, strict=True))
        others = [number for number, (value, previous) in pairs if value != previous]
        changes = others if at_once else others[: self._max_parts]
        if not at_once:
            changes = changes[: self._drawable_count(painter, [values[number] for number in changes])]
        for number in changes:
            patched.visible_values[number] = values[number]
        whole = is_blank and at_once
        for place in (
            [patched.surface.get_rect()] if whole else [patched.places[number] for number in changes]
        ):
            self._redraw_rect(painter.for_surface(patched.surface), place, patched)
        is_left = len(changes) < len(others)
        self._behind |= whole
        if self._behind and not at_once and not is_left:
            self._behind = self._drawable_count(painter, values) < len(values)
        return is_left

    def _drawable_count(self, painter: Painter, values: Sequence[V]) -> int:
        """Number of first parts whose images are made. Makes at most `IMAGES_PER_FRAME` images."""
        if self._ahead is None:
            return len(values)
        max_made, nowhere = (
            painter.assets.miss_count + IMAGES_PER_FRAME,
            painter.for_surface(pygame.Surface((1, 1))),
        )
        for number, value in enumerate(values):
            for _picture in self._ahead(nowhere, value):
                if painter.assets.miss_count >= max_made:
                    return number
        return len(values)

    def _redraw_rect(self, painter: Painter, place: pygame.Rect, patched: TiledPicture[V]) -> None:
        """Redraw a rectangle: the layer below, and all parts that touch it."""
        surface = painter.surface
        surface.set_clip(place)
        surface.blit(self._over.picture, place, place)
        for rect, value in zip(patched.places, patched.visible_values, strict=True):
            if value is not None and rect.colliderect(place):
                surface.set_clip(rect.clip(place))
                self._finish(painter, value)
        surface.set_clip(None)

    def _finish(self, painter: Painter, value: V) -> None:
        """Draw a value with all its steps."""
        for _piece in self._draw(painter, value) or ():
            pass
