"""Big socks, each with a face and the things of its game; rolled socks; the ball.

The parts specific to a game are in its folder, in ``emblem.svg`` (`Emblem`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pygame

from game.core.discovery import find_game, game_file, game_slugs
from game.ui.art.layers import (
    FOCUS_COLOUR,
    WOOL,
    art,
    clip,
    flipped,
    inner_shade,
    padded,
    rasterize_units,
    rim,
    stack_layers,
    with_shadow,
)
from game.ui.art.patterns import LOOKS_BY_NAME, SEAT_LOOKS, SeatLook, motif
from game.ui.art.puppets import HALF, OPEN, SHUT, colours, pair_of_eyes
from game.ui.art.svg import (
    Drawing,
    drawing,
    drawing_in,
    group,
    knit,
)
from game.ui.core.assets import Assets, cached_drawing

SMALL_SIZE: Final = 0.5  # size below which socks have a rim of wool, like puppets
MARGIN: Final = 34.0  # margin around every big sock for rims and its shadow on the wall, in units
_BOX: Final = (-140.0, -50.0, 500.0, 480.0)
_LIT_SWAY: Final = -0.7
_PIN_PLACE: Final = (110.0, 6.0)
_BEHIND_LAYERS, _PATCH_LAYERS = ("air", "flame", "behind"), ("patch",)
_BELOW_EYES_LAYERS, _ABOVE_EYES_LAYERS = ("under", "toss"), ("dangle", "over")


@dataclass(frozen=True, slots=True)
class Emblem:
    """Sock of a game: a colour, and the contents of its ``emblem.svg``.

    A drawing of any size is placed on a plain sock, on a patch of cloth. A drawing that dresses the sock has
    the sock's view box ``-140 -50 500 480`` and any of the following groups, by id, lowest first: ``air``,
    ``flame`` (which flickers) and ``behind`` the sock; ``knitted`` into it, and ``windows``, whose lights go
    off for a moment; on it ``patch`` below the mouth; ``under`` and ``toss`` (which bobs) below the eyes;
    ``dangle`` (which swings) and ``over`` on top. The root of either kind may have these attributes:

    - ``data-wool``: its colour, a name of `SEAT_LOOKS`; by default one that no other game has;
    - ``data-mouth``: ``open``; by default it smiles;
    - ``data-style``: ``dark`` has no toe and no light side, ``matt`` no shine;
    - ``data-apart``: additional units between its eyes;
    - ``data-pattern`` and ``data-yarn``: a motif knitted into it, and its colour.
    """

    look: SeatLook
    drawing: Drawing | None = None
    pattern: str = ""
    """Pattern of a sock whose colour another game has too."""

    def has(self, *parts: str) -> bool:
        """True if the drawing has at least one of these groups."""
        return self.drawing is not None and any(part in self.drawing.names() for part in parts)

    def layer(self, part: str) -> str:
        """SVG text of a group of the drawing; empty if it has none of this name."""
        return self.drawing.layer(part) if self.drawing is not None and self.has(part) else ""

    def says(self, name: str, default: str = "") -> str:
        """Attribute ``data-NAME`` of the drawing's root, else ``default``."""
        return self.drawing.about.get(f"data-{name}", default) if self.drawing is not None else default

    @property
    def is_layered(self) -> bool:
        """True if the drawing dresses the sock, so that it needs no patch."""
        return self.has(
            *_BEHIND_LAYERS, "knitted", "windows", *_PATCH_LAYERS, *_BELOW_EYES_LAYERS, *_ABOVE_EYES_LAYERS
        )

    @property
    def is_dark(self) -> bool:
        """True if the sock has no toe and no light side."""
        return self.says("style") == "dark"

    @property
    def mouth(self) -> str:
        """Name of the mouth's layer in sock.svg: ``mouth-open``, ``mouth-smile`` or ``mouth-smile-light``."""
        smile = "mouth-smile-light" if self.is_dark else "mouth-smile"
        return "mouth-open" if self.says("mouth") == "open" else smile


def emblem(slug: str) -> Emblem:
    """Sock of a game; plain without an ``emblem.svg``, if possible in a free colour. KeyError if unknown."""
    return _emblems(game_slugs())[slug]


@cache
def _emblems(games: tuple[str, ...]) -> dict[str, Emblem]:
    """Emblem of each game; the argument is a cache key."""
    infos = sorted((find_game(slug).info for slug in games), key=lambda info: (info.order, info.slug))
    paths = {info.slug: game_file(info.slug, "emblem.svg") for info in infos}
    drawings = {slug: _drawing(path) if path is not None else None for slug, path in paths.items()}
    chosen = {
        slug: LOOKS_BY_NAME.get(svg.about.get("data-wool", "") if svg else "")
        for slug, svg in drawings.items()
    }
    free = [look for look in SEAT_LOOKS if look not in chosen.values()]
    others = [*free, *(look for look in SEAT_LOOKS if look not in free)]
    emblems = {slug: Emblem(look, drawings[slug]) for slug, look in chosen.items() if look is not None}
    for number, slug in enumerate(slug for slug in drawings if slug not in emblems):
        look = others[number % len(SEAT_LOOKS)]
        emblems[slug] = Emblem(look, drawings[slug], "" if number < len(free) else look.pattern)
    return emblems


def _drawing(path: Path) -> Drawing | None:
    """Drawing of an emblem; `None` for an invalid file, which ``main.py check`` reports."""
    try:
        return drawing_in(path)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class SwingFrame:
    """One frame of a hanging sock."""

    turn: float
    """Degrees, clockwise, about its pin."""
    eyes: str = OPEN
    live: float = 0.0
    """Phase of its other moving parts (flame, lantern, lights in windows), from -1 to 1."""


SWAY_FRAMES: Final[tuple[tuple[SwingFrame, int], ...]] = (
    (SwingFrame(0, live=1), 170),
    (SwingFrame(1.2, live=-0.5), 190),
    (SwingFrame(2, live=0.6), 240),
    (SwingFrame(1.2, live=-1), 190),
    (SwingFrame(0, live=0.5), 170),
    (SwingFrame(-1.2, HALF, -0.6), 90),
    (SwingFrame(-2, SHUT, 0.8), 130),
    (SwingFrame(-2, live=-0.8), 150),
    (SwingFrame(-1.2, live=0.3), 190),
)
"""Idle frames with their times in ms: it sways and blinks once."""


def sock_look(slug: str) -> SeatLook:
    """Colours of the big sock of a game."""
    return emblem(slug).look


def sock_size(size: float) -> tuple[float, float]:
    """(width, height) in units of a big sock's surface; at size 1 the sock alone is about 220 x 300."""
    return _BOX[2] * size + 2 * MARGIN, _BOX[3] * size + 2 * MARGIN


def sock_pin(size: float) -> float:
    """Distance in units from the surface's upper edge to the pin, which is in the middle horizontally.

    The middle of the sock is `sock_aside` from there.
    """
    return (_PIN_PLACE[1] - _BOX[1]) * size + MARGIN


def sock_aside(size: float) -> float:
    """Distance to the right from the pin to the middle of the sock, in units; to the left if flipped."""
    return 55 * size


_GAZE_AHEAD = (0.75, 0.0)  # gaze, -1 to 1: forward, not down


def big_sock(
    assets: Assets,
    slug: str,
    frame: int = 0,
    size: float = 0.66,
    *,
    flip: bool = False,
    turn: float = 0.0,
    focus: bool = False,
) -> pygame.Surface:
    """Cached big sock, hung from a line, toe right (left if flipped), on a surface of `sock_size`.

    Args:
        assets: the scale.
        slug: game whose sock it is.
        frame: index in SWAY; it wraps round.
        size: scale; 1 is 300 units high.
        flip: True if its toe points to the left.
        turn: angle at rest, in degrees.
        focus: True for a wool rim with the focus ring round it.
    """
    sway = SWAY_FRAMES[frame % len(SWAY_FRAMES)][0]
    angle = round(turn + sway.turn, 2)  # avoids cache keys with tiny differences
    sock_emblem = emblem(slug)
    # Values without a visible effect must not create another cached picture.
    live = 0.0
    if sock_emblem.has("flame", "toss"):
        live = sway.live
    elif sock_emblem.has("windows"):
        live = 1.0 if sway.live > _LIT_SWAY else -1.0
    wool = sock_emblem.look.name, sock_emblem.pattern
    return _sock(assets, slug, wool, (angle, sway.eyes, live), float(size), flip=flip, focus=focus)


@cached_drawing
def _sock(
    assets: Assets,
    slug: str,
    wool: tuple[str, str],
    sway: tuple[float, str, float],
    size: float,
    *,
    flip: bool,
    focus: bool,
) -> pygame.Surface:
    """Sock of `big_sock`, cached. ``wool`` is in the key, as other games may change it."""
    sock_emblem, angle = emblem(slug), sway[0]
    w, h = _BOX[2] * size, _BOX[3] * size
    bend = f"rotate({-angle if flip else angle} {_PIN_PLACE[0]} {_PIN_PLACE[1]})"
    mask = rasterize_units(assets, group(drawing("sock").layer("silhouette"), bend), w, h, _BOX)
    # The knitting is drawn once and then rotated, which takes half the time.
    inside = _rotate_about_pin(
        _cloth(assets, slug, wool, size, lights=sway[2] > _LIT_SWAY), -angle if flip else angle
    )
    clip(inside, mask)
    behind = _layers(sock_emblem, _BEHIND_LAYERS, sway)
    parts = [rasterize_units(assets, group(behind, bend), w, h, _BOX)] if behind else []
    parts += [inside, rasterize_units(assets, group(_front(sock_emblem, sway), bend), w, h, _BOX)]
    whole = padded(stack_layers(inside.get_size(), parts), assets.px(MARGIN))
    whole = flipped(whole) if flip else whole
    if focus:
        rims = (
            rim(whole, 7 * assets.scale, WOOL),
            rim(whole, (7 + 5 * assets.bold) * assets.scale, FOCUS_COLOUR),
        )
        whole = stack_layers(whole.get_size(), (rims[1], rims[0], whole))
        return with_shadow(assets, whole, (8, 14), 9, 90)
    near = min(1.0, size / 0.66)  # a small sock is close to the surface behind it
    if size < SMALL_SIZE:  # on paper, which is dark in the dark theme
        whole = stack_layers(whole.get_size(), (rim(whole, (1.5 + 6 * size) * assets.scale, WOOL), whole))
    return with_shadow(assets, whole, (12 * near, 16 * near), max(1.5, 8 * near), 60)


@cached_drawing
def _cloth(assets: Assets, slug: str, _wool: tuple[str, str], size: float, *, lights: bool) -> pygame.Surface:
    """Knitting of a straight sock, shaded but not yet cut to its shape."""
    w, h = _BOX[2] * size, _BOX[3] * size
    detail = 11 * size * assets.scale >= 3
    body = _inside(emblem(slug), lights=lights, detail=detail)
    mask = rasterize_units(assets, drawing("sock").layer("silhouette"), w, h, _BOX)
    inside = rasterize_units(assets, body, w, h, _BOX)
    inside.blit(inner_shade(mask, 9 * size * assets.scale, (5 * size, -7 * size), 120), (0, 0))
    return inside


def _rotate_about_pin(cloth: pygame.Surface, degrees: float) -> pygame.Surface:
    """Copy rotated clockwise about the pin.

    Only the knitting becomes softer, because outlines are drawn later.
    """
    size = cloth.get_size()
    if not degrees:
        return cloth.copy()
    u = size[0] / _BOX[2]
    pin = pygame.Vector2((_PIN_PLACE[0] - _BOX[0]) * u, (_PIN_PLACE[1] - _BOX[1]) * u)
    middle = pin + (pygame.Vector2(size) / 2 - pin).rotate(degrees)
    large = pygame.transform.rotozoom(cloth, -degrees, 1)
    whole = pygame.Surface(size, pygame.SRCALPHA)
    whole.blit(large, large.get_rect(center=(round(middle.x), round(middle.y))))
    return whole


def _inside(sock_emblem: Emblem, *, lights: bool = True, detail: bool = False) -> str:
    """SVG text of the knitting: wool, pattern, windows and toe; ``detail`` adds single stitches."""
    layer, swap = drawing("sock").layer, colours(sock_emblem.look)
    if sock_emblem.is_dark:
        swap[SEAT_LOOKS[0].light] = sock_emblem.look.colour
    body = layer("inside", swap) + sock_emblem.layer("knitted")
    if sock_emblem.says("pattern"):
        body += motif(sock_emblem.says("pattern"), (58, 100, 300, 330), sock_emblem.says("yarn", WOOL), 0.95)
    elif sock_emblem.pattern:
        body += motif(sock_emblem.pattern, (20, 60, 300, 340), sock_emblem.look.wool, 1.3)
    if lights:
        body += sock_emblem.layer("windows")
    if not sock_emblem.is_dark:
        body += layer("toe", swap)
    return body + (knit((40, 40, 290, 320), 11, 0.11) if detail else "")


def _layers(sock_emblem: Emblem, parts: Sequence[str], sway: tuple[float, str, float]) -> str:
    """SVG text of a sock's existing layers, moved for the frame."""
    return "".join(
        _move_layer(part, sock_emblem.layer(part), sway) for part in parts if sock_emblem.has(part)
    )


def _move_layer(part: str, text: str, sway: tuple[float, str, float]) -> str:
    """SVG text of a layer, moved if it flickers, swings or bobs."""
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


def _front(sock_emblem: Emblem, sway: tuple[float, str, float]) -> str:
    """SVG text of everything in front of the knitting: outline, cuff, face and emblem."""
    layer, swap = drawing("sock").layer, colours(sock_emblem.look)
    body = layer("outline") + layer("cuff", swap)
    body += _layers(sock_emblem, _PATCH_LAYERS, sway)
    if sock_emblem.drawing is not None and not sock_emblem.is_layered:
        body += _patch(sock_emblem.drawing)
    if sock_emblem.says("style") != "matt":
        body += layer("shine")
    body += layer(sock_emblem.mouth) + layer("nose")
    body += _layers(sock_emblem, _BELOW_EYES_LAYERS, sway)
    places = (176.0, 186.0, 27.0), (220.0 + float(sock_emblem.says("apart", "0")), 194.0, 25.0)
    body += pair_of_eyes(places, sway[1], _GAZE_AHEAD, 4.8, sock_emblem.look.colour)
    return body + _layers(sock_emblem, _ABOVE_EYES_LAYERS, sway)


def _patch(small: Drawing) -> str:
    """SVG text of a small drawing on a patch of cloth."""
    source = drawing("sock")
    x, y, w, h = source.box_of("patch")
    return source.layer("patch") + fitted_in(small, (x + 15, y + 13, w - 30, h - 26))


def fitted_in(small: Drawing, box: tuple[float, float, float, float]) -> str:
    """SVG text of a drawing scaled to fit a box (x, y, width, height), keeping its ratio, centred."""
    x, y, w, h = box
    left, top, width, height = small.box
    scale = min(w / width, h / height)
    at = x + (w - width * scale) / 2, y + (h - height * scale) / 2
    moved = f"translate({at[0]:.2f} {at[1]:.2f}) scale({scale:.4f}) translate({-left:g} {-top:g})"
    return group(small.body, moved)


def emblem_drawing(slug: str) -> str:
    """Sock of a game as a whole SVG file, for readers with masks such as browsers."""
    sock_emblem, still = emblem(slug), (0.0, OPEN, 0.0)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -20 360 376">'
        f'<mask id="sock">{drawing("sock").layer("silhouette")}</mask>'
        f"{_layers(sock_emblem, _BEHIND_LAYERS, still)}"
        f'<g mask="url(#sock)">{_inside(sock_emblem)}</g>{_front(sock_emblem, still)}</svg>'
    )


ROLLED_ROOM: Final = 13.5 / 116  # share of its size below the ball


@cached_drawing
def rolled_sock(assets: Assets, seat: int, size: float, turn: float = 0) -> pygame.Surface:
    """Two of a seat's socks rolled to a ball, ``size`` units square, turned clockwise, with shadow."""
    look = SEAT_LOOKS[seat]
    source = drawing("rolled")
    inside = source.layer("inside", colour=look.colour, dark=look.dark, light=look.light)
    if look.pattern == "heel":
        inside += source.layer("heel")
    else:
        inside += group(motif(look.pattern, (0, 6, 110, 110), look.wool, 0.62), "rotate(24 50 50)")
    if 7 * size / 116 * assets.scale >= 3:
        inside += knit((0, 0, 100, 100), 7, 0.12)
    spin = f"rotate({turn} 50 50)"
    ball = rasterize_units(assets, group(inside, spin), size, size, source.box)
    clip(ball, art(assets, "rolled", size, size, layer="silhouette"))
    front = group(source.layer("front"), spin) + source.layer("shine")
    whole = stack_layers(ball.get_size(), (ball, rasterize_units(assets, front, size, size, source.box)))
    return with_shadow(assets, whole, (0, 3), 4, 110)


BALL_FRAMES: Final = 8


@cached_drawing
def ball(assets: Assets, size: float = 44, frame: int = 0, *, ghost: bool = False) -> pygame.Surface:
    """One of BALL_FRAMES frames of a ball of ``size`` units that rolls clockwise; a ghost is translucent."""
    source = drawing("ball")
    body = group(source.layer("ball"), f"rotate({frame % BALL_FRAMES * 360 / BALL_FRAMES} 50 50)")
    surface = rasterize_units(assets, body + source.layer("shine"), size, size, source.box)
    if ghost:
        surface.fill((255, 255, 255, 140), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
