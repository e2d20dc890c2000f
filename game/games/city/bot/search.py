"""Search of Socks in the City: all turns, the opponent's reply to the best, and what follows.

A turn is one or two pieces that shorten a path or hold the opponent up (`gains`, `turns`). A `CitySearchNode`
is a position for the search, `evaluate` estimates its value: the expected owner of each pair, and the
resulting chance to win. `CitySearch` examines the replies to the best turns in passes of increasing depth
(negamax with bounds).

Links are bits (`LinkGraph`), so that a frontier of stations spreads in a few operations. A station is the bit
``row * width + column`` of its axial cell, so each of the three directions of links is one shift. A link is
the bit of its lower end, moved by one whole map for each direction before its own. A set of stations or links
is an int.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, reduce
from math import erf, sqrt
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from game.core.rng import SeededRng
from game.core.search import Budget, DeadlineError, best_reply, by_reply
from game.games.city.rules.board import CityBoard
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, owner_byte
from game.games.city.rules.state import NO_OWNER
from game.games.city.rules.text import BoardReading

Bits: TypeAlias = int  # set of stations, or of links
Sides: TypeAlias = tuple[int, int, int]  # set of links split by direction, each as the bits of the lower ends
UNREACHABLE = 99  # missing pieces without a path


class LinkGraph:
    """Bit sets for the stations and links of a board.

    Attributes:
        shifts: distance in bits between the two ends of a link, by direction.
        station: the bit of each station.
        link: the bit of each link.
        number: the link number by its bit.
    """

    __slots__ = ("board", "link", "number", "shifts", "size", "station")

    def __init__(self, board: CityBoard) -> None:
        qs = [q for q, _ in board.cells]
        rs = [r for _, r in board.cells]
        # At least three columns, or two directions would have the same shift.
        width = max(max(qs) - min(qs) + 1, 3)
        places = [(r - min(rs)) * width + q - min(qs) for q, r in board.cells]
        self.board = board
        self.shifts = (1, width - 1, width)
        self.size = max(places) + 1
        self.station: tuple[Bits, ...] = tuple(1 << place for place in places)
        links: list[Bits] = []
        for first, second in board.links:
            low, high = sorted((places[first], places[second]))
            links.append(1 << self.shifts.index(high - low) * self.size + low)
        self.link: tuple[Bits, ...] = tuple(links)
        self.number: dict[Bits, int] = {bit: number for number, bit in enumerate(links)}

    def sides(self, links: Bits) -> Sides:
        """Split a set of links by direction into three sets, each as the bits of the links' lower ends."""
        size, whole = self.size, (1 << self.size) - 1
        return links & whole, links >> size & whole, links >> 2 * size

    def between(self, sources: Bits, targets: Bits, links: Sides) -> Bits:
        """Links out of ``links`` between a station of ``sources`` and a station of ``targets``."""
        by0, by1, by2 = self.shifts
        links0, links1, links2 = links
        return (
            links0 & (sources & targets >> by0 | targets & sources >> by0)
            | (links1 & (sources & targets >> by1 | targets & sources >> by1)) << self.size
            | (links2 & (sources & targets >> by2 | targets & sources >> by2)) << 2 * self.size
        )

    def easy(self, track: bytes, seat: int) -> Bits:
        """Set of the links that cost a seat nothing: its own and the printed ones."""
        kinds = owner_byte(seat), PUBLIC_TRACK
        return sum(bit for bit, owner in zip(self.link, track, strict=True) if owner in kinds)

    def move_of(self, link: Bits) -> str:
        """Text of the move that lays a piece on the link, such as ``lay c7 d7``."""
        return f"lay {' '.join(self.board.link_names[self.number[link]])}"

    def link_of(self, move: str) -> Bits:
        """Bit of the link on which a move lays a piece."""
        first, second = sorted(self.board.number[station] for station in move.split()[1:])
        return self.link[self.board.link_of[first, second]]


net_of = lru_cache(maxsize=8)(LinkGraph)  # link graph of a board, cached


class PairPaths:
    """Paths of one seat between the two socks of a pair: missing pieces and links of the shortest ones.

    ``missing`` may be given. All other results are computed on first access.
    """

    __slots__ = (
        "_cuts", "_easy", "_free", "_free_links", "_levels", "_links", "_near", "_net", "_open", "_pair",
        "missing",
    )  # fmt: skip

    def __init__(
        self,
        graph: LinkGraph,
        pair: tuple[Bits, Bits],
        open_: Bits,
        free: Bits,
        easy: Bits,
        missing: int = -1,
    ) -> None:
        """Paths that pass only stations in ``open_``. ``missing`` is given if known."""
        self._net, self._pair, self._open = graph, pair, open_
        self._free, self._easy = free, easy
        self._levels: tuple[Bits, ...] | None = None
        self._links = self._near = self._free_links = -1  # not computed yet: 0 is a valid set, the empty one
        self._cuts: dict[Bits, tuple[Bits, int]] = {}
        if missing >= 0:
            self.missing = missing

    if not TYPE_CHECKING:  # to the type checker any attribute would exist

        def __getattr__(self, name: str) -> int:
            """Computes, stores and returns ``missing``. Raises `AttributeError` for all other names."""
            if name != "missing":
                raise AttributeError(name)
            self.missing = self._missing_pieces(self._free, self._easy)
            return self.missing

    def after(self, free: Bits, easy: Bits, missing: int = -1) -> PairPaths:
        """New `PairPaths` of the same pair on other track."""
        return PairPaths(self._net, self._pair, self._open, free, easy, missing)

    @property
    def levels(self) -> tuple[Bits, ...]:
        """For each missing piece from the first sock on, its links on shortest paths. () without a path."""
        if self._levels is None:
            self._compute_paths()
        assert self._levels is not None
        return self._levels

    @property
    def links(self) -> Bits:
        """Set of all free links on shortest paths. Empty without a path."""
        if self._links < 0:
            self._compute_paths()
        return self._links

    def seeming(self) -> Bits:
        """Free links on shortest paths, and on as short ones over socks or blockers. Empty without a path."""
        if self.missing >= UNREACHABLE:
            return 0
        start, goal = self._pair
        forward = spread(self._net, start, goal, self._open, self._free, self._easy)
        backward = spread(self._net, goal, start, self._open, self._free, self._easy)
        sides = self._net.sides(self._free)
        steps = zip(forward, reversed(backward[:-1]), strict=False)
        return reduce(or_, (self._net.between(source, target, sides) for source, target in steps), 0)

    @property
    def near(self) -> Bits:
        """Set of all free links on paths with at most one piece more than the shortest."""
        if self._near < 0:
            self._compute_paths()
        return self._near

    @property
    def costless_links(self) -> Bits:
        """Set of all own and printed links on shortest paths."""
        if self._free_links < 0:
            forward, backward = self._layers()
            easy = self._net.sides(self._easy)
            steps = zip(forward, backward, strict=True)
            self._free_links = reduce(
                or_, (self._net.between(source, target, easy) for source, target in steps), 0
            )
        return self._free_links

    def missing_if_cut(self, link: Bits, free: Bits, easy: Bits) -> int:
        """Missing pieces once the opponent has ``link``. `UNREACHABLE` without a path."""
        cached = self._cuts.get(link)
        # Paths are reused while pieces are laid elsewhere, but the cost of a cut may have changed.
        if cached is not None and cached[0] == free:
            return cached[1]
        # All shortest paths have one piece per level, so another link of the level is an equally short path.
        is_spared = all(level != link for level in self.levels) and not link & easy
        missing = self.missing if is_spared else self._missing_pieces(free & ~link, easy & ~link)
        self._cuts[link] = free, missing
        return missing

    def _missing_pieces(self, free: Bits, easy: Bits) -> int:
        """Fewest pieces that join the pair on this track. `UNREACHABLE` without a path."""
        layers = spread(self._net, *self._pair, self._open, free, easy)
        return len(layers) - 1 if layers and layers[-1] & self._pair[1] else UNREACHABLE

    def _layers(self) -> tuple[list[Bits], list[Bits]]:
        """Lists by i: stations i pieces from the first sock; ``missing`` - i from the other. May be empty."""
        if self.missing >= UNREACHABLE:
            return [], []
        graph, (start, goal) = self._net, self._pair
        forward = spread(graph, start, goal, self._open, self._free, self._easy)
        backward = spread(graph, goal, start, self._open, self._free, self._easy)
        return (
            [layer & (self._open | start) for layer in forward],
            [layer & (self._open | goal) for layer in reversed(backward)],
        )

    def _compute_paths(self) -> None:
        """Compute and store the levels, links and near links, and correct ``missing``."""
        forward, backward = self._layers()
        if not forward:
            self._levels, self._links, self._near = (), 0, 0
            return
        # Pieces that seemed too far away to matter may have shortened a path after all.
        self.missing = len(forward) - 1
        between, sides = self._net.between, self._net.sides(self._free)
        self._levels = tuple(
            [between(source, target, sides) for source, target in zip(forward, backward[1:], strict=False)]
        )
        near = links = reduce(or_, self._levels, 0)
        for source, target in zip(forward, backward, strict=True):
            near |= between(source, target, sides)
        self._links, self._near = links, near


def spread(graph: LinkGraph, start: Bits, goal: Bits, open_: Bits, free: Bits, easy: Bits) -> list[Bits]:
    """Sets of stations that cost 0, 1, 2, ... pieces from ``start``, up to the cost of ``goal``.

    Without a path, the last layer does not contain ``goal``.
    """
    free0, free1, free2 = graph.sides(free)
    easy0, easy1, easy2 = graph.sides(easy)
    by0, by1, by2 = graph.shifts
    layers: list[Bits] = []
    reached = front = start
    while True:
        # The station of a sock cannot be passed, but paths of the pair start there.
        new = front & open_ | start if not layers else front & open_
        while new:
            new = (
                (new & easy0) << by0 | new >> by0 & easy0
                | (new & easy1) << by1 | new >> by1 & easy1
                | (new & easy2) << by2 | new >> by2 & easy2
            ) & ~reached  # fmt: skip
            reached |= new
            front |= new
            new &= open_
        layers.append(front)
        if reached & goal:
            return layers
        new = front & open_ | start if len(layers) == 1 else front & open_
        front = (
            (new & free0) << by0 | new >> by0 & free0
            | (new & free1) << by1 | new >> by1 & free1
            | (new & free2) << by2 | new >> by2 & free2
        ) & ~reached  # fmt: skip
        if not front:
            return layers
        reached |= front


Race: TypeAlias = tuple[PairPaths, PairPaths]  # paths of both seats for an unclaimed pair


class CitySearchNode(NamedTuple):
    """Search position. A new one is made for each piece tried."""

    net: LinkGraph
    free: Bits  # links without track, which cost a piece
    printed: Bits  # printed links that a piece may take, if the house rules allow it
    easy: tuple[Bits, Bits]  # by seat: links that cost it nothing
    races: tuple[Race | None, ...]  # by colour: paths of both seats; None once it is claimed
    worths: tuple[int, ...]  # points of each colour
    supply: tuple[int, int]  # pieces left of each seat
    points: tuple[int, int]  # points scored by each seat
    turn: int
    left: int  # pieces left to lay in this turn

    @classmethod
    def of(cls, reading: BoardReading, turn: int, left: int, *, over_printed: bool) -> CitySearchNode:
        """Search position of a board, with ``turn`` to lay ``left`` more pieces."""
        graph = net_of(reading.board)
        free = sum(bit for bit, owner in zip(graph.link, reading.track, strict=True) if owner == FREE_LINK)
        easy = (graph.easy(reading.track, 0), graph.easy(reading.track, 1))
        open_ = sum(bit for number, bit in enumerate(graph.station) if number not in reading.stops)
        races: list[Race | None] = []
        points = [0, 0]
        worths = tuple((reading.board.apart(*pair) or 0) if pair else 0 for pair in reading.socks)
        for pair, owner, worth in zip(reading.socks, reading.claimed, worths, strict=True):
            if owner != NO_OWNER:
                points[owner] += worth
            if pair is None or owner != NO_OWNER:
                races.append(None)
                continue
            ends = graph.station[pair[0]], graph.station[pair[1]]
            races.append(
                (PairPaths(graph, ends, open_, free, easy[0]), PairPaths(graph, ends, open_, free, easy[1]))
            )
        track = reading.board.track if over_printed else b""
        printed = sum(
            bit
            # Not strict, because the list is empty unless the house rules allow building on printed track.
            for bit, kind, current in zip(graph.link, track, reading.track, strict=False)
            if kind == PUBLIC_TRACK and current == PUBLIC_TRACK
        )
        first, second = points
        score = (first, second)
        return cls(graph, free, printed, easy, tuple(races), worths, reading.supply, score, turn, left)

    @property
    def is_decided(self) -> bool:
        """True if the points within reach of the side behind are too few to catch up."""
        lead = self.points[0] - self.points[1]
        behind = int(lead > 0)
        return abs(lead) > sum(
            worth
            for race, worth in zip(self.races, self.worths, strict=True)
            if race is not None and race[behind].missing <= self.supply[behind]
        )

    @property
    def is_over(self) -> bool:
        """True if every colour is claimed or out of reach for both seats."""
        first, second = self.supply
        for race in self.races:
            if race is not None and (race[0].missing <= first or race[1].missing <= second):
                return False
        return True

    def after_laying(self, link: Bits, *, exact: bool = False) -> CitySearchNode:
        """Position after a piece of the seat to move, which claims the pairs that it joins.

        Paths that the piece does not touch are reused and may be out of date after some pieces. With
        ``exact``, as proofs require, all paths are recomputed on the new track.
        """
        seat, opponent = self.turn, 1 - self.turn
        free, printed = self.free & ~link, self.printed & ~link
        mine, theirs = self.easy[seat] | link, self.easy[opponent] & ~link
        races: list[Race | None] = []
        points = self.points
        for race, worth in zip(self.races, self.worths, strict=True):
            if race is None:
                races.append(None)
                continue
            ours, foes = race[seat], race[opponent]
            if exact:
                ours, foes = ours.after(free, mine), foes.after(free, theirs)
                is_joined = race[seat].missing == 1 and not ours.missing
            else:
                # If no path with at most one piece more uses the link, no path becomes as short as the
                # shortest.
                if ours.missing < UNREACHABLE and link & ours.near:
                    ours = ours.after(free, mine, ours.missing - bool(link & ours.links))
                is_joined = not ours.missing
            if is_joined:
                races.append(None)
                points = (points[0] + worth, points[1]) if seat == 0 else (points[0], points[1] + worth)
                continue
            if not exact and foes.missing < UNREACHABLE:
                if self.printed & link:  # free for the opponent, so it is in no level: recount
                    foes = foes.after(free, theirs)
                elif link & foes.near:
                    foes = foes.after(free, theirs, foes.missing_if_cut(link, free, theirs))
            if ours is race[seat] and foes is race[opponent]:
                races.append(race)
            else:
                races.append((ours, foes) if seat == 0 else (foes, ours))
        first, second = self.supply
        return CitySearchNode(
            self.net,
            free,
            printed,
            (mine, theirs) if seat == 0 else (theirs, mine),
            tuple(races),
            self.worths,
            (first - 1, second) if seat == 0 else (first, second - 1),
            points,
            seat if self.left > 1 else opponent,
            self.left - 1 or 2,  # the whole turn of the next seat
        )

    def after_passing(self) -> CitySearchNode:
        """Position with a whole turn of the other seat."""
        return self._replace(turn=1 - self.turn, left=2)

    def after_turn(self, links: Iterable[Bits], *, exact: bool = False) -> CitySearchNode:
        """Position after a turn of exactly these pieces. Pieces after the end of the match are ignored."""
        node = self
        for link in links:
            if not node.is_over:
                node = node.after_laying(link, exact=exact)
        return node if node.turn != self.turn else node.after_passing()


Sureness: TypeAlias = tuple[tuple[float, ...], ...]
"""Expected share of a pair, by the pieces that the seat to move lacks, then those that the opponent lacks. It
is 1 if the pair is certain for the seat to move, -1 if certain for the opponent, and 0 also if neither is
likely to join it. The last row and column are `NO_PATH`."""
NO_PATH = 14  # missing pieces that count as no path
WON_VALUE = 0.9  # minimum value of a won match
_LANDSLIDE = 40.0  # lead in points that counts as the maximum
_LUCK_VARIANCE = 8.0  # variance, in points, of everything else that decides a match


def short_of(node: CitySearchNode, race: Race, seat: int) -> int:
    """Missing pieces of a seat for a pair. `NO_PATH` without a path or with too few pieces left."""
    missing = race[seat].missing
    return missing if missing <= node.supply[seat] and missing < NO_PATH else NO_PATH


def evaluate(node: CitySearchNode, sureness: Sureness) -> float:
    """Expected result of the seat to move, at the start of a turn, from -1 (lost) to 1 (won).

    A finished match has an absolute value of at least `WON_VALUE`; the rest depends on the lead in points.
    """
    seat, opponent = node.turn, 1 - node.turn
    lead = float(node.points[seat] - node.points[opponent])
    if node.is_over:
        return WON_VALUE * ((lead > 0) - (lead < 0)) + _margin(lead)
    doubt = _LUCK_VARIANCE
    for race, worth in zip(node.races, node.worths, strict=True):
        if race is not None:
            sure = sureness[short_of(node, race, seat)][short_of(node, race, opponent)]
            lead += worth * sure
            doubt += 2 * worth * worth * (1 - sure * sure)
    return WON_VALUE * erf(lead / sqrt(doubt)) + _margin(lead)


def _margin(lead: float) -> float:
    """Part of a value from the lead in points, at most 0.1 in either direction."""
    return (1 - WON_VALUE) * max(-1.0, min(1.0, lead / _LANDSLIDE))


# share of a real detour that it is worth to take one of two links that the opponent must choose from
_THIN_VALUE = 0.15
_SAFE_LINKS = 4  # with more links than this to choose from, the opponent does not miss one
_BLOCKING_TURNS = 8  # turns that close both of two links, examined in addition to the best others

Gain = tuple[float, Bits]  # expected points gained by a piece, and its link


@dataclass(frozen=True, slots=True)
class CityTurn:
    """Pieces of a turn, the position after them, and its value for the seat that laid them."""

    value: float
    links: tuple[Bits, ...]
    stand: CitySearchNode


@dataclass(frozen=True, slots=True)
class SearchWidth:
    """Number of turns to examine.

    Attributes:
        first: first pieces for which a second one is searched.
        second: second pieces for each of them.
        turns: turns whose final position is evaluated.
    """

    first: int
    second: int
    turns: int


def single(links: Bits) -> list[Bits]:
    """Split a set of links into its links, each a bit."""
    singles: list[Bits] = []
    while links:
        link = links & -links
        singles.append(link)
        links ^= link
    return singles


def gains(node: CitySearchNode, sureness: Sureness) -> list[Gain]:
    """Pairs (expected points gained, link) of pieces that change a race, best first."""
    values: dict[Bits, float] = {}
    for race, worth in zip(node.races, node.worths, strict=True):
        if race is not None:
            _gains_of(node, race, worth, sureness, values)
    return sorted(((value, link) for link, value in values.items()), reverse=True)


def _gains_of(
    node: CitySearchNode, race: Race, worth: int, sureness: Sureness, totals: dict[Bits, float]
) -> None:
    """Add to ``totals`` the expected points that each link gains in one race."""
    seat, opponent = node.turn, 1 - node.turn
    mine, theirs = short_of(node, race, seat), short_of(node, race, opponent)
    ours = race[seat].links if mine < NO_PATH else 0
    base = -worth * sureness[theirs][mine]
    nearer = worth if mine == 1 else -worth * sureness[theirs][mine - 1]
    for link in single(ours):
        totals[link] = totals.get(link, 0.0) + nearer - base
    if theirs == NO_PATH:
        return
    detour = base + worth * sureness[min(theirs + 1, NO_PATH)][mine]
    for level in race[opponent].levels:
        width = level.bit_count()
        if width == 1:
            longer = _missing_without(node, race, level)
            if not level & ours:
                gain = -worth * sureness[longer][mine] - base
            else:
                gain = 0.0 if mine == 1 else -worth * sureness[longer][mine - 1] - nearer
            totals[level] = totals.get(level, 0.0) + gain
        elif width <= _SAFE_LINKS:
            for link in single(level):
                totals[link] = totals.get(link, 0.0) - _THIN_VALUE * detour / (width - 1)
    for link in single(race[opponent].costless_links & node.printed):
        totals[link] = (
            totals.get(link, 0.0) - worth * sureness[_missing_without(node, race, link)][mine] - base
        )


def _missing_without(node: CitySearchNode, race: Race, link: Bits) -> int:
    """Missing pieces of the opponent without a link. `NO_PATH` if it can't join the pair then."""
    opponent = 1 - node.turn
    longer = race[opponent].missing_if_cut(link, node.free, node.easy[opponent])
    return longer if longer <= node.supply[opponent] and longer < NO_PATH else NO_PATH


def turns(node: CitySearchNode, breadth: SearchWidth, sureness: Sureness) -> list[CityTurn]:
    """Most promising complete turns with their values for the seat that lays them, best first."""
    candidates = []
    node_after = cache(node.after_laying)  # turns share first pieces, and computing paths is slow
    for links in _promising_turns(node, breadth, sureness, node_after):
        after = reduce(CitySearchNode.after_laying, links[1:], node_after(links[0])) if links else node
        after = after if after.turn != node.turn else after.after_passing()
        candidates.append(CityTurn(-evaluate(after, sureness), links, after))
    return _best_first(candidates)


def _promising_turns(
    node: CitySearchNode,
    breadth: SearchWidth,
    sureness: Sureness,
    node_after: Callable[[Bits], CitySearchNode],
) -> list[tuple[Bits, ...]]:
    """Links of the most promising turns and of those that wall off or join a pair. [()] if none is legal."""
    open_ = node.free | node.printed
    if not node.supply[node.turn] or not open_:
        return [()]
    firsts = gains(node, sureness) or [(0.0, open_ & -open_)]  # if no piece changes a race, any will do
    chosen: list[tuple[Bits, ...]]
    if node.left == 1 or node.supply[node.turn] == 1:
        chosen = [(link,) for _, link in firsts[: breadth.turns]]
        return chosen + [links for links in _joining_turns(node, sureness) if links not in chosen]
    best: dict[Bits, tuple[float, tuple[Bits, ...]]] = {}
    for value, link in firsts[: breadth.first]:
        seconds = gains(node_after(link), sureness)
        if not seconds:
            rest = open_ & ~link
            best[link] = value, (link, rest & -rest) if rest else (link,)
        for gain, second in seconds[: breadth.second]:
            union = link | second  # both orders are the same turn
            if union not in best or best[union][0] < value + gain:
                best[union] = value + gain, (link, second)
    chosen = [links for _, links in sorted(best.values(), reverse=True)[: breadth.turns]]
    # Both links where the opponent has only two to choose from, its nearest pairs first.
    opponent = 1 - node.turn
    races = sorted((race for race in node.races if race), key=lambda race: race[opponent].missing)
    levels = (level for race in races for level in race[opponent].levels if level not in best)
    walls = [(level & -level, level & level - 1) for level in levels if level.bit_count() == 2][
        :_BLOCKING_TURNS
    ]
    # Turns that join a pair are always examined: each of two pieces may gain too little above.
    return (
        chosen
        + walls
        + [links for links in _joining_turns(node, sureness) if set(links) not in map(set, chosen)]
    )


def value_after_joins(node: CitySearchNode, sureness: Sureness, turns_on: int) -> float:
    """Value for the seat to move if joinable pairs are joined first, for up to ``turns_on`` turns."""
    best = evaluate(node, sureness)
    if not turns_on:
        return best
    for links in _joining_turns(node, sureness):
        after = node.after_turn(links)
        best = max(best, -value_after_joins(after, sureness, turns_on - 1))
    return best


def _joining_turns(node: CitySearchNode, sureness: Sureness) -> list[tuple[Bits, ...]]:
    """For each pair within reach, links of a turn that joins it and spends a remaining piece well."""
    seat = node.turn
    pieces = min(node.left, node.supply[seat])
    return [
        _turn_joining(node, number, pieces, sureness)
        for number, race in enumerate(node.races)
        if race is not None and 0 < race[seat].missing <= pieces
    ]


def _turn_joining(node: CitySearchNode, number: int, pieces: int, sureness: Sureness) -> tuple[Bits, ...]:
    """Links of a turn that joins pair ``number``, then gains most with the pieces left."""
    seat = node.turn
    turn_links: list[Bits] = []
    while len(turn_links) < pieces and not node.is_over:
        race = node.races[number]
        links = race[seat].links if race is not None else 0
        if not links:
            best_gains = gains(node, sureness)
            links = best_gains[0][1] if best_gains else node.free | node.printed
        if not links:
            break
        turn_links.append(links & -links)
        node = node.after_laying(turn_links[-1])
    return tuple(turn_links)


MAX_VALUE = 2.0  # above any value
_PLAIN_LEAD = 0.3  # a turn that leads by this much is chosen without examining replies
_CLEAR_LEAD = 0.1  # a turn that leads by this much leaves no doubt
_MAX_DEFICIT = 0.08  # a turn that trails by this much hardly ever turns out best in a deeper pass
_SECOND_PIECE_PASSES = 2  # passes for the second piece of a turn
_EXHAUSTIVE_PAIRS = 2
"""With this many pairs left, all turns are examined in each pass but the deepest. A turn that holds the
opponent up may win then although two pieces on one's path look better, and it costs little time."""


@dataclass(frozen=True, slots=True)
class CitySearchConfig:
    """Search depth and width of a level.

    Attributes:
        breadth: turns to examine.
        replies: turns to examine in each reply and in what follows.
        stages: passes over the best turns with increasing depth. Each has the number of turns, then the
            number of lines to continue at each further turn.
        calm: turns in which joinable pairs are joined before a position is evaluated.
        whim: value that a random choice may cost at most.
    """

    breadth: SearchWidth
    replies: SearchWidth
    stages: tuple[tuple[int, ...], ...] = ()
    calm: int = 0
    whim: float = 0.0

    def within(self, limit: int | None) -> CitySearchConfig:
        """Return the settings cut down to at most ``limit`` replies: without the deepest passes.

        If only one pass without depth is left, it is narrowed instead.
        """
        stages = list(self.stages)
        while limit is not None and stages and sum(map(_turn_count, stages)) > limit:
            count, *rest = stages.pop()
            if not stages and not rest and limit:
                stages = [(min(count, limit),)]
                break
        return replace(self, stages=tuple(stages))


def _turn_count(widths: Sequence[int]) -> int:
    """Maximum number of turns that a pass examines."""
    nodes = 1
    for count in reversed(widths[1:]):
        nodes = 1 + count * nodes
    return widths[0] * nodes


class CitySearch:
    """A search for one decision."""

    def __init__(
        self,
        config: CitySearchConfig,
        sureness: Sureness,
        budget: Budget,
    ) -> None:
        self.sight, self.sureness, self.budget = config.within(budget.limit), sureness, budget
        self._replies: dict[tuple[object, ...], list[CityTurn]] = {}

    def best(self, node: CitySearchNode, rng: SeededRng | None = None) -> CityTurn:
        """Best turn, or rest of a begun one, better piece first; random among the near-best with ``rng``."""
        candidates = self.rank_turns(node)
        best = candidates[0]
        if rng is not None and self.sight.whim:
            best = rng.pick([turn for turn in candidates if turn.value >= best.value - self.sight.whim])
        # The better piece first: a pair that is joined can't be lost any more, and players see the purpose.
        single_gains = {link: value for value, link in gains(node, self.sureness)}
        links = sorted(best.links, key=lambda link: -single_gains.get(link, 0.0))
        return CityTurn(best.value, tuple(links), best.stand)

    def rank_turns(self, node: CitySearchNode) -> list[CityTurn]:
        """Turns that were examined deepest, best first. Sets the doubt of the budget.

        The search ends early once one turn is clearly best, at the latest when half of the time is used.
        """
        candidates, seat = turns(node, self.sight.breadth, self.sureness), node.turn
        if any(race is not None and race[seat].missing <= node.left for race in node.races):
            # A pair within reach is always joined.
            candidates = [
                turn for turn in candidates if turn.stand.points[seat] > node.points[seat]
            ] or candidates
        # A deeper pass compares turns with the best one only, so it does not give the size of their deficit.
        self.budget.doubt = 0.0
        if len(candidates) > 1 and not candidates[0].value >= WON_VALUE:
            self.budget.doubt = max(0.0, 1 - (candidates[0].value - candidates[1].value) / _CLEAR_LEAD)
        if len(candidates) < 2 or candidates[0].value >= min(WON_VALUE, candidates[1].value + _PLAIN_LEAD):
            return candidates
        # The second piece was considered with the first, so half as many turns and fewer passes are enough.
        stages = self.sight.stages[:_SECOND_PIECE_PASSES] if node.left == 1 else self.sight.stages
        deepest = len(stages) - 1
        has_few_races = (
            sum(race is not None for race in node.races) <= _EXHAUSTIVE_PAIRS and self.budget.limit is None
        )
        for number, (max_turns, *widths) in enumerate(stages):
            count = len(candidates) if has_few_races and number < max(deepest, 1) else max_turns
            chosen = candidates[: (count + 1) // 2 if node.left == 1 else count]
            results = self._rate_turns(
                chosen, tuple(widths), self.sight.whim if number == deepest else _MAX_DEFICIT
            )
            if not results:
                break
            candidates = results
            if candidates[0].value >= WON_VALUE or self.budget.is_nearly_over:
                break
            if number < deepest:
                candidates = [turn for turn in candidates if turn.value >= candidates[0].value - _MAX_DEFICIT]
                if len(candidates) == 1:
                    break
        return candidates

    def worth(self, after: CitySearchNode, widths: tuple[int, ...]) -> float:
        """Value, -1 to 1, of a turn's position for the seat that made it. May raise `DeadlineError`."""
        return -self._next_value(after, widths, -MAX_VALUE, MAX_VALUE)

    def _rate_turns(
        self, candidates: Sequence[CityTurn], widths: tuple[int, ...], margin: float
    ) -> list[CityTurn]:
        """Turns rated by their replies, best first, without those for which time ran out (may be all)."""
        ratings = by_reply(
            candidates, lambda turn, low, high: self._next_value(turn.stand, widths, low, high),
            self.budget, margin=margin, max_value=MAX_VALUE,
        )  # fmt: skip
        return [CityTurn(value, turn.links, turn.stand) for value, turn in ratings]

    def _next_value(self, node: CitySearchNode, widths: tuple[int, ...], low: float, high: float) -> float:
        """Value, -1 to 1, for the seat to move in ``node``, or a bound above ``high``.

        Raises:
            DeadlineError: half of the time is used.
        """
        if node.is_over:
            return evaluate(node, self.sureness)
        if self.budget.is_nearly_over:
            raise DeadlineError
        self.budget.spend()
        candidates = self._reply_turns(node)
        if not widths:
            return max(
                -value_after_joins(turn.stand, self.sureness, self.sight.calm) for turn in candidates[:2]
            )
        return best_reply(
            candidates[: widths[0]],
            lambda turn, low, high: self._next_value(turn.stand, widths[1:], low, high),
            low, high, -MAX_VALUE,
        )  # fmt: skip

    def _reply_turns(self, node: CitySearchNode) -> list[CityTurn]:
        """Turns of a reply. Cached, as deeper passes and other orders of pieces reach the same position."""
        key = (node.easy, node.printed, node.supply, node.points, node.turn)
        replies = self._replies.get(key)
        if replies is None:
            replies = self._replies[key] = turns(node, self.sight.replies, self.sureness)
        return replies


def _best_first(candidates: Iterable[CityTurn]) -> list[CityTurn]:
    """Turns sorted by value, highest first."""
    return sorted(candidates, key=lambda turn: -turn.value)
