"""What a class is asked in a teacher's own words, and what it predicts before it is told.

A question has a sentence and two to five answers, a scale, or a number of a hundred; a prediction is one that
the game words, and whose answer comes out of the class's own matches or of simulated ones. It is asked on all
phones at any moment, one at a time, and may be asked once more later, so that before and after stand side by
side. Everybody has one answer and may change it until the question is closed.

Whose an answer is lies on no disk and in no file: it is known while the question is open alone, as answers
can be changed, and of a round only its answers in their order are kept. Nothing is shown, kept or saved of a
round with fewer than `ENOUGH` of them. After a kill an open question is open, and asks anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Annotated, Any

from game.core.graphemes import cut
from game.core.schema import (
    Bad,
    dataclass_reader,
    ignore_errors,
    lenient_list,
    letters,
    number,
    optional,
    strict_list,
)
from game.i18n import _, decimal_sign
from game.match.classroom._class_plan import PEOPLE
from game.match.versioned import Tracked, Versioned
from game.party.messages import clean_line

ENOUGH = 5
"""Of so many answers they are shown: of fewer, pupils could tell each other's."""
SENTENCE, ANSWER = 160, 40
"""Letters of a question, and of an answer."""
FEWEST, MANY = 2, 5
"""Answers that can be given to choose from."""
STEPS = 5
"""Of a scale."""
HUNDRED = 100
"""The highest of a number that is asked for."""
SPAN = 5
"""So many numbers stand in one column, around its middle."""
QUESTIONS = 30
"""So many a lesson."""


class QuestionKind(StrEnum):
    """What is asked for."""

    CHOICE = "choice"
    SCALE = "scale"
    NUMBER = "number"
    """From 0 to 100."""
    PLACE = "place"
    """One of the game's, as the chair at which somebody ends; its answer is how often each it was."""


Values = Annotated[tuple[int, ...], strict_list(number(0, HUNDRED), PEOPLE)]
Known = Annotated[tuple[int, ...], strict_list(number(0, 10**6), HUNDRED)]
_long = letters(4 * SENTENCE)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Something that the game can have predicted."""

    name: str
    kind: QuestionKind
    words: str
    source: str
    """Where its answer comes from, as a sentence."""
    answers: tuple[str, ...] = ()
    """The places, in the order of its answer."""


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """A question, and what came of it."""

    kind: QuestionKind
    words: Annotated[str, _long]
    answers: Annotated[tuple[str, ...], strict_list(_long, 10)] = ()
    """What can be chosen; empty for a scale and a number."""
    prediction: str = ""
    """Its name where it is one."""
    before: Values = ()
    """The answers of the first round, in their order; of a choice its place from 0, as of a step."""
    after: Values = ()
    rounds: Annotated[int, number(0, 2)] = 1
    """How often it was asked."""
    answer: Known = ()
    """What it was, once that was shown: the number, or how often each place."""

    @property
    def of(self) -> int:
        """So many answers can be given, from 0."""
        return {QuestionKind.SCALE: STEPS, QuestionKind.NUMBER: HUNDRED + 1}.get(self.kind, len(self.answers))

    @property
    def has_any(self) -> bool:
        """Whether anything can be told of it."""
        return any(self.told)

    @property
    def told(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The answers of both rounds, as far as they can be told."""
        before, after = (one if len(one) >= ENOUGH else () for one in (self.before, self.after))
        return before, after

    @property
    def columns(self) -> tuple[str, ...]:
        """What the answers are counted by."""
        if self.kind is QuestionKind.NUMBER:
            middles = range(0, HUNDRED + 1, SPAN)
            return tuple(f"{max(0, at - SPAN // 2)}-{min(HUNDRED, at + SPAN // 2)}" for at in middles)
        if self.kind is QuestionKind.SCALE:
            return tuple(str(step + 1) for step in range(STEPS))
        return self.answers

    def counted(self, values: Sequence[int]) -> tuple[int, ...]:
        """How many answers stand in each column."""
        found = [0] * len(self.columns)
        for value in values:
            found[(value + SPAN // 2) // SPAN if self.kind is QuestionKind.NUMBER else value] += 1
        return tuple(found)

    def shares(self) -> tuple[float, ...]:
        """Which share of the places the answer was, by column; empty for a number and before it is shown."""
        whole = sum(self.answer)
        return (
            tuple(count / whole for count in self.answer) if self.kind is QuestionKind.PLACE and whole else ()
        )


def question(given: object, where: str, _bad: Bad) -> ClassQuestion:
    """A question, read of plain JSON."""
    found: ClassQuestion = dataclass_reader(ClassQuestion)(given, where, ignore_errors)
    choice = found.kind in (QuestionKind.CHOICE, QuestionKind.PLACE)
    places = (
        len(found.answers) if found.kind is QuestionKind.PLACE else int(found.kind is QuestionKind.NUMBER)
    )
    if (
        (choice and len(found.answers) < FEWEST)
        or any(value >= found.of for value in (*found.before, *found.after))
        or len(found.answer) not in (0, places)
    ):
        raise ValueError(f"{where} has answers that nobody can have given.")
    return replace(found, before=tuple(sorted(found.before)), after=tuple(sorted(found.after)))


def middle(found: ClassQuestion, values: Sequence[int]) -> str:
    """What the class thinks on the whole, as a sentence; empty where there is no middle."""
    if not values or found.kind not in (QuestionKind.SCALE, QuestionKind.NUMBER):
        return ""
    half = median(values) + (found.kind is QuestionKind.SCALE)
    return _("The middle of {n} answers: {half}").format(
        n=len(values), half=f"{half:g}".replace(".", decimal_sign())
    )


def answered(found: ClassQuestion) -> str:
    """The answer of a prediction, as a sentence; empty while it is not shown."""
    if not found.answer:
        return ""
    if found.kind is QuestionKind.NUMBER:
        return _("It was {n}.").format(n=found.answer[0])
    told = (f"{name} {count}" for name, count in zip(found.answers, found.answer, strict=True))
    return _("So it was: {places}.").format(places=", ".join(told))


def rounds_told(found: ClassQuestion) -> tuple[str, ...]:
    """Each round as a sentence, for whoever does not see the columns."""
    told = []
    for name, values in zip((_("before"), _("after")), found.told, strict=True):
        counts = zip(found.columns, found.counted(values), strict=True)
        parts = ", ".join(f"{column}: {count}" for column, count in counts if count)
        told += [f"{name}: {parts}" if all(found.told) else parts] if values else []
    return tuple(told)


def asked_words(kind: QuestionKind, words: str, answers: Sequence[str]) -> ClassQuestion:
    """A question of a teacher's own.

    Raises:
        ValueError: nobody can be asked that; a sentence for people.
    """
    clean = clean_line(words, 4 * SENTENCE)
    if not clean:
        raise ValueError(_("Type a question first."))
    said = [clean_line(one, 4 * ANSWER) for one in answers] if kind is QuestionKind.CHOICE else []
    if cut(clean, SENTENCE) != clean or any(cut(one, ANSWER) != one for one in said):
        told = _("That is too long: a question has {n} letters at most, an answer {m}.")
        raise ValueError(told.format(n=SENTENCE, m=ANSWER))
    if kind is QuestionKind.CHOICE and not (all(said) and FEWEST <= len(said) <= MANY):
        raise ValueError(_("Give two to five answers."))
    if len({one.casefold() for one in said}) < len(said):
        raise ValueError(_("Two of the answers are the same."))
    return ClassQuestion(kind, clean, tuple(said))


@dataclass(frozen=True, slots=True)
class SavedQuestions:
    """What is kept of them."""

    shown: Annotated[int | None, optional(number(1, QUESTIONS))] = None
    open: bool = False
    all: Annotated[tuple[ClassQuestion, ...], lenient_list(question)] = ()
    known: Mapping[str, Known] = field(default_factory=dict)


class ClassQuestions(Versioned):
    """All that was asked in a lesson; a question has the number of its place, from 1.

    Attributes:
        shown: the question that stands on the big screen; `None` for none.
        is_open: whether it can be answered.
        all: what was asked, closed rounds alone.
    """

    shown = Tracked[int | None]()
    is_open = Tracked[bool]()

    def __init__(
        self,
        predictions: Callable[[], Sequence[Prediction]],
        is_here: Callable[[int], bool] = lambda _person: True,
    ) -> None:
        """Predictions are worded in the language that is spoken then.

        The answer of whoever ``is_here`` no longer goes with them: who leaves and comes again has one still.
        """
        self.predictions, self._is_here = predictions, is_here
        self.shown, self.is_open = None, False
        self.all: list[ClassQuestion] = []
        self._answers: dict[int, int] = {}
        """Of the open round, whose is which."""
        self._known: dict[str, tuple[int, ...]] = {}
        """Answers of predictions that had to be worked out."""

    # The teacher.

    def ask(self, asked: ClassQuestion) -> None:
        """Ask the class.

        Raises:
            ValueError: not now; a sentence for people, as of all that a teacher does here.
        """
        self._check_closed()
        if len(self.all) >= QUESTIONS:
            raise ValueError(_("So many questions were asked that there is no room for another."))
        self.all.append(asked)
        self._open(len(self.all))

    def predict(self, name: str) -> None:
        """Have one of the game's predictions made."""
        found = self._prediction(name)
        if found is None:
            raise ValueError(_("There is no such question."))
        self.ask(ClassQuestion(found.kind, found.words, found.answers, name))

    def ask_again(self, number: int) -> None:
        """Ask the same once more, for after."""
        self._check_closed()
        asked = self._question(number)
        if asked.rounds > 1:
            raise ValueError(_("That was asked before and after already."))
        self.all[number - 1] = replace(asked, rounds=2)
        self._open(number)

    def close(self) -> None:
        """Take no more answers: from now on nobody can tell whose is which."""
        if self.is_open and self.shown is not None:
            asked = self.all[self.shown - 1]
            values = self._values
            told = values if len(values) >= ENOUGH else ()
            self.all[self.shown - 1] = (
                replace(asked, after=told) if asked.rounds > 1 else replace(asked, before=told)
            )
        self._answers = {}
        self.is_open = False

    def show(self, number: int | None) -> None:
        """Have one stand on the big screen, or none; that which was open is closed."""
        if number is not None:
            self._question(number)
        if number != self.shown:
            self.close()
            self.shown = number

    def reveal(self, answers: Callable[[], Mapping[str, tuple[int, ...]]]) -> None:
        """Lay the answer over it; ``answers`` works out those of the matches that were played."""
        if self.shown is None:
            raise ValueError(_("There is no such question."))
        self._check_closed()
        asked = self.all[self.shown - 1]
        prediction = self._prediction(asked.prediction)
        if prediction is None:
            raise ValueError(_("Nobody knows an answer to that."))
        found = {**self._known, **answers()}.get(asked.prediction, ())
        if not found or (prediction.kind is QuestionKind.PLACE and len(found) != len(asked.answers)):
            raise ValueError(f"{_('The answer is not known yet.')} {prediction.source}")
        self.all[self.shown - 1] = replace(asked, answer=found)
        self.touch()

    def learn(self, known: Mapping[str, tuple[int, ...]]) -> None:
        """Answers that were worked out elsewhere, or are others now: those that were shown are told anew."""
        self._known |= known
        self.all = [
            replace(asked, answer=known[asked.prediction])
            if asked.answer and len(asked.answer) == len(known.get(asked.prediction, ()))
            else asked
            for asked in self.all
        ]
        self.touch()

    def _open(self, number: int) -> None:
        self._answers = {}
        self.shown, self.is_open = number, True
        self.touch()

    def _check_closed(self) -> None:
        if self.is_open:
            raise ValueError(_("A question is open: close it first."))

    def _question(self, number: int) -> ClassQuestion:
        if not 1 <= number <= len(self.all):
            raise ValueError(_("There is no such question."))
        return self.all[number - 1]

    def _prediction(self, name: str) -> Prediction | None:
        return next((one for one in self.predictions() if one.name == name), None) if name else None

    # Whoever looks.

    def worded(self, number: int) -> ClassQuestion:
        """A question in the language that is spoken, with the answers so far where that is enough."""
        asked = self.all[number - 1]
        if self.is_open and number == self.shown and self.count >= ENOUGH:
            so_far = self._values
            asked = replace(asked, after=so_far) if asked.rounds > 1 else replace(asked, before=so_far)
        return self._spoken(asked)

    def _spoken(self, asked: ClassQuestion) -> ClassQuestion:
        found = self._prediction(asked.prediction)
        if found is None or len(found.answers) != len(asked.answers):
            return asked
        return replace(asked, words=found.words, answers=found.answers)

    @property
    def told(self) -> tuple[ClassQuestion, ...]:
        """For the book: what enough have answered, nothing of a round that is open."""
        return tuple(self._spoken(asked) for asked in self.all if asked.has_any)

    @property
    def count(self) -> int:
        """How many have answered what is open."""
        return len(self._values)

    @property
    def _values(self) -> tuple[int, ...]:
        """The answers of who is here, in their order."""
        return tuple(sorted(value for person, value in self._answers.items() if self._is_here(person)))

    # Phones.

    def data_for(self, person: int, of: int) -> dict[str, Any] | None:
        """What somebody's phone is asked; `None` for nothing."""
        if not self.is_open or self.shown is None:
            return None
        asked = self._spoken(self.all[self.shown - 1])
        return {
            "number": self.shown, "round": asked.rounds, "words": asked.words, "kind": asked.kind.value,
            "answers": list(asked.answers), "mine": self._answers.get(person), "count": self.count,
            "of": max(of, self.count),
        }  # fmt: skip

    def reply(self, person: int, words: Mapping[str, Any]) -> str:
        """Take in somebody's answer, in place of the one before; a sentence where it is refused."""
        at, value = (words.get("question"), words.get("round")), words.get("value")
        if not self.is_open or self.shown is None:
            return _("This question is closed.")
        asked = self.all[self.shown - 1]
        if any(type(one) is not int for one in at) or at != (self.shown, asked.rounds):
            return _("This question is closed.")
        if type(value) is not int or not 0 <= value < asked.of:
            return _("That is none of the answers.")
        if self._answers.get(person) != value:
            self._answers[person] = value
            self.touch()
        return ""

    # Kept.

    def kept(self) -> SavedQuestions:
        return SavedQuestions(self.shown, self.is_open, tuple(self.all), self._known)

    def recall(self, kept: SavedQuestions) -> None:
        self.all = list(kept.all[:QUESTIONS])
        self.shown = kept.shown if kept.shown is not None and kept.shown <= len(self.all) else None
        self.is_open = kept.open and self.shown is not None
        self._known = dict(kept.known)
        self.touch()
