"""In which languages tests look whether words have room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from zlib import crc32

import pytest

from game.i18n import languages
from tests.sampling import DAY, todays_sample

Test = TypeVar("Test", bound=Callable[..., None])
SPOKEN = languages()
"""All that players are offered."""


def in_languages(test: Test) -> Test:
    """A test of each `language`: all in a soak; in `make test` German, whose words are the longest, and one
    more, another one for each test and tomorrow."""
    others = [language for language in SPOKEN if language != "de"]
    more = others[(crc32(test.__name__.encode()) + DAY) % len(others)]
    marked: Test = pytest.mark.parametrize("language", todays_sample(SPOKEN, "de", more))(test)
    return marked
