"""The countdown of RockIt: somebody has one card left, and the big rocket gets ready."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.rockit.screen import art_rocket as rockets
from game.ui.art.letters import outlined, shout
from game.ui.art.palette import GOLD, INK
from game.ui.kit.motion import PACE, settle
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext

NUMBERS = (3, 2, 1)
EACH = 480.0
"""How long each is seen, in ms at the brisk pace."""
LARGE, SMALL = 84.0, 34.0


class Countdown:
    """Counts once from three to one when a hand has come down to one card; the one stays on the rocket."""

    def __init__(self, table: ViewContext) -> None:
        self._table = table
        self._near: frozenset[int] = frozenset()
        """The seats with one card."""
        self._begun: float | None = None
        self._said = 0

    def look(self, counts: Sequence[int], *, counts_down: bool) -> None:
        """See who has one card left.

        Args:
            counts: the cards in each hand, as far as they have been shown.
            counts_down: whether it has come to that just now.
        """
        near = frozenset(seat for seat, count in enumerate(counts) if count == 1)
        if counts_down and near - self._near and not self._table.stage.still and self._pace:
            self._begun, self._said = self._table.stage.now, 0
        elif not near:
            self._begun = None
        self._near = near

    @property
    def _pace(self) -> float:
        return PACE[self._table.stage.settings.animation_speed]

    def _gone(self) -> float:
        """How much of the counting is over, in numbers."""
        if self._begun is None or not self._pace:
            return float(len(NUMBERS))
        return (self._table.stage.now - self._begun) / (EACH * self._pace)

    def tick(self) -> bool:
        """Count on; whether it goes on still."""
        if self._begun is None:
            return False
        gone = self._gone()
        self._table.redraw()
        if gone >= len(NUMBERS):
            self._begun = None
        elif int(gone) >= self._said:
            self._said += 1
            self._table.stage.sound("tick", None)
        return self._begun is not None

    def draw(self, painter: Painter, nozzle: tuple[float, float, float]) -> None:
        """The number on the rocket that stands over this nozzle."""
        if not self._near:
            return
        x, y, size = nozzle
        y -= rockets.HULL[1] * size * 0.5
        gone = self._gone()
        if gone >= len(NUMBERS):
            painter.blit(outlined(painter.assets, str(NUMBERS[-1]), SMALL, GOLD, INK, 4), x, y, "center")
            return
        image = shout(painter.assets, str(NUMBERS[int(gone)]), LARGE, GOLD, 0)
        grown = settle(min(1.0, gone % 1.0 * 4))
        if grown < 0.99:
            image = pygame.transform.smoothscale_by(image, max(0.05, grown))
        painter.blit(image, x, y, "center")
