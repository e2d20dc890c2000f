"""Backgrounds: walls of title and settings, a lobby room for each big sock, and a plain table.

Every room is one opaque surface for a canvas of w x h units, in any proportions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import grain, wood_front
from game.ui.art.layers import (
    INK,
    WOOD,
    WOOD_DARK,
    art,
    blurred,
    channels,
    clip,
    rasterize_units,
    stack_layers,
)
from game.ui.art.office import office
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.socks import rolled_sock
from game.ui.art.svg import circle, group, lin, line, path, rad, rect, star
from game.ui.core.assets import Assets, cached_background, cached_drawing, rasterize_svg


@dataclass(frozen=True, slots=True)
class WallColours:
    """Colours of a wall."""

    top: str
    middle: str
    foot: str
    band: str
    print_: str
    ray: str
    corner: str


LIGHT_WALL: Final = WallColours("#F3DFC4", "#F8EBD8", "#EBD3B2", "#E9CFA9", "#D8B788", "#FFF6DC", "#8A4E1E")
NIGHT_WALL: Final = WallColours("#2A2344", "#332B50", "#241D3B", "#3B325C", "#51457A", "#55488A", "#0C0818")
PLAIN_WALL: Final = WallColours("#FFFFFF", "#FFFFFF", "#F4F4F4", "#F4F4F4", "#E4E4E4", "#FFFFFF", "#B0B0B0")
WALLPAPERS: Final = {
    "linen": LIGHT_WALL,
    "dark": NIGHT_WALL,
    "contrast": PLAIN_WALL,
}  # wallpaper of each theme
_SOCK: Final = "M6 0 H24 V22 Q24 28 34 30 Q44 34 40 42 Q36 48 22 46 Q4 46 4 34Z"


def _paper(w: float, h: float, paper: WallColours) -> str:
    """SVG text of wallpaper with broad bands and little printed socks."""
    stops = (0, paper.top), (0.6, paper.middle), (1, paper.foot)
    body = lin("wall", (0, 0, 0, h), *stops) + rect(0, 0, w, h, 0, fill="url(#wall)")
    shift = (w / 2 - 640) % 80 - 80  # centred: a wider window shows more paper at both sides
    for column in range(int(w / 80) + 3):
        x = shift + column * 80
        body += rect(x - 20, 0, 40, h, 0, fill=paper.band, fill_opacity=0.3)
        for row in range(int(h / 84) + 1):
            y = row * 84 + (20 if column % 2 else 62)
            body += (
                f'<path transform="translate({x + 31} {y}) scale(.6)" d="{_SOCK}" fill="none" '
                f'stroke="{paper.print_}" stroke-opacity=".55" stroke-width="3.4" stroke-linejoin="round"/>'
            )
    return body


def _light(w: float, h: float, paper: WallColours) -> str:
    """SVG text of evening light from a window at the top left."""
    stops = (0, paper.ray, 0.75), (0.7, paper.ray, 0.18), (1, paper.ray, 0)
    body = lin("ray", (0, 0, w * 0.7, h), *stops)
    first = f"M-40 -40 H{w * 0.26} L{w * 0.79} {h} H{w * 0.33} Z"
    second = f"M{w * 0.33} -40 H{w * 0.41} L{w * 0.97} {h} H{w * 0.875} Z"
    body += path(first, "url(#ray)", fill_opacity=0.55)
    return body + path(second, "url(#ray)", fill_opacity=0.4)


def _corners(w: float, h: float, paper: WallColours) -> str:
    """SVG text that darkens the corners."""
    reach = max(w, h) * 0.64
    stops = (0, paper.corner, 0), (0.55, paper.corner, 0), (1, paper.corner, 0.36)
    return rad("corner", (w / 2, h * 0.46, reach), *stops) + rect(0, 0, w, h, 0, fill="url(#corner)")


@cached_background
def wall(assets: Assets, w: float, h: float, theme: str = "linen", wood: float = 94) -> pygame.Surface:
    """Wall of the house, w x h units, with a wooden front of ``wood`` units along its foot (0 for none)."""
    paper = WALLPAPERS.get(theme, LIGHT_WALL)
    body = _paper(w, h, paper) + _light(w, h, paper) + _corners(w, h, paper)
    image = rasterize_units(assets, body, w, h)
    if wood:
        front = wood_front(assets, w, wood)
        image.blit(front, (0, round((h - wood) * assets.scale) - assets.px(24)))
    return image


DRAWER_HEIGHT: Final = 188.0  # height of the title's drawer front, in units
RAIL_ABOVE: Final = 76.0  # units from that front up to the top of the drawer's far rail
PEEPING_PUPPETS: Final = ((5, 0.148, False), (6, 0.845, True))
"""Puppets that look out of the drawer: seat look, x as a share of the width, and True if it faces left."""


@cached_background
def title_room(
    assets: Assets, w: float, h: float, glow: float = 0.43, theme: str = "linen"
) -> pygame.Surface:
    """Wall, open drawer with its heap of rolled socks, and drawer front (lowest DRAWER units), w x h units.

    The front is DRAWER units high and covers the edge of the heap. ``glow`` is the share of the width at
    which the wall is lightest. Draw puppets that look out of the drawer between this and `title_front`.
    """
    paper = WALLPAPERS.get(theme, LIGHT_WALL)
    body = _paper(w, h - DRAWER_HEIGHT + 20, paper) + _light(w, h - DRAWER_HEIGHT, paper)
    centre = (w * glow, h * 0.42, 240.0)
    stops = (0, "#FFFBEA", 0.95), (0.55, "#FFF3CC", 0.55), (1, "#FFF0C0", 0)
    if theme == "linen":
        body += (
            rad("glow", centre, *stops)
            + f'<circle cx="{centre[0]}" cy="{centre[1]}" r="240" fill="url(#glow)"/>'
        )
    body += _corners(w, h - DRAWER_HEIGHT, paper)
    image = rasterize_units(assets, body + _inside_drawer(w, h), w, h)
    _heap(assets, image, w, h - DRAWER_HEIGHT)
    front = title_front(assets, w)
    image.blit(front, (0, round((h - DRAWER_HEIGHT) * assets.scale)))
    return image


def _inside_drawer(w: float, h: float) -> str:
    """SVG text of the open drawer's inside, above its front."""
    edge = h - DRAWER_HEIGHT
    stops = (0, "#4A2A18"), (1, "#2E1A10")
    body = lin("inside", (0, edge - 62, 0, edge + 30), *stops)
    body += path(f"M36 {edge - 64} H{w - 36} L{w} {edge + 30} H0Z", "url(#inside)")
    body += path(f"M36 {edge - 64} H{w - 36}", stroke=INK, stroke_width=5)
    rail = f"M30 {edge - RAIL_ABOVE} H{w - 30} V{edge - 62} H30Z"
    return body + path(rail, "#8E5A30", stroke=INK, stroke_width=5, stroke_linejoin="round")


@dataclass(frozen=True, slots=True)
class RolledSocks:
    """A pair of rolled socks in the heap: seat, x, distance below the edge, and rotation in degrees."""

    seat: int
    x: float
    down: float
    turn: float


PAIR_SIZE: Final = 120.0  # size of a pair, in units


def heap(w: float) -> list[RolledSocks]:
    """Rolled socks along the edge of the drawer, left to right, irregular but always the same."""
    order = (5, 6, 4, 2, 7, 3, 1, 0)
    count = round((w - 120) / 76)
    step, socks = (w - 150) / count, []
    for number in range(count + 1):
        tumble = (number * 7919 + 104729) % 97
        turn = (1 if tumble % 2 else -1) * (20 + tumble)
        x = 75 + number * step + tumble % 19 - 9
        socks.append(RolledSocks(order[number * 3 % 8], x, tumble % 17 - 13, turn))
    return socks


def _heap(assets: Assets, room: pygame.Surface, w: float, edge: float) -> None:
    """Draw the heap of rolled socks along the edge of the drawer at ``edge`` units from the top."""
    for sock in heap(w):
        ball = rolled_sock(assets, sock.seat, PAIR_SIZE, sock.turn)
        middle = round(sock.x * assets.scale), round((edge + sock.down) * assets.scale)
        room.blit(ball, ball.get_rect(center=middle))


@cached_background
def title_front(assets: Assets, w: float) -> pygame.Surface:
    """Front of the title's drawer, w x DRAWER units."""
    h = DRAWER_HEIGHT
    body = lin("front", (0, 0, 0, h), (0, "#BE8450"), (0.08, "#A8713F"), (1, "#8A572F"))
    body += rect(-10, 0, w + 20, h + 20, 0, fill="url(#front)")
    body += rect(-10, 3, w + 20, 9, 0, fill="#D9A36B")
    body += f'<path d="M-10 0H{w + 10}" stroke="{INK}" stroke-width="5"/>'
    body += f'<path d="M-10 13H{w + 10}" stroke="{WOOD_DARK}" stroke-width="3"/>'
    body += grain(w, 22, h, 6.4, 5)
    for x, y in ((w * 0.094, 136), (w * 0.726, 58), (w * 0.93, 74)):
        for r in (4, 8, 12):
            body += (
                f'<ellipse cx="{x}" cy="{y}" rx="{r * 1.9}" ry="{r}" fill="none" stroke="{WOOD_DARK}" '
                f'stroke-opacity=".3" stroke-width="2"/>'
            )
    return rasterize_units(assets, body, w, h)


HORIZON_SHARE: Final = 0.664  # boundary of sea and sky, as a share of the height
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
    """SVG text of an evening sky with stars and clouds; ``disc`` adds the sun at x = ``sun``."""
    horizon = h * HORIZON_SHARE
    stops = (0, "#1D1F4E"), (0.3, "#45397A"), (0.58, "#96507E"), (0.8, "#E4786A"), (1, "#FFC486")
    body = lin("sky", (0, 0, 0, horizon), *stops) + rect(0, 0, w, horizon + 2, 0, fill="url(#sky)")
    for _ in range(int(w / 18)):
        place = rnd.uniform(20, w - 20), rnd.uniform(6, horizon * 0.34)
        body += circle(*place, rnd.choice((1, 1.4, 2)), "#FFF3D0", fill_opacity=rnd.choice((0.5, 0.8)))
    shine = (0, "#FFF3B8", 0.95), (0.24, "#FFD98A", 0.75), (0.6, "#FF9E6B", 0.3), (1, "#FF9E6B", 0)
    body += rad("sun", (sun, horizon - 8, 330), *shine)
    body += f'<circle cx="{sun}" cy="{horizon - 8}" r="330" fill="url(#sun)"/>'
    if disc:
        body += circle(sun, horizon - 10, 104, "#FFF0BE")
    stretch = f"scale({w / 1280:.4f} {h / 720:.4f})"
    return body + group("".join(path(d, c, fill_opacity=o) for d, c, o in _CLOUDS), stretch)


def _sea(w: float, h: float, rnd: random.Random, sun: float) -> str:
    """SVG text of the sea from the horizon down, with the shine of the sun at x = ``sun``."""
    horizon = h * HORIZON_SHARE
    stops = (0, "#E58C78"), (0.18, "#8E5C8A"), (0.6, "#3C4E86"), (1, "#2A5A7E")
    body = lin("sea", (0, horizon, 0, horizon + 142), *stops) + rect(
        0, horizon, w, h - horizon, 0, fill="url(#sea)"
    )
    body += path(f"M0 {horizon + 1}H{w}", stroke="#FFE3B0", stroke_opacity=0.7, stroke_width=3)
    for _ in range(int(w / 22)):
        x, y = rnd.uniform(-20, w), horizon + rnd.choice((16, 32, 52, 74, 96))
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
        body += line(f"M{sun - half} {horizon + drop} h{2 * half}", "#FFF0BE", 5, stroke_opacity=opacity)
    return body


def _sand(w: float, h: float, rnd: random.Random) -> str:
    """SVG text of the sand in front of the sea."""
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


@cached_background
def beach(
    assets: Assets, w: float, h: float, sun: float = 440, lanterns: float = 0, *, dark: bool = False
) -> pygame.Surface:
    """Beach of w x h units at sunset, by moonlight if ``dark``, with lanterns up to x = ``lanterns`` > 0.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: height of the canvas; the sand takes its lowest 114 units.
        sun: x of the sun.
        lanterns: x to which a string of paper lanterns reaches, 0 for none.
        dark: True for later in the evening, for the dark theme.
    """
    rnd = random.Random(5)  # same beach every time, because it is redrawn for every window size
    image = rasterize_units(
        assets, _sky(w, h, rnd, sun, disc=not dark) + _sea(w, h, rnd, sun) + _sand(w, h, rnd), w, h
    )
    if dark:
        image.fill((96, 92, 140), special_flags=pygame.BLEND_RGB_MULT)
        _rise_moon(assets, image, sun, h * HORIZON_SHARE - 120)
    if lanterns:
        _hang_lanterns(assets, image, lanterns)
    return image


def _rise_moon(assets: Assets, room: pygame.Surface, x: float, y: float) -> None:
    """Draw a full moon with its light, centred at a place in units."""
    middle = round(x * assets.scale), round(y * assets.scale)
    glow = _glow(assets, "#C9D6FF", 220, 0.5)
    room.blit(glow, glow.get_rect(center=middle), special_flags=pygame.BLEND_RGB_ADD)  # light covers nothing
    disc = art(assets, "furniture", 140, 140, layer="moon")
    room.blit(disc, disc.get_rect(center=middle))


def _hang_lanterns(assets: Assets, room: pygame.Surface, w: float) -> None:
    """Draw a string of lanterns across ``w`` units."""

    def low(x: float) -> float:
        """Height of the string at ``x``, as y in units."""
        return 76 + 40 * (1 - ((x - w * 0.52) / (w * 0.48)) ** 2)

    points = [30 + i * (w - 30) / 60 for i in range(61)]
    string = "M" + " L".join(f"{x:.1f} {low(x):.1f}" for x in points)
    body = line(string, INK, 4) + line(string, "#8A6A5A", 1.6)
    for number, (along, seat) in enumerate(zip(_STRING, _STRING_SEATS, strict=True)):
        x = 30 + (w - 30) * along
        y, look = low(x) + 15, SEAT_LOOKS[seat]
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
    room.blit(rasterize_units(assets, body, w + 20, 160), (0, 0))


def _glow(assets: Assets, colour: str, reach: float = 46, strength: float = 0.42) -> pygame.Surface:
    """Round light of ``reach`` units radius, to be added to the picture below."""
    tones = ["#" + "".join(f"{int(v * k * strength):02x}" for v in channels(colour)) for k in (1, 0.55, 0.16)]
    stops = (0, tones[0]), (0.3, tones[1]), (0.65, tones[2]), (1, "#000000")
    body = rad("glow", (100, 100, 100), *stops) + rect(0, 0, 200, 200, 0, fill="url(#glow)")
    side = assets.px(reach * 2)
    return rasterize_svg(body, (side, side), (0, 0, 200, 200))


@cached_drawing
def palm(assets: Assets, h: float = 660) -> pygame.Surface:
    """Palm for the left edge, h units high with its crown at the top; 200 units wide."""
    stem, trunk, front = (
        art(assets, "furniture", 200 * h / 660, h, layer=layer)
        for layer in ("palm-rings", "palm-trunk", "palm")
    )
    return stack_layers(stem.get_size(), (clip(stem, trunk), front))


@cached_drawing
def post(assets: Assets, h: float = 590) -> pygame.Surface:
    """Wooden post with a cap, 34 x h units, to which a line can be tied."""
    body = lin("post", (6, 0, 28, 0), (0, WOOD), (0.4, "#C98F57"), (1, WOOD_DARK))
    body += path(f"M8 14 H26 V{h} H8Z", "url(#post)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    body += path("M2 16 Q17 -2 32 16Z", WOOD_DARK, stroke=INK, stroke_width=4, stroke_linejoin="round")
    return rasterize_units(assets, body, 34, h)


@cached_drawing
def knot(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Two turns of rope round a post, 36 x 28 units at size 1."""
    return art(assets, "furniture", 36 * size, 28 * size, layer="knot")


FLOOR_HEIGHT: Final = 100.0  # height of the ground above the lower edge, in units


BEACH_ROOM: Final = "beach"


@cached_background
def lobby_room(
    assets: Assets, w: float, h: float, name: str, right: float, theme: str = "linen"
) -> pygame.Surface:
    """Room of a lobby, w x h units, darker in the dark theme; the wall of the house for an unknown name.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: height of the canvas.
        name: beach, space, office, pitch or city, as in `GameInfo.room`.
        right: left edge of the panels; the main features are left of it.
        theme: theme of the window; with the dark theme the evening is later.
    """
    if name == BEACH_ROOM:
        return beach(assets, w, h, right * 0.51, right - 20, dark=theme == "dark")
    if name == "office":
        return office(assets, w, h, h, theme)
    maker = _ROOMS.get(name)
    if maker is None:
        return wall(assets, w, h, theme, 0)
    image = rasterize_units(
        assets, maker(w, h, right, random.Random(7)), w, h
    )  # same random features for every window size
    if theme == "dark":
        image.fill((120, 112, 158), special_flags=pygame.BLEND_RGB_MULT)
    return image


def _plain_sky(w: float, h: float, *stops: tuple[float, str]) -> str:
    """SVG text of a sky with these colours from top to bottom, each (share of the height, colour)."""
    return lin("sky", (0, 0, 0, h), *stops) + rect(0, 0, w, h, 0, fill="url(#sky)")


def _stars(w: float, bottom: float, rnd: random.Random, colour: str = "#FFF3D0") -> str:
    """SVG text of random stars above ``bottom``."""
    return "".join(
        circle(rnd.uniform(10, w - 10), rnd.uniform(4, bottom), rnd.choice((1, 1.4, 2.1)), colour,
               fill_opacity=rnd.choice((0.45, 0.7, 0.95)))
        for _ in range(int(w / 11))
    )  # fmt: skip


def _launch(w: float, h: float, right: float, rnd: random.Random) -> str:
    """SVG text of a launch field for rockets at night."""
    body = _plain_sky(w, h, (0, "#0E1238"), (0.45, "#27306E"), (0.75, "#5D4B8C"), (1, "#C9798A"))
    body += _stars(w, h * 0.6, rnd)
    x, y = right * 0.52, h * 0.34
    body += rad("halo", (x, y, 230), (0, "#FFE9B0", 0.55), (0.5, "#E6B0C8", 0.22), (1, "#E6B0C8", 0))
    body += (
        circle(x, y, 230, "url(#halo)") + circle(x, y, 112, "#F4D9A8") + circle(x - 30, y - 22, 22, "#E4C088")
    )
    body += circle(x + 42, y + 30, 30, "#E4C088") + circle(x + 20, y - 58, 13, "#E4C088")
    ring = f"M{x - 146} {y + 26} C{x - 92} {y + 74} {x + 116} {y + 16} {x + 146} {y - 30}"
    body += line(ring, "#F7C6B0", 11, stroke_opacity=0.85) + line(ring, "#B9718C", 3, stroke_opacity=0.7)
    ground = h - FLOOR_HEIGHT - 24
    hills = f"M-10 {ground} Q{w * 0.18} {ground - 46} {w * 0.38} {ground - 8} T{w * 0.72} {ground - 14} "
    body += path(f"{hills} T{w + 10} {ground - 20} V{h} H-10Z", "#3A2F63")
    body += _tower(w * 0.066, ground, h) + _tower(right - 96, ground - 6, h * 0.9)
    field = f"M-10 {ground + 26} Q{w * 0.3} {ground + 6} {w * 0.6} {ground + 22} T{w + 10} {ground + 16} "
    body += path(f"{field} V{h} H-10Z", "#241C46", stroke="#6F5C9E", stroke_width=3)
    for number in range(int(w / 56)):
        lamp = 28 + number * 56.0
        tone = ("#FFD25A", "#7FD6A4", "#FF9A86")[number % 3]
        body += circle(lamp, ground + 52 + 7 * (number % 2), 9, tone, fill_opacity=0.22)
        body += circle(lamp, ground + 52 + 7 * (number % 2), 3.6, tone)
    return body


def _tower(x: float, foot: float, h: float) -> str:
    """SVG text of a launch tower with lights up its side."""
    top = h * 0.18
    body = line(f"M{x - 16} {foot + 40} L{x - 9} {top} M{x + 16} {foot + 40} L{x + 9} {top}", "#1B1638", 6)
    y = top + 16
    while y < foot + 20:
        body += line(f"M{x - 12} {y} L{x + 12} {y + 26} M{x + 12} {y} L{x - 12} {y + 26}", "#1B1638", 3)
        y += 30
    return body + circle(x, top - 4, 5, "#FF6B5A") + circle(x, top - 4, 15, "#FF6B5A", fill_opacity=0.25)


def _meadow(w: float, h: float, right: float, rnd: random.Random) -> str:
    """SVG text of a pitch on a meadow in the afternoon, with bunting over it."""
    body = _plain_sky(w, h, (0, "#6FB7E8"), (0.5, "#BFE2F2"), (0.8, "#FFE9C4"), (1, "#FFE0AE"))
    for x, y, size in ((0.16, 0.2, 1.0), (0.42, 0.13, 1.3), (0.74, 0.22, 0.9), (0.92, 0.1, 1.1)):
        cloud = "M-60 18 Q-66 -8 -36 -10 Q-26 -36 4 -26 Q30 -40 44 -14 Q72 -12 64 18Z"
        body += group(path(cloud, "#FFFFFF", fill_opacity=0.85), f"translate({w * x} {h * y}) scale({size})")
    horizon = h - FLOOR_HEIGHT - 96
    for shift, drop, tone in ((0.0, 0, "#9CCB8A"), (0.21, 26, "#7DB872"), (0.43, 48, "#68A863")):
        y = horizon + drop
        hill = f"M-10 {y} Q{w * (0.2 + shift)} {y - 90} {w * (0.55 + shift / 2)} {y + 6}"
        body += path(f"{hill} T{w + 10} {horizon + drop - 26} V{h} H-10Z", tone)
    ground = horizon + 84
    stripes = max(6, round(w / 120))
    body += rect(-10, ground, w + 20, h, 0, fill="#4F9A4F")
    for number in range(0, stripes, 2):
        x, step = w * number / stripes, w / stripes
        body += path(f"M{x} {ground} h{step} l-26 {h - ground} h{-step}Z", "#5FAE5A")
    body += line(f"M-10 {ground + 3} H{w + 10}", "#FFFAF2", 6)
    for _ in range(int(w / 24)):
        x, y = rnd.uniform(0, w), rnd.uniform(horizon + 20, ground - 8)
        body += circle(x, y, 3, rnd.choice(("#FFFAF2", "#FFD25A", "#F2A0B8")), fill_opacity=0.9)
    return body + _bunting(right)


def _bunting(right: float) -> str:
    """SVG text of a string of flags from the left edge to ``right``."""
    ends, body = 74.0, ""
    count = round(right / 46)

    def low(x: float) -> float:
        """Height of the string at ``x``, as y in units."""
        return ends + 34 * (1 - ((x - right / 2) / (right / 2)) ** 2)

    for number in range(1, count):
        x = right * number / count
        y, look = low(x), SEAT_LOOKS[number % 8]
        flag = f"M{x - 15} {y - 1} L{x + 15} {y + 1} L{x} {y + 34}Z"
        body += path(flag, look.colour, stroke=INK, stroke_width=3, stroke_linejoin="round")
        body += path(star(x, y + 11, 6.5), "#FFFAF2", fill_opacity=0.85)
    points = " L".join(f"{right * i / 60:.1f} {low(right * i / 60):.1f}" for i in range(61))
    return line(f"M{points}", INK, 4) + line(f"M{points}", "#F3E6CF", 1.8) + body


def _city(w: float, h: float, right: float, rnd: random.Random) -> str:
    """SVG text of a city by night under a full moon."""
    body = _plain_sky(w, h, (0, "#12163C"), (0.5, "#2E2C66"), (0.8, "#6A447E"), (1, "#B8667E"))
    body += _stars(w, h * 0.5, rnd)
    x, y = right * 0.5, h * 0.3
    body += rad("halo", (x, y, 190), (0, "#FFF3C8", 0.6), (0.5, "#FFD9A0", 0.18), (1, "#FFD9A0", 0))
    body += circle(x, y, 190, "url(#halo)") + circle(x, y, 66, "#FFF0BE")
    body += circle(x - 20, y - 16, 12, "#EFDFA6") + circle(x + 22, y + 16, 15, "#EFDFA6")
    body += circle(x + 8, y - 36, 7, "#EFDFA6")
    ground = h - FLOOR_HEIGHT + 8
    for reach, tone, light_share in (
        (0.62, "#3C3472", 0.16),
        (0.45, "#2C2758", 0.26),
        (0.27, "#1D1A40", 0.36),
    ):
        at = -20.0
        while at < w + 20:
            broad, height = rnd.uniform(46, 104), h * reach * rnd.uniform(0.55, 1.0)
            body += rect(at, ground - height, broad, height + 30, 3, fill=tone)
            if rnd.random() < 0.35:
                body += line(f"M{at + broad / 2} {ground - height} v-26", tone, 5)
            for row in range(int(height / 24)):
                for column in range(int((broad - 10) / 17)):
                    if rnd.random() < light_share:
                        glow = rnd.choice(("#FFD98A", "#FFE9B0", "#9CD7E8"))
                        spot = at + 9 + column * 17, ground - height + 12 + row * 24
                        body += rect(*spot, 8, 12, 1.5, fill=glow, fill_opacity=0.85)
            at += broad + rnd.uniform(-4, 12)
    body += rect(-10, ground, w + 20, h, 0, fill="#2A2344", stroke=INK, stroke_width=3)
    body += "".join(line(f"M{20 + n * 74} {ground + 32} h34", "#FFD25A", 5) for n in range(int(w / 74) + 1))
    return body


_ROOMS: Final[dict[str, Callable[[float, float, float, random.Random], str]]] = {
    "space": _launch,
    "pitch": _meadow,
    "city": _city,
}


TABLE_SIZE: Final = (660.0, 270.0)
"""Size of a table's picture in units at size 1. The middle of its top is 110 units below the upper edge."""
TABLE_TOP: Final = 110.0


@cached_drawing
def plain_table(assets: Assets, size: float = 1.0) -> pygame.Surface:
    """Round felt table with its shadow on the floor, TABLE units times ``size``."""
    shade, table = (
        art(assets, "furniture", TABLE_SIZE[0] * size, TABLE_SIZE[1] * size, layer=layer)
        for layer in ("table-shadow", "table")
    )
    whole = blurred(shade, 8 * assets.scale * size, INK)
    whole.blit(table, (0, 0))
    return whole
