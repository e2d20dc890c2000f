"""What Socker's computer players say."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.socker.rules.events import (
    BallOut,
    CoinTossed,
    DawdleWarned,
    GoalScored,
    LegVoided,
    MatchEnded,
    SockerSocked,
    read,
)
from game.match.talk import Cue, Lines, Talk, ended, greetings
from game.words import _


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Who has cause to say something about an event."""
    match read(event):
        case CoinTossed(cause="start"):
            yield from greetings(seats)
        case GoalScored(seat=seat, own=True):
            yield Cue(1 - seat, "own_goal", 0.9)
        case GoalScored(seat=seat):
            yield Cue(seat, "goal", 0.9)
            yield Cue(1 - seat, "conceded", 0.7)
        case SockerSocked(seat=seat):
            yield Cue(seat, "sock", 0.2)
            yield Cue(1 - seat, "socked", 0.25)
        case BallOut(seat=seat):
            yield Cue(seat, "out", 0.4)
        case DawdleWarned():
            yield from (Cue(seat, "dawdle", 0.5) for seat in range(seats))
        case LegVoided():
            yield from (Cue(seat, "void", 0.6) for seat in range(seats))
        case MatchEnded(winners=winners):
            yield from ended(winners, seats)


def lines() -> Lines:
    """What is said, by what it is about and by manner."""
    return {
        "hello": {
            "": (_("Laces tied? Off we go!"), _("Mind your toes.")),
            "keeper": (_("Nothing gets past me."),),
            "striker": (_("Where is your goal?"),),
            "brawler": (_("I came to sock."),),
        },
        "goal": {
            "": (_("Goal! Straight in the hamper."), _("And it is in!")),
            "keeper": (_("Even I score sometimes."),),
            "striker": (_("That is what I am knitted for."), _("One more for the line.")),
            "brawler": (_("Nobody was left standing."),),
        },
        "own_goal": {"": (_("My own drawer. Oh dear."), _("That was the wrong way."))},
        "conceded": {
            "": (_("That one slipped through."), _("A hole in the heel!")),
            "keeper": (_("In my goal? In mine?"),),
            "striker": (_("I score the next one."),),
            "brawler": (_("Somebody pays for that."),),
        },
        "sock": {
            "": (_("Sorry! Not sorry."), _("Sleep well.")),
            "brawler": (_("Thump! I like that sound."), _("Who is next?")),
        },
        "socked": {
            "": (_("Ouch! My heel."), _("I see stars.")),
            "brawler": (_("Is that all?"),),
            "keeper": (_("Not in my half!"),),
        },
        "out": {"": (_("Oops. Too much spin."), _("The ball wanted air."))},
        "dawdle": {"": (_("Shall we play on?"), _("We are felting in here."))},
        "void": {"": (_("Once more from the start."),)},
    }


TALK = Talk(cues, lines)
