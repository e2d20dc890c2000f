"""What a position is worth: how sure each pair is to whom, and what that means for who wins."""

from __future__ import annotations

from math import erf, sqrt
from typing import TypeAlias

from game.games.city.bot.stand import Race, Stand

Sureness: TypeAlias = tuple[tuple[float, ...], ...]
"""By what the seat to move misses of a pair, then by what the other one does: from 1, sure to be its own, to
-1, sure to be the other's; 0 also where nobody is likely to join it. The last row and column are `NO_WAY`."""
NO_WAY = 14
"""So many pieces are as good as no way."""
WON = 0.9
"""A match that is won by however little."""
_LANDSLIDE = 40.0
"""A lead in points that cannot well be larger."""
_LUCK = 8.0
"""What else decides a match, as a variance of points."""


def short_of(stand: Stand, race: Race, seat: int) -> int:
    """The pieces that a seat misses of a pair, `NO_WAY` where there is none or too few are left."""
    missing = race[seat].missing
    return missing if missing <= stand.supply[seat] and missing < NO_WAY else NO_WAY


def hope(stand: Stand, sureness: Sureness) -> float:
    """How far the seat to move may hope to win, at the start of a turn, from -1 to 1.

    A match that is over counts at least `WON`; what is beyond that are the points of the lead.
    """
    seat, other = stand.turn, 1 - stand.turn
    lead = float(stand.points[seat] - stand.points[other])
    if stand.is_over:
        return WON * ((lead > 0) - (lead < 0)) + _margin(lead)
    doubt = _LUCK
    for race, worth in zip(stand.races, stand.worths, strict=True):
        if race is not None:
            sure = sureness[short_of(stand, race, seat)][short_of(stand, race, other)]
            lead += worth * sure
            doubt += 2 * worth * worth * (1 - sure * sure)
    return WON * erf(lead / sqrt(doubt)) + _margin(lead)


def _margin(lead: float) -> float:
    return (1 - WON) * max(-1.0, min(1.0, lead / _LANDSLIDE))
