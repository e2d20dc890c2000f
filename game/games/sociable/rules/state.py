"""The cards, moves and states of SOCiable, and what follows from the cards alone.

Which cards make a play, which play beats which, and what a hand could lay or give (rules.md, The cards); the
exchange after the deal: who owes whom how many cards, and what happens by itself (rules.md, The exchange);
how a match ends: the points of the places, and what they come to (rules.md, The end).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, groupby
from typing import TypeAlias

from game.core.cards import JOKER, Pack, remove_cards
from game.core.game import Event, Outcome, replace
from game.core.options import Options
from game.core.rng import SeededRng
from game.games.sociable.rules.events import BlindCardDrawn, GiftGiven

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


def sort_cards(cards: Iterable[str]) -> Cards:
    """The cards weakest first, suits in the order of the pack; texts that are no card come last."""
    return tuple(sorted(cards, key=lambda card: _PLACE.get(card) or (len(RANKS) + 1, 0, card)))


@dataclass(frozen=True, slots=True)
class SociablePlay:
    """Lay cards of one rank on the table."""

    cards: Cards
    """In the order of `sort_cards`, so that a joker comes last."""


@dataclass(frozen=True, slots=True)
class GiveCards:
    """Choose the cards of a gift that is due."""

    cards: Cards
    """In the order of `sort_cards`."""


@dataclass(frozen=True, slots=True)
class SociablePass:
    """Lay nothing this time."""


Move: TypeAlias = SociablePlay | GiveCards | SociablePass


@dataclass(frozen=True, slots=True)
class DueExchange:
    """One exchange: the debtor's cards come to the chooser by themselves, who then gives as many back.

    See rules.md, The exchange.
    """

    chooser: int
    debtor: int
    count: int
    blind: bool = False
    """The chooser draws from the debtor's hidden hand, in place of getting the strongest cards."""


@dataclass(frozen=True, slots=True)
class CompletedExchange:
    """Cards that changed hands in the exchange of this hand; only the two of them know which.

    See rules.md, The exchange.
    """

    giver: int
    receiver: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayedCards:
    """One play of this hand, as all have seen it."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class SociableState:
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
    gifts: tuple[DueExchange, ...]
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
    given: tuple[CompletedExchange, ...] = ()
    """What changed hands in the exchange of this hand, in order."""
    rounds: tuple[tuple[PlayedCards, ...], ...] = ()
    """Who laid how many cards, round by round; the cards themselves are ``gone`` and ``lead``."""

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def by(self) -> int | None:
        return self.laid[-1] if self.laid else None

    def clockwise(self, after: int) -> tuple[int, ...]:
        """The other seats in playing order from the one after ``after``."""
        place = self.order.index(after)
        return self.order[place + 1 :] + self.order[:place]

    def rounds_with(self, laid: PlayedCards) -> tuple[tuple[PlayedCards, ...], ...]:
        """The rounds with one more play; none where those before are not told, as by the first version."""
        before = sum(laid.count for plays in self.rounds for laid in plays)
        if self.options.version == 1 or before != len(self.gone) + len(self.lead):
            return ()
        if not self.lead:
            return (*self.rounds, (laid,))
        return (*self.rounds[:-1], (*self.rounds[-1], laid))


_WHOLE = Counter(POWER[card] for card in DECK)


def left_of_pack(known: Iterable[str]) -> tuple[int, ...]:
    """By power, how many cards are left of the pack beside those that somebody knows."""
    gone = Counter(POWER[card] for card in known)
    return tuple(count - gone[power] for power, count in sorted(_WHOLE.items()))


MOST = 5
"""The most cards in a play: all four of a rank and a joker."""


def same_rank(cards: Cards) -> bool:
    """Whether tidy cards, with one joker at most, are all of one rank; a joker takes it on.

    See rules.md, The cards.
    """
    ranks = {POWER[card] for card in (cards[:-1] if cards[-1] == JOKER else cards)}
    return len(ranks) <= 1


def strength(cards: Cards, *, joker_tops: bool) -> int:
    """How high a play is; another with as many cards beats it when it is higher (rules.md, A round).

    Args:
        cards: a play, tidy.
        joker_tops: whether a group with a joker is higher than the same rank without one.
    """
    return 2 * POWER[cards[0]] + (joker_tops and len(cards) > 1 and cards[-1] == JOKER)


def plays(hand: Cards, lead: Cards, *, joker_tops: bool) -> list[SociablePlay]:
    """Every play of a tidy hand that may be laid on ``lead``, weakest rank first (rules.md, A round).

    Of plays that differ only in suits there is one.
    """
    jokers = hand.count(JOKER)
    floor = strength(lead, joker_tops=joker_tops) if lead else -1
    sizes = (len(lead),) if lead else range(1, MOST + 1)
    found: list[SociablePlay] = []
    for power, cards in groupby(hand[: len(hand) - jokers], POWER.__getitem__):
        if 2 * power + joker_tops <= floor:
            continue
        group = tuple(cards)
        for size in sizes:
            if size <= len(group) and 2 * power > floor:
                found.append(SociablePlay(group[:size]))
            if jokers and 1 < size <= len(group) + 1:
                found.append(SociablePlay((*group[: size - 1], JOKER)))
    if jokers and 1 in sizes and 2 * POWER[JOKER] > floor:
        found.append(SociablePlay((JOKER,)))
    return found


def gives(hand: Cards, count: int) -> list[GiveCards]:
    """Every gift of so many cards from a tidy hand; of gifts that differ only in suits there is one.

    See rules.md, The exchange.
    """
    by_ranks: dict[tuple[int, ...], Cards] = {}
    for cards in combinations(hand, count):
        by_ranks.setdefault(tuple(map(POWER.__getitem__, cards)), cards)
    return [GiveCards(cards) for cards in by_ranks.values()]


def exchange(order: tuple[int, ...], direction: str) -> tuple[DueExchange, ...]:
    """All gifts of a hand in the order in which they are made (rules.md, The exchange).

    Args:
        order: the seats from Boss to Temp.
        direction: the value of the option ``exchange``: ``on``, ``off`` or ``reversed``.
    """
    if direction == "off":
        return ()
    boss, veep, *managers, clerk, temp = order
    many, few = (2, 1) if managers else (3, 2)
    pairs = [(boss, temp, many, False), (veep, clerk, few, False)]
    pairs += [(boss, manager, 1, True) for manager in managers]
    if direction == "reversed":
        pairs = [(low, high, count, blind) for high, low, count, blind in pairs]
    return tuple(DueExchange(*pair) for pair in pairs)


def moved(state: SociableState, giver: int, receiver: int, cards: Cards) -> SociableState:
    """The state after a gift, which the two of them remember (rules.md, The exchange)."""
    hands = list(state.hands)
    hands[giver] = remove_cards(hands[giver], cards)
    hands[receiver] = sort_cards(hands[receiver] + cards)
    # Positions of the first version do not have it.
    remembered = (CompletedExchange(giver, receiver, cards),) if state.options.version > 1 else ()
    return replace(state, hands=tuple(hands), given=state.given + remembered)


def collect_due(state: SociableState, events: list[Event]) -> SociableState:
    """Take what the next chooser is owed: the forced gift or the blind draw before it gives something back.

    See rules.md, The exchange.

    A seat that has fewer cards than it owes, as only a made-up position can have it, gives what it has.
    """
    while state.gifts:
        gift = state.gifts[0]
        owed = state.hands[gift.debtor]
        count = min(gift.count, len(owed))
        if not count:
            state = replace(state, gifts=state.gifts[1:])
        elif gift.blind:
            card = SeededRng(state.seed, state.counter).pick(owed)
            events.append(BlindCardDrawn(gift.chooser, gift.debtor, [card]).event(reveals=True))
            state = moved(state, gift.debtor, gift.chooser, (card,))
            return replace(state, counter=state.counter + 1, turn=gift.chooser)
        else:
            strongest = owed[-count:]
            events.append(gift_event(gift.debtor, gift.chooser, strongest, forced=True))
            gifts = (replace(gift, count=count), *state.gifts[1:])
            return replace(moved(state, gift.debtor, gift.chooser, strongest), gifts=gifts, turn=gift.chooser)
    return state


def gift_event(giver: int, receiver: int, cards: Cards, *, forced: bool) -> Event:
    """A gift, as the two of them see it."""
    return GiftGiven(giver, receiver, list(cards), forced).event(reveals=True)


_POINTS = {"5": (5, 3, 2, 1, 0), "5-3-1-0": (5, 3, 1, 0), "5-3-2-0": (5, 3, 2, 0)}
"""Points of the places from first out to last; with five players they are always the same."""
SOME_HANDS, HANDS = 0, 3
"""The points to win of a match that is over after so many hands, and how many those are."""


class SociableEndReason(StrEnum):
    """How a match ends."""

    TARGET = "target"
    HANDS = "hands"
    BETTER_PLACE = "better_place"
    SHARED = "shared"


def verdict(scores: tuple[int, ...], places: tuple[int, ...], options: Options) -> Outcome | None:
    """How the match ends after a hand, `None` if another one follows (rules.md, The end).

    Args:
        scores: points of each seat.
        places: the seats in the order in which they went out in the last hand.
        options: the house rules.
    """
    best, target = max(scores), options.number("target")
    if best < target or (target == SOME_HANDS and hands_of(scores, options) < HANDS):
        return None
    top = tuple(seat for seat, score in enumerate(scores) if score == best)
    if len(top) == 1:
        return Outcome(
            top, scores, SociableEndReason.HANDS if target == SOME_HANDS else SociableEndReason.TARGET
        )
    match options.word("tie"):
        case "play_on":
            return None
        case "shared":
            return Outcome(top, scores, SociableEndReason.SHARED)
    return Outcome((min(top, key=places.index),), scores, SociableEndReason.BETTER_PLACE)


def points_of(players: int, options: Options) -> tuple[int, ...]:
    """The points of the places from first out to last (rules.md, A hand)."""
    return _POINTS["5" if players == 5 else options.word("four_player_points")]


def hands_of(scores: tuple[int, ...], options: Options) -> int:
    """How many hands have brought so many points: each brings those of all places."""
    return sum(scores) // sum(points_of(len(scores), options))
