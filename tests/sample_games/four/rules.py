"""Rules of four in a row. A column is a text of the seats that own its discs, from below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from game.core.game import Event, Layout, LayoutError, Observation, Outcome, Refusal, Transition
from game.core.options import Options
from game.core.record import read_fields

HIGH = 6
WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Code(StrEnum):
    """Reason of a refusal."""

    NO_SUCH_COLUMN = "no_such_column"
    COLUMN_FULL = "column_full"


class Reason(StrEnum):
    """Reason of a match end."""

    FOUR = "four"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class State:
    """A position."""

    columns: tuple[str, ...]
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a disc into a column, counted from 1."""

    column: int


def four(columns: Sequence[str]) -> str:
    """Seat with four in a line as text, empty if there is none."""
    discs = {(x, y): seat for x, column in enumerate(columns) for y, seat in enumerate(column)}
    for (x, y), seat in discs.items():
        for dx, dy in WAYS:
            if all(discs.get((x + dx * n, y + dy * n)) == seat for n in range(4)):
                return seat
    return ""


class FourRules:
    """Rules of four in a row."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[State]:
        if layout is not None:
            raise LayoutError("board", "Four in a row has no maps.")
        return Transition(State(("",) * options.get_int("columns")))

    def to_move(self, state: State) -> int | None:
        return None if self.outcome(state) else state.turn

    def moves(self, state: State) -> Sequence[Drop]:
        if self.outcome(state):
            return ()
        return [Drop(n) for n, column in enumerate(state.columns, start=1) if len(column) < HIGH]

    def refusal(self, state: State, move: Drop) -> Refusal | None:
        if not 1 <= move.column <= len(state.columns):
            return Refusal(Code.NO_SUCH_COLUMN, {"column": move.column})
        if len(state.columns[move.column - 1]) >= HIGH:
            return Refusal(Code.COLUMN_FULL, {"column": move.column})
        return None

    def apply(self, state: State, move: Drop) -> Transition[State]:
        columns = list(state.columns)
        columns[move.column - 1] += str(state.turn)
        event = Event("drop", state.turn, {"column": move.column})
        return Transition(replace(state, columns=tuple(columns), turn=1 - state.turn), (event,))

    def observe(self, state: State, viewer: int | None) -> Observation:
        return {"seat": viewer, "players": 2, "board": list(state.columns), "turn": state.turn}

    def redact(self, event: Event, viewer: int | None) -> Event:
        return event

    def outcome(self, state: State) -> Outcome | None:
        if seat := four(state.columns):
            return Outcome((int(seat),), tuple(int(n == int(seat)) for n in (0, 1)), Reason.FOUR)
        if all(len(column) == HIGH for column in state.columns):
            return Outcome((0, 1), (0, 0), Reason.FULL)
        return None

    def parse_move(self, text: str) -> Drop:
        verb, _space, column = text.partition(" ")
        if verb != "drop" or not column.isascii() or not column.isdigit():
            raise ValueError(f"A move is drop and a column, as in 'drop 3', not {text!r}.")
        return Drop(int(column))

    def format_move(self, move: Drop) -> str:
        return f"drop {move.column}"

    def position_players(self, text: str) -> int:
        return 2

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        fields = _fields(text)
        columns = tuple("" if column == "-" else column for column in fields.get("board", "").split("/"))
        if len(columns) != options.get_int("columns") or any(
            set(c) - {"0", "1"} or len(c) > HIGH for c in columns
        ):
            raise ValueError(f"A board is {options.get_int('columns')} columns of 0 and 1, not {text!r}.")
        if fields.get("turn", "0") not in ("0", "1"):
            raise ValueError(f"The turn is 0 or 1, not {fields['turn']!r}.")
        return State(columns, int(fields.get("turn", "0")))

    def format_position(self, state: State) -> str:
        return f"board={'/'.join(column or '-' for column in state.columns)} turn={state.turn}"


def _fields(text: str) -> Mapping[str, Any]:
    return read_fields(text, ("board", "turn"))


RULES = FourRules()
