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
from game.ui.core.animation_timeline import OVER, FadeThroughSteps, Timeline, sequence, wait
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

SNAPS, UNRAVELS, TAUT, WOUND, TURNED, CLAPPED, LEAVES, LENGTH = (
    300.0, 360.0, 1300.0, 1500.0, 1700.0, 1800.0, 1860.0, 2000.0,
)  # fmt: skip
"""Times: the last number is counted and the first digit snaps open; the freeze at that moment ends; the
thread is pulled taut; all thread is wound; the button has turned once; it has clapped; everything fades; end.
"""
GROWS = 150.0  # time that the thread takes to reach the button
SNAPPED, LOOSE = 0.06, 0.76
"""Share of all digits that is unravelled when the first one snaps open, and before the thread is pulled taut.
"""
MIDDLE, APART = (437.0, 208.0), 26.0
"""Middle of the digits, and the gap between them."""
BUTTON = 1048.0, 402.0
LOOPS, LOOPING, REACH = 3, (500.0, 424.0, 352.0), 62.0
"""Loops of the thread: number; start (x, y) and total length; radius."""
STITCH = 8.0  # distance between the pieces of the thread
RUNS = 90.0  # time in which the thread advances by one piece
COUNTS = 5  # maximum number of counted numbers
ZERO, TOLD, TELLS = 620.0, 800.0, 200.0
"""Times at which the 0 appears on the button, and the words begin to appear; duration of their appearance."""
GAPERS = ((170.0, 236.0), (392.0, 224.0))
"""Positions (x, height) of the other puppets, which limits their number. `OWN` is that of the puppet whose
total it is."""
OWN = 690.0, 168.0
BELOW = 22.0  # distance of the puppets' feet below the edge of the ledge
LABEL, WORDS, BESIDE, SIDE, MOST = 590.0, 31.0, 800.0, 26.0, 112.0
"""Label: y of its middle, text size, left edge of its space, side margins, maximum height of its lines."""
# times at which all different pictures are drawn once
MOMENTS = (10, 120, 200, 260, SNAPS, 500, ZERO, 1000, 1400, 1600, CLAPPED, 1900)
BEATS = FadeThroughSteps((260 / LENGTH, 1000 / LENGTH, LEAVES / LENGTH))
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
        span = OVER.span(LENGTH, self.draw, BEATS).declutter().sound("pop", SNAPS)
        for number in range(LOOPS):
            span = span.sound("tick", UNRAVELS + 160 + number * (TAUT - UNRAVELS) / LOOPS)
        return span.sound("zip", TAUT).sound("claim", TURNED)

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the animation at ``progress`` (0 to 1) of its duration."""
        now, view, assets = progress * LENGTH, painter.view, painter.assets
        now = SNAPS if SNAPS <= now < UNRAVELS else now
        dx, dy = (view.w - WIDTH) / 2, (view.h - HEIGHT) / 2
        draw_night(painter, min(1.0, now / 200, _opacity(now)))
        self._draw_puppets(painter, dx, now)
        digits = self._digits(dx, dy)
        if now < SNAPS:
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
        wind_progress = min(1.0, max(0.0, (now - SNAPS - GROWS) / (WOUND - SNAPS - GROWS)))
        self._draw_button(painter, dx, dy, now, wind_progress)
        if now < WOUND:
            self._draw_thread(painter, dx, dy, now, wind_progress)
        if now > TOLD:
            self._draw_sentence(painter, dx, dy, min(1.0, (now - TOLD) / TELLS, _opacity(now)))

    def _digits(self, dx: float, dy: float, number: int | None = None) -> list[tuple[str, float, float]]:
        """Digits of a number (by default the target), each as (digit, x, y) of its middle in units."""
        text = str(self.target if number is None else number)
        left, digits = MIDDLE[0] - (sum(map(arts.digit_width, text)) + APART * (len(text) - 1)) / 2, []
        for digit in text:
            ahead = -min(x for x, _y in arts.way(digit)) + arts.THICK / 2
            digits.append((digit, left + ahead + dx, MIDDLE[1] + dy))
            left += arts.digit_width(digit) + APART
        return digits

    def count_steps(self) -> list[int]:
        """Numbers, at most 5, shown while counting up to the target, which is the last of them."""
        points = self.target - self.before
        steps = min(COUNTS, points)
        return [self.target - round(points * left / steps) for left in range(steps - 1, -1, -1)]

    def _draw_count(self, painter: Painter, dx: float, dy: float, now: float) -> None:
        """Draw the number that counting to the target has reached."""
        numbers, progress = self.count_steps(), min(1.0, now / (SNAPS - 60))
        number = numbers[min(len(numbers) - 1, int(progress * len(numbers)))]
        growth, opacity = 0.8 + 0.2 * ease_out_back(progress), min(1.0, now / 90)
        for digit, x, y in self._digits(dx, dy, number):
            image, middle = arts.yarn_digit(painter.assets, self.look, digit), MIDDLE[0] + dx
            if growth != 1:
                image = pygame.transform.smoothscale_by(image, growth)
            painter.blit(image, middle + (x - middle) * growth, y, "center", opacity)

    def _draw_button(self, painter: Painter, dx: float, dy: float, now: float, wound: float) -> None:
        """Draw the button, which rolls in from the right, and the yarn wound around it."""
        assets, (x, y) = painter.assets, (BUTTON[0] + dx, BUTTON[1] + dy)
        x += (painter.view.w - x + arts.BUTTON) * (1 - ease_out(min(1.0, now / SNAPS)))
        face = arts.button_face(assets, self.look, zero=now >= ZERO)
        if now < WOUND:
            if wound:
                yarn = arts.coil(assets, self.look)
                if wound < 1:
                    yarn = arts.pull_digit(assets, yarn, "coil", wound, 1.0, arts.WOUND)
                painter.blit(yarn, x, y, "center")
            painter.blit(face, x, y, "center")
            return
        whole = arts.wound_button(assets, self.look)
        if now < TURNED:
            narrow = abs(math.cos(math.tau * ease_in_out((now - WOUND) / (TURNED - WOUND))))
            size = max(2, round(whole.get_width() * narrow)), whole.get_height()
            whole = pygame.transform.smoothscale(whole, size)
        elif now < CLAPPED:
            whole = pygame.transform.smoothscale_by(
                whole, 1 + 0.04 * hop_height((now - TURNED) / (CLAPPED - TURNED))
            )
        painter.blit(whole, x, y, "center", _opacity(now))

    def _draw_thread(self, painter: Painter, dx: float, dy: float, now: float, wound: float) -> None:
        """Draw the thread from the digit that it comes out of to the button."""
        digits, unravelled = self._digits(dx, dy), _unravelled_fraction(now)
        number = min(len(digits) - 1, int(unravelled * len(digits)))
        digit, x, y = digits[number]
        px, py = arts.point_of(digit, min(1.0, unravelled * len(digits) - number))
        start, turn = (x + px, y + py), math.tau * wound
        end = BUTTON[0] + dx + math.sin(turn) * arts.COIL, BUTTON[1] + dy - math.cos(turn) * arts.COIL
        slack = 1 - ease_out(min(1.0, max(0.0, (now - TAUT) / 110)))
        points = _thread_points(start, end, dx, dy, slack)
        growth = min(1.0, (now - SNAPS) / GROWS) if now > SNAPS else 0.12
        if growth < 1:
            points = points[: max(2, round(len(points) * growth))]
        shift = now % RUNS / RUNS
        arts.put_thread(painter.surface, painter.assets, self.look, points, STITCH, shift)
        painter.blit(arts.loose_end(painter.assets, self.look), *start, "center")

    def _draw_curls(self, painter: Painter, dx: float, dy: float, now: float) -> None:
        """Draw the lint that flies off the digits while they unravel."""
        if UNRAVELS < now < WOUND:
            progress = (now - UNRAVELS) / (WOUND - UNRAVELS)
            for number, (x, y, turn) in enumerate(_CURLS):
                drift = 26 * ease_out(progress) * (-1 if y < MIDDLE[1] else 1)
                image = yarn_curl(painter.assets, self.look, turn * 6 % 360, 28 + 8 * (number % 2))
                painter.blit(image, x + dx + 5 * math.sin(number + 4 * progress), y + drift + dy, "center")

    def _draw_puppets(self, painter: Painter, dx: float, now: float) -> None:
        """Draw the puppets, which rise behind the ledge and disappear again."""
        assets, before = painter.assets, painter.surface.get_clip()
        foot = self.floor + BELOW
        up = ease_out(min(1.0, now / 220)) if now < CLAPPED else _opacity(now)
        painter.surface.set_clip(before.clip((0, 0, before.right, painter.view.px(self.floor))))
        for (x, height), (look, wears) in zip(GAPERS, self.others, strict=False):
            image = gaping(assets, look, height, wears, gapes=now >= SNAPS)
            painter.blit(image, x + dx, foot + height * (1 - up) + puppet_foot(height), "midbottom")
        (x, height), glad = OWN, now >= SNAPS
        hop = 10 * hop_height((now - TURNED) / (CLAPPED - TURNED)) if TURNED < now < CLAPPED else 0.0
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
        available_width = painter.view.w - BESIDE - max(0.0, dx) - 2 * SIDE - 40

        def lines(size: float) -> list[str]:
            """Lines of the sentence at a font size."""
            return painter.wrapped(sentence, available_width, size, NAMES)

        def fits(size: float) -> bool:
            """True if the lines of the sentence are not too high at a font size."""
            return len(lines(size)) * painter.line_height(size) <= MOST

        size = largest(WORDS, fits)
        text_lines, line = lines(size), painter.line_height(size)
        width = round(max(painter.width(text_line, size, NAMES) for text_line in text_lines) + 2 * SIDE)
        height = round(len(text_lines) * line + 26)
        x = min(BUTTON[0] + dx, painter.view.w - 40 - width / 2)
        y = min(LABEL + dy, self.floor - 8 - height / 2) + 18 * (1 - ease_out(progress))
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
        for (_x, height), (look, wears) in zip(GAPERS, self.others, strict=False):
            for gapes in (False, True):
                gaping(painter.assets, look, height, wears, gapes=gapes)
                yield
        for zero in (False, True):
            arts.button_face(painter.assets, self.look, zero=zero)
            yield
        for now in MOMENTS:
            self.draw(painter, now / LENGTH)
            yield


def _opacity(now: float) -> float:
    """Opacity of the animation at ``now`` (ms): 1, and at the end falling to 0."""
    return min(1.0, (LENGTH - now) / (LENGTH - LEAVES))


def _unravelled_fraction(now: float) -> float:
    """Unravelled share of all digits at ``now`` (ms), 0 to 1."""
    if now < TAUT:
        return SNAPPED + (LOOSE - SNAPPED) * max(0.0, now - UNRAVELS) / (TAUT - UNRAVELS)
    return min(1.0, LOOSE + (1 - LOOSE) * (now - TAUT) / (WOUND - TAUT))


def _thread_points(
    start: tuple[float, float], end: tuple[float, float], dx: float, dy: float, slack: float
) -> list[tuple[float, float]]:
    """Points (units) of the thread: in loops while ``slack`` is 1, stretched at 0."""
    (sx, sy), (ex, ey), (x, y, long) = start, end, LOOPING
    x, y, lowest = x + dx, y + dy, LOOPING[1] + dy + REACH
    loops = [
        (x + long * t + REACH * math.sin(t * LOOPS * math.tau), y + REACH * math.cos(t * LOOPS * math.tau))
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
