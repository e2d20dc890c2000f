"""What the debriefs of a match and of a class have in common: pages, questions, lives lived again, files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import pygame

from game.games.sociable.screen.match_report.match_text import QUESTIONS, saved_words
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
HANDOUTS = 2
"""The last of the ways to save: a page for pupils and one for the teacher, and nothing else."""
SCARF = 3
"""The knitting of the scarf that grows while lives are lived."""


class PagedReport(Scene, ABC, Generic[AnyFacts, AnyRun]):
    """Pages of charts; questions stand beside some, and on one of them lives are lived again.

    Attributes:
        told: all that the pages show.
        page: which page is shown.
        question: which question is talked over.
        run: the lives that are being lived, on every core but one.
        pages: the pages at this text size.
        layers: each page as a picture, by its name.
    """

    told: AnyFacts

    strip_keeps = (
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
        self.is_saved = False
        """Whether all of it lies in files already."""
        self._of: object = None
        """Of what the tree and the frame were made that are kept."""

    # What each of them says for itself.

    @abstractmethod
    def said(self, paper: ReportStyle, page: ReportPage) -> PageTexts:
        """What stands on a page besides its panels."""

    @abstractmethod
    def put_figures(self, painter: Painter, frame: LayoutTree) -> None:
        """Draw those who sit or stand on a page, at their places."""

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
    def ask_save(self) -> None:
        """Ask how to save it."""

    @abstractmethod
    def vote_again(self) -> None:
        """Have the vote held once more, where there is one."""

    def facts(self) -> AnyFacts:
        """All that the pages show, as they are seen now."""
        return self.told

    # What both do.

    def leave(self) -> None:
        """Nothing is lived on behind the scene that comes."""
        self.stop()

    def put_pages(self, pages: tuple[ReportPage, ...]) -> None:
        """Other pages: that which is shown stays, if it is still there."""
        here = self.pages[self.page].name if self.pages else ""
        names = [page.name for page in pages]
        self.pages, self.layers = pages, {name: CachedLayer(page_drawn) for name in names}
        self.page = names.index(here) if here in names else min(self.page, len(names) - 1)

    @property
    def shown(self) -> ReportPage:
        return self.pages[self.page]

    def _built(self, number: int) -> Element:
        paper, page = ReportStyle(self.stage.ruler, f"{number + 1} / {len(self.pages)}"), self.pages[number]
        moment = ReportViewState(page, number, len(self.pages), self._bottom)
        return page_tree(paper, moment, self.facts(), self.said(paper, page))

    @property
    def frame(self) -> LayoutTree:
        """Where everything lies on the page that is shown."""
        ruler = self.stage.ruler
        of = self.facts(), self.pages, self.page, self.question, self._bottom, render_key(ruler)
        if of != self._of:
            self._of, self._tree = of, self._built(self.page)
            self._frame = page_frame(ruler, self._tree)
        return self._frame

    def value(self, number: int) -> ReportPageProps:
        """A page as its layer shows it."""
        strip = prompt_bar_props(self.stage, self)
        if number != self.page:
            return ReportPageProps(self._built(number), strip)
        assert self.frame
        return ReportPageProps(self._tree, strip)

    def put_page(self, painter: Painter) -> None:
        """Draw the page that is shown."""
        self.layers[self.shown.name].put(painter, self.value(self.page))
        self.put_figures(painter, self.frame)
        place = self.frame.boxes.get(ReportKey.RUN)
        if place is not None:
            draw_run(painter, place, self.stage, self.run.share if self.run else None)

    def warm(self, painter: Painter) -> Iterator[None]:
        canvas = self.canvas()
        for number in range(len(self.pages)):
            yield from self.layers[self.pages[number].name].pieces(canvas, self.value(number))

    def canvas(self) -> Painter:
        """Somewhere to draw what is not to be seen yet."""
        view = self.stage.view
        return self.stage.painter(pygame.Surface((view.px(view.w), view.px(view.h))))

    @property
    def asks_here(self) -> bool:
        """Whether a question is seen."""
        page, single = self.shown, ReportStyle(self.stage.ruler).is_single
        return page.talks or (not single and bool(self.said(ReportStyle(self.stage.ruler), page).question))

    def hear(self) -> None:
        """Take in what other processes have done since the last frame."""
        if self.run is not None and self.run.poll():
            self.stale = True
            if self.run.error:
                self.run = None
                self.stage.scenes.push(MessageDialog(self.halted()))
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
            self.is_saved |= not saved.trouble
            at = None if saved.trouble else Path(saved.folder)
            self.stage.scenes.push(MessageDialog(saved_words(saved), at=at))

    def paging(self, words: str) -> Shortcut:
        """What leads from page to page, and what the strip says of it."""
        return Shortcut(
            InputAction.SCROLL if self.stage.devices.last == MOUSE else InputAction.NAVIGATE, words, None
        )

    def asking(self, words: str) -> list[Shortcut]:
        """What leads from question to question."""
        return [
            Shortcut(InputAction.NEXT, words, partial(self.ask_next, 1)),
            Shortcut(InputAction.PREVIOUS, "", partial(self.ask_next, -1)),
        ]

    def doing(self, *, votes: bool) -> list[Shortcut]:
        """What has lives lived or the vote held once more, of which ``votes`` tells, and what saves."""
        return [
            Shortcut(
                InputAction.END_TURN,
                _("Vote again") if votes else "",
                self.live_or_stop if self.shown.lives else self.vote_again,
            ),
            Shortcut(InputAction.SECONDARY, _("Saving...") if self._saving else _("Save"), self.ask_save),
        ]

    def intent(self, intent: InputEvent) -> None:
        match intent.act:
            case InputAction.NAVIGATE if intent.dx:
                self.turn(intent.dx)
            case InputAction.SCROLL:
                self.turn(-intent.dy or 1)
            case InputAction.PRESS:
                self.press(self.stage.view.units(intent.at))
            case _:
                super().intent(intent)

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
        places = self.frame.boxes
        taken = [key for key, box in places.items() if box.holds(at)]
        for key in taken:
            if (number := ReportKey.SOCK.number(key)) is not None:
                self.show(number)
        if ReportKey.RUN in taken:
            self.live_or_stop()

    def socks(self) -> Sequence[Box]:
        """The socks on the line, one for each page; none in large text."""
        return [box for key, box in self.frame.boxes.items() if ReportKey.SOCK.number(key) is not None]

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
        """Ask in which of two ways to save, or as `HANDOUTS`, and do so; not while it is being saved."""
        every = [*ways, _("Only the two pages to hand out")]

        def answered(answer: int | None) -> None:
            if answer is not None and answer < len(every):
                save(answer)

        if not self._saving:
            self.stage.scenes.push(QuestionDialog(title, [*every, _("Do not save")], more), answered)

    def have_saved(self, what: str, order: Any) -> None:
        """Have everything written into a new folder of the documents; told when it is done."""
        self._saving = self.stage.helper.ask(what, order)
        self.stale = True


def draw_run(painter: Painter, box: Box, stage: AppContext, share: float | None) -> None:
    """The button that has lives lived again, or how far they are and how to stop them."""
    if share is None:
        draw_button(painter, box, _("Live it again"), NORMAL, go=True)
        _draw_glyph(painter, box, stage)
        return
    # In twentieths: each length of the scarf is a picture of its own.
    image = slider(painter.assets, round(box.w - 128), round(share * 20) / 20, SCARF)
    painter.blit(image, box.x, box.centre[1], "midleft")
    in_bubble = box.h < 70
    style = TextStyle(STRONG, INK if in_bubble else painter.theme.ink)
    wide = painter.text(_("Stop"), box.right, box.centre[1], LARGE, style, anchor="midright")
    _draw_glyph(painter, Box(box.x, box.y, box.w - wide - 8, box.h), stage)


def _draw_glyph(painter: Painter, box: Box, stage: AppContext) -> None:
    image = glyph(stage, InputAction.END_TURN, min(28 * painter.text_scale, box.h - 22))
    if image is not None:
        painter.blit(image, box.right - 14, box.centre[1] - 3, "midright")
