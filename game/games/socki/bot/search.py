"""Evaluation of a play: deal the unseen cards at random, play the next turns, and value the position.

Hands are sampled under the assumption that players lay what fits (`SockiHiddenInfo`): the seat that played
last would have laid cards that fit the table it left, so it holds mostly cards that do not. This is the only
information that a table gives about a hand, and it is valuable.

The value of a position for the seat to play is its probability of winning the round, converted to the match
(`match_equity`). It depends on the number of cards left after the coming play compared with the other hand,
the more so the fuller the table is (`by_number`), and on the company of these cards (`by_company`): cards of
the same number on the table, neighbours in the suit, or partners in the hand. The parameters were fitted to
rounds played out from the same positions after different plays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Protocol

from game.core.rng import SeededRng
from game.core.rummy import (
    FACE_COUNT,
    RANK_COUNT,
    CardSet,
    Charge,
    MeldFeasibility,
    faces,
    minus,
    of_faces,
    plus,
)
from game.core.search import Budget, racing_search
from game.games.socki.bot.match_equity import MatchEquity
from game.games.socki.rules.state import PACK, POINTS

KEPT_PROBABILITY = 0.1
"""Relative probability that a card that would have fitted is in the hand of the seat that played last."""
BELIEVED_PROBABILITY = 0.15
"""Probability of accepting a sampled hand that could have been played from."""
HAND_TRIES = 6  # maximum number of sampled hands


@dataclass(frozen=True, slots=True)
class SockiDeterminization:
    """One possible distribution of the unseen cards."""

    hands: tuple[CardSet, ...]
    """Hands of the other seats, the next to play first."""
    stock: tuple[int, ...]  # faces, top card first


class SockiHiddenInfo:
    """Cards that one seat does not see.

    Args:
        counting: legality of melds.
        table: cards on the table.
        unseen: cards that are neither on the table nor in the seat's hand.
        counts: number of cards of the other seats, the next to play first.
        stock: number of cards in the stock.
        charge: raises an error when the search is out of time.
    """

    def __init__(
        self,
        counting: MeldFeasibility,
        table: CardSet,
        unseen: CardSet,
        counts: Sequence[int],
        stock: int,
        charge: Charge | None = None,
    ) -> None:
        self.counting, self.table, self.held, self.stock = counting, table, tuple(counts), stock
        self.charge = charge
        self.cards = tuple(faces(unseen))
        self.fitting = frozenset(faces(counting.fitting_faces(table, charge))) if table else frozenset()

    def dealt(self, rng: SeededRng) -> SockiDeterminization:
        """Random distribution of the unseen cards. Equal random state and knowledge give the same result."""
        last, rest = self._sample_last_hand(rng)
        hands, used = [], 0
        for count in self.held[:-1]:
            hands.append(of_faces(rest[used : used + count]))
            used += count
        return SockiDeterminization((*hands, last), tuple(rest[used : used + self.stock]))

    def _sample_last_hand(self, rng: SeededRng) -> tuple[CardSet, tuple[int, ...]]:
        """Pair (sampled hand of the seat that played last, the other unseen cards shuffled)."""
        count = self.held[-1]
        for _ in range(HAND_TRIES):
            cards = rng.shuffled(self.cards)
            if self.fitting:
                # Cards that would have been laid go to the back, so that the hand is filled from the others
                # first.
                keeps = [face not in self.fitting or rng.with_probability(KEPT_PROBABILITY) for face in cards]
                marked = list(zip(cards, keeps, strict=True))
                cards = tuple(
                    [face for face, keep in marked if keep] + [face for face, keep in marked if not keep]
                )
            hand = of_faces(cards[:count])
            playable = self.fitting and self.counting.largest_play(self.table, hand, self.charge)
            if not playable or rng.with_probability(BELIEVED_PROBABILITY):
                break
        return hand, rng.shuffled(cards[count:])


HALF_ROUND_CARDS = 30.0  # number of cards on the table at about half of a round
DRAW_BONUS = 0.07
"""Bonus in log odds for a hand that must draw: it is a little better than it looks, because a draw may empty
it."""
SAME_NUMBER_VALUE, NEIGHBOUR_VALUE, PARTNER_VALUE = (0.3, -0.42), (0.13, -0.21), (0.7, -0.57)
"""Value of company in log odds, for the seat to play, and for it if the other hand has it: each card of the
same number on the table, up to four; each card there of the same suit that differs by at most two; a partner
in the hand."""

_SAME_NUMBER_FACES = [
    of_faces(2 * [*range(face % RANK_COUNT, FACE_COUNT, RANK_COUNT)]) for face in range(FACE_COUNT)
]
"""Both copies of all cards with a face's number."""
_NEIGHBOUR_FACES = [
    of_faces(face - face % RANK_COUNT + (face + step) % RANK_COUNT for step in (-2, -1, 1, 2))
    for face in range(FACE_COUNT)
]
_POINTS = [POINTS[card] for card in PACK.cards]


class RoundEvaluator(Protocol):
    """Evaluates a position."""

    def __call__(self, hand: CardSet, other_hand: CardSet, table: CardSet, /, *, stuck: bool) -> float:
        """Probability of winning the round, 0 to 1.

        Args:
            hand: cards that the seat to play will hold after its play.
            other_hand: cards of another seat.
            table: cards on the table.
            stuck: True if the seat must draw first.
        """


def points(hand: CardSet) -> int:
    """Sum of the points of a hand's cards, which count when another seat goes out."""
    return sum(_POINTS[face] for face in faces(hand))


def by_number(hand: CardSet, other_hand: CardSet, table: CardSet, *, stuck: bool) -> float:
    """Probability of winning the round (0 to 1), by the numbers of cards; 1 for an empty hand."""
    if not hand:
        return 1.0
    return _share(
        0.8 * table.bit_count() / HALF_ROUND_CARDS * _lead(hand, other_hand) - 0.1 + DRAW_BONUS * stuck
    )


def by_company(own_hand: CardSet, other_hand: CardSet, table: CardSet, *, stuck: bool) -> float:
    """Probability of winning the round (0 to 1), by numbers and company of cards; 1 for an empty hand."""
    if not own_hand:
        return 1.0
    odds = (
        1.08 * table.bit_count() / HALF_ROUND_CARDS * _lead(own_hand, other_hand) + 0.1 + DRAW_BONUS * stuck
    )
    for side, hand in enumerate((own_hand, other_hand)):
        cards = list(faces(hand))
        for face in cards:
            mates = min(4, (table & _SAME_NUMBER_FACES[face]).bit_count())
            near = (table & _NEIGHBOUR_FACES[face]).bit_count()
            company = SAME_NUMBER_VALUE[side] * mates + NEIGHBOUR_VALUE[side] * near
            if (hand & _SAME_NUMBER_FACES[face]).bit_count() > 1 or hand & _NEIGHBOUR_FACES[face]:
                company += PARTNER_VALUE[side]
            odds += company / len(cards)
    return _share(odds)


def _lead(hand: CardSet, other_hand: CardSet) -> float:
    """Log of the ratio of card counts, other hand to this one: 0 if equal, positive if it has more."""
    return math.log(other_hand.bit_count() + 0.5) - math.log(
        hand.bit_count() + 0.5
    )  # 0.5 is added because log(0) is undefined


def _share(odds: float) -> float:
    """Probability (0 to 1) for log odds."""
    return 1 / (1 + math.exp(-odds))


FIRST_SAMPLES = 8  # number of samples after which plays that are clearly worse are dropped
MIN_NODES = 60  # minimum number of nodes of a decision
DROP_ERRORS = 2.5
"""Number of standard errors by which a play may be behind before it is dropped."""
CLEAR_LEAD = 0.02
"""Lead in win probability with which the best play is beyond doubt."""


@dataclass(frozen=True, slots=True)
class SockiSearchConfig:
    """Search parameters of a level.

    Attributes:
        nodes: evaluations of a play in one sample each, per decision. With more players it is divided by the
            number of other seats.
        turns: number of turns to play on with one opponent; with more, until the seat's next turn.
        worth: evaluator of the resulting position.
    """

    nodes: int
    turns: int
    worth: RoundEvaluator


@dataclass(slots=True, eq=False)
class EvaluatedPlay:
    """A play with its value in each sample."""

    play: CardSet
    values: list[float] = field(default_factory=list)

    @property
    def value(self) -> float:
        """Mean value, 0 before the first sample."""
        return fsum(self.values) / max(1, len(self.values))

    def behind(self, best: EvaluatedPlay) -> bool:
        """True if it is clearly (2.5 standard errors) worse than ``best`` in the same samples."""
        gaps = [
            best_value - own_value for best_value, own_value in zip(best.values, self.values, strict=True)
        ]
        mean = fsum(gaps) / len(gaps)
        spread = fsum((gap - mean) ** 2 for gap in gaps) / len(gaps) / (len(gaps) - 1)
        return bool(best.value - self.value > DROP_ERRORS * spread**0.5)


class SockiSearch:
    """Search for one decision."""

    def __init__(
        self,
        counting: MeldFeasibility,
        table: CardSet,
        hand: CardSet,
        unseen: SockiHiddenInfo,
        totals: MatchEquity,
        config: SockiSearchConfig,
        budget: Budget,
    ) -> None:
        self.counting, self.table, self.hand = counting, table, hand
        self.unseen, self.totals, self.sight, self.budget = unseen, totals, config, budget
        others = len(unseen.held)
        self.turns = config.turns if others == 1 else others  # with more opponents: until its own next turn

    def best(self, plays: Sequence[CardSet], rng: SeededRng) -> list[CardSet]:
        """Best of at least two plays, several if their values are equal; sets the budget's doubt."""
        limit = self.budget.limit
        nodes = max(MIN_NODES, self.sight.nodes // len(self.unseen.held)) if limit is None else limit

        def sample(judged: list[EvaluatedPlay], _count: int) -> None:
            """Append the value in one new sample to each play."""
            # One sample for all plays, so that a lucky deal favours none of them.
            guess = self.unseen.dealt(rng)
            for evaluated, value in [(evaluated, self.value(evaluated.play, guess)) for evaluated in judged]:
                evaluated.values.append(value)

        def hopeful(judged: list[EvaluatedPlay]) -> list[EvaluatedPlay]:
            """Plays that may still be the best; all of them except after every 8th sample."""
            if len(judged[0].values) % FIRST_SAMPLES:
                return judged
            best = max(judged, key=lambda evaluated: evaluated.value)
            return [evaluated for evaluated in judged if evaluated is best or not evaluated.behind(best)]

        evaluated_plays = [EvaluatedPlay(play) for play in plays]
        left = racing_search(evaluated_plays, sample, hopeful, self.budget, max(nodes, len(evaluated_plays)))
        value, *others = sorted((evaluated.value for evaluated in left), reverse=True)
        gap = value - others[0] if others else CLEAR_LEAD
        self.budget.doubt = max(0.0, 1 - gap / CLEAR_LEAD)
        return [evaluated.play for evaluated in left if evaluated.value == value]

    def value(self, play: CardSet, guess: SockiDeterminization) -> float:
        """Value of a play in a sample after greedy turns: about 1 for a won and 0 for a lost round."""
        table, hands = plus(self.table, play), [minus(self.hand, play), *guess.hands]
        if not hands[0]:
            return self.totals.value_of_round([points(hand) for hand in hands])
        seat, draws = 1, 0
        for _ in range(self.turns):
            reply = self.counting.largest_play(table, hands[seat], self.unseen.charge)
            while not reply and draws < len(guess.stock):
                card = guess.stock[draws]
                hands[seat], reply = self.counting.after_draw(table, hands[seat], card, self.unseen.charge)
                draws += 1
            if reply:
                table, hands[seat] = plus(table, reply), minus(hands[seat], reply)
                if not hands[seat]:
                    return self.totals.value_of_round([points(hand) for hand in hands])
            seat = (seat + 1) % len(hands)
        reply = self.counting.largest_play(table, hands[0], self.unseen.charge)
        if reply:
            table, hands[0] = plus(table, reply), minus(hands[0], reply)
            if not hands[0]:
                return self.totals.value_of_round([points(hand) for hand in hands])
        ahead = [self.sight.worth(hands[0], hand, table, stuck=not reply) for hand in hands[1:]]
        mean, others = fsum(ahead) / len(ahead), len(ahead)
        # Being ahead of each of several seats is less likely than being ahead of one.
        out = mean / (mean + others * (1 - mean))
        return self.totals.going([points(hand) for hand in hands], out)
