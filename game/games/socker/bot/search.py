"""How a turn is thought through: all its ends, a closer look at the best, and their whole reply to these.

The side whose turn it is kicks upwards (`game.games.socker.bot.evaluation`). `TurnSearch` lists every
position that the actions of one turn can reach, the best looking ones first where there are too many;
`QuickGoalTest` answers whether a side can score within so many actions; `SockerSearch` weighs the ends of a
turn by these two, as far as the `SockerSearchConfig` of a level goes, and plays out the turns that follow
(negamax with bounds). A turn at the table takes some hundredths of a second. What `QuickGoalTest` is too
quick for, a goal over a ball kicked out, `GoalSolver` answers by the rules where it matters most: for the
turn that is decided about, and for the end that would be chosen.

Positions are kept by scene, which is all but our own upright sockers, and within it by where these stand:
most ends of a turn differ by steps alone, and those are cheap to list and to value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from game.games.socker.bot.weights import TRAINED
from game.games.socker.rules.actions import can_return, turn_limit
from game.games.socker.rules.pitch import Pitch
from game.games.socker.rules.state import SockerOptions


class SockerSearchNode(NamedTuple):
    """A turn under way, from the side whose turn it is."""

    ball: int
    up: int
    """Our upright sockers."""
    down: int
    """Our fallen ones."""
    foes: int
    """Theirs that stand."""
    fallen: int
    """Theirs that lie, and miss their next turn."""
    left: int
    limit: int


STEP, STRIKE, STOP = 0, 1, 2
"""What the first action of a plan is: a step, a kick or sock, or the end of the turn."""


class FirstAction(NamedTuple):
    """The action that a plan begins with."""

    kind: int
    actor: int = 0
    target: int = 0


class SockerLeaf(NamedTuple):
    """A position in which a turn can end."""

    value: float
    scene: StepInvariant
    up: int
    """Our sockers that were upright all along."""
    first: FirstAction


@dataclass(slots=True)
class SceneGroup:
    """The positions of one scene: the value of each, and how the way there begins."""

    scene: StepInvariant
    base: float
    """The value of everything but our upright sockers."""
    ours: list[float]
    """The value of one of these, by space."""
    still: int
    """Every space that somebody or something else takes."""
    touch: int
    """The spaces next to the ball or a foe."""
    values: dict[int, float] = field(default_factory=dict)
    firsts: dict[int, FirstAction | None] = field(default_factory=dict)


Member: TypeAlias = tuple[SceneGroup, int]


class TurnSearch:
    """The search through one turn; made for it, run or aimed once, then read.

    Attributes:
        goal: the first action of the shortest way to a goal of ours, `None` when there is none.
        groups: everything reached, by scene.
    """

    def __init__(
        self, turf: PitchTables, house: SockerOptions, stand: SockerSearchNode, worth: PositionEvaluator
    ) -> None:
        self.turf, self.house, self.stand, self.worth = turf, house, stand, worth
        self.side = side_of(turf.pitch, 0)
        self.goal: FirstAction | None = None
        self.groups: dict[StepInvariant, SceneGroup] = {}
        self._next: list[Member] = []
        self._left = 0
        self._over = stand.limit < ((stand.up | stand.down) & turf.restricted).bit_count()

    def run(self, width: int, *, can_stop: bool, short: bool = False) -> TurnSearch:
        """List the ends.

        Args:
            width: how many positions are followed after each action, the best by value.
            can_stop: whether the turn may end with no action more.
            short: whether to leave out steps that worsen the value as the last action.
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
        """Look for nothing but a goal, on all ways that may lead to one; whether there is one.

        `run` follows the best looking positions alone, and the way to a goal may look poor.
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
        stand = self.stand
        root = self._group(StepInvariant(stand.ball, stand.foes, stand.fallen, stand.limit))
        root.values[stand.up] = root.base + self._sum(root.ours, stand.up)
        root.firsts[stand.up] = None
        return root, stand.up

    def _expand(self, members: list[Member], *, short: bool) -> None:
        for group, up in members:
            if up & group.touch:
                self._strike(group, up)
        if self.goal is None:  # nothing that a step could reach is worth more
            for group, up in members:
                self._steps(group, up, short=short)

    def _null_turn(self, root: SceneGroup, *, can_stop: bool) -> None:
        """The position as it was is an end too: at once, by a step forth and back, or by passing."""
        up = self.stand.up
        forth = [
            first
            for first in root.firsts.values()
            if first is not None and first.kind == STEP and up >> first.actor & 1
        ]
        passes = len(self.groups) == len(root.values) == 1
        if can_stop or passes:
            root.firsts[up] = FirstAction(STOP)
        elif forth and self.stand.left > 1:
            root.firsts[up] = forth[0]
        else:
            del root.firsts[up], root.values[up]

    def best(self, count: int) -> list[SockerLeaf]:
        """So many of the positions in which the turn may end, the best by value, the best first."""
        groups = list(self.groups.values())
        values = [value for group in groups for value in group.values.values()]
        least = min(nlargest(count, values), default=0.0)
        found = [
            SockerLeaf(value, group.scene, up, first)
            for group in groups
            for up, value in group.values.items()
            if value >= least and (first := group.firsts[up])
            if not self._over or not self._excess(up, group.scene.limit)
        ]
        return sorted(found, key=lambda end: -end.value)[:count]

    def _steps(self, group: SceneGroup, up: int, *, short: bool) -> None:
        reached = self._next if self._left else None
        values, firsts = group.values, group.firsts
        value, first = values[up], firsts[up]
        ours = group.ours
        empty = ~(up | group.still)
        outside = (up | self.stand.down) & self.turf.restricted
        careful = bool(outside) and outside.bit_count() >= group.scene.limit
        for bit, space, goals in steps(self.turf, up, empty):
            rest, less = up ^ bit, value - ours[space]
            least = value if short and not careful else -1e9
            for other, goal in goals:
                new, worth = rest | other, less + ours[goal]
                if worth <= least or new in values or (careful and not self._returns(group, new)):
                    continue
                values[new] = worth
                firsts[new] = first or FirstAction(STEP, space, goal)
                if reached is not None:
                    reached.append((group, new))

    def _returns(self, group: SceneGroup, up: int) -> bool:
        """Whether steps alone can still meet the limit."""
        excess = self._excess(up, group.scene.limit)
        if not excess:
            return True
        self._over = True
        return can_return(self.turf.pitch, up, up | group.still, excess, self._left)

    def _excess(self, up: int, limit: int) -> int:
        return self.side.excess(up | self.stand.down, limit)

    def _strike(self, group: SceneGroup, up: int) -> None:
        scene, first, down = group.scene, group.firsts[up], self.stand.down
        for actor, target, scenes, chooser in self.side.strikes(scene, up, down, self._left, self.house):
            begun = first or FirstAction(STRIKE, actor, target)
            if not scenes:
                self.goal = self.goal or begun
            if chooser == 1:  # the other side is taken to choose the spot that is worst for us
                self._reach(min(scenes, key=lambda there: self._spot_value(there, up)), up, begun)
            else:
                for then in scenes:
                    self._reach(then, up, begun)

    def _spot_value(self, scene: StepInvariant, up: int) -> float:
        base = self.worth.base(scene.ball, scene.foes, scene.fallen)
        return base + self._sum(self.worth.ours[scene.ball], up)

    def _reach(self, scene: StepInvariant, up: int, first: FirstAction) -> None:
        group = self.groups.get(scene) or self._group(scene)
        if up in group.values or (self._over and not self._returns(group, up)):
            return
        group.values[up] = group.base + self._sum(group.ours, up)
        group.firsts[up] = first
        if self._left:
            self._next.append((group, up))

    def _group(self, scene: StepInvariant) -> SceneGroup:
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
        return sum([ours[space] for space in self.turf.squares[up]])


def eager() -> tuple[float, ...]:
    """Weights of a player that wants the ball forward above all, and runs ahead of it.

    They open up the play. The trained ones know how to keep a wall, which two of a kind do for long.
    """
    weights = [0.0] * at.COUNT
    for across in range(at.ACROSS):
        for along in range(-5, 6):
            value = 0.6 * (along > 0) - 0.3 * max(across, abs(along + 1))
            for zone in range(at.ZONES):
                weights[at.OURS + zone * at.PLACES + at.place(across, along)] = value
    for line in range(at.LINES):
        for wide in range(at.WIDE):
            weights[at.BALL + line * at.WIDE + wide] = 4.0 * (line - at.LINES // 2) + 0.1 * wide
    weights[at.OFF] = -0.3
    weights[at.THREAT : at.THREAT + 3] = 1.3, 1.15, 1.0
    for actions in range(at.RUNS):
        weights[at.RUN + actions] = -0.5 * actions
        weights[at.THEIR_RUN + actions] = 0.25 * actions
    return tuple(weights)


def between(eagerness: float) -> tuple[float, ...]:
    """Weights between the trained ones, for 0, and the eager ones, for 1."""
    pairs = zip(TRAINED, eager(), strict=True)
    return tuple((1 - eagerness) * trained + eagerness * open_play for trained, open_play in pairs)


Liking: TypeAlias = Callable[[PitchTables, int, int], float]
"""What the end of a turn is worth to a manner: by our sockers, and by theirs that lie."""
WEIGHTS = {"normal": eager(), "hard": eager(), "master": between(0.5)}
"""The weights of each level."""


_LIKED: dict[str, Liking] = {
    # The rows by which the hindmost of ours is too far from its goal; by one row it need not go back, which
    # would cost an action that the others lack.
    "keeper": lambda turf, ours, _fallen: -max(1, ((ours & -ours).bit_length() - 1) // turf.columns),
    "striker": lambda turf, ours, _fallen: (ours.bit_length() - 1) // turf.columns,
    "brawler": lambda _turf, _ours, fallen: fallen.bit_count(),
}
"""The keeper's hindmost, the row of the striker's foremost, how many of theirs lie for a brawler."""
MANNERS = tuple(_LIKED)
_PRICES = {
    "normal": {"keeper": 0.7, "striker": 2.0, "brawler": 1.2},
    "hard": {"keeper": 0.3, "striker": 0.2, "brawler": 1.0},
    "master": {"keeper": 0.05, "striker": 0.1, "brawler": 1.1},
}
"""What each of these is worth, in points of value: as much as shows, and costs few matches."""


def liking_of(level: str, manner: str) -> Liking | None:
    """What a manner likes at a level; `None` for the plain one."""
    if not manner:
        return None
    liked, price = _LIKED[manner], _PRICES[level][manner]
    return lambda turf, ours, fallen: price * liked(turf, ours, fallen)


WON = 2000.0
"""A goal in this turn; a turn later a little less."""
FEAR = 1000.0
"""More than any position is worth: never let them score if it can be helped."""
LOST = -FEAR
FORCED = 500.0
"""More than this is a goal that they cannot prevent."""
ALL = 9
"""As many actions as a turn has."""
LEAST = 8
"""Fewer ends of the first turn are never gone on from for the sake of looking further."""
WIDER = 6
"""How many times more positions are followed where all else loses."""
ASKED = 8
"""Ends that are checked for a sure goal of theirs, late or not; more are until the decision is overdue."""
CLEAR = 0.4
"""A choice that is so much better than any other is no question."""
EVERYTHING = 1 << 30
MEMORY = 1 << 14
"""How many positions a process remembers the value of, for each kind of weights."""
KINDS = 6
"""How many kinds of weights a process remembers anything for: levels, manners, hints."""


@dataclass(frozen=True, slots=True)
class SockerSearchConfig:
    """How far a level sees.

    Attributes:
        width: positions that are followed after each action of a turn.
        looks: ends of its turn that it looks at closely.
        alarm: actions within which it sees that they score; fewer than `ALL` of a turn, or `ALL`, and then it
            also finds the sure goals that the quick look leaves out.
        plies: for how many ends of each turn the next one is played out: its own, their reply, and so on.
        whim: the most that chance may cost, in points of value.
    """

    width: int
    looks: int
    alarm: int
    plies: tuple[int, ...] = ()
    whim: float = 0.0

    @property
    def cost(self) -> int:
        """The turns that are played out for one end of the first."""
        total, each = 1, 1
        for count in self.plies[1:]:
            each *= count
            total += each
        return total

    def within(self, budget: Budget) -> SockerSearchConfig:
        """The same sight, wide enough first and then as deep as the budget allows."""
        if not self.plies or budget.limit is None:
            return self
        sight = self
        while budget.limit < LEAST * sight.cost and len(sight.plies) > 1:
            sight = replace(sight, plies=sight.plies[:-1])
        return replace(sight, plies=(budget.limit // sight.cost, *sight.plies[1:]))


class EvaluationContext:
    """What all thinking with some weights on one pitch shares."""

    def __init__(
        self, pitch: Pitch, weights: tuple[float, ...], threats: QuickGoalTest | None = None
    ) -> None:
        self.turf = turf_of(pitch)
        self.worth = PositionEvaluator(self.turf, weights)
        self.threats = threats or QuickGoalTest(pitch)
        self.known: dict[tuple[object, ...], float] = {}


class EvaluationContexts:
    """The grounds of a pitch, one for each kind of weights.

    Who scores in how many actions is the same whoever asks. It is the most that is remembered, so all of
    them share it: a process that plays several levels and manners would else keep it for each.
    """

    def __init__(self, pitch: Pitch) -> None:
        self._pitch = pitch
        self._threats = QuickGoalTest(pitch)
        self._made: dict[tuple[float, ...], EvaluationContext] = {}

    def of(self, weights: tuple[float, ...]) -> EvaluationContext:
        """The ground of these weights, made once."""
        found = self._made.get(weights)
        if found is None:
            if len(self._made) >= KINDS:
                del self._made[next(iter(self._made))]
            found = self._made[weights] = EvaluationContext(self._pitch, weights, self._threats)
        return found


grounds = lru_cache(maxsize=1)(EvaluationContexts)
"""The grounds of the pitch that is played on, made once; another pitch takes their place."""


@dataclass(frozen=True, slots=True)
class EvaluatedLeaf:
    """An end of a turn and what it was found to be worth."""

    value: float
    end: SockerLeaf


@dataclass(frozen=True, slots=True)
class SockerTurnPlan:
    """How a turn is to go on."""

    first: FirstAction
    """Its next action."""
    end: SockerLeaf | None = None
    """The position in which it is to end; `None` for a goal."""


def doubt(found: list[EvaluatedLeaf]) -> float:
    """How close the choice among these ends is, the best first: 0 where one thing is clearly to be done.

    Ends that differ in steps alone are not another thing.
    """
    best = found[0]
    other = next((one.value for one in found if one.end.scene != best.end.scene), best.value - CLEAR)
    return max(0.0, 1 - (best.value - other) / CLEAR)


class SockerSearch:
    """One decision about a turn."""

    def __init__(
        self,
        shared: EvaluationContext,
        house: SockerOptions,
        sight: SockerSearchConfig,
        budget: Budget,
        liking: Liking | None = None,
    ) -> None:
        self.ground, self.house, self.budget = shared, house, budget
        self.sight = sight.within(budget)
        self.turf: PitchTables = shared.turf
        self._liking = liking
        self._threats = shared.threats.within(budget)
        self._sure: GoalSolver | None = goals_of(house, 0).within(budget) if sight.alarm >= ALL else None
        self._plies = self.sight.plies
        """How far it looks for now."""
        self._turns: dict[SockerSearchNode, tuple[FirstAction | None, list[EvaluatedLeaf]]] = {}
        """What the turns that follow come to: who looks further comes by there again."""

    def plan(
        self, stand: SockerSearchNode, *, can_stop: bool, chance: SeededRng | None
    ) -> SockerTurnPlan | None:
        """How the best turn goes on, `None` where none can be found.

        Args:
            stand: the turn, from the side whose turn it is.
            can_stop: whether it may end now.
            chance: picks among ends that are about as good; `None` inside a turn, whose plan stands.
        """
        turn = self.turn(stand, can_stop=can_stop, sure=True)
        if turn.goal is not None:
            return SockerTurnPlan(turn.goal)
        found = self._liked(self._own(turn, stand, can_stop=can_stop), stand.down)
        if chance is not None and found:
            self.budget.doubt = doubt(found)
        ends = self._by_choice(found, stand, chance, can_stop=can_stop)
        chosen = None
        try:
            for number, end in enumerate(islice(ends, 2 * self.sight.looks)):
                if number >= ASKED and self.budget.overdue:
                    break
                chosen = chosen or end
                if not self._lets_in(end, stand.down):
                    return SockerTurnPlan(end.first, end)
            if chosen is not None:
                # Nothing that was asked keeps them from scoring: then by a long way, which people overlook.
                in_time = takewhile(lambda _one: not self.budget.overdue, found)
                chosen = max(
                    chain((chosen,), (one.end for one in in_time)),
                    key=lambda end: self._needed(end, stand.down),
                )
        except DeadlineError:
            chosen = chosen or (found[0].end if found else None)
        return None if chosen is None else SockerTurnPlan(chosen.first, chosen)

    def _by_choice(
        self, found: list[EvaluatedLeaf], stand: SockerSearchNode, chance: SeededRng | None, *, can_stop: bool
    ) -> Iterator[SockerLeaf]:
        """Ends in the order in which one would be played: each is for want of those before it."""
        answered, others = self._answered(found, stand)
        whim = self.sight.whim if chance is not None else 0.0
        while answered:
            # What lies below that was looked at only until this was known, so it must not count.
            best = answered[0]
            near = [best, *(one for one in answered[1:] if one.value > best.value - whim)]
            chosen = chance.pick(near) if chance is not None and whim else best
            yield chosen.end
            if found[0].value < LOST / 2:
                return  # more ends than these were looked at for one that holds, and there is none
            answered.remove(chosen)
        yield from (one.end for one in others if one.value > LOST / 2)
        yield from self._all_held(stand, can_stop=can_stop)

    def ranked(self, stand: SockerSearchNode) -> list[EvaluatedLeaf] | None:
        """The ends of a turn that begins, by what follows each, the best first; `None` for a goal."""
        turn = self.turn(stand, sure=True)
        if turn.goal is not None:
            return None
        found = self._answered(self._own(turn, stand), stand)[0]
        if found and self._unsafe(found[0].end, stand.down):
            plan = self.plan(stand, can_stop=False, chance=None)  # which goes on to one that holds
            if plan is not None and plan.end is not None:
                found.insert(0, EvaluatedLeaf(self.worth(plan.end, stand.down), plan.end))
        return found

    def worth(self, end: SockerLeaf, down: int) -> float:
        """What an end is worth by the turns that follow it, however bad it is."""
        if self._loses(end, down) or self._lets_in(end, down):
            return LOST
        return -self._after(end, down, 1, -WON, WON)

    def value(self, stand: SockerSearchNode, *, can_stop: bool) -> float:
        """The value of a turn to the side whose turn it is, without their reply."""
        turn = self.turn(stand, can_stop=can_stop, sure=True)
        if turn.goal is not None:
            return WON
        found = self._own(turn, stand, can_stop=can_stop)
        return found[0].value if found else LOST

    def turn(self, stand: SockerSearchNode, *, can_stop: bool = False, sure: bool = False) -> TurnSearch:
        """A goal in a turn, or else all its ends.

        Args:
            stand: the turn.
            can_stop: whether it may end now.
            sure: whether it is the turn that is decided about: then every goal that is certain is found, if
                the level looks for these, and where time runs out its ends stand in for a goal.
        """
        aimed, turn = (TurnSearch(self.turf, self.house, stand, self.ground.worth) for _ in range(2))
        try:
            if aimed.aim(self._threats):
                return aimed
            if sure and self._sure is not None:
                here = TurnNode(stand.ball, stand.up, stand.foes, stand.fallen, stand.limit)
                for verb, actor, target in self._sure.openings(here, stand.down, stand.left)[:1]:
                    aimed.goal = FirstAction(STEP if verb == "move" else STRIKE, actor, target)
                    return aimed
        except DeadlineError:
            if not sure:
                raise
        return turn.run(self.sight.width, can_stop=can_stop, short=True)

    def _lets_in(self, end: SockerLeaf, down: int) -> bool:
        """Whether a level that looks for that leaves them a sure goal, also one over a ball kicked out."""
        if self._sure is None:
            return False
        ball, up, fallen, foes, lying, left, limit = self.next_stand(end, down)
        return self._sure.can(TurnNode(ball, up, foes, lying, limit), fallen, left)

    def _unsafe(self, end: SockerLeaf, down: int) -> bool:
        """Whether an end is known to leave them a sure goal; no where there is no time to find out."""
        try:
            return self._lets_in(end, down)
        except DeadlineError:
            return False

    def _likes(self, end: SockerLeaf, down: int) -> float:
        """What an end is worth to the manner, on top of what it is worth."""
        return self._liking(self.turf, end.up | down, end.scene.fallen) if self._liking is not None else 0.0

    def _liked(self, found: list[EvaluatedLeaf], down: int) -> list[EvaluatedLeaf]:
        """The same ends with what the manner likes about them, the best first."""
        if self._liking is None:
            return found
        liked = [EvaluatedLeaf(one.value + self._likes(one.end, down), one.end) for one in found]
        return sorted(liked, key=lambda one: -one.value)

    def _own(
        self, turn: TurnSearch, stand: SockerSearchNode, *, can_stop: bool = False
    ) -> list[EvaluatedLeaf]:
        """Ends of the turn that is decided about, by a closer look as far as time allows, the best first."""
        found: list[EvaluatedLeaf] = []
        try:
            # Ends that were looked at before the time ran out stay in the list.
            found.extend(
                EvaluatedLeaf(self.judged(end, stand.down), end) for end in turn.best(self.sight.looks)
            )
            self._add_held(found, stand, can_stop=can_stop)
        except DeadlineError:
            if all(one.value < LOST / 2 for one in found):  # an end that was not looked at may hold
                seen = {one.end for one in found}
                ends = turn.best(self.sight.looks)
                found += [EvaluatedLeaf(end.value, end) for end in ends if end not in seen][:1]
        return sorted(found, key=lambda one: -one.value)

    def looked(self, turn: TurnSearch, stand: SockerSearchNode, count: int) -> list[EvaluatedLeaf]:
        """The best `count` ends by a closer look, the best first; all ends are searched where they lose."""
        found = [EvaluatedLeaf(self.judged(end, stand.down), end) for end in turn.best(count)]
        self._add_held(found, stand, can_stop=False)
        return sorted(found, key=lambda one: -one.value)

    def _add_held(self, found: list[EvaluatedLeaf], stand: SockerSearchNode, *, can_stop: bool) -> None:
        """Add an end that holds, of all there are, where every one that was found loses."""
        if all(one.value < LOST / 2 for one in found):
            saved = next(self._all_held(stand, can_stop=can_stop), None)
            if saved is not None:
                found.append(EvaluatedLeaf(self.judged(saved, stand.down), saved))

    def _all_held(self, stand: SockerSearchNode, *, can_stop: bool) -> Iterator[SockerLeaf]:
        """Of many more ends those after which the level sees no goal of theirs, the best looking first."""
        self.budget.check()
        turn = TurnSearch(self.turf, self.house, stand, self.ground.worth)
        turn.run(self.sight.width * WIDER, can_stop=can_stop)  # nor need its last step better anything
        return (end for end in turn.best(EVERYTHING) if not self._loses(end, stand.down))

    def judged(self, end: SockerLeaf, down: int) -> float:
        """The value of an end by a closer look: whether they score at once, how near we are to it."""
        if self._loses(end, down):
            return end.value / 10 - FEAR  # below all that do not lose, and still in their order
        ball, foes, fallen, _ = end.scene
        ours = end.up | down
        threat = self._threats.least(ball, ours, foes | fallen, 3)
        return end.value + self.ground.worth.looked(ball, ours, foes, threat)

    def _loses(self, end: SockerLeaf, down: int) -> bool:
        """Whether the level sees that they score in their next turn."""
        ball, foes, fallen, _ = end.scene
        actions = min(self.sight.alarm, self.house.actions)
        return self._threats.threatened(TurnEndPosition(ball, end.up | down, foes, fallen), actions)

    def _needed(self, end: SockerLeaf, down: int) -> int:
        """How many actions they need to score after it, as far as is quickly seen; at most all of a turn."""
        ball, foes, fallen, _ = end.scene
        after, most = TurnEndPosition(ball, end.up | down, foes, fallen), self.house.actions
        ways = (actions for actions in range(1, most + 1) if self._threats.threatened(after, actions))
        return next(ways, most)

    def _answered(
        self, found: list[EvaluatedLeaf], stand: SockerSearchNode
    ) -> tuple[list[EvaluatedLeaf], list[EvaluatedLeaf]]:
        """The ends by the turns that follow each, as far as that was found out, and the others; best first.

        With a clock all are weighed by one turn, then by one more each time, so that none is passed over
        for how far another was looked into.
        """
        plies = self.sight.plies
        answered = [one for one in found[: plies[0]] if one.value > LOST / 2] if plies else []
        if len(found) < 2 or not answered:
            return found, []
        others = found[len(answered) :]
        for depth in accumulate((count,) for count in plies) if self.budget.timed else (plies,):
            self._plies = depth
            weighed = self._weighed(answered, stand)
            if not weighed:
                break
            done = {one.end for one in weighed}
            left = [one for one in answered if one.end not in done]
            if left and weighed[0].value <= -FORCED:
                weighed, left = left, weighed
            answered, others = weighed, left + others
            if left or self.budget.late or answered[0].value > FORCED:
                break
        self._plies = plies
        return answered, others

    def _weighed(self, chosen: list[EvaluatedLeaf], stand: SockerSearchNode) -> list[EvaluatedLeaf]:
        """Ends by so many turns that follow each, the best first; those that no time was left for are not."""
        if self.budget.timed:
            # What is known already costs nothing; without a clock the same question has the same answer.
            known = self.ground.known
            chosen = sorted(chosen, key=lambda one: self._key(one.end, stand.down, 1) not in known)
        weighed = by_reply(
            chosen, lambda one, low, high: self._after(one.end, stand.down, 1, low, high),
            lambda one: self._likes(one.end, stand.down), self.budget,
            margin=self.sight.whim, most=WON, enough=FORCED,
        )  # fmt: skip
        return [EvaluatedLeaf(value, one.end) for value, one in weighed]

    def _key(self, end: SockerLeaf, down: int, ply: int) -> tuple[object, ...]:
        # With the sight: levels of the same weights share their ground, and see differently far.
        return (*end.scene[:3], end.up | down, ply, self._plies, self.sight, self.house.actions)

    def _after(self, end: SockerLeaf, down: int, ply: int, low: float, high: float) -> float:
        """The value of the next turn to the side that makes it, or more than ``high`` when it is more."""
        key, known = self._key(end, down, ply), self.ground.known
        value = known.get(key)
        if value is None:
            if len(self._plies) > 1 and self.budget.late:
                raise DeadlineError
            self.budget.spend()
            value = self._turn_value(self.next_stand(end, down), ply, low, high)
            if low < value < high:  # beyond these it is a bound, which holds for this question only
                if len(known) >= MEMORY:
                    known.clear()
                known[key] = value
        return value

    def _turn_value(self, stand: SockerSearchNode, ply: int, low: float, high: float) -> float:
        if stand not in self._turns:
            turn = self.turn(stand)
            looked = self.looked(turn, stand, self.sight.looks // 2) if turn.goal is None else []
            self._turns[stand] = turn.goal, looked
        goal, found = self._turns[stand]
        if goal is not None:
            return WON - ply  # sooner is better
        plies = self._plies
        if not found or found[0].value < LOST / 2 or ply >= len(plies):
            return found[0].value if found else LOST
        return best_reply(
            takewhile(lambda one: one.value >= LOST / 2, found[: plies[ply]]),
            lambda one, low, high: self._after(one.end, stand.down, ply + 1, low, high), low, high, LOST,
        )  # fmt: skip

    def next_stand(self, end: SockerLeaf, down: int) -> SockerSearchNode:
        """The turn that follows an end, from their side."""
        turf, (ball, foes, fallen, _) = self.turf, end.scene
        turned = turf.turned
        return stand_of(
            turf, turf.flip(ball), turned[foes], turned[fallen], turned[end.up | down], self.house.actions
        )


def stand_of(turf: PitchTables, ball: int, up: int, down: int, foes: int, left: int) -> SockerSearchNode:
    """A turn that begins, with the limit that holds for it."""
    limit = turn_limit(turf.pitch, up, up | down, up | down | foes | 1 << ball)
    return SockerSearchNode(ball, up, down, foes, 0, left, limit)
