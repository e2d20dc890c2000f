"""Two buttons in one row of a form, where there is no room for a row each."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.kit.widgets import Button, ButtonShown, Widget


@dataclass(frozen=True, slots=True)
class TwoShown:
    """Two buttons, of which one would be pressed."""

    buttons: tuple[ButtonShown, ButtonShown]
    chosen: int

    def height(self, ruler: Painter, width: float) -> float:
        """As high as the higher one."""
        return max(button.height(ruler, width / 2) for button in self.buttons)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Each has half of the row."""
        for number, button in enumerate(self.buttons):
            button.draw(painter, _half(box, number), focused=focused and number == self.chosen)


class TwoButtons(Widget):
    """Two buttons beside each other; a step to the side goes from one to the other."""

    def __init__(self, left: Button, right: Button) -> None:
        self.buttons = left, right
        self.chosen = 0

    @property
    def label(self) -> str:
        """What stands on the one that a press takes."""
        return self.buttons[self.chosen].label

    @property
    def shown(self) -> TwoShown:
        """Both of them, and which a press takes."""
        left, right = self.buttons
        return TwoShown((left.shown, right.shown), self.chosen)

    @property
    def aloud(self) -> str:
        """What is said of the one that a press takes."""
        return self.buttons[self.chosen].aloud

    def press(self) -> None:
        """Press the chosen one."""
        self.buttons[self.chosen].press()

    def step(self, dx: int) -> bool:
        """Choose the one on this side."""
        before, self.chosen = self.chosen, int(dx > 0)
        return self.chosen != before

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        """Choose the one that is clicked; the press follows."""
        self.hover(at, box)
        return False

    def hover(self, at: tuple[float, float], box: Box) -> bool:
        """Choose the one that the pointer is on."""
        return self.step(1 if _half(box, 1).holds(at) else -1)


def _half(box: Box, number: int) -> Box:
    return Box(box.x + number * box.w / 2, box.y, box.w / 2, box.h)
