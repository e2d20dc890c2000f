"""A puzzle on the screen: the game's own match with its task above it; nothing is kept of it as a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.game import common_observed
from game.match.match import Match
from game.match.puzzle import Attempt, Verdict
from game.match.puzzle.phone import AGAIN, HINT, LEAVE, PuzzleOnPhone
from game.match.puzzle.sitting import Answers, HintsGiven, Sitting
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.table.aloud import match_aloud
from game.ui.table.puzzle.bar import TaskBarBoxes, TaskBarShown, draw_bar
from game.ui.table.scene import MatchScene
from game.ui.table.task import Task
from game.ui.table.views import view_of
from game.ui.widgets.dialogs import Tell
from game.ui.widgets.strip import draw_strip
from game.words import _

TIGHT = 1.5
"""From this text size on the strip says less."""
OWN = (Act.HINT, Act.AGAIN, Act.BACK, Act.PAUSE)
"""What the strip of a puzzle says itself."""
LONGEST_SHOW = 2500.0
"""How long what follows on the last move is shown at most, in ms: nobody reads a sheet here."""
LONGEST_THOUGHT = 120_000.0
"""So much of a stretch without a sign of life is time before the puzzle, in ms: later nobody is there."""


@dataclass(frozen=True, slots=True)
class Titled:
    """How a puzzle is introduced."""

    title: Callable[[], str]
    """Says which one it is: today's sock, or one to practise with."""
    knit: str
    """How its sock is knitted."""


class PuzzleScene(MatchScene):
    """Somebody tries a puzzle, from its position on, as often as they like."""

    is_kept = is_match = False

    def __init__(
        self, stage: Stage, sitting: Sitting, titled: Titled, seats: Sequence[Seat], pupil: int | None = None
    ) -> None:
        """Lay the table; ``pupil`` is the seat of the lobby whose phone solves it, none for this screen.

        Raises:
            PuzzleError: there is no such position.
        """
        self.sitting, self.titled, self._sitters = sitting, titled, tuple(seats)
        puzzle, puzzler = sitting.puzzle, sitting.puzzler
        match = Match(puzzle.session([seat.name for seat in seats]), seats)
        self.attempt = Attempt(puzzle, puzzler, match)
        super().__init__(stage, match, view_of(puzzle.game), Answers(match, self.attempt, stage.thinker))
        self.hints = HintsGiven(sitting, [seat.name for seat in seats])
        self._is_judged = False
        self.context.task = Task(self.take, starred=sitting.is_starred)
        self.context.marks = lambda: self.hints.marks
        self.context.threats.barred = True
        self.context.open_hands = self._open_hands
        self.context.pause = lambda: stage.open("puzzle_menu", self)
        self._bar: TaskBarBoxes | None = None
        self.pupil = pupil
        self.is_match = pupil is not None  # other phones keep their seats in the lobby meanwhile
        if pupil is not None:
            self.phones.lesson = PuzzleOnPhone(pupil, match, sitting, self.attempt, self, titled.title)

    # On and off the screen.

    def rehearse(self, painter: Painter) -> Iterator[None]:
        """Draw it where nobody looks; it never comes on the screen, but the next finds its pictures made."""
        self.context.gaze.seat = self.sitting.puzzle.seat
        self._sync()
        self.layout()
        yield
        yield from self.view.prepared(painter)
        yield
        view = painter.view
        unseen = painter.onto(pygame.Surface((view.px(view.w), view.px(view.h))))
        self.view.draw(unseen)
        yield
        self.draw_over(unseen)

    def enter(self) -> None:
        """Whoever solves it sees their hand at once; the title goes on about whatever it was about."""
        played = self.stage.game
        self.context.gaze.seat = self.sitting.puzzle.seat
        super().enter()
        self.stage.game = played

    def leave(self) -> None:
        """What was done about it is kept, also what was decided but not told yet."""
        self._settle()
        self.sitting.leave()
        super().leave()

    def layout(self) -> None:
        """The bar first, then the board below it."""
        # Twice: where the bar may reach is known once the board has its place.
        for _turn in range(2):
            super().layout()
            self._bar = TaskBarBoxes.of(self.stage.ruler, self.view.bar_span(), self.shown)
            if self.context.task is not None and self.context.task.above != self._bar.bar.bottom:
                self.context.task.above = self._bar.bar.bottom
        super().layout()

    @property
    def shown(self) -> TaskBarShown:
        """All that the bar says now."""
        sitting, puzzle = self.sitting, self.sitting.puzzle
        return TaskBarShown(
            self.titled.knit, sitting.puzzler.task(puzzle), self.titled.title(), puzzle.grade,
            sitting.number, sitting.is_starred, "" if self._is_tight else self.hints.words,
        )  # fmt: skip

    @property
    def _is_tight(self) -> bool:
        """Whether a hint above the table would leave none of it."""
        return self.stage.text_scale >= TIGHT and self.pupil is None

    def _open_hands(self) -> dict[int, Sequence[str]]:
        """The hands of the others: a puzzle hides nothing that its solution depends on."""
        session, own = self.match.session, self.sitting.puzzle.seat
        if not self.match.has_secrets:
            return {}
        others = (seat for seat in range(session.players) if seat != own)
        return {seat: common_observed(session.observe(seat))["hand"] for seat in others}

    # People.

    def intent(self, intent: Intent) -> None:
        """The puzzle's own affairs first; the rest is the game's."""
        person = self.match.may_act(intent.device) and not self.playback.is_busy
        if intent.act is Act.PAUSE or (intent.act is Act.BACK and self.view.is_free()):
            self.context.pause()
        elif intent.act in (Act.HINT, Act.AGAIN):
            if person:
                self.take(intent.act)
        else:
            super().intent(intent)

    def paused(self) -> None:
        """The window lost the focus: everything waits behind the puzzle's own menu."""
        if self.stage.scenes.top is self:
            self.context.pause()

    def take(self, act: Act) -> None:
        """A hint, or the beginning again."""
        if act is Act.HINT:
            self.give_hint()
        else:
            self.stage.audio.play("undo")
            self.again()

    def give_hint(self) -> None:
        """The next step of the solution, for the star."""
        if not self.hints.give():
            self.context.refuse(_("Nothing more can be told of it."))
            return
        if self.context.task is not None:
            self.context.task.starred = self.sitting.is_starred
        self.stage.audio.play("hint")
        if self._is_tight:
            self.stage.scenes.push(Tell(self.hints.words))
        self.layout()
        self.stale = True

    def give_solution(self) -> None:
        """The whole solution is about to be told: as if every hint had been asked for."""
        self.hints.give_all()
        if self.context.task is not None:
            self.context.task.starred = self.sitting.is_starred
        self.layout()
        self.stale = True

    def again(self) -> None:
        """The beginning, on a table laid anew; the same try goes on, unless it was decided."""
        self._settle()
        fresh = PuzzleScene(self.stage, self.sitting, self.titled, self._sitters, self.pupil)
        fresh.hints = self.hints
        self.stage.scenes.replace(fresh)

    # Somebody who solves it on a phone.

    def choose(self, what: str) -> None:
        """A hint, the beginning, or away, as the phone asks; what lies over the table was about the same."""
        stage = self.stage
        while stage.scenes.top is not self:
            stage.scenes.pop()
        if what == HINT:
            self.give_hint()
        elif what == AGAIN:
            self.again()
        elif what == LEAVE:
            stage.scenes.pop()

    def solve_here(self) -> None:
        """The phone is gone, or not wanted any more: it goes on at this screen."""
        self.pupil, self.is_match, self.phones.lesson = None, False, None
        self._sitters = tuple(replace(seat, device="") for seat in self._sitters)
        self.context.gaze.seat = self.sitting.puzzle.seat
        self.match.hand_over(self.sitting.puzzle.seat, "")

    # Time.

    def tick(self, now: float) -> bool:
        """Time goes on as in any match; once it is decided, that is told."""
        # With the picture at rest there is no tick for a while: whoever thinks touches nothing.
        self.sitting.spend(min(now - self._last, LONGEST_THOUGHT))
        show = self.playback.show
        if self.attempt.verdict is not Verdict.OPEN and show is not None and show.gone > LONGEST_SHOW:
            show.go_on()
        moving = super().tick(now)
        if self.stage.scenes.top is self and not self.playback.is_busy:
            self._judge()
        return moving

    def _judge(self) -> None:
        """Tell what the attempt has come to, once."""
        if self._settle():
            solved = self.attempt.verdict is Verdict.SOLVED
            self.stage.open("puzzle_solved" if solved else "puzzle_missed", self)

    def _settle(self) -> bool:
        """Count what the attempt has come to, once, however it is left; whether there was anything."""
        verdict = self.attempt.verdict
        if verdict is Verdict.OPEN or self._is_judged:
            return False
        self._is_judged = True
        if verdict is Verdict.SOLVED:
            self.sitting.solved()
        else:
            self.sitting.missed()
        return True

    def look_after_seats(self) -> bool:
        """Whoever solves it may do so with any device."""
        return False

    def _end(self, gone: float) -> bool:
        """A puzzle has no results, whatever becomes of its match."""
        return False

    # Drawing.

    def draw_over(self, painter: Painter) -> None:
        """The bar over the match, and the strip."""
        if self._bar is not None:
            draw_bar(painter, self._bar, self.shown)
        draw_strip(painter, self.stage, self)
        super().draw_over(painter)

    @property
    def bar(self) -> Box:
        """Where the bar lies."""
        assert self._bar is not None
        return self._bar.bar

    def aloud(self) -> Aloud:
        """The task, and what was said of it, before all else."""
        return match_aloud(self, (self.shown.task, self.shown.note))

    def help(self) -> Help:
        """What the view's buttons do, and what the puzzle's do."""
        free = self.view.is_free()
        game = [(act, words) for act, words in self.view.help() if act not in OWN]
        if self.stage.text_scale >= TIGHT:  # one row
            game = [entry for entry in game if entry[0] not in (Act.ALTERNATE, Act.PREVIOUS, Act.LOOK)]
        back = [] if free else [(act, words) for act, words in self.view.help() if act is Act.BACK]
        again = [(Act.AGAIN, _("Start again"))]
        return [*game, *back, (Act.HINT, _("Hint")), *again, (Act.PAUSE, _("Menu"))]

    def speaks_for(self, owner: object) -> bool:
        """Its own strip stands in the place of the view's."""
        return owner is self.view
