"""Rows of a `Form`, and buttons and panels of cloth.

A widget handles presses and steps. Its `props`, one value, know the row's height at a width, and draw it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from game.i18n import _
from game.ui.art import fabric
from game.ui.art.fabric import (
    DISABLED,
    FOCUSED,
    NORMAL,
    PRESSED,
    SHADOW_MARGIN,
    ClothColours,
    button_drop,
    divider,
    focus_ring,
    panel,
    row_mark,
    tag,
)
from game.ui.art.icons import icon
from game.ui.art.layers import INK
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, READ, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, Palette
from game.ui.widgets._layout import Action, Element, MeasureContext

GAP = 16.0  # units between the edge of a row and its content
GO, GO_INK = "#2A7D50", "#FFFFFF"
PINK, RED, SEAM, FLAG = "#F7D9D2", "#8E1F10", "#B4503F", "#C8402F"
"""Colours of a destructive button: cloth, words, stitches and sign."""
SNUG, SPARED = 230.0, 8.0
"""Units: minimum width of a snug button, and margin of its row at both sides."""
HIGH, HIGHEST = 60.0, 70.0  # minimum heights in units of a button, and of a green one


class WidgetProps(Protocol):
    """Visible state of a widget, a frozen value if its form is in a layer."""

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units at a width."""

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the row into its box."""


@dataclass(frozen=True, slots=True)
class Row(Element):
    """A row of a sheet or dialog: as wide as that, and as high as it needs at that width."""

    @abstractmethod
    def height(self, ruler: Painter, width: float) -> float:
        """Height in units at a width."""

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, self.height(ruler.ruler, room)


class Widget(ABC):
    """A row of a form."""

    focusable = True
    enabled = True
    help = ""  # one line of explanation below the row

    @property
    @abstractmethod
    def props(self) -> WidgetProps:
        """Props of the row as it is now."""

    @property
    def narration(self) -> str:
        """Spoken text. Empty (the default) for the texts drawn on it."""
        return ""

    def press(self) -> None:
        """Handle CONFIRM, or a click that `point` has not used. Does nothing by default."""

    def step(self, dx: int) -> bool:
        """Handle a step left (-1) or right (1). True if it was used; False by default."""
        return False

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Handle a press or drag at a point in units. True stops `press`; False by default."""
        return False

    def hover(self, at: tuple[float, float], box: Box) -> bool:
        """Handle the pointer at a point in units. True if the row looks different; False by default."""
        return False

    def type(self, text: str) -> bool:
        """Handle typed text, or an erased letter if empty. True if it was used; False by default."""
        return False

    def left(self) -> None:
        """Handle the loss of the focus to another row. Does nothing by default."""


class StaticWidget(Widget):
    """A widget that is its own props. If it is not frozen, its form must not be in a layer."""

    @property
    def props(self) -> WidgetProps:
        """The widget itself."""
        return self

    @abstractmethod
    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units at a width."""

    @abstractmethod
    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the row into its box."""


@dataclass(frozen=True)
class TextRow(Row, StaticWidget):
    """A text without a control."""

    focusable = False

    text: str
    size: float = BODY
    face: str = field(default=READ, kw_only=True)
    is_muted: bool = field(default=False, kw_only=True)
    centred: bool = field(default=False, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        return ruler.height(self.text, width - 2 * GAP, self.size, self.face) + 8

    @property
    def accessible_text(self) -> str:
        return self.text

    @property
    def narration(self) -> str:
        return self.accessible_text

    def ink(self, theme: Palette) -> str:
        """Colour of text that is not muted."""
        return theme.ink

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        colour = painter.theme.soft if self.is_muted else self.ink(painter.theme)
        style, wide = TextStyle(self.face, colour), box.w - 2 * GAP
        painter.paragraph(self.text, box.x + GAP, box.y + 4, wide, self.size, style, centred=self.centred)


@dataclass(frozen=True)
class Heading(TextRow):
    """Title of a part of a form."""

    size: float = HEADING
    face: str = field(default=NAMES, kw_only=True)


@dataclass(frozen=True)
class Separator(Row, StaticWidget):
    """A stitched line between rows."""

    focusable = False

    def height(self, ruler: Painter, width: float) -> float:
        """12 units at any width."""
        return 12

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        image = divider(painter.assets, round(box.w - 2 * GAP), painter.theme.stitch)
        painter.blit(image, box.centre[0], box.centre[1], "center")


@dataclass(frozen=True)
class SpacerRow(Row, StaticWidget):
    """Empty space between rows."""

    focusable = False

    high: float = 14.0

    def height(self, ruler: Painter, width: float) -> float:
        return self.high

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw nothing."""


AROUND = 24.0  # units by which a picture may extend beyond its row


@dataclass(frozen=True)
class PictureRow(Row, StaticWidget):
    """A drawing in its own row. With ``spare`` it may be left out if there is too little room.

    It is then drawn before the words of the next row, if they leave room for it.
    """

    focusable = False
    gone = False

    tall: float  # height in units
    draw: Callable[[Painter, Box], None]
    spare: bool = field(default=False, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        """Its fixed height in units, 0 while it is ``gone``."""
        return 0.0 if self.gone else self.tall

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the picture, reduced in a box lower than its height."""
        if box.h >= self.tall:
            self.draw(painter, box)
        elif box.h:  # drawn in its usual size, then reduced
            view, k = painter.view, self.tall / box.h
            usual = Box(AROUND, AROUND, box.w * k, self.tall)
            size = view.px(usual.w + 2 * AROUND), view.px(usual.h + 2 * AROUND)
            whole = pygame.Surface(size, pygame.SRCALPHA)
            self.draw(painter.for_surface(whole), usual)
            at = view.rect(box.inflated(AROUND / k))
            low = pygame.transform.smoothscale(whole.premul_alpha(), at.size)
            painter.surface.blit(low, at, special_flags=pygame.BLEND_PREMULTIPLIED)


@dataclass(frozen=True, slots=True)
class ButtonProps(Row):
    """A button as wide as its sheet or, if it ``is_snug``, as its label."""

    label: str
    go: bool
    enabled: bool
    sign: str = ""  # icon before its label
    is_snug: bool = False  # True if it is as wide as its label, in the middle of its row
    alone: bool = False  # True if no other button stands beside it

    @property
    def accessible_text(self) -> str:
        """Label, with a note if the button is disabled."""
        return self.label if self.enabled else _("{words}: not now").format(words=self.label)

    def height(self, ruler: Painter, width: float) -> float:
        width -= 8 + 2 * SPARED * self.is_snug
        return button_height(ruler, self.label, width, go=self.go, sign=self.sign) + 8

    def wanted(self, ruler: Painter) -> float:
        """Wanted width of the cloth in units."""
        return max(SNUG, ruler.width(self.label, LARGE, NAMES) + _beside(ruler, self.sign) + 5 * GAP)

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Box of the cloth in a row's box."""
        inner = box.inflated(-4)
        wide = min(inner.w - 2 * SPARED, self.wanted(ruler)) if self.is_snug else inner.w
        return Box(inner.centre[0] - wide / 2, inner.y, wide, inner.h)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        state = DISABLED if not self.enabled else FOCUSED if focused else NORMAL
        draw_button(painter, self.cloth(painter, box), self.label, state, go=self.go, sign=self.sign)

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        # Beside a cloth that does not fill its row lies nothing that could be pressed.
        return None if self.is_snug and not self.cloth(ruler, box).contains(at) else 0


class Button(Widget):
    """A button as wide as the form, or only as wide as its label."""

    is_snug = False

    def __init__(
        self,
        label: str,
        on: Callable[[], None],
        *,
        go: bool = False,
        help: str = "",
        enabled: bool = True,
        sign: str = "",
        alone: bool | None = None,
    ) -> None:
        """``sign`` is an icon before its words; ``alone``, as ``go`` is usually, it has no neighbour."""
        self.label, self.on, self.go, self.help, self.enabled = label, on, go, help, enabled
        self.sign, self.alone = sign, go if alone is None else alone

    @property
    def props(self) -> WidgetProps:
        return ButtonProps(self.label, self.go, self.enabled, self.sign, self.is_snug)

    @property
    def narration(self) -> str:
        """Label, with a note if the button is disabled."""
        return self.label if self.enabled else _("{words}: not now").format(words=self.label)

    def press(self) -> None:
        """Call ``on`` if the button is enabled."""
        if self.enabled:
            self.on()

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """True beside the cloth of a snug button, so that no press follows."""
        # Beside a cloth that does not fill its row lies nothing that could be pressed.
        shown = self.props
        return isinstance(shown, ButtonProps) and shown.is_snug and not shown.cloth(ruler, box).contains(at)


PANEL, THREADS = 24.0, 26.0
"""Units: margin inside a panel, and length of the threads on which a scrap hangs below it."""


@dataclass(frozen=True, slots=True)
class DestructiveButtonProps(Row):
    """A button that loses something, on a scrap that hangs below a panel or lies at its end."""

    label: str
    sign: str = ""
    hangs: bool = False

    @property
    def accessible_text(self) -> str:
        return self.label

    def height(self, ruler: Painter, width: float) -> float:
        return self._above + button_height(ruler, self.label, width - 8, sign=self.sign) + 6

    @property
    def _above(self) -> float:
        """Distance in units from the top of the row to the scrap."""
        return PANEL + THREADS if self.hangs else 14.0

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Box of the scrap in a row's box."""
        wide = ruler.width(self.label, LARGE, NAMES) + _beside(ruler, self.sign) + 5 * GAP
        wide, top = min(wide, box.w - 8), box.y + self._above
        return Box(box.centre[0] - wide / 2, top, wide, box.bottom - 6 - top)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        cloth = self.cloth(painter, box)
        if self.hangs:
            draw_threads(painter, Box(cloth.x, cloth.y - THREADS, cloth.w, THREADS))
        state = FOCUSED if focused else NORMAL
        draw_button(painter, cloth, self.label, state, sign=self.sign, loses=True)

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        # Beside it lies the table, and no press there may lose anything.
        return 0 if self.cloth(ruler, box).contains(at) else None


class DestructiveButton(Button):
    """A button that loses something, apart from all others as the last row of its form."""

    hangs = False  # set by the panel: True if there is room below it

    def __init__(self, label: str, on: Callable[[], None], sign: str = "") -> None:
        super().__init__(label, on, sign=sign, alone=True)

    @property
    def props(self) -> DestructiveButtonProps:
        return DestructiveButtonProps(self.label, self.sign, self.hangs)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """True beside the scrap, so that no press follows."""
        # Beside it lies the table, and no press there may lose anything.
        return not self.props.cloth(ruler, box).contains(at)


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
    action = Action((lambda: None) if off else press, verb=_("Take it"))
    if loses:
        return DestructiveButtonProps(label, sign, key=key, action=action)
    alone = go if alone is None else alone
    return ButtonProps(label, go, not off, sign, snug, alone, key=key, action=action)


def _icon(ruler: Painter) -> float:
    """Side of the icon on a button in units."""
    return 30 * (0.6 + 0.4 * ruler.text_scale)


def _beside(ruler: Painter, sign: str) -> float:
    """Width in units of an icon and the gap beside it, 0 without one."""
    return _icon(ruler) + 10 if sign else 0.0


def button_height(ruler: Painter, label: str, width: float, *, go: bool = False, sign: str) -> float:
    """Height in units of a button's cloth of a width."""
    lines = len(ruler.wrapped(label, width - 2 * GAP - _beside(ruler, sign), LARGE, NAMES))
    return max(HIGHEST if go else HIGH, lines * ruler.line_height(LARGE) + 18)


def draw_button(
    painter: Painter,
    box: Box,
    label: str,
    state: str,
    *,
    go: bool = False,
    sign: str = "",
    loses: bool = False,
) -> None:
    """Draw a button's cloth in its state, with an icon and its label, wrapped."""
    theme = painter.theme
    fill = GO if go else theme.cloth
    ink = seam = theme.ink if theme.name != "dark" else "#120E22"
    if loses:
        fill, seam = PINK, SEAM
    if state == DISABLED:
        fill, ink, seam = theme.off, theme.rim, theme.rim
    cloth = ClothColours(fill, ink, seam)
    image = fabric.button(painter.assets, round(box.w), round(box.h), cloth, state, ring=theme.focus)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    colour = theme.faint if state == DISABLED else GO_INK if go else RED if loses else theme.ink
    picture = None
    if sign:
        tone = FLAG if loses else colour
        picture = icon(painter.assets, sign, _icon(painter), tone, tone if loses else fill)
    side = picture.get_width() / painter.view.scale + 10 if picture is not None else 0.0
    lines = painter.wrapped(label, box.w - 2 * GAP - side, LARGE, NAMES)
    step = painter.line_height(LARGE)
    if picture is not None:
        wide = max(painter.width(line, LARGE, NAMES) for line in lines)
        painter.blit(picture, box.centre[0] - (wide + side) / 2, box.centre[1] - 2, "midleft")
    top = box.centre[1] - step * (len(lines) - 1) / 2 + button_drop(PRESSED if state == PRESSED else NORMAL)
    x, style, room = box.centre[0] + side / 2, TextStyle(NAMES, colour), box.w - 2 * GAP - side
    for number, line in enumerate(lines):
        painter.text(line, x, top + number * step, LARGE, style, anchor="center", room=room)


def draw_threads(painter: Painter, box: Box) -> None:
    """Draw two threads from the top of a box to its lower edge."""
    inset = min(60.0, box.w / 4)
    for x in (box.x + inset, box.right - inset):
        thread = Box(x - 2.5, box.y - 2, 5, box.h + 2)
        painter.fill(thread, "#2B2440")
        painter.fill(Box(x - 1, thread.y, 2, thread.h), "#F3E6CF")


def draw_cloth(
    painter: Painter, box: Box, fabric: ClothColours, *, radius: float = 16, shadow: bool = True
) -> None:
    """Draw a piece of cloth that fills a box, with a shadow around it if ``shadow``."""
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius, shadow=shadow)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_pill(painter: Painter, box: Box) -> None:
    """Draw a dark pill that fills a box, for light words."""
    fill = INK if painter.theme.name != "dark" else "#120E22"
    draw_cloth(painter, box, ClothColours(fill, fill, ""), radius=18)


def draw_cap(painter: Painter, box: Box, fill: str, *, focused: bool = False, radius: float = 24) -> None:
    """Draw a button without words, with a focus ring if ``focused``."""
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"  # the ink of a dark theme is light
    image = fabric.button(
        painter.assets,
        round(box.w),
        round(box.h),
        ClothColours(fill, edge, edge),
        FOCUSED if focused else NORMAL,
        radius=radius,
        ring=theme.focus,
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def mark(painter: Painter, box: Box) -> None:
    """Draw the mark of the focused row."""
    inner = box.inflated(-4)
    theme = painter.theme
    image = row_mark(painter.assets, round(inner.w), round(inner.h), 14, theme.chosen, theme.focus)
    painter.blit(image, *inner.centre, "center")


def sheet(painter: Painter, box: Box, *, pill: str = "") -> None:
    """Draw a fabric panel in the theme's colours, with the words ``pill`` on its upper edge, if any."""
    theme = painter.theme
    image = panel(
        painter.assets, round(box.w), round(box.h), ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
    if pill:
        wide = painter.width(pill, BODY, STRONG) + 40
        painter.blit(tag(painter.assets, round(wide), 36), box.centre[0], box.y, "center")
        painter.text(pill, box.centre[0], box.y, BODY, TextStyle(STRONG, "#2B2440"), anchor="center")


def ring(painter: Painter, box: Box, radius: float = 16) -> None:
    """Draw the focus ring around a box."""
    image = focus_ring(painter.assets, round(box.w), round(box.h), radius, painter.theme.focus)
    painter.blit(image, *box.centre, "center")
