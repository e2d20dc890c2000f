"""The pitch of Socker with its spaces and tables, and moves as text (rules.md, The pitch).

The text of a space is a column letter and a row number, ``a1`` in the corner. In tables a space is a number,
0 for ``a1``, row by row from the first seat's side. A group of spaces is an integer whose bit n stands for
space n, so that a test of many spaces is one operation. A pitch has one object for each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from game.core.game import Layout, LayoutError

COLUMN_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # letters of the columns, from the left

# steps (column, row) from a space to its eight neighbours
DIRECTIONS: tuple[tuple[int, int], ...] = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)

_SPACE = re.compile(r"([a-z])(0|[1-9][0-9]{0,2})", re.ASCII)


def space_text(column: int, row: int) -> str:
    """Name of a space from its column (from 0) and row (from 1), such as ``c7``."""
    return f"{COLUMN_LETTERS[column]}{row}"


# There are few spaces, and the view asks for each piece in every frame.
@lru_cache(maxsize=512)
def read_space(text: str) -> tuple[int, int]:
    """Column from 0 and row from 1 of the space with this name. Raises `ValueError` for any other text."""
    match = _SPACE.fullmatch(text)
    if match is None:
        raise ValueError(f"A space is a column letter and a row number, as in 'c7', not {text[:40]!r}.")
    return COLUMN_LETTERS.index(match[1]), int(match[2])


def on_grid(column: int, row: int, columns: int, rows: int) -> bool:
    """True if a pitch of this size has the space."""
    return 0 <= column < columns and 1 <= row <= rows


def neighbours(column: int, row: int, columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """Yield (column, row) of the up to eight spaces next to this one, clockwise from the row above."""
    for across, along in DIRECTIONS:
        if on_grid(column + across, row + along, columns, rows):
            yield column + across, row + along


class Verb(StrEnum):
    """Kinds of moves."""

    PLACE = "place"
    MOVE = "move"
    KICK = "kick"
    SOCK = "sock"
    SPOT = "spot"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """A move: an action of a socker, a placement, a choice of the ball's spot, or the end of a turn."""

    verb: Verb
    actor: str = ""  # space of the socker that moves, kicks or socks
    # space that is placed on, moved to, kicked (the ball's), socked (the opponent's) or chosen
    target: str = ""
    # the move as text, computed once as about thirty moves are listed each turn
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Sets ``text`` to the move as text."""
        object.__setattr__(self, "text", " ".join(filter(None, (self.verb, self.actor, self.target))))


END_MOVE = Move(Verb.END)
known_move = lru_cache(maxsize=1 << 10)(Move)  # cached, as the same moves are offered again and again
_SPACES = {Verb.PLACE: 1, Verb.MOVE: 2, Verb.KICK: 2, Verb.SOCK: 2, Verb.SPOT: 1, Verb.END: 0}
_FORMS = "'place d3', 'move d4 e5', 'kick d4 e5', 'sock d4 e5', 'spot e6' and 'end'"


@lru_cache(maxsize=1 << 13)
def parse_move(text: str) -> Move:
    """Move of a text such as ``kick d4 e5`` or ``end``. Raises `ValueError` for any other text."""
    parts = text.split()
    verb = next((verb for verb in Verb if parts and parts[0] == verb), None)
    spaces = parts[1:]
    if verb is None or len(spaces) != _SPACES[verb]:
        raise ValueError(f"The moves of Socker are {_FORMS}; {text[:40]!r} is not one of them.")
    for space in spaces:
        read_space(space)
    if len(spaces) == 2:
        return Move(verb, spaces[0], spaces[1])
    return Move(verb, "", spaces[0]) if spaces else END_MOVE


FIELD, OUT, FIRST_SCORES, SECOND_SCORES = "fo12"
# cells of the standard pitch: 9 columns, 11 rows, goals over the whole width
STANDARD_PITCH = "/".join(["1" * 9, *["offfffffo"] * 9, "2" * 9])

COLUMN_LIMITS = (5, 15)
ROW_LIMITS = (7, 21)
MIN_FIELD_WIDTH = 3
MIN_SETUP_SPACES = 5  # minimum field spaces in each half to set up on, so that no set-up gets stuck

Step: TypeAlias = tuple[int, Move]  # bit of a neighbouring space, and the move there
# bit of the striker's space, space beyond the target, the kick and the sock
Strike: TypeAlias = tuple[int, int, Move, Move]


def spaces_in(group: int) -> Iterator[int]:
    """Yield the spaces of a group, lowest first."""
    while group:
        lowest = group & -group
        yield lowest.bit_length() - 1
        group ^= lowest


@dataclass(frozen=True, slots=True, eq=False)
class Pitch:
    """A pitch with its tables. Use `pitch_of`, which caches them."""

    columns: int
    rows: int
    # rows from top to bottom: ``f`` field, ``o`` out of bounds, ``1`` and ``2`` spaces where that seat scores
    cells: tuple[str, ...]
    names: tuple[str, ...]
    numbers: dict[str, int]  # space by name
    field: int
    restricted: int  # goal spaces and out of bounds together
    goals: tuple[int, int]  # spaces where each seat scores
    halves: tuple[int, int]  # spaces where each seat may set up: its half without the neighbours of the ball
    centres: tuple[int, ...]  # centre space of each row, by row number less one
    around: tuple[int, ...]  # neighbours of each space, as a group
    steps: tuple[tuple[Step, ...], ...]  # moves from each space
    strikes: tuple[tuple[Strike, ...], ...]  # kicks and socks at each space, if there is a space beyond

    @property
    def centre(self) -> int:
        """Space where the ball starts."""
        return self.centres[self.rows // 2]

    def row(self, space: int) -> int:
        """Row of a space, from 1."""
        return space // self.columns + 1

    def column(self, space: int) -> int:
        """Column of a space, from 0."""
        return space % self.columns

    def home_row(self, space: int) -> int:
        """Row, from 1, to whose centre a ball that went out on this space comes back.

        If it went out beside a narrow goal, that is the nearest row of the field.
        """
        return min(max(self.row(space), 2), self.rows - 1)

    def beyond(self, actor: int, target: int) -> int | None:
        """Space on the far side of ``target``, as seen from ``actor``. None if it is off the board."""
        column = 2 * self.column(target) - self.column(actor)
        row = 2 * self.row(target) - self.row(actor)
        return 2 * target - actor if on_grid(column, row, self.columns, self.rows) else None

    def distance(self, first: int, second: int) -> int:
        """Number of king's moves from one space to another."""
        return max(abs(self.column(first) - self.column(second)), abs(self.row(first) - self.row(second)))


@lru_cache(maxsize=1 << 10)
def goals_away(pitch: Pitch, space: int) -> tuple[int, int]:
    """King's moves from a space to the nearest goal space of seat 0 (where it scores), and of seat 1."""
    first, second = (min(pitch.distance(space, goal) for goal in spaces_in(goals)) for goals in pitch.goals)
    return first, second


@lru_cache(maxsize=1 << 15)
def open_steps(pitch: Pitch, actor: int, closed: int) -> tuple[Move, ...]:
    """Moves from a space, except to the neighbours in the group ``closed``."""
    return tuple(move for bit, move in pitch.steps[actor] if not closed & bit)


def read_layout(layout: Layout | None) -> Pitch:
    """Pitch of a layout, the standard one for None. Raises `LayoutError` if the cells are no pitch."""
    return pitch_of(STANDARD_PITCH if layout is None else layout.get("cells"))


@lru_cache(maxsize=64)
def pitch_of(cells: str) -> Pitch:
    """Pitch of rows from top to bottom, separated by ``/``, cached. Raises `LayoutError` with the reason."""
    pitch = _build(_check_rows(cells.split("/")))
    for half in pitch.halves:
        spaces = (half & pitch.field).bit_count()
        if spaces < MIN_SETUP_SPACES:
            raise _layout_error(
                "each half needs {due} field spaces away from the ball, not {count}.",
                due=MIN_SETUP_SPACES, count=spaces,
            )  # fmt: skip
    return pitch


def _layout_error(reason: str, **details: object) -> LayoutError:
    """Error about the cells of a layout, for the caller to raise."""
    return LayoutError("cells", reason, **details)


def _is_odd_within(count: int, limits: tuple[int, int]) -> bool:
    """True if a count is odd and within the limits, both included."""
    return limits[0] <= count <= limits[1] and count % 2 == 1


def _check_rows(lines: list[str]) -> tuple[str, ...]:
    """Return the rows, or raise `LayoutError` if they make no pitch (rules.md, Other pitches)."""
    rows, columns = len(lines), len(lines[0])
    if not _is_odd_within(rows, ROW_LIMITS):
        limits = "–".join(map(str, ROW_LIMITS))
        raise _layout_error(
            "a pitch needs an odd number of rows ({limits}), not {count}.", limits=limits, count=rows
        )
    if not _is_odd_within(columns, COLUMN_LIMITS):
        limits = "–".join(map(str, COLUMN_LIMITS))
        raise _layout_error(
            "a pitch needs an odd number of columns ({limits}), not {count}.", limits=limits, count=columns
        )
    for row, line in zip(range(len(lines), 0, -1), lines, strict=True):
        if len(line) != len(lines[0]):
            raise _layout_error(
                (
                    "row {row} has {count} cells, but the top row has {due}; all rows must be "
                    "the same length."
                ),
                row=row, count=len(line), due=len(lines[0]),
            )  # fmt: skip
        inside = {len(lines): FIRST_SCORES, 1: SECOND_SCORES}.get(row, FIELD)
        core = line.strip(OUT)
        if line != line[::-1] or not core or set(core) != {inside}:
            raise _layout_error(
                (
                    "row {row} is “{line}”; it needs “{inside}” inside and equally many "
                    "“{out}” on each side."
                ),
                row=row, line=line[:30], inside=inside, out=OUT,
            )  # fmt: skip
        if inside == FIELD and len(core) < MIN_FIELD_WIDTH:
            raise _layout_error(
                "row {row} has {count} field cells; it needs {due}.",
                row=row, count=len(core), due=MIN_FIELD_WIDTH,
            )  # fmt: skip
    swap = str.maketrans(FIRST_SCORES + SECOND_SCORES, SECOND_SCORES + FIRST_SCORES)
    if [line.translate(swap) for line in reversed(lines)] != lines:
        raise _layout_error("the two halves differ; each must be the mirror image of the other.")
    return tuple(lines)


def _build(lines: tuple[str, ...]) -> Pitch:
    """Pitch of these valid rows, from top to bottom, with its tables."""
    rows, columns = len(lines), len(lines[0])
    symbols = "".join(reversed(lines))
    names = tuple(space_text(number % columns, number // columns + 1) for number in range(rows * columns))
    numbers = {name: number for number, name in enumerate(names)}

    def group(letters: str) -> int:
        """Bit set of the spaces whose symbol is one of these letters."""
        return sum(1 << number for number, symbol in enumerate(symbols) if symbol in letters)

    near = [
        [numbers[space_text(*space)] for space in neighbours(*read_space(name), columns, rows)]
        for name in names
    ]
    around = tuple(sum(1 << space for space in spaces) for spaces in near)
    centres = tuple(row * columns + columns // 2 for row in range(rows))
    kick_off = around[centres[rows // 2]]
    lower = (1 << rows // 2 * columns) - 1
    return Pitch(
        columns,
        rows,
        lines,
        names,
        numbers,
        field=group(FIELD),
        restricted=group(OUT + FIRST_SCORES + SECOND_SCORES),
        goals=(group(FIRST_SCORES), group(SECOND_SCORES)),
        halves=(lower & ~kick_off, lower << (rows // 2 + 1) * columns & ~kick_off),
        centres=centres,
        around=around,
        steps=tuple(
            tuple((1 << space, Move(Verb.MOVE, names[start], names[space])) for space in spaces)
            for start, spaces in enumerate(near)
        ),
        strikes=tuple(tuple(_strikes(name, columns, rows, numbers)) for name in names),
    )


def _strikes(target: str, columns: int, rows: int, numbers: dict[str, int]) -> Iterator[Strike]:
    """Yield each kick and sock at a space: the striker's bit, the space beyond, and both moves."""
    column, row = read_space(target)
    for across, along in DIRECTIONS:
        behind, beyond = (column - across, row - along), (column + across, row + along)
        if on_grid(*behind, columns, rows) and on_grid(*beyond, columns, rows):
            actor = space_text(*behind)
            yield (
                1 << numbers[actor],
                numbers[space_text(*beyond)],
                Move(Verb.KICK, actor, target),
                Move(Verb.SOCK, actor, target),
            )
