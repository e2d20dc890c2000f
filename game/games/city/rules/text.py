"""Moves and the fields of positions as text (rules.md, For scripts)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from game.core.hexgrid import order, read_cell
from game.core.record import read_groups
from game.games.city.rules.board import Board
from game.games.city.rules.graph import FREE, PRINTED, own
from game.games.city.rules.socks import COLOURS, NO_SOCKS, Socks, taken, with_pair
from game.games.city.rules.state import NOBODY, PASS, UNCLAIMED, Block, Lay, LayTile, Move, Pass, SetOut

FORMS = '"lay c7 d7", "block c7", "tile 3 0 e1", "sock red c7 k4" or "pass"'

_STATION = r"([a-z]{1,2}[1-9][0-9]{0,2})"
_LAY = re.compile(rf"lay {_STATION} {_STATION}")
_BLOCK = re.compile(rf"block {_STATION}")
_TILE = re.compile(rf"tile ([0-9]{{1,2}}) ([0-9]{{1,2}}) {_STATION}", re.ASCII)
_SOCK = re.compile(rf"sock ({'|'.join(COLOURS)}) {_STATION} {_STATION}")


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """Read a move, its two stations in either order.

    Raises:
        ValueError: the text is off the grammar.
    """
    text = " ".join(text.split())
    if found := _LAY.fullmatch(text):
        return Lay(*_ordered(found[1], found[2]))
    if found := _SOCK.fullmatch(text):
        return SetOut(found[1], *_ordered(found[2], found[3]))
    if found := _TILE.fullmatch(text):
        return LayTile(int(found[1]), int(found[2]), found[3])
    if found := _BLOCK.fullmatch(text):
        return Block(found[1])
    if text == "pass":
        return PASS
    raise ValueError(
        f"A move is {FORMS}, with a colour out of {', '.join(COLOURS)}; {text[:40]!r} is not one."
    )


def _ordered(one: str, other: str) -> tuple[str, str]:
    return (one, other) if order(read_cell(one)) <= order(read_cell(other)) else (other, one)


def format_move(move: Move) -> str:
    """Write a move."""
    match move:
        case Lay():
            return move.text
        case SetOut(colour, one, other):
            return f"sock {colour} {one} {other}"
        case LayTile(design, rotation, at):
            return f"tile {design} {rotation} {at}"
        case Block(at):
            return f"block {at}"
        case Pass():
            return "pass"


def station_of(board: Board, field: str, text: str) -> int:
    """The station of a text.

    Raises:
        ValueError: the board has no such station.
    """
    number = board.number.get(text)
    if number is None:
        raise ValueError(f"{field}: there is no station {text[:20]!r} on this board.")
    return number


def read_socks(board: Board, text: str) -> Socks:
    """The socks of ``red:c7/k4,...``.

    Raises:
        ValueError: off the grammar, a colour twice, two socks on a station.
    """
    socks = NO_SOCKS
    for part in text.split(",") if text != "-" else ():
        colour, _, places = part.partition(":")
        if colour not in COLOURS:
            raise ValueError(
                f"socks: {part[:30]!r} is no colour:station/station, colours {', '.join(COLOURS)}."
            )
        one, *others = places.split("/")
        if len(others) != 1:
            raise ValueError(
                f"socks: {colour} needs two stations, as in {colour}:c7/k4, not {places[:30]!r}."
            )
        pair = sorted((station_of(board, "socks", one), station_of(board, "socks", others[0])))
        number = COLOURS.index(colour)
        if socks[number] is not None:
            raise ValueError(
                f"socks: {colour} stands twice; the third sock of a colour lies beside the board."
            )
        for station in pair:
            if station in taken(socks) or pair[0] == pair[1]:
                raise ValueError(
                    f"socks: two socks on {board.names[station]}; each station has room for one."
                )
        socks = with_pair(socks, number, (pair[0], pair[1]))
    return socks


def write_socks(board: Board, socks: Socks) -> str:
    """The socks as `read_socks` reads them."""
    return (
        ",".join(
            f"{colour}:{board.names[pair[0]]}/{board.names[pair[1]]}"
            for colour, pair in zip(COLOURS, socks, strict=True)
            if pair
        )
        or "-"
    )


def _sides(name: str, text: str) -> tuple[str, ...]:
    return ("-", "-") if text == "-" else read_groups(name, text, 2)


def read_tracks(board: Board, text: str, *, over_printed: bool) -> bytes:
    """The track of ``c7-d7,d7-d8/e4-e5``, first seat's before the slash.

    Raises:
        ValueError: off the grammar, no such link, a link twice, or printed track built over though that is
            against the house rules.
    """
    track = bytearray(board.track)
    for seat, side in enumerate(_sides("tracks", text)):
        for part in side.split(",") if side != "-" else ():
            one, dash, other = part.partition("-")
            if not dash:
                raise ValueError(f"tracks: a link is two stations, as in c7-d7, not {part[:30]!r}.")
            link = board.link(station_of(board, "tracks", one), station_of(board, "tracks", other))
            if link is None:
                raise ValueError(f"tracks: {one} and {other} are no neighbours.")
            if track[link] not in (FREE, PRINTED):
                raise ValueError(f"tracks: {part} has track already; a link takes one piece.")
            if track[link] == PRINTED and not over_printed:
                raise ValueError(f"tracks: {part} is printed; build_over_printed is off.")
            track[link] = own(seat)
    return bytes(track)


def tracks_of(board: Board, track: bytes, seat: int) -> list[str]:
    """A seat's links, such as ``c7-d7``, sorted."""
    mine, texts = own(seat), board.link_texts
    found = []
    link = track.find(mine)
    while link >= 0:
        found.append(texts[link])
        link = track.find(mine, link + 1)
    return found


def read_claimed(text: str) -> tuple[int, ...]:
    """The claims of ``-/red,blue``.

    Raises:
        ValueError: no such colour, or one that stands twice.
    """
    claimed = list(UNCLAIMED)
    for seat, side in enumerate(_sides("claimed", text)):
        for colour in side.split(",") if side != "-" else ():
            if colour not in COLOURS:
                raise ValueError(f"claimed: {colour[:20]!r} is no colour; they are {', '.join(COLOURS)}.")
            if claimed[COLOURS.index(colour)] != NOBODY:
                raise ValueError(f"claimed: {colour} stands twice.")
            claimed[COLOURS.index(colour)] = seat
    return tuple(claimed)


def claimed_by(claimed: tuple[int, ...], seat: int) -> list[str]:
    """The colours that a seat has taken."""
    return [colour for colour, owner in zip(COLOURS, claimed, strict=True) if owner == seat]


def listed(parts: Iterable[str]) -> str:
    """Parts with commas between, ``-`` for none."""
    return ",".join(parts) or "-"
