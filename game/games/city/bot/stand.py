"""A moment of a match as the searching players see it: the track, what both seats miss, the points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from game.games.city.bot.net import FAR, Bits, Net, Ways, net_of
from game.games.city.rules.graph import PRINTED
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.state import NOBODY

Race: TypeAlias = tuple[Ways, Ways]
"""The ways of both seats in a pair that nobody has taken."""


class Stand(NamedTuple):
    """A position in play; one is made for every piece that is tried."""

    net: Net
    """The board."""
    free: Bits
    """The links without track, which cost a piece."""
    printed: Bits
    """The printed links that a piece may take, where the house rules allow it."""
    easy: tuple[Bits, Bits]
    """For each seat the links that cost it nothing."""
    races: tuple[Race | None, ...]
    """For each colour the ways of both seats, `None` where it is taken or beyond everybody's reach."""
    worths: tuple[int, ...]
    """For each colour its points."""
    supply: tuple[int, int]
    """The pieces that each seat has."""
    points: tuple[int, int]
    """What each seat has taken."""
    turn: int
    """Whose turn it is."""
    left: int
    """How many pieces are left to lay in it."""

    @classmethod
    def of(cls, view: BoardReading, turn: int, left: int, *, over_printed: bool) -> Stand:
        """The stand that an observation shows."""
        net = net_of(view.board)
        free = net.free(view.track)
        easy = (net.easy(view.track, 0), net.easy(view.track, 1))
        open_ = net.stations(tuple(range(len(view.board.cells)))) & ~net.stations(view.stops)
        races: list[Race | None] = []
        points = [0, 0]
        worths = tuple((view.board.apart(*pair) or 0) if pair else 0 for pair in view.socks)
        for pair, owner, worth in zip(view.socks, view.claimed, worths, strict=True):
            if owner != NOBODY:
                points[owner] += worth
            if pair is None or owner != NOBODY:
                races.append(None)
                continue
            ends = net.station[pair[0]], net.station[pair[1]]
            races.append((Ways(net, ends, open_, free, easy[0]), Ways(net, ends, open_, free, easy[1])))
        track = view.board.track if over_printed else b""
        printed = sum(
            bit
            # Not strict: where the house does not allow building on printed track, none is named.
            for bit, kind, now in zip(net.link, track, view.track, strict=False)
            if kind == PRINTED and now == PRINTED
        )
        first, second = points
        taken = (first, second)
        return cls(net, free, printed, easy, tuple(races), worths, view.supply, taken, turn, left)

    @property
    def is_over(self) -> bool:
        """Whether every colour is taken or beyond everybody's reach."""
        first, second = self.supply
        for race in self.races:
            if race is not None and (race[0].missing <= first or race[1].missing <= second):
                return False
        return True

    def laid(self, link: Bits) -> Stand:
        """The stand after a piece of the seat to move."""
        seat, other = self.turn, 1 - self.turn
        free, printed = self.free & ~link, self.printed & ~link
        mine, theirs = self.easy[seat] | link, self.easy[other] & ~link
        races: list[Race | None] = []
        points = self.points
        for race, worth in zip(self.races, self.worths, strict=True):
            if race is None:
                races.append(None)
                continue
            ours = _built(race[seat], link, free, mine)
            if not ours.missing:
                races.append(None)
                points = (points[0] + worth, points[1]) if seat == 0 else (points[0], points[1] + worth)
                continue
            foes = _cut(race[other], link, free, theirs, taken=bool(self.printed & link))
            if ours is race[seat] and foes is race[other]:
                races.append(race)
            else:
                races.append((ours, foes) if seat == 0 else (foes, ours))
        first, second = self.supply
        return Stand(
            self.net,
            free,
            printed,
            (mine, theirs) if seat == 0 else (theirs, mine),
            tuple(races),
            self.worths,
            (first - 1, second) if seat == 0 else (first, second - 1),
            points,
            seat if self.left > 1 else other,
            self.left - 1 or 2,  # a whole turn of the next seat
        )

    def passed(self) -> Stand:
        """The stand after the seat to move has to pass."""
        return self._replace(turn=1 - self.turn, left=2)

    def after(self, links: Sequence[Bits]) -> Stand:
        """The stand after some pieces, one after the other."""
        stand = self
        for link in links:
            stand = stand.laid(link)
        return stand


def _built(ways: Ways, link: Bits, free: Bits, easy: Bits) -> Ways:
    """The ways of the seat that has laid a piece."""
    # No way of at most one piece more led over it, so none has become as short as the shortest.
    if ways.missing >= FAR or not link & ways.near:
        return ways
    return ways.after(free, easy, ways.missing - bool(link & ways.links))


def _cut(ways: Ways, link: Bits, free: Bits, easy: Bits, *, taken: bool) -> Ways:
    """The ways of the other seat after a piece that closes a link to it."""
    if ways.missing >= FAR:
        return ways
    if taken:  # it cost them nothing, so it stands on no level; only a new count tells
        return ways.after(free, easy)
    return ways.after(free, easy, ways.cut(link, free, easy)) if link & ways.near else ways
