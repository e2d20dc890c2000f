"""The scenes of a puzzle and of its solution. A puzzle is a match of the game that is not saved.

`TaskBarProps` is the content of the bar above the table: sock, task, difficulty, tries, hint star, and below
them a step of the solution. Its letters grow less than others with the text size. `SolutionScene`
shows the solution step by step on the same table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.discovery import find_game
from game.core.game import Event
from game.i18n import _
from game.match.lesson import DRAFT_PREFIX
from game.match.match import Match
from game.match.phone_exercise import AGAIN, HINT, LEAVE, PhonePuzzle
from game.match.puzzle import Attempt, AttemptResult, Puzzle, Puzzler
from game.match.puzzle.progress import HintTracker, PuzzleDefence, PuzzleProgress
from game.match.recap import recap_steps
from game.match.replay import Replay
from game.match.seats import Seat
from game.ui.art.daily import GRADE_COUNT, grade_row, hint_star
from game.ui.art.knits import knit_sock
from game.ui.art.layers import GOLD
from game.ui.art.marks import ARROW_ROOM, arrow
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Controls, Shortcut, prompts_of
from game.ui.core.speech import NarrationContent
from game.ui.core.theme import BODY, SMALL
from game.ui.match.context import PuzzleTask, ViewMode
from game.ui.match.match_scene import PracticeScene
from game.ui.match.player import MatchDisplayScene
from game.ui.match.replay_controls import Viewpoint
from game.ui.match.replay_player import ReplayPlayer
from game.ui.match.view import MatchView
from game.ui.widgets import (
    PANEL_PICTURE,
    Element,
    FontSpec,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    ScaledLength,
    SingleLineText,
    Spacer,
    Text,
    column,
    draw_prompt_bar,
    prompt_bar_rows,
    row,
)

BAR_HEIGHT, TASK_SIZE, SOCK_HEIGHT = 76.0, 26.0, 88.0
BAR_TOP = 44.0
BAR_GROWTH = 0.55  # growth of the bar with the text size; the board needs the room
BAR_PADDING, GRADE_BUTTON_SIZE, STAR_SIZE = 18.0, 26.0, 52.0
_GRADE_WIDTH = 1.08 * (GRADE_COUNT - 1) + 1  # width of a grade's buttons in buttons
MIN_ROW_WIDTH = 360.0  # width in units below which the facts are placed below the task


MIN_ARROW_LENGTH = 46.0  # minimum length in units of an arrow, and length of one onto a single place


def draw_way(painter: Painter, view: MatchView, points: tuple[str, str] | None) -> None:
    """Draw a golden arrow from one named place to the other if both are visible; from above if the same."""
    boxes = [view.locate(name) for name in points or ()]
    start, end = (*boxes, None, None)[:2]
    if start is not None and end == start:
        image = arrow(painter.assets, 0, MIN_ARROW_LENGTH, GOLD, 11, 22)
        painter.blit(image, start.centre[0] - ARROW_ROOM, start.y + 6 - MIN_ARROW_LENGTH - ARROW_ROOM)
    if start is None or end is None or end.contains(start.centre):
        return
    (x, y), (left, top) = start.centre, end.centre
    dx, dy = left - x, top - y
    # From edge to edge with a little overlap, so that faces stay visible. A card's value is at its top, so an
    # arrow that goes up starts above the card, and overlaps the lower edge of its target instead.
    out, into = (min(box.w / 2 / (abs(dx) or 1.0), box.h / 2 / (abs(dy) or 1.0)) for box in (start, end))
    length, rises = math.hypot(dx, dy), dy < 0 and abs(dy) * start.w > abs(dx) * start.h
    before, after = (-2, min(42, 0.32 * end.h)) if rises else (20, 20)
    begins, ends = max(0.0, out - before / length), min(1.0, max(1 - into, out) + after / length)
    if (
        ends - begins
    ) * length < MIN_ARROW_LENGTH:  # adjacent spaces are closer together than the length of an arrow
        begins = (begins + ends - MIN_ARROW_LENGTH / length) / 2
        ends = begins + MIN_ARROW_LENGTH / length
    x, y, dx, dy = x + dx * begins, y + dy * begins, dx * (ends - begins), dy * (ends - begins)
    image = arrow(painter.assets, dx, dy, GOLD, 11, 22)
    painter.blit(image, min(x, x + dx) - ARROW_ROOM, min(y, y + dy) - ARROW_ROOM)


@dataclass(frozen=True, slots=True)
class TaskBarProps:
    """Content of the bar.

    Attributes:
        knit: pattern of the sock.
        task: task in words.
        title: name of the puzzle.
        grade: difficulty; 0 if ungraded.
        starred: True if the hint star is kept; None without tries.
        note: text below: a step of the solution.
        count: number of the step, and number of steps; None for a task.
    """

    knit: str
    task: str
    title: str
    grade: int
    starred: bool | None = None
    note: str = ""
    count: tuple[int, int] | None = None


def task_bar(ruler: Painter, span: Box, props: TaskBarProps) -> LayoutTree:
    """Layout of the bar, as wide as ``span`` and as high as its content needs."""
    scale = 1 + BAR_GROWTH * (ruler.text_scale - 1)
    painter, available_width = ruler.with_text_scale(scale), span.w
    for tree in (_wide_layout(ruler, props), _stacked_layout(ruler, props)):
        width, height = MeasureContext(painter).size(tree, available_width)
        if width <= available_width:
            break
    return LayoutTree(tree, Box(span.x, BAR_TOP / scale**2, available_width, height), painter)


def _wide_layout(ruler: Painter, props: TaskBarProps) -> Element:
    """Layout of the bar with the task, and the facts beside it."""
    task_column = column(
        Spacer(flex=1), *_task_texts(ruler, props), Spacer(flex=1), pad=Padding(0, 9), flex=1
    )
    task = row(task_column, Spacer(12), flex=1, narrow=ScaledLength(MIN_ROW_WIDTH))
    facts = row(*_facts(props), gap=22, pad=Padding(BAR_PADDING + 6, 0), align=0.5)
    return _bar(ruler, props, row(_sock(props), task, facts, least=ScaledLength(BAR_HEIGHT)))


def _stacked_layout(ruler: Painter, props: TaskBarProps) -> Element:
    """Layout of the bar with the task, and below it its title and the facts in compact form."""
    task, title = _task_texts(ruler, props)
    signs = row(replace(title, flex=1), *_facts(props, 0.75), gap=14, align=0.5)
    task_column = column(task, signs, flex=1, pad=Padding(0, 9), gap=4)
    return _bar(ruler, props, row(_sock(props), task_column, Spacer(BAR_PADDING)))


def _bar(ruler: Painter, props: TaskBarProps, head: Element) -> Element:
    """Layout of the bar: ``head``, and below it the note with the number of the step, if there is one."""
    if not props.note:
        return column(head, behind=PANEL_PICTURE)
    note: list[Element] = [Text(props.note, FontSpec(BODY, STRONG), flex=1)]
    if props.count is not None:
        number, count = props.count
        position = _("{number} of {count}").format(number=number, count=count)
        note.append(Text(position, FontSpec(SMALL, STRONG, ruler.theme.soft), lines=1))
    under = row(*note, gap=22, pad=Padding(BAR_PADDING + 6, 6, 10), behind=Picture(_draw_line))
    return column(head, under, behind=PANEL_PICTURE)


def _sock(props: TaskBarProps) -> Element:
    """Picture of the puzzle's sock."""
    return Picture(_draw_sock, (props.knit,), w=ScaledLength(92))


def _task_texts(ruler: Painter, props: TaskBarProps) -> tuple[SingleLineText, SingleLineText]:
    """(text of the task in at most two lines, text of the puzzle's title)."""
    title = SingleLineText(props.title, FontSpec(SMALL, STRONG, ruler.theme.soft), shrinks=True)
    return SingleLineText(props.task, FontSpec(TASK_SIZE, NAMES), shrinks=True, lines=2), title


def _facts(props: TaskBarProps, scale: float = 1.0) -> Iterator[Element]:
    """Yield the pictures of the grade, if any, and in tries of the hint star."""
    if props.grade:
        size, words = GRADE_BUTTON_SIZE * scale, _("Difficulty {n} of 5").format(n=props.grade)
        wide, high = ScaledLength(size * _GRADE_WIDTH), ScaledLength(size + 4)
        yield Picture(_draw_grade, (props.grade,), w=wide, h=high, words=words)
    if props.starred is not None:
        side, state = ScaledLength(STAR_SIZE * scale), _("kept") if props.starred else _("spent")
        yield Picture(_draw_star, (props.starred,), w=side, h=side, words=f"{_('Star')}: {state}")


def _draw_sock(painter: Painter, box: Box, knit: str) -> None:
    k = painter.text_scale
    sock = knit_sock(painter.assets, knit, min(SOCK_HEIGHT * k, box.h + 12), turn=-8)
    painter.blit(sock, box.x + 48 * k, box.centre[1], "center")


def _draw_line(painter: Painter, box: Box) -> None:
    """Draw the stitched line above the note."""
    painter.fill(
        Box(box.x + BAR_PADDING + 6, box.y - 1, box.w - 2 * BAR_PADDING - 12, 2), painter.theme.stitch
    )


def _draw_grade(painter: Painter, box: Box, grade: int) -> None:
    """Draw the difficulty as a row of sewing buttons."""
    size = box.w / _GRADE_WIDTH
    painter.blit(grade_row(painter.assets, grade, round(size, 1)), box.x, box.centre[1], "midleft")


def _draw_star(painter: Painter, box: Box, starred: bool) -> None:  # noqa: FBT001
    """Draw the hint star, filled if it is kept."""
    star = hint_star(painter.assets, round(box.w, 1), filled=starred, ink=painter.theme.ink)
    painter.blit(star, box.x - 2, box.centre[1], "midleft")


TIGHT_TEXT_SCALE = 1.5  # text size from which the prompt bar has fewer entries
# entries of the prompt bar that the puzzle defines itself
PUZZLE_ACTIONS = (InputAction.HINT, InputAction.AGAIN, InputAction.BACK, InputAction.PAUSE)
# maximum ms of the animation of what follows the last move, because no one reads sheets here
MAX_EVENT_MS = 2500.0
MAX_IDLE_MS = 120_000.0  # maximum ms without input that count as time spent; after that no one is there


@dataclass(frozen=True, slots=True)
class PuzzleHeading:
    """Introduction of a puzzle."""

    title: Callable[[], str]  # name of the puzzle: today's sock, or a practice puzzle
    knit: str  # pattern of its sock


class PuzzleScene(PracticeScene):
    """A player tries a puzzle, from its position, as often as they like."""

    is_match = False

    def __init__(
        self,
        app: AppContext,
        progress: PuzzleProgress,
        heading: PuzzleHeading,
        seats: Sequence[Seat],
        pupil: int | None = None,
    ) -> None:
        """``pupil`` is the seat of the lobby whose phone solves it; None for this screen.

        Raises:
            PuzzleError: if there is no such position.
        """
        self.sitting, self.heading, self._sitters = progress, heading, tuple(seats)
        puzzle, puzzler = progress.puzzle, progress.puzzler
        match = Match(puzzle.session([seat.name for seat in seats]), seats)
        self.attempt = Attempt(puzzle, puzzler, match)
        self.task = PuzzleTask(self.take, starred=progress.is_starred, bars_threats=True)
        others = PuzzleDefence(match, self.attempt, app.bot_worker)
        super().__init__(app, match, others, mode=ViewMode.TASK, task=self.task)
        # A puzzle hides nothing that its solution depends on.
        self.context.viewer.sees_all = match.has_secrets
        self.hints = HintTracker(progress, [seat.name for seat in seats])
        self._is_judged = False
        self._bar: LayoutTree | None = None
        self.pupil = pupil
        self.is_match = pupil is not None  # other phones keep their seats in the lobby meanwhile
        if pupil is not None:
            self.phone_seats.lesson = PhonePuzzle(pupil, match, progress, self.attempt, self, heading.title)

    @property
    def target_names(self) -> Sequence[str]:
        """Moves that the current hint mentions."""
        return self.hints.marks(*self._progress)

    def pause(self) -> None:
        """Open the menu of the puzzle."""
        self.app.open_scene("puzzle_menu", self)

    # Start and end.

    def rehearse(self, painter: Painter) -> Iterator[None]:
        """Draw the scene off screen, a part per step, so that its images are cached for the next one."""
        self.context.viewer.seat = self.sitting.puzzle.seat
        self.player.sync()
        self.on_layout()
        yield
        yield from self.view.preload_first_frame(painter)
        yield
        canvas = painter.view
        unseen = painter.for_surface(pygame.Surface((canvas.px(canvas.w), canvas.px(canvas.h))))
        self.view.draw(unseen)
        yield
        self.draw_over(unseen)

    def on_enter(self) -> None:
        """Show the hand without a curtain, and leave the last played game unchanged."""
        last_game = self.app.last_game
        self.context.viewer.seat = self.sitting.puzzle.seat
        super().on_enter()
        self.app.last_game = last_game
        # After a restart, a hint that was paid for is said again.
        self.context.messages.post(self.hints.words(*self._progress), helps=True)

    def on_leave(self) -> None:
        """Save the result, also one that was decided but not shown yet."""
        self._record_result()
        self.sitting.pause()
        super().on_leave()

    def on_language_changed(self) -> None:
        """Renew the view's texts, and a hint that is on the screen."""
        is_hint_shown = self.context.messages.helps
        super().on_language_changed()
        if is_hint_shown:
            self.context.messages.post(self.hints.words(*self._progress), helps=True)

    def on_layout(self) -> None:
        """Lay out the bar, and the view below it."""
        # Twice, because the available width is only known once the board has its place.
        for _turn in range(2):
            super().on_layout()
            self._bar = task_bar(self.app.measuring_painter, self.view.places.bar, self.props)
            self.task.above = self._bar.box.bottom
        super().on_layout()

    @property
    def props(self) -> TaskBarProps:
        """Content of the bar now."""
        sitting, puzzle = self.sitting, self.sitting.puzzle
        return TaskBarProps(
            self.heading.knit, sitting.puzzler.task(puzzle), self.heading.title(), puzzle.grade,
            not sitting.counts.hints,
        )  # fmt: skip

    @property
    def _progress(self) -> tuple[Sequence[tuple[int, str]], str]:
        """(moves of this attempt, text of the unfinished turn)."""
        return self.match.session.log, self.view.draft.text

    def sheet_exclusions(self) -> list[Box]:
        """Boxes of the things that the hint's arrow connects or that are marked."""
        names = list(self.hints.points(*self._progress) or ())
        names += [name for move in self.hints.marks(*self._progress) for name in move.split()[1:]]
        return [box for name in names if (box := self.view.locate(name)) is not None]

    # Input.

    def on_input(self, intent: InputEvent) -> None:
        """Open the menu by Back if it cancels nothing, run the shortcuts, or pass the input to the match."""
        if self.caption.handle_input(intent):
            return
        person = self.match.may_act(intent.device) and not self.animations.is_busy
        if intent.act is InputAction.BACK and not self.view.draft.is_open:
            self.pause()
        elif intent.act in (InputAction.HINT, InputAction.AGAIN) and not person:
            return
        elif not self.shortcut(intent.act):
            super().on_input(intent)

    def shortcuts(self) -> list[Shortcut]:
        """Hint and restart, without words where a rummy has buttons for them, and menu."""
        hint, again = _("Hint"), _("Start again")
        if find_game(self.match.session.game).component("rummy_variant"):
            hint = again = ""
        return [
            Shortcut(InputAction.HINT, hint, partial(self.take, InputAction.HINT)),
            Shortcut(InputAction.AGAIN, again, partial(self.take, InputAction.AGAIN)),
            Shortcut(InputAction.PAUSE, _("Menu"), self.pause),
        ]

    def take(self, act: InputAction) -> None:
        """Give a hint for the hint action, restart for any other."""
        if act is InputAction.HINT:
            self.give_hint()
        else:
            self.app.audio.play("undo")
            self.again()

    def give_hint(self) -> None:
        """Reveal the next hint, or say again one that is not followed yet; refuse if there is none."""
        # A phone shows its hints all the time.
        says_again = self.pupil is None and not self.context.messages.helps
        if not (says_again and self.hints.words(*self._progress)):
            self.hints.give(*self._progress)
        if not (words := self.hints.words(*self._progress)):
            self.context.refuse(_("There's nothing more to explain."))
            return
        self.task.starred = self.sitting.is_starred
        self.app.audio.play("hint")
        self.context.messages.post(words, helps=True)
        self.on_layout()
        self.needs_redraw = True

    def give_solution(self) -> None:
        """Reveal the solution, which counts as using every hint."""
        self.hints.give_all()
        self.task.starred = self.sitting.is_starred
        self.on_layout()
        self.needs_redraw = True

    def again(self) -> None:
        """Restart on a new table. An undecided try continues."""
        self._record_result()
        fresh = PuzzleScene(self.app, self.sitting, self.heading, self._sitters, self.pupil)
        fresh.hints = self.hints
        self.app.scenes.replace(fresh)

    def reply(self) -> str:
        """Refutation of a missed attempt in words, one step a line, or else why it fails. May be empty."""
        puzzle, session = self.sitting.puzzle, self.match.session
        if not self.attempt.is_refuted:
            return self.sitting.puzzler.lacks(puzzle, session, session.names)
        deeds = self.recap.source.others_since_turn(puzzle.seat, puzzle.seat)
        return "\n".join(step.words for step in recap_steps(deeds, self.context.words))

    # A player on a phone.

    def choose(self, choice: str) -> None:
        """Handle a choice of the phone: hint, restart or leave. Closes dialogs over the table."""
        app = self.app
        while app.scenes.top is not self:
            app.scenes.pop()
        if choice == HINT:
            self.give_hint()
        elif choice == AGAIN:
            self.again()
        elif choice == LEAVE:
            app.scenes.pop()

    def move_to_screen(self) -> None:
        """Continue at this screen, because the phone is gone or no longer wanted."""
        self.pupil, self.is_match, self.phone_seats.lesson = None, False, None
        self._sitters = tuple(replace(seat, device="") for seat in self._sitters)
        self.context.viewer.seat = self.sitting.puzzle.seat
        self.match.assign_seat(self.sitting.puzzle.seat, "")

    # Time.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Take what is laid out of the open hands before it is animated."""
        self.context.update_open_hands()
        super().on_move(seat, move, events)

    def tick(self, now: float) -> bool:
        """Advance the match, count the time, and open the result once. True if a frame must follow."""
        # Without animations there is no tick for a while, so the time since the last one counts up to a
        # limit.
        self.sitting.spend(min(now - self.player.last, MAX_IDLE_MS))
        show = self.animations.show
        if (
            self.attempt.verdict is not AttemptResult.OPEN
            and show is not None
            and show.elapsed > MAX_EVENT_MS
        ):
            self.animations.release()
        is_moving = super().tick(now)
        is_settled = not self.animations.is_busy and self.attempt.public_verdict is not AttemptResult.OPEN
        if self.app.scenes.top is self and is_settled and self._record_result():
            solved = self.attempt.verdict is AttemptResult.SOLVED
            self.app.open_scene("puzzle_solved" if solved else "puzzle_missed", self)
        return is_moving

    def _record_result(self) -> bool:
        """Record the result of the attempt, once. Returns True if there was a new result."""
        verdict = self.attempt.verdict
        if verdict is AttemptResult.OPEN or self._is_judged:
            return False
        self._is_judged = True
        if verdict is AttemptResult.SOLVED:
            self.sitting.record_solution()
        else:
            self.sitting.record_miss()
        return True

    # Drawing.

    def draw_over(self, painter: Painter) -> None:
        """Draw the bar, the arrow of a hint, and the prompt bar."""
        if self._bar is not None:
            self._bar.paint(painter)
        if not self._is_judged and not self.animations.is_busy:
            draw_way(painter, self.view, self.hints.points(*self._progress))
        draw_prompt_bar(painter, self.app, self)
        super().draw_over(painter)

    @property
    def bar(self) -> Box:
        """Box of the bar."""
        assert self._bar is not None
        return self._bar.box

    def narration(self) -> NarrationContent:
        """Spoken content of the match, which the task and the hint precede."""
        return self.match_aloud(self.props.task, self.hints.words(*self._progress))

    def controls(self) -> Controls:
        """View's prompts but those in `PUZZLE_ACTIONS`, then Back if it cancels something, then shortcuts."""
        free, controls = not self.view.draft.is_open, self.view.controls()
        game = [entry for entry in controls.prompts if entry[0] not in PUZZLE_ACTIONS]
        back = [] if free else [entry for entry in controls.prompts if entry[0] is InputAction.BACK]
        return replace(controls, prompts=[*game, *back, *prompts_of(self.shortcuts())])


class SolutionScene(MatchDisplayScene):
    """Shows the solution step by step on request. Changes nothing."""

    def __init__(
        self, puzzle: Puzzle, puzzler: Puzzler, heading: PuzzleHeading, seats: Sequence[Seat]
    ) -> None:
        """Show the solution of a puzzle.

        Raises:
            PuzzleError: if there is no such position.
        """
        self._puzzle, self._heading, self._seats = puzzle, heading, tuple(seats)
        names = [seat.name for seat in seats]
        self._puzzler, self._names = puzzler, names
        self._word()
        # The match with all moves of the steps, and the number of moves after each step. If the moves of a
        # step are illegal, it and all later steps are shown in words only.
        session, self._ends = puzzle.session(names), list[int]()
        self._makings: list[str] = []  # unfinished turn after each step, in games that have one
        good, making = True, ""
        for step in self.solution_steps:
            for move in step.moves if good else ():
                if move.startswith(DRAFT_PREFIX):
                    making = move.removeprefix(DRAFT_PREFIX).strip()
                    continue
                try:
                    session.play(move)
                except ValueError:
                    good = False
                    break
                making = ""
            self._ends.append(len(session.log))
            self._makings.append(making)
        self._built = ""  # unfinished turn that is shown
        self._film = Replay(session)
        self.at = 0  # index of the current step
        self._bar: LayoutTree | None = None

    def _word(self) -> None:
        """Compose the task and the steps of the solution in the current language."""
        self._task = self._puzzler.task(self._puzzle)
        self.solution_steps = tuple(self._puzzler.explain_solution(self._puzzle, self._names))

    def on_enter(self) -> None:
        """Create the view at the puzzle's position, with the solver's hand."""
        self._above = PuzzleTask()
        self.projector = ReplayPlayer(self.app, self._film, self._seats, self, self._above)
        self.shown_by(self.projector)
        # The hands of others do not matter for puzzles with melds, and would be in the way.
        self.projector.begin_at(0, Viewpoint(self._puzzle.seat, everything=False), opens=False)
        self.projector.rest()

    def on_layout(self) -> None:
        """Lay out the bar, and the view between it and the prompt bar."""
        self.view.prompt_bar_offset = self.prompt_bar_offset + prompt_bar_rows(self.app, self.prompts())
        for _turn in range(2):
            self.view.on_layout()
            self._bar = task_bar(self.app.measuring_painter, self.view.places.bar, self.props)
            self._above.above = self._bar.box.bottom
        self.view.on_layout()

    def on_language_changed(self) -> None:
        self._word()
        super().on_language_changed()

    @property
    def target_names(self) -> Sequence[str]:
        """Moves that the current step mentions."""
        return self.solution_steps[self.at].marks if self.solution_steps else ()

    @property
    def props(self) -> TaskBarProps:
        """Content of the bar at the current step."""
        text = (
            self.solution_steps[self.at].words
            if self.solution_steps
            else _("There's nothing more to explain.")
        )
        number, count = self.at + 1, max(1, len(self.solution_steps))
        props = TaskBarProps(
            self._heading.knit, self._task, self._heading.title(), self._puzzle.grade, note=text,
            count=(number, count),
        )  # fmt: skip
        if self.app.text_scale < TIGHT_TEXT_SCALE:
            return props
        title = _("{number} of {count}").format(number=number, count=count)
        return replace(props, task=text, title=title, note="")

    @property
    def _goal(self) -> int:
        """Number of moves made in the match once the current step is over; 0 without steps."""
        return self._ends[self.at] if self._ends else 0

    @property
    def _current_draft(self) -> str:
        """Text of the unfinished turn at the end of the current step; empty for none."""
        return self._makings[self.at] if self._makings else ""

    @property
    def _waits(self) -> bool:
        """True if the current step is still to be shown and nothing is being animated."""
        is_made = self.projector.moment >= self._goal and self._built == self._current_draft
        return not self.projector.is_busy and not is_made

    def on_input(self, intent: InputEvent) -> None:
        """Go to the next or previous step by direction or wheel; other input runs the shortcuts."""
        match intent.act:
            case InputAction.NAVIGATE if intent.dx:
                self.go(intent.dx)
            case InputAction.SCROLL if intent.dy:
                self.go(-1 if intent.dy > 0 else 1)
            case _:
                super().on_input(intent)
        self.needs_redraw = True

    def shortcuts(self) -> list[Shortcut]:
        """Next step (at the end: leave), one step back, and Back."""
        on = _("Next step") if self.at + 1 < len(self.solution_steps) else _("OK")
        return [
            Shortcut(
                InputAction.CONFIRM, on, partial(self.go, 1), also=(InputAction.PRESS, InputAction.NEXT)
            ),
            Shortcut(
                InputAction.PREVIOUS,
                _("Previous step"),
                partial(self.go, -1),
                also=(InputAction.UNDO, InputAction.ALTERNATE),
            ),
            Shortcut(InputAction.BACK, _("Back"), self.back, also=(InputAction.PAUSE,)),
        ]

    def go(self, direction: int) -> None:
        """Animate the next step (1), leaving after the last, or go back to the previous one (-1)."""
        if direction > 0 and self.projector.moment < self._goal:
            self._built = ""
            self.projector.jump(self._goal)  # skip the animation of the current step
        if direction > 0 and self.at + 1 >= len(self.solution_steps):
            self.app.audio.play("confirm")
            self.app.scenes.pop()
            return
        before = self.at
        self.at = max(0, self.at + direction)
        if direction < 0:
            self.projector.jump(self._ends[self.at - 1] if self.at else 0)
            self._build(self._makings[self.at - 1] if self.at else "")
            self.projector.rest()
        if self.at != before:
            self.app.audio.play("focus")
            self.on_layout()

    def tick(self, now: float) -> bool:
        """Animate the moves of the current step once due. Returns True if a frame must follow."""
        if not self.player.prepare():
            self.needs_redraw = True
            return True
        is_moving = self.projector.tick(now)
        is_waiting = self._waits
        if is_waiting and now >= self.projector.rests_until:
            if self.projector.moment < self._goal:
                self._built = ""
                self.projector.step()
            else:
                self._build(self._current_draft)
        self.needs_redraw |= self.projector.take_needs_redraw()
        return is_moving or is_waiting

    def _build(self, draft: str) -> None:
        """Show an unfinished turn; empty for none."""
        self._built = draft
        self.view.draft.load(draft)

    def draw(self, painter: Painter) -> None:
        """Draw the view, the bar, the arrow of a step that is still to be made, and the prompt bar."""
        self.player.draw_view(painter)
        if self._bar is not None:
            self._bar.paint(painter)
        if self._waits or (
            self.solution_steps and not self.solution_steps[self.at].moves and not self.projector.is_busy
        ):
            draw_way(painter, self.view, self.solution_steps[self.at].points)
        draw_prompt_bar(painter, self.app, self)

    def narration(self) -> NarrationContent:
        """Spoken content: the bar's title, task and note."""
        props = self.props
        return NarrationContent(props.title, (props.task,), "", props.note)
