"""Animation of a Boss who falls: the throne throws the puppet off, and the next Boss gets the crown.

The office goes dark, plates and hand disappear, and the others gape from behind the ledge. Times are in ms at
the brisk pace.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from game.games.sociable.screen import art_fall as arts
from game.games.sociable.screen.office_layout import BOSS, seat_height
from game.i18n import _
from game.ui.art.endings import cry, gaping, gloom, smack
from game.ui.art.marks import STAR_FRAMES, puff, stars, yarn_curl
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.animation_timeline import DrawPass, FadeThroughPeak, Hit, Timeline
from game.ui.core.canvas import WIDTH, ease_out, ease_out_back, hop_height
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter

FALL_PASS: DrawPass[Painter] = DrawPass()  # drawn over the whole office
THRONE_COME_MS, THROW_MS, IMPACT_MS, SPRING_MS, SIT_MS, CROWNED_MS, LEAVE_MS, LENGTH_MS = (
    220.0, 400.0, 640.0, 700.0, 940.0, 1060.0, 1240.0, 1400.0,
)  # fmt: skip
"""Times, ms: the throne has come, throws the Boss, who hits the floor; the freeze on that ends; the next Boss
sits, has the crown; everything leaves; the end."""
THRONE_X, PUPPET_HEIGHT = 400.0, 250.0  # x of the throne; height of the puppets, units
LANDING_X = 905.0  # x at which the Boss lands
FLOOR_HEIGHT = 40.0  # height of the floor above the ledge, units
TUMBLE_STEP = 30  # degrees between the pictures of a tumbling puppet
# maximum and minimum size, maximum width, and rotation in degrees of the words
WORD_SIZE, MIN_WORD_SIZE, MAX_WORD_WIDTH, WORD_TILT = 140.0, 60.0, 620.0, 5.0
WORD_PLACE = 890.0, 402.0  # middle of the words: x, and height above the floor
# other puppets behind the ledge: x, height, and True if they look left
WATCHER_PLACES = ((128.0, 200.0, False), (676.0, 176.0, False), (1168.0, 206.0, True))
DARKNESS = 0.76
DARKEN_MS = 200.0  # ms
PEAK = FadeThroughPeak(1200 / LENGTH_MS)
# times that cover all pictures except those of the fall
PRELOAD_MS = (100, 300, 460, IMPACT_MS, 760, SIT_MS, CROWNED_MS, 1200)
_THREADS = tuple(
    (number, -0.25 - number * 0.29, 118.0 + 30 * (number % 3) + offset)
    for number, offset in enumerate(random.Random(4).uniform(-10, 10) for _number in range(10))
)
"""Threads that fly up from the floor: number, direction in radians, and first distance in units."""


@dataclass(frozen=True, slots=True)
class BossFallData:
    """Fallen Boss, next Boss and spectators, each by look and outfit."""

    fallen: tuple[int, str]
    follows: tuple[int, str]
    others: tuple[tuple[int, str], ...]
    ledge: float  # upper edge of the wooden front

    def timeline(self) -> Timeline:
        """Timeline of the fall, `LENGTH_MS` ms long, with its sounds."""
        timeline = FALL_PASS.span(LENGTH_MS, self.draw, PEAK).stop_on_press()
        return (
            timeline.sound("toss", THROW_MS)
            .hit(IMPACT_MS, Hit("sock"))
            .sound("stars", SPRING_MS)
            .sound("chair", SIT_MS)
        )

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the animation at a ``progress`` of 0 to 1."""
        now_ms, view, assets = progress * LENGTH_MS, painter.view, painter.assets
        now_ms = IMPACT_MS if IMPACT_MS <= now_ms < SPRING_MS else now_ms
        dx, floor = (view.w - WIDTH) / 2, self.ledge - FLOOR_HEIGHT
        dark = min(now_ms / DARKEN_MS, _remaining(now_ms))
        painter.blit(_night_image(painter, self.ledge), 0, 0, opacity=dark)
        before = painter.surface.get_clip()
        painter.surface.set_clip(before.clip((0, 0, before.right, view.px(self.ledge))))
        if now_ms >= IMPACT_MS:
            painter.blit(smack(assets, 300), LANDING_X + dx, floor - 70, "center") if now_ms < 860 else None
        self._draw_throne(painter, dx, floor, now_ms)
        self._draw_fallen(painter, dx, floor, now_ms)
        self._draw_crown(painter, dx, floor, now_ms)
        if IMPACT_MS <= now_ms < LEAVE_MS:
            self._draw_lint(painter, dx, floor, max(0.0, (now_ms - SPRING_MS) / (LEAVE_MS - SPRING_MS)))
        self._draw_others(painter, dx, now_ms)
        painter.surface.set_clip(before)
        if now_ms >= IMPACT_MS:
            self._draw_word(painter, dx, floor, max(0.0, _remaining(now_ms)))

    def _draw_throne(self, painter: Painter, dx: float, floor: float, now_ms: float) -> None:
        """Draw the throne with the Boss who is in it: first the old one, then the new one."""
        up, shakes = _throne_height(now_ms) * 560, 0.0
        if THRONE_COME_MS <= now_ms < THROW_MS:
            shakes = (
                5
                * math.sin((now_ms - THRONE_COME_MS) / 14)
                * (now_ms - THRONE_COME_MS)
                / (THROW_MS - THRONE_COME_MS)
            )
        hop = 26 * hop_height((now_ms - THROW_MS) / 200) if THROW_MS <= now_ms < THROW_MS + 200 else 0.0
        x, y = THRONE_X + dx + shakes, floor - up - hop
        sole = y - seat_height(BOSS, arts.THRONE_SCALE) + 5 + puppet_foot(PUPPET_HEIGHT)
        painter.blit(arts.throne(painter.assets, "back"), x, y, "midbottom")
        if now_ms < THROW_MS:
            painter.blit(self._boss_image(painter, self.fallen, "idle", crowned=True), x, sole, "midbottom")
        elif now_ms >= SPRING_MS:
            # The new Boss hops in from behind the left arm.
            progress = ease_out(min(1.0, (now_ms - SPRING_MS) / (SIT_MS - SPRING_MS)))
            aside, dy = -150 * (1 - progress), 210 * (1 - progress) - 70 * hop_height(progress)
            image = self._boss_image(painter, self.follows, "happy", crowned=now_ms >= CROWNED_MS)
            painter.blit(image, x + aside, sole + dy, "midbottom")
        painter.blit(arts.throne(painter.assets, "front"), x, y, "midbottom")

    def _boss_image(
        self, painter: Painter, person: tuple[int, str], state: str, *, crowned: bool
    ) -> pygame.Surface:
        """Picture of a puppet by look and outfit in a state, with the crown if ``crowned``."""
        look, wears = person
        dress = PuppetOutfit(f"{wears} crown".strip() if crowned else wears, 3.5, ground=False)
        return puppet(painter.assets, look, state, 0, PUPPET_HEIGHT, dress, look=(0.8, 0.2))

    def _draw_fallen(self, painter: Painter, dx: float, floor: float, now_ms: float) -> None:
        """Draw the fallen Boss: thrown off, over the floor, and on the head."""
        if now_ms < THROW_MS:
            return
        progress = min(1.0, (now_ms - THROW_MS) / (IMPACT_MS - THROW_MS))
        sits = floor - seat_height(BOSS, arts.THRONE_SCALE) - PUPPET_HEIGHT * 0.5
        x = THRONE_X + 20 + (LANDING_X - THRONE_X - 20) * progress + dx
        y = sits + (floor - PUPPET_HEIGHT * 0.34 - sits) * progress - 190 * hop_height(progress)
        if now_ms >= SPRING_MS:
            y -= 16 * hop_height(min(1.0, (now_ms - SPRING_MS) / 140))
        y += (1 - _remaining(now_ms)) * 420
        turn = TUMBLE_STEP * round(180 * progress / TUMBLE_STEP)
        image = arts.tumbling(painter.assets, *self.fallen[:1], PUPPET_HEIGHT, self.fallen[1], turn)
        painter.blit(image, x, y, "center")
        if now_ms >= SPRING_MS:
            frame = int((now_ms - SPRING_MS) / 70) % STAR_FRAMES
            painter.blit(stars(painter.assets, frame, 84), x - 6, y - PUPPET_HEIGHT * 0.56, "center")

    def _draw_crown(self, painter: Painter, dx: float, floor: float, now_ms: float) -> None:
        """Draw the crown, which flies up, turns once and lands on the next head."""
        if not THROW_MS <= now_ms < CROWNED_MS:
            return
        progress = (now_ms - THROW_MS) / (CROWNED_MS - THROW_MS)
        head = floor - seat_height(BOSS, arts.THRONE_SCALE) - PUPPET_HEIGHT * 1.0
        y, turn = (
            head - 170 * hop_height(progress),
            TUMBLE_STEP * round(360 * min(1.0, progress / 0.8) / TUMBLE_STEP) % 360,
        )
        x = THRONE_X - 14 + 50 * hop_height(progress) + dx
        painter.blit(arts.crown(painter.assets, PUPPET_HEIGHT, turn), x, y, "center")

    def _draw_lint(self, painter: Painter, dx: float, floor: float, progress: float) -> None:
        """Draw the threads and puffs that fly up where the fallen Boss has landed."""
        for number, angle, reach in _THREADS:
            distance = reach + 70 * ease_out(progress)
            at = LANDING_X + dx + math.cos(angle) * distance * 1.15, floor - 40 + math.sin(angle) * distance
            if number % 2:
                look = (-1, self.fallen[0])[number % 4 == 1]
                image = yarn_curl(painter.assets, look, number * 40 % 360, 34)
            else:
                image = puff(
                    painter.assets, 1 + min(4, int(progress * 5)), 0.42 + 0.14 * (number % 3), number
                )
            painter.blit(image, *at, "center")

    def _draw_others(self, painter: Painter, dx: float, now_ms: float) -> None:
        """Draw the gaping spectators, who rise behind the ledge and sink at the end."""
        up = min(ease_out(min(1.0, now_ms / 240)), _remaining(now_ms))
        for (x, height, flip), (look, wears) in zip(WATCHER_PLACES, self.others, strict=False):
            image = gaping(painter.assets, look, height, wears, gapes=now_ms >= THROW_MS, flip=flip)
            foot = self.ledge + 22 + height * (1 - up) + puppet_foot(height)
            painter.blit(image, x + dx, foot, "midbottom")

    def _draw_word(self, painter: Painter, dx: float, floor: float, left: float) -> None:
        """Draw the words with an opacity ``left``, 0 to 1. They fade in place, so that no edge cuts them."""
        lines, size = _title_lines(painter)
        for number, line in enumerate(lines):
            image = cry(painter.assets, line, size, self.fallen[0], WORD_TILT)
            down = (number - (len(lines) - 1) / 2) * size * 1.02
            painter.blit(
                image, WORD_PLACE[0] + dx + 16 * number, floor - WORD_PLACE[1] + down, "center", left
            )

    def warm(self, painter: Painter) -> Iterator[None]:
        """Render the pictures of seats and draw frames at `PRELOAD_MS`, one a step; see `warm_common`."""
        for part in ("back", "front"):
            arts.throne(painter.assets, part)
            yield
        for figure, state, crowned in (
            (self.fallen, "idle", True), (self.follows, "happy", False), (self.follows, "happy", True),
        ):  # fmt: skip
            self._boss_image(painter, figure, state, crowned=crowned)
            yield
        for (_x, height, flip), (look, wears) in zip(WATCHER_PLACES, self.others, strict=False):
            for gapes in (False, True):
                gaping(painter.assets, look, height, wears, gapes=gapes, flip=flip)
                yield
        for turn in range(0, 181, TUMBLE_STEP):
            arts.tumbling(painter.assets, self.fallen[0], PUPPET_HEIGHT, self.fallen[1], turn)
            yield
        for now_ms in PRELOAD_MS:
            self.draw(painter, now_ms / LENGTH_MS)
            yield


def warm_word(painter: Painter, look: int) -> Iterator[None]:
    """Render the words in the colour of a Boss who may fall, one line a step."""
    lines, size = _title_lines(painter)
    for line in lines:
        cry(painter.assets, line, size, look, WORD_TILT)
        yield


def warm_common(painter: Painter, ledge: float) -> Iterator[None]:
    """Render the pictures that every fall shares, one a step."""
    _night_image(painter, ledge)
    yield
    for turn in range(0, 360, TUMBLE_STEP):
        arts.crown(painter.assets, PUPPET_HEIGHT, turn)
        yield
    for frame in range(STAR_FRAMES):
        stars(painter.assets, frame, 84)
        for number in range(0, len(_THREADS), 2):
            puff(painter.assets, 1 + frame % 5, 0.42 + 0.14 * (number % 3), number)
        yield


def is_alone(progress: float) -> bool:
    """True if it is dark at a ``progress`` of 0 to 1, so that the office's chairs and puppets are hidden."""
    return DARKEN_MS <= progress * LENGTH_MS < LEAVE_MS


def _night_image(painter: Painter, ledge: float) -> pygame.Surface:
    """Return the darkness over the screen, with light on the throne and on the landing."""
    view, floor = painter.view, ledge - FLOOR_HEIGHT
    dx = (view.w - WIDTH) / 2
    lights = ((THRONE_X + dx, floor - 250, 330.0, 330.0), (LANDING_X + dx, floor - 80, 300.0, 240.0))
    return gloom(painter.assets, view.w, view.h, DARKNESS, lights)


def _remaining(now_ms: float) -> float:
    """Return the remaining part of the animation: 1 until `LEAVE_MS`, then down to 0."""
    return min(1.0, (LENGTH_MS - now_ms) / (LENGTH_MS - LEAVE_MS))


def _throne_height(now_ms: float) -> float:
    """Return how far up the throne is, from 0 on the floor to 1 out of sight."""
    return (
        1 - ease_out_back(min(1.0, now_ms / THRONE_COME_MS))
        if now_ms < LEAVE_MS
        else (1 - _remaining(now_ms)) ** 2
    )


def _title_lines(painter: Painter) -> tuple[list[str], float]:
    """Return the words in one or two lines, and the size of their letters in units."""
    text = _("The Boss falls!").upper()
    cuts = [place for place, letter in enumerate(text) if letter == " " and text[place + 1 :].strip("!¡ ")]
    lines = [text]
    if cuts:
        cut = min(cuts, key=lambda place: abs(place - len(text) / 2))
        lines = [text[:cut], text[cut + 1 :]]
    width = max(painter.width(line, 100, NAMES, fixed=True) + 3 * len(line) for line in lines)
    return lines, float(int(max(MIN_WORD_SIZE, min(WORD_SIZE, MAX_WORD_WIDTH * 100 / width))))
