"""Which game somebody learns first: each with its sock, its name, and what it is about in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.game import GameInfo
from game.ui.art.socks import SOCKS, big_sock
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, LARGE
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.widgets import GAP, Shown, Widget, Words, mark
from game.words import _

SOCK, SIZE = 78.0, 0.2
"""The room for a sock, and how large it is drawn."""


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game as it is seen in the list."""

    emblem: str
    title: str
    line: str

    def height(self, ruler: Painter, width: float) -> float:
        """How high the row is, in units."""
        return max(84.0, self._words(ruler, width) + 16)

    def _words(self, ruler: Painter, width: float) -> float:
        room = width - SOCK - 3 * GAP
        return ruler.height(self.title, room, LARGE, NAMES) + ruler.height(self.line, room, BODY)

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """The sock, and the words beside it."""
        if focused:
            mark(painter, box)
        kind = self.emblem if self.emblem in SOCKS else SOCKS[0]
        painter.blit(big_sock(painter.assets, kind, 0, SIZE), box.x + GAP + SOCK / 2, box.centre[1], "center")
        x, room = box.x + SOCK + 2 * GAP, box.w - SOCK - 3 * GAP
        y = box.centre[1] - self._words(painter, box.w) / 2
        painter.paragraph(self.title, x, y, room, LARGE, TextStyle(NAMES))
        y += painter.height(self.title, room, LARGE, NAMES)
        painter.paragraph(self.line, x, y, room, BODY, TextStyle(colour=painter.theme.soft))


class GameRow(Widget):
    """A game that can be chosen."""

    def __init__(self, info: GameInfo, on: Callable[[], None]) -> None:
        self.label, self._line, self._emblem, self._on = _(info.title), _(info.tagline), info.emblem, on

    @property
    def shown(self) -> Shown:
        return GameShown(self._emblem, self.label, self._line)

    @property
    def aloud(self) -> str:
        return f"{self.label}. {self._line}"

    def press(self) -> None:
        self._on()


class WhichGame(Dialog):
    """The games that can be learnt; popped with the number of the one that is taken, `None` for Back."""

    width = 820.0

    def __init__(self, games: Sequence[GameInfo]) -> None:
        question = Words(
            _("Which game first? A lesson takes two minutes."), LARGE, face="strong", centred=True
        )
        rows: list[Widget] = [question]
        rows += [GameRow(info, partial(self._take, number)) for number, info in enumerate(games)]
        super().__init__(rows)

    def _take(self, number: int) -> None:
        self.stage.scenes.pop(number)
