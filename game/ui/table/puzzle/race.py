"""A race: every phone of the party has the same sock before it, and the screen shows who is how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from game.match.match import Match
from game.match.phone_seats import PhonePost, PhoneSeats
from game.party.party import Party
from game.ui.core.audio import Mood
from game.ui.core.canvas import LONGEST_STEP, PACE
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.table.classroom import OnePhone
from game.ui.table.context import ViewContext
from game.ui.table.puzzle.bar import TaskBarBoxes, TaskBarShown
from game.ui.table.puzzle.race_picture import RaceShown, RunnerShown, draw_race
from game.ui.table.puzzle.runner import RaceScreen, Runner
from game.ui.table.views import view_of
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.strip import draw_strip, strip_top
from game.words import _


class RacePhones(PhoneSeats):
    """Each phone has a table of its own; whoever only watches sees how the puzzle begins."""

    watches_only = lobby_waits = True
    runners: Mapping[int, Runner] = {}
    """By the seats of their phones in the lobby."""

    @property
    def owes(self) -> bool:
        """Whether somebody has still to be told of something."""
        return super().owes or any(runner.phones.owes for runner in self.runners.values())

    def moment(self) -> tuple[object, ...]:
        """All that phones are told of."""
        return super().moment(), tuple(runner.moment() for runner in self.runners.values())

    def tell(self, post: PhonePost, seats: Sequence[int], is_away: Callable[[int], bool]) -> None:
        """Tell each of them of its own table; whoever has had enough waits as in the lobby."""
        super().tell(post, [], is_away)
        for seat in seats:
            runner = self.runners.get(seat)
            if runner is not None and not runner.left:
                runner.tell(OnePhone(cast(Party, post), seat))
            else:
                post.publish(seat, {"lobby": True, "title": "", "seat": None, "seats": []})

    def do(self, seat: int, words: Mapping[str, Any], now: float = 0.0) -> str:
        """Do what a phone asks for at its table."""
        runner = self.runners.get(seat)
        if runner is None or runner.left:
            return _("That cannot be done now.")
        return runner.do(words, now)

    def speak(self, seat: int, language: str) -> None:
        """The person at a phone reads this language."""
        if seat in self.runners:
            self.runners[seat].speak(language)

    def forget(self) -> None:
        """There are no phones: nobody is owed anything."""
        super().forget()
        for runner in self.runners.values():
            runner.phones.forget()


class _Finish:
    """Who comes and goes during a race: whoever has given up their seat races no more."""

    def __init__(self, runners: Mapping[int, Runner]) -> None:
        self._runners = runners

    def phone_gone(self, seat: int) -> None:
        if seat in self._runners:
            self._runners[seat].solve_here()

    def phone_there(self, seat: int, name: str = "") -> None:
        """Somebody is back, on the table that they had."""


class RaceScene(Scene):
    """The big screen of a race; it shows nothing of how anybody does it."""

    is_match = True
    """Whether the phones of a party are at it."""
    is_looked_up = False
    mood = Mood.CALM

    def __init__(
        self, stage: Stage, runners: Sequence[Runner], base: Match, words: Callable[[], TaskBarShown]
    ) -> None:
        """Let them race.

        Args:
            stage: where it is shown.
            runners: who races.
            base: a match that stands at its beginning, for whoever watches.
            words: what the bar says, in the language that is spoken then.
        """
        self.runners, self.match, self._words = tuple(runners), base, words
        self._said = words()
        by_seat = {runner.pupil: runner for runner in runners}
        context = ViewContext(stage, base)
        view = context.seen_by(view_of(base.session.game))
        self.music = view.music
        self.phones = RacePhones(base, view.words, view.phone, context.hints, RaceScreen(stage, base))
        self.phones.runners = by_seat
        self.attendance = _Finish(by_seat)
        self._began = self._last = 0.0
        self._drawn: RaceShown | None = None

    def enter(self) -> None:
        """Off they go."""
        self._began = self._last = self.stage.now
        self.stage.audio.play("whistle")

    def leave(self) -> None:
        """What they have done is kept."""
        for runner in self.runners:
            runner.close()
        self.phones.close()

    def retell(self) -> None:
        """The bar speaks another language."""
        self._said = self._words()

    def layout(self) -> None:
        """The bar over the lines."""
        self._bar = TaskBarBoxes.of(self.stage.ruler, None, self._said)

    @property
    def is_over(self) -> bool:
        """Whether nobody races any more."""
        return not any(runner.is_running for runner in self.runners)

    @property
    def shown(self) -> RaceShown:
        """All that is to be seen."""
        ranked = sorted((r for r in self.runners if r.ended is not None), key=lambda r: r.ended or 0.0)
        rows = tuple(
            RunnerShown(
                runner.name, runner.look, runner.sitting.number, runner.steps, left=runner.left,
                place=ranked.index(runner) + 1 if runner in ranked else 0,
                seconds=int((runner.ended or 0.0) / 1000), starred=runner.sitting.is_starred,
            )
            for runner in self.runners
        )  # fmt: skip
        return RaceShown(self._said, rows)

    def intent(self, intent: Intent) -> None:
        """There is nothing to do here but to end it."""
        ends = intent.act in (Act.BACK, Act.PAUSE) or (
            self.is_over and intent.act in (Act.CONFIRM, Act.PRESS)
        )
        if not ends:
            return
        self.stage.audio.play("back")
        if self.is_over:
            self.stage.scenes.pop()
            return

        def answered(answer: int | None) -> None:
            if answer == 1:
                self.stage.scenes.pop()

        self.stage.scenes.push(Ask(_("End the race?"), [_("Go on"), _("End it")]), answered)

    def tick(self, now: float) -> bool:
        """Time passes on all tables."""
        ms, self._last = min(now - self._last, LONGEST_STEP), now
        pace = PACE[self.stage.settings.animation_speed]
        for runner in self.runners:
            if runner.tick(ms, now - self._began, pace):
                self.stage.audio.play("claim" if runner.ended is not None else "refuse")
                self.stage.phones.changed()
                self.stale = True
        shown = self.shown
        self.stale |= shown != self._drawn
        self._drawn = shown
        return any(runner.thinks for runner in self.runners)

    def draw(self, painter: Painter) -> None:
        """Bar, lines and strip."""
        draw_race(painter, self._bar, self.shown, strip_top(self.stage, self))
        draw_strip(painter, self.stage, self)

    def help(self) -> Help:
        """What the buttons do."""
        return [(Act.CONFIRM, _("Done"))] if self.is_over else [(Act.BACK, _("End it"))]
