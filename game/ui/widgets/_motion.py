"""Short motions of controls: the focus arrives or leaves, a press squashes, a switch slides over.

They are answers to an act that has happened already, so nothing waits for them. Each begins and ends with the
control at rest. There are none with reduced motion or at instant speed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import pygame

from game.ui.art.fabric import BUTTON_HEIGHT, BUTTON_SHADE, SHADOW_COLOUR
from game.ui.art.layers import mix
from game.ui.art.marks import yarn_curl
from game.ui.core.canvas import PACE, Box, ease_out, ease_out_back, sway, wobble
from game.ui.core.input import MOUSE
from game.ui.core.paint import FittedLine, Painter
from game.ui.core.scene import AppContext
from game.ui.core.verbs import FOCUS, HOVER, LEAVE_FOCUS, LET_DOWN, PRESS, TOGGLE

MAX_MOVING_AREA = 120_000.0  # square units; larger controls, such as whole panels, stay still
MAX_WIDENING, MAX_HEIGHTENING = (
    20.0,
    7.0,
)  # maximum growth in units, so that large controls do not swell more than buttons
CONTROL_MARGIN = 64.0  # units around a control for its shadow, ring and pegs
REACH = CONTROL_MARGIN + MAX_WIDENING  # units around a control that its poses stay within
MIN_TURN_DEGREES, MAX_SWAY_DEGREES = 0.15, 3.0  # degrees: least turn that is seen, and greatest sway
WORDS_DELAY_SHARE = 0.14  # share of an arrival by which the words follow their cloth
LINT_CURLS: Final = ((0.06, 200), (0.24, 250), (0.42, 280), (0.6, 262), (0.78, 290), (0.94, 340))
"""Curls that a green button loses: place on its width, and direction in degrees, 0 to the right."""
CURL_SIZE, CURL_START, CURL_END = (
    15.0,
    4.0,
    30.0,
)  # units: size of a curl, and where it starts and ends from the edge


@dataclass(frozen=True, slots=True)
class ControlPose:
    """Difference of a control's picture from its picture at rest."""

    down: float = 0.0  # units
    wide: float = 0.0  # share by which it is wider, about its middle
    tall: float = 0.0  # share by which it is higher, about its lower edge
    turn: float = 0.0  # degrees clockwise about the middle of its lower edge
    hangs: bool = False  # True to turn about the middle of its upper edge
    shade: float = 0.0  # share of shadow on it
    free: bool = False  # True to grow beyond `MAX_WIDENING` and `MAX_HEIGHTENING`
    words_down: float = 0.0  # units by which its words are lower than usual
    slide: float = 1.0  # progress of the knob of a switch, 0 to 1 or a little more
    burst: float = 0.0  # progress of the curls of a green button, 0 to 1


REST_POSE = ControlPose()


@dataclass(frozen=True, slots=True)
class ControlMotion:
    """Pose of a control by the progress (0 to 1) of a motion."""

    length: float  # ms at the brisk pace
    pose: Callable[[float], ControlPose]
    contact: float = 0.0  # ms until `ControlMotions.begin` strikes


def _hop(progress: float) -> float:
    """Height of a little jump, 0 to 1: up quickly, and down with a dip below the place of rest."""
    if progress <= 0.36:
        return ease_out(max(0.0, progress) / 0.36)
    return 1 - ease_out_back((progress - 0.36) / 0.64)


def _arrive(progress: float) -> ControlPose:
    up = _hop(progress)
    return ControlPose(
        -3 * up, wide=0.035 * up, tall=0.035 * up, words_down=3 * (up - _hop(progress - WORDS_DELAY_SHARE))
    )


def _press(progress: float) -> ControlPose:
    contact = PRESS.length / (PRESS.length + PRESS.tail)
    if progress < contact:
        down, burst = ease_out(progress / contact), 0.0
    else:
        burst = (progress - contact) / (1 - contact)
        down = wobble(burst)
    shade = BUTTON_SHADE * max(0.0, down)
    return ControlPose(BUTTON_HEIGHT * down, wide=0.065 * down, tall=-0.095 * down, shade=shade, burst=burst)


def _hover(progress: float) -> ControlPose:
    grown = 0.02 * _hop(progress)
    return ControlPose(wide=grown, tall=grown)


ARRIVE_MOTION: Final = ControlMotion(FOCUS.tail, _arrive)
LEAVE_MOTION: Final = ControlMotion(LEAVE_FOCUS.tail, lambda progress: ControlPose(2 * wobble(progress)))
HOVER_MOTION: Final = ControlMotion(HOVER.tail, _hover)
PRESS_MOTION: Final = ControlMotion(PRESS.length + PRESS.tail, _press, LET_DOWN.contact)
SWAY_MOTION: Final = ControlMotion(
    LET_DOWN.settles + LET_DOWN.tail,
    lambda progress: ControlPose(turn=MAX_SWAY_DEGREES * sway(progress), hangs=True),
)
SLIDE_MOTION: Final = ControlMotion(
    TOGGLE.length, lambda progress: ControlPose(slide=ease_out_back(progress))
)


class ControlMotions:
    """Motions of the controls of a screen, by their keys."""

    def __init__(self, app: AppContext, *, are_on: bool = True) -> None:
        """``are_on``: False for none at all, if the screen is not redrawn for them."""
        self._app, self._are_on = app, are_on
        self._running: dict[str, tuple[ControlMotion, float, float]] = {}
        """Motion, start and length (both ms) by key."""
        self._contacts: list[tuple[float, Callable[[], object]]] = []  # times in ms, and what sounds then
        self._sheet: pygame.Surface | None = None  # of the size of the window, while anything moves
        self._pictures: dict[object, tuple[object, pygame.Surface]] = {}
        """Content of each control in motion, and its picture at rest with premultiplied alpha, by name."""

    def begin(self, key: str, motion: ControlMotion, strike: Callable[[], object] | None = None) -> None:
        """Begin a motion of a control, in place of the one that it is in.

        ``strike`` is called at its contact, at once without motions.
        """
        pace = self._pace
        if pace:
            self._running[key] = motion, self._app.now, motion.length * pace
        if strike is not None and pace * motion.contact:
            self._contacts.append((self._app.now + motion.contact * pace, strike))
        elif strike is not None:
            strike()

    @property
    def _pace(self) -> float:
        """Factor on durations, 0 without motions."""
        return PACE[self._app.settings.animation_speed] * (self._are_on and not self._app.reduced_motion)

    def story_ms(self, start: float) -> float:
        """Time in ms at the brisk pace since ``start`` (ms); infinite without motions."""
        return (self._app.now - start) / self._pace if self._pace else math.inf

    def move_focus(self, before: str, after: str) -> None:
        """Move the focus. A pointer that passes only makes the control grow a little."""
        hovers = self._app.devices.last == MOUSE
        if not hovers:
            self.begin(before, LEAVE_MOTION)
        self.begin(after, HOVER_MOTION if hovers else ARRIVE_MOTION)

    @property
    def are_running(self) -> bool:
        """True until `advance` finds that all have ended, so that all are drawn at rest then."""
        return bool(self._running)

    def advance(self) -> None:
        """Strike the contacts that are due, and forget ended motions. Call before drawing everything."""
        now = self._app.now
        due = [strike for time, strike in self._contacts if time <= now]
        self._contacts = [contact for contact in self._contacts if contact[0] > now]
        for strike in due:
            strike()
        self._running = {key: kept for key, kept in self._running.items() if now - kept[1] < kept[2]}
        if not self._running:
            self._sheet = None
            self._pictures.clear()

    def reach(self, boxes: Mapping[str, Box]) -> list[Box] | None:
        """Boxes in units of what has moved since `advance`, None if they are not all in ``boxes``."""
        is_known = boxes.keys() >= self._running.keys()
        return [boxes[key].inflated(REACH) for key in self._running] if is_known else None

    @property
    def pressed_key(self) -> str:
        """Key of the control that was pressed a moment ago, empty for none."""
        pressed = (key for key, running in self._running.items() if running[0] is PRESS_MOTION)
        return next((key for key in pressed if self.progress(key) is not None), "")

    def progress(self, key: str) -> float | None:
        """Progress (0 to 1) of the motion of a control, None at rest."""
        if key not in self._running:
            return None
        _motion, start, length = self._running[key]
        progress = (self._app.now - start) / length
        return progress if 0 <= progress < 1 else None

    def pose(self, key: str) -> ControlPose | None:
        """Present pose of a control, None at rest."""
        progress = self.progress(key)
        if progress is None:
            return None
        pose = self._running[key][0].pose(progress)
        return None if pose == REST_POSE else pose

    def paint(
        self,
        painter: Painter,
        pose: ControlPose,
        box: Box,
        paint: Callable[[Painter], object],
        content: tuple[object, ...],
        *,
        bursts: bool = False,
    ) -> None:
        """Draw what ``paint`` draws at rest in and around a box, in a pose; with curls if it ``bursts``.

        ``paint`` is called again only if ``content``, which begins with a name, differs from the last frame.
        """
        view, surface = painter.view, painter.surface
        area = view.rect(box.inflated(CONTROL_MARGIN)).clip(surface.get_rect())
        shown = *content, pose.words_down, tuple(area), surface.get_size()
        known, image = self._pictures.get(content[0], (None, surface))
        if known != shown:
            if self._sheet is None or self._sheet.get_size() != surface.get_size():
                self._sheet = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
            self._sheet.set_clip(area)
            self._sheet.fill((0, 0, 0, 0))
            paint(_LatePainter.of(painter, self._sheet, pose.words_down))
            image = self._sheet.subsurface(area).premul_alpha()
            self._pictures[content[0]] = shown, image
        if pose.shade:
            image = image.copy()
            image.fill(mix("#FFFFFF", SHADOW_COLOUR, pose.shade), special_flags=pygame.BLEND_RGB_MULT)
        wide, tall = pose.wide, pose.tall
        if not pose.free:
            wide, tall = (
                min(wide, MAX_WIDENING / box.w),
                max(-MAX_HEIGHTENING / box.h, min(tall, MAX_HEIGHTENING / box.h)),
            )
        size = round(area.w * (1 + wide)), round(area.h * (1 + tall))
        if size != area.size:
            image = pygame.transform.smoothscale(image, size)
        # Middle of the picture from the middle of the edge that stays, in px.
        x, edge = box.centre[0] * view.scale, (box.y if pose.hangs else box.bottom) * view.scale
        middle = area.x + area.w / 2, area.y + area.h / 2
        offset = pygame.Vector2((middle[0] - x) * (1 + wide), (middle[1] - edge) * (1 + tall))
        if abs(pose.turn) >= MIN_TURN_DEGREES:
            image = pygame.transform.rotozoom(image, -pose.turn, 1)
            offset = offset.rotate(pose.turn)
        left = x + offset.x - image.get_width() / 2
        top = edge + pose.down * view.scale + offset.y - image.get_height() / 2
        surface.blit(image, (round(left), round(top)), special_flags=pygame.BLEND_PREMULTIPLIED)
        if bursts and pose.burst:
            _draw_curls(painter, box, pose.burst)


class _LatePainter(Painter):
    """Painter whose words are ``late`` units lower than usual."""

    late = 0.0

    @classmethod
    def of(cls, painter: Painter, surface: pygame.Surface, late: float) -> _LatePainter:
        """Painter like another one for a surface."""
        late_painter = cls(
            surface, painter.view, painter.theme, painter.assets, painter.type, painter.text_scale
        )
        late_painter.late = late
        return late_painter

    def put_line(self, line: FittedLine, x: float, y: float, anchor: str) -> float:
        return super().put_line(line, x, y + self.late, anchor)


def _draw_curls(painter: Painter, box: Box, progress: float) -> None:
    """Draw the curls of yarn that fly off a button, fading."""
    for number, (place, direction) in enumerate(LINT_CURLS):
        far = CURL_START + (CURL_END - CURL_START) * ease_out(progress)
        angle = math.radians(direction)
        x = box.x + place * box.w + far * math.cos(angle)
        y = box.y + far * math.sin(angle) + 18 * progress * progress
        painter.blit(yarn_curl(painter.assets, number, direction, CURL_SIZE), x, y, "center", 1 - progress**3)
