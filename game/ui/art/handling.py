"""Cards in the hand and on their way: fanned out, carried, with the shadow they throw; and marks on them."""

from __future__ import annotations

import pygame

from game.ui.art.cards import CARD_ROOM, HAND, RATIO, card, card_back, card_shadow
from game.ui.art.layers import turned
from game.ui.art.palette import FOCUS, WOOL
from game.ui.art.svg import path as svg_path
from game.ui.art.svg import rounded
from game.ui.core.assets import Assets, drawn, raster

HANDLING_ROOM = CARD_ROOM
"""Units around the card in every picture, before it is turned."""


def large_card(assets: Assets, name: str) -> pygame.Surface:
    """A face at twice the size of a hand: every other size is made of it, which takes no time."""
    return card(assets, name, HAND * 2)


def _face(assets: Assets, name: str, w: float) -> pygame.Surface:
    return pygame.transform.smoothscale(large_card(assets, name), (assets.px(w), assets.px(w * RATIO)))


@drawn
def laid_card(assets: Assets, name: str, w: float) -> pygame.Surface:
    """A card that lies flat, with its shadow, HANDLING_ROOM larger on every side."""
    return _shaded(assets, _face(assets, name, w), w, 105, 2)


@drawn
def laid_back(assets: Assets, w: float, colour: str, kind: str) -> pygame.Surface:
    """The back of a card with its shadow, as `laid_card`."""
    return _shaded(assets, card_back(assets, w, colour, kind), w, 110, 4)


@drawn
def fanned_card(assets: Assets, name: str, w: float, degrees: float) -> pygame.Surface:
    """A card of a hand, turned clockwise by whole degrees, with the shadow on its left neighbour."""
    large = _shaded(assets, _face(assets, name, w * 2), w * 2, 120, 5)  # `turned` halves it
    return turned(large, -degrees)


@drawn
def fanned_back(assets: Assets, w: float, degrees: float, colour: str, kind: str) -> pygame.Surface:
    """The back of a card in a hand that is not shown, as `fanned_card`."""
    return turned(_shaded(assets, card_back(assets, w * 2, colour, kind), w * 2, 120, 5), -degrees)


def narrow(image: pygame.Surface, share: float) -> pygame.Surface:
    """A card that is being turned over, seen from before."""
    wide = max(2, round(image.get_width() * max(0.04, share)))
    return pygame.transform.smoothscale(image, (wide, image.get_height()))


@drawn
def carried_card(
    assets: Assets, name: str, w: float, degrees: float, *, ring: bool, colour: str = FOCUS
) -> pygame.Surface:
    """A card that is carried: high above the table, the focus ring around it."""
    large = _shaded(assets, _face(assets, name, w * 2), w * 2, 135, 16)
    if ring:
        large.blit(_ring(assets, w * 2, colour, 2), (0, 0))
    return turned(large, -degrees)


@drawn
def card_ring(assets: Assets, w: float, colour: str = FOCUS) -> pygame.Surface:
    """The focus ring around a whole card, HANDLING_ROOM larger on every side."""
    return _ring(assets, w, colour, 1)


def _ring(assets: Assets, w: float, colour: str, by: float) -> pygame.Surface:
    room, h = HANDLING_ROOM, w * RATIO
    box = (-room, -room, w + 2 * room, h + 2 * room)
    shape, thick = rounded(-2 * by, -2 * by, w + 4 * by, h + 4 * by, w * 0.13), 4.5 * by * assets.bold
    body = svg_path(shape, stroke=WOOL, stroke_width=3.5 * by + thick)
    body += svg_path(shape, stroke=colour, stroke_width=thick)
    return raster(body, (assets.px(box[2]), assets.px(box[3])), box)


def _shaded(assets: Assets, face: pygame.Surface, w: float, alpha: int, lift: float) -> pygame.Surface:
    whole = card_shadow(assets, w, alpha, lift).copy()  # the shadow is kept for other cards
    place = (whole.get_width() - face.get_width()) // 2, (whole.get_height() - face.get_height()) // 2
    whole.blit(face, place)
    return whole
