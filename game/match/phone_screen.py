"""The screen on which a match is shown, as the phones that play at it need it."""

from __future__ import annotations

from game.core.contract import IllegalMove
from game.match.match import Match
from game.words import _


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
    def is_waiting(self) -> bool:
        """Whether the match waits behind a menu."""
        return False

    @property
    def told(self) -> str:
        """What stands beside the board."""
        return ""

    def play(self, move: str) -> None:
        """Make a move that the rules allow."""
        self._match.play(move)

    def take_back(self) -> str:
        """Take back the last move of a person, or ask who has to agree; a sentence where that is refused."""
        try:
            self._match.take_back()
        except IllegalMove:
            return _("A move that tossed, dealt or drew cannot be taken back.")
        return ""

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""
