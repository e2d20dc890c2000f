"""Large rocket for going out: tricks as stages, and the winner in its porthole.

The module also draws the blueprint it is built on, its smoke, and the players left behind in the wind. Parts
of the rocket are drawn in one box, ROCKET, with its axis at AXIS.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.ui.art.cards import CARD_ASPECT, large_card
from game.ui.art.endings import tuft
from game.ui.art.layers import (
    GOLD,
    INK,
    STITCH,
    WOOL,
    art,
    clip,
    flipped,
    mix,
    rasterize_units,
    rim,
    stack_layers,
)
from game.ui.art.lettering import outlined_text
from game.ui.art.patterns import SEAT_LOOKS, motif
from game.ui.art.puppets import DRAWING_BOX, GLAD, HALF, OPEN, SHUT, PuppetFrame, PuppetOutfit, sock_figure
from game.ui.art.svg import circle, drawing, knit, lin, line, path, rect, seam, star
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import HEIGHT, WIDTH

ROCKET_SIZE: Final = (330.0, 620.0)
AXIS_X: Final = 165.0
NOZZLE_Y: Final = 596.0  # y of the nozzle, from the nose
HULL_SPAN: Final = (182.0, 556.0)  # y of the beginning of the first stage and the end of the last
NOSE_BOX: Final = (0.0, -4.0, 330.0, 204.0)
TAIL_BOX: Final = (0.0, 416.0, 330.0, 200.0)  # boxes of nose and fins within the rocket's
RIM_MARGIN: Final = 6.0  # units around the rocket for its rim of light
MIN_STAGES, MAX_STAGES = 3, 5  # number of stages; each can show one trick
_BAND_COLOURS: Final = ("#D9482B", "#3E8EDE", "#E8A317", "#E26D8F", "#12807E")
_CARD_WIDTHS: Final = (58.0, 50.0, 41.0)  # card widths on a rocket with LEAST stages and more
_HULL_WIDTH, _CARDS_WIDTH = 206.0, 190.0  # units, width of the hull and of the cards on it
STAGE_MARGINS: Final = (6.0, 8.0, 22.0)  # units around a stage: at its sides, above and below
_PORT_PLACE: Final = (165.0, 116.0)


def _stroke(width: float = 6) -> dict[str, object]:
    """SVG attributes of an ink outline, ``width`` units wide."""
    return {"stroke": INK, "stroke_width": width, "stroke_linejoin": "round", "stroke_linecap": "round"}


def _knitted_shape(assets: Assets, seat: int, layer: str) -> pygame.Surface:
    """Picture of a white shape of the rocket's file, filled with the knitting of a seat, as a round body."""
    look, box = SEAT_LOOKS[seat], drawing("rockit/rocket").box_of(layer)
    _x, y, w, h = box
    body = lin("wool", (0, 0, w, 0), (0, look.dark), (0.3, look.light), (0.55, look.colour), (1, look.dark))
    body += rect(*box, 0, fill="url(#wool)")
    if look.pattern != "heel":
        body += motif(look.pattern, (-10, y - 10, w + 10, y + h + 10), look.wool, 1.15)
    body += knit((0, y, w, y + h), 9, 0.13)
    body += lin("round", (0, 0, w, 0), (0, INK, 0.42), (0.28, INK, 0), (0.66, INK, 0), (1, INK, 0.45))
    body += rect(*box, 0, fill="url(#round)")
    return clip(rasterize_units(assets, body, w, h, box), art(assets, "rockit/rocket", w, h, layer=layer))


@cached_drawing
def tail(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the box TAIL of the rocket: fins in the knitting of a seat, and the nozzle."""
    front = art(assets, "rockit/rocket", *TAIL_BOX[2:], layer="tail")
    return stack_layers(front.get_size(), (_knitted_shape(assets, seat, "fins"), front))


@cached_drawing
def nose(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the box NOSE of the rocket, in the knitting of a seat, who is in its porthole."""
    box, (x, y) = NOSE_BOX, _PORT_PLACE
    trim, porthole, glass = (
        art(assets, "rockit/rocket", *box[2:], layer=layer) for layer in ("nose-trim", "porthole", "glass")
    )
    whole = stack_layers(trim.get_size(), (_knitted_shape(assets, seat, "nose"), trim))
    w, h = assets.px(DRAWING_BOX[2] * 0.54), assets.px(DRAWING_BOX[3] * 0.54)
    glad = PuppetFrame("open", GLAD)
    winner = sock_figure(SEAT_LOOKS[seat], glad, (0.4, -0.2), (w, h), dress=PuppetOutfit(ground=False))
    inside = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    inside.blit(winner, (assets.px(x - 101.5), assets.px(y - box[1] - 60.3)))
    whole.blit(clip(inside, porthole), (0, 0))
    whole.blit(glass, (0, 0))
    return whole


def stage_top(number: int, count: int) -> float:
    """Top of a stage on the rocket's y axis, in units; stage 0 is below the nose."""
    return HULL_SPAN[0] + number * (HULL_SPAN[1] - HULL_SPAN[0]) / count


@cached_drawing
def stage(assets: Assets, trick: tuple[str, ...], number: int, count: int) -> pygame.Surface:
    """Picture of stage ``number`` of ``count`` with its trick, or a star if empty; STAGE_EDGE around it."""
    side, above, below = STAGE_MARGINS
    height = (HULL_SPAN[1] - HULL_SPAN[0]) / count
    w, h = _HULL_WIDTH + 2 * side, height + above + below
    box, right = (-side, -above, w, h), _HULL_WIDTH
    bow = "C{0} {1} {2} {1} {3} {4}"
    shape = (
        f"M0 0 {bow.format(38, 14, 168, right, 0)} V{height} {bow.format(168, height + 14, 38, 0, height)}Z"
    )
    body = lin("hull", (0, 0, right, 0), (0, "#C9B296"), (0.3, WOOL), (0.68, WOOL), (1, "#B89D7C"))
    body += path(shape, "url(#hull)", **_stroke())
    if number:
        band = f"M0 -7 {bow.format(38, 7, 168, right, -7)} V3 {bow.format(168, 17, 38, 0, 3)}Z"
        body += path(band, _BAND_COLOURS[number % len(_BAND_COLOURS)], **_stroke(3.4))
    for x, y in ((11, 20), (right - 11, 20), (11, height - 9), (right - 11, height - 9)):
        body += circle(x, y, 2.6, "#B59A78")
    whole = rasterize_units(assets, body, w, h, box)
    if not trick:
        middle = height / 2 + 8
        badge = path(star(right / 2, middle, 31), GOLD, **_stroke(5))
        badge += path(star(right / 2, middle, 17), "#FFF3B0")
        for y in (22.0, height - 12):
            badge += line(seam(f"M16 {y} C46 {y + 13} 160 {y + 13} {right - 16} {y}"), STITCH, 3.4)
        whole.blit(rasterize_units(assets, badge, w, h, box), (0, 0))
    card_width = _CARD_WIDTHS[count - MIN_STAGES]
    step = min(card_width + 3, (_CARDS_WIDTH - card_width) / max(1, len(trick) - 1))
    left = (_HULL_WIDTH - (len(trick) - 1) * step - card_width) / 2 + side
    for place, name in enumerate(trick):
        small = assets.px(card_width), assets.px(card_width * CARD_ASPECT)
        card = pygame.transform.smoothscale(large_card(assets, name), small)
        # They follow the round hull.
        sinks = 5 * (1 - abs(2 * (left + place * step + card_width / 2 - side) / _HULL_WIDTH - 1))
        y = above + (height + 8 - card_width * CARD_ASPECT) / 2 + sinks
        whole.blit(card, (assets.px(left + place * step), assets.px(y)))
    shade = lin("shade", (0, 0, right, 0), (0, INK, 0.34), (0.2, INK, 0), (0.78, INK, 0), (1, INK, 0.4))
    whole.blit(rasterize_units(assets, shade + path(shape, "url(#shade)"), w, h, box), (0, 0))
    return whole


@cached_drawing
def rocket(assets: Assets, seat: int, tricks: tuple[tuple[str, ...], ...], more: int) -> pygame.Surface:
    """Whole rocket with a rim of light, EDGE units around it; ``more`` is shown as tricks without a stage."""
    size = assets.px(ROCKET_SIZE[0] + 2 * RIM_MARGIN), assets.px(ROCKET_SIZE[1] + 2 * RIM_MARGIN)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    parts = [(tail(assets, seat), TAIL_BOX[:2])]
    for number, trick in enumerate(tricks):
        at = AXIS_X - _HULL_WIDTH / 2 - STAGE_MARGINS[0], stage_top(number, len(tricks)) - STAGE_MARGINS[1]
        parts.append((stage(assets, trick, number, len(tricks)), at))
    parts.append((nose(assets, seat), NOSE_BOX[:2]))
    for image, (x, y) in parts:
        whole.blit(image, (assets.px(x + RIM_MARGIN), assets.px(y + RIM_MARGIN)))
    if more:
        sign = outlined_text(assets, f"+{more}", 40, GOLD, INK, 4.5)
        whole.blit(sign, sign.get_rect(center=(assets.px(AXIS_X + RIM_MARGIN), assets.px(568 + RIM_MARGIN))))
    return stack_layers(whole.get_size(), (rim(whole, 2.5 * assets.scale, "#FFE9C0"), whole))


@cached_drawing
def rushing(assets: Assets, seat: int, tricks: tuple[tuple[str, ...], ...], more: int) -> pygame.Surface:
    """Picture like `rocket`, but with stages blurred along the way, so that nothing flickers in flight."""
    whole = rocket(assets, seat, tricks, more).copy()
    left, (top, bottom) = AXIS_X - _HULL_WIDTH / 2, HULL_SPAN
    x, y = assets.px(left + RIM_MARGIN), assets.px(top + RIM_MARGIN)
    stages = pygame.Surface((assets.px(_HULL_WIDTH), assets.px(bottom - top)))
    stages.blit(whole, (-x, -y))
    # Each column becomes one stripe. Scaled in two steps, because one large step gets too dark.
    stripes = pygame.transform.smoothscale(stages, (stages.get_width(), 16))
    stripes = pygame.transform.smoothscale(stripes, (stages.get_width(), 1))
    blurred = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    height = assets.px(NOZZLE_Y - top)
    blurred.blit(pygame.transform.scale(stripes, (stages.get_width(), height)), (x, y - assets.px(6)))
    size = ROCKET_SIZE[0] + 2 * RIM_MARGIN, ROCKET_SIZE[1] + 2 * RIM_MARGIN
    cover = clip(blurred, art(assets, "rockit/rocket", *size, layer="hull"))
    edge = art(assets, "rockit/rocket", *size, layer="hull-edge")
    for image in (cover, edge):
        whole.blit(image, (0, 0))
    whole.blit(nose(assets, seat), (assets.px(NOSE_BOX[0] + RIM_MARGIN), assets.px(NOSE_BOX[1] + RIM_MARGIN)))
    return whole


@cached_drawing
def blueprint(assets: Assets) -> pygame.Surface:
    """Picture of the rocket's blueprint, ROCKET units with 60 more at both sides."""
    return art(assets, "rockit/rocket", ROCKET_SIZE[0] + 120, ROCKET_SIZE[1], layer="blueprint")


# Launch site. Its parts have their foot at the lower edge of the canvas.

APRON_HEIGHT: Final = 128.0  # height of the concrete in units
GANTRY_SIZE: Final = (310.0, 600.0)  # tower with its arms; the left edge of its box is the rocket's axis
MAST_SIZE: Final = (92.0, 330.0)
WALL_SIZE: Final = (630.0, 150.0)
BEAM_SIZE: Final = (330.0, 330.0)


@cached_drawing
def apron(assets: Assets, width: float) -> pygame.Surface:
    """Concrete of the launch site, ``width`` units wide, with the rocket's plate and its flame pit."""
    x, body = (
        axis(width),
        lin("slab", (0, 0, 0, APRON_HEIGHT), (0, "#8D83AC"), (0.3, "#6F658F"), (1, "#473E66")),
    )
    body += path(f"M-10 26 H{width + 10} V{APRON_HEIGHT + 10} H-10Z", "url(#slab)", **_stroke())
    joints = "".join(f"M{x + k * 150} 29 L{x + k * 270} {APRON_HEIGHT}" for k in range(-8, 9) if k)
    body += line(joints, INK, 2.4, stroke_opacity=0.35) + line(
        f"M0 66H{width}", INK, 2.4, stroke_opacity=0.35
    )
    body += f'<ellipse cx="{x}" cy="66" rx="250" ry="34" fill="#3A3058" stroke="{INK}" stroke-width="5"/>'
    body += f'<ellipse cx="{x}" cy="60" rx="250" ry="34" fill="#9A90B8" stroke="{INK}" stroke-width="5"/>'
    body += (
        f'<ellipse cx="{x}" cy="60" rx="226" ry="27" fill="none" stroke="#E8A317" stroke-width="8" '
        f'stroke-dasharray="26 20"/>'
    )
    body += f'<ellipse cx="{x}" cy="58" rx="128" ry="17" fill="#2B2440" stroke="{INK}" stroke-width="5"/>'
    for side in (-1, 1):  # clamps that hold the fins
        d = f"M{x + side * 168} 62 L{x + side * 160} 6 H{x + side * 132} L{x + side * 126} 62Z"
        body += path(d, "#6A6390", **_stroke(5)) + line(f"M{x + side * 146} 16V52", "#A49CC4", 5)
    return rasterize_units(assets, body, width, APRON_HEIGHT)


@cached_drawing
def gantry(assets: Assets, *, arms: bool) -> pygame.Surface:
    """Tower beside the rocket, with its ``arms`` at the hull or folded away, on a box of GANTRY units."""
    picture = art(assets, "rockit/site", *GANTRY_SIZE, layer="gantry" if arms else "gantry-open")
    return stack_layers(picture.get_size(), (rim(picture, 2 * assets.scale, "#FFE9C0"), picture))


@cached_drawing
def mast(assets: Assets, *, flip: bool = False) -> pygame.Surface:
    """Floodlight on its mast, MAST units, that shines to the right, or to the left if flipped."""
    image = art(assets, "rockit/site", *MAST_SIZE, layer="mast")
    return flipped(image) if flip else image


@cached_drawing
def beam(assets: Assets, *, flip: bool = False) -> pygame.Surface:
    """Light of a floodlight, BEAM units, to be added: from its lower left corner, or right if flipped."""
    (w, h), soft = BEAM_SIZE, 24  # the blurred edge ends within the picture
    small = pygame.Surface((round(w / 6), round(h / 6)))
    corners = ((0, h - 8), (w * 0.55, soft), (w - soft, h * 0.3))
    pygame.draw.polygon(small, (70, 58, 34), [(x / 6, y / 6) for x, y in corners])
    image = pygame.transform.smoothscale(
        pygame.transform.gaussian_blur(small, 3), (assets.px(w), assets.px(h))
    )
    return flipped(image) if flip else image


@cached_drawing
def blast_wall(assets: Assets) -> pygame.Surface:
    """Wall of blocks, WALL units, behind which the others watch: it hides their feet."""
    return art(assets, "rockit/site", *WALL_SIZE, layer="wall")


WATCHER_MARGINS: Final = (
    70.0,
    8.0,
)  # units around a watcher: at the sides for blown ears, and above and below
_EAR_ANGLES: Final = (0.0, -10.0, -20.0)


@cached_drawing
def watcher(assets: Assets, seat: int, height: float, blown: int, flap: int, wears: str) -> pygame.Surface:
    """Player left behind, ``height`` units with WATCHER around; wind ``blown`` 0 to 2, ear frame ``flap``."""
    lean, eyes = _EAR_ANGLES[blown], (HALF, SHUT, OPEN)[seat % 3] if blown == 2 else OPEN
    mouth, brows = ("open", "up") if blown else ("smile", "")
    pose = PuppetFrame(mouth, eyes, brows, lean=lean, glance=(0.9, -0.8))
    u, (aside, over) = height / 250, map(assets.px, WATCHER_MARGINS)
    w, h = assets.px(DRAWING_BOX[2] * u), assets.px(DRAWING_BOX[3] * u)
    figure = pygame.Surface((w + 2 * aside, h + 2 * over), pygame.SRCALPHA)
    sock = sock_figure(SEAT_LOOKS[seat], pose, (0.9, -0.8), (w, h), dress=PuppetOutfit(wears, ground=False))
    figure.blit(sock, (aside, over))
    whole = stack_layers(figure.get_size(), (rim(figure, 3 * assets.scale, WOOL), figure))
    if not blown:
        return whole
    look, size = SEAT_LOOKS[seat], (120 * u * 1.3, 96 * u * 1.3)
    ears = art(assets, "rockit/site", *size, layer=f"ears-{flap}", colour=look.colour, wool=look.wool)
    ears = pygame.transform.rotozoom(ears, (2 - blown) * 16, 1) if blown < 2 else ears
    foot = over + (237 - DRAWING_BOX[1]) * u * assets.scale
    x = whole.get_width() / 2 + (-0.15 * height + math.tan(math.radians(lean)) * height * 0.74) * assets.scale
    behind = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    behind.blit(ears, ears.get_rect(midright=(round(x), round(foot - 0.74 * height * assets.scale))))
    return stack_layers(whole.get_size(), (rim(behind, 3 * assets.scale, WOOL), behind, whole))


def watcher_foot(height: float) -> float:
    """Distance in units from a watcher's sole to the lower edge of the picture."""
    return WATCHER_MARGINS[1] + (DRAWING_BOX[1] + DRAWING_BOX[3] - 237) * height / 250


class Tuft(NamedTuple):
    """Tuft of smoke at its final position."""

    x: float
    y: float
    reach: float
    tones: tuple[str, str, str]
    seed: int


_BACK_SMOKE: Final = ("#C9A3B4", "#9A7391")
FRONT_SMOKE: Final = ("#FFF6EC", "#E9D3CC")
_SMOKE_OVERHANG: Final = 60.0  # units by which smoke exceeds both edges of the canvas
_SMOKE_HEIGHT: Final = 300.0  # units, height of a bank of smoke


def axis(width: float) -> float:
    """Position x in units of the rocket's axis on a canvas of this ``width``."""
    return (width - WIDTH) / 2 + 956


@lru_cache(8)
def tufts(width: float, height: float, front: int) -> tuple[Tuft, ...]:
    """Tufts, in drawing order, of the bank behind (0) or before (1) the watchers on a canvas of this size."""
    rnd, wisps, span = random.Random(12 + front), [], width + 2 * _SMOKE_OVERHANG
    rows = ((676.0, 82.0), (728.0, 104.0)) if front else ((672.0, 92.0), (590.0, 100.0))
    wool = FRONT_SMOKE if front else _BACK_SMOKE
    for line_, (base_y, step) in enumerate(rows):
        count = math.ceil(span / step)
        for number in range(count + 1):
            x = number * span / count - _SMOKE_OVERHANG
            distance = abs(x - axis(width))
            if not front and line_ == 0 and distance > 260:
                continue  # only where the fire leaves a hole
            y = base_y + height - HEIGHT + rnd.uniform(-14, 14)
            y -= (26 if front else 46) * math.cos(min(distance, 700) / 450)
            hot = round(4 * max(0.0, 1 - distance / 330)) / 4
            if front:
                y += (36 if line_ else 84) * max(0.0, 1 - distance / 150) ** 0.8
            light, shade = (mix(tone, "#FFD9A0" if front else "#FFB45A", 0.75 * hot) for tone in wool)
            tones = light, shade, mix("#5B4468", "#8A4A2A", hot)
            wisps.append(Tuft(x, y, rnd.choice((52.0, 59.0, 66.0)), tones, rnd.randrange(3)))
    if front:
        # Tufts near the fire are drawn last.
        wisps.sort(key=lambda wisp: -abs(wisp.x - axis(width)))
    return tuple(wisps)


def bank_at(height: float, front: int) -> tuple[float, float]:
    """Upper left corner (x, y) in units of a bank of smoke on a canvas of this ``height``."""
    return -2 * _SMOKE_OVERHANG, height - (220 if front else _SMOKE_HEIGHT)


@cached_drawing
def bank(assets: Assets, width: float, height: float, front: int) -> pygame.Surface:
    """Picture of the whole bank of smoke behind (0) or before (1) the watchers, wider than the canvas."""
    left, top = bank_at(height, front)
    whole = pygame.Surface(
        (assets.px(width + 4 * _SMOKE_OVERHANG), assets.px(height - top + 60)), pygame.SRCALPHA
    )
    for wisp in tufts(width, height, front):
        image = tuft(assets, wisp.reach, wisp.tones, wisp.seed)
        at = assets.px(wisp.x - left), assets.px(wisp.y - top)
        whole.blit(image, image.get_rect(center=at))
    return whole
