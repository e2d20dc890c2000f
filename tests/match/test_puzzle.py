"""Puzzles as data, their packs, and attempts at them, by a task of Socker that is simple enough."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from game.core.session import Session
from game.match.match import Match
from game.match.puzzle import TRIES, Attempt, Draft, Proved, Puzzle, PuzzleError, Told, Verdict, pack
from game.match.puzzle.pack import line_of, pack_of
from game.match.seats import Seat

_OPENING = Session.new("socker", seed=1)
START, FIRST = _OPENING.position(), _OPENING.to_move or 0
PUZZLE = Puzzle("s1", "socker", "step", START, FIRST, (("move c5 d5",),), 2, found_by={"easy": 3}, luck=20)


class StepOnce:
    """Asks for one move of Socker, which is all the same to it."""

    kinds: Sequence[str] = ("step",)

    def drafts(self, session: Session, chance: Random) -> Iterator[Draft]:
        yield Draft(session.game, "step", session.position(), 0, {})

    def prove(self, draft: Draft) -> Proved:
        return Proved(PUZZLE.solutions, 20, 3, "search", 1)

    def found_by(self, draft: Draft, proved: Proved, chance: Random) -> Sequence[str]:
        return ("easy",)

    def verdict(self, puzzle: Puzzle, session: Session) -> Verdict:
        if not session.log:
            return Verdict.OPEN
        return Verdict.SOLVED if session.log[0][1] == wanted() else Verdict.MISSED

    def answer(self, puzzle: Puzzle, session: Session) -> str:
        return session.moves()[0]

    def task(self, puzzle: Puzzle) -> str:
        return "Move."

    def explained(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[Told]:
        return ()


def wanted() -> str:
    return PUZZLE.session().moves()[0]


@pytest.fixture(autouse=True)
def _puzzler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack, "puzzler_of", lambda slug: StepOnce() if slug == "socker" else None)


def test_a_line_of_a_pack_says_all_of_a_puzzle() -> None:
    assert pack_of("socker", line_of(PUZZLE)).puzzles == {"s1": PUZZLE}


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


def test_two_puzzles_of_one_key_are_told() -> None:
    read = pack_of("socker", f"{line_of(PUZZLE)}\n{line_of(PUZZLE)}")
    assert list(read.puzzles) == ["s1"]
    assert "two of this key" in read.faults[0]


@pytest.mark.parametrize(
    ("position", "seat", "said"),
    [("nonsense", FIRST, "its position cannot be"), (START, 1 - FIRST, f"not the turn of seat {1 - FIRST}")],
)
def test_a_position_that_cannot_be_is_told(position: str, seat: int, said: str) -> None:
    with pytest.raises(PuzzleError, match=said):
        replace(PUZZLE, position=position, seat=seat).session()


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
    assert verdicts == [Verdict.OPEN, Verdict.MISSED, Verdict.OPEN, Verdict.SOLVED]
    assert attempt.answer == ""


def test_what_is_written_of_a_puzzle_is_read_again() -> None:
    found = replace(PUZZLE, found_by={"hard": 3, "master": 10})
    assert Puzzle.of(found.data()) == found


def test_a_puzzle_kept_when_each_level_tried_once_is_still_there() -> None:
    told = {**PUZZLE.data(), "found_by": ["easy", "normal"]}
    assert Puzzle.of(told).found_by == {"easy": TRIES, "normal": TRIES}
