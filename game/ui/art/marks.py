"""Marks on a board: possible steps, kicks and socks, refusals, impacts, and threats.

Threats are knitted arcs, dashed rings, the stitched way of the ball, and a glowing line.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from game.ui.art.layers import BAD_COLOUR, FOCUS_COLOUR, GOLD, INK, WOOL, art, channels, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.puppets import circling_stars
from game.ui.art.svg import Point, circle, drawing, group, line, path, rect, seam
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import ease_out
from game.ui.core.paint import Painter


def _mark(assets: Assets, layer: str, scale: float) -> pygame.Surface:
    """Picture of layers of the marks, ``scale`` times as large as they are drawn."""
    _x, _y, w, h = drawing("marks").box_of(layer.split(maxsplit=1)[0])
    return art(assets, "marks", w * scale, h * scale, layer=layer)


@cached_drawing
def mark_step(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Green ring with a sock, 60 x 44 units at scale 1: the piece can step here. Centre it on the cell."""
    return _mark(assets, "step", scale)


@cached_drawing
def mark_kick(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Dashed yellow oval, 72 x 56 units at scale 1: the ball can stop here; put a ghost of it on top."""
    return _mark(assets, "kick", scale)


@cached_drawing
def mark_landing(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Dashed pale oval with a cross, 72 x 56 units at scale 1: a socked piece will fall here."""
    return _mark(assets, "landing", scale)


@cached_drawing
def mark_sock(assets: Assets, scale: float = 1.0, *, with_star: bool = False) -> pygame.Surface:
    """Red burst, 84 x 72 units at scale 1, behind a piece that can be socked; ``with_star`` for a legend."""
    return _mark(assets, "sock sock-star" if with_star else "sock", scale)


@cached_drawing
def mark_star(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Yellow burst with a red star, 46 x 46 units at scale 1, beside a piece that can be socked."""
    return _mark(assets, "star", scale)


REFUSED_RADIUS = 22.0  # radius of the ring of `mark_refused`, in units at scale 1


@cached_drawing
def mark_refused(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Red barrier, 60 x 60 units at scale 1: not allowed."""
    return _mark(assets, "refused", scale)


@cached_drawing
def mark_breaks(assets: Assets, w: float, h: float) -> pygame.Surface:
    """Frame of red stitches round a cell of w x h units, for the piece that causes a refusal."""
    d = seam(f"M4 4 L{w - 4} 4 L{w - 4} {h - 4} L4 {h - 4} Z", 9, 7)
    body = rect(3, 3, w - 6, h - 6, 10, fill=BAD_COLOUR, fill_opacity=0.2)
    return rasterize_units(assets, body + line(d, WOOL, 7) + line(d, BAD_COLOUR, 4), w, h)


@cached_drawing
def cell_focus(assets: Assets, w: float, h: float, colour: str = FOCUS_COLOUR) -> pygame.Surface:
    """Focus ring just inside a cell of w x h units."""
    thick = 5 * assets.bold
    inset = 2 + thick / 2
    body = rect(
        inset, inset, w - 2 * inset, h - 2 * inset, 13, fill="none", stroke=WOOL, stroke_width=thick + 4
    )
    body += rect(
        inset, inset, w - 2 * inset, h - 2 * inset, 13, fill="none", stroke=colour, stroke_width=thick
    )
    return rasterize_units(assets, body, w, h)


ARROW_ROOM: Final = 24.0  # margin around an arrow or a trail, in units


@cached_drawing
def arrow(
    assets: Assets, dx: float, dy: float, colour: str = GOLD, width: float = 9, head: float = 17
) -> pygame.Surface:
    """Inked arrow from one point to another that is (dx, dy) units away.

    The surface contains both points with a margin of ARROW_ROOM: draw it ARROW_ROOM left of and above the
    upper left corner of the two.
    """
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    x1, y1 = x0 + dx, y0 + dy
    angle = math.atan2(dy, dx)
    ux, uy = math.cos(angle), math.sin(angle)
    hx, hy = x1 - ux * head, y1 - uy * head
    shaft = f"M{x0:.1f} {y0:.1f}L{hx:.1f} {hy:.1f}"
    q = head * 0.75
    tip = f"M{x1:.1f} {y1:.1f} L{hx - uy * q:.1f} {hy + ux * q:.1f} L{hx + uy * q:.1f} {hy - ux * q:.1f}Z"
    body = line(shaft, INK, width + 7) + path(tip, INK, stroke=INK, stroke_width=8, stroke_linejoin="round")
    body += line(shaft, colour, width) + path(
        tip, colour, stroke=colour, stroke_width=2, stroke_linejoin="round"
    )
    return _span_image(assets, body, dx, dy)


@cached_drawing
def trail(assets: Assets, dx: float, dy: float) -> pygame.Surface:
    """Path of the last move: stitches that fade towards its start; ARROW_ROOM around both points."""
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    length = math.hypot(dx, dy)
    count = max(2, round(length / 15))
    body = ""
    for number in range(count):
        first, last = number / count, (number + 0.45) / count
        d = f"M{x0 + dx * first:.1f} {y0 + dy * first:.1f}L{x0 + dx * last:.1f} {y0 + dy * last:.1f}"
        opacity = 0.35 + 0.65 * number / count
        body += line(d, INK, 8, stroke_opacity=opacity * 0.7) + line(d, WOOL, 4.4, stroke_opacity=opacity)
    return _span_image(assets, body, dx, dy)


def _span_image(assets: Assets, body: str, dx: float, dy: float) -> pygame.Surface:
    """Picture of SVG text from (0, 0) that spans ``dx`` and ``dy``, ARROW_ROOM larger on every side."""
    w, h = abs(dx) + 2 * ARROW_ROOM, abs(dy) + 2 * ARROW_ROOM
    return rasterize_units(assets, body, w, h, (-ARROW_ROOM, -ARROW_ROOM, w, h))


STAR_FRAMES: Final = 8


@cached_drawing
def stars(assets: Assets, frame: int = 0, width: float = 50) -> pygame.Surface:
    """One of STAR_FRAMES frames of three stars round something socked; 2 ``width`` x ``width`` units."""
    behind, before = circling_stars(
        (0, 0), (width / 2, width * 0.17), frame % STAR_FRAMES / STAR_FRAMES, width * 0.2
    )
    return rasterize_units(assets, behind + before, width * 2, width, (-width, -width / 2, width * 2, width))


PUFF_FRAMES: Final = 6
PUFF_SIZE: Final = 140.0
DUST_SCALE: Final = 0.27  # scale of the two puffs that something raises as it lands


def draw_dust(
    painter: Painter, at: Point, reach: float, progress: float, scale: float = DUST_SCALE, k: float = 1.0
) -> None:
    """Draw a puff on both sides of a point, at first ``reach`` units away. All lengths are times ``k``."""
    image = puff(painter.assets, 1 + int(progress * (PUFF_FRAMES - 1.01)), round(scale * k, 2))
    for side in (-1, 1):
        x = at[0] + side * (reach + 20 * ease_out(progress)) * k
        painter.blit(image, x, at[1] - 6 * progress * k, "center")


def preload_puffs(assets: Assets, *scales: float) -> Iterator[None]:
    """Render all frames of puffs, one per step."""
    for frame in range(PUFF_FRAMES):
        for scale in scales:
            puff(assets, frame, round(scale, 2))
            yield


@cached_drawing
def puff(assets: Assets, frame: int = 0, scale: float = 1.0, seed: int = 3) -> pygame.Surface:
    """One of PUFF_FRAMES frames of a bursting puff of lint; 140 x 140 units at scale 1."""
    rnd = random.Random(seed)  # same seed for all frames, or each would show another cloud
    progress = min(frame, PUFF_FRAMES - 1) / (PUFF_FRAMES - 1)
    spread = 8 + 40 * (1 - (1 - progress) ** 2)
    clumps: list[tuple[float, float, float]] = []
    for number in range(7):
        angle = number * math.tau / 7 + rnd.uniform(-0.25, 0.25)
        reach = spread * rnd.uniform(0.8, 1.1)
        place = math.cos(angle) * reach, math.sin(angle) * reach * 0.86
        clumps += _fluff(place, rnd.uniform(9, 12.5) * (1.25 - progress * 0.65), rnd)
    if progress < 0.5:
        clumps.append((0, 0, 27 * (1 - progress)))
    body = "".join(circle(x, y, r + 3.2, INK) for x, y, r in clumps)
    body += "".join(circle(x, y, r, "#F1E7DA") for x, y, r in clumps)
    body += "".join(circle(x - r * 0.14, y - r * 0.2, r * 0.74, WOOL) for x, y, r in clumps)
    if progress < 0.5:
        body += line("M-14 8 C-8 -6 8 -6 8 4 C8 12 -4 12 -4 4", "#D8C6AE", 3.4)
    if frame > 1:
        body += "".join(_wisp(number, spread, rnd) for number in range(6))
    size, half = PUFF_SIZE * scale, PUFF_SIZE / 2
    cloud = rasterize_units(assets, body, size, size, (-half, -half, PUFF_SIZE, PUFF_SIZE))
    cloud.fill(
        (255, 255, 255, round(255 * min(1.0, 1.5 - progress * 1.15))), special_flags=pygame.BLEND_RGBA_MULT
    )
    return cloud


def _fluff(place: tuple[float, float], size: float, rnd: random.Random) -> list[tuple[float, float, float]]:
    """Small cloud of four balls, each (x, y, radius)."""
    x, y = place
    turn = rnd.uniform(0, math.tau)
    around = [turn + k * math.tau / 3 for k in range(3)]
    balls = [(x + math.cos(a) * size * 0.62, y + math.sin(a) * size * 0.5, size * 0.62) for a in around]
    return [(x, y, size * 0.8), *balls]


def _wisp(number: int, spread: float, rnd: random.Random) -> str:
    """SVG text of a single thread that flies ahead of the cloud."""
    angle = number * math.tau / 6 + rnd.random()
    x, y = math.cos(angle) * spread * 1.34, math.sin(angle) * spread * 1.2
    curl = "M-6 0 C-4 -7 4 -6 4 0 C4 5 9 4 9 -1"
    place = f"translate({x:.1f} {y:.1f}) rotate({rnd.randint(0, 360)}) scale(.8)"
    return group(line(curl, INK, 7.5) + line(curl, WOOL, 4), place)


@cached_drawing
def impact(assets: Assets, scale: float = 1.0) -> pygame.Surface:
    """Yellow burst at the moment of a hit, 130 x 116 units at scale 1."""
    return _mark(assets, "impact", scale)


@cached_drawing
def yarn_curl(assets: Assets, seat: int, turn: int = 0, size: float = 26) -> pygame.Surface:
    """Curl of yarn that flies off a hit, ``size`` units square; seat -1 is plain wool."""
    colour = WOOL if seat < 0 else SEAT_LOOKS[seat].colour
    transform = f"rotate({turn}) translate(-2 1)"
    return art(assets, "marks", size, size, layer="curl", transform=transform, colour=colour)


@cached_drawing
def yarn_clock(assets: Assets, seat: int, left: int, whole: int, size: float) -> pygame.Surface:
    """Turn clock of ``size`` units: a seat's yarn round ``left`` / ``whole`` of a disc, both in seconds."""
    body = drawing("marks").layer("clock") + _wound_yarn(seat, round(WINDINGS * left / whole))
    return rasterize_units(assets, body, size, size, (-50, -50, 100, 100))


WINDINGS: Final = 48  # lengths of yarn that wind once round a disc


@cached_drawing
def score_disc(assets: Assets, seat: int, wound: int, size: float) -> pygame.Surface:
    """Score disc of ``size`` units: ``wound`` of WINDINGS lengths of a seat's yarn round a white middle."""
    layer, pale = drawing("marks").layer, mix(SEAT_LOOKS[seat].colour, WOOL, 0.68)
    body = layer("score", pale=pale) + _wound_yarn(seat, wound) + layer("score-middle")
    return rasterize_units(assets, body, size, size, (-50, -50, 100, 100))


def _wound_yarn(seat: int, wound: int) -> str:
    """SVG text of a seat's yarn, ``wound`` of WINDINGS round a disc with a radius of 46 units."""
    if not wound:
        return ""
    angles = [math.tau * step / WINDINGS - math.pi / 2 for step in range(wound + 1)]
    way = "M" + " L".join(f"{35 * math.cos(angle):.1f} {35 * math.sin(angle):.1f}" for angle in angles)
    body = line(way, INK, 13) + line(way, SEAT_LOOKS[seat].colour, 8.5)
    # twist of the yarn
    twists = "".join(
        f"M{32.5 * math.cos(angle - 0.06):.1f} {32.5 * math.sin(angle - 0.06):.1f}"
        f"L{37.5 * math.cos(angle + 0.06):.1f} {37.5 * math.sin(angle + 0.06):.1f}"
        for angle in angles[1:-1:2]
    )
    return body + (line(twists, mix(SEAT_LOOKS[seat].colour, WOOL, 0.55), 1.8) if twists else "")


CORAL: Final = "#D9503D"
ARC_ROOM: Final = 30.0  # margin around an arc, in units
STITCHED_ARROW_ROOM: Final = 18.0  # margin around a stitched arrow, in units
GLOW_REACH: Final = (50.0, 150.0)
"""Reach of a line's glow behind it and into the field, in units."""
_ARC_STEPS: Final = 26


@cached_drawing
def sock_arc(
    assets: Assets, dx: float, dy: float, bulge: float = 44, width: float = 11, scale: float = 1.0
) -> pygame.Surface:
    """Knitted coral band that leaps from a point to one (dx, dy) units away, on a surface of `arc_size`.

    It bends upwards, or to the right if it is vertical; with a negative bulge the other way. The surface is
    centred on the middle of the two points and contains the whole arc: see `arc_size`.
    """
    w, h = arc_size(dx, dy, bulge)
    points = _arc_points(dx, dy, bulge)
    way = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points[:-2])
    (x0, y0), (x1, y1) = points[-5], points[-1]
    tip = _head((x1, y1), math.atan2(y1 - y0, x1 - x0), 20 * scale)
    body = ""
    for colour, more in ((WOOL, 10 * scale), (INK, 5 * scale), (CORAL, 0.0)):
        edge = max(2.0, more + 2 * scale)
        body += line(way, colour, width + more) + path(
            tip, colour, stroke=colour, stroke_width=edge, stroke_linejoin="round"
        )
    body += line(_knitting(points, 3.8 * scale), mix(CORAL, WOOL, 0.62), 1.8 * scale)
    return rasterize_units(assets, body, w, h, (dx / 2 - w / 2, dy / 2 - h / 2, w, h))


@cached_drawing
def thin_arc(assets: Assets, dx: float, dy: float, bulge: float = 44, scale: float = 1.0) -> pygame.Surface:
    """Thin version of `sock_arc` for less urgent threats, placed in the same way."""
    w, h = arc_size(dx, dy, bulge)
    points = _arc_points(dx, dy, bulge)
    way = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points[:-1])
    (x0, y0), (x1, y1) = points[-4], points[-1]
    tip = _head((x1, y1), math.atan2(y1 - y0, x1 - x0), 9 * scale)
    body = line(way, WOOL, 5 * scale) + path(tip, WOOL, stroke=WOOL, stroke_width=3 * scale)
    body += line(way, CORAL, 2.4 * scale) + path(tip, CORAL)
    return rasterize_units(assets, body, w, h, (dx / 2 - w / 2, dy / 2 - h / 2, w, h))


def arc_size(dx: float, dy: float, bulge: float) -> tuple[float, float]:
    """(width, height) in units of an arc's picture: the distances plus bulge and ARC_ROOM on both sides."""
    reach = 2 * abs(bulge) + 2 * ARC_ROOM
    return abs(dx) + reach, abs(dy) + reach


def _arc_points(dx: float, dy: float, bulge: float) -> list[Point]:
    """Points along the arc, from (0, 0) towards (dx, dy). It ends before both, as pieces cover them."""
    distance = math.hypot(dx, dy) or 1.0
    nx, ny = dy / distance, -dx / distance
    # Bend upwards if the direction is clear; a vertical arc bends to the right.
    if ny > 0.3 or (abs(ny) <= 0.3 and nx < 0):
        nx, ny = -nx, -ny
    mx, my = dx / 2 + nx * bulge * 1.5, dy / 2 + ny * bulge * 1.5
    shares = [0.06 + 0.84 * step / _ARC_STEPS for step in range(_ARC_STEPS + 1)]
    return [(2 * t * (1 - t) * mx + t * t * dx, 2 * t * (1 - t) * my + t * t * dy) for t in shares]


def _head(at: Point, angle: float, size: float) -> str:
    """Path data of an arrowhead at a point, for an ``angle`` in radians."""
    x, y = at[0] + math.cos(angle) * size * 0.45, at[1] + math.sin(angle) * size * 0.45
    left, right = (
        (x - size * math.cos(angle + turn), y - size * math.sin(angle + turn)) for turn in (-0.62, 0.62)
    )
    return f"M{x:.1f} {y:.1f} L{left[0]:.1f} {left[1]:.1f} L{right[0]:.1f} {right[1]:.1f}Z"


def _knitting(points: Sequence[Point], size: float) -> str:
    """Path data of small chevrons along the points of an arc."""
    path_data = ""
    for number in range(1, len(points) - 3, 2):
        (x, y), (a, b) = points[number], points[number + 1]
        way = math.atan2(b - y, a - x)
        ends = [(x - size * math.cos(way + turn), y - size * math.sin(way + turn)) for turn in (-1.0, 1.0)]
        path_data += (
            f"M{ends[0][0]:.1f} {ends[0][1]:.1f} L{x:.1f} {y:.1f} L{ends[1][0]:.1f} {ends[1][1]:.1f} "
        )
    return path_data


@cached_drawing
def danger_ring(assets: Assets, scale: float) -> pygame.Surface:
    """Dashed coral ring on the ground, under a piece that could be socked: 84 x 44 units at scale 1."""
    return _mark(assets, "danger", scale)


@cached_drawing
def way_arrow(assets: Assets, dx: float, dy: float, colour: str = CORAL) -> pygame.Surface:
    """Stitched arrow for the path of a ball; placed as `arrow`, with a margin of WAY_ROOM."""
    x0, y0 = max(0.0, -dx), max(0.0, -dy)
    x1, y1 = x0 + dx, y0 + dy
    angle = math.atan2(dy, dx)
    stitches = seam(f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}", 14, 8, even=False)
    tips = [(x1 + 14 * math.cos(angle + turn), y1 + 14 * math.sin(angle + turn)) for turn in (0, 2.3, -2.3)]
    tip = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in tips) + "Z"
    body = ""
    for layer_colour, width, edge in ((WOOL, 15, 12), (INK, 11, 7), (colour, 6, 1)):
        body += line(stitches, layer_colour, width)
        body += path(tip, layer_colour, stroke=layer_colour, stroke_width=edge, stroke_linejoin="round")
    w, h = abs(dx) + 2 * STITCHED_ARROW_ROOM, abs(dy) + 2 * STITCHED_ARROW_ROOM
    return rasterize_units(assets, body, w, h, (-STITCHED_ARROW_ROOM, -STITCHED_ARROW_ROOM, w, h))


@cached_drawing
def glowing_line(assets: Assets, h: float, colour: str, *, right: bool) -> pygame.Surface:
    """Glowing goal line, sum(GLOW) x h units, with most light on the side of the field, right or left.

    The line is GLOW[0] units from the left edge of the picture, or from the right one.
    """
    width = sum(GLOW_REACH)
    light = channels(mix(colour, WOOL, 0.55))
    picture = rasterize_units(assets, "", width, h)
    width_px = picture.get_width()
    for x in range(width_px):
        distance = (x / width_px * width - GLOW_REACH[0]) / (
            GLOW_REACH[1] * 0.8 if x / width_px * width > GLOW_REACH[0] else GLOW_REACH[0]
        )
        strength = round(215 * max(0.0, 1 - abs(distance)) ** 1.7)
        picture.fill((*light, strength), (x, 0, 1, picture.get_height()))
    middle = GLOW_REACH[0]
    seams = line(seam(f"M{middle} 12 L{middle} {h - 12}", 10, 8), WOOL, 3.4)
    bar = rect(middle - 7, 4, 14, h - 8, 7, fill=colour, stroke=INK, stroke_width=3)
    picture.blit(rasterize_units(assets, bar + seams, width, h), (0, 0))
    return picture if right else pygame.transform.flip(picture, flip_x=True, flip_y=False)


@cached_drawing
def coral_goal(assets: Assets, scale: float) -> pygame.Surface:
    """Point at which a ball would cross the line: 52 x 52 units at scale 1, to draw a ball on."""
    return _mark(assets, "coral-goal", scale)


@cached_drawing
def golden_goal(assets: Assets, scale: float, *, halo: bool = True) -> pygame.Surface:
    """Golden burst of the viewer's goal, to draw a ball on: 220 x 220 units at scale 1, with its light."""
    return _mark(assets, "halo golden-goal" if halo else "golden-goal", scale)
