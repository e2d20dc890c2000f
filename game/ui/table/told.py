"""What others did, step by step: numbered, in words, in a short log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.match.recap import ToldStep
from game.match.seats import Seat
from game.ui.art.album import number_plate
from game.ui.art.fabric import ROOM, Fabric, divider, panel
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.theme import LARGE, SMALL
from game.words import _

PLATE = 34.0
"""How large a numbered plate is, in units."""
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""How small the words of a log may be beside the text size; never smaller than at the usual one."""
TAG, LARGEST_TAG = 26.0, 1.3
"""How high the tag with somebody's last turn is, and how much of a larger text it grows by at most."""
EDGE = 14.0
"""Between the log's edge and what it says, in units."""


def heading(seats: Iterable[int], names: Sequence[str]) -> str:
    """What stands above the steps of these seats."""
    whose = set(seats)
    if len(whose) == 1:
        return _("What {name} did").format(name=names[whose.pop()])
    return _("What the others did")


class ToldTable(Protocol):
    """Where something is told; a `game.ui.table.context.ViewContext` is it."""

    stage: Stage

    @property
    def told(self) -> Callable[[], Sequence[ToldStep]]:
        """What others did."""


def again_help(table: ToldTable, *, most: bool = False) -> Help:
    """The entry of the strip by which it is seen again; ``most`` where it may stand there later."""
    return [(Act.AGAIN, _("See it again"))] if most or table.told() else []


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line of the log."""

    number: int
    seat: Seat
    words: str


@dataclass(frozen=True, slots=True)
class LogShown:
    """All that a log shows."""

    room: Box
    """It is no larger than this; it hangs from the upper edge."""
    title: str
    """Empty where one row says it all."""
    rows: tuple[LogRow, ...]
    now: int = 0
    """The number of the step that is shown just now; 0 for none."""
    fills: bool = False
    """Whether it is as high as its room whatever it tells, so that it does not jump and nothing looks out."""


def log_of(steps: Sequence[ToldStep], seats: Sequence[Seat], room: Box, now: int | None = None) -> LogShown:
    """The log of these steps, up to the one that is shown now."""
    names = [seat.name for seat in seats]
    rows = [
        LogRow(step.number, seats[step.seat], step.words)
        for step in steps
        if now is None or step.number <= now
    ]
    return LogShown(
        room, heading((step.seat for step in steps), names), tuple(rows), now or 0, now is not None
    )


@dataclass(frozen=True, slots=True)
class _Line:
    row: LogRow
    high: float
    size: float
    """Of its words, before the text size."""


def log_wide(painter: Painter, log: LogShown) -> float:
    """How wide a log has to be so that each row has one line, title included."""
    words = max(painter.width(row.words, SMALL) for row in log.rows)
    title = painter.width(log.title, LARGE, NAMES) if log.title else 0.0
    return max(title, words + _plate(painter) + 12) + 2 * EDGE


def log_box(painter: Painter, log: LogShown) -> Box:
    """Where a log lies, as high as its rows are."""
    lines = _fitting(painter, log)
    high = _title_high(painter, log) + 2 * EDGE + sum(line.high for line in lines)
    return Box(log.room.x, log.room.y, log.room.w, max(high, log.room.h if log.fills else 0.0))


def draw_log(painter: Painter, log: LogShown) -> None:
    """A panel with the last rows that fit into it, the newest at the foot."""
    box, theme = log_box(painter, log), painter.theme
    image = panel(painter.assets, round(box.w), round(box.h), Fabric(theme.panel, "#2B2440", theme.stitch))
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    x, y, wide = box.x + EDGE, box.y + EDGE, box.w - 2 * EDGE
    if log.title:
        line_high = painter.line_height(LARGE)
        painter.text(log.title, x, y + line_high / 2, LARGE, TextStyle(NAMES), room=wide)
        painter.blit(divider(painter.assets, round(wide), theme.stitch), x, y + line_high + 4)
    y += _title_high(painter, log)
    for line in _fitting(painter, log):
        if line.row.number == log.now:
            painter.fill(Box(x - 6, y, wide + 12, line.high - 3), theme.chosen, 12)
        plate = _plate(painter)
        image = number_plate(painter.assets, line.row.number, plate)
        painter.blit(image, x, y + (line.high - plate) / 2 - 2)
        left = plate + 10
        tall = painter.height(line.row.words, wide - left, line.size)
        painter.paragraph(line.row.words, x + left, y + (line.high - 3 - tall) / 2, wide - left, line.size)
        y += line.high


@dataclass(frozen=True, slots=True)
class DidTag:
    """The tag at a plate that says what somebody did in their last turn."""

    box: Box
    words: str
    size: float


def did_tag(painter: Painter, did: Sequence[str], plate: Box, high: float) -> DidTag:
    """The tag of what somebody did, from the left of their plate on.

    Args:
        painter: measures the words.
        did: a word or two for each thing, the last of which is told where there is no room for all.
        plate: where the tag may stand: no wider than this, with its upper edge there.
        high: how high it may be.
    """
    more = min(painter.text_scale, LARGEST_TAG, high / TAG)

    def wide(words: str) -> float:
        return painter.width(words, SMALL * more, STRONG, fixed=True) + 20 * more

    words = ", ".join(did)
    words = words if wide(words) <= plate.w else did[-1]
    more *= min(1.0, plate.w / wide(words))
    return DidTag(Box(plate.x, plate.y, wide(words), TAG * more), words, SMALL * more)


def draw_did(painter: Painter, tag: DidTag) -> None:
    """That tag."""
    box, theme = tag.box, painter.theme
    fabric = Fabric(theme.page, theme.ink, "")
    image = panel(painter.assets, round(box.w), round(box.h), fabric, radius=box.h / 2)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    style = TextStyle(STRONG, fixed=True)
    painter.text(tag.words, *box.centre, tag.size, style, anchor="center", room=box.w)


def _title_high(painter: Painter, log: LogShown) -> float:
    return painter.line_height(LARGE) + 14 if log.title else 0.0


def _plate(painter: Painter) -> float:
    return round(PLATE * min(1.3, painter.text_scale), 1)


def _fitting(painter: Painter, log: LogShown) -> list[_Line]:
    """The rows of a log, in smaller letters where large ones have no room; else the last, one at least."""
    room, lines = log.room.h - _title_high(painter, log) - 2 * EDGE, list[_Line]()
    for size in (SMALL * share for share in SHARES if share == 1 or share * painter.text_scale >= 1):
        lines = _lines(painter, log, size)
        if sum(line.high for line in lines) <= room:
            return lines
    while len(lines) > 1 and sum(line.high for line in lines) > room:
        del lines[0]
    return lines


def _lines(painter: Painter, log: LogShown, size: float) -> list[_Line]:
    """All rows of a log, with words of this size."""
    plate = _plate(painter)
    wide = log.room.w - 2 * EDGE - plate - 10
    return [_Line(row, max(plate + 8, painter.height(row.words, wide, size) + 8), size) for row in log.rows]
