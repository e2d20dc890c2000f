"""Heap game: players take one to three socks in turn; the kinds differ in who wins with the last sock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from game.core.game import (
    Event,
    GameInfo,
    Layout,
    LayoutError,
    Observation,
    Outcome,
    Refusal,
    ScoringMode,
    SimpleBot,
    Transition,
)  # fmt: skip
from game.core.options import IntRange, Options, int_option
from game.core.record import read_fields
from game.core.rng import SeededRng

MOST = 3


def info_of(slug: str, title: str, end: ScoringMode, players: tuple[int, int]) -> GameInfo:
    """Game info of a variant."""
    return GameInfo(
        slug, title, "Take socks from the heap.", players, players[1],
        (int_option("heap", 12, IntRange(4, 30), "Socks at the start.", title="Heap"),), scoring=end,
    )  # fmt: skip


class Code(StrEnum):
    """Reason of a refusal."""

    NOT_SO_MANY = "not_so_many"


class Reason(StrEnum):
    """Reason of a match end."""

    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class State:
    """Heap, socks taken by each seat, and seat to move."""

    heap: int
    taken: tuple[int, ...]
    turn: int = 0


class TakeRules:
    """Rules of a variant of scoring."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info

    def new(self, players: int, seed: int, options: Options, layout: Layout | None) -> Transition[State]:
        if layout is not None:
            raise LayoutError("board", "A heap has no maps.")
        return Transition(State(options.get_int("heap"), (0,) * players))

    def to_move(self, state: State) -> int | None:
        return state.turn if state.heap else None

    def moves(self, state: State) -> Sequence[int]:
        return range(1, min(MOST, state.heap) + 1)

    def refusal(self, state: State, move: int) -> Refusal | None:
        return None if 1 <= move <= min(MOST, state.heap) else Refusal(Code.NOT_SO_MANY, {"most": MOST})

    def apply(self, state: State, move: int) -> Transition[State]:
        counts = tuple(n + move * (seat == state.turn) for seat, n in enumerate(state.taken))
        event = Event("take", state.turn, {"socks": move})
        turn = (state.turn + 1) % len(counts)
        return Transition(replace(state, heap=state.heap - move, taken=counts, turn=turn), (event,))

    def observe(self, state: State, viewer: int | None) -> Observation:
        return {
            "seat": viewer, "players": len(state.taken), "heap": state.heap, "taken": list(state.taken),
            "turn": state.turn,
        }  # fmt: skip

    def redact(self, event: Event, viewer: int | None) -> Event:
        return event

    def outcome(self, state: State) -> Outcome | None:
        """The last sock loses, wins for both partners, or all win if the first seat takes it."""
        if state.heap:
            return None
        count = len(state.taken)
        last = (state.turn - 1) % count
        if self.info.scoring is ScoringMode.LOSER:
            return Outcome(tuple(n for n in range(count) if n != last), (0,) * count, Reason.EMPTY)
        if self.info.scoring is ScoringMode.TOGETHER:
            return Outcome(tuple(range(count)) if last == 0 else (), (0,) * count, Reason.EMPTY)
        sides = [self.info.side(seat, count) for seat in range(count)]
        return Outcome(sides[last], tuple(sum(state.taken[n] for n in side) for side in sides), Reason.EMPTY)

    def parse_move(self, text: str) -> int:
        verb, _space, count = text.partition(" ")
        if verb != "take" or not count.isascii() or not count.isdigit() or len(count) > 2:
            raise ValueError(f"A move is take and a number, as in 'take 2', not {text!r}.")
        return int(count)

    def format_move(self, move: int) -> str:
        return f"take {move}"

    def position_players(self, text: str) -> int:
        return len(read_fields(text, ("heap", "taken", "turn")).get("taken", "").split("/"))

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> State:
        fields = read_fields(text, ("heap", "taken", "turn"))
        numbers = [fields.get("heap", ""), fields.get("turn", "0"), *fields.get("taken", "").split("/")]
        if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
            raise ValueError(f"A position is 'heap=4 taken=3/5 turn=0', not {text!r}.")
        heap, turn, *counts = map(int, numbers)
        if turn >= players or len(counts) != players:
            raise ValueError(f"There are {players} seats, and {text!r} has others.")
        return State(heap, tuple(counts), turn)

    def format_position(self, state: State) -> str:
        return f"heap={state.heap} taken={'/'.join(map(str, state.taken))} turn={state.turn}"


class TakeBot(SimpleBot):
    """Bot that makes random moves."""

    def choose_move(self, observation: Observation, level: str, chance: SeededRng) -> str:
        heap = observation["heap"]
        assert isinstance(heap, int)
        return f"take {1 + chance.below(min(MOST, heap))}"
