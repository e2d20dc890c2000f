"""The six pairs of socks, each told apart by outline and pattern before colour, and their signs."""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.layers import clip, draw, flipped, lifted
from game.ui.art.palette import INK, LINEN, WOOL
from game.ui.art.svg import circle, line, path, rect, star
from game.ui.kit.assets import Assets, drawn

COLOURS: Final[dict[str, tuple[str, str]]] = {
    "red": ("#D9482B", "#9A2B16"),
    "yellow": ("#F0B021", "#B57C0B"),
    "green": ("#4F9A4F", "#2A5F2C"),
    "blue": ("#3E8EDE", "#1D5596"),
    "violet": ("#8E4FAE", "#56296F"),
    "orange": ("#F08A3C", "#B4561A"),
}
_PLAIN = "M32 16 L68 16 L68 56 Q71 64 82 69 Q97 76 94 91 Q91 103 76 103 L50 103 Q27 101 30 72 Z"
_BODIES = {
    "violet": (
        "M32 16 L68 16 L68 56 Q72 66 84 70 Q100 74 104 56 Q112 84 94 98 Q86 103 76 103 L50 103 "
        "Q27 101 30 72 Z"
    ),
    "orange": (
        "M32 16 L68 16 L68 58 Q72 62 78 62 Q86 58 90 66 Q98 66 98 74 Q105 78 101 86 Q104 95 95 97 "
        "Q90 104 80 103 L50 103 Q27 101 30 72 Z"
    ),
}
_BOX = (-4.0, -8.0, 120.0, 120.0)
_INKED: dict[str, object] = {
    "stroke": INK,
    "stroke_width": 6,
    "stroke_linejoin": "round",
    "stroke_linecap": "round",
}


def _pattern(colour: str) -> str:
    match colour:
        case "red":
            return line("M20 38 H90 M20 56 H90 M20 76 L66 76 M66 60 L60 110 M84 60 L78 110", WOOL, 8)
        case "yellow":
            rhombs = "".join(
                path(f"M{x} {y - 13} L{x + 9.5} {y} L{x} {y + 13} L{x - 9.5} {y} Z", WOOL, stroke="#7A4B2A",
                     stroke_width=2.4)
                for x, y in ((50, 47), (50, 78), (74, 88))
            )  # fmt: skip
            return rhombs + path(
                "M30 32 l40 60 M70 32 l-40 60", stroke="#7A4B2A", stroke_width=2.6, stroke_dasharray="5 3"
            )
        case "green":
            return line(
                "M22 38 L34 46 L46 36 L58 46 L70 36 L84 46 M22 56 L34 64 L46 54 L58 64 L74 54 "
                "M22 76 L34 84 L46 74 L58 84 L70 74 L84 84 L98 76 "
                "M22 95 L34 103 L46 93 L58 103 L70 93 L84 103 L98 93",
                WOOL, 6,
            )  # fmt: skip
        case "blue":
            return "".join(
                rect(x, y, 10, 10, 0, fill=WOOL)
                for row, y in enumerate(range(34, 110, 10))
                for x in range(20 + 10 * (row % 2), 104, 20)
            )
        case "violet":
            places = ((42, 42), (58, 58), (41, 74), (60, 88), (82, 84), (42, 96))
            return "".join(path(star(x, y, 9.5), WOOL) for x, y in places)
    spots = ((40, 40), (59, 40), (49, 57), (40, 74), (60, 74), (49, 91), (70, 90), (86, 80))
    return "".join(circle(x, y, 6.2, WOOL) for x, y in spots)


def _cuff(colour: str) -> str:
    plain = path("M27 8 Q50 3 73 8 L72 26 Q50 31 28 26 Z", WOOL, **_INKED)
    match colour:
        case "red":
            pompom = circle(82, 13, 14, WOOL, **_INKED)
            return plain + pompom + line("M78 8 l3 4 M88 10 l-4 4 M80 19 l4 -1", INK, 2.5)
        case "yellow":
            bow = path("M52 16 L26 2 Q18 16 26 32 Z M52 16 L78 2 Q86 16 78 32 Z", "#12807E", **_INKED)
            return plain + bow + circle(52, 17, 8, "#12807E", **_INKED)
        case "green":
            return path(
                "M22 10 Q22 0 32 4 Q40 -3 50 4 Q60 -3 68 4 Q78 0 78 10 L80 26 Q76 36 68 28 Q60 38 50 29 "
                "Q40 38 32 28 Q24 36 20 26 Z", WOOL, **_INKED,
            )  # fmt: skip
        case "blue":
            fold = path("M22 4 H78 L80 34 H20 Z", COLOURS["blue"][1], **_INKED)
            return fold + circle(50, 19, 8, WOOL, stroke=INK, stroke_width=4)
        case "violet":
            return circle(102, 50, 9, "#F0B021", stroke=INK, stroke_width=5) + plain
    return plain


@drawn
def city_sock(assets: Assets, colour: str, size: float, *, flip: bool = False) -> pygame.Surface:
    """One sock of a pair, `size` units wide and high."""
    base, dark = COLOURS[colour]
    body = _BODIES.get(colour, _PLAIN)
    # Twice as large, then halved: the pattern is cut out pixel by pixel, and its edge would be a staircase.
    double = 2 * size

    def layer(inner: str) -> pygame.Surface:
        return draw(assets, inner, double, double, _BOX)

    heel = path("M26 16 H40 L40 72 Q38 96 56 108 H24 Z", dark, fill_opacity=0.35)
    whole = layer(path(body, base))
    whole.blit(clip(layer(_pattern(colour) + heel), layer(path(body, "#FFFFFF"))), (0, 0))
    whole.blit(layer(path(body, "none", **_INKED) + _cuff(colour)), (0, 0))
    small = pygame.transform.smoothscale(whole, (assets.px(size), assets.px(size)))
    return flipped(small) if flip else small


def _ring(owner: int) -> str:
    """The ring around a sock that has been brought home: sleepers for the first seat, dots for the second."""
    if owner == 0:
        return circle(34, 34, 30, "none", stroke=INK, stroke_width=9) + circle(
            34, 34, 30, "none", stroke=WOOL, stroke_width=6, stroke_dasharray="7 2.1"
        )
    return (
        circle(34, 34, 30, "none", stroke=WOOL, stroke_width=9)
        + circle(34, 34, 30, "none", stroke="#120E1F", stroke_width=6)
        + circle(
            34,
            34,
            30,
            "none",
            stroke=WOOL,
            stroke_width=3.4,
            stroke_dasharray="0.1 9",
            stroke_linecap="round",
        )
    )


SIGN: Final = 80.0
"""How wide the picture of a sign is on a hexagon of radius 42."""


@drawn
def sign(assets: Assets, colour: str, size: float, owner: int = -1, state: str = "") -> pygame.Surface:
    """A sock on its station.

    Args:
        assets: the scale.
        colour: of the pair; empty for a blocker.
        size: the radius of a hexagon in units.
        owner: the seat that took the third sock, -1 for none.
        state: ``focus`` for the pair in focus, ``out`` for one that can no longer be joined.
    """
    wide = SIGN * size / 42
    fill = "#FFE2A0" if owner >= 0 else "#C9C2D8" if state == "out" else LINEN
    body = (_ring(owner) if owner >= 0 else "") + circle(34, 34, 27, fill, stroke=INK, stroke_width=3)
    if state == "focus":
        body = circle(34, 34, 33, "none", stroke=WOOL, stroke_width=7) + body
        body += circle(34, 34, 31.5, "none", stroke="#FFC24D", stroke_width=5)
    whole = lifted(assets, draw(assets, body, wide, wide, (-6, -6, 80, 80)), (0, 3), 4, 140)
    sock = city_sock(assets, colour, 48 * size / 42) if colour else blocker(assets, 46 * size / 42)
    if state == "out":
        sock = sock.copy()  # the other is kept, for socks that are not out
        sock.set_alpha(120)
    middle = whole.get_width() // 2
    whole.blit(sock, sock.get_rect(center=(middle + assets.px(1), middle - assets.px(1))))
    return whole


@drawn
def blocker(assets: Assets, size: float) -> pygame.Surface:
    """A spare sock, turned over: grey, with a bar across it."""
    body = path(_PLAIN, "#8C8798", **_INKED) + path(
        "M27 8 Q50 3 73 8 L72 26 Q50 31 28 26 Z", "#C9C4D4", **_INKED
    )
    body += line("M20 98 L94 26", INK, 15) + line("M20 98 L94 26", "#FFD25A", 9)
    return draw(assets, body, size, size, _BOX)


@drawn
def stop(assets: Assets, size: float) -> pygame.Surface:
    """A small sign: nothing goes through here."""
    body = circle(20, 20, 17, WOOL, stroke=INK, stroke_width=3) + circle(20, 20, 12.5, "#C8402F")
    return draw(assets, body + rect(11, 17, 18, 6, 1.5, fill=WOOL), size, size, (0, 0, 40, 40))
