"""Puzzles on the screen: the daily sock, practice, a race of phones, and the dialogs around them.

Practice offers the puzzles of the packs, by game and grade, and those made from moments of matches. Such a
moment is solved in the background and then saved as a puzzle, or refused.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.session import Session
from game.i18n import _
from game.match.match import Match
from game.match.puzzle import Puzzle, PuzzleError
from game.match.puzzle.grading import KEPT_REQUEST, MomentPuzzle
from game.match.puzzle.pack import number_of, puzzle_of, read_days, read_pack
from game.match.puzzle.progress import PuzzleProgress
from game.match.seats import HOUSE_NAMES, PHONE, Seat
from game.scenes.achievement_notice import record_solved
from game.scenes.daily.day_status import (
    copied_line,
    name_of,
    practice_title,
    row_words,
    solved_words,
    title_of,
)
from game.scenes.seat_allocator import unique_names
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.ui.art.daily import ROPE_ROOM, glow, hint_star, peg, rope
from game.ui.art.knits import knit_of_day, knit_sock
from game.ui.art.patterns import look_of
from game.ui.art.winner import sparkle
from game.ui.core import window
from game.ui.core.canvas import Box, ease_out_back
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE, TITLE
from game.ui.match.match_scene import seat_row
from game.ui.match.puzzle import PuzzleHeading, PuzzleScene, SolutionScene, TaskBarProps
from game.ui.match.race import Racer, RaceScene
from game.ui.widgets import (
    Dialog,
    Element,
    Heading,
    MessageDialog,
    PictureRow,
    SpacerRow,
    TextRow,
    button,
)


def open_day(app: AppContext, name: str, day: date, phone_seat: int | None = None) -> bool:
    """Open a day's puzzle here or on a seat's phone. Returns False, after a message, if that fails."""
    error_text = _("This day's sock can't be opened.")
    return _open_scene(app, error_text, lambda: scene_of(app, puzzle_of(day), name, day, phone_seat))


def open_practice(app: AppContext, name: str, puzzle: Puzzle) -> bool:
    """Open a practice puzzle. Returns False, after a message, if it cannot be opened."""
    return _open_scene(app, _("This puzzle can't be opened."), lambda: scene_of(app, puzzle, name))


def _open_scene(app: AppContext, error_text: str, make_scene: Callable[[], PuzzleScene]) -> bool:
    """Push the scene that ``make_scene`` returns. Returns False, after a message, for a `PuzzleError`."""
    try:
        scene = make_scene()
    except PuzzleError as fault:
        app.scenes.push(MessageDialog(error_text, str(fault)))
        return False
    app.scenes.push(scene)
    return True


def rehearse_day(app: AppContext, name: str, day: date) -> Iterator[None]:
    """Render the pictures of a day's puzzle, one step per yield; none if it cannot be opened."""
    try:
        scene = scene_of(app, puzzle_of(day), name, day)
    except PuzzleError:
        return  # the message is shown when it is opened
    yield
    yield from scene.rehearse(app.measuring_painter)


def open_race(app: AppContext, participants: Sequence[tuple[int, str]]) -> bool:
    """Open today's puzzle for phones, given as (seat, name). Returns False, after a message, if it fails."""
    day = app.stores.days.today()
    try:
        puzzle = puzzle_of(day)
        puzzler = puzzle.puzzler
        names = [seat.name for seat in seats_of(app, puzzle, "")]
        base_match = Match(
            puzzle.session(names), [Seat(name, look, "hard") for look, name in enumerate(names)]
        )
    except PuzzleError as fault:
        app.scenes.push(MessageDialog(_("This day's sock can't be opened."), str(fault)))
        return False
    title = partial(title_of, day, day)
    racers = []
    for phone_seat, name in participants:
        place = app.phones.party.place(phone_seat) if app.phones.party is not None else None
        seats = seats_of(app, puzzle, name)
        seats[puzzle.seat] = Seat(name, place.look if place is not None else 0, device=PHONE)
        progress = PuzzleProgress(puzzle, puzzler, app.stores.days, name, day)
        racers.append(Racer(app, phone_seat, progress, seats, title))
    knit = knit_of_day(number_of(day))
    app.scenes.push(
        RaceScene(
            app, racers, base_match, lambda: TaskBarProps(knit, puzzler.task(puzzle), title(), puzzle.grade)
        )
    )
    return True


def scene_of(
    app: AppContext, puzzle: Puzzle, name: str, day: date | None = None, phone_seat: int | None = None
) -> PuzzleScene:
    """Scene of a puzzle, not yet opened, for this screen or a phone. Raises PuzzleError if it is unusable."""
    puzzler = puzzle.puzzler
    days = app.stores.days
    progress = PuzzleProgress(puzzle, puzzler, days, name, day)
    title = partial(practice_title, puzzle) if day is None else partial(title_of, day, days.today())
    knit = knit_of_day(number_of(day)) if day is not None else knit_of(puzzle)
    seats = seats_of(app, puzzle, name)
    place = app.phones.party.place(phone_seat) if app.phones.party and phone_seat is not None else None
    if place is not None:
        seats[puzzle.seat] = Seat(name, place.look, device=PHONE)
    return PuzzleScene(
        app, progress, PuzzleHeading(title, knit), seats, phone_seat if place is not None else None
    )


def seats_of(app: AppContext, puzzle: Puzzle, name: str) -> list[Seat]:
    """Return a puzzle's seats by number: the solver, with saved look if any, and bots of level "hard"."""
    saved_seats = app.settings.seats.get(puzzle.game, ())
    solver_seat = next(
        (seat for seat in saved_seats if seat.name == name), saved_seats[0] if saved_seats else None
    )
    look = look_of(solver_seat.colour) if solver_seat is not None else 0
    solver_name = name or HOUSE_NAMES[0]
    bot_looks = [number for number in range(8) if number != look]
    bot_names = iter([house_name for house_name in HOUSE_NAMES if house_name != solver_name])
    count = puzzle.session().players
    names = unique_names([solver_name if seat == puzzle.seat else next(bot_names) for seat in range(count)])
    return [
        Seat(seat_name, look) if seat == puzzle.seat else Seat(seat_name, bot_looks.pop(0), "hard")
        for seat, seat_name in enumerate(names)
    ]


RESERVED_DAYS = 60  # days whose puzzles are not used for practice if there are others


def games_there() -> list[str]:
    """Return the slugs of the games with puzzles, in the order of the title screen."""
    slugs = [
        slug for slug in game_slugs() if find_game(slug).has_component("puzzles") and read_pack(slug).puzzles
    ]
    return sorted(slugs, key=lambda slug: find_game(slug).info.order)


def pool(app: AppContext, game: str, grade: int) -> list[Puzzle]:
    """Return the puzzles of a game and grade (0: any), if possible none of the next `RESERVED_DAYS` days."""
    today = app.stores.days.today()
    keys = read_days()
    start = number_of(today) - 1
    upcoming_keys = (
        {keys[(start + n) % len(keys)] for n in range(RESERVED_DAYS)}
        if len(keys) > 2 * RESERVED_DAYS
        else set()
    )
    puzzles = [puzzle for puzzle in read_pack(game).puzzles.values() if grade in (0, puzzle.grade)]
    return [puzzle for puzzle in puzzles if puzzle.key not in upcoming_keys] or puzzles


def next_of(puzzles: Sequence[Puzzle], calendar: DailyCalendar) -> Puzzle | None:
    """Return the unsolved puzzle with the fewest tries, else the one solved longest ago; None for none."""

    def rank(puzzle: Puzzle) -> tuple[bool, str, int]:
        """Sort key of a puzzle: if it is solved, the day of that ("" for none), and the number of tries."""
        attempts = calendar.practice.get(puzzle.key, PuzzleAttempts())
        return attempts.solved, attempts.when, attempts.tries

    return min(puzzles, key=rank, default=None)


def after(app: AppContext, name: str, puzzle: Puzzle) -> Puzzle | None:
    """Return the next practice puzzle of the same game and grade; None for none or after a player's own."""
    if puzzle.key not in read_pack(puzzle.game).puzzles:
        return None
    candidates = [
        candidate for candidate in pool(app, puzzle.game, puzzle.grade) if candidate.key != puzzle.key
    ]
    return next_of(candidates, app.stores.days.calendar_of(name))


def knit_of(puzzle: Puzzle) -> str:
    """Name of the knit of a practice puzzle's sock."""
    return knit_of_day(sum(map(ord, puzzle.key)) + 1)


SOCK_HEIGHT, ROW_HEIGHT = 128.0, 164.0
SOCK_SWING_MS = 900.0  # ms that the sock swings after it is hung up
GLINTS = (
    (-82, 0.38, 21), (66, 0.22, 17), (-122, 0.68, 15), (60, 0.84, 21), (-58, 0.9, 13), (140, 0.24, 15),
    (146, 0.82, 18), (-150, 0.28, 18),
)  # fmt: skip
"""Sparkles around it: distance from the middle in units, height as a share of the row, and size."""
GLINTS_WIDTH = 344.0  # width that they take, in units; less in a narrower row
GLINT_MS, GLINT_DELAY_MS, TWINKLE_MS, TWINKLE_COUNT = 260.0, 120.0, 620.0, 3
"""Duration of a sparkle's start in ms, delay from one to the next, and period and number of its twinkles."""
SPARKLE_MS = len(GLINTS) * GLINT_DELAY_MS + GLINT_MS + TWINKLE_MS * TWINKLE_COUNT  # ms until all are still


def copy(app: AppContext, text: str) -> None:
    """Copy ``text`` to the clipboard and say so, or show it if that fails."""
    if not window.put(text):
        app.scenes.push(MessageDialog(_("This system has no clipboard."), text))
        return
    app.audio.play("confirm")
    app.scenes.push(MessageDialog(_("The line is on the clipboard. Paste it wherever you like."), text))


class _PuzzleDialog(Dialog):
    """Base of dialogs over a puzzle."""

    def __init__(self, scene: PuzzleScene) -> None:
        self.scene = scene

    def again(self) -> None:
        """Close the dialog and return to the start of the puzzle."""
        self.app.scenes.pop()
        self.scene.again()

    def tell(self) -> None:
        """Open the scene that shows the solution step by step."""
        scene = self.scene
        solution = SolutionScene(
            scene.sitting.puzzle, scene.sitting.puzzler, scene.heading, scene.match.seats
        )
        self.app.scenes.push(solution)

    def away(self) -> None:
        """Close the dialog and the puzzle."""
        self.app.scenes.pop()
        self.app.scenes.pop()


class PuzzleMissed(_PuzzleDialog):
    """Dialog after a failed try. One press returns to the start of the puzzle."""

    is_interrupting = True

    def rows(self) -> list[Element]:
        """The player, the reply if there is one, encouragement, and buttons to begin again or leave."""
        reply = self.scene.reply()
        return [
            seat_row(self.scene.match.seats[self.scene.sitting.puzzle.seat], "thinking"),
            TextRow(_("Not quite."), TITLE, face=NAMES, centred=True),
            *([TextRow(reply, centred=True)] if reply else []),
            TextRow(_("It was worth a try. Start again whenever you like."), is_muted=True, centred=True),
            SpacerRow(),
            button(_("Start again"), self.again, go=True, sign="restart"),
            button(_("Leave"), self.away, sign="door"),
        ]

    def back(self) -> None:
        """Close the dialog and return to the start of the puzzle, with a sound."""
        self.app.audio.play("back")
        self.again()


def glint(elapsed: float) -> float:
    """Share of a sparkle's size, ``elapsed`` ms after it begins: it pops up, twinkles, and is then whole."""
    if elapsed < GLINT_MS:
        return ease_out_back(max(0.0, elapsed / GLINT_MS))
    turns = (elapsed - GLINT_MS) / TWINKLE_MS
    return 1 - 0.35 * math.sin(math.pi * turns) ** 2 if turns < TWINKLE_COUNT else 1.0


class PuzzleSolved(_PuzzleDialog):
    """Dialog after a solved puzzle: the sock is hung up."""

    is_interrupting = True
    is_menu = True

    earned_text = ""
    """Sentence about new socks of the collection; "" for none."""

    def on_enter(self) -> None:
        """Record the solution and the socks it earns, and play a sound."""
        progress = self.scene.sitting
        self.earned_text = record_solved(self.app, progress)
        self._next = after(self.app, progress.name, progress.puzzle) if progress.day is None else None
        self._calendar = self.app.stores.days.calendar_of(progress.name)
        self.app.audio.play("win")

    def rows(self) -> list[Element]:
        """Sock, sentences and buttons: another puzzle (practice), back, solution, copy (daily puzzle)."""
        progress = self.scene.sitting
        copy_buttons = [] if progress.day is None else [button(_("Copy the line"), self._copy, sign="share")]
        back_label, sign = (
            (_("Go to list"), "sock") if progress.day is None else (_("Go to calendar"), "seven")
        )
        next_buttons = (
            [button(_("Another puzzle"), partial(self._open_next, self._next), go=True, sign="play")]
            if self._next is not None
            else []
        )
        return [
            PictureRow(ROW_HEIGHT, self._draw_sock, spare=True),
            TextRow(_("Solved!"), TITLE, face=NAMES, centred=True),
            *(
                TextRow(sentence, centred=True)
                for sentence in (
                    self._repeat_note(),
                    solved_words(progress.counts),
                    self._streak_sentence(),
                    self.earned_text,
                )
                if sentence
            ),
            *next_buttons,
            button(back_label, self.away, go=not next_buttons, sign=sign),
            button(_("Show it step by step"), self.tell, sign="lamp"),
            *copy_buttons,
        ]

    def _repeat_note(self) -> str:
        """Sentence for a puzzle solved before, that its first time counts; "" for a first solution."""
        return (
            _("You've solved this before. Your first time counts:") if self.scene.sitting.was_solved else ""
        )

    def _streak_sentence(self) -> str:
        """Sentence about the daily streak from 2 days, or a late day; "" for none."""
        progress = self.scene.sitting
        if progress.day is None or progress.was_solved or not progress.name:
            return ""
        # Use the recorded day, which counts even if it could not be saved.
        if progress.attempts.when != progress.day.isoformat():
            return _("A day late is no shame. Your streak continues without it.")
        streak = self._calendar.row_at(progress.day)
        return row_words(streak) if streak > 1 else ""

    def _copy(self) -> None:
        """Copy the line about a solved daily puzzle to the clipboard; does nothing for practice."""
        progress = self.scene.sitting
        if progress.day is not None:
            row = self._calendar.row_at(progress.day)
            copy(self.app, copied_line(progress.day, progress.puzzle, progress.counts, row))

    def _open_next(self, puzzle: Puzzle) -> None:
        """Open the next practice puzzle in place of this one."""
        self.away()
        open_practice(self.app, self.scene.sitting.name, puzzle)

    def back(self) -> None:
        """Return to the screen where the puzzle was chosen, because there is nothing left to do here."""
        self.away()

    def tick(self, now: float) -> bool:
        """Request redraws while the sock swings and sparkles; returns True until it is still."""
        is_moving = not self.app.reduced_motion and now - self.appeared < SPARKLE_MS
        if is_moving:
            self.needs_redraw = True
        return is_moving

    def _draw_sock(self, painter: Painter, box: Box) -> None:
        """Draw the sock that is hung up, swinging at first, with a star if no hint was used."""
        x, top = box.centre[0], box.y + 22
        elapsed = self.app.now - self.appeared
        angle = 0.0
        if not self.app.reduced_motion and elapsed < SOCK_SWING_MS:
            angle = round(14 * (1 - elapsed / SOCK_SWING_MS) ** 2 * math.cos(elapsed / 95), 0)
        # The glow fits within the row, because what exceeds it would be cut.
        painter.blit(glow(painter.assets, min(230, round(box.h) + 24)), x, box.centre[1] + 8, "center")
        painter.blit(rope(painter.assets, round(box.w - 24), 10.0), box.x + 12, top - 10 - ROPE_ROOM)
        upright_sock = knit_sock(painter.assets, self.scene.heading.knit, SOCK_HEIGHT)
        sock = knit_sock(painter.assets, self.scene.heading.knit, SOCK_HEIGHT, turn=angle)
        # The sock swings about its pegs.
        aside, below = 22.0, upright_sock.get_height() / painter.assets.scale / 2 - 12
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        painter.blit(sock, x - 12 + aside * cos + below * sin, top + below * cos - aside * sin, "center")
        for dx in (-14, 14):
            painter.blit(peg(painter.assets, 0.62), x - 12 + dx, top, "center")
        if not self.scene.sitting.counts.hints:
            painter.blit(hint_star(painter.assets, 44), x + 96, box.centre[1], "center")
        for number, (across, down, size) in enumerate(GLINTS):
            reach = size
            if not self.app.reduced_motion and elapsed < SPARKLE_MS:
                reach = round(size * glint(elapsed - number * GLINT_DELAY_MS))
            if reach > 1:
                beside = across * min(1.0, box.w / GLINTS_WIDTH)
                painter.blit(sparkle(painter.assets, reach), x + beside, box.y + box.h * down, "center")


class PuzzleMenu(_PuzzleDialog):
    """Menu of a puzzle."""

    is_menu = True

    def rows(self) -> list[Element]:
        app, progress = self.app, self.scene.sitting
        free_label, cost_label = _("Show it step by step"), _("Show the solution (costs the star)")
        solution_label = cost_label if progress.is_starred else free_label
        return [
            Heading(self.scene.heading.title()),
            SpacerRow(),
            button(_("Resume"), app.scenes.pop, go=True, sign="play"),
            button(_("Rules"), lambda: app.open_scene("rules", progress.puzzle.game), sign="book"),
            button(_("Settings"), lambda: app.open_scene("settings"), sign="gear"),
            button(_("Start again"), self.again, sign="restart", alone=True),
            button(solution_label, self._show_solution, sign="lamp", alone=True),
            button(_("Leave"), self.away, sign="door", alone=True),
        ]

    def _show_solution(self) -> None:
        """Replace the menu by the solution, which counts as all hints. The try stays as it was left."""
        self.app.scenes.pop()
        self.scene.give_solution()
        self.tell()


OWN_PREFIX = "own-"  # prefix of the keys of the player's own puzzles


def may_keep(session: Session) -> bool:
    """Return True if a moment can become a puzzle: its game has puzzles and a player is to move."""
    return find_game(session.game).has_component("puzzles") and session.to_move is not None


class SavePuzzleDialog(Dialog):
    """Dialog that has a moment solved in the background and saves it as a puzzle."""

    def __init__(self, session: Session, name: str = "", *, goes_on: bool = False) -> None:
        """Make a puzzle for ``name`` or the last calendar's owner. ``goes_on``: a refusal gives no reason."""
        self._session, self._name, self._goes_on = session, name, goes_on
        self._worker: Worker | None = None

    def on_enter(self) -> None:
        """Start solving the moment in the background."""
        self._worker = self.app.worker()
        session = self._session
        self._worker.submit(KEPT_REQUEST, session.game, session.position(), dict(session.options))

    def rows(self) -> list[Element]:
        return [
            TextRow(_("Looking for something to solve here…"), LARGE, face="strong", centred=True),
            button(_("Cancel"), self.app.scenes.pop, sign="door"),
        ]

    def on_leave(self) -> None:
        """Close the worker."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def tick(self, now: float) -> bool:
        """Show the result once the worker has answered. Always returns False."""
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is not None:
            self._show_result(answer.value if isinstance(answer.value, MomentPuzzle) else MomentPuzzle(None))
        return False

    def _show_result(self, result: MomentPuzzle) -> None:
        """Save the puzzle and replace the dialog by a message, or say why there is none."""
        app, puzzle, name = self.app, result.puzzle, self._name or name_of(self.app)
        if puzzle is None:
            reason = _(result.why) if result.why else _("It couldn't be worked out.")
            if self._goes_on:
                reason = _("Its film shows why, once the match is over.")
            app.audio.play("refuse")
            app.scenes.replace(MessageDialog(_("This moment doesn't make a puzzle."), reason))
            return
        digest = hashlib.sha256(f"{puzzle.kind} {puzzle.position}".encode()).hexdigest()[:12]
        if not app.stores.days.save_puzzle(name, replace(puzzle, key=f"{OWN_PREFIX}{digest}").data()):
            app.scenes.replace(MessageDialog(_("It couldn't be saved.")))
            return
        app.audio.play("confirm")
        more = _("You'll find it with {name}'s practice puzzles, next to the daily socks.").format(name=name)
        app.scenes.replace(MessageDialog(_("Saved as a puzzle."), more))
