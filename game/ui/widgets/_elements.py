"""Elements with cloth: buttons, names, tags and rules."""

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
from game.ui.widgets._cloth import GO_COLOUR, GO_INK, draw_cap, sheet
from game.ui.widgets._layout import (
    MIN_TEXT_SIZE,
    Action,
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

_PLAIN_FONT = FontSpec()
_GO_FONT = FontSpec(LARGE, NAMES, GO_INK)
PANEL_PICTURE = Picture(sheet)  # panel of the theme, behind a container


NOTE_MARGIN = 18.0  # units beside the note of a button


@dataclass(frozen=True, slots=True)
class ButtonElement(Element):
    """A sewn button with its words, a smaller line below them, and a ring if it has the focus."""

    words: str
    fill: str = GO_COLOUR
    font: FontSpec = _GO_FONT
    least: float = 58.0  # minimum height in units
    aside: float = 32.0  # width in units that words leave free
    badge: Picture | None = None  # drawn over the button
    radius: float = 24.0
    note: str = ""  # smaller line below the words, beside the badge if it is long

    @property
    def accessible_text(self) -> str:
        return ", ".join(filter(None, (self.words, self.note)))

    @property
    def bursts(self) -> bool:
        """True for a green button."""
        return self.fill == GO_COLOUR

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        room = max(1.0, room - self.aside)
        wide, high = self._text.measure(ruler, room)
        note_wide, note_high = self._note.measure(ruler, room) if self.note else (0.0, 0.0)
        high += note_high + 12 if self.note else 18
        return max(wide, note_wide) + self.aside, max(self.least, high)

    @property
    def _text(self) -> Text:
        return Text(self.words, self.font, 0.5)

    @property
    def _note(self) -> SingleLineText:
        letters = FontSpec(SMALL, STRONG, self.font.colour, growth=0.4)
        return SingleLineText(self.note, letters, 0.5, shrinks=True)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        draw_cap(painter, box, self.fill, focused=focused, radius=self.radius)
        drop = button_drop(FOCUSED if focused else NORMAL)
        inner = Box(box.x + self.aside / 2, box.y + drop, box.w - self.aside, box.h)
        if self.note:
            ruler = MeasureContext(painter)
            size, words = self._note.font.at(ruler.scale), self._text.measure(ruler, inner.w)[1]
            note = ruler.line_height(self._note.font)
            top = inner.centre[1] - (words + note) / 2
            line = replace(inner, y=top + words, h=note)
            if ruler.painter.width(self.note, size, STRONG) > line.w:
                line = replace(line, w=box.right - NOTE_MARGIN - line.x)
            self._note.paint(painter, line, focused=focused)
            inner = replace(inner, y=top, h=words)
        self._text.paint(painter, inner, focused=focused)
        if self.badge is not None:
            self.badge.paint(painter, box.translated(0, drop), focused=focused)


NAME_SCALES = (1.0, 0.88, 0.76, 0.64, 0.56)  # sizes to try, as shares, before the end of a name is cut off


@dataclass(frozen=True, slots=True)
class SingleLineText(Element):
    """A name or headline that is not broken into lines. Its end is cut off if it doesn't fit.

    If it ``shrinks``, it first takes smaller letters, the same as those ``beside`` it. Else it asks for
    enough width, so that a `ShrinkToFit` around it reduces all text.
    """

    words: str
    font: FontSpec = _PLAIN_FONT
    align: float = 0.0
    whole: int = 10  # names of at most this number of letters are never cut off, unless `shrinks`
    shrinks: bool = False
    beside: tuple[str, ...] = ()  # other names that get the same size
    lines: int = 1  # maximum number of lines
    step: float = 1.0  # distance of lines, in usual line heights

    @property
    def accessible_text(self) -> str:
        return self.words

    def _pieces(self, words: str) -> list[str]:
        """The words as one text for a single line, else one by one."""
        return [words] if self.lines == 1 else words.split()

    def _sized(self, ruler: MeasureContext, room: float) -> FontSpec:
        """Font at the largest tried size at which all words fit ``room``. Usual size unless `shrinks`."""
        whole, face = self.font.at(ruler.scale), self.font.face
        if not self.shrinks:
            return replace(self.font, size=whole, growth=0.0)

        def fits(words: str, size: float) -> bool:
            """True if no piece is wider than ``room``, and `lines` are enough."""
            wide = max(ruler.painter.width(piece, size, face) for piece in self._pieces(words))
            return wide <= room and len(ruler.painter.wrapped(words, room, size, face)) <= self.lines

        sizes, every = (
            [max(MIN_TEXT_SIZE, whole * share) for share in NAME_SCALES],
            (self.words, *self.beside),
        )
        # If it is alone, try the smallest letters too.
        least = () if self.beside else (MIN_TEXT_SIZE,)
        tried = (size for size in (*sizes, *least) if all(fits(words, size) for words in every))
        size = next(tried, sizes[-1])
        return replace(self.font, size=size, growth=0.0)

    def _text(self, ruler: MeasureContext, room: float) -> Text:
        """Text at that size, with the end of each piece cut off that is too wide."""
        letters = self._sized(ruler, room)
        size, face, pieces = letters.size, letters.face, self._pieces(self.words)
        short = " ".join(ruler.painter.shortened(one, size, room, face, min_size=size) for one in pieces)
        return Text(short, letters, self.align, self.step)

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Wanted (width, height). Wider than ``room`` if `whole` letters of it don't fit there."""
        if not self.shrinks and self.lines == 1:
            # Minimum: the whole text, or enough of a long one to recognise the name.
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
    """Glyph of a key, or of a button of a pad or mouse, ``tall`` units high."""

    press: KeyPress
    tall: float = 30.0

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        image = self.press.picture(ruler.painter.assets, self.tall)
        return image.get_width() / ruler.view.scale, self.tall

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        painter.blit(self.press.picture(painter.assets, self.tall), *box.centre, "center")


def horizontal_rule(gap: float = 8.0) -> Picture:
    """Picture of a thin line across a column, ``gap`` units high."""
    return Picture(_draw_rule, h=gap)


def upright_rule(short: float, *, w: Size = 4.0, h: Size | None = None) -> Picture:
    """Picture of a thin vertical line, ``short`` units shorter than its box."""
    return Picture(_draw_upright_rule, (short,), w=w, h=h)


def patch(fill: str, radius: float = 8.0, edge: str = "") -> Picture:
    """Picture that fills a box with a colour, framed with ``edge`` if it is not empty."""
    return Picture(_draw_patch, (fill, radius, edge))


def _draw_patch(painter: Painter, box: Box, fill: str, radius: float, edge: str) -> None:
    painter.fill(box, fill, radius)
    if edge:
        painter.frame(box, edge, 2, radius)


def pill(words: str, fill: str, ink: str, *, edge: str = "", size: float = SMALL) -> Element:
    """Element with words on a small tag."""
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
    """Draw words on a golden tag in the upper left corner, over everything."""
    size = SMALL * min(painter.text_scale, 1.3)
    style = TextStyle(STRONG, INK, is_fixed_size=True)
    wide, high = round(painter.width(words, size, STRONG, fixed=True) + size * 1.5), round(size * 1.45)
    left, top = painter.view.safe_area.x - 8, 3.0
    painter.blit(tag(painter.assets, wide, high, GOLD), left - SHADOW_MARGIN, top - SHADOW_MARGIN)
    painter.text(words, left + wide / 2, top + high / 2, size, style, anchor="center")


def switch(*, on: bool) -> Picture:
    """Picture of a sewing button that is on or off."""
    return Picture(_draw_switch, (on,), w=57.0, h=30.0)


def _draw_switch(painter: Painter, box: Box, on: bool) -> None:  # noqa: FBT001 - values of a picture
    theme = painter.theme
    image = toggle(painter.assets, on=on, w=round(box.w), h=round(box.h), sunk=theme.sunk, ink=theme.ink)
    painter.blit(image, *box.centre, "center")


def sign(name: str, size: float, *, ink: str = "") -> Picture:
    """Picture of an icon of ``size`` units, grown with the text size. ``ink`` also fills it."""
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
    action: Action | None = None,
    least: float = 44.0,
    flex: float = 0.0,
    pad: float = 18.0,
) -> RowLayout:
    """Row on a sewn cloth, which shows the focus. In the theme's colour without ``fill``."""
    cloth = Picture(_draw_cloth, (fill,), shows_focus=True)
    edge = Padding(pad, 5, 10)  # its lower edge is thicker
    return row(
        *children, key=key, action=action, flex=flex, least=least, gap=8, pad=edge, align=0.5, behind=cloth
    )


def _draw_cloth(painter: Painter, box: Box, fill: str, *, focused: bool) -> None:
    draw_cap(painter, box, fill or painter.theme.cloth, focused=focused, radius=min(24, round(box.h) / 2))
