"""What a table of a hall has in place of a screen: how long the end of a hand stands there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from game.match.match import Match
from game.match.phone_screen import PhoneScreen


@dataclass(frozen=True, slots=True)
class Sights:
    """What the phones of a table have to know of the hall."""

    is_paused: Callable[[], bool]
    reaches: Callable[[int], bool]
    """Whether the phone of a seat can be reached now."""
    hints: str = "full"
    """How much hints tell; ``off`` where there are none."""


class TableScreen(PhoneScreen):
    """No screen: the phones themselves show how a hand ends.

    Attributes:
        left: how long they still do, in ms.
        stays: whether they do so for good, as after the last hand.
    """

    def __init__(self, match: Match, sights: Sights) -> None:
        super().__init__(match)
        self._sights = sights
        self.left = 0.0
        self.stays = False

    @property
    def hints(self) -> str:
        return self._sights.hints

    @property
    def is_waiting(self) -> bool:
        return self._sights.is_paused()

    @property
    def is_closing(self) -> bool:
        """Whether the end of a hand stands on the phones."""
        return self.stays or self.left > 0

    def shows(self, kinds: Collection[str]) -> bool:
        return self.is_closing

    def reaches(self, seat: int) -> bool:
        return self._sights.reaches(seat)
