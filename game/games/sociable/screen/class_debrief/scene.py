"""The debrief of a whole class on the projector: page by page, a question at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.review.pooled.classes import parallel_classes, tasks
from game.games.sociable.review.running import LivesRun
from game.games.sociable.screen.class_debrief.drawing import (
    ClassBoxes,
    ClassMoment,
    ClassPage,
    class_pages,
    page_pieces,
)
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.files import ClassOrder
from game.games.sociable.screen.class_debrief.words import kept_private
from game.games.sociable.screen.debrief.societies_view import draw_run
from game.games.sociable.screen.debrief.words import QUESTIONS, saved_words
from game.match.hall.book import ClassBook
from game.store.files import documents
from game.ui.kit.dialogs import Ask, Tell
from game.ui.kit.input import Act, Intent
from game.ui.kit.layer import Layer
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.stack import Help
from game.ui.kit.strip import StripShown, draw_shown_strip, strip_rows, strip_shown
from game.words import _

SAVE = "game.games.sociable.screen.class_debrief.files:save"


@dataclass(frozen=True, slots=True)
class ClassPageShown:
    """A page with its strip."""

    told: ClassFacts
    moment: ClassMoment
    strip: StripShown | None


def page_drawn(painter: Painter, shown: ClassPageShown) -> Iterator[None]:
    """A page, piece by piece."""
    yield from page_pieces(painter, shown.told, shown.moment)
    draw_shown_strip(painter, shown.strip)


class ClassDebrief(Scene):
    """What a class found out, made of its book."""

    def __init__(self, book: ClassBook) -> None:
        """Count everything.

        Raises:
            ValueError: a record in it is broken, or that of another game.
        """
        self.book = book
        self.told = ClassFacts.of(book)
        self.page = self.question = 0
        self.run: LivesRun | None = None
        self.pages: tuple[ClassPage, ...] = ()
        self._tasks = tasks(self.told.story)
        self._layers: dict[str, Layer[ClassPageShown]] = {}
        self._saving = 0
        self._bottom = 0.0

    # Hooks of the scene.

    def layout(self) -> None:
        here = self.pages[self.page].name if self.pages else ""
        self.pages = class_pages(self.stage.text_scale, self.told)
        names = [page.name for page in self.pages]
        self.page = names.index(here) if here in names else min(self.page, len(names) - 1)
        self._layers = {name: Layer(page_drawn) for name in names}
        self._bottom = self.stage.view.h - self.strip - strip_rows(self.stage, self._help(most=True)) - 16

    def leave(self) -> None:
        self.stop()

    def tick(self, now: float) -> bool:
        if self.run is not None and self.run.poll():
            self._take_in(self.run)
        if self._saving:
            answer = self.stage.helper.answer()
            if answer is not None and answer.ticket == self._saving:
                self._saving, self.stale = 0, True
                if answer.error:
                    raise RuntimeError(f"The lesson could not be made into files.\n{answer.error}")
                self.stage.scenes.push(Tell(saved_words(answer.value)))
        return False

    def _take_in(self, run: LivesRun) -> None:
        """A batch has come in, or the last of them, or a process has broken."""
        self.stale = True
        if run.error:
            self.run = None
            self.stage.scenes.push(Tell(_("The parallel classes came to a halt: a process has ended.")))
        elif run.is_done:
            lived = parallel_classes(list(zip(self._tasks, run.lives, strict=True)))
            self.told = replace(self.told, parallel=lived)
            self.run = None
            self.stage.audio.play("win")

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE if intent.dx:
                self._turn(intent.dx)
            case Act.SCROLL:
                self._turn(-intent.dy or 1)
            case Act.NEXT | Act.PREVIOUS:
                self._ask_next(1 if intent.act is Act.NEXT else -1)
            case Act.SECONDARY:
                self._ask_save()
            case Act.HINT:
                self.hide(hidden=not self.told.hidden)
            case Act.END_TURN if self._shown.parallel:
                self._live_or_stop()
            case Act.BACK:
                self._ask_leave()
            case Act.PRESS:
                self._press(self.stage.view.units(intent.at))

    def warm(self, painter: Painter) -> Iterator[None]:
        view = self.stage.view
        canvas = self.stage.painter(pygame.Surface((view.px(view.w), view.px(view.h))))
        for number, page in enumerate(self.pages):
            yield from self._layers[page.name].pieces(canvas, self._value(number))

    def draw(self, painter: Painter) -> None:
        self._layers[self._shown.name].put(painter, self._value(self.page))
        if self._shown.parallel and not self.told.parallel and self._tasks:
            box = self.places().run(painter)
            draw_run(painter, box, self.stage, self.run.share if self.run else None)

    def help(self) -> Help:
        return self._help()

    def _help(self, *, most: bool = False) -> Help:
        """The strip; ``most`` for the longest that any page has, so that all pages end at one height."""
        mouse = self.stage.devices.last == "mouse"
        names = _("Show names") if self.told.hidden and not most else _("Hide names")
        return [
            (Act.SCROLL if mouse else Act.NAVIGATE, _("Pages")),
            (Act.NEXT, _("Next question") if most or not self._shown.parallel else _("Questions")),
            (Act.SECONDARY, _("Saving...") if self._saving else _("Save")),
            (Act.HINT, names),
            (Act.BACK, _("To the drawer")),
        ]

    # What is shown.

    @property
    def _shown(self) -> ClassPage:
        return self.pages[self.page]

    def _moment(self, number: int) -> ClassMoment:
        return ClassMoment(self.pages[number], number, len(self.pages), self.question, self._bottom)

    def _value(self, number: int) -> ClassPageShown:
        return ClassPageShown(self.told, self._moment(number), strip_shown(self.stage, self))

    def places(self) -> ClassBoxes:
        """Where everything on the page stands."""
        return ClassBoxes.of(self.stage.ruler, self._moment(self.page))

    # What people do.

    def _turn(self, by: int) -> None:
        self.show(min(max(self.page + by, 0), len(self.pages) - 1))

    def show(self, page: int) -> None:
        """Turn to a page."""
        if page != self.page:
            self.page, self.stale = page, True
            self.stage.audio.play("focus")

    def hide(self, *, hidden: bool) -> None:
        """Show numbers in the place of names, or the names."""
        self.told, self.stale = self.told.with_names(hidden=hidden), True
        self.stage.audio.play("confirm")

    def _ask_next(self, by: int) -> None:
        """Another question; from a page that shows none, the page of questions opens."""
        if self._shown.talks or (self.places().bubble is not None and not self._shown.parallel):
            self.question = (self.question + by) % QUESTIONS
            self.stage.audio.play("focus")
            self.stale = True
        else:
            self.show(len(self.pages) - 1)

    def _press(self, at: tuple[float, float]) -> None:
        places = self.places()
        for number, box in enumerate(places.socks):
            if box.holds(at):
                self.show(number)
        if self._shown.parallel and places.run(self.stage.ruler).holds(at):
            self._live_or_stop()

    def _live_or_stop(self) -> None:
        if self.run is not None:
            self.stop()
        elif not self.told.parallel and self._tasks:
            self.run = LivesRun([[task.batch] for task in self._tasks], self.stage.worker)
        self.stale = True

    def stop(self) -> None:
        """End the parallel classes, if they are being lived."""
        if self.run is not None:
            self.run.close()
            self.run = None

    def _ask_save(self) -> None:
        def answered(answer: int | None) -> None:
            if answer in (0, 1):
                self.save(names=answer == 1)

        if not self._saving:
            answers = [_("Without names"), _("With the names"), _("Do not save")]
            more = _("Tables (CSV), pictures (PNG), a page to print (HTML) and the records.")
            self.stage.scenes.push(Ask(_("Save the lesson"), answers, more), answered)

    def save(self, *, names: bool) -> None:
        """Have everything written into a new folder of the documents; told when it is done."""
        order = ClassOrder(
            self.book, str(documents()), time.strftime("SOCiable %Y-%m-%d %H.%M"), names,
            self.stage.settings.language, self.told.parallel,
        )  # fmt: skip
        self._saving = self.stage.helper.ask(SAVE, order)
        self.stale = True

    def _ask_leave(self) -> None:
        def answered(answer: int | None) -> None:
            if answer == 1:
                self._ask_save()
            elif answer == 2:
                self.stage.scenes.pop()

        answers = [_("Stay here"), _("Save it first"), _("Back to the drawer")]
        self.stage.scenes.push(Ask(_("Put the debrief away?"), answers, kept_private()), answered)
