"""Questions to a class in the teacher's words, and predictions.

A question has a text and two to five answers, a scale, or a number up to a hundred. A prediction is a
question of the game, whose answer comes from the class's matches or from simulated ones. Questions can be
asked at any time, one at a time, on all phones, and again later, so that before and after can be compared.
Each person has one answer and may change it until the question is closed.

The author of an answer is never saved or exported. It is known only while the question is open, because
answers can be changed; then only the sorted answers remain. A round with fewer than `MIN_SHOWN_ANSWERS`
answers is not shown, kept or saved. After a crash an open question is open again, without answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Annotated, Any

from game.core.graphemes import first_letters
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
from game.match.versioned import Tracked, Versioned
from game.party.messages import clean_line
from sockdrawer_classroom.classroom._class_plan import MAX_PEOPLE

MIN_SHOWN_ANSWERS = 5  # answers needed to show them; with fewer, pupils could attribute them
MAX_QUESTION_LENGTH, MAX_ANSWER_LENGTH = 160, 40  # maximum characters of a question, and of an answer
MIN_CHOICES, MAX_CHOICES = 2, 5  # number of answers to choose from
SCALE_STEPS = 5  # steps of a scale
MAX_NUMBER = 100  # maximum of a number
BIN_WIDTH = 5  # numbers in one column, around its middle
MAX_QUESTIONS = 30  # per lesson


class QuestionKind(StrEnum):
    """Kind of an answer."""

    CHOICE = "choice"
    SCALE = "scale"
    NUMBER = "number"  # 0 to 100
    # a place of the game, such as a person's chair at the end; the answer is the frequency of each
    PLACE = "place"


Values = Annotated[tuple[int, ...], strict_list(number(0, MAX_NUMBER), MAX_PEOPLE)]
Known = Annotated[tuple[int, ...], strict_list(number(0, 10**6), MAX_NUMBER)]
_long = letters(4 * MAX_QUESTION_LENGTH)


@dataclass(frozen=True, slots=True)
class Prediction:
    """Question that the game can let a class predict."""

    name: str
    kind: QuestionKind
    words: str
    source: str  # source of its answer, as a sentence
    answers: tuple[str, ...] = ()  # places, in the order of its answer


@dataclass(frozen=True, slots=True)
class ClassQuestion:
    """Question to a class, with its answers."""

    kind: QuestionKind
    words: Annotated[str, _long]
    # choices; empty for a scale and a number
    answers: Annotated[tuple[str, ...], strict_list(_long, 10)] = ()
    prediction: str = ""  # name of the prediction; empty for a question
    before: Values = ()  # sorted answers of the first round; of a choice or a step its index from 0
    after: Values = ()
    rounds: Annotated[int, number(0, 2)] = 1  # number of times it was asked
    answer: Known = ()  # correct answer once it was shown: the number, or the frequency of each place

    @property
    def of(self) -> int:
        """Number of possible answers, which are counted from 0."""
        return {QuestionKind.SCALE: SCALE_STEPS, QuestionKind.NUMBER: MAX_NUMBER + 1}.get(
            self.kind, len(self.answers)
        )

    @property
    def has_any(self) -> bool:
        """True if it has answers that may be shown."""
        return any(self.public_answers)

    @property
    def public_answers(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Sorted answers of the first and the second round, each empty if fewer than `MIN_SHOWN_ANSWERS`."""
        before, after = (
            values if len(values) >= MIN_SHOWN_ANSWERS else () for values in (self.before, self.after)
        )
        return before, after

    @property
    def columns(self) -> tuple[str, ...]:
        """Labels of its chart's columns: ranges of numbers, steps of a scale from 1, or the answers."""
        if self.kind is QuestionKind.NUMBER:
            centres = range(0, MAX_NUMBER + 1, BIN_WIDTH)
            return tuple(
                f"{max(0, centre - BIN_WIDTH // 2)}-{min(MAX_NUMBER, centre + BIN_WIDTH // 2)}"
                for centre in centres
            )
        if self.kind is QuestionKind.SCALE:
            return tuple(str(step + 1) for step in range(SCALE_STEPS))
        return self.answers

    def count_answers(self, values: Sequence[int]) -> tuple[int, ...]:
        """Number of the answers ``values`` in each column of the chart."""
        counts = [0] * len(self.columns)
        for value in values:
            counts[(value + BIN_WIDTH // 2) // BIN_WIDTH if self.kind is QuestionKind.NUMBER else value] += 1
        return tuple(counts)

    def shares(self) -> tuple[float, ...]:
        """Correct share of each place, with sum 1; empty for other kinds, and before the answer is shown."""
        total = sum(self.answer)
        return (
            tuple(count / total for count in self.answer) if self.kind is QuestionKind.PLACE and total else ()
        )


def question(raw: object, where: str, _bad: Bad) -> ClassQuestion:
    """Read a question from plain JSON, and sort its answers. Raises `ValueError` if it is invalid."""
    class_question: ClassQuestion = dataclass_reader(ClassQuestion)(raw, where, ignore_errors)
    has_choices = class_question.kind in (QuestionKind.CHOICE, QuestionKind.PLACE)
    places = (
        len(class_question.answers)
        if class_question.kind is QuestionKind.PLACE
        else int(class_question.kind is QuestionKind.NUMBER)
    )
    if (
        (has_choices and len(class_question.answers) < MIN_CHOICES)
        or any(value >= class_question.of for value in (*class_question.before, *class_question.after))
        or len(class_question.answer) not in (0, places)
    ):
        raise ValueError(f"{where} has answers that can't have been given.")
    return replace(
        class_question, before=tuple(sorted(class_question.before)), after=tuple(sorted(class_question.after))
    )


def middle(class_question: ClassQuestion, values: Sequence[int]) -> str:
    """Sentence with number and median of the answers (a scale from 1); empty for other kinds or none."""
    if not values or class_question.kind not in (QuestionKind.SCALE, QuestionKind.NUMBER):
        return ""
    middle_value = median(values) + (class_question.kind is QuestionKind.SCALE)
    return _("The median of {n} answers: {half}").format(
        n=len(values), half=f"{middle_value:g}".replace(".", decimal_sign())
    )


def answer_sentence(class_question: ClassQuestion) -> str:
    """Sentence with the correct answer of a prediction; empty until it is shown."""
    if not class_question.answer:
        return ""
    if class_question.kind is QuestionKind.NUMBER:
        return _("It was {n}.").format(n=class_question.answer[0])
    parts = (
        f"{name} {count}" for name, count in zip(class_question.answers, class_question.answer, strict=True)
    )
    return _("The result: {places}.").format(places=", ".join(parts))


def rounds_told(class_question: ClassQuestion) -> tuple[str, ...]:
    """A line for each round with public answers: the number of answers by column, without zeros."""
    sentences = []
    for name, values in zip((_("before"), _("after")), class_question.public_answers, strict=True):
        counts = zip(class_question.columns, class_question.count_answers(values), strict=True)
        parts = ", ".join(f"{column}: {count}" for column, count in counts if count)
        sentences += [f"{name}: {parts}" if all(class_question.public_answers) else parts] if values else []
    return tuple(sentences)


def asked_words(kind: QuestionKind, text: str, answers: Sequence[str]) -> ClassQuestion:
    """Question in the teacher's words, cleaned; ``answers`` for a choice only. `ValueError` if invalid."""
    clean_text = clean_line(text, 4 * MAX_QUESTION_LENGTH)
    if not clean_text:
        raise ValueError(_("Type a question first."))
    choices = (
        [clean_line(answer, 4 * MAX_ANSWER_LENGTH) for answer in answers]
        if kind is QuestionKind.CHOICE
        else []
    )
    if first_letters(clean_text, MAX_QUESTION_LENGTH) != clean_text or any(
        first_letters(answer, MAX_ANSWER_LENGTH) != answer for answer in choices
    ):
        message = _("Too long: at most {n} letters for a question and {m} for an answer.")
        raise ValueError(message.format(n=MAX_QUESTION_LENGTH, m=MAX_ANSWER_LENGTH))
    if kind is QuestionKind.CHOICE and not (all(choices) and MIN_CHOICES <= len(choices) <= MAX_CHOICES):
        raise ValueError(_("Add two to five answers."))
    if len({answer.casefold() for answer in choices}) < len(choices):
        raise ValueError(_("Two of the answers are the same."))
    return ClassQuestion(kind, clean_text, tuple(choices))


@dataclass(frozen=True, slots=True)
class SavedQuestions:
    """Saved questions."""

    shown: Annotated[int | None, optional(number(1, MAX_QUESTIONS))] = None
    open: bool = False
    all: Annotated[tuple[ClassQuestion, ...], lenient_list(question)] = ()
    known: Mapping[str, Known] = field(default_factory=dict)


class ClassQuestions(Versioned):
    """All questions of a lesson. A question's number is its position from 1.

    Attributes:
        shown_number: number of the question on the big screen, or None.
        is_open: True if it can be answered.
        all: questions with the answers of closed rounds.
    """

    shown_number = Tracked[int | None]()
    is_open = Tracked[bool]()

    def __init__(
        self,
        predictions: Callable[[], Sequence[Prediction]],
        is_here: Callable[[int], bool] = lambda _person: True,
    ) -> None:
        """Create the list; ``predictions`` returns those of the game in the current language.

        Answers of people for whom ``is_here`` is False do not count; they count again after a return.
        """
        self.predictions, self._is_here = predictions, is_here
        self.shown_number, self.is_open = None, False
        self.all: list[ClassQuestion] = []
        self._answers: dict[int, int] = {}  # answers of the open round by person
        self._computed_answers: dict[
            str, tuple[int, ...]
        ] = {}  # answers of predictions that had to be computed

    # Teacher.

    def ask(self, class_question: ClassQuestion) -> None:
        """Add a question, show and open it. Raises `ValueError` if one is open, or after `MAX_QUESTIONS`.

        The message is a sentence for people, as in all methods of the teacher.
        """
        self._check_closed()
        if len(self.all) >= MAX_QUESTIONS:
            raise ValueError(_("You've asked the maximum number of questions."))
        self.all.append(class_question)
        self._open_question(len(self.all))

    def predict(self, name: str) -> None:
        """Ask the game's prediction ``name`` as a question, as `ask` does. Raises `ValueError` if refused."""
        prediction = self._find_prediction(name)
        if prediction is None:
            raise ValueError(_("There's no such question."))
        self.ask(ClassQuestion(prediction.kind, prediction.words, prediction.answers, name))

    def ask_again(self, number: int) -> None:
        """Show a question, and open it for round 2 of its answers. Raises `ValueError` if not possible."""
        self._check_closed()
        class_question = self._question_at(number)
        if class_question.rounds > 1:
            raise ValueError(_("That was already asked both before and after."))
        self.all[number - 1] = replace(class_question, rounds=2)
        self._open_question(number)

    def close(self) -> None:
        """Close the open question, if any; sorted answers are kept from `MIN_SHOWN_ANSWERS` on.

        From now on its answers cannot be attributed.
        """
        if self.is_open and self.shown_number is not None:
            class_question = self.all[self.shown_number - 1]
            values = self._values
            answers = values if len(values) >= MIN_SHOWN_ANSWERS else ()
            self.all[self.shown_number - 1] = (
                replace(class_question, after=answers)
                if class_question.rounds > 1
                else replace(class_question, before=answers)
            )
        self._answers = {}
        self.is_open = False

    def show(self, number: int | None) -> None:
        """Show a question on the big screen, none for None; closes another. `ValueError` if unknown."""
        if number is not None:
            self._question_at(number)
        if number != self.shown_number:
            self.close()
            self.shown_number = number

    def reveal(self, compute_answers: Callable[[], Mapping[str, tuple[int, ...]]]) -> None:
        """Set the correct answer of the shown prediction. `ValueError` if none, open or not known yet.

        ``compute_answers`` returns the answers that come from the played matches.
        """
        if self.shown_number is None:
            raise ValueError(_("There's no such question."))
        self._check_closed()
        class_question = self.all[self.shown_number - 1]
        prediction = self._find_prediction(class_question.prediction)
        if prediction is None:
            raise ValueError(_("That question has no known answer."))
        answer = {**self._computed_answers, **compute_answers()}.get(class_question.prediction, ())
        if not answer or (
            prediction.kind is QuestionKind.PLACE and len(answer) != len(class_question.answers)
        ):
            raise ValueError(_("The answer isn't known yet.") + f" {prediction.source}")
        self.all[self.shown_number - 1] = replace(class_question, answer=answer)
        self.bump_version()

    def learn(self, answers: Mapping[str, tuple[int, ...]]) -> None:
        """Accept answers that were computed elsewhere or have changed, and update those that were shown."""
        self._computed_answers |= answers
        self.all = [
            replace(class_question, answer=answers[class_question.prediction])
            if class_question.answer
            and len(class_question.answer) == len(answers.get(class_question.prediction, ()))
            else class_question
            for class_question in self.all
        ]
        self.bump_version()

    def _open_question(self, number: int) -> None:
        """Show a question, and open it without any answers."""
        self._answers = {}
        self.shown_number, self.is_open = number, True
        self.bump_version()

    def _check_closed(self) -> None:
        """Raise `ValueError` if a question is open."""
        if self.is_open:
            raise ValueError(_("A question is still open. Close it first."))

    def _question_at(self, number: int) -> ClassQuestion:
        """Question with this number, from 1. Raises `ValueError` if there is none."""
        if not 1 <= number <= len(self.all):
            raise ValueError(_("There's no such question."))
        return self.all[number - 1]

    def _find_prediction(self, name: str) -> Prediction | None:
        """The game's prediction with this name; None if there is none."""
        return (
            next((prediction for prediction in self.predictions() if prediction.name == name), None)
            if name
            else None
        )

    # Readers.

    def public_question(self, number: int) -> ClassQuestion:
        """Question ``number`` (from 1), translated, with its answers from `MIN_SHOWN_ANSWERS` on."""
        class_question = self.all[number - 1]
        if self.is_open and number == self.shown_number and self.count >= MIN_SHOWN_ANSWERS:
            values = self._values
            class_question = (
                replace(class_question, after=values)
                if class_question.rounds > 1
                else replace(class_question, before=values)
            )
        return self._localized(class_question)

    def _localized(self, class_question: ClassQuestion) -> ClassQuestion:
        """Return a prediction's question with texts in the current language; others unchanged."""
        prediction = self._find_prediction(class_question.prediction)
        if prediction is None or len(prediction.answers) != len(class_question.answers):
            return class_question
        return replace(class_question, words=prediction.words, answers=prediction.answers)

    @property
    def questions_for_record(self) -> tuple[ClassQuestion, ...]:
        """Questions for the record: those with enough answers, in closed rounds."""
        return tuple(self._localized(class_question) for class_question in self.all if class_question.has_any)

    @property
    def count(self) -> int:
        """Number of answers to the open question by people who are present; 0 if none is open."""
        return len(self._values)

    @property
    def _values(self) -> tuple[int, ...]:
        """Sorted answers to the open question by people who are present."""
        return tuple(sorted(value for person, value in self._answers.items() if self._is_here(person)))

    def data_for(self, person: int, class_size: int) -> dict[str, Any] | None:
        """Open question for a person's phone, with their answer ("mine") and counts; None if none is open."""
        if not self.is_open or self.shown_number is None:
            return None
        class_question = self._localized(self.all[self.shown_number - 1])
        return {
            "number": self.shown_number, "round": class_question.rounds, "words": class_question.words,
            "kind": class_question.kind.value, "answers": list(class_question.answers),
            "mine": self._answers.get(person), "count": self.count, "of": max(class_size, self.count),
        }  # fmt: skip

    def reply(self, person: int, payload: Mapping[str, Any]) -> str:
        """Set a person's answer to the open question. Returns a sentence if it is refused, else empty."""
        question_round, value = (payload.get("question"), payload.get("round")), payload.get("value")
        if not self.is_open or self.shown_number is None:
            return _("This question is closed.")
        class_question = self.all[self.shown_number - 1]
        if any(type(part) is not int for part in question_round) or question_round != (
            self.shown_number,
            class_question.rounds,
        ):
            return _("This question is closed.")
        if type(value) is not int or not 0 <= value < class_question.of:
            return _("That isn't one of the answers.")
        if self._answers.get(person) != value:
            self._answers[person] = value
            self.bump_version()
        return ""

    # Save.

    def dump_state(self) -> SavedQuestions:
        """Questions and computed answers to save, without the answers of an open round."""
        return SavedQuestions(self.shown_number, self.is_open, tuple(self.all), self._computed_answers)

    def restore_state(self, saved: SavedQuestions) -> None:
        """Replace all questions by saved ones; one that was open is open again."""
        self.all = list(saved.all[:MAX_QUESTIONS])
        self.shown_number = saved.shown if saved.shown is not None and saved.shown <= len(self.all) else None
        self.is_open = saved.open and self.shown_number is not None
        self._computed_answers = dict(saved.known)
        self.bump_version()
