"""SOCKI on the screen: the shared rummy table in a stormy night on the beach."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event, Observation
from game.games.socki.rules.events import HandEnded, Kind, Knocked, MatchEnded, PlayoffCalled, read
from game.games.socki.rules.hands import DECK, hand_size
from game.games.socki.rules.state import ONE_ROUND
from game.games.socki.screen.knocking import draw_knock
from game.games.socki.screen.room import BEACHES
from game.games.socki.screen.variant import SockiVariant
from game.games.socki.screen.weather import nearness
from game.games.socki.words.match_words import SockiWords
from game.ui.kit.paint import Painter
from game.ui.table.context import ViewContext
from game.ui.table.rummy.laid_open import WHOLE
from game.ui.table.rummy.room import TableBoxes
from game.ui.table.rummy.scene import RummyView
from game.ui.table.rummy.tally import Tally, TallyRow
from game.words import _


class SockiView(RummyView):
    """A match of SOCKI."""

    music = "beach"
    words: SockiWords

    def __init__(self, table: ViewContext) -> None:
        super().__init__(table, SockiVariant(table), SockiWords)

    # The end of a round.

    def length(self, event: Event) -> float:
        ends = event.kind == Kind.HAND_END and self.laid_open.is_unread
        return WHOLE if ends else super().length(event)

    def begin(self, event: Event) -> None:
        if event.kind == Kind.DEAL:
            self.laid_open.take_up()
        super().begin(event)
        if event.kind == Kind.HAND_END and self.laid_open.is_unread:
            self.laid_open.begin(None)

    def settle(self, event: Event) -> None:
        super().settle(event)
        self._look_at_sky()

    def _look_at_sky(self) -> None:
        """The storm comes nearer as the draw pile goes down."""
        seats = len(self.table.seats)
        beach = BEACHES[nearness(self.top.stock, len(DECK) - seats * hand_size(seats))]
        if beach is not self.top.room:
            self.top.room = beach
            self.table.redraw()

    def sync(self, seen: Observation) -> None:
        super().sync(seen)
        self._look_at_sky()

    def moods(self) -> Sequence[str]:
        return ("sock", "socked")

    def draw_show(self, painter: Painter, places: TableBoxes) -> None:
        show = self.table.show
        if show is None:
            return
        match read(show.event):
            case Knocked(seat=seat, neighbour=neighbour):
                start, end = self._head(seat), self._head(neighbour)
                seen = self.kept_clear()
                draw_knock(painter, start, end, show.share, seen, still=self.table.stage.still)

    def _head(self, seat: int) -> tuple[float, float]:
        """Where the head of a seat's puppet is."""
        top, others = self.top, len(self.table.seats) - 1
        box = top.room.puppet_box(top.seat_box(seat), others, own=seat == top.bottom)
        return box.centre[0] + 6, box.y + box.h * 0.42

    def tally(self, event: Event) -> None:
        ended = read(event)
        assert isinstance(ended, HandEnded)
        self.laid_open.begin(lambda: self._count(ended))

    def _count(self, ended: HandEnded) -> None:
        """All hands were seen: on with the card that tells what they come to."""
        table = self.table
        target = table.session.options.number("target")
        # What follows from it is told by the event behind it.
        after = next((read(show.event) for show in table.playback.waiting), None)
        over = after if isinstance(after, MatchEnded) else None
        played_off = after.seats if isinstance(after, PlayoffCalled) else []
        golden = over.winners if over is not None else ended.won_by()

        def note(seat: int) -> str:
            if seat in ended.reset:
                return _("exactly {n}: back to 0").format(n=target)
            if seat in played_off:
                return _("in the play-off")
            return _("went out") if over is not None and seat == ended.seat else ""

        lines = [
            TallyRow(
                table.seats[seat], ended.points[seat], ended.scores[seat], note(seat), won=seat in golden,
                struck=target != ONE_ROUND and ended.scores[seat] > target,
            )
            for seat in (self.words.placed(over) if over is not None else range(len(table.seats)))
        ]  # fmt: skip
        title, onward = _("The round is blocked"), _("Next round")
        if ended.seat is not None:
            title = _("{name} goes out").format(name=table.seats[ended.seat].name)
        if over is not None:
            title, onward = self.words.won(over), _("To the results")
        elif played_off:
            title, onward = _("Equal totals: one more round decides."), _("Play-off")
        goal = _("Total") if target == ONE_ROUND else _("Total, to {n}").format(n=target)
        card = Tally(self, table.stage, title, lines, onward, goal)
        table.stage.scenes.push(card, lambda _done: self.plays.go_on())


VIEW = SockiView
