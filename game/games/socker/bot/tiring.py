"""When a side of Socker tires: two who see every goal that threatens can hold each other off for ever.

So where a match goes on for long, whoever has the ball in their own half guards less. The side that presses
does not: the better one mostly presses, and loses little by it. It is asked before each action: who brings
the ball over the middle goes on rested.
"""

from __future__ import annotations

from game.games.socker.bot.thought import Sight
from game.games.socker.rules.rules import State
from game.games.socker.rules.state import Phase

FRESH = {"easy": 2, "normal": 2, "hard": 10, "master": 12}
"""So many turns of a match no player of a level tires."""
GOAL = 15
"""So many more for each goal that was scored."""
SPENT = 4
"""After so many turns more hard and master are as weary as normal is when it tires."""
MIDDLE = 20
"""After so many the row in the middle is nobody's own half any more: there both are tired."""
MODEL = "normal"
"""The level whose weights a tired one goes by."""
TIRED = Sight(width=100, looks=40, alarm=2, whim=0.2)
"""Hard and master see goals of two actions then, and no replies."""
WEARY = Sight(width=10, looks=10, alarm=1, whim=0.2)
"""Normal goes through few ends of its turn then: it loses ground, but still wards off a goal of one kick."""


def sight_after(level: str, late: int) -> Sight:
    """How far a level sees that has been tired for so many turns."""
    return TIRED if level != MODEL and late <= SPENT else WEARY


def tired(state: State, level: str, seat: int) -> int:
    """For how many turns a seat has been tired; none where it is not."""
    pitch, house = state.house.pitch, state.house
    if state.phase is not Phase.PLAY:
        return 0
    if not house.by_goals and state.score[seat] > state.score[1 - seat]:
        return 0  # in a match of so many turns whoever is ahead has something to guard
    late = state.turns - GOAL * (sum(state.score) - sum(house.ahead)) - FRESH[level]
    row = state.ball // pitch.columns
    beyond = 2 * (row if seat == 0 else pitch.rows - 1 - row) - (pitch.rows - 1)
    if beyond > 0 or (beyond == 0 and late <= MIDDLE):
        return 0
    return max(0, late)
