"""What stands on a screen, in words: a painter that paints nothing and keeps every text that it is given.

So no screen needs to say anything twice: what is drawn is what is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.kit.canvas import Box
from game.ui.kit.paint import Line, Painter, TextStyle

ROW = 22.0
"""Texts whose middles lie no further apart, in units, stand in one row and are read from left to right."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A text, and the middle of where it stands."""

    words: str
    x: float
    y: float


class Listener(Painter):
    """Paints nothing, and hears what is written."""

    only_reads = True

    def __init__(self, like: Painter) -> None:
        """Measure as this painter does."""
        nothing = pygame.Surface((1, 1))
        super().__init__(nothing, like.view, like.theme, like.assets, like.type, like.text_scale)
        self.heard: list[Heard] = []

    def onto(self, surface: pygame.Surface) -> Painter:
        """What is written on another surface is heard as well."""
        return self

    def shows(self, box: Box) -> bool:
        """All of it counts."""
        return True

    def blit(self, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        """A picture says nothing."""

    def shade(self) -> None:
        """There is nothing to darken."""

    def put_line(self, line: Line, x: float, y: float, anchor: str) -> float:
        """Hear a line."""
        wide = self.type.width(line.text, line.face, line.pixels) / self.view.scale
        middle = x - wide / 2 if anchor.endswith("right") else x + wide / 2 if anchor.endswith("left") else x
        self._hear(line.text, middle, y)
        return wide

    def put_lines(
        self, text: str, lines: Sequence[str], box: Box, size: float, style: TextStyle, *, centred: bool
    ) -> None:
        """Hear a whole text at once."""
        self._hear(text, box.centre[0], box.y + min(box.h, self.line_height(size)) / 2)

    def _hear(self, words: str, x: float, y: float) -> None:
        if any(letter.isalnum() for letter in words):  # signs and dots alone say nothing
            self.heard.append(Heard(" ".join(words.split()), x, y))


def overheard(like: Painter, draw: Callable[[Painter], object]) -> list[Heard]:
    """What a function writes, in the order in which it is read."""
    listener = Listener(like)
    draw(listener)
    return in_order(listener.heard)


def in_order(heard: Iterable[Heard]) -> list[Heard]:
    """Row by row from the top, each from left to right; nothing twice at one place."""
    rows: list[list[Heard]] = []
    for one in sorted(dict.fromkeys(heard), key=lambda one: (one.y, one.x)):
        if rows and one.y - rows[-1][0].y <= ROW:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: one.x)]


def within(heard: Sequence[Heard], box: Box) -> str:
    """The words that stand in a box, in one line."""
    return ", ".join(dict.fromkeys(one.words for one in heard if box.holds((one.x, one.y))))
