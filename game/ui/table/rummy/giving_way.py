"""The room that piles make for what is carried over them."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.rummy.draft import DraftPile
from game.ui.table.rummy.flow import flow
from game.ui.table.rummy.room import CARD, Shape
from game.ui.table.rummy.spots import Area, Flow, PilePlace, PileWish
from game.ui.table.rummy.target import NEW, NEW_WIDE, DropTarget


def wish(pile: DraftPile, shape: Shape, extra: int = 0) -> PileWish:
    """The room that a pile wants, with so many cards more."""
    return PileWish(pile.key, max(1, shape.slots, len(pile.pieces) + extra))


def giving_way(
    base: Flow, piles: Sequence[DraftPile], held: tuple[int, DropTarget] | None, area: Area, shape: Shape
) -> Flow:
    """Where piles lie while cards are held over one of them, or where a new one may come.

    Args:
        base: where they lie at rest.
        piles: all of them.
        held: how many cards, and where they would be put down; `None` for nothing.
        area: what there is for the piles.
        shape: how they are built.
    """
    count, target = held or (0, None)
    key = target.pile if target is not None else None
    wishes = [wish(pile, shape, count if pile.key == key else 0) for pile in piles]
    if target is None or key != NEW:
        return flow(base, wishes, area, shape)
    if target.row is not None and target.row < len(base.rows):
        unit = base.card / CARD
        first = shape.left * unit + base.card / 2
        # Without a card yet, it is only wanted there. The first card comes to lie where it is held.
        slot = PilePlace(NEW, 0, target.x - first, 2 * first, shape.step * base.card)
        base = base.with_slot(target.row, slot)
    return flow(base, [*wishes, PileWish(NEW, max(NEW_WIDE, count))], area, shape)
