"""A moment of a film on the screen: a match of its own, its picture, and its moves as they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.core.game import Event, common_observed
from game.match.film import Film
from game.match.hints import Asker
from game.match.match import Match
from game.match.phone_seats import FilmPhones
from game.match.seats import Seat, unattended
from game.ui.core.canvas import LONGEST_STEP, PACE, Box
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Scene
from game.ui.match.context import ViewContext
from game.ui.match.transport import Eyes
from game.ui.match.view import View

LONGEST_SHOW = 6000.0
"""No event is shown for longer, in ms at the usual speed: nobody is waited for."""
STANDS = 450.0
"""How long the table stands after a move, in ms at the usual speed."""
STANDS_STILL = 900.0
"""The same where moves are not seen to be made: each picture has to be taken in."""


class Projector:
    """Shows the moments of a film.

    Attributes:
        match: as it stands at the moment; another one's moves change nothing of it.
        view: its picture.
        playback: its moves as they are shown.
        phones: what the phones of a party are told of it.
        moment: so many moves were made.
    """

    def __init__(
        self, stage: AppContext, film: Film, seats: Sequence[Seat], make_view: Callable[[ViewContext], View]
    ) -> None:
        """Stand at the beginning of a film; ``make_view`` makes the picture of its game."""
        self._stage, self._film = stage, film
        self.moment = 0
        self.match = Match(film.at(0), unattended(seats))
        self.context = ViewContext(stage, self.match)
        self.playback = self.context.playback
        self.playback.longest = LONGEST_SHOW
        self.context.is_film = True
        self.context.open_hands = lambda: self._open
        self._open: dict[int, tuple[str, ...]] = {}
        """The hands of others that lie open, by their seats."""
        self._eyes = Eyes(None)
        self.view = self.context.seen_by(make_view)
        self.phones = FilmPhones(self.match, self.view.words, self.view.phone, self.context.hints)
        self.rests_until = 0.0
        """How long the table stands as it is before the next move of a film that plays, in ms."""
        self._last = stage.now

    def enter(self, moment: int, eyes: Eyes, *, opens: bool) -> None:
        """The picture comes onto the screen at a moment; ``opens`` where it is about to show the opening."""
        self._eyes = eyes
        self.context.begins = opens and bool(self._film.events(0))
        self.context.gaze.seat = eyes.seat
        self.match.stand(self._film.at(moment))
        self.moment = moment
        self.view.enter()
        self._tell_moved()

    def leave(self) -> None:
        self.phones.close()
        self.context.hints.close()
        self.view.leave()

    # Where it stands.

    def jump(self, moment: int) -> None:
        self.playback.drop()
        self.match.stand(self._film.at(moment))
        self.moment = moment
        self._tell_moved()
        self._rest()

    def look(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.context.gaze.seat = eyes.seat
        self.jump(self.moment)

    def _tell_moved(self) -> None:
        self.phones.moved()
        self.context.hints.taken_back(0)  # what was found out holds of another moment
        self.view.moved(self._seen(self._film.events(self.moment)))
        self._sync()
        self.context.redraw()

    def _sync(self) -> None:
        session = self.match.session
        others = [seat for seat in range(len(self.match.seats)) if seat != self._eyes.seat]
        self._open = {
            seat: tuple(common_observed(session.observe(seat))["hand"])
            for seat in (others if self._eyes.everything else ())
        }
        self.view.sync(session.observe(self._eyes.seat))

    def _seen(self, events: Sequence[Event]) -> list[Event]:
        """Events as the eyes may know them."""
        return [self.match.session.redact(event, self._eyes.seat) for event in events]

    # Time.

    @property
    def is_busy(self) -> bool:
        return self.playback.is_busy

    def open(self) -> None:
        """Show what happened before the first move."""
        self._show(self._film.events(0))

    def step(self) -> None:
        """Show the next move being made; the one that is shown has been made at once."""
        if self.playback.is_busy:
            self.jump(self.moment)
        _seat, move = self._film.log[self.moment]
        self.match.play(move)
        self.moment += 1
        self._show(self._film.events(self.moment))

    def _show(self, happened: Sequence[Event]) -> None:
        self.playback.perform(self._seen(happened), PACE[self._stage.settings.animation_speed])
        self._last = self._stage.now
        self.context.redraw()

    def tick(self, now: float, speed: float) -> bool:
        gone, self._last = min(now - self._last, LONGEST_STEP), now
        moving = self.view.tick(now) | self.context.tick(now)
        if self.context.hints.attend(Asker.SCREEN):
            self.context.redraw()
        if not self.playback.is_busy:
            return moving
        ended = self.playback.run(gone * speed)
        self.view.showing()
        if ended:
            self._sync()
            self._rest(speed)
        self.context.redraw()
        return True

    def _rest(self, speed: float = 1.0) -> None:
        settings = self._stage.settings
        stands = STANDS if PACE[settings.animation_speed] else STANDS_STILL
        self.rests_until = self._stage.now + stands / speed

    def begin(self) -> None:
        """The film plays from now on: the picture is taken in first."""
        self._rest()


class ProjectedScene(Scene):
    """A screen that shows a match by a `Projector`, with a strip of its own in the place of the view's."""

    projector: Projector
    view: View

    def put_on(
        self, film: Film, seats: Sequence[Seat], make_view: Callable[[ViewContext], View]
    ) -> ViewContext:
        """Have a film shown here, whose view tells which music plays; called by `enter`, which enters it."""
        self.projector = Projector(self.stage, film, seats, make_view)
        self.view = self.projector.view
        self.music, self.strip = self.view.music, self.view.strip
        return self.projector.context

    def leave(self) -> None:
        self.projector.leave()

    def advance(self, now: float, speed: float) -> bool:
        moving = self.projector.tick(now, speed)
        self.stale |= self.projector.context.stale
        self.projector.context.stale = False
        return moving

    def has_strip(self, owner: object) -> bool:
        return owner is self

    def speaks_for(self, owner: object) -> bool:
        return owner is self.view

    def idle(self, now: float) -> list[Box]:
        return self.view.idle(now)

    def warm(self, painter: Painter) -> Iterator[None]:
        return self.view.warm(painter)
