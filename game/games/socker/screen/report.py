"""What has just happened on the carpet: in words, as a small picture, and as a trail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.game import Event
from game.games.socker.rules.events import BallKicked, Kind, SetupBegun, SockerMoved, SockerSocked, read
from game.games.socker.screen.panels import NewsShown
from game.games.socker.words.sentences import news_of
from game.match.seats import Seat


class Report:
    """The news beside the board."""

    def __init__(self) -> None:
        self.text = ""
        """The sentence of it."""
        self.shown: NewsShown | None = None
        """The picture beside that sentence."""
        self.trail: tuple[str, str] | None = None
        """From where to where the last action went."""
        self._say: Callable[[], str] = str
        """Says it again, in whatever language is spoken then."""

    def tell(self, event: Event, seats: Sequence[Seat]) -> None:
        """Put an event into words, a small picture and its way on the carpet."""
        if self.hear(lambda: news_of(event, [seat.name for seat in seats])):
            self.shown = _shown(event, seats)
        match read(event):
            case SockerMoved() | BallKicked() | SockerSocked() as action:
                self.trail = action.from_, action.to
            case SetupBegun():
                self.trail = None

    def hear(self, say: Callable[[], str]) -> bool:
        """Tell something; whether there are words for it."""
        words = say()
        if words:
            self.text, self._say = words, say
        return bool(words)

    def retell(self) -> None:
        """Say it in the language that is spoken now."""
        self.hear(self._say)

    def forget(self) -> None:
        """What happened last is told anew: a film stands at another moment."""
        self.text, self._say, self.trail, self.shown = "", str, None, None

    def take_back(self, say: Callable[[], str]) -> None:
        """The last of it was taken back."""
        self.hear(say)
        self.trail = self.shown = None


def _shown(event: Event, seats: Sequence[Seat]) -> NewsShown | None:
    """The picture of an event beside its sentence."""
    kind = Kind(event.kind)
    if event.seat is None or kind in (Kind.LIMIT, Kind.TURN):
        return None
    return NewsShown(kind, event.seat, (seats[event.seat].look, seats[1 - event.seat].look))
