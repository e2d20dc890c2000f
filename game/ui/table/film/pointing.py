"""The pointer on a film: it presses buttons, takes hold of the thread, and is told what lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.table.film.bar import BarShown, mark_at
from game.ui.table.film.boxes import BarBoxes
from game.ui.table.film.transport import Transport
from game.words import _


class Steered(Protocol):
    """What is steered; a `FilmScene` is it."""

    stage: Stage
    transport: Transport
    chosen: int

    @property
    def length(self) -> int:
        """The last moment."""

    @property
    def shown(self) -> BarShown:
        """The bar."""

    def toggle(self) -> None:
        """Play or pause."""

    def hasten(self) -> None:
        """At the next speed."""

    def seek(self, moment: int) -> None:
        """To a moment."""

    def seek_mark(self, way: int) -> None:
        """To the mark before or after."""

    def hold(self, moment: int) -> None:
        """At a moment, and wait there."""

    def go_on(self) -> None:
        """Play on."""

    def look(self, which: int) -> None:
        """With other eyes."""


class BarPointer:
    """A mouse on the bar and on the table above.

    Attributes:
        told: what a tag says of what lies under the pointer, and at which moment it stands.
    """

    def __init__(self, film: Steered) -> None:
        self._film = film
        self.told: tuple[str, int] | None = None
        self._drags = False
        self._resumes = False
        """Whether it played before the thread was taken hold of."""

    def take(self, intent: Intent, at: tuple[float, float]) -> None:
        """The pointer has moved, or its button was pressed or let go, at a place in units."""
        film, shown = self._film, self._film.shown
        boxes = shown.boxes
        if intent.act is Act.RELEASE or (intent.act is Act.POINT and self._drags and not self._holds):
            self._let_go()
        elif self._drags:
            self._drag(boxes, at)
        elif intent.act is Act.POINT:
            self._hover(shown, at)
        elif (mark := mark_at(shown, at)) is not None:
            film.seek(mark.at)
            film.stage.audio.play("focus")
        elif boxes.thread.grown(8).holds(at):
            self._drags, self._resumes = True, film.transport.plays
            self._drag(boxes, at)
        elif boxes.bar.holds(at):
            self._press(shown, at)
        else:
            film.toggle()

    def drop(self) -> None:
        """The film was stopped from elsewhere: what was held of the thread is held no more."""
        self._drags, self._resumes, self.told = False, False, None

    @property
    def _holds(self) -> bool:
        """Whether the button of the mouse is still down."""
        return self._film.stage.devices.holding(Act.CONFIRM, MOUSE)

    def _press(self, shown: BarShown, at: tuple[float, float]) -> None:
        """A button of the bar."""
        film, boxes = self._film, shown.boxes
        presses: list[tuple[Box, Callable[[], object]]] = [
            (boxes.back, lambda: film.seek_mark(-1)),
            (boxes.play, film.toggle),
            (boxes.on, lambda: film.seek_mark(1)),
            (boxes.speed, film.hasten),
        ]
        many = len(boxes.eyes) == len(shown.eyes)
        for number, box in enumerate(boxes.eyes):
            which = number if many else (shown.chosen + 1) % len(shown.eyes)
            presses.append((box, lambda which=which: film.look(which)))  # type: ignore[misc]
        for box, press in presses:
            if box.grown(3).holds(at):
                press()
                return

    def _drag(self, boxes: BarBoxes, at: tuple[float, float]) -> None:
        moment = round(boxes.share(at[0]) * self._film.length)
        self._film.hold(moment)
        self.told = self._place(moment), moment

    def _let_go(self) -> None:
        if self._drags:
            self._drags, self.told = False, None
            if self._resumes:
                self._film.go_on()

    def _hover(self, shown: BarShown, at: tuple[float, float]) -> None:
        """Say what lies under the pointer."""
        mark = mark_at(shown, at)
        if mark is not None:
            self.told = _("{what}, move {n}").format(what=mark.words, n=mark.at), mark.at
        elif shown.boxes.thread.holds(at):
            moment = round(shown.boxes.share(at[0]) * self._film.length)
            self.told = self._place(moment), moment
        else:
            self.told = None

    def _place(self, moment: int) -> str:
        return _("move {n} of {all}").format(n=moment, all=self._film.length)
