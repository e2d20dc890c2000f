"""Rows of the house rules: a rule is a pill with its value; presets are tabs; boards have thumbnails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, cast

from game.core.game import Layout
from game.core.options import Option, Value
from game.i18n import _
from game.scenes.board_thumbnails import Drawing
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, stepper, tag
from game.ui.art.icons import tick
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets import CONTENT_MARGIN, Action, ChoiceRow, Row, choice, draw_cloth, mark

THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT, THUMBNAIL_GAP = 124.0, 97.0, 8.0
"""Units: size of a thumbnail, and gap between two."""
# fill of a value that differs from the default, and its text colour
CHANGED_COLOUR, CHANGED_INK = "#FFD25A", "#2B2440"
MAX_LISTED_VALUES = 60  # values of a number above which only the multiples of ten are offered


@dataclass(frozen=True)
class RulePill(ChoiceRow):
    """A house rule in little room: name, value on a pill, one line of explanation."""

    changed: bool = field(default=False, kw_only=True)  # True if the value differs from the default

    def _split(self, ruler: Painter, width: float) -> tuple[bool, float, float]:
        """Return (True if the pill is below the label, width of the label, width of the pill), in units."""
        step = ruler.line_height(SMALL) + 6
        # Use the widest value, so that the row keeps its shape while a player steps through the values.
        pill_width = max(ruler.width(text, SMALL, STRONG) for text in self.words) + 2 * step + 12
        pill_width = min(pill_width, width - 2 * CONTENT_MARGIN)
        beside = width - pill_width - 2.1 * CONTENT_MARGIN
        below = beside < min(ruler.width(self.label, BODY, NAMES), width * 0.42)
        return below, width - 2 * CONTENT_MARGIN if below else beside, pill_width

    def _lines(self, ruler: Painter, width: float) -> tuple[float, float, float]:
        """Return the heights in units of the name, the pill and the explanation."""
        _below, label_width, _wide = self._split(ruler, width)
        help_height = ruler.height(self.help, width - 2 * CONTENT_MARGIN, SMALL) if self.help else 0.0
        return ruler.height(self.label, label_width, BODY, NAMES), ruler.line_height(SMALL) + 6, help_height

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the row in units, for this width."""
        name, pill, help_height = self._lines(ruler, width)
        return (name + pill if self._split(ruler, width)[0] else max(name, pill)) + help_height + 17

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Area of the pill in units, wide enough for every value."""
        below, _label, pill_width = self._split(ruler, box.w)
        name, pill, _told = self._lines(ruler, box.w)
        top = box.y + 6 + (name if below else max(0.0, (name - pill) / 2))
        return Box(box.right - CONTENT_MARGIN - pill_width, top, pill_width, pill)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        below, label, _wide = self._split(painter, box.w)
        name, pill, _told = self._lines(painter, box.w)
        top = box.y + 6 + (0.0 if below else max(0.0, (pill - name) / 2))
        painter.paragraph(self.label, box.x + CONTENT_MARGIN, top, label, BODY, TextStyle(NAMES))
        self.draw_control(painter, self.control_box(painter, box), focused=focused)
        if self.help:
            y = box.y + 8 + (name + pill if below else max(name, pill))
            painter.paragraph(
                self.help,
                box.x + CONTENT_MARGIN,
                y,
                box.w - 2 * CONTENT_MARGIN,
                SMALL,
                TextStyle(colour=painter.theme.soft),
            )

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        text, theme = self.words[self.place], painter.theme
        pill = self.pill(painter, box, focused=focused)
        fill = CHANGED_COLOUR if self.changed else theme.sunk
        edge = theme.ink if self.changed or focused else theme.stitch
        picture = tag(painter.assets, round(pill.w), round(pill.h), fill, edge)
        painter.blit(picture, pill.x - SHADOW_MARGIN, pill.y - SHADOW_MARGIN)
        ink = CHANGED_INK if self.changed else theme.ink
        room = pill.w - (2 * box.h - 4 if focused else 24)
        painter.text(text, *pill.centre, SMALL, TextStyle(STRONG, ink), anchor="center", room=room)
        for right in (False, True) if focused else ():
            x = pill.right - pill.h / 2 if right else pill.x + pill.h / 2
            image = stepper(
                painter.assets, right=right, size=round(pill.h - 4), fill=theme.panel, ink=theme.ink
            )
            painter.blit(image, x, pill.centre[1], "center")

    def pill(self, ruler: Painter, box: Box, *, focused: bool) -> Box:
        """Return the pill's box: as wide as its text, plus the arrows while it has the focus."""
        width = ruler.width(self.words[self.place], SMALL, STRONG) + 30
        width = min(box.w, width + (2 * box.h - 18 if focused else 0))
        return Box(box.right - width, box.y, width, box.h)

    def option_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Index of the value before this one on the pill's left half, after it on its right half."""
        # The click brings the focus and with it the arrows, so treat them as present already.
        pill = self.pill(ruler, box, focused=True)
        if not pill.inflated(8).contains(at):
            return None
        return (self.place + (-1 if at[0] < pill.centre[0] else 1)) % len(self.words)


@dataclass(frozen=True)
class PresetTabs(ChoiceRow):
    """Tabs that name the presets, the chosen one open towards the rules below it."""

    def control_box(self, ruler: Painter, box: Box) -> Box:
        """Area of the tabs in units, above the reason."""
        lines = max(len(self._lines(ruler, words, box.w)) for words in self.words)
        return Box(box.x, box.y + 6, box.w, lines * ruler.line_height(SMALL) + 16)

    def height(self, ruler: Painter, width: float) -> float:
        """Height of the tabs and the reason in units, for this width."""
        reason = ruler.height(self.help, width - 2 * CONTENT_MARGIN, SMALL) if self.help else 0.0
        return self.control_box(ruler, Box(0, 0, width, 0)).bottom + reason + 10

    def segments(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the tabs side by side, of equal widths."""
        width = (box.w - THUMBNAIL_GAP * (len(self.words) + 1)) / len(self.words)
        return [
            Box(box.x + THUMBNAIL_GAP + number * (width + THUMBNAIL_GAP), box.y, width, box.h)
            for number in range(len(self.words))
        ]

    def _lines(self, ruler: Painter, words: str, width: float) -> list[str]:
        """Words of a tab, broken into lines; ``width`` of all tabs."""
        return ruler.wrapped(words, self.segments(ruler, Box(0, 0, width, 0))[0].w - 12, SMALL, NAMES)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        tabs = self.control_box(painter, box)
        if focused:
            mark(painter, box)
        self.draw_control(painter, tabs, focused=focused)
        if self.help:
            soft = TextStyle(colour=painter.theme.soft)
            painter.paragraph(
                self.help, box.x + CONTENT_MARGIN, tabs.bottom + 6, box.w - 2 * CONTENT_MARGIN, SMALL, soft
            )

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        theme, surface = painter.theme, painter.surface
        clip, tabs = surface.get_clip(), self.segments(painter, box)
        chosen = tabs[self.place]
        # The feet of the tabs are cut off, so that the chosen one is one cloth with the rules below.
        surface.set_clip(painter.view.rect(box).clip(clip))
        for tab in tabs:
            fill = theme.panel if tab is chosen else theme.sunk
            fabric = ClothColours(fill, theme.ink if tab is chosen else theme.stitch, "")
            draw_cloth(painter, Box(tab.x, tab.y, tab.w, tab.h + 20), fabric, radius=12, shadow=False)
        surface.set_clip(clip)
        for left, right in ((box.x + 5, chosen.x + 3), (chosen.right - 3, box.right - 5)):
            painter.fill(Box(left, box.bottom - 3, right - left, 3), theme.ink)
        for tab, words in zip(tabs, self.words, strict=True):
            lines = self._lines(painter, words, box.w)
            y = tab.centre[1] - (len(lines) - 1) * painter.line_height(SMALL) / 2
            style = TextStyle(NAMES, theme.ink if tab is chosen else theme.soft)
            for line in lines:
                painter.text(line, tab.centre[0], y, SMALL, style, anchor="center", room=tab.w - 12)
                y += painter.line_height(SMALL)
        painter.blit(tick(painter.assets, 26), chosen.right - 3, chosen.y + 5, "center")


def rule_row(option: Option, value: Value, on: Callable[[str, Value], object], default: Value) -> ChoiceRow:
    """Row for an option. If its value differs from the default, the explanation names the default."""
    explanation = _(option.label(value).told)
    if value != default:
        explanation += " " + _("Standard: {value}.").format(value=_(option.label(default).words))
    pairs = [(choice, _(option.label(choice).words)) for choice in offered_values(option, value)]
    return pill(
        _(option.title),
        pairs,
        value,
        partial(on, option.name),
        key=option.name,
        help=explanation,
        changed=value != default,
    )


def pill(
    label: str,
    options: Sequence[tuple[Any, str]],
    value: Any,
    on: Callable[[Any], object],
    *,
    key: str,
    help: str = "",
    changed: bool = False,
) -> ChoiceRow:
    """A choice as a pill, in another colour if it ``changed`` a default."""
    shown = choice(label, options, value, on, key=key, help=help, look=RulePill)
    return replace(cast(RulePill, shown), changed=changed)


def offered_values(option: Option, value: Value) -> Sequence[Value]:
    """Values to step through; above `MAX_LISTED_VALUES` only tens, the default and ``value``."""
    if isinstance(option.default, bool):
        return (False, True)
    if option.choices:
        return option.choices
    numbers = [*((0,) if option.off else ()), *range(option.lowest, option.highest + 1, option.step)]
    if len(numbers) <= MAX_LISTED_VALUES:
        return numbers
    return sorted(
        {*(number for number in numbers if number % 10 == 0), *(int(n) for n in (value, option.default))}
    )


@dataclass(frozen=True, slots=True)
class BoardOption:
    """Board that can be chosen."""

    key: str  # key in the house rules; "" for the default board
    words: str
    layout: Layout | None = None
    """None for the default board, and for one that is not read yet or is invalid."""


@dataclass(frozen=True, slots=True)
class BoardPicker(Row):
    """Thumbnails of boards, in rows below the name of the chosen one."""

    label: str
    boards: tuple[BoardOption, ...]
    chosen: str  # key of the chosen board
    picture: Drawing
    brief: bool = False
    """True for a single row without names, with the chosen board first."""

    def boxes(self, ruler: Painter, box: Box) -> list[Box]:
        """Boxes of the thumbnails in units, by rows; only those of the first row if ``brief``."""
        available_width = box.w - 2 * CONTENT_MARGIN
        min_width = THUMBNAIL_WIDTH if self.brief else THUMBNAIL_WIDTH * (0.5 + 0.5 * ruler.text_scale)
        columns = max(1, int((available_width + THUMBNAIL_GAP) / (min_width + THUMBNAIL_GAP)))
        width = (available_width + THUMBNAIL_GAP) / columns - THUMBNAIL_GAP
        top, step = (
            box.y + ruler.line_height(BODY) + 12,
            THUMBNAIL_HEIGHT + THUMBNAIL_GAP + self._names_height(ruler, width),
        )
        return [
            Box(
                box.x + CONTENT_MARGIN + n % columns * (width + THUMBNAIL_GAP),
                top + n // columns * step,
                width,
                THUMBNAIL_HEIGHT,
            )
            for n in range(min(columns, len(self.boards)) if self.brief else len(self.boards))
        ]

    def height(self, ruler: Painter, width: float) -> float:
        """Height in units of all rows of thumbnails with their names, for this width."""
        last = self.boxes(ruler, Box(0, 0, width, 0))[-1]
        return last.bottom + self._names_height(ruler, last.w) + 12

    def _names_height(self, ruler: Painter, width: float) -> float:
        """Height in units of the names below the thumbnails; all get two lines if one needs them."""
        if self.brief:
            return 0.0
        return max(len(self._lines(ruler, board, width)) for board in self.boards) * ruler.line_height(SMALL)

    @staticmethod
    def _lines(ruler: Painter, board: BoardOption, width: float) -> list[str]:
        """Name of a board on one or two lines; the second is shortened to fit."""
        first, *rest = ruler.wrapped(board.words, width, SMALL, STRONG)
        return [first, ruler.shortened(" ".join(rest), SMALL, width, STRONG)] if rest else [first]

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if focused:
            mark(painter, box)
        theme = painter.theme
        y = box.y + 6 + painter.line_height(BODY) / 2
        label_width = painter.text(
            self.label, box.x + CONTENT_MARGIN, y, BODY, TextStyle(NAMES), room=box.w / 2
        )
        room = box.w - 2 * CONTENT_MARGIN - label_width - 12
        text = next((board.words for board in self.boards if board.key == self.chosen), "")
        text = painter.shortened(text, SMALL, room, STRONG)
        painter.text(
            text, box.right - CONTENT_MARGIN, y, SMALL, TextStyle(STRONG), anchor="midright", room=room
        )
        boards = sorted(self.boards, key=lambda board: self.brief and board.key != self.chosen)
        for board, place in zip(boards, self.boxes(painter, box), strict=not self.brief):
            chosen = board.key == self.chosen
            fabric = ClothColours(theme.sunk, theme.ink if chosen else theme.stitch, "")
            draw_cloth(painter, place, fabric, radius=10, shadow=False)
            if board.layout is not None or not board.key:
                image = self.picture(painter.assets, board.layout, round(place.w) - 8, place.h - 8)
                painter.blit(image, place.x + 4, place.y + 4)
            style = TextStyle(STRONG, theme.ink if chosen else theme.soft)
            text_y = place.bottom + painter.line_height(SMALL) / 2 + 1
            for text in [] if self.brief else self._lines(painter, board, place.w):
                painter.text(text, place.centre[0], text_y, SMALL, style, anchor="center", room=place.w)
                text_y += painter.line_height(SMALL)
            if chosen:
                painter.blit(tick(painter.assets, 26), place.right - 6, place.y + 6, "center")

    def part_at(self, ruler: Painter, at: tuple[float, float], box: Box) -> int | None:
        """Index of the board whose thumbnail is at a point. None for none."""
        return next((n for n, place in enumerate(self.boxes(ruler, box)) if place.contains(at)), None)


def board_picker(
    label: str,
    boards: Sequence[BoardOption],
    chosen: str,
    on: Callable[[str], object],
    picture: Drawing,
    *,
    key: str,
    brief: bool = False,
) -> BoardPicker:
    """A choice of a board by its thumbnail. ``on`` gets its key. A press chooses the next board."""
    keys = [board.key for board in boards]
    place = keys.index(chosen) if chosen in keys else 0

    def step(dx: int) -> None:
        """Choose the board ``dx`` places further, wrapping around."""
        on(keys[(place + dx) % len(keys)])

    def at(number: int) -> None:
        """Choose the board with this index."""
        on(keys[number])

    action = Action(lambda: step(1), verb=_("Change"), adjust=step, choose=at)
    return BoardPicker(label, tuple(boards), chosen, picture, brief, key=key, action=action)
