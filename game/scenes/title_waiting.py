"""The sign of what waits: a match, or a hall of many tables, on a cloth that hangs from the line."""

from __future__ import annotations

from game.scenes.title_signs import INSIDE, PUPPETS, Sign, row, waiting_size
from game.store.saves import Saved
from game.ui.art.daily import peg
from game.ui.art.fabric import ROOM, cloth_tag, focus_ring
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet
from game.ui.core.fonts import NAMES
from game.ui.core.paint import Painter, TextStyle
from game.words import _


def draw_waiting(painter: Painter, sign: Sign, looks: list[int], *, focused: bool) -> None:
    """Draw the sign, with two who wait."""
    box = sign.box
    image = cloth_tag(painter.assets, round(box.w), round(box.h), painter.theme.panel)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    if focused:
        painter.blit(focus_ring(painter.assets, round(box.w), round(box.h)), *box.centre, "center")
    for dx in (24, box.w - 24):
        painter.blit(peg(painter.assets, 0.8), box.x + dx, box.y, "center")
    for seat, dx, flip in zip(looks, (-36, 36), (False, True), strict=False):
        image = puppet(painter.assets, seat, "idle", 0, 66, Dress(ground=False, flip=flip))
        painter.blit(image, box.centre[0] + dx, box.y + 92, "midbottom")
    size = waiting_size(painter, box.w)
    y = box.y + PUPPETS + row(painter, size) / 2
    painter.text(_("Go on"), box.centre[0], y, size, TextStyle(NAMES), anchor="center")
    y += (row(painter, size) + row(painter, sign.size)) / 2
    for number, line in enumerate(sign.lines):
        at = y + number * row(painter, sign.size)
        painter.text(line, box.centre[0], at, sign.size, anchor="center", room=box.w - 2 * INSIDE)


def waiting_looks(saved: Saved | None) -> list[int]:
    """The looks of the first two seats of a match that waits; of any two where none does."""
    seats = saved.extra.get("seats") if saved is not None else None
    looks = [seat.get("look") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    known = [look for look in looks if type(look) is int and 0 <= look < len(SEATS)]
    return (known if len(known) > 1 else [0, 1])[:2]
