"""Placement of a box where it hides least."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.ui.core.canvas import Box, overlap_area, overlaps
from game.ui.core.placement import NEVER, Candidate, Obstacle, around, covering, over, place, rect_of

ROOM = Box(8, 8, 1264, 704)


def boxes(*, least: int = 0) -> st.SearchStrategy[list[Box]]:
    side, x, y = st.integers(10, 500), st.integers(-50, 1250), st.integers(-50, 700)
    return st.lists(st.builds(Box, x, y, side, side), min_size=least, max_size=12)


points = st.tuples(st.integers(0, 1280), st.integers(0, 720))
sizes = st.tuples(st.integers(20, 600), st.integers(20, 300))


def free(spot: Candidate[int], taken: list[Box]) -> bool:
    return rect_of(spot.box).collidelist([rect_of(box) for box in taken]) < 0


@given(taken=boxes(), point=points, size=sizes, reach=st.sampled_from([135.0, 1200.0]))
def test_nearest_free_place_is_taken(
    taken: list[Box], point: tuple[int, int], size: tuple[int, int], reach: float
) -> None:
    """The place is inside the room and covers nothing if possible, else None."""
    spots = list(around(ROOM, point, size, reach, 20.0, 0))
    found = place(iter(spots), over([Obstacle(box) for box in taken]))
    clear = [spot for spot in spots if free(spot, taken)]
    assert (found is None) == (not clear)
    if found is not None:
        assert free(found, taken)
        assert found.cost == min(spot.cost for spot in clear) <= reach
    for spot in spots:
        assert ROOM.x <= spot.box.x
        assert spot.box.right <= ROOM.right
        assert ROOM.y <= spot.box.y
        assert spot.box.bottom <= ROOM.bottom


@given(
    taken=boxes(least=1), spots=boxes(least=1), worth=st.lists(st.integers(1, 90), min_size=12, max_size=12)
)
def test_lowest_cost_wins_and_the_first_of_equals(
    taken: list[Box], spots: list[Box], worth: list[int]
) -> None:
    obstacles = [Obstacle(box, own) for box, own in zip(taken, worth, strict=False)]
    listed = [Candidate(number // 3, box, number) for number, box in enumerate(spots)]
    for hides in (over(obstacles), covering(obstacles)):
        found = place(iter(listed), hides)
        sums = [spot.cost + hides(spot) for spot in listed]
        assert found is not None
        assert found.payload == sums.index(min(sums))
        # Asking again, or adding obstacles that it does not touch, does not move the box.
        assert place(iter(listed), hides) == found
        assert place(iter(listed[found.payload :]), hides) == found


@given(taken=boxes(), spot=boxes(least=1))
def test_covered_area_counts_by_square_units(taken: list[Box], spot: list[Box]) -> None:
    own = Candidate(0, spot[0], None)
    hidden = covering([Obstacle(box, 2) for box in taken])(own)
    assert hidden == sum(2 * overlap_area(spot[0], box) for box in taken)


def test_required_obstacle_is_never_covered() -> None:
    must, rest = Obstacle(Box(0, 0, 100, 100)), Obstacle(Box(100, 0, 100, 100), 1e9)
    spots = [Candidate(0, Box(10, 10, 20, 20), "must"), Candidate(1, Box(110, 10, 20, 20), "rest")]
    found = place(spots, over([must, rest]))
    assert found is not None
    assert found.payload == "rest"
    assert place(spots[:1], over([must, rest])) is None
    assert place(spots[:1], over([must])) is None
    assert over([must])(spots[0]) == NEVER


def test_place_with_higher_own_cost_is_not_checked() -> None:
    looked = []

    def hides(spot: Candidate[int]) -> float:
        looked.append(spot.payload)
        return 5.0

    assert place((Candidate(n, Box(n, 0, 1, 1), n) for n in range(100)), hides) is not None
    assert looked == [0, 1, 2, 3, 4]


def test_touching_boxes_do_not_overlap() -> None:
    assert not overlaps(Box(0, 0, 10, 10), Box(10, 0, 10, 10))
    assert overlaps(Box(0, 0, 10, 10), Box(9, 9, 10, 10))
    assert not overlaps(Box(0, 0, 10, 10), Box(9, 9, 10, 10), 1.0)
