"""Theme of SOCKI for the shared table: the beach, the mat in the lamp's light, felt for piles, seats.

The storm over the beach approaches, and the sky grows darker, as the draw pile shrinks. The draw pile is on
the mat: its cards, their number, and its name.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence

import pygame

from game.games.socki.screen import art_mat as mats
from game.games.socki.screen import art_storm as storms
from game.games.socki.screen.art_mat import MAT_ROOM, mat
from game.i18n import _
from game.ui.art.cards import BACKS, CARD_ASPECT, card_shadow, card_stack
from game.ui.art.daily import thread
from game.ui.art.endings import gloom
from game.ui.art.fabric import REFUSAL_CLOTH, sewing_button, wood_front
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, HEADING, LARGE, SMALL
from game.ui.rummy.seat_plates import (
    NARROW_SEAT_WIDTH,
    PILES_GAP,
    SIGN_CACHE,
    SIGN_KEY,
    TAB_OVERLAP,
    LabelColours,
    SeatMetrics,
    SeatPlates,
    add_light,
    card_shade,
    stock_card,
)
from game.ui.rummy.theme import (
    BASE_CARD_WIDTH,
    PileBacking,
    PileBorder,
    PileMetrics,
    SeatFacts,
    StatusColumn,
    TableBoxes,
    ValidityIndicator,
)
from game.ui.widgets import LayoutTree, Picture

FLASH_INTERVALS_MS, FLASH_BRIGHTNESS = (17_000.0, 11_000.0, 7000.0, 4500.0), (0.5, 1.0, 0.7, 0.35)
"""Lightning: interval in ms for each nearness of the storm, and brightness of its frames, which last
`FLASH_MS` each, so that it swells and fades."""
FLASH_MS = 180.0
DARKENING_STEP = 42  # darkening of the sky, 0 to 255, per step of nearness
STORM_SHARES = (0.6, 0.35, 0.12)  # shares of the draw pile left at which the storm comes one step nearer


def nearness(stock: int, full: int) -> int:
    """Nearness of the storm, 0 (far out) to 3, with ``stock`` of ``full`` cards left in the draw pile."""
    return sum(stock <= full * fraction for fraction in STORM_SHARES)


def darken(painter: Painter, sky: Box, near: int) -> None:
    """Multiplies the box of the sky by a darker colour for nearness 1 to 3; nothing for 0."""
    if near:
        dim = 255 - DARKENING_STEP * near
        colour = dim, dim, min(255, dim + 8)
        painter.surface.fill(colour, painter.view.rect(sky), special_flags=pygame.BLEND_RGB_MULT)


MAX_CARDS_BELOW = 3  # maximum number of visible cards below the top one
MIN_NAME_GROWTH, NAME_LINE_SPACING = 1.4, 0.86
"""Minimum factor on the name's size at large text, and its line spacing."""
DRAW_PILE_MARGIN, WORDS_GAP = 8.0, 6.0
"""Distance of the cards from the edge of their box, and of the words from the cards, in units."""


def draw_pile(painter: Painter, box: Box, count: int, back: tuple[str, str], *, lit: bool) -> None:
    """Draws the stock: its cards (or empty place), their number, and its name. A gold frame if ``lit``.

    The name is below the number, or below both if it is too long.
    """
    label, width, large = _("draw pile"), stock_card(box), HEADING * min(1.5, painter.text_scale)
    head = large
    size, lines = _fitted_name(
        painter, label, box.w - DRAW_PILE_MARGIN - width - 2 * MAX_CARDS_BELOW - WORDS_GAP, box.h - head
    )
    beside, line = bool(lines), painter.line_height(size) * NAME_LINE_SPACING
    if not beside:
        width, lines = min(width, (box.h - line - 2 * MAX_CARDS_BELOW) / CARD_ASPECT), [label]
    height = width * CARD_ASPECT
    cards = Box(box.x + DRAW_PILE_MARGIN, box.centre[1] - height / 2 if beside else box.y, width, height)
    edge = _draw_cards(painter, cards, count, back, lit=lit)
    middle, number_width = (edge + box.right) / 2, box.right - edge - WORDS_GAP
    number = cards.centre[1] - (line * len(lines) / 2 if beside else 0.0)
    first = number + (head + line) / 2
    across, down, label_width = middle, first, number_width
    if not beside:
        # Below the middle of cards and number, so that it belongs to both.
        half = min(box.w, painter.width(label, size, STRONG)) / 2
        end = middle + painter.width(str(count), large, NAMES, fixed=True) / 2
        across = min(max((cards.x + end) / 2, box.x + half), box.right - half)
        down, label_width = box.bottom - line / 2, box.w
    for dy, ink in ((2, INK), (0, WOOL)):
        style = TextStyle(NAMES, ink, is_fixed_size=True)
        painter.text(str(count), middle, number + dy, large, style, anchor="center", room=number_width)
        for place, label_line in enumerate(lines):
            at, style = down + line * place + dy, TextStyle(STRONG, ink)
            painter.text(label_line, across, at, size, style, anchor="center", room=label_width)


def _fitted_name(
    painter: Painter, text: str, available_width: float, max_height: float
) -> tuple[float, list[str]]:
    """Size and lines of the name beside full-size cards; the least size and no lines if it does not fit.

    At large text, smaller letters are preferred to smaller cards, down to a limit close to the usual size.
    """
    min_size = min(SMALL, SMALL * MIN_NAME_GROWTH / painter.text_scale)
    size = SMALL
    while True:
        lines = painter.wrapped(text, available_width, size, STRONG)
        whole = (
            " ".join(lines) == text
            and max(painter.width(text_line, size, STRONG) for text_line in lines) <= available_width
        )
        if whole and painter.line_height(size) * NAME_LINE_SPACING * len(lines) <= max_height:
            return size, lines
        if size <= min_size:
            return min_size, []
        size = max(min_size, size - 0.5)


def _draw_cards(painter: Painter, place: Box, count: int, back: tuple[str, str], *, lit: bool) -> float:
    """Draws the cards of the stock, or their empty place, and returns their right edge (x in units)."""
    assets, deep = painter.assets, min(MAX_CARDS_BELOW, (count + 9) // 10)
    if not count:
        painter.blit(mats.new_place(assets, round(place.w), round(place.h)), place.x, place.y)
        return place.right
    card_shade(painter, card_shadow(assets, place.w, 120), place.x + 2 * deep, place.y)
    painter.blit(card_stack(assets, place.w, *back, deep), place.x, place.y)
    if lit:
        top = Box(place.x + 2 * deep, place.y, place.w, place.h)
        painter.frame(top.inflated(3), GOLD, 3, 11)
    return place.right + 2 * deep


PEG_OPEN_DEGREES = 24.0  # degrees by which each leg of an open peg leans
LAMP_BY_VALIDITY = {
    ValidityIndicator.OFF: mats.WARM,
    ValidityIndicator.WHOLE: mats.WARM,
    ValidityIndicator.THINKING: mats.REST,
    ValidityIndicator.MENDABLE: mats.AMBER,
    ValidityIndicator.LOST: mats.OUT,
}
LIGHT_BY_LAMP = {mats.WARM: "warm", mats.REST: "warm", mats.AMBER: "amber", mats.OUT: "out"}
# duration of a flame's frame, in ms
FLICKER_MS = {mats.WARM: 240.0, mats.REST: 240.0, mats.AMBER: 170.0, mats.OUT: 260.0}
STORM_MS, WAVE_MS = 110.0, 420.0
MAX_SWING, SWING_STEP = 22.0, 5.5
"""Maximum swing of the lamp after a blow, and the step between its pictures, in degrees."""
FREE_LAMP_SHARE = 0.7
"""Share of the lamp's height, from its hook, that no sign covers."""
NARROW_PLATE_WIDTH = 150.0
"""Width of a plate, in units, up to which the next player's tag does not fit."""
GHOST_CARD, GHOST_MARGIN, MIN_GHOST_WIDTH = 68.0, 22.0, 306.0
"""Width in units of the three cards in the outline of a first pile, its margin, and its smallest width."""
EMPTY_MAT_DARKNESS, POOL_SIZE, LAMP_POOL_SIZE, SMALL_POOL_SIZE = (
    0.56,
    (520.0, 300.0),
    (480.0, 480.0),
    (220.0, 170.0),
)
"""Darkness around the empty mat, and half width and height in units of its lights: the outline, the lamp, the
draw pile and the seat of this player."""
SNOUT_SHARE = 0.52  # width of a puppet to the right of its foot, as a share of its height


def _draw_badge(painter: Painter, box: Box, state: str) -> None:
    """Draws the sign of a lamp state at the left edge of a box."""
    painter.blit(mats.lamp_sign(painter.assets, state, 26), box.x, box.centre[1], "midleft")


class Beach(SeatPlates):
    """Table theme of SOCKI."""

    shape = PileMetrics(
        left=8, top=8, right=8, bottom=8, step=0.62, least=0.54, gap=16, edge=(20.0, 21.0, 20.0, 21.0)
    )
    seats = SeatMetrics(
        wait=LabelColours("#5B4A52", "#45363F", WOOL),
        plate=(102, 8, 102),
        rise=2,
        foot=(46.0, 2),
        tall=(112.0, 1.0),
        floor=2,
        lean=0.35,
    )
    back = (BACKS[0], "sock")

    def __init__(self, near: int = 0) -> None:
        """Create a beach with a storm; ``near`` is 0 (far out) to 3 (the draw pile is nearly empty)."""
        self._near = near

    # The still picture.

    def draw_room(
        self, painter: Painter, places: TableBoxes, lamp: ValidityIndicator = ValidityIndicator.OFF
    ) -> None:
        """Draw the beach and the mat; the lamp's state colours both."""
        assets, canvas, table = painter.assets, places.canvas, places.table
        shore = round(table.y + 28)
        painter.blit(storms.storm(assets, canvas.w, canvas.h, shore, dark=painter.theme.name == "dark"), 0, 0)
        darken(painter, Box(0, 0, canvas.w, shore - 24), self._near)
        # Above the seats the rain is still, because it would be redrawn behind every puppet.
        self._draw_rain(painter, Box(0, 0, self._sky(places).x, shore + 20), 0)
        painter.blit(storms.dark_palm(assets, round(canvas.h)), -22 * canvas.h / 720, 2)
        state = LIGHT_BY_LAMP[LAMP_BY_VALIDITY[lamp]]
        x, y = self._hook(places.status)
        if state != "out":
            reach = 360.0 if state == "warm" else 280.0
            glow = storms.light(assets, reach, "#FFA53A", 0.8 if state == "warm" else 0.55)
            add_light(painter, glow, x, y + 96)
        near = storms.light(assets, 190, "#FFB347", 0.6)
        add_light(painter, near, places.own.centre[0], places.own.centre[1] + 10)
        # Beside the post, which no hand covers, at any size.
        painter.blit(storms.starfish(assets), canvas.w - 30, places.wood.y - 46, "center")
        light = (round(x - table.x), round(y + 96 - table.y))
        image = mat(assets, round(table.w), round(table.h), light, state)
        painter.blit(image, table.x - MAT_ROOM, table.y - MAT_ROOM)
        post = mats.gallows(assets, round(places.wood.y - y + 44), 92)
        painter.blit(post, x - 10, y - 30)
        wood = wood_front(assets, canvas.w, round(places.wood.h))
        painter.blit(wood, 0, places.wood.y - 24)

    def _hook(self, box: Box) -> tuple[float, float]:
        """Position (x, y) in units of the lamp's hook in the upper part of the column."""
        return box.centre[0] - 2, box.y + 24

    def _draw_rain(self, painter: Painter, box: Box, frame: int) -> None:
        """Draw rain in a box, from tiles at fixed positions."""
        before, left, top = painter.surface.get_clip(), round(box.x), round(box.y)
        if top < storms.RAIN_TILE[1] and box.w > 0:
            painter.surface.set_clip(painter.view.rect(box).clip(before))
            strip = storms.rain_strip(painter.assets, frame, 1 + self._near, left, top, round(box.w))
            painter.blit(strip, left, top)
            painter.surface.set_clip(before)

    def draw_pile(self, painter: Painter, box: Box, backing: PileBacking) -> None:
        """Draws the felt of a pile: whole seam, sewn (lit), open or torn; a dotted place without cards."""
        assets = painter.assets
        # Rounded to four units, because shrinking piles would each need another picture.
        w, h = 4.0 * round(box.w / 4), float(round(box.h))
        if not backing.count:
            image = mats.new_place(assets, w, h, live=backing.lit)
            painter.blit(image, *box.centre, "center")
            size = min(BODY, box.w * 0.14)
            if box.w > 90 and not backing.lit:  # if not, it has a tag above the carried cards
                painter.text(
                    _("New pile"),
                    *box.centre,
                    size,
                    TextStyle(STRONG, WOOL),
                    anchor="center",
                    room=box.w - 20,
                )
            return
        margin = mats.FELT_ROOM
        if backing.seam is PileBorder.WHOLE:
            state = mats.SEWING if backing.lit else mats.WHOLE
            image = mats.felt(assets, w, h, state)
            painter.blit(image, *box.centre, "center")
            return
        state = mats.TORN if backing.seam is PileBorder.SHORT else mats.LOOSE
        image = mats.felt(assets, w, h, state, lit=backing.lit)
        painter.blit(image, box.centre[0] - w / 2 - margin, box.y - margin)
        size = round(0.56 * backing.card / BASE_CARD_WIDTH, 2)
        where = box.right - 4 if state == mats.TORN else box.right - 26
        needle = mats.needle(assets, size)
        if backing.tremble:
            needle = pygame.transform.rotozoom(needle, backing.tremble, 1.0)
        x, y = where, box.y + box.h * (0.1 if state == mats.TORN else 0.62)
        painter.blit(needle, *Box(x, y, *(length * size for length in mats.NEEDLE_SIZE)).centre, "center")
        if state == mats.TORN:
            self._draw_short(painter, box, backing)

    def _draw_short(self, painter: Painter, box: Box, backing: PileBacking) -> None:
        """Draw the number of cards of the three that a pile needs: buttons on its torn edge, and holes."""
        step = box.h / 4.4
        for number in range(3):
            image = sewing_button(
                painter.assets, round(min(20.0, step * 0.8), 1), full=number < backing.count
            )
            painter.blit(image, box.right + 4, box.bottom - step * (number + 0.7), "center")

    def draw_mark(
        self, painter: Painter, at: tuple[float, float], card: float, *, is_own: bool, opening: float = 0.0
    ) -> None:
        """Draw a clothes peg: red for cards of this turn, blue for cards that others have laid since."""
        size = round(22 * card / BASE_CARD_WIDTH, 1)
        image = mats.new_card_peg(painter.assets, size, "#C8402F" if is_own else "#1F62A8")
        if not opening:
            painter.blit(image, *at, "center")
            return
        w, h = image.get_width() // 2, image.get_height()
        for side in (-1, 1):
            leg = image.subsurface(((side + 1) // 2 * w, 0, w, h))
            leg = pygame.transform.rotozoom(leg, -side * PEG_OPEN_DEGREES * opening, 1.0)
            painter.blit(leg, at[0] + side * size / 4, at[1], "center")

    def draw_stock(self, painter: Painter, box: Box, count: int, *, lit: bool) -> None:
        """Draws the stock with its count and name, as the module's `draw_pile` does."""
        draw_pile(painter, box, count, self.back, lit=lit)

    # Seats.

    def draw_seats(self, painter: Painter, boxes: Sequence[Box], sitters: Sequence[SeatFacts]) -> None:
        """Draws the seats, then the next player's tag."""
        super().draw_seats(painter, boxes, sitters)
        for box, sitter in zip(boxes, sitters, strict=False):
            if (tag := self.next_box(painter, box, sitter)) is not None:
                self._draw_next(painter, tag)

    def next_box(self, painter: Painter, box: Box, sitter: SeatFacts) -> Box | None:
        """Box in units of the next player's tag; `None` if the seat is not next, or the tag does not fit.

        It is at the feet, or on the plate in front of them.
        """
        if not sitter.next:
            return None
        plate, tab = self.plate(box), self.tab(box)
        # Between the text of a plate and the piles there is less space than elsewhere.
        more = min(1.1 if tab is not None and box.w < NARROW_SEAT_WIDTH else 1.25, painter.text_scale)
        width, height = painter.width(_("next"), SMALL * more, STRONG, fixed=True) + 22 * more, 26 * more
        (foot, _y), puppet_height = self.foot(box)
        if box.w < NARROW_SEAT_WIDTH:
            # At the upper edge of the plate if its puppet does not look over it, or at the lower edge if the
            # count is above. Left out on the smallest plates, because it would crowd both; the seating order
            # also shows who is next.
            left = plate.right - width - 8
            if tab is not None:
                clear, y = plate.w > NARROW_PLATE_WIDTH and not sitter.did, box.bottom + PILES_GAP - height
            else:
                clear, y = left > foot + puppet_height * SNOUT_SHARE, plate.y + 3 - height
            return Box(left, y, width, height) if clear else None
        # At the feet, or below the count there, limited to the space before the plate in every language.
        less = min(1.0, (plate.x - box.x) / width)
        width, height = width * less, height * less
        x = min(max(box.x, foot - width / 2), plate.x - width)
        return Box(x, box.bottom - height if tab is None else tab.bottom - TAB_OVERLAP, width, height)

    def _draw_next(self, painter: Painter, tag: Box) -> None:
        """Draw the next player's tag in this box."""
        more, (x, y) = tag.h / 26, tag.centre
        painter.blit(mats.next_tag(painter.assets, round(tag.w), round(tag.h)), tag.x, y, "midleft")
        style = TextStyle(STRONG, INK, is_fixed_size=True)
        painter.text(_("next"), x + 4 * more, y, SMALL * more, style, anchor="center")

    def draw_puppet(
        self, painter: Painter, box: Box, sitter: SeatFacts, others: int, *, is_own: bool, slid: float = 0.0
    ) -> None:
        """Draw a puppet, with the next player's tag in front if that is at its feet."""
        super().draw_puppet(painter, box, sitter, others, is_own=is_own, slid=slid)
        tag = None if is_own else self.next_box(painter, box, sitter)
        if tag is not None and tag.x < self.plate(box).x and self.tab(box) is None:
            self._draw_next(painter, tag.translated(0, slid))

    # The column on the right.

    def draw_sign(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """Draws the sign, if any, below the lamp, on two threads; the lamp itself is animated."""
        if (frame := self._sign(painter, box, status)) is not None:
            sign = frame.boxes[SIGN_KEY]
            for x in (sign.x + 40, sign.right - 40) if status.has_buttons else ():
                painter.blit(thread(painter.assets, 36), x, sign.bottom - 2, "midtop")
            frame.paint(painter)

    draw_status = draw_sign

    def line_ends(self, places: TableBoxes) -> tuple[float, float]:
        """X of the palm and of the lamp's post."""
        return places.table.x / 2, places.status.right - 8

    def sign_box(self, painter: Painter, box: Box, status: StatusColumn) -> Box | None:
        """Box of the sign in units; None if there is nothing to say."""
        frame = self._sign(painter, box, status)
        return None if frame is None else frame.boxes[SIGN_KEY]

    def _sign(self, painter: Painter, box: Box, status: StatusColumn) -> LayoutTree | None:
        """Layout of the sign. None if there is nothing to say."""
        if not status.words:
            return None
        badge, theme = None, painter.theme
        if status.lamp in (ValidityIndicator.WHOLE, ValidityIndicator.MENDABLE, ValidityIndicator.LOST):
            badge = Picture(_draw_badge, (LAMP_BY_VALIDITY[status.lamp],), w=30, h=26)
        top = self._hook(box)[1] + FREE_LAMP_SHARE * mats.LAMP_SIZE[1] * self._lamp_size(
            box, painter.text_scale
        )
        within = Box(box.x, top, box.w, box.bottom - 12 - top)
        edge = REFUSAL_CLOTH.edge if status.refuses else INK
        cloth = LabelColours(theme.panel, theme.panel, theme.ink, edge)
        return SIGN_CACHE.frame(painter, painter.view.box, status.words, badge, cloth, within, 58.0)

    def _lamp_size(self, box: Box, text: float) -> float:
        """Scale of the lamp, 0.45 to 1.06: the maximum for the column at this text size."""
        available_height = box.h - 24 - 42 - 54 * text
        return max(0.45, min(1.06, available_height / mats.LAMP_SIZE[1]))

    # Animation.

    def draw_advice(self, painter: Painter, places: TableBoxes, text: str) -> None:
        """Dim the beach around a deal or the empty mat with the sewn outline of a first pile and a text."""
        assets, canvas, box = painter.assets, places.canvas, self.ghost_box(painter, places, text)
        (x, y), lamp = box.centre, self._hook(places.status)
        flame = lamp[0], lamp[1] + 96
        lights = (
            (x, y, *POOL_SIZE), (*flame, *LAMP_POOL_SIZE), (*places.stock.centre, *SMALL_POOL_SIZE),
            (*places.own.centre, *SMALL_POOL_SIZE),
        )  # fmt: skip
        painter.blit(gloom(assets, canvas.w, places.wood.y, EMPTY_MAT_DARKNESS, lights), 0, 0)
        add_light(painter, mats.beam(assets, canvas.w, canvas.h, flame, (x, y), POOL_SIZE[1]), *canvas.centre)
        if not text:
            return
        lines = painter.wrapped(text, box.w - 2 * GHOST_MARGIN, LARGE, NAMES)
        line = painter.line_height(LARGE)
        card = min(GHOST_CARD, (box.h - line * len(lines) - 3 * GHOST_MARGIN) / CARD_ASPECT)
        painter.blit(mats.ghost(assets, box.w, box.h, card, GHOST_MARGIN), box.x, box.y)
        if box.right + mats.NEEDLE_SIZE[0] < places.stock.x:
            painter.blit(mats.needle(assets), box.right - 8, box.bottom - 42)
        for number, words in enumerate(lines):
            at = box.bottom - GHOST_MARGIN - line * (len(lines) - number - 0.5)
            for dy, ink in ((2, INK), (0, WOOL)):
                painter.text(words, x, at + dy, LARGE, TextStyle(NAMES, ink), anchor="center")

    @staticmethod
    def ghost_box(painter: Painter, places: TableBoxes, text: str) -> Box:
        """Box of the outline of a first pile in the middle of the mat, in units."""
        x, y = places.table.centre
        widest = 2 * (places.stock.x - x - WORDS_GAP)
        edges = 2 * GHOST_MARGIN
        width = max(MIN_GHOST_WIDTH, min(painter.width(text, LARGE, NAMES), widest - edges) + edges)
        lines = painter.wrapped(text, width - edges, LARGE, NAMES)
        height = GHOST_CARD * CARD_ASPECT + len(lines) * painter.line_height(LARGE) + 3 * GHOST_MARGIN
        height = min(height, places.piles.h)
        return Box(round(x - width / 2), round(y - height / 2), round(width), round(height))

    def _sky(self, places: TableBoxes) -> Box:
        """Box in units of the sky without seats, where the rain is animated."""
        left = max((seat.right for seat in places.seats), default=places.table.x) + 10
        left = max(left, places.table.right - 60)
        return Box(left, 0, places.canvas.w - left, places.table.y + 40)

    def flash(self, now: float) -> int:
        """Index (0 to 3) of the frame of a lightning flash at ``now`` (ms), -1 for none."""
        since = now % FLASH_INTERVALS_MS[self._near]
        return int(since // FLASH_MS) if now and since < FLASH_MS * len(FLASH_BRIGHTNESS) else -1

    def _lamp_frame(self, status: StatusColumn, now: float) -> tuple[str, int]:
        """State of the lamp, and its frame number at ``now`` (ms)."""
        state = LAMP_BY_VALIDITY[status.lamp]
        return state, int(now / FLICKER_MS[state]) % mats.FRAME_COUNTS[state]

    def idle_figures(
        self, places: TableBoxes, status: StatusColumn, now: float
    ) -> list[tuple[Hashable, object, Box]]:
        """Key, frame and box to redraw of the lamp, and of the sky beside the seats."""
        x, y = self._hook(places.status)
        size = self._lamp_size(places.status, places.text)
        middle = y + 92 * size
        sky = (
            int(now / STORM_MS) % storms.RAIN_FRAMES,
            int(now / WAVE_MS) % storms.FOAM_FRAMES,
            self.flash(now),
        )
        return [
            ("lamp", self._lamp_frame(status, now), Box(x - 102, middle - 102, 204, 204)),
            ("storm", sky, self._sky(places)),
        ]

    def draw_living(
        self, painter: Painter, places: TableBoxes, status: StatusColumn, now: float, jolt: float = 0.0
    ) -> None:
        """Draw the sky beside the seats, and the lamp, which swings after a ``jolt`` (1, falling to 0)."""
        assets, sky = painter.assets, self._sky(places)
        before = painter.surface.get_clip()
        sign = self.sign_box(painter, places.status, status)
        if sign is not None:
            sky = Box(sky.x, sky.y, sky.w, min(sky.h, sign.y - 4))
        shore, table = round(places.table.y + 28), places.table
        wave = storms.foam(assets, places.canvas.w, int(now / WAVE_MS) % storms.FOAM_FRAMES, shore)
        flash, size = self.flash(now), 1 + 0.4 * self._near
        side = max(sky.x, table.right + MAT_ROOM / 2)
        # Above the mat and beside it, because the mat is in front of all this.
        for part in (
            Box(sky.x, 0, sky.w, table.y),
            Box(side, table.y, sky.right - side, sky.bottom - table.y),
        ):
            painter.surface.set_clip(painter.view.rect(part).clip(before))
            painter.blit(wave, 0, shore - 26)
            if flash >= 0:
                y = table.y * (0.5 + 0.06 * self._near)
                add_light(
                    painter,
                    storms.bolt(assets, FLASH_BRIGHTNESS[flash], size),
                    sky.x + storms.BOLT_GLOW * size,
                    y,
                )
            self._draw_rain(painter, part, int(now / STORM_MS) % storms.RAIN_FRAMES)
        painter.surface.set_clip(before)
        if sign is not None:  # a long sign covers the foot of the lamp
            above = Box(0, 0, places.canvas.w, sign.y)
            painter.surface.set_clip(painter.view.rect(above).clip(before))
        state, frame = self._lamp_frame(status, now)
        x, y = self._hook(places.status)
        size = round(self._lamp_size(places.status, places.text), 2)  # each size is cached
        swing = MAX_SWING * jolt * math.cos(math.tau * 1.5 * (1 - jolt))
        turn = SWING_STEP * round(swing / SWING_STEP) or float(round(swing))  # a small one in whole degrees
        if turn:
            image, (dx, dy) = mats.swung_lamp(assets, state, size, turn)
            painter.blit(image, x + dx, y - 6 + dy, "center")
        else:
            painter.blit(mats.lamp(assets, state, frame, size), x, y - 6, "midtop")
        if state in mats.LAMP_GLOWS:
            colour, strength = mats.LAMP_GLOWS[state]
            dim = (1.0, 0.9, 1.0, 0.86, 0.96, 0.8)[frame % 6] if state == mats.AMBER else 1.0
            offset = 92 * size * math.sin(math.radians(turn))
            add_light(painter, storms.light(assets, 100, colour, strength * dim), x - offset, y + 92 * size)
        painter.surface.set_clip(before)

    def preload(self, painter: Painter, places: TableBoxes) -> Iterator[None]:
        """Renders the frames of all animations, and felt for piles of 1 to 8 cards, one per step."""
        size = round(self._lamp_size(places.status, places.text), 2)
        self.draw_advice(painter, places, "")
        yield
        for step in range(-4, 5):
            mats.swung_lamp(painter.assets, mats.WARM, size, SWING_STEP * step)
            yield
        for now in range(8):
            for lamp in LAMP_BY_VALIDITY:
                self.draw_living(painter, places, StatusColumn(lamp), now * 170.0)
                yield
        height = BASE_CARD_WIDTH * CARD_ASPECT + self.shape.top + self.shape.bottom
        for count in range(1, 9):
            width = (
                BASE_CARD_WIDTH
                + (count - 1) * BASE_CARD_WIDTH * self.shape.step
                + self.shape.left
                + self.shape.right
            )
            for seam in PileBorder:
                for lit in (False, True):
                    self.draw_pile(painter, Box(0, 0, width, height), PileBacking(seam, 0, count, lit=lit))
                    yield


BEACHES = tuple(Beach(near) for near in range(len(FLASH_INTERVALS_MS)))  # by nearness of the storm
SOCKI_THEME = BEACHES[0]
