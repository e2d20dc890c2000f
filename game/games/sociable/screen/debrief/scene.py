"""The debrief of SOCiable: what a match tells afterwards, page by page, and the questions to talk over."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter

from game.games.sociable.review.running import SocietiesRun
from game.games.sociable.review.story import Story
from game.games.sociable.screen.debrief.aloud import page_aloud
from game.games.sociable.screen.debrief.asking import again_words, ask_again, ask_leave, look_back
from game.games.sociable.screen.debrief.charts import knitted_span, stages_shown
from game.games.sociable.screen.debrief.export import SaveOrder
from game.games.sociable.screen.debrief.figures import draw_figures, figure_boxes
from game.games.sociable.screen.debrief.layers import PageLayers
from game.games.sociable.screen.debrief.page import (
    TALK_PAGE,
    Moment,
    Page,
    PageBoxes,
    pages_of,
    places_of,
)
from game.games.sociable.screen.debrief.paged import PagedDebrief
from game.games.sociable.screen.debrief.parts import DebriefFacts
from game.games.sociable.screen.debrief.societies_view import draw_run
from game.games.sociable.screen.debrief.societies_view import run_box as societies_box
from game.games.sociable.screen.debrief.voting import DebriefVote
from game.games.sociable.screen.debrief.words import question
from game.match.seats import room_wins
from game.store.files import documents
from game.ui.art.puppets import STATES
from game.ui.kit.aloud import Aloud
from game.ui.kit.canvas import Box
from game.ui.kit.dialogs import Ask
from game.ui.kit.input import MOUSE, Act, Intent
from game.ui.kit.life import Life
from game.ui.kit.motion import PACE
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.stack import Help
from game.ui.kit.strip import strip_rows
from game.ui.speech import screen_aloud
from game.ui.table.earned import earned_by
from game.ui.table.scene import MatchScene
from game.words import _

KNITTING = 1500.0
"""How long the threads of the first page take to be knitted, in ms at the brisk pace."""
BUDGET = 0.006
"""How long pieces of the first page are drawn between two frames, in seconds."""
SAVE = "game.games.sociable.screen.debrief.export:save"


class Debrief(PagedDebrief[Page, SocietiesRun]):
    """After a match of SOCiable that had at least one whole hand."""

    uncalled = True

    def __init__(self, scene: MatchScene, story: Story) -> None:
        super().__init__()
        self.scene = scene
        self.match = match = scene.match
        self.outcome = match.result()
        winners = self.outcome.winners
        if match.conceded is not None:  # of those who stayed, the one who is ahead
            winners = tuple(seat for seat in story.standing if seat in winners)[:1]
        self.asks = match.session.options.flag("show_discussion")
        self.voting = DebriefVote(scene, asks=self.asks)
        ending, shift = scene.view.words.ending(self.outcome), self.voting.shift
        self._wished: object = None
        self.told = DebriefFacts(
            story, tuple(match.seats), winners, ending, vote=shift, left_early=match.conceded is not None,
            earned=tuple(earned_by(match.seats, scene.ending.socks.earned)),
        )  # fmt: skip
        self.first = len(story.hands)
        """The stage at which the chart of chairs begins: where not all fit, the end is seen first."""
        self._bottom = 0.0
        self._scrolls = False
        self._life = Life()
        self._opened = 0.0
        self._told = False
        """Whether the threads are knitted to their end, or somebody would not wait."""
        self._making: Iterator[None] | None = None
        """The first page as it is drawn, piece by piece, while the match can still be seen."""

    # Hooks of the scene.

    def enter(self) -> None:
        self.opaque, self._making = False, self._first_page()
        won = room_wins(self.match.seats, self.outcome.winners)
        self.stage.audio.play("win" if won else "lose")

    def layout(self) -> None:
        self.put_pages(pages_of(self.stage.text_scale, self.told, asks=self.asks))
        self.layers = PageLayers(self, self.pages)
        # The strip tells whether the page scrolls, and its height says whether the page has to.
        for self._scrolls in (False, True):
            self._bottom = self.stage.view.h - self.strip - strip_rows(self.stage, self._help(most=True)) - 16
            if not self._most_first():
                break
        self.first = min(self.first, self._most_first())
        self._life = Life()
        if self._making is not None:
            self._making = self._first_page()

    def _first_page(self) -> Iterator[None]:
        canvas = self.canvas()
        for knitted in (False, True):
            yield from self.layers.pieces(canvas, self.told, replace(self._moment(), knitted=knitted))

    def make(self, budget: float = math.inf) -> None:
        """Go on with the first page, for some seconds or to its end."""
        until = perf_counter() + budget
        while self._making is not None:
            if next(self._making, self) is self:
                self.opaque, self._making = True, None
                self._opened = self.appeared = self.stage.now
                self.stale = True
            elif perf_counter() > until:
                break

    @property
    def _knitted(self) -> float:
        """How much of the threads has been knitted since the debrief opened, 0 to 1."""
        length = 0.0 if self.stage.still else KNITTING * PACE[self.stage.settings.animation_speed]
        return 1.0 if self._told or not length else min(1.0, (self.stage.now - self._opened) / length)

    def hurry(self) -> None:
        """Have everything there at once."""
        self.make()
        self._told = self.stale = True

    def leave(self) -> None:
        super().leave()
        self.voting.close()

    def tick(self, now: float) -> bool:
        if self.voting.shift != self.told.vote:
            self.told, self.stale = replace(self.told, vote=self.voting.shift), True
        if self._wished != self.scene.phones.wishes.moment():
            self._wished, self.stale = self.scene.phones.wishes.moment(), True
        self.hear()
        if self._told:
            return False
        if self._making is not None:
            self.make(BUDGET)
            return True
        self.stale = True
        self._told = self._knitted >= 1
        return True

    def lived(self, run: SocietiesRun) -> None:
        self.told = self.told.with_societies(run.societies)

    def halted(self) -> str:
        return _("The parallel societies came to a halt: a process has ended.")

    def intent(self, intent: Intent) -> None:
        # What is pressed before the page can be seen was not meant for it.
        unseen = self._making is not None
        if intent.act is not Act.POINT:
            self.hurry()
        if unseen:
            return
        match intent.act:
            case Act.NAVIGATE:
                self.turn(intent.dx) if intent.dx else self._scroll(intent.dy)
            case Act.SCROLL if intent.dy and self.shown.chairs and self._most_first():
                self._scroll(-intent.dy)
            case Act.SCROLL:
                self.turn(-intent.dy or 1)
            case Act.PREVIOUS | Act.NEXT:
                (self.ask_next if self.asks else self.turn)(1 if intent.act is Act.NEXT else -1)
            case Act.CONFIRM | Act.PAUSE if not self.scene.is_looked_up:
                ask_again(self.scene)
            case Act.SECONDARY:
                self._ask_save()
            case Act.LOOK | Act.AGAIN:
                look_back(self.scene, film=intent.act is Act.AGAIN)
            case Act.HINT:
                self.stage.open("analysis", self.scene.match, _("Back"))
            case Act.END_TURN if self.shown.societies:
                self.live_or_stop()
            case Act.END_TURN if self.shown.votes:
                self.voting.again()
            case Act.BACK:
                ask_leave(self.scene, self._ask_save)
            case Act.PRESS:
                self.press(self.stage.view.units(intent.at))

    def idle(self, now: float) -> list[Box]:
        if self._making is not None:
            return []
        boxes = figure_boxes(self.stage.ruler, self._moment())
        frames = self._frames()
        return self._life.changed((number, frames[min(number, 1)], box) for number, box in enumerate(boxes))

    def warm(self, painter: Painter) -> Iterator[None]:
        # The threads first: nothing else is drawn while they are knitted.
        while not self._told:
            yield
        canvas = self.canvas()
        for number in range(len(self.pages)):
            yield from self.layers.pieces(canvas, self.told, self._moment(number))
        for name in range(STATES["happy"].count), range(STATES["idle"].count):
            for frame in name:
                draw_figures(canvas, self.told, self._moment(), (frame, frame))
                yield

    def draw(self, painter: Painter) -> None:
        if self._making is not None:
            return
        moment = self._moment()
        if self._knitted < 1 and self.shown.chairs:
            self._draw_knitting(painter, moment)
        else:
            self.layers.put(painter, self.told, moment)
        draw_figures(painter, self.told, moment, self._frames())
        if self.shown.societies and not self.told.societies:
            draw_run(painter, self.run_box(painter), self.stage, self.run.share if self.run else None)

    def _draw_knitting(self, painter: Painter, moment: Moment) -> None:
        """The first page, its threads as far as they have come."""
        self.layers.put(painter, self.told, replace(moment, knitted=False))
        clip, box = painter.surface.get_clip(), places_of(painter, moment).left
        left, right = knitted_span(painter, box, self.told, self.first)
        done = Box(0, box.y, left + (right - left) * self._knitted, box.h)
        painter.surface.set_clip(painter.view.rect(done).clip(clip))
        self.layers.put(painter, self.told, moment)
        painter.surface.set_clip(clip)

    def help(self) -> Help:
        return self._help()

    def aloud(self) -> Aloud:
        asked = question(self.question) if self.asks_here else ""
        words = screen_aloud(self.stage, self)
        return replace(words, text=page_aloud(self.stage.ruler, self.shown, self.told, asked) or words.text)

    def _help(self, *, most: bool = False) -> Help:
        """The strip; ``most`` for the longest that any page has, so that all pages end at one height."""
        mouse = self.stage.devices.last == MOUSE
        pages_act, again = (Act.SCROLL, Act.PAUSE) if mouse else (Act.NAVIGATE, Act.CONFIRM)
        entries: Help = [(pages_act, _("Pages, hands") if self._scrolls else _("Pages"))]
        if self.asks:
            entries.append((Act.NEXT, _("Next question") if most or self.asks_here else _("Questions")))
        if self.voting.is_due and (most or self.shown.votes):
            entries.append((Act.END_TURN, _("Vote again")))
        return [
            *entries,
            (Act.SECONDARY, _("Saving...") if self._saving else _("Save")),
            (Act.LOOK, _("Table")),
            (Act.AGAIN, _("Film")),
            (Act.HINT, _("Moments")),
            *([] if self.scene.is_looked_up else [(again, again_words(self.scene))]),
            (Act.BACK, _("To the album") if self.scene.is_looked_up else _("To the drawer")),
        ]

    # What is shown.

    @property
    def asks_here(self) -> bool:
        return self.shown == TALK_PAGE or (not self.shown.societies and self.places().bubble is not None)

    @property
    def lives_here(self) -> bool:
        return self.shown.societies and not self.told.societies

    def _moment(self, number: int | None = None) -> Moment:
        place = self.page if number is None else number
        return Moment(
            self.pages[place], place, len(self.pages), self.question, self.first, self.asks, self._bottom
        )

    def _frames(self) -> tuple[int, int]:
        if self.stage.still:
            return 0, 0
        now = self.stage.now
        return STATES["happy"].at(now % 4000 if now % 4000 < 1000 else 0), STATES["idle"].at(now)

    def places(self) -> PageBoxes:
        """Where everything on the page stands."""
        return places_of(self.stage.ruler, self._moment())

    def socks(self) -> Sequence[Box]:
        return self.places().socks

    def run_box(self, painter: Painter) -> Box:
        places = places_of(painter, self._moment())
        return societies_box(painter, places.bubble, places.left)

    def _most_first(self) -> int:
        """The last stage at which the chart of chairs may begin."""
        moment = self._moment(next(n for n, page in enumerate(self.pages) if page.chairs))
        shown = stages_shown(self.stage.ruler, places_of(self.stage.ruler, moment).left, self.told)
        return len(self.told.story.orders) - shown

    # What people do.

    def show(self, page: int) -> None:
        if page != self.page:
            self._life = Life()
            super().show(page)
            if self.shown.votes:
                self.voting.come()

    def _scroll(self, by: int) -> None:
        """Earlier or later hands, where not all of them fit."""
        first = min(max(self.first + by, 0), self._most_first())
        if self.shown.chairs and first != self.first:
            self.first = first
            self.stage.audio.play("focus")
            self.stale = True

    def new_run(self) -> SocietiesRun | None:
        if self.told.societies:
            return None
        session = self.match.session
        return SocietiesRun(session.options, session.players, session.seed, self.stage.worker)

    def _ask_save(self) -> None:
        def answered(answer: int | None) -> None:
            if answer in (0, 1):
                self.save(anonymous=answer == 1)

        if not self._saving:
            answers = [_("With the names"), _("With Player 1, Player 2 and so on"), _("Do not save")]
            more = _("Tables (CSV), pictures (PNG) and the record of the match.")
            self.stage.scenes.push(Ask(_("Save the debrief"), answers, more), answered)

    def save(self, *, anonymous: bool) -> None:
        """Have everything written into a new folder of the player's documents; told when it is done."""
        lives = tuple(society.lives for society in self.told.societies)
        order = SaveOrder(
            self.match.session.record(), self.told.seats, self.told.winners, self.told.ending, lives,
            str(documents()), time.strftime("SOCiable %Y-%m-%d %H.%M"), anonymous,
            self.stage.settings.language, self.asks, self.told.vote, self.told.left_early,
        )  # fmt: skip
        self.have_saved(SAVE, order)


def after_match(scene: MatchScene) -> Scene | None:
    """What comes first after a match: the vote where one is held, else the debrief itself."""
    story = Story.of(scene.match.session.record())
    # Without a whole hand there is nothing to look back on, and the usual results come.
    if not story.hands:
        return None
    debrief = Debrief(scene, story)
    return debrief.voting.first(debrief)
