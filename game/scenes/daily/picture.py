"""The calendar of socks as it is drawn: a month on lines between posts, and beside it the day that is chosen.

`DailyBoxes` says where everything lies, for any window and text size: what large letters leave no room for
stands on the help strip instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.scenes.daily.facts import DayShown, State
from game.ui.art.daily import (
    POST,
    RIM,
    ROPE_ROOM,
    glow,
    grade_row,
    hint_star,
    open_ring,
    peg,
    post,
    rimmed_sock,
    rope,
    sag,
)
from game.ui.art.fabric import FOCUSED, NORMAL, stepper, tag, wood_front
from game.ui.art.icons import icon
from game.ui.art.knits import SOCK_ROOM, knit_ring, knit_sock, stitched_sock
from game.ui.art.layers import INK
from game.ui.art.rooms import wall
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE
from game.ui.widgets import draw_button, draw_cap, ring, sheet
from game.words import _

COLUMNS = 8
SIGN, PANEL = 83.0, 304.0
HEADER, SLIP = 64.0, 56.0
ROOMY = 1.3
"""Up to this text size there is room for a legend, and for what else is to be pressed beside it."""
LIFT = 44.0
"""How high everything ends above the help strip, and above the wood in which that lies."""
INSIDE = 24.0


@dataclass(frozen=True, slots=True)
class DailyBoxes:
    """The boxes of the calendar."""

    k: float
    """How much larger than usual letters are that have little room."""
    sign: Box
    panel: Box
    solve: Box
    header: Box
    before: Box
    lines: tuple[float, ...]
    """How high each line hangs at its ends."""
    posts: tuple[float, float]
    """Where the posts stand between which they hang."""
    cells: tuple[Box, ...]
    """One for each day; a sock hangs at its right, the number stands at its left."""
    sock: float
    """How high a sock is."""
    legend: Box
    chips: tuple[Box, Box]
    """Practice, and whose calendar it is."""
    slip: Box
    copy: Box
    is_large: bool
    """Whether large letters leave no room for a legend, nor for what else is to be pressed beside it."""

    @classmethod
    def of(cls, ruler: Painter, bottom: float, days: int, chips: tuple[str, str], copy: str) -> DailyBoxes:
        """The boxes for so many days; ``bottom`` is where the help strip begins."""
        view, scale = ruler.view, ruler.text_scale
        k = 1 + 0.45 * (scale - 1)
        safe, low = view.safe, bottom - LIFT
        wide = min(PANEL * (0.72 + 0.28 * scale), safe.w * 0.34)
        sign = Box(safe.x, 50.0 / k**2, wide, SIGN * k)
        panel = Box(safe.x, sign.bottom + 18, wide, low - 4 - sign.bottom - 18)
        button = max(58.0, ruler.line_height(LARGE) + 22)
        solve = Box(panel.x + INSIDE, panel.bottom - 20 - button, panel.w - 2 * INSIDE, button)
        left, right = panel.right + 44, safe.right
        header = Box(left, 36.0 / k**2, right - left, HEADER * k)
        step = 44.0 * k
        before = Box(left + 16, header.centre[1] - step / 2, step, step)
        large = scale > ROOMY
        slip_high = 2 * ruler.line_height(BODY * k / scale) + 20 if large else SLIP
        slip = Box(left, low - 4 - slip_high, right - left, slip_high)
        copy_wide = max(100.0, ruler.width(copy, BODY, STRONG) + 44)
        copied = Box(slip.right - copy_wide - 18, slip.y + 6, copy_wide, slip.h - 12)
        chip = max(44.0, ruler.line_height(SMALL) + 20)
        sizes = [ruler.width(words, SMALL, STRONG) + 68 for words in chips]
        row = slip.y - 10 - chip
        ends = slip.y if large else row  # what large letters have no room for is on the strip
        second = Box(right - sizes[1], row, sizes[1], chip)
        first = Box(second.x - 10 - sizes[0], row, sizes[0], chip)
        legend = Box(left + 14, row, 0 if large else first.x - 20 - left - 14, chip)
        if large:
            first = second = Box(0, 0, 0, 0)
        rows = math.ceil(days / COLUMNS)
        top = header.bottom + 34
        pitch = (ends - 6 - top) / rows
        lines = tuple(top + pitch * number for number in range(rows))
        # The posts stand a little outside of what hangs between them.
        posts = left - 14, min(view.w - 22, right + 28)
        across = (posts[1] - posts[0] - 26) / COLUMNS
        cells = tuple(
            Box(posts[0] + 10 + across * (n % COLUMNS), lines[n // COLUMNS] - 10, across, pitch - 2)
            for n in range(days)
        )
        sock = min(72.0, pitch - 20, (across - 34 * (1 + 0.3 * (scale - 1))) / 0.8)
        return cls(
            k, sign, panel, solve, header, before, lines, posts, cells, max(28.0, sock),
            legend, (first, second), slip, copied, large,
        )  # fmt: skip


def month_size(ruler: Painter, boxes: DailyBoxes) -> float:
    """The size of the name of the month."""
    return 30.0 * boxes.k / ruler.text_scale


def after_box(ruler: Painter, boxes: DailyBoxes, month: str) -> Box:
    """The button to the next month, behind the name of this one."""
    x = boxes.before.right + 16 + ruler.width(month, month_size(ruler, boxes), NAMES) + 16
    return Box(x, boxes.before.y, boxes.before.w, boxes.before.h)


def sign_size(ruler: Painter, boxes: DailyBoxes, title: str) -> float:
    """The size of the title."""
    size = TITLE * boxes.k / ruler.text_scale
    return size * min(1.0, (boxes.sign.w - 36) / ruler.width(title, size, NAMES))


DAY, SOLVE, BEFORE, AFTER, COPY, WHO, PRACTICE = "day:", "solve", "before", "after", "copy", "who", "practice"
GOLD_TAG = "#FFD25A"
SAG = 8.0
HANGS = (State.SOLVED, State.LATE, State.OPEN)
"""What has its sock on the line."""
RINGS = 11
"""So many days in a row are shown as rings; more of them in figures alone."""


@dataclass(frozen=True, slots=True)
class DayPanelShown:
    """What is told of the day that is chosen.

    Attributes:
        day: which it is, in words.
        knit: how its sock is knitted.
        game: the name of its game, and its colour; empty where there is no puzzle.
        ink: the colour of that.
        grade: how hard it is.
        task: what has to be done, or why there is no puzzle.
        told: what has become of it.
        button: what the button says; empty for none.
        late: whether the sock lies there faded, as nobody has solved it.
    """

    day: str
    knit: str
    game: str
    ink: str
    grade: int
    task: str
    told: str
    button: str
    faded: bool


@dataclass(frozen=True, slots=True)
class DailyShown:
    """All that is to be seen."""

    title: str
    month: str
    may_turn: tuple[bool, bool]
    """Whether there are months before and after."""
    streak: int
    streak_words: str
    days: tuple[DayShown, ...]
    today: int
    """The number of today in this month; 0 in another one."""
    chosen: int
    """The number of the day that the panel tells of; 0 in another month."""
    panel: DayPanelShown
    slip: tuple[str, str]
    """The line that can be shared, and what stands before it."""
    chips: tuple[str, str]
    focus: str
    hung: int
    """So many socks are made; the others follow."""


def draw_daily(painter: Painter, boxes: DailyBoxes, shown: DailyShown, bottom: float) -> None:
    """Draw the whole of it."""
    view, theme = painter.view, painter.theme
    painter.blit(wall(painter.assets, view.w, view.h, theme.name, 0), 0, 0)
    wood = view.h - bottom + 22
    left, right = boxes.posts
    wide = right - left
    for y in boxes.lines:
        painter.blit(rope(painter.assets, round(wide), SAG), left, y - ROPE_ROOM)
    top = boxes.header.bottom - 2
    image = post(painter.assets, round(bottom - top), tuple(round(y - top, 1) for y in boxes.lines))
    for x in (left, right):
        painter.blit(image, x - POST / 2 - 6, top)
    painter.blit(
        wood_front(painter.assets, view.w, wood), 0, round((bottom - 22) * view.scale) / view.scale - 24
    )
    made = 0
    for number, day in enumerate(shown.days):
        made += day.state in HANGS
        if made <= shown.hung or day.state not in HANGS:
            _draw_sock(painter, boxes, shown, number)
        _draw_number(painter, boxes, shown, number)
    _draw_legend(painter, boxes)
    _draw_header(painter, boxes, shown)
    _draw_slip(painter, boxes, shown)
    if not boxes.is_large:
        names = (PRACTICE, WHO)
        for place, words, name, sign in zip(boxes.chips, shown.chips, names, ("sock", "down"), strict=True):
            _draw_chip(painter, place, words, sign, focused=shown.focus == name)
    box = boxes.sign
    painter.blit(rope(painter.assets, round(box.right + 36), 14.0), 0, box.y - 14 - ROPE_ROOM)
    sheet(painter, box)
    for x, turn in ((box.x + 26, -4.0), (box.right - 26, 4.0)):
        painter.blit(peg(painter.assets, 0.8, turn), x, box.y, "center")
    size = sign_size(painter, boxes, shown.title)
    painter.text(shown.title, *box.centre, size, TextStyle(NAMES), anchor="center", room=box.w - 30)
    _draw_panel(painter, boxes, shown)


def rope_at(boxes: DailyBoxes, number: int) -> float:
    """How high the line is where the sock of a day hangs, counted from 0."""
    left, right = boxes.posts
    x = peg_x(boxes, number)
    return boxes.lines[number // 8] + sag(x - left, right - left, 0, SAG)


def peg_x(boxes: DailyBoxes, number: int) -> float:
    """Where the cuff of a sock hangs."""
    cell = boxes.cells[number]
    return cell.right - boxes.sock * 0.62


def _draw_sock(painter: Painter, boxes: DailyBoxes, shown: DailyShown, number: int) -> None:
    """What hangs on the line for a day."""
    day, theme = shown.days[number], painter.theme
    x, y, tall = peg_x(boxes, number), rope_at(boxes, number), boxes.sock
    chosen, u = day.number == shown.chosen, tall / 312
    left, top = x - 74 * u - SOCK_ROOM, y - 10 - SOCK_ROOM
    if day.state is State.NONE:
        return
    if day.state in (State.AHEAD, State.BEFORE):
        thread = "#8F6C42" if theme.name == "linen" else theme.stitch
        thread = "#E0A100" if chosen else thread
        image = stitched_sock(painter.assets, round(tall * 0.92, 1), thread, theme.panel)
        painter.blit(image, left + 2, top + 12)
        return
    if day.state is State.MISSED:
        for dx, turn in ((-11, -14.0), (10, 10.0)):
            painter.blit(peg(painter.assets, 0.6, turn), x + dx, y + 6, "center")
        if chosen:
            painter.blit(stitched_sock(painter.assets, tall, "#E0A100"), left, top)
        return
    if chosen:
        painter.blit(rimmed_sock(painter.assets, day.knit, tall), left - RIM, top - RIM)
    else:
        painter.blit(knit_sock(painter.assets, day.knit, tall), left, top)
    ends = (0,) if day.state is State.LATE else (-9, 9)
    for dx in ends:
        painter.blit(peg(painter.assets, 0.44), x + dx * tall / 72, y - 1, "center")
    if day.hinted:
        painter.blit(hint_star(painter.assets, 28), x + 38 * tall / 72, y + 26 * tall / 72, "center")


def _draw_number(painter: Painter, boxes: DailyBoxes, shown: DailyShown, number: int) -> None:
    day, theme = shown.days[number], painter.theme
    grown = 1 + 0.3 * (painter.text_scale - 1)
    x = peg_x(boxes, number) - boxes.sock * 0.34 - 14 * grown
    y = rope_at(boxes, number) + boxes.sock / 2
    colour = theme.ink if day.state in HANGS else theme.soft
    if day.number == shown.today:
        image = tag(painter.assets, round(36 * grown), round(30 * grown), GOLD_TAG)
        painter.blit(image, x, y, "center")
        colour = INK
    size = SMALL * grown / painter.text_scale
    painter.text(str(day.number), x, y, size, TextStyle(STRONG, colour), anchor="center")
    if shown.focus.startswith(DAY) and day.number == shown.chosen:
        ring(painter, boxes.cells[number].grown(-3), 14)


def _draw_legend(painter: Painter, boxes: DailyBoxes) -> None:
    box, x = boxes.legend, boxes.legend.x
    theme = painter.theme
    told = (
        (knit_sock(painter.assets, "clovers", 28, shadow=False), _("Solved")),
        (hint_star(painter.assets, 24), _("Solved with a hint")),
        (peg(painter.assets, 0.5, -14.0), _("Missed")),
    )
    for image, words in told:
        wide = image.get_width() / painter.view.scale
        if x + wide + 8 + painter.width(words, SMALL, STRONG) > box.right:
            return
        painter.blit(image, x, box.centre[1], "midleft")
        x += wide + 8
        colour = theme.soft if theme.name != "linen" else "#4A4360"
        x += painter.text(words, x, box.centre[1], SMALL, TextStyle(STRONG, colour)) + 28


def _draw_header(painter: Painter, boxes: DailyBoxes, shown: DailyShown) -> None:
    box, theme = boxes.header, painter.theme
    sheet(painter, box)
    places = boxes.before, after_box(painter, boxes, shown.month)
    for place, right, may, name in zip(places, (False, True), shown.may_turn, (BEFORE, AFTER), strict=True):
        image = stepper(
            painter.assets, right=right, size=round(place.w - 4), fill=theme.panel,
            ink=theme.ink,
        )  # fmt: skip
        if not may:
            image = image.copy()
            image.set_alpha(110)
        painter.blit(image, *place.centre, "center")
        if shown.focus == name:
            ring(painter, place.grown(-3), place.h / 2)
    size = month_size(painter, boxes)
    painter.text(shown.month, boxes.before.right + 16, box.centre[1], size, TextStyle(NAMES))
    left = places[1].right + 20
    box, y = boxes.header, boxes.header.centre[1]
    small, large = BODY * boxes.k / painter.text_scale, 30 * boxes.k / painter.text_scale
    x = box.right - 24
    x -= painter.text(shown.streak_words, x, y, small, TextStyle(STRONG), anchor="midright") + 8
    x -= painter.text(str(shown.streak), x, y, large, TextStyle(NAMES), anchor="midright") + 12
    size, step = 32.0 * boxes.k, 21.0 * boxes.k
    count = min(shown.streak, RINGS, int((x - left - size) / step))
    if count < 0:
        return
    start = x - size - count * step
    for number in range(count):
        painter.blit(knit_ring(painter.assets, size, number % 8), start + number * step, y, "midleft")
    painter.blit(open_ring(painter.assets, size, painter.theme.soft), start + count * step + 3, y, "midleft")


def _draw_slip(painter: Painter, boxes: DailyBoxes, shown: DailyShown) -> None:
    """The line that can be copied, in large letters below the words before it."""
    box, theme = boxes.slip, painter.theme
    sheet(painter, box)
    before, line = shown.slip
    size = BODY * boxes.k / painter.text_scale
    x, y, soft = box.x + 24, box.centre[1], TextStyle(STRONG, theme.soft)
    end = (boxes.copy.x if line else box.right) - 16
    if boxes.is_large:
        step = painter.line_height(size) / 2
        painter.text(before, x, y - step if line else y, size, soft, room=end - x)
        y += step
    else:
        x += painter.text(before, x, y, size, soft, room=end - x) + 10
    if line:
        words = painter.shortened(line, size, end - x, STRONG)
        painter.text(words, x, y, size, TextStyle(STRONG), room=end - x)
        _draw_chip(painter, boxes.copy, _("Copy"), "", focused=shown.focus == COPY)


def _draw_chip(painter: Painter, box: Box, words: str, sign: str, *, focused: bool) -> None:
    theme = painter.theme
    draw_cap(painter, box, theme.sunk, focused=focused, radius=min(24, round(box.h) / 2))
    y, x = box.centre[1] - 2.5, box.centre[0] - (13 if sign else 0)
    type_ = SMALL if sign else BODY
    painter.text(words, x, y, type_, TextStyle(STRONG), anchor="center", room=box.w - (58 if sign else 28))
    if sign:
        painter.blit(icon(painter.assets, sign, 20, theme.ink, theme.sunk), box.right - 27, y, "center")


def _draw_panel(painter: Painter, boxes: DailyBoxes, shown: DailyShown) -> None:
    """The day that is chosen: its sock as large as the words leave room for."""
    box, told, theme = boxes.panel, shown.panel, painter.theme
    sheet(painter, box)
    room, x, k = box.w - 52, box.x + 26, boxes.k
    size = BODY * k / painter.text_scale
    y = box.y + 12
    y += painter.paragraph(told.day, x, y, room, size, TextStyle(STRONG), centred=True) + 4
    end = boxes.solve.y - 10 if told.button else box.bottom - 20
    task, soft = (
        LARGE * (1 + 0.6 * (painter.text_scale - 1)) / painter.text_scale,
        SMALL * k / painter.text_scale,
    )
    high = painter.height(told.task, room, task, STRONG)
    also = painter.height(told.told, room, soft, STRONG) + 4 if told.told else 0.0
    head = _head_height(painter, boxes, told)
    free = end - y - high - also - head - 12
    if free >= 48:
        tall = min(146.0 + max(0.0, free - 220) * 0.4, free - 6)
        middle = y + free / 2
        painter.blit(glow(painter.assets, round(tall * 1.24)), box.centre[0], middle, "center")
        sock = knit_sock(painter.assets, told.knit, round(tall), turn=-6, faded=told.faded)
        painter.blit(sock, box.centre[0] + 2, middle, "center")
        y += free
    if told.game:
        _draw_head(painter, boxes, told, y)
    y += head + 6
    painter.paragraph(told.task, x, y, room, task, TextStyle(STRONG))
    if told.told:
        painter.paragraph(told.told, x, y + high + 4, room, soft, TextStyle(STRONG, theme.soft))
    if told.button:
        state = FOCUSED if shown.focus == SOLVE else NORMAL
        draw_button(painter, boxes.solve, told.button, state, go=True)


def _head_size(painter: Painter, boxes: DailyBoxes) -> tuple[float, float]:
    return 30 * boxes.k / painter.text_scale, 26 * (1 + 0.25 * (painter.text_scale - 1))


def _head_height(painter: Painter, boxes: DailyBoxes, told: DayPanelShown) -> float:
    """How much the name of the game and the grade take: beside each other, else in two lines."""
    if not told.game:
        return 0.0
    size, sewn = _head_size(painter, boxes)
    high = max(painter.line_height(size), sewn + painter.line_height(SMALL * boxes.k / painter.text_scale))
    return high if _in_one_row(painter, boxes, told) else painter.line_height(size) + sewn + 6


def _in_one_row(painter: Painter, boxes: DailyBoxes, told: DayPanelShown) -> bool:
    size, sewn = _head_size(painter, boxes)
    return painter.width(told.game, size, NAMES) + sewn * 5.4 + 16 <= boxes.panel.w - 52


def _draw_head(painter: Painter, boxes: DailyBoxes, told: DayPanelShown, y: float) -> None:
    box, theme = boxes.panel, painter.theme
    size, sewn = _head_size(painter, boxes)
    ink = told.ink if theme.name == "linen" else theme.ink
    row, right = grade_row(painter.assets, told.grade, round(sewn, 1)), box.right - 26
    if not _in_one_row(painter, boxes, told):
        line = painter.line_height(size)
        painter.text(told.game, box.x + 26, y + line / 2, size, TextStyle(NAMES, ink), room=box.w - 52)
        if told.grade:
            painter.blit(row, box.x + 26, y + line + sewn / 2, "midleft")
        return
    high = _head_height(painter, boxes, told)
    painter.text(told.game, box.x + 26, y + high / 2, size, TextStyle(NAMES, ink))
    if told.grade:
        small = SMALL * boxes.k / painter.text_scale
        style = TextStyle(STRONG, theme.soft)
        painter.text(_("Grade"), right, y + painter.line_height(small) / 2, small, style, anchor="midright")
        painter.blit(row, right, y + high - sewn / 2, "midright")
