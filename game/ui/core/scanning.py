"""One-switch scanning without a window: items in nested groups, and a cursor that steps through them.

A player with a single switch cannot point. So all targets are offered one after the other: groups first, then
the items of the chosen group. Time steps and a press takes (`ScanMode.TIME`), or presses step and either
waiting takes (`ScanMode.REST`) or a second switch (`ScanMode.STEP`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from game.store.settings import ScanMode
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction

MAX_GROUP_SIZE = 6  # more items on one level are grouped
ROW_TOLERANCE = 26.0  # vertical distance in units within which items form one row
MAX_PASSES = 3  # automatic rounds before scanning rests until the next press


@dataclass(frozen=True, slots=True)
class SwitchTarget:
    """One target that can be taken."""

    box: Box = field(compare=False)
    act: InputAction | None = None
    """Action of taking it; None for a pointer press in the middle of the box."""
    name: str = ""  # distinguishes targets with the same action
    dx: int = 0
    dy: int = 0  # direction (-1, 0 or 1) of a navigation
    # gives it the focus; None to move the pointer there
    come: Callable[[], object] | None = field(default=None, compare=False)
    words: str = field(default="", compare=False)  # spoken text if no focus describes it
    stays: bool = False  # True if it is likely to be taken again, so it stays offered


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """Several items that are offered as one first."""

    items: tuple[Item, ...]
    words: str = ""

    @property
    def box(self) -> Box:
        """Bounding box of the items."""
        return around([item.box for item in self.items])


Item: TypeAlias = SwitchTarget | SwitchGroup


def around(boxes: Sequence[Box]) -> Box:
    """Smallest box that contains all boxes. Raises ValueError if there are none."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def flatten(item: Item) -> list[SwitchTarget]:
    """All targets of an item, in order."""
    if isinstance(item, SwitchTarget):
        return [item]
    return [target for inner in item.items for target in flatten(inner)]


def group_targets(items: Sequence[Item], max_count: int = MAX_GROUP_SIZE) -> tuple[Item, ...]:
    """Items, nested in groups if they are more than ``max_count``: by rows, and rows by neighbours."""
    if len(items) <= max_count:
        return tuple(items)
    rows = _rows(items)
    if len(rows) == 1:
        return tuple(_group(group_targets(part, max_count)) for part in _parts(items, max_count))
    grouped = [_group(group_targets(row, max_count)) for row in rows]
    if len(rows) <= max_count:
        return tuple(grouped)
    return tuple(_group(group_targets(part, max_count)) for part in _parts(grouped, max_count))


def _group(items: Sequence[Item]) -> Item:
    """Group of these items, or the item itself if there is only one."""
    return items[0] if len(items) == 1 else SwitchGroup(tuple(items))


def _rows(items: Sequence[Item]) -> list[list[Item]]:
    """Rows from top to bottom, each from left to right."""
    rows: list[list[Item]] = []
    for item in sorted(items, key=lambda item: item.box.centre[1]):
        if rows and item.box.centre[1] - rows[-1][0].box.centre[1] <= ROW_TOLERANCE:
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda item: item.box.x) for row in rows]


def _parts(items: Sequence[Item], max_count: int) -> list[Sequence[Item]]:
    """Consecutive parts of nearly equal size, about as many as the items' square root, 2 to ``max_count``."""
    count = max(2, min(max_count, round(len(items) ** 0.5)))
    ends = [round(len(items) * part / count) for part in range(count + 1)]
    return [items[start:end] for start, end in pairwise(ends) if end > start]


class ScanCursor:
    """Current position among the offered items."""

    def __init__(self) -> None:
        self.all: tuple[Item, ...] = ()  # all items, nested
        self._path: list[int] = []  # index of the entered group on each level
        # index of the offered item, -1 for none yet, the number of items for the exit of a group
        self.place = -1
        self.due: float | None = None  # time in ms of the next automatic step
        self._passes = 0

    @property
    def group_items(self) -> tuple[Item, ...]:
        """Items of the entered group; all items if none is entered."""
        items = self.all
        for number in self._path:
            item = items[number]
            assert isinstance(item, SwitchGroup)
            items = item.items
        return items

    @property
    def item(self) -> Item | None:
        """Offered item. None for the exit of a group, or before anything is offered."""
        items = self.group_items
        return items[self.place] if 0 <= self.place < len(items) else None

    @property
    def is_on_exit(self) -> bool:
        """True while the exit of a group is offered."""
        return bool(self._path) and self.place == len(self.group_items)

    def set_items(self, items: tuple[Item, ...], now: float, scan: ScanMode, step: float) -> bool:
        """Update the items. True if scanning starts or rests again; False if the position is still valid."""
        if items == self.all:
            self.all = items  # equal items may have other boxes
            return False
        before, current, is_resting = self.group_items, self.item, self.is_resting and not self._path
        self.all = items
        if self._can_keep_position(before, current):
            return False
        self._path, self._passes = [], 0
        if is_resting and before:
            self.rest()
        else:
            self._begin(now, scan, step)
        return True

    def _can_keep_position(self, before: tuple[Item, ...], offered: Item | None) -> bool:
        """True if the entered group still exists with as many items, and an offered target is in place."""
        items = self.all
        for number in self._path:
            old_item = items[number] if number < len(items) else None
            if not isinstance(old_item, SwitchGroup):
                return False
            items = old_item.items
        if len(items) != len(before) or not items:
            return False
        if offered is None or isinstance(offered, SwitchGroup):
            return True
        return items[self.place] == offered

    def _begin(self, now: float, scan: ScanMode, step: float) -> None:
        """Offer the first item and set its time with `ScanMode.TIME`; else offer nothing, with no time."""
        self.place = 0 if scan is ScanMode.TIME else -1
        self.due = now + step if scan is ScanMode.TIME else None

    def step(self, now: float, scan: ScanMode, step: float) -> None:
        """Offer the next item, then the group's exit, then the first; due in ``step`` ms unless STEP."""
        stops = len(self.group_items) + bool(self._path)
        self.place += 1
        if self.place >= stops:
            self.place = 0
            self._passes += 1
        self.due = None if scan is ScanMode.STEP else now + step

    def take(self, now: float, scan: ScanMode, step: float) -> SwitchTarget | None:
        """Take the offer. Returns a target; None after entering or leaving a group, or without an offer."""
        item, self._passes = self.item, 0
        if self.is_on_exit:
            self.place = self._path.pop()
            self.due = now + step if scan is ScanMode.TIME else None
        elif isinstance(item, SwitchGroup):
            self._path.append(self.place)
            self._begin(now, scan, step)
        elif isinstance(item, SwitchTarget):
            self.due = now + step if scan is ScanMode.TIME else None
            if not item.stays:
                self._path = []
                self._begin(now, scan, step)
            return item
        return None

    def tick(self, now: float, scan: ScanMode, step: float) -> SwitchTarget | None:
        """Return the target taken by waiting (REST). Otherwise step if the time is up, and return None."""
        if self.due is None or now < self.due or not self.group_items:
            return None
        if scan is ScanMode.REST:
            self.due = None
            return self.take(now, scan, step)
        self.step(now, scan, step)
        if self._passes >= MAX_PASSES:  # the player is absent; the next press continues
            self.rest()
        return None

    def rest(self) -> None:
        """Offer nothing until the next press."""
        self._path, self._passes, self.place, self.due = [], 0, -1, None

    @property
    def is_resting(self) -> bool:
        """True if nothing is offered, so that the next press only starts the scanning."""
        return self.place < 0

    def wake(self, now: float, scan: ScanMode, step: float) -> None:
        """Offer the first item. Its time runs unless the mode is STEP."""
        self._begin(now, scan, step)
        if scan is not ScanMode.TIME:
            self.step(now, scan, step)
