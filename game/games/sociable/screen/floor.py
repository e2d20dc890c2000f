"""What SOCiable's view knows of the office: what was observed, what is shown of it, and who is where.

Here too the blind draw: the Boss touches one of the Manager's backs, and whichever it is, the drawn card
comes.
"""

from __future__ import annotations

from collections.abc import Callable

from game.games.sociable.rules.events import observed
from game.games.sociable.screen.board import OfficePicture, Sitter
from game.games.sociable.screen.effects import SociableEffects, blind_fan, spot_of
from game.games.sociable.screen.panels import Plate
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.ui.art.puppets import STATES
from game.ui.core.canvas import PACE, Box
from game.ui.core.input import Act, Intent
from game.ui.match.context import ViewContext


class Floor:
    """The office as it is shown; the rules may be some events ahead.

    Attributes:
        table: the match, and what is around it.
        seen: the newest observation.
        picture: chairs, cards and points that are drawn.
        places: where everything lies; set by the first layout.
        effects: the moving part of the event that is shown.
        base: who sits at the lower edge.
        plate: what the plate of a seat says; set by the view.
    """

    places: OfficeBoxes
    plate: Callable[[int], Plate]

    def __init__(self, table: ViewContext) -> None:
        self.table = table
        self.seen = observed(table.session.observe(None))
        self.picture = OfficePicture.of(self.seen)
        self.effects = SociableEffects()
        self.base = next((number for number, seat in enumerate(table.seats) if seat.is_here), 0)

    @property
    def my_turn(self) -> bool:
        """Whether the person whose hand is on the screen is to act, and all is shown."""
        table = self.table
        # Behind the curtain nobody chooses: the hand that lies there is not theirs yet.
        return not table.playback.is_busy and table.person is not None and table.person == table.viewer

    @property
    def still(self) -> bool:
        """Whether effects fade instead of moving."""
        return self.table.stage.still

    @property
    def giving(self) -> int:
        """How many cards the viewer is to give back now."""
        return int(self.seen["give"][0].rpartition(":")[2]) if self.my_turn and self.seen["give"] else 0

    def spot(self, seat: int) -> Spot:
        return self.places.spots[spot_of(self.picture.standing(), self.base, seat)]

    def middle(self, seat: int) -> tuple[float, float]:
        """Where cards come from and go to: before the chest of a puppet, or the hand at the lower edge."""
        spot = self.spot(seat)
        if spot is self.places.spots[0] and self.picture.viewer is not None:
            return self.places.hand.centre[0], self.places.bottom - 40
        return spot.x, spot.y - spot.tall * 0.62

    def left_at(self, seat: int) -> tuple[float, float]:
        """Where what a seat is left with is turned over: before its chest, or where its hand lay."""
        spot = self.spot(seat)
        if spot is self.places.spots[0]:
            return self.places.hand.centre[0], self.places.bottom - 60
        return spot.x, spot.y - spot.tall * 0.62

    def sitter(self, seat: int, rank: int | None) -> Sitter:
        table = self.table
        acts = self.picture.turn == seat and table.match.conceded is None
        state = "idle"
        if seat == self.effects.glad:
            state = "happy"
        elif seat == self.effects.sorry:
            state = "sad"
        elif acts and table.show is None and table.seats[seat].is_bot:
            state = "thinking"
        frame = 0 if table.stage.rests else STATES[state].at(table.stage.now + seat * 700)
        return Sitter(table.seats[seat], rank, state, frame, self.spot(seat).flip, acts)


DRAWN = 1000.0
"""How long a blind draw is shown once a card was touched, in ms at the brisk pace."""


class BlindDraw:
    """Waits for a touch."""

    def __init__(self, table: ViewContext, floor: Floor) -> None:
        self._table = table
        self._floor = floor
        self.at: int | None = None
        """Which back the Boss points at, while he is to draw one."""

    def wait(self) -> None:
        """Let the Boss point at one of the backs, now that the draw is to be shown."""
        show = self._table.show
        if show is not None and show.is_held:
            self.at = self._floor.effects.backs // 2
            self._table.respite.begin()  # what was shown until now was hurried, perhaps

    def tick(self) -> None:
        """Nobody waits any more where the draw was skipped, and nobody touches for a seat given away."""
        show = self._table.show
        if self.at is None:
            return
        if show is None:
            self.at = None
            return
        seat = show.event.seat
        if seat is None or not self._table.seats[seat].is_here:
            self._touch(self.at)

    def box(self, number: int) -> Box:
        x, y = blind_fan(self._floor.places, self._floor.effects.backs)[number]
        return Box(x - 36, y - 51, 72, 102)

    def point(self, intent: Intent) -> None:
        """Point at a back, or touch it."""
        assert self.at is not None
        count = self._floor.effects.backs
        at = self._table.stage.view.units(intent.at)
        # From the right: each back lies over the one before it.
        under = next((n for n in reversed(range(count)) if self.box(n).holds(at)), None)
        match intent.act:
            case Act.NAVIGATE:
                # They lie in two rows, of which the first may have one more.
                self.at = (self.at + intent.dx + intent.dy * -(-count // 2)) % count
            case Act.POINT if under is not None:
                self.at = under
            case Act.PRESS if under is not None:
                self._touch(under)
            case Act.CONFIRM | Act.END_TURN:
                self._touch(self.at)
        self._table.redraw()

    def _touch(self, number: int) -> None:
        show = self._table.show
        assert show is not None
        self.at = None
        self._floor.effects.picked = number
        show.length = DRAWN * PACE[self._table.stage.settings.animation_speed]
        # The backs lie spread already: it goes on where one of them rises.
        show.gone = show.length * 0.26
        self._table.stage.audio.play("card_draw")
