"""What the seat to move may do, sorted for a screen: by piece and by space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.core.grid import read_space, space_text


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a piece can do."""

    verb: str
    actor: str
    target: str
    move: str

    @property
    def beyond(self) -> str:
        """Where the ball, or the opponent's piece, goes."""
        (column, row), (across, along) = read_space(self.actor), read_space(self.target)
        return space_text(2 * across - column, 2 * along - row)


@dataclass(slots=True)
class Choices:
    """The legal moves of a moment."""

    spaces: dict[str, str] = field(default_factory=dict)
    """Spaces to place on, or for the ball, with their moves."""
    pieces: dict[str, dict[str, Action]] = field(default_factory=dict)
    """For every piece that can act, its actions by their target."""
    ends: bool = False
    """Whether the turn may end."""

    @classmethod
    def of(cls, moves: Sequence[str]) -> Choices:
        """The choices among these moves."""
        found = cls()
        for move in moves:
            verb, *spaces = move.split()
            found.ends |= verb == "end"
            if len(spaces) == 1:
                found.spaces[spaces[0]] = move
            elif spaces:
                actor, target = spaces
                found.pieces.setdefault(actor, {})[target] = Action(verb, actor, target, move)
        return found

    def of_piece(self, cell: str | None) -> dict[str, Action]:
        """The actions of a piece, by target."""
        return self.pieces.get(cell, {}) if cell else {}
