"""What of the carpet can be taken with one switch: the own puppets, then where the chosen one can go."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.socker.screen.carpet import Carpet
from game.games.socker.screen.choosing import SockerChooser
from game.ui.kit.input import Act
from game.ui.kit.scanning import Item, Target
from game.ui.table.reach import Reach


class SockerReach(Reach):
    """The spaces that mean something now."""

    def __init__(self, chooser: SockerChooser, carpet: Carpet) -> None:
        self._chooser, self._carpet = chooser, carpet

    def items(self) -> Sequence[Item]:
        """A target for each."""
        return [self._target(cell) for cell in self._chooser.spots()]

    def _target(self, cell: str) -> Target:
        box = self._carpet.places.ground.box(cell)
        return Target(box, Act.CONFIRM, cell, come=lambda: self._chooser.look_at(cell))
