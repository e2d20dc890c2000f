"""SOCiable in words, for whoever does not see the office: the card in focus, the hand, and who sits where.

A hand is told only where it lies open on the screen, to the one whose turn it is.
"""

from __future__ import annotations

from game.core.cards import JOKER
from game.games.sociable.rules.state import POWER
from game.games.sociable.screen.floor import Floor
from game.games.sociable.screen.holding import Hand
from game.games.sociable.words.sentences import play_name, rank_name, titled
from game.match.rummy.words import suit_name
from game.ui.table.context import ViewContext
from game.ui.table.spoken import Spoken
from game.words import _, counted


class SociableSpoken(Spoken):
    """The words of the office."""

    def __init__(self, table: ViewContext, floor: Floor, hand: Hand) -> None:
        self._table, self._floor, self._hand = table, floor, hand

    def focus(self) -> str:
        """The card in focus."""
        return focus_words(self._floor, self._hand)

    def asked(self) -> str:
        """What has to be beaten, or what is about to be laid."""
        return self._hand.asked() if self._floor.my_turn else ""

    def board(self) -> list[str]:
        """The hand, what is to be beaten, and who sits where."""
        return board_words(self._table, self._floor)


def card_words(card: str) -> str:
    """A card: king of hearts."""
    if card == JOKER:
        return rank_name(card)
    return _("{rank} of {suit}").format(rank=rank_name(card), suit=suit_name(card[-1]))


def focus_words(floor: Floor, hand: Hand) -> str:
    """The card in focus: its name, whether it is picked, whether it can be played."""
    cards = floor.picture.hand
    if not floor.my_turn or hand.must_pass or not 0 <= hand.cursor < len(cards):
        return ""
    card = cards[hand.cursor]
    told = [card_words(card)]
    if hand.cursor in hand.picking.places:
        told.append(_("picked up"))
    elif POWER[card] not in hand.playable():
        told.append(_("cannot be played now"))
    return ", ".join(told)


def board_words(table: ViewContext, floor: Floor) -> list[str]:
    """The hand, what is to be beaten, and everybody from the Boss down."""
    picture, told = floor.picture, []
    if floor.my_turn and picture.hand:
        told.append(f"{_('Your hand')}: {', '.join(map(card_words, picture.hand))}")
    if picture.lead and picture.by is not None:
        laid = play_name(picture.lead)
        told.append(f"{_('On the table')}: {laid}, {table.seats[picture.by].name}")
    for seat in picture.standing():
        name = titled(picture.rank(seat), table.seats[seat].name)
        count = picture.counts[seat]
        told.append(f"{name}: {counted('{n} card', '{n} cards', count).format(n=count)}")
    return told
