"""The easy player: a child that chases the ball and kicks it forward when it thinks of it.

It sees one action far, and never passes by a goal that one kick makes.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.games.socker.rules.moves import Move, Verb
from game.games.socker.rules.pitch import Pitch
from game.games.socker.rules.rules import State


def childish(state: State, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that a child might make."""
    pitch, seat = state.house.pitch, state.turn
    by_verb: dict[Verb, list[Move]] = {verb: [] for verb in Verb}
    for move in moves:
        by_verb[move.verb].append(move)
    forward = [move for move in by_verb[Verb.KICK] if _kicked_rows(pitch, seat, move) > 0]
    scoring = [move for move in forward if _scores(pitch, seat, move)]
    if scoring:
        return chance.pick(scoring)
    if forward and chance.happens(0.8):
        return chance.pick(forward)
    if by_verb[Verb.END] and chance.happens(0.1):
        return by_verb[Verb.END][0]
    if by_verb[Verb.SOCK] and chance.happens(0.3):
        return chance.pick(by_verb[Verb.SOCK])
    if by_verb[Verb.MOVE] and chance.happens(0.85):
        return _chase(state, by_verb[Verb.MOVE], chance)
    careful = [move for move in moves if move.verb is not Verb.KICK or _kicked_rows(pitch, seat, move) >= 0]
    return chance.pick(careful or moves)


def _kicked_rows(pitch: Pitch, seat: int, move: Move) -> int:
    actor, ball = pitch.numbers[move.actor], pitch.numbers[move.target]
    return _progress(pitch, seat, ball) - _progress(pitch, seat, actor)


def _scores(pitch: Pitch, seat: int, move: Move) -> bool:
    beyond = 2 * pitch.numbers[move.target] - pitch.numbers[move.actor]
    return bool(pitch.goals[seat] >> beyond & 1)


def _chase(state: State, moves: Sequence[Move], chance: Chance) -> Move:
    """A move that brings a socker nearer to the space behind the ball."""
    pitch = state.house.pitch
    behind = state.ball - (pitch.columns if state.turn == 0 else -pitch.columns)

    def away(move: Move) -> int:
        return pitch.distance(pitch.numbers[move.target], behind)

    nearer = [move for move in moves if away(move) < pitch.distance(pitch.numbers[move.actor], behind)]
    return chance.pick(sorted(nearer or moves, key=away)[:4])


def _progress(pitch: Pitch, seat: int, space: int) -> int:
    """How many rows a space is from the seat's own end, from 0."""
    row = space // pitch.columns
    return row if seat == 0 else pitch.rows - 1 - row
