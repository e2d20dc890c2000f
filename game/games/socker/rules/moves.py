"""The moves of Socker, and how their text is read; `SockerRules.format_move` writes it.

See rules.md, For scripts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from game.core.grid import read_space


class Verb(StrEnum):
    """What a move does."""

    PLACE = "place"
    MOVE = "move"
    KICK = "kick"
    SOCK = "sock"
    SPOT = "spot"
    END = "end"


@dataclass(frozen=True, slots=True)
class Move:
    """One move: an action of a socker, a placement, a choice of the ball's spot, or the end of a turn."""

    verb: Verb
    actor: str = ""
    """The space of the socker that moves, kicks or socks."""
    target: str = ""
    """The space that is placed on, moved to, kicked (the ball's), socked (the opponent's) or chosen."""
    text: str = field(init=False, compare=False, repr=False)
    """The move as text: a pitch has each of its moves once, and lists thirty of them in every turn."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", " ".join(filter(None, (self.verb, self.actor, self.target))))


END = Move(Verb.END)
known_move = lru_cache(maxsize=1 << 10)(Move)
"""A move that is offered again and again, made once."""
_SPACES = {Verb.PLACE: 1, Verb.MOVE: 2, Verb.KICK: 2, Verb.SOCK: 2, Verb.SPOT: 1, Verb.END: 0}
_FORMS = "'place d3', 'move d4 e5', 'kick d4 e5', 'sock d4 e5', 'spot e6' and 'end'"


@lru_cache(maxsize=1 << 13)
def parse_move(text: str) -> Move:
    """Read a move.

    Raises:
        ValueError: the text has none of the forms of a move.
    """
    words = text.split()
    verb = next((verb for verb in Verb if words and words[0] == verb), None)
    spaces = words[1:]
    if verb is None or len(spaces) != _SPACES[verb]:
        raise ValueError(f"The moves of Socker are {_FORMS}; {text[:40]!r} is none of them.")
    for space in spaces:
        read_space(space)
    if len(spaces) == 2:
        return Move(verb, spaces[0], spaces[1])
    return Move(verb, "", spaces[0]) if spaces else END
