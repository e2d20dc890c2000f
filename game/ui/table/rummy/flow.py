"""Where piles lie on the table: each where it was put until something needs its room.

A pile that grows is laid more closely before it pushes a neighbour, and one that goes leaves the others where
they are; a new one takes a place that is free. Where a row is full its piles are laid more closely, then one
moves to another row, then the cards get smaller where they lie, for one row more, and at last the table
scrolls. Only lengths go in and come out, in units; nothing here draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from game.ui.art.cards import RATIO
from game.ui.table.rummy.room import CARD, Shape
from game.ui.table.rummy.sheet import RowPlan
from game.ui.table.rummy.spots import BETWEEN, EVEN, Area, Flow, PileWish, pitch_for

LARGEST = 78.0
"""The width of cards on the table that they do not exceed on a large canvas."""
SMALLER = 7.0
"""How far piles may rather move, all together, than cards get a unit smaller."""
SHARES = (0.97, 0.9, 0.84, 0.78, 0.73)
"""How much smaller than the rows would let them be cards are, rather than lying in one row more."""


def flow(
    before: Flow | None, piles: Sequence[PileWish], area: Area, shape: Shape, *, fitted: bool = False
) -> Flow:
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
    before: Flow | None, piles: tuple[PileWish, ...], area: Area, shape: Shape, *, fitted: bool
) -> Flow:
    best: tuple[float, Flow] | None = None
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
    return best[1] if best is not None else _scrolling(before, piles, area, shape)


def loosened(made: Flow, area: Area, shape: Shape) -> Flow:
    """The same once nothing is carried: squeezed piles lie wide again where there is room beside them."""
    if made.height(shape) > area.h + EVEN:
        return made  # it scrolls, and is full
    return RowPlan.of(len(made.rows), made.card, area, shape, made).loosened(made)


def card_for(rows: int, area: Area, shape: Shape) -> float:
    """The width of cards that fill so many rows."""
    return ((area.h + BETWEEN) / rows - BETWEEN) / (RATIO + (shape.top + shape.bottom) / CARD)


def _sizes(area: Area, shape: Shape) -> list[tuple[int, float]]:
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


def _scrolling(before: Flow | None, piles: Sequence[PileWish], area: Area, shape: Shape) -> Flow:
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
