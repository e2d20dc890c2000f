"""Text of moves, position fields and board layouts, read and written, and observations read back.

See rules.md, For scripts. A layout (from a Tiled map) has these fields:

- ``board`` and, optionally, ``socks``: as in a position, with the cells of the map.
- ``parts``: hexagons b, c and d as the map shows them (``3.0b@f1,...``). If given, each must be where the
  hexagon a of its tile requires.
- ``names``: custom station names (``c7:Duck Pond,...``).
- ``name``: name of the board, and ``look``: keyword for how the vacant hexagons are drawn. The rules ignore
  both.

`BoardReading` is an observation read back, for bots and the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.core.game import Layout, LayoutError, Observation
from game.core.hexgrid import Cell, cell_text, offset, read_cell
from game.core.options import Options
from game.core.record import read_groups
from game.games.city.rules.board import (
    COLOURS,
    MIN_VACANT_NEIGHBOURS,
    NO_SOCKS,
    BoardError,
    CityBoard,
    Pair,
    SockRules,
    Socks,
    check_whole,
    find_crowded_sock,
    in_corner,
    occupied_stations,
    part_letters,
    read_board,
    read_pairs,
    vacant_limits,
    where,
    with_pair,
)
from game.games.city.rules.events import CityObservation, as_observation
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, owner_byte
from game.games.city.rules.state import (
    NO_CLAIMS,
    NO_OWNER,
    PASS_MOVE,
    Block,
    CityPass,
    Lay,
    LayTile,
    Move,
    SetOut,
)

MOVE_FORMS = '"lay c7 d7", "block c7", "tile 3 0 e1", "sock red c7 k4" or "pass"'

_STATION = r"([a-z]{1,2}[1-9][0-9]{0,2})"
_LAY = re.compile(rf"lay {_STATION} {_STATION}")
_BLOCK = re.compile(rf"block {_STATION}")
_TILE = re.compile(rf"tile ([0-9]{{1,2}}) ([0-9]{{1,2}}) {_STATION}", re.ASCII)
_SOCK = re.compile(rf"sock ({'|'.join(COLOURS)}) {_STATION} {_STATION}")


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """Move read from its text, its two stations in either order. Raises `ValueError` if it is none."""
    text = " ".join(text.split())
    if match := _LAY.fullmatch(text):
        return Lay(*_ordered_pair(match[1], match[2]))
    if match := _SOCK.fullmatch(text):
        return SetOut(match[1], *_ordered_pair(match[2], match[3]))
    if match := _TILE.fullmatch(text):
        return LayTile(int(match[1]), int(match[2]), match[3])
    if match := _BLOCK.fullmatch(text):
        return Block(match[1])
    if text == "pass":
        return PASS_MOVE
    raise ValueError(
        f"A move is {MOVE_FORMS}, with a colour out of {', '.join(COLOURS)}; {text[:40]!r} is not one."
    )


def _ordered_pair(first: str, second: str) -> tuple[str, str]:
    """The two station texts in canonical order: by column, then row."""
    return (first, second) if offset(read_cell(first)) <= offset(read_cell(second)) else (second, first)


def format_move(move: Move) -> str:
    """Text of a move, as `parse_move` reads it."""
    match move:
        case Lay():
            return move.text
        case SetOut(colour, one, other):
            return f"sock {colour} {one} {other}"
        case LayTile(design, rotation, at):
            return f"tile {design} {rotation} {at}"
        case Block(at):
            return f"block {at}"
        case CityPass():
            return "pass"


def station_of(board: CityBoard, field: str, text: str) -> int:
    """Number of the station with this text. Raises `ValueError`, naming the position field, without one."""
    number = board.number.get(text)
    if number is None:
        raise ValueError(f"{field}: there is no station {text[:20]!r} on this board.")
    return number


def read_socks(board: CityBoard, text: str) -> Socks:
    """Pair of each colour, read from ``red:c7/k4,...`` or ``-`` for none. Raises `ValueError` if wrong.

    Raises:
        ValueError: the text is malformed, or has a colour twice or two socks on a station.
    """
    socks = NO_SOCKS
    for part in text.split(",") if text != "-" else ():
        colour, _, places = part.partition(":")
        if colour not in COLOURS:
            raise ValueError(
                f"socks: {part[:30]!r} is not colour:station/station, with colours {', '.join(COLOURS)}."
            )
        first, *others = places.split("/")
        if len(others) != 1:
            raise ValueError(
                f"socks: {colour} needs two stations, as in {colour}:c7/k4, not {places[:30]!r}."
            )
        pair = sorted((station_of(board, "socks", first), station_of(board, "socks", others[0])))
        number = COLOURS.index(colour)
        if socks[number] is not None:
            raise ValueError(
                f"socks: {colour} appears twice; the third sock of a colour is not on the board."
            )
        for station in pair:
            if station in occupied_stations(socks) or pair[0] == pair[1]:
                raise ValueError(
                    f"socks: two socks on {board.names[station]}; each station has room for one."
                )
        socks = with_pair(socks, number, (pair[0], pair[1]))
    return socks


def write_socks(board: CityBoard, socks: Socks) -> str:
    """Text of the socks, as `read_socks` reads it; ``-`` if there are none."""
    return (
        ",".join(
            f"{colour}:{board.names[pair[0]]}/{board.names[pair[1]]}"
            for colour, pair in zip(COLOURS, socks, strict=True)
            if pair
        )
        or "-"
    )


def _split_sides(name: str, text: str) -> tuple[str, ...]:
    """Parts of seats 0 and 1, split at the slash; ``-`` gives two ``-``. `ValueError` unless there are 2."""
    return ("-", "-") if text == "-" else read_groups(name, text, 2)


def read_tracks(board: CityBoard, text: str, *, over_printed: bool) -> bytes:
    """Owner byte of each link (printed too), read from ``c7-d7,d7-d8/e4-e5`` by seat. `ValueError` if wrong.

    A piece on printed track is wrong unless ``over_printed``.
    """
    track = bytearray(board.track)
    for seat, side in enumerate(_split_sides("tracks", text)):
        for part in side.split(",") if side != "-" else ():
            first, dash, second = part.partition("-")
            if not dash:
                raise ValueError(f"tracks: a link is two stations, as in c7-d7, not {part[:30]!r}.")
            link = board.link(station_of(board, "tracks", first), station_of(board, "tracks", second))
            if link is None:
                raise ValueError(f"tracks: {first} and {second} are not neighbours.")
            if track[link] not in (FREE_LINK, PUBLIC_TRACK):
                raise ValueError(f"tracks: {part} already has track; a link takes one piece.")
            if track[link] == PUBLIC_TRACK and not over_printed:
                raise ValueError(f"tracks: {part} is printed; build_over_printed is off.")
            track[link] = owner_byte(seat)
    return bytes(track)


def tracks_of(board: CityBoard, track: bytes, seat: int) -> list[str]:
    """Texts of the links with a piece of this seat, such as ``c7-d7``, in board order."""
    mine, texts = owner_byte(seat), board.link_texts
    names = []
    link = track.find(mine)
    while link >= 0:
        names.append(texts[link])
        link = track.find(mine, link + 1)
    return names


def read_claimed(text: str) -> tuple[int, ...]:
    """Owner of each colour, or `NO_OWNER`, from ``-/red,blue``. `ValueError` if one is wrong or double."""
    claimed = list(NO_CLAIMS)
    for seat, side in enumerate(_split_sides("claimed", text)):
        for colour in side.split(",") if side != "-" else ():
            if colour not in COLOURS:
                raise ValueError(
                    f"claimed: {colour[:20]!r} is not a colour; the colours are {', '.join(COLOURS)}."
                )
            if claimed[COLOURS.index(colour)] != NO_OWNER:
                raise ValueError(f"claimed: {colour} appears twice.")
            claimed[COLOURS.index(colour)] = seat
    return tuple(claimed)


def claimed_by(claimed: tuple[int, ...], seat: int) -> list[str]:
    """Colours that a seat has claimed."""
    return [colour for colour, owner in zip(COLOURS, claimed, strict=True) if owner == seat]


def comma_list(parts: Iterable[str]) -> str:
    """Join the parts with commas; ``-`` if there are none."""
    return ",".join(parts) or "-"


_LAYOUT_FIELDS = ("board", "parts", "socks", "names", "name", "look")
MAX_NAME_LENGTH = 28  # maximum letters in a station name


@dataclass(frozen=True, slots=True)
class BoardFromLayout:
    """Content of a board layout."""

    board: CityBoard  # moved to the corner of the map
    socks: Socks | None  # None if the layout has no socks
    called: tuple[tuple[str, str], ...]  # stations with a custom name: their text on `board`, and the name


@lru_cache(maxsize=32)
def read_layout(layout: Layout, options: Options) -> BoardFromLayout:
    """Board in the map's corner, socks or None, and custom names. Raises `LayoutError` if illegal."""
    for name, _ in layout.fields:
        if name not in _LAYOUT_FIELDS:
            raise LayoutError(name, "unknown; the fields are {fields}.", fields=", ".join(_LAYOUT_FIELDS))
    try:
        unmoved = read_board(layout.get("board"))
    except BoardError:
        raise
    except ValueError as error:
        raise LayoutError("board", str(error)) from error
    _check_parts(unmoved, layout.get("parts"))
    check_whole(unmoved, *vacant_limits(options))
    # Moving a board keeps the order of its stations, so their numbers stay the same.
    board = in_corner(unmoved.tiles)
    custom_names = tuple(
        (board.names[station], name) for station, name in _read_names(unmoved, layout.get("names")).items()
    )
    return BoardFromLayout(
        board, _read_socks(unmoved, layout.get("socks"), SockRules.of(options)), custom_names
    )


def to_layout(observation: Observation) -> Layout:
    """Layout of an observed board, from which a map can be written. It has socks only if all are set out."""
    position = as_observation(observation)
    board = read_board(comma_list(position["board"]))
    parts = [
        f"{tile.design}.{tile.rotation}{letter}@{cell_text(cell)}"
        for tile in board.tiles
        for cell, letter in part_letters(tile)[1:]
    ]
    fields = [("board", board.text()), ("parts", ",".join(parts))]
    if len(position["socks"]) == len(COLOURS):
        pairs = [f"{colour}:{'/'.join(pair)}" for colour, pair in position["socks"].items()]
        fields.append(("socks", ",".join(pairs)))
    usual = board.stations
    custom_names = [
        f"{at}:{entry[2]}" for at, entry in position["stations"].items() if entry[2] != usual[at][2]
    ]
    if custom_names:
        fields.append(("names", ",".join(custom_names)))
    return Layout("city", tuple(fields))


def _read_names(board: CityBoard, text: str) -> dict[int, str]:
    """Custom names by station number. Raises `LayoutError` if a name is misplaced, double or too long."""
    names: dict[int, str] = {}
    for part in text.split(",") if text != "-" else ():
        place, _, name = part.partition(":")
        station = board.number.get(place)
        if station is None:
            raise LayoutError(
                "names", "“{name}” is on {cell}, where there is no station.",
                name=(name or part)[:30], cell=place[:20],
            )  # fmt: skip
        if station in names:
            raise LayoutError(
                "names", "{cell} has two names, “{one}” and “{other}”.",
                cell=place, one=names[station], other=name[:30],
            )  # fmt: skip
        if not 1 <= len(name) <= MAX_NAME_LENGTH:
            raise LayoutError(
                "names", "the name on {cell} has {count} letters; 1 to {most} fit.",
                cell=place, count=len(name), most=MAX_NAME_LENGTH,
            )  # fmt: skip
        names[station] = name
    return names


def _check_parts(board: CityBoard, text: str) -> None:
    """Raise `LayoutError` unless hexagons b to d are where their tiles require them. ``-`` passes."""
    if text == "-":
        return
    expected: dict[Cell, str] = {
        cell: f"{tile.design}.{tile.rotation}{letter}"
        for tile in board.tiles
        for cell, letter in part_letters(tile)[1:]
    }
    for part in text.split(","):
        piece, _, name = part.partition("@")
        try:
            cell = read_cell(name)
        except ValueError as error:
            raise LayoutError("board", str(error)) from error
        if expected.get(cell) != piece:
            place = where(cell)
            if cell not in expected:
                raise LayoutError(
                    "board",
                    "hexagon {piece} at {cell} has no hexagon a to go with it.",
                    piece=piece,
                    cell=place,
                )
            raise LayoutError(
                "board", "hexagon {piece} at {cell} is wrong; it should be {due}.",
                piece=piece, cell=place, due=expected[cell],
            )  # fmt: skip
        del expected[cell]
    if expected:
        cell = min(expected, key=offset)
        raise LayoutError(
            "board", "hexagon {due} is missing at {cell}.", due=expected[cell], cell=where(cell)
        )


def _read_socks(board: CityBoard, text: str, rules: SockRules) -> Socks | None:
    """The six pairs of a layout, None for ``-``. Raises `LayoutError` unless they are legal."""
    if text == "-":
        return None
    try:
        socks = read_socks(board, text)
    except ValueError as error:
        raise LayoutError("socks", str(error)) from error
    for colour, pair in zip(COLOURS, socks, strict=True):
        if pair is None:
            raise LayoutError(
                "socks", "the {colour} socks are missing; each colour needs two on the board.", colour=colour
            )
        apart = board.apart(*pair)
        if apart is None or not rules.nearest <= apart <= rules.farthest:
            first, second = (board.names[station] for station in pair)
            raise LayoutError(
                "socks", (
                    "the {colour} socks on {one} and {other} are {apart} apart; {least} to "
                    "{most} is allowed."
                ),
                colour=colour, one=first, other=second, apart=apart, least=rules.nearest, most=rules.farthest,
            )  # fmt: skip
    tight = find_crowded_sock(board, socks) if rules.neighbours else None
    if tight:
        station, vacant = tight
        raise LayoutError(
            "socks", "the sock on {cell} has {room} free neighbours; it needs {least}.",
            cell=board.names[station], room=vacant, least=MIN_VACANT_NEIGHBOURS,
        )  # fmt: skip
    return socks


@dataclass(frozen=True, slots=True)
class BoardReading:
    """Contents of the board, read from an observation."""

    board: CityBoard
    socks: Socks
    blockers: tuple[int, ...]
    track: bytes
    claimed: tuple[int, ...]
    supply: tuple[int, int]
    stops: frozenset[int]

    @classmethod
    def of(cls, observation: CityObservation) -> BoardReading:
        """Reading of an observation, with stations, links and colours as numbers."""
        board = read_board(comma_list(observation["board"]))
        socks = read_pairs(board, observation["socks"])
        blockers = tuple(board.number[name] for name in observation["blockers"])
        first, second = observation["supply"]
        return cls(
            board,
            socks,
            blockers,
            read_tracks(board, "/".join(map(comma_list, observation["tracks"])), over_printed=True),
            read_claimed("/".join(map(comma_list, observation["claimed"]))),
            (first, second),
            occupied_stations(socks).union(blockers),
        )

    def pair(self, colour: str) -> Pair | None:
        """Station numbers of a colour's socks, lower one first. None if the colour is not set out."""
        return self.socks[COLOURS.index(colour)]

    def shortest_way(self, colour: str, seat: int) -> tuple[tuple[str, ...], int] | None:
        """Stations and missing pieces of the best path. None if not set out, cut off or beyond the supply."""
        pair = self.pair(colour)
        if pair is None:
            return None
        stations = self.board.way(pair, self.track, seat, self.stops, limit=self.supply[seat])
        if stations is None:
            return None
        missing = sum(self.track[link] == FREE_LINK for link in self.board.along(stations))
        return tuple(self.board.names[station] for station in stations), missing

    def gaps(self, way: Sequence[str]) -> list[tuple[str, str]]:
        """Links of a path that have no track yet, each as two station texts in canonical order."""
        links = self.board.along([self.board.number[text] for text in way])
        return [self.board.link_names[link] for link in links if self.track[link] == FREE_LINK]
