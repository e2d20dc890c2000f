"""Rows of a form with a value to change: a label, and beside it a control."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from game.core.graphemes import first_letters, without_last_letter
from game.i18n import _
from game.ui.art import fabric
from game.ui.art.fabric import segment, segment_bed, stepper
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets._layout import Action
from game.ui.widgets._widgets import GAP, Button, ButtonProps, Row, Widget, mark

BELOW = 6.0  # units below the help of a row, so that the focus does not touch it
UNSET = "\N{EN DASH}"  # in place of a number that is not set


@dataclass(frozen=True)
class FieldRowProps(Row):
    """A label on the left, and a control on the right, or below it if there is no room."""

    control: ClassVar[float] = 330.0  # width in units of the control, before the text size
    indent: ClassVar[float] = 0.0  # units before the row, for a picture
    helps_beside: ClassVar[bool] = False  # True to keep help below the label if the control is beside it

    label: str
    help: str

    @property
    def value_text(self) -> str:
        """Translated value. Empty by default, if its picture shows it."""
        return ""

    @property
    def accessible_text(self) -> str:
        """Label, value and help. Empty without `value_text`: the drawn texts are read."""
        return (
            ". ".join(filter(None, (f"{self.label}: {self.value_text}", self.help)))
            if self.value_text
            else ""
        )

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        return self.option_at(ruler, at, self.control_box(ruler, box))

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Number of the value at a point of the control in its box. None for none; by default 0."""
        return 0

    def _inner(self, box: Box) -> Box:
        """Part of a row's box without the indent."""
        return Box(box.x + self.indent, box.y, box.w - self.indent, box.h)

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        """(True if the control is below the label, width of the label, width of the control)."""
        wide = self.control * (0.7 + 0.3 * ruler.text_scale)
        if ruler.width(self.label, LARGE, STRONG) + wide + 3 * GAP <= width:
            return False, width - wide - 3 * GAP, wide
        return True, width - 2 * GAP, min(wide * 1.2, width - 2 * GAP)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units at a width, with its help."""
        width -= self.indent
        below, label, _ = self._split(ruler, width)
        line = max(52.0, ruler.line_height(LARGE) + 14)
        words = ruler.height(self.label, label, LARGE, STRONG) + 10
        beside = self.helps_beside and bool(self.help) and not below
        told = ruler.height(self.help, label if beside else width - 2 * GAP, SMALL) if self.help else -BELOW
        if beside:
            return max(line, words + told) + BELOW + 8
        return (words + line if below else max(line, words)) + told + BELOW + 8

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        control, box = self.control_box(painter, box), self._inner(box)
        if focused:
            mark(painter, box)
        below, label, _ = self._split(painter, box.w)
        line, told = max(52.0, painter.line_height(LARGE) + 14), box.w - 2 * GAP
        ink = painter.theme.ink
        if below:
            tall = painter.paragraph(self.label, box.x + GAP, box.y + 5, label, LARGE, TextStyle(STRONG, ink))
            y = box.y + 5 + tall + line
        else:
            lines = painter.height(self.label, label, LARGE, STRONG)
            beside = self.helps_beside and bool(self.help)
            top = box.y + 4 + (4.0 if beside else max(4.0, (line - lines) / 2))
            painter.paragraph(self.label, box.x + GAP, top, label, LARGE, TextStyle(STRONG, ink))
            y, told = (top + lines, label) if beside else (box.y + 4 + max(line, lines + 10), told)
        self.draw_control(painter, control, focused=focused)
        if self.help:
            soft = TextStyle(colour=painter.theme.soft)
            painter.paragraph(self.help, box.x + GAP, y, told, SMALL, soft)

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Box of the control in a row's box, in units."""
        box = self._inner(box)
        below, label, wide = self._split(ruler, box.w)
        line = max(52.0, ruler.line_height(LARGE) + 14)
        if not below:
            top = box.centre[1] - (line - 8) / 2 if self.helps_beside and self.help else box.y + 8
            return Box(box.right - GAP - wide, top, wide, line - 8)
        top = box.y + 5 + ruler.height(self.label, label, LARGE, STRONG)
        return Box(box.x + GAP, top + 2, wide, line - 8)

    @abstractmethod
    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the control into its box."""


class FieldRow(Widget):
    """A row with a label and a value to change."""

    def __init__(self, label: str, help: str = "") -> None:
        self.label, self.help = label, help

    @property
    def value_words(self) -> str:
        """Translated value. Empty by default, if its picture shows it."""
        return ""

    @property
    def narration(self) -> str:
        """Spoken label, value and help. Empty without `value_words`: the drawn texts are read."""
        words = self.value_words
        return ". ".join(filter(None, (f"{self.label}: {words}", self.help))) if words else ""

    @property
    @abstractmethod
    def props(self) -> FieldRowProps:
        """Props of the row as it is now."""


@dataclass(frozen=True)
class ChoiceRowProps(FieldRowProps):
    """Several values, one of which is chosen."""

    words: tuple[str, ...]  # of each value
    place: int  # index of the chosen one

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the values side by side. Empty if they don't fit or are more than 5."""
        if len(self.words) > 5:
            return []
        widths = [ruler.width(words, BODY, STRONG) + 34 for words in self.words]
        if sum(widths) > box.w:
            return []
        spare, x, found = (box.w - sum(widths)) / len(widths), box.x, []
        for width in widths:
            found.append(Box(x, box.y, width + spare, box.h))
            x += width + spare
        return found

    @property
    def value_text(self) -> str:
        return self.words[self.place]

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Index of the value at a point; of the one before or after for values that are not side by side."""
        segments = self.segments(ruler, box)
        if segments or not box.contains(at):
            return next((n for n, part in enumerate(segments) if part.contains(at)), None)
        return (self.place + (-1 if at[0] < box.centre[0] else 1)) % len(self.words)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, assets = painter.theme, painter.assets
        bed = segment_bed(assets, round(box.w), round(box.h), theme.sunk, theme.ink)
        painter.blit(bed, *box.centre, "center")
        segments = self.segments(painter, box)
        for number, part in enumerate(segments):
            chosen = number == self.place
            if chosen:
                image = segment(assets, round(part.w), round(part.h), theme.ink, theme.stitch)
                painter.blit(image, *part.centre, "center")
            ink = theme.panel if chosen else theme.ink
            words = self.words[number]
            painter.text(words, *part.centre, BODY, TextStyle(STRONG, ink), anchor="center", room=part.w - 10)
        if segments:
            return
        for right in (False, True):
            x = box.right - box.h / 2 if right else box.x + box.h / 2
            image = stepper(assets, right=right, size=round(box.h - 8), fill=theme.panel, ink=theme.ink)
            painter.blit(image, x, box.centre[1], "center")
        words = self.words[self.place]
        painter.text(words, *box.centre, BODY, TextStyle(STRONG), anchor="center", room=box.w - 2 * box.h - 8)


class ChoiceRow(FieldRow):
    """A choice of one of several values."""

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[Any, str]],
        value: Any,
        on: Callable[[Any], None],
        help: str = "",
    ) -> None:
        super().__init__(label, help)
        self.values, self.value, self.on = tuple(values), value, on

    @property
    def words(self) -> tuple[str, ...]:
        """Translated words of all values."""
        return tuple(words for _value, words in self.values)

    @property
    def place(self) -> int:
        """Index of the chosen value, 0 if it is none of the values."""
        return next((place for place, (value, _) in enumerate(self.values) if value == self.value), 0)

    @property
    def value_words(self) -> str:
        return self.words[self.place]

    @property
    def props(self) -> ChoiceRowProps:
        return ChoiceRowProps(self.label, self.help, self.words, self.place)

    def step(self, dx: int) -> bool:
        """Choose the value ``dx`` further, wrapping around. Returns True unless ``dx`` is 0."""
        if dx:
            self._set((self.place + dx) % len(self.values))
        return bool(dx)

    def press(self) -> None:
        """Choose the next value, wrapping around."""
        self._set((self.place + 1) % len(self.values))

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Choose the value at a point, or step by the half of the control pressed. Always True."""
        segments = self.props.segments(ruler, box)
        for place, part in enumerate(segments):
            if part.contains(at):
                self._set(place)
                return True
        if not segments and box.contains(at):
            self.step(-1 if at[0] < box.centre[0] else 1)
        return True

    def _set(self, place: int) -> None:
        """Choose the value at an index, and call ``on`` with it."""
        self.value = self.values[place][0]
        self.on(self.value)


@dataclass(frozen=True)
class ToggleRowProps(FieldRowProps):
    """A sewing button in its buttonhole, or beside it."""

    value: bool
    words: str

    @property
    def value_text(self) -> str:
        return self.words

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, tall = painter.theme, round(min(box.h, 48.0))
        wide = round(tall * 2.15)
        image = fabric.toggle(painter.assets, on=self.value, w=wide, h=tall, sunk=theme.sunk, ink=theme.ink)
        painter.blit(image, box.x, box.centre[1], "midleft")
        painter.text(self.words, box.x + tall * 2.15 + 14, box.centre[1], BODY, TextStyle(STRONG))


class ToggleRow(FieldRow):
    """A value that is on or off."""

    def __init__(
        self, label: str, *, value: bool, on: Callable[[bool], None], words: tuple[str, str], help: str = ""
    ):
        super().__init__(label, help)
        self.value, self.on, self.words = value, on, words

    @property
    def value_words(self) -> str:
        return self.words[self.value]

    @property
    def props(self) -> ToggleRowProps:
        return ToggleRowProps(self.label, self.help, self.value, self.words[self.value])

    def step(self, dx: int) -> bool:
        """Switch off (``dx`` < 0) or on. Returns True unless ``dx`` is 0, even if nothing changed."""
        if dx and (dx > 0) != self.value:
            self.press()
        return bool(dx)

    def press(self) -> None:
        """Switch over, and call ``on`` with the value."""
        self.value = not self.value
        self.on(self.value)


@dataclass(frozen=True)
class SliderRowProps(FieldRowProps):
    """A knitted scarf, and its number beside it."""

    control = 420.0
    helps_beside = True

    value: int
    seat: int  # seat whose colours it has
    is_set: bool = True  # False while it has no value
    step: int = 10

    @property
    def value_text(self) -> str:
        """The number, or a translated text that it is not set yet."""
        return str(self.value) if self.is_set else _("not set yet")

    @property
    def drags(self) -> bool:
        """True: it follows a held pointer."""
        return True

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Value at a point of the scarf, limited to its ends. None more than 20 units left of it."""
        scarf = self.scarf(ruler, box)
        if at[0] < scarf.x - 20:
            return None
        return min(100, max(0, round((at[0] - scarf.x) / scarf.w * 100 / self.step) * self.step))

    def scarf(self, ruler: Painter, box: Box) -> Box:
        """Box of the scarf in the control's box, left of the number."""
        number = max(76.0, ruler.width("100", LARGE, STRONG) + 30)
        return Box(box.x, box.y, box.w - number, box.h)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        scarf = self.scarf(painter, box)
        image = fabric.slider(painter.assets, round(scarf.w), self.value / 100, self.seat)
        painter.blit(image, *scarf.centre, "center")
        words = str(self.value) if self.is_set else UNSET
        painter.text(words, box.right, box.centre[1], LARGE, TextStyle(STRONG), anchor="midright")


class SliderRow(FieldRow):
    """A number from 0 to 100 on a knitted scarf. Until it is set, no number is shown."""

    def __init__(
        self,
        label: str,
        value: int,
        on: Callable[[int], None],
        *,
        seat: int,
        step: int = 10,
        is_set: bool = True,
        help: str = "",
    ) -> None:
        super().__init__(label, help)
        self.value, self.on, self.seat, self.by, self.is_set = value, on, seat, step, is_set

    @property
    def value_words(self) -> str:
        """The number, or a translated text that it is not set yet."""
        return str(self.value) if self.is_set else _("not set yet")

    @property
    def props(self) -> SliderRowProps:
        return SliderRowProps(self.label, self.help, self.value, self.seat, self.is_set)

    def step(self, dx: int) -> bool:
        """Change the value by ``dx`` steps, within 0 to 100. Returns True unless ``dx`` is 0."""
        if dx:
            self._set(self.value + dx * self.by)
        return bool(dx)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Set the value at a point of the scarf, limited to its ends. False more than 20 units left of it."""
        scarf = self.props.scarf(ruler, box)
        if at[0] < scarf.x - 20:
            return False
        share = (at[0] - scarf.x) / scarf.w
        self._set(round(share * 100 / self.by) * self.by)
        return True

    def _set(self, value: int) -> None:
        """Set the value, limited to 0 to 100, and call ``on`` if that changes anything."""
        value = min(100, max(0, value))
        if value != self.value or not self.is_set:
            self.value, self.is_set = value, True
            self.on(value)


@dataclass(frozen=True)
class TextFieldProps(FieldRowProps):
    """A text in a frame, highlighted if the next letter replaces it."""

    value: str
    fresh: bool

    @property
    def value_text(self) -> str:
        """The text, or an ellipsis if it is empty."""
        return self.value or "…"

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        painter.fill(box, painter.theme.panel, 12)
        painter.frame(box, painter.theme.ink, 2.5, 12)
        if focused and self.fresh and self.value:
            wide = min(painter.width(self.value, LARGE, STRONG), box.w - 28)
            painter.fill(Box(box.x + 10, box.y + 9, wide + 8, box.h - 18), painter.theme.chosen, 6)
        wide = painter.text(self.value, box.x + 14, box.centre[1], LARGE, TextStyle(STRONG), room=box.w - 28)
        if focused:
            cursor = Box(box.x + 16 + min(wide, box.w - 28), box.y + 9, 3, box.h - 18)
            painter.fill(cursor, painter.theme.focus)


class TextField(FieldRow):
    """A short text. Pads get a keyboard on the screen."""

    def __init__(
        self, label: str, value: str, on: Callable[[str], None], ask: Callable[[], None], limit: int = 12
    ):
        super().__init__(label)
        self.value, self.on, self.ask, self.limit = value, on, ask, limit
        self.fresh = True  # True if the next letter replaces the whole text

    @property
    def value_words(self) -> str:
        """The text, or an ellipsis if it is empty."""
        return self.value or "…"

    @property
    def props(self) -> TextFieldProps:
        return TextFieldProps(self.label, self.help, self.value, self.fresh)

    def press(self) -> None:
        """Call ``ask``, for a keyboard on the screen."""
        self.ask()

    def left(self) -> None:
        """Have the next letter replace the whole text."""
        self.fresh = True

    def type(self, text: str) -> bool:
        """Add text, or erase the last letter if it is empty. A fresh field is cleared first. Always True."""
        kept = "" if self.fresh else self.value
        self.fresh = False
        new = without_last_letter(kept) if not text else first_letters(kept + text, self.limit)
        if new != self.value:
            self.value = new
            self.on(new)
        return True


BESIDE, BETWEEN = 24.0, 4.0
"""Units between snug buttons of a pair, and half the gap between two that fill a row."""


@dataclass(frozen=True)
class LongTextFieldProps(TextFieldProps):
    """A long text, in a frame across the row."""

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        """(True, width, width): the control is always below, as wide as the row without its margins."""
        return True, width - 2 * GAP, width - 2 * GAP


class LongTextField(TextField):
    """A field for a long text."""

    @property
    def props(self) -> LongTextFieldProps:
        return LongTextFieldProps(self.label, self.help, self.value, self.fresh)


@dataclass(frozen=True, slots=True)
class ButtonPairProps:
    """Two buttons, one of which is selected."""

    buttons: tuple[ButtonProps, ButtonProps]
    chosen: int

    def height(self, ruler: Painter, width: float) -> float:
        return max(button.height(ruler, width / 2 - BETWEEN) for button in self.buttons)

    def parts(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of both buttons: halves of the row, or snug in its middle."""
        wide = max(button.wanted(ruler) for button in self.buttons) + BESIDE
        if not all(button.is_snug for button in self.buttons) or 2 * wide > box.w:
            left, right = box.half_box(0), box.half_box(1)
            return [
                replace(left, w=left.w - BETWEEN),
                replace(right, x=right.x + BETWEEN, w=right.w - BETWEEN),
            ]
        return [Box(box.centre[0] + (number - 1) * wide, box.y, wide, box.h) for number in (0, 1)]

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        for number, (button, part) in enumerate(zip(self.buttons, self.parts(painter, box), strict=True)):
            button.paint(painter, part, focused=focused and number == self.chosen)


def choice(
    label: str,
    options: Sequence[tuple[Any, str]],
    value: Any,
    on: Callable[[Any], object],
    *,
    key: str = "",
    help: str = "",
    look: Callable[..., ChoiceRowProps] = ChoiceRowProps,
    wraps: bool = True,
) -> ChoiceRowProps:
    """A choice of one of several values. ``options``: (value, words) each; ``on`` gets the new value.

    Left and right choose the one before or after; with ``wraps`` the first after the last. A press chooses
    the next one. A ``value`` that is no option counts as the first.
    """
    values = [option for option, _words in options]
    place = values.index(value) if value in values else 0

    def step(dx: int) -> None:
        """Choose the value ``dx`` places on. Nothing at the ends unless ``wraps``."""
        if wraps or 0 <= place + dx < len(values):
            on(values[(place + dx) % len(values)])

    def at(number: int) -> None:
        """Choose the value with this index."""
        on(values[number])

    action = Action(lambda: step(1), verb=_("Change"), adjust=step, choose=at)
    return look(label, help, tuple(words for _value, words in options), place, key=key, action=action)


def toggle(
    label: str,
    *,
    value: bool,
    on: Callable[[bool], object],
    words: tuple[str, str],
    key: str = "",
    help: str = "",
) -> ToggleRowProps:
    """A value that is on or off, ``words`` for off and on. A press switches it; left is off, right is on."""

    def step(dx: int) -> None:
        """Switch off or on."""
        if (dx > 0) != value:
            on(dx > 0)

    action = Action(lambda: on(not value), verb=_("Change"), adjust=step)
    return ToggleRowProps(label, help, value, words[value], key=key, action=action)


def slider(
    label: str,
    value: int,
    on: Callable[[int], object],
    *,
    seat: int,
    step: int = 10,
    is_set: bool = True,
    key: str = "",
    help: str = "",
) -> SliderRowProps:
    """A number from 0 to 100 on a knitted scarf, changed in steps. Until it is set, no number is shown."""

    def put(new: int) -> None:
        """Call ``on`` with the limited value, if that changes anything."""
        new = min(100, max(0, new))
        if new != value or not is_set:
            on(new)

    action = Action(lambda: None, verb=_("Change"), adjust=lambda dx: put(value + dx * step), choose=put)
    return SliderRowProps(label, help, value, seat, is_set, step, key=key, action=action)


def text_field(
    label: str,
    value: str,
    on: Callable[[str], object],
    ask: Callable[[], object],
    *,
    fresh: bool,
    limit: int = 12,
    key: str = "",
    look: type[TextFieldProps] | None = None,
) -> TextFieldProps:
    """A short text. ``fresh``: the next letter replaces it (`Screen.fresh`); ``ask``: opens a keyboard."""

    def put(text: str) -> None:
        """Add text, or erase the last letter if it is empty. Call ``on`` if that changes anything."""
        kept = "" if fresh else value
        new = first_letters(kept + text, limit) if text else without_last_letter(kept)
        if new != value:
            on(new)

    action = Action(ask, verb=_("Change"), types=put)
    return (look or TextFieldProps)(label, "", value, fresh, key=key, action=action)


class ButtonPair(Widget):
    """Two buttons in one row. A step to the side selects the other."""

    def __init__(self, left: Button, right: Button, chosen: int = 0) -> None:
        self.buttons = left, right
        self.chosen = chosen

    @property
    def button(self) -> Button:
        """Button that a press presses."""
        return self.buttons[self.chosen]

    @property
    def label(self) -> str:
        """Label of the selected button."""
        return self.button.label

    @property
    def props(self) -> ButtonPairProps:
        left, right = (button.props for button in self.buttons)
        assert isinstance(left, ButtonProps)
        assert isinstance(right, ButtonProps)
        return ButtonPairProps((left, right), self.chosen)

    @property
    def narration(self) -> str:
        return self.button.narration

    def press(self) -> None:
        self.button.press()

    def step(self, dx: int) -> bool:
        """Select the right (``dx`` > 0) or left button. True if that is another one."""
        before, self.chosen = self.chosen, int(dx > 0)
        return self.chosen != before

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Select the button at a point. True if it is beside it, so that no press follows."""
        self.hover(at, box)
        return not self.props.parts(ruler, box)[self.chosen].contains(at)

    def hover(self, at: tuple[float, float], box: Box) -> bool:
        """Select the button in the half with the pointer. True if that is another one."""
        return self.step(1 if box.half_box(1).contains(at) else -1)
