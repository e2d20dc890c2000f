"""Questions to a class: their scene on the big screen, and dialogs to ask them from here.

Answers appear as dots while they come in, once there are enough of them that none can be traced to a person.
Answers before and after are drawn side by side. The right answer of a prediction is drawn over them: a line
at a number, or an outline around the dots of each place, as high as if everyone had known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from game.i18n import _
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Prompts
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Action,
    ButtonElement,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    ScreenKeyboard,
    Spacer,
    Text,
    TextRow,
    ask_choice,
    button,
    column,
    confirm,
    first_that_fits,
    row,
    shrink_to_fit,
)
from sockdrawer_classroom.classroom import (
    MAX_ANSWER_LENGTH,
    MAX_CHOICES,
    MAX_QUESTION_LENGTH,
    MIN_CHOICES,
    MIN_SHOWN_ANSWERS,
    AskAgain,
    AskClass,
    ClassQuestion,
    ClassSnapshot,
    CloseQuestion,
    Predict,
    QuestionKind,
    QuestionSnapshot,
    ShowAnswer,
    ShowQuestion,
    TeacherCommand,
    answer_sentence,
    middle,
    rounds_told,
)
from sockdrawer_classroom.scenes.class_runner import ClassRunner, ClassScene
from sockdrawer_classroom.scenes.teacher_panel import SHEET, draw_page

DOT_COLOUR: Final = "#E8A317"
MAX_DOT_SIZE, DOT_GAP_SHARE = 44.0, 0.16  # units, largest dot; share of it that is the gap between two dots
COUNT_HEIGHT: Final = 54.0  # units above the dots for their count
ANSWER_LINE_HEIGHT: Final = (
    92.0  # units above the dots with an answer line, which shows above the highest dots
)
FOOT_HEIGHT: Final = 46.0  # units below the dots of a number chart
MIN_DOT_SIZE: Final = 26.0  # units, smallest dot that is visible from the back row
MIN_COLUMN_STEP, MIN_NUMBER_STEP = 34.0, 22.0
"""Minimum distance of two columns side by side, in units; smaller in a number chart."""
CHART_LABELS: Final = (0, 25, 50, 75, 100)  # labels below a number chart


class QuestionKey(ElementKey):
    """Buttons below a question."""

    CLOSE = "close"
    ANSWER = "answer"
    AGAIN = "again"
    AWAY = "away"


Counts = tuple[int, ...]


def draw_dots(
    painter: Painter,
    box: Box,
    rounds: tuple[Counts, ...],
    shares: tuple[float, ...],
    is_number: bool,  # noqa: FBT001 - a value
    answer: int | None,
) -> None:
    """Draw a dot for each answer. Two rounds are drawn side by side, with hollow dots for the first.

    ``rounds`` has the counts by column for each round. The right answer is drawn as ``shares`` (0 to 1) of
    each column, or as a line at the number ``answer``.
    """
    theme, columns = painter.theme, len(rounds[0])
    step = box.w / columns
    floor = box.bottom - (FOOT_HEIGHT if is_number else 4)
    max_height = floor - box.y - (COUNT_HEIGHT if answer is None else ANSWER_LINE_HEIGHT)
    totals = [sum(counts) for counts in rounds]
    max_count = max(
        *(max(counts) for counts in rounds), *(max(shares, default=0) * total for total in totals), 1
    )
    # A single column of dots, or the fewest that make the dots large enough.
    layouts = [
        (
            min(
                MAX_DOT_SIZE,
                max_height / math.ceil(max_count / dots_across),
                step / len(rounds) * 0.8 / dots_across,
            ),
            dots_across,
        )
        for dots_across in ((1,) if is_number else range(1, 9))
    ]
    size, across = next((layout for layout in layouts if layout[0] >= MIN_DOT_SIZE), max(layouts))
    spacing = max(
        size * across + (size if across > 1 else 2), MIN_NUMBER_STEP if is_number else MIN_COLUMN_STEP
    )
    painter.fill(Box(box.x, floor, box.w, 4), theme.ink, 2)

    def x_at(value: float) -> float:
        """Position of a number on the axis, in units."""
        return box.x + step * (value / CHART_LABELS[-1] * (columns - 1) + 0.5)

    style = TextStyle(NAMES, theme.ink, is_fixed_size=True)
    for mark in CHART_LABELS if is_number else ():
        painter.fill(Box(x_at(mark) - 2, floor, 4, 12), theme.ink)
        painter.text(str(mark), x_at(mark), floor + 28, 26, style, anchor="center")

    def column_x(round_index: int, index: int) -> float:
        """Position of the middle of a round's column, in units."""
        return box.x + step * (index + 0.5) + spacing * (round_index - (len(rounds) - 1) / 2)

    if answer is not None:
        # The line ends above the count over the dots at this place.
        counts_below = (
            count
            for round_index, counts in enumerate(rounds)
            for index, count in enumerate(counts)
            if abs(column_x(round_index, index) - x_at(answer)) < max(size / 2, MIN_NUMBER_STEP / 2 + 3)
        )
        highest_below = max(counts_below, default=0)
        end = floor - (math.ceil(highest_below / across) * size + 30 if highest_below else 0)
        painter.fill(Box(x_at(answer) - 3, box.y + 34, 6, max(0.0, end - box.y - 34)), theme.good, 3)
        flag = TextStyle(NAMES, theme.good, is_fixed_size=True)
        painter.text(str(answer), x_at(answer), box.y + 16, 32, flag, anchor="center")
    for round_index, counts in enumerate(rounds):
        hollow = round_index == 0 and len(rounds) > 1
        for index, count in enumerate(counts):
            x = column_x(round_index, index)
            if shares and shares[index]:
                outline_height = shares[index] * totals[round_index] * size / across
                outline_width = size * across + 12
                painter.frame(
                    Box(x - outline_width / 2, floor - outline_height, outline_width, outline_height),
                    theme.good,
                    4,
                    6,
                )
            left = x - size * min(across, max(count, 1)) / 2
            for dot in range(count):
                level, position = divmod(dot, across)
                dot_box = Box(left + position * size, floor - (level + 1) * size, size, size)
                _draw_dot(painter, dot_box, hollow=hollow)
            if count:
                top = floor - math.ceil(count / across) * size
                painter.text(str(count), x, top - 14, 24, style, anchor="center")


def _draw_dot(painter: Painter, box: Box, *, hollow: bool) -> None:
    """Draw a dot, full or hollow."""
    gap = max(1.0, box.w * DOT_GAP_SHARE / 2)
    inner = box.inflated(-gap)
    width = max(2.0, box.w * 0.08)
    painter.fill(inner, painter.theme.panel if hollow else DOT_COLOUR, inner.w / 2)
    painter.frame(
        inner, DOT_COLOUR if hollow else painter.theme.ink, width * (1.6 if hollow else 1), inner.w / 2
    )


def draw_mark(painter: Painter, box: Box, hollow: bool) -> None:  # noqa: FBT001 - a value
    """Draw a full or hollow dot for the legend."""
    _draw_dot(painter, box, hollow=hollow)


def draw_outline(painter: Painter, box: Box) -> None:
    """Draw the outline of the right answer for the legend."""
    painter.frame(box.inflated(-2), painter.theme.good, 4, 5)


class QuestionScene(Screen, ClassScene):
    """Question and the answers of the class. Popped when the question is no longer shown."""

    prompt_bar_offset = 10.0

    def __init__(self, run: ClassRunner) -> None:
        self._run = run
        self._keys: tuple[str, ...] = ()

    def on_enter(self) -> None:
        """Focuses the first button."""
        self.on_snapshot(self._run.snapshot)

    def tick(self, now: float) -> bool:
        """Close the scene if no question is shown any more. Returns False: nothing moves."""
        if self._run.snapshot.question is None:
            self.app.scenes.pop()
        return False

    def on_snapshot(self, snapshot: ClassSnapshot) -> bool:
        """Focus the first button if the buttons have changed. Returns True: it has to be redrawn."""
        before, self._keys = self._keys, tuple(key for key, *_rest in self._commands())
        if self._keys != before:
            self.focus = next(iter(self._keys), "")
        return True

    @property
    def _question(self) -> QuestionSnapshot | None:
        """Question on the big screen, or None."""
        return self._run.snapshot.question

    def _commands(self) -> list[tuple[str, str, TeacherCommand]]:
        """Tuples (key, label, command) of the buttons below the question, in order; empty without one."""
        question = self._question
        if question is None:
            return []
        away = QuestionKey.AWAY, self.back_words, ShowQuestion(None)
        if question.is_open:
            return [(QuestionKey.CLOSE, _("Close the question"), CloseQuestion()), away]
        commands: list[tuple[str, str, TeacherCommand]] = [away]
        if question.class_question.rounds == 1 and not question.class_question.answer:
            commands.insert(0, (QuestionKey.AGAIN, _("Ask it again"), AskAgain(question.number)))
        if question.class_question.prediction and not question.class_question.answer:
            commands.insert(0, (QuestionKey.ANSWER, _("Show the answer"), ShowAnswer()))
        return commands

    def _execute(self, command: TeacherCommand) -> None:
        """Execute a command with a sound."""
        self.app.audio.play("confirm")
        self._run.execute(command)

    def back(self) -> None:
        """Put the question away. Asks first if it is open, because that closes it."""
        away = partial(self._execute, ShowQuestion(None))
        if self._question is None or not self._question.is_open:
            away()
            return
        more = _("Nobody can answer after that. You can ask it again later.")
        confirm(self.app, _("Close the question?"), (_("Back"), self.back_words), away, more)

    @property
    def back_words(self) -> str:
        """Label of the button that puts the question away, and closes it if it is open."""
        question = self._question
        return _("Close and put it away") if question is not None and question.is_open else _("Put it away")

    def prompts(self) -> Prompts:
        action = self.action()
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, action.verb if action else ""),
            (InputAction.BACK, self.back_words),
        ]

    def build(self) -> Element:
        """Layout of the question, its chart or number of answers, the result and the buttons."""
        question = self._question
        if question is None:
            return Spacer(flex=1)
        theme = self.app.theme
        sizes = 52.0, 46.0, 40.0, 34.0, 29.0, 25.0
        head = first_that_fits(
            *(
                Text(
                    question.class_question.words,
                    FontSpec(size, NAMES, theme.ink, growth=0.2),
                    0.5,
                    is_balanced=True,
                    lines=max_lines,
                )
                for size, max_lines in zip(sizes, (1, 2, 2, 3, 3, 4), strict=True)
            ),
            Text(question.class_question.words, FontSpec(22, NAMES, theme.ink, growth=0.3), 0.5),
        )
        buttons = [
            ButtonElement(label, GO_COLOUR if number == 0 else theme.cloth,
                FontSpec(24, NAMES, GO_INK if number == 0 else theme.ink, most=32),
                key=key, action=Action(partial(self._execute, command), label))
            for number, (key, label, command) in enumerate(self._commands())
        ]  # fmt: skip
        below = shrink_to_fit(
            row(Spacer(flex=1), *buttons, Spacer(flex=1), gap=18, align=0.5), column(*buttons, gap=8)
        )
        body = (
            self._chart(question)
            if any(question.class_question.public_answers)
            else self._count_panel(question)
        )
        top_padding = (
            ScaledLength(26, most=42) if self._run.snapshot.is_rehearsal else 22
        )  # its mark is above
        return column(head, body, self._result_texts(question), below,
                      pad=Padding(40, top_padding, 8), gap=12,
                      behind=Picture(draw_page))  # fmt: skip

    def _count_panel(self, question: QuestionSnapshot) -> Element:
        """Panel with the number of answers while open, else that they are too few, and the choices."""
        theme = self.app.theme
        if question.is_open:
            text, more = (
                self._count_text(question),
                _("Answers appear once there are {n}.").format(n=MIN_SHOWN_ANSWERS),
            )
        else:
            text, more = (
                _("Too few answers to show."),
                _("At least {n} are needed.").format(n=MIN_SHOWN_ANSWERS),
            )
        large = first_that_fits(
            *(
                Text(text, FontSpec(size, NAMES, theme.ink, growth=0.5), 0.5, lines=2)
                for size in (68, 54, 42, 32)
            )
        )
        soft = Text(more, FontSpec(24, STRONG, theme.soft), 0.5)
        options = (
            [*question.class_question.answers]
            if question.class_question.kind in (QuestionKind.CHOICE, QuestionKind.PLACE)
            else []
        )
        listed = [Text("   ·   ".join(options), FontSpec(28, STRONG, theme.ink), 0.5)] if options else []
        return column(
            Spacer(flex=1),
            *listed,
            Spacer(24),
            large,
            soft,
            Spacer(flex=1),
            gap=8,
            pad=Padding(20),
            behind=SHEET,
            flex=1,
        )

    def _count_text(self, question: QuestionSnapshot) -> str:
        """Number of people who have answered, as text."""
        return _("{n} of {of} have answered").format(n=question.count, of=question.of)

    def _chart(self, question: QuestionSnapshot) -> Element:
        """Chart of the rounds as dots, with legend and column names."""
        class_question, theme = question.class_question, self.app.theme
        rounds = tuple(
            class_question.count_answers(values) for values in class_question.public_answers if values
        )
        is_number = class_question.kind is QuestionKind.NUMBER
        values = (
            rounds,
            class_question.shares(),
            is_number,
            class_question.answer[0] if is_number and class_question.answer else None,
        )
        dots = Picture(draw_dots, values, flex=1)
        below: list[Element] = []
        if not is_number:
            forms = [
                (FontSpec(size, STRONG, theme.ink, growth=growth), lines)
                for size, growth, lines in (
                    (30, 0.35, 1),
                    (26, 0.35, 2),
                    (23, 0.35, 3),
                    (20, 0.3, 4),
                    (18, 0, 0),
                )
            ]
            names = self._labels(class_question)
            below.append(
                first_that_fits(
                    *(
                        row(*(Text(name, letters, 0.5, lines=lines, flex=1) for name in names), gap=8)
                        for letters, lines in forms
                    )
                )
            )
        return column(
            *self._legend(class_question, len(rounds)),
            dots,
            *below,
            gap=6,
            pad=Padding(24, 14, 12),
            behind=SHEET,
            flex=1,
        )

    def _labels(self, class_question: ClassQuestion) -> Sequence[str]:
        """Names of the chart's columns; those at the ends of a scale with their meaning."""
        names = list(class_question.columns)
        if class_question.kind is QuestionKind.SCALE:
            names[0] = f"{names[0]} {_('not at all')}"
            names[-1] = f"{names[-1]} {_('completely')}"
        return names

    def _legend(self, class_question: ClassQuestion, rounds: int) -> list[Element]:
        """One row explaining hollow and full dots and the outline; an empty list if none is drawn."""
        letters = FontSpec(22, STRONG, self.app.theme.soft, most=30)
        elements: list[Element] = []
        if rounds > 1:
            for label, hollow in ((_("before"), True), (_("after"), False)):
                elements += [
                    Picture(draw_mark, (hollow,), w=26, h=26),
                    Text(label, letters, lines=1),
                    Spacer(18),
                ]
        if class_question.shares():
            elements += [Picture(draw_outline, w=22, h=26), Text(_("the result"), letters, lines=1)]
        return [row(*elements, Spacer(flex=1), gap=8, align=0.5)] if elements else []

    def _result_texts(self, question: QuestionSnapshot) -> Element:
        """Texts below the chart: number of answers while open, else medians, and the shown right answer."""
        class_question, theme = question.class_question, self.app.theme
        before, after = class_question.public_answers
        parts = (
            [self._count_text(question)] if question.is_open and any(class_question.public_answers) else []
        )
        medians = [text for text in (middle(class_question, before), middle(class_question, after)) if text]
        parts += [" → ".join(medians)] if medians and not question.is_open else []
        texts = [Text("   ".join(parts), FontSpec(26, STRONG, theme.soft, most=36), 0.5)] if parts else []
        if answer_text := answer_sentence(class_question):
            texts.append(Text(answer_text, FontSpec(32, NAMES, theme.good, most=44), 0.5))
        return column(*texts, gap=2)

    def narration(self) -> NarrationContent:
        """Narration of the question, its results and the focused button. Empty without a question."""
        question = self._question
        if question is None:
            return NarrationContent("", (), "", "")
        class_question = question.class_question
        sentences = [self._count_text(question)] if question.is_open else []
        sentences += [
            *rounds_told(class_question),
            middle(class_question, class_question.public_answers[-1] or class_question.public_answers[0]),
            answer_sentence(class_question),
        ]
        action = self.action()
        return NarrationContent(
            class_question.words, tuple(filter(None, sentences)), action.verb if action else "", ""
        )


Choice = tuple[str, Callable[[], object] | None]


class AskClassDialog(Dialog):
    """Choice of a question: a prediction, a new question, or an earlier one."""

    width = 960.0

    def __init__(self, run: ClassRunner) -> None:
        self._run, self._snapshot = run, run.snapshot

    def rows(self) -> list[Element]:
        run, snapshot = self._run, self._snapshot
        choices: list[Choice] = [
            (prediction.words, partial(run.execute, Predict(prediction.name)))
            for prediction in snapshot.predictions
        ]
        choices.append((_("Your own question"), partial(_ask_sentence, run)))
        if snapshot.questions:
            choices.append((_("An earlier question"), partial(_choose_earlier, run)))
        return [
            TextRow(_("Ask the class"), LARGE, face="strong", centred=True),
            TextRow(_("Everyone answers on their phone."), is_muted=True, centred=True),
            *(button(label, partial(self._close_and_call, action)) for label, action in choices),
            button(_("Back"), partial(self._close_and_call, None), go=True, sign="left"),
        ]

    def _close_and_call(self, action: Callable[[], object] | None) -> None:
        """Close the dialog, then call ``action`` unless it is None."""
        self.app.scenes.pop(None)
        if action is not None:
            action()


def _choose_earlier(run: ClassRunner) -> None:
    """Let the teacher choose one of the last six questions to show again."""
    choices: list[Choice] = [
        (question.class_question.words, partial(run.execute, ShowQuestion(question.number)))
        for question in run.snapshot.questions[-6:]
    ]
    ask_choice(run.stage, _("An earlier question"), [*choices, (_("Back"), None)])


def _ask_sentence(run: ClassRunner) -> None:
    """Ask for the sentence, then for the kind of answers."""
    app = run.stage

    def on_sentence(sentence: str | None) -> None:
        """Ask for the kind of answers, unless the sentence is blank or None."""
        if not sentence or not sentence.strip():
            return
        kinds: list[Choice] = [
            (_("Multiple choice"), partial(_ask_answers, run, sentence)),
            (_("A scale of five"), partial(run.execute, AskClass(sentence, "scale"))),
            (_("A number up to 100"), partial(run.execute, AskClass(sentence, "number"))),
        ]
        ask_choice(app, sentence, [*kinds, (_("Back"), None)])

    app.scenes.push(ScreenKeyboard(_("What will you ask?"), "", MAX_QUESTION_LENGTH), on_sentence)


def _ask_answers(run: ClassRunner, sentence: str, answers: tuple[str, ...] = ()) -> None:
    """Ask for one answer after the other. From `MIN_CHOICES` on the question can be asked."""

    def on_answer(answer: str | None) -> None:
        """Add the answer unless blank; then ask the question, ask for more, or offer both. None: nothing."""
        if answer is None:
            return
        all_answers = (*answers, answer) if answer.strip() else answers
        ask, more = (
            partial(run.execute, AskClass(sentence, "choice", all_answers)),
            partial(_ask_answers, run, sentence, all_answers),
        )
        if len(all_answers) < MIN_CHOICES:
            more()
        elif len(all_answers) == MAX_CHOICES:
            ask()
        else:
            choices: list[Choice] = [(_("Ask it"), ask), (_("Add an answer"), more), (_("Back"), None)]
            ask_choice(run.stage, sentence, choices, ", ".join(all_answers))

    title = _("Answer {n}").format(n=len(answers) + 1)
    run.stage.scenes.push(ScreenKeyboard(title, "", MAX_ANSWER_LENGTH), on_answer)
