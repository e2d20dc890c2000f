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
from game.ui.art.layers import BAD_COLOUR, GOLD, INK, WOOL
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.rooms import TABLE_TOP
from game.ui.core.canvas import Box, Canvas, overlaps
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.theme import SMALL
from sockdrawer_classroom.art import DONE_TAG, ClassroomArt, place_star, spotlight

CELL_SIZE: Final = (384.0, 264.0)  # units, size of a table at scale 1
MAX_SCALE: Final = 1.9
FIVE_CHAIRS: Final = ((0.0, 106.0), (114.0, 112.0), (141.0, 232.0), (-141.0, 232.0), (-114.0, 112.0))
"""Chairs of a table with ranks: (x from its middle, y from its cell's top). The Boss comes first."""
FOUR_CHAIRS: Final = ((-74.0, 106.0), (74.0, 106.0), (0.0, 0.0), (141.0, 232.0), (-141.0, 232.0))
"""Chairs with ranks for four people, without the third one. Each has a corner."""
CHAIRS_BY_COUNT: Final = {
    2: ((-141.0, 190.0), (141.0, 190.0)),
    3: ((0.0, 106.0), (141.0, 220.0), (-141.0, 220.0)),
    4: ((-74.0, 106.0), (74.0, 106.0), (141.0, 232.0), (-141.0, 232.0)),
    5: FIVE_CHAIRS,
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
RANKED_TITLE_Y, TITLE_YS = 214.0, {2: 240.0, 3: 196.0, 8: 232.0}
"""Distance of the table's title from the cell's top; by number of chairs where names would cover it."""
FRONT_Y: Final = 180.0  # chairs below this y are drawn in front of the table
TAG_GAP: Final = 4.0  # units between two tags, also of neighbouring tables
OVERLAP_TOLERANCE: Final = 0.5  # units by which tags may overlap
TITLE_OVERLAP_SHARE: Final = (
    0.3  # share of its height by which a tag may overlap its table's title vertically
)
OUTER_SINK_SHARE: Final = 0.4  # share of its height by which an outer tag moves down before an inner one does
OVERHANG_ABOVE, OVERHANG_BELOW = (
    24.0,
    16.0,
)  # units at scale 1 by which a table may exceed its cell above and below
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
    width_factor: float  # factor for the distance of the chairs from the middle; smaller in narrow cells
    letters: float = 0.0  # units, font size of all names in the class; 0 before it was measured

    @property
    def reach(self) -> Box:
        """Area that is drawn: the first chair exceeds the cell above, and large names below."""
        box, scale = self.box, self.scale
        return Box(
            box.x, box.y - OVERHANG_ABOVE * scale, box.w, box.h + (OVERHANG_ABOVE + OVERHANG_BELOW) * scale
        )

    @property
    def centre(self) -> float:
        """Position of the table's middle from the left, in units."""
        return self.box.centre[0]

    def y(self, units: float) -> float:
        """Screen y of a point ``units`` below the top at scale 1."""
        return self.box.centre[1] + (units - CELL_SIZE[1] / 2) * self.scale

    def x(self, units: float) -> float:
        """Screen x of a point ``units`` right of the middle at scale 1."""
        return self.centre + units * self.scale * self.width_factor

    def stand(self, spots: Spots, index: int) -> ChairPosition:
        """Position on the canvas of the chair with this index in ``spots``."""
        dx, floor = spots[index]
        return ChairPosition(self.x(dx), self.y(floor), flip=dx > 0, front=floor > FRONT_Y)

    def tags(
        self,
        positions: Sequence[ChairPosition],
        widths: Sequence[float],
        marked_widths: Sequence[float],
        height: float,
        title: Box,
        *,
        on_legs: bool,
    ) -> list[Box] | None:
        """Boxes of the tags in the order of the chairs, each near below its own; None if there is no room.

        ``widths`` and ``height`` are the sizes of the tags. Tags of a row are side by side. If a row is too
        wide, its inner ones move: upwards if ``on_legs``, because then only a chair is below a person and
        nothing of them is hidden, else downwards. ``marked_widths`` are those with a mark, so that no tag
        jumps when it gets one. No tag covers the title.
        """
        boxes_by_chair: dict[int, Box] = {}
        for level in _group_rows(positions, height):
            lines = [(level, 0.0)]
            if not self._has_room(level, marked_widths, self._span()) and len(level) > 2:
                min_distance = min(abs(positions[n].x - self.centre) for n in level)
                inner = [n for n in level if abs(positions[n].x - self.centre) < min_distance + 1]
                outer = [n for n in level if n not in inner]
                upper_y = max(positions[n].floor for n in inner) + height + TAG_GAP / 2
                drop = upper_y - min((positions[n].floor for n in outer), default=upper_y)
                if drop <= OUTER_SINK_SHARE * height:
                    lines = [(inner, 0.0), (outer, max(0.0, drop))]
                elif on_legs:
                    lower_y = max(positions[n].floor for n in inner)
                    upper_y = min((positions[n].floor for n in outer), default=lower_y) - height - TAG_GAP / 2
                    lines = [(inner, upper_y - lower_y), (outer, 0.0)]
                else:
                    lower_y = max((positions[n].floor for n in outer), default=0.0) + height + TAG_GAP / 2
                    lines = [(outer, 0.0), (inner, lower_y - min(positions[n].floor for n in inner))]
            for line, offset in lines:
                for part, span in self._line_parts(line, positions, offset, height, title):
                    if not self._has_room(part, widths, span):
                        return None
                    for n, x in zip(part, self._left_edges(part, positions, widths, span), strict=True):
                        boxes_by_chair[n] = Box(x, positions[n].floor + offset, widths[n], height)
        boxes = [boxes_by_chair[n] for n in range(len(positions))]
        lie_apart = all(
            not overlaps(first, second, OVERLAP_TOLERANCE) for first, second in combinations(boxes, 2)
        )
        return boxes if lie_apart else None

    def _span(self) -> tuple[float, float]:
        """Left and right limits of the tags, in units."""
        return self.box.x + TAG_GAP / 2, self.box.right - TAG_GAP / 2

    def _line_parts(
        self,
        line: Sequence[int],
        positions: Sequence[ChairPosition],
        offset: float,
        height: float,
        title: Box,
    ) -> Iterator[tuple[list[int], tuple[float, float]]]:
        """Yield the parts of a line of tags (indices of chairs), each with its left and right limits.

        The title divides a line at its height.
        """
        left, right = self._span()
        top = min(positions[n].floor for n in line) + offset
        bottom = max(positions[n].floor for n in line) + offset + height
        if min(bottom, title.bottom) - max(top, title.y) < height * TITLE_OVERLAP_SHARE:
            yield list(line), (left, right)
            return
        yield [n for n in line if positions[n].x < self.centre], (left, title.x - TAG_GAP)
        yield [n for n in line if positions[n].x >= self.centre], (title.right + TAG_GAP, right)

    def _has_room(self, line: Sequence[int], widths: Sequence[float], span: tuple[float, float]) -> bool:
        """True if the tags of a line fit side by side between the limits ``span``."""
        return sum(widths[n] + TAG_GAP for n in line) - TAG_GAP <= span[1] - span[0]

    def _left_edges(
        self,
        line: Sequence[int],
        positions: Sequence[ChairPosition],
        widths: Sequence[float],
        span: tuple[float, float],
    ) -> list[float]:
        """Left edges of tags side by side, as near to their chairs as possible.

        The average of pushing them from the left and from the right, so neither side is favoured.
        """
        left, right = span
        targets = [positions[n].x - widths[n] / 2 for n in line]
        sizes = [widths[n] for n in line]
        ends = [-(x + w) for x, w in zip(targets, sizes, strict=True)]
        from_left = _push_apart(targets, sizes, left, right)
        from_right = _push_apart(ends[::-1], sizes[::-1], -right, -left)[::-1]
        return [
            (left_edge - right_edge - w) / 2
            for left_edge, right_edge, w in zip(from_left, from_right, sizes, strict=True)
        ]


def _push_apart(targets: Sequence[float], sizes: Sequence[float], left: float, right: float) -> list[float]:
    """Left edges near ``targets``, each pushed right by the one before, all within the limits."""
    edges, edge = [], left
    for target, size in zip(targets, sizes, strict=True):
        edges.append(max(target, edge))
        edge = edges[-1] + size + TAG_GAP
    edge = right
    for index in reversed(range(len(edges))):
        edges[index] = min(edges[index], edge - sizes[index])
        edge = edges[index] - TAG_GAP
    return edges


def _group_rows(positions: Sequence[ChairPosition], height: float) -> Iterator[list[int]]:
    """Yield rows of indices of chairs whose tags would overlap vertically, each left to right.

    ``height`` is the height of a tag in units.
    """
    row: list[int] = []
    for n in sorted(range(len(positions)), key=lambda n: positions[n].floor):
        if row and positions[n].floor >= positions[row[0]].floor + height:
            yield sorted(row, key=lambda n: positions[n].x)
            row = []
        row.append(n)
    if row:
        yield sorted(row, key=lambda n: positions[n].x)


def columns(tables: int) -> int:
    """Number of columns for ``tables`` tables: up to three are in one row, more in two."""
    return tables if tables <= 3 else -(-tables // 2)


def table_places(view: Canvas, count: int, top: float, bottom: float) -> tuple[TablePlacement, ...]:
    """Places of ``count`` tables between two heights, starting at the upper left."""
    column_count = columns(count)
    rows = -(-count // column_count)
    left, right = view.safe_area.x, view.safe_area.right
    w, h = (right - left) / column_count, (bottom - top) / rows
    scale = min(MAX_SCALE, h / CELL_SIZE[1], w / CELL_SIZE[0] * 1.22)
    stretch = min(1.3, w / (CELL_SIZE[0] * scale))
    placements = []
    for number in range(count):
        row, column = divmod(number, column_count)
        # A last row that is not full is centred.
        free_columns = column_count - min(column_count, count - row * column_count)
        x = left + (column + free_columns / 2) * w
        placements.append(TablePlacement(Box(x, top + row * h, w, h), scale, stretch))
    return tuple(placements)


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
    is_hot: bool = False  # True if the news is about it
    is_paused: bool = False
    felt: tuple[str, ...] = ()  # open cards, shown if the table is large


CHAIR_SCALE: Final = 0.345  # size of a game's chairs at scale 1
PUPPET_HEIGHT: Final = 60.0  # units, height of a puppet at scale 1
PAIR_PUPPET_FACTOR: Final = 1.5  # factor for puppets at a table for two
MIN_WHOLE_NAME: Final = 12  # letters of a name that is never shortened
WIDEST_NAME: Final = "Bartholomäus"  # widest name of `MIN_WHOLE_NAME` letters
MIN_NAME_SCALE: Final = 0.6  # smallest name size, as a share of the usual one
CROWDED_PEOPLE, CROWDED_NAME_SCALE = (
    6,
    0.8,
)  # at tables of more than six people names are smaller, to keep faces visible
FULL_TABLE_PEOPLE: Final = 8  # people from whom on names cover the wood
MIN_TAG_ASPECT: Final = 2.1  # width of a tag at least, as a share of its height
TABLE_SIZE: Final = 0.40
NAME_SIZE, FELT_TEXT_SIZE, TITLE_SIZE = (
    20.0,
    22.0,
    24.0,
)  # font sizes: name, text on the felt, title of a table
MAX_TAG_GROWTH: Final = 1.3  # larger tags would cover the puppets
MAX_NARROW_TAG_GROWTH: Final = 1.12  # the same limit with four tables in a row
TAG_COLOURS: Final = {
    NameTagMark.NONE: (WOOL, INK),
    NameTagMark.LEADS: (GOLD, INK),
    NameTagMark.OUT: DONE_TAG,
    NameTagMark.AWAY: ("#D6CFDD", "#3B3350"),
}
RUG_SIZE: Final = (372.0, 186.0)
FELT_WIDTH: Final = 190.0  # units at scale 1, width for open cards; they may cover the wood


@dataclass(frozen=True, slots=True)
class TableDrawContext:
    """Art and place with which a table is drawn."""

    art: ClassroomArt
    place: TablePlacement

    def letters(self, painter: Painter, size: float) -> float:
        """Font size in units for ``size``, adapted to the text scale and the table's size."""
        grows = MAX_TAG_GROWTH if self.place.box.w >= CELL_SIZE[0] * 0.9 else MAX_NARROW_TAG_GROWTH
        return size * min(painter.text_scale, grows) * min(1.6, max(0.9, self.place.scale))

    def name_size(self, painter: Painter) -> float:
        """Font size of names in units: the class's once it was measured."""
        return self.place.letters or self.letters(painter, NAME_SIZE)


def spots_of(table: ClassTableProps) -> Spots:
    """Pairs (x from the middle, y from the cell's top) of a table's chairs by place, in units at scale 1."""
    if any(chair.rank is not None for chair in table.chairs):
        return FOUR_CHAIRS if len(table.chairs) < len(FIVE_CHAIRS) else FIVE_CHAIRS
    return CHAIRS_BY_COUNT[len(table.chairs)]


def draw_table(painter: Painter, context: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Draw a table without its animated puppets, in steps."""
    placement = context.place
    _draw_rug(painter, context)
    if table.is_hot:
        _draw_spotlight(painter, context)
    spots = spots_of(table)
    positions = [placement.stand(spots, chair.place) for chair in table.chairs]
    tags = tag_boxes(painter, context, table)
    seats = list(zip(table.chairs, positions, strict=True))
    # Farthest first, because nearer people cover them.
    seats.sort(key=lambda pair: pair[1].floor)
    for chair, position in seats:
        if not position.front:
            _draw_seated(painter, context, chair, position)
    yield
    _draw_top(painter, context)
    for chair, position in seats:
        if position.front:
            _draw_seated(painter, context, chair, position)
    for chair, box in zip(table.chairs, tags, strict=True):
        draw_tag(painter, context, chair, box)
    _draw_title(painter, context, table, tags)
    yield


def _draw_rug(painter: Painter, context: TableDrawContext) -> None:
    """Draw the rug, if the game has one."""
    placement, rug = context.place, context.art.rug
    if rug is not None:
        width = min(RUG_SIZE[0] * placement.scale * placement.width_factor, placement.box.w)
        image = rug(painter.assets, round(width), round(RUG_SIZE[1] * placement.scale), painter.theme.name)
        painter.blit(image, placement.centre, placement.y(176), "center")


def _draw_top(painter: Painter, context: TableDrawContext) -> None:
    """Draw the wooden table."""
    placement = context.place
    size = round(TABLE_SIZE * placement.scale * min(1.15, placement.width_factor), 3)
    top = placement.y(160) - TABLE_TOP * size
    painter.blit(context.art.table(painter.assets, size), placement.centre, top, "midtop")


def _draw_title(
    painter: Painter, context: TableDrawContext, table: ClassTableProps, tags: Sequence[Box]
) -> None:
    """Draw the title below the wood, and open cards or a text on the felt."""
    placement, felt = context.place, context.art.felt
    text, size = _title(context, table), context.letters(painter, TITLE_SIZE)
    box = _title_box(painter, context, text, len(table.chairs), size)
    if table.felt and felt is not None:
        top, width = (
            placement.y(106) + _tag_height(painter, context),
            FELT_WIDTH * placement.scale * placement.width_factor,
        )
        felt(painter, Box(placement.centre - width / 2, top + 4, width, box.y - top - 8), table.felt)
    elif text == table.title and table.line and not _draw_line(painter, context, table.line, tags, box):
        # A name covers the felt, so its text goes below with the title, if it covers no name there.
        for letters in (size, min(size, NAME_SIZE)):
            wider_box = _title_box(painter, context, _title_with_line(table), len(table.chairs), letters)
            if not any(overlaps(wider_box, tag, OVERLAP_TOLERANCE) for tag in tags):
                text, box, size = _title_with_line(table), wider_box, letters
                break
    fill, ink = (GOLD, INK) if table.is_hot else (INK, WOOL)
    style = TextStyle(NAMES, ink, is_fixed_size=True)
    painter.blit(
        tag(painter.assets, round(box.w), round(box.h), fill), box.x - SHADOW_MARGIN, box.y - SHADOW_MARGIN
    )
    painter.text(text, *box.centre, size, style, anchor="center")


def _title(context: TableDrawContext, table: ClassTableProps) -> str:
    """Title below the wood. Contains the text of the felt if cards or names cover that."""
    covered = (table.felt and context.art.felt is not None) or len(table.chairs) >= FULL_TABLE_PEOPLE
    return _title_with_line(table) if covered and table.line else table.title


def _title_with_line(table: ClassTableProps) -> str:
    """Title of a table, followed by the text of its felt."""
    return f"{table.title} · {table.line}"


def _title_box(painter: Painter, context: TableDrawContext, text: str, chairs: int, size: float) -> Box:
    """Box of the title with this text and font size, in units."""
    width = round(painter.width(text, size, NAMES, fixed=True) + size * 1.35)
    height = round(size * 1.5)
    y = context.place.y(TITLE_YS.get(chairs, RANKED_TITLE_Y))
    return Box(context.place.centre - width / 2, y - height / 2, width, height)


def _draw_line(
    painter: Painter, context: TableDrawContext, line: str, tags: Sequence[Box], title: Box
) -> bool:
    """Draw the text on the felt between names and title. Returns False if there is no room."""
    placement, size = context.place, context.letters(painter, FELT_TEXT_SIZE)
    available_width, usual = 200 * placement.scale * placement.width_factor, placement.y(165)
    half_width = min(available_width, painter.width(line, size, NAMES, fixed=True)) / 2
    near_tags = [
        box
        for box in tags
        if box.x < placement.centre + half_width and box.right > placement.centre - half_width
    ]
    top = max(
        [usual - size * 0.6, *(box.bottom for box in near_tags if box.y < min(usual + size * 0.6, title.y))]
    )
    size = min(size, (title.y - top) * 0.9)
    if size < SMALL:
        return False
    style, y = TextStyle(NAMES, WOOL, is_fixed_size=True), max(usual, top + size * 0.55)
    painter.text(line, placement.centre, y, size, style, anchor="center", room=available_width)
    return True


def draw_living(painter: Painter, context: TableDrawContext, table: ClassTableProps, now: float) -> None:
    """Draws the animated puppets at ``now`` (ms) and, if there are any, all name tags."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            _draw_puppet(
                painter, context, chair, context.place.stand(spots, chair.place), frame_of(chair, now)
            )
    if any(chair.is_alive for chair in table.chairs):
        # At a full table a puppet below a name would cover it.
        for chair, box in zip(table.chairs, tag_boxes(painter, context, table), strict=True):
            draw_tag(painter, context, chair, box)


def living(
    context: TableDrawContext, table: ClassTableProps, now: float
) -> Iterator[tuple[tuple[int, int], int, Box]]:
    """Yield ((table, place), animation frame, bounding box in units) of each animated puppet."""
    spots = spots_of(table)
    for chair in table.chairs:
        if chair.is_alive:
            position, scale = context.place.stand(spots, chair.place), context.place.scale
            box = Box(position.x - 60 * scale, position.floor - 110 * scale, 120 * scale, 112 * scale)
            yield (table.number, chair.place), frame_of(chair, now), box


def frame_of(chair: ChairProps, now: float) -> int:
    """Index of the animation frame of a puppet at ``now`` (ms)."""
    return STATES[chair.state].at(now + 700 * chair.place)


def _draw_seated(
    painter: Painter, context: TableDrawContext, chair: ChairProps, position: ChairPosition
) -> None:
    """Draw the person of a chair, unless the puppet is animated."""
    if not chair.is_alive:
        _draw_puppet(painter, context, chair, position, STILL_FRAMES.get(chair.state, 0))


STILL_FRAMES: Final = {"happy": 2, "sad": 2}  # frame that shows a state best without animation


def _draw_puppet(
    painter: Painter, context: TableDrawContext, chair: ChairProps, position: ChairPosition, frame: int
) -> None:
    """Draw a puppet in a frame of its state, between the two layers of its chair."""
    scale = context.place.scale
    height, bottom = _puppet_height(chair) * scale, position.floor
    if chair.rank is not None and context.art.chair is not None:
        _w, h, seat = context.art.chairs[chair.rank]
        bottom = position.floor - (h - seat) * _chair_size(chair.rank, scale) + height * 0.07
    _draw_chair(painter, context, chair, position, "back")
    image = _figure(painter, context, chair, position, (chair.state, frame))
    painter.blit(image, position.x, bottom + puppet_foot(round(height)), "midbottom")
    _draw_chair(painter, context, chair, position, "front")


def _chair_size(rank: int, scale: float) -> float:
    """Scale of a chair; the first one is a little larger."""
    return round(CHAIR_SCALE * scale * (1.04 if rank == 0 else 1.0), 3)


def _draw_chair(
    painter: Painter, context: TableDrawContext, chair: ChairProps, position: ChairPosition, layer: str
) -> None:
    """Draw the ``back`` or ``front`` layer of a chair. Nothing if the game has no chairs."""
    part = context.art.chair
    if part is not None and chair.rank is not None:
        w, h, _seat = context.art.chairs[chair.rank]
        size = _chair_size(chair.rank, context.place.scale)
        image = part(painter.assets, chair.rank, size, layer)
        painter.blit(image, position.x - w * size / 2, position.floor - h * size)


def _figure(
    painter: Painter,
    context: TableDrawContext,
    chair: ChairProps,
    position: ChairPosition,
    pose: tuple[str, int],
) -> pygame.Surface:
    """Picture of a person; ``pose`` is the state and the frame."""
    scale = context.place.scale
    look = (0.7, -0.2) if position.front else (0.6, 0.4)
    has_ground = chair.rank is None or context.art.chair is None
    outfit = PuppetOutfit(wears=chair.wears, rim=round(2.2 * scale, 1), ground=has_ground, flip=position.flip)
    return puppet(painter.assets, chair.look, *pose, round(_puppet_height(chair) * scale), outfit, look=look)


def _puppet_height(chair: ChairProps) -> float:
    """Height of a puppet at scale 1, in units."""
    return PUPPET_HEIGHT * (PAIR_PUPPET_FACTOR if chair.is_pair else 1.0)


# states of people during a hand
POSES: Final = (
    *(("thinking", frame) for frame in range(len(STATES["thinking"].frames))),
    ("idle", 0),
    ("happy", 2),
)


def furniture(painter: Painter, context: TableDrawContext) -> Iterator[None]:
    """Draws an empty table (rug, wood, spotlight) in steps, to preload its pictures."""
    for draw in (_draw_rug, _draw_top, _draw_spotlight):
        draw(painter, context)
        yield


def prewarm_table(painter: Painter, context: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Draws a table in steps, with all frames of animated puppets, to preload its pictures."""
    yield from furniture(painter, context)
    spots, tags = spots_of(table), tag_boxes(painter, context, table)
    for chair, box in zip(table.chairs, tags, strict=True):
        position = context.place.stand(spots, chair.place)
        for layer in ("back", "front"):
            _draw_chair(painter, context, chair, position, layer)
            yield
        frames = (
            range(len(STATES[chair.state].frames)) if chair.is_alive else [STILL_FRAMES.get(chair.state, 0)]
        )
        for frame in frames:
            _draw_puppet(painter, context, chair, position, frame)
            yield
        draw_tag(painter, context, chair, box)
        yield
    _draw_title(painter, context, table, tags)
    yield


def prewarm_people(painter: Painter, context: TableDrawContext, table: ClassTableProps) -> Iterator[None]:
    """Draws the possible pictures of the people at a table in steps, to preload them."""
    spots = spots_of(table)
    for chair in table.chairs:
        position = context.place.stand(spots, chair.place)
        for pose in POSES:
            _figure(painter, context, chair, position, pose)
            yield
    for mark in (NameTagMark.LEADS, NameTagMark.OUT):
        marked = replace(table, chairs=tuple(replace(chair, mark=mark, number=1) for chair in table.chairs))
        for chair, box in zip(marked.chairs, tag_boxes(painter, context, marked), strict=True):
            draw_tag(painter, context, chair, box)
            yield


def _draw_spotlight(painter: Painter, context: TableDrawContext) -> None:
    """Draw the light on a table that is in the news."""
    placement = context.place
    stretch = placement.scale * placement.width_factor
    image = spotlight(
        painter.assets, round(min(430 * stretch, placement.box.w)), round(250 * placement.scale)
    )
    painter.blit(image, placement.centre, placement.y(156), "center")


def _tag_height(painter: Painter, context: TableDrawContext) -> float:
    """Height of the name tags, in units."""
    return round(context.name_size(painter) * 1.5)


def tag_size(painter: Painter, tables: Sequence[tuple[TableDrawContext, ClassTableProps]]) -> float:
    """Font size (units) in which usual names fit, from `MIN_NAME_SCALE` of the normal; 0 without tables.

    All names have this size, and it stays the same when a name gets a mark.
    """
    if not tables:
        return 0.0
    max_size = tables[0][0].letters(painter, NAME_SIZE)
    if any(len(table.chairs) > CROWDED_PEOPLE for _context, table in tables):
        max_size *= CROWDED_NAME_SCALE
    size = max_size
    while size > max_size * MIN_NAME_SCALE:
        if all(
            _tag_boxes_at(painter, context, _with_widest_marks(table), size) is not None
            for context, table in tables
        ):
            break
        size -= 0.5
    return size


def _with_widest_marks(table: ClassTableProps) -> ClassTableProps:
    """Copy of a table on which every tag has its largest width."""
    return replace(table, chairs=tuple(replace(chair, mark=NameTagMark.OUT) for chair in table.chairs))


def tag_boxes(painter: Painter, context: TableDrawContext, table: ClassTableProps) -> list[Box]:
    """Boxes of the tags, in the order of the chairs."""
    size = context.name_size(painter)
    factor, boxes = 1.0, _tag_boxes_at(painter, context, table, size)
    while boxes is None and factor > MIN_NAME_SCALE:  # for names longer than `MIN_WHOLE_NAME`
        factor -= 0.05
        boxes = _tag_boxes_at(painter, context, table, size, factor)
    if boxes is not None:
        return boxes
    spots, height = spots_of(table), _tag_height(painter, context)
    positions = [context.place.stand(spots, chair.place) for chair in table.chairs]
    width = height * MIN_TAG_ASPECT
    return [Box(position.x - width / 2, position.floor, width, height) for position in positions]


def _tag_boxes_at(
    painter: Painter, context: TableDrawContext, table: ClassTableProps, size: float, factor: float = 1.0
) -> list[Box] | None:
    """Boxes of a table's tags in a font size, widths multiplied by ``factor``. None if there is no room."""
    spots, height = spots_of(table), round(size * 1.5)
    positions = [context.place.stand(spots, chair.place) for chair in table.chairs]

    def widths_of(props: ClassTableProps) -> list[float]:
        """Widths of the tags in the order of the chairs, in units."""
        return [
            round(max(height * MIN_TAG_ASPECT, _tag_width(painter, chair, size) * factor))
            for chair in props.chairs
        ]

    letters = context.letters(painter, TITLE_SIZE)
    title = _title_box(painter, context, _title(context, table), len(table.chairs), letters)
    on_legs = context.art.chair is not None and all(chair.rank is not None for chair in table.chairs)
    marked_widths = widths_of(_with_widest_marks(table))
    return context.place.tags(positions, widths_of(table), marked_widths, height, title, on_legs=on_legs)


def _tag_width(painter: Painter, chair: ChairProps, size: float) -> float:
    """Width of a tag in units. A very long name is cut at the width of `WIDEST_NAME`."""
    name_width = painter.width(chair.name, size, STRONG, fixed=True)
    if len(chair.name) > MIN_WHOLE_NAME:
        name_width = min(name_width, painter.width(WIDEST_NAME, size, STRONG, fixed=True))
    height = round(size * 1.5)
    return name_width + height * 0.8 + _sign_width(chair, height)


def _sign_width(chair: ChairProps, height: float) -> float:
    """Width of the mark on a tag, in units; 0 without a mark."""
    return 0.0 if chair.mark is NameTagMark.NONE else height * 0.98


def draw_tag(painter: Painter, context: TableDrawContext, chair: ChairProps, box: Box) -> None:
    """Draw the tag with a name and its mark."""
    fill, ink = TAG_COLOURS[chair.mark]
    size, height = context.name_size(painter), box.h
    sign_width = _sign_width(chair, height)
    available_width = box.w - height * 0.66 - sign_width
    name = painter.with_text_scale(1).shortened(chair.name, size, available_width, STRONG, min_size=size)
    name_width = min(painter.width(name, size, STRONG, fixed=True), available_width)
    y = box.centre[1]
    painter.blit(
        tag(painter.assets, round(box.w), round(height), fill),
        box.x - SHADOW_MARGIN,
        y - height / 2 - SHADOW_MARGIN,
    )
    style = TextStyle(STRONG, ink, is_fixed_size=True)
    name_x = box.x + (box.w + sign_width * 0.8) / 2
    painter.text(name, name_x, y - 0.5, size, style, anchor="center", room=available_width)
    _draw_sign(painter, chair, name_x - name_width / 2 - height * 0.13, y, height)


def _draw_sign(painter: Painter, chair: ChairProps, right: float, y: float, height: float) -> None:
    """Draw the mark of a chair's tag, left of ``right``; nothing without a mark."""
    match chair.mark:
        case NameTagMark.LEADS:
            painter.blit(cards_fan(painter.assets, round(height * 0.72), BAD_COLOUR), right, y, "midright")
        case NameTagMark.OUT:
            side = round(height * 1.06)
            x = right - height * 0.42
            painter.blit(place_star(painter.assets, side), x, y, "center")
            number = TextStyle(NAMES, INK, is_fixed_size=True)
            painter.text(str(chair.number), x, y, height * 0.58, number, anchor="center")
        case NameTagMark.AWAY:
            style = TextStyle(NAMES, TAG_COLOURS[NameTagMark.AWAY][1], is_fixed_size=True)
            painter.text("Zz", right, y, height * 0.6, style, anchor="midright")
