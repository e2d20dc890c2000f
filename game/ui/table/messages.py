"""What the players are told beside the board: a refusal, a rule that bites, an answer to what they asked."""

from __future__ import annotations


class Messages:
    """The one sentence that stands there, until something happens."""

    def __init__(self) -> None:
        self.text = ""

    def tell(self, text: str) -> None:
        """Let this stand there."""
        self.text = text

    def clear(self) -> None:
        """Nothing is to be said."""
        self.text = ""
