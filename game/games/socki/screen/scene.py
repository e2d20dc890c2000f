"""SOCKI on the screen: the shared rummy table in a stormy night on the beach."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import Event
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

    def begin(self, event: Event) -> None:
        super().begin(event)
        if event.kind == "knock":
            self.table.stage.audio.play("knock")

    def moods(self) -> Sequence[str]:
        return ("sock", "socked")

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        show = self.table.show
        if show is None or show.event.kind != "knock" or show.event.seat is None:
            return
        start, end = self._head(show.event.seat), self._head(show.event.data["neighbour"])
        draw_knock(painter, start, end, show.share, still=self.table.stage.still)

    def _head(self, seat: int) -> tuple[float, float]:
        """Where the head of a seat's puppet is."""
        top, others = self.top, len(self.table.seats) - 1
        box = top.room.puppet_box(top.seat_box(seat), others, seat == top.bottom)
        return box.centre[0] + 6, box.y + box.h * 0.42

    def tally(self, event: Event) -> None:
        data, table = event.data, self.table
        target = table.session.options.number("target")
        lines = [
            TallyRow(
                table.seats[seat], data["points"][seat], data["scores"][seat],
                _("exactly {n}: back to 0").format(n=target) if seat in data["reset"] else "",
                won=seat == event.seat,
            )
            for seat in range(len(table.seats))
        ]  # fmt: skip
        title = _("The round is blocked") if data["blocked"] else _("{name} goes out").format(
            name=table.seats[event.seat or 0].name
        )  # fmt: skip
        card = Tally(table.stage, title, lines, final=data["final"])
        table.stage.scenes.push(card, lambda _done: self.plays.go_on())


VIEW = SockiView
