"""Puppets on the seats of a lobby."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.match.adaptive_level import FOR_ME
from game.scenes.lobby_drawing import LobbyKey, SeatLines
from game.scenes.lobby_seats import LobbySeats
from game.ui.art.patterns import look_of
from game.ui.art.puppets import STATES, PuppetOutfit, ghost, puppet, puppet_foot
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.paint import Painter
from game.ui.match.info_panels import outfit_of
from game.ui.widgets import Element, Picture, Values


@dataclass(frozen=True, slots=True)
class LobbySitter:
    """Props of the puppet on a seat. A free seat shows a ghost."""

    look: int
    worn: str
    empty: bool
    flip: bool
    rim: float = 4.0


def draw_sitter(painter: Painter, box: Box, sitter: LobbySitter, state: str, frame: int = 0) -> None:
    """Draw the puppet as high as ``box``, with its foot on the lower edge; a ghost if the seat is free."""
    height = round(box.h)
    at = box.centre[0], box.bottom + puppet_foot(height)
    if sitter.empty:
        painter.blit(ghost(painter.assets, height, flip=sitter.flip), *at, "midbottom")
        return
    dress = PuppetOutfit(wears=sitter.worn, rim=sitter.rim, ground=False, flip=sitter.flip)
    image = puppet(painter.assets, sitter.look, state, frame, height, dress, look=(0.4, 0.3))
    painter.blit(image, *at, "midbottom")


class SeatPuppets:
    """Puppets of all seats of a lobby. Their pose follows the holders."""

    def __init__(self, table: LobbySeats) -> None:
        self._app, self._table = table.app, table
        self._life = DirtyRegions()

    def sitter(self, number: int, rim: float = 4.0) -> LobbySitter:
        """Props of a seat's puppet. The outfit shows the bot's level, if it is adaptive the computed one."""
        seat, count = self._table.seats[number], len(self._table.seats)
        level = self._table.fit.rung.level if seat.level == FOR_ME else seat.level
        wears = outfit_of(level, self._app.socks.knit_worn(seat.name))
        row, place = divmod(number, SeatLines.across(count))
        flip = place + 0.5 >= min(SeatLines.across(count), count - row * SeatLines.across(count)) / 2
        return LobbySitter(look_of(seat.colour), wears, seat.empty, flip=flip, rim=rim)

    def pictures(self) -> tuple[Element, ...]:
        """Pictures of the puppets of all seats, in seat order."""
        numbers = range(len(self._table.seats))
        return tuple(Picture(draw_sitter, (self.sitter(n),), key=LobbyKey.PUPPET.of(n)) for n in numbers)

    def state(self, number: int) -> tuple[str, int]:
        """(pose, frame) of a seat's puppet: key of `STATES`; frame 0 if it sleeps or nothing may move."""
        is_still, now_ms = self._app.idle_motion_off, self._app.now
        if self._table.is_away(number):
            return "asleep", 0
        if number in self._table.joined_at_ms:
            return "happy", 0 if is_still else int(now_ms / 150)
        return "idle", 0 if is_still else int(now_ms / 450 + number * 2) % STATES["idle"].count

    def live_values(self) -> Mapping[str, Values]:
        """Pose and frame of every puppet, by the key of its element."""
        return {LobbyKey.PUPPET.of(number): self.state(number) for number in range(len(self._table.seats))}

    def tick_idle(self, boxes: Mapping[str, Box]) -> list[Box]:
        """Places in ``boxes``, with a margin, of puppets (no ghosts) whose pose or frame has changed."""
        alive = []
        for number, seat in enumerate(self._table.seats):
            at = boxes.get(LobbyKey.PUPPET.of(number))
            if at is not None and not seat.empty:
                reach = Box(at.x - 10, at.y - at.h * 0.2, at.w + 20, at.h + 26)
                alive.append((number, self.state(number), reach))
        return self._life.collect(alive)
