"""Advice for people: the move of the best player, and what it is good for.

What is told is found on the board, not in the values: goals that threaten before and after, the ways to one,
where the ball comes to lie, who is beside it. All of it is seen from the side whose turn it is, which kicks
upwards.

What threatens: whom the other side can sock in its next turn, how it can score, and one's own goals now.

Every action that the rules allow is tried, so the answer is exact: it holds whatever the one who waits does,
who chooses a spot for the ball now and then. A fourth action, which a repeated position would give the other
side, is left out: only the end of this turn decides about it. See rules.md, What threatens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict

from game.core.chance import Chance
from game.core.game import Observation
from game.core.options import Options
from game.core.search import BEST, hint_budget
from game.games.socker.bot.player import Player, placed, rebuilt
from game.games.socker.bot.search import Ground
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


class Look(NamedTuple):
    """Where everybody stands when a turn ends here."""

    ball: int
    ours: int
    """All of ours, who can act in our next turn."""
    foes: int
    """Theirs that can act in their next turn."""
    fallen: int
    """Theirs that lie then."""

    @property
    def taken(self) -> int:
        """The spaces that are not empty."""
        return self.ours | self.foes | self.fallen | 1 << self.ball


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


def look(state: State, seat: int, turf: Turf) -> Look:
    """What a seat looks at when a turn ends here."""
    other, ball = 1 - seat, state.ball
    groups = state.up[seat] | state.down[seat], state.up[other], state.down[other]
    if seat == 0:
        return Look(ball, *groups)
    return Look(turf.flip(ball), *(turf.turned[group] for group in groups))


def _prospects(player: Player, before: Look, then: Look) -> Iterator[Effect]:
    """What comes of it: in their next turn, and in our next one."""
    ground, actions, end = player.ground, player.state.house.actions, then
    if player.plan is not None and player.plan.end is not None:
        planned = player.plan.end
        down = player.stand(player.state).down
        end = Look(planned.scene.ball, planned.up | down, planned.scene.foes, planned.scene.fallen)
    if threatened(ground, before, actions):
        if not threatened(ground, then, actions):
            yield {"kind": "stops", "first": False}
        else:
            yield (
                {"kind": "unstopped"}
                if threatened(ground, end, actions)
                else {"kind": "stops", "first": True}
            )
    now = ways(ground, before, actions)
    for later, there in enumerate((then, end)):
        found = ways(ground, there, actions)
        if found > now:
            yield {"kind": "ways", "count": found, "later": bool(later)}
            break
    rows = ground.turf.ahead[then.ball] - ground.turf.ahead[end.ball]
    if rows > 0 and then.ball == before.ball:
        yield {"kind": "leads", "count": rows}


def threatened(ground: Ground, here: Look, actions: int) -> bool:
    """Whether they score in their next turn if nobody hinders them."""
    turf = ground.turf
    foes, ours, fallen = turf.turned[here.foes], turf.turned[here.ours], turf.turned[here.fallen]
    return ground.threats.scores(turf.flip(here.ball), foes, ours, fallen, actions)


def ways(ground: Ground, here: Look, actions: int) -> int:
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
    """After each action of ours: the ball, `None` in their goal, our sockers, and theirs."""
    taken = ours | foes | 1 << ball
    for bit, beyond in turf.blows[ball]:
        if not ours & bit or taken >> beyond & 1:
            continue
        if turf.goal >> beyond & 1:
            yield None, ours, foes
        elif not turf.own >> beyond & 1:
            out = turf.restricted >> beyond & 1
            rest = turf.pitch.centres[turf.pitch.home_row(beyond) - 1] if out else beyond
            if not taken >> rest & 1 or rest == ball:
                yield rest, ours, foes
    for bit, space in turf.pairs[ours]:
        for other, _ in turf.pairs[turf.around[space] & ~taken]:
            yield ball, ours ^ bit | other, foes
    for foe_bit, foe in turf.pairs[foes]:
        for bit, beyond in turf.blows[foe]:
            if ours & bit and not taken >> beyond & 1:
                yield ball, ours, foes ^ foe_bit | 1 << beyond


def _here(turf: Turf, move: Move, before: Look, then: Look) -> Iterator[Effect]:
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
        yield from _steps(turf, before.ball, left.bit_length() - 1, came.bit_length() - 1)


def _steps(turf: Turf, ball: int, start: int, goal: int) -> Iterator[Effect]:
    """What a step of ours is good for by itself."""
    pitch = turf.pitch
    if turf.restricted >> start & 1 and not turf.restricted >> goal & 1:
        yield {"kind": "back"}
    if turf.ahead[start] <= turf.ahead[ball] < turf.ahead[goal]:
        yield {"kind": "goalside"}
    if pitch.distance(goal, ball) < pitch.distance(start, ball):
        yield {"kind": "nearer"}


def _kicks_up(turf: Turf, here: Look, who: int) -> int:
    """How many kicks these have that bring the ball a row up."""
    return sum(bool(who & bit) and not here.taken >> beyond & 1 for bit, beyond in turf.forward[here.ball])


def _kicks_down(turf: Turf, here: Look) -> int:
    """How many kicks they have that bring the ball a row down."""
    turned = turf.turned
    theirs = Look(turf.flip(here.ball), turned[here.foes], turned[here.ours], turned[here.fallen])
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
