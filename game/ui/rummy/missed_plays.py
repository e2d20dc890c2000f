"""Review of turns: number of cards that each turn of a local player laid, and could have laid.

It is computed in the background after each turn, and saved with the match for its results.
"""

from __future__ import annotations

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class PastPlay:
    """Number of cards that a turn laid, and the maximum that it could have laid."""

    seat: int
    laid: int
    most: int


class MissedPlays(MatchListener):
    """Computes and stores the reviews of turns."""

    def __init__(self, context: ViewContext, table: TableState) -> None:
        """Listen to the match, and to changes of the draft on ``table``."""
        self._context = context
        self._table = table
        self.past: dict[int, PastPlay] = {}  # reviews by move number
        self._sentences: dict[int, str] = {}  # reviews that a seat has yet to see
        self._begun: tuple[int, Draft] | None = None
        """Draft of a turn that continues after its first move, and the number of the next move."""
        context.match.add_listener(self)

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Request a review when the shown local seat ends a turn that laid cards, unless that is off."""
        draft, number = self._table.draft, len(self._context.session.log) - 1
        is_mine = seat == self._table.owner and seat in self._context.match.local_seats
        earlier, self._begun = self._begun, None
        has_laid = is_mine and bool(draft.laid_pieces)
        if has_laid:
            self._table.picked = frozenset()
        if earlier is not None and earlier[0] == number and is_mine:
            # One turn of two moves: cards laid after coming in count too.
            draft, has_laid = replace(earlier[1], piles=draft.piles, lifted_pieces=()), True
        if has_laid and self._context.session.to_move == seat:
            self._begun = number + 1, draft
        elif has_laid and self._context.settings.missed != HelpLevel.OFF:
            # Valid until the last move of the turn is undone.
            position = DraftPosition.of(draft, self._context.session.options)
            self._context.hints.request(
                AssistRequest(
                    RequestTarget.TABLE,
                    seat,
                    assistance.SHORTFALL_REQUEST,
                    (assistance.SHORTFALL_REQUEST, position),
                    lambda shortfall: self._note_shortfall(seat, number, shortfall, position.laid_cards),
                    lambda: number < len(self._context.session.log), outlives_moves=True, is_automatic=True,
                )
            )  # fmt: skip

    def on_undo(self, count: int) -> None:
        """Drop the reviews of undone moves, and all sentences."""
        count_left = len(self._context.session.log)
        self.past = {number: past for number, past in self.past.items() if number < count_left}
        self._sentences.clear()

    def poll(self) -> None:
        """Let the helper tell the shown seat its review, once."""
        owner = self._table.owner
        if owner is not None and owner in self._sentences:
            self._context.messages.post(self._sentences.pop(owner), helps=True, expires=True)
            self._context.redraw()

    def _note_shortfall(
        self, seat: int, number: int, shortfall: PlayShortfall, laid_cards: Sequence[str]
    ) -> None:
        """Store the review of move ``number`` and its sentence for the seat."""
        self.past[number] = PastPlay(seat, shortfall.laid, shortfall.most)
        # Full help also names the missed cards: those beyond the laid ones, or a better play of few cards.
        cards, missed_cards = shortfall.plan.cards, multiset_difference(shortfall.plan.cards, laid_cards)
        sentence = _("You played {laid} of {most} possible cards.")
        if not shortfall.missed_count:
            sentence = (
                _("You played every card you could.") if shortfall.plan.proved else
                _("I found no bigger play.")
            )  # fmt: skip
        elif self._context.settings.missed == HelpLevel.FULL and len(missed_cards) == shortfall.missed_count:
            sentence = _("You played {laid} of {most}: {cards} could have gone too.")
            cards = missed_cards
        elif self._context.settings.missed == HelpLevel.FULL and len(cards) <= 3:
            sentence = _("You played {laid} of {most}. Better: {cards}.")
        self._sentences[seat] = sentence.format(
            laid=shortfall.laid, most=shortfall.most, cards=card_names(cards)
        )

    def result_lines(self) -> list[str]:
        """Result sentence of each reviewed local player: cards laid, out of those that could be laid."""
        sentences = []
        for seat in self._context.match.local_seats:
            plays = [past for past in self.past.values() if past.seat == seat]
            if plays:
                laid_count, max_count = sum(past.laid for past in plays), sum(past.most for past in plays)
                sentences.append(
                    plural(
                        "{name} played {laid} of {most} possible card.",
                        "{name} played {laid} of {most} possible cards.",
                        max_count,
                    ).format(name=self._context.seats[seat].name, laid=laid_count, most=max_count)
                )
        return sentences

    def dump_state(self) -> list[list[int]]:
        """Reviews as lists of move number, seat, cards laid and most possible."""
        return [[number, play.seat, play.laid, play.most] for number, play in self.past.items()]

    def restore_state(self, past: object) -> None:
        """Add the reviews of `dump_state`. Invalid entries are ignored."""
        for entry in past if isinstance(past, list) else ():
            if isinstance(entry, list) and len(entry) == 4 and all(type(n) is int for n in entry):
                number, seat, laid_count, max_count = entry
                if 0 <= number < len(self._context.session.log) and 0 <= seat < len(self._context.seats):
                    self.past[number] = PastPlay(seat, laid_count, max_count)
