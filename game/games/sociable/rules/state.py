"""The cards, moves and states of SOCiable (rules.md, The cards)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from game.core.cards import JOKER, Pack
from game.core.options import Options

RANKS = ("8", "9", "10", "J", "Q", "K", "A")
PACK = Pack("DHSC", RANKS, jokers=2)
DECK = PACK.deck(1)
"""The 30 cards."""

POWER: dict[str, int] = PACK.rank | {JOKER: len(RANKS)}
"""Card -> 0 for an eight to 6 for an ace; 7 for a joker, the strongest card."""
_PLACE = {card: (POWER[card], PACK.place[card], card) for card in PACK.cards} | {
    JOKER: (len(RANKS), 0, JOKER)
}

Cards: TypeAlias = tuple[str, ...]


def tidy(cards: Iterable[str]) -> Cards:
    """The cards weakest first, suits in the order of the pack; texts that are no card come last."""
    return tuple(sorted(cards, key=lambda card: _PLACE.get(card) or (len(RANKS) + 1, 0, card)))


@dataclass(frozen=True, slots=True)
class Play:
    """Lay cards of one rank on the table."""

    cards: Cards
    """In the order of `tidy`, so that a joker comes last."""


@dataclass(frozen=True, slots=True)
class Give:
    """Choose the cards of a gift that is due."""

    cards: Cards
    """In the order of `tidy`."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing this time."""


Move: TypeAlias = Play | Give | Pass


@dataclass(frozen=True, slots=True)
class Gift:
    """One exchange: the receiver's cards come to the giver by themselves, who then gives as many back.

    See rules.md, The exchange.
    """

    giver: int
    receiver: int
    count: int
    blind: bool = False
    """The giver draws from the receiver's hidden hand, in place of getting the strongest cards."""


@dataclass(frozen=True, slots=True)
class Given:
    """Cards that changed hands in the exchange of this hand; only the two of them know which.

    See rules.md, The exchange.
    """

    giver: int
    receiver: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Laid:
    """One play of this hand, as all have seen it."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match.

    While ``gifts`` is not empty, the cards that the first of them answers have already changed hands. When
    the match is over, ``turn`` is `None` and ``order`` holds the places of the last hand.
    """

    options: Options
    seed: int
    counter: int
    """How often chance has been asked."""
    hands: tuple[Cards, ...]
    order: tuple[int, ...]
    """Seats from Boss to Temp."""
    gifts: tuple[Gift, ...]
    """Gifts still to choose, the next one first."""
    lead: Cards
    """The cards to beat; empty when a round is to be led."""
    laid: tuple[int, ...]
    """Who has laid cards in this round, one entry a play; the last laid ``lead``."""
    passes: int
    """Passes in a row since the last play."""
    quit: tuple[int, ...]
    """Who has passed in this round, while a pass is final."""
    turn: int | None
    out: tuple[int, ...]
    """Who has no cards left, first out first."""
    scores: tuple[int, ...]
    gone: Cards
    """The cards played earlier in this hand, oldest first."""
    given: tuple[Given, ...] = ()
    """What changed hands in the exchange of this hand, in order."""
    rounds: tuple[tuple[Laid, ...], ...] = ()
    """Who laid how many cards, round by round; the cards themselves are ``gone`` and ``lead``."""

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def by(self) -> int | None:
        """Who laid the cards to beat."""
        return self.laid[-1] if self.laid else None

    def clockwise(self, after: int) -> tuple[int, ...]:
        """The other seats in playing order from the one after ``after``."""
        place = self.order.index(after)
        return self.order[place + 1 :] + self.order[:place]

    def rounds_with(self, laid: Laid) -> tuple[tuple[Laid, ...], ...]:
        """The rounds with one more play; none where those before are not told, as by the first version."""
        before = sum(laid.count for plays in self.rounds for laid in plays)
        if self.options.version == 1 or before != len(self.gone) + len(self.lead):
            return ()
        if not self.lead:
            return (*self.rounds, (laid,))
        return (*self.rounds[:-1], (*self.rounds[-1], laid))
