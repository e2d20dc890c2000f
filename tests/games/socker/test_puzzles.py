"""Puzzles of Socker: what they ask, what they come to, and that another solver agrees."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.core.session import Session
from game.games.socker.puzzles import PUZZLES
from game.match.puzzle import Draft, NoPuzzleError, Proved, Puzzle, Verdict
from game.match.puzzle.grading import puzzle_of_draft
from tests.contract.test_puzzles import PACKS, attempt, play, solves_and_is_told
from tests.games.socker.puzzle_oracle import Oracle, end_of_first_turn
from tests.scale import scaled

REST = "phase=play turn={seat} acts=3 left=3 limit=3 mover={seat} row=- score=0/0 turns=0"
SCORE = ("9/2B1B4/4o4/1B1R2B2/3R5/1B7/6R2/1R2R4/9/9/9", 0)
SAVE = ("9/9/6o2/4B1RR1/9/5B3/6B2/9/6R2/9/9", 1)
FORCE = ("9/2BB5/1o7/4R4/2R6/9/9/9/9/9/9", 0)
WAIT = ("9/2o6/4rB3/9/4B4/9/9/2R6/9/9/9", 0)

PACK = PACKS["socker"]
PLAIN = [one for one in PACK if one.kind == "score"][: scaled(3, 999)]
PLAIN += [one for one in PACK if one.kind != "score" and one.nodes < 500][: scaled(2, 999)]
PLAIN += [one for one in PACK if one.kind != "score" and one.nodes >= 500][: scaled(0, 999)]


def proved(kind: str, board: tuple[str, int]) -> Puzzle:
    field, seat = board
    draft = Draft("socker", kind, f"field={field} {REST.format(seat=seat)}", seat, {})
    return puzzle_of_draft(draft, PUZZLES.prove(draft), "s0")


def test_a_goal_in_this_turn_is_found_with_all_ways_to_it() -> None:
    puzzle = proved("score", SCORE)
    assert puzzle.solutions == (("kick d8 e9", "move d8 e9", "kick e9 f10"),)
    match, trial = attempt(puzzle)
    assert play(match, trial, puzzle.solutions[0]) == ["open", "open", "solved"]


def test_a_turn_without_a_goal_has_missed_it_and_can_be_taken_back() -> None:
    match, trial = attempt(proved("score", SCORE))
    assert play(match, trial, ("move d7 d6", "end")) == ["open", "missed"]
    match.take_back()
    assert trial.verdict is Verdict.OPEN


def test_a_save_is_judged_by_all_that_the_other_side_can_do_next() -> None:
    puzzle = proved("save", SAVE)
    assert puzzle.solutions == (("move e8 f9", "sock f9 g8", "move f9 f10"),)
    match, trial = attempt(puzzle)
    assert play(match, trial, puzzle.solutions[0])[-1] == "solved"
    match, trial = attempt(puzzle)
    assert play(match, trial, ("move e8 f9", "sock f9 g8", "end"))[-1] == "missed"


def test_a_forced_goal_goes_over_two_turns_and_holds_against_the_best_reply() -> None:
    puzzle = proved("force", WAIT)
    assert puzzle.solutions[0][:3] == ("move c4 b5", "move b5 a6", "move a6 b7")
    match, trial = attempt(puzzle)
    own = ("move c4 b5", "move b5 a6", "move a6 b7", "move b7 c8", "kick c8 b9", "kick e9 e10")
    assert play(match, trial, own) == ["open"] * 5 + ["solved"]
    assert [move for _seat, move in match.session.log] == list(puzzle.solutions[0])


def test_a_turn_after_which_the_goal_can_be_stopped_has_missed_it_at_once() -> None:
    match, trial = attempt(proved("force", WAIT))
    assert play(match, trial, ("move c4 b5", "end")) == ["open", "missed"]
    assert not trial.answer


def test_who_lies_with_all_their_puppets_passes_and_the_goal_follows() -> None:
    puzzle = proved("force", FORCE)
    match, trial = attempt(puzzle)
    assert play(match, trial, puzzle.solutions[0])[-1] == "solved"
    told = " ".join(step.words for step in PUZZLES.explained(puzzle, ["Ann", "Ben"]))
    assert "Ben can do nothing at all now." in told


@pytest.mark.parametrize(
    ("line", "straight"),
    [
        ("kick d8 e9, move d8 e9, kick e9 f10", True),
        ("kick d8 d9, move d8 e9, kick e9 d10", False),
        ("kick d8 d9, move c9 c10, kick c10 d10", False),
        ("kick d8 d9, move e9 d9, kick d9 d10", False),
        ("move d7 d8, kick d8 d9, kick e9 d10", False),
        ("kick d8 d9", True),
    ],
)
def test_of_goals_by_running_straight_after_the_ball_a_pack_takes_few(line: str, *, straight: bool) -> None:
    field, seat = SCORE
    draft = Draft("socker", "score", f"field={field} {REST.format(seat=seat)}", seat, {})
    assert is_common(draft, Proved((tuple(line.split(", ")),), 0, 5, "search", 1)) is straight


@pytest.mark.parametrize(("board", "common"), [(FORCE, True), (WAIT, False)])
def test_of_goals_after_the_other_side_was_knocked_down_a_pack_takes_few(
    board: tuple[str, int], *, common: bool
) -> None:
    field, seat = board
    draft = Draft("socker", "force", f"field={field} {REST.format(seat=seat)}", seat, {})
    assert is_common(draft, PUZZLES.prove(draft)) is common


def is_common(draft: Draft, proved: Proved) -> bool:
    """Whether a pack takes only some of the puzzles of this kind."""
    taken = sum(PUZZLES.wanted(draft, proved, Random(number)) for number in range(40))
    assert taken > 5
    return taken < 40


@pytest.mark.parametrize(
    ("kind", "field", "why"),
    [
        ("score", "9/9/9/4o4/4R4/9/9/9/4B4/9/9", "no goal in this turn"),
        ("score", "9/4o4/4R4/9/9/9/9/9/4B4/9/9", "fewer actions"),
        ("score", "9/2o6/1r1B5/9/1B2R4/9/9/9/9/9/9", "nothing but steps and a kick"),
        ("save", "9/4o4/4R4/9/9/9/9/9/4B4/9/9", "score oneself"),
        ("save", "9/9/9/9/4R4/9/9/4o4/4B4/9/9", "too many ways"),
        ("force", "9/9/9/9/4o4/4R4/9/9/4B4/9/9", "No goal can be forced"),
    ],
)
def test_what_makes_no_puzzle_is_refused_with_a_reason(kind: str, field: str, why: str) -> None:
    with pytest.raises(NoPuzzleError, match=why):
        proved(kind, (field, 0))


def test_drafts_come_from_moments_of_a_match_as_a_turn_begins() -> None:
    field, seat = SAVE
    session = Session.from_position("socker", f"field={field} {REST.format(seat=seat)}")
    assert [draft.kind for draft in PUZZLES.drafts(session, Random(1))] == ["save"]
    session.play("move e8 f9")
    with pytest.raises(NoPuzzleError, match="beginning of a turn"):
        list(PUZZLES.drafts(session, Random(1)))


def test_what_was_before_in_the_match_is_no_part_of_a_puzzle() -> None:
    field, seat = SAVE
    text = f"field={field} {REST.format(seat=seat)}".replace("acts=3 left=3", "acts=4 left=4")
    session = Session.from_position("socker", text.replace("0/0 turns=0", "2/1 turns=77 still=20"))
    (draft,) = PUZZLES.drafts(session, Random(1))
    assert draft.position == f"field={field} {REST.format(seat=seat)}"


@pytest.mark.parametrize("puzzle", PLAIN, ids=lambda puzzle: puzzle.key)
def test_a_plain_search_by_the_rules_finds_the_same_solutions(puzzle: Puzzle) -> None:
    oracle = Oracle(puzzle.position, dict(puzzle.options))
    wanted = {end_of_first_turn(replace(puzzle, solutions=(line,))) for line in puzzle.solutions}
    assert oracle.solutions(puzzle.kind) == wanted


def test_a_reply_of_several_actions_is_played_to_its_end_as_it_is_told() -> None:
    """In the middle of it another end looks as good: sock c8 c7 instead of sock f7 e8."""
    puzzle = next(one for one in PACK if one.key == "s157")
    solves_and_is_told(puzzle)
