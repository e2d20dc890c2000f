"""What SOCKI says, in the window, on phones and in files: events, refusals, and its match as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.game import Event, Observation, Outcome, Refusal
from game.core.rummy.table import CardDrawn, CardsPlayed, TurnPassed
from game.games.socki.rules import Reason
from game.games.socki.rules.events import (
    HandDealt,
    HandEnded,
    Kind,
    Knocked,
    MatchEnded,
    PlayoffCalled,
    SockiHappening,
    observed,
    read,
)
from game.games.socki.rules.state import ONE_ROUND, START_POINTS, Code
from game.i18n import _, counted, together
from game.match.match_text import Marked, Sign
from game.match.rummy.match_text import RummyWords, card_names


def news_of(event: Event, names: Sequence[str], drawn_before: int) -> str:
    """What just happened, in a sentence; empty for what needs no words.

    The event is as the one who looks may know it; ``drawn_before`` is how many cards its seat has drawn in
    this turn before.
    """
    match read(event):
        case HandDealt(seat=seat):
            return _("{name} has dealt.").format(name=names[seat])
        case CardDrawn(seat=seat):
            count = drawn_before + 1
            return counted("{name} draws a card.", "{name} has drawn {n} cards.", count).format(
                name=names[seat], n=count
            )
        case CardsPlayed(seat=seat, cards=cards):
            if len(cards) <= 3:
                return _("{name} lays {cards}.").format(name=names[seat], cards=card_names(cards))
            return counted("{name} lays {n} card.", "{name} lays {n} cards.", len(cards)).format(
                name=names[seat], n=len(cards)
            )
        case TurnPassed(seat=seat):
            return _("{name} passes.").format(name=names[seat])
        case HandEnded(seat=None):
            return _("All have passed: the round is blocked.")
        case HandEnded(seat=int(seat)):
            return _("{name} goes out.").format(name=names[seat])
        case PlayoffCalled():
            return _("Equal totals: one more round decides.")
        case Knocked() | MatchEnded() | HandEnded():
            return ""


class SockiWords(RummyWords):
    """The sentences of one match."""

    merged = frozenset({str(Kind.DRAW)})

    def sentence(self, event: Event, times: int = 1) -> str:
        return news_of(event, self.names, times - 1)

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Ends of rounds, and that equal totals are played off, besides what every rummy has."""
        match read(event):
            case HandEnded(seat=int(seat)):
                return Marked(Sign.HAND, _("{name} goes out").format(name=self.names[seat]), seat)
            case HandEnded():
                return Marked(Sign.HAND, _("The round is blocked"))
            case PlayoffCalled():
                return Marked(Sign.FRESH, _("Play-off"))
        return super().mark(event, before)

    def refused(self, refusal: Refusal) -> str:
        told = {
            Code.SHORT_PILE: _("A pile has at least three cards."),
            Code.NOT_A_PILE: _("One of the piles is neither a set nor a run."),
            Code.TABLE_CARD_MISSING: _("Cards of the table stay on the table."),
            Code.NOTHING_PLAYED: _("Lay at least one card of your hand, or draw."),
            Code.OPENING_THREE: _("By the house rules the first play of a round is exactly three cards."),
            Code.MORE_TO_PLAY: _("By the house rules you play all you can, and there is more to play."),
            Code.MUST_PLAY: _("There is a play, and it comes first: look again."),
            Code.STOCK_EMPTY: _("The draw pile is empty: play, or pass."),
            Code.STOCK_NOT_EMPTY: _("Nobody passes while there is a draw pile: draw."),
        }
        return told.get(Code(refusal.code), _("That cannot be done now."))

    def won(self, over: MatchEnded) -> str:
        names, n = (
            together(self.names[seat] for seat in over.winners),
            over.scores[over.winners[0]],
        )
        if len(over.winners) > 1:
            words = counted(
                "{names} share the win with {n} point", "{names} share the win with {n} points", n
            )
            return words.format(names=names, n=n)
        if self._played_off():
            return _("{name} wins the play-off, and the match").format(name=names)
        words = counted("{name} wins the match with {n} point", "{name} wins the match with {n} points", n)
        return words.format(name=names, n=n)

    def placed(self, over: MatchEnded) -> list[int]:
        """The seats in the order of their places: the winners, who else has played off, then by totals."""
        played_off = self._played_off()
        return sorted(
            range(len(over.scores)),
            key=lambda seat: (seat not in over.winners, seat not in played_off, over.scores[seat]),
        )

    def _played_off(self) -> list[int]:
        """Who was in the play-off that has ended the match; nobody where there was none."""
        session = self.match.session
        if session.outcome is None or session.outcome.reason != Reason.PLAYOFF:
            return []
        plies = reversed(range(len(session.log)))
        called = (read(event) for ply in plies for event in session.events_of(ply))
        return next(
            (event.seats for event in called if isinstance(event, PlayoffCalled)),
            list(session.outcome.winners),
        )

    def ending(self, outcome: Outcome) -> str:
        if outcome.reason == "conceded":
            return self.gave_up
        if outcome.reason == Reason.PLAYOFF:
            name = self.match.seats[outcome.winners[0]].name
            return _("Equal totals were played off: {name} had the fewest points there.").format(name=name)
        target = self.match.session.options.number("target")
        if target == ONE_ROUND:
            return _("One round was played; the fewest points win.")
        return _("A total has gone over {target}; the lowest wins.").format(target=target)

    def curves(self) -> list[list[int]]:
        """The points of each seat after each round."""
        session = self.match.session
        curves: list[list[int]] = [[score] for score in observed(session.before(0).observe(None))["scores"]]
        for ply in range(len(session.log)):
            for event in session.events_of(ply):
                match read(event):
                    case HandEnded(scores=scores):
                        for curve, score in zip(curves, scores, strict=True):
                            curve.append(score)
        return curves

    def read(self, event: Event) -> SockiHappening:
        return read(event)

    def curves_title(self) -> str:
        return _("Points, round by round: the fewer the better")

    def head_start(self, name: str) -> str:
        """That somebody has points before the first round."""
        return _("{name} starts with {n} points.").format(name=name, n=START_POINTS)


WORDS = SockiWords
