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

from game.ui.art.cards import RATIO, large_card
from game.ui.art.endings import tuft
from game.ui.art.layers import GOLD, INK, STITCH, WOOL, clip, flipped, mix, rasterize_units, rim, stack_layers
from game.ui.art.lettering import outlined_text
from game.ui.art.patterns import SEAT_LOOKS, motif
from game.ui.art.puppets import BOX, GLAD, HALF, OPEN, SHUT, PuppetFrame, PuppetOutfit, sock_figure
from game.ui.art.svg import circle, knit, lin, line, path, rect, seam, star
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import HEIGHT, WIDTH

ROCKET: Final = (330.0, 620.0)
AXIS: Final = 165.0
NOZZLE: Final = 596.0  # y of the nozzle, from the nose
HULL: Final = (182.0, 556.0)  # y of the beginning of the first stage and the end of the last
NOSE: Final = (0.0, -4.0, 330.0, 204.0)
TAIL: Final = (0.0, 416.0, 330.0, 200.0)  # boxes of nose and fins within the rocket's
EDGE: Final = 6.0  # units around the rocket for its rim of light
LEAST, STAGES = 3, 5  # number of stages; each can show one trick
_BANDS: Final = ("#D9482B", "#3E8EDE", "#E8A317", "#E26D8F", "#12807E")
_CARDS: Final = (58.0, 50.0, 41.0)  # card widths on a rocket with LEAST stages and more
_WIDE, _ROOM = 206.0, 190.0  # units, width of the hull and of the cards on it
STAGE_EDGE: Final = (6.0, 8.0, 22.0)  # units around a stage: at its sides, above and below
_FINS: Final = (
    "M70 430 C28 462 6 520 10 592 L18 600 L84 548Z M260 430 C302 462 324 520 320 592 L312 600 L246 548Z"
)
_NOSE: Final = "M62 178 C66 106 112 40 165 4 C218 40 264 106 268 178 C240 192 90 192 62 178Z"
_HULL: Final = "M62 176 V556 C100 572 230 572 268 556 V176"
_PORT: Final = (165.0, 116.0)
_BLUE: Final = "#BFD8FF"


def _stroke(width: float = 6) -> dict[str, object]:
    """SVG attributes of an ink outline, ``width`` units wide."""
    return {"stroke": INK, "stroke_width": width, "stroke_linejoin": "round", "stroke_linecap": "round"}


def _knitted_shape(
    assets: Assets, seat: int, shape: str, box: tuple[float, float, float, float]
) -> pygame.Surface:
    """Picture of ``box``: a path filled with the knitting of a seat, shaded as a round body."""
    look, (_x, y, w, h) = SEAT_LOOKS[seat], box
    body = lin("wool", (0, 0, w, 0), (0, look.dark), (0.3, look.light), (0.55, look.colour), (1, look.dark))
    body += rect(*box, 0, fill="url(#wool)")
    if look.pattern != "heel":
        body += motif(look.pattern, (-10, y - 10, w + 10, y + h + 10), look.wool, 1.15)
    body += knit((0, y, w, y + h), 9, 0.13)
    body += lin("round", (0, 0, w, 0), (0, INK, 0.42), (0.28, INK, 0), (0.66, INK, 0), (1, INK, 0.45))
    body += rect(*box, 0, fill="url(#round)")
    return clip(
        rasterize_units(assets, body, w, h, box), rasterize_units(assets, path(shape, "#FFFFFF"), w, h, box)
    )


@cached_drawing
def tail(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the box TAIL of the rocket: fins in the knitting of a seat, and the nozzle."""
    box = TAIL
    body = path(_FINS, "none", **_stroke())
    body += path("M112 540 H218 L234 604 H96Z", "#5A5470", **_stroke())
    body += line("M108 580 H222", "#8A84A4", 5)
    front = rasterize_units(assets, body, box[2], box[3], box)
    return stack_layers(front.get_size(), (_knitted_shape(assets, seat, _FINS, box), front))


@cached_drawing
def nose(assets: Assets, seat: int) -> pygame.Surface:
    """Picture of the box NOSE of the rocket, in the knitting of a seat, who is in its porthole."""
    box, (x, y) = NOSE, _PORT
    trim = path(_NOSE, "none", **_stroke())
    trim += line("M94 126 C104 92 122 66 142 46", "#FFFFFF", 9, stroke_opacity=0.5)
    trim += line(seam("M70 172 C110 184 220 184 260 172", 9, 7), WOOL, 3.4)
    trim += circle(x, y, 60, "#E3B44A", **_stroke()) + circle(x, y, 49, "#BFE6F2", stroke=INK, stroke_width=5)
    whole = stack_layers(
        (assets.px(box[2]), assets.px(box[3])),
        (_knitted_shape(assets, seat, _NOSE, box), rasterize_units(assets, trim, box[2], box[3], box)),
    )
    w, h = assets.px(BOX[2] * 0.54), assets.px(BOX[3] * 0.54)
    glad = PuppetFrame("open", GLAD)
    winner = sock_figure(SEAT_LOOKS[seat], glad, (0.4, -0.2), (w, h), dress=PuppetOutfit(ground=False))
    inside = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    inside.blit(winner, (assets.px(x - 101.5), assets.px(y - box[1] - 60.3)))
    whole.blit(
        clip(inside, rasterize_units(assets, circle(x, y, 46.5, "#FFFFFF"), box[2], box[3], box)), (0, 0)
    )
    glass = line("M129 96 C134 84 142 76 153 72", "#FFFFFF", 6, stroke_opacity=0.85)
    glass += circle(x, y, 49, "none", stroke=INK, stroke_width=5)
    for number in range(10):
        turn = number * math.tau / 10
        glass += circle(x + 55 * math.cos(turn), y + 55 * math.sin(turn), 3.2, "#8A6420")
    whole.blit(rasterize_units(assets, glass, box[2], box[3], box), (0, 0))
    return whole


def stage_top(number: int, count: int) -> float:
    """Top of a stage on the rocket's y axis, in units; stage 0 is below the nose."""
    return HULL[0] + number * (HULL[1] - HULL[0]) / count


@cached_drawing
def stage(assets: Assets, trick: tuple[str, ...], number: int, count: int) -> pygame.Surface:
    """Picture of stage ``number`` of ``count`` with its trick, or a star if empty; STAGE_EDGE around it."""
    side, above, below = STAGE_EDGE
    height = (HULL[1] - HULL[0]) / count
    w, h = _WIDE + 2 * side, height + above + below
    box, right = (-side, -above, w, h), _WIDE
    bow = "C{0} {1} {2} {1} {3} {4}"
    shape = (
        f"M0 0 {bow.format(38, 14, 168, right, 0)} V{height} {bow.format(168, height + 14, 38, 0, height)}Z"
    )
    body = lin("hull", (0, 0, right, 0), (0, "#C9B296"), (0.3, WOOL), (0.68, WOOL), (1, "#B89D7C"))
    body += path(shape, "url(#hull)", **_stroke())
    if number:
        band = f"M0 -7 {bow.format(38, 7, 168, right, -7)} V3 {bow.format(168, 17, 38, 0, 3)}Z"
        body += path(band, _BANDS[number % len(_BANDS)], **_stroke(3.4))
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
    card_width = _CARDS[count - LEAST]
    step = min(card_width + 3, (_ROOM - card_width) / max(1, len(trick) - 1))
    left = (_WIDE - (len(trick) - 1) * step - card_width) / 2 + side
    for place, name in enumerate(trick):
        small = assets.px(card_width), assets.px(card_width * RATIO)
        card = pygame.transform.smoothscale(large_card(assets, name), small)
        # They follow the round hull.
        sinks = 5 * (1 - abs(2 * (left + place * step + card_width / 2 - side) / _WIDE - 1))
        y = above + (height + 8 - card_width * RATIO) / 2 + sinks
        whole.blit(card, (assets.px(left + place * step), assets.px(y)))
    shade = lin("shade", (0, 0, right, 0), (0, INK, 0.34), (0.2, INK, 0), (0.78, INK, 0), (1, INK, 0.4))
    whole.blit(rasterize_units(assets, shade + path(shape, "url(#shade)"), w, h, box), (0, 0))
    return whole


@cached_drawing
def rocket(assets: Assets, seat: int, tricks: tuple[tuple[str, ...], ...], more: int) -> pygame.Surface:
    """Whole rocket with a rim of light, EDGE units around it; ``more`` is shown as tricks without a stage."""
    size = assets.px(ROCKET[0] + 2 * EDGE), assets.px(ROCKET[1] + 2 * EDGE)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    parts = [(tail(assets, seat), TAIL[:2])]
    for number, trick in enumerate(tricks):
        at = AXIS - _WIDE / 2 - STAGE_EDGE[0], stage_top(number, len(tricks)) - STAGE_EDGE[1]
        parts.append((stage(assets, trick, number, len(tricks)), at))
    parts.append((nose(assets, seat), NOSE[:2]))
    for image, (x, y) in parts:
        whole.blit(image, (assets.px(x + EDGE), assets.px(y + EDGE)))
    if more:
        sign = outlined_text(assets, f"+{more}", 40, GOLD, INK, 4.5)
        whole.blit(sign, sign.get_rect(center=(assets.px(AXIS + EDGE), assets.px(568 + EDGE))))
    return stack_layers(whole.get_size(), (rim(whole, 2.5 * assets.scale, "#FFE9C0"), whole))


@cached_drawing
def rushing(assets: Assets, seat: int, tricks: tuple[tuple[str, ...], ...], more: int) -> pygame.Surface:
    """Picture like `rocket`, but with stages blurred along the way, so that nothing flickers in flight."""
    whole = rocket(assets, seat, tricks, more).copy()
    (w, h), left, (top, bottom) = ROCKET, AXIS - _WIDE / 2, HULL
    x, y = assets.px(left + EDGE), assets.px(top + EDGE)
    stages = pygame.Surface((assets.px(_WIDE), assets.px(bottom - top)))
    stages.blit(whole, (-x, -y))
    # Each column becomes one stripe. Scaled in two steps, because one large step gets too dark.
    stripes = pygame.transform.smoothscale(stages, (stages.get_width(), 16))
    stripes = pygame.transform.smoothscale(stripes, (stages.get_width(), 1))
    blurred = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    height = assets.px(NOZZLE - top)
    blurred.blit(pygame.transform.scale(stripes, (stages.get_width(), height)), (x, y - assets.px(6)))
    edged = (-EDGE, -EDGE, w + 2 * EDGE, h + 2 * EDGE)
    cover = clip(blurred, rasterize_units(assets, path(f"{_HULL}Z", "#FFFFFF"), edged[2], edged[3], edged))
    edge = rasterize_units(assets, path(_HULL, "none", **_stroke()), edged[2], edged[3], edged)
    for image in (cover, edge):
        whole.blit(image, (0, 0))
    whole.blit(nose(assets, seat), (assets.px(NOSE[0] + EDGE), assets.px(NOSE[1] + EDGE)))
    return whole


@cached_drawing
def blueprint(assets: Assets) -> pygame.Surface:
    """Picture of the rocket's blueprint, ROCKET units with 60 more at both sides."""
    w, h = ROCKET[0] + 120, ROCKET[1]
    box = (-60.0, 0.0, w, h)
    grid = "".join(f"M{x} 10V{h - 10} " for x in range(-35, 300, 40))
    grid += "".join(f"M-50 {y}H285 " for y in range(30, int(h), 40))
    body = path(grid, stroke="#7FA6E8", stroke_width=1.6, stroke_opacity=0.16)
    body += line(f"M-40 4 V{h - 60} M-54 4 H-26 M-54 {h - 60} H-26", _BLUE, 3, stroke_opacity=0.3)
    for shape in (_HULL, *(f"M{part}" for part in _FINS.split("M")[1:]), _NOSE):
        d = shape.replace("V556", "L62 556").replace("V176", "L268 176")
        body += line(seam(d, 12, 9), _BLUE, 2.6, stroke_opacity=0.55)
    return rasterize_units(assets, body, w, h, box)


# Launch site. Its parts have their foot at the lower edge of the canvas.

APRON: Final = 128.0  # height of the concrete in units
GANTRY: Final = (310.0, 600.0)  # tower with its arms; the left edge of its box is the rocket's axis
MAST: Final = (92.0, 330.0)
WALL: Final = (630.0, 150.0)
BEAM: Final = (330.0, 330.0)
_STEEL: Final = ("#B97C0C", "#E8A317")


@cached_drawing
def apron(assets: Assets, width: float) -> pygame.Surface:
    """Concrete of the launch site, ``width`` units wide, with the rocket's plate and its flame pit."""
    x, body = axis(width), lin("slab", (0, 0, 0, APRON), (0, "#8D83AC"), (0.3, "#6F658F"), (1, "#473E66"))
    body += path(f"M-10 26 H{width + 10} V{APRON + 10} H-10Z", "url(#slab)", **_stroke())
    joints = "".join(f"M{x + k * 150} 29 L{x + k * 270} {APRON}" for k in range(-8, 9) if k)
    body += line(joints, INK, 2.4, stroke_opacity=0.35) + line(
        f"M0 66H{width}", INK, 2.4, stroke_opacity=0.35
    )
    body += f'<ellipse cx="{x}" cy="66" rx="250" ry="34" fill="#3A3058" stroke="{INK}" stroke-width="5"/>'
    body += f'<ellipse cx="{x}" cy="60" rx="250" ry="34" fill="#9A90B8" stroke="{INK}" stroke-width="5"/>'
    body += (
        f'<ellipse cx="{x}" cy="60" rx="226" ry="27" fill="none" stroke="{_STEEL[1]}" stroke-width="8" '
        f'stroke-dasharray="26 20"/>'
    )
    body += f'<ellipse cx="{x}" cy="58" rx="128" ry="17" fill="#2B2440" stroke="{INK}" stroke-width="5"/>'
    for side in (-1, 1):  # clamps that hold the fins
        d = f"M{x + side * 168} 62 L{x + side * 160} 6 H{x + side * 132} L{x + side * 126} 62Z"
        body += path(d, "#6A6390", **_stroke(5)) + line(f"M{x + side * 146} 16V52", "#A49CC4", 5)
    return rasterize_units(assets, body, width, APRON)


@cached_drawing
def gantry(assets: Assets, *, arms: bool) -> pygame.Surface:
    """Tower beside the rocket, with its ``arms`` at the hull or folded away, on a box of GANTRY units."""
    w, h = GANTRY
    left, right, foot = 186.0, 262.0, h - 66
    rails = f"M{left} 60V{foot} M{right} 60V{foot}"
    steps = range(60, int(foot) - 40, 62)
    braces = "".join(
        f"M{left} {y}L{right} {y + 62}M{right} {y}L{left} {y + 62}M{left} {y}H{right}" for y in steps
    )
    if arms:
        reach = "".join(
            f"M106 {y}H{left} M130 {y + 24}H{left} M106 {y}L130 {y + 24}" for y in (150, 290, 420)
        )
    else:
        reach = "".join(f"M{left} {y + 24}L158 {y - 70} M{left} {y}L172 {y - 66}" for y in (150, 290, 420))
    body = line(rails + braces, INK, 15) + line(reach, INK, 13)
    body += line(braces, _STEEL[1], 6) + line(rails, _STEEL[0], 9)
    body += line(f"M{left - 2} 60V{foot} M{right - 2} 60V{foot}", _STEEL[1], 5) + line(reach, _STEEL[1], 6)
    body += path(f"M{left - 16} 62H{right + 16}V46H{left - 16}Z", _STEEL[0], **_stroke(5))
    body += line("M224 46V16", INK, 9) + circle(224, 16, 10, "#D9482B", **_stroke(4.5))
    body += circle(221, 13, 3, "#FFC2B0")
    body += path(f"M{left - 26} {foot}H{right + 26}V{foot + 20}H{left - 26}Z", "#5A5080", **_stroke(5))
    picture = rasterize_units(assets, body, w, h)
    return stack_layers(picture.get_size(), (rim(picture, 2 * assets.scale, "#FFE9C0"), picture))


@cached_drawing
def mast(assets: Assets, *, flip: bool = False) -> pygame.Surface:
    """Floodlight on its mast, MAST units, that shines to the right, or to the left if flipped."""
    w, h = MAST
    body = line(f"M46 60V{h - 6} M46 {h - 40}L22 {h - 6} M46 {h - 40}L70 {h - 6}", INK, 13)
    body += line(f"M46 60V{h - 6} M46 {h - 40}L22 {h - 6} M46 {h - 40}L70 {h - 6}", "#8A82AC", 6)
    head = rect(14, 14, 58, 58, 10, fill="#4B4370", stroke=INK, stroke_width=5)
    for x, y in ((30, 30), (56, 30), (30, 56), (56, 56)):
        head += circle(x, y, 10.5, "#FFF6D0", stroke=INK, stroke_width=3.6)
    body += f'<g transform="rotate(-16 46 44)">{head}</g>'
    image = rasterize_units(assets, body, w, h)
    return flipped(image) if flip else image


@cached_drawing
def beam(assets: Assets, *, flip: bool = False) -> pygame.Surface:
    """Light of a floodlight, BEAM units, to be added: from its lower left corner, or right if flipped."""
    w, h = BEAM
    small = pygame.Surface((round(w / 6), round(h / 6)))
    corners = ((0, h - 8), (w * 0.55, 0), (w, h * 0.3))
    pygame.draw.polygon(small, (70, 58, 34), [(x / 6, y / 6) for x, y in corners])
    image = pygame.transform.smoothscale(
        pygame.transform.gaussian_blur(small, 3), (assets.px(w), assets.px(h))
    )
    return flipped(image) if flip else image


@cached_drawing
def blast_wall(assets: Assets) -> pygame.Surface:
    """Wall of blocks, WALL units, behind which the others watch: it hides their feet."""
    (w, h), count = WALL, 5
    block = (w - 12) / count
    body = lin("wall", (0, 20, 0, h), (0, "#D8CDE6"), (0.4, "#A79CC2"), (1, "#6C6190"))
    body += lin("cap", (0, 4, 0, 34), (0, "#FFC94D"), (1, "#D88F10"))
    for number in range(count):
        x = 6 + number * block
        body += path(f"M{x} {h + 8}V26H{x + block}V{h + 8}Z", "url(#wall)", **_stroke())
        body += line(seam(f"M{x + 12} 48 L{x + block - 12} 48", 9, 7), WOOL, 3, stroke_opacity=0.8)
        body += circle(x + 16, 66, 4, "#5A5080") + circle(x + block - 16, 66, 4, "#5A5080")
    body += path(f"M4 8H{w - 4}V34H4Z", "url(#cap)", **_stroke())
    stripes = "".join(f"M{x} 31L{x + 20} 11" for x in range(20, int(w) - 30, 38))
    body += line(stripes, INK, 9)
    return rasterize_units(assets, body, w, h)


WATCHER: Final = (70.0, 8.0)  # units around a watcher: at the sides for blown ears, and above and below
_BLOWN: Final = (0.0, -10.0, -20.0)


@cached_drawing
def watcher(assets: Assets, seat: int, height: float, blown: int, flap: int, wears: str) -> pygame.Surface:
    """Player left behind, ``height`` units with WATCHER around; wind ``blown`` 0 to 2, ear frame ``flap``."""
    lean, eyes = _BLOWN[blown], (HALF, SHUT, OPEN)[seat % 3] if blown == 2 else OPEN
    mouth, brows = ("open", "up") if blown else ("smile", "")
    pose = PuppetFrame(mouth, eyes, brows, lean=lean, glance=(0.9, -0.8))
    u, (aside, over) = height / 250, map(assets.px, WATCHER)
    w, h = assets.px(BOX[2] * u), assets.px(BOX[3] * u)
    figure = pygame.Surface((w + 2 * aside, h + 2 * over), pygame.SRCALPHA)
    sock = sock_figure(SEAT_LOOKS[seat], pose, (0.9, -0.8), (w, h), dress=PuppetOutfit(wears, ground=False))
    figure.blit(sock, (aside, over))
    whole = stack_layers(figure.get_size(), (rim(figure, 3 * assets.scale, WOOL), figure))
    if not blown:
        return whole
    ears = rasterize_units(assets, _ears(seat, flap), 120 * u * 1.3, 96 * u * 1.3, (0, 0, 120, 96))
    ears = pygame.transform.rotozoom(ears, (2 - blown) * 16, 1) if blown < 2 else ears
    foot = over + (237 - BOX[1]) * u * assets.scale
    x = whole.get_width() / 2 + (-0.15 * height + math.tan(math.radians(lean)) * height * 0.74) * assets.scale
    behind = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
    behind.blit(ears, ears.get_rect(midright=(round(x), round(foot - 0.74 * height * assets.scale))))
    return stack_layers(whole.get_size(), (rim(behind, 3 * assets.scale, WOOL), behind, whole))


def watcher_foot(height: float) -> float:
    """Distance in units from a watcher's sole to the lower edge of the picture."""
    return WATCHER[1] + (BOX[1] + BOX[3] - 237) * height / 250


def _ears(seat: int, flap: int) -> str:
    """SVG, in a box of 120 x 96, of two knitted flaps blown back from a head at the right."""
    look, body = SEAT_LOOKS[seat], ""
    for y, long, lifts in ((30, 78, -8), (52, 66, 10)):
        a = lifts + (6 if flap else -3)
        d = (
            f"M112 {y} C{112 - long * 0.4} {y - 14 + a} {112 - long * 0.8} {y - 8 + a} {112 - long} "
            f"{y + a * 1.4} C{112 - long * 0.9} {y + 16 + a} {112 - long * 0.4} {y + 18} 112 {y + 18}Z"
        )
        body += path(d, look.colour, **_stroke(4.5))
        thread = (
            f"M104 {y + 8} C{112 - long * 0.4} {y + a * 0.4} {112 - long * 0.7} {y + 4 + a * 0.6} "
            f"{112 - long * 0.82} {y + 3 + a * 1.2}"
        )
        body += line(seam(thread, 6, 5), look.wool, 3)
    return body


class Tuft(NamedTuple):
    """Tuft of smoke at its final position."""

    x: float
    y: float
    reach: float
    tones: tuple[str, str, str]
    seed: int


_BACK: Final = ("#C9A3B4", "#9A7391")
_FRONT: Final = ("#FFF6EC", "#E9D3CC")
_BEYOND: Final = 60.0  # units by which smoke exceeds both edges of the canvas
_LOW: Final = 300.0  # units, height of a bank of smoke


def axis(width: float) -> float:
    """Position x in units of the rocket's axis on a canvas of this ``width``."""
    return (width - WIDTH) / 2 + 956


@lru_cache(8)
def tufts(width: float, height: float, front: int) -> tuple[Tuft, ...]:
    """Tufts, in drawing order, of the bank behind (0) or before (1) the watchers on a canvas of this size."""
    rnd, wisps, span = random.Random(12 + front), [], width + 2 * _BEYOND
    rows = ((676.0, 82.0), (728.0, 104.0)) if front else ((672.0, 92.0), (590.0, 100.0))
    wool = _FRONT if front else _BACK
    for line_, (base_y, step) in enumerate(rows):
        count = math.ceil(span / step)
        for number in range(count + 1):
            x = number * span / count - _BEYOND
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
    return -2 * _BEYOND, height - (220 if front else _LOW)


@cached_drawing
def bank(assets: Assets, width: float, height: float, front: int) -> pygame.Surface:
    """Picture of the whole bank of smoke behind (0) or before (1) the watchers, wider than the canvas."""
    left, top = bank_at(height, front)
    whole = pygame.Surface((assets.px(width + 4 * _BEYOND), assets.px(height - top + 60)), pygame.SRCALPHA)
    for wisp in tufts(width, height, front):
        image = tuft(assets, wisp.reach, wisp.tones, wisp.seed)
        at = assets.px(wisp.x - left), assets.px(wisp.y - top)
        whole.blit(image, image.get_rect(center=at))
    return whole
