"""Base of everything that shows a match: animates its events, and updates the view.

Users have or are a `MatchPlayer`, which is created with a `ViewContext` and creates the game's view: the
match itself (`MatchScene`), the recap of the others' moves (`RecapScene`), a replay or the solution of a
puzzle (`ReplayPlayer`), the large board of a hall (`BoardReplayer`), a video (`OffscreenMatch`). Rules apply
at once, and the pictures catch up: hidden information is removed from events, the view is notified of them,
they are animated at the pace of the settings, and then the view shows the observed state. The users differ in
the source of the moves, and in the players they wait for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from game.core.game import Event
from game.core.session import Session
from game.match.match import Match
from game.ui.core.animation_timeline import wait
from game.ui.core.audio import music_of
from game.ui.core.canvas import MAX_STEP_MS, Box
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.match.context import Host, ViewContext
from game.ui.match.fallback_view import view_of
from game.ui.match.playback import AnimationQueue
from game.ui.match.view import MatchView
from game.ui.widgets import waits_below

MAX_UNATTENDED_MS = 6000.0  # maximum duration in ms at the usual speed of an event if no player is waited for


class MatchPlayer:
    """Shows a match from the viewpoint of its context.

    Attributes:
        context: context of the view.
        match: the match that is shown.
        view: the game's view.
        animations: queue of animations.
    """

    def __init__(self, context: ViewContext, longest: float = math.inf) -> None:
        """``longest`` is the maximum duration of an event in ms, for use without players to wait for."""
        self.context, self.match, self.playback = context, context.match, context.playback
        self.view = view_of(context.session.game)(context)
        context.attach_view(self.view)
        self.playback.max_ms = longest
        self.last = context.app.now  # time in ms of the last call of `take_elapsed`

    # Start and end.

    def enter(self, *, opens: bool = False) -> None:
        """Start showing the match. ``opens`` is True if the opening will be animated."""
        self.context.begins = opens
        self.view.on_enter()
        self.sync()

    def leave(self) -> None:
        """Close the hints."""
        self.context.hints.close()

    # First picture.

    @property
    def is_prepared(self) -> bool:
        """True once the view need not wait for any part of its first picture."""
        return self.context.first_frame is None

    def prepare(self) -> bool:
        """Make a part of the first picture. Returns True if all are made."""
        if (parts := self.context.first_frame) is not None:
            self.context.redraw()
            self.context.first_frame = None if next(parts, self) is self else parts  # self marks the end
        return self.is_prepared

    def draw_view(self, painter: Painter) -> None:
        """Draw the view; nothing before its first picture is made, unless a scene is above already."""
        if self.is_prepared or waits_below(self.context.app, self.view):
            self.context.first_frame = None
            self.view.draw(painter)
            self.playback.player.push_camera(painter)

    # State.

    def sync(self) -> None:
        """Make the view show the observed state, and hands that the viewer sees, without animation."""
        self.context.update_open_hands()
        self.playback.player.begin(wait(0))  # what is left of an animation no longer fits the picture
        self.view.sync(self.match.session.observe(self.context.viewer.seat))

    def seek(self, session: Session, led: Sequence[Event] = ()) -> None:
        """Jump to another position. ``led`` are the redacted events that led to it."""
        self.playback.drop()
        self.context.faces.forget()
        self.match.replace_session(session)
        self.view.on_events_skipped(led, is_jump=True)
        self.sync()
        self.view.on_events_skipped(())  # the new position may have begun to move cards
        self.context.redraw()

    def redacted_events(self, events: Iterable[Event]) -> list[Event]:
        """Events without the information that the viewer must not have."""
        return [self.match.session.redact(event, self.context.viewer.seat) for event in events]

    # Animations.

    @property
    def is_busy(self) -> bool:
        """True if an animation runs or waits."""
        return self.playback.is_busy

    def play(self, move: str) -> None:
        """Make a move and animate it."""
        self.match.play(move)
        self.queue_events(self.match.session.last_events())

    def queue_events(self, events: Iterable[Event]) -> None:
        """Animate events after those that wait."""
        visible_events = self.redacted_events(events)
        self.view.expect(visible_events)
        self.playback.add(visible_events)
        self.context.redraw()

    def skip(self) -> None:
        """Discard the current and all waiting animations. The caller must call `sync`."""
        self.view.on_events_skipped(self.playback.events)
        self.playback.drop()

    # Time.

    def take_elapsed(self, now: float) -> float:
        """Time in ms since the last call, at most `MAX_STEP_MS`."""
        elapsed, self.last = min(now - self.last, MAX_STEP_MS), now
        return elapsed

    def resume(self) -> None:
        """Ignore the time that has passed until now."""
        self.last = self.context.app.now

    def move(self, now: float) -> bool:
        """Advance everything that moves independently of events. Returns True if something moves."""
        if trails := self.playback.player.trails():
            self.context.redraw()
        return trails | self.view.tick(now) | self.context.tick(now) | self.context.faces.tick(now)

    def tick(self, now: float, speed: float = 1.0) -> bool:
        """Advance to ``now`` (ms) without players. Returns True if a frame must follow."""
        elapsed, is_moving = self.take_elapsed(now), self.move(now)
        if not self.playback.is_busy:
            return is_moving
        if self.playback.run(elapsed * speed):
            self.on_all_shown()
        self.context.redraw()
        return True

    def on_all_shown(self) -> None:
        """Show the observed state after all animations."""
        self.sync()

    def wake_times(self) -> Iterable[float]:
        """Times in ms of view, messages and faces at which a tick is needed although nothing moves."""
        return (
            *self.context.wake_times,
            *self.context.messages.wake_times(),
            *self.context.faces.wake_times(),
        )

    def take_needs_redraw(self) -> bool:
        """True if the context needs a redraw; resets its flag."""
        stale, self.context.needs_redraw = self.context.needs_redraw, False
        return stale


class MatchDisplayScene(Scene, Host):
    """A screen that is the picture of a match, with its own prompt bar instead of the view's."""

    match: Match
    player: MatchPlayer
    animations: AnimationQueue
    view: MatchView

    def shown_by(self, player: MatchPlayer) -> None:
        """Set the player that shows the match, and the music of its game."""
        self.player, self.match, self.animations, self.view = (
            player,
            player.match,
            player.playback,
            player.view,
        )
        self.music, self.prompt_bar_offset = (
            music_of(player.match.session.game),
            player.view.prompt_bar_offset,
        )

    @property
    def ledge_top(self) -> float:
        """Y in units down to which plates reach over the prompt bar; 0 if none does."""
        return self.view.ledge_top

    @property
    def is_prepared(self) -> bool:  # type: ignore[override]
        """True once the first picture is made; the previous scene stays visible until then."""
        return self.player.is_prepared

    def on_layout(self) -> None:
        self.view.on_layout()

    def on_leave(self) -> None:
        """Close the hints."""
        self.player.leave()

    def wake_times(self) -> Iterable[float]:
        return self.player.wake_times()

    def tick_idle(self, now: float) -> list[Box]:
        return self.view.tick_idle(now)

    def preload(self, painter: Painter) -> Iterator[None]:
        return self.view.preload(painter)

    def draws_prompts_for(self, owner: object) -> bool:
        """True if ``owner`` is the view, whose prompt bar this scene draws itself."""
        return owner is self.view
