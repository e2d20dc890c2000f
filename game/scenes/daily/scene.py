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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from game.i18n import _
from game.match.puzzle import Puzzle
from game.match.puzzle.pack import FIRST, number_of
from game.scenes.daily.day_status import (
    DailyPuzzle,
    DayState,
    copied_line,
    game_title,
    month_names,
    month_words,
    name_of,
    names_there,
    plain_day,
    shared_line,
    sock_of,
    state_of,
    told_words,
    whole_day,
)
from game.scenes.puzzles import copy, open_day, rehearse_day
from game.store.daily_puzzles import DailyCalendar, PuzzleAttempts
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
from game.ui.art.fabric import stepper, tag, wood_front
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
    ring,
    row,
    sheet,
    shrink_to_fit,
)

AT_ONCE = 3  # socks drawn between two frames
COLUMNS = 8
PANEL = 304.0  # units, width of the panel at the usual text size
TOP = 36.0
LIFT = 48.0  # units from the prompt bar and its wood to everything above
ROOMY = 1.3  # text scale up to which the legend and further buttons have room
SAG = 8.0
RINGS = 11  # longest streak that is drawn in rings
HANGS = (DayState.SOLVED, DayState.LATE, DayState.OPEN)  # states with a sock on the line
FADED = (DayState.NONE, DayState.BEFORE, DayState.MISSED)  # states with a faded sock on the panel
GOLD_TAG, GOLD_THREAD = "#FFD25A", "#E0A100"


class DailyKey(ElementKey):
    """Keys of focusable elements."""

    DAY = "day"
    SOLVE = "solve"
    BEFORE = "before"
    AFTER = "after"
    PRACTICE = "practice"
    WHO = "who"
    COPY = "copy"


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


@dataclass(frozen=True, slots=True)
class CalendarElement(Element):
    """Days of a month on lines between two posts, with panels beside, above and below."""

    days: tuple[Element, ...]
    beside: Element
    above: Element
    below: Element

    def measure(self, ruler: MeasureContext, room: float) -> tuple[float, float]:
        """Return the width ``room`` and height 0, because the calendar takes the height that is left."""
        return room, 0.0

    def _lines(self, ruler: MeasureContext, box: Box) -> tuple[Box, Box]:
        """Return the area beside the panel, and in it the area of the lines from post to post."""
        safe, top = ruler.view.safe_area, TOP / ruler.scale
        left = safe.x + ruler.size(self.beside, safe.w * 0.34)[0] + 44
        whole = Box(left, top, safe.right - left, box.h - LIFT - top)
        head, foot = (ruler.size(part, whole.w)[1] for part in (self.above, self.below))
        # The posts are a little outside of the cloth between them.
        right, first = min(box.w - 22, whole.right + 28), top + head + 34
        return whole, Box(left - 14, first, right - left + 14, whole.bottom - foot - 6 - first)

    def place_children(self, ruler: MeasureContext, box: Box) -> Iterator[tuple[Element, Box]]:
        """Yield the panels beside, above and below, then the days, with their boxes."""
        whole, lines = self._lines(ruler, box)
        safe = ruler.view.safe_area
        yield self.beside, Box(safe.x, whole.y, whole.x - 44 - safe.x, whole.h)
        yield self.above, Box(whole.x, whole.y, whole.w, ruler.size(self.above, whole.w)[1])
        foot = ruler.size(self.below, whole.w)[1]
        yield self.below, Box(whole.x, whole.bottom - foot, whole.w, foot)
        pitch, day_width = lines.h / self._rows, (lines.w - 26) / COLUMNS
        for number, day in enumerate(self.days):
            down, across = divmod(number, COLUMNS)
            x = 10 + day_width * across
            y = lines.y + pitch * down + sag(x + day_width * 0.6, lines.w, 0, SAG)
            yield day, Box(lines.x + x, y - 10, day_width, pitch - 2)

    @property
    def _rows(self) -> int:
        """Number of lines."""
        return math.ceil(len(self.days) / COLUMNS)

    def paint(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw wall, ropes, posts and wood, not the days."""
        view, lines = painter.view, self._lines(MeasureContext(painter), box)[1]
        painter.blit(wall(painter.assets, view.w, view.h, painter.theme.name, 0), 0, 0)
        heights = [lines.y + lines.h / self._rows * number for number in range(self._rows)]
        for y in heights:
            painter.blit(rope(painter.assets, round(lines.w), SAG), lines.x, y - ROPE_ROOM)
        top = lines.y - 36
        image = post(painter.assets, round(box.bottom - top), tuple(round(y - top, 1) for y in heights))
        for x in (lines.x, lines.right):
            painter.blit(image, x - POST / 2 - 6, top)
        wood = wood_front(painter.assets, view.w, view.h - box.bottom + 22)
        painter.blit(wood, 0, round((box.bottom - 22) * view.scale) / view.scale - 24)


def draw_day(painter: Painter, box: Box, day: CalendarDay, *, focused: bool) -> None:
    """Draw a day: its sock on the right, its number on the left."""
    theme, grown = painter.theme, 1 + 0.3 * (painter.text_scale - 1)
    # Larger numbers keep clear of the sock before them.
    beside, large = 34 * grown + 8 * (painter.text_scale - 1), painter.text_scale > 1.25
    if large:  # over the toe of the sock before, or this sock would be tiny
        beside = 16 * grown
    sock_height = max(28.0, min(72.0, box.h - 18, (box.w - beside) / 0.8))
    hook = box.right - sock_height * 0.62, box.y + 10
    if day.is_sock_visible or day.state not in HANGS:
        _draw_sock_on_line(painter, hook, sock_height, day, star=(22.0, 52.0) if large else (36.0, 26.0))
    x, y = hook[0] - sock_height * 0.34 - 14 * grown, hook[1] + sock_height * (0.3 if large else 0.5)
    x = max(x, box.x + 14 * grown)  # right of the post
    colour = theme.ink if day.state in HANGS else theme.soft
    if day.today:
        colour, (w, h) = INK, (26 + 10 * grown, 30 * grown)
        painter.blit(tag(painter.assets, round(w), round(h), GOLD_TAG), x, y, "center")
    numbers = painter.with_text_scale(grown)
    numbers.text(str(day.number), x, y, SMALL, TextStyle(STRONG, colour), anchor="center")
    if focused:
        ring(painter, box.inflated(-3), 14)


def _draw_sock_on_line(
    painter: Painter, hook: tuple[float, float], height: float, day: CalendarDay, star: tuple[float, float]
) -> None:
    """Draw the sock of a day with its cuff at ``hook``; ``star`` is the offset of the no-hint star."""
    assets, theme, (x, y) = painter.assets, painter.theme, hook
    left, top = x - height * 74 / 312 - SOCK_ROOM, y - 10 - SOCK_ROOM
    if day.state in (DayState.AHEAD, DayState.BEFORE):
        thread = GOLD_THREAD if day.chosen else theme.thread
        painter.blit(stitched_sock(assets, round(height * 0.92, 1), thread, theme.panel), left + 2, top + 12)
    elif day.state is DayState.MISSED:
        for dx, turn in ((-11, -14.0), (10, 10.0)):
            painter.blit(peg(assets, 0.6, turn), x + dx, y + 6, "center")
        if day.chosen:
            painter.blit(stitched_sock(assets, height, GOLD_THREAD), left, top)
    elif day.state is not DayState.NONE:
        if day.chosen:
            painter.blit(rimmed_sock(assets, day.knit, height), left - RIM, top - RIM)
        else:
            painter.blit(knit_sock(assets, day.knit, height), left, top)
        for dx in (0,) if day.state is DayState.LATE else (-9, 9):
            painter.blit(peg(assets, 0.44), x + dx * height / 72, y - 1, "center")
        if day.starred:
            image = hint_star(assets, round(28 * height / 72))
            painter.blit(image, x + star[0] * height / 72, y + star[1] * height / 72, "center")


def draw_sign(painter: Painter, box: Box) -> None:
    """Draw the cloth of the title on its line."""
    painter.blit(rope(painter.assets, round(box.right + 36), 14.0), 0, box.y - 14 - ROPE_ROOM)
    sheet(painter, box)
    for x, turn in ((box.x + 26, -4.0), (box.right - 26, 4.0)):
        painter.blit(peg(painter.assets, 0.8, turn), x, box.y, "center")


def draw_sock(painter: Painter, box: Box, knit: str, state: DayState) -> None:
    """Draw the sock of the chosen day as large as possible, faded in the states `FADED`."""
    height = min(146.0 + max(0.0, box.h - 220) * 0.4, box.h - 6)
    if height > 0:
        painter.blit(glow(painter.assets, round(height * 1.24)), *box.centre, "center")
        sock = knit_sock(painter.assets, knit, round(height), turn=-6, faded=state in FADED)
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
    count = min(streak, RINGS, int((box.w - size) / step))
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
        "missed": lambda: peg(assets, 0.5, -14.0),
    }
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
        self.day = max(self.today, FIRST)  # chosen day
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
            if self.day == max(self.today, FIRST):
                self.day = max(today, FIRST)
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
        if self.today < FIRST or self.sock(self.day).puzzle is None:
            return ""
        is_solved = self.state(self.day) in (DayState.SOLVED, DayState.LATE)
        return _("Play it again") if is_solved else _("Solve it")

    @property
    def may_turn(self) -> tuple[bool, bool]:
        """Return (True if an earlier month has socks, True if a later one has)."""
        return self.month > FIRST.replace(day=1), self.month < self.today.replace(day=1)

    @property
    def day_to_copy(self) -> date | None:
        """Day whose line can be copied: first solved of chosen day, today and yesterday. None for none."""
        for day in (self.day, self.today, self.today - timedelta(days=1)):
            attempts = self.diary.days.get(day)
            if attempts is not None and attempts.solved and self.sock(day).puzzle is not None:
                return day
        return None

    def line(self, format_line: Callable[[date, Puzzle, PuzzleAttempts, int], str]) -> str:
        """Line about `day_to_copy` that ``format_line`` makes; "" if there is none."""
        day = self.day_to_copy
        puzzle = self.sock(day).puzzle if day is not None else None
        if day is None or puzzle is None:
            return ""
        streak = self.diary.row_at(day) if day <= self.today else 0
        return format_line(day, puzzle, self.diary.days[day], streak)

    @property
    def is_large(self) -> bool:
        """True if large text leaves no room beside the calendar. Then the prompt bar has all actions."""
        return self.app.text_scale > ROOMY

    def build(self) -> Element:
        made_count, days = 0, []
        for day in self.days():
            state, attempts = self.state(day), self.diary.days.get(day, PuzzleAttempts())
            made_count += state in HANGS
            props = CalendarDay(
                day.day, state, knit_of_day(max(1, number_of(day))), attempts.solved and not attempts.hints,
                day == self.day, day == self.today, made_count <= self._sock_count,
            )  # fmt: skip
            label = str(day.day)
            days.append(Picture(draw_day, (props,), shows_focus=True, key=key_of(day), words=label))
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
            w=ScaledLength(min(PANEL, widest), 0.28, widest),
        )
        below = [self._line_panel()] if self.is_large else [self._legend(), self._line_panel()]
        return CalendarElement(tuple(days), beside, self._header(), column(*below, gap=10))

    def _panel(self) -> Element:
        """Panel of the chosen day: date, sock, game, grade, task, state and main button."""
        theme, sock = self.app.measuring_painter.theme, self.sock(self.day)
        state = self.state(self.day) if self.button else DayState.NONE
        small = FontSpec(SMALL, STRONG, theme.soft)
        knit = knit_of_day(max(1, number_of(self.day)))
        heads: list[list[Element]] = [[]]
        task, state_text = sock.task, told_words(state, self.diary, self.day)
        if self.today < FIRST:
            task = _("The first sock arrives on {day}. Is your clock right?").format(day=whole_day(FIRST))
        elif sock.puzzle is None:
            task = _("There's no sock for this day. {why}").format(why=sock.fault)
        else:
            ink = sock_look(sock.puzzle.game).text if theme.name == "linen" else ""
            game, large = game_title(sock.puzzle.game), FontSpec(30, NAMES, ink)
            sewn = Picture(
                draw_grade, (sock.puzzle.grade,), w=ScaledLength(138.4, 0.25), h=ScaledLength(26, 0.25)
            )
            grade = column(Text(_("Difficulty"), small, 1.0), sewn, align=1.0)
            beside = row(Text(game, large, lines=1), Spacer(flex=1), grade, gap=10, align=0.5)
            heads = [[beside], [Text(game, large, step=0.9), row(sewn, Spacer(flex=1))]]
        forms = (
            column(
                Text(whole_day(self.day), FontSpec(BODY, STRONG), 0.5),
                Picture(draw_sock, (knit, state), h=sock_height, flex=1, drop_rank=1),
                *head,
                Text(task, FontSpec(size, STRONG)),
                *([Text(state_text, small)] if state_text else []),
                Spacer(4),
                Spacer(flex=0.001),
                *([ButtonElement(self.button, key=DailyKey.SOLVE)] if self.button else []),
                gap=4, pad=Padding(26, 12, 20), behind=PANEL_PICTURE,
            )
            # The sock is the main thing, so words shrink before it does.
            for sock_height in (132.0, 66.0)
            for size in (LARGE, BODY)
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
        small = FontSpec(SMALL, STRONG)
        chips = [
            button_row(Text(label, small, lines=1), Picture(draw_mark, (sign,), w=20, h=20), key=key)
            for label, sign, key in (
                (_("Practice"), "sock", DailyKey.PRACTICE),
                (self.name, "down", DailyKey.WHO),
            )
        ]
        return shrink_to_fit(
            row(Spacer(14), row(*entries, gap=22), Spacer(flex=1), row(*chips, gap=10)), ranks=3
        )

    def _line_panel(self) -> Element:
        """Line that can be copied, with its day."""
        theme, day, line = self.app.measuring_painter.theme, self.day_to_copy, self.line(shared_line)
        height, soft_font = ScaledLength(56, 0.85), FontSpec(BODY, STRONG, theme.soft)
        if day is None:
            sentence = _("Solve a sock, and a line to send to your friends appears here.")
            return column(
                shrink_to_fit(Text(sentence, soft_font), flex=1),
                pad=Padding(24, 6),
                h=height,
                behind=PANEL_PICTURE,
            )
        near = {self.today: _("Today:"), self.today - timedelta(days=1): _("Yesterday:")}
        before = near.get(day, _("{day}:").format(day=plain_day(day)))
        font = FontSpec(BODY, STRONG)
        button = ButtonElement(_("Copy"), theme.cloth, font, least=44, aside=44, key=DailyKey.COPY)
        beside = [Text(before, soft_font, lines=1), Text(line, font, lines=1), Spacer(flex=1)]
        whole = f"{before} {line}".replace(" · ", "\N{NO-BREAK SPACE}· ")  # no line begins with a dot
        together = [Text(whole, font, step=0.9, flex=1)]
        forms = (
            row(*parts, button, gap=10, pad=Padding(20, 5), align=0.5, behind=PANEL_PICTURE)
            for parts in (beside, together)
        )
        return column(shrink_to_fit(*forms, flex=1), h=height)

    def tick(self, now: float) -> bool:
        """Let a few more socks appear, show storage notices, follow the date. True if socks were added."""
        if self.app.stores.folder.unread_notices:
            self.app.open_scene("storage_notices")
        elif self.app.stores.days.today() != self.today:
            self._reload()
        if self._sock_count >= len(self.days()):
            return False
        self._sock_count += AT_ONCE
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
        """Solve, month turns, practice and name (not in large text), copy, and the days up to today."""
        before, after = self.may_turn
        solve = self.button
        actions: dict[str, Action] = {DailyKey.SOLVE: Action(self._solve, solve)} if solve else {}
        for key, direction, is_possible in ((DailyKey.BEFORE, -1, before), (DailyKey.AFTER, 1, after)):
            # At the end it keeps the focus, so that an extra press does not reach another button.
            if is_possible or self.focus == key:
                actions[key] = Action(partial(self.turn_page, direction), _("Select") if is_possible else "")
        if not self.is_large:
            actions[DailyKey.PRACTICE] = Action(self._practise, _("Practice"))
            actions[DailyKey.WHO] = Action(self._ask_who, _("Choose"))
        if self.day_to_copy:
            actions[DailyKey.COPY] = Action(self._copy, _("Copy the line"))
        keys = [key_of(day) for day in self.days() if FIRST <= day <= self.today]
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
        label = _("Practice") if self.focus != DailyKey.PRACTICE else ""
        shortcuts.append(Shortcut(InputAction.SECONDARY, label, self._practise))
        label = _("Copy the line") if self.day_to_copy and self.focus != DailyKey.COPY else ""
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
            first = max(FIRST, self.month) if direction > 0 else self.days()[-1]
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
        if line := self.line(copied_line):
            copy(self.app, line)
        else:
            self.app.audio.play("refuse")

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

        self.app.scenes.push(QuestionDialog(_("Whose calendar?"), [*names, _("Another name ...")]), answered)

    def _select_name(self, name: str) -> None:
        """Show the calendar of ``name`` and remember it as the last one."""
        self.name, self._sock_count = name, 0
        self.app.stores.days.select_name(name)
        self._reload()
