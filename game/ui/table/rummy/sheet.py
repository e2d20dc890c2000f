"""So many rows of piles at one size of cards: dealt anew, or each pile as near as can be to where it lay."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.ui.table.rummy.room import CARD, Shape
from game.ui.table.rummy.row import Lying, PileRow
from game.ui.table.rummy.spots import BETWEEN, EVEN, Area, Flow, PilePlace, PileWish, pitch_for

AIRY = 40.0
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
    shape: Shape
    pitch: float
    top: float
    widths: tuple[float, ...]

    @classmethod
    def of(cls, rows: int, card: float, area: Area, shape: Shape, kept: Flow | None = None) -> RowPlan:
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

    def _calm(self, piles: Sequence[PileWish]) -> float:
        """The widest step at which all piles would leave the table some air."""
        most, least = self.taken(piles, self.shape.step), self.taken(piles, self.shape.least)
        room = CALM * sum(self.widths)
        share = (room - least) / max(EVEN, most - least)
        return self.shape.least + max(0.0, min(1.0, share)) * (self.shape.step - self.shape.least)

    def fits(self, row: int, piles: Iterable[PileWish], share: float) -> bool:
        """Whether a row can hold these piles at a step of this share of a card."""
        return self.taken(piles, share) <= self.widths[row] + EVEN

    def taken(self, piles: Iterable[PileWish], share: float) -> float:
        """How much of a row these piles take at this step, with the gaps between them."""
        row = self.row(0)
        sizes = [row.width(pile.count, share * self.card) for pile in piles]
        return sum(sizes) + row.gap * max(0, len(sizes) - 1)

    def _made(self, rows: Iterable[Sequence[PilePlace]]) -> Flow:
        return Flow(self.card, self.pitch, self.top, tuple(map(tuple, rows)))

    # All laid out anew.

    def dealt(self, piles: Sequence[PileWish]) -> Flow | None:
        """The piles in their order, as widely as these rows can hold them; `None` where they cannot."""
        shape = self.shape
        for share in (shape.step, (shape.step + shape.least) / 2, shape.least):
            rows = self._dealt(piles, share)
            if rows is not None:
                return self._made(self._spaced(number, row) for number, row in enumerate(rows))
        return None

    def _spaced(self, number: int, piles: Sequence[PileWish]) -> Sequence[PilePlace]:
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
            found.append(PilePlace(pile.key, pile.count, x, size, share * self.card))
            x += size + gap
        return found

    def _dealt(self, piles: Sequence[PileWish], share: float) -> list[list[PileWish]] | None:
        """Piles laid out anew, in their order, every row as full as the others."""
        whole = sum(self.widths)
        need = self.taken(piles, share)
        rows: list[list[PileWish]] = [[] for _ in self.widths]
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

    def _packed(self, piles: Sequence[PileWish], share: float) -> list[list[PileWish]] | None:
        """The same, each row filled before the next is begun."""
        rows: list[list[PileWish]] = [[]]
        for pile in piles:
            while not self.fits(len(rows) - 1, [*rows[-1], pile], share):
                rows.append([])
                if len(rows) > len(self.widths):
                    return None
            rows[-1].append(pile)
        return rows + [[] for _ in range(len(self.widths) - len(rows))]

    # As much as can be where it lay.

    def loosened(self, made: Flow) -> Flow:
        """The same with piles that were squeezed as wide again as they can be where they are."""
        calm = self._calm([PileWish(slot.key, slot.count) for slot, _y in made.slots()])
        rows = (self.row(number, calm).loosened(row) for number, row in enumerate(made.rows))
        return replace(made, rows=tuple(rows))

    def kept(self, piles: Sequence[PileWish], before: Flow) -> tuple[float, Flow] | None:
        """The piles each as near as can be to where it lay, and how far that is from there.

        `None` where these rows cannot hold them.
        """
        best: tuple[float, Flow] | None = None
        for base, down in self._resized(before):
            found = self._kept(piles, base)
            if found is not None and (best is None or found[0] + down < best[0]):
                best = found[0] + down, found[1]
        return best

    def _resized(self, before: Flow) -> Iterator[tuple[Flow, float]]:
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

    def _kept(self, piles: Sequence[PileWish], base: Flow) -> tuple[float, Flow] | None:
        """How far untouched piles move in these rows, and where all of them come to lie."""
        there = {pile.key: pile for pile in piles}
        rows = [
            [Lying(there[s.key], s, touched=s.count != there[s.key].count)
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

    def _give_away(self, rows: list[list[Lying]], number: int) -> float | None:
        """Have a pile of a row go to another: whichever has the shortest way; how far that is."""
        best: tuple[float, int, _Place] | None = None
        for index, one in enumerate(rows[number]):
            place = self._place(rows, one.wish, (number, one.place.x), number)
            if place is not None and (best is None or place.cost < best[0]):
                best = place.cost, index, place
        if best is None:
            return None
        cost, index, place = best
        self._lay_there(rows, rows[number].pop(index).wish, place)
        return cost

    def _put(self, rows: list[list[Lying]], pile: PileWish, near: tuple[int, float] | None) -> bool:
        """Lay a pile that is new where nobody has to move for it, or the fewest the least."""
        place = self._place(rows, replace(pile, count=max(BEGUN, pile.count)), near) or self._place(
            rows, pile, near
        )
        if place is not None:
            self._lay_there(rows, pile, place)
        return place is not None

    def _lay_there(self, rows: list[list[Lying]], pile: PileWish, place: _Place) -> None:
        step = self.shape.step * self.card
        spot = PilePlace(pile.key, pile.count, place.x, self.row(place.row).width(pile.count, step), step)
        rows[place.row].insert(place.index, Lying(pile, spot, touched=True, new=True))

    def _place(
        self,
        rows: Sequence[Sequence[Lying]],
        pile: PileWish,
        near: tuple[int, float] | None,
        barred: int | None = None,
    ) -> _Place | None:
        """The best place for a pile.

        Args:
            rows: what lies there.
            pile: what has to lie somewhere.
            near: the row and the x at which it is wanted; without, where there is most room around it.
            barred: the row to which it cannot go.
        """
        best: tuple[tuple[float, ...], _Place] | None = None
        for one in sorted(self._tries(rows, pile, near, barred), key=lambda one: one.least):
            # To find out who has to go takes long, and most places are worse however that comes out.
            if best is not None and round(one.least) > best[0][0]:
                break
            cost = one.way
            if one.short:
                row, there = self.row(one.row), rows[one.row]
                lies = PilePlace(pile.key, pile.count, one.x, one.size, row.least)
                came = Lying(pile, lies, touched=True)
                cost += PUSHED * row.pushed([*there[: one.index], came, *there[one.index :]])
            rank = round(cost), *one.rank
            if best is None or rank < best[0]:
                best = rank, _Place(cost, one.row, one.index, one.x)
        return best[1] if best else None

    def _tries(
        self,
        rows: Sequence[Sequence[Lying]],
        pile: PileWish,
        near: tuple[int, float] | None,
        barred: int | None,
    ) -> Iterator[_Try]:
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
                yield _Try(number, index, x, size, way, way + pushed, rank, short=short > 0)


@dataclass(frozen=True, slots=True)
class _Try:
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


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a pile may come to lie."""

    cost: float
    """How far others move for it, and it itself where it lay elsewhere."""
    row: int
    index: int
    x: float


def _beside(low: float, high: float, *, first: bool, last: bool) -> float:
    """The x of a pile between two limits: beside the neighbour that it has, with some air."""
    if first == last or high <= low:
        return (low + high) / 2
    air = min(AIRY, (high - low) / 2)
    return high - air if first else low + air
