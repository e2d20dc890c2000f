"""A lesson on the phone of whoever learns, or a puzzle: what is said there, and what can be chosen.

How it goes through the house (a lesson on a phone): `LessonCatalogue` (`scenes/lessons.py`) offers the phones
of the lobby below > the `LessonScene` gets its `pupil`, the seat that this phone has there >
`PartyController` (`ui/match/party_controller.py`) lets it play, while `Classroom`
(`ui/match/party_controller.py`) has the others wait in the lobby and keeps what they do for it >
`PhoneMatch.lesson`, a `PhoneLesson` (`match/phone_exercise.py`), adds what the teacher says to the page of
the game, takes what is chosen there (`party/page/lesson.js`), and nudges where a move is refused.

How it goes through the house (a sock on phones): from the `LessonCatalogue` of a lobby on one of them,
`PhonePuzzle` in the place of `PhoneLesson`; or as a `RaceScene`, in which each phone's `Racer` has a
match and `PhoneMatch` of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from game.core.discovery import find_game
from game.core.game import common_observed
from game.i18n import _, in_language, language_tag
from game.match.lesson import (
    MAKING,
    GuidedMatch,
    Lesson,
    LessonDirector,
    OffLessonMove,
    fill_names,
    read_lessons,
)
from game.match.match import Match
from game.match.phone_adapter import PhoneAdapter
from game.match.profiles import ASKED
from game.match.puzzle import Attempt, AttemptResult
from game.match.puzzle.progress import HintTracker, PuzzleProgress
from game.match.versioned import Tracked, Versioned

SKIP, AGAIN, NEXT, LEAVE, HINT = "skip", "again", "next", "leave", "hint"
TRIED = frozenset({"move", "draw", "end", "lay", "hand", "take", "face", "advised"})
"""What a learner does at the table: where it is refused the teacher nudges."""


class LessonHost(Protocol):
    """Whoever shows the lesson; `game.ui.match.lesson_scene.LessonScene` is it."""

    def stumbled(self, sentence: str) -> None:
        """Something else was done than what this step waits for; why it was refused, where that is said."""

    def learn_here(self) -> None:
        """The lesson goes on at the screen."""

    def choose(self, what: str) -> None:
        """On to something else: `SKIP` this step, the lesson `AGAIN`, the `NEXT` one, or `LEAVE`."""


class PhoneExercise(Versioned, ABC):
    """What one phone of a lobby does alone, while the others wait there: a lesson, or a puzzle.

    Attributes:
        pupil: the seat that it has in the lobby.
    """

    def __init__(self, pupil: int) -> None:
        self.pupil = pupil

    @property
    @abstractmethod
    def learner(self) -> int:
        """The seat that it has at the table."""

    @property
    def making(self) -> str:
        """Draft of the turn, in the words of `MatchView.making`; empty if nothing needs it."""
        return ""

    def is_in_order(self) -> bool:
        """Whether that turn may be ended as it lies."""
        return True

    @abstractmethod
    def gone(self) -> None:
        """The phone has given its seat up."""

    def make(self) -> bool:
        """Do for the learner what is waited for, where it is a turn in the making; whether it is."""
        return False

    @abstractmethod
    def with_lesson(self, now: Mapping[str, Any]) -> dict[str, Any]:
        """What the phone shows, by how the match stands now."""

    @abstractmethod
    def do(self, words: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Do what the phone asks for, or ``play`` what is no affair of ours; a sentence if refused."""

    @abstractmethod
    def choices(self) -> list[tuple[str, str]]:
        """What can be chosen, and what its button says."""

    def choose(self, words: Mapping[str, Any], step: int, chosen: Callable[[str], None]) -> str:
        """Take in a choice; a second tap was not meant for the step that the first has led to."""
        if words.get("step") not in (None, step):
            return _("The table has changed; look again.")
        what = words.get("what")
        if not isinstance(what, str) or what not in dict(self.choices()):
            return _("That cannot be done now.")
        with in_language(""):
            chosen(what)
        return ""


def numbered(lesson: Lesson) -> str:
    """Which lesson of its game this is, and of how many."""
    keys = [each.key for each in read_lessons(lesson.game).lessons]
    return _("Lesson {number} of {count}").format(number=keys.index(lesson.key) + 1, count=len(keys))


def named(lesson: Lesson) -> str:
    """The same, and its name."""
    return _("{what}: {who}").format(what=numbered(lesson), who=_(lesson.title))


def ending(lesson: Lesson) -> list[str]:
    """What is said at its end: what was learnt in this one, and one of the three sentences about the game.

    The first lesson ends with how one wins, the next with what a turn is, the third with what to fear.
    """
    kinds = _("To win: {what}"), _("Your turn: {what}"), _("Beware: {what}")
    read = read_lessons(lesson.game)
    told = [kind.format(what=_(words)) for kind, words in zip(kinds, read.short, strict=False)]
    number = next((n for n, one in enumerate(read.lessons) if one.key == lesson.key), 0)
    return [_(lesson.learnt), *(told[n] for n in [number % len(kinds)] if told)]


class PhoneLesson(PhoneExercise):
    """What the phone of the learner is told, and what its person does."""

    def __init__(
        self, pupil: int, match: GuidedMatch, tutor: LessonDirector, part: PhoneAdapter, school: LessonHost
    ) -> None:
        """Give a lesson on the phone of a seat of the lobby; ``part`` is what its game adds on phones."""
        super().__init__(pupil)
        self._match, self._tutor, self._part, self._school = match, tutor, part, school
        self._chosen = ""
        """What a page tells of a choice that only it knows, as whose turn it is to step."""

    @property
    def learner(self) -> int:
        return self._tutor.lesson.seat

    def gone(self) -> None:
        self._school.learn_here()

    def make(self) -> bool:
        """Do for the learner what this step waits for, where it is a turn in the making; whether it is."""
        lines = [line for line in self._tutor.step.solution if line.startswith(MAKING)]
        wanted = self._tutor.step.goal.making
        return bool(wanted and lines) and self._part.make(self.learner, lines[-1].strip(f"{MAKING} "))

    @property
    def making(self) -> str:
        return self._chosen or self._part.making(self.learner)

    def is_in_order(self) -> bool:
        return self._part.is_in_order(self.learner)

    def _parts(self) -> Iterable[Versioned]:
        return (self._tutor,)

    def with_lesson(self, now: Mapping[str, Any]) -> dict[str, Any]:
        """What the phone shows: how the match stands ``now``, as in any match, and the lesson."""
        tutor, session = self._tutor, self._match.session
        # A lesson has no results, and no hints beside the teacher's words.
        found = {**now, "hints": False, "undo": tutor.may_take_back, "over": None, "lesson": self._lesson()}
        if self._match.is_over:
            found |= {"turn": session.log[-1][0], "showing": "match"}
        return found

    def _lesson(self) -> dict[str, Any]:
        tutor, names = self._tutor, [seat.name for seat in self._match.seats]
        lesson, step = tutor.lesson, tutor.step.spoken(on_phone=True)
        count = len(lesson.steps)
        number = min(tutor.number, count - 1) + 1
        over = tutor.is_over
        return {
            "title": named(lesson),
            "name": _(lesson.title),
            "step": tutor.number,
            "at": _("step {number} of {count}").format(number=number, count=count),
            "short": "" if over else f"{number}/{count}",
            "say": "\n".join((_("Well done!"), *ending(lesson)))
            if over
            else fill_names(step.nudge if tutor.nudged else step.say, names),
            "act": "" if over or tutor.is_done else fill_names(step.act, names),
            "over": over,
            "point": [] if over or tutor.is_done else tutor.step.point,
            "choices": self.choices(),
        }

    def choices(self) -> list[tuple[str, str]]:
        again = AGAIN, _("Again")
        if not self._tutor.is_over:
            return [(SKIP, _("Skip step")), again, (LEAVE, _("Leave"))]
        after = read_lessons(self._tutor.lesson.game).after(self._tutor.lesson.key)
        onward = [(NEXT, _("Next lesson: {title}").format(title=_(after.title)))] if after else []
        return [*onward, again, (LEAVE, _("Enough"))]

    def do(self, words: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Do what the phone asks for, or ``play`` what is no affair of the lesson; a sentence if refused."""
        what, tutor = words["do"], self._tutor
        if what == "lesson":
            return self.choose(words, tutor.number, self._school.choose)
        if what == "chose":
            self._chosen = str(words.get("making"))
            return ""
        if what in ASKED or tutor.is_over:
            return _("That cannot be done now.")
        if what == "undo" and not tutor.may_take_back:
            self._school.stumbled("")
            return _("There is nothing to take back.")
        try:
            refused = play()
        except OffLessonMove:
            refused = ""
            self._school.stumbled("")
        if refused and what in TRIED:
            # The teacher nudges; on the big screen behind the refusal, where that speaks the same language.
            own = language_tag()
            with in_language(""):
                self._school.stumbled(refused if language_tag() == own else "")
        return refused


HELP = frozenset({"hint", "threats", "look"})
"""What phones may ask of a match, which tells what helps; a puzzle has its own hints."""
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PuzzleHost(Protocol):
    """Whoever shows the puzzle; `game.ui.match.puzzle.PuzzleScene` is it."""

    @property
    def hints(self) -> HintTracker:
        """What was told of its solution."""

    def choose(self, what: str) -> None:
        """A `HINT`, the beginning `AGAIN`, or `LEAVE`."""

    def solve_here(self) -> None:
        """It goes on at the screen."""


class PhonePuzzle(PhoneExercise):
    """Stands where `PhoneLesson` stands in a lesson, and speaks to its page."""

    _chosen = Tracked[int]()
    """How many choices were made: a second tap was not meant for what the first has led to."""

    def __init__(
        self,
        pupil: int,
        match: Match,
        sitting: PuzzleProgress,
        attempt: Attempt,
        host: PuzzleHost,
        title: Callable[[], str],
    ) -> None:
        """Put a puzzle on a phone; ``title`` says which one it is, in any language."""
        super().__init__(pupil)
        self._match, self._sitting, self._attempt, self._host = match, sitting, attempt, host
        self._title = title
        self._chosen = 0

    @property
    def learner(self) -> int:
        return self._sitting.puzzle.seat

    def gone(self) -> None:
        self._host.solve_here()

    def _parts(self) -> Iterable[Versioned]:
        return self._attempt, self._sitting  # which counts hints too

    def with_lesson(self, now: Mapping[str, Any]) -> dict[str, Any]:
        """What the phone shows: how the match stands ``now``, as in any match, and the task."""
        found = {
            **now, "hints": False, "threats": None, "over": None, "waiting": False,
            "told": now["told"] if self._attempt.is_refuted else [], "lesson": self._lesson(),
        }  # fmt: skip
        if self._match.is_over:
            log = self._match.session.log
            found |= {"turn": log[-1][0] if log else 0, "showing": "match"}
        return found

    def _lesson(self) -> dict[str, Any]:
        sitting, verdict = self._sitting, self._attempt.told
        say, act = " ".join([sitting.puzzler.task(sitting.puzzle), *self._hands()]), self._host.hints.words
        if verdict is AttemptResult.SOLVED:
            say, act = _("Solved!"), ""
        elif verdict is AttemptResult.MISSED:
            session = self._match.session
            lacks = sitting.puzzler.lacks(sitting.puzzle, session, session.names)
            say, act = _("Not this way."), f"{lacks} {_('The beginning waits as it was.')}".strip()
        return {
            "puzzle": True,
            "title": self._title(),
            "step": self._chosen,
            "at": _("Try {n}").format(n=sitting.number),
            "say": say,
            "act": act,
            "moves": list(self._host.hints.marks) if verdict is AttemptResult.OPEN else [],
            "over": verdict is not AttemptResult.OPEN,
            "choices": self.choices(),
        }

    def _hands(self) -> list[str]:
        """What the others hold, where they play on: a puzzle hides nothing that its solution depends on."""
        match, own = self._match, self.learner
        if not match.has_secrets or find_game(match.session.game).part("rummy"):
            return []
        told = []
        for seat in range(match.session.players):
            if seat != own:
                hand = common_observed(match.session.observe(seat))["hand"]
                cards = [text[:-1] + _SUITS.get(text[-1:], text[-1:]) for text in hand]
                told.append(f"{match.seats[seat].name}: {' '.join(cards) or '-'}.")
        return told

    def choices(self) -> list[tuple[str, str]]:
        match self._attempt.told:
            case AttemptResult.SOLVED:
                return [(LEAVE, _("Enough"))]
            case AttemptResult.MISSED:
                return [(AGAIN, _("Back to the beginning")), (LEAVE, _("Leave"))]
        hint = _("Hint: it costs the star") if self._sitting.is_starred else _("Hint")
        return [(HINT, hint), (AGAIN, _("Start again")), (LEAVE, _("Leave"))]

    def do(self, words: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Do what the phone asks for, or ``play`` what is no affair of the puzzle; a sentence if refused."""
        what = words["do"]
        if what == "lesson":
            return self.choose(words, self._chosen, self._choose)
        if what in ASKED or what in HELP or self._attempt.verdict is not AttemptResult.OPEN:
            return _("That cannot be done now.")
        return play()

    def _choose(self, what: str) -> None:
        self._chosen += 1
        self._host.choose(what)
