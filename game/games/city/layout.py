"""Boards that come as layouts, from Tiled maps: fields `board`, `socks` (optional), `parts` and `name`.

``board`` and ``socks`` read as in a position, with the cells of the map. ``parts`` are the hexagons b, c and
d as the map shows them (``3.0b@f1,...``); where it is given, each must be where its hexagon a says.
"""

from __future__ import annotations

from game.core.contract import Layout, LayoutError, Options
from game.core.hexgrid import Cell, offset, read_cell
from game.games.city.board import (
    Board,
    BoardError,
    check_whole,
    in_corner,
    part_letters,
    read_board,
    where,
)
from game.games.city.socks import COLOURS, ROOM, SockRules, Socks, crowded
from game.games.city.text import read_socks

_FIELDS = ("board", "parts", "socks", "name")


def read_layout(layout: Layout, options: Options) -> tuple[Board, Socks | None]:
    """The board of a layout, moved to the corner, and its socks if it sets them out.

    Raises:
        LayoutError: no legal board under these house rules, or no legal set-up.
    """
    for name, _ in layout.fields:
        if name not in _FIELDS:
            raise LayoutError(name, f"unknown; the fields are {', '.join(_FIELDS)}.")
    try:
        drawn = read_board(layout.get("board"))
    except ValueError as error:
        raise LayoutError("board", str(error)) from error
    _check_parts(drawn, layout.get("parts"))
    try:
        check_whole(drawn, options.number("vacant_min"), options.number("vacant_max"))
    except BoardError as error:
        raise LayoutError("board", str(error)) from error
    # Moving a board keeps the order of its stations, so their numbers stay the same.
    return in_corner(drawn.tiles), _read_socks(drawn, layout.get("socks"), SockRules.of(options))


def _check_parts(drawn: Board, text: str) -> None:
    if text == "-":
        return
    due: dict[Cell, str] = {
        cell: f"{tile.design}.{tile.rotation}{letter}"
        for tile in drawn.tiles
        for cell, letter in part_letters(tile)[1:]
    }
    for part in text.split(","):
        piece, _, name = part.partition("@")
        try:
            cell = read_cell(name)
        except ValueError as error:
            raise LayoutError("board", str(error)) from error
        if due.get(cell) != piece:
            wanted = (
                f"{due[cell]} belongs there" if cell in due else "no hexagon a says that one belongs there"
            )
            raise LayoutError("board", f"hexagon {piece} on {where(cell)} is wrong: {wanted}.")
        del due[cell]
    if due:
        cell = min(due, key=offset)
        raise LayoutError("board", f"hexagon {due[cell]} is missing on {where(cell)}.")


def _read_socks(drawn: Board, text: str, rules: SockRules) -> Socks | None:
    if text == "-":
        return None
    try:
        socks = read_socks(drawn, text)
    except ValueError as error:
        raise LayoutError("socks", str(error)) from error
    for colour, pair in zip(COLOURS, socks, strict=True):
        if pair is None:
            raise LayoutError("socks", f"there are no {colour} socks; each colour has two on the board.")
        apart = drawn.apart(*pair)
        if apart is None or not rules.nearest <= apart <= rules.farthest:
            one, other = (drawn.names[station] for station in pair)
            raise LayoutError(
                "socks",
                f"{colour} on {one} and {other} is {apart} apart;"
                f" {rules.nearest} to {rules.farthest} are allowed.",
            )
    tight = crowded(drawn, socks) if rules.neighbours else None
    if tight:
        station, room = tight
        raise LayoutError(
            "socks",
            f"the sock on {drawn.names[station]} has {room} vacant neighbours; it needs {ROOM}.",
        )
    return socks
