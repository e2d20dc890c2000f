"""Rows of the sheet on the screen, or of the house rules in the lobby. Part of `tests.scenes.harness`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from game.ui.core.canvas import Box
from game.ui.widgets import ButtonPair, FormProps, PlacedElement, RowsScreen
from game.ui.widgets import Row as ElementRow


@dataclass(frozen=True)
class Row:
    """A text, a setting or a button. Two buttons side by side are two rows."""

    form: Any
    number: int
    widget: Any
    """Object that draws it, for tests of one kind of row."""
    side: int | None = None  # of two buttons side by side

    @property
    def label(self) -> str:
        """Words of a button, or name of a setting."""
        return getattr(self.widget, "label", "") or ""

    @property
    def text(self) -> str:
        """Words of a text."""
        return str(getattr(self.widget, "text", ""))

    @property
    def value(self) -> str:
        """Words of a setting's value."""
        return str(self.widget.value_words)

    @property
    def narration(self) -> str:
        """Words that speech reads, empty for those that are drawn."""
        return str(self.widget.narration)

    @property
    def focusable(self) -> bool:
        return bool(self.widget.focusable)

    @property
    def box(self) -> Box:
        """Box in units as scrolled now. It may be out of sight."""
        box: Box = self.form.place(self.number)
        return box if self.side is None else box.half_box(self.side)

    @property
    def in_sight(self) -> bool:
        """True if nothing of it is scrolled out of sight."""
        box, view = self.box, self.form.box
        return bool(view.y - 1 <= box.y <= box.bottom <= view.bottom + 1)


@dataclass(frozen=True)
class ScreenRow:
    """A text, a setting or a button of a sheet or dialog."""

    screen: RowsScreen
    number: int

    side = None

    @property
    def part(self) -> PlacedElement:
        """Its element in its box, as scrolled now."""
        return row_parts(self.screen)[self.number]

    @property
    def widget(self) -> Any:
        """Element that draws it, for tests of one kind of row."""
        return self.part.element

    @property
    def key(self) -> str:
        """Key of its action, empty without one."""
        return self.part.element.key

    @property
    def label(self) -> str:
        """Words of a button, or name of a setting."""
        return getattr(self.widget, "label", "") or ""

    @property
    def text(self) -> str:
        """Words of a text."""
        return str(getattr(self.widget, "text", ""))

    @property
    def value(self) -> str:
        """Words of a setting's value."""
        return str(self.widget.value_text)

    @property
    def narration(self) -> str:
        """Words that speech reads, empty for those that are drawn."""
        return self.part.element.accessible_text

    @property
    def focusable(self) -> bool:
        return self.key in self.screen.actions()

    @property
    def box(self) -> Box:
        """Box in units as scrolled now. It may be out of sight."""
        return self.part.box

    @property
    def in_sight(self) -> bool:
        """True if nothing of it is scrolled out of sight."""
        box, view = self.box, self.part.clip
        return view is None or bool(view.y - 1 <= box.y <= box.bottom <= view.bottom + 1)


def row_parts(screen: RowsScreen) -> list[PlacedElement]:
    """Rows of a screen in their boxes, from top to bottom."""
    return [part for part in screen.frame.parts if isinstance(part.element, ElementRow)]


def screen_scroll(screen: RowsScreen) -> Scroll:
    """Scroll position of the rows of a screen."""
    area = screen.frame.scroll
    assert area is not None
    bar = area.bar if area.hidden else Box(area.bar.x, area.bar.y, area.bar.w, 0)
    return Scroll(area.offset, area.box.h + area.hidden, area.box, bar)


@dataclass(frozen=True)
class Scroll:
    """Scroll position of the rows, in units."""

    at: float
    height: float
    """Height of all rows that scroll."""
    box: Box
    """Box in which they scroll."""
    bar: Box
    """Handle of the scroll bar, of height 0 if all rows are in sight."""

    @property
    def end(self) -> float:
        """Value of ``at`` at the last row."""
        return max(0.0, self.height - self.box.h)


def pane_of(scene: Any) -> Any:
    """Screen or pane with the rows: the scene itself, or the house rules in the lobby."""
    return getattr(scene, "house_rules", scene)


def form_of(scene: Any) -> Any:
    """Rows of a screen with their focus, None for a screen without."""
    return getattr(getattr(scene, "house_rules", scene), "form", None)


def drawn_of(scene: Any) -> FormProps:
    """Rows that a screen draws, with the scroll bar."""
    house = getattr(scene, "house_rules", None)
    drawn: FormProps = form_of(scene).shown() if house is None else house.props(focused=False).form
    return drawn


def rows_of(scene: Any) -> list[Any]:
    """Rows of a screen, from top to bottom."""
    if isinstance(scene, RowsScreen):
        return [ScreenRow(scene, number) for number in range(len(row_parts(scene)))]
    form, rows = form_of(scene), []
    for number, widget in enumerate(form.widgets if form is not None else ()):
        if isinstance(widget, ButtonPair):
            rows += [Row(form, number, button, side) for side, button in enumerate(widget.buttons)]
        else:
            rows.append(Row(form, number, widget))
    return rows
