"""Bot of four in a row: completes four, blocks four, else drops anywhere."""

from typing import TypedDict, cast

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng
from tests.sample_games.four.rules import HIGH, four


class Observed(TypedDict):
    """Observation of a match."""

    board: list[str]
    turn: int


class FourBot(SimpleBot):
    """Looks one disc ahead."""

    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        view = cast(Observed, observation)
        board, turn = view["board"], view["turn"]
        free = [n for n, column in enumerate(board) if len(column) < HIGH]
        for seat in (turn, 1 - turn) if level == "normal" else (turn,):
            for n in free:
                if four([column + str(seat) * (n == place) for place, column in enumerate(board)]):
                    return f"drop {n + 1}"
        return f"drop {chance.pick(free) + 1}"


BOT = FourBot()
