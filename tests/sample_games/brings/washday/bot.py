"""A player of Wash Day: takes what makes a pair, else from any end."""

from typing import TypedDict, cast

from game.core.game import Observation, SimpleBot
from game.core.rng import SeededRng


class Observed(TypedDict):
    """What is known of a match."""

    line: list[str]
    taken: list[list[str]]
    turn: int


class WashdayBot(SimpleBot):
    """Looks at both ends."""

    def pick(self, observation: Observation, level: str, chance: SeededRng) -> str:
        seen = cast(Observed, observation)
        ends = [f"left {seen['line'][0]}", f"right {seen['line'][-1]}"]
        own = seen["taken"][seen["turn"]]
        paired = [end for end in ends if own.count(end.partition(" ")[2]) % 2]
        return chance.pick(paired if paired and level == "normal" else ends)


BOT = WashdayBot()
