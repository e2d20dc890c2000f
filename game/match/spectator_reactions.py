"""Spectators on phones without a seat: their state, guesses and reactions.

They get only what a spectator may know. No window and no server is needed.

Flow (a reaction): `Spectators` (`party/spectators.py`) queues messages of phones without a seat >
`PartyController.tick` > `SpectatorReactions.handle_phone` (`match/spectator_reactions.py`), which limits the
rate > `JoinColumn` (`ui/match/join_column.py`), the column beside the scenes, animates it. Spectators get
`observe(None)` and events redacted for spectators, from `PhoneMatch.publish_to`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.phone_adapter import PhoneAdapter
from game.match.seats import LOOK_COUNT
from game.match.versioned import Tracked, Versioned

REACTIONS = ("aww", "ha", "wow")  # reactions
REACTION_SPAN_MS = 3000.0  # ms over which reactions are counted
MAX_PER_PHONE, MAX_REACTIONS = 3, 20  # limit in that time for one phone, and for all together
MAX_SENT_REACTIONS = 6  # last reactions sent to remote phones
MAX_SPECTATORS = 200  # spectators remembered; the oldest are dropped


@dataclass(frozen=True, slots=True)
class Reaction:
    """Reaction to be shown on the big screen."""

    sign: str
    look: int  # colour of its sender


class SpectatorReactions(Versioned):
    """Spectators of a match.

    Attributes:
        thrown: reactions that the screen has not shown yet.
        tally: number of guesses for each seat as the winner.
    """

    tally = Tracked[list[int]]()
    flights = Tracked[tuple[tuple[int, str, int], ...]]()
    """Last reactions, for phones that see no screen: a number, the reaction, and the sender's colour."""

    def __init__(self, match: Match, part: PhoneAdapter) -> None:
        self._match, self._part = match, part
        self.thrown: deque[Reaction] = deque(maxlen=MAX_REACTIONS)
        self.flights, self.is_far = (), False
        """True if any phone sees no screen; only then are reactions sent to phones."""
        self._present_ids: Collection[str] | None = None
        self._guesses: dict[str, int] = {}
        self._looks: dict[str, int] = {}
        self._came = 0
        self._recent: deque[tuple[float, str]] = deque()
        self._count()

    # State.

    def spectator_state(self, observation: Mapping[str, Any]) -> dict[str, Any]:
        """Spectators' state beside the common one: ``observation``, view, guesses; no moves or hint."""
        return {
            "seat": None,
            "observation": observation,
            "view": self._part.spectator_state(),
            "guesses": self.tally,
            "moves": [],
            "prefix": [],
            "next": [],
            "undo": False,
            "hint": None,
            "ask": None,
        }

    def set_present(self, present: Collection[str]) -> None:
        """Set the spectators who are present, whose guesses count.

        Before the first call all guesses count.
        """
        self._present_ids = present
        self._count()

    def _count(self) -> None:
        """Set the tally by the guesses of the spectators who are present."""
        present = self._present_ids
        guesses = [
            seat for spectator, seat in self._guesses.items() if present is None or spectator in present
        ]
        self.tally = [guesses.count(seat) for seat in range(len(self._match.seats))]

    # Requests.

    def handle_phone(self, watcher: str, action: Mapping[str, Any], now: float) -> str:
        """Handle a reaction or guess of a phone at ``now`` (ms). Returns a refusal sentence, or ""."""
        match action["do"]:
            case "react":
                return self.react(watcher, action.get("sign"), self.look_of(watcher), now)
            case "guess" if self._match.is_over:
                return _("The match is over.")
            case "guess":
                # A guess may change until the match is over.
                seat = action.get("seat")
                if type(seat) is int and 0 <= seat < len(self._match.seats):
                    self._guesses.pop(watcher, None)
                    self._guesses[watcher] = seat
                    while len(self._guesses) > MAX_SPECTATORS:
                        del self._guesses[next(iter(self._guesses))]
                    self._count()
                    return ""
        return _("You can't do that now.")

    def react(self, who: str, sign: object, look: int, now: float) -> str:
        """Queue a reaction for the screen. Returns a translated refusal if unknown or too often, else ""."""
        if sign not in REACTIONS:
            return _("You can't do that now.")
        while self._recent and now - self._recent[0][0] > REACTION_SPAN_MS:
            self._recent.popleft()
        if (
            len(self._recent) >= MAX_REACTIONS
            or sum(sender == who for _time, sender in self._recent) >= MAX_PER_PHONE
        ):
            return _("That's too many at once. Wait a moment.")
        self._recent.append((now, who))
        self.thrown.append(Reaction(str(sign), look))
        if self.is_far:
            number = self.flights[-1][0] + 1 if self.flights else 1
            self.flights = (*self.flights[1 - MAX_SENT_REACTIONS :], (number, str(sign), look))
        return ""

    def look_of(self, watcher: str) -> int:
        """Look of a spectator, 0 to `LOOK_COUNT` - 1; assigned at the first call and then the same."""
        if watcher not in self._looks:
            self._looks[watcher] = self._came % LOOK_COUNT
            self._came += 1
            while len(self._looks) > MAX_SPECTATORS:
                del self._looks[next(iter(self._looks))]
        return self._looks[watcher]
