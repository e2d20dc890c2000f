"""Lessons and puzzles on a single phone: their state and the handling of their requests.

Flow (a lesson on a phone): `LessonListScene` (`scenes/lessons.py`) is offered to the phones of the lobby
below > `LessonScene` gets its `pupil`, the seat of this phone in the lobby > `PartyController`
(`ui/match/party_controller.py`) lets it play, while `LobbyExercises` (`ui/match/party_controller.py`) makes
the others wait in the lobby and keeps their requests > `PhoneMatch.lesson`, a `PhoneLesson`
(`match/phone_exercise.py`), adds the teacher's texts to the page of the game, handles its buttons
(`party/page/lesson.js`), and nudges after a refused move.

Flow (a puzzle on phones): from the `LessonListScene` of a lobby on one of them, with `PhonePuzzle` in place
of `PhoneLesson`; or as a `RaceScene`, in which each phone's `Racer` has a separate match and `PhoneMatch`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from game.core.discovery import find_game
from game.core.game import common_observed
from game.i18n import _, in_language, language_tag
from game.match.lesson import (
    DRAFT_PREFIX,
    GuidedMatch,
    Lesson,
    LessonDirector,
    OffLessonMove,
    fill_names,
    read_lessons,
)
from game.match.match import Match
from game.match.phone_adapter import PhoneAdapter
from game.match.profiles import PROFILE_ACTIONS
from game.match.puzzle import Attempt, AttemptResult
from game.match.puzzle.progress import HintTracker, PuzzleProgress
from game.match.versioned import Tracked, Versioned

SKIP, AGAIN, NEXT, LEAVE, HINT = "skip", "again", "next", "leave", "hint"
# requests at the table after whose refusal the teacher nudges
ATTEMPT_ACTIONS = frozenset({"move", "draw", "end", "lay", "hand", "take", "face", "play_hint"})


class LessonHost(Protocol):
    """Screen that shows a lesson, such as `game.ui.match.lesson_scene.LessonScene`."""

    def on_mistake(self, sentence: str) -> None:
        """Handle a wrong action. ``sentence`` is the reason of its refusal, or empty."""

    def move_to_screen(self) -> None:
        """Continue the lesson at the screen."""

    def choose(self, choice: str) -> None:
        """Handle a choice: `SKIP` this step, `AGAIN` for the lesson, the `NEXT` one, or `LEAVE`."""


class PhoneExercise(Versioned, ABC):
    """Exercise of one phone of a lobby, while the others wait there: a lesson or a puzzle.

    Attributes:
        pupil: the phone's seat in the lobby.
    """

    def __init__(self, pupil: int) -> None:
        self.pupil = pupil

    @property
    @abstractmethod
    def learner(self) -> int:
        """The phone's seat in the exercise's match."""

    @property
    def draft_text(self) -> str:
        """Draft of the turn, as in `MatchDraft.text`; empty (the default) if it is not needed."""
        return ""

    def can_end_turn(self) -> bool:
        """True (the default) if the draft of the turn may end it."""
        return True

    @abstractmethod
    def on_phone_left(self) -> None:
        """React to the phone giving its seat up."""

    def complete_step(self) -> bool:
        """Load the step's expected draft for the learner. Returns False (the default) if it has none."""
        return False

    @abstractmethod
    def phone_state(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Phone state of the exercise, made from ``state``, that of a normal match."""

    @abstractmethod
    def handle_phone(self, action: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Handle a request; ``play`` handles it as in a match. Returns a refusal sentence, or ""."""

    @abstractmethod
    def choices(self) -> list[tuple[str, str]]:
        """Pairs of an available choice and the label of its button."""

    def choose(self, action: Mapping[str, Any], step: int, chosen: Callable[[str], None]) -> str:
        """Pass an available choice to ``chosen``. Returns a refusal, also for an outdated ``step``, or "".

        A second tap was meant for an earlier step.
        """
        if action.get("step") not in (None, step):
            return _("The table has changed. Look again.")
        choice = action.get("what")
        if not isinstance(choice, str) or choice not in dict(self.choices()):
            return _("You can't do that now.")
        with in_language(""):
            chosen(choice)
        return ""


def lesson_number_text(lesson: Lesson) -> str:
    """Translated number of a lesson in its game, such as "Lesson 2 of 5"."""
    keys = [each.key for each in read_lessons(lesson.game).lessons]
    return _("Lesson {number} of {count}").format(number=keys.index(lesson.key) + 1, count=len(keys))


def numbered_title(lesson: Lesson) -> str:
    """Translated number and title of a lesson, such as "Lesson 2 of 5: Step to the ball"."""
    return _("{what}: {who}").format(what=lesson_number_text(lesson), who=_(lesson.title))


def ending(lesson: Lesson) -> list[str]:
    """Translated texts at the end: what was learnt and, if there are three sentences about the game, one.

    The first lesson ends with how to win, the second with what a turn is, the third with what to beware of.
    """
    kinds = _("Your aim? {what}"), _("Your turn? {what}"), _("Watch out! {what}")
    read = read_lessons(lesson.game)
    sentences = [kind.format(what=_(title)) for kind, title in zip(kinds, read.short, strict=False)]
    number = next((n for n, other_lesson in enumerate(read.lessons) if other_lesson.key == lesson.key), 0)
    return [_(lesson.learnt), *(sentences[n] for n in [number % len(kinds)] if sentences)]


class PhoneLesson(PhoneExercise):
    """Lesson on the phone of the learner."""

    def __init__(
        self, pupil: int, match: GuidedMatch, tutor: LessonDirector, part: PhoneAdapter, school: LessonHost
    ) -> None:
        """Create the lesson. ``pupil`` is a seat of the lobby, ``part`` the game's adapter for phones."""
        super().__init__(pupil)
        self._match, self._tutor, self._part, self._school = match, tutor, part, school
        self._page_draft = ""  # draft that only the page knows, such as whose turn it is to step

    @property
    def learner(self) -> int:
        """The phone's seat in the lesson's match."""
        return self._tutor.lesson.seat

    def on_phone_left(self) -> None:
        """Continue the lesson at the screen."""
        self._school.move_to_screen()

    def complete_step(self) -> bool:
        """Load the step's draft for the learner. False if it asks for none or the game cannot load it."""
        lines = [line for line in self._tutor.step.solution if line.startswith(DRAFT_PREFIX)]
        pattern = self._tutor.step.goal.making
        return bool(pattern and lines) and self._part.load_draft(
            self.learner, lines[-1].strip(f"{DRAFT_PREFIX} ")
        )

    @property
    def draft_text(self) -> str:
        """Draft of the learner's turn as text: the one that the page has sent, else the adapter's."""
        return self._page_draft or self._part.draft_text(self.learner)

    def can_end_turn(self) -> bool:
        """True if the learner's draft may end the turn."""
        return self._part.can_end_turn(self.learner)

    def _parts(self) -> Iterable[Versioned]:
        """The lesson's director, whose changes count as changes of this object."""
        return (self._tutor,)

    def phone_state(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Phone state of a normal match, with the lesson and without hints and results."""
        tutor, session = self._tutor, self._match.session
        # A lesson has no results, and no hints apart from the teacher's texts.
        lesson_state = {
            **state,
            "hints": False,
            "undo": tutor.may_take_back,
            "over": None,
            "lesson": self._lesson(),
        }
        if self._match.is_over:
            lesson_state |= {"turn": session.log[-1][0], "showing_end": "match"}
        return lesson_state

    def _lesson(self) -> dict[str, Any]:
        """State of the lesson for the page: title, texts of the step, pointed places and choices."""
        tutor, names = self._tutor, [seat.name for seat in self._match.seats]
        lesson, step = tutor.lesson, tutor.step.spoken(on_phone=True)
        count = len(lesson.steps)
        number = min(tutor.number, count - 1) + 1
        over = tutor.is_over
        return {
            "title": numbered_title(lesson),
            "name": _(lesson.title),
            "step": tutor.number,
            "at": _("step {number} of {count}").format(number=number, count=count),
            "short": "" if over else f"{number}/{count}",
            "say": "\n".join((_("Well done!"), *ending(lesson)))
            if over
            else fill_names(step.nudge if tutor.needs_nudge else step.say, names),
            "act": "" if over or tutor.is_done else fill_names(step.act, names),
            "over": over,
            "point": [] if over or tutor.is_done else tutor.step.point,
            "choices": self.choices(),
        }

    def choices(self) -> list[tuple[str, str]]:
        """Pairs of a choice (skip, again, next or leave) and the label of its button."""
        again = AGAIN, _("Repeat")
        if not self._tutor.is_over:
            return [(SKIP, _("Skip step")), again, (LEAVE, _("Leave"))]
        after = read_lessons(self._tutor.lesson.game).after(self._tutor.lesson.key)
        onward = [(NEXT, _("Next lesson: {title}").format(title=_(after.title)))] if after else []
        return [*onward, again, (LEAVE, _("Finish"))]

    def handle_phone(self, action: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Handle a request and nudge after a mistake. Returns a refusal sentence, or ""."""
        kind, tutor = action["do"], self._tutor
        if kind == "lesson":
            return self.choose(action, tutor.number, self._school.choose)
        if kind == "chose":
            self._page_draft = str(action.get("making"))
            return ""
        if kind in PROFILE_ACTIONS or tutor.is_over:
            return _("You can't do that now.")
        if kind == "undo" and not tutor.may_take_back:
            self._school.on_mistake("")
            return _("There's nothing to undo.")
        try:
            refused = play()
        except OffLessonMove:
            refused = ""
            self._school.on_mistake("")
        if refused and kind in ATTEMPT_ACTIONS:
            # The teacher nudges, on the big screen with the refusal if that uses the same language.
            language = language_tag()
            with in_language(""):
                self._school.on_mistake(refused if language_tag() == language else "")
        return refused


HELP_ACTIONS = frozenset(
    {"hint", "threats", "look"}
)  # requests for help, which a puzzle replaces by its own hints
_SUIT_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class PuzzleHost(Protocol):
    """Screen that shows a puzzle, such as `game.ui.match.puzzle.PuzzleScene`."""

    @property
    def hints(self) -> HintTracker:
        """Hints given about its solution."""

    def choose(self, choice: str) -> None:
        """Handle a choice: a `HINT`, the beginning `AGAIN`, or `LEAVE`."""

    def move_to_screen(self) -> None:
        """Continue the puzzle at the screen."""


class PhonePuzzle(PhoneExercise):
    """Puzzle on a phone, shown on the page of lessons."""

    _choice_count = Tracked[int]()  # number of choices, to ignore a second tap

    def __init__(
        self,
        pupil: int,
        match: Match,
        sitting: PuzzleProgress,
        attempt: Attempt,
        host: PuzzleHost,
        title: Callable[[], str],
    ) -> None:
        """Create the puzzle. ``title`` returns its title in the current language."""
        super().__init__(pupil)
        self._match, self._sitting, self._attempt, self._host = match, sitting, attempt, host
        self._title = title
        self._choice_count = 0

    @property
    def learner(self) -> int:
        """The solver's seat in the puzzle's match."""
        return self._sitting.puzzle.seat

    def on_phone_left(self) -> None:
        """Continue the puzzle at the screen."""
        self._host.move_to_screen()

    def _parts(self) -> Iterable[Versioned]:
        """Attempt and progress, whose changes count as changes of this object."""
        return self._attempt, self._sitting  # the sitting also counts hints

    def phone_state(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """Phone state of a normal match, with the task and without hints, threats and results."""
        puzzle_state = {
            **state, "hints": False, "threats": None, "over": None, "waiting": False,
            "recap": state["recap"] if self._attempt.is_refuted else [], "lesson": self._lesson(),
        }  # fmt: skip
        if self._match.is_over:
            log = self._match.session.log
            puzzle_state |= {"turn": log[-1][0] if log else 0, "showing_end": "match"}
        return puzzle_state

    def _lesson(self) -> dict[str, Any]:
        """State of the puzzle for the page: title, task or result, hint and choices."""
        sitting, verdict = self._sitting, self._attempt.public_verdict
        hints, log = self._host.hints, self._match.session.log
        say, act = " ".join([sitting.puzzler.task(sitting.puzzle), *self._hand_lines()]), hints.words(log)
        if verdict is AttemptResult.SOLVED:
            say, act = _("Solved!"), ""
        elif verdict is AttemptResult.MISSED:
            session = self._match.session
            lacks = sitting.puzzler.lacks(sitting.puzzle, session, session.names)
            again = _("Nothing's lost: start again whenever you like.")
            say, act = _("Not quite."), f"{lacks} {again}".strip()
        return {
            "puzzle": True,
            "title": self._title(),
            "step": self._choice_count,
            "at": _("Try {n}").format(n=sitting.number),
            "say": say,
            "act": act,
            "moves": list(hints.marks(log)) if verdict is AttemptResult.OPEN else [],
            "over": verdict is not AttemptResult.OPEN,
            "choices": self.choices(),
        }

    def _hand_lines(self) -> list[str]:
        """Translated text of each other seat's hand; empty in games without hands, and in the rummies.

        The solution of a puzzle depends on no hidden card.
        """
        match, learner = self._match, self.learner
        if not match.has_secrets or find_game(match.session.game).component("rummy_variant"):
            return []
        lines = []
        for seat in range(match.session.players):
            if seat != learner:
                hand = common_observed(match.session.observe(seat))["hand"]
                cards = [text[:-1] + _SUIT_SYMBOLS.get(text[-1:], text[-1:]) for text in hand]
                lines.append(f"{match.seats[seat].name}: {' '.join(cards) or '-'}.")
        return lines

    def choices(self) -> list[tuple[str, str]]:
        """Pairs of a choice (hint, again or leave) and the label of its button."""
        match self._attempt.public_verdict:
            case AttemptResult.SOLVED:
                return [(LEAVE, _("Finish"))]
            case AttemptResult.MISSED:
                return [(AGAIN, _("Start again")), (LEAVE, _("Leave"))]
        hint = _("Hint (costs the star)") if self._sitting.is_starred else _("Hint")
        return [(HINT, hint), (AGAIN, _("Start again")), (LEAVE, _("Leave"))]

    def handle_phone(self, action: Mapping[str, Any], play: Callable[[], str]) -> str:
        """Handle a choice or, while the puzzle is open, a move. Returns a refusal sentence, or ""."""
        kind = action["do"]
        if kind == "lesson":
            return self.choose(action, self._choice_count, self._on_choice)
        if kind in PROFILE_ACTIONS or kind in HELP_ACTIONS or self._attempt.verdict is not AttemptResult.OPEN:
            return _("You can't do that now.")
        return play()

    def _on_choice(self, choice: str) -> None:
        """Count a choice, and pass it to the puzzle's screen."""
        self._choice_count += 1
        self._host.choose(choice)
