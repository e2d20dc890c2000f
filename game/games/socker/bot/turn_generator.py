"""Actions of one side in a turn, and tests if they make a goal or a sock.

One generator (`TurnGenerator.strikes`, `steps`, and both as `TurnGenerator.nexts`) serves the bots, the
threats shown to players, and the puzzles. With house rules it is exact: it respects the limit of sockers off
the field, and a ball that goes out comes back by the rules, for all choices of the opponent. Without them it
is fast, for bots: the limit is ignored, and such a ball lies in the centre of its row.

`GoalSolver` decides if a side scores in the rest of its turn. `QuickGoalTest` does so without house rules,
from the side that kicks upwards, as bots see both sides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from game.core.search import Budget
from game.games.socker.bot.evaluation import PitchTables, turf_of
from game.games.socker.rules.actions import LIMIT, can_return, excess, rest_of, spot_choices, turn_limit
from game.games.socker.rules.pitch import Pitch, spaces_in
from game.games.socker.rules.state import NO_BALL, SockerOptions, SockerPhase, SockerState

KEPT = 1 << 17  # cached results
LONG = 4  # minimum number of actions for which lines to a goal are cached
MOST_WAYS = 60  # maximum lines cached for each space of the ball
UNLIMITED = 99  # limit of sockers off the field that is never reached


class TurnEndPosition(NamedTuple):
    """Position at the end of a turn."""

    ball: int
    ours: int  # all our sockers, which can act in our next turn
    foes: int  # opponent's sockers that can act in their next turn
    fallen: int  # opponent's fallen sockers

    def turned(self, turf: PitchTables) -> TurnEndPosition:
        """Return the position from the opponent's view, with the sides exchanged."""
        turned = turf.turned
        return TurnEndPosition(
            turf.flip(self.ball), turned[self.foes], turned[self.ours], turned[self.fallen]
        )


class StepInvariant(NamedTuple):
    """Part of a position that our steps do not change."""

    ball: int
    foes: int  # upright sockers of the opponent
    fallen: int  # fallen sockers of the opponent
    limit: int


class SockerAction(NamedTuple):
    """An action, or the choice of a spot, by spaces."""

    verb: str
    actor: int
    target: int


class TurnNode(NamedTuple):
    """A turn in progress: everything that an action can change."""

    ball: int
    up: int  # the mover's sockers that can act
    foes: int  # upright sockers of the opponent
    fallen: int  # fallen sockers of the opponent
    limit: int


class TurnSuccessor(NamedTuple):
    """Result of an action."""

    acts: tuple[SockerAction, ...]  # the action, and the choice of a spot if the ball needed one
    here: TurnNode | None  # None for a goal of the mover
    given: bool = False  # True if the opponent chose the spot

    @property
    def chosen(self) -> tuple[SockerAction, ...]:
        """Part of the actions that the mover chose."""
        return self.acts[:1] if self.given else self.acts


def steps(
    turf: PitchTables, up: int, empty: int, wanted: int = -1, anywhere: int = -1
) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Yield each socker of ``up`` as (bit, space, targets), targets as (bit, space).

    Targets are limited to ``wanted``, except for the sockers in ``anywhere``.
    """
    around, pairs = turf.around, turf.pairs
    for bit, space in pairs[up]:
        yield bit, space, pairs[around[space] & (empty if bit & anywhere else empty & wanted)]


@dataclass(frozen=True, slots=True, eq=False)
class TurnGenerator:
    """Actions of one side on a pitch. Use `side_of`, which caches them."""

    turf: PitchTables
    seat: int
    goal: int
    own: int
    ahead: tuple[int, ...]  # rows of each space from the row where the side scores
    outward: tuple[int, ...]  # minimum kicks that bring a ball from each space out of bounds
    again: int  # minimum of these for a ball that was just put back
    lines: tuple[int, ...]  # rows as groups, from the one where the side scores
    inward: tuple[int, ...]  # steps from each space to the nearest one off the field

    def strikes(
        self, scene: StepInvariant, up: int, down: int, left: int, house: SockerOptions | None
    ) -> Iterator[tuple[int, int, tuple[StepInvariant, ...], int | None]]:
        """Yield all kicks, then all socks, without own goals, which never help.

        Args:
            scene: the other pieces.
            up: our sockers that can act.
            down: our fallen sockers.
            left: number of actions after this one.
            house: house rules for an exact result if the ball goes out.

        Yields:
            The space of the striker, the space struck, the possible results (none for a goal), and the seat
            that chooses among these, `None` if there is no choice.
        """
        turf, (ball, foes, fallen, limit) = self.turf, scene
        occupied = up | down | foes | fallen
        struck = occupied | 1 << ball
        for target in (ball, *turf.squares[foes | fallen]):
            if not up & turf.around[target]:
                continue
            for bit, beyond in turf.blows[target]:
                if not up & bit or struck >> beyond & 1:
                    continue
                actor = bit.bit_length() - 1
                if target != ball:
                    rest = ~(1 << target)
                    yield (
                        actor,
                        target,
                        (StepInvariant(ball, foes & rest, fallen & rest | 1 << beyond, limit),),
                        None,
                    )
                elif not turf.restricted >> beyond & 1:
                    yield actor, target, (StepInvariant(beyond, foes, fallen, limit),), None
                elif self.goal >> beyond & 1:
                    yield actor, target, (), None
                elif self.own >> beyond & 1:
                    continue
                elif house is None:
                    rest = turf.rests[beyond]
                    if not occupied >> rest & 1:
                        yield actor, target, (StepInvariant(rest, foes, fallen, limit),), None
                else:
                    spots, chooser = self._brought_back(house, scene, up, down, left, beyond)
                    if spots:
                        yield actor, target, spots, chooser

    def _brought_back(
        self, house: SockerOptions, scene: StepInvariant, up: int, down: int, left: int, beyond: int
    ) -> tuple[tuple[StepInvariant, ...], int | None]:
        """Possible spots of a ball that was kicked out of bounds (rules.md, The ball).

        Returns:
            The results with their limit, none if the limit forbids the kick; and the seat that chooses among
            them, `None` if there is no choice.
        """
        pitch, seat, limit = house.pitch, self.seat, scene.limit
        ups, downs = (up, scene.foes), (down, scene.fallen)
        state = SockerState(
            house,
            ups if seat == 0 else ups[::-1],
            downs if seat == 0 else downs[::-1],
            NO_BALL,
            SockerPhase.PLAY,
            seat,
            actions_total=left + 1,
            actions_left=left,
            off_field_limit=limit,
            mover=seat,
        )
        over, occupied = excess(state), state.taken
        spot, row = rest_of(state, beyond)
        if not row:
            can_keep = can_return(pitch, up, occupied | 1 << spot, over, left)
            return (scene._replace(ball=spot),) if can_keep else (), None
        if not can_return(pitch, up, occupied, over, left):
            return (), None
        chooser = seat if (up | down) >> pitch.centres[row - 1] & 1 else 1 - seat
        spots = []
        for spot in spaces_in(spot_choices(state, row)):
            can_keep = can_return(pitch, up, occupied | 1 << spot, over, left)
            # If the choice makes the limit impossible to meet, the rules raise it.
            spots.append(scene._replace(ball=spot, limit=limit if can_keep else limit + over))
        return tuple(spots), chooser

    def nexts(
        self,
        here: TurnNode,
        down: int,
        left: int,
        house: SockerOptions | None,
        wanted: int = -1,
        anywhere: int = -1,
    ) -> Iterator[TurnSuccessor]:
        """Yield the results of all actions; kicks first, then socks, then steps.

        Args:
            here: the turn.
            down: fallen sockers of the mover.
            left: number of actions after this one.
            house: house rules for an exact result.
            wanted: allowed targets of steps.
            anywhere: sockers that may step to other spaces too.
        """
        turf, (ball, up, foes, fallen, limit) = self.turf, here
        for actor, target, scenes, chooser in self.strikes(
            StepInvariant(ball, foes, fallen, limit), up, down, left, house
        ):
            act = SockerAction("kick" if target == ball else "sock", actor, target)
            if not scenes:
                yield TurnSuccessor((act,), None)
            for scene in scenes:
                node = TurnNode(scene.ball, up, scene.foes, scene.fallen, scene.limit)
                if chooser is not None:
                    yield TurnSuccessor(
                        (act, SockerAction("spot", -1, node.ball)), node, chooser != self.seat
                    )
                elif house is None or self._returns(node, down, left):
                    yield TurnSuccessor((act,), node)
        safe = house is None or not self.excess(up | down, limit)
        off_field = 0 if house is None else turf.restricted
        for bit, space, goals in steps(turf, up, ~(up | down | foes | fallen | 1 << ball), wanted, anywhere):
            for new, goal in goals:
                node = TurnNode(ball, up ^ bit | new, foes, fallen, limit)
                if (safe and not new & off_field) or self._returns(node, down, left):
                    yield TurnSuccessor((SockerAction("move", space, goal),), node)

    def excess(self, sockers: int, limit: int) -> int:
        """Number of these sockers on restricted spaces above the limit."""
        return max(0, (sockers & self.turf.restricted).bit_count() - limit)

    def _returns(self, then: TurnNode, down: int, left: int) -> bool:
        excess = self.excess(then.up | down, then.limit)
        if not excess:
            return True
        occupied = then.up | down | then.foes | then.fallen | 1 << then.ball
        return can_return(self.turf.pitch, then.up, occupied, excess, left)

    def began(self, ball: int, up: int, down: int, foes: int, fallen: int = 0) -> TurnNode:
        """Node of a turn that begins, with its limit."""
        off_count = ((up | down) & self.turf.restricted).bit_count()
        limit = LIMIT
        if off_count > LIMIT:
            occupied = up | down | foes | fallen | 1 << ball
            limit = turn_limit(self.turf.pitch, up, up | down, occupied)
        return TurnNode(ball, up, foes, fallen, limit)

    def is_free(self, here: TurnNode, down: int, left: int) -> bool:
        """True if the limit cannot matter within ``left`` actions, the last of which is no step."""
        restricted = self.turf.restricted
        margin = here.limit - ((here.up | down) & restricted).bit_count() + 1
        distances = [self.inward[space] for space in self.turf.squares[here.up & ~restricted]]
        return margin > len(distances) or (margin > 0 and sum(sorted(distances)[:margin]) >= left)

    def text(self, act: SockerAction) -> str:
        names = self.turf.pitch.names
        if act.verb == "spot":
            return f"spot {names[act.target]}"
        return f"{act.verb} {names[act.actor]} {names[act.target]}"


@lru_cache(maxsize=4)
def side_of(pitch: Pitch, seat: int) -> TurnGenerator:
    """Build the action generator of a side on a pitch."""
    spaces = range(pitch.columns * pitch.rows)
    sides = list(spaces_in(pitch.restricted & ~(pitch.goals[0] | pitch.goals[1])))
    row = [pitch.row(space) for space in spaces]
    ahead = tuple(pitch.rows - row[space] if seat == 0 else row[space] - 1 for space in spaces)
    outward = tuple(min((pitch.distance(space, border) for border in sides), default=99) for space in spaces)
    near_middle = [space for middle in pitch.centres[1:-1] for space in spaces_in(pitch.around[middle])]
    off_field = list(spaces_in(pitch.restricted))
    return TurnGenerator(
        turf_of(pitch), seat, pitch.goals[seat], pitch.goals[1 - seat], ahead, outward,
        again=min(outward[space] for space in near_middle if pitch.field >> space & 1),
        lines=tuple(sum(1 << space for space in spaces if ahead[space] == n) for n in range(pitch.rows)),
        inward=tuple(min(pitch.distance(space, edge) for edge in off_field) for space in spaces),
    )  # fmt: skip


class CertaintySolver(ABC):
    """Decides if a side can certainly achieve something in its turn. Exact with house rules.

    Results are cached.
    `can` returns False at once if the distance rules it out, and ignores sockers that are too far away to
    matter, so that many positions share a cached result. `_useful` yields the actions that may lead to
    success.
    """

    def __init__(self, side: TurnGenerator, house: SockerOptions | None) -> None:
        self.side, self.house = side, house
        self._known: dict[tuple[int, ...], bool] = {}
        self._budget = Budget()

    def within(self, budget: Budget) -> Self:
        """Copy for one decision. A call that overruns ``budget`` raises `DeadlineError`."""
        solver = copy(self)
        solver._budget = budget
        return solver

    @abstractmethod
    def can(self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        """True if the side can force it within ``left`` actions.

        Args:
            here: the turn.
            down: fallen sockers of the side, as a bit set.
            left: number of actions.
            more: further actions of the turn, which matter for the limit.
            aim: target of the subclass, a row or a space.
        """

    @abstractmethod
    def _useful(
        self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        """Yield the actions after which it may still be achieved. Success has no further node."""

    def by_gift(self, here: TurnNode, down: int, left: int) -> bool:
        """True if a certain way depends on a spot that the opponent chooses."""
        return self._find(here, down, left, by_gift=True)

    def _recall(self, here: TurnNode, down: int, left: int, more: int, aim: int) -> bool:
        key = (here.ball, here.up, here.foes | here.fallen, down, left, here.limit, more, aim)
        answer = self._known.get(key)
        if answer is None:
            self._budget.check()
            if len(self._known) >= KEPT:
                self._known.clear()
            answer = self._known[key] = self._find(here, down, left, more, aim)
        return answer

    def _find(
        self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0, *, by_gift: bool = False
    ) -> bool:
        outcomes: dict[tuple[SockerAction, ...], bool] = {}
        for successor in self._useful(here, down, left, more, aim):
            if successor.here is None:
                if not by_gift:
                    return True
                continue
            is_certain = self.can(successor.here, down, left - 1, more, aim)
            if successor.given:  # it must hold for each spot that the opponent may choose
                outcomes[successor.chosen] = outcomes.get(successor.chosen, True) and is_certain
            elif is_certain and (not by_gift or self.by_gift(successor.here, down, left - 1)):
                return True
        return any(outcomes.values())


class GoalSolver(CertaintySolver):
    """Decides if a side scores, or with ``aim`` brings the ball to that many rows from its goal."""

    def can(self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        side, ball, house = self.side, here.ball, self.house
        lacking = side.ahead[ball] - aim
        if lacking <= 0:
            return True
        if lacking > self._rows(ball, left):
            return False
        near = side.turf.near[ball]
        if not here.up & near[left]:
            return False
        if house is None:
            free = True
        else:
            inside, outside = self._fewest(here.up, ball, aim, left)
            if min(inside, outside) > left:
                return False
            free = outside > left and side.is_free(here, down, left)
        if free:
            window, more = near[left + 1], 0
            here = TurnNode(ball, here.up & near[left], here.foes & window, here.fallen & window, UNLIMITED)
            down &= near[left]
        return self._recall(here, down, left, more, aim)

    def _rows(self, ball: int, left: int) -> int:
        """Maximum rows that ``left`` actions can gain: one each, more if the ball is put back."""
        outward = self.side.outward[ball]
        return (
            left if self.house is None or outward > left else left + 1 + (left - outward) // self.side.again
        )

    def _fewest(self, up: int, ball: int, row: int, most: int) -> tuple[int, int]:
        """Lower bounds on the actions to bring the ball to a row: if it stays in bounds, and if it goes out.

        Each row takes a kick from the row behind, and the last kicker has to step there first, so only a
        socker that is there already saves a step. A ball that is put back may be one row farther.
        """
        side = self.side
        near, ahead, lines, outward = side.turf.near[ball], side.ahead[ball], side.lines, side.outward[ball]
        lacking, approach = ahead - row, 0
        while not up & near[approach + 1]:
            approach += 1
        steps = sum([not up & line for line in lines[row + 2 : ahead + 1]])
        inside = lacking + approach + steps + (not approach and not up & near[1] & lines[ahead + 1])
        outside = most + 1
        for times, kicks in enumerate(range(outward + (row == 0), most + 1, side.again), 1):
            # The steps to the ball may be those to the next row as well.
            others = max(0, steps - times - (approach > 0))
            outside = min(outside, max(kicks, lacking - times) + approach + others)
        return inside, outside

    def rows(self, here: TurnNode, down: int, left: int) -> int:
        """Rows by which the side can certainly bring the ball forward."""
        row = ahead = self.side.ahead[here.ball]
        within = 1  # few actions are searched fast, and each row takes more of them
        while row and within <= left:
            if self.can(here, down, within, left - within, row - 1):
                row -= 1
            else:
                within += 1
        return ahead - row

    def openings(self, here: TurnNode, down: int, left: int) -> list[SockerAction]:
        """Actions that can begin the shortest certain goal within ``left`` actions, if there is one."""
        min_actions = next((count for count in range(1, left + 1) if self.can(here, down, count)), 0)
        openings: dict[SockerAction, bool] = {}
        for successor in self.nexts(here, down, min_actions - 1) if min_actions else ():
            scores = successor.here is None or (
                min_actions > 1 and self.can(successor.here, down, min_actions - 1)
            )
            # If the opponent chooses the spot, each spot must lead to a goal.
            act = successor.acts[0]
            openings[act] = (
                scores and openings.get(act, True) if successor.given else scores or openings.get(act, False)
            )
        return [act for act, scores in openings.items() if scores]

    def nexts(self, here: TurnNode, down: int, left: int) -> Iterator[TurnSuccessor]:
        """Yield the results of all actions of the side, with ``left`` actions after each."""
        return self.side.nexts(here, down, left, self.house)

    def _useful(
        self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        side, near, quick = self.side, self.side.turf.near[here.ball], self.house is None
        house, targets, anywhere = self.house, -1, -1
        if quick or here.limit == UNLIMITED:
            # Sockers this near may be in the way, so any step helps. Others must come near.
            house, targets, anywhere = None, near[left - 1], near[1 if quick else left]
        spare = side.ahead[here.ball] - aim <= self._rows(here.ball, left - 1)
        for successor in side.nexts(here, down, left - 1 + more, house, targets, anywhere):
            verb, _actor, target = successor.acts[0]
            if verb != "kick" and not spare:
                return  # kicks come first, and each row takes one
            if verb != "sock" or not quick or near[2] >> target & 1:
                yield successor

    def ways(
        self, here: TurnNode, down: int, left: int
    ) -> Iterator[tuple[tuple[SockerAction, ...], TurnNode | None]]:
        """Yield all sequences of actions that certainly score, with the position before the last kick.

        Lines on which the opponent chooses a spot are left out, as they have no fixed continuation.
        """
        for successor in self._useful(here, down, left):
            if successor.given:
                continue
            if successor.here is None:
                yield successor.acts, here
            elif left > 1 and self.can(successor.here, down, left - 1):
                for acts, last in self.ways(successor.here, down, left - 1):
                    yield successor.acts + acts, last


class SockSolver(CertaintySolver):
    """Decides if a side can sock the opponent on a space (``aim``) there."""

    def can(self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        if self._fewest(here, down, aim, left) > left:
            return False
        side, ball, near = self.side, here.ball, self.side.turf.near[aim]
        # Only a ball that goes out affects distant places.
        goes_out = near[left - 1] >> ball & 1 and side.outward[ball] < left
        if not goes_out and side.is_free(here, down, left):
            window, more = near[left], 0
            here = TurnNode(ball, here.up & window, here.foes & window, here.fallen & window, UNLIMITED)
            down &= window
        return self._recall(here, down, left, more, aim)

    def _fewest(self, here: TurnNode, down: int, victim: int, most: int) -> int:
        """Lower bound on the actions, at most ``most`` + 1.

        It counts a step to each empty space on the way, one more action if another piece must be moved out of
        the way, and the sock.
        """
        turf, up = self.side.turf, here.up
        movable = (here.foes | here.fallen | 1 << here.ball) & ~(1 << victim)
        fixed = down | 1 << victim
        empty, occupied = ~(movable | up | fixed), movable | up
        last = before = later = 0
        for bit, beyond in turf.blows[victim]:
            if movable >> beyond & 1:
                # A piece that has to be moved before is struck past fixed pieces.
                if any(not (actor | 1 << end) & fixed for actor, end in turf.blows[beyond]):
                    later |= bit
            elif not down >> beyond & 1:
                last |= bit
        for fewest in range(1, most + 1):
            if up & last:
                return fewest
            grown = last | later | turf.grown(last & empty) | turf.grown(before & occupied)
            before, last, later = last, grown, 0
        return most + 1

    def _useful(
        self, here: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        house, near = self.house, -1
        if here.limit == UNLIMITED:
            house, near = None, self.side.turf.near[aim][left - 1]
        for successor in self.side.nexts(here, down, left - 1 + more, house, near, near):
            verb, _actor, target = successor.acts[0]
            if verb == "sock" and target == aim:
                yield TurnSuccessor(successor.acts, None)
            elif left == 1 and verb == "move":
                return  # kicks and socks come first
            elif successor.here is not None and (verb == "move" or near >> target & 1):
                yield successor


@lru_cache(maxsize=4)
def goals_of(house: SockerOptions, seat: int) -> GoalSolver:
    """Exact goal solver for one side of a pitch, cached."""
    return GoalSolver(side_of(house.pitch, seat), house)


class ActionSequence(NamedTuple):
    """A sequence of actions with its requirements. It works in all positions that meet these."""

    up: int = 0  # spaces where the side must have upright sockers
    foes: int = 0  # spaces where opponents must be, as they are struck
    empty: int = 0  # spaces that must be empty
    left: int = 0  # number of actions

    def goes(self, here: TurnNode, down: int, left: int) -> bool:
        """True if the sequence is possible here, with the ball on its original space."""
        theirs = here.foes | here.fallen
        return (
            self.left <= left
            and not self.up & ~here.up
            and not self.foes & ~theirs
            and not self.empty & (here.up | down | theirs)
        )


class QuickGoalTest(GoalSolver):
    """Fast goal tests for one pitch, from the side that kicks upwards.

    After most ends of a turn the opponent scores in the same way. With many actions, that line is searched
    only once.
    """

    def __init__(self, pitch: Pitch) -> None:
        super().__init__(side_of(pitch, 0), None)
        # lines found, by space of the ball; the last one that worked comes first
        self._ways: defaultdict[int, list[ActionSequence]] = defaultdict(list)

    def scores(self, ball: int, up: int, foes: int, still: int, left: int) -> bool:
        """True if these sockers score within ``left`` actions.

        Args:
            ball: its space.
            up: our sockers that can act.
            foes: the opponent's sockers, upright or fallen.
            still: our fallen sockers.
            left: number of actions.
        """
        node = TurnNode(ball, up, foes, 0, UNLIMITED)
        if left < LONG:
            return self.can(node, still, left)
        ways = self._ways[ball]
        match = next((way for way in ways if way.goes(node, still, left)), None)
        if match is not None:
            ways.remove(match)
            ways.insert(0, match)
            return True
        sure = self.can(node, still, left)
        if sure and (line := self._way(node, still, left)):
            ways.insert(0, line)
            del ways[MOST_WAYS:]
        return sure

    def _way(self, here: TurnNode, down: int, left: int) -> ActionSequence | None:
        """Line to the goal. None if the ball goes out, as distant sockers may matter then."""
        for successor in self._useful(here, down, left):
            if successor.here is None:
                return self._before(successor, ActionSequence())
            if self.can(successor.here, down, left - 1):
                rest = self._way(successor.here, down, left - 1)
                return rest and self._before(successor, rest)
        return None

    def _before(self, then: TurnSuccessor, rest: ActionSequence) -> ActionSequence | None:
        """Prepend an action to a sequence. None if the ball goes out."""
        (act, *_), (up, foes, empty, later) = then.acts, rest
        actor, target = 1 << act.actor, 1 << act.target
        if act.verb == "move":
            return ActionSequence(up & ~target | actor, foes, empty & ~actor | target, later + 1)
        beyond = next(1 << space for bit, space in self.side.turf.blows[act.target] if bit == actor)
        if act.verb == "sock":
            foes = foes & ~beyond | target
        elif then.here is not None and beyond != 1 << then.here.ball:
            return None
        return ActionSequence(up | actor, foes, empty & ~target | beyond, later + 1)

    def least(self, ball: int, up: int, foes: int, most: int) -> int:
        """Fewest actions in which these sockers score, or ``most`` + 1."""
        for left in range(self.side.ahead[ball], most + 1):
            if self.scores(ball, up, foes, 0, left):
                return left
        return most + 1

    def threatened(self, end: TurnEndPosition, actions: int) -> bool:
        """True if the opponent scores in its next turn of ``actions`` actions, if nothing changes before."""
        theirs = end.turned(self.side.turf)
        return self.scores(theirs.ball, theirs.ours, theirs.foes, theirs.fallen, actions)
