"""Tabs of a sheet: beside it like sewn-on labels, or in rows above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, cross_stitches, open_tab
from game.ui.art.icons import icon
from game.ui.art.layers import INK, WOOL, mix
from game.ui.art.patterns import SEAT_LOOKS, swatch
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.widgets import Element, MeasureContext, draw_cloth

LABEL_SIZE, MAX_LABEL_SIZE = 22.0, 38.0
"""Type size of a tab's label in units, and its largest size at any text size: rows need the room."""
PATCH_SIZE, DISC_SIZE, ICON_SIZE = (
    46.0,
    34.0,
    24.0,
)  # units; sides of the knitted patch, of its disc and of the icon in it
TAB_MARGIN, PATCH_GAP = 14.0, 8.0  # units; from a tab's edge to its content, and between patch and label
TAB_HEIGHT, TAB_STEP, MIN_TAB_WIDTH = 74.0, 89.0, 174.0
"""Units beside a sheet: height of a tab, distance from one to the next, and minimum width."""
TABS_TOP, CHOSEN_TAB_OFFSET, TABS_BOTTOM_GAP = 20.0, 14.0, 24.0
"""Units beside a sheet: from its top to the first tab, from the other tabs' left edge to that of the chosen
one, and from the sheet's edge to the right edge of a tab below it."""
TAB_GAP = 12.0  # units between tabs above a sheet, and below them


@dataclass(frozen=True, slots=True)
class Tab(Element):
    """A tab with a label and an icon on a patch of a seat's knit."""

    label: str
    sign: str
    seat: int
    is_chosen: bool
    is_beside: bool = False  # True beside the sheet, False above it
    has_patch: bool = True
    ring: float = field(default=16.0, kw_only=True)

    @property
    def accessible_text(self) -> str:
        return self.label

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        painter, patch = ruler.ruler, PATCH_SIZE + PATCH_GAP if self.has_patch else 0.0
        wide = painter.width(self.label, _letters(painter), NAMES) + patch + 2 * TAB_MARGIN
        if self.is_beside:
            return max(MIN_TAB_WIDTH, wide), TAB_HEIGHT
        return wide, max(
            PATCH_SIZE + 12.0 if self.has_patch else 0.0, painter.line_height(_letters(painter)) + 14
        )

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, ink = painter.theme, painter.theme.ink
        look = SEAT_LOOKS[self.seat]
        cloth = ClothColours(
            mix(theme.panel, look.colour, 0.33), theme.ink, mix(theme.panel, look.colour, 0.75)
        )
        if not self.is_chosen:
            under = TABS_BOTTOM_GAP if self.is_beside else 0.0
            draw_cloth(painter, replace(box, w=box.w + under), cloth)
        elif self.is_beside:
            cloth = ClothColours(theme.panel, theme.ink, theme.stitch)
            image = open_tab(painter.assets, round(box.w + 3), round(box.h), cloth)
            painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
            painter.fill(Box(box.right - 1, box.y + 3, 12, box.h - 6), theme.panel)
        else:
            ink = theme.panel
            draw_cloth(painter, box, ClothColours(theme.ink, theme.ink, theme.stitch))
        self._draw_label(painter, box, ink)

    def _draw_label(self, painter: Painter, box: Box, ink: str) -> None:
        """Draw patch and label: from the left beside a sheet, in the middle above it."""
        size = _letters(painter)
        wide = painter.width(self.label, size, NAMES)
        left = (
            box.x + TAB_MARGIN
            if self.is_beside
            else box.centre[0] - (wide + (PATCH_SIZE + PATCH_GAP) * self.has_patch) / 2
        )
        if self.has_patch:
            patch = Box(left, box.centre[1] - PATCH_SIZE / 2, PATCH_SIZE, PATCH_SIZE)
            image = swatch(painter.assets, self.seat, round(PATCH_SIZE), round(PATCH_SIZE), 10, 0.45)
            painter.blit(image, *patch.centre, "center")
            painter.frame(patch, INK, 3, 10)
            disc = patch.inflated((DISC_SIZE - PATCH_SIZE) / 2)
            painter.fill(disc, WOOL, DISC_SIZE / 2)
            painter.frame(disc, INK, 2.5, DISC_SIZE / 2)
            painter.blit(icon(painter.assets, self.sign, ICON_SIZE), *disc.centre, "center")
            left = patch.right + PATCH_GAP
        painter.text(self.label, left, box.centre[1], size, TextStyle(NAMES, ink), room=box.right - left - 4)


@dataclass(frozen=True, slots=True)
class TabColumn(Element):
    """Tabs one below the other, sewn to the left edge of a sheet at the column's right edge.

    It is laid out twice: tabs that aren't chosen below the sheet, and then, ``on_top``, their stitches and
    the chosen tab, which opens into the sheet.
    """

    tabs: tuple[Tab, ...]
    on_top: bool = False

    def inner(self) -> Sequence[Element]:
        return self.tabs

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        tabs = [replace(tab, is_beside=True) for tab in self.tabs]
        return max(ruler.size(tab, room)[0] for tab in tabs), 2 * TABS_TOP + TAB_STEP * (
            len(tabs) - 1
        ) + TAB_HEIGHT

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        for number, tab in enumerate(self.tabs):
            at = Box(box.x, box.y + TABS_TOP + number * TAB_STEP, box.w, TAB_HEIGHT)
            if tab.is_chosen is self.on_top:
                left = CHOSEN_TAB_OFFSET * tab.is_chosen
                yield replace(tab, is_beside=True), Box(at.x - left, at.y, at.w + left, at.h)
            elif self.on_top:
                yield Stitches(), Box(at.right, at.y, 0, at.h)


@dataclass(frozen=True, slots=True)
class Stitches(Element):
    """Cross stitches one below the other, in the middle of a box."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return 0.0, 0.0

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        painter.blit(cross_stitches(painter.assets, round(box.h)), *box.centre, "center")


@dataclass(frozen=True, slots=True)
class TabRows(Element):
    """Tabs side by side above a sheet: with patches if they fit, else in as few rows as their labels need."""

    tabs: tuple[Tab, ...]

    def inner(self) -> Sequence[Element]:
        return self.tabs

    def rows(self, ruler: MeasureContext, room: float) -> list[tuple[Tab, ...]]:
        """Tabs of each row in a width."""
        for count in range(1, len(self.tabs) + 1):
            for has_patch in (True, False) if count == 1 else (False,):
                tabs = tuple(replace(tab, has_patch=has_patch) for tab in self.tabs)
                step = -(-len(tabs) // count)
                rows = [tabs[at : at + step] for at in range(0, len(tabs), step)]
                if all(_width(ruler, row) <= room for row in rows):
                    return rows
        return [(tab,) for tab in tabs]

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        rows = self.rows(ruler, room)
        return room, len(rows) * (ruler.size(rows[0][0], room)[1] + TAB_GAP)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        rows = self.rows(ruler, box.w)
        high = box.h / len(rows) - TAB_GAP
        for number, row in enumerate(rows):
            x, spare = box.x, (box.w - _width(ruler, row)) / len(row)
            for tab in row:
                wide = ruler.size(tab, box.w)[0] + spare
                yield tab, Box(x, box.y + number * (high + TAB_GAP), wide, high)
                x += wide + TAB_GAP


def _width(ruler: MeasureContext, tabs: Sequence[Tab]) -> float:
    """Width in units of tabs side by side."""
    return sum(ruler.size(tab, 0.0)[0] for tab in tabs) + TAB_GAP * (len(tabs) - 1)


def _letters(ruler: Painter) -> float:
    """Type size of labels before text scaling, at most `MAX_LABEL_SIZE` after it."""
    return min(LABEL_SIZE, MAX_LABEL_SIZE / ruler.text_scale)
