"""SVG text of drawings: gradients, seams, stars, and layered files of the assets folder.

SDL's reader supports no text, filters, clips or masks, needs gradients in user space, and draws stray lines
when it dashes a curve. Therefore every seam is flattened here into short straight strokes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from xml.parsers import expat

from game.resources import ASSETS

Stop = tuple[float, str] | tuple[float, str, float]
Point = tuple[float, float]
Box = tuple[float, float, float, float]


def _stops(stops: Iterable[Stop]) -> str:
    """SVG text of the stops of a gradient."""
    full = ((*stop, 1.0)[:3] for stop in stops)
    return "".join(f'<stop offset="{o}" stop-color="{c}" stop-opacity="{a}"/>' for o, c, a in full)


def lin(name: str, line: tuple[float, float, float, float], *stops: Stop) -> str:
    """SVG text of a linear gradient along the line (x1, y1, x2, y2). Stops: (offset, colour[, opacity])."""
    x1, y1, x2, y2 = line
    return (
        f'<defs><linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{x1}" y1="{y1}" x2="{x2}" '
        f'y2="{y2}">'
        f"{_stops(stops)}</linearGradient></defs>"
    )


def rad(name: str, circle: tuple[float, float, float], *stops: Stop) -> str:
    """SVG text of a radial gradient in the circle (cx, cy, r). Stops: (offset, colour[, opacity])."""
    cx, cy, r = circle
    return (
        f'<defs><radialGradient id="{name}" gradientUnits="userSpaceOnUse" cx="{cx}" cy="{cy}" r="{r}">'
        f"{_stops(stops)}</radialGradient></defs>"
    )


def path(d: str, fill: str = "none", **attributes: object) -> str:
    """SVG text of a path element with the path data ``d``.

    Write attributes with underscores: stroke_width=3 is stroke-width.
    """
    return f'<path d="{d}" fill="{fill}"{_attributes(attributes)}/>'


def line(d: str, colour: str, width: float, **attributes: object) -> str:
    """SVG text of a stroke along the path data ``d``, with round ends and joins."""
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round"{_attributes(attributes)}/>'
    )


def rect(x: float, y: float, w: float, h: float, r: float, **attributes: object) -> str:
    """SVG text of a rectangle with corners of radius ``r``; black unless ``fill`` is given."""
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{r}"{_attributes(attributes)}/>'


def circle(cx: float, cy: float, r: float, fill: str, **attributes: object) -> str:
    """SVG text of a filled circle."""
    return f'<circle cx="{cx:.2f}" cy="{cy:.2f}" r="{r:.2f}" fill="{fill}"{_attributes(attributes)}/>'


def _attributes(attributes: Mapping[str, object]) -> str:
    """SVG text of attributes, each with a space before it and hyphens for underscores."""
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())


def group(body: str, transform: str) -> str:
    """SVG text of a group with a transformation; the body alone if ``transform`` is empty."""
    return f'<g transform="{transform}">{body}</g>' if transform else body


def star(cx: float, cy: float, r: float, turn: float = -90, points: int = 5, waist: float = 0.45) -> str:
    """Path data of a star of radius ``r``; ``turn`` in degrees, ``waist`` the share of the inner radius."""
    corners = []
    for i in range(2 * points):
        reach = r if i % 2 == 0 else r * waist
        angle = math.radians(turn + i * 180 / points)
        corners.append(f"{cx + reach * math.cos(angle):.2f} {cy + reach * math.sin(angle):.2f}")
    return "M" + " L".join(corners) + "Z"


def rounded_rect_path(x: float, y: float, w: float, h: float, r: float) -> str:
    """Path data of a rectangle with round corners, as cubics that `seam` can follow."""
    r = max(0.01, min(r, w / 2, h / 2))
    q = r * 0.45
    return (
        f"M{x + r} {y} L{x + w - r} {y} C{x + w - q} {y} {x + w} {y + q} {x + w} {y + r} "
        f"L{x + w} {y + h - r} C{x + w} {y + h - q} {x + w - q} {y + h} {x + w - r} {y + h} "
        f"L{x + r} {y + h} C{x + q} {y + h} {x} {y + h - q} {x} {y + h - r} "
        f"L{x} {y + r} C{x} {y + q} {x + q} {y} {x + r} {y} Z"
    )


def oval(cx: float, cy: float, rx: float, ry: float, steps: int = 72) -> str:
    """Path data of an ellipse as straight pieces, for `seam`."""
    angles = [i * math.tau / steps for i in range(steps + 1)]
    return "M" + " L".join(
        f"{cx + rx * math.cos(angle):.2f} {cy + ry * math.sin(angle):.2f}" for angle in angles
    )


@lru_cache(256)
def seam(d: str, on: float = 8, off: float = 6, *, even: bool = True) -> str:
    """Path data of short strokes along a path of absolute M, L, C, Q, Z; ``even`` makes the ends meet."""
    points = flatten(d)
    if even:
        whole = sum(math.dist(p, q) for p, q in pairwise(points))
        scale = whole / (max(1, round(whole / (on + off))) * (on + off))
        on, off = on * scale, off * scale
    return _dash_path(points, on, off)


def flatten(d: str) -> list[Point]:
    """Points of a path of M, L, C, Q and Z commands, with its curves cut into short straight pieces."""
    tokens = re.findall(r"[MLCQZ]|-?[\d.]+", d)
    points: list[Point] = []
    command, i = "M", 0
    while i < len(tokens):
        if tokens[i] in "MLCQZ":
            command, i = tokens[i], i + 1
        if command == "Z":
            points.append(points[0])
            continue
        count = {"M": 2, "L": 2, "Q": 4, "C": 6}[command]
        numbers = [float(token) for token in tokens[i : i + count]]
        i += count
        handles = [(numbers[k], numbers[k + 1]) for k in range(0, count, 2)]
        if command in "ML":
            points += handles
        else:
            start = points[-1]
            points += [_bezier([start, *handles], step / 16) for step in range(1, 17)]
    return points


def _bezier(handles: Sequence[Point], t: float) -> Point:
    """Point at ``t`` (0 to 1) of a Bézier curve with these handles."""
    while len(handles) > 1:
        handles = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(handles)]
    return handles[0]


def _dash_path(points: Sequence[Point], on: float, off: float) -> str:
    """Path data of dashes along points, ``on`` units long and ``off`` apart."""
    path_parts: list[str] = []
    current = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    inked, run = True, 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length, drawn_length = math.hypot(x1 - x0, y1 - y0), 0.0
        while (
            length - drawn_length > 1e-6
        ):  # rounding leaves remainders on which a step would make no progress
            target = on if inked else off
            step = min(length - drawn_length, target - run)
            drawn_length, run = drawn_length + step, run + step
            x, y = x0 + (x1 - x0) * drawn_length / length, y0 + (y1 - y0) * drawn_length / length
            if inked:
                current.append(f"L{x:.1f} {y:.1f}")
            if run >= target - 1e-6:
                if inked:
                    path_parts += current
                inked, run = not inked, 0.0
                current = [f"M{x:.1f} {y:.1f}"]
    if inked and len(current) > 1:
        path_parts += current
    return "".join(path_parts)


@lru_cache(64)
def knit(box: tuple[float, float, float, float], size: float = 10, strength: float = 0.10) -> str:
    """SVG text of small knit marks over the box (x0, y0, x1, y1), ``size`` apart; opacity ``strength``.

    Leave them out below 3 px per mark.
    """
    x0, y0, x1, y1 = box
    mark = f"l{size / 2:.1f} {size * 0.55:.1f}l{size / 2:.1f} {-size * 0.55:.1f}"
    across = [f"M{x0 + i * size:.1f} " for i in range(max(1, math.ceil((x1 - x0) / size)))]
    rows = [f"{y0 + i * size * 0.8:.1f}{mark}" for i in range(max(1, math.ceil((y1 - y0) / size / 0.8)))]
    d = "".join(x + y for y in rows for x in across)
    raised = f'<path transform="translate(0 {-size * 0.22:.2f})" d="{d}" fill="none"'
    return (
        f'<path d="{d}" fill="none" stroke="#2B2440" stroke-opacity="{strength}" '
        f'stroke-width="{size * 0.17:.2f}" stroke-linecap="round" stroke-linejoin="round"/>'
        f'{raised} stroke="#FFFFFF" stroke-opacity="{strength * 0.9:.3f}" stroke-width="{size * 0.15:.2f}"/>'
    )


class Drawing:
    """An SVG file, layered or not.

    SDL draws shapes, strokes, groups and gradients in user space. Unlike browsers, it draws no text, filters,
    clips, masks or CSS styles.

    Attributes:
        box: its view box.
        about: the attributes of its root.
        body: everything inside its root.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: if the file has no view box, or is no XML.
    """

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        try:
            self.about, groups = _read(text)
        except expat.ExpatError as error:
            raise ValueError(f"{path.name} is no SVG: {error}") from error
        if "viewBox" not in self.about:
            raise ValueError(f"{path.name} needs a viewBox")
        self.box = _box(self.about["viewBox"])
        self.body = text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
        self._layers = {"": (self.body, self.box)}
        for group, about in groups:
            self._layers[about["id"]] = group, _box(about["data-box"]) if "data-box" in about else self.box

    def layer(self, name: str, colours: Mapping[str, str] | None = None, /, **values: object) -> str:
        """SVG text of one group, with colours replaced ({old: new}) and each ``var(NAME)`` by its value.

        An empty ``name`` is the whole file. Raises KeyError for an unknown group or a missing value.
        """
        swap = {f"var({key})": str(value) for key, value in values.items()} | dict(colours or {})
        text = self._layers[name][0]
        if swap:
            # In one pass, because a colour may be replaced by one that is itself replaced.
            text = re.sub("|".join(map(re.escape, swap)), lambda hit: swap[hit.group()], text)
        if missing := re.search(r"var\([^)]*\)", text):
            raise KeyError(f"{name or 'the drawing'} needs a value for {missing.group()}")
        return text

    def box_of(self, name: str) -> Box:
        """View box of one group: its attribute ``data-box``, or the file's. KeyError for an unknown group."""
        return self._layers[name][1]

    def names(self) -> list[str]:
        """Ids of the groups directly below the root, in order."""
        return [name for name in self._layers if name]


def _box(text: str) -> Box:
    """View box of its text: x, y, width and height."""
    x, y, w, h = (float(number) for number in re.split(r"[\s,]+", text.strip()))
    return x, y, w, h


def _read(text: str) -> tuple[dict[str, str], list[tuple[str, dict[str, str]]]]:
    """(attributes of the root, [(SVG text, attributes)] of each group below it that has an id).

    Raises `ExpatError`.
    """
    raw = text.encode()  # expat counts in bytes
    about: dict[str, str] = {}
    layers: list[tuple[str, dict[str, str]]] = []
    depth, start_index, group = 0, 0, dict[str, str]()
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        """Read an element's start: attributes of the root, or the beginning of a group."""
        nonlocal depth, start_index, group
        if depth == 0:
            about.update(attributes)
        if depth == 1 and tag == "g":
            start_index, group = parser.CurrentByteIndex, attributes
        depth += 1

    def end(tag: str) -> None:
        """Read an element's end: of a group with an id, store the text."""
        nonlocal depth
        depth -= 1
        if depth == 1 and tag == "g" and group.get("id"):
            layers.append((raw[start_index : parser.CurrentByteIndex].decode() + "</g>", group))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.Parse(raw, True)  # noqa: FBT003 - expat takes it no other way
    return about, layers


def drawing(name: str) -> Drawing:
    """Layered file `assets/<name>.svg`, or `assets/common/<name>.svg` if there is no folder; read once."""
    return drawing_in(ASSETS / f"{name if '/' in name else f'common/{name}'}.svg")


@cache
def drawing_in(path: Path) -> Drawing:
    """Drawing of a file, read once. ValueError if it is no SVG with a view box, OSError if not readable."""
    return Drawing(path)
