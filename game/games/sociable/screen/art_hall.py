"""The office as a hall of many tables, seen from the back row: more floor, and the same chairs."""

from __future__ import annotations

from typing import Final

import pygame

from game.games.sociable.screen.art_office import LIGHTS, SUNSET, far, near, rug
from game.games.sociable.screen.chairs import CHAIR_BOXES, chair, chair_part
from game.games.sociable.screen.stage_view import draw_turned, laid_faces
from game.ui.art.cards import RATIO
from game.ui.art.fabric import wood_front
from game.ui.art.hall import HallArt, plain_table
from game.ui.art.layers import blurred, draw
from game.ui.art.svg import lin, path, rad, rect
from game.ui.kit.assets import Assets, painted
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter

FAR: Final = 0.47
"""How large the office is drawn, as seen from the back row."""
FLOOR: Final = 306.0
"""Where the floor begins in it, in its own units."""


@painted
def hall_room(assets: Assets, w: float, h: float, bottom: float, theme: str = "linen") -> pygame.Surface:
    """The room for a canvas of w x h units; a wooden front fills it from `bottom` down."""
    light = LIGHTS.get(theme, SUNSET)
    wide, high = w / FAR, bottom / FAR
    stops = (0, light.floor[0]), (0.45, light.floor[1]), (1, light.floor[2])
    body = far(wide, light) + near(wide, light)
    body += lin("ground", (0, FLOOR, 0, high), *stops) + rect(0, FLOOR, wide, high, 0, fill="url(#ground)")
    planks = "".join(f"M0 {y} H{wide} " for y in (322, 345, 378, 425, 490, 575, 680, 810, 960, 1130, 1310))
    planks += "".join(
        f"M{wide / 2 + number * 95} {FLOOR} L{wide / 2 + number * 230} {high + 80} "
        for number in range(-16, 17)
    )
    body += path(planks, stroke=light.board, stroke_opacity=0.16, stroke_width=4)
    room = draw(assets, body, w, bottom, (0, 0, wide, high))
    if light.soft:
        room = pygame.transform.gaussian_blur(room, max(1, round(2 * assets.scale)))
    whole = pygame.Surface((assets.px(w), assets.px(h)))
    whole.blit(room, (0, 0))
    if light.soft:
        beams = "".join(
            path(
                f"M{x} 146 H{x + 190} L{x + 240 + lean} {bottom} H{x - 40 + lean}Z",
                light.beam,
                fill_opacity=0.28,
            )
            for x, lean in ((w * 0.12, -120), (w * 0.44, -20), (w * 0.75, 90))
        )
        whole.blit(blurred(draw(assets, beams, w, bottom), 14 * assets.scale, light.beam), (0, 0))
    edge = (0, light.corner, 0), (0.6, light.corner, 0), (1, light.corner, 0.42)
    dusk = rad("dusk", (w / 2, bottom * 0.51, max(w, bottom) * 0.64), *edge)
    whole.blit(draw(assets, dusk + rect(0, 0, w, h, 0, fill="url(#dusk)"), w, h), (0, 0))
    whole.blit(wood_front(assets, w, h - bottom), (0, round((bottom - 24) * assets.scale)))
    return whole


def laid(painter: Painter, box: Box, cards: tuple[str, ...]) -> None:
    """The cards that have to be beaten, upright and beside each other: as large as the box is high."""
    w = box.h / RATIO
    step = min(w * 1.06, (box.w - w) / max(1, len(cards) - 1))
    left = box.centre[0] - (w + step * (len(cards) - 1)) / 2
    for number, face in enumerate(laid_faces(cards)):
        draw_turned(painter, face, w, (left + w / 2 + number * step, box.centre[1]), 0)


HALL: Final = HallArt(hall_room, rug, plain_table, CHAIR_BOXES, chair_part, chair, laid)
