"""The board of a cup, drawn: pairs on the left, the standings on the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.ui.art.icons import icon
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box, Canvas
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.widgets.strip import StripShown, draw_shown_strip
from game.ui.widgets.widgets import sheet
from game.words import _

GROWS: Final = 1.3
WOOD: Final = 92.0


@dataclass(frozen=True, slots=True)
class PairShown:
    """Two who meet; nobody for a bye."""

    one: str
    other: str
    points: float | None


@dataclass(frozen=True, slots=True)
class CupShown:
    """All that is to be seen."""

    game: str
    title: str
    pairs: tuple[PairShown, ...]
    rows: tuple[tuple[str, float, float], ...]
    """Name, points and the points of the opponents, the first first."""
    winner: str
    strip: StripShown | None
    bottom: float
    """Where the strip begins."""


def _halves(view: Canvas, shown: CupShown, text_scale: float) -> tuple[Box, Box, Box]:
    """The title, and below it the pairs and the standings."""
    safe, head = view.safe, 72 * min(text_scale, GROWS)
    top, bottom = safe.y + head + 14, min(shown.bottom, view.h - WOOD) - 14
    right = safe.w * 0.36
    title = Box(safe.x, safe.y, safe.w, head)
    pairs = Box(safe.x, top, safe.w - right - 20, bottom - top)
    return title, pairs, Box(safe.right - right, top, right, bottom - top)


def pair_boxes(view: Canvas, shown: CupShown, text_scale: float) -> list[Box]:
    """Where the pairs stand."""
    _title, area, _rows = _halves(view, shown, text_scale)
    across = 1 if len(shown.pairs) <= 5 else 2
    down = -(-len(shown.pairs) // across)
    w, h = (area.w - 12 * (across - 1)) / across, min(110.0, area.h / down)
    return [
        Box(area.x + number // down * (w + 12), area.y + number % down * h, w, h - 10)
        for number in range(len(shown.pairs))
    ]


def draw_cup(painter: Painter, shown: CupShown) -> None:
    """Draw all of it."""
    view, theme = painter.view, painter.theme
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, WOOD), 0, 0)
    title, area, rows = _halves(view, shown, painter.text_scale)
    grow = min(painter.text_scale, GROWS)
    sheet(painter, title)
    words = _("{name} wins the cup!").format(name=shown.winner) if shown.winner else shown.title
    size = title.h * 0.6
    painter.blit(
        icon(painter.assets, "trophy", round(size), theme.ink, theme.panel),
        title.x + 20,
        title.centre[1],
        "midleft",
    )
    strong = TextStyle(NAMES, theme.ink, fixed=True)
    left = title.x + 34 + size
    wide = painter.text(words, left, title.centre[1], 30 * grow, strong, room=title.w * 0.6)
    soft = TextStyle(READ, theme.soft, fixed=True)
    painter.text(
        shown.game,
        title.right - 24,
        title.centre[1],
        22 * grow,
        soft,
        anchor="midright",
        room=title.right - left - wide - 50,
    )
    for pair, box in zip(shown.pairs, pair_boxes(view, shown, painter.text_scale), strict=True):
        _draw_pair(painter, pair, box)
    if shown.winner:
        _draw_winner(painter, shown.winner, area)
    _draw_rows(painter, shown, rows)
    draw_shown_strip(painter, shown.strip)


def _draw_winner(painter: Painter, name: str, area: Box) -> None:
    """Whoever has won, for the whole room, below the final."""
    size, (x, y) = round(area.h * 0.36), area.centre
    theme = painter.theme
    painter.blit(icon(painter.assets, "trophy", size, theme.ink, theme.panel), x, y, "center")
    style = TextStyle(NAMES, theme.ink, fixed=True)
    painter.text(name, x, y + size * 0.75, area.h * 0.15, style, anchor="center", room=area.w)


def _draw_pair(painter: Painter, pair: PairShown, box: Box) -> None:
    """Two names and what each has got; who has won lies on green, and is ticked."""
    theme = painter.theme
    sheet(painter, box)
    size = min(26 * min(painter.text_scale, GROWS), box.h * 0.4)
    if not pair.other:
        style = TextStyle(STRONG, theme.soft, fixed=True)
        words = _("{name} has a bye: a point").format(name=pair.one)
        painter.text(words, *box.centre, size * 0.9, style, anchor="center", room=box.w - 40)
        return
    half = box.w / 2
    for name, x, won in (
        (pair.one, box.x, pair.points == 1.0),
        (pair.other, box.x + half, pair.points == 0.0),
    ):
        if won:
            mark = icon(painter.assets, "crown", round(size * 1.1), theme.ink, theme.panel)
            painter.blit(mark, x + half / 2, box.y + max(14, box.h * 0.2), "center")
        style = TextStyle(NAMES if won else STRONG, theme.good if won else theme.ink, fixed=True)
        painter.text(name, x + half / 2, box.centre[1], size, style, anchor="center", room=half - 60)
    middle = {None: ":", 1.0: "1 : 0", 0.0: "0 : 1"}.get(pair.points, "½ : ½")
    style = TextStyle(NAMES, theme.soft, fixed=True)
    painter.text(middle, *box.centre, size * 0.9, style, anchor="center")


def _draw_rows(painter: Painter, shown: CupShown, box: Box) -> None:
    """The standings."""
    theme, grow = painter.theme, min(painter.text_scale, GROWS)
    sheet(painter, box)
    inner = box.grown(-18)
    head = 40 * grow
    strong, soft = TextStyle(NAMES, theme.ink, fixed=True), TextStyle(READ, theme.soft, fixed=True)
    painter.text(_("Standings"), inner.x + 4, inner.y + head * 0.4, 23 * grow, strong, room=inner.w * 0.6)
    foot = 30 * grow
    step = min(36 * grow, (inner.h - head - foot) / max(1, len(shown.rows)))
    size = min(20 * grow, step * 0.66)
    for place, (name, points, buchholz) in enumerate(shown.rows):
        y = inner.y + head + (place + 0.5) * step
        if place < 2 and points:
            painter.fill(Box(inner.x - 4, y - step / 2 + 1, inner.w + 8, step - 2), theme.chosen, 8)
        style = TextStyle(STRONG, theme.ink, fixed=True)
        painter.text(f"{place + 1}.", inner.x + 30, y, size, soft, anchor="midright")
        painter.text(name, inner.x + 40, y, size, style, room=inner.w - 150)
        painter.text(f"{points:g}", inner.right - 64, y, size, strong, anchor="midright")
        painter.text(f"{buchholz:g}", inner.right - 6, y, size * 0.85, soft, anchor="midright")
    words, x = _("Grey: points of those one has met"), inner.x + 4
    painter.text(words, x, inner.bottom - foot * 0.3, 18 * grow, soft, room=inner.w - 8)
