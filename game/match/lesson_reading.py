"""Reads the lessons of a game from its ``lessons.toml``, and proves each of them by its own solution.

The file::

    [tables]                                  # texts for positions, by name
    line = "field=... score=0/0"

    [short]                                   # the game in three sentences, told after each lesson
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
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import permutations
from typing import Any

from game.core.discovery import find
from game.core.game import IllegalMove
from game.match.lesson import MAKING, OR, Goal, Lesson, Step, fits
from game.match.seats import Seat
from game.match.tutor import GuidedMatch, Tutor

FILE = "lessons.toml"
STEP = {"position", "say", "act", "press", "point", "solution", "only", "done", "nudge", "reply", "phone"}
PHONE = {"say", "act", "nudge"}
SHORT = ("win", "turn", "beware")
LESSON = {"key", "title", "learnt", "rules", "seat", "options", "step"}
GOAL = {"move": str, "event": str, "making": str, "whole": bool, "undone": bool}


class LessonError(ValueError):
    """Something is wrong in a lesson; the sentence names file and step."""


@dataclass(frozen=True, slots=True)
class Lessons:
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
        """The lesson of this key, `None` where there is none."""
        return next((lesson for lesson in self.lessons if lesson.key == key), None)

    def after(self, key: str) -> Lesson | None:
        """The lesson after that of this key, `None` after the last."""
        keys = [lesson.key for lesson in self.lessons]
        number = keys.index(key) + 1 if key in keys else len(keys)
        return self.lessons[number] if number < len(keys) else None


@cache
def has_lessons(slug: str) -> bool:
    """Whether a game has a file of lessons, be they good or not."""
    find(slug)
    return resources.files(f"game.games.{slug}").joinpath(FILE).is_file()


@cache
def read_lessons(slug: str) -> Lessons:
    """The lessons of a game; none for a game without any.

    Raises:
        ValueError: there is no such game.
    """
    if not has_lessons(slug):
        return Lessons()
    file = resources.files(f"game.games.{slug}").joinpath(FILE)
    return lessons_of(slug, file.read_text(encoding="utf-8"))


def lessons_of(slug: str, text: str) -> Lessons:
    """The lessons that a file of this text holds."""
    where = f"{slug}/{FILE}"
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Lessons(faults=(f"{where} is no TOML: {error}.",))
    tables = data.get("tables", {})
    lessons: list[Lesson] = []
    faults: list[str] = []
    try:
        short = _short(data.get("short", {}), f"{where}, short")
    except LessonError as fault:
        short, faults = (), [str(fault)]
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
    return Lessons(tuple(lessons), tuple(faults), short)


def _short(given: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """The game in three sentences."""
    _known(given, set(SHORT), where)
    return tuple(_text(given, name, where) for name in SHORT) if given else ()


def _lesson(slug: str, given: Mapping[str, Any], tables: Mapping[str, str], where: str) -> Lesson:
    _known(given, LESSON, where)
    steps = tuple(
        _step(step, tables, f"{where}, step {number}")
        for number, step in enumerate(given.get("step", []), start=1)
    )
    if not steps or not steps[0].position:
        raise LessonError(f"{where}, step 1: the first step needs a position.")
    return Lesson(
        slug, _text(given, "key", where), _text(given, "title", where), _text(given, "learnt", where),
        _texts(given, "rules", where), steps, dict(given.get("options", {})), given.get("seat", 0),
    )  # fmt: skip


def _step(given: Mapping[str, Any], tables: Mapping[str, str], where: str) -> Step:
    _known(given, STEP, where)
    position = given.get("position", "")
    try:
        position = position.format(**tables)
    except (KeyError, ValueError, AttributeError) as error:
        raise LessonError(f"{where}: position names {error}, which is not among the tables.") from None
    return Step(
        _text(given, "say", where), _text(given, "act", where), _text(given, "nudge", where), position,
        given.get("press", "confirm"), _texts(given, "point", where), _texts(given, "solution", where),
        _texts(given, "only", where, may_lack=True), _goal(given.get("done", {}), where),
        _texts(given, "reply", where, may_lack=True), _phone(given.get("phone", {}), where),
    )  # fmt: skip


def _phone(given: Mapping[str, Any], where: str) -> tuple[tuple[str, str], ...]:
    """What is said otherwise on a phone."""
    _known(given, PHONE, f"{where}, phone")
    return tuple((name, _text(given, name, f"{where}, phone")) for name in given)


def _known(given: Mapping[str, Any], names: set[str], where: str) -> None:
    strange = [name for name in given if name not in names]
    if strange:
        raise LessonError(f"{where}: there is no {strange[0]!r}; there are {', '.join(sorted(names))}.")


def _text(given: Mapping[str, Any], name: str, where: str) -> str:
    text = given.get(name)
    if not isinstance(text, str) or not text.strip():
        raise LessonError(f"{where}: {name} is missing.")
    return text


def _texts(given: Mapping[str, Any], name: str, where: str, *, may_lack: bool = False) -> tuple[str, ...]:
    texts = given.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise LessonError(f"{where}: {name} is a list of texts.")
    # A step that waits for moves to be taken back has no solution of its own.
    if not (texts or may_lack or (name == "solution" and given.get("done", {}).get("undone"))):
        raise LessonError(f"{where}: {name} is missing.")
    return tuple(texts)


def _goal(given: Mapping[str, Any], where: str) -> Goal:
    _known(given, set(GOAL), f"{where}, done")
    wrong = [name for name, value in given.items() if not isinstance(value, GOAL[name])]
    if wrong:
        raise LessonError(f"{where}: done.{wrong[0]} is a {GOAL[wrong[0]].__name__}.")
    return Goal(**given)


# Proving.


def prove(lesson: Lesson) -> None:
    """Play a lesson to its end by its own solution.

    Raises:
        LessonError: a position, a move or a reply that is against the rules, or a step that does not end.
    """
    tutor = Tutor(lesson)
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


def _table(tutor: Tutor) -> GuidedMatch:
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


def _do(tutor: Tutor, match: GuidedMatch, where: str) -> None:
    """Do what a step waits for, and let the others answer."""
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


def _answer(tutor: Tutor, match: GuidedMatch, where: str) -> None:
    """Let the others answer."""
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
        tutor = Tutor(lesson, number)
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
