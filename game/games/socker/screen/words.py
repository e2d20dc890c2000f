"""What the screen of Socker says: sentences for events and refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.contract import Event, Observation, Outcome, Refusal
from game.games.socker.review.tally import tally
from game.games.socker.rules.actions import Code
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    CoinTossed,
    DawdleWarned,
    GoalScored,
    Kind,
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
from game.games.socker.rules.observed import observed
from game.match.figures import Figure, best_of, total_of
from game.match.film import Marked, Sign
from game.match.match import Match
from game.ui.table.words import MatchWords
from game.words import _, counted


class SockerWords(MatchWords):
    """The sentences of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    merged = frozenset({str(Kind.PLACE)})

    def told(self, event: Event, times: int = 1) -> str:
        """What an event has done; that puppets stand up again is no step."""
        match read(event):
            case SockersStoodUp():
                return ""
            case SockerSocked(seat=seat):
                return _("{name} socks a puppet.").format(name=self.match.seats[seat].name)
            case SpotChosen(seat=seat):
                return _("{name} puts the ball back.").format(name=self.match.seats[seat].name)
        return news_of(event, [seat.name for seat in self.match.seats])

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Goals, socks, and where all set up anew."""
        names = [seat.name for seat in self.match.seats]
        match read(event):
            case GoalScored(seat=seat, own=own):
                words = _("Own goal for {name}") if own else _("{name}'s goal")
                return Marked(Sign.GOAL, words.format(name=names[seat]), seat)
            case SockerSocked(seat=seat):
                return Marked(Sign.SOCK, _("{name}'s sock").format(name=names[seat]), seat)
            case LegVoided():
                return Marked(Sign.FRESH, _("New set-up"))
            case CoinTossed(cause="sudden_death"):
                return Marked(Sign.FRESH, _("Sudden death"))
        return None

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused."""
        return refused(refusal)

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        first, second = outcome.scores
        options = self.match.session.options
        score = _("The score is {first} to {second}.").format(first=first, second=second)
        if outcome.reason == "conceded":
            return _("The other side gave up.") + " " + score
        if outcome.reason == "sudden_death":
            return _("Decided in sudden death.") + " " + score
        if outcome.reason == "turns":
            turns = options.number("turns")
            return counted("After {n} turn.", "After {n} turns.", turns).format(n=turns) + " " + score
        goals = options.number("goals")
        return counted("First to {n} goal.", "First to {n} goals.", goals).format(n=goals) + " " + score

    def curves(self) -> list[list[int]]:
        """The goals of each side after each turn."""
        session = self.match.session
        moments = (observed(session.before(ply).observe(None)) for ply in range(len(session.log) + 1))
        curves = [[score] for score in next(moments)["score"]]
        turns = -1
        for seen in moments:
            if seen["turns"] != turns:
                turns = seen["turns"]
                for curve, score in zip(curves, seen["score"], strict=True):
                    curve.append(score)
        return curves

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Goals, turn by turn")

    def figures(self) -> list[Figure]:
        """Socks, kicks, and the longest dribble."""
        names, found = [seat.name for seat in self.match.seats], tally(self.match.session)
        return [
            total_of(_("socks: {each}"), names, found.socks),
            total_of(_("kicks: {each}"), names, found.kicks),
            best_of(_("longest dribble"), names, found.dribble),
        ]

    def handicap(self) -> str:
        """Which side has a handicap, and what it is."""
        options = self.match.session.options
        seat = options.seat("handicap")
        if seat is None:
            return ""
        goal = options.word("handicap_is") == "goal_ahead"
        told = _("{name} starts a goal ahead.") if goal else _("{name} plays with one socker fewer.")
        return told.format(name=self.match.seats[seat].name)


def refused(refusal: Refusal) -> str:
    """Why a move cannot be made, for players."""
    told = {
        Code.NOT_EMPTY: _("Somebody stands there already."),
        Code.NOT_ADJACENT: _("That is too far: one space at a time."),
        Code.OUTSIDE_SETUP_AREA: _("Set up in your own half, behind the centre row."),
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
            back = _("Out! The ball comes back to the middle of its row.")
            return back if there else _("Out! The middle of that row is taken.")
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
