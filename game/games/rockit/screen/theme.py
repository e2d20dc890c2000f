"""RockIt's theme for the shared table: mission control, rocket stages, big rocket, meter.

The column on the right has the rocket on its pad, the meter, and the sign in front of its smoke.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.rummy.melds import MIN_MELD
from game.games.rockit.screen import art_hangar as hangars
from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen.art_liftoff import FRONT_SMOKE
from game.i18n import _, plural
from game.ui.art.cards import CARD_ASPECT, card_shadow, card_stack
from game.ui.art.endings import tuft
from game.ui.art.fabric import REFUSAL_CLOTH, wood_front
from game.ui.art.layers import GOLD, INK, WOOL
from game.ui.art.lettering import outlined_text
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.rummy.seat_plates import (
    SIGN_CACHE,
    SIGN_KEY,
    LabelColours,
    SeatMetrics,
    SeatPlates,
    add_light,
    card_shade,
    draw_label,
    paragraph,
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
from game.ui.widgets import (
    FontSpec,
    LayoutTree,
    Padding,
    Picture,
    Positioned,
    Spacer,
    Text,
    column,
    row,
    shrink_to_fit,
)

GANTRY_OVERHANG = 22.0  # units by which the gantry exceeds a column of usual width to the right
COLUMN_WIDTH = 204.0  # units, usual width of the column; a wider one (large text) ends at the screen's edge
GIRDER_INSET = 25  # units from the edge of the panel to a girder at its left and right
SIGN_GAP = 10.0  # units between launch pad and sign
MIN_SIGN_HEIGHT = 152.0  # least height in units of the room for the sign: seven lines of small letters
VALIDITY_COLOURS = {
    ValidityIndicator.WHOLE: "#7FD6A4",
    ValidityIndicator.MENDABLE: "#FFC94A",
    ValidityIndicator.LOST: "#FF8A6E",
}
"""Colours of the validity states, for the seam around the hangar and the beacon."""


def _foot(column: Box) -> float:
    """Height in units reserved for the sign at the foot of the column."""
    return max(column.w * 0.5 + 44, MIN_SIGN_HEIGHT + SIGN_GAP)


METER_TOP = 56.0  # units from the top of the column to the meter, for its number and words
SMOKE_MS, BEACON_MS, STAR_MS = 380.0, 900.0, 340.0
MIN_TYPE_SIZE = 18.0  # smallest font size
CHALK_COLOUR = "#C9D4FF"  # colour of text on the board
TRAIL_TUFTS = 7  # tufts of smoke from the pad to the rocket in flight
DESK_HEIGHT = 42.0  # units, height of a console at the foot of a seat's box
# card backs of the two packs; by default both use the first
BACKS = ("#7E3F98", "plain"), ("#12807E", "plain")


def _draw_rocket(painter: Painter, box: Box) -> None:
    """Draws the rocket badge in the middle of the title plate's picture."""
    painter.blit(nights.rocket_badge(painter.assets, 50), *box.centre, "center")


def _draw_came(painter: Painter, box: Box, came: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draws the tick (``came``) or bar of a seat in the middle of a box."""
    painter.blit(hangars.sign(painter.assets, came=came, size=26), *box.centre, "center")


def _draw_lamp(painter: Painter, box: Box, lamp: str) -> None:
    """Draws the sign of a validity state at the left edge of a box."""
    painter.blit(hangars.lamp_sign(painter.assets, lamp, 26), box.x, box.centre[1], "midleft")


@dataclass(frozen=True, kw_only=True)
class MissionControl(SeatPlates):
    """`game.ui.rummy.theme.TableTheme` of RockIt to Destiny.

    Attributes:
        flier: look of the seat whose rocket has left the pad; None while it stands there.
        mixed: True if the packs have different backs; every other card of the stock gets the second one.
        packs: number of packs, for the title plate.
        best_of: games of a match, for the title plate.
    """

    shape = PileMetrics(
        left=32,
        top=7,
        right=48,
        bottom=7,
        step=1.02,
        least=0.47,
        gap=8,
        edge=(44.0, 16.0, 44.0, 16.0),
        stock=96.0,
        slots=MIN_MELD,
    )

    seats = SeatMetrics(
        wait=LabelColours("#46527F", "#2B3560", WOOL),
        plate=(106, 6, 112),
        rise=4,
        foot=(52, -2),
        tall=(116.0, 1.06),
        floor=3 - DESK_HEIGHT,
        wears="headset",
    )
    back = BACKS[0]
    flier: int | None = None
    mixed: bool = False
    packs: int = 2
    best_of: int = 1

    # Static picture.

    def draw_room(
        self, painter: Painter, places: TableBoxes, lamp: ValidityIndicator = ValidityIndicator.OFF
    ) -> None:
        """Draws sky, the hangar with its seam in the colour of the validity state, title plate and ledge."""
        self.draw_sky(painter, places)
        self.draw_hangar(painter, places, lamp)
        self._draw_title(painter, places)
        near = nights.light(painter.assets, 150, "#FFE08A", 0.34, 120)
        add_light(painter, near, places.own.centre[0], places.own.centre[1])
        image = wood_front(painter.assets, places.canvas.w, round(places.wood.h))
        painter.blit(image, 0, places.wood.y - 24)

    def draw_sky(self, painter: Painter, places: TableBoxes) -> None:
        """Draws night and dusk behind everything; plain black in high contrast."""
        assets, canvas, table, moon = painter.assets, places.canvas, places.table, self.moon(places)
        dark = painter.theme.name == "dark"
        if painter.theme.name == "contrast":  # plain black behind important things
            painter.fill(canvas, "#000000")
            return
        painter.blit(nights.night(assets, canvas.w, canvas.h, moon, dark=dark), 0, 0)
        dusk_y = table.bottom - 20
        painter.blit(nights.dusk(assets, canvas.w, round(canvas.h - dusk_y)), 0, dusk_y)

    def moon(self, places: TableBoxes) -> tuple[int, int]:
        """Middle (x, y) of the moon in whole units."""
        return round(places.status.centre[0] + 42), round(places.status.y + places.status.h * 0.34 - 12)

    def draw_hangar(self, painter: Painter, places: TableBoxes, lamp: ValidityIndicator) -> None:
        """Draw the panel for tricks, its seam in the colour of the validity state."""
        assets, table, theme = painter.assets, places.table, painter.theme
        margin = hangars.HANGAR_ROOM
        girders = (GIRDER_INSET, round(table.w) - GIRDER_INSET)
        width, height = round(table.w), round(table.h)
        image = hangars.hangar(assets, width, height, girders, clear=theme.name == "contrast")
        painter.blit(image, table.x - margin, table.y - margin)
        painter.blit(
            hangars.hangar_seam(assets, width, height, VALIDITY_COLOURS.get(lamp, hangars.STEEL_COLOUR)),
            table.x,
            table.y,
        )

    def title_box(self, places: TableBoxes) -> Box | None:
        """Box of the title plate, in units. None if too many seats leave no room."""
        left = min((seat.x for seat in places.seats), default=places.table.right)
        plate = Box(places.table.x, places.table.y - 84, 292, 64)
        return None if left - 18 < plate.right else plate

    def _draw_title(self, painter: Painter, places: TableBoxes) -> None:
        """Draws the title plate with packs or wins needed, unless there is no room."""
        plate = self.title_box(places)
        if plate is None:
            return
        theme = painter.theme
        subtitle = plural(
            "{n} pack, 14 cards per player", "{n} packs, 14 cards per player", self.packs
        ).format(n=self.packs)
        if self.best_of > 1:
            subtitle = _("First to {n} wins").format(n=self.best_of // 2 + 1)
        behind = Picture(draw_label, (LabelColours(theme.panel, theme.panel, theme.ink),))

        def form(*rocket: Picture, lines: int = 1) -> Positioned:
            """Title plate with the rocket, if given, and at most ``lines`` lines of details."""
            align = 0.0 if rocket else 0.5
            name = Text(_("RockIt to Destiny"), FontSpec(LARGE, NAMES, growth=0.6), align, lines=1, step=0.85)
            details = Text(
                subtitle, FontSpec(SMALL, colour=theme.soft), align, lines=lines, step=0.9, is_balanced=True
            )
            texts = column(Spacer(flex=1), name, details, Spacer(flex=1), flex=1, align=align)
            sign = row(*rocket, texts, gap=6, pad=Padding(9, 4, 10), least=plate.h, behind=behind)
            # A second line or large words extend upwards.
            within = Box(plate.x, plate.y - 24, plate.w, plate.h + 24)
            return Positioned(sign, (plate.x, plate.bottom), within, 0.0, 1.0, least=plate.w)

        rocket = Picture(_draw_rocket, w=50)
        tree = shrink_to_fit(form(rocket), form(rocket, lines=2), form())
        LayoutTree(tree, painter.view.box, painter).paint(painter)

    def draw_pile(self, painter: Painter, box: Box, backing: PileBacking) -> None:
        """Draws a pile's backing: a rocket stage, dashed with a mark if invalid, or a labelled new place."""
        assets, u = painter.assets, backing.card / BASE_CARD_WIDTH
        # Rounded to four units, because each width of a pile would need its own picture.
        width = 4.0 * round((box.w - (self.shape.left + self.shape.right) * u) / 4)
        height = float(round(box.h - (self.shape.top + self.shape.bottom) * u))
        x = box.x + self.shape.left * u - hangars.FIN_WIDTH * u - hangars.STAGE_ROOM * u
        y = box.y + (self.shape.top - hangars.CASE_MARGIN - hangars.STAGE_ROOM) * u
        size = round(u, 3)
        if backing.seam is PileBorder.WHOLE and backing.count:
            glow = backing.touched or backing.lit
            painter.blit_row(hangars.stage(assets, width, height, backing.number, glow=glow, size=size), x, y)
            return
        colour = WOOL if backing.lit else hangars.GHOST_COLOUR
        short = backing.seam is PileBorder.SHORT and backing.count > 0
        image = hangars.ghost_stage(assets, width, height, colour, size, nose=not short)
        painter.blit(image, x, y)
        if not backing.count:
            if not backing.lit:  # if lit, it has a tag above the carried card
                at = box.centre[0] - 8 * u, box.centre[1]
                style = TextStyle(STRONG, colour, is_fixed_size=True)
                painter.text(_("New trick"), *at, BODY, style, anchor="center", room=width)
            return
        if short and self._draw_lack(painter, box, backing, colour):
            return
        mark = "?" if short else "!"
        sign = outlined_text(assets, mark, round(38 * u), colour, INK, 3)
        painter.blit(sign, box.right - 24 * u, box.centre[1], "center")

    def _draw_lack(self, painter: Painter, box: Box, backing: PileBacking, colour: str) -> bool:
        """Draws the places of missing cards, a mark and the count. False (nothing drawn) without room."""
        assets, card = painter.assets, backing.card
        u, lacks = card / BASE_CARD_WIDTH, self.shape.slots - backing.count
        width = box.w - (self.shape.left + self.shape.right) * u
        used_width = card + (backing.count - 1) * (width - card) / (self.shape.slots - 1)
        places = min(lacks, int((width - used_width) / (0.94 * card)))
        if places < 1:
            return False
        height, y = card * CARD_ASPECT, box.y + self.shape.top * u
        step = (width - used_width) / places
        first = box.x + self.shape.left * u + used_width + (step - card) / 2
        for number in range(places):
            gap = hangars.gap(assets, round(card), round(height), colour)
            painter.blit(gap, first + number * step, y)
        label = _("{points} of {needed}").format(points=backing.count, needed=self.shape.slots)
        fits = painter.width(label, MIN_TYPE_SIZE, STRONG, fixed=True) <= card - 8
        sign = outlined_text(assets, "?", round(38 * u), colour, INK, 3)
        painter.blit(sign, first + card / 2, y + height * (0.38 if fits else 0.5), "center")
        if fits:
            painter.text(
                label,
                first + card / 2,
                y + height * 0.76,
                MIN_TYPE_SIZE,
                TextStyle(STRONG, colour, is_fixed_size=True),
                anchor="center",
            )
        return True

    def draw_advice(self, painter: Painter, places: TableBoxes, text: str) -> None:
        """Draws a text on the empty board."""
        paragraph(painter, self.advice_box(places), text, LARGE, CHALK_COLOUR)

    @staticmethod
    def advice_box(places: TableBoxes) -> Box:
        """Box of the advice on the empty board, in units."""
        area = places.piles
        return Box(area.x + area.w * 0.08, area.y + 8, area.w * 0.84, area.h * 0.62)

    def draw_mark(
        self, painter: Painter, at: tuple[float, float], card: float, *, is_own: bool, opening: float = 0.0
    ) -> None:
        """Draw the mark of a new card: a rivet with a star, gold for this turn's cards, else blue."""
        image = hangars.rivet(painter.assets, round(26 * card / BASE_CARD_WIDTH, 1), is_own=is_own)
        if opening:
            image = pygame.transform.smoothscale_by(image, 1 + opening)
        painter.blit(image, at[0], at[1] + 2, "center")

    def draw_stock(self, painter: Painter, box: Box, count: int, *, lit: bool) -> None:
        """Draws the stock with its card count, or its empty place; framed in gold if ``lit``."""
        assets, card_width = painter.assets, min(66.0, (box.h - 16) / CARD_ASPECT)
        card_height = card_width * CARD_ASPECT
        deep = min(6, (count + 9) // 10)
        x, y = box.right - card_width - 2 * deep - 10, box.centre[1] - card_height / 2
        middle = x + 2 * deep + card_width / 2, y + card_height / 2
        if count:
            card_shade(painter, card_shadow(assets, card_width, 120), x + 2 * deep, y)
            painter.blit(card_stack(assets, card_width, *BACKS[self.mixed and count % 2], deep), x, y)
            if lit:
                painter.frame(Box(x + 2 * deep - 3, y - 3, card_width + 6, card_height + 6), GOLD, 3, 11)
        else:
            painter.blit(hangars.gap(assets, round(card_width), round(card_height)), x, y)
        more = 1 + 0.6 * (painter.text_scale - 1)
        # No wider than the cards below it.
        across = min(54 * more, card_width)
        pill = hangars.count_badge(assets, round(across), round(34 * more))
        painter.blit(pill, *middle, "center")
        painter.text(
            str(count),
            middle[0],
            middle[1] - 1,
            (LARGE - 1) * more,
            TextStyle(NAMES, INK, is_fixed_size=True),
            anchor="center",
            room=across - 14,
        )

    def draw_seats(self, painter: Painter, boxes: Sequence[Box], sitters: Sequence[SeatFacts]) -> None:
        """Draws a console with lamps and a plate for each of the other seats, without puppets."""
        for box, sitter in zip(boxes, sitters, strict=False):
            desk = Box(box.x - 6, box.bottom - DESK_HEIGHT, box.w + 4, DESK_HEIGHT)
            lamps = 7 if sitter.turns else 2 if sitter.good else 4
            image = hangars.console(painter.assets, round(desk.w), round(desk.h), lamps)
            painter.blit(image, desk.x - 10, desk.y - 10)
        super().draw_seats(painter, boxes, sitters)

    def sign(self, sitter: SeatFacts) -> Picture | None:
        """Sign that shows if a seat has come in. None if ``sitter.good`` is None."""
        return None if sitter.good is None else Picture(_draw_came, (sitter.good,), w=26, h=26)

    # Animation.

    def _stars(self, places: TableBoxes) -> list[tuple[float, float]]:
        """Positions (x, y) of twinkling stars, in units, where nothing else is drawn."""
        right, bottom = places.canvas.w, places.status.bottom
        return [
            (right - 22, bottom * 0.34),
            (right - 40, bottom * 0.12),
            (places.table.x * 0.4, bottom * 0.5),
        ]

    def idle_figures(
        self, places: TableBoxes, status: StatusColumn, now: float
    ) -> list[tuple[Hashable, object, Box]]:
        """Key, frame number and box to redraw of each animated part: smoke, beacon, three stars."""
        box = places.status
        x, y = self._beacon(box)
        figures: list[tuple[Hashable, object, Box]] = [
            ("smoke", int(now / SMOKE_MS) % nights.SMOKE_FRAMES, self._smoke(box)),
            ("beacon", int(now / BEACON_MS) % 2, Box(x - 24, y - 24, 48, 48)),
        ]
        for number, (sx, sy) in enumerate(self._stars(places)):
            figures.append((f"star {number}", self._star_frame(number, now), Box(sx - 13, sy - 13, 26, 26)))
        return figures

    def _star_frame(self, number: int, now: float) -> int:
        """Frame number (from 0) of star ``number`` at ``now`` (ms)."""
        return int(now / STAR_MS + number * 1.7) % nights.TWINKLE_FRAMES

    def draw_living(
        self, painter: Painter, places: TableBoxes, status: StatusColumn, now: float, jolt: float = 0.0
    ) -> None:
        """Draws smoke, beacon and stars at ``now`` (ms), the sign in front of them. Ignores ``jolt``."""
        assets, box = painter.assets, places.status
        smoke = self._smoke(box)
        frame = int(now / SMOKE_MS) % nights.SMOKE_FRAMES
        painter.blit(nights.smoke(assets, frame, self._size(box)), smoke.x, smoke.y)
        if int(now / BEACON_MS) % 2 == 0:
            add_light(
                painter,
                nights.light(assets, 24, VALIDITY_COLOURS.get(status.lamp, "#FF6A4A"), 0.8),
                *self._beacon(box),
            )
        for number, (x, y) in enumerate(self._stars(places)):
            painter.blit(nights.twinkle(assets, self._star_frame(number, now)), x, y, "center")
        self.draw_sign(painter, box, status)

    def prepare(self, painter: Painter, places: TableBoxes) -> Iterator[None]:
        """Preloads the slowest parts of the first picture by drawing them, one per step."""
        self.draw_sky(painter, places)
        yield
        self.draw_hangar(painter, places, ValidityIndicator.OFF)
        yield
        self.draw_room(painter, places)
        yield
        self.draw_status(painter, places.status, StatusColumn(meter=(0, 30)))
        yield
        self.draw_living(painter, places, StatusColumn(), 0.0)

    def preload(self, painter: Painter, places: TableBoxes) -> Iterator[None]:
        """Preloads animation frames, and stages for tricks of 1 to 7 cards in every state, one per step."""
        for step in range(8):
            self.draw_living(painter, places, StatusColumn(), step * 340.0)
            yield
        height = BASE_CARD_WIDTH * CARD_ASPECT + self.shape.top + self.shape.bottom
        for count in range(1, 8):
            width = (
                BASE_CARD_WIDTH
                + (max(count, self.shape.slots) - 1) * BASE_CARD_WIDTH * self.shape.step
                + self.shape.left
                + self.shape.right
            )
            for colour in range(len(hangars.NOSE_LOOKS)):
                for lit in (False, True):
                    backing = PileBacking(PileBorder.WHOLE, colour, count, lit=lit)
                    self.draw_pile(painter, Box(0, 0, width, height), backing)
                    yield
            self.draw_pile(painter, Box(0, 0, width, height), PileBacking(PileBorder.OPEN, 0, count))
            yield

    # Column on the right.

    def draw_status(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """Draw the rocket on its pad, and the meter while the player has to come in."""
        assets = painter.assets
        size, pad = self._size(box), self.pad_box(box)
        x, y = pad.x, pad.y
        glow = nights.light(assets, 150 * size / 0.7, "#FFB45A", 0.5, 52)
        add_light(painter, glow, x + 132 * size, y + 330 * size)
        rim = nights.RIM_MARGIN
        painter.blit(nights.pad(assets, size, arms=self.flier is None), x - rim, y - rim)
        if self.flier is not None:
            self.draw_flight(painter, box)
        else:
            dx, dy = nights.HULL_PLACE
            painter.blit(nights.hull(assets, size), x + dx * size - rim, y + dy * size - rim)
        if status.meter is not None:
            self._draw_meter(painter, box, *status.meter)

    def draw_flight(self, painter: Painter, box: Box) -> None:
        """Draws the small rocket of the `flier` on its way past the moon, with its trail from the pad."""
        assets, size, (x, y) = painter.assets, self._size(box), self.hull_at(box)
        bend, rise = nights.HULL_SIZE[0] * size / 2, nights.HULL_SIZE[1] * size * 0.65
        y += nights.HULL_SIZE[1] * size / 2
        for step in range(TRAIL_TUFTS):
            climb = step / TRAIL_TUFTS
            image = tuft(assets, round((16 - 10 * climb) * size), (*FRONT_SMOKE, INK), step % 3)
            painter.blit(image, x - bend * climb**2, y - rise * climb, "center")
        image = nights.small_rocket(assets, self.flier or 0, 0, size)
        tilt = math.degrees(math.atan2(2 * bend, rise))
        painter.blit(pygame.transform.rotozoom(image, tilt, 1.0), x - bend, y - rise, "center")

    def draw_sign(self, painter: Painter, box: Box, status: StatusColumn) -> None:
        """Draws the sign at the foot of the pad over its smoke; nothing without words."""
        if (frame := self._sign(painter, box, status)) is not None:
            frame.paint(painter)

    def line_ends(self, places: TableBoxes) -> tuple[float, float]:
        """X of the two girders of the panel."""
        return places.table.x + GIRDER_INSET, places.table.right - GIRDER_INSET

    def sign_box(self, painter: Painter, box: Box, status: StatusColumn) -> Box | None:
        """Box of the sign, in units. None if there is nothing to say."""
        frame = self._sign(painter, box, status)
        return None if frame is None else frame.boxes[SIGN_KEY]

    def _sign(self, painter: Painter, box: Box, status: StatusColumn) -> LayoutTree | None:
        """Layout of the sign. None if there is nothing to say."""
        if not status.words:
            return None
        badge = (
            Picture(_draw_lamp, (str(status.lamp),), w=28, h=26) if status.lamp in VALIDITY_COLOURS else None
        )
        top = self.pad_box(box).bottom + SIGN_GAP
        within = Box(box.x, top, box.w, box.bottom - top)
        edge = REFUSAL_CLOTH.edge if status.refuses else INK
        cloth = LabelColours("#FFF3C4", "#FFF3C4", INK, edge)
        return SIGN_CACHE.frame(painter, painter.view.box, status.words, badge, cloth, within, 0.0)

    def _draw_meter(self, painter: Painter, box: Box, points: int, needed: int) -> None:
        """Draws the coming-in meter with points reached and required, lying if it is longer that way."""
        w, h = hangars.METER_SIZE
        bottom, progress = box.bottom - _foot(box) + 8, round(points / max(1, needed), 2)
        size = round(min(self._size(box) * 0.98, (bottom - box.y - METER_TOP) / h), 2)
        clear = self.pad_box(box).x + nights.HULL_PLACE[0] * self._size(box) - box.x - 12
        long = round(max(0.3, min(0.56, clear / h)), 2)
        label = outlined_text(painter.assets, _("of {needed}").format(needed=needed), 19, "#FFF3DC", INK, 2.5)
        half = label.get_width() / painter.view.scale / 2
        # Number, words and meter share one axis.
        x, y = box.x + max(4.0, half - w * size / 2), bottom - h * size
        colour = "#7FD6A4" if points >= needed else "#FFD84D"
        middle = x + w * size / 2
        if size < long:
            middle, y = box.x + 34, box.y + METER_TOP
            painter.blit(hangars.meter(painter.assets, progress, long, lying=True), box.x, y + 6)
        else:
            painter.blit(hangars.meter(painter.assets, progress, size), x - 3, y - 3)
        number = outlined_text(painter.assets, str(points), 40, colour, INK, 4)
        painter.blit(number, max(middle, box.x + half), y - 40, "center")
        painter.blit(label, max(middle, box.x + half), y - 12, "center")

    def _size(self, box: Box) -> float:
        """Scale of the pad, 0.36 to 0.8, as large as the column allows."""
        # In hundredths, because each size needs pictures of pad, rocket and smoke.
        return round(max(0.36, min(0.8, (box.h - _foot(box) + 8) / nights.PAD_SIZE[1])), 2)

    def pad_box(self, box: Box) -> Box:
        """Box of the pad in units."""
        w, h = (side * self._size(box) for side in nights.PAD_SIZE)
        x = box.right + max(0.0, GANTRY_OVERHANG - max(0.0, box.w - COLUMN_WIDTH)) - w
        return Box(x, max(box.y - 4, box.bottom - _foot(box) - h), w, h)

    def hull_at(self, box: Box) -> tuple[float, float]:
        """Middle (x, y) of the big rocket on its pad, in units."""
        size, pad = self._size(box), self.pad_box(box)
        return pad.x + (nights.HULL_PLACE[0] + nights.HULL_SIZE[0] / 2) * size, pad.y + nights.HULL_SIZE[
            1
        ] * size * 0.5

    def _smoke(self, box: Box) -> Box:
        """Box in units of the smoke around the foot of the pad."""
        size, pad = self._size(box), self.pad_box(box)
        return Box(pad.x - 18 * size, pad.y + 282 * size, 300 * size, 90 * size)

    def _beacon(self, box: Box) -> tuple[float, float]:
        """Middle (x, y) of the beacon on the gantry, in units."""
        size, pad = self._size(box), self.pad_box(box)
        return pad.x + 220 * size, pad.y + 42 * size


ROCKIT_THEME = MissionControl()
