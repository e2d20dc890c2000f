"""The plates of SOCiable's seats: chair and name, cards and points, and what a hand has brought."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.games.sociable.screen.art_things import onward
from game.games.sociable.screen.chairs import TEMP, chair
from game.games.sociable.screen.panels import INK
from game.games.sociable.screen.places import Spot
from game.games.sociable.words.sentences import chair_name
from game.match.seats import Seat
from game.ui.art.fabric import ROOM, Fabric, panel, tag
from game.ui.art.icons import cards_fan
from game.ui.art.patterns import SEATS
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle
from game.ui.kit.theme import BODY, SMALL
from game.ui.table.told import LARGEST_TAG, TAG, DidTag, did_tag, draw_did
from game.words import _, counted

LEAST = 0.8
"""How far words shrink before shorter ones take their place, or they stand on two lines."""


@dataclass(frozen=True, slots=True)
class Plate:
    """What the plate of a seat says."""

    seat: Seat
    rank: int | None
    count: int
    points: int
    active: bool = False
    next_rank: int | None = None
    """The chair that is sure for who is out of cards."""
    did: str = ""
    """What the seat laid in this round, for a tag at its plate."""


def _plate_words(painter: Painter, plate: Plate) -> tuple[str, float, float]:
    """The rank, its width, and that of the name."""
    rank = chair_name(plate.rank) if plate.rank is not None else ""
    return rank, painter.width(rank, 23, NAMES), painter.width(plate.seat.name, BODY, STRONG)


def plate_box(painter: Painter, spot: Spot, plate: Plate) -> tuple[Box, float]:
    """The box of a plate, and how much of its height is a line of its own for a long name.

    A name shares the line with the rank as long as its letters can be of 18 units.
    """
    box = spot.plate
    _rank, wide, name = _plate_words(painter, plate)
    beside = wide + name + 44
    least = 18 / (BODY * painter.text_scale)
    parts = wide and (wide + name) * least > spot.widest - 44
    line = painter.line_height(BODY) * 0.9 if parts else 0.0
    want = max(wide, name) + 32 if line else beside
    more = max(0.0, min(want, spot.widest) - box.w)
    left, top = box.x - (more if spot.leftward else 0.0), box.y - (line if spot.upward else 0.0)
    return Box(left, top, box.w + more, box.h + line), line


def draw_plate(painter: Painter, spot: Spot, plate: Plate) -> None:
    """Rank and name; cards and points. A long name has a line of its own."""
    theme, assets = painter.theme, painter.assets
    box, line = plate_box(painter, spot, plate)
    fill = theme.chosen if plate.active else theme.panel
    image = panel(assets, round(box.w), round(box.h), Fabric(fill, theme.ink, theme.stitch), radius=14)
    painter.blit(image, box.x - ROOM, box.y - ROOM)
    left, right, tall = box.x + 16, box.right - 16, box.h - line
    first, second = box.y + tall * 0.31, box.y + line + tall * 0.7
    ink = theme.ink if theme.name == "dark" else SEATS[plate.seat.look].text
    if plate.rank is None:
        painter.text(
            plate.seat.name,
            box.centre[0],
            box.centre[1],
            23,
            TextStyle(NAMES, ink),
            anchor="center",
            room=box.w - 32,
        )
        return
    rank, wide, name = _plate_words(painter, plate)
    room = right - left
    # Both shrink alike: a name in full size beside a tiny rank would look like another plate.
    share = min(1.0, (room - 12) / (wide + name))
    painter.text(rank, left, first, 23, TextStyle(NAMES), room=room if line else wide * share)
    if line:
        painter.text(plate.seat.name, left, first + line, BODY, TextStyle(STRONG, ink), room=room)
    else:
        painter.text(
            plate.seat.name, right, first, BODY, TextStyle(STRONG, ink), anchor="midright", room=name * share
        )
    _draw_holding(painter, plate, Box(left, second - tall * 0.3, right - left, tall * 0.6))


def _draw_holding(painter: Painter, plate: Plate, box: Box) -> None:
    """The second line of a plate: cards and points, or the chair that is sure."""
    theme, assets = painter.theme, painter.assets
    left, right, second = box.x, box.right, box.centre[1]
    points = counted("{n} point", "{n} points", plate.points).format(n=plate.points)
    if plate.next_rank is not None:
        tall = min(32.0, box.h * 0.77)
        painter.blit(onward(assets, 18, theme.good), left - 2, second, "midleft")
        image = chair(assets, plate.next_rank, round(tall * (0.62 if plate.next_rank == TEMP else 1)))
        painter.blit(image, left + 14 + tall / 2, second - 2, "center")
        held = painter.text(
            str(plate.points), right, second, 22, TextStyle(NAMES), anchor="midright", room=40
        )
        words, at = chair_name(plate.next_rank), left + 16 + tall
        painter.text(words, at, second, SMALL, TextStyle(STRONG, theme.good), room=right - held - 8 - at)
        return
    grown = 0.6 if painter.width(points, SMALL, STRONG) < box.w * 0.6 else 0.0
    tall = min(26.0 * (1 + (painter.text_scale - 1) * grown), box.h * 0.6)
    painter.blit(cards_fan(assets, round(tall), SEATS[plate.seat.look].colour), left, second, "midleft")
    at = left + tall * 58 / 44 + 7
    held = painter.text(str(plate.count), at, second, 22, TextStyle(NAMES))
    room = max(60.0, right - at - held - 10)
    if painter.width(points, SMALL, STRONG) * LEAST > room:
        points = _("{n} pts").format(n=plate.points)
    painter.text(points, right, second, SMALL, TextStyle(STRONG), anchor="midright", room=room)


def did_place(painter: Painter, spot: Spot, plate: Plate) -> DidTag:
    """The tag of what a seat laid: below a plate on the table, else on its edge, beside the chair."""
    box, _line = plate_box(painter, spot, plate)
    room = Box(box.x + 10, box.bottom - 5, box.w - 20, 0)
    tag = did_tag(painter, [plate.did], room, TAG * LARGEST_TAG)
    if spot.behind:
        return tag
    x = box.x + 30 if spot.leftward else box.right - 26 - tag.box.w
    return replace(tag, box=Box(x, box.y + 7 - tag.box.h, tag.box.w, tag.box.h))


def draw_laid(painter: Painter, spot: Spot, plate: Plate) -> None:
    """What a seat laid in this round, before the foot of its chair."""
    if plate.did:
        draw_did(painter, did_place(painter, spot, plate))


def draw_gain(painter: Painter, box: Box, points: int, grown: float) -> None:
    """What the hand that has ended brought, standing on the upper edge of a plate, over no letters."""
    words, grown = f"+{points}", max(0.3, grown)
    w = max(58.0, painter.width(words, 28, NAMES, fixed=True) + 28) * grown
    image = tag(painter.assets, round(w), round(42 * grown), "#FFD25A" if points else "#D9D2DE")
    x, y = box.centre[0], box.y + 1 - 21
    painter.blit(image, x, y, "center")
    painter.text(words, x, y, 28 * grown, TextStyle(NAMES, INK, fixed=True), anchor="center")
