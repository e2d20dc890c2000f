"""Banter of SOCiable's bots, and the achievements (socks) of the game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.sociable.rules.events import (
    GiftGiven,
    PlacesDrawn,
    RoundEnded,
    SeatOut,
    SeatsTaken,
    SociableCardsPlayed,
    SociableHandEnded,
    SociableMatchEnded,
    as_event,
    as_observation,
)
from game.i18n import _
from game.match.achievements import Achievement, AchievementEarned, FinishedMatch, GameAchievements
from game.match.banter import BanterScript, Cue, Lines, end_cues, greetings

MANY_CARDS = 3  # cards in one play that are worth a remark


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Yield the cues for remarks that an event gives to the seats."""
    match as_event(event):
        case PlacesDrawn() | SeatsTaken():
            yield from greetings(seats)
        case GiftGiven(seat=seat, to=to, forced=True):
            yield Cue(seat, "gave", 0.3)
            yield Cue(to, "got", 0.2)
        case SociableCardsPlayed(seat=seat, cards=cards) if len(cards) >= MANY_CARDS:
            yield Cue(seat, "many", 0.5)
        case RoundEnded(by=int(by)):
            yield Cue(by, "lead", 0.08)
        case SeatOut(seat=seat, place=0):
            yield Cue(seat, "first", 0.8)
        case SeatOut(seat=seat):
            yield Cue(seat, "out", 0.2)
        case SociableHandEnded(order=order):
            yield Cue(order[0], "boss", 0.7)
            yield Cue(order[-1], "temp", 0.6)
        case SociableMatchEnded(winners=winners):
            yield from end_cues(winners, seats)


def lines() -> Lines:
    """Return the remarks in the current language, by topic."""
    return {
        "hello": (
            _("Is there coffee?"),
            _("Monday again."),
            _("Lunch is on me."),
            _("I brought my own lunch."),
            _("Nice chair you've got there."),
        ),
        "gave": (_("My best cards. Gone."), _("Is that fair?"), _("I'll remember that.")),
        "got": (_("How kind. Thank you."), _("You shouldn't have.")),
        "many": (
            _("Beat that!"),
            _("The whole department."),
            _("Money is made to be spent."),
            _("I hate to let them go."),
        ),
        "lead": (_("Any other business?"), _("One rung up.")),
        "first": (
            _("Early finish!"),
            _("I'm off home."),
            _("The only way is up."),
            _("All spent. No regrets."),
        ),
        "out": (_("Done for the day."), _("With change to spare.")),
        "boss": (_("The leather creaks nicely."), _("My door is always closed."), _("I always said so.")),
        "temp": (_("This stool wobbles."), _("I'll make the coffee, then."), _("It's only temporary.")),
    }


TALK = BanterScript(cues, lines)


REIGN_HANDS = 3  # hands in a row as first out
BULK_CARDS = 4  # cards in one play
MIN_OTHER_CARDS = 3  # cards that every other seat must still hold


def _earned_achievements(story: FinishedMatch) -> Iterator[AchievementEarned]:
    """Yield the achievements of a match, except those for lessons and for winning."""
    first, row, plies = -1, 0, list[int]()
    own_plies: dict[int, list[int]] = {}
    for move in story.moves():
        own_plies.setdefault(move.seat, []).append(move.ply)
        for event in move.events:
            match as_event(event):
                case RoundEnded(by=int(by), cards=cards) if len(cards) >= BULK_CARDS:
                    yield AchievementEarned("bulk-mail", by, own_plies.get(by, [])[-1:])
                case SeatOut(seat=seat, place=0):
                    counts = as_observation(move.before.observe(None))["counts"]
                    if min(count for rival, count in enumerate(counts) if rival != seat) >= MIN_OTHER_CARDS:
                        yield AchievementEarned("clean-desk", seat, [move.ply])
                case SociableHandEnded(order=[boss, *_others]):
                    hand = own_plies.get(boss, [])
                    row, plies = (row + 1, plies + hand) if boss == first else (1, hand)
                    first = boss
                    if as_observation(move.before.observe(None))["order"][-1] == boss:
                        yield AchievementEarned("corner-office", boss, hand)
                    if row >= REIGN_HANDS:
                        yield AchievementEarned("long-reign", boss, plies)
                    own_plies.clear()


FEATS = GameAchievements(
    (
        Achievement(
            "induction-day", "argyle", "book",
            lambda: (_("Induction Day"), _("Finish all the SOCiable lessons.")),
        ),
        Achievement("annual-report", "tartan", "trophy", lambda: (_("Annual Report"), _("Win a match."))),
        Achievement(
            "corner-office", "chairs", "chair",
            lambda: (
                _("Corner Office"),
                _("From Temp to Boss: go out first in a hand you began as the Temp."),
            ),
        ),
        Achievement(
            "long-reign", "crowns", "crown",
            lambda: (_("Long Reign"), _("Go out first three hands in a row.")),
        ),
        Achievement(
            "bulk-mail", "envelopes", "envelope",
            lambda: (_("Bulk Mail"), _("Win a round with four or more cards at once.")),
        ),
        Achievement(
            "clean-desk", "houndstooth", "broom",
            lambda: (
                _("Clean Desk"),
                _("Go out first while everyone else still has three or more cards."),
            ),
        ),
    ),
    _earned_achievements,
    lessons="induction-day",
    won="annual-report",
)  # fmt: skip
