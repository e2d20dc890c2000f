"""A computer player's process stays small."""

from collections.abc import Callable

import pytest

from game.core.discovery import slugs
from tests.scale import scaled
from tools.bot_memory import measured

MOST = 150
"""MB that the process of a computer player may take."""


@pytest.mark.parametrize("game", slugs())
def test_masters_process_stays_small(game: str, figure: Callable[[str], None]) -> None:
    size = measured(game, ["master"], scaled(2, 400), nodes=20)
    figure(f"{game}, master: {size:.0f} MB")
    assert 10 < size < MOST
