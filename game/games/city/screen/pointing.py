"""Which link the pointer means."""

from __future__ import annotations

import math
from collections.abc import Collection

from game.games.city.screen.ground import City, MapProjection

Link = tuple[str, str]
_REACH = 0.8
"""How far from the pointer a legal link is still meant, in radii of a hexagon."""
_SURE = 0.16
"""Nearer than this a link is meant even where nothing can be laid, so that it can be asked about."""


def nearest_link(
    city: City, ground: MapProjection, legal: Collection[Link], at: tuple[float, float]
) -> Link | None:
    """The legal link nearest to a point, else the nearest one; its second station is the nearer one.

    Returns:
        `None` where the point is far from all links.
    """
    near = {
        stop.text for stop in city.stops.values() if math.dist(at, ground.point(stop.cell)) < ground.size * 2
    }
    links = sorted(
        (_away(city, ground, link, at), link) for link in city.links if link[0] in near and link[1] in near
    )
    if not links or links[0][0] > ground.size * _REACH * 1.4:
        return None
    best, chosen = links[0]
    if best >= ground.size * _SURE:
        reach = ground.size * _REACH
        chosen = next((link for away, link in links if away <= reach and link in legal), chosen)
    one, other = chosen
    if math.dist(at, ground.point(city.cell(one))) < math.dist(at, ground.point(city.cell(other))):
        return other, one
    return one, other


def _away(city: City, ground: MapProjection, link: Link, at: tuple[float, float]) -> float:
    """How far a point lies from the middle part of a link."""
    (x0, y0), (x1, y1) = (ground.point(city.cell(text)) for text in link)
    dx, dy = x1 - x0, y1 - y0
    share = ((at[0] - x0) * dx + (at[1] - y0) * dy) / (dx * dx + dy * dy)
    # Without its ends: near a station all of its links would be equally near.
    share = min(0.8, max(0.2, share))
    return math.dist(at, (x0 + dx * share, y0 + dy * share))
