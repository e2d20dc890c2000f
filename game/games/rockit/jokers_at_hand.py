"""Jokers on RockIt's table: which card they stand for, and how one is taken off the board."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.rummy.judging import Health
from game.core.rummy.pieces import DraftPile, Piece
from game.games.rockit.room import MissionControl
from game.games.rockit.words import joker_kept, joker_named, joker_pays, joker_taken
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

    def joker_guide(self) -> str:
        """What is to be said of a joker that is carried, paid for, or has been and has no trick yet."""
        carry, held = self.carry, self.lay.carried
        kept = [piece.face for piece in held if piece.joker and not piece.own and piece.face]
        if kept:
            return joker_kept(kept[0])
        if carry is not None and len(held) == 1 and carry.target.pile not in (None, NEW, carry.pile):
            return joker_pays(held[0].text) if self._paid_joker(held[0], carry.target.pile) else ""
        if carry is not None or not self._is_mine() or self.show is not None:
            return ""
        faces = {piece.key: piece.face for pile in self.draft.start for piece in pile.pieces if piece.joker}
        taken = any(
            faces.get(piece.key, piece.face) != piece.face
            for pile in self.lay.piles if self.verdicts[pile.key].health is not Health.WHOLE
            for piece in pile.pieces
        )  # fmt: skip
        return joker_taken() if taken else ""

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
