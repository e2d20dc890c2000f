"""The rummies' puzzles solved again by integer programs: as good, and no solution that is not told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from game.match.puzzle import Puzzle, puzzler_of
from game.match.puzzle.pack import read_pack
from tests.core.rummy_oracle import face
from tests.match.rummy_programs import Deal, Program, apart, as_melds, comings
from tests.scale import scaled

PUZZLES = [puzzle for game in ("socki", "rockit") for puzzle in read_pack(game).puzzles.values()]
SAMPLE = PUZZLES[:: max(1, len(PUZZLES) // scaled(8, 100_000))]


def ending(puzzle: Puzzle, moves: Sequence[str]) -> list[list[str]]:
    """The table that a solution leaves behind, by the text of its moves."""
    word, _, rest = moves[-1].partition(" ")
    if word == "play":
        return [pile.split() for pile in rest.split("|")]
    return [*puzzle.session().observe(puzzle.seat)["table"], moves[0].split()[1:]]


def laid(deal: Deal, table: Sequence[Sequence[str]]) -> Counter[str]:
    """The cards of the hand that a table holds."""
    new, old = (
        Counter("JK" if "=" in card else card for pile in piles for card in pile)
        for piles in (table, deal.table)
    )
    return new - old


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_another_solver_finds_no_better_and_no_other(puzzle: Puzzle) -> None:
    seen = puzzle.session().observe(puzzle.seat)
    deal = Deal(puzzle.game, seen["table"], seen["hand"], puzzle.options)
    tables = [ending(puzzle, moves) for moves in puzzle.solutions]
    cards = [laid(deal, table) for table in tables]
    if puzzle.kind == "mend":
        (card,) = cards[0]
        alone = Deal(deal.game, deal.table, [card], deal.options)
        told = [as_melds(deal.game, table) for table in tables]
        here = face(deal.game, card)
        best = Program(alone).fewest_moved(here, ())
        assert f" {best} card" in task(puzzle)
        assert Program(alone).fewest_moved(here, told) > best
        return
    lay = cards[0].total()
    ways = [
        (opened, Counter(face(deal.game, card) for card in own.elements() if card != "JK"))
        for table, own in zip(tables, cards, strict=True)
        for opened in apart(deal.piles, [Counter(meld) for meld in as_melds(deal.game, table)])
    ]
    if not seen.get("in", [1] * 8)[puzzle.seat]:
        tricks = [(len(trick), after) for trick, after in comings(deal)]
        assert max(size + Program(after).most(()) for size, after in tricks) == lay
        return
    assert Program(deal).most(()) == lay
    assert Program(deal).most(ways) < lay


def task(puzzle: Puzzle) -> str:
    puzzler = puzzler_of(puzzle.game)
    assert puzzler is not None
    return puzzler.task(puzzle)
