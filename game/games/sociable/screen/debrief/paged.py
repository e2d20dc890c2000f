"""What the debriefs of a match and of a class have in common: pages, questions, lives lived again, files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import pygame

from game.games.sociable.debrief.societies import LivesRun
from game.games.sociable.screen.debrief.words import QUESTIONS, saved_words
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.widgets import Ask, Tell
from game.words import _


class NamedPage(Protocol):
    """A page that is found again when the text size has changed what lies on which."""

    @property
    def name(self) -> str:
        """What it is called."""


AnyPage = TypeVar("AnyPage", bound=NamedPage)
AnyRun = TypeVar("AnyRun", bound=LivesRun)


class PagedDebrief(Scene, ABC, Generic[AnyPage, AnyRun]):
    """Pages of charts; questions stand beside some, and on one of them lives are lived again.

    Attributes:
        page: which page is shown.
        question: which question is talked over.
        run: the lives that are being lived, on every core but one.
        pages: the pages at this text size.
    """

    def __init__(self) -> None:
        self.page = self.question = 0
        self.run: AnyRun | None = None
        self.pages: tuple[AnyPage, ...] = ()
        self._saving = 0

    # What each of them says for itself.

    @property
    @abstractmethod
    def asks_here(self) -> bool:
        """Whether the page has room for a question."""

    @property
    @abstractmethod
    def lives_here(self) -> bool:
        """Whether lives are begun and stopped on this page."""

    @abstractmethod
    def new_run(self) -> AnyRun | None:
        """Begin to live; None where there is nothing to live, or all was lived."""

    @abstractmethod
    def lived(self, run: AnyRun) -> None:
        """Take in what was lived to its end."""

    @abstractmethod
    def halted(self) -> str:
        """What is told when a process has ended."""

    @abstractmethod
    def socks(self) -> Sequence[Box]:
        """The socks on the line, one for each page."""

    @abstractmethod
    def run_box(self, painter: Painter) -> Box:
        """Where lives are begun and stopped."""

    # What both do.

    def leave(self) -> None:
        """Nothing is lived on behind the scene that comes."""
        self.stop()

    def put_pages(self, pages: tuple[AnyPage, ...]) -> list[str]:
        """Other pages: that which is shown stays, if it is still there; their names."""
        here = self.pages[self.page].name if self.pages else ""
        names = [page.name for page in pages]
        self.pages = pages
        self.page = names.index(here) if here in names else min(self.page, len(names) - 1)
        return names

    @property
    def shown(self) -> AnyPage:
        return self.pages[self.page]

    def canvas(self) -> Painter:
        """Somewhere to draw what is not to be seen yet."""
        view = self.stage.view
        return self.stage.painter(pygame.Surface((view.px(view.w), view.px(view.h))))

    def hear(self) -> None:
        """Take in what other processes have done since the last frame."""
        if self.run is not None and self.run.poll():
            self.stale = True
            if self.run.error:
                self.run = None
                self.stage.scenes.push(Tell(self.halted()))
            elif self.run.is_done:
                self.lived(self.run)
                self.run = None
                self.stage.audio.play("win")
        answer = self.stage.helper.answer() if self._saving else None
        if answer is not None and answer.ticket == self._saving:
            self._saving, self.stale = 0, True
            if answer.error:
                raise RuntimeError(f"The debrief could not be made into files.\n{answer.error}")
            saved = answer.value
            at = None if saved.trouble else Path(saved.folder)
            self.stage.scenes.push(Tell(saved_words(saved), at=at))

    def turn(self, by: int) -> None:
        self.show(min(max(self.page + by, 0), len(self.pages) - 1))

    def show(self, page: int) -> None:
        if page != self.page:
            self.page, self.stale = page, True
            self.stage.audio.play("focus")

    def ask_next(self, by: int) -> None:
        """Another question; from a page that has no room for one, the page of questions opens."""
        if not self.asks_here:
            self.show(len(self.pages) - 1)
            return
        self.question = (self.question + by) % QUESTIONS
        self.stage.audio.play("focus")
        self.stale = True

    def press(self, at: tuple[float, float]) -> None:
        """Take the sock of a page, or begin or stop the lives."""
        for number, box in enumerate(self.socks()):
            if box.holds(at):
                self.show(number)
        if self.lives_here and self.run_box(self.stage.ruler).holds(at):
            self.live_or_stop()

    def live_or_stop(self) -> None:
        if self.run is not None:
            self.stop()
        else:
            self.run = self.new_run()
        self.stale = True

    def stop(self) -> None:
        if self.run is not None:
            self.run.close()
            self.run = None

    def ask_way(self, title: str, ways: tuple[str, str], more: str, save: Callable[[int], None]) -> None:
        """Ask in which of two ways to save, and do so; not while it is being saved."""

        def answered(answer: int | None) -> None:
            if answer in (0, 1):
                save(answer)

        if not self._saving:
            self.stage.scenes.push(Ask(title, [*ways, _("Do not save")], more), answered)

    def have_saved(self, what: str, order: Any) -> None:
        """Have everything written into a new folder of the documents; told when it is done."""
        self._saving = self.stage.helper.ask(what, order)
        self.stale = True
