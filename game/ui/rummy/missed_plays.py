"""What the turns of people have missed: how many cards each laid and could have laid, told to its owner.

It is found out once a turn is over, beside the loop, and kept with the match for its results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.cards import multiset_difference
from game.core.game import Event
from game.core.rummy import assistance
from game.core.rummy.assistance import DraftPosition, PlayShortfall
from game.core.rummy.draft import Draft
from game.i18n import _, plural
from game.match.assist_service import AssistRequest, RequestTarget
from game.match.match import MatchListener
from game.match.rummy.match_text import card_names
from game.store.settings import HelpLevel
from game.ui.match.context import ViewContext
from game.ui.rummy.table_state import TableState

READ, NONE_MISSED = 5000.0, 2000.0
"""How long it is said what a turn has missed, and that it missed nothing, in ms: it lies over the strip."""
LAST = 2000.0
"""How long the results wait for what the last turn has missed, in ms."""


@dataclass(frozen=True, slots=True)
class PastPlay:
    """What one play laid and could have laid."""

    seat: int
    laid: int
    most: int


class MissedPlays(MatchListener):
    """What plays have missed."""

    def __init__(self, context: ViewContext, table: TableState) -> None:
        self._context = context
        self._table = table
        self._waited = 0.0
        table.listen(self._begun_anew)
        self.past: dict[int, PastPlay] = {}
        """What plays of people laid and could have laid, by the number of their move."""
        self.looked_back: dict[int, str] = {}
        """For each seat what its last turn has missed, until it does something again."""
        self._stays: dict[int, float] = {}
        """For how many ms that is said."""
        self._begun: tuple[int, Draft] | None = None
        """The draft of a turn that goes on after its first move, and the number of the next."""
        self._read_since: dict[int, float] = {}
        """Since when a seat has had that before its eyes."""
        context.match.listen(self)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """A turn of a person here is looked back on, once it is over."""
        draft, number = self._table.draft, len(self._context.session.log) - 1
        mine = seat == self._table.owner and seat in self._context.match.people
        begun, self._begun = self._begun, None
        lays = mine and bool(draft.laid)
        if lays:
            self._table.picked = frozenset()
        if begun is not None and begun[0] == number and mine:
            # One turn, though of two moves: what came after coming in is laid as well.
            draft, lays = replace(begun[1], piles=draft.piles, lifted=()), True
        if lays and self._context.session.to_move == seat:
            self._begun = number + 1, draft
        elif lays and self._context.settings.missed != HelpLevel.OFF:
            # What it has missed is of use until its last move is taken back.
            position = DraftPosition.of(draft, self._context.session.options)
            self._context.hints.find_out(
                AssistRequest(
                    RequestTarget.TABLE, seat, assistance.MISSED, (assistance.MISSED, position),
                    lambda found: self._found(seat, number, found, position.laid),
                    lambda: number < len(self._context.session.log), outlives_moves=True, unasked=True,
                )
            )  # fmt: skip

    def taken_back(self, count: int) -> None:
        left = len(self._context.session.log)
        self.past = {number: past for number, past in self.past.items() if number < left}
        self.looked_back.clear()

    def _begun_anew(self) -> None:
        """The draft is another one: its owner does something again."""
        if self._table.owner is not None:
            self.looked_back.pop(self._table.owner, None)

    def attend(self) -> None:
        """See since when words have been before somebody's eyes."""
        if self._table.owner is not None and self._table.owner in self.looked_back:
            since = self._read_since.setdefault(self._table.owner, self._context.stage.now)
            # Drawn anew once the time is over; no frame comes at just that moment.
            over = since + self._stays[self._table.owner]
            if over < self._context.stage.now < over + 200:
                self._context.redraw()

    def holds_results(self, ms: float) -> bool:
        """The results wait a moment for it."""
        self._waited += ms
        return self._waited < LAST and self._context.hints.awaits(assistance.MISSED)

    def due(self) -> Iterator[float]:
        yield from (since + self._stays[seat] + 1 for seat, since in self._read_since.items())

    def words(self) -> str:
        """What the last turn has missed, for a while after its owner has come to see it."""
        owner, now = self._table.owner, self._context.stage.now
        if owner is None or now - self._read_since.get(owner, now) > self._stays.get(owner, READ):
            return ""
        return self.looked_back.get(owner, "")

    def _found(self, seat: int, number: int, found: PlayShortfall, laid: Sequence[str]) -> None:
        """Keep what a turn has missed, and tell its owner."""
        self.past[number] = PastPlay(seat, found.laid, found.most)
        # New words have their whole time.
        self._read_since.pop(seat, None)
        self._stays[seat] = READ if found.missed else NONE_MISSED
        # How many cards it has missed, and in full which: those beside the laid ones, or few others.
        cards, more = found.plan.cards, multiset_difference(found.plan.cards, laid)
        told = _("You laid {laid} of {most} that could be laid.")
        if not found.missed:
            told = (
                _("You laid all that could be laid.") if found.plan.proved else
                _("No more was found than you laid.")
            )  # fmt: skip
        elif self._context.settings.missed == HelpLevel.FULL and len(more) == found.missed:
            told = _("You laid {laid} of {most}: {cards} could have gone too.")
            cards = more
        elif self._context.settings.missed == HelpLevel.FULL and len(cards) <= 3:
            told = _("You laid {laid} of {most}. Better: {cards}.")
        self.looked_back[seat] = told.format(laid=found.laid, most=found.most, cards=card_names(cards))

    def result_lines(self) -> list[str]:
        """What each person has laid of what could be laid."""
        found = []
        for seat in self._context.match.people:
            mine = [past for past in self.past.values() if past.seat == seat]
            if mine:
                laid, most = sum(past.laid for past in mine), sum(past.most for past in mine)
                found.append(
                    plural(
                        "{name} laid {laid} of {most} card that could be laid.",
                        "{name} laid {laid} of {most} cards that could be laid.",
                        most,
                    ).format(name=self._context.seats[seat].name, laid=laid, most=most)
                )
        return found

    def keep(self) -> list[list[int]]:
        return [[number, one.seat, one.laid, one.most] for number, one in self.past.items()]

    def recall(self, past: object) -> None:
        for entry in past if isinstance(past, list) else ():
            if isinstance(entry, list) and len(entry) == 4 and all(type(n) is int for n in entry):
                number, seat, laid, most = entry
                if 0 <= number < len(self._context.session.log) and 0 <= seat < len(self._context.seats):
                    self.past[number] = PastPlay(seat, laid, most)
