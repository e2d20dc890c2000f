"""Remarks of the computer players of Socks in the City, and the achievements of the game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.city.rules.events import (
    BlockerPut,
    CityCoinTossed,
    CityTurnPassed,
    PairJoined,
    TrackLaid,
    as_event,
)
from game.i18n import _
from game.match.achievements import Achievement, AchievementEarned, FinishedMatch, GameAchievements
from game.match.banter import BanterScript, Cue, Lines, greetings


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Yields the cues for remarks after an event, often none: seat, key in `lines`, probability (0 to 1)."""
    match as_event(event):
        case CityCoinTossed():
            yield from greetings(seats)
        case PairJoined(seat=seat):
            yield Cue(seat, "joined", 0.8)
            yield Cue(1 - seat, "lost_pair", 0.6)
        case BlockerPut(seat=seat):
            yield Cue(seat, "block", 0.3)
        case TrackLaid(seat=seat):
            yield Cue(seat, "laid", 0.04)
        case CityTurnPassed(seat=seat):
            yield Cue(seat, "passed", 0.4)


def lines() -> Lines:
    """Return the remarks in the current language, by topic."""
    return {
        "hello": (_("Mind the gap!"), _("All socks aboard."), _("I'll take the scenic route.")),
        "joined": (
            _("A pair! Home at last."),
            _("Two socks, one drawer."),
            _("And nobody stopped me."),
            _("What a ride!"),
            _("Worth every mile."),
        ),
        "lost_pair": (
            _("I wanted those two!"),
            _("There goes my train."),
            _("I only looked away for a second!"),
            _("I'll catch the next train."),
        ),
        "block": (_("No through road."), _("Closed until further notice.")),
        "laid": (_("One more rail."), _("Choo choo."), _("I can see the end of the line.")),
        "passed": (_("I'm all out of rails."),),
    }


TALK = BanterScript(cues, lines)


PAIR_COUNT = 6  # all pairs of a match
PAIRS_IN_ONE_TURN = 2  # pairs joined in one turn
LONG_LINK_COUNT = 15  # links from sock to sock


def _achievements(story: FinishedMatch) -> Iterator[AchievementEarned]:
    """Yields an achievement with its seat and plies each time that a joined pair earns it."""
    join_plies: dict[int, list[int]] = {0: [], 1: []}
    turn, mover = list[int](), -1
    for entry in story.moves():
        # A turn ends when another seat is to move; its joins are gathered until then.
        turn = turn if entry.seat == mover else []
        mover = entry.seat
        for event in entry.events:
            match as_event(event):
                case PairJoined(seat=seat, way=way):
                    turn.append(entry.ply)
                    join_plies[seat].append(entry.ply)
                    yield AchievementEarned("first-departure", seat, [entry.ply])
                    if len(way) > LONG_LINK_COUNT:
                        yield AchievementEarned("long-way-home", seat, [entry.ply])
                    if len(turn) == PAIRS_IN_ONE_TURN:
                        yield AchievementEarned("alley-cats", seat, list(turn))
                    if len(join_plies[seat]) == PAIR_COUNT:
                        yield AchievementEarned("six-pairs", seat, join_plies[seat])


FEATS = GameAchievements(
    (
        Achievement(
            "main-line", "tracks", "book",
            lambda: (_("Main Line"), _("Finish all the Socks in the City lessons.")),
        ),
        Achievement("last-train", "snow", "trophy", lambda: (_("Last Train"), _("Win a match."))),
        Achievement(
            "first-departure", "trains", "train",
            lambda: (_("First Departure"), _("Bring a pair of socks together.")),
        ),
        Achievement(
            "six-pairs", "hearts", "heart",
            lambda: (_("Six Pairs"), _("Bring all six pairs of a match home yourself.")),
        ),
        Achievement(
            "long-way-home", "windows", "home",
            lambda: (_("The Long Way Home"), _("Join a pair by a route of fifteen links or more.")),
        ),
        Achievement("alley-cats", "cats", "cat", lambda: (_("Alley Cats"), _("Join two pairs in one turn."))),
    ),
    _achievements,
    lessons="main-line",
    won="last-train",
)  # fmt: skip
