"""The line of the title: a sock for each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.game import GameInfo
from game.ui.art.daily import peg, rope, sag
from game.ui.art.socks import SOCKS, SWAY, big_sock, sock_pin, sock_size
from game.ui.core.canvas import Box
from game.ui.core.context import Stage
from game.ui.core.paint import Painter

SIZE = 0.66
GROWN = 0.78
"""How much larger the sock in focus hangs."""
OFFSET = 34.0
"""How far a sock is pinned from the middle of its place, away from its toe."""
PITCH = 170.0
"""With less room than this from sock to sock, all of them are smaller."""
LINE = 146.0
"""How high the line hangs at its ends."""
DEPTH = 26.0
"""How far it sags."""


@dataclass(frozen=True, slots=True)
class Hung:
    """A game on the line."""

    info: GameInfo
    x: float
    """Where it is pinned."""
    box: Box
    flip: bool


class SockLine:
    """The socks on the line, each with its place and its beat."""

    def __init__(self) -> None:
        self.hung: list[Hung] = []
        self._share = 1.0
        """How much smaller socks hang where there are many."""

    def lay(self, games: Sequence[GameInfo], left: float, width: float) -> None:
        """Hang a sock for each game on a line so wide, the first no farther left than this."""
        step = (width * 0.95 - left) / len(games)
        turned = len(games) * 2 // 5
        self._share = min(1.0, step / PITCH)
        self.hung = []
        for number, info in enumerate(games):
            middle, flip = left + step * (number + 0.5), number >= turned
            x = middle + (OFFSET if flip else -OFFSET) * self._share
            self.hung.append(Hung(info, x, Box(middle - step * 0.47, LINE - 20, step * 0.94, 310), flip))

    def beyond(self, dx: int) -> str:
        """The game at the other end, where a step leads off the line."""
        return self.hung[-1 if dx < 0 else 0].info.slug

    def life(self, stage: Stage, focus: str) -> Iterator[tuple[object, object, Box]]:
        """What sways, for `game.ui.core.canvas.DirtyBoxes`."""
        for hung in self.hung:
            yield hung.info.slug, self._frame(stage, hung), self._reach(stage.view.w, hung, focus)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make every picture of every sock, one a step."""
        for chosen in (False, True):
            for hung in self.hung:
                for frame in range(len(SWAY)):
                    self._sock(painter, hung, frame, chosen=chosen)
                    yield

    def draw(self, painter: Painter, stage: Stage, focus: str) -> None:
        """Draw the socks as far as they are to be drawn now, the one in focus, if any, over the others."""
        for hung in sorted(self.hung, key=lambda hung: hung.info.slug == focus):
            if painter.shows(self._reach(painter.view.w, hung, focus)):
                self._draw_sock(painter, hung, self._frame(stage, hung), chosen=hung.info.slug == focus)

    def draw_rope(self, painter: Painter) -> None:
        """Draw the line itself."""
        painter.blit(rope(painter.assets, painter.view.w, DEPTH), 0, LINE - 40)

    def _draw_sock(self, painter: Painter, hung: Hung, frame: int, *, chosen: bool) -> None:
        size = self._size(chosen=chosen)
        y = LINE + sag(hung.x, painter.view.w, 0, DEPTH)
        image = self._sock(painter, hung, frame, chosen=chosen)
        painter.blit(image, hung.x - sock_size(size)[0] / 2, y - sock_pin(size))
        for dx in (-26, 26):
            painter.blit(
                peg(painter.assets, round((0.95 if chosen else 0.8) * self._share, 2)),
                hung.x + dx * size / 0.66,
                y + 4,
                "center",
            )

    def _reach(self, width: float, hung: Hung, focus: str) -> Box:
        """All that a sock covers in any of its frames, its tag too."""
        size = self._size(chosen=hung.info.slug == focus)
        w, h = sock_size(size)
        top = LINE + sag(hung.x, width, 0, DEPTH) - sock_pin(size)
        left, right = min(hung.x - w / 2, hung.box.x - 30), max(hung.x + w / 2, hung.box.right + 30)
        return Box(left, top, right - left, max(h, hung.box.bottom + 30 - top))

    def _size(self, *, chosen: bool) -> float:
        """How large a sock hangs, in focus or not; smaller where many share the line."""
        return round((GROWN if chosen else SIZE) * self._share, 3)

    def _sock(self, painter: Painter, hung: Hung, frame: int, *, chosen: bool) -> pygame.Surface:
        kind = hung.info.emblem if hung.info.emblem in SOCKS else SOCKS[0]
        return big_sock(
            painter.assets, kind, frame, self._size(chosen=chosen), flip=hung.flip,
            turn=-2.0 if chosen else 0.0, focus=chosen,
        )  # fmt: skip

    def _frame(self, stage: Stage, hung: Hung) -> int:
        """The idle frame of a sock now; each has a beat of its own."""
        if stage.rests:
            return 0
        total = sum(length for _sway, length in SWAY)
        now = (stage.now * (0.8 + 0.07 * hung.info.order % 0.4) + hung.info.order * 370) % total
        for number, (_sway, length) in enumerate(SWAY):
            now -= length
            if now < 0:
                return number
        return 0
