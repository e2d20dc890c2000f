"""In which languages tests look whether words have room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from zlib import crc32

import pytest

from game.words import languages
from tests.scale import some

Test = TypeVar("Test", bound=Callable[..., None])
SPOKEN = languages()
"""All that players are offered."""


def in_languages(test: Test) -> Test:
    """A test of each `language`: all in a soak; English, German and one more in `make test`, another one
    for each test."""
    others = [language for language in SPOKEN if language not in ("en", "de")]
    more = others[crc32(test.__name__.encode()) % len(others) :][:1] if others else []
    marked: Test = pytest.mark.parametrize("language", some(SPOKEN, "en", "de", *more))(test)
    return marked
