"""A moment of a film on the screen: a match of its own, which stands at any moment or makes its next move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.game import common_observed
from game.match.assist_service import RequestTarget
from game.match.match import Match
from game.match.phone_seats import ReplayPhones
from game.match.replay import Replay
from game.match.seats import Seat, bot_seats
from game.ui.core.canvas import PACE
from game.ui.core.scene import AppContext
from game.ui.match.context import ViewCallbacks, ViewContext
from game.ui.match.player import UNATTENDED, MatchPlayer
from game.ui.match.replay_controls import Viewpoint

STANDS = 450.0
"""How long the table stands after a move, in ms at the usual speed."""
STANDS_STILL = 900.0
"""The same where moves are not seen to be made: each picture has to be taken in."""


class ReplayPlayer(MatchPlayer):
    """Shows the moments of a film.

    Attributes:
        phone_seats: what the phones of a party are told of it.
        moment: so many moves were made.
    """

    def __init__(self, stage: AppContext, film: Replay, seats: Sequence[Seat], ports: ViewCallbacks) -> None:
        """Stand at the beginning of a film; ``ports`` are those of its screen, of which more is said here."""
        self._stage, self._film = stage, film
        self.moment = 0
        self._open: dict[int, tuple[str, ...]] = {}
        """The hands of others that lie open, by their seats."""
        self._eyes = Viewpoint(None)
        ports = replace(ports, is_film=True, open_hands=lambda: self._open)
        context = ViewContext(stage, Match(film.at(0), bot_seats(seats)), ports)
        super().__init__(context, UNATTENDED)
        self.phone_seats = ReplayPhones(self.match, context.words, self.view.phone, context.hints)
        self.phone_seats.length = len(film)
        self.rests_until = 0.0
        """How long the table stands as it is before the next move of a film that plays, in ms."""

    def begin_at(self, moment: int, eyes: Viewpoint, *, opens: bool) -> None:
        """The picture comes onto the screen at a moment; ``opens`` where it is about to show the opening."""
        self._eyes = eyes
        self.context.begins = opens and bool(self._film.events(0))
        self.context.viewer.seat = eyes.seat
        self.match.stand(self._film.at(moment))
        self.view.enter()
        self._stand(moment)

    def leave(self) -> None:
        self.phone_seats.close()
        super().leave()

    # Where it stands.

    def _stand(self, moment: int) -> None:
        self.moment = moment
        self.context.hints.taken_back(0)  # what was found out holds of another moment
        self.stand(self._film.at(moment), self.seen(self._film.events(moment)))
        self.phone_seats.moved()

    def jump(self, moment: int) -> None:
        self._stand(moment)
        self.rest()

    def look(self, eyes: Viewpoint) -> None:
        self._eyes = eyes
        self.context.viewer.seat = eyes.seat
        self.jump(self.moment)

    def sync(self) -> None:
        session = self.match.session
        others = [seat for seat in range(len(self.match.seats)) if seat != self._eyes.seat]
        self._open = {
            seat: tuple(common_observed(session.observe(seat))["hand"])
            for seat in (others if self._eyes.everything else ())
        }
        super().sync()

    # Time.

    def open(self) -> None:
        """Show what happened before the first move."""
        self.perform(self._film.events(0))
        self.resume()

    def step(self) -> None:
        """Show the next move being made; the one that is shown has been made at once."""
        if self.playback.is_busy:
            self.jump(self.moment)
        _seat, move = self._film.log[self.moment]
        self.moment += 1
        self.play(move)
        self.resume()

    def tick(self, now: float, speed: float = 1.0) -> bool:
        self._speed = speed
        return super().tick(now, speed)

    def move(self, now: float) -> bool:
        moving = super().move(now)
        if self.context.hints.attend(RequestTarget.SCREEN):
            self.context.redraw()
        return moving

    def arrive(self) -> None:
        super().arrive()
        self.rest(self._speed)

    def rest(self, speed: float = 1.0) -> None:
        """The picture is taken in before the film plays on."""
        settings = self._stage.settings
        stands = STANDS if PACE[settings.animation_speed] else STANDS_STILL
        self.rests_until = self._stage.now + stands / speed
