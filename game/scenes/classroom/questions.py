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
from game.match.classroom import (
    ANSWER,
    ENOUGH,
    FEWEST,
    MANY,
    SENTENCE,
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
    answered,
    middle,
    rounds_told,
)
from game.scenes.classroom.class_runner import ClassRunner, ClassScene
from game.scenes.classroom.teacher_panel import SHEET, draw_page
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Prompts
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import LARGE
from game.ui.widgets import (
    GO,
    GO_INK,
    Button,
    ButtonElement,
    Control,
    ControlScene,
    Dialog,
    Element,
    ElementKey,
    FontSpec,
    Padding,
    Picture,
    ScaledLength,
    ScreenKeyboard,
    Spacer,
    Text,
    TextRow,
    ask_choice,
    column,
    confirm,
    first_that_fits,
    row,
    shrink_to_fit,
)

DOT: Final = "#E8A317"
LARGEST, GAP = 44.0, 0.16  # units, largest dot; share of it that is the gap between two dots
HEAD: Final = 54.0  # units above the dots for their count
ANSWERED: Final = 92.0  # units above the dots with an answer line, which shows above the highest dots
FOOT: Final = 46.0  # units below the dots of a number chart
SEEN: Final = 26.0  # units, smallest dot that is visible from the back row
APART, NUMBERS = 34.0, 22.0
"""Minimum distance of two columns side by side, in units; smaller in a number chart."""
MARKS: Final = (0, 25, 50, 75, 100)  # labels below a number chart


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
    number: bool,  # noqa: FBT001 - a value
    answer: int | None,
) -> None:
    """Draw a dot for each answer. Two rounds are drawn side by side, with hollow dots for the first.

    ``rounds`` has the counts by column for each round. The right answer is drawn as ``shares`` (0 to 1) of
    each column, or as a line at the number ``answer``.
    """
    theme, columns = painter.theme, len(rounds[0])
    step = box.w / columns
    floor = box.bottom - (FOOT if number else 4)
    high = floor - box.y - (HEAD if answer is None else ANSWERED)
    per = [sum(counts) for counts in rounds]
    most = max(*(max(counts) for counts in rounds), *(max(shares, default=0) * whole for whole in per), 1)
    # A single column of dots, or the fewest that make the dots large enough.
    ways = [
        (min(LARGEST, high / math.ceil(most / wide), step / len(rounds) * 0.8 / wide), wide)
        for wide in ((1,) if number else range(1, 9))
    ]
    size, across = next((way for way in ways if way[0] >= SEEN), max(ways))
    apart = max(size * across + (size if across > 1 else 2), NUMBERS if number else APART)
    painter.fill(Box(box.x, floor, box.w, 4), theme.ink, 2)

    def at(value: float) -> float:
        return box.x + step * (value / MARKS[-1] * (columns - 1) + 0.5)

    told = TextStyle(NAMES, theme.ink, fixed=True)
    for mark in MARKS if number else ():
        painter.fill(Box(at(mark) - 2, floor, 4, 12), theme.ink)
        painter.text(str(mark), at(mark), floor + 28, 26, told, anchor="center")

    def middle(turn: int, place: int) -> float:
        return box.x + step * (place + 0.5) + apart * (turn - (len(rounds) - 1) / 2)

    if answer is not None:
        # The line ends above the count over the dots at this place.
        below = (
            count
            for turn, counts in enumerate(rounds)
            for place, count in enumerate(counts)
            if abs(middle(turn, place) - at(answer)) < max(size / 2, NUMBERS / 2 + 3)
        )
        most_there = max(below, default=0)
        end = floor - (math.ceil(most_there / across) * size + 30 if most_there else 0)
        painter.fill(Box(at(answer) - 3, box.y + 34, 6, max(0.0, end - box.y - 34)), theme.good, 3)
        flag = TextStyle(NAMES, theme.good, fixed=True)
        painter.text(str(answer), at(answer), box.y + 16, 32, flag, anchor="center")
    for turn, counts in enumerate(rounds):
        hollow = turn == 0 and len(rounds) > 1
        for place, count in enumerate(counts):
            x = middle(turn, place)
            if shares and shares[place]:
                tall = shares[place] * per[turn] * size / across
                wide = size * across + 12
                painter.frame(Box(x - wide / 2, floor - tall, wide, tall), theme.good, 4, 6)
            left = x - size * min(across, max(count, 1)) / 2
            for dot in range(count):
                high_up, along = divmod(dot, across)
                at_dot = Box(left + along * size, floor - (high_up + 1) * size, size, size)
                _draw_dot(painter, at_dot, hollow=hollow)
            if count:
                top = floor - math.ceil(count / across) * size
                painter.text(str(count), x, top - 14, 24, told, anchor="center")


def _draw_dot(painter: Painter, box: Box, *, hollow: bool) -> None:
    gap = max(1.0, box.w * GAP / 2)
    inner = box.inflated(-gap)
    width = max(2.0, box.w * 0.08)
    painter.fill(inner, painter.theme.panel if hollow else DOT, inner.w / 2)
    painter.frame(inner, DOT if hollow else painter.theme.ink, width * (1.6 if hollow else 1), inner.w / 2)


def draw_mark(painter: Painter, box: Box, hollow: bool) -> None:  # noqa: FBT001 - a value
    """Dot of a round, for the legend."""
    _draw_dot(painter, box, hollow=hollow)


def draw_outline(painter: Painter, box: Box) -> None:
    """Outline of the right answer, for the legend."""
    painter.frame(box.inflated(-2), painter.theme.good, 4, 5)


class QuestionScene(ControlScene, ClassScene):
    """Question and the answers of the class. Popped when the question is no longer shown."""

    prompt_bar_offset = 10.0

    def __init__(self, run: ClassRunner) -> None:
        self._run = run
        self._keys: tuple[str, ...] = ()

    def on_enter(self) -> None:
        self.on_snapshot(self._run.snapshot)

    def tick(self, now: float) -> bool:
        if self._run.snapshot.question is None:
            self.app.scenes.pop()
        return False

    def on_snapshot(self, glance: ClassSnapshot) -> bool:
        before, self._keys = self._keys, tuple(one.key for one in self.controls())
        if self._keys != before:
            self.focus = next(iter(self._keys), "")
        return True

    @property
    def _shown(self) -> QuestionSnapshot | None:
        return self._run.snapshot.question

    def controls(self) -> list[Control]:
        return [Control(key, partial(self._do, wish), words) for key, words, wish in self._wishes()]

    def _wishes(self) -> list[tuple[str, str, TeacherCommand]]:
        shown = self._shown
        if shown is None:
            return []
        away = QuestionKey.AWAY, self.back_words, ShowQuestion(None)
        if shown.is_open:
            return [(QuestionKey.CLOSE, _("Close the question"), CloseQuestion()), away]
        found: list[tuple[str, str, TeacherCommand]] = [away]
        if shown.asked.rounds == 1 and not shown.asked.answer:
            found.insert(0, (QuestionKey.AGAIN, _("Ask it once more"), AskAgain(shown.number)))
        if shown.asked.prediction and not shown.asked.answer:
            found.insert(0, (QuestionKey.ANSWER, _("Show the answer"), ShowAnswer()))
        return found

    def _do(self, wish: TeacherCommand) -> None:
        self.app.audio.play("confirm")
        self._run.execute(wish)

    def back(self) -> None:
        """Put the question away. Asks first if it is open, because that closes it."""
        away = partial(self._do, ShowQuestion(None))
        if self._shown is None or not self._shown.is_open:
            away()
            return
        more = _("Nobody answers any more then; it can be asked once more later.")
        confirm(self.app, _("Close the question?"), (_("Back"), self.back_words), away, more)

    @property
    def back_words(self) -> str:
        shown = self._shown
        return _("Close and put it away") if shown is not None and shown.is_open else _("Put it away")

    def prompts(self) -> Prompts:
        verb = self.control()
        return [
            (InputAction.NAVIGATE, _("Choose")),
            (InputAction.CONFIRM, verb.verb if verb else ""),
            (InputAction.BACK, self.back_words),
        ]

    def build(self) -> Element:
        shown = self._shown
        if shown is None:
            return Spacer(flex=1)
        theme = self.app.theme
        sizes = 52.0, 46.0, 40.0, 34.0, 29.0, 25.0
        head = first_that_fits(
            *(
                Text(
                    shown.asked.words,
                    FontSpec(size, NAMES, theme.ink, growth=0.2),
                    0.5,
                    is_balanced=True,
                    lines=most,
                )
                for size, most in zip(sizes, (1, 2, 2, 3, 3, 4), strict=True)
            ),
            Text(shown.asked.words, FontSpec(22, NAMES, theme.ink, growth=0.3), 0.5),
        )
        buttons = [
            ButtonElement(words, GO if number == 0 else theme.cloth,
                FontSpec(24, NAMES, GO_INK if number == 0 else theme.ink, most=32), key=key)
            for number, (key, words, _wish) in enumerate(self._wishes())
        ]  # fmt: skip
        below = shrink_to_fit(
            row(Spacer(flex=1), *buttons, Spacer(flex=1), gap=18, align=0.5), column(*buttons, gap=8)
        )
        body = self._chart(shown) if any(shown.asked.public_answers) else self._waiting(shown)
        high = ScaledLength(26, most=42) if self._run.snapshot.is_rehearsal else 22  # its mark is above
        return column(head, body, self._told(shown), below, pad=Padding(40, high, 8), gap=12,
                      behind=Picture(draw_page))  # fmt: skip

    def _waiting(self, shown: QuestionSnapshot) -> Element:
        """Number of answers, while they are too few to be shown."""
        theme = self.app.theme
        if shown.is_open:
            words, more = self._counted(shown), _("Answers are shown from {n} on.").format(n=ENOUGH)
        else:
            words, more = _("Too few answers to show any."), _("At least {n} are needed.").format(n=ENOUGH)
        large = first_that_fits(
            *(
                Text(words, FontSpec(size, NAMES, theme.ink, growth=0.5), 0.5, lines=2)
                for size in (68, 54, 42, 32)
            )
        )
        soft = Text(more, FontSpec(24, STRONG, theme.soft), 0.5)
        options = (
            [*shown.asked.answers] if shown.asked.kind in (QuestionKind.CHOICE, QuestionKind.PLACE) else []
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

    def _counted(self, shown: QuestionSnapshot) -> str:
        return _("{n} of {of} have answered").format(n=shown.count, of=shown.of)

    def _chart(self, shown: QuestionSnapshot) -> Element:
        asked, theme = shown.asked, self.app.theme
        rounds = tuple(asked.counted(values) for values in asked.public_answers if values)
        is_number = asked.kind is QuestionKind.NUMBER
        values = rounds, asked.shares(), is_number, asked.answer[0] if is_number and asked.answer else None
        dots = Picture(draw_dots, values, flex=1)
        below: list[Element] = []
        if not is_number:
            forms = [
                (FontSpec(size, STRONG, theme.ink, growth=grows), lines)
                for size, grows, lines in (
                    (30, 0.35, 1),
                    (26, 0.35, 2),
                    (23, 0.35, 3),
                    (20, 0.3, 4),
                    (18, 0, 0),
                )
            ]
            names = self._labels(asked)
            below.append(
                first_that_fits(
                    *(
                        row(*(Text(name, letters, 0.5, lines=lines, flex=1) for name in names), gap=8)
                        for letters, lines in forms
                    )
                )
            )
        return column(
            *self._key(asked, len(rounds)), dots, *below, gap=6, pad=Padding(24, 14, 12), behind=SHEET, flex=1
        )

    def _labels(self, asked: ClassQuestion) -> Sequence[str]:
        names = list(asked.columns)
        if asked.kind is QuestionKind.SCALE:
            names[0] = f"{names[0]} {_('not at all')}"
            names[-1] = f"{names[-1]} {_('completely')}"
        return names

    def _key(self, asked: ClassQuestion, rounds: int) -> list[Element]:
        """Legend of hollow and full dots and of the outline."""
        letters = FontSpec(22, STRONG, self.app.theme.soft, most=30)
        found: list[Element] = []
        if rounds > 1:
            for words, hollow in ((_("before"), True), (_("after"), False)):
                found += [
                    Picture(draw_mark, (hollow,), w=26, h=26),
                    Text(words, letters, lines=1),
                    Spacer(18),
                ]
        if asked.shares():
            found += [Picture(draw_outline, w=22, h=26), Text(_("as it was"), letters, lines=1)]
        return [row(*found, Spacer(flex=1), gap=8, align=0.5)] if found else []

    def _told(self, shown: QuestionSnapshot) -> Element:
        """Text below the chart: number of answers, median, and the right answer."""
        asked, theme = shown.asked, self.app.theme
        before, after = asked.public_answers
        parts = [self._counted(shown)] if shown.is_open and any(asked.public_answers) else []
        middles = [words for words in (middle(asked, before), middle(asked, after)) if words]
        parts += [" → ".join(middles)] if middles and not shown.is_open else []
        told = [Text("   ".join(parts), FontSpec(26, STRONG, theme.soft, most=36), 0.5)] if parts else []
        if words := answered(asked):
            told.append(Text(words, FontSpec(32, NAMES, theme.good, most=44), 0.5))
        return column(*told, gap=2)

    def narration(self) -> NarrationContent:
        shown = self._shown
        if shown is None:
            return NarrationContent("", (), "", "")
        asked = shown.asked
        said = [self._counted(shown)] if shown.is_open else []
        said += [
            *rounds_told(asked),
            middle(asked, asked.public_answers[-1] or asked.public_answers[0]),
            answered(asked),
        ]
        verb = self.control()
        return NarrationContent(asked.words, tuple(filter(None, said)), verb.verb if verb else "", "")


Choice = tuple[str, Callable[[], object] | None]


class AskClassDialog(Dialog):
    """Choice of a question: a prediction, a new question, or an earlier one."""

    width = 960.0

    def __init__(self, run: ClassRunner) -> None:
        glance = run.snapshot
        ways: list[Choice] = [
            (one.words, partial(run.execute, Predict(one.name))) for one in glance.predictions
        ]
        ways.append((_("A question of your own"), partial(_write, run)))
        if glance.questions:
            ways.append((_("One that was asked"), partial(_choose, run)))
        super().__init__(
            [
                TextRow(_("Ask the class"), LARGE, face="strong", centred=True),
                TextRow(_("Everybody answers on their phone."), is_muted=True, centred=True),
                *(Button(words, partial(self._take, do)) for words, do in ways),
                Button(_("Back"), partial(self._take, None), go=True, sign="left"),
            ]
        )

    def _take(self, do: Callable[[], object] | None) -> None:
        self.app.scenes.pop(None)
        if do is not None:
            do()


def _choose(run: ClassRunner) -> None:
    ways: list[Choice] = [
        (one.asked.words, partial(run.execute, ShowQuestion(one.number)))
        for one in run.snapshot.questions[-6:]
    ]
    ask_choice(run.stage, _("One that was asked"), [*ways, (_("Back"), None)])


def _write(run: ClassRunner) -> None:
    """Ask for the sentence, then for the kind of answers."""
    app = run.stage

    def worded(said: str | None) -> None:
        if not said or not said.strip():
            return
        kinds: list[Choice] = [
            (_("Answers to choose from"), partial(_give_answers, run, said)),
            (_("A scale of five"), partial(run.execute, AskClass(said, "scale"))),
            (_("A number up to 100"), partial(run.execute, AskClass(said, "number"))),
        ]
        ask_choice(app, said, [*kinds, (_("Back"), None)])

    app.scenes.push(ScreenKeyboard(_("What do you ask?"), "", SENTENCE), worded)


def _give_answers(run: ClassRunner, words: str, given: tuple[str, ...] = ()) -> None:
    """Ask for one answer after the other. From `FEWEST` on the question can be asked."""

    def said(answer: str | None) -> None:
        if answer is None:
            return
        found = (*given, answer) if answer.strip() else given
        ask, more = (
            partial(run.execute, AskClass(words, "choice", found)),
            partial(_give_answers, run, words, found),
        )
        if len(found) < FEWEST:
            more()
        elif len(found) == MANY:
            ask()
        else:
            ways: list[Choice] = [(_("Ask it"), ask), (_("One more answer"), more), (_("Back"), None)]
            ask_choice(run.stage, words, ways, ", ".join(found))

    title = _("Answer {n}").format(n=len(given) + 1)
    run.stage.scenes.push(ScreenKeyboard(title, "", ANSWER), said)
