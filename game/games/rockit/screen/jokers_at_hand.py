"""Jokers on RockIt's table: which card they stand for, and how one is taken off the board."""

from __future__ import annotations

from game.core.rummy.draft import Draft, Piece
from game.core.rummy.verdict import MeldStatus
from game.games.rockit.words.sentences import joker_kept, joker_pays, joker_taken
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.target import NEW


def joker_of(top: Tabletop) -> Piece | None:
    """The joker that the card which is carried would free, where it would be put down."""
    carry, held = top.carry, top.lay.carried
    if carry is None or len(held) != 1 or carry.target.pile in (None, NEW, carry.pile) or not held[0].own:
        return None
    pieces = top.draft.pile(carry.target.pile or 0).pieces
    jokers = [piece for piece in pieces if piece.joker and not piece.own]
    payable = (
        joker for joker in jokers if held[0].key in [piece.key for piece in top.draft.payers(joker.key)]
    )
    return next(payable, None)


def paid_joker(top: Tabletop, joker: Piece) -> Draft:
    """The draft after the card that is carried has taken the place of this joker."""
    assert top.carry is not None
    order = [pile.key for pile in top.draft.piles]
    place = order.index(top.carry.target.pile or 0) + 1
    return top.draft.take(joker.key, top.lay.carried[0].key, place)


def joker_in_focus(top: Tabletop) -> Piece | None:
    """The joker of the table that has the focus."""
    pile = top.lay.holder(top.focus) if top.focus is not None else None
    pieces = pile.pieces if pile is not None else ()
    return next((piece for piece in pieces if piece.key == top.focus and piece.joker), None)


def joker_guide(top: Tabletop, *, free: bool) -> str:
    """What is to be said of a joker that is carried, paid for, or has been and has no trick yet.

    Args:
        top: what lies on the table.
        free: whether the one who looks is to move, and all is shown.
    """
    carry, held = top.carry, top.lay.carried
    kept = [piece.face for piece in held if piece.joker and not piece.own and piece.face]
    if kept:
        return joker_kept(kept[0])
    if carry is not None and len(held) == 1 and carry.target.pile not in (None, NEW, carry.pile):
        return joker_pays(held[0].text) if joker_of(top) else ""
    if carry is not None or not free:
        return ""
    # On the board a joker keeps its card, so one that shows another has been paid for in this turn.
    faces = {piece.key: piece.face for pile in top.draft.start for piece in pile.pieces if piece.joker}
    taken = any(
        faces.get(piece.key, piece.face) != piece.face
        for pile in top.lay.piles if top.verdicts[pile.key].health is not MeldStatus.WHOLE
        for piece in pile.pieces
    )  # fmt: skip
    return joker_taken() if taken else ""
