"""What the results tell of a match besides who has won: its figures, and the winner at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

from game.match.seats import Seat
from game.match.words import Figure, MatchWords, course_of, told_course
from game.ui.art.fabric import ROOM, Fabric, panel, tag
from game.ui.art.layers import INK, WOOL
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import HEADING, SMALL, Theme
from game.ui.match.scene import MatchScene
from game.ui.match.seats import worn
from game.ui.widgets.widgets import Heading, SelfShown

FIGURE = 36.0
"""The size of a number."""
LEAST = 0.85
"""How far its words may shrink before names are left out."""
TIGHT = 0.85
"""The share of a line that a number takes where room is short, as none of it hangs below the line."""
GAP = 12.0
SIDES = 40.0
"""What a patch leaves free of its words, both sides together."""
PHOTO = 9 / 16
EDGE = 10.0
"""The white edge of the photo."""


def course(words: MatchWords, curves: list[list[int]], winners: Sequence[int]) -> str:
    """How it came to the end, in a sentence or two; empty where nobody has won alone, or nobody ever led.

    Where somebody has given up, the one who won may never have been ahead.
    """
    if words.match.conceded is not None or words.leads == "nobody":
        return ""
    if len(winners) != 1 or max(map(len, curves), default=0) < 3:
        return ""
    found = course_of(curves, winners[0], low=words.leads == "fewest")
    return told_course(found, words.match.seats[winners[0]].name)


class FigureRow(SelfShown):
    """The figures side by side, each on a patch of its own.

    Args:
        figures: what they are.
        low: whether the words are to stand beside the numbers where all of them have room there, not below.
    """

    focusable = False

    def __init__(self, figures: Sequence[Figure], *, low: bool) -> None:
        self._figures, self._low = figures, low

    def height(self, ruler: Painter, width: float) -> float:
        """In units: closer about the numbers where it is to be low."""
        number = ruler.line_height(_size(ruler))
        if self._is_low(ruler, width):
            return TIGHT * number + 10
        words = ruler.line_height(SMALL)
        return TIGHT * number + words + 12 if self._low else number + words + 18

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Draw the patches."""
        theme, size, wide = painter.theme, _size(painter), self._wide(box.w)
        number, style = TextStyle(NAMES), TextStyle(STRONG, theme.soft)
        low = self._is_low(painter, box.w)
        for place, figure in enumerate(self._figures):
            at = Box(box.x + place * (wide + GAP), box.y, wide, box.h - 6)
            fabric = Fabric(theme.page, theme.stitch, "")
            image = panel(painter.assets, round(at.w), round(at.h), fabric, shadow=False)
            painter.blit(image, at.x - ROOM, at.y - ROOM)
            value, words, room = str(figure.value), figure.words, self._room(painter, figure, wide, low=low)
            if painter.width(words, SMALL, STRONG) * LEAST > room:
                words = figure.brief
            if low:
                painter.text(value, at.x + SIDES / 2, at.centre[1], size, number)
                painter.text(words, at.right - SIDES / 2 - room, at.centre[1], SMALL, style, room=room)
                continue
            x, y = at.centre[0], at.bottom - painter.line_height(SMALL) / 2 - 6
            top = at.y + (TIGHT if self._low else 1.0) * painter.line_height(size) / 2 + 3
            painter.text(value, x, top, size, number, anchor="center")
            painter.text(words, x, y, SMALL, style, anchor="center", room=room)

    def _wide(self, width: float) -> float:
        """How wide a patch is."""
        count = len(self._figures)
        return (width - GAP * (count - 1)) / count

    def _room(self, ruler: Painter, figure: Figure, wide: float, *, low: bool) -> float:
        """What the words of a figure have on its patch."""
        beside = ruler.width(str(figure.value), _size(ruler), NAMES) + GAP if low else 0.0
        return wide - SIDES - beside

    def _is_low(self, ruler: Painter, width: float) -> bool:
        return self._low and all(
            ruler.width(figure.brief, SMALL, STRONG) * LEAST
            <= self._room(ruler, figure, self._wide(width), low=True)
            for figure in self._figures
        )


def _size(painter: Painter) -> float:
    """That of a number, which grows less in large text than words do."""
    return min(FIGURE, 64 / painter.text_scale)


@dataclass(frozen=True)
class Headline(Heading):
    """Who has won, in the colour of its seat, and the score of two sides at its right."""

    winner: int | None = field(default=None, kw_only=True)
    """The look of the only winner."""
    looks: tuple[int, ...] = field(default=(), kw_only=True)
    score: tuple[int, ...] = field(default=(), kw_only=True)

    def ink(self, theme: Theme) -> str:
        """The winner's own colour, where it can be read."""
        plain = self.winner is None or theme.name == "dark"
        return theme.ink if plain or self.winner is None else SEATS[self.winner].text

    def height(self, ruler: Painter, width: float) -> float:
        """As high as its words beside the score."""
        return max(super().height(ruler, width - self._wide(ruler)), ruler.line_height(HEADING) + 8)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """The words, then the score between the two heads."""
        wide, tall = self._wide(painter), painter.line_height(HEADING) + 2
        super().draw(painter, Box(box.x, box.y, box.w - wide, box.h), focused=focused)
        if not self.score:
            return
        at = Box(box.right - wide - 6, box.centre[1] - tall / 2, wide, tall)
        painter.blit(tag(painter.assets, round(at.w), round(at.h), INK), *at.centre, "center")
        style = TextStyle(NAMES, WOOL)
        painter.text(self._words, *at.centre, HEADING, style, anchor="center")
        before = painter.surface.get_clip()
        painter.surface.set_clip(before.clip(painter.view.rect(Box(at.x, at.y - 20, at.w, at.h + 17))))
        for look, x in zip(self.looks, (at.x + tall * 0.75, at.right - tall * 0.75), strict=False):
            dress = Dress(ground=False, flip=x > at.centre[0])
            image = puppet(painter.assets, look, "idle", 0, tall * 1.3, dress)
            painter.blit(image, x, at.bottom + tall * 0.5 + puppet_foot(tall * 1.3), "midbottom")
        painter.surface.set_clip(before)

    @property
    def _words(self) -> str:
        return " : ".join(map(str, self.score))

    def _wide(self, ruler: Painter) -> float:
        heads = 3.3 * ruler.line_height(HEADING)
        return ruler.width(self._words, HEADING, NAMES) + heads if self.score else 0.0


class TablePhoto:
    """A picture of the table as the last move has left it, taken once for each size and look."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._taken: tuple[object, pygame.Surface] | None = None

    def draw(self, painter: Painter, box: Box) -> None:
        """The photo in a white frame."""
        theme = painter.theme
        image = panel(
            painter.assets, round(box.w), round(box.h), Fabric(theme.panel, theme.ink, ""), radius=8
        )
        painter.blit(image, box.x - ROOM, box.y - ROOM)
        painter.blit(self._photo(painter, box.grown(-EDGE)), box.x + EDGE, box.y + EDGE)

    def _photo(self, painter: Painter, box: Box) -> pygame.Surface:
        size = painter.view.rect(box).size
        key = size, painter.surface.get_size(), painter.theme.name, painter.text_scale
        if self._taken is None or self._taken[0] != key:
            while self._scene.view.prepare():
                continue
            whole = pygame.Surface(painter.surface.get_size()).convert()
            self._scene.view.draw(painter.onto(whole))
            self._taken = key, pygame.transform.smoothscale(whole, size)
        return self._taken[1]


def draw_losers(painter: Painter, box: Box, seats: Sequence[Seat], winner: int, tall: float) -> None:
    """The others, small beside the only winner."""
    others = [seat for number, seat in enumerate(seats) if number != winner][:3]
    step = min(64.0, box.w * 0.4 / max(1, len(others)))
    for number, seat in enumerate(reversed(others)):
        x = box.right - 34 - step * number
        image = puppet(
            painter.assets, seat.look, "sad", 0, tall, Dress(worn(seat.level, seat.sock), rim=4.0, flip=True)
        )
        painter.blit(image, x, box.bottom + puppet_foot(tall), "midbottom")
