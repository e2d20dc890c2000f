"""Puzzles hung up day by day, and how they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest

from game.core.discovery import slugs
from game.match.match import Match
from game.match.puzzle import Attempt, Puzzle, PuzzleError, puzzler_of
from game.match.puzzle import pack as days
from game.match.puzzle.pack import (
    FIRST,
    Pack,
    day_of,
    number_of,
    puzzle_named,
    puzzle_of,
    read_days,
    read_pack,
)
from game.match.puzzle.sitting import Answers, answer
from game.match.seats import Seat
from tests.match.thinker import Desk
from tests.scale import scaled
from tools.build_days import WEEK

# Which sock belongs to which day.


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of days for one test."""
    keys: list[str] = []
    monkeypatch.setattr(days, "read_days", lambda: keys)
    return keys


def test_the_first_sock_is_that_of_a_monday() -> None:
    assert FIRST.weekday() == 0
    assert (number_of(FIRST), number_of(date(2026, 11, 21))) == (1, 20)
    assert day_of(number_of(date(2027, 2, 28))) == date(2027, 2, 28)


def test_the_list_begins_again_after_its_last_line_and_goes_back_before_its_first() -> None:
    keys = read_days()
    step = scaled(29, 1)  # each of them is proved when it is opened
    assert [puzzle_of(FIRST + timedelta(days=number)).key for number in range(0, len(keys), step)] == list(
        keys[::step]
    )
    assert puzzle_of(FIRST + timedelta(days=len(keys))).key == keys[0]
    assert puzzle_of(FIRST - timedelta(days=1)).key == keys[-1]


def test_every_key_of_the_list_is_there_once_and_its_puzzle_begins() -> None:
    keys = read_days()
    assert len(set(keys)) == len(keys)
    for key in keys[:: max(1, len(keys) // 40)]:
        puzzle = puzzle_named(key)
        assert puzzle.session().to_move == puzzle.seat


def test_the_list_goes_from_easy_mondays_to_hard_sundays_and_no_game_comes_twice_in_a_row() -> None:
    puzzles = {key: one for slug in slugs() for key, one in read_pack(slug).puzzles.items()}
    listed = [puzzles[key] for key in read_days()]
    grades = [one.grade for one in listed]
    assert grades == list(WEEK) * (len(listed) // len(WEEK))
    assert all(one.game != other.game for one, other in pairwise(listed))
    assert all(sum(one.game == slug for one in puzzles.values()) >= 150 for slug in slugs())
    assert len(puzzles) >= 1000


def test_no_two_games_share_a_letter() -> None:
    letters: dict[str, str] = {}
    for slug in slugs():
        for key in read_pack(slug).puzzles:
            assert letters.setdefault(key[0], slug) == slug, key


@pytest.mark.parametrize("keys", [["k0"], ["q1"], ["?"]])
def test_a_day_without_a_puzzle_is_told_in_one_sentence(listed: list[str], keys: Sequence[str]) -> None:
    listed[:] = keys
    with pytest.raises(PuzzleError, match=f"^Puzzle {keys[0].replace('?', '[?]')}: no pack has it.$"):
        puzzle_of(FIRST)


def test_an_empty_list_is_told(listed: list[str]) -> None:
    with pytest.raises(PuzzleError, match="list of the days' socks is empty"):
        puzzle_of(FIRST)


@pytest.mark.parametrize("moves", [("draw",), ("play nonsense",), ("play 1P 1F 1B",), ()])
def test_a_wrong_solution_is_told_when_the_puzzle_is_opened(
    listed: list[str], monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    pack = read_pack("socki")
    key = next(iter(pack.puzzles))
    listed[:] = [key]
    wrong = replace(pack.puzzles[key], solutions=(moves,))
    monkeypatch.setattr(days, "read_pack", lambda slug: Pack({key: wrong}))
    with pytest.raises(PuzzleError, match=f"^Puzzle {key}: the solution that it tells is none.$"):
        puzzle_of(FIRST)


# What other seats answer within a puzzle: their best defence, whoever finds the puzzle.


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
