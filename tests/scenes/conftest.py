"""A window with a home of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scenes.harness import Window


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    made = Window(tmp_path)
    yield made
    made.close()
