"""Bots of Socks in the City: moves and set-up for each level, the beginner, and hints for people.

The bots keep no state. Each piece of a turn is chosen from the current position by the same method.

- *easy* follows the shortest path of a pair it picks at random and ignores the opponent (`fancied`).
- *normal* weighs each piece that shortens its path or lengthens one of the opponent's, by the
  pair's points and the lead in the race, both pieces of the turn together (`weighed`). It ignores the reply,
  and treats paths past the socks of other pairs as open. Without that handicap it wins two of three matches
  against itself, and too many against hard.
- Levels with a plus choose each piece by chance as the level without one below or above (`LEVELS`).
- *hard* and *master* search (`search`). Once the side behind can no longer catch up they play as normal does,
  but see that socks block paths.

The set-up is the same for both players, except that one of them starts. Levels that search play the first
turns on a sample of places and take the best for themselves (`SetupTrial`).

The `beginner` plays like a person after the first lesson, whom easy must not beat too often. It knows that
track joins a pair, two pieces a turn: it takes its nearest pair and lays the first missing piece of the
shortest path. It ignores the opponent and the points of a pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from math import tanh
from operator import or_
from typing import Literal, NamedTuple, NotRequired, TypedDict, TypeVar

from game.core.game import Bot, Observation, best_move
from game.core.hexgrid import cell_text, from_offset, neighbours
from game.core.options import Options
from game.core.rng import SeededRng
from game.core.search import Budget, deciding_level
from game.games.city.bot.search import (
    UNREACHABLE,
    Bits,
    CitySearch,
    CitySearchConfig,
    CitySearchNode,
    PairPaths,
    SearchWidth,
    Sureness,
    single,
    turns,
)
from game.games.city.bot.weights import PROBABILITIES
from game.games.city.rules import builder
from game.games.city.rules.board import (
    COLOURS,
    TILE_SHAPE,
    Pair,
    PlacedTile,
    SockRules,
    occupied_stations,
    pairs,
    vacant_limits,
    with_pair,
)
from game.games.city.rules.builder import TABLE_SIZE
from game.games.city.rules.events import CityObservation, as_observation
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, hull
from game.games.city.rules.state import NO_OWNER
from game.games.city.rules.text import BoardReading

_FARTHEST_PAIR_PROBABILITY = 0.4  # probability that easy goes for the pair that is farthest away


def pick_near_link(reading: BoardReading, seat: int, open_links: list[int], rng: SeededRng) -> int:
    """Number of the link for level easy: it joins a pair, else continues a random open pair, else blocks.

    Near pairs are likelier, but sometimes it takes the farthest.
    """
    paths = ways(reading, seat)
    if not paths:
        return rng.pick([link for path in ways(reading, 1 - seat) for link in path] or open_links)
    if len(paths[0]) == 1:
        return paths[0][0]
    path = paths[min(rng.below(len(paths)), rng.below(len(paths)))]  # the nearer of two draws
    if rng.with_probability(_FARTHEST_PAIR_PROBABILITY):
        path = paths[-1]
    return rng.pick(path)


def ways(reading: BoardReading, seat: int) -> list[list[int]]:
    """For each open pair within reach, numbers of the free links on one shortest path; fewest links first."""
    paths: list[list[int]] = []
    for pair, owner in zip(reading.socks, reading.claimed, strict=True):
        if pair and owner == NO_OWNER:
            stations = reading.board.way(pair, reading.track, seat, reading.stops, limit=reading.supply[seat])
            free = [link for link in reading.board.along(stations or ()) if reading.track[link] == FREE_LINK]
            if free:
                paths.append(free)
    return sorted(paths, key=len)


_TEMPO_VALUE = 2.5  # pieces of a lead that the opponent's next turn takes away
_FIRST_PIECE_BREADTH = 5  # first pieces for which the best second one is searched


class _PairRace(NamedTuple):
    """One open pair, from the view of the seat to move.

    Attributes:
        mine, theirs: missing pieces of each seat, `UNREACHABLE` without a path or with too few pieces left.
        my_ways, their_ways: links on the shortest paths.
        against: the opponent's paths, to find cuts.
    """

    worth: int
    mine: int
    theirs: int
    my_ways: Bits
    their_ways: Bits
    against: PairPaths


def rank_links(node: CitySearchNode, *, sharp: bool = False) -> list[tuple[float, int]]:
    """Pairs (own points plus value of all races, link number) of pieces that change a race, best first.

    Unless ``sharp``, paths past the socks of other pairs count as open.
    """
    races = [
        _race(node, *race, worth, sharp=sharp)
        for race, worth in zip(node.races, node.worths, strict=True)
        if race
    ]
    links = reduce(or_, (race.my_ways | race.their_ways for race in races), 0)
    left, foes = node.left - 1, node.easy[1 - node.turn]
    calm = [_value(race.worth, race.mine, race.theirs, left) for race in races]
    plans = []
    while links:
        link = links & -links
        links ^= link
        # Points already scored count too, because the first of two pieces may have joined a pair.
        total = float(node.points[node.turn])
        for race, value in zip(races, calm, strict=True):
            nearer, theirs = bool(link & race.my_ways), race.theirs
            if link & race.their_ways:
                theirs = _missing_within(
                    node.supply[1 - node.turn], race.against.missing_if_cut(link, node.free, foes)
                )
            elif not nearer:
                total += value
                continue
            total += _value(race.worth, race.mine - nearer, theirs, left)
        plans.append((total, node.net.number[link]))
    return sorted(plans, reverse=True)


def _race(node: CitySearchNode, first: PairPaths, second: PairPaths, worth: int, *, sharp: bool) -> _PairRace:
    """Race for one pair, as the seat to move sees it; ``first`` has the paths of seat 0."""
    mine, theirs = (first, second) if node.turn == 0 else (second, first)
    missing = _missing_within(node.supply[node.turn], mine.missing)
    their_missing = _missing_within(node.supply[1 - node.turn], theirs.missing)
    return _PairRace(
        worth,
        missing,
        their_missing,
        _visible_links(mine, sharp=sharp) if missing < UNREACHABLE else 0,
        _visible_links(theirs, sharp=sharp) if their_missing < UNREACHABLE else 0,
        theirs,
    )


def _visible_links(ways: PairPaths, *, sharp: bool) -> Bits:
    """Bit set of free links on shortest paths. Unless ``sharp``, other pairs' socks do not block them."""
    return ways.links if sharp else ways.seeming()


def _missing_within(supply: int, missing: int) -> int:
    """Return ``missing``, or `UNREACHABLE` if it is more than the supply."""
    return missing if missing <= supply else UNREACHABLE


def _value(worth: int, mine: int, theirs: int, left: int) -> float:
    """Value in points, from -worth to worth, of a pair for a seat that lacks ``mine`` pieces.

    The constants were tuned in matches of this bot against variants of itself.
    """
    if mine == 0:
        return float(worth)
    if mine >= UNREACHABLE:
        return 0.0 if theirs >= UNREACHABLE else -_uncontested_value(worth, theirs)
    mine = max(mine - left, 0)
    if theirs >= UNREACHABLE:
        return _uncontested_value(worth, mine)
    lead = theirs - mine - _TEMPO_VALUE
    return 0.97 * worth * tanh(lead / (1.0 + 0.45 * min(mine, theirs)))


def _uncontested_value(worth: int, missing: int) -> float:
    """Value in points, above 0 and below ``worth``, of a pair that only one seat can join."""
    return 0.8 * worth / (1.0 + 0.15 * missing)


def pick_best_link(
    node: CitySearchNode,
    open_links: Sequence[int],
    rng: SeededRng,
    *,
    sharp: bool = False,
) -> int:
    """Number of the best link by races and second piece; joins first. Random for ties or no effect."""
    plans = rank_links(node, sharp=sharp)
    if joining := _joining_links(node):
        values = {link: value for value, link in plans}
        plans = sorted(((values.get(link, 0.0), link) for link in joining), reverse=True)
    if not plans:
        return rng.pick(open_links)
    if node.left > 1:
        plans = [
            (later[0][0] if later else value, link)
            for value, link in plans[:_FIRST_PIECE_BREADTH]
            for later in (rank_links(node.after_laying(node.net.link[link]), sharp=sharp),)
        ]
    best = max(plans)[0]
    return rng.pick([link for value, link in plans if value > best - 1e-9])


def _joining_links(node: CitySearchNode) -> list[int]:
    """Numbers of the links on shortest paths of pairs that the seat to move can join in this turn."""
    seat = node.turn
    max_pieces = min(node.left, node.supply[seat])
    races = [race[seat] for race in node.races if race is not None and race[seat].missing <= max_pieces]
    return [node.net.number[link] for link in single(reduce(or_, (ways.links for ways in races), 0))]


_FIRST_WIDTH = SearchWidth(0, 0, 4)
# widths of the search when a set-up is tried: for the first turn, of one piece, and for the reply
_SECOND_WIDTH = SearchWidth(5, 4, 4)
_T = TypeVar("_T")


def tile(reading: BoardReading, options: Options, level: str, rng: SeededRng) -> str:
    """Move that lays a tile: the first in the middle, others anywhere for easy, else where they fit best."""
    tiles = reading.board.tiles
    if not tiles:
        middle = cell_text(from_offset(TABLE_SIZE // 2, TABLE_SIZE // 2))
        return f"tile {rng.below(5)} {rng.below(6)} {middle}"
    legal = list(builder.legal_tiles(tiles, vacant_limits(options)))
    if level != "easy":
        values = [_contact_score(reading, candidate) for candidate in legal]
        legal = [candidate for candidate, value in zip(legal, values, strict=True) if value == max(values)]
    chosen = rng.pick(legal)
    return f"tile {chosen.design} {chosen.rotation} {cell_text(chosen.at)}"


def _contact_score(reading: BoardReading, tile: PlacedTile) -> int:
    """Twice the number of edges that touch stations, less the growth of the play area beyond four cells."""
    touching = sum(neighbour in reading.board.index for cell in tile.cells for neighbour in neighbours(cell))
    whole = hull((*reading.board.cells, *tile.cells))
    return 2 * touching - (len(whole) - len(hull(reading.board.cells)) - len(TILE_SHAPE))


def socks(reading: BoardReading, options: Options, rng: SeededRng) -> str:
    """Move that puts a random missing colour on a random legal pair of stations."""
    return _sock_move(reading, rng.pick(_places(reading, options)), rng)


def blocker(reading: BoardReading, level: str, rng: SeededRng) -> str:
    """Move that puts a blocker on a random free station; above easy, on one with the most links."""
    free = _vacant_stations(reading)
    if level != "easy":
        max_links = max(len(reading.board.near[station]) for station in free)
        free = [station for station in free if len(reading.board.near[station]) == max_links]
    return f"block {reading.board.names[rng.pick(free)]}"


class SetupTrial:
    """Rates set-ups by playing the first turns on them."""

    def __init__(
        self, observation: CityObservation, options: Options, samples: int, sureness: Sureness, budget: Budget
    ) -> None:
        """Keep what `socks` and `blocker` try: ``samples`` places, fewer if the budget has a lower limit."""
        self._view, self._options = BoardReading.of(observation), options
        self._seat = observation["turn"]
        self._samples = samples if budget.limit is None else min(samples, budget.limit)
        self._sureness, self._budget = sureness, budget

    def socks(self, rng: SeededRng) -> str:
        """Move that puts a random missing colour on the best pair of places in a sample."""
        view, colour = self._view, self._view.socks.index(None)
        by_one = self._options.get_str("sock_setup") == "free"
        laid_already = len(COLOURS) - view.socks.count(None)
        starter = 1 - self._seat if by_one or not laid_already % 2 else self._seat

        def with_(pair: Pair) -> BoardReading:
            """Board with the socks of one more colour on this pair of stations."""
            new_socks = with_pair(view.socks, colour, pair)
            return replace(view, socks=new_socks, stops=occupied_stations(new_socks).union(view.blockers))

        return _sock_move(view, self._best(_places(view, self._options), with_, starter, rng), rng)

    def blocker(self, rng: SeededRng) -> str:
        """Move that puts a blocker on the best station in a sample."""
        view = self._view
        starter = 1 - self._seat if not len(view.blockers) % 2 else self._seat

        def with_(station: int) -> BoardReading:
            """Board with a blocker on this station."""
            return replace(view, stops=view.stops | {station})

        return f"block {view.board.names[self._best(_vacant_stations(view), with_, starter, rng)]}"

    def _best(
        self, places: Sequence[_T], reading_with: Callable[[_T], BoardReading], starter: int, rng: SeededRng
    ) -> _T:
        """Best place for the seat to move in a random sample, as far as the budget goes."""
        sample = rng.shuffled(places)[: max(1, self._samples)]
        best, best_place = -2.0, sample[0]  # below any value, as values are at least -1
        for place in sample:
            value = self._value(reading_with(place), starter) * (1 if starter == self._seat else -1)
            if value > best:
                best, best_place = value, place
            if self._budget.is_over:
                break
        return best_place

    def _value(self, reading: BoardReading, starter: int) -> float:
        """Value from -1 to 1 of a set-up for the seat that starts, after its first turn and the reply."""
        self._budget.spend()
        over_printed = self._options.get_bool("build_over_printed")
        node = CitySearchNode.of(reading, starter, 1, over_printed=over_printed)
        return max(
            -turns(turn.stand, _SECOND_WIDTH, self._sureness)[0].value
            for turn in turns(node, _FIRST_WIDTH, self._sureness)
        )


def _places(reading: BoardReading, options: Options) -> list[Pair]:
    """All legal pairs of station numbers for one more colour."""
    return list(pairs(reading.board, reading.socks, SockRules.of(options)))


def _sock_move(reading: BoardReading, pair: Pair, rng: SeededRng) -> str:
    """Move that puts a random missing colour on this pair of stations."""
    colour = rng.pick([name for name, sock in zip(COLOURS, reading.socks, strict=True) if sock is None])
    return f"sock {colour} {reading.board.names[pair[0]]} {reading.board.names[pair[1]]}"


def _vacant_stations(reading: BoardReading) -> list[int]:
    """Numbers of the stations with neither sock nor blocker."""
    return [station for station in range(len(reading.board.cells)) if station not in reading.stops]


SEARCH_CONFIGS = {
    "hard": CitySearchConfig(SearchWidth(10, 6, 10), SearchWidth(6, 4, 3), ((4,),), calm=1, whim=0.003),
    "master": CitySearchConfig(
        SearchWidth(16, 10, 24),
        SearchWidth(8, 6, 5),
        ((16,), (10, 5, 3), (5, 4, 3, 2, 2)),
        calm=1,
        whim=0.001,
    ),
}
_PLACE_TRIALS = {"hard": 12, "master": 40}  # places for socks or blockers that a level tries
# scale of `deciding_level`, by matches: the better of two neighbours up to hard wins 65 to 85 of 100
LEVELS = {"easy": 0, "easy+": 0.3, "easy++": 0.65, "normal": 1, "normal+": 1.5, "hard": 2, "master": 3}


class CityBot:
    """The `Bot` of the game."""

    levels = tuple(LEVELS)

    def choose(
        self,
        observation: Observation,
        options: Options,
        level: str,
        rng: SeededRng,
        budget: Budget | None = None,
    ) -> str:
        """Legal move as text for the seat to move, by level. ``pass`` if it can lay no piece.

        The budget counts replies of the other seat.
        """
        level = deciding_level(level, LEVELS, rng)
        budget = budget or Budget()
        position = as_observation(observation)
        if position["phase"] != "play":
            return set_up(position, options, level, rng, budget)
        view, seat = BoardReading.of(position), position["turn"]
        links = open_links(view, options)
        if not view.supply[seat] or not links:
            return "pass"
        left = min(position["left"], view.supply[seat])
        if len(links) == 1:
            link = links[0]
        elif level == "easy":
            link = pick_near_link(view, seat, links, rng)
        else:
            over_printed = options.get_bool("build_over_printed")
            node = CitySearchNode.of(view, seat, left, over_printed=over_printed)
            # In a decided match search cannot change anything.
            if level == "normal" or node.is_decided:
                link = pick_best_link(node, links, rng, sharp=level != "normal")
            else:
                thought = CitySearch(SEARCH_CONFIGS[level], PROBABILITIES, budget)
                link = node.net.number[thought.best(node, rng).links[0]]
        return _track_move(view, link)


def _track_move(reading: BoardReading, link: int) -> str:
    """Move that lays a piece on a link, as text."""
    return f"lay {' '.join(reading.board.link_names[link])}"


def open_links(reading: BoardReading, options: Options) -> list[int]:
    """Numbers of the links on which the house rules allow a piece now."""
    kinds = (FREE_LINK, PUBLIC_TRACK) if options.get_bool("build_over_printed") else (FREE_LINK,)
    return [link for link, owner in enumerate(reading.track) if owner in kinds]


def set_up(
    observation: CityObservation, options: Options, level: str, rng: SeededRng, budget: Budget | None = None
) -> str:
    """Move of the current phase of the set-up: a tile, a pair of socks or a blocker."""
    view, phase = BoardReading.of(observation), observation["phase"]
    if phase == "tiles":
        return tile(view, options, level, rng)
    if level in SEARCH_CONFIGS:
        trial = SetupTrial(observation, options, _PLACE_TRIALS[level], PROBABILITIES, budget or Budget())
        return trial.socks(rng) if phase == "socks" else trial.blocker(rng)
    if phase == "socks":
        return socks(view, options, rng)
    return blocker(view, level, rng)


BOT: Bot = CityBot()


class CityMoveEffect(TypedDict):
    """Effect of a piece of track on the paths of one colour."""

    colour: str
    mine: int | None  # pieces missing for the seat that lays it, after the move; None without a path
    theirs: int | None
    nearer: int  # pieces by which the move shortens the seat's path
    longer: int | None  # pieces by which it lengthens the opponent's path; None if it closes the last one


class QuietMoveReason(TypedDict):
    """Reason for a piece that shortens no path and lengthens none.

    - ``closes``: it is on a shortest path of the opponent to ``colour``, who has others of the same length.
      If ``pinned``, all of those share one link now.
    - ``decided``: the side behind cannot catch up any more.
    - ``idle``: none of these.
    """

    kind: Literal["closes", "decided", "idle"]
    colour: NotRequired[str]
    pinned: NotRequired[bool]


class CityAdvice(TypedDict):
    """A move, and the effects of its piece if it lays one."""

    move: str
    effects: list[CityMoveEffect]
    quiet: NotRequired[QuietMoveReason]  # only if the piece has no effects


def best_move_with_reasons(
    observation: Observation, options: Options, seed: tuple[int | str, ...], nodes: int | None = None
) -> CityAdvice:
    """Best move of the strongest level with its effects; for a piece without any, the reason ``quiet``."""
    move = best_move(BOT, observation, options, seed, nodes)
    effects = effects_of(observation, options, move)
    if effects or not move.startswith("lay"):
        return {"move": move, "effects": effects}
    return {"move": move, "effects": [], "quiet": quiet_of(observation, options, move)}


def effects_of(observation: Observation, options: Options, move: str) -> list[CityMoveEffect]:
    """Effects of a move on unclaimed pairs whose missing pieces it changes. Empty unless it lays track."""
    if not move.startswith("lay"):
        return []
    before = _search_node(observation, options)
    seat, after = before.turn, before.after_laying(before.net.link_of(move))
    effects: list[CityMoveEffect] = []
    for colour, race, race_after in zip(COLOURS, before.races, after.races, strict=True):
        if race is None:
            continue
        mine, theirs = race[seat].missing, race[1 - seat].missing
        mine_after = race_after[seat].missing if race_after else 0
        theirs_after = race_after[1 - seat].missing if race_after else theirs
        if (mine, theirs) != (mine_after, theirs_after):
            effects.append(
                {
                    "colour": colour,
                    "mine": _missing_or_none(mine_after),
                    "theirs": _missing_or_none(theirs_after),
                    "nearer": mine - mine_after,
                    "longer": None if theirs < UNREACHABLE <= theirs_after else theirs_after - theirs,
                }
            )
    return effects


def quiet_of(observation: Observation, options: Options, move: str) -> QuietMoveReason:
    """Reason for a piece without effects: ``closes`` (the nearest pair's path), ``decided`` or ``idle``."""
    node = _search_node(observation, options)
    paths = ways_closed(node, node.net.link_of(move))
    if paths and not node.is_decided:
        _missing, spare, colour = min(paths)
        return {"kind": "closes", "colour": colour, "pinned": not spare}
    return {"kind": "decided" if node.is_decided else "idle"}


def ways_closed(node: CitySearchNode, links: Bits) -> list[tuple[int, bool, str]]:
    """For each step of an opponent's shortest path in ``links``: (pieces missing, > 1 link left, colour)."""
    opponent = 1 - node.turn
    return [
        (race[opponent].missing, (level & ~links).bit_count() > 1, colour)
        for colour, race in zip(COLOURS, node.races, strict=True)
        if race is not None and race[opponent].missing <= node.supply[opponent]
        for level in race[opponent].levels
        if level & links
    ]


def _search_node(observation: Observation, options: Options) -> CitySearchNode:
    """Search position of an observation in play."""
    position = as_observation(observation)
    over_printed = options.get_bool("build_over_printed")
    return CitySearchNode.of(
        BoardReading.of(position), position["turn"], position["left"], over_printed=over_printed
    )


def _missing_or_none(missing: int) -> int | None:
    """Return ``missing``, or None if it is `UNREACHABLE`."""
    return missing if missing < UNREACHABLE else None


def beginner(observation: Observation, options: Options, rng: SeededRng) -> str:
    """Beginner's move: the nearest pair's first missing piece, else any, or ``pass``. Random set-up."""
    position = as_observation(observation)
    if position["phase"] != "play":
        return set_up(position, options, "easy", rng)
    view, seat = BoardReading.of(position), position["turn"]
    links = open_links(view, options)
    if not view.supply[seat] or not links:
        return "pass"
    lacking = [link for way in ways(view, seat) for link in way]
    return _track_move(view, (lacking or links)[0])
