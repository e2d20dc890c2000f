"""What is drawn of a lesson over its match: veil, teacher, words, pointer, beads and the button to skip."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.match.lesson import Tutor, said
from game.match.lesson_phone import numbered
from game.ui.art.fabric import (
    BUBBLE_ROOM,
    NORMAL,
    ROOM,
    Fabric,
    bubble,
    button,
    button_drop,
    meter_bead,
    panel,
)
from game.ui.art.layers import GOLD
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.art.teacher import LOOK, pointer, veil
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.table.context import ViewContext
from game.ui.table.lesson.places import (
    BEAD_STEP,
    INSIDE,
    Head,
    LessonBoxes,
    Seen,
    Speech,
    Told,
    Wanted,
    glyph_height,
    placed,
)
from game.ui.table.lesson.pointing import STRIP, Pointing, common, holes, pointed, pointer_box
from game.ui.table.view import View
from game.ui.widgets.strip import Entry, glyph_of, presses_on
from game.words import _, counted

ALPHA = 118
"""Of the veil."""
BLUE = "#1F5FB4"
"""Of the line that says what to do, on a light panel."""
BEAD, WIDE_BEAD = 18.0, 24.0
DONE_BEAD = "#9CCBA6"
GLYPH = 40.0
"""The height, in units, at which is found out how wide the picture of a press is."""
ON_BUTTONS = (Act.END_TURN, Act.SECONDARY)
"""What every game has a button for."""
BUTTONS = {STRIP, "back", "draw", "end", "pass", "play"}
"""What lessons call what is pressed to do it."""
SWING = 5.0
"""How far the pointer swings, in units."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """Where everything stands, and for what that was found out."""

    key: object
    targets: Sequence[Box]
    boxes: LessonBoxes


class Guide:
    """The teacher of a lesson, over the view of its match."""

    def __init__(
        self, table: ViewContext, tutor: Tutor, view: View, strip: Callable[[], Sequence[Entry]]
    ) -> None:
        self._table = table
        self._tutor = tutor
        self._view = view
        self._strip = strip
        self._life = DirtyBoxes()
        self._placed: _Placed | None = None
        self._veil: tuple[object, pygame.Surface] | None = None
        self.refused = ""
        """Why the last move was refused, in the words of the game."""
        table.pointed = lambda: self.pointed
        table.covers = self._covers

    # What is said.

    @property
    def told(self) -> Told:
        """What the teacher says just now."""
        step, tutor = self._tutor.step.spoken(on_phone=self.on_phone), self._tutor
        act = self._named(step.act)
        if self.on_phone:
            act = _("On the phone: {what}").format(what=act)
        if not tutor.nudged:
            return Told(self._named(step.say), act)
        nudge = self._named(step.nudge)
        if tutor.astray:
            return Told(" ".join((_("Something lies there that should not: take it back."), nudge)), act)
        return Told(f"{self.refused} {nudge}" if self.refused else nudge, act)

    def _sign(self, high: float) -> pygame.Surface | None:
        """The picture of what to press just now; `None` where nothing is, or on a phone."""
        acts = self._acts()
        if not acts:
            return None
        press, step = self._tutor.step.press, self._tutor.step
        # A button that is no longer pointed at has done its work: back would leave the lesson then.
        is_over = press in step.point and press not in self.pointed
        # Nor does the button's key help while something has to be picked before.
        is_early = len(acts) > 1 and bool(self.pointed) and self.pointed[0] not in BUTTONS
        stage = self._table.stage
        return glyph_of(stage, acts[-1] if is_over or is_early else acts[0], stage.devices.last, high)

    def _acts(self) -> tuple[Act, ...]:
        """What has to be pressed in this step, and after it what may have to be pressed before."""
        press, point = self._tutor.step.press, self._tutor.step.point
        if self.on_phone or not press:
            return ()
        if self._table.stage.devices.last == MOUSE:
            # What is pointed at is clicked by whoever plays with the mouse, whatever key does the same.
            return (Act.ALTERNATE if press == Act.LOOK else Act.CONFIRM,)
        is_button = Act(press) in ON_BUTTONS or press in point or STRIP in point
        return (Act(press), Act.CONFIRM) if is_button else (Act(press),)

    def _sign_width(self) -> float:
        """How wide the widest picture of what to press in this step is beside its height; 0 for none."""
        stage = self._table.stage
        images = [presses_on(stage).picture(stage.assets, act, GLYPH) for act in self._acts()]
        return max((i.get_width() / i.get_height() for i in images if i is not None), default=0.0)

    def _named(self, text: str) -> str:
        return said(text, [seat.name for seat in self._table.seats])

    @property
    def on_phone(self) -> bool:
        """Whether whoever learns does it on a phone."""
        return self._table.seats[self._tutor.lesson.seat].is_on_phone

    @property
    def is_quiet(self) -> bool:
        """Whether what happens is just looked at: the step is done, and others answer."""
        return self._tutor.is_done or self._tutor.is_over

    # Where.

    @property
    def pointed(self) -> Sequence[str]:
        """What is pointed at, by its names; nothing while others answer."""
        if self.is_quiet:
            return ()
        step = self._tutor.step
        # What is picked up on a phone is not known here.
        return step.point if self.on_phone else self._table.points(step)

    @property
    def _number(self) -> int:
        """Which step the head shows, from 0; at the end the last one."""
        return min(self._tutor.number, len(self._tutor.lesson.steps) - 1)

    def where(self, name: str) -> Box | None:
        """Where something lies that is pointed at."""
        if name != STRIP:
            return self._view.where(name)
        press = Act(self._tutor.step.press)
        return next((entry.box for entry in self._strip() if entry.act is press), None)

    def boxes(self, bottom: float) -> LessonBoxes:
        """Where everything stands, above a strip that begins there."""
        stage, step = self._table.stage, self._tutor.step
        targets = tuple(box for box in map(self.where, self.pointed) if box is not None)
        lesson = self._tutor.lesson
        # By the widest of its keys, so that another key moves no words.
        wanted = Wanted(
            self.told, _(lesson.title), numbered(lesson), len(lesson.steps), _("Skip lesson"), bottom,
            self._sign_width(),
        )  # fmt: skip
        answer = tuple(box for box in (self._view.answer(),) if box is not None)
        key = wanted, stage.devices.last, step.point if targets else (), stage.view, stage.text_scale, answer
        found = self._placed
        if found is None or found.key != key or self._clash(found, targets, bottom):
            # Many places are tried: only then, and words that are read stay where they are.
            view = self._view
            seen = Seen(
                (*targets, *answer), tuple(view.needed()), tuple(view.kept_clear()), tuple(view.faces())
            )
            boxes = placed(stage.ruler, wanted, seen, self.before)
            stage.stood[self._place] = boxes
        else:
            boxes = found.boxes
        pointing = self._pointing(boxes, targets, bottom) if targets else None
        boxes = replace(boxes, pointing=pointing, holes=holes((*targets, *answer)))
        self._placed = _Placed(key, targets, boxes)
        return boxes

    @property
    def _place(self) -> str:
        return f"lessons of {self._tutor.lesson.game}"

    @property
    def before(self) -> LessonBoxes | None:
        """Where everything stood last, in whichever lesson of this game: it stays where that is possible."""
        boxes = self._table.stage.stood.get(self._place)
        return boxes if isinstance(boxes, LessonBoxes) else None

    def _covers(self) -> tuple[Box, ...]:
        """What lies over the view, where it was placed last."""
        if self.before is None:
            return ()
        return self.before.head.box, self.before.skip, self.before.speech.box, self.before.speech.teacher

    def _pointing(self, boxes: LessonBoxes, targets: Sequence[Box], bottom: float) -> Pointing | None:
        """The pointer where the words stay as they are."""
        words = boxes.speech.box, boxes.speech.teacher
        needed = [*self._view.needed(), boxes.head.box, boxes.skip]
        return pointed(targets, needed, Box(0, 0, self._table.stage.view.w, bottom), words)

    def _clash(self, old: _Placed, targets: Sequence[Box], bottom: float) -> bool:
        """Whether words or teacher, where they are, lie over what is pointed at now, or over the pointer."""
        if old.targets == targets:
            return False
        words = old.boxes.speech.box, old.boxes.speech.teacher
        pointing = self._pointing(old.boxes, targets, bottom)
        shown = [*targets, *([] if pointing is None else [pointer_box(pointing)])]
        return any(common(one, other) for one in words for other in shown)

    # Idle life.

    @property
    def _frame(self) -> int:
        shown = STATES[self._mood]
        frame = 0 if self._table.stage.rests else shown.over(self._table.stage.now)
        # What rises from a thought would lie on the words, and be cut off there.
        return 0 if shown.frames[frame][0].extras else frame

    @property
    def _mood(self) -> str:
        return "happy" if self.is_quiet else "thinking" if self._tutor.nudged else "idle"

    @property
    def _swing(self) -> float:
        """How far the pointer is off its place now."""
        stage = self._table.stage
        return 0.0 if stage.rests else round(SWING * (1 - math.cos(stage.now / 330)) / 2 * 2) / 2

    def idle(self, bottom: float) -> list[Box]:
        """The boxes of teacher and pointer, where they have moved."""
        if self.is_quiet:
            return []
        boxes = self.boxes(bottom)
        living: list[tuple[str, object, Box]] = [
            ("teacher", (self._mood, self._frame), boxes.speech.teacher.grown(24))
        ]
        if boxes.pointing is not None:
            x, y = boxes.pointing.tip
            living.append(("pointer", self._swing, Box(x - 90, y - 90, 180, 180)))
        return self._life.changed(living)

    # Drawing.

    def draw(self, painter: Painter, bottom: float) -> None:
        """The whole of it."""
        boxes = self.boxes(bottom)
        if not self.is_quiet:
            self._draw_veil(painter, boxes)
        self._draw_head(painter, boxes.head)
        self._draw_skip(painter, boxes.skip, boxes.skip_words)
        if not self.is_quiet:
            self._draw_pointer(painter, boxes)
            self._draw_speech(painter, boxes.speech)

    def _draw_veil(self, painter: Painter, boxes: LessonBoxes) -> None:
        size = painter.surface.get_size()
        colour = (*painter.theme.shade[:3], ALPHA)
        key = size, colour, boxes.holes, painter.view
        if self._veil is None or self._veil[0] != key:
            self._veil = key, veil(size, colour, tuple(map(painter.view.rect, boxes.holes)))
        painter.surface.blit(self._veil[1], (0, 0))

    def _draw_head(self, painter: Painter, head: Head) -> None:
        box, theme, more = head.box, painter.theme, head.more
        fabric = Fabric(theme.panel, theme.ink, theme.stitch)
        painter.blit(panel(painter.assets, round(box.w), round(box.h), fabric), box.x - ROOM, box.y - ROOM)
        lesson, soft = self._tutor.lesson, TextStyle(STRONG, theme.soft, fixed=True)
        y = box.centre[1] if head.is_row else box.y + (14 + head.size * 0.65) * more
        painter.text(_(lesson.title), box.x + 24, y, head.size * more, TextStyle(NAMES, fixed=True))
        if head.is_row:
            painter.text(numbered(lesson), box.right - 22, y, BODY * more, soft, anchor="midright")
            return
        y = box.bottom - 26 * more
        painter.text(numbered(lesson), box.x + 24, y, BODY * more, soft)
        beads = (len(lesson.steps) - 1) * BEAD_STEP + WIDE_BEAD
        self._draw_beads(painter, box.right - 22 - beads * more, y, more)

    def _draw_beads(self, painter: Painter, x: float, y: float, more: float) -> None:
        """One for each step, as far as the lesson has come."""
        for bead in range(len(self._tutor.lesson.steps)):
            here = bead == self._number
            colour = GOLD if here and not self.is_quiet else DONE_BEAD
            size = (WIDE_BEAD if here else BEAD) * more
            image = meter_bead(painter.assets, size, full=bead <= self._number, colour=colour)
            painter.blit(image, x + (WIDE_BEAD / 2 + bead * BEAD_STEP) * more, y, "center")

    def _draw_skip(self, painter: Painter, box: Box, size: float) -> None:
        theme = painter.theme
        ink = theme.ink if theme.name != "dark" else "#120E22"
        image = button(painter.assets, round(box.w), round(box.h), Fabric(theme.sunk, ink, theme.ink), NORMAL)
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        x, y = box.centre
        style = TextStyle(STRONG, fixed=True)
        painter.text(_("Skip lesson"), x, y + button_drop(NORMAL), size, style, anchor="center")

    def _draw_pointer(self, painter: Painter, boxes: LessonBoxes) -> None:
        if boxes.pointing is None:
            return
        (x, y), turn = boxes.pointing.tip, boxes.pointing.turn
        dx, dy = {0: (0, -1), 180: (0, 1), 270: (-1, 0), 90: (1, 0)}[turn]
        painter.blit(pointer(painter.assets, turn), x + dx * self._swing, y + dy * self._swing, "center")

    def _draw_speech(self, painter: Painter, speech: Speech) -> None:
        theme, box, told = painter.theme, speech.box, self.told
        teacher = speech.teacher
        left = teacher.x < box.x
        mouth = teacher.centre[0] + (34 if left else -34), teacher.y + speech.tall * 0.36
        edge_y = min(max(mouth[1] - box.y, 30.0), box.h - 30)
        tail = (
            (0.0, edge_y, -34.0, mouth[1] - box.y + 8)
            if left
            else (box.w, edge_y, box.w + 34, mouth[1] - box.y + 8)
        )
        tail = (tail[0], tail[1], tail[2], min(max(tail[3], -40.0), box.h + 40))
        image = bubble(
            painter.assets, round(box.w), round(box.h), tail, theme.panel, theme.ink, stitch=theme.stitch
        )
        painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
        room = box.w - 2 * INSIDE
        painter.paragraph(told.say, box.x + INSIDE, box.y + INSIDE - 6, room, speech.size, TextStyle(STRONG))
        if told.act:
            self._draw_act(painter, speech, told.act)
        dress = Dress(wears="glasses", rim=5.0, flip=not left)
        image = puppet(painter.assets, LOOK, self._mood, self._frame, speech.tall, dress, look=(0.8, -0.5))
        painter.blit(image, speech.foot[0], speech.foot[1] + puppet_foot(speech.tall), "midbottom")

    def _draw_act(self, painter: Painter, speech: Speech, words: str) -> None:
        """The line that says what to do, behind what to press."""
        box, theme = speech.box, painter.theme
        high = glyph_height(painter, speech.size)
        y, x = box.y + speech.act_top, box.x + INSIDE
        image = self._sign(high)
        if image is not None:
            painter.blit(image, x, y + high / 2 + 4, "midleft")
            x += image.get_width() / painter.view.scale + 10
        blue = BLUE if theme.name == "linen" else theme.focus
        room = box.right - INSIDE - x
        lines = painter.height(words, room, speech.size, STRONG)
        top = y + 4 + max(0.0, (high - painter.line_height(speech.size)) / 2)
        if lines > painter.line_height(speech.size) * 1.5:
            top = y
        painter.paragraph(words, x, top, room, speech.size, TextStyle(STRONG, blue))


def steps_words(count: int) -> str:
    """How many steps a lesson has."""
    return counted("{n} step", "{n} steps", count).format(n=count)
