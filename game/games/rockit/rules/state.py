"""The state of a RockIt match, and how it is written as a position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.core.rummy.table import Pile, PositionText, Table, read_dealt, write_dealt
from game.games.rockit import INFO
from game.games.rockit.rules.plays import HouseRules

FIELDS = ("table", "hands", "stock", "turn", "in", "came", "passes", "wins")


class Reason(StrEnum):
    """How a match ended."""

    WENT_OUT = "went_out"
    FEWEST_CARDS = "fewest_cards"
    SHARED = "shared"
    DRAWN = "drawn"
    MOST_GAMES = "most_games"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match; hands are sorted and the board is canonical."""

    house: HouseRules
    seed: int
    counter: int
    """How many times chance has been asked."""
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile
    """Top card first."""
    turn: int
    inside: tuple[bool, ...]
    """Which seats have come in."""
    came: bool
    """Whether the seat to move came in during this very turn."""
    passes: int
    """Passes in a row."""
    wins: tuple[int, ...]
    """Games won."""
    drawn: int = 0
    """Games that nobody won; history that a position does not tell."""
    ended: Reason | None = None
    winners: tuple[int, ...] = ()
    """Who won the match; nobody while it goes on, or when it is drawn."""

    @property
    def options(self) -> Options:
        """The house rules by name."""
        return self.house.options

    @property
    def hand(self) -> Pile:
        """The cards of the seat to move."""
        return self.hands[self.turn]

    @property
    def next_seat(self) -> int:
        """The neighbour on the left of the seat to move."""
        return (self.turn + 1) % len(self.hands)


def wins_needed(options: Options) -> int:
    """How many games take the match (rules.md, House rules)."""
    return options.number("best_of") // 2 + 1


def check_decks(players: int, options: Options) -> None:
    """Check that the cards suffice (rules.md, House rules).

    Raises:
        ValueError: one deck for more than two players.
    """
    if players > 2 and options.number("decks") == 1:
        raise ValueError(f"One deck is for two players; {players} players need decks=2.")


def read_position(text: str, players: int, seed: int, options: Options) -> State:
    """Read a position; a field left out is empty or 0 (rules.md, For scripts)."""
    check_decks(players, options)
    house = HouseRules.of(options)
    fields = read_fields(text, FIELDS)
    dealt = read_dealt(fields, players, house.book, options.number("decks"))
    inside = _per_seat(fields, "in", players, 1)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    came = read_number("came", fields.get("came", "0"), 0, 1)
    if came and not inside[turn]:
        raise ValueError(f"came=1 says that seat {turn} came in just now, but in= says that it is not in.")
    return State(
        house=house,
        seed=seed,
        counter=0,
        table=dealt.table,
        hands=dealt.hands,
        stock=dealt.stock,
        turn=turn,
        inside=tuple(map(bool, inside)),
        came=bool(came),
        passes=read_number("passes", fields.get("passes", "0"), 0, players - 1),
        wins=_per_seat(fields, "wins", players, wins_needed(options) - 1),
    )


def _per_seat(fields: dict[str, str], name: str, players: int, highest: int) -> tuple[int, ...]:
    text = fields.get(name, "/".join("0" * players))
    read_groups(name, text, players)
    return read_numbers(name, text, 0, highest, separator="/")


def write_position(state: State) -> str:
    """Write a position, every field."""
    return write_fields(
        (
            *write_dealt(state.table, state.hands, state.stock),
            ("turn", state.turn),
            ("in", "/".join(str(int(inside)) for inside in state.inside)),
            ("came", int(state.came)),
            ("passes", state.passes),
            ("wins", "/".join(map(str, state.wins))),
        )
    )


POSITIONS: Final = PositionText(
    title="RockIt",
    fields=FIELDS,
    seated=("hands", "in", "wins"),
    players=INFO.default_players,
    read=read_position,
    write=write_position,
    bare=("board", "RockIt is played on a bare table, so it takes no layout."),
)
