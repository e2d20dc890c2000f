"""A race: all phones of the party solve the same puzzle, and the screen shows their progress.

A `Racer` is a phone with its own table, which no screen shows. The `RaceScene` draws a line for each player,
with a peg for each step and the sock at its end, but not how they solve it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from game.core.game import Event
from game.i18n import _
from game.match.match import Match, MatchListener
from game.match.phone_adapter import HostScreen
from game.match.phone_exercise import AGAIN, HINT, LEAVE, PhonePuzzle
from game.match.phone_seats import PhoneMatch, PhonePublisher
from game.match.puzzle import Attempt, AttemptResult
from game.match.puzzle.progress import HintTracker, PuzzleDefence, PuzzleProgress
from game.match.seats import Seat
from game.match.versioned import Tracked, Versioned
from game.party.party import Party
from game.ui.art.album import avatar
from game.ui.art.daily import ROPE_ROOM, hint_star, peg, rope
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel, wood_front
from game.ui.art.knits import knit_sock, stitched_sock
from game.ui.art.rooms import wall
from game.ui.core.audio import MusicMood, music_of
from game.ui.core.canvas import MAX_STEP_MS, PACE, Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Scene, Shortcut
from game.ui.core.theme import BODY, LARGE
from game.ui.match.context import PuzzleTask, ViewContext, ViewMode
from game.ui.match.party_controller import SinglePhonePublisher
from game.ui.match.player import MatchPlayer
from game.ui.match.puzzle import TaskBarProps, task_bar
from game.ui.widgets import (
    Element,
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    QuestionDialog,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_prompt_bar,
    first_that_fits,
    prompt_bar_top,
    row,
    stack,
)

MAX_PEGS = 14  # maximum number of steps shown by pegs
WHOLE_NAME_LENGTHS = 10, 7  # name lengths that are never cut, normally and with little room
LETTER_GROWTH = 0.35  # growth of the letters with the text size


@dataclass(frozen=True, slots=True)
class RacerProps:
    """Progress of a player.

    Attributes:
        name: name of the player.
        look: look of the puppet.
        number: number of the current try.
        steps: number of actions in it.
        left: True if they gave up.
        place: finishing rank from 1, 0 until solved.
        seconds: time to solve it in s.
        starred: True if they needed no hint.
    """

    name: str
    look: int
    number: int
    steps: int
    left: bool
    place: int
    seconds: int
    starred: bool


@dataclass(frozen=True, slots=True)
class RaceProps:
    """Content of the race's screen."""

    words: TaskBarProps
    rows: tuple[RacerProps, ...]


def draw_race(painter: Painter, bar: LayoutTree, props: RaceProps, bottom: float) -> None:
    """Draw wall, wooden ledge, task bar and players' rows; ``bottom`` is the y of the prompt bar in units."""
    view = painter.view
    painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, 0), 0, 0)
    wood = view.h - bottom + 22
    painter.blit(wood_front(painter.assets, view.w, wood), 0, bottom - 22 - 24)
    bar.paint(painter)
    top, height = bar.box.bottom + 22, bottom - 40 - bar.box.bottom - 22
    pitch = min(118.0, height / len(props.rows))
    box = Box(view.safe_area.x, top, view.safe_area.w, pitch * len(props.rows) - 10)
    LayoutTree(race_rows(painter, props), box, painter).paint(painter)


def race_rows(ruler: Painter, props: RaceProps) -> Element:
    """Layout of two columns with a row per player: plates with name and progress, and their lines."""
    safe = ruler.view.safe_area.w
    width = min(300 * (1 + LETTER_GROWTH * (ruler.text_scale - 1)), safe * 0.36)
    lines = [Picture(draw_line, (racer, props.words.knit), flex=1) for racer in props.rows]

    def form(letters: FontSpec, whole: int, *, below: bool, head: bool = True) -> Element:
        """Column of all players' plates; names of up to ``whole`` letters are not cut."""
        plates = (_racer_plate(ruler, racer, letters, whole, below=below, head=head) for racer in props.rows)
        return column(*(stack(plate, flex=1) for plate in plates), gap=10)

    sizes = (LARGE, LETTER_GROWTH), (LARGE, LETTER_GROWTH / 2), (LARGE, 0.0), (21.0, 0.0), (18.0, 0.0)
    fonts = [FontSpec(size, NAMES, growth=grows) for size, grows in sizes]
    # A long name is cut before all others become small for it.
    forms = [form(font, WHOLE_NAME_LENGTHS[0], below=below) for font in fonts for below in (True, False)]
    forms += [form(fonts[-1], whole, below=False, head=False) for whole in WHOLE_NAME_LENGTHS]
    return row(stack(first_that_fits(*forms), w=width), column(*lines, gap=10, flex=1), gap=14)


def _racer_plate(
    ruler: Painter, racer: RacerProps, letters: FontSpec, whole: int, *, below: bool, head: bool
) -> Element:
    """Layout of a player's plate: puppet if ``head``, then name and progress, ``below`` or beside it."""
    soft = FontSpec(max(18.0, letters.size * BODY / LARGE), STRONG, ruler.theme.soft, letters.growth)
    name = SingleLineText(racer.name, letters, whole=whole, step=0.86, flex=0 if below else 1)
    texts = name, Text(told_of(racer), soft, lines=1, step=0.86)
    caption = column(*texts) if below else row(*texts, gap=10, align=0.5)
    heads = [Picture(draw_runner, (racer,), w=64 if below else 24)] if head else []
    centred_caption = column(Spacer(flex=1), caption, Spacer(flex=1), flex=1)
    return row(
        *heads, centred_caption, gap=8, pad=Padding(12, 1), behind=Picture(draw_plate, (bool(racer.place),))
    )


def draw_plate(painter: Painter, box: Box, arrived: bool) -> None:  # noqa: FBT001
    """Draw the cloth behind a player, golden once they have finished."""
    theme = painter.theme
    cloth = ClothColours(theme.chosen if arrived else theme.panel, theme.ink, theme.stitch)
    image = panel(painter.assets, round(box.w), round(box.h), cloth, radius=14)
    painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)


def draw_runner(painter: Painter, box: Box, racer: RacerProps) -> None:
    """Draw the head of a player: happy once solved, asleep once they gave up, else idle."""
    state = "happy" if racer.place else "asleep" if racer.left else "idle"
    painter.blit(
        avatar(painter.assets, racer.look, min(64.0, box.h - 14, box.w), state), *box.centre, "center"
    )


def draw_line(painter: Painter, box: Box, racer: RacerProps, knit: str) -> None:
    """Draw a player's line: up to `MAX_PEGS` pegs for steps, and the sock, an outline until it is solved."""
    y, sock_height = box.y + 14, min(78.0, box.h - 16)
    painter.blit(rope(painter.assets, round(box.w), 8.0), box.x, y - ROPE_ROOM)
    end = box.right - 64
    step = (end - 40 - box.x - 30) / MAX_PEGS
    for number in range(min(MAX_PEGS, racer.steps)):
        painter.blit(peg(painter.assets, 0.55), box.x + 30 + step * number, y + 6, "center")
    if racer.place:
        image = knit_sock(painter.assets, knit, sock_height)
    else:
        image = stitched_sock(painter.assets, sock_height, painter.theme.thread, painter.theme.panel)
    painter.blit(image, end, y - 14, "midtop")
    for dx in (-9, 9) if racer.place else ():
        painter.blit(peg(painter.assets, 0.46), end - sock_height * 0.16 + dx, y, "center")
    if racer.place and racer.starred:
        painter.blit(hint_star(painter.assets, 30), end - 66, y + sock_height * 0.5, "center")


def told_of(row: RacerProps) -> str:
    """Translated progress: place, time and try if solved; that they gave up; else only the current try."""
    if row.place:
        time = f"{row.seconds // 60}:{row.seconds % 60:02}"
        return _("#{place} in {time}, try {n}").format(place=row.place, time=time, n=row.number)
    if row.left:
        return _("has had enough")
    return _("Try {n}").format(n=row.number)


# actions that do not count as steps
NO_STEPS = frozenset(
    {"lesson", "react", "choose_prefix", "look", "sort", "chose", "undo", "answer", "command"}
)


class RaceScreen(HostScreen):
    """Screen interface for the phones of a race.

    No screen shows their tables, but the window's settings apply.
    """

    def __init__(self, app: AppContext, match: Match) -> None:
        super().__init__(match)
        self._stage = app

    @property
    def reduced_motion(self) -> bool:
        """True if motion is replaced by fades."""
        return self._stage.reduced_motion

    @property
    def text_size(self) -> int:
        """Text size in per cent."""
        return self._stage.settings.text_size


class Racer(MatchListener, Versioned):
    """A player in a race.

    Attributes:
        pupil: seat of the phone in the lobby.
        sitting: their tries, saved under their name like any others.
        hints: hints that they received.
        steps: number of actions in this try.
        left: True if they gave up, or their phone is gone for good.
        finish_ms: time in ms at which they solved it, counted from the start; None until then.
        phone_seats: state and actions of their phone.
    """

    steps, left = Tracked[int](), Tracked[bool]()
    phone_seats: PhoneMatch

    def __init__(
        self,
        app: AppContext,
        pupil: int,
        progress: PuzzleProgress,
        seats: Sequence[Seat],
        title: Callable[[], str],
    ) -> None:
        """Start a worker process, and the first try at a fresh table."""
        self._stage, self.pupil, self.sitting, self._title = app, pupil, progress, title
        self._sitters = tuple(seats)
        self.steps = 0
        self.left = False
        self.finish_ms: float | None = None
        self.hints = HintTracker(progress, [seat.name for seat in seats])
        self._language = ""
        self._tables = 0
        self._elapsed_ms = 0.0
        self._has_news = False
        self._worker = app.worker()
        self._set_up_table()

    def _set_up_table(self) -> None:
        """Start a new try at a fresh table, with no steps yet."""
        puzzle, puzzler = self.sitting.puzzle, self.sitting.puzzler
        match = Match(puzzle.session([seat.name for seat in self._sitters]), self._sitters)
        self._match = match
        self._attempt = Attempt(puzzle, puzzler, match)
        self._answers = PuzzleDefence(match, self._attempt, self._worker)
        context = ViewContext(self._stage, match, mode=ViewMode.TASK, task=PuzzleTask())
        self._view = MatchPlayer(context).view
        self.phone_seats = PhoneMatch(
            match, context.words, self._view.phone, context.hints, RaceScreen(self._stage, match)
        )
        exercise = PhonePuzzle(self.pupil, match, self.sitting, self._attempt, self, self._title)
        self.phone_seats.lesson = exercise
        self.phone_seats.set_language(self.seat, self._language)
        self._tables += 1
        self.phone_seats.number = 1000 * (self.pupil + 1) + self._tables  # makes the page drop the old table
        match.add_listener(self)
        self.steps = 0
        self._is_judged = False

    @property
    def seat(self) -> int:
        """Seat of the player at their table."""
        return self.sitting.puzzle.seat

    @property
    def name(self) -> str:
        """Name of the player."""
        return self._sitters[self.seat].name

    @property
    def look(self) -> int:
        """Index of the look of the player's puppet."""
        return self._sitters[self.seat].look

    @property
    def is_running(self) -> bool:
        """True if the player has neither solved the puzzle nor left the race."""
        return self.finish_ms is None and not self.left

    # Match events.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Show the table's state to its view, which is never drawn."""
        self._view.sync(self._match.session.observe(self.seat))

    def on_undo(self, count: int) -> None:
        """Show the table's state to its view, which is never drawn."""
        self._view.sync(self._match.session.observe(self.seat))

    # Actions of the phone.

    def handle_phone(self, payload: Mapping[str, Any], now: float) -> str:
        """Handle an action, a step unless refused or in `NO_STEPS`. Returns why it is refused, else empty."""
        refusal = self.phone_seats.handle_phone(self.seat, payload, now)
        self._record_result()
        if not refusal and payload["do"] not in NO_STEPS:
            self.steps += 1
        return refusal

    def speak(self, language: str) -> None:
        """Set the language of the phone."""
        self._language = language
        self.phone_seats.set_language(self.seat, language)

    def tell(self, post: PhonePublisher) -> None:
        """Send the state of the table to the phone."""
        self.phone_seats.publish_to(post, [self.seat], lambda _seat: False)

    def choose(self, choice: str) -> None:
        """Handle a choice of the phone: hint, restart or leave."""
        if choice == HINT:
            self.hints.give(self._match.session.log)
        elif choice == AGAIN:
            self._set_up_table()
        elif choice == LEAVE:
            self.left = True
            self.sitting.pause()

    def move_to_screen(self) -> None:
        """Let the player leave the race, because their phone gave up its seat."""
        self.left = True
        self.sitting.pause()

    # Time.

    def tick(self, ms: float, elapsed: float, pace: float) -> bool:
        """Advance the table by ``ms``. Returns True if a try was decided since the last call.

        ``elapsed`` is the time in ms since the start.
        """
        self._elapsed_ms = elapsed
        if self.is_running:
            self.sitting.spend(ms)
            self._answers.tick(ms, pace)
            self._record_result()
        news, self._has_news = self._has_news, False
        return news

    def _record_result(self) -> None:
        """Record the result of the try, once it is decided."""
        verdict = self._attempt.verdict
        if verdict is AttemptResult.OPEN or self._is_judged:
            return
        self._is_judged = self._has_news = True
        if verdict is AttemptResult.SOLVED:
            self.sitting.record_solution()
            stores = self._stage.stores
            self._stage.socks.day_solved(self.sitting, stores.days.calendar_of(self.sitting.name))
            self.finish_ms = self._elapsed_ms
        else:
            self.sitting.record_miss()

    @property
    def thinks(self) -> bool:
        """True if the player still races, and another seat at the table has yet to answer."""
        return self.is_running and self._attempt.answers is not None

    def _parts(self) -> Iterable[Versioned]:
        """Phone state whose changes count as changes of this player."""
        return (self.phone_seats,)

    def close(self) -> None:
        """Record the result, and close phone and worker."""
        self._record_result()
        self.sitting.pause()
        self.phone_seats.close()
        self._worker.close()


class RacePhones(PhoneMatch):
    """Gives each phone its own table. Spectators see the start of the puzzle."""

    watches_only = lobby_waits = True
    runners: Mapping[int, Racer] = {}  # by the seats of their phones in the lobby

    @property
    def has_unsent(self) -> bool:
        """True if any phone has an update that was not sent."""
        return super().has_unsent or any(runner.phone_seats.has_unsent for runner in self.runners.values())

    def _parts(self) -> Iterable[Versioned | None]:
        """States whose changes count as changes of this one: spectators' table and all players."""
        return *super()._parts(), *self.runners.values()

    def publish_to(self, post: PhonePublisher, seats: Sequence[int], is_away: Callable[[int], bool]) -> None:
        """Send racing phones their own tables, spectators the start, other ``seats`` an empty lobby."""
        super().publish_to(post, [], is_away)
        for seat in seats:
            runner = self.runners.get(seat)
            if runner is not None and not runner.left:
                runner.tell(SinglePhonePublisher(cast(Party, post), seat))
            else:
                post.publish(seat, {"lobby": True, "title": "", "seat": None, "seats": []})

    def handle_phone(self, seat: int, action: Mapping[str, Any], now: float = 0.0) -> str:
        """Handle an action of a phone at its table. Returns the reason of a refusal, else empty."""
        runner = self.runners.get(seat)
        if runner is None or runner.left:
            return _("You can't do that now.")
        return runner.handle_phone(action, now)

    def set_language(self, seat: int, language: str) -> None:
        """Set the language of the phone of a seat, if it takes part."""
        if seat in self.runners:
            self.runners[seat].speak(language)

    def forget(self) -> None:
        """Clear pending updates, because there are no phones."""
        super().forget()
        for runner in self.runners.values():
            runner.phone_seats.forget()


class _RaceAttendance:
    """Handles phones in a race: a player who gives up the seat leaves the race."""

    def __init__(self, runners: Mapping[int, Racer]) -> None:
        self._runners = runners

    def phone_gone(self, seat: int) -> None:
        """Let the player of this phone leave the race."""
        if seat in self._runners:
            self._runners[seat].move_to_screen()

    def phone_there(self, seat: int, name: str = "") -> None:
        """Do nothing: the player continues at their table."""


class RaceScene(Scene):
    """The big screen of a race."""

    is_match = True  # True: phones of the party take part
    is_looked_up = False
    mood = MusicMood.CALM

    def __init__(
        self, app: AppContext, runners: Sequence[Racer], base: Match, get_props: Callable[[], TaskBarProps]
    ) -> None:
        """``base`` is at the start of the puzzle, for spectators. ``get_props`` returns the bar's content."""
        self.runners, self.match, self._words = tuple(runners), base, get_props
        self._bar_props = get_props()
        by_seat = {runner.pupil: runner for runner in runners}
        context = ViewContext(app, base)
        view = MatchPlayer(context).view
        self.music = music_of(base.session.game)
        self.phone_seats = RacePhones(base, context.words, view.phone, context.hints, RaceScreen(app, base))
        self.phone_seats.runners = by_seat
        self.attendance = _RaceAttendance(by_seat)
        self._began = self._last = 0.0
        self._drawn_props: RaceProps | None = None

    def on_enter(self) -> None:
        """Start the clock, with a whistle."""
        self._began = self._last = self.app.now
        self.app.audio.play("whistle")

    def on_leave(self) -> None:
        """Close all tables."""
        for runner in self.runners:
            runner.close()
        self.phone_seats.close()

    def save(self) -> None:
        """Do nothing: races are not saved."""

    def on_language_changed(self) -> None:
        """Renew the texts of the bar."""
        self._bar_props = self._words()

    def on_layout(self) -> None:
        """Lay out the task bar; the rows are laid out in each drawing."""
        safe = self.app.view.safe_area
        span = Box(safe.x - 6, 0, safe.w + 12, 0)
        self._bar = task_bar(self.app.measuring_painter, span, self._bar_props)

    @property
    def is_over(self) -> bool:
        """True if all players have solved the puzzle or given up."""
        return not any(runner.is_running for runner in self.runners)

    @property
    def props(self) -> RaceProps:
        """Content of the screen now."""
        finishers = sorted(
            (r for r in self.runners if r.finish_ms is not None), key=lambda r: r.finish_ms or 0.0
        )
        rows = tuple(
            RacerProps(
                runner.name, runner.look, runner.sitting.number, runner.steps, left=runner.left,
                place=finishers.index(runner) + 1 if runner in finishers else 0,
                seconds=int((runner.finish_ms or 0.0) / 1000), starred=not runner.sitting.attempts.hints,
            )
            for runner in self.runners
        )  # fmt: skip
        return RaceProps(self._bar_props, rows)

    def shortcuts(self) -> list[Shortcut]:
        """If all have finished, only leaving at once; before that only ending the race after a question."""
        if self.is_over:
            return [
                Shortcut(
                    InputAction.CONFIRM,
                    _("Done"),
                    self.back,
                    also=(InputAction.PRESS, InputAction.BACK, InputAction.PAUSE),
                )
            ]
        return [Shortcut(InputAction.BACK, _("End the race"), self._ask_end, also=(InputAction.PAUSE,))]

    def _ask_end(self) -> None:
        """Ask if the race should end, and leave it then."""
        self.app.audio.play("back")

        def answered(answer: int | None) -> None:
            """Leave the race for 1."""
            if answer == 1:
                self.app.scenes.pop()

        self.app.scenes.push(
            QuestionDialog(
                _("End the race?"), [_("Keep playing"), _("End the race")], loses=True, signs=("play", "flag")
            ),
            answered,
        )

    def tick(self, now: float) -> bool:
        """Advance all tables, with a sound for each decided try. True if a table waits for an answer."""
        ms, self._last = min(now - self._last, MAX_STEP_MS), now
        pace = PACE[self.app.settings.animation_speed]
        for runner in self.runners:
            if runner.tick(ms, now - self._began, pace):
                self.app.audio.play("claim" if runner.finish_ms is not None else "refuse")
                self.app.phones.mark_changed()
                self.needs_redraw = True
        props = self.props
        self.needs_redraw |= props != self._drawn_props
        self._drawn_props = props
        return any(runner.thinks for runner in self.runners)

    def draw(self, painter: Painter) -> None:
        draw_race(painter, self._bar, self.props, prompt_bar_top(self.app, self))
        draw_prompt_bar(painter, self.app, self)
