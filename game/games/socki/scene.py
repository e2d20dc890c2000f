"""SOCKI on the screen: the shared rummy table in a stormy night on the beach."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.contract import Event, IllegalMove, Outcome
from game.core.session import Session
from game.games.socki.knocking import HIT, LENGTH, draw_knock
from game.games.socki.room import ROOM_OF_SOCKI
from game.games.socki.rules import Reason
from game.games.socki.words import refused, told
from game.ui.paint import Painter
from game.ui.rummy.room import Places
from game.ui.rummy.scene import RummyScene
from game.ui.rummy.tally import Line, Tally
from game.ui.words import _, counted


class SockiScene(RummyScene):
    """A match of SOCKI."""

    music = "beach"
    room = ROOM_OF_SOCKI

    # Words.

    def words_for(self, event: Event) -> str:
        drawn = 0
        if event.kind == "draw":
            moves = list(self.session.log)
            while moves and moves[-1] == (event.seat, "draw"):
                drawn += 1
                moves.pop()
            drawn -= 1
        return told(event, [seat.name for seat in self.seats], max(0, drawn))

    def explain(self, refused_move: IllegalMove) -> str:
        return refused(refused_move.refusal)

    def sitter_line(self, seat: int) -> tuple[str, bool | None]:
        points = self.totals[seat]
        return counted("{n} point", "{n} points", points).format(n=points), None

    def end_words(self) -> tuple[str, str, bool]:
        _words, note, ready = super().end_words()
        return _("Knock"), note, ready

    def nothing_laid(self) -> str:
        return _("You knock after a play: lay at least one card of your hand, or draw.")

    # Events.

    def extra_length(self, event: Event) -> float:
        if event.kind == "knock":
            return LENGTH * max(0.4, self.quick)
        return 400.0 if event.kind == "hand_end" else 0.0

    def begin(self, event: Event) -> None:
        super().begin(event)
        if event.kind == "knock":
            self.stage.audio.play("knock")

    def mood(self, seat: int) -> str:
        show = self.show
        if show is not None and show.event.kind == "knock":
            if seat == show.event.seat:
                return "sock"
            if seat == show.event.data["neighbour"] and show.share > HIT:
                return "socked"
        return super().mood(seat)

    def moods(self) -> Sequence[str]:
        return ("sock", "socked")

    def draw_show(self, painter: Painter, places: Places) -> None:
        show = self.show
        if show is None or show.event.kind != "knock" or show.event.seat is None:
            return
        start, end = self._head(show.event.seat), self._head(show.event.data["neighbour"])
        draw_knock(painter, start, end, show.share, still=self.stage.still)

    def _head(self, seat: int) -> tuple[float, float]:
        """Where the head of a seat's puppet is."""
        assert self.places is not None
        box = self.room.puppet_box(self.seat_box(seat), len(self.seats) - 1, seat == self.bottom)
        return box.centre[0] + 6, box.y + box.h * 0.42

    def tally(self, event: Event) -> None:
        data = event.data
        target = self.session.options.number("target")
        lines = [
            Line(
                self.seats[seat], data["points"][seat], data["scores"][seat],
                _("exactly {n}: back to 0").format(n=target) if seat in data["reset"] else "",
                won=seat == event.seat,
            )
            for seat in range(len(self.seats))
        ]  # fmt: skip
        title = _("The round is blocked") if data["blocked"] else _("{name} goes out").format(
            name=self.seats[event.seat or 0].name
        )  # fmt: skip
        self.stage.scenes.push(Tally(self, title, lines, final=data["final"]), lambda _done: self.go_on())

    def sits_out(self, seat: int) -> bool:
        return self.counts[seat] == 0 and self.show is None and self.session.to_move is not None

    def next_after(self, seat: int | None) -> int | None:
        if seat is None:
            return None
        others = ((seat + step) % len(self.seats) for step in range(1, len(self.seats)))
        return next((other for other in others if self.counts[other]), None)

    # The end.

    def scores(self) -> tuple[int, ...]:
        return tuple(self.session.observe(None)["scores"])

    def ending(self, outcome: Outcome) -> str:
        if outcome.reason == "conceded":
            return _("One has given up.")
        if outcome.reason == Reason.PLAYOFF:
            name = self.seats[outcome.winners[0]].name
            return _("Equal totals were played off: {name} had the fewest points there.").format(name=name)
        target = self.session.options.number("target")
        return _("A total has gone over {target}; the lowest wins.").format(target=target)

    def curves(self) -> list[list[int]]:
        header = [line for line in self.session.record().splitlines() if line.startswith("[")]
        again = Session.from_record("\n".join(header))
        curves: list[list[int]] = [[score] for score in again.observe(None)["scores"]]
        for _seat, move in self.session.log:
            for event in again.play(move):
                if event.kind == "hand_end":
                    for curve, score in zip(curves, event.data["scores"], strict=True):
                        curve.append(score)
        return curves

    def curve_words(self) -> str:
        return _("Points, round by round: the fewer the better")
