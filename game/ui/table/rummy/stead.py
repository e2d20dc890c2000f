"""Where the piles of a table lie, whatever becomes of the window: kept, fitted in, saved, and read again."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from game.core.rummy.draft import DraftPile
from game.ui.table.rummy.flow import LARGEST, card_for
from game.ui.table.rummy.room import Shape
from game.ui.table.rummy.spots import SMALLEST, Area, Flow, PilePlace

CLOSE = 0.5
"""Places that differ by less, in units, are the same."""
STEPS = 100
"""So many of them can be taken back with each pile going just where it lay."""
MOST_ROWS, MOST_PILES = 60, 200
"""More of them a save does not hold."""


class Stead:
    """The places that players and plays have made, in the area that they were made in.

    Another window or text size gets them fitted in; as long as nobody moves a pile there, the first area
    gets them back just as they were.
    """

    def __init__(self) -> None:
        self._made: tuple[Flow, Area] | None = None
        self._shown: Flow | None = None
        self._past: OrderedDict[int, tuple[Sequence[DraftPile], Area, Flow]] = OrderedDict()

    def again(self, piles: Sequence[DraftPile], area: Area) -> Flow | None:
        """Where these very piles lay last, as when a step is taken back; `None` if they never did."""
        held, was, made = self._past.get(id(piles), (None, None, None))
        return made if held is piles and was == area else None

    def lay(self, piles: Sequence[DraftPile], area: Area, made: Flow) -> None:
        """Note where piles lie, for when a step is taken back."""
        self._past[id(piles)] = piles, area, made
        if len(self._past) > STEPS:
            self._past.popitem(last=False)

    def knows(self, piles: Sequence[DraftPile], shown: Flow | None) -> bool:
        """Whether all of these piles have a place though some are not among those that are shown."""
        if self._made is None or shown is None:
            return False
        keys, lying = {pile.key for pile in piles}, shown.by_key.keys()
        return not keys <= lying and keys <= self._made[0].by_key.keys()

    def fitted(self, area: Area, shape: Shape) -> Flow | None:
        """The places in an area, to be laid out there; `None` while there are none."""
        if self._made is None:
            return None
        made, was = self._made
        # As they were, without reckoning: there and back must not shift anything by rounding.
        if was == area:
            return made
        rows = max(1, len(made.rows))
        tall = card_for(rows, area, shape) / max(1.0, card_for(rows, was, shape))
        card = max(area.smallest, min(LARGEST, made.card * tall))
        by = area.w / was.w
        laid = tuple(
            tuple(replace(slot, x=slot.x * by, w=slot.w * by, step=slot.step * by) for slot in row)
            for row in made.rows
        )
        # Rows lie as far apart as the other area has room for.
        return replace(made, card=card, pitch=0.0, rows=laid)

    def showed(self, flow: Flow) -> None:
        """These are the same places, as another area shows them."""
        self._shown = flow

    def keep(self, flow: Flow, area: Area) -> None:
        """Take in where the piles lie now, if any of them has been moved."""
        if self._shown is None or not _alike(flow, self._shown):
            self._made = flow, area
            self._shown = flow

    # The save.

    def plain(self) -> dict[str, Any] | None:
        """As JSON."""
        if self._made is None:
            return None
        flow, area = self._made
        rows = [[[slot.key, slot.count, slot.x, slot.w, slot.step] for slot in row] for row in flow.rows]
        return {
            "area": [area.w, area.h, *area.corner],
            "card": flow.card,
            "pitch": flow.pitch,
            "top": flow.top,
            "rows": rows,
        }

    def read(self, kept: object) -> None:
        """What `plain` gave; anything else leaves the places open."""
        try:
            self._made = _read(kept)
        except (ValueError, TypeError, KeyError):
            self._made = None


def _alike(one: Flow, other: Flow) -> bool:
    """Whether all piles lie at the same places."""
    if abs(one.card - other.card) > CLOSE or len(one.rows) != len(other.rows):
        return False
    for row, there in zip(one.rows, other.rows, strict=True):
        if [(slot.key, slot.count) for slot in row] != [(slot.key, slot.count) for slot in there]:
            return False
        if any(abs(a.x - b.x) > CLOSE or abs(a.w - b.w) > CLOSE for a, b in zip(row, there, strict=True)):
            return False
    return True


def _read(kept: object) -> tuple[Flow, Area]:
    if not isinstance(kept, Mapping):
        raise ValueError("This is no table.")
    w, h, corner_w, corner_h = map(_length, kept["area"])
    card = _length(kept["card"])
    given = kept["rows"]
    if not isinstance(given, list) or len(given) > MOST_ROWS or sum(map(len, given)) > MOST_PILES:
        raise ValueError("These are no rows.")
    if w < 1 or h < 1 or not SMALLEST <= card <= LARGEST:
        raise ValueError("There is no such table.")
    rows = tuple(tuple(_slot(*one) for one in row) for row in given)
    keys = [slot.key for row in rows for slot in row]
    if len(set(keys)) < len(keys):
        raise ValueError("Two piles have one key.")
    return Flow(card, _length(kept.get("pitch", 0.0)), _length(kept["top"]), rows), Area(
        w, h, (corner_w, corner_h)
    )


def _slot(key: object, count: object, x: object, w: object, step: object) -> PilePlace:
    if type(key) is not int or type(count) is not int or count < 0:
        raise ValueError("A pile has a key and a count.")
    return PilePlace(key, count, _length(x), _length(w), _length(step))


def _length(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value < 1e5:
        raise ValueError("A length is a number.")
    return float(value)
