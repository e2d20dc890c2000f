"""What follows from a move: the ball's way, turns, goals, set-ups and the end of the match."""

from __future__ import annotations

from enum import StrEnum

from game.core.chance import Chance
from game.core.game import Event, Outcome, Step
from game.core.values import replace
from game.games.socker.rules.actions import (
    LIMIT,
    excess,
    has_move,
    rest_of,
    spot_choices,
    turn_limit,
    within_limit,
)
from game.games.socker.rules.events import (
    BallKicked,
    BallOut,
    CoinTossed,
    DawdleWarned,
    GoalScored,
    LegVoided,
    LimitRaised,
    MatchEnded,
    SetupBegun,
    SockerMoved,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
    TurnPassed,
)
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.pitch import goals_away, spaces_in
from game.games.socker.rules.state import HouseRules, Phase, Seen, State, with_entry

WARNED = 5
"""So many turns before a leg is void for dawdling the players hear of it."""


class Reason(StrEnum):
    """How a match ends."""

    GOALS = "goals"
    TURNS = "turns"
    SUDDEN_DEATH = "sudden_death"


def outcome(state: State) -> Outcome | None:
    """How the match ended, `None` while it goes on; the score and the finished turns decide it.

    See rules.md, How to win.
    """
    house, (first, second) = state.house, state.score
    if house.by_goals:
        if max(first, second) < house.goals:
            return None
        reason = Reason.GOALS
    else:
        if state.turns < house.turns or first == second:
            return None
        reason = Reason.TURNS if state.turns == house.turns else Reason.SUDDEN_DEATH
    return Outcome((0 if first > second else 1,), state.score, reason)


def opening(house: HouseRules) -> Step[State]:
    """The first set-up (rules.md, Set-up)."""
    events: list[Event] = []
    start = State(
        house,
        up=(0, 0),
        down=(0, 0),
        ball=house.pitch.centre,
        phase=Phase.PLACE,
        turn=0,
        acts=house.actions,
        left=house.actions,
        limit=LIMIT,
        mover=0,
        score=house.ahead,
    )
    state = _toss(start, "start", events)
    return Step(state, tuple(events))


def _toss(state: State, cause: str, events: list[Event], turns: int | None = None) -> State:
    """A new set-up whose starter a coin decides (rules.md, Set-up)."""
    starter = Chance(state.house.seed, "toss", state.counter).below(2)
    events.append(CoinTossed(starter, cause, turns).event(reveals=True))
    return _set_up(replace(state, counter=state.counter + 1), starter, events)


def _set_up(state: State, starter: int, events: list[Event]) -> State:
    """A cleared pitch, the ball in its centre (rules.md, Set-up)."""
    events.append(SetupBegun(starter, max(state.team(0), state.team(1)), state.sudden_death).event())
    house = state.house
    return replace(
        state,
        up=(0, 0),
        down=(0, 0),
        ball=house.pitch.centre,
        phase=Phase.PLACE,
        turn=starter,
        acts=house.actions,
        left=house.actions,
        limit=LIMIT,
        mover=starter,
        row=0,
        seen=Seen(),
        still=0,
        near=goals_away(house.pitch, house.pitch.centre),
    )


def place(state: State, move: Move, events: list[Event]) -> State:
    """One socker set up; the other side follows when all stand, then the starter's first turn.

    See rules.md, Set-up.
    """
    seat = state.turn
    own = state.up[seat] | 1 << state.house.pitch.numbers[move.target]
    events.append(SockerPlaced(seat, move.target).event())
    state = replace(state, up=with_entry(state.up, seat, own))
    if own.bit_count() < state.team(seat):
        return state
    if not state.up[1 - seat]:
        return replace(state, turn=1 - seat, mover=1 - seat)
    return open_turn(state, 1 - seat, events)


def act(state: State, move: Move, events: list[Event]) -> State:
    """One action of the side whose turn it is (rules.md, Your turn)."""
    pitch = state.house.pitch
    actor, target = pitch.numbers[move.actor], pitch.numbers[move.target]
    if move.verb is Verb.MOVE:
        events.append(SockerMoved(state.turn, move.actor, move.target).event())
        own = state.up[state.turn] ^ 1 << actor | 1 << target
        state = state.with_action(with_entry(state.up, state.turn, own), state.down, state.ball)
        return _spent(state, events)
    beyond = 2 * target - actor
    kind = BallKicked if move.verb is Verb.KICK else SockerSocked
    events.append(kind(state.turn, move.actor, move.target, pitch.names[beyond]).event())
    if move.verb is Verb.KICK:
        return _kicked(state, actor, beyond, events)
    foe, bit = 1 - state.turn, 1 << target
    up = with_entry(state.up, foe, state.up[foe] & ~bit)
    down = with_entry(state.down, foe, state.down[foe] & ~bit | 1 << beyond)
    return _spent(state.with_action(up, down, state.ball), events)


def _kicked(state: State, actor: int, beyond: int, events: list[Event]) -> State:
    """The ball reaches a space: it stays, scores, or comes back from out of bounds (rules.md, The ball)."""
    pitch = state.house.pitch
    for seat in (0, 1):
        if pitch.goals[seat] >> beyond & 1:
            return _goal(state, seat, actor, beyond, events)
    ball, row = rest_of(state, beyond)
    if ball != beyond:
        where = pitch.names[ball] if ball >= 0 else None
        back = row or pitch.home_row(beyond)
        events.append(BallOut(state.turn, pitch.names[beyond], back, where).event())
    state = state.with_action(state.up, state.down, ball)
    if not row:
        return _spent(_at_rest(state, recentred=ball != beyond), events)
    owner = 0 if state.sockers[0] >> pitch.centres[row - 1] & 1 else 1
    state = replace(state, phase=Phase.SPOT, turn=owner, row=row)
    choices = [pitch.names[space] for space in spaces_in(spot_choices(state, row))]
    events.append(SpotNeeded(owner, row, choices).event())
    return state


def _at_rest(state: State, *, recentred: bool) -> State:
    """The ball lies where a kick has brought it: nearer to a goal than before, or dawdling goes on.

    See rules.md, Dawdling.
    """
    away = goals_away(state.house.pitch, state.ball)
    (first, second), (one, other) = away, state.near
    still = 0 if first < one or second < other else state.still
    near = away if recentred else (min(first, one), min(second, other))
    return state if (near, still) == (state.near, state.still) else replace(state, near=near, still=still)


def spot(state: State, move: Move, events: list[Event]) -> State:
    """The ball laid where the owner of the socker on the centre space wants it; the turn goes on.

    See rules.md, The ball.
    """
    events.append(SpotChosen(state.turn, move.target).event())
    ball = state.house.pitch.numbers[move.target]
    state = replace(state, ball=ball, phase=Phase.PLAY, turn=state.mover, row=0)
    state = _at_rest(state, recentred=True)
    if not within_limit(state):
        state = replace(state, limit=state.limit + excess(state))
        events.append(LimitRaised(state.mover, state.limit).event())
    return _spent(state, events)


def _spent(state: State, events: list[Event]) -> State:
    return state if state.left else end_turn(state, events)


def _goal(state: State, seat: int, actor: int, at: int, events: list[Event]) -> State:
    """The ball is over a line: whoever kicked it, the side that scores there has a goal.

    See rules.md, How to win.
    """
    house = state.house
    score = with_entry(state.score, seat, state.score[seat] + 1)
    names = house.pitch.names
    goal = GoalScored(seat, state.turn, names[actor], names[at], own=seat != state.turn, score=list(score))
    events.append(goal.event())
    state = replace(state, ball=at, left=state.left - 1, score=score, turns=state.turns + 1)
    if _is_over(state, events):
        return state
    if not house.by_goals and state.turns == house.turns:
        return _toss(state, "sudden_death", events)
    return _set_up(state, 1 - seat, events)


def _is_over(state: State, events: list[Event]) -> bool:
    end = outcome(state)
    if end is None:
        return False
    events.append(MatchEnded(list(end.winners), list(end.scores), str(end.reason)).event())
    return True


def end_turn(state: State, events: list[Event]) -> State:
    """The turn is finished; the other side's begins, if the match goes on (rules.md, Your turn)."""
    seat = state.mover
    state = _close_turn(state, events)
    if state.phase is Phase.PLACE or outcome(state):
        return state
    return open_turn(state, 1 - seat, events)


def _close_turn(state: State, events: list[Event]) -> State:
    """Own sockers stand up, and the turn counts (rules.md, Your turn)."""
    seat, house = state.mover, state.house
    fallen = state.down[seat]
    if fallen:
        events.append(SockersStoodUp(seat, [house.pitch.names[s] for s in spaces_in(fallen)]).event())
    state = replace(
        state,
        up=with_entry(state.up, seat, state.up[seat] | fallen),
        down=with_entry(state.down, seat, 0),
        turns=state.turns + 1,
    )
    if not _is_over(state, events) and not house.by_goals and state.turns == house.turns:
        return _toss(state, "sudden_death", events)
    return state


def open_turn(state: State, seat: int, events: list[Event]) -> State:
    """The turn of a seat, or the next turn in which somebody can do anything (rules.md, Your turn).

    Where neither side ever can, their passes repeat the position until the leg is void.
    """
    while True:
        state = _start_turn(state, seat, events)
        if state.phase is Phase.PLACE or has_move(state):
            return state
        events.append(TurnPassed(seat).event())
        state = _close_turn(state, events)
        if state.phase is Phase.PLACE or outcome(state):
            return state
        seat = 1 - seat


def _start_turn(state: State, seat: int, events: list[Event]) -> State:
    """A turn begins: with one action more in a position that has come back (rules.md, Same position).

    Or not at all when it has come back too often, and where nothing has come of too many turns.
    """
    house = state.house
    key = (state.ball, state.up, state.down, seat)
    repeats = state.seen.count(key)
    if repeats >= house.repeat_limit:
        events.append(LegVoided(repeats=repeats).event())
        return _toss(state, "void", events)
    if house.dawdle and state.still >= house.dawdle:
        events.append(LegVoided(turns=state.still).event())
        return _toss(state, "dawdle", events, turns=state.still)
    if house.dawdle and state.still == house.dawdle - WARNED:
        events.append(DawdleWarned(WARNED).event())
    acts = house.actions + (repeats > 0)
    limit = turn_limit(house.pitch, state.up[seat], state.sockers[seat], state.taken)
    events.append(TurnBegun(seat, acts, limit, repeats).event())
    return replace(
        state,
        phase=Phase.PLAY,
        turn=seat,
        acts=acts,
        left=acts,
        limit=limit,
        mover=seat,
        row=0,
        seen=state.seen.with_one(key),
        still=state.still + 1,
    )


def restart(state: State) -> State:
    """A position as it stands on the board: counted as seen once, and passed on if nobody can move in it.

    See rules.md, Same position.
    """
    if state.phase is not Phase.PLAY or outcome(state):
        return state
    if state.left == state.acts:
        key = (state.ball, state.up, state.down, state.turn)
        state = replace(state, seen=state.seen.with_one(key))
    return state if has_move(state) else end_turn(state, [])
