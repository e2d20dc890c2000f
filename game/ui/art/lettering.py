"""Lettering that is part of drawings: glyph labels, knitted words, shouts.

Other text: `game.ui.core.paint`.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pygame

from game.ui.art.layers import GOLD, INK, WOOL, channels, clip, padded, rim, stack_layers, turned, with_shadow
from game.ui.art.patterns import LOOKS_BY_NAME, SEAT_LOOKS, SeatLook, motif
from game.ui.art.svg import knit, lin, rect
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg
from game.ui.core.fonts import NAMES
from game.ui.core.paint import TextRenderer

_CACHE_SIZE: Final = 16
"""Number of cached text renderings. It is small because the finished pictures are cached, and texts are
large."""


@cache
def _text_renderer() -> TextRenderer:
    """The renderer of all lettering, created at the first call."""
    return TextRenderer(_CACHE_SIZE)


def glyph_of(letter: str, pixels: int) -> pygame.Surface:
    """Surface with a letter in white at a font size in px, with the spacing of its font."""
    return _text_renderer().render(letter, NAMES, pixels, "#FFFFFF")


def lettering(assets: Assets, text: str, size: float, colour: str) -> pygame.Surface:
    """Line of text cropped to its ink, for a font size in units; at least 6 px."""
    image = _text_renderer().render(text, NAMES, max(6, assets.px(size)), colour)
    return image.subsurface(image.get_bounding_rect())


def draw_centred(
    assets: Assets, below: pygame.Surface, text: str, size: float, colour: str, room: float
) -> None:
    """Draw a text in the middle of a surface, reduced, not below 7 px, if wider than ``room`` units."""
    image = lettering(assets, text, size, colour)
    widest = assets.px(room)
    while image.get_width() > widest and size * assets.scale > 7:
        size *= min(0.97, widest / image.get_width())
        image = lettering(assets, text, size, colour)
    pixels = max(6, assets.px(size))
    full = _text_renderer().render(text, NAMES, pixels, colour)
    # Aligned by a capital: a word with descenders would be higher than its neighbours.
    capitals = _text_renderer().render("H", NAMES, pixels, colour).get_bounding_rect()
    x = (below.get_width() - image.get_width()) // 2 - full.get_bounding_rect().x
    below.blit(full, (x, round(below.get_height() / 2 - capitals.centery)))


LOGO_ROOM: Final = 28.0  # margin around a knitted word for its rim and shadow, in units
_SEATS: Final = (
    "tomato", "teal", "mustard", "plum", "sky", "leaf", "rose", "navy", "tomato", "teal",
)  # fmt: skip
_TURNS: Final = (-3, 2, -2, 3, 2, -3, 2, -2, 3, -2)
_DROPS: Final = (0, 5, -2, 3, 1, 4, -2, 4, 0, 3)


@cached_drawing
def knitted_word(
    assets: Assets, text: str, size: float = 92, first: int = 0, *, all_by: int = -1
) -> pygame.Surface:
    """Word with each letter knitted in a seat's pattern, on a wool sticker; margin LOGO_ROOM or more.

    It has a margin of LOGO_ROOM, or more for larger letters.

    Args:
        assets: the scale.
        text: the word or words.
        size: size of the letters in units.
        first: seat of the first letter.
        all_by: seat of all letters; below 0 each letter has another one.
    """
    return draw_knitted_word(assets, text, size, first, all_by)


def draw_knitted_word(assets: Assets, text: str, size: float, first: int, all_by: int) -> pygame.Surface:
    """Uncached `knitted_word`, for drawings that are cached themselves."""
    margin, pixels = assets.px(LOGO_ROOM * max(1.0, size / 92)), max(8, assets.px(size))
    pieces: list[tuple[pygame.Surface, tuple[int, int]]] = []
    x, number = 0.0, 0
    for letter in text:
        advance = _text_renderer().width(letter, NAMES, pixels)
        if letter == " ":
            x += advance
            continue
        look = SEAT_LOOKS[all_by] if all_by >= 0 else LOOKS_BY_NAME[_SEATS[(number + first) % len(_SEATS)]]
        piece = _knitted_letter(assets, letter, size, look, _TURNS[number % 10])
        drop = _DROPS[number % 10] * size / 92 * assets.scale
        pieces.append((piece, (round(x + advance / 2), round(pixels * 0.6 + drop))))
        x, number = x + advance + 3 * assets.scale, number + 1
    full = pygame.Surface((round(x) + 2 * margin, round(pixels * 1.25) + 2 * margin), pygame.SRCALPHA)
    ink = full.copy()
    for piece, (cx, cy) in pieces:
        place = piece.get_rect(center=(cx + margin, cy + margin))
        full.blit(piece, place)
    ink = rim(full, 4 * size / 92 * assets.scale, INK)
    sticker = _fill_holes(rim(ink, 7 * size / 92 * assets.scale, WOOL), assets.scale * size / 92)
    whole = stack_layers(full.get_size(), (sticker, ink, full))
    return with_shadow(assets, whole, (0, 6), 7, 100)


def _knitted_letter(
    assets: Assets, letter: str, size: float, look: SeatLook, degrees: float
) -> pygame.Surface:
    """Letter knitted in a seat's pattern, rotated counter-clockwise."""
    image = _text_renderer().render(
        letter, NAMES, max(8, assets.px(size)) * 2, "#FFFFFF"
    )  # `turned` halves the size
    w, h = image.get_size()
    u = size * 2 * assets.scale / 92 / 2
    box = (0.0, 0.0, w / u / 2, h / u / 2)
    body = lin("dye", (0, 0, 0, box[3]), (0, look.light), (0.5, look.colour), (1, look.colour))
    body += rect(0, 0, box[2], box[3], 0, fill="url(#dye)")
    if look.pattern == "heel":
        body += (
            f'<path d="M0 {box[3] * 0.62} Q{box[2] / 2} {box[3] * 0.5} {box[2]} {box[3] * 0.66} '
            f'V{box[3]} H0Z" fill="{WOOL}"/>'
        )
    else:
        body += motif(look.pattern, (-6, 8, box[2] + 10, box[3]), WOOL, 0.62)
    if 7 * u >= 3:
        body += knit(box, 7, 0.14)
    piece = pygame.transform.smoothscale(rasterize_svg(body, (w, h), box), (w, h))
    return turned(clip(piece, image), degrees)


def _fill_holes(sticker: pygame.Surface, scale: float) -> pygame.Surface:
    """Fill the small holes between the letters of a sticker. Changes and returns it."""
    gaps = pygame.mask.from_surface(sticker)
    gaps.invert()
    for hole in gaps.connected_components():
        if hole.count() < 2000 * scale**2:
            patch = hole.to_surface(setcolor=(*channels(WOOL), 255), unsetcolor=(0, 0, 0, 0))
            sticker.blit(rim(patch, 1.5, WOOL), (0, 0))  # its edge was semi-transparent
    return sticker


@cached_drawing
def shout(assets: Assets, text: str, size: float = 38, colour: str = GOLD, turn: float = 9) -> pygame.Surface:
    """Sound word, such as a thump, with a thick ink edge, rotated counter-clockwise by ``turn`` degrees."""
    image = _text_renderer().render(text, NAMES, max(8, assets.px(size)) * 2, colour)
    larger = padded(image, assets.px(12))
    edged = stack_layers(larger.get_size(), (rim(larger, 8 * assets.scale, INK), larger))
    return turned(edged, turn)


@cached_drawing
def outlined_text(
    assets: Assets, text: str, size: float, colour: str, edge: str, width: float = 3, *, turn: int = 0
) -> pygame.Surface:
    """Line of text with an edge in another colour; ``turn`` is 0, 90 or -90 degrees, for goal lines."""
    image = _text_renderer().render(text, NAMES, max(6, assets.px(size)), colour)
    larger = padded(image, assets.px(width + 1))
    edged = stack_layers(larger.get_size(), (rim(larger, width * assets.scale, edge), larger))
    return pygame.transform.rotate(edged, turn) if turn else edged
