"""A column of widgets that scrolls: which one has the focus, and where the pointer is."""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.input import Act, Intent
from game.ui.paint import Painter
from game.ui.view import Box
from game.ui.widgets import Row, Slider, Widget


class Form:
    """Widgets in a column that scrolls."""

    def __init__(self, widgets: Sequence[Widget], *, read: bool = False) -> None:
        """A form of these widgets; one that is to be read opens at its top, wherever the focus is."""
        self.widgets = list(widgets)
        self.read = read
        self.focus = next((n for n, w in enumerate(self.widgets) if w.focusable), -1)
        self.box = Box(0, 0, 0, 0)
        self.scroll = 0.0
        self._tops: list[float] = []
        self._heights: list[float] = []
        self._dragged = False

    @property
    def widget(self) -> Widget | None:
        """The widget that has the focus."""
        return self.widgets[self.focus] if self.focus >= 0 else None

    @property
    def total(self) -> float:
        """How high all rows are together."""
        return self._tops[-1] + self._heights[-1] if self._tops else 0.0

    def lay(self, ruler: Painter, box: Box) -> None:
        """Place the rows in this box, at the ruler's text size."""
        self.box = box
        self._tops, self._heights, top = [], [], 0.0
        for widget in self.widgets:
            self._tops.append(top)
            self._heights.append(widget.height(ruler, box.w))
            top += self._heights[-1]
        if self.read:
            self._scroll_to(self.scroll)
        else:
            self._show()

    def place(self, number: int) -> Box:
        """Where a row lies on the canvas now."""
        return Box(
            self.box.x, self.box.y + self._tops[number] - self.scroll, self.box.w, self._heights[number]
        )

    def draw(self, painter: Painter, *, focused: bool = True) -> None:
        """Draw the rows that can be seen."""
        clip = painter.surface.get_clip()
        painter.surface.set_clip(painter.view.rect(self.box.grown(6)).clip(clip))
        for number, widget in enumerate(self.widgets):
            box = self.place(number)
            if box.bottom > self.box.y and box.y < self.box.bottom:
                widget.draw(painter, box, focused and number == self.focus)
        painter.surface.set_clip(clip)
        if self.total > self.box.h + 1:
            share = self.box.h / self.total
            tall = max(40.0, self.box.h * share)
            top = self.box.y + (self.box.h - tall) * self.scroll / max(1.0, self.total - self.box.h)
            painter.fill(Box(self.box.right + 8, top, 6, tall), painter.theme.stitch, 3)

    def intent(self, intent: Intent, at: tuple[float, float], ruler: Painter) -> bool:
        """Hand an intent to the form; whether it was used. ``at`` is the pointer in units."""
        widget = self.widget
        match intent.act:
            case Act.NAVIGATE:
                return bool(intent.dx and widget and widget.step(intent.dx)) or (
                    bool(intent.dy) and self.move(intent.dy)
                )
            case Act.CONFIRM if widget is not None:
                widget.press()
                return True
            case Act.SCROLL:
                self._scroll_to(self.scroll - 60 * intent.dy)
                return True
            case Act.TEXT | Act.ERASE if widget is not None:
                return widget.type(intent.text)
            case Act.POINT:
                return self._pointed(at, ruler)
            case Act.PRESS:
                return self._pressed(at, ruler)
            case Act.RELEASE:
                self._dragged = False
        return False

    def move(self, dy: int) -> bool:
        """Give the focus to the next row that takes it; what lies between is read first, part by part."""
        page = self.box.h * 0.6
        rows = range(self.focus + dy, len(self.widgets) if dy > 0 else -1, dy) if self.focus >= 0 else ()
        number = next((row for row in rows if self.widgets[row].focusable), None)
        if number is not None and self._is_near(number, page):
            self.focus = number
            self._show()
            return True
        before = self.scroll
        self._scroll_to(self.scroll + dy * page)
        return self.scroll != before

    def _is_near(self, number: int, page: float) -> bool:
        """Whether a row can be seen, or can be after less than a page."""
        if not self._tops:
            return True
        top = self._tops[number] - self.scroll
        return -page <= top and top + self._heights[number] <= self.box.h + page

    def _pointed(self, at: tuple[float, float], ruler: Painter) -> bool:
        if self._dragged and self.widget is not None:
            return self._used(at, ruler)
        for number, widget in enumerate(self.widgets):
            if widget.focusable and self.box.holds(at) and self.place(number).holds(at):
                changed = self.focus != number
                self.focus = number
                return changed
        return False

    def _pressed(self, at: tuple[float, float], ruler: Painter) -> bool:
        if not self.box.holds(at):
            return False
        self._pointed(at, ruler)
        if self.widget is None or not self.place(self.focus).holds(at):
            return False
        if not self._used(at, ruler):
            self.widget.press()
        else:
            self._dragged = isinstance(self.widget, Slider)
        return True

    def _used(self, at: tuple[float, float], ruler: Painter) -> bool:
        widget, box = self.widget, self.place(self.focus)
        inner = widget.control_box(ruler, box) if isinstance(widget, Row) else box
        return widget is not None and widget.point(ruler, at, inner)

    def _show(self) -> None:
        """Scroll so far that the row in focus can be seen."""
        if self.focus >= 0 and self._tops:
            top, bottom = self._tops[self.focus], self._tops[self.focus] + self._heights[self.focus]
            self._scroll_to(min(max(self.scroll, bottom - self.box.h), top))
        else:
            self._scroll_to(self.scroll)

    def _scroll_to(self, scroll: float) -> None:
        self.scroll = max(0.0, min(scroll, self.total - self.box.h))
