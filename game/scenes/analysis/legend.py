"""Below the table: what was done and what would have been better, each with its stitch, in words or cards."""

from __future__ import annotations

from collections.abc import Sequence

from game.scenes.analysis.table import Deed
from game.ui.art.album import sample
from game.ui.art.cards import card
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.words import _

EDGE = 16.0
BRIEF = 1.25
"""In larger text than this there is no room for words below the table."""
SAMPLE = 52.0
CARD = 44.0
"""How wide a card is here."""
TALL = 1.42
"""How high it is, as a share of that."""


def deed_title(deed: Deed) -> str:
    """What a stitch stands for."""
    return _("Better") if deed.better else _("Played")


def _title_width(ruler: Painter) -> float:
    return max(ruler.width(words, LARGE, NAMES) for words in (_("Better"), _("Played"))) + 18


def _row(ruler: Painter, width: float, deed: Deed) -> float:
    """How high the row of a deed is."""
    room = width - 2 * EDGE - SAMPLE - 12 - _title_width(ruler)
    told = CARD * TALL if deed.cards else ruler.height(deed.words, room, BODY)
    return max(ruler.line_height(LARGE), told) + 8


def legend_height(ruler: Painter, width: float, deeds: Sequence[Deed], how: str) -> float:
    """How high the legend is, with a last line that says how all was found out."""
    if not deeds:
        return 0.0
    if is_brief(ruler):
        return ruler.line_height(LARGE) + 2 * EDGE
    rows = sum(_row(ruler, width, deed) for deed in deeds)
    return rows + ruler.height(how, width - 2 * EDGE, SMALL) + 2 * EDGE - 6


def draw_legend(painter: Painter, box: Box, deeds: Sequence[Deed], how: str) -> None:
    """A row for each deed, and how all was found out."""
    theme = painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    y, wide = box.y + EDGE - 4, _title_width(painter)
    if is_brief(painter):
        _draw_brief(painter, box, deeds)
        return
    for deed in deeds:
        high = _row(painter, box.w, deed)
        middle = y + high / 2
        painter.blit(sample(painter.assets, SAMPLE, better=deed.better), box.x + EDGE, middle, "midleft")
        left = box.x + EDGE + SAMPLE + 12
        painter.text(deed_title(deed), left, middle, LARGE, TextStyle(NAMES))
        at = Box(left + wide, y, box.right - EDGE - left - wide, high)
        if deed.cards:
            _draw_cards(painter, at, deed.cards)
        else:
            tall = painter.height(deed.words, at.w, BODY)
            painter.paragraph(deed.words, at.x, middle - tall / 2, at.w, BODY)
        y += high
    low = painter.height(how, box.w - 2 * EDGE, SMALL)
    style = TextStyle(colour=theme.soft)
    painter.paragraph(how, box.x + EDGE, box.bottom - EDGE + 4 - low, box.w - 2 * EDGE, SMALL, style)


def is_brief(ruler: Painter) -> bool:
    """Whether text is so large that only the stitches are named here: their words stand in the panel."""
    return ruler.text_scale > BRIEF


def _draw_brief(painter: Painter, box: Box, deeds: Sequence[Deed]) -> None:
    """The stitches side by side."""
    each = (box.w - 2 * EDGE) / 2
    for number, deed in enumerate(deeds):
        x, y = box.x + EDGE + number * each, box.centre[1]
        painter.blit(sample(painter.assets, SAMPLE, better=deed.better), x, y, "midleft")
        painter.text(deed_title(deed), x + SAMPLE + 10, y, LARGE, TextStyle(NAMES), room=each - SAMPLE - 18)


def _draw_cards(painter: Painter, box: Box, names: Sequence[str]) -> None:
    step = min(CARD + 5, (box.w - CARD) / max(1, len(names) - 1)) if len(names) > 1 else 0.0
    for number, name in enumerate(names):
        painter.blit(
            card(painter.assets, name, CARD), box.x + CARD / 2 + step * number, box.centre[1], "center"
        )
