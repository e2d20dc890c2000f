"""What is drawn of a lesson over its match: veil, teacher, words, pointer, beads and the button to skip.

Where everything of a lesson stands, so that nothing covers what is pointed at.

The pointer of a lesson, and what the veil lets through.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, TypeVar

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
from game.ui.art.teacher import LOOK, POINTER_LONG, pointer, veil
from game.ui.core.canvas import Box, DirtyBoxes
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import MOUSE, Act
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY
from game.ui.match.context import ViewContext
from game.ui.match.view import View
from game.ui.widgets import Entry, glyph_of, presses_on
from game.words import _, counted

if TYPE_CHECKING:
    from game.ui.match.covering import Numbers, Rects

STRIP = "strip"
"""What lessons call the entry of the help strip for what is to be pressed: a mouse clicks it."""
AWAY = 13.0
"""How far the tip of the pointer stays from it: the wool around the tip reaches further than the tip."""
TURNS = ((0, 0.0, -1.0), (180, 0.0, 1.0), (270, -1.0, 0.0), (90, 1.0, 0.0))
"""The ways in which a pointer can come: degrees, and from where."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """Where the tip of the pointer is, and how it is turned."""

    tip: tuple[float, float]
    turn: int


def holes(targets: Sequence[Box]) -> tuple[Box, ...]:
    """Where the veil lets through what is pointed at."""
    return tuple(target.grown(14) for target in targets)


def common(one: Box, other: Box) -> float:
    """How much two boxes have in common, in square units."""
    w = min(one.right, other.right) - max(one.x, other.x)
    h = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, w) * max(0.0, h)


def pointed(
    targets: Sequence[Box], needed: Sequence[Box], room: Box, over: Sequence[Box] = ()
) -> Pointing | None:
    """A pointer that comes from above, or from where it covers nothing that is pointed at or needed.

    Args:
        targets: what is pointed at, the first of it by the pointer.
        needed: what has to be seen besides.
        room: where it is seen whole.
        over: what is drawn over the pointer, and would hide it.
    """
    if not targets:
        return None
    first, ways = targets[0], []
    for number, (turn, dx, dy) in enumerate(TURNS):
        x, y = first.centre
        tip = (x + dx * (first.w / 2 + AWAY), y + dy * (first.h / 2 + AWAY))
        found = Pointing(tip, turn)
        box = pointer_box(found)
        unseen = box.w * box.h - common(box, room) + sum(common(box, one) for one in over)
        covered = sum(common(box, one) for one in (*targets, *needed))
        ways.append((10 * unseen + covered, number, found))
    return min(ways)[2]


def pointer_box(pointing: Pointing) -> Box:
    """What a pointer covers."""
    (x, y), long, half = pointing.tip, POINTER_LONG, 32.0
    _turn, dx, dy = next(way for way in TURNS if way[0] == pointing.turn)
    if dx:
        return Box(x if dx > 0 else x - long, y - half, long, 2 * half)
    return Box(x - half, y if dy > 0 else y - long, 2 * half, long)


T = TypeVar("T")

TEACHERS = (150.0, 112.0, 84.0)
"""How high the teacher is, in units; the smaller ones where room is short."""
SIZES = (25.0, 23.0, 20.0, 17.0, 14.0, 12.0, 11.0)
"""Of the words, before the text size; the larger ones where they have room."""
SMALLER, READ = 0.05, 20.0
"""What a step down in size counts beside the share of the bubble that lies over something, and down to which
size, in units, that is weighed at all."""
NEED, SMALL = 4.0, 0.04
"""How much a part of something that is needed counts beside that share, and a smaller teacher."""
FACE = 1.2
"""How much a part of a face counts: less than what is needed, more than the place that words had before."""
INSIDE = 24.0
"""Between the words and the edge of the bubble."""
APART = 10.0
"""How far teacher and words stay from what is pointed at."""
STAYS, FAR = 1.5, 100.0
"""What it counts beside the same share when head or button do not stay where they were in the step before,
and from how many units on all of that."""
WORDS_STAY, WORDS_FAR = 0.8, 300.0
"""The same for words and teacher: they make way sooner, as there is more of them."""
EDGE, WALL = 0.06, 3.0
"""So much of something that is needed is but its edge; what it counts when head or button hide more of it."""
ACROSS, DOWN = 13, 11
"""So many places are tried from left to right, and from the foot to the top."""
FINE = 25
"""So many from left to right for words of the usual size, which may fit just between two figures."""
BEAD_STEP = 25.0
"""From one bead of the head to the next, in units."""
HEADS = (26.0, 22.0, 18.0)
"""Sizes of the lesson's name, before the text size; smaller where it would lie over something else."""
TARGET, RIM = 100.0, 0.012
"""How much the share over what is pointed at counts, and each place further along the edge of the screen."""
GROWS = 0.5
"""How much of a larger text the head of the lesson and the button beside it grow by."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the teacher says: the sentence, and the line that says what to do."""

    say: str
    act: str


@dataclass(frozen=True, slots=True)
class Speech:
    """The bubble with the words, and the teacher beside or below it."""

    box: Box
    size: float
    """Of the words, before the text size."""
    act_top: float
    """Where the line begins that says what to do."""
    foot: tuple[float, float]
    """On what the teacher stands."""
    tall: float
    """How high the teacher is."""

    @property
    def teacher(self) -> Box:
        """About where the teacher is."""
        return Box(*_around(self.foot, self.tall))


@dataclass(frozen=True, slots=True)
class Head:
    """The panel with the name of the lesson and how far it has come."""

    box: Box
    size: float
    """Of the name, before what it grows by."""
    more: float
    """How much larger than usual it is."""
    is_row: bool
    """Whether it is but one row, without beads."""


@dataclass(frozen=True, slots=True)
class LessonBoxes:
    """The parts of a lesson in units."""

    head: Head
    skip: Box
    skip_words: float
    """The size of the words on the button to skip, as they are on the canvas."""
    speech: Speech
    pointing: Pointing | None
    holes: tuple[Box, ...]


def glyph_height(ruler: Painter, size: float) -> float:
    """How high the picture of what to press is, beside words of this size."""
    return max(26.0, ruler.line_height(size) * 0.96)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What places are wanted for.

    Attributes:
        told: what the teacher says.
        title: the name of the lesson.
        which: which of the game's lessons this is.
        steps: how many steps it has: a bead for each.
        skip: what stands on the button.
        bottom: where the strip begins.
        sign: how wide the picture of what to press is beside its height; 0 for none.
    """

    told: Told
    title: str
    which: str
    steps: int
    skip: str
    bottom: float
    sign: float


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen of the match below.

    Attributes:
        targets: what is pointed at, the first of it by the pointer; nothing lies over it.
        needed: what somebody has to see who learns: nothing lies over it where there is any other room.
        kept: what had better be seen too.
        faces: of that the heads of figures, which are to be free wherever less is hidden elsewhere.
    """

    targets: Sequence[Box]
    needed: Sequence[Box]
    kept: Sequence[Box]
    faces: Sequence[Box] = ()


def placed(ruler: Painter, wanted: Wanted, seen: Seen, before: LessonBoxes | None = None) -> LessonBoxes:
    """Everything on the canvas: what is said, in which room, over what is seen there.

    Args:
        ruler: measures.
        wanted: what has to have a place.
        seen: what is below.
        before: where everything stood in the step before: it stays there where nothing speaks against it.
    """
    view, bottom = ruler.view, wanted.bottom
    pointing = pointed(seen.targets, seen.needed, Box(0, 0, view.w, bottom))
    pointer = [] if pointing is None else [pointer_box(pointing)]
    edge = Box(view.w * 0.05, view.h * 0.045, view.w * 0.9, bottom - 10 - view.h * 0.045)
    room = Box(view.w * 0.02, view.h * 0.015, view.w * 0.96, bottom - view.h * 0.015 - 6)
    heads, skips = _heads(ruler, wanted, edge), _skips(ruler, wanted, edge)
    if before is not None:
        heads = [(dear + _moved(head.box, before.head.box), head) for dear, head in heads]
        skips = [(dear + _moved(found[0], before.skip), found) for dear, found in skips]
    head, (skip, words) = _at_rim(heads, skips, replace(seen, kept=[*seen.kept, *pointer]))
    taken = [*(target.grown(APART) for target in seen.targets), *pointer]
    lit = holes(seen.targets)
    foot = None if before is None else before.speech.foot
    free = replace(seen, targets=taken, needed=[*seen.needed, head.box.grown(8), skip.grown(8)])
    speech = _speech(ruler, wanted, free, room, foot)
    if _clash(speech, [head.box, skip]) or _clash(speech, seen.needed):
        # Words need most room: where there is too little of it, head and button make way.
        kept = [*seen.kept, head.box, skip]
        other = _speech(ruler, wanted, replace(seen, targets=taken, kept=kept), room, foot)
        if _clash(other, seen.needed) < _clash(speech, [*seen.needed, head.box, skip]):
            speech = other
            over = [*seen.targets, speech.box.grown(6), speech.teacher]
            seen = replace(seen, targets=over, kept=[*seen.kept, *pointer])
            head, (skip, words) = _at_rim(heads, skips, seen)
    return LessonBoxes(head, skip, words, speech, pointing, lit)


def _clash(speech: Speech, boxes: Sequence[Box]) -> float:
    """How much of these lies under words and teacher, beyond an edge of each, in parts of them."""
    parts = (
        sum(common(part, box) for part in (speech.box, speech.teacher)) / (box.w * box.h)
        for box in boxes
        if box.w > 0 and box.h > 0
    )
    return sum(part for part in parts if part > EDGE)


def _at_rim(
    heads: Sequence[tuple[float, Head]], skips: Sequence[tuple[float, tuple[Box, float]]], seen: Seen
) -> tuple[Head, tuple[Box, float]]:
    """The head and the button to skip, which lie over nothing and not over each other."""
    head = _cheapest(heads, seen, lambda head: head.box)
    over = [*seen.targets, head.box.grown(8)]
    return head, _cheapest(skips, replace(seen, targets=over), lambda found: found[0])


def _heads(ruler: Painter, wanted: Wanted, edge: Box) -> list[tuple[float, Head]]:
    """The heads that there may be, with what each of them costs; the one that is liked best first."""
    found = []
    for number, (more, is_row, size) in enumerate(product(_mores(ruler), (False, True), HEADS)):
        wide = ruler.width(wanted.title, size * more, NAMES, fixed=True) + 48
        which = ruler.width(wanted.which, BODY * more, STRONG, fixed=True) + 18
        wide = wide + which if is_row else max(wide, which + (wanted.steps * BEAD_STEP + 40) * more)
        tall = HEADS[0] * 1.3 + 22 if is_row else size * 1.3 + 54
        for turn, box in enumerate(_rim(edge, wide, tall * more)):
            found.append((SMALLER * number + RIM * turn, Head(box, size, more, is_row)))
    return found


def _moved(box: Box, before: Box) -> float:
    """What it counts that a box does not stand where it stood before, by the edge that is nearer to it."""
    across = min(abs(box.x - before.x), abs(box.right - before.right))
    return STAYS * min(1.0, math.hypot(across, box.y - before.y) / FAR)


def _mores(ruler: Painter) -> list[float]:
    """How much larger than usual head and button may be: as the text is, or not at all."""
    return sorted({1 + GROWS * (ruler.text_scale - 1), 1.0}, reverse=True)


def _skips(ruler: Painter, wanted: Wanted, edge: Box) -> list[tuple[float, tuple[Box, float]]]:
    """The buttons to skip that there may be, with what each costs, and how large their words are."""
    found = []
    for number, more in enumerate(_mores(ruler)):
        wide = ruler.width(wanted.skip, BODY * more, STRONG, fixed=True) + 52
        for turn, box in enumerate(_rim(edge, wide, 50 * more, first_right=True)):
            found.append((SMALLER * number + RIM * turn, (box, BODY * more)))
    return found


def _cheapest(found: Sequence[tuple[float, T]], seen: Seen, box_of: Callable[[T], Box]) -> T:
    """What lies over least, by how much that has to be seen."""
    from game.ui.match.covering import Rects  # numpy comes with a lesson, not with the start

    boxes = [box_of(one) for _dear, one in found]
    targets, needed, kept, faces = map(Rects, (seen.targets, seen.needed, seen.kept, seen.faces))
    over = targets.below(targets.ones, boxes) * TARGET + kept.below(kept.ones, boxes)
    parts, most = needed.below(needed.shares, boxes), needed.most(boxes)
    hidden = faces.below(faces.shares, boxes)
    costs = [
        dear + area / (box.w * box.h) + NEED * part + WALL * (share > EDGE) + FACE * face
        for (dear, _one), box, area, part, share, face in zip(
            found, boxes, over, parts, most, hidden, strict=True
        )
    ]
    return found[costs.index(min(costs))][1]


def _rim(edge: Box, wide: float, tall: float, *, first_right: bool = False) -> list[Box]:
    """Where something may stand at the edge: above from its own side on, then at both sides, then below."""
    across, down = _steps(edge.x, edge.right - wide, ACROSS), _steps(edge.y, edge.bottom - tall, DOWN)
    if not first_right:
        across.reverse()
    ends = [*across[:1], *across[-1:]]
    places = [(x, edge.y) for x in across]
    places += [(x, y) for x in ends for y in down[-2:0:-1]]
    places += [(x, down[0]) for x in across] if down else []
    return [Box(x, y, wide, tall) for x, y in places] or [Box(edge.x, edge.y, wide, tall)]


def _speech(
    ruler: Painter, wanted: Wanted, seen: Seen, room: Box, foot: tuple[float, float] | None
) -> Speech:
    """The bubble where it covers nothing that is taken, and little of what is kept: as large as may be.

    The teacher rather stays where ``foot`` was before.
    """
    from game.ui.match.covering import Rects  # numpy comes with a lesson, not with the start

    taken, needed, kept, faces = map(Rects, (seen.targets, seen.needed, seen.kept, seen.faces))
    best: tuple[float, Speech] | None = None
    least: tuple[float, Speech] | None = None
    for number, (size, teacher) in enumerate((size, teacher) for size in SIZES for teacher in TEACHERS):
        sizes, smalls = divmod(number, len(TEACHERS))
        # Whoever has chosen larger words wants them large.
        dear, high = SMALLER * sizes * ruler.text_scale + SMALL * smalls, size * ruler.text_scale
        if best is not None and (best[0] <= dear or high < READ):
            break  # words that are much smaller than asked for are worth it only where nothing else goes
        if least is not None and high < SIZES[3]:
            break
        for shape in _shapes(ruler, wanted, size):
            places = _Places(shape, room, teacher, FINE if ruler.text_scale <= 1 else ACROSS)
            if not places.count:
                continue
            hit = places.over(taken, taken.ones)
            costs = dear + NEED * places.over(needed, needed.shares)
            costs += places.over(kept, kept.ones) / places.area
            costs += FACE * places.over(faces, faces.shares)
            if foot is not None:
                costs += places.moved(foot)
            costs[hit > 0] = math.inf
            first = int(costs.argmin())
            if best is None and costs[first] == math.inf:
                there = int(hit.argmin())
                if least is None or hit[there] < least[0]:
                    least = float(hit[there]), places.speech(there)
            elif best is None or costs[first] < best[0]:
                best = float(costs[first]), places.speech(first)
                if best[0] <= dear:
                    return best[1]
    found = best or least
    if found is not None:
        return found[1]
    # No window is that small, but nothing may break for want of room.
    shape, small = next(_shapes(ruler, wanted, SIZES[-1])), TEACHERS[-1]
    return Speech(Box(room.x, room.y, shape.wide, shape.tall), shape.size, shape.act_top,
                  (room.right - small, room.bottom), small)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Shape:
    """A bubble that is not placed yet."""

    wide: float
    tall: float
    size: float
    act_top: float


def _shapes(ruler: Painter, wanted: Wanted, size: float) -> Iterator[_Shape]:
    """Bubbles that fit the words, the well-shaped ones first."""
    told, high = wanted.told, glyph_height(ruler, size)
    sign = high * wanted.sign + 10 if wanted.sign else 0.0
    # At the usual size of text those too that fit just between two figures.
    narrow = (275.0, 215.0) if ruler.text_scale <= 1 else ()
    for wide in (400.0, 520.0, 300.0, 660.0, 860.0, 250.0, 350.0, 460.0, *narrow):
        inner = wide - 2 * INSIDE
        if _breaks(ruler, told.say, inner, size) or _breaks(ruler, told.act, inner - sign, size):
            continue
        say = ruler.height(told.say, inner, size, STRONG)
        act = max(high + 10, ruler.height(told.act, inner - sign, size, STRONG)) if told.act else 0.0
        yield _Shape(wide, say + act + 2 * INSIDE - 4, size, INSIDE - 6 + say + 4)


def _breaks(ruler: Painter, words: str, wide: float, size: float) -> bool:
    """Whether a word of these would have to be broken to stand in so narrow a column."""
    return any(ruler.width(word, size, STRONG) > wide for word in words.split())


class _Places:
    """Where a bubble may stand with its teacher: low before high, and left before right.

    Many places are tried, so they are reckoned all at once.
    """

    def __init__(self, shape: _Shape, room: Box, teacher: float, many: int) -> None:
        self._shape = shape
        self._tall = tall = teacher if shape.tall >= 120 else min(teacher, 138.0)
        beside = tall * 0.96
        whole = shape.wide + beside + 12
        high = max(shape.tall, tall * 1.02)
        # Beside the foot of a high bubble, or beside its head.
        floors = (high, tall * 1.02) if high > tall * 1.3 else (high,)
        # Low and somewhat left of the middle first: boards have their news elsewhere, and hands their middle.
        across = sorted(_steps(room.x, room.right - whole, many), key=lambda x: abs(x - room.w * 0.26))
        down = _steps(room.y, room.bottom - high, DOWN)
        self._lefts = [left for x in across for left in (x + beside + 12, x)]
        self._feet = [foot for x in across for foot in (x + beside * 0.46, x + whole - beside * 0.52)]
        self._tops = [y + (high - shape.tall) * 0.6 for y in down]
        self._grounds = [y + floor for y in down for floor in floors]
        self._floors = len(floors)
        self.area = shape.wide * shape.tall + _around((0, 0), tall)[2] * _around((0, 0), tall)[3]
        """How much bubble and teacher cover, in square units."""

    @property
    def count(self) -> int:
        """How many places there are."""
        return len(self._lefts) * len(self._grounds)

    def over(self, rects: Rects, weights: Numbers) -> Numbers:
        """How much of some boxes lies below bubble and teacher at each place, each box by its weight."""
        shape, (x, y, w, h) = self._shape, _around((0, 0), self._tall)
        lefts, tops = [foot + x for foot in self._feet], [ground + y for ground in self._grounds]
        bubble = rects.under(weights, self._lefts, shape.wide, self._tops, shape.tall)
        teacher = rects.under(weights, lefts, w, tops, h)
        return (bubble.repeat(self._floors, axis=0) + teacher).ravel()

    def moved(self, foot: tuple[float, float]) -> Numbers:
        """What it counts at each place that the teacher does not stand where one stood before."""
        import numpy as np

        across, down = np.array(self._feet) - foot[0], np.array(self._grounds) - foot[1]
        counts: Numbers = WORDS_STAY * (np.hypot(across, down[:, None]) / WORDS_FAR).clip(max=1.0)
        return counts.ravel()

    def speech(self, place: int) -> Speech:
        """The bubble at one of them."""
        row, column = divmod(place, len(self._lefts))
        shape, foot = self._shape, (self._feet[column], self._grounds[row])
        box = Box(self._lefts[column], self._tops[row // self._floors], shape.wide, shape.tall)
        return Speech(box, shape.size, shape.act_top, foot, self._tall)


def _around(foot: tuple[float, float], tall: float) -> tuple[float, float, float, float]:
    """About where a teacher so tall is that stands there: left, top, width and height."""
    return foot[0] - tall * 0.36, foot[1] - tall * 1.02, tall * 0.9, tall * 1.04


def _steps(first: float, last: float, count: int) -> list[float]:
    """So many places from the last to the first; none where there is no room."""
    if last < first:
        return []
    return [last - (last - first) * number / (count - 1) for number in range(count)]


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
