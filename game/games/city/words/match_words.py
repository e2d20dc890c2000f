"""What Socks in the City says of its match, for the screens around it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Event, Observation, Outcome, Refusal
from game.games.city.review.tally import tally
from game.games.city.rules.events import PairJoined, read
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.state import SUPPLY
from game.games.city.words.naming import called
from game.games.city.words.sentences import (
    colour_within,
    end_words,
    news_of,
    out_of_reach,
    refused,
    tie_words,
)
from game.match.film import Marked, Sign
from game.match.match import Match
from game.match.words import Figure, MatchWords, best_of, total_of
from game.words import _


class CityWords(MatchWords):
    """The sentences of one match."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done."""
        seen = observed(self.match.session.observe(None))
        return news_of(event, [seat.name for seat in self.match.seats], called(seen["stations"]))

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Pairs that were joined."""
        match read(event):
            case PairJoined(seat=seat, colour=colour):
                words = _("{name} joins {colour}")
                named = words.format(name=self.match.seats[seat].name, colour=colour_within(colour))
                return Marked(Sign.PAIR, named, seat)
        return None

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused."""
        return refused(refusal, [seat.name for seat in self.match.seats])

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        if outcome.reason == "conceded":
            return _("The other side gave up.")
        said = end_words(out_of_reach(BoardReading.of(observed(self.match.session.observe(None)))))
        return f"{said} {tie_words(outcome, self.match.session.options, self.match.session.names)}".rstrip()

    def curves(self) -> list[list[int]]:
        """The points of each side after each piece."""
        session = self.match.session
        curves: list[list[int]] = [[0], [0]]
        for ply, (_seat, move) in enumerate(session.log):
            joins = [event for event in map(read, session.events_of(ply)) if isinstance(event, PairJoined)]
            if move.startswith(("lay", "pass")):
                for number, curve in enumerate(curves):
                    gain = sum(join.worth for join in joins if join.seat == number)
                    curve.append(curve[-1] + gain)
        return curves

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Points, piece by piece")

    def figures(self) -> list[Figure]:
        """Pairs, the longest line home, and the pieces that are left."""
        names, found = [seat.name for seat in self.match.seats], tally(self.match.session)
        return [
            total_of(_("pairs: {each}"), names, found.pairs),
            best_of(_("longest line"), names, found.line),
            total_of(_("pieces left: {each}"), names, found.left),
        ]

    def handicap(self) -> str:
        """Who has more or fewer pieces of track, and how many."""
        options = self.match.session.options
        seat, pieces = options.seat("handicap"), options.number("handicap_track")
        if seat is None:
            return ""
        told = _("{name} has {n} pieces of track in all, {other} has {all}.")
        names = [seat.name for seat in self.match.seats]
        return told.format(name=names[seat], n=pieces, other=names[1 - seat], all=SUPPLY)
