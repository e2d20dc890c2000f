"""Drawing of a rummy table: theme, piles with their cards, the hand, carried and moving cards.

Still parts are in layers (`StaticTableLayers`): the background, which rarely changes, and the piles on it.
Each pile is a picture cached by its contents (`PilePictures`), so that a moved pile reuses its picture.
Moving parts are drawn on top on every frame (`TablePainter`).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

import pygame

from game.core.rummy.draft import DraftPile, Piece
from game.core.rummy.meld_check import MeldStatus, MeldVerdict, check_pile
from game.ui.art.cards import (
    CARD_ASPECT,
    card_ring,
    card_shadow,
    carried_card,
    fanned_back,
    fanned_card,
    laid_card,
    narrow,
)
from game.ui.art.daily import hint_star
from game.ui.art.fabric import REFUSAL_CLOTH, focus_ring, new_mark, tag
from game.ui.art.icons import tick
from game.ui.art.layers import GOLD
from game.ui.art.marks import STITCHED_ARROW_ROOM, draw_dust, preload_puffs, way_arrow
from game.ui.cards.fan import RAISED_HEIGHT, CardPose, back_row_count, drawing_order
from game.ui.core.assets import Assets, cached_drawing
from game.ui.core.canvas import Box, crosses, ease_in, ease_in_out, ease_out, wobble
from game.ui.core.fonts import STRONG
from game.ui.core.input import InputAction
from game.ui.core.layer import CachedLayer
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.core.verbs import DRAW
from game.ui.match.context import ViewContext
from game.ui.match.replay_controls import NextHighlightProps, draw_next
from game.ui.rummy.drag import DragController
from game.ui.rummy.hooks import RummyHooks
from game.ui.rummy.pile_layout import PlacedFlow
from game.ui.rummy.seat_plates import draw_knobs
from game.ui.rummy.table_state import LIFT_SCALE, NEW_PILE, Point, TableState
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
from game.ui.widgets import KEY_HEIGHT, KeyMap, PromptBarProps, draw_prompt_bar_props

FADE_ALPHA = 255
STAR_SIZE = 32  # size of the star on cards of a hint, in units; half of it is above the card
TICK_SIZE = 24  # size of the tick on a picked card, in units
NEIGHBOUR_PUSH, NEIGHBOUR_SINK, PILE_DIP = 7.0, 2.0, 3.0
"""Distances in units by which a card that touches pushes its neighbour aside and down, and its pile down."""
PUFF_SCALE = 0.22  # size of the two puffs of lint that it raises
NAME_GAP = 12.0  # distance in units of the name of a new pile from cards carried there
SEAM_MARGIN = 4.0  # distance in units of the seam of a pile from its cards
STITCH_LENGTH, STITCH_COUNT, FRESH_STITCH_COUNT = 13.0, 9, 4
"""Length of a stitch in units, number of stitches of the thread that closes a seam, and of its white ones."""
TREMBLE_DEGREES = 4.0  # degrees by which a needle trembles if the seam stays open
PEG_SHARE = 0.35  # share of the settling of a card in which its peg snaps on, as the thread has come round
TURN_SHARE = 1 / 3  # share of the flight of a drawn card in which it is turned over
FLASH_GAP, PILE_FLASH_OPACITY = 2.5, 0.6
"""Distance in units of the ring of a refused pile, and its opacity, below that of the cards at fault."""
SHADOW_ALPHA = 50  # of a card above the table, faint enough for what it covers to be read
Ends = tuple[float, float]  # left and right ends in units
HELD_RING, HELD_SHADOW_ALPHA = 12.0, 200  # units by which its ring makes a carried card wider; its shadow
NEW_PLACE_MARGIN = 6.0  # units by which the place of a new pile shows around carried cards


def seam_of(verdict: MeldVerdict | None) -> PileBorder:
    """Border that shows a verdict; `PileBorder.WHOLE` without one."""
    if verdict is None or verdict.status is MeldStatus.VALID:
        return PileBorder.WHOLE
    return PileBorder.SHORT if verdict.status is MeldStatus.INCOMPLETE else PileBorder.OPEN


def draw_heap(
    painter: Painter,
    theme: TableTheme,
    box: Box,
    backing: PileBacking,
    poses: list[tuple[Piece, CardPose, int]],
    fresh: frozenset[int],
    landings: Mapping[int, float],
) -> None:
    """Draw a pile: the backing in a box, each card at its pose with its alpha, then the pegs.

    Pegs mark cards laid in this turn, and cards that others laid since the viewer's last turn (``fresh``).
    Those of cards that settle (key and progress in ``landings``) snap on at last.
    """
    theme.draw_pile(painter, box, backing)
    for piece, pose, alpha in poses:
        draw_laid(painter, piece.text, pose, backing.card, alpha)
    for number, (piece, pose, _alpha) in enumerate(poses):
        snapped = 1 - (1 - landings.get(piece.key, 1.0)) / PEG_SHARE
        if snapped < 0 or (not piece.is_from_hand and piece.key not in fresh):
            continue
        at = _peg_place([pose for _piece, pose, _alpha in poses], number)
        # It springs open while a refusal throws its card up.
        opening = max(1 - ease_in(snapped), min(1.0, pose.lift / RAISED_HEIGHT))
        theme.draw_mark(painter, at, pose.card, is_own=piece.is_from_hand, opening=opening)


def _peg_place(poses: Sequence[CardPose], number: int) -> Point:
    """Place of the peg of a card: on its visible part, or it would mark the neighbour."""
    pose = poses[number]
    beside = poses[number + 1].x if number + 1 < len(poses) else pose.x + pose.card
    visible_width = min(pose.card, max(8.0, beside - pose.x))
    return (
        pose.x - pose.card / 2 + visible_width / 2,
        pose.y - pose.lift + pose.card * CARD_ASPECT / 2 - 5 * pose.card / 64,
    )


def draw_laid(painter: Painter, text: str, pose: CardPose, card: float, alpha: int = FADE_ALPHA) -> None:
    """Draw a card on the table with its middle at a pose."""
    image = laid_card(painter.assets, text, round(card, 1))
    draw_shadow(painter, pose, card)
    if pose.angle or pose.grow != 1:
        image = pygame.transform.rotozoom(image, -pose.angle, pose.grow)
    painter.blit(image, pose.x, pose.y - pose.lift, "center", alpha / FADE_ALPHA)


def draw_shadow(painter: Painter, pose: CardPose, card: float, alpha: int = SHADOW_ALPHA) -> None:
    """Draw the shadow that a card throws on the table from its height, in light from the upper left."""
    if pose.lift > 1:
        image = card_shadow(painter.assets, round(card, 1), alpha)
        painter.blit(image, pose.x + pose.lift, pose.y, "center")


def _hand_card_picture(painter: Painter, text: str, pose: CardPose, rest: CardPose) -> pygame.Surface:
    """Image of a card of the hand that comes to a ``rest``. There widths and angles are whole numbers."""
    width, turn = round(pose.card), round(pose.angle)
    if pose.card * pose.grow == width:
        return fanned_card(painter.assets, text, width, float(turn))
    # A changing size would need a new picture on every frame.
    image = fanned_card(painter.assets, text, round(rest.card), float(round(rest.angle)))
    return pygame.transform.rotozoom(image, rest.angle - pose.angle, pose.card * pose.grow / rest.card)


def _point_along(box: Box, distance: float) -> Point:
    """Point on the edge of a box, at a distance in units clockwise from its lower left corner."""
    distance %= 2 * (box.w + box.h)
    if distance < box.h:
        return box.x, box.bottom - distance
    if distance < box.h + box.w:
        return box.x + distance - box.h, box.y
    if distance < 2 * box.h + box.w:
        return box.right, box.y + distance - box.h - box.w
    return box.right - (distance - 2 * box.h - box.w), box.bottom


@cached_drawing
def glint(assets: Assets) -> pygame.Surface:
    """Light on the needle that sews, 26 units wide."""
    size = assets.px(26)
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    for radius, alpha in ((0.5, 40), (0.34, 80), (0.2, 160), (0.11, 255)):
        pygame.draw.circle(image, (255, 246, 222, alpha), (size / 2, size / 2), radius * size)
    return image


def draw_name(
    painter: Painter, place: Box, cards: Ends, mat: Ends, text: str, *, is_left: bool | None
) -> bool:
    """Draw the name of a place on a tag at its foot, beside the ``cards``. True if it is left of them.

    It stays on its side (None: none yet) while there is room for it. Else it is right of them if the place
    extends there, or on the side with more room.
    """
    height = min(painter.line_height(BODY) + 6, place.h * 0.4)
    width = painter.width(text, BODY, STRONG) + 24
    rooms = mat[1] - cards[1], cards[0] - mat[0]
    if is_left is None or rooms[is_left] < width + NAME_GAP:
        is_left = rooms[1] > rooms[0] and place.right < cards[1] + width / 2
    if is_left:
        x = min(cards[0] - NAME_GAP - width / 2, place.x + width / 2)
    else:
        x = max(cards[1] + NAME_GAP + width / 2, place.right - width / 2)
    y = place.bottom - height / 2
    painter.blit(tag(painter.assets, round(width), round(height)), x, y, "center")
    painter.text(text, x, y, BODY, TextStyle(STRONG, "#2B2440"), anchor="center", room=width - 20)
    return is_left


def grip_box(placed: PlacedFlow, pile: DraftPile, keys: list[int]) -> Box | None:
    """Box around the cards of a pile that a lift would take; None if there are none."""
    boxes = [box for piece, box in placed.visible_parts(pile) if piece.key in keys]
    return replace(boxes[0], w=boxes[-1].right - boxes[0].x) if boxes else None


PILE_MARGIN = 56.0  # margin in units around a pile for protruding parts
MAX_PICTURES = 96  # maximum number of cached pictures
SHAKE_HEIGHTS = 9, 15  # range of heights to which a shake lifts piles, in units
THREAD_GAP = 20.0  # distance in units from the point of a hint's arrow to the cards that it means
SLIDE_OUT_DISTANCE = 40.0
"""Distance beyond the screen edge, in units, to which parts slide out, so that protruding parts disappear
too."""
PLATE_OVERLAP = 11.0  # distance in units by which the local player's plate, with its edge, overlaps the ledge
Picture = tuple[pygame.Surface, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class PileImageKey:
    """Contents of a pile's picture, without its position."""

    room: TableTheme
    pile: DraftPile
    backing: PileBacking
    fresh: frozenset[int]  # cards of this pile that others have laid
    size: tuple[float, float]  # width and height of the backing, in units
    across: tuple[float, ...]  # X of each card's middle, from the left edge of the backing
    down: float  # Y of the cards' middle, from the upper edge of the backing


def _render_pile(painter: Painter, heap: PileImageKey) -> Picture:
    """Render a pile. Returns the trimmed picture and the offset of its corner in px."""
    px, (w, h) = painter.view.px, heap.size
    whole = pygame.Surface((px(w + 2 * PILE_MARGIN), px(h + 2 * PILE_MARGIN)), pygame.SRCALPHA)
    poses = [
        (piece, CardPose(PILE_MARGIN + x, PILE_MARGIN + heap.down, 0.0, heap.backing.card), FADE_ALPHA)
        for piece, x in zip(heap.pile.pieces, heap.across, strict=True)
    ]
    box = Box(PILE_MARGIN, PILE_MARGIN, w, h)
    draw_heap(painter.for_surface(whole), heap.room, box, heap.backing, poses, heap.fresh, {})
    used = whole.get_bounding_rect()
    image = whole.subsurface(used).copy()
    # Without a window there is no display format to convert to.
    if pygame.display.get_surface():
        image = image.convert_alpha()
    return image, (used.x - px(PILE_MARGIN), used.y - px(PILE_MARGIN))


class PilePictures:
    """Cache of pile pictures by their contents."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Picture] = OrderedDict()

    def draw_cached(self, painter: Painter, heap: PileImageKey, box: Box) -> None:
        """Draw a pile with its backing at the corner of a box, from its cached or a new picture."""
        # Not cached with the assets: those are also written to disk, where such piles would never be reused.
        key = heap, painter.view.scale, painter.theme.name, painter.text_scale
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = _render_pile(painter, heap)
            if len(self._kept) > MAX_PICTURES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        image, (dx, dy) = picture
        painter.surface.blit(image, (painter.view.px(box.x) + dx, painter.view.px(box.y) + dy))


PILE_PICTURES = PilePictures()  # shared by all tables


@dataclass(frozen=True, slots=True)
class RoomProps:
    """Contents of the background layer with its texts."""

    room: TableTheme
    places: TableBoxes
    status: StatusColumn
    stock: int  # number of cards
    lit: bool  # True if a card may be drawn
    others: tuple[SeatFacts, ...]
    own: SeatFacts
    knobs: tuple[SideButton, ...]
    presses: KeyMap | None  # keys that press the buttons; `None` for a mouse
    strip: PromptBarProps | None
    advice: str | None  # text on the empty table; empty if cards are dealt, `None` for none
    next: NextHighlightProps | None = None  # next highlight of a replay, in the place of the buttons
    has_stock: bool = True

    def bare(self) -> EmptyRoomProps:
        """Contents of the layer below, without texts."""
        stock = self.stock if self.has_stock else -1
        return EmptyRoomProps(self.room, self.places, self.status.lamp, stock, self.lit)


@dataclass(frozen=True, slots=True)
class EmptyRoomProps:
    """Contents of the background layer without texts."""

    room: TableTheme
    places: TableBoxes
    lamp: ValidityIndicator
    stock: int  # number of cards; below 0 if there is no stock
    lit: bool


def draw_bare(painter: Painter, props: EmptyRoomProps) -> None:
    """Draw the background and the stock."""
    props.room.draw_room(painter, props.places, props.lamp)
    if props.stock >= 0:
        props.room.draw_stock(painter, props.places.stock, props.stock, lit=props.lit)


def draw_told(painter: Painter, props: RoomProps) -> None:
    """Draw everything around the cards: plates, sign, buttons, next highlight, prompt bar, advice."""
    theme, places = props.room, props.places
    if props.advice is not None:
        theme.draw_advice(painter, places, props.advice)
    theme.draw_seats(painter, places.seats, props.others)  # there are no boxes if a puzzle is in their place
    theme.draw_own(painter, places.own, props.own)
    theme.draw_status(painter, places.status, props.status)
    buttons = []
    for box, knob in zip(places.buttons, props.knobs, strict=False):
        height = min(KEY_HEIGHT * painter.text_scale, box.h - 26)
        image = props.presses.picture(painter.assets, knob.act, height) if props.presses is not None else None
        if image is None and knob.act is InputAction.HINT:
            image = hint_star(painter.assets, 28)  # the star that a hint costs
        buttons.append((box, knob, image))
    draw_knobs(painter, tuple(buttons))
    if props.next is not None:
        first, last = places.buttons[0], places.buttons[-1]
        draw_next(painter, Box(first.x, first.y, first.w, last.bottom - first.y), props.next)
    draw_prompt_bar_props(painter, props.strip)


@dataclass(frozen=True, slots=True)
class PilesProps:
    """Contents of the layer of still piles."""

    room: TableTheme
    ground: PlacedFlow
    piles: tuple[DraftPile, ...]
    seams: tuple[PileBorder, ...]  # borders of ``piles``, in the same order
    fresh: frozenset[int]  # cards that others have laid
    touched: frozenset[int]  # piles that others have changed
    target: int | None  # pile on which the carried cards would be dropped
    gap: tuple[int, int]  # index of the gap in that pile, and its size in cards

    def clip(self, painter: Painter) -> None:
        """Clip drawing to the piles' area if the table scrolls."""
        if self.ground.overflow:
            box, surface = self.ground.places.piles.inflated(10), painter.surface
            surface.set_clip(painter.view.rect(box).clip(surface.get_clip()))

    def heap(self, pile: DraftPile, seam: PileBorder) -> PileImageKey | None:
        """Key of a pile's picture; None if it is not in the layout."""
        ground, position, lit = self.ground, self.ground.slot(pile.key), self.target == pile.key
        if position is None:
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
            (round(position[0].w, 6), round(ground.box(*position).h, 6)),
            tuple(
                round(left + (number + (extra if number >= gap else 0)) * position[0].step, 6)
                for number in range(len(pile.pieces))
            ),
            round(ground.shape.top * unit + card * CARD_ASPECT / 2, 6),
        )  # fmt: skip


def draw_piles(painter: Painter, props: PilesProps) -> None:
    """Draw every pile from its cached picture."""
    draw_lifted(painter, props, 0.0)


def draw_lifted(painter: Painter, props: PilesProps, lifted: float) -> None:
    """Draw the piles raised, each by another height, of which ``lifted`` is the present share (0 to 1)."""
    before, boxes = painter.surface.get_clip(), props.ground.boxes()
    props.clip(painter)
    for pile, seam in zip(props.piles, props.seams, strict=True):
        heap = props.heap(pile, seam)
        if heap is not None:
            min_rise, max_rise = SHAKE_HEIGHTS
            rise = (min_rise + pile.key * 5 % (max_rise - min_rise + 1)) * lifted
            PILE_PICTURES.draw_cached(painter, heap, boxes[pile.key].translated(0, -rise))
    painter.surface.set_clip(before)


class StaticTableLayers:
    """Cached layers of everything that does not move: background, texts, piles.

    While an animation fills the screen, the texts slide out of the way as a separate picture.
    """

    def __init__(self) -> None:
        self._bare = CachedLayer(draw_bare)
        self._base = CachedLayer(draw_told, over=self._bare)
        self._piles = CachedLayer(draw_piles, over=self._base)
        self._loose = CachedLayer(draw_told, clear=True)

    def draw_layers(
        self, painter: Painter, base: RoomProps, piles: PilesProps, aside: float = 0.0, jolt: float = 0.0
    ) -> None:
        """Draw all layers; see `TimelinePlayer.clutter_opacity` and `TimelinePlayer.shake_amount`."""
        lifted = max(0.0, 2.4 * jolt - 1.4)
        self._bare.update(painter, base.bare())
        if not aside or painter.only_reads:
            self._base.update(painter, base)
            if lifted and not painter.only_reads:
                painter.blit(self._base.picture, 0, 0)
                draw_lifted(painter, piles, lifted)
            else:
                self._piles.draw(painter, piles)
            return
        painter.blit(self._bare.picture, 0, 0)
        if aside < 1:
            self._loose.update(painter, base)
            surface, before = painter.surface, painter.surface.get_clip()
            for part, (dx, dy) in slides(base.places):
                rect = painter.view.rect(part)
                # Parts that slide down disappear behind the ledge.
                surface.set_clip(rect.clip(before))
                at = rect.x + painter.view.px(dx * aside), rect.y + painter.view.px(dy * aside)
                surface.blit(self._loose.picture, at, rect)
            surface.set_clip(before)
        draw_lifted(painter, piles, lifted)


def slides(places: TableBoxes) -> Iterator[tuple[Box, tuple[float, float]]]:
    """Yield the screen parts with texts, and the (x, y) in units by which each slides to disappear."""
    canvas, table, ledge = places.canvas, places.table, places.wood.y
    middle = table.y + table.h / 2
    yield Box(0, 0, table.right, middle), (0.0, -(table.y + SLIDE_OUT_DISTANCE))
    yield Box(0, middle, table.right, ledge - middle), (0.0, ledge - places.own.y + SLIDE_OUT_DISTANCE)
    yield (
        Box(table.right, 0, canvas.w - table.right, ledge),
        (canvas.w - table.right + SLIDE_OUT_DISTANCE, 0.0),
    )
    foot = ledge + PLATE_OVERLAP  # the overhang slides down behind the ledge
    yield Box(0, foot, canvas.w, canvas.h - foot), (0.0, canvas.h - ledge + SLIDE_OUT_DISTANCE)


def _draw_sewing(painter: Painter, edge: Box, x: float, progress: float) -> None:
    """Draw the thread that closes the seam of a pile, at a progress of 0 to 1.

    It runs once along ``edge``, from the peg at ``x`` of the card that has made it valid, and back to it.
    """
    scale = painter.view.scale
    around = 2 * (edge.w + edge.h)
    first, stitches = around - (x - edge.x), int(around / STITCH_LENGTH)
    head = min(1.0, progress / (1 - PEG_SHARE)) * stitches
    # At the end the thread is drawn in: the seam of the pile is there.
    left = min(1.0, (1 - progress) / PEG_SHARE)
    for number in range(max(0, int(head - STITCH_COUNT * left)), int(head)):
        ends = [_point_along(edge, first + (number + share) * STITCH_LENGTH) for share in (0.0, 0.55)]
        colour = "#FFF6DE" if head - number < FRESH_STITCH_COUNT else GOLD
        start, end = ((round(x * scale), round(y * scale)) for x, y in ends)
        pygame.draw.line(painter.surface, colour, start, end, max(2, round(3 * scale)))
    if head < stitches:
        painter.blit(glint(painter.assets), *_point_along(edge, first + head * STITCH_LENGTH), "center")


class TablePainter:
    """Draws the moving parts of the table."""

    def __init__(
        self, context: ViewContext, hooks: RummyHooks, table: TableState, drag: DragController
    ) -> None:
        self._context = context
        self._hooks = hooks
        self._table = table
        self._drag = drag
        self._is_name_left: bool | None = None  # side of a new pile's name during a carry

    def preload(self, painter: Painter) -> Iterator[None]:
        """Render the pictures of cards that fly and touch, one per step."""
        assets, back = painter.assets, self._table.room.back
        yield from preload_puffs(assets, PUFF_SCALE)
        glint(assets)
        card = self._table.placed_piles().flow.card
        card_shadow(assets, round(card, 1), SHADOW_ALPHA)
        card_shadow(assets, round(card * LIFT_SCALE + HELD_RING, 1), HELD_SHADOW_ALPHA)
        yield
        for pose in self._table.hand_poses()[:1]:
            fanned_back(assets, round(pose.card), 0.0, *back)
            yield

    def moves(self, pile: DraftPile, now: float) -> bool:
        """True if the pile or one of its cards is moving."""
        return self._table.heaps.moves(pile.key, now) or any(
            self._table.cards.moves(piece.key, now) for piece in pile.pieces
        )

    def at(self, pieces: Sequence[Piece], now: float) -> list[tuple[Piece, CardPose]]:
        """Cards with their present poses, pushed by one that touches. Cards without a pose are left out."""
        cards = self._table.cards
        pairs = [(piece, cards.at(piece.key, now)) for piece in pieces]
        placed = [(piece, cards.shaken(piece.key, pose, now)) for piece, pose in pairs if pose is not None]
        settling = [(number, self._landing(piece, now)) for number, (piece, _pose) in enumerate(placed)]
        landings = [(number, progress) for number, progress in settling if progress is not None]
        for number, (piece, pose) in enumerate(placed if landings else ()):
            pushes = [(number - n, wobble(progress, 1.0)) for n, progress in landings if n != number]
            x = sum(NEIGHBOUR_PUSH * swing / far for far, swing in pushes)
            y = sum(NEIGHBOUR_SINK * swing / abs(far) for far, swing in pushes)
            placed[number] = piece, replace(pose, x=pose.x + x, y=pose.y + y)
        return placed

    def hand_at(self, now: float) -> list[tuple[Piece, CardPose]]:
        """Cards of the hand with their present poses. They part for a drawn card, and close as it touches."""
        (key, ways), cards, placed = self._table.gap, self._table.cards, self.at(self._table.lay.hand, now)
        flight, settled = cards.flying(key, now), cards.landing(key, now)
        if flight is None and settled is None:
            return placed
        share = ease_out(flight[1]) if flight is not None else 1 - ease_in_out(settled or 0.0)
        dip = 0.0 if settled is None else PILE_DIP * wobble(settled, 1.0)
        return [
            (piece, replace(pose, x=pose.x + share * ways.get(piece.key, 0.0), y=pose.y + dip))
            for piece, pose in placed
        ]

    def _landing(self, piece: Piece, now: float) -> float | None:
        """Progress (0 to 1) of a card from its contact to its rest; None at other times."""
        return self._table.cards.landing(piece.key, now)

    def _flies(self, piece: Piece, now: float) -> bool:
        """True if a card has yet to touch."""
        return self._table.cards.flying(piece.key, now) is not None

    def _seam(self, pile: DraftPile) -> PileBorder:
        """Border of a pile for its verdict, as the game adapts it."""
        return self._hooks.pile_border(self._table, pile, seam_of(self._table.verdicts.get(pile.key)))

    def still(self, moving: set[int]) -> PilesProps:
        """Contents of the layer of still piles: all but those with keys in ``moving``."""
        table = self._table
        piles = tuple(pile for pile in table.lay.piles if pile.key not in moving)
        seams = tuple(map(self._seam, piles))
        target = table.carry.target if table.carry else None
        lit, gap = (target.pile, (target.index, len(table.lay.carried))) if target else (None, (0, 0))
        return PilesProps(
            table.room, table.placed_piles(), piles, seams, table.new_card_keys, table.changed_piles, lit, gap
        )

    def draw_pile(self, painter: Painter, props: PilesProps, pile: DraftPile, now: float) -> None:
        """Draw a moving pile, or one with a moving card, in the style of the still ones."""
        pose, cards = self._table.heaps.at(pile.key, now), self._table.cards
        heap = props.heap(pile, self._seam(pile))
        if pose is None or heap is None:
            return
        lying = tuple(piece for piece in pile.pieces if not self._flies(piece, now))
        backing, card = heap.backing, heap.backing.card
        if len(lying) < len(pile.pieces):
            # It is as it was until they touch.
            part = replace(pile, pieces=lying)
            border = seam_of(check_pile(self._table.book, part.texts)) if lying else backing.seam
            seam = self._hooks.pile_border(self._table, part, border)
            backing = replace(backing, seam=seam, count=len(lying), lit=backing.lit or not lying)
        poses = [
            (piece, replace(at, card=card), int(FADE_ALPHA * cards.opacity(piece.key, now)))
            for piece, at in self.at(lying, now)
        ]
        landings = {
            piece.key: progress
            for piece, _pose, _alpha in poses
            if (progress := self._landing(piece, now)) is not None
        }
        latest = min(landings.values(), default=1.0)
        first = next((piece.key for piece in pile.pieces), NEW_PILE)
        aside = cards.shake_offset(first, now)
        if backing.seam is not PileBorder.WHOLE:
            # A refusal swings it by 1 degree for each unit.
            backing = replace(backing, tremble=TREMBLE_DEGREES * wobble(latest, 2.0) + aside)
        before = painter.surface.get_clip()
        props.clip(painter)
        box = Box(pose.x + aside, pose.y + PILE_DIP * wobble(latest, 1.0), pose.card, heap.size[1])
        if flash := cards.flash(first, now):
            ring = focus_ring(painter.assets, round(box.w), round(box.h), 12, REFUSAL_CLOTH.edge, FLASH_GAP)
            painter.blit(ring, *box.centre, "center", PILE_FLASH_OPACITY * flash)
        draw_heap(painter, heap.room, box, backing, poses, heap.fresh, landings)
        where = {piece.key: at for piece, at, _alpha in poses}
        for key, progress in landings.items():
            foot = where[key].x, where[key].y + card * CARD_ASPECT * 0.46
            draw_dust(painter, foot, card * 0.45, progress, PUFF_SCALE)
        if landings and backing.seam is PileBorder.WHOLE:
            shape, unit = props.ground.shape, props.ground.unit
            width, height = box.w - (shape.left + shape.right) * unit, card * CARD_ASPECT
            cards_box = Box(box.x + shape.left * unit, box.y + shape.top * unit, width, height)
            last = min(landings, key=landings.__getitem__)
            last_x = _peg_place(list(where.values()), list(where).index(last))[0]
            _draw_sewing(painter, cards_box.inflated(SEAM_MARGIN * unit), last_x, latest)
        painter.surface.set_clip(before)

    def draw_flying(self, painter: Painter, moving: set[int], now: float) -> None:
        """Draw the cards on their way to the piles with keys in ``moving``, above everything on the table."""
        card = self._table.placed_piles().flow.card
        for pile in self._table.lay.piles:
            for piece in pile.pieces if pile.key in moving else ():
                if self._flies(piece, now) and (pose := self._table.cards.at(piece.key, now)) is not None:
                    draw_laid(painter, piece.text, replace(pose, grow=pose.grow * pose.card / card), card)

    def draw_new_place(self, painter: Painter, now: float) -> None:
        """Draw the outline of a new pile during a carry: under the cards, or else if there is room."""
        if (box := self._new_place(now)) is not None:
            card = self._table.placed_piles().flow.card
            backing = PileBacking(PileBorder.WHOLE, 0, 0, lit=self._is_aimed_there(), card=card)
            self._table.room.draw_pile(painter, box, backing)

    def draw_carried(self, painter: Painter, now: float) -> None:
        """Draw the carried cards with rings, and a new pile's name next to them."""
        if self._table.carry is None:
            return
        carried = self.at(self._table.lay.carried, now)
        for piece, pose in carried:
            rest, colour = self._table.cards.end(piece.key) or pose, painter.theme.focus
            draw_shadow(painter, pose, rest.card * LIFT_SCALE + HELD_RING, HELD_SHADOW_ALPHA)
            # One picture, turned on each frame: it leans by another angle in every one.
            image = carried_card(
                painter.assets, piece.text, round(rest.card, 1), 0.0, ring=True, colour=colour
            )
            image = pygame.transform.rotozoom(image, -pose.angle, pose.card * pose.grow / rest.card)
            painter.blit(image, pose.x, pose.y - pose.lift, "center")
        if not self._is_aimed_there():
            self._is_name_left = None
        elif (box := self._new_place(now)) is not None:
            ends = [self._table.cards.end(piece.key) or pose for piece, pose in carried]
            xs, half = [pose.x for pose in ends], ends[0].card * LIFT_SCALE / 2
            cards = min(xs) - half, max(xs) + half
            boxes = self._table.boxes
            end = boxes.stock.x if box.bottom > boxes.stock.y else boxes.piles.right
            mat, name = (boxes.piles.x, end), self._hooks.pile_words()[1]
            self._is_name_left = draw_name(painter, box, cards, mat, name, is_left=self._is_name_left)

    def _new_place(self, now: float) -> Box | None:
        """Present box of the place for a new pile during a carry; None for none."""
        pose = self._table.heaps.at(NEW_PILE, now)
        height = self._table.placed_piles().height
        return None if pose is None else Box(pose.x, pose.y, pose.card, height).inflated(NEW_PLACE_MARGIN)

    def _is_aimed_there(self) -> bool:
        """True if the carried cards would be dropped as a new pile."""
        return self._table.carry is not None and self._table.carry.target.pile == NEW_PILE

    def draw_focus(self, painter: Painter) -> None:
        """Draw rings around the cards on the table that the next press would lift, and stars on a hint's."""
        starred: list[Box] = []
        for lies in self._table.lay.piles if self._table.aims else ():
            # One ring per run of adjacent cards.
            for aimed, stretch in groupby(lies.pieces, key=lambda piece: piece.key in self._table.aims):
                run = [piece.key for piece in stretch] if aimed else []
                box = grip_box(self._table.placed_piles(), lies, run)
                if box is not None:  # same star as on cards of the hand
                    image = focus_ring(painter.assets, round(box.w), round(box.h), 9, GOLD, 1)
                    painter.blit(image, *box.centre, "center")
                    starred.append(box)
        waits = (
            self._table.carry is None
            and self._context.current_animation is None
            and self._context.local_to_move is not None
        )
        keys = self._drag.grip() if waits else []
        pile = self._table.lay.holder(keys[0]) if keys else None
        now, cards = self._context.app.now, self._table.cards
        if pile is not None and (not self.moves(pile, now) or cards.shaking(keys[0], now) is not None):
            box = grip_box(self._table.placed_piles(), pile, keys)
            if box is not None:
                box = box.translated(cards.shake_offset(keys[0], now), -cards.jump_height(keys[0], now))
                rings = {painter.theme.focus: 1.0, REFUSAL_CLOTH.edge: cards.flash(keys[0], now)}
                for colour, opacity in rings.items():
                    if opacity:
                        image = focus_ring(painter.assets, round(box.w), round(box.h), 9, colour, 1)
                        painter.blit(image, *box.centre, "center", opacity)
        for box in starred:  # above the focus ring, too
            painter.blit(hint_star(painter.assets, STAR_SIZE), box.right - STAR_SIZE / 3, box.y, "center")

    def draw_thread(self, painter: Painter) -> None:
        """Draw a stitched arrow from a hint's card of the hand to the cards on the table that it joins.

        It crosses no other pile; without such a way there is none.
        """
        table = self._table
        if not table.aims or self._context.current_animation is not None:
            return
        held = zip(table.lay.hand, table.held_boxes(), strict=False)
        tops = [(box.centre[0], box.y) for piece, box in held if piece.key in table.advised]
        ways: list[tuple[Point, Point]] = []
        for pile in table.lay.piles:
            run = grip_box(table.placed_piles(), pile, list(table.aims))
            if run is not None:
                others = [box for key, box in table.placed_piles().boxes().items() if key != pile.key]
                ends = [(x, run.bottom + THREAD_GAP) for x in (run.centre[0], run.x, run.right)]
                ways += [
                    (top, end)
                    for top, end in product(tops, ends)
                    if end[1] < top[1] and not any(crosses(box, top, end) for box in others)
                ]
        if ways:
            (x, y), (left, top) = min(ways, key=lambda way: math.dist(*way))
            image = way_arrow(painter.assets, round(left - x), round(top - y), GOLD)
            painter.blit(image, min(x, left) - STITCHED_ARROW_ROOM, min(y, top) - STITCHED_ARROW_ROOM)

    def draw_hand(self, painter: Painter, places: TableBoxes, now: float) -> None:
        """Draw the shown hand, or the backs of the near one if none is shown, clipped at the ledge.

        The card around which the fan is parted is drawn above its row.
        """
        surface = painter.surface
        before = surface.get_clip()
        surface.set_clip(before.clip((0, 0, surface.get_width(), painter.view.px(places.wood.y))))
        if self._table.owner is None:
            for pose in self._table.fan(self._table.counts[self._table.near_seat]):
                image = fanned_back(painter.assets, pose.card, pose.angle, *self._table.room.back)
                painter.blit(image, pose.x, pose.y, "center")
        else:
            self._draw_own_cards(painter, self.hand_at(now), now)
        surface.set_clip(before)

    def _draw_own_cards(self, painter: Painter, cards: list[tuple[Piece, CardPose]], now: float) -> None:
        """Draw the hand's cards at these poses, with rings, ticks, stars and marks of drawn cards."""
        table, waits = self._table, self._table.carry is None
        focus, parted = (self._drag.focus, table.parted) if waits else (None, None)
        back = back_row_count(len(cards), deep=table.deep)
        apart = next((place for place, (piece, _pose) in enumerate(cards) if piece.key == parted), None)
        for place in drawing_order([pose for _piece, pose in cards], back, apart):
            piece, pose = cards[place]
            picked = piece.key in table.picked
            advised = picked and piece.key in table.advised
            rest = table.cards.end(piece.key) or pose
            flight, progress = table.cards.flying(piece.key, now) or (None, 1.0)
            image = _hand_card_picture(painter, piece.text, pose, rest)
            if flight is DRAW:
                # The hand that draws it turns it over at once.
                turn = min(1.0, progress / TURN_SHARE)
                if turn < 0.5:
                    image = fanned_back(painter.assets, round(rest.card), 0.0, *table.room.back)
                    image = pygame.transform.smoothscale_by(image, pose.card * pose.grow / rest.card)
                image = narrow(image, abs(1 - 2 * turn))
            painter.blit(image, pose.x, pose.y - pose.lift, "center")
            if flight is not None:
                continue
            upper = pose.y - pose.card * CARD_ASPECT / 2
            if piece.key in table.drawn:
                tilt = math.radians(pose.angle)
                x = pose.x - pose.card * 0.3 * math.cos(tilt) + pose.card * 0.7 * math.sin(tilt)
                painter.blit(new_mark(painter.assets, 22), x, upper + 1 - pose.card * 0.3 * tilt, "center")
            rings = {REFUSAL_CLOTH.edge: table.cards.flash(piece.key, now)}
            if piece.key == focus or advised:
                rings = {painter.theme.focus if piece.key == focus else GOLD: 1.0} | rings
            for colour, opacity in rings.items():
                if opacity:
                    ring = card_ring(painter.assets, round(pose.card), colour, round(pose.angle))
                    painter.blit(ring, pose.x, pose.y, "center", opacity)
            # Cards of hints and picked cards are raised nearly like a focused card.
            if advised:
                painter.blit(hint_star(painter.assets, STAR_SIZE), pose.x + pose.card * 0.32, upper, "center")
            elif picked:  # left of the next card, which may be picked too
                painter.blit(tick(painter.assets, TICK_SIZE), pose.x, upper - 3, "center")
