"""The computer players of SOCiable.

*easy* lays the lowest cards that go, and now and then whatever comes to hand; it goes out when it can, as all
do. *normal* weighs what each choice leaves: how many plays its hand still needs, which of them are likely to
win a round, and which can hardly ever be laid but by leading them. *hard* and *master* play each choice out
on hands that are dealt again (`thought`), and work out the end between two (`duel`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.core.chance import Chance
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.search import Budget, read_level
from game.games.sociable.bot.manners import MANNERS, PLAIN, Manner
from game.games.sociable.bot.sights import SIGHTS, Sight
from game.games.sociable.bot.weighing import best
from game.games.sociable.rules.notation import write_move
from game.games.sociable.rules.observed import Observed, observed
from game.games.sociable.rules.plays import gives, plays
from game.games.sociable.rules.state import Cards, Move, Pass, Play

if TYPE_CHECKING:
    from game.games.sociable.bot.thought import Thought

CARELESS = 0.4
"""How often the easy player does not look at his cards."""


class SociableBot:
    """Computer players of SOCiable."""

    levels = ("easy", "normal", *SIGHTS)
    manners = tuple(MANNERS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """See `Bot.choose`; what a budget counts are hands that are played out to their end."""
        level, manner = read_level(level, self.levels, self.manners)
        seen = observed(observation)
        found = moves_of(seen, options)
        if len(found) == 1:
            return write_move(found[0])
        goes_out, tastes = _goes_out(found, seen), MANNERS.get(manner, PLAIN)
        if level == "easy" and not goes_out:
            careless = chance.happens(CARELESS)
            return write_move(chance.pick(_liked(found, tastes)) if careless else found[0])
        if level in SIGHTS and not goes_out:  # going out is always best, and `best` knows
            thought = _thought(seen, options, SIGHTS[level], tastes, chance, budget or Budget())
            thoughtful = thought.best(found) if thought else None
            if thoughtful is not None:
                return write_move(thoughtful)
        return write_move(best(found, seen, tastes))


def moves_of(observation: Observed, options: Options) -> list[Move]:
    """All that a seat can do, but for suits."""
    hand: Cards = tuple(observation["hand"])
    if observation["give"]:
        count = int(observation["give"][0].rpartition(":")[2])
        return [*gives(hand, count)]
    lead: Cards = tuple(observation["lead"])
    found: list[Move] = [*plays(hand, lead, joker_tops=options.flag("joker_pair_beats_same_rank"))]
    return [*found, Pass()] if lead else found


def _liked(found: Sequence[Move], manner: Manner) -> list[Move]:
    """The moves that a manner likes best; to the plain one all are alike."""
    most = max(map(manner.fancy, found))
    return [move for move in found if manner.fancy(move) == most]


def _goes_out(found: Sequence[Move], observation: Observed) -> bool:
    """Whether one of the moves lays the whole hand."""
    hand = tuple(observation["hand"])
    return any(isinstance(move, Play) and move.cards == hand for move in found)


def _thought(
    observation: Observed, options: Options, sight: Sight, manner: Manner, chance: Chance, budget: Budget
) -> Thought | None:
    """A decision to be thought about; none at a table that only a made-up position has."""
    # Not before it is needed: it brings numpy, which easy and normal do without.
    from game.games.sociable.bot.thought import Thought, can_think

    if not can_think(observation):
        return None
    return Thought(observation, options, sight, manner, chance, budget)


BOT: Bot = SociableBot()
