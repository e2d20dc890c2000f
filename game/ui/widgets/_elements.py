"""Elements with a cloth: buttons that say what they do, and what lies behind panels."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.graphemes import first_letters
from game.ui.art.fabric import (
    FOCUSED,
    NORMAL,
    SHADOW_MARGIN,
    button_drop,
    divider,
    tag,
    toggle,
    upright_divider,
)
from game.ui.art.icons import icon
from game.ui.art.layers import GOLD, INK
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import LARGE, SMALL
from game.ui.widgets._layout import (
    READ_LEAST,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    RowLayout,
    ScaledLength,
    Size,
    Text,
    column,
    row,
)
from game.ui.widgets._prompt_bar import KeyPress
from game.ui.widgets._widgets import GO, GO_INK, draw_cap, sheet

_PLAIN = FontSpec()
_GO_WORDS = FontSpec(LARGE, NAMES, GO_INK)
PANEL_PICTURE = Picture(sheet)
"""A panel of the theme, behind a container."""


@dataclass(frozen=True, slots=True)
class ButtonElement(Element):
    """A sewn button with its words; its ring is drawn where it has the focus."""

    words: str
    fill: str = GO
    font: FontSpec = _GO_WORDS
    least: float = 58.0
    """It is at least so high."""
    aside: float = 32.0
    """What of its width words leave free."""
    badge: Picture | None = None
    """Something small at its right end."""
    radius: float = 24.0

    @property
    def accessible_text(self) -> str:
        return self.words

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        wide, high = self._text.measure(ruler, max(1.0, room - self.aside))
        return wide + self.aside, max(self.least, high + 18)

    @property
    def _text(self) -> Text:
        return Text(self.words, self.font, 0.5)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        draw_cap(painter, box, self.fill, focused=focused, radius=self.radius)
        drop = button_drop(FOCUSED if focused else NORMAL)
        inner = Box(box.x + self.aside / 2, box.y + drop, box.w - self.aside, box.h)
        self._text.paint(painter, inner, focused=focused)
        if self.badge is not None:
            self.badge.paint(painter, box.translated(0, drop), focused=focused)


SHARES = (1.0, 0.88, 0.76, 0.64, 0.56)
"""Of its size what a name is tried in, where it takes smaller letters before it loses its end."""


@dataclass(frozen=True, slots=True)
class SingleLineText(Element):
    """A name or a headline: words that are never broken; the end of one goes where there is no room for it.

    One that ``shrinks`` takes smaller letters first, and those ``beside`` it too, so that all of them stay
    alike; any other asks for the room, so that what is `ShrinkToFit` around it grows less.
    """

    words: str
    font: FontSpec = _PLAIN
    align: float = 0.0
    whole: int = 10
    """Names of so many letters are never cut where they do not shrink."""
    shrinks: bool = False
    beside: tuple[str, ...] = ()
    """What else is to have the same size in as much room."""
    lines: int = 1
    """In so many lines at most."""
    step: float = 1.0
    """How far these stand apart, in usual line heights."""

    @property
    def accessible_text(self) -> str:
        return self.words

    def _pieces(self, words: str) -> list[str]:
        return [words] if self.lines == 1 else words.split()

    def _sized(self, ruler: MeasureContext, room: float) -> FontSpec:
        whole, face = self.font.at(ruler.scale), self.font.face
        if not self.shrinks:
            return replace(self.font, size=whole, growth=0.0)

        def fits(words: str, size: float) -> bool:
            wide = max(ruler.painter.width(piece, size, face) for piece in self._pieces(words))
            return wide <= room and len(ruler.painter.wrapped(words, room, size, face)) <= self.lines

        sizes, every = [max(READ_LEAST, whole * share) for share in SHARES], (self.words, *self.beside)
        # Alone it takes the smallest letters of all, where it is whole in them.
        least = () if self.beside else (READ_LEAST,)
        tried = (size for size in (*sizes, *least) if all(fits(words, size) for words in every))
        size = next(tried, sizes[-1])
        return replace(self.font, size=size, growth=0.0)

    def _text(self, ruler: MeasureContext, room: float) -> Text:
        letters = self._sized(ruler, room)
        size, face, pieces = letters.size, letters.face, self._pieces(self.words)
        short = " ".join(ruler.painter.shortened(one, size, room, face, min_size=size) for one in pieces)
        return Text(short, letters, self.align, self.step)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        if not self.shrinks and self.lines == 1:
            # What it must have at least: all of it, or of a long one as much as tells who it is.
            least = (
                self.words
                if len(self.words) <= self.whole
                else first_letters(self.words, self.whole - 2) + "…"
            )
            size, face = self.font.at(ruler.scale), self.font.face
            room = max(room, ruler.painter.width(least, size, face) + 0.01)
        wide, high = self._text(ruler, room).measure(ruler, room)
        return (min(room, wide) if self.lines == 1 else wide), high

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        self._text(MeasureContext(painter), box.w + 0.01).paint(painter, box, focused=focused)


@dataclass(frozen=True, slots=True)
class KeyGlyph(Element):
    """What to press: a key, a button of a pad or the mouse, so high."""

    press: KeyPress
    tall: float = 30.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        image = self.press.picture(ruler.painter.assets, self.tall)
        return image.get_width() / ruler.view.scale, self.tall

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        painter.blit(self.press.picture(painter.assets, self.tall), *box.centre, "center")


def horizontal_rule(gap: float = 8.0) -> Picture:
    """A thin line across a column, with so much room."""
    return Picture(_draw_rule, h=gap)


def upright_rule(short: float, *, w: Size = 4.0, h: Size | None = None) -> Picture:
    """A thin line down a row, so much shorter than that."""
    return Picture(_draw_upright_rule, (short,), w=w, h=h)


def patch(fill: str, radius: float = 8.0, edge: str = "") -> Picture:
    """A plain patch of a colour, with an edge of another."""
    return Picture(_draw_patch, (fill, radius, edge))


def _draw_patch(painter: Painter, box: Box, fill: str, radius: float, edge: str) -> None:
    painter.fill(box, fill, radius)
    if edge:
        painter.frame(box, edge, 2, radius)


def pill(words: str, fill: str, ink: str, *, edge: str = "", size: float = SMALL) -> Element:
    """A word on a small tag."""
    behind = Picture(_draw_tag, (fill, edge or fill))
    letters = FontSpec(size, STRONG, ink, most=1.5 * size)
    return column(Text(words, letters, 0.5), pad=Padding(10, 2), behind=behind)


def _draw_tag(painter: Painter, box: Box, fill: str, edge: str) -> None:
    painter.blit(
        tag(painter.assets, round(box.w), round(box.h), fill, edge),
        box.x - SHADOW_MARGIN,
        box.y - SHADOW_MARGIN,
    )


def draw_mark(painter: Painter, words: str) -> None:
    """Draw in the corner, over whatever is shown, what is to be known of all of it."""
    size = SMALL * min(painter.text_scale, 1.3)
    style = TextStyle(STRONG, INK, is_fixed_size=True)
    wide, high = round(painter.width(words, size, STRONG, fixed=True) + size * 1.5), round(size * 1.45)
    left, top = painter.view.safe_area.x - 8, 3.0
    painter.blit(tag(painter.assets, wide, high, GOLD), left - SHADOW_MARGIN, top - SHADOW_MARGIN)
    painter.text(words, left + wide / 2, top + high / 2, size, style, anchor="center")


def switch(*, on: bool) -> Picture:
    """A sewing button that is on or off, at the end of a row that says what for."""
    return Picture(_draw_switch, (on,), w=57.0, h=30.0)


def _draw_switch(painter: Painter, box: Box, on: bool) -> None:  # noqa: FBT001 - values of a picture
    theme = painter.theme
    image = toggle(painter.assets, on=on, w=round(box.w), h=round(box.h), sunk=theme.sunk, ink=theme.ink)
    painter.blit(image, *box.centre, "center")


def sign(name: str, size: float, *, ink: str = "") -> Picture:
    """An icon, so large; filled where its colour is another than that of ink."""
    side = ScaledLength(size, 0.3)
    return Picture(_draw_sign, (name, ink), w=side, h=side)


def _draw_sign(painter: Painter, box: Box, name: str, ink: str) -> None:
    theme = painter.theme
    image = icon(painter.assets, name, round(box.h), ink or theme.ink, ink or theme.panel)
    painter.blit(image, *box.centre, "center")


def _draw_rule(painter: Painter, box: Box) -> None:
    image = divider(painter.assets, round(box.w), painter.theme.stitch)
    painter.blit(image, *box.centre, "center")


def _draw_upright_rule(painter: Painter, box: Box, short: float) -> None:
    image = upright_divider(painter.assets, round(box.h - short), painter.theme.stitch)
    painter.blit(image, *box.centre, "center")


def button_row(
    *children: Element,
    fill: str = "",
    key: str = "",
    least: float = 44.0,
    flex: float = 0.0,
    pad: float = 18.0,
) -> RowLayout:
    """A sewn button with more in it than words; its cloth is the theme's where none is given."""
    cloth = Picture(_draw_cloth, (fill,), shows_focus=True)
    edge = Padding(pad, 5, 10)  # its lower edge is thicker
    return row(*children, key=key, flex=flex, least=least, gap=8, pad=edge, align=0.5, behind=cloth)


def _draw_cloth(painter: Painter, box: Box, fill: str, *, focused: bool) -> None:
    draw_cap(painter, box, fill or painter.theme.cloth, focused=focused, radius=min(24, round(box.h) / 2))
