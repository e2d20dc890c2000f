"""Search of Socker: all ends of a turn, a closer look at the best, and the opponent's replies.

The side whose turn it is kicks upwards (`game.games.socker.bot.evaluation`). `TurnSearch` lists all positions
that the actions of a turn can reach, the best ones first if there are too many. `QuickGoalTest` tests if a
side can score within a number of actions. `SockerSearch` evaluates the ends of a turn with these two, to the
depth of the level's `SockerSearchConfig`, and examines the turns that follow (negamax with bounds). A turn in
a match takes some hundredths of a second. `QuickGoalTest` misses goals after a ball was kicked out.
`GoalSolver` finds them by the rules where it matters most: for the turn to be decided, and for the end that
would be chosen.

Positions are grouped by scene, which is everything but our upright sockers. Most ends of a turn differ by
steps only, and those are cheap to list and to evaluate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from heapq import nlargest
from itertools import accumulate, chain, islice, takewhile
from typing import NamedTuple, TypeAlias

from game.core.rng import SeededRng
from game.core.search import Budget, DeadlineError, best_reply, by_reply
from game.games.socker.bot import evaluation as at
from game.games.socker.bot.evaluation import PitchTables, PositionEvaluator, turf_of
from game.games.socker.bot.turn_generator import (
    GoalSolver,
    QuickGoalTest,
    StepInvariant,
    TurnEndPosition,
    TurnNode,
    goals_of,
    side_of,
    steps,
)
from game.games.socker.bot.weights import TRAINED_WEIGHTS
from game.games.socker.rules.actions import can_return, turn_limit
from game.games.socker.rules.pitch import Pitch
from game.games.socker.rules.state import SockerOptions


class SockerSearchNode(NamedTuple):
    """A turn in progress, from the view of the side whose turn it is."""

    ball: int
    up: int  # our upright sockers
    down: int  # our fallen sockers
    foes: int  # upright sockers of the opponent
    fallen: int  # fallen sockers of the opponent, which miss their next turn
    left: int
    limit: int


STEP_KIND, STRIKE_KIND, STOP_KIND = (
    0,
    1,
    2,
)  # kinds of first actions: a step, a kick or sock, the end of the turn


class FirstAction(NamedTuple):
    """First action of a plan."""

    kind: int
    actor: int = 0
    target: int = 0


class SockerLeaf(NamedTuple):
    """A position in which a turn can end."""

    value: float
    scene: StepInvariant
    up: int  # our sockers that were upright during the turn
    first: FirstAction


@dataclass(slots=True)
class SceneGroup:
    """Positions of one scene, each with its value and the first action that leads there."""

    scene: StepInvariant
    base: float  # value of everything but our upright sockers
    ours: list[float]  # value of one of these, by space
    still: int  # all spaces that other pieces occupy
    touch: int  # spaces next to the ball or an opponent
    values: dict[int, float] = field(default_factory=dict)
    firsts: dict[int, FirstAction | None] = field(default_factory=dict)


Member: TypeAlias = tuple[SceneGroup, int]


class TurnSearch:
    """Search through one turn. Create it, call `run` or `aim` once, then read the results.

    Attributes:
        goal: first action of the shortest line to a goal of ours, `None` if there is none.
        groups: all positions reached, by scene.
    """

    def __init__(
        self, tables: PitchTables, options: SockerOptions, node: SockerSearchNode, worth: PositionEvaluator
    ) -> None:
        self.turf, self.house, self.stand, self.worth = tables, options, node, worth
        self.side = side_of(tables.pitch, 0)
        self.goal: FirstAction | None = None
        self.groups: dict[StepInvariant, SceneGroup] = {}
        self._next: list[Member] = []
        self._left = 0
        self._over = node.limit < ((node.up | node.down) & tables.restricted).bit_count()

    def run(self, width: int, *, can_stop: bool, short: bool = False) -> TurnSearch:
        """List the ends in ``groups``, or find a ``goal``. Returns this search.

        Args:
            width: number of positions followed after each action, the best by value.
            can_stop: True if the turn may end without another action.
            short: True to leave out final steps that reduce the value.
        """
        root, up = self._root()
        frontier = [(root, up)]
        for left in range(self.stand.left, 0, -1):
            self._left, self._next = left - 1, []
            if len(frontier) > width:
                frontier.sort(key=lambda member: -member[0].values[member[1]])
                del frontier[width:]
            self._expand(frontier, short=short and left == 1)
            if self.goal is not None:
                break
            frontier = self._next
        self._null_turn(root, can_stop=can_stop)
        return self

    def aim(self, threats: QuickGoalTest) -> bool:
        """Search all lines that may lead to a goal. False if there is none. May raise `DeadlineError`.

        `run` follows the best positions only, and the line to a goal may look bad.
        """
        down, frontier = self.stand.down, [self._root()]
        for left in range(self.stand.left, 0, -1):
            self._left, self._next = left - 1, []
            hopeful = []
            for group, up in frontier:
                ball, foes, fallen, _ = group.scene
                if threats.scores(ball, up, foes | fallen, down, left):
                    hopeful.append((group, up))
            self._expand(hopeful, short=False)
            if self.goal is not None:
                return True
            frontier = self._next
        return False

    def _root(self) -> Member:
        """Group and upright sockers of the turn's initial position, which it registers with its value."""
        node = self.stand
        root = self._group(StepInvariant(node.ball, node.foes, node.fallen, node.limit))
        root.values[node.up] = root.base + self._sum(root.ours, node.up)
        root.firsts[node.up] = None
        return root, node.up

    def _expand(self, members: list[Member], *, short: bool) -> None:
        """Try all strikes from these positions, then all steps unless there is a goal."""
        for group, up in members:
            if up & group.touch:
                self._strike(group, up)
        if self.goal is None:  # no step can be better than a goal
            for group, up in members:
                self._steps(group, up, short=short)

    def _null_turn(self, root: SceneGroup, *, can_stop: bool) -> None:
        """Makes the initial position an end, by a stop, a pass or a step forth and back, or removes it."""
        up = self.stand.up
        forth = [
            first
            for first in root.firsts.values()
            if first is not None and first.kind == STEP_KIND and up >> first.actor & 1
        ]
        passes = len(self.groups) == len(root.values) == 1
        if can_stop or passes:
            root.firsts[up] = FirstAction(STOP_KIND)
        elif forth and self.stand.left > 1:
            root.firsts[up] = forth[0]
        else:
            del root.firsts[up], root.values[up]

    def best(self, count: int) -> list[SockerLeaf]:
        """The ``count`` best positions in which the turn may end without breaking the limit, best first."""
        groups = list(self.groups.values())
        values = [value for group in groups for value in group.values.values()]
        min_value = min(nlargest(count, values), default=0.0)
        leaves = [
            SockerLeaf(value, group.scene, up, first)
            for group in groups
            for up, value in group.values.items()
            if value >= min_value and (first := group.firsts[up])
            if not self._over or not self._excess(up, group.scene.limit)
        ]
        return sorted(leaves, key=lambda end: -end.value)[:count]

    def _steps(self, group: SceneGroup, up: int, *, short: bool) -> None:
        """Add the positions after each single step from here. ``short`` leaves out those of less value."""
        reached = self._next if self._left else None
        values, firsts = group.values, group.firsts
        value, first = values[up], firsts[up]
        ours = group.ours
        empty = ~(up | group.still)
        outside = (up | self.stand.down) & self.turf.restricted
        careful = bool(outside) and outside.bit_count() >= group.scene.limit
        for bit, space, goals in steps(self.turf, up, empty):
            rest, base = up ^ bit, value - ours[space]
            min_value = value if short and not careful else -1e9
            for goal_bit, goal in goals:
                new, worth = rest | goal_bit, base + ours[goal]
                if worth <= min_value or new in values or (careful and not self._returns(group, new)):
                    continue
                values[new] = worth
                firsts[new] = first or FirstAction(STEP_KIND, space, goal)
                if reached is not None:
                    reached.append((group, new))

    def _returns(self, group: SceneGroup, up: int) -> bool:
        """True if steps alone can still meet the limit. Notes in ``_over`` if it is exceeded now."""
        excess = self._excess(up, group.scene.limit)
        if not excess:
            return True
        self._over = True
        return can_return(self.turf.pitch, up, up | group.still, excess, self._left)

    def _excess(self, up: int, limit: int) -> int:
        """Number of our sockers off the field above the limit, at least 0."""
        return self.side.excess(up | self.stand.down, limit)

    def _strike(self, group: SceneGroup, up: int) -> None:
        """Add the positions after each kick and sock from here, or set the goal."""
        scene, first, down = group.scene, group.firsts[up], self.stand.down
        for actor, target, scenes, chooser in self.side.strikes(scene, up, down, self._left, self.house):
            opening = first or FirstAction(STRIKE_KIND, actor, target)
            if not scenes:
                self.goal = self.goal or opening
            if chooser == 1:  # the opponent is assumed to choose the worst spot for us
                self._reach(min(scenes, key=lambda outcome: self._spot_value(outcome, up)), up, opening)
            else:
                for outcome in scenes:
                    self._reach(outcome, up, opening)

    def _spot_value(self, scene: StepInvariant, up: int) -> float:
        """Value of a scene with our upright sockers ``up`` (bit set), without those that have fallen."""
        base = self.worth.base(scene.ball, scene.foes, scene.fallen)
        return base + self._sum(self.worth.ours[scene.ball], up)

    def _reach(self, scene: StepInvariant, up: int, first: FirstAction) -> None:
        """Add a position to its group, unless it is known or cannot meet the limit."""
        group = self.groups.get(scene) or self._group(scene)
        if up in group.values or (self._over and not self._returns(group, up)):
            return
        group.values[up] = group.base + self._sum(group.ours, up)
        group.firsts[up] = first
        if self._left:
            self._next.append((group, up))

    def _group(self, scene: StepInvariant) -> SceneGroup:
        """Make and register the empty group of a new scene."""
        ball, foes, around = scene.ball, scene.foes | scene.fallen, self.turf.around
        ours = self.worth.ours[ball]
        base = self.worth.base(ball, scene.foes, scene.fallen) + self._sum(ours, self.stand.down)
        touch = around[ball]
        for foe in self.turf.squares[foes]:
            touch |= around[foe]
        group = SceneGroup(scene, base, ours, self.stand.down | foes | 1 << ball, touch)
        self.groups[scene] = group
        return group

    def _sum(self, ours: list[float], up: int) -> float:
        """Sum of the values of our upright sockers ``up``."""
        return sum([ours[space] for space in self.turf.squares[up]])


def eager() -> tuple[float, ...]:
    """Weights of a player that wants the ball forward above all, and runs ahead of it.

    They lead to open play. Two bots with the trained weights defend in walls for a long time.
    """
    weights = [0.0] * at.WEIGHT_COUNT
    for across in range(at.COLUMN_COUNT):
        for along in range(-5, 6):
            value = 0.6 * (along > 0) - 0.3 * max(across, abs(along + 1))
            for zone in range(at.ZONE_COUNT):
                weights[at.OUR_WEIGHTS + zone * at.PLACE_COUNT + at.place(across, along)] = value
    for line in range(at.LINE_COUNT):
        for offset in range(at.WIDTH_COUNT):
            weights[at.BALL_WEIGHTS + line * at.WIDTH_COUNT + offset] = (
                4.0 * (line - at.LINE_COUNT // 2) + 0.1 * offset
            )
    weights[at.OFF_WEIGHTS] = -0.3
    weights[at.THREAT_WEIGHTS : at.THREAT_WEIGHTS + 3] = 1.3, 1.15, 1.0
    for actions in range(at.RUN_COUNT):
        weights[at.RUN_WEIGHTS + actions] = -0.5 * actions
        weights[at.THEIR_RUN_WEIGHTS + actions] = 0.25 * actions
    return tuple(weights)


def between(eagerness: float) -> tuple[float, ...]:
    """Weights between the trained ones (0) and the eager ones (1)."""
    pairs = zip(TRAINED_WEIGHTS, eager(), strict=True)
    return tuple((1 - eagerness) * trained + eagerness * open_play for trained, open_play in pairs)


LEVEL_WEIGHTS = {"normal": eager(), "hard": eager(), "master": between(0.5)}  # weights of each level


GOAL_VALUE = 2000.0  # value of a goal in this turn; later goals are worth a little less
CONCEDED_VALUE = 1000.0  # above the value of any position: never concede a goal that can be prevented
LOST_VALUE = -CONCEDED_VALUE
FORCED_VALUE = 500.0  # a value above this is a goal that cannot be prevented
ALL_ACTIONS = 9  # `alarm` for all actions of a turn
MIN_ENDS = 8  # minimum number of ends of the first turn that are continued; depth is reduced first
WIDENING = 6  # factor of the width if all other ends lose
MIN_CHECKED_ENDS = (
    8  # ends checked for a certain goal of the opponent regardless of time; more if time allows
)
CLEAR_LEAD = 0.4  # a choice that leads by this much leaves no doubt
UNLIMITED = 1 << 30
CACHE_SIZE = 1 << 14  # values cached in a process, for each set of weights
MAX_CACHES = 6  # sets of weights with a cache in a process: levels, hints


@dataclass(frozen=True, slots=True)
class SockerSearchConfig:
    """Search depth and width of a level.

    Attributes:
        width: positions that are followed after each action of a turn.
        looks: ends of its turn that are examined closely.
        alarm: actions within which it sees a goal of the opponent; with `ALL_ACTIONS`, it also finds the
            certain goals that the quick test misses.
        plies: number of ends of each turn after which the next turn is examined: its turn, the reply, and
            so on.
        whim: points of value that a random choice may cost at most.
    """

    width: int
    looks: int
    alarm: int
    plies: tuple[int, ...] = ()
    whim: float = 0.0

    @property
    def cost(self) -> int:
        """Number of turns that are examined for one end of the first turn."""
        total, nodes = 1, 1
        for count in self.plies[1:]:
            nodes *= count
            total += nodes
        return total

    def within(self, budget: Budget) -> SockerSearchConfig:
        """Settings cut down to the budget's limit: later plies first, then ends of the first turn."""
        if not self.plies or budget.limit is None:
            return self
        config = self
        while budget.limit < MIN_ENDS * config.cost and len(config.plies) > 1:
            config = replace(config, plies=config.plies[:-1])
        return replace(config, plies=(budget.limit // config.cost, *config.plies[1:]))


class EvaluationContext:
    """Tables and caches shared by all searches with the same weights on a pitch."""

    def __init__(
        self, pitch: Pitch, weights: tuple[float, ...], threats: QuickGoalTest | None = None
    ) -> None:
        self.turf = turf_of(pitch)
        self.worth = PositionEvaluator(self.turf, weights)
        self.threats = threats or QuickGoalTest(pitch)
        self.values: dict[tuple[object, ...], float] = {}


class EvaluationContexts:
    """Evaluation contexts of a pitch, one for each set of weights.

    The result of a goal test does not depend on weights. Its cache is the largest, so all contexts share it,
    as a process that plays several levels would need one for each.
    """

    def __init__(self, pitch: Pitch) -> None:
        self._pitch = pitch
        self._threats = QuickGoalTest(pitch)
        self._contexts: dict[tuple[float, ...], EvaluationContext] = {}

    def of(self, weights: tuple[float, ...]) -> EvaluationContext:
        """Context of these weights, cached. The oldest of `MAX_CACHES` is dropped."""
        context = self._contexts.get(weights)
        if context is None:
            if len(self._contexts) >= MAX_CACHES:
                del self._contexts[next(iter(self._contexts))]
            context = self._contexts[weights] = EvaluationContext(self._pitch, weights, self._threats)
        return context


# contexts of the current pitch, cached; another pitch replaces them
grounds = lru_cache(maxsize=1)(EvaluationContexts)


@dataclass(frozen=True, slots=True)
class EvaluatedLeaf:
    """An end of a turn and its value."""

    value: float
    end: SockerLeaf


@dataclass(frozen=True, slots=True)
class SockerTurnPlan:
    """Plan for the rest of a turn."""

    first: FirstAction  # next action
    end: SockerLeaf | None = None  # final position; None for a goal


def doubt(candidates: list[EvaluatedLeaf]) -> float:
    """Closeness of the choice among these ends, best first: 0 if one is clearly best, up to 1.

    Ends that differ only in steps count as the same choice.
    """
    best = candidates[0]
    runner_up = next(
        (leaf.value for leaf in candidates if leaf.end.scene != best.end.scene), best.value - CLEAR_LEAD
    )
    return max(0.0, 1 - (best.value - runner_up) / CLEAR_LEAD)


class SockerSearch:
    """Search for one decision about a turn."""

    def __init__(
        self,
        shared: EvaluationContext,
        options: SockerOptions,
        config: SockerSearchConfig,
        budget: Budget,
    ) -> None:
        self.ground, self.house, self.budget = shared, options, budget
        self.sight = config.within(budget)
        self.turf: PitchTables = shared.turf
        self._threats = shared.threats.within(budget)
        self._sure: GoalSolver | None = (
            goals_of(options, 0).within(budget) if config.alarm >= ALL_ACTIONS else None
        )
        self._plies = self.sight.plies  # current depth
        # results of later turns, cached as deeper passes reach them again
        self._turns: dict[SockerSearchNode, tuple[FirstAction | None, list[EvaluatedLeaf]]] = {}

    def plan(self, node: SockerSearchNode, *, can_stop: bool, rng: SeededRng | None) -> SockerTurnPlan | None:
        """Plan of the best turn. None if no end is found.

        Args:
            node: the turn, from the view of the side whose turn it is.
            can_stop: True if it may end now.
            rng: chooses among ends of nearly equal value; `None` within a turn, which continues as
                planned.
        """
        turn = self.search_turn(node, can_stop=can_stop, sure=True)
        if turn.goal is not None:
            return SockerTurnPlan(turn.goal)
        leaves = self._decided_ends(turn, node, can_stop=can_stop)
        if rng is not None and leaves:
            self.budget.doubt = doubt(leaves)
        ends = self._by_choice(leaves, node, rng, can_stop=can_stop)
        chosen = None
        try:
            for number, end in enumerate(islice(ends, 2 * self.sight.looks)):
                if number >= MIN_CHECKED_ENDS and self.budget.overdue:
                    break
                chosen = chosen or end
                if not self._lets_in(end, node.down):
                    return SockerTurnPlan(end.first, end)
            if chosen is not None:
                # All ends that were checked concede a goal. Choose the one that makes it longest, as people
                # may miss that.
                in_time = takewhile(lambda _leaf: not self.budget.overdue, leaves)
                chosen = max(
                    chain((chosen,), (leaf.end for leaf in in_time)),
                    key=lambda end: self._needed_actions(end, node.down),
                )
        except DeadlineError:
            chosen = chosen or (leaves[0].end if leaves else None)
        return None if chosen is None else SockerTurnPlan(chosen.first, chosen)

    def _by_choice(
        self,
        candidates: list[EvaluatedLeaf],
        node: SockerSearchNode,
        rng: SeededRng | None,
        *,
        can_stop: bool,
    ) -> Iterator[SockerLeaf]:
        """Yield ends in order of preference; each is a substitute for those before it."""
        answered, others = self._split_by_reply(candidates, node)
        whim = self.sight.whim if rng is not None else 0.0
        while answered:
            # Values below the best are bounds only, so they are no substitute for it.
            best = answered[0]
            near = [best, *(leaf for leaf in answered[1:] if leaf.value > best.value - whim)]
            chosen = rng.pick(near) if rng is not None and whim else best
            yield chosen.end
            if candidates[0].value < LOST_VALUE / 2:
                return  # more ends were searched for a safe one already, and there is none
            answered.remove(chosen)
        yield from (leaf.end for leaf in others if leaf.value > LOST_VALUE / 2)
        yield from self._safe_ends(node, can_stop=can_stop)

    def rank_ends(self, node: SockerSearchNode) -> list[EvaluatedLeaf] | None:
        """Ends of a turn that were rated by the turns after them, best first. None for a goal."""
        turn = self.search_turn(node, sure=True)
        if turn.goal is not None:
            return None
        leaves = self._split_by_reply(self._decided_ends(turn, node), node)[0]
        if leaves and self._unsafe(leaves[0].end, node.down):
            plan = self.plan(node, can_stop=False, rng=None)  # it continues to a safe end
            if plan is not None and plan.end is not None:
                leaves.insert(0, EvaluatedLeaf(self.worth(plan.end, node.down), plan.end))
        return leaves

    def worth(self, end: SockerLeaf, down: int) -> float:
        """Exact value of an end for its side, from later turns. `LOST_VALUE` if it concedes a goal."""
        if self._loses(end, down) or self._lets_in(end, down):
            return LOST_VALUE
        return -self._after(end, down, 1, -GOAL_VALUE, GOAL_VALUE)

    def value(self, node: SockerSearchNode, *, can_stop: bool) -> float:
        """Value of a turn for its side, before the reply. `LOST_VALUE` if the turn has no end."""
        turn = self.search_turn(node, can_stop=can_stop, sure=True)
        if turn.goal is not None:
            return GOAL_VALUE
        leaves = self._decided_ends(turn, node, can_stop=can_stop)
        return leaves[0].value if leaves else LOST_VALUE

    def search_turn(
        self, node: SockerSearchNode, *, can_stop: bool = False, sure: bool = False
    ) -> TurnSearch:
        """Finished search of a turn, with its ``goal`` if there is one, or else with its ends.

        Args:
            node: the turn.
            can_stop: True if it may end now.
            sure: True for the turn to be decided. Then all certain goals are found if the level looks for
                these, and if time runs out the ends are returned.
        """
        goal_search, turn = (TurnSearch(self.turf, self.house, node, self.ground.worth) for _ in range(2))
        try:
            if goal_search.aim(self._threats):
                return goal_search
            if sure and self._sure is not None:
                turn_node = TurnNode(node.ball, node.up, node.foes, node.fallen, node.limit)
                for verb, actor, target in self._sure.openings(turn_node, node.down, node.left)[:1]:
                    goal_search.goal = FirstAction(
                        STEP_KIND if verb == "move" else STRIKE_KIND, actor, target
                    )
                    return goal_search
        except DeadlineError:
            if not sure:
                raise
        return turn.run(self.sight.width, can_stop=can_stop, short=True)

    def _lets_in(self, end: SockerLeaf, down: int) -> bool:
        """True if the opponent certainly scores next; False for levels that do not look for that."""
        if self._sure is None:
            return False
        ball, up, fallen, foes, lying, left, limit = self.next_stand(end, down)
        return self._sure.can(TurnNode(ball, up, foes, lying, limit), fallen, left)

    def _unsafe(self, end: SockerLeaf, down: int) -> bool:
        """True if an end is known to concede a certain goal. False if there is no time to find out."""
        try:
            return self._lets_in(end, down)
        except DeadlineError:
            return False

    def _decided_ends(
        self, turn: TurnSearch, node: SockerSearchNode, *, can_stop: bool = False
    ) -> list[EvaluatedLeaf]:
        """Ends of the turn to be decided, examined as closely as time allows, best first."""
        leaves: list[EvaluatedLeaf] = []
        try:
            # Ends that were examined before time ran out remain in the list.
            leaves.extend(
                EvaluatedLeaf(self.closer_value(end, node.down), end) for end in turn.best(self.sight.looks)
            )
            self._add_safe_end(leaves, node, can_stop=can_stop)
        except DeadlineError:
            if all(leaf.value < LOST_VALUE / 2 for leaf in leaves):  # an unexamined end may be safe
                known_ends = {leaf.end for leaf in leaves}
                ends = turn.best(self.sight.looks)
                leaves += [EvaluatedLeaf(end.value, end) for end in ends if end not in known_ends][:1]
        return sorted(leaves, key=lambda leaf: -leaf.value)

    def examine_ends(self, turn: TurnSearch, node: SockerSearchNode, count: int) -> list[EvaluatedLeaf]:
        """Best ``count`` ends with closer values, best first, plus a safe one if all lose."""
        leaves = [EvaluatedLeaf(self.closer_value(end, node.down), end) for end in turn.best(count)]
        self._add_safe_end(leaves, node, can_stop=False)
        return sorted(leaves, key=lambda leaf: -leaf.value)

    def _add_safe_end(
        self, candidates: list[EvaluatedLeaf], node: SockerSearchNode, *, can_stop: bool
    ) -> None:
        """Add the best safe end of a wide search if all ends found lose."""
        if all(leaf.value < LOST_VALUE / 2 for leaf in candidates):
            safe_leaf = next(self._safe_ends(node, can_stop=can_stop), None)
            if safe_leaf is not None:
                candidates.append(EvaluatedLeaf(self.closer_value(safe_leaf, node.down), safe_leaf))

    def _safe_ends(self, node: SockerSearchNode, *, can_stop: bool) -> Iterator[SockerLeaf]:
        """Iterator of the ends of a wide search after which no goal is seen, best first."""
        self.budget.check()
        turn = TurnSearch(self.turf, self.house, node, self.ground.worth)
        turn.run(self.sight.width * WIDENING, can_stop=can_stop)  # here the last step may reduce the value
        return (end for end in turn.best(UNLIMITED) if not self._loses(end, node.down))

    def closer_value(self, end: SockerLeaf, down: int) -> float:
        """Value of an end plus `figure_value`. If it loses, about -1000, in the order of the values."""
        if self._loses(end, down):
            return end.value / 10 - CONCEDED_VALUE  # below all that do not lose, keeping their order
        ball, foes, fallen, _ = end.scene
        ours = end.up | down
        threat = self._threats.fewest_actions(ball, ours, foes | fallen, 3)
        return end.value + self.ground.worth.figure_value(ball, ours, foes, threat)

    def _loses(self, end: SockerLeaf, down: int) -> bool:
        """True if the level sees that the opponent scores in its next turn."""
        ball, foes, fallen, _ = end.scene
        actions = min(self.sight.alarm, self.house.actions)
        return self._threats.is_threatened(TurnEndPosition(ball, end.up | down, foes, fallen), actions)

    def _needed_actions(self, end: SockerLeaf, down: int) -> int:
        """Actions that the opponent needs to score, by the quick test. All of a turn if it cannot."""
        ball, foes, fallen, _ = end.scene
        after, max_actions = TurnEndPosition(ball, end.up | down, foes, fallen), self.house.actions
        ways = (
            actions for actions in range(1, max_actions + 1) if self._threats.is_threatened(after, actions)
        )
        return next(ways, max_actions)

    def _split_by_reply(
        self, candidates: list[EvaluatedLeaf], node: SockerSearchNode
    ) -> tuple[list[EvaluatedLeaf], list[EvaluatedLeaf]]:
        """Split ends into those rated by later turns (all, if none can be) and the others, each best first.

        With a clock, all are rated by one turn, then by one more in each pass, so that none is passed over
        because another was examined more deeply.
        """
        plies = self.sight.plies
        answered = [leaf for leaf in candidates[: plies[0]] if leaf.value > LOST_VALUE / 2] if plies else []
        if len(candidates) < 2 or not answered:
            return candidates, []
        others = candidates[len(answered) :]
        for depth in accumulate((count,) for count in plies) if self.budget.has_clock else (plies,):
            self._plies = depth
            leaves = self._rated_ends(answered, node)
            if not leaves:
                break
            rated_ends = {leaf.end for leaf in leaves}
            left = [leaf for leaf in answered if leaf.end not in rated_ends]
            if left and leaves[0].value <= -FORCED_VALUE:
                leaves, left = left, leaves
            answered, others = leaves, left + others
            if left or self.budget.is_over or answered[0].value > FORCED_VALUE:
                break
        self._plies = plies
        return answered, others

    def _rated_ends(self, chosen: list[EvaluatedLeaf], node: SockerSearchNode) -> list[EvaluatedLeaf]:
        """Ends rated at the current depth, best first. Those for which time ran out are left out."""
        if self.budget.has_clock:
            # Cached ones cost no time. Without a clock the order stays, so that the result is reproducible.
            cached = self.ground.values
            chosen = sorted(chosen, key=lambda leaf: self._key(leaf.end, node.down, 1) not in cached)
        ratings = by_reply(
            chosen, lambda leaf, low, high: self._after(leaf.end, node.down, 1, low, high),
            self.budget, margin=self.sight.whim, max_value=GOAL_VALUE, enough=FORCED_VALUE,
        )  # fmt: skip
        return [EvaluatedLeaf(value, leaf.end) for value, leaf in ratings]

    def _key(self, end: SockerLeaf, down: int, ply: int) -> tuple[object, ...]:
        """Key of an end for the cache of values."""
        # Includes the settings, as levels with the same weights share a context but have different depths.
        return (*end.scene[:3], end.up | down, ply, self._plies, self.sight, self.house.actions)

    def _after(self, end: SockerLeaf, down: int, ply: int, low: float, high: float) -> float:
        """Value of the next turn for the side that makes it. Outside ``low`` to ``high`` only a bound.

        Raises:
            DeadlineError: time is up.
        """
        key, cached = self._key(end, down, ply), self.ground.values
        value = cached.get(key)
        if value is None:
            if len(self._plies) > 1 and self.budget.is_over:
                raise DeadlineError
            self.budget.spend()
            value = self._turn_value(self.next_stand(end, down), ply, low, high)
            if low < value < high:  # outside this window it is a bound, valid for this call only
                if len(cached) >= CACHE_SIZE:
                    cached.clear()
                cached[key] = value
        return value

    def _turn_value(self, node: SockerSearchNode, ply: int, low: float, high: float) -> float:
        """Value of a turn for the side that makes it. Outside ``low`` to ``high`` only a bound."""
        if node not in self._turns:
            turn = self.search_turn(node)
            candidates = self.examine_ends(turn, node, self.sight.looks // 2) if turn.goal is None else []
            self._turns[node] = turn.goal, candidates
        goal, leaves = self._turns[node]
        if goal is not None:
            return GOAL_VALUE - ply  # an earlier goal is better
        plies = self._plies
        if not leaves or leaves[0].value < LOST_VALUE / 2 or ply >= len(plies):
            return leaves[0].value if leaves else LOST_VALUE
        return best_reply(
            takewhile(lambda leaf: leaf.value >= LOST_VALUE / 2, leaves[: plies[ply]]),
            lambda leaf, low, high: self._after(leaf.end, node.down, ply + 1, low, high),
            low,
            high,
            LOST_VALUE,
        )

    def next_stand(self, end: SockerLeaf, down: int) -> SockerSearchNode:
        """Search node of the opponent's next turn after an end, from the opponent's view."""
        tables, (ball, foes, fallen, _) = self.turf, end.scene
        flipped_sets = tables.flipped_sets
        return stand_of(
            tables,
            tables.flip(ball),
            flipped_sets[foes],
            flipped_sets[fallen],
            flipped_sets[end.up | down],
            self.house.actions,
        )


def stand_of(tables: PitchTables, ball: int, up: int, down: int, foes: int, left: int) -> SockerSearchNode:
    """Search node of a turn that begins, with its limit."""
    limit = turn_limit(tables.pitch, up, up | down, up | down | foes | 1 << ball)
    return SockerSearchNode(ball, up, down, foes, 0, left, limit)
