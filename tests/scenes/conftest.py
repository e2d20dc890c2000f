"""A window with a home of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.ui.kit.window import SMALLEST
from tests.scenes.harness import Window


@pytest.fixture
def window(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Window]:
    """As small as it may be; see `USUAL` for tests that measure."""
    made = Window(tmp_path, getattr(request, "param", SMALLEST))
    yield made
    made.close()
