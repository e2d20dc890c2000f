"""Advice for people: the move of the best player and what it is good for (`advised`), and what threatens.

What is told of a move is found on the board, not in the values: goals that threaten before and after, the
ways to one, where the ball comes to lie, who is beside it. All of it is seen from the side whose turn it is,
which kicks upwards.

What threatens (`dangers`) is whom the other side can sock in its next turn, how it can score, and one's own
goals now. Every action that the rules allow is tried, so that answer is exact: it holds whatever the one who
waits does, who chooses a spot for the ball now and then. A fourth action, which a repeated position would
give the other side, is left out: only the end of this turn decides about it. See rules.md, What threatens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

from game.core.game import Observation
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import BEST, Budget, DeadlineError, hint_budget
from game.games.socker.bot import SockerAgent, set_up, state_from_observation
from game.games.socker.bot.evaluation import PitchTables
from game.games.socker.bot.turn_generator import (
    GoalSolver,
    SockerAction,
    SockSolver,
    TurnEndPosition,
    TurnNode,
    goals_of,
    side_of,
)
from game.games.socker.rules import RULES
from game.games.socker.rules.actions import actions, turn_limit
from game.games.socker.rules.pitch import END, Move, Verb, spaces_in
from game.games.socker.rules.state import SockerOptions, SockerPhase, SockerState, with_entry

HINDMOST = 3
"""The last row from our edge on from which a puppet of a set-up guards our end."""
BESIDE = 2
"""One that is no farther from a side, in columns, is at that side."""

ENOUGH = 2
"""So many further effects are looked for: no more are told."""

EffectKind = Literal[
    "goal", "stops", "unstopped", "ways", "leads", "forward", "free", "sock", "behind", "blocks", "out",
    "back", "goalside", "nearer", "holds", "ahead", "safe", "ready", "line", "onward",
    "even", "up", "home", "aside", "done", "guards", "flank",
    "near", "alike", "anew",
]  # fmt: skip
"""What a move can be good for, what matters most first.

- ``goal``: it scores, ``now`` or later in this turn;
- ``stops``: the other side would score in its next turn but for it, or (``first``) but for what it begins;
  ``unstopped``: nothing was found against that;
- ``ways``: so many ways to a goal in our next turn, after it or (``later``) at the end of this turn;
- ``leads``: what it begins brings the ball so many rows on;
- ``forward``: it brings the ball so many rows on; ``free``: nobody of theirs is beside the ball then;
  ``sock``: theirs lies; ``behind``: it can kick forward then; ``blocks``: they have fewer such kicks;
  ``out``: the ball goes out; ``back``: it steps onto the field; ``goalside``: it comes between the ball and
  our end; ``nearer``: to the ball.

Where it is good for none of that:

- ``holds``: in their next turn they can bring the ball so many rows on for certain, and could more if this
  one ended now, or from another spot; ``ahead``: so many can we then in our next one, if they do nothing, and
  could fewer; ``later`` as above; ``safe``: they can sock fewer of ours with their first action; ``ready``:
  we can more of theirs in our next turn;
- ``line``: it steps nearer to the column of the ball, between it and our end; ``onward``: on the other side;
  ``even``: they can bring the ball as far as if this one ended now; ``up``, ``home``, ``aside``: where it
  steps; ``anew``: with it the leg ends, and all set up anew.

A turn that is to end has ``done``: what is left of it can bring the ball no row on; a spot ``holds``,
``leads``, ``free``, and ``alike`` where whoever plays on brings the ball as far from each; a space of a
set-up ``guards`` (it is one of the hindmost), ``flank`` (at a side), ``near``: so many steps from the ball.
"""


class SockerMoveEffect(TypedDict):
    """What a move is good for."""

    kind: EffectKind
    now: NotRequired[bool]
    first: NotRequired[bool]
    later: NotRequired[bool]
    count: NotRequired[int]
    """How many ways or rows."""


class SockerAdvice(TypedDict):
    """A move, and what it does, what matters most first."""

    move: str
    effects: list[SockerMoveEffect]


def advised(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> SockerAdvice:
    """What the best player would do, within its time or so many turns in reply."""
    state, chance = state_from_observation(observation, options), SeededRng(*seed)
    moves = list(RULES.moves(state))
    player = SockerAgent(state, BEST, "", hint_budget(nodes))
    if state.phase is SockerPhase.PLACE:
        move = set_up(state, moves, BEST, hint_budget(nodes), chance)
    else:
        move = player.move(moves, chance) if len(moves) > 1 else moves[0]
    effects: list[SockerMoveEffect] = []
    with suppress(DeadlineError):  # what was found until then is said
        effects.extend(effects_of(player, move, moves))
    return {"move": RULES.format_move(move), "effects": effects}


def effects_of(player: SockerAgent, move: Move, moves: Sequence[Move]) -> Iterator[SockerMoveEffect]:
    """The effects of a move, out of all that are legal; by the plan of the player where it has one.

    Raises:
        DeadlineError: the budget of the player is used up.
    """
    match player.state.phase:
        case SockerPhase.PLACE:
            yield from _of_place(player, move)
        case SockerPhase.SPOT:
            yield from _of_spot(player, move, moves)
        case _ if move.verb is Verb.END:
            yield from _of_end(player)
        case _:
            effect = None
            for effect in _of_action(player, move):
                yield effect
            if effect is None:
                yield from islice(further(player, move), ENOUGH)


def _of_action(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    state, seat = player.state, player.seat
    after = RULES.apply(state, move).state
    if after.score[seat] > state.score[seat]:
        yield {"kind": "goal", "now": True}
        return
    if after.phase is SockerPhase.PLACE:
        yield {"kind": "anew"}
    if player.plan is not None and player.plan.end is None:
        yield {"kind": "goal", "now": False}
    if after.phase is SockerPhase.SPOT:
        yield {"kind": "out"}
    if after.phase is not SockerPhase.PLAY:
        return
    turf = player.ground.turf
    before, then = look(state, seat, turf), look(after, seat, turf)
    if player.plan is None or player.plan.end is not None:
        yield from _prospects(player, before, then)
    yield from _here(turf, move, before, then)


def look(state: SockerState, seat: int, turf: PitchTables) -> TurnEndPosition:
    """What a seat looks at when a turn ends here."""
    other, ball = 1 - seat, state.ball
    groups = state.up[seat] | state.down[seat], state.up[other], state.down[other]
    if seat == 0:
        return TurnEndPosition(ball, *groups)
    return TurnEndPosition(turf.flip(ball), *(turf.turned[group] for group in groups))


def _prospects(
    player: SockerAgent, before: TurnEndPosition, then: TurnEndPosition
) -> Iterator[SockerMoveEffect]:
    """What comes of it: in their next turn, and in our next one."""
    ground, goals, actions = player.ground, player.goals, player.state.actions(1)
    end = _end(player, then)
    if _threatened(goals, before, actions):
        if not _threatened(goals, then, actions):
            yield {"kind": "stops", "first": False}
        elif _threatened(goals, end, actions):
            yield {"kind": "unstopped"}
        else:
            yield {"kind": "stops", "first": True}
    now = ways(goals, before, actions)
    for later, there in enumerate((then, end)):
        found = ways(goals, there, actions)
        if found > now:
            yield {"kind": "ways", "count": found, "later": bool(later)}
            break
    rows = ground.turf.ahead[then.ball] - ground.turf.ahead[end.ball]
    if rows > 0 and then.ball == before.ball:
        yield {"kind": "leads", "count": rows}


def _end(player: SockerAgent, then: TurnEndPosition) -> TurnEndPosition:
    """Where all stand when the turn has gone on as planned, or as it is then."""
    if player.plan is None or player.plan.end is None:
        return then
    scene, down = player.plan.end.scene, player.stand(player.state).down
    return TurnEndPosition(scene.ball, player.plan.end.up | down, scene.foes, scene.fallen)


def further(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    """What comes of an action in the turns that follow, and where a puppet goes."""
    state, turf = player.state, player.ground.turf
    after = RULES.apply(state, move).state
    if after.phase is not SockerPhase.PLAY:
        return
    before, then = (look(one, player.seat, turf) for one in (state, after))
    goals, actions = player.goals, state.actions(1)
    (theirs, ours), *follow = (
        follows(goals, one, actions, actions) for one in (before, then, _end(player, then))
    )
    held = theirs.rows()
    for later, (there, _ours) in enumerate(follow):
        if not there.brings(held):
            yield {"kind": "holds", "count": there.rows(), "later": bool(later)}
            break
    reached = ours.rows()
    for later, (_theirs, there) in enumerate(follow):
        if there.brings(reached + 1):
            yield {"kind": "ahead", "count": there.rows(), "later": bool(later)}
            break
    next_theirs, next_ours = follow[0]
    if next_theirs.socks() < theirs.socks():
        yield {"kind": "safe"}
    if next_ours.socks() > ours.socks():
        yield {"kind": "ready"}
    steps = [one.bit_length() - 1 for one in (before.ours & ~then.ours, then.ours & ~before.ours) if one]
    if steps:
        column, middle, ahead = turf.pitch.column, turf.pitch.column(then.ball), turf.ahead
        start, goal = steps
        if abs(column(goal) - middle) < abs(column(start) - middle) and ahead[goal] != ahead[then.ball]:
            yield {"kind": "line" if ahead[goal] > ahead[then.ball] else "onward"}
    if next_theirs.brings(held) and not next_theirs.brings(held + 1):
        yield {"kind": "even"}
    if steps:
        rows = ahead[start] - ahead[goal]
        yield {"kind": "up" if rows > 0 else "home" if rows < 0 else "aside"}


class TurnProspect(NamedTuple):
    """What a side can do in its next turn, if the other did nothing before."""

    goals: GoalSolver
    here: TurnNode
    down: int
    actions: int

    def rows(self) -> int:
        """How many rows it can bring the ball on for certain."""
        return self.goals.rows(self.here, self.down, self.actions)

    def brings(self, rows: int) -> bool:
        """Whether it can bring the ball on so many rows, mostly known sooner than how many it can."""
        goals, here, down, actions = self
        row = goals.side.ahead[here.ball] - rows
        return row >= 0 and any(
            goals.can(here, down, within, actions - within, row) for within in range(1, actions + 1)
        )

    def socks(self) -> int:
        """How many of the other side's it can sock with its first action."""
        nexts = self.goals.nexts(self.here, self.down, self.actions - 1)
        return len({then.acts[0].target for then in nexts if then.acts[0].verb == "sock"})


def follows(
    goals: GoalSolver, end: TurnEndPosition, their: int, our: int
) -> tuple[TurnProspect, TurnProspect]:
    """Their next turn of `their` actions, and ours of `our`."""
    other = end.turned(goals.side.turf)
    theirs = goals.side.began(other.ball, other.ours, other.fallen, other.foes)
    ours = goals.side.began(end.ball, end.ours, 0, end.foes, end.fallen)
    return TurnProspect(goals, theirs, other.fallen, their), TurnProspect(goals, ours, 0, our)


def _of_end(player: SockerAgent) -> Iterator[SockerMoveEffect]:
    """What is good about ending the turn."""
    state, turf = player.state, player.ground.turf
    if RULES.apply(state, END).state.phase is SockerPhase.PLACE:
        yield {"kind": "anew"}
        return
    stand = player.stand(state)
    goals = player.goals
    here = TurnNode(stand.ball, stand.up, stand.foes, stand.fallen, state.limit)
    if not goals.rows(here, stand.down, state.left):
        yield {"kind": "done"}
    actions = state.actions(1)
    theirs, _ours = follows(goals, look(state, player.seat, turf), actions, actions)
    rows = theirs.rows()
    if rows < actions:
        yield {"kind": "holds", "count": rows, "later": False}


def _of_spot(player: SockerAgent, move: Move, moves: Sequence[Move]) -> Iterator[SockerMoveEffect]:
    """What is good about a spot for the ball, against the others."""
    state, seat, turf = player.state, player.seat, player.ground.turf
    after = RULES.apply(state, move).state
    if after.phase is not SockerPhase.PLAY:
        yield {"kind": "anew"}
        return
    budget = player.thought.budget
    lacking = {one: _lacking(RULES.apply(state, one).state, budget) for one in moves}
    least, here = lacking[move], side_of(state.house.pitch, after.mover).ahead[after.ball]
    if after.mover == seat and not least:
        yield {"kind": "goal", "now": False}
    elif after.mover == seat and least < max(lacking.values()) and here > least:
        yield {"kind": "leads", "count": here - least}
    elif after.mover != seat and least > min(lacking.values()):
        yield {"kind": "holds", "count": here - least, "later": False}
    elif len(set(lacking.values())) == 1:
        yield {"kind": "alike"}
    then = look(after, seat, turf)
    if not (then.foes | then.fallen) & turf.around[then.ball]:
        yield {"kind": "free"}


def _of_place(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    """Where a space of a set-up lies; seen from the side that kicks upwards."""
    pitch, turf = player.state.house.pitch, player.ground.turf
    space = pitch.numbers[move.target]
    space = turf.flip(space) if player.seat else space
    if pitch.row(space) <= HINDMOST:
        yield {"kind": "guards"}
    elif not BESIDE < pitch.column(space) < pitch.columns - 1 - BESIDE:
        yield {"kind": "flank"}
    yield {"kind": "near", "count": pitch.distance(space, pitch.centre)}


def _lacking(state: SockerState, budget: Budget) -> int:
    """How near to its goal, in rows, the side to act can bring the ball for certain in its turn."""
    goals, here = _turn_of(state)
    return goals.side.ahead[here.ball] - goals.within(budget).rows(here, state.down[state.mover], state.left)


def _turn_of(state: SockerState) -> tuple[GoalSolver, TurnNode]:
    """What answers for the side whose turn it is, and where all stand for it."""
    seat = state.mover
    here = TurnNode(state.ball, state.up[seat], state.up[1 - seat], state.down[1 - seat], state.limit)
    return goals_of(state.house, seat), here


def _threatened(goals: GoalSolver, end: TurnEndPosition, actions: int) -> bool:
    """Whether the other side scores for certain in its next turn, if nobody hinders it."""
    theirs = end.turned(goals.side.turf)
    start = goals.side.began(theirs.ball, theirs.ours, theirs.fallen, theirs.foes)
    return goals.can(start, theirs.fallen, actions)


def ways(goals: GoalSolver, here: TurnEndPosition, actions: int) -> int:
    """The ways to a goal of ours in our next turn if they did nothing, none where there is no goal.

    A way is an action with which the shortest goal can begin.
    """
    start = goals.side.began(here.ball, here.ours, 0, here.foes, here.fallen)
    return len(goals.openings(start, 0, actions))


def _here(
    turf: PitchTables, move: Move, before: TurnEndPosition, then: TurnEndPosition
) -> Iterator[SockerMoveEffect]:
    """What it does where it happens."""
    rows = turf.ahead[before.ball] - turf.ahead[then.ball]
    if rows > 0:
        yield {"kind": "forward", "count": rows}
    if before.foes & turf.around[before.ball] and not (then.foes | then.fallen) & turf.around[then.ball]:
        yield {"kind": "free"}
    if move.verb is Verb.SOCK:
        yield {"kind": "sock"}
    if move.verb is Verb.MOVE:
        came, left = then.ours & ~before.ours, before.ours & ~then.ours
        if kicks_up(turf, then, came) > kicks_up(turf, before, left):
            yield {"kind": "behind"}
    if kicks_down(turf, then) < kicks_down(turf, before):
        yield {"kind": "blocks"}
    if move.verb is Verb.MOVE:
        ball, start, goal = before.ball, left.bit_length() - 1, came.bit_length() - 1
        if turf.restricted >> start & 1 and not turf.restricted >> goal & 1:
            yield {"kind": "back"}
        if turf.ahead[start] <= turf.ahead[ball] < turf.ahead[goal]:
            yield {"kind": "goalside"}
        if turf.pitch.distance(goal, ball) < turf.pitch.distance(start, ball):
            yield {"kind": "nearer"}


def kicks_up(turf: PitchTables, here: TurnEndPosition, who: int) -> int:
    """How many kicks these have that bring the ball a row up."""
    taken = here.ours | here.foes | here.fallen
    return sum(
        bool(who & bit) and not taken >> beyond & 1
        for bit, beyond in turf.blows[here.ball]
        if beyond // turf.columns > here.ball // turf.columns
    )


def kicks_down(turf: PitchTables, here: TurnEndPosition) -> int:
    """How many kicks they have that bring the ball a row down."""
    theirs = here.turned(turf)
    return kicks_up(turf, theirs, theirs.ours)


Leg: TypeAlias = tuple[int, int]
"""A kick: the spaces from which and to which the ball goes."""


class ThreatReport(TypedDict):
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


class SockOption(NamedTuple):
    """How somebody can be socked: least is best."""

    actions: int
    far: int
    """How far the one who socks stands from it, in steps."""
    who: int
    """The space on which that one stands."""


class GoalOption(NamedTuple):
    """How a goal can be scored: least is best."""

    actions: int
    aside: int
    """How many columns the ball goes to either side: of equal ways the straightest."""
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class TurnReach:
    """What a side can do for certain in the rest of its turn."""

    socks: dict[int, SockOption]
    """By the space of each upright one of the other side."""
    goal: GoalOption | None


def reach(state: SockerState) -> TurnReach:
    """What the side whose turn it is can do for certain in the rest of it."""
    goals, here = _turn_of(state)
    reaching = _ReachSearch(goals, state.house, state.down[state.mover])
    blows = {victim: reaching.blow(victim, here, state.left) for victim in spaces_in(here.foes)}
    socks = {victim: blow for victim, blow in blows.items() if blow is not None}
    return TurnReach(socks, reaching.goal(here, state.left))


def sure_goal(state: SockerState) -> GoalOption | None:
    """The shortest sure goal of the side whose turn it is, in the rest of it."""
    goals, here = _turn_of(state)
    return _ReachSearch(goals, state.house, state.down[state.mover]).goal(here, state.left)


Found = TypeVar("Found", SockOption, GoalOption)


class _ReachSearch:
    """Finds the shortest ways of a side in a turn, with those of its own that lie.

    `GoalSolver` and `SockSolver` say whether there is one, and within how many actions, so that no other is
    gone.
    """

    def __init__(self, goals: GoalSolver, house: SockerOptions, down: int) -> None:
        self._goals, self._down = goals, down
        self._socks = SockSolver(goals.side, house)
        self._pitch = house.pitch
        self._blows: dict[tuple[int, TurnNode, int], SockOption | None] = {}
        self._ways: dict[tuple[TurnNode, int], GoalOption | None] = {}

    def goal(self, here: TurnNode, left: int) -> GoalOption | None:
        """The shortest sure goal, the straightest of these."""
        key = here, left
        if key not in self._ways:
            can, down = self._goals.can, self._down
            least = next((n for n in range(1, left + 1) if can(here, down, n, left - n)), 0)
            self._ways[key] = self._goal(here, left, least) if least else None
        return self._ways[key]

    def _goal(self, here: TurnNode, left: int, least: int) -> GoalOption | None:
        found: dict[tuple[SockerAction, ...], list[GoalOption | None]] = {}
        for then in self._goals.nexts(here, self._down, left - 1):
            act = then.acts[0]
            legs = _legs(act)
            aside = sum(abs(self._pitch.column(start) - self._pitch.column(end)) for start, end in legs)
            way = None
            if then.here is None:
                way = GoalOption(1, aside, legs)
            elif self._goals.can(then.here, self._down, least - 1, left - least):
                later = self.goal(then.here, left - 1)
                way = later and GoalOption(later.actions + 1, later.aside + aside, (*legs, *later.legs))
            found.setdefault(then.chosen, []).append(way)
        return _soonest(found)

    def blow(self, victim: int, here: TurnNode, left: int) -> SockOption | None:
        """How one of the other side who stands can be socked soonest, by whoever is nearest of these."""
        key = victim, here, left
        if key not in self._blows:
            can, down = self._socks.can, self._down
            least = next((n for n in range(1, left + 1) if can(here, down, n, left - n, victim)), 0)
            self._blows[key] = self._blow(victim, here, left, least) if least else None
        return self._blows[key]

    def _blow(self, victim: int, here: TurnNode, left: int, least: int) -> SockOption | None:
        found: dict[tuple[SockerAction, ...], list[SockOption | None]] = {}
        for then in self._goals.nexts(here, self._down, left - 1):
            act = then.acts[0]
            way = None
            if act.verb == "sock" and act.target == victim:
                way = SockOption(1, 1, act.actor)
            elif then.here is not None and self._socks.can(
                then.here, self._down, least - 1, left - least, victim
            ):
                later = self.blow(victim, then.here, left - 1)
                if later is not None:
                    who = act.actor if act.verb == "move" and later.who == act.target else later.who
                    way = SockOption(later.actions + 1, self._pitch.distance(who, victim), who)
            found.setdefault(then.chosen, []).append(way)
        return _soonest(found)


def _soonest(found: Mapping[tuple[SockerAction, ...], Sequence[Found | None]]) -> Found | None:
    """The best of these that is sure: of what the other side chooses among the worst."""
    sure = [[way for way in ways if way is not None] for ways in found.values() if None not in ways]
    return min(map(max, sure), default=None)


def _legs(act: SockerAction) -> tuple[Leg, ...]:
    """The way of the ball in an action."""
    return ((act.target, 2 * act.target - act.actor),) if act.verb == "kick" else ()


def their_turn(state: SockerState) -> SockerState | None:
    """The other side's turn if this one ended now; `None` where it gets none."""
    seat, house = state.mover, state.house
    if not house.by_goals and state.turns + 1 == house.turns:
        return None
    other, up = 1 - seat, with_entry(state.up, seat, state.sockers[seat])
    state = replace(state, up=up, down=with_entry(state.down, seat, 0), turn=other, mover=other)
    limit = turn_limit(house.pitch, up[other], state.sockers[other], state.taken)
    acts = state.actions(1)
    return replace(state, acts=acts, left=acts, leg=state.leg + 1, limit=limit)


def dangers(observation: Observation, options: Options) -> ThreatReport:
    """What threatens the side whose turn it is, and how it can score itself."""
    state = state_from_observation(observation, options)
    if state.phase is not SockerPhase.PLAY:
        return {"socks": [], "goal": [], "own": [], "kicks": []}
    names, seat, pitch = state.house.pitch.names, state.turn, state.house.pitch

    def told(goal: GoalOption | None) -> list[tuple[str, str]]:
        return [(names[start], names[end]) for start, end in goal.legs] if goal is not None else []

    own, theirs = reach(state), their_turn(state)
    threat = reach(theirs) if theirs is not None else TurnReach({}, None)
    by_worst = sorted(threat.socks.items(), key=lambda sock: (pitch.distance(sock[0], state.ball), sock[0]))
    kicks = [
        (move.actor, 2 * pitch.numbers[move.target] - pitch.numbers[move.actor])
        for move in actions(state)
        if move.verb is Verb.KICK
    ]
    return {
        "socks": [(names[blow.who], names[victim]) for victim, blow in by_worst],
        "goal": told(threat.goal),
        "own": told(own.goal),
        "kicks": [(who, names[end]) for who, end in kicks if pitch.goals[seat] >> end & 1],
    }
