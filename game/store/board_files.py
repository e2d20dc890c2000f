"""Saved boards: layouts written as Tiled maps into a folder of the player.

The properties of a game's tilesets name the piece and part, or the symbol, of each tile, so a layout can be
turned back into tiles. The tilesets are copied next to the map, so that Tiled can open it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from game.core.game import Layout
from game.core.hexgrid import offset, read_cell, tiled_middle
from game.store.data_folder import free_file_name, write_atomic

_BOARD = "board"
_FIELDS = ("name", "look")


@dataclass(frozen=True, slots=True)
class _Tileset:
    """A tileset of the package, with the meaning of its tiles."""

    path: Path
    size: tuple[int, int, int]  # width, height and upright side of a hexagon, in px
    count: int
    tiles: Mapping[str, int]  # tile by `piece` and `part` joined, or by `symbol`


def save_map(layout: Layout, path: Path, tilesets: Path) -> None:
    """Write a layout as a Tiled map, and copy all ``.tsx`` and ``.png`` files of ``tilesets`` next to it.

    ``layout`` has the fields that `game.levels` makes.

    Raises:
        OSError: a file cannot be read or written.
        ValueError: the tilesets have no tile for a part of the layout.
    """
    sets = [_read(file) for file in sorted(tilesets.glob("*.tsx"), reverse=True)]
    first, firsts = 1, []
    for tileset in sets:
        firsts.append(first)
        first += tileset.count
    root = _map(layout, sets, firsts)
    ElementTree.indent(root, " ")
    text = '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
    write_atomic(path, text.encode("utf-8"))
    for tileset in sets:
        for file in (tileset.path, tileset.path.with_suffix(".png")):
            # shutil refuses to copy a file onto itself.
            if file.parent.resolve() != path.parent.resolve():
                shutil.copyfile(file, path.parent / file.name)


def add_map(layout: Layout, folder: Path, name: str, tilesets: Path) -> Path:
    """Save a layout as a new map with about this name; returns its path, or that of an equal map there.

    Raises:
        OSError, ValueError: as `save_map`.
    """
    path = free_name(folder, name)
    save_map(layout, path, tilesets)
    for existing in folder.glob("*.tmx"):
        if existing != path and existing.read_bytes() == path.read_bytes():
            path.unlink()
            return existing
    return path


def free_name(folder: Path, name: str) -> Path:
    """Path of a ``.tmx`` file that does not exist yet: letters and digits of the name, a number if needed."""
    stem = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "board"
    return free_file_name(folder, stem, ".tmx", "_")


def _read(file: Path) -> _Tileset:
    """Tileset of a ``.tsx`` file, with tile ids (from 0) by meaning."""
    root = ElementTree.parse(file).getroot()
    tiles: dict[str, int] = {}
    for tile in root.iter("tile"):
        properties = {prop.get("name"): prop.get("value", "") for prop in tile.iter("property")}
        meaning = (
            properties["piece"] + properties["part"]
            if "piece" in properties
            else properties.get("symbol", "")
        )
        tiles[meaning] = int(tile.get("id", "0"))
    about = {prop.get("name"): prop.get("value", "") for prop in root.iterfind("properties/property")}
    size = int(root.get("tilewidth", "0")), int(root.get("tileheight", "0")), int(about.get("side", "0"))
    return _Tileset(file, size, int(root.get("tilecount", "0")), tiles)


def _map(layout: Layout, sets: Sequence[_Tileset], firsts: Sequence[int]) -> ElementTree.Element:
    """XML root of the Tiled map of a layout. ``firsts`` has the number of the first tile of each tileset."""
    width, height, side = sets[0].size
    if square := layout.get("cells") != "-":
        layers = {"field": [
            (symbol, (x, y))
            for y, row in enumerate(layout.get("cells").split("/")) for x, symbol in enumerate(row)
        ]}  # fmt: skip
        shape = {"orientation": "orthogonal"}
    else:
        layers = {
            name: _tile_positions(name, text)
            for name, text in layout.fields
            if name not in (*_FIELDS, "names", "parts")
        }
        # One layer in Tiled; `levels` separates them again.
        layers[_BOARD] += _tile_positions("parts", layout.get("parts"))
        shape = {
            "orientation": "hexagonal", "hexsidelength": str(side), "staggeraxis": "y", "staggerindex": "odd",
        }  # fmt: skip
    cells = [cell for placements in layers.values() for _meaning, cell in placements]
    edge = 1 if square else 2
    columns, rows = max(x for x, _ in cells) + edge, max(y for _, y in cells) + edge
    root = ElementTree.Element("map", {
        "version": "1.8", "tiledversion": "1.8.2", **shape, "renderorder": "right-down",
        "width": str(columns), "height": str(rows), "tilewidth": str(width), "tileheight": str(height),
        "infinite": "0",
        "nextlayerid": str(len(layers) + 2), "nextobjectid": str(layout.get("names").count(":") + 1),
    })  # fmt: skip
    about = ElementTree.SubElement(root, "properties")
    for name, value in [
        ("game", layout.game),
        *((n, layout.get(n)) for n in _FIELDS if layout.get(n) != "-"),
    ]:
        ElementTree.SubElement(about, "property", {"name": name, "value": value})
    for tileset, first in zip(sets, firsts, strict=True):
        ElementTree.SubElement(root, "tileset", {"firstgid": str(first), "source": tileset.path.name})
    number_of = {
        m: first + n for tileset, first in zip(sets, firsts, strict=True) for m, n in tileset.tiles.items()
    }
    for number, (name, placements) in enumerate(layers.items(), start=1):
        size = {"id": str(number), "name": name, "width": str(columns), "height": str(rows)}
        layer = ElementTree.SubElement(root, "layer", size)
        data = ElementTree.SubElement(layer, "data", {"encoding": "csv"})
        data.text = _csv_layer(placements, number_of, columns, rows)
    if layout.get("names") != "-":
        _add_names(root, layout.get("names"), len(layers) + 1, sets[0].size)
    return root


def _tile_positions(name: str, text: str) -> list[tuple[str, tuple[int, int]]]:
    """(meaning, (column, row)) of each tile in a field of a layout."""
    if name in (_BOARD, "parts"):
        first = "a" if name == _BOARD else ""
        pairs = (part.partition("@") for part in text.split(",")) if text != "-" else ()
        return [(meaning + first, offset(read_cell(cell))) for meaning, _, cell in pairs]
    groups = (part.partition(":") for part in text.split(","))
    return [(symbol, offset(read_cell(cell))) for symbol, _, places in groups for cell in places.split("/")]


def _csv_layer(
    placed: Sequence[tuple[str, tuple[int, int]]], number_of: Mapping[str, int], columns: int, rows: int
) -> str:
    """Layer as CSV text of tile numbers, row by row, 0 for none; ValueError for a part without a tile."""
    grid = [[0] * columns for _ in range(rows)]
    for meaning, (x, y) in placed:
        if meaning not in number_of:
            raise ValueError(f"No tile of the tilesets is {meaning!r}, in column {x + 1}, row {y + 1}.")
        grid[y][x] = number_of[meaning]
    return "\n" + ",\n".join(",".join(map(str, row)) for row in grid) + "\n"


def _add_names(root: ElementTree.Element, text: str, number: int, size: tuple[int, int, int]) -> None:
    """Add to ``root`` an object layer with a named point for each station; ``text`` is CELL:NAME,..."""
    group = ElementTree.SubElement(root, "objectgroup", {"id": str(number), "name": "names"})
    for identity, part in enumerate(text.split(","), start=1):
        cell, _, name = part.partition(":")
        x, y = tiled_middle(*offset(read_cell(cell)), *size)
        about = {"id": str(identity), "name": name, "x": f"{x:g}", "y": f"{y:g}"}
        ElementTree.SubElement(ElementTree.SubElement(group, "object", about), "point")
