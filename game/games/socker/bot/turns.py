"""Every way a turn can end: all positions that the actions of one turn can reach.

The side whose turn it is kicks upwards (`game.games.socker.bot.turf`). Positions are kept by scene, which
is all but our own upright sockers, and within it by where these stand: most ends of a turn differ by steps
alone, and those are cheap to list and to value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple, TypeAlias

from game.games.socker.bot.threats import Threats
from game.games.socker.bot.turf import Turf
from game.games.socker.bot.worth import Worth
from game.games.socker.rules.actions import can_return, rest_of, spot_choices
from game.games.socker.rules.state import NO_BALL, HouseRules, Phase, State

STEP, STRIKE, STOP = 0, 1, 2
"""What the first action of a plan is: a step, a kick or sock, or the end of the turn."""


class Stand(NamedTuple):
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


class Scene(NamedTuple):
    """What a step of ours leaves as it is."""

    ball: int
    foes: int
    fallen: int
    limit: int


class First(NamedTuple):
    """The action that a plan begins with."""

    kind: int
    actor: int = 0
    target: int = 0


class End(NamedTuple):
    """A position in which a turn can end."""

    value: float
    scene: Scene
    up: int
    """Our sockers that were upright all along."""
    first: First


@dataclass(slots=True)
class Group:
    """The positions of one scene: the value of each, and how the way there begins."""

    scene: Scene
    base: float
    """The value of everything but our upright sockers."""
    ours: list[float]
    """The value of one of these, by space."""
    still: int
    """Every space that somebody or something else takes."""
    touch: int
    """The spaces next to the ball or a foe."""
    values: dict[int, float] = field(default_factory=dict)
    firsts: dict[int, First | None] = field(default_factory=dict)


Member: TypeAlias = tuple[Group, int]


class Turn:
    """The search through one turn; made for it, run or aimed once, then read.

    Attributes:
        goal: the first action of the shortest way to a goal of ours, `None` when there is none.
        groups: everything reached, by scene.
    """

    def __init__(self, turf: Turf, house: HouseRules, stand: Stand, worth: Worth) -> None:
        self.turf, self.house, self.stand, self.worth = turf, house, stand, worth
        self.goal: First | None = None
        self.groups: dict[Scene, Group] = {}
        self._next: list[Member] = []
        self._left = 0
        self._over = stand.limit < ((stand.up | stand.down) & turf.restricted).bit_count()

    def run(self, width: int, *, can_stop: bool, short: bool = False) -> Turn:
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

    def aim(self, threats: Threats) -> bool:
        """Look for nothing but a goal, on all ways that may lead to one; whether there is one.

        `run` follows the best looking positions alone, and the way to a goal may look poor.
        """
        stand, frontier = self.stand, [self._root()]
        for left in range(stand.left, 0, -1):
            self._left, self._next = left - 1, []
            self._expand([member for member in frontier if self._may_score(threats, *member)], short=False)
            if self.goal is not None:
                return True
            frontier = self._next
        return False

    def _may_score(self, threats: Threats, group: Group, up: int) -> bool:
        ball, foes, fallen, _ = group.scene
        return threats.scores(ball, up, foes | fallen, self.stand.down, self._left + 1)

    def _root(self) -> Member:
        """Where it begins."""
        stand = self.stand
        root = self._group(Scene(stand.ball, stand.foes, stand.fallen, stand.limit))
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

    def _null_turn(self, root: Group, *, can_stop: bool) -> None:
        """The position as it was is an end too: at once, by a step forth and back, or by passing."""
        up = self.stand.up
        forth = [
            first
            for first in root.firsts.values()
            if first is not None and first.kind == STEP and up >> first.actor & 1
        ]
        passes = len(self.groups) == len(root.values) == 1
        if can_stop or passes:
            root.firsts[up] = First(STOP)
        elif forth and self.stand.left > 1:
            root.firsts[up] = forth[0]
        else:
            del root.firsts[up], root.values[up]

    def best(self, count: int) -> list[End]:
        """So many of the positions in which the turn may end, the best by value, the best first."""
        groups = list(self.groups.values())
        values = [value for group in groups for value in group.values.values()]
        least = min(nlargest(count, values), default=0.0)
        found = [
            End(value, group.scene, up, first)
            for group in groups
            for up, value in group.values.items()
            if value >= least and (first := group.firsts[up]) and self._may_end(up, group)
        ]
        return sorted(found, key=lambda end: -end.value)[:count]

    def _may_end(self, up: int, group: Group) -> bool:
        return not self._over or not self._excess(up, group.scene.limit)

    # Steps.

    def _steps(self, group: Group, up: int, *, short: bool) -> None:
        turf, reached = self.turf, self._next if self._left else None
        values, firsts, around = group.values, group.firsts, turf.around
        value, first = values[up], firsts[up]
        ours, pairs = group.ours, turf.pairs
        empty = ~(up | group.still)
        outside = (up | self.stand.down) & turf.restricted
        careful = bool(outside) and outside.bit_count() >= group.scene.limit
        for bit, space in pairs[up]:
            rest, less = up ^ bit, value - ours[space]
            least = value if short and not careful else -1e9
            for other, goal in pairs[around[space] & empty]:
                new, worth = rest | other, less + ours[goal]
                if worth <= least or new in values or (careful and not self._returns(group, new)):
                    continue
                values[new] = worth
                firsts[new] = first or First(STEP, space, goal)
                if reached is not None:
                    reached.append((group, new))

    def _returns(self, group: Group, up: int) -> bool:
        """Whether steps alone can still meet the limit."""
        excess = self._excess(up, group.scene.limit)
        if not excess:
            return True
        self._over = True
        return can_return(self.turf.pitch, up, up | group.still, excess, self._left)

    def _excess(self, up: int, limit: int) -> int:
        return max(0, ((up | self.stand.down) & self.turf.restricted).bit_count() - limit)

    # Kicks and socks.

    def _strike(self, group: Group, up: int) -> None:
        turf, scene, first = self.turf, group.scene, group.firsts[up]
        around, blows, taken = turf.around, turf.blows, up | group.still
        if up & around[scene.ball]:
            for bit, beyond in blows[scene.ball]:
                if up & bit and not taken >> beyond & 1:
                    begun = first or First(STRIKE, bit.bit_length() - 1, scene.ball)
                    self._kick(scene, up, beyond, begun)
        for foe_bit, foe in turf.pairs[scene.foes | scene.fallen]:
            if up & around[foe]:
                for bit, beyond in blows[foe]:
                    if up & bit and not taken >> beyond & 1:
                        begun = first or First(STRIKE, bit.bit_length() - 1, foe)
                        fallen = scene.fallen & ~foe_bit | 1 << beyond
                        self._reach(Scene(scene.ball, scene.foes & ~foe_bit, fallen, scene.limit), up, begun)

    def _kick(self, scene: Scene, up: int, beyond: int, first: First) -> None:
        turf = self.turf
        if turf.goal >> beyond & 1:
            self.goal = self.goal or first
        elif turf.own >> beyond & 1:
            return
        elif turf.restricted >> beyond & 1:
            for spot, limit in self._laid(scene, up, beyond):
                self._reach(scene._replace(ball=spot, limit=limit), up, first)
        else:
            self._reach(scene._replace(ball=beyond), up, first)

    def _laid(self, scene: Scene, up: int, beyond: int) -> list[tuple[int, int]]:
        """Where a ball that went out can come to lie, and the limit that then holds.

        The other side is taken to choose the spot that is worst for us.
        """
        stand, left, pitch = self.stand, self._left, self.turf.pitch
        state = State(
            self.house, (up, scene.foes), (stand.down, scene.fallen), NO_BALL, Phase.PLAY, 0,
            acts=stand.left, left=left, limit=scene.limit, mover=0,
        )  # fmt: skip
        excess = self._excess(up, scene.limit)
        spot, row = rest_of(state, beyond)
        if not row:
            returns = can_return(pitch, up, state.taken | 1 << spot, excess, left)
            return [(spot, scene.limit)] if returns else []
        if not can_return(pitch, up, state.taken, excess, left):
            return []
        spots = self.turf.squares[spot_choices(state, row)]
        if (scene.foes | scene.fallen) >> pitch.centres[row - 1] & 1:
            spots = (min(spots, key=lambda spot: self._spot_value(scene, up, spot)),)
        kept = [can_return(pitch, up, state.taken | 1 << spot, excess, left) for spot in spots]
        return [(spot, scene.limit + excess * (not keeps)) for spot, keeps in zip(spots, kept, strict=True)]

    def _spot_value(self, scene: Scene, up: int, spot: int) -> float:
        return self.worth.base(spot, scene.foes, scene.fallen) + self._sum(self.worth.ours[spot], up)

    def _reach(self, scene: Scene, up: int, first: First) -> None:
        group = self.groups.get(scene) or self._group(scene)
        if up in group.values or (self._over and not self._returns(group, up)):
            return
        group.values[up] = group.base + self._sum(group.ours, up)
        group.firsts[up] = first
        if self._left:
            self._next.append((group, up))

    def _group(self, scene: Scene) -> Group:
        ball, foes, around = scene.ball, scene.foes | scene.fallen, self.turf.around
        ours = self.worth.ours[ball]
        base = self.worth.base(ball, scene.foes, scene.fallen) + self._sum(ours, self.stand.down)
        touch = around[ball]
        for foe in self.turf.squares[foes]:
            touch |= around[foe]
        group = Group(scene, base, ours, self.stand.down | foes | 1 << ball, touch)
        self.groups[scene] = group
        return group

    def _sum(self, ours: list[float], up: int) -> float:
        return sum([ours[space] for space in self.turf.squares[up]])
