"""What Socker says: sentences for events and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event, Refusal
from game.games.socker.rules.actions import Code
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    CoinTossed,
    DawdleWarned,
    GoalScored,
    LegVoided,
    LimitRaised,
    MatchEnded,
    SetupBegun,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
    TurnPassed,
    read,
)
from game.words import _, counted


def refused(refusal: Refusal) -> str:
    """Why a move cannot be made, for players."""
    told = {
        Code.NOT_EMPTY: _("Somebody stands there already."),
        Code.NOT_ADJACENT: _("That is too far: one space at a time."),
        Code.OUTSIDE_SETUP_AREA: _("Set up in your own half, behind the middle line."),
        Code.NEXT_TO_BALL: _("Nobody may start next to the ball."),
        Code.SETUP_LIMIT: _("At most three of yours may start off the field."),
        Code.NOT_YOUR_SOCKER: _("That one is not yours."),
        Code.SOCKER_DOWN: _("It lies down, and stands up when your turn ends."),
        Code.OFF_THE_BOARD: _("Behind it the carpet ends."),
        Code.BLOCKED: _("The space behind it is taken."),
        Code.OWN_GOAL: _("A kick into the wrong goal is not allowed here."),
        Code.NO_ACTION_YET: _("Do something first: a turn has at least one action."),
        Code.NOT_OFFERED: _("The ball can go on one of the marked spaces only."),
        Code.LIMIT: _("At most three of yours may stand off the field when your turn ends: bring one back."),
    }
    return told.get(Code(refusal.code), _("That cannot be done now."))


def news_of(event: Event, names: Sequence[str]) -> str:
    """What just happened, in a sentence; empty for what needs no words."""
    name = names[event.seat] if event.seat is not None else ""
    match read(event):
        case CoinTossed(cause=cause, turns=turns):
            return {
                "start": _("The coin says: {name} sets up first."),
                "void": _("This came back too often. New set-up, {name} first."),
                "dawdle": _("In {turns} turns the ball came no nearer to a goal. New set-up, {name} first."),
                "sudden_death": _("Sudden death: the next goal wins. {name} sets up first."),
            }[cause].format(name=name, turns=turns)
        case SockerSocked():
            return _("{name} socked a puppet; it sits out its next turn.").format(name=name)
        case SockerMoved():
            return _("{name} takes a step.").format(name=name)
        case BallKicked():
            return _("{name} kicks the ball.").format(name=name)
        case BallOut(to=there):
            back = _("Out! The ball comes back to the middle, level with where it went out.")
            return back if there else _("Out! The middle there is taken.")
        case SpotNeeded():
            return _("{name} chooses where the ball goes.").format(name=name)
        case LimitRaised(limit=limit):
            return counted(
                "{count} may stay off the field this turn.", "{count} may stay off the field this turn.",
                limit,
            ).format(count=limit)  # fmt: skip
        case DawdleWarned(left=left):
            return counted(
                "{n} more turn with the ball no nearer to a goal, and all set up anew.",
                "{n} more turns with the ball no nearer to a goal, and all set up anew.", left,
            ).format(n=left)  # fmt: skip
        case GoalScored(own=own):
            words = _("Own goal! {name} scores.") if own else _("Goal for {name}!")
            return words.format(name=name)
        case TurnPassed():
            return _("{name} cannot move, and passes.").format(name=name)
        case SockersStoodUp():
            return _("{name}'s puppets stand up again.").format(name=name)
        case TurnBegun(repeats=repeats):
            words = _("This position was here before: {name} has one action more.")
            return words.format(name=name) if repeats else ""
        case SockerPlaced():
            return _("{name} sets up.").format(name=name)
        case SetupBegun() | SpotChosen() | LegVoided() | MatchEnded():
            return ""
