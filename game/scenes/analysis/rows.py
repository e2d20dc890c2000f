"""The rows of the panel that says what decided a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.match.insight import Findings, Tally, percent
from game.match.seats import Seat
from game.scenes.chances import HEAD, PLATE, BandPicture, places
from game.ui.art.album import number_plate
from game.ui.art.charts import FRINGE, seat_button
from game.ui.art.fabric import divider
from game.ui.art.patterns import SEATS, swatch
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.widgets.widgets import GAP, SelfShown, ring
from game.words import _

BAND = 98.0
SMALL_HEAD = 34.0
MANY = 3
"""More seats than this get no heads beside the band."""


def inset(box: Box) -> Box:
    """A row without its margins, as words have them."""
    return Box(box.x + GAP, box.y, box.w - 2 * GAP, box.h)


class MomentsRow(SelfShown):
    """The band with the moments on it, one of which is chosen."""

    def __init__(
        self,
        seats: Sequence[Seat],
        found: Callable[[], Findings | None],
        choose: Callable[[int], None],
    ) -> None:
        """Make the row.

        Args:
            seats: who sat where.
            found: what is known by now.
            choose: shows a moment, by its place among them.
        """
        self._seats, self._found, self._choose = seats, found, choose
        self._picture = BandPicture([seat.look for seat in seats])
        self.chosen = 0

    def _count(self) -> int:
        found = self._found()
        return len(found.moments) if found is not None else 0

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        """Where there is something to be chosen."""
        return self._count() > 0

    def height(self, ruler: Painter, width: float) -> float:
        return BAND + ruler.line_height(SMALL) + 4

    def step(self, dx: int) -> bool:
        count, before = self._count(), self.chosen
        self.chosen = max(0, min(count - 1, self.chosen + dx))
        if self.chosen != before:
            self._choose(self.chosen)
        return self.chosen != before

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        found = self._found()
        if found is None or not found.moments:
            return False
        marks = places(found, self._band(inset(box)))
        number = min(range(len(marks)), key=lambda one: abs(marks[one].x - at[0]))
        if number != self.chosen:
            self.chosen = number
            self._choose(number)
        return True

    def _band(self, box: Box) -> Box:
        """Where the band lies in the room that is left within the row."""
        left = box.x + (HEAD + 4 if len(self._seats) <= MANY else 0.0)
        return Box(left, box.y + 4, box.right - left, BAND - 8)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        at, found = self._band(box), self._found()
        if len(self._seats) <= MANY:
            size = min(HEAD, at.h / len(self._seats))
            for number, seat in enumerate(self._seats):
                y = at.y + at.h * (number + 0.5) / len(self._seats)
                painter.blit(seat_button(painter.assets, seat.look, size), box.x + HEAD / 2, y, "center")
        self._picture.draw(painter, at, found)
        style, y = TextStyle(STRONG, painter.theme.soft), box.bottom - painter.line_height(SMALL) / 2
        inner = Box(at.x + FRINGE, at.y, at.w - 2 * FRINGE, at.h)
        third = inner.w / 3
        painter.text(_("start"), inner.x, y, SMALL, style, room=third * 0.8)
        painter.text(_("chance to win"), inner.centre[0], y, SMALL, style, anchor="center", room=third * 1.4)
        painter.text(_("end"), inner.right, y, SMALL, style, anchor="midright", room=third * 0.8)
        for place in places(found, at) if found is not None else []:
            image = number_plate(painter.assets, place.number, PLATE)
            painter.blit(image, place.x, place.y, "center")
            if place.number - 1 == self.chosen:
                half = PLATE / 2 + 3
                ring(painter, Box(place.x - half, place.y - half, 2 * half, 2 * half), half)
        if focused:
            ring(painter, inner.grown(2), 8)


@dataclass(frozen=True)
class MomentHead(SelfShown):
    """The number of a moment, and whose turn it was."""

    focusable = False
    number: int
    words: str

    def height(self, ruler: Painter, width: float) -> float:
        return max(PLATE, ruler.height(self.words, width - 2 * GAP - PLATE - 10, LARGE, NAMES)) + 8

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        painter.blit(
            number_plate(painter.assets, self.number, PLATE), box.x + PLATE / 2, box.centre[1], "center"
        )
        left, room = box.x + PLATE + 10, box.w - PLATE - 10
        high = painter.height(self.words, room, LARGE, NAMES)
        painter.paragraph(self.words, left, box.centre[1] - high / 2, room, LARGE, TextStyle(NAMES))


@dataclass(frozen=True)
class Coloured(SelfShown):
    """A sentence in the colour of a seat."""

    focusable = False
    words: str
    look: int

    def height(self, ruler: Painter, width: float) -> float:
        return ruler.height(self.words, width - 2 * GAP, BODY, STRONG) + 4

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        ink = "" if painter.theme.name == "dark" else SEATS[self.look].text
        painter.paragraph(self.words, box.x, box.y, box.w, BODY, TextStyle(STRONG, ink))


class Stitches(SelfShown):
    """A dashed line across."""

    focusable = False

    def height(self, ruler: Painter, width: float) -> float:
        return 12.0

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        painter.blit(divider(painter.assets, round(box.w), painter.theme.stitch), *box.centre, "center")


@dataclass(frozen=True)
class TwoTallies(SelfShown):
    """Two seats side by side, by their heads, where there are too many for a row each."""

    focusable = False
    tallies: tuple[tuple[int, Tally], ...]
    """The look of each, and how often."""

    def height(self, ruler: Painter, width: float) -> float:
        return max(SMALL_HEAD, ruler.line_height(BODY)) + 6

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        for number, (look, tally) in enumerate(self.tallies):
            x, y = box.x + number * box.w / 2, box.centre[1]
            painter.blit(seat_button(painter.assets, look, SMALL_HEAD), x + SMALL_HEAD / 2, y, "center")
            told = _("{n} of {all}").format(n=tally.good, all=tally.of)
            painter.text(
                told, x + SMALL_HEAD + 10, y, BODY, TextStyle(STRONG), room=box.w / 2 - SMALL_HEAD - 16
            )


@dataclass(frozen=True)
class AccuracyRow(SelfShown):
    """How often a seat did the best or something nearly as good."""

    focusable = False
    name: str
    look: int
    tally: Tally

    def height(self, ruler: Painter, width: float) -> float:
        return max(SMALL_HEAD, ruler.line_height(BODY)) + 2

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        box = inset(box)
        y, size = box.centre[1], SMALL_HEAD
        painter.blit(seat_button(painter.assets, self.look, size), box.x + size / 2, y, "center")
        told = _("{n} of {all}").format(n=self.tally.good, all=self.tally.of)
        wide = painter.width(told, BODY, STRONG)
        painter.text(told, box.right, y, BODY, TextStyle(STRONG), anchor="midright")
        left = box.x + size + 8
        name = painter.shortened(self.name, BODY, (box.right - wide - left) * 0.5, STRONG)
        ink = "" if painter.theme.name == "dark" else SEATS[self.look].text
        painter.text(name, left, y, BODY, TextStyle(STRONG, ink))
        start = left + (box.right - wide - left) * 0.5 + 6
        self._draw_bar(painter, Box(start, y - 9, box.right - wide - 12 - start, 18))

    def _draw_bar(self, painter: Painter, box: Box) -> None:
        if box.w < 30 or not self.tally.of:
            return
        painter.fill(box, painter.theme.sunk, 9)
        share = self.tally.good / self.tally.of
        if share > 0:
            wide = max(18.0, box.w * share)
            painter.blit(swatch(painter.assets, self.look, round(wide), round(box.h), 9, 0.35), box.x, box.y)
        painter.frame(box, painter.theme.ink, 2.5, 9)


def progress_words(share: float) -> str:
    """That the match is being looked into, and how far."""
    return _("The match is being looked into: {share}").format(share=percent(share))
