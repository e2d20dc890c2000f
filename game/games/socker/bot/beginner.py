"""Somebody who has read Socker's first lesson, as a script, for whom easy must not be too good.

It knows that the ball goes over the far line, how to step and how to kick. It kicks the ball on wherever it
can, and else whoever is nearest steps up to it from behind. It socks nobody, keeps nobody at home and never
looks at what threatens.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.games.socker.bot import rebuilt
from game.games.socker.bot.easy import chase, kicked_rows
from game.games.socker.bot.places import placed
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.rules import RULES, State
from game.games.socker.rules.state import Phase

SPREAD = 3
"""Among how many places around the next of the formation it sets a socker, as easy does."""


def beginner(observation: Observation, options: Options, chance: Chance) -> str:
    """The first legal move towards the aim."""
    state = rebuilt(observation, options)
    moves = list(RULES.moves(state))
    if state.phase is Phase.PLACE:
        return placed(state, moves, SPREAD, chance).text
    if state.phase is Phase.SPOT:
        return moves[0].text
    pitch, seat = state.house.pitch, state.turn
    kicks = [move for move in moves if move.verb is Verb.KICK and kicked_rows(pitch, seat, move) > 0]
    stuck = moves[-1] if moves[-1].verb is Verb.END else moves[0]
    return (kicks or _steps(state, moves) or [stuck])[0].text


def _steps(state: State, moves: Iterable[Move]) -> list[Move]:
    """Steps of whoever is nearest to the space right behind the ball that bring it nearer."""
    _chaser, nearer = chase(state, [move for move in moves if move.verb is Verb.MOVE])
    return nearer
