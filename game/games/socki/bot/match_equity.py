"""Match equity: value of the end of a round in the match, for the bot's seat.

A match continues until a total is above the target, and the lowest total wins. The probability that a seat
wins, given the totals after a round, is modelled as a share of all seats that falls with the seat's total
(`MatchEquity.won`). The share is steeper the nearer the highest total is to the target, because fewer rounds
remain to catch up, and steeper with more seats, of which all but one count points in every round. The three
parameters were fitted to random continuations of matches from 600 totals of two to six seats, with the points
that level normal counted. There the mean error of the share is within 2.5 percentage points. The model
ignores that a total may be reset to 0 in a later round; for the round in play this is included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

from game.games.socki.rules.state import ONE_ROUND

STEEP, ROOM, BEND = 1.12, 20, 0.6
MEAN_POINTS = 14  # mean points that a seat counts in a round if it does not go out
ROUND_VALUE = 0.01
"""Value of winning the round itself, relative to the match. It decides if the match is practically decided.
"""
POINT_VALUE = 0.01
"""Value of each point left in the hand, relative to `ROUND_VALUE`."""
MAX_EXPECTED_POINTS, HALF_SATURATION = 17, 12
"""Players who continue rarely count all that they hold now. Expected points saturate at
`MAX_EXPECTED_POINTS`; `HALF_SATURATION` is the number of held points at which they are half of that."""
POINT_FACTORS = (0.4, 1.0, 1.6)  # factors on the expected points, averaged


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """Totals at the start of a round.

    Attributes:
        scores: totals of the seats in the round: the bot's, then the others in turn order.
        target: total that ends the match.
    """

    scores: tuple[int, ...]
    target: int
    lost: float = field(init=False)
    """Win probability after a round in which another seat goes out and all others count the usual points."""
    stake: float = field(init=False)
    """Difference of the win probability between going out and another seat going out, plus `ROUND_VALUE`."""

    def __post_init__(self) -> None:
        """Computes ``lost`` and ``stake``."""
        seats = range(len(self.scores))
        out, *values_if_lost = (
            self._expected_equity([MEAN_POINTS * (loser != seat) for loser in seats]) for seat in seats
        )
        object.__setattr__(self, "lost", fsum(values_if_lost) / len(values_if_lost))
        object.__setattr__(self, "stake", abs(out - self.lost) + ROUND_VALUE)

    @property
    def resets(self) -> bool:
        """True if a total of exactly the target is reset to 0, as in all rounds except a play-off."""
        return self.target != ONE_ROUND and max(self.scores) <= self.target

    def value_of_round(self, counts: Sequence[int]) -> float:
        """Value of a round that ended with these points by seat, for the first: about 1 won, 0 lost.

        It is 1 if the seat goes out and all others count the usual points, and 0 if another seat goes out. It
        is more or less than that if the match is likelier or less likely to be won.
        """
        totals = [score + count for score, count in zip(self.scores, counts, strict=True)]
        if self.resets:
            totals = [0 if total == self.target else total for total in totals]
        return self._worth(self.won(totals), counts[0])

    def going(self, points: Sequence[int], out: float) -> float:
        """Value of a round in progress, on the scale of `value_of_round`.

        Args:
            points: points that each seat holds.
            out: probability that the bot's seat goes out first.
        """
        seats = range(len(self.scores))
        expected = [MAX_EXPECTED_POINTS * count / (count + HALF_SATURATION) for count in points]
        values = [
            fsum(
                self._left([part * expected[loser] * (loser != seat) for loser in seats])
                for part in POINT_FACTORS
            )
            for seat in seats
        ]
        return (out * values[0] + (1 - out) * fsum(values[1:]) / (len(seats) - 1)) / len(POINT_FACTORS)

    def may_end_lost(self, counts: Sequence[int]) -> bool:
        """True if the match may end in this round while the bot's seat is not the lowest.

        Args:
            counts: number of cards that each of the others holds, the next to play first. Each card may count
                12 points.
        """
        max_score = max(score + 12 * count for score, count in zip(self.scores[1:], counts, strict=True))
        return self.target != ONE_ROUND and min(self.scores) < self.scores[0] and max_score > self.target

    def won(self, totals: Sequence[float]) -> float:
        """Probability that the first seat wins the match, 0 to 1, with these totals after a round."""
        lowest, highest = min(totals), max(totals)
        if self.target == ONE_ROUND or highest > self.target:
            return (totals[0] == lowest) / totals.count(lowest)
        others = 1 - 1 / len(totals)
        slope = STEEP * others * others / (self.target - highest + ROOM) ** BEND
        shares = [math.exp(slope * (lowest - total)) for total in totals]
        return shares[0] / fsum(shares)

    def _expected_equity(self, counts: Sequence[float]) -> float:
        """Match-win probability of the first seat after a round with expected points, no resets."""
        return self.won([score + count for score, count in zip(self.scores, counts, strict=True)])

    def _left(self, counts: Sequence[float]) -> float:
        """Value of a round that ends with expected points, on the scale of `value_of_round`."""
        return self._worth(self._expected_equity(counts), counts[0])

    def _worth(self, won: float, count: float) -> float:
        """Value on the scale of `value_of_round`, from match-win probability and points counted."""
        played = ROUND_VALUE * (-POINT_VALUE * count if count else 1.0)
        return (won - self.lost + played) / self.stake
