"""Animation of a total that hits the target and is reset to 0: its digits unravel into a thread on a button.

Everything except the digits and the button goes dark. The puppet whose total it is is glad, the others gape
at the thread. Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from game.games.socki.screen import art_hundred as arts
from game.games.socki.screen.knock import draw_night
from game.i18n import _
from game.ui.art.endings import gaping, sample_bezier
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.marks import yarn_curl
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.animation_timeline import TOP_PASS, FadeThroughSteps, Timeline, sequence, wait
from game.ui.core.canvas import (
    HEIGHT,
    PACE,
    WIDTH,
    ease_in_out,
    ease_out,
    ease_out_back,
    hop_height,
)
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.match.context import ViewContext

SNAP_MS, UNRAVEL_MS, TAUT_MS, WOUND_MS, TURN_MS, CLAP_MS, LEAVE_MS, LENGTH_MS = (
    300.0, 360.0, 1300.0, 1500.0, 1700.0, 1800.0, 1860.0, 2000.0,
)  # fmt: skip
"""Times: the last number is counted and the first digit snaps open; the freeze at that moment ends; the
thread is pulled taut; all thread is wound; the button has turned once; it has clapped; everything fades; end.
"""
THREAD_GROW_MS = 150.0  # time that the thread takes to reach the button
SNAPPED_SHARE, LOOSE_SHARE = 0.06, 0.76
"""Share of all digits that is unravelled when the first one snaps open, and before the thread is pulled taut.
"""
DIGITS_MIDDLE, DIGIT_GAP = (437.0, 208.0), 26.0
"""Middle of the digits, and the gap between them."""
BUTTON_PLACE = 1048.0, 402.0
LOOP_COUNT, LOOP_PATH, LOOP_RADIUS = 3, (500.0, 424.0, 352.0), 62.0
"""Loops of the thread: number; start (x, y) and total length; radius."""
THREAD_STEP = 8.0  # distance between the pieces of the thread
THREAD_STEP_MS = 90.0  # time in which the thread advances by one piece
MAX_COUNTED = 5  # maximum number of counted numbers
ZERO_MS, WORDS_MS, WORDS_FADE_MS = 620.0, 800.0, 200.0
"""Times at which the 0 appears on the button, and the words begin to appear; duration of their appearance."""
WATCHER_PLACES = ((170.0, 236.0), (392.0, 224.0))
"""Positions (x, height) of the other puppets, which limits their number. `OWN_PLACE` is that of the puppet
whose total it is."""
OWN_PLACE = 690.0, 168.0
FEET_DEPTH = 22.0  # distance of the puppets' feet below the edge of the ledge
LABEL_Y, LABEL_SIZE, LABEL_LEFT, LABEL_MARGIN, MAX_LABEL_HEIGHT = 590.0, 31.0, 800.0, 26.0, 112.0
"""Label: y of its middle, text size, left edge of its space, side margins, maximum height of its lines."""
# times at which all different pictures are drawn once
PRELOAD_MS = (10, 120, 200, 260, SNAP_MS, 500, ZERO_MS, 1000, 1400, 1600, CLAP_MS, 1900)
STILL_STEPS = FadeThroughSteps((260 / LENGTH_MS, 1000 / LENGTH_MS, LEAVE_MS / LENGTH_MS))
"""Steps with reduced motion: the number, its thread, the button."""
_CURLS = (
    (206, 80, 40),
    (276, 74, 30),
    (392, 58, 10),
    (246, 372, 50),
    (318, 370, 20),
    (520, 360, 70),
    (640, 74, 60),
)
"""Lint that flies off the digits: x, y and rotation."""


@dataclass(frozen=True, slots=True)
class TotalResetData:
    """Look and outfit of the seat and of the others, and the counted totals."""

    look: int
    wears: str
    others: tuple[tuple[int, str], ...]
    before: int
    target: int
    floor: float  # y of the ledge in front of the puppets

    def timeline(self) -> Timeline:
        """Timeline of one reset with its sounds, LENGTH ms long."""
        span = TOP_PASS.span(LENGTH_MS, self.draw, STILL_STEPS).declutter().sound("pop", SNAP_MS)
        for number in range(LOOP_COUNT):
            span = span.sound("tick", UNRAVEL_MS + 160 + number * (TAUT_MS - UNRAVEL_MS) / LOOP_COUNT)
        return span.sound("zip", TAUT_MS).sound("claim", TURN_MS)

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the animation at ``progress`` (0 to 1) of its duration."""
        now, view, assets = progress * LENGTH_MS, painter.view, painter.assets
        now = SNAP_MS if SNAP_MS <= now < UNRAVEL_MS else now
        dx, dy = (view.w - WIDTH) / 2, (view.h - HEIGHT) / 2
        draw_night(painter, min(1.0, now / 200, _opacity(now)))
        self._draw_puppets(painter, dx, now)
        digits = self._digits(dx, dy)
        if now < SNAP_MS:
            self._draw_count(painter, dx, dy, now)
            self._draw_button(painter, dx, dy, now, 0.0)
            return
        unravelled = _unravelled_fraction(now)
        for number, (digit, x, y) in enumerate(digits):
            painter.blit(arts.dashes(assets, self.look, digit), x, y, "center", _opacity(now))
            pulled_fraction = min(1.0, max(0.0, unravelled * len(digits) - number))
            if pulled_fraction < 1:
                image = arts.yarn_digit(assets, self.look, digit)
                painter.blit(
                    arts.pull_digit(assets, image, digit, 0.0, pulled_fraction) if pulled_fraction else image,
                    x,
                    y,
                    "center",
                )
        self._draw_curls(painter, dx, dy, now)
        wind_progress = min(
            1.0, max(0.0, (now - SNAP_MS - THREAD_GROW_MS) / (WOUND_MS - SNAP_MS - THREAD_GROW_MS))
        )
        self._draw_button(painter, dx, dy, now, wind_progress)
        if now < WOUND_MS:
            self._draw_thread(painter, dx, dy, now, wind_progress)
        if now > WORDS_MS:
            self._draw_sentence(painter, dx, dy, min(1.0, (now - WORDS_MS) / WORDS_FADE_MS, _opacity(now)))

    def _digits(self, dx: float, dy: float, number: int | None = None) -> list[tuple[str, float, float]]:
        """Digits of a number (by default the target), each as (digit, x, y) of its middle in units."""
        text = str(self.target if number is None else number)
        left, digits = (
            DIGITS_MIDDLE[0] - (sum(map(arts.digit_width, text)) + DIGIT_GAP * (len(text) - 1)) / 2,
            [],
        )
        for digit in text:
            ahead = -min(x for x, _y in arts.way(digit)) + arts.DIGIT_WIDTH / 2
            digits.append((digit, left + ahead + dx, DIGITS_MIDDLE[1] + dy))
            left += arts.digit_width(digit) + DIGIT_GAP
        return digits

    def count_steps(self) -> list[int]:
        """Numbers, at most 5, shown while counting up to the target, which is the last of them."""
        points = self.target - self.before
        steps = min(MAX_COUNTED, points)
        return [self.target - round(points * left / steps) for left in range(steps - 1, -1, -1)]

    def _draw_count(self, painter: Painter, dx: float, dy: float, now: float) -> None:
        """Draw the number that counting to the target has reached."""
        numbers, progress = self.count_steps(), min(1.0, now / (SNAP_MS - 60))
        number = numbers[min(len(numbers) - 1, int(progress * len(numbers)))]
        growth, opacity = 0.8 + 0.2 * ease_out_back(progress), min(1.0, now / 90)
        for digit, x, y in self._digits(dx, dy, number):
            image, middle = arts.yarn_digit(painter.assets, self.look, digit), DIGITS_MIDDLE[0] + dx
            if growth != 1:
                image = pygame.transform.smoothscale_by(image, growth)
            painter.blit(image, middle + (x - middle) * growth, y, "center", opacity)

    def _draw_button(self, painter: Painter, dx: float, dy: float, now: float, wound: float) -> None:
        """Draw the button, which rolls in from the right, and the yarn wound around it."""
        assets, (x, y) = painter.assets, (BUTTON_PLACE[0] + dx, BUTTON_PLACE[1] + dy)
        x += (painter.view.w - x + arts.BUTTON_RADIUS) * (1 - ease_out(min(1.0, now / SNAP_MS)))
        face = arts.button_face(assets, self.look, zero=now >= ZERO_MS)
        if now < WOUND_MS:
            if wound:
                yarn = arts.coil(assets, self.look)
                if wound < 1:
                    yarn = arts.pull_digit(assets, yarn, "coil", wound, 1.0, arts.COIL_WIDTH)
                painter.blit(yarn, x, y, "center")
            painter.blit(face, x, y, "center")
            return
        whole = arts.wound_button(assets, self.look)
        if now < TURN_MS:
            narrow = abs(math.cos(math.tau * ease_in_out((now - WOUND_MS) / (TURN_MS - WOUND_MS))))
            size = max(2, round(whole.get_width() * narrow)), whole.get_height()
            whole = pygame.transform.smoothscale(whole, size)
        elif now < CLAP_MS:
            whole = pygame.transform.smoothscale_by(
                whole, 1 + 0.04 * hop_height((now - TURN_MS) / (CLAP_MS - TURN_MS))
            )
        painter.blit(whole, x, y, "center", _opacity(now))

    def _draw_thread(self, painter: Painter, dx: float, dy: float, now: float, wound: float) -> None:
        """Draw the thread from the digit that it comes out of to the button."""
        digits, unravelled = self._digits(dx, dy), _unravelled_fraction(now)
        number = min(len(digits) - 1, int(unravelled * len(digits)))
        digit, x, y = digits[number]
        px, py = arts.point_of(digit, min(1.0, unravelled * len(digits) - number))
        start, turn = (x + px, y + py), math.tau * wound
        end = (
            BUTTON_PLACE[0] + dx + math.sin(turn) * arts.COIL_RADIUS,
            BUTTON_PLACE[1] + dy - math.cos(turn) * arts.COIL_RADIUS,
        )
        slack = 1 - ease_out(min(1.0, max(0.0, (now - TAUT_MS) / 110)))
        points = _thread_points(start, end, dx, dy, slack)
        growth = min(1.0, (now - SNAP_MS) / THREAD_GROW_MS) if now > SNAP_MS else 0.12
        if growth < 1:
            points = points[: max(2, round(len(points) * growth))]
        shift = now % THREAD_STEP_MS / THREAD_STEP_MS
        arts.put_thread(painter.surface, painter.assets, self.look, points, THREAD_STEP, shift)
        painter.blit(arts.loose_end(painter.assets, self.look), *start, "center")

    def _draw_curls(self, painter: Painter, dx: float, dy: float, now: float) -> None:
        """Draw the lint that flies off the digits while they unravel."""
        if UNRAVEL_MS < now < WOUND_MS:
            progress = (now - UNRAVEL_MS) / (WOUND_MS - UNRAVEL_MS)
            for number, (x, y, turn) in enumerate(_CURLS):
                drift = 26 * ease_out(progress) * (-1 if y < DIGITS_MIDDLE[1] else 1)
                image = yarn_curl(painter.assets, self.look, turn * 6 % 360, 28 + 8 * (number % 2))
                painter.blit(image, x + dx + 5 * math.sin(number + 4 * progress), y + drift + dy, "center")

    def _draw_puppets(self, painter: Painter, dx: float, now: float) -> None:
        """Draw the puppets, which rise behind the ledge and disappear again."""
        assets, before = painter.assets, painter.surface.get_clip()
        foot = self.floor + FEET_DEPTH
        up = ease_out(min(1.0, now / 220)) if now < CLAP_MS else _opacity(now)
        painter.surface.set_clip(before.clip((0, 0, before.right, painter.view.px(self.floor))))
        for (x, height), (look, wears) in zip(WATCHER_PLACES, self.others, strict=False):
            image = gaping(assets, look, height, wears, gapes=now >= SNAP_MS)
            painter.blit(image, x + dx, foot + height * (1 - up) + puppet_foot(height), "midbottom")
        (x, height), glad = OWN_PLACE, now >= SNAP_MS
        hop = 10 * hop_height((now - TURN_MS) / (CLAP_MS - TURN_MS)) if TURN_MS < now < CLAP_MS else 0.0
        image = puppet(
            assets, self.look, "happy", 2 if glad else 5, height, PuppetOutfit(self.wears, 3.5, ground=False)
        )
        painter.blit(image, x + dx, foot - hop + height * (1 - up) + puppet_foot(height), "midbottom")
        painter.surface.set_clip(before)

    def _draw_sentence(self, painter: Painter, dx: float, dy: float, progress: float) -> None:
        """Draw the sentence about the reset."""
        sentence = _("exactly {n}, back to 0").format(n=self.target)
        total, comma, falls = (sentence[:1].upper() + sentence[1:]).partition(", ")
        # A non-breaking space keeps the number with its verb, on the second line in large text.
        sentence, theme = total + comma + falls.replace(" ", "\u00a0"), painter.theme
        available_width = painter.view.w - LABEL_LEFT - max(0.0, dx) - 2 * LABEL_MARGIN - 40

        def lines(size: float) -> list[str]:
            """Lines of the sentence at a font size."""
            return painter.wrapped(sentence, available_width, size, NAMES)

        def fits(size: float) -> bool:
            """True if the lines of the sentence are not too high at a font size."""
            return len(lines(size)) * painter.line_height(size) <= MAX_LABEL_HEIGHT

        size = largest(LABEL_SIZE, fits)
        text_lines, line = lines(size), painter.line_height(size)
        width = round(
            max(painter.width(text_line, size, NAMES) for text_line in text_lines) + 2 * LABEL_MARGIN
        )
        height = round(len(text_lines) * line + 26)
        x = min(BUTTON_PLACE[0] + dx, painter.view.w - 40 - width / 2)
        y = min(LABEL_Y + dy, self.floor - 8 - height / 2) + 18 * (1 - ease_out(progress))
        image = panel(painter.assets, width, height, ClothColours(theme.panel, theme.ink, theme.stitch))
        left, top = x - width / 2 - SHADOW_MARGIN, y - height / 2 - SHADOW_MARGIN
        painter.blit(image, left, top, opacity=progress)
        for number, text_line in enumerate(text_lines if progress > 0.5 else ()):
            down = y + (number - (len(text_lines) - 1) / 2) * line
            painter.text(text_line, x, down, size, TextStyle(NAMES), anchor="center")

    def warm(self, painter: Painter) -> Iterator[None]:
        """Renders all pictures into the cache, one per step."""
        for digit in sorted({digit for number in self.count_steps() for digit in str(number)}):
            arts.yarn_digit(painter.assets, self.look, digit)
            yield
        arts.rope_pictures(painter.assets, self.look)
        yield
        for (_x, height), (look, wears) in zip(WATCHER_PLACES, self.others, strict=False):
            for gapes in (False, True):
                gaping(painter.assets, look, height, wears, gapes=gapes)
                yield
        for zero in (False, True):
            arts.button_face(painter.assets, self.look, zero=zero)
            yield
        for now in PRELOAD_MS:
            self.draw(painter, now / LENGTH_MS)
            yield


def _opacity(now: float) -> float:
    """Opacity of the animation at ``now`` (ms): 1, and at the end falling to 0."""
    return min(1.0, (LENGTH_MS - now) / (LENGTH_MS - LEAVE_MS))


def _unravelled_fraction(now: float) -> float:
    """Unravelled share of all digits at ``now`` (ms), 0 to 1."""
    if now < TAUT_MS:
        return SNAPPED_SHARE + (LOOSE_SHARE - SNAPPED_SHARE) * max(0.0, now - UNRAVEL_MS) / (
            TAUT_MS - UNRAVEL_MS
        )
    return min(1.0, LOOSE_SHARE + (1 - LOOSE_SHARE) * (now - TAUT_MS) / (WOUND_MS - TAUT_MS))


def _thread_points(
    start: tuple[float, float], end: tuple[float, float], dx: float, dy: float, slack: float
) -> list[tuple[float, float]]:
    """Points (units) of the thread: in loops while ``slack`` is 1, stretched at 0."""
    (sx, sy), (ex, ey), (x, y, long) = start, end, LOOP_PATH
    x, y, lowest = x + dx, y + dy, LOOP_PATH[1] + dy + LOOP_RADIUS
    loops = [
        (
            x + long * t + LOOP_RADIUS * math.sin(t * LOOP_COUNT * math.tau),
            y + LOOP_RADIUS * math.cos(t * LOOP_COUNT * math.tau),
        )
        for t in (number / 72 for number in range(73))
    ]
    points = sample_bezier(((sx, sy), (sx - 26, sy + 110), (x - 100, lowest), (x, lowest)), 24)[:-1] + loops
    points += sample_bezier(((x + long, lowest), (x + long + 38, lowest), (ex - 44, ey + 52), (ex, ey)), 16)[
        1:
    ]
    if slack == 1:
        return points
    straight = sample_bezier(((sx, sy), (sx + 120, sy - 30), (ex - 200, ey - 60), (ex, ey)), len(points))
    return [
        (tx + (px - tx) * slack, ty + (py - ty) * slack)
        for (px, py), (tx, ty) in zip(points, straight, strict=True)
    ]


class TotalResetAnimation:
    """Shows resets of totals one after the other, between the revealed hands and the end of the round."""

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self._making: Iterator[None] = iter(())
        self._moments: tuple[TotalResetData, ...] = ()
        self._then: Callable[[], None] | None = None

    def expect(self, moments: tuple[TotalResetData, ...]) -> None:
        """Announce the coming animations; their pictures are rendered meanwhile, one per frame."""
        painter = self._context.app.measuring_painter
        self._moments = moments
        self._making = (step for moment in moments for step in moment.warm(painter))

    def begin(self, on_done: Callable[[], None]) -> None:
        """Starts the animations. ``on_done`` is called at their end or skip, or at once if none play."""
        if not self._moments or not PACE[self._context.app.settings.animation_speed]:
            on_done()
            return
        self.make()
        self._then = on_done
        # Longer than the resets, which are over while the dialog is open.
        moments = sequence(*(moment.timeline() for moment in self._moments), wait(1))
        self._context.playback.extend(moments.stop_on_press())

    def make(self) -> None:
        """Renders the remaining pictures of the expected animations at once."""
        for _picture in self._making:
            pass

    @property
    def is_busy(self) -> bool:
        """True from `begin` until the animations are over or skipped."""
        return self._then is not None

    def tick(self) -> bool:
        """Renders a picture ahead, and ends the animations in time. True while they are running."""
        next(self._making, None)
        show = self._context.current_animation
        if self.is_busy and show is not None and show.progress == 1:
            self.end()
        return self.is_busy

    def end(self) -> None:
        """Skips to the end and calls the follow-up, if an animation was running."""
        follow_up, self._then = self._then, None
        if follow_up is not None:
            self._context.playback.hurry()
            follow_up()

    def forget(self) -> None:
        """Drop the animations without calling the follow-up."""
        self._then, self._moments, self._making = None, (), iter(())
