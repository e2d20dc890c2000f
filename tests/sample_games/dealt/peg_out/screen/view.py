"""Peg Out on a card table: pile and stock in the middle, cards played from the hand."""

from __future__ import annotations

from game.core.game import Event
from game.i18n import _
from game.ui.cards.pile import DealMove, PileView, PileZone, Transfer
from tests.sample_games.dealt.peg_out.events import CardDrawn, CardLaid, HandsDealt, MatchEnded, read
from tests.sample_games.dealt.peg_out.rules import PACK


class PegOutView(PileView):
    """Display and input of a match."""

    lays, draws, order = "lay {card}", "draw", PACK.cards

    def carries(self, event: Event) -> DealMove | Transfer | None:
        match read(event):
            case HandsDealt(hands=hands, first=first):
                return DealMove(hands, [first])
            case CardLaid(seat=seat, card=card):
                return Transfer(seat, PileZone.PILE, [card])
            case CardDrawn(seat=seat, cards=cards):
                return Transfer(PileZone.STOCK, seat, cards)
        return None

    def calls(self, event: Event) -> str:
        return _("Out!") if isinstance(read(event), MatchEnded) else ""


VIEW = PegOutView
