"""The screen on which a match is shown, as the phones that play at it need it."""

from __future__ import annotations

from collections.abc import Collection

from game.match.match import Match
from game.match.talk import Said


class PhoneScreen:
    """No screen at all: what phones do is done at once, and nothing waits for a picture."""

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def still(self) -> bool:
        """Whether movement is to be replaced by fades."""
        return False

    @property
    def text_size(self) -> int:
        """How large texts are, in per cent."""
        return 100

    @property
    def hints(self) -> str:
        """How much hints tell in this house; ``off`` where there are none."""
        return "full"

    @property
    def threats(self) -> str:
        """Whether what threatens may be shown in this house: ``off``, ``request`` or ``always``."""
        return "request"

    @property
    def is_waiting(self) -> bool:
        """Whether the match waits behind a menu."""
        return False

    @property
    def is_showing(self) -> bool:
        """Whether what has happened is still being shown, so that nobody is told how it ends."""
        return False

    def shows(self, kinds: Collection[str]) -> bool:
        """Whether an event of one of these kinds is being shown, or waits for it, also for its reader."""
        return False

    @property
    def told(self) -> str:
        """What stands beside the board."""
        return ""

    @property
    def said(self) -> Said | None:
        """What a computer player says there just now."""
        return None

    def play(self, move: str) -> None:
        """Make a move that the rules allow."""
        self._match.play(move)

    def reaches(self, seat: int) -> bool:
        """Whether the phone of a seat can be reached now."""
        return True

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""
