"""Somebody who has read the City's first lesson, as a script, for whom easy must not be too good.

It knows that a pair is joined by track, two pieces a turn. It takes the pair that it is nearest to and lays
the first piece that lacks on the shortest way. It never looks at what the other one joins, nor at what a
pair is worth.
"""

from __future__ import annotations

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.games.city.bot.easy import ways
from game.games.city.bot.player import open_links, set_up
from game.games.city.rules.observed import observed
from game.games.city.rules.reading import BoardReading


def beginner(observation: Observation, options: Options, chance: Chance) -> str:
    """The first legal move towards the aim; what is set up by hand it sets up anyhow."""
    seen = observed(observation)
    if seen["phase"] != "play":
        return set_up(seen, options, "easy", chance)
    view, seat = BoardReading.of(seen), seen["turn"]
    links = open_links(view, options)
    if not view.supply[seat] or not links:
        return "pass"
    lacking = [link for way in ways(view, seat) for link in way]
    one, other = view.board.link_names[(lacking or links)[0]]
    return f"lay {one} {other}"
