"""Rows of a form with a value to change: a label, and beside it a control."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from game.core.graphemes import first_letters, without_last_letter
from game.i18n import _
from game.ui.art import fabric
from game.ui.art.fabric import segment, segment_bed, stepper
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.core.verbs import PENTATONIC, TOGGLE, TOGGLE_TONES, tone
from game.ui.widgets._cloth import CONTENT_MARGIN, mark
from game.ui.widgets._layout import Action, Element
from game.ui.widgets._motion import ControlPose
from game.ui.widgets._rows import Row

HELP_GAP = 6.0  # units below the help of a row, so that the focus does not touch it
ALIGNED_WIDTH = 408.0  # units; width of controls with one left edge, before the text size
UNSET_MARK = "\N{EN DASH}"  # in place of a number that is not set


@dataclass(frozen=True)
class FieldRow(Row):
    """A label on the left, and a control on the right, or below it if there is no room."""

    control: ClassVar[float] = 330.0  # width in units of the control, before the text size
    indent: ClassVar[float] = 0.0  # units before the row, for a picture
    helps_beside: ClassVar[bool] = False  # True to keep help below the label if the control is beside it

    label: str
    help: str
    labels: float = field(default=0.0, kw_only=True)
    """Width in units of the longest label of rows whose controls have one left edge; 0 for no such rows.

    Their controls are `ALIGNED_WIDTH` wide, or as wide as that label leaves room for.
    """

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
        grown = 0.7 + 0.3 * ruler.text_scale
        wide = self.control * grown
        if self.labels:
            wide = min(
                ALIGNED_WIDTH * grown, max(FieldRow.control * grown, width - self.labels - 3 * CONTENT_MARGIN)
            )
        if ruler.width(self.label, LARGE, STRONG) + wide + 3 * CONTENT_MARGIN <= width:
            return False, width - wide - 3 * CONTENT_MARGIN, wide
        return True, width - 2 * CONTENT_MARGIN, min(wide * 1.2, width - 2 * CONTENT_MARGIN)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units at a width, with its help."""
        width -= self.indent
        below, label, _ = self._split(ruler, width)
        line = max(52.0, ruler.line_height(LARGE) + 14)
        words = ruler.height(self.label, label, LARGE, STRONG) + 10
        beside = self.helps_beside and bool(self.help) and not below
        told = (
            ruler.height(self.help, label if beside else width - 2 * CONTENT_MARGIN, SMALL)
            if self.help
            else -HELP_GAP
        )
        if beside:
            return max(line, words + told) + HELP_GAP + 8
        return (words + line if below else max(line, words)) + told + HELP_GAP + 8

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        control, box = self.control_box(painter, box), self._inner(box)
        if focused:
            mark(painter, box)
        below, label, _ = self._split(painter, box.w)
        line, told = max(52.0, painter.line_height(LARGE) + 14), box.w - 2 * CONTENT_MARGIN
        ink = painter.theme.ink
        if below:
            tall = painter.paragraph(
                self.label, box.x + CONTENT_MARGIN, box.y + 5, label, LARGE, TextStyle(STRONG, ink)
            )
            y = box.y + 5 + tall + line
        else:
            lines = painter.height(self.label, label, LARGE, STRONG)
            beside = self.helps_beside and bool(self.help)
            top = box.y + 4 + (4.0 if beside else max(4.0, (line - lines) / 2))
            painter.paragraph(self.label, box.x + CONTENT_MARGIN, top, label, LARGE, TextStyle(STRONG, ink))
            y, told = (top + lines, label) if beside else (box.y + 4 + max(line, lines + 10), told)
        self.draw_control(painter, control, focused=focused)
        if self.help:
            soft = TextStyle(colour=painter.theme.soft)
            painter.paragraph(self.help, box.x + CONTENT_MARGIN, y, told, SMALL, soft)

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Box of the control in a row's box, in units."""
        box = self._inner(box)
        below, label, wide = self._split(ruler, box.w)
        line = max(52.0, ruler.line_height(LARGE) + 14)
        if not below:
            top = box.centre[1] - (line - 8) / 2 if self.helps_beside and self.help else box.y + 8
            return Box(box.right - CONTENT_MARGIN - wide, top, wide, line - 8)
        top = box.y + 5 + ruler.height(self.label, label, LARGE, STRONG)
        return Box(box.x + CONTENT_MARGIN, top + 2, wide, line - 8)

    @abstractmethod
    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the control into its box."""


def aligned(ruler: Painter, rows: Sequence[Element]) -> list[Element]:
    """Rows, with one left edge of all controls."""
    longest = max(
        (ruler.width(row.label, LARGE, STRONG) for row in rows if isinstance(row, FieldRow)), default=0.0
    )
    return [replace(row, labels=longest) if isinstance(row, FieldRow) else row for row in rows]


@dataclass(frozen=True)
class ChoiceRow(FieldRow):
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


@dataclass(frozen=True)
class ToggleRow(FieldRow):
    """A sewing button in its buttonhole, or beside it."""

    value: bool
    words: str
    slide: float = 1.0  # share by which its button has reached its place, 0 to 1 or a little more

    @property
    def value_text(self) -> str:
        return self.words

    @property
    def change_sound(self) -> tuple[str, int]:
        return TOGGLE.hit.sound, TOGGLE_TONES[self.value]

    def posed(self, pose: ControlPose) -> ToggleRow:
        return replace(self, slide=pose.slide)

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, tall = painter.theme, round(min(box.h, 48.0))
        wide = round(tall * 2.15)
        if self.slide == 1:
            draw, knob = fabric.toggle, None
        else:
            draw, knob = fabric.toggle_bed, fabric.sewing_button(painter.assets, tall + 2)
        image = draw(painter.assets, on=self.value, w=wide, h=tall, sunk=theme.sunk, ink=theme.ink)
        painter.blit(image, box.x, box.centre[1], "midleft")
        if knob is not None:
            share = self.slide if self.value else 1 - self.slide
            x = fabric.toggle_knob_x(wide, tall, share)
            painter.blit(knob, box.x + x, box.centre[1], "center")
        painter.text(self.words, box.x + tall * 2.15 + 14, box.centre[1], BODY, TextStyle(STRONG))


@dataclass(frozen=True)
class SliderRow(FieldRow):
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

    @property
    def change_sound(self) -> tuple[str, int]:
        return "tick", tone(round(self.value / 100 * (len(PENTATONIC) - 1)))

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
        words = str(self.value) if self.is_set else UNSET_MARK
        painter.text(words, box.right, box.centre[1], LARGE, TextStyle(STRONG), anchor="midright")


@dataclass(frozen=True)
class TextField(FieldRow):
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


@dataclass(frozen=True)
class LongTextField(TextField):
    """A long text, in a frame across the row."""

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        """(True, width, width): the control is always below, as wide as the row without its margins."""
        return True, width - 2 * CONTENT_MARGIN, width - 2 * CONTENT_MARGIN


def choice(
    label: str,
    options: Sequence[tuple[Any, str]],
    value: Any,
    on: Callable[[Any], object],
    *,
    key: str = "",
    help: str = "",
    look: Callable[..., ChoiceRow] = ChoiceRow,
    wraps: bool = True,
) -> ChoiceRow:
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
) -> ToggleRow:
    """A value that is on or off, ``words`` for off and on. A press switches it; left is off, right is on."""

    def step(dx: int) -> None:
        """Switch off or on."""
        if (dx > 0) != value:
            on(dx > 0)

    action = Action(lambda: on(not value), verb=_("Change"), adjust=step)
    return ToggleRow(label, help, value, words[value], key=key, action=action)


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
) -> SliderRow:
    """A number from 0 to 100 on a knitted scarf, changed in steps. Until it is set, no number is shown."""

    def put(new: int) -> None:
        """Call ``on`` with the limited value, if that changes anything."""
        new = min(100, max(0, new))
        if new != value or not is_set:
            on(new)

    action = Action(lambda: None, verb=_("Change"), adjust=lambda dx: put(value + dx * step), choose=put)
    return SliderRow(label, help, value, seat, is_set, step, key=key, action=action)


def text_field(
    label: str,
    value: str,
    on: Callable[[str], object],
    ask: Callable[[], object],
    *,
    fresh: bool,
    limit: int = 12,
    key: str = "",
    look: type[TextField] | None = None,
) -> TextField:
    """A short text. ``fresh``: the next letter replaces it (`Screen.fresh`); ``ask``: opens a keyboard."""

    def put(text: str) -> None:
        """Add text, or erase the last letter if it is empty. Call ``on`` if that changes anything."""
        kept = "" if fresh else value
        new = first_letters(kept + text, limit) if text else without_last_letter(kept)
        if new != value:
            on(new)

    action = Action(ask, verb=_("Change"), types=put)
    return (look or TextField)(label, "", value, fresh, key=key, action=action)
