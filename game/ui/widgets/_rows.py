"""Rows of a sheet or dialog: texts, pictures and buttons."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from game.i18n import _
from game.ui.art.fabric import DISABLED, FOCUSED, NORMAL, divider
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, Palette
from game.ui.widgets._cloth import (
    CONTENT_MARGIN,
    MIN_SNUG_WIDTH,
    SNUG_ROW_MARGIN,
    button_height,
    draw_button,
    icon_room,
)
from game.ui.widgets._layout import Action, Element, MeasureContext


@dataclass(frozen=True, slots=True)
class Row(Element):
    """A row of a sheet or dialog: as wide as that, and as high as it needs at that width."""

    @abstractmethod
    def height(self, ruler: Painter, width: float) -> float:
        """Height in units at a width."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, self.height(ruler.ruler, room)


@dataclass(frozen=True)
class TextRow(Row):
    """A text without a control."""

    text: str
    size: float = BODY
    face: str = field(default=READ, kw_only=True)
    is_muted: bool = field(default=False, kw_only=True)
    centred: bool = field(default=False, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        return ruler.height(self.text, width - 2 * CONTENT_MARGIN, self.size, self.face) + 8

    @property
    def accessible_text(self) -> str:
        return self.text

    def ink(self, theme: Palette) -> str:
        """Colour of text that is not muted."""
        return theme.ink

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        colour = painter.theme.soft if self.is_muted else self.ink(painter.theme)
        style, wide = TextStyle(self.face, colour), box.w - 2 * CONTENT_MARGIN
        painter.paragraph(
            self.text, box.x + CONTENT_MARGIN, box.y + 4, wide, self.size, style, centred=self.centred
        )


@dataclass(frozen=True)
class Heading(TextRow):
    """Title of a part of a form."""

    size: float = HEADING
    face: str = field(default=NAMES, kw_only=True)


@dataclass(frozen=True)
class Separator(Row):
    """A stitched line between rows."""

    high: float = 12.0

    def height(self, ruler: Painter, width: float) -> float:
        """Its fixed height in units."""
        return self.high

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        image = divider(painter.assets, round(box.w - 2 * CONTENT_MARGIN), painter.theme.stitch)
        painter.blit(image, box.centre[0], box.centre[1], "center")


@dataclass(frozen=True)
class SpacerRow(Row):
    """Empty space between rows."""

    high: float = 14.0

    def height(self, ruler: Painter, width: float) -> float:
        return self.high

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw nothing."""


PICTURE_OVERHANG = 24.0  # units by which a picture may extend beyond its row


@dataclass(frozen=True)
class PictureRow(Row):
    """A drawing in its own row. With ``spare`` it may be left out if there is too little room.

    It is then drawn before the words of the next row, if they leave room for it.
    """

    tall: float  # height in units
    draw: Callable[[Painter, Box], None]
    spare: bool = field(default=False, kw_only=True)
    covered: float = field(default=0.0, kw_only=True)
    """Units of its height behind the panel, if it looks over the upper edge of its dialog."""

    def height(self, ruler: Painter, width: float) -> float:
        """Its fixed height in units."""
        return self.tall

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the picture, reduced in a box lower than its height."""
        if box.h >= self.tall:
            self.draw(painter, box)
        elif box.h:  # drawn in its usual size, then reduced
            view, k = painter.view, self.tall / box.h
            usual = Box(PICTURE_OVERHANG, PICTURE_OVERHANG, box.w * k, self.tall)
            size = view.px(usual.w + 2 * PICTURE_OVERHANG), view.px(usual.h + 2 * PICTURE_OVERHANG)
            whole = pygame.Surface(size, pygame.SRCALPHA)
            self.draw(painter.for_surface(whole), usual)
            at = view.rect(box.inflated(PICTURE_OVERHANG / k))
            low = pygame.transform.smoothscale(whole.premul_alpha(), at.size)
            painter.surface.blit(low, at, special_flags=pygame.BLEND_PREMULTIPLIED)


@dataclass(frozen=True, slots=True)
class ButtonRow(Row):
    """A button as wide as its sheet or, if it ``is_snug``, as its label."""

    label: str
    go: bool
    enabled: bool
    sign: str = ""  # icon before its label
    is_snug: bool = False  # True if it is as wide as its label, in the middle of its row
    alone: bool = False  # True if no other button stands beside it
    edge: float = CONTENT_MARGIN  # units from the row's edge to a wide button: it ends where fields do

    @property
    def accessible_text(self) -> str:
        """Label, with a note if the button is disabled."""
        return self.label if self.enabled else _("{words}: not available").format(words=self.label)

    @property
    def bursts(self) -> bool:
        """True for a green button."""
        return self.go

    def height(self, ruler: Painter, width: float) -> float:
        width -= 2 * (SNUG_ROW_MARGIN + 4 if self.is_snug else self.edge)
        return button_height(ruler, self.label, width, go=self.go, sign=self.sign) + 8

    def wanted(self, ruler: Painter) -> float:
        """Wanted width of the cloth in units."""
        return max(
            MIN_SNUG_WIDTH,
            ruler.width(self.label, LARGE, NAMES) + icon_room(ruler, self.sign) + 5 * CONTENT_MARGIN,
        )

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Box of the cloth in a row's box."""
        wide = box.w - 2 * self.edge
        wide = min(box.w - 2 * SNUG_ROW_MARGIN - 8, self.wanted(ruler)) if self.is_snug else wide
        return Box(box.centre[0] - wide / 2, box.y + 4, wide, box.h - 8)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        state = DISABLED if not self.enabled else FOCUSED if focused else NORMAL
        draw_button(painter, self.cloth(painter, box), self.label, state, go=self.go, sign=self.sign)

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        # Beside a cloth that does not fill its row, nothing can be pressed.
        return None if self.is_snug and not self.cloth(ruler, box).contains(at) else 0


PANEL_MARGIN = 24.0  # units inside the edge of a panel
DESTRUCTIVE_GAP = 14.0  # units above a button that loses something


@dataclass(frozen=True, slots=True)
class DestructiveRow(Row):
    """A button that loses something, on a scrap as wide as its words."""

    label: str
    sign: str = ""

    @property
    def accessible_text(self) -> str:
        return self.label

    def height(self, ruler: Painter, width: float) -> float:
        return DESTRUCTIVE_GAP + button_height(ruler, self.label, width - 8, sign=self.sign) + 6

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Box of the scrap in a row's box."""
        wide = ruler.width(self.label, LARGE, NAMES) + icon_room(ruler, self.sign) + 5 * CONTENT_MARGIN
        wide, top = min(wide, box.w - 8), box.y + DESTRUCTIVE_GAP
        return Box(box.centre[0] - wide / 2, top, wide, box.bottom - 6 - top)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        state = FOCUSED if focused else NORMAL
        draw_button(painter, self.cloth(painter, box), self.label, state, sign=self.sign, loses=True)

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        # A press beside it must not lose anything.
        return 0 if self.cloth(ruler, box).contains(at) else None


def button(
    label: str,
    press: Callable[[], object],
    *,
    key: str = "",
    go: bool = False,
    sign: str = "",
    alone: bool | None = None,
    off: bool = False,
    snug: bool = False,
    loses: bool = False,
) -> Row:
    """A button. ``sign``: icon before its label; ``alone`` (default: ``go``): no other button beside it.

    With ``off`` it is disabled, with ``snug`` only as wide as its label; with ``loses`` it loses something,
    and is the last row of its dialog.
    """
    action = Action((lambda: None) if off else press, verb=_("Select"))
    if loses:
        return DestructiveRow(label, sign, key=key, action=action)
    alone = go if alone is None else alone
    return ButtonRow(label, go, not off, sign, snug, alone, key=key, action=action)
