"""Positions of Socker as text: the field, whose turn it is, and what is left of it.

See rules.md, For scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from game.core.record import read_fields, read_groups, read_number, write_fields
from game.games.socker.rules.actions import LIMIT, spot_choices, turn_limit, within_limit
from game.games.socker.rules.flow import outcome, restart
from game.games.socker.rules.pitch import Pitch, goals_away, spaces_in
from game.games.socker.rules.state import NO_BALL, HouseRules, Pair, Phase, State, ball_bit

FIELDS = ("field", "phase", "turn", "acts", "left", "limit", "mover", "row", "score", "turns")
DAWDLING = ("still", "near")
"""Written only where they are not as usual, so that most positions need not tell them."""
MOST_TURNS = 99_999
MOST_GOALS = 999
BALL = "o"
EMPTY = "."
PIECES = {"R": (0, True), "r": (0, False), "B": (1, True), "b": (1, False)}
"""The letter of each socker: its seat, and whether it is upright."""

_EMPTIES = re.compile(re.escape(EMPTY) + "+")
_PARTS = re.compile(r"[1-9][0-9]?|[RrBbo]", re.ASCII)


def write_field(state: State) -> str:
    """The pitch as text: rows from the highest, letters and numbers of empty spaces."""
    pitch = state.house.pitch
    columns = pitch.columns
    letters = [EMPTY] * (columns * pitch.rows)
    if state.ball >= 0:
        letters[state.ball] = BALL
    for letter, (seat, upright) in PIECES.items():
        for space in spaces_in((state.up if upright else state.down)[seat]):
            letters[space] = letter
    field = "".join(letters)
    starts = range(columns * (pitch.rows - 1), -1, -columns)
    return "/".join([_write_line(field[start : start + columns]) for start in starts])


@lru_cache(maxsize=1 << 12)
def _write_line(line: str) -> str:
    """A row, its empty spaces counted."""
    return _EMPTIES.sub(lambda found: str(len(found[0])), line)


def format_position(state: State) -> str:
    """Write every field of the position."""
    values = (
        write_field(state),
        str(state.phase),
        state.turn,
        state.acts,
        state.left,
        state.limit,
        state.mover,
        state.row or "-",
        f"{state.score[0]}/{state.score[1]}",
        state.turns,
    )
    return write_fields((*zip(FIELDS, values, strict=True), *_dawdling(state)))


def _dawdling(state: State) -> Iterator[tuple[str, str]]:
    """The fields about dawdling, where it is forbidden and they are not as usual."""
    if not counts_turns(state):
        return
    if state.still != _usual_still(state):
        yield "still", str(state.still)
    if state.near != _usual_near(state):
        yield "near", f"{state.near[0]}/{state.near[1]}"


def counts_turns(state: State) -> bool:
    """Whether turns without progress matter: dawdling is forbidden, and the match goes on."""
    return state.house.dawdle > 0 and outcome(state) is None


def _usual_still(state: State) -> int:
    """This turn alone, as after progress in the one before."""
    return int(state.phase is not Phase.PLACE)


def _usual_near(state: State) -> Pair:
    """Where the ball lies now; before a spot is chosen for it, nothing is known of it."""
    return goals_away(state.house.pitch, state.ball) if state.ball >= 0 else (0, 0)


def _read_line(line: str, row: int, columns: int) -> Iterator[tuple[int, str]]:
    """The letters of one row with their columns."""
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


def _read_field(text: str, pitch: Pitch) -> dict[str, int]:
    """The groups of spaces on which each letter stands."""
    lines = text.split("/")
    if len(lines) != pitch.rows:
        raise ValueError(f"The field has {pitch.rows} rows, the highest first, not {len(lines)}.")
    groups = dict.fromkeys((*PIECES, BALL), 0)
    for row, line in zip(range(pitch.rows, 0, -1), lines, strict=True):
        for column, letter in _read_line(line, row, pitch.columns):
            groups[letter] |= 1 << (row - 1) * pitch.columns + column
    return groups


def parse_position(text: str, house: HouseRules) -> State:
    """Read a position that could stand in the middle of a match.

    Raises:
        ValueError: a sentence that says what is wrong and what would be right.
    """
    fields = read_fields(text, (*FIELDS, *DAWDLING))
    phase = fields.get("phase", "play" if "field" in fields else "place")
    if phase not in tuple(Phase):
        raise ValueError(f"phase is place, play or spot, not {phase[:40]!r}.")
    groups = (
        _read_field(fields["field"], house.pitch) if "field" in fields else dict.fromkeys((*PIECES, BALL), 0)
    )
    if groups[BALL].bit_count() > 1:
        raise ValueError("The field has more than one ball 'o'.")
    score = [
        read_number("score", part, 0, MOST_GOALS)
        for part in read_groups("score", fields.get("score", "0/0"), 2)
    ]
    state = State(
        house,
        up=(groups["R"], groups["B"]),
        down=(groups["r"], groups["b"]),
        ball=groups[BALL].bit_length() - 1,
        phase=Phase(phase),
        turn=read_number("turn", fields.get("turn", "0"), 0, 1),
        acts=read_number("acts", fields.get("acts", str(house.actions)), 1, house.actions + 1),
        left=0,
        limit=LIMIT,
        mover=0,
        score=(score[0], score[1]),
        turns=read_number("turns", fields.get("turns", "0"), 0, MOST_TURNS),
    )
    _check_numbers(state)
    state = _read_dawdling(state, fields)
    if state.phase is Phase.PLACE:
        return _read_place(state, fields)
    if state.phase is Phase.SPOT:
        return _read_spot(state, fields)
    return _read_play(state, fields)


def _read_dawdling(state: State, fields: dict[str, str]) -> State:
    most = max(1, state.house.dawdle)
    still = read_number("still", fields.get("still", str(_usual_still(state))), 0, most)
    if "near" not in fields:
        return replace(state, still=still, near=_usual_near(state))
    pitch = state.house.pitch
    first, second = (
        read_number("near", part, 0, max(pitch.rows, pitch.columns))
        for part in read_groups("near", fields["near"], 2)
    )
    return replace(state, still=still, near=(first, second))


def _check_numbers(state: State) -> None:
    house = state.house
    if house.by_goals and min(state.score) >= house.goals:
        raise ValueError(f"Only one side can have {house.goals} goals; the match ends with them.")
    for seat, letters in enumerate(("R and r", "B and b")):
        count = state.sockers[seat].bit_count()
        if count > house.teams[seat]:
            raise ValueError(
                f"The field has {count} sockers {letters}; that side has at most {house.teams[seat]}."
            )


def _no_row(fields: dict[str, str]) -> None:
    if fields.get("row", "-") != "-":
        raise ValueError("row is '-' but in phase spot.")


def _same_mover(state: State, fields: dict[str, str]) -> State:
    if read_number("mover", fields.get("mover", str(state.turn)), 0, 1) != state.turn:
        raise ValueError("mover and turn are the same seat but in phase spot.")
    return replace(state, mover=state.turn)


def _read_place(state: State, fields: dict[str, str]) -> State:
    """A set-up: the other side has all its sockers on the pitch or none."""
    _no_row(fields)
    house, pitch, seat = state.house, state.house.pitch, state.turn
    if outcome(state):
        raise ValueError("There is no set-up after the end of the match: the score and the turns decide it.")
    if state.ball not in (NO_BALL, pitch.centre):
        raise ValueError(f"In a set-up the ball is on {pitch.names[pitch.centre]}.")
    own, other = state.up[seat].bit_count(), state.up[1 - seat].bit_count()
    team = state.team(seat)
    if any(state.down) or own >= team or other not in (0, state.team(1 - seat)):
        raise ValueError(
            f"In a set-up of {team}, the seat to move has fewer, the other all or none; all upright."
        )
    for owner in (0, 1):
        astray = state.up[owner] & ~house.setup_area(owner)
        if astray or (state.up[owner] & pitch.restricted).bit_count() > LIMIT:
            raise ValueError(
                "In a set-up sockers stand in their own half, none next to the ball,"
                f" at most {LIMIT} of a side off the field."
            )
    read_number("left", fields.get("left", "0"), 0, state.acts)
    _read_limit(fields, LIMIT)
    state = _same_mover(state, fields)
    near = goals_away(pitch, pitch.centre)
    return replace(state, ball=pitch.centre, acts=house.actions, left=house.actions, still=0, near=near)


def _read_limit(fields: dict[str, str], default: int) -> int:
    return read_number("limit", fields.get("limit", str(default)), LIMIT, 5)


def _own_limit(state: State) -> int:
    seat = state.mover
    return turn_limit(state.house.pitch, state.up[seat], state.sockers[seat], state.taken)


def _read_spot(state: State, fields: dict[str, str]) -> State:
    """A ball that waits for the choice of the socker's owner on the centre space of its row."""
    pitch = state.house.pitch
    if state.ball != NO_BALL:
        raise ValueError("In phase spot there is no ball 'o' on the field.")
    if outcome(state):
        raise ValueError("There is no spot to choose after the end of the match.")
    row = read_number("row, which phase spot needs,", fields.get("row", "-"), 2, pitch.rows - 1)
    centre = pitch.centres[row - 1]
    owners = [seat for seat in (0, 1) if state.sockers[seat] >> centre & 1]
    if not owners or ("turn" in fields and state.turn != owners[0]):
        raise ValueError(
            f"In phase spot a socker stands on {pitch.names[centre]}, and turn is the seat that owns it."
        )
    mover = read_number("mover", fields.get("mover", str(owners[0])), 0, 1)
    state = replace(state, turn=owners[0], mover=mover, row=row)
    left = read_number("left", fields.get("left", str(state.acts - 1)), 0, state.acts)
    state = replace(state, left=left, limit=_read_limit(fields, _own_limit(state)))
    assert spot_choices(state, row)
    return state


def _read_play(state: State, fields: dict[str, str]) -> State:
    """A turn; passed on by itself when the seat to move can do nothing."""
    _no_row(fields)
    pitch = state.house.pitch
    state = _same_mover(state, fields)
    over = outcome(state) is not None
    if state.ball == NO_BALL or not any(state.sockers):
        raise ValueError("In phase play the field has a ball 'o' and sockers.")
    allowed = pitch.field | (pitch.goals[0] | pitch.goals[1] if over else 0)
    if not ball_bit(state.ball) & allowed:
        raise ValueError(f"The ball cannot lie on {pitch.names[state.ball]}; it lies on the field.")
    left = read_number("left", fields.get("left", str(state.acts)), 0 if over else 1, state.acts)
    state = replace(state, left=left, limit=_read_limit(fields, _own_limit(state)))
    if not over and not within_limit(state):
        raise ValueError(f"limit={state.limit} cannot be met with left={left}.")
    return restart(state)
