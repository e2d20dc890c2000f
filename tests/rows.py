"""Rows of the sheet on the screen, or of the house rules in the lobby. Part of `tests.scenes.harness`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from game.ui.core.canvas import Box
from game.ui.widgets import Element, FieldRow, PlacedElement, Screen
from game.ui.widgets import Row as ElementRow

E = TypeVar("E", bound=Element)


@dataclass(frozen=True)
class Row:
    """A text, a setting or a button of a sheet or dialog."""

    screen: Screen
    number: int

    @property
    def part(self) -> PlacedElement:
        """Its element in its box, as scrolled now."""
        return row_parts(self.screen)[self.number]

    @property
    def widget(self) -> Element:
        """Element that draws it, for tests of one kind of row."""
        return self.part.element

    def of(self, kind: type[E]) -> E:
        """Its element. Fails if it is of another kind."""
        assert isinstance(self.widget, kind)
        return self.widget

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
        field = self.widget
        assert isinstance(field, FieldRow)
        return field.value_text

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


def row_parts(screen: Screen) -> list[PlacedElement]:
    """Rows of a screen in their boxes, from top to bottom."""
    return [part for part in screen.frame.parts if isinstance(part.element, ElementRow)]


def screen_scroll(screen: Screen) -> Scroll:
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


def pane_of(scene: object) -> Screen:
    """Screen or pane with the rows: the scene itself, or the house rules in the lobby."""
    pane = getattr(scene, "house_rules", scene)
    assert isinstance(pane, Screen)
    return pane


def rows_of(screen: Screen) -> list[Row]:
    """Rows of a screen or pane, from top to bottom."""
    return [Row(screen, number) for number in range(len(row_parts(screen)))]
