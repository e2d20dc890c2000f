"""From the flow of the piles to the canvas: where piles and cards are drawn, and what lies under a point."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.art.cards import RATIO
from game.ui.core.canvas import Box
from game.ui.table.rummy.fan import CardPose
from game.ui.table.rummy.room import CARD, Shape, TableBoxes
from game.ui.table.rummy.spots import SMALLEST, TINY, Area, Flow, PilePlace

REACH = 16.0
"""How far beside a pile something may be put down and still land on it, in units."""
SHORT_REACH = 36.0
"""The same beside a pile that is begun: its torn edge and its needle stick out, and it waits for more."""
BEGUN = 3
"""Piles with fewer cards are only begun."""
WHOLE_GRIP = 0.62
"""The upper share of a card that is taken alone; by the rest of it the cards to its right come along."""


def area_of(places: TableBoxes) -> Area:
    """The room for piles as lengths."""
    corner = places.piles.right - places.stock.x + 8, places.piles.bottom - places.stock.y + 4
    return Area(places.piles.w, places.piles.h, corner, TINY if places.whole else SMALLEST)


@dataclass(frozen=True, slots=True)
class PileArea:
    """A flow of piles on a canvas."""

    places: TableBoxes
    shape: Shape
    flow: Flow
    scroll: float = 0.0

    @property
    def unit(self) -> float:
        """How large a unit of the shape is at these cards."""
        return self.flow.card / CARD

    @property
    def overflow(self) -> float:
        """How far the table can scroll."""
        return max(0.0, self.flow.height(self.shape) - self.places.piles.h)

    def box(self, slot: PilePlace, y: float) -> Box:
        """The whole backing of a pile whose row begins at a height of the flow."""
        tall = self.flow.card * RATIO + (self.shape.top + self.shape.bottom) * self.unit
        corner = self.places.piles
        return Box(corner.x + slot.x, corner.y + y - self.scroll, slot.w, tall)

    def boxes(self) -> dict[int, Box]:
        """The backing of every pile, by its key."""
        return {slot.key: self.box(slot, y) for slot, y in self.flow.slots()}

    def slot(self, key: int) -> tuple[PilePlace, float] | None:
        """The place of a pile, with the height of its row."""
        return self.flow.by_key.get(key)

    def pose(self, slot: PilePlace, y: float, index: int) -> CardPose:
        """Where a card of a pile lies."""
        box, card = self.box(slot, y), self.flow.card
        x = box.x + self.shape.left * self.unit + card / 2 + index * slot.step
        return CardPose(x, box.y + self.shape.top * self.unit + card * RATIO / 2, 0.0, card)

    def seen(self, slot: PilePlace, y: float, index: int, *, last: bool) -> Box:
        """The part of a card that its right neighbour leaves in view."""
        pose = self.pose(slot, y, index)
        wide = pose.card if last else min(pose.card, slot.step)
        tall = pose.card * RATIO
        return Box(pose.x - pose.card / 2, pose.y - tall / 2, wide, tall)

    def pile_at(self, point: tuple[float, float], *, beside: bool = True) -> int | None:
        """The pile under a point, or the nearest one within reach beside it."""
        near: list[tuple[float, int]] = []
        for slot, y in self.flow.slots():
            box = self.box(slot, y)
            reach = SHORT_REACH if slot.count < BEGUN else REACH
            if box.grown(reach if beside else 0.0).holds(point):
                far = max(box.x - point[0], point[0] - box.right, box.y - point[1], point[1] - box.bottom)
                near.append((max(0.0, far), slot.key))
        return min(near)[1] if near else None

    def index_at(self, key: int, x: float) -> int:
        """Before which card of a pile something at an x would go."""
        found = self.slot(key)
        if found is None:
            return 0
        slot, y = found
        # Left of its middle: of an overlapped card only the left part can be seen.
        return sum(self.pose(slot, y, n).x - slot.step * 0.3 < x for n in range(slot.count))

    def row_at(self, y: float) -> int:
        """The row at a height of the canvas."""
        inside = y - self.places.piles.y + self.scroll - self.flow.top
        return max(0, min(len(self.flow.rows) - 1, int(inside / self.flow.pitch)))
