"""What people on phones say of themselves: their name, and the knitting of their puppet.

In the lobby as in a match the same holds as where one joins: a name is one line that can be seen, two of a
name are told apart, and what somebody else wears is not to be had. A match counts for the name that a seat
has when it ends; computer players who fit somebody stay as they are until then.
How often somebody may do something is limited here too: what comes too fast is refused, and nobody else
suffers for it.

How it goes through the house (a name from a phone): `PhoneMatch.do`, in a lobby `LobbySeats` >
`ProfileEditor` (`match/profiles.py`) > `Match.rename` tells the listeners (`seat_dressed`): the save, and
`SpeechBubbles`, by which the view lays itself out anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.seats import LOOKS
from game.party.messages import clean_name

MOST = 64
"""So many are remembered, those of longest ago forgotten first."""


class RateLimiter:
    """Counts for each who asks what they were allowed lately."""

    def __init__(self, each: int, span: float) -> None:
        self._each, self._span = each, span
        self._taken: dict[Hashable, deque[float]] = {}

    def allows(self, who: Hashable, now: float) -> bool:
        """Whether this is not one too many; where it is not, it counts. The time is in ms."""
        taken = self._taken.pop(who, deque())
        self._taken[who] = taken
        while len(self._taken) > MOST:
            del self._taken[next(iter(self._taken))]
        while taken and now - taken[0] > self._span:
            taken.popleft()
        if len(taken) >= self._each:
            return False
        taken.append(now)
        return True


RENAME, DRESS = "rename", "dress"
"""What a phone asks for."""
ASKED = frozenset({RENAME, DRESS})
EACH, SPAN = 6, 10_000.0
"""So often in that time, in ms: everybody sees it change, and it is saved each time."""


class ProfileEditor:
    """Names and looks of seats, which a match has and a lobby; phones change them.

    Args:
        rename: gives a seat another name.
        dress: gives a seat another look.
        worn: the looks that all others wear.
    """

    def __init__(
        self,
        rename: Callable[[int, str], None],
        dress: Callable[[int, int], None],
        worn: Callable[[int], Collection[int]],
    ) -> None:
        self._rename, self._dress, self._worn = rename, dress, worn
        self._limit = RateLimiter(EACH, SPAN)

    def do(self, seat: int, words: Mapping[str, Any], now: float) -> str:
        """Do what the phone of a seat asks for at this time, in ms; a sentence where that is refused."""
        if words["do"] == RENAME:
            said = words.get("name")
            name = clean_name(said) if isinstance(said, str) else ""
            if not name:
                return _("That name cannot be read by anybody. Take another one.")
            if not self._limit.allows(seat, now):
                return _("Not so fast.")
            self._rename(seat, name)
            return ""
        look = words.get("look")
        # Its very type: `isinstance` takes JSON's true for a number.
        if type(look) is not int or not 0 <= look < LOOKS:
            return _("That cannot be done now.")
        if look in self._worn(seat):
            return _("Somebody wears that already.")
        if not self._limit.allows(seat, now):
            return _("Not so fast.")
        self._dress(seat, look)
        return ""


def profiles_of(match: Match) -> ProfileEditor:
    """Names and looks of a match."""

    def worn(seat: int) -> list[int]:
        return [other.look for number, other in enumerate(match.seats) if number != seat]

    return ProfileEditor(match.rename, match.dress, worn)
