"""Which cards make a play, which play beats which, and what a hand could lay or give.

See rules.md, The cards.
"""

from __future__ import annotations

from itertools import combinations, groupby

from game.core.cards import JOKER
from game.games.sociable.rules.state import POWER, Cards, Give, Play

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


def plays(hand: Cards, lead: Cards, *, joker_tops: bool) -> list[Play]:
    """Every play of a tidy hand that may be laid on ``lead``, weakest rank first (rules.md, A round).

    Of plays that differ only in suits there is one.
    """
    jokers = hand.count(JOKER)
    floor = strength(lead, joker_tops=joker_tops) if lead else -1
    sizes = (len(lead),) if lead else range(1, MOST + 1)
    found: list[Play] = []
    for power, cards in groupby(hand[: len(hand) - jokers], POWER.__getitem__):
        if 2 * power + joker_tops <= floor:
            continue
        group = tuple(cards)
        for size in sizes:
            if size <= len(group) and 2 * power > floor:
                found.append(Play(group[:size]))
            if jokers and 1 < size <= len(group) + 1:
                found.append(Play((*group[: size - 1], JOKER)))
    if jokers and 1 in sizes and 2 * POWER[JOKER] > floor:
        found.append(Play((JOKER,)))
    return found


def gives(hand: Cards, count: int) -> list[Give]:
    """Every gift of so many cards from a tidy hand; of gifts that differ only in suits there is one.

    See rules.md, The exchange.
    """
    by_ranks: dict[tuple[int, ...], Cards] = {}
    for cards in combinations(hand, count):
        by_ranks.setdefault(tuple(map(POWER.__getitem__, cards)), cards)
    return [Give(cards) for cards in by_ranks.values()]
