"""What can be asked of somebody in Socker, solved wholly, by every way that a turn can go on.

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

Nothing is turned over for the second seat: a `Side` knows where it scores. What a computer player leaves out
(the limit, a chosen spot for the ball) is in here, for a puzzle has to be right: `Ends` finds where a turn
can end, each position once with the shortest way there, `Goals` whether a side scores in what is left of a
turn whatever the other side chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from game.games.socker.bot.search import Stand, TurnEnd, brought_back, strikes
from game.games.socker.bot.worth import Turf, turf_of
from game.games.socker.rules.actions import LIMIT, can_return, turn_limit
from game.games.socker.rules.pitch import spaces_in
from game.games.socker.rules.state import NO_BALL, HouseRules, State
from game.match.puzzle import NoPuzzleError
from game.words import _


class Act(NamedTuple):
    """An action, or the choice of a spot, by spaces."""

    verb: str
    actor: int
    target: int


class Here(NamedTuple):
    """A turn under way: all that an action can change."""

    ball: int
    up: int
    """The mover's sockers that can act."""
    foes: int
    """The other side's that stand."""
    fallen: int
    """The other side's that lie."""
    limit: int


class Next(NamedTuple):
    """What an action leads to."""

    acts: tuple[Act, ...]
    """The action, and the choice of a spot if the ball needed one."""
    here: Here | None
    """`None` for a goal of the mover."""
    given: bool = False
    """Whether the other side chose the spot."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side on its pitch; `side_of` makes each only once."""

    house: HouseRules
    turf: Turf
    seat: int
    goal: int
    own: int
    ahead: tuple[int, ...]
    """How many rows each space is from the row where it scores."""
    outward: tuple[int, ...]
    """How many kicks at least bring a ball from each space out of bounds."""

    def nexts(self, here: Here, down: int, left: int) -> Iterator[Next]:
        """Every action; kicks first, then socks, then steps.

        Args:
            here: the turn.
            down: the mover's sockers that lie.
            left: how many actions there are after this one.
        """
        turf, (ball, up, foes, fallen, limit) = self.turf, here
        for actor, target, beyond in strikes(turf, ball, up, down, foes | fallen):
            act = Act("kick" if target == ball else "sock", actor, target)
            if target != ball:
                others = ~(1 << target)
                then = here._replace(foes=foes & others, fallen=fallen & others | 1 << beyond)
            elif self.goal >> beyond & 1:
                yield Next((act,), None)
                continue
            elif self.own >> beyond & 1:  # an own goal never helps
                continue
            elif turf.restricted >> beyond & 1:
                stand = Stand(NO_BALL, up, down, foes, fallen, left, limit)
                spots, chooser = brought_back(self.house, self.seat, stand, beyond)
                for spot, new in spots:
                    acts = (act,) if chooser is None else (act, Act("spot", -1, spot))
                    yield Next(acts, here._replace(ball=spot, limit=new), chooser == 1 - self.seat)
                continue
            else:
                then = here._replace(ball=beyond)
            if self._returns(then, down, left):
                yield Next((act,), then)
        safe = not self.excess(up | down, limit)
        empty = ~(up | down | foes | fallen | 1 << ball)
        for bit, space in turf.pairs[up]:
            for new, goal in turf.pairs[turf.around[space] & empty]:
                then = Here(ball, up ^ bit | new, foes, fallen, limit)
                if (safe and not new & turf.restricted) or self._returns(then, down, left):
                    yield Next((Act("move", space, goal),), then)

    def excess(self, sockers: int, limit: int) -> int:
        """How many more of these than the limit stand on restricted spaces."""
        return max(0, (sockers & self.turf.restricted).bit_count() - limit)

    def _returns(self, then: Here, down: int, left: int) -> bool:
        excess = self.excess(then.up | down, then.limit)
        if not excess:
            return True
        taken = then.up | down | then.foes | then.fallen | 1 << then.ball
        return can_return(self.turf.pitch, then.up, taken, excess, left)

    def began(self, ball: int, up: int, down: int, foes: int, fallen: int = 0) -> Here:
        """A turn that begins, with the limit that holds for it."""
        off = ((up | down) & self.turf.restricted).bit_count()
        limit = LIMIT
        if off > LIMIT:
            taken = up | down | foes | fallen | 1 << ball
            limit = turn_limit(self.turf.pitch, up, up | down, taken)
        return Here(ball, up, foes, fallen, limit)

    def text(self, act: Act) -> str:
        names = self.turf.pitch.names
        if act.verb == "spot":
            return f"spot {names[act.target]}"
        return f"{act.verb} {names[act.actor]} {names[act.target]}"


@lru_cache(maxsize=8)
def side_of(house: HouseRules, seat: int) -> Side:
    """A side on a pitch."""
    pitch = house.pitch
    turf = turf_of(pitch)
    spaces = range(pitch.columns * pitch.rows)
    sides = list(spaces_in(pitch.restricted & ~(pitch.goals[0] | pitch.goals[1])))
    row = [pitch.row(space) for space in spaces]
    return Side(
        house, turf, seat, pitch.goals[seat], pitch.goals[1 - seat],
        ahead=tuple(pitch.rows - row[space] if seat == 0 else row[space] - 1 for space in spaces),
        outward=tuple(min((pitch.distance(space, out) for out in sides), default=99) for space in spaces),
    )  # fmt: skip


class Found(NamedTuple):
    """An end with how many actions it takes, and whether the other side had to choose a spot for it."""

    end: TurnEnd
    actions: int
    given: bool


class Ends:
    """The ends of one turn, or of the rest of one, found action by action."""

    def __init__(self, side: Side, start: Here, down: int, left: int, *, can_stop: bool = False) -> None:
        self.side, self.start, self.down, self.left = side, start, down, left
        self._can_stop = can_stop
        self._ways: dict[Here, tuple[Here, tuple[Act, ...]]] = {}
        self._heres: dict[TurnEnd, Here] = {}
        self._given = {start: False}

    def all(self) -> Iterator[Found]:
        """Every end, those of the fewest actions first."""
        if self._can_stop:
            yield from self._end(self.start, 0)
        layer = [self.start]
        for left in range(self.left - 1, -1, -1):
            following: list[Here] = []
            for here in layer:
                for then in self.side.nexts(here, self.down, left):
                    new, given = then.here, self._given[here] or then.given
                    if new is None:
                        continue
                    # A way on which nobody else chooses is worth more than one on which they do.
                    if new not in self._given or (self._given[new] and not given):
                        self._given[new] = given
                        self._ways[new] = (here, then.acts)
                        following.append(new)
                        yield from self._end(new, self.left - left)
                    elif new == self.start:
                        yield from self._end(new, self.left - left)
            layer = following
        if not self._ways and not self._can_stop:  # nothing can be done: the turn is passed
            yield from self._end(self.start, 0)

    def _end(self, here: Here, actions: int) -> Iterator[Found]:
        end = TurnEnd(here.ball, here.up | self.down, here.foes, here.fallen)
        given = self._given[here]
        known = self._heres.get(end)
        if known is not None and (given or not self._given[known]):
            return
        if self.side.excess(end.ours, here.limit):
            return
        self._heres[end] = here
        yield Found(end, actions, given)

    def way(self, end: TurnEnd) -> tuple[Act, ...]:
        """The actions that lead to an end that was found."""
        here, acts = self._heres[end], []
        while here != self.start:
            here, last = self._ways[here]
            acts.append(last)
        if not acts and not self._can_stop:
            return self._forth_and_back()
        return tuple(act for last in reversed(acts) for act in last)

    def _forth_and_back(self) -> tuple[Act, ...]:
        """Two actions after which all is as it was; none where the turn is passed."""
        for first in self._ways:
            if self._ways[first][0] != self.start:
                break
            for then in self.side.nexts(first, self.down, self.left - 2):
                if then.here == self.start:
                    return (*self._ways[first][1], *then.acts)
        return ()


KEPT = 1 << 18
"""How many answers are remembered."""


class Goals:
    """Answers for one side of one pitch, each worked out once."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.looked = 0
        """How many positions were looked into."""
        self._known: dict[tuple[int, ...], bool] = {}

    def can(self, here: Here, down: int, left: int) -> bool:
        """Whether the side scores for certain within so many actions, with those of its own that lie."""
        side, ball = self.side, here.ball
        if side.ahead[ball] > left:
            return False
        turf, foes = side.turf, here.foes | here.fallen
        near = turf.near[ball]
        if not here.up & near[left]:
            return False
        off = ((here.up | down) & turf.restricted).bit_count()
        if side.outward[ball] >= left and off + left <= here.limit + 1:
            # Neither the limit nor a ball out of bounds matters, so who is too far off does not either.
            key = (ball, here.up & near[left], foes & near[left + 1], down & near[left], left, 0)
        else:
            key = (ball, here.up, foes, down, left, here.limit)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            self.looked += 1
            found = self._known[key] = self._find(here, down, left)
        return found

    def _find(self, here: Here, down: int, left: int) -> bool:
        given: dict[tuple[Act, ...], bool] = {}
        for then in self._useful(here, down, left):
            scores = then.here is None or (left > 1 and self.can(then.here, down, left - 1))
            if then.given:  # it has to be so wherever they put the ball
                given[then.acts[:1]] = given.get(then.acts[:1], True) and scores
            elif scores:
                return True
        return any(given.values())

    def _useful(self, here: Here, down: int, left: int) -> Iterator[Next]:
        """The actions after which a goal is still near enough."""
        spare = self.side.ahead[here.ball] < left
        for then in self.side.nexts(here, down, left - 1):
            if then.here is None or then.acts[0].verb == "kick":
                yield then
            elif not spare:
                return  # kicks come first, and each row takes one
            else:
                yield then

    def ways(self, here: Here, down: int, left: int) -> Iterator[tuple[tuple[Act, ...], Here | None]]:
        """Every order of actions that scores for certain; with where everybody stood before the last kick.

        Where the other side chooses a spot there is none to be told, so such ways are left out.
        """
        for then in self._useful(here, down, left):
            if then.given:
                continue
            if then.here is None:
                yield then.acts, here
            elif left > 1 and self.can(then.here, down, left - 1):
                for acts, last in self.ways(then.here, down, left - 1):
                    yield then.acts + acts, last

    def by_gift(self, here: Here, down: int, left: int) -> bool:
        """Whether a sure goal leads over a spot that the other side chooses."""
        given: dict[tuple[Act, ...], bool] = {}
        for then in self._useful(here, down, left):
            if then.here is None or left == 1:
                continue
            scores = self.can(then.here, down, left - 1)
            if then.given:
                given[then.acts[:1]] = given.get(then.acts[:1], True) and scores
            elif scores and self.by_gift(then.here, down, left - 1):
                return True
        return any(given.values())


@lru_cache(maxsize=8)
def goals_of(house: HouseRules, seat: int) -> Goals:
    """The answers for one side of a pitch, kept."""
    return Goals(side_of(house, seat))


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
        return Ends(self.side, self.here, self.down, self.state.left)

    def lets(self, end: TurnEnd) -> bool:
        """Whether they could score after this end."""
        return self.theirs.can(self.next_turn(end), end.fallen, self.state.house.actions)

    def next_turn(self, end: TurnEnd) -> Here:
        """The turn of theirs that follows an end of ours."""
        return self.theirs.side.began(end.ball, end.foes, end.fallen, end.ours)

    def threatens(self, end: TurnEnd) -> bool:
        """Whether we would score next if they only stood up."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours, 0, foes), 0, self.state.house.actions)

    def nearly(self, end: TurnEnd) -> bool:
        """Whether one action more would score."""
        foes = end.foes | end.fallen
        return self.mine.can(self.side.began(end.ball, end.ours & ~self.down, self.down, foes), self.down, 1)

    def may_win(self, end: TurnEnd) -> bool:
        """Whether it is worth a look if we score next whatever they do: no, where they need only wait."""
        if self.threatens(end):
            return True
        # To wait is to step forth and back on the field, at least.
        pitch = self.state.house.pitch
        empty = pitch.field & ~(end.ours | end.foes | end.fallen | 1 << end.ball)
        return not any(pitch.around[space] & empty for space in spaces_in(end.foes & pitch.field))

    def replies(self, end: TurnEnd) -> Ends:
        """Every end of their next turn."""
        return Ends(self.theirs.side, self.next_turn(end), end.fallen, self.state.house.actions)

    def actions_after(self, reply: TurnEnd) -> int:
        """How many actions we have after their reply: one more where the first position is back."""
        state, seat = self.state, self.state.mover
        pairs = (state.up[seat], state.down[seat], state.up[1 - seat] | state.down[1 - seat])
        back = (state.ball, *pairs) == (reply.ball, reply.foes, reply.fallen, reply.ours)
        return state.house.actions + (back and not state.down[1 - seat])

    def after(self, reply: TurnEnd) -> Here:
        """Our turn after a reply of theirs."""
        return self.side.began(reply.ball, reply.foes, reply.fallen, reply.ours)

    def wins(self, end: TurnEnd) -> bool:
        """Whether we score next whatever they do.

        Raises:
            NoPuzzleError: that depends on where we would put a ball that they kicked out.
        """
        if self.lets(end):
            return False
        unsure = False
        for found in self.replies(end).all():
            self.looked += 1
            reply = found.end
            if not self.mine.can(self.after(reply), reply.fallen, self.actions_after(reply)):
                if not found.given:
                    return False
                unsure = True
        if unsure:
            raise NoPuzzleError(_("It hangs on where a ball that went out is put back."))
        return True


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
    saved: list[TurnEnd] = []
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
    won: list[TurnEnd] = []
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
