"""What SOCKI does otherwise than another rummy."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event
from game.games.socki.handheld import SockiEndings
from game.games.socki.rules.events import Kind, Knocked, SockiHappening, read
from game.games.socki.rules.hands import POINTS
from game.games.socki.screen.knocking import HIT, LENGTH
from game.games.socki.screen.room import ROOM_OF_SOCKI
from game.games.socki.words.sentences import news_of
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.words import _, counted

LENGTHS = {
    Kind.DEAL: 900.0, Kind.DRAW: 320.0, Kind.PLAY: 0.0, Kind.PASS: 560.0, Kind.KNOCK: LENGTH,
    Kind.HAND_END: 400.0, Kind.PLAYOFF: 1200.0, Kind.MATCH_END: 0.0,
}  # fmt: skip
"""How long each event is shown, in ms at the brisk pace; a play takes as long as its cards do."""
SOUNDS = {
    Kind.DEAL: "card_shuffle", Kind.DRAW: "card_draw", Kind.PLAY: "", Kind.PASS: "tick", Kind.KNOCK: "knock",
    Kind.HAND_END: "hand_end", Kind.PLAYOFF: "phase", Kind.MATCH_END: "",
}  # fmt: skip
"""What each event sounds like; some are silent."""


class SockiVariant(Variant):
    """The knock, and who is out."""

    def __init__(self, table: ViewContext) -> None:
        super().__init__(table, ROOM_OF_SOCKI, SockiEndings())

    def news_of(self, event: Event, owner: int | None) -> str:
        drawn = 0
        if event.kind == Kind.DRAW:
            moves = list(self.table.session.log)
            while moves and moves[-1] == (event.seat, "draw"):
                drawn += 1
                moves.pop()
            # The card that is told of now is none of those before it.
            drawn -= 1
        return news_of(event, [seat.name for seat in self.table.seats], max(0, drawn))

    def sitter_line(self, top: Tabletop, seat: int) -> tuple[str, bool | None]:
        points = top.totals[seat]
        return counted("{n} point", "{n} points", points).format(n=points), None

    def left_over(self, cards: Sequence[str]) -> str:
        return f"+{sum(POINTS[card] for card in cards)}"

    def end_words(self, top: Tabletop) -> tuple[str, str, bool]:
        _words, note, ready = super().end_words(top)
        return _("Knock"), note, ready

    def read(self, event: Event) -> SockiHappening:
        return read(event)

    def length(self, event: Event, quick: float) -> float:
        kind = Kind(event.kind)
        if kind is Kind.KNOCK:
            # However full the table is, a knock has to be seen.
            quick = max(0.4, quick)
        return LENGTHS[kind] * (quick if kind in (Kind.DRAW, Kind.PASS, Kind.KNOCK) else 1.0)

    def sound(self, event: Event) -> str:
        return SOUNDS[Kind(event.kind)]

    def mood(self, seat: int, show: Show) -> str:
        match read(show.event):
            case Knocked(seat=one) if seat == one:
                return "sock"
            case Knocked(neighbour=other) if seat == other and show.share > HIT:
                return "socked"
        return ""

    def sits_out(self, top: Tabletop, seat: int) -> bool:
        table = self.table
        # While a round goes on only those have no cards who sit a play-off out.
        return top.counts[seat] == 0 and table.show is None and table.session.to_move is not None

    def next_after(self, top: Tabletop, seat: int | None) -> int | None:
        if seat is None:
            return None
        count = len(self.table.seats)
        others = ((seat + step) % count for step in range(1, count))
        return next((other for other in others if top.counts[other]), None)
