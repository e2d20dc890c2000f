"""Sewn things that several screens are made of: a piece of cloth, and what is pressed."""

from __future__ import annotations

from game.ui.art.fabric import FOCUSED, NORMAL, ROOM, Fabric, button, panel
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter


def draw_cloth(
    painter: Painter, box: Box, fabric: Fabric, *, radius: float = 16, shadow: bool = True
) -> None:
    """A piece of cloth that fills a box; its shadow lies around that."""
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius, shadow=shadow)
    painter.blit(image, box.x - ROOM, box.y - ROOM)


def draw_cap(painter: Painter, box: Box, fill: str, *, focused: bool = False, radius: float = 24) -> None:
    """A button of this colour without its words, with its ring where it has the focus."""
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"  # the ink of a dark theme is light
    image = button(
        painter.assets,
        round(box.w),
        round(box.h),
        Fabric(fill, edge, edge),
        FOCUSED if focused else NORMAL,
        radius=radius,
        ring=theme.focus,
    )
    painter.blit(image, box.x - ROOM, box.y - ROOM)
