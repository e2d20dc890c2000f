"""What normal thinks of its moves: what each leaves, weighed by what nobody can beat; numpy is not needed.

Beside it stands what all players share: plays but for suits and what they leave of a hand (`PlayShape`,
`PLAYS`), characters, who like something besides a good place (`MANNERS`), and how far the levels that think
look (`SIGHTS`).
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
    MOST,
    POWER,
    Cards,
    GiveCards,
    Move,
    SociablePass,
    SociablePlay,
    left_of_pack,
)

LONE = POWER[JOKER]
"""The power of a joker."""
POWERS = LONE + 1
Held: TypeAlias = tuple[int, ...]
"""How many cards of each power."""


class PlayShape(NamedTuple):
    """A play, but for suits."""

    size: int
    power: int
    jokers: int

    @classmethod
    def of(cls, cards: Cards) -> PlayShape:
        return cls(len(cards), POWER[cards[0]], cards.count(JOKER))

    @property
    def code(self) -> int:
        """What it takes off the code of a hand."""
        return int((self.size - self.jokers) * 5**self.power + self.jokers * 5**LONE)


PLAYS = (
    PlayShape(0, 0, 0),
    *(
        PlayShape(size, power, jokers)
        for size in range(1, MOST + 1)
        for power in range(LONE)
        for jokers in (0, 1)
        if size - jokers in range(1, 5)
    ),
    PlayShape(1, LONE, 1),
)
"""Every play, the smallest and lowest first but for the lone joker; 0 is a pass."""
NUMBER = {laid: number for number, laid in enumerate(PLAYS)}


def number_of(move: Move) -> int:
    """The number in `PLAYS` of a move that is no gift."""
    return NUMBER[PlayShape.of(move.cards)] if isinstance(move, SociablePlay) else 0


def fits(held: Held, laid: PlayShape) -> bool:
    """Whether a hand has the cards of a play."""
    return held[LONE] >= laid.jokers and (laid.power == LONE or held[laid.power] >= laid.size - laid.jokers)


def without(held: Held, laid: PlayShape) -> Held:
    """What a play leaves of a hand."""
    left = list(held)
    left[LONE] -= laid.jokers
    left[laid.power] -= laid.size - laid.jokers
    return tuple(left)


_HIGH = POWER["KS"]
PLENTY = 2
"""More high cards at once than so many are liked no better: so much a manner gives away at most."""


@dataclass(frozen=True, slots=True)
class SociableStyle:
    """A character."""

    high: float = 0.0
    """What it likes about each king, ace and joker that it lays, up to `PLENTY`.

    The way from the last place to the first is 1.
    """
    bold: float = 0.0
    """What it likes about laying anything."""
    many: float = 0.0
    """What it likes about each card that it leads beside the first."""

    def taste(self, move: Move, *, leads: bool = False) -> float:
        if not isinstance(move, SociablePlay):
            return 0.0
        beside = self.many * (len(move.cards) - 1) if leads else 0.0
        return self.bold + beside + self.high * min(PLENTY, sum(POWER[card] >= _HIGH for card in move.cards))


PLAIN = SociableStyle()
MANNERS = {
    "spender": SociableStyle(high=0.07, many=0.1),
    "saver": SociableStyle(high=-0.06),
    "climber": SociableStyle(high=-0.05, bold=0.15, many=-0.1),
}
"""The spender lays high cards early and leads many cards at once, the saver keeps them and passes.

The climber lays where others would pass, and leads single cards.
"""


WIN = 1.0
"""What a sure winner takes off the cost of a hand; a group that can only be got rid of by a lead costs 1."""
SHED = 0.9
"""What the best rank takes off the cost, for it can be laid on the leads of others."""
LEAD = 0.6
"""What it is worth to win the round and lead the next."""
TOPPED = 0.45
"""How likely a card that is higher is laid on a single."""
WASTE = 0.6
"""What it costs to lay aces or a joker on low groups while more than one of the own groups can be topped."""
LOW = POWER["10D"]
"""The highest rank that counts as low there."""
GROUP_TOPPED = 0.8
"""How likely a group that is higher is laid on a group."""
GROUPS = 6.0
"""What the way from the last place to the first comes to in groups, as a manner counts."""
OUT = 1000.0
"""What it is worth to go out, or to be sure of it."""


@dataclass(slots=True)
class CardCounter:
    """What a player can count of the others' cards."""

    unseen: tuple[int, ...]
    """How many cards of each power the others hold or may hold."""
    together: tuple[float, ...]
    """By number of cards: how likely so many given unseen cards lie in one hand."""
    known: dict[tuple[int, int], float] = field(default_factory=dict)

    @classmethod
    def seen_by(cls, observation: SociableObservation) -> CardCounter:
        counts = [count for seat, count in enumerate(observation["counts"]) if seat != observation["seat"]]
        total = max(1, sum(counts))
        return cls(
            left_of_pack((*observation["hand"], *observation["lead"], *observation["gone"])),
            tuple(
                sum((count / total) ** size for count in counts if count >= size) for size in range(MOST + 1)
            ),
        )

    def holds(self, size: int, power: int) -> float:
        """How likely it is, from 0 to 1, that nobody tops a play; 1 only when nobody can.

        The house rule by which a joker tops its own rank is too rare to be counted.
        """
        found = self.known.get((size, power))
        if found is None:
            if size == 1:
                found = (1 - TOPPED) ** sum(self.unseen[power + 1 :])
            else:
                jokers = self.unseen[LONE]
                ways = sum(
                    comb(count, size) + jokers * comb(count, size - 1)
                    for count in self.unseen[power + 1 : LONE]
                )
                found = (1 - GROUP_TOPPED * self.together[size]) ** ways
            self.known[size, power] = found
        return found


def cost(counts: Sequence[int], table: CardCounter) -> float:
    """How far a hand, given by its number of cards of each power, is from being laid."""
    total = 0.0
    for power, count in enumerate(counts):
        if not count:
            continue
        if power == LONE:
            total += count * (1 - WIN - SHED)
            continue
        shed = SHED * power / LONE
        whole = 1 - WIN * table.holds(count, power) - shed / count
        single = 1 - WIN * table.holds(1, power) - shed
        total += min(whole, count * single) if single > 0 else whole
    return total


def unsure(counts: Sequence[int], table: CardCounter) -> int:
    """How many of a hand's groups could be topped."""
    return sum(
        1 for power, count in enumerate(counts) if count and power < LONE and table.holds(count, power) < 1
    )


def best(found: Sequence[Move], observation: SociableObservation, manner: SociableStyle = PLAIN) -> Move:
    """The move that is worth most, to somebody of this manner."""
    table = CardCounter.seen_by(observation)
    held = Counter(POWER[card] for card in observation["hand"])
    counts = [held[power] for power in range(LONE + 1)]
    lead = tuple(observation["lead"])

    def liked(move: Move) -> float:
        return value_of(move, counts, table, lead) + GROUPS * manner.taste(move, leads=not lead)

    return max(found, key=liked)


def value_of(move: Move, counts: list[int], table: CardCounter, lead: Cards) -> float:
    """What a move is worth to a hand, given by its number of cards of each power."""
    if isinstance(move, SociablePass):
        return -cost(counts, table)
    left = counts.copy()
    for card in move.cards:
        left[POWER[card]] -= 1
    if isinstance(move, GiveCards):
        return -cost(left, table)
    if not any(left):
        return 2 * OUT
    holds = table.holds(len(move.cards), POWER[move.cards[0]])
    value = LEAD * holds - cost(left, table)
    if unsure(left, table) <= 1:
        return value + OUT if holds == 1 else value
    wastes = len(lead) > 1 and POWER[lead[0]] <= LOW and POWER[move.cards[-1]] > POWER["KD"]
    return value - WASTE if wastes else value


@dataclass(frozen=True, slots=True)
class SociableSearchConfig:
    """How far a level looks."""

    nodes: int
    """Playouts for a decision, at most."""
    remembers: bool
    """Whether it knows what it gave and got in the exchange, and from whom."""
    infers: bool
    """Whether it asks what others can hold who have laid and passed as they have."""
    judges: bool
    """Whether players weigh their plays in its playouts, or play at a glance, twenty times as fast."""
    duels: int
    """Positions of the end between two that it works out, at most."""


SIGHTS = {
    "hard": SociableSearchConfig(nodes=1500, remembers=False, infers=False, judges=False, duels=0),
    "master": SociableSearchConfig(nodes=10000, remembers=True, infers=True, judges=True, duels=20000),
}
