"""The instrument that counts flashes finds those that are there, by how many, how wide and of what colour."""

import numpy as np
import pytest

from tools.flashes import BLOCKS, LIGHT, RATE, RED, changes, flashes, measured


def counted(times: int, wide: int, colour: tuple[int, int, int]) -> tuple[int, int]:
    """What is found where a square of blocks flashes so many times a second: flashes, and red ones."""
    pictures = np.zeros((3 * RATE, *BLOCKS, 3), np.uint8)
    on = np.arange(len(pictures)) * 2 * times // RATE % 2 == 1
    pictures[on, :wide, :wide] = colour
    light, red = measured(pictures)
    return flashes(changes(light, LIGHT, 0.8)), flashes(changes(red, RED, np.inf))


@pytest.mark.parametrize(
    ("times", "wide", "colour", "found"),
    [
        (2, 10, (255, 255, 255), (2, 0)),
        (5, 10, (255, 255, 255), (5, 0)),
        (5, 10, (255, 0, 0), (5, 5)),
        (5, 10, (70, 70, 70), (0, 0)),
        (5, 5, (255, 255, 255), (0, 0)),
    ],
    ids=["slow", "quick", "red", "faint", "small"],
)
def test_flashes_are_counted(
    times: int, wide: int, colour: tuple[int, int, int], found: tuple[int, int]
) -> None:
    assert counted(times, wide, colour) == found
