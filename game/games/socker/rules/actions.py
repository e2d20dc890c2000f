"""Legal actions of a turn in Socker, and the limit of sockers off the field.

The limit is tested after every action: the mover's moves alone must be able to meet it with the actions that
are left (rules.md, Limit).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import chain

from game.core.game import Refusal
from game.games.socker.rules.pitch import END_MOVE, Move, Pitch, Verb, known_move, open_steps, spaces_in
from game.games.socker.rules.state import NO_BALL, SockerPhase, SockerState, ball_bit

MAX_RESTRICTED = 3  # sockers a side may leave on restricted spaces, unless it began its turn with more


class SockerRefusal(StrEnum):
    """Reasons to refuse a move."""

    WRONG_PHASE = "wrong_phase"
    NO_SUCH_SPACE = "no_such_space"
    NOT_EMPTY = "not_empty"
    NOT_ADJACENT = "not_adjacent"
    OUTSIDE_SETUP_AREA = "outside_setup_area"
    NEXT_TO_BALL = "next_to_ball"
    SETUP_LIMIT = "setup_limit"
    NOT_YOUR_SOCKER = "not_your_socker"
    SOCKER_DOWN = "socker_down"
    NOT_THE_BALL = "not_the_ball"
    NOT_AN_OPPONENT = "not_an_opponent"
    OFF_THE_BOARD = "off_the_board"
    BLOCKED = "blocked"
    OWN_GOAL = "own_goal"
    LIMIT = "limit"
    NO_ACTION_YET = "no_action_yet"
    NOT_OFFERED = "not_offered"


def turn_limit(pitch: Pitch, up: int, sockers: int, occupied: int) -> int:
    """Limit of sockers off the field for a turn that begins: 3, or their number, less 1 if one can return.

    See rules.md, Limit.
    """
    count = (sockers & pitch.restricted).bit_count()
    if count <= MAX_RESTRICTED:
        return MAX_RESTRICTED
    empty = pitch.field & ~occupied
    return count - any(pitch.around[space] & empty for space in spaces_in(up & pitch.restricted))


@lru_cache(maxsize=1 << 14)
def can_return(pitch: Pitch, up: int, occupied: int, excess: int, left: int) -> bool:
    """True if ``left`` moves of the upright sockers can bring ``excess`` of them back onto the field.

    See rules.md, Limit.

    Args:
        pitch: the pitch.
        up: the upright sockers of the side.
        occupied: all spaces that are not empty.
        excess: number of sockers on restricted spaces above the limit.
        left: number of moves.
    """
    if excess <= 0:
        return True
    outside = up & pitch.restricted
    if excess > left or excess > outside.bit_count():
        return False
    empty = pitch.field & ~occupied
    if excess == 1 and any(pitch.around[space] & empty for space in spaces_in(outside)):
        return True
    for space in spaces_in(up):
        bit = 1 << space
        for target, _ in pitch.steps[space]:
            if not occupied & target:
                rest = excess + bool(target & pitch.restricted) - bool(bit & outside)
                if rest < left and can_return(
                    pitch, up ^ bit | target, occupied ^ bit | target, rest, left - 1
                ):
                    return True
    return False


def excess(state: SockerState) -> int:
    """Number of the mover's sockers on restricted spaces, less its limit. May be negative.

    See rules.md, Limit.
    """
    sockers = state.upright[state.mover] | state.fallen[state.mover]
    return (sockers & state.options.pitch.restricted).bit_count() - state.off_field_limit


def within_limit(state: SockerState) -> bool:
    """True if the mover can meet its limit with the actions left (rules.md, Limit)."""
    return can_return(
        state.options.pitch, state.upright[state.mover], state.taken, excess(state), state.actions_left
    )


def spot_choices(state: SockerState, row: int) -> int:
    """Bit set of spaces for a ball whose row's centre is taken: next to it, or the nearest ones.

    See rules.md, The ball.
    """
    pitch = state.options.pitch
    centre = pitch.centres[row - 1]
    empty = pitch.field & ~(state.taken & ~ball_bit(state.ball))
    near = pitch.around[centre] & empty
    if near or not empty:
        return near
    nearest = min(pitch.distance(centre, space) for space in spaces_in(empty))
    return sum(1 << space for space in spaces_in(empty) if pitch.distance(centre, space) == nearest)


def rest_of(state: SockerState, beyond: int) -> tuple[int, int]:
    """Space where a kicked ball comes to rest, and 0; or `NO_BALL` and the row of the spot to choose.

    See rules.md, The ball.

    The ball no longer occupies its old space. With ball_recentre=auto the spot is chosen here: the nearest
    choice to the centre space, then to its row, then to where the ball went out, then to the mover's end.
    """
    pitch = state.options.pitch
    if not pitch.restricted >> beyond & 1 or (pitch.goals[0] | pitch.goals[1]) >> beyond & 1:
        return beyond, 0
    row = pitch.home_row(beyond)
    centre = pitch.centres[row - 1]
    if not (state.taken & ~ball_bit(state.ball)) >> centre & 1:
        return centre, 0
    if not state.options.auto_spot:
        return NO_BALL, row
    home = 1 if state.mover == 0 else -1

    def rank(space: int) -> tuple[int, int, int, int]:
        """Sort key of a spot: distances to the centre, its row and the exit, then to the mover's end."""
        across = abs(pitch.column(space) - pitch.column(beyond))
        return pitch.distance(space, centre), abs(pitch.row(space) - row), across, home * pitch.row(space)

    return min(spaces_in(spot_choices(state, row)), key=rank), 0


def _step_keeps_limit(state: SockerState, actor: int, target: int) -> bool:
    """True if the limit can still be met after a move between these spaces."""
    pitch = state.options.pitch
    bit, goal = 1 << actor, 1 << target
    rest = excess(state) + bool(goal & pitch.restricted) - bool(bit & pitch.restricted)
    up = state.upright[state.turn] ^ bit | goal
    return rest <= 0 or can_return(pitch, up, state.taken ^ bit | goal, rest, state.actions_left - 1)


def _strike_keeps_limit(state: SockerState, target: int, lands: int) -> bool:
    """True if the limit can still be met after a strike moves what is on ``target`` to ``lands``."""
    over = excess(state)
    occupied = state.taken & ~(1 << target) | ball_bit(lands)
    return can_return(state.options.pitch, state.upright[state.turn], occupied, over, state.actions_left - 1)


def _kick_keeps_limit(state: SockerState, beyond: int) -> bool:
    """True if the limit can still be met after a kick to ``beyond``. A goal is always allowed."""
    goals = state.options.pitch.goals
    if excess(state) <= 0 or (goals[0] | goals[1]) >> beyond & 1:
        return True
    return _strike_keeps_limit(state, state.ball, rest_of(state, beyond)[0])


def _own_goal(state: SockerState, beyond: int) -> bool:
    """True if a kick to ``beyond`` is an own goal, and those are illegal."""
    return state.options.own_goal_illegal and bool(state.options.pitch.goals[1 - state.turn] >> beyond & 1)


def actions(state: SockerState) -> Iterator[Move]:
    """Yield the legal actions of the side whose turn it is, without `END_MOVE` (rules.md, Your turn)."""
    return chain.from_iterable(_actions(state))


def _actions(state: SockerState) -> Iterator[Sequence[Move]]:
    """Yield the legal actions in small lists: the steps of one socker, or the strikes at one target."""
    pitch, occupied = state.options.pitch, state.taken
    mine, foes = state.upright[state.turn], state.sockers[1 - state.turn]
    over = excess(state)
    safe = over <= 0
    for actor in spaces_in(mine):
        # Steps that may break the limit: with no socker to spare those that leave the field, below it none,
        # above it all.
        doubtful = -1
        if safe:
            doubtful = pitch.restricted if over == 0 and pitch.field >> actor & 1 else 0
        if not doubtful:
            yield open_steps(pitch, actor, occupied & pitch.around[actor])
            continue
        yield [
            move
            for bit, move in pitch.steps[actor]
            if not occupied & bit
            and (not doubtful & bit or _step_keeps_limit(state, actor, bit.bit_length() - 1))
        ]
    if state.ball >= 0 and mine & pitch.around[state.ball]:
        yield [
            kick
            for bit, beyond, kick, _ in pitch.strikes[state.ball]
            if mine & bit and not occupied >> beyond & 1 and not _own_goal(state, beyond)
            if safe or _kick_keeps_limit(state, beyond)
        ]
    for target in spaces_in(foes):
        if mine & pitch.around[target]:
            yield [
                sock
                for bit, beyond, _, sock in pitch.strikes[target]
                if mine & bit and not occupied >> beyond & 1
                if safe or _strike_keeps_limit(state, target, beyond)
            ]


def can_end(state: SockerState) -> bool:
    """True if the turn may end now (rules.md, Your turn)."""
    return state.actions_left < state.actions_total and excess(state) <= 0


def has_move(state: SockerState) -> bool:
    """True if the side whose turn it is can act or end its turn."""
    return can_end(state) or next(actions(state), None) is not None


def legal_moves(state: SockerState) -> list[Move]:
    """All legal moves of the seat to move (rules.md, Your turn)."""
    if state.phase is SockerPhase.PLAY:
        moves: list[Move] = []
        for batch in _actions(state):
            moves += batch
        if can_end(state):
            moves.append(END_MOVE)
        return moves
    names = state.options.pitch.names
    if state.phase is SockerPhase.SPOT:
        return [
            known_move(Verb.SPOT, "", names[space]) for space in spaces_in(spot_choices(state, state.row))
        ]
    return [known_move(Verb.PLACE, "", names[space]) for space in spaces_in(_open_places(state))]


def _open_places(state: SockerState) -> int:
    """Bit set of the spaces where the seat to move may set up its next socker."""
    restricted = state.options.pitch.restricted
    area = state.options.setup_area(state.turn) & ~state.taken
    return (
        area & ~restricted if (state.upright[state.turn] & restricted).bit_count() >= MAX_RESTRICTED else area
    )


def refusal(state: SockerState, move: Move) -> Refusal | None:
    """Reason to refuse this move of the seat to move. None if it is legal (rules.md, Your turn)."""
    pitch, options, seat = state.options.pitch, state.options, state.turn
    phase = {Verb.PLACE: SockerPhase.PLACE, Verb.SPOT: SockerPhase.SPOT}.get(move.verb, SockerPhase.PLAY)
    if state.phase is not phase:
        return Refusal(SockerRefusal.WRONG_PHASE, {"phase": str(state.phase)})
    beyond_limit = Refusal(SockerRefusal.LIMIT, {"limit": state.off_field_limit})
    if move.verb is Verb.END:
        if state.actions_left >= state.actions_total:
            return Refusal(SockerRefusal.NO_ACTION_YET)
        return beyond_limit if excess(state) > 0 else None
    for space in (move.actor, move.target):
        if space and space not in pitch.numbers:
            return Refusal(SockerRefusal.NO_SUCH_SPACE, {"space": space})
    target = pitch.numbers[move.target]
    detail = {"space": move.target}
    if move.verb is Verb.PLACE:
        if state.taken >> target & 1:
            return Refusal(SockerRefusal.NOT_EMPTY, detail)
        if pitch.around[pitch.centre] >> target & 1:
            return Refusal(SockerRefusal.NEXT_TO_BALL, detail)
        if not options.setup_area(seat) >> target & 1:
            return Refusal(SockerRefusal.OUTSIDE_SETUP_AREA, detail)
        return (
            None
            if _open_places(state) >> target & 1
            else Refusal(SockerRefusal.SETUP_LIMIT, {"limit": MAX_RESTRICTED})
        )
    if move.verb is Verb.SPOT:
        return (
            None
            if spot_choices(state, state.row) >> target & 1
            else Refusal(SockerRefusal.NOT_OFFERED, detail)
        )
    actor = pitch.numbers[move.actor]
    if not state.sockers[seat] >> actor & 1:
        return Refusal(SockerRefusal.NOT_YOUR_SOCKER, {"space": move.actor})
    if not state.upright[seat] >> actor & 1:
        return Refusal(SockerRefusal.SOCKER_DOWN, {"space": move.actor})
    if not pitch.around[actor] >> target & 1:
        return Refusal(SockerRefusal.NOT_ADJACENT, detail)
    if move.verb is Verb.MOVE:
        if state.taken >> target & 1:
            return Refusal(SockerRefusal.NOT_EMPTY, detail)
        return None if _step_keeps_limit(state, actor, target) else beyond_limit
    kick = move.verb is Verb.KICK
    if kick and target != state.ball:
        return Refusal(SockerRefusal.NOT_THE_BALL, detail)
    if not kick and not state.sockers[1 - seat] >> target & 1:
        return Refusal(SockerRefusal.NOT_AN_OPPONENT, detail)
    beyond = pitch.beyond(actor, target)
    if beyond is None:
        return Refusal(SockerRefusal.OFF_THE_BOARD, detail)
    if state.taken >> beyond & 1:
        return Refusal(SockerRefusal.BLOCKED, {"space": pitch.names[beyond]})
    if kick and _own_goal(state, beyond):
        return Refusal(SockerRefusal.OWN_GOAL, {"space": pitch.names[beyond]})
    keeps_limit = _kick_keeps_limit(state, beyond) if kick else _strike_keeps_limit(state, target, beyond)
    return None if keeps_limit else beyond_limit
