"""`HungScreen`: a screen in front of the wall whose title hangs from a line. For screens without rows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.ui.art.daily import ROPE_ROOM, peg, rope
from game.ui.art.fabric import wood_front
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import TITLE
from game.ui.widgets import (
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    Spacer,
    Text,
    column,
    sheet,
)

LINE_Y, LINE_SAG = 38.0, 14.0  # units, height of the line at the edges of the canvas, and how far it sags
SIGN_TOP = 48.0  # units, upper edge of the title's cloth
WOOD_HEIGHT = 26.0  # units of wood above the prompt bar
CONTENT_GAP = 14.0  # units between the content and the wood


def draw_pegged(painter: Painter, box: Box) -> None:
    """Draw a cloth with a peg at both upper corners."""
    sheet(painter, box)
    for x, turn in ((box.x + 26, -4.0), (box.right - 26, 4.0)):
        painter.blit(peg(painter.assets, 0.8, turn), x, box.y, "center")


def draw_line(painter: Painter, canvas: Box, foot: float) -> None:
    """Draw the wall, the line on it, and the wood from ``foot`` down."""
    view, assets = painter.view, painter.assets
    painter.blit(wall(assets, view.w, view.h, painter.theme.name, 0), 0, 0)
    painter.blit(rope(assets, round(view.w), LINE_SAG), 0, LINE_Y - ROPE_ROOM)
    painter.blit(wood_front(assets, view.w, view.h - foot), 0, round(foot * view.scale) / view.scale - 24)


@dataclass(frozen=True, slots=True)
class HungLayout(Element):
    """Places on the wall: the title at the upper left, something beside it, and the rest below both."""

    sign: Element
    under: Element
    beside: Element
    below: Element

    def inner(self) -> Sequence[Element]:
        return self.beside, self.under, self.below

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, 0.0

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        safe, foot = ruler.view.safe_area, box.bottom - WOOD_HEIGHT
        yield Picture(draw_line, (foot,)), Box(0, 0, ruler.view.w, ruler.view.h)
        wide, high = ruler.size(self.sign, safe.w)
        title = Box(safe.x, SIGN_TOP, wide, high)
        under = ruler.size(self.under, wide)[1]
        beside = Box(safe.x + wide + 12, SIGN_TOP, safe.w - wide - 12, high)
        high = max(high + under, ruler.size(self.beside, beside.w)[1])
        yield self.beside, Box(beside.x, SIGN_TOP, beside.w, high)
        yield self.under, Box(safe.x, title.bottom, wide, SIGN_TOP + high - title.bottom)
        top = SIGN_TOP + high
        yield self.below, Box(safe.x, top, safe.w, foot - CONTENT_GAP - top)
        yield self.sign, title  # over threads that come down from the line


class HungScreen(Screen):
    """Screen in front of the wall, with its title on a cloth on a line."""

    confirms = True
    sign_width = 0.0  # minimum in units of the title's cloth

    @property
    @abstractmethod
    def title(self) -> str:
        """Words on the cloth."""

    def below_title(self) -> Element:
        """Element below the title and beside `beside`, as wide as the title. Nothing by default."""
        return column()

    def beside(self) -> Element:
        """Element on the line beside the title. Nothing by default."""
        return column()

    @abstractmethod
    def below(self) -> Element:
        """Content below the title and what is beside it."""

    def build(self) -> Element:
        words = Text(self.title, FontSpec(TITLE, NAMES, growth=0.35), 0.5, lines=1)
        wide = Spacer(w=ScaledLength(self.sign_width - 72, 0.35))
        pad = Padding(ScaledLength(36, 0.2), 8)
        sign = column(words, wide, pad=pad, behind=Picture(draw_pegged))
        return HungLayout(sign, self.below_title(), self.beside(), self.below())

    def narration(self) -> NarrationContent:
        """Drawn texts with the title. Focus: the label of its action, else the texts in it."""
        content, action = screen_narration(self.app, self), self.action()
        focus = action.label if action is not None and action.label else content.focus
        return replace(content, title=self.title, focus=focus)

    def on_result(self, result: object) -> None:
        """Redraw after a screen above; ignores the result."""
        self.needs_redraw = True

    def on_language_changed(self) -> None:
        self.needs_redraw = True
