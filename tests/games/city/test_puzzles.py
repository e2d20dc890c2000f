"""Puzzles of the City: a pair joined in two turns, the other side cut off; checked by a plain solver."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from game.core.session import Session
from game.games.city.puzzles import PUZZLES, colour_of
from game.games.city.rules import RULES
from game.games.city.rules.graph import FREE_LINK
from game.games.city.rules.state import NO_OWNER, CityState, Lay
from game.match.puzzle import AttemptResult, NoPuzzleError, Puzzle, PuzzleCandidate
from game.match.puzzle.grading import puzzle_of_draft
from tests.contract.test_puzzles import PACKS, attempt, play
from tests.sampling import sample_size, thinned


class Oracle:
    """Plain solver of a puzzle: tries each pair of pieces by the rules."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("city", position, options=options)
        self.start: CityState = RULES.parse_position(position, 2, 0, session.options, None)
        self.seat = self.start.turn

    def cuts(self, colour: int) -> set[frozenset[str]]:
        """Return the pieces after which the other side can never join a colour."""
        found = set()
        for move in self.start.lays:
            then = RULES.apply(self.start, move).state
            if self._way(then, 1 - self.seat, colour, then.supply[1 - self.seat]) is None:
                found.add(frozenset([move.text]))
        return found

    def joins(self) -> set[frozenset[str]]:
        """Return the turns after which the solver joins a pair in the next turn, whichever reply is made."""
        found = set()
        for one, other in combinations(self.start.lays, 2):
            then = RULES.apply(RULES.apply(self.start, one).state, other).state
            if then.turn != self.seat and self._sure(then):
                found.add(frozenset([one.text, other.text]))
        return found

    def _sure(self, state: CityState) -> bool:
        """True if the solver can join a pair after every reply; most need not be tried one by one."""
        ways = self._reached(state)
        if not ways:
            return False
        pieces = min(2, state.supply[1 - self.seat])
        return all(self._reached(after) for after in self._replies(state, ways, pieces))

    def _replies(self, state: CityState, ways: dict[int, frozenset[str]], pieces: int) -> Iterator[CityState]:
        if not pieces:
            yield state
            return
        # A reply must have a piece on this way, or join this pair with the opponent's own pieces.
        colour, way = next(iter(ways.items()))
        foe = 1 - self.seat
        takes = self._way(state, foe, colour, pieces) is not None
        for move in state.lays:
            if takes or move.text in way:
                then = RULES.apply(state, move).state
                yield from self._last(then, pieces - 1)

    def _last(self, state: CityState, pieces: int) -> Iterator[CityState]:
        yield state  # a missing piece hinders the solver less than one laid
        if pieces:
            for move in state.lays:
                yield RULES.apply(state, move).state

    def _reached(self, state: CityState) -> dict[int, frozenset[str]]:
        """Return the missing pieces of one way for each colour that the solver can join in the next turn."""
        most = min(2, state.supply[self.seat])
        found = {}
        for colour, owner in enumerate(state.claimed):
            if owner == NO_OWNER and (way := self._way(state, self.seat, colour, most)) is not None:
                found[colour] = way
        return found

    def _way(self, state: CityState, seat: int, colour: int, most: int) -> frozenset[str] | None:
        """Return the missing pieces of a shortest way, at most ``most``; None if there is none."""
        pair = state.socks[colour]
        assert pair is not None
        stations = state.board.way(pair, state.track, seat, state.stops, limit=most)
        if stations is None:
            return None
        missing = [link for link in state.board.along(stations) if state.track[link] == FREE_LINK]
        if len(missing) > most:
            return None
        return frozenset(Lay(*state.board.link_names[link]).text for link in missing)


PACK = PACKS["city"]
JOINS = [puzzle for puzzle in PACK if puzzle.kind == "join"]
CUTS = [puzzle for puzzle in PACK if puzzle.kind == "cut"]
PLAIN = [*CUTS[: sample_size(12, 999)], *sorted(JOINS, key=lambda one: one.nodes)[: sample_size(1, 999)]]


def own_moves(puzzle: Puzzle, line: tuple[str, ...]) -> tuple[str, ...]:
    session, own = puzzle.session(), []
    for move in line:
        if session.to_move == puzzle.seat:
            own.append(move)
        session.play(move)
    return tuple(own)


def test_pair_is_joined_in_two_turns_against_best_defence() -> None:
    puzzle = JOINS[0]
    match, trial = attempt(puzzle)
    own = own_moves(puzzle, puzzle.solutions[0])
    said = play(match, trial, own)
    assert said == [AttemptResult.OPEN] * (len(own) - 1) + [AttemptResult.SOLVED]
    assert tuple(move for _seat, move in match.session.log) == puzzle.solutions[0]


def test_order_of_two_pieces_does_not_matter() -> None:
    puzzle = JOINS[0]
    match, trial = attempt(puzzle)
    one, other = puzzle.solutions[0][:2]
    assert play(match, trial, (other, one)) == [AttemptResult.OPEN, AttemptResult.OPEN]
    assert trial.answer


def test_answerable_turn_misses_the_puzzle_at_once() -> None:
    puzzle = JOINS[0]
    match, trial = attempt(puzzle)
    sure = {frozenset(line[:2]) for line in puzzle.solutions}
    moves = [move for move in puzzle.session().moves() if move.startswith("lay")]
    wrong = next((one, other) for one, other in itertools.pairwise(moves) if {one, other} not in sure)
    assert play(match, trial, wrong) == [AttemptResult.OPEN, AttemptResult.MISSED]
    assert trial.answer in match.session.moves(), "which they show"
    match.undo()
    assert trial.verdict is AttemptResult.OPEN


def test_pair_is_joined_against_any_defence() -> None:
    puzzle = JOINS[0]
    chance = Random(1)
    for _try in range(5):
        session = puzzle.session()
        for move in puzzle.solutions[0][:2]:
            session.play(move)
        while session.to_move != puzzle.seat:
            session.play(chance.choice(session.moves()))
        assert PUZZLES.verdict(puzzle, session) is AttemptResult.OPEN


def test_only_the_right_piece_solves_a_cut() -> None:
    puzzle = CUTS[0]
    match, trial = attempt(puzzle)
    assert play(match, trial, puzzle.solutions[0]) == [AttemptResult.SOLVED]
    right = {line[0] for line in puzzle.solutions}
    wrong = next(move for move in puzzle.session().moves() if move not in right)
    match, trial = attempt(puzzle)
    assert play(match, trial, (wrong,)) == [AttemptResult.MISSED]


def test_task_names_the_socks_to_cut_off() -> None:
    colours = ("red", "yellow", "green", "blue", "violet", "orange")
    for puzzle in CUTS[:3]:
        assert PUZZLES.task(puzzle) == (
            f"Lay one piece so that the other side can never join {colours[colour_of(puzzle)]}."
        )


def test_candidates_come_from_the_start_of_a_turn() -> None:
    puzzle = JOINS[0]
    session = puzzle.session()
    assert "join" in [draft.kind for draft in PUZZLES.drafts(session, Random(1))]
    session.play(session.moves()[0])
    for no_beginning in (session, Session.new("city", seed=1)):
        with pytest.raises(NoPuzzleError, match="beginning of a turn"):
            list(PUZZLES.drafts(no_beginning, Random(1)))


def test_unsuitable_position_is_refused_with_a_reason() -> None:
    start = Session.new("city", seed=1)
    start.play(start.moves()[0])
    seat = start.to_move or 0
    with pytest.raises(NoPuzzleError, match="too far apart"):
        PUZZLES.prove(PuzzleCandidate("city", "join", start.position(), seat, {}))
    with pytest.raises(NoPuzzleError, match="isn't close enough"):
        PUZZLES.prove(PuzzleCandidate("city", "cut", start.position(), seat, {}, "0"))
    options: dict[str, object] = {"build_over_printed": True}
    with pytest.raises(NoPuzzleError, match="printed track is shared"):
        PUZZLES.prove(PuzzleCandidate("city", "join", start.position(), seat, options))


def test_pair_joinable_at_once_is_no_puzzle() -> None:
    puzzle = JOINS[0]
    session = puzzle.session()
    for move in puzzle.solutions[0][:-1]:
        session.play(move)
    draft = PuzzleCandidate("city", "join", session.position(), puzzle.seat, {})
    with pytest.raises(NoPuzzleError, match="joined this turn"):
        PUZZLES.prove(draft)


def test_proof_finds_the_pack_puzzle_again() -> None:
    for puzzle in (JOINS[0], CUTS[0]):
        detail = "" if puzzle.kind == "join" else str(colour_of(puzzle))
        draft = PuzzleCandidate("city", puzzle.kind, puzzle.position, puzzle.seat, puzzle.options, detail)
        again = puzzle_of_draft(draft, PUZZLES.prove(draft))
        assert (again.solutions, again.luck, again.alike) == (puzzle.solutions, puzzle.luck, puzzle.alike)


@thinned(5)
@pytest.mark.parametrize("puzzle", PLAIN, ids=lambda puzzle: puzzle.key)
def test_plain_search_by_the_rules_finds_the_same_pieces(puzzle: Puzzle) -> None:
    oracle = Oracle(puzzle.position, dict(puzzle.options))
    if puzzle.kind == "join":
        assert oracle.joins() == {frozenset(line[:2]) for line in puzzle.solutions}
    else:
        assert oracle.cuts(colour_of(puzzle)) == {frozenset(line) for line in puzzle.solutions}
