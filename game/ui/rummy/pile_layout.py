"""Where piles lie on the table: each where it was put until something needs its room.

A pile that has changed takes what room it finds beside it, lies more closely where that is little, and only
then do others give way: the fewest, and no farther than they must (`PileRow.lay`: isotonic regression of the
places that are wanted, by absolute distance). For a new one they go a few units at once, where the row has
room. One that is laid more closely itself keeps its far edge, so that none behind it has to move, and one
that goes leaves the others where they are.

Where a row is full its piles are laid more closely, then one moves to another row, then the cards get smaller
where they lie, for one row more, and at last the table scrolls (`flow_piles` tries these in turn, and takes
what moves least). Only lengths go in and come out, in units; nothing here draws. `PileLayoutMemory` keeps the
places whatever becomes of the window; `PlacedFlow` says where on the canvas piles and cards lie, and what
lies under a point.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

from game.core.rummy.draft import DraftPile, Piece
from game.ui.art.cards import RATIO
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box
from game.ui.rummy.theme import CARD, PileMetrics, TableBoxes

BETWEEN = 5.0
"""From row to row."""
EVEN = 1e-6
SMALLEST = 39.0
"""The width of cards on the table of whoever plays, however full it is."""
TINY = 12.0
"""The same where nobody can scroll: all of them have to be seen at once."""


@dataclass(frozen=True, slots=True)
class PileSpec:
    """A pile that wants room."""

    key: int
    count: int
    """How many cards it shows; a place for a new pile shows those that are carried."""


@dataclass(frozen=True, slots=True)
class PilePlacement:
    """Where a pile lies, measured from the corner of the area."""

    key: int
    count: int
    x: float
    w: float
    step: float
    """From card to card."""

    @property
    def right(self) -> float:
        return self.x + self.w


@dataclass(frozen=True, slots=True)
class LayoutArea:
    """What there is for the piles, in units."""

    w: float
    h: float
    corner: tuple[float, float] = (0.0, 0.0)
    """Width and height of the lower right corner that is taken by something else."""
    smallest: float = SMALLEST
    """The width below which cards do not get: where they would have to, the table scrolls."""


@dataclass(frozen=True)
class PileFlow:
    """The piles of a table in their rows."""

    card: float
    """The width of the cards."""
    pitch: float
    """From row to row."""
    top: float
    """Where the first row begins."""
    rows: tuple[tuple[PilePlacement, ...], ...]

    def slots(self) -> list[tuple[PilePlacement, float]]:
        """Every pile with the y of its row, in reading order."""
        return [
            (slot, self.top + number * self.pitch) for number, row in enumerate(self.rows) for slot in row
        ]

    @cached_property
    def by_key(self) -> Mapping[int, tuple[PilePlacement, float]]:
        """The same by the keys of the piles."""
        return {slot.key: (slot, y) for slot, y in self.slots()}

    def order(self) -> list[int]:
        return [slot.key for row in self.rows for slot in row]

    def height(self, shape: PileMetrics) -> float:
        """How high all rows are, down to the foot of the last one."""
        between = self.pitch - pitch_for(self.card, shape) + BETWEEN
        return self.top + self.pitch * len(self.rows) - between

    def renamed(self, names: Mapping[int, int]) -> PileFlow:
        """The same with other keys (old -> new); piles without one are gone."""
        rows = (tuple(replace(s, key=names[s.key]) for s in row if s.key in names) for row in self.rows)
        return replace(self, rows=tuple(rows))

    def with_slot(self, row: int, slot: PilePlacement) -> PileFlow:
        """Layout with one more pile in ``row``. The next `flow_piles` makes room for it."""
        wider = tuple(sorted((*self.rows[row], slot), key=lambda s: s.x + s.w / 2))
        return replace(self, rows=(*self.rows[:row], wider, *self.rows[row + 1 :]))


def pitch_for(card: float, shape: PileMetrics) -> float:
    """How far apart rows of such cards lie at least."""
    return card * RATIO + (shape.top + shape.bottom) * card / CARD + BETWEEN


LIGHT, HEAVY = 0.2, 1.0
"""How much it counts that a pile moves: one that is just being changed, and one that is not."""
TIGHT = 0.85
"""A pile whose cards lie closer than this share of what they might is laid more widely where it can be."""
ASIDE = 30.0
"""How far others go, all together and in units, rather than that a new pile is squeezed beside free room."""
HALVINGS = 6
"""How closely the widest step that moves nobody is found."""


@dataclass(frozen=True, slots=True)
class RowItem:
    """A pile in its row, or one that comes there."""

    wish: PileSpec
    place: PilePlacement
    """Where it lay, or would like to."""
    touched: bool
    """Whether it has come, or got other cards: then it gives way before others do."""
    new: bool = False
    """Whether it has come: others go a little rather than that it is squeezed."""


@dataclass(frozen=True, slots=True)
class RowPile:
    """The piles of a row at their places."""

    places: tuple[PilePlacement, ...]
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

    def lay(self, piles: Sequence[RowItem]) -> RowPile | None:
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

    def loosened(self, places: Sequence[PilePlacement]) -> tuple[PilePlacement, ...]:
        """The same; squeezed piles take what the row has free, and others go the least for it."""
        piles = [
            RowItem(
                PileSpec(one.key, one.count), one, touched=one.count > 1 and one.step <= TIGHT * self.step
            )
            for one in places
        ]
        spare = self.wide - sum(one.w for one in places) - self.gap * (len(places) - 1)
        squeezed = sum(one.wish.count - 1 for one in piles if one.touched)
        if not squeezed or spare < EVEN:
            return tuple(places)
        more = spare / squeezed
        steps = [min(self.step, p.place.step + more) if p.touched else p.place.step for p in piles]
        laid = self._at(piles, steps)
        return laid.places if laid is not None else tuple(places)

    def pushed(self, piles: Sequence[RowItem]) -> float:
        """How far untouched piles have to move at least."""
        laid = self._close(piles)
        return laid.far if laid is not None else math.inf

    def _close(self, piles: Sequence[RowItem]) -> RowPile | None:
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

    def _given(self, piles: Sequence[RowItem], laid: RowPile, number: int) -> RowPile | None:
        """A pile that was pushed is laid more closely instead, as far as that spares it the way."""
        one, place = piles[number], laid.places[number]
        way = max(place.right - one.place.right, one.place.x - place.x)
        given = min(way, (place.count - 1) * (place.step - self.least))
        if one.touched or given < EVEN:
            return None
        steps = [there.step for there in laid.places]
        steps[number] -= given / (place.count - 1)
        return self._at(piles, steps)

    def _own_step(self, one: RowItem) -> float:
        return max(self.least, one.place.step)

    def _squeezed(self, piles: Sequence[RowItem], steps: Sequence[float]) -> list[float]:
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

    def _at(self, piles: Sequence[RowItem], steps: Sequence[float]) -> RowPile | None:
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
            PilePlacement(one.wish.key, one.wish.count, x, size, step)
            for one, x, size, step in zip(piles, xs, sizes, steps, strict=True)
        )
        # How far edges go, about: it costs as much to be laid more closely as to be pushed.
        ways = (
            abs(new.x + new.w / 2 - one.place.x - one.place.w / 2) + abs(new.w - one.place.w) / 2
            for one, new in zip(piles, places, strict=True)
            if not one.touched
        )
        return RowPile(places, sum(ways))


def _points(one: RowItem, size: float, left: float) -> list[tuple[float, float]]:
    """Where a pile would like to lie, with weights: one that has become narrower, anywhere where it lay."""
    x = one.place.x - left
    if one.touched:
        return [(x, LIGHT)]
    return [(x, HEAVY / 2), (x + max(0.0, one.place.w - size), HEAVY / 2)]


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


TRIES = 7
"""Steps, from the widest to the smallest, at which piles are dealt into rows."""
AIRY = 84.0
"""The gap that piles laid out anew leave at most."""
CALM = 0.5
"""How much of the rows piles would take at the step at which they are laid anew."""
BEGUN = 3
"""For how many cards a new pile has room at least: more will come."""
PUSHED = 10.0
"""How much farther a pile may go rather than that others are pushed for it."""


@dataclass(frozen=True, slots=True)
class RowPlan:
    """So many rows, and how wide each of them is."""

    card: float
    shape: PileMetrics
    pitch: float
    top: float
    widths: tuple[float, ...]

    @classmethod
    def of(
        cls, rows: int, card: float, area: LayoutArea, shape: PileMetrics, kept: PileFlow | None = None
    ) -> RowPlan:
        """So many rows of cards this wide; those of before keep their heights where there are no more."""
        pitch = pitch_for(card, shape)
        top = max(0.0, (area.h - rows * pitch + BETWEEN) / 2)
        if kept is not None and len(kept.rows) == rows and kept.pitch > pitch_for(kept.card, shape) - EVEN:
            top, pitch = kept.top + (pitch_for(kept.card, shape) - pitch) / 2, kept.pitch
        tall, widths = pitch_for(card, shape) - BETWEEN, []
        for row in range(rows):
            taken = top + row * pitch + tall > area.h - area.corner[1] + EVEN
            widths.append(area.w - (area.corner[0] if taken else 0.0))
        return cls(card, shape, pitch, top, tuple(widths))

    def row(self, number: int, share: float | None = None) -> PileRow:
        """One of the rows, as lengths; ``share`` is the step of what is touched, else the widest."""
        shape, unit = self.shape, self.card / CARD
        sides = (shape.left + shape.right) * unit
        step, least = (shape.step if share is None else share) * self.card, shape.least * self.card
        return PileRow(self.widths[number], self.card, sides, shape.gap * unit, step, least)

    def _calm(self, piles: Sequence[PileSpec]) -> float:
        """The widest step at which all piles would leave the table some air."""
        most, least = self.taken(piles, self.shape.step), self.taken(piles, self.shape.least)
        room = CALM * sum(self.widths)
        share = (room - least) / max(EVEN, most - least)
        return self.shape.least + max(0.0, min(1.0, share)) * (self.shape.step - self.shape.least)

    def fits(self, row: int, piles: Iterable[PileSpec], share: float) -> bool:
        """Whether a row can hold these piles at a step of this share of a card."""
        return self.taken(piles, share) <= self.widths[row] + EVEN

    def taken(self, piles: Iterable[PileSpec], share: float) -> float:
        """How much of a row these piles take at this step, with the gaps between them."""
        row = self.row(0)
        sizes = [row.width(pile.count, share * self.card) for pile in piles]
        return sum(sizes) + row.gap * max(0, len(sizes) - 1)

    def _made(self, rows: Iterable[Sequence[PilePlacement]]) -> PileFlow:
        return PileFlow(self.card, self.pitch, self.top, tuple(map(tuple, rows)))

    # All laid out anew.

    def dealt(self, piles: Sequence[PileSpec]) -> PileFlow | None:
        """The piles in their order, as widely as these rows can hold them; `None` where they cannot."""
        shape = self.shape
        for tried in range(TRIES):
            rows = self._dealt(piles, shape.step + (shape.least - shape.step) * tried / (TRIES - 1))
            if rows is not None:
                return self._made(self._spaced(number, row) for number, row in enumerate(rows))
        return None

    def _spaced(self, number: int, piles: Sequence[PileSpec]) -> Sequence[PilePlacement]:
        """A row of piles with airy gaps, in the middle of it."""
        row, share = self.row(number), self.shape.step
        if not self.fits(number, piles, share):
            most, least = self.taken(piles, share), self.taken(piles, self.shape.least)
            share -= (share - self.shape.least) * min(1.0, (most - row.wide) / max(EVEN, most - least))
        sizes = [row.width(pile.count, share * self.card) for pile in piles]
        gap = min(AIRY, (row.wide - sum(sizes)) / (len(piles) + 1)) if len(piles) > 1 else 0.0
        gap = max(gap, row.gap)
        x = max(0.0, (row.wide - sum(sizes) - gap * (len(piles) - 1)) / 2)
        found = []
        for pile, size in zip(piles, sizes, strict=True):
            found.append(PilePlacement(pile.key, pile.count, x, size, share * self.card))
            x += size + gap
        return found

    def _dealt(self, piles: Sequence[PileSpec], share: float) -> list[list[PileSpec]] | None:
        """Piles laid out anew, in their order, every row as full as the others."""
        whole = sum(self.widths)
        need = self.taken(piles, share)
        rows: list[list[PileSpec]] = [[] for _ in self.widths]
        row, seen = 0, 0.0
        for pile in piles:
            size = self.row(0).width(pile.count, share * self.card)
            while row < len(rows) - 1 and rows[row]:
                due = need * sum(self.widths[: row + 1]) / whole
                # A pile goes to the row in which its middle falls, had all rows been one.
                if seen + size / 2 <= due and self.fits(row, [*rows[row], pile], share):
                    break
                row += 1
            rows[row].append(pile)
            seen += size + self.row(0).gap
        if all(self.fits(number, row, share) for number, row in enumerate(rows)):
            return rows
        # Even rows may lose to wide piles what full ones can hold.
        return self._packed(piles, share)

    def _packed(self, piles: Sequence[PileSpec], share: float) -> list[list[PileSpec]] | None:
        """The same, each row filled before the next is begun."""
        rows: list[list[PileSpec]] = [[]]
        for pile in piles:
            while not self.fits(len(rows) - 1, [*rows[-1], pile], share):
                rows.append([])
                if len(rows) > len(self.widths):
                    return None
            rows[-1].append(pile)
        return rows + [[] for _ in range(len(self.widths) - len(rows))]

    # As much as can be where it lay.

    def loosened(self, made: PileFlow) -> PileFlow:
        """The same with piles that were squeezed as wide again as they can be where they are."""
        rows = (self.row(number).loosened(row) for number, row in enumerate(made.rows))
        return replace(made, rows=tuple(rows))

    def kept(self, piles: Sequence[PileSpec], before: PileFlow) -> tuple[float, PileFlow] | None:
        """The piles each as near as can be to where it lay, and how far that is from there.

        `None` where these rows cannot hold them.
        """
        best: tuple[float, PileFlow] | None = None
        for base, down in self._resized(before):
            found = self._kept(piles, base)
            if found is not None and (best is None or found[0] + down < best[0]):
                best = found[0] + down, found[1]
        return best

    def _resized(self, before: PileFlow) -> Iterator[tuple[PileFlow, float]]:
        """The piles as they lay, each about its own middle at the size of these cards, and rows for more.

        Those may come below the others, between them or above; with each way goes how far all piles move up
        or down for it.
        """
        more, by = len(self.widths) - len(before.rows), self.card / before.card
        rows = tuple(
            tuple(replace(s, x=s.x + s.w * (1 - by) / 2, w=s.w * by, step=s.step * by) for s in row)
            for row in before.rows
        )
        tall = (pitch_for(1.0, self.shape) - BETWEEN) / 2
        for place in range(len(rows), -1, -1) if more > 0 else (0,) * (more == 0):
            down = 0.0
            for number, row in enumerate(rows):
                new = number + (more if number >= place else 0)
                was = before.top + number * before.pitch + before.card * tall
                down += len(row) * abs(self.top + new * self.pitch + self.card * tall - was)
            yield replace(before, rows=(*rows[:place], *((),) * more, *rows[place:])), down

    def _kept(self, piles: Sequence[PileSpec], base: PileFlow) -> tuple[float, PileFlow] | None:
        """How far untouched piles move in these rows, and where all of them come to lie."""
        there = {pile.key: pile for pile in piles}
        rows = [
            [RowItem(there[s.key], s, touched=s.count != there[s.key].count)
             for s in row if s.key in there and s.count]
            for row in base.rows
        ]  # fmt: skip
        wanted = {s.key: (number, s.x) for number, row in enumerate(base.rows) for s in row if not s.count}
        old = {one.wish.key for row in rows for one in row}
        far = 0.0
        for number in range(len(rows)):
            while not self.fits(number, [one.wish for one in rows[number]], self.shape.least):
                gone = self._give_away(rows, number)
                if gone is None:
                    return None
                far += gone
        for pile in piles:
            if pile.key not in old and not self._put(rows, pile, wanted.get(pile.key)):
                return None
        calm = self._calm(piles)
        laid = [self.row(number, calm).lay(row) for number, row in enumerate(rows)]
        far += sum(one.far for one in laid if one is not None)
        if any(one is None for one in laid):
            return None
        return far, self._made(one.places for one in laid if one is not None)

    def _give_away(self, rows: list[list[RowItem]], number: int) -> float | None:
        """Have a pile of a row go to another: whichever has the shortest way; how far that is."""
        best: tuple[float, int, _PlacementCandidate] | None = None
        for index, one in enumerate(rows[number]):
            found = self._place(rows, one.wish, (number, one.place.x), number)
            if found is not None and (best is None or found[0] < best[0]):
                best = found[0], index, found[1]
        if best is None:
            return None
        cost, index, place = best
        self._lay_there(rows, rows[number].pop(index).wish, place)
        return cost

    def _put(self, rows: list[list[RowItem]], pile: PileSpec, near: tuple[int, float] | None) -> bool:
        """Lay a pile that is new where nobody has to move for it, or the fewest the least."""
        place = self._place(rows, replace(pile, count=max(BEGUN, pile.count)), near) or self._place(
            rows, pile, near
        )
        if place is not None:
            self._lay_there(rows, pile, place[1])
        return place is not None

    def _lay_there(self, rows: list[list[RowItem]], pile: PileSpec, place: _PlacementCandidate) -> None:
        step = self.shape.step * self.card
        spot = PilePlacement(pile.key, pile.count, place.x, self.row(place.row).width(pile.count, step), step)
        rows[place.row].insert(place.index, RowItem(pile, spot, touched=True, new=True))

    def _place(
        self,
        rows: Sequence[Sequence[RowItem]],
        pile: PileSpec,
        near: tuple[int, float] | None,
        barred: int | None = None,
    ) -> tuple[float, _PlacementCandidate] | None:
        """The best place for a pile beside what lies in the rows, of which it cannot go to the barred one.

        With it goes its cost: how far others move for it, and it itself where it lay elsewhere.

        It is wanted near a row and an x; without these, where there is most room around it.
        """
        best: tuple[tuple[float, ...], float, _PlacementCandidate] | None = None
        for one in sorted(self._tries(rows, pile, near, barred), key=lambda one: one.least):
            # To find out who has to go takes long, and most places are worse however that comes out.
            if best is not None and round(one.least) > best[0][0]:
                break
            cost = one.way
            if one.short:
                row, there = self.row(one.row), rows[one.row]
                lies = PilePlacement(pile.key, pile.count, one.x, one.size, row.least)
                came = RowItem(pile, lies, touched=True)
                cost += PUSHED * row.pushed([*there[: one.index], came, *there[one.index :]])
            rank = round(cost), *one.rank
            if best is None or rank < best[0]:
                best = rank, cost, one
        return best[1:] if best else None

    def _tries(
        self,
        rows: Sequence[Sequence[RowItem]],
        pile: PileSpec,
        near: tuple[int, float] | None,
        barred: int | None,
    ) -> Iterator[_PlacementCandidate]:
        """All places where a pile might lie, as `_place` is asked for the best of them."""
        for number, there in enumerate(rows):
            lying = [one.wish for one in there]
            if number == barred or not self.fits(number, [*lying, pile], self.shape.least):
                continue
            row, spare = self.row(number), self.widths[number] - self.taken(lying, self.shape.step)
            full = row.width(pile.count, row.step)
            for index in range(len(there) + 1):
                beside = there[max(0, index - 1) : index + 1]
                low = there[index - 1].place.right + row.gap if index else 0.0
                high = there[index].place.x - row.gap if index < len(there) else row.wide
                size = min(full, max(high - low, row.width(pile.count, row.least)))
                if near is None:
                    x, way = _beside(low, high - size, first=index == 0, last=index == len(there)), 0.0
                else:
                    x = max(low, min(high - size, near[1]))
                    way = math.dist((near[1], near[0] * self.pitch), (x, number * self.pitch))
                short = size - EVEN - (high - low)
                # What it has too little, its neighbours go, if no more; how far those go that were touched
                # does not count.
                pushed = PUSHED * max(0.0, short) if not any(one.touched for one in beside) else 0.0
                # To the right among equals, so that new piles come behind the others in reading order.
                rank = round(full - size), -round(spare), -round(high - low), -index, number
                yield _PlacementCandidate(number, index, x, size, way, way + pushed, rank, short=short > 0)


@dataclass(frozen=True, slots=True)
class _PlacementCandidate:
    """A place where a pile might lie."""

    row: int
    index: int
    x: float
    size: float
    way: float
    """How far the pile itself goes."""
    least: float
    """What it costs at least, others that have to go included."""
    rank: tuple[int, ...]
    """The less, the better, where it costs the same."""
    short: bool
    """Whether others have to go."""


def _beside(low: float, high: float, *, first: bool, last: bool) -> float:
    """The x of a pile between two limits: beside the neighbour that it has, with some air."""
    if first == last or high <= low:
        return (low + high) / 2
    air = min(AIRY, (high - low) / 2)
    return high - air if first else low + air


LARGEST = 78.0
"""The width of cards on the table that they do not exceed on a large canvas."""
SMALLER = 7.0
"""How far piles may rather move, all together, than cards get a unit smaller."""
SHARES = (0.97, 0.9, 0.84, 0.78, 0.73)
"""How much smaller than the rows would let them be cards are, rather than lying in one row more."""


def flow_piles(
    before: PileFlow | None,
    piles: Sequence[PileSpec],
    area: LayoutArea,
    shape: PileMetrics,
    *,
    fitted: bool = False,
) -> PileFlow:
    """Where the piles lie now.

    Args:
        before: where they lay, to keep as much of it as can be kept.
        piles: all piles in the order they are shown.
        area: what there is for them.
        shape: how piles are built.
        fitted: whether the area is another than that of before: then cards stay as large as can be, however
            far piles have to move.
    """
    return _flow(before, tuple(piles), area, shape, fitted=fitted)


# The same is asked several times for one step of a pointer.
@lru_cache(maxsize=64)
def _flow(
    before: PileFlow | None,
    piles: tuple[PileSpec, ...],
    area: LayoutArea,
    shape: PileMetrics,
    *,
    fitted: bool,
) -> PileFlow:
    best: tuple[float, PileFlow] | None = None
    for rows, card in _sizes(area, shape):
        if before is None:
            found = RowPlan.of(rows, card, area, shape).dealt(piles)
            if found is not None:
                return found
        # Cards grow only where all is laid out anew: else the table would breathe with every move.
        elif card <= before.card + EVEN:
            smaller = SMALLER * (before.card - card)
            # All that comes now would cost more, or be one row more though none is needed.
            if best is not None and (fitted or best[0] <= smaller or rows > len(before.rows)):
                break
            way = RowPlan.of(rows, card, area, shape, before).kept(piles, before)
            if way is not None and (best is None or way[0] + smaller < best[0]):
                best = way[0] + smaller, way[1]
    if best is None and fitted and before is not None:  # rather elsewhere than out of sight
        anew = _flow(None, piles, area, shape, fitted=fitted)
        if anew.height(shape) <= area.h + EVEN:
            return anew
    return best[1] if best is not None else _scrolling(before, piles, area, shape)


def loosened(made: PileFlow, area: LayoutArea, shape: PileMetrics) -> PileFlow:
    """The same once nothing is carried: squeezed piles lie wide again where there is room beside them."""
    if made.height(shape) > area.h + EVEN:
        return made  # it scrolls, and is full
    return RowPlan.of(len(made.rows), made.card, area, shape, made).loosened(made)


def card_for(rows: int, area: LayoutArea, shape: PileMetrics) -> float:
    """The width of cards that fill so many rows."""
    return ((area.h + BETWEEN) / rows - BETWEEN) / (RATIO + (shape.top + shape.bottom) / CARD)


def _sizes(area: LayoutArea, shape: PileMetrics) -> list[tuple[int, float]]:
    """Numbers of rows with widths of cards for them, the largest first."""
    found: list[tuple[int, float]] = []
    rows = 1
    while card_for(rows, area, shape) > LARGEST:
        rows += 1
    while (card := card_for(rows, area, shape)) > area.smallest:
        after = max(area.smallest, card_for(rows + 1, area, shape))
        # Smaller than the cards of one row more, and the row more would be better.
        shares = [share for share in SHARES if card * share > after]
        # The last row that there is room for before the table scrolls is taken in full.
        found += [(rows, card * share) for share in shares or (1.0,)]
        rows += 1
    return found or [(max(1, rows - 1), area.smallest)]  # hardly room for any: it scrolls


def _scrolling(
    before: PileFlow | None, piles: Sequence[PileSpec], area: LayoutArea, shape: PileMetrics
) -> PileFlow:
    """More rows than can be seen, at the smallest cards."""
    rows = _sizes(area, shape)[-1][0] + 1
    # Never fewer than there were, or piles could not keep their rows.
    rows = max(rows, len(before.rows)) if before is not None else rows
    while True:
        # Piles scroll past the corner, so no row of them may be wide enough to reach into it.
        tall = replace(area, h=rows * pitch_for(area.smallest, shape), corner=(0.0, 0.0))
        sheet = RowPlan.of(rows, area.smallest, tall, shape)
        narrow = replace(sheet, widths=(area.w - area.corner[0],) * rows)
        if before is None:
            found = narrow.dealt(piles)
        else:
            way = narrow.kept(piles, before)
            found = way[1] if way is not None else None
        if found is not None:
            return found
        rows += 1


CLOSE = 0.5
"""Places that differ by less, in units, are the same."""
STEPS = 100
"""So many of them can be taken back with each pile going just where it lay."""
MOST_ROWS, MOST_PILES = 60, 200
"""More of them a save does not hold."""


class PileLayoutMemory:
    """The places that players and plays have made, in the area that they were made in.

    Another window or text size gets them fitted in; as long as nobody moves a pile there, the first area
    gets them back just as they were.
    """

    def __init__(self) -> None:
        self._made: tuple[PileFlow, LayoutArea] | None = None
        self._shown: PileFlow | None = None
        self._past: OrderedDict[int, tuple[Sequence[DraftPile], LayoutArea, PileFlow]] = OrderedDict()

    def again(self, piles: Sequence[DraftPile], area: LayoutArea) -> PileFlow | None:
        """Where these very piles lay last, as when a step is taken back; `None` if they never did."""
        held, was, made = self._past.get(id(piles), (None, None, None))
        return made if held is piles and was == area else None

    def lay(self, piles: Sequence[DraftPile], area: LayoutArea, made: PileFlow) -> None:
        """Note where piles lie, for when a step is taken back."""
        self._past[id(piles)] = piles, area, made
        if len(self._past) > STEPS:
            self._past.popitem(last=False)

    def knows(self, piles: Sequence[DraftPile], shown: PileFlow | None) -> bool:
        """Whether all of these piles have a place though some are not among those that are shown."""
        if self._made is None or shown is None:
            return False
        keys, lying = {pile.key for pile in piles}, shown.by_key.keys()
        return not keys <= lying and keys <= self._made[0].by_key.keys()

    def fitted(self, area: LayoutArea, shape: PileMetrics) -> PileFlow | None:
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

        def laid(slot: PilePlacement) -> PilePlacement:
            # A wider table draws no pile apart: its cards lie as far from each other as when laid anew.
            step = min(slot.step * by, shape.step * card)
            less = max(0, slot.count - 1) * (slot.step * by - step)
            return replace(slot, x=slot.x * by + less / 2, w=slot.w * by - less, step=step)

        # Rows lie as far apart as the other area has room for.
        return replace(made, card=card, pitch=0.0, rows=tuple(tuple(map(laid, row)) for row in made.rows))

    def showed(self, flow: PileFlow) -> None:
        """These are the same places, as another area shows them."""
        self._shown = flow

    def keep(self, flow: PileFlow, area: LayoutArea) -> None:
        """Take in where the piles lie now, if any of them has been moved."""
        if self._shown is None or not _alike(flow, self._shown):
            self._made = flow, area
            self._shown = flow

    # The save.

    def plain(self) -> dict[str, Any] | None:
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


def _alike(one: PileFlow, other: PileFlow) -> bool:
    if abs(one.card - other.card) > CLOSE or len(one.rows) != len(other.rows):
        return False
    for row, there in zip(one.rows, other.rows, strict=True):
        if [(slot.key, slot.count) for slot in row] != [(slot.key, slot.count) for slot in there]:
            return False
        if any(abs(a.x - b.x) > CLOSE or abs(a.w - b.w) > CLOSE for a, b in zip(row, there, strict=True)):
            return False
    return True


def _read(kept: object) -> tuple[PileFlow, LayoutArea]:
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
    return PileFlow(card, _length(kept.get("pitch", 0.0)), _length(kept["top"]), rows), LayoutArea(
        w, h, (corner_w, corner_h)
    )


def _slot(key: object, count: object, x: object, w: object, step: object) -> PilePlacement:
    if type(key) is not int or type(count) is not int or count < 0:
        raise ValueError("A pile has a key and a count.")
    return PilePlacement(key, count, _length(x), _length(w), _length(step))


def _length(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value < 1e5:
        raise ValueError("A length is a number.")
    return float(value)


REACH = 16.0
"""How far beside a pile something may be put down and still land on it, in units."""
SHORT_REACH = 36.0
"""The same beside a pile that is begun: its torn edge and its needle stick out, and it waits for more."""
SHORT = 3
"""Piles with fewer cards are only begun."""
WHOLE_GRIP = 0.62
"""The upper share of a card that is taken alone; by the rest of it the cards to its right come along."""


def area_of(places: TableBoxes) -> LayoutArea:
    """The room for piles as lengths."""
    corner = places.piles.right - places.stock.x + 8, places.piles.bottom - places.stock.y + 4
    return LayoutArea(places.piles.w, places.piles.h, corner, TINY if places.whole else SMALLEST)


@dataclass(frozen=True, slots=True)
class PlacedFlow:
    """A flow of piles on a canvas."""

    places: TableBoxes
    shape: PileMetrics
    flow: PileFlow
    scroll: float = 0.0

    @property
    def unit(self) -> float:
        """How large a unit of the shape is at these cards."""
        return self.flow.card / CARD

    @property
    def overflow(self) -> float:
        return max(0.0, self.flow.height(self.shape) - self.places.piles.h)

    def box(self, slot: PilePlacement, y: float) -> Box:
        """The whole backing of a pile whose row begins at a height of the flow."""
        tall = self.flow.card * RATIO + (self.shape.top + self.shape.bottom) * self.unit
        corner = self.places.piles
        return Box(corner.x + slot.x, corner.y + y - self.scroll, slot.w, tall)

    def boxes(self) -> dict[int, Box]:
        return {slot.key: self.box(slot, y) for slot, y in self.flow.slots()}

    def slot(self, key: int) -> tuple[PilePlacement, float] | None:
        return self.flow.by_key.get(key)

    def pose(self, slot: PilePlacement, y: float, index: int) -> CardPose:
        box, card = self.box(slot, y), self.flow.card
        x = box.x + self.shape.left * self.unit + card / 2 + index * slot.step
        return CardPose(x, box.y + self.shape.top * self.unit + card * RATIO / 2, 0.0, card)

    def seen(self, pile: DraftPile) -> list[tuple[Piece, Box]]:
        """The cards of a pile, each with the part of it that its right neighbour leaves in view."""
        found, card = self.slot(pile.key), self.flow.card
        if found is None:
            return []
        poses = [self.pose(*found, index) for index in range(len(pile.pieces))]
        wide = [min(card, found[0].step)] * (len(poses) - 1) + [card]
        return [
            (piece, Box(pose.x - card / 2, pose.y - card * RATIO / 2, w, card * RATIO))
            for piece, pose, w in zip(pile.pieces, poses, wide, strict=False)
        ]

    def pile_at(self, point: tuple[float, float], *, beside: bool = True) -> int | None:
        """The pile under a point, or the nearest one within reach beside it."""
        near: list[tuple[float, int]] = []
        for slot, y in self.flow.slots():
            box = self.box(slot, y)
            reach = SHORT_REACH if slot.count < SHORT else REACH
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
