"""What is said to somebody who does not see the window: plain values, and who decides what is new.

A screen tells all that could be said of it now (`Aloud`); the `Narrator` compares that with what it told the
last time and makes lines of it. Whoever speaks (`game.ui.kit.speaker`) knows nothing of screens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

KEPT = 12
"""So many pieces of news wait to be said; older ones than these would be no news."""


class Urgency(IntEnum):
    """When a line is said."""

    FOCUS = 0
    """At once, in the place of the one before."""
    NEWS = 1
    """In its turn, whatever has the focus meanwhile; it is always said to its end."""
    READ = 2
    """After all others, unless the focus moves on."""


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """One thing to be said."""

    words: str
    urgency: Urgency = Urgency.FOCUS
    clears: bool = False
    """Whether nothing that was to be said before may be said any more: somebody else looks now."""


@dataclass(frozen=True, slots=True)
class Aloud:
    """All that can be said of a screen."""

    title: str = ""
    """What it is."""
    text: tuple[str, ...] = ()
    """What stands there to be read, in its order."""
    focus: str = ""
    """What has the focus, and what it is set to."""
    status: str = ""
    """How things stand: said whenever it is another."""
    more: tuple[str, ...] = ()
    """What is only said when somebody asks: the whole board, the hand."""
    clears: bool = False
    """Whether what was to be said before may not be heard here."""


class Waiting:
    """The lines that are still to be said; which of them comes next, and what has to make way."""

    def __init__(self) -> None:
        self._focus: SpokenLine | None = None
        self._news: deque[SpokenLine] = deque(maxlen=KEPT)
        self._reading: deque[SpokenLine] = deque()

    def add(self, line: SpokenLine, said: SpokenLine | None) -> bool:
        """Take a line in; whether the one that is being said has to stop for it."""
        if line.clears:
            self.clear()
        if line.urgency is Urgency.FOCUS:
            self._focus = line
            self._reading.clear()
            return said is not None and (line.clears or said.urgency is not Urgency.NEWS)
        (self._news if line.urgency is Urgency.NEWS else self._reading).append(line)
        return False

    def next(self) -> SpokenLine | None:
        """The line to be said now; `None` for silence."""
        if self._focus is not None:
            line, self._focus = self._focus, None
            return line
        return next((lines.popleft() for lines in (self._news, self._reading) if lines), None)

    def clear(self) -> None:
        """Say none of them."""
        self._focus = None
        self._news.clear()
        self._reading.clear()


class Narrator:
    """Knows what was said of the screen last, and so what is new."""

    def __init__(self) -> None:
        self._screen: object = None
        self._last = Aloud()
        self._acts: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Begin anew: the next look tells everything."""
        self._screen, self._last, self._acts = None, Aloud(), frozenset()

    def lines(
        self, screen: object, now: Aloud, strip: Sequence[tuple[str, str]], news: Iterable[str] = ()
    ) -> list[SpokenLine]:
        """What is to be said by now.

        Args:
            screen: the screen on top, whatever it is.
            now: what can be said of it.
            strip: what the buttons do: words and what to press.
            news: what was told since the last time.
        """
        before, self._last = self._last, now
        acts = frozenset(words for words, _press in strip)
        acts_before, self._acts = self._acts, acts
        told = [] if now.clears and screen is not self._screen else list(dict.fromkeys(filter(None, news)))
        if screen is not self._screen:
            self._screen = screen
            first, *rest = _once(now.title, *now.text, now.focus, now.status)
            lines = [SpokenLine(first, clears=now.clears)] if first or now.clears else []
            lines += [SpokenLine(words, Urgency.READ) for words in (*rest, strip_words(strip)) if words]
            return [*lines, *(SpokenLine(words, Urgency.NEWS) for words in told)]
        lines = [SpokenLine(now.focus)] if now.focus and now.focus != before.focus else []
        if now.status and now.status != before.status:
            told.append(now.status)
        told += [words for words in now.text if words not in before.text]
        lines += [SpokenLine(words, Urgency.NEWS) for words in told]
        if len(acts - acts_before) > 1 and now.focus == before.focus:  # one other word is no other strip
            lines.append(SpokenLine(strip_words(strip), Urgency.READ))
        return lines

    def everything(self, strip: Sequence[tuple[str, str]]) -> list[SpokenLine]:
        """All that can be said, for whoever asks where they are."""
        now = self._last
        first, *rest = _once(now.title, now.focus, now.status, *now.text, *now.more)
        return [
            SpokenLine(first),
            *(SpokenLine(words, Urgency.READ) for words in (*rest, strip_words(strip)) if words),
        ]


def _once(*words: str) -> list[str]:
    """Each of these once; the last is empty, so that there is always a first."""
    return [*dict.fromkeys(filter(None, words)), ""]


def strip_words(strip: Sequence[tuple[str, str]]) -> str:
    """What the buttons do, in a sentence."""
    return ". ".join(f"{words}, {press}" if press else words for words, press in strip)
