"""Eyes and stars that the puppets of tables and of boards share; as SVG text."""

from __future__ import annotations

import math
from typing import Final

from game.ui.art.palette import GOLD, INK, WOOL
from game.ui.art.svg import line, oval, path, seam, star

WHITE: Final = "#FFFDF8"
OPEN, HALF, SHUT, CROSSED, GLAD = "open", "half", "shut", "crossed", "glad"


def eye(place: tuple[float, float, float], look: tuple[float, float], width: float, lid: str) -> str:
    """A button eye (x, y, r); `look` from -1 to 1 in x and y, `width` of the ink, `lid` the lid's colour."""
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
    """An eye that sees nothing: SHUT, CROSSED or GLAD."""
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


def circling_stars(
    centre: tuple[float, float], radii: tuple[float, float], phase: float, size: float, count: int = 3
) -> tuple[str, str]:
    """Stars on an orbit, as (behind, in front); `phase` from 0 to 1 turns them by one place."""
    (cx, cy), (rx, ry) = centre, radii
    ring = path(
        seam(oval(cx, cy, rx, ry, 40), 6, 6), stroke=WOOL, stroke_width=size * 0.3, stroke_opacity=0.8
    )
    parts = {True: ring, False: ""}
    for number in range(count):
        angle = (number + phase) * math.tau / count + 0.5
        behind = math.sin(angle) < 0
        r = size * (0.82 if behind else 1.0)
        shape = star(cx + math.cos(angle) * rx, cy + math.sin(angle) * ry, r, -90 + 20 * math.sin(angle))
        parts[behind] += path(shape, GOLD, stroke=INK, stroke_width=size * 0.28, stroke_linejoin="round")
    return parts[True], parts[False]
