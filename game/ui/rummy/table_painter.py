"""How the table of a rummy is drawn: the room, piles with their cards, the hand, what is carried, flights.

What does not move is two layers (`StaticTableLayers`): the room, which changes far less often, and the piles
on it, each a picture of its own that is kept by all that it shows (`PilePictures`), for one that has moved is
the same picture elsewhere. What moves is drawn over them on every frame (`TablePainter`).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import pygame

from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus, MeldVerdict
from game.ui.art.cards import (
    RATIO,
    card_ring,
    carried_card,
    fanned_back,
    fanned_card,
    laid_card,
)
from game.ui.art.daily import hint_star
from game.ui.art.fabric import REFUSED, SHADOW_MARGIN, TOLD, focus_ring, new_mark, panel, tag
from game.ui.art.icons import tick
from game.ui.art.layers import GOLD
from game.ui.cards.fan import CardPose, cut, stacked
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.match.context import ViewContext
from game.ui.match.replay_controls import NextHighlightProps, draw_next
from game.ui.rummy.drag import DragController
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.pile_layout import PlacedFlow
from game.ui.rummy.seat_plates import draw_knobs, paragraph
from game.ui.rummy.table_state import NEW, TableState
from game.ui.rummy.theme import (
    PileBacking,
    PileBorder,
    SeatFacts,
    SideButton,
    StatusColumn,
    TableBoxes,
    TableTheme,
    ValidityIndicator,
)
from game.ui.widgets import KEY, KeyMap, PromptBarProps, draw_prompt_bar_props

FADE = 255
STAR = 32
"""How large the star of a card is that a hint is about; half of it stands above its card."""
TICK = 24
"""How large the tick of a picked card is."""
GRADES = 8
"""Between the widths of cards that change their size, in units: those between are stretched."""


def seam_of(verdict: MeldVerdict | None) -> PileBorder:
    """The seam that shows a verdict."""
    if verdict is None or verdict.status is MeldStatus.WHOLE:
        return PileBorder.WHOLE
    return PileBorder.SHORT if verdict.status is MeldStatus.SHORT else PileBorder.OPEN


def draw_heap(
    painter: Painter,
    room: TableTheme,
    box: Box,
    backing: PileBacking,
    poses: list[tuple[Piece, CardPose, int]],
    fresh: frozenset[int],
) -> None:
    """A pile: its backing in a box, then each card at its pose and with its alpha, then their pegs.

    These mark what was laid in this turn, and what others have laid since the viewer's last one: ``fresh``.
    """
    room.draw_pile(painter, box, backing)
    for piece, pose, alpha in poses:
        draw_laid(painter, piece.text, pose, backing.card, alpha)
    for number, (piece, pose, _alpha) in enumerate(poses):
        if not piece.own and piece.key not in fresh:
            continue
        # A peg belongs on the part of its card that can be seen, or it marks the neighbour.
        beside = poses[number + 1][1].x if number + 1 < len(poses) else pose.x + pose.card
        seen = min(pose.card, max(8.0, beside - pose.x))
        at = pose.x - pose.card / 2 + seen / 2, pose.y + pose.card * RATIO / 2 - 5 * pose.card / 64
        room.draw_mark(painter, at, pose.card, own=piece.own)


def draw_laid(painter: Painter, text: str, pose: CardPose, card: float, alpha: int = FADE) -> None:
    """A card on the table, its middle at a pose."""
    image = laid_card(painter.assets, text, round(card, 1))
    if alpha < FADE:
        image = image.copy()
        image.set_alpha(alpha)
    painter.blit(image, pose.x, pose.y, "center")


def _fanned(painter: Painter, text: str, pose: CardPose) -> pygame.Surface:
    """A card of the hand at a pose; at rest all widths and angles are whole."""
    wide, turn = round(pose.card), round(pose.angle)
    if pose.card == wide:
        return fanned_card(painter.assets, text, wide, float(turn))
    # On its way to another size it would be a new picture in every frame: one of a few sizes is stretched.
    near = GRADES * max(1, round(pose.card / GRADES))
    image = fanned_card(painter.assets, text, near, float(turn))
    w, h = image.get_size()
    return pygame.transform.smoothscale(image, (round(w * pose.card / near), round(h * pose.card / near)))


def draw_name(painter: Painter, place: Box, words: str) -> None:
    """What a place is, on a tag at its foot: over what is carried there, whose ranks stay in sight."""
    high = min(painter.line_height(BODY) + 6, place.h * 0.4)
    wide = min(place.w, painter.width(words, BODY, STRONG) + 24)
    x, y = place.centre[0], place.bottom - high / 2
    painter.blit(tag(painter.assets, round(wide), round(high)), x, y, "center")
    painter.text(words, x, y, BODY, TextStyle(STRONG, "#2B2440"), anchor="center", room=wide - 20)


def draw_message(painter: Painter, place: Box, message: str, *, refuses: bool) -> None:
    """What has to be said now, on a label over the help strip: there it hides no card, plate or picture.

    It has a red edge where it ``refuses`` something, and a green one where it only tells something.
    """
    image = panel(painter.assets, round(place.w), round(place.h), REFUSED if refuses else TOLD)
    painter.blit(image, place.x - SHADOW_MARGIN, place.y - SHADOW_MARGIN)
    inside = Box(place.x + 22, place.y + 9, place.w - 44, place.h - 18)
    paragraph(painter, inside, message, BODY, "#2B2440")


def message_box(painter: Painter, wood: Box, strip: Box, message: str) -> Box:
    """Where that label lies: over the whole strip, of which no cut-off key looks out beside it."""
    wide = max(min(painter.width(message, BODY, STRONG) + 52, painter.view.safe.w), strip.w + 8)
    needed = max(painter.height(message, wide - 44, BODY, STRONG) + 20, strip.h + 4)
    tall = min(needed, wood.h - 12)
    return Box(painter.view.w / 2 - wide / 2, wood.y + (wood.h - tall) / 2, wide, tall)


def grip_box(ground: PlacedFlow, pile: DraftPile, keys: list[int]) -> Box | None:
    """The box around those cards of a pile that a lift would take."""
    boxes = [box for piece, box in ground.seen(pile) if piece.key in keys]
    return replace(boxes[0], w=boxes[-1].right - boxes[0].x) if boxes else None


AROUND = 56.0
"""Units around a pile for what sticks out of its backing."""
KEPT = 96
"""How many pictures of piles are kept."""
RISES = 9, 15
"""How high a blow lifts them, in units."""
OUT = 40.0
"""How far what slides out of the way goes beyond the edge, for what sticks out of it."""
OVER_LEDGE = 11.0
"""So far down the ledge the plate of the own seat reaches, with its edge."""
Picture = tuple[pygame.Surface, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PileImageKey:
    """A pile: not where it lies, only how. One that has moved is the same picture elsewhere."""

    room: TableTheme
    pile: DraftPile
    backing: PileBacking
    fresh: frozenset[int]
    """Those of its cards that others have laid."""
    size: tuple[float, float]
    """Of its backing, in units."""
    across: tuple[float, ...]
    """The middle of each card, from the left edge of the backing."""
    down: float
    """The middle of all of them, from its upper edge."""


def _drawn(painter: Painter, heap: PileImageKey) -> Picture:
    """The picture of a pile without its empty margin, and where its corner lies from that of the pile."""
    px, (w, h) = painter.view.px, heap.size
    whole = pygame.Surface((px(w + 2 * AROUND), px(h + 2 * AROUND)), pygame.SRCALPHA)
    poses = [
        (piece, CardPose(AROUND + x, AROUND + heap.down, 0.0, heap.backing.card), FADE)
        for piece, x in zip(heap.pile.pieces, heap.across, strict=True)
    ]
    box = Box(AROUND, AROUND, w, h)
    draw_heap(painter.onto(whole), heap.room, box, heap.backing, poses, heap.fresh)
    used = whole.get_bounding_rect()
    image = whole.subsurface(used).copy()
    # Without a window there is no format to convert to.
    if pygame.display.get_surface():
        image = image.convert_alpha()
    return image, (used.x - px(AROUND), used.y - px(AROUND))


class PilePictures:
    """Pictures of piles, each by all that it shows."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()

    def put(self, painter: Painter, heap: PileImageKey, box: Box) -> None:
        """Blit the picture of a pile with its corner at that of its box."""
        # Not kept with the assets: those go to disk as well, and no such pile lies there at the next start.
        key = heap, painter.view.scale, painter.theme.name, painter.text_scale
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = _drawn(painter, heap)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        image, (dx, dy) = found
        painter.surface.blit(image, (painter.view.px(box.x) + dx, painter.view.px(box.y) + dy))


HEAPS = PilePictures()
"""Those of every table: a pile looks the same wherever it lies."""


@dataclass(frozen=True, slots=True)
class RoomProps:
    """The room, and what is told around the cards."""

    room: TableTheme
    places: TableBoxes
    status: StatusColumn
    stock: int
    """How many cards it holds."""
    lit: bool
    """Whether one of them may be taken."""
    others: tuple[SeatFacts, ...]
    own: SeatFacts
    knobs: tuple[SideButton, ...]
    presses: KeyMap | None
    """What to press instead of the buttons; `None` for a mouse."""
    strip: PromptBarProps | None
    advice: str
    """What the bare table says; empty for nothing."""
    next: NextHighlightProps | None = None
    """The mark of a film that comes next, in the place of the buttons."""
    has_stock: bool = True

    def bare(self) -> EmptyRoomProps:
        """The room with nothing told in it."""
        stock = self.stock if self.has_stock else -1
        return EmptyRoomProps(self.room, self.places, self.status.lamp, stock, self.lit)


@dataclass(frozen=True, slots=True)
class EmptyRoomProps:
    """The room with nothing told around the cards."""

    room: TableTheme
    places: TableBoxes
    lamp: ValidityIndicator
    stock: int
    """Below 0 where none lies there."""
    lit: bool


def draw_bare(painter: Painter, shown: EmptyRoomProps) -> None:
    """The room and the stock."""
    shown.room.draw_room(painter, shown.places, shown.lamp)
    if shown.stock >= 0:
        shown.room.draw_stock(painter, shown.places.stock, shown.stock, lit=shown.lit)


def draw_told(painter: Painter, shown: RoomProps) -> None:
    """What is told around the cards: plates, sign, buttons, and the strip."""
    room, places = shown.room, shown.places
    room.draw_seats(painter, places.seats, shown.others)  # no boxes where a task stands there
    room.draw_own(painter, places.own, shown.own)
    room.draw_status(painter, places.status, shown.status)
    buttons = []
    for box, knob in zip(places.buttons, shown.knobs, strict=False):
        tall = min(KEY * painter.text_scale, box.h - 26)
        image = shown.presses.picture(painter.assets, knob.act, tall) if shown.presses is not None else None
        if image is None and knob.act is InputAction.HINT:
            image = hint_star(painter.assets, 28)  # what it costs
        buttons.append((box, knob, image))
    draw_knobs(painter, tuple(buttons))
    if shown.next is not None:
        first, last = places.buttons[0], places.buttons[-1]
        draw_next(painter, Box(first.x, first.y, first.w, last.bottom - first.y), shown.next)
    draw_prompt_bar_props(painter, shown.strip)
    if shown.advice:
        room.draw_advice(painter, places, shown.advice)


@dataclass(frozen=True, slots=True)
class PilesProps:
    """The piles that lie still."""

    room: TableTheme
    ground: PlacedFlow
    piles: tuple[DraftPile, ...]
    seams: tuple[PileBorder, ...]
    """One for each of them."""
    fresh: frozenset[int]
    """Cards that others have laid."""
    touched: frozenset[int]
    """Piles that others have changed."""
    target: int | None
    """The pile on which what is carried would be put down."""
    gap: tuple[int, int]
    """Before which of its cards, and for how many cards there is room."""

    def clip(self, painter: Painter) -> None:
        """Only where the table scrolls: else needles and torn edges may stick out of its box."""
        if self.ground.overflow:
            box, surface = self.ground.places.piles.grown(10), painter.surface
            surface.set_clip(painter.view.rect(box).clip(surface.get_clip()))

    def heap(self, pile: DraftPile, seam: PileBorder) -> PileImageKey | None:
        ground, found, lit = self.ground, self.ground.slot(pile.key), self.target == pile.key
        if found is None:
            return None
        card, unit = ground.flow.card, ground.unit
        gap, extra = self.gap if lit else (len(pile.pieces), 0)
        left = ground.shape.left * unit + card / 2
        backing = PileBacking(
            seam, pile.key, len(pile.pieces), touched=pile.key in self.touched, lit=lit, card=card
        )
        keys = frozenset(piece.key for piece in pile.pieces)
        return PileImageKey(
            self.room, pile, backing,
            self.fresh & keys,
            (round(found[0].w, 6), round(ground.box(*found).h, 6)),
            tuple(
                round(left + (number + (extra if number >= gap else 0)) * found[0].step, 6)
                for number in range(len(pile.pieces))
            ),
            round(ground.shape.top * unit + card * RATIO / 2, 6),
        )  # fmt: skip


def draw_piles(painter: Painter, shown: PilesProps) -> None:
    """Every pile, as a picture of its own: a table is put together of them quickly."""
    draw_jolted(painter, shown, 0.0)


def draw_jolted(painter: Painter, shown: PilesProps, jolt: float) -> None:
    """The same while so much of a blow lifts them, each otherwise."""
    lifted = max(0.0, 2.4 * jolt - 1.4)
    before, boxes = painter.surface.get_clip(), shown.ground.boxes()
    shown.clip(painter)
    for pile, seam in zip(shown.piles, shown.seams, strict=True):
        heap = shown.heap(pile, seam)
        if heap is not None:
            low, high = RISES
            rise = (low + pile.key * 5 % (high - low + 1)) * lifted
            HEAPS.put(painter, heap, boxes[pile.key].moved(0, -rise))
    painter.surface.set_clip(before)


class StaticTableLayers:
    """The layers of what does not move: the room, what is told in it, the piles.

    While a moment fills the screen, what is told slides out of the way: then it is a picture of its own.
    """

    def __init__(self) -> None:
        self._bare = CachedLayer(draw_bare)
        self._base = CachedLayer(draw_told, over=self._bare)
        self._piles = CachedLayer(draw_piles, over=self._base)
        self._loose = CachedLayer(draw_told, clear=True)

    def put(
        self, painter: Painter, base: RoomProps, piles: PilesProps, aside: float = 0.0, jolt: float = 0.0
    ) -> None:
        """Put all of it down; see `TimelinePlayer.aside` and `TimelinePlayer.jolt`."""
        self._bare.hold(painter, base.bare())
        if not (aside or jolt) or painter.only_reads:
            self._base.hold(painter, base)
            self._piles.put(painter, piles)
            return
        painter.blit(self._bare.picture, 0, 0)
        if aside < 1:
            self._loose.hold(painter, base)
            surface, before = painter.surface, painter.surface.get_clip()
            for part, (dx, dy) in slides(base.places):
                rect = painter.view.rect(part)
                # What slides down goes behind the ledge.
                surface.set_clip(rect.clip(before))
                at = rect.x + painter.view.px(dx * aside), rect.y + painter.view.px(dy * aside)
                surface.blit(self._loose.picture, at, rect)
            surface.set_clip(before)
        draw_jolted(painter, piles, jolt)


def slides(places: TableBoxes) -> Iterator[tuple[Box, tuple[float, float]]]:
    """The parts of a screen in which something is told, and how far each slides until it is gone."""
    canvas, table, low = places.canvas, places.table, places.wood.y
    middle = table.y + table.h / 2
    yield Box(0, 0, table.right, middle), (0.0, -(table.y + OUT))
    yield Box(0, middle, table.right, low - middle), (0.0, low - places.own.y + OUT)
    yield Box(table.right, 0, canvas.w - table.right, low), (canvas.w - table.right + OUT, 0.0)
    foot = low + OVER_LEDGE  # what hangs over the ledge goes down behind it
    yield Box(0, foot, canvas.w, canvas.h - foot), (0.0, canvas.h - low + OUT)


class TablePainter:
    """Draws what lies on the tabletop."""

    def __init__(
        self, context: ViewContext, hooks: RummyHooks, table: TableState, drag: DragController
    ) -> None:
        self._context = context
        self._hooks = hooks
        self._table = table
        self._drag = drag

    def moves(self, pile: DraftPile, now: float) -> bool:
        """Whether a pile or a card of it is on its way."""
        return self._table.heaps.moves(pile.key, now) or any(
            self._table.cards.moves(piece.key, now) for piece in pile.pieces
        )

    def at(self, pieces: Sequence[Piece], now: float) -> list[tuple[Piece, CardPose]]:
        found = [(piece, self._table.cards.at(piece.key, now)) for piece in pieces]
        return [(piece, pose) for piece, pose in found if pose is not None]

    def _seam(self, pile: DraftPile) -> PileBorder:
        return self._hooks.seam(self._table, pile, seam_of(self._table.verdicts.get(pile.key)))

    def still(self, moving: set[int]) -> PilesProps:
        table = self._table
        piles = tuple(pile for pile in table.lay.piles if pile.key not in moving)
        seams = tuple(map(self._seam, piles))
        target = table.carry.target if table.carry else None
        lit, gap = (target.pile, (target.index, len(table.lay.carried))) if target else (None, (0, 0))
        return PilesProps(table.room, table.ground(), piles, seams, table.fresh, table.touched, lit, gap)

    def draw_pile(self, painter: Painter, shown: PilesProps, pile: DraftPile, now: float) -> None:
        """A pile that is on its way, or of which a card is, beside those that lie still."""
        pose = self._table.heaps.at(pile.key, now)
        heap = shown.heap(pile, self._seam(pile))
        if pose is None or heap is None:
            return
        card, opacity = heap.backing.card, self._table.cards.opacity
        poses = [
            (piece, replace(at, card=card), int(FADE * opacity(piece.key, now)))
            for piece, at in self.at(pile.pieces, now)
        ]
        before = painter.surface.get_clip()
        shown.clip(painter)
        box = Box(pose.x, pose.y, pose.card, heap.size[1])
        draw_heap(painter, heap.room, box, heap.backing, poses, heap.fresh)
        painter.surface.set_clip(before)

    def draw_new_place(self, painter: Painter) -> None:
        """Where a new pile would lie, while something is carried."""
        if self._table.carry is None:
            return
        aimed = self._aimed_place()
        box = aimed or self._table.new_box()
        others = (other for key, other in self._table.ground().boxes().items() if key != NEW)
        # The spare place is shown where there is one without moving anything.
        if aimed is None and any(
            o.x < box.right and box.x < o.right and o.y < box.bottom and box.y < o.bottom for o in others
        ):
            return
        backing = PileBacking(
            PileBorder.WHOLE, 0, 0, lit=aimed is not None, card=self._table.ground().flow.card
        )
        self._table.room.draw_pile(painter, box, backing)

    def draw_carried(self, painter: Painter, now: float) -> None:
        if self._table.carry is None:
            return
        for piece, pose in self.at(self._table.lay.carried, now):
            colour = painter.theme.focus
            image = carried_card(
                painter.assets, piece.text, round(pose.card, 1), pose.angle, ring=True, colour=colour
            )
            painter.blit(image, pose.x, pose.y, "center")
        box = self._aimed_place()
        if box is not None:
            draw_name(painter, box, self._hooks.pile_words()[1])

    def _aimed_place(self) -> Box | None:
        """The place for a new pile, if what is carried would go down there."""
        carry = self._table.carry
        aimed = carry is not None and carry.target.pile == NEW
        return self._table.ground().boxes().get(NEW) if aimed else None

    def draw_focus(self, painter: Painter) -> None:
        """What the next press would take, on the table, and what a hint marks there."""
        starred: list[Box] = []
        for lies in self._table.lay.piles if self._table.aims else ():
            # Those cards of a pile that lie beside each other, stretch by stretch.
            for aimed, stretch in groupby(lies.pieces, key=lambda piece: piece.key in self._table.aims):
                run = [piece.key for piece in stretch] if aimed else []
                box = grip_box(self._table.ground(), lies, run)
                if box is not None:  # marked with the star that cards of the hand have
                    image = focus_ring(painter.assets, round(box.w), round(box.h), 9, GOLD, 1)
                    painter.blit(image, *box.centre, "center")
                    starred.append(box)
        waits = self._table.carry is None and self._context.show is None and self._context.person is not None
        keys = self._drag.grip() if waits else []
        pile = self._table.lay.holder(keys[0]) if keys else None
        if pile is not None and not self.moves(pile, self._context.stage.now):
            box = grip_box(self._table.ground(), pile, keys)
            if box is not None:
                image = focus_ring(painter.assets, round(box.w), round(box.h), 9, painter.theme.focus, 1)
                painter.blit(image, *box.centre, "center")
        for box in starred:  # over the ring of the focus, too
            painter.blit(hint_star(painter.assets, STAR), box.right - STAR / 3, box.y, "center")

    def draw_hand(self, painter: Painter, places: TableBoxes, now: float) -> None:
        """The hand of the one who looks, or the backs of another's, cut off at the ledge of wood.

        The card around which the others part lies on top of its row.
        """
        surface = painter.surface
        before = surface.get_clip()
        surface.set_clip(before.clip((0, 0, surface.get_width(), painter.view.px(places.wood.y))))
        if self._table.owner is None:
            for pose in self._table.fan(self._table.counts[self._table.bottom]):
                image = fanned_back(painter.assets, pose.card, pose.angle, *self._table.room.back)
                painter.blit(image, pose.x, pose.y, "center")
        else:
            self._draw_own_cards(painter, self.at(self._table.lay.hand, now))
        surface.set_clip(before)

    def _draw_own_cards(self, painter: Painter, cards: list[tuple[Piece, CardPose]]) -> None:
        table, waits = self._table, self._table.carry is None
        focus, parted = (self._drag.focus, table.parted) if waits else (None, None)
        back = cut(len(cards), deep=table.deep)
        apart = next((place for place, (piece, _pose) in enumerate(cards) if piece.key == parted), None)
        for place in stacked([pose for _piece, pose in cards], back, apart):
            piece, pose = cards[place]
            picked = piece.key in table.picked
            advised = picked and piece.key in table.advised
            painter.blit(_fanned(painter, piece.text, pose), pose.x, pose.y, "center")
            upper = pose.y - pose.card * RATIO / 2
            if piece.key in table.drawn:
                turn = math.radians(pose.angle)
                x = pose.x - pose.card * 0.3 * math.cos(turn) + pose.card * 0.7 * math.sin(turn)
                painter.blit(new_mark(painter.assets, 22), x, upper + 1 - pose.card * 0.3 * turn, "center")
            if piece.key == focus or advised:
                colour = painter.theme.focus if piece.key == focus else GOLD
                ring = card_ring(painter.assets, round(pose.card), colour)
                painter.blit(ring, pose.x, pose.y, "center")
            # Both stand out like a card in focus, or nearly so.
            if advised:
                painter.blit(hint_star(painter.assets, STAR), pose.x + pose.card * 0.32, upper, "center")
            elif picked:  # before the next card begins, which may be picked too
                painter.blit(tick(painter.assets, TICK), pose.x, upper - 3, "center")
