"""One phone in a race for the same sock: a table of its own that no screen shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.core.game import Event
from game.match.match import Match, MatchListener
from game.match.phone import PhoneScreen
from game.match.phone_seats import PhonePost, PhoneSeats
from game.match.puzzle import Attempt, Verdict
from game.match.puzzle.phone import AGAIN, HINT, LEAVE, PuzzleOnPhone
from game.match.puzzle.sitting import Answers, HintsGiven, Sitting
from game.match.seats import Seat
from game.ui.core.context import Stage
from game.ui.table.context import ViewContext
from game.ui.table.task import Task
from game.ui.table.views import view_of

NO_STEPS = frozenset({"lesson", "react", "narrow", "look", "sort", "chose", "undo", "answer", "wish"})
"""What brings nobody any further."""


class RaceScreen(PhoneScreen):
    """No screen shows the tables of a race; what is set in the window holds on its phones all the same."""

    def __init__(self, stage: Stage, match: Match) -> None:
        super().__init__(match)
        self._stage = stage

    @property
    def still(self) -> bool:
        """Whether movement is to be replaced by fades."""
        return self._stage.still

    @property
    def text_size(self) -> int:
        """How large texts are, in per cent."""
        return self._stage.settings.text_size


class Runner(MatchListener):
    """Somebody who races.

    Attributes:
        pupil: the seat of their phone in the lobby.
        sitting: their tries, kept under their name as any others.
        hints: what they were told of the solution.
        steps: how much they have done in this try.
        left: whether they have had enough, or their phone is gone for good.
        ended: when they had solved it, in ms since the race began; none until then.
        phones: what their phone is told, and does.
    """

    phones: PhoneSeats

    def __init__(
        self, stage: Stage, pupil: int, sitting: Sitting, seats: Sequence[Seat], title: Callable[[], str]
    ) -> None:
        self._stage, self.pupil, self.sitting, self._title = stage, pupil, sitting, title
        self._sitters = tuple(seats)
        self.steps = 0
        self.left = False
        self.ended: float | None = None
        self.hints = HintsGiven(sitting, [seat.name for seat in seats])
        self._language = ""
        self._tables = 0
        self._gone = 0.0
        self._has_news = False
        self._worker = stage.worker()
        self._lay()

    def _lay(self) -> None:
        """A table as the puzzle begins."""
        puzzle, puzzler = self.sitting.puzzle, self.sitting.puzzler
        match = Match(puzzle.session([seat.name for seat in self._sitters]), self._sitters)
        self._match = match
        self._attempt = Attempt(puzzle, puzzler, match)
        self._answers = Answers(match, self._attempt, self._worker)
        context = ViewContext(self._stage, match)
        context.task = Task(lambda _act: None)
        self._view = context.seen_by(view_of(puzzle.game))
        self.phones = PhoneSeats(
            match, self._view.words, self._view.phone, context.hints, RaceScreen(self._stage, match)
        )
        own = PuzzleOnPhone(self.pupil, match, self.sitting, self._attempt, self, self._title)
        self.phones.lesson = own
        self.phones.speak(self.seat, self._language)
        self._tables += 1
        self.phones.number = 1000 * (self.pupil + 1) + self._tables  # a page forgets the table before
        match.listen(self)
        self.steps = 0
        self._is_judged = False

    @property
    def seat(self) -> int:
        """Their seat at the table."""
        return self.sitting.puzzle.seat

    @property
    def name(self) -> str:
        """Who it is."""
        return self._sitters[self.seat].name

    @property
    def look(self) -> int:
        """How their puppet is knitted."""
        return self._sitters[self.seat].look

    @property
    def is_running(self) -> bool:
        """Whether more may come of them."""
        return self.ended is None and not self.left

    # What the match tells.

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A move was made."""
        self._view.sync(self._match.session.observe(self.seat))

    def taken_back(self, count: int) -> None:
        """Moves were taken back."""
        self._view.sync(self._match.session.observe(self.seat))

    # What the phone does.

    def do(self, words: Mapping[str, Any], now: float) -> str:
        """Do what the phone asks for; a sentence where that is refused."""
        refused = self.phones.do(self.seat, words, now)
        self._settle()
        if not refused and words["do"] not in NO_STEPS:
            self.steps += 1
        return refused

    def speak(self, language: str) -> None:
        """Their phone speaks this language."""
        self._language = language
        self.phones.speak(self.seat, language)

    def tell(self, post: PhonePost) -> None:
        """Tell their phone how things stand."""
        self.phones.tell(post, [self.seat], lambda _seat: False)

    def choose(self, what: str) -> None:
        """A hint, the beginning again, or enough of it."""
        if what == HINT:
            self.hints.give()
        elif what == AGAIN:
            self._lay()
        elif what == LEAVE:
            self.left = True
            self.sitting.leave()

    def solve_here(self) -> None:
        """The phone has given its seat up."""
        self.left = True
        self.sitting.leave()

    # Time.

    def tick(self, ms: float, gone: float, pace: float) -> bool:
        """Time passes on their table; whether the screen has something new to show."""
        self._gone = gone
        if not self.is_running:
            return self._is_news()
        self.sitting.spend(ms)
        self._answers.turn(ms, pace)
        self._settle()
        return self._is_news()

    def _is_news(self) -> bool:
        """Whether something was decided that the screen has not shown yet."""
        news, self._has_news = self._has_news, False
        return news

    def _settle(self) -> None:
        """Count what the attempt has come to, once, also while something covers the screen."""
        verdict = self._attempt.verdict
        if verdict is Verdict.OPEN or self._is_judged:
            return
        self._is_judged = self._has_news = True
        if verdict is Verdict.SOLVED:
            self.sitting.solved()
            stores = self._stage.stores
            self._stage.socks.day_solved(self.sitting, stores.days.of(self.sitting.name))
            self.ended = self._gone
        else:
            self.sitting.missed()

    @property
    def thinks(self) -> bool:
        """Whether another seat at their table has still to answer."""
        to_move = self._match.to_move
        return self.is_running and self._attempt.verdict is Verdict.OPEN and to_move not in (None, self.seat)

    def moment(self) -> tuple[object, ...]:
        """All that their phone is told of."""
        return self.phones.moment(), self.steps, self.left, self.phones.number

    def close(self) -> None:
        """The race is over."""
        self._settle()
        self.sitting.leave()
        self.phones.close()
        self._worker.close()
