"""Animation of the knock that ends a turn: a neck shoots across the mat, and its fist hits the neighbour.

Everything except the lamp's light goes dark. Both puppets appear on the mat, the knocking one always at the
left. Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import pygame

from game.i18n import _
from game.ui.art.endings import cry, cuff, dented_puppet, fist, gloom, neck, sample_bezier, smack
from game.ui.art.layers import WOOL
from game.ui.art.marks import puff, yarn_curl
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.animation_timeline import TOP_PASS, FadeThroughPeak, Hit, Timeline
from game.ui.core.canvas import HEIGHT, WIDTH, Box, ease_out
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.widgets import draw_pill

SHOOT_MS, HIT_MS, SPRING_MS, COIL_MS, STEP_OFF_MS, LENGTH_MS = 160.0, 260.0, 320.0, 620.0, 740.0, 900.0
"""Times: the neck shoots out; it hits; the freeze after the hit ends; the neck comes back; both leave; end.
"""
NECK_PLACE, NECK_SIZE = (50.0, 60.0), (860.0, 330.0)
"""Position and size of the neck's picture."""
NECK_PATH = (
    (110.0, 258.0), (60.0, 74.0), (104.0, 38.0), (284.0, 34.0), (494.0, 28.0), (644.0, 28.0), (744.0, 118.0),
)  # fmt: skip
NECK_WIDTHS = 92.0, 58.0
NECK_POINTS = sample_bezier(NECK_PATH, 121)
NECK_TURN_X = 150.0
"""X up to which the neck goes up; beyond it the neck goes to the right."""
FIST_HEIGHT, FIST_DISTANCE, FIST_TURN_STEP = 190.0, 72.0, 30
"""Height of the fist, its distance ahead of the neck, and the degrees between its pictures."""
HIT_PLACE = 884.0, 232.0
LEFT_FOOT, RIGHT_FOOT = (160.0, 356.0), (936.0, 396.0)  # positions of the puppets' feet
KNOCKER_HEIGHT, STRUCK_HEIGHT = 250.0, 286.0
DENT_DEPTHS = (100.0, 46.0, 14.0)  # depths of the dent in the cheek after the hit
WORD_SIZE, WORD_TILT = 150.0, 6.0
# times at which all pictures except the turns of the fist are drawn once
PRELOAD_MS = (10, 100, HIT_MS - 1, HIT_MS, 330, 390, 450, 510, 570, 640, 750, 870)
LIGHT_POOLS = ((980.0, 220.0, 400.0, 320.0), (1060.0, 190.0, 330.0, 300.0))
DARKNESS = 0.62
_THREADS = tuple(
    (number, -2.7 + number * 0.49 + turn, 128.0 + 34 * (number % 3))
    for number, turn in enumerate(random.Random(8).uniform(-0.1, 0.1) for _number in range(12))
)
"""Things that fly off: number, direction and initial distance."""


def draw_night(painter: Painter, opacity: float) -> None:
    """Darkens everything outside the lamp's light, at an opacity of 0 to 1."""
    view = painter.view
    x, y = (view.w - WIDTH) / 2, (view.h - HEIGHT) / 2
    lights = tuple((left + x, top + y, w, h) for left, top, w, h in LIGHT_POOLS)
    night = gloom(painter.assets, view.w, view.h, DARKNESS, lights)
    painter.blit(night, 0, 0, opacity=opacity)


Put: TypeAlias = Callable[..., None]


@dataclass(frozen=True, slots=True)
class KnockAnimation:
    """Looks and outfits of the knocking and the hit puppet."""

    look: int
    wears: str
    other: int
    other_wears: str
    told: str = ""
    """Sentence shown while the word is not: other texts are out of the way."""

    def timeline(self, quick: float) -> Timeline:
        """Timeline of the knock with sounds and shake, LENGTH ms times ``quick``."""
        span = TOP_PASS.span(
            LENGTH_MS * quick, self.draw, FadeThroughPeak((HIT_MS + 1) / LENGTH_MS)
        ).declutter()
        span = span.shake(HIT_MS * quick, (STEP_OFF_MS - HIT_MS) * quick)
        return span.sound("zip", SHOOT_MS * quick).hit(HIT_MS * quick, Hit("knock"))

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the animation at ``progress`` (0 to 1) of its duration."""
        now, view = progress * LENGTH_MS, painter.view
        x, y = (view.w - WIDTH) / 2, (view.h - HEIGHT) / 2
        draw_night(painter, min(1.0, now / SHOOT_MS, (LENGTH_MS - now) / (LENGTH_MS - COIL_MS)))
        place = partial(_blit_shifted, painter, x, y)
        if now >= HIT_MS and now < COIL_MS - 160:
            place(smack(painter.assets, 332), (HIT_PLACE[0] - 12, HIT_PLACE[1]))
        self._draw_struck(painter, place, now)
        self._draw_neck(painter, place, now)
        if HIT_MS <= now < COIL_MS:
            self._draw_lint(painter, place, max(0.0, (now - SPRING_MS) / (COIL_MS - SPRING_MS)))
        if HIT_MS <= now < STEP_OFF_MS + 60:
            place(self._word_image(painter), (500, 462))
        elif self.told:
            width, height = (
                min(view.safe_area.w - 12, painter.width(self.told, BODY, STRONG) + 36),
                painter.line_height(BODY) + 6,
            )
            draw_pill(painter, Box((view.w - width) / 2, y + 462 - height / 2, width, height))
            style = TextStyle(STRONG, WOOL)
            painter.text(self.told, view.w / 2, y + 462, BODY, style, anchor="center", room=width - 36)

    def _draw_struck(self, painter: Painter, place: Put, now: float) -> None:
        """Draw the neighbour, who looks up, is hit, and sees stars."""
        x, foot = RIGHT_FOOT[0] + _distance_aside(now) * 420, RIGHT_FOOT[1] + puppet_foot(STRUCK_HEIGHT)
        if HIT_MS <= now < COIL_MS - 80:
            deep = 0 if now < SPRING_MS else 1 + int(2 * (now - SPRING_MS) / (COIL_MS - 80 - SPRING_MS))
            image = dented_puppet(
                painter.assets, self.other, STRUCK_HEIGHT, DENT_DEPTHS[min(deep, 2)], self.other_wears
            )
        else:
            state, dress = (
                "socked" if now >= HIT_MS else "idle",
                PuppetOutfit(self.other_wears, 3.5, flip=True),
            )
            image = puppet(painter.assets, self.other, state, 0, STRUCK_HEIGHT, dress, look=(0.8, -0.6))
        place(image, (x, foot), "midbottom")

    def _draw_neck(self, painter: Painter, place: Put, now: float) -> None:
        """Draw the knocking puppet: complete before and after, and a neck from a cuff in between."""
        if now < SHOOT_MS or now >= STEP_OFF_MS:
            dress, at = PuppetOutfit(self.wears, 3.5), LEFT_FOOT[0] - _distance_aside(now) * 420
            image = puppet(painter.assets, self.look, "sock", 0, KNOCKER_HEIGHT, dress)
            place(image, (at, LEFT_FOOT[1] + puppet_foot(KNOCKER_HEIGHT)), "midbottom")
            return
        out = 1 - ease_out((now - COIL_MS) / (STEP_OFF_MS - COIL_MS)) if now > COIL_MS else 1.0
        if now < HIT_MS:
            out = ease_out((now - SHOOT_MS) / (HIT_MS - SHOOT_MS))
        number = max(2, round(out * (len(NECK_POINTS) - 1)))
        (bx, by), (ax, ay) = NECK_POINTS[number], NECK_POINTS[number - 2]
        image, scale = neck(painter.assets, self.look, NECK_SIZE, NECK_PATH, NECK_WIDTHS), painter.view.scale
        w, h = image.get_size()
        # While moving, the neck is cut off at the fist; at its end it is complete, with the fist on top.
        edge = 0, 0, w if out == 1.0 else round(bx * scale), h
        if bx < NECK_TURN_X:
            edge = 0, round(by * scale), round(NECK_TURN_X * 1.5 * scale), h
        cut = image.get_rect().clip(edge)
        place(
            image.subsurface(cut), (NECK_PLACE[0] + cut.x / scale, NECK_PLACE[1] + cut.y / scale), "topleft"
        )
        place(cuff(painter.assets, 118), (160, 334))
        angle = math.degrees(math.atan2(ay - by, bx - ax))
        turn = FIST_TURN_STEP * max(
            -1, min(1, round(angle / FIST_TURN_STEP))
        )  # its face is never upside down
        ahead = math.cos(math.radians(angle)) * FIST_DISTANCE, -math.sin(math.radians(angle)) * FIST_DISTANCE
        head = fist(painter.assets, self.look, FIST_HEIGHT, turn)
        place(head, (NECK_PLACE[0] + bx + ahead[0], NECK_PLACE[1] + by + ahead[1]))

    def _draw_lint(self, painter: Painter, place: Put, progress: float) -> None:
        """Draws lint that flies off the hit at ``progress`` (0 to 1)."""
        for number, angle, reach in _THREADS:
            distance = reach + 80 * ease_out(progress)
            at = HIT_PLACE[0] + math.cos(angle) * distance * 1.08, HIT_PLACE[1] + math.sin(angle) * distance
            if math.dist(at, (HIT_PLACE[0] - 60, HIT_PLACE[1] - 26)) < 124:
                continue
            if number % 2:
                looks = (-1, self.other, self.look)
                curl = looks[number % 3], number * 30 % 360, 34 + 8 * (number % 3)
                place(yarn_curl(painter.assets, *curl), at)
            else:
                place(
                    puff(painter.assets, 1 + min(4, int(progress * 5)), 0.42 + 0.14 * (number % 3), number),
                    at,
                )

    def _word_image(self, painter: Painter) -> pygame.Surface:
        """Picture of the translated cry "KNOCK!" in the knocker's look."""
        return cry(painter.assets, _("Knock!").upper(), WORD_SIZE, self.look, WORD_TILT)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Renders all pictures into the cache, one per step."""
        for turn in (-FIST_TURN_STEP, 0, FIST_TURN_STEP):
            fist(painter.assets, self.look, FIST_HEIGHT, turn)
            yield
        for now in PRELOAD_MS:
            self.draw(painter, now / LENGTH_MS)
            yield


def _blit_shifted(
    painter: Painter,
    dx: float,
    dy: float,
    image: pygame.Surface,
    at: tuple[float, float],
    anchor: str = "center",
) -> None:
    """Draws a picture unrotated at a point that is moved by (dx, dy) units."""
    painter.blit(image, at[0] + dx, at[1] + dy, anchor)


def _distance_aside(now: float) -> float:
    """Share (0 to 1) by which both puppets are away from their places at ``now`` (ms)."""
    if now < STEP_OFF_MS:
        return 1 - ease_out(min(1.0, now / 110))
    return ((now - STEP_OFF_MS) / (LENGTH_MS - STEP_OFF_MS)) ** 2
