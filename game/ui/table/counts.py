"""A small sheet of counts at a card table: which cards have been played, or which are still out."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.cards import suit_sign
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY

CELL = (34.0, 32.0)
"""How large the place of a count is, in units."""
EDGE = 14.0
GROWS = 0.2
"""How much of a larger text the sheet grows by."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """The counts of one suit, or of all."""

    suit: str
    """As `suit_sign` knows it; empty for none."""
    counts: tuple[int, ...]
    whole: tuple[int, ...]
    """How many of each there are: a count that is as large stands out."""


@dataclass(frozen=True, slots=True)
class CountsShown:
    """All that a sheet says."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[CountRow, ...]


def counts_size(shown: CountsShown, text_scale: float) -> tuple[float, float]:
    """How wide and high the sheet is, in units."""
    share = 1 + GROWS * (text_scale - 1)
    signs = any(row.suit for row in shown.rows)
    wide = CELL[0] * (len(shown.heads) + signs) * share + 2 * EDGE
    return wide, (CELL[1] * (len(shown.rows) + 1) + 30) * share + 2 * EDGE


def draw_counts(painter: Painter, centre: tuple[float, float], shown: CountsShown) -> None:
    """Draw the sheet around a point, and never over the edge of the window."""
    w, h = counts_size(shown, painter.text_scale)
    view = painter.view
    x = min(max(centre[0] - w / 2, 8.0), view.w - w - 8)
    y = min(max(centre[1] - h / 2, 8.0), view.h - h - 8)
    key = ("game.ui.table.counts", shown, painter.theme.name, painter.text_scale)
    painter.blit(painter.assets.get(key, lambda: _picture(painter, shown, w, h)), x - ROOM, y - ROOM)


def _picture(painter: Painter, shown: CountsShown, w: float, h: float) -> pygame.Surface:
    theme, assets = painter.theme, painter.assets
    share = 1 + GROWS * (painter.text_scale - 1)
    image = panel(assets, round(w), round(h), Fabric(theme.panel, theme.ink, theme.stitch)).copy()
    brush = painter.onto(image)
    size, left, top = BODY * share, ROOM + EDGE, ROOM + EDGE
    strong, soft = TextStyle(NAMES, fixed=True), TextStyle(STRONG, theme.soft, fixed=True)
    brush.text(shown.title, left, top + 13 * share, size, strong, room=w - 2 * EDGE)
    signs = any(row.suit for row in shown.rows)
    cw, ch = CELL[0] * share, CELL[1] * share
    first, line = left + cw * signs, top + 30 * share
    for number, head in enumerate(shown.heads):
        brush.text(head, first + cw * (number + 0.5), line + ch / 2, size * 0.9, soft, anchor="center")
    for place, row in enumerate(shown.rows, 1):
        y = line + ch * place
        if row.suit:
            brush.blit(suit_sign(assets, row.suit, round(24 * share)), left + cw / 2, y + ch / 2, "center")
        for number, (count, whole) in enumerate(zip(row.counts, row.whole, strict=True)):
            box = Box(first + cw * number + 2, y + 2, cw - 4, ch - 4)
            if count:
                brush.fill(box, theme.chosen if count >= whole else theme.sunk, 8)
                brush.frame(box, theme.ink if count >= whole else theme.stitch, 2, 8)
            style = strong if count else soft
            brush.text(str(count) if count else "–", *box.centre, size, style, anchor="center")
    return image
