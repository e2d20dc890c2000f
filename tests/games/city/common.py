"""Shared helpers of the tests of Socks in the City."""

from collections.abc import Collection

from game.core.game import Layout
from game.games.city.rules.graph import FREE_LINK, PUBLIC_TRACK, Graph, owner_byte

# a legal board
SAMPLE = (
    "2.0@b6,0.2@c2,2.0@c4,1.3@c5,1.0@c8,1.0@d1,1.0@d6,3.0@e3,2.0@e8,3.0@f1,0.3@g6,2.0@g7,0.3@h4,4.0@h5,"
    "4.3@i2,4.0@i3,0.5@i9,3.5@j7,3.3@k2,4.3@l4"
)
SAMPLE_SOCKS = "red:i9/g1,yellow:e8/i2,green:b2/g8,blue:e3/k1,violet:b6/j7,orange:e9/l3"


def layout(**fields: str) -> Layout:
    return Layout("city", tuple(fields.items()))


def missing(
    graph: Graph, pair: tuple[int, int], track: bytes, seat: int, stops: Collection[int]
) -> int | None:
    """Return the minimum of pieces that a seat needs to join a pair, `None` if there is no way."""
    way = graph.way(pair, track, seat, stops)
    return None if way is None else sum(track[link] == FREE_LINK for link in graph.along(way))


def slow_missing(
    graph: Graph, pair: tuple[int, int], track: bytes, seat: int, stops: Collection[int]
) -> int | None:
    """Return the same as `missing` by Bellman's algorithm: rounds over all links until none improves."""
    best, before = {pair[0]: 0}, dict[int, int]()
    while best != before:
        before = dict(best)
        for link, (first, second) in enumerate(graph.links):
            cost = {FREE_LINK: 1, PUBLIC_TRACK: 0, owner_byte(seat): 0}.get(track[link])
            for source, target in ((first, second), (second, first)):
                if cost is None or source not in best or (source in stops and source != pair[0]):
                    continue
                best[target] = min(best.get(target, 999), best[source] + cost)
    return best.get(pair[1])
