"""Report on a whole class for the projector: page by page, one question at a time.

Screen narration reads the figures of a chart as sentences.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from game.games.sociable.screen.match_report.match_text import question, title_of
from game.games.sociable.screen.match_report.page import PageTexts, Panel, ReportPage, ReportStyle
from game.games.sociable.screen.match_report.paged_report import HANDOUTS_INDEX, PagedReport
from game.games.sociable.screen.match_report.scene import moves_told, strengths_told
from game.games.sociable.statistics.simulation import SimulationRun
from game.i18n import _
from game.store.data_folder import documents
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import Shortcut, prompts_of
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.widgets import LayoutTree, QuestionDialog, prompt_bar_rows
from sockdrawer_classroom.classroom import ClassRecord, ReportHost
from sockdrawer_classroom.sociable.class_report import match_text
from sockdrawer_classroom.sociable.class_report.files import ClassExportOptions
from sockdrawer_classroom.sociable.class_report.match_text import ClassReportData, kept_private
from sockdrawer_classroom.sociable.class_report.pages import (
    SideStrength,
    SomeClasses,
    SomeTables,
    by_order,
    class_pages,
    crossover_panel,
    draw_figures,
    equal_players,
    headline,
    meaning,
    moved_where,
    other_classes,
    rounds_meant,
    said_of,
    stayed_panel,
    verdict,
    votes_panel,
)
from sockdrawer_classroom.sociable.class_statistics import (
    BOSS,
    NONE,
    SIMULATED_CLASSES,
    TableMatchStatistics,
    bosses_kept,
    parallel_classes,
    strengths,
    tally,
    tasks,
)
from sockdrawer_classroom.sociable.predicting import WON, simulated_answers

Sentences = Iterator[str]


def class_aloud(page: ReportPage, report: ClassReportData, question_text: str) -> tuple[str, ...]:
    """Return the sentences of a page with panels, then any question; empty for other pages."""
    if not page.panels:
        return ()
    sentences = [headline(report, page), match_text.counts(report)]
    for panel in page.panels:
        sentences += _panel_sentences(panel, report)
    if page.lives and verdict not in page.panels:
        sentences += match_text.structure(report)
    return tuple(filter(None, (*sentences, question_text)))


def _panel_sentences(panel: Panel, report: ClassReportData) -> Sentences:
    """Yield the sentences of a panel."""
    match panel:
        case SomeTables(first, count):
            for table in report.story.finished_matches[first : first + count]:
                yield from _table_sentences(table, report)
        case SideStrength(place):
            yield from _strength_sentences(place, report)
        case SomeClasses(first, count):
            yield from _class_sentences(range(first, first + count), report)
        case _:
            yield from PANEL_SENTENCES[panel](report)


def _table_sentences(table: TableMatchStatistics, report: ClassReportData) -> Sentences:
    """Yield a table's title, and each player's points and chairs, best player first."""
    yield match_text.table_title(table)
    for seat in table.story.standing:
        chairs = ", ".join(title_of(table.ranks[chair]) for chair in table.story.chairs(seat))
        yield f"{report.name(table, seat)}, {table.story.totals[-1][seat]}: {chairs}"


def _class_sentences(places: Sequence[int], report: ClassReportData) -> Sentences:
    """Yield the heading and, for each of these classes, how often the Boss stayed by exchange."""
    yield _("The Boss stayed Boss, class by class")
    lessons = report.lessons
    for place in places[: len(lessons.classes) - places[0]] if lessons else ():
        shares = (
            [(side.way, lessons.boss_stayed_by_class(side.way)[place]) for side in lessons.sides]
            if lessons
            else []
        )
        text = ", ".join(
            f"{match_text.way_row(way)} {match_text.of(share)}" for way, share in shares if share.of
        )
        yield f"{match_text.class_title(report, place)}: {text}"


def _strength_sentences(place: int, report: ClassReportData) -> Sentences:
    """Yield the heading and the strength of each chair's hands, for the exchange with this index."""
    side = report.story.sides[place]
    yield _("{way}: hands").format(way=match_text.way_row(side.way))
    by_rank = {rank: (strength.dealt, strength.held) for rank, strength in strengths(side.rows).items()}
    yield from strengths_told(by_rank, changes=side.way != NONE)


def _move_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading, the moves from each chair, the number of chairs kept, and that by chance."""
    moves, ranks = report.story.mobility, report.story.ranks
    yield _("Who moved where")
    yield from moves_told(ranks, [[moves.moves[start][to] for to in ranks] for start in ranks])
    yield match_text.kept_short(report)
    yield f"{match_text.kept_by_chance(report)} · {match_text.moves_each(report)}"


def _boss_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading, the share of Bosses who stayed by exchange, with intervals, and chance."""
    sides = report.story.sides
    yield _("The Boss stayed Boss")
    for side in sides:
        if side.stayed.of:
            low, high = map(match_text.percent, report.interval(side))
            share = match_text.percent(side.stayed.value)
            yield f"{match_text.way_row(side.way)}: {match_text.of(side.stayed)}, {share} ({low} - {high})"
    yield _("by chance: {share}").format(share=match_text.percent(match_text.fair(sides)))


def _vote_sentences(report: ClassReportData) -> Sentences:
    """Yield the title of the votes, the counts before and after, and how they were counted."""
    yield match_text.votes_title(report)
    for place, thing in enumerate(match_text.columns(report)):
        rounds = zip((_("before"), _("after")), report.votes, strict=True)
        yield f"{thing}: " + ", ".join(f"{name} {vote.columns[place]}" for name, vote in rounds if vote)
    yield from match_text.votes_told(report)


def _meaning_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading and how often chance alone would give such figures."""
    yield _("Could it be chance?")
    yield from match_text.differences(report)
    yield match_text.kept_chairs_text(report)


def _equal_sentences(report: ClassReportData) -> Sentences:
    """Yield the shares in simulated classes by exchange; before the simulation the guess."""
    if not report.parallel:
        yield match_text.guess(SIMULATED_CLASSES)
    for classes in report.parallel:
        shares = (
            (_("First Boss won"), classes.boss_won.value),
            (_("Boss stayed Boss"), classes.boss_stayed.value),
            (_("Effect of the first chair"), classes.explained),
        )
        figures = ", ".join(f"{name} {match_text.percent(share)}" for name, share in shares)
        yield f"{match_text.way_row(classes.way)}: {figures}"


def _other_class_sentences(report: ClassReportData) -> Sentences:
    """Yield how often the Boss stayed Boss here and, after a simulation, in simulated classes."""
    yield _("Boss stayed Boss: simulated classes")
    yield f"{_('your class')}: {sum(row.rank == row.next == BOSS for row in report.story.rows)}"
    if report.parallel:
        counts = bosses_kept(report.story, report.parallel)
        yield _("{n} classes of equal players").format(n=len(counts))
        yield ", ".join(f"{count}: {classes}" for count, classes in sorted(Counter(counts).items()))


def _verdict_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading and the results of the simulated classes, or the guess before them."""
    yield _("Simulated classes")
    yield from match_text.structure(report) or [match_text.guess(SIMULATED_CLASSES)]


def _comparison_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading, what is compared, and each person's difference."""
    yield _("Each compared with themselves")
    yield match_text.moved_meant()
    if report.both is not None:
        yield ", ".join(
            match_text.hundredths(person.difference, signed=True) for person in report.both.people
        )


def _order_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading and, by first rule, the number of people and the means of both rounds."""
    yield _("Chairs moved per hand")
    for order in report.both.orders if report.both is not None else ():
        means = ", ".join(map(match_text.hundredths, order.means))
        yield f"{match_text.order_row(order.way)}: {order.people}, {means}"


def _round_sentences(report: ClassReportData) -> Sentences:
    """Yield the heading and all sentences about both rounds."""
    yield _("What both rounds show")
    yield from match_text.rounds_told(report.both) if report.both is not None else ()


PANEL_SENTENCES: dict[Panel, Callable[[ClassReportData], Sentences]] = {
    moved_where: _move_sentences, stayed_panel: _boss_sentences, votes_panel: _vote_sentences,
    meaning: _meaning_sentences,
    equal_players: _equal_sentences, other_classes: _other_class_sentences, verdict: _verdict_sentences,
    crossover_panel: _comparison_sentences, by_order: _order_sentences, rounds_meant: _round_sentences,
}  # fmt: skip
"""Sentences of each panel, without those of tables, groups and classes."""


SAVE_REQUEST = "sockdrawer_classroom.sociable.class_report.files:save"


class ClassReportBase(PagedReport[ClassReportData, SimulationRun]):
    """Report on a class, or on several together."""

    def draw(self, painter: Painter) -> None:
        self.put_page(painter)

    def put_figures(self, painter: Painter, frame: LayoutTree) -> None:
        draw_figures(painter, frame)

    def page_texts(self, style: ReportStyle, page: ReportPage) -> PageTexts:
        return said_of(self.data, page, self.question)

    def narration(self) -> NarrationContent:
        """Narration of the scene, with the charts of the page as sentences."""
        question_text = question(self.question) if self.asks_here else ""
        content = screen_narration(self.app, self)
        return replace(content, text=class_aloud(self.current_page, self.data, question_text) or content.text)


class ClassReportScene(ClassReportBase):
    """Report on one class, built from its class record."""

    def __init__(self, record: ClassRecord, lesson: ReportHost | None = None) -> None:
        """Compute the report. Raises `ValueError` if a record is broken, or of another game.

        During a ``lesson`` it also takes in the votes and answers that come.
        """
        super().__init__()
        self.book = record
        self.data = ClassReportData.of(record)
        self._lesson = lesson
        self._take_answers()
        self._tasks = tasks(self.data.story)
        self._offered = False  # True once a prediction was offered before the simulation
        self._votes_below = True  # True if the prompt bar has room for voting
        self._asks_below = False

    def on_layout(self) -> None:
        """Build the pages, and label the optional prompts that need no further row."""
        self.put_pages(class_pages(self.app.text_scale, self.data))
        # A second row would take height from the charts. Voting is also offered on leaving.
        self._votes_below = self._asks_below = False
        height = self._strip_rows()
        self._votes_below = True
        self._votes_below = self._strip_rows() == height
        self._asks_below = True
        self._asks_below = self._strip_rows() == height
        self._bottom = self.app.view.h - self.prompt_bar_offset - height - 16

    def _strip_rows(self) -> float:
        """Height of the longest prompt bar's rows, in units."""
        return prompt_bar_rows(self.app, prompts_of(self.shortcuts(longest=True)), self.pinned_prompts)

    def tick(self, now: float) -> bool:
        """Take in results, votes and answers, or close if the lesson continues; always False."""
        self.hear()
        if self._lesson is not None and self._lesson.plays_on:
            self.app.scenes.pop()
            return False
        if self._take_answers():
            self.on_layout()  # the vote may have a new panel now
            self.needs_redraw = True
        return False

    def _take_answers(self) -> bool:
        """Take over the vote and answers of the lesson; True if they are new, False also without one."""
        if self._lesson is None:
            return False
        questions, poll = self._lesson.public_questions(), self._lesson.poll_seen()
        is_new = questions != self.book.questions
        if is_new:
            self.book = replace(self.book, questions=questions)
            self.data = replace(self.data, asked=questions)
        if poll is None or poll == self.data.poll:
            return is_new
        self.book = replace(self.book, vote=poll.vote)
        votes = tally(poll.vote.before), tally(poll.vote.after)
        self.data = replace(self.data, votes=votes, poll=poll)
        return True

    def on_simulated(self, run: SimulationRun) -> None:
        """Take over the simulated classes; in a lesson they also answer the prediction about them."""
        classes = parallel_classes(list(zip(self._tasks, run.lives, strict=True)))
        self.data = replace(self.data, parallel=classes)
        if self._lesson is not None:
            self._lesson.learn(simulated_answers(classes))

    def live_or_stop(self) -> None:
        """Start or stop the simulation; before the first one, offer to let the class predict the result."""
        lesson = self._lesson
        if self._offered or lesson is None or self.run is not None or lesson.expects(WON):
            super().live_or_stop()
            return
        self._offered = True
        answers = _("Play it out"), _("Ask the class first")
        more = _("After a guess, people look closer.")

        def answered(answer: int | None) -> None:
            """Start the simulation or ask the class, as chosen; otherwise nothing."""
            if answer == 0:
                self.live_or_stop()
            elif answer == 1:
                lesson.ask()

        self.app.scenes.push(QuestionDialog(_("Let the class predict it?"), answers, more), answered)

    def stopped_message(self) -> str:
        return _("The simulated classes stopped because a process ended.")

    def shortcuts(self, *, longest: bool = False) -> list[Shortcut]:
        """Return the actions; ``longest`` gives the longest prompt bar, so all pages end at one height."""
        lives, hidden = self.current_page.lives, self.data.hidden
        asks = _("Ask the class") if self._asks_below else ""
        names = _("Show names") if hidden and not longest else _("Hide names")
        return [
            self.paging(_("Pages")),
            *self.asking(_("Next question") if longest or not lives else _("Questions")),
            *self.doing(votes=self._votes and self._votes_below and (longest or not lives)),
            Shortcut(InputAction.HINT, names, lambda: self.hide(hidden=not hidden)),
            *([Shortcut(InputAction.LOOK, asks, self._lesson.ask)] if self._lesson is not None else []),
            Shortcut(InputAction.BACK, self._way_out, self._ask_leave),
        ]

    @property
    def _votes(self) -> bool:
        """True if there is a running lesson whose game has a vote."""
        return self.data.poll is not None

    @property
    def _way_out(self) -> str:
        """Label of the way back: to the drawer or, in a lesson, to the tables."""
        return _("Go to title") if self._lesson is None else _("Back to the tables")

    def new_run(self) -> SimulationRun | None:
        """Started run of all simulated classes; `None` if they are simulated or no hand was finished."""
        if self.data.parallel or not self._tasks:
            return None
        return SimulationRun([[task.batch] for task in self._tasks], self.app.worker)

    def hide(self, *, hidden: bool) -> None:
        """Show numbers instead of the names, or the names."""
        self.data, self.needs_redraw = replace(self.data, hidden=hidden), True
        self.app.audio.play("confirm")

    def ask_save(self) -> None:
        """Ask whether to save without names, with them, or only the two handouts, and start saving."""
        more = _("Pages to print and hand out (HTML), tables (CSV), pictures (PNG) and the records.")
        ways = _("Without names"), _("With names"), _("Just the two handouts")
        self.ask_way(_("Save the lesson"), ways, more, self.save)

    def save(self, direction: int) -> None:
        """Start saving: 0 without names, 1 with them, or `HANDOUTS_INDEX`."""
        order = ClassExportOptions(
            self.book, str(documents()), time.strftime("SOCiable %Y-%m-%d %H.%M"), direction == 1,
            self.app.settings.language, self.data.parallel, direction == HANDOUTS_INDEX,
        )  # fmt: skip
        self.start_saving(SAVE_REQUEST, order)

    def vote_again(self) -> None:
        """Open the second round of the vote, or return to it, if the lesson has a vote."""
        if self._lesson is not None and self._votes:
            self._lesson.vote_again()

    @property
    def _swap_words(self) -> str:
        """Label of the answer that opens round 2 of the lesson; empty if there is none."""
        return self._lesson.swap_words if self._lesson is not None else ""

    def _swap(self) -> None:
        """Open the dialog for round 2, with swapped rules, if there is a lesson."""
        if self._lesson is not None:
            self._lesson.swap_rules()

    def _ask_leave(self) -> None:
        """Ask in a dialog what to do before the report is closed: save, vote, swap, ask or leave."""
        choices: list[tuple[str, Callable[[], None]]] = [
            (_("Save it first"), self.ask_save),
            *([(_("Vote again"), self.vote_again)] if self._votes else []),
            *([(swap, self._swap)] if (swap := self._swap_words) else []),
            *([(_("Ask the class"), self._lesson.ask)] if self._lesson is not None else []),
            (self._way_out, self.app.scenes.pop),
        ]

        def answered(answer: int | None) -> None:
            """Do what was chosen; otherwise the report stays."""
            if answer:
                choices[answer - 1][1]()

        answers = [_("Stay here"), *(label for label, _do in choices)]
        self.app.scenes.push(QuestionDialog(_("Close the debrief?"), answers, kept_private()), answered)
