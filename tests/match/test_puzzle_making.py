"""Generation of puzzles, and the puzzles of the rummies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from game.core.discovery import game_slugs
from game.core.session import Session
from game.match.puzzle import GRADES, TRIES_PER_LEVEL, AttemptResult, Puzzle, PuzzleCandidate
from game.match.puzzle.grading import grade_among, graded, kept, points
from game.match.puzzle.pack import PUZZLE_FILE, PuzzlePack, line_of, pack_of, read_pack
from game.match.rummy.puzzle_solver import position_of, solve
from game.match.rummy.puzzles import PileSampler, SolutionCost, lucky, turn_start
from tests.contract.test_puzzles import of, sample
from tests.core.rummy_oracle import face
from tests.match.rummy_milp import Deal, Program, apart, as_melds, comings
from tests.sampling import sample_size
from tools import build_days, build_puzzles
from tools.build_puzzles import built, numbered, told

# Packs that are built, grades, and own puzzles.


MADE = sample_size(2, 4)  # puzzles to build
HARD = Puzzle("k1", "socki", "all", "x", 0, (("play",),), 1, luck=0, alike=4, found_by={"master": 10})


@cache
def alone() -> tuple[Puzzle, ...]:
    """Return the pack built by a single worker."""
    return tuple(numbered("socki", built("socki", MADE, 7, 1), ()))


def test_equal_seeds_give_equal_packs_with_any_worker_count() -> None:
    assert alone() == tuple(numbered("socki", built("socki", MADE, 7, 2), ()))
    assert [puzzle.key for puzzle in alone()] == [f"k{number + 1}" for number in range(MADE)]
    assert pack_of("socki", "\n".join(map(line_of, alone()))).faults == ()
    assert sum(int(line.split()[1]) for line in list(told(alone()))[1:-1]) == MADE


def test_published_pack_is_only_extended() -> None:
    old = list(alone()[:-1])
    both = numbered("socki", built("socki", MADE, 7, 1, old), old)
    assert both[:-1] == old
    assert [puzzle.key for puzzle in both] == [f"k{number + 1}" for number in range(MADE)]
    assert len({puzzle.solutions for puzzle in both}) == MADE


def test_published_key_is_not_reused() -> None:
    old = [one for one in alone() if one.key != "k1"]
    new = numbered("socki", alone()[:1], old)
    assert [one.key for one in new] == [*(one.key for one in old), f"k{MADE + 1}"]


def test_grade_rises_with_luck_needed_and_bots_missing_it() -> None:
    puzzles = [
        replace(HARD, luck=200 // 2**number, found_by={"hard": 10 - number // 2, "master": 10})
        for number in range(14)
    ]
    grades = [puzzle.grade for puzzle in graded(puzzles)]
    assert grades == sorted(grades)
    assert [grades.count(grade) for grade in (1, 2, 3, 4, 5)] == [2, 4, 4, 2, 2]


def test_own_puzzle_is_graded_against_the_pack() -> None:
    pack = graded([replace(HARD, luck=luck) for luck in (300, 200, 100, 50, 20, 5, 1)])
    assert grade_among(replace(HARD, luck=301), pack) == 1
    assert grade_among(replace(HARD, luck=0, found_by={}), pack) == 5
    assert grade_among(HARD, []) == 3


def test_moment_becomes_a_puzzle() -> None:
    puzzle = next(iter(read_pack("socki").puzzles.values()))
    found = kept(puzzle.game, puzzle.position, puzzle.options).puzzle
    assert found is not None
    assert found.session().to_move == puzzle.seat
    assert found.grade in range(1, 6)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("table=4P,4P,4B hands=9P,2F/1L turn=0", "No card in this hand"),
        ("table=4P,4P,4B hands=4F,4L/1L turn=0", "too easy"),
    ],
)
def test_unsuitable_moment_says_why(position: str, said: str) -> None:
    session = Session.from_position("socki", position)
    refused = kept("socki", session.position(), session.options)
    assert refused.puzzle is None
    assert said in refused.why


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_levels_find_harder_grades_less_often(level: str) -> None:
    for slug in game_slugs():
        pack = list(read_pack(slug).puzzles.values())
        if not pack:
            continue
        shares = [
            sum(one.found_by.get(level, 0) for one in some) / len(some)
            for some in ([one for one in pack if one.grade == grade] for grade in GRADES)
        ]
        # A level that always succeeds cannot decline.
        assert all(after < before or after == TRIES_PER_LEVEL for before, after in pairwise(shares)), (
            slug,
            shares,
        )


def test_puzzle_missed_more_often_is_harder() -> None:
    hard = [points(replace(HARD, found_by={"hard": times, "master": 10})) for times in (10, 9, 1)]
    assert hard == sorted(set(hard))


def test_packs_together_are_small() -> None:
    packs = (resources.files(f"game.games.{slug}").joinpath(PUZZLE_FILE) for slug in game_slugs())
    assert sum(len(pack.read_bytes()) for pack in packs if pack.is_file()) < 1 << 20


def built_by_command(folder: Path, game: str, *more: str) -> PuzzlePack:
    """Return the pack that the tool writes."""
    path = folder / "pack.jsonl"
    with patch("sys.argv", ["build", game, *more, "--out", str(path)]):
        build_puzzles.main()
    return pack_of(game, path.read_text(encoding="utf-8"))


def test_pack_is_written_to_the_given_place(tmp_path: Path) -> None:
    assert len(built_by_command(tmp_path, "socki", "--count", "1", "--seed", "7").puzzles) == 1


def test_built_days_get_harder_through_the_week_and_change_game() -> None:
    packs = {
        letter: [replace(HARD, key=f"{letter}{number}", grade=1 + number % 5) for number in range(20)]
        for letter in "krs"
    }
    old = ("k0", "s6", "r1")
    days = build_days.listed(packs, old)
    assert days[:3] == list(old)
    assert len(set(days)) == len(days)
    assert len(days) % 7 == 0
    assert all(one[0] != other[0] for one, other in pairwise(days))
    assert {1 + int(key[1:]) % 5 for key in days[7::7]} == {1}
    assert {1 + int(key[1:]) % 5 for key in days[6::7]} == {5}


def test_regrade_uses_the_current_rule(tmp_path: Path) -> None:
    assert built_by_command(tmp_path, "rockit", "--regrade") == read_pack("rockit")


# Puzzles of the two rummies: proofs, verdicts of attempts, and explanations.


RUMMIES = ("socki", "rockit")
# The arranger has found a way for r86 that takes no pile apart, so it would be refused as too easy today.
SAMPLE = [puzzle for game in RUMMIES for puzzle in sample(game, 6) if puzzle.key != "r86"]


def after(puzzle: Puzzle, moves: Sequence[str]) -> AttemptResult:
    """Return the verdict of an attempt after these moves."""
    session = puzzle.session()
    for move in moves:
        session.play(move)
    return of(puzzle.game).verdict(puzzle, session)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.key)
def test_pack_puzzles_can_be_proved_again(puzzle: Puzzle) -> None:
    drafts = of(puzzle.game).drafts(puzzle.session(), Random(1))
    detail = next((one.detail for one in drafts if one.kind == puzzle.kind), "")
    if puzzle.kind != "mend":
        draft = PuzzleCandidate(
            puzzle.game, puzzle.kind, puzzle.position, puzzle.seat, puzzle.options, detail
        )
        again = of(puzzle.game).prove(draft)
        # If piles can be cut in several ways, the table of a solution may now be a different one.
        assert len(again.solutions) == len(puzzle.solutions)
        assert all(after(puzzle, solution) is AttemptResult.SOLVED for solution in again.solutions)


def test_looking_near_the_card_needs_less_luck() -> None:
    """Relevant piles have its rank, or its suit at most one rank apart: 6F looks at 8F, not at 9F."""
    table = "8F,9F,10F/9F,10F,11F/1P,2P,3P/6B,6L,6P/2B,3B,4B"
    text = f"table={table} hands=6F,1B/9P,9L stock=2L turn=0 dealer=1 scores=0/0"
    start = turn_start(Session.from_position("socki", text), 0)
    near = [start.table[number] for number in PileSampler.of(start, ["6F"]).near]
    assert sorted(map(set, near), key=sorted) == [{"10F", "8F", "9F"}, {"6B", "6L", "6P"}]
    piles = PileSampler(range(5), (0, 3))
    assert (
        lucky([SolutionCost(frozenset({0}), 1.0)], piles)
        > lucky([SolutionCost(frozenset({1}), 1.0)], piles)
        > 0
    )


def test_mending_counts_both_halves_of_a_cut_pile() -> None:
    """Each half of a cut run has all its cards from one pile, and still three of them move."""
    lying = [cards.split() for cards in ("2H 3H 4H 5H 6H 7H 8H 9H", "5S 6S 7S 8S", "5C 6C 7C 8C")]
    options = Session.new("rockit", 2, 1).options
    found = solve(position_of("rockit", options, lying, ["5H"], inside=True), "mend", "5H")
    assert [one.moved_count for one in found.solutions] == [2]


# The rummies' puzzles solved by integer programs: no better solution, and none that is missing.


SOLVED = [puzzle for game in ("socki", "rockit") for puzzle in read_pack(game).puzzles.values()]
AGAIN = SOLVED[:: max(1, len(SOLVED) // sample_size(8, 100_000))]


def ending(puzzle: Puzzle, moves: Sequence[str]) -> list[list[str]]:
    """Return the table at the end of a solution, from the text of its moves."""
    word, _, rest = moves[-1].partition(" ")
    if word == "play":
        return [pile.split() for pile in rest.split("|")]
    return [*puzzle.session().observe(puzzle.seat)["table"], moves[0].split()[1:]]


def laid(deal: Deal, table: Sequence[Sequence[str]]) -> Counter[str]:
    """Return the hand cards that a table contains."""
    new, old = (
        Counter("JK" if "=" in card else card for pile in piles for card in pile)
        for piles in (table, deal.table)
    )
    return new - old


@pytest.mark.parametrize("puzzle", AGAIN, ids=lambda puzzle: puzzle.key)
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
        allowed = f"up to {best} cards" if best > 1 else f"{best} card"
        assert f"You may move {allowed} on the table." in of(puzzle.game).task(puzzle)
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
