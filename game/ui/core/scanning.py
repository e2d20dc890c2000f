"""One-switch scanning without a window: what can be taken, in groups of groups, and a walk through it.

With one press one cannot point. So all that could be pointed at is offered one after the other: groups
first, then what lies in the group that was taken. Time steps and a press takes (`ScanMode.TIME`), or presses
step and either rest takes (`ScanMode.REST`) or another press (`ScanMode.STEP`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from game.store.settings import ScanMode
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction

MOST = 6
"""With more than so many in a row of choices they are put into groups."""
NEAR = 26.0
"""What lies within so many units of the same height stands in one row."""
PASSES = 3
"""So often time walks through all before it rests until the next press."""


@dataclass(frozen=True, slots=True)
class SwitchTarget:
    """Something that can be taken."""

    box: Box = field(compare=False)
    act: InputAction | None = None
    """What taking it does; `None` for a press of a pointer in the middle of the box."""
    name: str = ""
    """What it is, where several do the same."""
    dx: int = 0
    dy: int = 0
    """The direction, where it is a step."""
    come: Callable[[], object] | None = field(default=None, compare=False)
    """Gives it the focus; without it a pointer comes there."""
    words: str = field(default="", compare=False)
    """What is said of it where no focus tells what taking it does."""
    stays: bool = False
    """Whether it is likely to be taken again at once."""


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """Several things that are offered as one first."""

    items: tuple[Item, ...]
    words: str = ""

    @property
    def box(self) -> Box:
        return around([item.box for item in self.items])


Item: TypeAlias = SwitchTarget | SwitchGroup


def around(boxes: Sequence[Box]) -> Box:
    """The box around some."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def flatten(item: Item) -> list[SwitchTarget]:
    """All targets of an item, from the first."""
    if isinstance(item, SwitchTarget):
        return [item]
    return [target for inner in item.items for target in flatten(inner)]


def group_targets(items: Sequence[Item], most: int = MOST) -> tuple[Item, ...]:
    """The same, put into groups wherever there are many: by rows, and rows by neighbours."""
    if len(items) <= most:
        return tuple(items)
    rows = _rows(items)
    if len(rows) == 1:
        return tuple(_group(group_targets(part, most)) for part in _parts(items, most))
    grouped = [_group(group_targets(row, most)) for row in rows]
    if len(rows) <= most:
        return tuple(grouped)
    return tuple(_group(group_targets(part, most)) for part in _parts(grouped, most))


def _group(items: Sequence[Item]) -> Item:
    return items[0] if len(items) == 1 else SwitchGroup(tuple(items))


def _rows(items: Sequence[Item]) -> list[list[Item]]:
    """From the top; each from left to right."""
    rows: list[list[Item]] = []
    for item in sorted(items, key=lambda item: item.box.centre[1]):
        if rows and item.box.centre[1] - rows[-1][0].box.centre[1] <= NEAR:
            rows[-1].append(item)
        else:
            rows.append([item])
    return [sorted(row, key=lambda item: item.box.x) for row in rows]


def _parts(items: Sequence[Item], most: int) -> list[Sequence[Item]]:
    """Parts of nearly the same size, so few that each step saves the most."""
    count = max(2, min(most, round(len(items) ** 0.5)))
    ends = [round(len(items) * part / count) for part in range(count + 1)]
    return [items[start:end] for start, end in pairwise(ends) if end > start]


class ScanCursor:
    """Where one is among what is offered."""

    def __init__(self) -> None:
        self.all: tuple[Item, ...] = ()
        """Everything, on all levels."""
        self._path: list[int] = []
        """Which group was taken, on each level."""
        self.place = -1
        """Which item of the group is offered; -1 for none yet."""
        self.due: float | None = None
        """When time does something, in ms."""
        self._passes = 0

    @property
    def offered(self) -> tuple[Item, ...]:
        """What is gone through now."""
        items = self.all
        for number in self._path:
            item = items[number]
            assert isinstance(item, SwitchGroup)
            items = item.items
        return items

    @property
    def item(self) -> Item | None:
        """What is offered now; `None` for the way out of a group, or before anything was."""
        items = self.offered
        return items[self.place] if 0 <= self.place < len(items) else None

    @property
    def leads_out(self) -> bool:
        """Whether a way out of this group is offered now."""
        return bool(self._path) and self.place == len(self.offered)

    def look(self, items: tuple[Item, ...], now: float, scan: ScanMode, step: float) -> bool:
        """Take in what there is now; whether so much is other than before that the walk begins anew."""
        if items == self.all:
            self.all = items  # what is the same may stand elsewhere by now
            return False
        before, here, rests = self.offered, self.item, self.is_resting and not self._path
        self.all = items
        if self._stands(before, here):
            return False
        self._path, self._passes = [], 0
        if rests and before:
            self.rest()
        else:
            self._begin(now, scan, step)
        return True

    def _stands(self, before: tuple[Item, ...], here: Item | None) -> bool:
        """Whether one stands among the same as before, whatever has changed in other groups."""
        items = self.all
        for number in self._path:
            item = items[number] if number < len(items) else None
            if not isinstance(item, SwitchGroup):
                return False
            items = item.items
        if len(items) != len(before) or not items:
            return False
        if here is None or isinstance(here, SwitchGroup):
            return True
        return items[self.place] == here

    def _begin(self, now: float, scan: ScanMode, step: float) -> None:
        """At the first of a group; where presses step, before it."""
        self.place = 0 if scan is ScanMode.TIME else -1
        self.due = now + step if scan is ScanMode.TIME else None

    def step(self, now: float, scan: ScanMode, step: float) -> None:
        """To the next, past the last the way out, and from the beginning again."""
        stops = len(self.offered) + bool(self._path)
        self.place += 1
        if self.place >= stops:
            self.place = 0
            self._passes += 1
        self.due = None if scan is ScanMode.STEP else now + step

    def take(self, now: float, scan: ScanMode, step: float) -> SwitchTarget | None:
        """Take what is offered: a target is handed out, a group is gone into, the way out left by."""
        item, self._passes = self.item, 0
        if self.leads_out:
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
        """Let time pass: it steps, or takes what one rests on; a target that was taken by it."""
        if self.due is None or now < self.due or not self.offered:
            return None
        if scan is ScanMode.REST:
            self.due = None
            return self.take(now, scan, step)
        self.step(now, scan, step)
        if self._passes >= PASSES:  # nobody is there: the next press wakes it
            self.rest()
        return None

    def rest(self) -> None:
        """Offer nothing until the next press."""
        self._path, self._passes, self.place, self.due = [], 0, -1, None

    @property
    def is_resting(self) -> bool:
        """Whether the next press only begins."""
        return self.place < 0

    def wake(self, now: float, scan: ScanMode, step: float) -> None:
        """Begin at the first."""
        self._begin(now, scan, step)
        if scan is not ScanMode.TIME:
            self.step(now, scan, step)
