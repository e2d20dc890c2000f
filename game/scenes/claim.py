"""Somebody on a phone says that a seat was theirs: whoever sees the big screen knows whether that is so."""

from __future__ import annotations

from collections.abc import Iterator

from game.party.party import Party
from game.party.registry import SeatClaim
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.widgets import Button, PictureRow, Words
from game.words import _

UNANSWERED = 30_000.0
"""Milliseconds after which the match goes on without an answer."""


class ClaimDialog(Dialog):
    """Lets the holder of a seat in again, who comes without its token, as after a new address.

    Popped with 0 for yes, 1 for no, `None` where there is nothing to decide any more.
    """

    uncalled = True
    cancelled = 1

    def __init__(self, party: Party, claim: SeatClaim) -> None:
        self._party, self._claim = party, claim
        place = party.place(claim.seat)
        self._look = place.look if place is not None else 0
        name = place.name if place is not None else ""
        super().__init__([
            PictureRow(104, self._puppet),
            Words(_("A phone would like to have {name}'s seat back.").format(name=name), LARGE,
                  face="strong", centred=True),
            Words(_("Only {name} may see what is seen there.").format(name=name), soft=True, centred=True),
            Button(_("Yes, that is {name}").format(name=name), lambda: self.stage.scenes.pop(0), go=True),
            Button(_("No"), lambda: self.stage.scenes.pop(1)),
        ])  # fmt: skip

    def enter(self) -> None:
        self._since = self.stage.now
        self.stage.audio.play("join")

    def tick(self, now: float) -> bool:
        # The phone has hung up, or somebody else has the seat by now.
        if self._claim not in self._party.claims:
            self.stage.scenes.pop(None)
        elif now - self._since >= UNANSWERED:
            self.stage.scenes.pop(1)
        return False

    def due(self) -> Iterator[float]:
        # The claim waits for nobody at the computer; phones must not wait for good.
        yield self._since + UNANSWERED

    def _puppet(self, painter: Painter, box: Box) -> None:
        image = puppet(painter.assets, self._look, "idle", 0, 92, Dress(rim=4.0, ground=False))
        painter.blit(image, box.centre[0], box.bottom + puppet_foot(92), "midbottom")
