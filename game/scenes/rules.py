"""The rules sheet: what a game's ``rules.md`` says to players, laid out to be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from game.core.discovery import find, part, rules_text
from game.match.lesson import has_lessons
from game.scenes.leaflet import Pictures, Section, laid_out
from game.scenes.sheets import Sheet
from game.ui.art.fabric import stepper
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import MOUSE, Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.theme import BODY, SMALL, TITLE
from game.ui.match.scene import MatchScene
from game.ui.widgets.form import Form
from game.ui.widgets.widgets import GAP, Widget, ring, sheet
from game.words import _, spoken

LINE, PAGE, ROW = 96.0, 0.86, 44.0
"""Steps through the text: of an arrow in units, of a page as a share of what is seen. How high a link is."""


@dataclass(frozen=True, slots=True)
class LinkShown:
    """The title of a section, marked where that is the one which is read."""

    title: str
    here: bool

    def height(self, ruler: Painter, width: float) -> float:
        return max(ROW, ruler.height(self.title, width - 2 * GAP, BODY, STRONG) + 12)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        inner = box.grown(-3)
        if self.here:
            painter.fill(inner, painter.theme.chosen, 12)
        if focused:
            ring(painter, inner, 12)
        room = box.w - 2 * GAP
        tall = painter.height(self.title, room, BODY, STRONG)
        painter.paragraph(self.title, box.x + GAP, box.centre[1] - tall / 2, room, BODY, TextStyle(STRONG))


class Link(Widget):
    """A section in the list beside the sheet."""

    here = False
    """Whether it is the one that is read."""

    def __init__(self, title: str, on: Callable[[], None]) -> None:
        self.title, self.press = title, on  # type: ignore[method-assign]

    @property
    def shown(self) -> LinkShown:
        return LinkShown(self.title, self.here)


class RulesSheet(Sheet):
    """The rules of one game, to scroll through, with a list of their sections beside them."""

    read = True

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.info = find(slug).info
        self.sections: list[int] = []
        """Which rows of the form are titles of sections."""
        self.list = Form([])
        self.in_list = False
        """Whether the list has the focus, or the pointer, and not the text."""
        self._gone = 0, -1.0
        """The section that was gone to last, and the height at which the text stood then."""

    def enter(self) -> None:
        self.title = _("Rules")
        super().enter()
        self.sections = [n for n, row in enumerate(self.form.widgets) if isinstance(row, Section)]
        titles = [cast(Section, self.form.widgets[number]).text for number in self.sections]
        self.list = Form([Link(words, lambda n=n: self.go(n)) for n, words in enumerate(titles)])  # type: ignore[misc]

    def retell(self) -> None:
        self.enter()

    def rows(self) -> Sequence[Widget]:
        pictures = cast(Pictures, part(self.info.sheet)) if self.info.sheet else {}
        return laid_out(rules_text(self.info.slug, spoken()), pictures)

    def layout(self) -> None:
        super().layout()
        side = self.side(self.stage.ruler)
        self._side = Box(side.x, side.y - 2, side.w, self._box.bottom - side.y + 2)
        self._lay_list()
        self._mark()

    def _lay_list(self) -> None:
        """Lay the list with the section in focus in sight, and so high that no row is cut."""
        if not self.has_side:
            return
        # Nearly to the stitches.
        ruler, inner = self.stage.ruler, self._side.grown(-18)
        room = Box(inner.x, inner.y - 8, inner.w, inner.h + 16)
        self.list.lay(ruler, room)
        rows = [self.list.place(number) for number in range(len(self.sections))]
        # Rows differ in height: how many of them have room depends on which is the first.
        seen = [row for row in rows if room.y <= row.y + 1 and row.bottom <= room.bottom + 1]
        if seen:
            self.list.lay(ruler, Box(room.x, room.y, room.w, seen[-1].bottom - seen[0].y))
            self.list.scroll_to(seen[0].y - rows[0].y)

    @property
    def here(self) -> int:
        """Which section is read: the last one that begins in the upper part of what is seen."""
        # The text may be too short to bring it up that far: it is the one that was asked for.
        if self.form.scroll == self._gone[1]:
            return self._gone[0]
        # At the very end the last one is read, however low it begins.
        if self.form.scroll >= self.form.total - self.form.box.h - 1:
            return len(self.sections) - 1
        line = self.form.box.y + self.form.box.h * 0.4
        return max(0, sum(self.form.place(number).y <= line for number in self.sections) - 1)

    def go(self, section: int) -> None:
        """Scroll to where a section begins, to the very top for the first."""
        section = max(0, min(section, len(self.sections) - 1))
        top = self.form.place(self.sections[section]).y - self.form.box.y + self.form.scroll
        self.form.scroll_to(top if section else 0.0)
        self._gone = section, self.form.scroll

    def intent(self, intent: Intent) -> None:
        at = self.stage.view.units(intent.at)
        before = self.form.scroll, self.here, self.in_list
        match intent.act:
            case Act.PREVIOUS | Act.NEXT:
                self._turn(1 if intent.act is Act.NEXT else -1)
            case Act.LOOK if self._teaches:
                self.stage.open("lessons", self.info.slug)
            case Act.CONFIRM if self.in_list:
                self.in_list = False
            case Act.CONFIRM:
                self._turn(1)
            case Act.NAVIGATE if intent.dx and self.has_side:
                self.in_list = intent.dx < 0
            case Act.NAVIGATE if intent.dx:
                self.go(self.here + intent.dx)
            case Act.NAVIGATE if self.in_list:
                self.go(self.here + intent.dy)
            case Act.NAVIGATE:
                self.form.scroll_to(self.form.scroll + LINE * intent.dy)
            case Act.POINT | Act.PRESS | Act.RELEASE if self.has_side:
                self._point(intent, at)
            case Act.PRESS if (step := self._step_at(at)) is not None:
                self.go(self.here + step)
            case Act.SCROLL if self.in_list and self.list.bar.h:
                self.list.intent(intent, at, self.stage.ruler)
            case _:
                super().intent(intent)
                self._mark()
                return
        if before != (self.form.scroll, self.here, self.in_list) and intent.act is not Act.POINT:
            self.stage.audio.play("focus")
        self._mark()
        self.stale = True

    def _turn(self, pages: int) -> None:
        self.form.scroll_to(self.form.scroll + pages * self.form.box.h * PAGE)

    def _point(self, intent: Intent, at: tuple[float, float]) -> None:
        """The pointer is over the list or over the text; a handle that is held goes on being held."""
        if intent.act is not Act.RELEASE:
            self.in_list = self._side.holds(at)
        self.list.intent(intent, at, self.stage.ruler)
        self.form.intent(intent, at, self.stage.ruler)

    def _mark(self) -> None:
        """Show in the list where one is."""
        here = self.here
        for number, link in enumerate(self.list.widgets):
            cast(Link, link).here = number == here
        # Under the pointer the list does not move by itself.
        if self.list.focus != here and not (self.in_list and self.stage.devices.last == MOUSE):
            self.list.show(here)
            self._lay_list()
        self.stale = True

    def draw_side(self, painter: Painter, box: Box) -> None:
        sheet(painter, self._side)
        self.list.draw(painter, focused=self.in_list)

    def draw(self, painter: Painter) -> None:
        super().draw(painter)
        if not self.has_side and self.sections:
            self._draw_place(painter)

    def steppers(self) -> tuple[Box, Box]:
        """At large text, where no list has room: the buttons for the section before and after."""
        size, y = 48.0, self._box.y - 58
        return Box(self._box.right - 2 * size - 8, y, size, size), Box(self._box.right - size, y, size, size)

    def _step_at(self, at: tuple[float, float]) -> int | None:
        return next((step for step, box in zip((-1, 1), self.steppers(), strict=True) if box.holds(at)), None)

    def _draw_place(self, painter: Painter) -> None:
        """Which section is read, beside the title."""
        boxes, theme = self.steppers(), painter.theme
        for right, box in enumerate(boxes):
            image = stepper(
                painter.assets, right=bool(right), size=round(box.w), fill=theme.panel, ink=theme.ink
            )
            painter.blit(image, *box.centre, "center")
        words = cast(Section, self.form.widgets[self.sections[self.here]]).text
        left = self._box.x + painter.width(self.title, TITLE / painter.text_scale) + 60
        painter.text(
            words,
            boxes[0].x - 14,
            boxes[0].centre[1],
            SMALL,
            TextStyle(STRONG),
            anchor="midright",
            room=boxes[0].x - 14 - left,
        )

    @property
    def _teaches(self) -> bool:
        """Whether lessons are offered: not over a match, which would wait under another one."""
        return has_lessons(self.info.slug) and not any(
            isinstance(scene, MatchScene) for scene in self.stage.scenes.scenes
        )

    def help(self) -> Help:
        ways: Help = [(Act.LOOK, _("Lessons"))] if self._teaches else []
        ways.append((Act.BACK, _("Back")))
        if self.stage.devices.last == MOUSE:
            return [(Act.SCROLL, _("Read on")), (Act.NEXT, _("Next page")), *ways]
        if self.in_list:
            return [(Act.NAVIGATE, _("Section")), (Act.CONFIRM, _("Read")), *ways]
        return [
            (Act.NAVIGATE, _("Read on, sections")), (Act.PREVIOUS, _("Page back")),
            (Act.NEXT, _("Next page")), *ways,
        ]  # fmt: skip
