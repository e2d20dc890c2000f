"""Value of a position for the side that has just ended its turn, and the tables for computing it.

All positions are seen from the side that kicks upwards. The pitch is symmetric, so the second seat's view is
the first seat's with the rows reversed, and code on top of these tables only knows "we kick up". Groups of
spaces are integers as in `game.games.socker.rules.pitch`.

A value is a sum of weights. Most depend on the place of one socker relative to the ball, so that a step
changes one term. Terms that depend on all sockers together are added only for the best ends of a turn
(`PositionEvaluator.figure_value`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from game.games.socker.rules.pitch import Pitch, spaces_in

Blow: TypeAlias = tuple[int, int]  # bit of the striker's space, and the space beyond the target
CACHE_SIZE = 1 << 15  # entries that each of these tables caches


@cache
def _pair(space: int) -> tuple[int, int]:
    """Bit and number of a space, one tuple that all groups share: they are the most memory of a bot."""
    return 1 << space, space


class Pairs(dict[int, tuple[tuple[int, int], ...]]):
    """Cache of the spaces of a group as pairs of bit and number."""

    def __missing__(self, group: int) -> tuple[tuple[int, int], ...]:
        """Pairs (bit, number) of the spaces of a group, cached until the table is full."""
        pairs = tuple(map(_pair, spaces_in(group)))
        # A full cache stays as it is, so that a long match does not exhaust memory.
        if len(self) < CACHE_SIZE:
            self[group] = pairs
        return pairs


class Squares(dict[int, tuple[int, ...]]):
    """Cache of the numbers of the spaces of a group."""

    def __missing__(self, group: int) -> tuple[int, ...]:
        """Numbers of the spaces of a group, lowest first, cached until the table is full."""
        squares = tuple(spaces_in(group))
        if len(self) < CACHE_SIZE:
            self[group] = squares
        return squares


class FlippedSets(dict[int, int]):
    """Cache of groups as the other side sees them, with the rows reversed."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__()
        self._columns, self._rows = columns, rows

    def __missing__(self, group: int) -> int:
        """Bit set of the group with the rows reversed, cached until the table is full."""
        columns, line = self._columns, (1 << self._columns) - 1
        flipped, rest = 0, group
        for _ in range(self._rows):
            flipped, rest = flipped << columns | rest & line, rest >> columns
        if len(self) < CACHE_SIZE:
            self[group] = flipped
        return flipped


@dataclass(frozen=True, slots=True, eq=False)
class PitchTables:
    """A pitch with the tables of its bots. Use `turf_of`, which caches them."""

    pitch: Pitch
    size: int
    columns: int
    rows: int
    around: tuple[int, ...]
    blows: tuple[tuple[Blow, ...], ...]  # kicks and socks at each space
    ahead: tuple[int, ...]  # rows of each space from the row where we score
    near: tuple[tuple[int, ...], ...]  # spaces within each distance from 0, by space
    edges: tuple[int, int]  # bits of the first and of the last column
    restricted: int
    rests: tuple[int, ...]  # final space of a ball that reaches each space, if the centre of its row is free
    pairs: Pairs
    squares: Squares
    flipped_sets: FlippedSets

    def with_neighbours(self, group: int) -> int:
        """Bit set of the spaces of a group and their neighbours."""
        sideways = group | (group & ~self.edges[1]) << 1 | (group & ~self.edges[0]) >> 1
        return (sideways | sideways << self.columns | sideways >> self.columns) & (1 << self.size) - 1

    def flip(self, space: int) -> int:
        """Number of the space as the other side sees it, with the rows reversed."""
        return (self.rows - 1 - space // self.columns) * self.columns + space % self.columns


@lru_cache(maxsize=2)  # with its caches each can take 30 MB
def turf_of(pitch: Pitch) -> PitchTables:
    """Tables of a pitch, cached for two pitches."""
    size, columns = pitch.columns * pitch.rows, pitch.columns
    blows = tuple(tuple((bit, beyond) for bit, beyond, _, _ in strikes) for strikes in pitch.strikes)
    reach = 10

    def within(space: int, steps: int) -> int:
        """Bit set of the spaces at most ``steps`` king's moves from a space."""
        return sum(1 << end for end in range(size) if pitch.distance(space, end) <= steps)

    return PitchTables(
        pitch,
        size,
        columns,
        pitch.rows,
        pitch.around,
        blows,
        ahead=tuple(pitch.rows - 1 - space // columns for space in range(size)),
        near=tuple(tuple(within(space, steps) for steps in range(reach)) for space in range(size)),
        edges=(
            sum(1 << space for space in range(0, size, columns)),
            sum(1 << space for space in range(columns - 1, size, columns)),
        ),
        restricted=pitch.restricted,
        rests=tuple(
            pitch.centres[pitch.home_row(space) - 1]
            if (pitch.restricted & ~pitch.goals[0] & ~pitch.goals[1]) >> space & 1
            else space
            for space in range(size)
        ),
        pairs=Pairs(),
        squares=Squares(),
        flipped_sets=FlippedSets(columns, pitch.rows),
    )


# columns from the ball, rows from five below to five above it, thirds of the pitch
COLUMN_COUNT, ROW_COUNT, ZONE_COUNT = 5, 11, 3
PLACE_COUNT = COLUMN_COUNT * ROW_COUNT
LINE_COUNT, WIDTH_COUNT, RUN_COUNT, CROWD_COUNT = 9, 4, 10, 5
OUR_WEIGHTS = 0
THEIR_WEIGHTS = OUR_WEIGHTS + ZONE_COUNT * PLACE_COUNT
FALLEN_WEIGHTS = THEIR_WEIGHTS + ZONE_COUNT * PLACE_COUNT
BALL_WEIGHTS = FALLEN_WEIGHTS + PLACE_COUNT
OFF_WEIGHTS = BALL_WEIGHTS + LINE_COUNT * WIDTH_COUNT
THREAT_WEIGHTS = OFF_WEIGHTS + 2
RUN_WEIGHTS = THREAT_WEIGHTS + 4
THEIR_RUN_WEIGHTS = RUN_WEIGHTS + RUN_COUNT
AHEAD_WEIGHTS = THEIR_RUN_WEIGHTS + RUN_COUNT
BEHIND_WEIGHTS = AHEAD_WEIGHTS + ZONE_COUNT * 2 * CROWD_COUNT
WEIGHT_COUNT = (
    BEHIND_WEIGHTS + ZONE_COUNT * 2 * CROWD_COUNT
)  # number of weights; the constants above are the start index of each kind
_BUCKETS = (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8)
_FAR_BUCKET = 9
WEIGHT_STEP = 2.0**-40  # all weights are multiples of this


def place(across: int, along: int) -> int:
    """Index (0 to 54) of the place ``across`` columns, on either side, and ``along`` rows from the ball."""
    return min(abs(across), COLUMN_COUNT - 1) * ROW_COUNT + max(-5, min(5, along)) + 5


def bucket(actions: int) -> int:
    """Bucket, 0 to 9, of a number of actions; coarser for large numbers."""
    return _BUCKETS[actions] if actions < len(_BUCKETS) else RUN_COUNT - 1


@lru_cache(maxsize=1)
def approach() -> dict[tuple[int, int], int]:
    """Steps from each offset (columns, rows) from the ball to the nearest of the three spaces below it."""
    distances = dict.fromkeys([(-1, -1), (0, -1), (1, -1)], 0)
    front = list(distances)
    for steps in range(1, 24):
        beyond = [(x + i, y + j) for x, y in front for i in (-1, 0, 1) for j in (-1, 0, 1)]
        front = [new for new in dict.fromkeys(beyond) if new != (0, 0) and new not in distances]
        distances.update(dict.fromkeys(front, steps))
    return distances


class PositionEvaluator:
    """Weights prepared as tables for one pitch."""

    def __init__(self, tables: PitchTables, weights: Sequence[float]) -> None:
        # Numbers with few bits have the same sum in any order and on any Python version. From 3.12 `sum`
        # compensates rounding errors, and a bot could choose differently.
        self.turf, self.weights = (
            tables,
            tuple(round(weight / WEIGHT_STEP) * WEIGHT_STEP for weight in weights),
        )
        self.ours: list[list[float]] = []
        self._theirs: list[list[float]] = []
        self._fallen: list[list[float]] = []
        self._ball: list[float] = []
        self._zones: list[int] = []
        self._runs: list[list[int]] = []
        self._their_runs: list[list[int]] = []
        self._ahead: list[int] = []
        self._behind: list[int] = []
        for ball in range(tables.size):
            self._append_tables(ball, ball % tables.columns, ball // tables.columns)

    def _append_tables(self, ball: int, column: int, row: int) -> None:
        """Append the tables for a space of the ball."""
        tables, weights, steps = self.turf, self.weights, approach()
        ahead = tables.ahead[ball]
        zone = 0 if row <= 3 else 2 if ahead <= 3 else 1
        offsets = [
            (space % tables.columns - column, space // tables.columns - row) for space in range(tables.size)
        ]
        off_field = [tables.restricted >> space & 1 for space in range(tables.size)]
        places = [place(x, y) for x, y in offsets]
        ours, theirs = OUR_WEIGHTS + zone * PLACE_COUNT, THEIR_WEIGHTS + zone * PLACE_COUNT
        pairs = list(zip(places, off_field, strict=True))
        self._zones.append(zone)
        self.ours.append([weights[ours + at] + weights[OFF_WEIGHTS] * is_off for at, is_off in pairs])
        self._theirs.append(
            [weights[theirs + at] + weights[OFF_WEIGHTS + 1] * is_off for at, is_off in pairs]
        )
        self._fallen.append(
            [weights[FALLEN_WEIGHTS + at] + weights[OFF_WEIGHTS + 1] * is_off for at, is_off in pairs]
        )
        # The ball is never in the end rows, so they have no weights.
        self._ball.append(weights[self.ball_weight(ball)] if row and ahead else 0.0)
        self._runs.append([steps.get(at, 0) for at in offsets])
        self._their_runs.append([steps.get((x, -y), 0) for x, y in offsets])
        close = [(1 << space, y) for space, (x, y) in enumerate(offsets) if abs(x) <= 3 and (x or y)]
        self._ahead.append(sum(bit for bit, y in close if 0 <= y <= 4))
        self._behind.append(sum(bit for bit, y in close if -4 <= y <= 0))

    def ball_weight(self, ball: int) -> int:
        """Index of the weight of the ball's space, for any size of the pitch."""
        tables = self.turf
        row, ahead = ball // tables.columns, tables.ahead[ball]
        line = min(row, 5) if row <= ahead else 10 - min(ahead, 5)
        return (
            BALL_WEIGHTS
            + (line - 1) * WIDTH_COUNT
            + min(abs(ball % tables.columns - tables.columns // 2), WIDTH_COUNT - 1)
        )

    def base(self, ball: int, foes: int, fallen: int) -> float:
        """Value for us, in points, of the ball's place and the opponent's sockers."""
        theirs, squares = self._theirs[ball], self.turf.squares
        value = self._ball[ball] + sum([theirs[space] for space in squares[foes]])
        if fallen:
            lying = self._fallen[ball]
            value += sum([lying[space] for space in squares[fallen]])
        return value

    def figure_value(self, ball: int, ours: int, foes: int, threat: int) -> float:
        """Additional value for us, in points, from all sockers together.

        Args:
            ball: its space.
            ours: our sockers, which are all upright.
            foes: upright sockers of the opponent.
            threat: actions in which we would score if the opponent did nothing, 4 for more than three.
        """
        weights = self.weights
        return sum([weights[number] for number in self.crowd(ball, ours, foes, threat)])

    def crowd(self, ball: int, ours: int, foes: int, threat: int) -> tuple[int, ...]:
        """Indices of the seven weights that `figure_value` adds: threat, two runs, four crowds."""
        tables, squares = self.turf, self.turf.squares
        steps, their_steps, zone = self._runs[ball], self._their_runs[ball], self._zones[ball]
        run = min([steps[space] for space in squares[ours]], default=_FAR_BUCKET)
        their_run = min([their_steps[space] for space in squares[foes]], default=_FAR_BUCKET)
        ahead, behind = self._ahead[ball], self._behind[ball]
        first, second = AHEAD_WEIGHTS + zone * 2 * CROWD_COUNT, BEHIND_WEIGHTS + zone * 2 * CROWD_COUNT
        return (
            THREAT_WEIGHTS + threat - 1,
            RUN_WEIGHTS + bucket(run + 2 * tables.ahead[ball] - 1),
            THEIR_RUN_WEIGHTS + bucket(their_run + 2 * (ball // tables.columns) - 1),
            first + min(4, (foes & ahead).bit_count()),
            first + CROWD_COUNT + min(4, (ours & ahead).bit_count()),
            second + min(4, (ours & behind).bit_count()),
            second + CROWD_COUNT + min(4, (foes & behind).bit_count()),
        )

    def features(self, ball: int, ours: int, foes: int, fallen: int, threat: int) -> Iterator[int]:
        """Yields the index of each weight of a position, repeated for equal terms, for training."""
        tables, zone = self.turf, self._zones[ball] * PLACE_COUNT
        sides = (
            (ours, OUR_WEIGHTS + zone, OFF_WEIGHTS),
            (foes, THEIR_WEIGHTS + zone, OFF_WEIGHTS + 1),
            (fallen, FALLEN_WEIGHTS, OFF_WEIGHTS + 1),
        )
        for group, start, off in sides:
            for space in tables.squares[group]:
                across = space % tables.columns - ball % tables.columns
                yield start + place(across, space // tables.columns - ball // tables.columns)
                if tables.restricted >> space & 1:
                    yield off
        yield self.ball_weight(ball)
        yield from self.crowd(ball, ours, foes, threat)
