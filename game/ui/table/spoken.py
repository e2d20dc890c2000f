"""What a view says of itself to whoever does not see it."""

from __future__ import annotations

from collections.abc import Sequence


class Spoken:
    """The words of a view; one that does not fill them in says nothing."""

    def focus(self) -> str:
        """What has the focus; asked while a person at this screen is to move and all is shown."""
        return ""

    def asked(self) -> str:
        """What the one whose turn it is can do now; empty where the strip says all."""
        return ""

    def board(self) -> Sequence[str]:
        """The board, and the hand that lies open here, in sentences; nothing that the screen hides."""
        return ()
