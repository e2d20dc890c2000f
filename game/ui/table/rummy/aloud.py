"""The table of a rummy in words: the card in focus or in the air, the piles, the hand that lies open here."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.rummy.draft import Piece
from game.core.rummy.verdict import MeldStatus
from game.match.rummy.words import card_name, why_not
from game.ui.table.context import ViewContext
from game.ui.table.rummy.tabletop import Tabletop
from game.ui.table.rummy.target import NEW
from game.ui.table.spoken import Spoken
from game.words import _, counted


class RummySpoken(Spoken):
    """The words of the table."""

    def __init__(self, table: ViewContext, top: Tabletop) -> None:
        self._table, self._top = table, top

    def focus(self) -> str:
        """The card in focus or in the air."""
        return focus_words(self._top) if self._top.is_mine() else ""

    def board(self) -> list[str]:
        """The hand that lies open here, every pile, and what the others hold."""
        return board_words(self._table, self._top)


def piece_words(piece: Piece) -> str:
    """A card; of a joker, what it stands for."""
    if piece.joker and piece.face:
        return _("joker as {card}").format(card=card_name(piece.face))
    return card_name(piece.card)


def _names(pieces: Iterable[Piece]) -> str:
    return ", ".join(map(piece_words, pieces))


def focus_words(top: Tabletop) -> str:
    """What has the focus: a card and where it lies, or what is carried and where it would go down."""
    if top.carry is not None:
        return f"{_names(top.lay.carried)}, {_target_words(top)}"
    if top.focus is None:
        return ""
    pile = top.lay.holder(top.focus)
    pieces = top.lay.hand if pile is None else pile.pieces
    place = next((n for n, piece in enumerate(pieces) if piece.key == top.focus), None)
    if place is None:
        return ""
    told = [piece_words(pieces[place])]
    if pile is None:
        told.append(_("in the hand, {n} of {all}").format(n=place + 1, all=len(pieces)))
        if top.focus in top.picked - top.advised:
            told.append(_("picked up"))
    else:
        told.append(_("in pile {n}: {cards}").format(n=_number(top, pile.key), cards=_names(pieces)))
        verdict = top.verdicts.get(pile.key)
        if verdict is not None and verdict.health is not MeldStatus.WHOLE:
            told.append(why_not(verdict, len(pieces)))
    return ", ".join(told)


def _target_words(top: Tabletop) -> str:
    assert top.carry is not None
    target = top.carry.target
    if target.pile is None:
        return _("to the hand")
    pile = top.lay.pile(target.pile)
    if target.pile == NEW or pile is None:
        return _("to a new pile")
    words = _("to pile {n}: {cards}")
    return words.format(n=_number(top, target.pile), cards=_names(pile.pieces))


def _number(top: Tabletop, key: int) -> int:
    """Which pile of the table it is, as they are counted when all are told."""
    return next((n for n, pile in enumerate(top.lay.piles, 1) if pile.key == key), 0)


def board_words(table: ViewContext, top: Tabletop) -> list[str]:
    """The hand that lies open here, every pile, and how many cards the others hold."""
    told = [f"{_('Your hand')}: {_names(top.lay.hand)}"] if top.owner is not None and top.lay.hand else []
    for pile in top.lay.piles:
        words = _("Pile {n}: {cards}").format(n=_number(top, pile.key), cards=_names(pile.pieces))
        verdict = top.verdicts.get(pile.key)
        wrong = verdict is not None and verdict.health is not MeldStatus.WHOLE
        told.append(f"{words}. {why_not(verdict, len(pile.pieces))}" if wrong and verdict else words)
    if not top.lay.piles:
        told.append(_("Nothing lies on the table yet."))
    for seat in top.others():
        cards = counted("{n} card", "{n} cards", top.counts[seat]).format(n=top.counts[seat])
        told.append(f"{table.seats[seat].name}: {cards}")
    told.append(_("Draw pile: {cards}").format(cards=top.stock))
    return told
