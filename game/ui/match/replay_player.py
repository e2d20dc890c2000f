"""Replay of a match on the screen: shows any position, or animates the next move."""

from __future__ import annotations

from collections.abc import Sequence

from game.match.assist_service import RequestTarget
from game.match.match import Match
from game.match.phone_seats import ReplayPhones
from game.match.replay import Replay
from game.match.seats import Seat, bot_seats
from game.ui.core.canvas import PACE
from game.ui.core.scene import AppContext
from game.ui.match.context import Host, PuzzleTask, ViewContext, ViewMode
from game.ui.match.player import MAX_UNATTENDED_MS, MatchPlayer
from game.ui.match.replay_controls import Viewpoint

TABLE_MS = 450.0  # ms to show the table after a move, at the usual speed
STILL_TABLE_MS = 900.0  # the same without animations, because each picture must be understood first


class ReplayPlayer(MatchPlayer):
    """Shows the positions of a replay.

    Attributes:
        phone_seats: state of the replay for the phones of a party.
        moment: number of moves made.
    """

    def __init__(
        self,
        app: AppContext,
        replay: Replay,
        seats: Sequence[Seat],
        host: Host,
        task: PuzzleTask | None = None,
    ) -> None:
        """Start at the beginning, shown by ``host``. ``task`` is that of a puzzle whose solution it is."""
        self._stage, self._film = app, replay
        self.moment = 0
        match = Match(replay.session_at(0), bot_seats(seats))
        context = ViewContext(app, match, host, mode=ViewMode.FILM, task=task)
        super().__init__(context, MAX_UNATTENDED_MS)
        self.phone_seats = ReplayPhones(self.match, context.words, self.view.phone, context.hints)
        self.phone_seats.length = len(replay)
        self.rests_until = 0.0  # time in ms until which the table is shown unchanged while the replay plays

    def begin_at(self, position: int, viewpoint: Viewpoint, *, opens: bool) -> None:
        """Start showing the replay at a position. ``opens`` is True if the opening will be animated."""
        self._look_from(viewpoint)
        self.context.begins = opens and bool(self._film.events(0))
        self.match.replace_session(self._film.session_at(position))
        self.view.on_enter()
        self._go_to(position)

    def leave(self) -> None:
        """Close the view, its hints, and the replay on phones."""
        self.phone_seats.close()
        super().leave()

    # Position.

    def _go_to(self, position: int) -> None:
        """Show a position (number of moves) without animation, here and on phones."""
        self.moment = position
        self.context.hints.on_undo(0)  # results hold for another position
        self.seek(self._film.session_at(position), self.redacted_events(self._film.events(position)))
        self.phone_seats.on_jump()

    def jump(self, position: int) -> None:
        """Show a position (number of moves) without animation, then rest."""
        self._go_to(position)
        self.rest()

    def set_viewpoint(self, viewpoint: Viewpoint) -> None:
        """Show the present position from another viewpoint without animation, then rest."""
        self._look_from(viewpoint)
        self.jump(self.moment)

    def _look_from(self, viewpoint: Viewpoint) -> None:
        """Set whose hands are visible from the next position on."""
        viewer = self.context.viewer
        viewer.seat, viewer.sees_all = viewpoint.seat, viewpoint.everything

    # Time.

    def open(self) -> None:
        """Animate the events before the first move."""
        self.queue_events(self._film.events(0))
        self.resume()

    def step(self) -> None:
        """Animate the next move; first complete a running animation. Raises IndexError after the last one."""
        if self.playback.is_busy:
            self.jump(self.moment)
        _seat, move = self._film.log[self.moment]
        self.moment += 1
        self.play(move)
        self.resume()

    def tick(self, now: float, speed: float = 1.0) -> bool:
        """Advance to ``now`` (ms) at ``speed`` times the pace. Returns True if a frame must follow."""
        self._speed = speed
        return super().tick(now, speed)

    def move(self, now: float) -> bool:
        """Advance everything independent of events, and take hints. Returns True if something moves."""
        is_moving = super().move(now)
        if self.context.hints.poll(RequestTarget.SCREEN):
            self.context.redraw()
        return is_moving

    def on_all_shown(self) -> None:
        """Show the observed state after all animations, then rest."""
        super().on_all_shown()
        self.rest(self._speed)

    def rest(self, speed: float = 1.0) -> None:
        """Set `rests_until` to 450 ms from now, or 900 ms at instant speed, divided by ``speed``."""
        settings = self._stage.settings
        pause_ms = TABLE_MS if PACE[settings.animation_speed] else STILL_TABLE_MS
        self.rests_until = self._stage.now + pause_ms / speed
