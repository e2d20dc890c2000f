"""The boards of a game as small pictures, of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import pygame

from game.core.discovery import part
from game.core.game import GameInfo, Layout
from game.shipped import LEVELS
from game.ui.art.fabric import ROOM, Fabric, panel
from game.ui.art.icons import tick
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import BODY, SMALL
from game.ui.widgets.widgets import GAP, Widget, mark
from game.words import _

Drawing: TypeAlias = Callable[[Assets, Layout | None, float, float], pygame.Surface]
"""A game's picture of a board, so wide and high in units; without a layout it is the usual one."""
WIDE, HIGH, BETWEEN = 98.0, 60.0, 8.0


@dataclass(frozen=True, slots=True)
class Board:
    """A board that can be chosen."""

    key: str
    """What the house rules call it."""
    words: str
    layout: Layout | None = None
    """`None` for the usual one, and for one that was not read yet or cannot be."""


@dataclass(frozen=True, slots=True)
class BoardsShown:
    """The boards, side by side in rows, below the name of the chosen one."""

    label: str
    boards: tuple[Board, ...]
    chosen: str
    """The key of one."""
    picture: Drawing

    def boxes(self, ruler: Painter, box: Box) -> list[Box]:
        """Where the boards stand."""
        room = box.w - 2 * GAP
        across = max(1, int((room + BETWEEN) / (WIDE + BETWEEN)))
        wide = (room + BETWEEN) / across - BETWEEN
        top, high = box.y + ruler.line_height(BODY) + 12, HIGH + BETWEEN
        return [
            Box(box.x + GAP + n % across * (wide + BETWEEN), top + n // across * high, wide, HIGH)
            for n in range(len(self.boards))
        ]

    def height(self, ruler: Painter, width: float) -> float:
        """As high as all rows of boards, below the label."""
        return self.boxes(ruler, Box(0, 0, width, 0))[-1].bottom + 12

    def draw(self, painter: Painter, box: Box, *, focused: bool) -> None:
        """Each board in a frame, a tick on the chosen one."""
        if focused:
            mark(painter, box)
        theme = painter.theme
        y = box.y + 6 + painter.line_height(BODY) / 2
        wide = painter.text(self.label, box.x + GAP, y, BODY, TextStyle(NAMES), room=box.w / 2)
        room = box.w - 2 * GAP - wide - 12
        words = next((board.words for board in self.boards if board.key == self.chosen), "")
        words = painter.shortened(words, SMALL, room, STRONG)
        painter.text(words, box.right - GAP, y, SMALL, TextStyle(STRONG), anchor="midright", room=room)
        for board, place in zip(self.boards, self.boxes(painter, box), strict=True):
            chosen = board.key == self.chosen
            fabric = Fabric(theme.sunk, theme.ink if chosen else theme.stitch, "")
            frame = panel(painter.assets, round(place.w), round(place.h), fabric, radius=10, shadow=False)
            painter.blit(frame, place.x - ROOM, place.y - ROOM)
            if board.layout is not None or not board.key:
                image = self.picture(painter.assets, board.layout, round(place.w) - 8, place.h - 8)
                painter.blit(image, place.x + 4, place.y + 4)
            if chosen:
                painter.blit(tick(painter.assets, 26), place.right - 6, place.y + 6, "center")


class BoardAlbum:
    """The maps of a game, and their pictures; a map is read when there is time for it."""

    def __init__(self, stage: Stage, info: GameInfo) -> None:
        self._stage = stage
        self._slug = info.slug
        self.picture = cast("Drawing", part(info.small_board)) if info.small_board else None
        """The game's picture of a board; `None` where it has none."""
        self._layouts: dict[str, Layout | None] = {}
        self._waiting: list[str] | None = None
        """Which are still to be read; `None` before anybody has looked."""

    def boards(self) -> list[tuple[str, str]]:
        """The maps of this game, by file without its ending, but the one that is the usual board anyway."""
        folder, own = LEVELS / self._slug, self._stage.stores.maps(self._slug)
        self._waiting = []
        if not folder.is_dir() and not own.is_dir():
            return []
        # Only here: games without maps never need what this imports.
        from game.levels import maps, title

        ours = [(path.stem, _(title(path))) for path in maps(folder) if path.stem != "standard"]
        found = ours + [(str(path.with_suffix("").absolute()), title(path)) for path in maps(own)]
        self._waiting = [key for key, _words in found if key not in self._layouts]
        return found

    def layout(self, key: str) -> Layout | None:
        """What was read of a board; `None` for the usual one, and for one that waits or is broken."""
        return self._layouts.get(key)

    def read_on(self) -> bool:
        """Read one more map; whether there was one. It takes some hundredths of a second."""
        # It is asked in every turn of the loop, so only the first time the folders are gone through for it.
        if self._waiting is None:
            self.boards()
        if not self._waiting or self.picture is None:
            return False
        from game.levels import load

        key = self._waiting.pop(0)
        try:
            self._layouts[key] = load(LEVELS / self._slug / f"{key}.tmx")
        except ValueError:  # told to whoever wants to play on it
            self._layouts[key] = None
        return True


class Boards(Widget):
    """A choice of boards by their pictures."""

    def __init__(
        self, label: str, boards: Sequence[Board], chosen: str, on: Callable[[str], None], picture: Drawing
    ) -> None:
        self.label, self.boards, self.chosen, self.on, self.picture = (
            label,
            tuple(boards),
            chosen,
            on,
            picture,
        )

    @property
    def shown(self) -> BoardsShown:
        return BoardsShown(self.label, self.boards, self.chosen, self.picture)

    def press(self) -> None:
        self.step(1)

    def step(self, dx: int) -> bool:
        if dx:
            keys = [board.key for board in self.boards]
            here = keys.index(self.chosen) if self.chosen in keys else 0
            self.on(keys[(here + dx) % len(keys)])
        return bool(dx)

    def point(self, ruler: Painter, at: tuple[float, float], box: Box) -> bool:
        places = self.shown.boxes(ruler, box)
        found = next(
            (board for board, place in zip(self.boards, places, strict=True) if place.holds(at)), None
        )
        if found is not None:
            self.on(found.key)
        # Beside them too, or the form would take it for a press and step on.
        return True
