"""What has just happened in the city: in words, and as the pieces that were laid last."""

from __future__ import annotations

from collections.abc import Callable

from game.core.game import Event
from game.games.city.rules.events import TrackLaid, read
from game.games.city.screen.map_state import Link, MapState
from game.games.city.words.sentences import lost_words, news_of
from game.ui.table.context import ViewContext
from game.words import _


class CityNews:
    """The sentence in the panel, and the mark on what changed last."""

    def __init__(self, table: ViewContext, map_state: MapState) -> None:
        self._table = table
        self._map = map_state
        self.text = ""
        self.laid: list[Link] = []
        """The pieces of the turn before."""
        self._say: Callable[[], str] = str
        """Says the news again, in whatever language is spoken then."""
        self._last_seat = -1
        self._moves_shown = -1
        """How many moves have been made where the picture stands; -1 before there is one."""

    def tell(self, event: Event) -> None:
        """Take in what an event means for the words, and for the mark on what changed last."""
        self._hear(lambda: self._told(event))
        match read(event):
            case TrackLaid(seat=seat, link=[one, other]):
                # Another's piece, or the first of one's next turn: two pieces are a turn.
                if seat != self._last_seat or len(self.laid) > 1:
                    self.laid = []
                self._last_seat = seat
                self.laid.append((one, other))

    def forget(self) -> None:
        """What happened last is told anew: a film stands at another moment."""
        self.text, self._say, self._moves_shown = "", str, -1

    def sync(self, out: set[str]) -> bool:
        """All is shown, or taken back: say so; whether moves have been made or taken back.

        Args:
            out: the colours that could no longer be joined before.
        """
        count = len(self._table.session.log)
        self._remember()
        if count < self._moves_shown:
            self._hear(lambda: _("A move was taken back."))
        # Of a match that is gone on with, it is not known which were lost by the last move.
        elif self._moves_shown >= 0 and (
            fresh := {colour: why for colour, why in self._map.picture.out.items() if colour not in out}
        ):
            self._hear(lambda: lost_words(fresh))
        changed = count != self._moves_shown
        self._moves_shown = count
        return changed

    def retell(self) -> None:
        """Say it in the language that is spoken now."""
        self.text = self._say()

    def _hear(self, say: Callable[[], str]) -> None:
        """Take in news; no words are none."""
        if words := say():
            self.text, self._say = words, say

    def _told(self, event: Event) -> str:
        called = {text: stop.name for text, stop in self._map.city.stops.items()}
        return news_of(event, [seat.name for seat in self._table.seats], called)

    def _remember(self) -> None:
        """Mark the pieces that were laid last, as the log has them."""
        self.laid, self._last_seat = [], -1
        for seat, move in self._table.session.log[-2:]:  # a turn has two pieces at most
            verb, *link = move.split()
            if verb != "lay" or seat != self._last_seat:
                self.laid = []
            if verb == "lay":
                self._last_seat = seat
                self.laid.append((link[0], link[1]))
