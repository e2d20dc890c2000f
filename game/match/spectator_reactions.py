"""Those who watch a match on phones without a seat: what they are told, what they guess, how they cheer.

They are told what a spectator may know and nothing else. No window is needed, and no server.

How it goes through the house (a watcher's laugh): `Spectators` (`party/spectators.py`) queues what phones
without a seat say > `PartyController.turn` > `SpectatorReactions.do` (`match/spectator_reactions.py`), which
keeps the measure > `JoinColumn` (`ui/match/join_column.py`), the column beside the scenes, lets it fly.
Watchers are told `observe(None)` and events redacted for nobody, by `PhoneMatch.tell`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.phone_adapter import PhoneAdapter
from game.match.seats import LOOKS
from game.match.versioned import Tracked, Versioned

SIGNS = ("aww", "ha", "wow")
"""What can be thrown onto the big screen."""
SPAN = 3000.0
"""Milliseconds over which reactions are counted."""
EACH, ALL = 3, 20
"""So many in that time from one phone, and from all of them together."""
FLIGHTS = 6
"""So many of the last reactions are told."""
MOST = 200
"""So many watchers are remembered, those of longest ago forgotten first."""


@dataclass(frozen=True, slots=True)
class Reaction:
    """Something that somebody has thrown onto the big screen."""

    sign: str
    look: int
    """The colour of whoever it was."""


class SpectatorReactions(Versioned):
    """The watchers of a match.

    Attributes:
        thrown: reactions that the screen has still to show.
        tally: how many guess that a seat wins, for each of them.
    """

    tally = Tracked[list[int]]()
    flights = Tracked[tuple[tuple[int, str, int], ...]]()
    """The last reactions, for who sees no screen: a number, what, and the colour of whoever threw it."""

    def __init__(self, match: Match, part: PhoneAdapter) -> None:
        self._match, self._part = match, part
        self.thrown: deque[Reaction] = deque(maxlen=ALL)
        self.flights, self.is_far = (), False
        """Whether anybody sees no screen; nobody else is told of each reaction."""
        self._there: Collection[str] | None = None
        self._guesses: dict[str, int] = {}
        self._looks: dict[str, int] = {}
        self._came = 0
        self._recent: deque[tuple[float, str]] = deque()
        self._count()

    # What they are told.

    def shown(self, seen: Mapping[str, Any]) -> dict[str, Any]:
        """What they are told besides what every phone is, with what they see: the same for all of them."""
        return {
            "seat": None,
            "seen": seen,
            "view": self._part.public(),
            "guesses": self.tally,
            "moves": [],
            "prefix": [],
            "next": [],
            "undo": False,
            "hint": None,
            "ask": None,
        }

    def attend(self, there: Collection[str]) -> None:
        """These watch now: their guesses count, and nobody else's; until it is called all of them do."""
        self._there = there
        self._count()

    def _count(self) -> None:
        there = self._there
        guesses = [seat for who, seat in self._guesses.items() if there is None or who in there]
        self.tally = [guesses.count(seat) for seat in range(len(self._match.seats))]

    # What they do.

    def do(self, watcher: str, words: Mapping[str, Any], now: float) -> str:
        """Do what a phone without a seat, known by any name, asks for now (in ms); a sentence if refused."""
        match words["do"]:
            case "react":
                return self.react(watcher, words.get("sign"), self.look_of(watcher), now)
            case "guess" if self._match.is_over:
                return _("The match is over.")
            case "guess":
                # Who will win; they may think again until it is over.
                seat = words.get("seat")
                if type(seat) is int and 0 <= seat < len(self._match.seats):
                    self._guesses.pop(watcher, None)
                    self._guesses[watcher] = seat
                    while len(self._guesses) > MOST:
                        del self._guesses[next(iter(self._guesses))]
                    self._count()
                    return ""
        return _("That cannot be done now.")

    def react(self, who: str, sign: object, look: int, now: float) -> str:
        """Throw something onto the screen; too much from one phone, or from all, is refused."""
        if sign not in SIGNS:
            return _("That cannot be done now.")
        while self._recent and now - self._recent[0][0] > SPAN:
            self._recent.popleft()
        if len(self._recent) >= ALL or sum(other == who for _time, other in self._recent) >= EACH:
            return _("So many at once are not shown. Wait a moment.")
        self._recent.append((now, who))
        self.thrown.append(Reaction(str(sign), look))
        if self.is_far:
            number = self.flights[-1][0] + 1 if self.flights else 1
            self.flights = (*self.flights[1 - FLIGHTS :], (number, str(sign), look))
        return ""

    def look_of(self, watcher: str) -> int:
        """The colour of a watcher, the same whenever they come back."""
        if watcher not in self._looks:
            self._looks[watcher] = self._came % LOOKS
            self._came += 1
            while len(self._looks) > MOST:
                del self._looks[next(iter(self._looks))]
        return self._looks[watcher]
