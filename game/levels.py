"""Loader that turns Tiled maps into frozen board layouts.

A map names its game in the property ``game``, and properties of its tilesets define each tile's meaning; this
module knows no game. Two shapes of map are read:

- orthogonal: the tile layer ``field``; each tile has a ``symbol`` of one letter. The layout's ``cells`` are
  the rows, top first, separated by ``/``.
- hexagonal (pointy tops, ``staggeraxis="y"``, ``staggerindex="odd"``): the tile layer ``board``; each hexagon
  has a ``piece`` and a ``part`` of it, a letter. The layout's ``board`` is ``piece@cell`` for each part
  ``a``, and its ``parts`` are ``piecepart@cell`` for the others. Every further tile layer becomes a field:
  its tiles have a ``symbol``, and the field lists the cells of each symbol, as in ``red:c7/k4,...``. Every
  object layer becomes a field too: the cell under each object and the object's name, as in
  ``c7:Duck Pond,...``.

The map properties ``name`` and ``look``, if set, are fields as well. `game.store.board_files` is the inverse.
``levels/README.md`` is the guide for map makers.

pytmx gets a copy of the map with only the parts used here, so that other content of Tiled files cannot break
it. A name is located where Tiled shows it: offsets of layers and groups count, and a rotated shape counts at
its centre. Reasons of errors are in the current language.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import cos, nan, radians, sin
from pathlib import Path
from typing import NoReturn
from xml.etree import ElementTree

import pytmx

from game import import_limits
from game.core.discovery import find_game, game_slugs
from game.core.game import Layout, LayoutError
from game.core.hexgrid import MAX_COLUMNS, MAX_ROWS, cell_text, from_offset, tiled_middle
from game.i18n import _

_ORTHOGONAL, _HEXAGONAL = "orthogonal", "hexagonal"
_FIELD, _BOARD = "field", "board"
_MAX_SIDE = 100  # columns and rows of the largest orthogonal map
_MAX_FILE_SIZE = 2_000_000  # of a map or a tileset
_MAX_LAYERS, _MAX_TILES, _MAX_OBJECTS = 40, 4096, 1000  # limits: layers, tiles of a tileset, objects
_MAX_TILE_PX = 8192  # width and height of the largest tile
_TILE_NUMBER_MASK = (1 << 28) - 1  # mask of a tile's number; the higher bits are rotation and mirroring
_MAX_NAME_LENGTH = 40  # letters of the longest name of a map or a place
_HEAD_SIZE = 64_000  # bytes at the start of a map that contain its name
_LAYOUT_FIELDS = ("name", "look")  # map properties that become fields of the layout
_TILE_PROPERTIES = ("piece", "part", "symbol")  # tile properties that are read
_SEPARATORS = ",/:@="  # separators in the values of fields
# layer of a layout field, if the names differ
_LAYERS: Mapping[str, str] = {"cells": _FIELD, "parts": _BOARD}


class LevelError(ValueError):
    """A map cannot be converted to a layout.

    Attributes:
        path: the file.
        layer: the faulty layer, or ``map`` for the map as a whole.
        reason: a sentence with the fault, the cell or object, and the correct form.
    """

    def __init__(self, path: Path, layer: str, reason: str) -> None:
        super().__init__(f"{path}, {layer}: {reason}")
        self.path = path
        self.layer = layer
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Tile:
    """A tile of a layer: its column and row, and its properties."""

    column: int
    row: int
    properties: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Layer:
    """A layer of tiles or objects, with its total offset in px, including its groups."""

    node: ElementTree.Element
    x: float
    y: float

    @property
    def name(self) -> str:
        """Name of the layer, ``?`` if it has none."""
        return self.node.get("name") or "?"


def load(path: str | Path) -> Layout:
    """Layout of a Tiled map, checked with the rules of its game and default options; LevelError if wrong."""
    file = Path(path)
    tiled = _Map(file)
    game = tiled.about.get("game", "")
    if game not in game_slugs():
        tiled.refuse("map", _value_fault("game", game, " / ".join(game_slugs())))
    fields = tiled.square_fields() if tiled.is_square else tiled.hexagonal_fields()
    fields += tuple((name, tiled.about[name]) for name in _LAYOUT_FIELDS if tiled.about.get(name))
    layout, package = Layout(game, fields), find_game(game)
    players = package.info.read_players(None)
    try:
        package.rules.new(players, 0, package.info.read_options(None, players), layout)
    except LayoutError as error:
        raise LevelError(file, _LAYERS.get(error.layer, error.layer), error.text_in(_)) from error
    return layout


def maps(folder: str | Path) -> tuple[Path, ...]:
    """Paths of the .tmx files in a folder, sorted; empty if there are none, or no such folder."""
    return tuple(sorted(Path(folder).glob("*.tmx")))


def title(path: str | Path) -> str:
    """Name in a map's properties; if none, or unreadable, its file name with spaces for ``_``."""
    file = Path(path)
    head: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(["start"])
    about = {}
    try:
        head.feed(import_limits.read(file, _MAX_FILE_SIZE)[:_HEAD_SIZE])
        nodes = (event[-1] for event in head.read_events())
        # The first node is the map, with its properties as far as read.
        about = next((_properties(node) for node in nodes if isinstance(node, ElementTree.Element)), {})
    except (OSError, ElementTree.ParseError, UnicodeDecodeError, ValueError, LookupError):
        pass
    return about.get("name") or file.stem.replace("_", " ")[:_MAX_NAME_LENGTH]


def place_names(path: str | Path) -> tuple[str, ...]:
    """Names of the objects in a map's top-level layers, no duplicates; `import_limits.tree` may raise."""
    objects = import_limits.tree(Path(path), _MAX_FILE_SIZE).iterfind("objectgroup/object")
    return tuple(dict.fromkeys(node.get("name", "") for node in objects))


def _properties(node: ElementTree.Element) -> dict[str, str]:
    """Properties of a map or tile by name, texts up to `_MAX_NAME_LENGTH` letters; empty for other nodes."""
    properties = {
        prop.get("name", ""): prop.get("value") or prop.text or ""
        for prop in node.iterfind("properties/property")
    }
    return {name: " ".join(text.split())[:_MAX_NAME_LENGTH] for name, text in properties.items()}


def _value_fault(name: str, value: str, right: str) -> str:
    """Sentence for an attribute or property with a wrong value."""
    return _("{name} is “{value}”; it must be {right}.").format(name=name, value=value[:20], right=right)


def _number(node: ElementTree.Element, name: str) -> float:
    """Numeric attribute (px or degrees); 0 if it is missing, nan if it is no number."""
    return _float(node.get(name, "0"))


def _float(text: str) -> float:
    """Number in a text; nan if it is none."""
    try:
        return float(text)
    except ValueError:
        return nan


def _numbers(data: ElementTree.Element, due: int) -> list[int]:
    """Tile numbers of a layer with rotation bits, 0 for empty cells; there may be more or fewer than ``due``.

    Raises:
        ValueError, EOFError, zlib.error, struct.error: the data is broken.
    """
    text = (data.text or "").strip()
    if data.get("encoding") == "base64":
        raw = import_limits.unpack(text, data.get("compression"), 4 * due)
        return [number for (number,) in struct.iter_unpack("<L", raw)]
    numbers = [number.strip() for number in text.split(",")]
    # Short and ASCII, because `int` accepts digits of any script, and refuses thousands of them.
    if not all(number.isascii() and number.isdigit() and len(number) <= 10 for number in numbers):
        raise ValueError("a tile has no number")
    return list(map(int, numbers))


class _Map:
    """A Tiled map. Every part that is used is checked."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._root = root = self._tree(file)
        if root.tag != "map":
            self._unreadable(file, f"<{root.tag[:20]}>")
        self.about = _properties(root)
        self.is_square = root.get("orientation") == _ORTHOGONAL
        self._check_shape()
        for tag, max_count in (
            ("layer", _MAX_LAYERS),
            ("objectgroup", _MAX_LAYERS),
            ("object", _MAX_OBJECTS),
            ("tileset", _MAX_LAYERS),
        ):
            if (count := len(root.findall(f".//{tag}"))) > max_count:
                self.refuse("map", _value_fault(f"<{tag}>", f"{count:,}", f"0–{max_count:,}"))
        self._layers = tuple(self._find_layers(root, 0.0, 0.0))
        self._tilesets = [self._tileset(node) for node in root.iterfind("tileset")]

    def refuse(self, layer: str, reason: str) -> NoReturn:
        """Raise LevelError with this reason, always."""
        raise LevelError(self._file, layer, reason)

    def _unreadable(self, path: Path, why: object) -> NoReturn:
        """Raise LevelError always, because one of the map's files cannot be read."""
        self.refuse("map", _("{file} can't be read as a Tiled file: {why}.").format(file=path.name, why=why))

    def _tree(self, path: Path) -> ElementTree.Element:
        """Root element of a map or tileset file; LevelError if it cannot be parsed."""
        try:
            return import_limits.tree(path, _MAX_FILE_SIZE)
        except OSError as error:
            self._unreadable(path, error.strerror or error)
        except import_limits.GateError as error:
            self.refuse("map", str(error))
        except (ElementTree.ParseError, UnicodeDecodeError, ValueError, LookupError) as error:
            self._unreadable(path, error)

    def _whole_number(self, node: ElementTree.Element, name: str, min_value: int, max_value: int) -> int:
        """Whole-number attribute; LevelError if missing, no number, or outside the inclusive limits."""
        text = node.get(name, "")
        # Short and ASCII: `int` accepts digits of any script, and has its own error for thousands of them.
        if not (text.isascii() and text.isdigit() and len(text) < 9 and min_value <= int(text) <= max_value):
            self.refuse("map", _value_fault(f"<{node.tag}> {name}", text, f"{min_value}–{max_value}"))
        return int(text)

    def _check_one_of(self, layer: str, node: ElementTree.Element, name: str, *right: str) -> None:
        """Raise LevelError unless the attribute has one of the right values; a missing one counts as ""."""
        if (value := node.get(name, "")) not in right:
            self.refuse(layer, _value_fault(name, value, " / ".join(filter(None, right))))

    def _check_shape(self) -> None:
        """Set `size` in cells and the measures of a hexagon; LevelError if shape or size is unsupported."""
        root = self._root
        self._check_one_of("map", root, "orientation", _ORTHOGONAL, _HEXAGONAL)
        self._check_one_of("map", root, "infinite", "0", "")
        if not self.is_square:
            self._check_one_of("map", root, "staggeraxis", "y")
            self._check_one_of("map", root, "staggerindex", "odd")
        widest, highest = (_MAX_SIDE, _MAX_SIDE) if self.is_square else (MAX_COLUMNS, MAX_ROWS)
        self.size = (
            self._whole_number(root, "width", 1, widest),
            self._whole_number(root, "height", 1, highest),
        )
        if not self.is_square:
            width, height = (
                self._whole_number(root, name, 1, _MAX_TILE_PX) for name in ("tilewidth", "tileheight")
            )
            self._hexagon = width, height, self._whole_number(root, "hexsidelength", 0, height)

    def _find_layers(self, node: ElementTree.Element, x: float, y: float) -> Iterator[_Layer]:
        """Layers of tiles and objects in a map or group, lowest first, with this offset added."""
        for child in node:
            if child.tag in ("layer", "objectgroup", "group"):
                layer = _Layer(child, x + _number(child, "offsetx"), y + _number(child, "offsety"))
                if child.tag == "group":
                    yield from self._find_layers(child, layer.x, layer.y)
                else:
                    yield layer

    def _tileset(self, node: ElementTree.Element) -> ElementTree.Element:
        """Tileset element with ``firstgid``, from the map or a file beside or below; LevelError if not."""
        source = node.get("source")
        if source is not None:
            # Only there, because a map must not make the program read other files.
            if (
                not source.lower().endswith(".tsx")
                or ".." in source
                or Path(source).is_absolute()
                or ":" in source
            ):
                template = _("the tileset “{name}” isn't a .tsx file next to the map.")
                self.refuse("map", template.format(name=source[:80]))
            first = node.get("firstgid", "")
            node = self._tree(self._file.parent / source)
            node.set("firstgid", first)
        self._whole_number(node, "firstgid", 1, 1 << 20)
        return node

    # Input for pytmx

    def _tile_layers(self, layers: list[_Layer]) -> Iterator[tuple[str, Iterator[_Tile | None]]]:
        """Yields (name, cells) of each of these layers, the cells row by row, `None` for empty ones.

        pytmx is given only the parts that are used, because it reads everything and fails on unknown content.
        """
        width, height = self.size
        size = {"width": str(width), "height": str(height)}
        plain = ElementTree.Element("map", size)
        for tileset in self._tilesets:
            first = ElementTree.SubElement(plain, "tileset", {"firstgid": tileset.get("firstgid", "")})
            for tile in tileset.findall("tile")[:_MAX_TILES]:
                element = ElementTree.SubElement(
                    first, "tile", {"id": str(self._whole_number(tile, "id", 0, _MAX_TILES))}
                )
                about = ElementTree.SubElement(element, "properties")
                for name, value in _properties(tile).items():
                    if name in _TILE_PROPERTIES:
                        ElementTree.SubElement(about, "property", {"name": name, "value": value})
        for layer in layers:
            element = ElementTree.SubElement(plain, "layer", {"name": layer.name} | size)
            ElementTree.SubElement(element, "data", {"encoding": "csv"}).text = self._data(layer)
        tmx = pytmx.TiledMap()
        tmx.parse_xml(plain)
        for layer in tmx.layers:
            yield (
                str(layer.name),
                (_Tile(x, y, tmx.tile_properties.get(gid) or {}) if gid else None for x, y, gid in layer),
            )

    def _data(self, layer: _Layer) -> str:
        """Cells of a tile layer as CSV; LevelError if they are broken, incomplete or rotated."""
        data = layer.node.find("data")
        node = ElementTree.Element("data") if data is None else data
        self._check_one_of(layer.name, node, "encoding", "csv", "base64")
        self._check_one_of(layer.name, node, "compression", "zlib", "gzip", "")
        width, height = self.size
        try:
            numbers = _numbers(node, width * height)
        except (ValueError, EOFError, zlib.error, struct.error):
            self.refuse(layer.name, _("the layer's data is damaged."))
        if len(numbers) != width * height:
            template = _("the layer has {count} cells, but the map has {due}.")
            self.refuse(layer.name, template.format(count=len(numbers), due=width * height))
        position = next((place for place, number in enumerate(numbers) if number > _TILE_NUMBER_MASK), None)
        if position is not None:
            template = _("the tile on {here} is rotated or flipped; place it unrotated.")
            self.refuse(
                layer.name, template.format(here=self._place_text(position % width, position // width))
            )
        return ",".join(map(str, numbers))

    def _place_text(self, x: int, y: int) -> str:
        """Words for a cell by its column and row from 0; the text counts from 1, with a hexagon's name."""
        plain = _("column {column}, row {row} from the top").format(column=x + 1, row=y + 1)
        return plain if self.is_square else f"{cell_text(from_offset(x, y))} ({plain})"

    def _word(self, layer: str, tile: _Tile, name: str) -> str:
        """Required property of a tile; LevelError if it is missing or would break the layout's text."""
        value = str(tile.properties.get(name, ""))
        place = self._place_text(tile.column, tile.row)
        if not value:
            template = _("the tile on {here} has no property “{name}” in its tileset.")
            self.refuse(layer, template.format(here=place, name=name))
        if any(letter in " " + _SEPARATORS for letter in value) or (self.is_square and len(value) != 1):
            template = _("the tile on {here} has the {name} “{value}”; use letters, digits and dots.")
            if self.is_square:
                template = _("the tile on {here} has the {name} “{value}”; use one letter or digit.")
            self.refuse(layer, template.format(here=place, name=name, value=value))
        return value

    # The layout

    def _main_layer(self, name: str) -> _Layer:
        """The only tile layer of this name, which contains the board; LevelError if none or several."""
        layers = [layer for layer in self._layers if layer.node.tag == "layer" and layer.name == name]
        if not layers:
            self.refuse(name, _("there is no tile layer “{name}”; it holds the board.").format(name=name))
        if len(layers) > 1:
            self._refuse_twin(name)
        return layers[0]

    def _refuse_twin(self, name: str) -> NoReturn:
        """Raise LevelError always, because two of the map's layers have this name."""
        self.refuse(
            name, _("there is more than one “{name}”; each layer needs its own name.").format(name=name)
        )

    def square_fields(self) -> tuple[tuple[str, str], ...]:
        """Only field of an orthogonal map: ("cells", rows joined by /); LevelError if a cell is faulty."""
        ((name, tiles),) = self._tile_layers([self._main_layer(_FIELD)])
        width, height = self.size
        rows: list[list[str]] = [[] for _row in range(height)]
        for number, tile in enumerate(tiles):
            x, y = number % width, number // width
            if tile is None:
                template = _("there is nothing on {here}; the pitch fills the whole map.")
                self.refuse(name, template.format(here=self._place_text(x, y)))
            rows[y].append(self._word(name, tile, "symbol"))
        return (("cells", "/".join(map("".join, rows))),)

    def hexagonal_fields(self) -> tuple[tuple[str, str], ...]:
        """Non-empty fields of a hexagonal map as (name, value), ``board`` first; LevelError for faults."""
        board = self._main_layer(_BOARD)
        others = [layer for layer in self._layers if layer is not board]
        for layer in others:
            if layer.node.tag == "layer" and (layer.x, layer.y) != (board.x, board.y):
                template = _("the layer is offset from the layer “{name}”; give both the same offset.")
                self.refuse(layer.name, template.format(name=_BOARD))
        (_name, tiles), *listed = self._tile_layers(
            [board, *(extra for extra in others if extra.node.tag == "layer")]
        )
        first: list[str] = []
        parts: list[str] = []
        for tile in tiles:
            if tile is None:
                continue
            piece, part = (self._word(_BOARD, tile, name) for name in ("piece", "part"))
            cell = cell_text(from_offset(tile.column, tile.row))
            if part == "a":
                first.append(f"{piece}@{cell}")
            else:
                parts.append(f"{piece}{part}@{cell}")
        if not first:
            self.refuse(_BOARD, _("there is no hexagon with part a; each piece needs one."))
        more = [(name, self._symbols(name, tiles)) for name, tiles in listed]
        more += [
            (layer.name, ",".join(self._named_cells(layer, board)))
            for layer in others
            if layer.node.tag == "objectgroup"
        ]
        names = [name for name, _text in more]
        for name in names:
            if names.count(name) > 1 or name in (_BOARD, "parts", *_LAYOUT_FIELDS):
                self._refuse_twin(name)
        fields = [("board", ",".join(first)), ("parts", ",".join(parts)), *more]
        return tuple(field for field in fields if field[1])

    def _symbols(self, layer: str, tiles: Iterator[_Tile | None]) -> str:
        """Field value of a tile layer: each symbol with its cells, as in ``red:c7/k4,blue:c8``."""
        places: dict[str, list[str]] = {}
        for tile in tiles:
            if tile is not None:
                symbol = self._word(layer, tile, "symbol")
                places.setdefault(symbol, []).append(cell_text(from_offset(tile.column, tile.row)))
        return ",".join(f"{symbol}:{'/'.join(cells)}" for symbol, cells in places.items())

    def _named_cells(self, layer: _Layer, board: _Layer) -> Iterator[str]:
        """Yields each object as ``cell:name``, by the hexagon under its centre; LevelError for faults."""
        for thing in layer.node.iterfind("object"):
            fault, number = "", thing.get("id", "?")
            name = " ".join(thing.get("name", "").split())
            x, y = self._object_centre(thing)
            x, y = x + layer.x - board.x, y + layer.y - board.y
            cell = self._hexagon_at(x, y)
            if thing.get("template") is not None:
                fault = _(
                    "the object {number} is from a template, which isn't supported; detach it in Tiled."
                )
            elif cell is None:
                fault = _("the object {number}, “{name}”, is off the map, at {x}, {y}.")
            elif not name:
                fault = _("the object {number} on {here} has no name.")
            elif len(name) > _MAX_NAME_LENGTH or any(letter in _SEPARATORS for letter in name):
                fault = _(
                    "the object {number} on {here} is called “{name}”; use at most {most} "
                    "letters and none of {letters}."
                )
            if cell is None or fault:
                place = "" if cell is None else self._place_text(*cell)
                fault = fault.format(
                    number=number, name=name[:_MAX_NAME_LENGTH], x=f"{x:g}", y=f"{y:g}",
                    here=place, most=_MAX_NAME_LENGTH, letters=_SEPARATORS,
                )  # fmt: skip
                self.refuse(layer.name, fault)
            yield f"{cell_text(from_offset(*cell))}:{name}"

    def _object_centre(self, thing: ElementTree.Element) -> tuple[float, float]:
        """Centre (x, y) of an object in its layer, in px, as Tiled draws it."""
        right, down = _number(thing, "width") / 2, _number(thing, "height") / 2
        points = next(
            (shape.get("points", "") for shape in thing if shape.tag in ("polygon", "polyline")), ""
        )
        if points.split():
            pairs = [point.partition(",") for point in points.split()]
            across, along = ([_float(pair[place]) for pair in pairs] for place in (0, 2))
            right, down = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
        elif (gid := thing.get("gid")) is not None:
            # The position of a tile object is its lower left corner, unless its tileset sets another
            # alignment.
            number = int(gid) & _TILE_NUMBER_MASK if gid.isascii() and gid.isdigit() and len(gid) <= 10 else 0
            owners = [tileset for tileset in self._tilesets if int(tileset.get("firstgid", "")) <= number]
            at = owners[-1].get("objectalignment", "") if owners else ""
            right *= 0 if at in ("top", "center", "bottom") else -1 if at.endswith("right") else 1
            down *= 0 if at in ("left", "center", "right") else 1 if at.startswith("top") else -1
        turn = radians(_number(thing, "rotation"))
        return (
            _number(thing, "x") + right * cos(turn) - down * sin(turn),
            _number(thing, "y") + right * sin(turn) + down * cos(turn),
        )

    def _hexagon_at(self, right: float, down: float) -> tuple[int, int] | None:
        """Column and row of the hexagon whose centre is nearest to a point in px; `None` off the map."""
        width, height, side = self._hexagon
        columns, rows = self.size
        # The comparisons are False for nan too.
        if not (0 <= right <= (columns + 1) * width and 0 <= down <= (rows + 1) * height):
            return None
        nearest = round((down - height / 2) / ((height + side) / 2))
        near = []
        for row in (
            nearest - 1,
            nearest,
            nearest + 1,
        ):  # rows overlap: the nearest may be one off
            column = round((right - tiled_middle(0, row, width, height, side)[0]) / width)
            x, y = tiled_middle(column, row, width, height, side)
            near.append(((right - x) ** 2 + (down - y) ** 2, column, row))
        _distance, column, row = min(near)
        return (column, row) if 0 <= column < columns and 0 <= row < rows else None
