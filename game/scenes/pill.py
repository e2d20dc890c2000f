"""How a house rule is told and changed: a pill with its value, and one line about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.options import Option, Value
from game.ui.art.fabric import ROOM, stepper, tag
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets.rows import Choice, ChoiceShown
from game.ui.widgets.widgets import GAP, Widget, mark
from game.words import _

CHANGED, CHANGED_INK = "#FFD25A", "#2B2440"
"""What is not as usual, and the words on it."""
MANY = 60
"""More values of a number than anybody wants to step through one by one."""


@dataclass(frozen=True)
class PillShown(ChoiceShown):
    """A house rule in little room: its name, its value on a pill, and one line about it."""

    changed: bool
    """Whether it is not as usual."""

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        step = ruler.line_height(SMALL) + 6
        # By the widest value, so that the row does not change its shape while one steps through them.
        wide = max(ruler.width(words, SMALL, STRONG) for words in self.words) + 2 * step + 12
        wide = min(wide, width - 2 * GAP)
        beside = width - wide - 2.1 * GAP
        below = beside < min(ruler.width(self.label, BODY, NAMES), width * 0.42)
        return below, width - 2 * GAP if below else beside, wide

    def _lines(self, ruler: Painter, width: float) -> tuple[float, float, float]:
        """The heights of the name, the pill and the line about it."""
        _below, label, _wide = self._split(ruler, width)
        told = ruler.height(self.help, width - 2 * GAP, SMALL) if self.help else 0.0
        return ruler.height(self.label, label, BODY, NAMES), ruler.line_height(SMALL) + 6, told

    def height(self, ruler: Painter, width: float) -> float:
        name, pill, told = self._lines(ruler, width)
        return (name + pill if self._split(ruler, width)[0] else max(name, pill)) + told + 17

    def control_box(self, ruler: Painter, box: Box) -> Box:
        below, _label, wide = self._split(ruler, box.w)
        name, pill, _told = self._lines(ruler, box.w)
        top = box.y + 6 + (name if below else max(0.0, (name - pill) / 2))
        return Box(box.right - GAP - wide, top, wide, pill)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        below, label, _wide = self._split(painter, box.w)
        name, pill, _told = self._lines(painter, box.w)
        top = box.y + 6 + (0.0 if below else max(0.0, (pill - name) / 2))
        painter.paragraph(self.label, box.x + GAP, top, label, BODY, TextStyle(NAMES))
        self.draw_control(painter, self.control_box(painter, box), focused=focused)
        if self.help:
            y = box.y + 8 + (name + pill if below else max(name, pill))
            painter.paragraph(
                self.help, box.x + GAP, y, box.w - 2 * GAP, SMALL, TextStyle(colour=painter.theme.soft)
            )

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        words, theme = self.words[self.place], painter.theme
        pill = self.pill(painter, box, focused=focused)
        fill = CHANGED if self.changed else theme.sunk
        edge = theme.ink if self.changed or focused else theme.stitch
        picture = tag(painter.assets, round(pill.w), round(pill.h), fill, edge)
        painter.blit(picture, pill.x - ROOM, pill.y - ROOM)
        ink = CHANGED_INK if self.changed else theme.ink
        room = pill.w - (2 * box.h - 4 if focused else 24)
        painter.text(words, *pill.centre, SMALL, TextStyle(STRONG, ink), anchor="center", room=room)
        for right in (False, True) if focused else ():
            x = pill.right - pill.h / 2 if right else pill.x + pill.h / 2
            image = stepper(
                painter.assets, right=right, size=round(pill.h - 4), fill=theme.panel, ink=theme.ink
            )
            painter.blit(image, x, pill.centre[1], "center")

    def pill(self, ruler: Painter, box: Box, *, focused: bool) -> Box:
        """As wide as its words, and its arrows while it has the focus."""
        wide = ruler.width(self.words[self.place], SMALL, STRONG) + 30
        wide = min(box.w, wide + (2 * box.h - 18 if focused else 0))
        return Box(box.right - wide, box.y, wide, box.h)


class Pill(Choice):
    """A house rule, or something else that goes with them."""

    def __init__(
        self, label: str, values: Sequence[tuple[Any, str]], value: Any, on: Callable[[Any], None],
        help: str = "", *, changed: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(label, values, value, on, help)
        self.changed = changed

    @property
    def shown(self) -> PillShown:
        return PillShown(self.label, self.help, self.words, self.place, self.changed)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        # The click brings the focus, and with it the arrows: it counts as if they were there already.
        pill = self.shown.pill(ruler, box, focused=True)
        if pill.grown(8).holds(at):
            self.step(-1 if at[0] < pill.centre[0] else 1)
        # Beside the pill too, or the form would take it for a press and step on.
        return True


def row(option: Option, value: Value, on: Callable[[str, Value], None], default: Value) -> Widget:
    """The row in which an option is changed; the default is told when it is something else."""
    told = _(option.label(value).told)
    if value != default:
        told += " " + _("Usually: {value}.").format(value=_(option.label(default).words))
    name, pairs = option.name, [(choice, _(option.label(choice).words)) for choice in _offered(option, value)]
    return Pill(_(option.title), pairs, value, lambda new: on(name, new), told, changed=value != default)


def _offered(option: Option, value: Value) -> Sequence[Value]:
    """The values to step through; of many numbers the tens, and the one that is chosen."""
    if isinstance(option.default, bool):
        return (False, True)
    if option.choices:
        return option.choices
    numbers = [*((0,) if option.off else ()), *range(option.lowest, option.highest + 1, option.step)]
    if len(numbers) <= MANY:
        return numbers
    return sorted(
        {*(number for number in numbers if number % 10 == 0), *(int(n) for n in (value, option.default))}
    )
