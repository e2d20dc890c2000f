"""Where what is carried would be put down, and what is carried."""

from __future__ import annotations

from dataclasses import dataclass

NEW = -1
"""The key of the place for a new pile."""
NEW_WIDE = 3
"""For how many cards that place has room at least."""


@dataclass(frozen=True, slots=True)
class DropTarget:
    """Where what is carried would be put down."""

    pile: int | None = None
    """The key of a pile, `NEW`, or `None` for the hand."""
    index: int = 0
    """Before which card of the pile or the hand."""
    row: int | None = None
    """For a new pile: the row and the x, from the corner of the piles, where it is wanted."""
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Carry:
    """What is carried, and where it came from."""

    pile: int | None
    """The pile it comes from, `None` for the hand."""
    home: DropTarget
    """Just where it was."""
    target: DropTarget
    at: tuple[float, float] | None = None
    """Where the pointer holds it, in units; `None` when it is carried from place to place."""
    pressed: tuple[float, float] | None = None
    """Where the button went down, while it is down."""
    taken: tuple[float, float] | None = None
    """Where the pointer took it up: there it is put back just where it was."""
    since: float = 0.0
    """When it was taken up, in ms."""
    grip: tuple[float, float] = (0.0, 0.0)
    """How far right of the pointer the middle of the gripped card is held, and below it, in its widths."""
    key: int | None = None
    """The card that was gripped."""
    ahead: int = 0
    """How many cards in front of it were taken as well by the wheel; they are the first to go back."""
    dragged: bool = False
    """Whether the pointer has been elsewhere while the button is down: back at that place it is no click."""
