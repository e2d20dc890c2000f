"""Base of the match and class reports: pages, questions, simulations and files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import pygame

from game.games.sociable.screen.match_report.match_text import QUESTION_COUNT, saved_words
from game.games.sociable.screen.match_report.page import (
    PageTexts,
    ReportKey,
    ReportPage,
    ReportPageProps,
    ReportStyle,
    ReportViewState,
    page_drawn,
    page_frame,
    page_tree,
)
from game.games.sociable.statistics.simulation import SimulationRun
from game.i18n import _
from game.ui.art.fabric import NORMAL, slider
from game.ui.art.layers import INK
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.layer import CachedLayer, render_key
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext, Scene, Shortcut
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    Element,
    LayoutTree,
    MessageDialog,
    QuestionDialog,
    draw_button,
    glyph,
    prompt_bar_props,
)

AnyFacts = TypeVar("AnyFacts")
AnyRun = TypeVar("AnyRun", bound=SimulationRun)
HANDOUTS_INDEX = 2  # index of the last way to save: only a page for pupils and one for the teacher
SCARF_LOOK = 3  # knitting of the scarf that shows the progress of a simulation


class PagedReport(Scene, ABC, Generic[AnyFacts, AnyRun]):
    """Pages of charts, some with questions; one of them can start a simulation.

    Attributes:
        data: data of all pages.
        page: index of the current page.
        question: index of the current question.
        run: simulation that is running, on every core but one; None if none is.
        pages: the pages at this text size.
        layers: each page as a picture, by its name.
    """

    data: AnyFacts

    pinned_prompts = (
        InputAction.NAVIGATE,
        InputAction.SCROLL,
        InputAction.CONFIRM,
        InputAction.PAUSE,
        InputAction.BACK,
    )

    def __init__(self) -> None:
        self.page = self.question = 0
        self.run: AnyRun | None = None
        self.pages: tuple[ReportPage, ...] = ()
        self.layers: dict[str, CachedLayer[ReportPageProps]] = {}
        self._bottom = 0.0
        self._saving = 0
        self.is_saved = False  # True if everything is saved in files
        self._of: object = None  # inputs of the cached tree and frame

    @abstractmethod
    def page_texts(self, style: ReportStyle, page: ReportPage) -> PageTexts:
        """Return the texts of a page outside its panels."""

    @abstractmethod
    def put_figures(self, painter: Painter, frame: LayoutTree) -> None:
        """Draw the puppets of a page at their places."""

    @abstractmethod
    def new_run(self) -> AnyRun | None:
        """Start and return a simulation; `None` if there is nothing to simulate, or it is done already."""

    @abstractmethod
    def on_simulated(self, run: AnyRun) -> None:
        """Take over the results of a finished simulation."""

    @abstractmethod
    def stopped_message(self) -> str:
        """Return the message for a simulation whose process ended."""

    @abstractmethod
    def ask_save(self) -> None:
        """Ask how to save the report."""

    @abstractmethod
    def vote_again(self) -> None:
        """Repeat the vote, if there is one."""

    def facts(self) -> AnyFacts:
        """Return the data of all pages as drawn now; by default ``data``."""
        return self.data

    def on_leave(self) -> None:
        """Stop the simulation; it must not run behind the next scene."""
        self.stop()

    def put_pages(self, pages: tuple[ReportPage, ...]) -> None:
        """Replace the pages and their layers; the current one stays if its name still exists."""
        current = self.pages[self.page].name if self.pages else ""
        names = [page.name for page in pages]
        self.pages, self.layers = pages, {name: CachedLayer(page_drawn) for name in names}
        self.page = names.index(current) if current in names else min(self.page, len(names) - 1)

    @property
    def current_page(self) -> ReportPage:
        return self.pages[self.page]

    def _built(self, number: int) -> Element:
        """Elements of the page with this index, except animated ones."""
        paper, page = (
            ReportStyle(self.app.measuring_painter, f"{number + 1} / {len(self.pages)}"),
            self.pages[number],
        )
        moment = ReportViewState(page, number, len(self.pages), self._bottom)
        return page_tree(paper, moment, self.facts(), self.page_texts(paper, page))

    @property
    def frame(self) -> LayoutTree:
        """Layout of the current page, cached until its inputs change."""
        ruler = self.app.measuring_painter
        of = self.facts(), self.pages, self.page, self.question, self._bottom, render_key(ruler)
        if of != self._of:
            self._of, self._tree = of, self._built(self.page)
            self._frame = page_frame(ruler, self._tree)
        return self._frame

    def value(self, number: int) -> ReportPageProps:
        """Return the inputs of the layer of the page with this index."""
        strip = prompt_bar_props(self.app, self)
        if number != self.page:
            return ReportPageProps(self._built(number), strip)
        assert self.frame
        return ReportPageProps(self._tree, strip)

    def put_page(self, painter: Painter) -> None:
        """Draw the current page, its puppets, and the button or progress of a simulation."""
        self.layers[self.current_page.name].draw(painter, self.value(self.page))
        self.put_figures(painter, self.frame)
        place = self.frame.boxes.get(ReportKey.RUN)
        if place is not None:
            draw_run(painter, place, self.app, self.run.fraction_done if self.run else None)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Draw all pages into their layers; yields between pieces."""
        canvas = self.canvas()
        for number in range(len(self.pages)):
            yield from self.layers[self.pages[number].name].draw_incrementally(canvas, self.value(number))

    def canvas(self) -> Painter:
        """Return a painter with a new surface of the window's size, for pictures that are not shown yet."""
        view = self.app.view
        return self.app.painter(pygame.Surface((view.px(view.w), view.px(view.h))))

    @property
    def asks_here(self) -> bool:
        """True if the current page shows a question for discussion."""
        page, single = self.current_page, ReportStyle(self.app.measuring_painter).is_single
        return page.talks or (
            not single and bool(self.page_texts(ReportStyle(self.app.measuring_painter), page).question)
        )

    def hear(self) -> None:
        """Take in results of other processes; a message after a save or failed run, or RuntimeError."""
        if self.run is not None and self.run.poll():
            self.needs_redraw = True
            if self.run.error:
                self.run = None
                self.app.scenes.push(MessageDialog(self.stopped_message()))
            elif self.run.is_done:
                self.on_simulated(self.run)
                self.run = None
                self.app.audio.play("win")
        answer = self.app.background_worker.poll_result() if self._saving else None
        if answer is not None and answer.ticket == self._saving:
            self._saving, self.needs_redraw = 0, True
            if answer.error:
                raise RuntimeError(f"The debrief could not be made into files.\n{answer.error}")
            saved = answer.value
            self.is_saved |= not saved.trouble
            at = None if saved.trouble else Path(saved.folder)
            self.app.scenes.push(MessageDialog(saved_words(saved), at=at))

    def paging(self, label: str) -> Shortcut:
        """Return the prompt bar's entry for turning pages, which has no callback."""
        return Shortcut(
            InputAction.SCROLL if self.app.devices.last == MOUSE else InputAction.NAVIGATE, label, None
        )

    def asking(self, label: str) -> list[Shortcut]:
        """Return the actions to the next and the previous question."""
        return [
            Shortcut(InputAction.NEXT, label, partial(self.ask_next, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self.ask_next, -1)),
        ]

    def doing(self, *, votes: bool) -> list[Shortcut]:
        """Return two actions: simulate, stop or vote again (labelled if ``votes``), by page; and save."""
        return [
            Shortcut(
                InputAction.END_TURN,
                _("Vote again") if votes else "",
                self.live_or_stop if self.current_page.lives else self.vote_again,
            ),
            Shortcut(InputAction.SECONDARY, _("Saving…") if self._saving else _("Save"), self.ask_save),
        ]

    def on_input(self, intent: InputEvent) -> None:
        """Turn pages, press what is under the pointer, or run the shortcut of the action."""
        match intent.act:
            case InputAction.NAVIGATE if intent.dx:
                self.turn_page(intent.dx)
            case InputAction.SCROLL:
                self.turn_page(-intent.dy or 1)
            case InputAction.PRESS:
                self.press(self.app.view.units(intent.position))
            case _:
                super().on_input(intent)

    def turn_page(self, by: int) -> None:
        """Open the page that is ``by`` pages further, or the first or last one."""
        self.show(min(max(self.page + by, 0), len(self.pages) - 1))

    def show(self, page: int) -> None:
        """Open the page with this index, with a sound, unless it is open."""
        if page != self.page:
            self.page, self.needs_redraw = page, True
            self.app.audio.play("focus")

    def ask_next(self, by: int) -> None:
        """Show another question; from a page without one, open the page of questions."""
        if not self.asks_here:
            self.show(len(self.pages) - 1)
            return
        self.question = (self.question + by) % QUESTION_COUNT
        self.app.audio.play("focus")
        self.needs_redraw = True

    def press(self, at: tuple[float, float]) -> None:
        """Open the page of the sock at a point in units, or start or stop the simulation there."""
        places = self.frame.boxes
        keys = [key for key, box in places.items() if box.contains(at)]
        for key in keys:
            if (number := ReportKey.SOCK.number(key)) is not None:
                self.show(number)
        if ReportKey.RUN in keys:
            self.live_or_stop()

    def socks(self) -> Sequence[Box]:
        """Return the boxes of the socks on the line, one a page; empty with large text."""
        return [box for key, box in self.frame.boxes.items() if ReportKey.SOCK.number(key) is not None]

    def live_or_stop(self) -> None:
        """Stop the simulation that is running, or start one."""
        if self.run is not None:
            self.stop()
        else:
            self.run = self.new_run()
        self.needs_redraw = True

    def stop(self) -> None:
        """Stop the simulation, if one is running."""
        if self.run is not None:
            self.run.close()
            self.run = None

    def ask_way(self, title: str, ways: Sequence[str], more: str, save: Callable[[int], None]) -> None:
        """Ask for a way to save, and start it with the way's index; not while a save is running."""
        choices = list(ways)

        def answered(answer: int | None) -> None:
            """Save in the chosen way, unless that is not to save."""
            if answer is not None and answer < len(choices):
                save(answer)

        if not self._saving:
            self.app.scenes.push(QuestionDialog(title, [*choices, _("Don't save")], more), answered)

    def start_saving(self, task: str, order: Any) -> None:
        """Start writing files by ``task`` in another process; a message follows when it is done."""
        self._saving = self.app.background_worker.submit(task, order)
        self.needs_redraw = True


def draw_run(painter: Painter, box: Box, app: AppContext, progress: float | None) -> None:
    """Draw the button that starts a simulation, or its progress and how to stop it."""
    if progress is None:
        draw_button(painter, box, _("Play it out"), NORMAL, go=True)
        _draw_glyph(painter, box, app)
        return
    # In twentieths: each length of the scarf is a separate cached picture.
    image = slider(painter.assets, round(box.w - 128), round(progress * 20) / 20, SCARF_LOOK)
    painter.blit(image, box.x, box.centre[1], "midleft")
    in_bubble = box.h < 70
    style = TextStyle(STRONG, INK if in_bubble else painter.theme.ink)
    width = painter.text(_("Stop"), box.right, box.centre[1], LARGE, style, anchor="midright")
    _draw_glyph(painter, Box(box.x, box.y, box.w - width - 8, box.h), app)


def _draw_glyph(painter: Painter, box: Box, app: AppContext) -> None:
    """Draw the key that starts or stops a simulation at the right of the box, if a key has a picture."""
    image = glyph(app, InputAction.END_TURN, min(28 * painter.text_scale, box.h - 22))
    if image is not None:
        painter.blit(image, box.right - 14, box.centre[1] - 3, "midright")
