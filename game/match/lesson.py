"""Lessons: the steps of a tutorial as frozen data, their checks, and the director that runs them.

A lesson is read from ``lessons.toml`` in the folder of its game and checked by playing its own solution. A
`LessonDirector` waits for each task to be done and moves to the next step; `ScriptedReplies` makes the
scripted moves of the other seats at the pace of bots. Nothing here depends on a game: positions, moves and
pointed places are texts. The file::

    [tables]                                  # texts for positions, by name
    line = "field=... score=0/0"

    [short]                                   # the game in three sentences, one after each lesson in turn
    win = "The ball in the end row is a goal."
    turn = "Up to three actions."
    beware = "The player behind the ball."

    [[lesson]]
    key = "step"                              # for the program; unique in the file
    title = "Step to the ball"                # for people, as `say`, `act` and `nudge`
    learnt = "You can step now."              # said at its end
    rules = ["step"]                          # rules of the game that it teaches
    seat = 0                                  # the learner's seat; default 0
    options = { goals = 1 }                   # house rules; default: the standard rules
    picture = ["d4", "d5"]                    # places in its picture; default: those that its steps point at

    [[lesson.step]]
    position = "{line} turn=0"                # left out: continues from the step before
    say = "Your sock stands beside the ball."
    act = "Step."
    press = "confirm"                         # the act whose key or button is shown; "" for none
    point = ["d5"]                            # pointed places
    solution = ["move d4 d5"]                 # moves; "= 4F 4B 4L | ..." for a draft
    only = ["move d4 *"]                      # patterns of accepted moves; default: the solution only
    done = { move = "move * d5" }             # or event, making, whole, undone; default: the solution
    nudge = "One space to the ball."
    reply = ["end", "lay a1 b2 or lay b2 c3"] # moves of the other seats afterwards
    phone = { nudge = "Tap the puppet." }     # replacements of say, act and nudge on a phone

A lesson with a fault is left out. One sentence says which step of which file it is and what is wrong.

Flow (a lesson): `lessons.toml` in a game's folder > `match/lesson.py`, which checks each lesson by its own
solution > `LessonScene` (`ui/match/lesson_scene.py`), a `MatchScene` that saves nothing > `LessonDirector`
(`match/lesson.py`), a listener, decides through `GuidedMatch` which moves are accepted; `ScriptedReplies`
answers for the others; `LessonOverlay` draws the teacher, and asks `MatchView.locate` for pointed places and
`MatchDraft.text` for the draft.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from itertools import permutations
from re import sub
from typing import Annotated, Any, TypeAlias

from game.core.discovery import find_game, game_file
from game.core.game import Event, IllegalMove, Refusal
from game.core.schema import Bad, dataclass_reader, ignore_errors, long_text, strict_list
from game.core.session import Session
from game.i18n import _
from game.match.bot_turns import AutomatedSeats
from game.match.match import Match, MatchListener
from game.match.seats import Seat
from game.match.versioned import Tracked, Versioned

DRAFT_PREFIX = "="  # prefix of a solution line that is a draft, as in `MatchDraft.text`, and no move


ALTERNATIVE_SEPARATOR = " or "
"""Separator of alternatives in a reply. The first one that is still legal is played."""


def _line(raw: object, where: str, bad: Bad) -> str:
    """Return a text as it is. Raises `ValueError` if it is blank."""
    line = long_text(raw, where, bad)
    if not line.strip():
        raise ValueError(f"{where} is missing.")
    return line


Line = Annotated[str, _line]
Lines = Annotated[tuple[str, ...], strict_list(_line)]
SomeLines = Annotated[tuple[str, ...], strict_list(_line, min_count=1)]


@dataclass(frozen=True, slots=True)
class StepGoal:
    """Condition that ends a step. If no field is set, all moves of the solution must be made.

    Attributes:
        move: pattern of a move, as in ``kick * e6``.
        event: kind of an event.
        making: groups that the draft must contain, as in ``4F 4B 4L | 9P 9B 9L``. After `DRAFT_PREFIX` it
            must contain nothing else; after `ALTERNATIVE_SEPARATOR` come alternatives.
        whole: True if any draft that may end the turn does as well.
        undone: True if a move of the step before must be undone.
    """

    move: str = ""
    event: str = ""
    making: str = ""
    whole: bool = False
    undone: bool = False

    @property
    def is_plain(self) -> bool:
        """True if no field is set, so that all moves of the solution must be made."""
        return self == StepGoal()

    @property
    def is_built(self) -> bool:
        """True if the step ends by a draft, not by a move."""
        return bool(self.making or self.whole)


@dataclass(frozen=True, slots=True)
class StepText:
    """Texts of a step; the attributes are those of `LessonStep`."""

    say: Line = ""
    act: Line = ""
    nudge: Line = ""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One sentence of the teacher, and the task that follows.

    Attributes:
        say: the sentence.
        act: line under it that says what to do.
        nudge: text after a wrong action.
        position: position at its beginning, in the game's text form; empty to continue.
        press: act of the device whose picture is drawn before `act`; empty for none.
        point: pointed places, the first one by the pointer; names that the view of the game knows.
        solution: moves, or drafts, that do the task.
        only: patterns of accepted moves; empty for those of the solution in their order.
        goal: condition that ends the step.
        reply: moves of the other seats afterwards; after `ALTERNATIVE_SEPARATOR` comes an alternative if a
            move is illegal.
        phone: replacement texts on a phone; empty where they are the same.
    """

    say: Line
    act: Line
    nudge: Line
    point: SomeLines
    solution: Lines = ()
    position: Annotated[str, long_text] = ""
    press: str = "confirm"
    only: Lines = ()
    goal: Annotated[StepGoal, dataclass_reader(StepGoal, exact=True), "done"] = StepGoal()
    reply: Lines = ()
    phone: Annotated[StepText, dataclass_reader(StepText, exact=True)] = StepText()

    @property
    def moves(self) -> tuple[str, ...]:
        """Lines of the solution that are moves."""
        return tuple(line for line in self.solution if not line.startswith(DRAFT_PREFIX))

    @property
    def turns(self) -> tuple[str, ...]:
        """Lines of the solution that are drafts, without their prefix."""
        return tuple(
            line.strip(f"{DRAFT_PREFIX} ") for line in self.solution if line.startswith(DRAFT_PREFIX)
        )

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts of the step, with those for phones."""
        return self.say, self.act, self.nudge, *filter(None, astuple(self.phone))

    def spoken(self, *, on_phone: bool) -> StepText:
        """Texts for a learner at the screen, or on a phone."""
        variant = self.phone if on_phone else StepText()
        return StepText(variant.say or self.say, variant.act or self.act, variant.nudge or self.nudge)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps that teach one thing.

    Attributes:
        game: the slug.
        key: identifier, unique in the file.
        title: title for players.
        learnt: sentence about what the learner can do afterwards.
        rules: rules of the game that it teaches, as identifiers.
        steps: the steps in order.
        options: house rules of its match.
        picture: places shown in its picture, named like pointed places; empty for those of its steps.
        seat: the learner's seat.
    """

    game: str
    key: Line
    title: Line
    learnt: Line
    rules: SomeLines
    steps: Annotated[
        tuple[LessonStep, ...], strict_list(dataclass_reader(LessonStep, exact=True), min_count=1), "step"
    ]
    options: Mapping[str, object] = field(default_factory=dict)
    picture: Lines = ()
    seat: int = 0

    def table_of(self, step: int) -> int:
        """Return the index of the last step up to ``step`` that has a position.

        A lesson can begin or be resumed only there, because later steps refer to what was done since.
        """
        return max(number for number, each in enumerate(self.steps[: step + 1]) if each.position)


def fill_names(text: str, names: Sequence[str]) -> str:
    """Return a lesson text in the current language, with ``{seat0}`` and so on replaced by names."""
    return _(text).format(**{f"seat{number}": name for number, name in enumerate(names)})


def fits(move: str, patterns: tuple[str, ...]) -> bool:
    """True if a move matches one of the glob patterns; False if there is none."""
    return any(fnmatchcase(move, pattern) for pattern in patterns)


def has_groups(making: str, pattern: str) -> bool:
    """True if the draft ``making`` contains all groups of an alternative of ``pattern``, in any order.

    After `ALTERNATIVE_SEPARATOR` come alternatives. If no wanted joker has a face, the faces of jokers are
    ignored. After `DRAFT_PREFIX` the draft may contain nothing else.
    """
    return any(_has_pattern(making, each) for each in pattern.split(ALTERNATIVE_SEPARATOR))


def _has_pattern(making: str, pattern: str) -> bool:
    """True if the draft has the groups of ``pattern``, and nothing else if it begins with `DRAFT_PREFIX`."""
    if "=" not in pattern.removeprefix(DRAFT_PREFIX):
        making = without_faces(making)
    lacking = _groups(pattern)
    lacking.subtract(_groups(making))
    if pattern.startswith(DRAFT_PREFIX) and min(lacking.values(), default=0) < 0:
        return False
    return max(lacking.values(), default=0) <= 0


def _groups(text: str) -> Counter[tuple[str, ...]]:
    """Number of each group in a draft; a group is its words in sorted order."""
    return Counter(tuple(sorted(group.split())) for group in text.strip(f"{DRAFT_PREFIX} ").split("|"))


def is_alike(move: str, expected_move: str) -> bool:
    """True if the moves are equal; if the expected one has jokers' faces, faces and order are ignored."""
    if "=" not in expected_move:
        return move == expected_move
    (verb, _space, groups), (word, _space, expected) = move.partition(" "), expected_move.partition(" ")
    return verb == word and _groups(without_faces(groups)) == _groups(without_faces(expected))


def without_faces(text: str) -> str:
    """Return the text without the faces of jokers."""
    return sub(r"\b=\w+", "", text)


def has_grown(making: str, reference: str) -> bool:
    """True if the draft still contains every card of ``reference``, which must not be empty.

    Replacing one card by another, as by stepping through cards with keys, does not count as an action yet.
    """
    first = _cards(reference)
    return bool(first) and first <= _cards(making)


def _cards(making: str) -> Counter[str]:
    """Number of each card in a draft, without the faces of jokers."""
    return Counter(word.partition("=")[0] for word in making.split() if word != "|")


class LessonRefusal(StrEnum):
    """Reason to refuse a move that the rules allow."""

    NOT_IN_THIS_STEP = "not_in_this_step"


class OffLessonMove(IllegalMove):
    """A move that the rules allow but the step of a lesson does not."""

    def __init__(self, move: str) -> None:
        """Create the error for ``move``, with the refusal ``NOT_IN_THIS_STEP``."""
        super().__init__(move, Refusal(LessonRefusal.NOT_IN_THIS_STEP))


class GuidedMatch(Match):
    """Match that accepts, for the learner, only the moves that its director waits for."""

    tutor: LessonDirector | None = None  # asked before a move is made

    def play(self, move: str) -> None:
        """Make a move that the rules and the lesson accept; otherwise record a mistake and raise.

        Raises:
            ValueError: the text is off the grammar.
            IllegalMove: the rules refuse it, or it is an `OffLessonMove`. Nothing has changed.
        """
        if self.tutor is None:
            super().play(move)
            return
        # A refusal by the rules goes first, because it teaches more than a nudge.
        refusal = self.session.refusal(move)
        if refusal is not None or not self.tutor.accepts(canonical_move(self.session.game, move)):
            self.tutor.note_mistake()
            raise IllegalMove(move, refusal) if refusal is not None else OffLessonMove(move)
        super().play(move)


def canonical_move(game: str, move: str) -> str:
    """Return a move in the form that records use. Raises ValueError if it is off the grammar."""
    rules = find_game(game).rules
    return rules.format_move(rules.parse_move(move))


class LessonDirector(MatchListener, Versioned):
    """Runs a lesson, starting at one of its steps.

    Attributes:
        lesson: the lesson.
        number: index of the current step; the number of steps once the lesson is over.
        needs_nudge: True if the learner did something else than the step asks for.
        astray: True if the draft is broken by something that this step is not about.
        answers: scripted moves of other seats still to be made before the next step.
        is_done: True if the learner has done the task of this step.
    """

    number, needs_nudge, is_done = Tracked[int](), Tracked[bool](), Tracked[bool]()
    _step_moves = Tracked[list[str]]()

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        """Begin at the last step with a position up to ``number``.

        ``number`` may be past the end of the lesson.
        """
        self.lesson = lesson
        self.number = lesson.table_of(number)
        self._begin()

    def _begin(self) -> None:
        """Reset what belongs to one step: nothing is done, and no reply or nudge is due."""
        self.needs_nudge = self.astray = False
        self._lost = False  # the draft lacks something that it had at the beginning of the step
        self._start_draft = ""  # draft at the beginning of the step
        self.is_done = False
        self.answers: list[str] = []
        self._step_moves = []

    @property
    def is_over(self) -> bool:
        """True if no step is left."""
        return self.number >= len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        """Current step; the last one after the end."""
        return self.lesson.steps[min(self.number, len(self.lesson.steps) - 1)]

    def session(self, names: Sequence[str] | None = None) -> Session:
        """Session at the current step: the last position, and all done since; ValueError if invalid."""
        lesson, number = self.lesson, min(self.number, len(self.lesson.steps) - 1)
        first = lesson.table_of(number)
        session = Session.from_position(
            lesson.game,
            lesson.steps[first].position,
            options=lesson.options,
            names=list(names) if names else None,
        )
        for step in lesson.steps[first:number]:
            if step.goal.undone:
                # Undo the learner's last move and the replies to it.
                seat = None
                while seat != lesson.seat:
                    seat = session.log[-1][0]
                    session.undo()
            for move in step.moves:
                session.play(move)
            for reply in step.reply:
                session.play(reply_in(session, reply))
        return session

    def attach(self, match: GuidedMatch) -> None:
        """Listen to a match at the position of this step, and decide on its moves as ``tutor``."""
        match.tutor = self
        match.add_listener(self)
        self._match = match

    # Actions of the learner.

    @property
    def expected_move(self) -> str:
        """Next move of the step's solution, in the form of records; empty if none is left."""
        rest = self.step.moves[len(self._step_moves) :]
        return canonical_move(self.lesson.game, rest[0]) if rest else ""

    @property
    def answer(self) -> str:
        """Next scripted move of the other seats, of which one must be due; proved to be legal."""
        return reply_in(self._match.session, self.answers[0])

    def accepts(self, move: str) -> bool:
        """True if this legal move is accepted: by the step, or as the scripted reply that is due."""
        if self.is_over:
            return False
        if self.is_done:
            return bool(self.answers) and move == canonical_move(self.lesson.game, self.answer)
        return self._accepting_step(move) is not None

    def _reachable_steps(self) -> Iterator[int]:
        """Yield the indices of the current step and of later ones that one draft may complete."""
        steps, number = self.lesson.steps, self.number
        yield number
        while steps[number].goal.is_built and not steps[number].reply:
            number += 1
            if number == len(steps) or steps[number].position:
                return
            yield number

    def _accepting_step(self, move: str) -> int | None:
        """Return the index of the step that accepts a move; None if none does.

        It is the current step, or a later one that the draft has reached.
        """
        if self._accepts_move(self.step, self.expected_move, move):
            return self.number
        for number in self._reachable_steps():
            step = self.lesson.steps[number]
            first = canonical_move(self.lesson.game, step.moves[0]) if step.moves else ""
            if (
                number > self.number
                and has_grown(move, self._start_draft)
                and self._accepts_move(step, first, move)
            ):
                return number
        return None

    @staticmethod
    def _accepts_move(step: LessonStep, awaited: str, move: str) -> bool:
        """True if a move fits the step's patterns or, if it has none, is like ``awaited``."""
        return fits(move, step.only) if step.only else bool(awaited) and is_alike(move, awaited)

    def note_mistake(self) -> None:
        """Nudge the learner, unless the task is done."""
        if not self.is_done:
            self.needs_nudge = True

    def say_again(self) -> None:
        """End the nudge, so that the teacher's sentence is shown again."""
        self.needs_nudge = False

    @property
    def may_take_back(self) -> bool:
        """True if the task is not done, and a move was made in this step or it asks for an undo."""
        return not self.is_done and (bool(self._step_moves) or self.step.goal.undone)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Record the learner's move, and finish its step, maybe a later one, if done; or count a reply."""
        if self.is_done:
            self.answers = self.answers[1:]
            return
        log_move = self._match.session.log[-1][1]
        self.number = self._accepting_step(log_move) or self.number
        self._step_moves = [*self._step_moves, log_move]
        self.needs_nudge = False
        goal = self.step.goal
        if goal.is_plain:
            is_finished = not self.expected_move
        else:
            is_finished = bool(
                (goal.move and fits(self._step_moves[-1], (goal.move,)))
                or (goal.event and any(event.kind == goal.event for event in events))
            )
        if is_finished:
            self._finish()

    def on_undo(self, count: int) -> None:
        """Finish the step if it asks for an undo; else forget the last ``count`` moves of the step."""
        if self.step.goal.undone:
            self._finish()
            return
        self._step_moves = self._step_moves[: max(0, len(self._step_moves) - count)]

    def update_draft(self, making: str, *, whole: bool = False) -> None:
        """Finish the step or nudge, by the draft ``making``; ``whole`` is True if its turn may end.

        The draft is as in `MatchDraft.text`.
        """
        if self.is_done or self.is_over:
            return
        goal = self.step.goal
        self._start_draft = self._start_draft or making
        if not goal.is_built:
            # Nudge while something that only had to be played is missing from the draft.
            expected = without_faces(self.expected_move.partition(" ")[2])
            is_lost = (
                bool(expected)
                and has_groups(self._start_draft, expected)
                and not has_groups(making, expected)
            )
            if is_lost != self._lost:
                self.needs_nudge = self._lost = is_lost
            return
        if (goal.making and has_groups(making, goal.making)) or (goal.whole and whole):
            self._finish()
            return
        if has_grown(making, self._start_draft):
            # The learner may do the work of several steps at once.
            for number in self._reachable_steps():
                expected = self.lesson.steps[number].goal.making
                if expected and has_groups(making, expected) and not has_groups(self._start_draft, expected):
                    self.number = number
                    self._finish()
                    return
        turns = [turn for number in self._reachable_steps() for turn in self.lesson.steps[number].turns]
        # A draft that may end the turn is fine with any content.
        first = _cards(self._start_draft)
        new_cards = _cards(making) - first
        is_expected = any(new_cards <= _cards(turn) - first for turn in turns)
        astray = not whole and has_grown(making, self._start_draft) and not is_expected
        if astray != self.astray:
            self.needs_nudge = self.astray = astray

    def _finish(self) -> None:
        """Mark the task as done, and queue the step's replies."""
        self.is_done, self.needs_nudge, self.astray = True, False, False
        self.answers = list(self.step.reply)

    # Continuing.

    @property
    def can_continue(self) -> bool:
        """True if the task is done, all replies are made, and the lesson is not over."""
        return self.is_done and not self.answers and not self.is_over

    def skip(self) -> None:
        """Go to the next step although this one is not done; its state is that of `session`."""
        self.number += 1
        self._begin()

    def next_step(self) -> bool:
        """Begin the next step. True if it has a position, which must be set up; False also at the end."""
        self.number += 1
        self._begin()
        return not self.is_over and bool(self.step.position)


def reply_in(session: Session, reply: str) -> str:
    """Return the first legal alternative of a reply. If none is legal, return the last, for its refusal."""
    moves = reply.split(ALTERNATIVE_SEPARATOR)
    return next((move for move in moves if session.refusal(move) is None), moves[-1])


LESSON_FILE = "lessons.toml"


class LessonError(ValueError):
    """Fault in a lesson; the message names file and step."""


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """A game in three sentences."""

    win: Line
    turn: Line
    beware: Line


@dataclass(frozen=True, slots=True)
class LessonCatalogue:
    """Lessons of a game, and one sentence for each lesson that is left out."""

    lessons: tuple[Lesson, ...] = ()
    faults: tuple[str, ...] = ()
    # how to win, what a turn is, what to beware of; empty if the file has no summary
    short: tuple[str, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """All texts that players read."""
        steps = (text for lesson in self.lessons for step in lesson.steps for text in step.texts)
        lesson_texts = (text for lesson in self.lessons for text in (lesson.title, lesson.learnt))
        return *self.short, *lesson_texts, *steps

    def find(self, key: str) -> Lesson | None:
        """Lesson with this key; None if there is none."""
        return next((lesson for lesson in self.lessons if lesson.key == key), None)

    def after(self, key: str) -> Lesson | None:
        """Lesson after the one with this key; None after the last, and for an unknown key."""
        keys = [lesson.key for lesson in self.lessons]
        number = keys.index(key) + 1 if key in keys else len(keys)
        return self.lessons[number] if number < len(keys) else None


@cache
def has_lessons(slug: str) -> bool:
    """True if a game has a file of lessons, valid or not."""
    return game_file(slug, LESSON_FILE) is not None


@cache
def read_lessons(slug: str) -> LessonCatalogue:
    """Lessons of a game, cached; an empty catalogue if it has none. `ValueError` for an unknown game."""
    path = game_file(slug, LESSON_FILE)
    return LessonCatalogue() if path is None else lessons_of(slug, path.read_text(encoding="utf-8"))


def lessons_of(slug: str, text: str) -> LessonCatalogue:
    """Parse the text of a lessons file. Faulty lessons are reported in ``faults``."""
    where = f"{slug}/{LESSON_FILE}"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return LessonCatalogue(faults=(f"{where} is no TOML: {error}.",))
    tables = data.get("tables", {})
    lessons: list[Lesson] = []
    faults: list[str] = []
    short: tuple[str, ...] = ()
    try:
        if "short" in data:
            short = astuple(dataclass_reader(RulesSummary, exact=True)(data["short"], "", ignore_errors))
    except ValueError as fault:
        faults.append(f"{where}, short: {fault}")
    for number, entry in enumerate(data.get("lesson", []), start=1):
        try:
            lesson = _lesson(slug, entry, tables, f"{where}, lesson {entry.get('key', number)}")
            if any(lesson.key == earlier.key for earlier in lessons):
                raise LessonError(f"{where}, lesson {lesson.key}: there are two of this key.")
            prove(lesson)
        except LessonError as fault:
            faults.append(str(fault))
        else:
            lessons.append(lesson)
    return LessonCatalogue(tuple(lessons), tuple(faults), short)


def _lesson(slug: str, raw: Mapping[str, Any], tables: Mapping[str, str], where: str) -> Lesson:
    """Read a lesson, and fill the tables into its positions. Raises `LessonError` if it has a fault."""
    try:
        lesson: Lesson = dataclass_reader(Lesson, exact=True)({**raw, "game": slug}, "", ignore_errors)
    except ValueError as error:
        raise LessonError(f"{where}: {error}") from None
    steps = []
    for number, step in enumerate(lesson.steps, start=1):
        if not step.solution and not step.goal.undone:
            raise LessonError(f"{where}, step {number}: solution is missing.")
        try:
            steps.append(replace(step, position=step.position.format(**tables)))
        except (KeyError, ValueError) as error:
            raise LessonError(
                f"{where}, step {number}: position names {error}, which is not among the tables."
            ) from None
    if not steps[0].position:
        raise LessonError(f"{where}, step 1: the first step needs a position.")
    return replace(lesson, steps=tuple(steps))


# Checking.


def prove(lesson: Lesson) -> None:
    """Play a lesson to its end by its own solution. Raises `LessonError` if that fails."""
    tutor = LessonDirector(lesson)
    match = _guided_match(tutor)
    while True:
        where = f"{lesson.game}/{LESSON_FILE}, lesson {lesson.key}, step {tutor.number + 1}"
        if match.to_move != lesson.seat and not tutor.step.goal.undone:
            raise LessonError(f"{where}: it is not the turn of seat {lesson.seat}, who learns.")
        _play_step(tutor, match, where)
        if not tutor.can_continue:
            raise LessonError(f"{where}: its solution does not end it.")
        _prove_replies(lesson, tutor.number)
        if tutor.next_step():
            match = _guided_match(tutor)
        if tutor.is_over:
            return


def _guided_match(tutor: LessonDirector) -> GuidedMatch:
    """Match at the current step, attached to the director. `LessonError` if position or seat cannot be."""
    where = f"{tutor.lesson.game}/{LESSON_FILE}, lesson {tutor.lesson.key}, step {tutor.number + 1}"
    try:
        session = tutor.session()
    except ValueError as error:
        raise LessonError(f"{where}: the position cannot be: {error}") from None
    if not 0 <= tutor.lesson.seat < session.players:
        raise LessonError(f"{where}: there is no seat {tutor.lesson.seat}.")
    learner = tutor.lesson.seat
    seats = [Seat(name, n, "" if n == learner else "easy") for n, name in enumerate(session.names)]
    match = GuidedMatch(session, seats)
    tutor.attach(match)
    return match


def _play_step(tutor: LessonDirector, match: GuidedMatch, where: str) -> None:
    """Do the current step by its solution, and play its replies. Raises `LessonError`."""
    step = tutor.step
    if step.goal.undone:
        try:
            match.undo()
        except IllegalMove as error:
            raise LessonError(f"{where}: nothing can be taken back: {error}") from None
    for line in step.solution:
        if line.startswith(DRAFT_PREFIX):
            tutor.update_draft(line)
        else:
            _play(match, line, where)
    _play_replies(tutor, match, where)


def _play_replies(tutor: LessonDirector, match: GuidedMatch, where: str) -> None:
    """Play the scripted replies that are due. Raises `LessonError` if one is illegal."""
    while tutor.answers:
        _play(match, tutor.answer, f"{where}, reply")


def _prove_replies(lesson: Lesson, number: int) -> None:
    """Check that others can reply even if the learner takes their moves. Raises `LessonError` if not."""
    step = lesson.steps[number]
    rivals = [
        move for reply in step.reply for move in reply.split(ALTERNATIVE_SEPARATOR) if fits(move, step.only)
    ]
    if not rivals:
        return
    where = f"{lesson.game}/{LESSON_FILE}, lesson {lesson.key}, step {number + 1}"
    for moves in permutations(dict.fromkeys((*rivals, *step.moves)), len(step.moves)):
        tutor = LessonDirector(lesson, number)
        while tutor.number < number:
            tutor.skip()
        match = _guided_match(tutor)
        try:
            for move in moves:
                match.play(move)
        except ValueError:
            continue  # illegal here
        _play_replies(tutor, match, f"{where}, after {', '.join(moves)}")


def _play(match: GuidedMatch, move: str, where: str) -> None:
    """Make a move. Raises `LessonError` if it is refused."""
    try:
        match.play(move)
    except ValueError as error:
        raise LessonError(f"{where}: {move!r} cannot be played: {error}") from None


DONE_STEP = "done"

# by lesson key: `DONE_STEP`, or the step at which the lesson was left
Kept: TypeAlias = Mapping[str, int | str | bool]


def is_done(progress: Kept, lesson: Lesson) -> bool:
    """True if the lesson was completed."""
    return progress.get(lesson.key) == DONE_STEP


def left_at(progress: Kept, lesson: Lesson) -> int:
    """Index of the step at which the lesson resumes, 0 for its beginning."""
    return lesson.table_of(_saved_step(progress, lesson))


def _saved_step(progress: Kept, lesson: Lesson) -> int:
    """Index of the step at which the lesson was left; 0 if it was not, or the entry is invalid."""
    step = progress.get(lesson.key, 0)
    return step if type(step) is int and 0 < step < len(lesson.steps) else 0


def next_lesson(lessons: LessonCatalogue, progress: Kept) -> Lesson | None:
    """Return the first open lesson left in the middle, else the first open one; None if all are done."""
    open_ones = [lesson for lesson in lessons.lessons if not is_done(progress, lesson)]
    return next(
        (lesson for lesson in open_ones if _saved_step(progress, lesson)), next(iter(open_ones), None)
    )


def progress_entry(progress: Kept, lesson: Lesson, step: int) -> dict[str, int | str | bool]:
    """Copy of the game's progress, with the lesson at ``step``. Past its last step it is done for good."""
    if is_done(progress, lesson):
        return dict(progress)
    return {**progress, lesson.key: DONE_STEP if step >= len(lesson.steps) else step}


class ScriptedReplies(AutomatedSeats):
    """Scripted moves at the pace of bots, without any thinking."""

    def __init__(self, match: Match, tutor: LessonDirector) -> None:
        self._match = match
        self._tutor = tutor
        self._waited_ms = 0.0

    def tick(self, ms: float, pace: float) -> bool:
        """Advance time by ``ms``, and play the next reply when due. False only if none was left to play."""
        if not self._tutor.answers:
            return False
        self._waited_ms += ms
        if self._waited_ms >= self.pause * pace:
            self._match.play(self._tutor.answer)
        return True

    def start_pause(self) -> None:
        """Set the waiting time of the pause to 0."""
        self._waited_ms = 0.0
