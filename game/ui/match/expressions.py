"""Gaze and mood of the puppets at a table.

All puppets look at what moves (`Timeline.attract_gaze`) or is carried. If nothing moves, they look
at the acting player, who looks at the cards or the board (`SeatPlace.goal`). A gaze is held for a
minimum time, so that eyes do not flicker. `set_moods` sets who is happy and sad after an event, until some
time after its animation. At the end of a match the winners are happy, and the others sad.

Views draw both: `state` is the puppet's pose, `gaze_of` its gaze (`art.puppets.draw_gaze`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Protocol

from game.core.game import Event
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.ui.art.gaze import Aim, toward
from game.ui.core.scene import AppContext
from game.ui.match.playback import AnimationQueue
from game.ui.match.view import MatchView

GAZE_CHECK_MS = 50.0  # ms between two checks for a new gaze target
MIN_GAZE_MS = 300.0  # minimum time in ms that a gaze is held
MOOD_MS = 2400.0  # time in ms that moods last after the end of the animation that caused them
GLAD_MOOD, SORRY_MOOD = "happy", "sad"


class ExpressionContext(Protocol):
    """Interface of a `ViewContext` for the expressions."""

    app: AppContext
    match: Match
    playback: AnimationQueue
    view: MatchView

    @property
    def session(self) -> Session: ...

    def is_thinking(self, seat: int) -> bool:
        """True if a bot or the hint search works for this seat."""

    def redraw(self) -> None: ...


class PuppetExpressions(MatchListener):
    """Gaze and mood of all puppets at a table."""

    def __init__(self, context: ExpressionContext) -> None:
        """Listen to the match."""
        self._context = context
        self.carried: Callable[[], tuple[float, float] | None] = lambda: None
        """Position in units of what a player carries, set by the view; None for nothing."""
        # current gaze of each seat or piece, and its start in ms
        self._aims: dict[Hashable, tuple[Aim | None, float]] = {}
        self._last_notice_ms = -GAZE_CHECK_MS  # time in ms of the last check for a new gaze target
        self._moods: dict[int, str] = {}
        self._after: Event | None = None  # event that caused the moods, while its animation runs
        self._until = 0.0
        context.match.add_listener(self)

    # Moods.

    def set_moods(self, glad: Iterable[int], sorry: Iterable[int] | None = None) -> None:
        """Make seats happy, others (default: all others) sad, until 2.4 s after the current animation."""
        happy_seats = set(glad)
        sad_seats = set(range(len(self._context.match.seats))) - happy_seats if sorry is None else set(sorry)
        self._moods = dict.fromkeys(happy_seats, GLAD_MOOD) | dict.fromkeys(sad_seats, SORRY_MOOD)
        show = self._context.playback.show
        self._after = None if show is None else show.event
        self._until = self._context.app.now + MOOD_MS

    def forget(self) -> None:
        """Reset gazes and moods, because the match is at another position."""
        self._moods, self._after, self._last_notice_ms = {}, None, -GAZE_CHECK_MS
        self._aims.clear()

    def on_undo(self, count: int) -> None:
        """Reset gazes and moods."""
        self.forget()

    def mood(self, seat: int) -> str:
        """Mood of a seat: `GLAD_MOOD`, `SORRY_MOOD` or empty."""
        if self._moods:
            return self._moods.get(seat, "")
        outcome = self._context.session.outcome
        if outcome is None or self._context.playback.is_busy:
            return ""
        return GLAD_MOOD if seat in outcome.winners else SORRY_MOOD

    def state(self, seat: int) -> str:
        """Pose of a seat's puppet: "happy", "sad", "thinking" or "idle", keys of `art.puppets.STATES`."""
        return self.mood(seat) or ("thinking" if self._context.is_thinking(seat) else "idle")

    # Gaze.

    def gaze_of(self, gazer: Hashable) -> Aim | None:
        """Gaze of a seat or of one of the `SeatPlace.onlookers`. None if its puppet looks around freely."""
        entry = self._aims.get(gazer)
        return self._target_gazes().get(gazer) if entry is None else entry[0]

    def tick(self, now: float) -> bool:
        """Update gazes and moods at ``now`` (ms). Returns True if gazes must be checked again soon."""
        show = self._context.playback.show
        if show is not None and show.event is self._after:
            self._until = now + MOOD_MS
        elif self._moods and now >= self._until:
            self._moods = {}
            self._context.redraw()
        if 0 <= now - self._last_notice_ms < GAZE_CHECK_MS:
            return True
        self._last_notice_ms, is_waiting = now, False
        for gazer, aim in self._target_gazes().items():
            previous = self._aims.get(gazer)
            if previous is None:
                self._aims[gazer] = aim, now - MIN_GAZE_MS
            elif aim != previous[0] and 0 <= now - previous[1] < MIN_GAZE_MS:
                is_waiting = True
            elif aim != previous[0]:
                self._aims[gazer] = aim, now
                self._context.redraw()
        return is_waiting

    def wake_times(self) -> Iterator[float]:
        """Yield the time in ms at which moods end, if there are any."""
        if self._moods:
            yield self._until

    def _target_gazes(self) -> dict[Hashable, Aim | None]:
        """Wanted gazes by seat with a puppet, or by piece with eyes. None is a free gaze."""
        view, acts, aims = self._context.view, self._gazed_seat(), dict[Hashable, "Aim | None"]()
        at = self._context.playback.player.gaze_point() or self.carried()
        acting = view.seat(acts) if at is None and acts is not None else None
        for seat in range(len(self._context.match.seats)):
            place = view.seat(seat)
            if place is None:
                continue
            goal = at
            if at is None and acting is not None:
                goal = place.goal if seat == acts else acting.eyes
            aims[seat] = None if goal is None else toward(place.eyes, goal, flip=place.faces_left)
            for piece in place.onlookers:
                aims[piece.name] = toward(piece.eyes, piece.goal, flip=piece.faces_left)
        return aims

    def _gazed_seat(self) -> int | None:
        """Seat to look at while nothing moves: the acting one, or a single winner. None for none."""
        context = self._context
        if context.playback.show is not None:
            return context.playback.show.event.seat
        outcome = context.session.outcome
        if outcome is not None:
            return outcome.winners[0] if len(outcome.winners) == 1 else None
        return context.session.to_move
