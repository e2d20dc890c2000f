"""What other seats answer within a puzzle: their best defence, whoever finds the puzzle."""

from __future__ import annotations

import pytest

from game.match.puzzle.answering import answer
from game.match.puzzle.pack import read_pack
from game.match.puzzle.puzzle import Puzzle


def first_answer(puzzle: Puzzle) -> int | None:
    """The place in its solution at which another seat moves; none where the solver moves alone."""
    session = puzzle.session()
    for place, move in enumerate(puzzle.solutions[0]):
        if session.to_move != puzzle.seat:
            return place
        session.play(move)
    return None


@pytest.mark.parametrize("game", ["sociable", "socker", "city"])
def test_others_answer_as_the_solution_tells_also_where_computers_find_it(game: str) -> None:
    found = (one for one in read_pack(game).puzzles.values() if one.found_by)
    puzzle, place = next((one, place) for one in found if (place := first_answer(one)) is not None)
    line = puzzle.solutions[0]
    assert answer(puzzle.data(), line[:place]) == line[place]
