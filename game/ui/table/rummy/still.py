"""What of a rummy's table does not move: all that is shown of it, and how that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.rummy.draft import DraftPile
from game.ui.art.cards import RATIO
from game.ui.art.daily import hint_star
from game.ui.core.canvas import Box
from game.ui.core.input import Act
from game.ui.core.layer import Layer
from game.ui.core.paint import Painter
from game.ui.table.film.notes import NextShown, draw_next
from game.ui.table.rummy.drawing import Pegs
from game.ui.table.rummy.heaps import HEAPS, Heap
from game.ui.table.rummy.pile_area import PileArea
from game.ui.table.rummy.room import Backing, Knob, Room, Seam, SeatFacts, Status, TableBoxes
from game.ui.widgets.strip import KEY, Presses, StripShown, draw_shown_strip


@dataclass(frozen=True, slots=True)
class RoomShown:
    """The room, and what is told around the cards."""

    room: Room
    places: TableBoxes
    status: Status
    stock: int
    """How many cards it holds."""
    lit: bool
    """Whether one of them may be taken."""
    others: tuple[SeatFacts, ...]
    own: SeatFacts
    knobs: tuple[Knob, ...]
    presses: Presses | None
    """What to press instead of the buttons; `None` for a mouse."""
    strip: StripShown | None
    advice: str
    """What the bare table says; empty for nothing."""
    next: NextShown | None = None
    """The mark of a film that comes next, in the place of the buttons."""
    has_stock: bool = True


def draw_base(painter: Painter, shown: RoomShown) -> None:
    """All below the piles, and the strip."""
    room, places = shown.room, shown.places
    room.draw_room(painter, places, shown.status.lamp)
    if shown.has_stock:
        room.draw_stock(painter, places.stock, shown.stock, lit=shown.lit)
    for sitter, box in zip(shown.others, places.seats, strict=False):  # none where a task stands there
        room.draw_seat(painter, box, sitter, len(shown.others))
    room.draw_own(painter, places.own, shown.own)
    room.draw_status(painter, places.status, shown.status)
    for box, knob in zip(places.buttons, shown.knobs, strict=False):
        tall = min(KEY * painter.text_scale, box.h - 26)
        image = shown.presses.picture(painter.assets, knob.act, tall) if shown.presses is not None else None
        if image is None and knob.act is Act.HINT:
            image = hint_star(painter.assets, 28)  # what it costs
        room.draw_button(painter, box, knob, image)
    if shown.next is not None:
        first, last = places.buttons[0], places.buttons[-1]
        draw_next(painter, Box(first.x, first.y, first.w, last.bottom - first.y), shown.next)
    draw_shown_strip(painter, shown.strip)
    if shown.advice:
        room.draw_advice(painter, places, shown.advice)


@dataclass(frozen=True, slots=True)
class PilesShown:
    """The piles that lie still."""

    room: Room
    ground: PileArea
    piles: tuple[DraftPile, ...]
    seams: tuple[Seam, ...]
    """One for each of them."""
    fresh: frozenset[int]
    """Cards that others have laid."""
    touched: frozenset[int]
    """Piles that others have changed."""
    target: int | None
    """The pile on which what is carried would be put down."""
    gap: tuple[int, int]
    """Before which of its cards, and for how many cards there is room."""

    def heap(self, pile: DraftPile, seam: Seam) -> Heap | None:
        """A pile as it lies there; `None` for one that has no place."""
        ground, found, lit = self.ground, self.ground.slot(pile.key), self.target == pile.key
        if found is None:
            return None
        card, unit = ground.flow.card, ground.unit
        gap, extra = self.gap if lit else (len(pile.pieces), 0)
        left = ground.shape.left * unit + card / 2
        backing = Backing(
            seam, pile.key, len(pile.pieces), touched=pile.key in self.touched, lit=lit, card=card
        )
        keys = frozenset(piece.key for piece in pile.pieces)
        return Heap(
            self.room, pile, backing,
            Pegs(frozenset(piece.key for piece in pile.pieces if piece.own), self.fresh & keys),
            (round(found[0].w, 6), round(ground.box(*found).h, 6)),
            tuple(
                round(left + (number + (extra if number >= gap else 0)) * found[0].step, 6)
                for number in range(len(pile.pieces))
            ),
            round(ground.shape.top * unit + card * RATIO / 2, 6),
        )  # fmt: skip


def draw_piles(painter: Painter, shown: PilesShown) -> None:
    """Every pile, as a picture of its own: a table is put together of them quickly."""
    ground, before = shown.ground, painter.surface.get_clip()
    # Only where the table scrolls: else needles and torn edges may stick out of its box.
    if ground.overflow:
        painter.surface.set_clip(painter.view.rect(ground.places.piles.grown(10)).clip(before))
    boxes = ground.boxes()
    for pile, seam in zip(shown.piles, shown.seams, strict=True):
        heap = shown.heap(pile, seam)
        if heap is not None:
            HEAPS.put(painter, heap, boxes[pile.key])
    painter.surface.set_clip(before)


class StillTable:
    """The two layers: the room changes far less often than the piles on it."""

    def __init__(self) -> None:
        self._base = Layer(draw_base)
        self._piles = Layer(draw_piles, over=self._base)

    def put(self, painter: Painter, base: RoomShown, piles: PilesShown) -> None:
        """Put down both."""
        self._base.hold(painter, base)
        self._piles.put(painter, piles)
