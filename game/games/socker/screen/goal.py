"""Full-screen animation of a goal: a close-up of the carpet's end, whose weave stretches like a net.

The kicker, a team-mate and an opponent have fixed places here. `effects` then replays the kick in its real
spaces. Times are in ms at the brisk pace, positions as in `art_goal`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from game.games.socker.screen.art_goal import (
    CARPET_END_X,
    CARPET_MIDDLE_Y,
    CLOSE_UP_CELL,
    GOAL_LINE_X,
    end_of_pitch,
    leaning_fan,
    near_puppet,
    near_rug,
    net,
    shade,
)
from game.i18n import _
from game.ui.art.album import avatar
from game.ui.art.endings import cry, smack, streaks
from game.ui.art.fabric import SHADOW_MARGIN, ClothColours, panel
from game.ui.art.field import FIELD_STATES, STRIKE_FRAME, field_foot
from game.ui.art.marks import yarn_curl
from game.ui.art.pitch import DrawnPitch
from game.ui.art.socks import ball
from game.ui.core.animation_timeline import TOP_PASS, FadeThroughPeak, Timeline
from game.ui.core.canvas import HEIGHT, WIDTH, Box, ease_out
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle

# times: camera is near, ball is in the weave, weave is longest, freeze after the hit ends, weave rests,
# camera is back
PUSHED_MS, WOVEN_MS, HIT_MS, SPRING_MS, REST_MS, SHOUT_MS = 180.0, 300.0, 320.0, 380.0, 900.0, 1500.0
BURST_END_MS = 425.0  # end of the burst around the ball
PEAK_MS = 430.0  # moment shown with reduced motion
NET_REACH = 236.0
NET_STEPS = (
    (0.0, 0.0, 0.0), (8.0, 3.0, 0.35), (26.0, 6.0, 0.6), (56.0, 14.0, 0.85), (110.0, 13.0, 1.0),
    (170.0, 10.0, 1.0), (NET_REACH, 9.0, 1.0),
)  # fmt: skip
"""Steps of the weave: stretch in units, ripple of its edge, opacity."""
BALL_SIZE, HIT_BALL_SIZE = 90.0, 115.0  # size of the ball before the hit and after
GOAL_X = GOAL_LINE_X + CLOSE_UP_CELL[0] / 2  # x of the ball as it enters the goal
# x of the end of the carpet, and distance by which the surroundings slide away as the camera comes near
BESIDE, AWAY = CARPET_END_X + 34.0, 460.0
WORD_SIZE, MAX_WORD_WIDTH, WORD_PLACE = 200.0, 620.0, (404.0, 190.0)
# (x, y, height) of each puppet
KICKER_PLACE, MATE_PLACE, OPPONENT_PLACE = (392.0, 560.0, 190.0), (150.0, 552.0, 168.0), (548.0, 652.0, 168.0)
SCORE_BOX = (270.0, 640.0, 400.0, 82.0)  # centre and size of the score
CROWD_PLACES = (
    (872, 166, 170, 4), (992, 150, 164, 9), (1104, 166, 172, 1), (1214, 158, 166, 6), (1060, 284, 178, 3),
    (1186, 304, 182, 8), (1240, 436, 184, 2), (1130, 574, 188, 5), (1236, 610, 186, 0), (1040, 668, 186, 7),
    (1176, 730, 182, 3), (930, 736, 178, 6),
)  # fmt: skip
"""Position (x, y), height and number of each spectator."""
# flying bits: number, direction in radians, initial distance
_THREADS = tuple(
    (number, -1.9 + number * 0.252 + turn, 124.0 + 27 * (number % 3))
    for number, turn in enumerate(random.Random(21).uniform(-0.1, 0.1) for _number in range(10))
)


@dataclass(frozen=True, slots=True)
class TeamLook:
    """Look and cap of the puppets of a side."""

    look: int
    wears: str


@dataclass(frozen=True, slots=True)
class GoalAnimation:
    """Animation of a goal.

    Attributes:
        pitch: the pitch, in close-up scale.
        sides: looks of both seats.
        seat: seat that scored.
        by: seat that kicked the ball.
        score: score before and after.
        at: position of the goal on the table, in units.
        grows: scale of the close-up relative to the table.
    """

    pitch: DrawnPitch
    sides: tuple[TeamLook, TeamLook]
    seat: int
    by: int
    score: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    at: tuple[float, float] = (0.0, 0.0)
    grows: float = 1.0

    def timeline(self) -> Timeline:
        """Timeline of the close-up, with the sounds of the hit and the whistle."""
        close_up = TOP_PASS.span(SHOUT_MS, self.draw, FadeThroughPeak(PEAK_MS / SHOUT_MS))
        return close_up.sound("goal", HIT_MS).sound("whistle", SPRING_MS)

    def draw(self, painter: Painter, progress: float) -> None:
        """Draw the goal at ``progress`` (0 to 1)."""
        now, close = progress * SHOUT_MS, _GoalCloseUp(self, painter)
        if now < PUSHED_MS and not painter.only_reads:
            self._push(painter, now / PUSHED_MS)
        elif now > SHOUT_MS - PUSHED_MS and not painter.only_reads:
            table = painter.surface.copy()
            close.draw(now)
            table.set_alpha(round(255 * (1 - (SHOUT_MS - now) / PUSHED_MS)))
            painter.surface.blit(table, (0, 0))
        else:
            close.draw(now)

    def _push(self, painter: Painter, progress: float) -> None:
        """Draw the zoom from the table to the close-up at ``progress`` (0 to 1), keeping the ball in view."""
        surface, view, near = painter.surface, painter.view, ease_out(progress)
        larger = 1 + (self.grows - 1) * near
        target = _GoalCloseUp(self, painter).point(GOAL_X, CARPET_MIDDLE_Y)
        x, y = (start + (to - start) * near for start, to in zip(self.at, target, strict=True))
        left, top = self.at[0] - x / larger, self.at[1] - y / larger
        visible = view.rect(Box(left, top, view.w / larger, view.h / larger))
        # Beyond its edge there is no table, so the close-up is visible at once.
        part = visible.clip(surface.get_rect())
        table = pygame.transform.scale_by(surface.subsurface(part), larger)
        _GoalCloseUp(self, painter).draw(progress * PUSHED_MS)
        table.set_alpha(round(255 * min(1.0, 3 * (1 - progress))))
        at, (w, h) = ((part.x - visible.x) * larger, (part.y - visible.y) * larger), table.get_size()
        # The part beside the carpet slides away to that side.
        way = -1 if self.seat == 1 else 1
        ends = view.px(x + way * (BESIDE - GOAL_X) * larger / self.grows) - at[0]
        ends, slide = max(0, min(w, round(ends))), way * view.px(AWAY * near)
        for strip, shift in (((0, 0, ends, h), min(0, slide)), ((ends, 0, w - ends, h), max(0, slide))):
            surface.blit(table, (at[0] + strip[0] + shift, at[1]), strip)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Preload all its pictures by drawing it moment by moment, one each step."""
        close = _GoalCloseUp(self, painter)
        for _piece in close.warm():
            yield
        for now in range(0, int(SHOUT_MS), 16):
            close.draw(now)
            yield


class _GoalCloseUp:
    """Close-up of a goal on a painter's canvas."""

    def __init__(self, goal: GoalAnimation, painter: Painter) -> None:
        self._goal, self._painter = goal, painter
        self._flip = goal.seat == 1  # the second seat's goal is at the left
        view = painter.view
        self._dx, self._dy = (view.w - WIDTH) / 2, (view.h - HEIGHT) / 2

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a position for a goal at the right to this canvas and end."""
        x += self._dx
        return self._painter.view.w - x if self._flip else x, y + self._dy

    def _blit(self, image: pygame.Surface, x: float, y: float, anchor: str = "center") -> None:
        """Draw an image at a position for a goal at the right."""
        self._painter.blit(image, *self.point(x, y), anchor)

    def draw(self, now: float) -> None:
        """Draw the close-up at time ``now`` in ms."""
        driven = _driven_at(now)
        self._draw_ground(now, driven, lit=HIT_MS <= now < SPRING_MS)
        x = _ball_at(now, driven)
        if HIT_MS <= now < BURST_END_MS:
            self._blit(streaks(self._painter.assets, 400), x - 290, CARPET_MIDDLE_Y)
            self._blit(smack(self._painter.assets, 262), x - 6, CARPET_MIDDLE_Y)
        self._draw_ball((x, CARPET_MIDDLE_Y), HIT_BALL_SIZE if now >= HIT_MS else BALL_SIZE)
        self._draw_puppets(now)
        if HIT_MS <= now < REST_MS:
            self._draw_lint(x, max(0.0, (now - SPRING_MS) / (REST_MS - SPRING_MS)))
        if now >= HIT_MS:
            self._blit(self._word(), *WORD_PLACE)
        self._draw_score(self._goal.score[now >= HIT_MS], now)

    def _draw_ground(self, now: float, driven: float, *, lit: bool) -> None:
        """Draw floor, crowd, carpet and net."""
        painter, view, pitch = self._painter, self._painter.view, self._goal.pitch
        painter.blit(end_of_pitch(painter.assets, pitch, view.w, view.h, flip=self._flip), 0, 0)
        for spectator in self._crowd():
            self._draw_fan(*spectator, now)
        step = min(NET_STEPS, key=lambda step: abs(step[0] - driven))
        image = net(painter.assets, pitch, view.h, *step, lit=lit and step[0] == NET_REACH, flip=self._flip)
        x, _y = self.point(GOAL_LINE_X, 0)
        painter.blit(image, x, 0, "topright" if self._flip else "topleft")

    def _crowd(self) -> Iterator[tuple[float, float, float, int]]:
        """Yield (x, y, height, number) of each spectator, more of them on a larger canvas."""
        yield from CROWD_PLACES
        view = self._painter.view
        right, bottom = WIDTH + self._dx, HEIGHT + self._dy
        for number in range(int(self._dx / 110)):
            for row in range(int(view.h / 170)):
                yield 1330.0 + 110 * number, 190.0 - self._dy + 170 * row, 176.0, number * 3 + row + 1
        for row in range(int(self._dy / 100)):
            for number in range(4):
                x = 900.0 + 110 * number + 40 * (row % 2)
                if x < right:
                    yield x, 20.0 - 100 * row, 168.0, number + row
                    yield x, min(bottom, 850.0 + 100 * row), 184.0, number + row + 4

    def _draw_fan(self, x: float, y: float, height: float, number: int, now: float) -> None:
        """Draw a spectator, who leans in at the hit and then joins the wave."""
        state, lean, up = "idle", 0.0, 0.0
        if now >= HIT_MS:
            state, lean = "happy", 1.0
            up = 26 * max(0.0, math.sin((now - SPRING_MS) / 90 - y / 120)) if now > SPRING_MS else 20.0
            up *= max(0.0, 1 - (now - SPRING_MS) / (SHOUT_MS - SPRING_MS))
        aside, off = (960 - x) * 0.05 * lean, (CARPET_MIDDLE_Y - y + height * 0.6) * 0.05 * lean
        degrees = round((12 if x > 960 else -10) * lean * (1 if abs(960 - x) > 60 else 0.3))
        way = -1 if self._flip else 1
        self._blit(shade(self._painter.assets, 92), x + aside + 12 * lean, y + 44)
        image = leaning_fan(
            self._painter.assets, number % 10, state, height, degrees * way, flip=not self._flip
        )
        self._blit(image, x + aside, y + off - up + 60, "midbottom")

    def _draw_ball(self, at: tuple[float, float], size: float) -> None:
        frame = round(at[0] / 36) % 8
        self._blit(ball(self._painter.assets, size, -frame % 8 if self._flip else frame), *at)

    def _draw_puppets(self, now: float) -> None:
        """Draw the kicker with a team-mate and an opponent."""
        goal = self._goal
        has_it = goal.by == goal.seat
        for seat, (x, y, height), kicks in (
            (goal.by, MATE_PLACE, False),
            (goal.by, KICKER_PLACE, True),
            (1 - goal.by, OPPONENT_PLACE, False),
        ):
            side, glad = goal.sides[seat], has_it == (seat == goal.by)
            state, frame = "stand", 0
            if now >= SPRING_MS or (now >= HIT_MS and not glad):
                state = "happy" if glad else "sad"
                frame = FIELD_STATES[state].over(now - HIT_MS + x)
            elif now >= HIT_MS:
                state, frame = "happy", 2
            elif kicks:
                state, frame = "jab", STRIKE_FRAME
            self._blit(shade(self._painter.assets, 126), x, y)
            flip = (seat != goal.by) != self._flip
            image = near_puppet(self._painter.assets, side.look, state, frame, height, side.wears, flip=flip)
            self._blit(image, x, y + field_foot(height) - (14 if state == "happy" else 0), "midbottom")

    def _draw_lint(self, x: float, progress: float) -> None:
        """Draw the bits that fly off the hit. ``progress`` is 0 to 1."""
        goal = self._goal
        looks = (-1, goal.sides[goal.seat].look, 2)
        for number, angle, reach in _THREADS:
            distance = reach + 90 * ease_out(progress)
            kind, size = number % 3, 32 + 8 * (number % 3)
            curl = yarn_curl(self._painter.assets, looks[kind], number * 30 % 360, size)
            self._blit(
                curl,
                x + distance * math.cos(angle),
                CARPET_MIDDLE_Y + distance * math.sin(angle) + 60 * progress * progress,
            )

    def _word(self) -> pygame.Surface:
        """Picture of the shout for a goal or an own goal."""
        goal, painter = self._goal, self._painter
        text = (_("Goal!") if goal.by == goal.seat else _("Own goal!")).upper()
        width = painter.width(text, WORD_SIZE, NAMES, fixed=True)
        size = float(round(min(WORD_SIZE, WORD_SIZE * MAX_WORD_WIDTH / width)))
        return cry(painter.assets, text, size, goal.sides[goal.seat].look, -5.0 if self._flip else 5.0)

    def _draw_score(self, goals: tuple[int, int], now: float) -> None:
        """Draw the score, which changes at the hit."""
        painter, theme, (x, y, w, h) = self._painter, self._painter.theme, SCORE_BOX
        x, y = self.point(x, y)
        cloth = ClothColours(theme.panel, theme.ink, theme.stitch)
        painter.blit(
            panel(painter.assets, round(w), round(h), cloth),
            x - w / 2 - SHADOW_MARGIN,
            y - h / 2 - SHADOW_MARGIN,
        )
        for seat, aside in ((0, -150), (1, 150)):
            mood = "idle" if now < HIT_MS else "happy" if seat == self._goal.seat else "sad"
            head = avatar(painter.assets, self._goal.sides[seat].look, 66.0, mood, flip=seat == 1)
            painter.blit(head, x + aside, y, "center")
        painter.fill(Box(x - 88, y - 29, 176, 58), "#2B2440", 14)
        style = TextStyle(NAMES, "#FFFAF2", is_fixed_size=True)
        painter.text(f"{goals[0]} : {goals[1]}", x, y - 1, 46, style, anchor="center")

    def warm(self) -> Iterator[None]:
        """Preload the slowest pictures, one each step."""
        painter, view, pitch = self._painter, self._painter.view, self._goal.pitch
        near_rug(painter.assets, pitch)
        yield
        end_of_pitch(painter.assets, pitch, view.w, view.h, flip=self._flip)
        yield
        for step in NET_STEPS:
            net(painter.assets, pitch, view.h, *step, lit=False, flip=self._flip)
            yield
        net(painter.assets, pitch, view.h, *NET_STEPS[-1], lit=True, flip=self._flip)
        yield
        self._word()
        yield


def _ball_at(now: float, driven: float) -> float:
    """Horizontal position of the ball in the close-up, in units, at ``now`` ms."""
    return GOAL_X + driven if now < WOVEN_MS else CARPET_END_X + driven - 114


def _driven_at(now: float) -> float:
    """Stretch of the weave, in units, at ``now`` ms."""
    if now < PUSHED_MS:
        return 0.0
    if now < WOVEN_MS:
        return 36 * (now - PUSHED_MS) / (WOVEN_MS - PUSHED_MS)
    if now < HIT_MS:
        return 124.0
    if now < SPRING_MS:
        return NET_REACH
    progress = (now - SPRING_MS) / (REST_MS - SPRING_MS)
    return max(
        8.0, NET_REACH * math.exp(-3.5 * progress) * (0.55 + 0.45 * math.cos(math.tau * 2.2 * progress))
    )
