"""What SOCKI has to say when advice is asked: see `game.core.rummy.advice`."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Observation, Refusal
from game.core.rummy.advice import Adviser, Nearest, Position, without_card
from game.core.rummy.table import Table
from game.games.socki.rules.plays import HouseRules


class SockiAdviser:
    """The `Adviser` of SOCKI."""

    def refusal(self, position: Position, table: Table) -> Refusal | None:
        """Why the turn may not end with this table."""
        return HouseRules.of(position.options).play_refusal(position.table, position.hand, table)

    def few(self, position: Position) -> Sequence[Table] | None:
        """An opening of exactly three cards is one pile of three (rules.md, House rules)."""
        if position.table or not HouseRules.of(position.options).opening_three:
            return None
        return [(meld,) for meld in position.book.melds_from(position.hand) if len(meld) == 3]

    def goes_on(self, position: Position) -> bool:
        """A play ends the turn."""
        return False

    def everything(self, position: Position) -> bool:
        """As the house rule ``play_all`` says (rules.md, House rules)."""
        return HouseRules.of(position.options).play_all

    def points(self, position: Position) -> tuple[int, int] | None:
        """There is nothing to reach."""
        return None

    def ending(self, seen: Observation) -> str:
        """A turn without a card draws one, or passes where none is left (rules.md, Your turn)."""
        return without_card(seen)

    def nearest(self, position: Position) -> Nearest | None:
        """Any pile may lack a card, with so many cards on the table: none is named."""
        return None


ADVISER: Adviser = SockiAdviser()
