"""Train the table of pair probabilities of City's bots, from matches of the hard level against itself.

    python -m tools.train_city --rounds 4 --matches 250

writes ``game/games/city/bot/weights.py``. Before each turn of a match every open pair is recorded with the
number of pieces that both seats need for it, and after the match with its owner. The players use the table of
the previous round; without ``--go-on`` the first round uses a simple guess. Every match has a new city.

The present table was made in this way by an earlier script that is not kept. Another run gives a similar
table with slightly different numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import tanh
from pathlib import Path

from game.core.rng import SeededRng
from game.core.search import Budget
from game.core.session import Session
from game.games.city.bot import SEARCH_CONFIGS
from game.games.city.bot.search import (
    NO_PATH,
    CitySearch,
    CitySearchConfig,
    CitySearchNode,
    Sureness,
    short_of,
)
from game.games.city.bot.weights import PROBABILITIES
from game.games.city.rules.events import as_observation
from game.games.city.rules.state import NO_OWNER
from game.games.city.rules.text import BoardReading
from tools.command import command

WHERE = Path(__file__).parent.parent / "game/games/city/bot/weights.py"
SIDE = NO_PATH + 1
TRUST = 20  # observations at which a cell is half data, half the table before

Cell = tuple[int, int]
"""Pieces that the seat to move needs for a pair, and those that the other needs."""


def first_guess() -> Sureness:
    """Return the initial table: the seat that needs fewer pieces is likely to get the pair."""
    rows = [[tanh((theirs - mine + 0.5) / (1 + mine)) for theirs in range(SIDE)] for mine in range(SIDE)]
    rows[NO_PATH] = [-0.3] * NO_PATH + [0.0]
    return _set_certain_cells(rows)


def _set_certain_cells(rows: list[list[float]]) -> Sureness:
    """Set the certain cells of a table: a seat that needs no pieces has the pair."""
    for row in rows:
        row[0] = -1.0
    rows[0] = [1.0] * SIDE
    return tuple(tuple(max(-1.0, min(1.0, value)) for value in row) for row in rows)


@dataclass
class Count:
    """Observations per cell: their number, and the sum of the results 1, 0 and -1."""

    seen: dict[Cell, int] = field(default_factory=dict)
    got: dict[Cell, int] = field(default_factory=dict)

    def note(self, cell: Cell, got: int) -> None:
        """Add the result of a pair before a turn."""
        self.seen[cell] = self.seen.get(cell, 0) + 1
        self.got[cell] = self.got.get(cell, 0) + got

    def table(self, before: Sureness) -> Sureness:
        """Return the new table. Rarely observed cells stay near ``before``."""
        return _set_certain_cells(
            [
                [
                    (self.got.get((mine, theirs), 0) + TRUST * before[mine][theirs])
                    / (self.seen.get((mine, theirs), 0) + TRUST)
                    for theirs in range(SIDE)
                ]
                for mine in range(SIDE)
            ]
        )


def play(count: Count, seed: int, config: CitySearchConfig, sureness: Sureness) -> None:
    """Play a match of a player against itself and add its pairs to ``count``."""
    session = Session.new("city", 2, seed)
    rng = SeededRng(seed, "train_city")
    entries: list[tuple[int, int, Cell]] = []
    turn_seat = None
    while (seat := session.to_move) is not None:
        observation = as_observation(session.observe(None))
        view = BoardReading.of(observation)
        pieces_left = min(observation["left"], view.supply[seat])
        if not pieces_left or session.moves() == ["pass"]:
            session.play("pass")
            continue
        node = CitySearchNode.of(view, seat, pieces_left, over_printed=False)
        if seat != turn_seat:
            turn_seat = seat
            entries += [
                (seat, colour, (short_of(node, race, seat), short_of(node, race, 1 - seat)))
                for colour, race in enumerate(node.races)
                if race is not None
            ]
        link = node.net.number[CitySearch(config, sureness, Budget()).best(node, rng).links[0]]
        session.play("lay " + " ".join(view.board.link_names[link]))
    claimed = BoardReading.of(as_observation(session.observe(None))).claimed
    for seat, colour, cell in entries:
        owner = claimed[colour]
        count.note(cell, 0 if owner == NO_OWNER else 1 if owner == seat else -1)


def text_of(sureness: Sureness, before: str) -> str:
    """Return the text of the weights file with a new table; ``before`` is its present text."""
    rows = "".join(f"    ({', '.join(str(round(100 * each)) for each in row)}),\n" for row in sureness)
    head, rest = before.split("_PERCENTAGES = (\n")
    return f"{head}_PERCENTAGES = (\n{rows}){rest.split(chr(10) + ')', 1)[1]}"


def main() -> None:
    """Play the rounds of the command line."""
    parser = command(__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--matches", type=int, default=250, help="in each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="begin with the table as it is")
    parser.add_argument("--to", type=Path, default=WHERE, help="the file to write (default: the bot's own)")
    arguments = parser.parse_args()
    text = WHERE.read_text(encoding="utf-8")
    sureness = PROBABILITIES if arguments.go_on else first_guess()
    for number in range(arguments.rounds):
        count = Count()
        for match in range(arguments.matches):
            play(count, SeededRng(arguments.seed, number, match).seed(), SEARCH_CONFIGS["hard"], sureness)
        sureness = count.table(sureness)
        arguments.to.write_text(text_of(sureness, text), encoding="utf-8")
        distance = sum(abs(sureness[i][j] - PROBABILITIES[i][j]) * n for (i, j), n in count.seen.items())
        print(
            f"round {number + 1}: {100 * distance / sum(count.seen.values()):.1f} off the present table",
            flush=True,
        )


if __name__ == "__main__":
    main()
