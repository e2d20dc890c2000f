"""Jokers on RockIt's table: which card they stand for, and how one is taken off the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core.rummy.pieces import DraftPile, Piece
from game.games.rockit.room import MissionControl
from game.games.rockit.words import joker_kept, joker_named, joker_taken
from game.ui.rummy.laid import NEW
from game.ui.rummy.scene import RummyScene
from game.ui.words import _


class JokersAtHand(RummyScene):
    """The part of RockIt's scene that knows jokers."""

    room: MissionControl

    def _pieces(self, keys: Iterable[int]) -> list[Piece]:
        """The pieces with these keys, as they are shown."""
        wanted = set(keys)
        return [piece for piece in self.lay.pieces() if piece.key in wanted]

    def lift(self, keys: Sequence[int], at: tuple[float, float] | None = None) -> None:
        """Take cards up; of a joker of the board it is said what it may do."""
        super().lift(keys, at)
        if self.carry is None:
            return
        jokers = [piece for piece in self.lay.carried if piece.joker and not piece.own and piece.face]
        if jokers:
            self.told = joker_kept(jokers[0].face)

    def drop(self) -> None:
        """Put down what is carried; the card that a joker stands for takes its place and frees it."""
        carry, held = self.carry, self.lay.carried
        if carry is None or len(held) != 1 or carry.target.pile in (None, NEW, carry.pile):
            super().drop()
            return
        joker = self._paid_joker(held[0], carry.target.pile)
        if joker is None:
            super().drop()
            return
        order = [pile.key for pile in self.draft.piles]
        taken = self.draft.take(joker.key, held[0].key, order.index(carry.target.pile or 0) + 1)
        self.stage.audio.play("joker")
        self.do(taken)
        self.focus_on(joker.key)
        self.told = joker_taken()

    def _paid_joker(self, card: Piece, pile: int | None) -> Piece | None:
        """The joker of a pile that a card of the hand would free."""
        if pile is None or not card.own:
            return None
        jokers = [piece for piece in self.draft.pile(pile).pieces if piece.joker and not piece.own]
        payable = (
            joker for joker in jokers if card.key in [piece.key for piece in self.draft.payers(joker.key)]
        )
        return next(payable, None)

    def _joker(self) -> Piece | None:
        """The joker of the table that has the focus."""
        pile = self.lay.holder(self.focus) if self.focus is not None else None
        pieces = pile.pieces if pile is not None else ()
        return next((piece for piece in pieces if piece.key == self.focus and piece.joker), None)

    def look_word(self) -> str:
        """What Look does on a card: a joker may stand for another one."""
        return _("Other card") if self._joker() is not None else super().look_word()

    def look_at(self, pile: DraftPile, card: int) -> None:
        """Let a joker stand for the next card that it can; of others it is said how their trick stands."""
        piece = next(piece for piece in pile.pieces if piece.key == card)
        if not piece.joker or self.carry is not None:
            super().look_at(pile, card)
            return
        faces = self.draft.faces(card)
        if len(faces) < 2:
            self.message = joker_kept(piece.face) if piece.face and not piece.own else _(
                "Here the joker can be no other card."
            )  # fmt: skip
            self.stale = True
            return
        self.stage.audio.play("joker")
        self.do(self.draft.alternate(card))
        found = next(one for one in self.lay.pieces() if one.key == card)
        self.told = joker_named(found.face)
        self.focus_on(card)
