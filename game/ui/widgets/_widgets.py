"""Things to choose and change: the rows of a `game.ui.widgets._form.Form`.

A widget knows what a press or a step to the side does, and says in one value what is to be seen of it: that
value alone knows how high the row is at a width, and how it looks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import pygame

from game.i18n import _
from game.ui.art.fabric import (
    DISABLED,
    FOCUSED,
    NORMAL,
    PRESSED,
    SHADOW_MARGIN,
    ClothColours,
    button,
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

GAP = 16.0
"""Between the edge of a row and what lies in it."""
GO, GO_INK = "#2A7D50", "#FFFFFF"
PINK, RED, SEAM, FLAG = "#F7D9D2", "#8E1F10", "#B4503F", "#C8402F"
"""The cloth of what loses something, its words, its stitches and its sign."""
SNUG, SPARED = 230.0, 8.0
"""How wide a button of the width of its words is at least, and what its row spares at both sides."""
HIGH, HIGHEST = 60.0, 70.0
"""How high a button is at least, and the one that is most likely meant."""


class WidgetProps(Protocol):
    """All that is to be seen of a widget; a frozen value, wherever its form lies in a layer."""

    def height(self, ruler: Painter, width: float) -> float:
        """How high the row is, in units."""

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the row into its box."""


class Widget(ABC):
    """A row of a form."""

    focusable = True
    enabled = True
    help = ""
    """One line that explains it, shown below the row."""

    @property
    @abstractmethod
    def props(self) -> WidgetProps:
        """All that is to be seen of it now."""

    @property
    def narration(self) -> str:
        """What is said of it; empty for the words that stand on it."""
        return ""

    def press(self) -> None:
        """Confirm, or a click that `point` left alone."""

    def step(self, dx: int) -> bool:
        """A step to the side; whether the widget has used it."""
        return False

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """The pointer pressed or dragged here, in units; whether the widget has used it."""
        return False

    def hover(self, at: tuple[float, float], box: Box) -> bool:
        """The pointer lies here, in units; whether the row looks otherwise by it."""
        return False

    def type(self, text: str) -> bool:
        """Text was typed (empty: one letter erased); whether the widget has used it."""
        return False

    def left(self) -> None:
        """Called when another row has got the focus."""


class StaticWidget(Widget):
    """A widget that is itself what it shows; one that is not frozen is for forms that lie in no layer."""

    @property
    def props(self) -> WidgetProps:
        return self

    @abstractmethod
    def height(self, ruler: Painter, width: float) -> float:
        """How high the row is, in units."""

    @abstractmethod
    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the row into its box."""


@dataclass(frozen=True)
class TextRow(StaticWidget):
    """A text that only tells something."""

    focusable = False

    text: str
    size: float = BODY
    face: str = field(default=READ, kw_only=True)
    is_muted: bool = field(default=False, kw_only=True)
    centred: bool = field(default=False, kw_only=True)

    def height(self, ruler: Painter, width: float) -> float:
        return ruler.height(self.text, width - 2 * GAP, self.size, self.face) + 8

    @property
    def narration(self) -> str:
        return self.text

    def ink(self, theme: Palette) -> str:
        """The colour of words that are not soft."""
        return theme.ink

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        colour = painter.theme.soft if self.is_muted else self.ink(painter.theme)
        style, wide = TextStyle(self.face, colour), box.w - 2 * GAP
        painter.paragraph(self.text, box.x + GAP, box.y + 4, wide, self.size, style, centred=self.centred)


@dataclass(frozen=True)
class Heading(TextRow):
    """The title of a part of a form."""

    size: float = HEADING
    face: str = field(default=NAMES, kw_only=True)


@dataclass(frozen=True)
class Separator(StaticWidget):
    """A stitched line between rows."""

    focusable = False

    def height(self, ruler: Painter, width: float) -> float:
        return 12

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        image = divider(painter.assets, round(box.w - 2 * GAP), painter.theme.stitch)
        painter.blit(image, box.centre[0], box.centre[1], "center")


@dataclass(frozen=True)
class SpacerRow(StaticWidget):
    """Some room between rows."""

    focusable = False

    high: float = 14.0

    def height(self, ruler: Painter, width: float) -> float:
        return self.high

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """There is nothing to see."""


AROUND = 24.0
"""So far a picture may reach out of its row, as with its shadow."""


class PictureRow(StaticWidget):
    """Something drawn, in a row of its own; one to ``spare`` may be gone where rows have too little room.

    Then it stands before the words of the next one, if these leave room for it.
    """

    focusable = False
    gone = False

    def __init__(self, height: float, draw: Callable[[Painter, Box], None], *, spare: bool = False) -> None:
        self.tall, self._draw, self.spare = height, draw, spare

    def height(self, ruler: Painter, width: float) -> float:
        return 0.0 if self.gone else self.tall

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if box.h >= self.tall:
            self._draw(painter, box)
        elif box.h:  # drawn in its usual size, then reduced
            view, k = painter.view, self.tall / box.h
            usual = Box(AROUND, AROUND, box.w * k, self.tall)
            size = view.px(usual.w + 2 * AROUND), view.px(usual.h + 2 * AROUND)
            whole = pygame.Surface(size, pygame.SRCALPHA)
            self._draw(painter.for_surface(whole), usual)
            at = view.rect(box.inflated(AROUND / k))
            low = pygame.transform.smoothscale(whole.premul_alpha(), at.size)
            painter.surface.blit(low, at, special_flags=pygame.BLEND_PREMULTIPLIED)


@dataclass(frozen=True, slots=True)
class ButtonProps:
    """What a button says, and how it looks."""

    label: str
    go: bool
    enabled: bool
    sign: str = ""
    """The icon before its words."""
    is_snug: bool = False
    """Whether it is as wide as its words want it, in the middle of its row."""

    def height(self, ruler: Painter, width: float) -> float:
        width -= 8 + 2 * SPARED * self.is_snug
        return button_height(ruler, self.label, width, go=self.go, sign=self.sign) + 8

    def wanted(self, ruler: Painter) -> float:
        """How wide its cloth wants to be."""
        return max(SNUG, ruler.width(self.label, LARGE, NAMES) + _beside(ruler, self.sign) + 5 * GAP)

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Where its cloth lies in the row."""
        inner = box.inflated(-4)
        wide = min(inner.w - 2 * SPARED, self.wanted(ruler)) if self.is_snug else inner.w
        return Box(inner.centre[0] - wide / 2, inner.y, wide, inner.h)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        state = DISABLED if not self.enabled else FOCUSED if focused else NORMAL
        draw_button(painter, self.cloth(painter, box), self.label, state, go=self.go, sign=self.sign)


class Button(Widget):
    """A button as wide as the form, or no wider than its words want it."""

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
        return self.label if self.enabled else _("{words}: not now").format(words=self.label)

    def press(self) -> None:
        if self.enabled:
            self.on()

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        # Beside a cloth that does not fill its row lies nothing that could be pressed.
        shown = self.props
        return isinstance(shown, ButtonProps) and shown.is_snug and not shown.cloth(ruler, box).contains(at)


PANEL, THREADS = 24.0, 26.0
"""The room inside a panel's edge, and how long the threads are on which something hangs below it."""


@dataclass(frozen=True, slots=True)
class DestructiveButtonProps:
    """What is lost by a press, on a scrap that hangs below a panel, or lies at its end."""

    label: str
    sign: str
    hangs: bool

    def height(self, ruler: Painter, width: float) -> float:
        return self._above + button_height(ruler, self.label, width - 8, sign=self.sign) + 6

    @property
    def _above(self) -> float:
        return PANEL + THREADS if self.hangs else 14.0

    def cloth(self, ruler: Painter, box: Box) -> Box:
        """Where the scrap is in the row."""
        wide = ruler.width(self.label, LARGE, NAMES) + _beside(ruler, self.sign) + 5 * GAP
        wide, top = min(wide, box.w - 8), box.y + self._above
        return Box(box.centre[0] - wide / 2, top, wide, box.bottom - 6 - top)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        cloth = self.cloth(painter, box)
        if self.hangs:
            draw_threads(painter, Box(cloth.x, cloth.y - THREADS, cloth.w, THREADS))
        state = FOCUSED if focused else NORMAL
        draw_button(painter, cloth, self.label, state, sign=self.sign, loses=True)


class DestructiveButton(Button):
    """A button by which something is lost, apart from all others: the last one of its form."""

    hangs = False
    """Whether there is room for it below the panel; the panel says so."""

    def __init__(self, label: str, on: Callable[[], None], sign: str = "") -> None:
        super().__init__(label, on, sign=sign, alone=True)

    @property
    def props(self) -> DestructiveButtonProps:
        return DestructiveButtonProps(self.label, self.sign, self.hangs)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        # Beside it lies the table, and no press there may lose anything.
        return not self.props.cloth(ruler, box).contains(at)


def _icon(ruler: Painter) -> float:
    """How large the icon on a button is."""
    return 30 * (0.6 + 0.4 * ruler.text_scale)


def _beside(ruler: Painter, sign: str) -> float:
    """The room that an icon takes beside the words of a button."""
    return _icon(ruler) + 10 if sign else 0.0


def button_height(ruler: Painter, label: str, width: float, *, go: bool = False, sign: str) -> float:
    """How high a button of this width is."""
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
    """Draw a button: an icon, then its words."""
    theme = painter.theme
    fill = GO if go else theme.cloth
    ink = seam = theme.ink if theme.name != "dark" else "#120E22"
    if loses:
        fill, seam = PINK, SEAM
    if state == DISABLED:
        fill, ink, seam = theme.off, theme.rim, theme.rim
    cloth = ClothColours(fill, ink, seam)
    image = button(painter.assets, round(box.w), round(box.h), cloth, state, ring=theme.focus)
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
    """Two threads down to what hangs at the foot of a box."""
    inset = min(60.0, box.w / 4)
    for x in (box.x + inset, box.right - inset):
        thread = Box(x - 2.5, box.y - 2, 5, box.h + 2)
        painter.fill(thread, "#2B2440")
        painter.fill(Box(x - 1, thread.y, 2, thread.h), "#F3E6CF")


def draw_cloth(
    painter: Painter, box: Box, fabric: ClothColours, *, radius: float = 16, shadow: bool = True
) -> None:
    """A piece of cloth that fills a box; its shadow lies around that."""
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=radius, shadow=shadow)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_pill(painter: Painter, box: Box) -> None:
    """A dark pill behind light words that say what just happened."""
    fill = INK if painter.theme.name != "dark" else "#120E22"
    draw_cloth(painter, box, ClothColours(fill, fill, ""), radius=18)


def draw_cap(painter: Painter, box: Box, fill: str, *, focused: bool = False, radius: float = 24) -> None:
    """A button of this colour without its words, with its ring where it has the focus."""
    theme = painter.theme
    edge = theme.ink if theme.name != "dark" else "#120E22"  # the ink of a dark theme is light
    image = button(
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
    """The row that has the focus."""
    inner = box.inflated(-4)
    theme = painter.theme
    image = row_mark(painter.assets, round(inner.w), round(inner.h), 14, theme.chosen, theme.focus)
    painter.blit(image, *inner.centre, "center")


def sheet(painter: Painter, box: Box, *, pill: str = "") -> None:
    """A fabric panel in the theme's colours, with a pill on its upper edge if there are words for one."""
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
    """The focus ring around something that draws itself."""
    image = focus_ring(painter.assets, round(box.w), round(box.h), radius, painter.theme.focus)
    painter.blit(image, *box.centre, "center")
