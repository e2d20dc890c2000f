"""What is told when a try has ended, and the menu over a puzzle."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from functools import partial

from game.match.puzzle import Puzzle
from game.scenes.daily.opening import open_practice
from game.scenes.daily.practice import after
from game.scenes.daily.words import copied_line, row_words, solved_words
from game.scenes.earned import solved
from game.ui.art.daily import ROPE_ROOM, glow, hint_star, peg, rope
from game.ui.art.knits import knit_sock
from game.ui.core import window
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.theme import LARGE, TITLE
from game.ui.match.puzzle import PuzzleScene, SolutionScene
from game.ui.widgets.dialogs import Dialog, Tell
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import Button, Heading, PictureRow, Widget, Words
from game.words import _

SOCK, ROW = 128.0, 164.0
COMES = 900.0
"""For so many ms the sock swings when it is hung up."""


def copy(stage: Stage, text: str) -> None:
    """Put a line on the clipboard, and say so."""
    if not window.put(text):
        stage.scenes.push(Tell(_("This system has no clipboard for it."), text))
        return
    stage.audio.play("confirm")
    stage.scenes.push(Tell(_("The line is on the clipboard, to be pasted wherever it is wanted."), text))


class _SolvedCard(Dialog, ABC):
    """A dialog over a puzzle."""

    def __init__(self, scene: PuzzleScene) -> None:
        super().__init__([])
        self.scene = scene

    @abstractmethod
    def rows(self) -> list[Widget]:
        """The rows, made anew when another language is spoken."""

    def enter(self) -> None:
        self.form = Form(self.rows())

    def retell(self) -> None:
        before = self.form
        self.enter()
        self.form.follow(before)

    def again(self) -> None:
        """The beginning, on a table laid anew."""
        self.stage.scenes.pop()
        self.scene.again()

    def tell(self) -> None:
        """The solution, step by step on its table."""
        scene = self.scene
        solution = SolutionScene(scene.sitting.puzzle, scene.sitting.puzzler, scene.titled, scene.match.seats)
        self.stage.scenes.push(solution)

    def away(self) -> None:
        """Back to where the puzzle was chosen."""
        self.stage.scenes.pop()
        self.stage.scenes.pop()


class PuzzleMissed(_SolvedCard):
    """A try has ended otherwise; one press leads back to the beginning."""

    uncalled = True

    def rows(self) -> list[Widget]:
        return [
            Words(_("Not this way."), LARGE, face=NAMES, centred=True),
            Words(_("It was worth a try. The beginning waits as it was."), soft=True, centred=True),
            Button(_("Back to the beginning"), self.again, go=True),
            Button(_("Leave; it will wait for you"), self.away),
        ]

    def intent(self, intent: Intent) -> None:
        """Back leads to the beginning too: there is nothing else to go back to."""
        if intent.act in (Act.BACK, Act.PAUSE):
            self.stage.audio.play("back")
            self.again()
        else:
            super().intent(intent)


class PuzzleSolved(_SolvedCard):
    """It is solved: the sock is hung up."""

    uncalled = True

    earned = ""
    """What that earned, in a sentence; empty for nothing new."""

    def enter(self) -> None:
        self.earned = solved(self.stage, self.scene.sitting)
        super().enter()
        self.stage.audio.play("win")

    def rows(self) -> list[Widget]:
        sitting = self.scene.sitting
        last = [] if sitting.day is None else [Button(_("Copy the line"), self._copy)]
        onward = _("To the calendar") if sitting.day is not None else _("To the list")
        more = after(self.stage, sitting.name, sitting.puzzle) if sitting.day is None else None
        first = [Button(_("Another one"), partial(self._go_on, more), go=True)] if more is not None else []
        return [
            PictureRow(ROW, self._draw_sock),
            Words(_("Solved!"), TITLE, face=NAMES, centred=True),
            *(
                Words(told, centred=True)
                for told in (solved_words(sitting.tried), self._row(), self.earned)
                if told
            ),
            *first,
            Button(onward, self.away, go=not first),
            Button(_("How it goes, step by step"), self.tell),
            *last,
        ]

    def returned(self, result: object) -> None:
        """The solution was told, or the line copied: on from here."""
        self.form = Form(self.rows())
        self.layout()

    def _row(self) -> str:
        """What it means for the days in a row; empty for nothing."""
        sitting = self.scene.sitting
        if sitting.day is None or sitting.was_solved or not sitting.name:
            return ""
        # What was done counts, also where it could not be kept.
        if sitting.tried.when != sitting.day.isoformat():
            return _("A day late is no shame; the row goes on without it.")
        streak = self.stage.stores.days.of(sitting.name).row_at(sitting.day)
        return row_words(streak) if streak > 1 else ""

    def _copy(self) -> None:
        sitting, days = self.scene.sitting, self.stage.stores.days
        if sitting.day is not None:
            diary = days.of(sitting.name)
            # Of a sock that is played again the first time counts.
            tried = diary.days.get(sitting.day, sitting.tried) if sitting.was_solved else sitting.tried
            copy(self.stage, copied_line(sitting.day, sitting.puzzle, tried, diary.row_at(sitting.day)))

    def _go_on(self, puzzle: Puzzle) -> None:
        """The next one to practise with, in the place of this one."""
        self.away()
        open_practice(self.stage, self.scene.sitting.name, puzzle)

    def intent(self, intent: Intent) -> None:
        """Back leads to where it was chosen: there is nothing left to be done here."""
        if intent.act in (Act.BACK, Act.PAUSE):
            self.stage.audio.play("back")
            self.away()
        else:
            super().intent(intent)

    def tick(self, now: float) -> bool:
        """The sock comes to rest."""
        swings = not self.stage.still and now - self.appeared < COMES
        self.stale |= swings
        return swings

    def _draw_sock(self, painter: Painter, box: Box) -> None:
        x, top = box.centre[0], box.y + 22
        gone = self.stage.now - self.appeared
        turn = 0.0
        if not self.stage.still and gone < COMES:
            turn = round(14 * (1 - gone / COMES) ** 2 * math.cos(gone / 95), 0)
        painter.blit(glow(painter.assets, 230), x, box.centre[1] + 6, "center")
        painter.blit(rope(painter.assets, round(box.w - 24), 10.0), box.x + 12, top - 10 - ROPE_ROOM)
        sock = knit_sock(painter.assets, self.scene.titled.knit, SOCK, turn=turn)
        painter.blit(sock, x + turn * 1.2 + 10, top - 12, "midtop")
        for dx in (-14, 14):
            painter.blit(peg(painter.assets, 0.62), x - 12 + dx, top, "center")
        if self.scene.sitting.is_starred:
            painter.blit(hint_star(painter.assets, 44), x + 96, box.centre[1], "center")


class PuzzleMenu(_SolvedCard):
    """The menu over a puzzle."""

    def rows(self) -> list[Widget]:
        stage, sitting = self.stage, self.scene.sitting
        free, costs = _("How it goes, step by step"), _("Show the solution, for the star")
        how = costs if sitting.is_starred else free
        return [
            Heading(self.scene.titled.title()),
            Button(_("Go on"), stage.scenes.pop, go=True),
            Button(_("Start again"), self.again),
            Button(how, self._give),
            Button(_("Rules"), lambda: stage.open("rules", sitting.puzzle.game)),
            Button(_("Settings"), lambda: stage.open("settings")),
            Button(_("Leave; it will wait for you"), self.away),
        ]

    def _give(self) -> None:
        """The solution in the place of the menu; after it the puzzle waits as it was left."""
        self.stage.scenes.pop()
        self.scene.give_solution()
        self.tell()
