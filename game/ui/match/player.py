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
from game.ui.core.audio import music_of
from game.ui.core.canvas import LONGEST_STEP, PACE, Box
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.match.context import ViewContext
from game.ui.match.fallback_view import view_of
from game.ui.match.playback import AnimationQueue, EventAnimation
from game.ui.match.view import MatchView

UNATTENDED = 6000.0  # maximum duration in ms at the usual speed of an event if no player is waited for


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
        context.seen_by(self.view)
        self._longest = longest
        self.last = context.stage.now  # time in ms of the last call of `take_elapsed`

    # Start and end.

    def enter(self, *, opens: bool = False) -> None:
        """Start showing the match. ``opens`` is True if the opening will be animated."""
        self.context.begins = opens
        self.view.enter()
        self.sync()

    def leave(self) -> None:
        self.context.hints.close()
        self.view.leave()

    # State.

    def sync(self) -> None:
        """Make the view show the observed state without animation."""
        self.view.sync(self.match.session.observe(self.context.viewer.seat))

    def stand(self, session: Session, led: Sequence[Event] = ()) -> None:
        """Jump to another position. ``led`` are the redacted events that led to it."""
        self.playback.drop()
        self.context.faces.forget()
        self.match.stand(session)
        self.view.moved(led)
        self.sync()
        self.context.redraw()

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """Events without the information that the viewer must not have."""
        return [self.match.session.redact(event, self.context.viewer.seat) for event in events]

    # Animations.

    @property
    def is_busy(self) -> bool:
        return self.playback.is_busy

    def play(self, move: str) -> None:
        """Make a move and animate it."""
        self.match.play(move)
        self.perform(self.match.session.last_events())

    def perform(self, events: Iterable[Event]) -> None:
        """Animate events after those that wait."""
        seen = self.seen(events)
        self.view.expect(seen)
        self.show(seen)

    def show(self, events: Iterable[Event]) -> None:
        """Animate events that are redacted already, without `MatchView.on_events_queued`."""
        self.playback.add([EventAnimation(event, self.length(event)) for event in events])
        self.context.redraw()

    def length(self, event: Event) -> float:
        """Duration in ms of an event's animation at the pace of the settings."""
        pace = PACE[self.context.stage.settings.animation_speed]
        return min(self._longest, self.view.length(event) * pace)

    def skip(self) -> None:
        """Discard all waiting animations. The caller must call `sync`."""
        self.view.skipped(self.playback.events)
        self.playback.drop()

    # Time.

    def passed(self, now: float) -> float:
        """Time in ms since the last call, at most `LONGEST_STEP`."""
        gone, self.last = min(now - self.last, LONGEST_STEP), now
        return gone

    def resume(self) -> None:
        """Ignore the time that has passed until now."""
        self.last = self.context.stage.now

    def move(self, now: float) -> bool:
        """Advance everything that moves independently of events. Returns True if something moves."""
        return self.view.tick(now) | self.context.tick(now) | self.context.faces.tick(now)

    def end_held(self) -> None:
        """End an event that waits for its reader once it was shown for the maximum duration."""
        show = self.playback.show
        if show is not None and show.gone > self._longest:
            show.go_on()

    def run(self, ms: float) -> bool:
        """Advance the animations by ``ms``. Returns True if the last one has ended."""
        self.end_held()
        return self.playback.run(ms)

    def tick(self, now: float, speed: float = 1.0) -> bool:
        """Advance to ``now`` (ms) without players. Returns True if a frame must follow."""
        gone, moving = self.passed(now), self.move(now)
        if not self.playback.is_busy:
            return moving
        if self.run(gone * speed):
            self.arrive()
        self.view.showing()
        self.context.redraw()
        return True

    def arrive(self) -> None:
        """Handle the end of all animations."""
        self.sync()

    def due(self) -> Iterable[float]:
        """Times in ms at which a tick is needed although nothing moves."""
        return (*self.view.due(), *self.context.messages.due(), *self.context.faces.due())

    def takes_stale(self) -> bool:
        """Return and reset the redraw flag of the context."""
        stale, self.context.stale = self.context.stale, False
        return stale


class MatchDisplayScene(Scene):
    """A screen that is the picture of a match, with its own prompt bar instead of the view's."""

    match: Match
    player: MatchPlayer
    playback: AnimationQueue
    view: MatchView

    def shown_by(self, player: MatchPlayer) -> None:
        """Set the player that shows the match, and the music of its game."""
        self.player, self.match, self.playback, self.view = player, player.match, player.playback, player.view
        self.music, self.strip = music_of(player.match.session.game), player.view.strip

    def layout(self) -> None:
        self.view.layout()

    def retell(self) -> None:
        self.view.retell()

    def leave(self) -> None:
        self.player.leave()

    def save(self) -> None:
        """Save the position of the match and its seats, if the scene saves it."""

    def due(self) -> Iterable[float]:
        return self.player.due()

    def idle(self, now: float) -> list[Box]:
        return self.view.idle(now)

    def warm(self, painter: Painter) -> Iterator[None]:
        return self.view.warm(painter)

    def speaks_for(self, owner: object) -> bool:
        return owner is self.view
