"""Pieces carried over to another table: which piece is which card there, and which have moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from game.core.rummy.melds import Pile
from game.core.rummy.pairing import pairs
from game.core.rummy.pieces import DraftPile, Piece


@dataclass(frozen=True, slots=True)
class Carried:
    """A table made of old pieces as far as there are any."""

    piles: tuple[DraftPile, ...]
    """Piles that go on keep their keys and their order; new ones come behind."""
    left: tuple[Piece, ...]
    """Pieces of the old table for which it has no place."""
    lacking: tuple[Piece, ...]
    """Its pieces that were made for it."""


@dataclass(frozen=True, slots=True)
class PieceMove:
    """One card that goes from one place to another."""

    piece: Piece
    """As it lies afterwards."""
    source: int | None
    """The key of the pile that it leaves, `None` for a hand."""
    target: int
    """The key of the pile that it joins."""


@dataclass(frozen=True, slots=True)
class CardMove:
    """One card that goes from one place to another, on tables without pieces."""

    card: str
    """As it lies afterwards, a joker with the card it stands for."""
    source: int | None
    """The number of the pile that it leaves on the old table, `None` for a hand."""
    target: int
    """The number of the pile that it joins on the new table."""


def card_moves(old: Sequence[Pile], new: Sequence[Pile]) -> tuple[CardMove, ...]:
    """The fewest moves of single cards that make the new table of the old one, in an order to follow.

    Pile by pile as `carried` shows them: those that go on before those that are new, and in each the cards of
    the table before those of the hand.
    """
    keys = iter(range(sum(map(len, old))))
    before = []
    for number, texts in enumerate(old):
        parts = (text.partition("=") for text in texts)
        before.append(DraftPile(number, tuple(Piece(next(keys), card, face=face) for card, _, face in parts)))
    after = carried(before, (), new, sum(map(len, old)), len(old)).piles
    goes_on = pairs(old, new)
    fresh = [place for place, number in enumerate(goes_on) if number is None]
    place_of = {len(old) + number: place for number, place in enumerate(fresh)}
    place_of |= {number: place for place, number in enumerate(goes_on) if number is not None}
    return tuple(
        CardMove(move.piece.text, move.source, place_of[move.target]) for move in piece_moves(before, after)
    )


def carried(
    piles: Sequence[DraftPile], spare: Sequence[Piece], table: Sequence[Pile], key: int, pile_key: int
) -> Carried:
    """Lay pieces out as another table, the fewest moved.

    Args:
        piles: where the pieces of the table lie.
        spare: pieces that are used where those of the table do not suffice.
        table: the other table, its piles in reading order.
        key: the first key that is free for a new piece.
        pile_key: the same for piles.
    """
    goes_on = pairs([pile.texts for pile in piles], table)
    pools = [list(pile.pieces) for pile in piles]
    slots: list[list[Piece | None]] = [[None] * len(texts) for texts in table]

    def fill(choose: Callable[[int], Sequence[list[Piece]]], alike: Callable[[Piece, str], bool]) -> None:
        for place, texts in enumerate(table):
            for number, text in enumerate(texts):
                if slots[place][number] is None:
                    slots[place][number] = _drawn(choose(place), text, alike)

    def own(place: int) -> Sequence[list[Piece]]:
        number = goes_on[place]
        return [] if number is None else [pools[number]]

    # What lies in its own pile comes first, the hand last: so the fewest pieces move.
    fill(own, _same)
    fill(lambda _: pools, _same)
    fill(lambda place: [*own(place), *pools], _same_card)
    hand = list(spare)
    fill(lambda _: [hand], _same_card)
    lacking: list[Piece] = []
    laid: list[tuple[Piece, ...]] = []
    for texts, pieces in zip(table, slots, strict=True):
        row = []
        for text, found in zip(texts, pieces, strict=True):
            card, _, face = text.partition("=")
            piece = found or Piece(key + len(lacking), card)
            if found is None:
                lacking.append(piece)
            row.append(replace(piece, face=face) if piece.face != face else piece)
        laid.append(tuple(row))
    old = [(number, laid[place]) for place, number in enumerate(goes_on) if number is not None]
    kept = [DraftPile(piles[number].key, pieces) for number, pieces in sorted(old, key=lambda one: one[0])]
    new = [pieces for pieces, number in zip(laid, goes_on, strict=True) if number is None]
    return Carried(
        (*kept, *(DraftPile(pile_key + number, pieces) for number, pieces in enumerate(new))),
        tuple(piece for pool in pools for piece in pool),
        tuple(lacking),
    )


def _drawn(pools: Sequence[list[Piece]], text: str, alike: Callable[[Piece, str], bool]) -> Piece | None:
    for pool in pools:
        for number, piece in enumerate(pool):
            if alike(piece, text):
                return pool.pop(number)
    return None


def _same(piece: Piece, text: str) -> bool:
    return piece.text == text


def _same_card(piece: Piece, text: str) -> bool:
    return piece.card == text.partition("=")[0]


def piece_moves(before: Sequence[DraftPile], after: Sequence[DraftPile]) -> tuple[PieceMove, ...]:
    """The cards that lie elsewhere afterwards, pile by pile as they come to lie, those of hands last in each.

    The pieces that both tables share have the same keys, as `carried` makes them; then no list is shorter.
    """
    was = {piece.key: pile.key for pile in before for piece in pile.pieces}
    moves = []
    for pile in after:
        coming = [piece for piece in pile.pieces if was.get(piece.key) != pile.key]
        coming.sort(key=lambda piece: piece.key not in was)
        moves += [PieceMove(piece, was.get(piece.key), pile.key) for piece in coming]
    return tuple(moves)
