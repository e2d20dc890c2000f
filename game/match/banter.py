"""What computer players say now and then: a few words about what everybody has seen happen.

A game has its `BanterScript` in ``flavour.TALK``: what its events give cause to say, and the lines. Words
depend on nothing but public events, so that nobody learns from them what a hand holds.

How it goes through the house (a word of a bot): `Match` tells `BotBanter` (`match/banter.py`), which asks the
game's `talk` (`flavour.TALK`) what its public events give cause to say > `SpeechBubbles.arrive`
(`ui/match/bubbles.py`), once the move is shown, finds a place that `MatchView.kept_clear` leaves free. Phones
are told the same line by its place (`in_words`), each in its language.
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

Lines: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
"""Translated lines by what they are about, then by manner; ``""`` for everybody."""
QUIET = 4
"""So many of its own turns a player says nothing after it has said something."""
HUSH = 3
"""So many turns nobody at the table says anything after somebody has."""
FRESH = 5
"""So many other lines are said before one comes back."""
HELLO = "hello"
"""What is said when a match begins, and not again."""
WAIT = "wait"
"""What is said while a person thinks for long."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Somebody has cause to say something."""

    seat: int
    about: str
    often: float = 0.5
    """How likely it is that it is said, 0 to 1."""


@dataclass(frozen=True, slots=True)
class SpokenRemark:
    """Words of a player."""

    seat: int
    words: str
    """In the language of the window."""
    line: tuple[str, str, int] = ("", "", 0)
    """What it is about, whose manner of it, and which of those lines: so it can be said in any language."""


@dataclass(frozen=True, slots=True)
class BanterScript:
    """What a game's computer players talk about."""

    cues: Callable[[Event, int], Iterable[Cue]]
    """Who has cause to say something about a public event, at a table of so many."""
    lines: Callable[[], Lines]
    habits: Callable[[], Mapping[str, str]] = dict
    """What each manner does, in a short sentence."""


def habit(game: str, manner: str) -> str:
    """What computer players of a manner do, for people who do not know the word; ``""`` for the plain one."""
    talk: BanterScript | None = find_game(game).part("talk")
    if not manner:
        return _("It has no habit.")
    return talk.habits().get(manner, "") if talk is not None else ""


def common() -> Lines:
    """What is said in every game."""
    return {
        HELLO: {
            "": (_("Hello! Good socks to you."), _("Here I am, freshly washed."), _("May the best foot win."))
        },
        "won": {"": (_("That was fun. Again?"), _("Well knitted!"), _("I am all warm now."))},
        "lost": {"": (_("Well played."), _("I came unravelled."), _("Next time I wear two pairs."))},
        WAIT: {
            "": (
                _("Take your time. I am counting stitches."),
                _("Still there?"),
                _("I could knit a scarf meanwhile."),
            )
        },
    }  # fmt: skip


def ended(winners: Sequence[int], seats: int) -> list[Cue]:
    """What the end of a match gives cause to say."""
    return [Cue(seat, "won" if seat in winners else "lost", 0.8) for seat in range(seats)]


def greetings(seats: int) -> list[Cue]:
    """What sitting down gives cause to say."""
    return [Cue(seat, HELLO, 0.5) for seat in range(seats)]


def _lines(told: Lines, about: str, manner: str) -> Sequence[str]:
    """What can be said about something in a manner; ``""`` for what everybody says."""
    if manner:
        return told.get(about, {}).get(manner, ())
    return (told.get(about) or common().get(about, {})).get("", ())


def in_words(game: str, said: SpokenRemark) -> str:
    """What somebody has said in a game, in the language that is spoken now."""
    talk: BanterScript | None = find_game(game).part("talk")
    about, manner, place = said.line
    found = _lines(talk.lines(), about, manner) if talk is not None else ()
    return found[place] if place < len(found) else said.words


class BotBanter(MatchListener):
    """The computer players of a match talk; it is kept rare, and never two at once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._talk: BanterScript | None = find_game(match.session.game).part("talk")
        self._turn = 0
        """How many turns there have been since this began."""
        self._mover: int | None = None
        self._spoke: dict[int, int] = {}
        """In which turn each seat has said something last."""
        self._last: deque[str] = deque(maxlen=FRESH)
        """What was said last, by anybody."""
        self.next: SpokenRemark | None = None
        """What somebody will say once the move that gave cause has been seen."""
        match.listen(self)

    def opened(self) -> None:
        """The match begins, with a greeting."""
        self._hear(self._match.session.opening)

    def waited(self) -> SpokenRemark | None:
        """What somebody says to a person who thinks for long; `None` for nothing."""
        match = self._match
        asked = [Cue(seat, WAIT, 0.6) for seat in range(len(match.seats)) if seat != match.to_move]
        return self._word(asked, WAIT)

    def spoken(self, said: SpokenRemark) -> None:
        """Somebody has said this, for everybody to read."""
        self._spoke[said.seat] = self._turn
        self._last.append(said.words)
        self.next = None

    def _hear(self, events: Sequence[Event]) -> None:
        """Find words for a move, of what everybody may know of it."""
        self.next = None
        if self._talk is None:
            return
        match = self._match
        public = [match.session.redact(event, None) for event in events]
        cues = [cue for event in public for cue in self._talk.cues(event, len(match.seats))]
        if match.session.log:
            cues = [cue for cue in cues if cue.about != HELLO]
        if cues:
            told = [(event.kind, event.seat, sorted(event.data.items())) for event in public]
            self.next = self._word(cues, str(told))

    def _word(self, cues: Sequence[Cue], about: str) -> SpokenRemark | None:
        if self._talk is None:
            return None
        match, told = self._match, self._talk.lines()
        chance = SeededRng("talk", match.session.game, len(match.session.log), about)
        for cue in chance.shuffled(cues):
            if not self._may_speak(cue.seat) or not chance.happens(cue.often):
                continue
            manner = match.seats[cue.seat].level.partition("/")[2]
            own = [(manner, *one) for one in enumerate(_lines(told, cue.about, manner))] if manner else []
            # Who has lines of its own uses them more often than those that everybody has.
            lines = [*own, *own, *(("", *one) for one in enumerate(_lines(told, cue.about, "")))]
            lines = [line for line in lines if line[2] not in self._last]
            if lines:
                whose, place, words = chance.pick(lines)
                return SpokenRemark(cue.seat, words, (cue.about, whose, place))
        return None

    def _may_speak(self, seat: int) -> bool:
        held, turns = self._match.seats[seat], len(self._match.seats)
        if not held.is_bot or held.is_kept_warm:
            return False
        if self._spoke and self._turn - max(self._spoke.values()) < HUSH:
            return False
        return seat not in self._spoke or self._turn - self._spoke[seat] >= QUIET * turns

    # What happens in the match.

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self._turn += seat != self._mover
        self._mover = seat
        self._hear(events)

    def taken_back(self, count: int) -> None:
        self.next = None

    def seat_changed(self, number: int) -> None:
        if self.next is not None and self.next.seat == number:
            self.next = None

    def given_up(self, seat: int) -> None:
        self.next = None
