"""The normal player: both pieces of its turn together, by the sum of all races.

It weighs every piece that shortens a way of its own or lengthens one of the other player's, by worth and by
who is ahead in the race. It does not look at the reply, and takes ways past the socks of other pairs for
open: seeing that they are not, it wins two of three matches against itself, and too many against hard.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import tanh
from operator import or_
from typing import NamedTuple

from game.core.chance import Chance
from game.games.city.bot.manners import Liking
from game.games.city.bot.net import FAR, Bits, Ways
from game.games.city.bot.stand import Stand
from game.games.city.bot.turns import single

_TEMPO = 2.5
"""Pieces of a lead that the next turn of the other player takes away."""
_BREADTH = 5
"""First pieces for which it looks for the best second one."""

_TASTE = 6.0
"""Points that a whole hope is worth to a manner."""


class _Race(NamedTuple):
    """One open pair, as the seat to move sees it."""

    worth: int
    mine: int
    theirs: int
    """The pieces that each of the two misses, `FAR` where there is no way or too few are left."""
    my_ways: Bits
    their_ways: Bits
    """The links over which their shortest ways lead."""
    against: Ways
    """The ways of the other, to be cut."""


def ranked(stand: Stand) -> list[tuple[float, int]]:
    """The pieces that change a race, each with the sum of all races after it, best first."""
    races = [
        _race(stand, *race, worth) for race, worth in zip(stand.races, stand.worths, strict=True) if race
    ]
    links = reduce(or_, (race.my_ways | race.their_ways for race in races), 0)
    left, foes = stand.left - 1, stand.easy[1 - stand.turn]
    calm = [_value(race.worth, race.mine, race.theirs, left) for race in races]
    found = []
    while links:
        link = links & -links
        links ^= link
        # What the seat has taken already counts too: the first of two pieces may have joined a pair.
        total = float(stand.points[stand.turn])
        for race, value in zip(races, calm, strict=True):
            nearer, theirs = bool(link & race.my_ways), race.theirs
            if link & race.their_ways:
                theirs = _within(stand.supply[1 - stand.turn], race.against.cut(link, stand.free, foes))
            elif not nearer:
                total += value
                continue
            total += _value(race.worth, race.mine - nearer, theirs, left)
        found.append((total, stand.net.number[link]))
    return sorted(found, reverse=True)


def _race(stand: Stand, first: Ways, second: Ways, worth: int) -> _Race:
    mine, theirs = (first, second) if stand.turn == 0 else (second, first)
    missing = _within(stand.supply[stand.turn], mine.missing)
    missed = _within(stand.supply[1 - stand.turn], theirs.missing)
    return _Race(
        worth,
        missing,
        missed,
        mine.seeming() if missing < FAR else 0,
        theirs.seeming() if missed < FAR else 0,
        theirs,
    )


def _within(supply: int, missing: int) -> int:
    return missing if missing <= supply else FAR


def _value(worth: int, mine: int, theirs: int, left: int) -> float:
    """What a pair is worth to a seat that misses so much and has so many pieces left in this turn.

    The figures come from matches of this bot against itself with others.
    """
    if mine == 0:
        return float(worth)
    if mine >= FAR:
        return 0.0 if theirs >= FAR else -_safe(worth, theirs)
    mine = max(mine - left, 0)
    if theirs >= FAR:
        return _safe(worth, mine)
    lead = theirs - mine - _TEMPO
    return 0.97 * worth * tanh(lead / (1.0 + 0.45 * min(mine, theirs)))


def _safe(worth: int, missing: int) -> float:
    """A pair that only one seat can join still takes pieces, and can be cut off."""
    return 0.8 * worth / (1.0 + 0.15 * missing)


def weighed(stand: Stand, open_links: Sequence[int], chance: Chance, liking: Liking) -> int:
    """The piece that leaves the races best, with the best second one after it, and is most to its liking."""
    plans = ranked(stand)
    if joining := _joining(stand):
        found = {link: value for value, link in plans}
        plans = sorted(((found.get(link, 0.0), link) for link in joining), reverse=True)
    if not plans:
        return chance.pick(open_links)
    if stand.left > 1:
        plans = [
            (later[0][0] if later else value, link)
            for value, link in plans[:_BREADTH]
            for later in (ranked(stand.laid(stand.net.link[link])),)
        ]
    plans = [(value + _TASTE * liking([stand.net.link[link]]), link) for value, link in plans]
    best = max(plans)[0]
    return chance.pick([link for value, link in plans if value > best - 1e-9])


def _joining(stand: Stand) -> list[int]:
    """The pieces on ways that this turn can finish: nobody passes by a pair that is there to be taken."""
    seat = stand.turn
    most = min(stand.left, stand.supply[seat])
    races = [race[seat] for race in stand.races if race is not None and race[seat].missing <= most]
    return [stand.net.number[link] for link in single(reduce(or_, (ways.links for ways in races), 0))]
