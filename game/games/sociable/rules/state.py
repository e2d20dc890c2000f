"""Cards, moves and states of SOCiable, and the parts of the rules that depend on the cards alone.

They cover plays and their strength (rules.md, The cards), the exchange after the deal
(rules.md, The exchange), and the points and the end of a match (rules.md, The end).
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
DECK = PACK.deck(1)  # the 30 cards

# by card: 0 for an eight to 6 for an ace, 7 for a joker
POWER: dict[str, int] = PACK.rank | {JOKER: len(RANKS)}
_PLACE = {card: (POWER[card], PACK.place[card], card) for card in PACK.cards} | {
    JOKER: (len(RANKS), 0, JOKER)
}

Cards: TypeAlias = tuple[str, ...]


def sort_cards(cards: Iterable[str]) -> Cards:
    """Return the cards weakest first, suits in the order of the pack; texts that are no card come last."""
    return tuple(sorted(cards, key=lambda card: _PLACE.get(card) or (len(RANKS) + 1, 0, card)))


@dataclass(frozen=True, slots=True)
class SociablePlay:
    """Lay cards of one rank on the table."""

    cards: Cards  # in the order of `sort_cards`, so a joker comes last


@dataclass(frozen=True, slots=True)
class GiveCards:
    """Choose the cards of a gift that is due."""

    cards: Cards  # in the order of `sort_cards`


@dataclass(frozen=True, slots=True)
class SociablePass:
    """Lay no cards in this turn."""


Move: TypeAlias = SociablePlay | GiveCards | SociablePass


@dataclass(frozen=True, slots=True)
class DueExchange:
    """An exchange: the debtor's cards go to the chooser, who then gives ``count`` cards back.

    See rules.md, The exchange.
    """

    chooser: int
    debtor: int
    count: int
    # the chooser draws from the debtor's hidden hand instead of getting the strongest cards
    blind: bool = False


@dataclass(frozen=True, slots=True)
class CompletedExchange:
    """Cards that changed hands in the exchange of this hand; only giver and receiver know them.

    See rules.md, The exchange.
    """

    giver: int
    receiver: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayedCards:
    """A play of this hand as every seat saw it, without its cards."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class SociableState:
    """State of a match.

    While ``gifts`` is not empty, the chooser of the first one already has the debtor's cards. When the match
    is over, ``turn`` is `None` and ``order`` holds the places of the last hand.
    """

    options: Options
    seed: int
    counter: int  # random draws already made
    hands: tuple[Cards, ...]
    order: tuple[int, ...]  # seats from Boss to Temp
    gifts: tuple[DueExchange, ...]  # gifts still to choose, the next one first
    lead: Cards  # cards to beat; empty before a round is led
    laid: tuple[int, ...]  # seat of each play in this round; the last one laid ``lead``
    passes: int  # passes in a row since the last play
    quit: tuple[int, ...]  # seats that passed in this round, only if passes are final
    turn: int | None
    out: tuple[int, ...]  # seats without cards, first out first
    scores: tuple[int, ...]
    gone: Cards  # cards played earlier in this hand, oldest first
    given: tuple[CompletedExchange, ...] = ()  # exchanges of this hand, in order
    rounds: tuple[tuple[PlayedCards, ...], ...] = ()  # plays by round; their cards are ``gone`` and ``lead``

    @property
    def players(self) -> int:
        """Number of seats, with those that are out."""
        return len(self.hands)

    @property
    def by(self) -> int | None:
        """Seat that made the last play of this round, or `None` before the first one."""
        return self.laid[-1] if self.laid else None

    def clockwise(self, after: int) -> tuple[int, ...]:
        """Return all seats but ``after`` in playing order, starting after it, also those without cards."""
        place = self.order.index(after)
        return self.order[place + 1 :] + self.order[:place]

    def rounds_with(self, play: PlayedCards) -> tuple[tuple[PlayedCards, ...], ...]:
        """Return ``rounds`` with ``play`` in the current or a new round; empty if earlier plays are unknown.

        They are unknown in matches of the first version of the rules.
        """
        before = sum(earlier_play.count for plays in self.rounds for earlier_play in plays)
        if self.options.version == 1 or before != len(self.gone) + len(self.lead):
            return ()
        if not self.lead:
            return (*self.rounds, (play,))
        return (*self.rounds[:-1], (*self.rounds[-1], play))


_DECK_COUNTS = Counter(POWER[card] for card in DECK)


def left_of_pack(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the number of the pack's cards of each power, eight to joker, that are not in ``cards``."""
    known_counts = Counter(POWER[card] for card in cards)
    return tuple(count - known_counts[power] for power, count in sorted(_DECK_COUNTS.items()))


MAX_PLAY_SIZE = 5  # cards in a play: all four of a rank and a joker


def same_rank(cards: Cards) -> bool:
    """True if sorted cards with at most one joker are all of one rank. A joker takes on any rank."""
    ranks = {POWER[card] for card in (cards[:-1] if cards[-1] == JOKER else cards)}
    return len(ranks) <= 1


def strength(cards: Cards, *, joker_tops: bool) -> int:
    """Return the height of a play: twice its power, plus 1 for a joker in a group with ``joker_tops``.

    ``cards`` are sorted. A play beats any lower play of as many cards (rules.md, A round).
    """
    return 2 * POWER[cards[0]] + (joker_tops and len(cards) > 1 and cards[-1] == JOKER)


def plays(hand: Cards, lead: Cards, *, joker_tops: bool) -> list[SociablePlay]:
    """Return the plays of a sorted hand that beat ``lead``, lowest rank first, one for each choice of ranks.

    An empty ``lead`` allows any play (rules.md, A round).
    """
    jokers = hand.count(JOKER)
    floor = strength(lead, joker_tops=joker_tops) if lead else -1
    sizes = (len(lead),) if lead else range(1, MAX_PLAY_SIZE + 1)
    legal_plays: list[SociablePlay] = []
    for power, cards in groupby(hand[: len(hand) - jokers], POWER.__getitem__):
        if 2 * power + joker_tops <= floor:
            continue
        group = tuple(cards)
        for size in sizes:
            if size <= len(group) and 2 * power > floor:
                legal_plays.append(SociablePlay(group[:size]))
            if jokers and 1 < size <= len(group) + 1:
                legal_plays.append(SociablePlay((*group[: size - 1], JOKER)))
    if jokers and 1 in sizes and 2 * POWER[JOKER] > floor:
        legal_plays.append(SociablePlay((JOKER,)))
    return legal_plays


def possible_gifts(hand: Cards, count: int) -> list[GiveCards]:
    """Return every gift of ``count`` cards from a sorted hand, one of those that differ only in suits."""
    by_ranks: dict[tuple[int, ...], Cards] = {}
    for cards in combinations(hand, count):
        by_ranks.setdefault(tuple(map(POWER.__getitem__, cards)), cards)
    return [GiveCards(cards) for cards in by_ranks.values()]


def exchange(order: tuple[int, ...], direction: str) -> tuple[DueExchange, ...]:
    """Return the exchanges of a hand in the order in which they are made; empty for ``off``.

    See rules.md, The exchange.

    Args:
        order: the seats from Boss to Temp.
        direction: the value of the option ``exchange``: ``on``, ``off`` or ``reversed``.
    """
    if direction == "off":
        return ()
    boss, veep, *managers, clerk, temp = order
    boss_count, veep_count = (2, 1) if managers else (3, 2)
    pairs = [(boss, temp, boss_count, False), (veep, clerk, veep_count, False)]
    pairs += [(boss, manager, 1, True) for manager in managers]
    if direction == "reversed":
        pairs = [(lower, upper, count, blind) for upper, lower, count, blind in pairs]
    return tuple(DueExchange(*pair) for pair in pairs)


def after_gift(state: SociableState, giver: int, receiver: int, cards: Cards) -> SociableState:
    """Return the state with ``cards`` moved from giver to receiver, noted in ``given`` (not in version 1)."""
    hands = list(state.hands)
    hands[giver] = remove_cards(hands[giver], cards)
    hands[receiver] = sort_cards(hands[receiver] + cards)
    # Positions of the first version do not have this field.
    exchanges = (CompletedExchange(giver, receiver, cards),) if state.options.version > 1 else ()
    return replace(state, hands=tuple(hands), given=state.given + exchanges)


def collect_due(state: SociableState, events: list[Event]) -> SociableState:
    """Return the state after the next forced gift or blind draw, its chooser to move; append its event.

    Exchanges of a debtor without cards are skipped; unchanged if none is due. A seat with fewer cards than it
    owes, as in a made-up position, gives what it has. See rules.md, The exchange.
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
            state = after_gift(state, gift.debtor, gift.chooser, (card,))
            return replace(state, counter=state.counter + 1, turn=gift.chooser)
        else:
            strongest = owed[-count:]
            events.append(gift_event(gift.debtor, gift.chooser, strongest, forced=True))
            gifts = (replace(gift, count=count), *state.gifts[1:])
            return replace(
                after_gift(state, gift.debtor, gift.chooser, strongest), gifts=gifts, turn=gift.chooser
            )
    return state


def gift_event(giver: int, receiver: int, cards: Cards, *, forced: bool) -> Event:
    """Return the event of a gift with its cards, which only giver and receiver may see."""
    return GiftGiven(giver, receiver, list(cards), forced).event(reveals=True)


# by place, first out first; five players have one scale
_POINTS = {"5": (5, 3, 2, 1, 0), "5-3-1-0": (5, 3, 1, 0), "5-3-2-0": (5, 3, 2, 0)}
SOME_HANDS, HANDS = 0, 3  # value of ``target`` for a match over a fixed number of hands; that number


class SociableEndReason(StrEnum):
    """Reason why a match ended."""

    TARGET = "target"
    HANDS = "hands"
    BETTER_PLACE = "better_place"
    SHARED = "shared"


def verdict(scores: tuple[int, ...], places: tuple[int, ...], options: Options) -> Outcome | None:
    """Return the outcome of the match after a hand, or `None` if another hand follows (rules.md, The end).

    Args:
        scores: points of each seat.
        places: the seats in the order in which they went out in the last hand.
        options: the house rules.
    """
    best, target = max(scores), options.get_int("target")
    if best < target or (target == SOME_HANDS and hands_of(scores, options) < HANDS):
        return None
    top = tuple(seat for seat, score in enumerate(scores) if score == best)
    if len(top) == 1:
        return Outcome(
            top, scores, SociableEndReason.HANDS if target == SOME_HANDS else SociableEndReason.TARGET
        )
    match options.get_str("tie"):
        case "play_on":
            return None
        case "shared":
            return Outcome(top, scores, SociableEndReason.SHARED)
    return Outcome((min(top, key=places.index),), scores, SociableEndReason.BETTER_PLACE)


def points_of(players: int, options: Options) -> tuple[int, ...]:
    """Return the points of the places from first out to last (rules.md, A hand)."""
    return _POINTS["5" if players == 5 else options.get_str("four_player_points")]


def hands_of(scores: tuple[int, ...], options: Options) -> int:
    """Return the number of finished hands, from the sum of all scores. Every hand brings the same total."""
    return sum(scores) // sum(points_of(len(scores), options))
