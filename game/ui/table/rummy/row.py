"""One row of piles: whatever is touched finds its place between piles that stay, or they give way least.

A pile that has changed takes what room it finds beside it, lies more closely where that is little, and only
then do others move: the fewest, and no farther than they must. Only where a whole row is full are others laid
more closely too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.ui.table.rummy.spots import EVEN, PilePlace, Wish

LIGHT, HEAVY = 0.2, 1.0
"""How much it counts that a pile moves: one that is just being changed, and one that is not."""
TIGHT = 0.85
"""A pile whose cards lie closer than this share of what they might is laid more widely where it can be."""
HALVINGS = 6
"""How closely the widest step that moves nobody is found."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A pile in its row, or one that comes there."""

    wish: Wish
    place: PilePlace
    """Where it lay, or would like to."""
    touched: bool
    """Whether it has come, or got other cards: then it gives way before others do."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The piles of a row at their places."""

    places: tuple[PilePlace, ...]
    far: float
    """How far untouched piles have moved for that, all together."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row, and how piles are built in it; in units, steps too."""

    wide: float
    card: float
    sides: float
    """What a backing takes beside the cards."""
    gap: float
    step: float
    least: float

    def width(self, count: int, step: float) -> float:
        """How wide a pile is."""
        return self.sides + self.card + max(0, count - 1) * step

    def lay(self, piles: Sequence[Lying]) -> Laid | None:
        """All of them at their places; `None` where the row cannot hold them however closely they lie."""
        steps = [self.step if one.touched else self._own_step(one) for one in piles]
        wide = self._at(piles, steps)
        if wide is not None and wide.far <= EVEN:
            return wide
        closest = self._closest(piles)
        close = self._at(piles, closest)
        if close is None or not any(one.touched for one in piles):
            return wide or close
        # As widely as can be without anybody moving farther for it.
        low, high = self.least, self.step
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            tried = self._at(piles, [middle if p.touched else s for p, s in zip(piles, closest, strict=True)])
            if tried is not None and tried.far <= close.far + EVEN:
                low, close = middle, tried
            else:
                high = middle
        return close

    def loosened(self, places: Sequence[PilePlace]) -> tuple[PilePlace, ...]:
        """The same; piles that were squeezed lie as widely as the room beside them lets them, and none goes.

        Each grows about its own middle as far as its neighbours have left it room on both sides.
        """
        found = list(places)
        for number, one in enumerate(places):
            if one.count < 2 or one.step > TIGHT * self.step:
                continue
            low = found[number - 1].right + self.gap if number else 0.0
            high = found[number + 1].x - self.gap if number + 1 < len(found) else self.wide
            size = min(self.width(one.count, self.step), high - low)
            if size > one.w + EVEN:
                step = one.step + (size - one.w) / (one.count - 1)
                x = max(low, min(high - size, one.x - (size - one.w) / 2))
                found[number] = PilePlace(one.key, one.count, x, size, step)
        return tuple(found)

    def pushed(self, piles: Sequence[Lying]) -> float:
        """How far untouched piles have to move at least."""
        laid = self._at(piles, self._closest(piles))
        return laid.far if laid is not None else math.inf

    def _closest(self, piles: Sequence[Lying]) -> list[float]:
        """Steps as close as can be for those that are touched, and for others as the row needs it."""
        steps = [self.least if one.touched else self._own_step(one) for one in piles]
        return self._squeezed(piles, steps)

    def _own_step(self, one: Lying) -> float:
        return max(self.least, one.place.step)

    def _squeezed(self, piles: Sequence[Lying], steps: Sequence[float]) -> list[float]:
        """Steps at which piles are laid more closely until the row holds them, the widest of them first."""
        found = list(steps)
        sizes = [self.width(one.wish.count, step) for one, step in zip(piles, steps, strict=True)]
        over = sum(sizes) + self.gap * (len(piles) - 1) - self.wide
        slack = [
            max(0, one.wish.count - 1) * (step - self.least) for one, step in zip(piles, steps, strict=True)
        ]
        for number in sorted(range(len(piles)), key=lambda n: -slack[n]):
            given = min(slack[number], max(0.0, over))
            if given > 0:
                found[number] -= given / (piles[number].wish.count - 1)
                over -= given
        return found

    def _at(self, piles: Sequence[Lying], steps: Sequence[float]) -> Laid | None:
        """The piles at these steps, each as near as can be to where it lay."""
        sizes = [self.width(one.wish.count, step) for one, step in zip(piles, steps, strict=True)]
        spare = self.wide - sum(sizes) - self.gap * (len(piles) - 1)
        if spare < -EVEN:
            return None
        # Less what lies to the left of each: then all that is asked is that none is less than the one before.
        before = [sum(sizes[:number]) + self.gap * number for number in range(len(piles))]
        wanted = [
            (one.place.x - left, LIGHT if one.touched else HEAVY)
            for one, left in zip(piles, before, strict=True)
        ]
        xs = [max(0.0, min(spare, x)) + left for x, left in zip(rising(wanted), before, strict=True)]
        places = tuple(
            PilePlace(one.wish.key, one.wish.count, x, size, step)
            for one, x, size, step in zip(piles, xs, sizes, steps, strict=True)
        )
        ways = (_way(one.place, new) for one, new in zip(piles, places, strict=True) if not one.touched)
        return Laid(places, sum(ways))


def _way(old: PilePlace, new: PilePlace) -> float:
    """How far the cards of a pile go, about."""
    return abs(new.x + new.w / 2 - old.x - old.w / 2) + abs(new.w - old.w) / 4


def rising(wanted: Sequence[tuple[float, float]]) -> list[float]:
    """Values none of which is less than the one before, as near as can be to those that are wanted.

    Args:
        wanted: each with its weight; the weighted sum of how far they are off is the least there is, so that
            as many as can be are not off at all.
    """
    blocks: list[tuple[float, list[tuple[float, float]]]] = []
    for one in wanted:
        value, held = one[0], [one]
        while blocks and blocks[-1][0] > value:
            held = [*blocks.pop()[1], *held]
            value = _median(held)
        blocks.append((value, held))
    return [value for value, held in blocks for _one in held]


def _median(held: Sequence[tuple[float, float]]) -> float:
    half, seen = sum(weight for _value, weight in held) / 2, 0.0
    for value, weight in sorted(held):
        seen += weight
        if seen >= half - EVEN:
            return value
    return held[-1][0]
