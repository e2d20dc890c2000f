"""Computer players for SOCKI.

``easy`` lays a single pile or adds a single card, and overlooks its chance now and then; ``normal`` moves
everything on the table about, and always plays as many cards as can be played.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.contract import Bot, Observation, Options
from game.core.rummy.table import Pile, Table, write_piles
from game.core.search import Budget
from game.games.socki.rules.plays import HouseRules

OVERLOOKS = 0.3
"""How often an easy player misses that it could play."""


class SockiBot:
    """The `Bot` of SOCKI."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, weakest first."""
        return ("easy", "normal")

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes and is to move."""
        if level not in self.levels:
            raise ValueError(f"There is no level {level!r}; the levels are: {', '.join(self.levels)}.")
        house = HouseRules.of(options)
        table = tuple(map(tuple, observation["table"]))
        hand = tuple(observation["hand"])
        new = _easy(house, table, hand, chance) if level == "easy" else house.best_play(table, hand)
        if new is None:
            return "draw" if observation["stock"] else "pass"
        return f"play {write_piles(new)}"


def _easy(house: HouseRules, table: Table, hand: Pile, chance: Chance) -> Table | None:
    if chance.happens(OVERLOOKS) and not house.must_play:
        return None
    plays = list(house.simple_plays(table, hand))
    if house.must_play:
        # Whoever has to play and overlooks nothing still sees little: one card at a time, wherever it goes.
        size = sum(map(len, table))
        plays = [new for new in plays if sum(map(len, new)) == size + 1] or plays
    if plays:
        return chance.pick(plays)
    return _least(house, table, hand) if house.must_play else None


def _least(house: HouseRules, table: Table, hand: Pile) -> Table | None:
    """The table after one card is worked in, or where that is not enough, as many as can be."""
    for card in dict.fromkeys(hand) if table else ():
        if house.can_play(table, (card,)):
            new = house.best_play(table, (card,))
            if new is not None and house.play_refusal(table, hand, new) is None:
                return new
    return house.best_play(table, hand)


BOT: Bot = SockiBot()
