"""Characters: what a computer player likes besides a good place."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.sociable.rules.state import POWER, Move, Play

_HIGH = POWER["AS"]
PLENTY = 2
"""More aces and jokers at once than so many are liked no better: so much a manner gives away at most."""


@dataclass(frozen=True, slots=True)
class Manner:
    """A character."""

    high: float = 0.0
    """What it likes about each ace and joker that it lays, up to `PLENTY`.

    The way from the last place to the first is 1.
    """
    bold: float = 0.0
    """What it likes about laying anything, where it sees no further than its own hand."""
    steep: float = 1.0
    """1 where each place counts as much as any other; more where the first ones are what counts."""

    def places(self, players: int) -> list[float]:
        """What each place is worth, from 1 for the first to 0 for the last."""
        return [(1 - place / (players - 1)) ** self.steep for place in range(players)]

    def taste(self, move: Move) -> float:
        """What it likes about a move."""
        if not isinstance(move, Play):
            return 0.0
        return self.high * min(PLENTY, sum(POWER[card] >= _HIGH for card in move.cards))

    def fancy(self, move: Move) -> float:
        """The same of somebody who does not play on: for these a place lies too far ahead to want it."""
        return self.taste(move) + (self.bold if isinstance(move, Play) else 0.0)


PLAIN = Manner()
MANNERS = {
    "spender": Manner(high=0.06),
    "saver": Manner(high=-0.06),
    "climber": Manner(bold=0.05, steep=3.0),
}
"""The spender lays aces and jokers early, the saver late; the climber wants the Boss's chair or nothing."""
