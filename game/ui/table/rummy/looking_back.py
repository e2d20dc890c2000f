"""Looking back: how many cards each turn of a person laid and could have laid, told to its owner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.cards import missing
from game.core.game import Event
from game.core.rummy import advice
from game.core.rummy.advice import Missed, Position
from game.core.rummy.draft import Draft
from game.match.hints import Asker, Inquiry
from game.match.match import MatchListener
from game.match.rummy.words import card_names
from game.store.settings import Hints
from game.ui.table.context import ViewContext
from game.ui.table.rummy.tabletop import Tabletop
from game.words import _

READ = 5000.0
"""How long it is said what a turn has missed, in ms."""


@dataclass(frozen=True, slots=True)
class Past:
    """What one play laid and could have laid."""

    seat: int
    laid: int
    most: int


class LookBack(MatchListener):
    """Knows what plays have missed."""

    def __init__(self, table: ViewContext, top: Tabletop) -> None:
        self._table = table
        self._top = top
        self.past: dict[int, Past] = {}
        """What plays of people laid and could have laid, by the number of their move."""
        self.looked_back: dict[int, str] = {}
        """For each seat what its last turn has missed, until it does something again."""
        self._begun: tuple[int, Draft] | None = None
        """The draft of a turn that goes on after its first move, and the number of the next."""
        self._read_since: dict[int, float] = {}
        """Since when a seat has had that before its eyes."""
        table.match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A turn of a person here is looked back on, once it is over."""
        draft, number = self._top.draft, len(self._table.session.log) - 1
        mine = seat == self._top.owner and seat in self._table.match.people
        begun, self._begun = self._begun, None
        lays = mine and bool(draft.laid)
        if lays:
            self._top.picked = frozenset()
        if begun is not None and begun[0] == number and mine:
            # One turn, though of two moves: what came after coming in is laid as well.
            draft, lays = replace(begun[1], piles=draft.piles, lifted=()), True
        if lays and self._table.session.to_move == seat:
            self._begun = number + 1, draft
        elif lays and self._table.settings.missed != Hints.OFF:
            self._look_back(draft, seat, number)

    def _look_back(self, draft: Draft, seat: int, number: int) -> None:
        """Have found out what a turn has missed; it is of use until its last move is taken back."""
        position = Position.of(draft, self._table.session.options)
        self._table.hints.find_out(
            Inquiry(
                Asker.TABLE, seat, advice.MISSED, (advice.MISSED, position),
                lambda found: self._found(seat, number, found, position.laid),
                lambda: number < len(self._table.session.log), outlives_moves=True, unasked=True,
            )
        )  # fmt: skip

    def taken_back(self, count: int) -> None:
        """What was said of those moves holds no longer."""
        left = len(self._table.session.log)
        self.past = {number: past for number, past in self.past.items() if number < left}
        self.looked_back.clear()

    def begun_anew(self) -> None:
        """The draft is another one: its owner does something again."""
        if self._top.owner is not None:
            self.looked_back.pop(self._top.owner, None)

    def attend(self) -> None:
        """See since when words have been before somebody's eyes."""
        if self._top.owner is not None and self._top.owner in self.looked_back:
            since = self._read_since.setdefault(self._top.owner, self._table.stage.now)
            # Drawn anew once the time is over; no frame comes at just that moment.
            if READ < self._table.stage.now - since < READ + 200:
                self._table.redraw()

    def due(self) -> Iterator[float]:
        """When words have been read."""
        yield from (since + READ + 1 for since in self._read_since.values())

    def words(self) -> str:
        """What the last turn has missed, for a while after its owner has come to see it."""
        if (
            self._top.owner is None
            or self._table.stage.now - self._read_since.get(self._top.owner, self._table.stage.now) > READ
        ):
            return ""
        return self.looked_back.get(self._top.owner, "")

    def _found(self, seat: int, number: int, found: Missed, laid: Sequence[str]) -> None:
        """Keep what a turn has missed, and tell its owner."""
        self.past[number] = Past(seat, found.laid, found.most)
        # New words have their whole time.
        self._read_since.pop(seat, None)
        self.looked_back[seat] = self._missed_words(found, laid)

    def _missed_words(self, found: Missed, laid: Sequence[str]) -> str:
        """How many cards a turn has missed, and in full which: those beside the laid ones, or few others."""
        cards, more = found.plan.cards, missing(found.plan.cards, laid)
        told = _("You laid {laid} of {most} that could be laid.")
        if not found.missed:
            told = _("You laid all that could be laid.")
        elif self._table.settings.missed == Hints.FULL and len(more) == found.missed:
            told = _("You laid {laid} of {most}: {cards} could have gone too.")
            cards = more
        elif self._table.settings.missed == Hints.FULL and len(cards) <= 3:
            told = _("You laid {laid} of {most}. Better: {cards}.")
        return told.format(laid=found.laid, most=found.most, cards=card_names(cards))

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        found = []
        for seat in self._table.match.people:
            mine = [past for past in self.past.values() if past.seat == seat]
            if mine:
                laid, most = sum(past.laid for past in mine), sum(past.most for past in mine)
                found.append(
                    _("{name} laid {laid} of {most} cards that could be laid.").format(
                        name=self._table.seats[seat].name, laid=laid, most=most
                    )
                )
        return found

    def keep(self) -> list[list[int]]:
        """What is saved of it."""
        return [[number, one.seat, one.laid, one.most] for number, one in self.past.items()]

    def recall(self, past: object) -> None:
        """Take up what was saved; it may be anything."""
        for entry in past if isinstance(past, list) else ():
            if isinstance(entry, list) and len(entry) == 4 and all(type(n) is int for n in entry):
                number, seat, laid, most = entry
                if 0 <= number < len(self._table.session.log) and 0 <= seat < len(self._table.seats):
                    self.past[number] = Past(seat, laid, most)
