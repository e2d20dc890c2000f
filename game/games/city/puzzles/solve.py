"""What can be asked of somebody in the City, solved wholly.

- ``join``: it is our turn, two pieces, and no pair can be joined in it; lay them so that in our next turn we
  join one (of any colour), whatever two pieces the other side lays in between. A colour that they join
  themselves is lost to us.
- ``cut``: one piece is left in our turn; lay it so that the other side can never join a certain colour any
  more, even if it were left alone: no way is left, or none for which it has the pieces.

The order of two pieces of a turn does not matter, so they are one solution. What need not be looked into is
left out by these arguments alone: whoever is to miss two pieces of a colour after two of their own has laid
them on ways that miss four at most; and whoever stops somebody lays at least one piece on any one way that
they look at, or joins the colour first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from game.games.city.bot.net import FAR, Bits
from game.games.city.puzzles.lie import City, Lie, each
from game.match.puzzle import NoPuzzleError
from game.words import _

TURN = 2
"""Pieces a turn."""
MOST = 2
"""So many solutions a puzzle may have."""
NEAREST, FARTHEST = 3, 4
"""So many pieces we miss at least for the nearest pair where it is to be joined in two turns."""
THREATS = 1_500
"""So many turns that leave a pair within reach are looked into."""
CLOSE = 5
"""A pair for which they miss more pieces is not yet worth cutting off."""
LOOKING_RIGHT = 3
"""Where fewer pieces look right, the cut is found at a glance."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The pieces of each solution, in the order of the board."""

    turns: tuple[tuple[Bits, ...], ...]
    alike: int
    nodes: int


class Joining:
    """Whether a pair can be joined whatever the other side does."""

    def __init__(self, city: City, seat: int) -> None:
        self.city, self.seat, self.foe = city, seat, 1 - seat
        self.looked = 0

    def within(self, lie: Lie, pieces: int = TURN) -> list[int]:
        """The colours that we could join with so many pieces, the nearest first."""
        near = [(self.city.missing(lie, self.seat, colour), colour) for colour in self.city.rest(lie)]
        return [colour for few, colour in sorted(near) if few <= pieces]

    def stopped(self, lie: Lie, pieces: int) -> bool:
        """Whether they, with so many pieces, can leave us no pair that we can join in our next turn."""
        self.looked += 1
        near = self.within(lie)
        if not near or not pieces:
            return not near
        return any(
            self.stopped(self.city.lay(lie, self.foe, link), pieces - 1)
            for link in self.hindering(lie, near[0], pieces)
        )

    def hindering(self, lie: Lie, colour: int, pieces: int) -> list[Bits]:
        """Pieces of theirs of which one at least is laid where they keep us from a colour."""
        found = self.city.one_way(lie, self.seat, colour)
        theirs = self.city.ways(lie, self.foe, colour)
        if theirs.missing < pieces:
            found += each(theirs.near)
        elif theirs.missing == pieces:
            found += each(theirs.links)
        return list(dict.fromkeys(found))

    def reply(self, lie: Lie) -> int:
        """The pieces of their next turn."""
        return min(TURN, lie.supply[self.foe])

    def holds(self, lie: Lie) -> bool:
        """Whether we join a pair in our next turn for certain, as they begin theirs."""
        return not self.stopped(lie, self.reply(lie))

    def turns(self, lie: Lie) -> Iterator[tuple[Bits, Bits]]:
        """Every turn of ours, as a pair of pieces, that can leave us two pieces of a colour at most."""
        seen: set[tuple[Bits, Bits]] = set()
        for colour in self.city.rest(lie):
            ways = self.city.ways(lie, self.seat, colour)
            pairs: Iterator[tuple[Bits, Bits]] = iter(())
            if ways.missing == FARTHEST:
                pairs = combinations(each(ways.links), 2)
            elif ways.missing == NEAREST:
                pairs = self._one_and_any(lie, ways.links, ways.near)
            for one, other in pairs:
                turn = (min(one, other), max(one, other))
                if turn not in seen:
                    seen.add(turn)
                    yield turn

    def _one_and_any(self, lie: Lie, links: Bits, near: Bits) -> Iterator[tuple[Bits, Bits]]:
        for one in each(links):
            for other in each(lie.free & ~one):
                yield one, other
        yield from combinations(each(near), 2)

    # Their best defence.

    def defence(self, lie: Lie, pieces: int) -> tuple[Bits, ...]:
        """The pieces that leave us the most to lay, and the fewest ways to; none where they have none."""
        best = min(self._defences(lie, pieces), key=lambda laid: (*self._ease(lie, laid), sorted(laid)))
        return tuple(sorted(best))

    def _defences(self, lie: Lie, pieces: int) -> Iterator[tuple[Bits, ...]]:
        if not pieces or not lie.free:
            yield ()
            return
        links = 0
        for colour in self.within(lie):
            links |= self.city.ways(lie, self.seat, colour).links
        for link in each(links or lie.free & -lie.free):
            for rest in self._defences(self.city.lay(lie, self.foe, link), pieces - 1):
                yield (link, *rest)

    def _ease(self, lie: Lie, laid: tuple[Bits, ...]) -> tuple[int, int]:
        for link in laid:
            lie = self.city.lay(lie, self.foe, link)
        near = self.within(lie)
        if not near:
            return -FAR, 0
        least = self.city.missing(lie, self.seat, near[0])
        ways = (self.city.ways(lie, self.seat, colour) for colour in near)
        return -least, sum(one.links.bit_count() for one in ways if one.missing == least)


def join(city: City, lie: Lie, seat: int) -> Solved:
    """The only turns after which a pair is joined in the next one, whatever they do."""
    joining = Joining(city, seat)
    if joining.within(lie):
        raise NoPuzzleError(_("A pair can be joined in this turn."))
    if not joining.within(lie, FARTHEST):
        raise NoPuzzleError(_("All pairs are too far apart yet."))
    if _one_is_enough(joining, lie):
        raise NoPuzzleError(_("There are too many ways to do it."))
    won: list[tuple[Bits, Bits]] = []
    looked = 0
    for one, other in joining.turns(lie):
        then = lie.laid(seat, one).laid(seat, other)
        if not joining.within(then):
            continue
        looked += 1
        if looked > THREATS:
            raise NoPuzzleError(_("There is too much to look into."))
        if joining.holds(then):
            won.append((one, other))
            if len(won) > MOST:
                raise NoPuzzleError(_("There are too many ways to do it."))
    if not won:
        raise NoPuzzleError(_("They can always keep you from it."))
    links = 0
    for colour in joining.within(lie, FARTHEST):
        links |= city.ways(lie, seat, colour).links
    return Solved(tuple(won), links.bit_count(), joining.looked)


def _one_is_enough(joining: Joining, lie: Lie) -> bool:
    """Whether one piece does it, so that any other may go with it."""
    city, seat = joining.city, joining.seat
    near = joining.within(lie, NEAREST)
    links = {link for colour in near for link in each(city.ways(lie, seat, colour).links)}
    return any(joining.holds(lie.laid(seat, link)) for link in sorted(links))


def cuts(city: City, lie: Lie, seat: int, colour: int) -> list[Bits]:
    """The pieces after which the other side can never join a colour any more."""
    foe = 1 - seat
    ways = city.ways(lie, foe, colour)
    # A piece that closes all ways lies on every shortest one.
    return [link for link in each(ways.links) if city.missing(lie.laid(seat, link), foe, colour) == FAR]


def cut(city: City, lie: Lie, seat: int, colour: int) -> Solved:
    """The only pieces that cut the other side off from a colour."""
    foe = 1 - seat
    if colour in lie.claimed or city.missing(lie, foe, colour) > CLOSE:
        raise NoPuzzleError(_("They are not near enough to be cut off."))
    found = cuts(city, lie, seat, colour)
    if not found:
        raise NoPuzzleError(_("No single piece cuts them off."))
    if len(found) > MOST:
        raise NoPuzzleError(_("There are too many ways to do it."))
    alike = city.ways(lie, foe, colour).near.bit_count()
    if alike < LOOKING_RIGHT:
        raise NoPuzzleError(_("That is too easy: it can hardly be missed."))
    return Solved(tuple((link,) for link in found), alike, city.ways(lie, foe, colour).links.bit_count())


def cut_off(city: City, lie: Lie, seat: int, link: Bits) -> list[int]:
    """The colours from which a piece cuts the other side off, those that it was nearest to first."""
    foe, then = 1 - seat, lie.laid(seat, link)
    near = [(city.missing(lie, foe, colour), colour) for colour in city.rest(lie)]
    return [colour for few, colour in sorted(near) if few <= CLOSE and city.missing(then, foe, colour) == FAR]
