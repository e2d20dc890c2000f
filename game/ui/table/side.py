"""The side of the window while phones may join a match: by what they join, and who is watching.

It has a column of its own, and the screens lie in what is left of the window, so it never covers anything.
One press makes the column so wide that its code can be read from afar, another makes it narrow again.
"""

from __future__ import annotations

import pygame

from game.ui.core.canvas import HEIGHT, WIDTH, Canvas
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.table.side_picture import FLIGHT, MOST, Flying, SideShown, draw_side

NARROW = 124.0
"""How wide the column is, in units of the whole window: at its usual size a module takes three pixels."""
SHARE = 1 / 3
"""How much of the window's height the large code takes."""
FRAME = 1.22
"""How much wider than the large code the column is then."""


class Side:
    """The column at the right edge of the window."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.is_large = False
        """Whether the code can be read from the other end of the room."""
        self.stale = False
        """Whether the column no longer shows how things stand."""
        self._shown: SideShown | None = None
        self._flying: list[Flying] = []
        self._count = 0

    @property
    def is_open(self) -> bool:
        """Whether there is a match that phones may join."""
        phones = self._stage.phones
        return phones.is_open and phones.playing is not None

    def width(self, size: tuple[int, int]) -> int:
        """How many pixels it takes of a window of this size.

        By what `watch` has found: the door may open while a picture is drawn, whose screens fill the window.
        """
        if self._shown is None:
            return 0
        if self.is_large:
            return round(size[1] * SHARE * FRAME)
        return round(NARROW * min(size[0] / WIDTH, size[1] / HEIGHT))

    def watch(self) -> bool:
        """Take in what has changed; whether the screens beside it have more or less room now."""
        shown = self._look() if self.is_open else None
        before, self._shown = self._shown, shown
        self.stale |= shown != before
        self._throw()
        wide = [one.large if one is not None else None for one in (before, shown)]
        return wide[0] != wide[1]

    def _look(self) -> SideShown:
        phones, party = self._stage.phones, self._stage.phones.party
        assert party is not None
        # As text: what is shown is compared in each turn, and names the picture in the cache.
        rows = tuple("".join("1" if dark else "0" for dark in row) for row in party.qr)
        audience = phones.playing.phones.audience if phones.playing is not None else None
        looks = [audience.look_of(watcher) for watcher in party.watchers] if audience is not None else []
        return SideShown(rows, party.address, party.code, len(party.free), self.is_large,
                         self._stage.devices.last, tuple(looks))  # fmt: skip

    @property
    def moving(self) -> bool:
        """Whether something flies that has to be drawn again soon."""
        return bool(self._flying)

    def _throw(self) -> None:
        """Let fly what watchers have thrown, and forget what has been seen."""
        now, scene = self._stage.now, self._stage.phones.playing
        thrown = scene.phones.audience.thrown if scene is not None else None
        # Emptied where reactions are off too: else all of them would fly when they are switched on.
        while thrown:
            one = thrown.popleft()
            if self.is_open and self._stage.settings.reactions:
                self._count += 1
                self._flying.append(Flying(one.sign, one.look, now, self._count))
        # Before the old ones go: their last trace has to be drawn over once.
        self.stale |= bool(self._flying)
        self._flying = [one for one in self._flying if now - one.since < FLIGHT][-MOST:]

    def takes(self, intent: Intent, size: tuple[int, int]) -> bool:
        """Whether this is a press on it, or what stands for one: the code grows or shrinks."""
        if not self.is_open:
            return False
        pressed = intent.act is Act.PRESS and intent.at[0] >= size[0] - self.width(size)
        if not pressed and intent.act is not Act.JOIN:
            return False
        self.is_large = not self.is_large
        self._stage.audio.play("confirm")
        return True

    def draw(self, screen: pygame.Surface) -> None:
        """Draw it onto the window."""
        size = screen.get_size()
        wide = self.width(size)
        self.stale = False
        if self._shown is None:
            return
        painter = self._stage.painter(screen.subsurface((size[0] - wide, 0, wide, size[1])))
        scale = self._stage.view.scale
        painter.view = Canvas(wide / scale, size[1] / scale, scale)
        draw_side(painter, self._stage, self._shown, self._flying)
