"""How likely somebody who plays anything comes upon a solution."""

from __future__ import annotations

from game.games.socker.puzzles.ends import End
from game.games.socker.puzzles.ground import Act, Here
from game.games.socker.puzzles.solve import Task


def luck_to_score(task: Task, here: Here, down: int, left: int) -> float:
    """The chance that actions of any kind score within so many."""
    if not task.mine.can(here, down, left):
        return 0.0
    nexts = [then for then in task.side.nexts(here, down, left - 1) if not then.given]
    hit = 0.0
    for then in nexts:
        if then.here is None:
            hit += 1
        elif left > 1:
            hit += luck_to_score(task, then.here, down, left - 1)
    return hit / max(1, len(nexts))


def luck_to_end(task: Task, here: Here, end: End, left: int) -> float:
    """The chance that so many actions of any kind end there."""
    if not left:
        return float(End(here.ball, here.up | task.down, here.foes, here.fallen) == end)
    if _apart(here, end, task.down) > left:
        return 0.0
    nexts = list(task.side.nexts(here, task.down, left - 1))
    hit = sum(luck_to_end(task, then.here, end, left - 1) for then in nexts if then.here is not None)
    return hit / max(1, len(nexts))


def _apart(here: Here, end: End, down: int) -> int:
    """How many things stand elsewhere at the end; an action moves one of them."""
    ours = (here.up & ~end.ours).bit_count()
    theirs = ((here.foes | here.fallen) & ~(end.foes | end.fallen)).bit_count()
    return ours + theirs + (here.ball != end.ball)


def end_of(task: Task, acts: tuple[Act, ...]) -> End:
    """Where a turn ends that is made of these actions."""
    here, left = task.here, task.state.left
    rest = list(acts)
    while rest:
        left -= 1
        for then in task.side.nexts(here, task.down, left):
            if then.here is not None and list(then.acts) == rest[: len(then.acts)]:
                here, rest = then.here, rest[len(then.acts) :]
                break
        else:
            raise ValueError(f"No such action: {rest[0]}.")
    return End(here.ball, here.up | task.down, here.foes, here.fallen)
