"""The turns in the making of a match of a rummy, one for each seat, whatever its person plays with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from game.core.game import Observation
from game.core.rummy.draft import Draft
from game.core.rummy.melds import book_for
from game.core.rummy.table import table_observed
from game.core.rummy.turn import HandOrder, Turn, from_json, table_from_json, table_to_json, to_json
from game.match.match import Match


class Turns:
    """Who has made what of a turn; screen and phones ask here, so that a seat may go from one to the other.

    Attributes:
        book: the legal piles of this match.
        shown: the seat whose turn the screen shows; `None` for the table alone.
    """

    def __init__(self, match: Match, inside: Callable[[Observation], bool]) -> None:
        """Begin with nothing; ``inside`` tells whether the one who sees has come in."""
        self._match = match
        self._inside = inside
        self.book = book_for(match.session.game, match.session.options)
        self.shown: int | None = None
        self._turns: dict[int | None, Turn] = {}
        self._kept: dict[int, object] = {}
        """Half-built turns of the save, until their seats are looked at again."""

    def of(self, seat: int | None) -> Turn:
        """The turn of a seat, whatever moment it is of; for `None` the table as everybody sees it."""
        return self._turns.setdefault(seat, Turn(self.book))

    @property
    def on_screen(self) -> Turn:
        """What the screen shows."""
        return self.of(self.shown)

    def on_phone(self, seat: int) -> Turn:
        """The turn of a seat as it is now, begun anew where table or hand are others than they were."""
        turn, seen = self.of(seat), self._match.session.observe(seat)
        # A seat that was shown nothing yet goes on with the keys of the screen, so that no pile jumps.
        base = turn if turn.known else self.on_screen
        self._take_up(seat, seen, base.draft, same=turn.known)
        return turn

    def look(self, seen: Observation) -> None:
        """The screen shows what this observation tells; what was built of this very turn is taken up."""
        known = table_observed(seen)
        seat, before = known["seat"], self.on_screen.draft
        same = seat is not None and seat == self.shown
        self.shown = seat
        if seat is None:
            self.of(None).begin(before.rebase(known["table"], (), same_owner=False))
        else:
            self._take_up(seat, seen, before, same=same)

    def lie(self, seat: int | None, draft: Draft) -> None:
        """The screen shows a seat this table, with the keys that its pieces have elsewhere."""
        self.shown = seat
        self.of(seat).show(draft)

    def order_as(self, other: Turns) -> None:
        """Let each hand lie in the order that its owner has given it in other turns of the same match."""
        for seat, turn in other._turns.items():
            self.of(seat).order = turn.order

    def _take_up(self, seat: int, seen: Observation, base: Draft, *, same: bool) -> None:
        """Go on with a turn that is of this moment; else begin it anew, from the draft that lay there.

        Args:
            seat: whose turn.
            seen: what it sees.
            base: what lay there, so that cards which lie there again keep their keys.
            same: whether that was this seat's own.
        """
        turn, inside = self.of(seat), self._inside(seen)
        if turn.is_of(seen, inside=inside) and (same or turn.begun):
            return
        known = table_observed(seen)
        draft = base.rebase(known["table"], known["hand"], inside=inside, same_owner=same)
        turn.begin(self._kept_draft(seat, seen, inside=inside) or draft)

    # The save.

    def keep(self) -> dict[str, Any]:
        """What is saved: the order of the hands, the table with its keys, the turn of the one to move."""
        kept: dict[str, Any] = {
            "orders": {str(seat): turn.order.plain() for seat, turn in self._turns.items()
                       if seat is not None and turn.order != HandOrder()},
            "table": table_to_json(self.on_screen.draft.start),
        }  # fmt: skip
        seat = self._match.to_move
        turn = self._turns.get(seat) if seat is not None else None
        if seat is not None and turn is not None and turn.draft.changed:
            kept["drafts"] = {str(seat): to_json(turn.draft)}
        return kept

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Take up what was saved, by this version or one before it; it may be anything.

        Versions before kept the turn at the screen as ``draft`` with its ``owner``, and those on phones as
        ``phones``.
        """
        for seat, order in self._of_seats(kept.get("orders")):
            self.of(seat).order = HandOrder.read(order)
        with suppress(ValueError):  # an older save, or a broken one: the piles are laid out anew
            self.of(None).show(table_from_json(kept.get("table"), self.book))
        drafts = [(kept.get("owner"), kept.get("draft")), *self._of_seats(kept.get("phones")),
                  *self._of_seats(kept.get("drafts"))]  # fmt: skip
        self._kept = {seat: draft for seat, draft in drafts if type(seat) is int and draft is not None}

    def _of_seats(self, given: object) -> list[tuple[int, object]]:
        """What a saved mapping has for each seat, its key the number of the seat as text."""
        entries = given.items() if isinstance(given, Mapping) else ()
        seats = {str(seat): seat for seat in range(len(self._match.seats))}
        return [(seats[key], value) for key, value in entries if key in seats]

    def _kept_draft(self, seat: int, seen: Observation, *, inside: bool) -> Draft | None:
        """The draft of the save, once, where it is of this very moment."""
        if seat != self._match.to_move or seat not in self._kept:
            return None
        known = table_observed(seen)
        try:
            return from_json(self._kept.pop(seat), self.book, known["table"], known["hand"], inside=inside)
        except ValueError:
            return None
