"""Chooses moves for either seat, at every level.

They remember nothing: each piece of a turn is found anew from where it lies, by the same judgement.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Bot, Observation
from game.core.options import Options
from game.core.search import Budget, read_level
from game.games.city.bot import setting
from game.games.city.bot.easy import fancied
from game.games.city.bot.manners import MANNERS, liking_of
from game.games.city.bot.normal import weighed
from game.games.city.bot.stand import Stand
from game.games.city.bot.thought import Sight, Thought
from game.games.city.bot.turns import Breadth
from game.games.city.bot.weights import SURENESS
from game.games.city.rules.graph import FREE, PRINTED
from game.games.city.rules.observed import Observed, observed
from game.games.city.rules.reading import BoardReading

SIGHTS = {
    "hard": Sight(Breadth(10, 6, 10), Breadth(6, 4, 3), ((4,),), calm=1, whim=0.003),
    "master": Sight(
        Breadth(16, 10, 24), Breadth(8, 6, 5), ((16,), (10, 5, 3), (5, 4, 3, 2, 2)), calm=1, whim=0.001
    ),
}
_TRIALS = {"hard": 12, "master": 40}
"""How many places of socks or blockers a level tries."""


class CityBot:
    """The `Bot` of the game."""

    levels = ("easy", "normal", *SIGHTS)
    manners = MANNERS

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        chance: Chance,
        budget: Budget | None = None,
    ) -> str:
        """A legal move for the seat that observes.

        What a budget counts are turns of the other seat that are gone through in reply.
        """
        level, manner = read_level(level, self.levels, self.manners)
        budget = budget or Budget()
        seen = observed(observation)
        if seen["phase"] != "play":
            return set_up(seen, options, level, chance, budget)
        view, seat = BoardReading.of(seen), seen["turn"]
        links = open_links(view, options)
        if not view.supply[seat] or not links:
            return "pass"
        left = min(seen["left"], view.supply[seat])
        if len(links) == 1:
            link = links[0]
        elif level == "easy":
            link = fancied(view, seat, links, manner, chance)
        else:
            over_printed = options.flag("build_over_printed")
            stand = Stand.of(view, seat, left, over_printed=over_printed)
            liking = liking_of(manner, stand)
            if level == "normal":
                link = weighed(stand, links, chance, liking)
            else:
                thought = Thought(SIGHTS[level], SURENESS, budget, liking)
                link = stand.net.number[thought.best(stand, chance).links[0]]
        one, other = view.board.link_names[link]
        return f"lay {one} {other}"


def open_links(view: BoardReading, options: Options) -> list[int]:
    """The links on which a piece may be laid."""
    kinds = (FREE, PRINTED) if options.flag("build_over_printed") else (FREE,)
    return [link for link, owner in enumerate(view.track) if owner in kinds]


def set_up(seen: Observed, options: Options, level: str, chance: Chance, budget: Budget | None = None) -> str:
    """A tile, a pair of socks or a blocker."""
    view, phase = BoardReading.of(seen), seen["phase"]
    if phase == "tiles":
        return setting.tile(view, options, level, chance)
    if level in SIGHTS:
        trial = setting.Trial(seen, options, _TRIALS[level], SURENESS, budget or Budget())
        return trial.socks(chance) if phase == "socks" else trial.blocker(chance)
    if phase == "socks":
        return setting.socks(view, options, chance)
    return setting.blocker(view, level, chance)


BOT: Bot = CityBot()
