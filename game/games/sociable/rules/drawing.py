"""The draw for the chairs (rules.md, Who sits where)."""

from __future__ import annotations

from itertools import groupby

from game.core.chance import Chance
from game.core.game import Event
from game.games.sociable.rules.events import PlacesDrawn
from game.games.sociable.rules.state import DECK, POWER


def draw_places(seats: tuple[int, ...], chance: Chance, events: list[Event]) -> tuple[int, ...]:
    """The seats from the highest card drawn to the lowest; equals draw again from the whole pack.

    See rules.md, Who sits where.
    """
    if len(seats) == 1:
        return seats
    drawn = dict(zip(seats, chance.shuffled(DECK), strict=False))
    events.append(PlacesDrawn(list(seats), list(drawn.values())).event(reveals=True))

    def height(seat: int) -> int:
        return POWER[drawn[seat]]

    groups = groupby(sorted(seats, key=height, reverse=True), height)
    return tuple(seat for _, group in groups for seat in draw_places(tuple(group), chance, events))
