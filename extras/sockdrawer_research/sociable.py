"""Codec of SOCiable. Suits have no meaning in the game, so actions and observations use only ranks.

Actions: for each rank from 8 to A the eight plays of `PLAYS` (8 * rank + index), then a joker alone (56), a
pass (57), and 58 to 65 a card of a gift: 8 to A, and a joker. The cards of a gift are chosen one by one,
weakest first.

An observation has rows of eight numbers, ranks 8 to A and jokers: `CARDS`; then for each seat, the viewer's
first and then by number, the cards that it got from the viewer, those that it gave, and the eight of `SEATS`;
finally the eight of `TABLE`.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from game.core.cards import JOKER
from game.core.session import Session
from game.games.sociable.rules.state import Cards, SociableState
from game.games.sociable.rules.text import write_move
from sockdrawer_research.codec import Array, ListedCodec, PartialMove, clipped

RANKS = ("8", "9", "10", "J", "Q", "K", "A")
# number of cards of the rank, and of jokers with them
PLAYS = ((1, 0), (2, 0), (1, 1), (3, 0), (2, 1), (4, 0), (3, 1), (4, 1))
ALONE, PASS, GIFT = 56, 57, 58
CARDS = ("in my hand", "to beat", "laid earlier in this hand", "chosen for the gift so far")
SEATS = (
    "cards", "chair, 1 for the Boss", "points", "1 if it laid the cards to beat",
    "place, 0 while it has cards", "1 if it has passed for good", "1 if it is to move",
    "1 if it is the viewer",
)  # fmt: skip
TABLE = (
    "1 in the exchange", "cards to give", "seat that gets them, counted from the viewer", "passes in a row",
    "plays in this round", "rounds so far", "seats", "1 if the match is over",
)  # fmt: skip
_COLUMN = {f"{rank}{suit}": number for number, rank in enumerate(RANKS) for suit in "DHSC"} | {JOKER: 7}


def _actions_of(text: str) -> tuple[int, ...]:
    """Actions of a move's text: one, or one for each card of a gift."""
    word, *cards = text.split()
    if word == "pass":
        return (PASS,)
    columns = sorted(map(_COLUMN.__getitem__, cards))
    if word == "give":
        return tuple(GIFT + column for column in columns)
    jokers = columns.count(7)
    if columns[0] == 7:
        return (ALONE,)
    return (8 * columns[0] + PLAYS.index((len(columns) - jokers, jokers)),)


_NONE: tuple[int, ...] = (0,) * 8
_NOTHING = 2 * _NONE  # rows of the cards exchanged with a seat; filled in later


@lru_cache(maxsize=1 << 10)
def _ranks(cards: Cards) -> tuple[int, ...]:
    """Eight counts: the cards of each rank from 8 to A, then the jokers. Cached."""
    columns = [_COLUMN[card] for card in cards]
    return tuple(map(columns.count, range(8)))


class SociableCodec(ListedCodec):
    """`sockdrawer_research.codec.Codec` for four or five players."""

    actions = GIFT + 8

    def __init__(self, session: Session) -> None:
        super().__init__(_actions_of, write_move)
        self._players = session.players
        self.shape = (len(CARDS) + 3 * session.players + 1, 8)

    def array(self, session: Session, seat: int, making: PartialMove | None) -> Array:
        """Observation of a seat as array (row, rank): `CARDS`, then 3 rows by seat, `TABLE`.

        Of the hands only the seat's own is read.
        """
        state: SociableState = session.state
        players, order, out = self._players, state.order, state.out
        hand, chosen = _ranks(state.hands[seat]), _NONE
        if making and making.chosen:  # some cards of a gift
            chosen = tuple(map(making.chosen.count, range(GIFT, GIFT + 8)))
            hand = tuple(map(int.__sub__, hand, chosen))
        # A flat list, because numpy needs twice the time for nested lists.
        line = [*hand, *_ranks(state.lead), *_ranks(state.gone), *chosen]
        for place in range(players):
            player = (seat + place) % players
            line += _NOTHING
            line += (
                len(state.hands[player]),
                order.index(player) + 1,
                clipped(state.scores[player]),
                state.by == player,
                out.index(player) + 1 if player in out else 0,
                player in state.quit,
                state.turn == player,
                player == seat,
            )
        gift = state.gifts[0] if state.gifts else None
        line += (
            gift is not None,
            gift.count if gift else 0,
            (gift.debtor - seat) % players if gift else 0,
            state.passes,
            len(state.laid),
            len(state.rounds),
            players,
            state.turn is None,
        )
        planes = np.array(line, np.int16).reshape(self.shape)
        for handover in state.given:
            if seat in (handover.giver, handover.receiver):
                place = (handover.giver + handover.receiver - 2 * seat) % players
                planes[len(CARDS) + 3 * place + (handover.giver != seat)] += _ranks(handover.cards)
        return planes

    def label(self, action: int) -> str:
        """Label such as ``2 Q``, ``2 Q and a joker``, ``give Q`` or ``pass``."""
        names = (*RANKS, JOKER)
        if action >= GIFT:
            return f"give {names[action - GIFT]}"
        if action >= ALONE:
            return "pass" if action == PASS else JOKER
        count, jokers = PLAYS[action % 8]
        return f"{count} {RANKS[action // 8]}" + (" and a joker" if jokers else "")
