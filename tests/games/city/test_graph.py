"""The pure functions on a graph, on the rule book's patch: axial q 0 to 6, r 0 to 3."""

import itertools
from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.hexgrid import Cell
from game.games.city.rules.graph import FREE, PRINTED, Graph, hull, own
from tests.games.city.common import missing

PATCH = [(q, r) for q in range(7) for r in range(4)]
WHITE, BLACK = 0, 1


def patch(printed: Iterable[tuple[Cell, Cell]] = (), vacant: Iterable[Cell] = ()) -> Graph:
    return Graph([cell for cell in PATCH if cell not in set(vacant)], printed)


def station(graph: Graph, cell: Cell) -> int:
    return graph.index[cell]


def stations(graph: Graph, cells: Iterable[Cell]) -> frozenset[int]:
    return frozenset(graph.index[cell] for cell in cells)


def laid(graph: Graph, *ways: tuple[int, Sequence[Cell]]) -> bytes:
    track = bytearray(graph.track)
    for seat, cells in ways:
        for one, other in itertools.pairwise(cells):
            link = graph.link(station(graph, one), station(graph, other))
            assert link is not None
            track[link] = own(seat)
    return bytes(track)


def joined(graph: Graph, track: bytes, seat: int, pair: tuple[Cell, Cell], stops: Iterable[Cell]) -> bool:
    one, other = (station(graph, cell) for cell in pair)
    return graph.joined((one, other), track, seat, stations(graph, stops))


def test_t1_apart() -> None:
    graph = patch()
    assert graph.apart(station(graph, (0, 0)), station(graph, (4, 0))) == 3


@pytest.mark.parametrize(
    ("printed", "white", "black"), [(True, False, True), (False, False, False)], ids=["printed", "gap"]
)
def test_t2_printed_track_counts_for_both_the_other_players_does_not(
    *, printed: bool, white: bool, black: bool
) -> None:
    graph = patch([((1, 0), (2, 0))] if printed else [])
    pair = ((0, 0), (4, 0))
    track = laid(graph, (BLACK, [(0, 0), (1, 0)]), (BLACK, [(2, 0), (3, 0), (4, 0)]))
    assert joined(graph, track, BLACK, pair, pair) is black
    assert joined(graph, track, WHITE, pair, pair) is white
    one, other = (station(graph, cell) for cell in pair)
    assert missing(graph, (one, other), track, BLACK, stations(graph, pair)) == (0 if printed else 1)


def test_t2_white_track_does_not_help_black() -> None:
    graph = patch()
    pair = ((0, 0), (4, 0))
    track = laid(
        graph, (BLACK, [(0, 0), (1, 0)]), (WHITE, [(1, 0), (2, 0)]), (BLACK, [(2, 0), (3, 0), (4, 0)])
    )
    assert not joined(graph, track, BLACK, pair, pair)


@pytest.mark.parametrize("sock_between", [True, False])
def test_t3_no_way_through_a_sock(*, sock_between: bool) -> None:
    graph = patch()
    pair = ((0, 2), (3, 2))
    track = laid(graph, (WHITE, [(0, 2), (1, 2), (2, 2), (3, 2)]))
    stops = [*pair, (2, 2)] if sock_between else pair
    assert joined(graph, track, WHITE, pair, stops) is not sock_between


def test_t4_a_sock_on_half_of_a_joined_pair() -> None:
    graph = patch([((2, 1), (3, 1))])
    track = laid(graph, (WHITE, [(1, 1), (2, 1), (2, 2)]), (WHITE, [(3, 1), (4, 1)]))
    reached = graph.reach(station(graph, (1, 1)), track, WHITE, stations(graph, [(3, 1)]))
    assert reached == stations(graph, [(1, 1), (2, 1), (2, 2), (3, 1)])
    free = graph.reach(station(graph, (1, 1)), track, WHITE, frozenset())
    assert station(graph, (4, 1)) in free


@pytest.mark.parametrize(
    ("cell", "partner", "room"),
    [((2, 1), None, 6), ((2, 1), (3, 1), 8), ((0, 0), None, 2), ((0, 0), (1, 0), 3)],
    ids=["T5 alone", "T5 joined", "T6 corner alone", "T6 corner joined"],
)
def test_t5_t6_room(cell: Cell, partner: Cell | None, room: int) -> None:
    graph = patch([(cell, partner)] if partner else [])
    assert graph.room(station(graph, cell), stations(graph, [cell])) == room


def test_a9_two_socks_on_a_joined_pair_have_their_own_neighbours() -> None:
    graph = patch([((2, 1), (3, 1))])
    both = stations(graph, [(2, 1), (3, 1)])
    assert [graph.room(number, both) for number in sorted(both)] == [5, 5]


def test_t7_vacant_hexagons_make_a_detour() -> None:
    holes = patch(vacant=[(2, 0), (2, 1)])
    whole = patch()
    assert holes.apart(station(holes, (1, 0)), station(holes, (3, 0))) == 4
    assert whole.apart(station(whole, (1, 0)), station(whole, (3, 0))) == 1


def test_t11_twelve_links_between_socks_seven_apart() -> None:
    """The worth is the distance, however long the way is."""
    graph = Graph([(q, r) for q in range(9) for r in range(3)], [])
    way = [
        (0, 0),
        (0, 1),
        (0, 2),
        (1, 1),
        (2, 0),
        (2, 1),
        (2, 2),
        (3, 2),
        (4, 2),
        (5, 2),
        (6, 2),
        (7, 1),
        (8, 0),
    ]
    pair = ((0, 0), (8, 0))
    assert joined(graph, laid(graph, (WHITE, way)), WHITE, pair, pair)
    assert len(way) - 1 == 12
    assert graph.apart(station(graph, (0, 0)), station(graph, (8, 0))) == 7


def test_hull() -> None:
    """Two far corners of a parallelogram span all of it; a straight row spans only itself."""
    assert len(hull(((0, 0), (3, 2), (3, 0), (0, 2)))) == 12
    assert hull(((0, 0), (4, 0))) == tuple((q, 0) for q in range(5))
    assert len(hull(((0, 0), (1, 1)))) == 4


def slow_missing(
    graph: Graph, pair: tuple[int, int], track: bytes, seat: int, stops: frozenset[int]
) -> int | None:
    """Bellman's way: as many rounds as there are stations."""
    best: dict[int, int] = {pair[0]: 0}
    for _ in graph.cells:
        for link, (one, other) in enumerate(graph.links):
            cost = {FREE: 1, PRINTED: 0, own(seat): 0}.get(track[link])
            for here, there in ((one, other), (other, one)):
                if cost is None or here not in best or (here in stops and here != pair[0]):
                    continue
                best[there] = min(best.get(there, 999), best[here] + cost)
    return best.get(pair[1])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_missing_is_the_least(data: st.DataObject) -> None:
    graph = patch([((1, 1), (2, 1)), ((4, 2), (5, 2))], vacant=[(3, 1)])
    numbers = st.integers(0, len(graph.cells) - 1)
    one, other = data.draw(st.lists(numbers, min_size=2, max_size=2, unique=True))
    stops = frozenset({one, other, *data.draw(st.lists(numbers, max_size=5))})
    owners = data.draw(
        st.lists(
            st.sampled_from([FREE, own(0), own(1)]), min_size=len(graph.links), max_size=len(graph.links)
        )
    )
    track = bytes(PRINTED if printed else owner for printed, owner in zip(graph.track, owners, strict=True))
    for seat in (0, 1):
        assert missing(graph, (one, other), track, seat, stops) == slow_missing(
            graph, (one, other), track, seat, stops
        )
        way = graph.way((one, other), track, seat, stops)
        if way:
            assert not stops.intersection(way[1:-1])
