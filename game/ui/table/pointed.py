"""Where the log of a seat lies that is pointed at: as small as it may be, where it hides least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.match.recap import ToldStep
from game.match.seats import Seat
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.table.lesson.pointing import common
from game.ui.table.told import PLATE, LogShown, log_box, log_of, log_wide
from game.ui.table.view import View

WIDE, HIGH, GAP = 300.0, 330.0, 10.0
"""The room for the log, and how far from the seat it hangs, in units."""


def pointed_log(
    painter: Painter, view: View, steps: Sequence[ToldStep], seats: Sequence[Seat], seat: int
) -> LogShown:
    """The log of a seat.

    Args:
        painter: measures the words.
        view: the picture that it lies over.
        steps: what the seat did.
        seats: who sits where.
        seat: which one it is.
    """
    log = log_of(steps, seats, Box(0, 0, 0, 0))
    # One row says itself who did it.
    log = replace(log, title=log.title if len(log.rows) > 1 else "")
    logs = [replace(log, room=room) for room in _rooms(painter, view, log, seat)]
    at = [view.told_place(step.event, step.piece) for step in steps]
    kept = list(view.kept_clear())

    def hides(log: LogShown) -> tuple[int, int]:
        box = log_box(painter, log)
        numbers = sum(place is not None and box.grown(PLATE).holds(place) for place in at)
        return numbers, sum(common(box, one) > 0 for one in kept)

    return min(logs, key=hides)


def _rooms(painter: Painter, view: View, log: LogShown, seat: int) -> Iterator[Box]:
    """Where it might lie: where it is seen again, and on every side of the seat."""
    told, box, safe = view.told_box(), view.seat_box(seat), painter.view.safe
    if told is not None:
        yield told
    if box is None:
        return
    room = Box(
        0, 0, min(safe.w, WIDE * painter.text_scale, log_wide(painter, log)), HIGH * painter.text_scale
    )
    w, h = room.w, log_box(painter, replace(log, room=room)).h
    (x, y), low = box.centre, safe.bottom - h
    for left, top in (
        (x - w / 2, box.bottom + GAP), (x - w / 2, box.y - GAP - h),
        (box.right + GAP, y - h / 2), (box.x - GAP - w, y - h / 2),
    ):  # fmt: skip
        yield Box(min(max(safe.x, left), safe.right - w), min(max(safe.y, top), low), w, h)
