"""Today's sock on the title: where its sign hangs, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from game.match.puzzle.pack import FIRST, number_of
from game.scenes.daily.facts import Sock, name_of, sock_of
from game.scenes.daily.words import brief_day, game_title
from game.ui.art.daily import BESIDE, EDGE, ROPE_ROOM, little_line, today_sign
from game.ui.art.knits import knit_of_day, knit_ring
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.words import _

WORDMARK = 306.0
"""How far the name of the game reaches from its middle to the right."""
WIDE, HIGH, TOP = 176.0, 72.0, 39.0
RINGS = 3
"""So many of the days in a row are shown as rings."""
LARGE = 1.25
"""From this text size on the cloth says no more than what it is."""


@dataclass(frozen=True, slots=True)
class Today:
    """What the sign says."""

    day: date
    streak: int
    done: bool
    """Whether it is solved."""

    @property
    def knit(self) -> str:
        """How its sock is knitted."""
        return knit_of_day(max(1, number_of(self.day)))


class TodaySign:
    """The sign of today's sock."""

    def __init__(self) -> None:
        self.box = Box(0, 0, 0, 0)
        """Sock and cloth."""
        self._cloth = Box(0, 0, 0, 0)
        self._lines: tuple[str, ...] = ()
        self._size = BODY
        self._is_brief = False
        """Whether the cloth says no more than what it is."""
        self._sock: Sock | None = None
        self.today = Today(FIRST, 0, done=False)

    def look_in(self, stage: Stage) -> None:
        """See which day it is, and what is kept of it."""
        days = stage.stores.days
        day, diary = days.today(), days.of(name_of(stage))
        tried = diary.days.get(day)
        if day != self.today.day:
            self.forget()
        self.today = Today(day, diary.streak(day), tried is not None and tried.solved)

    def is_past(self, stage: Stage) -> bool:
        """Whether another day has begun."""
        return stage.stores.days.today() != self.today.day

    def forget(self) -> None:
        """Look the sock up again: it is another day, or another language is spoken."""
        self._sock = None

    def lay(self, ruler: Painter) -> None:
        """Hang it beside the name of the game, within what a TV shows."""
        view, scale = ruler.view, ruler.text_scale
        k = 1 + 0.4 * (scale - 1)
        right = view.safe.right
        wide = min(WIDE * k, right - BESIDE - (view.w / 2 + WORDMARK + 8))
        self._size = BODY * k / scale
        words, room = _("Today's sock"), wide - 22
        need = ruler.width(words, self._size, NAMES)
        # Where the words have room in one line, the date stands below them.
        self._is_brief = scale > LARGE or self._size * min(1.0, room / need) * scale < SMALL
        if not self._is_brief:
            self._size *= min(1.0, room / need)
            need = room
        self._lines = (words,) if need <= room else tuple(ruler.wrapped(words, room, self._size, NAMES)[:2])
        rows = len(self._lines) * ruler.line_height(self._size) * 0.9
        high = max(HIGH, rows + 16) if self._is_brief else HIGH
        self._cloth = Box(right - wide, TOP, wide, high)
        self.box = Box(right - wide - BESIDE + 4, TOP - 16, wide + BESIDE - 4, high + 24)

    @property
    def sock(self) -> Sock:
        """Its puzzle, looked up when somebody wants to know."""
        if self._sock is None:
            self._sock = sock_of(self.today.day)
        return self._sock

    def told(self) -> str:
        """What the label of the drawer tells."""
        sock = self.sock
        if sock.puzzle is None:
            return _("There is none today; the calendar says why.")
        return _("{game}: {task}").format(game=game_title(sock.puzzle.game), task=sock.task)

    def draw_line(self, painter: Painter) -> None:
        """The little line."""
        left = self.box.x - 26
        painter.blit(little_line(painter.assets, round(painter.view.w - left + 40)), left, 18 - ROPE_ROOM)

    def draw(self, painter: Painter, *, focused: bool) -> None:
        """The sock and the cloth."""
        box, theme, today = self._cloth, painter.theme, self.today
        image = today_sign(
            painter.assets, round(box.w), round(box.h), today.knit, fill=theme.panel, focus=focused,
            done=today.done,
        )  # fmt: skip
        painter.blit(image, box.x - EDGE - BESIDE, box.y - EDGE)
        step = painter.line_height(self._size) * 0.9
        middle = box.centre[1] + 3 if self._is_brief else box.y + 27
        for number, line in enumerate(self._lines):
            y = middle + step * (number - (len(self._lines) - 1) / 2)
            painter.text(
                line, box.centre[0], y, self._size, TextStyle(NAMES), anchor="center", room=box.w - 18
            )
        if not self._is_brief:
            self._draw_row(painter, box)

    def _draw_row(self, painter: Painter, box: Box) -> None:
        """The date, and how many in a row."""
        theme, y = painter.theme, box.y + 53
        x = box.right - 16
        if self.today.streak:
            x -= painter.text(str(self.today.streak), x, y, BODY, TextStyle(NAMES), anchor="midright") + 7
            count = min(RINGS, self.today.streak)
            x -= 23 + 14 * (count - 1)
            for number in range(count):
                painter.blit(knit_ring(painter.assets, 23, number), x + number * 14, y, "midleft")
        ink = theme.soft if theme.name != "linen" else "#4A4360"
        room = x - 8 - box.x - 16
        painter.text(brief_day(self.today.day), box.x + 16, y, SMALL, TextStyle(STRONG, ink), room=room)
