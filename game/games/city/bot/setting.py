"""Setting up by hand: tiles, socks and blockers.

What is set out is the same for both, but that one of them begins. The levels that search play the first turns
on a sample of the places, and take the one that is best for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from game.core.chance import Chance
from game.core.hexgrid import cell_text, from_offset, neighbours
from game.core.options import Options
from game.core.search import Budget
from game.games.city.bot.stand import Stand
from game.games.city.bot.turns import Breadth, turns
from game.games.city.bot.worth import Sureness
from game.games.city.rules import manual
from game.games.city.rules.graph import hull
from game.games.city.rules.observed import Observed
from game.games.city.rules.reading import BoardReading
from game.games.city.rules.socks import COLOURS, Pair, SockRules, pairs, taken, with_pair
from game.games.city.rules.tablebits import TABLE
from game.games.city.rules.tiles import SHAPE, Placed

_FIRST = Breadth(0, 0, 4)
_SECOND = Breadth(5, 4, 4)
"""The first turn, of one piece, and the reply, when a set-up is tried."""
_T = TypeVar("_T")


def tile(view: BoardReading, options: Options, level: str, chance: Chance) -> str:
    """A tile: easy lays it anywhere, normal where it touches most and spreads the city least."""
    limits = options.number("vacant_min"), options.number("vacant_max")
    tiles = view.board.tiles
    if not tiles:
        middle = cell_text(from_offset(TABLE // 2, TABLE // 2))
        return f"tile {chance.below(5)} {chance.below(6)} {middle}"
    fitting = list(manual.fitting(tiles, limits))
    if level != "easy":
        values = [_snug(view, one) for one in fitting]
        fitting = [one for one, value in zip(fitting, values, strict=True) if value == max(values)]
    chosen = chance.pick(fitting)
    return f"tile {chosen.design} {chosen.rotation} {cell_text(chosen.at)}"


def _snug(view: BoardReading, tile: Placed) -> int:
    """How many edges of a tile touch stations, less what it adds to the play area beyond its own cells."""
    touching = sum(other in view.board.index for cell in tile.cells for other in neighbours(cell))
    whole = hull((*view.board.cells, *tile.cells))
    return 2 * touching - (len(whole) - len(hull(view.board.cells)) - len(SHAPE))


def socks(view: BoardReading, options: Options, chance: Chance) -> str:
    """Any pair that has a place, in any colour that is left."""
    return _sock(view, chance.pick(_places(view, options)), chance)


def blocker(view: BoardReading, level: str, chance: Chance) -> str:
    """A free station; normal takes one that most of the others can be reached from."""
    free = _vacant(view)
    if level != "easy":
        most = max(len(view.board.near[station]) for station in free)
        free = [station for station in free if len(view.board.near[station]) == most]
    return f"block {view.board.names[chance.pick(free)]}"


class Trial:
    """Set-ups, tried by the first turns on them."""

    def __init__(
        self, seen: Observed, options: Options, samples: int, sureness: Sureness, budget: Budget
    ) -> None:
        """Try so many places, fewer where the budget says so."""
        self._view, self._options = BoardReading.of(seen), options
        self._seat = seen["turn"]
        self._samples = samples if budget.limit is None else min(samples, budget.limit)
        self._sureness, self._budget = sureness, budget

    def socks(self, chance: Chance) -> str:
        """The pair of places, of a sample, that is best for the seat to move."""
        view, colour = self._view, self._view.socks.index(None)
        by_one = self._options.word("sock_setup") == "free"
        begins = 1 - self._seat if by_one or not _count(view) % 2 else self._seat

        def with_(pair: Pair) -> BoardReading:
            laid = with_pair(view.socks, colour, pair)
            return replace(view, socks=laid, stops=taken(laid).union(view.blockers))

        return _sock(view, self._best(_places(view, self._options), with_, begins, chance), chance)

    def blocker(self, chance: Chance) -> str:
        """The station, of a sample, that is best for the seat to move."""
        view = self._view
        begins = 1 - self._seat if not len(view.blockers) % 2 else self._seat

        def with_(station: int) -> BoardReading:
            return replace(view, stops=view.stops | {station})

        return f"block {view.board.names[self._best(_vacant(view), with_, begins, chance)]}"

    def _best(
        self, places: Sequence[_T], with_: Callable[[_T], BoardReading], begins: int, chance: Chance
    ) -> _T:
        sample = chance.shuffled(places)[: max(1, self._samples)]
        best, found = -2.0, sample[0]  # below any hope, which is -1 at least
        for place in sample:
            value = self._value(with_(place), begins) * (1 if begins == self._seat else -1)
            if value > best:
                best, found = value, place
            if self._budget.late:
                break
        return found

    def _value(self, view: BoardReading, begins: int) -> float:
        """What a set-up is worth to the seat that begins, after its first turn and the reply."""
        self._budget.spend()
        over_printed = self._options.flag("build_over_printed")
        stand = Stand.of(view, begins, 1, over_printed=over_printed)
        return max(
            -turns(turn.stand, _SECOND, self._sureness)[0].value
            for turn in turns(stand, _FIRST, self._sureness)
        )


def _count(view: BoardReading) -> int:
    return sum(pair is not None for pair in view.socks)


def _places(view: BoardReading, options: Options) -> list[Pair]:
    return list(pairs(view.board, view.socks, SockRules.of(options)))


def _sock(view: BoardReading, pair: Pair, chance: Chance) -> str:
    colour = chance.pick([name for name, laid in zip(COLOURS, view.socks, strict=True) if laid is None])
    return f"sock {colour} {view.board.names[pair[0]]} {view.board.names[pair[1]]}"


def _vacant(view: BoardReading) -> list[int]:
    return [station for station in range(len(view.board.cells)) if station not in view.stops]
