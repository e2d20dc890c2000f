"""What other seats answer within a puzzle: their best defence, whoever finds the puzzle."""

from __future__ import annotations

import pytest

from game.match.match import Match
from game.match.puzzle import Attempt, Puzzle, puzzler_of
from game.match.puzzle.pack import read_pack
from game.match.puzzle.sitting import Answers, answer
from game.match.seats import Seat
from tests.match.thinker import Desk


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
    assert answer(puzzle.data(), line[:place]) == (line[place], 0.0)


def test_an_answer_that_breaks_is_told_and_no_other_move_made() -> None:
    found = read_pack("sociable").puzzles.values()
    puzzle, place = next((one, place) for one in found if (place := first_answer(one)) is not None)
    puzzler = puzzler_of("sociable")
    assert puzzler is not None
    session = puzzle.session()
    match = Match(session, [Seat(name, number) for number, name in enumerate(session.names)])
    desk = Desk()
    answers = Answers(match, Attempt(puzzle, puzzler, match), desk)
    for move in puzzle.solutions[0][:place]:
        match.play(move)
    answers.think()
    desk.give(None, "the needle broke")
    with pytest.raises(RuntimeError, match="the needle broke"):
        answers.turn(0.0, 1.0)
    assert len(match.session.log) == place
