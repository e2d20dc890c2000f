"""What threatens: whom the other side can sock in its next turn, how it can score, and one's own goals now.

Every action that the rules allow is tried, so the answer is exact: it holds whatever the one who waits does,
who chooses a spot for the ball now and then. A fourth action, which a repeated position would give the other
side, is left out: only the end of this turn decides about it. See rules.md, What threatens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, TypedDict

from game.core.game import Observation
from game.core.options import Options
from game.games.socker.bot import rebuilt
from game.games.socker.rules import flow
from game.games.socker.rules.actions import actions, legal_moves, turn_limit
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.pitch import Pitch
from game.games.socker.rules.state import Phase, State, with_entry

Leg: TypeAlias = tuple[int, int]
"""A kick: the spaces from which and to which the ball goes."""


class Danger(TypedDict):
    """What threatens at a moment of somebody's turn; spaces are names as in ``c7``."""

    socks: list[tuple[str, str]]
    """For each puppet that the other side can sock if the turn ended now: who can, and which it is.

    Those nearest to the ball come first.
    """
    goal: list[tuple[str, str]]
    """The ball's shortest way to the other side's goal then, kick by kick; empty where it cannot score."""
    own: list[tuple[str, str]]
    """The ball's shortest way to one's own goal in what is left of this turn."""
    kicks: list[tuple[str, str]]
    """One's own kicks that score at once: who kicks, and where the ball goes."""


class Blow(NamedTuple):
    """How somebody can be socked: least is best."""

    actions: int
    far: int
    """How far the one who socks stands from it, in steps."""
    who: int
    """The space on which that one stands."""


class Goal(NamedTuple):
    """How a goal can be scored: least is best."""

    actions: int
    aside: int
    """How many columns the ball goes to either side: of equal ways the straightest."""
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """What a side can do for certain in the rest of its turn."""

    socks: dict[int, Blow]
    """By the space of each upright one of the other side."""
    goal: Goal | None


class Reaching:
    """Finds out what a side can do in a turn."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._known: dict[tuple[object, ...], Reach] = {}

    def of(self, state: State) -> Reach:
        """What can be done from here."""
        key = (state.up, state.down, state.ball, state.left, state.limit, state.row)
        found = self._known.get(key)
        if found is None:
            found = self._spots(state) if state.phase is Phase.SPOT else self._turn(state)
            self._known[key] = found
        return found

    def _turn(self, state: State) -> Reach:
        pitch, foe = state.house.pitch, 1 - self._seat
        socks: dict[int, Blow] = {}
        goal: Goal | None = None
        for move in actions(state):
            actor, target = pitch.numbers[move.actor], pitch.numbers[move.target]
            legs: tuple[Leg, ...] = ()
            if move.verb is Verb.SOCK:
                # Whoever was socked before lies; an upright one stands where it stood at the beginning.
                if state.up[foe] >> target & 1:
                    _keep(socks, target, Blow(1, 1, actor))
            elif move.verb is Verb.KICK:
                beyond = 2 * target - actor
                legs = ((target, beyond),)
                if pitch.goals[self._seat] >> beyond & 1:
                    goal = _better(goal, Goal(1, _aside(pitch, legs), legs))
                if (pitch.goals[0] | pitch.goals[1]) >> beyond & 1:
                    continue
            if state.left == 1:
                continue
            then = self.of(flow.act(state, move, []))
            for victim, blow in then.socks.items():
                who = actor if move.verb is Verb.MOVE and blow.who == target else blow.who
                _keep(socks, victim, Blow(blow.actions + 1, pitch.distance(who, victim), who))
            if then.goal is not None:
                aside = then.goal.aside + _aside(pitch, legs)
                goal = _better(goal, Goal(then.goal.actions + 1, aside, (*legs, *then.goal.legs)))
        return Reach(socks, goal)

    def _spots(self, state: State) -> Reach:
        """A spot is chosen for the ball: what holds for any of ours, or for each of the other side's."""
        ways = [self.of(flow.spot(state, move, [])) for move in legal_moves(state)]
        if state.turn != self._seat:
            return Reach(_in_all(ways), _surely(way.goal for way in ways))
        socks: dict[int, Blow] = {}
        goal: Goal | None = None
        for way in ways:
            for victim, blow in way.socks.items():
                _keep(socks, victim, blow)
            goal = _better(goal, way.goal)
        return Reach(socks, goal)


def _aside(pitch: Pitch, legs: tuple[Leg, ...]) -> int:
    return sum(abs(pitch.column(start) - pitch.column(end)) for start, end in legs)


def _keep(socks: dict[int, Blow], victim: int, blow: Blow) -> None:
    socks[victim] = min(blow, socks.get(victim, blow))


def _better(one: Goal | None, other: Goal | None) -> Goal | None:
    return min((goal for goal in (one, other) if goal is not None), default=None)


def _surely(goals: Iterable[Goal | None]) -> Goal | None:
    """The longest of all, where there is one each time."""
    found = list(goals)
    known = [goal for goal in found if goal is not None]
    return max(known) if len(known) == len(found) else None


def _in_all(ways: list[Reach]) -> dict[int, Blow]:
    first, *others = (way.socks for way in ways)
    return {
        victim: max(socks[victim] for socks in (first, *others))
        for victim in first
        if all(victim in socks for socks in others)
    }


def their_turn(state: State) -> State | None:
    """The other side's turn if this one ended now; `None` where it gets none."""
    seat, house = state.mover, state.house
    if not house.by_goals and state.turns + 1 == house.turns:
        return None
    other, up = 1 - seat, with_entry(state.up, seat, state.sockers[seat])
    state = replace(state, up=up, down=with_entry(state.down, seat, 0), turn=other, mover=other)
    limit = turn_limit(house.pitch, up[other], state.sockers[other], state.taken)
    return replace(state, acts=house.actions, left=house.actions, limit=limit)


def dangers(observation: Observation, options: Options) -> Danger:
    """What threatens the side whose turn it is, and how it can score itself."""
    state = rebuilt(observation, options)
    if state.phase is not Phase.PLAY:
        return {"socks": [], "goal": [], "own": [], "kicks": []}
    names, seat, pitch = state.house.pitch.names, state.turn, state.house.pitch

    def told(goal: Goal | None) -> list[tuple[str, str]]:
        return [(names[start], names[end]) for start, end in goal.legs] if goal is not None else []

    own, theirs = Reaching(seat).of(state), their_turn(state)
    threat = Reaching(1 - seat).of(theirs) if theirs is not None else Reach({}, None)
    row, column = divmod(state.ball, pitch.columns)

    def far(victim: int) -> int:
        return max(abs(victim // pitch.columns - row), abs(victim % pitch.columns - column))

    by_worst = sorted(threat.socks.items(), key=lambda sock: (far(sock[0]), sock[0]))
    return {
        "socks": [(names[blow.who], names[victim]) for victim, blow in by_worst],
        "goal": told(threat.goal),
        "own": told(own.goal),
        "kicks": [(move.actor, names[end]) for move, end in _kicks(state) if pitch.goals[seat] >> end & 1],
    }


def _kicks(state: State) -> list[tuple[Move, int]]:
    """The kicks that can be made now, and where each brings the ball."""
    numbers = state.house.pitch.numbers
    kicks = [move for move in actions(state) if move.verb is Verb.KICK]
    return [(move, 2 * numbers[move.target] - numbers[move.actor]) for move in kicks]
