"""What RockIt says of its match, for the screens around it."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Event, Observation, Outcome, Refusal
from game.games.rockit.rules.events import GameEnded, RockItHappening, SeatCameIn, read
from game.games.rockit.rules.observed import observed
from game.games.rockit.words.sentences import ending, news_of, refused
from game.match.film import Marked, Sign
from game.match.rummy.words import RummyWords
from game.words import _, together


class RockItWords(RummyWords):
    """The sentences of one match."""

    leads = "nobody"  # cards come and go, and the last one decides

    def sentence(self, event: Event, times: int = 1) -> str:
        """What an event has done."""
        # As everybody may know it: the card that one has drawn oneself is no news of others.
        return news_of(event, [seat.name for seat in self.match.seats], None)

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Who comes in, and ends of games, besides what every rummy has."""
        names = [seat.name for seat in self.match.seats]
        match read(event):
            case SeatCameIn(seat=seat):
                return Marked(Sign.IN, _("{name} comes in").format(name=names[seat]), seat)
            case GameEnded(winners=[]):
                return Marked(Sign.HAND, _("Nobody wins the game"))
            case GameEnded(winners=winners):
                words = _("The game goes to {name}").format(name=together(names[seat] for seat in winners))
                return Marked(Sign.HAND, words, winners[0])
        return super().mark(event, before)

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused."""
        return refused(refusal, self.match.session.options.number("coming_in_points"))

    def known_of(self, seat: int) -> str:
        """Whether a seat has come in."""
        return _("has come in") if observed(self.match.session.observe(None))["in"][seat] else _("not in yet")

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        names = [seat.name for seat in self.match.seats]
        return ending(outcome, names, self.match.session.options.number("best_of"))

    def curves(self) -> list[list[int]]:
        """The cards in each hand after each move."""
        session = self.match.session
        moments = [observed(session.before(ply).observe(None)) for ply in range(len(session.log) + 1)]
        return [[seen["counts"][seat] for seen in moments] for seat in range(session.players)]

    def read(self, event: Event) -> RockItHappening:
        """An event of the game."""
        return read(event)

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Cards in hand, move by move: the fewer the better")

    def head_start(self, name: str) -> str:
        """That somebody has won a game before the first is dealt."""
        return _("{name} starts a game ahead.").format(name=name)
