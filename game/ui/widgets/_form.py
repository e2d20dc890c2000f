"""Scrolling column of widgets, with its focus and pointer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.i18n import _
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import FADE, EdgeFade, Painter, TextCollector
from game.ui.core.scene import Prompts, Scene
from game.ui.widgets._rows import BESIDE, BETWEEN, ButtonPair, FieldRow, FieldRowProps, SliderRow, TextField
from game.ui.widgets._widgets import Button, ButtonProps, DestructiveButton, TextRow, Widget, WidgetProps

BAR = 6.0  # units; width of the scroll bar
BAR_ROOM = 12.0  # units by which rows beside a scroll bar are narrower, so that no ring reaches it


RINGED, APART = 12.0, 8.0
"""Units between a button and the words beside it, which its ring needs, and between two buttons."""


def green_button(rows: Iterable[Widget]) -> int:
    """Index of the first row that is a green button. Raises `StopIteration` without one."""
    return next(number for number, row in enumerate(rows) if isinstance(row, Button) and row.go)


def _is_cap(widget: Widget) -> bool:
    """True for a button or pair of buttons, except a `DestructiveButton`."""
    return isinstance(widget, Button | ButtonPair) and not isinstance(widget, DestructiveButton)


def measured_rows(ruler: Painter, widgets: Iterable[Widget], width: float) -> Iterator[tuple[float, float]]:
    """Yield (gap above it, height) of each row at a width, in units."""
    before: Widget | None = None
    for widget in widgets:
        is_button = _is_cap(widget)
        is_below = isinstance(before, Button | ButtonPair)
        air = APART if is_button and is_below else RINGED if is_button or isinstance(widget, TextRow) else 0.0
        needed = before is not None and (is_button or is_below)
        yield (air if needed else 0.0), widget.props.height(ruler, width)
        before = widget


def pair_buttons(form: Form, ruler: Painter, width: float, *, every: bool = False) -> None:
    """Replace neighbouring buttons by pairs if their words need no more lines so. Keeps the focus.

    ``every``: buttons that usually stand alone too, all as wide as their words.
    """
    held = form.widget.button if isinstance(form.widget, ButtonPair) else form.widget
    rows: list[Widget] = []
    for widget in form.widgets:
        rows += widget.buttons if isinstance(widget, ButtonPair) else (widget,)

    def narrow(button: Button) -> bool:
        """True if a button may be half of a pair. With ``every`` also makes it snug."""
        shown = button.props
        if isinstance(button, DestructiveButton) or not isinstance(shown, ButtonProps):
            return False
        button.is_snug |= every
        if every:
            return 2 * (shown.wanted(ruler) + BESIDE) <= width
        return not button.alone and shown.height(ruler, width / 2 - BETWEEN) <= shown.height(ruler, width)

    form.widgets, place = [], 0
    while place < len(rows):
        left, right = rows[place], rows[place + 1] if place + 1 < len(rows) else None
        fits = [isinstance(one, Button) and narrow(one) for one in (left, right)]
        if isinstance(left, Button) and isinstance(right, Button) and all(fits):
            form.widgets.append(ButtonPair(left, right, chosen=int(right is held)))
            place += 2
        else:
            form.widgets.append(left)
            place += 1
    found = (n for n, one in enumerate(form.widgets) if held in getattr(one, "buttons", (one,)))
    form.focus = next(found, -1)


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row in its box."""

    box: Box
    shown: WidgetProps
    focused: bool


@dataclass(frozen=True, slots=True)
class FormProps:
    """Visible state of a form."""

    box: Box
    rows: tuple[PlacedRow, ...]  # visible rows, also partly
    bar: Box  # handle of the scroll bar, of height 0 if all rows are visible
    scrolled: bool  # True if content is hidden above
    staying: tuple[PlacedRow, ...] = ()  # rows below the box, which don't scroll


def draw_form(painter: Painter, shown: FormProps) -> None:
    """Draw visible rows, faded at the edges, the rows that stay below, and the scroll bar."""
    clip = painter.surface.get_clip()
    # Within the clip that is there: idle life may be drawing only a part of the screen.
    bar, edges = shown.bar, shown.box.inflated(6)
    below = bar.h > 0 and bar.bottom < shown.box.bottom - 1
    fade = EdgeFade(painter, edges, above=shown.scrolled, below=below)
    painter.surface.set_clip(painter.view.rect(edges).clip(clip))
    if isinstance(painter, TextCollector):
        painter.clip = edges
    for row in shown.rows:
        row.shown.paint(painter, row.box, focused=row.focused)
    if isinstance(painter, TextCollector):
        painter.clip = None
    fade.close(painter)
    painter.surface.set_clip(clip)
    for row in shown.staying:
        row.shown.paint(painter, row.box, focused=row.focused)
    if bar.h:
        painter.fill(Box(bar.x, shown.box.y, bar.w, shown.box.h), painter.theme.sunk, BAR / 2)
        painter.fill(bar, painter.theme.soft, BAR / 2)


class Form:
    """Column of widgets that scrolls."""

    def __init__(self, widgets: Sequence[Widget], *, read: bool = False, ends: bool = False) -> None:
        """A form of these widgets; one that is to be read opens at its top, wherever the focus is.

        ``ends``: the buttons that it ends with stay in sight, below what scrolls.
        """
        self.widgets = list(widgets)
        self.read = read
        self.ends = ends
        self._staying = len(self.widgets)  # index of the first row that does not scroll
        self._focus = next((n for n, w in enumerate(self.widgets) if w.focusable), -1)
        self.box = Box(0, 0, 0, 0)
        self.scroll = 0.0
        self._tops: list[float] = []
        self._heights: list[float] = []
        self._wide = 0.0  # width of the rows in units
        self._away = False
        self._dragged = False
        self._grip: float | None = None  # offset in units of the pointer on the handle that it holds

    @property
    def focus(self) -> int:
        """Index of the focused row, -1 for none."""
        return self._focus

    @focus.setter
    def focus(self, number: int) -> None:
        """Set the index of the focused row, and call `left` of the row that loses the focus."""
        before = self.widget
        self._focus = number
        if before is not None and before is not self.widget:
            # A field that is left forgets that it was typed in, whatever took the focus from it.
            before.left()

    @property
    def widget(self) -> Widget | None:
        """Focused row, None for none."""
        return self.widgets[self.focus] if 0 <= self.focus < len(self.widgets) else None

    @property
    def total(self) -> float:
        """Height in units of all rows that scroll, 0 before they are placed."""
        last = self._staying - 1
        return self._tops[last] + self._heights[last] if self._tops else 0.0

    def adopt_state(self, before: Form) -> None:
        """Take over focus and scrolling of the form that this one replaces."""
        if 0 <= before.focus < len(self.widgets) and self.widgets[before.focus].focusable:
            self.focus = before.focus
        self.scroll, self._away = before.scroll, before.is_away

    @property
    def is_away(self) -> bool:
        """True if the focused row has been scrolled out of sight, even in part."""
        if self.focus < 0 or not self._tops:
            return self._away
        place = self.place(self.focus)
        if self.focus >= self._staying:
            return False
        return place.y < self.box.y - 1 or place.bottom > self.box.bottom + 1

    def place_rows(self, ruler: Painter, box: Box) -> None:
        """Place the rows in a box. Scrolls to the focus, unless that was away or the form is read."""
        away = self.is_away
        self.box, self._staying = box, len(self.widgets)
        for self._wide in (box.w, box.w - BAR_ROOM):
            self._tops, self._heights, top = [], [], 0.0
            for air, high in measured_rows(ruler, self.widgets, self._wide):
                self._tops.append(top + air)
                self._heights.append(high)
                top += air + high
            if top <= box.h + 1:
                break
        else:
            while self.ends and self._staying > 1 and _is_cap(self.widgets[self._staying - 1]):
                self._staying -= 1
            self.box = Box(box.x, box.y, box.w, box.h - (top - self.total))
        if self.read or away:
            self.scroll_to(self.scroll)
        else:
            self._show()

    def place(self, number: int) -> Box:
        """Box of a row in units, as scrolled now. It may be out of sight."""
        gone = self.scroll if number < self._staying else self.total - self.box.h
        top = self.box.y + self._tops[number] - gone
        return Box(self.box.x, top, self._wide, self._heights[number])

    def scroll_to(self, scroll: float) -> None:
        """Set the scroll offset in units, limited to the height of the rows."""
        self.scroll = max(0.0, min(scroll, self.total - self.box.h))

    @property
    def bar(self) -> Box:
        """Box of the scroll bar's handle in units. Height 0 if all rows are visible."""
        if self.total <= self.box.h + 1:
            return Box(self.box.right - 1, self.box.y, BAR, 0)
        tall = max(40.0, self.box.h * self.box.h / self.total)
        top = self.box.y + (self.box.h - tall) * self.scroll / (self.total - self.box.h)
        return Box(self.box.right - 1, top, BAR, tall)

    def shown(self, *, focused: bool = True) -> FormProps:
        """Props of the visible rows and scroll bar. No row looks focused unless ``focused``."""
        rows, staying = [], []
        for number, widget in enumerate(self.widgets):
            box = self.place(number)
            if number >= self._staying:
                staying.append(PlacedRow(box, widget.props, focused and number == self.focus))
                continue
            seen = min(box.bottom, self.box.bottom) - max(box.y, self.box.y)
            # What fades from its first line to its last says nothing.
            if seen >= min(FADE, box.h):
                rows.append(PlacedRow(box, widget.props, focused and number == self.focus))
        return FormProps(self.box, tuple(rows), self.bar, self.scroll > 0, tuple(staying))

    def draw(self, painter: Painter, *, focused: bool = True) -> None:
        """Draw the form. No row looks focused unless ``focused``."""
        draw_form(painter, self.shown(focused=focused))

    def intent(self, intent: InputEvent, at: tuple[float, float], ruler: Painter) -> bool:
        """Hand an event to the form. Returns True if it was used. ``at`` is the pointer in units."""
        widget = self.widget
        match intent.act:
            case InputAction.NAVIGATE:
                return bool(intent.dx and widget and widget.step(intent.dx)) or (
                    bool(intent.dy) and self.move(intent.dy)
                )
            case InputAction.CONFIRM if widget is not None:
                widget.press()
                return True
            case InputAction.SCROLL:
                self.scroll_to(self.scroll - 60 * intent.dy)
                return True
            case InputAction.ENDS:
                found = [number for number, widget in enumerate(self.widgets) if widget.focusable]
                if found:
                    self.focus = found[0 if intent.dy < 0 else -1]
                self.scroll_to(0.0 if intent.dy < 0 else self.total)
                return True
            case InputAction.NEXT | InputAction.PREVIOUS:
                dy = 1 if intent.act is InputAction.NEXT else -1
                return self.move(dy) if isinstance(widget, TextField) else self._turn_page(dy)
            case InputAction.TEXT | InputAction.ERASE if widget is not None:
                return widget.type(intent.text)
            case InputAction.POINT:
                if not intent.is_dragging:  # the release may never arrive
                    self._dragged, self._grip = False, None
                return self._pointed(at, ruler)
            case InputAction.PRESS:
                return self._pressed(at, ruler)
            case InputAction.RELEASE:
                self._dragged, self._grip = False, None
        return False

    def move(self, dy: int) -> bool:
        """Focus the next row in a direction, or scroll if it is far. True if anything changed."""
        page = self.box.h * 0.6
        # With the wheel one may have left the row in focus behind: it goes on from what can be seen.
        if self.is_away and (seen := self._seen()):
            self.show(seen[0 if dy > 0 else -1])
            return True
        rows = range(self.focus + dy, len(self.widgets) if dy > 0 else -1, dy) if self.focus >= 0 else ()
        number = next((row for row in rows if self.widgets[row].focusable), None)
        if number is not None and self._is_near(number, page):
            self.focus = number
            self._show()
            return True
        before = self.scroll
        self.scroll_to(self.scroll + dy * page)
        return self.scroll != before

    def _seen(self) -> list[int]:
        """Indices of the scrolling rows that can have the focus and are wholly visible."""
        places = ((row, self.place(row)) for row in range(self._staying) if self.widgets[row].focusable)
        box = self.box
        return [row for row, place in places if place.y >= box.y - 1 and place.bottom <= box.bottom + 1]

    def _turn_page(self, dy: int) -> bool:
        """Scroll by a page and focus a row there. Returns True if scrolling or focus changed."""
        before = self.scroll, self.focus
        self.scroll_to(self.scroll + dy * self.box.h * 0.85)
        is_end = self.scroll >= self.total - self.box.h if dy > 0 else not self.scroll
        found = (
            [row for row, widget in enumerate(self.widgets) if widget.focusable] if is_end else self._seen()
        )
        if found and self.total > self.box.h + 1:
            self.show(found[-1 if is_end and dy > 0 else 0])
        return (self.scroll, self.focus) != before

    def _is_near(self, number: int, page: float) -> bool:
        """True if a row is at most ``page`` units out of sight, does not scroll, or is not placed."""
        if not self._tops or number >= self._staying:
            return True
        top = self._tops[number] - self.scroll
        return -page <= top and top + self._heights[number] <= self.box.h + page

    def _hold(self, y: float) -> None:
        """Scroll so that the handle of the scroll bar follows the pointer at ``y`` (units)."""
        bar = self.bar
        way = max(1.0, self.box.h - bar.h)
        self.scroll_to((y - (self._grip or 0.0) - self.box.y) * (self.total - self.box.h) / way)

    def _holds(self, number: int, at: tuple[float, float]) -> bool:
        """True if a row is visible at a point in units."""
        return (number >= self._staying or self.box.contains(at)) and self.place(number).contains(at)

    def _pointed(self, at: tuple[float, float], ruler: Painter) -> bool:
        """Move the held scroll bar (False) or slider (True), or focus a row (True if anything changed)."""
        if self._grip is not None:
            # Not told as used: a scene sounds for what is used, here at every movement of the pointer.
            self._hold(at[1])
            return False
        if self._dragged and self.widget is not None:
            return self._used(at, ruler)
        for number, widget in enumerate(self.widgets):
            if widget.focusable and self._holds(number, at):
                changed = self.focus != number
                self.focus = number
                return widget.hover(at, self.place(number)) or changed
        return False

    def _pressed(self, at: tuple[float, float], ruler: Painter) -> bool:
        """Grip the scroll bar, or focus and press the focusable row at a point. True if one was there."""
        bar = self.bar
        # Wider than it looks: a bar of six units is hard to hit.
        if bar.h and Box(bar.x - 6, self.box.y, bar.w + 12, self.box.h).contains(at):
            # Beside the handle it jumps there by its middle; on it, it must not jump at all.
            self._grip = at[1] - bar.y if bar.y <= at[1] <= bar.bottom else bar.h / 2
            self._hold(at[1])
            return True
        if not any(self._holds(number, at) for number in range(len(self.widgets))):
            return False
        self._pointed(at, ruler)
        if self.widget is None or not self._holds(self.focus, at):
            return False
        if not self._used(at, ruler):
            self.widget.press()
        else:
            # Only sliders follow a held button: other rows would step on with every twitch of the pointer.
            self._dragged = isinstance(self.widget, SliderRow)
        return True

    def _used(self, at: tuple[float, float], ruler: Painter) -> bool:
        """Hand a pointer position to the focused row. Returns True if it used it."""
        widget, box = self.widget, self.place(self.focus)
        if widget is None:
            return False
        shown = widget.props
        return widget.point(
            ruler, at, shown.control_box(ruler, box) if isinstance(shown, FieldRowProps) else box
        )

    def show(self, number: int) -> None:
        """Focus a row by index and scroll it into sight."""
        self.focus = number
        self._show()

    def _show(self) -> None:
        """Scroll the focused row into sight, if it is one that scrolls."""
        if 0 <= self.focus < self._staying and self._tops:
            top, bottom = self._tops[self.focus], self._tops[self.focus] + self._heights[self.focus]
            # Clear of the edges, where rows fade.
            self.scroll_to(min(max(self.scroll, bottom + FADE - self.box.h), max(0.0, top - FADE)))
        else:
            self.scroll_to(self.scroll)


class FormScene(Scene):
    """A screen with a form, which speech and one-switch scanning read row by row."""

    form: Form  # set before `on_enter`
    title = ""  # above the form, spoken first

    def help_text(self) -> str:
        """Spoken explanation of the focused row. Empty by default."""
        return ""

    def on_input(self, intent: InputEvent) -> None:
        """Run a shortcut, go back, or hand the event to the rows, with a sound if they use it."""
        if not self.shortcut(intent.act):
            if intent.act in (InputAction.BACK, InputAction.PAUSE):
                self.back()
            elif self.uses(intent):
                self.app.audio.play(
                    "confirm" if intent.act in (InputAction.CONFIRM, InputAction.PRESS) else "focus"
                )
        self.needs_redraw = True

    def uses(self, intent: InputEvent) -> bool:
        """Hand an event to the rows. Returns True if they used it."""
        return self.form.intent(intent, self.app.view.units(intent.position), self.ruler)

    @property
    def ruler(self) -> Painter:
        """Painter to measure the rows with."""
        return self.app.measuring_painter

    def prompts(self) -> Prompts:
        """Prompts: choose and `verb`, shortcuts, and `back_words`."""
        told: Prompts = (
            [(InputAction.NAVIGATE, _("Choose")), (InputAction.CONFIRM, self.verb)] if self.verb else []
        )
        told += super().prompts()
        return [*told, (InputAction.BACK, self.back_words)] if self.back_words else told

    @property
    def verb(self) -> str:
        """Translated prompt of CONFIRM on the focused row. Empty hides NAVIGATE too."""
        return _("Change") if isinstance(self.form.widget, FieldRow) else _("Take it")

    @property
    def back_words(self) -> str:
        """Translated prompt of BACK, by default "Back". Empty for none."""
        return _("Back")
