"""Texts of Socker for the window, phones and files; needs no window.

Sentences for events, refusals and hints, and the statistics of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.core.game import Event, Observation, Outcome, Refusal
from game.core.session import Session
from game.games.socker.rules.actions import SockerRefusal
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    ExtraTimeBegun,
    GoalScored,
    InactivityWarned,
    LegVoided,
    LimitRaised,
    SetupBegun,
    SockerCoinTossed,
    SockerEventKind,
    SockerMatchEnded,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SockerTurnPassed,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
    as_event,
    as_observation,
)
from game.i18n import _, in_turn, plural
from game.match.match_text import EventHighlight, HighlightIcon, MatchStat, MatchText, top_stat

if TYPE_CHECKING:
    from game.games.socker.bot.explain import SockerAdvice, SockerMoveEffect


ADVICE_REQUEST = "game.games.socker.bot.explain:find_advice"  # task that a worker runs for a hint
MAX_REASONS = 2  # maximum reasons in a hint


def advice_sentence(advice: SockerAdvice, opponent: str, *, reasons: bool = True) -> str:
    """Hint with its reason, such as "Kick with this puppet: then two ways to the goal.".

    The spaces are highlighted on the pitch, which has no letters and numbers.

    Args:
        advice: result of `game.games.socker.bot.explain.find_advice`.
        opponent: name of the other player.
        reasons: True to add the reasons.
    """
    match advice["move"].split()[0]:
        case "kick":
            template = _("Kick with this puppet: {why}.") if reasons else _("Kick with this puppet.")
        case "sock":
            template = _("Sock the marked puppet: {why}.") if reasons else _("Sock the marked puppet.")
        case "move":
            template = _("Step to the marked space: {why}.") if reasons else _("Step to the marked space.")
        case "end":
            template = (
                _("End the turn: {why}.") if reasons else _("There's nothing better to do: end the turn.")
            )
        case "spot":
            template = (
                _("The best place for the ball: {why}.") if reasons else
                _("This is the best place for the ball.")
            )  # fmt: skip
        case _:
            template = _("A good place to start: {why}.") if reasons else _("A good place to start.")
    return template.format(why=in_turn(_reasons(advice["effects"], opponent)))


def _reasons(effects: Sequence[SockerMoveEffect], opponent: str) -> list[str]:
    """Reasons as parts of a sentence, at most two; a general one if there are no effects."""
    reasons = [
        _reason(effect).format(name=opponent, count=effect.get("count")) for effect in effects[:MAX_REASONS]
    ]
    return reasons or [_("it's the best move I found")]


def _reason(effect: SockerMoveEffect) -> str:
    """Translated reason for an effect, as a template with ``{name}`` and ``{count}`` in it."""
    count = effect.get("count", 0)
    match effect["kind"]:
        case "goal":
            return _("that's a goal") if effect["now"] else _("it leads to a goal this turn")
        case "stops" if effect["first"]:
            return _("it starts a turn that stops {name} scoring next")
        case "stops":
            return _("this stops {name} scoring next turn")
        case "unstopped":
            return _("I found no sure way to stop {name} scoring next turn")
        case "ways" if effect["later"]:
            return plural(
                "it opens one way to the goal by the end of the turn",
                "it opens {count} ways to the goal by the end of the turn", count,
            )  # fmt: skip
        case "ways":
            return plural("it opens one way to the goal", "it opens {count} ways to the goal", count)
        case "leads":
            return plural(
                "the ball can move one space forward this turn",
                "the ball can move {count} spaces forward this turn", count,
            )  # fmt: skip
        case "forward":
            return plural(
                "the ball moves one space forward",
                "the ball moves {count} spaces forward", count,
            )  # fmt: skip
        case "holds" if not count:
            return (
                _("it starts a turn that stops {name} from moving the ball forward next")
                if effect["later"] else _("then {name} can't move the ball forward next turn")
            )  # fmt: skip
        case "holds" if effect["later"]:
            return plural(
                "it starts a turn that lets {name} move the ball only one space forward next",
                "it starts a turn that lets {name} move the ball only {count} spaces forward next", count,
            )  # fmt: skip
        case "holds":
            return plural(
                "then {name} can move the ball only one space forward",
                "then {name} can move the ball only {count} spaces forward", count,
            )  # fmt: skip
        case "ahead":
            return plural(
                "next turn you could move the ball one space forward",
                "next turn you could move the ball {count} spaces forward", count,
            )  # fmt: skip
        case "near":
            return plural("it's one step from the ball", "it's {count} steps from the ball", count)
        case _:
            return {
                "safe": _("then {name} can sock fewer of your puppets at once"),
                "ready": _("next turn you could sock more of {name}'s puppets"),
                "line": _("it gets closer to the ball's path to your goal"),
                "onward": _("it gets closer to the ball's path forward"),
                "even": _("it doesn't help {name} move the ball any farther"),
                "up": _("it gets further forward"),
                "home": _("it gets closer to your goal"),
                "aside": _("the puppet moves somewhere else"),
                "done": _("the ball can't get any further forward this turn"),
                "guards": _("it guards your goal"),
                "flank": _("it covers the side"),
                "new_setup": _("it makes both sides set up again"),
                "alike": _("the ball gets just as far from any other space"),
                "free": _("the ball is free: {name} has no puppet next to it"),
                "sock": _("that puppet misses {name}'s next turn"),
                "behind": _("from there it can kick the ball forward"),
                "blocks": _("then {name} has fewer kicks forward"),
                "out": _("the ball goes out and comes back level with that spot"),
                "back": _("the puppet gets back on the pitch"),
                "goalside": _("it gets between the ball and your goal"),
                "nearer": _("the puppet gets closer to the ball"),
            }[effect["kind"]]


def refusal_sentence(refusal: Refusal) -> str:
    """Translated reason why a move is refused; for some codes a general one. `ValueError` if unknown."""
    sentences = {
        SockerRefusal.NOT_EMPTY: _("That space is already taken."),
        SockerRefusal.NOT_ADJACENT: _("Too far: one space per step."),
        SockerRefusal.OUTSIDE_SETUP_AREA: _("Set up in your own half, behind the halfway line."),
        SockerRefusal.NEXT_TO_BALL: _("You can't start next to the ball."),
        SockerRefusal.SETUP_LIMIT: _("At most three puppets can start off the pitch."),
        SockerRefusal.NOT_YOUR_SOCKER: _("That puppet isn't yours."),
        SockerRefusal.SOCKER_DOWN: _("It's down. It gets up when your turn ends."),
        SockerRefusal.OFF_THE_BOARD: _("The carpet ends behind it."),
        SockerRefusal.BLOCKED: _("The space behind it is taken."),
        SockerRefusal.OWN_GOAL: _("Own goals aren't allowed in this match."),
        SockerRefusal.NO_ACTION_YET: _("Do something first: a turn needs at least one action."),
        SockerRefusal.NOT_OFFERED: _("The ball can only go on one of the marked spaces."),
        SockerRefusal.LIMIT: _(
            "Bring one back: at most three puppets can be off the pitch when your turn ends."
        ),
    }
    return sentences.get(SockerRefusal(refusal.code), _("You can't do that now."))


def refusal_words(refusal: Refusal) -> str:
    """Translated reason of `refusal_sentence` in two or three words, for a bubble at the refused space."""
    words = {
        SockerRefusal.NOT_EMPTY: _("Already taken"),
        SockerRefusal.NOT_ADJACENT: _("Too far"),
        SockerRefusal.OUTSIDE_SETUP_AREA: _("Own half only"),
        SockerRefusal.NEXT_TO_BALL: _("Ball too close"),
        SockerRefusal.SETUP_LIMIT: _("Too many outside"),
        SockerRefusal.NOT_YOUR_SOCKER: _("Not your puppet"),
        SockerRefusal.SOCKER_DOWN: _("Still down"),
        SockerRefusal.OFF_THE_BOARD: _("No space behind"),
        SockerRefusal.BLOCKED: _("Blocked behind"),
        SockerRefusal.OWN_GOAL: _("No own goals"),
        SockerRefusal.NO_ACTION_YET: _("Act first"),
        SockerRefusal.NOT_OFFERED: _("Marked spaces only"),
        SockerRefusal.LIMIT: _("Too many outside"),
    }
    return words.get(SockerRefusal(refusal.code), _("Not possible now"))


def event_sentence(event: Event, names: Sequence[str]) -> str:
    """Sentence about an event. Empty if it needs no words."""
    name = names[event.seat] if event.seat is not None else ""
    match as_event(event):
        case SockerCoinTossed(cause=cause, turns=turns):
            return {
                "start": _("{name} wins the toss and sets up first."),
                "void": _("Same position too often. New set-up: {name} goes first."),
                "dawdle": _("No progress in {turns} turns. New set-up: {name} goes first."),
                "sudden_death": _("Sudden death: the next goal wins. {name} sets up first."),
            }[cause].format(name=name, turns=turns)
        case SockerSocked():
            return _("{name} socked a puppet. It misses its next turn.").format(name=name)
        case SockerMoved():
            return _("{name} takes a step.").format(name=name)
        case BallKicked():
            return _("{name} kicks the ball.").format(name=name)
        case BallOut(to=there):
            back = _("Out! The ball comes back to the middle, level with where it went out.")
            return back if there else _("Out! The middle is taken.")
        case SpotNeeded():
            return _("{name} chooses where the ball goes.").format(name=name)
        case LimitRaised(limit=limit):
            return plural(
                "Up to {count} can stay off the pitch this turn.", "Up to {count} can stay off "
                                                             "the pitch this turn.",
                limit,
            ).format(count=limit)  # fmt: skip
        case InactivityWarned(left=left):
            return plural(
                "{n} more turn without progress and both sides set up again.",
                "{n} more turns without progress and both sides set up again.", left,
            ).format(n=left)  # fmt: skip
        case ExtraTimeBegun(acts=acts):
            return _("No goal for a while: extra time, {count} actions a turn.").format(count=acts)
        case GoalScored(own=own):
            template = _("Own goal! {name} scores.") if own else _("Goal for {name}!")
            return template.format(name=name)
        case SockerTurnPassed():
            return _("{name} can't move and passes.").format(name=name)
        case SockersStoodUp(cells=cells):
            return plural(
                "{name}'s puppet gets up again.", "{name}'s puppets get up again.", len(cells)
            ).format(name=name)
        case TurnBegun(repeats=repeats):
            template = _("Repeated position: {name} gets one extra action.")
            return template.format(name=name) if repeats else ""
        case SockerPlaced():
            return _("{name} sets up.").format(name=name)
        case SetupBegun() | SpotChosen() | LegVoided() | SockerMatchEnded():
            return ""


def tally(session: Session) -> tuple[list[int], list[int], list[int]]:
    """Three lists by side, for a match: socks, kicks, and the most kicks of one puppet in a row.

    A row ends when another puppet kicks the ball, or when the ball is out.
    """
    socks, kicks, best = [0, 0], [0, 0], [0, 0]
    carrier, row = "", 0
    for ply in range(len(session.log)):
        for event in session.events_of(ply):
            match as_event(event):
                case SockerSocked(seat=seat, from_=cell):
                    socks[seat] += 1
                    carrier = "" if cell == carrier else carrier
                case SockerMoved(from_=cell, to=there) if cell == carrier:
                    carrier = there
                case BallKicked(seat=seat, who=who):
                    kicks[seat] += 1
                    row = row + 1 if who == carrier else 1
                    carrier, best[seat] = who, max(best[seat], row)
                case BallOut() | GoalScored() | SetupBegun():
                    carrier = ""
    return socks, kicks, best


class SockerWords(MatchText):
    """Sentences and statistics of one match."""

    merged = frozenset({str(SockerEventKind.PLACE)})

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Sentence about an event. Empty if it needs none, or if fallen puppets get up."""
        match as_event(event):
            case SockersStoodUp():
                return ""
            case SockerSocked(seat=seat):
                return _("{name} socks a puppet.").format(name=self.names[seat])
            case SpotChosen(seat=seat):
                return _("{name} puts the ball back.").format(name=self.names[seat])
        return event_sentence(event, self.names)

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of a goal, a sock or a new set-up. None for other events."""
        names = self.names
        match as_event(event):
            case GoalScored(seat=seat, own=own):
                template = _("Own goal for {name}") if own else _("Goal for {name}")
                return EventHighlight(HighlightIcon.GOAL, template.format(name=names[seat]), seat)
            case SockerSocked(seat=seat):
                return EventHighlight(HighlightIcon.SOCK, _("Sock by {name}").format(name=names[seat]), seat)
            case LegVoided():
                return EventHighlight(HighlightIcon.FRESH, _("New set-up"))
            case SockerCoinTossed(cause="sudden_death"):
                return EventHighlight(HighlightIcon.FRESH, _("Sudden death"))
        return None

    def refusal_sentence(self, refusal: Refusal) -> str:
        return refusal_sentence(refusal)

    def end_sentence(self, outcome: Outcome) -> str:
        """Reason why the match ended, and the score with the winner's goals first."""
        first, second = outcome.scores[:: -1 if outcome.winners == (1,) else 1]
        score = _("The score is {first} to {second}.").format(first=first, second=second)
        return f"{self.end_reason(outcome)} {score}"

    def end_reason(self, outcome: Outcome) -> str:
        """Reason why the match ended, without the score."""
        options = self.match.session.options
        if outcome.reason == "conceded":
            return self.gave_up
        if outcome.reason == "sudden_death":
            return _("Decided in sudden death.")
        if outcome.reason == "turns":
            turns = options.get_int("turns")
            return plural("After {n} turn.", "After {n} turns.", turns).format(n=turns)
        goals = options.get_int("goals")
        return plural("First to {n} goal.", "First to {n} goals.", goals).format(n=goals)

    def curves(self) -> list[list[int]]:
        """Goals per side, a list for each: at the start, after the first move, and after each turn."""
        session = self.match.session
        moments = (as_observation(session.before(ply).observe(None)) for ply in range(len(session.log) + 1))
        curves = [[score] for score in next(moments)["score"]]
        turns = -1
        for observation in moments:
            if observation["turns"] != turns:
                turns = observation["turns"]
                for curve, score in zip(curves, observation["score"], strict=True):
                    curve.append(score)
        return curves

    def curves_title(self) -> str:
        return _("Goals, turn by turn")

    def stats(self) -> list[MatchStat]:
        """Three statistics: socks, kicks, and the longest dribble."""
        socks, kicks, dribble = tally(self.match.session)
        return [
            top_stat(plural("sock", "socks", max(socks)), socks, "sock"),
            top_stat(plural("kick", "kicks", max(kicks)), kicks, "kick"),
            top_stat(_("longest dribble"), dribble, "dribble", min_value=2),
        ]

    def handicap_sentence(self, seat: int) -> str:
        """Translated sentence on a seat's handicap: a goal ahead, or one socker fewer."""
        goal = self.match.session.options.get_str("handicap_is") == "goal_ahead"
        template = _("{name} starts one goal up.") if goal else _("{name} plays with one puppet fewer.")
        return template.format(name=self.names[seat])


WORDS = SockerWords
