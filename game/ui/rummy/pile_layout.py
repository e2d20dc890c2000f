"""Layout of piles on a table. A pile keeps its place until another one needs the space.

A changed pile uses the free space beside it, and its cards overlap more if there is little. Only then do
other piles move: as few as possible, and as little as possible (`PileRow.lay`, an isotonic regression of the
wanted positions by absolute distance). For a new pile others move a few units at once if the row has space. A
pile whose cards are pushed together keeps its far edge, so that no pile behind it moves. A pile that
disappears leaves the others where they are.

If a row is full, its piles are squeezed first. Then one moves to another row, then cards shrink in place,
then there is one more row, and at last the table scrolls (`flow_piles` tries these in turn, and picks the one
that moves least). All lengths are in units; nothing here draws. `PileLayoutMemory` keeps the positions
through changes of the window; `PlacedFlow` maps piles and cards to the canvas, and points to piles.
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
from game.ui.art.cards import CARD_ASPECT
from game.ui.cards.fan import CardPose
from game.ui.core.canvas import Box
from game.ui.rummy.theme import BASE_CARD_WIDTH, PileMetrics, TableBoxes

ROW_GAP = 5.0  # gap between rows, in units
EPSILON = 1e-6
MIN_CARD_WIDTH = 39.0  # minimum width of cards on the table of a player, in units
MIN_FIXED_CARD_WIDTH = 12.0  # same if the table cannot scroll, so that all piles must be visible


@dataclass(frozen=True, slots=True)
class PileSpec:
    """Requirements of a pile."""

    key: int
    count: int  # number of cards to show; for a new pile, the carried cards


@dataclass(frozen=True, slots=True)
class PilePlacement:
    """Position of a pile, relative to the corner of the area."""

    key: int
    count: int
    x: float
    w: float
    step: float  # distance from card to card, in units

    @property
    def right(self) -> float:
        """X of its right edge, in units from the left edge of the area."""
        return self.x + self.w


@dataclass(frozen=True, slots=True)
class LayoutArea:
    """Space available for the piles, in units."""

    w: float
    h: float
    corner: tuple[float, float] = (0.0, 0.0)
    """Width and height of the lower right corner, which something else occupies."""
    smallest: float = MIN_CARD_WIDTH
    """Minimum card width. If cards would have to be smaller, the table scrolls."""


@dataclass(frozen=True)
class PileFlow:
    """Piles of a table in rows; lengths in units."""

    card: float  # width of the cards
    pitch: float  # distance from row to row
    top: float  # y of the first row
    rows: tuple[tuple[PilePlacement, ...], ...]

    def slots(self) -> list[tuple[PilePlacement, float]]:
        """Placement of every pile with the y of its row, in reading order."""
        return [
            (slot, self.top + number * self.pitch) for number, row in enumerate(self.rows) for slot in row
        ]

    @cached_property
    def by_key(self) -> Mapping[int, tuple[PilePlacement, float]]:
        """Placement of every pile and the y of its row, by pile key. Computed once."""
        return {slot.key: (slot, y) for slot, y in self.slots()}

    def order(self) -> list[int]:
        """Keys of all piles in reading order."""
        return [slot.key for row in self.rows for slot in row]

    def height(self, shape: PileMetrics) -> float:
        """Height in units from the top of the area to the lower edge of the last row."""
        between = self.pitch - pitch_for(self.card, shape) + ROW_GAP
        return self.top + self.pitch * len(self.rows) - between

    def with_keys(self, names: Mapping[int, int]) -> PileFlow:
        """Layout with other keys (old -> new); piles without a new key are removed."""
        rows = (tuple(replace(s, key=names[s.key]) for s in row if s.key in names) for row in self.rows)
        return replace(self, rows=tuple(rows))

    def with_slot(self, row: int, slot: PilePlacement) -> PileFlow:
        """Layout with one more pile in ``row``. The next `flow_piles` makes room for it."""
        wider = tuple(sorted((*self.rows[row], slot), key=lambda s: s.x + s.w / 2))
        return replace(self, rows=(*self.rows[:row], wider, *self.rows[row + 1 :]))


def pitch_for(card: float, shape: PileMetrics) -> float:
    """Minimum distance in units between the tops of two rows of cards of width ``card``."""
    return card * CARD_ASPECT + (shape.top + shape.bottom) * card / BASE_CARD_WIDTH + ROW_GAP


CHANGED_PILE_COST, PILE_COST = (
    0.2,
    1.0,
)  # cost per unit of moving a pile that is being changed, and one that is not
LOOSEN_SHARE = 0.85  # piles with steps below this share of the widest step are loosened if possible
MAX_FREE_MOVEMENT = (
    30.0  # total movement of other piles, in units, that is accepted before a new pile is squeezed
)
STEP_HALVINGS = 6  # iterations of the search for the widest step that moves no other pile


@dataclass(frozen=True, slots=True)
class RowItem:
    """A pile in its row, or one to be placed there."""

    wish: PileSpec
    place: PilePlacement  # previous or wanted position
    touched: bool  # True if the pile is new or has other cards: it makes room before others do
    new: bool = False  # True if the pile is new: others move a little before it is squeezed


@dataclass(frozen=True, slots=True)
class RowPile:
    """Piles of a row at their positions."""

    places: tuple[PilePlacement, ...]
    far: float  # total distance that untouched piles have moved, in units


@dataclass(frozen=True, slots=True)
class PileRow:
    """Dimensions of a row and of piles in it. Lengths and steps are in units."""

    wide: float
    card: float
    sides: float  # width of the backing beyond the cards
    gap: float
    step: float
    least: float

    def width(self, count: int, step: float) -> float:
        """Width in units of a pile of ``count`` cards."""
        return self.sides + self.card + max(0, count - 1) * step

    def lay(self, piles: Sequence[RowItem]) -> RowPile | None:
        """Row with all piles placed; None if it cannot hold them even at the smallest steps."""
        steps = [self.step if item.touched else self._current_step(item) for item in piles]
        widest = self._place_at_steps(piles, steps)
        if widest is not None and widest.far <= (
            MAX_FREE_MOVEMENT if any(item.new for item in piles) else EPSILON
        ):
            return widest
        close = self._place_close(piles)
        if close is None or not any(item.touched for item in piles):
            return widest or close
        # Search for the widest step at which no pile moves farther.
        low, high = self.least, self.step
        for _ in range(STEP_HALVINGS):
            middle = (low + high) / 2
            open_steps = [middle if p.touched else s.step for p, s in zip(piles, close.places, strict=True)]
            attempt = self._place_at_steps(piles, open_steps)
            if attempt is not None and attempt.far <= close.far + EPSILON:
                low, close = middle, attempt
            else:
                high = middle
        return close

    def loosen(self, places: Sequence[PilePlacement]) -> tuple[PilePlacement, ...]:
        """Placements in which squeezed piles use the free space of the row, and others move least."""
        piles = [
            RowItem(
                PileSpec(slot.key, slot.count),
                slot,
                touched=slot.count > 1 and slot.step <= LOOSEN_SHARE * self.step,
            )
            for slot in places
        ]
        spare = self.wide - sum(slot.w for slot in places) - self.gap * (len(places) - 1)
        squeezed = sum(item.wish.count - 1 for item in piles if item.touched)
        if not squeezed or spare < EPSILON:
            return tuple(places)
        extra_step = spare / squeezed
        steps = [min(self.step, p.place.step + extra_step) if p.touched else p.place.step for p in piles]
        arrangement = self._place_at_steps(piles, steps)
        return arrangement.places if arrangement is not None else tuple(places)

    def push_distance(self, piles: Sequence[RowItem]) -> float:
        """Minimum total distance in units that untouched piles must move; infinity if there is no room."""
        arrangement = self._place_close(piles)
        return arrangement.far if arrangement is not None else math.inf

    def _place_close(self, piles: Sequence[RowItem]) -> RowPile | None:
        """Row with touched piles at the smallest step, others squeezed if less moves then. None if full."""
        steps = [self.least if item.touched else self._current_step(item) for item in piles]
        current = self._place_at_steps(piles, self._squeezed_steps(piles, steps))
        better = current
        while better is not None:
            current, better = better, None
            for number in range(len(piles)):
                attempt = self._squeeze_pile(piles, current, number)
                if attempt is not None and attempt.far < (better or current).far - EPSILON:
                    better = attempt
        return current

    def _squeeze_pile(self, piles: Sequence[RowItem], current: RowPile, number: int) -> RowPile | None:
        """Row with pile ``number`` squeezed as far as that saves it from moving. None if it gains nothing."""
        item, place = piles[number], current.places[number]
        distance = max(place.right - item.place.right, item.place.x - place.x)
        reduction = min(distance, (place.count - 1) * (place.step - self.least))
        if item.touched or reduction < EPSILON:
            return None
        steps = [slot.step for slot in current.places]
        steps[number] -= reduction / (place.count - 1)
        return self._place_at_steps(piles, steps)

    def _current_step(self, item: RowItem) -> float:
        """Previous step of a pile, at least the smallest."""
        return max(self.least, item.place.step)

    def _squeezed_steps(self, piles: Sequence[RowItem], steps: Sequence[float]) -> list[float]:
        """Steps reduced until the row can hold the piles, starting with the pile that has the most slack."""
        new_steps = list(steps)
        sizes = [self.width(item.wish.count, step) for item, step in zip(piles, steps, strict=True)]
        over = sum(sizes) + self.gap * (len(piles) - 1) - self.wide
        slack = [
            max(0, item.wish.count - 1) * (step - self.least) for item, step in zip(piles, steps, strict=True)
        ]
        for number in sorted(range(len(piles)), key=lambda n: -slack[n]):
            reduction = min(slack[number], max(0.0, over))
            if reduction > 0:
                new_steps[number] -= reduction / (piles[number].wish.count - 1)
                over -= reduction
        return new_steps

    def _place_at_steps(self, piles: Sequence[RowItem], steps: Sequence[float]) -> RowPile | None:
        """Row with these steps, and piles close to their old positions. None if they do not fit."""
        sizes = [self.width(item.wish.count, step) for item, step in zip(piles, steps, strict=True)]
        spare = self.wide - sum(sizes) - self.gap * (len(piles) - 1)
        if spare < -EPSILON:
            return None
        # Subtract the widths to the left of each pile. Then the only constraint is that positions do not
        # decrease.
        before = [
            left + self.gap * number
            for number, left in enumerate(accumulate(sizes[:-1], initial=0.0) if sizes else ())
        ]
        targets = [
            _weighted_positions(item, size, left)
            for item, size, left in zip(piles, sizes, before, strict=True)
        ]
        xs = [max(0.0, min(spare, x)) + left for x, left in zip(rising(targets), before, strict=True)]
        places = tuple(
            PilePlacement(item.wish.key, item.wish.count, x, size, step)
            for item, x, size, step in zip(piles, xs, sizes, steps, strict=True)
        )
        # Approximate movement of the edges: being squeezed costs as much as being pushed.
        distances = (
            abs(new.x + new.w / 2 - item.place.x - item.place.w / 2) + abs(new.w - item.place.w) / 2
            for item, new in zip(piles, places, strict=True)
            if not item.touched
        )
        return RowPile(places, sum(distances))


def _weighted_positions(item: RowItem, size: float, left: float) -> list[tuple[float, float]]:
    """Wanted values of x minus ``left`` for a pile, each with its weight.

    A pile that became narrower may be anywhere in its old space.
    """
    x = item.place.x - left
    if item.touched:
        return [(x, CHANGED_PILE_COST)]
    return [(x, PILE_COST / 2), (x + max(0.0, item.place.w - size), PILE_COST / 2)]


def rising(positions: Sequence[Sequence[tuple[float, float]]]) -> list[float]:
    """Non-decreasing values, one per item of ``positions``, closest to their weighted points.

    Args:
        positions: for each value one or more points with weights. The weighted sum of absolute distances is
            minimal, so that as many points as possible are met exactly.
    """
    blocks: list[tuple[float, int, list[tuple[float, float]]]] = []
    for points in positions:
        value, size, block_points = _median(points), 1, list(points)
        while blocks and blocks[-1][0] > value:
            _value, earlier_size, earlier_points = blocks.pop()
            size, block_points = size + earlier_size, [*earlier_points, *block_points]
            value = _median(block_points)
        blocks.append((value, size, block_points))
    return [value for value, size, _block_points in blocks for _ in range(size)]


def _median(weighted: Sequence[tuple[float, float]]) -> float:
    """Lowest value at which the weights add up to half of their sum."""
    if len(weighted) == 1:
        return weighted[0][0]
    half, total_weight = sum([weight for _value, weight in weighted]) / 2, 0.0
    for value, weight in sorted(weighted):
        total_weight += weight
        if total_weight >= half - EPSILON:
            return value
    return weighted[-1][0]


STEP_TRIES = 7  # steps tried, from the widest to the smallest, when piles are dealt into rows
MAX_FRESH_GAP = 84.0  # maximum gap between piles in a fresh layout, in units
FRESH_FILL_SHARE = 0.5  # share of the rows that piles may fill at the step of a fresh layout
MIN_NEW_PILE_CARDS = 3  # minimum number of cards that a new pile has room for, because more will follow
PUSH_COST = 10.0  # cost factor of pushing other piles, relative to moving the pile itself


@dataclass(frozen=True, slots=True)
class RowPlan:
    """Rows of a layout, with the width of each."""

    card: float
    shape: PileMetrics
    pitch: float
    top: float
    widths: tuple[float, ...]

    @classmethod
    def of(
        cls, rows: int, card: float, area: LayoutArea, shape: PileMetrics, before: PileFlow | None = None
    ) -> RowPlan:
        """Plan of ``rows`` rows of cards of width ``card``.

        With equally many rows, those of ``before`` keep their heights.
        """
        pitch = pitch_for(card, shape)
        top = max(0.0, (area.h - rows * pitch + ROW_GAP) / 2)
        if (
            before is not None
            and len(before.rows) == rows
            and before.pitch > pitch_for(before.card, shape) - EPSILON
        ):
            top, pitch = before.top + (pitch_for(before.card, shape) - pitch) / 2, before.pitch
        height, widths = pitch_for(card, shape) - ROW_GAP, []
        for row in range(rows):
            is_at_corner = top + row * pitch + height > area.h - area.corner[1] + EPSILON
            widths.append(area.w - (area.corner[0] if is_at_corner else 0.0))
        return cls(card, shape, pitch, top, tuple(widths))

    def row(self, number: int, step_ratio: float | None = None) -> PileRow:
        """Dimensions of the row with this index, such as its width and the steps of its piles.

        ``step_ratio`` is the step of touched piles as a share of the card width; None is the widest.
        """
        shape, unit = self.shape, self.card / BASE_CARD_WIDTH
        sides = (shape.left + shape.right) * unit
        step, min_step = (
            (shape.step if step_ratio is None else step_ratio) * self.card,
            shape.least * self.card,
        )
        return PileRow(self.widths[number], self.card, sides, shape.gap * unit, step, min_step)

    def _calm_step(self, piles: Sequence[PileSpec]) -> float:
        """Widest step, in card widths, at which the piles fill at most `FRESH_FILL_SHARE` of the rows."""
        max_width, min_width = self.width_of(piles, self.shape.step), self.width_of(piles, self.shape.least)
        available_width = FRESH_FILL_SHARE * sum(self.widths)
        fraction = (available_width - min_width) / max(EPSILON, max_width - min_width)
        return self.shape.least + max(0.0, min(1.0, fraction)) * (self.shape.step - self.shape.least)

    def fits(self, row: int, piles: Iterable[PileSpec], step_ratio: float) -> bool:
        """True if a row can hold these piles with a step of ``step_ratio`` card widths."""
        return self.width_of(piles, step_ratio) <= self.widths[row] + EPSILON

    def width_of(self, piles: Iterable[PileSpec], step_ratio: float) -> float:
        """Width in units of these piles with a step of ``step_ratio`` card widths, including the gaps."""
        row = self.row(0)
        sizes = [row.width(pile.count, step_ratio * self.card) for pile in piles]
        return sum(sizes) + row.gap * max(0, len(sizes) - 1)

    def _make_flow(self, rows: Iterable[Sequence[PilePlacement]]) -> PileFlow:
        """Layout with these piles in its rows."""
        return PileFlow(self.card, self.pitch, self.top, tuple(map(tuple, rows)))

    # Fresh layouts.

    def dealt(self, piles: Sequence[PileSpec]) -> PileFlow | None:
        """Fresh layout of the piles in order, with the widest step that fits; None if none does."""
        shape = self.shape
        for attempt in range(STEP_TRIES):
            rows = self._deal_evenly(
                piles, shape.step + (shape.least - shape.step) * attempt / (STEP_TRIES - 1)
            )
            if rows is not None:
                return self._make_flow(self._space_piles(number, row) for number, row in enumerate(rows))
        return None

    def _space_piles(self, number: int, piles: Sequence[PileSpec]) -> Sequence[PilePlacement]:
        """Placements of the piles of a row with wide gaps, centred."""
        row, step_ratio = self.row(number), self.shape.step
        if not self.fits(number, piles, step_ratio):
            max_width, min_width = self.width_of(piles, step_ratio), self.width_of(piles, self.shape.least)
            step_ratio -= (step_ratio - self.shape.least) * min(
                1.0, (max_width - row.wide) / max(EPSILON, max_width - min_width)
            )
        sizes = [row.width(pile.count, step_ratio * self.card) for pile in piles]
        gap = min(MAX_FRESH_GAP, (row.wide - sum(sizes)) / (len(piles) + 1)) if len(piles) > 1 else 0.0
        gap = max(gap, row.gap)
        x = max(0.0, (row.wide - sum(sizes) - gap * (len(piles) - 1)) / 2)
        placements = []
        for pile, size in zip(piles, sizes, strict=True):
            placements.append(PilePlacement(pile.key, pile.count, x, size, step_ratio * self.card))
            x += size + gap
        return placements

    def _deal_evenly(self, piles: Sequence[PileSpec], step_ratio: float) -> list[list[PileSpec]] | None:
        """Piles of each row in order, all rows filled evenly if possible; None if they do not fit."""
        whole = sum(self.widths)
        need = self.width_of(piles, step_ratio)
        rows: list[list[PileSpec]] = [[] for _ in self.widths]
        row, used_width = 0, 0.0
        for pile in piles:
            size = self.row(0).width(pile.count, step_ratio * self.card)
            while row < len(rows) - 1 and rows[row]:
                due = need * sum(self.widths[: row + 1]) / whole
                # A pile goes to the row in which its middle would be if all rows were joined end to end.
                if used_width + size / 2 <= due and self.fits(row, [*rows[row], pile], step_ratio):
                    break
                row += 1
            rows[row].append(pile)
            used_width += size + self.row(0).gap
        if all(self.fits(number, row, step_ratio) for number, row in enumerate(rows)):
            return rows
        # Even rows may waste space beside wide piles that full rows can use.
        return self._deal_packed(piles, step_ratio)

    def _deal_packed(self, piles: Sequence[PileSpec], step_ratio: float) -> list[list[PileSpec]] | None:
        """Piles of each row in order, each row filled before the next; None if they do not fit."""
        rows: list[list[PileSpec]] = [[]]
        for pile in piles:
            while not self.fits(len(rows) - 1, [*rows[-1], pile], step_ratio):
                rows.append([])
                if len(rows) > len(self.widths):
                    return None
            rows[-1].append(pile)
        return rows + [[] for _ in range(len(self.widths) - len(rows))]

    # Layouts that keep old positions.

    def loosen(self, flow: PileFlow) -> PileFlow:
        """Layout with squeezed piles widened again where their rows have space."""
        rows = (self.row(number).loosen(row) for number, row in enumerate(flow.rows))
        return replace(flow, rows=tuple(rows))

    def place_near(self, piles: Sequence[PileSpec], before: PileFlow) -> tuple[float, PileFlow] | None:
        """Total movement, and the layout closest to the old positions. None if the rows have no room."""
        best: tuple[float, PileFlow] | None = None
        for base, down in self._resized_layouts(before):
            candidate = self._place_in_rows(piles, base)
            if candidate is not None and (best is None or candidate[0] + down < best[0]):
                best = candidate[0] + down, candidate[1]
        return best

    def _resized_layouts(self, before: PileFlow) -> Iterator[tuple[PileFlow, float]]:
        """Yield old layouts at this card size with the piles' total vertical movement; none for fewer rows.

        Each pile is scaled around its middle. Rows that are added may be below, between or above the others.
        """
        more, by = len(self.widths) - len(before.rows), self.card / before.card
        rows = tuple(
            tuple(replace(s, x=s.x + s.w * (1 - by) / 2, w=s.w * by, step=s.step * by) for s in row)
            for row in before.rows
        )
        half_height = (pitch_for(1.0, self.shape) - ROW_GAP) / 2
        for place in range(len(rows), -1, -1) if more > 0 else (0,) * (more == 0):
            down = 0.0
            for number, row in enumerate(rows):
                new = number + (more if number >= place else 0)
                old_y = before.top + number * before.pitch + before.card * half_height
                down += len(row) * abs(self.top + new * self.pitch + self.card * half_height - old_y)
            yield replace(before, rows=(*rows[:place], *((),) * more, *rows[place:])), down

    def _place_in_rows(self, piles: Sequence[PileSpec], base: PileFlow) -> tuple[float, PileFlow] | None:
        """Total movement of untouched piles in these rows, and the layout; None if they do not fit."""
        by_key = {pile.key: pile for pile in piles}
        rows = [
            [RowItem(by_key[s.key], s, touched=s.count != by_key[s.key].count)
             for s in row if s.key in by_key and s.count]
            for row in base.rows
        ]  # fmt: skip
        reserved = {s.key: (number, s.x) for number, row in enumerate(base.rows) for s in row if not s.count}
        old = {item.wish.key for row in rows for item in row}
        distance = 0.0
        for number in range(len(rows)):
            while not self.fits(number, [item.wish for item in rows[number]], self.shape.least):
                cost = self._move_to_other_row(rows, number)
                if cost is None:
                    return None
                distance += cost
        for pile in piles:
            if pile.key not in old and not self._add_pile(rows, pile, reserved.get(pile.key)):
                return None
        calm = self._calm_step(piles)
        arrangements = [self.row(number, calm).lay(row) for number, row in enumerate(rows)]
        distance += sum(arrangement.far for arrangement in arrangements if arrangement is not None)
        if any(arrangement is None for arrangement in arrangements):
            return None
        return distance, self._make_flow(
            arrangement.places for arrangement in arrangements if arrangement is not None
        )

    def _move_to_other_row(self, rows: list[list[RowItem]], number: int) -> float | None:
        """Move the pile of a row with the shortest way to another. Returns its cost; None if all are full."""
        best: tuple[float, int, _PlacementCandidate] | None = None
        for index, item in enumerate(rows[number]):
            candidate = self._best_place(rows, item.wish, (number, item.place.x), number)
            if candidate is not None and (best is None or candidate[0] < best[0]):
                best = candidate[0], index, candidate[1]
        if best is None:
            return None
        cost, index, place = best
        self._insert_pile(rows, rows[number].pop(index).wish, place)
        return cost

    def _add_pile(self, rows: list[list[RowItem]], pile: PileSpec, near: tuple[int, float] | None) -> bool:
        """Insert a new pile into ``rows`` where others move least. Returns False if there is no space.

        Without a wanted position ``near`` it has room to grow.
        """
        roomy = replace(pile, count=max(MIN_NEW_PILE_CARDS, pile.count)) if near is None else pile
        place = self._best_place(rows, roomy, near) or self._best_place(rows, pile, near)
        if place is not None:
            self._insert_pile(rows, pile, place[1])
        return place is not None

    def _insert_pile(self, rows: list[list[RowItem]], pile: PileSpec, place: _PlacementCandidate) -> None:
        """Insert a pile into ``rows`` at a place."""
        step = self.shape.step * self.card
        spot = PilePlacement(pile.key, pile.count, place.x, self.row(place.row).width(pile.count, step), step)
        rows[place.row].insert(place.index, RowItem(pile, spot, touched=True, new=True))

    def _best_place(
        self,
        rows: Sequence[Sequence[RowItem]],
        pile: PileSpec,
        near: tuple[int, float] | None,
        excluded_row: int | None = None,
    ) -> tuple[float, _PlacementCandidate] | None:
        """Cost and place of a pile in the rows, except in row ``excluded_row``. None if there is no space.

        The cost includes the movement of other piles and of this one. ``near`` is a wanted row and x; without
        it, the place with the most free space wins.
        """
        best: tuple[tuple[float, ...], float, _PlacementCandidate] | None = None
        for candidate in sorted(
            self._candidates(rows, pile, near, excluded_row), key=lambda candidate: candidate.least
        ):
            # The exact cost is slow to compute, and most places are worse in any case.
            if best is not None and round(candidate.least) > best[0][0]:
                break
            cost = candidate.way
            if candidate.short:
                row, items = self.row(candidate.row), rows[candidate.row]
                placement = PilePlacement(pile.key, pile.count, candidate.x, candidate.size, row.least)
                new_item = RowItem(pile, placement, touched=True)
                cost += PUSH_COST * row.push_distance(
                    [*items[: candidate.index], new_item, *items[candidate.index :]]
                )
            rank = round(cost), *candidate.rank
            if best is None or rank < best[0]:
                best = rank, cost, candidate
        return best[1:] if best else None

    def _candidates(
        self,
        rows: Sequence[Sequence[RowItem]],
        pile: PileSpec,
        near: tuple[int, float] | None,
        excluded_row: int | None,
    ) -> Iterator[_PlacementCandidate]:
        """Yield all candidate places of a pile, see `_best_place`."""
        for number, items in enumerate(rows):
            row_wishes = [item.wish for item in items]
            if number == excluded_row or not self.fits(number, [*row_wishes, pile], self.shape.least):
                continue
            row, spare = self.row(number), self.widths[number] - self.width_of(row_wishes, self.shape.step)
            full = row.width(pile.count, row.step)
            for index in range(len(items) + 1):
                beside = items[max(0, index - 1) : index + 1]
                low = items[index - 1].place.right + row.gap if index else 0.0
                high = items[index].place.x - row.gap if index < len(items) else row.wide
                size = min(full, max(high - low, row.width(pile.count, row.least)))
                if near is None:
                    x, distance = (
                        _x_between(low, high - size, first=index == 0, last=index == len(items)),
                        0.0,
                    )
                else:
                    x = max(low, min(high - size, near[1]))
                    distance = math.dist((near[1], near[0] * self.pitch), (x, number * self.pitch))
                is_short = size - EPSILON - (high - low)
                # The space that is missing is a lower bound for the neighbours' movement. Touched neighbours
                # move for free.
                push_cost = (
                    PUSH_COST * max(0.0, is_short) if not any(item.touched for item in beside) else 0.0
                )
                # Prefer the right among equals, so that new piles follow the others in reading order.
                rank = round(full - size), -round(spare), -round(high - low), -index, number
                yield _PlacementCandidate(
                    number, index, x, size, distance, distance + push_cost, rank, short=is_short > 0
                )


@dataclass(frozen=True, slots=True)
class _PlacementCandidate:
    row: int
    index: int
    x: float
    size: float
    way: float  # distance that the pile itself moves
    least: float  # lower bound of the cost, including pushed piles
    rank: tuple[int, ...]  # tie-breaker at equal cost, smaller is better
    short: bool  # True if other piles must move


def _x_between(low: float, high: float, *, first: bool, last: bool) -> float:
    """X of a pile between two limits: close to its only neighbour, with a gap, or in the middle."""
    if first == last or high <= low:
        return (low + high) / 2
    air = min(MAX_FRESH_GAP, (high - low) / 2)
    return high - air if first else low + air


MAX_CARD_WIDTH = 78.0  # maximum width of cards on the table, in units
MOVEMENT_PER_UNIT = 7.0  # total movement of piles, in units, that is accepted to keep cards one unit larger
CARD_SCALES = (0.97, 0.9, 0.84, 0.78, 0.73)  # factors by which cards may shrink before another row is added


def flow_piles(
    before: PileFlow | None,
    piles: Sequence[PileSpec],
    area: LayoutArea,
    shape: PileMetrics,
    *,
    fitted: bool = False,
) -> PileFlow:
    """Layout that keeps the previous one as far as possible, or a fresh one. Cached.

    Args:
        before: previous layout, which is kept as far as possible; None for a fresh one.
        piles: all piles in display order.
        area: space for the piles.
        shape: dimensions of the piles.
        fitted: True if the area has changed. Cards then stay as large as possible, even if piles move far.
    """
    return _flow(before, tuple(piles), area, shape, fitted=fitted)


# Called several times per pointer movement with equal arguments.
@lru_cache(maxsize=64)
def _flow(
    before: PileFlow | None,
    piles: tuple[PileSpec, ...],
    area: LayoutArea,
    shape: PileMetrics,
    *,
    fitted: bool,
) -> PileFlow:
    """Layout for the arguments of `flow_piles`, cached."""
    best: tuple[float, PileFlow] | None = None
    for rows, card in _sizes(area, shape):
        if before is None:
            flow = RowPlan.of(rows, card, area, shape).dealt(piles)
            if flow is not None:
                return flow
        # Cards grow only in fresh layouts: else their size would change with every move.
        elif card <= before.card + EPSILON:
            smaller = MOVEMENT_PER_UNIT * (before.card - card)
            # All further sizes cost more, or add a row that is not needed.
            if best is not None and (fitted or best[0] <= smaller or rows > len(before.rows)):
                break
            candidate = RowPlan.of(rows, card, area, shape, before).place_near(piles, before)
            if candidate is not None and (best is None or candidate[0] + smaller < best[0]):
                best = candidate[0] + smaller, candidate[1]
    if best is None and fitted and before is not None:  # moved is better than out of sight
        fresh = _flow(None, piles, area, shape, fitted=fitted)
        if fresh.height(shape) <= area.h + EPSILON:
            return fresh
    return best[1] if best is not None else _scrolling_flow(before, piles, area, shape)


def loosen_piles(flow: PileFlow, area: LayoutArea, shape: PileMetrics) -> PileFlow:
    """Layout with squeezed piles widened where they have space; the same one if it scrolls."""
    if flow.height(shape) > area.h + EPSILON:
        return flow  # it scrolls, and is full
    return RowPlan.of(len(flow.rows), flow.card, area, shape, flow).loosen(flow)


def card_for(rows: int, area: LayoutArea, shape: PileMetrics) -> float:
    """Card width in units at which ``rows`` rows fill the height of the area."""
    return ((area.h + ROW_GAP) / rows - ROW_GAP) / (
        CARD_ASPECT + (shape.top + shape.bottom) / BASE_CARD_WIDTH
    )


def _sizes(area: LayoutArea, shape: PileMetrics) -> list[tuple[int, float]]:
    """Pairs of row count and card width to try, largest cards first."""
    sizes: list[tuple[int, float]] = []
    rows = 1
    while card_for(rows, area, shape) > MAX_CARD_WIDTH:
        rows += 1
    while (card := card_for(rows, area, shape)) > area.smallest:
        after = max(area.smallest, card_for(rows + 1, area, shape))
        # If cards shrink below the size with one more row, that row is better.
        shares = [factor for factor in CARD_SCALES if card * factor > after]
        # The last row count before scrolling is used with full-size cards.
        sizes += [(rows, card * factor) for factor in shares or (1.0,)]
        rows += 1
    return sizes or [(max(1, rows - 1), area.smallest)]  # hardly any space: the table scrolls


def _scrolling_flow(
    before: PileFlow | None, piles: Sequence[PileSpec], area: LayoutArea, shape: PileMetrics
) -> PileFlow:
    """Layout of more rows than are visible, with the smallest cards."""
    rows = _sizes(area, shape)[-1][0] + 1
    # Never fewer rows than before, or piles could not keep theirs.
    rows = max(rows, len(before.rows)) if before is not None else rows
    while True:
        # Rows scroll past the corner, so all of them must be narrow enough to avoid it.
        whole_area = replace(area, h=rows * pitch_for(area.smallest, shape), corner=(0.0, 0.0))
        plan = RowPlan.of(rows, area.smallest, whole_area, shape)
        narrow = replace(plan, widths=(area.w - area.corner[0],) * rows)
        if before is None:
            flow = narrow.dealt(piles)
        else:
            candidate = narrow.place_near(piles, before)
            flow = candidate[1] if candidate is not None else None
        if flow is not None:
            return flow
        rows += 1


POSITION_TOLERANCE = 0.5  # positions that differ by less, in units, are equal
MAX_UNDO = 100  # number of layouts remembered for undo
MAX_ROWS, MAX_PILES = 60, 200


class PileLayoutMemory:
    """Positions made by players and plays, with the area in which they were made.

    In another window or text size they are fitted in. If no pile is moved there, the first area gets them
    back exactly.
    """

    def __init__(self) -> None:
        self._made: tuple[PileFlow, LayoutArea] | None = None
        self._shown: PileFlow | None = None
        self._past: OrderedDict[int, tuple[Sequence[DraftPile], LayoutArea, PileFlow]] = OrderedDict()

    def again(self, piles: Sequence[DraftPile], area: LayoutArea) -> PileFlow | None:
        """Layout that this very object ``piles`` had last in this area, for undo; None if there is none."""
        old_piles, old_area, flow = self._past.get(id(piles), (None, None, None))
        return flow if old_piles is piles and old_area == area else None

    def lay(self, piles: Sequence[DraftPile], area: LayoutArea, flow: PileFlow) -> None:
        """Remember the layout of piles for undo."""
        self._past[id(piles)] = piles, area, flow
        if len(self._past) > MAX_UNDO:
            self._past.popitem(last=False)

    def has_newer_piles(self, piles: Sequence[DraftPile], flow: PileFlow | None) -> bool:
        """True if all piles have a remembered position but some are not in ``flow``."""
        if self._made is None or flow is None:
            return False
        keys, known_keys = {pile.key for pile in piles}, flow.by_key.keys()
        return not keys <= known_keys and keys <= self._made[0].by_key.keys()

    def scaled_to(self, area: LayoutArea, shape: PileMetrics) -> PileFlow | None:
        """Remembered layout scaled to an area, as a basis for `flow_piles`; None if there is none."""
        if self._made is None:
            return None
        flow, old_area = self._made
        # Returned unchanged, so that switching back and forth causes no rounding drift.
        if old_area == area:
            return flow
        rows = max(1, len(flow.rows))
        growth = card_for(rows, area, shape) / max(1.0, card_for(rows, old_area, shape))
        card = max(area.smallest, min(MAX_CARD_WIDTH, flow.card * growth))
        by = area.w / old_area.w

        def laid(slot: PilePlacement) -> PilePlacement:
            """Placement scaled to the new area."""
            # A wider table does not pull cards apart further than in a fresh layout.
            step = min(slot.step * by, shape.step * card)
            less = max(0, slot.count - 1) * (slot.step * by - step)
            return replace(slot, x=slot.x * by + less / 2, w=slot.w * by - less, step=step)

        # A pitch of 0 lets the new area decide the distance of rows.
        return replace(flow, card=card, pitch=0.0, rows=tuple(tuple(map(laid, row)) for row in flow.rows))

    def record(self, flow: PileFlow) -> None:
        """Note the remembered layout as fitted into another area, to notice if a pile is moved there."""
        self._shown = flow

    def dump_state(self, flow: PileFlow, area: LayoutArea) -> None:
        """Remember the layout, unless it is like the one that was shown last."""
        if self._shown is None or not _are_alike(flow, self._shown):
            self._made = flow, area
            self._shown = flow

    # The save.

    def plain(self) -> dict[str, Any] | None:
        """Remembered layout and its area as JSON; None for none."""
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

    def read(self, saved: object) -> None:
        """Restore the result of `plain`. Invalid data leaves the layout empty."""
        try:
            self._made = _read_layout(saved)
        except (ValueError, TypeError, KeyError):
            self._made = None


def _are_alike(flow: PileFlow, other_flow: PileFlow) -> bool:
    """True if rows, piles and counts agree, and widths and places within `POSITION_TOLERANCE`."""
    if abs(flow.card - other_flow.card) > POSITION_TOLERANCE or len(flow.rows) != len(other_flow.rows):
        return False
    for row, other_row in zip(flow.rows, other_flow.rows, strict=True):
        if [(slot.key, slot.count) for slot in row] != [(slot.key, slot.count) for slot in other_row]:
            return False
        if any(
            abs(a.x - b.x) > POSITION_TOLERANCE or abs(a.w - b.w) > POSITION_TOLERANCE
            for a, b in zip(row, other_row, strict=True)
        ):
            return False
    return True


def _read_layout(saved: object) -> tuple[PileFlow, LayoutArea]:
    """Layout and area from the JSON of `plain`. Raises ValueError, TypeError or KeyError if damaged."""
    if not isinstance(saved, Mapping):
        raise ValueError("This is no table.")
    w, h, corner_w, corner_h = map(_read_length, saved["area"])
    card = _read_length(saved["card"])
    raw_rows = saved["rows"]
    if not isinstance(raw_rows, list) or len(raw_rows) > MAX_ROWS or sum(map(len, raw_rows)) > MAX_PILES:
        raise ValueError("These are no rows.")
    if w < 1 or h < 1 or not MIN_CARD_WIDTH <= card <= MAX_CARD_WIDTH:
        raise ValueError("There's no such table.")
    rows = tuple(tuple(_read_slot(*raw_slot) for raw_slot in row) for row in raw_rows)
    keys = [slot.key for row in rows for slot in row]
    if len(set(keys)) < len(keys):
        raise ValueError("Two piles have one key.")
    return PileFlow(
        card, _read_length(saved.get("pitch", 0.0)), _read_length(saved["top"]), rows
    ), LayoutArea(w, h, (corner_w, corner_h))


def _read_slot(key: object, count: object, x: object, w: object, step: object) -> PilePlacement:
    """Placement from its five saved values. Raises `ValueError` for invalid ones."""
    if type(key) is not int or type(count) is not int or count < 0:
        raise ValueError("A pile has a key and a count.")
    return PilePlacement(key, count, _read_length(x), _read_length(w), _read_length(step))


def _read_length(value: object) -> float:
    """Length from its saved value, 0 to 1e5. Raises `ValueError` for anything else."""
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value < 1e5:
        raise ValueError("A length is a number.")
    return float(value)


DROP_REACH = 16.0  # distance in units beside a pile at which a drop still hits it
# same for a started pile, because its torn edge and needle protrude and it needs more cards
SHORT_PILE_REACH = 36.0
SHORT_PILE_CARDS = 3  # piles with fewer cards count as started
SINGLE_GRIP_SHARE = 0.62
"""Upper share of a card by which it is gripped alone. Below it the cards to its right are lifted too."""


def area_of(places: TableBoxes) -> LayoutArea:
    """Space for the piles on a table, with the corner that the stock occupies, if it has a width."""
    corner = places.piles.right - places.stock.x + 8, places.piles.bottom - places.stock.y + 4
    corner = corner if places.stock.w else (0.0, 0.0)
    return LayoutArea(
        places.piles.w, places.piles.h, corner, MIN_FIXED_CARD_WIDTH if places.whole else MIN_CARD_WIDTH
    )


@dataclass(frozen=True, slots=True)
class PlacedFlow:
    """A layout of piles on a canvas."""

    places: TableBoxes
    shape: PileMetrics
    flow: PileFlow
    scroll: float = 0.0

    @property
    def unit(self) -> float:
        """Scale of the `PileMetrics` at the present card width."""
        return self.flow.card / BASE_CARD_WIDTH

    @property
    def overflow(self) -> float:
        """Height in units by which the piles exceed their area; 0 if they do not."""
        return max(0.0, self.flow.height(self.shape) - self.places.piles.h)

    @property
    def height(self) -> float:
        """Height in units of a pile's backing."""
        return self.flow.card * CARD_ASPECT + (self.shape.top + self.shape.bottom) * self.unit

    def box(self, slot: PilePlacement, y: float) -> Box:
        """Box on the canvas of a pile's backing, whose row is at ``y`` of the layout."""
        corner = self.places.piles
        return Box(corner.x + slot.x, corner.y + y - self.scroll, slot.w, self.height)

    def boxes(self) -> dict[int, Box]:
        """Boxes on the canvas of all piles' backings, by key."""
        return {slot.key: self.box(slot, y) for slot, y in self.flow.slots()}

    def slot(self, key: int) -> tuple[PilePlacement, float] | None:
        """Placement of a pile, and the y of its row in the layout. None for an unknown key."""
        return self.flow.by_key.get(key)

    def pose(self, slot: PilePlacement, y: float, index: int) -> CardPose:
        """Pose of the card at this index of a pile."""
        box, card = self.box(slot, y), self.flow.card
        x = box.x + self.shape.left * self.unit + card / 2 + index * slot.step
        return CardPose(x, box.y + self.shape.top * self.unit + card * CARD_ASPECT / 2, 0.0, card)

    def visible_parts(self, pile: DraftPile) -> list[tuple[Piece, Box]]:
        """Cards of a pile, left to right, each with its visible part. Empty if the pile is not laid out."""
        position, card = self.slot(pile.key), self.flow.card
        if position is None:
            return []
        poses = [self.pose(*position, index) for index in range(len(pile.pieces))]
        widths = [min(card, position[0].step)] * (len(poses) - 1) + [card]
        return [
            (piece, Box(pose.x - card / 2, pose.y - card * CARD_ASPECT / 2, w, card * CARD_ASPECT))
            for piece, pose, w in zip(pile.pieces, poses, widths, strict=False)
        ]

    def pile_at(self, point: tuple[float, float], *, beside: bool = True) -> int | None:
        """Key of the pile under a point, or of the nearest in reach if ``beside``. None if there is none."""
        near: list[tuple[float, int]] = []
        for slot, y in self.flow.slots():
            box = self.box(slot, y)
            reach = SHORT_PILE_REACH if slot.count < SHORT_PILE_CARDS else DROP_REACH
            if box.inflated(reach if beside else 0.0).contains(point):
                distance = max(
                    box.x - point[0], point[0] - box.right, box.y - point[1], point[1] - box.bottom
                )
                near.append((max(0.0, distance), slot.key))
        return min(near)[1] if near else None

    def index_at(self, key: int, x: float) -> int:
        """Index in a pile at which a drop at ``x`` inserts cards; 0 for an unknown key."""
        position = self.slot(key)
        if position is None:
            return 0
        slot, y = position
        # Left of the middle, because only the left part of an overlapped card is visible.
        return sum(self.pose(slot, y, n).x - slot.step * 0.3 < x for n in range(slot.count))

    def row_at(self, y: float) -> int:
        """Index of the row at y of the canvas, the nearest one if there is none."""
        inside = y - self.places.piles.y + self.scroll - self.flow.top
        return max(0, min(len(self.flow.rows) - 1, int(inside / self.flow.pitch)))
