"""Slow reference rules of Socker, written from the rule book alone: dicts of spaces, copies, brute force.

They share no code with the game; the tests compare the two. The standard pitch only.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Space = tuple[int, int]
COLUMNS = "abcdefghi"
BOARD = [(column, row) for row in range(1, 12) for column in range(1, 10)]
AROUND = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]


def text(space: Space) -> str:
    return f"{COLUMNS[space[0] - 1]}{space[1]}"


def space(name: str) -> Space:
    return COLUMNS.index(name[0]) + 1, int(name[1:])


def near(first: Space, second: Space) -> bool:
    return first != second and max(abs(first[0] - second[0]), abs(first[1] - second[1])) == 1


def is_field(cell: Space) -> bool:
    return 2 <= cell[0] <= 8 and 2 <= cell[1] <= 10


def is_goal(cell: Space) -> bool:
    return cell[1] in {1, 11}


@dataclass
class ReferenceSocker:
    """A match that changes in place; use `copy` before trying a move."""

    actions: int = 3
    sockers: int = 5
    goals: int = 3
    turn_goal: int | None = None  # turns of the match, when most goals win
    # by space: seat of the socker, and True if it is upright
    people: dict[Space, tuple[int, bool]] = field(default_factory=dict)
    ball: Space | None = (5, 6)
    phase: str = "play"
    turn: int = 0
    acts: int = 3
    left: int = 3
    limit: int = 3
    mover: int = 0
    row: int | None = None
    score: list[int] = field(default_factory=lambda: [0, 0])
    turns: int = 0
    seen: Counter[Any] = field(default_factory=Counter)
    toss: bool = False  # set when a coin would be tossed, whose outcome the reference does not know

    def copy(self) -> ReferenceSocker:
        duplicate = ReferenceSocker(**self.__dict__)
        duplicate.people, duplicate.score, duplicate.seen = (
            dict(self.people),
            list(self.score),
            Counter(self.seen),
        )
        return duplicate

    def is_over(self) -> bool:
        if self.turn_goal is None:
            return max(self.score) >= self.goals
        return self.turns >= self.turn_goal and self.score[0] != self.score[1]

    def free(self, cell: Space) -> bool:
        return 1 <= cell[0] <= 9 and 1 <= cell[1] <= 11 and cell not in self.people and cell != self.ball

    def outside(self, seat: int) -> int:
        return sum(1 for cell, (owner, _) in self.people.items() if owner == seat and not is_field(cell))

    def walks(self, seat: int) -> list[tuple[Space, Space]]:
        """Return own moves to empty neighbours, without the limit."""
        steps = []
        for cell, (owner, stands) in self.people.items():
            if owner == seat and stands:
                for across, along in AROUND:
                    to = (cell[0] + across, cell[1] + along)
                    if self.free(to):
                        steps.append((cell, to))
        return steps

    def can_return(self, seat: int, left: int) -> bool:
        """True if some sequence of own moves returns to the limit."""
        if self.outside(seat) <= self.limit:
            return True
        if left == 0 or self.outside(seat) - self.limit > left:
            return False
        for cell, to in self.walks(seat):
            after = self.copy()
            after.people[to] = after.people.pop(cell)
            if after.can_return(seat, left - 1):
                return True
        return False

    def candidates(self) -> list[str]:
        """Return the actions without the limit."""
        actions = [f"move {text(cell)} {text(to)}" for cell, to in self.walks(self.turn)]
        for cell, (owner, stands) in self.people.items():
            if owner != self.turn or not stands:
                continue
            for target in [*self.people, self.ball]:
                if target is None or not near(cell, target):
                    continue
                if not self.free((2 * target[0] - cell[0], 2 * target[1] - cell[1])):
                    continue
                if target == self.ball:
                    actions.append(f"kick {text(cell)} {text(target)}")
                elif self.people[target][0] != self.turn:
                    actions.append(f"sock {text(cell)} {text(target)}")
        return actions

    def moves(self) -> list[str]:
        if self.is_over():
            return []
        if self.phase == "place":
            return [f"place {text(cell)}" for cell in BOARD if self.may_place(cell)]
        if self.phase == "spot":
            return [f"spot {text(cell)}" for cell in self.spots()]
        legal_moves = [move for move in self.candidates() if self.keeps_limit(move)]
        if self.left < self.acts and self.outside(self.turn) <= self.limit:
            legal_moves.append("end")
        return legal_moves

    def may_place(self, cell: Space) -> bool:
        rows = range(1, 6) if self.turn == 0 else range(7, 12)
        if cell[1] not in rows or cell in self.people or near(cell, (5, 6)):
            return False
        return is_field(cell) or self.outside(self.turn) < 3

    def spots(self) -> list[Space]:
        assert self.row is not None
        empty = [cell for cell in BOARD if is_field(cell) and self.free(cell)]
        return [cell for cell in empty if near(cell, (5, self.row))]

    def keeps_limit(self, move: str) -> bool:
        after = self.copy()
        is_goal_scored = after.strike(move)
        return is_goal_scored or after.can_return(self.turn, self.left - 1)

    def strike(self, move: str) -> bool:
        """Carry out an action on the board only. Returns True for a goal. The ball may be without a place."""
        verb, *names = move.split()
        cell, target = map(space, names)
        beyond = (2 * target[0] - cell[0], 2 * target[1] - cell[1])
        if verb == "move":
            self.people[target] = self.people.pop(cell)
        elif verb == "sock":
            owner, _ = self.people.pop(target)
            self.people[beyond] = (owner, False)
        else:
            self.ball = beyond
            if is_goal(beyond):
                return True
            if not is_field(beyond):
                centre = (5, beyond[1])
                self.row = beyond[1] if centre in self.people else None
                self.ball = None if self.row else centre
        return False

    def play(self, move: str) -> None:
        verb, *names = move.split()
        if verb == "place":
            self.people[space(names[0])] = (self.turn, True)
            self.after_place()
        elif verb == "spot":
            self.ball, self.row, self.phase, self.turn = space(names[0]), None, "play", self.mover
            if not self.can_return(self.turn, self.left):
                self.limit = self.outside(self.turn)
            self.after_action()
        elif verb == "end":
            self.end_turn()
        else:
            self.left -= 1
            if self.strike(move):
                self.after_goal()
            elif self.row:
                self.phase, self.turn = "spot", self.people[(5, self.row)][0]
            else:
                self.after_action()

    def count(self, seat: int) -> int:
        return sum(1 for owner, _ in self.people.values() if owner == seat)

    def after_place(self) -> None:
        if self.count(self.turn) < self.sockers:
            return
        self.turn = 1 - self.turn
        self.mover = self.turn
        if self.count(self.turn) == self.sockers:
            self.begin_turn(self.turn)

    def after_action(self) -> None:
        if self.left == 0:
            self.end_turn()

    def after_goal(self) -> None:
        assert self.ball is not None
        scorer = 0 if self.ball[1] == 11 else 1
        self.score[scorer] += 1
        self.turns += 1
        if self.is_over():
            return
        if self.turns == self.turn_goal:
            self.toss = True
            return
        self.people, self.seen, self.ball = {}, Counter(), (5, 6)
        self.phase, self.turn, self.mover = "place", 1 - scorer, 1 - scorer
        self.acts, self.left, self.limit, self.row = self.actions, self.actions, 3, None

    def end_turn(self) -> None:
        seat = self.mover
        for cell, (owner, _) in list(self.people.items()):
            if owner == seat:
                self.people[cell] = (seat, True)
        self.turns += 1
        if self.is_over():
            return
        if self.turns == self.turn_goal:
            self.toss = True
            return
        self.begin_turn(1 - seat)

    def begin_turn(self, seat: int) -> None:
        key = (self.ball, frozenset(self.people.items()), seat)
        before = self.seen[key]
        self.seen[key] += 1
        if before >= 10:
            self.toss = True
            return
        self.phase, self.turn, self.mover, self.row = "play", seat, seat, None
        self.acts = self.left = self.actions + (1 if before else 0)
        self.limit = 3
        if self.outside(seat) > 3:
            self.limit = self.outside(seat)
            if any(not is_field(cell) and is_field(to) for cell, to in self.walks(seat)):
                self.limit -= 1
        if not any(map(self.keeps_limit, self.candidates())):
            self.end_turn()

    def left_by(self, seat: int) -> ReferenceSocker:
        """Return a copy after the end of this seat's turn."""
        after = self.copy()
        if after.mover == seat:
            after.end_turn()
        return after

    def ends(self, seat: int) -> Iterator[ReferenceSocker]:
        """Yield all states that the rest of a seat's turn can leave, except goals."""
        if self.mover != seat or self.phase == "place":
            if self.phase != "place":
                yield self
            return
        for move in self.moves():
            after = self.copy()
            after.play(move)
            yield from after.ends(seat)

    def position(self) -> str:
        rows = []
        for row in range(11, 0, -1):
            line = ""
            for column in range(1, 10):
                cell = (column, row)
                if cell == self.ball:
                    line += "o"
                elif cell in self.people:
                    seat, stands = self.people[cell]
                    letter = "RB"[seat]
                    line += letter if stands else letter.lower()
                else:
                    line += "."
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), line))
        return (
            f"field={'/'.join(rows)} phase={self.phase} turn={self.turn} acts={self.acts} left={self.left}"
            f" limit={self.limit} mover={self.mover} row={self.row or '-'}"
            f" score={self.score[0]}/{self.score[1]} turns={self.turns}"
        )

    def perft(self, depth: int) -> int:
        """Return the number of sequences of ``depth`` moves, at least one."""
        moves = self.moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = self.copy()
            after.play(move)
            total += after.perft(depth - 1)
        return total


def brings(match: ReferenceSocker, seat: int, row: int) -> bool:
    """True if a side can force the ball to a row, or into the goal there, in the rest of its turn."""
    successes, lacking, max_rows = [], 0, match.left
    if match.ball is not None:
        # An action brings the ball at most one row on, and one more if it is put back from outside.
        lacking = abs(row - match.ball[1])
        max_rows += min(match.ball[0] - 1, 9 - match.ball[0]) <= match.left
    if match.mover != seat or match.phase == "place" or lacking > max_rows:
        return False
    for move in match.moves() if match.phase == "spot" else match.candidates():
        if match.phase == "spot" or (
            (move.startswith("kick") or lacking < max_rows) and match.keeps_limit(move)
        ):
            after = match.copy()
            after.play(move)
            scored = after.score != match.score
            succeeds = (
                after.score[seat] > match.score[seat] if scored else after.ball and after.ball[1] == row
            )
            successes.append(bool(succeeds) or (not scored and brings(after, seat, row)))
            if successes[-1] and match.turn == seat:
                return True
    return match.turn != seat and all(successes)


def ways(match: ReferenceSocker, seat: int) -> int:
    """Return the number of first actions of the shortest sure goal in a seat's undisturbed next turn."""
    mine, row = match.left_by(seat).left_by(1 - seat), 11 if seat == 0 else 1
    for left in range(1, match.actions + 1):
        mine.left = left
        if brings(mine, seat, row):
            count = 0
            for move in mine.moves():
                after = mine.copy()
                after.play(move)
                count += after.score[seat] > mine.score[seat] or (
                    after.score == mine.score and brings(after, seat, row)
                )
            return count
    return 0


def kicks(match: ReferenceSocker, onward: int) -> list[Space]:
    """Return the spaces of the sockers that can kick the ball a row that way in the turn that begins."""
    assert match.ball is not None
    names = [move.split()[1] for move in match.moves() if move.startswith("kick")]
    return [who for who in map(space, names) if (match.ball[1] - who[1]) * onward > 0]


def far(first: Space, second: Space) -> int:
    """Return the steps from one space to another."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def read(line: str) -> ReferenceSocker:
    """Read a position that names every field."""
    fields = dict(part.split("=") for part in line.split())
    people: dict[Space, tuple[int, bool]] = {}
    ball = None
    for row, cells in zip(range(11, 0, -1), fields["field"].split("/"), strict=True):
        column = 1
        for letter in cells:
            if letter.isdigit():
                column += int(letter)
                continue
            if letter == "o":
                ball = (column, row)
            else:
                people[column, row] = ("RB".index(letter.upper()), letter.isupper())
            column += 1
    match = ReferenceSocker(
        people=people,
        ball=ball,
        phase=fields["phase"],
        turn=int(fields["turn"]),
        acts=int(fields["acts"]),
        left=int(fields["left"]),
        limit=int(fields["limit"]),
        mover=int(fields["mover"]),
        row=None if fields["row"] == "-" else int(fields["row"]),
        score=[int(part) for part in fields["score"].split("/")],
        turns=int(fields["turns"]),
    )
    if match.phase == "play" and match.left == match.acts:
        match.seen[match.ball, frozenset(people.items()), match.turn] += 1
    return match
