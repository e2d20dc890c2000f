"""What of a rummy's table can be taken with one switch: cards pile by pile, the hand, the buttons beside.

While a card is in the air: where it can be put down.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.scanning import Group, Item, Target, bearable
from game.ui.table.reach import Reach
from game.ui.table.rummy.captions import Captions
from game.ui.table.rummy.carrying import Grip
from game.ui.table.rummy.pointing import Pointer
from game.ui.table.rummy.tabletop import Tabletop


class RummyReach(Reach):
    """The cards and places of the table."""

    def __init__(self, top: Tabletop, grip: Grip, pointer: Pointer, captions: Captions) -> None:
        self._top, self._grip, self._pointer, self._captions = top, grip, pointer, captions

    def items(self) -> Sequence[Item]:
        """The hand first, then the buttons, then the piles; where something is carried, its places."""
        if not self._top.is_mine() or self._top.places is None:
            return []
        if self._top.carry is not None:
            return bearable([self._place(name, box) for name, box in self._pointer.spots().items()])
        boxes = self._pointer.spots()
        hand = [self._card(piece.key, boxes) for piece in self._top.lay.hand]
        piles = [
            _one([self._card(piece.key, boxes) for piece in pile.pieces]) for pile in self._top.lay.piles
        ]
        found = [_one(hand)] if hand else []
        found += [_one(list(bearable(piles)))] if piles else []
        buttons = self._buttons()
        return [*found[:1], *([_one(buttons)] if buttons else []), *found[1:]]

    def _card(self, key: int, boxes: dict[str, Box]) -> Target:
        box = boxes.get(str(key), Box(0, 0, 1, 1))
        return Target(box, Act.CONFIRM, f"{key}", come=lambda: self._grip.focus_on(key))

    def _place(self, name: str, box: Box) -> Target:
        return Target(box, Act.CONFIRM, f"to {name}", come=lambda: self._pointer.carry_to(name))

    def _buttons(self) -> list[Item]:
        """Those that do something now."""
        assert self._top.places is not None
        pairs = zip(self._top.places.buttons, self._captions.knobs(), strict=False)
        return [Target(box, knob.act, "knob", words=knob.words) for box, knob in pairs if knob.enabled]


def _one(items: Sequence[Item]) -> Item:
    return items[0] if len(items) == 1 else Group(bearable(items))
