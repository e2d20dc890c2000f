"""Picture of one table of a class: rug, chairs, people, and name tags.

Chairs are numbered clockwise from twelve. Tags are drawn as near below them as possible, in one font size for
the whole class: the largest in which no usual name is shortened, with room for the widest mark (`tag_size`,
which tries sizes downwards and is cached, because every frame needs it).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import Final

import pygame

from game.ui.art.fabric import SHADOW_MARGIN, tag
from game.ui.art.icons import cards_fan
from game.ui.art.layers import BAD, DONE, GOLD, INK, WOOL
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import TABLE_TOP, ClassroomArt, place_star, spotlight
from game.ui.core.canvas import Box, Canvas, overlaps
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL

CELL: Final = (384.0, 264.0)  # units, size of a table at scale 1
LARGEST: Final = 1.9
FIVE: Final = ((0.0, 106.0), (114.0, 112.0), (141.0, 232.0), (-141.0, 232.0), (-114.0, 112.0))
"""Chairs of a table with ranks: (x from its middle, y from its cell's top). The Boss comes first."""
FOUR: Final = ((-74.0, 106.0), (74.0, 106.0), (0.0, 0.0), (141.0, 232.0), (-141.0, 232.0))
"""Chairs with ranks for four people, without the third one. Each has a corner."""
AROUND: Final = {
    2: ((-141.0, 190.0), (141.0, 190.0)),
    3: ((0.0, 106.0), (141.0, 220.0), (-141.0, 220.0)),
    4: ((-74.0, 106.0), (74.0, 106.0), (141.0, 232.0), (-141.0, 232.0)),
    5: FIVE,
    6: ((-60.0, 104.0), (60.0, 104.0), (148.0, 146.0), (141.0, 240.0), (-141.0, 240.0), (-148.0, 146.0)),
    7: (
        (0.0, 104.0), (94.0, 108.0), (150.0, 156.0), (141.0, 246.0), (-141.0, 246.0), (-150.0, 156.0),
        (-94.0, 108.0),
    ),
    8: (
        (-44.0, 104.0), (44.0, 104.0), (124.0, 118.0), (152.0, 186.0), (120.0, 250.0), (-120.0, 250.0),
        (-152.0, 186.0), (-124.0, 118.0),
    ),
}  # fmt: skip
"""Chairs of a table without ranks, by the number of people."""
PLACES_TITLE, TITLES = 214.0, {2: 240.0, 3: 196.0, 8: 232.0}
"""Distance of the table's title from the cell's top; by number of chairs where names would cover it."""
FRONT: Final = 180.0  # chairs below this y are drawn in front of the table
GAP: Final = 4.0  # units between two tags, also of neighbouring tables
ROUNDING: Final = 0.5  # units by which tags may overlap
TOUCHES: Final = 0.3  # share of its height by which a tag may overlap its table's title vertically
SINKS: Final = 0.4  # share of its height by which an outer tag moves down before an inner one does
UP, DOWN = 24.0, 16.0  # units at scale 1 by which a table may exceed its cell above and below
Spots = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ChairPosition:
    """Position of a chair on the floor, in units."""

    x: float
    floor: float
    flip: bool
    front: bool


@dataclass(frozen=True, slots=True)
class TablePlacement:
    """Position and size of a table."""

    box: Box  # clickable area
    scale: float
    wide: float  # factor for the distance of the chairs from the middle; smaller in narrow cells
    letters: float = 0.0  # units, font size of all names in the class; 0 before it was measured

    @property
    def reach(self) -> Box:
        """Area that is drawn: the first chair exceeds the cell above, and large names below."""
        box, scale = self.box, self.scale
        return Box(box.x, box.y - UP * scale, box.w, box.h + (UP + DOWN) * scale)

    @property
    def centre(self) -> float:
        return self.box.centre[0]

    def y(self, units: float) -> float:
        """Screen y of a point ``units`` below the top at scale 1."""
        return self.box.centre[1] + (units - CELL[1] / 2) * self.scale

    def x(self, units: float) -> float:
        """Screen x of a point ``units`` right of the middle at scale 1."""
        return self.centre + units * self.scale * self.wide

    def stand(self, spots: Spots, place: int) -> ChairPosition:
        dx, floor = spots[place]
        return ChairPosition(self.x(dx), self.y(floor), flip=dx > 0, front=floor > FRONT)

    def tags(
        self,
        stands: Sequence[ChairPosition],
        wides: Sequence[float],
        most: Sequence[float],
        tall: float,
        title: Box,
        *,
        on_legs: bool,
    ) -> list[Box] | None:
        """Boxes of the tags in the order of the chairs, each as near below its own as possible.

        ``wides`` and ``tall`` are the sizes of the tags. Tags of a row are side by side. If a row is too
        wide, its inner ones move: upwards if ``on_legs``, because then only a chair is below a person and
        nothing of them is hidden, else downwards. ``most`` are the widths with a mark, so that no tag jumps
        when it gets one. No tag covers the title. None if there is no room.
        """
        found: dict[int, Box] = {}
        for level in _rows(stands, tall):
            lines = [(level, 0.0)]
            if not self._has_room(level, most, self._span()) and len(level) > 2:
                near = min(abs(stands[n].x - self.centre) for n in level)
                inner = [n for n in level if abs(stands[n].x - self.centre) < near + 1]
                outer = [n for n in level if n not in inner]
                high = max(stands[n].floor for n in inner) + tall + GAP / 2
                sinks = high - min((stands[n].floor for n in outer), default=high)
                if sinks <= SINKS * tall:
                    lines = [(inner, 0.0), (outer, max(0.0, sinks))]
                elif on_legs:
                    low = max(stands[n].floor for n in inner)
                    high = min((stands[n].floor for n in outer), default=low) - tall - GAP / 2
                    lines = [(inner, high - low), (outer, 0.0)]
                else:
                    low = max((stands[n].floor for n in outer), default=0.0) + tall + GAP / 2
                    lines = [(outer, 0.0), (inner, low - min(stands[n].floor for n in inner))]
            for line, down in lines:
                for part, span in self._parts(line, stands, down, tall, title):
                    if not self._has_room(part, wides, span):
                        return None
                    for n, x in zip(part, self._beside(part, stands, wides, span), strict=True):
                        found[n] = Box(x, stands[n].floor + down, wides[n], tall)
        boxes = [found[n] for n in range(len(stands))]
        lie_apart = all(not overlaps(one, other, ROUNDING) for one, other in combinations(boxes, 2))
        return boxes if lie_apart else None

    def _span(self) -> tuple[float, float]:
        return self.box.x + GAP / 2, self.box.right - GAP / 2

    def _parts(
        self, line: Sequence[int], stands: Sequence[ChairPosition], down: float, tall: float, title: Box
    ) -> Iterator[tuple[list[int], tuple[float, float]]]:
        """Parts of a line of tags, each with its limits. The title divides a line at its height."""
        left, right = self._span()
        top = min(stands[n].floor for n in line) + down
        bottom = max(stands[n].floor for n in line) + down + tall
        if min(bottom, title.bottom) - max(top, title.y) < tall * TOUCHES:
            yield list(line), (left, right)
            return
        yield [n for n in line if stands[n].x < self.centre], (left, title.x - GAP)
        yield [n for n in line if stands[n].x >= self.centre], (title.right + GAP, right)

    def _has_room(self, line: Sequence[int], wides: Sequence[float], span: tuple[float, float]) -> bool:
        return sum(wides[n] + GAP for n in line) - GAP <= span[1] - span[0]

    def _beside(
        self,
        line: Sequence[int],
        stands: Sequence[ChairPosition],
        wides: Sequence[float],
        span: tuple[float, float],
    ) -> list[float]:
        """Left edges of tags side by side, as near to their chairs as possible.

        The average of pushing them from the left and from the right, so neither side is favoured.
        """
        left, right = span
        wants = [stands[n].x - wides[n] / 2 for n in line]
        sizes = [wides[n] for n in line]
        ends = [-(x + w) for x, w in zip(wants, sizes, strict=True)]
        from_left = _pushed(wants, sizes, left, right)
        from_right = _pushed(ends[::-1], sizes[::-1], -right, -left)[::-1]
        return [(one - other - w) / 2 for one, other, w in zip(from_left, from_right, sizes, strict=True)]


def _pushed(wants: Sequence[float], sizes: Sequence[float], left: float, right: float) -> list[float]:
    """Left edges near ``wants``, each pushed right by the one before, all within the limits."""
    found, edge = [], left
    for want, size in zip(wants, sizes, strict=True):
        found.append(max(want, edge))
        edge = found[-1] + size + GAP
    edge = right
    for place in reversed(range(len(found))):
        found[place] = min(found[place], edge - sizes[place])
        edge = found[place] - GAP
    return found


def _rows(stands: Sequence[ChairPosition], tall: float) -> Iterator[list[int]]:
    """Chairs grouped by rows whose tags (``tall`` units) would overlap vertically; each row left to right."""
    row: list[int] = []
    for n in sorted(range(len(stands)), key=lambda n: stands[n].floor):
        if row and stands[n].floor >= stands[row[0]].floor + tall:
            yield sorted(row, key=lambda n: stands[n].x)
            row = []
        row.append(n)
    if row:
        yield sorted(row, key=lambda n: stands[n].x)


def columns(tables: int) -> int:
    """Number of columns for ``tables`` tables."""
    return tables if tables <= 3 else -(-tables // 2)


def table_places(view: Canvas, count: int, top: float, bottom: float) -> tuple[TablePlacement, ...]:
    """Places of ``count`` tables between two heights, starting at the upper left."""
    across = columns(count)
    rows = -(-count // across)
    left, right = view.safe_area.x, view.safe_area.right
    w, h = (right - left) / across, (bottom - top) / rows
    scale = min(LARGEST, h / CELL[1], w / CELL[0] * 1.22)
    wide = min(1.3, w / (CELL[0] * scale))
    found = []
    for number in range(count):
        row, column = divmod(number, across)
        # A last row that is not full is centred.
        short = across - min(across, count - row * across)
        x = left + (column + short / 2) * w
        found.append(TablePlacement(Box(x, top + row * h, w, h), scale, wide))
    return tuple(found)


class NameTagMark(StrEnum):
    """Mark beside the name on a tag."""

    NONE = ""
    LEADS = "leads"
    OUT = "out"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class ChairProps:
    """Chair and the person in it."""

    place: int  # position around the table, clockwise from twelve
    rank: int | None  # chair of the game; None if people have no ranks
    name: str
    look: int
    wears: str = ""
    state: str = "idle"
    mark: NameTagMark = NameTagMark.NONE
    number: int = 0  # finishing place, from 1; 0 while playing
    is_pair: bool = False  # True at a table for two
    is_alive: bool = False  # True if the puppet is animated, as in thought


@dataclass(frozen=True, slots=True)
class ClassTableProps:
    """Table of a class with its chairs and texts."""

    number: int
    chairs: tuple[ChairProps, ...]
    title: str  # such as ``Table 1``
    line: str  # text on the felt, such as ``Hand 5``
    is_hot: bool = False  # True if the news are about it
    is_paused: bool = False
    felt: tuple[str, ...] = ()  # open cards, shown if the table is large


SEATED: Final = 0.345  # size of a game's chairs at scale 1
PUPPET: Final = 60.0  # units, height of a puppet at scale 1
ALONE: Final = 1.5  # factor for puppets at a table for two
WHOLE: Final = 12  # letters of a name that is never shortened
USUAL: Final = "Bartholomäus"  # widest name of `WHOLE` letters
LEAST: Final = 0.6  # smallest name size, as a share of the usual one
CROWDED, SMALLER = 6, 0.8  # at tables of more than six people names are smaller, to keep faces visible
FULL: Final = 8  # people from whom on names cover the wood
NARROWEST: Final = 2.1  # width of a tag at least, as a share of its height
TABLE_SIZE: Final = 0.40
NAME, FELT, TITLE = 20.0, 22.0, 24.0  # font sizes: name, text on the felt, title of a table
GROWS: Final = 1.3  # larger tags would cover the puppets
NARROW_GROWS: Final = 1.12  # the same limit with four tables in a row
TAGS: Final = {
    NameTagMark.NONE: (WOOL, INK),
    NameTagMark.LEADS: (GOLD, INK),
    NameTagMark.OUT: DONE,
    NameTagMark.AWAY: ("#D6CFDD", "#3B3350"),
}
RUG: Final = (372.0, 186.0)
FELT_WIDE: Final = 190.0  # units at scale 1, width for open cards; they may cover the wood


@dataclass(frozen=True, slots=True)
class TableDrawContext:
    """Art and place with which a table is drawn."""

    art: ClassroomArt
    place: TablePlacement

    def letters(self, painter: Painter, size: float) -> float:
        grows = GROWS if self.place.box.w >= CELL[0] * 0.9 else NARROW_GROWS
        return size * min(painter.text_scale, grows) * min(1.6, max(0.9, self.place.scale))

    def name_size(self, painter: Painter) -> float:
        """Font size of names: that of the class once it was measured."""
        return self.place.letters or self.letters(painter, NAME)


def spots_of(table: ClassTableProps) -> Spots:
    """Chair positions of a table."""
    if any(chair.rank is not None for chair in table.chairs):
        return FOUR if len(table.chairs) < len(FIVE) else FIVE
    return AROUND[len(table.chairs)]


def draw_table(painter: Painter, sight: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Draw a table without its animated puppets, in steps."""
    place = sight.place
    _draw_rug(painter, sight)
    if table.is_hot:
        _draw_light(painter, sight)
    spots = spots_of(table)
    stands = [place.stand(spots, chair.place) for chair in table.chairs]
    tags = tag_boxes(painter, sight, table)
    seated = list(zip(table.chairs, stands, strict=True))
    # Farthest first, because nearer people cover them.
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


def _draw_rug(painter: Painter, sight: TableDrawContext) -> None:
    place, rug = sight.place, sight.art.rug
    if rug is not None:
        wide = min(RUG[0] * place.scale * place.wide, place.box.w)
        image = rug(painter.assets, round(wide), round(RUG[1] * place.scale), painter.theme.name)
        painter.blit(image, place.centre, place.y(176), "center")


def _draw_top(painter: Painter, sight: TableDrawContext) -> None:
    place = sight.place
    size = round(TABLE_SIZE * place.scale * min(1.15, place.wide), 3)
    top = place.y(160) - TABLE_TOP * size
    painter.blit(sight.art.table(painter.assets, size), place.centre, top, "midtop")


def _draw_words(
    painter: Painter, sight: TableDrawContext, table: ClassTableProps, tags: Sequence[Box]
) -> None:
    place, felt = sight.place, sight.art.felt
    words, size = _title(sight, table), sight.letters(painter, TITLE)
    box = _title_box(painter, sight, words, len(table.chairs), size)
    if table.felt and felt is not None:
        top, wide = place.y(106) + _tall(painter, sight), FELT_WIDE * place.scale * place.wide
        felt(painter, Box(place.centre - wide / 2, top + 4, wide, box.y - top - 8), table.felt)
    elif words == table.title and table.line and not _draw_line(painter, sight, table.line, tags, box):
        # A name covers the felt, so its text goes below with the title, if it covers no name there.
        for letters in (size, min(size, NAME)):
            wider = _title_box(painter, sight, _titled(table), len(table.chairs), letters)
            if not any(overlaps(wider, tag, ROUNDING) for tag in tags):
                words, box, size = _titled(table), wider, letters
                break
    fill, ink = (GOLD, INK) if table.is_hot else (INK, WOOL)
    style = TextStyle(NAMES, ink, fixed=True)
    painter.blit(
        tag(painter.assets, round(box.w), round(box.h), fill), box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN
    )
    painter.text(words, *box.centre, size, style, anchor="center")


def _title(sight: TableDrawContext, table: ClassTableProps) -> str:
    """Title below the wood. Contains the text of the felt if cards or names cover that."""
    covered = (table.felt and sight.art.felt is not None) or len(table.chairs) >= FULL
    return _titled(table) if covered and table.line else table.title


def _titled(table: ClassTableProps) -> str:
    return f"{table.title} · {table.line}"


def _title_box(painter: Painter, sight: TableDrawContext, words: str, chairs: int, size: float) -> Box:
    wide = round(painter.width(words, size, NAMES, fixed=True) + size * 1.35)
    tall = round(size * 1.5)
    y = sight.place.y(TITLES.get(chairs, PLACES_TITLE))
    return Box(sight.place.centre - wide / 2, y - tall / 2, wide, tall)


def _draw_line(painter: Painter, sight: TableDrawContext, line: str, tags: Sequence[Box], title: Box) -> bool:
    """Draw the text on the felt between names and title. Returns False if there is no room."""
    place, size = sight.place, sight.letters(painter, FELT)
    room, usual = 200 * place.scale * place.wide, place.y(165)
    half = min(room, painter.width(line, size, NAMES, fixed=True)) / 2
    near = [box for box in tags if box.x < place.centre + half and box.right > place.centre - half]
    top = max([usual - size * 0.6, *(box.bottom for box in near if box.y < min(usual + size * 0.6, title.y))])
    size = min(size, (title.y - top) * 0.9)
    if size < SMALL:
        return False
    style, y = TextStyle(NAMES, WOOL, fixed=True), max(usual, top + size * 0.55)
    painter.text(line, place.centre, y, size, style, anchor="center", room=room)
    return True


def draw_living(painter: Painter, sight: TableDrawContext, table: ClassTableProps, now: float) -> None:
    """Draw the animated puppets at ``now`` (ms)."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            _draw_one(painter, sight, chair, sight.place.stand(spots, chair.place), frame_of(chair, now))
    if any(chair.is_alive for chair in table.chairs):
        # At a full table a puppet below a name would cover it.
        for chair, box in zip(table.chairs, tag_boxes(painter, sight, table), strict=True):
            draw_tag(painter, sight, chair, box)


def living(
    sight: TableDrawContext, table: ClassTableProps, now: float
) -> Iterator[tuple[tuple[int, int], int, Box]]:
    """Animated puppets: key, frame and bounding box."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            stand, scale = sight.place.stand(spots, chair.place), sight.place.scale
            box = Box(stand.x - 60 * scale, stand.floor - 110 * scale, 120 * scale, 112 * scale)
            yield (table.number, chair.place), frame_of(chair, now), box


def frame_of(chair: ChairProps, now: float) -> int:
    """Animation frame of a puppet at ``now`` (ms)."""
    return STATES[chair.state].at(now + 700 * chair.place)


def _draw_seated(painter: Painter, sight: TableDrawContext, chair: ChairProps, stand: ChairPosition) -> None:
    if not chair.is_alive:
        _draw_one(painter, sight, chair, stand, STILL.get(chair.state, 0))


STILL: Final = {"happy": 2, "sad": 2}  # frame that shows a state best without animation


def _draw_one(
    painter: Painter, sight: TableDrawContext, chair: ChairProps, stand: ChairPosition, frame: int
) -> None:
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
    """Scale of a chair; the first one is a little larger."""
    return round(SEATED * scale * (1.04 if rank == 0 else 1.0), 3)


def _draw_chair(
    painter: Painter, sight: TableDrawContext, chair: ChairProps, stand: ChairPosition, layer: str
) -> None:
    """Draw the ``back`` or ``front`` layer of a chair. Nothing if the game has no chairs."""
    part = sight.art.chair
    if part is not None and chair.rank is not None:
        w, h, _seat = sight.art.chairs[chair.rank]
        size = _chair_size(chair.rank, sight.place.scale)
        image = part(painter.assets, chair.rank, size, layer)
        painter.blit(image, stand.x - w * size / 2, stand.floor - h * size)


def _figure(
    painter: Painter, sight: TableDrawContext, chair: ChairProps, stand: ChairPosition, pose: tuple[str, int]
) -> pygame.Surface:
    scale = sight.place.scale
    look = (0.7, -0.2) if stand.front else (0.6, 0.4)
    ground = chair.rank is None or sight.art.chair is None
    dress = PuppetOutfit(wears=chair.wears, rim=round(2.2 * scale, 1), ground=ground, flip=stand.flip)
    return puppet(painter.assets, chair.look, *pose, round(_high(chair) * scale), dress, look=look)


def _high(chair: ChairProps) -> float:
    return PUPPET * (ALONE if chair.is_pair else 1.0)


# states of people during a hand
POSES: Final = (
    *(("thinking", frame) for frame in range(len(STATES["thinking"].frames))),
    ("idle", 0),
    ("happy", 2),
)


def furniture(painter: Painter, sight: TableDrawContext) -> Iterator[None]:
    """Preload the pictures of an empty table in steps. Nothing is drawn."""
    for draw in (_draw_rug, _draw_top, _draw_light):
        draw(painter, sight)
        yield


def prewarm_table(painter: Painter, sight: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Preload the pictures of a table in steps. Nothing is drawn."""
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


def prewarm_people(painter: Painter, sight: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Preload the possible pictures of the people at a table in steps."""
    spots = spots_of(table)
    for chair in table.chairs:
        stand = sight.place.stand(spots, chair.place)
        for pose in POSES:
            _figure(painter, sight, chair, stand, pose)
            yield
    for mark in (NameTagMark.LEADS, NameTagMark.OUT):
        marked = replace(table, chairs=tuple(replace(chair, mark=mark, number=1) for chair in table.chairs))
        for chair, box in zip(marked.chairs, tag_boxes(painter, sight, marked), strict=True):
            draw_tag(painter, sight, chair, box)
            yield


def _draw_light(painter: Painter, sight: TableDrawContext) -> None:
    """Draw the light on a table that is in the news."""
    place = sight.place
    wide = place.scale * place.wide
    image = spotlight(painter.assets, round(min(430 * wide, place.box.w)), round(250 * place.scale))
    painter.blit(image, place.centre, place.y(156), "center")


def _tall(painter: Painter, sight: TableDrawContext) -> float:
    return round(sight.name_size(painter) * 1.5)


def tag_size(painter: Painter, sights: Sequence[tuple[TableDrawContext, ClassTableProps]]) -> float:
    """Largest font size in which no name of up to `WHOLE` letters is shortened at any table.

    All names have this size, and it stays the same when a name gets a mark.
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


def _all_marked(table: ClassTableProps) -> ClassTableProps:
    """Copy of a table on which every tag has its largest width."""
    return replace(table, chairs=tuple(replace(chair, mark=NameTagMark.OUT) for chair in table.chairs))


def tag_boxes(painter: Painter, sight: TableDrawContext, table: ClassTableProps) -> list[Box]:
    """Boxes of the tags, in the order of the chairs."""
    size = sight.name_size(painter)
    share, found = 1.0, _lain(painter, sight, table, size)
    while found is None and share > LEAST:  # for names longer than `WHOLE`
        share -= 0.05
        found = _lain(painter, sight, table, size, share)
    if found is not None:
        return found
    spots, tall = spots_of(table), _tall(painter, sight)
    stands = [sight.place.stand(spots, chair.place) for chair in table.chairs]
    wide = tall * NARROWEST
    return [Box(stand.x - wide / 2, stand.floor, wide, tall) for stand in stands]


def _lain(
    painter: Painter, sight: TableDrawContext, table: ClassTableProps, size: float, share: float = 1.0
) -> list[Box] | None:
    """Tags of a table in a font size, their widths multiplied by ``share``. None if there is no room."""
    spots, tall = spots_of(table), round(size * 1.5)
    stands = [sight.place.stand(spots, chair.place) for chair in table.chairs]

    def wides(seen: ClassTableProps) -> list[float]:
        return [round(max(tall * NARROWEST, _wide(painter, chair, size) * share)) for chair in seen.chairs]

    letters = sight.letters(painter, TITLE)
    title = _title_box(painter, sight, _title(sight, table), len(table.chairs), letters)
    on_legs = sight.art.chair is not None and all(chair.rank is not None for chair in table.chairs)
    most = wides(_all_marked(table))
    return sight.place.tags(stands, wides(table), most, tall, title, on_legs=on_legs)


def _wide(painter: Painter, chair: ChairProps, size: float) -> float:
    """Width of a tag. A very long name is cut at the width of `USUAL`."""
    name = painter.width(chair.name, size, STRONG, fixed=True)
    if len(chair.name) > WHOLE:
        name = min(name, painter.width(USUAL, size, STRONG, fixed=True))
    tall = round(size * 1.5)
    return name + tall * 0.8 + _sign_room(chair, tall)


def _sign_room(chair: ChairProps, tall: float) -> float:
    return 0.0 if chair.mark is NameTagMark.NONE else tall * 0.98


def draw_tag(painter: Painter, sight: TableDrawContext, chair: ChairProps, box: Box) -> None:
    """Draw the tag with a name and its mark."""
    fill, ink = TAGS[chair.mark]
    size, tall = sight.name_size(painter), box.h
    sign = _sign_room(chair, tall)
    room = box.w - tall * 0.66 - sign
    name = painter.with_text_scale(1).shortened(chair.name, size, room, STRONG, least=size)
    wide = min(painter.width(name, size, STRONG, fixed=True), room)
    y = box.centre[1]
    painter.blit(
        tag(painter.assets, round(box.w), round(tall), fill),
        box.x - SHADOW_MARGIN,
        y - tall / 2 - SHADOW_MARGIN,
    )
    style = TextStyle(STRONG, ink, fixed=True)
    at = box.x + (box.w + sign * 0.8) / 2
    painter.text(name, at, y - 0.5, size, style, anchor="center", room=room)
    _draw_sign(painter, chair, at - wide / 2 - tall * 0.13, y, tall)


def _draw_sign(painter: Painter, chair: ChairProps, right: float, y: float, tall: float) -> None:
    match chair.mark:
        case NameTagMark.LEADS:
            painter.blit(cards_fan(painter.assets, round(tall * 0.72), BAD), right, y, "midright")
        case NameTagMark.OUT:
            side = round(tall * 1.06)
            x = right - tall * 0.42
            painter.blit(place_star(painter.assets, side), x, y, "center")
            number = TextStyle(NAMES, INK, fixed=True)
            painter.text(str(chair.number), x, y, tall * 0.58, number, anchor="center")
        case NameTagMark.AWAY:
            zed = TextStyle(NAMES, TAGS[NameTagMark.AWAY][1], fixed=True)
            painter.text("Zz", right, y, tall * 0.6, zed, anchor="midright")
