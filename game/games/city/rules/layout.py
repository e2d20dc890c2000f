"""Boards that come as layouts, from Tiled maps, and layouts of boards that are there.

Fields: ``board`` and, where wanted, ``socks`` read as in a position, with the cells of the map. ``parts`` are
the hexagons b, c and d as the map shows them (``3.0b@f1,...``); where it is given, each must be where its
hexagon a says. ``names`` gives stations names of their own (``c7:Duck Pond,...``). ``name`` is that of the
board, and ``look`` a word for how its vacant hexagons are drawn; no rule reads these two.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.core.game import Layout, LayoutError, Observation
from game.core.hexgrid import Cell, cell_text, offset, read_cell
from game.core.options import Options
from game.games.city.rules.board import (
    Board,
    BoardError,
    check_whole,
    in_corner,
    part_letters,
    read_board,
    where,
)
from game.games.city.rules.observed import observed
from game.games.city.rules.socks import COLOURS, ROOM, SockRules, Socks, crowded
from game.games.city.rules.text import read_socks

_FIELDS = ("board", "parts", "socks", "names", "name", "look")
LONGEST = 28
"""The letters that the name of a station may have."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a layout says."""

    board: Board
    """Moved to the corner."""
    socks: Socks | None
    """`None` where it sets none out."""
    called: tuple[tuple[str, str], ...]
    """The stations with a name of their own, by their texts on `board`."""


@lru_cache(maxsize=32)
def read_layout(layout: Layout, options: Options) -> Drawn:
    """The board of a layout, its socks if it sets them out, and its names (rules.md, Fine points).

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
    board = in_corner(drawn.tiles)
    called = tuple(
        (board.names[station], name) for station, name in _read_names(drawn, layout.get("names")).items()
    )
    return Drawn(board, _read_socks(drawn, layout.get("socks"), SockRules.of(options)), called)


def to_layout(observation: Observation) -> Layout:
    """The layout of an observed board, from which a map can be written; socks only where all are set out."""
    seen = observed(observation)
    board = read_board(",".join(seen["board"]) or "-")
    parts = [
        f"{tile.design}.{tile.rotation}{letter}@{cell_text(cell)}"
        for tile in board.tiles
        for cell, letter in part_letters(tile)[1:]
    ]
    fields = [("board", board.text()), ("parts", ",".join(parts))]
    if len(seen["socks"]) == len(COLOURS):
        pairs = [f"{colour}:{'/'.join(pair)}" for colour, pair in seen["socks"].items()]
        fields.append(("socks", ",".join(pairs)))
    usual = board.stations
    called = [f"{at}:{known[2]}" for at, known in seen["stations"].items() if known[2] != usual[at][2]]
    if called:
        fields.append(("names", ",".join(called)))
    return Layout("city", tuple(fields))


def _read_names(drawn: Board, text: str) -> dict[int, str]:
    """The stations that have a name of their own."""
    names: dict[int, str] = {}
    for part in text.split(",") if text != "-" else ():
        where_, _, name = part.partition(":")
        station = drawn.number.get(where_)
        if station is None:
            raise LayoutError("names", f"{name or part!r} stands on {where_}, where there is no station.")
        if station in names:
            raise LayoutError("names", f"{where_} has two names, {names[station]!r} and {name!r}.")
        if not 1 <= len(name) <= LONGEST:
            raise LayoutError("names", f"the name on {where_} has {len(name)} letters; 1 to {LONGEST} fit.")
        names[station] = name
    return names


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
