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
from game.games.socker.rules.actions import (
    MAX_RESTRICTED,
    can_return,
    excess,
    rest_of,
    spot_choices,
    turn_limit,
)
from game.games.socker.rules.pitch import Pitch, spaces_in
from game.games.socker.rules.state import NO_BALL, SockerOptions, SockerPhase, SockerState

CACHE_SIZE = 1 << 17  # cached results
MIN_CACHED_ACTIONS = 4  # minimum number of actions for which lines to a goal are cached
MAX_LINES = 60  # maximum lines cached for each space of the ball
NO_LIMIT = 99  # limit of sockers off the field that is never reached


class TurnEndPosition(NamedTuple):
    """Position at the end of a turn."""

    ball: int
    ours: int  # all our sockers, which can act in our next turn
    foes: int  # opponent's sockers that can act in their next turn
    fallen: int  # opponent's fallen sockers

    def flipped(self, tables: PitchTables) -> TurnEndPosition:
        """Position from the opponent's view, with the sides exchanged. ``fallen`` are then its own."""
        flipped_sets = tables.flipped_sets
        return TurnEndPosition(
            tables.flip(self.ball),
            flipped_sets[self.foes],
            flipped_sets[self.ours],
            flipped_sets[self.fallen],
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
    node: TurnNode | None  # None for a goal of the mover
    is_forced: bool = False  # True if the opponent chose the spot

    @property
    def chosen_actions(self) -> tuple[SockerAction, ...]:
        """Part of the actions that the mover chose."""
        return self.acts[:1] if self.is_forced else self.acts


def steps(
    tables: PitchTables, up: int, empty: int, targets: int = -1, anywhere: int = -1
) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Yield each socker of ``up`` as (bit, space, targets), targets as (bit, space).

    Targets are limited to ``targets``, except for the sockers in ``anywhere``.
    """
    around, pairs = tables.around, tables.pairs
    for bit, space in pairs[up]:
        yield bit, space, pairs[around[space] & (empty if bit & anywhere else empty & targets)]


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
        self, scene: StepInvariant, up: int, down: int, left: int, options: SockerOptions | None
    ) -> Iterator[tuple[int, int, tuple[StepInvariant, ...], int | None]]:
        """Yields each kick, then each sock, as (striker, space struck, results, chooser), without own goals.

        Args:
            scene: the other pieces.
            up: our sockers that can act.
            down: our fallen sockers.
            left: number of actions after this one.
            options: house rules for an exact result if the ball goes out.

        Yields:
            The space of the striker, the space struck, the possible results (none for a goal), and the seat
            that chooses among these, `None` if there is no choice.
        """
        tables, (ball, foes, fallen, limit) = self.turf, scene
        occupied = up | down | foes | fallen
        struck = occupied | 1 << ball
        for target in (ball, *tables.squares[foes | fallen]):
            if not up & tables.around[target]:
                continue
            for bit, beyond in tables.blows[target]:
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
                elif not tables.restricted >> beyond & 1:
                    yield actor, target, (StepInvariant(beyond, foes, fallen, limit),), None
                elif self.goal >> beyond & 1:
                    yield actor, target, (), None
                elif self.own >> beyond & 1:
                    continue
                elif options is None:
                    rest = tables.rests[beyond]
                    if not occupied >> rest & 1:
                        yield actor, target, (StepInvariant(rest, foes, fallen, limit),), None
                else:
                    spots, chooser = self._brought_back(options, scene, up, down, left, beyond)
                    if spots:
                        yield actor, target, spots, chooser

    def _brought_back(
        self, options: SockerOptions, scene: StepInvariant, up: int, down: int, left: int, beyond: int
    ) -> tuple[tuple[StepInvariant, ...], int | None]:
        """Result per spot of a ball kicked out, none if the limit forbids it; and choosing seat or None."""
        pitch, seat, limit = options.pitch, self.seat, scene.limit
        ups, downs = (up, scene.foes), (down, scene.fallen)
        state = SockerState(
            options,
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
        node: TurnNode,
        down: int,
        left: int,
        options: SockerOptions | None,
        targets: int = -1,
        anywhere: int = -1,
    ) -> Iterator[TurnSuccessor]:
        """Yield the results of all actions; kicks first, then socks, then steps.

        Args:
            node: the turn.
            down: fallen sockers of the mover.
            left: number of actions after this one.
            options: house rules for an exact result.
            targets: allowed targets of steps.
            anywhere: sockers that may step to other spaces too.
        """
        tables, (ball, up, foes, fallen, limit) = self.turf, node
        for actor, target, scenes, chooser in self.strikes(
            StepInvariant(ball, foes, fallen, limit), up, down, left, options
        ):
            act = SockerAction("kick" if target == ball else "sock", actor, target)
            if not scenes:
                yield TurnSuccessor((act,), None)
            for scene in scenes:
                next_node = TurnNode(scene.ball, up, scene.foes, scene.fallen, scene.limit)
                if chooser is not None:
                    yield TurnSuccessor(
                        (act, SockerAction("spot", -1, next_node.ball)), next_node, chooser != self.seat
                    )
                elif options is None or self._returns(next_node, down, left):
                    yield TurnSuccessor((act,), next_node)
        safe = options is None or not self.excess(up | down, limit)
        off_field = 0 if options is None else tables.restricted
        for bit, space, goals in steps(
            tables, up, ~(up | down | foes | fallen | 1 << ball), targets, anywhere
        ):
            for new, goal in goals:
                next_node = TurnNode(ball, up ^ bit | new, foes, fallen, limit)
                if (safe and not new & off_field) or self._returns(next_node, down, left):
                    yield TurnSuccessor((SockerAction("move", space, goal),), next_node)

    def excess(self, sockers: int, limit: int) -> int:
        """Number of these sockers on restricted spaces above the limit, at least 0."""
        return max(0, (sockers & self.turf.restricted).bit_count() - limit)

    def _returns(self, node: TurnNode, down: int, left: int) -> bool:
        """True if ``left`` steps can still meet the limit."""
        excess = self.excess(node.up | down, node.limit)
        if not excess:
            return True
        occupied = node.up | down | node.foes | node.fallen | 1 << node.ball
        return can_return(self.turf.pitch, node.up, occupied, excess, left)

    def began(self, ball: int, up: int, down: int, foes: int, fallen: int = 0) -> TurnNode:
        """Node of a turn that begins, with its limit."""
        off_count = ((up | down) & self.turf.restricted).bit_count()
        limit = MAX_RESTRICTED
        if off_count > MAX_RESTRICTED:
            occupied = up | down | foes | fallen | 1 << ball
            limit = turn_limit(self.turf.pitch, up, up | down, occupied)
        return TurnNode(ball, up, foes, fallen, limit)

    def is_free(self, node: TurnNode, down: int, left: int) -> bool:
        """True if the limit cannot matter within ``left`` actions, the last of which is no step."""
        restricted = self.turf.restricted
        margin = node.limit - ((node.up | down) & restricted).bit_count() + 1
        distances = [self.inward[space] for space in self.turf.squares[node.up & ~restricted]]
        return margin > len(distances) or (margin > 0 and sum(sorted(distances)[:margin]) >= left)

    def text(self, act: SockerAction) -> str:
        """Text of an action as a move, such as ``kick d4 e5``."""
        names = self.turf.pitch.names
        if act.verb == "spot":
            return f"spot {names[act.target]}"
        return f"{act.verb} {names[act.actor]} {names[act.target]}"


@lru_cache(maxsize=4)
def side_of(pitch: Pitch, seat: int) -> TurnGenerator:
    """Action generator of a side on a pitch, cached."""
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

    def __init__(self, side: TurnGenerator, options: SockerOptions | None) -> None:
        self.side, self.house = side, options
        self._results: dict[tuple[int, ...], bool] = {}
        self._budget = Budget()

    def within(self, budget: Budget) -> Self:
        """Copy for one decision. A call that overruns ``budget`` raises `DeadlineError`."""
        solver = copy(self)
        solver._budget = budget
        return solver

    @abstractmethod
    def can(self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        """True if the side can force the subclass's aim within ``left`` actions.

        Args:
            node: the turn.
            down: fallen sockers of the side, as a bit set.
            left: number of actions.
            more: further actions of the turn, which matter for the limit.
            aim: target of the subclass, a row or a space.
        """

    @abstractmethod
    def _useful(
        self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        """Yields the results after which the aim may still be reached. No node means success."""

    def by_gift(self, node: TurnNode, down: int, left: int) -> bool:
        """True if some certain way includes a spot that the opponent chooses."""
        return self._find(node, down, left, by_gift=True)

    def _recall(self, node: TurnNode, down: int, left: int, more: int, aim: int) -> bool:
        """Result of `_find`, cached."""
        key = (node.ball, node.up, node.foes | node.fallen, down, left, node.limit, more, aim)
        answer = self._results.get(key)
        if answer is None:
            self._budget.check()
            if len(self._results) >= CACHE_SIZE:
                self._results.clear()
            answer = self._results[key] = self._find(node, down, left, more, aim)
        return answer

    def _find(
        self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0, *, by_gift: bool = False
    ) -> bool:
        """True if the aim can be forced; with ``by_gift``, by a way with a spot that the opponent chooses."""
        outcomes: dict[tuple[SockerAction, ...], bool] = {}
        for successor in self._useful(node, down, left, more, aim):
            if successor.node is None:
                if not by_gift:
                    return True
                continue
            is_certain = self.can(successor.node, down, left - 1, more, aim)
            if successor.is_forced:  # it must hold for each spot that the opponent may choose
                outcomes[successor.chosen_actions] = (
                    outcomes.get(successor.chosen_actions, True) and is_certain
                )
            elif is_certain and (not by_gift or self.by_gift(successor.node, down, left - 1)):
                return True
        return any(outcomes.values())


class GoalSolver(CertaintySolver):
    """Decides if a side scores, or with ``aim`` brings the ball to that many rows from its goal."""

    def can(self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        """True if the side can force a goal, or the ball to row ``aim`` from it, within ``left`` actions."""
        side, ball, options = self.side, node.ball, self.house
        lacking = side.ahead[ball] - aim
        if lacking <= 0:
            return True
        if lacking > self._rows(ball, left):
            return False
        near = side.turf.near[ball]
        if not node.up & near[left]:
            return False
        if options is None:
            free = True
        else:
            inside, outside = self._fewest(node.up, ball, aim, left)
            if min(inside, outside) > left:
                return False
            free = outside > left and side.is_free(node, down, left)
        if free:
            window, more = near[left + 1], 0
            node = TurnNode(ball, node.up & near[left], node.foes & window, node.fallen & window, NO_LIMIT)
            down &= near[left]
        return self._recall(node, down, left, more, aim)

    def _rows(self, ball: int, left: int) -> int:
        """Maximum rows that ``left`` actions can gain: one each, more if the ball is put back."""
        outward = self.side.outward[ball]
        return (
            left if self.house is None or outward > left else left + 1 + (left - outward) // self.side.again
        )

    def _fewest(self, up: int, ball: int, row: int, max_actions: int) -> tuple[int, int]:
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
        outside = max_actions + 1
        for times, kicks in enumerate(range(outward + (row == 0), max_actions + 1, side.again), 1):
            # The steps to the ball may be those to the next row as well.
            others = max(0, steps - times - (approach > 0))
            outside = min(outside, max(kicks, lacking - times) + approach + others)
        return inside, outside

    def rows(self, node: TurnNode, down: int, left: int) -> int:
        """Rows by which the side can certainly bring the ball forward."""
        row = ahead = self.side.ahead[node.ball]
        within = 1  # few actions are searched fast, and each row takes more of them
        while row and within <= left:
            if self.can(node, down, within, left - within, row - 1):
                row -= 1
            else:
                within += 1
        return ahead - row

    def openings(self, node: TurnNode, down: int, left: int) -> list[SockerAction]:
        """Actions that can begin the shortest certain goal within ``left`` actions, if there is one."""
        min_actions = next((count for count in range(1, left + 1) if self.can(node, down, count)), 0)
        openings: dict[SockerAction, bool] = {}
        for successor in self.nexts(node, down, min_actions - 1) if min_actions else ():
            scores = successor.node is None or (
                min_actions > 1 and self.can(successor.node, down, min_actions - 1)
            )
            # If the opponent chooses the spot, each spot must lead to a goal.
            act = successor.acts[0]
            openings[act] = (
                scores and openings.get(act, True)
                if successor.is_forced
                else scores or openings.get(act, False)
            )
        return [act for act, scores in openings.items() if scores]

    def nexts(self, node: TurnNode, down: int, left: int) -> Iterator[TurnSuccessor]:
        """Yield the results of all actions of the side, with ``left`` actions after each."""
        return self.side.nexts(node, down, left, self.house)

    def _useful(
        self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        """Yields the results that may still bring the ball to ``aim``, kicks first. No node means a goal."""
        side, near, quick = self.side, self.side.turf.near[node.ball], self.house is None
        options, targets, anywhere = self.house, -1, -1
        if quick or node.limit == NO_LIMIT:
            # Sockers this near may be in the way, so any step helps. Others must come near.
            options, targets, anywhere = None, near[left - 1], near[1 if quick else left]
        spare = side.ahead[node.ball] - aim <= self._rows(node.ball, left - 1)
        for successor in side.nexts(node, down, left - 1 + more, options, targets, anywhere):
            verb, _actor, target = successor.acts[0]
            if verb != "kick" and not spare:
                return  # kicks come first, and each row takes one
            if verb != "sock" or not quick or near[2] >> target & 1:
                yield successor

    def ways(
        self, node: TurnNode, down: int, left: int
    ) -> Iterator[tuple[tuple[SockerAction, ...], TurnNode | None]]:
        """Yield all sequences of actions that certainly score, with the position before the last kick.

        Lines on which the opponent chooses a spot are left out, as they have no fixed continuation.
        """
        for successor in self._useful(node, down, left):
            if successor.is_forced:
                continue
            if successor.node is None:
                yield successor.acts, node
            elif left > 1 and self.can(successor.node, down, left - 1):
                for acts, last in self.ways(successor.node, down, left - 1):
                    yield successor.acts + acts, last


class SockSolver(CertaintySolver):
    """Decides if a side can sock the opponent on a space (``aim``) there."""

    def can(self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0) -> bool:
        """True if the side can force a sock of the opponent on ``aim`` within ``left`` actions."""
        if self._fewest(node, down, aim, left) > left:
            return False
        side, ball, near = self.side, node.ball, self.side.turf.near[aim]
        # Only a ball that goes out affects distant places.
        goes_out = near[left - 1] >> ball & 1 and side.outward[ball] < left
        if not goes_out and side.is_free(node, down, left):
            window, more = near[left], 0
            node = TurnNode(ball, node.up & window, node.foes & window, node.fallen & window, NO_LIMIT)
            down &= window
        return self._recall(node, down, left, more, aim)

    def _fewest(self, node: TurnNode, down: int, victim: int, max_actions: int) -> int:
        """Lower bound on the actions until the sock of ``victim``, at most ``max_actions`` + 1.

        It counts a step to each empty space on the way, one more action if another piece must be moved out of
        the way, and the sock.
        """
        tables, up = self.side.turf, node.up
        movable = (node.foes | node.fallen | 1 << node.ball) & ~(1 << victim)
        fixed = down | 1 << victim
        empty, occupied = ~(movable | up | fixed), movable | up
        last = before = later = 0
        for bit, beyond in tables.blows[victim]:
            if movable >> beyond & 1:
                # A piece that has to be moved before is struck past fixed pieces.
                if any(not (actor | 1 << end) & fixed for actor, end in tables.blows[beyond]):
                    later |= bit
            elif not down >> beyond & 1:
                last |= bit
        for fewest in range(1, max_actions + 1):
            if up & last:
                return fewest
            grown = (
                last
                | later
                | tables.with_neighbours(last & empty)
                | tables.with_neighbours(before & occupied)
            )
            before, last, later = last, grown, 0
        return max_actions + 1

    def _useful(
        self, node: TurnNode, down: int, left: int, more: int = 0, aim: int = 0
    ) -> Iterator[TurnSuccessor]:
        """Yields the results that may still lead to a sock on ``aim``. No node means that sock."""
        options, near = self.house, -1
        if node.limit == NO_LIMIT:
            options, near = None, self.side.turf.near[aim][left - 1]
        for successor in self.side.nexts(node, down, left - 1 + more, options, near, near):
            verb, _actor, target = successor.acts[0]
            if verb == "sock" and target == aim:
                yield TurnSuccessor(successor.acts, None)
            elif left == 1 and verb == "move":
                return  # kicks and socks come first
            elif successor.node is not None and (verb == "move" or near >> target & 1):
                yield successor


@lru_cache(maxsize=4)
def goals_of(options: SockerOptions, seat: int) -> GoalSolver:
    """Exact goal solver for one side of a pitch, cached."""
    return GoalSolver(side_of(options.pitch, seat), options)


class ActionSequence(NamedTuple):
    """A sequence of actions with its requirements. It works in all positions that meet these."""

    up: int = 0  # spaces where the side must have upright sockers
    foes: int = 0  # spaces where opponents must be, as they are struck
    empty: int = 0  # spaces that must be empty
    left: int = 0  # number of actions

    def is_possible(self, node: TurnNode, down: int, left: int) -> bool:
        """True if the sequence is possible here, with the ball on its original space."""
        theirs = node.foes | node.fallen
        return (
            self.left <= left
            and not self.up & ~node.up
            and not self.foes & ~theirs
            and not self.empty & (node.up | down | theirs)
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
        node = TurnNode(ball, up, foes, 0, NO_LIMIT)
        if left < MIN_CACHED_ACTIONS:
            return self.can(node, still, left)
        ways = self._ways[ball]
        match = next((way for way in ways if way.is_possible(node, still, left)), None)
        if match is not None:
            ways.remove(match)
            ways.insert(0, match)
            return True
        sure = self.can(node, still, left)
        if sure and (line := self._way(node, still, left)):
            ways.insert(0, line)
            del ways[MAX_LINES:]
        return sure

    def _way(self, node: TurnNode, down: int, left: int) -> ActionSequence | None:
        """Line to a certain goal. None without one, or if the ball goes out."""
        for successor in self._useful(node, down, left):
            if successor.node is None:
                return self._before(successor, ActionSequence())
            if self.can(successor.node, down, left - 1):
                rest = self._way(successor.node, down, left - 1)
                return rest and self._before(successor, rest)
        return None

    def _before(self, successor: TurnSuccessor, rest: ActionSequence) -> ActionSequence | None:
        """Sequence with an action put before ``rest``. None if the ball goes out."""
        (act, *_), (up, foes, empty, later) = successor.acts, rest
        actor, target = 1 << act.actor, 1 << act.target
        if act.verb == "move":
            return ActionSequence(up & ~target | actor, foes, empty & ~actor | target, later + 1)
        beyond = next(1 << space for bit, space in self.side.turf.blows[act.target] if bit == actor)
        if act.verb == "sock":
            foes = foes & ~beyond | target
        elif successor.node is not None and beyond != 1 << successor.node.ball:
            return None
        return ActionSequence(up | actor, foes, empty & ~target | beyond, later + 1)

    def fewest_actions(self, ball: int, up: int, foes: int, max_actions: int) -> int:
        """Fewest actions in which these sockers score, or ``max_actions`` + 1."""
        for left in range(self.side.ahead[ball], max_actions + 1):
            if self.scores(ball, up, foes, 0, left):
                return left
        return max_actions + 1

    def is_threatened(self, end: TurnEndPosition, actions: int) -> bool:
        """True if the opponent scores in its next turn of ``actions`` actions, if nothing changes before."""
        theirs = end.flipped(self.side.turf)
        return self.scores(theirs.ball, theirs.ours, theirs.foes, theirs.fallen, actions)
