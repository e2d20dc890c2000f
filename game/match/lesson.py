"""Lessons: what a teacher says, waits for and answers, step by step, as frozen data.

A lesson is read from ``lessons.toml`` in the folder of its game, proved by its own solution, and given by a
`LessonDirector`, who waits for what has to be done and goes on; `ScriptedReplies` makes the moves of the
other seats by the script, at the pace of computer players. None of them knows any game: positions, moves and
what is pointed at are texts. The file::

    [tables]                                  # texts for positions, by name
    line = "field=... score=0/0"

    [short]                                   # the game in three sentences, one after each lesson in turn
    win = "The ball in the end row is a goal."
    turn = "Up to three actions."
    beware = "Whoever is behind the ball."

    [[lesson]]
    key = "step"                              # for the program; unique in the file
    title = "Step to the ball"                # for people, as `say`, `act` and `nudge`
    learnt = "You can step now."              # what is said at its end
    rules = ["step"]                          # what of the game it teaches
    seat = 0                                  # whose place the learner has; 0 unless given
    options = { goals = 1 }                   # house rules; the usual ones unless given
    picture = ["d4", "d5"]                    # what its picture shows; what its steps point at unless given

    [[lesson.step]]
    position = "{line} turn=0"                # left out: goes on from the step before
    say = "Your sock stands beside the ball."
    act = "Step."
    press = "confirm"                         # the act whose key or button is shown; "" for none
    point = ["d5"]                            # what is pointed at
    solution = ["move d4 d5"]                 # moves; "= 4F 4B 4L | ..." for a turn in the making
    only = ["move d4 *"]                      # what else is taken; just the solution unless given
    done = { move = "move * d5" }             # or event, making, whole, undone; the solution unless given
    nudge = "One space to the ball."
    reply = ["end", "lay a1 b2 or lay b2 c3"] # what the others do then
    phone = { nudge = "Tap the puppet." }     # words, of say, act and nudge, that are others on a phone

A lesson with a fault is left out, and one sentence says which step of which file it is and what is wrong.

How it goes through the house (a lesson): `lessons.toml` in a game's folder > `match/lesson.py`, which
proves each by its own solution > `LessonScene` (`ui/match/lesson_scene.py`), a `MatchScene` nothing of which
is kept > `LessonDirector` (`match/lesson.py`), a listener, says through `GuidedMatch` which moves lead on;
`ScriptedReplies` answers for the others; `LessonOverlay` draws the teacher, and asks `MatchView.where` what
is pointed at and `MatchView.making` how a turn in the making stands.
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
from game.match.bot_turns import PAUSE, AutomatedSeats
from game.match.match import Match, MatchListener
from game.match.seats import Seat
from game.match.versioned import Tracked, Versioned

MAKING = "="
"""Prefix of a solution line that is a draft, in the words of `MatchView.making`, and no move."""


OR = " or "
"""Between the moves of a reply, of which the first is made that the learner has not taken away."""


def _line(given: object, where: str, bad: Bad) -> str:
    said = long_text(given, where, bad)
    if not said.strip():
        raise ValueError(f"{where} is missing.")
    return said


Line = Annotated[str, _line]
Lines = Annotated[tuple[str, ...], strict_list(_line)]
SomeLines = Annotated[tuple[str, ...], strict_list(_line, least=1)]


@dataclass(frozen=True, slots=True)
class StepGoal:
    """When a step is done; where nothing is set, when all moves of its solution were made.

    Attributes:
        move: the pattern of a move, as in ``kick * e6``.
        event: the kind of an event.
        making: groups that the turn in the making has to hold, as in ``4F 4B 4L | 9P 9B 9L``; behind `MAKING`
            all of them, and behind `OR` others that do as well.
        whole: whether a turn in the making that may be ended as it lies does as well, however it came so.
        undone: whether a move of the step before has to be taken back.
    """

    move: str = ""
    event: str = ""
    making: str = ""
    whole: bool = False
    undone: bool = False

    @property
    def is_plain(self) -> bool:
        return self == StepGoal()

    @property
    def is_built(self) -> bool:
        """Whether it is the turn in the making that does it, and no move."""
        return bool(self.making or self.whole)


@dataclass(frozen=True, slots=True)
class StepText:
    """What is said of a step; the attributes are those of the `LessonStep`."""

    say: Line = ""
    act: Line = ""
    nudge: Line = ""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One sentence of the teacher, and what has to be done then.

    Attributes:
        say: the sentence.
        act: the line under it that says what to do.
        nudge: what is said after something else was done.
        position: what lies on the table when it begins, in the game's text form; empty to go on.
        press: the act of the device whose picture stands before `act`; empty for none.
        point: what is pointed at, the first of it by the pointer; names that the view of the game knows.
        solution: moves, or turns in the making, that do it.
        only: patterns of the moves that are taken; none for just those of the solution, in their order.
        goal: when it is done.
        reply: the moves of the other seats afterwards; behind `OR` what is done where one cannot be made.
        phone: what is said otherwise on a phone; what is not has no words here.
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
        return tuple(line for line in self.solution if not line.startswith(MAKING))

    @property
    def turns(self) -> tuple[str, ...]:
        return tuple(line.strip(f"{MAKING} ") for line in self.solution if line.startswith(MAKING))

    @property
    def texts(self) -> tuple[str, ...]:
        return self.say, self.act, self.nudge, *filter(None, astuple(self.phone))

    def spoken(self, *, on_phone: bool) -> StepText:
        """The words for whoever learns at the screen, or on a phone."""
        other = self.phone if on_phone else StepText()
        return StepText(other.say or self.say, other.act or self.act, other.nudge or self.nudge)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps that teach one thing.

    Attributes:
        game: the slug.
        key: its name for the program.
        title: its name for people.
        learnt: what somebody can who has taken it, in a sentence.
        rules: what of the game it teaches, each a word of the file.
        steps: what happens in it.
        options: the house rules that it is played by.
        picture: what its picture shows, named as what is pointed at; what its steps point at if empty.
        seat: whose place the learner has.
    """

    game: str
    key: Line
    title: Line
    learnt: Line
    rules: SomeLines
    steps: Annotated[
        tuple[LessonStep, ...], strict_list(dataclass_reader(LessonStep, exact=True), least=1), "step"
    ]
    options: Mapping[str, object] = field(default_factory=dict)
    picture: Lines = ()
    seat: int = 0

    def table_of(self, step: int) -> int:
        """The last step up to this one that begins with a table of its own.

        A lesson begins or goes on only there: what later steps say refers to what was done since.
        """
        return max(number for number, each in enumerate(self.steps[: step + 1]) if each.position)


def fill_names(text: str, names: Sequence[str]) -> str:
    """A text of a lesson as it is read, with the names of the seats."""
    return _(text).format(**{f"seat{number}": name for number, name in enumerate(names)})


def fits(move: str, patterns: tuple[str, ...]) -> bool:
    """Whether a move is like one of these patterns."""
    return any(fnmatchcase(move, pattern) for pattern in patterns)


def has_groups(making: str, wanted: str) -> bool:
    """Whether a turn in the making holds these groups of words, or others behind `OR`, in whatever order.

    Where no joker that is wanted says what it stands for, all may stand for anything. Behind `MAKING` stands
    all that may lie there.
    """
    return any(_holds(making, each) for each in wanted.split(OR))


def _holds(making: str, wanted: str) -> bool:
    if "=" not in wanted.removeprefix(MAKING):
        making = without_faces(making)
    lacking = _groups(wanted)
    lacking.subtract(_groups(making))
    if wanted.startswith(MAKING) and min(lacking.values(), default=0) < 0:
        return False
    return max(lacking.values(), default=0) <= 0


def _groups(text: str) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(group.split())) for group in text.strip(f"{MAKING} ").split("|"))


def is_alike(move: str, other: str) -> bool:
    """Whether two moves are the same but for what their jokers stand for."""
    if "=" not in other:
        return move == other
    (verb, _space, groups), (word, _space, wanted) = move.partition(" "), other.partition(" ")
    return verb == word and _groups(without_faces(groups)) == _groups(without_faces(wanted))


def without_faces(text: str) -> str:
    """A text whose jokers may stand for anything."""
    return sub(r"\b=\w+", "", text)


def has_grown(making: str, found: str) -> bool:
    """Whether a turn in the making still has all that was found there, and nothing was chosen instead of it.

    Where one thing is chosen instead of another, as by stepping through them with keys, nobody has done
    anything yet.
    """
    first = _cards(found)
    return bool(first) and first <= _cards(making)


def _cards(making: str) -> Counter[str]:
    return Counter(word.partition("=")[0] for word in making.split() if word != "|")


class LessonRefusal(StrEnum):
    """Why a move that the rules allow is not made."""

    NOT_IN_THIS_STEP = "not_in_this_step"


class OffLessonMove(IllegalMove):
    """A move that the rules allow, but that the step of a lesson is not about."""

    def __init__(self, move: str) -> None:
        super().__init__(move, Refusal(LessonRefusal.NOT_IN_THIS_STEP))


class GuidedMatch(Match):
    """A match of which only the moves are made that its tutor waits for, beside those of the others."""

    tutor: LessonDirector | None = None
    """Asked before a move is made."""

    def play(self, move: str) -> None:
        """Make a move for the seat to move.

        Raises:
            ValueError: the text is off the grammar.
            IllegalMove: the rules refuse it, or it is a `OffLessonMove`; nothing has changed.
        """
        if self.tutor is None:
            super().play(move)
            return
        # The game's own refusal goes first: it teaches more than any nudge.
        refused = self.session.refusal(move)
        if refused is not None or not self.tutor.accepts(canonical_move(self.session.game, move)):
            self.tutor.stumbled()
            raise IllegalMove(move, refused) if refused is not None else OffLessonMove(move)
        super().play(move)


def canonical_move(game: str, move: str) -> str:
    """A move in the one form that records have."""
    rules = find_game(game).rules
    return rules.format_move(rules.parse_move(move))


class LessonDirector(MatchListener, Versioned):
    """Gives a lesson from one of its steps on.

    Attributes:
        lesson: what is taught.
        number: the step that it is at; as many as there are steps once it is over.
        nudged: whether something else was done than what this step waits for.
        astray: whether the turn in the making is out of order by something that this step is not about.
        answers: the moves of other seats that are still to be made before the next step.
        is_done: whether the learner has done what this step is about.
    """

    number, nudged, is_done = Tracked[int](), Tracked[bool](), Tracked[bool]()
    _made = Tracked[list[str]]()

    def __init__(self, lesson: Lesson, number: int = 0) -> None:
        """Begin with the table of a step, which may be past the end of the lesson."""
        self.lesson = lesson
        self.number = lesson.table_of(number)
        self._begin()

    def _begin(self) -> None:
        self.nudged = self.astray = False
        self._lost = False
        """Whether what the turn in the making was ready with does not lie there any more."""
        self._found = ""
        """The turn in the making as the learner found it."""
        self.is_done = False
        self.answers: list[str] = []
        self._made = []

    @property
    def is_over(self) -> bool:
        return self.number >= len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        """The step that it is at; after the end the last one."""
        return self.lesson.steps[min(self.number, len(self.lesson.steps) - 1)]

    def session(self, names: Sequence[str] | None = None) -> Session:
        """The table as this step begins: that of the last step which has one, and what was done since."""
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
                # The last move of whoever learns, and what others have answered to it.
                seat = None
                while seat != lesson.seat:
                    seat = session.log[-1][0]
                    session.undo()
            for move in step.moves:
                session.play(move)
            for reply in step.reply:
                session.play(reply_in(session, reply))
        return session

    def attend(self, match: GuidedMatch) -> None:
        """Listen to a match that begins with the table of this step."""
        match.tutor = self
        match.listen(self)
        self._match = match

    # What the learner does.

    @property
    def awaited(self) -> str:
        """The next move of the solution; empty where none is left."""
        rest = self.step.moves[len(self._made) :]
        return canonical_move(self.lesson.game, rest[0]) if rest else ""

    @property
    def answer(self) -> str:
        """What the others do now, by the script; every lesson is proved to have a move for them."""
        return reply_in(self._match.session, self.answers[0])

    def accepts(self, move: str) -> bool:
        """Whether this legal move leads on, or is the one of another seat that comes now."""
        if self.is_over:
            return False
        if self.is_done:
            return bool(self.answers) and move == canonical_move(self.lesson.game, self.answer)
        return self._taken_by(move) is not None

    def _reach(self) -> Iterator[int]:
        """This step, and those after it to which its turn in the making can lead at once."""
        steps, number = self.lesson.steps, self.number
        yield number
        while steps[number].goal.is_built and not steps[number].reply:
            number += 1
            if number == len(steps) or steps[number].position:
                return
            yield number

    def _taken_by(self, move: str) -> int | None:
        """The step that takes a move: this one, or one that its turn in the making has reached besides."""
        if self._takes(self.step, self.awaited, move):
            return self.number
        for number in self._reach():
            step = self.lesson.steps[number]
            first = canonical_move(self.lesson.game, step.moves[0]) if step.moves else ""
            if number > self.number and has_grown(move, self._found) and self._takes(step, first, move):
                return number
        return None

    @staticmethod
    def _takes(step: LessonStep, awaited: str, move: str) -> bool:
        return fits(move, step.only) if step.only else bool(awaited) and is_alike(move, awaited)

    def stumbled(self) -> None:
        if not self.is_done:
            self.nudged = True

    def say_again(self) -> None:
        self.nudged = False

    @property
    def may_take_back(self) -> bool:
        return not self.is_done and (bool(self._made) or self.step.goal.undone)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        if self.is_done:
            self.answers = self.answers[1:]
            return
        made = self._match.session.log[-1][1]
        self.number = self._taken_by(made) or self.number
        self._made = [*self._made, made]
        self.nudged = False
        goal = self.step.goal
        if goal.is_plain:
            done = not self.awaited
        else:
            done = bool(
                (goal.move and fits(self._made[-1], (goal.move,)))
                or (goal.event and any(event.kind == goal.event for event in events))
            )
        if done:
            self._finish()

    def taken_back(self, count: int) -> None:
        """Moves were taken back: that may be what was wanted."""
        if self.step.goal.undone:
            self._finish()
            return
        self._made = self._made[: max(0, len(self._made) - count)]

    def look(self, making: str, *, whole: bool = False) -> None:
        """Check the draft, in the words of `MatchView.making`, and whether its turn may end."""
        if self.is_done or self.is_over:
            return
        goal = self.step.goal
        self._found = self._found or making
        if not goal.is_built:
            # Nudged as long as something was taken away that only had to be played.
            wanted = without_faces(self.awaited.partition(" ")[2])
            lost = bool(wanted) and has_groups(self._found, wanted) and not has_groups(making, wanted)
            if lost != self._lost:
                self.nudged = self._lost = lost
            return
        if (goal.making and has_groups(making, goal.making)) or (goal.whole and whole):
            self._finish()
            return
        if has_grown(making, self._found):
            # Whoever has done all at once what comes step by step has done it too.
            for number in self._reach():
                wanted = self.lesson.steps[number].goal.making
                if wanted and has_groups(making, wanted) and not has_groups(self._found, wanted):
                    self.number = number
                    self._finish()
                    return
        turns = [turn for number in self._reach() for turn in self.lesson.steps[number].turns]
        # What may be ended so lies well, whatever it is.
        first = _cards(self._found)
        came = _cards(making) - first
        known = any(came <= _cards(turn) - first for turn in turns)
        astray = not whole and has_grown(making, self._found) and not known
        if astray != self.astray:
            self.nudged = self.astray = astray

    def _finish(self) -> None:
        self.is_done, self.nudged, self.astray = True, False, False
        self.answers = list(self.step.reply)

    # Going on.

    @property
    def may_go_on(self) -> bool:
        return self.is_done and not self.answers and not self.is_over

    def skip(self) -> None:
        """On to the next step though this one is not done; its table is that of `session`."""
        self.number += 1
        self._begin()

    def go_on(self) -> bool:
        """Begin the next step; whether it has a table of its own, which has to be laid."""
        self.number += 1
        self._begin()
        return not self.is_over and bool(self.step.position)


def reply_in(session: Session, reply: str) -> str:
    """The first move of a reply that can be made; the last where none can, whose refusal says why."""
    moves = reply.split(OR)
    return next((move for move in moves if session.refusal(move) is None), moves[-1])


FILE = "lessons.toml"


class LessonError(ValueError):
    """Something is wrong in a lesson; the sentence names file and step."""


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """A game in three sentences."""

    win: Line
    turn: Line
    beware: Line


@dataclass(frozen=True, slots=True)
class LessonCatalogue:
    """The lessons of a game, and a sentence about each one that is left out."""

    lessons: tuple[Lesson, ...] = ()
    faults: tuple[str, ...] = ()
    short: tuple[str, ...] = ()
    """How one wins, what a turn is, and what to fear; empty where the file does not say so."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What players read of them."""
        steps = (text for lesson in self.lessons for step in lesson.steps for text in step.texts)
        told = (text for lesson in self.lessons for text in (lesson.title, lesson.learnt))
        return *self.short, *told, *steps

    def find(self, key: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.key == key), None)

    def after(self, key: str) -> Lesson | None:
        """The lesson after that of this key, `None` after the last."""
        keys = [lesson.key for lesson in self.lessons]
        number = keys.index(key) + 1 if key in keys else len(keys)
        return self.lessons[number] if number < len(keys) else None


@cache
def has_lessons(slug: str) -> bool:
    """Whether a game has a file of lessons, be they good or not."""
    return game_file(slug, FILE) is not None


@cache
def read_lessons(slug: str) -> LessonCatalogue:
    """The lessons of a game; none for a game without any.

    Raises:
        ValueError: there is no such game.
    """
    found = game_file(slug, FILE)
    return LessonCatalogue() if found is None else lessons_of(slug, found.read_text(encoding="utf-8"))


def lessons_of(slug: str, text: str) -> LessonCatalogue:
    """The lessons that a file of this text holds."""
    where = f"{slug}/{FILE}"
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
    for number, given in enumerate(data.get("lesson", []), start=1):
        try:
            lesson = _lesson(slug, given, tables, f"{where}, lesson {given.get('key', number)}")
            if any(lesson.key == other.key for other in lessons):
                raise LessonError(f"{where}, lesson {lesson.key}: there are two of this key.")
            prove(lesson)
        except LessonError as fault:
            faults.append(str(fault))
        else:
            lessons.append(lesson)
    return LessonCatalogue(tuple(lessons), tuple(faults), short)


def _lesson(slug: str, given: Mapping[str, Any], tables: Mapping[str, str], where: str) -> Lesson:
    try:
        lesson: Lesson = dataclass_reader(Lesson, exact=True)({**given, "game": slug}, "", ignore_errors)
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


# Proving.


def prove(lesson: Lesson) -> None:
    """Play a lesson to its end by its own solution.

    Raises:
        LessonError: a position, a move or a reply that is against the rules, or a step that does not end.
    """
    tutor = LessonDirector(lesson)
    match = _table(tutor)
    while True:
        where = f"{lesson.game}/{FILE}, lesson {lesson.key}, step {tutor.number + 1}"
        if match.to_move != lesson.seat and not tutor.step.goal.undone:
            raise LessonError(f"{where}: it is not the turn of seat {lesson.seat}, who learns.")
        _do(tutor, match, where)
        if not tutor.may_go_on:
            raise LessonError(f"{where}: its solution does not end it.")
        _prove_replies(lesson, tutor.number)
        if tutor.go_on():
            match = _table(tutor)
        if tutor.is_over:
            return


def _table(tutor: LessonDirector) -> GuidedMatch:
    where = f"{tutor.lesson.game}/{FILE}, lesson {tutor.lesson.key}, step {tutor.number + 1}"
    try:
        session = tutor.session()
    except ValueError as error:
        raise LessonError(f"{where}: the position cannot be: {error}") from None
    if not 0 <= tutor.lesson.seat < session.players:
        raise LessonError(f"{where}: there is no seat {tutor.lesson.seat}.")
    learner = tutor.lesson.seat
    seats = [Seat(name, n, "" if n == learner else "easy") for n, name in enumerate(session.names)]
    match = GuidedMatch(session, seats)
    tutor.attend(match)
    return match


def _do(tutor: LessonDirector, match: GuidedMatch, where: str) -> None:
    step = tutor.step
    if step.goal.undone:
        try:
            match.take_back()
        except IllegalMove as error:
            raise LessonError(f"{where}: nothing can be taken back: {error}") from None
    for line in step.solution:
        if line.startswith(MAKING):
            tutor.look(line)
        else:
            _play(match, line, where)
    _answer(tutor, match, where)


def _answer(tutor: LessonDirector, match: GuidedMatch, where: str) -> None:
    while tutor.answers:
        _play(match, tutor.answer, f"{where}, reply")


def _prove_replies(lesson: Lesson, number: int) -> None:
    """Let the learner take away what the others would do, where a step lets that be: they answer still."""
    step = lesson.steps[number]
    rivals = [move for reply in step.reply for move in reply.split(OR) if fits(move, step.only)]
    if not rivals:
        return
    where = f"{lesson.game}/{FILE}, lesson {lesson.key}, step {number + 1}"
    for moves in permutations(dict.fromkeys((*rivals, *step.moves)), len(step.moves)):
        tutor = LessonDirector(lesson, number)
        while tutor.number < number:
            tutor.skip()
        match = _table(tutor)
        try:
            for move in moves:
                match.play(move)
        except ValueError:
            continue  # nobody can do that here
        _answer(tutor, match, f"{where}, after {', '.join(moves)}")


def _play(match: GuidedMatch, move: str, where: str) -> None:
    try:
        match.play(move)
    except ValueError as error:
        raise LessonError(f"{where}: {move!r} cannot be played: {error}") from None


DONE = "done"

Kept: TypeAlias = Mapping[str, int | str | bool]
"""By the key of a lesson: `DONE`, or the step at which it was left."""


def is_done(kept: Kept, lesson: Lesson) -> bool:
    """Whether the lesson was taken to its end."""
    return kept.get(lesson.key) == DONE


def left_at(kept: Kept, lesson: Lesson) -> int:
    """The step with which a lesson that was left goes on, 0 for its beginning."""
    return lesson.table_of(_kept_step(kept, lesson))


def _kept_step(kept: Kept, lesson: Lesson) -> int:
    step = kept.get(lesson.key, 0)
    return step if type(step) is int and 0 < step < len(lesson.steps) else 0


def next_lesson(lessons: LessonCatalogue, kept: Kept) -> Lesson | None:
    """The lesson that was left in the middle, else the first that is not done; `None` where all are."""
    open_ones = [lesson for lesson in lessons.lessons if not is_done(kept, lesson)]
    return next((lesson for lesson in open_ones if _kept_step(kept, lesson)), next(iter(open_ones), None))


def progress_entry(kept: Kept, lesson: Lesson, step: int) -> dict[str, int | str | bool]:
    """What is kept once the lesson has come to this step; past its last one it is done for good."""
    if is_done(kept, lesson):
        return dict(kept)
    return {**kept, lesson.key: DONE if step >= len(lesson.steps) else step}


class ScriptedReplies(AutomatedSeats):
    """Moves of the script at the pace of computer players; nobody thinks."""

    def __init__(self, match: Match, tutor: LessonDirector) -> None:
        self._match = match
        self._tutor = tutor
        self._waited = 0.0

    def turn(self, ms: float, pace: float) -> bool:
        """Let time pass before the next move of the script; whether time has to go on."""
        if not self._tutor.answers:
            return False
        self._waited += ms
        if self._waited >= PAUSE * pace:
            self._match.play(self._tutor.answer)
        return True

    def rest(self) -> None:
        """All has been shown: the pause before the next move begins."""
        self._waited = 0.0
