"""The five chairs of the office: the Boss's throne, the Veep's blue one, mesh, a task chair and a stool.

A rank is 0 for the Boss to 4 for the Temp, with four players too, where nobody is 2, the Manager.
"""

from __future__ import annotations

from typing import Final

import pygame

from game.ui.art.svg import drawing
from game.ui.kit.assets import Assets

RANKS: Final = ("boss", "veep", "manager", "clerk", "temp")
BOSS, VEEP, MANAGER, CLERK, TEMP = range(5)
CHAIR_BOXES: Final = (
    (240.0, 330.0, 246.0),
    (200.0, 310.0, 226.0),
    (200.0, 280.0, 196.0),
    (200.0, 260.0, 176.0),
    (200.0, 230.0, 140.0),
)
"""Of each chair as drawn: its width, its height, and how far from its top the seat is. It stands on the
lower edge of the box, in the middle; drawn to one scale, these are also how large they are beside each other.
"""
_TOPS: Final = (0.0, 14.0, 50.0, 74.0, 128.0)
"""How far down the box of each chair its picture begins."""
_HALVES: Final = (118.0, 88.0, 81.0, 60.0, 62.0)
"""How far from the middle the picture of each reaches."""


def ranks(players: int) -> tuple[int, ...]:
    """The ranks of a table, the Boss first: without a Manager for four."""
    return (BOSS, VEEP, MANAGER, CLERK, TEMP) if players == len(RANKS) else (BOSS, VEEP, CLERK, TEMP)


def chair_size(rank: int, scale: float) -> tuple[float, float]:
    """Width and height in units of a chair's box drawn `scale` times as large as in `CHAIR_BOXES`."""
    w, h, _ = CHAIR_BOXES[rank]
    return w * scale, h * scale


def seat_height(rank: int, scale: float) -> float:
    """How high above the floor somebody sits, in units."""
    _, h, seat = CHAIR_BOXES[rank]
    return (h - seat) * scale


def chair_part(assets: Assets, rank: int, scale: float, part: str) -> pygame.Surface:
    """What of a chair lies `back` of whoever sits in it, or in `front`; with the box of `chair_size`."""
    w, h = chair_size(rank, scale)
    return assets.svg(_body(rank, part), w, h, (0, 0, *CHAIR_BOXES[rank][:2]))


def chair(assets: Assets, rank: int, height: float) -> pygame.Surface:
    """An empty chair `height` units high, cut to its picture: a sign for the rank.

    Every chair comes out as high as is asked for; its width follows.
    """
    body, box = chair_drawing(rank)
    return assets.svg(body, height * box[2] / box[3], height, box)


def chair_drawing(rank: int) -> tuple[str, tuple[float, float, float, float]]:
    """The SVG text of an empty chair, and its box: left, top, width and height."""
    top, half = _TOPS[rank], _HALVES[rank]
    w, h, _ = CHAIR_BOXES[rank]
    return _body(rank, "back") + _body(rank, "front"), (w / 2 - half, top, 2 * half, h - top)


def _body(rank: int, part: str) -> str:
    shapes = drawing("sociable/chairs")
    name = f"{RANKS[rank]}-{part}"
    return shapes.layer(name) if name in shapes.names() else ""
