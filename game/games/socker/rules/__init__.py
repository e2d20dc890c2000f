"""Rules of Socker, by Phil Leduc: effects of moves, and positions as text. See ``rules.md``.

This module has the effects of a move (the ball, turns, goals, set-ups and the end of the match) and the text
of positions (rules.md, For scripts). `actions` decides which moves are legal, `events` has the typed events.
States are frozen, so a match can be examined at any of its positions. All information is public, so `redact`
changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache

from game.core.game import Event, Layout, Observation, Outcome, Refusal, Rules, Transition, replace
from game.core.options import Options
from game.core.record import read_fields, read_groups, read_number, write_fields
from game.core.rng import SeededRng
from game.games.socker.rules import actions
from game.games.socker.rules.actions import (
    MAX_RESTRICTED,
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
    ExtraTimeBegun,
    GoalScored,
    InactivityWarned,
    LegVoided,
    LimitRaised,
    SetupBegun,
    SockerCoinTossed,
    SockerMatchEnded,
    SockerMoved,
    SockerObservation,
    SockerPlaced,
    SockerSocked,
    SockersStoodUp,
    SockerTurnPassed,
    SpotChosen,
    SpotNeeded,
    TurnBegun,
)
from game.games.socker.rules.pitch import Move, Pitch, Verb, goals_away, parse_move, read_layout, spaces_in
from game.games.socker.rules.state import (
    NO_BALL,
    Pair,
    RepetitionTable,
    SockerOptions,
    SockerPhase,
    SockerState,
    ball_bit,
    with_entry,
)

WARNING_TURNS = 5  # turns before a leg is voided for dawdling at which players are warned


class SockerEndReason(StrEnum):
    """Reasons why a match ends."""

    GOALS = "goals"
    TURNS = "turns"
    SUDDEN_DEATH = "sudden_death"


def outcome(state: SockerState) -> Outcome | None:
    """Outcome of the match from score and finished turns, None before its end (rules.md, How to win)."""
    options, (first, second) = state.options, state.score
    if options.by_goals:
        if max(first, second) < options.goals:
            return None
        reason = SockerEndReason.GOALS
    else:
        if state.turns < options.turns or first == second:
            return None
        reason = SockerEndReason.TURNS if state.turns == options.turns else SockerEndReason.SUDDEN_DEATH
    return Outcome((0 if first > second else 1,), state.score, reason)


def opening(options: SockerOptions) -> Transition[SockerState]:
    """First set-up of a match after the coin toss, with its events (rules.md, Set-up)."""
    events: list[Event] = []
    start = SockerState(
        options,
        upright=(0, 0),
        fallen=(0, 0),
        ball=options.pitch.centre,
        phase=SockerPhase.PLACE,
        turn=0,
        actions_total=options.actions,
        actions_left=options.actions,
        off_field_limit=MAX_RESTRICTED,
        mover=0,
        score=options.ahead,
    )
    state = _toss(start, "start", events)
    return Transition(state, tuple(events))


def _toss(state: SockerState, cause: str, events: list[Event], turns: int | None = None) -> SockerState:
    """State of a new set-up whose starter a coin decides. Appends its events (rules.md, Set-up)."""
    starter = SeededRng(state.options.seed, "toss", state.counter).below(2)
    events.append(SockerCoinTossed(starter, cause, turns).event(reveals=True))
    return _begin_set_up(replace(state, counter=state.counter + 1), starter, events)


def _begin_set_up(state: SockerState, starter: int, events: list[Event]) -> SockerState:
    """State of a new set-up: an empty pitch with the ball in its centre. Appends its event."""
    events.append(SetupBegun(starter, max(state.team(0), state.team(1)), state.sudden_death).event())
    options = state.options
    return replace(
        state,
        upright=(0, 0),
        fallen=(0, 0),
        ball=options.pitch.centre,
        phase=SockerPhase.PLACE,
        turn=starter,
        actions_total=options.actions,
        actions_left=options.actions,
        off_field_limit=MAX_RESTRICTED,
        mover=starter,
        row=0,
        seen=RepetitionTable(),
        still=0,
        leg=0,
        near=goals_away(options.pitch, options.pitch.centre),
    )


def place(state: SockerState, move: Move, events: list[Event]) -> SockerState:
    """State after one socker is set up, and after the last one the first turn's. Appends the events.

    See rules.md, Set-up.
    """
    seat = state.turn
    upright = state.upright[seat] | 1 << state.options.pitch.numbers[move.target]
    events.append(SockerPlaced(seat, move.target).event())
    state = replace(state, upright=with_entry(state.upright, seat, upright))
    if upright.bit_count() < state.team(seat):
        return state
    if not state.upright[1 - seat]:
        return replace(state, turn=1 - seat, mover=1 - seat)
    return open_turn(state, 1 - seat, events)


def act(state: SockerState, move: Move, events: list[Event]) -> SockerState:
    """State after a step, kick or sock of the side whose turn it is. Appends its events."""
    pitch = state.options.pitch
    actor, target = pitch.numbers[move.actor], pitch.numbers[move.target]
    if move.verb is Verb.MOVE:
        events.append(SockerMoved(state.turn, move.actor, move.target).event())
        upright = state.upright[state.turn] ^ 1 << actor | 1 << target
        after = replace(
            state, upright=with_entry(state.upright, state.turn, upright), actions_left=state.actions_left - 1
        )
        return _spend_action(after, events)
    beyond = 2 * target - actor
    kind = BallKicked if move.verb is Verb.KICK else SockerSocked
    events.append(kind(state.turn, move.actor, move.target, pitch.names[beyond]).event())
    if move.verb is Verb.KICK:
        return _move_ball(state, actor, beyond, events)
    foe, bit = 1 - state.turn, 1 << target
    up = with_entry(state.upright, foe, state.upright[foe] & ~bit)
    down = with_entry(state.fallen, foe, state.fallen[foe] & ~bit | 1 << beyond)
    return _spend_action(replace(state, upright=up, fallen=down, actions_left=state.actions_left - 1), events)


def _move_ball(state: SockerState, actor: int, beyond: int, events: list[Event]) -> SockerState:
    """State after a kick: the ball stays, scores, comes back, or waits for a spot. Appends the events."""
    pitch = state.options.pitch
    for seat in (0, 1):
        if pitch.goals[seat] >> beyond & 1:
            return _score_goal(state, seat, actor, beyond, events)
    ball, row = rest_of(state, beyond)
    if ball != beyond:
        spot_name = pitch.names[ball] if ball >= 0 else None
        target_row = row or pitch.home_row(beyond)
        events.append(BallOut(state.turn, pitch.names[beyond], target_row, spot_name).event())
    state = replace(state, ball=ball, actions_left=state.actions_left - 1)
    if not row:
        return _spend_action(_update_progress(state, recentred=ball != beyond), events)
    owner = 0 if state.sockers[0] >> pitch.centres[row - 1] & 1 else 1
    state = replace(state, phase=SockerPhase.SPOT, turn=owner, row=row)
    choices = [pitch.names[space] for space in spaces_in(spot_choices(state, row))]
    events.append(SpotNeeded(owner, row, choices).event())
    return state


def _update_progress(state: SockerState, *, recentred: bool) -> SockerState:
    """State after a kick with its nearest distances; ``still`` restarts from 0 if a goal is nearer.

    See rules.md, Dawdling.
    """
    distances = goals_away(state.options.pitch, state.ball)
    (first, second), (old_first, old_second) = distances, state.near
    still = 0 if first < old_first or second < old_second else state.still
    near = distances if recentred else (min(first, old_first), min(second, old_second))
    return state if (near, still) == (state.near, state.still) else replace(state, near=near, still=still)


def spot(state: SockerState, move: Move, events: list[Event]) -> SockerState:
    """State with the ball on the chosen spot. The turn continues, or ends without actions left.

    The chooser is the owner of the socker on the centre space. See rules.md, The ball.
    """
    events.append(SpotChosen(state.turn, move.target).event())
    ball = state.options.pitch.numbers[move.target]
    state = replace(state, ball=ball, phase=SockerPhase.PLAY, turn=state.mover, row=0)
    state = _update_progress(state, recentred=True)
    if not within_limit(state):
        state = replace(state, off_field_limit=state.off_field_limit + excess(state))
        events.append(LimitRaised(state.mover, state.off_field_limit).event())
    return _spend_action(state, events)


def _spend_action(state: SockerState, events: list[Event]) -> SockerState:
    """Return the state, or the one after the end of the turn if no action is left."""
    return state if state.actions_left else end_turn(state, events)


def _score_goal(state: SockerState, seat: int, actor: int, at: int, events: list[Event]) -> SockerState:
    """State after a goal for ``seat``, kicked by either side: a new set-up, unless the match is over.

    See rules.md, How to win.
    """
    options = state.options
    score = with_entry(state.score, seat, state.score[seat] + 1)
    names = options.pitch.names
    goal = GoalScored(seat, state.turn, names[actor], names[at], own=seat != state.turn, score=list(score))
    events.append(goal.event())
    state = replace(state, ball=at, actions_left=state.actions_left - 1, score=score, turns=state.turns + 1)
    if _is_over(state, events):
        return state
    if not options.by_goals and state.turns == options.turns:
        return _toss(state, "sudden_death", events)
    return _begin_set_up(state, 1 - seat, events)


def _is_over(state: SockerState, events: list[Event]) -> bool:
    """True if the match is over. Then appends the event of its end."""
    end = outcome(state)
    if end is None:
        return False
    events.append(SockerMatchEnded(list(end.winners), list(end.scores), str(end.reason)).event())
    return True


def end_turn(state: SockerState, events: list[Event]) -> SockerState:
    """State after the end of the turn: the other side's turn, unless the match or leg is over."""
    seat = state.mover
    state = _close_turn(state, events)
    if state.phase is SockerPhase.PLACE or outcome(state):
        return state
    return open_turn(state, 1 - seat, events)


def _close_turn(state: SockerState, events: list[Event]) -> SockerState:
    """State with the mover's sockers upright and the turn counted, or in sudden death if it is due."""
    seat, options = state.mover, state.options
    fallen = state.fallen[seat]
    if fallen:
        events.append(SockersStoodUp(seat, [options.pitch.names[s] for s in spaces_in(fallen)]).event())
    state = replace(
        state,
        upright=with_entry(state.upright, seat, state.upright[seat] | fallen),
        fallen=with_entry(state.fallen, seat, 0),
        turns=state.turns + 1,
        leg=state.leg + 1,
    )
    if not _is_over(state, events) and not options.by_goals and state.turns == options.turns:
        return _toss(state, "sudden_death", events)
    return state


def open_turn(state: SockerState, seat: int, events: list[Event]) -> SockerState:
    """State in the turn of a seat, or in the next turn with a legal action (rules.md, Your turn).

    If neither side can ever act, their passes repeat the position until the leg is void.
    """
    while True:
        state = _start_turn(state, seat, events)
        if state.phase is SockerPhase.PLACE or has_move(state):
            return state
        events.append(SockerTurnPassed(seat).event())
        state = _close_turn(state, events)
        if state.phase is SockerPhase.PLACE or outcome(state):
            return state
        seat = 1 - seat


def _start_turn(state: SockerState, seat: int, events: list[Event]) -> SockerState:
    """State in a turn, with one more action if the position is repeated (rules.md, Same position).

    Voids the leg instead if the position was repeated too often, or after too many turns without progress.
    """
    options = state.options
    key = (state.ball, state.upright, state.fallen, seat)
    repeats = state.seen.count(key)
    if repeats >= options.repeat_limit:
        events.append(LegVoided(repeats=repeats).event())
        return _toss(state, "void", events)
    if options.dawdle and state.still >= options.dawdle:
        events.append(LegVoided(turns=state.still).event())
        return _toss(state, "dawdle", events, turns=state.still)
    if options.dawdle and state.still == options.dawdle - WARNING_TURNS:
        events.append(InactivityWarned(WARNING_TURNS).event())
    if state.leg and state.actions() > state.actions(-1):
        events.append(ExtraTimeBegun(state.actions()).event())
    acts = state.actions() + (repeats > 0)
    limit = turn_limit(options.pitch, state.upright[seat], state.sockers[seat], state.taken)
    events.append(TurnBegun(seat, acts, limit, repeats).event())
    return replace(
        state,
        phase=SockerPhase.PLAY,
        turn=seat,
        actions_total=acts,
        actions_left=acts,
        off_field_limit=limit,
        mover=seat,
        row=0,
        seen=state.seen.with_one(key),
        still=state.still + 1,
    )


def restart(state: SockerState) -> SockerState:
    """Parsed position ready to play: counted once, and passed on if no action is legal.

    See rules.md, Same position.
    """
    if state.phase is not SockerPhase.PLAY or outcome(state):
        return state
    if state.actions_left == state.actions_total:
        key = (state.ball, state.upright, state.fallen, state.turn)
        state = replace(state, seen=state.seen.with_one(key))
    return state if has_move(state) else end_turn(state, [])


FIELDS = ("field", "phase", "turn", "acts", "left", "limit", "mover", "row", "score", "turns")
OPTIONAL_FIELDS = ("still", "near", "leg")  # written only if they differ from the default
MAX_TURNS = 99_999
MAX_GOALS = 999
BALL = "o"
EMPTY = "."
# by letter of a socker: seat, True if upright
PIECES = {"R": (0, True), "r": (0, False), "B": (1, True), "b": (1, False)}

_EMPTIES = re.compile(re.escape(EMPTY) + "+")
_PARTS = re.compile(r"[1-9][0-9]?|[RrBbo]", re.ASCII)


def write_field(state: SockerState) -> str:
    """Text of the pitch: rows from top to bottom, with letters and counts of empty spaces."""
    pitch = state.options.pitch
    columns = pitch.columns
    letters = [EMPTY] * (columns * pitch.rows)
    if state.ball >= 0:
        letters[state.ball] = BALL
    for letter, (seat, upright) in PIECES.items():
        for space in spaces_in((state.upright if upright else state.fallen)[seat]):
            letters[space] = letter
    field = "".join(letters)
    starts = range(columns * (pitch.rows - 1), -1, -columns)
    return "/".join([_write_line(field[start : start + columns]) for start in starts])


@lru_cache(maxsize=1 << 12)
def _write_line(line: str) -> str:
    """Text of a row, with its empty spaces counted."""
    return _EMPTIES.sub(lambda match: str(len(match[0])), line)


def counts_turns(state: SockerState) -> bool:
    """True if turns without progress count: dawdling is forbidden, and the match is not over."""
    return state.options.dawdle > 0 and outcome(state) is None


def _usual_still(state: SockerState) -> int:
    """Default of ``still``: 1 for this turn alone, 0 in a set-up."""
    return int(state.phase is not SockerPhase.PLACE)


def _usual_near(state: SockerState) -> Pair:
    """Default of ``near``: distances of the current ball. (0, 0) before a spot is chosen."""
    return goals_away(state.options.pitch, state.ball) if state.ball >= 0 else (0, 0)


def _read_line(line: str, row: int, columns: int) -> Iterator[tuple[int, str]]:
    """Yields (column from 0, letter) of each letter in a row. Raises `ValueError` if the row is invalid."""
    column, at = 0, 0
    while at < len(line):
        part = _PARTS.match(line, at)
        if part is None:
            raise ValueError(f"Row {row} of the field has {line[at]!r}; it takes R, r, B, b, o and numbers.")
        if part[0].isdigit():
            column += int(part[0])
        else:
            yield column, part[0]
            column += 1
        at = part.end()
    if column != columns:
        raise ValueError(f"Row {row} of the field, {line[:40]!r}, has {column} spaces; it needs {columns}.")


def _read_field(text: str | None, pitch: Pitch) -> dict[str, int]:
    """Bit set of the spaces of each letter, by letter. All empty without a text. May raise `ValueError`."""
    groups = dict.fromkeys((*PIECES, BALL), 0)
    if text is None:
        return groups
    lines = text.split("/")
    if len(lines) != pitch.rows:
        raise ValueError(f"The field has {pitch.rows} rows, the highest first, not {len(lines)}.")
    for row, line in zip(range(pitch.rows, 0, -1), lines, strict=True):
        for column, letter in _read_line(line, row, pitch.columns):
            groups[letter] |= 1 << (row - 1) * pitch.columns + column
    return groups


def _refuse_row(fields: dict[str, str]) -> None:
    """Raise `ValueError` if a row is given. Only phase spot has one."""
    if fields.get("row", "-") != "-":
        raise ValueError("row must be '-' except in phase spot.")


def _check_mover(state: SockerState, fields: dict[str, str]) -> SockerState:
    """State with ``turn`` as mover. Raises `ValueError` if the field says otherwise."""
    if read_number("mover", fields.get("mover", str(state.turn)), 0, 1) != state.turn:
        raise ValueError("mover and turn must be the same seat except in phase spot.")
    return replace(state, mover=state.turn)


def _read_place(state: SockerState, fields: dict[str, str]) -> SockerState:
    """Complete a state read in phase place. Raises `ValueError` if there is no such set-up."""
    _refuse_row(fields)
    options, pitch, seat = state.options, state.options.pitch, state.turn
    if outcome(state):
        raise ValueError("There is no set-up after the end of the match: the score and the turns decide it.")
    if state.ball not in (NO_BALL, pitch.centre):
        raise ValueError(f"In a set-up the ball is on {pitch.names[pitch.centre]}.")
    own_count, their_count = state.upright[seat].bit_count(), state.upright[1 - seat].bit_count()
    team = state.team(seat)
    if any(state.fallen) or own_count >= team or their_count not in (0, state.team(1 - seat)):
        raise ValueError(
            f"In a set-up of {team}, the seat to move has fewer, the other all or none; all upright."
        )
    for owner in (0, 1):
        astray = state.upright[owner] & ~options.setup_area(owner)
        if astray or (state.upright[owner] & pitch.restricted).bit_count() > MAX_RESTRICTED:
            raise ValueError(
                "In a set-up, sockers are in their own half, none next to the ball,"
                f" at most {MAX_RESTRICTED} per side off the field."
            )
    read_number("left", fields.get("left", "0"), 0, state.actions_total)
    _read_limit(fields, MAX_RESTRICTED)
    state = _check_mover(state, fields)
    near = goals_away(pitch, pitch.centre)
    return replace(
        state,
        ball=pitch.centre,
        actions_total=options.actions,
        actions_left=options.actions,
        still=0,
        near=near,
    )


def _read_limit(fields: dict[str, str], default: int) -> int:
    """Limit from its field, or else the default. Raises `ValueError` unless the field is 3 to 5."""
    return read_number("limit", fields.get("limit", str(default)), MAX_RESTRICTED, 5)


def _own_limit(state: SockerState) -> int:
    """Limit that a turn of the mover would begin with in this position."""
    seat = state.mover
    return turn_limit(state.options.pitch, state.upright[seat], state.sockers[seat], state.taken)


def _read_spot(state: SockerState, fields: dict[str, str]) -> SockerState:
    """Complete a state read in phase spot, with no ball. Raises `ValueError` if there is none to choose."""
    pitch = state.options.pitch
    if state.ball != NO_BALL:
        raise ValueError("In phase spot there is no ball 'o' on the field.")
    if outcome(state):
        raise ValueError("There is no spot to choose after the end of the match.")
    row = read_number("row, which phase spot needs,", fields.get("row", "-"), 2, pitch.rows - 1)
    centre = pitch.centres[row - 1]
    owners = [seat for seat in (0, 1) if state.sockers[seat] >> centre & 1]
    if not owners or ("turn" in fields and state.turn != owners[0]):
        raise ValueError(f"In phase spot a socker is on {pitch.names[centre]}, and turn is its owner.")
    mover = read_number("mover", fields.get("mover", str(owners[0])), 0, 1)
    state = replace(state, turn=owners[0], mover=mover, row=row)
    left = read_number("left", fields.get("left", str(state.actions_total - 1)), 0, state.actions_total)
    state = replace(state, actions_left=left, off_field_limit=_read_limit(fields, _own_limit(state)))
    assert spot_choices(state, row)
    return state


def _read_play(state: SockerState, fields: dict[str, str]) -> SockerState:
    """Complete a state read in phase play. Raises `ValueError` if it is no position of a turn."""
    _refuse_row(fields)
    pitch = state.options.pitch
    state = _check_mover(state, fields)
    is_over = outcome(state) is not None
    if state.ball == NO_BALL or not any(state.sockers):
        raise ValueError("In phase play the field has a ball 'o' and sockers.")
    allowed_spaces = pitch.field | (pitch.goals[0] | pitch.goals[1] if is_over else 0)
    if not ball_bit(state.ball) & allowed_spaces:
        raise ValueError(f"The ball can't be on {pitch.names[state.ball]}; it must be on the field.")
    left = read_number(
        "left", fields.get("left", str(state.actions_total)), 0 if is_over else 1, state.actions_total
    )
    state = replace(state, actions_left=left, off_field_limit=_read_limit(fields, _own_limit(state)))
    if not is_over and not within_limit(state):
        raise ValueError(f"limit={state.off_field_limit} cannot be met with left={left}.")
    return restart(state)


class SockerRules:
    """Rules over `SockerState` and `Move`; `moves` returns all legal moves."""

    def new(
        self, players: int, seed: int, options: Options, layout: Layout | None
    ) -> Transition[SockerState]:
        """State after the toss, with its events. `ValueError` if a side starts with enough goals to win."""
        house = SockerOptions.of(read_layout(layout), seed, options)
        if house.by_goals and max(house.ahead) >= house.goals:
            raise ValueError(
                "A side that starts one goal up has already won a match to one goal; play to more."
            )
        return opening(house)

    def to_move(self, state: SockerState) -> int | None:
        """Seat that places, acts, or chooses the ball's spot. None if the match is over."""
        return None if outcome(state) else state.turn

    def moves(self, state: SockerState) -> Sequence[Move]:
        """All legal moves: actions by the sockers' spaces, moves before kicks before socks, `end` last."""
        return () if outcome(state) else actions.legal_moves(state)

    def refusal(self, state: SockerState, move: Move) -> Refusal | None:
        return actions.refusal(state, move)

    def apply(self, state: SockerState, move: Move) -> Transition[SockerState]:
        """State and events after a move, which must be legal."""
        events: list[Event] = []
        if move.verb is Verb.PLACE:
            state = place(state, move, events)
        elif move.verb is Verb.SPOT:
            state = spot(state, move, events)
        elif move.verb is Verb.END:
            state = end_turn(state, events)
        else:
            state = act(state, move, events)
        return Transition(state, tuple(events))

    def observe(self, state: SockerState, viewer: int | None) -> Observation:
        """Return the position, which is public, and the pitch: ``columns``, ``rows``, ``cells``."""
        pitch = state.options.pitch
        observation: SockerObservation = {
            "seat": viewer,
            "players": 2,
            "field": write_field(state),
            "phase": str(state.phase),
            "turn": state.turn,
            "acts": state.actions_total,
            "left": state.actions_left,
            "limit": state.off_field_limit,
            "mover": state.mover,
            "row": state.row or None,
            "score": list(state.score),
            "turns": state.turns,
            "columns": pitch.columns,
            "rows": pitch.rows,
            "cells": list(pitch.cells),
        }
        if counts_turns(state):
            observation |= {"still": state.still, "near": list(state.near)}
        if state.options.extra_time:
            observation["leg"] = state.leg
        return observation

    def redact(self, event: Event, viewer: int | None) -> Event:
        """Return the event unchanged, as all information is public."""
        return event

    def outcome(self, state: SockerState) -> Outcome | None:
        return outcome(state)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def format_move(self, move: Move) -> str:
        return move.text

    def position_players(self, text: str) -> int:
        """Number of players of any position, 2."""
        return 2

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> SockerState:
        """State of a position text. Missing fields have defaults. Raises `ValueError` if it is invalid."""
        house = SockerOptions.of(read_layout(layout), seed, options)
        fields = read_fields(text, (*FIELDS, *OPTIONAL_FIELDS))
        phase = fields.get("phase", "play" if "field" in fields else "place")
        if phase not in tuple(SockerPhase):
            raise ValueError(f"phase is place, play or spot, not {phase[:40]!r}.")
        groups = _read_field(fields.get("field"), house.pitch)
        if groups[BALL].bit_count() > 1:
            raise ValueError("The field has more than one ball 'o'.")
        first, second = (
            read_number("score", part, 0, MAX_GOALS)
            for part in read_groups("score", fields.get("score", "0/0"), 2)
        )
        leg = read_number("leg", fields.get("leg", "0"), 0, MAX_TURNS) if phase != SockerPhase.PLACE else 0
        state = SockerState(
            house,
            upright=(groups["R"], groups["B"]),
            fallen=(groups["r"], groups["b"]),
            ball=groups[BALL].bit_length() - 1,
            phase=SockerPhase(phase),
            turn=read_number("turn", fields.get("turn", "0"), 0, 1),
            actions_total=house.actions,
            actions_left=0,
            off_field_limit=MAX_RESTRICTED,
            mover=0,
            score=(first, second),
            turns=read_number("turns", fields.get("turns", "0"), 0, MAX_TURNS),
            leg=leg,
        )
        usual = state.actions()
        acts = read_number("acts", fields.get("acts", str(usual)), 1, usual + 1)
        if house.by_goals and min(state.score) >= house.goals:
            raise ValueError(f"Only one side can have {house.goals} goals; the match ends with them.")
        for seat, letters in enumerate(("R and r", "B and b")):
            count = state.sockers[seat].bit_count()
            if count > house.teams[seat]:
                raise ValueError(
                    f"The field has {count} sockers {letters}; that side has at most {house.teams[seat]}."
                )
        still = read_number("still", fields.get("still", str(_usual_still(state))), 0, max(1, house.dawdle))
        near = _usual_near(state)
        if "near" in fields:
            max_distance = max(house.pitch.rows, house.pitch.columns)
            near_first, near_second = (
                read_number("near", part, 0, max_distance) for part in read_groups("near", fields["near"], 2)
            )
            near = near_first, near_second
        state = replace(state, actions_total=acts, still=still, near=near)
        match state.phase:
            case SockerPhase.PLACE:
                return _read_place(state, fields)
            case SockerPhase.SPOT:
                return _read_spot(state, fields)
            case SockerPhase.PLAY:
                return _read_play(state, fields)

    def format_position(self, state: SockerState) -> str:
        """Text of a position. ``still``, ``near`` and ``leg`` appear only if they are not the default."""
        values = (
            write_field(state),
            str(state.phase),
            state.turn,
            state.actions_total,
            state.actions_left,
            state.off_field_limit,
            state.mover,
            state.row or "-",
            f"{state.score[0]}/{state.score[1]}",
            state.turns,
        )
        fields: list[tuple[str, object]] = list(zip(FIELDS, values, strict=True))
        if counts_turns(state) and state.still != _usual_still(state):
            fields.append(("still", state.still))
        if counts_turns(state) and state.near != _usual_near(state):
            fields.append(("near", f"{state.near[0]}/{state.near[1]}"))
        if state.options.extra_time and state.leg:
            fields.append(("leg", state.leg))
        return write_fields(fields)


RULES: Rules[SockerState, Move] = SockerRules()
