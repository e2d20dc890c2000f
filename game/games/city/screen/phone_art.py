"""Drawings of the night map for phones: those of the big screen as symbols in SVG files.

A page composes its map from these symbols in their coordinates (a hexagon of radius `RADIUS` around (0, 0), a
piece of track around the middle of its link, an edge on the first of six sides), so both maps look the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from game.games.city.rules.board import COLOURS
from game.games.city.screen import art_map, art_track, art_vacant
from game.games.city.screen.art_map import (
    EDGE_COLOUR,
    NIGHT_COLOUR,
    RADIUS,
    STYLES,
    CityStyle,
    corner,
    hexagon,
)
from game.ui.art.layers import STITCH
from game.ui.art.svg import drawing, line, path

# removable parts of SVG: names of layers, line breaks, zeros, third decimals, spaces beside letters of a path
_NEEDLESS = re.compile(
    r'(?<=<g) id="[^"]*"|(?<=>)\s+(?=<)|'
    r"(?<=\d)\.0+(?!\d)|(?<=\d\.\d\d)\d+|(?<=[\dZ]) (?=[A-Za-z][\d-])|(?<=[A-Z]) (?=[\d-])| (?=Z)"
)
_TENTHS = re.compile(r"(?<![\d.])-?\d+\.\d(?!\d)")


@cache
def drawings() -> Mapping[str, str]:
    """Texts of the SVG files: ``art`` with the drawings that all maps share, ``look-NAME`` for each look."""
    return {
        "art": _svg_file(_piece_drawings()),
        **{f"look-{name}": _svg_file(_look_drawings(look)) for name, look in STYLES.items()},
    }


def _svg_file(symbols: Mapping[str, str]) -> str:
    """Text of an SVG file with each drawing as a group named ``city-NAME``, without needless characters."""
    body = "".join(
        f'<g id="city-{name}">{_NEEDLESS.sub("", drawing)}</g>' for name, drawing in symbols.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">{body}</svg>'


def _piece_drawings() -> dict[str, str]:
    """SVG by name of the drawings that all maps share: track, stations, signs and socks."""
    bodies = {
        f"rim{number}": path(
            hexagon(RADIUS + grow), colour, stroke=colour, stroke_width=4, stroke_linejoin="round"
        )
        for number, (grow, colour) in enumerate(((7, NIGHT_COLOUR), (5, "#5B5390"), (2.6, "#1A1738")))
    }  # fmt: skip
    (x0, y0), (x1, y1) = corner(0), corner(1)
    d = f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"
    seam = line(d, STITCH, 1.8, stroke_dasharray="5 4.5", stroke_opacity=0.75)
    bodies["seam"] = line(d, EDGE_COLOUR, 4.5) + seam
    bars = {
        "track0": art_track.white(), "track1": art_track.black(), "printed": art_track.printed_body(),
        "preview0": art_track.preview_body(0), "preview1": art_track.preview_body(1),
        "missing": art_track.wanted_body(missing=True), "there": art_track.wanted_body(missing=False),
    }  # fmt: skip
    middle = f"translate({-art_track.PIECE_LENGTH / 2:.2f} 0)"
    bodies |= {name: f'<g transform="{middle}">{body}</g>' for name, body in bars.items()}
    for state in ("", "open", "focus"):
        bodies[f"stop{state}"] = art_track.station_body(joined=False, state=state)
        bodies[f"joined{state}"] = art_track.station_body(joined=True, state=state)
    for name, (owner, state) in {
        "sign": (-1, ""), "sign0": (0, ""), "sign1": (1, ""), "signfocus": (-1, "focus"),
    }.items():  # fmt: skip
        bodies[name] = f'<g transform="translate(-34 -34)">{art_track.sign_body(owner, state)}</g>'
    return (
        bodies
        | {f"sock-{colour}": _sock_drawing(colour) for colour in COLOURS}
        | {"spare": drawing("city/socks").layer("spare")}
    )


def _sock_drawing(colour: str) -> str:
    """SVG of a sock, its pattern clipped to its outline."""
    cut, shape = f"city-cut-{colour}", art_track.sock_part(colour)
    knit, edge = (art_track.sock_part(colour, part) for part in ("knit", "edge"))
    return f'<clipPath id="{cut}">{shape}</clipPath>{shape}<g clip-path="url(#{cut})">{knit}</g>{edge}'


def _rounded_drawing(drawing: str) -> str:
    """SVG with numbers rounded to half a unit, at most a quarter of a pixel on a phone, to save space."""
    return _TENTHS.sub(lambda number: f"{round(float(number[0]) * 2) / 2:g}", drawing)


def _look_drawings(look: CityStyle) -> dict[str, str]:
    """SVG by name of the drawings of a look: cloths, houses, vacant places and shore."""
    bodies = {f"cloth{n}": path(hexagon(RADIUS + 0.9), colour) for n, colour in enumerate(look.fabrics)}
    for variant in range(art_map.HOUSE_VARIANTS):
        for printed in range(-1, 6):
            houses = art_map.houses_body(variant, printed, look.houses, look.roofs)
            bodies[f"houses{variant}.{printed}"] = _rounded_drawing(houses)
    for number, kind in enumerate(look.vacant):
        bodies[f"vacant{number}"] = art_vacant.ground(kind, joined=False)
        bodies[f"joined{number}"] = art_vacant.ground(kind, joined=True)
        for variant in range(art_vacant.VARIANT_COUNT + art_vacant.QUIET_VARIANTS):
            bodies[f"vacant{number}.{variant}"] = art_vacant.picture(kind, variant)
    return bodies | {"shore": art_vacant.shore(0)}
