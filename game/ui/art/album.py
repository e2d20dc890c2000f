"""Drawings of the album (photos in white frames, heads in round patches, stars) and of highlights.

Steps of a turn and highlights have numbers on gold plates. A replay has a thread as its timeline, a bobbin as
its position, and signs for events.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.fabric import wave, yarn_ball
from game.ui.art.layers import (
    BUTTER,
    GOLD,
    INK,
    STITCH,
    WOOL,
    art,
    clip,
    mix,
    rasterize_units,
    stack_layers,
    with_shadow,
)
from game.ui.art.lettering import draw_centred
from game.ui.art.marks import mark_star
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.art.socks import ball
from game.ui.art.svg import circle, drawing, group, line, path, rect, rounded_rect_path, seam
from game.ui.core.assets import Assets, cached_drawing

_PUPPET_SHARE: Final = 1.28  # height of the puppet as a share of the patch


@cached_drawing
def avatar(
    assets: Assets, look: int, size: float, state: str, fill: str = BUTTER, *, flip: bool = False
) -> pygame.Surface:
    """The head of a seat's puppet in a round patch of cloth, ``size`` x ``size`` units."""
    half, puppet_height = size / 2, size * _PUPPET_SHARE
    patch = rasterize_units(assets, circle(half, half, half - 1, fill), size, size)
    figure = puppet(assets, look, state, 0, puppet_height, PuppetOutfit(ground=False, flip=flip))
    place = figure.get_rect()
    # The sole is far below the patch, so that head and neck fill it.
    foot = size * 1.2 + puppet_foot(puppet_height)
    place.midbottom = assets.px(half - (-0.04 if flip else 0.04) * size), assets.px(foot)
    patch.blit(figure, place)
    clip(patch, rasterize_units(assets, circle(half, half, half - 1, "#FFFFFF"), size, size))
    edge = circle(half, half, half - 1.6, "none", stroke=INK, stroke_width=3)
    patch.blit(rasterize_units(assets, edge, size, size), (0, 0))
    return patch


@cached_drawing
def stitched_photo(assets: Assets, w: float, h: float, fill: str, thread: str) -> pygame.Surface:
    """Stitched outline of a card with its photo, w x h units, for an empty place."""
    outer, inner = (2.0, 2.0, w - 4, h - 4, 10), (14.0, 14.0, w - 28, h * 0.6 - 14, 7)
    body = path(rounded_rect_path(*outer), fill, fill_opacity=0.35)
    text_line = f"M{w * 0.28} {h * 0.78} L{w * 0.72} {h * 0.78}"
    for sewn in (rounded_rect_path(*outer), rounded_rect_path(*inner), text_line):
        body += line(seam(sewn, 9, 7), thread, 2.6, stroke_opacity=0.8)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def star_patch(assets: Assets, size: float, *, on: bool = True, ink: str, off: str = WOOL) -> pygame.Surface:
    """Golden star of a favourite, or one in the colour ``off``; ``size`` x ``size`` units."""
    return art(assets, "signs", size, size, layer="favourite", fill=GOLD if on else off, ink=ink)


def photo(assets: Assets, picture: pygame.Surface, w: float, h: float, ink: str = INK) -> pygame.Surface:
    """New surface of w x h units: a picture cropped to fill it, with round corners and an edge.

    Not cached, because pictures change often.
    """
    whole = pygame.Surface((assets.px(w), assets.px(h)), pygame.SRCALPHA)
    (pw, ph), (width, height) = picture.get_size(), whole.get_size()
    scale = max(width / pw, height / ph)
    cut = pygame.Rect(0, 0, min(pw, round(width / scale)), min(ph, round(height / scale)))
    cut.center = pw // 2, ph // 2
    whole.blit(pygame.transform.smoothscale(picture.subsurface(cut), (width, height)), (0, 0))
    clip(whole, rasterize_units(assets, rect(0, 0, w, h, 7, fill="#FFFFFF"), w, h))
    edge = rect(1.25, 1.25, w - 2.5, h - 2.5, 7, fill="none", stroke=ink, stroke_width=2.6)
    whole.blit(rasterize_units(assets, edge, w, h), (0, 0))
    return whole


@cached_drawing
def blank_photo(assets: Assets, w: float, h: float, fill: str, ink: str, *, torn: bool) -> pygame.Surface:
    """Placeholder of w x h units for a photo that is being made, or a torn one if it cannot be made."""
    body = rect(1.25, 1.25, w - 2.5, h - 2.5, 7, fill=fill, stroke=ink, stroke_width=2.6)
    x, y = w / 2, h / 2
    if not torn:
        # Loose loops behind two needles: the photo is being knitted.
        long = min(0.62 * w, 150.0)
        for row in (-1, 0, 1):
            loops = wave(0, long, length=18, height=6, min_count=3)
            body += group(line(loops, STITCH, 3.2), f"translate({x - long / 2} {y + row * h * 0.13})")
        for turn in (24, -24):
            needle = line(f"M0 {-h * 0.27} V{h * 0.3}", ink, 6) + line(f"M0 {-h * 0.27} V{h * 0.3}", _WOOD, 3)
            needle += circle(0, -h * 0.29, 5, _WOOD, stroke=ink, stroke_width=2.4)
            body += group(needle, f"translate({x + long / 2 - 8} {y}) rotate({turn})")
        return rasterize_units(assets, body, w, h)
    steps = zip((8, -9, 11, -8, 9, -6), (0.01, 0.2, 0.4, 0.6, 0.8, 0.99), strict=True)
    zigzag = "M" + " L".join(f"{x + dx} {h * down:.1f}" for dx, down in steps)
    body += line(zigzag, ink, 7, stroke_linejoin="round") + line(zigzag, WOOL, 3, stroke_linejoin="round")
    for place in (0.3, 0.5, 0.7):
        body += line(f"M{x - 17} {h * place - 5} L{x + 17} {h * place + 5}", STITCH, 3.2)
    return rasterize_units(assets, body, w, h)


@cached_drawing
def number_plate(assets: Assets, number: int, size: float = 34) -> pygame.Surface:
    """Gold disc of ``size`` units with a number, to be centred on what the step has changed."""
    plate = art(assets, "signs", size, size, layer="plate")
    draw_centred(assets, plate, str(number), size * 0.56, INK, size * 0.66)
    return plate


BAND_HEIGHT: Final = 17.0  # height of the knitted part of the thread, in units
STITCH_WIDTH: Final = 5.0  # width of a stitch, in units
THREAD_ROOM: Final = 16.0  # margin around a thread, in units
_WOOD: Final = "#E3B57C"


@cached_drawing
def knit_stitch(assets: Assets, seat: int, phase: int) -> pygame.Surface:
    """One stitch of the knitted thread in a seat's yarn and pattern, STITCH_WIDE + 1 x BAND units."""
    look, w = SEAT_LOOKS[seat], STITCH_WIDTH + 1
    body = rect(0, 0, w, BAND_HEIGHT, 0, fill=look.dark)
    for row in range(4):
        y = row * BAND_HEIGHT / 4 - 0.6
        colour = look.wool if _sewn(look.pattern, phase % 6, row) else look.colour
        d = f"M{w * 0.1:.2f} {y:.2f} L{w / 2:.2f} {y + 3.4:.2f} L{w * 0.9:.2f} {y:.2f}"
        body += path(d, stroke=colour, stroke_width=3.1, stroke_linejoin="round")
    return rasterize_units(assets, body, w, BAND_HEIGHT)


def _sewn(pattern: str, phase: int, row: int) -> bool:
    """True if a stitch at this phase (0 to 5) and row (0 to 3) belongs to the seat's pattern."""
    match pattern:
        case "stripes":
            return phase in (2, 5)
        case "checks":
            return (phase < 3) == (row < 2)
        case "heel":
            return phase == 5
        case "chevrons":
            return row == (phase if phase < 4 else 6 - phase)
        case "argyle":
            return row in (phase % 3, 3 - phase % 3)
    return phase == 2 and row in (1, 2)


@cached_drawing
def loose_thread(assets: Assets, w: float) -> pygame.Surface:
    """Wavy loose thread of ``w`` units with a bead at its end; the surface adds THREAD_ROOM on every side."""
    d = wave(0, w, length=34, height=8, min_count=2)
    body = line(d, INK, 7) + line(d, WOOL, 3.4)
    body += circle(w, 0, 7, _WOOD, stroke=INK, stroke_width=3)
    box = (-THREAD_ROOM, -THREAD_ROOM, w + 2 * THREAD_ROOM, 2 * THREAD_ROOM)
    return rasterize_units(assets, body, box[2], box[3], box)


@cached_drawing
def wrap(assets: Assets, height: float = 24) -> pygame.Surface:
    """Loop of gold thread around the thread, 8 x ``height`` units, which marks the start of something."""
    body = rect(1.5, 1.5, 5, height - 3, 2.4, fill=GOLD, stroke=INK, stroke_width=2.2)
    return rasterize_units(assets, body, 8, height)


@cached_drawing
def bobbin(assets: Assets, seat: int, size: float) -> pygame.Surface:
    """Head of the thread, ``size`` x 1.72 ``size`` units: a ball of yarn on its needle."""
    height = size * 1.72
    needle = rect(size / 2 - 3.6, 1.5, 7.2, height - 3, 3.6, fill=_WOOD, stroke=INK, stroke_width=2.6)
    whole = rasterize_units(assets, needle, size, height)
    image = yarn_ball(assets, seat, size)
    whole.blit(image, image.get_rect(center=whole.get_rect().center))
    return with_shadow(assets, whole, (0, 3), 3, 90)


@cached_drawing
def head_disc(
    assets: Assets, seat: int, size: float, ground: str, edge: str = INK, mood: str = "idle"
) -> pygame.Surface:
    """Head of a seat's puppet in a round frame, ``size`` x ``size`` units."""
    disc = rasterize_units(assets, circle(20, 20, 18, ground), size, size, (0, 0, 40, 40))
    puppet_height = round(size * 1.25, 1)
    image = puppet(assets, seat, mood, 0, puppet_height, PuppetOutfit(ground=False))
    # Its neck is in the middle of the picture, and the head extends to the right.
    foot = assets.px(size * 0.28 + puppet_height * 0.78 + puppet_foot(puppet_height))
    whole = disc.copy()
    whole.blit(image, image.get_rect(midbottom=(assets.px(size * 0.4), foot)))
    mask = rasterize_units(assets, circle(20, 20, 18, "#FFFFFF"), size, size, (0, 0, 40, 40))
    ring = rasterize_units(
        assets, circle(20, 20, 18, "none", stroke=edge, stroke_width=2.8), size, size, (0, 0, 40, 40)
    )
    return stack_layers(whole.get_size(), (clip(whole, mask), ring))


@cached_drawing
def skip(
    assets: Assets, *, right: bool, size: float = 46, fill: str = WOOL, ink: str = INK
) -> pygame.Surface:
    """Round button that skips to the previous or next item; the surface is 1.6 times ``size``."""
    full_size = size * 1.6  # room for the shadow, which would be cut off at a square
    low, layer = mix(fill, "#1A1030", 0.34), "skip-right" if right else "skip-left"
    picture = art(assets, "signs", full_size, full_size, layer=layer, low=low, fill=fill, ink=ink)
    return with_shadow(assets, picture, (0, 3), 4, 80)


@cached_drawing
def sign(assets: Assets, name: str, seat: int | None, size: float) -> pygame.Surface:
    """Sign of a highlight on a disc of ``size`` units in the seat's colour (None: white); sock: a burst."""
    if name == "sock":
        return mark_star(assets, round(size / 40, 3))
    look = SEAT_LOOKS[seat] if seat is not None else None
    tones = {"colour": look.colour, "edge": look.wool} if look else {"colour": WOOL, "edge": GOLD}
    layer = f"disc {name}" if name in drawing("highlights").names() else "disc"
    whole = art(assets, "highlights", size, size, layer=layer, **tones)
    if name == "goal":
        image = ball(assets, round(size * 0.62, 1), 0)
        whole.blit(image, image.get_rect(center=whole.get_rect().center))
    return with_shadow(assets, whole, (0, 2), 2, 70)
