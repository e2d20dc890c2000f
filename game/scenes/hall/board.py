"""A table of a hall shown large where its game has a board: the game's own picture, as everybody may see it.

It is a match of its own that makes each move once more after the one at the table. Nobody plays in it, and it
is shown nothing but what a spectator may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from game.match.match import Match
from game.match.seats import Seat, unattended
from game.ui.core.canvas import LONGEST_STEP, PACE
from game.ui.core.context import Stage
from game.ui.match.context import ViewContext
from game.ui.match.plain import view_of
from game.ui.match.playback import Show
from game.words import _

LONGEST_SHOW: Final = 6000.0
"""No event is shown for longer, in ms: nobody is waited for."""
BEHIND: Final = 6
"""So many moves behind the table it no longer shows each of them."""


class LargeBoard:
    """The board of one table.

    Attributes:
        view: its picture.
        given_up: that somebody has given up, in words; empty where nobody has.
    """

    given_up = ""

    def __init__(self, stage: Stage, real: Match, *, first_names: bool) -> None:
        """Show the match at a table as it stands now; ``first_names`` unless names are hidden."""
        self._stage, self._real, self._names = stage, real, first_names
        self._seats = tuple(real.seats)
        session = real.session
        self._match = Match(session.before(len(session.log)), unattended(self._shown_seats()))
        self._context = ViewContext(stage, self._match)
        self._context.is_film = True
        self._context.gaze.seat = None
        self._playback = self._context.playback
        self.view = self._context.seen_by(view_of(session.game))
        self.is_ready = False
        """Whether the pictures are there without which nothing can be shown."""
        self._last = stage.now
        self.view.enter()
        self._sync()

    def _shown_seats(self) -> Sequence[Seat]:
        if self._names:
            return self._seats
        return [replace(seat, name=str(number)) for number, seat in enumerate(self._seats, 1)]

    def shows(self, real: Match, *, first_names: bool) -> bool:
        """Whether it is the board of this match, as far as it has come, and of these people."""
        made, log = self._match.session.log, real.session.log
        same = real is self._real and self._names == first_names and self._seats == tuple(real.seats)
        return same and len(made) <= len(log) and (not made or made[-1] == log[len(made) - 1])

    def close(self) -> None:
        """It is shown no more."""
        self._context.hints.close()
        self.view.leave()

    # Time.

    def tick(self, now: float) -> bool:
        """Let time pass; whether something moves."""
        gone, self._last = min(now - self._last, LONGEST_STEP), now
        if self.view.prepare():
            return True
        self.is_ready = True
        gone_by, seats = self._real.conceded, self._shown_seats()
        if gone_by is not None and not self.given_up:
            self.given_up = _("{name} gives up").format(name=seats[gone_by].name)
            self._context.redraw()
        moving = self.view.tick(now) | self._context.tick(now)
        if not self._playback.is_busy:
            self._follow()
        if not self._playback.is_busy:
            return moving
        show = self._playback.show
        if show is not None and show.gone > LONGEST_SHOW:
            show.go_on()
        ended = self._playback.run(gone)
        self.view.showing()
        if ended:
            self._sync()
        self._context.redraw()
        return True

    @property
    def is_behind(self) -> bool:
        """Whether there is more at the table than was shown by now."""
        made = len(self._match.session.log)
        return self._playback.is_busy or made < len(self._real.session.log)

    @property
    def is_stale(self) -> bool:
        """Whether the picture shows something else than before it was asked last."""
        stale, self._context.stale = self._context.stale, False
        return stale

    def _follow(self) -> None:
        """Make the next move that was made at the table."""
        log, made = self._real.session.log, len(self._match.session.log)
        if made == len(log):
            return
        if len(log) - made > BEHIND:
            self._match.stand(self._real.session.before(len(log)))
            self.view.moved([])
            self._sync()
            self._context.redraw()
            return
        self._match.play(log[made][1])
        session = self._match.session
        events = [session.redact(event, None) for event in session.last_events()]
        self.view.expect(events)
        pace = PACE[self._stage.settings.animation_speed]
        lengths = [min(LONGEST_SHOW, self.view.length(event) * pace) for event in events]
        self._playback.add(Show(event, length) for event, length in zip(events, lengths, strict=True))
        self._context.redraw()

    def _sync(self) -> None:
        self.view.sync(self._match.session.observe(None))
