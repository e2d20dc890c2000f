"""Rules of Wash Day: players take socks from the ends of a line; two of a colour are a pair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.game import Event, Layout, LayoutError, Observation, Outcome, Refusal, Transition
from game.core.options import Options
from game.core.record import read_fields
from game.core.rng import SeededRng

COLOURS = {"r": "red", "b": "blue", "g": "green"}
ENDS = {"left": 0, "right": -1}
Socks = tuple[str, ...]


class Code(StrEnum):
    """Reason of a refusal."""

    NOT_THERE = "not_there"


class Reason(StrEnum):
    """Reason of a match end."""

    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class State:
    """Position: the line, and the socks taken by each seat."""

    line: Socks
    taken: tuple[Socks, Socks] = ((), ())
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Take:
    """Take the sock of a colour from an end."""

    end: str
    colour: str


def pairs(socks: Socks) -> int:
    """Number of pairs among some socks."""
    return sum(socks.count(colour) // 2 for colour in COLOURS.values())


def _read(letters: str) -> Socks:
    try:
        return tuple(COLOURS[letter] for letter in letters.replace("-", ""))
    except KeyError as error:
        raise ValueError(f"Socks are letters of {''.join(COLOURS)}, not {letters!r}.") from error


def _write(socks: Socks) -> str:
    return "".join(colour[0] for colour in socks) or "-"


class WashdayRules:
    """Rules of Wash Day."""

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[State]:
        if layout is not None:
            try:
                return Transition(State(_read(layout.get("cells"))))
            except ValueError as error:
                raise LayoutError("cells", str(error)) from error
        rng, colours = SeededRng("washday", seed), list(COLOURS.values())
        return Transition(State(tuple(rng.pick(colours) for _ in range(options.get_int("socks")))))

    def to_move(self, state: State) -> int | None:
        return state.turn if state.line else None

    def moves(self, state: State) -> Sequence[Take]:
        return [Take(end, state.line[place]) for end, place in ENDS.items()] if state.line else []

    def refusal(self, state: State, move: Take) -> Refusal | None:
        return None if state.line[ENDS[move.end]] == move.colour else Refusal(Code.NOT_THERE)

    def apply(self, state: State, move: Take) -> Transition[State]:
        line = state.line[1:] if move.end == "left" else state.line[:-1]
        first, second = state.taken
        socks_by_seat = (
            ((*first, move.colour), second) if state.turn == 0 else (first, (*second, move.colour))
        )
        event = Event("take", state.turn, {"end": move.end, "colour": move.colour})
        return Transition(replace(state, line=line, taken=socks_by_seat, turn=1 - state.turn), (event,))

    def observe(self, state: State, viewer: int | None) -> Observation:
        return {
            "seat": viewer,
            "players": 2,
            "line": list(state.line),
            "taken": [list(socks) for socks in state.taken],
            "turn": state.turn,
        }

    def redact(self, event: Event, viewer: int | None) -> Event:
        return event

    def outcome(self, state: State) -> Outcome | None:
        if state.line:
            return None
        scores = pairs(state.taken[0]), pairs(state.taken[1])
        best = tuple(seat for seat in (0, 1) if scores[seat] == max(scores))
        return Outcome(best, scores, Reason.EMPTY)

    def parse_move(self, text: str) -> Take:
        end, _space, colour = text.partition(" ")
        if end not in ENDS or colour not in COLOURS.values():
            raise ValueError(f"A move is an end and a colour, as in 'left red', not {text!r}.")
        return Take(end, colour)

    def format_move(self, move: Take) -> str:
        return f"{move.end} {move.colour}"

    def position_players(self, text: str) -> int:
        return 2

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        fields = read_fields(text, ("line", "taken", "turn"))
        socks_by_seat = [_read(socks) for socks in fields.get("taken", "-/-").split("/")]
        if len(socks_by_seat) != 2 or fields.get("turn", "0") not in ("0", "1"):
            raise ValueError(f"Two seats have taken socks, and 0 or 1 is to move, not {text!r}.")
        return State(
            _read(fields.get("line", "-")), (socks_by_seat[0], socks_by_seat[1]), int(fields.get("turn", "0"))
        )

    def format_position(self, state: State) -> str:
        return f"line={_write(state.line)} taken={'/'.join(map(_write, state.taken))} turn={state.turn}"


RULES = WashdayRules()
