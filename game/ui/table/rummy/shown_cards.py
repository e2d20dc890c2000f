"""What lies on the screen of a rummy at one moment, and the way from one moment to the next, card by card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.rummy.draft import Draft, DraftPile, Piece, PieceMove, piece_moves


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Every card that is shown, and where."""

    piles: tuple[DraftPile, ...] = ()
    hand: tuple[Piece, ...] = ()
    carried: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, draft: Draft) -> ShownCards:
        """What a draft shows."""
        return cls(draft.piles, draft.hand, draft.lifted)

    def pieces(self) -> list[Piece]:
        """All cards, those of the piles first."""
        return [*(piece for pile in self.piles for piece in pile.pieces), *self.hand, *self.carried]

    def pile(self, key: int) -> DraftPile | None:
        """The pile with this key."""
        return next((pile for pile in self.piles if pile.key == key), None)

    def holder(self, key: int) -> DraftPile | None:
        """The pile that a card lies on."""
        return next((pile for pile in self.piles if any(piece.key == key for piece in pile.pieces)), None)


@dataclass(frozen=True, slots=True)
class CardMove:
    """One card that is moved, and what lies there afterwards."""

    move: PieceMove
    lay: ShownCards


def steps(before: Draft, after: Draft) -> list[CardMove]:
    """The way from what lies there to a table that somebody made of it, card by card.

    ``after`` is `Draft.rebase` of ``before``. What only lies in another order, or only changed its face, is
    no step of its own: it is there with the last one.
    """
    moves = piece_moves(before.piles, after.piles)
    keys = [pile.key for pile in before.piles]
    keys += [pile.key for pile in after.piles if pile.key not in keys]
    goal = {pile.key: {piece.key: n for n, piece in enumerate(pile.pieces)} for pile in after.piles}
    now = {pile.key: list(pile.pieces) for pile in before.piles}
    found: list[CardMove] = []
    for move in moves:
        for pieces in now.values():
            pieces[:] = [piece for piece in pieces if piece.key != move.piece.key]
        there, rank = now.setdefault(move.target, []), goal[move.target]
        # Cards that have still to leave this pile have no rank in it; they stay on the left until they go.
        place = sum(rank.get(piece.key, -1) < rank[move.piece.key] for piece in there)
        there.insert(place, move.piece)
        piles = tuple(DraftPile(key, tuple(now[key])) for key in keys if now.get(key))
        found.append(CardMove(move, ShownCards(piles, _held(before, move, found))))
    if found:
        found[-1] = CardMove(found[-1].move, ShownCards.of(after))
    return found


def _held(before: Draft, move: PieceMove, done: Sequence[CardMove]) -> tuple[Piece, ...]:
    """What is left of a shown hand after one more card has gone."""
    hand = done[-1].lay.hand if done else before.hand
    return tuple(piece for piece in hand if piece.key != move.piece.key)
