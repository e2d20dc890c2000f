"""Complete solvers of the tasks of Socker's puzzles.

All three tasks start at the beginning of a turn. Positions consist of the board alone, so that earlier turns
give no extra action.

- ``score``: a goal in this turn.
- ``save``: the opponent threatens to score. The turn has to end so that it cannot score in its next turn, by
  any play, and a goal of one's side is out of reach.
- ``force``: no goal in this turn, but a certain one in the next, for any play of the opponent in between. If
  the opponent's turn restores the first position, there is one more action, as the rules have it.

A solution is one end of the first turn, in any order of its actions. Tasks that need fewer actions than
available, or have too many solutions, are refused, as are those in which a solution depends on a spot for the
ball that the opponent chooses.

Positions are those of `bot.turn_generator`, computed exactly. `TurnOutcomeSearch` finds the possible ends of
a turn, each position once with the shortest line to it. `GoalSolver` decides if a side can score in the rest
of a turn for any choices of the opponent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from game.games.socker.bot.turn_generator import (
    GoalSolver,
    SockerAction,
    TurnEndPosition,
    TurnGenerator,
    TurnNode,
    goals_of,
)
from game.games.socker.rules.pitch import spaces_in
from game.games.socker.rules.state import SockerState
from game.i18n import _
from game.match.puzzle import NoPuzzleError


class TurnOutcome(NamedTuple):
    """An end of a turn, the number of its actions, and True if the opponent chose a spot on the way."""

    end: TurnEndPosition
    actions: int
    given: bool


class TurnOutcomeSearch:
    """Ends of a turn, or of the rest of one, found action by action."""

    def __init__(
        self, goals: GoalSolver, start: TurnNode, down: int, left: int, *, can_stop: bool = False
    ) -> None:
        self.goals, self.start, self.down, self.left = goals, start, down, left
        self._can_stop = can_stop
        self._ways: dict[TurnNode, tuple[TurnNode, tuple[SockerAction, ...]]] = {}
        self._heres: dict[TurnEndPosition, TurnNode] = {}
        self._given = {start: False}

    def all(self) -> Iterator[TurnOutcome]:
        """Yield all ends, those with the fewest actions first."""
        if self._can_stop:
            yield from self._end(self.start, 0)
        layer = [self.start]
        for left in range(self.left - 1, -1, -1):
            following: list[TurnNode] = []
            for node in layer:
                for successor in self.goals.nexts(node, self.down, left):
                    new, is_given = successor.node, self._given[node] or successor.is_forced
                    if new is None:
                        continue
                    # A line without a choice of the opponent is better than one with.
                    if new not in self._given or (self._given[new] and not is_given):
                        self._given[new] = is_given
                        self._ways[new] = (node, successor.acts)
                        following.append(new)
                        yield from self._end(new, self.left - left)
                    elif new == self.start:
                        yield from self._end(new, self.left - left)
            layer = following
        if not self._ways and not self._can_stop:  # no action is possible: the turn is passed
            yield from self._end(self.start, 0)

    def _end(self, node: TurnNode, actions: int) -> Iterator[TurnOutcome]:
        """Yield the end of the turn at a node, unless it breaks the limit or is known as well or better."""
        end = TurnEndPosition(node.ball, node.up | self.down, node.foes, node.fallen)
        is_given = self._given[node]
        earlier = self._heres.get(end)
        if earlier is not None and (is_given or not self._given[earlier]):
            return
        if self.goals.side.excess(end.ours, node.limit):
            return
        self._heres[end] = node
        yield TurnOutcome(end, actions, is_given)

    def way(self, end: TurnEndPosition) -> tuple[SockerAction, ...]:
        """Actions that lead to an end that was found."""
        node, acts = self._heres[end], []
        while node != self.start:
            node, last = self._ways[node]
            acts.append(last)
        if not acts and not self._can_stop:
            return self._forth_and_back()
        return tuple(act for last in reversed(acts) for act in last)

    def _forth_and_back(self) -> tuple[SockerAction, ...]:
        """Two actions that restore the position. Empty if the turn is passed."""
        for first in self._ways:
            if self._ways[first][0] != self.start:
                break
            for successor in self.goals.nexts(first, self.down, self.left - 2):
                if successor.node == self.start:
                    return (*self._ways[first][1], *successor.acts)
        return ()


MAX_SOLUTIONS = 2  # maximum number of solutions
MAX_REPLIES = 40_000  # maximum ends of the opponent's turns examined for one puzzle
MAX_TURNS = 1_500  # maximum ends examined that threaten a goal

Acts: TypeAlias = tuple[SockerAction, ...]


@dataclass(frozen=True, slots=True)
class SockerPuzzleProof:
    """Solutions of a puzzle.

    Attributes:
        turns: actions of the first turn of each solution.
        alike: number of ends that look plausible.
        nodes: ends examined.
    """

    turns: tuple[Acts, ...]
    alike: int
    nodes: int


class TurnProblem:
    """A turn that begins, with goal solvers for both sides."""

    def __init__(self, state: SockerState) -> None:
        options, seat = state.options, state.mover
        self.state, self.node_count = state, 0
        self.mine, self.theirs = goals_of(options, seat), goals_of(options, 1 - seat)
        self.node = TurnNode(
            state.ball,
            state.upright[seat],
            state.upright[1 - seat],
            state.fallen[1 - seat],
            state.off_field_limit,
        )

    @property
    def side(self) -> TurnGenerator:
        """Action generator of the side to move."""
        return self.mine.side

    @property
    def down(self) -> int:
        """Bit set of the fallen sockers of the side to move."""
        return self.state.fallen[self.state.mover]

    def fewest_actions(self) -> int:
        """Fewest actions in which the side scores. 0 if it cannot."""
        left = range(1, self.state.actions_left + 1)
        return next((count for count in left if self.mine.can(self.node, self.down, count)), 0)

    def ends(self) -> TurnOutcomeSearch:
        """Search for the ends of this turn."""
        return TurnOutcomeSearch(self.mine, self.node, self.down, self.state.actions_left)

    def lets(self, end: TurnEndPosition) -> bool:
        """True if the opponent can certainly score in its turn after this end."""
        return self.theirs.can(self.next_turn(end), end.fallen, self.state.options.actions)

    def next_turn(self, end: TurnEndPosition) -> TurnNode:
        """Opponent's turn after an end of ours."""
        return self.theirs.side.began(end.ball, end.foes, end.fallen, end.ours)

    def threatens(self, end: TurnEndPosition) -> bool:
        """True if we would score next if the opponent did nothing."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours, 0, foes), 0, self.state.options.actions)

    def nearly(self, end: TurnEndPosition) -> bool:
        """True if one more action would score."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours & ~self.down, self.down, foes), self.down, 1)

    def may_win(self, end: TurnEndPosition) -> bool:
        """True if this end might force a goal. False if the opponent only needs to wait."""
        if self.threatens(end):
            return True
        # Waiting means at least a step forth and back on the field.
        pitch = self.state.options.pitch
        empty = pitch.field & ~(end.ours | end.foes | end.fallen | 1 << end.ball)
        return not any(pitch.around[space] & empty for space in spaces_in(end.foes & pitch.field))

    def replies(self, end: TurnEndPosition) -> TurnOutcomeSearch:
        """Search for the ends of the opponent's next turn."""
        return TurnOutcomeSearch(self.theirs, self.next_turn(end), end.fallen, self.state.options.actions)

    def actions_after(self, reply: TurnEndPosition) -> int:
        """Number of our actions after a reply: one more if the first position is restored."""
        state, seat = self.state, self.state.mover
        pairs = (state.upright[seat], state.fallen[seat], state.upright[1 - seat] | state.fallen[1 - seat])
        is_repeated = (state.ball, *pairs) == (reply.ball, reply.foes, reply.fallen, reply.ours)
        return state.options.actions + (is_repeated and not state.fallen[1 - seat])

    def after(self, reply: TurnEndPosition) -> TurnNode:
        """Our turn after a reply."""
        return self.side.began(reply.ball, reply.foes, reply.fallen, reply.ours)

    def wins(self, end: TurnEndPosition) -> bool:
        """True if we score next turn for any reply. Raises `NoPuzzleError` if our spot for a ball decides."""
        if self.lets(end):
            return False
        unsure = False
        for outcome in self.replies(end).all():
            self.node_count += 1
            reply = outcome.end
            if not self.mine.can(self.after(reply), reply.fallen, self.actions_after(reply)):
                if not outcome.given:
                    return False
                unsure = True
        if unsure:
            raise NoPuzzleError(_("It depends on where a ball that went out is put back."))
        return True


def score(task: TurnProblem) -> SockerPuzzleProof:
    """Proof of a ``score``: the goals in this turn that take all its actions. Raises `NoPuzzleError`."""
    state, node, down = task.state, task.node, task.down
    min_actions = task.fewest_actions()
    if not min_actions:
        raise NoPuzzleError(_("You can't score this turn."))
    if min_actions < state.actions_left:
        raise NoPuzzleError(_("The goal doesn't need all the actions."))
    if task.mine.by_gift(node, down, state.actions_left):
        raise NoPuzzleError(_("It depends on where a ball that went out is put back."))
    solutions: dict[tuple[TurnNode | None, SockerAction], Acts] = {}
    dull = True
    for acts, last in task.mine.ways(node, down, state.actions_left):
        dull = dull and [act.verb for act in acts].count("move") == len(acts) - 1
        goal = acts[-1]._replace(actor=2 * acts[-1].target - acts[-1].actor)
        solutions.setdefault((last, goal), acts)
        if len(solutions) > MAX_SOLUTIONS:
            raise NoPuzzleError(_("There are too many solutions."))
    if dull:
        raise NoPuzzleError(_("It only takes steps and a kick."))
    alike = 0
    for outcome in task.ends().all():
        task.node_count += 1
        alike += outcome.actions == state.actions_left and task.nearly(outcome.end)
    return SockerPuzzleProof(tuple(solutions.values()), alike, task.node_count)


def save(task: TurnProblem) -> SockerPuzzleProof:
    """Proof of a ``save``: ends after which the opponent cannot score next turn. Raises `NoPuzzleError`."""
    state = task.state
    if task.fewest_actions():
        raise NoPuzzleError(_("You could score yourself."))
    ends, alike = task.ends(), 0
    solutions: list[TurnEndPosition] = []
    for outcome in ends.all():
        task.node_count += 1
        if not task.lets(outcome.end):
            if outcome.given:
                raise NoPuzzleError(_("It depends on where a ball that went out is put back."))
            if outcome.actions < state.actions_left or len(solutions) == MAX_SOLUTIONS:
                raise NoPuzzleError(_("There are too many solutions."))
            solutions.append(outcome.end)
        elif outcome.actions == state.actions_left:
            alike += not task.theirs.can(
                task.next_turn(outcome.end), outcome.end.fallen, state.options.actions - 1
            )
    if not solutions:
        raise NoPuzzleError(_("Nothing can stop the goal."))
    return SockerPuzzleProof(tuple(ends.way(end) for end in solutions), alike, task.node_count)


def force(task: TurnProblem) -> SockerPuzzleProof:
    """Proof of a ``force``: ends after which we score next turn for any reply. Raises `NoPuzzleError`."""
    if task.fewest_actions():
        raise NoPuzzleError(_("You can already score this turn."))
    ends = task.ends()
    threats = [outcome for outcome in ends.all() if task.may_win(outcome.end)]
    if not threats:
        raise NoPuzzleError(_("You can't force a goal."))
    if len(threats) > MAX_TURNS:
        raise NoPuzzleError(_("There are too many possibilities to check."))
    solutions: list[TurnEndPosition] = []
    for outcome in threats:
        if not task.wins(outcome.end):
            if task.node_count > MAX_REPLIES:
                raise NoPuzzleError(_("There are too many possibilities to check."))
            continue
        if outcome.given:
            raise NoPuzzleError(_("It depends on where a ball that went out is put back."))
        if outcome.actions < task.state.actions_left or len(solutions) == MAX_SOLUTIONS:
            raise NoPuzzleError(_("There are too many solutions."))
        solutions.append(outcome.end)
    if not solutions:
        raise NoPuzzleError(_("You can't force a goal."))
    return SockerPuzzleProof(tuple(ends.way(end) for end in solutions), len(threats), task.node_count)


SOLVERS = {"score": score, "save": save, "force": force}
