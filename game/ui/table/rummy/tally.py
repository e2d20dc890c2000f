"""The card between two hands: what everybody scored, and what it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.match.seats import Seat
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.table.seats import worn
from game.ui.table.view import View
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.rows import TwoButtons
from game.ui.widgets.widgets import Button, Heading, PictureRow
from game.words import _


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One seat on the card."""

    seat: Seat
    points: int
    """Of this hand or game."""
    total: int
    note: str = ""
    """What is remarkable about it."""
    won: bool = False
    """Whether it is golden."""
    struck: bool = False
    """Whether the total has gone too far, and is struck through."""


class EndCard(Dialog):
    """How a hand ended; waits until it has been read, and lets people look at the table meanwhile."""

    width = 720.0
    uncalled = True  # it comes by itself after the last card

    def __init__(self, view: View, stage: Stage, title: str, rows: PictureRow, onward: str) -> None:
        """Tell how a hand ended.

        Args:
            view: the picture of the match.
            stage: where it will be shown.
            title: how the hand ended.
            rows: what everybody has of it.
            onward: what comes next, in words.
        """
        self._view = view
        look = Button(_("Look at the table"), self._look)
        buttons = TwoButtons(Button(onward, lambda: stage.scenes.pop(None), go=True), look)
        super().__init__([Heading(title), rows, buttons])
        self.form.focus = 2

    def _look(self) -> None:
        self.stage.open("look", self._view, _("Back"))

    def intent(self, intent: Intent) -> None:
        """The table at one press."""
        if intent.act is Act.LOOK:
            self._look()
        else:
            super().intent(intent)

    def help(self) -> Help:
        """What can be done."""
        return [(Act.CONFIRM, _("Go on")), (Act.LOOK, _("Look at the table"))]


def row_step(stage: Stage, seats: int) -> float:
    """How high a row is where so many have to fit on a card between its heading and its buttons."""
    text = stage.text_scale
    return min(62.0 + 26 * (text - 1), max(38.0, (stage.view.h * 0.8 - 170 * text) / max(1, seats)))


class Tally(EndCard):
    """What everybody scored."""

    def __init__(
        self, view: View, stage: Stage, title: str, lines: Sequence[TallyRow], onward: str, goal: str
    ):
        """Tell what everybody scored; ``goal`` says what the totals are, the others as for `EndCard`."""
        self.lines, self._goal = list(lines), goal
        self._step = row_step(stage, len(lines))
        rows = PictureRow(self._step * len(lines) + 30 * stage.text_scale, self._draw_lines)
        super().__init__(view, stage, title, rows, onward)

    def _draw_lines(self, painter: Painter, box: Box) -> None:
        theme, head = painter.theme, 26.0 * painter.text_scale
        wide = max(painter.width(self._goal, SMALL) + 34, 158 + 60 * (painter.text_scale - 1))
        columns = box.right - 18 - wide, box.right - 18
        for words, x in ((_("This round"), columns[0]), (self._goal, columns[1])):
            painter.text(words, x, box.y + head / 2, SMALL, TextStyle(colour=theme.soft), anchor="midright")
        for number, line in enumerate(self.lines):
            row = Box(box.x, box.y + head + number * self._step, box.w, self._step)
            self._draw_line(painter, row, line, columns)

    def _draw_line(self, painter: Painter, row: Box, line: TallyRow, columns: tuple[float, float]) -> None:
        theme, middle = painter.theme, row.centre[1]
        if line.won:
            painter.fill(Box(row.x + 4, row.y + 2, row.w - 8, row.h - 4), theme.chosen, 12)
        tall = min(46.0, row.h - 6)
        image = puppet(
            painter.assets,
            line.seat.look,
            "happy" if line.won else "idle",
            0,
            tall,
            Dress(wears=worn(line.seat.level, line.seat.sock), ground=False),
        )
        painter.blit(image, row.x + 38, row.bottom - 4 + puppet_foot(tall), "midbottom")
        ink = theme.ink if theme.name == "dark" else SEATS[line.seat.look].text
        room = columns[0] - 100 - row.x - 72
        size = min(LARGE, row.h / painter.text_scale / 1.4)
        y = middle - (row.h * 0.19 if line.note else 0)
        painter.text(line.seat.name, row.x + 72, y, size, TextStyle(NAMES, ink), room=room)
        if line.note:
            small = min(SMALL, row.h / painter.text_scale / 2.6)
            painter.text(line.note, row.x + 72, middle + row.h * 0.24, small, TextStyle(STRONG), room=room)
        painter.text(
            f"+{line.points}", columns[0], middle, min(BODY, size), TextStyle(STRONG), anchor="midright"
        )
        style = TextStyle(NAMES, theme.soft if line.struck else "")
        painter.text(str(line.total), columns[1], middle, size, style, anchor="midright")
        if line.struck:
            wide, thick = painter.width(str(line.total), size, NAMES), max(3.0, row.h * 0.05)
            stroke = Box(columns[1] - wide - 6, middle - thick / 2, wide + 12, thick)
            painter.fill(stroke, theme.ink, thick / 2)
