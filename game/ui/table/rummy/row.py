"""One row of piles: whatever is touched finds its place between piles that stay, or they give way least.

A pile that has changed takes what room it finds beside it, lies more closely where that is little, and only
then do others give way: the fewest, and no farther than they must. For a new one they go a few units at once,
where the row has room. One that is laid more closely itself keeps its far edge, so that none behind it has to
move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from game.ui.table.rummy.spots import EVEN, PilePlace, PileWish

LIGHT, HEAVY = 0.2, 1.0
"""How much it counts that a pile moves: one that is just being changed, and one that is not."""
TIGHT = 0.85
"""A pile whose cards lie closer than this share of what they might is laid more widely where it can be."""
ASIDE = 30.0
"""How far others go, all together and in units, rather than that a new pile is squeezed beside free room."""
HALVINGS = 6
"""How closely the widest step that moves nobody is found."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A pile in its row, or one that comes there."""

    wish: PileWish
    place: PilePlace
    """Where it lay, or would like to."""
    touched: bool
    """Whether it has come, or got other cards: then it gives way before others do."""
    new: bool = False
    """Whether it has come: others go a little rather than that it is squeezed."""


@dataclass(frozen=True, slots=True)
class RowPile:
    """The piles of a row at their places."""

    places: tuple[PilePlace, ...]
    far: float
    """How far untouched piles have moved for that, all together."""


@dataclass(frozen=True, slots=True)
class PileRow:
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

    def lay(self, piles: Sequence[Lying]) -> RowPile | None:
        """All of them at their places; `None` where the row cannot hold them however closely they lie."""
        steps = [self.step if one.touched else self._own_step(one) for one in piles]
        wide = self._at(piles, steps)
        if wide is not None and wide.far <= (ASIDE if any(one.new for one in piles) else EVEN):
            return wide
        close = self._close(piles)
        if close is None or not any(one.touched for one in piles):
            return wide or close
        # As widely as can be without anybody moving farther for it.
        low, high = self.least, self.step
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            opened = [middle if p.touched else s.step for p, s in zip(piles, close.places, strict=True)]
            tried = self._at(piles, opened)
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
        laid = self._close(piles)
        return laid.far if laid is not None else math.inf

    def _close(self, piles: Sequence[Lying]) -> RowPile | None:
        """What is touched as close as can be, and others closer where fewer move less for it."""
        steps = [self.least if one.touched else self._own_step(one) for one in piles]
        laid = self._at(piles, self._squeezed(piles, steps))
        better = laid
        while better is not None:
            laid, better = better, None
            for number in range(len(piles)):
                tried = self._given(piles, laid, number)
                if tried is not None and tried.far < (better or laid).far - EVEN:
                    better = tried
        return laid

    def _given(self, piles: Sequence[Lying], laid: RowPile, number: int) -> RowPile | None:
        """A pile that was pushed is laid more closely instead, as far as that spares it the way."""
        one, place = piles[number], laid.places[number]
        way = max(place.right - one.place.right, one.place.x - place.x)
        given = min(way, (place.count - 1) * (place.step - self.least))
        if one.touched or given < EVEN:
            return None
        steps = [there.step for there in laid.places]
        steps[number] -= given / (place.count - 1)
        return self._at(piles, steps)

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

    def _at(self, piles: Sequence[Lying], steps: Sequence[float]) -> RowPile | None:
        """The piles at these steps, each as near as can be to where it lay."""
        sizes = [self.width(one.wish.count, step) for one, step in zip(piles, steps, strict=True)]
        spare = self.wide - sum(sizes) - self.gap * (len(piles) - 1)
        if spare < -EVEN:
            return None
        # Less what lies to the left of each: then all that is asked is that none is less than the one before.
        before = [
            left + self.gap * number
            for number, left in enumerate(accumulate(sizes[:-1], initial=0.0) if sizes else ())
        ]
        wanted = [_points(one, size, left) for one, size, left in zip(piles, sizes, before, strict=True)]
        xs = [max(0.0, min(spare, x)) + left for x, left in zip(rising(wanted), before, strict=True)]
        places = tuple(
            PilePlace(one.wish.key, one.wish.count, x, size, step)
            for one, x, size, step in zip(piles, xs, sizes, steps, strict=True)
        )
        ways = (_way(one.place, new) for one, new in zip(piles, places, strict=True) if not one.touched)
        return RowPile(places, sum(ways))


def _points(one: Lying, size: float, left: float) -> list[tuple[float, float]]:
    """Where a pile would like to lie, with weights: one that has become narrower, anywhere where it lay."""
    x = one.place.x - left
    if one.touched:
        return [(x, LIGHT)]
    return [(x, HEAVY / 2), (x + max(0.0, one.place.w - size), HEAVY / 2)]


def _way(old: PilePlace, new: PilePlace) -> float:
    """How far its edges go, about: it costs as much to be laid more closely as to be pushed."""
    return abs(new.x + new.w / 2 - old.x - old.w / 2) + abs(new.w - old.w) / 2


def rising(wanted: Sequence[Sequence[tuple[float, float]]]) -> list[float]:
    """Values none of which is less than the one before, as near as can be to those that are wanted.

    Args:
        wanted: for each one value or more with their weights; the weighted sum of how far they are off is the
            least there is, so that as many as can be are not off at all.
    """
    blocks: list[tuple[float, int, list[tuple[float, float]]]] = []
    for points in wanted:
        value, size, held = _median(points), 1, list(points)
        while blocks and blocks[-1][0] > value:
            _value, others, there = blocks.pop()
            size, held = size + others, [*there, *held]
            value = _median(held)
        blocks.append((value, size, held))
    return [value for value, size, _held in blocks for _ in range(size)]


def _median(held: Sequence[tuple[float, float]]) -> float:
    if len(held) == 1:
        return held[0][0]
    half, seen = sum([weight for _value, weight in held]) / 2, 0.0
    for value, weight in sorted(held):
        seen += weight
        if seen >= half - EVEN:
            return value
    return held[-1][0]
