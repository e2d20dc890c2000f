"""The big screen of a hall: every table small, or one of them large; quiet otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from game.match.hall.commands import Pause, Resume, SetBigScreen, ShowLarge, Wish
from game.match.hall.snapshot import HallSnapshot
from game.scenes.hall.around import AroundBoxes, draw_news
from game.scenes.hall.board import LargeBoard
from game.scenes.hall.code import lead_word, show_join
from game.scenes.hall.menu import show_debrief
from game.scenes.hall.picture import Sight, draw_living, living
from game.scenes.hall.run import HallRun, HallScene
from game.scenes.hall.short_strip import one_row
from game.scenes.hall.whole import (
    HallRoomShown,
    HallShown,
    OneShown,
    draw_part,
    draw_room,
    hall_art,
    hall_shown,
    has_board,
    later,
    part_ahead,
    parts,
    sights,
)
from game.ui.core.canvas import Box, DirtyBoxes, neighbour
from game.ui.core.fonts import NAMES
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.layer import Layer, Patchwork
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.speech import Aloud
from game.ui.widgets.dialogs import Tell
from game.ui.widgets.strip import draw_shown_strip, strip_shown
from game.ui.widgets.widgets import ring, sheet
from game.words import _

AT_ONCE: Final = 1
"""So many tables are drawn anew in one frame: where hands end at all of them, they take turns."""
SEEN: Final = 3000.0
"""How long the end of a match stays on the big screen before it makes way for the cup, in ms."""
ASIDE: Final = 0.55
"""How much of the width the news take; the strip has the rest."""


class HallProjector(HallScene):
    """All tables of a hall."""

    any_press = True

    def __init__(self, lesson: HallRun, told: str = "") -> None:
        """Show this lesson; tell something first."""
        self.lesson, self._told = lesson, told
        self.focus = 0
        """The number of the table in focus; 0 while only the mouse is used."""
        self._room = Layer(draw_room)
        self._tables = Patchwork(draw_part, self._room, AT_ONCE, part_ahead)
        self._life = DirtyBoxes()
        self._shown: HallShown | None = None
        self.board: LargeBoard | None = None
        """What is shown in place of the tables, where one is large and its game has a board."""
        self._debriefed = lesson.glance.phase == "debrief"
        self._round = self._is_round()
        self._over = 0.0
        """When the last of a round that is over was seen, in ms; 0 while none waits for its board."""

    # Hooks of the scene.

    def enter(self) -> None:
        self.stage.audio.music(None)

    def leave(self) -> None:
        self._put_away()

    def layout(self) -> None:
        self.strip_aside = self.stage.view.w * ASIDE
        boxes = self._boxes()
        self.strip = max(12.0, (self.stage.view.h - boxes.floor - 52) / 2)
        self._shown = None
        if self.board is not None:
            self._lay_out(self.board)

    def retell(self) -> None:
        if self.board is not None:
            self.board.view.retell()

    def speaks_for(self, owner: object) -> bool:
        return self.board is not None and owner is self.board.view

    # The board of a table.

    def _find_board(self) -> None:
        """Show the board of the table that is large, or alone, if its game has one."""
        glance, number, match = self.lesson.glance, self.large, None
        if has_board(glance.game):
            # In the final of a cup there is one table alone.
            number = glance.tables[0].number if len(glance.tables) == 1 else number
            match = self.lesson.match_at(number) if number is not None else None
        names = glance.big.first_names
        if self.board is not None and (match is None or not self.board.shows(match, first_names=names)):
            self._put_away()
        if match is not None and self.board is None:
            self.board = LargeBoard(self.stage, match, first_names=names)
            self._lay_out(self.board)

    def _put_away(self) -> None:
        if self.board is not None:
            self.board.close()
            self.board, self.stale = None, True

    def _lay_out(self, board: LargeBoard) -> None:
        """It ends above the news and the strip."""
        board.view.strip = self.stage.view.h - self._boxes().floor
        board.view.layout()

    def covered(self) -> None:
        # Its strip makes way for that of the screen above.
        self._shown = None

    def glanced(self, glance: HallSnapshot) -> bool:
        before, self._shown = self._shown, None
        after = self.shown
        if glance.big.sound and after.around.news and before and before.around.news != after.around.news:
            self.stage.audio.play("hand_end")
        return before != after

    def tick(self, now: float) -> bool:
        if self._shown is None:
            self._shown = self._value()
        told, self._told = self._told, ""
        if told:
            self.stage.scenes.push(Tell(told, _("What was kept of it could not be read; a copy lies aside.")))
        before, self._debriefed = self._debriefed, self.lesson.glance.phase == "debrief"
        if self._debriefed and not before:
            # Wanted here or on the teacher's page: in both cases it opens here.
            show_debrief(self.lesson)
        self._find_board()
        self._look_at_round(now)
        if self.board is not None:
            moving = self.board.tick(now)
            self.stale |= self.board.is_stale
            return moving
        self.stale |= self._tables.owes
        return self._tables.owes

    def _look_at_round(self, now: float) -> None:
        """Once a round of a cup is over its board opens, not before the last of it was seen here."""
        played, self._round = self._round, self._is_round()
        if played and not self._round:
            self._over = now
        if self.board is not None and self.board.is_behind:
            self._over = now if self._over else 0.0
        if self._over and not self._round and now >= self._over + (SEEN if self.board is not None else 0):
            self._over = 0.0
            self.stage.open("hall_board", self.lesson)

    def _is_round(self) -> bool:
        """Whether a round of a cup is still played; once it is over, its board opens by itself."""
        return self.lesson.cup is not None and self.lesson.cup.is_waiting

    def due(self) -> Iterable[float]:
        waits = [self._over + SEEN] if self._over else []
        return (*waits, *(self.board.view.due() if self.board is not None else ()))

    def idle(self, now: float) -> list[Box]:
        if self.board is not None:
            return self.board.view.idle(now)
        ruler = self.stage.ruler
        found = [one for sight, table in sights(ruler, self.shown) for one in living(sight, table, now)]
        return self._life.changed(found)

    def draw(self, painter: Painter) -> None:
        shown = self.shown
        if self.board is not None and self.board.is_ready:
            self._draw_board(painter, self.board)
        else:
            self._draw_tables(painter, shown)
        if self._told_all:
            self._draw_large(painter, self._told_all)

    def _draw_board(self, painter: Painter, board: LargeBoard) -> None:
        board.view.draw(painter)
        shown = self.shown
        for table in shown.tables if shown.strip is not None else ():
            words = shown.around.news or shown.around.clock.told
            draw_news(painter, words, shown.boxes.news, table.title)
        draw_shown_strip(painter, shown.strip)

    def _draw_tables(self, painter: Painter, shown: HallShown) -> None:
        self._room.hold(painter, HallRoomShown(shown.game, shown.boxes.floor))
        # Below another screen it is drawn now and then: what is owed would be owed for long.
        below = self.stage.scenes.top is not self
        seen = self._tables.put(painter, parts(painter, shown), whole=below)
        now = 0.0 if self.stage.rests else self.stage.now
        clip = painter.surface.get_clip()
        # As they are in the picture below: who moves in the next one may stand still in this one.
        for one in seen:
            if not isinstance(one, OneShown) or not clip.colliderect(painter.view.rect(one.place.reach)):
                continue  # a frame of idle life draws a box of another table
            draw_living(painter, Sight(hall_art(one.game), one.place), one.table, now)
            if one.table.number == self.focus and self.large is None:
                ring(painter, one.place.box.grown(-8))

    def warm(self, painter: Painter) -> Iterator[None]:
        # Without an end: people change their chairs, and look otherwise there.
        while True:
            if self.board is not None:
                yield from self.board.view.warm(painter)
                yield
            else:
                yield from later(painter, self.shown)

    @property
    def _told_all(self) -> str:
        """What everybody is to see, whatever they look at."""
        return self.shown.around.paused or (self.board.given_up if self.board is not None else "")

    def _draw_large(self, painter: Painter, words: str) -> None:
        painter.shade()
        view = painter.view
        wide = painter.width(words, 64, NAMES, fixed=True) + 120
        box = Box(view.w / 2 - wide / 2, view.h / 2 - 70, wide, 140)
        sheet(painter, box)
        painter.text(words, *box.centre, 64, TextStyle(NAMES, fixed=True), anchor="center")
        draw_shown_strip(painter, self.shown.strip)

    def aloud(self) -> Aloud:
        """The news, as soon as there are any; a table with its people where one has the focus."""
        shown = self.shown
        number = self.large or self.focus
        people = (
            ", ".join((table.title, table.line, *(chair.name for chair in table.chairs)))
            for table in shown.tables
            if table.number == number
        )
        around = shown.around
        return Aloud(
            around.title, (around.told, around.clock.told), next(people, ""), self._told_all or around.news
        )

    def help(self) -> Help:
        paused = self.lesson.glance.is_paused
        several = len(self.lesson.glance.tables) > 1
        large = [(Act.CONFIRM, _("All tables"))] if self.large else []
        one = [(Act.NAVIGATE, _("Tables"))] if several and not large else []
        look, back = (Act.LOOK, lead_word(self.lesson)), (Act.BACK, _("Menu"))
        pause, join = (Act.PAUSE, _("Go on") if paused else _("Pause")), (Act.JOIN, _("Join"))
        # A second row would lie over a table; what has no room stands in the menu or the teacher's controls.
        return one_row(
            self.stage,
            self.strip_aside,
            (
                (*large, *one, look, pause, join, back),
                (*large, look, pause, join, back),
                (*large, look, pause if paused else join, back),
                (look, back),
            ),
        )

    # What is shown.

    @property
    def large(self) -> int | None:
        """The table that is shown large."""
        glance = self.lesson.glance
        known = [table.number for table in glance.tables]
        return glance.big.large if glance.big.large in known and len(known) > 1 else None

    @property
    def shown(self) -> HallShown:
        """All that is to be seen."""
        if self._shown is None:
            self._shown = self._value()
        return self._shown

    def _value(self) -> HallShown:
        return hall_shown(self.lesson, self._boxes(), strip_shown(self.stage, self), self.large)

    def _boxes(self) -> AroundBoxes:
        return AroundBoxes.of(self.stage.view, self.stage.text_scale, self.strip_aside)

    # What is done here.

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.OTHER if intent.text.isdecimal():
                self._choose(int(intent.text))
            case Act.PRESS:
                self._press(self.stage.view.units(intent.at))
            case Act.NAVIGATE if self.large is not None:
                self._step(intent.dx or intent.dy)
            case Act.NAVIGATE:
                self._navigate(intent)
            case Act.NEXT | Act.PREVIOUS if self.large is not None:
                self._step(1 if intent.act is Act.NEXT else -1)
            case Act.CONFIRM:
                self._choose(0 if self.large is not None else self.focus or 1)
            case Act.PAUSE:
                self._do(Resume() if self.lesson.glance.is_paused else Pause())
            case Act.HINT:
                self._do(SetBigScreen(first_names=not self.lesson.glance.big.first_names))
            case Act.LOOK:
                self.stage.open("hall_teacher", self.lesson)
            case Act.JOIN:
                show_join(self.lesson)
            case Act.BACK if self.large is not None:
                self._choose(0)
            case Act.BACK:
                self.stage.open("hall_menu", self.lesson)
        if intent.kind == MOUSE and self.focus:
            self.focus, self.stale = 0, True

    def _press(self, at: tuple[float, float]) -> None:
        if self.large is not None:
            self._choose(0)
            return
        for sight, table in sights(self.stage.ruler, self.shown):
            if sight.place.box.holds(at):
                self._choose(table.number)

    def _navigate(self, intent: Intent) -> None:
        boxes = [
            (str(table.number), sight.place.box) for sight, table in sights(self.stage.ruler, self.shown)
        ]
        here = dict(boxes).get(str(self.focus))
        target = boxes[0][0] if here is None else neighbour(boxes, here, intent.dx, intent.dy)
        if target is not None:
            self.focus, self.stale = int(target), True
            self.stage.audio.play("focus")

    def _step(self, by: int) -> None:
        """The next table, large as well."""
        numbers = [table.number for table in self.lesson.glance.tables]
        place = numbers.index(self.large or numbers[0])
        self._choose(numbers[(place + by) % len(numbers)])

    def _choose(self, number: int) -> None:
        """Show a table large; 0, or the one that is large, for all of them."""
        known = [table.number for table in self.lesson.glance.tables]
        if number and number not in known:
            return
        wanted = number if number and number != self.large else None
        if wanted != self.large:
            self._do(ShowLarge(wanted))
            self.focus = number if self.focus else 0

    def _do(self, wish: Wish) -> None:
        self.lesson.do(wish)
        self._shown = None
        self.stage.audio.play("confirm")
        self.stale = True
