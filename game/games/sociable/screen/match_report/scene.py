"""Debrief of SOCiable: the statistics of a match page by page, and questions for discussion.

Each page is a layer, drawn at once or piece by piece. Screen narration reads the figures of a chart as
sentences.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter

from game.core.discovery import find_game
from game.games.sociable.screen.match_report.charts import (
    ChairChart,
    PlayerLines,
    balance,
    chair_pairs,
    draw_figures,
    figure_boxes,
    final_order,
    gains,
    guess,
    hand_by_hand,
    hands_held,
    knitted_span,
    pages_of,
    points_after_each,
    said_of,
    stages_shown,
    stayed_boss,
    went_where,
    who_moved_where,
    who_won,
)
from game.games.sociable.screen.match_report.export import ReportExportOptions
from game.games.sociable.screen.match_report.match_text import (
    MatchReportData,
    as_boss,
    boss_stayed_text,
    figure,
    headline,
    percent,
    question,
    societies_text,
    strength_meant,
    structure,
    title_of,
    way,
    way_of,
)
from game.games.sociable.screen.match_report.page import (
    PageTexts,
    Panel,
    ReportKey,
    ReportPage,
    ReportPageProps,
    ReportStyle,
    page_drawn,
    page_frame,
)
from game.games.sociable.screen.match_report.paged_report import HANDOUTS_INDEX, PagedReport
from game.games.sociable.screen.match_report.voting import ReportVote
from game.games.sociable.statistics import MatchStatistics, worth
from game.games.sociable.statistics.simulation import MatchSimulationRun
from game.i18n import _, plural
from game.match.phone_control import AGAIN
from game.match.seats import is_win_for_room
from game.store.data_folder import documents
from game.ui.art.puppets import STATES
from game.ui.core.canvas import PACE, Box, DirtyRegions
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene, Shortcut, prompts_of
from game.ui.core.screen_reader import screen_narration
from game.ui.core.speech import NarrationContent
from game.ui.match.match_end import earned_by
from game.ui.match.match_flow import leave_match, play_again
from game.ui.match.match_scene import MatchScene
from game.ui.match.replay_controls import ReplayOptions
from game.ui.widgets import LayoutTree, QuestionDialog, prompt_bar_rows


def threads_drawn(painter: Painter, props: ReportPageProps) -> Iterator[None]:
    """Draw the threads of the first page over the page without them, in pieces."""
    page = page_frame(painter, props.tree)
    for part in page.parts:
        if isinstance(part.element, ChairChart):
            yield from LayoutTree(PlayerLines(part.element.report), part.box, painter).pieces(painter)


def ask_again(scene: MatchScene, *, loses: bool) -> None:
    """Ask for a rematch, other rules or to stay; staying comes first if leaving ``loses`` a vote."""
    app = scene.app
    again: dict[str, tuple[str, Callable[[], object]]] = {
        _("Rematch"): ("restart", partial(play_again, scene)),
        _("Same seats, different rules"): (
            "gear",
            lambda: app.scenes.reset(app.screens["title"](), app.screens["lobby"](scene.match.session.game)),
        ),
    }
    stay: dict[str, tuple[str, Callable[[], object]]] = {_("Stay here"): ("left", lambda: None)}
    ways = stay | again if loses else again | stay

    def answered(answer: int | None) -> None:
        """Do what was chosen; nothing without an answer."""
        if answer is not None:
            [*ways.values()][answer][1]()

    app.scenes.push(
        QuestionDialog(_("Play again?"), [*ways], signs=[sign for sign, _do in ways.values()]), answered
    )


def leave(scene: MatchScene, save: Callable[[], None], *, loses: bool) -> None:
    """Leave the debrief as results are left; if that ``loses`` a vote, ask first."""
    if not loses:
        leave_match(scene)
        return
    ways: dict[str, Callable[[], object]] = {
        _("Stay here"): lambda: None,
        _("Save it first"): save,
        _("Go to title"): partial(leave_match, scene),
    }

    def answered(answer: int | None) -> None:
        """Do what was chosen; without an answer the debrief stays."""
        [*ways.values()][answer or 0]()

    scene.app.scenes.push(QuestionDialog(_("Close the debrief?"), [*ways]), answered)


def look_back(scene: MatchScene, *, film: bool) -> None:
    """Open the film of the match if ``film``, otherwise the final table."""
    if film:
        source = scene.archiver.name if scene.archiver is not None else ""
        scene.app.open_scene("replay", scene.match, ReplayOptions(leads_back=_("Debrief"), source=source))
    else:
        scene.app.open_scene("table_peek", scene.view, _("Back"))


Sentences = Iterator[str]


def page_aloud(
    ruler: Painter, page: ReportPage, report: MatchReportData, question_text: str
) -> tuple[str, ...]:
    """Return the sentences of a page with charts, then any question; empty for other pages."""
    if not set(page.panels) & set(PANEL_SENTENCES):
        return ()
    sentences = [headline(report), way(report), as_boss(report)]
    for panel in page.panels:
        sentences += (
            PANEL_SENTENCES[panel](report)
            if panel in PANEL_SENTENCES
            else [_panel_text(ruler, panel, report)]
        )
    if page.lives:
        sentences += structure(report)
    return (*sentences, question_text) if question_text else tuple(sentences)


def _panel_text(ruler: Painter, panel: Panel, report: MatchReportData) -> str:
    """Return the accessible texts of a panel's elements, separated by commas."""
    frame = LayoutTree(panel(ReportStyle(ruler), report), Box(0, 0, 600, 480), ruler)
    return ", ".join(part.element.accessible_text for part in frame.parts if part.element.accessible_text)


def _rank_titles(report: MatchReportData) -> list[str]:
    """Titles of the chairs, from the Boss down."""
    return [title_of(rank) for rank in report.ranks]


def _hand_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and each player's chairs from stage to stage, best player first."""
    yield _("Hand by hand")
    ranks = _rank_titles(report)
    for seat in report.story.standing:
        chairs = ", ".join(ranks[chair] for chair in report.story.chairs(seat))
        yield f"{report.seats[seat].name}: {chairs}"


def _move_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and, for each chair, the number of moves to each chair."""
    yield _("Who moved where")
    yield from moves_told(report.ranks, report.story.moves)


def moves_told(ranks: Sequence[int], moves: Sequence[Sequence[int]]) -> Sentences:
    """Yield a sentence for each chair (row): its title, and the numbers of moves to each chair (column)."""
    for rank, row in zip(ranks, moves, strict=True):
        targets = [
            plural("{n} time to {chair}", "{n} times to {chair}", times).format(n=times, chair=title_of(to))
            for to, times in zip(ranks, row, strict=True)
            if times
        ]
        yield f"{title_of(rank)}: {', '.join(targets) or 0}"


def _point_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and each player's points after every hand, best player first."""
    yield _("Points after each hand")
    for seat in report.story.standing:
        points = ", ".join(str(total[seat]) for total in report.story.totals[1:])
        yield f"{report.seats[seat].name}: {points}"


def _strength_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading, the strength of each chair's hands, and how it is counted."""
    yield _("Strength of hands, chair by chair")
    yield from strengths_told(dict(zip(report.ranks, report.story.strengths, strict=True)))


def strengths_told(strengths: Mapping[int, tuple[float, float]], *, changes: bool = True) -> Sentences:
    """Yield the strength of each rank's hands, only as dealt unless ``changes``, and how it is counted."""
    for rank, (dealt, after) in strengths.items():
        if changes:
            template = _("{chair}: {dealt} as dealt, {held} after the exchange")
            yield template.format(chair=title_of(rank), dealt=figure(dealt), held=figure(after))
        else:
            yield f"{title_of(rank)}: {figure(dealt)}"
    yield strength_meant()


def _chair_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading, how often the Boss stayed and each chair was kept, and the share by chance."""
    yield _("Who kept their chair")
    yield boss_stayed_text(report)
    yield ", ".join(
        f"{name}: {count}" for name, count in zip(_rank_titles(report), report.story.chair_holds, strict=True)
    )
    yield _("by chance: {share}%").format(share=round(100 / report.story.players))


def _exchange_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and the number and mean of the cards from chair to chair, if any were given."""
    yield _("What the exchange moved")
    if not report.story.flows:
        yield _("Nobody had to give anything: there was no exchange in this match.")
        return
    ranks = _rank_titles(report)
    for upper, lower, up, down in chair_pairs(report):
        for giver, taker, cards in ((lower, upper, up), (upper, lower, down)):
            if cards:
                mean = figure(worth(cards) / len(cards))
                template = plural(
                    "{giver} to {taker}: {n} card, {mean} on average",
                    "{giver} to {taker}: {n} cards, {mean} on average",
                    len(cards),
                )
                yield template.format(giver=ranks[giver], taker=ranks[taker], n=len(cards), mean=mean)


def _balance_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and each player's net power from exchanges."""
    yield _("Who gained, who paid")
    net = gains(report)
    yield ", ".join(f"{report.seats[seat].name}: {net[seat]:+d}" for seat in report.story.standing)


def _win_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading and the wins by first chair in per cent; before a simulation the guess."""
    yield _("Who won, by first chair")
    if not report.societies:
        yield guess()
        return
    with_exchange, without = report.societies
    for name, share_with, share_without in zip(
        _rank_titles(report), with_exchange.wins, without.wins, strict=True
    ):
        yield _("{what}: {a}% {way}, {b}% without").format(
            what=name, a=percent(share_with), b=percent(share_without), way=way_of(report)
        )


def _order_sentences(report: MatchReportData) -> Sentences:
    """Yield the heading, simulated matches by kept pairs in per cent, and this match in comparison."""
    yield _("Pairs still in starting order")
    if report.societies:
        with_exchange, without = report.societies
        for number, (share_with, share_without) in enumerate(
            zip(with_exchange.pairs, without.pairs, strict=True)
        ):
            if share_with or share_without:
                yield _("{what}: {a}% {way}, {b}% without").format(
                    what=number, a=percent(share_with), b=percent(share_without), way=way_of(report)
                )
    yield societies_text(report)


PANEL_SENTENCES: dict[Panel, Callable[[MatchReportData], Sentences]] = {
    hand_by_hand: _hand_sentences,
    who_moved_where: _move_sentences, points_after_each: _point_sentences,
    hands_held: _strength_sentences, stayed_boss: _chair_sentences,
    went_where: _exchange_sentences, balance: _balance_sentences,
    who_won: _win_sentences, final_order: _order_sentences,
}  # fmt: skip
"""Sentences of the panels that are pictures. Other panels are read from their texts."""


KNITTING_MS = 1500.0  # time to knit the threads of the first page, ms at the brisk pace
FRAME_BUDGET_S = 0.006  # time to draw pieces of the first page between two frames, s
SAVE_REQUEST = "game.games.sociable.screen.match_report.export:save"


class MatchReportScene(PagedReport[MatchReportData, MatchSimulationRun]):
    """Report after a match of SOCiable with at least one finished hand."""

    is_interrupting = True
    extends_grace = True  # as the results, which it replaces

    def __init__(self, scene: MatchScene, statistics: MatchStatistics) -> None:
        super().__init__()
        self.scene = scene
        self.match = match = scene.match
        self.outcome = match.result()
        winners = self.outcome.winners
        if match.conceded_by is not None:  # of those who stayed, the one who leads
            winners = tuple(seat for seat in statistics.standing if seat in winners)[:1]
        self.asks = match.session.options.get_bool("show_discussion")
        self.voting = ReportVote(scene, asks=self.asks)
        ending, shift = scene.context.words.end_sentence(self.outcome), self.voting.shift
        self._wished: object = None
        self.data = MatchReportData(
            statistics, tuple(match.seats), winners, ending, vote=shift,
            left_early=match.conceded_by is not None,
            earned=tuple(earned_by(match.seats, scene.ending.socks.new_socks)),
        )  # fmt: skip
        # first stage of the chart of chairs; if not all fit, the end is shown at the beginning
        self.first = len(statistics.hands)
        self._scrolls = False
        self._life = DirtyRegions()
        self._opened = 0.0
        self._report = False  # True once the threads are knitted, or the animation was skipped
        # drawing of the first page, piece by piece, while the match is still visible
        self._making: Iterator[None] | None = None

    def on_enter(self) -> None:
        """Begin to draw the first page in pieces, and play the win or lose sound unless it was heard."""
        self.is_opaque, self._making = False, self._first_page()
        won = is_win_for_room(self.match.seats, self.outcome.winners)
        if not self.scene.ending.is_heard:
            self.app.audio.play("win" if won else "lose")

    def on_layout(self) -> None:
        """Build the pages and layers for this window and text size; the first stage stays if possible."""
        self.put_pages(pages_of(self.app.text_scale, self.data, asks=self.asks))
        self._bare = CachedLayer(page_drawn)  # first page without its threads, which are drawn over it
        self.layers[self.pages[self._chairs].name] = CachedLayer(threads_drawn, over=self._bare)
        # The prompt bar has an entry for scrolling, and its height decides if the page has to scroll.
        for self._scrolls in (False, True):
            strip = prompt_bar_rows(self.app, prompts_of(self.shortcuts(longest=True)), self.pinned_prompts)
            self._bottom = self.app.view.h - self.prompt_bar_offset - strip - 16
            if not self._last_first_stage():
                break
        self.first = min(self.first, self._last_first_stage())
        self._life = DirtyRegions()
        if self._making is not None:
            self._making = self._first_page()

    def _first_page(self) -> Iterator[None]:
        """Draw the first page and its threads into their layers; yields between pieces."""
        canvas, value = self.canvas(), self.value(self.page)
        yield from self._bare.draw_incrementally(canvas, value)
        yield from self.layers[self.current_page.name].draw_incrementally(canvas, value)

    def make(self, budget: float = math.inf) -> None:
        """Continue drawing the first page for ``budget`` seconds, or to its end."""
        until = perf_counter() + budget
        while self._making is not None:
            if next(self._making, self) is self:
                self.is_opaque, self._making = True, None
                self._opened = self.app.now
                self.mark_appeared()
                self.needs_redraw = True
            elif perf_counter() > until:
                break

    @property
    def _knitting_progress(self) -> float:
        """Progress of the knitting since the debrief opened, 0 to 1."""
        length = 0.0 if self.app.reduced_motion else KNITTING_MS * PACE[self.app.settings.animation_speed]
        return 1.0 if self._report or not length else min(1.0, (self.app.now - self._opened) / length)

    def hurry(self) -> None:
        """Finish drawing and knitting the first page at once."""
        self.make()
        self._report = self.needs_redraw = True

    def on_leave(self) -> None:
        """Stop the simulation, and end the vote."""
        super().on_leave()
        self.voting.close()

    def tick(self, now: float) -> bool:
        """Take in votes and results, and draw pieces of the first page; True until that is knitted."""
        if self.voting.shift != self.data.vote:
            self.data, self.needs_redraw = replace(self.data, vote=self.voting.shift), True
        if self._wished != (version := self.app.phones.steering.version):
            self._wished, self.needs_redraw = version, True
        self.hear()
        if self._report:
            return False
        if self._making is not None:
            self.make(FRAME_BUDGET_S)
            return True
        self.needs_redraw = True
        self._report = self._knitting_progress >= 1
        return True

    def on_simulated(self, run: MatchSimulationRun) -> None:
        """Take over the results of the simulated societies."""
        self.data = self.data.with_societies(run.societies)

    def stopped_message(self) -> str:
        return _("The simulated societies stopped: a process ended.")

    def on_input(self, intent: InputEvent) -> None:
        """End the opening animation and handle the press; nothing else before the page is visible."""
        # A press before the page is visible was not meant for it.
        unseen = self._making is not None
        if intent.act is not InputAction.POINT:
            self.hurry()
        if unseen:
            return
        match intent.act:
            case InputAction.NAVIGATE if not intent.dx:
                self._scroll(intent.dy)
            case InputAction.SCROLL if intent.dy and self.page == self._chairs and self._last_first_stage():
                self._scroll(-intent.dy)
            case _:
                super().on_input(intent)

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of the puppets whose pictures have changed; none before the page is visible."""
        if self._making is not None:
            return []
        boxes = figure_boxes(self.frame)
        frames = self._frames()
        return self._life.collect((number, frames[min(number, 1)], box) for number, box in enumerate(boxes))

    def preload(self, painter: Painter) -> Iterator[None]:
        """Wait until the first page is knitted, then render all layers and figures, one a step."""
        # The threads first: nothing else is drawn while they are knitted.
        while not self._report:
            yield
        canvas = self.canvas()
        self._bare.update(canvas, self.value(self._chairs))
        yield from super().preload(painter)
        for name in range(STATES["happy"].count), range(STATES["idle"].count):
            for frame in name:
                draw_figures(canvas, self.data, self.frame, (frame, frame))
                yield

    def draw(self, painter: Painter) -> None:
        """Draw the current page, the first with its threads as far as knitted; nothing while preparing."""
        if self._making is not None:
            return
        if self.page == self._chairs:
            self._bare.update(painter, self.value(self.page))
        if self.page == self._chairs and self._knitting_progress < 1:
            self._draw_knitting(painter)
            self.put_figures(painter, self.frame)
        else:
            self.put_page(painter)

    def put_figures(self, painter: Painter, frame: LayoutTree) -> None:
        draw_figures(painter, self.data, frame, self._frames())

    def _draw_knitting(self, painter: Painter) -> None:
        """Draw the first page with its threads as far as they are knitted."""
        value = self.value(self.page)
        self._bare.draw(painter, value)
        clip, box = painter.surface.get_clip(), self.frame.boxes[ReportKey.CHAIRS]
        left, right = knitted_span(painter, box, self.facts())
        knitted_box = Box(0, box.y, left + (right - left) * self._knitting_progress, box.h)
        painter.surface.set_clip(painter.view.rect(knitted_box).clip(clip))
        self.layers[self.current_page.name].draw(painter, value)
        painter.surface.set_clip(clip)

    def narration(self) -> NarrationContent:
        """Narration of the scene, with the charts of the page as sentences."""
        question_text = question(self.question) if self.asks_here else ""
        content = screen_narration(self.app, self)
        return replace(
            content,
            text=page_aloud(self.app.measuring_painter, self.current_page, self.data, question_text)
            or content.text,
        )

    def shortcuts(self, *, longest: bool = False) -> list[Shortcut]:
        """Return the actions; ``longest`` gives the longest prompt bar's, so all pages end at one height."""
        scene = self.scene
        label = _("Next question") if longest or self.asks_here else _("Questions")
        asking = (
            self.asking(label)
            if self.asks
            else [
                Shortcut(InputAction.NEXT, "", partial(self.turn_page, 1)),
                Shortcut(InputAction.PREVIOUS, "", partial(self.turn_page, -1)),
            ]
        )
        vote_count, again = (
            len(self.app.phones.steering.voices(AGAIN)),
            (InputAction.CONFIRM, InputAction.PAUSE),
        )
        again_text = f"{_('Play again')} ({vote_count})" if vote_count else _("Play again")
        act, also = reversed(again) if self.app.devices.last == MOUSE else again
        # A vote is kept nowhere else. A vote without votes does not count.
        loses = self.data.vote is not None and any(self.data.vote.votes) and not self.is_saved
        asked_again = partial(ask_again, scene, loses=loses)
        check = partial(self.app.open_scene, "commitment", scene.match, opened=True)
        return [
            self.paging(_("Pages, hands") if self._scrolls else _("Pages")),
            *asking,
            *self.doing(votes=self.voting.is_due and (longest or self.current_page.votes)),
            Shortcut(InputAction.LOOK, _("Table"), partial(look_back, scene, film=False)),
            Shortcut(InputAction.AGAIN, _("Watch film"), partial(look_back, scene, film=True)),
            Shortcut(
                InputAction.HINT,
                _("Moments"),
                partial(self.app.open_scene, "analysis", scene.match, _("Back")),
            ),
            *(
                [Shortcut(InputAction.MEND, _("Check the deal"), check)]
                if scene.match.session.promised
                else []
            ),
            *([] if scene.is_looked_up else [Shortcut(act, again_text, asked_again, also=(also,))]),
            Shortcut(
                InputAction.BACK,
                _("Go to album") if scene.is_looked_up else _("Go to title"),
                partial(leave, scene, self.ask_save, loses=loses and not scene.is_looked_up),
            ),
        ]

    @property
    def _chairs(self) -> int:
        """Index of the page with the chart of chairs."""
        return next(number for number, page in enumerate(self.pages) if hand_by_hand in page.panels)

    def facts(self) -> MatchReportData:
        """Data of all pages, with the first stage that is on the screen."""
        return replace(self.data, first=self.first)

    def page_texts(self, style: ReportStyle, page: ReportPage) -> PageTexts:
        return said_of(style, self.data, page, self.question, asks=self.asks)

    def _frames(self) -> tuple[int, int]:
        """Animation frames of the happy winner and of the idle puppets."""
        if self.app.reduced_motion:
            return 0, 0
        now = self.app.now
        return STATES["happy"].at(now % 4000 if now % 4000 < 1000 else 0), STATES["idle"].at(now)

    def _last_first_stage(self) -> int:
        """Return the last stage at which the chart of chairs may begin; 0 if all stages fit."""
        box = page_frame(self.app.measuring_painter, self._built(self._chairs)).boxes[ReportKey.CHAIRS]
        return len(self.data.story.orders) - stages_shown(self.app.measuring_painter, box, self.data)

    def show(self, page: int) -> None:
        """Open a page by index; the page of the vote opens its second round the first time."""
        if page != self.page:
            self._life = DirtyRegions()
            super().show(page)
            if self.current_page.votes:
                self.voting.come()

    def _scroll(self, by: int) -> None:
        """Begin the chart of chairs ``by`` hands later, or earlier if below 0, as far as there are more."""
        first = min(max(self.first + by, 0), self._last_first_stage())
        if self.page == self._chairs and first != self.first:
            self.first = first
            self.app.audio.play("focus")
            self.needs_redraw = True

    def new_run(self) -> MatchSimulationRun | None:
        """Started run of both societies, or `None` if they are simulated already."""
        if self.data.societies:
            return None
        session = self.match.session
        return MatchSimulationRun(session.options, session.players, session.seed, self.app.worker)

    def vote_again(self) -> None:
        """Open the second round of the vote, if its page is open."""
        if self.current_page.votes:
            self.voting.again()

    def ask_save(self) -> None:
        """Ask for names or numbers or, with an extra, only handouts, and save."""
        more = _("Tables (CSV), pictures (PNG) and the match record.")
        ways = [_("With names"), _("With Player 1, Player 2 and so on")]
        if find_game("sociable").has_component("match_handouts"):
            more = _("Two handouts, tables (CSV), pictures (PNG) and the match record.")
            ways.append(_("Just the two handouts"))
        self.ask_way(_("Save the debrief"), ways, more, self.save)

    def save(self, direction: int) -> None:
        """Start saving: 0 with the names, 1 with numbers, or `HANDOUTS_INDEX`."""
        lives = tuple(society.lives for society in self.data.societies)
        order = ReportExportOptions(
            self.match.session.record(), self.data.seats, self.data.winners, self.data.ending, lives,
            str(documents()), time.strftime("SOCiable %Y-%m-%d %H.%M"), direction != 0,
            self.app.settings.language, self.asks, self.data.vote, self.data.left_early,
            direction == HANDOUTS_INDEX,
        )  # fmt: skip
        self.start_saving(SAVE_REQUEST, order)


def after_match(scene: MatchScene) -> Scene | None:
    """Return the first scene after a match, the vote or the debrief; `None` if no hand was finished."""
    story = MatchStatistics.of(scene.match.session.record())
    # Without a finished hand there is nothing to report, and the usual results come.
    if not story.hands:
        return None
    report = MatchReportScene(scene, story)
    return report.voting.first(report)
