"""A player of four in a row: takes four, stops four, else drops anywhere."""

from __future__ import annotations

from game.games.four.rules import HIGH, four  # type: ignore[import-not-found]

from game.core.chance import Chance
from game.core.contract import Observation, Options
from game.core.search import Budget


class FourBot:
    """Looks one disc ahead."""

    levels = ("easy", "normal")

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """See `Bot.choose`."""
        board, turn = observation["board"], observation["turn"]
        free = [n for n, column in enumerate(board) if len(column) < HIGH]
        for seat in (turn, 1 - turn) if level == "normal" else (turn,):
            for n in free:
                if four([column + str(seat) * (n == place) for place, column in enumerate(board)]):
                    return f"drop {n + 1}"
        return f"drop {chance.pick(free) + 1}"


BOT = FourBot()
