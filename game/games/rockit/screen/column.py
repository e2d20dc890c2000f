"""The column on the right of mission control: the rocket on its pad, the meter, the sign before its smoke."""

from __future__ import annotations

import pygame

from game.games.rockit.screen import art_hangar as hangars
from game.games.rockit.screen import art_night as nights
from game.games.rockit.screen import art_rocket as rockets
from game.ui.art.letters import outlined
from game.ui.art.palette import INK, STITCH
from game.ui.kit.canvas import Box
from game.ui.kit.paint import Painter
from game.ui.kit.theme import BODY
from game.ui.table.rummy.plates import Cloth, label, paragraph, paragraph_height
from game.ui.table.rummy.room import LampState, Status
from game.words import _

ADD = pygame.BLEND_RGB_ADD
BEYOND = 22.0
"""How far the gantry stands out of the column of usual width, to the right."""
USUAL = 204.0
"""That width: a column that is wider, for larger text, ends at the edge of the screen."""
ABOVE_SIGN = 10.0
"""What is left free between the launch pad and the sign."""
LIGHTS = {LampState.WHOLE: "#7FD6A4", LampState.MENDABLE: "#FFC94A", LampState.LOST: "#FF8A6E"}
"""The colours of the lamp's states: of the seam around the hangar, and of the beacon."""


def _foot(column: Box) -> float:
    """How much of the foot of the column is kept for the sign; a wide column has larger text."""
    return column.w * 0.5 + 44


class GantryColumn:
    """The part of the room that draws this column."""

    gone = False
    """Whether the big rocket has left its pad."""

    def _add(self, painter: Painter, image: pygame.Surface, x: float, y: float) -> None:
        """Add light around a point."""
        place = image.get_rect(center=(painter.view.px(x), painter.view.px(y)))
        painter.surface.blit(image, place, special_flags=ADD)

    def draw_status(self, painter: Painter, box: Box, status: Status) -> None:
        """The rocket on its pad, the meter while somebody has to come in, and the sign."""
        assets = painter.assets
        size = self._size(box)
        x, y = self._pad(box)
        glow = nights.light(assets, 150 * size / 0.7, "#FFB45A", 0.5, 52)
        self._add(painter, glow, x + 132 * size, y + 330 * size)
        rim = rockets.RIM
        painter.blit(rockets.pad(assets, size, arms=not self.gone), x - rim, y - rim)
        if not self.gone:
            dx, dy = rockets.HULL_AT
            painter.blit(rockets.hull(assets, size), x + dx * size - rim, y + dy * size - rim)
        if status.meter is not None:
            self._draw_meter(painter, box, *status.meter)

    def draw_sign(self, painter: Painter, box: Box, status: Status) -> None:
        """The sign at the foot of the pad, over its smoke."""
        sign = self.sign_box(painter, box, status)
        if sign is None:
            return
        left = 0.0
        cloth = Cloth("#FFF3C4", "#FFF3C4", STITCH, INK)
        label(painter, sign, cloth, 18)
        if status.lamp in LIGHTS:
            left = 28.0
            painter.blit(
                hangars.lamp_sign(painter.assets, str(status.lamp), 26),
                sign.x + 12,
                sign.centre[1],
                "midleft",
            )
        words = Box(sign.x + 14 + left, sign.y + 9, sign.w - 28 - left, sign.h - 18)
        paragraph(painter, words, status.words, BODY, cloth.ink)

    def sign_box(self, painter: Painter, box: Box, status: Status) -> Box | None:
        """Where the sign stands; `None` where there is nothing to say."""
        if not status.words:
            return None
        left = 28.0 if status.lamp in LIGHTS else 0.0
        most = box.bottom - self._pad(box)[1] - rockets.PAD[1] * self._size(box) - ABOVE_SIGN
        tall = paragraph_height(painter, status.words, box.w - 28 - left, most - 20) + 20
        return Box(box.x, box.bottom - tall, box.w, tall)

    def _draw_meter(self, painter: Painter, box: Box, points: int, needed: int) -> None:
        """How many points are shown of those that are needed."""
        size = self._size(box) * 0.98
        w, h = hangars.METER
        x, y = box.x + 4, box.bottom - h * size - _foot(box) + 8
        colour = "#7FD6A4" if points >= needed else "#FFD84D"
        middle = x + w * size / 2
        # No room to stand beside the pad, so it lies above it.
        if y < box.y + 50:
            middle, y = box.x + 34, box.y + 56
            clear = self._pad(box)[0] + rockets.HULL_AT[0] * self._size(box) - box.x - 12
            long = round(max(0.3, min(0.56, clear / h)), 2)
            image = hangars.meter(painter.assets, round(points / max(1, needed), 2), long, lying=True)
            painter.blit(image, box.x, y + 6)
        else:
            image = hangars.meter(painter.assets, round(points / max(1, needed), 2), round(size, 2))
            painter.blit(image, x - 3, y - 3)
        number = outlined(painter.assets, str(points), 40, colour, INK, 4)
        painter.blit(number, middle, y - 40, "center")
        words = outlined(painter.assets, _("of {needed}").format(needed=needed), 19, "#FFF3DC", INK, 2.5)
        left = box.x + words.get_width() / painter.view.scale / 2
        painter.blit(words, max(middle, left), y - 12, "center")

    def _size(self, box: Box) -> float:
        """How large the pad is drawn: as large as the column lets it."""
        # In hundredths: for each size there are pictures of pad, rocket and smoke.
        return round(max(0.36, min(0.8, (box.h - _foot(box) + 8) / rockets.PAD[1])), 2)

    def _pad(self, box: Box) -> tuple[float, float]:
        """The upper left corner of the launch pad."""
        size = self._size(box)
        x = box.right + max(0.0, BEYOND - max(0.0, box.w - USUAL)) - rockets.PAD[0] * size
        return x, max(box.y - 4, box.bottom - _foot(box) - rockets.PAD[1] * size)

    def nozzle(self, box: Box) -> tuple[float, float, float]:
        """Where the big rocket's nozzle is, and how large it is drawn, for its launch."""
        size = self._size(box)
        x, y = self._pad(box)
        return x + (rockets.HULL_AT[0] + rockets.HULL[0] / 2) * size, y + rockets.HULL[1] * size, size

    def _smoke(self, box: Box) -> Box:
        size = self._size(box)
        x, y = self._pad(box)
        return Box(x - 18 * size, y + 282 * size, 300 * size, 90 * size)

    def _beacon(self, box: Box) -> tuple[float, float]:
        size = self._size(box)
        x, y = self._pad(box)
        return x + 220 * size, y + 42 * size
