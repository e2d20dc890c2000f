"""Draw the tilesets of `levels/` and write the maps, ready for Tiled.

Run ``python -m tools.build_levels``. It overwrites everything. Changes made to these maps in Tiled are lost,
so save other maps under other names.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.core.game import Layout
from game.core.hexgrid import DIRECTIONS, Cell
from game.core.session import Session
from game.games.city.rules.board import (
    COLOURS,
    DESIGN_COUNT,
    JOINED_PARTS,
    STATION_NAMES,
    TILE_PARTS,
    PlacedTile,
)
from game.games.city.rules.text import to_layout
from game.store.board_files import save_map
from tools.command import command

LEVELS = Path(__file__).resolve().parents[1] / "levels"
_VERSION = 'version="1.8" tiledversion="1.8.2"'
_FINE = 4  # scale of the drawings before they are reduced

_INK = pygame.Color("#2B2440")
_WOOL = pygame.Color("#FFFAF2")
_STITCH = pygame.Color("#D9B98C")

Point = tuple[float, float]
Properties = Mapping[str, str]

_SQUARE = 48
_FIELD_TILES: tuple[tuple[str, str, str], ...] = (
    ("f", "#4F9A4F", "field"),
    ("o", "#A8713F", "out of bounds"),
    ("1", "#D9482B", "first seat scores here"),
    ("2", "#12807E", "second seat scores here"),
)

_FIELDS: Mapping[str, tuple[str, str]] = {
    "standard": ("The carpet", "/".join(["1" * 9, *["offfffffo"] * 9, "2" * 9])),
    "narrow": ("Narrow goals", "/".join(["oo11111oo", *["offfffffo"] * 9, "oo22222oo"])),
    "small": ("The rug", "/".join(["1" * 7, *["offfffo"] * 7, "2" * 7])),
}


@dataclass(frozen=True, slots=True)
class _City:
    """Board: its name, look of the vacant hexagons, tiles, socks, and stations with special names."""

    name: str
    look: str
    tiles: str
    socks: str = ""
    names: str = ""


_CITIES: Mapping[str, _City] = {
    "sample": _City(
        "Night line",
        "suburb",
        "2.0@b6,0.2@c2,2.0@c4,1.3@c5,1.0@c8,1.0@d1,1.0@d6,3.0@e3,2.0@e8,3.0@f1,0.3@g6,2.0@g7,0.3@h4,4.0@h5,"
        "4.3@i2,4.0@i3,0.5@i9,3.5@j7,3.3@k2,4.3@l4",
        "red:i9/g1,yellow:e8/i2,green:b2/g8,blue:e3/k1,violet:b6/j7,orange:e9/l3",
    ),
    "great_park": _City(
        "The great park",
        "park",
        "3.1@b5,0.5@c2,2.1@c7,0.5@c10,1.2@d3,2.3@d6,4.3@e8,1.5@e10,3.2@f3,4.5@f8,4.2@g1,2.5@g2,3.5@g10,1.2@h3,"
        "4.1@h4,0.5@h8,3.0@i3,2.5@i6,0.2@k1,1.1@k2",
        "red:e1/f9,yellow:c3/i7,green:k2/d8,blue:b6/i4,violet:g1/h9,orange:k5/c9",
        "d4:Park Gate West,e4:Bandstand,f4:Squirrel Corner,g4:Picnic Rise,h5:Park Gate East,h6:Kite Meadow,"
        "g7:Duck Feeders,e7:Lost Glove Bench,f8:Ice Cream Kiosk,d6:Rose Walk,c5:Old Oak",
    ),
    "twin_lakes": _City(
        "Twin lakes",
        "lake",
        "1.5@b2,4.2@c3,0.3@c6,1.0@c7,2.1@d2,4.0@e1,3.5@e4,3.3@f8,2.0@g1,4.5@g4,0.2@g5,4.1@g6,1.5@h8,2.5@i4,"
        "3.3@i6,0.3@j2,0.5@j8,2.0@k1,3.5@k6,1.3@m4",
        names="b4:West Shore,c3:Reed Bank,d4:Rowing Club,c5:Fisher's Steps,e6:Frog Landing,d7:Lower Sluice,"
        "g4:The Causeway,g5:Middle Bridge,i4:Swan Pier,j4:Lido,l4:East Shore,l5:Sailmaker,i6:Eel House,"
        "k6:Boat Hire",
    ),
    "river": _City(
        "Over the river",
        "river",
        "4.5@a6,0.0@a7,0.5@b4,3.0@b9,4.5@c2,2.1@c6,1.4@d6,2.4@e4,1.3@e10,4.2@f7,2.0@g5,4.3@h2,3.2@h3,0.5@h4,"
        "1.2@h7,0.5@h8,3.0@i1,2.2@i9,3.3@j6,1.1@k3",
        names="e1:Head of the Weir,g1:Mill Race,e2:Tannery,g2:Washhouse,e3:Old Bridge,f3:Saint Sock's Bridge,"
        "e4:Left Bank,f4:Upper Quay,g4:Right Bank,e5:Custom House,g5:Ferry Steps,d6:Rope Walk,g6:Barge Quay,"
        "e7:Middle Bridge,f7:Toll Gate,e8:Low Bridge,f8:Dry Dock,d9:Fish Stairs,h9:Sand Bank,e10:River Mouth",
    ),
    "harbour": _City(
        "The old harbour",
        "harbour",
        "3.5@b2,4.1@b3,1.3@d4,2.2@d5,0.3@d8,0.1@e1,3.4@e7,4.3@e10,3.0@f1,4.4@f5,2.1@f7,0.1@g5,1.0@h1,2.3@h4,"
        "2.5@h8,1.3@i6,3.3@j4,4.0@j5,0.2@k9,1.2@l7",
        names="g7:Fish Market,f8:Net Lofts,h8:Harbour Master,i7:Chandlery,f9:Crab Quay,j9:Lighthouse,"
        "e10:Breakwater West,i10:Breakwater East,e9:Sailors' Rest,h6:Tide Clock,d10:Gull Rock",
    ),
    "old_town": _City(
        "The old town",
        "square",
        "3.4@a6,0.1@b2,0.1@b6,3.1@c4,2.5@c9,3.3@d2,1.5@d7,1.3@e4,3.5@e9,2.3@f2,4.1@f4,1.1@g2,1.5@g9,0.0@h4,"
        "2.0@i6,0.3@i7,4.5@i9,4.2@j1,2.1@j2,4.1@k4",
        names="f2:North Gate,g2:Cloth Hall,e3:Town Wall,g3:Cathedral,f4:Belfry,g4:Town Hall,f5:Well Yard,"
        "g5:Guildhall,f6:Crooked House,g6:Mint,e7:Pillory,h7:Watch House,f8:South Gate,d5:West Gate,"
        "i5:East Gate",
    ),
}

_HEX_WIDTH, _HEX_HEIGHT, _HEX_SIDE = 62, 72, 36
# the six directions of `DIRECTIONS`, in this order
_POINTS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
_PAINTS = ("#3E4C8C", "#5B3A78", "#2F6B66", "#7A4B2A", "#34587A")
_SOCK_PAINTS = ("#D9482B", "#E8A317", "#4F9A4F", "#3E8EDE", "#7E3F98", "#F08A3C")


def _draw_reduced(size: tuple[int, int], paint: Callable[[pygame.Surface], None]) -> pygame.Surface:
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA)
    paint(large)
    return pygame.transform.smoothscale(large, size)


def _corner(turn: int, reach: float = 1.0) -> Point:
    """Return a corner of a hexagon in the enlarged drawing, counter-clockwise from the lower right one."""
    angle = math.radians(30 - 60 * turn)
    across = _HEX_WIDTH / math.sqrt(3) * math.cos(angle)
    return (
        (_HEX_WIDTH / 2 + across * reach) * _FINE,
        (_HEX_HEIGHT / 2 + _HEX_SIDE * math.sin(angle) * reach) * _FINE,
    )


def _edge(turn: int) -> tuple[Point, Point]:
    """Return the edge in the direction ``turn`` of `DIRECTIONS`."""
    return _corner(turn), _corner(turn + 1)


def _draw_station(tile: PlacedTile, part: int) -> pygame.Surface:
    """Draw a hexagon of a turned tile: design colour, thick outer edges, printed track, letter."""
    cells = tile.cells
    cell = cells[part]
    neighbours = [cells.index(neighbour) if neighbour in cells else None for neighbour in _neighbours(cell)]

    def paint(image: pygame.Surface) -> None:
        pygame.draw.polygon(image, _PAINTS[tile.design], [_corner(turn) for turn in range(6)])
        centre = (_HEX_WIDTH * _FINE / 2, _HEX_HEIGHT * _FINE / 2)
        for turn, neighbour in enumerate(neighbours):
            first, second = _edge(turn)
            if neighbour is None:
                pygame.draw.line(image, _WOOL, first, second, 5 * _FINE)
                for end in (first, second):
                    pygame.draw.circle(image, _WOOL, end, 2.5 * _FINE)
            else:
                pygame.draw.line(image, _INK, first, second, _FINE)
        for turn, neighbour in enumerate(neighbours):
            if neighbour is not None and {cell, cells[neighbour]} == set(tile.printed_link):
                first, second = _edge(turn)
                middle = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
                pygame.draw.line(image, _INK, centre, middle, 11 * _FINE)
                pygame.draw.line(image, _STITCH, centre, middle, 7 * _FINE)
        pygame.draw.circle(image, _INK, centre, 11 * _FINE)
        pygame.draw.circle(image, _WOOL, centre, 9 * _FINE)
        label = pygame.font.Font(None, 17 * _FINE).render(TILE_PARTS[part], antialias=True, color=_INK)
        image.blit(label, label.get_rect(center=centre))
        if part == 0:
            mark = pygame.font.Font(None, 14 * _FINE).render(
                f"{tile.design}.{tile.rotation}", antialias=True, color=_WOOL
            )
            image.blit(mark, mark.get_rect(center=(centre[0], centre[1] + 21 * _FINE)))
        inside = pygame.Surface(image.get_size(), pygame.SRCALPHA)
        pygame.draw.polygon(inside, "white", [_corner(turn) for turn in range(6)])
        image.blit(inside, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)

    return _draw_reduced((_HEX_WIDTH, _HEX_HEIGHT), paint)


def _neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + q, cell[1] + r) for q, r in DIRECTIONS]


def _draw_sock(number: int) -> pygame.Surface:
    """Draw a sock badge in its colour, with the number of the colour as stripes."""

    def paint(image: pygame.Surface) -> None:
        centre = (_HEX_WIDTH * _FINE / 2, _HEX_HEIGHT * _FINE / 2)
        pygame.draw.circle(image, _WOOL, centre, 22 * _FINE)
        pygame.draw.circle(image, _INK, centre, 22 * _FINE, 2 * _FINE)
        for grow, colour in ((2, _INK), (0, pygame.Color(_SOCK_PAINTS[number]))):
            for x, y, width, height, bend in ((25, 21, 11, 24, 3), (25, 39, 21, 11, 5)):
                box = pygame.Rect(x - grow, y - grow, width + 2 * grow, height + 2 * grow)
                sides = [side * _FINE for side in box]
                pygame.draw.rect(image, colour, sides, border_radius=(bend + grow) * _FINE)
        for stripe in range(number + 1):
            down = (23 + 3.6 * stripe) * _FINE
            pygame.draw.line(image, _WOOL, (26 * _FINE, down), (35 * _FINE, down), round(1.6 * _FINE))

    return _draw_reduced((_HEX_WIDTH, _HEX_HEIGHT), paint)


def _draw_square(number: int) -> pygame.Surface:
    """Draw a space of the pitch with a stitched border. Goal spaces show the side that scores there."""
    symbol, colour, _ = _FIELD_TILES[number]

    def paint(image: pygame.Surface) -> None:
        size = _SQUARE * _FINE
        image.fill(colour)
        pygame.draw.rect(image, _INK, (0, 0, size, size), _FINE)
        step = 6 * _FINE
        for start in range(4 * _FINE, size - 5 * _FINE, step):
            for first, second in (
                ((start, 4 * _FINE), (start + step // 2, 4 * _FINE)),
                ((start, size - 4 * _FINE), (start + step // 2, size - 4 * _FINE)),
                ((4 * _FINE, start), (4 * _FINE, start + step // 2)),
                ((size - 4 * _FINE, start), (size - 4 * _FINE, start + step // 2)),
            ):
                pygame.draw.line(image, _STITCH, first, second, _FINE)
        if symbol in "12":
            up = -1 if symbol == "1" else 1
            middle = size / 2
            for lift in (-6, 4):
                y = middle + lift * _FINE * up * -1
                pygame.draw.lines(
                    image,
                    _WOOL,
                    closed=False,
                    points=[(middle - 10 * _FINE, y), (middle, y + up * 9 * _FINE), (middle + 10 * _FINE, y)],
                    width=3 * _FINE,
                )

    return _draw_reduced((_SQUARE, _SQUARE), paint)


def _write_tileset(
    path: Path, columns: int, images: Sequence[pygame.Surface], properties: Sequence[Properties]
) -> None:
    """Write a tileset, ``.tsx``, and the image of its tiles."""
    width, height = images[0].get_size()
    rows = -(-len(images) // columns)
    sheet = pygame.Surface((columns * width, rows * height), pygame.SRCALPHA)
    for number, image in enumerate(images):
        sheet.blit(image, (number % columns * width, number // columns * height))
    pygame.image.save(sheet, path.with_suffix(".png"))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<tileset {_VERSION} name="{path.stem}" tilewidth="{width}" tileheight="{height}"'
        f' tilecount="{len(images)}" columns="{columns}">',
        *(_property_lines({"side": str(_HEX_SIDE)}, " ") if height == _HEX_HEIGHT else ()),
        f' <image source="{path.stem}.png" width="{sheet.get_width()}" height="{sheet.get_height()}"/>',
    ]
    for number, values in enumerate(properties):
        lines += [f' <tile id="{number}">', *_property_lines(values, "  "), " </tile>"]
    path.with_suffix(".tsx").write_text("\n".join([*lines, "</tileset>"]) + "\n", encoding="utf-8")


def _property_lines(values: Properties, indent: str) -> list[str]:
    inner = [f'{indent} <property name="{name}" value={quoteattr(value)}/>' for name, value in values.items()]
    return [f"{indent}<properties>", *inner, f"{indent}</properties>"]


def _write_map(
    path: Path,
    shape: str,
    tilesets: Sequence[tuple[str, int]],
    properties: Properties,
    layers: Sequence[tuple[str, Sequence[Sequence[int]]]],
) -> None:
    """Write a map, ``.tmx``. Tilesets are (file name, first number), layers are rows of tile numbers."""
    rows = layers[0][1]
    size = f'width="{len(rows[0])}" height="{len(rows)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<map {_VERSION} {shape} renderorder="right-down" {size} infinite="0"'
        f' nextlayerid="{len(layers) + 1}" nextobjectid="1">',
        *_property_lines(properties, " "),
        *(f' <tileset firstgid="{first}" source="{name}"/>' for name, first in tilesets),
    ]
    for number, (name, cells) in enumerate(layers, start=1):
        text = ",\n".join(",".join(map(str, row)) for row in cells)
        lines += [
            f' <layer id="{number}" name="{name}" {size}>',
            f'  <data encoding="csv">\n{text}\n</data>',
            " </layer>",
        ]
    path.write_text("\n".join([*lines, "</map>"]) + "\n", encoding="utf-8")


def build_fields(folder: Path) -> None:
    """Write the pitches, as orthogonal maps."""
    folder.mkdir(parents=True, exist_ok=True)
    count = len(_FIELD_TILES)
    _write_tileset(
        folder / "field",
        count,
        [_draw_square(number) for number in range(count)],
        [{"meaning": meaning, "symbol": symbol} for symbol, _, meaning in _FIELD_TILES],
    )
    numbers = {symbol: number for number, (symbol, _, _) in enumerate(_FIELD_TILES, start=1)}
    for stem, (name, cells) in _FIELDS.items():
        _write_map(
            folder / f"{stem}.tmx",
            f'orientation="orthogonal" tilewidth="{_SQUARE}" tileheight="{_SQUARE}"',
            [("field.tsx", 1)],
            {"game": "socker", "name": name},
            [("field", [[numbers[symbol] for symbol in row] for row in cells.split("/")])],
        )


def _tile_properties(tile: PlacedTile, part: int) -> Properties:
    """Return the tileset properties of a hexagon: tile, part, station, and direction of its track."""
    values = {
        "piece": f"{tile.design}.{tile.rotation}",
        "part": TILE_PARTS[part],
        "station": STATION_NAMES[tile.design][part],
    }
    if part in JOINED_PARTS[tile.design]:
        first, second = JOINED_PARTS[tile.design]
        target = second if part == first else first
        (q, r), (a, b) = tile.cells[part], tile.cells[target]
        values["joined"] = f"{TILE_PARTS[target]} {_POINTS[DIRECTIONS.index((a - q, b - r))]}"
    return values


def build_cities(folder: Path) -> None:
    """Write the city boards, as hexagonal maps."""
    folder.mkdir(parents=True, exist_ok=True)
    tiles = [PlacedTile(design, rotation, (0, 0)) for design in range(DESIGN_COUNT) for rotation in range(6)]
    _write_tileset(
        folder / "tiles",
        6 * len(TILE_PARTS),
        [_draw_station(tile, part) for tile in tiles for part in range(len(TILE_PARTS))],
        [_tile_properties(tile, part) for tile in tiles for part in range(len(TILE_PARTS))],
    )
    count = len(COLOURS)
    _write_tileset(
        folder / "socks",
        count,
        [_draw_sock(number) for number in range(count)],
        [{"symbol": colour} for colour in COLOURS],
    )
    for stem, city in _CITIES.items():
        fields = [("board", city.tiles), ("socks", city.socks), ("names", city.names)]
        plain = Layout("city", tuple((name, text) for name, text in fields if text))
        observation = Session.new("city", seed=0, layout=plain).observe(None)
        labels = {"name": city.name, "look": city.look}
        layout_fields = [pair for pair in to_layout(observation).fields if pair[0] != "socks" or city.socks]
        save_map(Layout("city", (*layout_fields, *labels.items())), folder / f"{stem}.tmx", folder)


def main() -> None:
    """Write all tilesets and maps."""
    command(__doc__).parse_args()
    pygame.font.init()
    build_fields(LEVELS / "socker")
    build_cities(LEVELS / "city")


if __name__ == "__main__":
    main()
