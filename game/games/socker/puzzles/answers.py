"""The best that the other side can do within an attempt, the same each time it is asked."""

from __future__ import annotations

from game.games.socker.puzzles.ends import End, Ends
from game.games.socker.puzzles.ground import Act, Here
from game.games.socker.puzzles.solve import Task
from game.games.socker.rules import flow
from game.games.socker.rules.actions import legal_moves
from game.games.socker.rules.rules import RULES
from game.games.socker.rules.state import State

CLOSER = 12
"""So many replies that are as good at a glance are compared by the ways to a goal that they leave."""


def best_reply(task: Task, state: State) -> tuple[str, ...]:
    """The moves of the turn after which our goal takes the most actions and the most finding."""
    side, foe = task.theirs.side, 1 - task.side.seat
    here = Here(state.ball, state.up[foe], state.up[1 - foe], state.down[1 - foe], state.limit)
    begun = state.left < state.acts
    ends = Ends(side, here, state.down[foe], state.left, can_stop=begun)
    acts = ends.way(best_end(task, ends))
    return tuple(map(side.text, acts))


def best_end(task: Task, ends: Ends) -> End:
    """The end of their turn that we like least."""
    found = [one.end for one in ends.all() if not one.given] or [one.end for one in ends.all()]
    hardest = sorted(found, key=lambda end: (-actions_to_goal(task, end), -task.side.ahead[end.ball], end))
    top = hardest[:CLOSER]
    most = actions_to_goal(task, top[0])
    return min(top, key=lambda end: (-actions_to_goal(task, end), ways_left(task, end, most), end))


def actions_to_goal(task: Task, reply: End) -> int:
    """The fewest actions in which we score after a reply; more than there are where we cannot."""
    here, most = after(task, reply), task.actions_after(reply)
    return next((left for left in range(1, most + 1) if task.mine.can(here, reply.fallen, left)), most + 1)


def ways_left(task: Task, reply: End, most: int) -> int:
    """How many ways there are to score after a reply; none are counted where we cannot at all."""
    if most > task.actions_after(reply):
        return 0
    return sum(1 for _way in task.mine.ways(after(task, reply), reply.fallen, most))


def after(task: Task, reply: End) -> Here:
    """Our turn after a reply."""
    return task.side.began(reply.ball, reply.foes, reply.fallen, reply.ours)


def goal_after(task: Task, reply: End) -> tuple[Act, ...]:
    """The shortest way to a goal after a reply; empty where there is none to be told."""
    left = actions_to_goal(task, reply)
    ways = (acts for acts, _last in task.mine.ways(after(task, reply), reply.fallen, left))
    return min(ways, key=lambda acts: (len(acts), acts), default=())


def defence(task: Task, state: State) -> str:
    """Where they put a ball that went out in our turn: where it does not score, then far from their goal."""
    side, seat = task.side, task.side.seat

    def rank(text: str) -> tuple[bool, int, str]:
        then = flow.spot(state, RULES.parse_move(text), [])
        here = Here(then.ball, then.up[seat], then.up[1 - seat], then.down[1 - seat], then.limit)
        scores = then.mover == seat and task.mine.can(here, then.down[seat], then.left)
        return scores, -side.ahead[then.ball], text

    return min((RULES.format_move(move) for move in legal_moves(state)), key=rank)
