"""What of the map can be taken with one switch: the gaps of the way that is shown, then all links by rows."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.city.screen.parts import CityParts
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act
from game.ui.kit.scanning import Group, Item, Target, bearable
from game.ui.table.reach import Reach

Link = tuple[str, str]


class CityReach(Reach):
    """The links where a piece may lie, or the stations where a sock may go."""

    def __init__(self, parts: CityParts) -> None:
        self._parts = parts

    def items(self) -> Sequence[Item] | None:
        """Legal ones only; a tile in hand is steered."""
        chosen, setup = self._parts.map, self._parts.setup
        if chosen.picture.phase == "tiles" or setup.asked:
            return None if not setup.asked else ()
        if chosen.picture.phase != "play":
            return [self._station(text) for text in sorted(setup.open)]
        way = [self._link(link) for link in chosen.gaps() if link in chosen.legal]
        every = bearable([self._link(link) for link in sorted(chosen.legal)])
        if not way:
            return every
        return [Group(tuple(way)) if len(way) > 1 else way[0], Group(every)]

    def _box(self, x: float, y: float) -> Box:
        half = self._parts.map.ground.size * 0.4
        return Box(x - half, y - half, 2 * half, 2 * half)

    def _link(self, link: Link) -> Target:
        chosen, (one, other) = self._parts.map, link
        box = self._box(*chosen.ground.middle(chosen.city.cell(one), chosen.city.cell(other)))

        def come() -> None:
            chosen.walker.jump(other, one)

        return Target(box, Act.CONFIRM, f"{one}-{other}", come=come)

    def _station(self, text: str) -> Target:
        chosen = self._parts.map
        box = self._box(*chosen.ground.point(chosen.city.cell(text)))
        return Target(box, Act.CONFIRM, text, come=lambda: chosen.walker.jump(text))
