"""How likely each seat of SOCiable wins the match after a hand: the rest is played by chance, often."""

from __future__ import annotations

import numpy as np

from game.core.options import Options
from game.games.sociable.bot.hands import Floats, Ints
from game.games.sociable.rules.ending import HANDS, SOME_HANDS, points_of

CHAIR = 0.35
"""How much better each chair nearer to the Boss's does, in the scale of the luck that decides a hand."""
LONGEST = 60
"""After so many hands a match is taken to be over."""


def wins(places: Ints, scores: tuple[int, ...], options: Options, random: np.random.Generator) -> Floats:
    """By row and seat, the share of the win that comes of a hand.

    Args:
        places: by row and seat, the place in the hand that is played, 0 for the first out.
        scores: what each seat has before it.
        options: the house rules.
        random: where chance comes from.
    """
    rows, seats = places.shape
    points = np.array(points_of(seats, options))
    target = options.number("target")
    found = np.zeros((rows, seats))
    totals = np.array(scores)[None, :] + points[places]
    going, left = np.arange(rows), HANDS - 1 - sum(scores) // int(points.sum())
    for number in range(LONGEST):
        best = totals.max(1)
        over = (best >= target) if target != SOME_HANDS else np.full(len(going), number >= left)
        if over.any():
            # Level ones are told apart by the last hand: the usual rule, and near enough to the others.
            first = np.where(totals[over] == best[over, None], places[over], seats).argmin(1)
            found[going[over], first] = 1.0
            going, totals, places = going[~over], totals[~over], places[~over]
        if not going.size:
            return found
        luck = random.gumbel(size=places.shape) - CHAIR * places
        places = (-luck).argsort(1).argsort(1)
        totals = totals + points[places]
    found[going, totals.argmax(1)] = 1.0
    return found


def worth_of_places(
    seat: int, scores: tuple[int, ...], options: Options, random: np.random.Generator, times: int = 200
) -> Floats:
    """By place in the hand that is played, how likely a seat wins the match then."""
    seats = len(scores)
    found = np.empty(seats)
    for place in range(seats):
        others = random.random((times, seats)).argsort(1)
        # The others keep their order among themselves, with this seat put into its place.
        mine = others[:, [seat]]
        others = others - (others > mine)
        others = others + (others >= place)
        others[:, seat] = place
        found[place] = wins(others, scores, options, random)[:, seat].mean()
    return found
