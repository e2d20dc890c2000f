"""Puzzles of Socker: their tasks and verdicts; checked by a plain solver."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from game.core.session import Session
from game.games.socker.bot import state_from_observation
from game.games.socker.puzzles import PUZZLES
from game.games.socker.rules import RULES
from game.games.socker.rules.pitch import Move, Verb
from game.games.socker.rules.state import RepetitionTable, SockerPhase, SockerState
from game.match.puzzle import Puzzle, PuzzleCandidate, PuzzleProof
from tests.contract.test_puzzles import PACKS, solves_and_is_told
from tests.sampling import sample_size

Board = tuple[int, tuple[int, int], tuple[int, int]]  # ball, upright and fallen sockers
Line = tuple[Move, ...]


class Oracle:
    """Plain solver of a puzzle, by the moves of the rules."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("socker", position, options=options)
        self.start = state_from_observation(session.observe(None), session.options)
        self.seat = self.start.mover
        # The rules count the first position as seen once.
        self.seen = RepetitionTable().with_one(
            (self.start.ball, self.start.upright, self.start.fallen, self.seat)
        )
        self.start = replace(self.start, seen=self.seen)
        self._known: dict[tuple[object, ...], bool] = {}
        self._useful: deque[Line] = deque(maxlen=24)  # replies that have refuted other turns

    # One turn.

    def scores(self, state: SockerState, seat: int) -> bool:
        """True if this seat, whose turn it is, can force a goal within it."""
        pitch = state.options.pitch
        if state.phase is SockerPhase.PLAY and state.ball >= 0:
            row = pitch.row(state.ball)
            if (pitch.rows - row if seat == 0 else row - 1) > state.actions_left:
                return False
        key = (
            state.ball,
            state.upright,
            state.fallen,
            state.actions_left,
            state.off_field_limit,
            state.row,
            seat,
        )
        if key not in self._known:
            self._known[key] = self._scores(state, seat)
        return self._known[key]

    def _scores(self, state: SockerState, seat: int) -> bool:
        each = (self._after(state, move, seat) for move in _kicks_first(state))
        return all(each) if state.turn != seat else any(each)

    def _after(self, state: SockerState, move: Move, seat: int) -> bool:
        then = RULES.apply(state, move).state
        if then.score != state.score:
            return then.score[seat] > state.score[seat]
        return then.turns == state.turns and self.scores(then, seat)

    def turn_ends(self, state: SockerState) -> Iterator[tuple[SockerState, Line]]:
        """Yield every end of a turn without a goal once, with a way to it.

        All choices of spots count, of either side. Ends that were useful before come first.
        """
        ended: set[Board] = set()
        for line in self._useful:
            if (there := played(state, line)) is not None:
                ended.add(board(there))
                yield there, line
        seen: set[tuple[object, ...]] = set()
        layer: list[tuple[SockerState, Line]] = [(state, ())]
        while layer:
            here, line = layer.pop()
            for move in RULES.moves(here):
                then = RULES.apply(here, move).state
                if then.score != here.score:
                    continue
                if then.turns != here.turns:
                    if board(then) not in ended:
                        ended.add(board(then))
                        yield then, (*line, move)
                    continue
                key = (*board(then), then.actions_left, then.off_field_limit, then.row, then.turn)
                if key not in seen:
                    seen.add(key)
                    layer.append((then, (*line, move)))

    def goals(self) -> set[Board]:
        """Return the boards after every goal of this turn."""
        found: set[Board] = set()
        seen: set[tuple[object, ...]] = set()
        layer = [self.start]
        while layer:
            here = layer.pop()
            for move in RULES.moves(here):
                then = RULES.apply(here, move).state
                if then.score[self.seat] > here.score[self.seat]:
                    ball = (
                        2 * here.options.pitch.numbers[move.target] - here.options.pitch.numbers[move.actor]
                    )
                    found.add((ball, here.upright, here.fallen))
                elif then.turns == here.turns and self.scores(then, self.seat):
                    key = (*board(then), then.actions_left, then.row)
                    if key not in seen:
                        seen.add(key)
                        layer.append(then)
        return found

    # The three tasks.

    def saved(self, end: SockerState) -> bool:
        """True if the other side cannot score in the turn that begins, or has no turn."""
        return end.mover == self.seat or not self.scores(end, 1 - self.seat)

    def forced(self, end: SockerState) -> bool:
        """True if the solver can force a goal in the next turn after every reply."""
        if end.mover == self.seat:
            return self.scores(end, self.seat)
        if self.scores(end, 1 - self.seat):
            return False
        for reply, line in self.turn_ends(end):
            if reply.mover != self.seat or not self.scores(reply, self.seat):
                if line not in self._useful:
                    self._useful.appendleft(line)
                return False
        return True

    def solutions(self, kind: str) -> set[Board]:
        """Return the board at the end of the first turn of each solution."""
        if kind == "score":
            return self.goals()
        test = self.saved if kind == "save" else self.forced
        return {board(end) for end, _line in list(self.turn_ends(self.start)) if test(end)}


def played(state: SockerState, line: Line) -> SockerState | None:
    """Return the end of a turn played by this line; `None` if it is illegal."""
    turns, score = state.turns, state.score
    for move in line:
        if state.turns != turns or RULES.refusal(state, move) is not None:
            return None
        state = RULES.apply(state, move).state
    return state if state.turns != turns and state.score == score else None


def board(state: SockerState) -> Board:
    """Return what makes two ends equal."""
    return state.ball, state.upright, state.fallen


def _kicks_first(state: SockerState) -> list[Move]:
    order = {Verb.KICK: 0, Verb.SOCK: 1, Verb.MOVE: 2}
    moves = [move for move in RULES.moves(state) if move.verb is not Verb.END]
    return sorted(moves, key=lambda move: order.get(move.verb, 3))


def end_of_first_turn(puzzle: Puzzle) -> Board:
    """Return the board at the end of the first solution's first turn; a scored ball is on its goal space."""
    session = puzzle.session()
    state = state_from_observation(session.observe(None), session.options)
    for text in puzzle.solutions[0]:
        before, move = state, RULES.parse_move(text)
        state = RULES.apply(before, move).state
        if state.score != before.score:
            numbers = state.options.pitch.numbers
            return 2 * numbers[move.target] - numbers[move.actor], before.upright, before.fallen
        if state.turns != before.turns:
            break
    return board(state)


REST = "phase=play turn={seat} acts=3 left=3 limit=3 mover={seat} row=- score=0/0 turns=0"
SCORE = ("9/2B1B4/4o4/1B1R2B2/3R5/1B7/6R2/1R2R4/9/9/9", 0)
SAVE = ("9/9/6o2/4B1RR1/9/5B3/6B2/9/6R2/9/9", 1)
FORCE = ("9/2BB5/1o7/4R4/2R6/9/9/9/9/9/9", 0)
WAIT = ("9/2o6/4rB3/9/4B4/9/9/2R6/9/9/9", 0)

PACK = PACKS["socker"]
PLAIN = [one for one in PACK if one.kind == "score"][: sample_size(3, 999)]
PLAIN += [one for one in PACK if one.kind != "score" and one.nodes < 500][: sample_size(2, 999)]
PLAIN += [one for one in PACK if one.kind != "score" and one.nodes >= 500][: sample_size(0, 999)]


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
def test_straight_run_goals_are_rare_in_a_pack(line: str, *, straight: bool) -> None:
    field, seat = SCORE
    draft = PuzzleCandidate("socker", "score", f"field={field} {REST.format(seat=seat)}", seat, {})
    assert is_common(draft, PuzzleProof((tuple(line.split(", ")),), 0, 5, "search", 1)) is straight


@pytest.mark.parametrize(("board", "common"), [(FORCE, True), (WAIT, False)])
def test_goals_after_a_knock_down_are_rare_in_a_pack(board: tuple[str, int], *, common: bool) -> None:
    field, seat = board
    draft = PuzzleCandidate("socker", "force", f"field={field} {REST.format(seat=seat)}", seat, {})
    assert is_common(draft, PUZZLES.prove(draft)) is common


def is_common(draft: PuzzleCandidate, proved: PuzzleProof) -> bool:
    """True if a pack takes only some of the puzzles of this kind."""
    taken = sum(PUZZLES.wanted(draft, proved, Random(number)) for number in range(40))
    assert taken > 5
    return taken < 40


def test_puzzle_drops_the_history_of_its_match() -> None:
    field, seat = SAVE
    text = f"field={field} {REST.format(seat=seat)}".replace("acts=3 left=3", "acts=4 left=4")
    session = Session.from_position("socker", text.replace("0/0 turns=0", "2/1 turns=77 still=20"))
    (draft,) = PUZZLES.drafts(session, Random(1))
    assert draft.position == f"field={field} {REST.format(seat=seat)}"


@pytest.mark.parametrize("puzzle", PLAIN, ids=lambda puzzle: puzzle.key)
def test_plain_search_by_the_rules_finds_the_same_solutions(puzzle: Puzzle) -> None:
    oracle = Oracle(puzzle.position, dict(puzzle.options))
    wanted = {end_of_first_turn(replace(puzzle, solutions=(line,))) for line in puzzle.solutions}
    assert oracle.solutions(puzzle.kind) == wanted


def test_reply_of_several_actions_is_played_to_its_end() -> None:
    """In the middle of it another end looks as good: sock c8 c7 instead of sock f7 e8."""
    puzzle = next(one for one in PACK if one.key == "s157")
    solves_and_is_told(puzzle)
