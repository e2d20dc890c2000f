"""The pointer of a lesson, and what the veil lets through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.art.teacher import POINTER_LONG
from game.ui.core.canvas import Box

STRIP = "strip"
"""What lessons call the entry of the help strip for what is to be pressed: a mouse clicks it."""
AWAY = 13.0
"""How far the tip of the pointer stays from it: the wool around the tip reaches further than the tip."""
TURNS = ((0, 0.0, -1.0), (180, 0.0, 1.0), (270, -1.0, 0.0), (90, 1.0, 0.0))
"""The ways in which a pointer can come: degrees, and from where."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where the tip of the pointer is, and how it is turned."""

    tip: tuple[float, float]
    turn: int


def holes(targets: Sequence[Box]) -> tuple[Box, ...]:
    """Where the veil lets through what is pointed at."""
    return tuple(target.grown(14) for target in targets)


def common(one: Box, other: Box) -> float:
    """How much two boxes have in common, in square units."""
    w = min(one.right, other.right) - max(one.x, other.x)
    h = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, w) * max(0.0, h)


def pointed(
    targets: Sequence[Box], needed: Sequence[Box], room: Box, over: Sequence[Box] = ()
) -> Pointing | None:
    """A pointer that comes from above, or from where it covers nothing that is pointed at or needed.

    Args:
        targets: what is pointed at, the first of it by the pointer.
        needed: what has to be seen besides.
        room: where it is seen whole.
        over: what is drawn over the pointer, and would hide it.
    """
    if not targets:
        return None
    first, ways = targets[0], []
    for number, (turn, dx, dy) in enumerate(TURNS):
        x, y = first.centre
        tip = (x + dx * (first.w / 2 + AWAY), y + dy * (first.h / 2 + AWAY))
        found = Pointing(tip, turn)
        box = pointer_box(found)
        unseen = box.w * box.h - common(box, room) + sum(common(box, one) for one in over)
        covered = sum(common(box, one) for one in (*targets, *needed))
        ways.append((10 * unseen + covered, number, found))
    return min(ways)[2]


def pointer_box(pointing: Pointing) -> Box:
    """What a pointer covers."""
    (x, y), long, half = pointing.tip, POINTER_LONG, 32.0
    _turn, dx, dy = next(way for way in TURNS if way[0] == pointing.turn)
    if dx:
        return Box(x if dx > 0 else x - long, y - half, long, 2 * half)
    return Box(x - half, y if dy > 0 else y - long, 2 * half, long)
