"""How piles of a rummy were laid out before they stayed put; `tools.bench_piles` measures against it.

Rows are kept, but one that is full is laid more closely as a whole, and a new pile is given room at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from game.core.rummy.pieces import DraftPile
from game.ui.table.rummy.giving_way import wish
from game.ui.table.rummy.room import CARD, Shape
from game.ui.table.rummy.spots import BETWEEN, EVEN, RATIO, Area, Flow, PilePlace, Wish
from game.ui.table.rummy.target import NEW, NEW_WIDE, Target

LARGEST, SMALLEST = 78.0, 39.0
AIRY = 40.0
SHARES = (1.0, 0.93, 0.86)


class Before:
    """What the screen did."""

    remembers = False

    def flow(self, before: Flow | None, piles: Sequence[Wish], area: Area, shape: Shape) -> Flow:
        """As the screen did."""
        return flow(before, piles, area, shape)

    def giving_way(
        self, base: Flow, piles: Sequence[DraftPile], held: tuple[int, Target], area: Area, shape: Shape
    ) -> Flow:
        """As the screen did."""
        count, target = held
        wishes = [wish(pile, shape, count if pile.key == target.pile else 0) for pile in piles]
        if target.pile == NEW:
            if target.row is not None and target.row < len(base.rows):
                sides = (shape.left + shape.right) * base.card / CARD
                wide = sides + base.card + (max(NEW_WIDE, count) - 1) * shape.step * base.card
                slot = PilePlace(NEW, count, target.x - wide / 2, wide, base.card)
                base = base.with_slot(target.row, slot)
            wishes.append(Wish(NEW, max(NEW_WIDE, count)))
        return flow(base, wishes, area, shape)


def flow(before: Flow | None, piles: Sequence[Wish], area: Area, shape: Shape) -> Flow:
    """Where the piles lie now.

    Args:
        before: where they lay, to keep as much of it as can be kept.
        piles: all piles in the order they are shown.
        area: what there is for them.
        shape: how piles are built.
    """
    kept = before
    middle = (shape.step + shape.least) / 2
    for rows, card in _sizes(area, shape):
        # Cards grow only where all is laid out anew: else the table would breathe with every move.
        if kept is not None and card > kept.card + EVEN:
            continue
        sheet = _Sheet.of(rows, card, area, shape)
        # What lies there is laid as closely as need be before a pile has to move; what is laid out anew first
        # tries to lie widely.
        for share in (shape.least,) if kept is not None else (shape.step, middle, shape.least):
            found = sheet.lay(piles, kept, share)
            if found is not None:
                return found
    return _scrolling(kept, piles, area, shape)


def _pitch(card: float, shape: Shape) -> float:
    return card * RATIO + (shape.top + shape.bottom) * card / CARD + BETWEEN


def card_for(rows: int, area: Area, shape: Shape) -> float:
    """The width of cards that fill so many rows."""
    return ((area.h + BETWEEN) / rows - BETWEEN) / (RATIO + (shape.top + shape.bottom) / CARD)


def _sizes(area: Area, shape: Shape) -> list[tuple[int, float]]:
    """Numbers of rows with widths of cards for them, the largest first."""
    found: list[tuple[int, float]] = []
    rows = 1
    while card_for(rows, area, shape) > LARGEST:
        rows += 1
    while (card := max(SMALLEST, card_for(rows, area, shape))) > SMALLEST or not found:
        after = max(SMALLEST, card_for(rows + 1, area, shape))
        # Smaller than the cards of one row more, and the row more would be better.
        found += [(rows, card * share) for share in SHARES if card * share > after]
        rows += 1
    return found


def _scrolling(before: Flow | None, piles: Sequence[Wish], area: Area, shape: Shape) -> Flow:
    """More rows than can be seen, at the smallest cards."""
    rows = _sizes(area, shape)[-1][0] + 1
    # Never fewer than there were, or piles could not keep their rows.
    rows = max(rows, len(before.rows)) if before is not None else rows
    while True:
        # Piles scroll past the corner, so no row of them may be wide enough to reach into it.
        tall = replace(area, h=rows * _pitch(SMALLEST, shape), corner=(0.0, 0.0))
        sheet = _Sheet.of(rows, SMALLEST, tall, shape)
        narrow = replace(sheet, widths=(area.w - area.corner[0],) * rows)
        found = narrow.lay(piles, before, shape.least)
        if found is not None:
            return found
        rows += 1


@dataclass(frozen=True, slots=True)
class _Sheet:
    """So many rows, and how wide each of them is."""

    card: float
    shape: Shape
    top: float
    widths: tuple[float, ...]

    @classmethod
    def of(cls, rows: int, card: float, area: Area, shape: Shape) -> _Sheet:
        pitch = _pitch(card, shape)
        top = max(0.0, (area.h - rows * pitch + BETWEEN) / 2)
        widths = []
        for row in range(rows):
            bottom = top + (row + 1) * pitch - BETWEEN
            taken = bottom > area.h - area.corner[1] + EVEN
            widths.append(area.w - (area.corner[0] if taken else 0.0))
        return cls(card, shape, top, tuple(widths))

    @property
    def unit(self) -> float:
        return self.card / CARD

    def width(self, count: int, share: float) -> float:
        """How wide a pile is at a step of this share of a card."""
        sides = (self.shape.left + self.shape.right) * self.unit
        return sides + self.card + max(0, count - 1) * share * self.card

    def fits(self, row: int, piles: Iterable[Wish], share: float) -> bool:
        """Whether a row can hold these piles at this step."""
        return self.taken(piles, share) <= self.widths[row] + EVEN

    def taken(self, piles: Iterable[Wish], share: float) -> float:
        """How much of a row these piles take at this step, with the gaps between them."""
        sizes = [self.width(pile.count, share) for pile in piles]
        return sum(sizes) + self.shape.gap * self.unit * max(0, len(sizes) - 1)

    def lay(self, piles: Sequence[Wish], before: Flow | None, share: float) -> Flow | None:
        """All piles in these rows; `None` where they cannot hold them even at this step."""
        kept = self._shrunk(before) if before is not None else None
        rows = self._kept(piles, kept, share) if kept else self._dealt(piles, share)
        if rows is None:
            return None
        old = {slot.key: slot for row in kept.rows for slot in row} if kept else {}
        laid = tuple(self._row(number, row, old) for number, row in enumerate(rows))
        return Flow(self.card, _pitch(self.card, self.shape), self.top, laid)

    def _shrunk(self, before: Flow) -> Flow | None:
        """The piles as they lay, each about its own middle at the size of these cards, and the new rows.

        `None` where there are fewer rows than there were.
        """
        more = len(self.widths) - len(before.rows)
        if more < 0:
            return None
        by = self.card / before.card
        rows = [
            tuple(replace(s, x=s.x + s.w * (1 - by) / 2, w=s.w * by, step=s.step * by) for s in row)
            for row in before.rows
        ]
        return replace(before, rows=(*rows, *((),) * more))

    def _dealt(self, piles: Sequence[Wish], share: float) -> list[list[Wish]] | None:
        """Piles laid out anew, in their order, every row as full as the others."""
        whole = sum(self.widths)
        need = self.taken(piles, share)
        rows: list[list[Wish]] = [[] for _ in self.widths]
        row, seen = 0, 0.0
        for pile in piles:
            size = self.width(pile.count, share)
            while row < len(rows) - 1 and rows[row]:
                due = need * sum(self.widths[: row + 1]) / whole
                # A pile goes to the row in which its middle falls, had all rows been one.
                if seen + size / 2 <= due and self.fits(row, [*rows[row], pile], share):
                    break
                row += 1
            rows[row].append(pile)
            seen += size + self.shape.gap * self.unit
        if all(self.fits(number, row, share) for number, row in enumerate(rows)):
            return rows
        # Even rows may lose to wide piles what full ones can hold.
        return self._packed(piles, share)

    def _packed(self, piles: Sequence[Wish], share: float) -> list[list[Wish]] | None:
        """The same, each row filled before the next is begun."""
        rows: list[list[Wish]] = [[]]
        for pile in piles:
            while not self.fits(len(rows) - 1, [*rows[-1], pile], share):
                rows.append([])
                if len(rows) > len(self.widths):
                    return None
            rows[-1].append(pile)
        return rows + [[] for _ in range(len(self.widths) - len(rows))]

    def _kept(self, piles: Sequence[Wish], before: Flow, share: float) -> list[list[Wish]] | None:
        """Old piles in their rows, new ones where there is most room; a full row gives one away."""
        there = {pile.key: pile for pile in piles}
        rows = [[there[slot.key] for slot in row if slot.key in there] for row in before.rows]
        old = {pile.key for row in rows for pile in row}
        for number in range(len(rows)):
            while rows[number] and not self.fits(number, rows[number], share):
                # The last of the row: what lies to its left keeps its place.
                if not self._put(rows, rows[number].pop(), share, before):
                    return None
        for pile in piles:
            if pile.key not in old and not self._put(rows, pile, share, before):
                return None
        return rows

    def _put(self, rows: list[list[Wish]], pile: Wish, share: float, before: Flow) -> bool:
        """Give a pile to the row with the most room, at its widest gap."""
        free = [
            self.widths[number] - self.taken([*row, pile], self.shape.step) for number, row in enumerate(rows)
        ]
        for number in sorted(range(len(rows)), key=lambda n: -free[n]):
            if self.fits(number, [*rows[number], pile], share):
                rows[number].insert(self._gap(number, rows[number], before), pile)
                return True
        return False

    def _gap(self, row: int, piles: Sequence[Wish], before: Flow) -> int:
        """Before which pile of a row there is most room."""
        old = {slot.key: slot for slot in before.rows[row]}
        lying = [old[pile.key] for pile in piles if pile.key in old]
        # A pile that has only now come to this row lies nowhere yet: then the end does.
        if len(lying) < len(piles) or not lying:
            return len(piles)
        gaps = [lying[0].x, *(b.x - a.right for a, b in pairwise(lying)), self.widths[row] - lying[-1].right]
        # Rounded, and to the right among equals: half a pixel must not decide where a pile goes.
        return max(range(len(gaps)), key=lambda n: (round(gaps[n]), n))

    def _row(self, number: int, piles: Sequence[Wish], old: dict[int, PilePlace]) -> tuple[PilePlace, ...]:
        """The piles of a row at their places: each as near as can be to where it lay."""
        if not piles:
            return ()
        room, share = self.widths[number], self.shape.step
        if not self.fits(number, piles, share):
            most, least = self.taken(piles, share), self.taken(piles, self.shape.least)
            # Only as closely as this row needs it; others keep their width.
            share -= (share - self.shape.least) * min(1.0, (most - room) / max(EVEN, most - least))
        sizes = [self.width(pile.count, share) for pile in piles]
        gap = self.shape.gap * self.unit
        wanted = self._wanted(piles, sizes, old, room)
        # From the left so that none lies on another, then from the right so that none sticks out: each moves
        # no farther than it must.
        xs, least_x = [], 0.0
        for x, size in zip(wanted, sizes, strict=True):
            xs.append(max(x, least_x))
            least_x = xs[-1] + size + gap
        most_x = room
        for place in range(len(xs) - 1, -1, -1):
            xs[place] = min(xs[place], most_x - sizes[place])
            most_x = xs[place] - gap
        return tuple(
            PilePlace(pile.key, pile.count, max(0.0, x), size, share * self.card)
            for pile, x, size in zip(piles, xs, sizes, strict=True)
        )

    def _wanted(
        self, piles: Sequence[Wish], sizes: Sequence[float], old: dict[int, PilePlace], room: float
    ) -> list[float]:
        """Where each pile would lie if it were alone: where it lay, or in the middle of its gap."""
        if not any(pile.key in old for pile in piles):
            gap = min(AIRY, (room - sum(sizes)) / (len(piles) + 1)) if len(piles) > 1 else 0.0
            x = (room - sum(sizes) - gap * (len(piles) - 1)) / 2
            found = []
            for size in sizes:
                found.append(x)
                x += size + gap
            return found
        found = []
        for number, pile in enumerate(piles):
            if pile.key in old:
                found.append(old[pile.key].x)
                continue
            before = next((old[p.key].right for p in reversed(piles[:number]) if p.key in old), 0.0)
            after = next((old[p.key].x for p in piles[number + 1 :] if p.key in old), room)
            found.append((before + after - sizes[number]) / 2)
        return found
