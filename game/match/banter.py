"""Occasional remarks of bots about public events.

A game supplies a `BanterScript` in ``banter_and_achievements.TALK``: the occasions in its events, and the
lines. Remarks depend only on public events, so they reveal nothing about a hand.

Flow (a bot remark): `Match` notifies `BotBanter` (`match/banter.py`), which asks the game's `BanterScript`
(`banter_and_achievements.TALK`) for occasions in its public events > `SpeechBubbles.arrive`
(`ui/match/bubbles.py`) places the bubble, once the move is shown, outside `Places.taken`.
Phones get the same line by its index (`in_words`), each in its own language.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.core.discovery import find_game
from game.core.game import Event
from game.core.rng import SeededRng
from game.i18n import _
from game.match.match import Match, MatchListener

Lines: TypeAlias = Mapping[str, Sequence[str]]
"""Translated lines by topic."""
MIN_OWN_TURNS = 4  # own turns between two remarks of one bot
MIN_TABLE_TURNS = 3  # turns between two remarks at the table
MIN_OTHER_LINES = 5  # other lines before a line is repeated
HELLO_TOPIC = "hello"  # topic of the beginning of a match
WAIT_TOPIC = "wait"  # topic while a person thinks for long


@dataclass(frozen=True, slots=True)
class Cue:
    """Occasion for a seat to say something."""

    seat: int
    about: str
    often: float = 0.5  # probability of a remark, 0 to 1


@dataclass(frozen=True, slots=True)
class SpokenRemark:
    """Remark of a player."""

    seat: int
    words: str  # in the language of the window
    line: tuple[str, int] = ("", 0)
    """Topic and index of the line, from which it can be said in any language."""


@dataclass(frozen=True, slots=True)
class BanterScript:
    """Occasions and lines of a game's bots."""

    cues: Callable[[Event, int], Iterable[Cue]]
    """Return the occasions in a public event at a table with a number of seats."""
    lines: Callable[[], Lines]


def common() -> Lines:
    """Translated lines that are used in every game, by topic."""
    return {
        HELLO_TOPIC: (
            _("Hello! Happy socks to you."),
            _("Here I am, freshly washed."),
            _("May the best foot win."),
        ),
        "won": (_("That was fun. Again?"), _("Well knitted!"), _("I'm all warm now.")),
        "lost": (_("Well played."), _("I came unravelled."), _("Next time I'm wearing two pairs.")),
        WAIT_TOPIC: (
            _("Take your time. I'm counting stitches."),
            _("Still there?"),
            _("I could knit a scarf by now."),
        ),
    }


def end_cues(winners: Sequence[int], seats: int) -> list[Cue]:
    """One occasion for each seat at the end of a match, about "won" or "lost", with probability 0.8."""
    return [Cue(seat, "won" if seat in winners else "lost", 0.8) for seat in range(seats)]


def greetings(seats: int) -> list[Cue]:
    """One occasion for each seat to say hello, with probability 0.5."""
    return [Cue(seat, HELLO_TOPIC, 0.5) for seat in range(seats)]


def _lines(catalogue: Lines, about: str) -> Sequence[str]:
    """Lines about a topic, the common ones if the game has none; empty if there are none."""
    return catalogue.get(about) or common().get(about, ())


def in_words(game: str, remark: SpokenRemark) -> str:
    """A remark's line in the current language; its original words if the game has no such line."""
    talk: BanterScript | None = find_game(game).component("banter")
    about, place = remark.line
    lines = _lines(talk.lines(), about) if talk is not None else ()
    return lines[place] if place < len(lines) else remark.words


class BotBanter(MatchListener):
    """Picks remarks for the bots of a match: rarely, and one at a time."""

    def __init__(self, match: Match) -> None:
        """Listen to ``match``; no remark is queued yet."""
        self._match = match
        self._talk: BanterScript | None = find_game(match.session.game).component("banter")
        self._turn = 0  # turns since this object was made
        self._mover: int | None = None
        self._spoke: dict[int, int] = {}  # turn of each seat's last remark
        self._last: deque[str] = deque(maxlen=MIN_OTHER_LINES)  # last lines said by any seat
        self.next: SpokenRemark | None = None  # remark to show once its move has been shown, or None
        match.add_listener(self)

    def greet(self) -> None:
        """Set ``next`` to a remark about the match's opening events, or to None if none is due."""
        self._queue_remark(self._match.session.opening)

    def remark_for_waiting(self) -> SpokenRemark | None:
        """Return a bot's remark to a person who thinks for long, or None if none is due. It is not queued."""
        match = self._match
        cues = [Cue(seat, WAIT_TOPIC, 0.6) for seat in range(len(match.seats)) if seat != match.to_move]
        return self._choose_remark(cues, WAIT_TOPIC)

    def spoken(self, remark: SpokenRemark) -> None:
        """Record that a remark was shown, and clear ``next``."""
        self._spoke[remark.seat] = self._turn
        self._last.append(remark.words)
        self.next = None

    def _queue_remark(self, events: Sequence[Event]) -> None:
        """Set ``next`` to a remark about the public part of events, or to None if none is due."""
        self.next = None
        if self._talk is None:
            return
        match = self._match
        public = [match.session.redact(event, None) for event in events]
        cues = [cue for event in public for cue in self._talk.cues(event, len(match.seats))]
        if match.session.log:
            cues = [cue for cue in cues if cue.about != HELLO_TOPIC]
        if cues:
            seed_data = [(event.kind, event.seat, sorted(event.data.items())) for event in public]
            self.next = self._choose_remark(cues, str(seed_data))

    def _choose_remark(self, cues: Sequence[Cue], about: str) -> SpokenRemark | None:
        """Pick a remark for one of the occasions by a seeded chance; None if none is due."""
        if self._talk is None:
            return None
        match, catalogue = self._match, self._talk.lines()
        rng = SeededRng("talk", match.session.game, len(match.session.log), about)
        for cue in rng.shuffled(cues):
            if not self._may_speak(cue.seat) or not rng.with_probability(cue.often):
                continue
            lines = enumerate(_lines(catalogue, cue.about))
            fresh_lines = [(place, text) for place, text in lines if text not in self._last]
            if fresh_lines:
                place, text = rng.pick(fresh_lines)
                return SpokenRemark(cue.seat, text, (cue.about, place))
        return None

    def _may_speak(self, seat: int) -> bool:
        """True if the seat is an unreserved bot and the pauses since earlier remarks are over."""
        speaker, turns = self._match.seats[seat], len(self._match.seats)
        if not speaker.is_bot or speaker.is_reserved:
            return False
        if self._spoke and self._turn - max(self._spoke.values()) < MIN_TABLE_TURNS:
            return False
        return seat not in self._spoke or self._turn - self._spoke[seat] >= MIN_OWN_TURNS * turns

    # Match callbacks.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Count a turn if the mover has changed, and set ``next`` to a remark about the events."""
        self._turn += seat != self._mover
        self._mover = seat
        self._queue_remark(events)

    def on_undo(self, count: int) -> None:
        """Drop the queued remark."""
        self.next = None

    def on_seat_handover(self, number: int) -> None:
        """Drop the queued remark if it is of this seat."""
        if self.next is not None and self.next.seat == number:
            self.next = None

    def on_concede(self, seat: int) -> None:
        """Drop the queued remark."""
        self.next = None
