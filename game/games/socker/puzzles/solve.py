"""What can be asked of somebody in Socker, solved wholly.

Three tasks, all from the beginning of a turn; positions are those of the board alone, so that no earlier
turn gives anybody an action more.

- ``score``: a goal in this turn.
- ``save``: the other side is about to score; the turn has to end so that it cannot in its next turn, whatever
  it does, and one's own goal is out of reach.
- ``force``: no goal in this turn, but a sure one in the next, whatever the other side does in between. A turn
  of theirs that brings the first position back gives one action more, as the rules have it.

One solution is one end of the (first) turn, in whatever order its actions come. Tasks that could be done with
fewer actions than there are, or in too many ways, are refused, and so are those in which a solution leads
over a spot for the ball that the other side chooses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from game.games.socker.puzzles.ends import End, Ends
from game.games.socker.puzzles.goals import Goals, goals_of
from game.games.socker.puzzles.ground import Act, Here, Side
from game.games.socker.rules.pitch import spaces_in
from game.games.socker.rules.state import State
from game.match.puzzle import NoPuzzleError
from game.words import _

MOST = 2
"""So many solutions a puzzle may have."""
REPLIES = 40_000
"""So many ends of the other side's turns are looked into for one puzzle."""
TURNS = 1_500
"""So many ends that threaten a goal are looked into."""

Acts: TypeAlias = tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """The first turn of each solution, and what was looked into."""

    turns: tuple[Acts, ...]
    alike: int
    nodes: int


@dataclass(slots=True)
class Task:
    """A turn that begins, with both sides' ways to score."""

    state: State
    here: Here = field(init=False)
    mine: Goals = field(init=False)
    theirs: Goals = field(init=False)
    looked: int = 0

    def __post_init__(self) -> None:
        house, seat, state = self.state.house, self.state.mover, self.state
        self.mine, self.theirs = goals_of(house, seat), goals_of(house, 1 - seat)
        self.here = Here(state.ball, state.up[seat], state.up[1 - seat], state.down[1 - seat], state.limit)

    @property
    def side(self) -> Side:
        """Whose task it is."""
        return self.mine.side

    @property
    def down(self) -> int:
        """Its sockers that lie."""
        return self.state.down[self.state.mover]

    def least(self) -> int:
        """The fewest actions in which it scores; 0 where it cannot."""
        left = range(1, self.state.left + 1)
        return next((count for count in left if self.mine.can(self.here, self.down, count)), 0)

    def ends(self) -> Ends:
        """The ends of its turn."""
        return Ends(self.side, self.here, self.down, self.state.left)

    # Their turn after an end of ours.

    def lets(self, end: End) -> bool:
        """Whether they could score after this end."""
        return self.theirs.can(self.next_turn(end), end.fallen, self.state.house.actions)

    def next_turn(self, end: End) -> Here:
        """The turn of theirs that follows an end of ours."""
        return self.theirs.side.began(end.ball, end.foes, end.fallen, end.ours)

    def threatens(self, end: End) -> bool:
        """Whether we would score next if they only stood up."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours, 0, foes), 0, self.state.house.actions)

    def nearly(self, end: End) -> bool:
        """Whether one action more would score."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours & ~self.down, self.down, foes), self.down, 1)

    def may_win(self, end: End) -> bool:
        """Whether it is worth a look if we score next whatever they do: no, where they need only wait."""
        return self.threatens(end) or not self._may_wait(end)

    def _may_wait(self, end: End) -> bool:
        """Whether one of theirs can step forth and back on the field, at least."""
        pitch = self.state.house.pitch
        empty = pitch.field & ~(end.ours | end.foes | end.fallen | 1 << end.ball)
        return any(pitch.around[space] & empty for space in spaces_in(end.foes & pitch.field))

    def replies(self, end: End) -> Ends:
        """Every end of their next turn."""
        return Ends(self.theirs.side, self.next_turn(end), end.fallen, self.state.house.actions)

    def actions_after(self, reply: End) -> int:
        """How many actions we have after their reply: one more where the first position is back."""
        state, seat = self.state, self.state.mover
        pairs = (state.up[seat], state.down[seat], state.up[1 - seat] | state.down[1 - seat])
        back = (state.ball, *pairs) == (reply.ball, reply.foes, reply.fallen, reply.ours)
        return state.house.actions + (back and not state.down[1 - seat])

    def scores_after(self, reply: End) -> bool:
        """Whether we score for certain after a reply of theirs."""
        here = self.side.began(reply.ball, reply.foes, reply.fallen, reply.ours)
        return self.mine.can(here, reply.fallen, self.actions_after(reply))

    def wins(self, end: End) -> bool:
        """Whether we score next whatever they do.

        Raises:
            NoPuzzleError: that depends on where we would put a ball that they kicked out.
        """
        if self.lets(end):
            return False
        unsure = False
        for found in self.replies(end).all():
            self.looked += 1
            if not self.scores_after(found.end):
                if not found.given:
                    return False
                unsure = True
        if unsure:
            raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
        return True

    def surely_wins(self, end: End) -> bool:
        """The same, and no where it depends on that."""
        try:
            return self.wins(end)
        except NoPuzzleError:
            return False


def score(task: Task) -> Solved:
    """A goal in this turn that takes all its actions."""
    state, here, down = task.state, task.here, task.down
    least = task.least()
    if not least:
        raise NoPuzzleError(_("There is no goal in this turn."))
    if least < state.left:
        raise NoPuzzleError(_("The goal takes fewer actions than there are."))
    if task.mine.by_gift(here, down, state.left):
        raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
    found: dict[tuple[Here | None, Act], Acts] = {}
    dull = True
    for acts, last in task.mine.ways(here, down, state.left):
        dull = dull and [act.verb for act in acts].count("move") == len(acts) - 1
        goal = acts[-1]._replace(actor=2 * acts[-1].target - acts[-1].actor)
        found.setdefault((last, goal), acts)
        if len(found) > MOST:
            raise NoPuzzleError(_("There are too many ways to do it."))
    if dull:
        raise NoPuzzleError(_("It takes nothing but steps and a kick."))
    alike = 0
    for one in task.ends().all():
        task.looked += 1
        alike += one.actions == state.left and task.nearly(one.end)
    return Solved(tuple(found.values()), alike, task.looked)


def save(task: Task) -> Solved:
    """The only ends after which they do not score next."""
    state = task.state
    if task.least():
        raise NoPuzzleError(_("One could score oneself."))
    ends, alike = task.ends(), 0
    saved: list[End] = []
    for found in ends.all():
        task.looked += 1
        if not task.lets(found.end):
            if found.given:
                raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
            if found.actions < state.left or len(saved) == MOST:
                raise NoPuzzleError(_("There are too many ways to do it."))
            saved.append(found.end)
        elif found.actions == state.left:
            alike += not task.theirs.can(task.next_turn(found.end), found.end.fallen, state.house.actions - 1)
    if not saved:
        raise NoPuzzleError(_("Nothing saves it."))
    return Solved(tuple(ends.way(end) for end in saved), alike, task.looked)


def force(task: Task) -> Solved:
    """The only ends after which a goal follows whatever they do."""
    if task.least():
        raise NoPuzzleError(_("There is a goal in this turn already."))
    ends = task.ends()
    threats = [found for found in ends.all() if task.may_win(found.end)]
    if not threats:
        raise NoPuzzleError(_("No goal can be forced."))
    if len(threats) > TURNS:
        raise NoPuzzleError(_("There is too much to look into."))
    won: list[End] = []
    for found in threats:
        if not task.wins(found.end):
            if task.looked > REPLIES:
                raise NoPuzzleError(_("There is too much to look into."))
            continue
        if found.given:
            raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
        if found.actions < task.state.left or len(won) == MOST:
            raise NoPuzzleError(_("There are too many ways to do it."))
        won.append(found.end)
    if not won:
        raise NoPuzzleError(_("No goal can be forced."))
    return Solved(tuple(ends.way(end) for end in won), len(threats), task.looked)


SOLVERS = {"score": score, "save": save, "force": force}
