"""A picture of all that stands still, drawn once and put down whole.

What a layer shows is one frozen value, and what draws it is a function of a painter and this value alone: so
nothing can be drawn that would not have it drawn anew. The look of everything (the window, the theme, the
text size, the language) is looked after here.
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
"""Draws a value, at once or piece by piece. A function of a module: no object's, and none within another."""

Ahead: TypeAlias = Callable[[Painter, V], Iterator[None]]
"""Makes what a value is drawn with, with a painter that paints nowhere."""

AT_ONCE = 1
"""After so many new pictures a patchwork makes no more in a frame: a large one takes several milliseconds."""
RIMS = ((20, 20), (32, 32), (48, 48), (60, 20), (80, 32), (120, 40))
"""Widths and heights, in pixels, of rims within which panels and strips are solid at the usual scales."""


def render_key(painter: Painter) -> Hashable:
    """What any picture depends on, whatever it shows."""
    size = painter.surface.get_size()
    return size, painter.view, painter.theme, painter.text_scale, painter.assets, language_tag()


class CachedLayer(Generic[V]):
    """A still picture of a scene, kept until what it shows has changed.

    Args:
        draw: draws the whole of it.
        over: the layer that it lies on, part of the picture; bring it up to date first, with `hold`.
        clear: whether what lies below is seen where nothing is drawn.
    """

    def __init__(
        self, draw: Drawing[V], over: CachedLayer[Any] | None = None, *, clear: bool = False
    ) -> None:
        self._draw = draw
        self._over = over
        self._clear = clear
        self._shown: Hashable = None
        self.drawn = 0
        """How often it was drawn: whoever lies on it is drawn anew with it."""
        self._surface: pygame.Surface | None = None

    @property
    def picture(self) -> pygame.Surface:
        """The layer as it is. Never draw on it."""
        assert self._surface is not None
        return self._surface

    def hold(self, painter: Painter, value: V) -> None:
        """Draw the layer where the value, the window or its look is another than the last time."""
        if painter.only_reads:
            for _piece in self._draw(painter, value) or ():
                pass
            if self._surface is None:  # somebody may look at the picture, which was never painted yet
                self._surface = pygame.Surface((1, 1))
            return
        whole = self._whole(painter, value)
        if self._surface is None or whole != self._shown:
            self._surface = self._emptied(painter)
            for _piece in self._draw(painter.onto(self._surface), value) or ():
                pass
            self.drawn += 1
            self._shown = whole

    def forget(self) -> None:
        """Have it drawn anew the next time."""
        self._shown = self._surface = None

    def put(self, painter: Painter, value: V, shift: tuple[float, float] = (0, 0)) -> None:
        """Blit the layer, up to date.

        Args:
            painter: where to.
            value: all that it shows.
            shift: in units, for a shaken camera.
        """
        self.hold(painter, value)
        if not painter.only_reads:
            painter.blit(self.picture, *shift)

    def pieces(self, painter: Painter, value: V) -> Iterator[None]:
        """Draw the layer piece by piece, between frames, so that `put` of the same value finds it done."""
        whole = self._whole(painter, value)
        if whole == self._shown:
            return
        # Until it is whole: `put` must not take a half-drawn layer for done.
        self._shown = None
        self._surface = surface = self._emptied(painter)
        for _piece in self._draw(painter.onto(surface), value) or ():
            yield
            if self._shown is not None or self._surface is not surface:
                return  # somebody could not wait, and it was drawn at once
        self.drawn += 1
        self._shown = whole

    def _whole(self, painter: Painter, value: V) -> Hashable:
        """The value, and what else a picture depends on."""
        below = self._over.drawn if self._over is not None else 0
        return value, below, render_key(painter)

    def _emptied(self, painter: Painter) -> pygame.Surface:
        """What to draw on: the picture below, or nothing."""
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
    """A part of a clear picture as pieces, each with its place: what is seen through, and what is not.

    Put down together they look as the part does, and take a fraction of the time where most of it is solid.
    """
    part = part.clip(picture.get_rect())
    seen = picture.subsurface(part)
    box = seen.get_bounding_rect()
    mask = pygame.mask.from_surface(seen, 254)
    # A panel is solid but for its rim and its corners.
    inner = next(filter(partial(_is_solid, mask), (box.inflate(-2 * w, -2 * h) for w, h in RIMS)), None)
    if inner is None:
        return [(seen.subsurface(box), box.move(part.topleft))]
    found = [(seen.subsurface(rim), rim.move(part.topleft)) for rim in around(box, inner)]
    solid = pygame.Surface(inner.size)
    solid.blit(seen, (0, 0), inner)
    return [*found, (solid, inner.move(part.topleft))]


def around(box: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """What is left of a box around another one that lies within it."""
    return [
        pygame.Rect(box.x, box.y, box.w, inner.y - box.y),
        pygame.Rect(box.x, inner.bottom, box.w, box.bottom - inner.bottom),
        pygame.Rect(box.x, inner.y, inner.x - box.x, inner.h),
        pygame.Rect(inner.right, inner.y, box.right - inner.right, inner.h),
    ]


def _is_solid(mask: pygame.Mask, box: pygame.Rect) -> bool:
    """Whether nothing is seen through a box."""
    whole = pygame.Mask(box.size, fill=True) if box.w > 0 and box.h > 0 else None
    return whole is not None and mask.overlap_area(whole, box.topleft) == box.w * box.h


class TiledPicture(Generic[V]):
    """A picture of parts at their places.

    Attributes:
        surface: the picture. Never draw on it.
        places: where the parts are, in pixels.
        shown: what each part shows; `None` where it was not drawn yet.
    """

    def __init__(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        self.surface, self.places = surface, places
        self.shown: list[V | None] = [None] * len(places)


class TiledLayer(Generic[V]):
    """A still picture of many parts: where one has changed, its place alone is drawn anew.

    Parts may reach over each other, the later ones on top. The first picture comes part by part; where all
    of it stands elsewhere, what was before is seen until that is whole.

    Args:
        draw: draws a part. What it draws outside of the part's box is cut off.
        over: the layer that all of it lies on; bring it up to date first, with `CachedLayer.hold`.
        most: so many parts that have changed are drawn at a time; what is left `owes` the next frames.
        ahead: makes what a part is drawn with, picture by picture; where some are not there yet the part
            shows what was before until they are, a few in each frame.
    """

    def __init__(
        self, draw: Drawing[V], over: CachedLayer[Any], most: int | None = None, ahead: Ahead[V] | None = None
    ) -> None:
        self._draw = draw
        self._over = over
        self._most = most
        self._ahead = ahead
        self.owes = False
        """Whether a part still shows what was before."""
        self._behind = False
        """Whether all of it was drawn at once, and what moves in it has not all of its pictures yet."""
        self._look: Hashable = None
        self._seen: TiledPicture[V] | None = None
        self._making: TiledPicture[V] | None = None
        """What takes the place of the picture that is seen, once it is whole."""

    def put(self, painter: Painter, parts: Sequence[tuple[Box, V]], *, whole: bool = False) -> Sequence[V]:
        """Blit the picture, up to date as far as one frame may bring it; the parts as they are seen now.

        Args:
            painter: paints on the screen.
            parts: where each is, and what it shows.
            whole: bring all of it up to date, where no frame may follow.
        """
        values = [value for _box, value in parts]
        if painter.only_reads:
            for value in values:
                self._finish(painter, value)
            return values
        places = [painter.view.rect(box) for box, _value in parts]
        look = self._over.drawn, render_key(painter)
        if self._seen is None and not whole:
            # A frame has work enough with what lies below.
            self._seen, self._look, self.owes = self._blank(places), look, True
            painter.blit(self._seen.surface, 0, 0)
            return []
        # In a window of another size nothing of what was before can be seen.
        at_once = whole or look != self._look
        if self._seen is None or look != self._look:
            self._seen, self._look = self._blank(places), look
        if places == self._seen.places:
            self._making = None
        elif self._making is None or places != self._making.places:
            self._making = self._blank(places)
        is_left = self._bring(painter, self._making or self._seen, values, at_once=at_once)
        self.owes = not whole and (is_left or self._behind)
        if self._making is not None and None not in self._making.shown:
            self._seen, self._making = self._making, None
        painter.blit(self._seen.surface, 0, 0)
        return [value for value in self._seen.shown if value is not None]

    def _blank(self, places: Sequence[pygame.Rect]) -> TiledPicture[V]:
        return TiledPicture(self._over.picture.copy(), places)

    def _bring(
        self, painter: Painter, patched: TiledPicture[V], values: Sequence[V], *, at_once: bool
    ) -> bool:
        """Bring a picture up to date, as far as one frame may; whether a part still shows what was before."""
        is_blank = all(value is None for value in patched.shown)
        both = enumerate(zip(values, patched.shown, strict=True))
        others = [number for number, (value, shown) in both if value != shown]
        now = others if at_once else others[: self._most]
        if not at_once:
            now = now[: self._ready(painter, [values[number] for number in now])]
        for number in now:
            patched.shown[number] = values[number]
        whole = is_blank and at_once
        for place in [patched.surface.get_rect()] if whole else [patched.places[number] for number in now]:
            self._mend(painter.onto(patched.surface), place, patched)
        is_left = len(now) < len(others)
        self._behind |= whole
        if self._behind and not at_once and not is_left:
            self._behind = self._ready(painter, values) < len(values)
        return is_left

    def _ready(self, painter: Painter, values: Sequence[V]) -> int:
        """How many of these parts, from the first on, can be drawn at once; makes a few pictures more."""
        if self._ahead is None:
            return len(values)
        most, nowhere = painter.assets.made + AT_ONCE, painter.onto(pygame.Surface((1, 1)))
        for number, value in enumerate(values):
            for _picture in self._ahead(nowhere, value):
                if painter.assets.made >= most:
                    return number
        return len(values)

    def _mend(self, painter: Painter, place: pygame.Rect, patched: TiledPicture[V]) -> None:
        """Put all that touches a place anew on what lies below, and nothing beside it."""
        surface = painter.surface
        surface.set_clip(place)
        surface.blit(self._over.picture, place, place)
        for rect, value in zip(patched.places, patched.shown, strict=True):
            if value is not None and rect.colliderect(place):
                surface.set_clip(rect.clip(place))
                self._finish(painter, value)
        surface.set_clip(None)

    def _finish(self, painter: Painter, value: V) -> None:
        for _piece in self._draw(painter, value) or ():
            pass
