"""What Socker says of its match, for the screens around it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Event, Observation, Outcome, Refusal
from game.games.socker.review.tally import tally
from game.games.socker.rules.events import (
    CoinTossed,
    GoalScored,
    Kind,
    LegVoided,
    SockerSocked,
    SockersStoodUp,
    SpotChosen,
    read,
)
from game.games.socker.rules.observed import observed
from game.games.socker.words.sentences import news_of, refused
from game.match.film import Marked, Sign
from game.match.match import Match
from game.match.words import Figure, MatchWords, best_of, total_of
from game.words import _, counted


class SockerWords(MatchWords):
    """The sentences of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    merged = frozenset({str(Kind.PLACE)})

    def sentence(self, event: Event, times: int = 1) -> str:
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
