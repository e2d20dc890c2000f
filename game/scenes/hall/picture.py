"""The tables of a hall, drawn: chairs clockwise from twelve, a tag for each name, what lies on the felt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.scenes.hall.places import AROUND, CELL, FIVE, Spots, Stand, TablePlace
from game.scenes.hall.shown import ChairShown, Mark, TableShown
from game.ui.art.fabric import ROOM, tag
from game.ui.art.hall import TABLE_TOP, HallArt, place_star, spotlight
from game.ui.art.icons import cards_fan
from game.ui.art.palette import BAD, DONE, GOLD, INK, WOOL
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.kit.canvas import Box
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle

SEATED: Final = 0.345
"""How large the chairs of a game are drawn at scale 1."""
PUPPET: Final = 60.0
"""How high a puppet is at scale 1."""
ALONE: Final = 1.5
"""So much larger those are who have a table for two: there is room for them."""
TABLE_SIZE: Final = 0.40
NAME, FELT, TITLE = 20.0, 22.0, 24.0
"""Sizes of type: a name, what stands on the felt, the number of a table."""
GROWS: Final = 1.3
"""So much larger the letters get at most with the text size: a tag of twice the size covers whom it names."""
NARROW_GROWS: Final = 1.12
"""The same where four tables stand in a row."""
TAGS: Final = {
    Mark.NONE: (WOOL, INK),
    Mark.LEADS: (GOLD, INK),
    Mark.OUT: DONE,
    Mark.AWAY: ("#D6CFDD", "#3B3350"),
}
RUG: Final = (372.0, 186.0)
FELT_WIDE: Final = 190.0
"""How much room across what lies on the felt has at scale 1: it may reach over the wood."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a table is drawn with."""

    art: HallArt
    place: TablePlace

    def letters(self, painter: Painter, size: float) -> float:
        """The size of type, in units, before anything that makes it smaller."""
        grows = GROWS if self.place.box.w >= CELL[0] * 0.9 else NARROW_GROWS
        return size * min(painter.text_scale, grows) * min(1.6, max(0.9, self.place.scale))


def spots_of(table: TableShown) -> Spots:
    """Where the chairs of a table stand."""
    if any(chair.rank is not None for chair in table.chairs):
        return FIVE
    return AROUND[len(table.chairs)]


def draw_table(painter: Painter, sight: Sight, table: TableShown) -> Iterator[None]:
    """All of a table but those who move a little, piece by piece."""
    place = sight.place
    _draw_rug(painter, sight)
    if table.is_hot:
        _draw_light(painter, sight)
    spots = spots_of(table)
    stands = [place.stand(spots, chair.place, _tall(painter, sight)) for chair in table.chairs]
    seated = list(zip(table.chairs, stands, strict=True))
    # The furthest first: whoever sits nearer lies over them.
    seated.sort(key=lambda one: one[1].floor)
    for chair, stand in seated:
        if not stand.front:
            _draw_seated(painter, sight, chair, stand)
    yield
    _draw_top(painter, sight)
    for chair, stand in seated:
        if stand.front:
            _draw_seated(painter, sight, chair, stand)
    for chair, stand in seated:
        draw_tag(painter, sight, chair, stand)
    _draw_words(painter, sight, table)
    yield


def _draw_rug(painter: Painter, sight: Sight) -> None:
    place, rug = sight.place, sight.art.rug
    if rug is not None:
        wide = min(RUG[0] * place.scale * place.wide, place.box.w)
        image = rug(painter.assets, round(wide), round(RUG[1] * place.scale), painter.theme.name)
        painter.blit(image, place.centre, place.y(176), "center")


def _draw_top(painter: Painter, sight: Sight) -> None:
    """The table itself."""
    place = sight.place
    size = round(TABLE_SIZE * place.scale * min(1.15, place.wide), 3)
    painter.blit(
        sight.art.table(painter.assets, size), place.centre, place.y(160) - TABLE_TOP * size, "midtop"
    )


def _draw_words(painter: Painter, sight: Sight, table: TableShown) -> None:
    place, felt = sight.place, sight.art.felt
    x, y, title = place.centre, place.y(214), table.title
    tall = round(sight.letters(painter, TITLE) * 1.5)
    if table.felt and felt is not None:
        top, wide = place.y(106) + _tall(painter, sight), FELT_WIDE * place.scale * place.wide
        felt(painter, Box(x - wide / 2, top + 4, wide, y - tall / 2 - top - 8), table.felt)
        title = f"{title} · {table.line}"
    else:
        line, room = TextStyle(NAMES, WOOL, fixed=True), 200 * place.scale * place.wide
        size = sight.letters(painter, FELT)
        painter.text(table.line, x, place.y(165), size, line, anchor="center", room=room)
    size = sight.letters(painter, TITLE)
    fill, ink = (GOLD, INK) if table.is_hot else (INK, WOOL)
    style = TextStyle(NAMES, ink, fixed=True)
    across = round(painter.width(title, size, NAMES, fixed=True) + size * 1.35)
    painter.blit(tag(painter.assets, across, tall, fill), x - across / 2 - ROOM, y - tall / 2 - ROOM)
    painter.text(title, x, y, size, style, anchor="center")


# Whoever sits there.


def draw_living(painter: Painter, sight: Sight, table: TableShown, now: float) -> None:
    """Those who move a little, as they are at a time in ms."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            stand = sight.place.stand(spots, chair.place, _tall(painter, sight))
            _draw_one(painter, sight, chair, stand, frame_of(chair, now))
            draw_tag(painter, sight, chair, stand)


def living(sight: Sight, table: TableShown, now: float) -> Iterator[tuple[tuple[int, int], int, Box]]:
    """Those who move a little: name, frame, and the box around them."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            stand, scale = sight.place.stand(spots, chair.place, 1), sight.place.scale
            box = Box(stand.x - 60 * scale, stand.floor - 110 * scale, 120 * scale, 112 * scale)
            yield (table.number, chair.place), frame_of(chair, now), box


def frame_of(chair: ChairShown, now: float) -> int:
    """Which frame somebody shows."""
    return STATES[chair.state].at(now + 700 * chair.place)


def _draw_seated(painter: Painter, sight: Sight, chair: ChairShown, stand: Stand) -> None:
    if not chair.is_alive:
        _draw_one(painter, sight, chair, stand, STILL.get(chair.state, 0))


STILL: Final = {"happy": 2, "sad": 2}
"""Which frame shows a state best where nothing moves."""


def _draw_one(painter: Painter, sight: Sight, chair: ChairShown, stand: Stand, frame: int) -> None:
    scale = sight.place.scale
    tall, sole = _high(chair) * scale, stand.floor
    if chair.rank is not None and sight.art.chair is not None:
        _w, h, seat = sight.art.chairs[chair.rank]
        sole = stand.floor - (h - seat) * _chair_size(chair.rank, scale) + tall * 0.07
    _draw_chair(painter, sight, chair, stand, "back")
    image = _figure(painter, sight, chair, stand, (chair.state, frame))
    painter.blit(image, stand.x, sole + puppet_foot(round(tall)), "midbottom")
    _draw_chair(painter, sight, chair, stand, "front")


def _chair_size(rank: int, scale: float) -> float:
    """How large a chair is drawn; the first a little larger."""
    return round(SEATED * scale * (1.04 if rank == 0 else 1.0), 3)


def _draw_chair(painter: Painter, sight: Sight, chair: ChairShown, stand: Stand, layer: str) -> None:
    """What of a chair lies ``back`` of whoever sits there, or in ``front``; nothing where people stand."""
    part = sight.art.chair
    if part is not None and chair.rank is not None:
        w, h, _seat = sight.art.chairs[chair.rank]
        size = _chair_size(chair.rank, sight.place.scale)
        image = part(painter.assets, chair.rank, size, layer)
        painter.blit(image, stand.x - w * size / 2, stand.floor - h * size)


def _figure(
    painter: Painter, sight: Sight, chair: ChairShown, stand: Stand, pose: tuple[str, int]
) -> pygame.Surface:
    """The picture of somebody in a state, and which frame of it."""
    scale = sight.place.scale
    look = (0.7, -0.2) if stand.front else (0.6, 0.4)
    ground = chair.rank is None or sight.art.chair is None
    dress = Dress(wears=chair.wears, rim=round(2.2 * scale, 1), ground=ground, flip=stand.flip)
    return puppet(painter.assets, chair.look, *pose, round(_high(chair) * scale), dress, look=look)


def _high(chair: ChairShown) -> float:
    """How high somebody is at scale 1."""
    return PUPPET * (ALONE if chair.is_pair else 1.0)


POSES: Final = (
    *(("thinking", frame) for frame in range(len(STATES["thinking"].frames))),
    ("idle", 0),
    ("happy", 2),
)
"""In what states people are while a hand is played."""


def furniture(painter: Painter, sight: Sight) -> Iterator[None]:
    """Make the pictures of a table where nobody sits, one by one; the painter paints nowhere."""
    for draw in (_draw_rug, _draw_top, _draw_light):
        draw(painter, sight)
        yield


def needed(painter: Painter, sight: Sight, table: TableShown) -> Iterator[None]:
    """Make the pictures with which a table is drawn, one by one; the painter paints nowhere."""
    yield from furniture(painter, sight)
    spots = spots_of(table)
    for chair in table.chairs:
        stand = sight.place.stand(spots, chair.place, _tall(painter, sight))
        for layer in ("back", "front"):
            _draw_chair(painter, sight, chair, stand, layer)
            yield
        frames = range(len(STATES[chair.state].frames)) if chair.is_alive else [STILL.get(chair.state, 0)]
        for frame in frames:
            _draw_one(painter, sight, chair, stand, frame)
            yield
        draw_tag(painter, sight, chair, stand)
        yield
    _draw_words(painter, sight, table)
    yield


def ahead(painter: Painter, sight: Sight, table: TableShown) -> Iterator[None]:
    """Make the pictures of those who sit there before they are needed, one by one."""
    spots = spots_of(table)
    for chair in table.chairs:
        stand = sight.place.stand(spots, chair.place, _tall(painter, sight))
        for pose in POSES:
            _figure(painter, sight, chair, stand, pose)
            yield
        for mark in (Mark.LEADS, Mark.OUT):
            draw_tag(painter, sight, replace(chair, mark=mark, number=1), stand)
            yield


def _draw_light(painter: Painter, sight: Sight) -> None:
    """The light on a table of which there are news."""
    place = sight.place
    wide = place.scale * place.wide
    image = spotlight(painter.assets, round(min(430 * wide, place.box.w)), round(250 * place.scale))
    painter.blit(image, place.centre, place.y(156), "center")


def _tall(painter: Painter, sight: Sight) -> float:
    return round(sight.letters(painter, NAME) * 1.5)


def draw_tag(painter: Painter, sight: Sight, chair: ChairShown, stand: Stand) -> None:
    """The name of somebody, and what is to be said of them."""
    fill, ink = TAGS[chair.mark]
    size, tall = sight.letters(painter, NAME), stand.tag.h
    sign = 0.0 if chair.mark is Mark.NONE else tall * 0.98
    room = stand.tag.w - tall * 0.66 - sign
    name = _cut(painter, chair.name, size, room)
    wide = min(painter.width(name, size, STRONG, fixed=True), room)
    whole = round(max(tall * 2.1, wide + tall * 0.8 + sign))
    whole = min(whole, int(stand.tag.w))
    x = min(max(stand.x - whole / 2, stand.tag.x), stand.tag.right - whole)
    y = stand.tag.centre[1]
    painter.blit(tag(painter.assets, whole, round(tall), fill), x - ROOM, y - tall / 2 - ROOM)
    style = TextStyle(STRONG, ink, fixed=True)
    at = x + (whole + sign * 0.8) / 2
    painter.text(name, at, y - 0.5, size, style, anchor="center", room=room)
    _draw_sign(painter, chair, at - wide / 2 - tall * 0.13, y, tall)


def _cut(painter: Painter, name: str, size: float, room: float) -> str:
    """A name without its end, where it would have to be smaller than three quarters of the others."""
    least = size * 0.75
    short = name
    while len(short) > 2 and painter.width(short, least, STRONG, fixed=True) > room:
        short = short.rstrip("…")[:-1].rstrip() + "…"
    return short


def _draw_sign(painter: Painter, chair: ChairShown, right: float, y: float, tall: float) -> None:
    match chair.mark:
        case Mark.LEADS:
            painter.blit(cards_fan(painter.assets, round(tall * 0.72), BAD), right, y, "midright")
        case Mark.OUT:
            side = round(tall * 1.06)
            x = right - tall * 0.42
            painter.blit(place_star(painter.assets, side), x, y, "center")
            number = TextStyle(NAMES, INK, fixed=True)
            painter.text(str(chair.number), x, y, tall * 0.58, number, anchor="center")
        case Mark.AWAY:
            zed = TextStyle(NAMES, TAGS[Mark.AWAY][1], fixed=True)
            painter.text("Zz", right, y, tall * 0.6, zed, anchor="midright")
