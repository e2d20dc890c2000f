"""Drawings of full-screen moments: gloom, a long neck, a fist; fire, smoke, words of yarn."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.ui.art.fabric import sewing_button
from game.ui.art.layers import (
    GOLD,
    INK,
    WOOL,
    art,
    blurred,
    clip,
    flipped,
    padded,
    rasterize_units,
    rim,
    stack_layers,
    tint,
    turned,
    white_silhouette,
    with_shadow,
)  # fmt: skip
from game.ui.art.lettering import draw_knitted_word, glyph_of
from game.ui.art.patterns import SEAT_LOOKS, SeatLook, motif
from game.ui.art.puppets import GLAD, MARGIN, PuppetFrame, PuppetOutfit, puppet_size, sock_figure
from game.ui.art.svg import circle, drawing, knit, lin, line, path, rect
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg

Point = tuple[float, float]

_COARSENESS: Final = 16
"""The gloom is computed for one of this many pixels in each direction and scaled up, because it has no edges.
"""


@cached_drawing
def gloom(
    assets: Assets, w: float, h: float, dark: float, lights: tuple[tuple[float, float, float, float], ...]
) -> pygame.Surface:
    """Darkness (opacity ``dark``, 0 to 1) of w x h units with lights: (x, y, half width, half height)."""
    width, height = assets.px(w), assets.px(h)
    small = pygame.Surface((width // _COARSENESS + 2, height // _COARSENESS + 2), pygame.SRCALPHA)
    step = _COARSENESS / assets.scale
    for x in range(small.get_width()):
        for y in range(small.get_height()):
            light = max(
                (1 - math.hypot((x * step - left) / half, (y * step - top) / half_height))
                for left, top, half, half_height in lights
            )
            small.set_at((x, y), (14, 11, 30, round(255 * dark * (1 - min(1.0, max(0.0, light) * 1.6)))))
    size = small.get_width() * _COARSENESS, small.get_height() * _COARSENESS
    return pygame.transform.smoothscale(small, size).subsurface((0, 0, width, height))


# Stretching neck.


def sample_bezier(points: Sequence[Point], count: int) -> list[Point]:
    """``count`` points at equal steps along cubic Bézier curves.

    ``points`` are a start point, then two handles and an end point per curve.
    """
    samples = []
    pieces = (len(points) - 1) // 3
    for number in range(count):
        at = number / (count - 1) * pieces
        piece = min(pieces - 1, int(at))
        t, (a, b, c, d) = at - piece, points[3 * piece : 3 * piece + 4]
        start_weight, end_weight = (1 - t) ** 2, t * t
        x, y = (
            start_weight * (1 - t) * a[k]
            + 3 * start_weight * t * b[k]
            + 3 * (1 - t) * end_weight * c[k]
            + end_weight * t * d[k]
            for k in (0, 1)
        )
        samples.append((x, y))
    return samples


@cached_drawing
def neck(
    assets: Assets, seat: int, box: tuple[float, float], curve: tuple[Point, ...], widths: tuple[float, float]
) -> pygame.Surface:
    """Knitted neck along cubic curves ``curve`` in a box of (width, height) units.

    ``widths`` is its width at both ends, and in the middle.
    """
    (w, h), (ends, middle) = box, widths
    size = 2 * assets.scale
    along = sample_bezier(curve, 260)
    ink = pygame.Surface((assets.px(w) * 2, assets.px(h) * 2), pygame.SRCALPHA)
    # Cloth for the full length, because a repeated pattern would show a seam.
    length = sum(math.dist(start, end) for start, end in pairwise(along)) + 24
    whole, cloth = ink.copy(), _leg(assets, SEAT_LOOKS[seat], ends, length)
    part_height, covered = max(6, round(9 * size)), 0.0
    for number, ((x, y), (nx, ny)) in enumerate(pairwise(along)):
        progress = number / (len(along) - 2)
        across = middle + (ends - middle) * abs(2 * progress - 1) ** 2.2
        angle = math.degrees(math.atan2(nx - x, ny - y))
        top = min(round(covered * size), cloth.get_height() - part_height)
        part = cloth.subsurface((0, top, cloth.get_width(), part_height))
        part = pygame.transform.smoothscale(part, (max(1, round(across * size)), part_height))
        edge = pygame.Surface((max(1, round((across + 11) * size)), part_height), pygame.SRCALPHA)
        edge.fill(INK)
        at = x * size, y * size
        for piece, onto in ((edge, ink), (part, whole)):
            image = pygame.transform.rotozoom(piece, angle, 1)
            onto.blit(image, image.get_rect(center=at))
        covered += math.hypot(nx - x, ny - y)
    ink.blit(whole, (0, 0))
    return pygame.transform.smoothscale(ink, (assets.px(w), assets.px(h)))


def _leg(assets: Assets, look: SeatLook, width: float, length: float) -> pygame.Surface:
    """Cloth of a seat, shaded like a tube, at double resolution."""
    box = (0.0, 0.0, width, length)
    body = rect(*box, 0, fill=look.colour)
    if look.pattern != "heel":
        body += motif(look.pattern, (-8, 8, width + 20, box[3] + 20), look.wool, 1.5)
    body += knit(box, 9, 0.13)
    body += lin("round", (0, 0, width, 0), (0, INK, 0.3), (0.16, INK, 0), (0.7, INK, 0), (1, INK, 0.42))
    body += rect(*box, 0, fill="url(#round)")
    return rasterize_svg(body, (assets.px(width) * 2, assets.px(box[3]) * 2), box)


@cached_drawing
def cuff(assets: Assets, width: float) -> pygame.Surface:
    """Cuff from which a stretched neck comes, ``width`` x ``width`` / 2 units plus a margin of 14."""
    image = art(assets, "moments", width, width / 2, layer="cuff")
    return with_shadow(assets, padded(image, assets.px(14)), (0, 6), 6, 150)


@cached_drawing
def fist(assets: Assets, seat: int, height: float, degrees: float) -> pygame.Surface:
    """Puppet's head balled to a fist, 1.1 x 1 ``height``, heel at the right, rotated counter-clockwise."""
    look, source = SEAT_LOOKS[seat], drawing("fist")
    tones = {"colour": look.colour, "dark": look.dark, "light": look.light}
    inside = source.layer("dye", **tones)
    if look.pattern != "heel":
        inside += motif(look.pattern, (6, 24, 120, 190), look.wool, 1.15)
    inside += knit((0, 0, 210, 180), 10, 0.12) + source.layer("heel")
    size = assets.px(height * 1.1) * 2, assets.px(height) * 2
    whole, mask, front = (
        rasterize_svg(body, size, source.box)
        for body in (inside, source.layer("silhouette"), source.layer("front", **tones))
    )
    return turned(stack_layers(size, (clip(whole, mask), front)), degrees)


@cached_drawing
def smack(assets: Assets, width: float) -> pygame.Surface:
    """Burst behind a blow, ``width`` units wide, with its longest rays in the direction of the blow."""
    return art(assets, "moments", width, width * 320 / 340, layer="smack")


@cached_drawing
def dented_puppet(assets: Assets, seat: int, height: float, depth: float, wears: str) -> pygame.Surface:
    """Puppet that looks left, with its cheek dented by ``depth`` units; as large as `puppet`."""
    struck = PuppetFrame("dizzy", brows="up", lean=-14, stretch=0.96, glance=(0.9, -0.5))
    w, h = (2 * assets.px(side - 2 * MARGIN) for side in puppet_size(height))
    figure = flipped(
        sock_figure(SEAT_LOOKS[seat], struck, (0.6, 0.2), (w, h), dress=PuppetOutfit(wears, ground=False))
    )
    whole, middle, reach = pygame.Surface((w, h), pygame.SRCALPHA), h * 0.43, h * 0.34
    for y in range(h):
        row = figure.subsurface((0, y, w, 1))
        visible = row.get_bounding_rect()
        if visible.w:
            # The row keeps its far edge, and bulges a little there.
            push = 2 * assets.px(depth) * (0.5 + 0.5 * math.cos(math.pi * min(1.0, abs(y - middle) / reach)))
            part = pygame.transform.smoothscale(row.subsurface(visible), (max(4, round(visible.w - push)), 1))
            whole.blit(part, (min(w, round(visible.right + push * 0.14)) - part.get_width(), y))
    figure = padded(pygame.transform.smoothscale(whole, (w // 2, h // 2)), assets.px(MARGIN))
    return stack_layers(figure.get_size(), (rim(figure, 3.5 * assets.scale, WOOL), figure))


@cached_drawing
def gaping(
    assets: Assets, seat: int, height: float, wears: str, *, gapes: bool, flip: bool = False
) -> pygame.Surface:
    """Puppet that looks up to the right (or left if flipped), with a round or a closed mouth.

    It is as large as `puppet`.
    """
    pose = PuppetFrame("smile", glance=(0.9, -0.7))
    if gapes:
        pose = PuppetFrame("gape", brows="up", lean=-7, stretch=1.05, glance=(0.9, -0.7))
    return _edged(assets, seat, pose, height, wears, flip=flip)


def _edged(
    assets: Assets, seat: int, pose: PuppetFrame, height: float, wears: str, *, flip: bool
) -> pygame.Surface:
    """Puppet with a wool edge and no shadow, as large as `puppet`; flipped, it faces left."""
    w, h = (assets.px(side - 2 * MARGIN) for side in puppet_size(height))
    figure = sock_figure(SEAT_LOOKS[seat], pose, (0.6, 0.2), (w, h), dress=PuppetOutfit(wears, ground=False))
    figure = padded(figure, assets.px(MARGIN))
    whole = stack_layers(figure.get_size(), (rim(figure, 3.5 * assets.scale, WOOL), figure))
    return flipped(whole) if flip else whole


# Toss.

_WATCHER_FRAMES: Final = {
    "": PuppetFrame("open", brows="up", lean=13, glance=(0.7, -0.8)),
    "happy": PuppetFrame("open", GLAD, lean=9, stretch=1.04),
    "calm": PuppetFrame("smile", lean=9, glance=(0.8, -0.3)),
}


@cached_drawing
def watching(
    assets: Assets, seat: int, height: float, wears: str, mood: str = "", *, flip: bool = False
) -> pygame.Surface:
    """Puppet that leans in and looks up at a toss, or is "happy" or "calm" about it; as large as `puppet`."""
    return _edged(assets, seat, _WATCHER_FRAMES[mood], height, wears, flip=flip)


@cached_drawing
def spun_button(assets: Assets, size: float, turn: float) -> pygame.Surface:
    """Tilted sewing button, ``size`` units wide, that has spun by ``turn`` (0 to 1); its edge is visible."""
    face, angle = sewing_button(assets, size), turn * math.tau
    wide = max(2, round(face.get_width() * abs(math.cos(angle))))
    face = pygame.transform.smoothscale(face, (wide, face.get_height()))
    thick = round(assets.px(size * 0.13) * abs(math.sin(angle)))
    edge = tint(face, "#8A5410")
    margin = assets.px(6)
    whole = pygame.Surface((wide + thick + 2 * margin, face.get_height() + 2 * margin), pygame.SRCALPHA)
    for across in range(thick + 1):
        whole.blit(edge, (margin + across, margin))
    whole = stack_layers(whole.get_size(), (rim(whole, 3 * assets.scale, INK), whole))
    whole.blit(face, (margin, margin))
    return pygame.transform.rotozoom(whole, -13 * abs(math.sin(angle)), 1)


@cached_drawing
def button_shadow(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Shadow of a tossed button on the ground, w x h units."""
    body = f'<ellipse cx="{w / 2}" cy="{h / 2}" rx="{w / 2}" ry="{h / 2}" fill="{INK}" fill-opacity=".6"/>'
    return rasterize_units(assets, body, w, h)


@cached_drawing
def cry(assets: Assets, text: str, size: float, seat: int, degrees: float) -> pygame.Surface:
    """Very large word in the knitting of a seat, rotated counter-clockwise, cropped to its ink."""
    word = turned(draw_knitted_word(assets, text, size * 2, 0, seat), degrees)
    return word.subsurface(word.get_bounding_rect()).copy()


_STREAKS: Final = ((-40, 20), (-10, 80), (22, 40), (50, -40))
"""Height of each streak, and its additional length, in units."""


@cached_drawing
def streaks(assets: Assets, width: float) -> pygame.Surface:
    """Motion streaks behind something that flew to the right, ``width`` x 110 units."""
    d = " ".join(f"M{100 - longer} {50 + dy} H{width - 8}" for dy, longer in _STREAKS)
    return rasterize_units(assets, line(d, INK, 11, stroke_opacity=0.7) + line(d, GOLD, 6), width, 110)


# Fire, smoke, and words of yarn.

FLAME_COUNT: Final = 3
_TONGUES: Final = (
    (78, 246, "#D9482B"), (60, 204, "#F08A24"), (40, 158, "#FFD25A"), (20, 108, "#FFFDE8"),
)  # fmt: skip
"""Half width, reach and colour of each tongue."""


@cached_drawing
def flame(assets: Assets, frame: int, width: float) -> pygame.Surface:
    """Fire of yarn, ``width`` x 0.9 ``width`` units, its base at the upper edge; ``frame`` wraps round."""
    flare, lean = (1.0, 0.88, 1.06)[frame % FLAME_COUNT], (0, 7, -6)[frame % FLAME_COUNT]
    body = ""
    for half, reach, colour in _TONGUES:
        length, tip = reach * flare, 150 + lean * reach / 246
        d = f"M{150 - half} 4 C{150 - half * 1.5} {length * 0.4} "
        d += f"{tip - half * 0.4} {length * 0.7} {tip} {length} "
        d += f"C{tip + half * 0.4} {length * 0.7} {150 + half * 1.5} {length * 0.4} {150 + half} 4Z"
        body += path(d, colour, stroke=INK if half == 78 else colour, stroke_width=6, stroke_linejoin="round")
    for number, dx in enumerate((-62, -40, -20, 2, 22, 42, 62)):
        end = (150, 186, 206, 178, 200, 166, 140)[(number + 2 * frame) % 7] * flare
        strand = f"M{150 + dx} 6 C{150 + dx * 1.35} 70 {150 + dx * 0.9 + lean} 110 "
        strand += f"{150 + dx * 0.5 + lean} {end}"
        body += line(strand, "#FFF3B0", 4.5, stroke_opacity=0.85)
    return rasterize_units(assets, body, width, width * 0.9, (0, 0, 300, 270))


@cached_drawing
def tuft(assets: Assets, reach: float, tones: tuple[str, str, str], seed: int) -> pygame.Surface:
    """Tuft of smoke, 3.6 times its reach across; ``tones`` are the wool, its shade and its edge."""
    rnd, (wool, shade, edge) = random.Random(seed), tones
    angles = [number * math.tau / 7 for number in range(7)]
    balls = [(0.0, 0.0, 50.0)]
    balls += [(39 * math.cos(angle), 28 * math.sin(angle), 50 * rnd.uniform(0.5, 0.68)) for angle in angles]
    body = "".join(circle(90 + x, 90 + y, r + 3.4, edge) for x, y, r in balls)
    body += "".join(circle(90 + x, 90 + y, r, shade) for x, y, r in balls)
    body += "".join(circle(90 + x - r * 0.1, 90 + y - r * 0.18, r * 0.84, wool) for x, y, r in balls)
    body += line("M70 95 C75 70 110 70 108 90 C107 105 85 105 87 91", shade, 4.4)
    return rasterize_units(assets, body, 3.6 * reach, 3.6 * reach, (0, 0, 180, 180))


_SWAYS: Final = (-3, 1, -2, 2, 0, -2, 2, -3)
_FALLS: Final = (0.0, 0.028, -0.02, 0.014, -0.04, 0.014, -0.014, 0.028)
SPACE_SCALE: Final = 0.75  # width of a space in yarn words, relative to the font's
_STRAND_WIDTH: Final = 0.054  # thickness of the yarn, relative to the letter size


@cached_drawing
def yarn_letter(
    assets: Assets, letter: str, size: float, dyes: tuple[str, ...], degrees: float
) -> pygame.Surface:
    """Letter of yarn that follows its outline, dyed from top to bottom, rotated counter-clockwise."""
    strand = 2 * size * _STRAND_WIDTH * assets.scale
    # Bolder than the font, or there would be no room for strands.
    glyph = rim(padded(glyph_of(letter, 2 * assets.px(size)), round(strand)), strand * 0.3, "#FFFFFF")
    w, h = glyph.get_size()
    inked = glyph.get_bounding_rect()
    stops = ((number / (len(dyes) - 1), dye) for number, dye in enumerate(dyes))
    body = lin("dye", (0, inked.y, 0, inked.bottom), *stops)
    body += rect(0, 0, w, h, 0, fill="url(#dye)")
    # Ply of the yarn: it is twisted from thinner strands.
    twist = "".join(f"M{x:.1f} 0 l{-h} {h} " for x in range(0, w + h, max(4, round(strand * 0.9))))
    body += line(twist, INK, strand * 0.16, stroke_opacity=0.16)
    whole = clip(rasterize_svg(body, (w, h), (0, 0, w, h)), glyph)
    for number in range(12):
        deep = number * strand
        if not (between := _ring(glyph, deep + strand * 0.28, deep + strand * 0.62)).get_bounding_rect():
            break
        whole.blit(tint(between, "#FFF6D0", 70), (0, 0))
        whole.blit(tint(_ring(glyph, deep + strand * 0.84, deep + strand * 1.12), "#5A1410", 120), (0, 0))
    return turned(whole, degrees)


def _ring(silhouette: pygame.Surface, start: float, end: float) -> pygame.Surface:
    """Part of a silhouette between ``start`` and ``end`` pixels inside its edge."""
    outside = pygame.Surface(silhouette.get_size(), pygame.SRCALPHA)
    outside.fill("#FFFFFF")
    outside.blit(silhouette, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    ring = silhouette.copy()
    ring.blit(rim(outside, start, "#FFFFFF"), (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    return clip(white_silhouette(ring), rim(outside, end, "#FFFFFF"))


def yarn_letters(text: str) -> list[tuple[str, float]]:
    """(letter, counter-clockwise rotation in degrees) of each letter of a yarn word, without spaces."""
    return [(letter, _SWAYS[number % 8]) for number, letter in enumerate("".join(text.split()))]


@cached_drawing
def yarn_word(
    assets: Assets, text: str, size: float, dyes: tuple[str, ...], degrees: float, glow: str
) -> pygame.Surface:
    """Lines of yarn words, their glow in a margin of 46 units, rotated counter-clockwise by ``degrees``."""
    lines, number, rows = text.split("\n"), 0, []
    for line_text in lines:
        row, x = [], 0.0
        for letter in line_text:
            advance = glyph_of(letter, 2 * assets.px(size)).get_width() / 2
            if letter != " ":
                image = yarn_letter(assets, letter, size, dyes, _SWAYS[number % 8])
                row.append((image, x + advance / 2, _FALLS[number % 8] * size * assets.scale))
                number += 1
            x += advance * (SPACE_SCALE if letter == " " else 1.0) + 3 * assets.scale
        rows.append((row, x))
    margin, step = assets.px(46), size * assets.scale * 0.98
    width = max(x for _row, x in rows)
    size_of = round(width) + 2 * margin, round(step * (len(rows) + 0.3)) + 2 * margin
    full = pygame.Surface(size_of, pygame.SRCALPHA)
    for place, (row, x) in enumerate(rows):
        for image, at, drop in row:
            middle = margin + (width - x) / 2 + at, margin + step * (place + 0.62) + drop
            full.blit(image, image.get_rect(center=middle))
    inked = rim(full, 7 * assets.scale, INK)
    heat = blurred(tint(inked, glow, 200), 15 * assets.scale, glow)
    return pygame.transform.rotozoom(stack_layers(full.get_size(), (heat, inked, full)), degrees, 1)
