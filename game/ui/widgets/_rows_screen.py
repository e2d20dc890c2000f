"""Screens that are a column of rows: what sheets and dialogs have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from game.i18n import _
from game.store.settings import ScanMode
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, collect_text
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget
from game.ui.core.scene import AppContext, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.widgets._layout import (
    SCROLL_BAR_WIDTH,
    Action,
    ColumnLayout,
    Element,
    MeasureContext,
    PlacedElement,
    ScrollEdge,
    ScrollView,
    Spacer,
    column,
)
from game.ui.widgets._motion import ControlMotions
from game.ui.widgets._rows import ButtonRow, DestructiveRow, Row, TextRow
from game.ui.widgets._screen import Screen

PAIR_GAP, HALF_ROW_GAP = 24.0, 4.0
"""Units between snug buttons of a pair, and half the gap between two that fill a row."""
RING_GAP, BUTTON_GAP = 12.0, 8.0
"""Units between a button and the words beside it, which its ring needs, and between two buttons."""
ROWS_SCROLL_EDGE = ScrollEdge(
    beside=2 * SCROLL_BAR_WIDTH, bar=1.0, inset=0.0, margin=SCROLL_BAR_WIDTH
)  # of rows in a sheet or dialog


@dataclass(frozen=True, slots=True)
class ButtonBlock(Element):
    """Buttons one below the other; two side by side where their words need no more lines so.

    If they are ``snug``, those that usually stand alone too, all as wide as their words.
    """

    buttons: tuple[ButtonRow, ...]
    snug: bool = False

    def inner(self) -> Sequence[Element]:
        return self.buttons

    def lines(self, ruler: Painter, width: float) -> Iterator[tuple[ButtonRow, ...]]:
        """Yield one or two buttons for each line."""

        def is_narrow(button: ButtonRow) -> bool:
            """True if a button may be half of a pair."""
            if self.snug:
                return 2 * (button.wanted(ruler) + PAIR_GAP) <= width
            half = button.height(ruler, width / 2 - HALF_ROW_GAP)
            return not button.alone and half <= button.height(ruler, width)

        waiting = list(self.buttons)
        while waiting:
            count = 2 if len(waiting) > 1 and is_narrow(waiting[0]) and is_narrow(waiting[1]) else 1
            yield tuple(waiting[:count])
            del waiting[:count]

    def _boxes(self, ruler: Painter, width: float) -> Iterator[tuple[ButtonRow, Box]]:
        """Yield each button with its box, relative to the upper left corner of the block."""
        y = 0.0
        for line in self.lines(ruler, width):
            half = width / 2 - HALF_ROW_GAP
            high = max(button.height(ruler, half if len(line) == 2 else width) for button in line)
            wide = max(button.wanted(ruler) for button in line) + PAIR_GAP
            if len(line) == 1:
                boxes = [Box(0, y, width, high)]
            elif all(button.is_snug for button in line) and 2 * wide <= width:
                boxes = [Box(width / 2 + (n - 1) * wide, y, wide, high) for n in (0, 1)]
            else:
                boxes = [Box(n * (half + 2 * HALF_ROW_GAP), y, half, high) for n in (0, 1)]
            yield from zip(line, boxes, strict=True)
            y += high + BUTTON_GAP

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        return room, max(box.bottom for _button, box in self._boxes(ruler.ruler, room))

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        for button, at in self._boxes(ruler.ruler, box.w):
            yield button, at.translated(box.x, box.y)


def in_blocks(rows: Iterable[Element], *, snug: bool = False) -> list[Element]:
    """Rows in which neighbouring buttons are a `ButtonBlock`."""
    found: list[Element] = []
    for row in rows:
        if not isinstance(row, ButtonRow):
            found.append(row)
            continue
        button = replace(row, is_snug=snug or row.is_snug, edge=4.0)
        before = found[-1] if found else None
        if isinstance(before, ButtonBlock):
            found[-1] = replace(before, buttons=(*before.buttons, button))
        else:
            found.append(ButtonBlock((button,), snug))
    return found


def is_button(row: Element | None) -> bool:
    """True for a button or a block of buttons, except one that loses something."""
    return isinstance(row, ButtonRow | ButtonBlock)


def spaced(rows: Iterable[Element], before: Element | None = None) -> ColumnLayout:
    """Rows one below the other, with gaps at buttons. ``before``: row above the first one."""
    found: list[Element] = []
    for row in rows:
        below = is_button(before) or isinstance(before, DestructiveRow)
        if is_button(row) and below:
            found.append(Spacer(h=BUTTON_GAP))
        elif (is_button(row) and before is not None) or (isinstance(row, TextRow) and below):
            found.append(Spacer(h=RING_GAP))
        found.append(row)
        before = row
    return column(*found)


def snug_width(ruler: MeasureContext, rows: Element, least: float, most: float) -> float:
    """Smallest width in units, within 8, in which ``rows`` are no higher than in the width ``most``."""
    height = ruler.size(rows, most)[1]
    while most - least > 8:
        middle = (least + most) / 2
        if ruler.size(rows, middle)[1] > height:
            least = middle
        else:
            most = middle
    return most


class RowsScreen(Screen):
    """A screen of rows, which speech and one-switch scanning read row by row.

    Rows with an action get a number as key, unless they have one: 0, 1, ... without counting other rows. If
    the row with the focus is gone, the one in its place gets it.
    """

    confirms = True
    reads = False  # True if it opens at its top to be read, although its buttons are at the end
    _place = 0  # index of the focused control

    @property
    def title(self) -> str:
        """Title above the rows, spoken first. Empty by default."""
        return ""

    @abstractmethod
    def rows(self) -> Sequence[Element]:
        """Rows as they are now."""

    def help_text(self) -> str:
        """Explanation of the focused row, also spoken. Empty by default."""
        return ""

    @property
    def _tree(self) -> Element:
        """Tree, built once after each change of `needs_redraw` and for each drawing."""
        if self._built is None:
            self._built = self.build()
        return self._built

    def keyed_rows(self) -> list[Element]:
        """Rows, with a key for each action."""
        # Rows that only say something may come and go without moving the focus.
        numbers = count()
        return [
            replace(row, key=str(next(numbers))) if row.action is not None and not row.key else row
            for row in self.rows()
        ]

    def actions(self) -> Mapping[str, Action]:
        """Actions of the rows. Moves the focus if its row is gone."""
        actions = super().actions()
        keys = list(actions)
        if self.focus in actions:
            self._place = keys.index(self.focus)
        else:
            self.focus = keys[min(self._place, len(keys) - 1)] if keys else ""
        return actions

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next row, or of the button beside the focused one. Of a pair the nearer or left one."""
        places = self.unrolled()
        focused = dict(places).get(self.focus)
        if focused is None:
            return super().focus_in_direction(dx, dy)
        # A button as wide as its sheet has no neighbours, although its centre suggests some.
        ahead = [
            (round(abs(box.y - focused.y)), round(abs(box.centre[0] - focused.centre[0])), key)
            for key, box in places
            if ((box.y - focused.y) * dy > 1 if dy else (box.x - focused.x) * dx > 1 > abs(box.y - focused.y))
        ]
        return min(ahead, key=lambda one: one[:2])[2] if ahead else None

    def tick(self, now: float) -> bool:
        """Have letters typed while a text field has the focus. Returns False: nothing moves."""
        self.app.devices.typing = self.is_typing
        return False

    def on_layout(self) -> None:
        """Have the focus scrolled into sight, unless the screen is to be read."""
        if not self.reads:
            super().on_layout()

    def on_language_changed(self) -> None:
        self.needs_redraw = True

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event. CONFIRM by keyboard or mouse on a text field moves to the next row."""
        # Only a controller or one-switch use opens the keyboard on the screen.
        has_letters = intent.kind != PAD and self.app.settings.scan is ScanMode.OFF
        if intent.act is InputAction.CONFIRM and self.is_typing and has_letters:
            self.needs_redraw = True
            self.move(0, 1)
        else:
            super().on_input(intent)
        if self.app.scenes.top is self:
            self.app.devices.typing = self.is_typing

    @property
    def is_typing(self) -> bool:
        """True if letters go to the focused row."""
        action = self.action()
        return action is not None and action.types is not None

    def prompts(self) -> Prompts:
        """“Scroll” and Back while it is to be read and can scroll, else those of any screen."""
        # A layout needs the height of the prompt bar, so this uses the last one.
        frame, actions = self._layout.last, self.actions()
        if self.reads and frame is not None and frame.scroll is not None and frame.scroll.hidden:
            lines = {box.y for key, box in frame.boxes.items() if key in actions}
            if len(lines) < 2 or self.is_away:
                act = InputAction.SCROLL if self.app.devices.last == MOUSE else InputAction.NAVIGATE
                return [(act, _("Scroll")), (InputAction.BACK, self.back_words)]
        prompts = super().prompts()
        return prompts if actions else [one for one in prompts if one[0] is not InputAction.NAVIGATE]

    def narration(self) -> NarrationContent:
        """Spoken content: title, texts of rows without an action; as focus the focused row and help."""
        actions = self.actions()
        rows = [part for part in self.frame.parts if isinstance(part.element, Row)]
        text = [self._words_of(part) for part in rows if part.element.key not in actions]
        focused = self.frame.part(self.focus)
        focus = "" if focused is None else self._words_of(focused)
        tip = self.help_text() if focus else ""
        spoken_focus = ". ".join(filter(None, (focus, tip)))
        return NarrationContent(self.title, tuple(filter(None, text)), spoken_focus)

    def _words_of(self, part: PlacedElement) -> str:
        """Spoken text of an element: its own, else for a row its drawn texts joined by commas."""
        row = part.element
        if row.accessible_text or not isinstance(row, Row):
            return row.accessible_text
        ruler = self.app.measuring_painter
        box = Box(0, 0, 900, max(1.0, row.height(ruler, 900)))
        texts = collect_text(ruler, lambda painter: row.paint(painter, box, focused=False))
        return ", ".join(dict.fromkeys(text.words for text in texts))

    def switch_targets(self) -> list[Item]:
        """Targets for the rows with an action."""
        return self.row_targets()

    def row_targets(self, enter: Callable[[], object] = lambda: None) -> list[Item]:
        """Targets for the rows with an action. ``enter`` is called before one gets the focus.

        A slider gives two, for less and for more.
        """
        items: list[Item] = []
        for key, box in self.focusable():

            def come(key: str = key) -> None:
                """Focus the row."""
                enter()
                self.set_focus(key)

            part = self.frame.part(key)
            if part is not None and part.element.drags:
                less, more = (
                    SwitchTarget(box.half_box(n), InputAction.NAVIGATE, key, 2 * n - 1, come=come, stays=True)
                    for n in (0, 1)
                )
                items.append(SwitchGroup((less, more)))
            else:
                items.append(SwitchTarget(box, InputAction.CONFIRM, key, come=come))
        return items


class RowsPane(RowsScreen):
    """Rows in a box of another screen, which passes events on to it and paints it."""

    box = Box(0, 0, 0, 0)  # units; set by the screen
    _kept: list[Element] | None = None

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.motions = ControlMotions(app, are_on=False)  # a screen that redraws for them shares its own

    @property
    def needs_redraw(self) -> bool:
        """Always False: the screen that paints it knows. True has the rows built again, once."""
        return False

    @needs_redraw.setter
    def needs_redraw(self, stale: bool) -> None:
        """Set to True after a change of what the rows show."""
        self._stale = False
        if stale:
            self._seen = self._built = self._kept = None

    def keyed_rows(self) -> list[Element]:
        """Rows, with a key for each action. Cached until `needs_redraw` is set."""
        if self._kept is None:
            self._kept = super().keyed_rows()
        return self._kept

    @property
    def frame_box(self) -> Box:
        return self.box

    def build(self) -> Element:
        return ScrollView(spaced(self.keyed_rows()), self.scroll, ROWS_SCROLL_EDGE)

    def actions(self) -> Mapping[str, Action]:
        """Actions of the rows, none before it has a box: until then nothing gets the focus."""
        return super().actions() if self.box.w else {}

    def back(self) -> None:
        """Do nothing: its screen handles Back."""

    def paint(self, painter: Painter, *, focused: bool) -> None:
        """Draw the rows. None looks focused unless ``focused``."""
        self.frame.paint(painter, self.focus if focused else "", motions=self.motions)
