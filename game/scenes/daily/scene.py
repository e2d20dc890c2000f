"""Daily sock: a month of small socks on lines, the streak, and the chosen day.

Flow: `puzzle_of` (`match/puzzle/pack.py`) selects the `Puzzle` of a date from the pack of its game.
`DailyScene` (`scenes/daily/scene.py`) shows the month of a name, from `DailyPuzzleStore`
(`store/daily_puzzles.py`). `PuzzleScene` (`ui/match/puzzle.py`) is a `MatchScene` that is not saved. In it an
`Attempt` judges every move, `PuzzleDefence` has a `Worker` reply for other seats, and a `PuzzleProgress`
saves tries, hints and time under the name. Its bar is a `PuzzleTask` to the view, which begins its board
below it (`ViewContext.top_inset`) and gives no help (`ViewContext.settings`). `SolutionScene` shows the
solution with the `ReplayPlayer`.
"""

from __future__ import annotations

import calendar
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from game.i18n import _
from game.match.puzzle.pack import FIRST_DAY, WEEK_GRADES, number_of
from game.scenes.album.captions import weekdays
from game.scenes.daily.day_status import (
    DailyPuzzle,
    DayState,
    copied_line,
    game_title,
    month_names,
    month_words,
    name_of,
    names_there,
    sock_of,
    state_of,
    told_words,
    whole_day,
)
from game.scenes.puzzles import copy, open_day, rehearse_day
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
from game.ui.art.daily import (
    POST_WIDTH,
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
from game.ui.art.fabric import ClothColours, sewing_button, stepper, tag, wood_front
from game.ui.art.icons import icon
from game.ui.art.knits import SOCK_ROOM, knit_of_day, knit_ring, knit_sock, stitched_sock
from game.ui.art.layers import INK
from game.ui.art.rooms import wall
from game.ui.art.socks import sock_look
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Shortcut
from game.ui.core.theme import BODY, LARGE, SMALL, TITLE
from game.ui.match.fallback_view import view_of
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    ButtonElement,
    Element,
    ElementKey,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    QuestionDialog,
    ScaledLength,
    Screen,
    ScreenKeyboard,
    Spacer,
    Text,
    button_row,
    column,
    draw_chosen,
    draw_cloth,
    horizontal_rule,
    ring,
    row,
    sheet,
    shrink_to_fit,
)

SOCKS_PER_FRAME = 3  # socks drawn between two frames
PANEL_WIDTH = 304.0  # units, width of the panel at the usual text size
PANEL_TOP = 34.0
WOOD_HEIGHT = 22.0  # units of wood above the prompt bar
PANEL_GAP, HEAD_MARGIN = (
    36.0,
    10.0,
)  # units between the panel and the calendar, and around the heads of its columns
FIRST_COLUMN_X = 21.0  # units from the edge of the calendar to its first column
WEEK_LINE_FACTOR, MAX_WEEK_SHARE = 1.78, 0.17
"""Height of this week's line: in lines, and at most this share of the width, as socks grow with both."""
ROOMY_TEXT_SCALE = 1.3  # text scale up to which the legend and the name have room
LINE_SAG = 5.0
MAX_RINGS = 11  # longest streak that is drawn in rings
SOCK_STATES = (DayState.SOLVED, DayState.LATE, DayState.OPEN)  # states with a sock on the line
FADED_STATES = (DayState.NONE, DayState.BEFORE, DayState.MISSED)  # states with a faded sock on the panel
GOLD_TAG, GOLD_THREAD = "#FFD25A", "#E0A100"


class DailyKey(ElementKey):
    """Keys of focusable elements."""

    DAY = "day"
    SOLVE = "solve"
    BEFORE = "before"
    AFTER = "after"
    WHO = "who"


def key_of(day: date) -> str:
    """Key of the element of a day."""
    return DailyKey.DAY.of(day.toordinal())


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """Props of a day in the calendar."""

    number: int
    state: DayState
    knit: str
    starred: bool  # True if solved without a hint
    chosen: bool
    today: bool
    is_sock_visible: bool  # True if its sock may be drawn; socks appear one after the other
    is_before: bool  # True for a day of the month before, which is faded


@dataclass(frozen=True, slots=True)
class CalendarElement(Element):
    """Weeks of a month on lines between two posts, with panels beside, above and below.

    This week's line is on a sheet that is lifted off the others.
    """

    heads: Element  # of the seven columns
    days: tuple[Element, ...]  # from a Monday on
    lifted: int  # line of this week, -1 for none
    beside: Element
    above: Element
    below: Element

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the calendar takes the height that is left."""
        return room, 0.0

    def _areas(self, ruler: MeasureContext, box: Box) -> tuple[Box, Box]:
        """Return the area beside the panel, and the part of it below the heads of the columns."""
        safe, top = ruler.view.safe_area, PANEL_TOP / ruler.scale
        left = safe.x + ruler.size(self.beside, safe.w * 0.34)[0] + PANEL_GAP
        whole = Box(left, top, safe.right - left, box.h - WOOD_HEIGHT - 14 - top)
        above, below = (ruler.size(part, whole.w)[1] for part in (self.above, self.below))
        heads = ruler.size(self.heads, whole.w - 2 * FIRST_COLUMN_X)[1]
        first = top + above + heads + 2 * HEAD_MARGIN
        return whole, Box(whole.x, first, whole.w, whole.bottom - below - first)

    def _lines(self, area: Box) -> list[Box]:
        """Return the box of each week below the heads."""
        count, y, lines = math.ceil(len(self.days) / 7), area.y, list[Box]()
        sheet, others = 0.0, count
        if self.lifted >= 0:
            sheet, others = (
                min(area.h * WEEK_LINE_FACTOR / (count - 1 + WEEK_LINE_FACTOR), area.w * MAX_WEEK_SHARE),
                count - 1,
            )
        for number in range(count):
            high = sheet if number == self.lifted else (area.h - sheet) / others
            lines.append(Box(area.x, y, area.w, high))
            y = lines[-1].bottom
        return lines

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the panels beside, above and below, the heads, then the days, with their boxes."""
        whole, area = self._areas(ruler, box)
        safe = ruler.view.safe_area
        yield self.beside, Box(safe.x, whole.y, whole.x - PANEL_GAP - safe.x, whole.h)
        yield self.above, Box(whole.x, whole.y, whole.w, ruler.size(self.above, whole.w)[1])
        below = ruler.size(self.below, whole.w)[1]
        yield (
            self.below,
            Box(whole.x + FIRST_COLUMN_X, whole.bottom - below, whole.w - 2 * FIRST_COLUMN_X, below),
        )
        heads = ruler.size(self.heads, whole.w - 2 * FIRST_COLUMN_X)[1]
        yield (
            self.heads,
            Box(whole.x + FIRST_COLUMN_X, area.y - HEAD_MARGIN - heads, whole.w - 2 * FIRST_COLUMN_X, heads),
        )
        wide = (whole.w - 2 * FIRST_COLUMN_X) / 7
        lines = self._lines(area)
        for number, day in enumerate(self.days):
            down, across = divmod(number, 7)
            line, x = lines[down], FIRST_COLUMN_X + wide * across
            y = line.y + sag(x + wide * HOOK_X_SHARE, line.w, 0, LINE_SAG)
            if down == self.lifted:
                yield day, Box(line.x + x, y + 10, wide, line.h - 22)
            else:
                yield day, Box(line.x + x, y, wide, line.h - 2)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw wall, ropes, posts, this week's sheet and wood, not the days."""
        view, (whole, area) = painter.view, self._areas(MeasureContext(painter), box)
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, 0), 0, 0)
        lines, foot, top = self._lines(area), box.bottom - WOOD_HEIGHT, area.y - HEAD_MARGIN - 48
        ties = tuple(round(line.y + 10 - top, 1) for line in lines)
        image = post(painter.assets, round(foot + 10 - top), ties)
        line = rope(painter.assets, round(whole.w - 16), LINE_SAG)
        for week in lines:
            painter.blit(line, whole.x + 8, week.y + 10 - ROPE_ROOM)
        for x in (whole.x + 8, whole.right - 8):
            painter.blit(image, x - POST_WIDTH / 2 - 6, top)
        if self.lifted >= 0:
            week = lines[self.lifted]
            cloth = Box(whole.x - 8, week.y + 4, whole.w + 16, week.h - 8)
            draw_chosen(painter, cloth)
            painter.blit(line, whole.x + 8, week.y + 20 - ROPE_ROOM)
            for x in (whole.x + 8, whole.right - 8):
                painter.blit(sewing_button(painter.assets, 22), x, week.y + 20, "center")
        painter.blit(
            wood_front(painter.assets, view.w, view.h - foot), 0, round(foot * view.scale) / view.scale - 24
        )


HOOK_X_SHARE = 0.565  # share of a column's width from its left edge to the peg of its sock


def draw_day(painter: Painter, box: Box, day: CalendarDay, *, focused: bool) -> None:
    """Draw a day: its sock on the right, its number on the left."""
    theme, grown = painter.theme, 1 + 0.3 * (painter.text_scale - 1)
    height = min(box.h - 12, box.w * (1 - HOOK_X_SHARE) / 0.53)
    if not day.today:
        height = min(height, 70.0)
    hook = box.x + box.w * HOOK_X_SHARE, box.y + 10
    if day.is_sock_visible or day.state not in SOCK_STATES:
        _draw_sock_on_line(painter, hook, height, day)
    x, y = hook[0] - height * 0.34 - 14 * grown, hook[1] + height * (0.8 if day.today else 0.5)
    x = max(x, box.x + 14 * grown)
    colour = theme.ink if day.state in SOCK_STATES and not day.is_before else theme.soft
    if day.today:
        colour, (w, h) = INK, (34 + 10 * grown, 34 * grown)
        painter.blit(tag(painter.assets, round(w), round(h), GOLD_TAG), x, y, "center")
    numbers = painter.with_text_scale(grown)
    numbers.text(str(day.number), x, y, BODY, TextStyle(STRONG, colour), anchor="center")
    if focused:
        ring(painter, box.inflated(-3), 14)


def _draw_sock_on_line(painter: Painter, hook: tuple[float, float], height: float, day: CalendarDay) -> None:
    """Draw the sock of a day with its cuff at ``hook``."""
    assets, theme, (x, y) = painter.assets, painter.theme, hook
    left, top = x - height * 74 / 312 - SOCK_ROOM, y - 10 - SOCK_ROOM
    if day.state in (DayState.AHEAD, DayState.BEFORE):
        thread = GOLD_THREAD if day.chosen else theme.thread
        painter.blit(stitched_sock(assets, round(height * 0.92, 1), thread, theme.panel), left + 2, top + 8)
    elif day.state is DayState.MISSED:
        for dx, turn in ((-7, 28.0), (5, -28.0)):
            painter.blit(peg(assets, 0.44, turn), x + dx, y + 2, "center")
        if day.chosen:
            painter.blit(stitched_sock(assets, height, GOLD_THREAD), left, top)
    elif day.state is not DayState.NONE:
        if day.chosen:
            painter.blit(rimmed_sock(assets, day.knit, height), left - RIM, top - RIM)
        else:
            painter.blit(knit_sock(assets, day.knit, height, faded=day.is_before), left, top)
        for dx in (0,) if day.state is DayState.LATE else (-9, 9):
            painter.blit(peg(assets, 0.38), x + dx * height / 72, y - 1, "center")
        if day.starred and not day.is_before:
            painter.blit(hint_star(assets, 21), x + height * 0.5 + 2, y + height * 0.36, "center")


def draw_weekday(painter: Painter, box: Box, today: bool) -> None:  # noqa: FBT001 - values of a picture
    """Draw the cloth of a column's head, golden above today."""
    theme = painter.theme
    cloth = (
        ClothColours(GOLD_TAG, INK, GOLD_THREAD)
        if today
        else ClothColours(theme.panel, theme.ink, theme.stitch)
    )
    draw_cloth(painter, box, cloth, radius=14)


def draw_sign(painter: Painter, box: Box) -> None:
    """Draw the cloth of the title on its line."""
    painter.blit(rope(painter.assets, round(box.right + 36), 14.0), 0, box.y - 14 - ROPE_ROOM)
    sheet(painter, box)
    for x, turn in ((box.x + 26, -4.0), (box.right - 26, 4.0)):
        painter.blit(peg(painter.assets, 0.8, turn), x, box.y, "center")


def draw_sock(painter: Painter, box: Box, knit: str, state: DayState) -> None:
    """Draw the sock of the chosen day as large as possible, faded in the states `FADED_STATES`."""
    height = min(146.0 + max(0.0, box.h - 220) * 0.4, box.h - 6)
    if height > 0:
        painter.blit(glow(painter.assets, round(height * 1.24)), *box.centre, "center")
        sock = knit_sock(painter.assets, knit, round(height), turn=-6, faded=state in FADED_STATES)
        painter.blit(sock, box.centre[0] + 2, box.centre[1], "center")


def draw_grade(painter: Painter, box: Box, grade: int) -> None:
    """Draw the difficulty grade as high as ``box``, from its left edge."""
    painter.blit(grade_row(painter.assets, grade, round(box.h, 1)), box.x, box.centre[1], "midleft")


def draw_stepper(painter: Painter, box: Box, way: int, opacity: int, *, focused: bool) -> None:
    """Draw the button to the next (``way`` > 0) or previous month; ``opacity`` is 0 to 255."""
    fill, ink = painter.theme.panel, painter.theme.ink
    image = stepper(painter.assets, right=way > 0, size=round(box.w - 4), fill=fill, ink=ink)
    if opacity < 255:
        image = image.copy()
        image.set_alpha(opacity)
    painter.blit(image, *box.centre, "center")
    if focused:
        ring(painter, box.inflated(-3), box.h / 2)


def draw_rings(painter: Painter, box: Box, streak: int) -> None:
    """Draw the streak as a chain of rings, with the place of the next one, as far as there is room."""
    size, step = box.h, box.h * 0.656
    count = min(streak, MAX_RINGS, int((box.w - size) / step))
    if count > 0:
        x, y = box.right - size - count * step, box.centre[1]
        for number in range(count):
            painter.blit(knit_ring(painter.assets, size, number % 8), x + number * step, y, "midleft")
        place = open_ring(painter.assets, size, painter.theme.soft)
        painter.blit(place, x + count * step + 3, y, "midleft")


def draw_mark(painter: Painter, box: Box, kind: str) -> None:
    """Draw the legend's mark "solved", "starred" or "missed", else the icon with the name ``kind``."""
    assets, theme = painter.assets, painter.theme
    pictures = {
        "solved": lambda: knit_sock(assets, "clovers", 28, shadow=False),
        "starred": lambda: hint_star(assets, 24),
    }
    if kind == "missed":
        for dx, turn in ((-6, 28.0), (6, -28.0)):
            painter.blit(peg(assets, 0.44, turn), box.centre[0] + dx, box.centre[1], "center")
        return
    image = pictures[kind]() if kind in pictures else icon(assets, kind, 20, theme.ink, theme.sunk)
    painter.blit(image, *box.centre, "center")


def next_month(month: date, direction: int) -> date:
    """First day of the next month (``direction`` > 0), or of the previous one."""
    first = month.replace(day=1)
    return (
        (first + timedelta(days=32)).replace(day=1)
        if direction > 0
        else (first - timedelta(1)).replace(day=1)
    )


class DailyScene(Screen):
    """Calendar of one name."""

    music, mood = "title", MusicMood.CALM

    def __init__(self) -> None:
        self.focus = DailyKey.SOLVE
        self._sock_count = 0
        self._socks: dict[date, DailyPuzzle] = {}
        self._preloaded_table: object = None
        """Key of the puzzle table preloaded last: name, day, assets and text size."""

    def on_enter(self) -> None:
        """Open the calendar of the last name at today's month."""
        self.name = name_of(self.app)
        self.today = self.app.stores.days.today()
        self.day = max(self.today, FIRST_DAY)  # chosen day
        self.month = self.day.replace(day=1)
        self._reload()

    def on_result(self, result: object) -> None:
        """Reload the calendar; ignores the result."""
        self._reload()

    def _reload(self) -> None:
        """Reload the calendar of the name. The day may have changed at midnight."""
        self.diary: DailyCalendar = self.app.stores.days.calendar_of(self.name)
        today = self.app.stores.days.today()
        if today != self.today:
            if self.day == max(self.today, FIRST_DAY):
                self.day = max(today, FIRST_DAY)
                self.month = self.day.replace(day=1)
            self.today = today
        self.on_layout()

    def on_layout(self) -> None:
        """Keep the focus on an existing element, and request a redraw."""
        on_day = DailyKey.DAY.number(self.focus) is not None
        if on_day or self.action() is None:
            self.focus = DailyKey.SOLVE if self.button and not on_day else key_of(self.day)
        self.needs_redraw = True

    def on_language_changed(self) -> None:
        """Forget the cached puzzles and the preloaded table."""
        self._socks.clear()
        self._preloaded_table = None

    def days(self) -> list[date]:
        """All days of the month on show."""
        count = calendar.monthrange(self.month.year, self.month.month)[1]
        return [self.month.replace(day=number) for number in range(1, count + 1)]

    def state(self, day: date) -> DayState:
        """State of a day in this calendar."""
        return state_of(day, self.today, self.diary)

    def sock(self, day: date) -> DailyPuzzle:
        """Puzzle of a day, cached."""
        if day not in self._socks:
            self._socks[day] = sock_of(day)
        return self._socks[day]

    @property
    def streak(self) -> int:
        """Length of the current streak of solved daily socks, in days."""
        return self.diary.streak(self.today)

    @property
    def button(self) -> str:
        """Label of the main button. Empty if there is nothing to solve."""
        if self.today < FIRST_DAY or self.sock(self.day).puzzle is None:
            return ""
        is_solved = self.state(self.day) in (DayState.SOLVED, DayState.LATE)
        return _("Play it again") if is_solved else _("Solve it")

    @property
    def may_turn(self) -> tuple[bool, bool]:
        """Return (True if an earlier month has socks, True if a later one has)."""
        return self.month > FIRST_DAY.replace(day=1), self.month < self.today.replace(day=1)

    @property
    def day_to_copy(self) -> date | None:
        """Day whose line can be copied: first solved of chosen day, today and yesterday. None for none."""
        for day in (self.day, self.today, self.today - timedelta(days=1)):
            attempts = self.diary.days.get(day)
            if attempts is not None and attempts.solved and self.sock(day).puzzle is not None:
                return day
        return None

    @property
    def is_large(self) -> bool:
        """True if large text leaves no room beside the calendar. Then the prompt bar has all actions."""
        return self.app.text_scale > ROOMY_TEXT_SCALE

    def build(self) -> Element:
        made_count, days, first = 0, [], self.days()[0]
        # The first month begins in the week of the first sock.
        before = -first.weekday() if first > FIRST_DAY else (FIRST_DAY - first).days
        for number in range(before, len(self.days())):
            day = first + timedelta(days=number)
            state, attempts = self.state(day), self.diary.days.get(day, PuzzleAttempts())
            made_count += state in SOCK_STATES
            props = CalendarDay(
                day.day, state, knit_of_day(max(1, number_of(day))), attempts.solved and not attempts.hints,
                day == self.day, day == self.today, made_count <= self._sock_count, number < 0,
            )  # fmt: skip
            key, label = key_of(day) if number >= 0 else "", str(day.day)
            days.append(Picture(draw_day, (props,), shows_focus=True, key=key, words=label))
        is_now = self.month == self.today.replace(day=1)
        lifted = (self.today.day - 1 - before) // 7 if is_now else -1
        widest = self.app.view.safe_area.w * 0.34
        title = _("Daily sock")
        sign = shrink_to_fit(
            Text(title, FontSpec(TITLE, NAMES, most=64), 0.5, lines=1),
            Text(title, FontSpec(28, NAMES), 0.5, lines=2, step=0.85),
            flex=1,
        )
        beside = column(
            column(sign, pad=Padding(15, 8), h=ScaledLength(83, 0.45), behind=Picture(draw_sign)),
            self._panel(),
            gap=18,
            pad=Padding(0, 14, 0),
            w=ScaledLength(min(PANEL_WIDTH, widest), 0.28, widest),
        )
        below = Spacer() if self.is_large else self._legend()
        return CalendarElement(self._heads(is_now=is_now), tuple(days), lifted, beside, self._header(), below)

    def _heads(self, *, is_now: bool) -> Element:
        """Heads of the columns: weekday and grade. Today's is golden if ``is_now``, in this month."""
        cells = []
        for number, (name, grade) in enumerate(zip(weekdays(), WEEK_GRADES, strict=True)):
            today = is_now and number == self.today.weekday()
            ink = INK if today else ""
            sewn = Picture(draw_grade, (grade,), w=5.32 * 15.5, h=15.5)
            cell = column(
                Text(name, FontSpec(22, NAMES, ink), 0.5, lines=1, step=0.9), sewn, align=0.5,
                pad=Padding(4, 5, 7), behind=Picture(draw_weekday, (today,)), flex=1,
            )  # fmt: skip
            cells.append(cell)
        return shrink_to_fit(row(*cells, gap=8, pad=Padding(4, 0)))

    def _panel(self) -> Element:
        """Panel of the chosen day: date, sock, game, grade, task, state and main button."""
        theme, sock = self.app.measuring_painter.theme, self.sock(self.day)
        state = self.state(self.day) if self.button else DayState.NONE
        small = FontSpec(SMALL, STRONG, theme.soft)
        knit = knit_of_day(max(1, number_of(self.day)))
        heads: list[list[Element]] = [[]]
        task, state_text = sock.task, told_words(state, self.diary, self.day)
        if self.today < FIRST_DAY:
            task = _("The first sock arrives on {day}. Is your clock right?").format(day=whole_day(FIRST_DAY))
        elif sock.puzzle is None:
            task = _("There's no sock for this day. {why}").format(why=sock.fault)
        else:
            ink = sock_look(sock.puzzle.game).text if theme.name == "linen" else ""
            game, large = game_title(sock.puzzle.game), FontSpec(30, NAMES, ink)
            sewn = Picture(
                draw_grade, (sock.puzzle.grade,), w=ScaledLength(138.4, 0.25), h=ScaledLength(26, 0.25)
            )
            beside = row(Text(game, large, lines=1), Spacer(flex=1), sewn, gap=10, align=0.5)
            heads = [[beside], [Text(game, large, step=0.9), row(sewn, Spacer(flex=1))]]
        forms = (
            column(
                Text(whole_day(self.day), FontSpec(BODY, STRONG), 0.5),
                Picture(draw_sock, (knit, state), h=sock_height, flex=1, drop_rank=1),
                *head,
                horizontal_rule(14),
                Text(task, FontSpec(size, STRONG)),
                *([Text(state_text, small)] if state_text else []),
                Spacer(4),
                Spacer(flex=0.001),
                *([ButtonElement(self.button, key=DailyKey.SOLVE)] if self.button else []),
                gap=4, pad=Padding(26, 12, 20), behind=PANEL_PICTURE,
            )
            # The sock is the main thing, so words shrink before it does.
            for sock_height in (132.0, 66.0)
            for size in (27.0, LARGE, BODY)
            for head in heads
        )  # fmt: skip
        return shrink_to_fit(*forms, ranks=1, flex=1)

    def _header(self) -> Element:
        """Row with the month, the buttons that turn it, and the streak."""
        step, month = ScaledLength(44, 0.45), FontSpec(30, NAMES)
        steps = zip((-1, 1), self.may_turn, (DailyKey.BEFORE, DailyKey.AFTER), strict=True)
        before, after = (
            Picture(
                draw_stepper,
                (direction, 255 if is_possible else 110),
                shows_focus=True,
                w=step,
                h=step,
                key=key,
            )
            for direction, is_possible, key in steps
        )
        streak = Text(str(self.streak), month), Text(_("in a row"), FontSpec(BODY, STRONG), lines=1)
        return shrink_to_fit(
            row(
                row(before, Text(month_words(self.month), month, lines=1), after, gap=16, align=0.5),
                Picture(draw_rings, (self.streak,), h=ScaledLength(32, 0.45), flex=1),
                row(*streak, gap=8, pad=Padding(8, 0), align=0.5),
                gap=4, pad=Padding(16), h=ScaledLength(64, 0.45), align=0.5, behind=PANEL_PICTURE,
            )
        )  # fmt: skip

    def _legend(self) -> Element:
        """Legend and further buttons."""
        theme = self.app.measuring_painter.theme
        letters = FontSpec(SMALL, STRONG, theme.soft if theme.name != "linen" else "#4A4360")
        labels = {"solved": _("Solved"), "starred": _("Solved without a hint"), "missed": _("Missed")}
        marks = (Picture(draw_mark, (kind,), w=30, h=36) for kind in labels)
        entries = [
            row(mark, Text(label, letters, lines=1), gap=6, align=0.5, drop_rank=rank)
            for rank, (mark, label) in enumerate(zip(marks, labels.values(), strict=True), 1)
        ]
        name = button_row(
            Text(self.name, FontSpec(SMALL, STRONG), lines=1),
            Picture(draw_mark, ("down",), w=20, h=20),
            key=DailyKey.WHO,
        )
        return shrink_to_fit(row(row(*entries, gap=22), Spacer(flex=1), name, align=0.5), ranks=3)

    def tick(self, now: float) -> bool:
        """Let a few more socks appear, show storage notices, follow the date. True if socks were added."""
        if self.app.stores.folder.unread_notices:
            self.app.open_scene("storage_notices")
        elif self.app.stores.days.today() != self.today:
            self._reload()
        if self._sock_count >= len(self.days()):
            return False
        self._sock_count += SOCKS_PER_FRAME
        self.needs_redraw = True
        return True

    def preload(self, painter: Painter) -> Iterator[None]:
        """Render the table of the chosen day's puzzle, a step per yield, after the socks. Once per table."""
        while self._sock_count < len(self.days()):
            yield  # the calendar comes first
        name, day = self.name, self.day
        table = name, day, painter.assets, self.app.text_scale
        puzzle = self.sock(day).puzzle
        if puzzle is None or table == self._preloaded_table:
            return
        view_of(puzzle.game)
        yield
        yield from rehearse_day(self.app, name, day)
        self._preloaded_table = table

    def default_target(self) -> str:
        """Key of the main button."""
        return DailyKey.SOLVE

    def actions(self) -> dict[str, Action]:
        """Solve, month turns, the name (not in large text), and the days up to today."""
        before, after = self.may_turn
        solve = self.button
        actions: dict[str, Action] = {DailyKey.SOLVE: Action(self._solve, solve)} if solve else {}
        for key, direction, is_possible in ((DailyKey.BEFORE, -1, before), (DailyKey.AFTER, 1, after)):
            # At the end it keeps the focus, so that an extra press does not reach another button.
            if is_possible or self.focus == key:
                actions[key] = Action(partial(self.turn_page, direction), _("Select") if is_possible else "")
        if not self.is_large:
            actions[DailyKey.WHO] = Action(self._ask_who, _("Choose"))
        keys = [key_of(day) for day in self.days() if FIRST_DAY <= day <= self.today]
        return actions | {key: Action(self._solve, solve, picked=key == self.focus) for key in keys}

    def focus_neighbours(self) -> dict[tuple[str, int, int], str]:
        """Key of the next control by (key, dx, dy): the buttons of the months lead to each other."""
        # Days below are nearer to either than the other end of the month's line.
        return {(DailyKey.AFTER, -1, 0): DailyKey.BEFORE, (DailyKey.BEFORE, 1, 0): DailyKey.AFTER}

    def shortcuts(self) -> list[Shortcut]:
        """Month turns where possible, practice, copying the line, and the choice of a name."""
        steps = zip((InputAction.PREVIOUS, InputAction.NEXT), (-1, 1), self.may_turn, strict=True)
        names = month_names()
        shortcuts = [
            Shortcut(
                act, names[next_month(self.month, direction).month - 1], partial(self.turn_page, direction)
            )
            for act, direction, is_possible in steps
            if is_possible
        ]
        shortcuts.append(Shortcut(InputAction.SECONDARY, _("Practice"), self._practise))
        label = _("Copy result") if self.day_to_copy else ""
        shortcuts.append(Shortcut(InputAction.LOOK, label, self._copy))
        shortcuts.append(Shortcut(InputAction.END_TURN, self.name if self.is_large else "", self._ask_who))
        return shortcuts

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event. SCROLL turns the month."""
        if intent.act is InputAction.SCROLL and intent.dy:
            self.turn_page(-1 if intent.dy > 0 else 1)
        super().on_input(intent)

    def set_focus(self, key: str) -> None:
        """Set the focus. Focusing a day chooses it."""
        super().set_focus(key)
        if (number := DailyKey.DAY.number(key)) is not None:
            self.day = date.fromordinal(number)

    def turn_page(self, direction: int) -> None:
        """Turn to the next (1) or the previous month (-1), with a sound; nothing if it has no socks."""
        if not self.may_turn[direction > 0]:
            return
        self.app.audio.play("focus")
        self.needs_redraw = True
        self.month, self._sock_count = next_month(self.month, direction), 0
        if DailyKey.DAY.number(self.focus) is not None:
            first = max(FIRST_DAY, self.month) if direction > 0 else self.days()[-1]
            self.day = min(first, self.today)
        self.on_layout()

    def _solve(self) -> None:
        """Open the puzzle of the chosen day, if there is one, with a sound."""
        if self.button:
            self.app.audio.play("confirm")
            open_day(self.app, self.name, self.day)

    def _practise(self) -> None:
        """Open the list of puzzles to practise, with a sound."""
        self.app.audio.play("confirm")
        self.app.open_scene("practice", self.name)

    def _copy(self) -> None:
        """Copy the line to the clipboard, or only play a sound if there is none."""
        day = self.day_to_copy
        puzzle = self.sock(day).puzzle if day is not None else None
        if day is None or puzzle is None:
            self.app.audio.play("refuse")
            return
        streak = self.diary.row_at(day) if day <= self.today else 0
        copy(self.app, copied_line(day, puzzle, self.diary.days[day], streak))

    def _ask_who(self) -> None:
        """Play a sound and let the player choose or type the name whose calendar is shown."""
        names = names_there(self.app)
        self.app.audio.play("confirm")

        def answered(answer: int | None) -> None:
            """Show the calendar of the chosen name, or ask for another name."""
            if answer is None:
                self.on_result(None)
            elif answer < len(names):
                self._select_name(names[answer])
            else:
                self.app.scenes.push(ScreenKeyboard(_("Whose calendar?"), ""), named)

        def named(name: str | None) -> None:
            """Show the calendar of the typed name; for none, of the current one."""
            self._select_name((name or "").strip() or self.name)

        self.app.scenes.push(QuestionDialog(_("Whose calendar?"), [*names, _("Another name…")]), answered)

    def _select_name(self, name: str) -> None:
        """Show the calendar of ``name`` and remember it as the last one."""
        self.name, self._sock_count = name, 0
        self.app.stores.days.select_name(name)
        self._reload()
