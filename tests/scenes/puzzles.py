"""Puzzles for tests: each is solved by exact moves, with one game for each day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from random import Random
from types import SimpleNamespace

import pytest

from game.core.session import Session
from game.match import puzzle as puzzler
from game.match.puzzle import (
    AttemptResult,
    Puzzle,
    PuzzleCandidate,
    PuzzleError,
    PuzzleProof,
    SolutionStep,
    pack,
)
from game.match.puzzle.pack import PuzzlePack

MONDAY = date(2026, 11, 2)
TODAY = date(2026, 11, 20)
SOCKI_TABLE = "2P,2B,2L/3P,4P,5P,6P/1F,2F,3F,4F,5F/7F,7B,7L/8B,9B,10B,11B/4L,5L,6L"
SOCKI_PLAY = SOCKI_TABLE.replace(",", " ").replace("/", " | ").replace("5F |", "5F 6F |").replace(
    "11B |", "11B 12B |"
)  # fmt: skip


def _socker() -> Puzzle:
    session = Session.new("socker", seed=1)
    for _number in range(200):
        if session.observe(None).get("phase") == "play":
            break
        session.play(session.moves()[0])
    move = next(move for move in session.moves() if move.startswith("move"))
    seat = session.to_move or 0
    return Puzzle("s1", "socker", "made", session.position(), seat, ((move,),), 2)


def _city() -> Puzzle:
    session = Session.new("city", seed=1)
    while session.observe(None)["phase"] != "play":
        session.play(session.moves()[0])
    seat = session.to_move or 0
    move = session.moves()[0]
    return Puzzle("c1", "city", "made", session.position(), seat, ((move,),), 3)


def _sociable() -> Puzzle:
    session = Session.new("sociable", players=4, seed=2)
    while not session.moves()[0].startswith("play") or len(session.moves()) < 3:
        session.play(session.moves()[0])
    seat = session.to_move or 0
    return Puzzle("h1", "sociable", "made", session.position(), seat, ((session.moves()[0],),), 5)


def puzzles() -> dict[str, Puzzle]:
    """Return one puzzle for each of four games, by key."""
    socki = Puzzle(
        "k1", "socki", "made",
        f"table={SOCKI_TABLE} hands=6F,12B,1L,8P,3P/9P,9F stock=1P,1B,2F turn=0 dealer=1 scores=0/0",
        0, ((f"play {SOCKI_PLAY}",),), 3,
    )  # fmt: skip
    return {puzzle.key: puzzle for puzzle in (socki, _socker(), _city(), _sociable())}


class Made:
    """Puzzler that wants the exact moves of the solution. The other seats play their first legal move."""

    kinds: Sequence[str] = ("made",)

    def drafts(self, session: Session, rng: Random) -> Iterator[PuzzleCandidate]:
        yield PuzzleCandidate(session.game, "made", session.position(), session.to_move or 0, {})

    def prove(self, draft: PuzzleCandidate) -> PuzzleProof:
        session = Session.from_position(draft.game, draft.position, options=draft.options)
        return PuzzleProof(((session.moves()[0],),), 20, 3, "search", 1)

    def found_by(self, draft: PuzzleCandidate, proved: PuzzleProof, rng: Random) -> Sequence[str]:
        return ("easy",)

    def verdict(self, puzzle: Puzzle, session: Session) -> AttemptResult:
        moves = [move for _seat, move in session.log]
        solution = [_canonical_move(puzzle, move) for move in puzzle.solutions[0]]
        if moves == solution:
            return AttemptResult.SOLVED
        return AttemptResult.OPEN if moves == solution[: len(moves)] else AttemptResult.MISSED

    def refutes(self, puzzle: Puzzle, session: Session) -> bool:
        return False

    def defence_move(self, puzzle: Puzzle, session: Session) -> str:
        return session.moves()[0]

    def lacks(self, puzzle: Puzzle, session: Session, names: Sequence[str]) -> str:
        return ""

    def task(self, puzzle: Puzzle) -> str:
        return {"socki": "Lay two cards this turn.", "socker": "Score this turn."}.get(puzzle.game, "Do it.")

    def explain_solution(self, puzzle: Puzzle, names: Sequence[str]) -> Sequence[SolutionStep]:
        return [
            SolutionStep(f"{names[puzzle.seat]} begins where it hurts: everything hangs on this.", ()),
            *(
                SolutionStep(f"Now {move}, because nothing else does it.", (move,))
                for move in puzzle.solutions[0]
            ),
        ]


MADE = Made()


def _canonical_move(puzzle: Puzzle, move: str) -> str:
    session = puzzle.session()
    session.play(move)
    return session.log[0][1]


def use_puzzles(monkeypatch: pytest.MonkeyPatch, *keys: str) -> dict[str, Puzzle]:
    """Make these the daily puzzles in turn, from the first Monday on."""
    puzzles_by_key = puzzles()
    order = keys or ("k1", "s1", "c1", "h1")

    def named(key: str) -> Puzzle:
        if key not in puzzles_by_key:
            raise PuzzleError(f"Puzzle {key}: no pack has it.")
        return puzzles_by_key[key]

    monkeypatch.setattr(pack, "read_days", lambda: order)
    monkeypatch.setattr(pack, "puzzle_named", named)
    packs = {puzzle.game: PuzzlePack({puzzle.key: puzzle}) for puzzle in puzzles_by_key.values()}
    # Replace the real packs too: the fake puzzler would read and cache them.
    for module in ("puzzles", "practice"):
        monkeypatch.setattr(f"game.scenes.{module}.read_pack", lambda slug: packs.get(slug, PuzzlePack({})))
    monkeypatch.setattr(puzzler, "find_game", lambda _slug: SimpleNamespace(component=lambda _name: MADE))
    return puzzles_by_key


def day(number: int) -> date:
    """Return the date ``number`` days after the first Monday."""
    return MONDAY + timedelta(days=number)


def wrong_move(puzzle: Puzzle) -> str:
    """Move that does not solve a puzzle of Socker."""
    moves = puzzle.session().moves()
    return next(m for m in moves if m.startswith("move") and m != puzzle.solutions[0][0])
