"""Parallel societies: the match that was played, lived again and again by players who are all alike.

The house rules and the number of seats stay, cards and first draw are new each time, and equally good bots
play. Every match is lived twice, with the exchange and without it, from the same draws. What the chair of the
first draw then still tells about the end is structure, for nothing else tells the players apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from game.core.chance import Chance
from game.core.options import Options
from game.games.sociable.bot.player import BOT
from game.games.sociable.review.story import standing
from game.games.sociable.rules.notation import read_move
from game.games.sociable.rules.rules import RULES
from game.games.sociable.rules.state import State

MATCHES = 1000
"""How many matches each society lives through."""
LEVEL = "normal"
"""How good everybody is; the cheaper level is careless at random, which would pass for luck."""

Life = tuple[tuple[int, ...], int, int]
"""One match: the first chairs of the players from the winner down, its hands, and in how many of them the
Boss stayed Boss."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Some matches of one society, to be played anywhere."""

    players: int
    options: Options
    seed: int
    first: int
    count: int
    hands: int = 0
    """After so many hands a match is over, if it is not by itself; 0 for no such end."""

    def played(self) -> list[Life]:
        """Play them; the same batch gives the same lives everywhere."""
        return [self._life(number) for number in range(self.first, self.first + self.count)]

    def _life(self, number: int) -> Life:
        # By the number alone: both societies draw alike, however they are parted into batches.
        seed = Chance(self.seed, "society", number).below(10**9)
        chance = Chance(seed, "bot")
        state = RULES.new(self.players, seed, self.options, None).state
        first = order = state.order
        hands = kept = 0
        while state.turn is not None:
            seen = RULES.observe(state, state.turn)
            before, state = state, _next(state, BOT.choose(seen, self.options, LEVEL, chance))
            if state.scores != before.scores:  # points come at the end of a hand, and only there
                hands += 1
                kept += state.order[0] == order[0]
                order = state.order
                if hands == self.hands:
                    break
        ended = standing(state.scores, state.order)
        return tuple(first.index(seat) for seat in ended), hands, kept


def _next(state: State, move: str) -> State:
    return RULES.apply(state, read_move(move)).state


def played(batch: Batch) -> list[Life]:
    """`Batch.played`, as a question for a worker process."""
    return batch.played()


def batches(options: Options, players: int, seed: int, matches: int, size: int) -> tuple[list[Batch], ...]:
    """The work of both societies: with the exchange as the match had it (or as usual), and without.

    Args:
        options: the house rules of the match.
        players: how many sit there.
        seed: fixes everything.
        matches: how many each society plays.
        size: the most matches in a batch.
    """
    word = options.word("exchange")
    rules = [Options({**options, "exchange": way}) for way in ("on" if word == "off" else word, "off")]
    firsts = range(0, matches, size)
    return tuple(
        [Batch(players, own, seed, first, min(size, matches - first)) for first in firsts] for own in rules
    )


@dataclass(frozen=True, slots=True)
class Society:
    """What became of one society."""

    players: int
    lives: tuple[Life, ...]

    @property
    def wins(self) -> tuple[float, ...]:
        """By first chair: the share of the matches that were won from there."""
        return tuple(
            sum(ended[0] == chair for ended, _, _ in self.lives) / len(self.lives)
            for chair in range(self.players)
        )

    @property
    def pairs(self) -> tuple[float, ...]:
        """By number of pairs of players who ended in the order they began in: the share of the matches."""
        found = [in_order(ended) for ended, _, _ in self.lives]
        most = self.players * (self.players - 1) // 2
        return tuple(found.count(number) / len(found) for number in range(most + 1))

    @property
    def boss_stayed(self) -> float:
        """The share of the hands after which the Boss was Boss again."""
        return sum(kept for _, _, kept in self.lives) / sum(hands for _, hands, _ in self.lives)

    @property
    def explained(self) -> float:
        """How much of who ends where the first chair settles, from 0 for nothing to 1 for everything.

        The variance of the mean final place of each first chair, as a share of the variance of all places.
        """
        middle = (self.players - 1) / 2
        means = [
            sum(ended.index(chair) for ended, _, _ in self.lives) / len(self.lives)
            for chair in range(self.players)
        ]
        between = sum((mean - middle) ** 2 for mean in means) / self.players
        return between / ((self.players**2 - 1) / 12)

    def at_least(self, pairs: int) -> float:
        """The share of the matches in which at least so many pairs ended in the order they began in."""
        return sum(self.pairs[pairs:])


def in_order(ended: Sequence[int]) -> int:
    """How many pairs of first chairs, given from the winner down, stand in the order they began in."""
    return sum(first < second for first, second in combinations(ended, 2))
