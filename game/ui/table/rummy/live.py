"""What somebody builds on a phone, shown on the big screen as it lies on the table, never the hand."""

from __future__ import annotations

from game.core.rummy.draft import Draft
from game.core.rummy.turn import laid_open
from game.match.rummy.phone import Turns
from game.match.seats import PHONE
from game.ui.table.context import ViewContext
from game.ui.table.rummy.shown_cards import ShownCards
from game.ui.table.rummy.tabletop import Tabletop


class LiveDraft:
    """Shows the turn of a phone while it is built."""

    def __init__(self, table: ViewContext, top: Tabletop, turns: Turns) -> None:
        self._table = table
        self._top = top
        self._turns = turns
        self._live: Draft | None = None
        """What is shown of it."""

    def changed(self, sound: str) -> None:
        """Something was done on a phone: show it, keep it, let all phones know."""
        if sound:
            self._table.stage.audio.play(sound)
        self._show()
        self._table.save()
        self._table.stage.phones.changed()

    def _show(self) -> None:
        seat = self._table.session.to_move
        # Where a hand is looked at, its own table lies below it.
        if seat is None or self._table.playback.is_busy or self._table.gaze.seat is not None:
            return
        draft = self._turns.of(seat).draft if self._table.seats[seat].device == PHONE else None
        if draft is not None and draft.changed:
            self._live = draft
            self._top.lay_out(ShownCards(draft.piles))
        elif self._live is not None:
            self._live = None
            self._top.lay_out(ShownCards.of(self._top.draft))

    def ready(self) -> None:
        """Somebody is to move: if on a phone, their draft is shown."""
        seat = self._table.session.to_move
        if seat is not None and self._table.seats[seat].is_on_phone:
            self._turns.on_phone(seat)
            self._show()

    def expect(self) -> None:
        """A move has been made: what was built of it before everybody's eyes lies there already."""
        live, self._live = self._live, None
        log = self._table.session.log
        # The very move that was built: laid card by card once more, everybody would see it twice.
        if live is not None and live.changed and log and live.move() == log[-1][1]:
            self._top.turn.show(laid_open(live))
