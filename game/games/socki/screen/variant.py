"""What SOCKI does otherwise than another rummy, and what it says."""

from __future__ import annotations

from game.core.contract import Event, Outcome, Refusal
from game.core.rummy.draft import Draft
from game.games.socki.rules.rules import Reason
from game.games.socki.screen.knocking import HIT, LENGTH
from game.games.socki.screen.room import ROOM_OF_SOCKI
from game.games.socki.screen.words import refused, told
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.rummy.match_words import RummyWords
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.variant import Variant
from game.words import _, counted


class SockiVariant(Variant):
    """The knock, and who is out."""

    def __init__(self, table: ViewContext) -> None:
        super().__init__(table, ROOM_OF_SOCKI)

    def words_for(self, event: Event, owner: int | None) -> str:
        drawn = 0
        if event.kind == "draw":
            moves = list(self.table.session.log)
            while moves and moves[-1] == (event.seat, "draw"):
                drawn += 1
                moves.pop()
            drawn -= 1
        return told(event, [seat.name for seat in self.table.seats], max(0, drawn))

    def sitter_line(self, top: Tabletop, seat: int) -> tuple[str, bool | None]:
        points = top.totals[seat]
        return counted("{n} point", "{n} points", points).format(n=points), None

    def end_words(self, top: Tabletop) -> tuple[str, str, bool]:
        _words, note, ready = super().end_words(top)
        return _("Knock"), note, ready

    def nothing_laid(self, draft: Draft) -> str:
        return _("You knock after a play: lay at least one card of your hand, or draw.")

    def extra_length(self, event: Event, quick: float) -> float:
        if event.kind == "knock":
            return LENGTH * max(0.4, quick)
        return 400.0 if event.kind == "hand_end" else 0.0

    def mood(self, seat: int, show: Show) -> str:
        if show.event.kind != "knock":
            return ""
        if seat == show.event.seat:
            return "sock"
        return "socked" if seat == show.event.data["neighbour"] and show.share > HIT else ""

    def sits_out(self, top: Tabletop, seat: int) -> bool:
        table = self.table
        return top.counts[seat] == 0 and table.show is None and table.session.to_move is not None

    def next_after(self, top: Tabletop, seat: int | None) -> int | None:
        if seat is None:
            return None
        count = len(self.table.seats)
        others = ((seat + step) % count for step in range(1, count))
        return next((other for other in others if top.counts[other]), None)


class SockiWords(RummyWords):
    """The sentences of one match."""

    def refused(self, refusal: Refusal) -> str:
        """Why a move was refused."""
        return refused(refusal)

    def ending(self, outcome: Outcome) -> str:
        """How the match ended."""
        if outcome.reason == "conceded":
            return _("One has given up.")
        if outcome.reason == Reason.PLAYOFF:
            name = self.match.seats[outcome.winners[0]].name
            return _("Equal totals were played off: {name} had the fewest points there.").format(name=name)
        target = self.match.session.options.number("target")
        return _("A total has gone over {target}; the lowest wins.").format(target=target)

    def curves(self) -> list[list[int]]:
        """The points of each seat after each round."""
        again = self.match.session.restarted()
        curves: list[list[int]] = [[score] for score in again.observe(None)["scores"]]
        for _seat, move in self.match.session.log:
            for event in again.play(move):
                if event.kind == "hand_end":
                    for curve, score in zip(curves, event.data["scores"], strict=True):
                        curve.append(score)
        return curves

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Points, round by round: the fewer the better")
