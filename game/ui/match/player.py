"""A match that is shown: how it is observed, and how what happens in it goes across the screen.

Whatever shows a match holds or is a `MatchPlayer`, made of a `ViewContext`, with the view of the game: the
match itself (`MatchScene`), what others did, seen again (`RecapScene`), the film and the solution of a puzzle
(`ReplayPlayer`), the large board of a hall (`BoardReplayer`), a moving picture (`OffscreenMatch`). Rules
apply at once, and the pictures catch up: events are kept from eyes that may not see them, expected by the
view, shown for as long as it wants at the pace of the house, and once all are shown the picture is what is
observed. They differ in where moves come from, and in whom they wait for.
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

UNATTENDED = 6000.0
"""No event is shown for longer where nobody is waited for, in ms at the usual speed."""


class MatchPlayer:
    """Shows a match to the eyes of its context.

    Attributes:
        context: what its view has to do with.
        match: what is shown.
        view: its picture.
        playback: what is being shown of it.
    """

    def __init__(self, context: ViewContext, longest: float = math.inf) -> None:
        """``longest`` is how long an event is shown at most, in ms, where nobody is waited for."""
        self.context, self.match, self.playback = context, context.match, context.playback
        self.view = view_of(context.session.game)(context)
        context.seen_by(self.view)
        self._longest = longest
        self.last = context.stage.now
        """Until when time has passed, in ms."""

    # On and off the screen.

    def enter(self, *, opens: bool = False) -> None:
        """The picture comes onto the screen; ``opens`` where it is about to show the opening."""
        self.context.begins = opens
        self.view.enter()
        self.sync()

    def leave(self) -> None:
        self.context.hints.close()
        self.view.leave()

    # What is observed.

    def sync(self) -> None:
        """The picture is what is observed."""
        self.view.sync(self.match.session.observe(self.context.viewer.seat))

    def stand(self, session: Session, led: Sequence[Event] = ()) -> None:
        """The match stands elsewhere, where these events, as the eyes know them, have led."""
        self.playback.drop()
        self.context.faces.forget()
        self.match.stand(session)
        self.view.moved(led)
        self.sync()
        self.context.redraw()

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """Events as the eyes may know them."""
        return [self.match.session.redact(event, self.context.viewer.seat) for event in events]

    # What is shown.

    @property
    def is_busy(self) -> bool:
        return self.playback.is_busy

    def play(self, move: str) -> None:
        """Make a move, and show it."""
        self.match.play(move)
        self.perform(self.match.session.last_events())

    def perform(self, events: Iterable[Event]) -> None:
        """Show what has happened, after what waits to be shown."""
        seen = self.seen(events)
        self.view.expect(seen)
        self.show(seen)

    def show(self, events: Iterable[Event]) -> None:
        """Show these, which the eyes may know and the view does not wait for."""
        self.playback.add([EventAnimation(event, self.length(event)) for event in events])
        self.context.redraw()

    def length(self, event: Event) -> float:
        """How long an event is shown, in ms, at the pace of the house."""
        pace = PACE[self.context.stage.settings.animation_speed]
        return min(self._longest, self.view.length(event) * pace)

    def skip(self) -> None:
        """Show nothing more of what waits; the picture is synced by whoever asks for it."""
        self.view.skipped(self.playback.events)
        self.playback.drop()

    # Time.

    def passed(self, now: float) -> float:
        """How much time has passed since this was asked last, in ms; never more than a slow frame."""
        gone, self.last = min(now - self.last, LONGEST_STEP), now
        return gone

    def resume(self) -> None:
        """What has passed until now counts for nothing."""
        self.last = self.context.stage.now

    def move(self, now: float) -> bool:
        """Move on what moves by itself, whether or not anything is shown; whether anything does."""
        return self.view.tick(now) | self.context.tick(now) | self.context.faces.tick(now)

    def end_held(self) -> None:
        """What waits for its reader, and is shown for as long as anything may be, has been read."""
        show = self.playback.show
        if show is not None and show.gone > self._longest:
            show.go_on()

    def run(self, ms: float) -> bool:
        """Let so much time pass on what is shown; whether the last of it has ended."""
        self.end_held()
        return self.playback.run(ms)

    def tick(self, now: float, speed: float = 1.0) -> bool:
        """Let time pass where nobody plays; whether it has to go on."""
        gone, moving = self.passed(now), self.move(now)
        if not self.playback.is_busy:
            return moving
        if self.run(gone * speed):
            self.arrive()
        self.view.showing()
        self.context.redraw()
        return True

    def arrive(self) -> None:
        """All is shown."""
        self.sync()

    def due(self) -> Iterable[float]:
        """When time has to pass though nothing moves, in ms."""
        return (*self.view.due(), *self.context.messages.due(), *self.context.faces.due())

    def takes_stale(self) -> bool:
        """Whether the picture shows something else than before this was asked last."""
        stale, self.context.stale = self.context.stale, False
        return stale


class MatchDisplayScene(Scene):
    """A screen that is the picture of a match, with a strip of its own in the place of the view's."""

    match: Match
    player: MatchPlayer
    playback: AnimationQueue
    view: MatchView

    def shown_by(self, player: MatchPlayer) -> None:
        """Have the match shown by this player, with the music of its game."""
        self.player, self.match, self.playback, self.view = player, player.match, player.playback, player.view
        self.music, self.strip = music_of(player.match.session.game), player.view.strip

    def layout(self) -> None:
        self.view.layout()

    def retell(self) -> None:
        self.view.retell()

    def leave(self) -> None:
        self.player.leave()

    def save(self) -> None:
        """Write down where the match stands, with those who play it, where it is kept at all."""

    def due(self) -> Iterable[float]:
        return self.player.due()

    def idle(self, now: float) -> list[Box]:
        return self.view.idle(now)

    def warm(self, painter: Painter) -> Iterator[None]:
        return self.view.warm(painter)

    def speaks_for(self, owner: object) -> bool:
        return owner is self.view
