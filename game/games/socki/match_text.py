"""Texts of SOCKI, in the window, on phones and in files: events, refusals, and the result of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.game import Event, Observation, Outcome, Refusal
from game.core.rummy.table import CardDrawn, RummyCardsPlayed, RummyTurnPassed
from game.games.socki.rules import SockiEndReason
from game.games.socki.rules.events import (
    Knocked,
    PlayoffCalled,
    SockiEventKind,
    SockiHandDealt,
    SockiHandEnded,
    SockiHappening,
    SockiMatchEnded,
    as_event,
    as_observation,
)
from game.games.socki.rules.state import MAX_START_POINTS, ONE_ROUND, SockiRefusal
from game.i18n import _, join_names, plural
from game.match.match_text import EventHighlight, HighlightIcon
from game.match.rummy.match_text import RummyWords, card_names


def event_sentence(event: Event, names: Sequence[str], drawn_before: int) -> str:
    """Translated sentence about an event; empty for knocks and the match end.

    The event is redacted for the viewer. ``drawn_before`` is the number of cards that its seat has already
    drawn in this turn.
    """
    match as_event(event):
        case SockiHandDealt(seat=seat):
            return _("{name} deals.").format(name=names[seat])
        case CardDrawn(seat=seat):
            count = drawn_before + 1
            return plural("{name} draws a card.", "{name} has drawn {n} cards.", count).format(
                name=names[seat], n=count
            )
        case RummyCardsPlayed(seat=seat, cards=cards):
            return _("{name} plays {cards}.").format(name=names[seat], cards=card_names(cards))
        case RummyTurnPassed(seat=seat):
            return _("{name} passes.").format(name=names[seat])
        case SockiHandEnded(seat=None):
            return _("Everyone has passed: the round is blocked.")
        case SockiHandEnded(seat=int(seat)):
            return _("{name} goes out.").format(name=names[seat])
        case PlayoffCalled():
            return _("Tied on points: one more round decides.")
        case Knocked() | SockiMatchEnded() | SockiHandEnded():
            return ""


class SockiWords(RummyWords):
    """Sentences of one match."""

    merged = frozenset({str(SockiEventKind.DRAW)})

    def event_sentence(self, event: Event, times: int = 1) -> str:
        """Translated sentence about the last of ``times`` such events in a row; may be empty."""
        return event_sentence(event, self.names, times - 1)

    def highlight(self, event: Event, before: Callable[[], Observation]) -> EventHighlight | None:
        """Highlight of a round's end or a play-off; other events as in all rummies, perhaps None."""
        match as_event(event):
            case SockiHandEnded(seat=int(seat)):
                return EventHighlight(
                    HighlightIcon.HAND, _("{name} goes out").format(name=self.names[seat]), seat
                )
            case SockiHandEnded():
                return EventHighlight(HighlightIcon.HAND, _("The round is blocked"))
            case PlayoffCalled():
                return EventHighlight(HighlightIcon.FRESH, _("Play-off"))
        return super().highlight(event, before)

    def refusal_sentence(self, refusal: Refusal) -> str:
        """Translated sentence that explains a refusal. Raises `ValueError` for an unknown code."""
        sentences = {
            SockiRefusal.SHORT_PILE: _("A pile needs at least three cards."),
            SockiRefusal.NOT_A_PILE: _("One of the piles isn't a set or a run."),
            SockiRefusal.TABLE_CARD_MISSING: _("Cards on the table stay on the table."),
            SockiRefusal.NOTHING_PLAYED: _("Play at least one card from your hand, or draw."),
            SockiRefusal.OPENING_THREE: _("House rule: the first play of a round is exactly three cards."),
            SockiRefusal.MORE_TO_PLAY: _("House rule: play all you can. There's still more to play."),
            SockiRefusal.MUST_PLAY: _("You can play, so you must: look again."),
            SockiRefusal.STOCK_EMPTY: _("The draw pile is empty: play or pass."),
            SockiRefusal.STOCK_NOT_EMPTY: _("You can't pass while there's a draw pile: draw."),
        }
        return sentences.get(SockiRefusal(refusal.code), _("You can't do that now."))

    def won(self, over: SockiMatchEnded) -> str:
        """Translated sentence on the winners, without full stop; with points except after a play-off."""
        names, n = (
            join_names(self.names[seat] for seat in over.winners),
            over.scores[over.winners[0]],
        )
        if len(over.winners) > 1:
            sentence = plural(
                "{names} share the win with {n} point", "{names} share the win with {n} points", n
            )
            return sentence.format(names=names, n=n)
        if self._played_off():
            return _("{name} wins the play-off and the match").format(name=names)
        sentence = plural("{name} wins the match with {n} point", "{name} wins the match with {n} points", n)
        return sentence.format(name=names, n=n)

    def seats_by_place(self, over: SockiMatchEnded) -> list[int]:
        """Seats in the order of their places: winners, other play-off players, then the rest by totals."""
        played_off = self._played_off()
        return sorted(
            range(len(over.scores)),
            key=lambda seat: (seat not in over.winners, seat not in played_off, over.scores[seat]),
        )

    def _played_off(self) -> list[int]:
        """Seats of the play-off that ended the match; empty if there was none."""
        session = self.match.session
        if session.outcome is None or session.outcome.reason != SockiEndReason.PLAYOFF:
            return []
        plies = reversed(range(len(session.log)))
        played_events = (as_event(event) for ply in plies for event in session.events_of(ply))
        return next(
            (event.seats for event in played_events if isinstance(event, PlayoffCalled)),
            list(session.outcome.winners),
        )

    def end_sentence(self, outcome: Outcome) -> str:
        """Translated reason why the match ended, or that it was given up."""
        if outcome.reason == "conceded":
            return self.gave_up
        if outcome.reason == SockiEndReason.PLAYOFF:
            name = self.match.seats[outcome.winners[0]].name
            return _("Equal totals, so a play-off: {name} had the fewest points.").format(name=name)
        target = self.match.session.options.get_int("target")
        if target == ONE_ROUND:
            return _("After one round, the fewest points win.")
        name = self.match.seats[outcome.scores.index(max(outcome.scores))].name
        return _("{name} went over {target}, so the lowest total wins.").format(name=name, target=target)

    def curves(self) -> list[list[int]]:
        """For each seat its totals in points, before the first round and after each round."""
        session = self.match.session
        curves: list[list[int]] = [
            [score] for score in as_observation(session.before(0).observe(None))["scores"]
        ]
        for ply in range(len(session.log)):
            for event in session.events_of(ply):
                match as_event(event):
                    case SockiHandEnded(scores=scores):
                        for curve, score in zip(curves, scores, strict=True):
                            curve.append(score)
        return curves

    def read(self, event: Event) -> SockiHappening:
        return as_event(event)

    def curves_title(self) -> str:
        return _("Points, round by round (fewer is better)")

    def head_start(self, name: str) -> str:
        """Translated sentence that a seat starts with points because of a handicap."""
        return _("{name} starts with {n} points.").format(name=name, n=MAX_START_POINTS)


WORDS = SockiWords
