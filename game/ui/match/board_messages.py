"""Messages to the players beside the board (a refusal, a rule, an answer), and their duration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

MIN_MESSAGE_MS, MESSAGE_MS_PER_LETTER = (
    900.0,
    45.0,
)  # minimum time in ms to show a sentence, and ms per letter
MIN_SLOW_MESSAGE_MS, SLOW_MESSAGE_MS_PER_LETTER = 2600.0, 70.0
"""Minimum time and time per letter of messages that appear where no player may be looking."""


def reading_time(text: str) -> float:
    """Time in ms to read a sentence, 0 for an empty one."""
    return MIN_MESSAGE_MS + MESSAGE_MS_PER_LETTER * len(text) if text else 0.0


def unhurried_time(text: str) -> float:
    """Time in ms to notice and read a sentence, 0 for an empty one."""
    return MIN_SLOW_MESSAGE_MS + SLOW_MESSAGE_MS_PER_LETTER * len(text) if text else 0.0


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """Message beside the board."""

    words: str = ""
    refuses: bool = False  # True if an action was refused, which is shown in another style than a hint

    def __bool__(self) -> bool:
        """True if there are words."""
        return bool(self.words)


class BoardMessages:
    """The message beside the board.

    It stays until the player at this screen acts, or until it could be read if another player acts.
    """

    def __init__(
        self, clock: Callable[[], float], aloud: Callable[[str], object] = lambda _text: None
    ) -> None:
        self._clock, self._aloud = clock, aloud
        self.text = ""
        # True if the text explains a refusal; True if it is a hint of the helper
        self.refuses = self.helps = False
        self._since = 0.0
        self._is_expiring = False  # True if the text is to be removed once it could be read

    def post(
        self, text: str, *, aloud: str = "", refuses: bool = False, helps: bool = False, expires: bool = False
    ) -> None:
        """Show a message instead of the last one, and speak it, or ``aloud`` instead. Empty text clears it.

        ``refuses`` marks the explanation of a refused action. ``helps`` marks a hint of the helper, which has
        its own caption over the board. A message that ``expires`` disappears once it could be read, even
        if no player acts.
        """
        self.text, self._since, self._is_expiring = text, self._clock(), expires and bool(text)
        self.refuses, self.helps = refuses, helps
        self._aloud(aloud or text)

    def clear(self) -> None:
        """Remove the message."""
        self.text, self.helps, self._is_expiring = "", False, False

    def on_move(self, *, is_local: bool) -> None:
        """Remove the message after a local move; after one of another player, once it could be read."""
        if is_local:
            self.clear()
        self._is_expiring = bool(self.text)
        self.expire(self._clock())

    def expire(self, now: float) -> bool:
        """Remove the message if it could be read by ``now`` (ms). Returns True if it was removed."""
        expires = self._is_expiring and now >= self._until
        if expires:
            self.clear()
        return expires

    def wake_times(self) -> Iterator[float]:
        """Yield the time in ms at which the message disappears, if it is timed."""
        if self._is_expiring:
            yield self._until

    @property
    def _until(self) -> float:
        """Time in ms at which the message could have been read."""
        return self._since + reading_time(self.text)
