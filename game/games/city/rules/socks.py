"""Setting out the socks: which pairs of stations may hold one, and a whole set-up from a seed.

See rules.md, Before the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.core.chance import Chance
from game.core.options import Options
from game.games.city.rules.board import Board

COLOURS: tuple[str, ...] = ("red", "yellow", "green", "blue", "violet", "orange")
ROOM = 3
"""Vacant neighbours that each sock needs."""
_ATTEMPTS = 60
"""Set-ups begun again before the board is held to have no place for six pairs."""

Pair: TypeAlias = tuple[int, int]
"""The two stations of a colour, the lower number first."""
Socks: TypeAlias = tuple[Pair | None, ...]
"""The pair of each colour, `None` where it is not set out."""

NO_SOCKS: Socks = (None,) * len(COLOURS)


@dataclass(frozen=True, slots=True)
class SockRules:
    """The house rules of the set-up (rules.md, House rules)."""

    nearest: int
    """The fewest stations between two socks of a colour."""
    farthest: int
    neighbours: bool
    """Whether each sock needs `ROOM` vacant neighbours."""

    @classmethod
    def of(cls, options: Options) -> SockRules:
        """The rules that these options set."""
        return cls(options.number("apart_min"), options.number("apart_max"), options.flag("three_neighbours"))


def taken(socks: Socks) -> frozenset[int]:
    """All stations with socks."""
    return frozenset(station for pair in socks if pair for station in pair)


def crowded(board: Board, socks: Socks) -> tuple[int, int] | None:
    """A sock with too few vacant neighbours: its station, and how many there are.

    See rules.md, Before the game.
    """
    occupied = taken(socks)
    for pair in socks:
        for station in pair or ():
            room = board.room(station, occupied)
            if room < ROOM:
                return station, room
    return None


def with_pair(socks: Socks, colour: int, pair: Pair) -> Socks:
    """The socks with one more pair."""
    return (*socks[:colour], pair, *socks[colour + 1 :])


def pairs(board: Board, socks: Socks, rules: SockRules) -> Iterator[Pair]:
    """Every pair of stations that may take two more socks of a colour, beside those set out.

    See rules.md, Before the game.
    """
    occupied = taken(socks)
    free = [
        station
        for station in range(len(board.cells))
        if station not in occupied and (not rules.neighbours or room_for((station,), board, socks))
    ]
    for number, one in enumerate(free):
        steps = board.steps(one)
        for other in free[number + 1 :]:
            # From one to the other it is a step more than there are stations between.
            if rules.nearest < steps[other] <= rules.farthest + 1 and (
                not rules.neighbours or room_for((one, other), board, socks)
            ):
                yield one, other


def room_for(new: tuple[int, ...], board: Board, socks: Socks) -> bool:
    """Whether everyone near has room when these stations get socks."""
    occupied = taken(socks) | frozenset(new)
    near = {other for station in new for other, _ in board.near[station]}
    # The neighbours of a half count for its free partner half too, so whoever sits there is near as well.
    near |= {board.partner[station] for station in near}
    return all(
        board.room(station, occupied) >= ROOM for station in occupied if station in near or station in new
    )


def set_out(board: Board, socks: Socks, rules: SockRules, chance: Chance) -> Socks | None:
    """The socks with every missing pair added at random, `None` if the board has no place for them."""
    missing = [colour for colour, pair in enumerate(socks) if pair is None]
    for _ in range(_ATTEMPTS):
        laid = socks
        for colour in chance.shuffled(missing):
            pair = _any_pair(board, laid, rules, chance)
            if pair is None:
                break
            laid = with_pair(laid, colour, pair)
        else:
            return laid
    return None


def _any_pair(board: Board, socks: Socks, rules: SockRules, chance: Chance) -> Pair | None:
    occupied = taken(socks)
    free = [station for station in range(len(board.cells)) if station not in occupied]
    for one in chance.shuffled(free):
        if rules.neighbours and not room_for((one,), board, socks):
            continue
        steps = board.steps(one)
        near = [other for other in free if rules.nearest < steps[other] <= rules.farthest + 1]
        for other in chance.shuffled(near):
            if not rules.neighbours or room_for((one, other), board, socks):
                return (one, other) if one < other else (other, one)
    return None


def rescue(board: Board, socks: Socks, rules: SockRules, chance: Chance) -> tuple[Socks, int] | None:
    """A whole set-up that keeps as many pairs as the program manages, and how many it took back.

    The last colours go first. `None` if the board has no place for six pairs.

    See rules.md, Fine points.
    """
    laid = [colour for colour, pair in enumerate(socks) if pair is not None]
    for back in range(1, len(laid) + 1):
        kept = tuple(pair if colour in laid[:-back] else None for colour, pair in enumerate(socks))
        whole = set_out(board, kept, rules, chance)
        if whole is not None:
            return whole, back
    return None


def read_pairs(board: Board, places: Mapping[str, Sequence[str]]) -> Socks:
    """The socks of an observation: for each colour that is set out the texts of its two stations."""
    socks = NO_SOCKS
    for colour, (one, other) in places.items():
        first, second = sorted((board.number[one], board.number[other]))
        socks = with_pair(socks, COLOURS.index(colour), (first, second))
    return socks
