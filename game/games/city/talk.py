"""What the computer players of Socks in the City say."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.city.rules.events import BlockerPut, CoinTossed, PairJoined, TrackLaid, TurnPassed, read
from game.match.talk import Cue, Lines, Talk, greetings
from game.words import _


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Who has cause to say something about an event."""
    match read(event):
        case CoinTossed():
            yield from greetings(seats)
        case PairJoined(seat=seat):
            yield Cue(seat, "joined", 0.8)
            yield Cue(1 - seat, "lost_pair", 0.6)
        case BlockerPut(seat=seat):
            yield Cue(seat, "block", 0.3)
        case TrackLaid(seat=seat):
            yield Cue(seat, "laid", 0.04)
        case TurnPassed(seat=seat):
            yield Cue(seat, "passed", 0.4)


def lines() -> Lines:
    """What is said, by what it is about and by manner."""
    return {
        "hello": {
            "": (_("Mind the gap!"), _("All socks aboard.")),
            "blocker": (_("Lovely city. Closed streets."),),
            "hauler": (_("I go the long way."),),
        },
        "joined": {
            "": (_("A pair! Home at last."), _("Two socks, one drawer.")),
            "blocker": (_("And nobody stopped me."),),
            "hauler": (_("What a ride!"), _("Worth every mile.")),
        },
        "lost_pair": {
            "": (_("I wanted those two."), _("There goes my train.")),
            "blocker": (_("I looked away once!"),),
            "hauler": (_("I take the next train."),),
        },
        "block": {"": (_("No through road."),), "blocker": (_("Closed until further notice."),)},
        "laid": {
            "": (_("One more rail."), _("Choo choo.")),
            "blocker": (_("Not this way, please."),),
            "hauler": (_("I see the end of the line."),),
        },
        "passed": {"": (_("No rails left in my pocket."),)},
    }


TALK = Talk(cues, lines)
