"""What SOCKI does otherwise than another rummy, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.contract import Event, Observation, Outcome, Refusal
from game.core.rummy.draft import Draft
from game.games.socki.rules.events import HandEnded, Kind, Knocked, PlayoffCalled, SockiHappening, read
from game.games.socki.rules.hands import POINTS
from game.games.socki.rules.observed import observed
from game.games.socki.rules.rules import Reason
from game.games.socki.rules.state import ONE_ROUND, START_POINTS
from game.games.socki.screen.knocking import HIT, LENGTH
from game.games.socki.screen.room import ROOM_OF_SOCKI
from game.games.socki.screen.words import news_of, refused
from game.match.film import Marked, Sign
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.rummy.match_words import RummyWords
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
        super().__init__(table, ROOM_OF_SOCKI)

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

    def nothing_laid(self, draft: Draft) -> str:
        return _("You knock after a play: lay at least one card of your hand, or draw.")

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


class SockiWords(RummyWords):
    """The sentences of one match."""

    merged = frozenset({str(Kind.DRAW)})
    leads = "fewest"

    def told(self, event: Event, times: int = 1) -> str:
        """What an event has done."""
        return news_of(event, [seat.name for seat in self.match.seats], times - 1)

    def mark(self, event: Event, before: Callable[[], Observation]) -> Marked | None:
        """Ends of rounds, and that equal totals are played off, besides what every rummy has."""
        match read(event):
            case HandEnded(seat=int(seat)):
                return Marked(Sign.HAND, _("{name} goes out").format(name=self.match.seats[seat].name), seat)
            case HandEnded():
                return Marked(Sign.HAND, _("The round is blocked"))
            case PlayoffCalled():
                return Marked(Sign.FRESH, _("Play-off"))
        return super().mark(event, before)

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
        if target == ONE_ROUND:
            return _("One round was played; the fewest points win.")
        return _("A total has gone over {target}; the lowest wins.").format(target=target)

    def curves(self) -> list[list[int]]:
        """The points of each seat after each round."""
        session = self.match.session
        curves: list[list[int]] = [[score] for score in observed(session.before(0).observe(None))["scores"]]
        for ply in range(len(session.log)):
            for event in session.events_of(ply):
                match read(event):
                    case HandEnded(scores=scores):
                        for curve, score in zip(curves, scores, strict=True):
                            curve.append(score)
        return curves

    def read(self, event: Event) -> SockiHappening:
        """An event of the game."""
        return read(event)

    def curves_title(self) -> str:
        """What `curves` shows."""
        return _("Points, round by round: the fewer the better")

    def head_start(self, name: str) -> str:
        """That somebody has points before the first round."""
        return _("{name} starts with {n} points.").format(name=name, n=START_POINTS)
