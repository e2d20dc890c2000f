"""Remarks of the computer players of Socker, and the achievements of the game."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.game import Event
from game.games.socker.rules.events import (
    BallOut,
    GoalScored,
    InactivityWarned,
    LegVoided,
    SockerCoinTossed,
    SockerMatchEnded,
    SockerSocked,
    TurnBegun,
    as_event,
)
from game.i18n import _
from game.match.achievements import Achievement, AchievementEarned, FinishedMatch, GameAchievements
from game.match.banter import BanterScript, Cue, Lines, end_cues, greetings


def cues(event: Event, seats: int) -> Iterator[Cue]:
    """Cues for remarks after an event, each with a probability."""
    match as_event(event):
        case SockerCoinTossed(cause="start"):
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
        case InactivityWarned():
            yield from (Cue(seat, "dawdle", 0.5) for seat in range(seats))
        case LegVoided():
            yield from (Cue(seat, "void", 0.6) for seat in range(seats))
        case SockerMatchEnded(winners=winners):
            yield from end_cues(winners, seats)


def lines() -> Lines:
    """Return the remarks in the current language, by topic."""
    return {
        "hello": (
            _("Laces tied? Off we go!"),
            _("Mind your toes."),
            _("Where's your goal?"),
            _("I came here to sock."),
        ),
        "goal": (
            _("Goal! Straight in the hamper."),
            _("And it's in!"),
            _("Even I score sometimes."),
            _("This is what I was knitted for."),
            _("One more for the line."),
        ),
        "own_goal": (_("My own drawer. Oh dear."), _("Wrong way!")),
        "conceded": (
            _("That one slipped through."),
            _("A hole in the heel!"),
            _("In my goal? Mine?"),
            _("The next one's mine."),
            _("Someone will pay for that."),
        ),
        "sock": (
            _("Sorry! Not sorry."),
            _("Sweet dreams."),
            _("Thump! I like that sound."),
            _("Who's next?"),
        ),
        "socked": (_("Ouch! My heel."), _("I'm seeing stars."), _("Is that all?")),
        "out": (_("Oops. Too much spin."), _("The ball needed some air.")),
        "dawdle": (_("Are we still playing?"), _("We're turning to felt in here.")),
        "void": (_("Once more from the start."),),
    }


TALK = BanterScript(cues, lines)


HAT_TRICK_GOALS = 3  # goals of one side in a match
CLEAN_SHEET_GOALS = 2  # minimum goals of a win to nil that earns an achievement


def _achievements(story: FinishedMatch) -> Iterator[AchievementEarned]:
    """Yield the achievements that seats earned in a match, with the plies that earned them."""
    goals: dict[int, list[int]] = {0: [], 1: []}
    behind = set()
    turn: list[int] = []
    has_socked = False
    for entry in story.moves():
        turn.append(entry.ply)
        for event in entry.events:
            match as_event(event):
                case TurnBegun():
                    turn, has_socked = [], False
                case SockerSocked():
                    has_socked = True
                case GoalScored(seat=seat, own=own, score=score):
                    if not own:
                        goals[seat].append(entry.ply)
                        yield AchievementEarned("off-the-mark", seat, [entry.ply])
                        if has_socked:
                            yield AchievementEarned("thump-and-goal", seat, list(turn))
                        if len(goals[seat]) == HAT_TRICK_GOALS:
                            yield AchievementEarned("hat-trick", seat, list(goals[seat]))
                    behind |= {side for side in (0, 1) if score[side] < score[1 - side]}
    winner = story.winner()
    if winner is None:
        return
    own_score, foe_score = story.outcome.scores[winner], story.outcome.scores[1 - winner]
    if own_score >= CLEAN_SHEET_GOALS and not foe_score:
        yield AchievementEarned("clean-sheet", winner)
    if winner in behind:
        yield AchievementEarned("turned-around", winner)


FEATS = GameAchievements(
    (
        Achievement(
            "training-ground",
            "clovers",
            "book",
            lambda: (_("Training Ground"), _("Finish all the Socker lessons.")),
        ),
        Achievement("off-the-mark", "footballs", "ball", lambda: (_("Off the Mark"), _("Score a goal."))),
        Achievement(
            "hat-trick", "checks", "hat", lambda: (_("Hat-trick"), _("Score three goals in one match."))
        ),
        Achievement(
            "thump-and-goal",
            "candy",
            "sock",
            lambda: (_("Thump and Goal"), _("Sock a puppet and score in the same turn.")),
        ),
        Achievement(
            "clean-sheet",
            "whistles",
            "lock",
            lambda: (_("Clean Sheet"), _("Win a match 2–0 or better.")),
        ),
        Achievement(
            "turned-around",
            "mushrooms",
            "restart",
            lambda: (_("Turnaround"), _("Win a match after falling behind.")),
        ),
    ),
    _achievements,
    lessons="training-ground",
)
