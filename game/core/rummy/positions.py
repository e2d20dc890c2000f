"""How a rummy writes its positions, and the part of its `Rules` that goes by that alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.core.contract import Layout, LayoutError, Options
from game.core.rummy.dealt import count_seats

S = TypeVar("S")


@dataclass(frozen=True, slots=True, eq=False)
class PositionText(Generic[S]):
    """The positions of one rummy as text.

    Attributes:
        title: the rummy's, for messages.
        fields: the names of all fields.
        seated: those with an entry for each seat, of which at least one tells how many seats there are.
        players: how many there are where none of them is said.
        read: reads a position of so many players, with a seed and house rules.
        write: writes every field.
        bare: the part of a layout that it has no room for, and why it takes none.
    """

    title: str
    fields: tuple[str, ...]
    seated: tuple[str, ...]
    players: int
    read: Callable[[str, int, int, Options], S]
    write: Callable[[S], str]
    bare: tuple[str, str]

    def check_bare(self, layout: Layout | None) -> None:
        """Check that no layout is given: cards lie on a bare table.

        Raises:
            LayoutError: one is.
        """
        if layout is not None:
            raise LayoutError(*self.bare)


class RummyRules(Generic[S]):
    """What the `Rules` of every rummy do alike; `positions` is what sets them apart."""

    positions: PositionText[S]

    def position_players(self, text: str) -> int:
        """How many seats a position text has; the usual number where it does not tell."""
        told = self.positions
        return count_seats(told.title, text, told.fields, told.seated) or told.players

    def parse_position(
        self, text: str, players: int, seed: int, options: Options, layout: Layout | None
    ) -> S:
        """Read a position; a field left out is empty or 0."""
        self.positions.check_bare(layout)
        return self.positions.read(text, players, seed, options)

    def format_position(self, state: S) -> str:
        """Write a position, every field."""
        return self.positions.write(state)
