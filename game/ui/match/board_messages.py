"""What the players are told beside the board (a refusal, a rule that bites, an answer), and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

LEAST, LETTER = 900.0, 45.0
"""How long a sentence stands at least, and how much longer for each letter, in ms."""
SLOW_LEAST, SLOW_LETTER = 2600.0, 70.0
"""The same of words that come where nobody may look just then, and go by themselves."""


def reading_time(words: str) -> float:
    """How long somebody needs to read a sentence, in ms; no time for no words."""
    return LEAST + LETTER * len(words) if words else 0.0


def unhurried_time(words: str) -> float:
    """How long somebody needs to notice a sentence and to read it, in ms; no time for no words."""
    return SLOW_LEAST + SLOW_LETTER * len(words) if words else 0.0


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """What stands beside the board."""

    words: str = ""
    refuses: bool = False
    """Whether something could not be done: that has another look than a hint."""

    def __bool__(self) -> bool:
        return bool(self.words)


class BoardMessages:
    """The one sentence that stands there: until its reader does something, or others once it was read.

    Where it lies over something (`fades`), it goes by itself too, once it could be read at leisure.
    """

    def __init__(
        self, clock: Callable[[], float], aloud: Callable[[str], object] = lambda _text: None
    ) -> None:
        self._clock, self._aloud = clock, aloud
        self.text = ""
        self.refuses = self.helps = False
        """Whether it says why something could not be done; whether it is what the helper has found."""
        self.fades = False
        """Whether a sentence goes though nobody does anything."""
        self._since = 0.0
        self._goes = False
        """Whether it is to go once it could be read."""

    def tell(self, text: str, *, aloud: str = "", refuses: bool = False, helps: bool = False) -> None:
        """Let this stand there; ``aloud`` is said instead to whoever only listens.

        It ``refuses`` where it says why something could not be done, and ``helps`` where the helper has found
        it: that has a caption of its own over the board.
        """
        self.text, self._since, self._goes = text, self._clock(), self.fades and bool(text)
        self.refuses, self.helps = refuses, helps
        self._aloud(aloud or text)

    def clear(self) -> None:
        """Nothing is to be said: whoever it was meant for has gone on."""
        self.text, self.helps, self._goes = "", False, False

    def moved(self, *, here: bool) -> None:
        """Somebody has moved; where that was nobody at this screen, it stands until it could be read."""
        if here:
            self.clear()
        self._goes = bool(self.text)
        self.let_go(self._clock())

    def let_go(self, now: float) -> bool:
        """Take away what could be read by now; whether something was."""
        gone = self._goes and now >= self._until
        if gone:
            self.clear()
        return gone

    def due(self) -> Iterator[float]:
        """When it goes, in ms."""
        if self._goes:
            yield self._until

    @property
    def _until(self) -> float:
        return self._since + (unhurried_time if self.fades else reading_time)(self.text)
