"""The solution of a puzzle, told step by step on its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.discovery import find
from game.core.session import Session
from game.match.film import Film
from game.match.puzzle import Puzzle, Puzzler, Told
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.table.film.projector import Projector
from game.ui.table.film.transport import Eyes
from game.ui.table.puzzle.bar import TaskBarBoxes, TaskBarShown, draw_bar
from game.ui.table.puzzle.scene import Titled
from game.ui.table.task import Task
from game.ui.table.views import view_of
from game.ui.widgets import Scene
from game.ui.widgets.strip import draw_strip, strip_rows
from game.words import _


def told_session(puzzle: Puzzle, told: Sequence[Told], names: list[str]) -> tuple[Session, list[int]]:
    """The match in which all is done that is told, and after how many moves each step is.

    A step whose moves cannot be made is told in words alone, and so is what follows.
    """
    session, ends = puzzle.session(names), list[int]()
    good = True
    for step in told:
        for move in step.moves if good else ():
            try:
                session.play(move)
            except ValueError:
                good = False
                break
        ends.append(len(session.log))
    return session, ends


class SolutionScene(Scene):
    """Shows a step after the other, whenever somebody asks for the next; changes nothing."""

    def __init__(self, puzzle: Puzzle, puzzler: Puzzler, titled: Titled, seats: Sequence[Seat]) -> None:
        """Tell this puzzle.

        Raises:
            PuzzleError: there is no such position.
        """
        self._puzzle, self._titled, self._seats = puzzle, titled, tuple(seats)
        names = [seat.name for seat in seats]
        self._puzzler, self._names = puzzler, names
        self._word()
        session, self._ends = told_session(puzzle, self.told, names)
        self._film = Film(session)
        self.at = 0
        """The step that is told."""
        self._bar: TaskBarBoxes | None = None

    def _word(self) -> None:
        self._task = self._puzzler.task(self._puzzle)
        self.told = tuple(self._puzzler.explained(self._puzzle, self._names))

    def enter(self) -> None:
        """The table as it was at the beginning; the first step is made at once."""
        self.projector = Projector(self.stage, self._film, self._seats, view_of(self._puzzle.game))
        self.view = self.projector.view
        self.music, self.strip = self.view.music, self.view.strip
        self._task_above = self.projector.context.task = Task(lambda _act: None)
        self.projector.context.marks = lambda: self.told[self.at].marks if self.told else ()
        # Where cards are laid to a table the hands of others are nothing to it, and would lie in the way.
        everything = find(self._puzzle.game).info.rummy is None
        self.projector.enter(0, Eyes(self._puzzle.seat, everything=everything), opens=False)
        self.projector.begin()

    def leave(self) -> None:
        """It is told."""
        self.projector.leave()

    def layout(self) -> None:
        """The bar above the board, the strip below it."""
        self.view.strip = self.strip + strip_rows(self.stage, self.help())
        for _turn in range(2):
            self.view.layout()
            self._bar = TaskBarBoxes.of(self.stage.ruler, self.view.bar_span(), self.shown)
            self._task_above.above = self._bar.bar.bottom
        self.view.layout()

    def retell(self) -> None:
        """In whatever language is spoken now."""
        self._word()
        self.view.retell()

    @property
    def shown(self) -> TaskBarShown:
        """All that the bar shows."""
        words = self.told[self.at].words if self.told else _("Nothing more can be told of it.")
        return TaskBarShown(
            self._titled.knit, self._task, self._titled.title(), self._puzzle.grade, note=words,
            count=(self.at + 1, max(1, len(self.told))),
        )  # fmt: skip

    @property
    def _goal(self) -> int:
        """After how many moves the step is that is told."""
        return self._ends[self.at] if self._ends else 0

    def intent(self, intent: Intent) -> None:
        """On, back, or away."""
        match intent.act:
            case Act.CONFIRM | Act.PRESS | Act.NEXT:
                self.go(1)
            case Act.NAVIGATE if intent.dx:
                self.go(intent.dx)
            case Act.PREVIOUS | Act.UNDO | Act.ALTERNATE:
                self.go(-1)
            case Act.SCROLL if intent.dy:
                self.go(-1 if intent.dy > 0 else 1)
            case Act.BACK | Act.PAUSE:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
                return
        self.stale = True

    def go(self, way: int) -> None:
        """To the next step, whose moves are made, or back to the one before; after the last one away."""
        if way > 0 and self.projector.moment < self._goal:
            self.projector.jump(self._goal)  # somebody has no patience: this step has been read
        if way > 0 and self.at + 1 >= len(self.told):
            self.stage.audio.play("confirm")
            self.stage.scenes.pop()
            return
        before = self.at
        self.at = max(0, self.at + way)
        if way < 0:
            self.projector.jump(self._ends[self.at - 1] if self.at else 0)
            self.projector.begin()
        if self.at != before:
            self.stage.audio.play("focus")
            self.layout()

    def tick(self, now: float) -> bool:
        """Make the moves of the step, one after the other."""
        if self.view.prepare():
            self.stale = True
            return True
        moving = self.projector.tick(now, 1.0)
        self.stale |= self.projector.context.stale
        self.projector.context.stale = False
        waits = not self.projector.is_busy and self.projector.moment < self._goal
        if waits and now >= self.projector.rests_until:
            self.projector.step()
            self.stale = moving = True
        return moving or waits

    def idle(self, now: float) -> list[Box]:
        """The view's idle life."""
        return self.view.idle(now)

    def warm(self, painter: Painter) -> Iterator[None]:
        """The view's pictures."""
        return self.view.warm(painter)

    def draw(self, painter: Painter) -> None:
        """Table, bar and strip."""
        self.view.draw(painter)
        if self._bar is not None:
            draw_bar(painter, self._bar, self.shown)
        draw_strip(painter, self.stage, self)

    def aloud(self) -> Aloud:
        """The task, and what is told of the step."""
        shown = self.shown
        return Aloud(shown.title, (shown.task,), "", shown.note)

    def help(self) -> Help:
        """What the buttons do."""
        on = _("Next step") if self.at + 1 < len(self.told) else _("All right")
        return [(Act.CONFIRM, on), (Act.PREVIOUS, _("One step back")), (Act.BACK, _("Back"))]

    def has_strip(self, owner: object) -> bool:
        """Its own strip, not that of the view."""
        return owner is self

    def speaks_for(self, owner: object) -> bool:
        """Its strip stands in the place of the view's."""
        return owner is self.view
