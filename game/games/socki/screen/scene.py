"""SOCKI on the screen: the shared rummy table in a stormy night on the beach."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import Event
from game.games.socki.rules.events import HandEnded, Knocked, read
from game.games.socki.screen.knocking import draw_knock
from game.games.socki.screen.variant import SockiVariant, SockiWords
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.room import TableBoxes
from game.ui.table.rummy.scene import RummyView
from game.ui.table.rummy.tally import Tally, TallyRow
from game.words import _


class SockiView(RummyView):
    """A match of SOCKI."""

    music = "beach"

    def __init__(self, table: ViewContext) -> None:
        super().__init__(table, SockiVariant(table), SockiWords)

    def moods(self) -> Sequence[str]:
        return ("sock", "socked")

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        show = self.table.show
        if show is None:
            return
        match read(show.event):
            case Knocked(seat=seat, neighbour=neighbour):
                start, end = self._head(seat), self._head(neighbour)
                draw_knock(painter, start, end, show.share, still=self.table.stage.still)

    def _head(self, seat: int) -> tuple[float, float]:
        """Where the head of a seat's puppet is."""
        top, others = self.top, len(self.table.seats) - 1
        box = top.room.puppet_box(top.seat_box(seat), others, own=seat == top.bottom)
        return box.centre[0] + 6, box.y + box.h * 0.42

    def tally(self, event: Event) -> None:
        ended, table = read(event), self.table
        assert isinstance(ended, HandEnded)
        target = table.session.options.number("target")
        lines = [
            TallyRow(
                table.seats[seat], ended.points[seat], ended.scores[seat],
                _("exactly {n}: back to 0").format(n=target) if seat in ended.reset else "",
                won=seat == ended.seat,
            )
            for seat in range(len(table.seats))
        ]  # fmt: skip
        title = _("The round is blocked") if ended.seat is None else _("{name} goes out").format(
            name=table.seats[ended.seat].name
        )  # fmt: skip
        card = Tally(table.stage, title, lines, final=ended.final)
        table.stage.scenes.push(card, lambda _done: self.plays.go_on())


VIEW = SockiView
