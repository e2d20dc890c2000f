"""What lies below many places at once is what lies below each of them."""

from __future__ import annotations

import pytest

from game.ui.core.canvas import Box
from game.ui.match.covering import Rects
from game.ui.match.lesson_guide import common

SEEN = [Box(10, 20, 100, 50), Box(90, 60, 40, 40), Box(300, 0, 20, 200)]


def covered(box: Box, *, by_share: bool) -> float:
    """How much of what is seen lies below one box, reckoned box by box."""
    return sum(common(box, one) / (one.w * one.h if by_share else 1) for one in SEEN)


@pytest.mark.parametrize("by_share", [False, True])
def test_each_place_covers_what_a_box_there_covers(*, by_share: bool) -> None:
    seen = Rects(SEEN)
    weights = seen.shares if by_share else seen.ones
    lefts, tops = [0.0, 50.0, 105.0, 290.0, 700.0], [-30.0, 10.0, 65.0]
    boxes = [Box(x, y, 60, 45) for y in tops for x in lefts]
    expected = [covered(box, by_share=by_share) for box in boxes]
    assert max(expected) > 0
    assert min(expected) == 0
    assert seen.below(weights, boxes).tolist() == pytest.approx(expected)
    assert seen.under(weights, lefts, 60, tops, 45).ravel().tolist() == pytest.approx(expected)


def test_what_has_no_room_is_covered_by_nothing() -> None:
    for seen in (Rects([]), Rects([Box(5, 5, 0, 10), Box(5, 5, 10, 0)])):
        assert seen.below(seen.shares, [Box(0, 0, 50, 50)]).tolist() == [0]
