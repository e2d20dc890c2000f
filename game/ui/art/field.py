"""Puppet as a piece on a board: short neck, big eyes, thick line. A fallen piece has a separate drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

import pygame

from game.ui.art.gaze import AIM_AHEAD, AIMS, Aim, EyeSockets
from game.ui.art.layers import FOCUS_COLOUR, WOOL, clip, flipped, padded, rasterize_units, rim, stack_layers
from game.ui.art.patterns import SEAT_LOOKS, SeatLook, motif
from game.ui.art.puppets import (
    BARE_OUTFIT,
    CROSSED,
    GLAD,
    HALF,
    OPEN,
    SHUT,
    Animation,
    PuppetFrame,
    PuppetOutfit,
    cap,
    circling_stars,
    colours,
    pair_of_eyes,
    sock_worn,
)
from game.ui.art.svg import drawing, group, path
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.paint import Painter

MARGIN: Final = 12.0  # margin around every piece for rims, in units
DRAWN_HEIGHT: Final = 190.0
_LEFT, _TOP, _WIDTH, _HEIGHT = -60.0, -44.0, 296.0, 236.0
_FOOT, _MIDDLE = 176.0, 88.0
_SOCKETS: Final = EyeSockets(
    (_LEFT, _TOP, _WIDTH, _HEIGHT), DRAWN_HEIGHT, MARGIN, ((88.0, 46.0, 26.0), (138.0, 42.0, 25.0))
)

SWING_MS: Final = 90.0  # ms from the start of the state "jab" to its blow
STRIKE_FRAME: Final = 3  # frame of "jab" at the blow
SHUT_EYES_FRAME: Final = 6  # frame of "stand" with shut eyes
FLINCH_LEANS: Final = 2  # frames of "flinch" that lean back, and forward; between them it is upright
_LOW_STARS_DROP: Final = 40.0  # drop of the stars in the state "low", for pieces without space above
FIELD_STATES: Final[dict[str, Animation]] = {
    "stand": Animation(
        (
            (PuppetFrame(), 640),
            (PuppetFrame(stretch=1.02), 260),
            (PuppetFrame(stretch=1.035), 640),
            (PuppetFrame(stretch=1.02), 260),
            (PuppetFrame(), 700),
            (PuppetFrame(eyes=HALF), 60),
            (PuppetFrame(eyes=SHUT), 90),
            (PuppetFrame(eyes=HALF), 60),
        )
    ),
    "happy": Animation(
        (
            (PuppetFrame("open", stretch=0.93), 110),
            (PuppetFrame("open", GLAD, stretch=1.06, hop=14), 130),
            (PuppetFrame("open", GLAD, hop=20), 130),
            (PuppetFrame("open", stretch=0.95), 110),
            (PuppetFrame("open"), 360),
        )
    ),
    "sad": Animation(
        (
            (PuppetFrame("sad", brows="sad", stretch=0.97, glance=(0.2, 0.8)), 600),
            (PuppetFrame("sad", brows="sad", stretch=0.95, glance=(0.1, 0.8)), 600),
        )
    ),
    "scamper": Animation(
        (
            (PuppetFrame(lean=7, stretch=1.04, hop=10, glance=(0.9, 0)), 70),
            (PuppetFrame(lean=4, stretch=0.95, glance=(0.9, 0)), 70),
            (PuppetFrame(lean=9, stretch=1.03, hop=13, glance=(0.9, 0)), 70),
            (PuppetFrame(lean=5, stretch=0.94, glance=(0.9, 0.1)), 70),
        )
    ),
    "jab": Animation(
        (
            (PuppetFrame("smile", brows="angry", lean=-7, stretch=0.95, glance=(0.9, 0.1)), 26),
            (PuppetFrame("smile", brows="angry", lean=-12, stretch=0.9, glance=(1, 0.1)), 44),
            (PuppetFrame("open", brows="angry", lean=4, stretch=1.03, glance=(1, 0.1)), 20),
            (
                PuppetFrame(
                    "open", brows="angry", lean=16, stretch=1.06, glance=(1, 0.1), extras=("whoosh",)
                ),
                90,
            ),
            (PuppetFrame("open", brows="angry", lean=11, stretch=0.98, glance=(1, 0.1)), 130),
            (PuppetFrame("smile", lean=4, glance=(1, 0.1)), 110),
        ),
        repeats=False,
    ),
    "down": Animation(tuple((PuppetFrame(eyes=CROSSED, stars=number / 8), 110) for number in range(8))),
    "low": Animation(
        tuple((PuppetFrame(eyes=CROSSED, stars=n / 8, hop=-_LOW_STARS_DROP), 110) for n in range(8))
    ),
    "flinch": Animation(
        tuple((PuppetFrame(eyes=SHUT, lean=7 * n), 1000) for n in range(-FLINCH_LEANS, FLINCH_LEANS + 1))
    ),
    "flat": Animation(((PuppetFrame(eyes=CROSSED), 1000),)),
}
FIELD_STATES["jab-up"] = Animation(  # away from the eye
    tuple(
        (replace(frame, lean=0, glance=(0.3, -1), brows="", extras=()), ms)
        for frame, ms in FIELD_STATES["jab"].frames
    ),
    repeats=False,
)
FIELD_STATES["jab-down"] = Animation(  # towards it: a slam with the cuff
    tuple(
        (PuppetFrame("smile", SHUT, "angry", ("flared",)), ms)
        if number == STRIKE_FRAME
        else (PuppetFrame(frame.mouth, brows=frame.brows, glance=(0.3, 1)), ms)
        for number, (frame, ms) in enumerate(FIELD_STATES["jab"].frames)
    ),
    repeats=False,
)


def field_foot(height: float) -> float:
    """Distance in units from the lower edge of a piece's surface to the sole.

    The piece is centred horizontally.
    """
    return (_TOP + _HEIGHT - _FOOT) * height / DRAWN_HEIGHT + MARGIN


def field_puppet(
    assets: Assets,
    seat: int,
    state: str = "stand",
    frame: int = 0,
    height: float = 75.0,
    dress: PuppetOutfit = BARE_OUTFIT,
    *,
    look: tuple[float, float] = (0.8, 0.3),
) -> pygame.Surface:
    """One frame of a seat's piece, which faces right unless flipped; arguments as for `puppets.puppet`.

    States: stand, happy, sad, scamper, jab, jab-up, jab-down, flinch, down (on its back with circling stars),
    low (down with its stars nearer), flat (down without stars).
    """
    frames = FIELD_STATES[state].frames
    pose = frames[frame % len(frames)][0]
    # Rounded to quarters, because each direction of a glance is another cached picture.
    aim = pose.glance or (round(look[0] * 4) / 4, round(look[1] * 4) / 4)
    return _field(assets, seat, pose, aim, float(height), dress)  # 75 and 75.0 would be two cache keys


@cached_drawing
def _field(
    assets: Assets, seat: int, pose: PuppetFrame, aim: tuple[float, float], height: float, dress: PuppetOutfit
) -> pygame.Surface:
    """Frame of `field_puppet` with this gaze, cached."""
    if dress.flip:
        return flipped(_field(assets, seat, pose, aim, height, replace(dress, flip=False)))
    is_lying = pose.eyes == CROSSED
    u = height / DRAWN_HEIGHT
    w, h = _WIDTH * u, _HEIGHT * u
    box = (_LEFT, _TOP, _WIDTH, _HEIGHT)
    look = SEAT_LOOKS[seat]
    layer = drawing("field").layer
    bend = _LYING_PLACE if is_lying else _bend(pose)
    start = "down-" if is_lying else ""
    inside = rasterize_units(assets, group(_inside(look, lying=is_lying), bend), w, h, box)
    clip(inside, rasterize_units(assets, group(layer(f"{start}silhouette"), bend), w, h, box))
    behind, before = (
        circling_stars((128, 4 - pose.hop), (64, 24), pose.stars, 24) if pose.stars >= 0 else ("", "")
    )
    eyes = "" if is_lying else group(_eyes(look, pose, aim), bend)
    if is_lying:
        front = layer("down-front") + pair_of_eyes(_LYING_EYES, CROSSED, aim, 7, "")
    else:
        front = layer("outline") + layer("cuff") + layer(f"mouth-{pose.mouth}") + layer("shine")
    parts = [inside, rasterize_units(assets, group(front, bend), w, h, box)]
    sock = "" if is_lying else sock_worn(dress.wears)  # fallen pieces lose their cap
    if sock:
        parts.append(cap(sock, inside.get_size(), box, f"{bend} {_CAP_PLACE}"))
    if eyes or before:
        parts.append(rasterize_units(assets, eyes + before, w, h, box))
    if behind:
        parts.insert(0, rasterize_units(assets, behind, w, h, box))
    whole = padded(stack_layers(inside.get_size(), parts), assets.px(MARGIN))
    rims = []
    if dress.focus:
        rims.append(rim(whole, ((dress.rim or 3.0) + 4 * assets.bold) * assets.scale, FOCUS_COLOUR))
    if dress.rim or dress.focus:
        rims.append(rim(whole, (dress.rim or 3.0) * assets.scale, WOOL))
    if dress.ground:
        rims.insert(0, field_shadow(assets, height, lying=is_lying))
    return stack_layers(whole.get_size(), (*rims, whole))


@cached_drawing
def field_shadow(assets: Assets, height: float, *, lying: bool = False) -> pygame.Surface:
    """Shadow on the ground below a piece of this height, on a picture of the same size."""
    u, place, start = height / DRAWN_HEIGHT, *((_LYING_PLACE, "down-") if lying else ("", ""))
    ground = group(drawing("field").layer(f"{start}ground"), place)
    image = rasterize_units(assets, ground, _WIDTH * u, _HEIGHT * u, (_LEFT, _TOP, _WIDTH, _HEIGHT))
    return padded(image, assets.px(MARGIN))


def field_eyes(sole: tuple[float, float], height: float, *, flip: bool) -> tuple[float, float]:
    """Middle between the eyes, in units, of a piece whose sole is at ``sole``."""
    return _SOCKETS.between(sole, (_MIDDLE, _FOOT), height, flip=flip)


def draw_field_gaze(
    painter: Painter,
    foot: tuple[float, float],
    piece: tuple[int, str, int],
    height: float,
    *,
    aim: Aim | None,
    flip: bool,
) -> None:
    """Draw the gaze ``aim`` over a piece just drawn, if not None; arguments as for `puppets.draw_gaze`."""
    seat, state, number = piece
    frames = FIELD_STATES[state].frames
    pose = frames[number % len(frames)][0]
    if aim is not None and pose.looks:
        place = _SOCKETS.place(painter, foot, float(height), flip=flip)
        if place is not None:
            painter.blit(_eyes_of(painter.assets, seat, pose, float(height), aim, flip=flip), *place)


def _eyes_of(
    assets: Assets, seat: int, pose: PuppetFrame, height: float, aim: Aim, *, flip: bool
) -> pygame.Surface:
    """Picture of the eyes with another gaze."""
    return _gaze(assets, SEAT_LOOKS[seat].colour if pose.eyes == HALF else "", _bend(pose), aim, height, flip)


def warm_field_gaze(assets: Assets, seat: int, height: float, *, flip: bool) -> Iterator[None]:
    """Cache eyes of a standing or happy piece for `draw_field_gaze` in all directions, a frame per step."""
    for state in ("stand", "happy"):
        for pose, _ms in FIELD_STATES[state].frames:
            for aim in (AIM_AHEAD, *AIMS) if pose.looks else ():
                _eyes_of(assets, seat, pose, float(height), aim, flip=flip)
            yield


@cached_drawing
def _gaze(assets: Assets, lid: str, bend: str, aim: Aim, height: float, flip: bool) -> pygame.Surface:  # noqa: FBT001
    """Picture of the eyes for `draw_field_gaze`, cached."""
    face = pair_of_eyes(_SOCKETS.eyes, HALF if lid else OPEN, aim, 7, lid)
    return _SOCKETS.eye_picture(assets, height, bend, face, flip=flip)


def piece_as_svg(seat: int, *, lying: bool) -> str:
    """Piece as SVG text for a web page, with the sole at (88, 176). Clip paths replace the pixel masks.

    Every id in it has a unique prefix, because all drawings of a page share their ids.
    """
    look, layer = SEAT_LOOKS[seat], drawing("field").layer
    start, bend, name = ("down-", _LYING_PLACE, f"fallen{seat}-") if lying else ("", "", f"piece{seat}-")
    outline = re.search(r'\bd="([^"]+)"', layer(f"{start}silhouette"))
    assert outline is not None
    d, aim = outline[1], (0.75, 0.25)
    body = path(d, stroke=WOOL, stroke_width=24, stroke_linejoin="round")
    body += f'<clipPath id="cut">{path(d, "#FFFFFF")}</clipPath>'
    body += f'<g clip-path="url(#cut)">{_inside(look, lying=lying)}</g>'
    if lying:
        body += layer("down-front") + pair_of_eyes(_LYING_EYES, CROSSED, aim, 7, "")
    else:
        body += "".join(map(layer, ("outline", "cuff", "mouth-smile", "shine")))
        body += _eyes(look, PuppetFrame(), aim)
    behind, before = circling_stars((128, 4 + _LOW_STARS_DROP), (64, 24), 0.3, 24) if lying else ("", "")
    whole = group(layer(f"{start}ground"), bend) + behind + group(body, bend) + before
    return whole.replace('id="', f'id="{name}').replace("url(#", f"url(#{name}")


_CAP_PLACE: Final = "translate(8 13) scale(.93 .92)"
"""Places a cap, which is drawn for the puppets of the tables, on the larger head of a piece."""
_LYING_PLACE: Final = "translate(-32 43) scale(.968)"


@lru_cache(maxsize=128)  # requested for every picture of a table
def _bend(pose: PuppetFrame) -> str:
    """SVG transformation that leans, stretches and lifts the piece."""
    return (
        f"translate({_MIDDLE} {_FOOT - pose.hop}) skewX({-pose.lean}) "
        f"scale({2 - pose.stretch:.3f} {pose.stretch}) translate({-_MIDDLE} {-_FOOT})"
    )


_LYING_EYES: Final = (192.0, 62.0, 23.0), (196.0, 104.0, 22.0)


def _knitting(look: SeatLook, *, lying: bool) -> str:
    """SVG text of the seat's pattern, coarser than on table puppets."""
    kind, layer = look.pattern, drawing("field").layer
    if kind in ("heel", "dots", "stripes"):
        return layer(f"down-{kind}" if lying else kind, wool=look.wool)
    if lying:
        return motif(kind, (60, 80, 170, 146), look.wool, 0.8)
    return motif(kind, (30, 90, 150, 160), look.wool, 0.9)


def _inside(look: SeatLook, *, lying: bool) -> str:
    """SVG text of the knitting: wool, pattern and toe."""
    layer, swap = drawing("field").layer, colours(look)
    if lying:
        return layer("down-inside", swap) + _knitting(look, lying=True) + layer("down-toe", swap)
    return layer("inside", swap) + _knitting(look, lying=False) + layer("toe", swap) + layer("dusk")


def _eyes(look: SeatLook, pose: PuppetFrame, aim: tuple[float, float]) -> str:
    """SVG text of the eyes, brows and everything in front of them."""
    layer = drawing("field").layer
    face = pair_of_eyes(_SOCKETS.eyes, pose.eyes, aim, 7, look.colour)
    if pose.brows:
        face += layer(f"brows-{pose.brows}")
    return face + "".join(layer(extra) for extra in pose.extras)
