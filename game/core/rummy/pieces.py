"""The pieces of a draft: cards with keys of their own, and the piles they lie on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from game.core.cards import JOKER
from game.core.rummy.melds import MeldBook, Pile


@dataclass(frozen=True, slots=True)
class Piece:
    """One card of a draft."""

    key: int
    """Its own among the pieces of the draft, the same as long as the turn lasts."""
    card: str
    """Its text; a joker is ``JK``."""
    own: bool = False
    """Whether it was in the hand when the turn began; the others lay on the table."""
    face: str = ""
    """The card that a joker on the table stands for; empty as long as nothing is said."""

    @property
    def joker(self) -> bool:
        """Whether it is a joker."""
        return self.card == JOKER

    @property
    def text(self) -> str:
        """As tables are written: ``7P``, ``JK=3D``."""
        return f"{self.card}={self.face}" if self.face else self.card


@dataclass(frozen=True, slots=True)
class DraftPile:
    """A pile of a draft; one that is whole lies in reading order."""

    key: int
    """Its own among the piles; a pile that is split or joined keeps it on its first part."""
    pieces: tuple[Piece, ...]
    """In the order they lie; empty only while all of them are lifted."""

    @property
    def texts(self) -> Pile:
        """Its cards as tables are written."""
        return tuple(piece.text for piece in self.pieces)


def in_order(book: MeldBook, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Pieces of a pile in reading order: a run along its circle, a set by suit, others by suit and rank."""
    rest = list(pieces)
    found = []
    for text in book.ordered([piece.text for piece in rest]):
        piece = next(piece for piece in rest if piece.text == text)
        rest.remove(piece)
        found.append(piece)
    return tuple(found)


def less(pile: DraftPile, gone: Collection[int]) -> DraftPile:
    """The pile less the pieces with these keys."""
    if not any(piece.key in gone for piece in pile.pieces):
        return pile
    return replace(pile, pieces=tuple(piece for piece in pile.pieces if piece.key not in gone))


def filled(piles: Iterable[DraftPile]) -> tuple[DraftPile, ...]:
    """The piles that hold a piece."""
    return tuple(pile for pile in piles if pile.pieces)


def told(piles: Iterable[DraftPile]) -> list[tuple[tuple[int, str], ...]]:
    """The piles as keys and faces, equal for tables that lie alike but for the order."""
    return sorted(tuple(sorted((piece.key, piece.face) for piece in pile.pieces)) for pile in piles)
