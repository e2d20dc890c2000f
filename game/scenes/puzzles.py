"""Puzzles on the screen: the daily sock, practice, a race of phones, and the dialogs around them.

Practice offers the puzzles of the packs, by game and grade, and those made from moments of matches. Such a
moment is solved in the background and then saved as a puzzle, or refused.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from game.bots.worker import Worker
from game.core.discovery import find_game, game_slugs
from game.core.session import Session
from game.i18n import _
from game.match.match import Match
from game.match.puzzle import GRADES, Puzzle, PuzzleError, puzzler_of
from game.match.puzzle.grading import KEPT, MomentPuzzle
from game.match.puzzle.pack import number_of, puzzle_of, read_days, read_pack
from game.match.puzzle.progress import PuzzleProgress
from game.match.seats import HOUSE_NAMES, PHONE, Seat
from game.scenes.achievement_notice import solved
from game.scenes.daily.day_status import (
    copied_line,
    game_title,
    name_of,
    practice_title,
    row_words,
    solved_words,
    title_of,
)
from game.scenes.form_sheets import RowsDialog, SheetScene
from game.scenes.lobby_seats import unique_names
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.ui.art.charts import bar
from game.ui.art.daily import ROPE_ROOM, glow, grade_row, hint_star, peg, rope, sag
from game.ui.art.fabric import sewing_button
from game.ui.art.knits import knit_of_day, knit_sock
from game.ui.art.patterns import look_of
from game.ui.art.socks import big_sock
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.core.theme import LARGE, TITLE
from game.ui.match.match_scene import seat_row
from game.ui.match.puzzle import PuzzleHeading, PuzzleScene, SolutionScene, TaskBarProps
from game.ui.match.race import Racer, RaceScene
from game.ui.widgets import (
    GAP,
    GO,
    Button,
    ButtonPair,
    ChoiceRow,
    ChoiceRowProps,
    Form,
    Heading,
    MessageDialog,
    PictureRow,
    SpacerRow,
    TextRow,
    Widget,
    ask_choice,
    edge_of,
    put_drawing,
)


def open_day(app: AppContext, name: str, day: date, pupil: int | None = None) -> bool:
    """Open the puzzle of a day for ``name``, here or on the phone of the seat ``pupil``.

    Returns False, after a message, if it cannot be opened.
    """
    told = _("This day's sock cannot be opened.")
    return _open(app, told, lambda: scene_of(app, puzzle_of(day), name, day, pupil))


def open_practice(app: AppContext, name: str, puzzle: Puzzle) -> bool:
    """Open a practice puzzle. Returns False, after a message, if it cannot be opened."""
    return _open(app, _("This puzzle cannot be opened."), lambda: scene_of(app, puzzle, name))


def _open(app: AppContext, told: str, make: Callable[[], PuzzleScene]) -> bool:
    try:
        scene = make()
    except PuzzleError as fault:
        app.scenes.push(MessageDialog(told, str(fault)))
        return False
    app.scenes.push(scene)
    return True


def rehearse_day(app: AppContext, name: str, day: date) -> Iterator[None]:
    """Render the pictures of a day's puzzle step by step, so that it opens at once."""
    try:
        scene = scene_of(app, puzzle_of(day), name, day)
    except PuzzleError:
        return  # the message is shown when it is opened
    yield
    yield from scene.rehearse(app.measuring_painter)


def open_race(app: AppContext, places: Sequence[tuple[int, str]]) -> bool:
    """Open today's puzzle on all phones of the lobby. Returns False, after a message, if it fails."""
    day = app.stores.days.today()
    try:
        puzzle = puzzle_of(day)
        puzzler = puzzle.puzzler
        names = [seat.name for seat in seats_of(app, puzzle, "")]
        base = Match(puzzle.session(names), [Seat(name, look, "hard") for look, name in enumerate(names)])
    except PuzzleError as fault:
        app.scenes.push(MessageDialog(_("This day's sock cannot be opened."), str(fault)))
        return False
    title = partial(title_of, day, day)
    runners = []
    for pupil, name in places:
        place = app.phones.party.place(pupil) if app.phones.party is not None else None
        seats = seats_of(app, puzzle, name)
        seats[puzzle.seat] = Seat(name, place.look if place is not None else 0, device=PHONE)
        sitting = PuzzleProgress(puzzle, puzzler, app.stores.days, name, day)
        runners.append(Racer(app, pupil, sitting, seats, title))
    knit = knit_of_day(number_of(day))
    app.scenes.push(
        RaceScene(app, runners, base, lambda: TaskBarProps(knit, puzzler.task(puzzle), title(), puzzle.grade))
    )
    return True


def scene_of(
    app: AppContext, puzzle: Puzzle, name: str, day: date | None = None, pupil: int | None = None
) -> PuzzleScene:
    """Return the scene of a puzzle, for this screen or the phone of the seat ``pupil``. Does not open it.

    Raises:
        PuzzleError: the position does not exist, or its game has no puzzles.
    """
    puzzler = puzzle.puzzler
    days = app.stores.days
    sitting = PuzzleProgress(puzzle, puzzler, days, name, day)
    title = partial(practice_title, puzzle) if day is None else partial(title_of, day, days.today())
    knit = knit_of_day(number_of(day) if day is not None else sum(map(ord, puzzle.key)) + 1)
    seats = seats_of(app, puzzle, name)
    place = app.phones.party.place(pupil) if app.phones.party and pupil is not None else None
    if place is not None:
        seats[puzzle.seat] = Seat(name, place.look, device=PHONE)
    return PuzzleScene(app, sitting, PuzzleHeading(title, knit), seats, pupil if place is not None else None)


def seats_of(app: AppContext, puzzle: Puzzle, name: str) -> list[Seat]:
    """Return the seats of a puzzle: the solver with name and look, and bots."""
    known = app.settings.seats.get(puzzle.game, ())
    mine = next((seat for seat in known if seat.name == name), known[0] if known else None)
    look = look_of(mine.colour) if mine is not None else 0
    own = name or HOUSE_NAMES[0]
    looks = [number for number in range(8) if number != look]
    others = iter([other for other in HOUSE_NAMES if other != own])
    count = puzzle.session().players
    names = unique_names([own if seat == puzzle.seat else next(others) for seat in range(count)])
    return [
        Seat(shown, look) if seat == puzzle.seat else Seat(shown, looks.pop(0), "hard")
        for seat, shown in enumerate(names)
    ]


AHEAD = 60  # days whose puzzles are not used for practice if there are others


def games_there() -> list[str]:
    """Return the games with puzzles, in the order of the title screen."""
    found = [
        slug for slug in game_slugs() if find_game(slug).has_component("puzzles") and read_pack(slug).puzzles
    ]
    return sorted(found, key=lambda slug: find_game(slug).info.order)


def pool(app: AppContext, game: str, grade: int) -> list[Puzzle]:
    """Return the practice puzzles of a game and grade, 0 for any grade."""
    today = app.stores.days.today()
    keys = read_days()
    start = number_of(today) - 1
    coming = {keys[(start + n) % len(keys)] for n in range(AHEAD)} if len(keys) > 2 * AHEAD else set()
    found = [one for one in read_pack(game).puzzles.values() if grade in (0, one.grade)]
    return [one for one in found if one.key not in coming] or found


def next_of(puzzles: Sequence[Puzzle], diary: DailyCalendar) -> Puzzle | None:
    """Return the next puzzle to practise: an unsolved one first, then the least recently tried.

    None if there are no puzzles.
    """

    def rank(puzzle: Puzzle) -> tuple[bool, str, int]:
        tried = diary.practice.get(puzzle.key, PuzzleAttempts())
        return tried.solved, tried.when, tried.tries

    return min(puzzles, key=rank, default=None)


def after(app: AppContext, name: str, puzzle: Puzzle) -> Puzzle | None:
    """Return the practice puzzle after ``puzzle``, of its game and grade. None after the player's own."""
    if puzzle.key not in read_pack(puzzle.game).puzzles:
        return None
    others = [one for one in pool(app, puzzle.game, puzzle.grade) if one.key != puzzle.key]
    return next_of(others, app.stores.days.calendar_of(name))


class GradeRowProps(ChoiceRowProps):
    """Props of a grade, shown as sewn-on buttons; any grade is shown as a word."""

    def draw_control(self, painter: Painter, box: Box, *, focused: bool) -> None:
        if self.place == 0:
            super().draw_control(painter, box, focused=focused)
        else:
            wordless = ChoiceRowProps(self.label, self.help, ("",) * len(self.words), self.place)
            wordless.draw_control(painter, box, focused=focused)
            size = min(30.0 * painter.text_scale, (box.w - 2 * box.h - 8) / 5.4)
            painter.blit(grade_row(painter.assets, self.place, round(size, 1)), *box.centre, "center")


class GradeChoice(ChoiceRow):
    """Row that chooses the grade of the puzzles; the first value is any grade."""

    @property
    def props(self) -> ChoiceRowProps:
        return GradeRowProps(self.label, self.help, self.words, self.place)


@dataclass(frozen=True)
class SolvedRow(TextRow):
    """Props of the number of solved puzzles with a bar of their share."""

    share: float = field(kw_only=True)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        super().draw(painter, box, focused=focused)
        left = box.x + 3 * GAP + painter.width(self.text, self.size, self.face)
        line = painter.line_height(self.size)
        if left < box.right - 200:
            edge, high = edge_of(painter), line * 0.6
            long = min(box.right - GAP - left, 330.0 * (0.7 + 0.3 * painter.text_scale))
            room = Box(box.right - GAP - long, box.y + 4 + (line - high) / 2, long, high)
            body = bar(room.x, room.y, room.w, room.h, painter.theme.sunk, edge)
            if self.share:
                body += bar(room.x, room.y, max(room.h, room.w * self.share), room.h, GO, edge)
            put_drawing(painter, room.inflated(3), body)


class PuzzlePracticeScene(SheetScene):
    """Screen that starts a practice puzzle, by game and grade or one of the player's own."""

    seat = 4
    pictured = 176.0

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.game, self.grade = "", 0

    def on_enter(self) -> None:
        self.title = _("Practice")
        games = games_there()
        if self.game not in games:
            self.game = self.app.last_game if self.app.last_game in games else games[0] if games else ""
        super().on_enter()
        go = [n for n, row in enumerate(self.form.widgets) if isinstance(row, ButtonPair)]
        self.form.focus = go[0] if go else self.form.focus

    def on_language_changed(self) -> None:
        self.title = _("Practice")
        self.rebuild_rows()

    def on_result(self, result: object) -> None:
        self.rebuild_rows()

    def rows(self) -> Sequence[Widget]:
        diary = self.app.stores.days.calendar_of(self.name)
        return [*self._packs(diary), *self._own(diary)]

    def _packs(self, diary: DailyCalendar) -> list[Widget]:
        games = games_there()
        if not games:
            back = Button(_("Back"), self.app.scenes.pop, sign="left")
            return [TextRow(_("There are no puzzles to practise with.")), back]
        grades = [(0, _("any")), *((grade, str(grade)) for grade in GRADES)]
        there = pool(self.app, self.game, self.grade)
        done = sum(diary.practice.get(one.key, PuzzleAttempts()).solved for one in there)
        told = _("{done} of {all} solved").format(done=done, all=len(there))
        faults = read_pack(self.game).faults
        return [
            ChoiceRow(_("Game"), [(game, game_title(game)) for game in games], self.game, self._play),
            GradeChoice(_("Grade"), grades, self.grade, self._level),
            SolvedRow(told, is_muted=True, share=done / (len(there) or 1)),
            ButtonPair(
                Button(_("Give me one"), self._begin, go=True, enabled=bool(there), sign="play"),
                Button(_("Back"), self.app.scenes.pop, sign="left"),
            ),
            *(TextRow(_("A puzzle is left out: {why}").format(why=why), is_muted=True) for why in faults[:1]),
        ]

    def _own(self, diary: DailyCalendar) -> list[Widget]:
        found = []
        for data in reversed(diary.kept):
            try:
                puzzle = Puzzle.of(data)
                puzzler = puzzler_of(puzzle.game) if puzzle.game in game_slugs() else None
                if puzzler is not None and puzzle.kind in puzzler.kinds:
                    puzzle.session()  # the rules of the game may have changed since
                    found.append(puzzle)
            except PuzzleError:
                continue
        kept = found
        if not kept:
            return []
        ways: list[tuple[str, Callable[[], None] | None]] = []
        for puzzle in kept:
            puzzler = puzzler_of(puzzle.game)
            task = puzzler.task(puzzle) if puzzler is not None else ""
            words = _("{game}: {task}").format(game=game_title(puzzle.game), task=task)
            if diary.practice.get(puzzle.key, PuzzleAttempts()).solved:
                words = _("{what} (solved)").format(what=words)
            ways.append((words, partial(self._ask, puzzle)))
        title = _("Kept from matches")
        if self.has_side:
            return [Heading(title, LARGE), *(Button(words, ask, sign="star") for words, ask in ways if ask)]
        # In large text they would be below the fold, so one button opens the list.
        ways.append((_("Back"), None))
        return [Button(title, partial(ask_choice, self.app, title, ways), sign="star")]

    def _play(self, game: str) -> None:
        self.game = game
        self.rebuild_rows()

    def _level(self, grade: int) -> None:
        self.grade = grade
        self.rebuild_rows()

    def _begin(self) -> None:
        found = next_of(pool(self.app, self.game, self.grade), self.app.stores.days.calendar_of(self.name))
        if found is not None:
            open_practice(self.app, self.name, found)

    def _ask(self, puzzle: Puzzle) -> None:
        """Ask if the player wants to solve or delete a puzzle that they made."""

        def drop() -> None:
            self.app.stores.days.drop(self.name, puzzle.key)
            self.rebuild_rows()

        solve = partial(open_practice, self.app, self.name, puzzle)
        ask_choice(
            self.app,
            _("A puzzle of your own"),
            [(_("Solve it"), solve), (_("Back"), None), (_("Throw it away"), drop)],
            loses=True,
            signs=("play", "left", "bin"),
        )

    def draw_picture(self, painter: Painter, box: Box) -> None:
        """Draw the sock of the chosen game among the daily socks."""
        scale = box.h / self.pictured
        line = rope(painter.assets, round(box.w), 12.0, shade=False)
        painter.blit(line, box.x, box.y + 10 - ROPE_ROOM)
        for end in (box.x, box.right):
            painter.blit(sewing_button(painter.assets, 22), end, box.y + 11, "center")
        for place in range(5):
            x = box.w * (place + 0.5) / 5
            y = box.y + sag(x, box.w, 10.0, 12.0)
            if place == 2 and self.game:
                sock = big_sock(painter.assets, self.game, 0, 0.38 * scale)
                painter.blit(sock, box.x + x, y + 70 * scale, "center")
                for dx in (-13, 13):
                    painter.blit(peg(painter.assets, 0.7 * scale), box.x + x + dx * scale, y, "center")
                continue
            sock = knit_sock(painter.assets, knit_of_day(5 * place + self.grade), round(92 * scale))
            painter.blit(sock, box.x + x - 52 * scale, y - 14 * scale)
            painter.blit(
                peg(painter.assets, 0.7 * scale, 4.0 * (-1) ** place), box.x + x - 16 * scale, y, "center"
            )

    def help_text(self) -> str:
        tried = self.app.stores.days.calendar_of(self.name).practice.values()
        solved = sum(one.solved for one in tried)
        told = _("Solved in all games: {n}.").format(n=solved)  # the sheet shows the number for one game
        return told if solved else _("Take your time: nobody counts how long it takes.")


SOCK, ROW = 128.0, 164.0
COMES = 900.0  # ms that the sock swings after it is hung up


def copy(app: AppContext, text: str) -> None:
    """Copy a line to the clipboard and show a message about it."""
    if not window.put(text):
        app.scenes.push(MessageDialog(_("This system has no clipboard for it."), text))
        return
    app.audio.play("confirm")
    app.scenes.push(
        MessageDialog(_("The line is on the clipboard, to be pasted wherever it is wanted."), text)
    )


class _PuzzleDialog(RowsDialog):
    """Base of dialogs over a puzzle."""

    def __init__(self, scene: PuzzleScene) -> None:
        super().__init__()
        self.scene = scene

    def again(self) -> None:
        self.app.scenes.pop()
        self.scene.again()

    def tell(self) -> None:
        """Show the solution step by step on its table."""
        scene = self.scene
        solution = SolutionScene(scene.sitting.puzzle, scene.sitting.puzzler, scene.titled, scene.match.seats)
        self.app.scenes.push(solution)

    def away(self) -> None:
        """Return to the screen where the puzzle was chosen."""
        self.app.scenes.pop()
        self.app.scenes.pop()


class PuzzleMissed(_PuzzleDialog):
    """Dialog after a failed try. One press returns to the start of the puzzle."""

    is_interrupting = True

    def rows(self) -> list[Widget]:
        reply = self.scene.reply()
        return [
            seat_row(self.scene.match.seats[self.scene.sitting.puzzle.seat], "thinking"),
            TextRow(_("Not this way."), TITLE, face=NAMES, centred=True),
            *([TextRow(reply, centred=True)] if reply else []),
            TextRow(_("It was worth a try. The beginning waits as it was."), is_muted=True, centred=True),
            SpacerRow(),
            Button(_("Back to the beginning"), self.again, go=True, sign="restart"),
            Button(_("Leave; it will wait for you"), self.away, sign="door"),
        ]

    def back(self) -> None:
        """Return to the start of the puzzle too, because there is nothing else to go back to."""
        self.app.audio.play("back")
        self.again()


class PuzzleSolved(_PuzzleDialog):
    """Dialog after a solved puzzle: the sock is hung up."""

    is_interrupting = True
    is_menu = True

    earned = ""
    """Sentence about new socks of the collection; "" for none."""

    def on_enter(self) -> None:
        self.earned = solved(self.app, self.scene.sitting)
        super().on_enter()
        self.app.audio.play("win")

    def rows(self) -> list[Widget]:
        sitting = self.scene.sitting
        last = [] if sitting.day is None else [Button(_("Copy the line"), self._copy, sign="share")]
        onward, sign = (_("To the list"), "sock") if sitting.day is None else (_("To the calendar"), "seven")
        more = after(self.app, sitting.name, sitting.puzzle) if sitting.day is None else None
        first = (
            [Button(_("Another puzzle"), partial(self._go_on, more), go=True, sign="play")]
            if more is not None
            else []
        )
        return [
            PictureRow(ROW, self._draw_sock, spare=True),
            TextRow(_("Solved!"), TITLE, face=NAMES, centred=True),
            *(
                TextRow(told, centred=True)
                for told in (self._again(), solved_words(sitting.counts), self._row(), self.earned)
                if told
            ),
            *first,
            Button(onward, self.away, go=not first, sign=sign),
            Button(_("How it goes, step by step"), self.tell, sign="lamp"),
            *last,
        ]

    def on_result(self, result: object) -> None:
        """Build the rows again after the solution or the message about the copied line."""
        self.form = Form(self.rows())
        self.on_layout()

    def _again(self) -> str:
        return (
            _("You have solved it before. What counts is the first time:")
            if self.scene.sitting.was_solved
            else ""
        )

    def _row(self) -> str:
        """Sentence about the daily streak; "" for none."""
        sitting = self.scene.sitting
        if sitting.day is None or sitting.was_solved or not sitting.name:
            return ""
        # Use the recorded day, which counts even if it could not be saved.
        if sitting.tried.when != sitting.day.isoformat():
            return _("A day late is no shame; the row goes on without it.")
        streak = self.app.stores.days.calendar_of(sitting.name).row_at(sitting.day)
        return row_words(streak) if streak > 1 else ""

    def _copy(self) -> None:
        sitting, days = self.scene.sitting, self.app.stores.days
        if sitting.day is not None:
            row = days.calendar_of(sitting.name).row_at(sitting.day)
            copy(self.app, copied_line(sitting.day, sitting.puzzle, sitting.counts, row))

    def _go_on(self, puzzle: Puzzle) -> None:
        """Open the next practice puzzle in place of this one."""
        self.away()
        open_practice(self.app, self.scene.sitting.name, puzzle)

    def back(self) -> None:
        """Return to the screen where the puzzle was chosen, because there is nothing left to do here."""
        self.away()

    def tick(self, now: float) -> bool:
        swings = not self.app.reduced_motion and now - self.appeared < COMES
        self.needs_redraw |= swings
        return swings

    def _draw_sock(self, painter: Painter, box: Box) -> None:
        x, top = box.centre[0], box.y + 22
        gone = self.app.now - self.appeared
        turn = 0.0
        if not self.app.reduced_motion and gone < COMES:
            turn = round(14 * (1 - gone / COMES) ** 2 * math.cos(gone / 95), 0)
        # The glow fits within the row, because what exceeds it would be cut.
        painter.blit(glow(painter.assets, min(230, round(box.h) + 24)), x, box.centre[1] + 8, "center")
        painter.blit(rope(painter.assets, round(box.w - 24), 10.0), box.x + 12, top - 10 - ROPE_ROOM)
        still = knit_sock(painter.assets, self.scene.titled.knit, SOCK)
        sock = knit_sock(painter.assets, self.scene.titled.knit, SOCK, turn=turn)
        # The sock swings about its pegs.
        aside, below = 22.0, still.get_height() / painter.assets.scale / 2 - 12
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        painter.blit(sock, x - 12 + aside * cos + below * sin, top + below * cos - aside * sin, "center")
        for dx in (-14, 14):
            painter.blit(peg(painter.assets, 0.62), x - 12 + dx, top, "center")
        if not self.scene.sitting.counts.hints:
            painter.blit(hint_star(painter.assets, 44), x + 96, box.centre[1], "center")


class PuzzleMenu(_PuzzleDialog):
    """Menu of a puzzle."""

    is_menu = True

    def rows(self) -> list[Widget]:
        stage, sitting = self.app, self.scene.sitting
        free, costs = _("How it goes, step by step"), _("Show the solution: it costs the star")
        how = costs if sitting.is_starred else free
        return [
            Heading(self.scene.titled.title()),
            SpacerRow(),
            Button(_("Go on"), stage.scenes.pop, go=True, sign="play"),
            Button(_("Rules"), lambda: stage.open_scene("rules", sitting.puzzle.game), sign="book"),
            Button(_("Settings"), lambda: stage.open_scene("settings"), sign="gear"),
            Button(_("Start again"), self.again, sign="restart", alone=True),
            Button(how, self._give, sign="lamp", alone=True),
            Button(_("Leave; it will wait for you"), self.away, sign="door", alone=True),
        ]

    def _give(self) -> None:
        """Replace the menu by the solution. After it, the puzzle is as it was left."""
        self.app.scenes.pop()
        self.scene.give_solution()
        self.tell()


PREFIX = "own-"  # prefix of the keys of the player's own puzzles


def may_keep(session: Session) -> bool:
    """Return True if a moment can become a puzzle: its game has puzzles and a player is to move."""
    return find_game(session.game).has_component("puzzles") and session.to_move is not None


class SavePuzzleDialog(RowsDialog):
    """Dialog that has a moment solved in the background and saves it as a puzzle."""

    def __init__(self, session: Session, name: str = "", *, goes_on: bool = False) -> None:
        """Make a puzzle for ``name``, by default for the owner of the last opened calendar.

        ``goes_on``: the moment belongs to a running match, where a reason for a refusal would be advice.
        """
        super().__init__()
        self._session, self._name, self._goes_on = session, name, goes_on
        self._worker: Worker | None = None

    def on_enter(self) -> None:
        super().on_enter()
        self._worker = self.app.worker()
        session = self._session
        self._worker.submit(KEPT, session.game, session.position(), dict(session.options))

    def rows(self) -> list[Widget]:
        return [
            TextRow(_("Looking for what can be solved here ..."), LARGE, face="strong", centred=True),
            Button(_("Leave it"), self.app.scenes.pop, sign="door"),
        ]

    def on_leave(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.close()

    def tick(self, now: float) -> bool:
        answer = self._worker.poll_result() if self._worker is not None else None
        if answer is not None:
            self._tell(answer.value if isinstance(answer.value, MomentPuzzle) else MomentPuzzle(None))
        return False

    def _tell(self, found: MomentPuzzle) -> None:
        stage, puzzle, name = self.app, found.puzzle, self._name or name_of(self.app)
        if puzzle is None:
            why = _(found.why) if found.why else _("It could not be worked out.")
            if self._goes_on:
                why = _("Its film tells why not, once the match is over.")
            stage.audio.play("refuse")
            stage.scenes.replace(MessageDialog(_("This moment makes no puzzle."), why))
            return
        digest = hashlib.sha256(f"{puzzle.kind} {puzzle.position}".encode()).hexdigest()[:12]
        if not stage.stores.days.save_puzzle(name, replace(puzzle, key=f"{PREFIX}{digest}").data()):
            stage.scenes.replace(MessageDialog(_("It could not be kept.")))
            return
        stage.audio.play("confirm")
        more = _("It lies among what {name} practises with, beside the daily socks.").format(name=name)
        stage.scenes.replace(MessageDialog(_("Kept as a puzzle."), more))
