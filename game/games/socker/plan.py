"""How a bot judges a Socker position, and how it plans the rest of its turn.

Values are in points from one seat's view: about 12 for a row of the ball's way, thousands for a goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from game.core.chance import Chance
from game.games.socker.actions import actions, can_end
from game.games.socker.moves import END, Move, Verb
from game.games.socker.pitch import Pitch, spaces_in
from game.games.socker.rules import RULES, State
from game.games.socker.state import Phase

GOAL = 10_000.0
DANGER = 900.0
"""The opponent can score in its next turn."""
CHANCE = 200.0
"""We could score in our next turn, if left alone."""
WHIM = 1.0
"""The most points that chance adds, so that equal plans are not always the same."""
LOOK = 6
"""The longest way to a goal that is looked for, in actions."""


@lru_cache(maxsize=64)
def _edges(pitch: Pitch) -> tuple[int, int, int]:
    """All spaces but those of the left column, all but those of the right one, and all."""
    everything = (1 << pitch.columns * pitch.rows) - 1
    left = sum(1 << row * pitch.columns for row in range(pitch.rows))
    return everything & ~left, everything & ~(left << pitch.columns - 1), everything


def steps_to(pitch: Pitch, movers: int, goal: int, taken: int, most: int) -> int:
    """The fewest moves that bring one of the movers to a space, given as a group, or more than ``most``."""
    if taken & goal & ~movers:
        return most + 1
    not_left, not_right, everything = _edges(pitch)
    flood, count, empty = movers, 0, everything & ~taken
    while not flood & goal:
        count += 1
        if count > most:
            break
        wide = flood | (flood & not_right) << 1 | (flood & not_left) >> 1
        flood |= (wide | wide << pitch.columns | wide >> pitch.columns) & empty
    return count


def progress(pitch: Pitch, seat: int, space: int) -> int:
    """How many rows a space is from the seat's own end, from 0."""
    row = space // pitch.columns
    return row if seat == 0 else pitch.rows - 1 - row


@dataclass(frozen=True, slots=True)
class Attack:
    """A seat's way to a goal: who can act for it, who stands in its way, and all spaces taken."""

    pitch: Pitch
    seat: int
    movers: int
    foes: int
    taken: int

    def actions(self, ball: int, most: int) -> int:
        """About how many actions a goal takes, or more than ``most``: forward kicks and moves only.

        An opponent on the ball's way costs two actions more, for the sock.
        """
        pitch, best = self.pitch, most + 1
        if pitch.rows - 1 - progress(pitch, self.seat, ball) > most:
            return best
        forward = pitch.columns - 1 if self.seat == 0 else -pitch.columns - 1
        for behind, beyond, _, _ in pitch.strikes[ball]:
            if not 0 <= beyond - ball - forward <= 2:
                continue
            cost = 1
            if self.taken >> beyond & 1:
                cost = 3 if self.foes >> beyond & 1 else best
            if cost < best:
                cost += steps_to(pitch, self.movers, behind, self.taken, best - cost)
            if cost < best:
                best = min(best, cost + self._rest(ball, behind, beyond, best - 1 - cost))
        return best

    def _rest(self, ball: int, behind: int, beyond: int, most: int) -> int:
        """The actions after a kick to ``beyond`` by a socker that stands ``behind`` the ball's old space."""
        pitch, rest = self.pitch, beyond
        if pitch.goals[self.seat] >> beyond & 1:
            return 0
        if pitch.restricted >> beyond & 1:
            rest = pitch.centres[pitch.home_row(beyond) - 1]
            if self.taken >> rest & 1:
                return most + 1
        taken = self.taken & ~(1 << ball) | 1 << rest
        after = Attack(pitch, self.seat, self.movers | behind, self.foes & ~(1 << beyond), taken)
        return after.actions(rest, most)


def value(state: State, seat: int) -> float:
    """What a position is worth for a seat whose turn is over, or which the other side leaves to it now."""
    pitch, foe = state.house.pitch, 1 - seat
    if state.phase is Phase.PLACE or RULES.outcome(state):
        return 0.0
    ball, taken, sockers = state.ball, state.taken, state.sockers
    theirs = state.left if state.mover == foe else state.house.actions
    # At the end of its turn a side's own sockers stand up: all of ours can act in our next turn.
    ours = sockers[seat]
    danger = Attack(pitch, foe, state.up[foe], ours, taken).actions(ball, LOOK)
    chance = Attack(pitch, seat, ours, sockers[foe], taken).actions(ball, LOOK)
    points = 12.0 * progress(pitch, seat, ball)
    if danger <= theirs:
        points -= DANGER - 50.0 * danger
    points += CHANCE - 8.0 * chance if chance <= state.house.actions else 12.0 * (9 - chance)
    points += _presence(pitch, ball, ours) - _presence(pitch, ball, state.up[foe])
    points -= 3.0 * (ours & pitch.restricted).bit_count()
    return points - 6.0 * state.down[seat].bit_count()


def _presence(pitch: Pitch, ball: int, movers: int) -> float:
    """How near the sockers stand to the ball, on whichever side: with keepers behind it nobody scores."""
    distances = sorted(pitch.distance(space, ball) for space in spaces_in(movers))
    weighted = zip((6.0, 4.0, 2.0, 1.0), distances, strict=False)
    return -sum(weight * distance for weight, distance in weighted)


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the rest of a seat's turn by a beam search over its actions.

    Attributes:
        seat: whose turn it is.
        width: how many positions are followed after each action.
    """

    seat: int
    width: int = 6

    def best(self, state: State, chance: Chance) -> Move:
        """The first action of the best plan, `END` included."""
        goal = self._goal(state, state.left)
        if goal is not None:
            return goal
        best_value = self._value(state, chance) if can_end(state) else -GOAL * 9
        best_move = END
        beam: list[tuple[State, Move | None]] = [(state, None)]
        seen: set[tuple[object, ...]] = set()
        while beam:
            reached: list[tuple[float, int, State, Move]] = []
            for before, first in beam:
                for move in actions(before):
                    after = self._settled(RULES.apply(before, move).state)
                    key = (after.up, after.down, after.ball, after.left, after.score)
                    if key in seen:
                        continue
                    seen.add(key)
                    points = self._value(after, chance) + self._goals(state, after)
                    opening = first or move
                    if not self._goes_on(after, before) or can_end(after):
                        if points > best_value:
                            best_value, best_move = points, opening
                    elif best_move is END and not can_end(state):
                        best_move = opening
                    if self._goes_on(after, before):
                        reached.append((points, len(reached), after, opening))
            reached.sort(key=lambda entry: (-entry[0], entry[1]))
            beam = [(after, opening) for _, _, after, opening in reached[: self.width]]
        return best_move

    def spot(self, state: State, moves: list[Move]) -> Move:
        """The best spot for the ball, as the one who may choose it."""
        return max(moves, key=lambda move: value(RULES.apply(state, move).state, self.seat))

    def _value(self, state: State, chance: Chance) -> float:
        return value(state, self.seat) + chance.below(1000) * WHIM / 1000

    def _goals(self, before: State, after: State) -> float:
        ours = after.score[self.seat] - before.score[self.seat]
        theirs = after.score[1 - self.seat] - before.score[1 - self.seat]
        return GOAL * (ours - theirs)

    def _goes_on(self, after: State, before: State) -> bool:
        """Whether our turn goes on: not after a goal, which may have ended the match with us to move."""
        return (
            not RULES.outcome(after)
            and after.phase is Phase.PLAY
            and after.turn == self.seat
            and after.left == before.left - 1
        )

    def _settled(self, state: State) -> State:
        """The position after a spot was chosen for the ball: the best for us, or the worst if they choose."""
        if state.phase is not Phase.SPOT:
            return state
        choices = [RULES.apply(state, move).state for move in RULES.moves(state)]
        choose = max if state.turn == self.seat else min
        return choose(choices, key=lambda after: value(after, self.seat))

    def _goal(self, state: State, left: int) -> Move | None:
        """The first of at most so many actions that end in a goal for us."""
        pitch = state.house.pitch
        kicks = pitch.rows - 1 - progress(pitch, self.seat, state.ball)
        if kicks > left:
            return None
        for move in sorted(actions(state), key=lambda move: move.verb is not Verb.KICK):
            if move.verb is not Verb.KICK and (kicks == left or not self._near(state, move)):
                continue
            after = RULES.apply(state, move).state
            if after.score[self.seat] > state.score[self.seat]:
                return move
            if left > 1 and self._goes_on(after, state) and self._goal(after, left - 1) is not None:
                return move
        return None

    def _near(self, state: State, move: Move) -> bool:
        """Whether an action happens near enough to the ball to help it over the line this turn."""
        pitch = state.house.pitch
        return pitch.distance(pitch.numbers[move.target], state.ball) <= 2
