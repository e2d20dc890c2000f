"""The note over Socker's carpet that says why something cannot be done, or what a hint says."""

from __future__ import annotations

from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import STRONG, Painter, TextStyle


def draw_message(painter: Painter, words: str, box: Box, size: float) -> None:
    """Words in a box, at this size of type."""
    image = panel(painter.assets, round(box.w), round(box.h), Fabric("#FFEFC2", "#B03526", "#D98A6A"))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    style = TextStyle(STRONG, "#2B2440")
    painter.paragraph(words, box.x + 20, box.y + 11, box.w - 40, size, style, centred=True)
