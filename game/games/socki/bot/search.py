"""How a play is thought through: unseen cards dealt again, the next plays made, what then is judged.

The cards are dealt as whoever plays what fits would hold them (`SockiHiddenInfo`): the seat that played last
would have laid what fits the table that it left; so what it holds mostly does not. That is all a table tells
of a hand, and it tells much.

What a moment is worth to the seat that is to play is how likely it ends better off, and what that does to the
match (`totals`). What counts is how many
cards are left after the coming play against how many the other holds, the more so the fuller the table
(`by_number`); and whether those cards have company (`by_company`): of their number on the table, next to them
in their suit, or among each other. The figures were fitted to rounds that were played on to their end from
the same moments after different plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Protocol

from game.core.rng import SeededRng
from game.core.rummy import FACES, RANKS, CardSet, Charge, MeldFeasibility, faces, minus, of_faces, plus
from game.core.search import Budget, racing_search
from game.games.socki.bot.match_equity import MatchEquity
from game.games.socki.rules.state import PACK, POINTS

KEPT = 0.1
"""How likely a card that would have fitted is in that hand, against one that did not."""
BELIEVED = 0.15
"""How often a hand is believed that could have been played from."""
TRIES = 6
"""So many hands are dealt to find one that could not."""


@dataclass(frozen=True, slots=True)
class SockiDeterminization:
    """One way in which the unseen cards may lie."""

    hands: tuple[CardSet, ...]
    """Of the other seats, the next to play first."""
    stock: tuple[int, ...]
    """Faces, the top one first."""


class SockiHiddenInfo:
    """What one seat does not see.

    Args:
        counting: what can lie.
        table: the cards on the table.
        unseen: all cards that are neither there nor in the own hand.
        held: how many cards the other seats hold, the next to play first.
        stock: how many cards the stock has.
        charge: ends a search that is late.
    """

    def __init__(
        self,
        counting: MeldFeasibility,
        table: CardSet,
        unseen: CardSet,
        held: Sequence[int],
        stock: int,
        charge: Charge | None = None,
    ) -> None:
        self.counting, self.table, self.held, self.stock = counting, table, tuple(held), stock
        self.charge = charge
        self.cards = tuple(faces(unseen))
        self.fitting = frozenset(faces(counting.fits(table, charge))) if table else frozenset()

    def dealt(self, chance: SeededRng) -> SockiDeterminization:
        """One guess; the same chance and the same public knowledge give the same."""
        last, rest = self._last(chance)
        hands, used = [], 0
        for count in self.held[:-1]:
            hands.append(of_faces(rest[used : used + count]))
            used += count
        return SockiDeterminization((*hands, last), tuple(rest[used : used + self.stock]))

    def _last(self, chance: SeededRng) -> tuple[CardSet, tuple[int, ...]]:
        """The hand of the seat that played last, and the other cards shuffled."""
        count = self.held[-1]
        for _ in range(TRIES):
            cards = chance.shuffled(self.cards)
            if self.fitting:
                # Cards that would have been laid go to the back, so the hand is filled from the others first.
                kept = [face not in self.fitting or chance.happens(KEPT) for face in cards]
                marked = list(zip(cards, kept, strict=True))
                cards = tuple(
                    [face for face, keep in marked if keep] + [face for face, keep in marked if not keep]
                )
            hand = of_faces(cards[:count])
            playable = self.fitting and self.counting.most(self.table, hand, self.charge)
            if not playable or chance.happens(BELIEVED):
                break
        return hand, chance.shuffled(cards[count:])


FULL = 30.0
"""A table of so many cards is about half of a round."""
STUCK = 0.07
"""A hand that has to draw is a little better than it looks: a draw may empty it."""
MATES, NEAR, PARTNER = (0.3, -0.42), (0.13, -0.21), (0.7, -0.57)
"""What company is worth, to the seat to play and to it when the other has it: each card of its number on the
table, up to four; each of its suit there that is at most two off; another in hand that it may lie with."""

_MATES = [of_faces(2 * [*range(face % RANKS, FACES, RANKS)]) for face in range(FACES)]
"""Both copies of all cards of a face's number."""
_NEAR = [
    of_faces(face - face % RANKS + (face + step) % RANKS for step in (-2, -1, 1, 2)) for face in range(FACES)
]
_POINTS = [POINTS[card] for card in PACK.cards]


class RoundEvaluator(Protocol):
    """How a moment is judged."""

    def __call__(self, left: CardSet, other: CardSet, table: CardSet, /, *, stuck: bool) -> float:
        """What it is worth, from 0 to 1.

        Args:
            left: the cards that the seat to play will hold after its play.
            other: those of another seat.
            table: those on the table.
            stuck: whether it has to draw first.
        """


def points(hand: CardSet) -> int:
    """What a hand counts when somebody else goes out."""
    return sum(_POINTS[face] for face in faces(hand))


def by_number(left: CardSet, other: CardSet, table: CardSet, *, stuck: bool) -> float:
    """By how many cards there are."""
    if not left:
        return 1.0
    return _share(0.8 * table.bit_count() / FULL * _lead(left, other) - 0.1 + STUCK * stuck)


def by_company(left: CardSet, other: CardSet, table: CardSet, *, stuck: bool) -> float:
    """By how many cards there are, and what company they have."""
    if not left:
        return 1.0
    odds = 1.08 * table.bit_count() / FULL * _lead(left, other) + 0.1 + STUCK * stuck
    for side, hand in enumerate((left, other)):
        cards = list(faces(hand))
        for face in cards:
            mates = min(4, (table & _MATES[face]).bit_count())
            near = (table & _NEAR[face]).bit_count()
            company = MATES[side] * mates + NEAR[side] * near
            if (hand & _MATES[face]).bit_count() > 1 or hand & _NEAR[face]:
                company += PARTNER[side]
            odds += company / len(cards)
    return _share(odds)


def _lead(left: CardSet, other: CardSet) -> float:
    return math.log(other.bit_count() + 0.5) - math.log(
        left.bit_count() + 0.5
    )  # none at all has no logarithm


def _share(odds: float) -> float:
    return 1 / (1 + math.exp(-odds))


ROUND = 8
"""After so many guesses it is asked which plays are still in question."""
FEWEST = 60
"""Nodes that a decision has at any table."""
SURE = 2.5
"""How many standard errors a play may lie behind and still be looked at."""
CLEAR = 0.02
"""A play that is by so much likelier to win than any other is no question."""


@dataclass(frozen=True, slots=True)
class SockiSearchConfig:
    """How far a level sees.

    Attributes:
        nodes: plays that it plays on from, each in one guess, a decision; among more players fewer, who all
            have to be waited for.
        turns: how many turns it plays on, at least until its own comes again.
        worth: what it makes of the moment that comes of it.
    """

    nodes: int
    turns: int
    worth: RoundEvaluator


@dataclass(slots=True, eq=False)
class EvaluatedPlay:
    """A play and what came of it in each guess."""

    play: CardSet
    bonus: float
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """What it is worth, its bonus included."""
        return fsum(self.values) / max(1, len(self.values)) + self.bonus

    def behind(self, best: EvaluatedPlay) -> bool:
        """Whether it is clearly worse, the same guesses compared."""
        gaps = [one - other for one, other in zip(best.values, self.values, strict=True)]
        mean = fsum(gaps) / len(gaps)
        spread = fsum((gap - mean) ** 2 for gap in gaps) / len(gaps) / (len(gaps) - 1)
        return bool(best.value - self.value > SURE * spread**0.5)


class SockiSearch:
    """One decision."""

    def __init__(
        self,
        counting: MeldFeasibility,
        table: CardSet,
        hand: CardSet,
        unseen: SockiHiddenInfo,
        totals: MatchEquity,
        sight: SockiSearchConfig,
        budget: Budget,
    ) -> None:
        self.counting, self.table, self.hand = counting, table, hand
        self.unseen, self.totals, self.sight, self.budget = unseen, totals, sight, budget
        others = len(unseen.held)
        self.turns = sight.turns if others == 1 else others  # among more so many that its own is next

    def best(self, plays: Sequence[CardSet], bonuses: Sequence[float], chance: SeededRng) -> CardSet:
        """The best of plays, two at least, each with a bonus beside what comes of it; of equals the first."""
        limit = self.budget.limit
        nodes = max(FEWEST, self.sight.nodes // len(self.unseen.held)) if limit is None else limit

        def sample(judged: list[EvaluatedPlay], _count: int) -> None:
            # One for all plays, so that a lucky deal favours none of them.
            guess = self.unseen.dealt(chance)
            for one, value in [(one, self.value(one.play, guess)) for one in judged]:
                one.values.append(value)

        def hopeful(judged: list[EvaluatedPlay]) -> list[EvaluatedPlay]:
            if len(judged[0].values) % ROUND:
                return judged
            best = max(judged, key=lambda one: one.value)
            return [one for one in judged if one is best or not one.behind(best)]

        judged = [EvaluatedPlay(play, bonus) for play, bonus in zip(plays, bonuses, strict=True)]
        left = racing_search(judged, sample, hopeful, self.budget, max(nodes, len(judged)))
        best, *others = sorted(left, key=lambda one: -one.value)  # of equals the first
        gap = best.value - others[0].value if others else CLEAR
        self.budget.doubt = max(0.0, 1 - gap / CLEAR)
        return best.play

    def value(self, play: CardSet, guess: SockiDeterminization) -> float:
        """What a play is worth if the cards lie so: everybody plays the most until it is our turn again.

        From about 1 for a round won to 0 for one lost, as `MatchEquity` has it.
        """
        table, hands = plus(self.table, play), [minus(self.hand, play), *guess.hands]
        if not hands[0]:
            return self.totals.ended([points(hand) for hand in hands])
        seat, drawn = 1, 0
        for _ in range(self.turns):
            laid = self.counting.most(table, hands[seat], self.unseen.charge)
            while not laid and drawn < len(guess.stock):
                card = guess.stock[drawn]
                hands[seat], laid = self.counting.drawn(table, hands[seat], card, self.unseen.charge)
                drawn += 1
            if laid:
                table, hands[seat] = plus(table, laid), minus(hands[seat], laid)
                if not hands[seat]:
                    return self.totals.ended([points(hand) for hand in hands])
            seat = (seat + 1) % len(hands)
        laid = self.counting.most(table, hands[0], self.unseen.charge)
        if laid:
            table, hands[0] = plus(table, laid), minus(hands[0], laid)
            if not hands[0]:
                return self.totals.ended([points(hand) for hand in hands])
        ahead = [self.sight.worth(hands[0], hand, table, stuck=not laid) for hand in hands[1:]]
        mean, others = fsum(ahead) / len(ahead), len(ahead)
        # Ahead of each of several is not ahead of all.
        out = mean / (mean + others * (1 - mean))
        return self.totals.going([points(hand) for hand in hands], out)
