"""What the end of a round is worth in the match, to the seat that thinks.

A match goes on until a total is above the target, and the lowest wins. How likely a seat wins it from the
totals after a round is a share of all seats, the smaller the higher its total (`MatchEquity.won`): the more
so the nearer the highest is to the target, as fewer rounds are left to make good what one is behind, and with
more seats, of which each but one counts in every round. The three figures were fitted to the rest of matches
drawn by chance from 600 totals of two to six seats, with the counts of rounds that normal played; there the
share is right within 2.5 points in the mean. That a total may still be set back in a later round is left out;
in the round that is played it is weighed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

from game.games.socki.rules.state import ONE_ROUND

STEEP, ROOM, BEND = 1.12, 20, 0.6
USUAL = 14
"""What whoever has not gone out counts in a round, in the mean."""
ROUND = 0.01
"""What a round is worth beside the match: it decides where the match is as good as decided."""
POINT = 0.01
"""What each point left is worth beside a round, there."""
MOST, HALF = 17, 12
"""Whoever plays on seldom counts what it holds now: of many points it lays most before the round ends."""
SPREAD = (0.4, 1.0, 1.6)
"""How much less or more than that it may come to."""


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """The totals at the start of a round.

    Attributes:
        scores: of the seats that play it, first the one that thinks, then those that come after it in turn.
        target: the total to play to.
    """

    scores: tuple[int, ...]
    target: int
    lost: float = field(init=False)
    """How likely the match is won after a round in which another seat goes out and all count as usual."""
    stake: float = field(init=False)
    """How much likelier after one in which it goes out itself, or less likely."""

    def __post_init__(self) -> None:
        seats = range(len(self.scores))
        out, *lost = (self._likely([USUAL * (one != seat) for one in seats]) for seat in seats)
        object.__setattr__(self, "lost", fsum(lost) / len(lost))
        object.__setattr__(self, "stake", abs(out - self.lost) + ROUND)

    @property
    def resets(self) -> bool:
        """Whether a total of exactly the target goes back to 0, as in all rounds but a play-off."""
        return self.target != ONE_ROUND and max(self.scores) <= self.target

    def ended(self, counts: Sequence[int]) -> float:
        """What a round is worth that ended with these counts.

        It is 1 where all count as usual and it has gone out itself, 0 where another has, more or less as the
        match is likelier or less likely to be won.
        """
        totals = [score + count for score, count in zip(self.scores, counts, strict=True)]
        if self.resets:
            totals = [0 if total == self.target else total for total in totals]
        return self._worth(self.won(totals), counts[0])

    def going(self, points: Sequence[int], out: float) -> float:
        """What a round is worth that goes on, with what each holds and how likely it goes out itself."""
        seats = range(len(self.scores))
        held = [MOST * count / (count + HALF) for count in points]
        values = [
            fsum(self._left([part * held[one] * (one != seat) for one in seats]) for part in SPREAD)
            for seat in seats
        ]
        return (out * values[0] + (1 - out) * fsum(values[1:]) / (len(seats) - 1)) / len(SPREAD)

    def may_end_lost(self, held: Sequence[int]) -> bool:
        """Whether the match may end, with another ahead, when the others count so many cards.

        Args:
            held: how many cards each of the others holds, the next to play first.
        """
        most = max(score + 12 * count for score, count in zip(self.scores[1:], held, strict=True))
        return self.target != ONE_ROUND and min(self.scores) < self.scores[0] and most > self.target

    def won(self, totals: Sequence[float]) -> float:
        """How likely the first seat wins the match, from 0 to 1, with these totals after a round."""
        lowest, highest = min(totals), max(totals)
        if self.target == ONE_ROUND or highest > self.target:
            return (totals[0] == lowest) / totals.count(lowest)
        others = 1 - 1 / len(totals)
        slope = STEEP * others * others / (self.target - highest + ROOM) ** BEND
        shares = [math.exp(slope * (lowest - total)) for total in totals]
        return shares[0] / fsum(shares)

    def _likely(self, counts: Sequence[float]) -> float:
        """As `won`, with counts that are no more than likely: none makes a total exactly the target."""
        return self.won([score + count for score, count in zip(self.scores, counts, strict=True)])

    def _left(self, counts: Sequence[float]) -> float:
        return self._worth(self._likely(counts), counts[0])

    def _worth(self, won: float, count: float) -> float:
        played = ROUND * (-POINT * count if count else 1.0)
        return (won - self.lost + played) / self.stake
