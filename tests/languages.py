"""Languages in which tests check that texts fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from zlib import crc32

import pytest

from game.i18n import languages
from tests.sampling import sample

Test = TypeVar("Test", bound=Callable[..., None])
SPOKEN = languages()  # all languages offered to players


in_every_language = pytest.mark.parametrize("language", SPOKEN)
"""For tests that only read texts, which takes no time."""


def in_languages(test: Test) -> Test:
    """Parametrize a test by ``language``: all languages in a soak, else German and one more.

    German has the longest words. The other language depends on the test's name.
    """
    others = [language for language in SPOKEN if language != "de"]
    more = others[crc32(test.__name__.encode()) % len(others)]
    marked: Test = pytest.mark.parametrize("language", sample(SPOKEN, "de", more))(test)
    return marked
