"""Who looks after the seats of a party while a film runs."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.core.context import Stage
from game.ui.table.scene import MatchScene


class Usher:
    """Nobody is missed, and who comes sits down at the match below."""

    def __init__(self, stage: Callable[[], Stage]) -> None:
        """Look after the party of this stage, which a scene has once it is on the screen."""
        self._stage = stage

    def phone_gone(self, seat: int) -> None:
        """Nobody is missed."""

    def phone_there(self, seat: int, name: str = "") -> None:
        """What a bot kept warm is their own again, for the rematch too."""
        below = [scene for scene in self._stage().scenes.scenes if isinstance(scene, MatchScene)]
        if below and seat < len(below[-1].match.seats):
            below[-1].attendance.phone_there(seat, name)
