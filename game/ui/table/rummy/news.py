"""What has changed on a table since each seat's last turn: cards with pegs, and the piles they came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from game.core.rummy.draft import DraftPile, piece_moves

NOTHING: frozenset[int] = frozenset()


class TurnNews:
    """For every seat, and for everybody (`None`), what others have done since its last turn."""

    def __init__(self) -> None:
        self._cards: dict[int | None, frozenset[int]] = {}
        self._piles: dict[int | None, frozenset[int]] = {}
        self._table: Sequence[DraftPile] = ()

    def cards(self, seat: int | None) -> frozenset[int]:
        """The keys of cards that others have laid."""
        return self._cards.get(seat, NOTHING)

    def piles(self, seat: int | None) -> frozenset[int]:
        """The keys of piles that others have changed."""
        return self._piles.get(seat, NOTHING)

    def known(self, table: Sequence[DraftPile]) -> None:
        """This is the table on which the next one plays."""
        self._table = table

    def happened(self, seat: int, table: Sequence[DraftPile], seats: Iterable[int]) -> None:
        """A seat has made this table of it, which is news for all the others."""
        moves = piece_moves(self._table, table)
        laid = frozenset(move.piece.key for move in moves if move.source is None)
        changed = {move.target for move in moves} | {move.source for move in moves}
        for other in (None, *seats):
            if other != seat:
                self._cards[other] = self.cards(other) | laid
                self._piles[other] = self.piles(other) | {key for key in changed if key is not None}
        self._table = table

    def told(self, seat: int, *, person: bool) -> None:
        """A seat acts: it has seen the table; where a person at the screen does, so has everybody."""
        for one in (seat, None) if person else (seat,):
            self._cards.pop(one, None)
            self._piles.pop(one, None)

    def copy(self) -> TurnNews:
        """The same, which no longer changes with it."""
        again = TurnNews()
        again._cards, again._piles, again._table = dict(self._cards), dict(self._piles), self._table
        return again

    def forget(self) -> None:
        """Nothing is news any more."""
        self._cards.clear()
        self._piles.clear()

    # The save.

    def plain(self) -> dict[str, Any]:
        """As JSON: the keys of cards and piles, for each seat that has not seen them."""
        return {
            name: [[seat, sorted(keys)] for seat, keys in known.items() if keys]
            for name, known in (("cards", self._cards), ("piles", self._piles))
        }

    def read(self, kept: object, seats: int) -> None:
        """What `plain` gave; anything else is no news."""
        given = kept if isinstance(kept, Mapping) else {}
        for name, known in (("cards", self._cards), ("piles", self._piles)):
            known.clear()
            rows = given.get(name)
            for row in rows if isinstance(rows, list) else []:
                match row:
                    case [None | int() as seat, [*keys]] if seat is None or 0 <= seat < seats:
                        known[seat] = frozenset(key for key in keys if type(key) is int)
