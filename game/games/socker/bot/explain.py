"""Hints: the move of the best bot with its reasons (`advised`), and threats (`dangers`).

Reasons are found on the board, not in the values: goals that threaten before and after, lines to a goal, the
position of the ball, puppets next to it. They are seen from the side whose turn it is, which kicks upwards.

Threats are the puppets that the opponent can sock in its next turn, how it can score, and the goals of the
player's turn. All legal actions are tried, so the result is exact for any choice of a spot for the ball by
the waiting side. A fourth action of the opponent after a repeated position is ignored, because it depends on
how this turn ends. See rules.md, What threatens.
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
from game.core.search import BEST_LEVEL, Budget, DeadlineError, hint_budget
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
from game.games.socker.rules.pitch import END_MOVE, Move, Verb, spaces_in
from game.games.socker.rules.state import SockerOptions, SockerPhase, SockerState, with_entry

MAX_GUARD_ROW = 3  # last row from our end on which a puppet in the set-up guards it
MAX_SIDE_DISTANCE = 2  # maximum distance from a side, in columns, that counts as at the side

MAX_EFFECTS = 2  # maximum further effects

EffectKind = Literal[
    "goal", "stops", "unstopped", "ways", "leads", "forward", "free", "sock", "behind", "blocks", "out",
    "back", "goalside", "nearer", "holds", "ahead", "safe", "ready", "line", "onward",
    "even", "up", "home", "aside", "done", "guards", "flank",
    "near", "alike", "new_setup",
]  # fmt: skip
"""Kinds of effects of a move, the most important first.

- ``goal``: it scores, ``now`` or later in this turn;
- ``stops``: it prevents a goal in the opponent's next turn, or (``first``) begins a line that does;
  ``unstopped``: no prevention was found;
- ``ways``: number of lines to a goal in our next turn, after the move or (``later``) at the end of this turn;
- ``leads``: number of rows by which the line it begins brings the ball forward;
- ``forward``: number of rows by which it brings the ball forward; ``free``: no opponent is next to the ball
  afterwards; ``sock``: an opponent falls; ``behind``: the puppet can kick forward afterwards; ``blocks``: the
  opponent has fewer forward kicks; ``out``: the ball goes out; ``back``: it steps onto the field;
  ``goalside``: it comes between the ball and our end; ``nearer``: nearer to the ball.

If it has none of these effects:

- ``holds``: number of rows by which the opponent can certainly bring the ball forward in its next turn, fewer
  than if this turn ended now, or than from another spot; ``ahead``: number of rows that we can gain in our
  next turn if the opponent does nothing, more than before; ``later`` as above; ``safe``: the opponent can
  sock fewer of ours with its first action; ``ready``: we can sock more of theirs in our next turn;
- ``line``: it steps nearer to the column of the ball, between it and our end; ``onward``: on the other side;
  ``even``: the opponent can bring the ball as far as if this turn ended now; ``up``, ``home``, ``aside``:
  direction of the step; ``new_setup``: it ends the leg with a new set-up.

Ending the turn has ``done``: the rest of the turn cannot gain a row. A spot has ``holds``, ``leads``,
``free``, and ``alike`` if the ball gets equally far from each spot. A space of a set-up has ``guards`` (it is
one of the rearmost), ``flank`` (at a side) or ``near``: number of steps from the ball.
"""


class SockerMoveEffect(TypedDict):
    """An effect of a move."""

    kind: EffectKind
    now: NotRequired[bool]
    first: NotRequired[bool]
    later: NotRequired[bool]
    count: NotRequired[int]  # number of lines or rows


class SockerAdvice(TypedDict):
    """A move and its effects, the most important first."""

    move: str
    effects: list[SockerMoveEffect]


def find_advice(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> SockerAdvice:
    """Best move of the strongest level with its effects, within its time limit or ``nodes`` replies."""
    state, rng = state_from_observation(observation, options), SeededRng(*seed)
    moves = list(RULES.moves(state))
    player = SockerAgent(state, BEST_LEVEL, hint_budget(nodes))
    if state.phase is SockerPhase.PLACE:
        move = set_up(state, moves, BEST_LEVEL, hint_budget(nodes), rng)
    else:
        move = player.move(moves, rng) if len(moves) > 1 else moves[0]
    effects: list[SockerMoveEffect] = []
    with suppress(DeadlineError):  # effects found before the deadline are kept
        effects.extend(effects_of(player, move, moves))
    return {"move": RULES.format_move(move), "effects": effects}


def effects_of(player: SockerAgent, move: Move, moves: Sequence[Move]) -> Iterator[SockerMoveEffect]:
    """Yields the effects of a move, by the bot's plan if it has one. May raise `DeadlineError`."""
    match player.state.phase:
        case SockerPhase.PLACE:
            yield from _place_effects(player, move)
        case SockerPhase.SPOT:
            yield from _spot_effects(player, move, moves)
        case _ if move.verb is Verb.END:
            yield from _end_effects(player)
        case _:
            effect = None
            for effect in _action_effects(player, move):
                yield effect
            if effect is None:
                yield from islice(further(player, move), MAX_EFFECTS)


def _action_effects(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    """Yield the effects of a step, kick or sock, without those of `further`."""
    state, seat = player.state, player.seat
    after = RULES.apply(state, move).state
    if after.score[seat] > state.score[seat]:
        yield {"kind": "goal", "now": True}
        return
    if after.phase is SockerPhase.PLACE:
        yield {"kind": "new_setup"}
    if player.plan is not None and player.plan.end is None:
        yield {"kind": "goal", "now": False}
    if after.phase is SockerPhase.SPOT:
        yield {"kind": "out"}
    if after.phase is not SockerPhase.PLAY:
        return
    tables = player.ground.turf
    before, end = look(state, seat, tables), look(after, seat, tables)
    if player.plan is None or player.plan.end is not None:
        yield from _prospect_effects(player, before, end)
    yield from _immediate_effects(tables, move, before, end)


def look(state: SockerState, seat: int, tables: PitchTables) -> TurnEndPosition:
    """Position of a state as an end of a turn, from the view of ``seat``: rows reversed for seat 1."""
    opponent, ball = 1 - seat, state.ball
    groups = state.upright[seat] | state.fallen[seat], state.upright[opponent], state.fallen[opponent]
    if seat == 0:
        return TurnEndPosition(ball, *groups)
    return TurnEndPosition(tables.flip(ball), *(tables.flipped_sets[group] for group in groups))


def _prospect_effects(
    player: SockerAgent, before: TurnEndPosition, after: TurnEndPosition
) -> Iterator[SockerMoveEffect]:
    """Yields effects on the next turns: ``stops`` or ``unstopped``, then ``ways``, then ``leads``."""
    context, goals, actions = player.ground, player.goals, player.state.actions(1)
    end = _end(player, after)
    if _is_threatened(goals, before, actions):
        if not _is_threatened(goals, after, actions):
            yield {"kind": "stops", "first": False}
        elif _is_threatened(goals, end, actions):
            yield {"kind": "unstopped"}
        else:
            yield {"kind": "stops", "first": True}
    count_before = ways(goals, before, actions)
    for later, position in enumerate((after, end)):
        count = ways(goals, position, actions)
        if count > count_before:
            yield {"kind": "ways", "count": count, "later": bool(later)}
            break
    rows = context.turf.ahead[after.ball] - context.turf.ahead[end.ball]
    if rows > 0 and after.ball == before.ball:
        yield {"kind": "leads", "count": rows}


def _end(player: SockerAgent, after: TurnEndPosition) -> TurnEndPosition:
    """Position at the end of the planned turn. Without a plan, or if it scores, the one after the move."""
    if player.plan is None or player.plan.end is None:
        return after
    scene, down = player.plan.end.scene, player.stand(player.state).down
    return TurnEndPosition(scene.ball, player.plan.end.up | down, scene.foes, scene.fallen)


def further(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    """Yields effects from ``holds`` to ``even``, then the direction of a step. Nothing outside play."""
    state, tables = player.state, player.ground.turf
    after = RULES.apply(state, move).state
    if after.phase is not SockerPhase.PLAY:
        return
    before, end = (look(board, player.seat, tables) for board in (state, after))
    goals, actions = player.goals, state.actions(1)
    (theirs, ours), *follow = (
        follows(goals, position, actions, actions) for position in (before, end, _end(player, end))
    )
    rows_before = theirs.rows()
    for later, (prospect, _ours) in enumerate(follow):
        if not prospect.brings(rows_before):
            yield {"kind": "holds", "count": prospect.rows(), "later": bool(later)}
            break
    reached = ours.rows()
    for later, (_theirs, prospect) in enumerate(follow):
        if prospect.brings(reached + 1):
            yield {"kind": "ahead", "count": prospect.rows(), "later": bool(later)}
            break
    next_theirs, next_ours = follow[0]
    if next_theirs.socks() < theirs.socks():
        yield {"kind": "safe"}
    if next_ours.socks() > ours.socks():
        yield {"kind": "ready"}
    steps = [group.bit_length() - 1 for group in (before.ours & ~end.ours, end.ours & ~before.ours) if group]
    if steps:
        column, middle, ahead = tables.pitch.column, tables.pitch.column(end.ball), tables.ahead
        start, goal = steps
        if abs(column(goal) - middle) < abs(column(start) - middle) and ahead[goal] != ahead[end.ball]:
            yield {"kind": "line" if ahead[goal] > ahead[end.ball] else "onward"}
    if next_theirs.brings(rows_before) and not next_theirs.brings(rows_before + 1):
        yield {"kind": "even"}
    if steps:
        rows = ahead[start] - ahead[goal]
        yield {"kind": "up" if rows > 0 else "home" if rows < 0 else "aside"}


class TurnProspect(NamedTuple):
    """Options of a side in its next turn, if the opponent does nothing before."""

    goals: GoalSolver
    node: TurnNode
    down: int
    actions: int

    def rows(self) -> int:
        """Rows by which it can certainly bring the ball forward."""
        return self.goals.rows(self.node, self.down, self.actions)

    def brings(self, rows: int) -> bool:
        """True if it can certainly bring the ball forward by at least ``rows``. Mostly faster than `rows`."""
        goals, node, down, actions = self
        row = goals.side.ahead[node.ball] - rows
        return row >= 0 and any(
            goals.can(node, down, within, actions - within, row) for within in range(1, actions + 1)
        )

    def socks(self) -> int:
        """Number of opponents that it can sock with its first action."""
        nexts = self.goals.nexts(self.node, self.down, self.actions - 1)
        return len({successor.acts[0].target for successor in nexts if successor.acts[0].verb == "sock"})


def follows(
    goals: GoalSolver, end: TurnEndPosition, their: int, our: int
) -> tuple[TurnProspect, TurnProspect]:
    """Prospects of the opponent's next turn with ``their`` actions, and of ours with ``our``."""
    flipped = end.flipped(goals.side.turf)
    theirs = goals.side.began(flipped.ball, flipped.ours, flipped.fallen, flipped.foes)
    ours = goals.side.began(end.ball, end.ours, 0, end.foes, end.fallen)
    return TurnProspect(goals, theirs, flipped.fallen, their), TurnProspect(goals, ours, 0, our)


def _end_effects(player: SockerAgent) -> Iterator[SockerMoveEffect]:
    """Yields the effects of ending the turn: ``new_setup`` alone, or ``done`` and ``holds`` if they apply."""
    state, tables = player.state, player.ground.turf
    if RULES.apply(state, END_MOVE).state.phase is SockerPhase.PLACE:
        yield {"kind": "new_setup"}
        return
    stand = player.stand(state)
    goals = player.goals
    turn_node = TurnNode(stand.ball, stand.up, stand.foes, stand.fallen, state.off_field_limit)
    if not goals.rows(turn_node, stand.down, state.actions_left):
        yield {"kind": "done"}
    actions = state.actions(1)
    theirs, _ours = follows(goals, look(state, player.seat, tables), actions, actions)
    rows = theirs.rows()
    if rows < actions:
        yield {"kind": "holds", "count": rows, "later": False}


def _spot_effects(player: SockerAgent, move: Move, moves: Sequence[Move]) -> Iterator[SockerMoveEffect]:
    """Yields ``new_setup`` alone, or how a spot compares with the others, then ``free``."""
    state, seat, tables = player.state, player.seat, player.ground.turf
    after = RULES.apply(state, move).state
    if after.phase is not SockerPhase.PLAY:
        yield {"kind": "new_setup"}
        return
    budget = player.thought.budget
    lacking = {spot: _missing_rows(RULES.apply(state, spot).state, budget) for spot in moves}
    lack, ahead = lacking[move], side_of(state.options.pitch, after.mover).ahead[after.ball]
    if after.mover == seat and not lack:
        yield {"kind": "goal", "now": False}
    elif after.mover == seat and lack < max(lacking.values()) and ahead > lack:
        yield {"kind": "leads", "count": ahead - lack}
    elif after.mover != seat and lack > min(lacking.values()):
        yield {"kind": "holds", "count": ahead - lack, "later": False}
    elif len(set(lacking.values())) == 1:
        yield {"kind": "alike"}
    end = look(after, seat, tables)
    if not (end.foes | end.fallen) & tables.around[end.ball]:
        yield {"kind": "free"}


def _place_effects(player: SockerAgent, move: Move) -> Iterator[SockerMoveEffect]:
    """Yields ``guards`` or ``flank`` if either applies, then ``near`` with the steps to the ball."""
    pitch, tables = player.state.options.pitch, player.ground.turf
    space = pitch.numbers[move.target]
    space = tables.flip(space) if player.seat else space
    if pitch.row(space) <= MAX_GUARD_ROW:
        yield {"kind": "guards"}
    elif not MAX_SIDE_DISTANCE < pitch.column(space) < pitch.columns - 1 - MAX_SIDE_DISTANCE:
        yield {"kind": "flank"}
    yield {"kind": "near", "count": pitch.distance(space, pitch.centre)}


def _missing_rows(state: SockerState, budget: Budget) -> int:
    """Rows still missing to the goal after the best that the turn's side can force. 0 for a goal."""
    goals, node = _turn_of(state)
    return goals.side.ahead[node.ball] - goals.within(budget).rows(
        node, state.fallen[state.mover], state.actions_left
    )


def _turn_of(state: SockerState) -> tuple[GoalSolver, TurnNode]:
    """Goal solver of the side whose turn it is, and its turn."""
    seat = state.mover
    node = TurnNode(
        state.ball,
        state.upright[seat],
        state.upright[1 - seat],
        state.fallen[1 - seat],
        state.off_field_limit,
    )
    return goals_of(state.options, seat), node


def _is_threatened(goals: GoalSolver, end: TurnEndPosition, actions: int) -> bool:
    """True if the opponent certainly scores in its next turn, if nothing changes before."""
    theirs = end.flipped(goals.side.turf)
    start = goals.side.began(theirs.ball, theirs.ours, theirs.fallen, theirs.foes)
    return goals.can(start, theirs.fallen, actions)


def ways(goals: GoalSolver, end: TurnEndPosition, actions: int) -> int:
    """Number of actions that can begin our shortest goal in our next turn, if the opponent does nothing."""
    start = goals.side.began(end.ball, end.ours, 0, end.foes, end.fallen)
    return len(goals.openings(start, 0, actions))


def _immediate_effects(
    tables: PitchTables, move: Move, before: TurnEndPosition, after: TurnEndPosition
) -> Iterator[SockerMoveEffect]:
    """Yields the effects on the board right after the move, from ``forward`` to ``nearer``."""
    rows = tables.ahead[before.ball] - tables.ahead[after.ball]
    if rows > 0:
        yield {"kind": "forward", "count": rows}
    if (
        before.foes & tables.around[before.ball]
        and not (after.foes | after.fallen) & tables.around[after.ball]
    ):
        yield {"kind": "free"}
    if move.verb is Verb.SOCK:
        yield {"kind": "sock"}
    if move.verb is Verb.MOVE:
        arrivals, departures = after.ours & ~before.ours, before.ours & ~after.ours
        if kicks_up(tables, after, arrivals) > kicks_up(tables, before, departures):
            yield {"kind": "behind"}
    if kicks_down(tables, after) < kicks_down(tables, before):
        yield {"kind": "blocks"}
    if move.verb is Verb.MOVE:
        ball, start, goal = before.ball, departures.bit_length() - 1, arrivals.bit_length() - 1
        if tables.restricted >> start & 1 and not tables.restricted >> goal & 1:
            yield {"kind": "back"}
        if tables.ahead[start] <= tables.ahead[ball] < tables.ahead[goal]:
            yield {"kind": "goalside"}
        if tables.pitch.distance(goal, ball) < tables.pitch.distance(start, ball):
            yield {"kind": "nearer"}


def kicks_up(tables: PitchTables, end: TurnEndPosition, who: int) -> int:
    """Number of kicks up a row, to an empty space, by the sockers in the bit set ``who``."""
    occupied = end.ours | end.foes | end.fallen
    return sum(
        bool(who & bit) and not occupied >> beyond & 1
        for bit, beyond in tables.blows[end.ball]
        if beyond // tables.columns > end.ball // tables.columns
    )


def kicks_down(tables: PitchTables, end: TurnEndPosition) -> int:
    """Number of kicks down a row, to an empty space, by the opponent's upright sockers."""
    theirs = end.flipped(tables)
    return kicks_up(tables, theirs, theirs.ours)


Leg: TypeAlias = tuple[int, int]  # a kick: start and end of the ball


class ThreatReport(TypedDict):
    """Threats at a moment of a turn. Spaces are names such as ``c7``."""

    # (attacker, victim) for each puppet that can be socked if the turn ended now, nearest to the ball first
    socks: list[tuple[str, str]]
    # shortest path of the ball to the opponent's goal then, kick by kick; empty if it cannot score
    goal: list[tuple[str, str]]
    own: list[tuple[str, str]]  # shortest path of the ball to a goal of the player in the rest of this turn
    # kicks of the player that score at once: the kicker, and the end of the ball
    kicks: list[tuple[str, str]]


class SockOption(NamedTuple):
    """A way to sock a puppet. The smallest is best."""

    actions: int
    distance: int  # steps from the attacker to the victim
    who: int  # space of the attacker


class GoalOption(NamedTuple):
    """A way to score. The smallest is best."""

    actions: int
    aside: int  # columns that the ball moves sideways; the straightest of equal ways is best
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class TurnReach:
    """Certain options of a side in the rest of its turn."""

    socks: dict[int, SockOption]  # by space of each upright opponent
    goal: GoalOption | None


def reach(state: SockerState) -> TurnReach:
    """Certain socks and the shortest certain goal of the side whose turn it is, in the rest of it."""
    goals, node = _turn_of(state)
    reaching = _ReachSearch(goals, state.options, state.fallen[state.mover])
    blows = {victim: reaching.blow(victim, node, state.actions_left) for victim in spaces_in(node.foes)}
    socks = {victim: blow for victim, blow in blows.items() if blow is not None}
    return TurnReach(socks, reaching.goal(node, state.actions_left))


def sure_goal(state: SockerState) -> GoalOption | None:
    """Shortest certain goal of the side whose turn it is, in the rest of it. None if there is none."""
    goals, node = _turn_of(state)
    return _ReachSearch(goals, state.options, state.fallen[state.mover]).goal(node, state.actions_left)


Found = TypeVar("Found", SockOption, GoalOption)


class _ReachSearch:
    """Finds the shortest ways of a side in a turn.

    `GoalSolver` and `SockSolver` decide if there is one, and within how many actions, so that no others are
    followed.
    """

    def __init__(self, goals: GoalSolver, options: SockerOptions, down: int) -> None:
        self._goals, self._down = goals, down
        self._socks = SockSolver(goals.side, options)
        self._pitch = options.pitch
        self._blows: dict[tuple[int, TurnNode, int], SockOption | None] = {}
        self._ways: dict[tuple[TurnNode, int], GoalOption | None] = {}

    def goal(self, node: TurnNode, left: int) -> GoalOption | None:
        """Shortest certain goal, the straightest of equal ones. None if there is none."""
        key = node, left
        if key not in self._ways:
            can, down = self._goals.can, self._down
            min_actions = next((n for n in range(1, left + 1) if can(node, down, n, left - n)), 0)
            self._ways[key] = self._goal(node, left, min_actions) if min_actions else None
        return self._ways[key]

    def _goal(self, node: TurnNode, left: int, min_actions: int) -> GoalOption | None:
        """Best certain goal by trying each action of a turn with a goal in ``min_actions``, or None."""
        options: dict[tuple[SockerAction, ...], list[GoalOption | None]] = {}
        for successor in self._goals.nexts(node, self._down, left - 1):
            act = successor.acts[0]
            legs = _legs(act)
            aside = sum(abs(self._pitch.column(start) - self._pitch.column(end)) for start, end in legs)
            way = None
            if successor.node is None:
                way = GoalOption(1, aside, legs)
            elif self._goals.can(successor.node, self._down, min_actions - 1, left - min_actions):
                later = self.goal(successor.node, left - 1)
                way = later and GoalOption(later.actions + 1, later.aside + aside, (*legs, *later.legs))
            options.setdefault(successor.chosen_actions, []).append(way)
        return _best_option(options)

    def blow(self, victim: int, node: TurnNode, left: int) -> SockOption | None:
        """Soonest certain sock of a standing opponent, by the nearest attacker. None if there is none."""
        key = victim, node, left
        if key not in self._blows:
            can, down = self._socks.can, self._down
            min_actions = next((n for n in range(1, left + 1) if can(node, down, n, left - n, victim)), 0)
            self._blows[key] = self._blow(victim, node, left, min_actions) if min_actions else None
        return self._blows[key]

    def _blow(self, victim: int, node: TurnNode, left: int, min_actions: int) -> SockOption | None:
        """Best certain sock by trying each action of a turn with one in ``min_actions``, or None."""
        options: dict[tuple[SockerAction, ...], list[SockOption | None]] = {}
        for successor in self._goals.nexts(node, self._down, left - 1):
            act = successor.acts[0]
            way = None
            if act.verb == "sock" and act.target == victim:
                way = SockOption(1, 1, act.actor)
            elif successor.node is not None and self._socks.can(
                successor.node, self._down, min_actions - 1, left - min_actions, victim
            ):
                later = self.blow(victim, successor.node, left - 1)
                if later is not None:
                    actor = act.actor if act.verb == "move" and later.who == act.target else later.who
                    way = SockOption(later.actions + 1, self._pitch.distance(actor, victim), actor)
            options.setdefault(successor.chosen_actions, []).append(way)
        return _best_option(options)


def _best_option(options: Mapping[tuple[SockerAction, ...], Sequence[Found | None]]) -> Found | None:
    """Best certain way, or None. Of several that the opponent chooses from, the worst counts."""
    sure = [[way for way in ways if way is not None] for ways in options.values() if None not in ways]
    return min(map(max, sure), default=None)


def _legs(act: SockerAction) -> tuple[Leg, ...]:
    """Path of the ball in an action: one leg for a kick, else none."""
    return ((act.target, 2 * act.target - act.actor),) if act.verb == "kick" else ()


def their_turn(state: SockerState) -> SockerState | None:
    """State of the opponent's turn if this one ended now. None if this is the last turn of the match."""
    seat, options = state.mover, state.options
    if not options.by_goals and state.turns + 1 == options.turns:
        return None
    opponent, up = 1 - seat, with_entry(state.upright, seat, state.sockers[seat])
    state = replace(
        state, upright=up, fallen=with_entry(state.fallen, seat, 0), turn=opponent, mover=opponent
    )
    limit = turn_limit(options.pitch, up[opponent], state.sockers[opponent], state.taken)
    acts = state.actions(1)
    return replace(state, actions_total=acts, actions_left=acts, leg=state.leg + 1, off_field_limit=limit)


def dangers(observation: Observation, options: Options) -> ThreatReport:
    """Threats to the side whose turn it is, and its goals in this turn. All empty outside play."""
    state = state_from_observation(observation, options)
    if state.phase is not SockerPhase.PLAY:
        return {"socks": [], "goal": [], "own": [], "kicks": []}
    names, seat, pitch = state.options.pitch.names, state.turn, state.options.pitch

    def told(goal: GoalOption | None) -> list[tuple[str, str]]:
        """Path of a goal as pairs of space names. Empty for None."""
        return [(names[start], names[end]) for start, end in goal.legs] if goal is not None else []

    own_reach, theirs = reach(state), their_turn(state)
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
        "own": told(own_reach.goal),
        "kicks": [(actor, names[end]) for actor, end in kicks if pitch.goals[seat] >> end & 1],
    }
