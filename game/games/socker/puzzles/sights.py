"""How a level looks at a puzzle.

At a table every level but the first goes through so many positions that hardly a goal of its turn escapes it,
and nobody could be told from it how hard a goal is to see. Before a puzzle it follows fewer, those that look
best at a glance, as people do: a way that leads through moves which look bad is overlooked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.chance import Chance
from game.core.search import Budget
from game.core.session import Session
from game.games.socker.bot import BOT, SIGHTS, Player, rebuilt
from game.games.socker.rules.rules import RULES
from game.match.puzzle.grading import Choose


@dataclass(frozen=True, slots=True)
class Look:
    """How a level looks.

    Attributes:
        width: so many positions it follows after each action, in the middle of `FORM`.
        replies: so many turns of the other side it may play out in reply.
    """

    width: int
    replies: int


LOOKS = {"normal": Look(3, 1), "hard": Look(10, 8), "master": Look(40, 40)}
FORM = 30
"""A level has its days: up to so many times wider than usual, or narrower; never wider than at a table."""


def looking(form: float) -> Choose:
    """How the levels choose their moves on a day of this form, from -1 to 1."""

    def choose(session: Session, level: str, chance: Chance) -> str:
        seen = session.observe(session.to_move)
        if level not in LOOKS:
            return BOT.choose(seen, session.options, level, chance)
        state = rebuilt(seen, session.options)
        moves = list(RULES.moves(state))
        look, table = LOOKS[level], SIGHTS[level]
        sight = replace(table, width=min(table.width, max(1, round(look.width * FORM**form))))
        player = Player(state, level, "", Budget(look.replies), sight=sight)
        return RULES.format_move(player.move(moves, chance))

    return choose
