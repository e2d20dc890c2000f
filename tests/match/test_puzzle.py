"""Puzzles as they are tried and answered, and hung up day by day."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.match import Match
from game.match.puzzle import (
    TRIES,
    Attempt,
    AttemptResult,
    Puzzle,
    PuzzleCandidate,
    PuzzleError,
    PuzzleProof,
    SolutionStep,
    pack,
    puzzler_of,
)
from game.match.puzzle import pack as days
from game.match.puzzle.pack import (
    FIRST,
    PuzzlePack,
    day_of,
    line_of,
    number_of,
    pack_of,
    puzzle_named,
    puzzle_of,
    read_days,
    read_pack,
)
from game.match.puzzle.progress import PuzzleDefence, answer
from game.match.seats import Seat
from tests.match.fake_worker import FakeWorker
from tests.matches import bringing
from tests.sampling import sample_size
from tools.build_days import WEEK

# Puzzles as data, their packs, and attempts at them, by a task of Socker that is simple enough.


_OPENING = Session.new("socker", seed=1)
START, STARTER = _OPENING.position(), _OPENING.to_move or 0
PUZZLE = Puzzle("s1", "socker", "step", START, STARTER, (("move c5 d5",),), 2, found_by={"easy": 3}, luck=20)


class StepOnce:
    """Asks for one move of Socker, which is all the same to it."""

    kinds: Sequence[str] = ("step",)

    def drafts(self, session: Session, chance: Random) -> Iterator[PuzzleCandidate]:
        yield PuzzleCandidate(session.game, "step", session.position(), 0, {})

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        return PuzzleProof(PUZZLE.solutions, 20, 3, "search", 1)

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, chance: Random) -> Sequence[str]:
        return ("easy",)

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        if not session.log:
            return AttemptResult.OPEN
        return AttemptResult.SOLVED if session.log[0][1] == wanted() else AttemptResult.MISSED

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        return False

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        return session.moves()[0]

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        return ""

    def task(self, puzzle: Puzzle) -> str:
        return "Move."

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        return ()


def wanted() -> str:
    return PUZZLE.session().moves()[0]


@pytest.fixture
def _puzzler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "puzzler_of", lambda slug: StepOnce() if slug == "socker" else None)


@pytest.mark.usefixtures("_puzzler")
def test_a_line_of_a_pack_says_all_of_a_puzzle() -> None:
    assert pack_of("socker", line_of(PUZZLE)).puzzles == {"s1": PUZZLE}


@pytest.mark.usefixtures("_puzzler")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "this is no JSON"),
        ("[1]", "an object of names and values"),
        (line_of(replace(PUZZLE, kind="jump")), "no puzzles of the kind 'jump'"),
        (line_of(replace(PUZZLE, game="city")), "it is one of city"),
        (line_of(replace(PUZZLE, grade=6)), "Puzzle s1: grade is a whole number from 1 to 5"),
        (line_of(replace(PUZZLE, solutions=())), "solutions is a list of 1 to"),
        (json.dumps(PUZZLE.data() | {"colour": "red"}), "it has no 'colour'"),
        (json.dumps(PUZZLE.data() | {"seat": "0"}), "seat is a whole number"),
        (line_of(replace(PUZZLE, found_by={"easy": 11})), "found_by.easy is a whole number from 1 to 10"),
        (json.dumps({"key": "s9"}), "Puzzle s9: game is missing"),
    ],
)
def test_a_line_with_a_fault_is_told_and_the_rest_goes_on(line: str, said: str) -> None:
    read = pack_of("socker", f"{line}\n{line_of(PUZZLE)}")
    assert list(read.puzzles) == ["s1"]
    assert len(read.faults) == 1
    assert said in read.faults[0]
    assert "socker/puzzles.jsonl, line 1" in read.faults[0]


@pytest.mark.usefixtures("_puzzler")
def test_two_puzzles_of_one_key_are_told() -> None:
    read = pack_of("socker", f"{line_of(PUZZLE)}\n{line_of(PUZZLE)}")
    assert list(read.puzzles) == ["s1"]
    assert "two of this key" in read.faults[0]


@pytest.mark.usefixtures("_puzzler")
@pytest.mark.parametrize(
    ("position", "seat", "said"),
    [
        ("nonsense", STARTER, "its position cannot be"),
        (START, 1 - STARTER, f"not the turn of seat {1 - STARTER}"),
    ],
)
def test_a_position_that_cannot_be_is_told(position: str, seat: int, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        replace(PUZZLE, position=position, seat=seat).session()


@pytest.mark.usefixtures("_puzzler")
def test_an_attempt_is_judged_move_by_move_and_again_after_taking_back() -> None:
    session = PUZZLE.session()
    match = Match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    attempt = Attempt(PUZZLE, StepOnce(), match)
    verdicts = [attempt.verdict]
    match.play(session.moves()[-1])
    verdicts.append(attempt.verdict)
    match.take_back()
    verdicts.append(attempt.verdict)
    match.play(wanted())
    verdicts.append(attempt.verdict)
    assert verdicts == [AttemptResult.OPEN, AttemptResult.MISSED, AttemptResult.OPEN, AttemptResult.SOLVED]
    assert attempt.answer == ""


@pytest.mark.usefixtures("_puzzler")
def test_what_is_written_of_a_puzzle_is_read_again() -> None:
    found = replace(PUZZLE, found_by={"hard": 3, "master": 10})
    assert Puzzle.of(found.data()) == found


@pytest.mark.usefixtures("_puzzler")
def test_a_puzzle_kept_when_each_level_tried_once_is_still_there() -> None:
    told = {**PUZZLE.data(), "found_by": ["easy", "normal"]}
    assert Puzzle.of(told).found_by == {"easy": TRIES, "normal": TRIES}


# Puzzles hung up day by day, and how they are answered.


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
    step = sample_size(29, 1)  # each of them is proved when it is opened
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
    puzzles = {key: one for slug in game_slugs() for key, one in read_pack(slug).puzzles.items()}
    listed = [puzzles[key] for key in read_days()]
    # Those of the first weeks were graded before the players that try SOCiable's saw the open hands.
    grades = [one.grade for one in listed][8 * len(WEEK) :]
    assert grades == list(WEEK) * (len(listed) // len(WEEK) - 8)
    assert all(one.game != other.game for one, other in pairwise(listed))
    assert all(sum(one.game == slug for one in puzzles.values()) >= 150 for slug in bringing("puzzles"))
    assert len(puzzles) >= 1000


def test_no_two_games_share_a_letter() -> None:
    letters: dict[str, str] = {}
    for slug in game_slugs():
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
    monkeypatch.setattr(days, "read_pack", lambda slug: PuzzlePack({key: wrong}))
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
    desk = FakeWorker()
    answers = PuzzleDefence(match, Attempt(puzzle, puzzler, match), desk)
    for move in puzzle.solutions[0][:place]:
        match.play(move)
    answers.think()
    desk.give(None, "the needle broke")
    with pytest.raises(RuntimeError, match="the needle broke"):
        answers.turn(0.0, 1.0)
    assert len(match.session.log) == place
