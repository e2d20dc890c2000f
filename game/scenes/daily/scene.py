"""The day's sock: a month of little socks on lines, how many in a row, and the day that is chosen.

How it goes through the house (a day's sock): `puzzle_of` (`match/puzzle/pack.py`) names the `Puzzle` of a
date, which lies in the pack of its game > `Daily` (`scenes/daily/scene.py`) hangs the month of a name, from
`Days` (`store/days.py`) > `PuzzleScene` (`ui/match/puzzle.py`), a `MatchScene` nothing of which is kept,
has an `Attempt` judge every move, `Answers` reply for other seats from a `Worker`, and a `Sitting` write
tries, hints and time down under the name. Its bar is a `Task` to the view, which begins its board below
(`ViewContext.above`) and gives no help of its own (`ViewContext.settings`). `SolutionScene` tells it
afterwards with the `Projector` of films.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial

from game.core.discovery import find
from game.match.puzzle.pack import FIRST, number_of
from game.scenes.daily.ended import copy, open_day, rehearse_day
from game.scenes.daily.facts import (
    DayShown,
    Sock,
    State,
    copied_line,
    days_of,
    game_title,
    month_names,
    month_of,
    month_words,
    name_of,
    names_there,
    next_month,
    shared_line,
    sock_of,
    state_of,
    told_of,
    whole_day,
)
from game.scenes.daily.picture import (
    AFTER,
    BEFORE,
    COPY,
    DAY,
    PRACTICE,
    ROOMY,
    SOLVE,
    WHO,
    DailyBoxes,
    DailyShown,
    DayPanelShown,
    after_box,
    draw_daily,
)
from game.store.days import Diary
from game.ui.art.knits import knit_of_day
from game.ui.art.socks import SOCKS, sock_look
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.match.plain import view_of
from game.ui.widgets import Ask, Control, Screen, ScreenKeyboard, Shortcut, draw_strip, strip_top
from game.words import _

AT_ONCE = 3
"""How many socks are made between two pictures."""


def key_of(day: date) -> str:
    """What a day of the calendar is called there; later days come later in order."""
    return DAY + day.isoformat()


class Daily(Screen):
    """The calendar of one name."""

    music, mood = "title", Mood.CALM

    def __init__(self) -> None:
        self.focus = SOLVE
        self._hung = 0
        self._socks: dict[date, Sock] = {}
        self._rehearsed: object = None
        """The table that was made ready last: whose and of which day, in which pictures and text size."""

    def enter(self) -> None:
        self.name = name_of(self.stage)
        self.today = self.stage.stores.days.today()
        self.day = max(self.today, FIRST)
        """The day that is chosen."""
        self.month = month_of(self.day)
        self._look_in()

    def returned(self, result: object) -> None:
        self._look_in()
        self.layout()

    def _look_in(self) -> None:
        """See what is kept under the name; midnight may have passed meanwhile."""
        self.diary: Diary = self.stage.stores.days.of(self.name)
        today = self.stage.stores.days.today()
        if today != self.today:
            if self.day == max(self.today, FIRST):
                self.day = max(today, FIRST)
                self.month = month_of(self.day)
            self.today = today
        self._settle()

    def _settle(self) -> None:
        if self.focus.startswith(DAY) or self.control() is None:
            on_button = self.panel.button and not self.focus.startswith(DAY)
            self.focus = SOLVE if on_button else key_of(self.day)
        self.stale = True

    def retell(self) -> None:
        self._socks.clear()
        self._rehearsed = None

    def layout(self) -> None:
        self.boxes = DailyBoxes.of(
            self.stage.ruler, strip_top(self.stage, self), len(self.days), self.chips, _("Copy")
        )
        self.stale = True

    # What there is to see.

    @property
    def days(self) -> tuple[DayShown, ...]:
        return tuple(days_of(self.month, self.today, self.diary))

    def sock(self, day: date) -> Sock:
        """The puzzle of a day, looked up once."""
        if day not in self._socks:
            self._socks[day] = sock_of(day)
        return self._socks[day]

    @property
    def chips(self) -> tuple[str, str]:
        return _("Practice"), self.name

    @property
    def panel(self) -> DayPanelShown:
        """What is told of the day that is chosen."""
        sock, state = self.sock(self.day), state_of(self.day, self.today, self.diary)
        day, knit = whole_day(self.day), knit_of_day(max(1, number_of(self.day)))
        if self.today < FIRST:
            told = _("The first sock comes on {day}. Is the clock right?").format(day=whole_day(FIRST))
            return DayPanelShown(day, knit, "", "", 0, told, "", "", faded=True)
        if sock.puzzle is None:
            told = _("There is no sock for this day. {why}").format(why=sock.fault)
            return DayPanelShown(day, knit, "", "", 0, told, "", "", faded=True)
        emblem = find(sock.puzzle.game).info.emblem
        ink = sock_look(emblem if emblem in SOCKS else SOCKS[0]).text
        done = state in (State.SOLVED, State.LATE)
        button = _("Play it again") if done else _("Solve it")
        told = told_of(self.day, self.today, self.diary)
        return DayPanelShown(
            day, knit, game_title(sock.puzzle.game), ink, sock.puzzle.grade, sock.task, told, button,
            faded=state in (State.MISSED, State.BEFORE),
        )  # fmt: skip

    @property
    def shared(self) -> date | None:
        """The day whose line can be copied: the chosen one or today's if solved, else yesterday's."""
        for day in (self.day, self.today, self.today - timedelta(days=1)):
            tried = self.diary.days.get(day)
            if tried is not None and tried.solved and self.sock(day).puzzle is not None:
                return day
        return None

    @property
    def slip(self) -> tuple[str, str]:
        """What stands before the line that can be copied, and the line."""
        day = self.shared
        if day is None:
            return _("Whatever you solve stands here, as a line for your friends."), ""
        puzzle = self.sock(day).puzzle
        assert puzzle is not None
        near = {self.today: _("Today:"), self.today - timedelta(days=1): _("Yesterday:")}
        before = near.get(day, _("{day}:").format(day=f"{day.day} {month_names()[day.month - 1]}"))
        return before, shared_line(day, puzzle, self.diary.days[day], self._streak_at(day))

    def _streak_at(self, day: date) -> int:
        return self.diary.row_at(day) if day <= self.today else 0

    def shown(self) -> DailyShown:
        here = self.month == month_of(self.today)
        chosen = self.day.day if self.month == month_of(self.day) else 0
        return DailyShown(
            _("Daily sock"), month_words(self.month), self.may_turn, self.diary.streak(self.today),
            _("in a row"), self.days,
            self.today.day if here else 0, chosen, self.panel, self.slip, self.chips,
            "" if self.focus.startswith(DAY) and not chosen else self.focus, self._hung,
        )  # fmt: skip

    @property
    def may_turn(self) -> tuple[bool, bool]:
        """Whether there are socks in a month before, and after."""
        return self.month > month_of(FIRST), self.month < month_of(self.today)

    def tick(self, now: float) -> bool:
        """Socks are hung up one after the other; what went wrong with files is told."""
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        elif self.stage.stores.days.today() != self.today:
            self._look_in()
            self.layout()
        if self._hung >= len(self.days):
            return False
        self._hung += AT_ONCE
        self.stale = True
        return True

    def draw(self, painter: Painter) -> None:
        draw_daily(painter, self.boxes, self.shown(), strip_top(self.stage, self))
        draw_strip(painter, self.stage, self)

    def warm(self, painter: Painter) -> Iterator[None]:
        """The table of the chosen day's puzzle is made ready, once, while its task is read."""
        while self._hung < len(self.days):
            yield  # the calendar itself comes first
        name, day = self.name, self.day
        table = name, day, painter.assets, self.stage.text_scale
        puzzle = self.sock(day).puzzle
        if puzzle is None or table == self._rehearsed:
            return
        view_of(puzzle.game)
        yield
        yield from rehearse_day(self.stage, name, day)
        self._rehearsed = table

    # Input.

    def controls(self) -> list[Control]:
        before, after = self.may_turn
        solve = self.panel.button
        found = [Control(SOLVE, self._solve, solve)] if solve else []
        found += [Control(BEFORE, partial(self.turn, -1), _("Take it"))] if before else []
        found += [Control(AFTER, partial(self.turn, 1), _("Take it"))] if after else []
        found += [Control(PRACTICE, self._practise, _("Practice")), Control(WHO, self._ask_who, _("Choose"))]
        found += [Control(COPY, self._copy, _("Copy the line"))] if self.slip[1] else []
        keys = [key_of(self.month.replace(day=day.number)) for day in self.days]
        first, last = key_of(FIRST), key_of(self.today)
        return found + [
            Control(key, self._solve, solve, picked=key == self.focus) for key in keys if first <= key <= last
        ]

    def places(self) -> dict[str, Box]:
        boxes = self.boxes
        after = after_box(self.stage.ruler, boxes, month_words(self.month))
        found = {
            SOLVE: boxes.solve, BEFORE: boxes.before, AFTER: after,
            PRACTICE: boxes.chips[0], WHO: boxes.chips[1], COPY: boxes.copy,
        }  # fmt: skip
        days = {key_of(self.month.replace(day=n)): box for n, box in enumerate(boxes.cells, 1)}
        return {key: box for key, box in found.items() if box.w} | days

    def shortcuts(self) -> list[Shortcut]:
        before, after = self.may_turn
        found = []
        if before:
            words = month_names()[next_month(self.month, -1).month - 1]
            found.append(Shortcut(Act.PREVIOUS, words, partial(self.turn, -1)))
        if after:
            words = month_names()[next_month(self.month, 1).month - 1]
            found.append(Shortcut(Act.NEXT, words, partial(self.turn, 1)))
        words = _("Practice") if self.focus != PRACTICE else ""
        found.append(Shortcut(Act.SECONDARY, words, self._practise))
        words = _("Copy the line") if self.slip[1] and self.focus != COPY else ""
        found.append(Shortcut(Act.LOOK, words, self._copy))
        # In large text there is no room for the name beside the calendar.
        words = self.name if self.stage.text_scale > ROOMY else ""
        found.append(Shortcut(Act.END_TURN, words, self._ask_who))
        return found

    def intent(self, intent: Intent) -> None:
        if intent.act is Act.SCROLL and intent.dy:
            self.turn(-1 if intent.dy > 0 else 1)
        super().intent(intent)

    def towards(self, dx: int, dy: int) -> str | None:
        # Where the chosen day lies in another month, as if from the first of this one.
        places = self.focusable()
        return neighbour(places, dict(places).get(self.focus, self.boxes.cells[0]), dx, dy)

    def look_at(self, key: str) -> None:
        """Put the focus there; a day is chosen by it."""
        super().look_at(key)
        if key.startswith(DAY):
            self.day = date.fromisoformat(key.removeprefix(DAY))

    def turn(self, way: int) -> None:
        if not self.may_turn[way > 0]:
            return
        self.stage.audio.play("focus")
        self.month, self._hung = next_month(self.month, way), 0
        if self.focus.startswith(DAY):
            first = max(FIRST, self.month) if way > 0 else next_month(self.month, 1) - timedelta(days=1)
            self.day = min(first, self.today)
        self.layout()
        self._settle()

    def _solve(self) -> None:
        if self.panel.button:
            self.stage.audio.play("confirm")
            open_day(self.stage, self.name, self.day)

    def _practise(self) -> None:
        self.stage.audio.play("confirm")
        self.stage.open("practice", self.name)

    def _copy(self) -> None:
        day = self.shared
        puzzle = self.sock(day).puzzle if day is not None else None
        if day is None or puzzle is None:
            self.stage.audio.play("refuse")
            return
        copy(self.stage, copied_line(day, puzzle, self.diary.days[day], self._streak_at(day)))

    def _ask_who(self) -> None:
        names = names_there(self.stage)
        self.stage.audio.play("confirm")

        def answered(answer: int | None) -> None:
            if answer is None:
                self.returned(None)
            elif answer < len(names):
                self._look_for(names[answer])
            else:
                self.stage.scenes.push(ScreenKeyboard(_("Whose calendar?"), ""), named)

        def named(name: str | None) -> None:
            self._look_for((name or "").strip() or self.name)

        self.stage.scenes.push(Ask(_("Whose calendar?"), [*names, _("Another name ...")]), answered)

    def _look_for(self, name: str) -> None:
        self.name, self._hung = name, 0
        self.stage.stores.days.look(name)
        self._look_in()
        self.layout()
