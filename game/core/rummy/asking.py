"""What advice is asked about: a turn in the making as plain values, and what a game adds to the melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, cast

from game.core.cards import JOKER, missing
from game.core.contract import Observation, Options, Refusal
from game.core.discovery import part
from game.core.rummy.carrying import card_moves
from game.core.rummy.draft import Draft
from game.core.rummy.melds import MeldBook, Pile, book_for
from game.core.rummy.observed import table_observed
from game.core.rummy.table import Table, canonical
from game.core.rummy.variety import variety_of

DRAW, PASS = "draw", "pass"
"""The moves that every rummy has for a turn without a card, with cards left to draw and without."""


def without_card(seen: Observation) -> str:
    """The move of a turn in which no card is laid, where that is to draw or to pass."""
    return DRAW if table_observed(seen)["stock"] else PASS


@dataclass(frozen=True, slots=True)
class Position:
    """A turn in the making, all of it known to the player whose turn it is; made to be sent to a worker."""

    game: str
    options: Options
    table: Table
    """The table as it lay when the turn began."""
    hand: Pile
    """The hand as it was then."""
    piles: Table
    """The table as it lies now; every card that is carried lies alone."""
    inside: bool = True
    """Whether the player has come in, where the game knows that."""

    @classmethod
    def of(cls, draft: Draft, options: Options) -> Position:
        """The position of a draft."""
        return cls(
            draft.book.game,
            options,
            tuple(pile.texts for pile in draft.start),
            tuple(piece.card for piece in draft.order),
            (*draft.table, *((piece.text,) for piece in draft.lifted)),
            draft.inside,
        )

    @property
    def book(self) -> MeldBook:
        """The legal piles."""
        return book_for(self.game, self.options)

    @property
    def adviser(self) -> Adviser:
        """What the game has to say."""
        return cast(Adviser, part(variety_of(self.game).adviser))

    @property
    def now(self) -> Table:
        """The table as it lies now, canonical."""
        return canonical(self.game, self.piles)

    @property
    def laid(self) -> Pile:
        """The cards of the hand that lie on the table now, a joker as ``JK``."""
        return added(self.table, self.piles)

    @property
    def rest(self) -> Pile:
        """What the hand still holds."""
        return missing(self.hand, self.laid)

    def with_piles(self, piles: Sequence[Pile]) -> Position:
        """The same turn with another table."""
        return replace(self, piles=tuple(piles))

    def refusal(self, table: Sequence[Pile]) -> Refusal | None:
        """Why the turn may not leave this table behind."""
        return self.adviser.refusal(self, canonical(self.game, table))


@dataclass(frozen=True, slots=True)
class Nearest:
    """A pile that cannot be laid yet."""

    cards: Pile
    """What the hand has of it."""
    lacks: Pile


class Adviser(Protocol):
    """What a rummy has to say beyond its melds."""

    def refusal(self, position: Position, table: Table) -> Refusal | None:
        """Why the turn may not leave this canonical table behind, whatever move that is."""

    def few(self, position: Position) -> Sequence[Table] | None:
        """All tables that may follow where the rules leave few; `None` where the arranger is asked."""

    def goes_on(self, position: Position) -> bool:
        """Whether one of the `few` may be followed by a play in the same turn."""

    def everything(self, position: Position) -> bool:
        """Whether a play is refused while more cards can be laid."""

    def points(self, position: Position) -> tuple[int, int] | None:
        """What the cards laid now are worth, and what they need; `None` where nothing has to be reached."""

    def ending(self, seen: Observation) -> str:
        """The move with which whoever is to move and lays no card, or none more, ends the turn."""

    def nearest(self, position: Position) -> Nearest | None:
        """The pile of the hand that lacks least, where nothing can be laid; `None` where none is named."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to lay, or that there is none."""

    table: Table | None
    """Whole and canonical; where the player comes in first, the table after that."""
    cards: Pile = ()
    """All cards of the hand that lie on it in the end, a joker as ``JK``."""
    moves: int = 0
    """How many cards change their place to make it of the table as it lies now."""
    proved: bool = True
    """Whether it is proved that no other does it better, or that there is none at all."""
    after: Table | None = None
    """The table of a play that follows coming in."""


def plan_for(position: Position, table: Table | None, after: Table | None = None, *, proved: bool) -> Plan:
    """The plan that leads to a table, or says that there is none."""
    if table is None:
        return Plan(None, proved=proved)
    game, last = position.game, after or table
    return Plan(
        canonical(game, table),
        added(position.table, last),
        moves_to(position, last),
        proved,
        canonical(game, after) if after else None,
    )


def moves_to(position: Position, table: Table) -> int:
    """How many cards change their place between the table as it lies now and another one."""
    return len(card_moves(position.piles, table))


def bare(table: Sequence[Sequence[str]]) -> Counter[str]:
    """The cards of a table, jokers without the cards they stand for."""
    return Counter(JOKER if card.startswith(JOKER) else card for pile in table for card in pile)


def added(old: Sequence[Sequence[str]], new: Sequence[Sequence[str]]) -> Pile:
    """The cards that the new table has more, a joker as ``JK``."""
    return tuple((bare(new) - bare(old)).elements())
