"""Move values of normal, without numpy, and basics that all bots share.

The basics are plays without suits (`PlayShape`, `PLAYS`) and the search settings of the levels that search
(`SEARCH_CONFIGS`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import NamedTuple, TypeAlias

from game.core.cards import JOKER
from game.games.sociable.rules.events import SociableObservation
from game.games.sociable.rules.state import (
    MAX_PLAY_SIZE,
    POWER,
    Cards,
    GiveCards,
    Move,
    SociablePass,
    SociablePlay,
    left_of_pack,
)

JOKER_POWER = POWER[JOKER]  # power of a joker
POWER_COUNT = JOKER_POWER + 1
Held: TypeAlias = tuple[int, ...]  # number of cards of each power


class PlayShape(NamedTuple):
    """A play without its suits."""

    size: int
    power: int
    jokers: int

    @classmethod
    def of(cls, cards: Cards) -> PlayShape:
        """Size, power of the first card and number of jokers of a sorted play."""
        return cls(len(cards), POWER[cards[0]], cards.count(JOKER))

    @property
    def code(self) -> int:
        """Number that the play subtracts from the code of a hand."""
        return int((self.size - self.jokers) * 5**self.power + self.jokers * 5**JOKER_POWER)


# every play, smallest and lowest first except the lone joker, which is last; 0 is a pass
PLAYS = (
    PlayShape(0, 0, 0),
    *(
        PlayShape(size, power, jokers)
        for size in range(1, MAX_PLAY_SIZE + 1)
        for power in range(JOKER_POWER)
        for jokers in (0, 1)
        if size - jokers in range(1, 5)
    ),
    PlayShape(1, JOKER_POWER, 1),
)
PLAY_NUMBERS = {play: number for number, play in enumerate(PLAYS)}


def number_of(move: Move) -> int:
    """Return the index in `PLAYS` of a play; 0 for a pass or a gift."""
    return PLAY_NUMBERS[PlayShape.of(move.cards)] if isinstance(move, SociablePlay) else 0


def fits(hand: Held, play: PlayShape) -> bool:
    """True if a hand has the cards of a play."""
    return hand[JOKER_POWER] >= play.jokers and (
        play.power == JOKER_POWER or hand[play.power] >= play.size - play.jokers
    )


def without(hand: Held, play: PlayShape) -> Held:
    """Return the hand that a play leaves."""
    left = list(hand)
    left[JOKER_POWER] -= play.jokers
    left[play.power] -= play.size - play.jokers
    return tuple(left)


def hand_after(hand: Sequence[int], move: Move) -> list[int]:
    """Return the number of a hand's cards by power after a move."""
    left = list(hand)
    for card in () if isinstance(move, SociablePass) else move.cards:
        left[POWER[card]] -= 1
    return left


def least_plays(hand: Sequence[int]) -> int:
    """Return the fewest plays that can empty a hand: one for each rank, and for each joker beyond those."""
    return max(sum(map(bool, hand[:JOKER_POWER])), hand[JOKER_POWER])


WINNER_VALUE = 1.0  # cost that a sure winner saves; a group that only a lead can get rid of costs 1
SHED_VALUE = 0.9  # cost that the best rank saves, because it can be laid on the leads of others
LEAD_VALUE = 0.6  # value of winning the round and leading the next
TOPPED_PROBABILITY = 0.45  # probability that a higher card is laid on a single card
WASTE_COST = 0.6  # cost of laying aces or a joker on a low group while more than one own group can be beaten
LOW_POWER = POWER["10D"]  # highest rank that counts as low there
GROUP_TOPPED_PROBABILITY = 0.8  # probability that a higher group is laid on a group
OUT_VALUE = 1000.0  # value of going out, or of being sure to
_SURE_VALUE = OUT_VALUE / 2  # values above it include `OUT_VALUE`


@dataclass(slots=True)
class CardCounter:
    """Number of cards that the other seats hold, as a player can count them."""

    unseen: tuple[int, ...]  # by power: cards that the others hold or may hold
    together: tuple[float, ...]  # by number of cards: probability that given unseen cards are all in one hand
    known: dict[tuple[int, int], float] = field(default_factory=dict)

    @classmethod
    def seen_by(cls, observation: SociableObservation) -> CardCounter:
        """Counter of the observing seat, from its hand and the cards laid in this hand, not from gifts."""
        counts = [count for seat, count in enumerate(observation["counts"]) if seat != observation["seat"]]
        total = max(1, sum(counts))
        return cls(
            left_of_pack((*observation["hand"], *observation["lead"], *observation["gone"])),
            tuple(
                sum((count / total) ** size for count in counts if count >= size)
                for size in range(MAX_PLAY_SIZE + 1)
            ),
        )

    def hold_probability(self, size: int, power: int) -> float:
        """Return the probability (0 to 1) that no seat beats a play; exactly 1 only if none can.

        Ignores the rare house rule by which a joker beats its own rank.
        """
        probability = self.known.get((size, power))
        if probability is None:
            if size == 1:
                probability = (1 - TOPPED_PROBABILITY) ** sum(self.unseen[power + 1 :])
            else:
                jokers = self.unseen[JOKER_POWER]
                ways = sum(
                    comb(count, size) + jokers * comb(count, size - 1)
                    for count in self.unseen[power + 1 : JOKER_POWER]
                )
                probability = (1 - GROUP_TOPPED_PROBABILITY * self.together[size]) ** ways
            self.known[size, power] = probability
        return probability


def cost(counts: Sequence[int], table: CardCounter) -> float:
    """Return the estimated cost of getting rid of a hand, in groups; ``counts`` is by power."""
    total = 0.0
    for power, count in enumerate(counts):
        if not count:
            continue
        if power == JOKER_POWER:
            total += count * (1 - WINNER_VALUE - SHED_VALUE)
            continue
        shed = SHED_VALUE * power / JOKER_POWER
        whole = 1 - WINNER_VALUE * table.hold_probability(count, power) - shed / count
        single = 1 - WINNER_VALUE * table.hold_probability(1, power) - shed
        total += min(whole, count * single) if single > 0 else whole
    return total


def unsure(counts: Sequence[int], table: CardCounter) -> int:
    """Return the number of a hand's groups that could be beaten, without jokers; ``counts`` is by power."""
    return sum(
        1
        for power, count in enumerate(counts)
        if count and power < JOKER_POWER and table.hold_probability(count, power) < 1
    )


def best(moves: Sequence[Move], observation: SociableObservation) -> tuple[Move, bool]:
    """Return the move with the highest value, and True if going out next is sure then.

    If it is sure, the rest of the hand needs as few plays as possible.
    """
    table = CardCounter.seen_by(observation)
    ranks = Counter(POWER[card] for card in observation["hand"])
    counts = [ranks[power] for power in range(JOKER_POWER + 1)]
    lead = tuple(observation["lead"])

    def order(move: Move) -> tuple[float, int, float]:
        """Sort key, highest for the best move; the first entry is `_SURE_VALUE` for all sure ones."""
        value = value_of(move, counts, table, lead)
        return min(value, _SURE_VALUE), -least_plays(hand_after(counts, move)), value

    move = max(moves, key=order)
    return move, order(move)[0] == _SURE_VALUE


def value_of(move: Move, counts: list[int], table: CardCounter, lead: Cards) -> float:
    """Value of a move in groups; `OUT_VALUE` more if going out is sure then, twice that if it goes out.

    ``counts`` is the hand's number of cards by power.
    """
    if isinstance(move, SociablePass):
        return -cost(counts, table)
    left = hand_after(counts, move)
    if isinstance(move, GiveCards):
        return -cost(left, table)
    if not any(left):
        return 2 * OUT_VALUE
    holds = table.hold_probability(len(move.cards), POWER[move.cards[0]])
    value = LEAD_VALUE * holds - cost(left, table)
    if unsure(left, table) <= 1:
        return value + OUT_VALUE if holds == 1 else value
    wastes = len(lead) > 1 and POWER[lead[0]] <= LOW_POWER and POWER[move.cards[-1]] > POWER["KD"]
    return value - WASTE_COST if wastes else value


@dataclass(frozen=True, slots=True)
class SociableSearchConfig:
    """Search settings of a level."""

    nodes: int  # maximum playouts for a decision
    remembers: bool  # True: remembers the cards it gave and got in the exchange
    infers: bool  # True: infers the hands of others from their plays and passes
    judges: bool  # True: playouts value every play; False: they use the policy table, twenty times as fast
    duels: int  # maximum positions searched in an endgame between two


SEARCH_CONFIGS = {
    "hard": SociableSearchConfig(nodes=1500, remembers=False, infers=False, judges=False, duels=0),
    "master": SociableSearchConfig(nodes=10000, remembers=True, infers=True, judges=True, duels=20000),
}
