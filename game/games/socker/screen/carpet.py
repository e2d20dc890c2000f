"""What Socker's view knows of the carpet: what was observed, what is shown of it, and where it lies."""

from __future__ import annotations

from game.core.game import Event
from game.games.socker.rules.events import Kind
from game.games.socker.rules.observed import Observed
from game.games.socker.screen.effects import SockerEffects
from game.games.socker.screen.picture import PitchPicture
from game.games.socker.screen.stage_view import SockerBoxes
from game.ui.kit.canvas import Box


class Carpet:
    """The board as it is shown; the rules may be some events ahead.

    Attributes:
        seen: the newest observation.
        picture: the pieces that are drawn.
        places: where everything lies; set by the first layout.
        effects: the moving part of the event that is shown.
    """

    places: SockerBoxes

    def __init__(self, seen: Observed) -> None:
        self.take(seen)

    @property
    def phase(self) -> str:
        """What is to be done: ``place``, ``play`` or ``spot``."""
        return self.seen["phase"]

    def where(self, name: str) -> Box:
        """Where a lesson points that means a space."""
        box = self.places.ground.box(name)
        if self.picture.at(name) is None:
            return box
        # Whoever stands there is taller than the space.
        return Box(box.x - box.w * 0.1, box.y - box.h * 0.45, box.w * 1.2, box.h * 1.45)

    def take(self, seen: Observed, *, is_over: bool = False) -> None:
        """Show just what is observed, and whether that is the end of the match."""
        self.seen = seen
        self.picture = PitchPicture.of(seen)
        self.picture.is_over = is_over
        self.effects = SockerEffects()

    def settle(self, event: Event) -> None:
        """Take in what an event has changed."""
        self.picture.take_in(event)
        self.effects.end(event)
        if event.kind == Kind.SETUP:
            self.seen = self.seen | {"phase": "place"}  # panels and strip speak of it at once
            # No event tells of the ball that lies in the middle then.
            rows, columns = self.seen["rows"], self.seen["columns"]
            self.picture.ball = f"{chr(ord('a') + columns // 2)}{rows // 2 + 1}"
