"""The beach at dusk behind the lobby, for any canvas; its palm, its post and its paper lanterns."""

from __future__ import annotations

import random
from typing import Final

import pygame

from game.ui.art.layers import clip, draw, stacked
from game.ui.art.palette import INK, WOOD, WOOD_DARK, channels
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, group, lin, line, path, rad, rect
from game.ui.core.assets import Assets, drawn, painted, raster

HORIZON: Final = 0.664
"""Where sea and sky meet, as a share of the height."""
_CLOUDS: Final = (
    (
        "M-20 86 Q20 50 84 66 Q120 28 186 52 Q250 18 300 58 Q360 46 384 84 Q300 108 180 100 Q60 112 -20 86Z",
        "#23245A",
        0.75,
    ),
    (
        "M480 60 Q520 28 570 44 Q620 6 690 34 Q750 8 800 42 Q870 36 890 70 Q760 92 640 82 Q540 88 480 60Z",
        "#20214F",
        0.8,
    ),
    ("M140 268 Q200 244 262 258 Q320 236 372 264 Q300 282 140 268Z", "#C4607A", 0.55),
    ("M520 300 Q590 272 660 290 Q730 270 800 300 Q680 320 520 300Z", "#C4607A", 0.55),
    ("M20 340 Q90 318 150 334 Q200 322 236 342 Q140 360 20 340Z", "#C4607A", 0.55),
    ("M930 250 Q1000 226 1060 244 Q1130 222 1180 252 Q1080 270 930 250Z", "#C4607A", 0.45),
    ("M1000 90 Q1050 58 1110 76 Q1170 44 1230 72 Q1280 60 1310 92 Q1180 116 1000 90Z", "#23245A", 0.7),
)


def _sky(w: float, h: float, rnd: random.Random, sun: float, *, disc: bool) -> str:
    low = h * HORIZON
    stops = (0, "#1D1F4E"), (0.3, "#45397A"), (0.58, "#96507E"), (0.8, "#E4786A"), (1, "#FFC486")
    body = lin("sky", (0, 0, 0, low), *stops) + rect(0, 0, w, low + 2, 0, fill="url(#sky)")
    for _ in range(int(w / 18)):
        place = rnd.uniform(20, w - 20), rnd.uniform(6, low * 0.34)
        body += circle(*place, rnd.choice((1, 1.4, 2)), "#FFF3D0", fill_opacity=rnd.choice((0.5, 0.8)))
    shine = (0, "#FFF3B8", 0.95), (0.24, "#FFD98A", 0.75), (0.6, "#FF9E6B", 0.3), (1, "#FF9E6B", 0)
    body += rad("sun", (sun, low - 8, 330), *shine)
    body += f'<circle cx="{sun}" cy="{low - 8}" r="330" fill="url(#sun)"/>'
    if disc:
        body += circle(sun, low - 10, 104, "#FFF0BE")
    stretch = f"scale({w / 1280:.4f} {h / 720:.4f})"
    return body + group("".join(path(d, c, fill_opacity=o) for d, c, o in _CLOUDS), stretch)


def _sea(w: float, h: float, rnd: random.Random, sun: float) -> str:
    low = h * HORIZON
    stops = (0, "#E58C78"), (0.18, "#8E5C8A"), (0.6, "#3C4E86"), (1, "#2A5A7E")
    body = lin("sea", (0, low, 0, low + 142), *stops) + rect(0, low, w, h - low, 0, fill="url(#sea)")
    body += path(f"M0 {low + 1}H{w}", stroke="#FFE3B0", stroke_opacity=0.7, stroke_width=3)
    for _ in range(int(w / 22)):
        x, y = rnd.uniform(-20, w), low + rnd.choice((16, 32, 52, 74, 96))
        wave = f"M{x:.0f} {y} q14 -7 28 0 q14 7 28 0"
        body += line(wave, "#FFE3C4", 2.6, stroke_opacity=rnd.choice((0.2, 0.35, 0.5)))
    for drop, half, opacity in (
        (10, 96, 0.9),
        (22, 70, 0.7),
        (34, 84, 0.55),
        (48, 52, 0.5),
        (64, 66, 0.4),
        (82, 40, 0.35),
    ):
        body += line(f"M{sun - half} {low + drop} h{2 * half}", "#FFF0BE", 5, stroke_opacity=opacity)
    return body


def _sand(w: float, h: float, rnd: random.Random) -> str:
    top = h - 114
    shore = f"M-10 {top} C{w * 0.2} {top - 34} {w * 0.3} {top - 6} {w * 0.45} {top - 12} "
    shore += f"S{w * 0.8} {top - 20} {w + 10} {top - 16}"
    stops = (0, "#E7B27C"), (1, "#B97F52")
    body = lin("sand", (0, top - 26, 0, top + 60), *stops) + path(f"{shore} V{h} H-10Z", "url(#sand)")
    body += path(shore, stroke="#FFF3DC", stroke_opacity=0.85, stroke_width=5)
    for _ in range(int(w / 9)):
        place = rnd.uniform(0, w), rnd.uniform(top + 2, h)
        body += circle(*place, rnd.choice((1, 1.5, 2)), "#8A5A3A", fill_opacity=0.5)
    return body


_STRING: Final = (0.09, 0.2, 0.275, 0.455, 0.505, 0.555, 0.73, 0.805, 0.95)
_STRING_SEATS: Final = (6, 2, 4, 5, 0, 2, 6, 4, 5)


@painted
def beach(
    assets: Assets, w: float, h: float, sun: float = 440, lanterns: float = 0, *, dark: bool = False
) -> pygame.Surface:
    """Sunset over the sea, with the storm still far out.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: height of the canvas; the sand takes its lowest 114 units.
        sun: where the sun stands, from the left.
        lanterns: how far from the left a string of paper lanterns reaches, 0 for none.
        dark: later in the evening, for the dark theme.
    """
    rnd = random.Random(5)  # always the same beach: it is drawn anew for every size of the window
    room = draw(assets, _sky(w, h, rnd, sun, disc=not dark) + _sea(w, h, rnd, sun) + _sand(w, h, rnd), w, h)
    if dark:
        room.fill((96, 92, 140), special_flags=pygame.BLEND_RGB_MULT)
        _rise_moon(assets, room, sun, h * HORIZON - 120)
    if lanterns:
        _hang_lanterns(assets, room, lanterns)
    return room


def _rise_moon(assets: Assets, room: pygame.Surface, x: float, y: float) -> None:
    """A full moon where the sun went down."""
    middle = round(x * assets.scale), round(y * assets.scale)
    glow = _glow(assets, "#C9D6FF", 220, 0.5)
    room.blit(glow, glow.get_rect(center=middle), special_flags=pygame.BLEND_RGB_ADD)  # light covers nothing
    moon = circle(0, 0, 66, "#F4EBD0") + circle(-20, -16, 12, "#E2D6B4") + circle(22, 16, 15, "#E2D6B4")
    disc = draw(assets, moon + circle(8, -36, 7, "#E2D6B4"), 140, 140, (-70, -70, 140, 140))
    room.blit(disc, disc.get_rect(center=middle))


def _hang_lanterns(assets: Assets, room: pygame.Surface, w: float) -> None:
    def low(x: float) -> float:
        return 76 + 40 * (1 - ((x - w * 0.52) / (w * 0.48)) ** 2)

    points = [30 + i * (w - 30) / 60 for i in range(61)]
    string = "M" + " L".join(f"{x:.1f} {low(x):.1f}" for x in points)
    body = line(string, INK, 4) + line(string, "#8A6A5A", 1.6)
    for number, (share, seat) in enumerate(zip(_STRING, _STRING_SEATS, strict=True)):
        x = 30 + (w - 30) * share
        y, look = low(x) + 15, SEATS[seat]
        glow = _glow(assets, look.light)
        room.blit(
            glow, glow.get_rect(center=(round(x * assets.scale), round(y * assets.scale))),
            special_flags=pygame.BLEND_RGB_ADD,
        )  # fmt: skip
        name = f"paper{number}"
        body += rad(name, (x - 3, y - 2, 20), (0, "#FFF6D0"), (0.45, look.light), (1, look.colour))
        body += line(f"M{x:.1f} {y - 15:.1f}v6", INK, 3)
        body += f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="13" ry="10.5" fill="url(#{name})" '
        body += f'stroke="{INK}" stroke-width="3"/>'
        ribs = f"M{x - 5:.1f} {y - 9.5:.1f} q-5 9.5 0 19 M{x + 5:.1f} {y - 9.5:.1f} q5 9.5 0 19"
        body += path(ribs, stroke=look.dark, stroke_opacity=0.6, stroke_width=1.8)
    room.blit(draw(assets, body, w + 20, 160), (0, 0))


def _glow(assets: Assets, colour: str, reach: float = 46, strength: float = 0.42) -> pygame.Surface:
    """Light that is added to what lies below."""
    tones = ["#" + "".join(f"{int(v * k * strength):02x}" for v in channels(colour)) for k in (1, 0.55, 0.16)]
    stops = (0, tones[0]), (0.3, tones[1]), (0.65, tones[2]), (1, "#000000")
    body = rad("glow", (100, 100, 100), *stops) + rect(0, 0, 200, 200, 0, fill="url(#glow)")
    side = assets.px(reach * 2)
    return raster(body, (side, side), (0, 0, 200, 200))


@drawn
def palm(assets: Assets, h: float = 660) -> pygame.Surface:
    """A palm for the left edge, h units high with its crown at the top; 200 units wide."""
    s = h / 660
    box = (0.0, 0.0, 200.0, 660.0)
    trunk = "M2 660 Q34 400 14 30 L34 26 Q60 400 46 660Z"
    rings = "".join(
        path(f"M-4 {y - 6} Q28 {y + 14} 64 {y - 8}", stroke=INK, stroke_opacity=0.5, stroke_width=3)
        + path(f"M-4 {y - 2} Q28 {y + 18} 64 {y - 4}", stroke="#C98A68", stroke_opacity=0.35, stroke_width=3)
        for y in range(58, 650, 34)
    )
    bark = lin("bark", (0, 0, 60, 0), (0, "#5A3A3E"), (0.6, "#8A5A48"), (1, "#5A3A3E")) + path(
        trunk, "url(#bark)"
    )
    stem = draw(assets, bark + rings, 200 * s, h, box)
    clip(stem, draw(assets, path(trunk, "#FFFFFF"), 200 * s, h, box))
    leaves = ""
    for turn, length, green in (
        (-150, 60, "#2E5A4C"), (-40, 110, "#2E5A4C"), (28, 130, "#2E5A4C"), (70, 96, "#3B6F56"),
        (-8, 150, "#3B6F56"), (120, 70, "#2E5A4C"), (180, 60, "#3B6F56"),
    ):  # fmt: skip
        tip = f"{length} {length * 0.1}"
        leaf = f"M0 0 Q{length * 0.5} {-length * 0.34} {tip} Q{length * 0.52} {-length * 0.1} 0 8 Z"
        leaves += group(
            path(leaf, green, stroke=INK, stroke_width=2.5, stroke_linejoin="round"), f"rotate({turn})"
        )
    nuts = circle(4, 10, 10, "#6B4030", stroke=INK, stroke_width=3)
    nuts += circle(-9, 13, 9, "#583426", stroke=INK, stroke_width=3)
    front = path(trunk, stroke=INK, stroke_width=4) + group(leaves + nuts, "translate(22 26)")
    return stacked(stem.get_size(), (stem, draw(assets, front, 200 * s, h, box)))


@drawn
def post(assets: Assets, h: float = 590) -> pygame.Surface:
    """A wooden post with a cap, 34 units wide, to which a line can be tied."""
    body = lin("post", (6, 0, 28, 0), (0, WOOD), (0.4, "#C98F57"), (1, WOOD_DARK))
    body += path(f"M8 14 H26 V{h} H8Z", "url(#post)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    body += path("M2 16 Q17 -2 32 16Z", WOOD_DARK, stroke=INK, stroke_width=4, stroke_linejoin="round")
    return draw(assets, body, 34, h)


@drawn
def knot(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Two turns of rope round a post, 36 x 28 units at size 1."""
    turns = "M4 7 q14 6 27 0 M4 14 q14 6 27 0"
    return draw(assets, line(turns, INK, 8) + line(turns, "#F3E6CF", 4), 36 * size, 28 * size, (0, 0, 36, 28))
