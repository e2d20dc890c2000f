"""A match at a table of a hall, and all that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass

from game.match.bot_turns import BotTurns
from game.match.hall.screen import TableScreen
from game.match.handheld import Handheld
from game.match.hints import Hints
from game.match.match import Match
from game.match.phone_seats import PhoneSeats


@dataclass(frozen=True, slots=True)
class Play:
    """A match at a table, and all that belongs to it."""

    match: Match
    turns: BotTurns
    hints: Hints
    phones: PhoneSeats
    screen: TableScreen
    handheld: Handheld

    @property
    def pulse(self) -> tuple[int, int | None]:
        """Another one as soon as a move was made, or somebody has given up."""
        return len(self.match.session.log), self.match.conceded

    def close(self) -> None:
        """Nobody thinks about it any more."""
        self.turns.stop()
        self.hints.close()
        self.phones.close()
