"""Puzzles of Socker solved a second time, plainly: by the moves that the rules give, and nothing else.

Nothing of the first solver is used. Only what cannot matter is left out: a ball that is more rows from the
line than there are actions left is no goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from game.core.session import Session
from game.games.socker.bot import rebuilt
from game.games.socker.rules import RULES
from game.games.socker.rules.pitch import Move, Verb
from game.games.socker.rules.state import Phase, Seen, State
from game.match.puzzle import Puzzle

Board = tuple[int, tuple[int, int], tuple[int, int]]
"""Ball, upright and fallen sockers."""
Line = tuple[Move, ...]


class Oracle:
    """Answers for the puzzle that begins with a position, and the seat that solves it."""

    def __init__(self, position: str, options: dict[str, object]) -> None:
        session = Session.from_position("socker", position, options=options)
        self.start = rebuilt(session.observe(None), session.options)
        self.seat = self.start.mover
        # As the rules count it: the first position has been there once.
        self.seen = Seen().with_one((self.start.ball, self.start.up, self.start.down, self.seat))
        self.start = replace(self.start, seen=self.seen)
        self._known: dict[tuple[object, ...], bool] = {}
        self._useful: deque[Line] = deque(maxlen=24)
        """Turns of theirs that were an answer to some of ours."""

    # What one turn can do.

    def scores(self, state: State, seat: int) -> bool:
        """Whether this seat, whose turn it is, scores within it whatever the other one chooses."""
        pitch = state.house.pitch
        if state.phase is Phase.PLAY and state.ball >= 0:
            row = pitch.row(state.ball)
            if (pitch.rows - row if seat == 0 else row - 1) > state.left:
                return False
        key = (state.ball, state.up, state.down, state.left, state.limit, state.row, seat)
        if key not in self._known:
            self._known[key] = self._scores(state, seat)
        return self._known[key]

    def _scores(self, state: State, seat: int) -> bool:
        each = (self._after(state, move, seat) for move in _kicks_first(state))
        return all(each) if state.turn != seat else any(each)

    def _after(self, state: State, move: Move, seat: int) -> bool:
        then = RULES.apply(state, move).state
        if then.score != state.score:
            return then.score[seat] > state.score[seat]
        return then.turns == state.turns and self.scores(then, seat)

    def turn_ends(self, state: State) -> Iterator[tuple[State, Line]]:
        """Every position in which a turn can end without a goal, each once, with a way there.

        Whoever chooses a spot for the ball; those that were of use before come first.
        """
        ended: set[Board] = set()
        for line in self._useful:
            if (there := played(state, line)) is not None:
                ended.add(board(there))
                yield there, line
        seen: set[tuple[object, ...]] = set()
        layer: list[tuple[State, Line]] = [(state, ())]
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
                key = (*board(then), then.left, then.limit, then.row, then.turn)
                if key not in seen:
                    seen.add(key)
                    layer.append((then, (*line, move)))

    def goals(self) -> set[Board]:
        """How everything can lie after a goal of this turn."""
        found: set[Board] = set()
        seen: set[tuple[object, ...]] = set()
        layer = [self.start]
        while layer:
            here = layer.pop()
            for move in RULES.moves(here):
                then = RULES.apply(here, move).state
                if then.score[self.seat] > here.score[self.seat]:
                    ball = 2 * here.house.pitch.numbers[move.target] - here.house.pitch.numbers[move.actor]
                    found.add((ball, here.up, here.down))
                elif then.turns == here.turns and self.scores(then, self.seat):
                    key = (*board(then), then.left, then.row)
                    if key not in seen:
                        seen.add(key)
                        layer.append(then)
        return found

    # The three tasks.

    def saved(self, end: State) -> bool:
        """Whether they cannot score in the turn that begins; they have none where they can do nothing."""
        return end.mover == self.seat or not self.scores(end, 1 - self.seat)

    def forced(self, end: State) -> bool:
        """Whether we score in our next turn whatever they do in the one that begins."""
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
        """How everything lies at the end of the first turn of each solution."""
        if kind == "score":
            return self.goals()
        test = self.saved if kind == "save" else self.forced
        return {board(end) for end, _line in list(self.turn_ends(self.start)) if test(end)}


def played(state: State, line: Line) -> State | None:
    """Where a turn ends that is played so; `None` where it cannot be."""
    turns, score = state.turns, state.score
    for move in line:
        if state.turns != turns or RULES.refusal(state, move) is not None:
            return None
        state = RULES.apply(state, move).state
    return state if state.turns != turns and state.score == score else None


def board(state: State) -> Board:
    """What makes two ends the same."""
    return state.ball, state.up, state.down


def _kicks_first(state: State) -> list[Move]:
    order = {Verb.KICK: 0, Verb.SOCK: 1, Verb.MOVE: 2}
    moves = [move for move in RULES.moves(state) if move.verb is not Verb.END]
    return sorted(moves, key=lambda move: order.get(move.verb, 3))


def end_of_first_turn(puzzle: Puzzle) -> Board:
    """How everything lies as the first turn of the first solution ends; a ball in the goal on its space."""
    session = puzzle.session()
    state = rebuilt(session.observe(None), session.options)
    for text in puzzle.solutions[0]:
        before, move = state, RULES.parse_move(text)
        state = RULES.apply(before, move).state
        if state.score != before.score:
            numbers = state.house.pitch.numbers
            return 2 * numbers[move.target] - numbers[move.actor], before.up, before.down
        if state.turns != before.turns:
            break
    return board(state)
