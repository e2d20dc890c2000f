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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.search import BEST, hint_budget
from game.games.socker.bot.player import Player, placed, rebuilt
from game.games.socker.bot.search import Ground, TurnEnd, strikes
from game.games.socker.bot.worth import Turf
from game.games.socker.rules import rules
from game.games.socker.rules.actions import actions, legal_moves, turn_limit
from game.games.socker.rules.pitch import Move, Pitch, Verb
from game.games.socker.rules.rules import RULES
from game.games.socker.rules.state import Phase, State, with_entry

EffectKind = Literal[
    "goal", "stops", "unstopped", "ways", "leads", "forward", "free", "sock", "behind", "blocks", "out",
    "back", "goalside", "nearer",
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
"""


class Effect(TypedDict):
    """What a move is good for."""

    kind: EffectKind
    now: NotRequired[bool]
    first: NotRequired[bool]
    later: NotRequired[bool]
    count: NotRequired[int]
    """How many ways or rows."""


class Advice(TypedDict):
    """A move, and what it does, what matters most first."""

    move: str
    effects: list[Effect]


def advised(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> Advice:
    """What the best player would do, within its time or so many turns in reply."""
    state, chance = rebuilt(observation, options), Chance(*seed)
    moves = list(RULES.moves(state))
    if state.phase is Phase.PLACE:
        return {"move": RULES.format_move(placed(state, moves, 1, chance)), "effects": []}
    player = Player(state, BEST, "", hint_budget(nodes))
    move = player.move(moves, chance) if len(moves) > 1 else moves[0]
    effects = list(_effects(player, move)) if state.phase is Phase.PLAY else []
    return {"move": RULES.format_move(move), "effects": effects}


def _effects(player: Player, move: Move) -> Iterator[Effect]:
    state, seat = player.state, player.seat
    after = RULES.apply(state, move).state
    if after.score[seat] > state.score[seat]:
        yield {"kind": "goal", "now": True}
        return
    if player.plan is not None and player.plan.end is None:
        yield {"kind": "goal", "now": False}
    if after.phase is Phase.SPOT:
        yield {"kind": "out"}
    if after.phase is not Phase.PLAY or move.verb is Verb.END:
        return
    ground = player.ground
    before, then = look(state, seat, ground.turf), look(after, seat, ground.turf)
    if player.plan is None or player.plan.end is not None:
        yield from _prospects(player, before, then)
    yield from _here(ground.turf, move, before, then)


def look(state: State, seat: int, turf: Turf) -> TurnEnd:
    """What a seat looks at when a turn ends here."""
    other, ball = 1 - seat, state.ball
    groups = state.up[seat] | state.down[seat], state.up[other], state.down[other]
    if seat == 0:
        return TurnEnd(ball, *groups)
    return TurnEnd(turf.flip(ball), *(turf.turned[group] for group in groups))


def _prospects(player: Player, before: TurnEnd, then: TurnEnd) -> Iterator[Effect]:
    """What comes of it: in their next turn, and in our next one."""
    ground, actions, end = player.ground, player.state.house.actions, then
    threats = ground.threats
    if player.plan is not None and player.plan.end is not None:
        planned = player.plan.end
        down = player.stand(player.state).down
        end = TurnEnd(planned.scene.ball, planned.up | down, planned.scene.foes, planned.scene.fallen)
    if threats.threatened(before, actions):
        if not threats.threatened(then, actions):
            yield {"kind": "stops", "first": False}
        elif threats.threatened(end, actions):
            yield {"kind": "unstopped"}
        else:
            yield {"kind": "stops", "first": True}
    now = ways(ground, before, actions)
    for later, there in enumerate((then, end)):
        found = ways(ground, there, actions)
        if found > now:
            yield {"kind": "ways", "count": found, "later": bool(later)}
            break
    rows = ground.turf.ahead[then.ball] - ground.turf.ahead[end.ball]
    if rows > 0 and then.ball == before.ball:
        yield {"kind": "leads", "count": rows}


def ways(ground: Ground, here: TurnEnd, actions: int) -> int:
    """The ways to a goal of ours in our next turn if they did nothing, none where there is no goal.

    A way is an action with which the shortest goal can begin.
    """
    ball, ours, foes = here.ball, here.ours, here.foes | here.fallen
    least = ground.threats.least(ball, ours, foes, actions)
    if least > actions:
        return 0
    return sum(
        new_ball is None or ground.threats.scores(new_ball, up, others, 0, least - 1)
        for new_ball, up, others in _actions(ground.turf, ball, ours, foes)
        if least > 1 or new_ball is None
    )


def _actions(turf: Turf, ball: int, ours: int, foes: int) -> Iterator[tuple[int | None, int, int]]:
    """After each action of ours: the ball, `None` in their goal, our sockers, and theirs.

    As in `Threats` the limit is left out, and a ball whose row has its centre taken.
    """
    for _actor, target, beyond in strikes(turf, ball, ours, 0, foes):
        rest = turf.rests[beyond]
        if target != ball:
            yield ball, ours, foes ^ 1 << target | 1 << beyond
        elif turf.goal >> beyond & 1:
            yield None, ours, foes
        elif not (turf.own >> beyond | (ours | foes) >> rest) & 1:
            yield rest, ours, foes
    for bit, space in turf.pairs[ours]:
        for other, _ in turf.pairs[turf.around[space] & ~(ours | foes | 1 << ball)]:
            yield ball, ours ^ bit | other, foes


def _here(turf: Turf, move: Move, before: TurnEnd, then: TurnEnd) -> Iterator[Effect]:
    """What it does where it happens."""
    rows = turf.ahead[before.ball] - turf.ahead[then.ball]
    if rows > 0:
        yield {"kind": "forward", "count": rows}
    if before.foes & turf.around[before.ball] and not then.foes & turf.around[then.ball]:
        yield {"kind": "free"}
    if move.verb is Verb.SOCK:
        yield {"kind": "sock"}
    if move.verb is Verb.MOVE:
        came, left = then.ours & ~before.ours, before.ours & ~then.ours
        if _kicks_up(turf, then, came) > _kicks_up(turf, before, left):
            yield {"kind": "behind"}
    if _kicks_down(turf, then) < _kicks_down(turf, before):
        yield {"kind": "blocks"}
    if move.verb is Verb.MOVE:
        ball, start, goal = before.ball, left.bit_length() - 1, came.bit_length() - 1
        if turf.restricted >> start & 1 and not turf.restricted >> goal & 1:
            yield {"kind": "back"}
        if turf.ahead[start] <= turf.ahead[ball] < turf.ahead[goal]:
            yield {"kind": "goalside"}
        if turf.pitch.distance(goal, ball) < turf.pitch.distance(start, ball):
            yield {"kind": "nearer"}


def _kicks_up(turf: Turf, here: TurnEnd, who: int) -> int:
    """How many kicks these have that bring the ball a row up."""
    taken = here.ours | here.foes | here.fallen
    return sum(bool(who & bit) and not taken >> beyond & 1 for bit, beyond in turf.forward[here.ball])


def _kicks_down(turf: Turf, here: TurnEnd) -> int:
    """How many kicks they have that bring the ball a row down."""
    theirs = here.turned(turf)
    return _kicks_up(turf, theirs, theirs.ours)


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
            then = self.of(rules.act(state, move, []))
            for victim, blow in then.socks.items():
                who = actor if move.verb is Verb.MOVE and blow.who == target else blow.who
                _keep(socks, victim, Blow(blow.actions + 1, pitch.distance(who, victim), who))
            if then.goal is not None:
                aside = then.goal.aside + _aside(pitch, legs)
                goal = _better(goal, Goal(then.goal.actions + 1, aside, (*legs, *then.goal.legs)))
        return Reach(socks, goal)

    def _spots(self, state: State) -> Reach:
        """A spot is chosen for the ball: what holds for any of ours, or for each of the other side's."""
        ways = [self.of(rules.spot(state, move, [])) for move in legal_moves(state)]
        socks: dict[int, Blow] = {}
        goal: Goal | None = None
        if state.turn != self._seat:  # only what each of them leaves is certain, and the longest way to it
            for victim in ways[0].socks:
                if all(victim in way.socks for way in ways):
                    socks[victim] = max(way.socks[victim] for way in ways)
            goals = [way.goal for way in ways if way.goal is not None]
            return Reach(socks, max(goals) if len(goals) == len(ways) else None)
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
