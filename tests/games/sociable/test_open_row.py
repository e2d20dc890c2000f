"""The open hands of a puzzle and of a film: ranks and suits to be read, nobody's plate covered."""

from __future__ import annotations

import itertools

import pytest

from game.games.sociable.screen.board import SHOWN, TOLD, open_row
from game.games.sociable.screen.places import OfficeBoxes
from game.ui.core.canvas import Box, Canvas

VIEW = Canvas.of(960, 540)
HEM = 10.0
SIZES = pytest.mark.parametrize("size", [1.0, 1.5, 2.0])
TABLES = pytest.mark.parametrize("players", [4, 5])


def office(players: int, size: float) -> OfficeBoxes:
    """As it lies below the task of a puzzle in the smallest window."""
    return OfficeBoxes.of(VIEW, size, VIEW.h - 40 * size - 36, players, least=0.8, above=140)


def meet(one: Box, other: Box) -> bool:
    """Whether two boxes lie on each other by more than a hem."""
    across = min(one.right, other.right) - max(one.x, other.x)
    return across > HEM and min(one.bottom, other.bottom) - max(one.y, other.y) > HEM


@TABLES
def test_rank_and_suit_of_six_cards_are_large_and_not_hidden(players: int) -> None:
    for spot in office(players, 1.0).spots[1:]:
        row = open_row(spot, 6, VIEW.w, 1.0)
        assert row[0].w >= 52, "their digits are as large as text"
        assert all(after.x - before.x >= before.w * SHOWN - 4 for before, after in itertools.pairwise(row))


@SIZES
@TABLES
def test_no_row_lies_on_a_plate_of_somebody_else(players: int, size: float) -> None:
    spots = office(players, size).spots
    for place, spot in enumerate(spots[1:], start=1):
        for box in open_row(spot, 6, VIEW.w, size):
            seen = box if spot.behind else Box(box.x, box.y, box.w, spot.plate.y - box.y)
            others = [other.plate for number, other in enumerate(spots) if number not in (0, place)]
            assert not any(meet(seen, plate) for plate in others)
            assert seen.x >= 0
            assert seen.right <= VIEW.w


def test_what_was_laid_is_told_between_the_rows() -> None:
    for spot in office(5, 1.0).spots[2:4]:
        row = open_row(spot, 5, VIEW.w, 1.0)
        assert row[-1].right <= VIEW.w / 2 - TOLD + 1 or row[0].x >= VIEW.w / 2 + TOLD - 1
