"""Player names and puppet looks set from phones, with a rate limit.

The same rules hold in the lobby, in a match and on joining: a name is one visible line, equal names are
numbered, and a look that another seat wears is refused. A match counts for the name that a seat has when it
ends. Bots whose level adapts to a person keep it until then. Requests that come too fast are refused.

Flow (a name from a phone): `PhoneMatch.handle_phone`, in a lobby `LobbyPhones` > `ProfileEditor`
(`match/profiles.py`) > `Match.rename` notifies the listeners (`on_seat_renamed`): the autosave, and
`SpeechBubbles`, which makes the view lay itself out again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any

from game.i18n import _
from game.match.match import Match
from game.match.seats import LOOK_COUNT
from game.party.messages import clean_name

MAX_CALLERS = 64  # callers remembered; the oldest are dropped


class RateLimiter:
    """Limits how often each caller may act: ``each`` times in ``span`` ms."""

    def __init__(self, each: int, span: float) -> None:
        """Allow each caller ``each`` requests in ``span`` ms."""
        self._each, self._span = each, span
        self._use_times: dict[Hashable, deque[float]] = {}

    def allows(self, who: Hashable, now: float) -> bool:
        """Count a request at ``now`` (ms) and return True, or return False if there were too many."""
        times = self._use_times.pop(who, deque())
        self._use_times[who] = times
        while len(self._use_times) > MAX_CALLERS:
            del self._use_times[next(iter(self._use_times))]
        while times and now - times[0] > self._span:
            times.popleft()
        if len(times) >= self._each:
            return False
        times.append(now)
        return True


RENAME, SET_LOOK = "rename", "set_look"  # requests of a phone
PROFILE_ACTIONS = frozenset({RENAME, SET_LOOK})
MAX_REQUESTS, REQUEST_SPAN_MS = 6, 10_000.0  # requests allowed in that time (ms); each one is drawn and saved


class ProfileEditor:
    """Changes names and looks of seats, in a match or a lobby, for phones.

    Args:
        rename: gives a seat another name.
        dress: gives a seat another look.
        used_looks: returns the looks of all other seats.
    """

    def __init__(
        self,
        rename: Callable[[int, str], None],
        dress: Callable[[int, int], None],
        used_looks: Callable[[int], Collection[int]],
    ) -> None:
        self._rename, self._dress, self._used_looks = rename, dress, used_looks
        self._limit = RateLimiter(MAX_REQUESTS, REQUEST_SPAN_MS)

    def handle_phone(self, seat: int, action: Mapping[str, Any], now: float) -> str:
        """Change a seat's name or look as its phone requests. Returns a refusal sentence, or "".

        ``now`` is in ms.
        """
        if action["do"] == RENAME:
            raw_name = action.get("name")
            name = clean_name(raw_name) if isinstance(raw_name, str) else ""
            if not name:
                return _("Nobody can read that name. Choose another one.")
            if not self._limit.allows(seat, now):
                return _("Not so fast.")
            self._rename(seat, name)
            return ""
        look = action.get("look")
        # Exact type, because `isinstance` accepts JSON's true as an int.
        if type(look) is not int or not 0 <= look < LOOK_COUNT:
            return _("You can't do that now.")
        if look in self._used_looks(seat):
            return _("Someone's already wearing that.")
        if not self._limit.allows(seat, now):
            return _("Not so fast.")
        self._dress(seat, look)
        return ""


def profiles_of(match: Match) -> ProfileEditor:
    """Return the editor for names and looks of a match."""

    def worn(seat: int) -> list[int]:
        """Looks of all other seats."""
        return [player.look for number, player in enumerate(match.seats) if number != seat]

    return ProfileEditor(match.rename, match.set_look, worn)
