"""Where the computer players set their sockers up."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.chance import Chance
from game.games.socker.rules.moves import Move
from game.games.socker.rules.rules import State

FORMATION = ((0, 3), (-2, 1), (2, 1), (-3, 1), (3, 1))
"""Columns from the middle and rows behind the ball of each socker: two wings and a keeper."""


def placed(state: State, moves: Sequence[Move], spread: int, chance: Chance) -> Move:
    """The next place of the formation, or one within a few steps of it."""
    pitch, seat = state.house.pitch, state.turn
    across, back = FORMATION[state.up[seat].bit_count() % len(FORMATION)]
    row = pitch.row(pitch.centre) - (back if seat == 0 else -back)
    column = pitch.columns // 2 + across

    def off(move: Move) -> tuple[int, int]:
        space = pitch.numbers[move.target]
        outside = pitch.restricted >> space & 1
        return outside, abs(pitch.column(space) - column) + abs(pitch.row(space) - row)

    return chance.pick(sorted(moves, key=off)[:spread])
