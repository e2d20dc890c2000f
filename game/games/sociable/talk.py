"""What SOCiable's computer players say."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.sociable.rules.events import (
    CardsPlayed,
    GiftGiven,
    HandEnded,
    MatchEnded,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    read,
)
from game.match.talk import Cue, Lines, Talk, ended, greetings
from game.words import _

MANY = 3
"""So many cards of a kind are worth a word."""


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Who has cause to say something about an event."""
    match read(event):
        case PlacesDrawn() | SeatsTaken():
            yield from greetings(seats)
        case GiftGiven(seat=seat, to=to, forced=True):
            yield Cue(seat, "gave", 0.3)
            yield Cue(to, "got", 0.2)
        case CardsPlayed(seat=seat, cards=cards) if len(cards) >= MANY:
            yield Cue(seat, "many", 0.5)
        case RoundEnded(by=int(by)):
            yield Cue(by, "lead", 0.08)
        case SeatOut(seat=seat, place=0):
            yield Cue(seat, "first", 0.8)
        case SeatOut(seat=seat):
            yield Cue(seat, "out", 0.2)
        case HandEnded(order=order):
            yield Cue(order[0], "boss", 0.7)
            yield Cue(order[-1], "temp", 0.6)
        case MatchEnded(winners=winners):
            yield from ended(winners, seats)


def lines() -> Lines:
    """What is said, by what it is about and by manner."""
    return {
        "hello": {
            "": (_("Is there coffee?"), _("Monday again.")),
            "spender": (_("Lunch is on me."),),
            "saver": (_("I brought my own lunch."),),
            "climber": (_("Nice chair you have there."),),
        },
        "gave": {
            "": (_("My best cards. Gone."), _("Is that fair?")),
            "climber": (_("I will remember that."),),
        },
        "got": {"": (_("How kind. Thank you."), _("You should not have."))},
        "many": {
            "": (_("Beat that!"), _("The whole department.")),
            "spender": (_("Money is there to be spent."),),
            "saver": (_("I hate to let them go."),),
        },
        "lead": {"": (_("Any other business?"),), "climber": (_("One rung up."),)},
        "first": {
            "": (_("Early finish!"), _("I am off home.")),
            "climber": (_("Up is the only way."),),
            "spender": (_("All spent, and happy."),),
        },
        "out": {"": (_("Done for today."),), "saver": (_("With change to spare."),)},
        "boss": {
            "": (_("The leather creaks nicely."), _("My door is always closed.")),
            "climber": (_("I always said so."),),
        },
        "temp": {
            "": (_("This stool wobbles."), _("I make the coffee, then.")),
            "climber": (_("Only for now."),),
            "saver": (_("I saved for nothing."),),
        },
    }


TALK = Talk(cues, lines)
