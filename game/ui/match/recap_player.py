"""Recap of what others did since a player's last turn: numbers on the board, a log, and a replay.

Replay: `RecapController.handle_input` (`ui/match/recap_player.py`) asks `Recap` (`match/recap.py`) for moves
of others, redacted for the viewer. `recap_steps` (`match/recap.py`) numbers all that `MatchText.lines`
describes, also for phones. `RecapScene` (`ui/match/recap_player.py`), a scene with its own `Match` and
`MatchPlayer`, created with `Session.before`, makes those moves again.

`Replays.recap_marker` places a number, and `Places.log` is the place of the log. The last turn of a seat is
shown at its plate at a card table (`RecapDisplay.events_since_turn`), and in the log while the pointer is on
the seat, with its last remark. Each step has the event at which it begins, and the progress of that event, so
that the replay can be paused and stepped through. `Replays.copy_layout` passes the live view to the recap's
view; rummies take over the layout of each table (`TableHistory`, `ui/rummy/table_history.py`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.core.game import Event
from game.i18n import _, language_tag
from game.match.match import Match
from game.match.recap import Recap, RecapMove, RecapStep, recap_steps
from game.match.seats import bot_seats
from game.ui.art.album import number_plate
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import HARMLESS_ACTIONS, Prompts, Scene
from game.ui.core.speech import NarrationContent
from game.ui.match.board_messages import reading_time
from game.ui.match.context import RecapDisplay, ViewContext
from game.ui.match.info_panels import PLATE_SIZE, LogRow, draw_log, log_of
from game.ui.match.player import MAX_UNATTENDED_MS, MatchDisplayScene, MatchPlayer
from game.ui.match.view import MatchView
from game.ui.match.view_roles import Replays, mouth_of, role_of
from game.ui.widgets import draw_prompt_bar

MENU_RESULT, OTHER_SEAT_RESULT = "menu", "other"  # results of the scene: open the menu, or show another seat
FINAL_TABLE_MS = 900.0  # ms to show the table at the end
MIN_STEP_MS = 10.0  # minimum ms per step for an event with several steps
STEP_LEAD_MS = 1e-3  # ms before a step at which the animation waits for it


class RecapScene(MatchDisplayScene, RecapDisplay):
    """Replays moves step by step with numbers and a log, until a press or the end.

    It starts with the table as it was then, and can be paused and stepped through.
    """

    wants_unbound_presses = True

    def __init__(
        self, live_context: ViewContext, moves: Sequence[RecapMove], steps: Sequence[RecapStep]
    ) -> None:
        """Replay ``moves`` with ``steps`` from the viewpoint of ``live_context``.

        The scene closes once another hand is shown on the screen.
        """
        self._live, self._real, self._eyes = live_context, live_context.match, live_context.viewer.seat
        self.recap = self
        self.deeds, self.steps = list(moves), steps
        self._made_count = len(live_context.session.log)
        self._next = 0  # index of the next move
        self._coming = deque[Event]()  # events of the current move whose animations have not started
        self._started_steps: list[RecapStep] = []  # steps that have started
        self.halt: int | None = None
        """Number of the step at whose end the replay waits. None while it plays."""
        self._reading_ms = 0.0  # ms that the last text must still be shown
        self._pause_ms = 0.0  # ms until the next move
        self.match = Match(live_context.session.before(self.deeds[0].ply), bot_seats(live_context.seats))

    def on_enter(self) -> None:
        """Create the view in the layout of the live one, with the table before the first move."""
        context = ViewContext(self.app, self.match, self, viewer=self._eyes)
        self.shown_by(MatchPlayer(context, MAX_UNATTENDED_MS))
        role_of(self.view, Replays).copy_layout(self._live.view)
        self.player.enter()

    @property
    def seen_steps(self) -> Sequence[RecapStep]:
        """Steps that have started."""
        return self._started_steps

    numbered_steps = seen_steps

    @property
    def now(self) -> int:
        """Number of the current step, 0 before the first."""
        return self._started_steps[-1].number if self._started_steps else 0

    def on_focus_lost(self) -> None:
        """Close the scene, and open the menu."""
        self.app.scenes.pop(MENU_RESULT)

    def on_input(self, intent: InputEvent) -> None:
        """Confirm: pause or play; left, right: step; up, down: another seat; all but looking: close."""
        match intent.act:
            case InputAction.CONFIRM:
                self._toggle()
            case InputAction.NAVIGATE if intent.dx and not self.app.devices.holding(InputAction.AGAIN):
                self.step(intent.dx)
            case InputAction.NAVIGATE:
                self.app.scenes.pop(OTHER_SEAT_RESULT)
            case InputAction.SCROLL:
                self.step(-1 if intent.dy > 0 else 1)
            case act if act not in HARMLESS_ACTIONS:
                self.app.audio.play("back")
                self.app.scenes.pop(MENU_RESULT if act is InputAction.PAUSE else None)

    def narration(self) -> NarrationContent:
        """Spoken content: the sentences of the steps that have started."""
        return NarrationContent(_("What the others did"), tuple(step.words for step in self._started_steps))

    def prompts(self) -> Prompts:
        """Pause or continue, step, and Back."""
        play = _("Pause") if self.halt is None else _("Continue")
        # A mouse uses its wheel instead of directions.
        step = InputAction.SCROLL if self.app.devices.last == MOUSE else InputAction.NAVIGATE
        return [(InputAction.CONFIRM, play), (step, _("Step")), (InputAction.BACK, _("Back to the game"))]

    # Position.

    def _toggle(self) -> None:
        """Pause at the end of the current step, or play. After the last step, start again."""
        ends = self._next == len(self.deeds) and not self.animations.is_busy and not self._coming
        self.halt = max(1, self.now) if self.halt is None else None
        self.app.audio.play("focus")
        if self.halt is None and ends:
            self._go_to(0)
        self.needs_redraw = True

    def step(self, direction: int) -> None:
        """Animate the next step (1), or go back to the end of the previous one (-1), and wait there."""
        if direction < 0:
            self.halt = max(0, self.now - 1)
            self._go_to(self.halt)
        else:
            self.halt = self.now
            self._catch_up()
            self.halt = min(self.now + 1, len(self.steps))
        self._reading_ms = self._pause_ms = 0.0
        self.needs_redraw = True

    def _go_to(self, number: int) -> None:
        """Show the table after the step with this number, or before all for 0."""
        self._coming.clear()
        ply = self.steps[number - 1].ply if number else self.deeds[0].ply
        # After the last step of a move, all of the move has been shown.
        after = number > 0 and all(step.ply != ply for step in self.steps[number:])
        self._next = next(n for n, deed in enumerate(self.deeds) if deed.ply == ply) + after
        begun_events = () if after or not number else self.deeds[self._next].events
        self._started_steps = [
            step for step in self.steps[:number] if all(step.begins is not event for event in begun_events)
        ]
        led = self.deeds[self._next - 1].events if self._next else ()
        self.player.seek(self._real.session.before(ply + after), led)
        if begun_events:
            with self.animations.player.skipping():
                self._begin_move(self.deeds[self._next])
                for _step in range(number):
                    if self.now < number:
                        self._catch_up()
                self._catch_up()
            self.view.on_events_skipped(())

    def _catch_up(self) -> None:
        """Finish the animation of the current step and of all steps up to the pause."""
        while True:
            show = self.animations.show
            if show is not None:
                self._reading_ms = 0.0
                self._run(show.length)
                if self.animations.show is show:
                    return
            elif self._coming and not self._must_wait(self._coming[0]):
                self._show_next()
            else:
                return

    # Time.

    def tick(self, now: float) -> bool:
        """Advance the animations, from move to move. Closes the scene at the end. Always returns True."""
        # An undo or a concession, possibly from a phone, takes precedence.
        is_past = len(self._real.session.log) < self._made_count or self._real.is_over
        if is_past or self._live.viewer.seat != self._eyes:
            self.app.scenes.pop()
            return True
        if not self.player.prepare():
            return True
        elapsed = self.player.take_elapsed(now)
        self.player.move(now)
        self.needs_redraw = True
        self._reading_ms = max(0.0, self._reading_ms - elapsed)
        if self.animations.is_busy:
            self._run(elapsed)
        elif self._coming:
            if not self._must_wait(self._coming[0]):
                self._show_next()
        elif self._pause_ms > elapsed:
            self._pause_ms -= elapsed
        elif self._next < len(self.deeds):
            if not (self.halt is not None and self.halt <= self.now):
                self._begin_move(self.deeds[self._next])
        elif self.halt is None:
            self.app.scenes.pop()
        return True

    def _must_wait(self, event: Event) -> bool:
        """True if an event would begin a step beyond the pause."""
        is_halted, next_step = self.halt is not None and self.halt <= self.now, self._coming_step()
        return is_halted and next_step is not None and next_step.begins is event

    def _coming_step(self) -> RecapStep | None:
        """Next step to start; None after the last."""
        return self.steps[self.now] if self.now < len(self.steps) else None

    def _run(self, elapsed: float) -> None:
        """Advance the animation by ``elapsed`` ms. It waits before a step that must not start yet."""
        show, next_step = self.animations.show, self._coming_step()
        assert show is not None
        if next_step is not None and next_step.begins is show.event:
            edge = next_step.share * show.length - STEP_LEAD_MS
            if show.elapsed + elapsed >= edge:
                if self._reading_ms > 0 or (self.halt is not None and self.halt <= self.now):
                    # Wait until the previous text has been read.
                    show.elapsed = max(show.elapsed, edge)
                else:
                    show.elapsed = edge + 2 * STEP_LEAD_MS
                    self._tell(next_step)
                elapsed = 0.0
        if self.animations.run(elapsed) and not self._coming:
            self._pause_ms = max(FINAL_TABLE_MS, self._reading_ms) if self._pause_ms else 0.0
            self.player.sync()

    def _tell(self, step: RecapStep) -> None:
        """Add a step to those that have started, and its reading time."""
        self._started_steps.append(step)
        self._reading_ms += reading_time(step.words)

    def _begin_move(self, move: RecapMove) -> None:
        """Make a move, and queue the animations of its events."""
        self._next += 1
        self.match.play(self._real.session.log[move.ply][1])
        self.view.expect(move.events)
        self._coming += move.events
        has_steps = any(step.ply == move.ply for step in self.steps)
        self._pause_ms = FINAL_TABLE_MS if has_steps or self._next == len(self.deeds) else 0.0
        if self._coming:
            self._show_next()

    def _show_next(self) -> None:
        """Start the next animation, and the steps that begin with it."""
        event = self._coming.popleft()
        while (
            (next_step := self._coming_step()) is not None
            and next_step.begins is event
            and not next_step.share
        ):
            self._tell(next_step)
        self.animations.add([event])
        parts = sum(step.begins is event for step in self.steps)
        if parts > 1 and (show := self.animations.show) is not None:
            # Without animations, every step needs some time to be shown separately.
            show.length = max(show.length, MIN_STEP_MS * parts)

    # Drawing.

    def draw(self, painter: Painter) -> None:
        """Draw the view, step numbers, the log unless the view has one, and the prompt bar."""
        self.player.draw_view(painter)
        draw_plates(painter, self.view, self._started_steps)
        if not role_of(self.view, Replays).has_log:
            draw_log(painter, log_of(self.steps, self.match.seats, self.view.places.log, self.now))
        draw_prompt_bar(painter, self.app, self)


def draw_plates(painter: Painter, view: MatchView, steps: Sequence[RecapStep]) -> None:
    """Draw the numbers of steps on the board. Several at the same place are drawn side by side."""
    plate_counts: dict[tuple[int, int], int] = {}
    for step in steps:
        event = step.event
        at = view.recap_marker(event, step.piece) if isinstance(view, Replays) else mouth_of(view, event)
        if at is None:
            continue
        key = round(at[0]), round(at[1])
        beside = plate_counts[key] = plate_counts.get(key, -1) + 1
        plate = number_plate(painter.assets, step.number, PLATE_SIZE)
        painter.blit(plate, at[0] + beside * PLATE_SIZE * 0.8, at[1], "center")


class RecapController(RecapDisplay):
    """Shows the viewer what the others did."""

    def __init__(self, context: ViewContext, remark_of: Callable[[int], str]) -> None:
        """``remark_of`` returns the last remark of a seat, empty for none."""
        self._context, self._view, self._remark_of = context, context.view, remark_of
        self.source = Recap(context.match)  # source of the moves, for phones too
        self._cache: dict[int | None, tuple[object, tuple[RecapMove, ...], tuple[RecapStep, ...]]] = {}
        self._late: dict[int, tuple[object, tuple[Event, ...]]] = {}
        self._seat: int | None = None  # seat whose last turn was replayed; None for all others
        self.pointed_seat: int | None = None  # seat with the pointer on it
        self.again: RecapScene | None = None  # running replay, if any

    @property
    def viewer(self) -> int | None:
        """Viewer of the recap: the local seat that the screen belongs to, None if there is none."""
        return self._context.match.active_local_seat

    def since(self) -> tuple[RecapStep, ...]:
        """Steps of others since the viewer's last turn."""
        return self._recap_of(None)[1]

    @property
    def seen_steps(self) -> tuple[RecapStep, ...]:
        """Steps as in `since`, but none while animations run, because they have not been seen yet."""
        return () if self._context.playback.is_busy else self.since()

    @property
    def numbered_steps(self) -> tuple[RecapStep, ...]:
        """Steps numbered on the board: of the pointed seat, else new ones. Empty in animations, or at end."""
        context = self._context
        if context.playback.is_busy or context.match.is_over:
            return ()
        if self.pointed_seat is not None and self.pointed_seat != self.viewer:
            return self.of(self.pointed_seat)
        # New until the viewer moves again.
        log = context.session.log
        is_new = bool(log) and log[-1][0] != self.viewer
        is_kept = role_of(self._view, Replays).keeps_recap_markers and is_new and self.viewer is not None
        return self.since() if is_kept else ()

    def of(self, seat: int) -> tuple[RecapStep, ...]:
        """Steps of a seat's last turn."""
        return self._recap_of(seat)[1]

    def events_since_turn(self, seat: int) -> tuple[Event, ...]:
        """Events since the start of a seat's last turn. Empty while it is animated, or the match is over."""
        context = self._context
        if context.match.is_over or any(event.seat == seat for event in context.playback.events):
            return ()
        key = context.session.log, context.viewer.seat
        cached = self._late.get(seat)
        if cached is None or cached[0] != key:
            deeds = self.source.since_last_turn(seat, context.viewer.seat)
            cached = self._late[seat] = key, tuple(event for deed in deeds for event in deed.events)
        return cached[1]

    def _recap_of(self, seat: int | None) -> tuple[tuple[RecapMove, ...], tuple[RecapStep, ...]]:
        """Moves and steps of a seat's last turn, or for None of all others since the viewer's."""
        context, viewer_seat = self._context, self.viewer
        key = context.session.log, viewer_seat, context.viewer.seat, context.seats, language_tag()
        cached = self._cache.get(seat)
        if cached is None or cached[0] != key:
            eyes = context.viewer.seat
            deeds = (
                self.source.others_since_turn(viewer_seat, eyes)
                if seat is None
                else self.source.last_turn(seat, eyes)
            )
            cached = self._cache[seat] = key, deeds, recap_steps(deeds, context.words)
        return cached[1], cached[2]

    # Replay.

    def start(self, seat: int | None = None) -> None:
        """Replay a seat's last turn or (None) others' steps; refuse without any. Not during animations."""
        context = self._context
        # Running animations are seen for the first time. A message that waits for its reader does not matter.
        if context.match.is_over or (context.playback.is_busy and not context.playback.is_held):
            return
        deeds, steps = self._recap_of(seat)
        if not steps:
            context.refuse(_("Nobody else has moved yet."))
            return
        self._seat, self.pointed_seat = seat, None
        context.app.audio.play("focus")
        self.again = RecapScene(context, deeds, steps)
        context.app.scenes.push(self.again)

    def on_return(self, result: Any) -> None:
        """Handle the end of a screen over the match. After a replay, open the menu or show the next seat."""
        again, self.again = self.again, None
        if again is not None and result == OTHER_SEAT_RESULT:
            self.start(self._next_seat())
        elif again is not None and result == MENU_RESULT:
            self._context.host.pause()

    def _next_seat(self) -> int | None:
        """Next seat whose last turn can be replayed. None for all others, after the last one."""
        count = len(self._context.seats)
        begin = self.viewer if self.viewer is not None else -1
        order = [(begin + step) % count for step in range(1, count + 1)]
        seats = [seat for seat in order if seat != self.viewer and self.of(seat)]
        later = seats[seats.index(self._seat) + 1 :] if self._seat in seats else seats
        return later[0] if later else None

    @property
    def view(self) -> MatchView | None:
        """View of the running replay; None if there is none."""
        return None if self.again is None else self.again.view

    def is_seen(self, scene: Scene) -> bool:
        """True if a scene's match is visible, live or as a replay, and not covered by a menu."""
        return self._context.app.scenes.top in (scene, self.again)

    # Input.

    def handle_input(self, intent: InputEvent) -> bool:
        """Note the seat under a pointer for its log. True only for the recap key, which calls `start`."""
        if intent.act is InputAction.POINT:
            at = self._context.app.view.units(intent.position)
            places = ((seat, self._view.seat(seat)) for seat in range(len(self._context.seats)))
            seat = next((seat for seat, place in places if place and place.box.contains(at)), None)
            if seat != self.pointed_seat:
                self.pointed_seat = seat
                self._context.redraw()
        elif intent.kind != MOUSE and self.pointed_seat is not None:
            # The pointer is no longer used, so hide its log.
            self.pointed_seat = None
            self._context.redraw()
        if intent.act is InputAction.AGAIN:
            self.start()
        return intent.act is InputAction.AGAIN

    def draw(self, painter: Painter) -> None:
        """Draw the numbers on the board, and the log of the seat with the pointer on it."""
        steps, pointed = self.numbered_steps, self.pointed_seat
        draw_plates(painter, self._view, steps)
        if pointed is None or pointed == self.viewer:
            return
        shown = () if role_of(self._view, Replays).has_log else steps
        log = log_of(shown, self._context.seats, self._view.places.log)
        if remark := self._remark_of(pointed):
            seat = self._context.seats[pointed]
            log = replace(log, rows=(*log.rows, LogRow(0, seat, _("“{name}”").format(name=remark))))
        if log.rows:
            draw_log(painter, log)
