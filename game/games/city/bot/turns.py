"""All that a turn can be: pieces that bring a pair nearer or hold the other seat up, and two of these."""

from __future__ import annotations

from dataclasses import dataclass

from game.games.city.bot.net import Bits
from game.games.city.bot.stand import Race, Stand
from game.games.city.bot.worth import NO_WAY, Sureness, hope, short_of

_THIN = 0.15
"""What it is worth to take one of two links over which the others must go, as a share of a real detour."""
_WIDTH = 4
"""Where they have more links than this to choose from, one of them is nothing to them."""
_WALLS = 8
"""Turns that close both of two links, looked at beside the best of the others."""

Gain = tuple[float, Bits]
"""The points that a piece is thought to bring, and its link."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The pieces of a turn, the stand after them, and what that is worth to the seat that laid them."""

    value: float
    links: tuple[Bits, ...]
    stand: Stand


@dataclass(frozen=True, slots=True)
class Breadth:
    """How many turns are looked at.

    Attributes:
        first: first pieces that a second one is looked for.
        second: second pieces for each of them.
        turns: turns whose end is valued.
    """

    first: int
    second: int
    turns: int


def single(links: Bits) -> list[Bits]:
    """Each link of a set."""
    found: list[Bits] = []
    while links:
        low = links & -links
        found.append(low)
        links ^= low
    return found


def gains(stand: Stand, sureness: Sureness) -> list[Gain]:
    """The pieces that change a race, as if the other seat were to move after them, the best first."""
    found: dict[Bits, float] = {}
    for race, worth in zip(stand.races, stand.worths, strict=True):
        if race is not None:
            _gains_of(stand, race, worth, sureness, found)
    return sorted(((value, link) for link, value in found.items()), reverse=True)


def _gains_of(stand: Stand, race: Race, worth: int, sureness: Sureness, found: dict[Bits, float]) -> None:
    seat, other = stand.turn, 1 - stand.turn
    mine, theirs = short_of(stand, race, seat), short_of(stand, race, other)
    ours = race[seat].links if mine < NO_WAY else 0
    now = -worth * sureness[theirs][mine]
    nearer = worth if mine == 1 else -worth * sureness[theirs][mine - 1]
    for link in single(ours):
        found[link] = found.get(link, 0.0) + nearer - now
    if theirs == NO_WAY:
        return
    detour = now + worth * sureness[min(theirs + 1, NO_WAY)][mine]
    for level in race[other].levels:
        width = level.bit_count()
        if width == 1:
            longer = _cut(stand, race, level)
            if not level & ours:
                gain = -worth * sureness[longer][mine] - now
            else:
                gain = 0.0 if mine == 1 else -worth * sureness[longer][mine - 1] - nearer
            found[level] = found.get(level, 0.0) + gain
        elif width <= _WIDTH:
            for link in single(level):
                found[link] = found.get(link, 0.0) - _THIN * detour / (width - 1)
    for link in single(race[other].lent & stand.printed):
        found[link] = found.get(link, 0.0) - worth * sureness[_cut(stand, race, link)][mine] - now


def _cut(stand: Stand, race: Race, link: Bits) -> int:
    """What the other seat would miss without a link."""
    other = 1 - stand.turn
    longer = race[other].cut(link, stand.free, stand.easy[other])
    return longer if longer <= stand.supply[other] and longer < NO_WAY else NO_WAY


def turns(stand: Stand, breadth: Breadth, sureness: Sureness) -> list[Turn]:
    """Whole turns, the best first."""
    found = [_ended(stand, links, sureness) for links in _rough(stand, breadth, sureness)]
    found.sort(key=lambda turn: -turn.value)
    return found


def _ended(stand: Stand, links: tuple[Bits, ...], sureness: Sureness) -> Turn:
    after = stand.after(links)
    if after.turn == stand.turn:
        after = after.passed()
    return Turn(-hope(after, sureness), links, after)


def _rough(stand: Stand, breadth: Breadth, sureness: Sureness) -> list[tuple[Bits, ...]]:
    """The turns that promise most by the sum of what their pieces gain."""
    open_ = stand.free | stand.printed
    if not stand.supply[stand.turn] or not open_:
        return [()]
    firsts = gains(stand, sureness) or [(0.0, open_ & -open_)]  # no piece changes a race: then any will do
    chosen: list[tuple[Bits, ...]]
    if stand.left == 1 or stand.supply[stand.turn] == 1:
        chosen = [(link,) for _, link in firsts[: breadth.turns]]
        return chosen + [links for links in _joins(stand, sureness) if links not in chosen]
    best: dict[Bits, tuple[float, tuple[Bits, ...]]] = {}
    for value, link in firsts[: breadth.first]:
        seconds = gains(stand.laid(link), sureness)
        if not seconds:
            rest = open_ & ~link
            best[link] = value, (link, rest & -rest) if rest else (link,)
        for more, second in seconds[: breadth.second]:
            both = link | second  # in either order it is the same turn
            if both not in best or best[both][0] < value + more:
                best[both] = value + more, (link, second)
    chosen = [links for _, links in sorted(best.values(), reverse=True)[: breadth.turns]]
    walls = [wall for wall in _walls(stand) if wall[0] | wall[1] not in best][:_WALLS]
    # What joins a pair is always looked at: two pieces of which each brings little may fall out above.
    return chosen + walls + [links for links in _joins(stand, sureness) if set(links) not in map(set, chosen)]


def _walls(stand: Stand) -> list[tuple[Bits, Bits]]:
    """Both links where the other seat has only two to choose from, its nearest pairs first."""
    other = 1 - stand.turn
    races = sorted((race for race in stand.races if race), key=lambda race: race[other].missing)
    levels = (level for race in races for level in race[other].levels)
    return [(level & -level, level & level - 1) for level in levels if level.bit_count() == 2]


def settled(stand: Stand, sureness: Sureness, turns_on: int) -> float:
    """The hope of the seat to move when pairs that a turn can join are joined, for so many turns on."""
    best = hope(stand, sureness)
    if not turns_on:
        return best
    for links in _joins(stand, sureness):
        after = stand.after(links)
        if after.turn == stand.turn:
            after = after.passed()
        best = max(best, -settled(after, sureness, turns_on - 1))
    return best


def _joins(stand: Stand, sureness: Sureness) -> list[tuple[Bits, ...]]:
    """For each pair that the turn can join a turn that does, what is left of it spent as well as may be."""
    seat = stand.turn
    pieces = min(stand.left, stand.supply[seat])
    return [
        _joining(stand, number, pieces, sureness)
        for number, race in enumerate(stand.races)
        if race is not None and 0 < race[seat].missing <= pieces
    ]


def _joining(stand: Stand, number: int, pieces: int, sureness: Sureness) -> tuple[Bits, ...]:
    seat = stand.turn
    found: list[Bits] = []
    while len(found) < pieces and not stand.is_over:
        race = stand.races[number]
        links = race[seat].links if race is not None else 0
        if not links:
            more = gains(stand, sureness)
            links = more[0][1] if more else stand.free | stand.printed
        if not links:
            break
        found.append(links & -links)
        stand = stand.laid(found[-1])
    return tuple(found)
