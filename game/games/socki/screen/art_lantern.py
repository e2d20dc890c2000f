"""The mending lamp: a ship's lantern on a post, in states that differ in shape and not in light alone.

It burns with a tall flame where the table is legal, flickers low behind a patched pane where it can be
mended, and is dark with a broken pane and a curl of smoke where it cannot.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from game.ui.art.layers import draw, rim
from game.ui.art.palette import INK, STITCH, WOOD, WOOD_DARK
from game.ui.art.svg import circle, group, lin, line, path, rad, seam
from game.ui.kit.assets import Assets, drawn

WARM, REST, AMBER, OUT = "warm", "rest", "amber", "out"
STATES: Final = (WARM, REST, AMBER, OUT)
LAMP: Final = (148.0, 178.0)
"""Width and height of the lamp's surface; its hook is at the middle of the upper edge."""
FRAMES: Final = {WARM: 4, REST: 4, AMBER: 6, OUT: 6}
"""How many frames each state has."""
GLOWS: Final = {WARM: ("#FFC860", 0.5), REST: ("#FFC860", 0.36), AMBER: ("#E08A2A", 0.34)}
"""Colour and strength of the light close by."""
_BOX: Final = (-14.0, 0.0, 148.0, 178.0)
_GLASS: Final = "M30 50 C18 70 18 102 34 124 L86 124 C102 102 102 70 90 50Z"
_METAL: Final = "#4B4A63"


def _steel(d: str) -> str:
    return path(d, "url(#steel)", stroke=INK, stroke_width=4.5, stroke_linejoin="round")


def _frame() -> str:
    """What every state has: hook, bail, cap and foot."""
    body = lin("steel", (24, 0, 96, 0), (0, "#3A3950"), (0.35, "#7A7998"), (0.6, _METAL), (1, "#34334A"))
    body += line("M60 2 V22", INK, 5) + line("M38 34 C40 8 80 8 82 34", INK, 5.5)
    body += line("M38 34 C40 8 80 8 82 34", "#8A89A6", 1.8)
    return body


def _caps() -> str:
    body = _steel("M32 46 L42 31 H78 L88 46Z") + _steel("M26 124 H94 L98 142 H22Z")
    body += line("M44 35.500 H74", "#A9A8C4", 2, stroke_opacity=0.7)
    return body + line("M31 129 H88", "#A9A8C4", 2, stroke_opacity=0.7)


def _flame(height: float, lean: float) -> str:
    """A flame that stands on y 114, so high, its tip leaning to the side."""
    tip = 60 + lean, 114 - height
    half = 8 + height * 0.16
    outer = (
        f"M{tip[0]:.1f} {tip[1]:.1f} C{60 + half + lean * 0.5:.1f} {114 - height * 0.55:.1f} "
        f"{60 + half:.1f} {114 - height * 0.16:.1f} 60 114 "
        f"C{60 - half:.1f} {114 - height * 0.16:.1f} {60 - half + lean * 0.5:.1f} {114 - height * 0.5:.1f} "
        f"{tip[0]:.1f} {tip[1]:.1f}Z"
    )
    inner = (
        f"M{60 + lean * 0.5:.1f} {114 - height * 0.52:.1f} C{60 + half * 0.5:.1f} {114 - height * 0.3:.1f} "
    )
    inner += f"{60 + half * 0.45:.1f} 112 60 112 C{60 - half * 0.45:.1f} 112 {60 - half * 0.5:.1f} "
    inner += f"{114 - height * 0.3:.1f} {60 + lean * 0.5:.1f} {114 - height * 0.52:.1f}Z"
    return path(outer, "#FFFDE8") + path(inner, "#FFE9A0")


def _bars() -> str:
    d = "M45 51 C37 74 37 100 46 123 M75 51 C83 74 83 100 74 123"
    return line(d, INK, 3, stroke_opacity=0.7)


def _glass(*stops: tuple[float, str]) -> str:
    return rad("glass", (60, 88, 56), *stops) + path(_GLASS, "url(#glass)", stroke=INK, stroke_width=5)


def _warm(frame: int) -> str:
    swing = math.sin(frame * math.tau / FRAMES[WARM])
    body = _glass((0, "#FFF6C8"), (0.5, "#FFC94A"), (1, "#E08A00"))
    body += _flame(54 + 3 * swing, 2.5 * swing) + _bars()
    return body + line("M36 60 C30 78 30 94 36 108", "#FFFFFF", 4, stroke_opacity=0.7)


def _rest(frame: int) -> str:
    """A small calm flame: the lamp is asked nothing, or has not made up its mind."""
    swing = math.sin(frame * math.tau / FRAMES[REST])
    body = _glass((0, "#FFEBB0"), (0.5, "#EFB445"), (1, "#B8700C"))
    body += _flame(34 + 2 * swing, 1.5 * swing) + _bars()
    return body + line("M36 60 C30 78 30 94 36 108", "#FFFFFF", 4, stroke_opacity=0.6)


def _amber(frame: int) -> str:
    """A low flame that leans and ducks, and a pane mended with a stitched patch."""
    height, lean = ((24, -4), (18, 5), (28, 2), (20, -6), (26, 4), (16, 0))[frame % FRAMES[AMBER]]
    body = _glass((0, "#FFC765"), (0.45, "#C9761C"), (1, "#6E3A14"))
    body += _flame(height, lean) + _bars()
    patch = "M66 58 L88 62 L90 84 L68 82Z"
    body += path(patch, "#F4D9A6", stroke=INK, stroke_width=3, stroke_linejoin="round")
    return body + line(seam("M69.500 61.500 L85 64.500 L86.500 80.500 L71 79 Z", 4, 4), "#C8402F", 2.2)


def _out(frame: int) -> str:
    """No flame: a hole in the pane with cracks, and smoke that curls from the wick."""
    body = _glass((0, "#3E3A5A"), (1, "#1E1A34"))
    body += line("M60 114 V104", "#0E0B1C", 4) + circle(60, 103, 2.6, "#D9682B" if frame % 2 else "#8A3A22")
    drift = frame / FRAMES[OUT] * math.tau
    points = [(60 + 7 * math.sin(y / 9 + drift) * (1 - y / 110), 102 - y) for y in range(0, 46, 3)]
    smoke = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    body += line(smoke, "#B9B4CC", 3.6, stroke_opacity=0.55) + _bars()
    hole = "M70 66 L80 60 L84 72 L93 76 L84 84 L86 96 L76 88 L66 92 L70 80 L62 74Z"
    body += path(hole, "#0E0B1C", stroke="#C9C4DC", stroke_width=2.4, stroke_linejoin="round")
    cracks = "M70 66 L60 54 M62 74 L46 70 M66 92 L56 104 M86 96 L90 108 M84 72 L92 62"
    return body + line(cracks, "#C9C4DC", 1.8, stroke_opacity=0.8)


@drawn
def lamp(assets: Assets, state: str = WARM, frame: int = 0, size: float = 1.0) -> pygame.Surface:
    """The lantern in one of the STATES; LAMP units at size 1. Frames repeat after FRAMES[state]."""
    w, h = LAMP
    inner = {WARM: _warm, REST: _rest, AMBER: _amber, OUT: _out}[state](frame % FRAMES[state])
    body = group(_frame() + inner + _caps(), "translate(0 4) scale(1.02)")
    picture = draw(assets, body, w * size, h * size, _BOX)
    if state != OUT:
        return picture
    edged = rim(picture, 1.6 * assets.scale, "#8E8AB4")
    edged.blit(picture, (0, 0))
    return edged


@drawn
def lamp_sign(assets: Assets, state: str, size: float = 26) -> pygame.Surface:
    """The state as a small sign for labels: a flame, a stitched patch, a broken pane."""
    if state == WARM:
        d = "M14 3 C24 12 25 26 14 26 C3 26 4 12 14 3Z"
        body = path(d, "#FFC94A", stroke=INK, stroke_width=2.6, stroke_linejoin="round")
        body += path("M14 14 C19 19 18 24 14 24 C10 24 9 19 14 14Z", "#FFFDE8")
    elif state == AMBER:
        body = path("M4 4 H24 V24 H4Z", "#F4D9A6", stroke=INK, stroke_width=2.6, stroke_linejoin="round")
        body += line(
            seam("M7.500 7.500 L20.500 7.500 L20.500 20.500 L7.500 20.500 Z", 3.4, 3), "#B03526", 2.2
        )
    else:
        body = path("M4 4 H24 V24 H4Z", "#5B5470", stroke=INK, stroke_width=2.6, stroke_linejoin="round")
        body += path("M10 9 L15 7 L17 12 L21 14 L16 18 L11 20 L11 15 L7 13Z", "#1E1A34")
        body += line("M10 9 L6 5 M16 18 L21 22 M11 20 L8 24", "#E6E2F2", 1.6)
    return draw(assets, body, size, size, (0, 0, 28, 28))


@drawn
def gallows(assets: Assets, h: float, reach: float = 92) -> pygame.Surface:
    """The post with the arm that the lamp hangs from.

    It is `reach` + 40 units wide and h high; the lamp's hook is at (10, 30) of it.
    """
    x = reach + 14.0
    body = lin("post", (x - 12, 0, x + 14, 0), (0, WOOD_DARK), (0.4, "#8E5A34"), (1, "#54331E"))
    shape = f"M{x - 7} 4 H{x + 9} L{x + 15} {h} H{x - 12}Z"
    body += path(shape, "url(#post)", stroke=INK, stroke_width=4, stroke_linejoin="round")
    grain = f"M{x - 1} 14 C{x + 3} {h * 0.3:.0f} {x - 4} {h * 0.6:.0f} {x} {h - 6} M{x + 5} 60 V{h * 0.5:.0f}"
    body += line(grain, WOOD, 2.6, stroke_opacity=0.7)
    for y in (h * 0.34, h * 0.68):
        body += f'<ellipse cx="{x + 1}" cy="{y:.0f}" rx="3.4" ry="6" fill="none" stroke="{INK}" '
        body += 'stroke-opacity=".45" stroke-width="2"/>'
    arm = f"M{x} 26 H10 M{x - 8} 72 L{x - 48} 26"
    body += line(arm, INK, 13) + line(arm, WOOD, 6.4)
    bands = f"M{x - 9} 20 H{x + 10} M{x - 9} 32 H{x + 10}"
    body += line(bands, INK, 5) + line(bands, STITCH, 2.6)
    return draw(assets, body, reach + 40, h)
