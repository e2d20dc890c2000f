"""Tiled maps become frozen board layouts.

A map names its game in the property ``game``, and its tilesets say with properties what each tile means;
nothing here knows any game. Two shapes of map are read:

- orthogonal: the tile layer ``field``; each tile has a ``symbol`` of one letter. The layout's ``cells`` are
  the rows, top first, parted by ``/``.
- hexagonal (pointy tops, ``staggeraxis="y"``, ``staggerindex="odd"``): the tile layer ``board``; each hexagon
  has a ``piece`` and a ``part`` of it, a letter. The layout's ``board`` is ``piece@cell`` for each part
  ``a``, and its ``parts`` are ``piecepart@cell`` for the others. Every further tile layer is a field of its
  own: its tiles have a ``symbol``, and the field lists the cells of each symbol, as in ``red:c7/k4,...``.
  Every object layer is a field of its own too: the cell under each object and the object's name, as in
  ``c7:Duck Pond,...``.

The map properties ``name`` and ``look``, if they are there, are fields as well. `game.store.plans` goes the
other way for hexagonal layouts. ``levels/README.md`` tells map makers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import isfinite
from pathlib import Path
from xml.etree import ElementTree

import pytmx

from game import gate
from game.core.discovery import find
from game.core.game import Layout, LayoutError
from game.core.hexgrid import COLUMNS, ROWS, cell_text, from_offset, tiled_middle

_ORTHOGONAL, _HEXAGONAL = "orthogonal", "hexagonal"
_FIELD, _BOARD = "field", "board"
_WIDEST = 100
"""Columns and rows of the largest orthogonal map."""
_BYTES = 2_000_000
"""Of a map, and of a tileset."""
_LAYERED, _TILES, _THINGS = 40, 4096, 1000
"""Layers, tiles of a tileset and objects: so many at most."""
_PIXELS = 8192
"""Width and height of the largest picture of tiles."""
_CALLED = 40
"""Letters of the longest name: of a map, and of a place on it."""
_HEAD = 64_000
"""Bytes of a map in which it says how it is called."""
_ABOUT = ("name", "look")
"""Properties of the map that the layout keeps."""
_PARTING = ",/:@="
"""Letters that part the values of a field."""
_LAYERS: Mapping[str, str] = {"cells": _FIELD, "parts": _BOARD}
"""The layer from which a field of the layout comes, where the names differ."""


class LevelError(ValueError):
    """A map that makes no layout.

    Attributes:
        path: the file.
        layer: the layer that is wrong, or ``map`` for the map as a whole.
        reason: a sentence: what is wrong, in which cell, and what would be right.
    """

    def __init__(self, path: Path, layer: str, reason: str) -> None:
        super().__init__(f"{path}, {layer}: {reason}")
        self.path = path
        self.layer = layer
        self.reason = reason


@dataclass(frozen=True, slots=True)
class _Hexagon:
    """A tile of a layer: where it lies, and its properties."""

    column: int
    row: int
    properties: Mapping[str, object]


def load(path: str | Path) -> Layout:
    """The layout of a Tiled map, checked by the rules of its game with their usual options.

    Raises:
        LevelError: the file, the layer and the reason, where a map is broken or breaks the rules.
    """
    file = Path(path)
    tmx = _parse(file)
    game = tmx.properties.get("game")
    if not isinstance(game, str) or not game:
        raise LevelError(file, "map", "the property 'game' is missing; it names the game of the map.")
    try:
        found = find(game)
    except ValueError as error:
        raise LevelError(file, "map", f"the property 'game' is wrong: {error}") from error
    fields = _orthogonal(file, tmx) if tmx.orientation == _ORTHOGONAL else _hexagonal(file, tmx)
    fields += tuple(
        (name, str(tmx.properties[name])[:_CALLED]) for name in _ABOUT if tmx.properties.get(name)
    )
    layout = Layout(game, fields)
    players = found.info.read_players(None)
    try:
        found.rules.new(players, 0, found.info.read_options(None, players), layout)
    except LayoutError as error:
        raise LevelError(file, _LAYERS.get(error.layer, error.layer), error.reason) from error
    return layout


def maps(folder: str | Path) -> tuple[Path, ...]:
    """The maps of a folder, in alphabetical order."""
    return tuple(sorted(Path(folder).glob("*.tmx")))


def title(path: str | Path) -> str:
    """What a map calls itself, else its file's name; nothing about the map is checked."""
    file = Path(path)
    usual = file.stem.replace("_", " ")[:_CALLED]
    head: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(["start"])
    try:
        head.feed(gate.read(file, _BYTES)[:_HEAD])
        read = [
            node for node in chain.from_iterable(head.read_events()) if isinstance(node, ElementTree.Element)
        ]
    except (OSError, ElementTree.ParseError, UnicodeDecodeError, ValueError, LookupError):
        return usual
    names = (node.get("value", "") for node in read if (node.tag, node.get("name")) == ("property", "name"))
    return next(names, "")[:_CALLED] or usual


def named(path: str | Path) -> tuple[str, ...]:
    """The names that a map gives to places on it, once each."""
    objects = gate.tree(Path(path), _BYTES).iterfind("objectgroup/object")
    return tuple(dict.fromkeys(node.get("name", "") for node in objects))


def _parse(file: Path) -> pytmx.TiledMap:
    """The map as pytmx reads it, after a look at what pytmx does not say plainly, or would never finish."""
    root = _tree(file, file)
    if root.tag != "map":
        raise LevelError(file, "map", f"the file holds a <{root.tag}>; a Tiled map (.tmx) holds a <map>.")
    _check_shape(file, root)
    for tag, most in (
        ("layer", _LAYERED),
        ("objectgroup", _LAYERED),
        ("object", _THINGS),
        ("tileset", _LAYERED),
    ):
        if (count := len(root.findall(f".//{tag}"))) > most:
            raise LevelError(file, "map", f"there are {count:,} of <{tag}>; {most:,} can be read.")
    cells = int(root.get("width", "")) * int(root.get("height", ""))
    for node in root.iter("layer"):
        _check_data(file, node, cells)
    for node in root.iter("tileset"):
        _check_tileset(file, node)
    try:
        return pytmx.TiledMap(str(file))
    # pytmx lets through whatever goes wrong inside, plain Exception among it.
    except Exception as error:
        raise LevelError(file, "map", f"the map cannot be read: {error or type(error).__name__}.") from error


def _tree(file: Path, path: Path) -> ElementTree.Element:
    """What a map, or a file that it names, holds as XML."""
    of = "the file" if path == file else f"the file {path.name}"
    try:
        return gate.tree(path, _BYTES)
    except OSError as error:
        raise LevelError(file, "map", f"{of} cannot be read: {error.strerror or error}.") from error
    except gate.GateError as error:
        raise LevelError(file, "map", str(error)) from error
    except (ElementTree.ParseError, UnicodeDecodeError, ValueError, LookupError) as error:
        raise LevelError(file, "map", f"{of} is no XML, so no Tiled map (.tmx): {error}.") from error


def _check_data(file: Path, layer: ElementTree.Element, due: int) -> None:
    """Check that a tile layer can be decoded, and that it has the cells that are due."""
    name = layer.get("name") or "?"
    data = layer.find("data")
    text = "" if data is None else (data.text or "").strip()
    if data is None or not text:
        raise LevelError(file, name, "the layer has no data as CSV or Base64.")
    compression = data.get("compression") or None
    if compression not in (None, "gzip", "zlib"):
        raise LevelError(
            file,
            name,
            f"compression {compression} cannot be read;"
            " choose CSV, or Base64 with zlib or gzip, as the map's tile layer format.",
        )
    try:
        if data.get("encoding") == "base64":
            count, odd = divmod(len(gate.unpacked(text, compression, 4 * due)), 4)
            if odd:
                raise ValueError("a cell has four bytes")
        elif data.get("encoding") == "csv":
            # Short and ASCII, as `int` takes digits of any script, and refuses thousands of them.
            numbers = [number.strip() for number in text.split(",")]
            count = len(numbers)
            wrong = next((n for n in numbers if not (n.isascii() and n.isdigit() and len(n) <= 10)), None)
            if wrong is not None:
                raise ValueError(f"{wrong[:20]!r} is no number of a tile")
        else:
            raise ValueError("they are neither CSV nor Base64")
    except (ValueError, EOFError, zlib.error) as error:
        raise LevelError(file, name, f"the layer's data are broken: {str(error).rstrip('.')}.") from error
    if count != due:
        raise LevelError(file, name, f"the layer has {count} cells; the map's width and height make {due}.")


def _check_tileset(file: Path, node: ElementTree.Element) -> None:
    """Check that a tileset, in the map or beside it, is one that pytmx can go through."""
    source = node.get("source")
    if source is not None:
        # Beside the map or below it: a map may not have any file of this machine read.
        if (
            not source.lower().endswith(".tsx")
            or ".." in source
            or Path(source).is_absolute()
            or ":" in source
        ):
            raise LevelError(file, "map", f"the tileset {source[:80]!r} is no .tsx file beside the map.")
        first = node.get("firstgid", "")
        node = _tree(file, file.parent / source)
        node.set("firstgid", first)
    name = (node.get("name") or source or "?")[:80]
    _whole(file, name, node, "firstgid", 1, 1 << 20)
    _whole(file, name, node, "tilecount", 0, _TILES)
    wide, high = (_whole(file, name, node, size, 1, _PIXELS) for size in ("tilewidth", "tileheight"))
    between, _edge = (_whole(file, name, node, gap, 0, _PIXELS) for gap in ("spacing", "margin"))
    for image in node.iterfind("image"):
        across, down = (_whole(file, name, image, size, 0, _PIXELS) for size in ("width", "height"))
        if (across // (wide + between) + 1) * (down // (high + between) + 1) > _TILES:
            raise LevelError(
                file, "map", f"the picture of the tileset {name!r} has more than {_TILES:,} tiles."
            )
    for number in (*node.iterfind("tile"), *node.iterfind("tile/animation/frame")):
        _whole(file, name, number, "id" if number.tag == "tile" else "tileid", 0, _TILES)


def _whole(file: Path, tileset: str, node: ElementTree.Element, name: str, least: int, most: int) -> int:
    """A number of a tileset that is not missing, unless it may be 0."""
    text = node.get(name, "0" if least == 0 else "")
    if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
        told = f"{name} is {text[:20] or 'missing'}; it must be {least} to {most}"
        raise LevelError(file, "map", f"the tileset {tileset!r} cannot be read: its {told}.")
    return int(text)


def _check_shape(file: Path, root: ElementTree.Element) -> None:
    orientation = root.get("orientation")
    if orientation not in (_ORTHOGONAL, _HEXAGONAL):
        raise LevelError(
            file, "map", f"the orientation is {orientation}; it must be {_ORTHOGONAL} or {_HEXAGONAL}."
        )
    if root.get("infinite", "0") != "0":
        raise LevelError(file, "map", "the map is infinite; switch that off in the map's properties.")
    stagger = (root.get("staggeraxis"), root.get("staggerindex"))
    if orientation == _HEXAGONAL and stagger != ("y", "odd"):
        raise LevelError(
            file, "map", f"stagger axis and index are {stagger[0]} and {stagger[1]}; they must be y and odd."
        )
    most = (_WIDEST, _WIDEST) if orientation == _ORTHOGONAL else (COLUMNS, ROWS)
    for name, limit in zip(("width", "height"), most, strict=True):
        text = root.get(name, "")
        # Short and ASCII: `int` takes digits of any script, and refuses thousands of them in its own words.
        if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= limit):
            raise LevelError(file, "map", f"the {name} is {text or 'missing'}; it must be 1 to {limit}.")


def _layer(file: Path, tmx: pytmx.TiledMap, name: str) -> pytmx.TiledTileLayer:
    """The only tile layer of this name, of the map's size."""
    layers = [layer for layer in _tile_layers(tmx) if layer.name == name]
    if not layers:
        raise LevelError(file, name, f"there is no tile layer {name!r}; it holds the board.")
    if len(layers) > 1:
        raise LevelError(file, name, f"there are {len(layers)} tile layers {name!r}; there must be one.")
    return layers[0]


def _tile_layers(tmx: pytmx.TiledMap) -> Iterator[pytmx.TiledTileLayer]:
    return (layer for layer in tmx.layers if isinstance(layer, pytmx.TiledTileLayer))


def _tiles(file: Path, tmx: pytmx.TiledMap, layer: pytmx.TiledTileLayer) -> Iterator[_Hexagon | None]:
    """What lies on each cell of a layer, row by row; `None` for nothing."""
    rows: list[list[int]] = layer.data
    if len(rows) != tmx.height or any(len(row) != tmx.width for row in rows):
        count, due = sum(map(len, rows)), tmx.width * tmx.height
        raise LevelError(
            file,
            layer.name,
            f"the layer has {count} cells; {tmx.width} by {tmx.height} of the map are {due}.",
        )
    # pytmx gives a turned tile a number of its own: only the flags kept with it tell that it is one.
    turned = {gid for pairs in tmx.gidmap.values() for gid, flags in pairs if flags and any(flags)}
    for y, row in enumerate(rows):
        for x, gid in enumerate(row):
            if not gid:
                yield None
                continue
            here = _where(tmx, x, y)
            if gid in turned:
                raise LevelError(file, layer.name, f"the tile on {here} is turned or mirrored; lay it plain.")
            properties = tmx.tile_properties.get(gid)
            if properties is None:
                raise LevelError(file, layer.name, f"the tile on {here} is unknown: no tileset describes it.")
            yield _Hexagon(x, y, properties)


def _where(tmx: pytmx.TiledMap, x: int, y: int) -> str:
    plain = f"column {x + 1}, row {y + 1} from the top"
    return plain if tmx.orientation == _ORTHOGONAL else f"{cell_text(from_offset(x, y))} ({plain})"


def _word(file: Path, tmx: pytmx.TiledMap, layer: str, tile: _Hexagon, name: str) -> str:
    """A property of a tile that cannot be missing, and cannot break the layout's text apart."""
    value = tile.properties.get(name)
    here = _where(tmx, tile.column, tile.row)
    if value is None or value == "":
        raise LevelError(file, layer, f"the tile on {here} has no property {name!r}.")
    text = str(value)
    if any(letter in " " + _PARTING for letter in text):
        raise LevelError(
            file, layer, f"the tile on {here} has the {name} {text!r}; use letters, digits, dots."
        )
    return text


def _orthogonal(file: Path, tmx: pytmx.TiledMap) -> tuple[tuple[str, str], ...]:
    layer = _layer(file, tmx, _FIELD)
    rows: list[list[str]] = [[] for _ in range(tmx.height)]
    for number, tile in enumerate(_tiles(file, tmx, layer)):
        y, x = divmod(number, tmx.width)
        if tile is None:
            raise LevelError(
                file, _FIELD, f"nothing lies on {_where(tmx, x, y)}; the whole map is the field."
            )
        symbol = _word(file, tmx, _FIELD, tile, "symbol")
        if len(symbol) != 1:
            raise LevelError(
                file, _FIELD, f"the tile on {_where(tmx, x, y)} has the symbol {symbol!r}; it is one letter."
            )
        rows[y].append(symbol)
    return (("cells", "/".join(map("".join, rows))),)


def _hexagonal(file: Path, tmx: pytmx.TiledMap) -> tuple[tuple[str, str], ...]:
    layer = _layer(file, tmx, _BOARD)
    first: list[str] = []
    others: list[str] = []
    for tile in _tiles(file, tmx, layer):
        if tile is None:
            continue
        piece, part = (_word(file, tmx, _BOARD, tile, name) for name in ("piece", "part"))
        cell = cell_text(from_offset(tile.column, tile.row))
        if part == "a":
            first.append(f"{piece}@{cell}")
        else:
            others.append(f"{piece}{part}@{cell}")
    if not first:
        raise LevelError(file, _BOARD, "no hexagon of part a lies there; each piece has one.")
    more = [_listed(file, tmx, layer) for layer in _tile_layers(tmx) if layer.name != _BOARD]
    more += [_called(file, tmx, layer) for layer in tmx.layers if isinstance(layer, pytmx.TiledObjectGroup)]
    names = [name for name, _ in more]
    for name in names:
        if names.count(name) > 1 or name in (_BOARD, "parts", *_ABOUT):
            raise LevelError(
                file, name, f"there is more than one {name!r}; each layer has a name of its own."
            )
    parts = (("parts", ",".join(others)),) if others else ()
    return (("board", ",".join(first)), *parts, *((name, text) for name, text in more if text != "-"))


def _listed(file: Path, tmx: pytmx.TiledMap, layer: pytmx.TiledTileLayer) -> tuple[str, str]:
    """A layer as a field: its symbols, each with the cells where it stands."""
    places: dict[str, list[str]] = {}
    for tile in _tiles(file, tmx, layer):
        if tile is not None:
            symbol = _word(file, tmx, layer.name, tile, "symbol")
            places.setdefault(symbol, []).append(cell_text(from_offset(tile.column, tile.row)))
    name = str(layer.name or "?")
    return name, ",".join(f"{symbol}:{'/'.join(cells)}" for symbol, cells in places.items()) or "-"


def _called(file: Path, tmx: pytmx.TiledMap, layer: pytmx.TiledObjectGroup) -> tuple[str, str]:
    """An object layer as a field: the cell under each object, and what it is called."""
    found: list[str] = []
    name = str(layer.name or "?")
    for thing in layer:
        called = " ".join(str(thing.name or "").split())
        # A point has no size; of a rectangle Tiled tells the corner.
        at = (thing.x + thing.width / 2, thing.y + thing.height / 2)
        if not all(map(isfinite, at)):
            raise LevelError(
                file, name, f"the object {called[:_CALLED]!r} lies nowhere, at {at[0]:g}, {at[1]:g}."
            )
        x, y = _under(tmx, at)
        if not (0 <= x < tmx.width and 0 <= y < tmx.height):
            where = f"{at[0]:g}, {at[1]:g}"
            raise LevelError(file, name, f"the object {called[:_CALLED]!r} lies off the map, at {where}.")
        here = _where(tmx, x, y)
        if not called or any(letter in _PARTING for letter in called):
            told = f"is called {called[:_CALLED]!r}; a name has none of {_PARTING}."
            raise LevelError(file, name, f"the object on {here} {told}")
        if len(called) > _CALLED:
            told = f"the object on {here} has a name of {len(called)} letters; it has at most {_CALLED}."
            raise LevelError(file, name, told)
        found.append(f"{cell_text(from_offset(x, y))}:{called}")
    return name, ",".join(found) or "-"


def _under(tmx: pytmx.TiledMap, at: tuple[float, float]) -> tuple[int, int]:
    """Column and row of the hexagon whose middle is nearest to a point in pixels."""
    size = tmx.tilewidth, tmx.tileheight, tmx.hexsidelength
    down = round((at[1] - tmx.tileheight / 2) / ((tmx.tileheight + tmx.hexsidelength) / 2))
    near = []
    for row in (down - 1, down, down + 1):  # rows reach into each other: the nearest may be one off
        column = round((at[0] - tiled_middle(0, row, *size)[0]) / tmx.tilewidth)
        x, y = tiled_middle(column, row, *size)
        near.append(((at[0] - x) ** 2 + (at[1] - y) ** 2, column, row))
    return min(near)[1:]
