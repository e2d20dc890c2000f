"""Small pictures for things, from assets/common/icons.svg; they follow a theme's ink and panel colour."""

from __future__ import annotations

import pygame

from game.ui.art.layers import draw
from game.ui.art.palette import GOOD, GREY, INK, WOOL
from game.ui.art.svg import circle, drawing, group, line, rect
from game.ui.core.assets import Assets, drawn


def icon_names() -> list[str]:
    """Every icon there is."""
    return drawing("icons").names()


@drawn
def icon(assets: Assets, name: str, size: float = 28, ink: str = INK, fill: str = WOOL) -> pygame.Surface:
    """An icon, size x size units; raises KeyError for a name that `icon_names` lacks."""
    body = drawing("icons").layer(name, {INK: ink, WOOL: fill})
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def tick(assets: Assets, size: float = 28, fill: str = GOOD) -> pygame.Surface:
    """A green disc with a tick: ready, legal, done."""
    body = circle(20, 20, 17, fill, stroke=INK, stroke_width=3.4)
    body += line("M12 20 l6 7 l11 -13", "#FFFFFF", 4.8)
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def badge(assets: Assets, name: str, size: float = 44, fill: str = WOOL, ink: str = INK) -> pygame.Surface:
    """An icon on a disc."""
    body = circle(20, 20, 18, fill, stroke=ink, stroke_width=3)
    body += group(
        drawing("icons").layer(name, {INK: ink, WOOL: fill}), "translate(20 20) scale(.56) translate(-20 -20)"
    )
    return draw(assets, body, size, size, (0, 0, 40, 40))


@drawn
def cards_fan(assets: Assets, height: float = 26, colour: str = GREY) -> pygame.Surface:
    """Three card backs in a fan: how many somebody holds."""
    body = ""
    for x, y, turn in ((16, 24, -16), (29, 21, 0), (42, 24, 16)):
        back = rect(-11, -17, 22, 34, 4, fill=colour, stroke=INK, stroke_width=3)
        back += (
            f'<rect x="-6" y="-11.5" width="12" height="23" rx="2" fill="none" stroke="{WOOL}" '
            f'stroke-opacity=".85" stroke-width="2"/>'
        )
        body += group(back, f"translate({x},{y}) rotate({turn})")
    return draw(assets, body, height * 58 / 44, height, (0, 0, 58, 44))
