"""Texts of Peg Out for the window and phones; needs no window."""

from __future__ import annotations

from game.core.cards import card_count
from game.core.game import Event, Refusal
from game.i18n import _
from game.match.match_text import MatchText
from tests.sample_games.dealt.peg_out.events import CardDrawn, CardLaid, MatchEnded, read
from tests.sample_games.dealt.peg_out.rules import Code

SUITS = {"P": "pagodas", "F": "flowers", "B": "boats", "L": "ladies"}


class PegOutWords(MatchText):
    """Texts of a match."""

    starred, untold = frozenset({MatchEnded.kind}), frozenset({"stuck"})

    def card_words(self, card: str) -> str:
        suit = _(SUITS[card[-1]]) if card else ""
        return _("{suit} {n}").format(suit=suit, n=card[:-1]) if card else super().card_words(card)

    def event_sentence(self, event: Event, times: int = 1) -> str:
        name = "" if event.seat is None else self.names[event.seat]
        match read(event):
            case CardLaid(card=card):
                return _("{name} lays {card}").format(name=name, card=self.card_words(card))
            case CardDrawn(cards=cards):
                template = _("{name} draws a card") if card_count(cards) else _("{name} can do nothing")
                return template.format(name=name)
            case MatchEnded(seat=None):
                return _("Nobody can lay or draw")
            case MatchEnded():
                return _("{name} has pegged out!").format(name=name)
        return ""

    def move_words(self, move: str, seat: int) -> str:
        verb, _space, card = move.partition(" ")
        if verb == "draw":
            return _("Draw a card")
        return _("Lay {card}").format(card=self.card_words(card)) if card else _("Lay")

    def refusal_sentence(self, refusal: Refusal) -> str:
        details = {name: self.card_words(card) for name, card in refusal.details.items()}
        match refusal.code:
            case Code.DOES_NOT_GO:
                return _("{card} does not go on {on}: neither suit nor number is the same.").format(**details)
            case Code.MUST_LAY:
                return _("Something in your hand goes: lay it.")
        return _("You do not hold {card}.").format(**details)


WORDS = PegOutWords
