"""What settings are made of: knitted sliders, buttoned toggles, cloth segments, pips and arrows."""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.layers import clip, draw, lifted, stacked
from game.ui.art.palette import BAD, GOLD, INK, LINEN, OATMEAL, STITCH, WOOL, mix
from game.ui.art.patterns import SEATS
from game.ui.art.svg import circle, line, path, rad, rect, rounded, seam
from game.ui.core.assets import Assets, drawn

SLIDER_ROOM: Final = 40.0
"""Units around a slider's thread on every side."""
_BAND: Final = 36.0
_STITCH_W, _STITCH_H = 8.0, 7.0


@drawn
def sewing_button(
    assets: Assets, size: float = 34, *, full: bool = True, colour: str = "#FFC94D", rim: str = WOOL
) -> pygame.Surface:
    """A sewing button as a pip: whole, or the dashed place where one was, in the colour `rim`."""
    r = size / 2 - 2
    box = (-size / 2, -size / 2, size, size)
    if not full:
        ring = [(r * math.cos(a), r * math.sin(a)) for a in (i * math.tau / 36 for i in range(37))]
        dashes = seam("M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in ring), 6, 5)
        body = circle(0, 0, r, INK, fill_opacity=0.22) + line(dashes, rim, 3, stroke_opacity=0.9)
        return draw(assets, body, size, size, box)
    q = r - 2
    body = circle(0, 2.5, q + 0.5, INK, fill_opacity=0.35)
    stops = (0, mix(colour, "#FFFFFF", 0.55)), (0.5, colour), (1, mix(colour, "#8A4A00", 0.55))
    body += rad("sewn", (-q * 0.3, -q * 0.35, q * 1.6), *stops)
    body += circle(0, 0, q, "url(#sewn)", stroke=INK, stroke_width=max(2.4, q * 0.23))
    body += circle(0, 0, q * 0.68, "none", stroke=mix(colour, "#5A2E00", 0.5), stroke_width=q * 0.13)
    for x in (-1, 1):
        for y in (-1, 1):
            body += circle(x * q * 0.24, y * q * 0.24, q * 0.13, INK)
    arc = f"M{-q * 0.62} {-q * 0.36} Q{-q * 0.42} {-q * 0.74} {q * 0.02} {-q * 0.8}"
    body += line(arc, "#FFFFFF", q * 0.12, stroke_opacity=0.75)  # fmt: skip
    return draw(assets, body, size, size, box)


@drawn
def toggle(
    assets: Assets, *, on: bool, w: float = 104, h: float = 48, sunk: str = "#E7D8C2", ink: str = INK
) -> pygame.Surface:
    """A sewing button that is through its buttonhole (right, on green cloth) or beside it (left)."""
    r = h / 2
    fill = "#9CCBA6" if on else sunk
    body = rect(2, 2, w - 4, h - 4, r - 2, fill=fill, stroke=ink, stroke_width=4)
    hole = r * 0.85 if on else w - r * 1.85
    body += line(f"M{hole} {r} h{r}", ink, 5)
    body += line(f"M{hole} {r - 9} v18 M{hole + r} {r - 9} v18", ink, 3, stroke_opacity=0.4)
    whole = draw(assets, body, w, h)
    knob = sewing_button(assets, h + 2)
    centre = (round((w - r - 1 if on else r + 1) * assets.scale), round(r * assets.scale))
    whole.blit(knob, knob.get_rect(center=centre))
    return whole


@drawn
def segment_bed(
    assets: Assets, w: float, h: float = 54, fill: str = OATMEAL, ink: str = INK
) -> pygame.Surface:
    """The trough in which the choices of a segmented control lie."""
    return draw(assets, rect(1.5, 1.5, w - 3, h - 3, h / 2, fill=fill, stroke=ink, stroke_width=3), w, h)


@drawn
def segment(assets: Assets, w: float, h: float = 54, fill: str = INK, stitch: str = STITCH) -> pygame.Surface:
    """The chosen one of a segmented control: dark cloth with a stitch, as large as its share of the bed."""
    body = rect(1.5, 1.5, w - 3, h - 3, h / 2, fill=fill)
    body += line(seam(rounded(8, 8, w - 16, h - 16, h / 2), 7, 5), stitch, 2)
    return draw(assets, body, w, h)


@drawn
def stepper(
    assets: Assets, *, right: bool, size: float = 46, fill: str = LINEN, ink: str = INK
) -> pygame.Surface:
    """A round button with an arrow, for the value before or after."""
    d = "M16 11 L25 20 L16 29" if right else "M24 11 L15 20 L24 29"
    body = circle(20, 20, 18, fill, stroke=ink, stroke_width=3) + line(d, ink, 4.6)
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def theme_dot(assets: Assets, first: str, second: str, size: float = 28, edge: str = INK) -> pygame.Surface:
    """A disc of two halves, for choosing colours."""
    body = circle(20, 20, 17.5, first)
    body += path("M7.6 32.4 A17.5 17.5 0 0 0 32.4 7.600Z", second)
    body += circle(20, 20, 17.5, "none", stroke=edge, stroke_width=3.6)
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def yarn_ball(assets: Assets, seat: int, size: float = 52) -> pygame.Surface:
    """A ball of a seat's yarn."""
    look = SEATS[seat]
    c, dark, light = look.colour, look.dark, look.light
    body = rad("yarn", (38, 34, 62), (0, light), (0.5, c), (1, dark)) + circle(50, 50, 40, "url(#yarn)")
    for i in range(-3, 6):
        body += path(f"M{-10 + i * 13} 104 Q{20 + i * 9} 40 {70 + i * 11} -4", stroke=dark, stroke_width=3.4)
    for i in range(-1, 3):
        body += path(f"M10 {70 + i * 11} Q54 {58 + i * 12} 92 {84 + i * 9}", stroke=light, stroke_width=4)
    body += path("M54 8 Q92 22 92 58 M42 12 Q78 28 82 62", stroke=dark, stroke_width=3.4)
    box = (0.0, 0.0, 100.0, 100.0)
    ball = clip(
        draw(assets, body, size, size, box), draw(assets, circle(50, 50, 40, "#FFFFFF"), size, size, box)
    )
    edge = circle(50, 50, 40, "none", stroke=INK, stroke_width=6.5)
    edge += line("M24 36 Q32 22 48 20", "#FFFFFF", 5, stroke_opacity=0.7)
    return stacked(ball.get_size(), (ball, draw(assets, edge, size, size, box)))


@drawn
def slider(assets: Assets, w: float, share: float, seat: int = 1) -> pygame.Surface:
    """A slider that is being knitted: so much is done, the rest is thread; the ball is the handle.

    Args:
        assets: the scale.
        w: from the first stitch to the end of the thread, in units; SLIDER_ROOM lies around it, and the
            thread runs through the middle of the surface.
        share: 0 to 1.
        seat: whose yarn.
    """
    look = SEATS[seat]
    done = round(w * max(0.0, min(1.0, share)))
    room = SLIDER_ROOM
    box = (-room, -room, w + 2 * room, 2 * room)
    size = box[2], box[3]
    thread = line(_wave(done, w), INK, 7) + line(_wave(done, w), look.light, 3.4)
    thread += circle(w, 0, 9, "#E3B57C", stroke=INK, stroke_width=3.4)
    whole = draw(assets, thread, *size, box)
    if done >= 6:
        whole.blit(lifted(assets, _scarf(assets, done, seat, size, box), (0, 4), 4, 90), (0, 0))
    needle = line(f"M{done} -31 V30", INK, 11) + line(f"M{done} -31 V30", "#E3B57C", 5)
    whole.blit(draw(assets, needle, *size, box), (0, 0))
    ball = yarn_ball(assets, seat, 52)
    middle = round((done + room) * assets.scale), round(room * assets.scale)
    whole.blit(ball, ball.get_rect(center=middle))
    return whole


def _wave(start: float, end: float) -> str:
    """The thread that is still to be knitted, as cubics."""
    count = max(1, round((end - start) / 26))
    step = (end - start) / count
    d, sign = f"M{start} 0", -1
    for number in range(count):
        x = start + number * step
        d += f"C{x + step / 3:.2f} {9 * sign} {x + step * 2 / 3:.2f} {9 * sign} {x + step:.2f} 0"
        sign = -sign
    return d


def _scarf(
    assets: Assets, done: float, seat: int, size: tuple[float, float], box: tuple[float, float, float, float]
) -> pygame.Surface:
    """The knitted part, with fringes at its start."""
    look = SEATS[seat]
    yarn, wool = (look.colour, look.dark, look.light), (WOOL, "#CDB795", "#FFFFFF")
    cloth = rect(0, -_BAND / 2, done, _BAND, 0, fill=look.dark)
    for column in range(int(done / _STITCH_W) + 1):
        for row in range(int(_BAND / _STITCH_H) + 1):
            reach = abs((column + 4) % 8 - 4) + abs(row - 2)
            edge = row in (-1, 5)
            cloth += _stitch(wool if edge or 0 < reach <= 2 else yarn, column, row)
    mask = rect(0, -_BAND / 2, done, _BAND, 8, fill="#FFFFFF")
    knitted = clip(draw(assets, cloth, *size, box), draw(assets, mask, *size, box))
    trim = ""
    for number in range(5):
        y = -13 + number * 6.5
        trim += line(f"M-1 {y} h-9", INK, 5) + line(f"M-1 {y} h-9", look.light, 2.2)
    trim += rect(0, -_BAND / 2, done, _BAND, 8, fill="none", stroke=INK, stroke_width=4)
    return stacked(knitted.get_size(), (knitted, draw(assets, trim, *size, box)))


def _stitch(yarn: tuple[str, str, str], column: int, row: int) -> str:
    """One V of stocking stitch."""
    x, y = column * _STITCH_W, row * _STITCH_H - _BAND / 2
    colour, dark, light = yarn
    w, h = _STITCH_W, _STITCH_H
    legs = "".join(
        f"M{x + w * (0.5 + side * 0.27):.1f} {y + h * 0.26:.1f} "
        f"L{x + w * (0.5 + side * 0.12):.1f} {y + h * 1.22:.1f}"
        for side in (-1, 1)
    )
    thread = line(legs, dark, w * 0.5) + line(legs, colour, w * 0.38)
    return thread + line(legs, light, w * 0.12, stroke_opacity=0.5)


@drawn
def meter_bead(assets: Assets, size: float = 24, *, full: bool = True, colour: str = GOLD) -> pygame.Surface:
    """A bead of a row that counts up to something."""
    body = circle(
        20, 20, 15, colour if full else INK, fill_opacity=1 if full else 0.16, stroke=INK, stroke_width=4
    )
    if full:
        body += line("M11 16 Q14 10 20 9.5", "#FFFFFF", 3.4, stroke_opacity=0.8)
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def new_mark(assets: Assets, size: float = 18) -> pygame.Surface:
    """A small red knot: there is something new."""
    body = circle(20, 20, 15, BAD, stroke=WOOL, stroke_width=5)
    return draw(assets, body, size, size, (0, 0, 40, 40))
