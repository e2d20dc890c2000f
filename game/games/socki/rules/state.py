"""The state of a SOCKI match, and how it is written as a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, read_numbers, write_fields
from game.core.rummy.table import Pile, PositionText, Table, read_dealt, write_dealt
from game.games.socki import INFO
from game.games.socki.rules.plays import HouseRules

DECKS = 2
FIELDS = ("table", "hands", "stock", "turn", "dealer", "drawn", "passes", "scores")
MOST_POINTS = 9999
START_POINTS = 30
"""The points that a handicap may start a seat with; less than any total to play to but `ONE_ROUND`."""
ONE_ROUND = 0
"""The total to play to of a match that is one round, and no more than that but for a play-off."""


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match; hands are sorted and the table is canonical."""

    house: HouseRules
    seed: int
    counter: int
    """How many times chance has been asked."""
    table: Table
    hands: tuple[Pile, ...]
    stock: Pile
    """Top card first."""
    turn: int
    dealer: int
    drawn: int
    """Cards drawn in this turn."""
    passes: int
    """Passes in a row."""
    scores: tuple[int, ...]
    playing: tuple[int, ...]
    """The seats in this hand: all, but for a play-off."""
    playoff: bool = False
    """Whether this hand is a play-off; then totals beyond the target stand already."""
    winners: tuple[int, ...] = ()
    """Who won the match; empty while it goes on."""

    @property
    def options(self) -> Options:
        """The house rules by name."""
        return self.house.options

    def after(self, seat: int) -> int:
        """The next seat to the left that is in this hand (rules.md, Cards)."""
        return next((other for other in self.playing if other > seat), self.playing[0])


def read_position(text: str, players: int, seed: int, options: Options) -> State:
    """Read a position; a field left out is empty or 0 (rules.md, For scripts)."""
    house = HouseRules.of(options)
    fields = read_fields(text, FIELDS)
    dealt = read_dealt(fields, players, house.book, DECKS)
    text_scores = fields.get("scores", "/".join("0" * players))
    scores = read_numbers("scores", text_scores, 0, MOST_POINTS, separator="/")
    read_groups("scores", text_scores, players)
    turn = read_number("turn", fields.get("turn", "0"), 0, players - 1)
    playing = _playing(options, scores, dealt.hands, turn)
    return State(
        house=house,
        seed=seed,
        counter=0,
        table=dealt.table,
        hands=dealt.hands,
        stock=dealt.stock,
        turn=turn,
        dealer=read_number("dealer", fields.get("dealer", "0"), 0, players - 1),
        drawn=read_number("drawn", fields.get("drawn", "0"), 0, DECKS * len(house.book.pack.cards)),
        passes=read_number("passes", fields.get("passes", "0"), 0, len(playing) - 1),
        scores=scores,
        playing=playing,
        playoff=_is_playoff(options, scores, playing),
    )


def start_scores(players: int, options: Options) -> tuple[int, ...]:
    """The totals before the first round (rules.md, House rules)."""
    heavier = options.seat("handicap") if options.word("handicap_is") == "points_30" else None
    return tuple(START_POINTS if seat == heavier else 0 for seat in range(players))


def _is_playoff(options: Options, scores: tuple[int, ...], playing: tuple[int, ...]) -> bool:
    """Whether a round is a play-off: totals stand that would have ended the match.

    In a match of one round no total stands where everybody counted 0: the play-off between all is then read
    as the round itself. Only what is said of its end tells them apart, so no field is there for it.
    """
    target = options.number("target")
    if target == ONE_ROUND:
        return scores != start_scores(len(scores), options) or len(playing) < len(scores)
    return max(scores) > target


def _playing(
    options: Options, scores: tuple[int, ...], hands: tuple[Pile, ...], turn: int
) -> tuple[int, ...]:
    """Who is in the hand: everybody, or in a play-off (totals beyond the target stand) who has cards.

    See rules.md, Fine points.
    """
    target = options.number("target")
    if target == ONE_ROUND:
        if scores == start_scores(len(scores), options) and all(hands):
            return tuple(range(len(scores)))
        return _playing_on(options, hands, turn, "the match was one round")
    if target in scores and max(scores) == target:
        raise ValueError(f"A total of exactly {target} has become 0; scores={'/'.join(map(str, scores))}.")
    if max(scores) < target:
        return tuple(range(len(scores)))
    return _playing_on(options, hands, turn, f"a total is beyond {target}")


def _playing_on(options: Options, hands: tuple[Pile, ...], turn: int, why: str) -> tuple[int, ...]:
    """The seats of a play-off.

    Raises:
        ValueError: there are none: the match is over.
    """
    if options.word("tie") != "playoff_hand":
        raise ValueError(f"The match is over when {why}, so no position has that.")
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    if len(seats) < 2 or turn not in seats:
        raise ValueError(
            f"When {why}, there is a play-off: two hands or more have cards, that of seat {turn} too."
        )
    return seats


def write_position(state: State) -> str:
    """Write a position, every field."""
    return write_fields(
        (
            *write_dealt(state.table, state.hands, state.stock),
            ("turn", state.turn),
            ("dealer", state.dealer),
            ("drawn", state.drawn),
            ("passes", state.passes),
            ("scores", "/".join(map(str, state.scores))),
        )
    )


POSITIONS: Final = PositionText(
    title="SOCKI",
    fields=FIELDS,
    seated=("hands", "scores"),
    players=INFO.default_players,
    read=read_position,
    write=write_position,
    bare=("table", "SOCKI has no board, so it takes no layout."),
)
