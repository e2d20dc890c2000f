"""A sixth game as others would bring it: one folder, and nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import game.games
from game.core.discovery import slugs


@contextmanager
def sixth_game(*, drawn: bool = False, brings: bool = False) -> Iterator[str]:
    """While this lasts, four in a row is one of the games, plain or with a picture; its name.

    Or it is a game that brings a file of each kind that a folder may bring.
    """
    where, slug = ("brings", "washday") if brings else ("drawn", "buttons") if drawn else ("", "four")
    folder = str(Path(__file__).parent / where)
    game.games.__path__.append(folder)
    slugs.cache_clear()
    try:
        yield slug
    finally:
        game.games.__path__.remove(folder)
        slugs.cache_clear()
