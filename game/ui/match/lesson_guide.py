"""Overlay of a lesson over its match: veil, teacher, words, pointer, progress beads and the skip button.

A board leaves a free area, `Places.lesson`: a column beside it, or a band above. `LessonLayout`
divides it once for all lessons of a game, by their longest texts, so everything keeps its place and size, and
covers nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.i18n import _, current_language, plural
from game.match.lesson import LessonDirector, LessonStep, fill_names, read_lessons
from game.match.phone_exercise import lesson_number_text
from game.ui.art.fabric import (
    BUBBLE_ROOM,
    NORMAL,
    SHADOW_MARGIN,
    ClothColours,
    bubble,
    button,
    button_drop,
    meter_bead,
    panel,
)
from game.ui.art.layers import GOLD, INK
from game.ui.art.lesson_pointer import POINTER_LENGTH, TEACHER_LOOK, pointer, veil
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.core.canvas import Box, DirtyRegions, overlap_area, overlaps
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.match.context import ViewContext
from game.ui.match.view_roles import Teaches, role_of
from game.ui.widgets import Prompt, glyph_of, key_map_for

STRIP = "strip"  # name in lessons for the prompt bar entry of the action to do; a mouse can click it
POINTER_DISTANCE, MIN_TARGET_SIZE = 16.0, 38.0
"""Distance in units of the pointer's tip from its target, and minimum size assumed for a target.

The wool around the pointer reaches further than its tip. On a small place there may be something larger.
"""
# sides of the target, in order of preference: degrees of the pointer, and unit vector to its origin
POINTER_DIRECTIONS = ((0, 0.0, -1.0), (180, 0.0, 1.0), (270, -1.0, 0.0), (90, 1.0, 0.0))
SMALL_POINTER_SCALE = 0.6  # scale of a small pointer


@dataclass(frozen=True, slots=True)
class PointerPose:
    """Position of the pointer's tip, and its rotation."""

    tip: tuple[float, float]
    turn: int
    share: float = 1.0  # scale, 1 for the usual size


def holes(targets: Sequence[Box]) -> tuple[Box, ...]:
    """Holes in the veil for the targets, with a margin that is smaller around small targets."""
    return tuple(target.inflated(max(0.0, min(14.0, min(target.w, target.h) / 4 - 8))) for target in targets)


def place_pointer(
    targets: Sequence[Box], needed: Sequence[Box], room: Box, over: Sequence[Box] = ()
) -> PointerPose | None:
    """Pose of the pointer: above the target, else below, left or right of it. None without targets.

    It is small where it would hide something at its usual size. If it does even then on each side, it is on
    the side where it hides least.

    Args:
        targets: boxes to point at; the pointer is at the first.
        needed: other boxes that should stay visible.
        room: area in which it is completely visible.
        over: boxes that are drawn over the pointer.
    """
    if not targets:
        return None
    first, *others = targets

    def hidden(pose: PointerPose) -> tuple[bool, float]:
        """True if a pointer can't be here, and the area in square units that it hides or loses.

        It can't be where half of it is outside ``room``, or on its target or ``over``.
        """
        box = pointer_box(pose)
        fails = not room.contains(box.centre) or any(overlaps(box, other) for other in (first, *over))
        lost = box.w * box.h - overlap_area(box, room)
        return fails, round(lost + sum(overlap_area(box, other) for other in (*others, *needed)))

    poses = [_pose(first, side, scale) for scale in (1.0, SMALL_POINTER_SCALE) for side in POINTER_DIRECTIONS]
    free = next((pose for pose in poses if hidden(pose) == (False, 0)), None)
    return free or min(poses[len(POINTER_DIRECTIONS) :], key=hidden)


def _pose(target: Box, side: tuple[int, float, float], scale: float) -> PointerPose:
    """Pose of the pointer beside a target, on one of the sides in `POINTER_DIRECTIONS`."""
    turn, dx, dy = side
    (x, y), away = (
        target.centre,
        POINTER_DISTANCE * scale + max(0.0, MIN_TARGET_SIZE - min(target.w, target.h)) / 2,
    )
    return PointerPose((x + dx * (target.w / 2 + away), y + dy * (target.h / 2 + away)), turn, scale)


def pointer_box(pose: PointerPose) -> Box:
    """Box that a pointer covers."""
    (x, y), long, half = pose.tip, POINTER_LENGTH * pose.share, 32.0 * pose.share
    _turn, dx, dy = next(direction for direction in POINTER_DIRECTIONS if direction[0] == pose.turn)
    if dx:
        return Box(x if dx > 0 else x - long, y - half, long, 2 * half)
    return Box(x - half, y if dy > 0 else y - long, 2 * half, long)


TEACHER_HEIGHT, SMALL_TEACHER_HEIGHT = (
    138.0,
    84.0,
)  # height in units of the teacher: usual, and if the words need the room
MAX_TYPE_SIZE, MIN_TYPE_SIZE, TYPE_GROWTH = 21.0, 10.0, 0.6
"""Type size in units of the words: maximum, minimum, and growth with the text size."""
NAME_SIZES, NARROW_NAME_SIZE = (
    (24.0, 22.0),
    20.0,
)  # type sizes for the lesson's name on one line, else in two lines
HEADER_GROWTH = 0.15  # growth of the lesson's header and the skip button with the text size
BUBBLE_PADDING = 18.0  # margin in units inside the bubble
GAP = 10.0  # gap in units between header, words, teacher and button
DEFAULT_PROMPT_ASPECT = 1.2  # assumed width / height of a prompt's picture that is not known yet
SIDE_WIDTH = 270.0  # width in units of header and button beside the words in a band
BEAD_STEP = 25.0  # distance in units between progress beads


@dataclass(frozen=True, slots=True)
class TeacherText:
    """Text of the teacher: the sentence, and the instruction."""

    say: str
    act: str


@dataclass(frozen=True, slots=True)
class TeacherBubble:
    """The speech bubble, and the teacher beside or below it."""

    box: Box
    size: float  # type size before the text size setting
    act_top: float  # top in units of the instruction, relative to the box
    foot: tuple[float, float]  # foot position of the teacher
    teacher_height: float  # height of the teacher

    @property
    def teacher(self) -> Box:
        """Approximate box of the teacher."""
        (x, y), height = self.foot, self.teacher_height
        return Box(x - height * 0.36, y - height * 1.02, height * 0.9, height * 1.04)


@dataclass(frozen=True, slots=True)
class LessonHeader:
    """Panel with the name of the lesson and its progress."""

    box: Box
    size: float  # final type size of the name
    more: float  # scale of the rest


@dataclass(frozen=True, slots=True)
class LessonBoxes:
    """Boxes of the parts of a lesson, in units."""

    head: LessonHeader
    skip: Box
    skip_words: float  # final type size on the skip button
    speech: TeacherBubble
    pointing: PointerPose | None
    holes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class LessonTexts:
    """All texts in the lessons of a game.

    Attributes:
        titles: names of the lessons.
        which: number of each lesson among those of the game.
        steps: number of steps in the longest lesson, with one bead each.
        skip: label of the skip button.
        teacher_texts: all texts of the teacher.
    """

    titles: tuple[str, ...]
    which: tuple[str, ...]
    steps: int
    skip: str
    teacher_texts: tuple[TeacherText, ...]


@dataclass(frozen=True, slots=True)
class LessonLayout:
    """Places and sizes that are the same in all lessons of a game."""

    head: LessonHeader
    skip: Box
    skip_words: float
    room: Box  # for the bubble; it has this width, and the height of its words
    size: float  # type size before the text size setting
    foot: tuple[float, float]
    teacher_height: float
    is_column: bool  # True if the teacher is below the words, False if next to them

    @classmethod
    def of(cls, ruler: Painter, room: Box, texts: LessonTexts) -> LessonLayout:
        """Layout in the area ``room`` that a board leaves: a column if higher than wide, else a band."""
        return cls._column(ruler, room, texts) if room.h > room.w else cls._band(ruler, room, texts)

    @classmethod
    def _column(cls, ruler: Painter, room: Box, texts: LessonTexts) -> LessonLayout:
        """Layout with the header at the top, words below, teacher and button at the bottom."""
        scale = 1 + HEADER_GROWTH * (ruler.text_scale - 1)
        head = _lesson_header(ruler, room, texts, scale)
        skip, skip_words = _skip_button(ruler, texts.skip, room.w - SMALL_TEACHER_HEIGHT - GAP, scale)
        skip = skip.translated(room.right - skip.w, room.bottom - skip.h)
        top = head.box.bottom + GAP
        min_height = max(SMALL_TEACHER_HEIGHT + 2 * GAP, skip.h + GAP)
        size = _largest_size(
            ruler,
            texts.teacher_texts,
            Box(room.x, top, room.w, room.bottom - min_height - top),
            _max_size(ruler),
        )
        text_height = max(
            _bubble_height(ruler, text, room.w, size, DEFAULT_PROMPT_ASPECT)[0]
            for text in texts.teacher_texts
        )
        # The teacher gets the room that the words leave.
        teacher_height = min(
            TEACHER_HEIGHT, room.bottom - 2 * GAP - top - text_height, (skip.x - GAP - room.x) / 0.94
        )
        free = Box(room.x, top, room.w, room.bottom - max(teacher_height + 2 * GAP, skip.h + GAP) - top)
        foot = room.x + teacher_height * 0.4, room.bottom - 4
        return cls(head, skip, skip_words, free, size, foot, teacher_height, is_column=True)

    @classmethod
    def _band(cls, ruler: Painter, room: Box, texts: LessonTexts) -> LessonLayout:
        """Layout with the header and the button below it, then the teacher, then the words."""
        scale = 1 + HEADER_GROWTH * (ruler.text_scale - 1)
        head = _lesson_header(ruler, Box(room.x, room.y, SIDE_WIDTH * scale, room.h), texts, scale)
        skip, skip_words = _skip_button(ruler, texts.skip, SIDE_WIDTH * scale, scale)
        skip = skip.translated(room.x, room.bottom - skip.h)
        teacher_height = min(TEACHER_HEIGHT, room.h - 8)
        left = head.box.right + GAP
        free = Box(left + teacher_height, room.y, room.right - left - teacher_height, room.h)
        size = _largest_size(ruler, texts.teacher_texts, free, _max_size(ruler))
        foot = left + teacher_height * 0.4, room.bottom - 4
        return cls(head, skip, skip_words, free, size, foot, teacher_height, is_column=False)

    def speech(self, ruler: Painter, text: TeacherText, sign_width: float) -> TeacherBubble:
        """Bubble for a text: above the teacher's head, or beside it."""
        size = _largest_size(ruler, (text,), self.room, self.size * ruler.text_scale, sign_width)
        height, act_top = _bubble_height(ruler, text, self.room.w, size, sign_width)
        top = self.room.bottom - height if self.is_column else self.room.y
        return TeacherBubble(
            Box(self.room.x, top, self.room.w, height), size, act_top, self.foot, self.teacher_height
        )


def _lesson_header(ruler: Painter, room: Box, texts: LessonTexts, scale: float) -> LessonHeader:
    """Header that fits the longest name of a lesson."""
    inner, line = room.w - 44, ruler.line_height(BODY * scale / ruler.text_scale)
    unit_width = max(ruler.width(title, 100, NAMES, fixed=True) for title in texts.titles) / 100
    size = (
        next((plate for plate in NAME_SIZES if unit_width * plate * scale < inner * 0.98), NARROW_NAME_SIZE)
        * scale
    )
    title_height = max(ruler.height(title, inner, size / ruler.text_scale, NAMES) for title in texts.titles)
    return LessonHeader(Box(room.x, room.y, room.w, title_height + line + 20), size, scale)


def _skip_button(ruler: Painter, label: str, max_width: float, scale: float) -> tuple[Box, float]:
    """Box (at 0, 0) and final type size of the skip button, smaller or in two lines if too wide."""
    size = BODY * scale
    if (
        ruler.width(label, size * 0.9, STRONG, fixed=True) + 48
        <= max_width
        < (ruler.width(label, size, STRONG, fixed=True) + 48)
    ):
        size *= 0.9
    width, height = ruler.width(label, size, STRONG, fixed=True) + 48, 50 * scale
    if width > max_width:
        width = max(ruler.width(word, size, STRONG, fixed=True) for word in label.split()) + 48
        height += ruler.line_height(size / ruler.text_scale)
    return Box(0, 0, width, height), size


def _max_size(ruler: Painter) -> float:
    """Maximum final type size in units of the teacher's words."""
    return MAX_TYPE_SIZE * (1 + TYPE_GROWTH * (ruler.text_scale - 1))


def glyph_height(ruler: Painter, size: float) -> float:
    """Height in units of a prompt's picture beside words of this size."""
    return max(26.0, ruler.line_height(size) * 0.96)


def _bubble_height(
    ruler: Painter, text: TeacherText, width: float, size: float, sign: float
) -> tuple[float, float]:
    """Height in units of a bubble with these words, and top of the instruction in it."""
    inner, glyph = width - 2 * BUBBLE_PADDING, glyph_height(ruler, size)
    sign = glyph * sign + 10 if sign else 0.0
    say_height = ruler.height(text.say, inner, size, STRONG)
    act_height = max(glyph + 10, ruler.height(text.act, inner - sign, size, STRONG)) if text.act else 0.0
    return say_height + act_height + 2 * BUBBLE_PADDING - 8, BUBBLE_PADDING - 6 + say_height + 4


def _largest_size(
    ruler: Painter,
    texts: Sequence[TeacherText],
    room: Box,
    largest: float,
    sign: float = DEFAULT_PROMPT_ASPECT,
) -> float:
    """Type size, before the text size setting, at which each text fits: ``largest`` to `MIN_TYPE_SIZE`."""
    size, scale = largest, ruler.text_scale
    # The longest first, because it limits the size most.
    for text in sorted(texts, key=lambda text: -len(text.say) - len(text.act)):
        while (
            size > MIN_TYPE_SIZE and _bubble_height(ruler, text, room.w, size / scale, sign)[0] > room.h + 0.1
        ):
            size -= 0.5
    return size / scale


INSTRUCTION_COLOUR = "#1F5FB4"  # of the instruction on a light panel
BEAD_SIZE, WIDE_BEAD_SIZE = 18.0, 24.0
DONE_BEAD_COLOUR = "#9CCBA6"
PROMPT_HEIGHT = 40.0  # height in units at which the width of a prompt's picture is measured
BUTTON_ACTIONS = (InputAction.END_TURN, InputAction.SECONDARY)  # actions that have a button in every game
BUTTON_NAMES = {STRIP, "back", "draw", "end", "pass", "play"}  # names in lessons of things that are pressed
POINTER_SWING = 5.0  # amplitude of the pointer in units


@dataclass(frozen=True, slots=True)
class _CachedLayout:
    """Cached layout of a game's lessons, with its cache key."""

    key: object
    desk: LessonLayout


def _stray_text() -> str:
    """Sentence about a card that the step does not want."""
    return _("Something's there that shouldn't be. Take it back.")


class LessonOverlay:
    """The teacher of a lesson, drawn over the view of its match."""

    def __init__(
        self, context: ViewContext, director: LessonDirector, strip: Callable[[], Sequence[Prompt]]
    ) -> None:
        self._context, self._view, self._tutor, self._strip = context, context.view, director, strip
        self._life = DirtyRegions()
        self._spoken: tuple[object, LessonLayout, TeacherBubble] | None = None
        self._veil: tuple[object, pygame.Surface] | None = None
        self.refusal_reason = ""  # reason in the game's words why the last move was refused

    # Texts.

    @property
    def teacher_text(self) -> TeacherText:
        """Text of the teacher now: the step's sentence or nudge, and its instruction."""
        step, tutor = self._tutor.step.spoken(on_phone=self.on_phone), self._tutor
        act = self._instruction(step.act)
        if not tutor.needs_nudge:
            return TeacherText(self._fill_names(step.say), act)
        nudge = self._fill_names(step.nudge)
        if tutor.astray:
            return TeacherText(f"{_stray_text()} {nudge}", act)
        return TeacherText(f"{self.refusal_reason} {nudge}" if self.refusal_reason else nudge, act)

    def _instruction(self, instruction: str) -> str:
        """Instruction with names filled in, introduced if it must be followed on the phone."""
        act = self._fill_names(instruction)
        return _("On the phone: {what}").format(what=act) if self.on_phone else act

    def _prompt_image(self, height: float) -> pygame.Surface | None:
        """Picture of the key or button to press now. None for none, on a phone, or if it is too early."""
        acts = self._prompt_actions()
        if not acts:
            return None
        press, step = self._tutor.step.press, self._tutor.step
        # A button that is no longer pointed at has been used; Back would now leave the lesson.
        is_over = press in step.point and press not in self.target_names
        # The button's key has no effect while something must be chosen first.
        is_early = len(acts) > 1 and bool(self.target_names) and self.target_names[0] not in BUTTON_NAMES
        if is_early and step.point and step.point[0] in BUTTON_NAMES:
            return None  # only a button is wanted, so what was picked up must be put back first
        app, act = self._context.app, acts[-1] if is_over or is_early else acts[0]
        # The focus must be moved before anything can be taken.
        is_navigating = InputAction.NAVIGATE in self._view.controls().pinned and app.devices.last != MOUSE
        return glyph_of(
            app,
            InputAction.NAVIGATE if act is InputAction.CONFIRM and is_navigating else act,
            app.devices.last,
            height,
        )

    def _prompt_actions(self) -> tuple[InputAction, ...]:
        """Action to press in this step, then the action that may be needed before it. Empty for none."""
        press, point = self._tutor.step.press, self._tutor.step.point
        if self.on_phone or not press:
            return ()
        if self._context.app.devices.last == MOUSE:
            # With a mouse, targets are clicked, whichever key has the same effect.
            return (InputAction.ALTERNATE if press == InputAction.LOOK else InputAction.CONFIRM,)
        is_button = InputAction(press) in BUTTON_ACTIONS or press in point or STRIP in point
        needs_choice = is_button and press != InputAction.UNDO
        return (InputAction(press), InputAction.CONFIRM) if needs_choice else (InputAction(press),)

    def _prompt_aspect(self) -> float:
        """Width / height of the widest picture of a prompt in this step, 0 for none."""
        app = self._context.app
        images = [key_map_for(app).picture(app.assets, act, PROMPT_HEIGHT) for act in self._prompt_actions()]
        return max((i.get_width() / i.get_height() for i in images if i is not None), default=0.0)

    def _fill_names(self, text: str) -> str:
        """Text with the names of the seats filled in."""
        return fill_names(text, [seat.name for seat in self._context.seats])

    @property
    def on_phone(self) -> bool:
        """True if the learner plays on a phone."""
        return self._context.seats[self._tutor.lesson.seat].is_on_phone

    @property
    def is_quiet(self) -> bool:
        """True while the step is done and others answer, or the lesson is over, so the teacher is hidden."""
        return self._tutor.is_done or self._tutor.is_over

    # Places.

    @property
    def target_names(self) -> Sequence[str]:
        """Names of the current targets, the one to point at first; empty while others answer."""
        if self.is_quiet:
            return ()
        step = self._tutor.step
        # The unfinished turn on a phone is not known here.
        return step.point if self.on_phone else role_of(self._view, Teaches).step_points(step)

    @property
    def _number(self) -> int:
        """Index of the step shown in the header; at the end the last one."""
        return min(self._tutor.number, len(self._tutor.lesson.steps) - 1)

    def where(self, name: str) -> Box | None:
        """Box of a target on the board, or of the prompt to press for `STRIP`. None if it is not visible."""
        if name != STRIP:
            return self._view.locate(name)
        press = InputAction(self._tutor.step.press)
        return next((entry.box for entry in self._strip() if entry.act is press), None)

    def _lit_boxes(self) -> list[Box]:
        """Boxes of the targets to leave lit."""
        lit = role_of(self._view, Teaches)
        return [box for name in self.target_names if (box := lit.spotlight_box(name) or self.where(name))]

    def boxes(self, bottom: float) -> LessonBoxes:
        """Boxes of all parts. ``bottom`` is the top of the prompt bar in units."""
        app, text, places = self._context.app, self.teacher_text, self._view.places
        targets = tuple(box for box in map(self.where, self.target_names) if box is not None)
        answer = (places.answer,) if places.answer is not None else ()
        # With the widest key, so that another device moves no words.
        key = places.lesson, app.view, app.text_scale, text, self._prompt_aspect()
        if self._spoken is None or self._spoken[0] != key:
            self._spoken = (
                key,
                self.desk,
                self.desk.speech(app.measuring_painter, text, self._prompt_aspect()),
            )
        _key, desk, speech = self._spoken
        view_box = Box(0, 0, app.view.w, bottom)
        covers = speech.box, speech.teacher, desk.head.box, desk.skip
        pointing = place_pointer(targets, [*places.taken, *covers], view_box, covers)
        lit = holes((*self._lit_boxes(), *answer))
        return LessonBoxes(desk.head, desk.skip, desk.skip_words, speech, pointing, lit)

    @property
    def desk(self) -> LessonLayout:
        """Layout shared by all lessons of this game, cached until area, text size or language change."""
        app, game, area = self._context.app, self._tutor.lesson.game, self._view.places.lesson
        key = area, app.view, app.text_scale, current_language(), self.on_phone
        place = f"lessons of {game}"
        cached = app.remembered_places.get(place)
        if not isinstance(cached, _CachedLayout) or cached.key != key:
            cached = app.remembered_places[place] = _CachedLayout(
                key, LessonLayout.of(app.measuring_painter, area, self._words())
            )
        return cached.desk

    def _words(self) -> LessonTexts:
        """All texts in the lessons of this game, translated and with names filled in."""
        lessons = read_lessons(self._tutor.lesson.game).lessons
        texts = [text for lesson in lessons for step in lesson.steps for text in self._step_texts(step)]
        return LessonTexts(
            tuple(_(lesson.title) for lesson in lessons),
            tuple(lesson_number_text(lesson) for lesson in lessons),
            max(len(lesson.steps) for lesson in lessons),
            _("Skip lesson"),
            tuple(texts),
        )

    def _step_texts(self, step: LessonStep) -> tuple[TeacherText, TeacherText]:
        """Sentence and nudge of a step, each with the instruction; names are filled in."""
        texts = step.spoken(on_phone=self.on_phone)
        act = self._instruction(texts.act)
        return TeacherText(self._fill_names(texts.say), act), TeacherText(self._fill_names(texts.nudge), act)

    @property
    def covers(self) -> tuple[Box, ...]:
        """Boxes of header, skip button, bubble and teacher as placed last. Empty before the first drawing."""
        if self._spoken is None:
            return ()
        _key, desk, speech = self._spoken
        return desk.head.box, desk.skip, speech.box, speech.teacher

    # Idle animation.

    @property
    def _frame(self) -> int:
        """Index of the teacher's animation frame."""
        animation = STATES[self._mood]
        frame = 0 if self._context.app.idle_motion_off else animation.over(self._context.app.now)
        # Bubbles that rise from a thinking puppet would cover the words and be cut off.
        return 0 if animation.frames[frame][0].extras else frame

    @property
    def _mood(self) -> str:
        """Mood of the teacher: happy once the step is done, thinking with a nudge, else idle."""
        return "happy" if self.is_quiet else "thinking" if self._tutor.needs_nudge else "idle"

    @property
    def _swing(self) -> float:
        """Current offset of the pointer in units, 0 to `POINTER_SWING`; 0 without idle motion."""
        app = self._context.app
        return (
            0.0 if app.idle_motion_off else round(POINTER_SWING * (1 - math.cos(app.now / 330)) / 2 * 2) / 2
        )

    def idle(self, bottom: float) -> list[Box]:
        """Boxes to redraw of teacher and pointer if they have changed. Empty while the teacher is hidden."""
        if self.is_quiet:
            return []
        boxes = self.boxes(bottom)
        living: list[tuple[str, object, Box]] = [
            ("teacher", (self._mood, self._frame), boxes.speech.teacher.inflated(24))
        ]
        if boxes.pointing is not None:
            x, y = boxes.pointing.tip
            living.append(("pointer", self._swing, Box(x - 90, y - 90, 180, 180)))
        return self._life.collect(living)

    # Drawing.

    def draw(self, painter: Painter, bottom: float) -> None:
        """Draw all parts; while the teacher is hidden, only the header and the skip button."""
        boxes = self.boxes(bottom)
        if not self.is_quiet:
            self._draw_veil(painter, boxes)
        self._draw_head(painter, boxes.head)
        self._draw_skip(painter, boxes.skip, boxes.skip_words)
        if not self.is_quiet:
            self._draw_pointer(painter, boxes)
            self._draw_speech(painter, boxes.speech)

    def _draw_veil(self, painter: Painter, boxes: LessonBoxes) -> None:
        """Draw the veil, a quarter as dense as the shade behind a dialog, but as dense over unlit buttons."""
        size, colour = painter.surface.get_size(), painter.theme.shade
        lit, buttons = self._lit_boxes(), self._view.places.buttons
        unlit = tuple(button for button in buttons if not any(overlaps(button, box) for box in lit))
        key = size, colour, boxes.holes, unlit, painter.view
        if self._veil is None or self._veil[0] != key:
            self._veil = (
                key,
                veil(
                    size,
                    colour,
                    0.25,
                    *(tuple(map(painter.view.rect, spots)) for spots in (boxes.holes, unlit)),
                ),
            )
        painter.surface.blit(self._veil[1], (0, 0))

    def _draw_head(self, painter: Painter, head: LessonHeader) -> None:
        box, theme, scale = head.box, painter.theme, head.more
        fabric = ClothColours(theme.panel, theme.ink, theme.stitch)
        painter.blit(
            panel(painter.assets, round(box.w), round(box.h), fabric),
            box.x - SHADOW_MARGIN,
            box.y - SHADOW_MARGIN,
        )
        lesson, soft = self._tutor.lesson, TextStyle(STRONG, theme.soft, is_fixed_size=True)
        size, width = head.size / painter.text_scale, box.w - 44
        line = painter.line_height(BODY * scale / painter.text_scale)
        title_height = painter.height(_(lesson.title), width, size, NAMES)
        # Both centred in the room for the game's longest name.
        top = box.y + (box.h - title_height - line) / 2
        y = top + title_height + line / 2
        painter.paragraph(_(lesson.title), box.x + 22, top, width, size, TextStyle(NAMES))
        painter.text(lesson_number_text(lesson), box.x + 22, y, BODY * scale, soft)
        beads = (len(lesson.steps) - 1) * BEAD_STEP + WIDE_BEAD_SIZE
        self._draw_beads(painter, box.right - 22 - beads * scale, y, scale)

    def _draw_beads(self, painter: Painter, x: float, y: float, scale: float) -> None:
        """Draw one bead for each step, filled up to the current one."""
        for bead in range(len(self._tutor.lesson.steps)):
            is_current = bead == self._number
            colour = GOLD if is_current and not self.is_quiet else DONE_BEAD_COLOUR
            size = (WIDE_BEAD_SIZE if is_current else BEAD_SIZE) * scale
            full, edge = bead <= self._number, painter.theme.ink
            image = meter_bead(painter.assets, size, full=full, colour=colour, edge=INK if full else edge)
            painter.blit(image, x + (WIDE_BEAD_SIZE / 2 + bead * BEAD_STEP) * scale, y, "center")

    def _draw_skip(self, painter: Painter, box: Box, size: float) -> None:
        theme = painter.theme
        ink = theme.ink if theme.name != "dark" else "#120E22"
        image = button(
            painter.assets, round(box.w), round(box.h), ClothColours(theme.cloth, ink, theme.ink), NORMAL
        )
        painter.blit(image, box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN)
        y = box.centre[1]
        width, size = box.w - 40, size / painter.text_scale
        y += button_drop(NORMAL) - painter.height(_("Skip lesson"), width, size, STRONG) / 2
        style = TextStyle(STRONG)
        painter.paragraph(_("Skip lesson"), box.x + 20, y, width, size, style, centred=True)

    def _draw_pointer(self, painter: Painter, boxes: LessonBoxes) -> None:
        if boxes.pointing is None:
            return
        (x, y), turn = boxes.pointing.tip, boxes.pointing.turn
        dx, dy = {0: (0, -1), 180: (0, 1), 270: (-1, 0), 90: (1, 0)}[turn]
        image = pointer(painter.assets, turn, boxes.pointing.share)
        painter.blit(image, x + dx * self._swing, y + dy * self._swing, "center")

    def _draw_speech(self, painter: Painter, speech: TeacherBubble) -> None:
        """Draw the bubble with the teacher's text, and the teacher."""
        theme, box, text = painter.theme, speech.box, self.teacher_text
        teacher = speech.teacher
        mouth = teacher.centre[0] + speech.teacher_height * 0.22, teacher.y + speech.teacher_height * 0.36
        if teacher.y < box.bottom:  # the teacher is beside the bubble
            edge_y = min(max(mouth[1] - box.y, 30.0), box.h - 30)
            tail = 0.0, edge_y, -34.0, min(max(mouth[1] - box.y + 8, -40.0), box.h + 40)
        else:
            x = mouth[0] - box.x
            tail = x + 30, box.h, x + 8, min(mouth[1] - box.y, box.h + 30)
        image = bubble(
            painter.assets, round(box.w), round(box.h), tail, theme.panel, theme.ink, stitch=theme.stitch
        )
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        width = box.w - 2 * BUBBLE_PADDING
        painter.paragraph(
            text.say,
            box.x + BUBBLE_PADDING,
            box.y + BUBBLE_PADDING - 6,
            width,
            speech.size,
            TextStyle(STRONG),
        )
        if text.act:
            self._draw_act(painter, speech, text.act)
        dress = PuppetOutfit(wears="glasses", rim=5.0)
        image = puppet(
            painter.assets,
            TEACHER_LOOK,
            self._mood,
            self._frame,
            speech.teacher_height,
            dress,
            look=(0.8, -0.5),
        )
        painter.blit(image, speech.foot[0], speech.foot[1] + puppet_foot(speech.teacher_height), "midbottom")

    def _draw_act(self, painter: Painter, speech: TeacherBubble, instruction: str) -> None:
        """Draw the instruction, after the picture of the key or button."""
        box, theme = speech.box, painter.theme
        glyph = glyph_height(painter, speech.size)
        y, x = box.y + speech.act_top, box.x + BUBBLE_PADDING
        image = self._prompt_image(glyph)
        if image is not None:
            painter.blit(image, x, y + glyph / 2 + 4, "midleft")
            x += image.get_width() / painter.view.scale + 10
        blue = INSTRUCTION_COLOUR if theme.name == "linen" else theme.focus
        width = box.right - BUBBLE_PADDING - x
        lines = painter.height(instruction, width, speech.size, STRONG)
        top = y + 4 + max(0.0, (glyph - painter.line_height(speech.size)) / 2)
        if lines > painter.line_height(speech.size) * 1.5:
            top = y
        painter.paragraph(instruction, x, top, width, speech.size, TextStyle(STRONG, blue))


def steps_words(count: int) -> str:
    """Number of steps in words."""
    return plural("{n} step", "{n} steps", count).format(n=count)
