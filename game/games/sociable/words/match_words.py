"""What SOCiable says of its match, for the screens around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.game import Event, Observation, Outcome, Refusal
from game.games.sociable.review.story import Story
from game.games.sociable.rules.ending import Reason, hands_of
from game.games.sociable.rules.events import CardsPlayed, HandEnded, MatchEnded, SeatOut, TurnPassed, read
from game.games.sociable.words.sentences import laid_words, news_of, refused
from game.match.film import Marked, Sign
from game.match.match import Match
from game.match.words import MatchWords
from game.words import _, counted


class SociableWords(MatchWords):
    """The sentences of one match."""

    def __init__(
        self, match: Match, lead: Callable[[], Sequence[str]], said: Callable[[], str] = str
    ) -> None:
        """Speak of a match.

        Args:
            match: the match.
            lead: the cards to beat, as they are shown.
            said: what stands over the table of what has happened last.
        """
        self.match = match
        self._lead, self._said = lead, said

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done; how a hand has ended shows in the chairs."""
        names = [seat.name for seat in self.match.seats]
        match read(event):
            case CardsPlayed(seat=seat, cards=cards):
                return laid_words(cards, None, names[seat], leads=False)
            case TurnPassed(seat=seat):
                return _("{name} passes").format(name=names[seat])
            case HandEnded() | MatchEnded():
                return ""
        return news_of(event, names, [None] * len(names))

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Who is out first, and who sits on the Boss's chair after each hand."""
        match read(event):
            case SeatOut(seat=seat, place=0):
                return Marked(
                    Sign.STAR, _("{name} is out first").format(name=self.match.seats[seat].name), seat
                )
            case HandEnded(order=order):
                name = self.match.seats[order[0]].name
                return Marked(Sign.CHAIR, _("{name} is the Boss").format(name=name), order[0])
        return None

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused."""
        return refused(refusal, self._lead())

    def just_now(self) -> str:
        """What was laid last, and who has passed."""
        return self._said()

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        if outcome.reason == "conceded":
            assert self.match.conceded is not None
            return _("{name} left the office early.").format(name=self.match.seats[self.match.conceded].name)
        best = max(outcome.scores)
        if outcome.reason == Reason.HANDS:
            hands = hands_of(outcome.scores, self.match.session.options)
            words = counted(
                "After {hands} hands, {n} point wins the match.",
                "After {hands} hands, {n} points win the match.", best,
            )  # fmt: skip
            return words.format(n=best, hands=hands)
        points = counted("{n} point wins the match.", "{n} points win the match.", best).format(n=best)
        if outcome.reason == Reason.BETTER_PLACE:
            return points + " " + _("Equal totals: the better place in the last hand decides.")
        if outcome.reason == Reason.SHARED:
            return points + " " + _("Equal totals: the win is shared.")
        return points

    def curves(self) -> list[list[int]]:
        """The points of each seat after every hand."""
        totals = Story.of(self.match.session.record()).totals
        return [[points[seat] for points in totals] for seat in range(len(self.match.seats))]

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Points, hand by hand")

    def handicap(self) -> str:
        """Who starts in the Boss's chair whatever was drawn."""
        boss = self.match.session.options.seat("handicap")
        return (
            "" if boss is None else _("{name} starts as the Boss.").format(name=self.match.seats[boss].name)
        )
