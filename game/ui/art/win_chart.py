"""Win probabilities of a match as a scarf: stitches show each seat's share, loose yarn unknown parts.

Every stitch is a small picture in the yarn of a seat, some in that of its pattern, so the scarf can grow as
more results arrive.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.layers import INK, clip, mix, rasterize_units
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.art.svg import circle, line, rect
from game.ui.core.assets import Assets, cached_drawing

Column = tuple[float, ...] | None
"""Share of each seat in a column, from the top; `None` if unknown."""

FRINGE_LENGTH: Final = 10.0  # length of the threads at its ends, within its width, in units
STITCH_WIDTH, STITCH_HEIGHT = 8.0, 7.6  # size of a stitch, in units
SEAM: Final = "#FFF3D6"
PLAIN_YARN: Final = "#CFC0A4", "#E8DDC8", "#FFFAF2"  # dark, medium, light


@dataclass(frozen=True, slots=True)
class UnknownColours:
    """Colours of parts that are not knitted yet."""

    ground: str = "#E9E4EE"
    border: str = "#B5AFC4"
    edge: str = "#8F8AA0"
    thread: str = "#CFCBDA"


DAY_COLOURS, NIGHT_COLOURS = UnknownColours(), UnknownColours("#2A2342", "#5D5580", "#15102A", "#8C84AD")


NEEDLE_ROOM: Final = 34.0
"""Distance in units by which the needles extend above and below a scarf; less if text is close to it."""


def stitches(w: float) -> int:
    """Number of columns, at least 8, of a scarf of this width in units, which includes its fringes."""
    return max(8, round((w - 2 * FRINGE_LENGTH) / STITCH_WIDTH))


def scarf(
    assets: Assets,
    w: float,
    h: float,
    columns: Sequence[Column],
    looks: Sequence[int],
    yarn: UnknownColours = DAY_COLOURS,
    plain: Collection[int] = (),
) -> pygame.Surface:
    """New scarf of w x h units including its fringes. Not cached, because no two matches have the same.

    Args:
        assets: the scale.
        w: width including the fringes.
        h: height.
        columns: as many as `stitches` returns, from the start of the match to its end.
        looks: the seats' looks, from the top.
        yarn: colours of loose yarn for unknown parts.
        plain: seats in undyed yarn, with no seams between neighbours.
    """
    rows, column_width = max(6, round(h / STITCH_HEIGHT)), (w - 2 * FRINGE_LENGTH) / len(columns)
    row_height, size = h / rows, (assets.px(w), assets.px(h))
    whole = pygame.Surface(size, pygame.SRCALPHA)
    if any(column is None for column in columns):
        whole.blit(
            rasterize_units(assets, _yarn(FRINGE_LENGTH, w - FRINGE_LENGTH, h, yarn, looks), w, h), (0, 0)
        )
    knitted = pygame.Surface(size, pygame.SRCALPHA)
    for number, column in enumerate(columns):
        if column is None:
            continue
        x, ends = FRINGE_LENGTH + number * column_width, _ends(column, rows)
        for step in range(-1, rows + 1):
            seat = min(len(looks) - 1, sum(step >= end for end in ends))
            near = any(step in (end, end - 1) for end in ends)
            sewn = not near and seat not in plain and _sewn(SEAT_LOOKS[looks[seat]].pattern, number, step)
            size_px = round(column_width, 3), round(row_height, 3)
            image = stitch(assets, looks[seat], sewn, seat in plain, *size_px)
            knitted.blit(image, (round(x * assets.scale), round(step * row_height * assets.scale)))
    seams = _seams(columns, rows, column_width, row_height, plain)
    knitted.blit(rasterize_units(assets, seams, w, h), (0, 0))
    parts = [
        (FRINGE_LENGTH + first * column_width, (last - first) * column_width)
        for first, last in _stretches(columns)
    ]
    cut = "".join(rect(x, 0, width, h, 6, fill="#FFFFFF") for x, width in parts)
    edge = "".join(
        rect(x + 1.7, 1.7, max(2.0, width - 3.4), h - 3.4, 5, fill="none", stroke=INK, stroke_width=3.4)
        for x, width in parts
    )
    if parts:
        clip(knitted, rasterize_units(assets, cut, w, h)).blit(rasterize_units(assets, edge, w, h), (0, 0))
        whole.blit(knitted, (0, 0))
    whole.blit(rasterize_units(assets, _fringes(columns, rows, looks, w, h, yarn, plain), w, h), (0, 0))
    return whole


@cached_drawing
def stitch(
    assets: Assets,
    look: int,
    sewn: bool,  # noqa: FBT001
    plain: bool,  # noqa: FBT001
    w: float,
    h: float,
) -> pygame.Surface:
    """One V of stocking stitch, (w + 1) x 1.5 h units, which extends into the row below."""
    seat = SEAT_LOOKS[look]
    dark, colour, light = PLAIN_YARN if plain else (seat.dark, seat.colour, seat.light)
    ground = dark
    if sewn:
        colour, dark, light = mix(colour, "#FFFFFF", 0.5), mix(dark, colour, 0.5), "#FFFFFF"
    legs = "".join(
        f"M{w * (0.5 + side * 0.27):.2f} {h * 0.26:.2f}L{w * (0.5 + side * 0.12):.2f} {h * 1.22:.2f}"
        for side in (-1, 1)
    )
    body = rect(0, 0, w + 1, h + 1, 0, fill=ground) + line(legs, dark, w * 0.5)
    body += line(legs, colour, w * 0.38) + line(legs, light, w * 0.12, stroke_opacity=0.5)
    return rasterize_units(assets, body, w + 1, h * 1.5)


@cached_drawing
def needles(assets: Assets, h: float, up: bool, room: float) -> pygame.Surface:  # noqa: FBT001
    """Two crossed needles, 60 units wide, that hold a scarf's end, ``room`` beyond it above and below.

    Their heads are at the bottom, or at the top if ``up``.
    """
    middle, height, body = 30.0, h + 2 * room, ""
    for way in (-1, 1):
        top, foot = (middle - 16 * way, 10.0), (middle + 22 * way, height - 12)
        if up:
            top, foot = (top[0], height - top[1]), (foot[0], height - foot[1])
        d = f"M{top[0]} {top[1]}L{foot[0]} {foot[1]}"
        body += line(d, INK, 11) + line(d, "#E3B57C", 6.2) + line(d, "#FFE9C4", 1.8)
        body += circle(*foot, 7.5, "#D9482B", stroke=INK, stroke_width=3.2)
    return rasterize_units(assets, body, 2 * middle, h + 2 * room)


@cached_drawing
def loose(assets: Assets, w: float, h: float, yarn: UnknownColours = DAY_COLOURS) -> pygame.Surface:
    """Loose yarn alone, w x h, for unknown results."""
    return rasterize_units(assets, _yarn(1.2, w - 1.2, h, yarn), w, h)


def _ends(column: Sequence[float], rows: int) -> list[int]:
    """Row at which each seat's part ends, counted from the top, without the last seat."""
    total, run, ends = sum(column) or 1.0, 0.0, []
    for part in column[:-1]:
        run += part / total
        ends.append(round(run * rows))
    return ends


def _sewn(pattern: str, column: int, row: int) -> bool:
    """True if a stitch belongs to the pattern of its seat, which identifies the seat without colour."""
    match pattern:
        case "stripes":
            return row % 4 == 1
        case "dots":
            return row % 3 == 1 and (column + (row // 3 % 2) * 2) % 4 == 1
        case "argyle":
            return (column + row) % 8 == 0 or (column - row) % 8 == 0
        case "chevrons":
            return (row + abs(column % 8 - 4)) % 5 == 0
        case "checks":
            return (column // 2 + row // 2) % 2 == 0
        case "stars":
            return (column % 6, row % 6) in {(1, 1), (0, 2), (1, 2), (2, 2), (1, 3)}
        case "hearts":
            return (column % 7, row % 6) in {(1, 1), (3, 1), (1, 2), (2, 2), (3, 2), (2, 3)}
    return column % 9 == 4


def _seams(
    columns: Sequence[Column], rows: int, column_width: float, row_height: float, plain: Collection[int]
) -> str:
    """SVG text of wool threads between the seats, where known, but not between two plain ones."""
    body, seats = "", next((len(column) for column in columns if column is not None), 0)
    for seat in range(seats - 1):
        if seat in plain and seat + 1 in plain:
            continue
        d, last = "", -2
        for number, column in enumerate(columns):
            if column is None:
                continue
            x, y = (
                FRINGE_LENGTH + number * column_width,
                _ends(column, rows)[seat] * row_height + row_height * 0.35,
            )
            y = max(3.0, min(rows * row_height - 3.0, y))
            d += f"{'L' if last == number - 1 else 'M'}{x:.1f} {y:.1f}H{x + column_width:.1f}"
            last = number
        if d:
            body += line(d, INK, 6.4, stroke_linejoin="round") + line(d, SEAM, 3, stroke_linejoin="round")
    return body


def _stretches(columns: Sequence[Column]) -> list[tuple[int, int]]:
    """Runs of known columns, as (first, end)."""
    stretches, start = [], None
    for number, column in enumerate((*columns, None)):
        if column is not None and start is None:
            start = number
        elif column is None and start is not None:
            stretches.append((start, number))
            start = None
    return stretches


def _fringes(
    columns: Sequence[Column],
    rows: int,
    looks: Sequence[int],
    w: float,
    h: float,
    yarn: UnknownColours,
    plain: Collection[int],
) -> str:
    """SVG text of threads at both ends, in the yarn of the seat next to them; grey next to unknown parts."""
    count, body = max(4, int(h / 7)), ""
    for column, x, to in (
        (columns[0], FRINGE_LENGTH + 1, 2.5),
        (columns[-1], w - FRINGE_LENGTH - 1, w - 2.5),
    ):
        if column is None and x > FRINGE_LENGTH + 1:
            continue  # unknown parts continue there
        ends = _ends(column, rows) if column is not None else []
        for number in range(count):
            y = 5 + number * (h - 10) / (count - 1)
            seat = min(len(looks) - 1, sum(y >= end * h / rows for end in ends))
            light = PLAIN_YARN[2] if seat in plain else SEAT_LOOKS[looks[seat]].light
            colour = light if column is not None else yarn.thread
            d = f"M{x:.1f} {y:.1f}H{to:.1f}"
            body += line(d, INK if column is not None else yarn.edge, 5) + line(d, colour, 2.3)
    return body


def _yarn(left: float, right: float, h: float, yarn: UnknownColours, looks: Sequence[int] = ()) -> str:
    """SVG text of yarn in loose loops, row below row: pale in the seats' colours, grey without ``looks``."""
    rng, count = random.Random(5), max(4, int(h / 17), len(looks))
    text = rect(left, 1.2, right - left, h - 2.4, 9, fill=yarn.ground, stroke=yarn.border, stroke_width=2.4)
    for number in range(count):
        y, x = 9 + (h - 18) * number / (count - 1), left + 4.0
        d, loop_height, loop = f"M{x:.1f} {y:.1f}", h / count * 0.4, 0
        loop_width, end = 19 + rng.uniform(-1.5, 1.5), right - 26 - rng.uniform(0, 0.05) * (right - left)
        while x < end:
            bent = y + (loop_height if (loop + number) % 2 else -loop_height)
            d += f"C{x + loop_width * 0.35:.1f} {bent:.1f} {x + loop_width * 0.65:.1f} {bent:.1f} "
            d += f"{x + loop_width:.1f} {y:.1f}"
            x, loop = x + loop_width, loop + 1
        edge, thread = yarn.edge, yarn.thread
        if looks:
            seat = SEAT_LOOKS[looks[number * len(looks) // count]]
            edge, thread = mix(yarn.ground, seat.dark, 0.7), mix(yarn.ground, seat.light, 0.75)
        text += line(d, edge, 6.2) + line(d, thread, 3.6)
    return text
