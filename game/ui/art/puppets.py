"""Sock puppet of a seat: each state is a short strip of frames, drawn from assets/common/puppet.svg.

Also parts shared with the pieces of boards, as SVG text (eyes, circling stars), and the night cap: a sock of
the drawer, worn behind the eyes of a puppet with its toe down the back.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.gaze import AIM_AHEAD, AIMS, Aim, EyeSockets
from game.ui.art.knits import Knit, knit_named, place_motif, shape, woven
from game.ui.art.layers import (
    FOCUS_COLOUR,
    GOLD,
    INK,
    WOOL,
    clip,
    flipped,
    inner_shade,
    mix,
    padded,
    rasterize_units,
    rim,
    stack_layers,
)
from game.ui.art.patterns import SEAT_LOOKS, SeatLook, motif
from game.ui.art.svg import Box, drawing, group, knit, line, oval, path, rect, seam, star
from game.ui.core.assets import Assets, cached_drawing, rasterize_svg
from game.ui.core.paint import Painter

WHITE: Final = "#FFFDF8"
OPEN, HALF, SHUT, CROSSED, GLAD = "open", "half", "shut", "crossed", "glad"


def eye(place: tuple[float, float, float], look: tuple[float, float], width: float, lid: str) -> str:
    """SVG text of a button eye (x, y, r) that looks at (-1 to 1, -1 to 1).

    ``width`` is the width of the ink, ``lid`` the colour of a half-closed lid, empty for none.
    """
    x, y, r = place
    px, py = x + look[0] * 0.42 * r, y + look[1] * 0.42 * r
    body = f'<circle cx="{x}" cy="{y}" r="{r}" fill="{WHITE}" stroke="{INK}" stroke-width="{width}"/>'
    body += f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{r * 0.52:.1f}" fill="{INK}"/>'
    body += f'<circle cx="{px + r * 0.18:.1f}" cy="{py - r * 0.2:.1f}" r="{r * 0.19:.1f}" fill="#FFFFFF"/>'
    body += f'<circle cx="{px - r * 0.17:.1f}" cy="{py + r * 0.2:.1f}" r="{r * 0.08:.1f}" fill="#FFFFFF"/>'
    if lid:
        half = f"M{x - r} {y} A{r} {r} 0 0 1 {x + r} {y} Q{x} {y - r * 0.3} {x - r} {y}Z"
        body += path(half, lid, stroke=INK, stroke_width=width * 0.9, stroke_linejoin="round")
    return body


def closed_eye(place: tuple[float, float, float], kind: str, width: float, lid: str) -> str:
    """SVG text of an eye (x, y, r) of a kind: SHUT, CROSSED or GLAD; ``lid`` colours a shut one."""
    x, y, r = place
    if kind == CROSSED:
        q = r * 0.5
        body = f'<circle cx="{x}" cy="{y}" r="{r}" fill="{WHITE}" stroke="{INK}" stroke-width="{width}"/>'
        cross = f"M{x - q} {y - q}L{x + q} {y + q}M{x + q} {y - q}L{x - q} {y + q}"
        return body + line(cross, INK, width * 1.15)
    fill = lid if kind == SHUT else WHITE
    body = f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" stroke="{INK}" stroke-width="{width}"/>'
    bow = r * 0.45 if kind == SHUT else -r * 0.75
    start = y + (r * 0.12 if kind == SHUT else r * 0.3)
    return body + line(
        f"M{x - r * 0.58} {start} Q{x} {start + bow} {x + r * 0.58} {start}", INK, width * 1.15
    )


def pair_of_eyes(
    places: tuple[tuple[float, float, float], ...],
    kind: str,
    aim: tuple[float, float],
    width: float,
    lid: str,
) -> str:
    """SVG text of eyes at some places: an `eye` for OPEN and HALF, else a `closed_eye`."""
    if kind in (OPEN, HALF):
        return "".join(eye(place, aim, width, lid if kind == HALF else "") for place in places)
    return "".join(closed_eye(place, kind, width, lid) for place in places)


def circling_stars(
    centre: tuple[float, float], radii: tuple[float, float], phase: float, size: float
) -> tuple[str, str]:
    """SVG texts of stars on an orbit, as (behind, in front); ``phase`` 0 to 1 moves them by one place."""
    (cx, cy), (rx, ry) = centre, radii
    ring = path(
        seam(oval(cx, cy, rx, ry, 40), 6, 6), stroke=WOOL, stroke_width=size * 0.3, stroke_opacity=0.8
    )
    parts = {True: ring, False: ""}
    for number in range(3):
        angle = (number + phase) * math.tau / 3 + 0.5
        behind = math.sin(angle) < 0
        r = size * (0.82 if behind else 1.0)
        shape = star(cx + math.cos(angle) * rx, cy + math.sin(angle) * ry, r, -90 + 20 * math.sin(angle))
        parts[behind] += path(shape, GOLD, stroke=INK, stroke_width=size * 0.28, stroke_linejoin="round")
    return parts[True], parts[False]


SOCK_PREFIX: Final = "sock:"
"""Prefix of the word in `PuppetOutfit.wears` that names a sock."""
_CAP: Final = (
    "M30 92 C22 44 52 4 116 8 C121 -6 104 -27 66 -28 C24 -29 -5 -8 -19 22 C-28 42 -39 54 -34 70 "
    "C-27 86 -6 81 1 65 C7 51 9 41 14 38 C8 54 8 74 14 92Z"
)
_TOE: Final = "M-32 36 Q-10 38 2 66 L-6 90 L-50 90 L-48 50Z"
_SEAM: Final = "M-32 36 Q-10 38 2 66"
_BRIM: Final = "M8 100 C4 50 44 2 122 2 C130 2 132 16 124 19 C64 22 34 54 34 98 C34 106 10 108 8 100Z"
_RIBS: Final = "M16 84 L28 88 M19 64 L32 70 M29 44 L40 53 M45 27 L53 38 M66 15 L71 27 M90 9 L92 21"
_MOTIFS: Final = ((86, -8, 0.46, 22), (46, -9, 0.52, -10), (4, 11, 0.5, -38))
"""Positions of the motifs on a cap: x, y, size, rotation."""
_AREA: Final = (-66.0, -52.0, 140.0, 100.0)


def sock_worn(wears: str) -> str:
    """Name of the sock after "sock:" in `PuppetOutfit.wears`; empty for none."""
    return next(
        (word.removeprefix(SOCK_PREFIX) for word in wears.split() if word.startswith(SOCK_PREFIX)), ""
    )


def cap(name: str, size: tuple[int, int], box: Box, bend: str) -> pygame.Surface:
    """Sock as a cap for the head of a puppet, bent with it, on a surface of ``size`` px.

    It is low enough not to be cut off when a puppet hops.
    """
    kind, scale = knit_named(name), size[1] / box[3]
    mask = rasterize_svg(group(path(_CAP, "#FFFFFF"), bend), size, box)
    inside = rasterize_svg(group(_caps_inside(name, kind, detail=9 * scale >= 3), bend), size, box)
    inside = clip(inside, mask)
    inside.blit(inner_shade(mask, 7 * scale, (4 * scale, -5 * scale), 110), (0, 0))
    return stack_layers(size, (inside, rasterize_svg(group(_caps_front(kind), bend), size, box)))


def cap_drawing(name: str, box: Box) -> str:
    """Cap as a whole SVG file with this view box, for readers with clip paths such as browsers."""
    kind = knit_named(name)
    clipped = f'<clipPath id="cap">{path(_CAP)}</clipPath><g clip-path="url(#cap)">'
    view = " ".join(f"{number:g}" for number in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{clipped}'
        f"{_caps_inside(name, kind, detail=False)}</g>{_caps_front(kind)}</svg>"
    )


def _caps_front(kind: Knit) -> str:
    """SVG text of the outline and cuff of a cap, turned up round the head."""
    front = path(_CAP, stroke=INK, stroke_width=5.5, stroke_linejoin="round")
    front += path(_BRIM, kind.cuff, stroke=INK, stroke_width=5.5, stroke_linejoin="round")
    return front + line(_RIBS, mix(kind.cuff, "#B0803F", 0.45), 4)


def _caps_inside(name: str, kind: Knit, *, detail: bool) -> str:
    """SVG text of the knitting of a cap; ``detail`` adds single stitches."""
    x0, y0, x1, y1 = _AREA
    text = rect(x0, y0, x1 - x0, y1 - y0, 0, fill=kind.base)
    if kind.shape:
        text += "".join(place_motif(shape(kind.shape), x, y, size, turn) for x, y, size, turn in _MOTIFS)
    else:
        # The leg of the sock, over the head and down the back.
        text += group(woven(name), "translate(150 -98) rotate(90) scale(.72)")
    if kind.heel:
        text += path(_TOE, kind.heel) + line(_SEAM, INK, 4)
    return text + (knit(_AREA, 9, 0.12) if detail else "")


MARGIN: Final = 14.0  # margin around every puppet for rims, in units
DRAWN_HEIGHT: Final = 250.0
"""Height in units at which one unit of the drawing is one canvas unit."""
DRAWING_BOX: Final = (-68.0, -64.0, 310.0, 314.0)
_LEFT, _TOP, _WIDTH, _HEIGHT = DRAWING_BOX
HAT_HEIGHT: Final = 1.13  # height of the highest hat above the sole, as a share of the puppet's height
_FOOT: Final = 237.0
_NECK: Final = 87.0
_SOCKETS: Final = EyeSockets(DRAWING_BOX, DRAWN_HEIGHT, MARGIN, ((94.0, 46.0, 21.0), (136.0, 42.0, 20.0)))


@dataclass(frozen=True, slots=True)
class PuppetFrame:
    """One frame: parts of the face, and the bending of the sock."""

    mouth: str = "smile"
    eyes: str = OPEN
    brows: str = ""
    extras: tuple[str, ...] = ()
    lean: float = 0.0  # degrees, positive forward
    stretch: float = 1.0
    hop: float = 0.0  # height above the ground
    glance: tuple[float, float] | None = None
    """Gaze that overrides the caller's; None for the caller's."""
    stars: float = -1.0
    """Phase of the stars round the head, from 0 to 1; none below 0."""

    @property
    def looks(self) -> bool:
        """True if the eyes are open and follow the caller's gaze."""
        return self.glance is None and self.eyes in (OPEN, HALF)


@dataclass(frozen=True, slots=True)
class Animation:
    """Strip of frames, each with its duration in ms; it repeats, or holds its last frame."""

    frames: tuple[tuple[PuppetFrame, int], ...]
    repeats: bool = True
    times: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "times", tuple(ms for _, ms in self.frames))

    @property
    def count(self) -> int:
        """Number of frames."""
        return len(self.frames)

    @property
    def length(self) -> int:
        """Duration of one round in ms."""
        return sum(self.times)

    def at(self, ms: float) -> int:
        """Index of the frame at ``ms`` after the start. A strip that does not repeat holds its last frame."""
        left = ms % self.length if self.repeats else ms
        for number, time in enumerate(self.times):
            if left < time:
                return number
            left -= time
        return self.count - 1

    def over(self, ms: float) -> int:
        """Index of the frame after ``ms`` of repeating the state, even if it does not repeat by default."""
        return self.at(ms % self.length)


_REST_FRAME, _BREATH_FRAME, _FULL_BREATH_FRAME = (
    PuppetFrame(),
    PuppetFrame(stretch=1.012),
    PuppetFrame(stretch=1.022),
)
_BREATHING: Final = (
    (_REST_FRAME, 620),
    (_BREATH_FRAME, 240),
    (_FULL_BREATH_FRAME, 620),
    (_BREATH_FRAME, 240),
)
_LID_FRAME, _BLINK_FRAME = PuppetFrame(eyes=HALF), PuppetFrame(eyes=SHUT)
STATES: Final[dict[str, Animation]] = {
    "idle": Animation((*_BREATHING, *_BREATHING, (_LID_FRAME, 60), (_BLINK_FRAME, 90), (_LID_FRAME, 60))),
    "thinking": Animation(
        (
            (PuppetFrame("think", brows="odd", glance=(0.5, -0.9)), 420),
            (PuppetFrame("think", brows="odd", glance=(0.5, -0.9), extras=("dot-1",)), 420),
            (PuppetFrame("think", brows="odd", glance=(0.75, -0.8), extras=("dot-1", "dot-2"), lean=1), 420),
            (
                PuppetFrame(
                    "think", brows="odd", glance=(0.9, -0.7), extras=("dot-1", "dot-2", "dot-3"), lean=2
                ),
                620,
            ),
            (PuppetFrame("think", HALF, "odd", glance=(-0.5, -0.7), lean=-1), 420),
        )
    ),
    "happy": Animation(
        (
            (PuppetFrame("open"), 160),
            (PuppetFrame("open", stretch=0.94, lean=-2), 110),
            (PuppetFrame("open", GLAD, stretch=1.05, hop=10, lean=2), 130),
            (PuppetFrame("open", GLAD, hop=14, lean=2), 130),
            (PuppetFrame("open", stretch=0.95), 110),
            (PuppetFrame("ajar"), 420),
        )
    ),
    "sad": Animation(
        (
            (PuppetFrame("sad", brows="sad", lean=4, stretch=0.97, glance=(0.2, 0.7)), 500),
            (PuppetFrame("sad", brows="sad", lean=4, stretch=0.96, glance=(0.2, 0.7), extras=("tear",)), 500),
            (
                PuppetFrame("sad", HALF, "sad", lean=5, stretch=0.955, glance=(0.2, 0.8), extras=("tear",)),
                420,
            ),
            (PuppetFrame("sad", brows="sad", lean=5, stretch=0.96, glance=(0.2, 0.7)), 500),
        )
    ),
    "sock": Animation(
        (
            (PuppetFrame("smile", brows="angry", lean=-6, stretch=0.95, glance=(0.9, 0.1)), 90),
            (PuppetFrame("ajar", brows="angry", lean=-10, stretch=0.92, glance=(0.9, 0.1)), 80),
            (
                PuppetFrame("open", brows="angry", lean=9, stretch=1.04, glance=(1, 0.1), extras=("whoosh",)),
                70,
            ),
            (PuppetFrame("open", brows="angry", lean=10, glance=(1, 0.1)), 120),
            (PuppetFrame("ajar", brows="angry", lean=5, glance=(1, 0)), 90),
            (PuppetFrame("smile", lean=0, glance=(0.9, 0)), 160),
        ),
        repeats=False,
    ),
    "socked": Animation(
        tuple(
            (PuppetFrame("dizzy", CROSSED, lean=lean, stretch=0.96, stars=number / 6), 120)
            for number, lean in enumerate((-5, -3, 1, 4, 2, -2))
        )
    ),
    "asleep": Animation(
        (
            (PuppetFrame("sleep", SHUT, lean=6, stretch=0.95), 700),
            (PuppetFrame("sleep", SHUT, lean=6, stretch=0.965, extras=("zed-1",)), 700),
            (PuppetFrame("sleep", SHUT, lean=6, stretch=0.975, extras=("zed-1", "zed-2")), 900),
            (PuppetFrame("sleep", SHUT, lean=6, stretch=0.96, extras=("zed-2",)), 600),
        )
    ),
}


@dataclass(frozen=True, slots=True)
class PuppetOutfit:
    """Things that a puppet wears, and its rims, in any state.

    Attributes:
        wears: any of "beanie", "hat", "antenna" (computer players), "crown", "headset",
            "glasses", and "sock:" with one of `knits.KNITS` (a cap), separated by blanks.
        rim: width of a wool rim in units, 3 to 7.
        focus: True to draw the blue focus rim around that.
        ground: True to draw a shadow on the ground.
        flip: True if it faces left.
        pattern: pattern instead of the seat's, for crowds.
    """

    wears: str = ""
    rim: float = 0.0
    focus: bool = False
    ground: bool = True
    flip: bool = False
    pattern: str = ""


BARE_OUTFIT: Final = PuppetOutfit()
SHOWN_SHARE: Final = 0.757  # share of a puppet's height above a cloth that hides its foot


def puppet_size(height: float) -> tuple[float, float]:
    """(width, height) in units of every surface of a puppet of this height, with its margin."""
    u = height / DRAWN_HEIGHT
    return _WIDTH * u + 2 * MARGIN, _HEIGHT * u + 2 * MARGIN


def puppet_foot(height: float) -> float:
    """Distance in units from the lower edge of a puppet's surface to its sole.

    The neck is always in the middle, flipped or not: with the surface's `midbottom` at (x, y +
    puppet_foot(h)), the puppet stands on (x, y).
    """
    return (_TOP + _HEIGHT - _FOOT) * height / DRAWN_HEIGHT + MARGIN


def puppet_eyes(sole: tuple[float, float], height: float, *, flip: bool) -> tuple[float, float]:
    """Middle between the eyes, in units, of a puppet whose sole is at ``sole``."""
    return _SOCKETS.between(sole, (_NECK, _FOOT), height, flip=flip)


def puppet(
    assets: Assets,
    seat: int,
    state: str = "idle",
    frame: int = 0,
    height: float = 168.0,
    dress: PuppetOutfit = BARE_OUTFIT,
    *,
    look: tuple[float, float] = (0.6, 0.2),
) -> pygame.Surface:
    """One frame of a seat's puppet, facing right unless flipped; as large as `puppet_size`. Cached.

    Args:
        assets: the scale.
        seat: 0-7.
        state: a key of STATES.
        frame: any number; it wraps round.
        height: height of the sock in units; the surface is larger, see `puppet_size` and `puppet_foot`.
        dress: outfit and rims.
        look: gaze, -1 to 1, forward and down.
    """
    frames = STATES[state].frames
    pose = frames[frame % len(frames)][0]
    # Rounded to quarters, because each direction of a glance is another cached picture.
    aim = pose.glance or (round(look[0] * 4) / 4, round(look[1] * 4) / 4)
    return _puppet(assets, seat, pose, aim, float(height), dress)  # 168 and 168.0 would be two cache keys


@cached_drawing
def _puppet(
    assets: Assets, seat: int, pose: PuppetFrame, aim: tuple[float, float], height: float, dress: PuppetOutfit
) -> pygame.Surface:
    """Frame of `puppet` with this gaze, cached."""
    u = height / DRAWN_HEIGHT
    w, h = _WIDTH * u, _HEIGHT * u
    figure = sock_figure(SEAT_LOOKS[seat], pose, aim, (assets.px(w), assets.px(h)), dress=dress)
    whole = padded(figure, assets.px(MARGIN))
    if dress.rim or dress.focus:
        width = dress.rim or 4.0
        parts = [rim(whole, width * assets.scale, WOOL), whole]
        if dress.focus:
            parts.insert(0, rim(whole, (width + 4 * assets.bold) * assets.scale, FOCUS_COLOUR))
        whole = stack_layers(whole.get_size(), parts)
    if dress.ground:
        shade = padded(
            rasterize_units(assets, drawing("puppet").layer("ground"), w, h, DRAWING_BOX), assets.px(MARGIN)
        )
        shade.blit(whole, (0, 0))
        whole = shade
    return flipped(whole) if dress.flip else whole


def draw_gaze(
    painter: Painter,
    foot: tuple[float, float],
    sitter: tuple[int, str, int],
    height: float,
    dress: PuppetOutfit,
    aim: Aim | None,
) -> None:
    """Draw the gaze ``aim`` over a puppet just drawn, unless it is None or the state determines the gaze.

    Args:
        painter: painter that drew it.
        foot: ``midbottom`` of its picture.
        sitter: its seat, state and frame, as for `puppet`.
        height: as for `puppet`.
        dress: as for `puppet`.
        aim: gaze, forward and down; `None` for that of the state.
    """
    seat, state, number = sitter
    frames = STATES[state].frames
    pose = frames[number % len(frames)][0]
    if aim is not None and pose.looks:
        place = _SOCKETS.place(painter, foot, float(height), flip=dress.flip)
        if place is not None:
            painter.blit(_eyes_of(painter.assets, seat, pose, float(height), dress, aim), *place)


def _eyes_of(
    assets: Assets, seat: int, pose: PuppetFrame, height: float, dress: PuppetOutfit, aim: Aim
) -> pygame.Surface:
    """Picture of the eyes with another gaze, and of the things in front of them."""
    # All eyes are white. Only the bending and the things in front of them differ.
    lid = SEAT_LOOKS[seat].colour if pose.eyes == HALF else ""
    before = " ".join(accessory for accessory in _WORN_BEFORE_EYES if accessory in dress.wears)
    return _gaze(assets, lid, _bend(pose), pose.brows, before, aim, height, dress.flip)


def warm_gaze(assets: Assets, seat: int, height: float, dress: PuppetOutfit) -> Iterator[None]:
    """Cache the eyes of an idle or happy puppet for `draw_gaze`, in all directions, a frame per step."""
    for state in ("idle", "happy"):
        for pose, _ms in STATES[state].frames:
            for aim in (AIM_AHEAD, *AIMS) if pose.looks else ():
                _eyes_of(assets, seat, pose, float(height), dress, aim)
            yield


@cached_drawing
def _gaze(
    assets: Assets,
    lid: str,
    bend: str,
    brows: str,
    before: str,
    aim: Aim,
    height: float,
    flip: bool,  # noqa: FBT001
) -> pygame.Surface:
    """Picture of the eyes for `draw_gaze`, cached."""
    face = _face(lid, HALF if lid else OPEN, brows, aim, before.split())
    return _SOCKETS.eye_picture(assets, height, bend, face, flip=flip)


def sock_figure(
    look: SeatLook,
    pose: PuppetFrame,
    aim: tuple[float, float],
    size: tuple[int, int],
    *,
    dress: PuppetOutfit,
    back: str = "",
) -> pygame.Surface:
    """Sock of a puppet alone, in any colours, on a surface of ``size`` px for the box BOX.

    ``back`` is SVG text drawn behind it, such as a hat.
    """
    bend = _bend(pose)
    detail = 9 * size[1] / _HEIGHT >= 3
    inside = rasterize_svg(
        group(_inside(look, dress.pattern or look.pattern, detail=detail), bend), size, DRAWING_BOX
    )
    clip(inside, rasterize_svg(group(drawing("puppet").layer("silhouette"), bend), size, DRAWING_BOX))
    behind, before = circling_stars((116, 2), (56, 20), pose.stars, 15) if pose.stars >= 0 else ("", "")
    behind += group(back, bend)
    accessories = dress.wears.split()
    behind += "".join(
        group(drawing(name).layer(layer), bend) for wears, name, layer in _WORN_BEHIND if wears in accessories
    )
    face, sock = (
        group(_eyes(look, pose, pose.glance or aim, accessories), bend) + before,
        sock_worn(dress.wears),
    )
    face += "".join(drawing("puppet").layer(extra) for extra in pose.extras if extra.startswith("zed"))
    layer = drawing("puppet").layer
    front = layer("outline") + layer("cuff") + layer("nose") + layer(f"mouth-{pose.mouth}") + layer("shine")
    front = group(front, bend)
    parts = [rasterize_svg(behind, size, DRAWING_BOX)] if behind else []
    if sock:  # behind the eyes, in front of everything else
        front_of_cap = [
            rasterize_svg(front, size, DRAWING_BOX),
            cap(sock, size, DRAWING_BOX, bend),
            rasterize_svg(face, size, DRAWING_BOX),
        ]
        return stack_layers(size, (*parts, inside, *front_of_cap))
    return stack_layers(size, (*parts, inside, rasterize_svg(front + face, size, DRAWING_BOX)))


_WORN_BEHIND: Final = (
    ("beanie", "puppet", "wears-beanie"), ("hat", "puppet", "wears-hat"),
    ("antenna", "puppet", "wears-antenna"), ("crown", "court", "crown"), ("headset", "puppet", "headband"),
)  # fmt: skip
"""Things worn behind the head, the rearmost first, with their drawing and layer."""


@lru_cache(maxsize=128)  # requested for every picture of a table
def _bend(pose: PuppetFrame) -> str:
    """SVG transformation that leans, stretches and lifts the sock."""
    return (
        f"translate(87 {_FOOT - pose.hop}) skewX({-pose.lean}) scale({2 - pose.stretch:.3f} {pose.stretch}) "
        f"translate(-87 {-_FOOT})"
    )


_AREAS: Final[dict[str, tuple[tuple[float, float, float, float], float]]] = {
    "stripes": ((30, 128, 150, 215), 1.0),
    "dots": ((40, 108, 150, 215), 1.0),
    "argyle": ((50, 130, 150, 215), 0.8),
    "chevrons": ((20, 112, 160, 205), 1.0),
    "checks": ((34, 116, 150, 200), 1.0),
    "stars": ((50, 120, 150, 215), 1.0),
    "hearts": ((50, 120, 150, 215), 1.0),
}


def colours(look: SeatLook) -> dict[str, str]:
    """Seat colour for each of the three tomato colours in a drawing: {old: new}."""
    tomato = SEAT_LOOKS[0]
    return {tomato.colour: look.colour, tomato.dark: look.dark, tomato.light: look.light}


def _inside(look: SeatLook, pattern: str, *, detail: bool) -> str:
    """SVG text of the knitting: wool, pattern, toe and shade; ``detail`` adds single stitches."""
    source = drawing("puppet")
    swap = colours(look)
    if pattern == "heel":
        knitted = source.layer("heel")
    else:
        area, size = _AREAS[pattern]
        knitted = motif(pattern, area, look.wool, size)
    marks = knit((30, 14, 215, 240), 9, 0.10) if detail else ""
    return (
        source.layer("inside", swap) + knitted + source.layer("toe", swap) + marks
        + source.layer("dusk", swap)
    )  # fmt: skip


def _eyes(look: SeatLook, pose: PuppetFrame, aim: tuple[float, float], accessories: list[str]) -> str:
    """SVG text of the eyes, and of things in front of them."""
    face, layer = _face(look.colour, pose.eyes, pose.brows, aim, accessories), drawing("puppet").layer
    return face + "".join(layer(extra) for extra in pose.extras if not extra.startswith("zed"))


_WORN_BEFORE_EYES: Final = "glasses", "headset"  # worn in front of the eyes


def _face(lid: str, eyes: str, brows: str, aim: Aim, accessories: list[str]) -> str:
    """SVG text of the eyes, the brows and things worn in front of them."""
    layer = drawing("puppet").layer
    face = pair_of_eyes(_SOCKETS.eyes, eyes, aim, 4.5, lid)
    if brows:
        face += layer(f"brows-{brows}")
    return face + "".join(
        layer(f"wears-{accessory}") for accessory in _WORN_BEFORE_EYES if accessory in accessories
    )
