"""How likely a side of Socker wins the match when it scores next with some chance."""

from __future__ import annotations

import math

from game.games.socker.rules.state import State

TURNS_A_GOAL = 16.0
"""So many turns of both sides a goal takes hard players, on the average."""
MOST = 12
"""More goals than this hardly fall in what is left of a match by turns."""


def to_win(state: State, seat: int, scores_next: float) -> float:
    """The chance of a seat, from 0 to 1.

    Args:
        state: for the house rules, the score, and the turns that were played.
        seat: whose chance.
        scores_next: how likely it, and not the other side, scores next; after that both are as likely.
    """
    house, mine, theirs = state.house, state.score[seat], state.score[1 - seat]
    if house.by_goals:
        return _race(scores_next, house.goals - mine, house.goals - theirs)
    left = house.turns - state.turns
    if left <= 0 and mine != theirs:
        return float(mine > theirs)
    if left <= 0:
        return scores_next
    return _by_turns(scores_next, mine - theirs, left / TURNS_A_GOAL, state)


def _race(scores_next: float, mine: int, theirs: int) -> float:
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    return scores_next * _even(mine - 1, theirs) + (1 - scores_next) * _even(mine, theirs - 1)


def _even(mine: int, theirs: int) -> float:
    """The chance to score so many goals before the other side scores as many as it needs."""
    if mine <= 0 or theirs <= 0:
        return float(mine <= 0)
    return math.fsum(math.comb(mine - 1 + more, more) / 2 ** (mine + more) for more in range(theirs))


def _by_turns(scores_next: float, lead: int, expected: float, state: State) -> float:
    """The chance when so many goals are expected in what is left."""
    if scores_next >= 1 or scores_next <= 0:  # this very goal falls
        lead, scores_next = lead + (1 if scores_next >= 1 else -1), 0.5
    total = 0.0
    for goals in range(MOST + 1):
        likely = math.exp(-expected) * expected**goals / math.factorial(goals)
        total += likely * _after(scores_next, lead, goals)
    return min(1.0, total)


def _after(scores_next: float, lead: int, goals: int) -> float:
    """The chance when just so many goals fall yet."""
    if not goals:
        return 0.5 if lead == 0 else float(lead > 0)
    total = 0.0
    for first, likely in ((1, scores_next), (-1, 1 - scores_next)):
        for more in range(goals):  # of the others so many are its own
            end = lead + first + 2 * more - (goals - 1)
            share = math.comb(goals - 1, more) / 2 ** (goals - 1)
            total += likely * share * (0.5 if end == 0 else float(end > 0))
    return total
