"""What SOCKI says: sentences for events and refusals."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.game import Event, Refusal
from game.core.rummy.table import CardDrawn, CardsPlayed, TurnPassed
from game.games.socki.rules.events import HandDealt, HandEnded, Knocked, MatchEnded, PlayoffCalled, read
from game.games.socki.rules.plays import Code
from game.match.rummy.words import card_names
from game.words import _, counted


def refused(refusal: Refusal) -> str:
    """Why a move cannot be made, for players."""
    told = {
        Code.SHORT_PILE: _("A pile has at least three cards."),
        Code.NOT_A_PILE: _("One of the piles is neither a set nor a run."),
        Code.TABLE_CARD_MISSING: _("Cards of the table stay on the table."),
        Code.NOTHING_PLAYED: _("Lay at least one card of your hand, or draw."),
        Code.OPENING_THREE: _("By the house rules the first play of a round is exactly three cards."),
        Code.MORE_TO_PLAY: _("By the house rules you play all you can, and there is more to play."),
        Code.MUST_PLAY: _("There is a play, and it comes first: look again."),
        Code.STOCK_EMPTY: _("The draw pile is empty: play, or pass."),
        Code.STOCK_NOT_EMPTY: _("Nobody passes while there is a draw pile: draw."),
    }
    return told.get(Code(refusal.code), _("That cannot be done now."))


def news_of(event: Event, names: Sequence[str], laid_before: int) -> str:
    """What just happened, in a sentence; empty for what needs no words.

    Args:
        event: as the one who looks may know it.
        names: of the seats.
        laid_before: how many cards its seat has drawn in this turn before.
    """
    match read(event):
        case HandDealt(seat=seat):
            return _("{name} has dealt.").format(name=names[seat])
        case CardDrawn(seat=seat):
            count = laid_before + 1
            return counted("{name} draws a card.", "{name} has drawn {n} cards.", count).format(
                name=names[seat], n=count
            )
        case CardsPlayed(seat=seat, cards=cards):
            if len(cards) <= 3:
                return _("{name} lays {cards}.").format(name=names[seat], cards=card_names(cards))
            return counted("{name} lays {n} card.", "{name} lays {n} cards.", len(cards)).format(
                name=names[seat], n=len(cards)
            )
        case TurnPassed(seat=seat):
            return _("{name} passes.").format(name=names[seat])
        case HandEnded(seat=None):
            return _("All have passed: the round is blocked.")
        case HandEnded(seat=int(seat)):
            return _("{name} goes out.").format(name=names[seat])
        case PlayoffCalled():
            return _("Equal totals: one more round decides.")
        case Knocked() | MatchEnded() | HandEnded():
            return ""
