"""Cached layers: pictures of still content, drawn once and blitted as a whole.

The content of a layer is one frozen value, and its draw function uses only a painter and this value. So
everything that is drawn is part of the cache key. The key also has the window size, theme, text size and
language (`render_key`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import pygame

from game.i18n import language_tag
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter

V = TypeVar("V", bound=Hashable)
Drawing: TypeAlias = Callable[[Painter, V], Iterator[None] | None]
"""Draws a value, at once or step by step. Must be a module-level function: no method and no closure."""

Ahead: TypeAlias = Callable[[Painter, V], Iterator[None]]
"""Prepares the images for a value, with a painter that paints nowhere."""

AT_ONCE = 1  # images that a `TiledLayer` may make per frame; a large one takes several ms
# (width, height) in px of rims inside which panels and strips are opaque at the usual scales
RIMS = ((20, 20), (32, 32), (48, 48), (60, 20), (80, 32), (120, 40))


def render_key(painter: Painter) -> Hashable:
    """Cache key of everything that a picture depends on apart from its value."""
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
        """The layer's current surface. Never draw on it."""
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

    def draw(self, painter: Painter, value: V, shift: tuple[float, float] = (0, 0)) -> None:
        """Update the layer and blit it.

        Args:
            painter: paints on the target.
            value: content of the layer.
            shift: offset in units, for a shaken camera.
        """
        self.update(painter, value)
        if not painter.only_reads:
            painter.blit(self.picture, *shift)

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
        """Surface to draw on, reused if the size is the same: a copy of the layer below, or blank."""
        size, surface = painter.surface.get_size(), self._surface
        if surface is None or surface.get_size() != size:
            whole = pygame.Surface(size, pygame.SRCALPHA if self._clear else 0)
            surface = whole.convert_alpha() if self._clear else whole.convert()
        if self._over is not None:
            surface.blit(self._over.picture, (0, 0))
        else:
            surface.fill((0, 0, 0, 0))
        return surface


def pieces(picture: pygame.Surface, part: pygame.Rect) -> list[tuple[pygame.Surface, pygame.Rect]]:
    """(surface, place in ``picture``) of a part's pieces: four rims and an opaque middle, or just one.

    Blitted together they look like the part, in a fraction of the time if most of it is opaque.
    """
    part = part.clip(picture.get_rect())
    view = picture.subsurface(part)
    box = view.get_bounding_rect()
    mask = pygame.mask.from_surface(view, 254)
    # A panel is opaque apart from its rim and its corners.
    inner = next(filter(partial(_is_solid, mask), (box.inflate(-2 * w, -2 * h) for w, h in RIMS)), None)
    if inner is None:
        return [(view.subsurface(box), box.move(part.topleft))]
    rims = [(view.subsurface(rim), rim.move(part.topleft)) for rim in around(box, inner)]
    solid = pygame.Surface(inner.size)
    solid.blit(view, (0, 0), inner)
    return [*rims, (solid, inner.move(part.topleft))]


def around(box: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """Rectangles above, below, left and right of ``inner`` that cover the rest of ``box``, maybe empty."""
    return [
        pygame.Rect(box.x, box.y, box.w, inner.y - box.y),
        pygame.Rect(box.x, inner.bottom, box.w, box.bottom - inner.bottom),
        pygame.Rect(box.x, inner.y, inner.x - box.x, inner.h),
        pygame.Rect(inner.right, inner.y, box.right - inner.right, inner.h),
    ]


def _is_solid(mask: pygame.Mask, box: pygame.Rect) -> bool:
    """True if the box is not empty and all pixels in it are opaque."""
    whole = pygame.Mask(box.size, fill=True) if box.w > 0 and box.h > 0 else None
    return whole is not None and mask.overlap_area(whole, box.topleft) == box.w * box.h


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
        """Number of parts, from the first on, that can be drawn now. Makes at most `AT_ONCE` images."""
        if self._ahead is None:
            return len(values)
        max_made, nowhere = painter.assets.miss_count + AT_ONCE, painter.for_surface(pygame.Surface((1, 1)))
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
