"""The five big socks of the title, each with a face and things of its own; rolled socks; the ball."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.layers import (
    FOCUS,
    INK,
    STITCH,
    WOOL,
    clip,
    draw,
    flipped,
    inner_shade,
    lifted,
    padded,
    rim,
    stacked,
)
from game.ui.art.patterns import BY_NAME, SEATS, SeatLook, motif
from game.ui.art.puppets import HALF, OPEN, SHUT, colours, pair_of_eyes
from game.ui.art.svg import circle, drawing, group, knit, line, path, rad
from game.ui.core.assets import Assets, drawn

SOCKS: Final = ("lantern", "rocket", "office", "ball", "city")
MARGIN: Final = 34.0
"""Units around every big sock, for rims and its shadow on the wall."""
_BOX: Final = (-140.0, -50.0, 500.0, 480.0)
_LIGHTS: Final = -0.7
_PIN: Final = (110.0, 6.0)


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a big sock is made of."""

    seat: str
    behind: tuple[str, ...] = ()
    below_eyes: tuple[str, ...] = ()
    above_eyes: tuple[str, ...] = ()
    patches: tuple[str, ...] = ()
    mouth: str = "mouth-smile"
    apart: float = 0.0
    shine: bool = True


_KINDS: Final[dict[str, _Kind]] = {
    "lantern": _Kind("teal", above_eyes=("dangle",)),
    "rocket": _Kind(
        "plum", ("air", "flame", "behind"), above_eyes=("over",), patches=("patch",), mouth="mouth-open"
    ),
    "office": _Kind(
        "mustard", above_eyes=("over",), patches=("patch",), mouth="mouth-open", apart=10, shine=False
    ),
    "ball": _Kind("tomato", below_eyes=("under", "toss"), mouth="mouth-open", shine=False),
    "city": _Kind("navy", above_eyes=("over",), mouth="mouth-smile-light"),
}


@dataclass(frozen=True, slots=True)
class Sway:
    """One frame of a hanging sock."""

    turn: float
    """Degrees, clockwise, about the place where it is pinned."""
    eyes: str = OPEN
    live: float = 0.0
    """What else moves on it (flame, lantern, lights in windows), from -1 to 1."""


SWAY: Final[tuple[tuple[Sway, int], ...]] = (
    (Sway(0, live=1), 170),
    (Sway(1.2, live=-0.5), 190),
    (Sway(2, live=0.6), 240),
    (Sway(1.2, live=-1), 190),
    (Sway(0, live=0.5), 170),
    (Sway(-1.2, HALF, -0.6), 90),
    (Sway(-2, SHUT, 0.8), 130),
    (Sway(-2, live=-0.8), 150),
    (Sway(-1.2, live=0.3), 190),
)
"""The idle frames with their times in ms: it sways and blinks once."""


def sock_look(kind: str) -> SeatLook:
    """The colours of a big sock: those of its game."""
    return BY_NAME[_KINDS[kind].seat]


def sock_size(size: float) -> tuple[float, float]:
    """Width and height in units of the surface of a big sock; at size 1 the sock alone is about 220 x 300."""
    return _BOX[2] * size + 2 * MARGIN, _BOX[3] * size + 2 * MARGIN


def sock_pin(size: float) -> float:
    """How far below the surface's upper edge the sock is pinned, in units; from the left it is the middle.

    The sock's own middle lies 55 units times its size from there, towards its toe.
    """
    return (_PIN[1] - _BOX[1]) * size + MARGIN


_AHEAD = (0.75, 0.0)
"""Where its eyes look, -1 to 1: forward, not down."""


def big_sock(
    assets: Assets,
    kind: str,
    frame: int = 0,
    size: float = 0.66,
    *,
    flip: bool = False,
    turn: float = 0.0,
    focus: bool = False,
) -> pygame.Surface:
    """A big sock that hangs from a line with its toe to the right, or to the left when flipped.

    Args:
        assets: the scale.
        kind: one of SOCKS.
        frame: of SWAY; it wraps round.
        size: 1 is 300 units high.
        flip: whether its toe points to the left.
        turn: how it hangs at rest, in degrees.
        focus: with a wool rim and the focus ring round that.
    """
    sway = SWAY[frame % len(SWAY)][0]
    angle = round(turn + sway.turn, 2)  # sums that differ by a hair would be pictures of their own
    # What changes nothing to be seen on a sock must not make another picture of it.
    live = {"office": 0.0, "city": 1.0 if sway.live > _LIGHTS else -1.0}.get(kind, sway.live)
    return _sock(assets, kind, (angle, sway.eyes, live), _AHEAD, float(size), flip=flip, focus=focus)


@drawn
def _sock(
    assets: Assets,
    kind: str,
    sway: tuple[float, str, float],
    aim: tuple[float, float],
    size: float,
    *,
    flip: bool,
    focus: bool,
) -> pygame.Surface:
    what, angle = _KINDS[kind], sway[0]
    look = BY_NAME[what.seat]
    w, h = _BOX[2] * size, _BOX[3] * size
    bend = f"rotate({-angle if flip else angle} {_PIN[0]} {_PIN[1]})"
    mask = draw(assets, group(drawing("sock").layer("silhouette"), bend), w, h, _BOX)
    # The knitting is drawn once and turned, which takes half the time: only its angle differs.
    inside = _hung(_cloth(assets, kind, size, lights=sway[2] > _LIGHTS), -angle if flip else angle)
    clip(inside, mask)
    behind = "".join(_live(kind, part, sway) for part in what.behind)
    parts = [draw(assets, group(behind, bend), w, h, _BOX)] if behind else []
    parts += [inside, draw(assets, group(_front(kind, look, aim, sway), bend), w, h, _BOX)]
    whole = padded(stacked(inside.get_size(), parts), assets.px(MARGIN))
    whole = flipped(whole) if flip else whole
    if focus:
        wool, blue = (
            rim(whole, 7 * assets.scale, WOOL),
            rim(whole, (7 + 5 * assets.bold) * assets.scale, FOCUS),
        )
        whole = stacked(whole.get_size(), (blue, wool, whole))
        return lifted(assets, whole, (8, 14), 9, 90)
    return lifted(assets, whole, (12, 16), 8, 60)


@drawn
def _cloth(assets: Assets, kind: str, size: float, *, lights: bool) -> pygame.Surface:
    """The knitting of a sock that hangs straight, shaded but not yet cut to its shape."""
    w, h = _BOX[2] * size, _BOX[3] * size
    detail = 11 * size * assets.scale >= 3
    body = _inside(kind, BY_NAME[_KINDS[kind].seat], 1.0 if lights else -1.0, detail=detail)
    mask = draw(assets, drawing("sock").layer("silhouette"), w, h, _BOX)
    inside = draw(assets, body, w, h, _BOX)
    inside.blit(inner_shade(mask, 9 * size * assets.scale, (5 * size, -7 * size), 120), (0, 0))
    return inside


def _hung(cloth: pygame.Surface, degrees: float) -> pygame.Surface:
    """A copy turned clockwise about the pin: its outline is drawn anew, so only the knitting grows softer."""
    size = cloth.get_size()
    if not degrees:
        return cloth.copy()
    u = size[0] / _BOX[2]
    pin = pygame.Vector2((_PIN[0] - _BOX[0]) * u, (_PIN[1] - _BOX[1]) * u)
    middle = pin + (pygame.Vector2(size) / 2 - pin).rotate(degrees)
    large = pygame.transform.rotozoom(cloth, -degrees, 1)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    whole.blit(large, large.get_rect(center=(round(middle.x), round(middle.y))))
    return whole


def _inside(kind: str, look: SeatLook, live: float, *, detail: bool) -> str:
    layer, swap = drawing("sock").layer, colours(look)
    if kind == "city":
        swap[SEATS[0].light] = look.colour
    own = drawing(f"sock-{kind}")
    body = layer("inside", swap) + own.layer("knitted")
    if kind == "office":
        body += motif("argyle", (58, 100, 300, 330), "#C4820A", 0.95)
    if kind == "city" and live > _LIGHTS:
        body += own.layer("windows")
    if kind != "city":
        body += layer("toe", swap)
    return body + (knit((40, 40, 290, 320), 11, 0.11) if detail else "")


def _live(kind: str, part: str, sway: tuple[float, str, float]) -> str:
    """A layer of the sock's own, moved as the frame says."""
    text = drawing(f"sock-{kind}").layer(part)
    if part == "flame":
        return group(
            text,
            f"translate(48 186) scale({1 - sway[2] * 0.08:.2f} {1 + sway[2] * 0.14:.2f}) translate(-48 -186)",
        )
    if part == "dangle":
        return group(text, f"rotate({-sway[0] * 2.2:.1f} 246 258)")
    if part == "toss":
        return group(text, f"translate(0 {-6 + sway[2] * 6:.1f}) rotate({sway[2] * 12:.0f} 280 190)")
    return text


def _front(kind: str, look: SeatLook, aim: tuple[float, float], sway: tuple[float, str, float]) -> str:
    what, layer, swap = _KINDS[kind], drawing("sock").layer, colours(look)
    body = layer("outline") + layer("cuff", swap)
    body += "".join(_live(kind, part, sway) for part in what.patches)
    if what.shine:
        body += layer("shine")
    body += layer(what.mouth) + layer("nose")
    body += "".join(_live(kind, part, sway) for part in what.below_eyes)
    places = (176.0, 186.0, 27.0), (220.0 + what.apart, 194.0, 25.0)
    body += pair_of_eyes(places, sway[1], aim, 4.8, look.colour)
    return body + "".join(_live(kind, part, sway) for part in what.above_eyes)


@drawn
def rolled_sock(assets: Assets, seat: int, size: float = 104, turn: float = 0) -> pygame.Surface:
    """A pair of a seat's socks rolled into a ball, turned by so many degrees, with its shadow."""
    look = SEATS[seat]
    box = (-8.0, -8.0, 116.0, 116.0)
    inside = rad("roll", (40, 34, 60), (0, look.light), (0.5, look.colour), (1, look.dark))
    inside += circle(50, 50, 42, "url(#roll)")
    if look.pattern == "heel":
        inside += path("M50 56 Q76 60 96 40 V100 H40Z", WOOL)
    else:
        inside += group(motif(look.pattern, (0, 6, 110, 110), look.wool, 0.62), "rotate(24 50 50)")
    if 7 * size / 116 * assets.scale >= 3:
        inside += knit((0, 0, 100, 100), 7, 0.12)
    spin = f"rotate({turn} 50 50)"
    ball = draw(assets, group(inside, spin), size, size, box)
    clip(ball, draw(assets, circle(50, 50, 42, "#FFFFFF"), size, size, box))
    cuff = "M14 40 Q44 60 86 34 Q92 44 91 54 Q46 80 9 56 Q9 48 14 40Z"
    front = circle(50, 50, 42, "none", stroke=INK, stroke_width=5)
    front += path(cuff, WOOL, stroke=INK, stroke_width=5, stroke_linejoin="round")
    front += line("M24 51v9M38 56v10M52 56v10M66 52v10M79 46v9", STITCH, 4)
    shade = line("M20 34 Q28 18 46 15", "#FFFFFF", 5, stroke_opacity=0.4)
    whole = stacked(ball.get_size(), (ball, draw(assets, group(front, spin) + shade, size, size, box)))
    return lifted(assets, whole, (0, 3), 4, 110)


BALL_FRAMES: Final = 8


@drawn
def ball(assets: Assets, size: float = 44, frame: int = 0, *, ghost: bool = False) -> pygame.Surface:
    """The ball, rolling: BALL_FRAMES frames, clockwise; a ghost is half transparent."""
    drawn_by = drawing("ball")
    body = group(drawn_by.layer("ball"), f"rotate({frame % BALL_FRAMES * 360 / BALL_FRAMES} 50 50)")
    surface = draw(assets, body + drawn_by.layer("shine"), size, size, drawn_by.box)
    if ghost:
        surface.fill((255, 255, 255, 140), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
