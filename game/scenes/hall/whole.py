"""All tables of a hall in one picture, or one of them large: its parts, each drawn by itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import Final, cast

from game.core.discovery import find, part
from game.scenes.hall.around import AroundBoxes, draw_news, draw_top
from game.scenes.hall.facts import around_shown, tables_shown
from game.scenes.hall.picture import Sight, ahead, draw_table, furniture, needed, tag_size
from game.scenes.hall.places import TablePlace, table_places
from game.scenes.hall.run import HallRun
from game.scenes.hall.shown import AroundTables, TableShown
from game.ui.art.rooms import HallArt, plain_hall
from game.ui.art.socks import big_sock
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.widgets.strip import StripShown, draw_shown_strip

ABOVE, BELOW = 12.0, 5.0
"""How far the tables stand from what is above and below them."""
SOCK: Final = 0.0021
"""How large the sock of the game is for each unit that the plate with the title is high."""


@dataclass(frozen=True, slots=True)
class HallRoomShown:
    """What lies behind everything."""

    game: str
    floor: float


@dataclass(frozen=True, slots=True)
class HallShown:
    """The tables that are shown, and all around them."""

    game: str
    tables: tuple[TableShown, ...]
    around: AroundTables
    boxes: AroundBoxes
    strip: StripShown | None


def hall_shown(
    lesson: HallRun, boxes: AroundBoxes, strip: StripShown | None = None, large: int | None = None
) -> HallShown:
    """All tables, or the one that is shown large."""
    glance, cup = lesson.glance, lesson.cup
    tables = tables_shown(glance)
    if large is not None:
        tables = tuple(replace(one, is_hot=False) for one in tables if one.number == large)
    else:
        # From the back row nobody could read it.
        tables = tuple(replace(one, felt=()) for one in tables)
    around = around_shown(glance, cup.cup if cup is not None else None)
    return HallShown(glance.game, tables, around, boxes, strip)


def hall_art(slug: str) -> HallArt:
    """How the hall of a game looks."""
    info = find(slug).info
    return cast(HallArt, part(info.hall)) if info.hall else plain_hall(info.emblem)


def has_board(slug: str) -> bool:
    """Whether a large table of a game is its board: elsewhere what lies open lies on the felt."""
    return bool(find(slug).info.scene) and hall_art(slug).felt is None


def draw_room(painter: Painter, shown: HallRoomShown) -> None:
    """The room without anybody."""
    view, art = painter.view, hall_art(shown.game)
    painter.blit(art.room(painter.assets, view.w, view.h, shown.floor, painter.theme.name), 0, 0)


@dataclass(frozen=True, slots=True)
class TopShown:
    """What stands above the tables."""

    game: str
    around: AroundTables
    boxes: AroundBoxes


@dataclass(frozen=True, slots=True)
class WoodShown:
    """What stands below the tables."""

    news: str
    box: Box
    strip: StripShown | None


@dataclass(frozen=True, slots=True)
class OneShown:
    """A table, and where it stands."""

    game: str
    place: TablePlace
    table: TableShown


def parts(painter: Painter, shown: HallShown) -> list[tuple[Box, TopShown | WoodShown | OneShown]]:
    """All that stands still, part by part with the room of each: one of them changes at a time."""
    view, boxes = painter.view, shown.boxes
    top, bottom = boxes.title.bottom + ABOVE, boxes.floor - BELOW
    around = replace(shown.around, news="", paused="")
    return [
        *(
            (sight.place.reach, OneShown(shown.game, sight.place, table))
            for sight, table in sights(painter, shown)
        ),
        # With room for their shadows.
        (Box(0, 0, view.w, top + ABOVE), TopShown(shown.game, around, boxes)),
        (
            Box(0, bottom - ABOVE, view.w, view.h - bottom + ABOVE),
            # The strip of a screen above would lie over them.
            WoodShown(shown.around.news if shown.strip is not None else "", boxes.news, shown.strip),
        ),
    ]


def draw_part(painter: Painter, shown: TopShown | WoodShown | OneShown) -> Iterator[None]:
    """A part of the picture, but for those who move a little."""
    match shown:
        case OneShown():
            yield from draw_table(painter, Sight(hall_art(shown.game), shown.place), shown.table)
        case TopShown():
            size = round(shown.boxes.title.h * SOCK, 3)
            emblem = big_sock(painter.assets, find(shown.game).info.emblem, 0, size)
            yield
            yield from draw_top(painter, shown.around, shown.boxes, emblem)
        case WoodShown():
            if shown.news:
                draw_news(painter, shown.news, shown.box)
                yield
            draw_shown_strip(painter, shown.strip)


def part_ahead(painter: Painter, shown: TopShown | WoodShown | OneShown) -> Iterator[None]:
    """Make the pictures of a part, one by one."""
    if isinstance(shown, OneShown):
        yield from needed(painter, Sight(hall_art(shown.game), shown.place), shown.table)
    else:
        yield from draw_part(painter, shown)


SIZES: Final = 30
"""So many sizes of type are kept measured: it is asked for in every frame."""
_sizes: OrderedDict[Hashable, float] = OrderedDict()


def sights(painter: Painter, shown: HallShown) -> list[tuple[Sight, TableShown]]:
    """Each table, and what it is drawn with."""
    top, bottom = shown.boxes.title.bottom, shown.boxes.floor
    places = table_places(painter.view, len(shown.tables), top + ABOVE, bottom - BELOW)
    art = hall_art(shown.game)
    bare = [(Sight(art, place), table) for place, table in zip(places, shown.tables, strict=True)]
    names = tuple(tuple(chair.name for chair in table.chairs) for table in shown.tables)
    key = places, painter.text_scale, names
    size = _sizes.pop(key, 0.0) or tag_size(painter, bare)
    _sizes[key] = size
    if len(_sizes) > SIZES:
        _sizes.popitem(last=False)
    return [(replace(sight, place=replace(sight.place, letters=size)), table) for sight, table in bare]


def everything(painter: Painter, shown: HallShown) -> Iterator[None]:
    """Make the pictures of all tables as they are now, and of each of them shown large."""
    larges = [replace(shown, tables=(replace(table, is_hot=False),)) for table in shown.tables]
    for _box, part_shown in parts(painter, shown):
        if not isinstance(part_shown, OneShown):
            yield from part_ahead(painter, part_shown)
    # What takes longest comes first: people may still be on their way then.
    for any_size in (shown, *larges[:1]):
        for sight, _table in sights(painter, any_size)[:1]:
            yield from furniture(painter, sight)
    for all_of_one_size in (shown, *larges):
        for sight, table in sights(painter, all_of_one_size):
            yield from needed(painter, sight, table)


def later(painter: Painter, shown: HallShown) -> Iterator[None]:
    """Make the pictures that what happens next may need."""
    draw_news(painter, shown.around.title, shown.boxes.news)
    yield
    for sight, table in sights(painter, shown):
        yield from ahead(painter, sight, table)
    yield from everything(painter, shown)
    yield
