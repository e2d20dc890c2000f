"""What SOCiable's view knows of the office: what was observed, what is shown of it, and who is where."""

from __future__ import annotations

from collections.abc import Callable

from game.games.sociable.rules.observed import observed
from game.games.sociable.screen.effects import Office, SociableEffects
from game.games.sociable.screen.moving import spot_of
from game.games.sociable.screen.picture import OfficePicture
from game.games.sociable.screen.places import OfficeBoxes, Spot
from game.games.sociable.screen.plates import Plate
from game.games.sociable.screen.stage_view import Sitter
from game.ui.art.puppets import STATES
from game.ui.table.context import ViewContext


class Floor:
    """The office as it is shown; the rules may be some events ahead.

    Attributes:
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
        self._table = table
        self.seen = observed(table.session.observe(None))
        self.picture = OfficePicture.of(self.seen)
        self.effects = SociableEffects()
        self.base = next((number for number, seat in enumerate(table.seats) if seat.is_here), 0)

    @property
    def my_turn(self) -> bool:
        """Whether the person whose hand is on the screen is to act, and all is shown."""
        table = self._table
        # Behind the curtain nobody chooses: the hand that lies there is not theirs yet.
        return not table.playback.is_busy and table.person is not None and table.person == table.viewer

    @property
    def giving(self) -> int:
        """How many cards the viewer is to give back now."""
        return int(self.seen["give"][0].rpartition(":")[2]) if self.my_turn and self.seen["give"] else 0

    @property
    def office(self) -> Office:
        """What the effects may know."""
        table = self._table
        return Office(
            self.places, self.picture, table.seats, self.base, table.stage.still, self.sitter, self.plate
        )

    def spot(self, seat: int) -> Spot:
        """Where a seat is."""
        return self.places.spots[spot_of(self.picture.standing(), self.base, seat)]

    def sitter(self, seat: int, rank: int | None) -> Sitter:
        """How a seat looks now."""
        table = self._table
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
