"""Somebody who has read SOCiable's first lesson, as a script, for whom easy must not be too good.

It knows that as many cards beat as were led, if they are higher, and that a rank's cards go together. It
leads its lowest cards, beats with the lowest that do, joins no joker to them, and passes where nothing
goes. It never asks what the others may hold, nor saves anything.
"""

from __future__ import annotations

from game.core.cards import JOKER
from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.games.sociable.bot.player import moves_of
from game.games.sociable.rules.notation import write_move
from game.games.sociable.rules.observed import observed
from game.games.sociable.rules.state import POWER, Play


def beginner(observation: Observation, options: Options, _chance: Chance) -> str:
    """The first legal move towards the aim."""
    found = moves_of(observed(observation), options)
    plays = [move for move in found if isinstance(move, Play)]
    plays = [play for play in plays if JOKER not in play.cards[1:]] or plays
    if not plays:
        return write_move(found[0])  # of gifts the lowest cards, or a pass
    lowest = POWER[plays[0].cards[0]]
    return write_move(
        max((play for play in plays if POWER[play.cards[0]] == lowest), key=lambda play: len(play.cards))
    )
