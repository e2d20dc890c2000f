"""Bot of Wash Day: takes a sock that makes a pair, else one from either end."""

from typing import TypedDict, cast

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng


class Observed(TypedDict):
    """Observation of a match."""

    line: list[str]
    taken: list[list[str]]
    turn: int


class WashdayBot(SimpleBot):
    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        view = cast(Observed, observation)
        ends = [f"left {view['line'][0]}", f"right {view['line'][-1]}"]
        own_socks = view["taken"][view["turn"]]
        paired = [end for end in ends if own_socks.count(end.partition(" ")[2]) % 2]
        return chance.pick(paired if paired and level == "normal" else ends)


BOT = WashdayBot()
