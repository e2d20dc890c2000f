"""The tables of a hall, drawn: chairs clockwise from twelve, a tag for each name, what lies on the felt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.scenes.hall.places import AROUND, CELL, FIVE, FOUR, TITLES, Spots, Stand, TablePlace
from game.scenes.hall.places import TITLE as TITLE_AT
from game.scenes.hall.shown import ChairShown, Mark, TableShown
from game.ui.art.fabric import ROOM, tag
from game.ui.art.icons import cards_fan
from game.ui.art.layers import BAD, DONE, GOLD, INK, WOOL
from game.ui.art.puppets import STATES, Dress, puppet, puppet_foot
from game.ui.art.rooms import TABLE_TOP, HallArt, place_star, spotlight
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle

SEATED: Final = 0.345
"""How large the chairs of a game are drawn at scale 1."""
PUPPET: Final = 60.0
"""How high a puppet is at scale 1."""
ALONE: Final = 1.5
"""So much larger those are who have a table for two: there is room for them."""
WHOLE: Final = 10
"""Names of up to so many letters are never cut."""
USUAL: Final = "Maximilian"
"""A name of so many letters, as wide as they come."""
LEAST: Final = 0.6
"""So small names get at most, as a share of their usual size."""
CROWDED, SMALLER = 6, 0.8
"""Around a table of more people names are smaller by this, as they would lie over faces."""
FULL: Final = 8
"""Around a table of so many, names lie on the wood."""
NARROWEST: Final = 2.1
"""How wide a tag is at least, as a share of its height."""
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

    def name_size(self, painter: Painter) -> float:
        """The size of type of names: that of the whole hall, once it was measured."""
        return self.place.letters or self.letters(painter, NAME)


def spots_of(table: TableShown) -> Spots:
    """Where the chairs of a table stand."""
    if any(chair.rank is not None for chair in table.chairs):
        return FOUR if len(table.chairs) < len(FIVE) else FIVE
    return AROUND[len(table.chairs)]


def draw_table(painter: Painter, sight: Sight, table: TableShown) -> Iterator[None]:
    """All of a table but those who move a little, piece by piece."""
    place = sight.place
    _draw_rug(painter, sight)
    if table.is_hot:
        _draw_light(painter, sight)
    spots = spots_of(table)
    stands = [place.stand(spots, chair.place) for chair in table.chairs]
    tags = tag_boxes(painter, sight, table)
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
    for chair, box in zip(table.chairs, tags, strict=True):
        draw_tag(painter, sight, chair, box)
    _draw_words(painter, sight, table, tags)
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


def _draw_words(painter: Painter, sight: Sight, table: TableShown, tags: Sequence[Box]) -> None:
    place, felt, box = sight.place, sight.art.felt, _title_box(painter, sight, table)
    x, y = box.centre
    if table.felt and felt is not None:
        top, wide = place.y(106) + _tall(painter, sight), FELT_WIDE * place.scale * place.wide
        felt(painter, Box(x - wide / 2, top + 4, wide, box.y - top - 8), table.felt)
    elif len(table.chairs) < FULL:
        _draw_line(painter, sight, table.line, tags, box)
    fill, ink = (GOLD, INK) if table.is_hot else (INK, WOOL)
    style = TextStyle(NAMES, ink, fixed=True)
    painter.blit(tag(painter.assets, round(box.w), round(box.h), fill), box.x - ROOM, box.y - ROOM)
    size = sight.letters(painter, TITLE)
    painter.text(_title(sight, table), x, y, size, style, anchor="center")


def _title(sight: Sight, table: TableShown) -> str:
    """What stands below the wood: with cards or names on it, what stands there else as well."""
    covered = (table.felt and sight.art.felt is not None) or len(table.chairs) >= FULL
    return f"{table.title} · {table.line}" if covered and table.line else table.title


def _title_box(painter: Painter, sight: Sight, table: TableShown) -> Box:
    size = sight.letters(painter, TITLE)
    wide = round(painter.width(_title(sight, table), size, NAMES, fixed=True) + size * 1.35)
    tall = round(size * 1.5)
    y = sight.place.y(TITLES.get(len(table.chairs), TITLE_AT))
    return Box(sight.place.centre - wide / 2, y - tall / 2, wide, tall)


def _draw_line(painter: Painter, sight: Sight, line: str, tags: Sequence[Box], title: Box) -> None:
    """What stands on the wood, which makes room for names that lie there."""
    place, size = sight.place, sight.letters(painter, FELT)
    x, room, usual = place.centre, 200 * place.scale * place.wide, place.y(165)
    half = min(room, painter.width(line, size, NAMES, fixed=True)) / 2
    near = [box for box in tags if box.x < x + half and box.right > x - half]
    above = [box.bottom for box in near if box.y < usual + size * 0.6 and box.bottom < title.y]
    top = max([usual - size * 0.6, *above])
    size = min(size, (title.y - top) * 0.9)
    y = max(usual, top + size * 0.55)
    painter.text(line, x, y, size, TextStyle(NAMES, WOOL, fixed=True), anchor="center", room=room)


# Whoever sits there.


def draw_living(painter: Painter, sight: Sight, table: TableShown, now: float) -> None:
    """Those who move a little, as they are at a time in ms."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            _draw_one(painter, sight, chair, sight.place.stand(spots, chair.place), frame_of(chair, now))
    if any(chair.is_alive for chair in table.chairs):
        # Around a full table whoever stands below a name would hide it.
        for chair, box in zip(table.chairs, tag_boxes(painter, sight, table), strict=True):
            draw_tag(painter, sight, chair, box)


def living(sight: Sight, table: TableShown, now: float) -> Iterator[tuple[tuple[int, int], int, Box]]:
    """Those who move a little: name, frame, and the box around them."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            stand, scale = sight.place.stand(spots, chair.place), sight.place.scale
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
    spots, tags = spots_of(table), tag_boxes(painter, sight, table)
    for chair, box in zip(table.chairs, tags, strict=True):
        stand = sight.place.stand(spots, chair.place)
        for layer in ("back", "front"):
            _draw_chair(painter, sight, chair, stand, layer)
            yield
        frames = range(len(STATES[chair.state].frames)) if chair.is_alive else [STILL.get(chair.state, 0)]
        for frame in frames:
            _draw_one(painter, sight, chair, stand, frame)
            yield
        draw_tag(painter, sight, chair, box)
        yield
    _draw_words(painter, sight, table, tags)
    yield


def ahead(painter: Painter, sight: Sight, table: TableShown) -> Iterator[None]:
    """Make the pictures of those who sit there before they are needed, one by one."""
    spots = spots_of(table)
    for chair in table.chairs:
        stand = sight.place.stand(spots, chair.place)
        for pose in POSES:
            _figure(painter, sight, chair, stand, pose)
            yield
    for mark in (Mark.LEADS, Mark.OUT):
        marked = replace(table, chairs=tuple(replace(chair, mark=mark, number=1) for chair in table.chairs))
        for chair, box in zip(marked.chairs, tag_boxes(painter, sight, marked), strict=True):
            draw_tag(painter, sight, chair, box)
            yield


def _draw_light(painter: Painter, sight: Sight) -> None:
    """The light on a table of which there are news."""
    place = sight.place
    wide = place.scale * place.wide
    image = spotlight(painter.assets, round(min(430 * wide, place.box.w)), round(250 * place.scale))
    painter.blit(image, place.centre, place.y(156), "center")


def _tall(painter: Painter, sight: Sight) -> float:
    return round(sight.name_size(painter) * 1.5)


def tag_size(painter: Painter, sights: Sequence[tuple[Sight, TableShown]]) -> float:
    """The largest size of type in which no name of up to `WHOLE` letters has to be cut, at any of the tables.

    All names have it, and it stays the same when a mark comes to a name.
    """
    if not sights:
        return 0.0
    most = sights[0][0].letters(painter, NAME)
    if any(len(table.chairs) > CROWDED for _sight, table in sights):
        most *= SMALLER
    size = most
    while size > most * LEAST:
        if all(_lain(painter, sight, _all_marked(table), size) is not None for sight, table in sights):
            break
        size -= 0.5
    return size


def _all_marked(table: TableShown) -> TableShown:
    """A table at which every tag is as wide as it can become."""
    return replace(table, chairs=tuple(replace(chair, mark=Mark.OUT) for chair in table.chairs))


def tag_boxes(painter: Painter, sight: Sight, table: TableShown) -> list[Box]:
    """Where the tags lie, in the order of the chairs."""
    size = sight.name_size(painter)
    share, found = 1.0, _lain(painter, sight, table, size)
    while found is None and share > LEAST:  # names that are longer than any that is kept whole
        share -= 0.05
        found = _lain(painter, sight, table, size, share)
    if found is not None:
        return found
    spots, tall = spots_of(table), _tall(painter, sight)
    stands = [sight.place.stand(spots, chair.place) for chair in table.chairs]
    wide = tall * NARROWEST
    return [Box(stand.x - wide / 2, stand.floor, wide, tall) for stand in stands]


def _lain(
    painter: Painter, sight: Sight, table: TableShown, size: float, share: float = 1.0
) -> list[Box] | None:
    """The tags of a table in a size of type, as wide as their names or so much narrower."""
    spots, tall = spots_of(table), round(size * 1.5)
    stands = [sight.place.stand(spots, chair.place) for chair in table.chairs]

    def wides(seen: TableShown) -> list[float]:
        return [round(max(tall * NARROWEST, _wide(painter, chair, size) * share)) for chair in seen.chairs]

    title = _title_box(painter, sight, table)
    return sight.place.tags(stands, wides(table), wides(_all_marked(table)), tall, title)


def _wide(painter: Painter, chair: ChairShown, size: float) -> float:
    """How wide the tag of somebody is; a very long name is cut where the longest of the others may end."""
    name = painter.width(chair.name, size, STRONG, fixed=True)
    if len(chair.name) > WHOLE:
        name = min(name, painter.width(USUAL, size, STRONG, fixed=True))
    tall = round(size * 1.5)
    return name + tall * 0.8 + _sign_room(chair, tall)


def _sign_room(chair: ChairShown, tall: float) -> float:
    return 0.0 if chair.mark is Mark.NONE else tall * 0.98


def draw_tag(painter: Painter, sight: Sight, chair: ChairShown, box: Box) -> None:
    """The name of somebody, and what is to be said of them."""
    fill, ink = TAGS[chair.mark]
    size, tall = sight.name_size(painter), box.h
    sign = _sign_room(chair, tall)
    room = box.w - tall * 0.66 - sign
    name = shortened(painter, chair.name, size, room)
    wide = min(painter.width(name, size, STRONG, fixed=True), room)
    y = box.centre[1]
    painter.blit(tag(painter.assets, round(box.w), round(tall), fill), box.x - ROOM, y - tall / 2 - ROOM)
    style = TextStyle(STRONG, ink, fixed=True)
    at = box.x + (box.w + sign * 0.8) / 2
    painter.text(name, at, y - 0.5, size, style, anchor="center", room=room)
    _draw_sign(painter, chair, at - wide / 2 - tall * 0.13, y, tall)


def shortened(painter: Painter, name: str, size: float, room: float) -> str:
    """A name without its end, where it is too long."""
    short = name
    while len(short) > 2 and painter.width(short, size, STRONG, fixed=True) > room:
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
