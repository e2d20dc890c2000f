"""Attempts at puzzles, and the daily puzzles."""

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
    TRIES_PER_LEVEL,
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
    FIRST_DAY,
    WEEK_GRADES,
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

# Puzzles as data, their packs, and attempts, with a very simple task of Socker.


_OPENING = Session.new("socker", seed=1)
START, STARTER = _OPENING.position(), _OPENING.to_move or 0
PUZZLE = Puzzle("s1", "socker", "step", START, STARTER, (("move c5 d5",),), 2, found_by={"easy": 3}, luck=20)


class StepOnce:
    """A puzzler that asks for one move of Socker, the same in every position."""

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

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        return session.moves()[0]

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        return ""

    def task(self, puzzle: Puzzle) -> str:
        return "Move."

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        return ()


def wanted() -> str:
    return PUZZLE.session().moves()[0]


@pytest.fixture
def _puzzler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "puzzler_of", lambda slug: StepOnce() if slug == "socker" else None)


@pytest.mark.usefixtures("_puzzler")
def test_pack_line_holds_the_whole_puzzle() -> None:
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
def test_faulty_line_is_reported_and_the_rest_is_read(line: str, said: str) -> None:
    read = pack_of("socker", f"{line}\n{line_of(PUZZLE)}")
    assert list(read.puzzles) == ["s1"]
    assert len(read.faults) == 1
    assert said in read.faults[0]
    assert "socker/puzzles.jsonl, line 1" in read.faults[0]


@pytest.mark.usefixtures("_puzzler")
def test_duplicate_puzzle_keys_are_reported() -> None:
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
def test_impossible_position_is_refused(position: str, seat: int, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        replace(PUZZLE, position=position, seat=seat).session()


@pytest.mark.usefixtures("_puzzler")
def test_attempt_is_judged_after_each_move_and_undo() -> None:
    session = PUZZLE.session()
    match = Match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    attempt = Attempt(PUZZLE, StepOnce(), match)
    verdicts = [attempt.verdict]
    match.play(session.moves()[-1])
    verdicts.append(attempt.verdict)
    match.undo()
    verdicts.append(attempt.verdict)
    match.play(wanted())
    verdicts.append(attempt.verdict)
    assert verdicts == [AttemptResult.OPEN, AttemptResult.MISSED, AttemptResult.OPEN, AttemptResult.SOLVED]
    assert attempt.answer == ""


@pytest.mark.usefixtures("_puzzler")
def test_puzzle_survives_saving() -> None:
    found = replace(PUZZLE, found_by={"hard": 3, "master": 10})
    assert Puzzle.of(found.data()) == found


@pytest.mark.usefixtures("_puzzler")
def test_puzzle_saved_with_single_tries_is_readable() -> None:
    told = {**PUZZLE.data(), "found_by": ["easy", "normal"]}
    assert Puzzle.of(told).found_by == {"easy": TRIES_PER_LEVEL, "normal": TRIES_PER_LEVEL}


# Daily puzzles: the sock of each date.


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return an empty list of days that replaces the real one."""
    keys: list[str] = []
    monkeypatch.setattr(days, "read_days", lambda: keys)
    return keys


def test_first_daily_sock_is_a_mondays() -> None:
    assert FIRST_DAY.weekday() == 0
    assert (number_of(FIRST_DAY), number_of(date(2026, 11, 21))) == (1, 20)
    assert day_of(number_of(date(2027, 2, 28))) == date(2027, 2, 28)


def test_daily_list_wraps_around_in_both_directions() -> None:
    keys = read_days()
    step = sample_size(29, 1)  # each of them is proved when it is opened
    assert [
        puzzle_of(FIRST_DAY + timedelta(days=number)).key for number in range(0, len(keys), step)
    ] == list(keys[::step])
    assert puzzle_of(FIRST_DAY + timedelta(days=len(keys))).key == keys[0]
    assert puzzle_of(FIRST_DAY - timedelta(days=1)).key == keys[-1]


def test_daily_list_has_each_key_once_and_starts_its_puzzle() -> None:
    keys = read_days()
    assert len(set(keys)) == len(keys)
    for key in keys[:: max(1, len(keys) // 40)]:
        puzzle = puzzle_named(key)
        assert puzzle.session().to_move == puzzle.seat


def test_daily_puzzles_get_harder_through_the_week_and_change_game() -> None:
    puzzles = {key: one for slug in game_slugs() for key, one in read_pack(slug).puzzles.items()}
    listed = [puzzles[key] for key in read_days()]
    # Puzzles of the first weeks were graded when the bots that try SOCiable's did not see the open hands.
    grades = [one.grade for one in listed][8 * len(WEEK_GRADES) :]
    assert grades == list(WEEK_GRADES) * (len(listed) // len(WEEK_GRADES) - 8)
    assert all(one.game != other.game for one, other in pairwise(listed))
    assert all(sum(one.game == slug for one in puzzles.values()) >= 150 for slug in bringing("puzzles"))
    assert len(puzzles) >= 1000


def test_games_have_different_puzzle_letters() -> None:
    letters: dict[str, str] = {}
    for slug in game_slugs():
        for key in read_pack(slug).puzzles:
            assert letters.setdefault(key[0], slug) == slug, key


@pytest.mark.parametrize("keys", [["k0"], ["q1"], ["?"]])
def test_day_without_puzzle_is_refused_in_one_sentence(listed: list[str], keys: Sequence[str]) -> None:
    listed[:] = keys
    with pytest.raises(PuzzleError, match=f"^Puzzle {keys[0].replace('?', '[?]')}: no pack has it.$"):
        puzzle_of(FIRST_DAY)


def test_empty_daily_list_is_reported(listed: list[str]) -> None:
    with pytest.raises(PuzzleError, match="list of the days' socks is empty"):
        puzzle_of(FIRST_DAY)


@pytest.mark.parametrize("moves", [("draw",), ("play nonsense",), ("play 1P 1F 1B",), ()])
def test_wrong_solution_is_reported_on_opening(
    listed: list[str], monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    pack = read_pack("socki")
    key = next(iter(pack.puzzles))
    listed[:] = [key]
    wrong = replace(pack.puzzles[key], solutions=(moves,))
    monkeypatch.setattr(days, "read_pack", lambda slug: PuzzlePack({key: wrong}))
    with pytest.raises(PuzzleError, match=f"^Puzzle {key}: the solution that it tells is none.$"):
        puzzle_of(FIRST_DAY)


# Answers of other seats within a puzzle: their best defence, for any solution.


def first_answer(puzzle: Puzzle) -> int | None:
    """Return the index of another seat's first move in the solution; None if only the solver moves."""
    session = puzzle.session()
    for place, move in enumerate(puzzle.solutions[0]):
        if session.to_move != puzzle.seat:
            return place
        session.play(move)
    return None


@pytest.mark.parametrize("game", ["sociable", "socker", "city"])
def test_defence_follows_the_solution(game: str) -> None:
    found = (one for one in read_pack(game).puzzles.values() if one.found_by)
    puzzle, place = next((one, place) for one in found if (place := first_answer(one)) is not None)
    line = puzzle.solutions[0]
    assert answer(puzzle.data(), line[:place]) == (line[place], 0.0)


def test_broken_defence_is_reported_and_makes_no_move() -> None:
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
    answers.start_thinking()
    desk.give(None, "the needle broke")
    with pytest.raises(RuntimeError, match="the needle broke"):
        answers.tick(0.0, 1.0)
    assert len(match.session.log) == place
