"""The rooms behind the lobby, one for each big sock: beach, launch field, office, meadow, city at night."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import pygame

from game.ui.art.beach import beach
from game.ui.art.layers import draw
from game.ui.art.palette import INK
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, group, lin, line, path, rad, rect, star
from game.ui.core.assets import Assets, painted

FLOOR: Final = 100.0
"""How high the ground is, from the lower edge."""


@painted
def lobby_room(
    assets: Assets, w: float, h: float, kind: str, right: float, theme: str = "linen"
) -> pygame.Surface:
    """A room for a canvas of w x h units.

    Args:
        assets: the scale.
        w: width of the canvas.
        h: its height.
        kind: one of the big socks: lantern, rocket, office, ball or city.
        right: where the panels begin; what is worth seeing lies left of it.
        theme: of the window; in the dark one the evening is later.
    """
    maker = _ROOMS.get(kind)
    if maker is None:
        return beach(assets, w, h, right * 0.51, right - 20, dark=theme == "dark")
    room = draw(assets, maker(w, h, right, random.Random(7)), w, h)  # one town for every size of the window
    if theme == "dark":
        room.fill((120, 112, 158), special_flags=pygame.BLEND_RGB_MULT)
    return room


def _sky(w: float, h: float, *stops: tuple[float, str]) -> str:
    return lin("sky", (0, 0, 0, h), *stops) + rect(0, 0, w, h, 0, fill="url(#sky)")


def _stars(w: float, low: float, rnd: random.Random, colour: str = "#FFF3D0") -> str:
    return "".join(
        circle(rnd.uniform(10, w - 10), rnd.uniform(4, low), rnd.choice((1, 1.4, 2.1)), colour,
               fill_opacity=rnd.choice((0.45, 0.7, 0.95)))
        for _ in range(int(w / 11))
    )  # fmt: skip


def _launch(w: float, h: float, right: float, rnd: random.Random) -> str:
    """A field at night from which rockets start; one stands ready."""
    body = _sky(w, h, (0, "#0E1238"), (0.45, "#27306E"), (0.75, "#5D4B8C"), (1, "#C9798A"))
    body += _stars(w, h * 0.6, rnd)
    x, y = right * 0.52, h * 0.34
    body += rad("halo", (x, y, 230), (0, "#FFE9B0", 0.55), (0.5, "#E6B0C8", 0.22), (1, "#E6B0C8", 0))
    body += (
        circle(x, y, 230, "url(#halo)") + circle(x, y, 112, "#F4D9A8") + circle(x - 30, y - 22, 22, "#E4C088")
    )
    body += circle(x + 42, y + 30, 30, "#E4C088") + circle(x + 20, y - 58, 13, "#E4C088")
    ring = f"M{x - 190} {y + 34} C{x - 120} {y + 96} {x + 150} {y + 20} {x + 190} {y - 38}"
    body += line(ring, "#F7C6B0", 11, stroke_opacity=0.85) + line(ring, "#B9718C", 3, stroke_opacity=0.7)
    ground = h - FLOOR - 24
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
    """A launch tower with lights up its side."""
    top = h * 0.18
    body = line(f"M{x - 16} {foot + 40} L{x - 9} {top} M{x + 16} {foot + 40} L{x + 9} {top}", "#1B1638", 6)
    y = top + 16
    while y < foot + 20:
        body += line(f"M{x - 12} {y} L{x + 12} {y + 26} M{x + 12} {y} L{x - 12} {y + 26}", "#1B1638", 3)
        y += 30
    return body + circle(x, top - 4, 5, "#FF6B5A") + circle(x, top - 4, 15, "#FF6B5A", fill_opacity=0.25)


def _office(w: float, h: float, right: float, rnd: random.Random) -> str:
    """An open-plan office in the evening, its windows on the town."""
    body = _sky(w, h, (0, "#E9D3B0"), (0.7, "#D9BC92"), (1, "#B98F62"))
    top, low = h * 0.1, h - FLOOR - 66
    count = max(3, round(right / 230))
    wide = (right - 90) / count
    for number in range(count):
        x = 52 + number * wide
        name = f"glass{number}"
        body += lin(name, (0, top, 0, low), (0, "#3B4A86"), (0.55, "#C06A84"), (1, "#FFC08A"))
        body += rect(x, top, wide - 22, low - top, 12, fill=f"url(#{name})", stroke=INK, stroke_width=4)
        at = x + 6
        while at < x + wide - 44:
            tall, broad = rnd.uniform(50, 200), rnd.uniform(24, 46)
            broad = min(broad, x + wide - 30 - at)
            body += rect(at, low - tall, broad, tall - 3, 2, fill="#4B3A6E", fill_opacity=0.85)
            for row in range(int(tall / 22)):
                for column in range(int(broad / 13)):
                    if rnd.random() < 0.4:
                        spot = at + 5 + column * 12, low - tall + 10 + row * 20
                        body += rect(*spot, 6, 9, 1, fill="#FFD98A", fill_opacity=0.9)
            at += broad + 6
        half = x + (wide - 22) / 2
        body += line(f"M{half} {top} V{low} M{x} {top + (low - top) * 0.4} h{wide - 22}", "#6B4A36", 5)
        shade = f"M{x + 4} {top + 4} h{wide - 30} v26 " + "q-9 11 -18 0 " * int((wide - 30) / 18) + "Z"
        body += path(
            shade, SEATS[(2, 1, 6, 4)[number % 4]].light, fill_opacity=0.55, stroke=INK, stroke_width=3
        )
    floor = low + 34
    body += rect(-10, low + 12, w + 20, 24, 0, fill="#8A5E3C", stroke=INK, stroke_width=3)
    body += lin("carpet", (0, floor, 0, h), (0, "#4B7F80"), (1, "#2D5458"))
    body += rect(-10, floor, w + 20, h - floor, 0, fill="url(#carpet)", stroke=INK, stroke_width=3)
    for x, size in ((26.0, 1.0), (right - 62, 1.15)):
        body += group(_plant(), f"translate({x} {floor + 62}) scale({size})")
    return body


_LEAVES: Final = ((-44, 14, "#3F7A56"), (40, 10, "#3F7A56"), (-16, -14, "#5A9A63"), (20, -6, "#4C8A5A"))


def _plant() -> str:
    leaves = "".join(
        path(f"M0 -40 Q{dx * 0.5} {-70 + dy} {dx} {-108 + dy} Q{dx * 0.9 + 16} {-62 + dy} 4 -40Z", tone,
             stroke=INK, stroke_width=3, stroke_linejoin="round")
        for dx, dy, tone in _LEAVES
    )  # fmt: skip
    pot = path("M-24 -44 H24 L17 0 H-17Z", "#C9744A", stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    return leaves + pot + rect(-27, -50, 54, 12, 4, fill="#E08B5C", stroke=INK, stroke_width=3.4)


def _meadow(w: float, h: float, right: float, rnd: random.Random) -> str:
    """A pitch on a meadow in the afternoon, with bunting over it."""
    body = _sky(w, h, (0, "#6FB7E8"), (0.5, "#BFE2F2"), (0.8, "#FFE9C4"), (1, "#FFE0AE"))
    for x, y, size in ((0.16, 0.2, 1.0), (0.42, 0.13, 1.3), (0.74, 0.22, 0.9), (0.92, 0.1, 1.1)):
        cloud = "M-60 18 Q-66 -8 -36 -10 Q-26 -36 4 -26 Q30 -40 44 -14 Q72 -12 64 18Z"
        body += group(path(cloud, "#FFFFFF", fill_opacity=0.85), f"translate({w * x} {h * y}) scale({size})")
    low = h - FLOOR - 96
    for shift, drop, tone in ((0.0, 0, "#9CCB8A"), (0.21, 26, "#7DB872"), (0.43, 48, "#68A863")):
        y = low + drop
        hill = f"M-10 {y} Q{w * (0.2 + shift)} {y - 90} {w * (0.55 + shift / 2)} {y + 6}"
        body += path(f"{hill} T{w + 10} {low + drop - 26} V{h} H-10Z", tone)
    ground = low + 84
    stripes = max(6, round(w / 120))
    body += rect(-10, ground, w + 20, h, 0, fill="#4F9A4F")
    for number in range(0, stripes, 2):
        x, step = w * number / stripes, w / stripes
        body += path(f"M{x} {ground} h{step} l-26 {h - ground} h{-step}Z", "#5FAE5A")
    body += line(f"M-10 {ground + 3} H{w + 10}", "#FFFAF2", 6)
    for _ in range(int(w / 24)):
        x, y = rnd.uniform(0, w), rnd.uniform(low + 20, ground - 8)
        body += circle(x, y, 3, rnd.choice(("#FFFAF2", "#FFD25A", "#F2A0B8")), fill_opacity=0.9)
    return body + _bunting(right)


def _bunting(right: float) -> str:
    """Pennants in the seats' colours on a string."""
    ends, body = 74.0, ""
    count = round(right / 46)

    def low(x: float) -> float:
        return ends + 34 * (1 - ((x - right / 2) / (right / 2)) ** 2)

    for number in range(1, count):
        x = right * number / count
        y, look = low(x), SEATS[number % 8]
        flag = f"M{x - 15} {y - 1} L{x + 15} {y + 1} L{x} {y + 34}Z"
        body += path(flag, look.colour, stroke=INK, stroke_width=3, stroke_linejoin="round")
        body += path(star(x, y + 11, 6.5), "#FFFAF2", fill_opacity=0.85)
    points = " L".join(f"{right * i / 60:.1f} {low(right * i / 60):.1f}" for i in range(61))
    return line(f"M{points}", INK, 4) + line(f"M{points}", "#F3E6CF", 1.8) + body


def _city(w: float, h: float, right: float, rnd: random.Random) -> str:
    """A town at night, its windows lit."""
    body = _sky(w, h, (0, "#12163C"), (0.5, "#2E2C66"), (0.8, "#6A447E"), (1, "#B8667E"))
    body += _stars(w, h * 0.5, rnd)
    x, y = right * 0.5, h * 0.3
    body += rad("halo", (x, y, 190), (0, "#FFF3C8", 0.6), (0.5, "#FFD9A0", 0.18), (1, "#FFD9A0", 0))
    body += circle(x, y, 190, "url(#halo)") + circle(x, y, 66, "#FFF0BE")
    body += circle(x - 20, y - 16, 12, "#EFDFA6") + circle(x + 22, y + 16, 15, "#EFDFA6")
    body += circle(x + 8, y - 36, 7, "#EFDFA6")
    ground = h - FLOOR + 8
    for reach, tone, lit in ((0.62, "#3C3472", 0.16), (0.45, "#2C2758", 0.26), (0.27, "#1D1A40", 0.36)):
        at = -20.0
        while at < w + 20:
            broad, tall = rnd.uniform(46, 104), h * reach * rnd.uniform(0.55, 1.0)
            body += rect(at, ground - tall, broad, tall + 30, 3, fill=tone)
            if rnd.random() < 0.35:
                body += line(f"M{at + broad / 2} {ground - tall} v-26", tone, 5)
            for row in range(int(tall / 24)):
                for column in range(int((broad - 10) / 17)):
                    if rnd.random() < lit:
                        glow = rnd.choice(("#FFD98A", "#FFE9B0", "#9CD7E8"))
                        spot = at + 9 + column * 17, ground - tall + 12 + row * 24
                        body += rect(*spot, 8, 12, 1.5, fill=glow, fill_opacity=0.85)
            at += broad + rnd.uniform(-4, 12)
    body += rect(-10, ground, w + 20, h, 0, fill="#2A2344", stroke=INK, stroke_width=3)
    body += "".join(line(f"M{20 + n * 74} {ground + 32} h34", "#FFD25A", 5) for n in range(int(w / 74) + 1))
    return body


_ROOMS: Final[dict[str, Callable[[float, float, float, random.Random], str]]] = {
    "rocket": _launch,
    "office": _office,
    "ball": _meadow,
    "city": _city,
}
