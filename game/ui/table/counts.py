"""A small sheet of counts at a card table: which cards have been played, or which are still out."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.ui.art.cards import suit_sign
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY

CELL = (34.0, 32.0)
"""How large the place of a count is, in units."""
EDGE = 14.0
NEAR, BETWEEN = 10.0, 8.0
"""The edge of a narrow sheet, and the room between its blocks."""
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


@dataclass(frozen=True, slots=True)
class TallPlan:
    """How counts stand below each other in a narrow box, a line for each head."""

    blocks: int
    """So many of them stand beside each other, each with its share of the lines."""
    lines: int
    cell: tuple[float, float]
    size: float
    """Of what is written, in units of the canvas."""

    @classmethod
    def of(cls, shown: CountsShown, wide: float, high: float) -> TallPlan:
        """The plan with the largest writing in such a room."""
        plans = []
        for blocks in (1, 2):
            lines = -(-len(shown.heads) // blocks)
            cell = (wide - BETWEEN * (blocks - 1)) / blocks / (len(shown.rows) + 1), high / (lines + 1)
            plans.append(cls(blocks, lines, cell, min(cell[1] * 0.86, cell[0] * 0.78)))
        return max(plans, key=lambda plan: plan.size)


def draw_tall_counts(painter: Painter, box: Box, shown: CountsShown) -> None:
    """Draw a sheet that fills a narrow box: a line for each head, a column for each suit."""
    key = ("game.ui.table.counts.tall", shown, (box.w, box.h), painter.theme.name, painter.text_scale)
    image = painter.assets.get(key, lambda: _tall_picture(painter, shown, box.w, box.h))
    painter.blit(image, box.x - ROOM, box.y - ROOM)


def _tall_picture(painter: Painter, shown: CountsShown, w: float, h: float) -> pygame.Surface:
    theme, assets = painter.theme, painter.assets
    image = panel(assets, round(w), round(h), Fabric(theme.panel, theme.ink, theme.stitch)).copy()
    brush, left, wide = painter.onto(image), ROOM + NEAR, w - 2 * NEAR
    title = BODY * (1 + GROWS * (painter.text_scale - 1))
    brush.text(
        shown.title, left + wide / 2, ROOM + NEAR + title * 0.6, title, TextStyle(NAMES, fixed=True),
        anchor="center", room=wide,
    )  # fmt: skip
    top = ROOM + NEAR + title * 1.3
    plan = TallPlan.of(shown, wide, h - 2 * NEAR - title * 1.3)
    (cw, ch), strong = plan.cell, TextStyle(NAMES, fixed=True)
    soft = TextStyle(STRONG, theme.soft, fixed=True)
    for block in range(plan.blocks):
        x = left + block * (cw * (len(shown.rows) + 1) + BETWEEN)
        for column, row in enumerate(shown.rows, 1):
            sign = suit_sign(assets, row.suit, round(min(cw, ch) * 0.9))
            brush.blit(sign, x + cw * (column + 0.5), top + ch / 2, "center")
        for line in range(plan.lines):
            number, y = block * plan.lines + line, top + ch * (line + 1)
            if number >= len(shown.heads):
                break
            brush.text(shown.heads[number], x + cw / 2, y + ch / 2, plan.size, soft, anchor="center", room=cw)
            for column, row in enumerate(shown.rows, 1):
                count, cell = row.counts[number], Box(x + cw * column + 1.5, y + 1, cw - 3, ch - 2)
                if count:
                    full = count >= row.whole[number]
                    brush.fill(cell, theme.chosen if full else theme.sunk, 6)
                    brush.frame(cell, theme.ink if full else theme.stitch, 1.5, 6)
                words, style = (str(count), strong) if count else ("–", soft)
                brush.text(words, *cell.centre, plan.size, style, anchor="center")
    return image


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
