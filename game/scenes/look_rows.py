"""Rows of the settings that show the look they choose: text sizes and themes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.i18n import _
from game.ui.art.fabric import segment, segment_bed, stepper, theme_dot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.widgets import ChoiceRow

THEMES = "linen", "dark", "contrast"
THEME_COLOURS = ("#F6EBDD", "#D9B98C"), ("#2B2440", "#6A5A9A"), ("#FFFFFF", "#000000")
"""Paper and stitch colour of each theme."""


@dataclass(frozen=True)
class TextSizeRow(ChoiceRow):
    """The text sizes as letters of growing size."""

    control = 420.0

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, assets = painter.theme, painter.assets
        for right in (False, True):
            x = self.arrow(painter, box) if right else box.x + box.h / 2
            image = stepper(assets, right=right, size=round(box.h - 4), fill=theme.panel, ink=theme.ink)
            painter.blit(image, x, box.centre[1], "center")
        for number, part in enumerate(self.letters(painter, box)):
            is_chosen = number == self.place
            if is_chosen:
                square = Box(part.x, part.centre[1] - part.w / 2, part.w, part.w)
                painter.fill(square, theme.ink, 10)
            ink = theme.panel if is_chosen else theme.ink
            painter.text(
                "A", *part.centre, 18 + 4 * number, TextStyle(NAMES, ink, is_fixed_size=True), anchor="center"
            )
        text = self.words[self.place]
        painter.text(text, box.right, box.centre[1], BODY, TextStyle(STRONG), anchor="midright")

    def arrow(self, ruler: Painter, box: Box) -> float:
        """Return the x position in units of the right arrow's middle."""
        return box.right - ruler.width(_("{n}%").format(n=200), BODY, STRONG) - 16 - box.h / 2

    def letters(self, ruler: Painter, box: Box) -> list[Box]:
        """Return the boxes of the letters, smallest text size first."""
        left, right = box.x + box.h + 4, self.arrow(ruler, box) - box.h / 2 - 4
        step = (right - left) / len(self.words)
        return [Box(left + step * n, box.y, step, box.h) for n in range(len(self.words))]

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Index of the size at a point, or of the one that an arrow leads to. None for none."""
        for place, part in enumerate(self.letters(ruler, box)):
            if part.contains(at):
                return place
        if box.contains(at) and at[0] < box.x + box.h:
            return max(0, self.place - 1)
        if box.contains(at) and at[0] < self.arrow(ruler, box) + box.h / 2:
            return min(len(self.words) - 1, self.place + 1)
        return None


@dataclass(frozen=True)
class ThemeRow(ChoiceRow):
    """The themes, each with a dot of its colours."""

    control = 470.0
    dot: ClassVar[float] = 22.0
    gap: ClassVar[float] = 6.0

    def boxes_with_dots(self, ruler: Painter, box: Box) -> list[Box]:
        """Return the box of each theme with its dot, empty if words and dots do not fit."""
        dot_width = self.dot + self.gap
        dots_width = len(self.words) * dot_width
        return [
            Box(part.x + dot_width * n, part.y, part.w + dot_width, part.h)
            for n, part in enumerate(super().segments(ruler, Box(box.x, box.y, box.w - dots_width, box.h)))
        ]

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the themes, with dots if there is room."""
        return self.boxes_with_dots(ruler, box) or super().segments(ruler, box)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        segments = self.boxes_with_dots(painter, box)
        if not segments:
            super().draw_control(painter, box, focused=focused)
            return
        theme, assets = painter.theme, painter.assets
        bed = segment_bed(assets, round(box.w), round(box.h), theme.sunk, theme.ink)
        painter.blit(bed, *box.centre, "center")
        for number, part in enumerate(segments):
            text, ink = self.words[number], theme.ink
            if number == self.place:
                image = segment(assets, round(part.w), round(part.h), theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
                ink = theme.panel
            left = part.centre[0] - (painter.width(text, BODY, STRONG) + self.dot + self.gap) / 2
            dot = theme_dot(assets, *THEME_COLOURS[number], self.dot, ink)
            painter.blit(dot, left, part.centre[1], "midleft")
            painter.text(text, left + self.dot + self.gap, part.centre[1], BODY, TextStyle(STRONG, ink))
